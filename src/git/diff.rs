//! What a commit changed: its tree against those of all of its parents at once, looking only into folders that differ.

use std::cmp::Ordering;
use std::collections::BTreeMap;
use std::sync::Arc;

use super::error::GitError;
use super::objects::{Objects, Parents, entries};
use super::raw::RawEntry;
use crate::engine::moves::Changed;
use crate::engine::object::{Commit, EntryKind, Oid};
use crate::engine::path::RepoPath;

/// What a tree holds at a path that is no folder.
type Held = (EntryKind, Oid);

/// What two trees hold at a path; a folder there is nothing.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Difference {
    /// The old one.
    pub before: Option<Held>,
    /// The new one.
    pub after: Option<Held>,
}

impl Difference {
    /// True where one of them holds a submodule.
    pub fn is_of_submodule(&self) -> bool {
        [self.before, self.after].iter().flatten().any(|(kind, _)| *kind == EntryKind::Submodule)
    }
}

/// Told of a path that differs, with what a tree and each of the others holds there.
type Tell<'t> = dyn FnMut(RepoPath, Option<Held>, &[Option<Held>]) + 't;

impl Objects {
    /// The files in which `commit` differs from *every* parent; all of its files where it has no parent; none when its
    /// parents are not known.
    ///
    /// A merge thus changes only what none of its sides had, as `git diff-tree -c` tells it.
    pub fn changed_paths(&self, commit: &Commit) -> Result<Option<Changed>, GitError> {
        self.changed_below(commit, &RepoPath::default())
    }

    /// The same for the files below one folder, by their paths below the root.
    pub fn changed_below(&self, commit: &Commit, folder: &RepoPath) -> Result<Option<Changed>, GitError> {
        let Parents::Known(parents) = self.parents(commit) else { return Ok(None) };
        let at = |tree: Oid| -> Result<Option<Oid>, GitError> {
            let entry = self.entry_at(tree, folder)?.filter(|entry| entry.kind == EntryKind::Folder);
            Ok(entry.map(|entry| entry.id))
        };
        let others: Result<Vec<_>, GitError> = parents.iter().map(|parent| at(self.commit(*parent)?.tree)).collect();
        self.differing(folder, at(commit.tree)?, &others?).map(Some)
    }

    /// True where `commit` changed something beside `folder`; none when its parents are not known.
    ///
    /// Against one parent it looks only into the folders on the way: whatever differs beside them is a change, and to read down
    /// to the first file would take most of the time of reading a long history.
    pub fn changes_beside(&self, commit: &Commit, folder: &RepoPath) -> Result<Option<bool>, GitError> {
        let Parents::Known(parents) = self.parents(commit) else { return Ok(None) };
        let [parent] = parents else {
            let changes = self.changed_paths(commit)?;
            return Ok(changes.map(|changes| changes.keys().any(|path| !path.is_in(folder))));
        };
        let (mut own, mut other) = (Some(commit.tree), Some(self.commit(*parent)?.tree));
        for name in folder.segments() {
            if own == other {
                break;
            }
            let (ours, theirs) = (self.optional(own)?, self.optional(other)?);
            let (ours, theirs) = (Parted::of(own, &ours, name)?, Parted::of(other, &theirs, name)?);
            if !ours.is_same_around(&theirs) {
                return Ok(Some(true));
            }
            (own, other) = (ours.folder, theirs.folder);
        }
        Ok(Some(false))
    }

    /// What one tree (none: nothing) and another hold at every path where they differ.
    pub fn between(&self, old: Option<Oid>, new: Oid) -> Result<BTreeMap<RepoPath, Difference>, GitError> {
        let mut differences = BTreeMap::new();
        self.compare(&RepoPath::default(), Some(new), &[old], &mut |path, after, before| {
            let before = before.first().copied().flatten();
            differences.insert(path, Difference { before, after });
        })?;
        Ok(differences)
    }

    /// The bytes of a tree; none of an absent one.
    fn optional(&self, tree: Option<Oid>) -> Result<Arc<[u8]>, GitError> {
        tree.map_or_else(|| Ok(Arc::default()), |tree| self.tree(tree))
    }

    /// The files that differ from every one of `others`, the same folder elsewhere (none: it is absent), by paths below `at`.
    pub(super) fn differing(
        &self,
        at: &RepoPath,
        tree: Option<Oid>,
        others: &[Option<Oid>],
    ) -> Result<Changed, GitError> {
        let mut changes = Changed::new();
        let others = if others.is_empty() { &[None] } else { others };
        self.compare(at, tree, others, &mut |path, own, _| {
            // What is in a submodule is another repository's.
            let content = own.filter(|(kind, _)| *kind != EntryKind::Submodule);
            changes.insert(path, content.map(|(_, id)| id));
        })?;
        Ok(changes)
    }

    fn compare(
        &self,
        at: &RepoPath,
        own: Option<Oid>,
        others: &[Option<Oid>],
        tell: &mut Tell<'_>,
    ) -> Result<(), GitError> {
        if others.contains(&own) {
            return Ok(());
        }
        let load = |tree: &Option<Oid>| tree.map(|id| Ok((id, self.tree(id)?))).transpose();
        let own = load(&own)?;
        let others: Vec<_> = others.iter().map(load).collect::<Result<_, GitError>>()?;
        let mut columns = vec![Column::new(own.as_ref())?];
        for other in &others {
            columns.push(Column::new(other.as_ref())?);
        }
        while let Some(least) = columns.iter().filter_map(|column| column.next).min_by(order) {
            let mut row = Vec::with_capacity(columns.len());
            for column in &mut columns {
                row.push(column.take_if_equal(&least)?);
            }
            let Some((own, others)) = row.split_first() else { break };
            if others.contains(own) {
                continue;
            }
            let path = at.join(least.name);
            if least.kind == EntryKind::Folder {
                let ids: Vec<Option<Oid>> = others.iter().map(|other| other.map(|(_, id)| id)).collect();
                self.compare(&path, own.map(|(_, id)| id), &ids, tell)?;
            } else {
                tell(path, *own, others);
            }
        }
        Ok(())
    }
}

/// A tree's bytes around the entry of one name.
struct Parted<'a> {
    before: &'a [u8],
    /// The folder of that name.
    folder: Option<Oid>,
    after: &'a [u8],
}

impl<'a> Parted<'a> {
    fn of(tree: Option<Oid>, bytes: &'a [u8], name: &[u8]) -> Result<Self, GitError> {
        let all = Self { before: bytes, folder: None, after: &[] };
        let Some(tree) = tree else { return Ok(all) };
        let mut at = 0;
        for entry in entries(tree, bytes) {
            let entry = entry?;
            let end = at + entry.len;
            if entry.name == name {
                let folder = (entry.kind == EntryKind::Folder).then_some(entry.id);
                return Ok(Self { before: &bytes[..at], folder, after: &bytes[end..] });
            }
            at = end;
        }
        Ok(all)
    }

    /// True where the rest of both trees is the same, whether or not they have the entry.
    fn is_same_around(&self, other: &Self) -> bool {
        if self.before.len() == other.before.len() {
            return self.before == other.before && self.after == other.after;
        }
        [self.before, self.after].concat() == [other.before, other.after].concat()
    }
}

/// The order of a tree's entries, in which a folder's name ends with `/`: so a file and a folder of one name are two rows.
fn order(left: &RawEntry<'_>, right: &RawEntry<'_>) -> Ordering {
    let end = |entry: &RawEntry<'_>| (entry.kind == EntryKind::Folder).then_some(b'/');
    let left = left.name.iter().copied().chain(end(left));
    left.cmp(right.name.iter().copied().chain(end(right)))
}

/// One tree, read entry by entry.
struct Column<'a> {
    rest: Box<dyn Iterator<Item = Result<RawEntry<'a>, GitError>> + 'a>,
    next: Option<RawEntry<'a>>,
}

impl<'a> Column<'a> {
    fn new(tree: Option<&'a (Oid, Arc<[u8]>)>) -> Result<Self, GitError> {
        let mut column = match tree {
            Some((id, bytes)) => Self { rest: Box::new(entries(*id, bytes)), next: None },
            None => Self { rest: Box::new(std::iter::empty()), next: None },
        };
        column.next = column.rest.next().transpose()?;
        Ok(column)
    }

    /// The entry of that row, if this tree has one there.
    fn take_if_equal(&mut self, least: &RawEntry<'a>) -> Result<Option<(EntryKind, Oid)>, GitError> {
        match self.next {
            Some(entry) if order(&entry, least) == Ordering::Equal => {
                self.next = self.rest.next().transpose()?;
                Ok(Some((entry.kind, entry.id)))
            }
            _ => Ok(None),
        }
    }
}
