//! What a check found, for a person.

use std::fmt::Write as _;

use anstyle::Style;

use super::human::Detail;
use super::style::{ERROR, FAINT, STRONG, WARNING, paint};
use crate::engine::escape::escape;
use crate::engine::lint::{Finding, LintReport, Severity, Span};

/// How many characters of a line are shown.
const WIDEST: usize = 120;

/// How many phases are named.
const MOST_PHASES: usize = 12;

/// What the run came to, in a line.
pub(super) fn summary(report: &LintReport) -> String {
    let count = |number: usize, word: &str| format!("{number} {word}{}", if number == 1 { "" } else { "s" });
    let mut parts =
        vec![count(report.count(Severity::Error), "error"), count(report.count(Severity::Warning), "warning")];
    if !report.ignored.is_empty() {
        parts.push(format!("{} ignored", report.ignored.len()));
    }
    let clean = if report.undetermined.is_some() { " · not everything could be looked at" } else { "" };
    format!("lint: {}{clean}", parts.join(", "))
}

/// What was looked at, in lines.
pub(super) fn scope(report: &LintReport) -> Vec<String> {
    let mut lines = Vec::new();
    match &report.range {
        Ok(range) => {
            let base = range.base.short();
            let commits = if range.commits == 1 { "commit" } else { "commits" };
            let paths = if range.paths == 1 { "path" } else { "paths" };
            let uncommitted = match range.uncommitted {
                0 => String::new(),
                count => format!(", {count} uncommitted"),
            };
            lines.push(format!(
                "range: {base}..{} ({}), {} {commits}, {} {paths}{uncommitted}",
                escape(&range.end),
                escape(&range.rule),
                range.commits,
                range.paths
            ));
            if !range.surfaces.is_empty() {
                let surfaces: Vec<String> =
                    range.surfaces.iter().map(|(name, path)| format!("{} ({path})", escape(name))).collect();
                lines.push(format!("surfaces it touches: {}", surfaces.join(", ")));
            }
        }
        Err(why) => lines.push(format!("range: none ({})", escape(why))),
    }
    if !report.phases.is_empty() {
        let phases: Vec<String> = report.phases.iter().take(MOST_PHASES).map(|phase| escape(&phase.id)).collect();
        let more = report.phases.len().saturating_sub(MOST_PHASES);
        let more = if more > 0 { format!(" and {more} more") } else { String::new() };
        lines.push(format!("phases: {}{more}", phases.join(", ")));
    }
    lines
}

/// All of it: what it came to, what was looked at, and the findings.
pub fn text(report: &LintReport, detail: Detail) -> String {
    let mut out = format!("{}\n", paint(STRONG, &summary(report)));
    if let Some(undetermined) = &report.undetermined {
        let _ = writeln!(out, "{} {}", paint(ERROR, "undetermined:"), escape(&undetermined.why));
        for remedy in &undetermined.remedies {
            let _ = writeln!(out, "{} {}", paint(FAINT, "help:"), escape(remedy));
        }
    }
    if detail == Detail::Quiet {
        return report
            .findings
            .iter()
            .filter(|finding| report.is_grave(finding))
            .fold(out, |out, found| out + &head(found));
    }
    for line in scope(report) {
        let _ = writeln!(out, "{}", paint(FAINT, &line));
    }
    for note in &report.notes {
        let _ = writeln!(out, "{} {}", paint(WARNING, "note:"), escape(note));
    }
    for finding in &report.findings {
        out.push('\n');
        out.push_str(&one(finding));
    }
    if !report.ignored.is_empty() {
        out.push('\n');
        for ignored in &report.ignored {
            let (rule, place) = (ignored.finding.rule.full_id(), place(&ignored.finding));
            let line = format!("ignored {rule} at {place}: {}", escape(&ignored.reason));
            let _ = writeln!(out, "{}", paint(FAINT, &line));
        }
    }
    out
}

/// `file:line:column`.
pub(super) fn place(finding: &Finding) -> String {
    match finding.span {
        Some(span) => format!("{}:{}:{}", finding.file, span.line, span.column),
        None => finding.file.to_string(),
    }
}

fn style_of(severity: Severity) -> Style {
    match severity {
        Severity::Error => ERROR,
        Severity::Warning => WARNING,
    }
}

/// A finding in its place, in one line.
fn head(finding: &Finding) -> String {
    format!("{}: {}", place(finding), first_line(finding))
}

fn first_line(finding: &Finding) -> String {
    let rule = finding.rule;
    let id = format!("{}[{}]", rule.severity.word(), rule.full_id());
    format!("{} {}: {}\n", paint(style_of(rule.severity), &id), rule.name, escape(&finding.message))
}

fn one(finding: &Finding) -> String {
    let style = style_of(finding.rule.severity);
    let mut out = first_line(finding);
    // What has no line of its own stands in by as much as what has one.
    let number = finding.span.map_or_else(|| " ".to_owned(), |span| span.line.to_string());
    let margin = " ".repeat(number.len());
    let _ = writeln!(out, "{margin}{} {}", paint(FAINT, "-->"), place(finding));
    if let (Some(span), Some(line)) = (finding.span, &finding.line_text) {
        let (shown, before, marked) = window(line, span);
        let _ = writeln!(out, "{margin} {}", paint(FAINT, "|"));
        let _ = writeln!(out, "{number} {} {shown}", paint(FAINT, "|"));
        let caret = format!("{}{}", " ".repeat(before), paint(style, &"^".repeat(marked)));
        let _ = writeln!(out, "{margin} {} {caret}", paint(FAINT, "|"));
    }
    for shown in &finding.evidence {
        let _ = writeln!(out, "{margin} {} evidence: {}", paint(FAINT, "="), escape(shown));
    }
    if let Some(phase) = &finding.phase {
        let _ = writeln!(out, "{margin} {} phase: {}", paint(FAINT, "="), escape(phase));
    }
    let _ = writeln!(out, "{margin} {} help: {}", paint(FAINT, "="), escape(&finding.remedy()));
    out
}

/// The part of a line that is shown, escaped; how many characters of that stand before the span, and how many in it.
fn window(line: &str, span: Span) -> (String, usize, usize) {
    let chars: Vec<char> = line.chars().collect();
    let begin = span.column.saturating_sub(1).min(chars.len());
    let end = span.end.saturating_sub(1).clamp(begin, chars.len());
    // A long line is shown from a little before the span on.
    let first = if end > WIDEST { begin.saturating_sub(20) } else { 0 };
    let last = chars.len().min(first + WIDEST);
    let part = |from: usize, to: usize| -> String {
        escape(&chars.get(from..to.max(from)).unwrap_or_default().iter().collect::<String>())
    };
    let (open, close) = (if first > 0 { "…" } else { "" }, if last < chars.len() { "…" } else { "" });
    let before = format!("{open}{}", part(first, begin));
    let marked = part(begin, end.min(last));
    let shown = format!("{before}{marked}{}{close}", part(end.min(last), last));
    (shown, before.chars().count(), marked.chars().count().max(1))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_caret_stands_below_what_is_meant() {
        let span = |column, end| Span { line: 1, column, end };
        assert_eq!(window("a \"b\" c", span(3, 6)), ("a \"b\" c".to_owned(), 2, 3));
        // A tab is shown as two characters, an escape sequence as what it is written as.
        assert_eq!(window("\t\u{1b}x", span(3, 4)), ("\\t\\u{1b}x".to_owned(), 8, 1));
        let long = format!("{}X{}", "a".repeat(500), "b".repeat(500));
        let (shown, before, marked) = window(&long, span(501, 502));
        let shown: Vec<char> = shown.chars().collect();
        assert_eq!((shown[before], marked), ('X', 1));
        assert!(shown.len() <= WIDEST + 2 && shown[0] == '…' && shown.ends_with(&['…']));
        // A place that the line does not have is at its end.
        assert_eq!(window("ab", span(9, 12)), ("ab".to_owned(), 2, 1));
    }
}
