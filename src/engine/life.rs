//! A folder's life: the commits, back from HEAD, whose tree holds it.

use std::collections::{BTreeMap, HashMap, HashSet};

use super::object::{Commit, Oid};
use super::path::RepoPath;

/// One commit of a folder's life.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct LifeCommit {
    /// The commit itself.
    pub commit: Commit,
    /// The id of the folder's tree in this commit.
    pub folder: Oid,
    /// The files below the folder that differ from *every* parent: path below the folder, and the blob's id (none: deleted).
    /// A commit without a parent that holds the folder changes all of its files.
    pub changed: BTreeMap<RepoPath, Option<Oid>>,
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

    /// The newest commits that changed `file` (a path below the folder) as HEAD has it: each commit that did, unless a later
    /// one of them has it as an ancestor. More than one only where side branches made the same change.
    pub fn last_changes(&self, file: &RepoPath) -> Vec<Oid> {
        let changing: Vec<Oid> =
            self.commits.iter().filter(|entry| entry.changed.contains_key(file)).map(|entry| entry.commit.id).collect();
        let graph = self.graph();
        let is_newest = |id: &&Oid| !changing.iter().any(|other| other != *id && graph.is_ancestor(**id, *other));
        changing.iter().filter(is_newest).copied().collect()
    }

    /// The ancestry between the commits of this life.
    pub fn graph(&self) -> Graph {
        Graph { parents: self.commits.iter().map(|entry| (entry.commit.id, entry.commit.parents.clone())).collect() }
    }
}

/// Who is whose ancestor, among the commits of a life.
#[derive(Debug, Clone, Default)]
pub struct Graph {
    parents: HashMap<Oid, Vec<Oid>>,
}

impl Graph {
    /// True when `old` is reachable from `new` by one or more steps through commits of the life.
    pub fn is_ancestor(&self, old: Oid, new: Oid) -> bool {
        let mut seen = HashSet::new();
        let mut open: Vec<Oid> = self.parents.get(&new).cloned().unwrap_or_default();
        while let Some(id) = open.pop() {
            if id == old {
                return true;
            }
            if seen.insert(id) {
                open.extend(self.parents.get(&id).into_iter().flatten().copied());
            }
        }
        false
    }

    /// True when `old` is `new` or an ancestor of it.
    pub fn is_at_or_before(&self, old: Oid, new: Oid) -> bool {
        old == new || self.is_ancestor(old, new)
    }
}
