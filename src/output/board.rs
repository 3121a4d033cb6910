//! Every phase in one table.

use std::collections::BTreeSet;
use std::fmt::Write as _;

use super::style::{self, FAINT, STRONG, WARNING, paint};
use super::words::target;
use crate::engine::escape::escape;
use crate::engine::exit::Outcome;
use crate::engine::report::{Report, Survey};

/// One line for a shell's prompt: the phase to take next and where it goes on, and how many phases are complete.
pub fn one_line(survey: &Survey) -> String {
    let reports = &survey.reports;
    let complete = reports.iter().filter(|report| report.decision.outcome == Outcome::Complete).count();
    let count = format!("{complete} of {} complete", reports.len());
    match survey.next() {
        None if reports.is_empty() => "no phase yet\n".to_owned(),
        None => format!("{count}\n"),
        Some(report) => {
            let target = paint(style::of_outcome(report.decision.outcome), &target(&report.decision));
            format!("{} → {target} · {count}\n", paint(STRONG, &escape(&report.phase.id)))
        }
    }
}

/// A line per phase; an arrow marks the one to take next.
pub fn phases(survey: &Survey) -> String {
    let Survey { reports, next } = survey;
    if reports.is_empty() {
        return "no phase yet\n".to_owned();
    }
    let widest = |of: &dyn Fn(&Report) -> usize| reports.iter().map(of).max().unwrap_or_default();
    let ids = widest(&|report| report.phase.id.chars().count());
    let targets = widest(&|report| target(&report.decision).chars().count());
    let mut out = String::new();
    for (at, report) in reports.iter().enumerate() {
        let decision = &report.decision;
        let arrow = if next.as_ref().is_some_and(|next| next.at == at) { "→" } else { " " };
        let id = paint(STRONG, &format!("{:<ids$}", escape(&report.phase.id)));
        let target = paint(style::of_outcome(decision.outcome), &format!("{:<targets$}", target(decision)));
        let why = paint(FAINT, &format!("— {}", escape(&decision.summary)));
        let _ = writeln!(out, "{arrow} {id}  {target}  {} {why}", escape(&report.phase.name));
    }
    // Most of it is known of the place, and so to every report of it.
    let mut told = BTreeSet::new();
    for warning in reports.iter().flat_map(|report| &report.warnings).filter(|warning| told.insert(*warning)) {
        let _ = writeln!(out, "\n{} {}", paint(WARNING, "warning:"), escape(warning));
    }
    if let (Some(next), Some(report)) = (next, survey.next()) {
        let why = if next.why.is_empty() { String::new() } else { format!(" ({})", escape(&next.why)) };
        let _ = writeln!(out, "\n→ is the one to take next{why}: {}", escape(&report.own.command(&report.phase.id)));
        match next.before {
            0 => {}
            1 => out.push_str("  one before it is not complete\n"),
            before => {
                let _ = writeln!(out, "  {before} before it are not complete");
            }
        }
    }
    out
}
