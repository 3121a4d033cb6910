//! A surface map: proposed, and put into the config where that is asked for.

use anyhow::Result;

use crate::cli::Format;
use crate::engine::exit::Outcome;
use crate::engine::failure::Failure;
use crate::engine::propose::report::ConfigChange;
use crate::git::{Backend, Repository};
use crate::methodology;
use crate::output::json::init_v0;
use crate::output::{emit, json, map};
use crate::request::{Init, Request};
use crate::write::replace::replace_file;
use crate::write::steps::Unhindered;

pub(super) fn run(request: &Request, init: Init) -> Result<Outcome> {
    let (methodology, _) = methodology::detect(&request.place)?;
    let report = methodology.proposal(&request.place, init.force)?;
    if init.write {
        write(request, report.change.as_ref().map_err(Clone::clone)?)?;
    }
    emit(&match request.answer.format {
        Format::Json => json::text(&init_v0::of(&report, init.write)),
        // The others are refused for everything but a check.
        _ => map::text(&report, init.write, request.answer.detail),
    })?;
    Ok(Outcome::Done)
}

fn write(request: &Request, change: &ConfigChange) -> Result<(), Failure> {
    let repository = Repository::discover(&request.place.start, Backend::Auto)?;
    let place = repository.place(&change.path)?.ok_or_else(|| {
        Failure::environment("link", format!("{} is reached through a link; nothing was written", change.path))
            .remedy("run it where the folder itself lies")
    })?;
    Ok(replace_file(&Unhindered, &place, change.old.as_deref(), &change.new)?)
}
