//! The work tree: whatever was done to it, both readers see what `git status` says.

use std::collections::BTreeMap;
use std::ffi::OsStr;
use std::fs;
use std::os::unix::ffi::OsStrExt as _;
use std::os::unix::fs::{PermissionsExt as _, symlink};
use std::path::Path;

use phase_pipeline::engine::escape::escape_bytes;
use phase_pipeline::git::{Backend, Repository, Side, Status, StatusEntry, Untracked};
use proptest::prelude::*;
use proptest::test_runner::RngSeed;

use crate::common::repo::Repo;

/// Names that meet each other as files and folders, and names that quoting, pathspecs and encodings stumble over.
const PATHS: [&[u8]; 13] = [
    b"a",
    b"a/b",
    b"dir/c d",
    b"dir/e",
    b"dir/sub/deep.md",
    b"n\xc3\xa4me",
    b"\xff\xfe",
    b"new\nline",
    b" lead",
    b"-dash",
    b":(top)x",
    b"[x]*?",
    b"quo\"te\\\t",
];

/// What can be done to a work tree.
#[derive(Debug, Clone)]
enum Edit {
    Write(usize, u8),
    Remove(usize),
    Link(usize, u8),
    Rename(usize, usize),
    Executable(usize, bool),
    Stage(usize),
    StageAll,
    Unstage(usize),
    Announce(usize),
    Ignore(usize, bool),
    Nested(usize, bool),
    AssumeUnchanged(usize),
    SkipWorktree(usize),
    Commit,
}

fn edits() -> impl Strategy<Value = Vec<Edit>> {
    let path = || 0..PATHS.len();
    let edit = prop_oneof![
        6 => (path(), 0..3u8).prop_map(|(path, content)| Edit::Write(path, content)),
        3 => path().prop_map(Edit::Remove),
        2 => (path(), 0..2u8).prop_map(|(path, target)| Edit::Link(path, target)),
        2 => (path(), path()).prop_map(|(from, to)| Edit::Rename(from, to)),
        2 => (path(), any::<bool>()).prop_map(|(path, on)| Edit::Executable(path, on)),
        4 => path().prop_map(Edit::Stage),
        1 => Just(Edit::StageAll),
        2 => path().prop_map(Edit::Unstage),
        2 => path().prop_map(Edit::Announce),
        1 => (path(), any::<bool>()).prop_map(|(path, folder)| Edit::Ignore(path, folder)),
        1 => (path(), any::<bool>()).prop_map(|(path, commit)| Edit::Nested(path, commit)),
        1 => path().prop_map(Edit::AssumeUnchanged),
        1 => path().prop_map(Edit::SkipWorktree),
        2 => Just(Edit::Commit),
    ];
    proptest::collection::vec(edit, 1..14)
}

/// Does one thing. What cannot be done (a folder is in the way, git refuses) is left undone: the state is one to read anyway.
fn apply(repo: &Repo, edit: &Edit) {
    let name = |path: usize| OsStr::from_bytes(PATHS[path]);
    let disk = |path: usize| repo.path(name(path));
    let git = |words: &[&str], path: usize| {
        let mut arguments: Vec<&OsStr> = vec![OsStr::new("--literal-pathspecs")];
        arguments.extend(words.iter().map(OsStr::new));
        arguments.extend([OsStr::new("--"), name(path)]);
        drop(repo.try_git(&arguments));
    };
    match *edit {
        Edit::Write(path, content) => {
            drop(make_room(&disk(path)).and_then(|()| fs::write(disk(path), [b'0' + content, b'\n'])));
        }
        Edit::Remove(path) => drop(fs::remove_file(disk(path)).or_else(|_| fs::remove_dir_all(disk(path)))),
        Edit::Link(path, target) => {
            let _ = fs::remove_file(disk(path));
            drop(make_room(&disk(path)).and_then(|()| symlink(format!("target{target}"), disk(path))));
        }
        Edit::Rename(from, to) => drop(make_room(&disk(to)).and_then(|()| fs::rename(disk(from), disk(to)))),
        Edit::Executable(path, on) => {
            let mode = if on { 0o755 } else { 0o644 };
            if disk(path).is_file() && !disk(path).is_symlink() {
                fs::set_permissions(disk(path), fs::Permissions::from_mode(mode)).unwrap();
            }
        }
        Edit::Stage(path) => git(&["add", "--all"], path),
        Edit::StageAll => drop(repo.try_git(&["add", "--all"])),
        Edit::Unstage(path) => git(&["rm", "-r", "--cached", "--quiet"], path),
        Edit::Announce(path) => git(&["add", "--intent-to-add"], path),
        Edit::Ignore(path, folder) => {
            let pattern = if folder { &b"dir/"[..] } else { PATHS[path] };
            fs::write(repo.path(".gitignore"), pattern).unwrap();
        }
        Edit::Nested(path, commit) => {
            if make_room(&disk(path)).and_then(|()| fs::create_dir(disk(path))).is_ok() {
                let run = |words: &[&str]| repo.command("git").arg("-C").arg(disk(path)).args(words).output().unwrap();
                run(&["init", "--quiet"]);
                fs::write(disk(path).join("inner"), "inner").unwrap();
                if commit {
                    run(&["add", "--all"]);
                    run(&["commit", "--quiet", "--message", "inner"]);
                }
            }
        }
        Edit::AssumeUnchanged(path) => git(&["update-index", "--assume-unchanged"], path),
        Edit::SkipWorktree(path) => git(&["update-index", "--skip-worktree"], path),
        Edit::Commit => drop(repo.try_git(&["commit", "--quiet", "--message", "edit"])),
    }
}

fn make_room(path: &Path) -> std::io::Result<()> {
    fs::create_dir_all(path.parent().unwrap())
}

/// What git says, one word per path: the two letters and the first of the submodule field, `u`, `?` or `?/`.
pub(crate) fn told_by_git(repo: &Repo) -> BTreeMap<String, String> {
    let output = repo.git_bytes(&[
        "--no-optional-locks",
        "status",
        "--porcelain=v2",
        "-z",
        "--untracked-files=all",
        "--no-renames",
        "--ignore-submodules=dirty",
    ]);
    let mut told: BTreeMap<String, String> = BTreeMap::new();
    for line in output.split(|byte| *byte == 0).filter(|line| !line.is_empty()) {
        let (fields, word) = match line[0] {
            b'1' => (9, format!("{}{}", String::from_utf8_lossy(&line[2..4]), char::from(line[5]))),
            b'u' => (11, "u".to_owned()),
            b'?' if line.ends_with(b"/") => (2, "?/".to_owned()),
            b'?' => (2, "?".to_owned()),
            _ => panic!("{}", line.escape_ascii()),
        };
        let path = line.splitn(fields, |byte| *byte == b' ').last().unwrap();
        let path = path.strip_suffix(b"/").unwrap_or(path);
        told.entry(escape_bytes(path)).or_default().push_str(&word);
    }
    told
}

/// What was read, in the same words.
pub(crate) fn told_by_us(status: &Status) -> BTreeMap<String, String> {
    let letter = |side: Side| match side {
        Side::Unmodified => '.',
        Side::Modified => 'M',
        Side::Added => 'A',
        Side::Deleted => 'D',
        Side::TypeChanged => 'T',
    };
    let word = |entry: &StatusEntry| {
        let mut word = String::new();
        if entry.conflicted {
            word.push('u');
        } else if (entry.index, entry.work) != (Side::Unmodified, Side::Unmodified) {
            word.extend([letter(entry.index), letter(entry.work), if entry.submodule { 'S' } else { 'N' }]);
            assert_eq!(entry.intent_to_add, entry.work == Side::Added);
        }
        word.push_str(match entry.untracked {
            Untracked::No => "",
            Untracked::File => "?",
            Untracked::NestedRepository => "?/",
        });
        word
    };
    status.entries.iter().map(|(path, entry)| (escape_bytes(path.as_bytes()), word(entry))).collect()
}

/// Reads a status by one reader.
pub(crate) fn status_of(repo: &Repo, backend: Backend) -> Status {
    let opened = Repository::discover(repo.root(), backend).unwrap();
    opened.status().unwrap().finish().unwrap()
}

proptest! {
    // The same cases on every run; PROPTEST_RNG_SEED and PROPTEST_CASES go hunting for others.
    #![proptest_config(ProptestConfig { cases: 60, failure_persistence: None, rng_seed: RngSeed::Fixed(1), ..ProptestConfig::default() })]
    #[test]
    fn both_readers_see_what_git_sees(before in edits(), after in edits()) {
        let repo = Repo::new();
        for edit in &before {
            apply(&repo, edit);
        }
        repo.try_git(&["add", "--all"]);
        repo.try_git(&["commit", "--quiet", "--message", "before"]);
        for edit in &after {
            apply(&repo, edit);
        }
        let told = told_by_git(&repo);
        let [child, git2] = [Backend::Child, Backend::Git2].map(|backend| status_of(&repo, backend));
        prop_assert_eq!(told_by_us(&child), told.clone());
        prop_assert_eq!(told_by_us(&git2), told);
        prop_assert_eq!((&child.head, &child.branch), (&git2.head, &git2.branch));
    }
}
