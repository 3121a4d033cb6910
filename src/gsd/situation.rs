//! What the evidence of a phase amounts to: the dimensions that the resume rows ask.

use super::steps::{STEPS, Step};
use crate::engine::evidence::StepState;
use crate::engine::row::{Dimension, Situation, Values};

/// One dimension of a phase's situation.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Dim {
    /// Where a step stands.
    Step(Step),
    /// How far the live plans are executed.
    Execution,
    /// Whether nobody can tell what is left to execute: no plan is found and a file's name may be one, a plan that is left cannot be
    /// read, or HEAD holds the finished SUMMARY of one that the work tree or the index no longer has so.
    PlanNames,
    /// Whether the verification leaves its verdict to a person.
    Person,
    /// Acceptance by a person, as UAT and HUMAN-UAT say together.
    Uat,
    /// Whether the roadmap (or a ship commit) and its witnesses mark the phase complete.
    Marked,
    /// Whether the phase lies in an archive.
    Archived,
    /// Whether the phase is of before the project adopted the pipeline.
    Before,
}

/// Values of a step: no artifact.
pub const MISSING: Values = Values::of(0);
/// Values of a step: an artifact that git does not hold.
pub const WIP: Values = Values::of(1);
/// Values of a step: committed, but not finished or waiting for somebody.
pub const UNFINISHED: Values = Values::of(2);
/// Values of a step: committed, and its verdict is negative.
pub const FAILED: Values = Values::of(3);
/// Values of a step: finished, but older than what it judges.
pub const STALE: Values = Values::of(4);
/// Values of a step: committed, finished, fresh.
pub const DONE: Values = Values::of(5);
/// Values of a step: not done, and this phase does not owe it.
pub const SKIPPED: Values = Values::of(6);
/// As good as no artifact: what is not committed satisfies nothing, and stale counts as missing.
pub const ABSENT: Values = MISSING.or(WIP).or(STALE);
/// Nothing more is owed here.
pub const SETTLED: Values = DONE.or(SKIPPED);
/// Owed and not done.
pub const OPEN: Values = ABSENT.or(UNFINISHED).or(FAILED);
/// Not done, owed or not.
pub const NOT_DONE: Values = OPEN.or(SKIPPED);

/// Every value of a step.
pub const ANY: Values = OPEN.or(SETTLED);
/// Whatever it is, no negative verdict stands.
pub const NOT_FAILED: Values = ANY.without(FAILED);

/// How far the live plans of a phase are executed.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[repr(u8)]
pub enum Execution {
    /// No live plan is executed or started (or there is no plan).
    None,
    /// One is started, none is executed.
    Started,
    /// One is executed, and one is not.
    Partial,
    /// Plans are left, and each of them waits for a halted one.
    Blocked,
    /// Every live plan is executed; or the phase has no plan, and its summary or a verification shows that it was executed without one.
    All,
    /// Commits touch what the plans declare, and nothing attributes them.
    Unclear,
}

impl Execution {
    /// Every value, in the order of their bits.
    pub const EVERY: [Self; 6] = [Self::None, Self::Started, Self::Partial, Self::Blocked, Self::All, Self::Unclear];

    /// The value as the rows ask it.
    pub const fn value(self) -> Values {
        Values::of(self as u8)
    }

    /// Every value but this one.
    pub const fn others(self) -> Values {
        Values::first(Self::EVERY.len()).without(self.value())
    }

    /// The word used in every output.
    pub fn word(self) -> &'static str {
        Dim::Execution.values().get(self as usize).copied().unwrap_or_default()
    }
}

/// Values of a yes-or-no dimension: no.
pub const NO: Values = Values::of(0);
/// Values of a yes-or-no dimension: yes.
pub const YES: Values = Values::of(1);
/// A plan that is left to execute cannot be read.
pub const UNREAD: Values = Values::of(2);
/// HEAD shows that a plan was executed, and the SUMMARY that says so was deleted or undone without a commit.
pub const LOST: Values = Values::of(3);
/// HEAD holds a plan that is left to execute, and it was deleted or changed without a commit.
pub const UNDONE: Values = Values::of(4);

impl Dimension for Dim {
    fn all() -> Vec<Self> {
        let steps = STEPS.iter().map(|row| Self::Step(row.step));
        let others =
            [Self::Execution, Self::PlanNames, Self::Person, Self::Uat, Self::Marked, Self::Archived, Self::Before];
        steps.chain(others).collect()
    }

    fn name(self) -> &'static str {
        match self {
            Self::Step(step) => step.row().name,
            Self::Execution => "execution",
            Self::PlanNames => "doubtful plan",
            Self::Person => "verification by a person",
            Self::Uat => "uat",
            Self::Marked => "marked complete",
            Self::Archived => "archived",
            Self::Before => "before adoption",
        }
    }

    fn values(self) -> &'static [&'static str] {
        match self {
            Self::Step(_) => &["missing", "wip", "unfinished", "failed", "stale", "done", "skipped"],
            Self::Execution => &["none", "started", "partial", "blocked", "all", "unclear"],
            Self::Uat => &["missing", "wip", "unfinished", "failed", "stale", "done"],
            Self::PlanNames => &["no", "name", "unreadable", "summary-lost", "plan-lost"],
            Self::Person | Self::Marked | Self::Archived | Self::Before => &["no", "yes"],
        }
    }
}

/// The value of a step as the rows ask it: its state, or skipped where it is neither done nor owed.
pub fn step_value(state: StepState, owed: bool) -> Values {
    match state {
        StepState::Done => DONE,
        _ if !owed => SKIPPED,
        StepState::Missing => MISSING,
        StepState::Wip => WIP,
        StepState::Unfinished => UNFINISHED,
        StepState::Failed => FAILED,
        StepState::Stale => STALE,
    }
}

/// The value of a yes-or-no dimension.
pub const fn yes(holds: bool) -> Values {
    if holds { YES } else { NO }
}

/// The situation in which nothing has happened: what a test or a reader starts from.
pub fn untouched() -> Situation<Dim> {
    Dim::all().into_iter().fold(Situation::anything(), |situation, dim| situation.with(dim, Values::of(0)))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_and_bits_agree() {
        let dim = Dim::Step(Step::Spec);
        for state in StepState::ALL {
            assert_eq!(dim.words(step_value(state, true)), state.word());
        }
        assert_eq!(dim.words(SKIPPED), "skipped");
        for execution in Execution::EVERY {
            assert_eq!(Dim::Execution.words(execution.value()), execution.word());
        }
        assert_eq!(Dim::Marked.words(yes(true)), "yes");
    }

    #[test]
    fn what_is_not_owed_is_skipped_unless_it_is_done() {
        for state in StepState::ALL {
            let expected = if state == StepState::Done { DONE } else { SKIPPED };
            assert_eq!(step_value(state, false), expected);
        }
    }

    #[test]
    fn every_dimension_has_a_name_of_its_own() {
        let names: std::collections::BTreeSet<&str> = Dim::all().into_iter().map(Dim::name).collect();
        assert!(names.len() == Dim::all().len() && !names.contains(""));
    }
}
