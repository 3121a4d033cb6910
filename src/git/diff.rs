//! What a commit changed: its tree against those of all of its parents at once, looking only into folders that differ.

use std::cmp::Ordering;
use std::collections::BTreeMap;
use std::rc::Rc;

use super::error::GitError;
use super::objects::{Objects, Parents, entries};
use super::raw::RawEntry;
use crate::engine::object::{Commit, EntryKind, Oid};
use crate::engine::path::RepoPath;

/// The files that a commit changed: path, and the id of the content (none: it went away).
pub type Changes = BTreeMap<RepoPath, Option<Oid>>;

impl Objects {
    /// The files in which `commit` differs from *every* parent; all of its files where it has no parent; none when its
    /// parents are not known.
    ///
    /// A merge thus changes only what none of its sides had, as `git diff-tree -c` tells it.
    pub fn changed_paths(&self, commit: &Commit) -> Result<Option<Changes>, GitError> {
        let Parents::Known(parents) = self.parents(commit) else { return Ok(None) };
        let trees: Result<Vec<_>, _> = parents.iter().map(|parent| Ok(Some(self.commit(*parent)?.tree))).collect();
        self.differing(Some(commit.tree), &trees?).map(Some)
    }

    /// The files below one folder that differ from every one of `others`, the same folder elsewhere (none: it is absent).
    pub(super) fn differing(&self, tree: Option<Oid>, others: &[Option<Oid>]) -> Result<Changes, GitError> {
        let mut changes = Changes::new();
        let others = if others.is_empty() { &[None] } else { others };
        self.compare(&RepoPath::default(), tree, others, &mut changes)?;
        Ok(changes)
    }

    fn compare(
        &self,
        at: &RepoPath,
        own: Option<Oid>,
        others: &[Option<Oid>],
        changes: &mut Changes,
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
                self.compare(&path, own.map(|(_, id)| id), &ids, changes)?;
            } else {
                changes.insert(path, own.map(|(_, id)| id));
            }
        }
        Ok(())
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
    fn new(tree: Option<&'a (Oid, Rc<[u8]>)>) -> Result<Self, GitError> {
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
