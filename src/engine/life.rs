//! A folder's life: the commits, back from HEAD, whose tree holds it.

use std::collections::{HashMap, HashSet};
use std::sync::Arc;

use super::moves::{self, Changed};
use super::object::{Commit, Oid};
use super::path::RepoPath;

/// One commit of a folder's life.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct LifeCommit {
    /// The commit itself, shared between the lives of all folders that one walk reads.
    pub commit: Arc<Commit>,
    /// The id of the folder's tree in this commit.
    pub folder: Oid,
    /// The files below the folder that differ from *every* parent: path below the folder, and the blob's id (none: deleted).
    /// A commit without a parent that holds the folder changes all of its files.
    pub changed: Changed,
}

/// The commits reachable from HEAD whose tree holds the folder, walked back until it is absent.
///
/// A folder that went away and came back is a new one: its earlier life is not part of this.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Life {
    /// Children before parents; HEAD first when its tree holds the folder.
    pub commits: Vec<LifeCommit>,
    /// Why commits may be missing (a shallow boundary, a graft, an object that is not there): then "no" means "not known".
    pub cut: Option<String>,
}

impl Life {
    /// The commits in which the folder first appears: those of the life that no earlier commit of the life precedes.
    pub fn begin(&self) -> Vec<Oid> {
        let known: HashSet<Oid> = self.commits.iter().map(|entry| entry.commit.id).collect();
        let starts = |entry: &&LifeCommit| !entry.commit.parents.iter().any(|parent| known.contains(parent));
        self.commits.iter().filter(starts).map(|entry| entry.commit.id).collect()
    }

    /// The commit of that id, if it lies in this life.
    pub fn get(&self, id: Oid) -> Option<&LifeCommit> {
        self.commits.iter().find(|entry| entry.commit.id == id)
    }

    /// The commits that changed `file` (a path below the folder) under whatever name it had, newest first: the place of each,
    /// and the content that it left; see [`moves::changes`].
    pub fn changes(&self, file: &RepoPath) -> Vec<(usize, Option<Oid>)> {
        moves::changes(&self.commits.iter().map(|entry| &entry.changed).collect::<Vec<_>>(), file)
    }

    /// The newest commits that changed `file` (a path below the folder) as HEAD has it: each commit that did, unless a later
    /// one of them has it as an ancestor. More than one only where side branches made the same change.
    pub fn last_changes(&self, file: &RepoPath) -> Vec<Oid> {
        let changing = self.changes(file);
        let changing: Vec<Oid> =
            changing.iter().filter_map(|(place, _)| self.commits.get(*place)).map(|entry| entry.commit.id).collect();
        // The graph costs a pass over the whole life; most files of most phases were committed once.
        if changing.len() <= 1 { changing } else { self.graph().newest(&changing) }
    }

    /// The ancestry between the commits of this life.
    pub fn graph(&self) -> Graph {
        let places: HashMap<Oid, usize> =
            self.commits.iter().enumerate().map(|(place, entry)| (entry.commit.id, place)).collect();
        let parents = self
            .commits
            .iter()
            .map(|entry| entry.commit.parents.iter().filter_map(|parent| places.get(parent).copied()).collect())
            .collect();
        Graph { places, parents }
    }
}

/// Who is whose ancestor, among the commits of a life.
///
/// The commits keep their order, children before parents: an ancestor's place is always the higher one, which bounds every
/// search.
#[derive(Debug, Clone, Default)]
pub struct Graph {
    places: HashMap<Oid, usize>,
    parents: Vec<Vec<usize>>,
}

impl Graph {
    /// True when `old` is reachable from `new` by one or more steps through commits of the life.
    pub fn is_ancestor(&self, old: Oid, new: Oid) -> bool {
        let (Some(old), Some(new)) = (self.places.get(&old), self.places.get(&new)) else { return false };
        self.ancestors(&[*new], *old).contains(old)
    }

    /// True when `old` is `new` or an ancestor of it.
    pub fn is_at_or_before(&self, old: Oid, new: Oid) -> bool {
        old == new || self.is_ancestor(old, new)
    }

    /// Those of `ids` that no other one of them has as an ancestor, in the order given.
    pub fn newest(&self, ids: &[Oid]) -> Vec<Oid> {
        let places: Vec<usize> = ids.iter().filter_map(|id| self.places.get(id).copied()).collect();
        let Some(last) = places.iter().copied().max() else { return ids.to_vec() };
        let older = self.ancestors(&places, last);
        let is_newest = |id: &&Oid| self.places.get(*id).is_none_or(|place| !older.contains(place));
        ids.iter().filter(is_newest).copied().collect()
    }

    /// The places of all proper ancestors of `from` up to the place `last`.
    fn ancestors(&self, from: &[usize], last: usize) -> HashSet<usize> {
        let parents_of = |place: usize| self.parents.get(place).into_iter().flatten().copied();
        let mut seen = HashSet::new();
        let mut open: Vec<usize> = from.iter().flat_map(|place| parents_of(*place)).collect();
        while let Some(place) = open.pop() {
            if place <= last && seen.insert(place) {
                open.extend(parents_of(place));
            }
        }
        seen
    }
}
