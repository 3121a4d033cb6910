//! Every live phase in one table, the one to take next marked.

use anyhow::Result;

use crate::cli::Format;
use crate::engine::exit::Outcome;
use crate::methodology;
use crate::output::json::status_v0;
use crate::output::{board, emit, json};
use crate::request::Request;

pub(super) fn run(request: &Request, oneline: bool) -> Result<Outcome> {
    let survey = methodology::detect().survey(&request.place)?;
    emit(&match request.answer.format {
        Format::Json => json::text(&status_v0::of(&survey)),
        _ if oneline => board::one_line(&survey),
        _ => board::phases(&survey),
    })?;
    Ok(Outcome::Done)
}
