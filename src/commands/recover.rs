//! A recovery: shown, confirmed, carried out; finished after a death; taken back.

use anyhow::Result;

use crate::cli::Format;
use crate::engine::ask::PhaseAsk;
use crate::engine::by_git;
use crate::engine::escape::escape;
use crate::engine::exit::Outcome;
use crate::engine::failure::Failure;
use crate::engine::journal::Journal;
use crate::engine::prospect::{Prospect, Runs};
use crate::engine::recovery::Announced;
use crate::git::{Backend, Repository, open_journal};
use crate::methodology::{self, Methodology};
use crate::output::json::recover_v0;
use crate::output::{emit, json, recover as lines};
use crate::read::given;
use crate::request::{Answer, Recover, Way};
use crate::write::recover::{RecoverError, Recovery};

pub(super) fn run(task: &Recover, answer: Answer) -> Result<Outcome> {
    let repository = Repository::discover(&task.ask.place.start, Backend::Auto).map_err(Failure::from)?;
    let recovery = Recovery::new(&repository).at(task.ask.own(task.ask.place.workstream.clone()));
    let open = open_journal(repository.git_dir()).map_err(Failure::from)?;
    let (methodology, _) = methodology::detect(&task.ask.place)?;
    if let Some(open) = &open {
        is_of_phase(methodology, &task.ask, &open.announced)?;
    }
    let is_meant = |announced: &Announced| {
        task.ask.phase == announced.phase || methodology.is_same_phase(&task.ask.phase, &announced.phase)
    };
    let own = task.ask.own(task.ask.place.workstream.clone());
    let here = |phase: &str| lines::Here { phase: phase.to_owned(), own: own.clone() };
    let tell = |told: lines::Told<'_>, exit: Outcome| -> Result<Outcome> {
        // As its folder spells it, wherever somebody has looked; else as it was typed.
        let here = here(match &told {
            lines::Told::Nothing(phase) => phase,
            lines::Told::Prospect(prospect, _) => &prospect.announced.phase,
            lines::Told::Journals(_, journals) => {
                journals.first().map_or(&task.ask.phase, |journal| &journal.announced.phase)
            }
        });
        emit(&match answer.format {
            Format::Json => json::text(&recover_v0::of(&told, &here, exit)),
            _ => lines::text(&told, &here, answer.detail),
        })?;
        Ok(exit)
    };
    let failed = |error: RecoverError| -> Failure {
        // As its folder spells it, where a recovery of it is known.
        let last = || kept(&repository, &is_meant).ok().and_then(|mut kept| kept.pop());
        let known = open.clone().or_else(last).map(|journal| journal.announced.phase);
        Failure::from(error).of_phase(known.as_ref().unwrap_or(&task.ask.phase))
    };
    let done = |what: lines::What, journals: &[Journal]| tell(lines::Told::Journals(what, journals), Outcome::Done);
    match &task.way {
        Way::Show | Way::Confirm(_) if open.is_some() => {
            tell(lines::Told::Journals(lines::What::Open, open.as_slice()), Outcome::Interruption)
        }
        Way::Finish | Way::Undo | Way::Forget if task.dry_run => match open {
            Some(open) => done(lines::What::Open, &[open]),
            None => done(lines::What::Kept, &kept(&repository, &is_meant)?),
        },
        Way::Finish => done(lines::What::Recovered, &[recovery.finish().map_err(failed)?]),
        Way::Undo => done(lines::What::Undone, &[recovery.undo(&is_meant).map_err(failed)?]),
        Way::Forget => done(lines::What::Forgotten, &recovery.forget(&is_meant).map_err(failed)?),
        Way::Show | Way::Confirm(_) => {
            let (phase, prospect) = methodology.announced(&task.ask)?;
            let Some(prospect) = prospect else { return tell(lines::Told::Nothing(&phase), Outcome::Done) };
            let here = here(&phase);
            let runs = recovery.runs(&prospect.announced).map_err(|error| Failure::from(error).of_phase(&phase))?;
            let shown = lines::Told::Prospect(&prospect, &runs);
            if !is_confirmed(task, answer, &prospect, &runs, &here)? {
                return match task.way {
                    // Whoever typed has seen it already.
                    Way::Show if asks(task, answer) && prospect.can_be_carried_out() => Ok(Outcome::Interruption),
                    _ => tell(shown, Outcome::Interruption),
                };
            }
            let journal =
                recovery.carry_out(&prospect.announced).map_err(|error| Failure::from(error).of_phase(&phase))?;
            done(lines::What::Recovered, &[journal])
        }
    }
}

/// True where a person sits at both ends and may be asked.
fn asks(task: &Recover, answer: Answer) -> bool {
    !task.dry_run && answer.format == Format::Human && is_at_terminal()
}

fn is_at_terminal() -> bool {
    given::is_terminal() && crate::output::is_terminal()
}

/// Whether the recovery may be carried out now.
fn is_confirmed(
    task: &Recover,
    answer: Answer,
    prospect: &Prospect,
    runs: &Runs,
    here: &lines::Here,
) -> Result<bool, Failure> {
    let io = |error: std::io::Error| Failure::environment("io", escape(&error.to_string()));
    match &task.way {
        Way::Confirm(token) if !prospect.announced.token().is(token) => {
            Err(stopped("state-changed", "the state has changed since it was shown: the token is of another state")
                .remedy("run the recovery again without a token: it shows the state as it is now"))
        }
        _ if !prospect.can_be_carried_out() || task.dry_run => Ok(false),
        Way::Confirm(_) if prospect.needs_a_person() && !is_at_terminal() => {
            let refused = stopped(
                "needs-a-person",
                "this takes something away or calls work finished, or the project wants a person for every recovery",
            )
            .remedy(format!("have a person run it at a terminal: {}", here.command("")));
            let by_itself = by_git::finishing(&here.own, &prospect.announced);
            Err(by_itself.iter().fold(refused, |refused, command| {
                refused
                    .remedy(format!("an agent finishes the work first and commits it by itself: {}", escape(command)))
            }))
        }
        Way::Confirm(_) => Ok(true),
        Way::Show if asks(task, answer) => {
            emit(&lines::text(&lines::Told::Prospect(prospect, runs), here, answer.detail)).map_err(io)?;
            emit("\nType `yes` to carry it out: ").map_err(io)?;
            Ok(given::line().map_err(io)?.trim() == "yes")
        }
        _ => Ok(false),
    }
}

/// The recoveries of the phase that are done and kept.
fn kept(repository: &Repository, is_meant: &dyn Fn(&Announced) -> bool) -> Result<Vec<Journal>, Failure> {
    let finished = crate::git::finished_journals(repository.git_dir())?;
    Ok(finished.into_iter().filter(|journal| is_meant(&journal.announced)).collect())
}

/// An open recovery is that of one phase; whoever names another may mean something else.
fn is_of_phase(methodology: &dyn Methodology, ask: &PhaseAsk, open: &Announced) -> Result<(), Failure> {
    if ask.phase == open.phase || methodology.is_same_phase(&ask.phase, &open.phase) {
        return Ok(());
    }
    let own = ask.own(ask.place.workstream.clone()).without_dir();
    let command = escape(&own.command(&format!("recover {}", open.phase)));
    Err(stopped("recovery-open", format!("a recovery of phase {} is open in this work tree", escape(&open.phase)))
        .remedy(format!("name that phase: `{command} --finish`, or --undo")))
}

/// Something that a decision is needed for.
fn stopped(id: &'static str, message: impl Into<String>) -> Failure {
    Failure { outcome: Outcome::Interruption, id, message: message.into(), remedies: Vec::new() }
}
