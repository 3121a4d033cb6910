//! Checkpoints: who is stopped, where, with which words, and what comes before them.

use crate::common::answer::Answer;
use crate::common::bin::{Bin, Ran};
use crate::common::project::Project;

const PHOTOS: &str = "07-photos";

/// A run of a session that nobody measured.
fn unmeasured(project: &Project, arguments: &[&str]) -> Ran {
    Bin::in_folder(project.repo().root()).with("PHASE_PIPELINE_CONTEXT", "").run(arguments)
}

#[test]
fn a_full_context_stops_before_planning_before_execute_and_after_it() {
    let project = Project::new();
    let phase = project.phase(PHOTOS).context();
    let banner = |at: &str, step: &str| {
        format!(
            "🛑 Checkpoint — context reset required {at}.\n\nContext utilization: 63% (state: warning).\n\nDo now:\n  1. \
             /clear\n  2. Send: /phase-pipeline 07 {step}\n"
        )
    };
    let check = |at: &str, step: &str| {
        let stopped = project.run(&["7", "--context", "63%"]);
        assert_eq!(stopped.code, 10, "{}", stopped.out);
        assert!(stopped.out.starts_with(&banner(at, step)), "{}", stopped.out);
        // A fresh session sends what the banner says and goes on.
        assert_eq!(project.run(&["7", step, "--context", "4"]).code, 0);
        assert_eq!(unmeasured(&project, &["7", step]).code, 0);
        // Below the threshold there is a note.
        let noted = project.run(&["7", "--context-used", "119999", "--context-window", "200000"]);
        assert_eq!(noted.code, 0, "{}", noted.out);
        assert!(
            noted.out.contains(&format!("note: checkpoint {at}: 60% of the context is used, and 60% stop it")),
            "{}",
            noted.out
        );
    };
    check("before planning", "7");
    phase.plan("01", &["src/photos.rs"]).reviews();
    check("before execute", "9");
    phase.done("01");
    check("after execute", "10");
    phase.review("clean");
    // Behind the first step after execution there is none.
    assert_eq!(project.run(&["7", "--context", "99"]).code, 0);
}

#[test]
fn what_nobody_measured_stops_an_agent_that_names_no_step() {
    let project = Project::new();
    project.phase(PHOTOS).context();
    let stopped = unmeasured(&project, &["7"]);
    assert_eq!(stopped.code, 10);
    assert_eq!(stopped.out.lines().filter(|line| !line.is_empty()).nth(1), Some("Context utilization: not measured."));
    let json = unmeasured(&project, &["7", "--format", "json"]);
    let answer = Answer::of(&json);
    assert_eq!((answer.code, answer.text("/decision/kind")), (10, "checkpoint"));
    assert!(answer.json["checkpoint"]["utilization"].is_null());
    project.config(r#"{"pipeline": {"checkpoint": {"unmeasured": "note"}}}"#).commit("chore: note only");
    assert_eq!(unmeasured(&project, &["7"]).code, 0);
    project.config(r#"{"pipeline": {"checkpoint": {"threshold": 5}}}"#).commit("chore: a low threshold");
    assert_eq!(project.run(&["7"]).code, 10, "10% are used");
}

#[test]
fn what_comes_before_a_checkpoint_and_what_it_comes_before() {
    let project = Project::new();
    let phase = project.phase(PHOTOS).planned();
    // Uncommitted work comes before a checkpoint that the table leads to, and after one before a step that is named.
    phase.left("07-VALIDATION.md", "---\nstatus:");
    assert_eq!(project.run(&["7", "--context", "80"]).code, 11);
    let named = project.run(&["7", "9", "--context", "80"]);
    assert_eq!(named.code, 10);
    assert!(named.out.contains("note: the diagnosis did not run"), "{}", named.out);
    let answer = Answer::of(&project.run(&["7", "9", "--context", "80", "--format", "json"]));
    assert_eq!(
        (answer.step(), answer.row(), answer.json["decision"]["explicit"].as_bool()),
        (Some(9), "checkpoint", Some(true))
    );
    assert_eq!(answer.summary(), "a fresh context is needed before execute; nothing was diagnosed");
    assert_eq!(unmeasured(&project, &["7", "9"]).code, 11);
    // A usage error comes before everything.
    assert_eq!(project.run(&["7", "0", "--context", "80"]).code, 2);
    assert_eq!(project.run(&["8", "9", "--context", "80"]).code, 2);
    for wrong in
        [&["--context", "full"][..], &["--context-used", "5"], &["--context-used", "5", "--context-window", "0"]]
    {
        assert_eq!(project.run(&[&["7"][..], wrong].concat()).code, 2, "{wrong:?}");
    }
    assert_eq!(project.run(&["status", "--context", "80"]).code, 2);
}

#[test]
fn a_session_is_measured_by_the_file_of_its_status_line() {
    let project = Project::new();
    project.phase(PHOTOS).context();
    let folder = tempfile::tempdir().unwrap();
    let now = std::time::SystemTime::now().duration_since(std::time::UNIX_EPOCH).unwrap().as_secs();
    let run = |used: u32, age: u64| {
        let text = format!(
            r#"{{"session_id":"s1","remaining_percentage":{},"used_pct":{used},"timestamp":{}}}"#,
            100 - used,
            now - age
        );
        std::fs::write(folder.path().join("claude-ctx-s1.json"), text).unwrap();
        let bin = Bin::in_folder(project.repo().root()).with("PHASE_PIPELINE_CONTEXT", "");
        bin.with("TMPDIR", folder.path()).with("CLAUDE_SESSION_ID", "s1").run(&["7"])
    };
    let full = run(72, 5);
    assert_eq!(full.code, 10);
    assert!(full.out.contains("Context utilization: 72% (state: critical)."), "{}", full.out);
    assert_eq!(run(12, 5).code, 0);
    assert!(run(12, 3_600).out.contains("Context utilization: not measured."));
}

/// What a project can be brought into, each by itself.
type Bring = fn(&Project);

/// Outcomes that one state can hold together, the one that wins first: what brings it about, what is asked, the code.
const PRECEDENCE: &[(&str, Bring, &[&str], i32)] = &[
    ("usage before environment", no_planning, &["7", "0"], 2),
    ("usage before interruption", left_half_written, &["7", "no-step"], 2),
    ("a broken config before interruption", broken_config, &["7"], 2),
    ("a broken config before a checkpoint", broken_config, &["7", "7", "--context", "80"], 2),
    ("environment before a checkpoint", no_planning, &["7", "7", "--context", "80"], 3),
    ("a checkpoint before a named step before interruption", left_half_written, &["7", "7", "--context", "80"], 10),
    ("interruption before complete", finished_and_left, &["7"], 11),
    ("interruption before undetermined", unclear_and_left, &["7"], 11),
    ("interruption before a checkpoint that the table leads to", left_half_written, &["7", "--context", "80"], 11),
    ("complete where nothing else holds", finished, &["7", "--context", "80"], 12),
    ("undetermined where nothing else holds", unclear, &["7", "--context", "80"], 13),
    ("with an explicit step complete is a note", finished, &["7", "15"], 0),
    ("with an explicit step undetermined is a note", unclear, &["7", "15"], 0),
    ("a checkpoint that the table leads to", |_| (), &["7", "--context", "80"], 10),
    ("nothing in the way", |_| (), &["7"], 0),
];

fn left_half_written(project: &Project) {
    project.phase(PHOTOS).left("07-RESEARCH.md", "# R\n\n```\n");
}

fn broken_config(project: &Project) {
    left_half_written(project);
    project.config("{");
}

fn no_planning(project: &Project) {
    project.repo().git(&["rm", "-r", "--quiet", ".planning"]);
    project.commit("chore: nothing is planned");
}

fn finished(project: &Project) {
    project.phase(PHOTOS).verified().learnings().ticked().shipped();
}

fn finished_and_left(project: &Project) {
    finished(project);
    left_half_written(project);
}

fn unclear(project: &Project) {
    project.phase(PHOTOS).plan("01", &["src/photos.rs"]).verification("passed");
}

fn unclear_and_left(project: &Project) {
    unclear(project);
    left_half_written(project);
}

#[test]
fn of_outcomes_that_hold_together_the_upper_one_of_the_table_wins() {
    for (name, bring, question, code) in PRECEDENCE {
        let project = Project::new();
        project.phase(PHOTOS).context();
        project.repo();
        bring(&project);
        let ran = project.run(question);
        assert_eq!(ran.code, *code, "{name}: {}{}", ran.out, ran.err);
    }
}
