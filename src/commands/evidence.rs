//! What an answer is made of: printed instead of the answer, or taken instead of a repository.

use std::path::Path;

use anyhow::Result;

use crate::engine::ask::PhaseAsk;
use crate::engine::escape::escape;
use crate::engine::exit::Outcome;
use crate::engine::failure::Failure;
use crate::engine::report::Report;
use crate::methodology::{self, Methodology};
use crate::output::json::evidence;
use crate::output::{emit, json};
use crate::read::given;

/// Prints it.
pub(super) fn dump(ask: &PhaseAsk) -> Result<Outcome> {
    let (methodology, _) = methodology::detect(&ask.place)?;
    let case = methodology.case(ask)?;
    emit(&json::text(&evidence::of(methodology.name(), case)))?;
    Ok(Outcome::Done)
}

/// The report that the dump in `file` gives.
pub(super) fn replay(file: &Path, ask: &PhaseAsk) -> Result<Report, Failure> {
    let dump = evidence::read(&given::text(file)?)?;
    of_name(&dump.methodology)?.replay(&dump.case, ask)
}

fn of_name(name: &str) -> Result<&'static dyn Methodology, Failure> {
    let known = methodology::ALL.iter().copied().find(|methodology| methodology.name() == name);
    known.ok_or_else(|| {
        Failure::usage("evidence-methodology", format!("this version knows no methodology `{}`", escape(name)))
            .remedy("replay it with the version that wrote it")
    })
}
