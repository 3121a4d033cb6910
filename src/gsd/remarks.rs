//! What a reader needs beside the decision to act on it: the gaps to plan, the items for a person, the words that nobody knows,
//! the gates that a finished phase lacks.

use super::artifacts::Kind;
use super::assess::Assessment;
use super::decide::{command, way};
use super::evidence::{File, PhaseEvidence};
use super::plans::Plan;
use super::resume::Target;
use super::runs::Way;
use super::standing::awaits_person;
use super::steps::{STEPS, Step};
use super::text::facts::Facts;
use super::text::verification::VerificationFacts;
use super::words::words_of;
use crate::engine::evidence::{Content, StepState, Tracked};

/// The remarks on a decision that came to `target`; none where several targets are possible.
pub fn remarks(evidence: &PhaseEvidence, assessment: &Assessment, target: Option<Target>) -> Vec<String> {
    if evidence.archived {
        return Vec::new();
    }
    let mut remarks = match target {
        Some(Target::Step(Step::Plan)) => gaps(evidence, assessment),
        Some(Target::Step(Step::Verify)) => verification(evidence, assessment),
        Some(Target::Complete) => lacking(evidence, assessment).into_iter().collect(),
        _ => Vec::new(),
    };
    remarks.extend(evidence.files.iter().filter_map(untold));
    remarks.extend(assessment.plans.iter().filter_map(without_plan));
    remarks.extend(
        evidence
            .unrecognised
            .iter()
            .map(|(path, _)| format!("{path}: its name may be a plan's, and no plan is read from it")),
    );
    remarks
}

fn facts(evidence: &PhaseEvidence) -> Option<(&File, &VerificationFacts)> {
    let file = evidence.the(Kind::Verification)?;
    match &file.facts {
        Facts::Verification(facts) => Some((file, facts)),
        _ => None,
    }
}

/// The gaps that a failed verification leaves to the next plans.
fn gaps(evidence: &PhaseEvidence, assessment: &Assessment) -> Vec<String> {
    let failed = assessment.clear(Step::Verify) == Some(StepState::Failed);
    let Some((file, facts)) = facts(evidence).filter(|_| failed) else { return Vec::new() };
    let open = facts.gaps.iter().filter(|gap| gap.is_open()).map(|gap| {
        let reason = gap.reason.as_ref().map(|reason| format!(" ({reason})")).unwrap_or_default();
        format!("gap: {}{reason}", gap.truth)
    });
    open.chain(unread(file, facts)).collect()
}

/// What a verification waits for: a person; or its own removal, because its command writes none where one lies.
fn verification(evidence: &PhaseEvidence, assessment: &Assessment) -> Vec<String> {
    if let (Way::Removed, Some(file)) = (way(Step::Verify, evidence, assessment), evidence.the(Kind::Verification)) {
        return vec![format!(
            "first remove {} and commit that: while it lies there no new one is written, and git keeps it",
            file.path
        )];
    }
    let Some((file, facts)) = facts(evidence).filter(|_| awaits_person(evidence)) else { return Vec::new() };
    let items = facts.human.iter().map(|item| {
        let expected = item.expected.as_ref().map(|expected| format!(" → {expected}")).unwrap_or_default();
        format!("for a person: {}{expected}", item.test)
    });
    items.chain(unread(file, facts)).collect()
}

/// A list that stands in the report and could not be read is no empty list.
fn unread<'a>(file: &'a File, facts: &'a VerificationFacts) -> impl Iterator<Item = String> + 'a {
    facts.unread.iter().map(|note| format!("{}:{}: {}", file.path, note.line, note.text))
}

/// What a phase that is complete by its mark alone never did, and the command of the first of it.
fn lacking(evidence: &PhaseEvidence, assessment: &Assessment) -> Option<String> {
    let gates = || STEPS.iter().filter(|row| (Step::CodeReview..=Step::Learnings).contains(&row.step));
    let is_lacking = |step: Step| {
        assessment.owing.iter().any(|owes| owes.step == step && owes.owed)
            && assessment.clear(step) != Some(StepState::Done)
    };
    let lacking: Vec<Step> = gates().map(|row| row.step).filter(|step| is_lacking(*step)).collect();
    let first = lacking.first()?;
    let told = lacking.iter().map(|step| {
        let tell = assessment.standings.get(step).map(|standing| standing.tell.as_str()).unwrap_or_default();
        format!("{} ({tell})", step.row().name)
    });
    let told: Vec<String> = told.collect();
    Some(format!(
        "complete by its mark, without {}; to take the first: {}",
        told.join(", "),
        command(*first, evidence, assessment)
    ))
}

/// A SUMMARY whose PLAN is gone.
fn without_plan(plan: &Plan) -> Option<String> {
    let summary = plan.summary.as_ref().filter(|_| plan.path.is_none())?;
    Some(format!("{summary}: its plan is not there, and it stands for it"))
}

/// A committed artifact that says nothing that can be told: its file and line, and what would be understood.
fn untold(file: &File) -> Option<String> {
    if file.tracked != Tracked::Committed {
        return None;
    }
    match &file.reading.content {
        Content::Unknown { word, line } => {
            let known = words_of(file.name.kind).unwrap_or_default().iter().flat_map(|row| row.words.iter().copied());
            let known: Vec<&str> = known.collect();
            let kind = file.name.kind.name();
            Some(format!("{}:{line}: `{word}` is no status of {kind}; known are {}", file.path, known.join(", ")))
        }
        Content::Unreadable { line: 0, why } => Some(format!("{}: not readable: {why}", file.path)),
        Content::Unreadable { line, why } => Some(format!("{}:{line}: not readable: {why}", file.path)),
        _ => None,
    }
}
