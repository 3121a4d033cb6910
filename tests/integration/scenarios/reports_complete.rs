//! What users of such routers met where "complete" was said too early, or never. Numbers are those of the reports.

use phase_pipeline::gsd::artifacts::Kind;

use crate::common::project::{Phase, Project};
use crate::common::texts::{self, Plan};

/// Ticks the box and says nothing else anywhere.
fn tick_alone(project: &Project) {
    project.roadmap(&["07-photos"], &["07-photos"]).commit("docs(roadmap): tick phase 7");
}

#[test]
fn a10_a_ticked_box_is_never_enough() {
    let project = Project::new();
    project.phase("07-photos").executed().review("clean").security().validation();
    tick_alone(&project);
    let answer = project.at("7").goes_to(15, "resume/verify");
    let claims = answer.list("/claims");
    assert!(claims.contains("the box is ticked") && claims.contains("no VERIFICATION"), "{claims}");
}

#[test]
fn a10_all_summaries_and_a_tick_do_not_jump_over_the_gates() {
    let project = Project::new();
    project.phase("07-photos").executed();
    tick_alone(&project);
    project.at("7").goes_to(10, "resume/post-execute");
}

#[test]
fn a10_a_state_that_calls_the_phase_shipped_is_a_claim() {
    let project = Project::new();
    let phase = project.phase("07-photos").executed();
    project.state("7", "Phase 7 shipped — PR #12");
    phase.commit("docs(state): shipped");
    let answer = project.at("7").goes_to(10, "resume/post-execute");
    assert!(answer.list("/claims").contains("no ship commit"), "{}", answer.told());
}

#[test]
fn a11_a_passed_verification_does_not_close_plans_that_are_open() {
    let project = Project::new();
    let mut phase = project.phase("07-photos").context();
    for plan in ["01", "02", "03", "04", "05"] {
        phase = phase.plan(plan, &[]);
    }
    for plan in ["01", "02", "03", "05"] {
        phase = phase.done(plan);
    }
    phase.verification("passed").ticked();
    project.at("7").goes_to(9, "resume/between-waves").says("4 of 5 executed; next is 04");
}

#[test]
fn a12_a_phase_without_plans_can_be_complete() {
    let project = Project::new();
    let phase = project.phase("07-photos").context().verification("passed");
    let summary = texts::finished(Kind::Summary, "07-photos");
    phase.file("07-SUMMARY.md", summary, "docs(07): summarize").ticked();
    project.at("7").stops(12, "resume/complete");
}

#[test]
fn a13_commits_are_counted_in_git_and_not_in_front_matter() {
    let project = Project::new();
    let phase = project.phase("07-photos").planned();
    let claimed = texts::finished(Kind::Summary, "07-photos").replace("plan: 01\n", "plan: 01\ncommits: 3\n");
    phase.file("07-01-SUMMARY.md", claimed, "docs(07-01): complete photos plan");
    let answer = project.at("7");
    assert_eq!(answer.json["plans"][0]["commits"], serde_json::json!([]), "{}", answer.told());
}

#[test]
fn a14_a_summary_without_a_tick_does_not_run_its_plan_again() {
    let project = Project::new();
    project.phase("07-photos").executed();
    let answer = project.at("7").goes_to(10, "resume/post-execute");
    assert_eq!(answer.mark("execute"), "done");
}

#[test]
fn a15_looking_changes_nothing_in_a_project_that_could_be_finished() {
    let project = Project::new();
    project.phase("07-photos").verified();
    for command in [&["7"][..], &["steps", "7"], &["explain", "7"], &["status"], &["7", "17"]] {
        assert_eq!(project.run(command).code, 0, "{command:?}");
    }
    assert_eq!(project.repo().git(&["status", "--porcelain", "--ignored"]), "");
    let roadmap = std::fs::read_to_string(project.repo().path(".planning/ROADMAP.md")).unwrap();
    assert!(roadmap.contains("- [ ] **Phase 7"), "{roadmap}");
}

/// Planned and executed by a commit that touches the planning folder alone.
fn documented(project: &Project) -> Phase<'_> {
    let phase = project.phase("07-photos").context().plan("01", &[".planning/NOTES.md"]).reviews();
    project.repo().write(".planning/NOTES.md", "Notes.\n");
    phase.commit("feat(07-01): write the notes").summary("01")
}

#[test]
fn a16_a_phase_that_changed_no_source_owes_no_code_review_and_says_why() {
    let project = Project::new();
    documented(&project);
    let answer = project.at("7").goes_to(12, "resume/secure");
    assert_eq!(answer.mark("code-review"), "skipped", "{}", answer.told());
    assert!(answer.reason("code-review").contains("outside the planning folder"), "{}", answer.reason("code-review"));
}

#[test]
fn a16_summaries_of_source_that_no_commit_touched_are_told() {
    let project = Project::new();
    let phase = project.phase("07-photos").planned().summary("01");
    let told = "no commit since the phase began touches a file outside the planning folder";
    project.at("7").goes_to(10, "resume/post-execute").says(told);
    // A commit that names nothing may have been the work.
    phase.work("src/photos.rs", "keep photos");
    let answer = project.at("7").goes_to(10, "resume/post-execute");
    assert!(!answer.remarks().contains(told), "{}", answer.told());
}

#[test]
fn a16_a_phase_that_changed_source_owes_it_whoever_names_no_plan() {
    let project = Project::new();
    let phase = documented(&project);
    phase.plan("02", &["src/photos.rs"]).work("src/photos.rs", "keep photos").summary("02");
    project.at("7").goes_to(10, "resume/post-execute");
}

#[test]
fn a17_ticked_tasks_are_no_execution() {
    let project = Project::new();
    let phase = project.phase("07-photos").planned();
    let text = Plan::new("01").text("07-photos").replace("Keep photos.", "- [x] keep photos\n- [x] show them\n");
    phase.file("07-01-PLAN.md", text, "docs(07): create phase plan");
    let answer = project.at("7").goes_to(9, "resume/pre-execute");
    assert_eq!((answer.execution(), answer.plans()), ("none", vec!["07-01 ready".to_owned()]));
}

#[test]
fn a18_an_unknown_status_is_named_with_its_line_and_the_words_that_are_known() {
    let project = Project::new();
    let phase = project.phase("07-photos").executed().review("clean").security().validation();
    phase.verification("awaiting-operator");
    let answer = project.at("7").stops(13, "resume/otherwise");
    answer
        .says("VERIFICATION says `awaiting-operator` on line 4")
        .says("passed")
        .says("gaps_found")
        .says("human_needed");
}

#[test]
fn a18_an_unknown_status_of_a_summary_is_not_dropped_from_the_count() {
    let project = Project::new();
    let phase = project.phase("07-photos").context().plan("01", &[]).plan("02", &[]).reviews();
    phase.done("01").summary_says("02", "awaiting-operator");
    let answer = project.at("7").stops(13, "resume/otherwise").says("awaiting-operator");
    assert_eq!(answer.json["execution"]["live"], 2, "{}", answer.told());
}

#[test]
fn a18_an_unknown_word_that_decides_nothing_is_a_note() {
    let project = Project::new();
    project.phase("07-photos").planned().says(Kind::UiSpec, "looks_good");
    project.at("7").goes_to(9, "resume/pre-execute");
}

#[test]
fn a18_words_are_compared_without_case_quotes_and_dashes() {
    for word in ["Passed", "\"passed\"", "PASSED (gate green)", "gaps-resolved", "passed # late", "✅ passed"] {
        let project = Project::new();
        project.phase("07-photos").executed().review("clean").security().validation().verification(word);
        let answer = project.at("7");
        assert_eq!(answer.row(), "resume/ship", "{word}: {}", answer.told());
    }
}

#[test]
fn a44_a_skipped_gate_is_a_decision_with_a_reason_and_not_a_done_one() {
    let project = Project::new();
    project.config(r#"{"workflow": {"nyquist_validation": false}}"#).commit("chore: config");
    project.phase("07-photos").executed().review("clean").security().verification("passed");
    let answer = project.at("7").goes_to(17, "resume/ship");
    assert_eq!((answer.mark("secure"), answer.mark("validate")), ("done", "skipped"));
    assert_eq!(answer.reason("validate"), "switched off by workflow.nyquist_validation in config.json");
}

#[test]
fn a_phase_that_is_marked_and_lacks_gates_says_what_it_lacks() {
    let project = Project::new();
    project.phase("07-photos").executed().verification("passed").ticked();
    let answer = project.at("7").stops(12, "resume/complete");
    answer.says("code-review").says("/gsd-code-review 07");
}

#[test]
fn a_failed_verification_is_never_complete_whatever_is_ticked() {
    let project = Project::new();
    project.phase("07-photos").executed().review("clean").security().validation().verification("gaps_found").ticked();
    project.at("7").goes_to(7, "resume/gaps");
}

#[test]
fn gaps_that_were_planned_since_are_executed_and_not_planned_again() {
    let project = Project::new();
    let phase = project.phase("07-photos").executed().verification("gaps_found");
    phase.plan_of(&Plan { more: "gap_closure: true\n", ..Plan::new("02") });
    project.at("7").goes_to(9, "resume/between-waves").runs("/gsd-execute-phase 07 --gaps-only");
    phase.done("02");
    project.at("7").goes_to(10, "resume/post-execute");
    phase.review("clean").security().validation();
    project.at("7").goes_to(15, "resume/verify");
}

#[test]
fn a_verification_that_waits_for_a_person_goes_on_once_somebody_accepted() {
    let project = Project::new();
    let phase = project.phase("07-photos").executed().review("clean").security().validation();
    let human = texts::worded(Kind::Verification, "07-photos", "human_needed")
        .replace("score:", "human_verification:\n  - test: \"Look at a photo\"\n    expected: \"It is sharp\"\nscore:");
    let phase = phase.file("07-VERIFICATION.md", human, "docs(07): verification");
    project.at("7").goes_to(15, "resume/verify").runs("/gsd-verify-work 07").says("Look at a photo");
    phase.has(Kind::Uat);
    project.at("7").goes_to(17, "resume/ship");
}

#[test]
fn a_halted_plan_blocks_what_needs_it_and_nothing_else() {
    let project = Project::new();
    let phase =
        project.phase("07-photos").context().plan("01", &[]).plan_after("02", &["07-01"]).plan("03", &[]).reviews();
    phase.execute("01").summary_says("01", "halted");
    let answer = project.at("7").goes_to(9, "resume/between-waves").says("next is 03");
    assert_eq!(answer.plans(), ["07-01 halted", "07-02 blocked by 01, which was halted", "07-03 ready"]);
    phase.done("03");
    project.at("7").stops(13, "resume/blocked").says("blocked");
}

#[test]
fn a_ship_commit_that_was_reverted_ships_nothing_until_its_revert_is_reverted() {
    let project = Project::new();
    project.phase("07-photos").verified().learnings();
    project.repo().write("NEWS", "Photos.\n");
    project.record("docs(07): ship phase 7 — PR #1", &["NEWS"]);
    let repo = project.repo();
    let ship = repo.id("HEAD");
    project.at("7").stops(12, "resume/complete");
    repo.git(&["revert", "--no-edit", "HEAD"]);
    let answer = project.at("7").goes_to(17, "resume/ship");
    let told = format!("{} ships the phase, and {} reverts it", &ship[..7], &repo.id("HEAD")[..7]);
    assert!(answer.told().contains(&told), "{}", answer.told());
    repo.git(&["revert", "--no-edit", "HEAD"]);
    let answer = project.at("7").stops(12, "resume/complete");
    assert!(!answer.told().contains("reverts it"), "{}", answer.told());
    // Abbreviated, and under any subject.
    let message = format!("chore: not yet\n\nThis reverts commit {} (docs(07): ship).\n", &ship[..12]);
    project.record(&message, &[]);
    project.at("7").goes_to(17, "resume/ship");
    project.phase("07-photos").shipped();
    let answer = project.at("7").stops(12, "resume/complete");
    assert!(!answer.told().contains("reverts it"), "{}", answer.told());
}

#[test]
fn a_merge_that_was_reverted_takes_back_what_it_brought_and_no_more() {
    let project = Project::new();
    project.phase("07-photos").verified().learnings();
    let repo = project.repo();
    repo.git(&["checkout", "--quiet", "-b", "side"]);
    project.repo().write("NEWS", "Photos.\n");
    project.record("docs(07): ship phase 7 — PR #1", &["NEWS"]);
    let repo = project.repo();
    repo.git(&["checkout", "--quiet", "-"]);
    repo.git(&["merge", "--quiet", "--no-ff", "-m", "Merge side", "side"]);
    project.at("7").stops(12, "resume/complete");
    project.repo().git(&["revert", "--no-edit", "-m", "1", "HEAD"]);
    project.at("7").goes_to(17, "resume/ship");
}

#[test]
fn a_reverted_execute_commit_is_named_until_it_is_carried_out_once_more() {
    let project = Project::new();
    let phase = project.phase("07-photos").planned().execute("01");
    let execute = project.repo().id("HEAD");
    phase.summary("01").review("issues_found");
    let review = project.at("7").goes_to(11, "resume/review-unfinished");
    assert!(!review.told().contains("reverts it"), "{}", review.told());
    project.repo().git(&["revert", "--no-edit", &execute]);
    let answer = project.at("7").goes_to(11, "resume/review-unfinished");
    assert!(answer.told().contains("carries out plan 01, and"), "{}", answer.told());
    phase.work("src/photos.rs", "feat(07-01): once more").review("issues_found");
    assert!(!project.at("7").told().contains("carries out plan 01, and"), "{}", project.at("7").told());
}
