//! The words of a closed list tell its values apart in every output.

use std::collections::BTreeSet;

use super::activate::State;
use super::depth::{Depth, InputName};
use super::destructive::Family;
use super::evidence::{StepState, Tracked};
use super::object::Oid;
use super::quota::Cause;
use super::recovery::Action;
use super::report::StepMark;
use super::touched::{Place, Source, Strength};

#[test]
fn no_two_values_share_a_word() {
    let (path, place) = (|| "a".into(), Place { file: "a".into(), line: None });
    let actions = [
        Action::Commit { paths: vec![path()], subject: String::new(), finishes: false },
        Action::Remove { path: path() },
        Action::Restore { path: path() },
        Action::Stash { paths: vec![path()], message: String::new() },
        Action::ByHand { what: String::new() },
    ];
    let marks = [
        StepMark::Done,
        StepMark::Next,
        StepMark::Owed,
        StepMark::Later,
        StepMark::Skipped,
        StepMark::Stale,
        StepMark::Interrupted,
    ];
    let families = [Family::Data, Family::Reset, Family::Files, Family::Volumes, Family::History];
    let sources = [
        Source::Prose(place.clone()),
        Source::Option("--path"),
        Source::List("SPEC", place),
        Source::WorkTree,
        Source::Commit(Oid::from_bytes(&[1; 20]).unwrap()),
    ];
    let words: [Vec<&str>; 11] = [
        actions.iter().map(Action::word).collect(),
        marks.map(StepMark::word).to_vec(),
        families.map(Family::word).to_vec(),
        sources.iter().map(Source::word).collect(),
        Tracked::ALL.map(Tracked::word).to_vec(),
        StepState::ALL.map(StepState::word).to_vec(),
        Depth::ALL.map(Depth::word).to_vec(),
        InputName::ALL.map(InputName::word).to_vec(),
        [State::Active, State::Assumed, State::Inactive].map(State::word).to_vec(),
        [Strength::Mentioned, Strength::Declared, Strength::Real].map(Strength::word).to_vec(),
        [Cause::Quota, Cause::Handoff, Cause::Unknown].map(Cause::word).to_vec(),
    ];
    for words in words {
        let different: BTreeSet<&str> = words.iter().copied().filter(|word| !word.is_empty()).collect();
        assert_eq!(different.len(), words.len(), "{words:?}");
    }
}

#[test]
fn an_action_changes_its_paths_and_takes_away_what_it_does_not_commit() {
    let paths = ["a".into(), "b".into()];
    for (action, count, takes_away) in [
        (Action::Commit { paths: paths.to_vec(), subject: String::new(), finishes: false }, 2, false),
        (Action::Stash { paths: paths.to_vec(), message: String::new() }, 2, true),
        (Action::Remove { path: "a".into() }, 1, true),
        (Action::Restore { path: "a".into() }, 1, true),
        (Action::ByHand { what: String::new() }, 0, false),
    ] {
        assert_eq!((action.paths(), action.takes_away()), (&paths[..count], takes_away), "{action:?}");
    }
}
