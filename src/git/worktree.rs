//! The seam to the work tree: what differs from HEAD. Two readers answer, `git status` and libgit2.

use std::path::Path;

use super::error::GitError;
use super::hidden::Hidden;
use super::status::Status;
use super::worktree_child::Answer;

/// A reader of the work tree.
pub(super) trait WorkTree: Send + Sync {
    /// Begins to read; whatever can run beside the caller does.
    fn start(&self) -> Result<Pending, GitError>;
    /// The files that the index of the work tree at `root` tells git not to look at, but for those that a sparse checkout leaves
    /// out.
    fn hidden(&self, root: &Path) -> Result<Vec<Hidden>, GitError>;
    /// The words that name this reader in output.
    fn word(&self) -> &'static str;
}

/// A reading of the work tree under way: start it first, read objects meanwhile, finish it last.
#[must_use = "finish() gives the status"]
pub enum Pending {
    /// A `git status` at work.
    Running(Answer),
    /// Already read.
    Done(Status),
}

impl Pending {
    /// Waits for the status.
    pub fn finish(self) -> Result<Status, GitError> {
        match self {
            Self::Running(answer) => answer.finish(),
            Self::Done(status) => Ok(status),
        }
    }
}
