//! What a phase depends on and what of that is unfinished: a warning beside the decision, never a route.

use phase_pipeline::gsd::artifacts::Kind;

use crate::common::answer::Answer;
use crate::common::project::Project;
use crate::common::texts::{self, Plan};

/// A roadmap whose phases are open, each with what it depends on; an empty text is no line at all.
fn roadmap(phases: &[(&str, &str)]) -> String {
    let section = |(number, needs): &(&str, &str)| {
        let needs = if needs.is_empty() { String::new() } else { format!("**Depends on**: {needs}\n") };
        format!("### Phase {number}: Part {number}\n**Goal**: a part\n{needs}\n")
    };
    let boxes: Vec<String> = phases.iter().map(|(number, _)| format!("- [ ] **Phase {number}: Part**\n")).collect();
    let sections: Vec<String> = phases.iter().map(section).collect();
    format!("# Roadmap\n\n## v1.0 Album\n\n{}\n{}", boxes.concat(), sections.concat())
}

fn project(phases: &[(&str, &str)]) -> Project {
    let project = Project::new();
    project.repo().write(".planning/ROADMAP.md", roadmap(phases));
    project.commit("docs: roadmap");
    project
}

fn before(answer: &Answer) -> Vec<String> {
    answer
        .list("/warnings")
        .lines()
        .filter(|line| line.contains("before this one") || line.contains("depends"))
        .map(str::to_owned)
        .collect()
}

#[test]
fn a01_a_phase_that_was_left_half_done_is_named_where_the_next_is_asked_for() {
    let project = Project::of(&["02-albums", "03-photos"]);
    project.phase("02-albums").context().plan("01", &[]).plan("02", &[]).reviews().done("01");
    project.phase("03-photos").context();
    project.state("3", "planning").commit("docs(state): 3");
    let answer = project.at("3").goes_to(7, "resume/pre-plan");
    assert_eq!(
        before(&answer),
        ["phase 02, the last one planned before this one, is unfinished: 1 of 2 plans executed"]
    );
    // Asked for itself it warns of nothing, and a step that is named changes nothing about it.
    assert_eq!(before(&project.at("2")), Vec::<String>::new());
    assert_eq!(before(&project.ask(&["3", "9"])).len(), 1);
    let shown = project.run(&["3"]).out;
    assert!(shown.contains("\nwarning: phase 02, the last one planned before this one"), "{shown}");
}

#[test]
fn a02_old_debt_is_one_line_and_finished_phases_are_none() {
    let project = Project::of(&["36-albums", "36.1-frames", "36.10-colors", "36.11-photos"]);
    project.phase("36-albums").context().plan("01", &[]);
    project.phase("36.1-frames").executed();
    project.phase("36.10-colors").left("notes.txt", "x").commit("docs: notes");
    project.phase("36.11-photos").context();
    // 36.10 has no plan yet, so nobody has begun it; 36.1 is nearer than 36.
    let answer = project.at("36.11").goes_to(7, "resume/pre-plan");
    let wanted = "phase 36.1, the last one planned before this one, is unfinished: it is executed, and ROADMAP does not mark it complete";
    assert_eq!(before(&answer), [wanted]);
    project.phase("36.1-frames").verification("passed").ticked();
    assert_eq!(before(&project.at("36.11")), Vec::<String>::new());
}

#[test]
fn what_a_roadmap_names_counts_and_nothing_else() {
    let project = project(&[
        ("1", ""),
        ("2", "Nothing"),
        ("3", "Phase 1, Phase 9 (later), 4.1"),
        ("4.1", "Phase 3"),
        ("5", "v1.0 shipped state"),
    ]);
    project.phase("01-albums").executed();
    project.phase("02-frames").context().plan("01", &[]);
    project.phase("03-photos").context();
    project.phase("04.1-colors").context();
    project.phase("05-end").context();
    let about = "on which this one depends, is unfinished:";
    assert_eq!(
        before(&project.at("3").goes_to(7, "resume/pre-plan")),
        [
            format!("phase 01, {about} it is executed, and ROADMAP does not mark it complete"),
            "this phase depends on 09 by ROADMAP, and there is no such phase".to_owned(),
            format!("phase 04.1, {about} it has no plan yet"),
        ]
    );
    assert_eq!(before(&project.at("4.1")), [format!("phase 03, {about} it has no plan yet")]);
    for phase in ["2", "5"] {
        assert_eq!(before(&project.at(phase)), Vec::<String>::new(), "{phase}");
    }
}

#[test]
fn a_dependency_may_be_archived_unbegun_or_ambiguous() {
    let project = project(&[("3", ""), ("4", ""), ("7", "Phases 1, 2, 3 and 4")]);
    project.phase_in(".planning/milestones/v0.9-phases", "01-old").context();
    project.phase("02-one").context();
    project.phase("02-two").context();
    project.phase("07-photos").context();
    project.repo().write(
        ".planning/ROADMAP.md",
        roadmap(&[("3", ""), ("4", ""), ("7", "Phases 1, 2, 3 and 4")]).replace("[ ] **Phase 4", "[x] **Phase 4"),
    );
    project.commit("docs: tick");
    let listed = project.run(&["status"]).out;
    let rows = listed.lines().take_while(|line| !line.is_empty());
    let ids: Vec<&str> = rows.filter_map(|line| line.trim_start_matches('→').split_whitespace().next()).collect();
    assert_eq!(ids, ["02", "02", "03", "07"], "what is ticked and has no folder is nothing to begin: {listed}");
    let warned = before(&project.at("7").goes_to(7, "resume/pre-plan"));
    let wanted = [
        "this phase depends on 02, which was not read: phase 02 may be .planning/phases/02-one or .planning/phases/02-two",
        "phase 03, on which this one depends, is unfinished: nobody has begun it",
        "phase 04, on which this one depends, is unfinished: ROADMAP marks it as complete, and nothing of it is here",
    ];
    assert_eq!(warned, wanted);
}

#[test]
fn a_verification_that_failed_is_told_of_a_dependency() {
    let project = project(&[("6", ""), ("7", "Phase 6")]);
    project.phase("06-albums").executed().verification("gaps_found").ticked();
    project.phase("07-photos").context();
    let answer = project.at("7");
    let warned = before(&answer);
    assert!(warned.len() == 1 && warned[0].contains("is unfinished: VERIFICATION gaps_found"), "{warned:?}");
    // What is complete has no way left to warn about.
    project.phase("06-albums").has(Kind::Verification);
    assert_eq!(before(&project.at("7")), Vec::<String>::new());
}

#[test]
fn a_complete_phase_warns_of_nothing() {
    let project = project(&[("6", ""), ("7", "Phase 6")]);
    project.phase("07-photos").verified().ticked();
    project.at("7").stops(12, "resume/complete");
    assert_eq!(before(&project.at("7")), Vec::<String>::new());
}

#[test]
fn a_roadmap_that_names_many_is_read_as_far_as_eight() {
    let project = project(&[("30", "Phases 1-20"), ("31", "Phases 1-8")]);
    project.phase("30-photos").context();
    project.phase("31-albums").context();
    assert_eq!(before(&project.at("31")).len(), 8, "none is left to count");
    let warned = before(&project.at("30"));
    assert_eq!(warned.len(), 9, "{warned:?}");
    assert_eq!(warned[8], "this phase depends on 12 more phases, which were not looked at");
}

#[test]
fn a_plan_that_needs_one_of_another_phase_makes_that_a_dependency_and_waits_for_none_of_its_own() {
    let project = Project::of(&["06-albums", "07-photos"]);
    project.phase("06-albums").context().plan("01", &[]).plan("02", &[]).done("01");
    let phase = project.phase("07-photos").context();
    phase
        // A plan may number its needs in its own way, so that no phase is missed.
        .plan_of(&Plan { needs: &["06-02", "99-01"], ..Plan::new("01") })
        .plan_of(&Plan { needs: &["07-01"], ..Plan::new("02") });
    phase.reviews();
    let answer = project.at("7").goes_to(9, "resume/pre-execute");
    assert_eq!(answer.plans(), ["07-01 ready", "07-02 waits for 01"]);
    assert_eq!(before(&answer), ["phase 06, on which this one depends, is unfinished: 1 of 2 plans executed"]);
}

/// The items of the lists that a decision has, by what they are.
fn lists(answer: &Answer) -> Vec<(String, Vec<String>, u64)> {
    let lists = answer.json["decision"]["lists"].as_array().unwrap();
    let texts = |list: &serde_json::Value| {
        let items = list["items"].as_array().unwrap().iter();
        items.map(|item| item.as_str().unwrap().to_owned()).collect()
    };
    lists
        .iter()
        .map(|list| (list["what"].as_str().unwrap().to_owned(), texts(list), list["more"].as_u64().unwrap()))
        .collect()
}

#[test]
fn the_gaps_of_a_diagnosed_acceptance_are_listed() {
    let project = Project::new();
    let phase = project.phase("07-photos").executed().review("clean").security().validation().verification("passed");
    let gaps = "## Gaps\n\n- truth: \"A photo is kept\"\n  status: failed\n  reason: \"gone after a restart\"\n- truth: An album opens\n  status: resolved\n";
    let text = texts::worded(Kind::Uat, "07-photos", "diagnosed").replace("## Gaps\n\n[none]\n", gaps);
    phase.file("07-UAT.md", text, "test(07): complete UAT - 0 passed, 1 issues");
    let answer = project.at("7").goes_to(7, "resume/gaps").runs("/gsd-plan-phase 07 --gaps");
    assert_eq!(lists(&answer), [("gaps".to_owned(), vec!["A photo is kept (gone after a restart)".to_owned()], 0)]);
    let shown = project.run(&["7"]).out;
    assert!(shown.contains("\ngaps (.planning/phases/07-photos/07-UAT.md):\n  - A photo is kept (gone"), "{shown}");
}

#[test]
fn a_long_list_is_cut_and_counted_in_every_output() {
    let project = Project::new();
    let gaps: Vec<String> =
        (1..=13).map(|at| format!("  - truth: gap {at} {}\n    status: failed\n", "x".repeat(400))).collect();
    let text = texts::worded(Kind::Verification, "07-photos", "gaps_found")
        .replace("score:", &format!("gaps:\n{}score:", gaps.concat()));
    project.phase("07-photos").executed().file("07-VERIFICATION.md", text, "docs: gaps");
    let answer = project.at("7").goes_to(7, "resume/gaps");
    let found = lists(&answer);
    assert_eq!((found.len(), found[0].1.len(), found[0].2), (1, 10, 3));
    assert!(found[0].1.iter().all(|item| item.chars().count() == 301 && item.ends_with('…')), "{found:?}");
    let shown = project.run(&["7"]).out;
    assert!(shown.contains("\n  and 3 more\n"), "{shown}");
}

#[test]
fn what_waits_for_a_person_is_listed_from_both_reports() {
    let project = Project::new();
    let phase = project.phase("07-photos").executed().review("clean").security().validation();
    let items = "human_verification:\n  - test: Open an album\n    expected: it opens\nscore:";
    let text = texts::worded(Kind::Verification, "07-photos", "human_needed").replace("score:", items);
    phase.file("07-VERIFICATION.md", text, "docs: human");
    let answer = project.at("7").goes_to(15, "resume/verify");
    let person = ("for a person".to_owned(), vec!["Open an album → it opens".to_owned()], 0);
    assert_eq!(lists(&answer), std::slice::from_ref(&person));
    let tests = texts::worded(Kind::Uat, "07-photos", "testing")
        .replace("## Summary", "### 2. Delete a photo\nexpected: gone\nresult: [pending]\n\n## Summary");
    phase.file("07-UAT.md", tests, "test(07): persist human verification items as UAT");
    let answer = project.at("7").goes_to(15, "resume/verify");
    let tests = ("tests without a result".to_owned(), vec!["2. Delete a photo".to_owned()], 0);
    assert_eq!(lists(&answer), [person, tests]);
}

#[test]
fn what_a_paused_session_left_is_shown_and_bounded() {
    let project = Project::new();
    let remaining: Vec<String> = (1..=12).map(|at| format!("- task {at}\n")).collect();
    let text = format!("---\nstatus: paused\n---\n<remaining_work>\n{}</remaining_work>\n", remaining.concat());
    project.phase("07-photos").planned().file(".continue-here.md", text, "wip: paused");
    let answer = project.at("7").goes_to(9, "resume/pre-execute").says(".continue-here.md: status: paused");
    answer.says(".continue-here.md: remaining: task 1; ").says("; task 10; and 2 more");
}

#[test]
fn status_in_one_line_names_the_phase_to_take_next() {
    let project = Project::of(&["06-albums", "07-photos"]);
    project.phase("06-albums").verified().ticked();
    project.phase("07-photos").executed();
    let line = project.run(&["status", "--oneline"]);
    assert_eq!((line.code, line.out.as_str()), (0, "07 → 10 code-review · 1 of 2 complete\n"));
    project.phase("07-photos").verification("passed").ticked();
    assert_eq!(project.run(&["status", "--oneline"]).out, "2 of 2 complete\n");
    let refused = project.run(&["status", "--oneline", "--format", "json"]);
    assert_eq!(refused.code, 2, "{refused:?}");
    assert_eq!(Project::of(&[]).run(&["status", "--oneline"]).out, "no phase yet\n");
}

#[test]
fn of_several_unfinished_phases_state_names_the_one_to_take_next() {
    let project = Project::of(&["06-albums", "07-photos", "08-sharing"]);
    project.phase("06-albums").executed();
    project.phase("07-photos").executed();
    assert!(project.run(&["status", "--oneline"]).out.starts_with("06 → "));
    project.state("7", "in progress").commit("docs: go on with photos");
    assert!(project.run(&["status", "--oneline"]).out.starts_with("07 → "));
    let board = project.run(&["status"]).out;
    assert!(
        board.contains("(STATE names it as current): phase-pipeline 07\n  one before it is not complete\n"),
        "{board}"
    );
}

#[test]
fn status_verifies_every_phase_with_and_without_being_told() {
    let project = Project::of(&["06-albums", "07-photos"]);
    project.phase("06-albums").verified().ticked();
    project.phase("07-photos").executed();
    assert_eq!(project.run(&["status", "--verify"]), project.run(&["status"]));
    assert_eq!(project.run(&["status"]), project.run(&[]));
}
