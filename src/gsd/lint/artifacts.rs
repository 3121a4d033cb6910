//! Family A: the artifacts of a phase, and what it lacks.

use super::phase::Looked;
use super::rules::artifacts as rules;
use crate::engine::evidence::{Content, StepState};
use crate::engine::lint::{Finding, Rule, Span};
use crate::engine::path::RepoPath;
use crate::gsd::artifacts::Kind;
use crate::gsd::evidence::{File, PhaseEvidence};
use crate::gsd::situation::Execution;
use crate::gsd::standing::{Standing, standing};
use crate::gsd::steps::Step;
use crate::gsd::text::surfaces::nearest;
use crate::gsd::words::words_of;

/// The steps before the plan and its execution that a later one can pass by. RESEARCH and the plan itself are no gates, and the
/// lock has rules of its own.
const BEFORE: &[Step] = &[Step::Spec, Step::Discuss, Step::UiSpec, Step::AiSpec, Step::PlanReview];

/// The steps after execution that judge it. LEARNINGS judge nothing, and are drawn from a phase that is marked already.
const AFTER: &[Step] =
    &[Step::CodeReview, Step::ReviewFix, Step::Secure, Step::Validate, Step::SurfaceReviews, Step::Verify];

/// How many files one finding names.
const FEW: usize = 5;

/// The findings of these rules.
pub fn findings(looked: &Looked<'_>) -> Vec<Finding> {
    let mut findings = Vec::new();
    // What is owed, and how old it is, the life of the phase tells.
    if looked.is_open() && !looked.is_cut() {
        findings.extend(gates(looked));
    }
    for file in looked.evidence().files.iter().filter(|file| looked.is_asked_about(&file.path)) {
        findings.extend(content(looked, file));
    }
    findings.extend(uncommitted(looked));
    for (path, _) in looked.evidence().unrecognised.iter().filter(|(path, _)| looked.is_asked_about(path)) {
        let message = format!("{}: nothing is read from it, and its name may be a plan's or a summary's", name(path));
        findings.push(looked.finding(&rules::NAME_DRIFT, path, "", message));
    }
    findings
}

/// Something that a phase owes.
struct Gate {
    /// The gate, or the step where it is no gate.
    name: String,
    step: Step,
    standing: Standing,
    is_pinned: bool,
    reason: String,
}

impl Gate {
    /// True where nothing that may be evidence of it says that it is done.
    fn lacks(&self) -> bool {
        !self.standing.states.contains(&StepState::Done)
    }

    fn is(&self, states: &[StepState]) -> bool {
        self.standing.states.iter().all(|state| states.contains(state))
    }

    fn told(&self) -> String {
        format!("{} ({})", self.name, self.standing.tell)
    }
}

/// What the phase owes of these steps. Of the step of several gates, each.
fn owed(looked: &Looked<'_>, steps: &[Step]) -> Vec<Gate> {
    let (evidence, assessment) = (looked.evidence(), looked.assessment());
    let mut owed = Vec::new();
    for owes in assessment.owing.iter().filter(|owes| owes.owed && steps.contains(&owes.step)) {
        if owes.step != Step::SurfaceReviews {
            let Some(standing) = assessment.standings.get(&owes.step).cloned() else { continue };
            owed.push(Gate {
                name: owes.step.row().name.to_owned(),
                step: owes.step,
                standing,
                is_pinned: owes.gates.iter().any(|gate| is_pinned(evidence, gate)),
                reason: owes.reason.clone(),
            });
            continue;
        }
        for gate in &owes.gates {
            let one = owes.of_gate(gate, evidence);
            owed.push(Gate {
                name: gate.clone(),
                step: owes.step,
                standing: standing(owes.step, evidence, &assessment.plans, assessment.execution, &one),
                is_pinned: is_pinned(evidence, gate),
                reason: one.reason,
            });
        }
    }
    owed
}

fn is_pinned(evidence: &PhaseEvidence, gate: &str) -> bool {
    let classified = evidence.setup.classified.as_ref().filter(|_| !evidence.setup.of_before);
    classified.is_some_and(|classified| classified.gates.get(gate).is_some_and(|asked| asked.pinned))
}

fn gates(looked: &Looked<'_>) -> Vec<Finding> {
    let evidence = looked.evidence();
    let mut findings = Vec::new();
    let has_begun = !matches!(looked.assessment().execution, Execution::None | Execution::Unclear);
    let is_executed = looked.assessment().execution == Execution::All;
    let is_marked = evidence.marks.marked.marked || evidence.marks.shipped;
    // A phase of before is complete by its mark; where plans are left, that is what the mark is held against.
    let claims_end = is_marked && is_executed && !evidence.setup.of_before;
    // Stale reviews of plans are what added plans make of them.
    let before = if has_begun { owed(looked, BEFORE) } else { Vec::new() };
    let before = before.into_iter().filter(|gate| gate.lacks() && !gate.is(&[StepState::Stale]));
    let (pinned, passed_by): (Vec<Gate>, Vec<Gate>) = before.partition(|gate| gate.is_pinned);
    findings.extend(pinned.iter().map(|gate| pinned_lacking(looked, gate, "its execution has begun")));
    // No route leads a phase of before back.
    if !passed_by.is_empty() && !evidence.setup.of_before {
        let message = format!("execution has begun without {}", listed(&passed_by));
        findings.push(of_several(looked, &rules::STEPS_PASSED_BY, &passed_by, message));
    }
    let mut after: Vec<Gate> = owed(looked, AFTER).into_iter().filter(Gate::lacks).collect();
    // Without a review there is nothing to fix.
    if after.iter().any(|gate| gate.step == Step::CodeReview) {
        after.retain(|gate| gate.step != Step::ReviewFix);
    }
    let (stale, rest): (Vec<Gate>, Vec<Gate>) =
        after.into_iter().partition(|gate| !(claims_end && gate.is_pinned) && gate.is(&[StepState::Stale]));
    if is_executed {
        findings.extend(stale.iter().map(|gate| {
            let message = format!("{}: {}", gate.name, gate.standing.tell);
            let file = gate.standing.files.first().map_or_else(|| looked.place(), |line| line.path.clone());
            looked.finding(&rules::STALE, &file, &gate.name, message)
        }));
    }
    if claims_end {
        let (pinned, lacking): (Vec<Gate>, Vec<Gate>) = rest.into_iter().partition(|gate| gate.is_pinned);
        findings.extend(pinned.iter().map(|gate| pinned_lacking(looked, gate, "it is marked complete")));
        if !lacking.is_empty() {
            let message = format!("marked complete without {}", listed(&lacking));
            findings.push(of_several(looked, &rules::GATES_LACKING, &lacking, message));
        }
    }
    findings
}

fn listed(gates: &[Gate]) -> String {
    gates.iter().map(|gate| gate.name.as_str()).collect::<Vec<_>>().join(", ")
}

fn pinned_lacking(looked: &Looked<'_>, gate: &Gate, past: &str) -> Finding {
    let message = format!("{past}, and {} is {}: {}", gate.name, gate.reason, gate.standing.tell);
    let fix = format!("phase-pipeline {} {}", looked.evidence().id, gate.step.row().name);
    let finding = looked.finding(&rules::PINNED_GATE_LACKING, &looked.place(), &gate.name, message);
    Finding { fix: Some(format!("take the step: {fix}")), ..finding }
}

fn of_several(looked: &Looked<'_>, rule: &'static Rule, gates: &[Gate], message: String) -> Finding {
    let evidence = gates.iter().map(Gate::told).collect();
    Finding { evidence, ..looked.finding(rule, &looked.place(), "", message) }
}

/// What a file says of itself that cannot be used.
fn content(looked: &Looked<'_>, file: &File) -> Vec<Finding> {
    let mut findings = Vec::new();
    let kind = file.name.kind.name();
    let name = name(&file.path);
    let mut finding = |rule, line: usize, message: String, fix: Option<String>| {
        let text = looked.line(&file.path, line);
        let span = (line > 0).then(|| {
            let length = text.map_or(1, |text| text.trim_end().chars().count());
            Span { line, column: 1, end: length.max(1) + 1 }
        });
        let line_text = text.map(str::to_owned);
        findings.push(Finding { span, line_text, fix, ..looked.finding(rule, &file.path, "", message) });
    };
    match &file.reading.content {
        Content::Unknown { word, line } => {
            let known = known_words(file.name.kind);
            let message = format!("`{word}` is no status of {kind}; known are {}", known.join(", "));
            let fix = nearest(word, &known).map(|meant| format!("write `{meant}`"));
            finding(&rules::UNKNOWN_STATUS, *line, message, fix);
        }
        Content::Unreadable { line, why } => {
            finding(&rules::UNREADABLE, *line, format!("{name}: not readable: {why}"), None);
        }
        Content::Truncated { line, why } => {
            finding(&rules::TRUNCATED, *line, format!("{name}: cut short: {why}"), None);
        }
        Content::Finished { .. } | Content::Draft { .. } => {}
    }
    if let Some(note) = &file.reading.salvaged {
        finding(&rules::SALVAGED, note.line, format!("{name}: the front matter is no valid YAML: {}", note.text), None);
    }
    findings
}

/// The words of a kind, as they are written.
pub fn known_words(kind: Kind) -> Vec<&'static str> {
    words_of(kind).unwrap_or_default().iter().flat_map(|row| row.words.iter().copied()).collect()
}

/// The artifacts that are not committed, all in one: a work tree that lacks its files would drown everything else.
fn uncommitted(looked: &Looked<'_>) -> Option<Finding> {
    let evidence = looked.evidence();
    let is_meant = |file: &&File| file.tracked.is_uncommitted() && !evidence.ignored_wip.contains(&file.path);
    let files: Vec<&File> = evidence.files.iter().filter(is_meant).collect();
    let first = files.first().filter(|_| looked.phase.case.place.committed)?;
    let message = match files.len() {
        1 => format!("{} is {}", name(&first.path), first.tracked.word()),
        count => format!("{count} artifacts are not committed as they lie here"),
    };
    let told = files.iter().take(FEW).map(|file| format!("{}: {}", file.path, file.tracked.word())).collect();
    Some(Finding { evidence: told, ..looked.finding(&rules::UNCOMMITTED, &first.path, "", message) })
}

fn name(path: &RepoPath) -> String {
    String::from_utf8_lossy(path.file_name()).into_owned()
}
