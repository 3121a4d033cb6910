//! `phase-pipeline/recover/v0`: a recovery that would be made, is open, or is done.

use schemars::JsonSchema;
use serde::Serialize;

use super::route_v0::{Path, path};
use crate::engine::exit::Outcome;
use crate::engine::journal::{Journal, Progress};
use crate::engine::prospect::{Prospect, Runs};
use crate::engine::recovery::Action;
use crate::output::recover::{Here, Told};

/// A recovery.
#[derive(Debug, Serialize, JsonSchema)]
#[schemars(title = "phase-pipeline recover")]
pub struct Recover {
    /// Always `phase-pipeline/recover/v0`.
    pub schema: String,
    /// The process's exit code.
    pub exit: u8,
    /// The phase as its folder spells it; as it was asked for where no recovery of it is kept.
    pub phase: String,
    /// `nothing`, `planned`, `open`, `recovered`, `kept`, `undone` or `forgotten`.
    pub state: String,
    /// The recoveries: one, or those that were forgotten or are kept.
    pub recoveries: Vec<One>,
}

/// One recovery.
#[derive(Debug, Serialize, JsonSchema)]
pub struct One {
    /// The phase, as its folder spells it.
    pub phase: String,
    /// The row that announced it.
    pub row: String,
    /// The token that confirms it; null where nothing can be carried out.
    pub token: Option<String>,
    /// True where a person at a terminal must confirm it; null where that is past.
    pub needs_a_person: Option<bool>,
    /// The user's hooks that it would run, by their paths; null where that is past.
    pub hooks: Option<Vec<String>>,
    /// True where its commits would be signed; null where that is past.
    pub signs: Option<bool>,
    /// The reference that keeps what there was; null where nothing is done yet.
    pub snapshot: Option<String>,
    /// What is done, in order.
    pub actions: Vec<Act>,
}

/// One action.
#[derive(Debug, Serialize, JsonSchema)]
pub struct Act {
    /// `commit`, `remove`, `restore`, `stash`, or `by-hand`: shown and never carried out.
    pub kind: String,
    /// The paths that it changes.
    pub paths: Vec<Path>,
    /// The subject of the commit, the message of the stash, or what is to be done by hand.
    pub text: Option<String>,
    /// `planned`, `waiting`, `begun` or `done`.
    pub state: String,
    /// The commit that it made.
    pub commit: Option<String>,
    /// The stash that it made.
    pub stash: Option<String>,
}

/// The object for what is told.
pub fn of(told: &Told<'_>, here: &Here, exit: Outcome) -> Recover {
    let (state, recoveries) = match told {
        Told::Nothing(_) => ("nothing", Vec::new()),
        Told::Prospect(prospect, runs) => ("planned", vec![planned(prospect, runs)]),
        Told::Journals(what, journals) => (what.word(), journals.iter().map(of_journal).collect()),
    };
    Recover {
        schema: "phase-pipeline/recover/v0".to_owned(),
        exit: exit.code(),
        phase: here.phase.clone(),
        state: state.to_owned(),
        recoveries,
    }
}

fn planned(prospect: &Prospect, runs: &Runs) -> One {
    let announced = &prospect.announced;
    One {
        phase: announced.phase.clone(),
        row: announced.row.clone(),
        token: prospect.can_be_carried_out().then(|| announced.token().to_string()),
        needs_a_person: Some(prospect.needs_a_person()),
        hooks: Some(runs.hooks.iter().map(|hook| hook.to_string_lossy().into_owned()).collect()),
        signs: Some(runs.signs),
        snapshot: None,
        actions: announced.actions.iter().map(|action| act(action, None)).collect(),
    }
}

fn of_journal(journal: &Journal) -> One {
    let announced = &journal.announced;
    let both = announced.actions.iter().zip(&journal.progress);
    One {
        phase: announced.phase.clone(),
        row: announced.row.clone(),
        token: Some(announced.token().to_string()),
        needs_a_person: None,
        hooks: None,
        signs: None,
        snapshot: Some(journal.reference.clone()),
        actions: both.map(|(action, progress)| act(action, Some(progress))).collect(),
    }
}

fn act(action: &Action, progress: Option<&Progress>) -> Act {
    let (kind, text) = match action {
        Action::Commit { subject, .. } => ("commit", Some(subject)),
        Action::Remove { .. } => ("remove", None),
        Action::Restore { .. } => ("restore", None),
        Action::Stash { message, .. } => ("stash", Some(message)),
        Action::ByHand { what } => ("by-hand", Some(what)),
    };
    let (state, done) = match progress {
        None => ("planned", None),
        Some(Progress::Waiting) => ("waiting", None),
        Some(Progress::Begun(_)) => ("begun", None),
        Some(Progress::Done(done)) => ("done", Some(done)),
    };
    Act {
        kind: kind.to_owned(),
        paths: action.paths().iter().map(path).collect(),
        text: text.cloned(),
        state: state.to_owned(),
        commit: done.and_then(|done| done.commit).map(|commit| commit.to_string()),
        stash: done.and_then(|done| done.begun.stash).map(|stash| stash.to_string()),
    }
}
