//! Why a recovery stopped, and what helps.

use crate::engine::exit::Outcome;
use crate::engine::failure::Failure;
use crate::engine::object::Oid;
use crate::engine::path::RepoPath;
use crate::git::GitError;
use crate::write::error::WriteError;

/// Why a recovery stopped. Its text is safe to print.
#[derive(Debug, thiserror::Error)]
pub enum RecoverError {
    /// What is there is not what was shown.
    #[error("the state has changed since it was shown: {}", listed(.0))]
    Changed(Vec<RepoPath>),
    /// HEAD is not where it was.
    #[error("the state has changed since it was shown: HEAD has moved, or names another branch")]
    HeadMoved,
    /// Somebody has changed a file since the recovery touched it.
    #[error("changed since the recovery: {}", listed(.0))]
    Touched(Vec<RepoPath>),
    /// HEAD has moved on since the recovery made its commits.
    #[error("HEAD is no longer where the recovery left it, at {expected}")]
    MovedOn {
        /// Where it was left, in short.
        expected: String,
    },
    /// Another recovery is open.
    #[error("a recovery of phase {0} is open in this work tree")]
    Open(String),
    /// There is none to finish, to undo or to forget.
    #[error("there is no recovery to {0}")]
    Nothing(&'static str),
    /// Another process is at work.
    #[error("another recovery is at work in this work tree")]
    Busy,
    /// Something holds the index.
    #[error("the index is locked: {0} is there")]
    IndexLocked(String),
    /// Git is in the middle of something.
    #[error("a {word} is in progress")]
    Operation {
        /// What it is called.
        word: &'static str,
        /// The commands that end it.
        remedy: String,
    },
    /// A path cannot be acted on.
    #[error("{path} {why}")]
    Refused {
        /// The path.
        path: RepoPath,
        /// What is in the way.
        why: &'static str,
    },
    /// A path and another name that git holds cannot both be.
    #[error("{path} cannot stand beside {other}, which git holds: one is a file where the other needs a folder")]
    Clash {
        /// The path.
        path: RepoPath,
        /// What the index or HEAD holds.
        other: RepoPath,
    },
    /// The plan itself is at fault, and not a state of the repository.
    #[error("this recovery cannot be carried out: {0}")]
    BadPlan(&'static str),
    /// A commit would fail for want of an identity or a key.
    #[error("git cannot commit here: {what}: {source}")]
    CannotCommit {
        /// What is missing.
        what: &'static str,
        /// What git said.
        source: WriteError,
    },
    /// The commit holds more than what was announced.
    #[error("the commit {} also holds {}: a hook staged it", commit.short(), listed(paths))]
    Beyond {
        /// The commit.
        commit: Oid,
        /// What it holds beyond what was announced.
        paths: Vec<RepoPath>,
    },
    /// The snapshot is not there, or not what was kept.
    #[error("the snapshot of this recovery is gone: {0}")]
    SnapshotGone(String),
    /// Something was not as it should be after an action.
    #[error("{path} is not what it should be after the recovery")]
    NotReached {
        /// The path.
        path: RepoPath,
    },
    /// An action failed after the journal was opened.
    #[error("{0}")]
    Halfway(Box<Self>),
    /// Something could not be written.
    #[error(transparent)]
    Write(#[from] WriteError),
    /// Git could not be read.
    #[error(transparent)]
    Git(#[from] GitError),
}

impl From<std::io::Error> for RecoverError {
    fn from(source: std::io::Error) -> Self {
        Self::Write(source.into())
    }
}

impl RecoverError {
    /// The same, said while a journal is open.
    pub(super) fn halfway(self) -> Self {
        match self {
            Self::Halfway(_) => self,
            other => Self::Halfway(Box::new(other)),
        }
    }

    fn remedy(&self) -> String {
        match self {
            Self::Changed(_) | Self::HeadMoved => "run the recovery again without a token: it shows the state as it is now",
            Self::Touched(_) => {
                "put those files back as they were or out of the way, or take what is kept out of the snapshot by hand; \
                 `--forget` then closes the recovery as it stands"
            }
            Self::MovedOn { .. } => "move the later commits away first, or take what is kept out of the snapshot by hand",
            Self::Open(_) => "`--finish` carries it out, `--undo` takes it back, `--forget` closes it as it stands",
            Self::Nothing(_) => "`phase-pipeline recover PHASE` shows what there is to recover",
            Self::Busy => "wait until it has ended",
            Self::IndexLocked(_) => "wait until the git at work has ended; if none is, it died: remove that file",
            Self::Operation { remedy, .. } => return remedy.clone(),
            Self::Refused { .. } => "settle it by hand",
            Self::Clash { .. } => {
                "move the one or the other out of the way, or commit by hand that the one takes the other's place"
            }
            Self::BadPlan(_) => "settle it by hand, and report this as a bug",
            Self::CannotCommit { .. } => "set user.name and user.email, or mend the signing key (user.signingKey)",
            Self::Beyond { .. } => "`--finish` leaves the commit so and goes on, `--undo` takes it back",
            Self::SnapshotGone(_) => "`--forget` closes the recovery as it stands",
            Self::NotReached { .. } => "see what a filter or a hook does with it, then `--undo`",
            Self::Halfway(_) => {
                "when the cause is mended: `--finish` goes on from here; `--undo` takes everything back"
            }
            Self::Write(error) => return error.remedy(),
            Self::Git(error) => return error.remedy(),
        }
        .to_owned()
    }

    fn id(&self) -> &'static str {
        match self {
            Self::Changed(_) | Self::HeadMoved => "state-changed",
            Self::Touched(_) | Self::MovedOn { .. } => "changed-since",
            Self::Open(_) => "recovery-open",
            Self::Nothing(_) => "no-recovery",
            Self::Busy | Self::IndexLocked(_) => "locked",
            Self::Operation { .. } => "operation",
            Self::Refused { .. } | Self::Clash { .. } | Self::BadPlan(_) => "not-carried-out",
            Self::CannotCommit { .. } => "cannot-commit",
            Self::Beyond { .. } => "hook-staged",
            Self::SnapshotGone(_) => "snapshot-gone",
            Self::NotReached { .. } => "not-reached",
            Self::Halfway(inner) => inner.id(),
            Self::Write(_) => "write",
            Self::Git(_) => "git",
        }
    }

    fn outcome(&self) -> Outcome {
        match self {
            Self::Changed(_)
            | Self::HeadMoved
            | Self::Touched(_)
            | Self::MovedOn { .. }
            | Self::Open(_)
            | Self::Operation { .. }
            | Self::Refused { .. }
            | Self::Clash { .. }
            | Self::Beyond { .. } => Outcome::Interruption,
            Self::Nothing(_) => Outcome::Usage,
            Self::Halfway(inner) => inner.outcome(),
            _ => Outcome::Environment,
        }
    }
}

impl From<RecoverError> for Failure {
    fn from(error: RecoverError) -> Self {
        let mut remedies = vec![error.remedy()];
        if let RecoverError::Halfway(inner) = &error {
            remedies.insert(0, inner.remedy());
            remedies.dedup();
        }
        Self { outcome: error.outcome(), id: error.id(), message: error.to_string(), remedies }
    }
}

/// The paths in a line.
fn listed(paths: &[RepoPath]) -> String {
    paths.iter().map(RepoPath::to_string).collect::<Vec<_>>().join(", ")
}
