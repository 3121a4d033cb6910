//! What a state file says and git, or another state file with more authority, denies.

use super::activities::Activity;
use super::assess::status_word;
use super::evidence::SprintEvidence;
use super::tasks::Status;
use super::text::document::Said;
use super::text::plan::PlanStatus;
use crate::engine::evidence::Tracked;
use crate::engine::report::Claim;

/// Every claim about the sprint that is denied.
pub fn claims(evidence: &SprintEvidence) -> Vec<Claim> {
    if !evidence.has_own_plan() {
        return Vec::new();
    }
    let mut claims: Vec<Claim> = numbers(evidence).into_iter().chain(phase(evidence)).collect();
    claims.extend(completed_without_a_file(evidence));
    claims.extend(frozen_with_open_tasks(evidence));
    claims.extend(branches(evidence));
    claims
}

fn claim(file: String, says: String, git_says: String) -> Claim {
    Claim { file, says, git_says }
}

/// The status runs behind the plan, or ahead of it.
fn numbers(evidence: &SprintEvidence) -> Option<Claim> {
    let (plan, status) = (evidence.plan.facts()?, evidence.status.facts()?);
    let (of_plan, of_status) = (plan.sprint?, status.sprint?);
    let file = evidence.status.at(status.sprint_line);
    (of_plan != of_status)
        .then(|| claim(file, format!("current_sprint {of_status}"), format!("the plan is of sprint {of_plan}")))
}

/// The part of the lifecycle that the plan's workflow is in.
fn phase(evidence: &SprintEvidence) -> Option<Claim> {
    let (plan, status) = (evidence.own_plan()?, evidence.status.facts()?);
    let said = status.phase.as_ref()?;
    let expected = match (plan.status.known()?, plan.active.known()) {
        (PlanStatus::Completed, _) => "LC03",
        (PlanStatus::Active, Some(activity)) => activity.row().phase,
        _ => return None,
    };
    // The phase moves with the first activity that is closed, so the one before it is right until then.
    let first = expected == "LC02"
        && !plan.completed.iter().any(|done| done.known().is_some_and(|one| one.row().phase == "LC02"));
    let is_right = said == expected || (first && said == "LC01");
    (!is_right).then(|| {
        claim(
            evidence.status.at(status.phase_line),
            format!("current_phase {said}"),
            format!("the plan is in {expected}"),
        )
    })
}

fn completed_without_a_file(evidence: &SprintEvidence) -> Vec<Claim> {
    let Some(plan) = evidence.own_plan() else { return Vec::new() };
    let done = plan.completed.iter().filter_map(Said::known);
    let missing = done.filter_map(|activity| Some((activity, evidence.claimed_without(*activity)?)));
    let line = |(activity, (name, tracked)): (&Activity, (&str, Tracked))| {
        claim(
            evidence.plan.at(plan.workflow_line),
            format!("{} is completed", activity.row().name),
            format!("{name} of the sprint is {}", tracked.word()),
        )
    };
    missing.map(line).collect()
}

/// The plan is over, and TASKs are not.
fn frozen_with_open_tasks(evidence: &SprintEvidence) -> Vec<Claim> {
    let Some(plan) = evidence.own_plan() else { return Vec::new() };
    if plan.status != Said::Known(PlanStatus::Completed) {
        return Vec::new();
    }
    let is_over = |status: &Status| matches!(status, Status::Delivered | Status::Deferred);
    let tasks = evidence.tasks();
    let open = tasks.iter().filter(|task| !task.status.known().is_some_and(is_over));
    let line = |task: &&super::text::backlog::Task| {
        let says = format!("{} is {}", task.id, status_word(task));
        claim(evidence.backlog.path.to_string(), says, "the plan is completed".to_owned())
    };
    open.map(line).collect()
}

/// The backlog says that a branch is worked on, and there is none.
fn branches(evidence: &SprintEvidence) -> Vec<Claim> {
    let tasks = evidence.tasks();
    let active = tasks.iter().filter(|task| task.branch_status.as_deref() == Some("active"));
    let gone = active.filter_map(|task| Some((task, task.branch.as_ref()?)));
    let gone = gone.filter(|(_, branch)| !evidence.git.branches.contains(*branch));
    let line = |(task, branch): (&&super::text::backlog::Task, &String)| {
        let says = format!("{} is worked on in the branch {branch}", task.id);
        claim(evidence.backlog.path.to_string(), says, "there is no such branch".to_owned())
    };
    gone.map(line).collect()
}
