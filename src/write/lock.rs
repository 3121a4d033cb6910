//! Writes a lock into its document, and commits that document alone.
//!
//! The document is replaced in one step: whoever dies on the way leaves the old one or the new one. What a death leaves beside
//! it is swept up by the next run.

use std::path::PathBuf;

use super::error::WriteError;
use super::hands::{Hands, argument, pathspecs};
use super::replace::check;
use super::steps::{Steps, Unhindered};
use crate::engine::failure::Failure;
use crate::engine::lock::proposal::{InGit, Proposal};
use crate::engine::lock::rule::{Refusal, Rule};
use crate::engine::object::Oid;
use crate::engine::path::RepoPath;
use crate::git::{GitError, Head, Repository};

/// Why a lock was not written, or not committed. Its text is safe to print.
#[derive(Debug, thiserror::Error)]
pub enum LockError {
    /// A rule forbids it.
    #[error("{}", .0.what)]
    Refused(Refusal),
    /// The block stands in the document, and git did not commit it.
    #[error("{path} holds the lock, and it was not committed: {source}")]
    NotCommitted {
        /// The document.
        path: RepoPath,
        /// What git said.
        source: WriteError,
    },
    /// Something could not be written.
    #[error(transparent)]
    Write(#[from] WriteError),
    /// Git could not be read.
    #[error(transparent)]
    Git(#[from] GitError),
}

impl From<std::io::Error> for LockError {
    fn from(source: std::io::Error) -> Self {
        Self::Write(source.into())
    }
}

impl From<LockError> for Failure {
    fn from(error: LockError) -> Self {
        match error {
            LockError::Refused(refusal) => refusal.into(),
            LockError::NotCommitted { ref source, .. } => {
                Self::environment("not-committed", error.to_string()).remedy(source.remedy()).remedy(
                    "when the cause is mended, run the same command again: it commits what is left to be committed",
                )
            }
            LockError::Write(error) => error.into(),
            LockError::Git(error) => error.into(),
        }
    }
}

/// A commit that was made.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Committed {
    /// Its id.
    pub id: Oid,
    /// The paths that it changes beside the document: a hook staged them.
    pub beyond: Vec<RepoPath>,
}

/// What writes locks in one work tree.
pub struct LockWriter<'a> {
    hands: Hands<'a>,
}

impl<'a> LockWriter<'a> {
    /// For the work tree of this repository.
    pub fn new(repository: &'a Repository) -> Self {
        Self::with_steps(repository, &Unhindered)
    }

    /// The same, each step seen by `steps` before it is taken.
    pub fn with_steps(repository: &'a Repository, steps: &'a dyn Steps) -> Self {
        Self { hands: Hands::new(repository, steps) }
    }

    /// Puts the document as it was proposed; one that holds the block already stays as it is.
    ///
    /// # Errors
    /// It is no longer what was read, it is a link, or the system refuses. The document is untouched then.
    pub fn put(&self, proposal: &Proposal) -> Result<(), LockError> {
        let place = self.place(&proposal.path)?;
        let before = proposal.before.as_deref();
        let put = if proposal.is_there() {
            check(&place, before).map(|_| ())
        } else {
            self.hands.replace(&place, before, &proposal.after)
        };
        put.map_err(|error| match error {
            WriteError::Changed { .. } => {
                let what = format!("{} changed while the lock was written", proposal.path);
                LockError::Refused(Refusal::new(Rule::Moved, what))
            }
            WriteError::NotAFile { .. } => no_document(&proposal.path, "is no plain file"),
            other => other.into(),
        })
    }

    /// Commits the document and nothing else, whatever else is staged; none where HEAD holds it already.
    ///
    /// # Errors
    /// Git does not commit: it knows no identity, a hook refuses, something holds the index.
    pub fn commit(&self, proposal: &Proposal) -> Result<Option<Committed>, LockError> {
        if !proposal.is_to_be_committed() {
            return Ok(None);
        }
        let named = pathspecs([&proposal.path]);
        let is_unknown = proposal.git == InGit::Unknown;
        if is_unknown {
            // A planning folder that is ignored and tracked all the same takes in new files by force alone.
            let add =
                ["add", "--intent-to-add", "--force", "--sparse", "--pathspec-from-file=-", "--pathspec-file-nul"];
            self.hands.change(&add, &*named).map_err(|source| not_committed(proposal, source))?;
        }
        let subject = proposal.subject.as_str();
        let words = ["commit", "--only", "--quiet", "--cleanup=whitespace", "--message", subject];
        let words: Vec<&str> = words.into_iter().chain(["--pathspec-from-file=-", "--pathspec-file-nul"]).collect();
        if let Err(source) = self.hands.act(&words, &*named) {
            if is_unknown {
                // Git did not know the name before.
                let path = argument("", &proposal.path);
                let forget = ["update-index".as_ref(), "--force-remove".as_ref(), "--".as_ref(), path.as_os_str()];
                self.hands.change(&forget, &b""[..])?;
            }
            return Err(not_committed(proposal, source));
        }
        let Head::Commit { id, .. } = self.hands.repository.head()? else { return Ok(None) };
        let objects = self.hands.repository.objects();
        let changed = objects.changed_paths(&*objects.commit(id)?)?.unwrap_or_default();
        let beyond = changed.into_keys().filter(|path| *path != proposal.path).collect();
        Ok(Some(Committed { id, beyond }))
    }

    /// Where the document lies, with no link on the way and none in its place.
    fn place(&self, path: &RepoPath) -> Result<PathBuf, LockError> {
        let place = self.hands.repository.place(path)?;
        let place = place.ok_or_else(|| no_document(path, "is reached through a link, or is no path here"))?;
        match place.symlink_metadata() {
            Ok(found) if !found.is_file() => Err(no_document(path, "is no plain file")),
            _ => Ok(place),
        }
    }
}

fn no_document(path: &RepoPath, why: &str) -> LockError {
    LockError::Refused(Refusal::new(Rule::Document, format!("{path} {why}")))
}

fn not_committed(proposal: &Proposal, source: WriteError) -> LockError {
    LockError::NotCommitted { path: proposal.path.clone(), source }
}
