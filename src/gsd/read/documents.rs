//! The documents of a phase that hold a lock, or may: as they lie on disk, with what git has to do with them.

use super::classify::Ground;
use super::locks::HOLDERS;
use super::project::blob_of;
use crate::engine::failure::Failure;
use crate::engine::lock::proposal::InGit;
use crate::engine::lock::{Block, Found, Lock};
use crate::engine::path::RepoPath;
use crate::gsd::artifacts::Kind;
use crate::gsd::evidence::File;
use crate::gsd::text::locks::{locks, without_locks};
use crate::read::confined;
use crate::read::held::FILE_LIMIT;

/// One of them.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Document {
    /// The file.
    pub path: RepoPath,
    /// Its kind.
    pub kind: Kind,
    /// Its bytes on disk; none where it is not there, or not a file.
    pub bytes: Option<Vec<u8>>,
    /// Its locks.
    pub found: Found,
    /// Why nothing can be written into it.
    pub fault: Option<String>,
    /// What git has to do with it.
    pub git: InGit,
    /// True where it differs from HEAD by more than locks of the phase.
    pub is_dirty: bool,
}

impl Document {
    /// The lock that stands in it, where there is one and it can be read whole.
    pub fn own(&self) -> Option<&Lock> {
        self.block().filter(|block| block.damage().is_none()).map(|block| &block.lock)
    }

    /// The block that stands in it, where there is one.
    pub fn block(&self) -> Option<&Block> {
        match self.found.blocks.as_slice() {
            [block] => Some(block),
            _ => None,
        }
    }

    /// A document that is not there yet.
    pub fn new(path: RepoPath, kind: Kind, git: InGit) -> Self {
        Self { path, kind, bytes: None, found: Found::default(), fault: None, git, is_dirty: false }
    }
}

/// Reads them.
///
/// # Errors
/// Git cannot be read.
pub fn documents(ground: &Ground<'_>) -> Result<Vec<Document>, Failure> {
    let files = ground.evidence.files.iter().filter(|file| HOLDERS.contains(&file.name.kind));
    files.map(|file| document(ground, file)).collect()
}

fn document(ground: &Ground<'_>, file: &File) -> Result<Document, Failure> {
    let root = ground.project.repository.root();
    let is_link = confined::join(root, &file.path)
        .and_then(|place| fs_err::symlink_metadata(place).ok())
        .is_some_and(|metadata| metadata.is_symlink());
    let head = blob_of(ground.project.objects(), ground.project.tree, &file.path)?;
    let is_kept_out = !file.tracked.is_uncommitted() && !file.in_head;
    let git = match (is_kept_out, file.tracked.is_uncommitted(), file.in_head) {
        (true, ..) => InGit::KeptOut,
        (false, false, _) => InGit::Held,
        (false, true, true) => InGit::Differs,
        (false, true, false) => InGit::Unknown,
    };
    let mut document = Document::new(file.path.clone(), file.name.kind, git);
    if is_link {
        document.fault = Some("is a link, and what it leads to is another's".to_owned());
        return Ok(document);
    }
    document.bytes = match confined::read(root, &file.path, FILE_LIMIT) {
        Ok(bytes) => bytes,
        Err(error) => {
            document.fault = Some(format!("cannot be read: {error}"));
            return Ok(document);
        }
    };
    let Some(bytes) = &document.bytes else {
        document.fault = Some("is in HEAD and not on disk".to_owned());
        return Ok(document);
    };
    match locks(bytes, ground.phase) {
        Ok(found) => document.found = found,
        Err(why) => document.fault = Some(format!("is {why}")),
    }
    let rest = |bytes: &[u8]| without_locks(bytes, ground.phase).ok();
    document.is_dirty = match git {
        InGit::Held | InGit::KeptOut => false,
        InGit::Differs | InGit::Unknown => rest(bytes) != rest(head.as_deref().unwrap_or_default()),
    };
    Ok(document)
}
