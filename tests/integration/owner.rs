//! A repository of another user: right evidence where it is trusted, else a refusal with the command that helps, before anything
//! of it is read.
//!
//! Source: <https://git-scm.com/docs/git-config> (`safe.directory`).

use std::fs;
use std::os::unix::fs::MetadataExt as _;
use std::path::{Path, PathBuf};

use crate::common::answer::Answer;
use crate::common::bin::{Bin, Ran};
use crate::common::project::Project;

/// Some user that the tests do not run as.
const STRANGER: u32 = 54_321;

/// A project, and the home of whoever asks about it.
struct Place {
    project: Project,
    home: PathBuf,
    no_programs: PathBuf,
}

/// Who reads: with `git`, or libgit2 alone where there is no program.
const READERS: [(bool, &str); 2] = [(true, "git2 objects, git status"), (false, "git2 objects, git2 status")];

impl Place {
    fn new() -> Self {
        let project = Project::new();
        project.phase("07-photos").context();
        let beside = |name: &str| {
            let folder = project.repo().root().with_file_name(name);
            fs::create_dir(&folder).unwrap();
            folder
        };
        let (home, no_programs) = (beside("asker"), beside("empty"));
        Self { project, home, no_programs }
    }

    /// Gives everything below the root to somebody else; false where only an administrator could.
    fn give_away(&self) -> bool {
        let root = self.project.repo().root();
        fs::metadata(&self.home).unwrap().uid() == 0 && {
            give_to_stranger(root);
            true
        }
    }

    fn bin<'a>(&'a self, folder: &'a Path, with_git: bool) -> Bin<'a> {
        let bin =
            Bin::in_folder(folder).with("HOME", &self.home).with("GIT_CONFIG_GLOBAL", self.home.join(".gitconfig"));
        if with_git { bin } else { bin.with("PATH", &self.no_programs) }
    }

    /// Does what the message says.
    fn follow(&self, told: &str) {
        let line = told.lines().find_map(|line| line.split_once("git config --global --add safe.directory "));
        let trusted = line.unwrap_or_else(|| panic!("{told}")).1;
        let mut git = self.project.repo().command("git");
        git.env("HOME", &self.home).env_remove("GIT_CONFIG_GLOBAL");
        assert!(git.args(["config", "--global", "--add", "safe.directory", trusted]).status().unwrap().success());
    }
}

fn give_to_stranger(path: &Path) {
    if path.is_dir() && !path.is_symlink() {
        for entry in fs::read_dir(path).unwrap() {
            give_to_stranger(&entry.unwrap().path());
        }
    }
    std::os::unix::fs::lchown(path, Some(STRANGER), Some(STRANGER)).unwrap();
}

#[track_caller]
fn refused(ran: &Ran, root: &Path) {
    assert_eq!((ran.code, ran.out.as_str()), (3, ""), "{ran:?}");
    assert!(ran.err.contains("belongs to another user"), "{}", ran.err);
    let line = format!("git config --global --add safe.directory {}", root.display());
    assert!(ran.err.lines().any(|told| told.ends_with(&line)), "{}", ran.err);
}

#[test]
fn what_belongs_to_another_user_is_refused_until_the_printed_command_has_run() {
    let place = Place::new();
    let root = place.project.repo().root().to_path_buf();
    if !place.give_away() {
        // Only git can be told to take the owner for another; what libgit2 does is not to be seen then.
        refused(&place.bin(&root, true).with("GIT_TEST_ASSUME_DIFFERENT_OWNER", "1").run(&["7"]), &root);
        return;
    }
    let deep = root.join(".planning/phases");
    for (with_git, _) in READERS {
        for folder in [&root, &deep] {
            for command in [&["7"][..], &["status"], &["steps", "7"], &["explain", "7"]] {
                refused(&place.bin(folder, with_git).run(command), &root);
            }
        }
    }
    place.follow(&place.bin(&deep, true).run(&["7"]).err);
    for (with_git, readers) in READERS {
        let answer = Answer::of(&place.bin(&deep, with_git).run(&["7", "--format", "json"]));
        assert_eq!(answer.text("/tool/git_backend"), readers);
        answer.goes_to(7, "resume/pre-plan");
    }
    // Where libgit2 knows nothing of that trust, git reads alone.
    let bin = place.bin(&root, true).with("HOME", &place.no_programs);
    let answer = Answer::of(&bin.run(&["7", "--format", "json"])).goes_to(7, "resume/pre-plan");
    assert_eq!(answer.text("/tool/git_backend"), "git cat-file, git status");
}

#[test]
fn a_linked_work_tree_of_another_user_names_itself() {
    let place = Place::new();
    let repo = place.project.repo();
    let linked = repo.root().with_file_name("linked");
    repo.git(&["worktree", "add", "--quiet", linked.to_str().unwrap()]);
    let bin = || place.bin(&linked, true);
    if place.give_away() {
        give_to_stranger(&linked);
        for (with_git, _) in READERS {
            refused(&place.bin(&linked, with_git).run(&["7"]), &linked);
        }
        place.follow(&bin().run(&["7"]).err);
        Answer::of(&bin().run(&["7", "--format", "json"])).goes_to(7, "resume/pre-plan");
    } else {
        refused(&bin().with("GIT_TEST_ASSUME_DIFFERENT_OWNER", "1").run(&["7"]), &linked);
    }
}

#[test]
fn what_git_refuses_is_not_read_by_libgit2_either() {
    // libgit2 opens this one: it belongs to whoever runs the test, or is trusted in a file that git was told not to read.
    let place = Place::new();
    let (project, root) = (&place.project, place.project.repo().root());
    project.config("{\"secret\": ").commit("chore: config");
    let trusts = |bin: Bin<'_>| bin.run(&["7"]);
    let own = trusts(place.bin(root, true));
    assert_eq!(own.code, 2, "the config is broken: {own:?}");
    let owner = place.bin(root, true).with("GIT_TEST_ASSUME_DIFFERENT_OWNER", "1");
    refused(&owner.run(&["7"]), root);
    refused(&owner.run(&["status"]), root);
    if place.give_away() {
        place.follow(&place.bin(root, true).run(&["7"]).err);
        let alone = place.bin(root, false).run(&["7"]);
        assert_eq!(alone.code, 2, "libgit2 opens it: {alone:?}");
        refused(&place.bin(root, true).with("GIT_CONFIG_GLOBAL", "/dev/null").run(&["7"]), root);
    }
}

#[test]
fn a_repository_whose_configuration_is_empty_is_no_stranger_s() {
    let place = Place::new();
    let (repo, root) = (place.project.repo(), place.project.repo().root());
    fs::write(repo.path(".git/config"), "").unwrap();
    Answer::of(&place.bin(root, true).run(&["7", "--format", "json"])).goes_to(7, "resume/pre-plan");
    refused(&place.bin(root, true).with("GIT_TEST_ASSUME_DIFFERENT_OWNER", "1").run(&["7"]), root);
}
