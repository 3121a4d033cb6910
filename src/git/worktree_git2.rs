//! The work tree through libgit2, for where there is no `git` program. It never writes the index.
//!
//! Source: <https://libgit2.org/docs/reference/main/status/>; where it differs from git, git is followed.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use git2::{IndexEntry, IndexEntryExtendedFlag, IndexEntryFlag, StatusOptions};

use super::child::os_string;
use super::error::GitError;
use super::hidden::Hidden;
use super::loose::Loose;
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
        let opened = git2::Repository::open(&self.git_dir).map_err(|error| failed("opening the repository", &error))?;
        Loose::new(opened.commondir()).check()?;
        read(&self.git_dir).map(Pending::Done).map_err(unreadable)
    }

    fn hidden(&self, _: &Path) -> Result<Vec<Hidden>, GitError> {
        hidden(&self.git_dir).map_err(|error| failed("reading the index", &error))
    }

    fn word(&self) -> &'static str {
        "git2 status"
    }
}

fn hidden(git_dir: &Path) -> Result<Vec<Hidden>, git2::Error> {
    let repository = git2::Repository::open(git_dir)?;
    let is_sparse = repository.config()?.get_bool("core.sparseCheckout").unwrap_or(false);
    let entries = repository.index()?;
    let hidden = entries.iter().filter_map(|entry| {
        let may_be_absent = entry.flags_extended & IndexEntryExtendedFlag::SKIP_WORKTREE.bits() != 0;
        let is_assumed = entry.flags & IndexEntryFlag::VALID.bits() != 0;
        let is_hidden = if may_be_absent { !is_sparse } else { is_assumed };
        is_hidden.then(|| Hidden { path: RepoPath::new(&entry.path), may_be_absent, is_assumed })
    });
    Ok(hidden.collect())
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
        status.entries.insert(RepoPath::new(path), seen);
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

/// Both sides of a path that nothing was done to.
const SAME: (Side, Side) = (Side::Unmodified, Side::Unmodified);

/// Brings libgit2's answer to git's, where the index knows better.
fn correct(repository: &git2::Repository, status: &mut Status) -> Result<(), git2::Error> {
    let index = repository.index()?;
    let root = repository.workdir().unwrap_or(repository.path()).to_path_buf();
    let is_sparse = repository.config()?.get_bool("core.sparseCheckout").unwrap_or(false);
    let tree = head_tree(repository)?;
    let (mut links, mut announced, mut passed_over) = (BTreeMap::new(), Vec::new(), Vec::new());
    for entry in index.iter() {
        let has = |flag: IndexEntryExtendedFlag| entry.flags_extended & flag.bits() != 0;
        let path = RepoPath::new(&entry.path);
        if entry.flags & IndexEntryFlag::VALID.bits() != 0 {
            // Assumed to be unchanged in the work tree; libgit2 then does not see either that it is new in the index.
            if !is_in(tree.as_ref(), &path) {
                status.entries.entry(path.clone()).or_default().index = Side::Added;
            }
            passed_over.push(path.clone());
        }
        if has(IndexEntryExtendedFlag::INTENT_TO_ADD) {
            announced.push(path.clone());
        }
        if has(IndexEntryExtendedFlag::SKIP_WORKTREE) {
            // Git looks at such a file only where a sparse checkout left it out and it is there all the same.
            let is_looked_at = is_sparse && root.join(os_string(path.as_bytes())).symlink_metadata().is_ok();
            passed_over.extend((!is_looked_at).then(|| path.clone()));
        }
        if entry.mode & 0o170_000 == 0o160_000 {
            links.insert(path, entry);
        } else if let Some(seen) = status.entries.get_mut(&path) {
            // A repository where a file was: with a commit it could be a submodule; without one the file is just gone.
            if seen.untracked == Untracked::NestedRepository {
                seen.untracked = Untracked::No;
                seen.submodule = standing_at(&root.join(os_string(path.as_bytes()))).is_some();
                seen.work = if seen.submodule { Side::TypeChanged } else { Side::Deleted };
            }
        }
    }
    staged_submodules(repository, tree.as_ref(), &index, status)?;
    for (path, link) in &links {
        let work = work_side(&root, path, link);
        if work != Side::Unmodified || status.entries.contains_key(path) {
            let entry = status.entries.entry(path.clone()).or_default();
            (entry.work, entry.submodule) = (work, true);
        }
    }
    for path in &announced {
        announce(status, path, is_in(tree.as_ref(), path));
    }
    for path in &passed_over {
        if let Some(entry) = status.entries.get_mut(path) {
            (entry.work, entry.intent_to_add) = (Side::Unmodified, false);
        }
    }
    status
        .entries
        .retain(|_, entry| (entry.index, entry.work) != SAME || entry.conflicted || entry.untracked != Untracked::No);
    Ok(())
}

/// HEAD's tree; none before the first commit.
fn head_tree(repository: &git2::Repository) -> Result<Option<git2::Tree<'_>>, git2::Error> {
    match repository.head().and_then(|head| head.peel_to_tree()) {
        Ok(tree) => Ok(Some(tree)),
        Err(error) if matches!(error.code(), git2::ErrorCode::UnbornBranch | git2::ErrorCode::NotFound) => Ok(None),
        Err(error) => Err(error),
    }
}

fn is_in(tree: Option<&git2::Tree<'_>>, path: &RepoPath) -> bool {
    tree.is_some_and(|tree| tree.get_path(Path::new(&os_string(path.as_bytes()))).is_ok())
}

/// An announced file is in the index by name alone: libgit2 calls it added there, git added to the work tree and, where HEAD
/// holds it, deleted from the index.
fn announce(status: &mut Status, path: &RepoPath, is_in_head: bool) {
    let Some(entry) = status.entries.get_mut(path) else { return };
    entry.index = if is_in_head { Side::Deleted } else { Side::Unmodified };
    if entry.work == Side::Deleted {
        return;
    }
    entry.work = Side::Added;
    entry.intent_to_add = true;
}

/// The index against HEAD's tree where either holds a submodule: libgit2's status looks at none of them.
fn staged_submodules(
    repository: &git2::Repository,
    tree: Option<&git2::Tree<'_>>,
    index: &git2::Index,
    status: &mut Status,
) -> Result<(), git2::Error> {
    let mut options = git2::DiffOptions::new();
    options.include_typechange(true).ignore_submodules(false);
    let diff = repository.diff_tree_to_index(tree, Some(index), Some(&mut options))?;
    for delta in diff.deltas() {
        let (old, new) = (delta.old_file(), delta.new_file());
        if ![old.mode(), new.mode()].contains(&git2::FileMode::Commit) {
            continue;
        }
        let Some(path) = new.path_bytes().or_else(|| old.path_bytes()) else { continue };
        let side = match delta.status() {
            git2::Delta::Added => Side::Added,
            git2::Delta::Deleted => Side::Deleted,
            git2::Delta::Modified => Side::Modified,
            git2::Delta::Typechange => Side::TypeChanged,
            _ => continue,
        };
        let entry = status.entries.entry(RepoPath::new(path)).or_default();
        (entry.index, entry.submodule) = (side, true);
    }
    Ok(())
}

/// A submodule's folder against the commit in the index: what it stands at, never what is changed in it.
fn work_side(root: &Path, path: &RepoPath, link: &IndexEntry) -> Side {
    let disk = root.join(os_string(path.as_bytes()));
    match disk.symlink_metadata() {
        Err(_) => Side::Deleted,
        Ok(found) if !found.is_dir() => Side::TypeChanged,
        // A submodule that is not checked out is an empty folder, and no change.
        Ok(_) if !disk.join(".git").exists() => Side::Unmodified,
        Ok(_) if standing_at(&disk).is_some_and(|id| id != link.id) => Side::Modified,
        Ok(_) => Side::Unmodified,
    }
}

/// The commit that another repository, inside this one, stands at.
fn standing_at(folder: &Path) -> Option<git2::Oid> {
    git2::Repository::open(folder).and_then(|inner| inner.refname_to_id("HEAD")).ok()
}
