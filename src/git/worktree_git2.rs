//! The work tree through libgit2, for where there is no `git` program. It never writes the index.
//!
//! Source: <https://libgit2.org/docs/reference/main/status/>; where it differs from git, git is followed.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use git2::{IndexEntry, IndexEntryExtendedFlag, StatusOptions};

use super::child::os_string;
use super::error::GitError;
use super::objects_git2::failed;
use super::status::{Side, Status, StatusEntry, Untracked};
use super::worktree::{Pending, WorkTree};
use crate::engine::object::Oid;
use crate::engine::path::RepoPath;

/// The work tree of one repository, read by libgit2. It is opened anew for each reading, because libgit2 keeps an index that
/// may have changed meanwhile.
pub(super) struct Git2WorkTree {
    git_dir: PathBuf,
}

impl Git2WorkTree {
    pub(super) fn new(git_dir: PathBuf) -> Self {
        Self { git_dir }
    }
}

impl WorkTree for Git2WorkTree {
    fn start(&self) -> Result<Pending, GitError> {
        let unreadable = |error: git2::Error| match error.class() {
            git2::ErrorClass::Index | git2::ErrorClass::Repository => {
                GitError::Unsupported { what: super::error::said(error.message().as_bytes()) }
            }
            _ => failed("reading the work tree", &error),
        };
        read(&self.git_dir).map(Pending::Done).map_err(unreadable)
    }

    fn word(&self) -> &'static str {
        "git2 status"
    }
}

fn read(git_dir: &Path) -> Result<Status, git2::Error> {
    let repository = git2::Repository::open(git_dir)?;
    let mut status = Status::default();
    read_head(&repository, &mut status)?;

    let mut options = StatusOptions::new();
    options.include_untracked(true).recurse_untracked_dirs(true).include_unreadable(false);
    options.exclude_submodules(true).update_index(false).renames_head_to_index(false).renames_index_to_workdir(false);
    let found = repository.statuses(Some(&mut options))?;
    for entry in found.iter() {
        let path = entry.path_bytes();
        let seen = of_flags(entry.status(), path.ends_with(b"/"));
        if seen != StatusEntry::default() {
            status.entries.insert(RepoPath::new(path), seen);
        }
    }
    drop(found);

    correct(&repository, &mut status)?;
    Ok(status)
}

fn read_head(repository: &git2::Repository, status: &mut Status) -> Result<(), git2::Error> {
    let head = repository.find_reference("HEAD")?;
    if let Some(target) = head.symbolic_target_bytes() {
        status.branch = Some(target.strip_prefix(b"refs/heads/").unwrap_or(target).to_vec());
    }
    status.head = match head.resolve() {
        Ok(direct) => direct.target().and_then(|id| Oid::from_bytes(id.as_bytes())),
        Err(error) if error.code() == git2::ErrorCode::NotFound => None,
        Err(error) => return Err(error),
    };
    Ok(())
}

fn of_flags(flags: git2::Status, is_folder: bool) -> StatusEntry {
    let has = |flag: git2::Status| flags.contains(flag);
    let index = [
        (git2::Status::INDEX_NEW, Side::Added),
        (git2::Status::INDEX_DELETED, Side::Deleted),
        (git2::Status::INDEX_TYPECHANGE, Side::TypeChanged),
        (git2::Status::INDEX_MODIFIED, Side::Modified),
    ];
    let work = [
        (git2::Status::WT_DELETED, Side::Deleted),
        (git2::Status::WT_TYPECHANGE, Side::TypeChanged),
        (git2::Status::WT_MODIFIED, Side::Modified),
    ];
    let side = |table: &[(git2::Status, Side)]| {
        table.iter().find(|(flag, _)| has(*flag)).map_or(Side::Unmodified, |(_, side)| *side)
    };
    let untracked = match (has(git2::Status::WT_NEW), is_folder) {
        (false, _) => Untracked::No,
        (true, false) => Untracked::File,
        (true, true) => Untracked::NestedRepository,
    };
    if has(git2::Status::CONFLICTED) {
        return StatusEntry { conflicted: true, ..StatusEntry::default() };
    }
    StatusEntry { index: side(&index), work: side(&work), untracked, ..StatusEntry::default() }
}

/// Brings libgit2's answer to git's, where the index knows better.
fn correct(repository: &git2::Repository, status: &mut Status) -> Result<(), git2::Error> {
    let index = repository.index()?;
    let root = repository.workdir().unwrap_or(repository.path()).to_path_buf();
    let is_sparse = repository.config()?.get_bool("core.sparseCheckout").unwrap_or(false);
    let mut links = BTreeMap::new();
    for entry in index.iter() {
        let has = |flag: IndexEntryExtendedFlag| entry.flags_extended & flag.bits() != 0;
        let path = RepoPath::new(&entry.path);
        if entry.mode & 0o170_000 == 0o160_000 {
            links.insert(path, entry);
        } else if has(IndexEntryExtendedFlag::INTENT_TO_ADD) {
            announce(status, &path);
        } else if has(IndexEntryExtendedFlag::SKIP_WORKTREE) {
            // Git looks at such a file only where a sparse checkout left it out and it is there all the same.
            let is_looked_at = is_sparse && root.join(os_string(path.as_bytes())).symlink_metadata().is_ok();
            if !is_looked_at {
                keep_index_side(status, &path);
            }
        }
    }
    submodules(repository, &root, &links, status)
}

/// An announced file is in nobody's tree: libgit2 calls it added to the index, git added to the work tree.
fn announce(status: &mut Status, path: &RepoPath) {
    let Some(entry) = status.entries.get_mut(path) else { return };
    entry.index = Side::Unmodified;
    if entry.work == Side::Deleted {
        return;
    }
    entry.work = Side::Added;
    entry.intent_to_add = true;
}

fn keep_index_side(status: &mut Status, path: &RepoPath) {
    let Some(entry) = status.entries.get_mut(path) else { return };
    entry.work = Side::Unmodified;
    if *entry == StatusEntry::default() {
        status.entries.remove(path);
    }
}

/// Submodules: the commit in HEAD's tree, in the index, and the one that the submodule stands at.
fn submodules(
    repository: &git2::Repository,
    root: &Path,
    links: &BTreeMap<RepoPath, IndexEntry>,
    status: &mut Status,
) -> Result<(), git2::Error> {
    let tree = match repository.head().and_then(|head| head.peel_to_tree()) {
        Ok(tree) => Some(tree),
        Err(error) if matches!(error.code(), git2::ErrorCode::UnbornBranch | git2::ErrorCode::NotFound) => None,
        Err(error) => return Err(error),
    };
    for (path, link) in links {
        let place = PathBuf::from(os_string(path.as_bytes()));
        let before = tree.as_ref().and_then(|tree| tree.get_path(&place).ok());
        let index = match before {
            None => Side::Added,
            Some(before) if before.kind() != Some(git2::ObjectType::Commit) => Side::TypeChanged,
            Some(before) if before.id() != link.id => Side::Modified,
            Some(_) => Side::Unmodified,
        };
        let disk = root.join(&place);
        let work = match disk.symlink_metadata() {
            Err(_) => Side::Deleted,
            Ok(found) if !found.is_dir() => Side::TypeChanged,
            // A submodule that is not checked out is an empty folder, and no change.
            Ok(_) if !disk.join(".git").exists() => Side::Unmodified,
            Ok(_) => match git2::Repository::open(&disk).and_then(|inner| inner.refname_to_id("HEAD")) {
                Ok(id) if id != link.id => Side::Modified,
                _ => Side::Unmodified,
            },
        };
        if (index, work) == (Side::Unmodified, Side::Unmodified) {
            status.entries.remove(path);
        } else {
            let entry = StatusEntry { index, work, submodule: true, ..StatusEntry::default() };
            status.entries.insert(path.clone(), entry);
        }
    }
    Ok(())
}
