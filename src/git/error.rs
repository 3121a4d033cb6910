//! What can go wrong while git is read, and what a user can do about it.

use std::io;
use std::path::{Path, PathBuf};

use crate::engine::escape::{escape, escape_bytes};
use crate::engine::failure::Failure;
use crate::engine::object::Oid;
use crate::engine::own::word;
use crate::read::again;

/// Why git could not be read. Its text is safe to print: what came from a repository is escaped.
#[derive(Debug, thiserror::Error)]
pub enum GitError {
    /// No folder from the given one upwards is a repository.
    #[error("{} lies in no git repository", shown(path))]
    NotARepository {
        /// Where the search began.
        path: PathBuf,
    },
    /// The repository has no work tree, or the given folder lies in its git directory.
    #[error("{} has no work tree here", shown(path))]
    Bare {
        /// The git directory.
        path: PathBuf,
    },
    /// The repository belongs to another user, and nobody has said that it is to be trusted.
    #[error("{} belongs to another user, so git refuses to read it", shown(path))]
    ForeignOwner {
        /// The folder that git wants to see listed as safe.
        path: PathBuf,
    },
    /// The repository uses a format that nothing here can read.
    #[error("this repository cannot be read: {what}")]
    Unsupported {
        /// The format or the extension, already escaped.
        what: String,
    },
    /// There is no `git` program, and nothing else can answer.
    #[error("there is no git program on the PATH")]
    NoProgram,
    /// The `git` program or libgit2 gave up.
    #[error("{what} failed: {stderr}")]
    GitFailed {
        /// What was being done.
        what: String,
        /// What it said, already escaped.
        stderr: String,
    },
    /// An object that history names is not in the object store.
    #[error("object {id} is not in this repository")]
    Missing {
        /// Its id.
        id: Oid,
    },
    /// An object is there, and is not what it should be.
    #[error("object {id} {what}")]
    Damaged {
        /// Its id.
        id: Oid,
        /// What is wrong with it.
        what: &'static str,
    },
    /// The journal of a recovery cannot be understood.
    #[error("the journal of a recovery, {path}, cannot be read: {why}")]
    Journal {
        /// The file, escaped.
        path: String,
        /// What is wrong with it, escaped.
        why: String,
    },
    /// The system refused.
    #[error("{what}: {source}")]
    Io {
        /// What was being done, already escaped.
        what: String,
        /// What the system said.
        source: io::Error,
    },
}

impl From<GitError> for Failure {
    fn from(error: GitError) -> Self {
        let remedy = error.remedy();
        Self::environment("git", error.to_string()).remedy(remedy)
    }
}

impl GitError {
    /// What to do about it: one line, with the exact command where there is one.
    pub fn remedy(&self) -> String {
        match self {
            Self::NotARepository { .. } => "go into the project's folder, or name it with --repo DIR".to_owned(),
            Self::Bare { .. } => "go into a work tree of the repository (git worktree list names them)".to_owned(),
            Self::ForeignOwner { path } => {
                format!("if you trust it: git config --global --add safe.directory {}", word(&shown(path)))
            }
            Self::Unsupported { .. } => "install a git program that knows this format, and try again".to_owned(),
            Self::NoProgram => "install git, or put it on the PATH".to_owned(),
            Self::GitFailed { .. } => "run git status in the project: it says what git cannot read".to_owned(),
            Self::Missing { .. } => {
                "fetch what a clone left out: git fetch --unshallow (a shallow one), git fetch --refetch --no-filter (a partial \
                 one); in a full clone: git fsck"
                    .to_owned()
            }
            Self::Damaged { .. } => "run git fsck: the object store is damaged".to_owned(),
            Self::Journal { .. } => {
                "finish with the version that wrote it; or move the file away: what there was is kept below \
                 refs/phase-pipeline/recovery (git show-ref)"
                    .to_owned()
            }
            Self::Io { .. } if self.passes() => again::REMEDY.to_owned(),
            Self::Io { .. } => "check that the folder exists and that you may read it".to_owned(),
        }
    }

    /// True where the same may succeed later.
    pub fn passes(&self) -> bool {
        matches!(self, Self::Io { source, .. } if again::is_passing(source.kind()))
    }

    /// An error of the system while `what` was being done.
    pub(super) fn io(what: impl Into<String>, source: io::Error) -> Self {
        Self::Io { what: what.into(), source }
    }
}

/// A path for a reader, escaped.
pub(super) fn shown(path: &Path) -> String {
    escape_bytes(path.as_os_str().as_encoded_bytes())
}

/// The last lines of what a program said, on one line and escaped; long output is cut, because the end holds the reason.
pub(super) fn said(stderr: &[u8]) -> String {
    let text = String::from_utf8_lossy(stderr);
    let lines: Vec<&str> = text.lines().map(str::trim).filter(|line| !line.is_empty()).collect();
    let from = lines.len().saturating_sub(4);
    escape(&lines.get(from..).unwrap_or_default().join(" / "))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_safe_directory_line_can_be_pasted() {
        let line = |path: &str| GitError::ForeignOwner { path: PathBuf::from(path) }.remedy();
        assert!(line("/srv/app").ends_with("git config --global --add safe.directory /srv/app"));
        assert!(line("/srv/my app").ends_with("safe.directory '/srv/my app'"));
        assert!(line("/srv/it's;rm").ends_with(r"safe.directory '/srv/it'\''s;rm'"));
    }

    #[test]
    fn what_a_repository_says_is_escaped() {
        assert_eq!(said(b"warning: x\n\nfatal: bad \x1b[31m\n"), "warning: x / fatal: bad \\u{1b}[31m");
        let error = GitError::NotARepository { path: PathBuf::from("/a\u{1b}b") };
        assert_eq!(error.to_string(), "/a\\u{1b}b lies in no git repository");
    }
}
