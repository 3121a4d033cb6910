//! What must not matter does not: the same project in another form, in another place or under another git setting gives the
//! same evidence.

mod subjects;

use std::collections::HashMap;
use std::fs;
use std::path::{Path, PathBuf};
use std::time::{Duration, SystemTime};

use phase_pipeline::engine::ask::{PhaseAsk, Place};
use phase_pipeline::engine::kept::keep;
use phase_pipeline::gsd::answer;
use phase_pipeline::gsd::case::Case;
use serde_json::Value;

use crate::common::bin::{Bin, demo};
use crate::common::rewrite::rewrite;
use subjects::{Subject, copy_folder, git, mark_program, subjects};

/// A copy of a project, about to be changed.
struct Copy<'a> {
    subject: &'a Subject,
    /// A folder of its own, for what a change needs beside the project.
    beside: PathBuf,
    root: PathBuf,
}

/// What a change came to.
struct Made {
    /// Where to ask from now on.
    start: PathBuf,
    /// The root of the work tree that is asked about.
    root: PathBuf,
    /// Texts that the evidence held, each with what it holds instead.
    renamed: Vec<(String, String)>,
}

/// One change that must not matter.
struct Change {
    name: &'static str,
    make: fn(&Copy<'_>) -> Made,
    /// The keys whose values may differ, wherever they stand.
    may_differ: &'static [&'static str],
}

const fn change(name: &'static str, make: fn(&Copy<'_>) -> Made) -> Change {
    Change { name, make, may_differ: &[] }
}

const CHANGES: &[Change] = &[
    change("the folder's slug renamed, in a commit of its own", |copy| {
        rename(copy, |name| format!("{name}-renamed"), false)
    }),
    change("the folder's padding changed", |copy| rename(copy, other_padding, false)),
    Change {
        name: "the padding of folder and files changed",
        make: |copy| rename(copy, other_padding, true),
        // Git has no renames: the files are new ones of the same content.
        may_differ: &["changed_by", "added_by", "drift"],
    },
    change("CRLF line ends", |copy| rewritten(copy, |text| text.replace('\n', "\r\n"))),
    change("a byte order mark", |copy| rewritten(copy, |text| format!("\u{feff}{text}"))),
    Change {
        name: "front matter in another order",
        make: |copy| rewritten(copy, reordered),
        // Keys stand on other lines.
        may_differ: &["line"],
    },
    change("git gc", |copy| copy.git(&["gc", "--quiet", "--prune=now"])),
    change("git repack -ad, with a bitmap and a commit graph", |copy| {
        copy.git(&["repack", "-adq", "--write-bitmap-index"]);
        copy.git(&["commit-graph", "write", "--reachable", "--changed-paths"])
    }),
    change("git pack-refs", |copy| copy.git(&["pack-refs", "--all"])),
    change("objects borrowed from another repository", borrowed),
    change("a linked work tree", linked),
    change("an unrelated commit on top", |copy| copy.commit_source("chore: tidy up")),
    change("an unrelated commit on top that names no type", |copy| copy.commit_source("Tidy up")),
    change("an unrelated side branch, merged", |copy| {
        copy.git(&["branch", "side"]);
        copy.commit_source("chore: tidy up");
        let side = copy.beside.join("side");
        copy.git(&["worktree", "add", "--quiet", side.to_str().unwrap(), "side"]);
        fs::write(side.join("SIDE.txt"), "side\n").unwrap();
        git(&side, &["add", "SIDE.txt"]);
        git(&side, &["commit", "--quiet", "--message", "chore: a side branch"]);
        copy.merge("side")
    }),
    change("every file touched", |copy| touch(copy, Duration::ZERO)),
    change("every file of the future", |copy| touch(copy, Duration::from_secs(1_000_000))),
    change("the index refreshed", |copy| {
        touch(copy, Duration::ZERO);
        copy.try_git(&["update-index", "--refresh"])
    }),
    change("core.untrackedCache", |copy| {
        copy.git(&["config", "core.untrackedCache", "true"]);
        copy.git(&["update-index", "--untracked-cache"]);
        copy.try_git(&["status"])
    }),
    change("the index in format 4", |copy| copy.git(&["update-index", "--index-version", "4"])),
    change("a split index", |copy| copy.git(&["update-index", "--split-index"])),
    change("core.fsmonitor set to a program", |copy| {
        let program = mark_program(&copy.beside);
        copy.git(&["config", "core.fsmonitor", program.to_str().unwrap()])
    }),
    change("HEAD detached", |copy| copy.git(&["checkout", "--quiet", "--detach"])),
    change("a branch and a tag called HEAD", |copy| {
        copy.git(&["update-ref", "refs/heads/HEAD", "HEAD~1"]);
        copy.git(&["update-ref", "refs/tags/HEAD", "HEAD~1"])
    }),
    change("asked from a folder below", |copy| copy.from(copy.root.join(&copy.subject.below))),
    change("asked from the planning folder", |copy| copy.from(copy.root.join(".planning"))),
    change("asked by a path with dots in it", |copy| copy.from(copy.root.join(".planning/../.planning/.."))),
    #[cfg(unix)]
    change("asked through a link to the repository", |copy| {
        let link = copy.beside.join("link");
        std::os::unix::fs::symlink(&copy.root, &link).unwrap();
        copy.from(link)
    }),
    #[cfg(unix)]
    change("asked through a link to a folder below", |copy| {
        let link = copy.beside.join("link");
        std::os::unix::fs::symlink(copy.root.join(&copy.subject.below), &link).unwrap();
        copy.from(link)
    }),
];

impl Copy<'_> {
    fn from(&self, start: PathBuf) -> Made {
        Made { start, root: self.root.clone(), renamed: Vec::new() }
    }

    fn git(&self, arguments: &[&str]) -> Made {
        git(&self.root, arguments);
        self.from(self.root.clone())
    }

    /// The same, where git may complain: a refresh tells that files need an update.
    fn try_git(&self, arguments: &[&str]) -> Made {
        subjects::try_git(&self.root, arguments);
        self.from(self.root.clone())
    }

    /// Commits a file that no plan declares, and nothing else.
    fn commit_source(&self, subject: &str) -> Made {
        fs::write(self.root.join("UNRELATED.txt"), subject).unwrap();
        self.git(&["add", "UNRELATED.txt"]);
        self.git(&["commit", "--quiet", "--only", "--message", subject, "--", "UNRELATED.txt"])
    }

    /// Merges a branch that touches none of the files here; the index and the work tree keep what is in them.
    fn merge(&self, branch: &str) -> Made {
        let tree = git(&self.root, &["merge-tree", "--write-tree", "HEAD", branch]);
        let merge = git(&self.root, &["commit-tree", &tree, "-p", "HEAD", "-p", branch, "-m", "Merge a side branch"]);
        self.git(&["update-ref", "HEAD", &merge]);
        self.git(&["update-index", "--add", "--cacheinfo", &format!("100644,{},SIDE.txt", self.side_blob(&merge))]);
        fs::write(self.root.join("SIDE.txt"), "side\n").unwrap();
        self.from(self.root.clone())
    }

    fn side_blob(&self, merge: &str) -> String {
        git(&self.root, &["rev-parse", &format!("{merge}:SIDE.txt")])
    }
}

/// Renames the folder of every phase that has nothing uncommitted, each in a commit; with its files, where they are to follow.
fn rename(copy: &Copy<'_>, to: fn(&str) -> String, files_too: bool) -> Made {
    let mut made = copy.from(copy.root.clone());
    for container in &copy.subject.containers {
        for entry in fs::read_dir(copy.root.join(container)).unwrap().map(Result::unwrap) {
            let old = entry.file_name().into_string().unwrap();
            let new = to(&old);
            let path = |name: &str| format!("{container}/{name}");
            let is_dirty = !git(&copy.root, &["status", "--porcelain", "--", &path(&old)]).is_empty();
            if is_dirty || old == new {
                continue;
            }
            copy.git(&["mv", &path(&old), &path(&new)]);
            made.renamed.push((path(&old), path(&new)));
            let files = git(&copy.root, &["ls-files", "--", &path(&new)]);
            for file in files.lines().filter(|_| files_too) {
                let name = file.rsplit('/').next().unwrap();
                copy.git(&["mv", file, &format!("{}/{}", path(&new), to(name))]);
                made.renamed.push((file.to_owned(), format!("{}/{}", path(&new), to(name))));
            }
            let message = format!("chore: rename {old}");
            copy.git(&["commit", "--quiet", "--only", "--message", &message, "--", &path(&old), &path(&new)]);
            // A code's padding is part of what a reader is shown.
            let (token, new_token) = (subjects::token(&old), subjects::token(&new));
            made.renamed.extend((token != new_token).then_some((token, new_token)));
            let (slug, new_slug) = (subjects::slug(&old), subjects::slug(&new));
            made.renamed.push((format!("\"name\":\"{slug}\""), format!("\"name\":\"{new_slug}\"")));
        }
    }
    assert!(!made.renamed.is_empty());
    made
}

/// `07-photos` and `7-photos`, `CK-07-coded` and `CK-7-coded`, `12-x` and `012-x`.
fn other_padding(name: &str) -> String {
    let (before, rest) = name.split_at(name.find(|c: char| c.is_ascii_digit()).unwrap_or_default());
    match rest.strip_prefix('0') {
        Some(rest) => format!("{before}{rest}"),
        None => format!("{before}0{rest}"),
    }
}

/// The history as it would be with every file of the planning folder changed so.
fn rewritten(copy: &Copy<'_>, change: fn(&str) -> String) -> Made {
    let ids = rewrite(&copy.root, &|path, bytes| match std::str::from_utf8(bytes) {
        Ok(text) if Path::new(path).extension().is_some_and(|end| end == "md") => change(text).into_bytes(),
        _ => bytes.to_vec(),
    });
    Made { renamed: ids.into_iter().collect(), ..copy.from(copy.root.clone()) }
}

/// Front matter with its keys in the opposite order, each with the lines that belong to it.
fn reordered(text: &str) -> String {
    let Some((block, body)) = text.strip_prefix("---\n").and_then(|rest| rest.split_once("\n---\n")) else {
        return text.to_owned();
    };
    let mut entries: Vec<String> = Vec::new();
    for line in block.lines() {
        match entries.last_mut() {
            Some(entry) if line.starts_with([' ', '-', '\t']) || line.is_empty() => {
                entry.push('\n');
                entry.push_str(line);
            }
            _ => entries.push(line.to_owned()),
        }
    }
    entries.reverse();
    format!("---\n{}\n---\n{body}", entries.join("\n"))
}

/// The objects of history lie in another repository, which this one names as its alternate.
fn borrowed(copy: &Copy<'_>) -> Made {
    copy.git(&["gc", "--quiet", "--prune=now"]);
    let own = copy.root.join(".git/objects");
    let lent = copy.beside.join("lent.git");
    git(&copy.beside, &["init", "--quiet", "--bare", "lent.git"]);
    fs::remove_dir_all(lent.join("objects")).unwrap();
    fs::rename(&own, lent.join("objects")).unwrap();
    fs::create_dir_all(own.join("info")).unwrap();
    fs::create_dir_all(own.join("pack")).unwrap();
    fs::write(own.join("info/alternates"), format!("{}\n", lent.join("objects").display())).unwrap();
    copy.from(copy.root.clone())
}

/// A linked work tree with the same uncommitted work in it.
fn linked(copy: &Copy<'_>) -> Made {
    let root = copy.beside.join("linked");
    copy.git(&["worktree", "add", "--quiet", "--detach", "--no-checkout", root.to_str().unwrap()]);
    let index = git(&root, &["rev-parse", "--path-format=absolute", "--git-path", "index"]);
    let link = fs::read(root.join(".git")).unwrap();
    copy_folder(&copy.root, &root, &[".git"]);
    fs::write(root.join(".git"), link).unwrap();
    fs::copy(copy.root.join(".git/index"), index).unwrap();
    Made { root: root.clone(), start: root, renamed: Vec::new() }
}

fn touch(copy: &Copy<'_>, ahead: Duration) -> Made {
    let mut open = vec![copy.root.clone()];
    while let Some(path) = open.pop() {
        if path.file_name().is_some_and(|name| name == ".git") {
            continue;
        }
        if path.is_dir() {
            open.extend(fs::read_dir(&path).unwrap().map(|entry| entry.unwrap().path()));
        } else {
            fs::File::options().append(true).open(&path).unwrap().set_modified(SystemTime::now() + ahead).unwrap();
        }
    }
    copy.from(copy.root.clone())
}

/// The evidence of every phase that has a folder and of one that has none, apart from where the repository lies.
fn evidence(start: &Path, root: &Path, without_folder: &str) -> Vec<(String, Value)> {
    let root = root.canonicalize().unwrap();
    let place = Place { start: start.to_path_buf(), ..Place::default() };
    let mut cases = answer::cases(&place).unwrap_or_else(|error| panic!("{}: {error}", start.display()));
    let ask = PhaseAsk { place, phase: without_folder.to_owned(), ..PhaseAsk::default() };
    cases.push(answer::case(&ask).unwrap());
    let of = |case: Case| {
        let mut kept = keep(&case).unwrap();
        let said = std::mem::take(&mut kept["place"]["repository"]);
        assert_eq!(Path::new(said.as_str().unwrap()).canonicalize().unwrap(), root);
        // A commit that changes nothing is another commit.
        kept["head"].take();
        (case.evidence.id, kept)
    };
    cases.into_iter().map(of).collect()
}

/// Takes out every key that may differ.
fn without(value: &mut Value, keys: &[&str]) {
    match value {
        Value::Object(map) => {
            map.retain(|key, _| !keys.contains(&key.as_str()));
            map.values_mut().for_each(|value| without(value, keys));
        }
        Value::Array(values) => values.iter_mut().for_each(|value| without(value, keys)),
        _ => {}
    }
}

/// The evidence as it must be after a change that renamed these texts.
fn renamed(value: &Value, renamed: &[(String, String)]) -> Value {
    let known: HashMap<&str, &str> = renamed.iter().map(|(old, new)| (old.as_str(), new.as_str())).collect();
    match value {
        Value::String(text) if known.contains_key(text.as_str()) => Value::from(known[text.as_str()]),
        // A source of a path names its commit in seven digits.
        Value::String(text) if text.starts_with("commit ") => {
            let short = &text["commit ".len()..];
            let new = renamed.iter().find(|(old, _)| old.len() == 40 && old.starts_with(short));
            new.map_or_else(|| value.clone(), |(_, new)| Value::from(format!("commit {}", &new[..7])))
        }
        Value::String(text) => {
            let paths = renamed.iter().filter(|(old, _)| old.contains('/'));
            Value::from(paths.fold(text.clone(), |text, (old, new)| text.replace(old, new)))
        }
        Value::Array(values) => values.iter().map(|value| self::renamed(value, renamed)).collect(),
        Value::Object(map) => {
            let one = |(key, value): (&String, &Value)| {
                let pair = format!("\"{key}\":{value}");
                let own = known.get(pair.as_str()).and_then(|new| new.split_once(':'));
                let new = own.map(|(_, new)| serde_json::from_str(new).unwrap());
                (key.clone(), new.unwrap_or_else(|| self::renamed(value, renamed)))
            };
            Value::Object(map.iter().map(one).collect())
        }
        other => other.clone(),
    }
}

/// The first place where two values differ.
fn difference(at: &str, one: &Value, other: &Value) -> Option<String> {
    match (one, other) {
        (Value::Object(ones), Value::Object(others)) if ones.keys().eq(others.keys()) => {
            ones.iter().find_map(|(key, value)| difference(&format!("{at}/{key}"), value, &others[key]))
        }
        (Value::Array(ones), Value::Array(others)) if ones.len() == others.len() => {
            ones.iter().zip(others).enumerate().find_map(|(n, (a, b))| difference(&format!("{at}/{n}"), a, b))
        }
        _ => (one != other).then(|| format!("{at}: {one} became {other}")),
    }
}

#[test]
fn the_form_of_a_project_does_not_matter() {
    let mut differences = Vec::new();
    let mut compared = 0;
    for subject in &subjects() {
        let before = evidence(&subject.root(), &subject.root(), subject.without_folder);
        for change in CHANGES {
            let place = tempfile::tempdir().unwrap();
            let beside = place.path().canonicalize().unwrap();
            let root = beside.join("copy");
            copy_folder(&subject.root(), &root, &[]);
            let copy = Copy { subject, beside: beside.clone(), root };
            let made = (change.make)(&copy);
            let after = evidence(&made.start, &made.root, subject.without_folder);
            assert_eq!(before.len(), after.len(), "{}: {}", subject.name, change.name);
            for ((phase, before), (_, after)) in before.iter().zip(&after) {
                compared += 1;
                let (mut wanted, mut found) = (renamed(before, &made.renamed), after.clone());
                without(&mut wanted, change.may_differ);
                without(&mut found, change.may_differ);
                let found = difference("", &wanted, &found);
                differences.extend(found.map(|found| format!("{} {phase}: {}: {found}", subject.name, change.name)));
            }
            assert!(!beside.join("mark").exists(), "{}: a program ran", change.name);
        }
    }
    assert!(differences.is_empty(), "\n{}\n", differences.join("\n"));
    assert_eq!(compared, CHANGES.len() * (12 + 9));
}

/// Where and how the binary is started, so that its answer stays the same to the byte.
struct Start {
    name: &'static str,
    /// The folder to start in, below the root; `..` is beside it.
    folder: &'static str,
    arguments: &'static [&'static str],
    environment: &'static [(&'static str, &'static str)],
}

const fn start(
    name: &'static str,
    folder: &'static str,
    arguments: &'static [&'static str],
    environment: &'static [(&'static str, &'static str)],
) -> Start {
    Start { name, folder, arguments, environment }
}

const STARTS: &[Start] = &[
    start("a folder below", "src/app", &[], &[]),
    start("-C with the root", "..", &["-C", "ledger"], &[]),
    start("-C with a folder below", "..", &["-C", "ledger/src/app"], &[]),
    start("-C from within", "src", &["-C", ".."], &[]),
    start("--planning", "src", &["--planning", "../.planning"], &[]),
    start("--dir", "src", &["--dir", "../.planning/phases/04-card-payments"], &[]),
    start("another language", "", &[], &[("LANG", "de_DE.UTF-8"), ("LC_ALL", "tr_TR.UTF-8"), ("LANGUAGE", "fr")]),
    start("another time zone", "", &[], &[("TZ", "Pacific/Kiritimati")]),
    start("a terminal of three columns", "", &[], &[("COLUMNS", "3"), ("TERM", "dumb")]),
    start(
        "git at talk",
        "",
        &[],
        &[
            ("GIT_TRACE", "1"),
            ("GIT_TRACE_SETUP", "1"),
            ("GIT_TRACE2", "1"),
            ("GIT_TRACE2_PERF", "2"),
            ("GIT_TRACE_PERFORMANCE", "1"),
            ("GIT_TRACE_REFS", "1"),
        ],
    ),
    start(
        "variables of git",
        "",
        &[],
        &[
            ("GIT_INDEX_FILE", "/nowhere/index"),
            ("GIT_WORK_TREE", "/nowhere"),
            ("GIT_OBJECT_DIRECTORY", "/nowhere/objects"),
            ("GIT_NAMESPACE", "nowhere"),
            ("GIT_CEILING_DIRECTORIES", "/"),
            ("GIT_CONFIG_COUNT", "1"),
            ("GIT_CONFIG_KEY_0", "core.fsmonitor"),
            ("GIT_CONFIG_VALUE_0", "/nowhere/program"),
            ("GIT_LITERAL_PATHSPECS", "1"),
            ("GIT_REPLACE_REF_BASE", "refs/nowhere"),
            ("GIT_DEFAULT_HASH", "sha256"),
        ],
    ),
];

#[test]
fn how_the_program_is_started_does_not_matter() {
    let place = tempfile::tempdir().unwrap();
    let root = place.path().join("ledger");
    phase_pipeline::write::demo::build(&root, &phase_pipeline::write::demo::PHASED).unwrap();
    let wanted = Bin::in_folder(&root).run(&["04", "--dump-evidence"]);
    assert_eq!(wanted.code, 0, "{}", wanted.err);
    for start in STARTS {
        let folder = root.join(start.folder);
        let ran = Bin::in_folder(&folder)
            .with_all(start.environment)
            .run(&[&["04", "--dump-evidence"], start.arguments].concat());
        assert_eq!(ran, wanted, "{}", start.name);
    }
}

#[test]
fn a_change_that_matters_is_seen() {
    let project = demo();
    let before = evidence(project.path(), project.path(), "10");
    fs::write(project.path().join(".planning/phases/04-card-payments/04-REVIEW.md"), "# Review\n").unwrap();
    let after = evidence(project.path(), project.path(), "10");
    // Every phase is told that something of another one is uncommitted.
    let bare = |mut evidence: Value| {
        without(&mut evidence, &["asides"]);
        evidence
    };
    let differs = |(before, after): &(&(String, Value), &(String, Value))| {
        difference("", &bare(before.1.clone()), &bare(after.1.clone())).is_some()
    };
    let differing = before.iter().zip(&after).filter(differs);
    assert_eq!(differing.map(|(before, _)| before.0.as_str()).collect::<Vec<_>>(), ["04"]);
}
