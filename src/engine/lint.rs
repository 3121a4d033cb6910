//! Findings of a check: rules as data, findings with their places, and what a run of all of them came to.
//!
//! Nothing in here is escaped: renderers escape all of it.

use std::collections::BTreeMap;
use std::fmt::Write as _;

use sha2::{Digest as _, Sha256};

use super::exit::Outcome;
use super::object::Oid;
use super::path::RepoPath;
use super::report::{PhaseRef, Place};
use super::table::{More, Table, TableRow};

/// How much a finding matters; the graver first.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Severity {
    /// Something that should hold does not.
    Error,
    /// Something that a reviewer should see.
    Warning,
}

impl Severity {
    /// The word in every output.
    pub fn word(self) -> &'static str {
        match self {
            Self::Error => "error",
            Self::Warning => "warning",
        }
    }
}

/// What must be looked at before a rule can speak; where it was not, silence means nothing.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Asks {
    /// The config and the names of the tracked files: every run looks at them.
    Config,
    /// A range of commits: what it changed.
    Range,
    /// The option `--uncovered`.
    Uncovered,
    /// A phase in question: one that is named, that the range touches, or with `--all` every live one.
    Phase,
}

impl Asks {
    /// What a reader is told of it.
    pub fn words(self) -> &'static str {
        match self {
            Self::Config => "every run",
            Self::Range => "a range of commits",
            Self::Uncovered => "`--uncovered`",
            Self::Phase => "each phase in question",
        }
    }
}

/// One commit of an example: a subject, and the files that it writes (none: it takes the file away; a path that ends in `/` is a
/// submodule).
#[derive(Debug, Clone, Copy)]
pub struct Step {
    /// The commit's subject.
    pub subject: &'static str,
    /// The paths and what they hold then.
    pub files: &'static [(&'static str, Option<&'static str>)],
}

/// A small project, as a history. Tests build it and run the check, and the pages show it. Of several commits the first is the
/// base of the range.
#[derive(Debug, Clone, Copy)]
pub struct Example(pub &'static [Step]);

impl Example {
    /// The example in Markdown.
    fn page(self) -> String {
        let mut parts: Vec<String> = Vec::new();
        for (at, step) in self.0.iter().enumerate() {
            if self.0.len() > 1 {
                let base = if at == 0 { ", the base of the range" } else { "" };
                parts.push(format!("Commit {}{base}: `{}`", at + 1, step.subject));
            }
            for (path, text) in step.files {
                let kind = path.rsplit_once('.').map_or("text", |(_, kind)| kind);
                parts.push(match text {
                    _ if path.ends_with('/') => format!("`{path}` is a submodule."),
                    Some("") => format!("`{path}` is there."),
                    Some(text) => format!("`{path}`:\n\n```{kind}\n{}\n```", text.trim_end()),
                    None => format!("`{path}` is removed."),
                });
            }
        }
        parts.join("\n\n")
    }
}

/// One rule: a row of the table of a methodology.
#[derive(Debug)]
pub struct Rule {
    /// Its number, as in `C001`; the letter is its family.
    pub id: &'static str,
    /// Its name in kebab case.
    pub name: &'static str,
    /// How much its findings matter.
    pub severity: Severity,
    /// What must be looked at before it can speak.
    pub asks: Asks,
    /// False for what no `pipeline.lint.ignore` can hide.
    pub can_be_ignored: bool,
    /// What it finds, and why that matters.
    pub why: &'static str,
    /// What to do about a finding.
    pub fix: &'static str,
    /// A project that has the finding.
    pub bad: Example,
    /// The same without.
    pub good: Example,
}

impl Rule {
    /// The id in every output: `lint/C001`.
    pub fn full_id(&self) -> String {
        format!("{TABLE}/{}", self.id)
    }

    /// True for its number, its full id and its name.
    pub fn is_called(&self, text: &str) -> bool {
        text == self.name || text == self.id || text == self.full_id()
    }
}

impl PartialEq for Rule {
    fn eq(&self, other: &Self) -> bool {
        self.id == other.id
    }
}

impl Eq for Rule {}

/// The id of the table of rules.
pub const TABLE: &str = "lint";

/// The rules as a reader sees them: a table, and a page for each.
pub fn table(rules: &[&'static Rule]) -> Table {
    let row = |rule: &&'static Rule| {
        TableRow::new(
            rule.id,
            [
                rule.name.to_owned(),
                rule.severity.word().to_owned(),
                rule.asks.words().to_owned(),
                if rule.can_be_ignored { "yes" } else { "no" }.to_owned(),
                rule.why.to_owned(),
            ],
        )
        .with_more(vec![
            More { heading: "What to do", text: rule.fix.to_owned() },
            More { heading: "Bad", text: rule.bad.page() },
            More { heading: "Good", text: rule.good.page() },
        ])
    };
    Table {
        id: TABLE,
        title: "Lint rules",
        intro: "What `phase-pipeline lint` finds. The letter of an id is the rule's family: C is the config, and what a range of \
                commits takes away from it; K is the classification of a phase, A its artifacts, P its plans, S what STATE and \
                 ROADMAP say of it; G is what the state files of a sprint say. Ids never change their meaning.",
        columns: &["name", "severity", "looks at", "can be ignored", "why"],
        rows: rules.iter().map(row).collect(),
    }
}

/// A part of one line, counted from 1 in characters.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Span {
    /// The line.
    pub line: usize,
    /// The first column.
    pub column: usize,
    /// The column behind the last one.
    pub end: usize,
}

/// Something that a rule found.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Finding {
    /// The rule.
    pub rule: &'static Rule,
    /// The file that it is about, below the root of the repository.
    pub file: RepoPath,
    /// Where in the file; none where it is about the file as a whole.
    pub span: Option<Span>,
    /// The text of that line.
    pub line_text: Option<String>,
    /// The phase that it is about.
    pub phase: Option<String>,
    /// What it is about, in words that stay when lines move: it tells this finding from the others of the rule.
    pub subject: String,
    /// What was found.
    pub message: String,
    /// What to do about it here, where that is more than the rule says.
    pub fix: Option<String>,
    /// What shows it.
    pub evidence: Vec<String>,
}

impl Finding {
    /// What to do about it; commands name the phase that it is about.
    pub fn remedy(&self) -> String {
        let remedy = self.fix.as_deref().unwrap_or(self.rule.fix);
        self.phase.as_ref().map_or_else(|| remedy.to_owned(), |phase| remedy.replace(" PHASE", &format!(" {phase}")))
    }

    fn order(&self) -> (&RepoPath, Option<Span>, &'static str, &Option<String>, &str, &str) {
        (&self.file, self.span, self.rule.id, &self.phase, &self.subject, &self.message)
    }

    fn identity(&self) -> [&[u8]; 4] {
        [
            self.rule.id.as_bytes(),
            self.file.as_bytes(),
            self.phase.as_deref().unwrap_or_default().as_bytes(),
            self.subject.as_bytes(),
        ]
    }
}

/// Sorts findings by place and drops those that were found twice.
pub fn settle(mut findings: Vec<Finding>) -> Vec<Finding> {
    findings.sort_by(|one, other| one.order().cmp(&other.order()));
    findings.dedup_by(|one, other| one.order() == other.order());
    findings
}

/// For each finding an id that stays the same while lines move, different from that of every other finding.
pub fn fingerprints(findings: &[&Finding]) -> Vec<String> {
    let mut seen: BTreeMap<[&[u8]; 4], usize> = BTreeMap::new();
    let mut fingerprints = Vec::new();
    for finding in findings {
        let identity = finding.identity();
        let mut hash = Sha256::new();
        for part in identity {
            hash.update(part);
            hash.update([0]);
        }
        let before = seen.entry(identity).or_default();
        hash.update(before.to_string());
        *before += 1;
        let mut hex = String::new();
        for byte in hash.finalize().iter().take(16) {
            // Writing to a String cannot fail.
            let _ = write!(hex, "{byte:02x}");
        }
        fingerprints.push(hex);
    }
    fingerprints
}

/// A finding that the project puts up with.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Ignored {
    /// The finding.
    pub finding: Finding,
    /// Why.
    pub reason: String,
}

/// The range of commits that was looked at.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Range {
    /// The rule that gave its base.
    pub rule: String,
    /// The base.
    pub base: Oid,
    /// The end that was asked for, as in `HEAD`.
    pub end: String,
    /// The end's commit.
    pub end_commit: Oid,
    /// How many commits lie behind the base up to the end.
    pub commits: usize,
    /// How many paths differ.
    pub paths: usize,
    /// How many differ from HEAD in the work tree, which an end that is not named includes.
    pub uncommitted: usize,
    /// The surfaces of both ends that all these paths belong to, each with a path.
    pub surfaces: Vec<(String, RepoPath)>,
}

impl Range {
    /// True where nothing lies between the two.
    pub fn is_empty(&self) -> bool {
        self.base == self.end_commit
    }
}

/// What a run came to.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct LintReport {
    /// What was read.
    pub place: Place,
    /// Every rule there is.
    pub rules: Vec<&'static Rule>,
    /// The range, or why there is none.
    pub range: Result<Range, String>,
    /// Why the run cannot be called clean, and the command that helps.
    pub undetermined: Option<Undetermined>,
    /// The phases that were looked at.
    pub phases: Vec<PhaseRef>,
    /// From which severity on a finding fails.
    pub fail_on: Severity,
    /// True where findings do not change the exit code.
    pub exit_zero: bool,
    /// The findings, sorted.
    pub findings: Vec<Finding>,
    /// Those that the project puts up with, sorted.
    pub ignored: Vec<Ignored>,
    /// What a reader should know beside.
    pub notes: Vec<String>,
}

/// Why a run cannot be called clean.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Undetermined {
    /// Why.
    pub why: String,
    /// What helps, a sentence or a command each.
    pub remedies: Vec<String>,
}

impl LintReport {
    /// How many findings have this severity.
    pub fn count(&self, severity: Severity) -> usize {
        self.findings.iter().filter(|finding| finding.rule.severity == severity).count()
    }

    /// True for a finding that is grave enough to fail.
    pub fn is_grave(&self, finding: &Finding) -> bool {
        finding.rule.severity <= self.fail_on
    }

    /// True where one of them is.
    pub fn fails(&self) -> bool {
        self.findings.iter().any(|finding| self.is_grave(finding))
    }

    /// What the run ends with: what could not be looked at comes before what was found.
    pub fn outcome(&self) -> Outcome {
        if self.undetermined.is_some() {
            Outcome::Undetermined
        } else if self.fails() && !self.exit_zero {
            Outcome::Findings
        } else {
            Outcome::Done
        }
    }
}

#[cfg(test)]
mod tests;
