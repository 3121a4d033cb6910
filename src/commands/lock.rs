//! A lock or a waiver: decided, shown, written, committed.

use anyhow::Result;

use crate::cli::Format;
use crate::engine::ask::PhaseAsk;
use crate::engine::exit::Outcome;
use crate::engine::failure::Failure;
use crate::engine::lock::Remark;
use crate::engine::lock::proposal::{Aim, LockAsk};
use crate::engine::report::Report;
use crate::git::{Backend, Repository};
use crate::methodology;
use crate::output::json::lock_v0;
use crate::output::lock::{self as lines, Came, Told};
use crate::output::{emit, json};
use crate::read::given;
use crate::request::{Answer, Lock};
use crate::write::lock::LockWriter;

pub(super) fn run(task: &Lock, answer: Answer) -> Result<Outcome> {
    let mut ask = task.ask.clone();
    if let Some(file) = &task.paths_from {
        let text = given::text(file)?;
        ask.paths.extend(text.lines().map(str::trim).filter(|line| !line.is_empty()).map(str::to_owned));
    }
    carry_out(&ask, task, answer)
}

/// Asks whether a lock that records the classification would be refused now: what would be is not offered.
pub(super) fn ask_whether_refused(ask: &PhaseAsk, report: &mut Report) -> Result<(), Failure> {
    let Some(line) = report.classification.as_mut().filter(|line| line.is_to_be_recorded()) else { return Ok(()) };
    let (methodology, _) = methodology::detect(&ask.place)?;
    let lock = LockAsk {
        phase: ask.clone(),
        aim: Aim::Lock,
        reason: Remark::default(),
        include: Vec::new(),
        skip: Vec::new(),
        raise: None,
        paths: Vec::new(),
    };
    line.refused = methodology.lock(&lock).err();
    Ok(())
}

fn carry_out(ask: &LockAsk, task: &Lock, answer: Answer) -> Result<Outcome> {
    let (methodology, _) = methodology::detect(&ask.phase.place)?;
    let proposal = methodology.lock(ask).map_err(|failure| failure.of_phase(&ask.phase.phase))?;
    let mut came = Came::Shown;
    let mut beyond = Vec::new();
    if !task.dry_run {
        let repository = Repository::discover(&ask.phase.place.start, Backend::Auto).map_err(Failure::from)?;
        let writer = LockWriter::new(&repository);
        writer.put(&proposal).map_err(Failure::from)?;
        came = if proposal.is_there() { Came::Unchanged } else { Came::Written };
        let committed = if task.commit { writer.commit(&proposal).map_err(Failure::from)? } else { None };
        if let Some(committed) = committed {
            came = Came::Committed(committed.id);
            beyond = committed.beyond;
        }
    }
    let told = Told { aim: &ask.aim, proposal: &proposal, came, beyond: &beyond };
    emit(&match answer.format {
        Format::Json => json::text(&lock_v0::of(&told, Outcome::Done)),
        Format::Human | Format::Github | Format::Sarif => lines::text(&told, answer.detail),
    })?;
    Ok(Outcome::Done)
}
