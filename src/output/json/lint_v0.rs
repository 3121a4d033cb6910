//! `phase-pipeline/lint/v0`: what a check found.

use schemars::JsonSchema;
use serde::Serialize;

use super::route_v0::Tool;
use crate::engine::lint::{self, Finding as Found, LintReport, Severity, fingerprints};
use crate::engine::path::RepoPath;

/// What a check found.
#[derive(Debug, Serialize, JsonSchema)]
#[schemars(title = "phase-pipeline lint")]
pub struct Lint {
    /// Always `phase-pipeline/lint/v0`.
    pub schema: String,
    /// The process's exit code.
    pub exit: u8,
    /// The program.
    pub tool: Tool,
    /// The root of the work tree.
    pub repository: String,
    /// The planning folder, below the root.
    pub planning: String,
    /// The workstream in force.
    pub workstream: Option<String>,
    /// The range that was looked at; null where there was none.
    pub range: Option<Range>,
    /// Why there was no range.
    pub no_range: Option<String>,
    /// Why the run cannot be called clean, whatever it found; null where it can.
    pub undetermined: Option<Undetermined>,
    /// The tokens of the phases in question, in order.
    pub phases: Vec<String>,
    /// From which severity on a finding fails: `error` or `warning`.
    pub fail_on: String,
    /// How many findings there are.
    pub counts: Counts,
    /// The findings, by file and place.
    pub findings: Vec<Finding>,
    /// Those that the project puts up with.
    pub ignored: Vec<Ignored>,
    /// What a reader should know beside.
    pub notes: Vec<String>,
}

/// A range of commits.
#[derive(Debug, Serialize, JsonSchema)]
pub struct Range {
    /// The rule that gave the base.
    pub rule: String,
    /// The base's commit.
    pub base: String,
    /// The end, as it was asked for.
    pub end: String,
    /// The end's commit.
    pub end_commit: String,
    /// How many commits lie between.
    pub commits: usize,
    /// How many paths differ.
    pub paths: usize,
    /// How many differ from HEAD in the work tree; 0 where the end was named, which leaves the work tree out.
    pub uncommitted: usize,
    /// The surfaces that all these paths belong to, at either end.
    pub surfaces: Vec<Surface>,
}

/// A surface that a range touches.
#[derive(Debug, Serialize, JsonSchema)]
pub struct Surface {
    /// Its name.
    pub name: String,
    /// A path that touches it.
    pub path: String,
}

/// Why a run cannot be called clean.
#[derive(Debug, Serialize, JsonSchema)]
pub struct Undetermined {
    /// Why.
    pub why: String,
    /// What helps, a sentence or a command each.
    pub remedies: Vec<String>,
}

/// How many findings there are.
#[derive(Debug, Serialize, JsonSchema)]
pub struct Counts {
    /// Errors.
    pub error: usize,
    /// Warnings.
    pub warning: usize,
    /// Findings that the project puts up with.
    pub ignored: usize,
}

/// Something that a rule found.
#[derive(Debug, Serialize, JsonSchema)]
pub struct Finding {
    /// The rule's id, as in `lint/C001`.
    pub rule: String,
    /// Its name.
    pub name: String,
    /// `error` or `warning`.
    pub severity: String,
    /// The file, below the root.
    pub file: String,
    /// The file's bytes, where it is no UTF-8.
    pub raw: Option<Vec<u8>>,
    /// The line, counted from 1.
    pub line: Option<usize>,
    /// The column in characters, counted from 1.
    pub column: Option<usize>,
    /// The column behind the end.
    pub end_column: Option<usize>,
    /// The phase's token.
    pub phase: Option<String>,
    /// What was found.
    pub message: String,
    /// What to do about it.
    pub fix: String,
    /// What shows it.
    pub evidence: Vec<String>,
    /// An id that stays the same while lines move.
    pub fingerprint: String,
}

/// A finding that the project puts up with.
#[derive(Debug, Serialize, JsonSchema)]
pub struct Ignored {
    /// Why.
    pub reason: String,
    /// The finding.
    pub finding: Finding,
}

/// The object for a check.
pub fn of(report: &LintReport) -> Lint {
    let ignored: Vec<&Found> = report.ignored.iter().map(|ignored| &ignored.finding).collect();
    let found: Vec<&Found> = report.findings.iter().collect();
    Lint {
        schema: "phase-pipeline/lint/v0".to_owned(),
        exit: report.outcome().code(),
        tool: Tool { version: env!("CARGO_PKG_VERSION").to_owned(), git_backend: report.place.git_backend.clone() },
        repository: report.place.repository.clone(),
        planning: report.place.planning.to_string(),
        workstream: report.place.workstream.clone(),
        range: report.range.as_ref().ok().map(range),
        no_range: report.range.as_ref().err().cloned(),
        undetermined: report.undetermined.as_ref().map(|undetermined| Undetermined {
            why: undetermined.why.clone(),
            remedies: undetermined.remedies.clone(),
        }),
        phases: report.phases.iter().map(|phase| phase.id.clone()).collect(),
        fail_on: report.fail_on.word().to_owned(),
        counts: Counts {
            error: report.count(Severity::Error),
            warning: report.count(Severity::Warning),
            ignored: report.ignored.len(),
        },
        findings: findings(&found),
        ignored: report
            .ignored
            .iter()
            .zip(findings(&ignored))
            .map(|(ignored, finding)| Ignored { reason: ignored.reason.clone(), finding })
            .collect(),
        notes: report.notes.clone(),
    }
}

fn range(range: &lint::Range) -> Range {
    let surface = |(name, path): &(String, RepoPath)| Surface { name: name.clone(), path: path.to_string() };
    Range {
        rule: range.rule.clone(),
        base: range.base.to_string(),
        end: range.end.clone(),
        end_commit: range.end_commit.to_string(),
        commits: range.commits,
        paths: range.paths,
        uncommitted: range.uncommitted,
        surfaces: range.surfaces.iter().map(surface).collect(),
    }
}

fn findings(found: &[&Found]) -> Vec<Finding> {
    let all = found.iter().zip(fingerprints(found));
    all.map(|(finding, fingerprint)| Finding {
        rule: finding.rule.full_id(),
        name: finding.rule.name.to_owned(),
        severity: finding.rule.severity.word().to_owned(),
        file: finding.file.as_str().map_or_else(|| finding.file.to_string(), str::to_owned),
        raw: finding.file.as_str().is_none().then(|| finding.file.as_bytes().to_vec()),
        line: finding.span.map(|span| span.line),
        column: finding.span.map(|span| span.column),
        end_column: finding.span.map(|span| span.end),
        phase: finding.phase.clone(),
        message: finding.message.clone(),
        fix: finding.remedy(),
        evidence: finding.evidence.clone(),
        fingerprint,
    })
    .collect()
}
