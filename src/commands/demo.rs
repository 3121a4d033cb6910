//! The sample project: builds it, routes its phases, and says what to try next.

use std::fmt::Write as _;
use std::path::Path;

use anyhow::Result;

use crate::engine::ask::{PhaseAsk, Place};
use crate::engine::escape::escape;
use crate::engine::exit::Outcome;
use crate::engine::failure::Failure;
use crate::methodology;
use crate::output::{emit, human};
use crate::write::demo::{self, phases};

/// What a reader may try next; `{dir}` stands for the project.
const TRY: &[&str] = &[
    "cd {dir}",
    "phase-pipeline                     # every phase in one table",
    "phase-pipeline 4                   # one phase: its decision",
    "phase-pipeline steps 4             # every step of it",
    "phase-pipeline explain 4           # why",
    "phase-pipeline explain resume      # the rows that decide",
];

pub(super) fn run(dir: Option<&Path>) -> Result<Outcome> {
    let built = match dir {
        Some(dir) => demo::build(dir),
        None => demo::temporary_folder().and_then(|dir| demo::build(&dir)),
    };
    let project = built.map_err(Failure::from)?;
    let shown = escape(&project.folder.to_string_lossy());
    let mut out = format!("built a sample project of {} commits in {shown}\n\n", project.commits);
    for phase in phases() {
        let place = Place { start: project.folder.clone(), ..Place::default() };
        let ask = PhaseAsk { place, phase: phase.id.to_owned(), ..PhaseAsk::default() };
        let report = methodology::detect().report(&ask)?;
        let _ = writeln!(out, "# {}\n{}", phase.about, human::route(&report, human::Detail::Quiet));
    }
    out.push_str("try next:\n");
    for line in TRY {
        let _ = writeln!(out, "  {}", line.replace("{dir}", &shown));
    }
    emit(&out)?;
    Ok(Outcome::Done)
}
