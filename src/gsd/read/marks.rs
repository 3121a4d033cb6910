//! What ROADMAP and STATE say of one phase, put beside what its files and commits say.

use super::project::Project;
use crate::engine::evidence::{Content, Meaning, Tracked};
use crate::gsd::artifacts::Kind;
use crate::gsd::claims::{Current, RoadmapSays, Witnesses, marked};
use crate::gsd::evidence::{File, Marks};
use crate::gsd::ids::PhaseId;

/// Reads the marks of the phase that is called `token` by its folder and `asked` by who asked.
pub fn marks(project: &Project, token: &PhaseId, asked: &PhaseId, files: &[File], ship_commit: bool) -> Marks {
    let is_this = |text: &str| PhaseId::parse(text).is_some_and(|id| id == *token || id == *asked);
    let entry = project.roadmap.as_ref().and_then(|roadmap| roadmap.entry(is_this));
    let roadmap = match &project.roadmap {
        None => RoadmapSays::Missing,
        Some(_) => RoadmapSays::of(entry),
    };
    let state = project.state.clone().unwrap_or_default();
    let current = match state.current.as_ref().and_then(|current| PhaseId::parse(&current.value)) {
        None => Current::None,
        Some(current) if current == *token || current == *asked => Current::This,
        Some(current) if is_later(&current, token) => Current::Later,
        Some(_) => Current::Other,
    };
    let verification_passed = files.iter().any(says_passed);
    let marked = marked(&Witnesses { roadmap, ship_commit, current, state: state.says(is_this), verification_passed });
    let state_ships = state.shipped.as_ref().is_some_and(|shipped| is_this(&shipped.value));
    let none_needed = project.config.ship.as_deref() == Some("none");
    Marks {
        shipped: ship_commit || state_ships || (none_needed && verification_passed && marked.marked),
        marked,
        roadmap,
        ui_hint: entry.and_then(|entry| entry.ui_hint).unwrap_or_default(),
        name: entry.map(|entry| entry.name.clone()).unwrap_or_default(),
    }
}

/// A later phase of the same letter prefix; an entry of the backlog is none.
fn is_later(current: &PhaseId, token: &PhaseId) -> bool {
    current.prefix() == token.prefix() && current > token && !current.is_backlog()
}

fn says_passed(file: &File) -> bool {
    file.name.kind == Kind::Verification
        && file.tracked == Tracked::Committed
        && matches!(file.reading.content, Content::Finished { meaning: Meaning::Done, .. })
}
