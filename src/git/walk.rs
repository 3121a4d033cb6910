//! Walks history back from a commit, only through commits whose tree holds one of the folders that are looked for.

use std::collections::{BTreeMap, BinaryHeap};

use super::error::GitError;
use super::finder::{Finder, Held, Numbers};
use super::objects::{Objects, Parents, missing};
use crate::engine::life::Commits;
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
}

/// What one round found, each folder looked for from a commit of its own.
pub(super) struct Round {
    /// The place of every commit that it reached, and per folder the number of its tree there; 0 where the commit is not of its
    /// life. Most commits share the numbers with their neighbours.
    pub(super) reached: Vec<(usize, Held)>,
    /// Where a commit stands among them, by its place.
    by_place: Vec<Option<usize>>,
}

/// A round under way.
struct Running {
    finder: Finder,
    nodes: Vec<Node>,
    /// The node of a commit, by its place.
    by_place: Vec<Option<usize>>,
    /// Nodes to go on from, newest first, so that all folders mostly reach a commit together.
    open: BinaryHeap<(i64, usize)>,
}

/// What a round knows of one commit.
struct Node {
    place: usize,
    held: Held,
    /// Per folder, whether this commit belongs to its life: it holds it, and so does a way from the start.
    alive: Vec<bool>,
    /// The folders that reached this commit and have not gone on from it; empty where there is none.
    waiting: Vec<bool>,
}

impl Node {
    fn trees(&self) -> Held {
        let is_all_alive = self.held.iter().zip(&self.alive).all(|(number, is_alive)| (*number != 0) == *is_alive);
        if is_all_alive {
            return Held::clone(&self.held);
        }
        self.held.iter().zip(&self.alive).map(|(number, is_alive)| if *is_alive { *number } else { 0 }).collect()
    }
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
        Self { objects, commits, numbers, cuts: BTreeMap::new(), rounds: Vec::new() }
    }

    /// Walks from these commits, each for one folder, until all folders are absent or history ends.
    pub(super) fn round(&mut self, starts: &[(Oid, RepoPath)]) -> Result<(), GitError> {
        let finder = Finder::new(starts.iter().map(|(_, folder)| folder));
        let mut run = Running { finder, nodes: Vec::new(), by_place: Vec::new(), open: BinaryHeap::new() };
        for (number, (start, _)) in starts.iter().enumerate() {
            let start = self.visit(&mut run, *start)?;
            let mut only = vec![false; starts.len()];
            only[number] = true;
            self.reach(&mut run, start, &only);
        }
        while let Some((_, node)) = run.open.pop() {
            self.step(&mut run, node)?;
        }
        let reached = run.nodes.iter().map(|node| (node.place, node.trees())).collect();
        self.rounds.push(Round { reached, by_place: run.by_place });
        Ok(())
    }

    /// The node of a commit.
    fn visit(&mut self, run: &mut Running, id: Oid) -> Result<usize, GitError> {
        let known = self.commits.place(id);
        if let Some(node) = known.and_then(|place| *run.by_place.get(place)?) {
            return Ok(node);
        }
        let commit = self.objects.commit(id)?;
        let held = run.finder.find(self.objects, &mut self.numbers, commit.tree)?;
        let place = known.unwrap_or_else(|| self.commits.add(commit));
        let node = run.nodes.len();
        run.by_place.resize(self.commits.list().len(), None);
        run.by_place[place] = Some(node);
        run.nodes.push(Node { place, alive: vec![false; held.len()], held, waiting: Vec::new() });
        Ok(node)
    }

    /// Lets folders reach a commit; those that it holds and that are new to it wait there.
    fn reach(&self, run: &mut Running, number: usize, folders: &[bool]) {
        let node = &mut run.nodes[number];
        let mut any = false;
        for (folder, _) in folders.iter().enumerate().filter(|(_, reaches)| **reaches) {
            if node.held[folder] != 0 && !node.alive[folder] {
                node.alive[folder] = true;
                node.waiting.resize(node.held.len(), false);
                node.waiting[folder] = true;
                any = true;
            }
        }
        if any && let Some(commit) = self.commits.get(node.place) {
            run.open.push((commit.time, number));
        }
    }

    /// Goes on from a commit to its parents.
    fn step(&mut self, run: &mut Running, number: usize) -> Result<(), GitError> {
        let node = &mut run.nodes[number];
        let (place, waiting) = (node.place, std::mem::take(&mut node.waiting));
        let Some(commit) = self.commits.get(place).filter(|_| !waiting.is_empty()) else { return Ok(()) };
        let parents = match self.objects.parents(commit) {
            Parents::Known(parents) => parents,
            Parents::Unknown(why) => {
                self.cuts.insert(place, why);
                return Ok(());
            }
        };
        let mut joined = Vec::with_capacity(parents.len());
        for parent in parents {
            match self.visit(run, parent) {
                Ok(parent) => {
                    self.reach(run, parent, &waiting);
                    joined.push(run.nodes[parent].place);
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
        for (place, trees) in &round.reached {
            let before = self.commits.parents(*place).iter().filter_map(|place| *round.by_place.get(*place)?);
            for (before, trees_before) in before.map(|at| &round.reached[at]).filter(|(_, other)| other != trees) {
                let begins = (0..trees.len()).filter(|folder| trees[*folder] != 0 && trees_before[*folder] == 0);
                found.extend(begins.filter_map(|folder| {
                    let (commit, parent) = (self.commits.get(*place)?, self.commits.get(*before)?);
                    Some(Beginning { folder, commit, tree: self.numbers.tree(trees[folder]), parent })
                }));
            }
        }
        found
    }
}
