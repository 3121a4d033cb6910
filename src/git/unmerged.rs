//! Commits of other branches that HEAD does not hold.

use std::collections::{BinaryHeap, HashSet};
use std::sync::Arc;

use super::error::GitError;
use super::objects::{Objects, Parents};
use crate::engine::object::{Commit, Oid, OidMap};

/// The most branches of one walk: each is a bit of a number.
const MOST_BRANCHES: usize = 64;

/// The most commits that one walk reads, HEAD's among them: far more than lie behind any work that is still open.
const MOST_COMMITS: usize = 20_000;

/// What some branches hold and HEAD does not.
#[derive(Debug, Clone, Default)]
pub struct Unmerged {
    /// The commits, newest first, each with the places of the branches that hold it.
    pub commits: Vec<(Arc<Commit>, Vec<usize>)>,
    /// How many branches were passed over, the oldest, because there are too many.
    pub passed_over: usize,
    /// True where the walk was given up before it was clear what HEAD holds.
    pub given_up: bool,
}

/// Finds what the branches with these tips hold and HEAD does not, of the commits that are not older than `since` (seconds since
/// 1970 by the committer's clock). History is read only as far back as it takes to see what HEAD holds, so branches that were
/// merged lately cost little, and those that are older than `since` nothing.
pub fn unmerged(objects: &Objects, head: Oid, tips: &[Oid], since: i64) -> Result<Unmerged, GitError> {
    let mut newest: Vec<(i64, usize)> = Vec::new();
    for (place, tip) in tips.iter().enumerate().filter(|(_, tip)| **tip != head) {
        match objects.commit(*tip) {
            Ok(commit) if commit.time >= since => newest.push((commit.time, place)),
            // A branch whose commit is not here, or is none, holds nothing that could be told.
            Ok(_) | Err(GitError::Missing { .. } | GitError::Damaged { .. }) => {}
            Err(error) => return Err(error),
        }
    }
    newest.sort_by(|a, b| b.cmp(a));
    let passed_over = newest.len().saturating_sub(MOST_BRANCHES);
    newest.truncate(MOST_BRANCHES);
    if newest.is_empty() {
        return Ok(Unmerged::default());
    }
    let mut walk = Walk { objects, holders: OidMap::default(), open: BinaryHeap::new(), undecided: HashSet::new() };
    walk.reach(head, HEAD)?;
    for (bit, (_, place)) in newest.iter().enumerate() {
        walk.reach(tips[*place], 1 << bit)?;
    }
    let mut read = 0;
    let mut found: Vec<Arc<Commit>> = Vec::new();
    while !walk.undecided.is_empty()
        && read < MOST_COMMITS
        && let Some((time, id)) = walk.open.pop()
    {
        walk.undecided.remove(&id);
        let holders = walk.holders.get(&id).copied().unwrap_or_default();
        if time < since {
            continue;
        }
        read += 1;
        let commit = objects.commit(id)?;
        if holders & HEAD == 0 {
            found.push(Arc::clone(&commit));
        }
        if let Parents::Known(parents) = objects.parents(&commit) {
            for &parent in parents {
                walk.reach(parent, holders)?;
            }
        }
    }
    let given_up = !walk.undecided.is_empty();
    let mut seen = HashSet::new();
    let mut commits = Vec::new();
    for commit in found {
        let holders = walk.holders.get(&commit.id).copied().unwrap_or_default();
        // HEAD may have been found to hold it later.
        if holders & HEAD == 0 && seen.insert(commit.id) {
            let by = newest.iter().enumerate().filter(|(bit, _)| holders & (1 << bit) != 0);
            commits.push((commit, by.map(|(_, (_, place))| *place).collect()));
        }
    }
    Ok(Unmerged { commits, passed_over, given_up })
}

/// The bit of HEAD, beside those of the branches.
const HEAD: u128 = 1 << 127;

struct Walk<'a> {
    objects: &'a Objects,
    /// Per commit, who is known to hold it.
    holders: OidMap<u128>,
    /// Commits to go on from, newest first.
    open: BinaryHeap<(i64, Oid)>,
    /// Those of them that HEAD is not known to hold: when there is none, every commit before them is HEAD's.
    undecided: HashSet<Oid>,
}

impl Walk<'_> {
    /// Lets somebody hold a commit; whoever learns something new goes on from it.
    fn reach(&mut self, id: Oid, by: u128) -> Result<(), GitError> {
        let known = self.holders.entry(id).or_default();
        if *known | by == *known {
            return Ok(());
        }
        *known |= by;
        let is_heads = *known & HEAD != 0;
        match self.objects.commit(id) {
            Ok(commit) => self.open.push((commit.time, id)),
            Err(GitError::Missing { .. }) => return Ok(()),
            Err(error) => return Err(error),
        }
        if is_heads {
            self.undecided.remove(&id);
        } else {
            self.undecided.insert(id);
        }
        Ok(())
    }
}
