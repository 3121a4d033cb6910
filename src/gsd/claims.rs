//! Claims: what ROADMAP.md, STATE.md and commits say of a phase, whether together they mark it complete, and which of them
//! git denies.
//!
//! A claim is never evidence of work. It takes two kinds of them to mark a phase, because each alone is often wrong: in public
//! projects nearly every second box is ticked before the phase is verified, and STATE speaks of one phase and is often stale.

use super::read::roadmap::{At, RoadmapEntry, RowStatus, Tick};
use super::read::state::{Says, StateSays};

/// What ROADMAP.md says of a phase.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum RoadmapSays {
    /// There is no ROADMAP.md.
    Missing,
    /// It names the phase in no heading, box or row: after a milestone a phase vanishes from it.
    Nothing,
    /// It names the phase.
    Listed {
        /// Its checkbox.
        tick: Option<At<Tick>>,
        /// Its table row.
        row: Option<At<RowStatus>>,
    },
}

impl RoadmapSays {
    /// What a ROADMAP.md that was read says by its entry of the phase.
    pub fn of(entry: Option<&RoadmapEntry>) -> Self {
        entry.map_or(Self::Nothing, |entry| Self::Listed { tick: entry.tick, row: entry.row })
    }

    /// True when it marks the phase as complete.
    pub fn marks(self) -> bool {
        match self {
            Self::Missing => false,
            Self::Nothing => true,
            Self::Listed { tick, row } => {
                tick.is_some_and(|tick| tick.value == Tick::Ticked)
                    || row.is_some_and(|row| row.value == RowStatus::Complete)
            }
        }
    }
}

/// How the phase that STATE.md names as current lies to the phase asked for.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Current {
    /// It names none.
    None,
    /// It names this one.
    This,
    /// It names a later one of the same letter prefix (the backlog's 999.x is none).
    Later,
    /// It names an earlier one, or one that cannot be compared.
    Other,
}

/// Everything that the mark is decided from.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Witnesses {
    /// What ROADMAP.md says.
    pub roadmap: RoadmapSays,
    /// A commit `docs(P): ship phase P …` exists.
    pub ship_commit: bool,
    /// Which phase STATE.md names as current.
    pub current: Current,
    /// What STATE.md says of the phase and of the milestone.
    pub state: StateSays,
    /// VERIFICATION is committed and says passed.
    pub verification_passed: bool,
}

/// One witness for the mark.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Witness {
    /// ROADMAP's box is ticked.
    Box,
    /// ROADMAP's row says complete.
    Row,
    /// ROADMAP no longer names the phase.
    NotInRoadmap,
    /// A ship commit.
    ShipCommit,
    /// STATE calls the phase finished.
    StatePhase,
    /// STATE calls the milestone finished.
    StateMilestone,
    /// STATE names a later phase as current.
    LaterPhase,
    /// VERIFICATION passed.
    Verification,
}

impl Witness {
    /// What the witness says, for a reader.
    pub fn text(self) -> &'static str {
        match self {
            Self::Box => "ROADMAP's box is ticked",
            Self::Row => "ROADMAP's row says complete",
            Self::NotInRoadmap => "ROADMAP names the phase in no heading, box or row",
            Self::ShipCommit => "a ship commit names the phase",
            Self::StatePhase => "STATE calls the phase finished",
            Self::StateMilestone => "STATE calls the milestone finished",
            Self::LaterPhase => "STATE names a later phase as current",
            Self::Verification => "VERIFICATION passed",
        }
    }
}

/// Why a phase is marked complete, or is not.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Why {
    /// The witnesses agree.
    Marked,
    /// Neither ROADMAP nor a ship commit marks it.
    NoMark,
    /// STATE names it as current and unfinished.
    CurrentUnfinished,
    /// ROADMAP marks it, and nothing else does.
    MarkAlone,
}

impl Why {
    /// The reason, for a reader.
    pub fn text(self) -> &'static str {
        match self {
            Self::Marked => "the witnesses agree",
            Self::NoMark => "neither ROADMAP's box or row nor a ship commit marks it",
            Self::CurrentUnfinished => "STATE names it as current and does not call it finished",
            Self::MarkAlone => "ROADMAP alone marks it: neither STATE nor VERIFICATION agrees",
        }
    }
}

/// Whether a phase is marked complete, by whom, and why.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Marked {
    /// True when the claims together mark it.
    pub marked: bool,
    /// Every witness that speaks for the mark, whether or not it is enough.
    pub witnesses: Vec<Witness>,
    /// What decided.
    pub why: Why,
}

/// Decides whether the claims mark a phase complete: ROADMAP or a ship commit does; STATE does not name it as current and
/// unfinished; and, without a ship commit, one more witness agrees.
pub fn marked(says: &Witnesses) -> Marked {
    let (tick, row) = match says.roadmap {
        RoadmapSays::Listed { tick, row } => (
            tick.is_some_and(|tick| tick.value == Tick::Ticked),
            row.is_some_and(|row| row.value == RowStatus::Complete),
        ),
        RoadmapSays::Missing | RoadmapSays::Nothing => (false, false),
    };
    let table = [
        (Witness::Box, tick),
        (Witness::Row, row),
        (Witness::NotInRoadmap, says.roadmap == RoadmapSays::Nothing),
        (Witness::ShipCommit, says.ship_commit),
        (Witness::StatePhase, says.state.phase == Says::Finished),
        (Witness::StateMilestone, says.state.milestone == Says::Finished),
        (Witness::LaterPhase, says.current == Current::Later),
        (Witness::Verification, says.verification_passed),
    ];
    let witnesses: Vec<Witness> = table.into_iter().filter_map(|(witness, speaks)| speaks.then_some(witness)).collect();
    let seconds = [Witness::StatePhase, Witness::StateMilestone, Witness::LaterPhase, Witness::Verification];
    let why = if !says.roadmap.marks() && !says.ship_commit {
        Why::NoMark
    } else if says.current == Current::This && says.state.phase != Says::Finished {
        Why::CurrentUnfinished
    } else if says.ship_commit || seconds.iter().any(|second| witnesses.contains(second)) {
        Why::Marked
    } else {
        Why::MarkAlone
    };
    Marked { marked: why == Why::Marked, witnesses, why }
}
