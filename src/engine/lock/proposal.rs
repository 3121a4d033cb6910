//! A lock as it is asked for, and as it would be written: plain values between whoever decides and whoever writes.

use super::{Digest, Remark};
use crate::engine::ask::PhaseAsk;
use crate::engine::depth::Depth;
use crate::engine::own::Own;
use crate::engine::path::RepoPath;

/// A lock or a waiver that is asked for, nothing resolved.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct LockAsk {
    /// The phase.
    pub phase: PhaseAsk,
    /// What is to be done.
    pub aim: Aim,
    /// Why.
    pub reason: Remark,
    /// Surfaces to include.
    pub include: Vec<String>,
    /// Surfaces to skip.
    pub skip: Vec<String>,
    /// The depth to raise the phase to.
    pub raise: Option<Depth>,
    /// Paths that are declared, as written.
    pub paths: Vec<String>,
}

/// What is to be done.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Aim {
    /// Lock the phase.
    Lock,
    /// Replace its lock.
    Relock,
    /// Accept the absence of a step's or a gate's artifact.
    Waive(String),
}

/// What would be written.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Proposal {
    /// The phase, as its folder spells it.
    pub phase: String,
    /// The options that a printed command repeats.
    pub own: Own,
    /// The document.
    pub path: RepoPath,
    /// Its bytes as they were read; none where there is no such file.
    pub before: Option<Vec<u8>>,
    /// Its bytes with the block.
    pub after: Vec<u8>,
    /// The block, line by line.
    pub block: Vec<String>,
    /// What tells it from every other block.
    pub digest: Digest,
    /// The subject of the commit that records it.
    pub subject: String,
    /// What git has to do with the document.
    pub git: InGit,
    /// What it asks for that was not asked for before, and what it no longer asks for.
    pub changes: Vec<String>,
    /// What else a reader should know.
    pub notes: Vec<String>,
}

/// What git has to do with a document.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum InGit {
    /// HEAD holds it as it was read.
    Held,
    /// HEAD or the index holds another version.
    Differs,
    /// Git does not know it yet.
    Unknown,
    /// Git is not meant to hold it.
    KeptOut,
}

impl Proposal {
    /// True where the document holds the block already.
    pub fn is_there(&self) -> bool {
        self.before.as_ref() == Some(&self.after)
    }

    /// True where a commit is what is left to do, once it is written.
    pub fn is_to_be_committed(&self) -> bool {
        match self.git {
            InGit::Held => !self.is_there(),
            InGit::Differs | InGit::Unknown => true,
            InGit::KeptOut => false,
        }
    }

    /// The git command that records it, ready to paste where this program was run; none where a shell could take the path for
    /// something else.
    pub fn commit_command(&self) -> Option<String> {
        let plain = |text: &str| text.chars().all(|c| c.is_ascii_graphic() || c == ' ') && !text.contains('\'');
        let path = self.path.as_str().filter(|path| plain(path))?;
        if !plain(&self.subject) {
            return None;
        }
        let path = format!("':(top,literal){path}'");
        let commit = self.own.git(&format!("commit --only -m '{}' -- {path}", self.subject));
        let add = (self.git == InGit::Unknown).then(|| self.own.git(&format!("add --force -- {path} && ")));
        Some(add.unwrap_or_default() + &commit)
    }
}

#[cfg(test)]
mod tests;
