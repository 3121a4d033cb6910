//! What a phase may leave behind: each scene has the files of an action, of every kind, beside files of other people.

use std::os::unix::fs::{PermissionsExt as _, symlink};

use phase_pipeline::engine::recovery::Action;

use super::{commit, remove, restore, stash};
use crate::common::repo::Repo;

/// A state, and what is to be done about it.
pub(crate) struct Scene {
    pub(crate) repo: Repo,
    pub(crate) actions: Vec<Action>,
}

fn scene(repo: Repo, actions: Vec<Action>) -> Scene {
    Scene { repo, actions }
}

fn set_executable(repo: &Repo, path: &str, is_it: bool) {
    let mode = if is_it { 0o755 } else { 0o644 };
    std::fs::set_permissions(repo.path(path), std::fs::Permissions::from_mode(mode)).unwrap();
}

/// Files with line endings of their own, behind a filter, executable, a link; all committed.
fn base() -> Repo {
    let repo = Repo::new();
    for (name, value) in [
        ("user.name", "Somebody"),
        ("user.email", "somebody@example.com"),
        ("filter.upper.clean", "tr a-z A-Z"),
        ("filter.upper.smudge", "tr A-Z a-z"),
    ] {
        repo.git(&["config", name, value]);
    }
    repo.write(".gitattributes", "* text=auto\n*.crlf text eol=crlf\n*.up filter=upper\n");
    repo.write("phase/auto.md", "one\n").write("phase/dos.crlf", "one\r\ntwo\r\n").write("phase/loud.up", "low\n");
    repo.write("phase/run.sh", "#!/bin/sh\n").write("phase/gone.md", "gone\n").write("phase/bin", b"\0\r\n\xff");
    set_executable(&repo, "phase/run.sh", true);
    symlink("auto.md", repo.path("phase/link")).unwrap();
    for name in ["staged", "unstaged", "both", "unmoded"] {
        repo.write(&format!("other/{name}"), "one\n");
    }
    repo.commit("first");
    repo
}

/// Work of other people, in every place where it can stand.
fn neighbours(repo: &Repo) {
    repo.write("other/staged", "staged\n").write("other/both", "staged\n").write("other/new", "new\r\n");
    repo.git(&["add", "other/staged", "other/both", "other/new"]);
    repo.write("other/both", "and more\r\n").write("other/unstaged", "more\n").write("other/untracked", "mine\r\n");
    repo.write("other/announced", "soon\n").git(&["add", "--intent-to-add", "other/announced"]);
    set_executable(repo, "other/unmoded", true);
    std::fs::set_permissions(repo.path("other/untracked"), std::fs::Permissions::from_mode(0o600)).unwrap();
}

/// New and changed artifacts, to be committed.
pub(crate) fn commits() -> Scene {
    let repo = base();
    repo.write("phase/auto.md", "two\r\nthree\r\n").write("phase/dos.crlf", "two\n").write("phase/loud.up", "higher\n");
    repo.write("phase/auto.md", "staged\n").git(&["add", "phase/auto.md"]);
    repo.write("phase/auto.md", "two\r\nthree\r\n").write("phase/new [1]*.md", "new\r\n").remove("phase/gone.md");
    set_executable(&repo, "phase/run.sh", false);
    std::fs::remove_file(repo.path("phase/link")).unwrap();
    symlink("dos.crlf", repo.path("phase/link")).unwrap();
    repo.write("phase/said.md", "said\n").git(&["add", "--intent-to-add", "phase/said.md"]);
    neighbours(&repo);
    let several = ["auto.md", "dos.crlf", "loud.up", "run.sh", "link", "gone.md", "said.md"];
    let several = several.map(|name| format!("phase/{name}"));
    let several: Vec<&str> = several.iter().map(String::as_str).collect();
    scene(repo, vec![commit(&["phase/new [1]*.md"]), commit(&several)])
}

/// The first commit of a repository.
pub(crate) fn first_commit() -> Scene {
    let repo = Repo::new();
    repo.git(&["config", "user.name", "Somebody"]);
    repo.git(&["config", "user.email", "somebody@example.com"]);
    repo.write("phase/a.md", "a\r\n").write("other", "other\n").write("mine", "mine\n");
    repo.git(&["add", "other"]);
    scene(repo, vec![commit(&["phase/a.md"])])
}

/// Files that git does not hold, to be removed.
pub(crate) fn removals() -> Scene {
    let repo = base();
    repo.write("phase/staged.md", "staged\n").git(&["add", "phase/staged.md"]);
    repo.write("phase/staged.md", "staged, and more\r\n");
    repo.write("phase/said.md", "said\n").git(&["add", "--intent-to-add", "phase/said.md"]);
    symlink("nowhere", repo.path("phase/new-link")).unwrap();
    std::fs::set_permissions(repo.path("phase/staged.md"), std::fs::Permissions::from_mode(0o750)).unwrap();
    neighbours(&repo);
    scene(repo, ["phase/staged.md", "phase/said.md", "phase/new-link"].map(remove).to_vec())
}

/// Files that HEAD has otherwise, to be restored.
pub(crate) fn restorations() -> Scene {
    let repo = base();
    repo.write("phase/auto.md", "staged\n").git(&["add", "phase/auto.md"]);
    repo.write("phase/auto.md", "cut\nmixed\r\n")
        .write("phase/loud.up", "Cut")
        .remove("phase/link")
        .write("phase/link", "no link any more");
    repo.remove("phase/gone.md").git(&["rm", "--quiet", "--cached", "phase/bin"]);
    neighbours(&repo);
    let paths = ["auto.md", "loud.up", "link", "gone.md", "bin"];
    scene(repo, paths.iter().map(|name| restore(&format!("phase/{name}"))).collect())
}

/// A file left in conflict, to be restored; the merge itself is over.
pub(crate) fn conflict() -> Scene {
    let repo = base();
    repo.write("phase/auto.md", "mine\n").git(&["stash"]);
    repo.write("phase/auto.md", "theirs\n").commit("second");
    assert!(!repo.try_git(&["stash", "pop"]).status.success(), "a conflict without an operation");
    neighbours(&repo);
    scene(repo, vec![restore("phase/auto.md")])
}

/// Changes of every kind, to be stashed.
pub(crate) fn stashes() -> Scene {
    let repo = base();
    repo.write("phase/auto.md", "kept from before\n").git(&["stash", "push", "--quiet", "--message", "theirs"]);
    repo.write("phase/auto.md", "staged\n").git(&["add", "phase/auto.md"]);
    repo.write("phase/auto.md", "staged, and more\r\n").write("phase/dos.crlf", "new\r\n").remove("phase/gone.md");
    repo.write("phase/new.md", "new\r\n").write("phase/added.md", "added\n").git(&["add", "phase/added.md"]);
    set_executable(&repo, "phase/bin", true);
    neighbours(&repo);
    let names = ["auto.md", "dos.crlf", "gone.md", "new.md", "added.md", "bin"].map(|name| format!("phase/{name}"));
    scene(repo, vec![stash(&names.iter().map(String::as_str).collect::<Vec<_>>())])
}

/// One action of each kind, one after the other.
pub(crate) fn mixed() -> Scene {
    let repo = base();
    repo.write("phase/new.md", "new\r\n").write("phase/cut.md", "cut").write("phase/dos.crlf", "cut");
    repo.write("phase/auto.md", "work\r\n").write("phase/more.md", "more\n");
    neighbours(&repo);
    let by_hand = Action::ByHand { what: "look at it".to_owned() };
    let actions = vec![
        stash(&["phase/auto.md", "phase/more.md"]),
        remove("phase/cut.md"),
        by_hand,
        restore("phase/dos.crlf"),
        commit(&["phase/new.md"]),
    ];
    scene(repo, actions)
}
