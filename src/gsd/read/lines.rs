//! The lines that a phase's execute commits, and its uncommitted source, added and removed; read only where they can still raise
//! the depth.

use std::path::PathBuf;

use similar::{ChangeTag, TextDiff};

use crate::engine::destructive::back::ways_back;
use crate::engine::failure::Failure;
use crate::engine::object::Oid;
use crate::engine::path::RepoPath;
use crate::git::{Blob, GitError, Objects, Parents, Repository};
use crate::read::confined::{self, ConfinedError};

/// Files above this size are not compared line by line, in bytes.
const LINES_LIMIT: u64 = 1 << 20;

/// As many uncommitted files are compared: whoever leaves more has built something in the work tree, and waits for an answer.
const MOST_LEFT: usize = 500;

/// Why a file is not compared.
const TOO_LARGE: &str = "is too large to be compared";
const LEFT_OUT: &str =
    "cannot be compared: a partial clone left a version of it out (git fetch --refetch --no-filter brings it)";

/// One added line.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Added {
    /// The commit; none for the work tree.
    pub commit: Option<Oid>,
    /// The file.
    pub path: RepoPath,
    /// Its number in the new version, from 1.
    pub number: usize,
    /// Its text, without the line end.
    pub text: Vec<u8>,
    /// True where it belongs to a migration's way back, by the whole of the new version.
    pub is_way_back: bool,
}

/// What commits or the work tree changed, line by line.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Changed {
    /// Lines added and removed.
    pub count: usize,
    /// The added lines, in the order of commits, files and lines.
    pub added: Vec<Added>,
    /// Files that went away.
    pub deleted: Vec<(Oid, RepoPath)>,
    /// Files that were not compared, and why.
    pub skipped: Vec<(RepoPath, &'static str)>,
}

impl Changed {
    /// Takes what other commits changed.
    pub fn join(&mut self, other: Self) {
        self.count += other.count;
        self.added.extend(other.added);
        self.deleted.extend(other.deleted);
        self.skipped.extend(other.skipped);
    }

    /// The same by other paths.
    #[must_use]
    pub fn moved(mut self, to: impl Fn(&RepoPath) -> RepoPath) -> Self {
        let added = self.added.iter_mut().map(|added| &mut added.path);
        let deleted = self.deleted.iter_mut().map(|(_, path)| path);
        let skipped = self.skipped.iter_mut().map(|(path, _)| path);
        for path in added.chain(deleted).chain(skipped) {
            *path = to(path);
        }
        self
    }
}

/// Compares the files of each commit (`real`: commit and path) with the first parent's.
///
/// # Errors
/// Git cannot be read.
pub fn changed(objects: &Objects, real: &[(Oid, RepoPath)]) -> Result<Changed, Failure> {
    let mut changed = Changed::default();
    for (id, path) in real {
        let commit = objects.commit(*id)?;
        let parent = match objects.parents(&commit) {
            Parents::Known(parents) => parents.first().copied(),
            Parents::Unknown(_) => None,
        };
        let before = parent.map(|parent| objects.commit(parent)).transpose()?.map(|commit| commit.tree);
        let (old, new) = (content(objects, before, path)?, content(objects, Some(commit.tree), path)?);
        match (old, new) {
            (Side::NotRead(why), _) | (_, Side::NotRead(why)) => changed.skipped.push((path.clone(), why)),
            (_, Side::Nothing) => changed.deleted.push((*id, path.clone())),
            (old, Side::Text(new)) => compare(&mut changed, Some(*id), path, &old.bytes(), &new),
        }
    }
    Ok(changed)
}

/// Compares files of the work tree with HEAD's. A line end is one, however it is written: the work tree may have its own.
///
/// # Errors
/// Git cannot be read. A file that cannot be read is skipped.
pub fn changed_here<'p>(
    repository: &Repository,
    head: Option<Oid>,
    left: impl Iterator<Item = &'p RepoPath>,
) -> Result<Changed, Failure> {
    let mut changed = Changed::default();
    for (at, path) in left.enumerate() {
        if at == MOST_LEFT {
            changed.skipped.push((path.clone(), "and more uncommitted files are too many to be compared"));
            break;
        }
        let is_file = |place: PathBuf| place.symlink_metadata().is_ok_and(|found| found.is_file());
        if !confined::join(repository.root(), path).is_some_and(is_file) {
            continue;
        }
        let new = match confined::read(repository.root(), path, LINES_LIMIT) {
            Ok(new) => new.unwrap_or_default(),
            Err(ConfinedError::TooLarge { .. }) => {
                changed.skipped.push((path.clone(), TOO_LARGE));
                continue;
            }
            Err(_) => {
                changed.skipped.push((path.clone(), "cannot be read"));
                continue;
            }
        };
        match content(repository.objects(), head, path)? {
            Side::NotRead(why) => changed.skipped.push((path.clone(), why)),
            old => compare(&mut changed, None, path, &plain_ends(old.bytes()), &plain_ends(new)),
        }
    }
    Ok(changed)
}

/// The text with the usual line ends.
fn plain_ends(text: Vec<u8>) -> Vec<u8> {
    if !text.contains(&b'\r') {
        return text;
    }
    let followed = text.iter().skip(1).map(Some).chain([None]);
    let kept = text.iter().zip(followed).filter(|(byte, next)| !(**byte == b'\r' && *next == Some(&b'\n')));
    kept.map(|(byte, _)| *byte).collect()
}

enum Side {
    Nothing,
    NotRead(&'static str),
    Text(Vec<u8>),
}

impl Side {
    fn bytes(self) -> Vec<u8> {
        match self {
            Self::Text(bytes) => bytes,
            Self::Nothing | Self::NotRead(_) => Vec::new(),
        }
    }
}

fn content(objects: &Objects, tree: Option<Oid>, path: &RepoPath) -> Result<Side, Failure> {
    use crate::engine::object::EntryKind::{Executable, File};
    let Some(tree) = tree else { return Ok(Side::Nothing) };
    let entry = objects.entry_at(tree, path)?.filter(|entry| matches!(entry.kind, File | Executable));
    let Some(entry) = entry else { return Ok(Side::Nothing) };
    match objects.blob(entry.id, LINES_LIMIT) {
        Ok(Blob::Content(bytes)) => Ok(Side::Text(bytes)),
        Ok(Blob::TooLarge(_)) => Ok(Side::NotRead(TOO_LARGE)),
        Err(GitError::Missing { .. }) => Ok(Side::NotRead(LEFT_OUT)),
        Err(error) => Err(error.into()),
    }
}

fn compare(changed: &mut Changed, commit: Option<Oid>, path: &RepoPath, old: &[u8], new: &[u8]) {
    if old.contains(&0) || new.contains(&0) {
        return;
    }
    let back = ways_back(path, new);
    for change in TextDiff::from_lines(old, new).iter_all_changes() {
        match change.tag() {
            ChangeTag::Equal => continue,
            ChangeTag::Delete => {}
            ChangeTag::Insert => {
                let number = change.new_index().unwrap_or_default() + 1;
                changed.added.push(Added {
                    commit,
                    path: path.clone(),
                    number,
                    text: change.value().trim_ascii_end().to_vec(),
                    is_way_back: back.iter().any(|lines| lines.contains(&number)),
                });
            }
        }
        changed.count += 1;
    }
}
