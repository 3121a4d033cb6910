use proptest::collection::{btree_map, vec};
use proptest::option::of;
use proptest::prelude::*;

use super::*;
use crate::engine::activate::{Knowledge, Stage};
use crate::engine::depth::{Ambiguity, Diff, InputName, Share, can_still_raise};
use crate::engine::lock::{Block, Version, find, join};
use crate::engine::surface::{Surface, SurfaceMap, globs};
use crate::engine::touched::{Paths, Source, Touched};

const NAMES: [&str; 4] = ["payments", "ui", "schema", "ai"];

fn surface(name: &str, gates: &[&str], pinned: bool) -> Surface {
    let folder = format!("{name}/**");
    Surface {
        name: name.to_owned(),
        lists: vec![globs(name, &[&folder], pinned).unwrap()],
        gates: gates.iter().map(|gate| (*gate).to_owned()).collect(),
        pinned,
        destructive_pins_depth: (name == "schema").then_some(Depth::Deep),
        depth_floor: None,
        keywords: Vec::new(),
        was: vec![format!("old-{name}")],
        line: 1,
    }
}

fn map() -> CompiledMap {
    let surfaces = vec![
        surface("payments", &["secure", "validate", "full-uat"], true),
        surface("ui", &["ui-spec", "ui-review"], false),
        surface("schema", &["secure", "migration-idempotency"], true),
        surface("ai", &["ai-spec", "eval-review"], false),
    ];
    CompiledMap::new(SurfaceMap { surfaces }, RepoPath::default()).unwrap()
}

/// What is given by hand or by a lock in one case.
#[derive(Debug, Clone)]
struct Case {
    standing: Vec<SurfaceStanding>,
    lock: Joined,
    include: BTreeSet<String>,
    skip: BTreeMap<String, Remark>,
    measured: DepthInputs,
}

impl Case {
    fn touching(paths: &[&str]) -> Self {
        let mut touched = Paths::default();
        touched.extend(paths.iter().map(|path| Touched::file((*path).into(), Source::Option("--path"))));
        Self {
            standing: map().activate(&touched, &[], &Knowledge::at(Stage::Exact)),
            lock: Joined::default(),
            include: BTreeSet::new(),
            skip: BTreeMap::new(),
            measured: clear(),
        }
    }

    fn with_lock(mut self, lines: &[&str]) -> Self {
        self.lock = join(&[Version { blocks: &blocks(lines), commit: None, executing: false, in_head: false }]);
        self
    }

    fn facts<'a>(&'a self, map: Option<&'a CompiledMap>) -> Facts<'a> {
        Facts {
            map,
            standing: &self.standing,
            lock: &self.lock,
            include: &self.include,
            skip: &self.skip,
            measured: self.measured.clone(),
            limits: Limits::default(),
        }
    }

    fn classify(&self) -> Classification {
        classify(&self.facts(Some(&map())))
    }
}

fn blocks(lines: &[&str]) -> Vec<Block> {
    let body = lines.join("\n");
    let text = format!("<!-- phase-pipeline:lock v1 phase=07 -->\n{body}\n<!-- /phase-pipeline:lock -->\n");
    blocks_of(&text)
}

fn blocks_of(text: &str) -> Vec<Block> {
    find(text.lines().enumerate().map(|(at, line)| (at + 1, line)), |_| true).blocks
}

/// A phase of one file with a clear SPEC.
fn clear() -> DepthInputs {
    DepthInputs {
        waves: Input::Known(1),
        ambiguity: Input::Known(Ambiguity { score: Share(100_000), below_minimum: Vec::new() }),
        diff: Input::Known(Diff { files: 1, lines: Input::Known(1) }),
        destructive: Input::Known(Vec::new()),
        ..DepthInputs::nothing_yet()
    }
}

fn states(classification: &Classification) -> Vec<(&str, State)> {
    classification.surfaces.iter().map(|surface| (surface.name.as_str(), surface.state)).collect()
}

fn gates(classification: &Classification) -> Vec<&str> {
    classification.gates.keys().map(String::as_str).collect()
}

use State::{Active, Assumed, Inactive};

#[test]
fn one_file_of_an_unpinned_surface_is_shallow_and_owes_that_surface_alone() {
    let classification = Case::touching(&["ui/page.tsx"]).classify();
    assert_eq!(
        states(&classification),
        [("payments", Inactive), ("ui", Active), ("schema", Inactive), ("ai", Inactive)]
    );
    assert_eq!(gates(&classification), ["ui-review", "ui-spec"]);
    assert_eq!(classification.depth.depth, Depth::Shallow);
    assert!(classification.may_waive("ui-review") && classification.raised.is_empty());
    let lock = classification.lock("07", "1 declared (--path)", "3f9a");
    assert_eq!(
        lock.to_string(),
        "<!-- phase-pipeline:lock v1 phase=07 -->\n\
         surface: ui gates=ui-spec,ui-review by=ui/page.tsx\n\
         assumed: none\n\
         depth: shallow\n\
         skip: ai — none of 1 declared path matches its 1 glob\n\
         skip: payments — none of 1 declared path matches its 1 glob\n\
         skip: schema — none of 1 declared path matches its 1 glob\n\
         rationale: shallow because nothing raises it; 1 wave; ambiguity 0.10; diff of 1 file, 1 line; nothing destructive\n\
         paths: 1 declared (--path)\n\
         config: 3f9a\n\
         <!-- /phase-pipeline:lock -->\n"
    );
}

#[test]
fn a_pinned_surface_owes_its_gates_at_every_depth() {
    let mut case = Case::touching(&["payments/tax.rs"]);
    for (waves, depth) in [(1, Depth::Standard), (2, Depth::Standard), (4, Depth::Deep)] {
        case.measured.waves = Input::Known(waves);
        let classification = case.classify();
        assert_eq!(classification.depth.depth, depth);
        assert_eq!(gates(&classification), ["full-uat", "secure", "validate"]);
        for gate in ["full-uat", "secure", "validate"] {
            assert!(classification.gates[gate].is_pinned() && !classification.may_waive(gate));
        }
    }
}

#[test]
fn nothing_declared_assumes_every_surface() {
    let classification = Case::touching(&[]).classify();
    assert!(states(&classification).iter().all(|(_, state)| *state == Assumed));
    assert_eq!(classification.gates.len(), 8);
    assert_eq!(classification.depth.depth, Depth::Standard);
    assert!(classification.depth.rationale().contains("pinned payments, assumed"));
}

#[test]
fn without_a_map_a_phase_is_deep() {
    let case = Case { standing: Vec::new(), ..Case::touching(&[]) };
    let classification = classify(&case.facts(None));
    assert_eq!(classification.depth.depth, Depth::Deep);
    assert!(classification.surfaces.is_empty() && classification.gates.is_empty());
    // A lock from when there was one keeps what it holds.
    let case =
        case.with_lock(&["surface: payments pinned gates=secure by=a", "assumed: ui gates=ui-spec", "depth: shallow"]);
    let classification = classify(&case.facts(None));
    assert_eq!(states(&classification), [("payments", Active), ("ui", Assumed)]);
    assert!(classification.surfaces.iter().all(|surface| surface.retired));
    assert_eq!(gates(&classification), ["secure", "ui-spec"]);
}

#[test]
fn a_lock_and_what_is_live_are_joined() {
    let lines = &[
        "surface: ai pinned floor=deep gates=secure by=ai/x",
        "surface: gone gates=parity-check by=y",
        "surface: old-ui gates=browser-uat",
        "assumed: payments gates=validate",
        "depth: shallow",
        "raise: standard — to be sure",
    ];
    let classification = Case::touching(&["schema/1.sql"]).with_lock(lines).classify();
    assert_eq!(
        states(&classification),
        [("payments", Assumed), ("ui", Active), ("schema", Active), ("ai", Active), ("gone", Active)]
    );
    let ai = &classification.surfaces[3];
    assert_eq!((ai.pinned, ai.floor, ai.gates.len()), (true, Some(Depth::Deep), 3));
    assert_eq!(ai.why.words(), "locked for ai/x");
    assert!(classification.surfaces[4].retired && !classification.surfaces[1].retired, "`ui` was `old-ui`");
    assert_eq!(classification.depth.depth, Depth::Deep);
    assert_eq!(classification.locked, Some(Depth::Shallow));
    let raised: Vec<String> = classification.raised.iter().map(ToString::to_string).collect();
    assert!(raised.contains(&"schema is owed".to_owned()), "{raised:?}");
    assert!(raised.contains(&"depth deep, was standard".to_owned()), "{raised:?}");
    assert!(!raised.iter().any(|change| change.contains("gone")));
    assert!(classification.raised.iter().all(|change| !change.lowers()));
}

#[test]
fn a_map_s_floor_holds_for_a_surface_that_only_a_lock_holds() {
    let mut surfaces = map().map().surfaces.clone();
    surfaces[0].depth_floor = Some(Depth::Deep);
    let map = CompiledMap::new(SurfaceMap { surfaces }, RepoPath::default()).unwrap();
    let case = Case::touching(&["ui/a"]).with_lock(&["surface: payments gates=secure by=a", "depth: shallow"]);
    assert_eq!(classify(&case.facts(Some(&map))).depth.depth, Depth::Deep);
    let case = Case::touching(&["ui/a"]);
    assert_eq!(classify(&case.facts(Some(&map))).depth.depth, Depth::Shallow);
}

#[test]
fn a_lock_that_cannot_be_read_whole_owes_everything() {
    for lines in [&["depth: deepest"][..], &["surface: ui gates=ui-spec", "depth: shallow", "what is this"]] {
        let classification = Case::touching(&["ui/a"]).with_lock(lines).classify();
        assert_eq!(
            states(&classification),
            [("payments", Assumed), ("ui", Active), ("schema", Assumed), ("ai", Assumed)]
        );
        assert_eq!(classification.depth.depth, Depth::Deep);
    }
}

#[test]
fn a_deleted_file_below_a_surface_that_asks_is_destructive() {
    let map = map();
    let (below, beside) = (RepoPath::from("schema/old.sql"), RepoPath::from("ui/old.tsx"));
    let hits = deletions(&map, [(None, &below), (None, &beside)]);
    assert_eq!(hits.iter().map(ToString::to_string).collect::<Vec<_>>(), ["schema/old.sql (deleted below schema)"]);
    let mut case = Case::touching(&["schema/old.sql"]);
    case.measured.destructive = Input::Known(hits);
    let classification = case.classify();
    assert_eq!(classification.depth.depth, Depth::Deep);
    let told = classification.depth.rationale();
    assert!(told.contains("floor of schema: schema/old.sql (deleted below schema)"), "{told}");
}

#[test]
fn a_hand_includes_any_surface_and_skips_only_what_is_assumed_unpinned_and_never_locked() {
    let mut case = Case::touching(&["ui/a"]);
    case.include.insert("ai".to_owned());
    let classification = case.classify();
    assert_eq!(states(&classification)[3], ("ai", Active));
    assert!(classification.lock("7", "", "").to_string().contains("surface: ai included gates=ai-spec,eval-review\n"));

    let mut case = Case::touching(&[]);
    for name in NAMES {
        case.skip.insert(name.to_owned(), Remark::new("only a typo"));
    }
    let classification = case.classify();
    assert_eq!(
        states(&classification),
        [("payments", Assumed), ("ui", Inactive), ("schema", Assumed), ("ai", Inactive)]
    );
    let lock = classification.lock("7", "", "").to_string();
    assert!(lock.contains("skip: ui by-hand — only a typo\n"), "{lock}");

    // The skip holds once its lock is committed, and a path that matches ends it.
    let blocks = blocks_of(&lock);
    let commit = Oid::from_bytes(&[1; 20]);
    let lock = join(&[Version { blocks: &blocks, commit, executing: false, in_head: true }]);
    let later = Case { lock: lock.clone(), ..Case::touching(&[]) };
    assert_eq!(states(&later.classify()), states(&classification));
    let touched = Case { lock, ..Case::touching(&["ui/a"]) };
    assert_eq!(states(&touched.classify())[1], ("ui", Active));
}

#[test]
fn measures_stop_where_surfaces_have_decided() {
    let mut case = Case::touching(&["payments/a"]);
    case.measured.diff = Input::Known(Diff { files: 1, lines: Input::Unasked });
    case.measured.destructive = Input::Unasked;
    let inputs = depth_inputs(&case.facts(Some(&map())));
    assert_eq!(can_still_raise(&inputs, &Limits::default()), [InputName::Destructive]);
    let case = case.with_lock(&["depth: deep"]);
    let inputs = depth_inputs(&case.facts(Some(&map())));
    assert_eq!(can_still_raise(&inputs, &Limits::default()), []);
}

fn depth() -> impl Strategy<Value = Depth> {
    proptest::sample::select(Depth::ALL.to_vec())
}

fn some_name() -> impl Strategy<Value = String> {
    proptest::sample::select(vec!["payments", "ui", "schema", "ai", "old-ui", "gone"]).prop_map(ToOwned::to_owned)
}

fn locked_surface() -> impl Strategy<Value = LockedSurface> {
    let gate = proptest::sample::select(vec!["secure", "validate", "ui-review", "parity-check"]);
    (any::<bool>(), any::<bool>(), of(depth()), vec(gate.prop_map(ToOwned::to_owned), 0..3)).prop_map(
        |(pinned, included, floor, gates)| {
            let mut surface = LockedSurface { pinned, included, floor, gates: Vec::new(), by: None };
            surface.absorb(&LockedSurface { gates, ..LockedSurface::default() });
            surface
        },
    )
}

prop_compose! {
    fn some_lock()(
        surfaces in btree_map(some_name(), locked_surface(), 0..3),
        assumed in btree_map(some_name(), locked_surface(), 0..3),
        depth in of(depth()),
        raised in btree_map(depth(), Just(Remark::default()), 0..2),
    ) -> Lock {
        Lock { phase: "7".to_owned(), surfaces, assumed, depth, raised, ..Lock::default() }
    }
}

fn some_state() -> impl Strategy<Value = State> {
    proptest::sample::select(vec![Active, Assumed, Inactive])
}

prop_compose! {
    fn some_standing()(states in vec(some_state(), NAMES.len())) -> Vec<SurfaceStanding> {
        let mut standing = Case::touching(&[]).standing;
        for (surface, state) in standing.iter_mut().zip(states) {
            surface.state = state;
        }
        standing
    }
}

prop_compose! {
    fn some_measures()(waves in 0..6_usize, known in any::<[bool; 4]>(), score in 0..400_000_u32, files in 0..40_usize) -> DepthInputs {
        let mut inputs = clear();
        inputs.waves = if known[0] { Input::Known(waves) } else { Input::NotYet };
        if let (true, Input::Known(ambiguity)) = (known[1], &mut inputs.ambiguity) {
            ambiguity.score = Share(score);
        } else {
            inputs.ambiguity = Input::NotYet;
        }
        inputs.diff = if known[2] { Input::Known(Diff { files, lines: Input::Unasked }) } else { Input::NotYet };
        inputs.destructive = if known[3] { Input::Unasked } else { Input::NotYet };
        inputs
    }
}

prop_compose! {
    fn some_case()(
        standing in some_standing(),
        locks in vec(some_lock(), 0..3),
        include in proptest::collection::btree_set(some_name(), 0..2),
        skip in btree_map(some_name(), Just(Remark::new("why")), 0..3),
        measured in some_measures(),
    ) -> (Case, Vec<Vec<Block>>) {
        let blocks: Vec<Vec<Block>> = locks.iter().map(|lock| blocks_of(&lock.to_string())).collect();
        let lock = joined(&blocks, true);
        (Case { standing, lock, include, skip, measured }, blocks)
    }
}

/// The versions as committed, before the phase began to execute or after.
fn joined(blocks: &[Vec<Block>], executing: bool) -> Joined {
    let version = |blocks| Version { blocks, commit: Oid::from_bytes(&[1; 20]), executing, in_head: true };
    join(&blocks.iter().map(|blocks| version(blocks.as_slice())).collect::<Vec<_>>())
}

/// Nothing that was owed is lost, no pin either, and depth is no less.
fn at_least(more: &Classification, less: &Classification) -> Result<(), TestCaseError> {
    prop_assert!(more.depth.depth >= less.depth.depth, "{} < {}", more.depth.rationale(), less.depth.rationale());
    for (gate, owed) in &less.gates {
        let kept = more.gates.get(gate);
        prop_assert!(kept.is_some(), "{gate} is lost");
        for asker in &owed.askers {
            let asks = |other: &&Asker| other.surface == asker.surface && other.pinned >= asker.pinned;
            prop_assert!(
                kept.is_some_and(|kept| kept.askers.iter().any(|other| asks(&other))),
                "{gate} of {}",
                asker.surface
            );
        }
    }
    for (surface, before) in
        less.surfaces.iter().map(|before| (more.surfaces.iter().find(|one| one.name == before.name), before))
    {
        prop_assert!(surface.is_some_and(|surface| surface.state <= before.state), "{} is weaker", before.name);
    }
    Ok(())
}

proptest! {
    #[test]
    fn whatever_is_added_nothing_owed_is_lost_and_depth_never_falls(
        (case, blocks) in some_case(), at in 0..NAMES.len(), lock in some_lock(), name in some_name(), cut in any::<prop::sample::Index>()
    ) {
        let before = case.classify();
        // A path that matches a surface, or a doubt about it.
        for state in [Active, Assumed] {
            let mut more = case.clone();
            more.standing[at].state = more.standing[at].state.min(state);
            at_least(&more.classify(), &before)?;
        }
        // A lock, whole or cut anywhere.
        let text = lock.to_string();
        let places: Vec<usize> = text.char_indices().map(|(at, _)| at).collect();
        for text in [text.as_str(), &text[..*cut.get(&places)]] {
            let mut blocks = blocks.clone();
            blocks.push(blocks_of(text));
            at_least(&Case { lock: joined(&blocks, true), ..case.clone() }.classify(), &before)?;
        }
        // A surface by hand, and a pin.
        let mut more = case.clone();
        more.include.insert(name);
        at_least(&more.classify(), &before)?;
        let mut more = case.clone();
        more.standing[at].pinned = true;
        at_least(&more.classify(), &before)?;
        // An input that appears or cannot be read.
        for change in [
            |inputs: &mut DepthInputs| if inputs.waves == Input::NotYet { inputs.waves = Input::Unknown(String::new()) },
            |inputs: &mut DepthInputs| if inputs.ambiguity == Input::NotYet { inputs.ambiguity = Input::Unknown(String::new()) },
            |inputs: &mut DepthInputs| if inputs.diff == Input::NotYet { inputs.diff = Input::Unknown(String::new()) },
            |inputs: &mut DepthInputs| if inputs.destructive == Input::NotYet { inputs.destructive = Input::Unknown(String::new()) },
        ] {
            let mut more = case.clone();
            change(&mut more.measured);
            at_least(&more.classify(), &before)?;
        }
    }

    #[test]
    fn a_lock_of_a_classification_changes_nothing_when_it_is_read_again((case, blocks) in some_case()) {
        let case = Case { lock: joined(&blocks, false), ..case };
        let before = case.classify();
        let mut blocks = blocks;
        blocks.push(blocks_of(&before.lock("7", "", "").to_string()));
        let after = Case { lock: joined(&blocks, false), ..case }.classify();
        at_least(&after, &before)?;
        prop_assert_eq!(&after.raised, &[]);
        prop_assert_eq!(&after.gates, &before.gates);
        prop_assert_eq!(after.depth.depth, before.depth.depth);
    }

    #[test]
    fn gates_do_not_depend_on_depth((case, _) in some_case(), measured in some_measures()) {
        let other = Case { measured, ..case.clone() };
        prop_assert_eq!(other.classify().gates, case.classify().gates);
    }
}

#[test]
fn a_surface_that_is_that_strong_already_keeps_its_reason() {
    let mut surface = Classified::new("a", Why::Included);
    for (to, state, is_new) in [
        (Inactive, Inactive, false),
        (Assumed, Assumed, true),
        (Assumed, Assumed, false),
        (Active, Active, true),
        (Assumed, Active, false),
    ] {
        let before = surface.why.clone();
        surface.lift(to, Why::SkippedByHand(Remark::new(&format!("{before:?} and more"))));
        assert_eq!((surface.state, surface.why != before), (state, is_new), "{to:?}");
    }
}

#[test]
fn a_gate_says_whether_who_asks_is_assumed() {
    let classification = Case::touching(&["ui/a.rs"])
        .with_lock(&["assumed: payments pinned gates=secure", "depth: standard"])
        .classify();
    let asker = |gate: &str| {
        let [asker] = &*classification.gates[gate].askers else { panic!("one asks for {gate}") };
        (asker.surface.as_str(), asker.pinned, asker.assumed)
    };
    assert_eq!(asker("ui-spec"), ("ui", false, false));
    assert_eq!(asker("secure"), ("payments", true, true));
}

#[test]
fn a_floor_is_said_once_where_a_pinned_surface_raises_that_far_already() {
    let case = Case::touching(&[]);
    for (pinned, floor, said) in [
        (false, None, 0),
        (false, Some(Depth::Standard), 1),
        (false, Some(Depth::Deep), 1),
        (true, None, 0),
        (true, Some(Depth::Standard), 0),
        (true, Some(Depth::Deep), 1),
    ] {
        let surface = Classified { state: Active, pinned, floor, ..Classified::new("a", Why::Included) };
        let inputs = with_surfaces(&case.facts(Some(&map())), &[surface]);
        assert_eq!((inputs.pins.len(), inputs.floors.len()), (usize::from(pinned), said), "{pinned} {floor:?}");
    }
}
