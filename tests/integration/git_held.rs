//! What paths hold on disk, in the index and in HEAD, against what the `git` program says of the same repository.

use std::os::unix::fs::{PermissionsExt as _, symlink};

use phase_pipeline::engine::path::RepoPath;
use phase_pipeline::engine::recovery::PathState;
use phase_pipeline::git::{Backend, Repository};
use sha2::{Digest as _, Sha256};

use crate::common::repo::Repo;

fn states(repo: &Repo, start: &str, paths: &[&str]) -> Vec<PathState> {
    let repository = Repository::discover(&repo.path(start), Backend::Auto).unwrap();
    let paths: Vec<RepoPath> = paths.iter().copied().map(RepoPath::from).collect();
    let states = repository.path_states(&paths).unwrap();
    assert_eq!(states.iter().map(|state| state.path.clone()).collect::<Vec<_>>(), paths, "one each, in order");
    states
}

fn state(repo: &Repo, path: &str) -> PathState {
    states(repo, "", &[path]).remove(0)
}

fn bytes(text: &str) -> [u8; 32] {
    Sha256::digest(text).into()
}

#[test]
fn each_place_tells_its_own() {
    let repo = Repo::new();
    repo.write(".gitattributes", "* text=auto\n").write("sub/kept", "one\n").write("sub/gone", "two\n");
    symlink("kept", repo.path("sub/link")).unwrap();
    repo.commit("first");
    repo.write("sub/kept", "staged\n").git(&["add", "sub/kept"]);
    repo.write("sub/kept", "three\r\n").remove("sub/gone").write("sub/new", "new\n");
    std::fs::set_permissions(repo.path("sub/kept"), std::fs::Permissions::from_mode(0o755)).unwrap();
    // The paths are those of the root wherever one starts, and brackets and stars are no patterns.
    repo.write("sub/[kn]*", "odd\n");
    let paths = ["sub/kept", "sub/gone", "sub/new", "sub/link", "sub/[kn]*", "sub", "nowhere"];
    let found = states(&repo, "sub", &paths);
    let id = |revision: &str| repo.id(revision);
    let at = |place: usize| &found[place];
    assert_eq!(at(0).disk, Some((0o100_755, bytes("three\r\n"))), "raw bytes, and the mode on disk");
    assert_eq!(at(0).index.iter().map(|entry| entry.id.to_string()).collect::<Vec<_>>(), [id(":sub/kept")]);
    assert_eq!(at(0).head.map(|(mode, id)| (mode, id.to_string())), Some((0o100_644, id("HEAD:sub/kept"))));
    assert_eq!((at(1).disk, at(1).index.len(), at(1).head.is_some()), (None, 1, true));
    assert_eq!((at(2).disk, at(2).index.len(), at(2).head), (Some((0o100_644, bytes("new\n"))), 0, None));
    assert_eq!((at(3).disk, at(3).index[0].mode), (Some((0o120_000, bytes("kept"))), 0o120_000));
    assert_eq!(at(3).head.unwrap().0, 0o120_000);
    assert_eq!((at(4).disk, at(4).index.len()), (Some((0o100_644, bytes("odd\n"))), 0));
    assert_eq!((at(5).disk.unwrap().0, at(5).index.len(), at(5).head.unwrap().0), (0o040_000, 0, 0o040_000));
    assert_eq!((at(6).disk, at(6).index.len(), at(6).head), (None, 0, None));
}

#[test]
fn a_conflict_has_several_entries_and_no_commit_is_no_head() {
    let repo = Repo::new();
    repo.write("new", "new\n").git(&["add", "--intent-to-add", "new"]);
    let announced = state(&repo, "new");
    assert_eq!((announced.index.len(), announced.head), (1, None));
    repo.write("both", "base\n").commit("base");
    repo.git(&["checkout", "--quiet", "-b", "other"]);
    repo.write("both", "theirs\n").commit("theirs");
    repo.git(&["checkout", "--quiet", "main"]);
    repo.write("both", "ours\n").commit("ours");
    assert!(!repo.try_git(&["merge", "other"]).status.success());
    let stages: Vec<u8> = state(&repo, "both").index.iter().map(|entry| entry.stage).collect();
    assert_eq!(stages, [1, 2, 3]);
}

#[test]
fn nothing_is_read_through_a_link_and_no_filter_runs() {
    let repo = Repo::new();
    repo.write(".gitattributes", "*.txt filter=mark\n").write("folder/a.txt", "one\n");
    repo.commit("first");
    let mark = repo.root().with_file_name("mark");
    repo.git(&["config", "filter.mark.clean", &format!("touch '{}'; cat", mark.display())]);
    repo.write("folder/a.txt", "two\n");
    assert_eq!(state(&repo, "folder/a.txt").disk.unwrap().1, bytes("two\n"));
    std::fs::rename(repo.path("folder"), repo.path("moved")).unwrap();
    symlink("moved", repo.path("folder")).unwrap();
    let behind = state(&repo, "folder/a.txt");
    assert_eq!((behind.disk, behind.index.len(), behind.head.is_some()), (None, 1, true));
    assert!(!mark.exists());
}

#[test]
fn more_paths_than_one_command_line_takes() {
    let repo = Repo::new();
    let names: Vec<String> = (0..250).map(|number| format!("{}/{number}", "folder".repeat(20))).collect();
    for name in &names {
        repo.write(name, name);
    }
    repo.commit("first");
    let paths: Vec<&str> = names.iter().map(String::as_str).collect();
    let found = states(&repo, "", &paths);
    assert!(found.iter().all(|state| state.disk.is_some() && state.index.len() == 1 && state.head.is_some()));
}
