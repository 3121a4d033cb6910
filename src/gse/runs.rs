//! What the command of each activity leaves: every way in which it may end, and what it changes.
//!
//! The page, and the walk that shows that no decision sends anyone round (`tests/integration/progress.rs`), read these entries.

use super::activities::Activity;
use super::situation::{
    ACTIVE, ASSESSED, Artifact, COLLECTED, COMPLETED, COMPOUNDED, DELIVERED_ALONE, DONE, DRAFT, Dim, FULL, INTEGRATED,
    LIGHTWEIGHT, MICRO, NO, NO_PLAN, NOTHING, OPEN, UNFINISHED, UNSET, UNTOUCHED, YES, active, together,
};
use super::tasks::Together;
use crate::engine::change::Leads::{Back, Nearer, On};
use crate::engine::change::{Change, Ending, Leads, Leaves};
use crate::engine::row::Values;

/// What the command of one activity leaves.
#[derive(Debug, Clone, Copy)]
pub struct Run {
    /// The activity.
    pub activity: Activity,
    /// How it ends.
    pub endings: &'static [Ending<Dim>],
}

type Changes = &'static [Change<Dim>];

const fn c(what: &'static str, changes: Changes) -> Leaves<Dim> {
    Leaves { what, committed: true, changes }
}

const fn ends(word: &'static str, leads: Leads, leaves: &'static [Leaves<Dim>]) -> Ending<Dim> {
    Ending { word, leads, leaves, follows: &[] }
}

/// The plan moves on from an activity; where it names another one, or there is none, nothing moves.
const fn on(from: Activity, to: Values) -> Change<Dim> {
    Change::sure(Dim::Active, active(from), to)
}

const fn written(artifact: Artifact) -> Change<Dim> {
    Change::sure(Dim::Artifact(artifact), OPEN, DONE)
}

const fn drafted(artifact: Artifact) -> Change<Dim> {
    Change::sure(Dim::Artifact(artifact), OPEN, UNFINISHED)
}

const fn tasks(from: Values, to: Together) -> Change<Dim> {
    Change::sure(Dim::Tasks, from, together(to))
}

const PRODUCE: Values = active(Activity::Produce);
const FROM_TESTS: Values = active(Activity::Tests).or(PRODUCE);
const FROM_PREVIEW: Values = active(Activity::Preview).or(FROM_TESTS);
const FROM_DESIGN: Values = active(Activity::Design).or(FROM_PREVIEW);
const BEGUN: Values = together(Together::InProgress).or(together(Together::Planned));
const IN_REVIEW: Values = together(Together::Review);
const EVERY_TASK: Values = Values::first(Together::EVERY.len());
const ANY_ACTIVE: Values = Values::first(14);

/// Every activity with what its command leaves, in order.
///
/// Source: GSE-One's `activities/*.md`, and the orchestrator's sprint plan maintenance for what the plan names next.
pub const RUNS: &[Run; 15] = &[
    Run {
        activity: Activity::Intent,
        endings: &[ends("captured", On, &[c("docs/intent.md", &[Change::sure(Dim::Intent, YES, NO)])])],
    },
    Run {
        activity: Activity::Mode,
        endings: &[
            ends("full", On, &[c("lifecycle.mode", &[Change::sure(Dim::Mode, UNSET, FULL)])]),
            ends("lightweight", On, &[c("lifecycle.mode", &[Change::sure(Dim::Mode, UNSET, LIGHTWEIGHT)])]),
            ends("micro", On, &[c("lifecycle.mode", &[Change::sure(Dim::Mode, UNSET, MICRO)])]),
        ],
    },
    Run {
        activity: Activity::Collect,
        endings: &[ends(
            "collected",
            On,
            &[
                c("activity_history", &[Change::sure(Dim::Before, UNTOUCHED, COLLECTED)]),
                c("plan.yaml", &[on(Activity::Collect, active(Activity::Assess).or(active(Activity::Plan)))]),
            ],
        )],
    },
    Run {
        activity: Activity::Assess,
        endings: &[ends(
            "assessed",
            On,
            &[
                c("activity_history", &[Change::sure(Dim::Before, UNTOUCHED.or(COLLECTED), ASSESSED)]),
                c("plan.yaml", &[on(Activity::Assess, active(Activity::Plan))]),
            ],
        )],
    },
    Run {
        activity: Activity::Plan,
        endings: &[
            ends(
                "approved",
                On,
                &[
                    c(
                        "plan.yaml",
                        &[
                            Change::sure(Dim::Plan, NO_PLAN.or(DRAFT), ACTIVE),
                            Change::sure(Dim::Active, ANY_ACTIVE, active(Activity::Reqs)),
                        ],
                    ),
                    c("backlog.yaml", &[tasks(together(Together::None), Together::Planned)]),
                ],
            ),
            ends("not approved", Back, &[c("plan.yaml", &[Change::sure(Dim::Plan, NO_PLAN, DRAFT)])]),
        ],
    },
    Run {
        activity: Activity::Reqs,
        endings: &[
            ends(
                "approved",
                On,
                &[c("reqs.md", &[written(Artifact::Reqs)]), c("plan.yaml", &[on(Activity::Reqs, FROM_DESIGN)])],
            ),
            ends("draft", Back, &[c("reqs.md", &[drafted(Artifact::Reqs)])]),
        ],
    },
    Run {
        activity: Activity::Design,
        endings: &[
            ends(
                "approved",
                On,
                &[c("design.md", &[written(Artifact::Design)]), c("plan.yaml", &[on(Activity::Design, FROM_PREVIEW)])],
            ),
            ends("draft", Back, &[c("design.md", &[drafted(Artifact::Design)])]),
        ],
    },
    Run {
        activity: Activity::Preview,
        endings: &[
            ends(
                "approved",
                On,
                &[c("preview.md", &[written(Artifact::Preview)]), c("plan.yaml", &[on(Activity::Preview, FROM_TESTS)])],
            ),
            ends("draft", Back, &[c("preview.md", &[drafted(Artifact::Preview)])]),
        ],
    },
    Run {
        activity: Activity::Tests,
        endings: &[
            ends(
                "approved",
                On,
                &[
                    c("test-strategy.md", &[written(Artifact::Strategy)]),
                    c("plan.yaml", &[on(Activity::Tests, PRODUCE)]),
                ],
            ),
            ends("draft", Back, &[c("test-strategy.md", &[drafted(Artifact::Strategy)])]),
        ],
    },
    Run {
        activity: Activity::Produce,
        endings: &[
            ends(
                "the last TASK is produced",
                On,
                &[
                    c("commits", &[]),
                    c("backlog.yaml", &[tasks(BEGUN, Together::Review)]),
                    c(
                        "plan.yaml",
                        &[Change::possible(
                            Dim::Active,
                            PRODUCE,
                            active(Activity::Review).or(active(Activity::Deliver)),
                        )],
                    ),
                ],
            ),
            ends("a TASK is left", Nearer, &[c("commits", &[]), c("backlog.yaml", &[tasks(BEGUN, Together::Planned)])]),
            ends(
                "stopped within a TASK",
                Back,
                &[c("commits", &[]), c("backlog.yaml", &[tasks(together(Together::Planned), Together::InProgress)])],
            ),
        ],
    },
    Run {
        activity: Activity::Review,
        endings: &[
            ends(
                "nothing to fix",
                On,
                &[
                    c("review.md", &[]),
                    c("backlog.yaml", &[tasks(IN_REVIEW, Together::Ready)]),
                    c("plan.yaml", &[on(Activity::Review, active(Activity::Deliver))]),
                ],
            ),
            ends(
                "findings to fix",
                On,
                &[
                    c("review.md", &[]),
                    c("backlog.yaml", &[tasks(IN_REVIEW, Together::Fixing)]),
                    c("plan.yaml", &[on(Activity::Review, active(Activity::Fix))]),
                ],
            ),
        ],
    },
    Run {
        activity: Activity::Fix,
        endings: &[
            ends(
                "fixed",
                On,
                &[
                    c("commits", &[]),
                    c("backlog.yaml", &[tasks(together(Together::Fixing), Together::Ready)]),
                    c("plan.yaml", &[on(Activity::Fix, active(Activity::Deliver))]),
                ],
            ),
            ends("a finding is left", Back, &[c("commits", &[])]),
        ],
    },
    Run {
        activity: Activity::Deliver,
        endings: &[ends(
            "delivered",
            On,
            &[
                c("release.md", &[]),
                c("backlog.yaml", &[tasks(EVERY_TASK, Together::Delivered)]),
                c(
                    "plan.yaml",
                    &[Change::sure(Dim::Plan, ACTIVE, COMPLETED), Change::sure(Dim::Active, ANY_ACTIVE, NOTHING)],
                ),
            ],
        )],
    },
    Run {
        activity: Activity::Compound,
        endings: &[ends(
            "compounded",
            On,
            &[
                c("compound.md", &[Change::sure(Dim::After, DELIVERED_ALONE, COMPOUNDED)]),
                c("plan.yaml", &[on(Activity::Compound, active(Activity::Integrate).or(NOTHING))]),
            ],
        )],
    },
    Run {
        activity: Activity::Integrate,
        endings: &[ends(
            "integrated",
            On,
            &[
                c("activity_history", &[Change::sure(Dim::After, DELIVERED_ALONE.or(COMPOUNDED), INTEGRATED)]),
                c("plan.yaml", &[on(Activity::Integrate, NOTHING)]),
            ],
        )],
    },
];

/// What the command of an activity leaves.
pub fn run(activity: Activity) -> &'static Run {
    // The table holds every activity in its order (a test says so).
    RUNS.get(usize::from(activity.number()) - 1).unwrap_or(&RUNS[0])
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::engine::row::Dimension as _;
    use crate::gse::activities::ACTIVITIES;

    #[test]
    fn every_activity_has_its_endings_and_one_leads_on() {
        for row in ACTIVITIES {
            let run = run(row.activity);
            assert_eq!(run.activity, row.activity);
            assert!(run.endings.iter().any(|ending| ending.leads == On), "{}", row.name);
        }
        assert_eq!(Dim::Active.every(), ANY_ACTIVE);
        assert_eq!(Dim::Tasks.every(), EVERY_TASK);
    }
}
