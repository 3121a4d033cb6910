//! Walks history back from a commit, only through commits whose tree holds one of the folders that are looked for.

use std::collections::{BTreeMap, BinaryHeap};
use std::sync::Arc;

use fixedbitset::FixedBitSet;

use super::error::GitError;
use super::finder::{Finder, Numbers};
use super::objects::{Objects, Parents, missing};
use super::row::Row;
use crate::engine::life::{Commits, Places};
use crate::engine::object::{Commit, Oid};
use crate::engine::path::RepoPath;

/// What was walked, in rounds that share the commits.
pub(super) struct Walk<'a> {
    objects: &'a Objects,
    pub(super) commits: Commits,
    pub(super) numbers: Numbers,
    /// Per place of a commit, why its parents are not known.
    pub(super) cuts: BTreeMap<usize, String>,
    pub(super) rounds: Vec<Round>,
    nobody: Folders,
}

/// What one round found, each folder looked for from a commit of its own.
pub(super) struct Round {
    /// How many folders it looked for.
    pub(super) folders: usize,
    /// The commits that it reached.
    pub(super) nodes: Vec<Node>,
    /// Where a commit stands among them, by its place.
    by_place: Vec<Option<usize>>,
}

impl Round {
    /// What it found of the commit at a place.
    pub(super) fn node(&self, place: usize) -> Option<&Node> {
        self.nodes.get((*self.by_place.get(place)?)?)
    }

    /// The number of the tree that a folder has at a place; 0 where the commit is not of its life.
    pub(super) fn number(&self, place: usize, folder: usize) -> u32 {
        self.node(place).filter(|node| node.alive.contains(folder)).map_or(0, |node| node.row.get(folder))
    }
}

/// A round under way.
struct Running {
    finder: Finder,
    round: Round,
    /// Nodes to go on from, newest first, so that all folders mostly reach a commit together.
    open: BinaryHeap<(i64, usize)>,
}

/// Places of folders. Most commits share theirs with the one before.
pub(super) type Folders = Arc<FixedBitSet>;

/// What a round knows of one commit.
pub(super) struct Node {
    pub(super) place: usize,
    /// The trees of the folders.
    pub(super) row: Row,
    /// The folders to whose life it belongs: it holds them, and so does a way from the start.
    pub(super) alive: Folders,
    /// The folders that reached this commit and have not gone on from it.
    waiting: Option<Folders>,
}

/// Where a life begins.
pub(super) struct Beginning<'a> {
    /// The folder, by its place in the round.
    pub(super) folder: usize,
    pub(super) commit: &'a Commit,
    /// The folder's tree in it.
    pub(super) tree: Option<Oid>,
    /// A parent outside of the life.
    pub(super) parent: &'a Commit,
}

impl<'a> Walk<'a> {
    pub(super) fn new(objects: &'a Objects) -> Self {
        let (commits, numbers) = (Commits::default(), Numbers::default());
        Self { objects, commits, numbers, cuts: BTreeMap::new(), rounds: Vec::new(), nobody: Folders::default() }
    }

    /// Walks from these commits, each for one folder, until all folders are absent or history ends.
    pub(super) fn round(&mut self, starts: &[(Oid, RepoPath)]) -> Result<(), GitError> {
        let finder = Finder::new(starts.iter().map(|(_, folder)| folder));
        let round = Round { folders: starts.len(), nodes: Vec::new(), by_place: Vec::new() };
        let mut run = Running { finder, round, open: BinaryHeap::new() };
        // Most start together.
        let mut together: BTreeMap<Oid, FixedBitSet> = BTreeMap::new();
        for (folder, (start, _)) in starts.iter().enumerate() {
            together.entry(*start).or_insert_with(|| FixedBitSet::with_capacity(starts.len())).insert(folder);
        }
        for (start, folders) in together {
            let start = self.visit(&mut run, start)?;
            self.reach(&mut run, start, &Arc::new(folders));
        }
        while let Some((_, node)) = run.open.pop() {
            self.step(&mut run, node)?;
        }
        self.rounds.push(run.round);
        Ok(())
    }

    /// The node of a commit.
    fn visit(&mut self, run: &mut Running, id: Oid) -> Result<usize, GitError> {
        let known = self.commits.place(id);
        if let Some(node) = known.and_then(|place| *run.round.by_place.get(place)?) {
            return Ok(node);
        }
        let commit = self.objects.commit(id)?;
        let row = run.finder.find(self.objects, &mut self.numbers, commit.tree)?;
        let place = known.unwrap_or_else(|| self.commits.add(commit));
        let Round { nodes, by_place, .. } = &mut run.round;
        by_place.resize(self.commits.list().len(), None);
        by_place[place] = Some(nodes.len());
        nodes.push(Node { place, row, alive: Arc::clone(&self.nobody), waiting: None });
        Ok(nodes.len() - 1)
    }

    /// Lets folders reach a commit; those that it holds and that are new to it wait there.
    fn reach(&self, run: &mut Running, number: usize, folders: &Folders) {
        let node = &mut run.round.nodes[number];
        let all_are_new = node.alive.is_clear() && folders.is_subset(node.row.present());
        let new = if all_are_new {
            Arc::clone(folders)
        } else {
            let mut new = FixedBitSet::clone(folders);
            new.intersect_with(node.row.present());
            new.difference_with(&node.alive);
            Arc::new(new)
        };
        let Some(commit) = self.commits.get(node.place).filter(|_| !new.is_clear()) else { return };
        node.alive = both(&node.alive, &new);
        node.waiting = Some(match node.waiting.take() {
            Some(waiting) => both(&waiting, &new),
            None => new,
        });
        run.open.push((commit.time, number));
    }

    /// Goes on from a commit to its parents.
    fn step(&mut self, run: &mut Running, number: usize) -> Result<(), GitError> {
        let node = &mut run.round.nodes[number];
        let place = node.place;
        let Some(waiting) = node.waiting.take() else { return Ok(()) };
        let Some(commit) = self.commits.list().get(place).map(Arc::clone) else { return Ok(()) };
        let parents = match self.objects.parents(&commit) {
            Parents::Known(parents) => parents,
            Parents::Unknown(why) => {
                self.cuts.insert(place, why);
                return Ok(());
            }
        };
        let mut joined = Places::with_capacity(parents.len());
        for &parent in parents {
            match self.visit(run, parent) {
                Ok(parent) => {
                    self.reach(run, parent, &waiting);
                    joined.push(run.round.nodes[parent].place);
                }
                Err(GitError::Missing { id }) => {
                    self.cuts.insert(place, missing(id));
                }
                Err(error) => return Err(error),
            }
        }
        self.commits.join(place, joined);
        Ok(())
    }

    /// Where lives of the last round begin, one for each parent that does not hold the folder.
    pub(super) fn beginnings(&self) -> Vec<Beginning<'_>> {
        let mut found = Vec::new();
        let Some(round) = self.rounds.last() else { return found };
        for node in &round.nodes {
            let parents = self.commits.parents(node.place).iter().filter_map(|place| round.node(*place));
            for before in parents.filter(|before| !Arc::ptr_eq(&node.alive, &before.alive)) {
                let (Some(commit), Some(parent)) = (self.commits.get(node.place), self.commits.get(before.place))
                else {
                    continue;
                };
                found.extend(node.alive.difference(&before.alive).map(|folder| {
                    let tree = self.numbers.tree(node.row.get(folder));
                    Beginning { folder, commit, tree, parent }
                }));
            }
        }
        found
    }
}

/// The folders of both.
fn both(one: &Folders, other: &Folders) -> Folders {
    if one.is_clear() {
        return Arc::clone(other);
    }
    let mut both = FixedBitSet::clone(one);
    both.union_with(other);
    Arc::new(both)
}
