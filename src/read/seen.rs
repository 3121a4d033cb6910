//! Notices that the repository moved while it was read: HEAD, the index and the folders that were read, before and after.

use std::path::Path;
use std::time::SystemTime;

use super::confined;
use crate::engine::failure::Failure;
use crate::engine::object::Oid;
use crate::engine::path::RepoPath;
use crate::git::{Head, Repository};

/// What a moment of the repository looked like.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Seen {
    head: Option<Oid>,
    index: Option<Stamp>,
    folders: Vec<(Vec<u8>, Option<Stamp>)>,
}

/// What tells two states of a file apart without reading it.
type Stamp = (u64, Option<SystemTime>);

impl Seen {
    /// Looks at HEAD, the index and these folders.
    ///
    /// # Errors
    /// HEAD cannot be read.
    pub fn now(repository: &Repository, folders: &[&RepoPath]) -> Result<Self, Failure> {
        let head = match repository.head()? {
            Head::Commit { id, .. } => Some(id),
            Head::Unborn { .. } => None,
        };
        let real = folders.iter().filter_map(|folder| confined::resolve(repository.root(), folder).ok().flatten());
        Ok(Self {
            head,
            index: stamp(&repository.git_dir().join("index")),
            folders: real.flat_map(|real| listing(&real)).collect(),
        })
    }

    /// The commit that HEAD named.
    pub fn head(&self) -> Option<Oid> {
        self.head
    }

    /// True where something changed until `after`, or where `read`, the commit that was read, is not the one that HEAD named.
    pub fn moved(&self, after: &Self, read: Option<Oid>) -> bool {
        self != after || self.head != read
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn any_difference_is_a_move_and_so_is_another_commit_than_the_one_that_was_read() {
        let commit = |number: u8| Oid::from_bytes(&[number; 20]);
        let stamp = |length: u64| Some((length, None));
        let seen = Seen { head: commit(1), index: stamp(5), folders: vec![(b"a".to_vec(), stamp(3))] };
        assert!(!seen.moved(&seen.clone(), commit(1)));
        assert!(seen.moved(&seen.clone(), commit(2)) && seen.moved(&seen.clone(), None));
        for after in [
            Seen { head: commit(2), ..seen.clone() },
            Seen { head: None, ..seen.clone() },
            Seen { index: stamp(6), ..seen.clone() },
            Seen { folders: Vec::new(), ..seen.clone() },
            Seen { folders: vec![(b"a".to_vec(), stamp(4))], ..seen.clone() },
        ] {
            assert!(seen.moved(&after, commit(1)), "{after:?}");
        }
        let unborn = Seen { head: None, ..seen };
        assert!(!unborn.moved(&unborn.clone(), None));
    }
}
