//! Where two lines of history parted, and what lies behind that.

use std::collections::{BTreeSet, BinaryHeap, HashMap, HashSet};
use std::sync::Arc;

use super::error::GitError;
use super::objects::{Ancestry, Objects, Parents, missing};
use crate::engine::object::{Commit, Oid};

/// Where two lines of history parted.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum MergeBase {
    /// At this commit; of several the newest.
    At(Oid),
    /// They have nothing in common.
    None,
    /// It lies beyond what is here: the text says what cuts history off.
    Unknown(String),
}

/// The commits of a range.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Between {
    /// Those that are here.
    pub commits: Vec<Arc<Commit>>,
    /// Why there may be others; none where these are all.
    pub cut: Option<String>,
}

const ONE: u8 = 1;
const OTHER: u8 = 2;
/// It lies behind a commit that both have, and is no answer itself.
const BEHIND: u8 = 4;

impl Objects {
    /// The newest commit that both have, as `git merge-base` finds it.
    pub fn merge_base(&self, one: Oid, other: Oid) -> Result<MergeBase, GitError> {
        let mut marks: HashMap<Oid, u8> = HashMap::new();
        let mut open: BinaryHeap<(i64, Oid)> = BinaryHeap::new();
        let mut found: BTreeSet<(i64, Oid)> = BTreeSet::new();
        let mut cut = None;
        for (id, mark) in [(one, ONE), (other, OTHER)] {
            *marks.entry(id).or_default() |= mark;
            match self.commit(id) {
                Ok(commit) => open.push((commit.time, id)),
                Err(GitError::Missing { id }) => cut = Some(missing(id)),
                Err(error) => return Err(error),
            }
        }
        // Whatever is still open and not behind an answer may lead to a newer one.
        while open.iter().any(|(_, id)| marks.get(id).is_some_and(|mark| mark & BEHIND == 0)) {
            let Some((time, id)) = open.pop() else { break };
            let mut mark = marks.get(&id).copied().unwrap_or_default();
            if mark & (ONE | OTHER) == ONE | OTHER {
                if mark & BEHIND == 0 {
                    found.insert((time, id));
                }
                mark |= BEHIND;
            }
            match self.parents(&*self.commit(id)?) {
                Parents::Unknown(why) => cut = Some(why),
                Parents::Known(parents) => {
                    for &parent in parents {
                        let known = marks.entry(parent).or_default();
                        if *known | mark == *known {
                            continue;
                        }
                        *known |= mark;
                        match self.commit(parent) {
                            Ok(commit) => open.push((commit.time, parent)),
                            Err(GitError::Missing { id }) => cut = Some(missing(id)),
                            Err(error) => return Err(error),
                        }
                    }
                }
            }
        }
        self.newest(&found).map(|newest| match (newest, cut) {
            (Some(id), _) => MergeBase::At(id),
            (None, Some(why)) => MergeBase::Unknown(why),
            (None, None) => MergeBase::None,
        })
    }

    /// Of these commits the newest that is no ancestor of another: dates may be wrong, ancestry is not.
    fn newest(&self, found: &BTreeSet<(i64, Oid)>) -> Result<Option<Oid>, GitError> {
        for (_, id) in found.iter().rev() {
            let mut is_behind = false;
            for (_, other) in found.iter().filter(|(_, other)| other != id) {
                is_behind |= self.is_ancestor(*id, *other)? == Ancestry::Yes;
            }
            if !is_behind {
                return Ok(Some(*id));
            }
        }
        Ok(None)
    }

    /// The commits that `end` has and `base` has not, as `git log base..end` lists them; as far as history is here. Where clocks
    /// ran backwards, some that `base` has may be among them.
    pub fn commits_between(&self, base: Oid, end: Oid) -> Result<Between, GitError> {
        let mut hidden: HashSet<Oid> = HashSet::from([base]);
        let mut seen: HashSet<Oid> = HashSet::new();
        let mut open: BinaryHeap<(i64, Oid)> = BinaryHeap::new();
        let mut listed: Vec<Arc<Commit>> = Vec::new();
        for id in [base, end] {
            open.push((self.commit(id)?.time, id));
        }
        let mut oldest = i64::MAX;
        // What is hidden and older than all that is listed hides nothing more.
        while open.iter().any(|(time, id)| !hidden.contains(id) || *time >= oldest) {
            let Some((_, id)) = open.pop() else { break };
            let is_hidden = hidden.contains(&id);
            if !seen.insert(id) {
                continue;
            }
            let commit = match self.commit(id) {
                Ok(commit) => commit,
                Err(GitError::Missing { .. }) => continue,
                Err(error) => return Err(error),
            };
            if let Parents::Known(parents) = self.parents(&commit) {
                for &parent in parents {
                    if is_hidden && hidden.insert(parent) {
                        // It may have been listed by another way.
                        seen.remove(&parent);
                    }
                    if !seen.contains(&parent) {
                        open.push((self.commit(parent).map_or(i64::MIN, |parent| parent.time), parent));
                    }
                }
            }
            if !is_hidden {
                oldest = oldest.min(commit.time);
                listed.push(commit);
            }
        }
        listed.retain(|commit| !hidden.contains(&commit.id));
        let cut = self.cut_off(&listed, base)?;
        Ok(Between { commits: listed, cut })
    }

    /// Why commits may be missing from a range that was listed; none where all of them are. Behind one that `base` has, nothing is.
    fn cut_off(&self, listed: &[Arc<Commit>], base: Oid) -> Result<Option<String>, GitError> {
        let is_of_base = |id: Oid| self.is_ancestor(id, base).map(|answer| answer == Ancestry::Yes);
        for commit in listed {
            match self.parents(commit) {
                Parents::Known(parents) => {
                    for &parent in parents {
                        match self.commit(parent) {
                            Err(GitError::Missing { id }) if !is_of_base(id)? => return Ok(Some(missing(id))),
                            Ok(_) | Err(GitError::Missing { .. }) => {}
                            Err(error) => return Err(error),
                        }
                    }
                }
                // Clocks that ran backwards may have left it in the list.
                Parents::Unknown(why) if !is_of_base(commit.id)? => return Ok(Some(why)),
                Parents::Unknown(_) => {}
            }
        }
        Ok(None)
    }
}
