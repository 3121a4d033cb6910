//! Finds the trees of several folders in the trees of commits. Equal trees are looked into once.

use std::collections::HashMap;
use std::rc::Rc;
use std::sync::Arc;

use super::error::GitError;
use super::objects::{Objects, entries};
use crate::engine::object::{EntryKind, Oid, OidMap};
use crate::engine::path::RepoPath;

/// Numbers for the trees of folders, from 1: 0 stands for a folder that is absent.
#[derive(Default)]
pub(super) struct Numbers {
    of: OidMap<u32>,
    trees: Vec<Oid>,
}

impl Numbers {
    fn of(&mut self, tree: Oid) -> u32 {
        *self.of.entry(tree).or_insert_with(|| {
            self.trees.push(tree);
            u32::try_from(self.trees.len()).unwrap_or(u32::MAX)
        })
    }

    /// The tree of that number; none for 0.
    pub(super) fn tree(&self, number: u32) -> Option<Oid> {
        self.trees.get(usize::try_from(number).ok()?.checked_sub(1)?).copied()
    }
}

/// Looks for a list of folders.
pub(super) struct Finder {
    folders: usize,
    root: Level,
    /// The last answer: most commits change none of the folders, and share it.
    last: (Found, Held),
}

/// Per folder of the list, the number of its tree.
pub(super) type Held = Arc<[u32]>;

/// What a tree was found to hold: places of the list with their numbers.
type Found = Rc<[(usize, u32)]>;

impl Finder {
    pub(super) fn new<'a>(folders: impl Iterator<Item = &'a RepoPath>) -> Self {
        let mut finder = Self { folders: 0, root: Level::default(), last: (Found::default(), Held::default()) };
        for folder in folders {
            let mut level = &mut finder.root;
            for name in folder.segments() {
                level = level.below.entry(name.to_vec()).or_default();
            }
            level.wanted.push(finder.folders);
            finder.folders += 1;
        }
        finder
    }

    /// What a commit's tree holds.
    pub(super) fn find(&mut self, objects: &Objects, numbers: &mut Numbers, tree: Oid) -> Result<Held, GitError> {
        let found = self.root.look(objects, numbers, tree)?;
        if self.last.1.len() != self.folders || !Rc::ptr_eq(&found, &self.last.0) {
            let mut held = vec![0; self.folders];
            for (folder, number) in found.iter() {
                held[*folder] = *number;
            }
            self.last = (found, held.into());
        }
        Ok(Arc::clone(&self.last.1))
    }
}

/// One folder on the way to those that are looked for.
#[derive(Default)]
struct Level {
    /// The places of the list at which this folder stands.
    wanted: Vec<usize>,
    below: HashMap<Vec<u8>, Self>,
    memo: OidMap<Found>,
}

impl Level {
    fn look(&mut self, objects: &Objects, numbers: &mut Numbers, tree: Oid) -> Result<Found, GitError> {
        if let Some(known) = self.memo.get(&tree) {
            return Ok(Rc::clone(known));
        }
        let mut found: Vec<(usize, u32)> = self.wanted.iter().map(|folder| (*folder, numbers.of(tree))).collect();
        // What is all found in one place is passed on as it is, so that `find` sees that nothing changed.
        let mut all = None;
        let mut open = self.below.len();
        let bytes = if open > 0 { objects.tree_once(tree)? } else { Vec::new() };
        for entry in entries(tree, &bytes) {
            let entry = entry?;
            if entry.kind != EntryKind::Folder {
                continue;
            }
            let Some(level) = self.below.get_mut(entry.name) else { continue };
            open -= 1;
            if level.below.is_empty() {
                found.extend(level.wanted.iter().map(|folder| (*folder, numbers.of(entry.id))));
            } else if found.is_empty() && open == 0 {
                all = Some(level.look(objects, numbers, entry.id)?);
            } else {
                found.extend_from_slice(&level.look(objects, numbers, entry.id)?);
            }
            if open == 0 {
                break;
            }
        }
        let found = all.unwrap_or_else(|| found.into());
        self.memo.insert(tree, Rc::clone(&found));
        Ok(found)
    }
}
