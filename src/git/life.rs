//! The lives of folders: the commits of a walk in order, and what each of them changed.

use std::collections::{BTreeMap, BinaryHeap};
use std::sync::Arc;

use super::error::GitError;
use super::finder::{Held, Numbers};
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
    /// Per place of a commit, the places of its children.
    children: Vec<Vec<usize>>,
    /// The places of all commits, the oldest first, and where each stands among them.
    by_age: Vec<usize>,
    ages: Vec<usize>,
    /// True where no commit is older than a parent of it, as where no clock was wrong.
    is_by_age: bool,
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
        let mut children = vec![Vec::new(); commits.list().len()];
        for child in 0..children.len() {
            for parent in commits.parents(child) {
                // A commit may name a parent twice.
                if children[*parent].last() != Some(&child) {
                    children[*parent].push(child);
                }
            }
        }
        let mut by_age: Vec<usize> = (0..children.len()).collect();
        by_age.sort_by_key(|place| commits.get(*place).map(|commit| (commit.time, commit.id)));
        let mut ages = vec![0; by_age.len()];
        for (age, place) in by_age.iter().enumerate() {
            ages[*place] = age;
        }
        let is_younger = |child: usize| commits.parents(child).iter().all(|parent| ages[*parent] < ages[child]);
        let is_by_age = (0..children.len()).all(is_younger);
        Self { commits: Arc::new(commits), numbers, cuts, rounds, names, children, by_age, ages, is_by_age }
    }

    /// Every commit that holds one of the folders, and the parents of those.
    pub fn commits(&self) -> &Commits {
        &self.commits
    }

    /// The life of the folder that was given at this place of the list; an empty one where HEAD does not hold it.
    pub fn life(&self, objects: &Objects, folder: usize) -> Result<Life, GitError> {
        let trees = self.trees(self.names.get(folder).map_or(&[], Vec::as_slice));
        let order = self.ordered(&trees);
        let (mut all, mut begin, mut cut) = (Vec::new(), Vec::new(), None);
        for (rank, place) in order.iter().enumerate() {
            let parents = self.commits.parents(*place);
            let (mut is_first, mut is_same) = (true, false);
            for parent in parents {
                is_first &= trees[*parent] == 0;
                is_same |= trees[*parent] == trees[*place];
            }
            if is_first {
                begin.push(rank);
            }
            if let Some(why) = self.cuts.get(place) {
                cut = cut.or_else(|| Some(why.clone()));
            } else if !is_same {
                let tree = |place: usize| self.numbers.tree(trees[place]);
                let before: Vec<Option<Oid>> = parents.iter().map(|parent| tree(*parent)).collect();
                match objects.differing(&RepoPath::default(), tree(*place), &before) {
                    Ok(changes) if changes.is_empty() => {}
                    Ok(changes) => all.push((rank, changes)),
                    Err(GitError::Missing { id }) => cut = cut.or_else(|| Some(missing(id))),
                    Err(error) => return Err(error),
                }
            }
        }
        Ok(Life::new(Arc::clone(&self.commits), order, all, begin, cut))
    }

    /// Per place of a commit, the number of the tree that a folder of these names has there; 0 outside of its life.
    fn trees(&self, names: &[Name]) -> Vec<u32> {
        let mut trees = vec![0; self.commits.list().len()];
        for name in names {
            // Most commits share what they hold with the one before.
            let mut last: Option<(&Held, u32)> = None;
            for (place, there) in &self.rounds[name.round].reached {
                let number = match last {
                    Some((same, number)) if Arc::ptr_eq(same, there) => number,
                    _ => there[name.folder],
                };
                last = Some((there, number));
                if trees[*place] == 0 {
                    trees[*place] = number;
                }
            }
        }
        trees
    }

    /// Children before parents, and newest first where history leaves it open: one order, however the commits were found.
    fn ordered(&self, trees: &[u32]) -> Vec<usize> {
        if self.is_by_age {
            // Then the newest that is left is always free to come next.
            let is_of_it = |place: &usize| trees[*place] != 0 && trees[0] != 0;
            return self.by_age.iter().rev().copied().filter(is_of_it).collect();
        }
        let mut ordered = Vec::new();
        let mut is_done = vec![false; trees.len()];
        // All of a life is reached from HEAD, which was the first commit to be read.
        let mut open = BinaryHeap::new();
        if trees.first().is_some_and(|tree| *tree != 0) {
            open.push(self.ages[0]);
        }
        while let Some(age) = open.pop() {
            let place = self.by_age[age];
            ordered.push(place);
            is_done[place] = true;
            for parent in self.commits.parents(place) {
                let is_over = |child: &usize| trees[*child] == 0 || is_done[*child];
                if trees[*parent] != 0 && self.children[*parent].iter().all(is_over) {
                    open.push(self.ages[*parent]);
                }
            }
        }
        ordered
    }
}
