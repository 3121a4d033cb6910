//! One path in HEAD's tree and on disk, and the bytes that count: HEAD's for what is committed or gone, none for what the index
//! alone has, the disk's otherwise.

use super::confined;
use crate::engine::evidence::Tracked;
use crate::engine::failure::Failure;
use crate::engine::object::{EntryKind, Oid};
use crate::engine::path::RepoPath;
use crate::git::{Blob, Repository, Status, tracked};

/// The largest file that is read: more than any artifact needs, and no more than a prompt line can bear.
pub const FILE_LIMIT: u64 = 4 << 20;

/// Where a path is found.
#[derive(Debug, Clone, Copy, Default)]
pub struct Held {
    /// What HEAD's tree has there.
    pub in_head: Option<(EntryKind, Oid)>,
    /// True where the disk has something there.
    pub on_disk: bool,
}

impl Held {
    /// What HEAD's tree and the disk have at a path.
    ///
    /// # Errors
    /// Git cannot be read.
    pub fn at(repository: &Repository, tree: Option<Oid>, path: &RepoPath) -> Result<Self, Failure> {
        let entry = tree.map(|tree| repository.objects().entry_at(tree, path)).transpose()?.flatten();
        let on_disk = confined::join(repository.root(), path).is_some_and(|place| place.symlink_metadata().is_ok());
        Ok(Self { in_head: entry.map(|entry| (entry.kind, entry.id)), on_disk })
    }

    /// What git knows of the path.
    pub fn tracked(self, path: &RepoPath, status: &Status) -> Tracked {
        tracked(self.in_head.is_some(), self.on_disk, status.entries.get(path))
    }

    /// The bytes to read, or why there are none.
    ///
    /// # Errors
    /// Git cannot be read.
    pub fn bytes(
        self,
        repository: &Repository,
        path: &RepoPath,
        tracked: Tracked,
    ) -> Result<Result<Vec<u8>, String>, Failure> {
        match (tracked, self.in_head) {
            (Tracked::Committed | Tracked::Deleted, Some((EntryKind::Link, _))) => {
                Ok(Err("it is a link, which is not followed".to_owned()))
            }
            (Tracked::Committed | Tracked::Deleted, Some((_, id))) => {
                Ok(match repository.objects().blob(id, FILE_LIMIT)? {
                    Blob::Content(bytes) => Ok(bytes),
                    Blob::TooLarge(size) => Err(format!("it has {size} bytes; at most {FILE_LIMIT} are read")),
                })
            }
            (Tracked::Deleted, None) => Ok(Err("it is gone from disk, and the index alone has it".to_owned())),
            _ if !self.on_disk => Ok(Ok(Vec::new())),
            _ => Ok(match confined::read(repository.root(), path, FILE_LIMIT) {
                Ok(bytes) => Ok(bytes.unwrap_or_default()),
                Err(error) => Err(error.to_string()),
            }),
        }
    }
}

/// The line of a text that ends without a line end. Prose that was cut off in the middle of a line looks whole otherwise; few
/// writers leave the last line open, so somebody looks before such a text is taken for finished.
pub fn open_end(bytes: &[u8]) -> Option<usize> {
    (!bytes.ends_with(b"\n")).then(|| bytes.split(|byte| *byte == b'\n').count())
}

/// What is said of it.
pub const OPEN_END: &str = "its last line has no end, so it may be cut short";
