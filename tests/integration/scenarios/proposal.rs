//! The thirteen rows of the proposal's resume table, a test each in the proposal's own words, in a project without a surface
//! map; then the sentences that stand below the table.

use phase_pipeline::gsd::artifacts::Kind;

use crate::common::project::Project;
use crate::common::texts;

const GAPS: &str = "---\nphase: 07-photos\nstatus: gaps_found\nscore: 1/2 must-haves verified\ngaps:\n  - truth: \"A photo survives a restart\"\n    status: failed\n    \
     reason: \"nothing is written to disk\"\n---\n\n# 07-photos: VERIFICATION\n\n## Goal Achievement\n\n| 2 | A photo survives a restart | FAILED |\n";

/// A project in which another phase wrote down what it taught, so that this one owes it too.
fn that_learns() -> Project {
    let project = Project::of(&["06-albums", "07-photos"]);
    project.phase("06-albums").learnings();
    project
}

#[test]
fn row_01_summary_and_state_marks_complete_nothing_to_resume() {
    let project = Project::new();
    project.phase("07-photos").verified().ticked();
    project.at("7").stops(12, "resume/complete").says("1 of 1 executed").says("ROADMAP's box is ticked");
    assert_eq!(project.run(&["7"]).code, 12);
}

#[test]
fn row_01_a_phase_without_plans_is_complete_by_its_own_summary() {
    let project = Project::new();
    let text = texts::finished(Kind::Summary, "07-photos");
    project.phase("07-photos").context().file("07-SUMMARY.md", text, "docs(07): summarize").ticked();
    project.at("7").stops(12, "resume/complete");
}

#[test]
fn row_02_learnings_and_no_mark_ship() {
    let project = Project::new();
    project.phase("07-photos").verified().learnings();
    project.at("7").goes_to(17, "resume/ship").runs("/gsd-ship 07");
}

#[test]
fn row_03_verification_passed_and_no_learnings_extract_them() {
    let project = that_learns();
    project.phase("07-photos").verified();
    project.at("7").goes_to(16, "resume/learnings").runs("/gsd-extract-learnings 07");
}

#[test]
fn row_04_verification_failed_plan_against_the_gap_list() {
    let project = Project::new();
    let phase = project.phase("07-photos").executed().review("clean").security().validation();
    phase.file("07-VERIFICATION.md", GAPS, "docs(07): keep the verification report");
    let answer = project.at("7").goes_to(7, "resume/gaps").runs("/gsd-plan-phase 07 --gaps");
    answer.says("A photo survives a restart");
}

#[test]
fn row_05_validation_and_reviews_missing_whichever_review_is_missing() {
    let project = Project::of(&["06-albums", "07-photos"]);
    project.phase("06-albums").has(Kind::UiReview);
    let phase = project.phase("07-photos").has(Kind::UiSpec).executed().review("clean").security().validation();
    project.at("7").goes_to(14, "resume/reviews-missing").runs("/gsd-ui-review 07").says("UI-REVIEW absent");
    phase.has(Kind::UiReview);
    project.at("7").goes_to(15, "resume/verify");
}

#[test]
fn row_06_security_and_no_validation_validate() {
    let project = Project::new();
    project.phase("07-photos").executed().review("clean").security();
    project.at("7").goes_to(13, "resume/validate").runs("/gsd-validate-phase 07");
}

#[test]
fn row_07_review_fix_and_no_security_secure() {
    let project = Project::new();
    project.phase("07-photos").executed().review("issues_found").has(Kind::ReviewFix);
    project.at("7").goes_to(12, "resume/secure").runs("/gsd-secure-phase 07");
}

#[test]
fn row_08_review_and_no_review_fix_go_on_fixing() {
    let project = Project::new();
    project.phase("07-photos").executed().review("issues_found");
    project.at("7").goes_to(11, "resume/review-unfinished").runs("/gsd-code-review 07 --fix --all --auto");
}

#[test]
fn row_09_execute_commits_and_no_review_after_execution() {
    let project = Project::new();
    project.phase("07-photos").executed();
    project.at("7").goes_to(10, "resume/post-execute").runs("/gsd-code-review 07");
}

#[test]
fn row_10_plans_reviewed_and_no_execute_commits_before_execution() {
    let project = Project::new();
    project.phase("07-photos").planned();
    project.at("7").goes_to(9, "resume/pre-execute").runs("/gsd-execute-phase 07");
}

#[test]
fn row_10_reviews_that_raised_a_concern_are_addressed_by_a_changed_plan() {
    let project = Project::new();
    let phase = project.phase("07-photos").context().plan("01", &["src/photos.rs"]);
    let reviews = texts::finished(Kind::Reviews, "07-photos").replace("**LOW**: name the tests", "**HIGH**: no limit");
    let phase = phase.file("07-REVIEWS.md", reviews, "docs: cross-AI review for phase 7");
    project.at("7").goes_to(8, "resume/reviews-open").runs("/gsd-plan-phase 07 --reviews");
    phase.plan("01", &["src/photos.rs", "src/limit.rs"]);
    project.at("7").goes_to(9, "resume/pre-execute");
}

#[test]
fn row_11_plans_and_no_reviews_review_the_plans() {
    let project = Project::new();
    project.phase("07-photos").context().plan("01", &["src/photos.rs"]);
    project.at("7").goes_to(8, "resume/plan-review").runs("/gsd-review --phase 07 --all");
}

#[test]
fn row_12_spec_and_no_context_discuss() {
    let project = Project::new();
    project.phase("07-photos").spec();
    project.at("7").goes_to(4, "resume/discuss").runs("/gsd-discuss-phase 07 --analyze");
}

#[test]
fn row_13_nothing_exists_research() {
    let project = Project::new();
    project.at("7").goes_to(1, "resume/research").runs("/gsd-plan-phase --research-phase 07");
}

#[test]
fn the_decision_is_announced_in_one_line_and_the_command_in_the_next() {
    let project = Project::new();
    project.phase("07-photos").executed().review("issues_found");
    let ran = project.run(&["7", "--quiet"]);
    let lines: Vec<&str> = ran.out.lines().collect();
    assert_eq!(lines.len(), 2, "{}", ran.out);
    assert!(
        lines[0].starts_with("07 → 11 review-fix · resume/review-unfinished · REVIEW issues_found ("),
        "{}",
        ran.out
    );
    assert_eq!(lines[1], "run: /gsd-code-review 07 --fix --all --auto");
}

#[test]
fn a_step_that_is_named_takes_precedence_over_the_table() {
    let project = Project::new();
    project.phase("07-photos").executed();
    for step in ["15", "verify"] {
        let answer = project.ask(&["7", step]);
        assert_eq!((answer.code, answer.step()), (0, Some(15)), "{}", answer.told());
        assert_eq!(answer.json["decision"]["explicit"], true);
        answer
            .says("the table would have chosen 10 code-review")
            .says("leaves open: code-review, review-fix, secure, validate");
    }
}

#[test]
fn a_named_step_turns_complete_and_undetermined_into_notes() {
    let project = Project::of(&["07-photos", "08-tags"]);
    project.phase("07-photos").verified().ticked();
    project.phase("08-tags").planned().verification("passed");
    assert_eq!((project.at("7").code, project.at("8").code), (12, 13));
    assert_eq!(project.ask(&["7", "10"]).says("the table would have chosen complete").code, 0);
    assert_eq!(project.ask(&["8", "9"]).says("the table would have chosen undetermined").code, 0);
}

#[test]
fn what_a_phase_omits_on_purpose_does_not_misfire() {
    let project = Project::new();
    project.config(r#"{"workflow": {"security_enforcement": false, "code_review": false}}"#).commit("chore: config");
    project.phase("07-photos").executed();
    let answer = project.at("7").goes_to(13, "resume/validate");
    for step in ["code-review", "review-fix", "secure"] {
        assert_eq!(answer.mark(step), "skipped", "{}", answer.told());
        assert!(answer.reason(step).contains("switched off by workflow."), "{}", answer.reason(step));
    }
}

#[test]
fn the_general_router_is_advice_that_names_a_step_to_type() {
    let project = Project::new();
    project.phase("07-photos").planned().verification("passed");
    let answer = project.at("7").stops(13, "resume/unverifiable");
    assert!(answer.text("/decision/hint").ends_with("phase-pipeline 07 9"), "{}", answer.told());
}

#[test]
fn an_earlier_hole_is_never_filled_behind_a_later_step() {
    let project = Project::new();
    let phase = project.phase("07-photos").context();
    project.at("7").goes_to(7, "resume/pre-plan");
    phase.plan("01", &["src/photos.rs"]).done("01");
    project.at("7").goes_to(10, "resume/post-execute");
}

#[test]
fn an_early_verification_does_not_jump_over_a_safety_gate() {
    let project = that_learns();
    project.phase("07-photos").executed().verification("passed").review("clean");
    project.at("7").goes_to(12, "resume/secure");
}
