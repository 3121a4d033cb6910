//! Guards: a hard one stops with an exit code of its own and what helps; gates and warnings are told and stop nothing.

use std::collections::BTreeSet;

use phase_pipeline::gse::guards::{GUARDS, Guard, Level};

use super::{BACKLOG, CONFIG, PLAN, Sprints};

/// A guard, the state in which it holds, and the activity that is asked for.
type Scene = (Guard, fn(&Sprints), &'static str);

fn delivering(project: &Sprints, status: &str, tested: &str) {
    let plan = PLAN.replace("active: produce", "active: deliver");
    project.replaced("plan", &plan, "{activity: tests}]", "{activity: tests}, {activity: review}]");
    project.doc("review.md", "# Review\n\nNo finding.\n");
    let backlog = BACKLOG.replace("status: planned", &format!("status: {status}"));
    project.state("backlog", &backlog.replace("{status: absent}", &format!("{{status: {tested}}}")));
}

const SCENES: &[Scene] = &[
    (
        Guard::Freeze,
        |project| {
            project.replaced("plan", PLAN, "status: active", "status: completed");
        },
        "design",
    ),
    (
        Guard::Baseline,
        |project| {
            project.replaced("config", CONFIG, "git:\n", "default_branch: trunk\ngit:\n");
        },
        "produce",
    ),
    (
        Guard::Requirements,
        |project| {
            project.repo.remove("docs/sprints/sprint-02/reqs.md");
        },
        "produce",
    ),
    (
        Guard::Strategy,
        |project| {
            project.repo.remove("docs/sprints/sprint-02/test-strategy.md");
            project.replaced("plan", PLAN, ", {activity: tests}", "");
        },
        "produce",
    ),
    (
        Guard::StrategyLightweight,
        |project| {
            project.repo.remove("docs/sprints/sprint-02/test-strategy.md");
            let plan = PLAN.replace(", {activity: tests}", "");
            project.replaced("plan", &plan, "mode: full", "mode: lightweight").replaced(
                "config",
                CONFIG,
                "mode: full",
                "mode: lightweight",
            );
        },
        "produce",
    ),
    (
        Guard::Preview,
        |project| {
            project.replaced("config", CONFIG, "domain: cli", "domain: web");
        },
        "produce",
    ),
    (
        Guard::Upstream,
        |project| {
            project.doc("review.md", "RVW-001:\n  severity: HIGH\n  tags: [TST-SPEC]\n  status: open\n");
        },
        "produce",
    ),
    (
        Guard::Evidence,
        |project| {
            project.state("backlog", &BACKLOG.replace("planned", "review"));
        },
        "review",
    ),
    (
        Guard::EvidenceFails,
        |project| {
            project.state("backlog", &BACKLOG.replace("planned", "review").replace("absent", "fail"));
        },
        "review",
    ),
    (Guard::Unreviewed, |_| {}, "deliver"),
    (Guard::OpenTasks, |project| delivering(project, "fixing", "pass"), "deliver"),
    (
        Guard::UncoveredMust,
        |project| {
            delivering(project, "done", "pass");
            project.doc("test-strategy.md", "# Tests\n\nREQ-002.\n");
        },
        "deliver",
    ),
    (
        Guard::Uncovered,
        |project| {
            delivering(project, "done", "pass");
            project.doc("test-strategy.md", "# Tests\n\nREQ-001.\n");
        },
        "deliver",
    ),
    (Guard::MustEvidence, |project| delivering(project, "done", "fail"), "deliver"),
];

#[test]
fn a_hard_guard_stops_and_the_others_are_told() {
    for (guard, set, activity) in SCENES {
        let project = Sprints::producing();
        set(&project);
        let answer = project.commit().ask(&[activity]);
        let row = GUARDS.iter().find(|row| row.guard == *guard).unwrap();
        if row.level == Level::Hard {
            let answer = answer.stops(14, &format!("guard/{}", row.id));
            assert_eq!(answer.text("/decision/hint"), row.remedy, "{guard:?}");
            assert_eq!(answer.text("/decision/kind"), "guard");
        } else {
            assert_eq!((answer.code, answer.row()), (0, "explicit"), "{guard:?}\n{}", answer.told());
            let told = format!("guard/{} ({}): ", row.id, row.level.word());
            assert!(answer.remarks().contains(&told), "{guard:?}\n{}", answer.told());
        }
        assert!(is_silent_where_all_is_well(row.id, activity), "{guard:?} holds without its cause");
    }
    let shown: BTreeSet<Guard> = SCENES.iter().map(|(guard, ..)| *guard).collect();
    assert_eq!(shown, GUARDS.iter().map(|row| row.guard).collect());
}

/// The guard is silent in a project where nothing is wrong.
fn is_silent_where_all_is_well(guard: &str, activity: &str) -> bool {
    let project = Sprints::producing();
    match activity {
        "deliver" => delivering(&project, "done", "pass"),
        "review" => {
            project.state("backlog", &BACKLOG.replace("planned", "review").replace("absent", "pass"));
        }
        _ => {}
    }
    let answer = project.commit().ask(&[activity]);
    answer.code == 0 && !answer.remarks().contains(&format!("guard/{guard} "))
}

#[test]
fn a_review_that_only_the_plan_knows_is_none() {
    let project = Sprints::producing();
    delivering(&project, "done", "pass");
    let answer = project.commit().ask(&[]).goes_to(13, "go/deliver");
    assert_eq!(answer.code, 0, "{}", answer.told());
    for name in ["review.md", "design.md"] {
        project.repo.remove(&format!("docs/sprints/sprint-02/{name}"));
    }
    let answer = project.commit().ask(&[]).stops(14, "guard/unreviewed");
    assert_eq!(answer.text("/decision/hint"), "/gse:review");
    assert!(answer.summary().ends_with("has `review` completed, and review.md of the sprint is absent"));
    let steps = project.run(&["steps", "2"]).out;
    for (step, name) in [("design", "design.md"), ("review", "review.md")] {
        let line = steps.lines().find(|line| line.contains(&format!(" {step} "))).unwrap_or_default();
        assert!(line.contains(&format!("the plan has it completed, and {name} is absent")), "{steps}");
    }
}

#[test]
fn a_spike_needs_neither_requirements_nor_tests_nor_a_preview() {
    let project = Sprints::producing();
    project.repo.remove("docs/sprints/sprint-02/reqs.md");
    project.replaced("config", CONFIG, "domain: cli", "domain: web");
    project.replaced("backlog", BACKLOG, "priority: must", "artefact_type: spike, priority: must");
    let answer = project.answer().goes_to(10, "go/produce").runs("/gse:produce --task TASK-004");
    assert!(!answer.remarks().contains("guard/"), "{}", answer.told());
}

#[test]
fn a_guard_stops_the_table_as_well_as_an_activity_that_is_named() {
    let project = Sprints::producing();
    project.repo.remove("docs/sprints/sprint-02/reqs.md");
    let answer = project.answer().stops(14, "guard/requirements");
    assert_eq!(answer.step(), Some(10));
    assert!(answer.remarks().contains("it would be (go/produce)"), "{}", answer.told());
    assert!(answer.list("/claims").contains("reqs is completed"), "{}", answer.told());
}

#[test]
fn what_wins_over_a_guard_and_what_a_guard_wins_over() {
    // 12 and a guard: the sprint is over. The table alone says so; an activity that is named meets the freeze.
    let project = Sprints::producing();
    project.replaced("plan", PLAN, "status: active", "status: abandoned").commit();
    assert_eq!(project.answer().code, 12);
    project.ask(&["design"]).stops(14, "guard/freeze");
    // 13 and a guard: a form that nothing can be read from decides nothing else.
    let project = Sprints::producing();
    project.repo.remove("docs/sprints/sprint-02/reqs.md");
    project.state("backlog", "items: 7\n").commit();
    assert_eq!(project.answer().code, 13);
    // 11 and a guard: what is uncommitted comes first, and once it is taken note of, the guard.
    let project = Sprints::producing();
    project.repo.remove("docs/sprints/sprint-02/reqs.md");
    project.commit();
    project.state("backlog", &BACKLOG.replace("status: planned", "status: in-progress"));
    let answer = project.ask(&["produce"]);
    assert_eq!(answer.code, 11, "{}", answer.told());
    let token = answer.text("/interruption/ack").to_owned();
    project.ask(&["produce", "--ack", &token]).stops(14, "guard/requirements");
    // 2 and 3 and a guard: what cannot be asked or read is decided before anything is.
    assert_eq!(project.run(&["2", "sing"]).code, 2);
    project.repo.remove(".git");
    assert_eq!(project.run(&["2", "produce"]).code, 3);
}
