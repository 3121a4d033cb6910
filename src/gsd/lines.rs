//! The lists of a report: steps, plans, and the claims that git denies.

use super::artifacts::Kind;
use super::assess::Assessment;
use super::claims::{GitSays, Verified, denied};
use super::decide::command;
use super::evidence::{Marks, OtherRepository, PhaseEvidence, UnmergedBranch};
use super::plans::{Plan, PlanState};
use super::standing::Standing;
use super::steps::Step;
use crate::engine::evidence::StepState;
use crate::engine::report::{BranchLine, Claim, Decision, ExecutionLine, PlanLine, RepositoryLine, StepLine, StepMark};

/// Every step, with its mark and the reason.
pub fn step_lines(
    evidence: &PhaseEvidence,
    assessment: &Assessment,
    decision: &Decision,
    interrupted: bool,
) -> Vec<StepLine> {
    let reached = assessment
        .owing
        .iter()
        .filter(|owes| assessment.clear(owes.step) == Some(StepState::Done))
        .map(|owes| owes.step)
        .max();
    assessment
        .owing
        .iter()
        .filter_map(|owes| {
            let standing = assessment.standings.get(&owes.step)?;
            let is_next = decision.step == Some(owes.step.named());
            let mark = match standing.clear() {
                Some(StepState::Wip) if interrupted => StepMark::Interrupted,
                _ if is_next => StepMark::Next,
                Some(StepState::Done) => StepMark::Done,
                _ if owes.waived => StepMark::Waived,
                _ if !owes.owed => StepMark::Skipped,
                Some(StepState::Stale) => StepMark::Stale,
                _ if reached.is_some_and(|reached| reached > owes.step) => StepMark::Owed,
                _ => StepMark::Later,
            };
            let reason = match mark {
                StepMark::Skipped | StepMark::Waived => owes.reason.clone(),
                _ => standing.tell.clone(),
            };
            Some(StepLine {
                step: owes.step.named(),
                mark,
                reason,
                gates: owes.gates.clone(),
                done_when: owes.step.row().done_when.to_owned(),
                command: command(owes.step, evidence, assessment),
            })
        })
        .collect()
}

/// Every plan.
pub fn plan_lines(evidence: &PhaseEvidence, plans: &[Plan]) -> Vec<PlanLine> {
    let line = |plan: &Plan| PlanLine {
        id: plan.id.as_ref().map_or_else(|| evidence.id.clone(), |id| format!("{}-{id}", evidence.id)),
        depth: plan.depth,
        state: plan.state.words(),
        summary: plan.summary.clone(),
        commits: plan.commits.clone(),
    };
    plans.iter().map(line).collect()
}

/// How far the plans are executed, in numbers.
pub fn execution_line(evidence: &PhaseEvidence, assessment: &Assessment) -> ExecutionLine {
    let count = |is: &dyn Fn(&PlanState) -> bool| assessment.plans.iter().filter(|plan| is(&plan.state)).count();
    ExecutionLine {
        state: assessment.execution.word().to_owned(),
        started: count(&|state| *state == PlanState::Started),
        executed: count(&PlanState::is_over),
        live: assessment.plans.len(),
        unattributed: evidence.unattributed.clone(),
        repositories: evidence.repositories.iter().map(repository_line).collect(),
        unmerged: evidence.unmerged.iter().map(|unmerged| branch_line(evidence, unmerged)).collect(),
    }
}

fn repository_line(other: &OtherRepository) -> RepositoryLine {
    RepositoryLine {
        name: other.name.clone(),
        unread: other.unread.clone(),
        commits: other.commits.iter().map(|commit| commit.id).collect(),
        unattributed: other.unattributed.clone(),
    }
}

fn branch_line(evidence: &PhaseEvidence, unmerged: &UnmergedBranch) -> BranchLine {
    BranchLine {
        branch: unmerged.branch.clone(),
        work_tree: unmerged.work_tree.clone(),
        commits: unmerged.commits.clone(),
        plans: unmerged.plans.iter().map(|plan| format!("{}-{plan}", evidence.id)).collect(),
    }
}

/// What ROADMAP and STATE say of the phase and git denies.
pub fn claim_lines(evidence: &PhaseEvidence, assessment: &Assessment) -> Vec<Claim> {
    denied_claims(&evidence.marks, evidence, assessment)
}

/// The same of one version of them.
pub fn denied_claims(marks: &Marks, evidence: &PhaseEvidence, assessment: &Assessment) -> Vec<Claim> {
    if evidence.archived {
        return Vec::new();
    }
    let verify = assessment.standings.get(&Step::Verify).and_then(Standing::clear);
    let is_owed = assessment.owing.iter().any(|owes| owes.step == Step::Verify && owes.owed);
    let git = GitSays {
        has_folder: !evidence.files.is_empty(),
        plans: assessment.plans.len(),
        executed: assessment.plans.iter().filter(|plan| plan.state.is_over()).count(),
        verified: match verify {
            Some(StepState::Done) => Verified::Passed,
            Some(StepState::Missing) if evidence.the(Kind::Verification).is_none() && !is_owed => Verified::NotOwed,
            Some(StepState::Missing) => Verified::Missing,
            Some(StepState::Failed) => Verified::Failed,
            _ => Verified::Open,
        },
        ship_commit: marks.said.ship_commit,
    };
    let line = |claim: super::claims::Claim| Claim {
        file: if claim.line == 0 {
            claim.file.file_name().to_owned()
        } else {
            format!("{}:{}", claim.file.file_name(), claim.line)
        },
        says: claim.says,
        git_says: claim.git_says,
    };
    denied(&marks.said, &marks.state, &marks.ids, &git).into_iter().map(line).collect()
}
