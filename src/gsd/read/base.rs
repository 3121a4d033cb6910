//! Which range of commits a check looks at. The base is where the two lines parted, so that what others did meanwhile is not
//! taken for what this line takes back.

use crate::engine::ask::LintAsk;
use crate::engine::escape::escape;
use crate::engine::failure::Failure;
use crate::engine::lint::Undetermined;
use crate::engine::object::Oid;
use crate::engine::own::{Own, word};
use crate::git::{MergeBase, Repository};

/// The names that a default branch has where nothing says which it is.
const DEFAULT_BRANCHES: &[&str] = &["main", "master", "trunk"];

/// A range of commits.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Bounds {
    /// The rule that gave the base, in words.
    pub rule: String,
    /// The base.
    pub base: Oid,
    /// The end, as asked for.
    pub end: String,
    /// Its commit.
    pub end_commit: Oid,
}

/// What to begin at, by one of the rules.
struct Start {
    rule: String,
    /// What names it, best first.
    names: Vec<String>,
    /// What to fetch where none of them is here: a branch.
    branch: Option<String>,
}

/// Finds it; or says why there is none, and which command helps.
///
/// # Errors
/// The option is no range, or git cannot be read.
pub fn bounds(
    repository: &Repository,
    head: Option<Oid>,
    ask: &LintAsk,
    base_branch: Option<&str>,
) -> Result<Result<Bounds, Undetermined>, Failure> {
    let remotes = remotes(repository)?;
    let help = Help { repository, remotes: &remotes, own: ask.place.own(ask.place.workstream.clone()) };
    let (starts, end) = match (&ask.range, &ask.base) {
        (Some(range), _) => {
            let (base, end) = ends(range)?;
            (vec![named("--range", base, &remotes)], Some(end))
        }
        (None, Some(base)) => (vec![named("--base", base, &remotes)], None),
        (None, None) => (unasked(base_branch, &remotes), None),
    };
    let end_name = end.unwrap_or("HEAD");
    let end_commit = match end {
        Some(end) => repository.objects().resolve(end)?,
        None => head,
    };
    let Some(end_commit) = end_commit else {
        return Ok(Err(help.no_commit(end)));
    };
    for start in &starts {
        for name in &start.names {
            let Some(tip) = repository.objects().resolve(name)? else { continue };
            let shown = escape(short(name));
            return Ok(match repository.objects().merge_base(tip, end_commit)? {
                MergeBase::At(base) if base == tip => Ok(bound(&start.rule, &shown, base, end_name, end_commit)),
                MergeBase::At(base) => {
                    let shown = format!("the merge base with {shown}");
                    Ok(bound(&start.rule, &shown, base, end_name, end_commit))
                }
                MergeBase::None => Err(Undetermined {
                    why: format!("{}: {shown} and {} have no commit in common", start.rule, escape(end_name)),
                    remedies: vec![format!("name another base: {}", help.own.command("lint --base REV"))],
                }),
                MergeBase::Unknown(why) => Err(Undetermined {
                    why: format!("{}: where {shown} and {} parted is not here: {why}", start.rule, escape(end_name)),
                    remedies: vec![help.deepen()],
                }),
            });
        }
    }
    Ok(Err(help.not_here(&starts)))
}

fn bound(rule: &str, shown: &str, base: Oid, end: &str, end_commit: Oid) -> Bounds {
    Bounds { rule: format!("{rule}, {shown}"), base, end: end.to_owned(), end_commit }
}

/// Both ends of `A..B`; `A...B` means the same here, since the base is where they parted.
fn ends(range: &str) -> Result<(&str, &str), Failure> {
    let parts = range.split_once("...").or_else(|| range.split_once(".."));
    match parts {
        Some((base, "")) if !base.is_empty() => Ok((base, "HEAD")),
        Some((base, end)) if !base.is_empty() && !end.contains("..") => Ok((base, end)),
        _ => Err(Failure::usage("no-range", format!("`{}` is no range", escape(range)))
            .remedy("write both ends: `--range A..B`")),
    }
}

fn named(rule: &str, name: &str, remotes: &[String]) -> Start {
    let beyond = remotes.iter().find_map(|remote| name.strip_prefix(remote.as_str())?.strip_prefix('/'));
    let is_id = name.len() >= 7 && name.bytes().all(|byte| byte.is_ascii_hexdigit());
    let is_plain = !name.contains(['~', '^', '@', ':']) && !is_id;
    Start {
        rule: rule.to_owned(),
        names: vec![name.to_owned()],
        branch: is_plain.then(|| beyond.or_else(|| name.strip_prefix("origin/")).unwrap_or(name).to_owned()),
    }
}

fn unasked(base_branch: Option<&str>, remotes: &[String]) -> Vec<Start> {
    if let Some(branch) = base_branch {
        let of_remotes = remotes.iter().map(|remote| format!("refs/remotes/{remote}/{branch}"));
        return vec![Start {
            rule: "git.base_branch of the config".to_owned(),
            names: of_remotes.chain([format!("refs/heads/{branch}")]).collect(),
            branch: Some(branch.to_owned()),
        }];
    }
    let of_remote = |remote: &String| {
        let names = ["HEAD"].iter().chain(DEFAULT_BRANCHES);
        names.map(|branch| format!("refs/remotes/{remote}/{branch}")).collect::<Vec<_>>()
    };
    let remote = Start {
        rule: "the remote's default branch".to_owned(),
        names: remotes.iter().flat_map(of_remote).collect(),
        branch: None,
    };
    let local = DEFAULT_BRANCHES.iter().map(|branch| format!("refs/heads/{branch}"));
    let local = Start { rule: "the local default branch".to_owned(), names: local.collect(), branch: None };
    vec![remote, local]
}

/// The remotes of which something was fetched, `origin` first.
fn remotes(repository: &Repository) -> Result<Vec<String>, Failure> {
    let mut remotes: Vec<String> = Vec::new();
    for branch in repository.remote_branches()? {
        let name = branch.name.and_then(|name| String::from_utf8(name).ok());
        if let Some((remote, _)) = name.as_deref().and_then(|name| name.split_once('/'))
            && !remotes.iter().any(|known| known == remote)
            // A command would take it for an option.
            && !remote.starts_with('-')
        {
            remotes.push(remote.to_owned());
        }
    }
    remotes.sort_by_key(|remote| (remote != "origin", remote.clone()));
    Ok(remotes)
}

fn short(name: &str) -> &str {
    name.strip_prefix("refs/remotes/").or_else(|| name.strip_prefix("refs/heads/")).unwrap_or(name)
}

fn remote_of(remotes: &[String]) -> String {
    remotes.first().map_or_else(|| "origin".to_owned(), |remote| word(&escape(remote)))
}

fn deepening(repository: &Repository, remotes: &[String], own: &Own) -> String {
    let commands = repository.objects().completing(&remote_of(remotes));
    commands.iter().map(|words| own.git(words)).collect::<Vec<_>>().join(" && ")
}

/// The command that brings the rest of a history that is cut off.
///
/// # Errors
/// The branches cannot be read.
pub fn deepen(repository: &Repository, own: &Own) -> Result<String, Failure> {
    Ok(deepening(repository, &remotes(repository)?, own))
}

/// What there is to know of the place where a base is missing.
struct Help<'a> {
    repository: &'a Repository,
    remotes: &'a [String],
    own: Own,
}

impl Help<'_> {
    /// The command that brings the rest of history.
    fn deepen(&self) -> String {
        deepening(self.repository, self.remotes, &self.own)
    }

    fn no_commit(&self, end: Option<&str>) -> Undetermined {
        match end {
            None => Undetermined {
                why: "HEAD names no commit yet, so there is no range".to_owned(),
                remedies: vec![format!(
                    "commit something first, or look at everything: {}",
                    self.own.command("lint --all")
                )],
            },
            Some(end) => self.no_end(end),
        }
    }

    /// No end is here: how to get it.
    fn no_end(&self, end: &str) -> Undetermined {
        let mut remedies = self.fetches(&[named("--range", end, self.remotes)]);
        let then = if remedies.is_empty() {
            "name an end that is here"
        } else {
            "then ask again, or name an end that is here"
        };
        remedies.push(format!("{then}: {}", self.own.command("lint --range A..B")));
        Undetermined { why: format!("the end of the range is not here{}: {}", self.cut(), escape(end)), remedies }
    }

    /// What explains that something is missing.
    fn cut(&self) -> &'static str {
        if self.repository.objects().is_shallow() { ", and history here is shallow" } else { "" }
    }

    /// No base is here: what was looked for, and how to get it.
    fn not_here(&self, starts: &[Start]) -> Undetermined {
        let looked: Vec<String> = starts
            .iter()
            .filter(|start| !start.names.is_empty())
            .map(|start| {
                let names: Vec<String> = start.names.iter().map(|name| escape(short(name))).collect();
                format!("{} ({})", start.rule, names.join(", "))
            })
            .collect();
        let mut remedies = self.fetches(starts);
        let then =
            if remedies.is_empty() { "name a revision that is here" } else { "then name it, where it is another one" };
        remedies.push(format!("{then}: {}", self.own.command("lint --base REV")));
        Undetermined { why: format!("no base is here{}; looked for: {}", self.cut(), looked.join("; ")), remedies }
    }

    /// The commands that may bring what was looked for; none where there is nowhere to fetch it from.
    fn fetches(&self, starts: &[Start]) -> Vec<String> {
        let (own, remotes) = (&self.own, self.remotes);
        let remote = remote_of(remotes);
        let is_shallow = self.repository.objects().is_shallow();
        let mut remedies = Vec::new();
        if is_shallow {
            remedies.push(self.deepen());
        }
        let branch = starts.iter().find_map(|start| start.branch.as_deref()).map(escape);
        // Of no remote is anything known, and what was named is nothing of one: there is nowhere to fetch it from.
        let is_of_remote = |name: &String| name.starts_with("origin/") || name.starts_with("refs/");
        let is_named_here = |start: &Start| !start.names.is_empty() && !start.names.iter().any(is_of_remote);
        let has_remote = is_shallow || !remotes.is_empty() || !starts.iter().all(is_named_here);
        remedies.extend(has_remote.then(|| match branch {
            Some(branch) => {
                let there = remotes.first().map_or("origin", String::as_str);
                let refs = format!("+refs/heads/{branch}:refs/remotes/{}/{branch}", escape(there));
                own.git(&format!("fetch {remote} {}", word(&refs)))
            }
            None => own.git(&format!("fetch {remote} '+refs/heads/*:refs/remotes/{remote}/*'")),
        }));
        remedies
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_range_has_two_ends() {
        assert_eq!(ends("a..b").ok(), Some(("a", "b")));
        assert_eq!(ends("a...b").ok(), Some(("a", "b")));
        assert_eq!(ends("a..").ok(), Some(("a", "HEAD")));
        for wrong in ["a", "..b", "a..b..c", "", ".."] {
            assert!(ends(wrong).is_err(), "{wrong}");
        }
    }

    #[test]
    fn a_branch_can_be_fetched_and_an_expression_cannot() {
        let remotes = ["up".to_owned()];
        let branch = |name| named("--base", name, &remotes).branch;
        assert_eq!(branch("up/main").as_deref(), Some("main"));
        assert_eq!(branch("origin/dev").as_deref(), Some("dev"));
        assert_eq!(branch("topic/x").as_deref(), Some("topic/x"));
        assert_eq!((branch("HEAD~3"), branch("3f9a1c2d")), (None, None));
    }

    #[test]
    fn a_remote_is_one_word_of_a_command() {
        assert_eq!(remote_of(&["up".to_owned()]), "up");
        assert_eq!(remote_of(&["x;touch y".to_owned()]), "'x;touch y'");
    }
}
