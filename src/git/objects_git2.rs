//! Objects through libgit2, but for those that lie in files of their own (see [`Loose`]).

use std::sync::{Arc, Once};

use super::error::{GitError, said};
use super::loose::Loose;
use super::objects::{Again, Kind, RawObjects};
use crate::engine::object::Oid;

/// libgit2's object store of one repository.
pub(super) struct Git2Objects {
    repository: git2::Repository,
    loose: Arc<Loose>,
}

/// How many tags of tags are followed to their commit.
const TAGS: usize = 32;

/// What makes a revision more than a name or an id: steps from it, and what it is looked up in.
///
/// Source: <https://git-scm.com/docs/gitrevisions>.
const STEPS: [char; 5] = ['^', '~', '@', ':', '{'];

/// The least digits that git takes for the beginning of an id.
const LEAST_DIGITS: usize = 4;

impl Git2Objects {
    /// Reads the objects of an open repository.
    pub(super) fn new(repository: git2::Repository) -> Self {
        let loose = Arc::new(Loose::new(repository.commondir()));
        Self::with(repository, loose)
    }

    fn with(repository: git2::Repository, loose: Arc<Loose>) -> Self {
        tune();
        Self { repository, loose }
    }

    /// The object that the beginning of its id names, alone or at the end of what `git describe` prints; none where it names no
    /// object, or several.
    fn abbreviated(&self, name: &str) -> Result<Option<Oid>, GitError> {
        let digits = name.rsplit_once("-g").map_or(name, |(_, digits)| digits);
        if digits.len() < LEAST_DIGITS || !digits.bytes().all(|byte| byte.is_ascii_hexdigit()) {
            return Ok(None);
        }
        let Ok(beginning) = git2::Oid::from_str(digits) else { return Ok(None) };
        match self.repository.odb().and_then(|store| store.exists_prefix(beginning, digits.len())) {
            Ok(id) => Ok(Oid::from_bytes(id.as_bytes())),
            Err(error) if error.code() == git2::ErrorCode::Ambiguous => Ok(None),
            Err(error) => absent(&error),
        }
    }

    /// The commit that an object is, or that a tag names; none where it comes to none.
    fn peel(&self, mut id: Oid) -> Result<Option<Oid>, GitError> {
        for _ in 0..TAGS {
            let mut tagged = None;
            let take = &mut |kind: Kind, bytes: &[u8]| match kind {
                Kind::Commit => tagged = Some(id),
                Kind::Tag => tagged = tag_target(bytes),
                Kind::Tree | Kind::Blob => {}
            };
            if !self.read(id, take)? {
                return Ok(None);
            }
            match tagged {
                Some(next) if next != id => id = next,
                commit => return Ok(commit),
            }
        }
        Ok(None)
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
        if let Some(found) = self.loose.read(id)? {
            take(found.kind, found.content());
            return Ok(true);
        }
        let found = self.repository.odb().and_then(|store| {
            let object = store.read(git2::Oid::from_bytes(id.as_bytes())?)?;
            Ok(kind(object.kind()).map(|kind| take(kind, object.data())))
        });
        found.or_else(|error| absent(&error)).map(|taken| taken.is_some())
    }

    fn header(&self, id: Oid) -> Result<Option<(Kind, u64)>, GitError> {
        if let Some(found) = self.loose.header(id)? {
            return Ok(Some((found.kind, found.size)));
        }
        let found = self.repository.odb().and_then(|store| {
            let (size, found) = store.read_header(git2::Oid::from_bytes(id.as_bytes())?)?;
            Ok(kind(found).zip(u64::try_from(size).ok()))
        });
        found.or_else(|error| absent(&error))
    }

    fn resolve(&self, revision: &str) -> Result<Option<Oid>, GitError> {
        if revision.is_empty() {
            return Ok(None);
        }
        // An id, whole or not, and a reference can be followed object by object; anything else libgit2 reads itself.
        if let Some(id) = Oid::from_hex(revision.as_bytes()) {
            return self.peel(id);
        }
        let reference = self.repository.resolve_reference_from_short_name(revision);
        if let Some(id) = reference.ok().and_then(|reference| Oid::from_bytes(reference.target()?.as_bytes())) {
            return self.peel(id);
        }
        if !revision.contains(STEPS) {
            return self.abbreviated(revision)?.map_or(Ok(None), |id| self.peel(id));
        }
        self.loose.check()?;
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
        let loose = Arc::clone(&self.loose);
        Some(Box::new(move || Some(Box::new(Self::with(git2::Repository::open(&place).ok()?, Arc::clone(&loose))))))
    }
}

/// What a tag names: its first line says it.
fn tag_target(tag: &[u8]) -> Option<Oid> {
    let line = tag.split(|byte| *byte == b'\n').next()?;
    Oid::from_hex(line.strip_prefix(b"object ")?)
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
