//! What the evidence of a sprint amounts to: the dimensions that the rows of [`super::go`] ask.

use serde::{Deserialize, Serialize};

use super::activities::Activity;
use super::tasks::Together;
use crate::engine::row::{Dimension, Situation, Values};

/// One dimension of a sprint's situation.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Dim {
    /// Whether the plan of a later sprint is in force.
    Past,
    /// How much of the methodology the project uses.
    Mode,
    /// The status of the sprint's plan.
    Plan,
    /// The activity that the plan names as active.
    Active,
    /// What the sprint's TASKs come to.
    Tasks,
    /// How far it came before there is a plan.
    Before,
    /// Whether what the project is for must be asked first.
    Intent,
    /// An artifact of the sprint.
    Artifact(Artifact),
    /// How far it came after its plan is completed.
    After,
}

/// An artifact of a sprint that the rows ask for where there is no plan.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub enum Artifact {
    /// `reqs.md`.
    Reqs,
    /// `design.md`.
    Design,
    /// `preview.md`.
    Preview,
    /// `test-strategy.md`.
    Strategy,
}

impl Artifact {
    /// Every one, in the order in which they are written.
    pub const EVERY: [Self; 4] = [Self::Reqs, Self::Design, Self::Preview, Self::Strategy];

    /// Its name without the ending.
    pub fn name(self) -> &'static str {
        match self {
            Self::Reqs => "reqs",
            Self::Design => "design",
            Self::Preview => "preview",
            Self::Strategy => "test-strategy",
        }
    }

    /// The names of its file, the right one first.
    pub fn files(self) -> &'static [&'static str] {
        match self {
            Self::Reqs => &["reqs.md"],
            Self::Design => &["design.md"],
            Self::Preview => &["preview.md"],
            Self::Strategy => &["test-strategy.md", "tests.md"],
        }
    }

    /// The activity that writes it.
    pub fn activity(self) -> Activity {
        match self {
            Self::Reqs => Activity::Reqs,
            Self::Design => Activity::Design,
            Self::Preview => Activity::Preview,
            Self::Strategy => Activity::Tests,
        }
    }
}

/// A yes-or-no dimension: no.
pub const NO: Values = Values::of(0);
/// A yes-or-no dimension: yes.
pub const YES: Values = Values::of(1);

/// Values of the mode: all of it.
pub const FULL: Values = Values::of(0);
/// Values of the mode: PLAN, REQS, PRODUCE, DELIVER.
pub const LIGHTWEIGHT: Values = Values::of(1);
/// Values of the mode: PRODUCE and DELIVER, in one file.
pub const MICRO: Values = Values::of(2);
/// Values of the mode: nobody chose.
pub const UNSET: Values = Values::of(3);

/// Values of the plan: the sprint has none.
pub const NO_PLAN: Values = Values::of(0);
/// Values of the plan: it waits for approval.
pub const DRAFT: Values = Values::of(1);
/// Values of the plan: in force.
pub const ACTIVE: Values = Values::of(2);
/// Values of the plan: worked to its end.
pub const COMPLETED: Values = Values::of(3);
/// Values of the plan: given up.
pub const ABANDONED: Values = Values::of(4);
/// Values of the plan: nothing of the sprint may change any more.
pub const FROZEN: Values = COMPLETED.or(ABANDONED);
/// Values of the plan: there is one.
pub const PLANNED: Values = DRAFT.or(ACTIVE).or(FROZEN);

/// Values of what the plan names as active: nothing.
pub const NOTHING: Values = Values::of(0);

/// The value of an activity that the plan names as active. The two that come before every plan have none.
pub const fn active(activity: Activity) -> Values {
    match activity {
        Activity::Intent | Activity::Mode => Values(0),
        activity => Values::of(activity as u8 - 1),
    }
}

/// The value of what TASKs come to.
pub const fn together(together: Together) -> Values {
    Values::of(together as u8)
}

/// Values of what came before the plan: nothing.
pub const UNTOUCHED: Values = Values::of(0);
/// Values of what came before the plan: COLLECT.
pub const COLLECTED: Values = Values::of(1);
/// Values of what came before the plan: ASSESS.
pub const ASSESSED: Values = Values::of(2);

/// Values of what came after it: nothing.
pub const DELIVERED_ALONE: Values = Values::of(0);
/// Values of what came after it: COMPOUND.
pub const COMPOUNDED: Values = Values::of(1);
/// Values of what came after it: INTEGRATE.
pub const INTEGRATED: Values = Values::of(2);

/// Values of an artifact: none.
pub const MISSING: Values = Values::of(0);
/// Values of an artifact: git does not hold it as it lies there.
pub const WIP: Values = Values::of(1);
/// Values of an artifact: committed, and not finished.
pub const UNFINISHED: Values = Values::of(2);
/// Values of an artifact: committed and finished.
pub const DONE: Values = Values::of(3);
/// Values of an artifact: not there, and this sprint does not owe it.
pub const SKIPPED: Values = Values::of(4);
/// Owed and not done.
pub const OPEN: Values = MISSING.or(WIP).or(UNFINISHED);

impl Dimension for Dim {
    fn all() -> Vec<Self> {
        let artifacts = Artifact::EVERY.into_iter().map(Self::Artifact);
        let others = [Self::Past, Self::Mode, Self::Plan, Self::Active, Self::Tasks, Self::Before, Self::Intent];
        others.into_iter().chain(artifacts).chain([Self::After]).collect()
    }

    fn name(self) -> &'static str {
        match self {
            Self::Past => "past",
            Self::Mode => "mode",
            Self::Plan => "plan",
            Self::Active => "active activity",
            Self::Tasks => "tasks",
            Self::Before => "before the plan",
            Self::Intent => "intent owed",
            Self::Artifact(artifact) => artifact.name(),
            Self::After => "after delivery",
        }
    }

    fn values(self) -> &'static [&'static str] {
        match self {
            Self::Past | Self::Intent => &["no", "yes"],
            Self::Mode => &["full", "lightweight", "micro", "unset"],
            Self::Plan => &["absent", "draft", "active", "completed", "abandoned"],
            Self::Active => &[
                "none",
                "collect",
                "assess",
                "plan",
                "reqs",
                "design",
                "preview",
                "tests",
                "produce",
                "review",
                "fix",
                "deliver",
                "compound",
                "integrate",
            ],
            Self::Tasks => &["none", "in-progress", "planned", "review", "fixing", "ready", "delivered"],
            Self::Before => &["untouched", "collected", "assessed"],
            Self::Artifact(_) => &["missing", "wip", "unfinished", "done", "skipped"],
            Self::After => &["delivered", "compounded", "integrated"],
        }
    }
}

/// The value of a yes-or-no dimension.
pub const fn yes(holds: bool) -> Values {
    if holds { YES } else { NO }
}

/// Nothing has happened in a project that uses all of the methodology: what a test or a reader starts from.
pub fn untouched() -> Situation<Dim> {
    let all = Dim::all().into_iter();
    all.fold(Situation::anything(), |situation, dim| situation.with(dim, Values::of(0)))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::gse::activities::ACTIVITIES;

    #[test]
    fn words_and_bits_agree() {
        for row in ACTIVITIES.iter().skip(2) {
            assert_eq!(Dim::Active.words(active(row.activity)), row.name);
        }
        let words = ["none", "in-progress", "planned", "review", "fixing", "ready", "delivered"];
        for (value, word) in Together::EVERY.into_iter().zip(words) {
            assert_eq!(Dim::Tasks.words(together(value)), word);
        }
        assert_eq!(Dim::Plan.words(FROZEN), "completed or abandoned");
        assert_eq!(Dim::Mode.words(UNSET), "unset");
        assert_eq!(Dim::After.words(INTEGRATED), "integrated");
        assert_eq!(Dim::Artifact(Artifact::Reqs).words(OPEN), "missing, wip or unfinished");
    }
}
