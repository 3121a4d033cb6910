//! A lock or a waiver: what would be written, what was written, what is left to do.

use std::fmt::Write as _;

use super::human::Detail;
use super::style::{FAINT, STRONG, WARNING, paint};
use crate::engine::escape::escape;
use crate::engine::lock::proposal::{Aim, InGit, Proposal};
use crate::engine::object::Oid;
use crate::engine::path::RepoPath;

/// How far it has come.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Came {
    /// It is only shown.
    Shown,
    /// It stands in the document.
    Written,
    /// It stood there already.
    Unchanged,
    /// This commit holds it.
    Committed(Oid),
}

impl Came {
    /// The word used in every output.
    pub fn word(self) -> &'static str {
        match self {
            Self::Shown => "shown",
            Self::Written => "written",
            Self::Unchanged => "unchanged",
            Self::Committed(_) => "committed",
        }
    }
}

/// What is told.
#[derive(Debug, Clone, Copy)]
pub struct Told<'a> {
    /// What was asked for.
    pub aim: &'a Aim,
    /// What would be written, or was.
    pub proposal: &'a Proposal,
    /// How far it has come.
    pub came: Came,
    /// The paths that the commit holds beside the document.
    pub beyond: &'a [RepoPath],
}

impl Told<'_> {
    /// The git command that is left to be run.
    pub fn command(&self) -> Option<String> {
        let is_left = !matches!(self.came, Came::Committed(_)) && self.proposal.is_to_be_committed();
        self.proposal.commit_command().filter(|_| is_left)
    }

    /// What a reader should know beside the block.
    pub fn notes(&self) -> Vec<String> {
        let mut notes = self.proposal.notes.clone();
        let is_left = !matches!(self.came, Came::Committed(_)) && self.proposal.is_to_be_committed();
        if is_left && self.proposal.commit_command().is_none() {
            notes.push(format!(
                "commit {} by hand: its name holds signs that a shell may take for something else",
                self.proposal.path
            ));
        }
        if self.proposal.git == InGit::KeptOut {
            notes.push("git is not meant to hold the planning folder: the lock counts as it lies on disk".to_owned());
        }
        if !self.beyond.is_empty() {
            let beyond: Vec<String> = self.beyond.iter().map(RepoPath::to_string).collect();
            notes.push(format!("the commit also holds {}: a hook staged it", beyond.join(", ")));
        }
        notes
    }
}

/// It in lines.
pub fn text(told: &Told<'_>, detail: Detail) -> String {
    let Proposal { phase, path, block, changes, .. } = told.proposal;
    let what = match told.aim {
        Aim::Lock => "lock",
        Aim::Relock => "relock",
        Aim::Waive(_) => "waive",
    };
    let came = match told.came {
        Came::Shown => "nothing is written".to_owned(),
        Came::Written => "written".to_owned(),
        Came::Unchanged => "nothing new".to_owned(),
        Came::Committed(id) => format!("committed as {}", id.short()),
    };
    let title = format!("{} → {what} · {came}", escape(phase));
    let mut out = format!("{} · {path}\n", paint(STRONG, &title));
    let then = if told.came == Came::Shown { "once it is written, commit it:" } else { "commit it:" };
    let left = told.command().map(|command| format!("{} {}\n", paint(FAINT, then), escape(&command)));
    if detail == Detail::Quiet {
        return out + &left.unwrap_or_default();
    }
    for change in changes {
        let _ = writeln!(out, "  {}", escape(change));
    }
    out.push('\n');
    for line in block {
        let _ = writeln!(out, "{}", escape(line));
    }
    for note in told.notes() {
        let _ = writeln!(out, "{} {}", paint(WARNING, "note:"), escape(&note));
    }
    if let Some(left) = left {
        let _ = write!(out, "\n{left}");
    }
    out
}
