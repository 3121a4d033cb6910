//! What folders hold: on disk, in HEAD's tree, or in both together, so that a folder deleted from the work tree is found as
//! well as one that was never committed. Links are named and never followed.

use std::collections::BTreeMap;
use std::io;
use std::path::{Path, PathBuf};

use super::again::{self, once_more};
use super::confined::{self, ConfinedError};
use super::held::FILE_LIMIT;
use crate::engine::escape::escape;
use crate::engine::failure::Failure;
use crate::engine::object::{self, Oid};
use crate::engine::path::RepoPath;
use crate::git::{GitError, Objects, Repository};

/// What a name in a folder stands for.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum EntryKind {
    /// A folder.
    Folder,
    /// A file (or anything else that is neither folder nor link).
    File,
    /// A symbolic link.
    Link,
}

/// The names in a folder and what they stand for.
pub type Entries = BTreeMap<Vec<u8>, EntryKind>;

/// Whether a name that stands for such a thing is looked for.
pub type IsWanted = fn(&[u8], EntryKind) -> bool;

/// Tells what a folder holds.
pub trait Listing {
    /// The names in `folder`; none of them when there is no such folder.
    fn list(&self, folder: &RepoPath) -> Result<Entries, ListError>;

    /// True where `folder` holds something that is wanted.
    fn holds(&self, folder: &RepoPath, is_wanted: IsWanted) -> Result<bool, ListError> {
        Ok(self.list(folder)?.iter().any(|(name, kind)| is_wanted(name, *kind)))
    }

    /// Where the link at `path` leads, as a reader should see it; none where that is not known.
    fn link_target(&self, path: &RepoPath) -> Option<String>;
}

/// A folder that cannot be listed.
#[derive(Debug, thiserror::Error)]
#[error("cannot list {path}: {why}")]
pub struct ListError {
    /// The folder, relative to the repository's root.
    pub path: RepoPath,
    /// What the system or git said.
    pub why: String,
    /// What to do about it.
    pub remedy: String,
}

impl From<ListError> for Failure {
    fn from(error: ListError) -> Self {
        let text = error.to_string();
        Self::environment("layout", text).remedy(error.remedy)
    }
}

/// The nearest thing of a name at or above `start` (a folder below the repository's root) that is a folder or a link.
///
/// # Errors
/// A folder cannot be listed.
pub fn nearest(
    listing: &impl Listing,
    start: &RepoPath,
    name: &str,
) -> Result<Option<(RepoPath, EntryKind)>, ListError> {
    let mut folder = start.clone();
    loop {
        match listing.list(&folder)?.get(name.as_bytes()) {
            Some(kind @ (EntryKind::Folder | EntryKind::Link)) => return Ok(Some((folder.join(name), *kind))),
            Some(EntryKind::File) | None if folder.is_root() => return Ok(None),
            Some(EntryKind::File) | None => folder = folder.parent(),
        }
    }
}

/// The disk below the root of a repository; or none at all, where a commit alone is looked at.
#[derive(Debug, Clone, Default)]
pub struct Disk {
    root: Option<PathBuf>,
}

impl Disk {
    /// The disk below this root.
    pub fn below(root: &Path) -> Self {
        Self { root: Some(root.to_path_buf()) }
    }

    /// The bytes of a file; none where there is no such file.
    ///
    /// # Errors
    /// It cannot be read, is no file, or is too large.
    pub fn read(&self, path: &RepoPath) -> Result<Option<Vec<u8>>, ConfinedError> {
        self.root.as_ref().map_or(Ok(None), |root| confined::read(root, path, FILE_LIMIT))
    }

    /// Where the file or folder of that path really lies; none where nothing is there. Links are followed, but not out of the root.
    ///
    /// # Errors
    /// It leads out of the root, or cannot be looked at.
    pub fn resolve(&self, path: &RepoPath) -> Result<Option<PathBuf>, ConfinedError> {
        self.root.as_ref().map_or(Ok(None), |root| confined::resolve(root, path))
    }
}

impl Listing for Disk {
    fn list(&self, folder: &RepoPath) -> Result<Entries, ListError> {
        let unreadable = |why: String, passes| {
            let remedy = if passes { again::REMEDY } else { "check its permissions" };
            ListError { path: folder.clone(), why, remedy: remedy.to_owned() }
        };
        let refused = |error: io::Error| unreadable(error.to_string(), again::is_passing(error.kind()));
        let real = match self.resolve(folder) {
            Ok(Some(real)) if real.is_dir() => real,
            Ok(_) | Err(ConfinedError::Outside { .. } | ConfinedError::BadPath { .. }) => return Ok(Entries::new()),
            Err(error) => return Err(unreadable(error.to_string(), false)),
        };
        once_more(|| entries_of(&real)).map_err(refused)
    }

    fn link_target(&self, path: &RepoPath) -> Option<String> {
        let link = confined::join(self.root.as_ref()?, path)?;
        let real = link.canonicalize().or_else(|_| fs_err::read_link(&link)).ok()?;
        Some(escape(&real.to_string_lossy()))
    }
}

fn entries_of(folder: &Path) -> io::Result<Entries> {
    let mut entries = Entries::new();
    for entry in fs_err::read_dir(folder)? {
        let entry = entry?;
        let kind = entry.file_type()?;
        let kind = match (kind.is_symlink(), kind.is_dir()) {
            (true, _) => EntryKind::Link,
            (false, true) => EntryKind::Folder,
            (false, false) => EntryKind::File,
        };
        entries.insert(entry.file_name().as_encoded_bytes().to_vec(), kind);
    }
    Ok(entries)
}

/// Two listings together: a name that either has. A link in one is a link; a folder in one is a folder.
#[derive(Debug, Clone)]
pub struct Union<A, B>(pub A, pub B);

impl<A: Listing, B: Listing> Listing for Union<A, B> {
    fn list(&self, folder: &RepoPath) -> Result<Entries, ListError> {
        let mut entries = self.0.list(folder)?;
        for (name, kind) in self.1.list(folder)? {
            let rank = |kind: EntryKind| match kind {
                EntryKind::File => 0,
                EntryKind::Folder => 1,
                EntryKind::Link => 2,
            };
            let known = entries.entry(name).or_insert(kind);
            if rank(kind) > rank(*known) {
                *known = kind;
            }
        }
        Ok(entries)
    }

    /// The second is asked first, and mostly alone.
    fn holds(&self, folder: &RepoPath, is_wanted: IsWanted) -> Result<bool, ListError> {
        Ok(self.1.holds(folder, is_wanted)? || self.0.holds(folder, is_wanted)?)
    }

    fn link_target(&self, path: &RepoPath) -> Option<String> {
        self.0.link_target(path).or_else(|| self.1.link_target(path))
    }
}

/// A tree, mostly HEAD's, as a listing of folders.
pub struct InHead<'a> {
    /// What the repository holds.
    pub objects: &'a Objects,
    /// The tree.
    pub tree: Option<Oid>,
}

impl Listing for InHead<'_> {
    fn list(&self, folder: &RepoPath) -> Result<Entries, ListError> {
        let unreadable =
            |error: GitError| ListError { path: folder.clone(), why: error.to_string(), remedy: error.remedy() };
        let Some(tree) = self.tree else { return Ok(Entries::new()) };
        let tree = if folder.is_root() {
            Some(tree)
        } else {
            let entry = self.objects.entry_at(tree, folder).map_err(unreadable)?;
            entry.filter(|entry| entry.kind == object::EntryKind::Folder).map(|entry| entry.id)
        };
        let Some(tree) = tree else { return Ok(Entries::new()) };
        let entries = self.objects.list(tree).map_err(unreadable)?.into_iter().map(|entry| {
            let kind = match entry.kind {
                object::EntryKind::Folder => EntryKind::Folder,
                object::EntryKind::Link => EntryKind::Link,
                _ => EntryKind::File,
            };
            (entry.name, kind)
        });
        Ok(entries.collect())
    }

    fn link_target(&self, _path: &RepoPath) -> Option<String> {
        None
    }
}

/// A path of the file system as a path below the repository's root.
///
/// # Errors
/// There is no such folder, or it lies outside.
pub fn below_root(repository: &Repository, path: &Path) -> Result<RepoPath, Failure> {
    let shown = || escape(&path.to_string_lossy());
    let real = path.canonicalize().map_err(|error| {
        Failure::environment("no-folder", format!("{}: {error}", shown())).remedy("name a folder that exists")
    })?;
    let root: PathBuf = repository.root().canonicalize().unwrap_or_else(|_| repository.root().to_path_buf());
    let below = real.strip_prefix(&root).map_err(|_| {
        Failure::usage("outside", format!("{} lies outside the repository", shown())).remedy("name a folder inside it")
    })?;
    Ok(RepoPath::new(below.as_os_str().as_encoded_bytes()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[cfg(unix)]
    #[test]
    fn a_union_has_the_names_of_both_and_a_link_stays_a_link() {
        use std::os::unix::fs::symlink;
        let place = tempfile::tempdir().unwrap();
        for (side, folders, files, links) in
            [("one", ["a", "d"], vec!["b"], "c"), ("other", ["c", "f"], vec!["a", "e"], "b")]
        {
            for folder in folders {
                fs_err::create_dir_all(place.path().join(side).join(folder)).unwrap();
            }
            for file in files {
                fs_err::write(place.path().join(side).join(file), b"x").unwrap();
            }
            symlink("x", place.path().join(side).join(links)).unwrap();
        }
        let disk = |side: &str| Disk::below(&place.path().join(side));
        let entries = Union(disk("one"), disk("other")).list(&RepoPath::default()).unwrap();
        let kinds: Vec<String> =
            entries.iter().map(|(name, kind)| format!("{} {kind:?}", name.escape_ascii())).collect();
        let union = Union(disk("one"), disk("other"));
        let wanted: [IsWanted; 3] = [|name, _| name == b"a", |name, _| name == b"d", |name, _| name == b"e"];
        for is_wanted in wanted {
            assert!(union.holds(&RepoPath::default(), is_wanted).unwrap());
        }
        assert!(!union.holds(&RepoPath::default(), |name, _| name == b"x").unwrap());
        assert_eq!(kinds, ["a Folder", "b Link", "c Link", "d Folder", "e File", "f Folder"]);
    }
}
