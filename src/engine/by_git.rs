//! What somebody types by hand in place of a recovery: the commands of git, with their paths as words of a shell. They act on the
//! repository that was asked, wherever they are run: their paths begin at its root.

use super::own::{Own, word};
use super::path::RepoPath;
use super::recovery::{Action, Announced};

/// What shows the changes of these paths; `is_new` for one that git knows nothing of, which no comparison shows.
pub fn look(own: &Own, paths: &[RepoPath], is_new: &dyn Fn(&RepoPath) -> bool) -> String {
    let (new, known) = parted(paths, is_new);
    let diff = (!known.is_empty()).then(|| git(own, &known, "diff HEAD"));
    let show = (!new.is_empty()).then(|| format!("cat -- {}", on_disk(own, &new)));
    diff.into_iter().chain(show).collect::<Vec<_>>().join("; ")
}

/// What commits these paths as they lie there, and nothing else.
pub fn commit(own: &Own, paths: &[RepoPath], is_new: &dyn Fn(&RepoPath) -> bool, subject: &str) -> String {
    let (new, _) = parted(paths, is_new);
    let add = (!new.is_empty()).then(|| git(own, &new, "add"));
    let all: Vec<&RepoPath> = paths.iter().collect();
    let commit = git(own, &all, &format!("commit -m {}", word(subject)));
    add.into_iter().chain([commit]).collect::<Vec<_>>().join(" && ")
}

/// What makes, by hand, the commits of a recovery that call work finished.
pub fn finishing(own: &Own, announced: &Announced) -> Vec<String> {
    let is_new = |path: &RepoPath| {
        announced.paths.iter().any(|state| state.path == *path && state.index.is_empty() && state.head.is_none())
    };
    let finishing = announced.actions.iter().filter_map(|action| match action {
        Action::Commit { paths, subject, finishes: true } => Some(commit(own, paths, &is_new, subject)),
        _ => None,
    });
    finishing.collect()
}

/// One path as an argument of git, from the root of the repository wherever the command is run; it means itself, whatever signs of
/// a pattern it holds.
pub fn from_root(path: &RepoPath) -> String {
    let is_pattern = path.as_bytes().iter().any(|byte| b"*?[\\".contains(byte));
    word(&if is_pattern { format!(":(top,literal){path}") } else { format!(":/{path}") })
}

fn parted<'a>(paths: &'a [RepoPath], is_new: &dyn Fn(&RepoPath) -> bool) -> (Vec<&'a RepoPath>, Vec<&'a RepoPath>) {
    paths.iter().partition(|path| is_new(path))
}

/// A command of git with these paths.
fn git(own: &Own, paths: &[&RepoPath], words_of: &str) -> String {
    let paths: Vec<String> = paths.iter().map(|path| from_root(path)).collect();
    own.git(&format!("{words_of} -- {}", paths.join(" ")))
}

/// The paths for a program that knows no repository.
fn on_disk(own: &Own, paths: &[&RepoPath]) -> String {
    let root = own.git("rev-parse --show-toplevel");
    paths.iter().map(|path| format!("\"$({root})\"/{}", word(&path.to_string()))).collect::<Vec<_>>().join(" ")
}

#[cfg(test)]
mod tests {
    use super::*;

    use crate::engine::object::Oid;
    use crate::engine::recovery::{IndexEntry, PathState};

    #[test]
    fn a_path_from_the_root_is_one_word_that_means_itself() {
        assert_eq!(from_root(&RepoPath::from(".planning/config.json")), ":/.planning/config.json");
        assert_eq!(from_root(&RepoPath::from("it's $x/config.json")), r"':/it'\''s $x/config.json'");
        assert_eq!(from_root(&RepoPath::from("a[1].md")), "':(top,literal)a[1].md'");
    }

    #[test]
    fn a_new_file_is_shown_and_added_and_a_pattern_means_itself() {
        let of = |paths: &[&str]| paths.iter().map(|path| RepoPath::from(*path)).collect::<Vec<_>>();
        let is_new = |path: &RepoPath| path.as_bytes().starts_with(b"new");
        for (paths, shown, committed) in [
            (&["a"][..], "git diff HEAD -- :/a", "git commit -m 'feat(7): x' -- :/a"),
            (
                &["new"],
                "cat -- \"$(git rev-parse --show-toplevel)\"/new",
                "git add -- :/new && git commit -m 'feat(7): x' -- :/new",
            ),
            (
                &["a b", "new[1]"],
                "git diff HEAD -- ':/a b'; cat -- \"$(git rev-parse --show-toplevel)\"/'new[1]'",
                "git add -- ':(top,literal)new[1]' && git commit -m 'feat(7): x' -- ':/a b' ':(top,literal)new[1]'",
            ),
        ] {
            let paths = of(paths);
            assert_eq!(look(&Own::default(), &paths, &is_new), shown);
            assert_eq!(commit(&Own::default(), &paths, &is_new, "feat(7): x"), committed);
            let there = Own { repo: Some("../my app".to_owned()), ..Own::default() };
            let moved = |command: &str| command.replace("git ", "git -C '../my app' ");
            assert_eq!(look(&there, &paths, &is_new), moved(shown));
            assert_eq!(commit(&there, &paths, &is_new, "feat(7): x"), moved(committed));
        }
    }

    #[test]
    fn only_commits_that_call_work_finished_are_left_to_a_person() {
        let commit = |paths: &[&str], finishes: bool| Action::Commit {
            paths: paths.iter().map(|path| RepoPath::from(*path)).collect(),
            subject: "x".to_owned(),
            finishes,
        };
        let id = Oid::from_bytes(&[1; 20]).unwrap();
        let state = |path: &str, index: bool, head: bool| PathState {
            path: path.into(),
            disk: None,
            index: index.then_some(IndexEntry { stage: 0, mode: 0o100_644, id }).into_iter().collect(),
            head: head.then_some((0o100_644, id)),
        };
        let announced = Announced {
            phase: "07".to_owned(),
            head: None,
            row: String::new(),
            actions: vec![commit(&["kept"], false), commit(&["new", "staged", "gone", "known"], true)],
            paths: vec![
                state("new", false, false),
                state("staged", true, false),
                state("gone", false, true),
                state("known", true, true),
            ],
        };
        assert_eq!(
            finishing(&Own::default(), &announced),
            ["git add -- :/new && git commit -m x -- :/new :/staged :/gone :/known"]
        );
    }
}
