//! Annotations of GitHub's checks: workflow commands on standard output.
//!
//! Source: `docs.github.com/actions`, "Workflow commands"; what is escaped is what `actions/toolkit` escapes. GitHub shows ten
//! annotations of a kind for each step, so errors come first.

use std::fmt::Write as _;

use super::lint::{scope, summary};
use crate::engine::escape::escape;
use crate::engine::failure::Failure;
use crate::engine::lint::{Finding, LintReport};

/// The findings of a check, a command each, and what it came to.
pub fn annotations(report: &LintReport) -> String {
    let mut out = String::new();
    if let Some(undetermined) = &report.undetermined {
        let message = lines(&undetermined.why, &undetermined.remedies);
        let _ = writeln!(out, "::error title={}::{message}", property("phase-pipeline lint"));
    }
    let mut findings: Vec<&Finding> = report.findings.iter().collect();
    findings.sort_by_key(|finding| finding.rule.severity);
    for finding in findings {
        let _ = writeln!(out, "{}", annotation(finding));
    }
    for ignored in &report.ignored {
        let finding = &ignored.finding;
        let message = format!("ignored: {} ({})", finding.message, ignored.reason);
        let title = property(&format!("{} {}", finding.rule.full_id(), finding.rule.name));
        let _ = writeln!(out, "::notice title={title}::{}", data(&message));
    }
    let told: Vec<String> = scope(report).into_iter().chain(report.notes.iter().cloned()).collect();
    let _ = writeln!(out, "::notice title={}::{}", property(&summary(report)), lines("what was looked at", &told));
    out
}

/// An error, as an annotation.
pub fn failure(failure: &Failure) -> String {
    format!("::error title={}::{}\n", property("phase-pipeline"), lines(&failure.message, &failure.remedies))
}

fn annotation(finding: &Finding) -> String {
    let rule = finding.rule;
    let file = finding.file.as_str().map_or_else(|| finding.file.to_string(), str::to_owned);
    let mut properties = vec![format!("file={}", property(&file))];
    if let Some(span) = finding.span {
        properties.push(format!("line={}", span.line));
        properties.push(format!("col={}", span.column));
        properties.push(format!("endColumn={}", span.end));
    }
    properties.push(format!("title={}", property(&format!("{} {}", rule.full_id(), rule.name))));
    let mut told: Vec<String> = finding.evidence.iter().map(|shown| format!("evidence: {shown}")).collect();
    told.extend(finding.phase.iter().map(|phase| format!("phase: {phase}")));
    told.push(format!("help: {}", finding.remedy()));
    format!("::{} {}::{}", rule.severity.word(), properties.join(","), lines(&finding.message, &told))
}

/// A message of several lines.
fn lines(first: &str, more: &[String]) -> String {
    let lines: Vec<String> = [first.to_owned()].iter().chain(more).map(|line| data(line)).collect();
    lines.join("%0A")
}

/// Text as the message of a command: nothing in it ends the command or begins another.
fn data(text: &str) -> String {
    escape(text).replace('%', "%25").replace('\r', "%0D").replace('\n', "%0A")
}

/// Text as a property of a command.
fn property(text: &str) -> String {
    data(text).replace(':', "%3A").replace(',', "%2C")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nothing_ends_a_property_or_a_command() {
        assert_eq!(property("a,line=9::x%0A\n::error::y"), "a%2Cline=9%3A%3Ax%250A\\n%3A%3Aerror%3A%3Ay");
        assert_eq!(data("a\r\n::error::b %"), "a\\r\\n::error::b %25");
        let told = failure(&Failure::usage("x", "a\nb").remedy("c\n::d"));
        assert_eq!(told, "::error title=phase-pipeline::a\\nb%0Ac\\n::d\n");
    }
}
