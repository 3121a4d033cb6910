//! The rows of the decision tree of `/gse:go`: where a sprint goes on. Top-down, the first row that matches wins.

use super::activities::Activity;
use super::situation::{
    ABANDONED, ACTIVE, Artifact, COLLECTED, COMPLETED, COMPOUNDED, DELIVERED_ALONE, DRAFT, Dim, FULL, INTEGRATED,
    LIGHTWEIGHT, MICRO, MISSING, NO_PLAN, OPEN, SKIPPED, UNSET, UNTOUCHED, WIP, YES, active, together,
};
use super::tasks::Together;
use crate::engine::conclude::Goal;
use crate::engine::exit::Outcome;
use crate::engine::row::Cond::{All, Always, Is};
use crate::engine::row::{Case, Cond, Row, Values};
use crate::engine::step::StepRef;

/// What a row comes to.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Target {
    /// This activity.
    Activity(Activity),
    /// Nothing: the sprint is over.
    Complete,
    /// Nothing that the evidence supports.
    Undetermined,
}

impl Goal for Target {
    fn step(self) -> Option<StepRef> {
        match self {
            Self::Activity(activity) => Some(activity.named()),
            Self::Complete | Self::Undetermined => None,
        }
    }

    fn outcome(self) -> Outcome {
        match self {
            Self::Activity(_) => Outcome::Done,
            Self::Complete => Outcome::Complete,
            Self::Undetermined => Outcome::Undetermined,
        }
    }
}

/// A row of this table.
pub type GoRow = Row<Dim, Target>;

const fn at(activity: Activity) -> Case<Dim, Target> {
    Case { when: Always, target: Target::Activity(activity) }
}

const fn at_if(activity: Activity, when: Cond<Dim>) -> Case<Dim, Target> {
    Case { when, target: Target::Activity(activity) }
}

const UNDETERMINED: Case<Dim, Target> = Case { when: Always, target: Target::Undetermined };
const COMPLETE: Case<Dim, Target> = Case { when: Always, target: Target::Complete };

const IN_FORCE: Cond<Dim> = Is(Dim::Plan, ACTIVE);
const UNPLANNED: Cond<Dim> = Is(Dim::Plan, NO_PLAN);
const NOT_BEGUN: Values = MISSING.or(WIP).or(SKIPPED);
/// No plan, no artifact and no TASK: the sprint is only a number yet.
const BLANK: Cond<Dim> = All(&[
    UNPLANNED,
    Is(Dim::Tasks, together(Together::None)),
    Is(Dim::Artifact(Artifact::Reqs), NOT_BEGUN),
    Is(Dim::Artifact(Artifact::Design), NOT_BEGUN),
    Is(Dim::Artifact(Artifact::Preview), NOT_BEGUN),
    Is(Dim::Artifact(Artifact::Strategy), NOT_BEGUN),
]);

const TASKS_TO_PRODUCE: Values = together(Together::InProgress).or(together(Together::Planned));
const TASKS_TO_SHIP: Values = together(Together::Review).or(together(Together::Ready));
const TASKS_PRODUCED: Values = TASKS_TO_SHIP.or(together(Together::Fixing));
/// Review is owed where the mode has one.
const REVIEW_OWED: Cond<Dim> = All(&[Is(Dim::Tasks, together(Together::Review)), Is(Dim::Mode, FULL.or(UNSET))]);

/// A row that does what the plan names as active.
macro_rules! as_planned {
    ($id:literal, $activity:ident, $doc:literal) => {
        Row {
            id: $id,
            when: All(&[IN_FORCE, Is(Dim::Active, active(Activity::$activity))]),
            then: &[at(Activity::$activity)],
            tells: &[Dim::Active],
            doc: $doc,
        }
    };
}

/// Every row, in order.
///
/// Source: the decision tree of GSE-One's orchestrator and of `activities/go.md` Step 3. Rows that only one of the texts has, and
/// rows for states that none of them has, name the entry of `choice` that decided.
pub const GO: &[GoRow] = &[
    Row {
        id: "past",
        when: Is(Dim::Past, YES),
        then: &[COMPLETE],
        tells: &[Dim::Past],
        doc: "The plan of a later sprint is in force; this one can only be read any more.",
    },
    Row {
        id: "micro",
        when: Is(Dim::Mode, MICRO),
        then: &[UNDETERMINED],
        tells: &[Dim::Mode],
        doc: "Micro mode keeps profile and TASKs inside status.yaml, in a form that nothing describes (choice/micro).",
    },
    Row {
        id: "draft",
        when: Is(Dim::Plan, DRAFT),
        then: &[at(Activity::Plan)],
        tells: &[Dim::Plan],
        doc: "The plan waits for approval. The schema does not have the word, the decision tree does (choice/draft).",
    },
    Row {
        id: "planning",
        when: All(&[
            IN_FORCE,
            Is(Dim::Active, active(Activity::Collect).or(active(Activity::Assess)).or(active(Activity::Plan))),
        ]),
        then: &[
            at_if(Activity::Collect, Is(Dim::Active, active(Activity::Collect))),
            at_if(Activity::Assess, Is(Dim::Active, active(Activity::Assess))),
            at(Activity::Plan),
        ],
        tells: &[Dim::Active],
        doc: "The plan names an activity of LC01 as active; the tree has no row for it (choice/active-outside-the-tree).",
    },
    as_planned!("reqs", Reqs, "The plan says that what the sprint should do is being written."),
    as_planned!(
        "design",
        Design,
        "The plan says that the design is being written. Whether one is needed is a judgement."
    ),
    as_planned!("preview", Preview, "The plan says that the preview is being made."),
    as_planned!("tests", Tests, "The plan says that the test strategy is being written."),
    Row {
        id: "produce-resume",
        when: All(&[
            IN_FORCE,
            Is(Dim::Active, active(Activity::Produce)),
            Is(Dim::Tasks, together(Together::InProgress)),
        ]),
        then: &[at(Activity::Produce)],
        tells: &[Dim::Tasks],
        doc: "A TASK was begun and is not produced: it is taken up again before another is begun.",
    },
    Row {
        id: "produce",
        when: All(&[IN_FORCE, Is(Dim::Active, active(Activity::Produce)), Is(Dim::Tasks, together(Together::Planned))]),
        then: &[at(Activity::Produce)],
        tells: &[Dim::Tasks],
        doc: "The first planned TASK is next (choice/first-task).",
    },
    Row {
        id: "produce-over",
        when: All(&[IN_FORCE, Is(Dim::Active, active(Activity::Produce)), Is(Dim::Tasks, TASKS_PRODUCED)]),
        then: &[
            at_if(Activity::Review, REVIEW_OWED),
            at_if(Activity::Fix, Is(Dim::Tasks, together(Together::Fixing))),
            at(Activity::Deliver),
        ],
        tells: &[Dim::Tasks, Dim::Mode],
        doc: "Every TASK is produced and the plan still says `produce`: review what is not judged, else deliver \
              (choice/nothing-to-produce).",
    },
    as_planned!("review", Review, "The plan says that the sprint is being reviewed."),
    as_planned!("fix", Fix, "The plan says that the review's findings are being fixed."),
    as_planned!("deliver", Deliver, "The plan says that the sprint is being delivered."),
    Row {
        id: "closing",
        when: All(&[IN_FORCE, Is(Dim::Active, active(Activity::Compound).or(active(Activity::Integrate)))]),
        then: &[at_if(Activity::Compound, Is(Dim::Active, active(Activity::Compound))), at(Activity::Integrate)],
        tells: &[Dim::Active],
        doc: "The plan names an activity of LC03 as active; the tree has no row for it (choice/active-outside-the-tree).",
    },
    Row {
        id: "compound",
        when: All(&[Is(Dim::Plan, COMPLETED), Is(Dim::After, DELIVERED_ALONE)]),
        then: &[at(Activity::Compound)],
        tells: &[Dim::Plan, Dim::After],
        doc: "Delivered, and what the sprint taught is not written down; in every mode (choice/compound-in-lightweight).",
    },
    Row {
        id: "integrate",
        when: All(&[Is(Dim::Plan, COMPLETED), Is(Dim::After, COMPOUNDED)]),
        then: &[at(Activity::Integrate)],
        tells: &[Dim::Plan, Dim::After],
        doc: "What the sprint taught is written down and was not passed on (choice/integrate-owed).",
    },
    Row {
        id: "closed",
        when: Is(Dim::Plan, COMPLETED),
        then: &[COMPLETE],
        tells: &[Dim::Plan, Dim::After],
        doc: "Delivered, compounded and integrated: the next sprint opens (choice/next-sprint).",
    },
    Row {
        id: "abandoned",
        when: Is(Dim::Plan, ABANDONED),
        then: &[COMPLETE],
        tells: &[Dim::Plan],
        doc: "The plan was given up: the sprint is frozen, and the tree has no row for it (choice/abandoned).",
    },
    Row {
        id: "intent",
        when: All(&[BLANK, Is(Dim::Intent, YES)]),
        then: &[at(Activity::Intent)],
        tells: &[Dim::Intent],
        doc: "No source and no docs/intent.md: what the project is for comes first (choice/intent).",
    },
    Row {
        id: "mode",
        when: All(&[BLANK, Is(Dim::Mode, UNSET)]),
        then: &[at(Activity::Mode)],
        tells: &[Dim::Mode],
        doc: "Nobody chose how much of the methodology the project uses; the assessment proposes, a person decides.",
    },
    Row {
        id: "open",
        when: BLANK,
        then: &[
            at_if(Activity::Plan, Is(Dim::Mode, LIGHTWEIGHT)),
            at_if(Activity::Collect, Is(Dim::Before, UNTOUCHED)),
            at_if(Activity::Assess, Is(Dim::Before, COLLECTED)),
            at(Activity::Plan),
        ],
        tells: &[Dim::Plan, Dim::Mode, Dim::Before],
        doc: "No sprint (choice/no-sprint): the mode's opening, as far as the history has not taken it (choice/before-the-plan).",
    },
    Row {
        id: "without-plan",
        when: UNPLANNED,
        then: &[
            at_if(Activity::Reqs, Is(Dim::Artifact(Artifact::Reqs), OPEN)),
            at_if(Activity::Design, Is(Dim::Artifact(Artifact::Design), OPEN)),
            at_if(Activity::Preview, Is(Dim::Artifact(Artifact::Preview), OPEN)),
            at_if(Activity::Tests, Is(Dim::Artifact(Artifact::Strategy), OPEN)),
            at_if(Activity::Produce, Is(Dim::Tasks, TASKS_TO_PRODUCE)),
            at_if(Activity::Review, REVIEW_OWED),
            at_if(Activity::Fix, Is(Dim::Tasks, together(Together::Fixing))),
            at_if(Activity::Deliver, Is(Dim::Tasks, TASKS_TO_SHIP)),
            at_if(
                Activity::Compound,
                All(&[Is(Dim::Tasks, together(Together::Delivered)), Is(Dim::After, DELIVERED_ALONE)]),
            ),
            at_if(
                Activity::Integrate,
                All(&[Is(Dim::Tasks, together(Together::Delivered)), Is(Dim::After, COMPOUNDED)]),
            ),
            Case {
                when: All(&[Is(Dim::Tasks, together(Together::Delivered)), Is(Dim::After, INTEGRATED)]),
                target: Target::Complete,
            },
            UNDETERMINED,
        ],
        tells: &[
            Dim::Plan,
            Dim::Artifact(Artifact::Reqs),
            Dim::Artifact(Artifact::Design),
            Dim::Artifact(Artifact::Preview),
            Dim::Artifact(Artifact::Strategy),
            Dim::Tasks,
        ],
        doc: "No plan.yaml, and artifacts or TASKs of the sprint are there: they say how far it is (choice/without-plan).",
    },
    Row {
        id: "otherwise",
        when: Always,
        then: &[UNDETERMINED],
        tells: &[Dim::Plan, Dim::Active, Dim::Tasks],
        doc: "No row above describes this state, and none of the methodology's texts does.",
    },
];
