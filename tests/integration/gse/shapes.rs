//! Every form that state files have in projects is read, or refused by name.

use std::collections::BTreeSet;

use phase_pipeline::gse::shapes::{SHAPES, Then};

use super::{BACKLOG, CONFIG, PLAN, STATUS, Sprints};

/// A form: the state file, the part that is replaced and by what, and the row that decides.
type Form = (&'static str, &'static str, &'static str, &'static str);

const WHOLE: &str = "";

/// Forms that are read; each with the ids of the shapes that are told.
const READ: &[(Form, &[&str])] = &[
    (
        (
            "plan",
            "expected: [collect, assess, plan, reqs, design, preview, tests, produce, review, deliver]",
            "expected:\n    - collect\n    - /gse:reqs",
            "go/produce",
        ),
        &["command-name"],
    ),
    (("plan", "active: produce", "active: ~", "go/otherwise"), &[]),
    (("plan", "active: produce", "active: /gse:produce", "go/produce"), &["command-name"]),
    (
        (
            "plan",
            "deliver]\n  skipped",
            "deliver, compound, integrate]\n  skipped_at: [\"2026-06-14\"]\n  skipped",
            "go/produce",
        ),
        &[],
    ),
    (("plan", "pending: [review, deliver]", "pending: [review, fix, deliver]", "go/produce"), &[]),
    (
        (
            "plan",
            "  - {id: TASK-004, order: 1, complexity: 3, branch: gse/sprint-02/feat/search}\n  - {id: TASK-005, order: 2, complexity: 2, branch: gse/sprint-02/chore/ci}",
            "  - {id: TASK-004, title: x, status: planned}\n  - {id: TASK-005, title: y, status: planned}",
            "go/produce",
        ),
        &["task-status-in-plan"],
    ),
    (
        (
            "plan",
            "  - {id: TASK-004, order: 1, complexity: 3, branch: gse/sprint-02/feat/search}\n  - {id: TASK-005, order: 2, complexity: 2, branch: gse/sprint-02/chore/ci}",
            "  planned: [{id: TASK-004}]\n  in_progress:\n  done: [TASK-005]",
            "go/produce",
        ),
        &["tasks-by-state"],
    ),
    (("plan", "sprint: 2\nmode", "current_sprint: 2\nmode", "go/produce"), &["alias"]),
    (("plan", "id: PLN-002\n", "plan_notes: \"\"\n", "go/produce"), &["parts-missing"]),
    (("plan", "budget: {total: 10, consumed: 0, remaining: 10}\n", "", "go/produce"), &["parts-missing"]),
    (
        ("plan", "coherence: {alerts: []}\n", "created: 2026-06-14\nupdated: 2026-06-14T00:00:00Z\n", "go/produce"),
        &["parts-missing"],
    ),
    (("plan", "  completed: [{activity: reqs}, {activity: design}, {activity: tests}]\n", "", "go/produce"), &[]),
    (
        (
            "status",
            WHOLE,
            "status:\n  current_sprint: 2\n  lifecycle_phase: LC02\n  current_activity: tests\n  last_activity_date: 2026-06-14\nhealth_score: 7\n",
            "go/produce",
        ),
        &["wrapped", "alias"],
    ),
    (
        (
            "status",
            "notes: \"\"}",
            "notes: \"\", task_status_snapshot: [{id: TASK-004, status: planned}]}",
            "go/produce",
        ),
        &["snapshot-in-history"],
    ),
    (("status", "last_activity: tests", "last_activity: /gse:tests", "go/produce"), &["command-name"]),
    (("status", "last_activity: tests", "last_activity: /gse:pause", "go/produce"), &["unknown-activity"]),
    (("status", "sessions_without_progress: 0\n", "", "go/produce"), &[]),
    (("status", "gse_version: \"0.82.0\"", "gse_version: unknown", "go/produce"), &[]),
    (("status", "sprint: 2, notes", "sprint: 1, notes", "go/produce"), &[]),
    (("backlog", "items:", "tasks:", "go/produce"), &["backlog-root"]),
    (
        (
            "backlog",
            WHOLE,
            "backlog:\n  tasks:\n    - {id: TASK-004, sprint: 2, status: planned, traces: {implements: [REQ-001]}}\n",
            "go/produce",
        ),
        &["backlog-root"],
    ),
    (("backlog", "id: TASK-005, sprint: 2, ", "id: TASK-0005, ", "go/produce"), &["no-sprint-key"]),
    (
        (
            "backlog",
            "implements: [REQ-001]}, test_evidence: {status: absent}",
            "implements: [REQ-001]}, test_evidence: {status: pending, report: TCP-001.md}",
            "go/produce",
        ),
        &["alias", "evidence-word"],
    ),
    (
        (
            "backlog",
            "priority: must",
            "priority: must, artefact_type: process, origin: compound, outcome: \"it went well\"",
            "go/produce",
        ),
        &[],
    ),
    (("backlog", "priority: must", "priority: must, git: {branch: main, branch_status: merged}", "go/produce"), &[]),
    (("config", WHOLE, "project: {name: \"\", domain: other}\nlifecycle: {mode: full}\n", "go/produce"), &[]),
    (("config", "domain: cli", "domain: luminous-gardens", "go/produce"), &["free-domain"]),
    (("config", "strategy: worktree", "enabled: true", "go/produce"), &["git-enabled"]),
    (("config", "git:\n", "goals: [{id: G1}]\ndependency_audit: true\ngit:\n", "go/produce"), &["audit-switch"]),
    (("config", "git:\n", "default_branch: main\ngit:\n", "go/produce"), &[]),
    (
        (
            "profile",
            WHOLE,
            "profile:\n  dimensions:\n    decision_involvement: normal\n    preferred_verbosity: concise\n  competency_map: {git: practiced}\n",
            "go/produce",
        ),
        &["wrapped"],
    ),
];

/// Forms that are refused, with the line that is named.
const REFUSED: &[(Form, &str, usize)] = &[
    (("plan", "status: active\n", "status: active\n  bad: [\n", "go/otherwise"), "no-yaml", 6),
    (("plan", WHOLE, "- a list\n", "go/otherwise"), "no-yaml", 1),
    (("plan", "sprint: 2\nmode", "sprint: two\nmode", "go/otherwise"), "no-number", 3),
    (("plan", "pending: [review, deliver]", "pending: review", "go/otherwise"), "no-list", 10),
    (("plan", "{id: TASK-004, order: 1", "{order: 1", "go/otherwise"), "no-id", 6),
    (("plan", "status: active", "status: act\u{0}ive", "go/otherwise"), "no-file", 5),
    (("backlog", WHOLE, "version: 1\n", "go/otherwise"), "no-tasks", 0),
    (("backlog", "id: TASK-004, sprint: 2", "id: TASK-004, sprint: soon", "go/otherwise"), "no-number", 1),
    (("backlog", "id: TASK-004, ", "", "go/otherwise"), "no-id", 1),
];

fn project(form: &Form) -> Sprints {
    let (name, from, to, _) = *form;
    let project = Sprints::producing();
    let text = match name {
        "plan" => PLAN,
        "status" => STATUS,
        "backlog" => BACKLOG,
        "config" => CONFIG,
        _ => WHOLE,
    };
    if from == WHOLE {
        project.state(name, to)
    } else {
        project.replaced(name, text, from, to)
    };
    project
}

#[test]
fn every_form_of_a_state_file_is_read_and_told() {
    for (form, shapes) in READ {
        let answer = project(form).answer();
        assert_eq!(answer.row(), form.3, "{form:?}\n{}", answer.told());
        for shape in *shapes {
            assert!(answer.remarks().contains(&format!("shape/{shape} ")), "{form:?}: {shape}\n{}", answer.told());
        }
        if shapes.is_empty() {
            assert!(!answer.remarks().contains("in another form"), "{form:?}\n{}", answer.told());
        }
    }
}

#[test]
fn what_cannot_be_read_is_refused_with_file_line_and_remedy() {
    for (form, shape, line) in REFUSED {
        let answer = project(form).answer().stops(13, form.3);
        let place = if *line == 0 { format!(".gse/{}.yaml", form.0) } else { format!(".gse/{}.yaml:{line}", form.0) };
        let hint = answer.text("/decision/hint");
        let remedy = SHAPES.iter().find(|row| row.id == *shape).map(|row| row.then);
        let Some(Then::Refused(remedy)) = remedy else { panic!("{shape} is not refused") };
        let remedy = remedy.replace("FILE", &format!(".gse/{}.yaml", form.0));
        assert_eq!(hint, format!("{place} (shape/{shape}): {remedy}"), "{form:?}");
        assert!(answer.summary().starts_with(&place), "{form:?}\n{}", answer.told());
    }
}

#[test]
fn forms_of_the_sprints_folder_are_read_and_told() {
    let project = Sprints::producing();
    for (from, to) in [("sprint-02/test-strategy.md", "sprint-02/tests.md"), ("sprint-02", "sprint-2")] {
        let path = |name: &str| project.repo.path(format!("docs/sprints/{name}"));
        std::fs::rename(path(from), path(to)).unwrap();
    }
    project.repo.write("docs/sprints/sprint-2/reqs.md", "## REQ-001\n\n- **priority:** must\n\n## REQ-002\n");
    let answer = project.answer().goes_to(10, "go/produce");
    for shape in ["unpadded", "tests-name", "requirement-form"] {
        assert!(answer.remarks().contains(&format!("shape/{shape} ")), "{shape}\n{}", answer.told());
    }
}

#[test]
fn every_form_of_the_table_is_met_in_a_test() {
    let of_files = READ.iter().flat_map(|(_, shapes)| shapes.iter().copied());
    let refused = REFUSED.iter().map(|(_, shape, _)| *shape);
    let met: BTreeSet<&str> = of_files.chain(refused).chain(["unpadded", "tests-name", "requirement-form"]).collect();
    let known: BTreeSet<&str> = SHAPES.iter().map(|row| row.id).collect();
    assert_eq!(met, known);
}

#[test]
fn a_word_that_no_list_has_is_every_value_that_it_may_be() {
    let project = Sprints::producing();
    project.replaced("plan", PLAN, "status: active", "status: going");
    let answer = project.answer().stops(13, "go/otherwise");
    assert!(
        answer.summary().contains(".gse/plan.yaml:5 says `going`; it would be 5 plan (go/draft)"),
        "{}",
        answer.told()
    );
    // Of a TASK, every status leads to the same row here: another one is in progress.
    let project = Sprints::producing();
    let backlog = BACKLOG.replace("must, status: planned", "must, status: in-progress");
    project.replaced("backlog", &backlog, "should, status: planned", "should, status: baked");
    let answer = project.answer().goes_to(10, "go/produce-resume").runs("/gse:produce --task TASK-004");
    assert!(answer.summary().contains("TASK-005 `baked`"), "{}", answer.told());
}

#[test]
fn lint_finds_what_a_route_tells_and_fails_on_what_cannot_be_read() {
    let project = Sprints::producing();
    let plan = PLAN.replace("completed: [", "completed: [{activity: collect}, {activity: assess}, {activity: plan}, ");
    let clean = project.state("plan", &plan).commit().run(&["lint"]);
    assert_eq!((clean.code, clean.err.as_str()), (0, ""), "{}", clean.out);
    project.replaced("backlog", BACKLOG, "items:", "tasks:");
    let warned = project.commit().run(&["lint"]);
    assert!(warned.code == 0 && warned.out.contains("lint/G002"), "{}", warned.out);
    assert_eq!(project.run(&["lint", "--fail-on", "warning"]).code, 1);
    project.replaced("plan", &plan, "pending: [review, deliver]", "pending: [produce, review]");
    let failed = project.commit().run(&["lint", "2", "--format", "github"]);
    assert_eq!(failed.code, 1, "{}", failed.out);
    assert!(failed.out.contains("deliver is expected, and neither completed"), "{}", failed.out);
    assert!(failed.out.contains("produce stands in several of"), "{}", failed.out);
}
