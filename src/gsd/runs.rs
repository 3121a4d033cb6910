//! What the command of each step leaves: every way of taking a step, every way in which that may end, and what it changes.
//!
//! The step page, `explain` and the walk that shows that no decision sends anyone round (`tests/integration/progress.rs`) read
//! these entries. A command of the project's own (`pipeline.commands`) is taken to leave what the usual one does.

use super::situation::{
    ABSENT, ANY, DONE, Dim, Execution, FAILED, MISSING, NO, NOT_DONE, OPEN, SKIPPED, STALE, UNFINISHED, WIP, YES,
};
use super::steps::Step;
use crate::engine::change::Leads::{Back, Nearer, On};
use crate::engine::change::{Change, Ending, Leads, Leaves};
use crate::engine::row::Cond::{All, Always, Any, Is};
use crate::engine::row::{Cond, Values};

/// A way of taking a step: which of its commands is printed.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Way {
    /// The step's own command.
    Own,
    /// Plans for the gaps that a verification or an acceptance found.
    Gaps,
    /// Plans that answer the concerns of their reviewers.
    Concerns,
    /// Reviewing and planning in turns, until no serious concern is left.
    Convergence,
    /// The plans that close gaps alone.
    GapsOnly,
    /// A report that cannot be taken up again is removed first.
    Removed,
    /// A person accepts.
    Acceptance,
    /// The audit of a model's evaluation.
    EvalReview,
    /// A gate of the project's own.
    ProjectGate,
}

/// One way of taking a step, and what comes of it.
#[derive(Debug, Clone, Copy)]
pub struct Run {
    /// The step.
    pub step: Step,
    /// The way.
    pub way: Way,
    /// Its id, in kebab case.
    pub id: &'static str,
    /// When it is the way, as far as the situation says; beyond that the evidence chooses.
    pub when: Cond<Dim>,
    /// The command: `{own}` stands for the step's own one, `{phase}` for the phase.
    pub command: &'static str,
    /// How it ends.
    pub endings: &'static [Ending<Dim>],
}

type Changes = &'static [Change<Dim>];

const fn step(step: Step) -> Dim {
    Dim::Step(step)
}

/// The step is done by it, owed or not.
const fn done(of: Step) -> Change<Dim> {
    Change::sure(step(of), ANY, DONE)
}

/// The step is not done by it; one that is not owed stays skipped.
const fn becomes(of: Step, to: Values) -> Change<Dim> {
    Change::sure(step(of), ANY.without(SKIPPED), to)
}

const fn executed(from: Execution, to: Values) -> Change<Dim> {
    Change::sure(Dim::Execution, from.value(), to)
}

const fn c(what: &'static str, changes: Changes) -> Leaves<Dim> {
    Leaves { what, committed: true, changes }
}

const fn u(what: &'static str, changes: Changes) -> Leaves<Dim> {
    Leaves { what, committed: false, changes }
}

const fn ends(word: &'static str, leads: Leads, leaves: &'static [Leaves<Dim>]) -> Ending<Dim> {
    Ending { word, leads, leaves, follows: &[] }
}

const fn ends_and(
    word: &'static str,
    leads: Leads,
    leaves: &'static [Leaves<Dim>],
    follows: &'static [Changes],
) -> Ending<Dim> {
    Ending { word, leads, leaves, follows }
}

/// The only way of a step, named like it.
const fn own(step: Step, id: &'static str, endings: &'static [Ending<Dim>]) -> Run {
    Run { step, way: Way::Own, id, when: Always, command: "{own}", endings }
}

/// An open step, as it stands once nothing is uncommitted.
const OPEN_THERE: Values = OPEN.without(WIP);

const fn owed(of: Step) -> Change<Dim> {
    Change::possible(step(of), SKIPPED, OPEN_THERE)
}

const fn not_owed(of: Step) -> Change<Dim> {
    Change::possible(step(of), OPEN, SKIPPED)
}

/// A finished report is older now than what it judges; one that waits for somebody still waits.
const fn ages(of: Step) -> Change<Dim> {
    Change::sure(step(of), DONE.or(FAILED), STALE)
}

/// New paths and a measured depth may ask for more.
const ASKS_FOR_MORE: Changes = &[
    owed(Step::Research),
    owed(Step::Discuss),
    owed(Step::UiSpec),
    owed(Step::AiSpec),
    owed(Step::Secure),
    owed(Step::Validate),
    owed(Step::SurfaceReviews),
];

/// A first declaration may settle what was only assumed; a pinned surface's gates stay.
const SETTLES_ASSUMPTIONS: Changes = &[
    not_owed(Step::Research),
    not_owed(Step::Discuss),
    not_owed(Step::UiSpec),
    not_owed(Step::AiSpec),
    not_owed(Step::Secure),
    not_owed(Step::Validate),
    not_owed(Step::SurfaceReviews),
];

/// A file that is written anew may lose the lock that stood in it; and it may answer what the lock assumes.
const MAY_LOSE_THE_LOCK: Changes = &[Change::possible(step(Step::Lock), DONE.or(UNFINISHED), MISSING.or(UNFINISHED))];

const ANSWERS_THE_LOCK: Changes = &[Change::possible(step(Step::Lock), DONE, UNFINISHED)];

/// What judges plans is older than a plan that was added.
const PLANS_ARE_NEW: Changes = &[Change::possible(step(Step::PlanReview), DONE, STALE)];

/// What judges the execution is older than it; a phase of before has been taken up again and may owe what it did not, and
/// whether there is code to review is known now.
const EXECUTED_SINCE: Changes = &[
    ages(Step::CodeReview),
    ages(Step::Secure),
    ages(Step::Validate),
    ages(Step::SurfaceReviews),
    ages(Step::Verify),
    Change::sure(Dim::Uat, DONE.or(FAILED), STALE),
    Change::possible(Dim::Before, YES, NO),
    owed(Step::Spec),
    owed(Step::Lock),
    owed(Step::Learnings),
    owed(Step::CodeReview),
    owed(Step::ReviewFix),
    not_owed(Step::CodeReview),
    not_owed(Step::ReviewFix),
    // STATE names the phase as current again.
    Change::possible(Dim::Marked, YES, NO),
];

const PLANS: Leaves<Dim> = c("PLAN", &[done(Step::Plan), Change::sure(Dim::PlanNames, YES, NO)]);
const DRAFT: Leaves<Dim> =
    c("VALIDATION draft", &[Change::possible(step(Step::Validate), MISSING.or(WIP), UNFINISHED)]);
const INNER_RESEARCH: Leaves<Dim> =
    c("RESEARCH where there is none", &[Change::possible(step(Step::Research), NOT_DONE, DONE)]);
const COMMITS: Leaves<Dim> = c("commits", &[]);
/// The review that runs inside the execution where the project has it on.
const INNER_REVIEW: Leaves<Dim> = c(
    "REVIEW",
    &[
        Change::possible(step(Step::CodeReview), OPEN, DONE),
        Change::possible(step(Step::ReviewFix), DONE, MISSING),
        Change::possible(step(Step::ReviewFix), OPEN, DONE),
    ],
);
const SUMMARIES: Leaves<Dim> = c(
    "SUMMARY",
    &[
        done(Step::Execute),
        executed(Execution::None, Execution::All.value()),
        executed(Execution::Started, Execution::All.value()),
        executed(Execution::Partial, Execution::All.value()),
    ],
);
const NO_PERSON: Change<Dim> = Change::sure(Dim::Person, YES, NO);
const PASSED: Leaves<Dim> = c("VERIFICATION", &[done(Step::Verify), NO_PERSON, Change::possible(Dim::Marked, NO, YES)]);
const FOUND_GAPS: Leaves<Dim> = u("VERIFICATION", &[becomes(Step::Verify, FAILED), NO_PERSON]);
const ASKS_A_PERSON: Leaves<Dim> =
    u("VERIFICATION", &[becomes(Step::Verify, UNFINISHED), Change::sure(Dim::Person, NO, YES)]);
const HUMAN_ITEMS: Leaves<Dim> = c("UAT", &[Change::sure(Dim::Uat, ANY, UNFINISHED)]);

const EXECUTION: &[Ending<Dim>] = &[
    ends_and("passed", On, &[COMMITS, SUMMARIES, INNER_REVIEW, PASSED], &[EXECUTED_SINCE, ASKS_FOR_MORE]),
    ends_and("gaps_found", Back, &[COMMITS, SUMMARIES, INNER_REVIEW, FOUND_GAPS], &[EXECUTED_SINCE, ASKS_FOR_MORE]),
    ends_and(
        "human_needed",
        On,
        &[COMMITS, SUMMARIES, INNER_REVIEW, ASKS_A_PERSON, HUMAN_ITEMS],
        &[EXECUTED_SINCE, ASKS_FOR_MORE],
    ),
    ends_and("executed, not verified", On, &[COMMITS, SUMMARIES], &[EXECUTED_SINCE, ASKS_FOR_MORE]),
    ends_and(
        "a plan is left",
        Nearer,
        &[
            COMMITS,
            c(
                "SUMMARY",
                &[
                    becomes(Step::Execute, UNFINISHED),
                    executed(Execution::None, Execution::Partial.value()),
                    executed(Execution::Started, Execution::Partial.value()),
                ],
            ),
        ],
        &[EXECUTED_SINCE, ASKS_FOR_MORE],
    ),
    ends_and(
        "halted",
        Nearer,
        &[
            COMMITS,
            c(
                "SUMMARY",
                &[
                    becomes(Step::Execute, UNFINISHED),
                    executed(Execution::None, Execution::Blocked.value()),
                    executed(Execution::Started, Execution::Blocked.value()),
                    executed(Execution::Partial, Execution::Blocked.value()),
                ],
            ),
        ],
        &[EXECUTED_SINCE, ASKS_FOR_MORE],
    ),
    ends_and(
        "stopped within a plan",
        Back,
        &[
            COMMITS,
            c("SUMMARY", &[becomes(Step::Execute, UNFINISHED), executed(Execution::None, Execution::Started.value())]),
        ],
        &[EXECUTED_SINCE, ASKS_FOR_MORE],
    ),
];

const VERIFIED: &[Ending<Dim>] = &[
    ends("passed", On, &[PASSED]),
    ends("gaps_found", Back, &[FOUND_GAPS]),
    ends("human_needed", On, &[ASKS_A_PERSON, HUMAN_ITEMS]),
];

const ACCEPTED: &[Ending<Dim>] = &[
    ends(
        "complete",
        On,
        &[u(
            "UAT",
            &[
                Change::sure(Dim::Uat, ANY, DONE),
                Change::sure(step(Step::Verify), UNFINISHED, DONE),
                Change::possible(step(Step::SurfaceReviews), OPEN, DONE),
            ],
        )],
    ),
    ends("diagnosed", Back, &[u("UAT", &[Change::sure(Dim::Uat, ANY, FAILED)])]),
    ends("partial", Back, &[u("UAT", &[Change::sure(Dim::Uat, ANY, UNFINISHED)])]),
];

/// A complete acceptance answers a report that waits for a person.
const ACCEPTS: Changes =
    &[Change::sure(Dim::Uat, ANY, DONE), Change::possible(Dim::Step(Step::Verify), UNFINISHED, DONE)];

/// The gate that a review of surfaces finishes is done, and the step with it; or the next gate is.
const GATE_DONE: Changes = &[done(Step::SurfaceReviews)];
const NEXT_GATE: Changes = &[becomes(Step::SurfaceReviews, OPEN_THERE)];

/// Every way of taking each step, its own first.
///
/// Source: GSD's workflows: what they write, what they commit, and the words that they write it with. A VERIFICATION is committed
/// with the phase's completion when it passed and left otherwise; SECURITY is committed once no threat is open; LEARNINGS never.
pub const RUNS: &[Run] = &[
    own(Step::Research, "research", &[ends("written", On, &[c("RESEARCH", &[done(Step::Research)])])]),
    own(
        Step::Spec,
        "spec",
        &[
            ends_and(
                "written",
                On,
                &[c("SPEC", &[done(Step::Spec)])],
                &[ASKS_FOR_MORE, SETTLES_ASSUMPTIONS, MAY_LOSE_THE_LOCK],
            ),
            ends("[score]", Back, &[c("SPEC", &[becomes(Step::Spec, UNFINISHED)])]),
        ],
    ),
    own(
        Step::Lock,
        "lock",
        &[ends("locked", On, &[c("lock block where one stands, else in CONTEXT, else SPEC", &[done(Step::Lock)])])],
    ),
    own(
        Step::Discuss,
        "discuss",
        &[ends_and(
            "written",
            On,
            &[c("CONTEXT", &[done(Step::Discuss)])],
            &[ASKS_FOR_MORE, SETTLES_ASSUMPTIONS, MAY_LOSE_THE_LOCK],
        )],
    ),
    own(
        Step::UiSpec,
        "ui-spec",
        &[
            ends("approved", On, &[c("UI-SPEC", &[done(Step::UiSpec)])]),
            ends("draft", Back, &[c("UI-SPEC", &[becomes(Step::UiSpec, UNFINISHED)])]),
        ],
    ),
    own(
        Step::AiSpec,
        "ai-spec",
        &[
            ends("written", On, &[c("AI-SPEC", &[done(Step::AiSpec)])]),
            ends("placeholders", Back, &[c("AI-SPEC", &[becomes(Step::AiSpec, UNFINISHED)])]),
        ],
    ),
    Run {
        step: Step::Plan,
        way: Way::Own,
        id: "plan",
        when: Is(Dim::Execution, Execution::All.others()),
        command: "{own}",
        endings: &[
            ends_and(
                "planned",
                On,
                &[INNER_RESEARCH, PLANS, DRAFT],
                &[PLANS_ARE_NEW, ANSWERS_THE_LOCK, ASKS_FOR_MORE, SETTLES_ASSUMPTIONS],
            ),
            ends_and(
                "fewer than its outline",
                Back,
                &[c("PLAN-OUTLINE", &[]), c("PLAN", &[becomes(Step::Plan, UNFINISHED)])],
                &[PLANS_ARE_NEW, ANSWERS_THE_LOCK, ASKS_FOR_MORE],
            ),
        ],
    },
    Run {
        step: Step::Plan,
        way: Way::Gaps,
        id: "plan-gaps",
        when: Is(Dim::Execution, Execution::All.value()),
        command: "{own} --gaps",
        endings: &[ends_and(
            "planned",
            On,
            &[
                PLANS,
                DRAFT,
                c(
                    "PLAN with gap_closure",
                    &[becomes(Step::Execute, UNFINISHED), executed(Execution::All, Execution::Partial.value())],
                ),
            ],
            &[PLANS_ARE_NEW, ANSWERS_THE_LOCK, ASKS_FOR_MORE],
        )],
    },
    Run {
        step: Step::PlanReview,
        way: Way::Own,
        id: "plan-review",
        when: Is(Dim::Step(Step::PlanReview), ABSENT),
        command: "{own}",
        endings: &[
            ends("no serious concern", On, &[c("REVIEWS", &[done(Step::PlanReview)])]),
            ends("a serious concern", Back, &[c("REVIEWS", &[becomes(Step::PlanReview, UNFINISHED)])]),
        ],
    },
    Run {
        step: Step::PlanReview,
        way: Way::Convergence,
        id: "plan-review-convergence",
        when: Is(Dim::Step(Step::PlanReview), ABSENT.or(UNFINISHED)),
        command: "/gsd-plan-review-convergence {phase}",
        endings: &[
            ends_and(
                "converged",
                On,
                &[PLANS, DRAFT, c("REVIEWS", &[done(Step::PlanReview)])],
                &[ANSWERS_THE_LOCK, ASKS_FOR_MORE, SETTLES_ASSUMPTIONS],
            ),
            ends_and(
                "a serious concern is left",
                Back,
                &[PLANS, DRAFT, c("REVIEWS", &[becomes(Step::PlanReview, UNFINISHED)])],
                &[ANSWERS_THE_LOCK, ASKS_FOR_MORE, SETTLES_ASSUMPTIONS],
            ),
        ],
    },
    Run {
        step: Step::PlanReview,
        way: Way::Concerns,
        id: "plan-reviews",
        when: Is(Dim::Step(Step::PlanReview), UNFINISHED),
        command: "/gsd-plan-phase {phase} --reviews",
        endings: &[
            ends_and(
                "plans changed",
                On,
                &[c("PLAN", &[done(Step::PlanReview)])],
                &[ANSWERS_THE_LOCK, ASKS_FOR_MORE, SETTLES_ASSUMPTIONS],
            ),
            ends_and(
                "a plan more",
                On,
                &[c("PLAN", &[becomes(Step::PlanReview, STALE)])],
                &[ANSWERS_THE_LOCK, ASKS_FOR_MORE, SETTLES_ASSUMPTIONS],
            ),
        ],
    },
    own(Step::Execute, "execute", EXECUTION),
    Run {
        step: Step::Execute,
        way: Way::GapsOnly,
        id: "execute-gaps",
        when: Is(Dim::Execution, Execution::Started.value().or(Execution::Partial.value())),
        command: "{own} --gaps-only",
        endings: EXECUTION,
    },
    own(
        Step::CodeReview,
        "code-review",
        &[
            ends("clean", On, &[c("REVIEW", &[done(Step::CodeReview), done(Step::ReviewFix)])]),
            ends(
                "issues_found",
                On,
                &[c(
                    "REVIEW",
                    &[
                        done(Step::CodeReview),
                        Change::possible(step(Step::ReviewFix), OPEN.or(DONE), MISSING.or(STALE)),
                    ],
                )],
            ),
            ends("skipped, though source changed", Back, &[c("REVIEW", &[becomes(Step::CodeReview, MISSING)])]),
        ],
    ),
    own(
        Step::ReviewFix,
        "review-fix",
        &[
            ends_and("all_fixed", On, &[COMMITS, c("REVIEW-FIX", &[done(Step::ReviewFix)])], &[ASKS_FOR_MORE]),
            ends_and(
                "partial",
                Back,
                &[COMMITS, c("REVIEW-FIX", &[becomes(Step::ReviewFix, UNFINISHED)])],
                &[ASKS_FOR_MORE],
            ),
        ],
    ),
    own(
        Step::Secure,
        "secure",
        &[
            ends("verified", On, &[c("SECURITY", &[done(Step::Secure)])]),
            ends("open threats", Back, &[u("SECURITY", &[becomes(Step::Secure, UNFINISHED)])]),
        ],
    ),
    own(
        Step::Validate,
        "validate",
        &[
            ends("validated", On, &[c("VALIDATION", &[done(Step::Validate)])]),
            ends("draft", Back, &[c("VALIDATION", &[becomes(Step::Validate, UNFINISHED)])]),
        ],
    ),
    Run {
        step: Step::SurfaceReviews,
        way: Way::Own,
        id: "surface-reviews",
        when: Always,
        command: "{own}",
        endings: &[
            ends("written", On, &[c("UI-REVIEW", GATE_DONE)]),
            ends("written, and another is owed", Nearer, &[c("UI-REVIEW", NEXT_GATE)]),
        ],
    },
    Run {
        step: Step::SurfaceReviews,
        way: Way::EvalReview,
        id: "eval-review",
        when: Always,
        command: "/gsd-eval-review {phase}",
        endings: &[
            ends("written", On, &[c("EVAL-REVIEW", GATE_DONE)]),
            ends("written, and another is owed", Nearer, &[c("EVAL-REVIEW", NEXT_GATE)]),
        ],
    },
    Run {
        step: Step::SurfaceReviews,
        way: Way::Acceptance,
        id: "surface-acceptance",
        when: Always,
        command: "/gsd-verify-work {phase}",
        endings: &[
            ends_and("complete", On, &[u("UAT", GATE_DONE)], &[ACCEPTS]),
            ends_and("complete, and another is owed", Nearer, &[u("UAT", NEXT_GATE)], &[ACCEPTS]),
            ends("diagnosed", Back, &[u("UAT", &[Change::sure(Dim::Uat, ANY, FAILED)])]),
            ends(
                "partial",
                Back,
                &[u("UAT", &[Change::sure(Dim::Uat, ANY, UNFINISHED), becomes(Step::SurfaceReviews, UNFINISHED)])],
            ),
        ],
    },
    Run {
        step: Step::SurfaceReviews,
        way: Way::ProjectGate,
        id: "project-gate",
        when: Always,
        command: "{gate}",
        endings: &[
            ends("finished", On, &[u("the gate's artifact", GATE_DONE)]),
            ends("finished, and another is owed", Nearer, &[u("the gate's artifact", NEXT_GATE)]),
            ends("not finished", Back, &[u("the gate's artifact", &[becomes(Step::SurfaceReviews, UNFINISHED)])]),
        ],
    },
    Run {
        step: Step::Verify,
        way: Way::Own,
        id: "verify",
        when: Is(Dim::Step(Step::Verify), MISSING.or(WIP)),
        command: "{own}",
        endings: VERIFIED,
    },
    Run {
        step: Step::Verify,
        way: Way::Removed,
        id: "verify-anew",
        when: Any(&[
            Is(Dim::Step(Step::Verify), STALE),
            All(&[Is(Dim::Step(Step::Verify), UNFINISHED), Is(Dim::Person, NO)]),
        ]),
        command: "{own}",
        endings: VERIFIED,
    },
    Run {
        step: Step::Verify,
        way: Way::Acceptance,
        id: "verify-work",
        when: All(&[Is(Dim::Step(Step::Verify), UNFINISHED), Is(Dim::Person, YES)]),
        command: "/gsd-verify-work {phase}",
        endings: ACCEPTED,
    },
    own(Step::Learnings, "learnings", &[ends("written", On, &[u("LEARNINGS", &[done(Step::Learnings)])])]),
    own(
        Step::Ship,
        "ship",
        &[ends(
            "shipped",
            On,
            &[c("ship commit and STATE's line", &[done(Step::Ship), Change::sure(Dim::Marked, NO, YES)])],
        )],
    ),
];

/// The ways of taking a step, its own first.
pub fn runs_of(step: Step) -> impl Iterator<Item = &'static Run> {
    RUNS.iter().filter(move |run| run.step == step)
}

/// One way of taking a step; its own where that way is none of its ways.
pub fn run(step: Step, way: Way) -> &'static Run {
    let named = runs_of(step).find(|run| run.way == way);
    // The table holds every step (a test says so); its first row stands in where it would not.
    named.or_else(|| runs_of(step).next()).unwrap_or(&RUNS[0])
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::engine::row::Dimension as _;
    use crate::gsd::artifacts::{ARTIFACTS, Judges};
    use crate::gsd::steps::STEPS;

    #[test]
    fn every_step_has_its_own_way_first_and_every_id_stands_once() {
        for row in STEPS {
            let own = runs_of(row.step).next().unwrap();
            assert_eq!((own.way, own.id, own.command), (Way::Own, row.name, "{own}"));
        }
        for (at, first) in RUNS.iter().enumerate() {
            let others = &RUNS[at + 1..];
            assert!(others.iter().all(|other| other.id != first.id), "{} stands twice", first.id);
            assert!(others.iter().all(|other| (other.step, other.way) != (first.step, first.way)), "{}", first.id);
            assert_eq!(run(first.step, first.way).id, first.id);
            let words = || first.endings.iter().map(|ending| ending.word);
            assert!(
                words().enumerate().all(|(at, word)| words().skip(at + 1).all(|other| other != word)),
                "{}",
                first.id
            );
            assert!(first.endings.iter().any(|ending| ending.leads == On), "{} leads nowhere", first.id);
        }
    }

    #[test]
    fn what_is_left_uncommitted_is_what_the_artifact_table_says() {
        let leaves = || RUNS.iter().flat_map(|run| run.endings).flat_map(|ending| ending.leaves);
        for row in ARTIFACTS.iter().filter(|row| row.step.is_some_and(|step| step != Step::Lock)) {
            let of_kind = || leaves().filter(|leaves| leaves.what.split(' ').next() == Some(row.name));
            // HUMAN-UAT is the older name of the UAT that a verifier writes.
            assert!(of_kind().count() > 0 || row.name == "HUMAN-UAT", "no command leaves {}", row.name);
            let is_left = of_kind().any(|leaves| !leaves.committed);
            assert!(!is_left || row.left_unfinished, "{} may be left uncommitted", row.name);
        }
    }

    #[test]
    fn what_judges_the_execution_ages_with_it() {
        for row in ARTIFACTS.iter().filter(|row| row.judges == Judges::Execution) {
            assert!(row.step.is_some_and(|step| EXECUTED_SINCE.contains(&ages(step))), "{} does not age", row.name);
        }
        assert!(EXECUTION.iter().all(|ending| ending.follows.contains(&EXECUTED_SINCE)));
    }

    #[test]
    fn no_change_leads_out_of_the_values_of_its_dimension() {
        for run in RUNS {
            for change in run.endings.iter().flat_map(Ending::changes) {
                assert!(change.to.is_within(change.dimension.every()), "{}: {}", run.id, change.dimension.name());
                assert!(!change.to.is_empty(), "{}: {}", run.id, change.dimension.name());
                // What a command leaves is committed in the end.
                let states = matches!(change.dimension, Dim::Step(_) | Dim::Uat);
                assert!(!states || change.to.and(WIP).is_empty(), "{}: {}", run.id, change.dimension.name());
            }
        }
    }
}
