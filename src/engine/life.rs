//! A folder's life: the commits, back from HEAD, whose tree holds it.

use std::ops::Range;
use std::sync::Arc;

use smallvec::SmallVec;

use super::moves::{self, Changed};
use super::object::{Commit, Oid, OidMap};
use super::path::RepoPath;

/// Places of a commit's parents.
pub type Places = SmallVec<[usize; 1]>;

/// Commits that were read together, each known by its *place*, and who is whose parent among them. All lives that one walk
/// finds share one.
#[derive(Debug, Clone, Default)]
pub struct Commits {
    list: Vec<Arc<Commit>>,
    places: OidMap<usize>,
    parents: Vec<Places>,
}

impl Commits {
    /// Adds a commit that is not here yet, and gives its place. Its parents follow as they are read.
    pub fn add(&mut self, commit: Arc<Commit>) -> usize {
        let place = self.list.len();
        self.places.insert(commit.id, place);
        self.list.push(commit);
        self.parents.push(Places::new());
        place
    }

    /// Says that the commit at place `child` has these parents.
    pub fn join(&mut self, child: usize, parents: Places) {
        if let Some(known) = self.parents.get_mut(child) {
            *known = parents;
        }
    }

    /// The place of a commit, if it is here.
    pub fn place(&self, id: Oid) -> Option<usize> {
        self.places.get(&id).copied()
    }

    /// All commits, in the order of their places.
    pub fn list(&self) -> &[Arc<Commit>] {
        &self.list
    }

    /// The commit at a place.
    pub fn get(&self, place: usize) -> Option<&Commit> {
        self.list.get(place).map(AsRef::as_ref)
    }

    /// The places of a commit's parents, as far as they were read.
    pub fn parents(&self, place: usize) -> &[usize] {
        self.parents.get(place).map_or(&[], Places::as_slice)
    }
}

/// An order of commits, children before parents. The lives of one walk share one where they can.
#[derive(Debug, Clone, Default)]
pub struct Order {
    places: Vec<usize>,
    /// Per place, where it stands; [`ABSENT`] outside of the order.
    ranks: Vec<usize>,
}

const ABSENT: usize = usize::MAX;

impl Order {
    /// Makes an order of places, of `all` places that there are.
    pub fn new(places: Vec<usize>, all: usize) -> Self {
        let mut ranks = vec![ABSENT; all];
        for (rank, place) in places.iter().enumerate() {
            if let Some(known) = ranks.get_mut(*place) {
                *known = rank;
            }
        }
        Self { places, ranks }
    }

    /// The places in their order.
    pub fn places(&self) -> &[usize] {
        &self.places
    }

    /// Where a place stands.
    pub fn rank(&self, place: usize) -> Option<usize> {
        self.ranks.get(place).copied().filter(|rank| *rank != ABSENT)
    }
}

/// The commits reachable from HEAD whose tree holds the folder, walked back until it is absent.
///
/// A folder that went away and came back is a new one: its earlier life is not part of this.
#[derive(Debug, Clone, Default)]
pub struct Life {
    commits: Arc<Commits>,
    order: Arc<Order>,
    /// The stretches of the order that are of this life, from the newest on.
    stretches: Vec<Range<usize>>,
    /// What its commits changed below the folder, by where they stand in the order; only those that changed something.
    changed: Vec<(usize, Changed)>,
    /// Where those stand that no other one of the life precedes.
    begin: Vec<usize>,
    /// Why commits may be missing (a shallow boundary, a graft, an object that is not there): then "no" means "not known".
    pub cut: Option<String>,
}

impl Life {
    /// Puts a life together: an order of commits and the stretches of it that are of this life; and, by where a commit stands in
    /// that order, the files below the folder that differ from *every* parent (a commit without a parent that holds the folder
    /// changes all of its files), and those that no other commit of the life precedes.
    pub fn new(
        commits: Arc<Commits>,
        order: Arc<Order>,
        stretches: Vec<Range<usize>>,
        changed: Vec<(usize, Changed)>,
        begin: Vec<usize>,
        cut: Option<String>,
    ) -> Self {
        Self { commits, order, stretches, changed, begin, cut }
    }

    /// How many commits it has.
    pub fn len(&self) -> usize {
        self.stretches.iter().map(ExactSizeIterator::len).sum()
    }

    /// True where HEAD does not hold the folder.
    pub fn is_empty(&self) -> bool {
        self.stretches.is_empty()
    }

    /// The commits with their places, children before parents: HEAD first when its tree holds the folder.
    pub fn commits(&self) -> impl DoubleEndedIterator<Item = (usize, &Commit)> {
        let places =
            self.stretches.iter().flat_map(|stretch| self.order.places.get(stretch.clone()).unwrap_or_default());
        places.filter_map(|place| Some((*place, self.commit(*place)?)))
    }

    /// The commit at a place.
    pub fn commit(&self, place: usize) -> Option<&Commit> {
        self.commits.get(place)
    }

    /// Where the commit at a place stands in the order, in which others may stand between those of this life; none outside of it.
    pub fn rank(&self, place: usize) -> Option<usize> {
        self.order.rank(place).filter(|rank| self.holds(*rank))
    }

    fn holds(&self, rank: usize) -> bool {
        let after = self.stretches.partition_point(|stretch| stretch.end <= rank);
        self.stretches.get(after).is_some_and(|stretch| stretch.contains(&rank))
    }

    /// Where the commit of that id stands; none outside of the life.
    pub fn rank_of(&self, id: Oid) -> Option<usize> {
        self.rank(self.commits.place(id)?)
    }

    /// The committer's date of the commit that stands there, in seconds since 1970.
    pub fn time(&self, rank: usize) -> Option<i64> {
        self.at(rank).map(|commit| commit.time)
    }

    /// The commits that changed something below the folder, newest first: where each stands, its id, and what it changed.
    pub fn changed(&self) -> impl DoubleEndedIterator<Item = (usize, Oid, &Changed)> {
        self.changed.iter().filter_map(|(rank, changed)| Some((*rank, self.id(*rank)?, changed)))
    }

    /// The commits that changed `file` (a path below the folder) under whatever name it had, newest first: where each stands,
    /// its id, and the content that it left; see [`moves::changes`].
    pub fn changes(&self, file: &RepoPath) -> Vec<(usize, Oid, Option<Oid>)> {
        let (stands, changed): (Vec<(usize, Oid)>, Vec<&Changed>) =
            self.changed().map(|(rank, id, changed)| ((rank, id), changed)).unzip();
        let with_commit = |(place, content): (usize, Option<Oid>)| {
            let (rank, id) = stands.get(place)?;
            Some((*rank, *id, content))
        };
        moves::changes(&changed, file).into_iter().filter_map(with_commit).collect()
    }

    /// The commits in which the folder first appears: those of the life that no earlier commit of the life precedes.
    pub fn begin(&self) -> Vec<Oid> {
        self.begin.iter().filter_map(|rank| self.id(*rank)).collect()
    }

    /// The newest commits that changed `file` (a path below the folder) as HEAD has it: each commit that did, unless a later
    /// one of them has it as an ancestor. More than one only where side branches made the same change.
    pub fn last_changes(&self, file: &RepoPath) -> Vec<Oid> {
        let changing: Vec<Oid> = self.changes(file).into_iter().map(|(_, id, _)| id).collect();
        // Most files of most phases were committed once.
        if changing.len() <= 1 { changing } else { self.newest(&changing) }
    }

    /// True when `old` is reachable from `new` by one or more steps through commits of the life.
    pub fn is_ancestor(&self, old: Oid, new: Oid) -> bool {
        let (Some(old), Some(new)) = (self.rank_of(old), self.rank_of(new)) else { return false };
        self.ancestors(&[new], old).contains(old)
    }

    /// True when `old` is `new` or an ancestor of it.
    pub fn is_at_or_before(&self, old: Oid, new: Oid) -> bool {
        old == new || self.is_ancestor(old, new)
    }

    /// The commits that a merge brought: those before it that do not come before its parent `to`, nor are it.
    pub fn brought_by(&self, merge: Oid, to: Option<Oid>) -> Vec<Oid> {
        let Some(rank) = self.rank_of(merge) else { return Vec::new() };
        let last = self.order.places.len();
        let all = self.ancestors(&[rank], last);
        let to = to.and_then(|to| self.rank_of(to));
        let before: Vec<usize> = to.into_iter().collect();
        let kept = self.ancestors(&before, last);
        let brought = (rank..last).filter(|at| all.contains(*at) && !kept.contains(*at) && Some(*at) != to);
        brought.filter_map(|at| self.id(at)).collect()
    }

    /// Those of `ids` that no other one of them has as an ancestor, in the order given.
    pub fn newest(&self, ids: &[Oid]) -> Vec<Oid> {
        let ranks: Vec<usize> = ids.iter().filter_map(|id| self.rank_of(*id)).collect();
        let Some(last) = ranks.iter().copied().max() else { return ids.to_vec() };
        let older = self.ancestors(&ranks, last);
        let is_newest = |id: &&Oid| self.rank_of(**id).is_none_or(|rank| !older.contains(rank));
        ids.iter().filter(is_newest).copied().collect()
    }

    fn id(&self, rank: usize) -> Option<Oid> {
        self.at(rank).map(|commit| commit.id)
    }

    fn at(&self, rank: usize) -> Option<&Commit> {
        self.commit(*self.order.places.get(rank)?)
    }

    /// Where the parents of a commit stand, as far as they are of this life.
    fn parents(&self, rank: usize) -> impl Iterator<Item = usize> {
        let parents = self.order.places.get(rank).map_or(&[][..], |place| self.commits.parents(*place));
        parents.iter().filter_map(|place| self.rank(*place))
    }

    /// For every commit from the first of `from` up to `last`, whether it is a proper ancestor of one of `from`. An ancestor
    /// always stands behind, which bounds the search.
    fn ancestors(&self, from: &[usize], last: usize) -> Ancestors {
        let first = from.iter().copied().min().unwrap_or_default();
        let mut found = Ancestors { first, is_one: vec![false; (last + 1).saturating_sub(first)] };
        let mut open: Vec<usize> = from.iter().flat_map(|rank| self.parents(*rank)).collect();
        while let Some(rank) = open.pop() {
            let is_one = rank.checked_sub(first).and_then(|at| found.is_one.get_mut(at));
            if let Some(is_one) = is_one.filter(|is_one| !**is_one) {
                *is_one = true;
                open.extend(self.parents(rank));
            }
        }
        found
    }
}

/// Which commits of a stretch of a life are ancestors.
struct Ancestors {
    first: usize,
    is_one: Vec<bool>,
}

impl Ancestors {
    fn contains(&self, rank: usize) -> bool {
        rank.checked_sub(self.first).and_then(|at| self.is_one.get(at)).copied().unwrap_or_default()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Commits by number, each with the numbers of its parents; they stand in the order given.
    fn life(commits: &[(u8, &[u8])]) -> Life {
        let mut all = Commits::default();
        for (number, parents) in commits {
            let commit = Commit {
                id: id(*number),
                tree: id(0),
                parents: parents.iter().map(|parent| id(*parent)).collect(),
                time: i64::from(*number),
                subject: Vec::new(),
                reverts: Vec::new(),
            };
            all.add(Arc::new(commit));
        }
        for (place, (_, parents)) in commits.iter().enumerate() {
            let parents = parents.iter().filter_map(|parent| all.place(id(*parent))).collect();
            all.join(place, parents);
        }
        let order = Order::new((0..commits.len()).collect(), commits.len());
        let stretches = std::iter::once(0..commits.len()).collect();
        Life::new(Arc::new(all), Arc::new(order), stretches, Vec::new(), Vec::new(), None)
    }

    fn id(number: u8) -> Oid {
        Oid::from_bytes(&[number; 20]).unwrap()
    }

    #[test]
    fn ancestry_goes_through_every_parent_and_only_back() {
        // 9 merges 8 and 6; 8 and 6 come from 5; 7 stands beside them.
        let life = life(&[(9, &[8, 6]), (8, &[5]), (7, &[]), (6, &[5]), (5, &[])]);
        let before = |old: u8, new: u8| life.is_ancestor(id(old), id(new));
        for (old, new) in [(8, 9), (6, 9), (5, 9), (5, 8), (5, 6)] {
            assert!(before(old, new) && !before(new, old), "{old} {new}");
        }
        for (old, new) in [(7, 9), (5, 7), (8, 6), (6, 8), (9, 9), (4, 9), (9, 4)] {
            assert!(!before(old, new), "{old} {new}");
        }
        assert!(life.is_at_or_before(id(9), id(9)) && life.is_at_or_before(id(5), id(9)));
        assert!(!life.is_at_or_before(id(9), id(5)));
        for (ids, newest) in [
            (&[9, 8, 5][..], &[9][..]),
            (&[8, 6, 5], &[8, 6]),
            (&[5, 7, 8], &[7, 8]),
            (&[4], &[4]),
            (&[4, 5, 6], &[4, 6]),
        ] {
            let found = life.newest(&ids.iter().map(|number| id(*number)).collect::<Vec<_>>());
            assert_eq!(found, newest.iter().map(|number| id(*number)).collect::<Vec<_>>(), "{ids:?}");
        }
    }

    #[test]
    fn a_life_counts_its_own_commits_alone() {
        let mut all = life(&[(3, &[2]), (2, &[1]), (1, &[])]);
        assert_eq!((all.len(), all.is_empty(), all.rank_of(id(1)), all.time(2)), (3, false, Some(2), Some(1)));
        assert_eq!(
            all.commits().map(|(place, commit)| (place, commit.time)).collect::<Vec<_>>(),
            [(0, 3), (1, 2), (2, 1)]
        );
        assert_eq!((all.rank_of(id(4)), all.time(3), all.commit(3)), (None, None, None));
        all = Life { stretches: vec![0..1, 2..3], begin: vec![2], ..all };
        assert_eq!((all.len(), all.rank_of(id(2)), all.rank_of(id(1)), all.begin()), (2, None, Some(2), vec![id(1)]));
        assert_eq!(all.commits().map(|(place, _)| place).collect::<Vec<_>>(), [0, 2]);
        assert!(!all.is_ancestor(id(2), id(3)), "the commit is of another life");
        all.stretches.pop();
        assert_eq!((all.len(), all.rank_of(id(1))), (1, None));
        let empty = Life::default();
        assert_eq!((empty.len(), empty.is_empty(), empty.rank(0)), (0, true, None));
    }

    #[test]
    fn a_file_is_as_new_as_the_last_commits_that_changed_it() {
        // 4 merges 3 and 2, which both changed the file; 1 made it.
        let mut all = life(&[(4, &[3, 2]), (3, &[1]), (2, &[1]), (1, &[])]);
        let file = RepoPath::from("a");
        let changed = |content: u8| Changed::from([(file.clone(), Some(id(content)))]);
        all.changed = vec![(1, changed(33)), (2, changed(22)), (3, changed(11))];
        assert_eq!(all.changes(&file), [(1, id(3), Some(id(33))), (2, id(2), Some(id(22))), (3, id(1), Some(id(11)))]);
        assert_eq!(all.last_changes(&file), [id(3), id(2)]);
        assert_eq!(all.last_changes(&RepoPath::from("b")), []);
        all.changed.truncate(1);
        assert_eq!(all.last_changes(&file), [id(3)]);
    }
}
