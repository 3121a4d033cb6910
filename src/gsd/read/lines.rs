//! The lines that a phase's execute commits added and removed; read only where they can still raise the depth.

use similar::{ChangeTag, TextDiff};

use crate::engine::failure::Failure;
use crate::engine::object::Oid;
use crate::engine::path::RepoPath;
use crate::git::{Blob, Objects, Parents};

/// Files above this size are not compared line by line, in bytes.
const LINES_LIMIT: u64 = 1 << 20;

/// One added line.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Added {
    /// The commit.
    pub commit: Oid,
    /// The file.
    pub path: RepoPath,
    /// Its number in the new version, from 1.
    pub number: usize,
    /// Its text, without the line end.
    pub text: Vec<u8>,
}

/// What commits changed, line by line.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Changed {
    /// Lines added and removed.
    pub count: usize,
    /// The added lines, in the order of commits, files and lines.
    pub added: Vec<Added>,
    /// Files that went away.
    pub deleted: Vec<(Oid, RepoPath)>,
    /// Files too large to compare.
    pub skipped: Vec<RepoPath>,
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
        for path in added.chain(deleted).chain(&mut self.skipped) {
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
            (Side::TooLarge, _) | (_, Side::TooLarge) => changed.skipped.push(path.clone()),
            (_, Side::Nothing) => changed.deleted.push((*id, path.clone())),
            (old, Side::Text(new)) => compare(&mut changed, *id, path, &old.bytes(), &new),
        }
    }
    Ok(changed)
}

enum Side {
    Nothing,
    TooLarge,
    Text(Vec<u8>),
}

impl Side {
    fn bytes(self) -> Vec<u8> {
        match self {
            Self::Text(bytes) => bytes,
            Self::Nothing | Self::TooLarge => Vec::new(),
        }
    }
}

fn content(objects: &Objects, tree: Option<Oid>, path: &RepoPath) -> Result<Side, Failure> {
    use crate::engine::object::EntryKind::{Executable, File};
    let Some(tree) = tree else { return Ok(Side::Nothing) };
    let entry = objects.entry_at(tree, path)?.filter(|entry| matches!(entry.kind, File | Executable));
    let Some(entry) = entry else { return Ok(Side::Nothing) };
    Ok(match objects.blob(entry.id, LINES_LIMIT)? {
        Blob::Content(bytes) => Side::Text(bytes),
        Blob::TooLarge(_) => Side::TooLarge,
    })
}

fn compare(changed: &mut Changed, commit: Oid, path: &RepoPath, old: &[u8], new: &[u8]) {
    if old.contains(&0) || new.contains(&0) {
        return;
    }
    for change in TextDiff::from_lines(old, new).iter_all_changes() {
        match change.tag() {
            ChangeTag::Equal => continue,
            ChangeTag::Delete => {}
            ChangeTag::Insert => changed.added.push(Added {
                commit,
                path: path.clone(),
                number: change.new_index().unwrap_or_default() + 1,
                text: change.value().trim_ascii_end().to_vec(),
            }),
        }
        changed.count += 1;
    }
}
