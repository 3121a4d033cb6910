//! Artifacts that were cut off at the end of a line: nothing in them is left open, and they are not taken for finished.

use phase_pipeline::gsd::artifacts::Kind;

use super::recovery::actions;
use crate::common::project::Project;
use crate::common::texts::finished;

const PHOTOS: &str = "07-photos";

/// The kinds that belong to the phase and whose template has an end.
const WITH_AN_END: &[Kind] = &[
    Kind::Research,
    Kind::Spec,
    Kind::UiSpec,
    Kind::Reviews,
    Kind::Review,
    Kind::ReviewFix,
    Kind::Security,
    Kind::Validation,
    Kind::Uat,
    Kind::HumanUat,
    Kind::Verification,
    Kind::Learnings,
];

/// The first lines of a text, whole.
fn lines(text: &str, count: usize) -> String {
    text.split_inclusive('\n').take(count).collect()
}

#[test]
fn an_untracked_artifact_without_its_end_is_looked_at_and_never_committed_or_removed() {
    for kind in WITH_AN_END {
        let project = Project::new();
        let name = format!("07-{}.md", kind.name());
        let phase = project.phase(PHOTOS);
        phase.file("07-01-PLAN.md", finished(Kind::Plan, PHOTOS), "docs(07): create phase plan");
        let whole = finished(*kind, PHOTOS);
        phase.left(&name, &whole);
        let is_kept = |action: &String| action.starts_with("commit ") && action.ends_with(&name);
        assert!(actions(&project.at("7")).iter().any(is_kept), "{name}");
        // Front matter and the first section stand.
        let sections = whole.lines().enumerate().filter(|(_, line)| line.starts_with("## ")).map(|(at, _)| at);
        let sections: Vec<usize> = sections.collect();
        let cut = lines(&whole, sections.get(1).copied().unwrap_or(sections[0] + 3));
        phase.left(&name, &cut);
        let answer = project.at("7").stops(11, "recovery/artifact");
        assert!(actions(&answer).iter().all(|action| action == "by-hand "), "{name}: {}", answer.told());
        assert!(answer.list("/interruption/files").contains("it may be cut short"), "{name}: {}", answer.told());
        assert!(project.repo().path(format!(".planning/phases/{PHOTOS}/{name}")).exists(), "{name}");
    }
}

#[test]
fn a_committed_artifact_that_lost_its_tail_is_put_back_wherever_it_was_cut() {
    let project = Project::new();
    let phase = project.phase(PHOTOS);
    phase.file("07-01-PLAN.md", finished(Kind::Plan, PHOTOS), "docs(07): create phase plan");
    for kind in [Kind::Context, Kind::Plan] {
        let whole = finished(kind, PHOTOS);
        let name = if kind == Kind::Plan { "07-01-PLAN.md".to_owned() } else { format!("07-{}.md", kind.name()) };
        phase.file(&name, &whole, "docs(07): add it");
        for count in [2, whole.lines().count() / 2, whole.lines().count() - 1] {
            phase.left(&name, lines(&whole, count));
            let answer = project.at("7").stops(11, "recovery/artifact");
            let path = format!("restore .planning/phases/{PHOTOS}/{name}");
            assert_eq!(actions(&answer)[0], path, "{count}: {}", answer.told());
        }
        // A change that is no loss stays what it was.
        phase.left(&name, format!("{whole}\nMore.\n"));
        let answer = project.at("7").stops(11, "recovery/artifact");
        assert!(actions(&answer)[0].starts_with("commit "), "{}", answer.told());
        phase.left(&name, &whole);
    }
}

#[test]
fn what_is_committed_without_an_end_is_read_as_it_was() {
    let project = Project::new();
    let phase = project.phase(PHOTOS);
    phase.file("07-01-PLAN.md", finished(Kind::Plan, PHOTOS), "docs(07): create phase plan");
    let context = "# Phase 7: Photos - Context\n\n## Phase Boundary\n\nPhotos.\n";
    phase.file("07-CONTEXT.md", context, "docs(07): capture phase context");
    let answer = project.at("7");
    assert!(!answer.told().contains("cut short"), "{}", answer.told());
}

/// A STATE that points to a phase, with its plan counter and its counts.
fn state(phase: u8, plan: &str, plans: usize, phases: usize) -> String {
    format!(
        "---\ncurrent_phase: {phase}\nstatus: executing\nprogress:\n  total_phases: 9\n  completed_phases: {phases}\n  \
         total_plans: 20\n  completed_plans: {plans}\n---\n\n# Project State\n\nPhase: {phase} of 9\nPlan: {plan}\nStatus: executing\n"
    )
}

#[test]
fn counts_and_pointers_of_state_are_held_against_git() {
    let project = Project::of(&["05-album", "06-prices"]);
    project.phase("05-album").context().plan("01", &["src/a"]).plan("02", &["src/b"]).plan("03", &["src/c"]).done("01");
    project.phase("06-prices").context();
    project.repo().write(".planning/STATE.md", state(5, "1 of 3", 10, 4));
    project.commit("docs(state): begin");
    for (phase, new, denied) in [
        ("5", state(5, "2 of 3", 11, 4), ""),
        ("5", state(5, "3 of 3", 10, 4), "plan 3 of 3 is the current one"),
        ("5", state(5, "2 of 3", 10, 5), "5 of 9 phases are completed"),
        ("5", state(5, "2 of 3", 13, 4), "13 of 20 plans are completed"),
        ("5", state(5, "2 of 3", 21, 4), "21 of 20 plans are completed"),
        ("5", state(5, "2 of 3", 10, 9), "9 of 9 phases are completed"),
        ("5", state(6, "1 of 3", 10, 4), "a later phase is the current one"),
        ("6", state(6, "1 of 3", 10, 4), "1 of 3 plans of phase 05 executed, which was current before"),
    ] {
        project.repo().write(".planning/STATE.md", &new);
        let answer = project.at(phase).stops(11, "recovery/state");
        let told = answer.list("/interruption/recovery");
        if denied.is_empty() {
            assert_eq!(actions(&answer), ["commit .planning/STATE.md"], "{}", answer.told());
            assert!(told.contains("of what .planning/STATE.md says: commit it as it is"), "{told}");
        } else {
            assert!(actions(&answer).iter().all(|action| action == "by-hand "), "{denied}: {}", answer.told());
            assert!(told.contains(denied), "{denied}: {told}");
        }
    }
    // Once its plans are executed, moving on from it is what git has.
    project.repo().write(".planning/STATE.md", state(5, "1 of 3", 10, 4));
    project.phase("05-album").done("02").done("03");
    project.repo().write(".planning/STATE.md", state(6, "1 of 3", 12, 5));
    let answer = project.at("6").stops(11, "recovery/state");
    assert_eq!(actions(&answer), ["commit .planning/STATE.md"], "{}", answer.told());
}
