//! What is asked of a methodology: plain values, every default still open.

use std::ffi::OsString;
use std::path::PathBuf;

use super::checkpoint::Context;
use super::lint::Severity;
use super::own::Own;

/// Where to look.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Place {
    /// The folder to start from: the repository, or a folder in it.
    pub start: PathBuf,
    /// The methodology, where it is named.
    pub methodology: Option<String>,
    /// The planning folder, where it is not the nearest.
    pub planning: Option<PathBuf>,
    /// The workstream that was asked for on the command line.
    pub workstream: Option<String>,
    /// The workstream that the environment names.
    pub workstream_from_env: Option<String>,
    /// The git directory that the environment names; it is not followed.
    pub git_dir_from_env: Option<OsString>,
}

/// A question about one phase.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct PhaseAsk {
    /// Where to look.
    pub place: Place,
    /// The phase's token as typed.
    pub phase: String,
    /// The phase's folder, where its name is no token.
    pub dir: Option<PathBuf>,
    /// The step that was asked for, as typed.
    pub step: Option<String>,
    /// The token by which somebody says that the uncommitted files are known.
    pub ack: Option<String>,
    /// Whether a checkpoint can stop whoever asks; none where nobody is about to take a step.
    pub context: Option<Context>,
}

impl Place {
    /// The options that ask here again, where `workstream` is the one in force.
    pub fn own(&self, workstream: Option<String>) -> Own {
        let text = |path: &PathBuf| path.to_string_lossy().into_owned();
        let is_here = self.start.as_os_str().is_empty() || self.start.as_os_str() == ".";
        Own {
            repo: (!is_here).then(|| text(&self.start)),
            methodology: self.methodology.clone(),
            planning: self.planning.as_ref().map(text),
            dir: None,
            workstream,
        }
    }
}

impl PhaseAsk {
    /// The same for this phase.
    pub fn own(&self, workstream: Option<String>) -> Own {
        let dir = self.dir.as_ref().map(|dir| dir.to_string_lossy().into_owned());
        Own { dir, ..self.place.own(workstream) }
    }
}

/// What a check is to look at.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct LintAsk {
    /// Where to look.
    pub place: Place,
    /// The phases' tokens as typed; none: those that the range touches.
    pub phases: Vec<String>,
    /// Every phase.
    pub all: bool,
    /// The revision that the range begins at.
    pub base: Option<String>,
    /// A range, as typed: `A..B`.
    pub range: Option<String>,
    /// Files that belong to no surface are told.
    pub uncovered: bool,
    /// From which severity on a finding fails; none: as the config says.
    pub fail_on: Option<Severity>,
    /// Findings do not change the exit code.
    pub exit_zero: bool,
}
