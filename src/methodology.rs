//! The seam between the commands and a methodology; the only file that names one.

use serde_json::Value;

use crate::engine::ask::{LintAsk, PhaseAsk, Place};
use crate::engine::failure::Failure;
use crate::engine::lint::LintReport;
use crate::engine::lock;
use crate::engine::lock::proposal::{LockAsk, Proposal};
use crate::engine::propose::report::MapReport;
use crate::engine::prospect::Prospect;
use crate::engine::report::{Report, Survey};
use crate::engine::table::Table;
use crate::gsd;

/// A way of working in phases: tables, readers, and a decision for every state.
pub trait Methodology: Sync {
    /// Its name, as outputs have it.
    fn name(&self) -> &'static str;
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
    fn announced(&self, ask: &PhaseAsk) -> Result<Option<Prospect>, Failure>;
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
pub const ALL: &[&dyn Methodology] = &[&Gsd];

struct Gsd;

impl Methodology for Gsd {
    fn name(&self) -> &'static str {
        "gsd"
    }

    fn tables(&self) -> Vec<Table> {
        gsd::tables::tables()
    }

    fn report(&self, ask: &PhaseAsk) -> Result<Report, Failure> {
        gsd::answer::report(ask)
    }

    fn case(&self, ask: &PhaseAsk) -> Result<Value, Failure> {
        gsd::answer::case(ask)?.kept()
    }

    fn replay(&self, case: &Value, ask: &PhaseAsk) -> Result<Report, Failure> {
        gsd::answer::replay(gsd::case::Case::of_kept(case)?, ask)
    }

    fn announced(&self, ask: &PhaseAsk) -> Result<Option<Prospect>, Failure> {
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

    fn lint(&self, ask: &LintAsk) -> Result<LintReport, Failure> {
        gsd::read::lint::lint(ask)
    }
}

/// The methodology of the project that is asked about.
pub fn detect() -> &'static dyn Methodology {
    &Gsd
}

/// Every table there is: the tool's own and each methodology's.
pub fn tables() -> Vec<Table> {
    let own = [crate::engine::exit::table(), lock::rule::table(), crate::read::env::table()];
    own.into_iter().chain(ALL.iter().flat_map(|methodology| methodology.tables())).collect()
}
