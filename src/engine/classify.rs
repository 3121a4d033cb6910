//! The classification of a phase: which surfaces it touches, what they ask for, and how hard it works.
//!
//! What is live is joined with every lock of the phase's life. Joining only adds: a state is the stronger of two, gates are a
//! union, a pin holds once anybody has set it, depth is a maximum. The one exception is a skip by hand, and it holds only for
//! a surface that is merely assumed, not pinned, and that no lock ever held.

#[cfg(test)]
mod tests;

use std::collections::{BTreeMap, BTreeSet};

use super::activate::{CompiledMap, Match, Reason, State, SurfaceStanding};
use super::depth::{Depth, DepthDecision, DepthInputs, Floor, Input, Limits, Pin, Uniform, derive};
use super::destructive::{Hit, deletion};
use super::escape::escape;
use super::lock::{Change, Held, Joined, Lock, LockedSurface, Remark, Skip, compare};
use super::object::Oid;
use super::path::RepoPath;

/// Everything that a phase is classified by.
#[derive(Debug, Clone)]
pub struct Facts<'a> {
    /// The project's map; none where it has none.
    pub map: Option<&'a CompiledMap>,
    /// Where each surface of the map stands by the paths of the phase.
    pub standing: &'a [SurfaceStanding],
    /// Every lock of the phase's life.
    pub lock: &'a Joined,
    /// Surfaces that somebody includes by hand now.
    pub include: &'a BTreeSet<String>,
    /// Surfaces that somebody skips by hand now, and why; [`super::lock::decide`] says which may be.
    pub skip: &'a BTreeMap<String, Remark>,
    /// What depth is derived from, as far as it was measured. Pins, floors, locks and maps are added to it here.
    pub measured: DepthInputs,
    /// Where the measures begin to raise.
    pub limits: Limits,
}

/// Why a surface has its state.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Why {
    /// By the paths of the phase.
    Live(Reason),
    /// A lock holds it as active, maybe for this path.
    Locked(Option<RepoPath>),
    /// A lock assumed it, and no lock has settled that.
    LockedAssumed,
    /// A lock cannot be read whole.
    Unreadable(String),
    /// Somebody included it by hand.
    Included,
    /// Somebody skipped it by hand.
    SkippedByHand(Remark),
}

impl Why {
    /// The reason in words.
    pub fn words(&self) -> String {
        match self {
            Self::Live(reason) => reason.words(),
            Self::Locked(Some(path)) => format!("locked for {path}"),
            Self::Locked(None) => "locked".to_owned(),
            Self::LockedAssumed => "assumed by a lock, and no lock has settled it".to_owned(),
            Self::Unreadable(why) => format!("a lock cannot be read whole: {}", escape(why)),
            Self::Included => "included by hand".to_owned(),
            Self::SkippedByHand(reason) => format!("skipped by hand: {reason}"),
        }
    }
}

/// One surface of a classified phase.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Classified {
    /// Its name.
    pub name: String,
    /// Its state.
    pub state: State,
    /// True where it is pinned, by the map or by a lock.
    pub pinned: bool,
    /// The gates that it asks for.
    pub gates: Vec<String>,
    /// The depth below which it does not let the phase go.
    pub floor: Option<Depth>,
    /// Why it has its state.
    pub why: Why,
    /// The paths that it is active for.
    pub matches: Vec<Match>,
    /// True where the map no longer has it and a lock does.
    pub retired: bool,
}

impl Classified {
    /// True where its gates are owed.
    pub fn is_owed(&self) -> bool {
        self.state != State::Inactive
    }

    fn new(name: &str, why: Why) -> Self {
        Self {
            name: name.to_owned(),
            state: State::Inactive,
            pinned: false,
            gates: Vec::new(),
            floor: None,
            why,
            matches: Vec::new(),
            retired: false,
        }
    }

    /// Lifts the state; what is that strong already keeps its reason.
    fn lift(&mut self, state: State, why: Why) {
        // The stronger state is the lesser value.
        if state < self.state {
            (self.state, self.why) = (state, why);
        }
    }

    fn absorb(&mut self, locked: &LockedSurface) {
        self.pinned |= locked.pinned;
        self.floor = self.floor.max(locked.floor);
        for gate in &locked.gates {
            if !self.gates.contains(gate) {
                self.gates.push(gate.clone());
            }
        }
    }
}

/// Who asks for a gate.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Asker {
    /// The surface.
    pub surface: String,
    /// True where it is pinned.
    pub pinned: bool,
    /// True where it is assumed.
    pub assumed: bool,
}

/// A gate that is owed.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct OwedGate {
    /// The surfaces that ask for it.
    pub askers: Vec<Asker>,
}

impl OwedGate {
    /// True where a pinned surface asks: then nothing switches the gate off and nobody waives it.
    pub fn is_pinned(&self) -> bool {
        self.askers.iter().any(|asker| asker.pinned)
    }
}

/// A classified phase.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Classification {
    /// How hard it works, and why.
    pub depth: DepthDecision,
    /// The depth that locks hold.
    pub locked: Option<Depth>,
    /// What is asked for beyond the locks; empty where there is none.
    pub raised: Vec<Change>,
    /// Every surface of the map, then those that only a lock knows.
    pub surfaces: Vec<Classified>,
    /// The gates that are owed, at every depth.
    pub gates: BTreeMap<String, OwedGate>,
}

impl Classification {
    /// True where an absence of the gate's artifact may be accepted.
    pub fn may_waive(&self, gate: &str) -> bool {
        !self.gates.get(gate).is_some_and(OwedGate::is_pinned)
    }

    /// What it asks for, to be compared with locks.
    pub fn held(&self) -> Held {
        let of = |state: State| {
            let of = self.surfaces.iter().filter(move |surface| surface.state == state);
            of.map(|surface| (surface.name.clone(), locked(surface))).collect()
        };
        Held { surfaces: of(State::Active), assumed: of(State::Assumed), depth: Some(self.depth.depth) }
    }

    /// The lock that records it. Raises, waivers, replaced locks and paths declared by hand are for the caller to add.
    pub fn lock(&self, phase: &str, paths: &str, config: &str) -> Lock {
        let Held { surfaces, assumed, depth } = self.held();
        let skipped = self.surfaces.iter().filter(|surface| !surface.is_owed());
        let skips = skipped.map(|surface| match &surface.why {
            Why::SkippedByHand(reason) => (surface.name.clone(), Skip { by_hand: true, reason: reason.clone() }),
            why => (surface.name.clone(), Skip { by_hand: false, reason: Remark::new(&why.words()) }),
        });
        Lock {
            phase: phase.to_owned(),
            surfaces,
            assumed,
            depth,
            skips: skips.collect(),
            rationale: Remark::new(&self.depth.rationale()),
            paths: Remark::new(paths),
            config: Remark::new(config),
            ..Lock::default()
        }
    }
}

/// A surface as a lock has it.
fn locked(surface: &Classified) -> LockedSurface {
    let by = surface.matches.first().map(|found| found.path.clone());
    let by = by.or_else(|| if let Why::Locked(by) = &surface.why { by.clone() } else { None });
    LockedSurface {
        pinned: surface.pinned,
        included: surface.why == Why::Included,
        floor: surface.floor,
        gates: surface.gates.clone(),
        by,
    }
}

/// Classifies a phase.
pub fn classify(facts: &Facts<'_>) -> Classification {
    let surfaces = surfaces(facts);
    let depth = derive(&with_surfaces(facts, &surfaces), &facts.limits);
    let mut gates: BTreeMap<String, OwedGate> = BTreeMap::new();
    for surface in surfaces.iter().filter(|surface| surface.is_owed()) {
        let asker = || Asker {
            surface: surface.name.clone(),
            pinned: surface.pinned,
            assumed: surface.state == State::Assumed,
        };
        for gate in &surface.gates {
            gates.entry(gate.clone()).or_default().askers.push(asker());
        }
    }
    let mut classification = Classification { depth, locked: facts.lock.depth, raised: Vec::new(), surfaces, gates };
    if !facts.lock.is_empty() {
        classification.raised = compare(&renamed(facts), &classification.held());
    }
    classification
}

/// All that depth is derived from: what was measured, with what surfaces, locks and the map add. Whoever measures asks
/// [`super::depth::can_still_raise`] of these.
pub fn depth_inputs(facts: &Facts<'_>) -> DepthInputs {
    with_surfaces(facts, &surfaces(facts))
}

/// The hits that deleted files are: those below a surface that asks for more depth then.
pub fn deletions<'a>(map: &CompiledMap, deleted: impl IntoIterator<Item = (Option<Oid>, &'a RepoPath)>) -> Vec<Hit> {
    let mut hits = Vec::new();
    for (commit, path) in deleted {
        let of = map.of_path(path).into_iter().map(|(surface, _)| surface);
        let asks = of.filter(|surface| surface.destructive_pins_depth.is_some());
        hits.extend(asks.map(|surface| deletion(commit, path.clone(), &surface.name)));
    }
    hits
}

/// The surfaces of the map that a lock means by a name: that one, or those that had it before; none for a retired one.
fn heirs<'m>(facts: &Facts<'m>, name: &str) -> Vec<&'m str> {
    facts.map.map(|map| map.map().heirs(name)).unwrap_or_default()
}

/// What the locks hold, under the names that the map has now.
fn renamed(facts: &Facts<'_>) -> Held {
    let rename = |all: &BTreeMap<String, LockedSurface>| {
        let mut held: BTreeMap<String, LockedSurface> = BTreeMap::new();
        for (name, surface) in all {
            let heirs = heirs(facts, name);
            let names = if heirs.is_empty() { vec![name.as_str()] } else { heirs };
            for name in names {
                held.entry(name.to_owned()).or_default().absorb(surface);
            }
        }
        held
    };
    let Held { surfaces, assumed, depth } = Held::from(facts.lock);
    Held { surfaces: rename(&surfaces), assumed: rename(&assumed), depth }
}

fn surfaces(facts: &Facts<'_>) -> Vec<Classified> {
    let mut all: Vec<Classified> = facts.standing.iter().map(|standing| live(facts, standing)).collect();
    let held = renamed(facts);
    let known = |all: &[Classified], name: &str| all.iter().position(|surface| surface.name == name);
    for name in held.surfaces.keys().chain(held.assumed.keys()) {
        if known(&all, name).is_none() {
            all.push(Classified { retired: true, ..Classified::new(name, Why::LockedAssumed) });
        }
    }
    for surface in &mut all {
        if let Some(why) = facts.lock.unreadable.first() {
            surface.lift(State::Assumed, Why::Unreadable(why.clone()));
        }
        if let Some(locked) = held.assumed.get(&surface.name) {
            surface.absorb(locked);
            surface.lift(State::Assumed, Why::LockedAssumed);
        }
        if let Some(locked) = held.surfaces.get(&surface.name) {
            surface.absorb(locked);
            let why = if locked.included { Why::Included } else { Why::Locked(locked.by.clone()) };
            surface.lift(State::Active, why);
        }
        if facts.include.contains(&surface.name) {
            surface.lift(State::Active, Why::Included);
        }
        if surface.pinned && surface.is_owed() {
            let of_map = facts.map.and_then(|map| map.map().get(&surface.name)).and_then(|of_map| of_map.depth_floor);
            surface.floor = surface.floor.max(of_map).max(Some(Depth::Standard));
        }
    }
    all
}

/// A surface by its paths, with the one thing that lowers: a skip by hand of what is merely assumed.
fn live(facts: &Facts<'_>, standing: &SurfaceStanding) -> Classified {
    let mut surface = Classified {
        state: standing.state,
        pinned: standing.pinned,
        gates: standing.gates.clone(),
        matches: standing.matches.clone(),
        ..Classified::new(&standing.name, Why::Live(standing.reason.clone()))
    };
    let said_now = facts.skip.get(&standing.name).filter(|_| facts.lock.is_empty());
    let by_hand = facts.lock.skipped_by_hand.get(&standing.name).or(said_now);
    if let Some(reason) = by_hand.filter(|_| standing.state == State::Assumed && !standing.pinned) {
        surface.state = State::Inactive;
        surface.why = Why::SkippedByHand(reason.clone());
    }
    surface
}

fn with_surfaces(facts: &Facts<'_>, surfaces: &[Classified]) -> DepthInputs {
    let mut inputs = facts.measured.clone();
    for surface in surfaces.iter().filter(|surface| surface.is_owed()) {
        if surface.pinned {
            inputs.pins.push(Pin { surface: surface.name.clone(), assumed: surface.state == State::Assumed });
        }
        // A pinned surface raises to standard already; a floor that says no more is not said twice.
        let floor = surface.floor.filter(|floor| !surface.pinned || *floor > Depth::Standard);
        let floor = floor.map(|depth| Floor { surface: surface.name.clone(), depth, why: depth.word().to_owned() });
        inputs.floors.extend(floor);
    }
    if let (Some(map), Input::Known(hits)) = (facts.map, &facts.measured.destructive) {
        for hit in hits {
            for (surface, _) in map.of_path(&hit.path) {
                let floor = surface.destructive_pins_depth;
                let floor = floor.map(|depth| Floor { surface: surface.name.clone(), depth, why: hit.to_string() });
                inputs.floors.extend(floor.filter(|floor| !inputs.floors.contains(floor)));
            }
        }
    }
    inputs.locked = inputs.locked.max(facts.lock.depth);
    inputs.raised = inputs.raised.max(facts.lock.raised.keys().copied().max());
    if facts.map.is_none() {
        inputs.uniform.push(Uniform::NoMap);
    }
    inputs.uniform.extend(facts.lock.unreadable.first().cloned().map(Uniform::Lock));
    inputs
}
