//! What ROADMAP and STATE say of one phase, put beside what its files and commits say.

use super::project::Project;
use crate::engine::evidence::{Content, Meaning, Tracked};
use crate::engine::path::RepoPath;
use crate::gsd::artifacts::Kind;
use crate::gsd::claims::{Current, RoadmapSays, Said, marked};
use crate::gsd::evidence::{File, Marks};
use crate::gsd::ids::PhaseId;
use crate::gsd::text::roadmap::Roadmap;
use crate::gsd::text::sides::Sides;
use crate::gsd::text::state::State;

/// The ledgers that speak of phases, in one version.
pub struct Ledgers<'a> {
    /// ROADMAP, where there is one.
    pub roadmap: Option<&'a Roadmap>,
    /// STATE, where there is one.
    pub state: Option<&'a State>,
    /// What they say where a merge left its marks in one.
    pub torn: &'a Torn,
}

/// ROADMAP and STATE as either side of a conflict has them whose marks were committed; empty where there are no marks.
#[derive(Debug, Clone, Default)]
pub struct Torn {
    roadmaps: Vec<Roadmap>,
    states: Vec<State>,
    /// The files, each with the line of its first mark.
    found: Vec<(RepoPath, usize)>,
    /// True where the sides cannot be told apart.
    is_unclear: bool,
}

impl Torn {
    /// A project's ledgers, none of which has such marks.
    pub const NOTHING: &'static Self =
        &Self { roadmaps: Vec::new(), states: Vec::new(), found: Vec::new(), is_unclear: false };

    /// Looks for marks in ROADMAP and STATE, each with its path where it is there.
    pub fn of(roadmap: (RepoPath, Option<&str>), state: (RepoPath, Option<&str>)) -> Self {
        let mut torn = Self::default();
        let roadmaps = torn.sides(roadmap).iter().flatten().map(|text| Roadmap::parse(text)).collect();
        let states = torn.sides(state).iter().flatten().map(|text| State::parse(text)).collect();
        Self { roadmaps, states, ..torn }
    }

    fn sides(&mut self, (path, text): (RepoPath, Option<&str>)) -> Option<[String; 2]> {
        let sides = text.and_then(Sides::of)?;
        self.found.push((path, sides.line));
        self.is_unclear |= sides.texts.is_none();
        sides.texts
    }

    /// STATE as one of its sides has it, and without a current phase where they name different ones; none where it is whole.
    pub fn state(&self) -> Option<State> {
        let mut state = self.states.first()?.clone();
        let current = |state: &State| state.current.as_ref().map(|current| current.value.clone());
        if self.states.iter().any(|other| current(other) != current(&state)) {
            state.current = None;
        }
        Some(state)
    }

    /// What a reader is told of each file.
    pub fn warnings(&self) -> impl Iterator<Item = String> {
        self.found.iter().map(|(path, line)| {
            format!(
                "{path}:{line}: a merge left its marks in what is committed; what either side says counts as possible: settle \
                 it and commit that"
            )
        })
    }
}

impl<'a> Ledgers<'a> {
    /// Those that the project goes by: HEAD's.
    pub fn of(project: &'a Project) -> Self {
        Self { roadmap: project.roadmap.as_ref(), state: project.state.as_ref(), torn: &project.torn }
    }
}

/// Reads the marks of the phase that may be written as any of `ids`.
pub fn marks(project: &Project, ledgers: &Ledgers<'_>, ids: &[PhaseId], files: &[File], ship_commit: bool) -> Marks {
    let asked = Asked { project, ids, files, ship_commit };
    let torn = ledgers.torn;
    let roadmaps: Vec<Option<&Roadmap>> = torn.roadmaps.iter().map(Some).collect();
    let states: Vec<Option<&State>> = torn.states.iter().map(Some).collect();
    let roadmaps = if roadmaps.is_empty() { vec![ledgers.roadmap] } else { roadmaps };
    let states = if states.is_empty() { vec![ledgers.state] } else { states };
    let mut all = roadmaps.iter().flat_map(|roadmap| states.iter().map(|state| asked.marks(*roadmap, *state)));
    let mut marks = all.next().unwrap_or_else(|| asked.marks(ledgers.roadmap, ledgers.state));
    let mut unsure = torn.is_unclear;
    for other in all {
        unsure |= other.marked.marked != marks.marked.marked;
        // What any side asks for is asked for.
        marks.ui_hint |= other.ui_hint;
    }
    marks.torn = torn.found.iter().filter(|_| unsure).cloned().collect();
    marks
}

/// A phase whose marks are asked for.
struct Asked<'a> {
    project: &'a Project,
    ids: &'a [PhaseId],
    files: &'a [File],
    ship_commit: bool,
}

impl Asked<'_> {
    /// The marks by one version of the ledgers.
    fn marks(&self, roadmap: Option<&Roadmap>, state: Option<&State>) -> Marks {
        let Self { project, ids, files, ship_commit } = *self;
        let entry = roadmap.and_then(|roadmap| roadmap.entry(ids));
        let state = state.cloned().unwrap_or_default();
        let said = Said {
            roadmap: RoadmapSays::of(roadmap, ids),
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
            torn: Vec::new(),
        }
    }
}

fn says_passed(file: &File) -> bool {
    file.name.kind == Kind::Verification
        && file.tracked == Tracked::Committed
        && matches!(file.reading.content, Content::Finished { meaning: Meaning::Done, .. })
}
