//! The decision about one phase: evidence in, report parts out. Opens nothing.

use super::artifacts::Kind;
use super::assess::{Assessment, assess};
use super::evidence::PhaseEvidence;
use super::left::left_behind;
use super::lines::{claim_lines, execution_line, plan_lines, step_lines};
use super::plans::Plan;
use super::resume::{RESUME, Target};
use super::situation::{Dim, Execution};
use super::steps::Step;
use super::words::words_of;
use crate::engine::evidence::{Content, StepState, Tracked};
use crate::engine::exit::Outcome;
use crate::engine::report::{Claim, Decision, EvidenceLine, ExecutionLine, Interruption, PlanLine, StepLine};
use crate::engine::row::{Dimension as _, Found, passed_over, walk};

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
    let interruption = left_behind(evidence, operation);
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
    decision.notes.extend(odd_files(evidence));
    let steps = step_lines(&assessment, &decision, interruption.is_some());
    Conclusion {
        steps,
        plans: plan_lines(evidence, &assessment.plans),
        execution: execution_line(evidence, &assessment),
        claims: claim_lines(evidence, &assessment),
        situation: Dim::all()
            .into_iter()
            .map(|dim| (dim.name().to_owned(), dim.words(assessment.situation.get(dim))))
            .collect(),
        condition,
        interruption: interruption.map(|left| left.interruption),
        decision,
    }
}

/// Committed artifacts that say nothing that can be told, whether or not they decide: file, line, and what helps.
fn odd_files(evidence: &PhaseEvidence) -> Vec<String> {
    let committed = evidence.files.iter().filter(|file| file.tracked == Tracked::Committed);
    let told = committed.filter_map(|file| match &file.reading.content {
        Content::Unreadable { line: 0, why } => Some(format!("{}: not readable: {why}", file.path)),
        Content::Unreadable { line, why } => Some(format!("{}:{line}: not readable: {why}", file.path)),
        Content::Unknown { word, line } => {
            let known = known_words(file.name.kind).join(", ");
            Some(format!(
                "{}:{line}: no table knows `{word}`; the words of {} are {known}",
                file.path,
                file.name.kind.name()
            ))
        }
        _ => None,
    });
    told.collect()
}

fn known_words(kind: Kind) -> Vec<&'static str> {
    words_of(kind).into_iter().flatten().flat_map(|row| row.words).copied().collect()
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
        Step::PlanReview if assessment.clear(Step::PlanReview) == Some(StepState::Unfinished) => {
            format!("/gsd-plan-phase {id} --reviews")
        }
        Step::Execute => {
            let left: Vec<&Plan> = assessment.plans.iter().filter(|plan| !plan.state.is_over()).collect();
            let only_gaps =
                !left.is_empty() && left.len() < assessment.plans.len() && left.iter().all(|plan| plan.gap_closure);
            if only_gaps { format!("{plain} --gaps-only") } else { plain }
        }
        Step::Verify if assessment.clear(Step::Verify) == Some(StepState::Unfinished) => {
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
    let is_there = |step: Step| assessment.clear(step).is_some_and(|state| state != StepState::Missing);
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
        .filter(|gate| assessment.clear(*gate) != Some(StepState::Done))
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
