//! Walks history for the lives of folders: from HEAD back, only through commits whose tree holds one of them.

use std::collections::{BTreeMap, BinaryHeap, HashMap};
use std::rc::Rc;
use std::sync::Arc;

use super::error::GitError;
use super::objects::{Objects, Parents, entries, missing};
use crate::engine::life::{Life, LifeCommit};
use crate::engine::object::{Commit, EntryKind, Oid};
use crate::engine::path::RepoPath;

/// The lives of several folders, from one walk. Each is put together when it is asked for, so that no more than one takes
/// memory at a time.
pub struct Lives {
    nodes: Vec<Node>,
    trees: Vec<Oid>,
    folders: usize,
}

/// One commit that holds at least one of the folders.
struct Node {
    commit: Arc<Commit>,
    /// Per folder, the place of its tree in `trees` counted from 1; 0 where it is absent.
    held: Rc<[u32]>,
    /// Per folder, whether this commit belongs to its life: it holds it, and so does a way from HEAD.
    alive: Vec<bool>,
    cut: Option<String>,
}

/// The life of one folder, seen from `head`.
pub fn walk(objects: &Objects, head: Oid, folder: &RepoPath) -> Result<Life, GitError> {
    walk_many(objects, head, std::slice::from_ref(folder))?.life(objects, 0)
}

/// The lives of several folders, seen from `head`, in one walk.
pub fn walk_many(objects: &Objects, head: Oid, folders: &[RepoPath]) -> Result<Lives, GitError> {
    let mut walk = Walk {
        finder: Finder::new(objects, folders),
        places: HashMap::new(),
        nodes: Vec::new(),
        open: BinaryHeap::new(),
    };
    walk.enter(objects.commit(head)?)?;
    let Some(start) = walk.places.get(&head).copied() else { return Ok(Lives::empty(folders.len())) };
    let every = walk.nodes[start].held.iter().map(|held| *held != 0).collect::<Vec<_>>();
    walk.reach(start, &every);
    while let Some((_, place)) = walk.open.pop() {
        walk.step(place)?;
    }
    Ok(walk.finish())
}

impl Lives {
    fn empty(folders: usize) -> Self {
        Self { nodes: Vec::new(), trees: Vec::new(), folders }
    }

    /// How many folders were asked for.
    pub fn len(&self) -> usize {
        self.folders
    }

    /// True when no folder was asked for.
    pub fn is_empty(&self) -> bool {
        self.folders == 0
    }

    /// The life of the folder that was given at this place of the list; an empty one where HEAD does not hold it.
    pub fn life(&self, objects: &Objects, folder: usize) -> Result<Life, GitError> {
        let mut members = Vec::new();
        for node in self.nodes.iter().filter(|node| node.alive.get(folder).copied().unwrap_or_default()) {
            let tree =
                node.held.get(folder).and_then(|held| self.trees.get(usize::try_from(*held).ok()?.checked_sub(1)?));
            let Some(tree) = tree else { continue };
            members.push(Member { commit: Arc::clone(&node.commit), tree: *tree, cut: node.cut.clone() });
        }
        assemble(objects, &members)
    }
}

/// One commit of a life before its changes are known.
pub(super) struct Member {
    pub(super) commit: Arc<Commit>,
    pub(super) tree: Oid,
    pub(super) cut: Option<String>,
}

/// Puts a life together from its commits, in whatever order, by finding out what each of them changed.
pub(super) fn assemble(objects: &Objects, members: &[Member]) -> Result<Life, GitError> {
    let places: HashMap<Oid, usize> =
        members.iter().enumerate().map(|(place, member)| (member.commit.id, place)).collect();
    // Per commit, its parents in this life; a parent outside it does not hold the folder, or is not known.
    let parents: Vec<Vec<Option<usize>>> = members
        .iter()
        .map(|member| member.commit.parents.iter().map(|parent| places.get(parent).copied()).collect())
        .collect();
    let mut life = Life::default();
    for place in ordered(members, &parents) {
        let Member { commit, tree, cut } = &members[place];
        let before = || parents[place].iter().map(|parent| parent.map(|parent| members[parent].tree));
        let mut changed = BTreeMap::new();
        if cut.is_none() && !before().any(|other| other == Some(*tree)) {
            match objects.differing(Some(*tree), &before().collect::<Vec<_>>()) {
                Ok(found) => changed = found,
                Err(GitError::Missing { id }) => life.cut = life.cut.or_else(|| Some(missing(id))),
                Err(error) => return Err(error),
            }
        }
        life.cut = life.cut.or_else(|| cut.clone());
        life.commits.push(LifeCommit { commit: Arc::clone(commit), folder: *tree, changed });
    }
    Ok(life)
}

/// Children before parents, and newest first where history leaves it open: one order, however the commits were found.
fn ordered(members: &[Member], parents: &[Vec<Option<usize>>]) -> Vec<usize> {
    let mut children = vec![0_usize; members.len()];
    for parent in parents.iter().flatten().flatten() {
        children[*parent] += 1;
    }
    let key = |place: usize| (members[place].commit.time, members[place].commit.id, place);
    let mut open: BinaryHeap<_> = (0..members.len()).filter(|place| children[*place] == 0).map(key).collect();
    let mut ordered = Vec::with_capacity(members.len());
    while let Some((_, _, place)) = open.pop() {
        ordered.push(place);
        for parent in parents[place].iter().flatten() {
            children[*parent] -= 1;
            if children[*parent] == 0 {
                open.push(key(*parent));
            }
        }
    }
    ordered
}

/// A walk under way.
struct Walk<'a> {
    finder: Finder<'a>,
    places: HashMap<Oid, usize>,
    nodes: Vec<Visited>,
    /// Commits to go on from, newest first, so that all folders mostly reach a commit together.
    open: BinaryHeap<(i64, usize)>,
}

struct Visited {
    commit: Arc<Commit>,
    held: Rc<[u32]>,
    alive: Vec<bool>,
    /// The folders that reached this commit and have not gone on from it.
    waiting: Vec<bool>,
    cut: Option<String>,
}

impl Walk<'_> {
    /// Makes a commit known, unless it holds none of the folders.
    fn enter(&mut self, commit: Arc<Commit>) -> Result<(), GitError> {
        let held = self.finder.find(commit.tree)?;
        let id = commit.id;
        let none = vec![false; held.len()];
        self.places.insert(id, self.nodes.len());
        self.nodes.push(Visited { commit, held, alive: none.clone(), waiting: none, cut: None });
        Ok(())
    }

    /// Lets `folders` reach a commit; those that it holds and that are new to it wait there.
    fn reach(&mut self, place: usize, folders: &[bool]) {
        let node = &mut self.nodes[place];
        let mut any = false;
        for (folder, _) in folders.iter().enumerate().filter(|(_, wanted)| **wanted) {
            if node.held[folder] != 0 && !node.alive[folder] {
                node.alive[folder] = true;
                node.waiting[folder] = true;
                any = true;
            }
        }
        if any {
            self.open.push((node.commit.time, place));
        }
    }

    /// Goes on from a commit to its parents.
    fn step(&mut self, place: usize) -> Result<(), GitError> {
        let waiting = std::mem::take(&mut self.nodes[place].waiting);
        self.nodes[place].waiting = vec![false; waiting.len()];
        if !waiting.contains(&true) {
            return Ok(());
        }
        let commit = Arc::clone(&self.nodes[place].commit);
        let parents = match self.finder.objects.parents(&commit) {
            Parents::Known(parents) => parents,
            Parents::Unknown(why) => {
                self.nodes[place].cut = Some(why);
                return Ok(());
            }
        };
        for parent in parents {
            let known = match self.places.get(&parent) {
                Some(known) => *known,
                None => match self.finder.objects.commit(parent).and_then(|commit| self.enter(commit)) {
                    Ok(()) => self.nodes.len() - 1,
                    Err(GitError::Missing { id }) => {
                        self.nodes[place].cut = Some(missing(id));
                        continue;
                    }
                    Err(error) => return Err(error),
                },
            };
            self.reach(known, &waiting);
        }
        Ok(())
    }

    fn finish(self) -> Lives {
        let Self { finder, nodes, .. } = self;
        let keep = |Visited { commit, held, alive, cut, .. }| Node { commit, held, alive, cut };
        let nodes = nodes.into_iter().filter(|node| node.alive.contains(&true)).map(keep).collect();
        Lives { nodes, trees: finder.trees, folders: finder.folders }
    }
}

/// Finds the trees of the folders in a commit's tree. Equal trees are looked into once.
struct Finder<'a> {
    objects: &'a Objects,
    folders: usize,
    root: Level,
    /// Every tree of a folder that was seen, and its place counted from 1.
    numbers: HashMap<Oid, u32>,
    trees: Vec<Oid>,
    /// The last answer: most commits change none of the folders, and share it.
    last: Rc<[u32]>,
}

/// One folder on the way to those that are looked for.
#[derive(Default)]
struct Level {
    /// The folders of the list that are this one.
    wanted: Vec<usize>,
    below: BTreeMap<Vec<u8>, Self>,
    /// What a tree at this level was found to hold: pairs of folder and number.
    memo: HashMap<Oid, Rc<[(usize, u32)]>>,
}

impl<'a> Finder<'a> {
    fn new(objects: &'a Objects, folders: &[RepoPath]) -> Self {
        let mut root = Level::default();
        for (number, folder) in folders.iter().enumerate() {
            let mut level = &mut root;
            for name in folder.segments() {
                level = level.below.entry(name.to_vec()).or_default();
            }
            level.wanted.push(number);
        }
        Self { objects, folders: folders.len(), root, numbers: HashMap::new(), trees: Vec::new(), last: Rc::default() }
    }

    /// Per folder, the number of its tree below `tree`; 0 where it is absent.
    fn find(&mut self, tree: Oid) -> Result<Rc<[u32]>, GitError> {
        let Self { objects, root, numbers, trees, .. } = self;
        let found = root.look(objects, tree, &mut |id| {
            *numbers.entry(id).or_insert_with(|| {
                trees.push(id);
                u32::try_from(trees.len()).unwrap_or(u32::MAX)
            })
        })?;
        let mut held = vec![0; self.folders];
        for (folder, number) in found.iter() {
            held[*folder] = *number;
        }
        if *self.last != *held {
            self.last = held.into();
        }
        Ok(Rc::clone(&self.last))
    }
}

impl Level {
    fn look(
        &mut self,
        objects: &Objects,
        tree: Oid,
        number: &mut dyn FnMut(Oid) -> u32,
    ) -> Result<Rc<[(usize, u32)]>, GitError> {
        if let Some(known) = self.memo.get(&tree) {
            return Ok(Rc::clone(known));
        }
        let mut found: Vec<(usize, u32)> = Vec::new();
        if !self.wanted.is_empty() {
            let number = number(tree);
            found.extend(self.wanted.iter().map(|folder| (*folder, number)));
        }
        let mut open = self.below.len();
        if open > 0 {
            let bytes = objects.tree_once(tree)?;
            for entry in entries(tree, &bytes) {
                let entry = entry?;
                let Some(level) = self.below.get_mut(entry.name).filter(|_| entry.kind == EntryKind::Folder) else {
                    continue;
                };
                found.extend_from_slice(&level.look(objects, entry.id, number)?);
                open -= 1;
                if open == 0 {
                    break;
                }
            }
        }
        let found: Rc<[(usize, u32)]> = found.into();
        self.memo.insert(tree, Rc::clone(&found));
        Ok(found)
    }
}
