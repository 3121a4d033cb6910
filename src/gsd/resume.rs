//! The resume table: where a phase goes on. Top-down, the first row that matches wins.

use super::situation::{
    ABSENT, DONE, Dim, Execution, FAILED, LOST, NO, NOT_DONE, NOT_FAILED, OPEN, SETTLED, SKIPPED, UNDONE, UNFINISHED,
    UNREAD, YES,
};
use super::steps::Step;
use crate::engine::conclude::Goal;
use crate::engine::exit::Outcome;
use crate::engine::row::Cond::{All, Always, Any, Is};
use crate::engine::row::{Case, Cond, Row};
use crate::engine::step::StepRef;

/// What a row resumes at.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Target {
    /// This step.
    Step(Step),
    /// Nothing: the phase is complete.
    Complete,
    /// Nothing that the evidence supports.
    Undetermined,
}

impl Goal for Target {
    fn step(self) -> Option<StepRef> {
        match self {
            Self::Step(step) => Some(step.named()),
            Self::Complete | Self::Undetermined => None,
        }
    }

    fn outcome(self) -> Outcome {
        match self {
            Self::Step(_) => Outcome::Done,
            Self::Complete => Outcome::Complete,
            Self::Undetermined => Outcome::Undetermined,
        }
    }
}

/// A row of this table.
pub type ResumeRow = Row<Dim, Target>;

const EXECUTED: Cond<Dim> = Is(Dim::Execution, Execution::All.value());
const NOT_BEGUN: Cond<Dim> = Is(Dim::Execution, Execution::None.value());
/// Nobody knows what would be executed.
const LEFT_UNREAD: Cond<Dim> = All(&[Is(Dim::PlanNames, UNREAD), Is(Dim::Execution, Execution::All.others())]);
const PLANNED: Cond<Dim> = Is(Dim::Step(Step::Plan), DONE);
const UNPLANNED: Cond<Dim> = Is(Dim::Step(Step::Plan), NOT_DONE);
/// A phase that owes no SPEC (one of before, or one whose SPEC is waived) is specified by its RESEARCH or its lock, or by nothing
/// where it does not owe RESEARCH either.
const SPECIFIED: Cond<Dim> = Any(&[
    Is(Dim::Step(Step::Spec), DONE),
    All(&[
        Is(Dim::Step(Step::Spec), SKIPPED),
        Any(&[Is(Dim::Step(Step::Research), SETTLED), Is(Dim::Step(Step::Lock), DONE)]),
    ]),
]);
/// Steps 10 to 16: each done, or not owed.
const GATES_SETTLED: Cond<Dim> = All(&[
    Is(Dim::Step(Step::CodeReview), SETTLED),
    Is(Dim::Step(Step::ReviewFix), SETTLED),
    Is(Dim::Step(Step::Secure), SETTLED),
    Is(Dim::Step(Step::Validate), SETTLED),
    Is(Dim::Step(Step::SurfaceReviews), SETTLED),
    Is(Dim::Step(Step::Verify), SETTLED),
    Is(Dim::Step(Step::Learnings), SETTLED),
]);

const fn at(step: Step) -> Case<Dim, Target> {
    Case { when: Always, target: Target::Step(step) }
}

const fn at_if(step: Step, when: Cond<Dim>) -> Case<Dim, Target> {
    Case { when, target: Target::Step(step) }
}

const UNDETERMINED: Case<Dim, Target> = Case { when: Always, target: Target::Undetermined };

/// Every row, in order.
///
/// Source: the thirteen rows of the proposal are all here. They are re-ordered where the proposal's order would let an early
/// VERIFICATION jump over a safety gate, and states that GSD really leaves (plans half executed, a stale report, contradictions)
/// have rows of their own.
pub const RESUME: &[ResumeRow] = &[
    Row {
        id: "unverifiable",
        when: All(&[
            PLANNED,
            NOT_BEGUN,
            Is(Dim::Archived, NO),
            Is(Dim::Step(Step::Verify), DONE.or(FAILED).or(UNFINISHED)),
        ]),
        then: &[UNDETERMINED],
        tells: &[Dim::Step(Step::Verify), Dim::Execution],
        doc: "Plans are there and none has begun, yet a VERIFICATION judges their execution: one of the two is wrong.",
    },
    Row {
        id: "unreadable-plans",
        when: All(&[Is(Dim::Archived, NO), Any(&[LEFT_UNREAD, All(&[UNPLANNED, NOT_BEGUN, Is(Dim::PlanNames, YES)])])]),
        then: &[UNDETERMINED],
        tells: &[Dim::PlanNames],
        doc: "No plan can be read, but a file's name may be one: \"no plans\" would be a guess. Or a plan that is left to execute \
              cannot be read (a merge left its marks): whoever executes would take it as it is, and nobody knows what it asks for.",
    },
    Row {
        id: "lost-summary",
        when: All(&[Is(Dim::Archived, NO), Is(Dim::PlanNames, LOST)]),
        then: &[UNDETERMINED],
        tells: &[Dim::PlanNames],
        doc: "HEAD shows that a plan was executed, and the SUMMARY that says so was deleted or undone without a commit: to execute \
              would carry the plan out once more.",
    },
    Row {
        id: "lost-plan",
        when: All(&[Is(Dim::Archived, NO), Is(Dim::PlanNames, UNDONE)]),
        then: &[UNDETERMINED],
        tells: &[Dim::PlanNames],
        doc: "HEAD holds a plan that nothing shows as executed, and it was deleted or changed without a commit: the phase is not \
              further for that, and what would be executed is not what HEAD holds.",
    },
    Row {
        id: "complete",
        when: Any(&[
            Is(Dim::Archived, YES),
            All(&[
                EXECUTED,
                Is(Dim::Marked, YES),
                Is(Dim::Step(Step::Verify), NOT_FAILED),
                Is(Dim::Uat, NOT_FAILED),
                Any(&[Is(Dim::Before, YES), GATES_SETTLED]),
            ]),
        ]),
        then: &[Case { when: Always, target: Target::Complete }],
        tells: &[Dim::Archived, Dim::Execution, Dim::Marked],
        doc: "Archived; or executed, marked complete with a witness, neither verification nor acceptance failed, and nothing after execution is owed. A phase \
              of before the pipeline is complete on the mark.",
    },
    Row {
        id: "blocked",
        when: Is(Dim::Execution, Execution::Blocked.value()),
        then: &[UNDETERMINED],
        tells: &[Dim::Execution],
        doc: "Every plan that is left waits for a halted one: somebody must decide what becomes of the halt.",
    },
    Row {
        id: "between-waves",
        when: Is(Dim::Execution, Execution::Started.value().or(Execution::Partial.value())),
        then: &[at(Step::Execute)],
        tells: &[Dim::Execution],
        doc: "Execution has begun and a live plan is left: a started plan goes first, else the next ready one.",
    },
    Row {
        id: "gaps",
        when: All(&[EXECUTED, Any(&[Is(Dim::Step(Step::Verify), FAILED), Is(Dim::Uat, FAILED)])]),
        then: &[at(Step::Plan)],
        tells: &[Dim::Step(Step::Verify), Dim::Uat],
        doc: "Verification failed or acceptance was diagnosed, and nothing was planned or executed since: plan the gaps.",
    },
    Row {
        id: "post-execute",
        when: All(&[EXECUTED, Is(Dim::Step(Step::CodeReview), OPEN)]),
        then: &[at(Step::CodeReview)],
        tells: &[Dim::Execution, Dim::Step(Step::CodeReview)],
        doc: "Every live plan is executed and no review is as new as the execution.",
    },
    Row {
        id: "review-unfinished",
        when: All(&[EXECUTED, Is(Dim::Step(Step::ReviewFix), OPEN)]),
        then: &[at(Step::ReviewFix)],
        tells: &[Dim::Step(Step::CodeReview), Dim::Step(Step::ReviewFix)],
        doc: "The review has findings in scope that nothing shows as fixed. A clean review needs no fix report.",
    },
    Row {
        id: "secure",
        when: All(&[EXECUTED, Is(Dim::Step(Step::Secure), OPEN)]),
        then: &[at(Step::Secure)],
        tells: &[Dim::Step(Step::CodeReview), Dim::Step(Step::Secure)],
        doc: "The security gate is owed and not done: no register, a stale one, or open threats.",
    },
    Row {
        id: "validate",
        when: All(&[EXECUTED, Is(Dim::Step(Step::Validate), OPEN)]),
        then: &[at(Step::Validate)],
        tells: &[Dim::Step(Step::Validate)],
        doc: "The validation gate is owed and not done. The draft that planning leaves is no validation.",
    },
    Row {
        id: "reviews-missing",
        when: All(&[EXECUTED, Is(Dim::Step(Step::SurfaceReviews), OPEN)]),
        then: &[at(Step::SurfaceReviews)],
        tells: &[Dim::Step(Step::SurfaceReviews)],
        doc: "A review that an active surface asks for is not done.",
    },
    Row {
        id: "verify",
        when: All(&[EXECUTED, Is(Dim::Step(Step::Verify), OPEN)]),
        then: &[at(Step::Verify)],
        tells: &[Dim::Execution, Dim::Step(Step::Verify)],
        doc: "VERIFICATION is missing or stale, or awaits a person and no complete acceptance is newer.",
    },
    Row {
        id: "learnings",
        when: All(&[EXECUTED, Is(Dim::Step(Step::Learnings), OPEN)]),
        then: &[at(Step::Learnings)],
        tells: &[Dim::Step(Step::Verify), Dim::Step(Step::Learnings)],
        doc: "Everything is verified and nothing has been learned yet.",
    },
    Row {
        id: "ship",
        when: All(&[EXECUTED, GATES_SETTLED]),
        then: &[at(Step::Ship)],
        tells: &[Dim::Step(Step::Verify), Dim::Marked],
        doc: "Everything that is owed is done, and the phase is not marked complete.",
    },
    Row {
        id: "unclear",
        when: All(&[PLANNED, Is(Dim::Execution, Execution::Unclear.value())]),
        then: &[UNDETERMINED],
        tells: &[Dim::Execution],
        doc: "Commits touch what the plans declare and no convention attributes them, or source lies in another repository: executed or not is a guess.",
    },
    Row {
        id: "relock",
        when: All(&[PLANNED, NOT_BEGUN, Is(Dim::Step(Step::Lock), OPEN)]),
        then: &[at(Step::Lock)],
        tells: &[Dim::Step(Step::Plan), Dim::Step(Step::Lock)],
        doc: "Plans are there, and the lock is missing or still assumes what the plans now declare.",
    },
    Row {
        id: "reviews-open",
        when: All(&[PLANNED, NOT_BEGUN, Is(Dim::Step(Step::PlanReview), UNFINISHED)]),
        then: &[at(Step::PlanReview)],
        tells: &[Dim::Step(Step::PlanReview)],
        doc: "The plans were reviewed, a serious concern was raised, and no plan has changed since.",
    },
    Row {
        id: "plan-review",
        when: All(&[PLANNED, NOT_BEGUN, Is(Dim::Step(Step::PlanReview), ABSENT)]),
        then: &[at(Step::PlanReview)],
        tells: &[Dim::Step(Step::Plan), Dim::Step(Step::PlanReview)],
        doc: "Plans are there and nobody has reviewed them as they are.",
    },
    Row {
        id: "pre-execute",
        when: All(&[PLANNED, NOT_BEGUN]),
        then: &[at(Step::Execute)],
        tells: &[Dim::Step(Step::Plan), Dim::Step(Step::PlanReview)],
        doc: "Plans are there, reviewed where that is owed, and none has begun.",
    },
    Row {
        id: "lock",
        when: All(&[
            UNPLANNED,
            NOT_BEGUN,
            Any(&[Is(Dim::Step(Step::Spec), DONE), Is(Dim::Step(Step::Discuss), DONE)]),
            Is(Dim::Step(Step::Lock), ABSENT),
        ]),
        then: &[at(Step::Lock)],
        tells: &[Dim::Step(Step::Spec), Dim::Step(Step::Discuss), Dim::Step(Step::Lock)],
        doc: "The phase is specified (or discussed), the project has a surface map, and no lock records what the phase owes.",
    },
    Row {
        id: "pre-plan",
        when: All(&[
            UNPLANNED,
            NOT_BEGUN,
            Any(&[
                Is(Dim::Step(Step::Discuss), DONE),
                Is(Dim::Step(Step::UiSpec), DONE),
                Is(Dim::Step(Step::AiSpec), DONE),
                All(&[SPECIFIED, Is(Dim::Step(Step::Discuss), SETTLED)]),
            ]),
        ]),
        then: &[
            at_if(Step::UiSpec, Is(Dim::Step(Step::UiSpec), OPEN)),
            at_if(Step::AiSpec, Is(Dim::Step(Step::AiSpec), OPEN)),
            at(Step::Plan),
        ],
        tells: &[Dim::Step(Step::Spec), Dim::Step(Step::Discuss), Dim::Step(Step::Plan)],
        doc: "The phase is discussed (or need not be) and not planned: first an owed contract, then the plan.",
    },
    Row {
        id: "discuss",
        when: All(&[UNPLANNED, NOT_BEGUN, SPECIFIED, Is(Dim::Step(Step::Discuss), OPEN)]),
        then: &[at(Step::Discuss)],
        tells: &[Dim::Step(Step::Spec), Dim::Step(Step::Discuss)],
        doc: "SPEC is finished and nothing was discussed.",
    },
    Row {
        id: "spec",
        when: All(&[UNPLANNED, NOT_BEGUN, Is(Dim::Step(Step::Research), SETTLED), Is(Dim::Step(Step::Spec), OPEN)]),
        then: &[at(Step::Spec)],
        tells: &[Dim::Step(Step::Research), Dim::Step(Step::Spec)],
        doc: "Research is done or not owed, and there is no finished SPEC.",
    },
    Row {
        id: "research",
        when: All(&[
            UNPLANNED,
            NOT_BEGUN,
            Is(Dim::Step(Step::Research), OPEN),
            Is(Dim::Step(Step::Spec), NOT_DONE),
            Is(Dim::Step(Step::Discuss), NOT_DONE),
            Is(Dim::Step(Step::Lock), NOT_DONE),
            Is(Dim::Step(Step::PlanReview), ABSENT.or(SKIPPED)),
        ]),
        then: &[at(Step::Research)],
        tells: &[Dim::Step(Step::Research)],
        doc: "No step before execution has evidence; drafts, transcripts and notes are none.",
    },
    Row { id: "otherwise", when: Always, then: &[UNDETERMINED], tells: &[], doc: "No row above describes this state." },
];
