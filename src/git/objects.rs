//! Commits, trees and blobs of one repository: read raw by one of two stores, understood here once.

use std::collections::{BTreeSet, BinaryHeap, HashSet};
use std::path::Path;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use super::error::GitError;
use super::raw::{RawEntry, RawTree, parse_commit};
use crate::engine::object::{Commit, EntryKind, Oid, OidMap, TreeEntry};
use crate::engine::path::RepoPath;

/// What an object is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Kind {
    /// A commit.
    Commit,
    /// A tree.
    Tree,
    /// The content of a file or a link.
    Blob,
    /// An annotated tag.
    Tag,
}

/// A store of objects: the seam between libgit2 and the `git` program. An object that is not there is an answer.
pub(super) trait RawObjects: Send {
    /// Hands over what an object is and its bytes; false where it is not there.
    fn read(&self, id: Oid, take: &mut dyn FnMut(Kind, &[u8])) -> Result<bool, GitError>;
    /// What it is and its size, without loading it.
    fn header(&self, id: Oid) -> Result<Option<(Kind, u64)>, GitError>;
    /// The commit that a revision (a branch, a tag, `HEAD~2`, an id) names.
    fn resolve(&self, revision: &str) -> Result<Option<Oid>, GitError>;
    /// The references below a folder of names (`refs/heads/`) that point at an object themselves, with their full names.
    fn references(&self, folder: &str) -> Result<Vec<(Vec<u8>, Oid)>, GitError>;
    /// The words that name this store in output.
    fn word(&self) -> &'static str;
    /// How to open the same store once more, for another thread; none where one is all that there should be.
    fn again(&self) -> Option<Again>;
}

/// Opens a store once more; none where it cannot be opened any more.
pub(super) type Again = Box<dyn Fn() -> Option<Box<dyn RawObjects>> + Send + Sync>;

/// The content of a file in history.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Blob {
    /// All of it.
    Content(Vec<u8>),
    /// More bytes than the caller wanted to load: their number.
    TooLarge(u64),
}

/// An answer about ancestry.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Ancestry {
    /// It is an ancestor, or the same commit.
    Yes,
    /// It is neither.
    No,
    /// It was not found in the part of history that is here; the text says what cuts it off.
    Unknown(String),
}

/// What makes replace refs of a grafts file, without `git`: they change what others see of history, and nothing that is read here.
///
/// Source: <https://git-scm.com/docs/git-replace>.
const UNGRAFT: &str = "replace --convert-graft-file";

/// Where history ends although it goes on: the shallow boundary, and commits whose parents a legacy grafts file rewrites.
#[derive(Debug, Clone, Default)]
pub(super) struct Boundary {
    shallow: BTreeSet<Oid>,
    grafted: BTreeSet<Oid>,
}

impl Boundary {
    /// Reads both lists of a repository; a list that is not there is empty.
    ///
    /// Source: <https://git-scm.com/docs/gitrepository-layout> (`shallow`, `info/grafts`).
    pub(super) fn read(common_dir: &Path) -> Result<Self, GitError> {
        let shallow = first_words(&common_dir.join("shallow"))?;
        Ok(Self { shallow, grafted: first_words(&common_dir.join("info").join("grafts"))? })
    }

    /// Why the parents of `id` are not known.
    fn cut(&self, id: Oid) -> Option<String> {
        if self.shallow.contains(&id) {
            return Some(format!("history is shallow and ends at {} (git fetch --unshallow completes it)", id.short()));
        }
        self.grafted.contains(&id).then(|| {
            let cause = format!("a grafts file rewrites the parents of {}", id.short());
            format!("{cause} (git {UNGRAFT} makes of it what is not followed here)")
        })
    }
}

/// The ids that begin the lines of a file.
fn first_words(file: &Path) -> Result<BTreeSet<Oid>, GitError> {
    let bytes = match std::fs::read(file) {
        Ok(bytes) => bytes,
        Err(error) if error.kind() == std::io::ErrorKind::NotFound => return Ok(BTreeSet::new()),
        Err(error) => return Err(GitError::io("reading where history ends", error)),
    };
    let first = |line: &[u8]| Oid::from_hex(line.split(u8::is_ascii_whitespace).next()?);
    Ok(bytes.split(|byte| *byte == b'\n').filter_map(first).collect())
}

/// A commit's parents, as far as they are known.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Parents<'a> {
    /// These; none for a first commit.
    Known(&'a [Oid]),
    /// There may be others, or none of those recorded: the text says why.
    Unknown(String),
}

/// How many bytes of trees are kept in memory; more than any walk needs at a time, and less than git itself takes.
const TREE_MEMORY: usize = 16 << 20;

/// The objects of one repository, read once each where that pays. Several threads may ask at a time.
pub struct Objects {
    stores: Stores,
    boundary: Boundary,
    commits: Mutex<OidMap<Arc<Commit>>>,
    trees: Mutex<TreeMemory>,
    word: &'static str,
}

/// A store, and the same opened again for threads that would have to wait for it.
struct Stores {
    first: Mutex<Box<dyn RawObjects>>,
    again: Option<Again>,
    idle: Mutex<Vec<Box<dyn RawObjects>>>,
}

impl Stores {
    fn new(first: Box<dyn RawObjects>) -> Self {
        let again = first.again();
        Self { first: Mutex::new(first), again, idle: Mutex::default() }
    }

    fn ask<T>(&self, question: impl FnOnce(&dyn RawObjects) -> T) -> T {
        if let Ok(first) = self.first.try_lock() {
            return question(&**first);
        }
        let idle = locked(&self.idle).pop();
        match idle.or_else(|| self.again.as_ref()?()) {
            Some(store) => {
                let answer = question(&*store);
                locked(&self.idle).push(store);
                answer
            }
            None => question(&**locked(&self.first)),
        }
    }
}

#[derive(Default)]
struct TreeMemory {
    bytes: usize,
    trees: OidMap<Arc<[u8]>>,
}

impl Objects {
    pub(super) fn new(store: Box<dyn RawObjects>, boundary: Boundary) -> Self {
        let word = store.word();
        Self { stores: Stores::new(store), boundary, commits: Mutex::default(), trees: Mutex::default(), word }
    }

    /// The words that name the store that answers.
    pub fn word(&self) -> &'static str {
        self.word
    }

    /// The commit that a revision names; none when it names none.
    pub fn resolve(&self, revision: &str) -> Result<Option<Oid>, GitError> {
        self.stores.ask(|store| store.resolve(revision))
    }

    /// The references below a folder of names such as `refs/heads/`, in the order of their names, without that beginning. Those
    /// that only stand for another one are left out.
    pub(super) fn references(&self, folder: &str) -> Result<Vec<(Vec<u8>, Oid)>, GitError> {
        let mut found: Vec<(Vec<u8>, Oid)> = self.stores.ask(|store| store.references(folder))?;
        for (name, _) in &mut found {
            *name = name.strip_prefix(folder.as_bytes()).unwrap_or(name).to_vec();
        }
        found.sort();
        Ok(found)
    }

    /// A commit as it is stored: its parents are those that it records, see [`Objects::parents`].
    pub fn commit(&self, id: Oid) -> Result<Arc<Commit>, GitError> {
        if let Some(commit) = locked(&self.commits).get(&id) {
            return Ok(Arc::clone(commit));
        }
        let commit = self.typed(id, Kind::Commit, |bytes| parse_commit(id, bytes))?;
        let commit = Arc::new(commit.ok_or(GitError::Damaged { id, what: "is a commit that names no tree" })?);
        locked(&self.commits).insert(id, Arc::clone(&commit));
        Ok(commit)
    }

    /// The parents of a commit, unless a boundary hides or rewrites them.
    pub fn parents<'a>(&self, commit: &'a Commit) -> Parents<'a> {
        match self.boundary.cut(commit.id) {
            Some(why) => Parents::Unknown(why),
            None => Parents::Known(&commit.parents),
        }
    }

    /// The commands, without `git`, that bring here what of history is missing from `remote`. A clone that was told to leave
    /// objects out does so again when it fetches, unless it is told not to.
    ///
    /// Source: <https://git-scm.com/docs/git-fetch> (`--unshallow`, `--refetch`), <https://git-scm.com/docs/partial-clone>.
    pub fn completing(&self, remote: &str) -> Vec<String> {
        let deepens = self.is_shallow().then(|| format!("fetch --unshallow {remote}"));
        let ungrafts = (!self.boundary.grafted.is_empty()).then(|| UNGRAFT.to_owned());
        let commands: Vec<String> = deepens.into_iter().chain(ungrafts).collect();
        if commands.is_empty() { vec![format!("fetch --refetch --no-filter {remote}")] } else { commands }
    }

    /// True where history ends although it goes on elsewhere.
    pub fn is_shallow(&self) -> bool {
        !self.boundary.shallow.is_empty()
    }

    /// The content of a blob; not loaded when it has more than `limit` bytes.
    pub fn blob(&self, id: Oid, limit: u64) -> Result<Blob, GitError> {
        let (kind, size) = self.stores.ask(|store| store.header(id))?.ok_or(GitError::Missing { id })?;
        if kind != Kind::Blob {
            return Err(GitError::Damaged { id, what: "is no content of a file" });
        }
        if size > limit {
            Ok(Blob::TooLarge(size))
        } else {
            Ok(Blob::Content(self.typed(id, Kind::Blob, <[u8]>::to_vec)?))
        }
    }

    /// The entries of a tree.
    pub fn list(&self, tree: Oid) -> Result<Vec<TreeEntry>, GitError> {
        let bytes = self.tree(tree)?;
        entries(tree, &bytes).map(|entry| entry.map(|entry| entry.owned())).collect()
    }

    /// What a tree holds at a path; none when it holds nothing there. The root itself is a folder.
    pub fn entry_at(&self, tree: Oid, path: &RepoPath) -> Result<Option<TreeEntry>, GitError> {
        let mut found = TreeEntry { name: Vec::new(), kind: EntryKind::Folder, id: tree };
        for name in path.segments() {
            if found.kind != EntryKind::Folder {
                return Ok(None);
            }
            match self.child(found.id, name)? {
                Some(entry) => found = entry,
                None => return Ok(None),
            }
        }
        Ok(Some(found))
    }

    /// The entry of that name in one tree.
    fn child(&self, tree: Oid, name: &[u8]) -> Result<Option<TreeEntry>, GitError> {
        let bytes = self.tree(tree)?;
        let entry = RawTree::new(tree, &bytes).entry_of(name).transpose();
        Ok(entry.map_err(|_| damaged(tree))?.map(|entry| entry.owned()))
    }

    /// Whether `old` is `new` or an ancestor of it. Dates are not trusted: a "no" has seen every ancestor of `new`.
    pub fn is_ancestor(&self, old: Oid, new: Oid) -> Result<Ancestry, GitError> {
        let mut cut = None;
        let mut seen = HashSet::from([new]);
        // Newest first, because the answer is mostly near; the order changes only how long it takes.
        let mut open = BinaryHeap::from([(i64::MAX, new)]);
        while let Some((_, id)) = open.pop() {
            if id == old {
                return Ok(Ancestry::Yes);
            }
            let commit = match self.commit(id) {
                Ok(commit) => commit,
                Err(GitError::Missing { id }) => {
                    cut = Some(missing(id));
                    continue;
                }
                Err(error) => return Err(error),
            };
            match self.parents(&commit) {
                Parents::Known(parents) => {
                    for &parent in parents {
                        if seen.insert(parent) {
                            open.push((self.commit(parent).map_or(i64::MAX, |parent| parent.time), parent));
                        }
                    }
                }
                Parents::Unknown(why) => cut = Some(why),
            }
        }
        Ok(cut.map_or(Ancestry::No, Ancestry::Unknown))
    }

    /// The bytes of a tree, kept for the next question.
    pub(super) fn tree(&self, id: Oid) -> Result<Arc<[u8]>, GitError> {
        if let Some(bytes) = locked(&self.trees).trees.get(&id) {
            return Ok(Arc::clone(bytes));
        }
        let bytes: Arc<[u8]> = self.tree_once(id, |bytes| bytes.into())?;
        let mut memory = locked(&self.trees);
        if memory.bytes + bytes.len() > TREE_MEMORY {
            *memory = TreeMemory::default();
        }
        memory.bytes += bytes.len();
        memory.trees.insert(id, Arc::clone(&bytes));
        Ok(bytes)
    }

    /// What `make` makes of the bytes of a tree that hardly anybody asks for again: to keep all roots of a long life takes more
    /// time and memory than it saves.
    pub(super) fn tree_once<R>(&self, id: Oid, mut make: impl FnMut(&[u8]) -> R) -> Result<R, GitError> {
        match self.typed(id, Kind::Tree, &mut make) {
            // Git knows the empty tree without storing it.
            Err(GitError::Missing { .. }) if is_empty_tree(id) => Ok(make(&[])),
            made => made,
        }
    }

    /// What `make` makes of an object's bytes, which are not copied for it. It must not ask for objects itself.
    fn typed<R>(&self, id: Oid, kind: Kind, mut make: impl FnMut(&[u8]) -> R) -> Result<R, GitError> {
        let mut made = None;
        let mut take = |found: Kind, bytes: &[u8]| made = (found == kind).then(|| make(bytes));
        let is_there = self.stores.ask(|store| store.read(id, &mut take))?;
        match made {
            Some(made) => Ok(made),
            None if is_there => Err(GitError::Damaged { id, what: "is not of the kind it should be" }),
            None => Err(GitError::Missing { id }),
        }
    }
}

/// What a lock holds; a thread that panicked left nothing half done here.
fn locked<T: ?Sized>(lock: &Mutex<T>) -> MutexGuard<'_, T> {
    lock.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Why history is cut where an object is not there. Without `--no-filter` git leaves out again what a partial clone left out.
pub(super) fn missing(id: Oid) -> String {
    let id = id.short();
    format!("object {id} is not in this repository (in a partial clone git fetch --refetch --no-filter brings it)")
}

/// The entries of a tree's bytes.
pub(super) fn entries(id: Oid, bytes: &[u8]) -> impl Iterator<Item = Result<RawEntry<'_>, GitError>> {
    RawTree::new(id, bytes).map(move |entry| entry.map_err(|_| damaged(id)))
}

fn damaged(id: Oid) -> GitError {
    GitError::Damaged { id, what: "is a damaged tree" }
}

/// The ids of the tree without entries, under both hashes.
const EMPTY_TREES: [&str; 2] =
    ["4b825dc642cb6eb9a060e54bf8d69288fbee4904", "6ef19b41225c5369f1c104d45d8d85efa9b057b53b14b4b9b939dd74decc5321"];

/// The id of the tree without entries, under the hash that `id` has.
pub(super) fn empty_tree(id: Oid) -> &'static str {
    let [sha1, sha256] = EMPTY_TREES;
    if id.as_bytes().len() == 20 { sha1 } else { sha256 }
}

fn is_empty_tree(id: Oid) -> bool {
    EMPTY_TREES.iter().any(|hex| Oid::from_hex(hex.as_bytes()) == Some(id))
}
