//! What users of such routers met where the wrong step came next. Numbers are those of the reports.

use phase_pipeline::gsd::artifacts::Kind;

use crate::common::project::Project;
use crate::common::texts::{self, Plan};

#[test]
fn r01_a_freshly_planned_phase_is_not_validated() {
    let project = Project::new();
    let phase = project.phase("07-photos").spec().context().says(Kind::Validation, "draft");
    phase.plan("01", &["src/photos.rs"]);
    let answer = project.at("7").goes_to(8, "resume/plan-review");
    assert_ne!(answer.mark("validate"), "done", "{}", answer.told());
}

#[test]
fn r01_a_draft_of_any_gate_is_not_done_after_execution_either() {
    for (kind, step, row) in [(Kind::Security, 12, "resume/secure"), (Kind::Validation, 13, "resume/validate")] {
        let project = Project::new();
        let phase = project.phase("07-photos").executed().review("clean").security().validation();
        phase.says(kind, "draft");
        project.at("7").goes_to(step, row);
    }
}

#[test]
fn r01_a_draft_of_the_user_interface_is_no_contract() {
    let project = Project::new();
    let hint = "# Roadmap\n\n- [ ] **Phase 7: Photos**\n\n### Phase 7: Photos\n**UI hint**: yes\n";
    project.repo().write(".planning/ROADMAP.md", hint);
    project.commit("docs(roadmap): a page");
    let phase = project.phase("07-photos").context().says(Kind::UiSpec, "draft");
    project.at("7").goes_to(5, "resume/pre-plan");
    phase.says(Kind::UiSpec, "approved");
    project.at("7").goes_to(7, "resume/pre-plan");
}

#[test]
fn r02_a_clean_review_does_not_loop_for_ever() {
    for word in ["clean", "Clean", "resolved"] {
        let project = Project::new();
        project.phase("07-photos").executed().review(word);
        let answer = project.at("7").goes_to(12, "resume/secure");
        assert_eq!(answer.mark("review-fix"), "done", "{word}");
    }
}

#[test]
fn r02_a_review_that_skipped_is_none_where_source_changed() {
    let project = Project::new();
    project.phase("07-photos").executed().review("skipped");
    project.at("7").goes_to(10, "resume/post-execute").says("though source changed");
}

#[test]
fn r02_a_review_with_an_unknown_word_stops_and_says_so() {
    let project = Project::new();
    project.phase("07-photos").executed().review("looks_great");
    let answer = project.at("7").stops(13, "resume/otherwise");
    let answer = answer.says("07-REVIEW.md:10: `looks_great` is no status of REVIEW; known are clean, resolved");
    let answer = answer.says("11 review-fix (resume/review-unfinished)").says("12 secure (resume/secure)");
    assert!(answer.remarks().contains(", issues_found,"), "{}", answer.told());
    assert_eq!(answer.json["decision"]["evidence"].as_array().unwrap().len(), 1, "{}", answer.told());
}

#[test]
fn r03_the_end_of_a_name_makes_no_artifact() {
    let project = Project::new();
    let phase = project.phase("07-photos");
    let prose = texts::finished(Kind::Spec, "07-photos");
    for file in
        ["07-UI-SPEC.md", "07-REDESIGN-SPEC.md", "07-SECURITY-REVIEW.md", "07-01-VERIFICATION.md", "07-STYLE-SPEC.md"]
    {
        phase.file(file, &prose, "docs(07): notes");
    }
    let answer = project.at("7").goes_to(1, "resume/research");
    for step in ["spec", "code-review", "verify", "plan-review"] {
        assert_ne!(answer.mark(step), "done", "{step}\n{}", answer.told());
    }
}

#[test]
fn r03_reviews_and_review_are_two() {
    let project = Project::new();
    let phase = project.phase("07-photos").context().plan("01", &[]).done("01");
    for file in ["07-REVIEWS.md", "07-UI-REVIEW.md", "07-EVAL-REVIEW.md", "07-PLAN-REVIEW.md"] {
        phase.file(file, texts::finished(Kind::Reviews, "07-photos"), "docs(07): reviews");
    }
    project.at("7").goes_to(10, "resume/post-execute").says("REVIEW absent");
}

#[test]
fn r04_one_plan_summary_is_not_the_phase_summary() {
    let project = Project::new();
    let phase = project.phase("07-photos").context().plan("01", &[]).plan("02", &[]).plan("03", &[]).reviews();
    phase.done("01").ticked();
    project.at("7").goes_to(9, "resume/between-waves").says("1 of 3 executed; next is 02");
}

#[test]
fn a01_the_pointer_of_state_does_not_skip_a_half_done_phase() {
    // Phase 2 is half done, and STATE already points at phase 3.
    let project = Project::of(&["02-b", "03-c"]);
    let phase = project.phase("02-b").context().plan("01", &[]).plan("02", &[]).reviews().done("01");
    project.state("3", "executing");
    phase.commit("docs(state): go on");
    project.at("2").goes_to(9, "resume/between-waves").says("next is 02");
    let listed = project.run(&[]).out;
    assert!(listed.starts_with("→ 02  9 execute"), "{listed}");
}

#[test]
fn a02_debt_of_an_old_phase_never_takes_the_route_of_another() {
    let project = Project::of(&["36.1-old", "36.11-now"]);
    project.phase("36.1-old").executed();
    project.phase("36.11-now").planned();
    let answer = project.at("36.11").goes_to(9, "resume/pre-execute");
    assert_eq!((answer.text("/phase/id"), answer.command()), ("36.11", "/gsd-execute-phase 36.11"));
}

#[test]
fn a02_a_superseded_plan_leaves_both_counts() {
    let project = Project::new();
    let phase = project.phase("07-photos").context().plan("01", &[]).reviews();
    phase.plan_of(&Plan { more: "status: superseded\n", ..Plan::new("02") }).done("01");
    let answer = project.at("7").goes_to(10, "resume/post-execute").says("1 of 1 executed");
    assert_eq!(answer.plans(), ["07-01 executed"]);
}

#[test]
fn a03_a_verification_that_execution_came_after_is_not_there() {
    let project = Project::new();
    let phase = project.phase("07-photos").executed().verification("passed");
    phase.plan("02", &[]).done("02").review("clean").security().validation();
    let answer = project.at("7").goes_to(15, "resume/verify").says("VERIFICATION passed").says("older than");
    assert_eq!(answer.mark("verify"), "next");
    answer.says("first remove .planning/phases/07-photos/07-VERIFICATION.md");
}

#[test]
fn a03_staleness_goes_by_commits_and_not_by_the_time_of_files() {
    let project = Project::new();
    let phase = project.phase("07-photos").verified();
    let old = std::time::SystemTime::UNIX_EPOCH;
    let file =
        std::fs::File::options().write(true).open(project.repo().path(phase.path("07-VERIFICATION.md"))).unwrap();
    file.set_modified(old).unwrap();
    project.at("7").goes_to(17, "resume/ship");
}

#[test]
fn a03_a_gate_that_judged_less_than_was_executed_runs_again() {
    for (kind, row) in [
        (Kind::Review, "resume/post-execute"),
        (Kind::Security, "resume/secure"),
        (Kind::Validation, "resume/validate"),
        (Kind::Verification, "resume/verify"),
    ] {
        let project = Project::new();
        let phase = project.phase("07-photos").executed().has(kind).execute("01");
        for other in [Kind::Review, Kind::Security, Kind::Validation, Kind::Verification] {
            if other != kind {
                phase.has(other);
            }
        }
        let answer = project.at("7");
        assert_eq!(answer.row(), row, "{}", answer.told());
        answer.says("older than");
    }
}

#[test]
fn a03_what_is_no_execution_makes_nothing_stale() {
    let project = Project::new();
    let phase = project.phase("07-photos").executed().review("issues_found").security().validation();
    phase.verification("passed").work("src/photos.rs", "fix(07): WR-01 set a limit").has(Kind::ReviewFix);
    phase.work("tests/photos.rs", "test(phase-7): add Nyquist validation tests").has(Kind::Uat);
    project.at("7").goes_to(17, "resume/ship");
}

#[test]
fn a04_verified_and_never_marked_is_not_nothing_to_do() {
    let project = Project::of(&["06-albums", "07-photos"]);
    project.phase("06-albums").learnings();
    let phase = project.phase("07-photos").verified();
    project.at("7").goes_to(16, "resume/learnings");
    phase.learnings();
    project.at("7").goes_to(17, "resume/ship");
}

#[test]
fn a05_next_is_what_is_unfinished_and_not_what_state_says() {
    let folders: Vec<String> = (1..=18).map(|number| format!("{number:02}-part")).collect();
    let folders: Vec<&str> = folders.iter().map(String::as_str).collect();
    let project = Project::of(&folders);
    for folder in &folders[..3] {
        project.phase(folder).verified().ticked();
    }
    project.phase("18-part").context();
    project.state("18", "executing").commit("docs(state): 18");
    let listed = project.run(&[]).out;
    let next = listed.lines().find(|line| line.starts_with('→')).unwrap_or_default();
    assert!(next.starts_with("→ 04"), "{listed}");
    project.at("18").goes_to(7, "resume/pre-plan");
}

#[test]
fn a05_a_claim_that_git_denies_is_printed_beside_what_git_says() {
    let project = Project::new();
    let phase = project.phase("07-photos").planned();
    project.state("7", "Phase 7 shipped — PR #12");
    phase.commit("docs(state): shipped");
    let answer = project.at("7").goes_to(9, "resume/pre-execute");
    let claims = answer.list("/claims");
    assert!(claims.contains("STATE.md:") && claims.contains("0 of 1 plans executed"), "{claims}");
}

#[test]
fn a06_files_that_tools_leave_behind_decide_nothing() {
    let project = Project::new();
    project.phase("07-photos").planned();
    let before = project.at("7").goes_to(9, "resume/pre-execute").without_notes();
    let state = r#"{"contract":"1.0.0","phases":[{"number":"7","status":"complete"}],"next":"8"}"#;
    project.repo().write(".planning/state.json", state).write(".gsd/runtime/M001.json", r#"{"phase":"1"}"#);
    project.repo().write(".planning/WAITING.json", "{}").write(".planning/.lock", "1");
    let after = project.at("7").goes_to(9, "resume/pre-execute");
    assert!(
        after
            .remarks()
            .contains("1 source file that nothing ties to it (.gsd/runtime/M001.json), 3 other planning files")
    );
    assert_eq!(before, after.without_notes());
}

#[test]
fn a07_an_interruption_is_the_same_interruption_the_second_time() {
    let project = Project::new();
    project.phase("07-photos").context().left("07-01-PLAN.md", "<objective>\nKeep");
    let first = project.run(&["7"]);
    assert_eq!(first.code, 11, "{first:?}");
    assert_eq!(project.run(&["7"]), first);
    assert_eq!(project.run(&["7"]), first);
}

#[test]
fn a08_phases_are_ordered_by_their_numbers() {
    let folders = ["03-a", "03.1-b", "03.2-c", "03.10-d", "04-e"];
    let project = Project::of(&folders);
    for folder in folders {
        project.phase(folder).context();
    }
    let listed = project.run(&[]).out;
    let rows = listed.lines().take_while(|line| !line.is_empty());
    let ids: Vec<&str> = rows.filter_map(|line| line.trim_start_matches('→').split_whitespace().next()).collect();
    assert_eq!(ids.join(" "), "03 03.1 03.2 03.10 04", "{listed}");
    assert_eq!(project.at("3.1").text("/phase/dir"), ".planning/phases/03.1-b");
    assert_eq!(project.at("3.10").text("/phase/dir"), ".planning/phases/03.10-d");
}

#[test]
fn a08_of_a_roadmap_without_end_the_first_phases_are_shown_and_the_others_counted() {
    let folders: Vec<String> = (1..=503).map(|number| format!("{number:02}-part")).collect();
    let folders: Vec<&str> = folders.iter().map(String::as_str).collect();
    let status = |folders: &[&str]| Project::of(folders).run(&["status"]).out;
    let all = status(&folders[..500]);
    assert!(!all.contains("that nobody has begun"), "{all}");
    let listed = status(&folders);
    assert_eq!(listed.lines().filter(|line| line.contains(" 1 research ")).count(), 500, "{listed}");
    assert!(listed.contains("warning: ROADMAP lists 3 more phases that nobody has begun"), "{listed}");
}
