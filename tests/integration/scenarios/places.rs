//! Workstreams, archives and the files beside the artifacts.

use phase_pipeline::gsd::artifacts::Kind;

use crate::common::bin::Bin;
use crate::common::project::Project;
use crate::common::repo::Repo;
use crate::common::texts::{self, Plan};

/// A project with two workstreams: `api` holds phase 7, `web` holds phases 7 and 8.
fn with_workstreams() -> Project {
    let project = Project::within(Repo::new());
    project.repo().write(".planning/PROJECT.md", "# Album\n");
    project.commit("docs: initialize project");
    for (stream, folder) in [("api", "07-photos"), ("web", "07-pages"), ("web", "08-forms")] {
        let container = format!(".planning/workstreams/{stream}/phases");
        project.phase_in(&container, folder).context();
    }
    project
}

#[test]
fn a_workstream_is_chosen_by_flag_then_environment_then_file() {
    let project = with_workstreams();
    let answer = project.ask(&["7", "--ws", "web"]).goes_to(7, "resume/pre-plan");
    assert_eq!((answer.text("/phase/name"), answer.text("/planning/workstream")), ("pages", "web"));
    let bin = Bin::in_folder(project.repo().root()).with("GSD_WORKSTREAM", "api");
    assert_eq!(bin.run(&["7", "--print", "command"]).out, "/gsd-plan-phase 07 --ws api\n");
    assert_eq!(bin.run(&["7", "--ws", "web", "--print", "command"]).out, "/gsd-plan-phase 07 --ws web\n");
    project.repo().write(".planning/active-workstream", "web\n");
    project.commit("chore: work on the web");
    assert_eq!(project.run(&["7", "--print", "command"]).out, "/gsd-plan-phase 07 --ws web\n");
    let ran = project.run(&["7", "--ws", "wbe"]);
    assert_eq!(ran.code, 2);
    assert!(ran.err.contains("there is api, web"), "{}", ran.err);
}

#[test]
fn where_nobody_chose_the_one_that_holds_the_phase_is_taken_and_several_are_named() {
    let project = with_workstreams();
    project.at("8").goes_to(7, "resume/pre-plan").runs("/gsd-plan-phase 08 --ws web");
    let ran = project.run(&["7"]);
    assert_eq!(ran.code, 2, "{ran:?}");
    assert!(ran.err.contains("phase 07 is in the workstreams api, web"), "{}", ran.err);
    // Who chose one is not sent to another.
    let ran = project.run(&["8", "--ws", "api"]);
    assert!(ran.code == 2 && ran.err.contains("there is no phase 08 below"), "{ran:?}");
}

#[test]
fn every_printed_command_repeats_the_workstream() {
    let project = with_workstreams();
    for command in [&["7", "12"][..], &["7", "ship"], &["steps", "7"], &["explain", "7"]] {
        let ran = project.run(&[command, &["--ws", "api"]].concat());
        let line = ran.out.lines().find(|line| line.starts_with("run: ")).unwrap_or_default();
        assert!(line.ends_with(" --ws api"), "{command:?}: {}", ran.out);
    }
    let phase = project.phase_in(".planning/workstreams/api/phases", "07-photos");
    phase.plan("01", &[]).verification("passed");
    let answer = project.ask(&["7", "--ws", "api"]).stops(13, "resume/unverifiable");
    assert!(answer.text("/decision/hint").ends_with("phase-pipeline 07 9 --ws api"), "{}", answer.told());
}

#[test]
fn a_summary_whose_plan_is_gone_stands_for_it() {
    let project = Project::new();
    project.phase("07-photos").executed().without("07-01-PLAN.md");
    let answer = project.at("7").goes_to(10, "resume/post-execute");
    assert_eq!(answer.plans(), ["07-01 executed"]);
    answer.says("07-01-SUMMARY.md");
}

#[test]
fn an_outline_that_lists_more_plans_than_there_are_goes_on_planning() {
    let project = Project::new();
    let outline = texts::finished(Kind::PlanOutline, "07-photos").replace("| 07-01 |", "| 07-02 | more |\n| 07-01 |");
    let phase = project.phase("07-photos").context().file("07-PLAN-OUTLINE.md", outline, "docs(07): outline");
    let phase = phase.plan("01", &[]);
    project.at("7").goes_to(7, "resume/pre-plan").says("1 of 2 plans of the outline");
    phase.plan("02", &[]);
    project.at("7").goes_to(8, "resume/plan-review");
}

#[test]
fn a_handoff_is_shown_and_decides_nothing() {
    let project = Project::new();
    let phase = project.phase("07-photos").planned();
    let text =
        "---\nphase: 07\ntask: 3\nstatus: complete\n---\n\n<remaining_work>\n- the second half\n</remaining_work>\n";
    phase.file(".continue-here.md", text, "wip: photos paused at 3/5");
    project.at("7").goes_to(9, "resume/pre-execute").says("remaining: the second half").says("status: complete");
}

#[test]
fn gsds_own_names_for_unfinished_summaries_are_understood() {
    for word in
        ["blocked", "checkpoint", "partial", "in_progress", "auto-tasks-done-awaiting-checkpoint", "AT_CHECKPOINT"]
    {
        let project = Project::new();
        project.phase("07-photos").planned().summary_says("01", word);
        let answer = project.at("7").goes_to(9, "resume/between-waves");
        assert_eq!(answer.plans(), ["07-01 started"], "{word}");
    }
    for word in ["complete", "Completed", "done", "HALTED — stop rule"] {
        let project = Project::new();
        project.phase("07-photos").planned().summary_says("01", &format!("\"{word}\""));
        project.at("7").goes_to(10, "resume/post-execute");
    }
}

#[test]
fn a_failed_self_check_is_no_executed_plan() {
    let project = Project::new();
    let failed = texts::finished(Kind::Summary, "07-photos").replace("Self-Check: PASSED", "Self-Check: FAILED");
    project.phase("07-photos").planned().execute("01").file("07-01-SUMMARY.md", failed, "docs(07-01): complete plan");
    project.at("7").goes_to(9, "resume/between-waves");
}

#[test]
fn plans_that_need_each_other_in_a_circle_are_no_endless_loop() {
    let project = Project::new();
    let phase =
        project.phase("07-photos").context().plan_after("01", &["07-02"]).plan_after("02", &["07-01"]).reviews();
    let answer = project.at("7");
    assert!([0, 13].contains(&answer.code), "{}", answer.told());
    phase.done("01");
    project.at("7").goes_to(9, "resume/between-waves").says("next is 02");
}

#[test]
fn a_reverted_plan_is_told_by_what_is_left_of_it() {
    let project = Project::new();
    let phase = project.phase("07-photos").executed();
    phase.without("07-01-SUMMARY.md");
    project.at("7").goes_to(9, "resume/between-waves").says("next is 01: started");
}

#[test]
fn a_phase_may_be_renamed_and_keeps_its_life() {
    let project = Project::new();
    let phase = project.phase("07-photos").planned().execute("01");
    project.repo().git(&["mv", ".planning/phases/07-photos", ".planning/phases/07-pictures"]);
    phase.commit("chore: rename phase 7");
    let answer = project.at("7").goes_to(9, "resume/between-waves");
    assert_eq!(answer.plans(), ["07-01 started"]);
}

#[test]
fn work_on_a_branch_that_was_merged_counts() {
    let project = Project::new();
    let phase = project.phase("07-photos").planned();
    project.repo().git(&["switch", "--quiet", "--create", "side"]);
    phase.done("01");
    project.repo().git(&["switch", "--quiet", "main"]);
    phase.work("README.md", "docs: words");
    project.repo().git(&["merge", "--quiet", "--no-ff", "--message", "chore: merge executor worktree (side)", "side"]);
    project.at("7").goes_to(10, "resume/post-execute");
    phase.review("clean").security().validation().verification("passed");
    project.at("7").goes_to(17, "resume/ship");
}

#[test]
fn a_gate_on_a_branch_beside_the_last_execution_is_stale() {
    let project = Project::new();
    let phase = project.phase("07-photos").executed();
    project.repo().git(&["switch", "--quiet", "--create", "side"]);
    phase.review("clean");
    project.repo().git(&["switch", "--quiet", "main"]);
    phase.execute("01");
    project.repo().git(&["merge", "--quiet", "--no-ff", "--message", "chore: merge", "side"]);
    project.at("7").goes_to(10, "resume/post-execute").says("older than");
}

#[test]
fn a_phase_of_sixty_plans_is_counted_whole() {
    let project = Project::new();
    let mut phase = project.phase("07-photos").context();
    for at in 1..=60 {
        phase = phase.plan(&format!("{at:02}"), &[]);
    }
    for at in 1..=59 {
        phase = phase.summary(&format!("{at:02}"));
    }
    project.at("7").goes_to(9, "resume/between-waves").says("59 of 60 executed; next is 60: ready");
    phase.plan_of(&Plan { needs: &["07-60"], ..Plan::new("61") });
    assert_eq!(project.at("7").plans().len(), 61);
}
