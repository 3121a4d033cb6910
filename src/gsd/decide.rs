//! The decision about one phase: evidence in, report parts out. Opens nothing.

use std::collections::BTreeMap;

use super::evidence::{File, PhaseEvidence};
use super::owed::{Owing, is_of_before, owing};
use super::plans::{self, Plan, execution};
use super::recovery::{CLEAN, DIRTY, Dirt, RECOVERY, Recovery};
use super::resume::{RESUME, Target};
use super::situation::{Dim, Execution, step_value, yes};
use super::standing::{Standing, acceptance, content_words, standing};
use super::steps::Step;
use crate::engine::evidence::{Content, StepState, Tracked};
use crate::engine::exit::Outcome;
use crate::engine::report::{
    Claim, Decision, EvidenceLine, ExecutionLine, Interruption, LeftFile, PlanLine, StepLine, StepMark,
};
use crate::engine::row::{Dimension, Found, Situation, Values, passed_over, walk};

/// Everything that is concluded about a phase from its evidence.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Conclusion {
    /// The decision.
    pub decision: Decision,
    /// Every step.
    pub steps: Vec<StepLine>,
    /// Every plan.
    pub plans: Vec<PlanLine>,
    /// How far the phase is executed.
    pub execution: ExecutionLine,
    /// Uncommitted work.
    pub interruption: Option<Interruption>,
    /// What files say and git denies.
    pub claims: Vec<Claim>,
    /// The situation, a dimension each.
    pub situation: Vec<(String, String)>,
    /// The condition of the row that decided.
    pub condition: String,
}

/// Decides. `explicit` is the step that was asked for, `operation` what git is in the middle of.
pub fn conclude(evidence: &PhaseEvidence, explicit: Option<Step>, operation: Option<&str>) -> Conclusion {
    let assessment = assess(evidence);
    let found = walk(RESUME, &assessment.situation);
    let interruption = interruption(evidence, operation);
    let mut decision = decision(evidence, &assessment, &found);
    let condition = RESUME
        .iter()
        .find(|row| decision.row == format!("resume/{}", row.id))
        .map(|row| row.when.words())
        .unwrap_or_default();
    if let Some(step) = explicit {
        take_explicit(&mut decision, step, evidence, &assessment);
    }
    if let Some(left) = &interruption {
        let kept = decision.step.map(|step| format!("; after that: {step}")).unwrap_or_default();
        decision.summary = format!("{}{kept}", left.summary);
        decision.row.clone_from(&left.interruption.row);
        decision.outcome = Outcome::first_of(&[Outcome::Interruption, decision.outcome]);
        decision.command = None;
        decision.hint = None;
    }
    let steps = step_lines(&assessment, &decision, interruption.is_some());
    Conclusion {
        steps,
        plans: plan_lines(evidence, &assessment.plans),
        execution: ExecutionLine {
            state: assessment.execution.word().to_owned(),
            started: assessment.plans.iter().filter(|plan| plan.state == plans::PlanState::Started).count(),
            executed: assessment.plans.iter().filter(|plan| plan.state.is_over()).count(),
            live: assessment.plans.len(),
            unattributed: evidence.unattributed.clone(),
        },
        claims: claims(evidence, &decision),
        situation: Dim::all()
            .into_iter()
            .map(|dim| (dim.name().to_owned(), dim.words(assessment.situation.get(dim))))
            .collect(),
        condition,
        interruption: interruption.map(|left| left.interruption),
        decision,
    }
}

/// The situation of a phase, with what a reader is told of each dimension.
struct Assessment {
    situation: Situation<Dim>,
    standings: BTreeMap<Step, Standing>,
    owing: Vec<Owing>,
    plans: Vec<Plan>,
    execution: Execution,
    acceptance: Standing,
}

fn assess(evidence: &PhaseEvidence) -> Assessment {
    let plans = plans::plans(&evidence.files, &evidence.commits);
    let execution = execution(&plans, !evidence.unattributed.is_empty(), is_done_without_plans(evidence));
    let owing = owing(evidence);
    let acceptance = acceptance(evidence);
    let mut standings = BTreeMap::new();
    let mut situation = Situation::anything();
    for owes in &owing {
        let standing = standing(owes.step, evidence, &plans, execution, owes);
        let values = standing.states.iter().map(|state| step_value(*state, owes.owed)).reduce(Values::or);
        situation = situation.with(Dim::Step(owes.step), values.unwrap_or(Dim::Step(owes.step).every()));
        standings.insert(owes.step, standing);
    }
    let uat = acceptance.states.iter().map(|state| step_value(*state, true)).reduce(Values::or);
    let doubtful_plans = !evidence.unrecognised.is_empty() && plans.is_empty();
    let mut executions = execution.value();
    for plan in plans.iter().filter(|plan| plan.doubt.is_some()) {
        // A SUMMARY whose word nobody knows: its plan may be executed after all.
        let others_over = plans.iter().filter(|other| other.id != plan.id).all(|other| other.state.is_over());
        let otherwise = if others_over { Execution::All } else { Execution::Partial };
        executions = executions.or(otherwise.value());
    }
    let situation = situation
        .with(Dim::Execution, executions)
        .with(Dim::PlanNames, yes(doubtful_plans))
        .with(Dim::Uat, uat.unwrap_or(Dim::Uat.every()))
        .with(Dim::Marked, yes(evidence.marked.marked || evidence.shipped))
        .with(Dim::Archived, yes(evidence.archived))
        .with(Dim::Before, yes(is_of_before(evidence)));
    Assessment { situation, standings, owing, plans, execution, acceptance }
}

/// A phase without plans is executed when its own summary, or a verification that passed, says so.
fn is_done_without_plans(evidence: &PhaseEvidence) -> bool {
    use super::artifacts::Kind;
    let says_done = |kind: Kind| {
        evidence.the(kind).is_some_and(|file| {
            file.tracked == Tracked::Committed
                && matches!(
                    file.reading.content,
                    Content::Finished { meaning: crate::engine::evidence::Meaning::Done, .. }
                )
        })
    };
    evidence.unrecognised.is_empty() && (says_done(Kind::Summary) || says_done(Kind::Verification))
}

impl Assessment {
    fn tell(&self, dim: Dim, evidence: &PhaseEvidence) -> (String, Vec<EvidenceLine>) {
        match dim {
            Dim::Step(step) => {
                let standing = self.standings.get(&step);
                let owes = self.owing.iter().find(|owes| owes.step == step);
                let owed = owes.filter(|owes| owes.owed && !owes.gates.is_empty());
                let owed = owed.map(|owes| format!(", {}", owes.reason)).unwrap_or_default();
                standing
                    .map(|standing| (format!("{}{owed}", standing.tell), standing.files.clone()))
                    .unwrap_or_default()
            }
            Dim::Execution => (
                self.standings.get(&Step::Execute).map(|standing| standing.tell.clone()).unwrap_or_default(),
                Vec::new(),
            ),
            Dim::Uat => (self.acceptance.tell.clone(), self.acceptance.files.clone()),
            Dim::PlanNames => {
                let names: Vec<String> = evidence.unrecognised.iter().map(|(path, _)| path.to_string()).collect();
                (format!("may be plans: {}", names.join(", ")), Vec::new())
            }
            Dim::Marked => (marked_words(evidence), Vec::new()),
            Dim::Archived if evidence.archived => ("archived".to_owned(), Vec::new()),
            Dim::Archived | Dim::Before => (String::new(), Vec::new()),
        }
    }
}

fn marked_words(evidence: &PhaseEvidence) -> String {
    if evidence.marked.marked {
        let witnesses: Vec<&str> = evidence.marked.witnesses.iter().map(|witness| witness.text()).collect();
        format!("marked complete: {}", witnesses.join(", "))
    } else {
        format!("not marked complete: {}", evidence.marked.why.text())
    }
}

fn decision(evidence: &PhaseEvidence, assessment: &Assessment, found: &[Found<Dim, Target>]) -> Decision {
    let mut targets: Vec<Target> = found.iter().map(|part| part.target).collect();
    targets.sort();
    targets.dedup();
    let Some(first) = found.first() else { return undetermined(evidence, assessment, &[]) };
    let [target] = targets.as_slice() else { return undetermined(evidence, assessment, found) };
    let row = RESUME.iter().find(|row| row.id == first.row);
    let mut evidence_lines: Vec<EvidenceLine> = Vec::new();
    let mut told = Vec::new();
    for dim in row.map(|row| row.tells).unwrap_or_default() {
        let (tell, files) = assessment.tell(*dim, evidence);
        if !tell.is_empty() {
            told.push(tell);
        }
        evidence_lines.extend(files);
    }
    evidence_lines.dedup();
    let doc = row.map(|row| row.doc).unwrap_or_default();
    let summary = if told.is_empty() { doc.to_owned() } else { told.join("; ") };
    let (outcome, step) = match target {
        Target::Step(step) => (Outcome::Done, Some(*step)),
        Target::Complete => (Outcome::Complete, None),
        Target::Undetermined => (Outcome::Undetermined, None),
    };
    let mut notes = Vec::new();
    let unclear = assessment.situation.unclear();
    if !unclear.is_empty() {
        let names: Vec<String> = unclear.iter().map(|dim| assessment.situation.tell(*dim)).collect();
        notes.push(format!("the same answer whichever it is: {}", names.join("; ")));
    }
    Decision {
        outcome,
        step: step.map(Step::named),
        row: format!("resume/{}", first.row),
        explicit: false,
        summary,
        evidence: evidence_lines,
        command: step.map(|step| command(step, evidence, assessment)),
        passed_over: passed_over(RESUME, &assessment.situation, first.row),
        hint: matches!(target, Target::Undetermined).then(|| hint(evidence, assessment)),
        notes,
    }
}

/// Several answers are possible: none of them is given.
fn undetermined(evidence: &PhaseEvidence, assessment: &Assessment, found: &[Found<Dim, Target>]) -> Decision {
    let mut answers: Vec<String> = found
        .iter()
        .map(|part| match part.target {
            Target::Step(step) => format!("{} (resume/{})", step.named(), part.row),
            Target::Complete => format!("complete (resume/{})", part.row),
            Target::Undetermined => format!("undetermined (resume/{})", part.row),
        })
        .collect();
    answers.dedup();
    let unclear = assessment.situation.unclear();
    let reasons: Vec<String> = unclear.iter().map(|dim| assessment.tell(*dim, evidence).0).collect();
    let lines = unclear.iter().flat_map(|dim| assessment.tell(*dim, evidence).1).collect();
    Decision {
        outcome: Outcome::Undetermined,
        step: None,
        row: "resume/otherwise".to_owned(),
        explicit: false,
        summary: format!("{}; it would be {}", reasons.join("; "), answers.join(" or ")),
        evidence: lines,
        command: None,
        passed_over: Vec::new(),
        hint: Some(hint(evidence, assessment)),
        notes: Vec::new(),
    }
}

/// The command of a step, fitted to what is left of it.
fn command(step: Step, evidence: &PhaseEvidence, assessment: &Assessment) -> String {
    let id = &evidence.id;
    let plain = step.row().command.replace("{phase}", id);
    match step {
        Step::Plan if assessment.execution == Execution::All => format!("{plain} --gaps"),
        Step::PlanReview if evidence.setup.convergence => format!("/gsd-plan-review-convergence {id}"),
        Step::PlanReview if clear(assessment, Step::PlanReview) == Some(StepState::Unfinished) => {
            format!("/gsd-plan-phase {id} --reviews")
        }
        Step::Execute => {
            let left: Vec<&Plan> = assessment.plans.iter().filter(|plan| !plan.state.is_over()).collect();
            let only_gaps =
                !left.is_empty() && left.len() < assessment.plans.len() && left.iter().all(|plan| plan.gap_closure);
            if only_gaps { format!("{plain} --gaps-only") } else { plain }
        }
        Step::Verify if clear(assessment, Step::Verify) == Some(StepState::Unfinished) => {
            format!("/gsd-verify-work {id}")
        }
        Step::SurfaceReviews => match first_open_review(assessment) {
            Some("eval-review") => format!("/gsd-eval-review {id}"),
            Some("full-uat" | "browser-uat") => format!("/gsd-verify-work {id}"),
            _ => plain,
        },
        _ => plain,
    }
}

fn clear(assessment: &Assessment, step: Step) -> Option<StepState> {
    assessment.standings.get(&step).and_then(Standing::clear)
}

/// The gate that speaks for the step: its standing begins with it.
fn first_open_review(assessment: &Assessment) -> Option<&str> {
    let standing = assessment.standings.get(&Step::SurfaceReviews)?;
    let owes = assessment.owing.iter().find(|owes| owes.step == Step::SurfaceReviews)?;
    owes.gates.iter().map(String::as_str).find(|gate| standing.tell.starts_with(&format!("{gate}:")))
}

/// What GSD's own router says for such a phase. It looks at fewer artifacts and at no git, so it is advice only.
///
/// Source: the table of GSD's `next` workflow.
fn hint(evidence: &PhaseEvidence, assessment: &Assessment) -> String {
    let is_there = |step: Step| clear(assessment, step).is_some_and(|state| state != StepState::Missing);
    let open = assessment.plans.iter().any(|plan| plan.summary.is_none());
    let step = match (assessment.plans.is_empty(), open) {
        (true, _) if is_there(Step::Discuss) || is_there(Step::Research) => Step::Plan,
        (true, _) => Step::Discuss,
        (false, true) => Step::Execute,
        (false, false) => Step::Verify,
    };
    format!(
        "GSD's own router would go to {}; to take it, name it: phase-pipeline {} {}",
        step.named(),
        evidence.id,
        step.number()
    )
}

fn take_explicit(decision: &mut Decision, step: Step, evidence: &PhaseEvidence, assessment: &Assessment) {
    let chosen = match (&decision.step, decision.outcome) {
        (Some(step), _) => step.to_string(),
        (None, outcome) => outcome.row().name.to_owned(),
    };
    decision.notes.push(format!("the table would have chosen {chosen} ({}): {}", decision.row, decision.summary));
    let jumped: Vec<&str> = [Step::Secure, Step::Validate]
        .into_iter()
        .filter(|gate| gate.number() < step.number())
        .filter(|gate| assessment.owing.iter().any(|owes| owes.step == *gate && owes.owed))
        .filter(|gate| clear(assessment, *gate) != Some(StepState::Done))
        .map(|gate| gate.row().name)
        .collect();
    if !jumped.is_empty() {
        decision.notes.push(format!("this leaves open: {}", jumped.join(", ")));
    }
    let (tell, files) = assessment.tell(Dim::Step(step), evidence);
    decision.outcome = Outcome::Done;
    decision.step = Some(step.named());
    decision.explicit = true;
    decision.summary = format!("asked for; {tell}");
    decision.evidence = files;
    decision.command = Some(command(step, evidence, assessment));
    decision.hint = None;
}

/// Uncommitted work, and what it says on the decision line.
struct Left {
    interruption: Interruption,
    summary: String,
}

fn interruption(evidence: &PhaseEvidence, operation: Option<&str>) -> Option<Left> {
    let dirty: Vec<&File> = evidence.files.iter().filter(|file| file.tracked.is_uncommitted()).collect();
    let doubtful = evidence.unrecognised.iter().filter(|(_, tracked)| tracked.is_uncommitted());
    let mut files: Vec<LeftFile> = dirty.iter().map(|file| left(file)).collect();
    files.extend(doubtful.map(|(path, tracked)| LeftFile {
        path: path.clone(),
        tracked: *tracked,
        content: "of no kind by its name".to_owned(),
        verdict: "look at it: it may be a plan".to_owned(),
    }));
    let dirt = |is_dirty: bool| if is_dirty { DIRTY } else { CLEAN };
    let situation = Situation::anything()
        .with(Dirt::Operation, dirt(operation.is_some()))
        .with(Dirt::Artifact, dirt(!files.is_empty() && !evidence.archived));
    let found = walk(RECOVERY, &situation).into_iter().next()?;
    if !found.target.stops() {
        return None;
    }
    let summary = match (found.target, operation) {
        (Recovery::FinishOperation, Some(operation)) => format!("a {operation} is in progress"),
        _ => files.iter().map(|file| format!("{} {}", file.path, file.tracked.word())).collect::<Vec<_>>().join(", "),
    };
    let recovery = match found.target {
        Recovery::FinishOperation => vec![found.target.words().to_owned()],
        _ => files.iter().map(|file| format!("{}: {}", file.path, file.verdict)).collect(),
    };
    Some(Left { interruption: Interruption { row: format!("recovery/{}", found.row), files, recovery }, summary })
}

/// An uncommitted artifact and its verdict.
fn left(file: &File) -> LeftFile {
    let verdict = match (&file.reading.content, file.tracked) {
        (_, Tracked::Deleted) => "restore it, or commit that it is gone",
        (_, Tracked::Conflicted) => "resolve the conflict first",
        (Content::Finished { .. }, _) => "finished: commit it and go on",
        (Content::Truncated { .. }, Tracked::Modified) => "cut short: restore it and take its step again",
        (Content::Truncated { .. }, _) => "cut short: remove it and take its step again",
        (Content::Draft { .. }, _) if file.name.kind.row().left_uncommitted => {
            "left so by its step: commit it and go on"
        }
        (Content::Draft { .. } | Content::Unknown { .. } | Content::Unreadable { .. }, _) => {
            "look at it: nothing is done with it"
        }
    };
    LeftFile {
        path: file.path.clone(),
        tracked: file.tracked,
        content: content_words(&file.reading.content),
        verdict: verdict.to_owned(),
    }
}

fn step_lines(assessment: &Assessment, decision: &Decision, interrupted: bool) -> Vec<StepLine> {
    let reached = assessment
        .owing
        .iter()
        .filter(|owes| clear(assessment, owes.step) == Some(StepState::Done))
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
                _ if !owes.owed => StepMark::Skipped,
                Some(StepState::Stale) => StepMark::Stale,
                _ if reached.is_some_and(|reached| reached > owes.step) => StepMark::Owed,
                _ => StepMark::Later,
            };
            let reason = match mark {
                StepMark::Skipped => owes.reason.clone(),
                _ => standing.tell.clone(),
            };
            Some(StepLine { step: owes.step.named(), mark, reason, gates: owes.gates.clone() })
        })
        .collect()
}

fn plan_lines(evidence: &PhaseEvidence, plans: &[Plan]) -> Vec<PlanLine> {
    let line = |plan: &Plan| PlanLine {
        id: plan.id.as_ref().map_or_else(|| evidence.id.clone(), |id| format!("{}-{id}", evidence.id)),
        depth: plan.depth,
        state: plan.state.words(),
        summary: plan.summary.clone(),
        commits: plan.commits.clone(),
    };
    plans.iter().map(line).collect()
}

/// What files say and git denies: a roadmap that marks a phase complete which is not.
fn claims(evidence: &PhaseEvidence, decision: &Decision) -> Vec<Claim> {
    let is_denied = evidence.roadmap.marks()
        && !matches!(evidence.roadmap, super::claims::RoadmapSays::Nothing)
        && decision.outcome != Outcome::Complete;
    if !is_denied {
        return Vec::new();
    }
    let git_says = decision.step.map_or_else(|| decision.summary.clone(), |step| format!("{step} is next"));
    vec![Claim { file: "ROADMAP.md".to_owned(), says: "the phase is complete".to_owned(), git_says }]
}
