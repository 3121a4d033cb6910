//! Everything that a user could miss: files, index, HEAD, stashes, as values to compare.

use std::collections::{BTreeMap, BTreeSet};
use std::os::unix::ffi::OsStrExt as _;
use std::os::unix::fs::PermissionsExt as _;
use std::path::Path;

use crate::common::repo::Repo;

/// A repository as a user sees it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Picture {
    /// Per file its permissions and raw bytes; of a link its target.
    pub(crate) files: BTreeMap<String, (u32, Vec<u8>)>,
    /// Every entry of the index, conflicts included.
    pub(crate) index: String,
    /// What git makes of both: it knows names that are only announced.
    pub(crate) status: String,
    /// The branch.
    pub(crate) branch: String,
    /// The subjects and trees of the history, which have no date in them.
    pub(crate) history: String,
    /// What the stashes are called and hold.
    pub(crate) stashes: String,
}

impl Picture {
    pub(crate) fn of(repo: &Repo) -> Self {
        let words = ["--no-optional-locks", "status", "--porcelain=v2", "--untracked-files=all"];
        let status = String::from_utf8_lossy(&repo.try_git(&words).stdout).into_owned();
        let mut files = BTreeMap::new();
        walk(repo.root(), repo.root(), &mut files);
        let git = git2::Repository::open(repo.root()).unwrap();
        let tree_of = |id: git2::Oid| git.find_commit(id).unwrap().tree_id();
        let entry = |entry: git2::IndexEntry| {
            let stage = (entry.flags >> 12) & 3;
            format!("{:o} {} {stage} {}\n", entry.mode, entry.id, String::from_utf8_lossy(&entry.path))
        };
        let mut history = String::new();
        let mut walk = git.revwalk().unwrap();
        if walk.push_head().is_ok() {
            for id in walk {
                let commit = git.find_commit(id.unwrap()).unwrap();
                history = format!("{history}{} {}\n", commit.summary().unwrap().unwrap(), commit.tree_id());
            }
        }
        let stashes = git.reflog("refs/stash").unwrap();
        let stash = |stash: git2::ReflogEntry<'_>| {
            format!("{} {}\n", stash.message().unwrap().unwrap(), tree_of(stash.id_new()))
        };
        Self {
            files,
            index: git.index().unwrap().iter().map(entry).collect(),
            status,
            branch: std::fs::read_to_string(repo.path(".git/HEAD")).unwrap(),
            history,
            stashes: stashes.iter().map(stash).collect(),
        }
    }
}

fn walk(root: &Path, folder: &Path, files: &mut BTreeMap<String, (u32, Vec<u8>)>) {
    for entry in std::fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        if path == root.join(".git") {
            continue;
        }
        let name = path.strip_prefix(root).unwrap().to_string_lossy().into_owned();
        let found = path.symlink_metadata().unwrap();
        if found.is_dir() {
            walk(root, &path, files);
        } else if found.is_symlink() {
            files.insert(name, (0, std::fs::read_link(path).unwrap().as_os_str().as_bytes().to_vec()));
        } else {
            files.insert(name, (found.permissions().mode() & 0o7777, std::fs::read(path).unwrap()));
        }
    }
}

/// The ids of the content on disk, as it lies there, and in the index.
pub(crate) fn at_stake(repo: &Repo) -> BTreeSet<git2::Oid> {
    let mut files = BTreeMap::new();
    walk(repo.root(), repo.root(), &mut files);
    let git = git2::Repository::open(repo.root()).unwrap();
    let blob = |bytes: &[u8]| git2::Oid::hash_object(git2::ObjectType::Blob, bytes).unwrap();
    let on_disk = files.values().map(|(_, bytes)| blob(bytes));
    on_disk.chain(git.index().unwrap().iter().map(|entry| entry.id)).collect()
}

/// Those, and what HEAD and snapshots keep.
pub(crate) fn held(repo: &Repo) -> BTreeSet<git2::Oid> {
    let mut ids = at_stake(repo);
    let git = git2::Repository::open(repo.root()).unwrap();
    let snapshots = git.references_glob("refs/phase-pipeline/**").unwrap().map(|found| found.unwrap());
    for reference in snapshots.chain(git.head().ok()) {
        let commit = reference.peel_to_commit().unwrap();
        for commit in commit.parents().chain([commit.clone()]) {
            let mut each = |_: &str, entry: &git2::TreeEntry<'_>| {
                ids.insert(entry.id());
                git2::TreeWalkResult::Ok
            };
            commit.tree().unwrap().walk(git2::TreeWalkMode::PreOrder, &mut each).unwrap();
        }
    }
    ids
}

/// What a recovery leaves of its own in the git directory: nothing of it may stay after undo.
pub(crate) fn debris(repo: &Repo) -> Vec<String> {
    let mut left = BTreeMap::new();
    let folder = repo.path(".git/phase-pipeline");
    if folder.is_dir() {
        walk(&folder, &folder, &mut left);
    }
    let references = repo.git(&["for-each-ref", "--format=%(refname)", "refs/phase-pipeline"]);
    left.into_keys().chain(references.lines().map(str::to_owned)).filter(|name| name != "lock").collect()
}
