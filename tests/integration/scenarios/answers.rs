//! Commits that answer the code review of a phase though their scope names a plan.

use phase_pipeline::gsd::artifacts::Kind;

use crate::common::project::Project;
use crate::common::texts;

const FOLDER: &str = "07-photos";

/// A REVIEW that raised these findings.
fn review(ids: &[&str]) -> String {
    let heads = ids.iter().map(|id| format!("### {id}: no limit\n\n")).collect::<Vec<_>>().concat();
    let text = texts::worded(Kind::Review, FOLDER, "issues_found").replace("critical: 0", "critical: 1");
    text.replace("total: 0", "total: 3").replace("## Summary\n", &format!("## Findings\n\n{heads}## Summary\n"))
}

/// An executed phase whose review raised three findings.
fn reviewed() -> Project {
    let project = Project::new();
    project.phase(FOLDER).executed().file("07-REVIEW.md", review(&["CR-01", "WR-02", "IN-03"]), "docs(07): review");
    project
}

#[test]
fn a_fix_of_a_plan_that_names_what_the_review_raised_answers_it() {
    for subject in [
        "fix(07-01): a limit (CR-01)",
        "fix(7-1): CR-01 a limit",
        "fix(07-01): a limit (WR-02)",
        "fix(07-01)!: a limit (IN-03)",
        "fix(07-01): limits (CR-01, WR-02)",
        "fix(07-01): limits (CR-01 and WR-09)",
        "refactor(07-01): WR-02 one limit",
    ] {
        let project = reviewed();
        project.phase(FOLDER).work("src/photos.rs", subject);
        project.at("7").goes_to(11, "resume/review-unfinished");
    }
}

#[test]
fn a_commit_of_a_plan_that_names_nothing_of_the_review_carries_the_plan_out() {
    for subject in [
        "fix(07-01): a limit",
        "fix(07-01): a limit (CR-02)",
        "fix(07-01): a limit (WR-01)",
        "feat(07-01): a limit (CR-01)",
        "fix(07-01): a limit (cr-01)",
    ] {
        let project = reviewed();
        project.phase(FOLDER).work("src/photos.rs", subject);
        project.at("7").goes_to(10, "resume/post-execute");
    }
    // This one says nothing of the phase at all.
    let project = reviewed();
    project.phase(FOLDER).work("src/photos.rs", "fix: CR-01");
    project.at("7").goes_to(11, "resume/review-unfinished").says("REVIEW-FIX absent");
}

#[test]
fn the_review_comes_first() {
    let project = Project::new();
    let phase = project.phase(FOLDER).executed().review("clean").work("src/photos.rs", "fix(07-01): a limit (CR-01)");
    project.at("7").goes_to(10, "resume/post-execute");
    // What the review raised then was not raised when the commit was made.
    phase.file("07-REVIEW.md", review(&["CR-01"]), "docs(07): review");
    let commits = project.at("7").goes_to(11, "resume/review-unfinished").list("/plans");
    assert!(commits.contains(&project.repo().id("HEAD~1")), "{commits}");
}

#[test]
fn an_earlier_version_of_the_review_raised_it() {
    let project = reviewed();
    let phase = project.phase(FOLDER).file("07-REVIEW.md", review(&["WR-02"]), "docs(07): review once more");
    phase.work("src/photos.rs", "fix(07-01): a limit (CR-01)");
    project.at("7").goes_to(11, "resume/review-unfinished");
}

#[test]
fn a_plan_made_for_what_the_review_found_is_carried_out_by_its_fixes() {
    let project = reviewed();
    let phase = project.phase(FOLDER).plan("02", &["src/photos.rs"]).reviews();
    phase.work("src/photos.rs", "fix(07-02): a limit (CR-01)");
    let answer = project.at("7").goes_to(9, "resume/between-waves");
    let plans = answer.list("/plans");
    assert!(plans.contains(&project.repo().id("HEAD")), "{plans}");
    assert_eq!(answer.execution(), "partial");
}

#[test]
fn all_that_was_raised_is_answered_by_fixes_of_plans() {
    let project = reviewed();
    let phase = project.phase(FOLDER).work("src/photos.rs", "fix(07-01): limits (CR-01, WR-02)");
    phase.work("src/photos.rs", "fix(07-01): a limit (IN-03)");
    project.at("7").goes_to(12, "resume/secure");
    // Taken back, they answer nothing.
    project.repo().git(&["revert", "--no-edit", "HEAD"]);
    project.repo().git(&["revert", "--no-edit", "HEAD~2"]);
    project.at("7").goes_to(11, "resume/review-unfinished");
}
