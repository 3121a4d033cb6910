//! Files that are not written as GSD writes them, and say plainly what they are.

use phase_pipeline::gsd::artifacts::Kind;

use crate::common::project::Project;
use crate::common::texts::{self, Plan};

/// A finished summary that names plan `plan` in its front matter.
fn summary_of(plan: &str) -> String {
    texts::finished(Kind::Summary, "07-photos").replace("plan: 01", &format!("plan: {plan}"))
}

#[test]
fn a_summary_of_work_beyond_the_plans_counts_by_its_front_matter() {
    let project = Project::new();
    let phase = project.phase("07-photos").executed();
    phase.file("07-05-GAP-FIXES-SUMMARY.md", summary_of("05-gap-fixes"), "docs(07): sum up the fixes");
    assert_eq!(project.at("7").plans(), ["07-01 executed", "07-05 executed"]);
    // Another plan than the name's: nobody knows which.
    phase.file("07-05-GAP-FIXES-SUMMARY.md", summary_of("06"), "docs(07): another number");
    assert_eq!(project.at("7").plans(), ["07-01 executed"]);
}

#[test]
fn a_second_summary_executes_no_plan_by_its_name_alone() {
    let project = Project::new();
    let phase = project.phase("07-photos").planned();
    phase.file("07-01-TEST-SUMMARY.md", "# What was tested\n\nAll of it.\n", "docs(07): tests");
    assert_eq!(project.at("7").plans(), ["07-01 ready"]);
    phase.file("07-01-FIX-SUMMARY.md", summary_of("01"), "docs(07-01): sum up");
    assert_eq!(project.at("7").plans(), ["07-01 executed"]);
}

#[test]
fn a_summary_that_is_called_partial_is_of_a_plan_that_was_started() {
    let project = Project::new();
    let phase = project.phase("07-photos").planned();
    phase.file("07-01-SUMMARY-PARTIAL.md", summary_of("01"), "docs(07-01): what there is so far");
    let answer = project.at("7").goes_to(9, "resume/between-waves");
    assert_eq!(answer.plans(), ["07-01 started"]);
    phase.summary("01");
    assert_eq!(project.at("7").plans(), ["07-01 executed"]);
}

#[test]
fn the_one_plan_of_a_phase_needs_no_number() {
    let project = Project::new();
    let phase = project.phase("07-photos").context();
    let plan = Plan { files: &["src/photos.rs"], ..Plan::new("01") }.text("07-photos").replace("plan: 01", "plan: FIX");
    phase.file("07-FIX-PLAN.md", &plan, "docs(07): plan the fix");
    project.at("7").goes_to(8, "resume/plan-review");
    phase.reviews().file("07-FIX-SUMMARY.md", summary_of("FIX"), "docs(07): sum up the fix");
    project.at("7").goes_to(10, "resume/post-execute");
    // Without front matter it is a name that may be a plan's, and no more.
    let project = Project::new();
    project.phase("07-photos").context().file("07-FIX-PLAN.md", "# Fix\n\nSome text.\n", "docs(07): a plan?");
    project.at("7").stops(13, "resume/unreadable-plans");
}

#[test]
fn a_plan_that_was_split_no_longer_holds_the_phase_up() {
    for (summary, others) in
        [("split_into: [07-02, 07-03]\n", ""), ("", "supersedes: 07-01\n"), ("replaced_by: 02\n", "")]
    {
        let project = Project::new();
        let phase = project.phase("07-photos").planned();
        let text = texts::worded(Kind::Summary, "07-photos", "split_required");
        let text = text.replace("plan: 01\n", &format!("plan: 01\n{summary}"));
        phase.file("07-01-SUMMARY.md", text, "docs(07-01): too large, stop before the work");
        phase.plan_of(&Plan { more: others, ..Plan::new("02") });
        if summary.contains("03") {
            // A promise to split replaces nothing before all of it is there.
            project.at("7").goes_to(9, "resume/between-waves");
            phase.plan("03", &[]).done("03");
        }
        phase.done("02");
        let answer = project.at("7").goes_to(10, "resume/post-execute");
        assert!(!answer.plans().iter().any(|plan| plan.starts_with("07-01")), "{:?}", answer.plans());
    }
}

#[test]
fn two_plans_do_not_replace_each_other() {
    let project = Project::new();
    let phase = project.phase("07-photos").context();
    phase.plan_of(&Plan { more: "superseded_by: 02\n", ..Plan::new("01") });
    phase.plan_of(&Plan { more: "superseded_by: 01\n", ..Plan::new("02") });
    assert_eq!(project.at("7").plans().len(), 2);
    phase.plan_of(&Plan { more: "superseded_by: \"another change (merged)\"\n", ..Plan::new("02") });
    assert_eq!(project.at("7").plans().len(), 0, "{:?}", project.at("7").plans());
}

#[test]
fn words_of_a_good_end_with_a_remark_are_a_good_end() {
    for word in ["passed_with_caveat", "verified_with_notes", "Passed with concerns"] {
        let project = Project::new();
        project.phase("07-photos").verified().verification(word);
        project.at("7").goes_to(17, "resume/ship");
    }
    for word in ["checkpoint-blocked", "3/4 tasks complete; the last waits", "reverted"] {
        let project = Project::new();
        project.phase("07-photos").planned().summary_says("01", &format!("\"{word}\""));
        assert_eq!(project.at("7").plans(), ["07-01 started"], "{word}");
    }
    let project = Project::new();
    project.phase("07-photos").planned().summary_says("01", "implemented");
    assert_eq!(project.at("7").plans(), ["07-01 executed"]);
}
