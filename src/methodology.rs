//! The seam between the commands and a methodology; the only file that names one.

mod detect;

use serde_json::Value;

use crate::engine::ask::{LintAsk, PhaseAsk, Place};
use crate::engine::diagnosis;
use crate::engine::failure::Failure;
use crate::engine::kept;
use crate::engine::lint::{self, LintReport, Rule};
use crate::engine::lock;
use crate::engine::lock::proposal::{LockAsk, Proposal};
use crate::engine::propose::report::MapReport;
use crate::engine::prospect::Prospect;
use crate::engine::report::{Report, Survey};
use crate::engine::table::Table;
use crate::{gsd, gse};

/// A way of working in phases: tables, readers, and a decision for every state.
pub trait Methodology: Sync {
    /// Its name, as outputs have it.
    fn name(&self) -> &'static str;
    /// The folder in which it keeps its files.
    fn folder(&self) -> &'static str;
    /// Names in that folder of which at least one is there in every project.
    fn signs(&self) -> &'static [&'static str];
    /// True where surfaces and depth are classified.
    fn classifies(&self) -> bool;
    /// Its tables, for `explain` and the docs.
    fn tables(&self) -> Vec<Table>;
    /// Where one phase is and what comes next.
    ///
    /// # Errors
    /// There is no such phase, no such place, or it cannot be read.
    fn report(&self, ask: &PhaseAsk) -> Result<Report, Failure>;
    /// What that answer is made of, to be kept; its form is the methodology's own and may change with every version.
    ///
    /// # Errors
    /// As [`Methodology::report`].
    fn case(&self, ask: &PhaseAsk) -> Result<Value, Failure>;
    /// The answer that a kept case gives. It opens nothing.
    ///
    /// # Errors
    /// The case has not the form of this version, or is of another phase than the one that is asked for.
    fn replay(&self, case: &Value, ask: &PhaseAsk) -> Result<Report, Failure>;
    /// What a recovery of the phase would do, for the state as it is; none where nothing stops the pipeline.
    ///
    /// # Errors
    /// As [`Methodology::report`].
    fn announced(&self, ask: &PhaseAsk) -> Result<(String, Option<Prospect>), Failure>;
    /// The lock or waiver that would be written.
    ///
    /// # Errors
    /// It is refused, or as [`Methodology::report`].
    fn lock(&self, ask: &LockAsk) -> Result<Proposal, Failure>;
    /// The tokens of the live phases, in order.
    ///
    /// # Errors
    /// There is no such place, or it cannot be read.
    fn phases(&self, place: &Place) -> Result<Vec<String>, Failure>;
    /// True where both texts are tokens of one phase.
    fn is_same_phase(&self, one: &str, other: &str) -> bool;
    /// The same for every live phase, in order, and which to take next.
    ///
    /// # Errors
    /// There is no such place, or it cannot be read.
    fn survey(&self, place: &Place) -> Result<Survey, Failure>;
    /// The rules of its check; no two methodologies have one of the same id.
    fn rules(&self) -> Vec<&'static Rule>;
    /// What the rules find.
    ///
    /// # Errors
    /// There is no such place or phase, or it cannot be read.
    fn lint(&self, ask: &LintAsk) -> Result<LintReport, Failure>;
    /// A surface map fitted to the tree at HEAD, and what it would do; `force` lets it take the place of one that is there.
    ///
    /// # Errors
    /// There is no such place, or it cannot be read.
    fn proposal(&self, place: &Place, force: bool) -> Result<MapReport, Failure>;
}

/// Every methodology.
pub const ALL: &[&dyn Methodology] = &[&Gsd, &Gse];

struct Gsd;

struct Gse;

impl Methodology for Gsd {
    fn name(&self) -> &'static str {
        "gsd"
    }

    fn folder(&self) -> &'static str {
        gsd::read::layout::PLANNING
    }

    fn signs(&self) -> &'static [&'static str] {
        &["ROADMAP.md", "STATE.md", "PROJECT.md", "config.json", "phases", "milestones", "workstreams"]
    }

    fn classifies(&self) -> bool {
        true
    }

    fn tables(&self) -> Vec<Table> {
        gsd::tables::tables()
    }

    fn report(&self, ask: &PhaseAsk) -> Result<Report, Failure> {
        gsd::answer::report(ask)
    }

    fn case(&self, ask: &PhaseAsk) -> Result<Value, Failure> {
        kept::keep(&gsd::answer::case(ask)?)
    }

    fn replay(&self, case: &Value, ask: &PhaseAsk) -> Result<Report, Failure> {
        gsd::answer::replay(kept::take(case)?, ask)
    }

    fn announced(&self, ask: &PhaseAsk) -> Result<(String, Option<Prospect>), Failure> {
        gsd::announce::announced(ask)
    }

    fn lock(&self, ask: &LockAsk) -> Result<Proposal, Failure> {
        gsd::locking::proposed(ask)
    }

    fn is_same_phase(&self, one: &str, other: &str) -> bool {
        let id = gsd::ids::PhaseId::parse;
        matches!((id(one), id(other)), (Some(one), Some(other)) if one == other)
    }

    fn phases(&self, place: &Place) -> Result<Vec<String>, Failure> {
        gsd::answer::phases(place)
    }

    fn survey(&self, place: &Place) -> Result<Survey, Failure> {
        gsd::answer::survey(place)
    }

    fn proposal(&self, place: &Place, force: bool) -> Result<MapReport, Failure> {
        gsd::proposal::proposal(place, force)
    }

    fn rules(&self) -> Vec<&'static Rule> {
        gsd::lint::rules::all()
    }

    fn lint(&self, ask: &LintAsk) -> Result<LintReport, Failure> {
        gsd::read::lint::lint(ask)
    }
}

impl Methodology for Gse {
    fn name(&self) -> &'static str {
        "gse"
    }

    fn folder(&self) -> &'static str {
        gse::read::project::FOLDER
    }

    fn signs(&self) -> &'static [&'static str] {
        &["status.yaml", "config.yaml", "plan.yaml", "backlog.yaml"]
    }

    fn classifies(&self) -> bool {
        false
    }

    fn tables(&self) -> Vec<Table> {
        gse::tables::tables()
    }

    fn report(&self, ask: &PhaseAsk) -> Result<Report, Failure> {
        Ok(gse::answer::case(ask)?.report())
    }

    fn case(&self, ask: &PhaseAsk) -> Result<Value, Failure> {
        kept::keep(&gse::answer::case(ask)?)
    }

    fn replay(&self, case: &Value, ask: &PhaseAsk) -> Result<Report, Failure> {
        gse::answer::replay(kept::take(case)?, ask)
    }

    fn announced(&self, ask: &PhaseAsk) -> Result<(String, Option<Prospect>), Failure> {
        gse::answer::announced(ask)
    }

    fn is_same_phase(&self, one: &str, other: &str) -> bool {
        let sprint = gse::ids::Sprint::parse;
        matches!((sprint(one), sprint(other)), (Some(one), Some(other)) if one == other)
    }

    fn survey(&self, place: &Place) -> Result<Survey, Failure> {
        gse::answer::survey(place)
    }

    fn phases(&self, place: &Place) -> Result<Vec<String>, Failure> {
        gse::answer::phases(place)
    }

    fn lock(&self, _: &LockAsk) -> Result<Proposal, Failure> {
        Err(not_classified())
    }

    fn proposal(&self, _: &Place, _: bool) -> Result<MapReport, Failure> {
        Err(not_classified())
    }

    fn rules(&self) -> Vec<&'static Rule> {
        gse::lint::RULES.to_vec()
    }

    fn lint(&self, ask: &LintAsk) -> Result<LintReport, Failure> {
        gse::answer::lint(ask)
    }
}

/// What is said where surfaces and depth are asked for and not classified.
pub fn not_classified() -> Failure {
    Failure::usage("not-classified", "surfaces and depth of this methodology are not classified yet")
        .remedy("a route needs none: `phase-pipeline` tells where the sprint stands and what comes next")
        .remedy("`phase-pipeline lint` tells what is wrong with the project's files")
}

/// The methodology of the project that is asked about, and what a reader should know of that choice.
///
/// # Errors
/// Two are there, and nothing tells which is meant.
pub fn detect(place: &Place) -> Result<(&'static dyn Methodology, Option<String>), Failure> {
    detect::detect(place)
}

/// Every table there is: the tool's own and each methodology's.
pub fn tables() -> Vec<Table> {
    let rules: Vec<&Rule> = ALL.iter().flat_map(|methodology| methodology.rules()).collect();
    let own = [
        crate::engine::exit::table(),
        lock::rule::table(),
        crate::read::env::table(),
        crate::engine::quiet::table(),
        diagnosis::table(),
        lint::table(&rules),
    ];
    own.into_iter().chain(ALL.iter().flat_map(|methodology| methodology.tables())).collect()
}
