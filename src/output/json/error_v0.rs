//! `phase-pipeline/error/v0`.

use schemars::JsonSchema;
use serde::Serialize;

use crate::engine::failure::Failure;

/// An error, where an answer was asked for in JSON.
#[derive(Debug, Serialize, JsonSchema)]
#[schemars(title = "phase-pipeline error")]
pub struct Error {
    /// Always `phase-pipeline/error/v0`.
    pub schema: String,
    /// The process's exit code.
    pub exit: u8,
    /// A stable id of the error.
    pub id: String,
    /// What is wrong and where.
    pub message: String,
    /// What helps, a sentence or a command each.
    pub remedies: Vec<String>,
}

/// The object for an error.
pub fn of(failure: &Failure) -> Error {
    Error {
        schema: "phase-pipeline/error/v0".to_owned(),
        exit: failure.outcome.code(),
        id: failure.id.to_owned(),
        message: failure.message.clone(),
        remedies: failure.remedies.clone(),
    }
}
