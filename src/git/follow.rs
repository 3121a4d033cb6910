//! Follows a folder's life through a new name.

use std::collections::{BTreeMap, BTreeSet, HashMap, HashSet};
use std::sync::Arc;

use super::error::GitError;
use super::life::{Member, assemble, walk};
use super::objects::{Objects, Parents, missing};
use crate::engine::life::Life;
use crate::engine::object::{Commit, EntryKind, Oid, TreeEntry};
use crate::engine::path::RepoPath;

/// The life of a folder, going on under a former name where it was renamed.
///
/// Where the life begins, the walk goes on in a sibling folder that `is_former` accepts by name, if that folder went away in
/// the very commit and left this one a file of equal content. Changes are then told by the paths below either folder.
pub fn walk_following(
    objects: &Objects,
    head: Oid,
    folder: &RepoPath,
    is_former: &dyn Fn(&[u8]) -> bool,
) -> Result<Life, GitError> {
    let life = walk(objects, head, folder)?;
    let mut renames = renames(objects, &life, folder, is_former)?;
    if renames.is_empty() {
        return Ok(life);
    }
    let mut whole = Whole::default();
    whole.add(life);
    // Each round goes back past a rename; a folder renamed back and forth ends where its first life did.
    let mut seen = HashSet::new();
    while let Some((parent, former)) = renames.pop_first() {
        if !seen.insert((parent, former.clone())) {
            continue;
        }
        let earlier = walk(objects, parent, &former)?;
        renames.extend(self::renames(objects, &earlier, &former, is_former)?);
        whole.add(earlier);
    }
    whole.assemble(objects)
}

/// Where the folder has another name in a parent: the parent, and that name.
fn renames(
    objects: &Objects,
    life: &Life,
    folder: &RepoPath,
    is_former: &dyn Fn(&[u8]) -> bool,
) -> Result<BTreeSet<(Oid, RepoPath)>, GitError> {
    let members: HashSet<Oid> = life.commits.iter().map(|entry| entry.commit.id).collect();
    let mut found = BTreeSet::new();
    for entry in &life.commits {
        let Parents::Known(parents) = objects.parents(&entry.commit) else { continue };
        for parent in parents.into_iter().filter(|parent| !members.contains(parent)) {
            match former_name(objects, &entry.commit, entry.folder, parent, folder, is_former) {
                Ok(Some(former)) => {
                    found.insert((parent, former));
                }
                // What is not there is told by the life's own cut.
                Ok(None) | Err(GitError::Missing { .. }) => {}
                Err(error) => return Err(error),
            }
        }
    }
    Ok(found)
}

fn former_name(
    objects: &Objects,
    commit: &Commit,
    tree: Oid,
    parent: Oid,
    folder: &RepoPath,
    is_former: &dyn Fn(&[u8]) -> bool,
) -> Result<Option<RepoPath>, GitError> {
    let around = folder.parent();
    let siblings = |root: Oid| -> Result<Vec<TreeEntry>, GitError> {
        match objects.entry_at(root, &around)? {
            Some(entry) if entry.kind == EntryKind::Folder => objects.list(entry.id),
            _ => Ok(Vec::new()),
        }
    };
    let now: BTreeMap<Vec<u8>, EntryKind> =
        siblings(commit.tree)?.into_iter().map(|entry| (entry.name, entry.kind)).collect();
    let contents = contents(objects, tree)?;
    for entry in siblings(objects.commit(parent)?.tree)? {
        let went_away = now.get(&entry.name) != Some(&EntryKind::Folder);
        if entry.kind == EntryKind::Folder && went_away && is_former(&entry.name) {
            let before = self::contents(objects, entry.id)?;
            if !before.is_disjoint(&contents) {
                return Ok(Some(around.join(&entry.name)));
            }
        }
    }
    Ok(None)
}

/// The contents of all files below a tree. Empty files are none: they are equal everywhere.
fn contents(objects: &Objects, tree: Oid) -> Result<HashSet<Oid>, GitError> {
    let all = objects.differing(Some(tree), &[None])?;
    let is_empty = |id: &Oid| EMPTY_BLOBS.iter().any(|hex| Oid::from_hex(hex.as_bytes()) == Some(*id));
    Ok(all.into_values().flatten().filter(|id| !is_empty(id)).collect())
}

/// The ids of the content without bytes, under both hashes.
const EMPTY_BLOBS: [&str; 2] =
    ["e69de29bb2d1d6434b8b29ae775ad8c2e48c5391", "473a0f4c3be8a93681a267e3b1e9a7dcda1185436fe141f7749120a303721813"];

/// Several lives that are one.
#[derive(Default)]
struct Whole {
    members: HashMap<Oid, (Arc<Commit>, Oid)>,
    cut: Option<String>,
}

impl Whole {
    fn add(&mut self, life: Life) {
        self.cut = self.cut.take().or(life.cut);
        for entry in life.commits {
            self.members.entry(entry.commit.id).or_insert((entry.commit, entry.folder));
        }
    }

    /// Compares each commit with its parents under whichever name they have.
    fn assemble(self, objects: &Objects) -> Result<Life, GitError> {
        let member = |(commit, tree): (Arc<Commit>, Oid)| {
            let cut = match objects.parents(&commit) {
                Parents::Unknown(why) => Some(why),
                Parents::Known(parents) => lost(objects, &parents),
            };
            Member { commit, tree, cut }
        };
        let members: Vec<Member> = self.members.into_values().map(member).collect();
        let mut life = assemble(objects, &members)?;
        life.cut = life.cut.or(self.cut);
        Ok(life)
    }
}

/// Why one of the parents cannot be looked at.
fn lost(objects: &Objects, parents: &[Oid]) -> Option<String> {
    parents.iter().find_map(|parent| match objects.commit(*parent) {
        Err(GitError::Missing { id }) => Some(missing(id)),
        _ => None,
    })
}
