//! Finds the trees of several folders in the trees of commits. Equal trees are looked into once.

use std::collections::{BTreeMap, HashMap};

use super::error::GitError;
use super::last_tree::LastTree;
use super::objects::{Objects, entries};
use super::row::Row;
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
    root: Level,
    none: Row,
    /// The last tree, and the last answer: most commits change none of the folders, and share it.
    tree: Option<Oid>,
    last: Row,
}

impl Finder {
    pub(super) fn new<'a>(folders: impl Iterator<Item = &'a RepoPath>) -> Self {
        let (mut root, mut number) = (Level::default(), 0);
        for folder in folders {
            let mut level = &mut root;
            for name in folder.segments() {
                level = level.below.entry(name.to_vec()).or_default();
            }
            level.wanted.push(number);
            number += 1;
        }
        let none = Row::empty(number);
        Self { root, tree: None, last: none.clone(), none }
    }

    /// What a commit's tree holds: per folder of the list, the number of its tree.
    pub(super) fn find(&mut self, objects: &Objects, numbers: &mut Numbers, tree: Oid) -> Result<Row, GitError> {
        if self.tree == Some(tree) {
            return Ok(self.last.clone());
        }
        // Hardly any root comes again, so they are not kept.
        let found = self.root.look_anew(&mut Look { objects, numbers, none: &self.none }, tree)?;
        self.tree = Some(tree);
        if !found.is(&self.last) && found.differing(&self.last).next().is_some() {
            self.last = found;
        }
        Ok(self.last.clone())
    }
}

/// What a look needs on its way.
struct Look<'a> {
    objects: &'a Objects,
    numbers: &'a mut Numbers,
    none: &'a Row,
}

/// A level with more folders below it is read by what differs from the tree before.
const FEW: usize = 8;

/// One folder on the way to those that are looked for.
#[derive(Default)]
struct Level {
    /// The places of the list at which this folder stands.
    wanted: Vec<usize>,
    below: HashMap<Vec<u8>, Self>,
    memo: OidMap<Row>,
    last: Last,
}

/// What was found below a level the last time.
#[derive(Default)]
struct Last {
    tree: LastTree,
    /// The folders in which nothing else is looked for.
    leaves: Option<Row>,
    /// The others, with their trees.
    inner: BTreeMap<Vec<u8>, Oid>,
}

impl Level {
    fn look(&mut self, look: &mut Look<'_>, tree: Oid) -> Result<Row, GitError> {
        if let Some(known) = self.memo.get(&tree) {
            return Ok(known.clone());
        }
        let row = self.look_anew(look, tree)?;
        self.memo.insert(tree, row.clone());
        Ok(row)
    }

    fn look_anew(&mut self, look: &mut Look<'_>, tree: Oid) -> Result<Row, GitError> {
        let mut row = if self.below.is_empty() { look.none.clone() } else { self.look_below(look, tree)? };
        if !self.wanted.is_empty() {
            let number = look.numbers.of(tree);
            row = row.with(&self.wanted.iter().map(|folder| (*folder, number)).collect::<Vec<_>>());
        }
        Ok(row)
    }

    fn look_below(&mut self, look: &mut Look<'_>, tree: Oid) -> Result<Row, GitError> {
        let mut last = std::mem::take(&mut self.last);
        let is_turned = self.below.len() > FEW;
        let Look { objects, numbers, none } = look;
        let changes = objects.tree_once(tree, |bytes| {
            let (gone, new) = if is_turned { last.tree.turn_to(tree, bytes.to_vec())? } else { (&[][..], bytes) };
            self.changes(tree, (gone, new), &mut last.inner, numbers)
        })??;
        let leaves = last.leaves.as_ref().unwrap_or(none).with(&changes);
        let mut row = leaves.clone();
        for (name, tree) in &last.inner {
            if let Some(level) = self.below.get_mut(name) {
                row = row.beside(&level.look(look, *tree)?);
            }
        }
        if is_turned {
            last.leaves = Some(leaves);
            self.last = last;
        }
        Ok(row)
    }

    /// The numbers of the folders in which nothing else is looked for, by the entries that are gone and those that are new; the
    /// others are kept by their trees.
    fn changes(
        &self,
        tree: Oid,
        (gone, new): (&[u8], &[u8]),
        inner: &mut BTreeMap<Vec<u8>, Oid>,
        numbers: &mut Numbers,
    ) -> Result<Vec<(usize, u32)>, GitError> {
        let mut changes = Vec::new();
        for entry in entries(tree, gone) {
            let entry = entry?;
            match self.below.get(entry.name).filter(|_| entry.kind == EntryKind::Folder) {
                Some(level) if level.below.is_empty() => changes.extend(level.wanted.iter().map(|folder| (*folder, 0))),
                Some(_) => drop(inner.remove(entry.name)),
                None => {}
            }
        }
        let mut open = self.below.len();
        for entry in entries(tree, new) {
            let entry = entry?;
            match self.below.get(entry.name).filter(|_| entry.kind == EntryKind::Folder) {
                Some(level) if level.below.is_empty() => {
                    let number = numbers.of(entry.id);
                    changes.extend(level.wanted.iter().map(|folder| (*folder, number)));
                }
                Some(_) => drop(inner.insert(entry.name.to_vec(), entry.id)),
                None => continue,
            }
            open -= 1;
            if open == 0 {
                break;
            }
        }
        Ok(changes)
    }
}
