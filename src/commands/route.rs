//! One phase: its decision, its steps, or why.

use anyhow::Result;

use crate::cli::{Format, PrintValue};
use crate::engine::exit::Outcome;
use crate::engine::report::Report;
use crate::output::json::route_v0;
use crate::output::{emit, human, json};
use crate::request::Answer;

/// Routes the phase; the outcome is the decision's.
pub(super) fn run(report: &Report, answer: Answer) -> Result<Outcome> {
    say(report, answer, |report| human::route(report, answer.detail))?;
    Ok(report.decision.outcome)
}

/// Shows every step of the phase.
pub(super) fn steps(report: &Report, answer: Answer) -> Result<Outcome> {
    say(report, answer, human::steps)?;
    Ok(Outcome::Done)
}

/// Shows why the phase is where it is.
pub(super) fn explain(report: &Report, answer: Answer) -> Result<Outcome> {
    say(report, answer, human::explain)?;
    Ok(Outcome::Done)
}

fn say(report: &Report, answer: Answer, lines: impl Fn(&Report) -> String) -> Result<()> {
    let decision = &report.decision;
    let text = match (answer.print, answer.format) {
        (Some(PrintValue::Command), _) => {
            decision.command.as_ref().map(|command| format!("{command}\n")).unwrap_or_default()
        }
        (Some(PrintValue::Step), _) => decision.step.map(|step| format!("{}\n", step.number)).unwrap_or_default(),
        (Some(PrintValue::Row), _) => format!("{}\n", decision.row),
        (Some(PrintValue::Exit), _) => format!("{}\n", decision.outcome.code()),
        (None, Format::Json) => json::text(&route_v0::of(report)),
        (None, Format::Human) => lines(report),
    };
    emit(&text)?;
    Ok(())
}
