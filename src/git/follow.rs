//! Follows a folder's life through a new name.

use std::collections::{BTreeSet, HashSet};

use super::error::GitError;
use super::last_tree::LastTree;
use super::life::{Lives, Name};
use super::objects::{Objects, entries};
use super::raw::RawEntry;
use super::walk::{Beginning, Walk};
use crate::engine::object::{EntryKind, Oid};
use crate::engine::path::RepoPath;

/// The lives of several folders in one walk, each going on under a former name where the folder was renamed.
///
/// Where a life begins, the walk goes on in a sibling folder that `is_former` accepts by name for the folder at that place of
/// the list, if that sibling went away in the very commit and left this one a file of equal content. Changes are then told by
/// the paths below either folder.
pub fn walk_following(
    objects: &Objects,
    head: Oid,
    folders: &[RepoPath],
    is_former: &dyn Fn(usize, &[u8]) -> bool,
) -> Result<Lives, GitError> {
    let mut walk = Walk::new(objects);
    let mut all: Vec<Renames> = folders.iter().map(|_| Renames::default()).collect();
    // Of the round at work: of which folder of the list, and from where it is walked under which name.
    let mut round: Vec<(usize, (Oid, RepoPath))> =
        folders.iter().enumerate().map(|(number, folder)| (number, (head, folder.clone()))).collect();
    while !round.is_empty() {
        for (place, (number, _)) in round.iter().enumerate() {
            all[*number].names.push(Name { round: walk.rounds.len(), folder: place });
        }
        walk.round(&round.iter().map(|(_, start)| start.clone()).collect::<Vec<_>>())?;
        for begin in walk.beginnings() {
            let (number, (_, name)) = &round[begin.folder];
            match former_name(objects, &begin, name, &|name| is_former(*number, name)) {
                Ok(Some(former)) => {
                    all[*number].open.insert((begin.parent.id, former));
                }
                // What is not there is told by the life's own cut.
                Ok(None) | Err(GitError::Missing { .. }) => {}
                Err(error) => return Err(error),
            }
        }
        // Each round goes back past a rename.
        round = all.iter_mut().enumerate().filter_map(|(number, renames)| Some((number, renames.next()?))).collect();
    }
    Ok(Lives::new(walk, all.into_iter().map(|renames| renames.names).collect()))
}

/// The names of one folder.
#[derive(Default)]
struct Renames {
    /// Those that were walked.
    names: Vec<Name>,
    /// Those that were found since: a commit that has the folder under another name, and that name.
    open: BTreeSet<(Oid, RepoPath)>,
    seen: HashSet<(Oid, RepoPath)>,
}

impl Renames {
    /// The next one to walk; a folder that was renamed back and forth ends where its first life did.
    fn next(&mut self) -> Option<(Oid, RepoPath)> {
        while let Some(rename) = self.open.pop_first() {
            if self.seen.insert(rename.clone()) {
                return Some(rename);
            }
        }
        None
    }
}

fn former_name(
    objects: &Objects,
    begin: &Beginning<'_>,
    folder: &RepoPath,
    is_former: &dyn Fn(&[u8]) -> bool,
) -> Result<Option<RepoPath>, GitError> {
    let around = folder.parent();
    let siblings = |root: Oid| -> Result<Option<(Oid, Vec<u8>)>, GitError> {
        let entry = objects.entry_at(root, &around)?.filter(|entry| entry.kind == EntryKind::Folder);
        entry.map(|entry| Ok((entry.id, objects.tree(entry.id)?.to_vec()))).transpose()
    };
    let (Some((before, old)), Some((after, new))) = (siblings(begin.parent.tree)?, siblings(begin.commit.tree)?) else {
        return Ok(None);
    };
    let mut trees = LastTree::default();
    trees.turn_to(before, old)?;
    let (old, new) = trees.turn_to(after, new)?;
    let is_there = |gone: &RawEntry<'_>| {
        entries(after, new).flatten().any(|entry| entry.name == gone.name && entry.kind == EntryKind::Folder)
    };
    for gone in entries(before, old) {
        let gone = gone?;
        if gone.kind == EntryKind::Folder && is_former(gone.name) && !is_there(&gone) {
            let (before, after) = (contents(objects, Some(gone.id))?, contents(objects, begin.tree)?);
            if !before.is_disjoint(&after) {
                return Ok(Some(around.join(gone.name)));
            }
        }
    }
    Ok(None)
}

/// The contents of all files below a tree. Empty files are none: they are equal everywhere.
fn contents(objects: &Objects, tree: Option<Oid>) -> Result<HashSet<Oid>, GitError> {
    let all = objects.differing(&RepoPath::default(), tree, &[None])?;
    let is_empty = |id: &Oid| EMPTY_BLOBS.iter().any(|hex| Oid::from_hex(hex.as_bytes()) == Some(*id));
    Ok(all.into_values().flatten().filter(|id| !is_empty(id)).collect())
}

/// The ids of the content without bytes, under both hashes.
const EMPTY_BLOBS: [&str; 2] =
    ["e69de29bb2d1d6434b8b29ae775ad8c2e48c5391", "473a0f4c3be8a93681a267e3b1e9a7dcda1185436fe141f7749120a303721813"];
