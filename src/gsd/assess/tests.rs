//! From readings to states, and from what is asked for to what is owed: every combination there is.

use std::collections::{BTreeMap, BTreeSet};

use super::*;
use crate::engine::depth::Depth;
use crate::engine::evidence::Freshness;
use crate::engine::object::Oid;
use crate::engine::row::walk;
use crate::gsd::artifacts::{ARTIFACTS, Judges};
use crate::gsd::evidence::File;
use crate::gsd::ids::PlanId;
use crate::gsd::resume::{RESUME, Target};
use crate::gsd::samples::{asking, file, finished, nothing};
use crate::gsd::situation::{DONE, SKIPPED};
use crate::gsd::steps::{OwedWhen, STEPS};
use crate::gsd::text::config::SWITCHES;

fn contents() -> Vec<Content> {
    let meanings = [Meaning::Done, Meaning::Skipped, Meaning::Failed, Meaning::Human, Meaning::Issues, Meaning::Open];
    let damaged = [
        Content::Draft { why: String::new() },
        Content::Truncated { line: 0, why: String::new() },
        Content::Unknown { word: String::new(), line: 1 },
        Content::Unreadable { line: 1, why: String::new() },
    ];
    meanings.map(finished).into_iter().chain(damaged).collect()
}

fn ages() -> [Freshness; 4] {
    let since = Oid::from_bytes(&[1; 20]).unwrap();
    [Freshness::NotJudged, Freshness::Fresh, Freshness::Stale(since.into()), Freshness::Unknown(String::new())]
}

/// The gate that asks for a review of surfaces by its artifact.
const REVIEW_GATES: &[(Kind, &str)] = &[
    (Kind::UiReview, "ui-review"),
    (Kind::EvalReview, "eval-review"),
    (Kind::Uat, "full-uat"),
    (Kind::HumanUat, "full-uat"),
];

/// The states of a step by what is read of its one artifact.
fn states_of(step: Step, file: File) -> Vec<StepState> {
    let gate = REVIEW_GATES.iter().find(|(kind, _)| *kind == file.name.kind).map(|(_, gate)| (*gate).to_owned());
    let owes = Owing { step, owed: true, reason: String::new(), gates: gate.into_iter().collect(), waived: false };
    let mut evidence = nothing();
    if step == Step::ReviewFix {
        evidence.files.push(self::file(Kind::Review, Tracked::Committed, finished(Meaning::Issues), Freshness::Fresh));
    }
    evidence.files.push(file);
    standing(step, &evidence, &[], Execution::None, &owes).states
}

/// How many readings of a kind settle into each state, `several` where a reading leaves it open.
fn settled(kind: Kind, judges: Judges) -> &'static str {
    match (kind, judges) {
        // Any verdict is a review, and one that skipped had something to look at.
        (Kind::Review, _) => "done 6, missing 42, several 12, stale 4, unfinished 16, wip 240",
        (_, Judges::Nothing) => "done 2, failed 2, missing 10, several 2, unfinished 4, wip 60",
        _ => "done 4, failed 4, missing 40, several 12, stale 4, unfinished 16, wip 240",
    }
}

#[test]
fn every_reading_of_every_kind_settles() {
    let mut readings = 0;
    // Plans, their summaries and the lock are read together with others: `plans` and `standing` test them.
    let together = [Kind::Plan, Kind::PlanOutline, Kind::Summary, Kind::Lock];
    for row in ARTIFACTS.iter().filter(|row| !together.contains(&row.kind)) {
        let Some(step) = row.step else { continue };
        let mut counts: BTreeMap<&str, usize> = BTreeMap::new();
        for tracked in Tracked::ALL {
            for content in contents() {
                for age in ages().into_iter().take(if row.judges == Judges::Nothing { 1 } else { 4 }) {
                    let reading = format!("{} {} {content:?} {age:?}", row.name, tracked.word());
                    let states = states_of(step, file(row.kind, tracked, content.clone(), age.clone()));
                    if tracked.is_uncommitted() {
                        assert_eq!(states, [StepState::Wip], "{reading}");
                    }
                    if tracked == Tracked::Absent {
                        assert_eq!(states, [StepState::Missing], "{reading}");
                    }
                    if states.contains(&StepState::Done) {
                        assert_eq!(tracked, Tracked::Committed, "{reading}");
                        assert!(!matches!(age, Freshness::Stale(_)), "{reading}");
                        assert!(!matches!(content, Content::Draft { .. } | Content::Truncated { .. }), "{reading}");
                    }
                    if states == [StepState::Done] {
                        assert!(matches!(content, Content::Finished { .. }), "{reading}");
                        assert!(!matches!(age, Freshness::Unknown(_)), "{reading}");
                    }
                    let state = match states.as_slice() {
                        [state] => state.word(),
                        _ => "several",
                    };
                    *counts.entry(state).or_default() += 1;
                    readings += 1;
                }
            }
        }
        let counts: Vec<String> = counts.iter().map(|(state, count)| format!("{state} {count}")).collect();
        println!("{}: {}", row.name, counts.join(", "));
        assert_eq!(counts.join(", "), settled(row.kind, row.judges), "{}", row.name);
    }
    assert_eq!(readings, 3680);
}

/// The built-in gates.
fn gates() -> Vec<&'static str> {
    let of = |row: &'static crate::gsd::steps::StepRow| match row.owed {
        OwedWhen::Gates(gates) => gates,
        _ => &[],
    };
    STEPS.iter().flat_map(of).copied().collect()
}

fn owed(evidence: &PhaseEvidence) -> BTreeSet<Step> {
    owing(evidence, false).into_iter().filter(|owes| owes.owed).map(|owes| owes.step).collect()
}

#[test]
fn what_is_owed_and_that_it_alone_is_decided_for() {
    let gates = gates();
    assert_eq!(gates.len(), 8);
    let every_step: BTreeSet<Step> = STEPS.iter().map(|row| row.step).collect();
    let keys: Vec<&'static str> = SWITCHES.iter().map(|row| row.key).collect();
    let switches: Vec<Vec<&'static str>> =
        keys.iter().map(|key| vec![*key]).chain([Vec::new(), keys.clone()]).collect();
    let (mut combinations, mut sets) = (0, BTreeSet::new());
    for chosen in 0..1_u32 << gates.len() {
        let asked: Vec<&str> =
            gates.iter().enumerate().filter(|(at, _)| chosen & (1 << at) != 0).map(|(_, gate)| *gate).collect();
        let asks = |step: Step| match step.row().owed {
            OwedWhen::Gates(names) => names.iter().any(|name| asked.contains(name)),
            _ => false,
        };
        for off in &switches {
            for pinned in [false, true] {
                let of = |depth: Depth| owed(&asking(&asked, pinned, depth, off));
                let by_depth = Depth::ALL.map(of);
                let [shallow, standard, deep] = &by_depth;
                assert!(shallow.is_subset(standard) && standard.is_subset(deep), "{asked:?} {off:?}");
                let of_depth: BTreeSet<Step> = deep.difference(shallow).copied().collect();
                assert!(of_depth.is_subset(&[Step::Research, Step::Discuss].into()), "{asked:?}: {of_depth:?}");
                for step in &every_step {
                    let is_off = step.row().switch.is_some_and(|key| off.contains(&key));
                    match step.row().owed {
                        OwedWhen::Gates(_) => {
                            let expected = asks(*step) && (pinned || !is_off);
                            assert!(by_depth.iter().all(|owed| owed.contains(step) == expected), "{step:?} {asked:?}");
                        }
                        OwedWhen::Always | OwedWhen::Map => {
                            assert!(by_depth.iter().all(|owed| owed.contains(step) != is_off), "{step:?} {off:?}");
                        }
                        OwedWhen::Deep | OwedWhen::GrayAreas => assert_eq!(deep.contains(step), !is_off, "{step:?}"),
                    }
                    if step.row().owed == OwedWhen::Deep {
                        assert!(!standard.contains(step), "{step:?}");
                    }
                }
                combinations += by_depth.len();
                sets.extend(by_depth);
            }
        }
    }
    let uniform = owed(&asking(&gates, false, Depth::Deep, &[]));
    assert_eq!(uniform, every_step, "deep with everything asked for is the uniform pipeline");
    let (mut parts, mut situations) = (0, 0_u128);
    for set in &sets {
        let all = STEPS.iter().fold(Situation::anything(), |all, row| {
            let dim = Dim::Step(row.step);
            let values = if set.contains(&row.step) { dim.every().without(SKIPPED) } else { DONE.or(SKIPPED) };
            all.with(dim, values)
        });
        let found = walk(RESUME, &all);
        assert_eq!(found.iter().map(|part| part.case.size()).sum::<u128>(), all.size(), "{set:?}");
        for part in &found {
            if let Target::Step(step) = part.target {
                assert!(set.contains(&step), "{} sends to {step:?}, which is not owed", part.row);
            }
        }
        parts += found.len();
        situations += all.size();
    }
    println!(
        "{combinations} combinations of gates, pins, switches and depths owe {} different sets of steps",
        sets.len()
    );
    println!("{situations} situations of these sets in {parts} parts, each with one decision for a step that is owed");
}

#[test]
fn an_accepted_absence_is_not_owed_unless_a_pinned_surface_asks() {
    for (pinned, expected) in [(false, false), (true, true)] {
        let mut evidence = asking(&["secure"], pinned, Depth::Shallow, &[]);
        let classified = evidence.setup.classified.as_mut().unwrap();
        for step in ["secure", "spec"] {
            classified.waived.insert(step.to_owned(), "people looked at it".to_owned());
        }
        let owing = owing(&evidence, false);
        let of = |step: Step| owing.iter().find(|owes| owes.step == step).unwrap();
        assert_eq!(of(Step::Secure).owed, expected);
        assert_eq!((of(Step::Spec).owed, of(Step::Spec).reason.as_str()), (false, "waived: people looked at it"));
    }
}

#[test]
fn a_summary_stands_for_a_plan_that_is_gone_and_for_none_that_lies_there_uncounted() {
    let of = |kind: Kind, tracked: Tracked| {
        let mut file = file(kind, tracked, finished(Meaning::Done), Freshness::NotJudged);
        file.name.plan = PlanId::parse("01");
        file
    };
    let summary = of(Kind::Summary, Tracked::Committed);
    let plans = |files: &[File]| plans::plans(&PhaseEvidence { files: files.to_vec(), ..nothing() });
    assert_eq!(plans(std::slice::from_ref(&summary)).len(), 1);
    assert!(plans(&[of(Kind::Plan, Tracked::Untracked), summary]).is_empty());
}

#[test]
fn a_committed_summary_or_a_verdict_shows_an_execution_without_plans() {
    use Meaning::{Done, Failed, Human, Issues, Open, Skipped};
    for (kind, shows) in [(Kind::Summary, &[Done][..]), (Kind::Verification, &[Done, Failed, Human]), (Kind::Uat, &[])]
    {
        for meaning in [Done, Skipped, Failed, Human, Issues, Open] {
            for tracked in Tracked::ALL {
                let file = file(kind, tracked, finished(meaning), Freshness::NotJudged);
                let mut evidence = PhaseEvidence { files: vec![file], ..nothing() };
                let expected = tracked == Tracked::Committed && shows.contains(&meaning);
                assert_eq!(is_executed_without_plans(&evidence), expected, "{kind:?} {meaning:?} {tracked:?}");
                evidence.unrecognised.push(("07-x-plan.md".into(), Tracked::Committed));
                assert!(!is_executed_without_plans(&evidence), "what may be a plan leaves it open");
            }
        }
    }
}
