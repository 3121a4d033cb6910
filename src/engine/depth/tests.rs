use super::*;
use crate::engine::destructive::deletion;
use crate::engine::path::RepoPath;

fn unknown<T>() -> Input<T> {
    Input::Unknown("damaged".to_owned())
}

fn clear(score: u32, below: &[&str]) -> Input<Ambiguity> {
    let below_minimum = below.iter().map(|name| (*name).to_owned()).collect();
    Input::Known(Ambiguity { score: Share(score), below_minimum })
}

fn diff(files: usize, lines: Input<usize>) -> Input<Diff> {
    Input::Known(Diff { files, lines })
}

fn hit() -> Hit {
    deletion(None, RepoPath::from("db/a.sql"), "schema")
}

fn all_waves() -> Vec<Input<usize>> {
    (0..=5).map(Input::Known).chain([Input::NotYet, unknown(), Input::Unasked]).collect()
}

fn all_ambiguities() -> Vec<Input<Ambiguity>> {
    let known = [clear(0, &[]), clear(200_000, &[]), clear(200_001, &[]), clear(1_000_000, &[]), clear(0, &["goal"])];
    known.into_iter().chain([Input::NotYet, unknown(), Input::Unasked]).collect()
}

fn all_lines() -> [Input<usize>; 5] {
    [Input::Known(800), Input::Known(801), Input::NotYet, unknown(), Input::Unasked]
}

fn all_diffs() -> Vec<Input<Diff>> {
    let known = [0, 25, 26].into_iter().flat_map(|files| all_lines().into_iter().map(move |lines| diff(files, lines)));
    known.chain([Input::NotYet, unknown(), Input::Unasked]).collect()
}

fn all_hits() -> [Input<Vec<Hit>>; 6] {
    let two = vec![hit(), hit()];
    [Input::Known(Vec::new()), Input::Known(vec![hit()]), Input::Known(two), Input::NotYet, unknown(), Input::Unasked]
}

fn all_pins() -> [Vec<Pin>; 3] {
    let pin = |assumed| Pin { surface: "payments".to_owned(), assumed };
    [Vec::new(), vec![pin(false)], vec![pin(true)]]
}

/// Every combination of the states and edges of the inputs that are measured.
fn all_measures() -> Vec<DepthInputs> {
    let mut all = Vec::new();
    for waves in all_waves() {
        for ambiguity in all_ambiguities() {
            for diff in all_diffs() {
                for destructive in all_hits() {
                    for pins in all_pins() {
                        all.push(DepthInputs {
                            waves: waves.clone(),
                            ambiguity: ambiguity.clone(),
                            diff: diff.clone(),
                            destructive: destructive.clone(),
                            pins,
                            ..DepthInputs::nothing_yet()
                        });
                    }
                }
            }
        }
    }
    all
}

/// The rule as it is written down, clause by clause. What nobody read is unknown where it could still raise.
fn by_the_book(inputs: &DepthInputs) -> Depth {
    let is_unasked = |unasked: bool, most: Depth, so_far: Depth| unasked && most > so_far;
    let lines_of = |state: fn(&Input<usize>) -> bool| matches!(&inputs.diff, Input::Known(diff) if state(&diff.lines));
    let derive = |asked_only: bool, so_far: Depth| {
        let unasked = |is: bool, most: Depth| !asked_only && is_unasked(is, most, so_far);
        let ambiguity_unknown = matches!(inputs.ambiguity, Input::Unknown(_))
            || unasked(matches!(inputs.ambiguity, Input::Unasked), Depth::Deep);
        let another_unknown = matches!(inputs.waves, Input::Unknown(_))
            || unasked(matches!(inputs.waves, Input::Unasked), Depth::Deep)
            || matches!(inputs.diff, Input::Unknown(_))
            || unasked(matches!(inputs.diff, Input::Unasked), Depth::Standard)
            || lines_of(|lines| matches!(lines, Input::Unknown(_)))
            || unasked(lines_of(|lines| matches!(lines, Input::Unasked)), Depth::Standard)
            || matches!(inputs.destructive, Input::Unknown(_))
            || unasked(matches!(inputs.destructive, Input::Unasked), Depth::Deep);
        let destructive = matches!(&inputs.destructive, Input::Known(hits) if !hits.is_empty());
        let waves = if let Input::Known(waves) = inputs.waves { waves } else { 0 };
        let high =
            matches!(&inputs.ambiguity, Input::Known(said) if said.score.0 > 200_000 || !said.below_minimum.is_empty());
        let large = matches!(&inputs.diff, Input::Known(diff)
            if diff.files > 25 || matches!(diff.lines, Input::Known(lines) if lines > 800));
        if destructive || waves >= 4 || high || ambiguity_unknown {
            Depth::Deep
        } else if waves > 1 || !inputs.pins.is_empty() || large || another_unknown {
            Depth::Standard
        } else {
            Depth::Shallow
        }
    };
    let so_far = derive(true, Depth::Shallow);
    derive(false, so_far)
}

#[test]
fn every_combination_of_inputs_is_derived_by_the_book() {
    let limits = Limits::default();
    let all = all_measures();
    assert_eq!(all.len(), 9 * 8 * 18 * 6 * 3);
    let mut seen = [0_usize; 3];
    for inputs in &all {
        let decision = derive(inputs, &limits);
        assert_eq!(decision.depth, by_the_book(inputs), "{inputs:?}");
        seen[decision.depth as usize] += 1;
        let strongest = decision.reasons.iter().map(Reason::raises_to).max().unwrap_or(Depth::Shallow);
        assert_eq!(strongest, decision.depth);
        assert!(decision.reasons.is_sorted_by_key(|reason| std::cmp::Reverse(reason.raises_to())));
        for (input, state) in states(inputs) {
            assert_eq!(decision.not_yet.contains(&input), state == State::NotYet);
        }
    }
    assert!(seen.iter().all(|count| *count >= 90), "{seen:?}");
}

#[test]
fn floors_locks_and_hands_are_a_maximum_over_what_is_derived() {
    let limits = Limits::default();
    let depths: Vec<Option<Depth>> = std::iter::once(None).chain(Depth::ALL.map(Some)).collect();
    for mut inputs in all_measures().into_iter().step_by(97) {
        let derived = derive(&inputs, &limits).depth;
        for floor in &depths {
            for locked in &depths {
                for raised in &depths {
                    inputs.floors = floor
                        .map(|depth| Floor { surface: "schema".to_owned(), depth, why: "depth_floor".to_owned() })
                        .into_iter()
                        .collect();
                    (inputs.locked, inputs.raised) = (*locked, *raised);
                    let so_far = read_reasons(&inputs, &limits).iter().map(Reason::raises_to).max();
                    let depth = derive(&inputs, &limits).depth;
                    let expected = [*floor, *locked, *raised, so_far].into_iter().flatten().max();
                    // What nobody read raises only where it still could: the floor may have made reading it needless.
                    let unread = can_still_raise(&inputs, &limits).into_iter().map(InputName::when_unknown).max();
                    assert_eq!(Some(depth), expected.max(unread).max(Some(Depth::Shallow)));
                    assert!(depth >= derived.min(expected.unwrap_or(Depth::Shallow)));
                }
            }
        }
        inputs.uniform = vec![Uniform::NoMap];
        assert_eq!(derive(&inputs, &limits).depth, Depth::Deep);
    }
}

#[test]
fn an_input_that_appears_or_grows_never_lowers() {
    let limits = Limits::default();
    let depth = |change: &dyn Fn(&mut DepthInputs), inputs: &DepthInputs| {
        let mut inputs = inputs.clone();
        change(&mut inputs);
        derive(&inputs, &limits).depth
    };
    for inputs in all_measures().iter().step_by(7) {
        let before = derive(inputs, &limits).depth;
        if inputs.waves == Input::NotYet {
            for waves in all_waves() {
                assert!(depth(&|inputs| inputs.waves = waves.clone(), inputs) >= before);
            }
        }
        if let Input::Known(waves) = inputs.waves {
            assert!(depth(&|inputs| inputs.waves = Input::Known(waves + 1), inputs) >= before);
        }
        if inputs.ambiguity == Input::NotYet {
            for ambiguity in all_ambiguities() {
                assert!(depth(&|inputs| inputs.ambiguity = ambiguity.clone(), inputs) >= before);
            }
        }
        if inputs.diff == Input::NotYet {
            for diff in all_diffs() {
                assert!(depth(&|inputs| inputs.diff = diff.clone(), inputs) >= before);
            }
        }
        if inputs.destructive == Input::NotYet {
            for hits in all_hits() {
                assert!(depth(&|inputs| inputs.destructive = hits.clone(), inputs) >= before);
            }
        }
        for pins in all_pins() {
            assert!(depth(&|inputs| inputs.pins.extend(pins.clone()), inputs) >= before);
        }
    }
}

#[test]
fn what_cannot_raise_any_more_need_not_be_read() {
    let limits = Limits::default();
    for inputs in all_measures() {
        let open = can_still_raise(&inputs, &limits);
        let before = derive(&inputs, &limits).depth;
        for (input, state) in states(&inputs) {
            if state != State::Unasked || open.contains(&input) {
                continue;
            }
            // Whatever it says, the depth stays.
            let mut read = inputs.clone();
            match input {
                InputName::Waves => read.waves = Input::Known(9),
                InputName::Ambiguity => read.ambiguity = unknown(),
                InputName::Diff => read.diff = diff(99, unknown()),
                InputName::Lines => read.diff = diff(0, Input::Known(9999)),
                InputName::Destructive => read.destructive = Input::Known(vec![hit()]),
            }
            if input == InputName::Lines {
                let Input::Known(known) = &inputs.diff else { unreachable!() };
                read.diff = diff(known.files, Input::Known(9999));
            }
            assert_eq!(derive(&read, &limits).depth, before, "{input:?} of {inputs:?}");
        }
    }
    let mut inputs = DepthInputs { diff: diff(3, Input::Unasked), ..DepthInputs::nothing_yet() };
    inputs.destructive = Input::Unasked;
    assert_eq!(can_still_raise(&inputs, &limits), [InputName::Lines, InputName::Destructive]);
    inputs.waves = Input::Known(2);
    assert_eq!(can_still_raise(&inputs, &limits), [InputName::Destructive]);
    inputs.locked = Some(Depth::Deep);
    assert_eq!(can_still_raise(&inputs, &limits), []);
}

#[test]
fn the_rationale_says_why_and_names_what_is_not_there() {
    let limits = Limits::default();
    let mut inputs = DepthInputs { ambiguity: clear(120_000, &[]), ..DepthInputs::nothing_yet() };
    inputs.pins = vec![Pin { surface: "payments".to_owned(), assumed: false }];
    let decision = derive(&inputs, &limits);
    assert_eq!(
        decision.rationale(),
        "standard because pinned payments; ambiguity 0.12; waves not yet; diff not yet; destructive operations not yet"
    );
    inputs.pins.clear();
    inputs.waves = Input::Known(1);
    inputs.diff = diff(1, Input::Known(4));
    inputs.destructive = Input::Known(Vec::new());
    assert_eq!(
        derive(&inputs, &limits).rationale(),
        "shallow because nothing raises it; 1 wave; ambiguity 0.12; diff of 1 file, 4 lines; nothing destructive"
    );
    inputs.destructive = Input::Known(vec![hit()]);
    inputs.waves = Input::Unknown("a plan\u{1b} cannot be read".to_owned());
    assert_eq!(
        derive(&inputs, &limits).rationale(),
        "deep because destructive: db/a.sql (deleted below schema); waves unknown: a plan\\u{1b} cannot be read; \
         ambiguity 0.12; diff of 1 file, 4 lines"
    );
}

#[test]
fn words_and_shares_are_read_as_written() {
    for depth in Depth::ALL {
        assert_eq!(Depth::parse(depth.word()), Some(depth));
    }
    for word in ["", "Deep", " deep", "deepest", "DEEP"] {
        assert_eq!(Depth::parse(word), None, "{word}");
    }
    assert!(Depth::ALL.is_sorted());
    let told: Vec<String> = [0, 120_000, 200_000, 201_500, 1_000_000, 1].map(|share| Share(share).to_string()).into();
    assert_eq!(told, ["0.00", "0.12", "0.20", "0.2015", "1.00", "0.000001"]);
}

#[test]
fn an_input_that_gives_a_reason_is_not_told_as_calm() {
    let measures = |waves, ambiguity, diff| {
        let inputs = DepthInputs { waves, ambiguity, diff, ..DepthInputs::nothing_yet() };
        derive(&inputs, &Limits::default())
    };
    let calm = measures(Input::Known(1), clear(0, &[]), diff(1, Input::Known(1)));
    assert_eq!(calm.calm.len(), 3, "{:?}", calm.calm);
    for loud in [
        measures(Input::Known(2), clear(0, &[]), diff(1, Input::Known(1))),
        measures(Input::Known(9), clear(0, &[]), diff(1, Input::Known(1))),
        measures(Input::Known(1), clear(1_000_000, &[]), diff(1, Input::Known(1))),
        measures(Input::Known(1), clear(0, &["goal"]), diff(1, Input::Known(1))),
        measures(Input::Known(1), clear(0, &[]), diff(1_000, Input::Known(1))),
        measures(Input::Known(1), clear(0, &[]), diff(1, Input::Known(100_000))),
    ] {
        assert_eq!((loud.reasons.len(), loud.calm.len()), (1, 2), "{:?} {:?}", loud.reasons, loud.calm);
    }
}

#[test]
fn what_raises_to_shallow_is_no_reason() {
    let floor = |depth: Depth| {
        let floor = Floor { surface: "a".to_owned(), depth, why: depth.word().to_owned() };
        let known = DepthInputs {
            waves: Input::Known(1),
            ambiguity: clear(0, &[]),
            diff: diff(1, Input::Known(1)),
            destructive: Input::Known(Vec::new()),
            ..DepthInputs::nothing_yet()
        };
        let decision = derive(&DepthInputs { floors: vec![floor], ..known }, &Limits::default());
        (decision.depth, decision.reasons.len())
    };
    assert_eq!(Depth::ALL.map(floor), [(Depth::Shallow, 0), (Depth::Standard, 1), (Depth::Deep, 1)]);
}
