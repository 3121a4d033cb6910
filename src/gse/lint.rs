//! The rules of `lint`: what the state files of a sprint get wrong.

use super::claims::claims;
use super::evidence::{SprintEvidence, StateFile};
use super::shapes::Then;
use super::text::document::Said;
use crate::engine::lint::{Asks, Example, Finding, Rule, Severity, Span, Step};
use crate::engine::path::RepoPath;

/// An example that is one commit with these state files.
macro_rules! state {
    ($($path:literal: $text:literal),+) => {
        Example(&[Step { subject: "gse(plan): sprint 1", files: &[$(($path, Some($text))),+] }])
    };
}

/// Writes the table of rules: for each a static of that name, and all of them as `RULES`, in the order of the table.
macro_rules! rules {
    ($($name:ident = $id:literal $word:literal, $severity:ident {
        why: $why:literal,
        fix: $fix:literal,
        bad: $bad:expr,
        good: $good:expr,
    })*) => {
        $(
            #[doc = $why]
            static $name: Rule = Rule {
                id: $id,
                name: $word,
                severity: Severity::$severity,
                asks: Asks::Config,
                can_be_ignored: false,
                why: $why,
                fix: $fix,
                bad: $bad,
                good: $good,
            };
        )*

        /// Every rule.
        pub static RULES: &[&Rule] = &[$(&$name),*];
    };
}

rules! {
    REFUSED = "G001" "refused-state-file", Error {
        why: "A state file has a form that nothing can be read from: every answer about the sprint is undetermined.",
        fix: "mend the file; `phase-pipeline explain shape` lists the forms that are refused",
        bad: state!(".gse/plan.yaml": "sprint: 1\nstatus: active\nworkflow: {active: [\n"),
        good: state!(".gse/plan.yaml": "sprint: 1\nstatus: active\nworkflow: {active: reqs}\n"),
    }
    FORM = "G002" "other-form", Warning {
        why: "A state file has another form than its template. It is read here; the methodology's own tools may pass over it.",
        fix: "write it as the template has it; `phase-pipeline explain shape` says what each form is read as",
        bad: state!(".gse/backlog.yaml": "tasks:\n  - {id: TASK-001, sprint: 1, status: planned}\n"),
        good: state!(".gse/backlog.yaml": "items:\n  - {id: TASK-001, sprint: 1, status: planned}\n"),
    }
    WORD = "G003" "unknown-state-word", Error {
        why: "A word that its list does not have may stand for any of them, so an answer that depends on it is none.",
        fix: "write one of the words that the list has",
        bad: state!(".gse/plan.yaml": "sprint: 1\nstatus: going\nworkflow: {active: reqs}\n"),
        good: state!(".gse/plan.yaml": "sprint: 1\nstatus: active\nworkflow: {active: reqs}\n"),
    }
    WORKFLOW = "G004" "workflow-bookkeeping", Error {
        why: "Every expected activity is completed, active, pending or skipped, and the active one is not completed; a workflow that \
              breaks this has lost an activity or counts one twice.",
        fix: "put each activity into one of the four lists",
        bad: state!(".gse/plan.yaml": "sprint: 1\nstatus: active\nworkflow: {expected: [plan, reqs, deliver], completed: [{activity: plan}], active: reqs, pending: []}\n"),
        good: state!(".gse/plan.yaml": "sprint: 1\nstatus: active\nworkflow: {expected: [plan, reqs, deliver], completed: [{activity: plan}], active: reqs, pending: [deliver]}\n"),
    }
    CLAIM = "G005" "denied-claim", Warning {
        why: "A state file says something that git, or the file which owns it, denies; whoever reads it alone is misled.",
        fix: "write what is so",
        bad: state!(".gse/plan.yaml": "sprint: 1\nstatus: active\nworkflow: {completed: [{activity: reqs}], active: design}\n"),
        good: state!(".gse/plan.yaml": "sprint: 1\nstatus: active\nworkflow: {completed: [{activity: reqs}], active: design}\n", "docs/sprints/sprint-01/reqs.md": "# Requirements\n\nREQ-001.\n"),
    }
}

/// What the rules find in a sprint.
pub fn findings(evidence: &SprintEvidence) -> Vec<Finding> {
    let mut findings = Vec::new();
    of_form(&evidence.plan, &mut findings);
    of_form(&evidence.status, &mut findings);
    of_form(&evidence.backlog, &mut findings);
    of_form(&evidence.config, &mut findings);
    of_form(&evidence.profile, &mut findings);
    words(evidence, &mut findings);
    workflow(evidence, &mut findings);
    for claim in claims(evidence) {
        let (file, line) = claim.file.rsplit_once(':').unwrap_or((&claim.file, "0"));
        let message = format!("{}, and {}", claim.says, claim.git_says);
        findings.push(finding(&CLAIM, &RepoPath::from(file), line.parse().unwrap_or(0), &claim.says, message));
    }
    for finding in &mut findings {
        finding.phase = Some(evidence.sprint.to_string());
    }
    findings
}

fn finding(rule: &'static Rule, file: &RepoPath, line: usize, subject: &str, message: String) -> Finding {
    Finding {
        rule,
        file: file.clone(),
        // YAML is read as a whole: the line is known, the place in it is not.
        span: (line > 0).then_some(Span { line, column: 1, end: 1 }),
        line_text: None,
        phase: None,
        subject: subject.to_owned(),
        message,
        fix: None,
        evidence: Vec::new(),
    }
}

/// The form of a state file.
fn of_form<T>(file: &StateFile<T>, findings: &mut Vec<Finding>) {
    if let Some(refusal) = file.refusal() {
        let shape = refusal.met.shape.row();
        let mut refused = finding(&REFUSED, &file.path, refusal.met.line, shape.id, refusal.why.clone());
        if let Then::Refused(remedy) = shape.then {
            refused.fix = Some(remedy.replace("FILE", &file.path.to_string()));
        }
        findings.push(refused);
    }
    for met in &file.met {
        let shape = met.shape.row();
        let message = match shape.then {
            Then::Read(is) => format!("`{}`: {}; read as {is}", met.at, shape.form),
            Then::Refused(_) => continue,
        };
        findings.push(finding(&FORM, &file.path, met.line, &format!("{} {}", shape.id, met.at), message));
    }
}

/// Words that their list does not have.
fn words(evidence: &SprintEvidence, findings: &mut Vec<Finding>) {
    let mut unknown = |file: &RepoPath, line: usize, key: &str, word: &str| {
        findings.push(finding(&WORD, file, line, key, format!("`{word}` is no word of `{key}`")));
    };
    if let Some(plan) = evidence.own_plan() {
        if let Said::Unknown(word) = &plan.status {
            unknown(&evidence.plan.path, plan.status_line, "status", word);
        }
        if let Said::Unknown(word) = &plan.mode {
            unknown(&evidence.plan.path, 0, "mode", word);
        }
        if let Said::Unknown(word) = &plan.active {
            unknown(&evidence.plan.path, plan.workflow_line, "workflow.active", word);
        }
    }
    if let Some(config) = evidence.config.facts() {
        if let Said::Unknown(word) = &config.mode {
            unknown(&evidence.config.path, 0, "lifecycle.mode", word);
        }
        if let Said::Unknown(word) = &config.strategy {
            unknown(&evidence.config.path, 0, "git.strategy", word);
        }
    }
    for task in evidence.tasks() {
        if let Said::Unknown(word) = &task.status {
            unknown(&evidence.backlog.path, 0, &format!("{}.status", task.id), word);
        }
    }
}

/// The four lists of the workflow against what is expected.
fn workflow(evidence: &SprintEvidence, findings: &mut Vec<Finding>) {
    let Some(plan) = evidence.own_plan() else { return };
    let mut broken = |subject: &str, message: String| {
        findings.push(finding(&WORKFLOW, &evidence.plan.path, plan.workflow_line, subject, message));
    };
    let is_skipped = |activity: &Said<_>| plan.skipped.iter().any(|(skipped, _)| skipped == activity);
    for expected in &plan.expected {
        let lists = [
            plan.completed.contains(expected),
            plan.active == *expected,
            plan.pending.contains(expected),
            is_skipped(expected),
        ];
        let Said::Known(activity) = expected else { continue };
        let name = activity.row().name;
        match lists.into_iter().filter(|holds| *holds).count() {
            0 => broken(name, format!("{name} is expected, and neither completed, active, pending nor skipped")),
            1 => {}
            _ => broken(name, format!("{name} stands in several of completed, active, pending and skipped")),
        }
    }
}
