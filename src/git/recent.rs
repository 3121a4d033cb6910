//! The commits that HEAD holds since a moment, and when it came to hold each: for a repository whose history cannot be compared
//! with another one's in any other way.

use std::collections::BinaryHeap;

use super::error::GitError;
use super::objects::{Objects, Parents, missing};
use crate::engine::life::Commits;
use crate::engine::object::Oid;

/// The most commits that are read: more than any phase takes.
const MOST_COMMITS: usize = 50_000;

/// The commits since a moment.
#[derive(Debug, Clone, Default)]
pub struct Recent {
    /// The commits, by place.
    pub commits: Commits,
    /// Per place, when HEAD's own line took the commit in, in seconds since 1970 by the committers' clocks: the date of the
    /// commit itself where it lies on that line, else that of the merge that brought it. Work that waited on a branch is as new as its
    /// merge.
    pub since: Vec<i64>,
    /// Where history ends although it goes on, and why: commits that are not newer than this may be missing.
    pub cut: Option<(i64, String)>,
}

/// The commits that `head` holds and whose committer's date is not before `since`. Nothing is looked for behind an older commit.
pub fn recent(objects: &Objects, head: Oid, since: i64) -> Result<Recent, GitError> {
    let mut walk = Walk { objects, since, commits: Commits::default(), open: BinaryHeap::new(), cut: None };
    let mut joints = Vec::new();
    walk.reach(head, i64::MAX)?;
    while let Some((_, place)) = walk.open.pop() {
        let Some(commit) = walk.commits.get(place).cloned() else { continue };
        match objects.parents(&commit) {
            Parents::Known(parents) => {
                for parent in parents {
                    walk.reach(*parent, commit.time)?;
                }
                joints.push((place, parents.to_vec()));
            }
            Parents::Unknown(why) => walk.cut(commit.time, why),
        }
        if walk.commits.list().len() > MOST_COMMITS {
            walk.cut(commit.time, format!("only the newest {MOST_COMMITS} commits were read"));
            break;
        }
    }
    let Walk { mut commits, cut, .. } = walk;
    for (place, parents) in joints {
        let known = parents.into_iter().filter_map(|parent| commits.place(parent)).collect();
        commits.join(place, known);
    }
    let since = taken_in(&commits, head);
    Ok(Recent { commits, since, cut })
}

struct Walk<'a> {
    objects: &'a Objects,
    since: i64,
    commits: Commits,
    /// Commits to go on from, newest first, by place.
    open: BinaryHeap<(i64, usize)>,
    cut: Option<(i64, String)>,
}

impl Walk<'_> {
    /// Goes on to a commit, from a child of that date.
    fn reach(&mut self, id: Oid, child: i64) -> Result<(), GitError> {
        if self.commits.place(id).is_some() {
            return Ok(());
        }
        match self.objects.commit(id) {
            Ok(commit) if commit.time >= self.since => self.open.push((commit.time, self.commits.add(commit))),
            Ok(_) => {}
            Err(GitError::Missing { id }) => self.cut(child, missing(id)),
            Err(error) => return Err(error),
        }
        Ok(())
    }

    /// Of several ends the newest counts.
    fn cut(&mut self, time: i64, why: String) {
        if self.cut.as_ref().is_none_or(|(known, _)| *known < time) {
            self.cut = Some((time, why));
        }
    }
}

/// When HEAD's own line (first parents) took each commit in.
fn taken_in(commits: &Commits, head: Oid) -> Vec<i64> {
    let time = |place: usize| commits.get(place).map_or(0, |commit| commit.time);
    let mut line: Vec<usize> = Vec::new();
    let mut next = commits.place(head);
    while let Some(place) = next {
        line.push(place);
        next = commits.get(place).and_then(|commit| commit.parents.first()).and_then(|first| commits.place(*first));
    }
    let mut taken: Vec<Option<i64>> = vec![None; commits.list().len()];
    // The oldest merge that holds a commit brought it.
    for at in line.into_iter().rev() {
        let mut open = vec![at];
        while let Some(place) = open.pop() {
            let Some(known @ None) = taken.get_mut(place) else { continue };
            *known = Some(time(place).max(time(at)));
            open.extend(commits.parents(place));
        }
    }
    taken.into_iter().enumerate().map(|(place, taken)| taken.unwrap_or_else(|| time(place))).collect()
}
