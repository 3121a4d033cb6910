//! The check, in one of its formats.

use anyhow::Result;

use crate::cli::Format;
use crate::engine::ask::LintAsk;
use crate::engine::exit::Outcome;
use crate::methodology;
use crate::output::json::lint_v0;
use crate::output::{emit, github, json, lint, sarif};
use crate::request::Answer;

pub(super) fn run(ask: &LintAsk, answer: Answer) -> Result<Outcome> {
    let (methodology, note) = methodology::detect(&ask.place)?;
    let mut report = methodology.lint(ask)?;
    report.notes.extend(note);
    emit(&match answer.format {
        Format::Human => lint::text(&report, answer.detail),
        Format::Json => json::text(&lint_v0::of(&report)),
        Format::Github => github::annotations(&report),
        Format::Sarif => json::text(&sarif::of(&report)),
    })?;
    Ok(report.outcome())
}
