//! Notices that the repository moved while it was read: HEAD, the index and the phase's folder, before and after.

use std::path::Path;
use std::time::SystemTime;

use super::project::PhaseFolder;
use crate::engine::failure::Failure;
use crate::engine::object::Oid;
use crate::git::{Head, Repository};
use crate::read::confined;

/// What a moment of the repository looked like.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Seen {
    head: Option<Oid>,
    index: Option<Stamp>,
    folder: Vec<(Vec<u8>, Option<Stamp>)>,
}

/// What tells two states of a file apart without reading it.
type Stamp = (u64, Option<SystemTime>);

impl Seen {
    /// Looks at HEAD, the index and, where there is one, the phase's folder.
    ///
    /// # Errors
    /// HEAD cannot be read.
    pub fn now(repository: &Repository, folder: Option<&PhaseFolder>) -> Result<Self, Failure> {
        let head = match repository.head()? {
            Head::Commit { id, .. } => Some(id),
            Head::Unborn { .. } => None,
        };
        let real = folder.and_then(|folder| confined::resolve(repository.root(), &folder.path).ok().flatten());
        Ok(Self {
            head,
            index: stamp(&repository.git_dir().join("index")),
            folder: real.as_deref().map(listing).unwrap_or_default(),
        })
    }
}

impl Seen {
    /// The commit that HEAD named.
    pub fn head(&self) -> Option<Oid> {
        self.head
    }
}

/// The names in a folder with their stamps; what cannot be listed looks empty both times.
fn listing(folder: &Path) -> Vec<(Vec<u8>, Option<Stamp>)> {
    let entries = fs_err::read_dir(folder).into_iter().flatten().flatten();
    let mut names: Vec<(Vec<u8>, Option<Stamp>)> =
        entries.map(|entry| (entry.file_name().as_encoded_bytes().to_vec(), stamp(&entry.path()))).collect();
    names.sort();
    names
}

fn stamp(path: &Path) -> Option<Stamp> {
    let metadata = fs_err::symlink_metadata(path).ok()?;
    Some((metadata.len(), metadata.modified().ok()))
}
