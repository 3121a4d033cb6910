//! One phase: its decision, its steps, or why.

use anyhow::Result;

use crate::cli::{Format, PrintValue};
use crate::engine::escape::escape;
use crate::engine::exit::Outcome;
use crate::engine::failure::Failure;
use crate::engine::report::{Report, StepLine};
use crate::output::json::route_v0;
use crate::output::{emit, human, json};
use crate::request::Answer;

/// Routes the phase; the outcome is the decision's.
pub(super) fn run(report: &Report, answer: Answer) -> Result<Outcome> {
    say(report, answer, report.decision.outcome, |report| human::route(report, answer.detail))
}

/// Shows every step of the phase.
pub(super) fn steps(report: &Report, answer: Answer) -> Result<Outcome> {
    say(report, answer, Outcome::Done, |report| human::steps(report, answer.detail))
}

/// Shows surfaces and depth of the phase.
pub(super) fn classify(report: &Report, answer: Answer) -> Result<Outcome> {
    say(report, answer, Outcome::Done, |report| human::classification(report, answer.detail))
}

/// Shows what is uncommitted.
pub(super) fn diagnose(report: &Report, answer: Answer) -> Result<Outcome> {
    let exit = if report.interruption.is_some() { Outcome::Interruption } else { Outcome::Done };
    say(report, answer, exit, |report| human::diagnosis(report, answer.detail))
}

/// Shows why the phase is where it is.
pub(super) fn explain(report: &Report, answer: Answer) -> Result<Outcome> {
    say(report, answer, Outcome::Done, |report| human::explain(report, answer.detail))
}

/// Shows what is missing for one step.
pub(super) fn explain_step(report: &Report, step: &str, answer: Answer) -> Result<Outcome> {
    let is_it = |line: &&StepLine| line.step.name == step || line.step.number.to_string() == step;
    let Some(line) = report.steps.iter().find(is_it) else {
        let names: Vec<&str> = report.steps.iter().map(|line| line.step.name).collect();
        return Err(Failure::usage("no-step", format!("there is no step `{}`", escape(step)))
            .remedy(format!("the steps are {}", names.join(", ")))
            .into());
    };
    say(report, answer, Outcome::Done, |report| human::explain_step(report, line.step.number, answer.detail))
}

/// Prints the answer; `exit` is what the run comes to.
fn say(report: &Report, answer: Answer, exit: Outcome, lines: impl Fn(&Report) -> String) -> Result<Outcome> {
    let decision = &report.decision;
    let text = match (answer.print, answer.format) {
        (Some(PrintValue::Command), _) => {
            decision.command.as_ref().map(|command| format!("{}\n", escape(command))).unwrap_or_default()
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
        (None, _) => lines(report),
    };
    emit(&text)?;
    Ok(exit)
}
