//! Absences that are accepted: shown everywhere, for no gate of a pinned surface, and not for longer than what was executed.

use super::{FOLDER, SPEC, refused, specified, text, works};
use crate::common::project::Project;

/// An executed phase of the pages, locked.
fn executed() -> Project {
    let project = specified(&["src/pages/home.rs"]);
    works(&project, &["classify", "7", "--lock", "--commit"]);
    let phase = project.phase(FOLDER).context().plan("01", &["src/pages/home.rs"]).reviews();
    phase.work("src/pages/home.rs", "feat(07-01): show photos").summary("01").review("clean");
    project
}

#[test]
fn a_waived_gate_is_shown_everywhere_until_more_is_executed() {
    let project = executed();
    assert_eq!(project.at("7").row(), "resume/reviews-missing");
    let waive = ["waive", "7", "ui-review", "--reason", "a person looked at it"];
    let written = works(&project, &waive);
    assert!(written.contains("waived: ui-review: a person looked at it"), "{written:?}");
    assert_eq!(project.ask(&["7", "14"]).text("/classification/waived"), "", "uncommitted it counts for nothing");
    works(&project, &[&waive[..], &["--commit"]].concat());
    assert_eq!(project.repo().git(&["log", "-1", "--format=%s"]), "docs(07): waive ui-review");
    let once = text(&project, SPEC);
    works(&project, &[&waive[..], &["--commit"]].concat());
    works(&project, &["classify", "7", "--lock", "--commit"]);
    assert!(text(&project, SPEC).contains("waive: ui-review — a person looked at it\n"), "a lock keeps waivers");
    assert_eq!(once.matches("waive: ").count(), 1);
    let answer = project.at("7").says("waived: ui-review: a person looked at it");
    assert_eq!(answer.row(), "resume/reviews-missing", "the other gate of the step is still owed");
    assert!(answer.summary().starts_with("browser-uat"), "{}", answer.told());
    works(&project, &["waive", "7", "browser-uat", "--reason", "no browser shows it", "--commit"]);
    let answer = project.at("7");
    assert_eq!(answer.mark("surface-reviews"), "waived", "{}", answer.told());
    assert!(answer.reason("surface-reviews").contains("no browser shows it"), "{}", answer.told());
    assert_eq!(answer.row(), "resume/verify");
    for words in [&["steps", "7"][..], &["classify", "7"]] {
        assert!(works(&project, words).contains("no browser shows it"), "{words:?}");
    }

    // What was accepted was accepted of what was there.
    project.phase(FOLDER).work("src/pages/home.rs", "feat(07-01): show more").review("clean");
    let answer = project.at("7").says("the waiver of ui-review lapsed");
    assert_eq!(answer.row(), "resume/reviews-missing", "{}", answer.told());
    assert!(answer.list("/classification/waived").contains("lapsed_by"), "{}", answer.told());
    refused(&project, &waive, "lock/said-before");
    works(&project, &["waive", "7", "ui-review", "--reason", "looked at once more", "--commit"]);
    let answer = project.at("7");
    assert!(answer.summary().starts_with("browser-uat"), "{}", answer.told());
}

#[test]
fn a_step_by_its_number_is_waived_and_one_before_execution_stays_so() {
    let project = specified(&["src/pages/home.rs"]);
    works(&project, &["classify", "7", "--lock", "--commit"]);
    project.phase(FOLDER).context().plan("01", &["src/pages/home.rs"]);
    assert_eq!(project.at("7").row(), "resume/plan-review");
    works(&project, &["waive", "7", "8", "--reason", "two people wrote it", "--commit"]);
    assert_eq!(project.at("7").row(), "resume/pre-execute");
    project.phase(FOLDER).work("src/pages/home.rs", "feat(07-01): show photos").summary("01");
    let answer = project.at("7");
    assert_eq!((answer.row(), answer.mark("plan-review")), ("resume/post-execute", "waived"), "{}", answer.told());
}

#[test]
fn a_waiver_goes_with_the_lock_that_is_replaced() {
    let project = specified(&["src/pages/home.rs"]);
    works(&project, &["classify", "7", "--lock", "--path", "texts/a.md", "--commit"]);
    works(&project, &["waive", "7", "ui-review", "--reason", "no page", "--commit"]);
    let told = works(&project, &["classify", "7", "--relock", "--reason", "typed the wrong path", "--commit"]);
    assert!(told.contains("ui-review is waived no more"), "{told:?}");
    assert_eq!(project.at("7").list("/classification/waived"), "");
}
