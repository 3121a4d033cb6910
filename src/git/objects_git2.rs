//! Objects through libgit2.

use std::sync::Once;

use super::error::{GitError, said};
use super::objects::{Again, Kind, RawObjects};
use crate::engine::object::Oid;

/// libgit2's object store of one repository.
pub(super) struct Git2Objects {
    repository: git2::Repository,
}

impl Git2Objects {
    /// Reads the objects of an open repository.
    pub(super) fn new(repository: git2::Repository) -> Self {
        tune();
        Self { repository }
    }
}

/// Switches off what a reader of history does not need: hashing every object again (git itself does not) and keeping every
/// object in memory (each is read once). A walk over 20,000 commits takes less than half the time.
pub(super) fn tune() {
    static ONCE: Once = Once::new();
    ONCE.call_once(|| {
        git2::opts::strict_hash_verification(false);
        git2::opts::enable_caching(false);
    });
}

impl RawObjects for Git2Objects {
    fn read(&self, id: Oid, take: &mut dyn FnMut(Kind, &[u8])) -> Result<bool, GitError> {
        let found = self.repository.odb().and_then(|store| {
            let object = store.read(git2::Oid::from_bytes(id.as_bytes())?)?;
            Ok(kind(object.kind()).map(|kind| take(kind, object.data())))
        });
        found.or_else(|error| absent(&error)).map(|taken| taken.is_some())
    }

    fn header(&self, id: Oid) -> Result<Option<(Kind, u64)>, GitError> {
        let found = self.repository.odb().and_then(|store| {
            let (size, found) = store.read_header(git2::Oid::from_bytes(id.as_bytes())?)?;
            Ok(kind(found).zip(u64::try_from(size).ok()))
        });
        found.or_else(|error| absent(&error))
    }

    fn resolve(&self, revision: &str) -> Result<Option<Oid>, GitError> {
        let commit = self.repository.revparse_single(revision).and_then(|object| object.peel_to_commit());
        match commit {
            Ok(commit) => Ok(Oid::from_bytes(commit.id().as_bytes())),
            Err(error) => match error.code() {
                git2::ErrorCode::InvalidSpec | git2::ErrorCode::Ambiguous | git2::ErrorCode::Peel => Ok(None),
                _ => absent(&error),
            },
        }
    }

    fn references(&self, folder: &str) -> Result<Vec<(Vec<u8>, Oid)>, GitError> {
        let below = format!("{folder}*");
        let found = self.repository.references_glob(&below).map_err(|error| failed("reading references", &error))?;
        // What one of them cannot say, it does not keep the others from saying.
        let named = found.flatten().filter_map(|reference| {
            Some((reference.name_bytes().to_vec(), Oid::from_bytes(reference.target()?.as_bytes())?))
        });
        Ok(named.collect())
    }

    fn word(&self) -> &'static str {
        "git2 objects"
    }

    fn again(&self) -> Option<Again> {
        let place = self.repository.path().to_path_buf();
        Some(Box::new(move || Some(Box::new(Self::new(git2::Repository::open(&place).ok()?)))))
    }
}

/// "Not found" is an answer; anything else is a failure.
fn absent<T>(error: &git2::Error) -> Result<Option<T>, GitError> {
    if error.code() == git2::ErrorCode::NotFound { Ok(None) } else { Err(failed("reading objects", error)) }
}

/// A failure of libgit2.
pub(super) fn failed(what: &str, error: &git2::Error) -> GitError {
    GitError::GitFailed { what: what.to_owned(), stderr: said(error.message().as_bytes()) }
}

fn kind(kind: git2::ObjectType) -> Option<Kind> {
    match kind {
        git2::ObjectType::Commit => Some(Kind::Commit),
        git2::ObjectType::Tree => Some(Kind::Tree),
        git2::ObjectType::Blob => Some(Kind::Blob),
        git2::ObjectType::Tag => Some(Kind::Tag),
        git2::ObjectType::Any => None,
    }
}
