//! `phase-pipeline/status/v0`: every phase.

use schemars::JsonSchema;
use serde::Serialize;

use super::route_v0::{self, Route};
use crate::engine::exit::Outcome;
use crate::engine::report::Survey;

/// Every phase of the project.
#[derive(Debug, Serialize, JsonSchema)]
#[schemars(title = "phase-pipeline status")]
pub struct Status {
    /// Always `phase-pipeline/status/v0`.
    pub schema: String,
    /// The process's exit code.
    pub exit: u8,
    /// The id of the phase to take next; null where every phase is complete.
    pub next: Option<String>,
    /// The answer for each phase, in order; its `exit` is what routing the phase alone would end with.
    pub phases: Vec<Route>,
}

/// The object for a survey.
pub fn of(survey: &Survey) -> Status {
    Status {
        schema: "phase-pipeline/status/v0".to_owned(),
        exit: Outcome::Done.code(),
        next: survey.next().map(|report| report.phase.id.clone()),
        phases: survey.reports.iter().map(|report| route_v0::of(report, report.decision.outcome)).collect(),
    }
}
