//! What is told of a proposed map, in values that every renderer understands. Nothing in here is escaped.

use super::compare::Comparison;
use super::coverage::Coverage;
use super::raise::Differs;
use crate::engine::depth::Depth;
use crate::engine::failure::Failure;
use crate::engine::own::Own;
use crate::engine::path::RepoPath;
use crate::engine::report::Place;
use crate::engine::step::StepRef;

/// A proposed map, and what it would do.
#[derive(Debug, Clone)]
pub struct MapReport {
    /// What was read.
    pub place: Place,
    /// The options that a printed command repeats.
    pub own: Own,
    /// The surfaces that are proposed.
    pub surfaces: Vec<ProposedLine>,
    /// The usual surfaces that nothing in the tree speaks for, each with what was looked for.
    pub absent: Vec<AbsentLine>,
    /// Globs of the starting map that match nothing here.
    pub dead: Vec<String>,
    /// Artifacts that recur in phases and are none of the methodology's.
    pub gates: Vec<GateLine>,
    /// The map that the project has already; none where it has none.
    pub existing: Option<ExistingMap>,
    /// How much the map covers that would be in force.
    pub coverage: Coverage,
    /// What the phases would owe with the proposed map; empty where it would not be in force.
    pub phases: Vec<PhaseLine>,
    /// The map as text of JSON.
    pub text: String,
    /// What else a reader should know.
    pub notes: Vec<String>,
    /// What a reader should know of the place.
    pub warnings: Vec<String>,
    /// How the config would be changed, or why it cannot be.
    pub change: Result<ConfigChange, Failure>,
}

/// One proposed surface.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ProposedLine {
    /// Its name.
    pub name: String,
    /// Whether it is pinned.
    pub pinned: bool,
    /// The depth at least, where something destructive lies in it.
    pub destructive_pins_depth: Option<Depth>,
    /// The gates that it asks for.
    pub gates: Vec<String>,
    /// Its globs.
    pub globs: Vec<GlobLine>,
    /// Globs that were left out to keep the list short.
    pub left_out: Vec<GlobLine>,
    /// Gates that suit it, and whose artifact no phase has.
    pub without: Vec<String>,
}

/// One glob.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct GlobLine {
    /// The glob.
    pub glob: String,
    /// How many tracked files it matches.
    pub files: usize,
    /// Some of them, source first.
    pub examples: Vec<RepoPath>,
}

/// A usual surface that is not there.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct AbsentLine {
    /// Its name.
    pub name: String,
    /// What was looked for.
    pub looked_for: Vec<String>,
}

/// An artifact that recurs.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct GateLine {
    /// The gate as a map names it.
    pub name: String,
    /// The end of its artifact's name.
    pub artifact: String,
    /// How many phases have it.
    pub phases: usize,
    /// True where the proposed map asks for it.
    pub asked_for: bool,
}

/// The map that a project has.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ExistingMap {
    /// The names of its surfaces.
    pub surfaces: Vec<String>,
    /// True where what is proposed is put into it.
    pub is_raised: bool,
    /// What of it is put there, surface by surface.
    pub added: Vec<String>,
    /// What it lacks, and what in it is dead.
    pub comparison: Comparison,
    /// What it has otherwise than the proposal, setting by setting.
    pub differs: Vec<Differs>,
}

/// What one phase would owe.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PhaseLine {
    /// Its token.
    pub id: String,
    /// Its name.
    pub name: String,
    /// True where it was begun before: it keeps to what it owed, until a commit carries out more of it.
    pub of_before: bool,
    /// True where nothing of it is left to execute.
    pub is_over: bool,
    /// How hard its cycles would work.
    pub depth: Option<Depth>,
    /// The surfaces that it touches.
    pub active: Vec<String>,
    /// The surfaces that it may touch.
    pub assumed: Vec<String>,
    /// The gates that it would owe on their account.
    pub gates: Vec<String>,
    /// The step that would come next.
    pub next: Option<StepRef>,
    /// The row that would decide.
    pub row: String,
}

/// A change of the config file.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ConfigChange {
    /// The file, below the root.
    pub path: RepoPath,
    /// What it holds now; none where there is none.
    pub old: Option<Vec<u8>>,
    /// What it would hold.
    pub new: Vec<u8>,
    /// The command that keeps the change.
    pub keep: String,
    /// How it is taken back.
    pub undo: String,
}
