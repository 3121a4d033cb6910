//! What ROADMAP and STATE say of one phase, put beside what its files and commits say.

use super::project::Project;
use crate::engine::evidence::{Content, Meaning, Tracked};
use crate::gsd::artifacts::Kind;
use crate::gsd::claims::{Current, RoadmapSays, Said, marked};
use crate::gsd::evidence::{File, Marks};
use crate::gsd::ids::PhaseId;
use crate::gsd::text::roadmap::Roadmap;
use crate::gsd::text::state::State;

/// The ledgers that speak of phases, in one version.
pub struct Ledgers<'a> {
    /// ROADMAP, where there is one.
    pub roadmap: Option<&'a Roadmap>,
    /// STATE, where there is one.
    pub state: Option<&'a State>,
}

impl<'a> Ledgers<'a> {
    /// Those that the project goes by: HEAD's.
    pub fn of(project: &'a Project) -> Self {
        Self { roadmap: project.roadmap.as_ref(), state: project.state.as_ref() }
    }
}

/// Reads the marks of the phase that may be written as any of `ids`.
pub fn marks(project: &Project, ledgers: &Ledgers<'_>, ids: &[PhaseId], files: &[File], ship_commit: bool) -> Marks {
    let entry = ledgers.roadmap.and_then(|roadmap| roadmap.entry(ids));
    let state = ledgers.state.cloned().unwrap_or_default();
    let said = Said {
        roadmap: ledgers.roadmap.map_or(RoadmapSays::Missing, |_| RoadmapSays::of(entry)),
        ship_commit,
        current: Current::of(&state, ids),
        state: state.says(ids),
        verification_passed: files.iter().any(says_passed),
    };
    let marked = marked(&said);
    let state_ships = state.shipped.iter().any(|shipped| ids.contains(&shipped.value));
    let none_needed = project.config.ship.as_deref() == Some("none");
    Marks {
        shipped: ship_commit || state_ships || (none_needed && said.verification_passed && marked.marked),
        marked,
        said,
        state,
        ids: ids.to_vec(),
        ui_hint: entry.and_then(|entry| entry.ui_hint).unwrap_or_default(),
        name: entry.map(|entry| entry.name.clone()).unwrap_or_default(),
    }
}

fn says_passed(file: &File) -> bool {
    file.name.kind == Kind::Verification
        && file.tracked == Tracked::Committed
        && matches!(file.reading.content, Content::Finished { meaning: Meaning::Done, .. })
}
