//! What ROADMAP and STATE say of one phase, put beside what its files and commits say.

use super::project::Project;
use crate::engine::evidence::{Content, Meaning, Tracked};
use crate::gsd::artifacts::Kind;
use crate::gsd::claims::{Current, RoadmapSays, Said, marked};
use crate::gsd::evidence::{File, Marks};
use crate::gsd::ids::PhaseId;

/// Reads the marks of the phase that may be written as any of `ids`.
pub fn marks(project: &Project, ids: &[PhaseId], files: &[File], ship_commit: bool) -> Marks {
    let entry = project.roadmap.as_ref().and_then(|roadmap| roadmap.entry(ids));
    let state = project.state.clone().unwrap_or_default();
    let said = Said {
        roadmap: project.roadmap.as_ref().map_or(RoadmapSays::Missing, |_| RoadmapSays::of(entry)),
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
