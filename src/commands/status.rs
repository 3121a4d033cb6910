//! Every live phase in one table, the one to take next marked.

use anyhow::Result;

use crate::engine::exit::Outcome;
use crate::methodology;
use crate::output::{board, emit};
use crate::request::Request;

pub(super) fn run(request: &Request) -> Result<Outcome> {
    let reports = methodology::detect().survey(&request.place)?;
    emit(&board::phases(&reports))?;
    Ok(Outcome::Done)
}
