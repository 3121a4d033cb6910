//! Guards: what must hold before an activity, as far as files and git can tell.
//!
//! A hard guard stops the activity with an exit code of its own; a Gate is a question to a person, and a soft guard a warning:
//! both are told with the decision and stop nothing here.

use super::activities::Activity::{self, Deliver, Design, Fix, Preview, Produce, Reqs, Review, Tests};
use super::assess::Assessment;
use super::choices::Choice;
use super::evidence::SprintEvidence;
use super::situation::Artifact;
use super::tasks::Status;
use super::text::backlog::{Task, Tested};
use super::text::config::{Mode, Strategy};
use super::text::document::Said;
use crate::engine::evidence::Tracked;

/// How hard a guard is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Level {
    /// It stops.
    Hard,
    /// It asks a person.
    Gate,
    /// It warns.
    Soft,
}

impl Level {
    /// The word used in every output.
    pub fn word(self) -> &'static str {
        match self {
            Self::Hard => "hard",
            Self::Gate => "gate",
            Self::Soft => "soft",
        }
    }
}

/// One guard.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Guard {
    /// The sprint is frozen.
    Freeze,
    /// There is no protected branch to start from.
    Baseline,
    /// A TASK has no requirement.
    Requirements,
    /// There is no test strategy.
    Strategy,
    /// The same in lightweight mode.
    StrategyLightweight,
    /// There is no preview of something visual.
    Preview,
    /// The tests themselves were found to be wrong.
    Upstream,
    /// A TASK to review has no test evidence.
    Evidence,
    /// A TASK to review has failing tests.
    EvidenceFails,
    /// Nobody reviewed.
    Unreviewed,
    /// A TASK is not ready to merge.
    OpenTasks,
    /// A must requirement has no test.
    UncoveredMust,
    /// Another requirement has no test.
    Uncovered,
    /// The tests of a must requirement do not pass.
    MustEvidence,
}

/// One row of the table of guards.
#[derive(Debug, Clone, Copy)]
pub struct GuardRow {
    /// The guard.
    pub guard: Guard,
    /// Its id.
    pub id: &'static str,
    /// How hard it is.
    pub level: Level,
    /// The activities that it stands before.
    pub before: &'static [Activity],
    /// When it holds, in a line.
    pub when: &'static str,
    /// What helps.
    pub remedy: &'static str,
    /// The definition that it rests on.
    pub choice: Option<Choice>,
}

const fn row(
    guard: Guard,
    id: &'static str,
    level: Level,
    before: &'static [Activity],
    when: &'static str,
    remedy: &'static str,
    choice: Option<Choice>,
) -> GuardRow {
    GuardRow { guard, id, level, before, when, remedy, choice }
}

/// Every guard; where several hold, the first hard one stops.
///
/// Source: GSE-One's `activities/produce.md` Step 0, `review.md` Step 0, `deliver.md` Steps 1 and 1.5, `go.md` Step 2.7, the
/// orchestrator's freeze invariant, and `principles/guardrails.md`. Left out, because files and git alone do not tell: coverage,
/// merge conflicts, campaigns per test level, evidence older than its branch, and whether criteria can be tested.
pub const GUARDS: &[GuardRow; 14] = &[
    row(
        Guard::Freeze,
        "freeze",
        Level::Hard,
        &[Reqs, Design, Preview, Tests, Produce, Review, Fix],
        "the sprint's plan is completed or abandoned, or a later sprint is in force",
        "open the next sprint: /gse:plan --strategic (in full mode /gse:collect and /gse:assess before it)",
        Some(Choice::FreezeWriters),
    ),
    row(
        Guard::Baseline,
        "baseline",
        Level::Hard,
        &[Produce, Fix, Deliver],
        "git.strategy is worktree or branch-only, and the protected branch is not there",
        "make the foundational commit on that branch (/gse:go), or name the branch in config.yaml as default_branch",
        Some(Choice::MainBranch),
    ),
    row(
        Guard::Requirements,
        "requirements",
        Level::Hard,
        &[Produce],
        "reqs.md is not committed, or has no requirement for the TASK (spikes excepted)",
        "/gse:reqs",
        Some(Choice::Traced),
    ),
    row(
        Guard::Strategy,
        "strategy",
        Level::Hard,
        &[Produce],
        "full mode, and neither is test-strategy.md committed nor does the plan have `tests` completed (spikes excepted)",
        "/gse:tests --strategy",
        None,
    ),
    row(
        Guard::StrategyLightweight,
        "strategy-lightweight",
        Level::Soft,
        &[Produce],
        "lightweight mode, and there is no test strategy (spikes excepted)",
        "a minimal one is generated on the way",
        None,
    ),
    row(
        Guard::Preview,
        "preview",
        Level::Gate,
        &[Produce],
        "the domain is web or mobile, and preview.md is not committed (spikes excepted)",
        "/gse:preview, or go on without one",
        Some(Choice::PreviewDomain),
    ),
    row(
        Guard::Upstream,
        "upstream-findings",
        Level::Hard,
        &[Produce],
        "review.md has an open HIGH finding tagged [STRATEGY] or [TST-SPEC] (spikes excepted)",
        "/gse:fix --severity HIGH",
        Some(Choice::FindingOpen),
    ),
    row(
        Guard::Evidence,
        "evidence",
        Level::Hard,
        &[Review],
        "the test evidence of a TASK in review is absent or skipped",
        "/gse:tests --run",
        Some(Choice::EvidenceWords),
    ),
    row(
        Guard::EvidenceFails,
        "evidence-fails",
        Level::Soft,
        &[Review],
        "the test evidence of a TASK in review is fail",
        "it becomes a HIGH finding",
        None,
    ),
    row(
        Guard::Unreviewed,
        "unreviewed",
        Level::Hard,
        &[Deliver],
        "full mode, and the plan does not have `review` completed, or its review.md is not committed",
        "/gse:review",
        None,
    ),
    row(
        Guard::OpenTasks,
        "open-tasks",
        Level::Gate,
        &[Deliver],
        "a TASK of the sprint is planned, in progress, in review or being fixed",
        "wait for it, or deliver without it",
        Some(Choice::LightweightReady),
    ),
    row(
        Guard::UncoveredMust,
        "uncovered-must",
        Level::Hard,
        &[Deliver],
        "a requirement with priority must has no test",
        "/gse:tests --strategy",
        Some(Choice::Covered),
    ),
    row(
        Guard::Uncovered,
        "uncovered",
        Level::Soft,
        &[Deliver],
        "a requirement with priority should or could has no test",
        "/gse:tests --strategy",
        Some(Choice::Covered),
    ),
    row(
        Guard::MustEvidence,
        "must-evidence",
        Level::Hard,
        &[Deliver],
        "a TASK that implements a must requirement has no passing test evidence",
        "/gse:tests --run",
        Some(Choice::EvidenceWords),
    ),
];

/// A guard that holds.
#[derive(Debug, Clone)]
pub struct Held {
    /// The guard.
    pub row: &'static GuardRow,
    /// What makes it hold.
    pub why: String,
}

/// The guards that hold before an activity, in the order of the table. `task` is the one that PRODUCE would take.
pub fn held(activity: Activity, task: Option<&Task>, evidence: &SprintEvidence, assessment: &Assessment) -> Vec<Held> {
    let before = GUARDS.iter().filter(|row| row.before.contains(&activity));
    before.filter_map(|row| Some(Held { row, why: why(row.guard, task, evidence, assessment)? })).collect()
}

fn why(guard: Guard, task: Option<&Task>, evidence: &SprintEvidence, assessment: &Assessment) -> Option<String> {
    let plan = evidence.own_plan();
    let config = evidence.config();
    let is_full = matches!(assessment.mode, Some(Mode::Full) | None);
    let is_spike = task.is_some_and(Task::is_spike);
    let is_there =
        |artifact: Artifact| evidence.artifact(artifact).is_some_and(|file| file.reading.tracked == Tracked::Committed);
    match guard {
        Guard::Freeze => {
            let is_past = evidence.sprint < evidence.in_force;
            let is_frozen = plan.and_then(|plan| plan.status.known()).is_some_and(|status| status.is_frozen());
            let why = if is_past {
                format!("sprint {} is in force", evidence.in_force)
            } else {
                format!("{} is frozen", evidence.plan.at(plan.map_or(0, |plan| plan.status_line)))
            };
            (is_past || is_frozen).then_some(why)
        }
        Guard::Baseline => {
            let branch = config.main_branch.clone().unwrap_or_else(|| "main".to_owned());
            let is_used = config.strategy() != Strategy::None;
            (is_used && !evidence.git.branches.contains(&branch)).then(|| format!("there is no branch `{branch}`"))
        }
        Guard::Requirements => {
            let path = || "reqs.md of the sprint is not committed".to_owned();
            match (is_there(Artifact::Reqs), task) {
                _ if is_spike => None,
                (false, _) => Some(path()),
                (true, Some(task)) if !is_traced(task, evidence) => {
                    Some(format!("no requirement of reqs.md is traced to {}", task.id))
                }
                (true, _) => None,
            }
        }
        Guard::Strategy | Guard::StrategyLightweight => {
            let is_done = evidence.has_done(Tests) || is_there(Artifact::Strategy);
            let is_meant = is_full == (guard == Guard::Strategy) && !is_spike;
            (is_meant && !is_done).then(|| "there is no test strategy".to_owned())
        }
        Guard::Preview => {
            let is_owed = config.is_visual() && !is_spike && is_full;
            (is_owed && !is_there(Artifact::Preview)).then(|| "preview.md of the sprint is not committed".to_owned())
        }
        Guard::Upstream => {
            let open = evidence.findings.iter().filter(|one| one.is_high && one.is_upstream && one.is_open);
            told("open", open.map(|one| one.id.as_str())).filter(|_| !is_spike)
        }
        Guard::Evidence => told_tests(evidence, Status::Review, &[Tested::Absent, Tested::Skipped]),
        Guard::EvidenceFails => told_tests(evidence, Status::Review, &[Tested::Fail]),
        Guard::Unreviewed => {
            let is_reviewed = plan.is_none() || evidence.has_done(Review);
            let why = || match evidence.claimed_without(Review) {
                Some((name, tracked)) => {
                    format!(
                        "{} has `review` completed, and {name} of the sprint is {}",
                        evidence.plan.path,
                        tracked.word()
                    )
                }
                None => format!("{} does not have `review` completed", evidence.plan.path),
            };
            (is_full && !is_reviewed).then(why)
        }
        Guard::OpenTasks => {
            let is_open = |status: Status| match status {
                Status::Review => is_full,
                Status::Planned | Status::InProgress | Status::Fixing => true,
                _ => false,
            };
            let tasks = evidence.tasks();
            let open = tasks.iter().filter(|task| task.status.known().is_none_or(|status| is_open(*status)));
            told("not ready to merge", open.map(|task| task.id.as_str()))
        }
        Guard::UncoveredMust | Guard::Uncovered => {
            let is_must = guard == Guard::UncoveredMust;
            let uncovered = evidence.requirements.iter().filter(|one| (one.priority == "must") == is_must);
            let uncovered = uncovered.filter(|one| !evidence.covered.contains(&one.id));
            told("without a test", uncovered.map(|one| one.id.as_str()))
        }
        Guard::MustEvidence => {
            let is_must = |id: &String| evidence.requirements.iter().any(|one| one.id == *id && one.priority == "must");
            let tasks = evidence.tasks();
            let owing = tasks.iter().filter(|task| task.implements.iter().any(is_must) && task.tested != Tested::Pass);
            told("without passing tests", owing.map(|task| task.id.as_str()))
        }
    }
}

/// True where a requirement and the TASK name each other, in either direction.
fn is_traced(task: &Task, evidence: &SprintEvidence) -> bool {
    evidence.requirements.iter().any(|one| task.implements.contains(&one.id) || one.tasks.contains(&task.id))
}

fn told_tests(evidence: &SprintEvidence, status: Status, tested: &[Tested]) -> Option<String> {
    let tasks = evidence.tasks();
    let held = tasks.iter().filter(|task| task.status == Said::Known(status) && tested.contains(&task.tested));
    let held: Vec<String> = held.map(|task| format!("{} ({})", task.id, task.tested.word())).collect();
    told("test evidence", held.iter().map(String::as_str))
}

fn told<'a>(what: &str, names: impl Iterator<Item = &'a str>) -> Option<String> {
    let names: Vec<&str> = names.collect();
    (!names.is_empty()).then(|| format!("{what}: {}", names.join(", ")))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::gse::activities::{ACTIVITIES, Freezes};

    #[test]
    fn a_frozen_sprint_refuses_what_the_table_of_activities_says() {
        let freeze = GUARDS.iter().find(|row| row.guard == Guard::Freeze).unwrap();
        for row in ACTIVITIES {
            let is_refused = freeze.before.contains(&row.activity);
            assert_eq!(is_refused, row.freezes != Freezes::Nobody, "{}", row.name);
        }
    }

    #[test]
    fn every_guard_stands_before_something_and_has_a_remedy() {
        for (at, row) in GUARDS.iter().enumerate() {
            assert!(GUARDS.iter().skip(at + 1).all(|other| other.id != row.id && other.guard != row.guard));
            assert!(!row.before.is_empty() && !row.remedy.is_empty() && !row.when.is_empty(), "{}", row.id);
        }
    }
}
