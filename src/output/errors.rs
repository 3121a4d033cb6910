//! Errors: for a person on standard error, for a program as one JSON object on standard output.

use std::fmt::Write as _;

use super::style::{ERROR, FAINT, paint};
use crate::engine::failure::Failure;

/// The error and what helps, for a person.
pub fn human(failure: &Failure) -> String {
    let mut out = format!("{} {}\n", paint(ERROR, "error:"), failure.message);
    for remedy in &failure.remedies {
        let _ = writeln!(out, "{} {remedy}", paint(FAINT, "help:"));
    }
    out
}
