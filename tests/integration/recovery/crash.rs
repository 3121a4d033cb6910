//! Death before every single step, of a recovery and of its undo; then the way on and the way back.

use phase_pipeline::engine::recovery::{Action, Announced};
use phase_pipeline::git::open_journal;
use phase_pipeline::write::recover::{RecoverError, Recovery};

use super::picture::{Picture, at_stake, debris, held};
use super::scenes::{self, Scene};
use super::{Death, Deaths, Quick, announce, open};
use crate::common::repo::Repo;

/// The files that the actions should have left, and the neighbours that they should have left alone.
fn check_end(before: &Picture, end: &Picture, announced: &Announced) {
    let acted_on: Vec<String> = announced.paths.iter().map(|state| state.path.to_string()).collect();
    for (name, file) in before.files.iter().filter(|(name, _)| !acted_on.contains(name)) {
        assert_eq!(end.files.get(name), Some(file), "{name}");
    }
    let others = |index: &str| -> Vec<String> {
        index.lines().filter(|line| !acted_on.iter().any(|path| line.ends_with(path))).map(str::to_owned).collect()
    };
    assert_eq!(others(&end.index), others(&before.index));
    for line in end.status.lines() {
        assert!(!acted_on.iter().any(|path| line.ends_with(path)), "not settled: {line}");
    }
    for path in
        announced.actions.iter().filter(|action| matches!(action, Action::Commit { .. })).flat_map(Action::paths)
    {
        assert_eq!(end.files.get(&path.to_string()), before.files.get(&path.to_string()), "{path} stays as it lies");
    }
}

/// Dies before every step, and takes both ways from there.
fn survives(scene: &Scene) {
    let announced = announce(&scene.repo, &scene.actions);
    let (before, all) = (Picture::of(&scene.repo), at_stake(&scene.repo));
    let head = std::fs::read(scene.repo.path(".git/refs/heads/main")).ok();
    let whole = scene.repo.copy();
    let deaths = Deaths::of(&whole);
    Recovery::with_steps(&open(&whole), &deaths).carry_out(&announced).unwrap();
    let deaths = deaths.into_found();
    let end = Picture::of(&whole);
    check_end(&before, &end, &announced);

    let is_back = |repo: &Repo, step: &str| {
        assert_eq!(Picture::of(repo), before, "before {step}");
        assert_eq!(std::fs::read(repo.path(".git/refs/heads/main")).ok(), head, "before {step}");
        let left = debris(repo);
        assert!(left.is_empty(), "before {step}: {left:?}");
    };
    assert!(deaths.len() > 15, "only {} steps were seen", deaths.len());
    for Death { before: step, repo: on } in deaths {
        let lost: Vec<_> = all.difference(&held(&on)).copied().collect();
        assert!(lost.is_empty(), "before {step}: {lost:?}");
        if open_journal(&on.path(".git")).unwrap().is_some() {
            let back = on.copy();
            Recovery::with_steps(&open(&back), &Quick)
                .undo(&|_| true)
                .unwrap_or_else(|error| panic!("before {step}: {error}"));
            is_back(&back, &step);
            Recovery::with_steps(&open(&on), &Quick).finish().unwrap_or_else(|error| panic!("before {step}: {error}"));
        } else if !on.path(".git/phase-pipeline/finished/000001.json").exists() {
            assert_eq!(Picture::of(&on), before, "before {step}: nothing is touched without a journal");
            Recovery::with_steps(&open(&on), &Quick).carry_out(&announced).unwrap();
        }
        assert_eq!(Picture::of(&on), end, "before {step}");
    }

    let deaths = Deaths::of(&whole);
    Recovery::with_steps(&open(&whole), &deaths).undo(&|_| true).unwrap();
    is_back(&whole, "the end");
    for Death { before: step, repo } in deaths.into_found() {
        let lost: Vec<_> = all.difference(&held(&repo)).copied().collect();
        assert!(lost.is_empty(), "undo, before {step}: {lost:?}");
        match Recovery::with_steps(&open(&repo), &Quick).undo(&|_| true) {
            // The journal is the last thing to go.
            Ok(_) | Err(RecoverError::Nothing(_)) => is_back(&repo, &step),
            Err(error) => panic!("undo, before {step}: {error}"),
        }
    }
}

#[test]
fn commits_survive_death_at_every_step() {
    survives(&scenes::commits());
}

#[test]
fn the_first_commit_survives_death_at_every_step() {
    survives(&scenes::first_commit());
}

#[test]
fn removals_survive_death_at_every_step() {
    survives(&scenes::removals());
}

#[test]
fn restorations_survive_death_at_every_step() {
    survives(&scenes::restorations());
}

#[test]
fn a_restoration_from_a_conflict_survives_death_at_every_step() {
    survives(&scenes::conflict());
}

#[test]
fn stashes_survive_death_at_every_step() {
    survives(&scenes::stashes());
}

#[test]
fn actions_of_every_kind_survive_death_at_every_step() {
    survives(&scenes::mixed());
}
