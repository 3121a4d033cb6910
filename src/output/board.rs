//! Every phase in one table.

use std::fmt::Write as _;

use super::style::{self, STRONG, paint};
use crate::engine::escape::escape;
use crate::engine::exit::Outcome;
use crate::engine::report::Report;

/// A line per phase; an arrow marks the first that has a step to take.
pub fn phases(reports: &[Report]) -> String {
    let width = reports.iter().map(|report| report.phase.id.chars().count()).max().unwrap_or_default();
    let next = reports.iter().position(|report| report.decision.outcome != Outcome::Complete);
    let mut out = String::new();
    for (at, report) in reports.iter().enumerate() {
        let decision = &report.decision;
        let target = match (&decision.step, decision.outcome) {
            (Some(step), Outcome::Done) => step.to_string(),
            (_, outcome) => outcome.row().name.to_owned(),
        };
        let arrow = if Some(at) == next { "→" } else { " " };
        let id = paint(STRONG, &format!("{:<width$}", escape(&report.phase.id)));
        let target = paint(style::of_outcome(decision.outcome), &format!("{target:<18}"));
        let _ = writeln!(out, "{arrow} {id}  {target} {} — {}", escape(&report.phase.name), escape(&decision.summary));
    }
    if reports.is_empty() {
        out.push_str("no phase yet\n");
    }
    out
}
