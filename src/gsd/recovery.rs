//! What uncommitted work means: rows by what is dirty, read before any routing.

use crate::engine::row::Cond::{Always, Is};
use crate::engine::row::{Case, Dimension, Row, Values};

/// One dimension of what is dirty.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Dirt {
    /// A merge, rebase, cherry-pick, revert or bisect that is not finished.
    Operation,
    /// An artifact of the phase that git does not hold as it stands on disk.
    Artifact,
}

/// A value of every dimension: clean.
pub const CLEAN: Values = Values::of(0);
/// A value of every dimension: dirty.
pub const DIRTY: Values = Values::of(1);

impl Dimension for Dirt {
    fn all() -> Vec<Self> {
        vec![Self::Operation, Self::Artifact]
    }

    fn name(self) -> &'static str {
        match self {
            Self::Operation => "a git operation",
            Self::Artifact => "an artifact of the phase",
        }
    }

    fn values(self) -> &'static [&'static str] {
        match self {
            Self::Operation => &["finished", "in progress"],
            Self::Artifact => &["committed", "uncommitted"],
        }
    }
}

/// What a row announces.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Recovery {
    /// Nothing is dirty.
    Nothing,
    /// The operation comes first.
    FinishOperation,
    /// Each artifact has a verdict of its own.
    SettleArtifacts,
}

impl Recovery {
    /// The recovery in words.
    pub fn words(self) -> &'static str {
        match self {
            Self::Nothing => "nothing to recover",
            Self::FinishOperation => "finish or abort the operation first",
            Self::SettleArtifacts => "commit what is finished, remove or restore what was cut short, look at the rest",
        }
    }

    /// True when the pipeline stops for it.
    pub fn stops(self) -> bool {
        self != Self::Nothing
    }
}

const fn announce(recovery: Recovery) -> Case<Dirt, Recovery> {
    Case { when: Always, target: recovery }
}

/// Every row, in order.
pub const RECOVERY: &[Row<Dirt, Recovery>] = &[
    Row {
        id: "operation",
        when: Is(Dirt::Operation, DIRTY),
        then: &[announce(Recovery::FinishOperation)],
        tells: &[Dirt::Operation],
        doc: "While git is in the middle of an operation, HEAD and index mean something else than the work tree shows.",
    },
    Row {
        id: "artifact",
        when: Is(Dirt::Artifact, DIRTY),
        then: &[announce(Recovery::SettleArtifacts)],
        tells: &[Dirt::Artifact],
        doc: "A step began to write and never committed: the file may be whole or cut short, and a route that ignored it \
              would write over it.",
    },
    Row {
        id: "clean",
        when: Always,
        then: &[announce(Recovery::Nothing)],
        tells: &[],
        doc: "Nothing that belongs to this phase is uncommitted.",
    },
];
