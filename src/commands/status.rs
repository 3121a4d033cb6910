//! Every live phase in one table, the one to take next marked.

use anyhow::Result;

use crate::cli::Format;
use crate::engine::exit::Outcome;
use crate::methodology;
use crate::output::human::Detail;
use crate::output::json::status_v0;
use crate::output::{board, emit, json};
use crate::request::Request;

pub(super) fn run(request: &Request, oneline: bool) -> Result<Outcome> {
    let (methodology, note) = methodology::detect(&request.place)?;
    let mut survey = methodology.survey(&request.place)?;
    if let (Some(report), Some(note)) = (survey.reports.first_mut(), note) {
        // What is known of the place stands at the first report.
        report.warnings.push(note);
    }
    emit(&match request.answer.format {
        Format::Json => json::text(&status_v0::of(&survey)),
        _ if oneline || request.answer.detail == Detail::Quiet => board::one_line(&survey),
        _ => board::phases(&survey),
    })?;
    Ok(Outcome::Done)
}
