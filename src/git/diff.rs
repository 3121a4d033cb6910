//! What a commit changed: its tree against those of all of its parents at once, looking only into folders that differ.

use std::cmp::Ordering;
use std::ops::ControlFlow;
use std::rc::Rc;

use super::error::GitError;
use super::objects::{Objects, Parents, entries};
use super::raw::RawEntry;
use crate::engine::moves::Changed;
use crate::engine::object::{Commit, EntryKind, Oid};
use crate::engine::path::RepoPath;

impl Objects {
    /// The files in which `commit` differs from *every* parent; all of its files where it has no parent; none when its
    /// parents are not known.
    ///
    /// A merge thus changes only what none of its sides had, as `git diff-tree -c` tells it.
    pub fn changed_paths(&self, commit: &Commit) -> Result<Option<Changed>, GitError> {
        self.changed_below(commit, &RepoPath::default())
    }

    /// The same below one folder alone, by paths below the root.
    pub fn changed_below(&self, commit: &Commit, folder: &RepoPath) -> Result<Option<Changed>, GitError> {
        let Some(sides) = self.sides(commit, folder)? else { return Ok(None) };
        self.all(folder, &sides).map(Some)
    }

    /// True where `commit` changed a file outside of `folder`: it looks no further than the first.
    pub fn changes_beside(&self, commit: &Commit, folder: &RepoPath) -> Result<Option<bool>, GitError> {
        let root = RepoPath::default();
        let Some(sides) = self.sides(commit, &root)? else { return Ok(None) };
        // What stands in the folder's place is not beside it.
        let mut first =
            |path: RepoPath, _| if path == *folder { ControlFlow::Continue(()) } else { ControlFlow::Break(()) };
        let found = self.compare(&Way { at: &root, skip: Some(folder) }, &sides, &mut first)?;
        Ok(Some(found.is_break()))
    }

    /// The files below one folder that differ from every one of `others`, the same folder elsewhere (none: it is absent).
    pub(super) fn differing(&self, tree: Option<Oid>, others: &[Option<Oid>]) -> Result<Changed, GitError> {
        self.all(&RepoPath::default(), &Sides::new(tree, others.to_vec()))
    }

    /// The trees of a folder in a commit and in its parents.
    fn sides(&self, commit: &Commit, folder: &RepoPath) -> Result<Option<Sides>, GitError> {
        let Parents::Known(parents) = self.parents(commit) else { return Ok(None) };
        let at = |tree: Oid| -> Result<Option<Oid>, GitError> {
            let entry = self.entry_at(tree, folder)?.filter(|entry| entry.kind == EntryKind::Folder);
            Ok(entry.map(|entry| entry.id))
        };
        let others: Result<Vec<_>, GitError> = parents.iter().map(|parent| at(self.commit(*parent)?.tree)).collect();
        Ok(Some(Sides::new(at(commit.tree)?, others?)))
    }

    fn all(&self, at: &RepoPath, sides: &Sides) -> Result<Changed, GitError> {
        let mut changes = Changed::new();
        let mut each = |path, id| {
            changes.insert(path, id);
            ControlFlow::Continue(())
        };
        let _ = self.compare(&Way { at, skip: None }, sides, &mut each)?;
        Ok(changes)
    }

    /// Tells the files that differ, until it is told to stop.
    fn compare(
        &self,
        way: &Way<'_>,
        sides: &Sides,
        tell: &mut dyn FnMut(RepoPath, Option<Oid>) -> ControlFlow<()>,
    ) -> Result<ControlFlow<()>, GitError> {
        if sides.others.contains(&sides.own) || way.skip == Some(way.at) {
            return Ok(ControlFlow::Continue(()));
        }
        let load = |tree: &Option<Oid>| tree.map(|id| Ok((id, self.tree(id)?))).transpose();
        let own = load(&sides.own)?;
        let others: Vec<_> = sides.others.iter().map(load).collect::<Result<_, GitError>>()?;
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
            let path = way.at.join(least.name);
            let id = |side: &Option<(EntryKind, Oid)>| side.map(|(_, id)| id);
            let done = if least.kind == EntryKind::Folder {
                let below = Sides::new(id(own), others.iter().map(id).collect());
                self.compare(&Way { at: &path, ..*way }, &below, tell)?
            } else {
                tell(path, id(own))
            };
            if done.is_break() {
                return Ok(done);
            }
        }
        Ok(ControlFlow::Continue(()))
    }
}

/// The trees of one folder: a commit's, and those it is held against (none: it is absent there).
struct Sides {
    own: Option<Oid>,
    others: Vec<Option<Oid>>,
}

impl Sides {
    /// A commit without a parent is held against nothing.
    fn new(own: Option<Oid>, mut others: Vec<Option<Oid>>) -> Self {
        if others.is_empty() {
            others.push(None);
        }
        Self { own, others }
    }
}

/// Where two trees are compared.
#[derive(Clone, Copy)]
struct Way<'a> {
    /// The folder that they stand for.
    at: &'a RepoPath,
    /// A folder that is passed over.
    skip: Option<&'a RepoPath>,
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
