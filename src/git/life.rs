//! The lives of folders: the commits of a walk in order, and what each of them changed.

use std::cmp::Reverse;
use std::collections::{BTreeMap, BTreeSet, BinaryHeap};
use std::ops::Range;
use std::sync::Arc;

use super::error::GitError;
use super::finder::Numbers;
use super::objects::{Objects, missing};
use super::walk::{Folders, Round, Walk};
use crate::engine::life::{Commits, Life, Order};
use crate::engine::object::Oid;
use crate::engine::path::RepoPath;

/// The lives of several folders, from one walk. Each is put together when it is asked for, from what all share.
pub struct Lives {
    commits: Arc<Commits>,
    numbers: Numbers,
    cuts: BTreeMap<usize, String>,
    rounds: Vec<Seen>,
    names: Vec<Vec<Name>>,
    /// The places of all commits, the newest first.
    by_age: Arc<Order>,
    /// True where no commit is older than a parent of it, as where no clock was wrong.
    is_by_age: bool,
}

/// What one round found, looked through for what all lives of it need.
struct Seen {
    round: Round,
    /// Per folder, the places of commits that differ from one of their parents, or whose parents are not all known.
    turns: Vec<Vec<usize>>,
    /// The folders that live in each stretch of `by_age`.
    alive: Vec<(Range<usize>, Folders)>,
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
        let count = commits.list().len();
        let mut by_age: Vec<usize> = (0..count).collect();
        // Mostly they were found in nearly that order.
        let age = |place: usize| commits.get(place).map(|commit| (commit.time, &commit.id));
        by_age.sort_by(|one, other| age(*other).cmp(&age(*one)));
        let by_age = Order::new(by_age, count);
        let is_younger = |child: usize| commits.parents(child).iter().all(|it| by_age.rank(*it) > by_age.rank(child));
        let is_by_age = (0..count).all(is_younger);
        let rounds = rounds.into_iter().map(|round| Seen::of(round, &commits, &cuts, &by_age)).collect();
        Self { commits: Arc::new(commits), numbers, cuts, rounds, names, by_age: Arc::new(by_age), is_by_age }
    }

    /// Every commit that holds one of the folders, and the parents of those.
    pub fn commits(&self) -> &Commits {
        &self.commits
    }

    /// The life of the folder that was given at this place of the list; an empty one where HEAD does not hold it.
    pub fn life(&self, objects: &Objects, folder: usize) -> Result<Life, GitError> {
        let names = self.names.get(folder).map_or(&[][..], Vec::as_slice);
        let (order, stretches) = if self.is_by_age {
            // Then the newest that is left is always free to come next.
            (Arc::clone(&self.by_age), self.stretches(names))
        } else {
            let order = self.ordered(names);
            let all = Some(0..order.places().len()).filter(|all| !all.is_empty());
            (Arc::new(order), all.into_iter().collect())
        };
        let turns = names.iter().flat_map(|name| &self.rounds[name.round].turns[name.folder]);
        let turns: BTreeSet<usize> = turns.filter_map(|place| order.rank(*place)).collect();
        let (mut all, mut begin, mut cut) = (Vec::new(), Vec::new(), None);
        for rank in turns {
            let place = order.places()[rank];
            let own = self.number(names, place);
            let before: Vec<u32> = self.commits.parents(place).iter().map(|place| self.number(names, *place)).collect();
            if before.iter().all(|number| *number == 0) {
                begin.push(rank);
            }
            if let Some(why) = self.cuts.get(&place) {
                cut = cut.or_else(|| Some(why.clone()));
            } else if !before.contains(&own) {
                let before: Vec<Option<Oid>> = before.iter().map(|number| self.numbers.tree(*number)).collect();
                match objects.differing(&RepoPath::default(), self.numbers.tree(own), &before) {
                    Ok(changes) if changes.is_empty() => {}
                    Ok(changes) => all.push((rank, changes)),
                    Err(GitError::Missing { id }) => cut = cut.or_else(|| Some(missing(id))),
                    Err(error) => return Err(error),
                }
            }
        }
        Ok(Life::new(Arc::clone(&self.commits), order, stretches, all, begin, cut))
    }

    /// The number of the tree that a folder of these names has at a place; 0 outside of its life.
    fn number(&self, names: &[Name], place: usize) -> u32 {
        let numbers = names.iter().map(|name| self.rounds[name.round].round.number(place, name.folder));
        numbers.into_iter().find(|number| *number != 0).unwrap_or_default()
    }

    /// The stretches of `by_age` in which a folder of these names lives.
    fn stretches(&self, names: &[Name]) -> Vec<Range<usize>> {
        let of_name = |name: &Name| {
            let folder = name.folder;
            let alive = self.rounds[name.round].alive.iter().filter(move |(_, alive)| alive.contains(folder));
            alive.map(|(stretch, _)| stretch.clone())
        };
        let mut all: Vec<Range<usize>> = names.iter().flat_map(of_name).collect();
        all.sort_unstable_by_key(|stretch| stretch.start);
        let mut joined: Vec<Range<usize>> = Vec::new();
        for stretch in all {
            match joined.last_mut().filter(|last| stretch.start <= last.end) {
                Some(last) => last.end = last.end.max(stretch.end),
                None => joined.push(stretch),
            }
        }
        joined
    }

    /// Children before parents, and newest first where history leaves it open: one order, however the commits were found.
    fn ordered(&self, names: &[Name]) -> Order {
        let count = self.commits.list().len();
        let is_alive: Vec<bool> = (0..count).map(|place| self.number(names, place) != 0).collect();
        // Per place, how many children in the life have not come yet. A commit may name a parent twice.
        let mut open_children = vec![0; count];
        for child in (0..count).filter(|place| is_alive[*place]) {
            for parent in self.commits.parents(child) {
                open_children[*parent] += 1;
            }
        }
        let age = |place: usize| self.by_age.rank(place).map(Reverse);
        let mut ordered = Vec::new();
        // All of a life is reached from HEAD, which was the first commit to be read.
        let mut open: BinaryHeap<_> =
            is_alive.first().filter(|is_alive| **is_alive).map(|_| (age(0), 0)).into_iter().collect();
        while let Some((_, place)) = open.pop() {
            ordered.push(place);
            for parent in self.commits.parents(place) {
                open_children[*parent] -= 1;
                if is_alive[*parent] && open_children[*parent] == 0 {
                    open.push((age(*parent), *parent));
                }
            }
        }
        Order::new(ordered, count)
    }
}

impl Seen {
    fn of(round: Round, commits: &Commits, cuts: &BTreeMap<usize, String>, by_age: &Order) -> Self {
        let folders = round.folders;
        let mut turns = vec![Vec::new(); folders];
        for node in &round.nodes {
            let parents = commits.parents(node.place);
            if parents.is_empty() || cuts.contains_key(&node.place) {
                node.alive.ones().for_each(|folder| turns[folder].push(node.place));
            }
            for before in parents.iter().filter_map(|place| round.node(*place)) {
                if !node.row.is(&before.row) {
                    let differing = node.row.differing(&before.row).filter(|folder| node.alive.contains(*folder));
                    differing.for_each(|folder| turns[folder].push(node.place));
                }
                if !Arc::ptr_eq(&node.alive, &before.alive) {
                    node.alive.difference(&before.alive).for_each(|folder| turns[folder].push(node.place));
                }
            }
        }
        let mut alive: Vec<(Range<usize>, Folders)> = Vec::new();
        for (rank, place) in by_age.places().iter().enumerate() {
            let Some(node) = round.node(*place) else { continue };
            match alive.last_mut().filter(|(last, same)| last.end == rank && Arc::ptr_eq(same, &node.alive)) {
                Some((last, _)) => last.end = rank + 1,
                None => alive.push((rank..rank + 1, Arc::clone(&node.alive))),
            }
        }
        Self { round, turns, alive }
    }
}
