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
        state: plan.words(),
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
    let git = git_says(evidence, assessment);
    let line = |claim: super::claims::Claim| Claim {
        file: if claim.line == 0 {
            claim.file.file_name().to_owned()
        } else {
            format!("{}:{}", claim.file.file_name(), claim.line)
        },
        says: claim.says.words().to_owned(),
        git_says: claim.git_says,
    };
    denied(&marks.said, &marks.state, &marks.ids, &git).into_iter().map(line).collect()
}

/// What git says of a phase.
pub fn git_says(evidence: &PhaseEvidence, assessment: &Assessment) -> GitSays {
    let verify = assessment.standings.get(&Step::Verify).and_then(Standing::clear);
    let is_owed = assessment.owing.iter().any(|owes| owes.step == Step::Verify && owes.owed);
    GitSays {
        has_folder: !evidence.files.is_empty(),
        plans: assessment.plans.len(),
        executed: assessment.plans.iter().filter(|plan| plan.state.is_over()).count(),
        verified: match verify {
            Some(StepState::Done) => Verified::Passed,
            Some(StepState::Missing) if evidence.the(Kind::Verification).is_none() && !is_owed => Verified::NotOwed,
            Some(StepState::Missing) => Verified::Missing,
            Some(StepState::Failed) => Verified::Failed,
            None if evidence.history_cut.is_some() => Verified::Unknown,
            _ => Verified::Open,
        },
        ship_commit: evidence.marks.said.ship_commit || evidence.history_cut.is_some(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    use crate::engine::depth::Depth;
    use crate::engine::evidence::{Content, Freshness, Meaning, Tracked};
    use crate::gsd::assess::assess;
    use crate::gsd::claims::RoadmapSays;
    use crate::gsd::evidence::File;
    use crate::gsd::samples::{asking, assessed, file, finished, nothing, of_plan, oid, plan};
    use crate::gsd::situation::Execution;
    use crate::gsd::text::roadmap::{At, Tick};

    fn committed(kind: Kind, content: Content) -> File {
        file(kind, Tracked::Committed, content, Freshness::NotJudged)
    }

    #[test]
    fn a_step_is_marked_by_where_it_stands_what_is_owed_and_what_comes_after_it() {
        let mut assessment = assessed(Vec::new(), Execution::None);
        for owes in &mut assessment.owing {
            owes.owed = owes.step != Step::UiSpec && owes.step != Step::AiSpec;
        }
        for (step, standing) in &mut assessment.standings {
            standing.states = vec![match step {
                Step::Spec | Step::Plan => StepState::Done,
                Step::Discuss => StepState::Stale,
                Step::PlanReview => StepState::Wip,
                _ => StepState::Missing,
            }];
            standing.tell = "told".to_owned();
        }
        let decision = Decision { step: Some(Step::Execute.named()), ..Decision::default() };
        let marks = |interrupted: bool| -> Vec<(&'static str, StepMark, bool)> {
            let lines = step_lines(&nothing(), &assessment, &decision, interrupted);
            lines.iter().map(|line| (line.step.name, line.mark, line.reason == "told")).collect()
        };
        let of = |step: Step, interrupted: bool| {
            let marks = marks(interrupted);
            let line = marks.into_iter().find(|(name, ..)| *name == step.named().name).unwrap();
            (line.1, line.2)
        };
        for (step, mark) in [
            (Step::Spec, StepMark::Done),
            (Step::Lock, StepMark::Owed),
            (Step::Discuss, StepMark::Stale),
            (Step::Plan, StepMark::Done),
            (Step::PlanReview, StepMark::Later),
            (Step::Execute, StepMark::Next),
            (Step::Verify, StepMark::Later),
        ] {
            assert_eq!(of(step, false), (mark, true), "{step:?}");
        }
        assert_eq!(of(Step::UiSpec, false), (StepMark::Skipped, false), "why it is not owed is told");
        assert_eq!(of(Step::PlanReview, true).0, StepMark::Interrupted);
        let mut evidence = asking(&[], false, Depth::Shallow, &[]);
        evidence.setup.classified.as_mut().unwrap().waived.insert("spec".to_owned(), "talked about".to_owned());
        let lines = step_lines(&evidence, &assess(&evidence), &Decision::default(), false);
        let spec = lines.iter().find(|line| line.step == Step::Spec.named()).unwrap();
        assert_eq!((spec.mark, spec.reason.as_str()), (StepMark::Waived, "waived: talked about"));
    }

    #[test]
    fn plans_are_listed_and_counted_by_where_they_stand() {
        let plans = vec![
            plan("01", PlanState::Executed),
            plan("02", PlanState::Halted),
            plan("03", PlanState::Started),
            plan("04", PlanState::Ready),
            Plan { id: None, ..plan("05", PlanState::Ready) },
        ];
        let lines: Vec<String> =
            plan_lines(&nothing(), &plans).into_iter().map(|line| format!("{} {}", line.id, line.state)).collect();
        assert_eq!(lines, ["07-01 executed", "07-02 halted", "07-03 started", "07-04 ready", "07 ready"]);
        let mut evidence = nothing();
        evidence.repositories.push(OtherRepository {
            name: "api".to_owned(),
            unattributed: vec![oid(1)],
            ..OtherRepository::default()
        });
        evidence.unmerged.push(UnmergedBranch {
            branch: Some("a".to_owned()),
            work_tree: None,
            is_linked: false,
            commits: vec![oid(2)],
            plans: crate::gsd::ids::PlanId::parse("02").into_iter().collect(),
        });
        let line = execution_line(&evidence, &assessed(plans, Execution::Partial));
        assert_eq!((line.state.as_str(), line.started, line.executed, line.live), ("partial", 1, 2, 5));
        assert_eq!((line.repositories[0].name.as_str(), &*line.repositories[0].unattributed), ("api", &[oid(1)][..]));
        assert_eq!((&*line.unmerged[0].plans, &*line.unmerged[0].commits), (&["07-02".to_owned()][..], &[oid(2)][..]));
    }

    #[test]
    fn git_says_how_far_a_phase_is_that_the_roadmap_ticks() {
        let says = |files: Vec<File>, off: &[&'static str], archived: bool| -> Vec<(String, String)> {
            let mut evidence = PhaseEvidence { files, archived, ..asking(&[], false, Depth::Shallow, off) };
            evidence.marks.said.roadmap =
                RoadmapSays::Listed { tick: Some(At { value: Tick::Ticked, line: 3 }), row: None };
            let claims = claim_lines(&evidence, &assess(&evidence));
            claims.into_iter().map(|claim| (claim.file, claim.git_says)).collect()
        };
        let executed = || {
            let of = |kind| of_plan("01", committed(kind, finished(Meaning::Done)));
            vec![of(Kind::Plan), of(Kind::Summary)]
        };
        let verified = |meaning: Meaning| {
            let mut files = executed();
            files.push(committed(Kind::Verification, finished(meaning)));
            files
        };
        for (files, git_says) in [
            (Vec::new(), "no folder holds a file of the phase"),
            (executed()[..1].to_vec(), "0 of 1 plans executed"),
            (executed(), "no VERIFICATION"),
            (verified(Meaning::Failed), "VERIFICATION did not pass"),
            (verified(Meaning::Human), "VERIFICATION is not settled"),
        ] {
            assert_eq!(says(files, &[], false), [("ROADMAP.md:3".to_owned(), git_says.to_owned())]);
        }
        assert_eq!(says(executed(), &["verifier"], false), [], "a verification that is not owed lacks nothing");
        assert_eq!(says(verified(Meaning::Done), &[], false), []);
        assert_eq!(says(Vec::new(), &[], true), [], "what is archived is not held against git");
    }
}
