//! `phase-pipeline/init/v0`: a proposed surface map.

use schemars::JsonSchema;
use serde::Serialize;

use super::error_v0;
use super::route_v0::{Path, path};
use crate::engine::exit::Outcome;
use crate::engine::propose::report::{GlobLine, MapReport, PhaseLine};

/// A proposed surface map, and what it would do.
#[derive(Debug, Serialize, JsonSchema)]
#[schemars(title = "phase-pipeline init")]
pub struct Init {
    /// Always `phase-pipeline/init/v0`.
    pub schema: String,
    /// The process's exit code.
    pub exit: u8,
    /// The config file.
    pub config: Path,
    /// True where the map has been put into it.
    pub written: bool,
    /// The surfaces that are proposed.
    pub surfaces: Vec<Surface>,
    /// The usual surfaces that no name in the tree speaks for.
    pub absent: Vec<Absent>,
    /// Globs that a map starts with and that match nothing here.
    pub dead: Vec<String>,
    /// Artifacts of the project's own, the most frequent first.
    pub gates: Vec<Gate>,
    /// The map that is there; null where there is none.
    pub existing: Option<Existing>,
    /// What the map covers that would be in force.
    pub coverage: Coverage,
    /// What each phase would owe; empty where the proposed map would not be in force.
    pub phases: Vec<Phase>,
    /// The command that keeps the change; null where it cannot be written, or git does not hold the file.
    pub keep: Option<String>,
    /// How the change is taken back; null where it cannot be written.
    pub undo: Option<String>,
    /// Why it cannot be written; null where it can.
    pub refused: Option<error_v0::Error>,
    /// What else a reader should know.
    pub notes: Vec<String>,
    /// What a reader should know of the place.
    pub warnings: Vec<String>,
}

/// One proposed surface.
#[derive(Debug, Serialize, JsonSchema)]
pub struct Surface {
    /// Its name.
    pub name: String,
    /// Whether it is pinned.
    pub pinned: bool,
    /// The depth at least, where something destructive lies in it.
    pub destructive_pins_depth: Option<String>,
    /// The gates that it asks for.
    pub gates: Vec<String>,
    /// Its globs.
    pub globs: Vec<Glob>,
    /// Globs that were left out to keep the list short.
    pub left_out: Vec<Glob>,
    /// Gates that suit it, and whose artifact no phase has.
    pub without: Vec<String>,
}

/// One glob.
#[derive(Debug, Serialize, JsonSchema)]
pub struct Glob {
    /// The glob.
    pub glob: String,
    /// How many tracked files it matches.
    pub files: usize,
    /// Some of them.
    pub examples: Vec<Path>,
}

/// A usual surface that is not there.
#[derive(Debug, Serialize, JsonSchema)]
pub struct Absent {
    /// Its name.
    pub name: String,
    /// What was looked for.
    pub looked_for: Vec<String>,
}

/// An artifact of the project's own.
#[derive(Debug, Serialize, JsonSchema)]
pub struct Gate {
    /// The gate as a map names it.
    pub name: String,
    /// The end of its artifact's name.
    pub artifact: String,
    /// How many phases have it.
    pub phases: usize,
    /// True where the proposed map asks for it.
    pub asked_for: bool,
}

/// The map that is there.
#[derive(Debug, Serialize, JsonSchema)]
pub struct Existing {
    /// The names of its surfaces.
    pub surfaces: Vec<String>,
    /// True where what is proposed is put into it; it keeps all that it has.
    pub raised: bool,
    /// Globs that match nothing.
    pub dead: Vec<Dead>,
    /// What it lacks.
    pub lacking: Vec<Lacking>,
    /// What it has otherwise than the proposal, setting by setting.
    pub differs: Vec<Differs>,
}

/// A glob that matches nothing.
#[derive(Debug, Serialize, JsonSchema)]
pub struct Dead {
    /// The surface.
    pub surface: String,
    /// The glob.
    pub glob: String,
}

/// A glob that a surface lacks.
#[derive(Debug, Serialize, JsonSchema)]
pub struct Lacking {
    /// The surface.
    pub surface: String,
    /// True where the map has no such surface.
    pub new: bool,
    /// The glob.
    pub glob: String,
    /// How many source files it matches that nothing there does.
    pub files: usize,
}

/// One setting of a surface that the map has otherwise.
#[derive(Debug, Serialize, JsonSchema)]
pub struct Differs {
    /// The surface.
    pub surface: String,
    /// The setting; `surface` where the map alone has the surface.
    pub field: String,
    /// What the map has and the proposal has not; null where there is nothing.
    pub there: Option<String>,
    /// What is proposed and the map has not; null where there is nothing.
    pub proposed: Option<String>,
}

/// How much is covered.
#[derive(Debug, Serialize, JsonSchema)]
pub struct Coverage {
    /// All tracked files, the planning folder aside.
    pub files: usize,
    /// Those that are source: neither test nor document nor generated.
    pub source: usize,
    /// The source that some surface covers.
    pub covered: usize,
    /// The folders with the most source that none covers.
    pub uncovered: Vec<Folder>,
}

/// A folder.
#[derive(Debug, Serialize, JsonSchema)]
pub struct Folder {
    /// Its path.
    pub path: Path,
    /// How many files.
    pub files: usize,
}

/// What a phase would owe.
#[derive(Debug, Serialize, JsonSchema)]
pub struct Phase {
    /// Its token.
    pub id: String,
    /// Its name.
    pub name: String,
    /// True where it was begun before: it keeps to what it owed, until a commit carries out more of it.
    pub of_before: bool,
    /// How hard its cycles would work.
    pub depth: Option<String>,
    /// The surfaces that it touches.
    pub active: Vec<String>,
    /// The surfaces that it may touch.
    pub assumed: Vec<String>,
    /// The gates that it would owe on their account.
    pub gates: Vec<String>,
    /// The number of the step that would come next.
    pub next: Option<u8>,
    /// The row that would decide.
    pub row: String,
}

fn glob(line: &GlobLine) -> Glob {
    Glob { glob: line.glob.clone(), files: line.files, examples: line.examples.iter().map(path).collect() }
}

fn phase(line: &PhaseLine) -> Phase {
    Phase {
        id: line.id.clone(),
        name: line.name.clone(),
        of_before: line.of_before,
        depth: line.depth.map(|depth| depth.word().to_owned()),
        active: line.active.clone(),
        assumed: line.assumed.clone(),
        gates: line.gates.clone(),
        next: line.next.map(|step| step.number),
        row: line.row.clone(),
    }
}

/// The object for a proposal; `written` says whether it has been put into the config.
pub fn of(report: &MapReport, written: bool) -> Init {
    let surfaces = report.surfaces.iter().map(|line| Surface {
        name: line.name.clone(),
        pinned: line.pinned,
        destructive_pins_depth: line.destructive_pins_depth.map(|depth| depth.word().to_owned()),
        gates: line.gates.clone(),
        globs: line.globs.iter().map(glob).collect(),
        left_out: line.left_out.iter().map(glob).collect(),
        without: line.without.clone(),
    });
    let gates = report.gates.iter().map(|line| Gate {
        name: line.name.clone(),
        artifact: line.artifact.clone(),
        phases: line.phases,
        asked_for: line.asked_for,
    });
    let existing = report.existing.as_ref().map(|map| Existing {
        surfaces: map.surfaces.clone(),
        raised: map.is_raised,
        dead: map
            .comparison
            .dead
            .iter()
            .map(|dead| Dead { surface: dead.surface.clone(), glob: dead.glob.clone() })
            .collect(),
        lacking: map
            .comparison
            .lacking
            .iter()
            .map(|lacking| Lacking {
                surface: lacking.surface.clone(),
                new: lacking.is_new,
                glob: lacking.glob.clone(),
                files: lacking.files,
            })
            .collect(),
        differs: map
            .differs
            .iter()
            .map(|one| Differs {
                surface: one.surface.clone(),
                field: one.field.to_owned(),
                there: one.there.clone(),
                proposed: one.proposed.clone(),
            })
            .collect(),
    });
    let coverage = &report.coverage;
    let change = report.change.as_ref().ok();
    Init {
        schema: "phase-pipeline/init/v0".to_owned(),
        exit: Outcome::Done.code(),
        config: path(&report.place.planning.join("config.json")),
        written,
        surfaces: surfaces.collect(),
        absent: report
            .absent
            .iter()
            .map(|line| Absent { name: line.name.clone(), looked_for: line.looked_for.clone() })
            .collect(),
        dead: report.dead.clone(),
        gates: gates.collect(),
        existing,
        coverage: Coverage {
            files: coverage.files,
            source: coverage.source,
            covered: coverage.covered,
            uncovered: coverage
                .uncovered
                .iter()
                .map(|(folder, files)| Folder { path: path(folder), files: *files })
                .collect(),
        },
        phases: report.phases.iter().map(phase).collect(),
        keep: change.map(|change| change.keep.clone()).filter(|keep| !keep.is_empty()),
        undo: change.map(|change| change.undo.clone()),
        refused: report.change.as_ref().err().map(error_v0::of),
        notes: report.notes.clone(),
        warnings: report.warnings.clone(),
    }
}
