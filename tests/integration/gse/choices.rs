//! Every contradiction of the methodology's texts is decided, and the decision is printed with its reason.

use std::collections::BTreeSet;

use phase_pipeline::gse::choices::{CHOICES, Choice};

use super::{BACKLOG, CONFIG, PLAN, STATUS, Sprints};
use crate::common::answer::Answer;

/// A state of a project that texts of the methodology judge differently; what is asked; the row; and the exit code.
struct Scene {
    choices: &'static [Choice],
    set: fn(&Sprints),
    ask: &'static [&'static str],
    row: &'static str,
    code: i32,
}

const fn scene(
    choices: &'static [Choice],
    set: fn(&Sprints),
    ask: &'static [&'static str],
    row: &'static str,
    code: i32,
) -> Scene {
    Scene { choices, set, ask, row, code }
}

const TWO: &[&str] = &["2"];

/// The plan with this status and this active activity.
fn plan(project: &Sprints, status: &str, active: &str) {
    let plan = PLAN.replace("status: active", &format!("status: {status}"));
    project.replaced("plan", &plan, "active: produce", &format!("active: {active}"));
}

fn backlog(project: &Sprints, status: &str) {
    project.state("backlog", &BACKLOG.replace("status: planned", &format!("status: {status}")));
}

fn lightweight(project: &Sprints) {
    project.replaced("config", CONFIG, "mode: full", "mode: lightweight");
    let plan = std::fs::read_to_string(project.repo.path(".gse/plan.yaml")).unwrap();
    project.state("plan", &plan.replace("mode: full", "mode: lightweight"));
}

fn history(project: &Sprints, activities: &[&str]) {
    let entries: Vec<String> = activities.iter().map(|name| format!("  - {{activity: {name}, sprint: 2}}\n")).collect();
    project
        .state("status", &format!("current_sprint: 2\ncurrent_phase: LC03\nactivity_history:\n{}", entries.concat()));
}

fn without_plan(project: &Sprints) {
    project.repo.remove(".gse/plan.yaml");
}

/// Nothing but a config.
fn blank(project: &Sprints) {
    for path in ["docs", "src", ".gse/plan.yaml", ".gse/backlog.yaml", ".gse/status.yaml"] {
        project.repo.remove(path);
    }
}

const SCENES: &[Scene] = &[
    scene(
        &[Choice::SprintNumber],
        |project| {
            project.replaced("status", STATUS, "current_sprint: 2", "current_sprint: 3");
        },
        TWO,
        "go/produce",
        0,
    ),
    scene(
        &[Choice::SprintNumber],
        |project| {
            project.replaced("status", STATUS, "current_sprint: 2", "current_sprint: 0");
        },
        TWO,
        "go/produce",
        0,
    ),
    scene(
        &[Choice::SprintTasks],
        |project| {
            project.replaced("backlog", BACKLOG, "id: TASK-005, sprint: 2", "id: TASK-005, sprint: null");
        },
        TWO,
        "go/produce",
        0,
    ),
    scene(&[Choice::NoSprint, Choice::Intent, Choice::Source], blank, &["1"], "go/intent", 0),
    scene(
        &[Choice::NoSprint, Choice::BeforeThePlan],
        |project| {
            blank(project);
            project.repo.write("src/a.py", "A = 1\n");
        },
        &["1"],
        "go/open",
        0,
    ),
    scene(
        &[Choice::NoSprint],
        |project| {
            blank(project);
            project.repo.write("src/a.py", "A = 1\n");
            project.replaced("config", CONFIG, "  mode: full", "  mode:");
        },
        &["1"],
        "go/mode",
        0,
    ),
    scene(
        &[Choice::Mode],
        |project| {
            project.replaced("config", CONFIG, "mode: full", "mode: lightweight");
            project.state("backlog", &BACKLOG.replace("planned", "review").replace("absent", "pass"));
        },
        TWO,
        "go/produce-over",
        0,
    ),
    scene(
        &[Choice::Micro],
        |project| {
            lightweight(project);
            let plan = PLAN.replace("mode: full", "mode: micro");
            project.state("plan", &plan).replaced("config", CONFIG, "mode: full", "mode: micro");
        },
        TWO,
        "go/micro",
        13,
    ),
    scene(&[Choice::Draft], |project| plan(project, "draft", "reqs"), TWO, "go/draft", 0),
    scene(&[Choice::ActiveOutsideTheTree], |project| plan(project, "active", "assess"), TWO, "go/planning", 0),
    scene(&[Choice::ActiveOutsideTheTree], |project| plan(project, "active", "integrate"), TWO, "go/closing", 0),
    scene(
        &[Choice::CompletedWithActive, Choice::AfterDelivery],
        |project| plan(project, "completed", "produce"),
        TWO,
        "go/compound",
        0,
    ),
    scene(&[Choice::FirstTask], |_| {}, TWO, "go/produce", 0),
    scene(&[Choice::NothingToProduce], |project| backlog(project, "review"), TWO, "guard/evidence", 14),
    scene(
        &[Choice::NothingToProduce, Choice::LightweightReady],
        |project| {
            backlog(project, "review");
            lightweight(project);
            project.repo.remove("docs/sprints/sprint-02/reqs.md");
        },
        TWO,
        "go/produce-over",
        0,
    ),
    scene(
        &[Choice::CompoundInLightweight],
        |project| {
            plan(project, "completed", "null");
            lightweight(project);
        },
        TWO,
        "go/compound",
        0,
    ),
    scene(
        &[Choice::IntegrateOwed, Choice::AfterDelivery],
        |project| {
            plan(project, "completed", "null");
            history(project, &["compound"]);
        },
        TWO,
        "go/integrate",
        0,
    ),
    scene(
        &[Choice::IntegrateOwed],
        |project| {
            plan(project, "completed", "null");
            project.doc("compound.md", "# What it taught\n\nMuch.\n");
        },
        TWO,
        "go/integrate",
        0,
    ),
    scene(
        &[Choice::NextSprint, Choice::AfterDelivery],
        |project| {
            plan(project, "completed", "null");
            history(project, &["compound", "integrate"]);
        },
        TWO,
        "go/closed",
        12,
    ),
    scene(&[Choice::NextSprint], |project| plan(project, "completed", "null"), &["3"], "go/open", 0),
    scene(&[Choice::Abandoned], |project| plan(project, "abandoned", "null"), TWO, "go/abandoned", 12),
    scene(
        &[Choice::BeforeThePlan],
        |project| {
            plan(project, "completed", "null");
            history(project, &["collect", "deliver", "compound", "collect"]);
        },
        &["3"],
        "go/open",
        0,
    ),
    scene(&[Choice::WithoutPlan], without_plan, TWO, "go/without-plan", 0),
    scene(
        &[Choice::Stale],
        |project| {
            project.replaced("status", STATUS, "progress: 0", "progress: 3");
        },
        TWO,
        "go/produce",
        0,
    ),
    scene(&[Choice::FreezeWriters], |project| plan(project, "completed", "null"), &["2", "reqs"], "guard/freeze", 14),
    scene(
        &[Choice::FreezeWriters],
        |project| plan(project, "abandoned", "null"),
        &["2", "produce"],
        "guard/freeze",
        14,
    ),
    scene(
        &[Choice::MainBranch],
        |project| {
            project.replaced("config", CONFIG, "strategy: worktree", "strategy: worktree\n  default_branch: trunk");
        },
        TWO,
        "guard/baseline",
        14,
    ),
    scene(&[Choice::PreviewDomain], |project| plan(project, "active", "preview"), TWO, "go/preview", 0),
    scene(
        &[Choice::Traced],
        |project| {
            project.replaced("backlog", BACKLOG, "implements: [REQ-001]", "implements: [REQ-009]");
        },
        TWO,
        "guard/requirements",
        14,
    ),
    scene(
        &[Choice::Covered],
        |project| {
            backlog(project, "reviewed");
            plan(project, "active", "deliver");
            reviewed(project);
            project.doc("test-strategy.md", "# Tests\n\nREQ-002 alone.\n");
        },
        TWO,
        "guard/uncovered-must",
        14,
    ),
    scene(
        &[Choice::EvidenceWords],
        |project| {
            plan(project, "active", "review");
            project.state(
                "backlog",
                &BACKLOG.replace("status: planned", "status: review").replace("status: absent", "status: pending"),
            );
        },
        TWO,
        "guard/evidence",
        14,
    ),
    scene(
        &[Choice::FindingOpen],
        |project| {
            project.doc("review.md", "# Review\n\nRVW-001 [HIGH] — [STRATEGY] nothing tests the store\n");
        },
        TWO,
        "guard/upstream-findings",
        14,
    ),
    scene(
        &[Choice::DependencyAudit],
        |project| {
            project.replaced("config", CONFIG, "git:\n", "dependency_audit: true\ngit:\n");
        },
        TWO,
        "go/produce",
        0,
    ),
];

/// The plan as it stands, with the review completed.
fn reviewed(project: &Sprints) {
    let plan = std::fs::read_to_string(project.repo.path(".gse/plan.yaml")).unwrap();
    project.state("plan", &plan.replace("{activity: tests}]", "{activity: tests}, {activity: review}]"));
    project.doc("review.md", "# Review\n\nNo finding.\n");
}

#[test]
fn every_contradiction_is_decided_and_the_reason_is_printed() {
    for (at, scene) in SCENES.iter().enumerate() {
        let project = Sprints::producing();
        (scene.set)(&project);
        project.commit();
        let answer = Answer::of(&project.run(&[scene.ask, &["--format", "json"]].concat()));
        assert_eq!((answer.row(), answer.code), (scene.row, scene.code), "scene {at}\n{}", answer.told());
        for choice in scene.choices {
            assert!(answer.remarks().contains(&choice.note()), "scene {at}: {choice:?}\n{}", answer.told());
        }
    }
}

#[test]
fn another_branch_with_a_newer_plan_is_named_and_does_not_count() {
    let project = Sprints::producing();
    project.commit();
    project.repo.git(&["switch", "--quiet", "--create", "gse/sprint-02/feat/search"]);
    plan(&project, "active", "review");
    project.commit();
    project.repo.git(&["switch", "--quiet", "main"]);
    let answer = project.ask(&[]).goes_to(10, "go/produce").says("gse/sprint-02/feat/search");
    assert!(answer.remarks().contains(&Choice::MainWorkTree.note()), "{}", answer.told());
    // Once it is merged there is nothing beside HEAD.
    project.repo.git(&["merge", "--quiet", "gse/sprint-02/feat/search"]);
    assert!(!project.ask(&[]).remarks().contains("main-work-tree"));
}

#[test]
fn every_choice_of_the_table_is_shown_by_a_scene() {
    let shown = SCENES.iter().flat_map(|scene| scene.choices).chain(&[Choice::MainWorkTree]);
    let shown: BTreeSet<Choice> = shown.copied().collect();
    let all: BTreeSet<Choice> = CHOICES.iter().map(|row| row.choice).collect();
    assert_eq!(shown, all);
}

#[test]
fn where_the_texts_agree_nothing_is_said() {
    let project = Sprints::producing();
    backlog(&project, "in-progress");
    assert_eq!(project.answer().goes_to(10, "go/produce-resume").remarks().matches("choice/").count(), 0);
}
