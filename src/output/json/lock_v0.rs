//! `phase-pipeline/lock/v0`: a lock or a waiver that would be written, or was.

use schemars::JsonSchema;
use serde::Serialize;

use super::route_v0::{Path, path};
use crate::engine::exit::Outcome;
use crate::engine::lock::proposal::Aim;
use crate::output::lock::{Came, Told};

/// A lock or a waiver.
#[derive(Debug, Serialize, JsonSchema)]
#[schemars(title = "phase-pipeline classify --lock, waive")]
pub struct Lock {
    /// Always `phase-pipeline/lock/v0`.
    pub schema: String,
    /// The process's exit code.
    pub exit: u8,
    /// The phase, as its folder spells it.
    pub phase: String,
    /// `lock`, `relock` or `waive`.
    pub aim: String,
    /// `shown`, `written`, `unchanged` or `committed`.
    pub state: String,
    /// The document that holds the block.
    pub document: Path,
    /// The block, a line each.
    pub block: Vec<String>,
    /// What tells the block from every other one.
    pub digest: String,
    /// What it asks for that was not asked for before, and what no more.
    pub changes: Vec<String>,
    /// What else a reader should know.
    pub notes: Vec<String>,
    /// The git command that is left to be run; null where nothing is, or where no safe one can be written.
    pub command: Option<String>,
    /// The commit that was made; null where none was.
    pub commit: Option<String>,
}

/// The object for what is told.
pub fn of(told: &Told<'_>, exit: Outcome) -> Lock {
    let proposal = told.proposal;
    let aim = match told.aim {
        Aim::Lock => "lock",
        Aim::Relock => "relock",
        Aim::Waive(_) => "waive",
    };
    Lock {
        schema: "phase-pipeline/lock/v0".to_owned(),
        exit: exit.code(),
        phase: proposal.phase.clone(),
        aim: aim.to_owned(),
        state: told.came.word().to_owned(),
        document: path(&proposal.path),
        block: proposal.block.clone(),
        digest: proposal.digest.to_string(),
        changes: proposal.changes.clone(),
        notes: told.notes(),
        command: told.command(),
        commit: match told.came {
            Came::Committed(id) => Some(id.to_string()),
            _ => None,
        },
    }
}
