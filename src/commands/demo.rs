//! The sample project: builds it, routes its phases, and says what to try next.

use std::fmt::Write as _;
use std::path::Path;

use anyhow::Result;

use crate::engine::ask::{PhaseAsk, Place};
use crate::engine::escape::escape;
use crate::engine::exit::Outcome;
use crate::engine::failure::Failure;
use crate::engine::own::word;
use crate::methodology;
use crate::output::{emit, human};
use crate::request::Answer;
use crate::write::demo::{self, PHASED, SPRINTED};

/// What a reader may try next; `{dir}` stands for the project, `{phase}` for one of its phases.
const TRY: &[&str] = &[
    "cd {dir}",
    "phase-pipeline                     # every one in one table",
    "phase-pipeline {phase}                   # one: its decision",
    "phase-pipeline steps {phase}             # every step of it",
    "phase-pipeline explain {phase}           # why",
    "phase-pipeline explain {table}      # the rows that decide",
];

pub(super) fn run(dir: Option<&Path>, gse: bool, answer: Answer) -> Result<Outcome> {
    let sample = if gse { &SPRINTED } else { &PHASED };
    let built = match dir {
        Some(dir) => demo::build(dir, sample),
        None => demo::temporary_folder().and_then(|dir| demo::build(&dir, sample)),
    };
    let project = built.map_err(Failure::from)?;
    let shown = escape(&project.folder.to_string_lossy());
    let mut out = format!("built a sample project of {} commits in {shown}\n", project.commits);
    if answer.detail == human::Detail::Quiet {
        emit(&out)?;
        return Ok(Outcome::Done);
    }
    out.push('\n');
    let place = Place { start: project.folder.clone(), ..Place::default() };
    let (methodology, _) = methodology::detect(&place)?;
    for phase in sample.phases {
        let ask = PhaseAsk { place: place.clone(), phase: phase.id.to_owned(), ..PhaseAsk::default() };
        let report = methodology.report(&ask)?;
        let _ = writeln!(out, "# {}\n{}", phase.about, human::route(&report, human::Detail::Quiet));
    }
    out.push_str("try next:\n");
    // The rows of a phase that nothing interrupts are those of the table that decides.
    let table = sample.phases.first().and_then(|phase| phase.row.split('/').next()).unwrap_or_default();
    for line in TRY {
        let line = line
            .replace("{dir}", &escape(&word(&project.folder.to_string_lossy())))
            .replace("{phase}", sample.to_try)
            .replace("{table}", table);
        let _ = writeln!(out, "  {line}");
    }
    emit(&out)?;
    Ok(Outcome::Done)
}
