//! The lives of folders: the commits of a walk in order, and what each of them changed.

use std::collections::{BTreeMap, BinaryHeap};
use std::sync::Arc;

use super::error::GitError;
use super::finder::Numbers;
use super::objects::{Objects, missing};
use super::walk::{Round, Walk};
use crate::engine::life::{Commits, Life};
use crate::engine::object::Oid;
use crate::engine::path::RepoPath;

/// The lives of several folders, from one walk. Each is put together when it is asked for, so that no more than one takes
/// memory at a time.
pub struct Lives {
    commits: Arc<Commits>,
    numbers: Numbers,
    cuts: BTreeMap<usize, String>,
    rounds: Vec<Round>,
    names: Vec<Vec<Name>>,
}

/// A name that a folder had: the round that walked it, and its place there.
#[derive(Debug, Clone, Copy)]
pub(super) struct Name {
    pub(super) round: usize,
    pub(super) folder: usize,
}

/// The life of one folder, seen from `head`.
pub fn walk(objects: &Objects, head: Oid, folder: &RepoPath) -> Result<Life, GitError> {
    walk_many(objects, head, std::slice::from_ref(folder))?.life(objects, 0)
}

/// The lives of several folders, seen from `head`, in one walk.
pub fn walk_many(objects: &Objects, head: Oid, folders: &[RepoPath]) -> Result<Lives, GitError> {
    let mut walk = Walk::new(objects);
    walk.round(&folders.iter().map(|folder| (head, folder.clone())).collect::<Vec<_>>())?;
    Ok(Lives::new(walk, (0..folders.len()).map(|folder| vec![Name { round: 0, folder }]).collect()))
}

impl Lives {
    /// The lives that a walk found: per folder its names, the present one first.
    pub(super) fn new(walk: Walk<'_>, names: Vec<Vec<Name>>) -> Self {
        let Walk { commits, numbers, cuts, rounds, .. } = walk;
        Self { commits: Arc::new(commits), numbers, cuts, rounds, names }
    }

    /// Every commit that holds one of the folders, and the parents of those.
    pub fn commits(&self) -> &Commits {
        &self.commits
    }

    /// The life of the folder that was given at this place of the list; an empty one where HEAD does not hold it.
    pub fn life(&self, objects: &Objects, folder: usize) -> Result<Life, GitError> {
        let trees = self.trees(self.names.get(folder).map_or(&[], Vec::as_slice));
        let order = self.ordered(&trees);
        let mut all = Vec::new();
        let mut cut = None;
        for (rank, place) in order.iter().enumerate() {
            if let Some(why) = self.cuts.get(place) {
                cut = cut.or_else(|| Some(why.clone()));
                continue;
            }
            let before = || self.commits.parents(*place).iter().map(|parent| trees[*parent]);
            if before().any(|number| number == trees[*place]) {
                continue;
            }
            let before: Vec<Option<Oid>> = before().map(|number| self.numbers.tree(number)).collect();
            match objects.differing(self.numbers.tree(trees[*place]), &before) {
                Ok(changes) if changes.is_empty() => {}
                Ok(changes) => all.push((rank, changes)),
                Err(GitError::Missing { id }) => cut = cut.or_else(|| Some(missing(id))),
                Err(error) => return Err(error),
            }
        }
        Ok(Life::new(Arc::clone(&self.commits), order, all, cut))
    }

    /// Per place of a commit, the number of the tree that a folder of these names has there; 0 outside of its life.
    fn trees(&self, names: &[Name]) -> Vec<u32> {
        let mut trees = vec![0; self.commits.list().len()];
        for name in names {
            for node in &self.rounds[name.round].nodes {
                if trees[node.place] == 0 {
                    trees[node.place] = node.tree(name.folder);
                }
            }
        }
        trees
    }

    /// Children before parents, and newest first where history leaves it open: one order, however the commits were found.
    fn ordered(&self, trees: &[u32]) -> Vec<usize> {
        let is_member = |place: &usize| trees[*place] != 0;
        let parents = |place: usize| self.commits.parents(place).iter().copied().filter(is_member);
        let mut children = vec![0_usize; trees.len()];
        for parent in (0..trees.len()).filter(is_member).flat_map(parents) {
            children[parent] += 1;
        }
        let key = |place: usize| self.commits.get(place).map(|commit| (commit.time, commit.id, place));
        let first = (0..trees.len()).filter(is_member).filter(|place| children[*place] == 0);
        let mut open: BinaryHeap<_> = first.filter_map(key).collect();
        let mut ordered = Vec::new();
        while let Some((_, _, place)) = open.pop() {
            ordered.push(place);
            for parent in parents(place) {
                children[parent] -= 1;
                if children[parent] == 0 {
                    open.extend(key(parent));
                }
            }
        }
        ordered
    }
}
