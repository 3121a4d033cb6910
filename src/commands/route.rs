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
    say(report, answer, report.decision.outcome, |report| human::route(report, answer.detail))
}

/// Shows every step of the phase.
pub(super) fn steps(report: &Report, answer: Answer) -> Result<Outcome> {
    say(report, answer, Outcome::Done, human::steps)
}

/// Shows surfaces and depth of the phase.
pub(super) fn classify(report: &Report, answer: Answer) -> Result<Outcome> {
    say(report, answer, Outcome::Done, human::classification)
}

/// Shows why the phase is where it is.
pub(super) fn explain(report: &Report, answer: Answer) -> Result<Outcome> {
    say(report, answer, Outcome::Done, human::explain)
}

/// Prints the answer; `exit` is what the run comes to.
fn say(report: &Report, answer: Answer, exit: Outcome, lines: impl Fn(&Report) -> String) -> Result<Outcome> {
    let decision = &report.decision;
    let text = match (answer.print, answer.format) {
        (Some(PrintValue::Command), _) => {
            decision.command.as_ref().map(|command| format!("{command}\n")).unwrap_or_default()
        }
        // Under an interruption the step is what comes after it: a script must not take it for the next.
        (Some(PrintValue::Step), _) => decision
            .step
            .filter(|_| decision.outcome == Outcome::Done)
            .map(|step| format!("{}\n", step.number))
            .unwrap_or_default(),
        (Some(PrintValue::Row), _) => format!("{}\n", decision.row),
        (Some(PrintValue::Exit), _) => format!("{}\n", exit.code()),
        (None, Format::Json) => json::text(&route_v0::of(report, exit)),
        (None, Format::Human) => lines(report),
    };
    emit(&text)?;
    Ok(exit)
}
