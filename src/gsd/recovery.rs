//! What uncommitted work means: rows by what is dirty, read before any routing.

use crate::engine::row::Cond::{All, Always, Is};
use crate::engine::row::{Case, Dimension, Row, Values};

/// One dimension of what is dirty.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Dirt {
    /// A merge, rebase, cherry-pick, revert or bisect that is not finished.
    Operation,
    /// A recovery that was begun and neither finished nor undone.
    Recovery,
    /// Source that counts for the phase.
    Source,
    /// An artifact of the phase that git does not hold as it stands on disk.
    Artifact,
    /// STATE, ROADMAP or REQUIREMENTS where they speak of the phase.
    Ledger,
    /// Execution: begun, and plans are left.
    Waves,
}

/// A value of every dimension: clean.
pub const CLEAN: Values = Values::of(0);
/// A value of every dimension: dirty.
pub const DIRTY: Values = Values::of(1);

impl Dimension for Dirt {
    fn all() -> Vec<Self> {
        vec![Self::Operation, Self::Recovery, Self::Source, Self::Artifact, Self::Ledger, Self::Waves]
    }

    fn name(self) -> &'static str {
        match self {
            Self::Operation => "a git operation",
            Self::Recovery => "a recovery",
            Self::Source => "source of the phase",
            Self::Artifact => "an artifact of the phase",
            Self::Ledger => "what the ledgers say of the phase",
            Self::Waves => "execution",
        }
    }

    fn values(self) -> &'static [&'static str] {
        match self {
            Self::Operation | Self::Recovery => &["finished", "in progress"],
            Self::Source | Self::Artifact | Self::Ledger => &["committed", "uncommitted"],
            Self::Waves => &["not begun or over", "between waves"],
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
    /// The recovery that was begun comes first.
    FinishRecovery,
    /// Source, then each artifact.
    SettleBoth,
    /// Source alone.
    SettleSource,
    /// Each artifact has a verdict of its own.
    SettleArtifacts,
    /// The ledgers are checked against git.
    SettleLedgers,
}

impl Recovery {
    /// The recovery in words.
    pub fn words(self) -> &'static str {
        match self {
            Self::Nothing => "nothing to recover",
            Self::FinishOperation => "finish or abort the operation first",
            Self::FinishRecovery => "finish or undo the recovery first",
            Self::SettleBoth => "the source first, then each artifact by itself; never one commit for both",
            Self::SettleSource => {
                "all inside one task of a plan: finish and commit it as that plan; else put it into a stash, resume, look at \
                 the stash after"
            }
            Self::SettleArtifacts => "commit what is finished, remove or restore what was cut short, look at the rest",
            Self::SettleLedgers => "what git does not deny is committed as it is; else it is repaired or discarded",
        }
    }

    /// True when the pipeline stops for it.
    pub fn stops(self) -> bool {
        self != Self::Nothing
    }

    /// True where source is settled.
    pub fn settles_source(self) -> bool {
        matches!(self, Self::SettleBoth | Self::SettleSource)
    }

    /// True where artifacts are settled.
    pub fn settles_artifacts(self) -> bool {
        matches!(self, Self::SettleBoth | Self::SettleArtifacts)
    }

    /// True where the ledgers are settled: by their own row, and last beside another one.
    pub fn settles_ledgers(self) -> bool {
        matches!(self, Self::SettleBoth | Self::SettleSource | Self::SettleArtifacts | Self::SettleLedgers)
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
        id: "unfinished",
        when: Is(Dirt::Recovery, DIRTY),
        then: &[announce(Recovery::FinishRecovery)],
        tells: &[Dirt::Recovery],
        doc: "A recovery was cut off: part of what it announced is done, and its journal knows which part.",
    },
    Row {
        id: "both",
        when: All(&[Is(Dirt::Source, DIRTY), Is(Dirt::Artifact, DIRTY)]),
        then: &[announce(Recovery::SettleBoth)],
        tells: &[Dirt::Source, Dirt::Artifact],
        doc: "Execution was cut off in the middle of a task, and an artifact was left beside it. What the artifact says rests \
              on the source, so the source is settled first.",
    },
    Row {
        id: "source",
        when: Is(Dirt::Source, DIRTY),
        then: &[announce(Recovery::SettleSource)],
        tells: &[Dirt::Source],
        doc: "Execution was cut off in the middle of a task: source that counts for the phase has no commit.",
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
        id: "state",
        when: Is(Dirt::Ledger, DIRTY),
        then: &[announce(Recovery::SettleLedgers)],
        tells: &[Dirt::Ledger],
        doc: "Nothing but STATE, ROADMAP or REQUIREMENTS is uncommitted, and what changed speaks of this phase: a step was \
              writing its end.",
    },
    Row {
        id: "clean-waves",
        when: Is(Dirt::Waves, DIRTY),
        then: &[announce(Recovery::Nothing)],
        tells: &[],
        doc: "Nothing that belongs to this phase is uncommitted, and execution ended between two plans: a clean stop.",
    },
    Row {
        id: "clean",
        when: Always,
        then: &[announce(Recovery::Nothing)],
        tells: &[],
        doc: "Nothing that belongs to this phase is uncommitted.",
    },
];

#[cfg(test)]
mod tests {
    use super::*;

    use std::collections::BTreeSet;

    #[test]
    fn every_dimension_and_every_recovery_has_words_of_its_own() {
        let names: BTreeSet<&str> = Dirt::all().into_iter().map(Dirt::name).collect();
        assert_eq!(names.len(), 6);
        for dirt in Dirt::all() {
            assert!(dirt.values().len() == 2 && dirt.values().iter().all(|value| value.len() > 6), "{dirt:?}");
        }
        let words: BTreeSet<&str> = RECOVERY.iter().flat_map(|row| row.then).map(|case| case.target.words()).collect();
        assert!(words.len() == 7 && !words.contains(""));
    }
}
