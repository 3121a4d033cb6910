//! What may stand in the way of a recovery: it refuses before it touches anything, or leaves a state that both ways lead out of.

use std::os::unix::fs::{PermissionsExt as _, symlink};

use phase_pipeline::engine::recovery::{Action, Announced};
use phase_pipeline::git::open_journal;
use phase_pipeline::write::error::WriteError;
use phase_pipeline::write::recover::{RecoverError, Recovery};
use phase_pipeline::write::steps::Steps;

use super::picture::{Picture, debris};
use super::{Quick, announce, commit, open, remove, restore};
use crate::common::repo::Repo;

/// Something that somebody does.
type Change = fn(&Repo);

const NEW: &str = "phase/new.md";
const OLD: &str = "phase/old.md";

/// A new file, a changed one, and one of somebody else that is staged.
fn repo() -> Repo {
    let repo = Repo::new();
    repo.git(&["config", "user.name", "Somebody"]);
    repo.git(&["config", "user.email", "somebody@example.com"]);
    repo.write(OLD, "old\n").write("other", "one\n").commit("first");
    repo.write(NEW, "new\n").write(OLD, "changed\n").write("other", "two\n").git(&["add", "other"]);
    repo
}

fn hook(repo: &Repo, name: &str, text: &str) {
    let path = format!(".git/hooks/{name}");
    repo.write(&path, format!("#!/bin/sh\n{text}\n"));
    std::fs::set_permissions(repo.path(path), std::fs::Permissions::from_mode(0o755)).unwrap();
}

fn carry_out(repo: &Repo, announced: &Announced) -> Result<(), RecoverError> {
    Recovery::with_steps(&open(repo), &Quick).carry_out(announced).map(drop)
}

fn finish(repo: &Repo) -> Result<(), RecoverError> {
    Recovery::with_steps(&open(repo), &Quick).finish().map(drop)
}

fn undo(repo: &Repo) -> Result<(), RecoverError> {
    Recovery::with_steps(&open(repo), &Quick).undo(&|_| true).map(drop)
}

/// Why it stopped, after the journal was opened or before.
fn cause(stopped: Result<(), RecoverError>) -> RecoverError {
    match stopped.unwrap_err() {
        RecoverError::Halfway(inner) => *inner,
        other => other,
    }
}

/// The recovery is refused with these words, and nothing at all is touched.
fn refused(repo: &Repo, announced: &Announced, words: &str) {
    let before = Picture::of(repo);
    let error = carry_out(repo, announced).unwrap_err();
    assert!(!matches!(error, RecoverError::Halfway(_)) && error.to_string().contains(words), "{words}: {error}");
    assert_eq!(Picture::of(repo), before, "{words}");
    assert_eq!(debris(repo), [""; 0], "{words}");
}

#[test]
fn whatever_changes_after_it_was_shown_refuses_it() {
    let changes: [Change; 9] = [
        |repo| _ = repo.write(NEW, "newer\n"),
        |repo| _ = repo.remove(NEW),
        |repo| drop(repo.git(&["add", NEW])),
        |repo| drop(repo.git(&["add", "--intent-to-add", NEW])),
        |repo| std::fs::set_permissions(repo.path(NEW), std::fs::Permissions::from_mode(0o755)).unwrap(),
        |repo| drop(repo.git(&["commit", "--quiet", "--message", "another"])),
        |repo| {
            repo.remove(NEW);
            symlink("old.md", repo.path(NEW)).unwrap();
        },
        |repo| {
            std::fs::rename(repo.path("phase"), repo.path("elsewhere")).unwrap();
            symlink("elsewhere", repo.path("phase")).unwrap();
        },
        |repo| {
            repo.remove(NEW);
            std::fs::create_dir(repo.path(NEW)).unwrap();
        },
    ];
    for change in changes {
        let repo = repo();
        let announced = announce(&repo, &[commit(&[NEW]), restore(OLD)]);
        change(&repo);
        refused(&repo, &announced, "the state has changed since it was shown");
    }
}

#[test]
fn what_cannot_be_carried_out_is_refused_at_once() {
    let repo = repo();
    let plan = |actions: &[Action]| announce(&repo, actions);
    refused(&repo, &plan(&[commit(&[NEW]), remove(NEW)]), "a path stands in two actions");
    refused(&repo, &plan(&[restore(NEW)]), "phase/new.md is not in HEAD");
    refused(&repo, &plan(&[remove(OLD)]), "is in HEAD");
    refused(&repo, &plan(&[remove("phase")]), "is a folder");
    assert!(open(&repo).path_states(&["../outside".into()]).is_err(), "git itself refuses to look there");
    refused(&repo, &plan(&[remove(".git/config")]), "is no path here");
    let other_paths = Announced { paths: Vec::new(), ..plan(&[commit(&[NEW])]) };
    refused(&repo, &other_paths, "the paths are not those of the actions");
    repo.git(&["update-index", "--assume-unchanged", OLD]);
    refused(&repo, &plan(&[restore(OLD)]), "is marked as unchanged");
}

#[test]
fn what_would_take_the_place_of_another_name_is_refused() {
    let (file, inner) = ("phase/x", "phase/x/inner/new.md");
    let staged: Change = |repo| _ = repo.write("phase/x", "staged\n").git(&["add", "phase/x"]);
    let announced: Change = |repo| _ = repo.write("phase/x", "").git(&["add", "--intent-to-add", "phase/x"]);
    let committed: Change = |repo| {
        repo.write("phase/x", "committed\n").git(&["add", "phase/x"]);
        repo.git(&["commit", "--quiet", "--message", "x"]);
    };
    let taken_out: Change = |repo| {
        repo.write("phase/x", "committed\n").git(&["add", "phase/x"]);
        repo.git(&["commit", "--quiet", "--message", "x"]);
        repo.git(&["rm", "--quiet", "--cached", "phase/x"]);
    };
    for before in [staged, announced, committed, taken_out] {
        for action in [commit(&[inner]), remove(inner), super::stash(&[inner])] {
            let repo = repo();
            before(&repo);
            repo.remove(file).write(inner, "new\n");
            refused(&repo, &announce(&repo, &[action]), "phase/x/inner/new.md cannot stand beside phase/x");
        }
    }
    for action in [commit(&[file]), remove(file), super::stash(&[file])] {
        let repo = repo();
        repo.write("phase/x-y", "beside\n").write(inner, "staged\n").git(&["add", inner, "phase/x-y"]);
        std::fs::remove_dir_all(repo.path(file)).unwrap();
        repo.write(file, "new\n");
        refused(&repo, &announce(&repo, &[action]), "phase/x cannot stand beside phase/x/inner/new.md");
    }
}

#[test]
fn what_came_to_stand_in_the_place_since_is_kept_too() {
    let repo = repo();
    carry_out(&repo, &announce(&repo, &[remove(NEW)])).unwrap();
    repo.remove(OLD).git(&["rm", "--quiet", "--cached", OLD]);
    repo.git(&["commit", "--quiet", "--message", "gone", "--", OLD]);
    std::fs::remove_dir(repo.path("phase")).unwrap();
    repo.write("phase", "staged\n").git(&["add", "phase"]);
    repo.remove("phase");
    let after = Picture::of(&repo);
    assert!(
        matches!(cause(undo(&repo)), RecoverError::Clash { path, other } if path == NEW.into() && other == "phase".into())
    );
    assert_eq!(Picture::of(&repo), after);
}

#[test]
fn a_name_announced_as_another_kind_of_file_comes_back_so() {
    for (then, now) in [("755", "644"), ("644", "755"), ("link", "644"), ("644", "link"), ("link", "755")] {
        for action in [super::stash as fn(&[&str]) -> Action, |paths| remove(paths[0]), commit] {
            let repo = repo();
            let make = |kind: &str| {
                repo.remove(NEW);
                if kind == "link" {
                    symlink("old.md", repo.path(NEW)).unwrap();
                } else {
                    let mode = if kind == "755" { 0o755 } else { 0o644 };
                    repo.write(NEW, "more\n");
                    std::fs::set_permissions(repo.path(NEW), std::fs::Permissions::from_mode(mode)).unwrap();
                }
            };
            make(then);
            repo.git(&["add", "--intent-to-add", NEW]);
            make(now);
            let before = Picture::of(&repo);
            carry_out(&repo, &announce(&repo, &[action(&[NEW])])).unwrap();
            undo(&repo).unwrap();
            assert_eq!(Picture::of(&repo), before, "{then} {now}");
            assert_eq!(debris(&repo), [""; 0], "{then} {now}");
        }
    }
}

#[test]
fn somebody_else_at_work_is_waited_for() {
    let repo = repo();
    let announced = announce(&repo, &[commit(&[NEW])]);
    repo.write(".git/index.lock", "");
    refused(&repo, &announced, "the index is locked");
    repo.remove(".git/index.lock").write(".git/MERGE_HEAD", repo.id("HEAD"));
    refused(&repo, &announced, "a merge is in progress");
}

#[test]
fn without_identity_or_key_nothing_begins() {
    let repo = repo();
    repo.git(&["config", "user.name", ""]);
    let announced = announce(&repo, &[commit(&[NEW])]);
    refused(&repo, &announced, "it does not know who you are");
    repo.git(&["config", "user.name", "Somebody"]);
    repo.git(&["config", "gpg.program", "false"]);
    repo.git(&["config", "commit.gpgSign", "true"]);
    refused(&repo, &announced, "signing fails");
    assert!(carry_out(&repo, &announce(&repo, &[remove(NEW)])).is_ok(), "who commits nothing needs neither");
}

#[test]
fn two_at_once_are_one_after_the_other() {
    struct Second<'a>(&'a Repo, &'a Announced);
    impl Steps for Second<'_> {
        fn before(&self, step: &str) -> Result<(), WriteError> {
            if step.starts_with("git commit") {
                let repository = open(self.0);
                let second = Recovery::with_steps(&repository, &Quick);
                assert!(matches!(second.carry_out(self.1), Err(RecoverError::Busy)));
                assert!(matches!(second.undo(&|_| true), Err(RecoverError::Busy)));
            }
            Ok(())
        }
    }
    let repo = repo();
    let announced = announce(&repo, &[commit(&[NEW])]);
    Recovery::with_steps(&open(&repo), &Second(&repo, &announced)).carry_out(&announced).unwrap();
}

#[test]
fn a_hook_that_fails_leaves_both_ways_open() {
    let repo = repo();
    hook(&repo, "pre-commit", "echo no; exit 1");
    let before = Picture::of(&repo);
    let announced = announce(&repo, &[commit(&[NEW]), remove("cut"), restore(OLD)]);
    repo.write("cut", "cut\n");
    let announced = Announced { paths: announce(&repo, &announced.actions).paths, ..announced };
    let before = Picture { files: Picture::of(&repo).files, status: Picture::of(&repo).status, ..before };
    let error = carry_out(&repo, &announced).unwrap_err();
    assert!(matches!(&error, RecoverError::Halfway(inner) if matches!(**inner, RecoverError::Write(_))), "{error}");
    assert!(matches!(carry_out(&repo, &announced), Err(RecoverError::Open(phase)) if phase == "07"));
    let back = repo.copy();
    undo(&back).unwrap();
    assert_eq!(Picture::of(&back), before);
    assert!(finish(&repo).is_err(), "it still fails");
    hook(&repo, "pre-commit", "exit 0");
    finish(&repo).unwrap();
    assert_eq!(repo.git(&["status", "--porcelain"]), "M  other");
    undo(&repo).unwrap();
    assert_eq!(Picture::of(&repo), before);
}

#[test]
fn a_hook_that_stages_other_files_is_told_and_can_be_taken_back() {
    let repo = repo();
    repo.write("mine", "mine\n");
    hook(&repo, "pre-commit", "git add mine");
    let before = Picture::of(&repo);
    let error = cause(carry_out(&repo, &announce(&repo, &[commit(&[NEW])])));
    assert!(error.to_string().contains("also holds mine"), "{error}");
    let back = repo.copy();
    undo(&back).unwrap();
    assert_eq!(Picture::of(&back), before);
    finish(&repo).unwrap();
    assert_eq!(repo.git(&["show", "--format=", "--name-only", "HEAD"]), "mine\nphase/new.md");
}

#[test]
fn a_hook_that_formats_what_is_committed_can_be_taken_back() {
    let repo = repo();
    hook(&repo, "pre-commit", "echo formatted >> phase/new.md; git add phase/new.md");
    let before = Picture::of(&repo);
    carry_out(&repo, &announce(&repo, &[commit(&[NEW])])).unwrap();
    assert_eq!(repo.git(&["show", "HEAD:phase/new.md"]), "new\nformatted");
    undo(&repo).unwrap();
    assert_eq!(Picture::of(&repo), before);
}

#[test]
fn a_git_that_is_killed_leaves_both_ways_open() {
    for (name, committed) in [("pre-commit", false), ("post-commit", true)] {
        let repo = repo();
        hook(&repo, name, "kill -9 $PPID");
        let before = Picture::of(&repo);
        let error = carry_out(&repo, &announce(&repo, &[commit(&[NEW])])).unwrap_err();
        assert!(matches!(error, RecoverError::Halfway(_)), "{name}: {error}");
        if !committed {
            let error = cause(finish(&repo));
            assert!(error.to_string().contains("index.lock"), "{error}");
            std::fs::remove_file(repo.path(".git/index.lock")).unwrap();
        }
        std::fs::remove_file(repo.path(format!(".git/hooks/{name}"))).unwrap();
        let back = repo.copy();
        undo(&back).unwrap();
        assert_eq!(Picture::of(&back), before, "{name}");
        finish(&repo).unwrap();
        assert_eq!(repo.git(&["log", "--format=%s"]), "docs(07): settle what was left\nfirst", "{name}");
        assert_eq!(
            repo.git(&["status", "--porcelain"]),
            "M  other
 M phase/old.md",
            "{name}"
        );
    }
}

#[test]
fn a_hook_that_commits_once_more_ends_well_and_is_not_taken_back() {
    let repo = repo();
    hook(&repo, "post-commit", "test -e .git/once || { touch .git/once; git commit --quiet -m more; }");
    carry_out(&repo, &announce(&repo, &[commit(&[NEW])])).unwrap();
    let after = Picture::of(&repo);
    assert!(matches!(cause(undo(&repo)), RecoverError::Touched(paths) if paths == [NEW.into()]));
    assert_eq!(Picture::of(&repo), after);
}

#[test]
fn what_somebody_did_since_is_never_undone() {
    let changes: [(&str, Change); 4] = [
        ("changed since the recovery: cut", |repo| _ = repo.write("cut", "again\n")),
        ("changed since the recovery: phase/old.md", |repo| _ = repo.write(OLD, "more\n")),
        ("changed since the recovery: phase/new.md", |repo| drop(repo.git(&["update-index", "--chmod=+x", NEW]))),
        ("HEAD is no longer where", |repo| drop(repo.git(&["commit", "--quiet", "--message", "more"]))),
    ];
    for (words, change) in changes {
        let repo = repo();
        repo.write("cut", "cut\n");
        carry_out(&repo, &announce(&repo, &[commit(&[NEW]), remove("cut"), restore(OLD)])).unwrap();
        change(&repo);
        let after = Picture::of(&repo);
        let error = cause(undo(&repo));
        assert!(error.to_string().contains(words), "{words}: {error}");
        assert_eq!(Picture::of(&repo), after, "{words}");
    }
}

#[test]
fn what_somebody_did_halfway_stops_both_ways_and_can_be_closed() {
    let repo = repo();
    repo.write("cut", "cut\n");
    hook(&repo, "pre-commit", "exit 1");
    assert!(carry_out(&repo, &announce(&repo, &[remove("cut"), commit(&[NEW])])).is_err());
    repo.write(NEW, "newer\n");
    for stopped in [finish(&repo), undo(&repo)] {
        assert!(matches!(cause(stopped), RecoverError::Touched(paths) if paths == [NEW.into()]));
    }
    let closed = Recovery::new(&open(&repo)).forget(&|_| true).unwrap();
    assert_eq!(open_journal(&repo.path(".git")).unwrap(), None);
    assert_eq!(repo.git(&["show", &format!("{}:disk/cut", closed[0].reference)]), "cut", "the snapshot stays");
    Recovery::new(&open(&repo)).forget(&|_| true).unwrap();
    assert_eq!(debris(&repo), [""; 0]);
    assert!(matches!(Recovery::new(&open(&repo)).forget(&|_| true), Err(RecoverError::Nothing(_))));
}

#[test]
fn without_its_snapshot_nothing_goes_on() {
    let repo = repo();
    hook(&repo, "pre-commit", "exit 1");
    assert!(carry_out(&repo, &announce(&repo, &[commit(&[NEW])])).is_err());
    let name = repo.git(&["for-each-ref", "--format=%(refname)", "refs/phase-pipeline"]);
    repo.git(&["update-ref", "-d", &name]);
    assert!(matches!(cause(finish(&repo)), RecoverError::SnapshotGone(gone) if gone == name));
    undo(&repo).unwrap();
    assert_eq!(debris(&repo), [""; 0], "nothing was missing that the snapshot would have had to give");
}

#[test]
fn the_same_state_in_two_work_trees_has_a_snapshot_each() {
    let repo = repo();
    repo.git(&["reset", "--quiet"]);
    repo.git(&["worktree", "add", "--quiet", "--detach", "../second"]);
    let second = repo.root().with_file_name("second");
    std::fs::write(second.join(NEW), "new\n").unwrap();
    repo.git(&["checkout", "--quiet", "--detach"]);
    let announced = announce(&repo, &[remove(NEW)]);
    carry_out(&repo, &announced).unwrap();
    let opened = phase_pipeline::git::Repository::discover(&second, phase_pipeline::git::Backend::Auto).unwrap();
    let there = Recovery::with_steps(&opened, &Quick).carry_out(&announced).unwrap();
    assert_eq!(there.reference, format!("refs/phase-pipeline/recovery/{}-2", announced.token()));
    undo(&repo).unwrap();
    Recovery::with_steps(&opened, &Quick).undo(&|_| true).unwrap();
    assert_eq!(std::fs::read_to_string(second.join(NEW)).unwrap(), "new\n");
    assert_eq!(std::fs::read_to_string(repo.path(NEW)).unwrap(), "new\n");
}

#[test]
fn other_formats_are_recovered_too() {
    for options in [&["--object-format=sha256"][..], &["--ref-format=reftable"]] {
        let repo = Repo::init(options);
        repo.git(&["config", "user.name", "Somebody"]);
        repo.git(&["config", "user.email", "somebody@example.com"]);
        repo.write(OLD, "old\n").commit("first");
        repo.write(NEW, "new\n").write(OLD, "changed\n").write("cut", "cut\n").git(&["add", "--intent-to-add", NEW]);
        let status = || repo.git(&["status", "--porcelain=v2"]);
        let before = status();
        carry_out(&repo, &announce(&repo, &[commit(&[NEW]), restore(OLD), super::stash(&["cut"])])).unwrap();
        assert_eq!(status(), "", "{options:?}");
        undo(&repo).unwrap();
        assert_eq!(status(), before, "{options:?}");
    }
}
