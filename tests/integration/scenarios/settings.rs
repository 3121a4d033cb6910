//! What the project's config changes about reading: layers, conventions, what is passed over.

use crate::common::project::Project;
use crate::common::repo::Repo;

/// A project with one workstream that holds phase 7, and a config for the root and for the workstream.
fn layered(root: &str, own: &str) -> Project {
    let project = Project::within(Repo::new());
    project.repo().write(".planning/PROJECT.md", "# Album\n").write(".planning/config.json", root);
    project.repo().write(".planning/workstreams/api/config.json", own);
    project.commit("docs: initialize project");
    project.phase_in(".planning/workstreams/api/phases", "07-photos").executed().review("clean");
    project
}

#[test]
fn a_workstreams_config_lies_over_the_roots() {
    let ask = |root: &str, own: &str| {
        let project = layered(root, own);
        project.ask(&["7", "--ws", "api"])
    };
    ask("{}", "{}").goes_to(12, "resume/secure");
    let off = r#"{"workflow": {"security_enforcement": false}}"#;
    let on = r#"{"workflow": {"security_enforcement": true}}"#;
    ask(off, "{}").goes_to(13, "resume/validate");
    ask(off, on).goes_to(12, "resume/secure");
    let answer = ask("{}", off).goes_to(13, "resume/validate");
    let told = "workstreams/api/config.json: workflow.security_enforcement is off here and on in the root's config";
    assert!(answer.told().contains(told), "{}", answer.told());
}

#[test]
fn a_workstream_loses_no_pin_of_the_root() {
    let root = r#"{"surfaces": {"pay": {"globs": ["src/**"], "gates": ["secure"], "pinned": true}}}"#;
    let own = r#"{"surfaces": {"pay": {"globs": ["bills/**"]}}, "workflow": {"security_enforcement": false}}"#;
    let answer = layered(root, own).ask(&["7", "--ws", "api"]);
    assert_eq!(answer.text("/classification/surfaces/0/name"), "pay");
    assert_eq!(answer.json.pointer("/classification/surfaces/0/pinned"), Some(&true.into()), "{}", answer.told());
    assert_eq!(answer.text("/classification/surfaces/0/state"), "active");
    assert!(answer.told().contains("surfaces.pay stays pinned"), "{}", answer.told());
}

#[test]
fn the_file_that_is_wrong_is_named() {
    let project = layered("{}", r#"{"pipeline": {"execute_commit": "(?P<phase>["}}"#);
    let ran = project.run(&["7", "--ws", "api"]);
    assert_eq!(ran.code, 2);
    assert!(ran.err.contains(".planning/workstreams/api/config.json, line 1"), "{}", ran.err);
    assert!(ran.err.contains("pipeline.execute_commit: no regular expression"), "{}", ran.err);
}

#[test]
fn a_convention_of_its_own_says_which_commits_execute() {
    let config = r#"{"pipeline": {"execute_commit": "^\\[P(?P<phase>[0-9]+)(?:/(?P<plan>[0-9]+))?\\]"}}"#;
    let with = |subject: &str, file: &str| {
        let project = Project::new();
        project.config(config).commit("chore: our way to name commits");
        project.phase("07-photos").planned().plan("02", &["src/more.rs"]).reviews().work(file, subject);
        project
    };
    let answer = with("[P7/02] keep more photos", "src/more.rs").at("7").goes_to(9, "resume/between-waves");
    assert_eq!(answer.plans(), ["07-01 ready", "07-02 started"]);
    // Of two plans nobody knows which.
    with("[P7] keep more photos", "src/other.rs").at("7").stops(13, "resume/unclear");
    // Another phase's, and one that touches nothing but plans.
    with("[P8/02] keep more photos", "src/other.rs").at("7").goes_to(9, "resume/pre-execute");
    with("[P7/02] plan better", ".planning/phases/07-photos/07-02-PLAN.md").at("7").goes_to(9, "resume/pre-execute");
    // Of one plan there is no doubt, and GSD's own convention holds beside it.
    let project = Project::new();
    project.config(config).commit("chore: our way to name commits");
    project.phase("07-photos").planned().work("src/photos.rs", "[P7] keep photos");
    assert_eq!(project.at("7").plans(), ["07-01 started"]);
    let project = with("feat(07-01): keep photos", "src/photos.rs");
    assert_eq!(project.at("7").plans(), ["07-01 started", "07-02 ready"]);
}

#[test]
fn uncommitted_files_that_the_project_passes_over_do_not_stop_it() {
    let config =
        r#"{"pipeline": {"ignore_wip": [".planning/phases/*/*-LEARNINGS.md", ".planning/phases/*/*-OLDPLAN.md"]}}"#;
    let project = Project::new();
    project.config(config).commit("chore: learnings are written at leisure");
    let phase = project.phase("07-photos").planned();
    phase.left("07-LEARNINGS.md", "# Learnings\n\nSome.\n").left("07-OLDPLAN.md", "# Old\n");
    let answer = project.at("7").goes_to(9, "resume/pre-execute");
    answer.says("2 files that pipeline.ignore_wip names");
    phase.left("07-RESEARCH.md", "# Research\n\nSome.\n");
    let answer = project.at("7").stops(11, "recovery/artifact");
    assert!(!answer.text("/decision/summary").contains("LEARNINGS"), "{}", answer.told());
    // An edit that nobody committed passes over nothing.
    let project = Project::new();
    project.phase("07-photos").planned().left("07-LEARNINGS.md", "# Learnings\n\nSome.\n");
    project.config(config);
    project.at("7").stops(11, "recovery/artifact");
}

#[test]
fn what_nobody_committed_tightens_the_pipeline_and_never_loosens_it() {
    let words = r#""words": {"SECURITY": {"done": ["green lit"]}}"#;
    let of = |settings: &str| {
        let project = Project::new();
        let config = format!("{{\"pipeline\": {{{settings}}}}}");
        project.config(&config).record("chore: settings", &[".planning/config.json"]);
        project.phase("07-photos").executed();
        project
    };
    let lit = |project: &Project| {
        let text =
            "---\nstatus: green lit\nthreats_open: 0\n---\n\n# Security\n\nNo threat is open.\n\n## Sign-Off\n\nall\n";
        project.phase("07-photos").review("clean").file("07-SECURITY.md", text, "docs(07): secure");
    };
    // A word that finishes a gate must stand in both.
    let project = of(words);
    lit(&project);
    project.at("7").goes_to(13, "resume/validate");
    project.config("{\"pipeline\": {}}");
    assert_ne!(project.at("7").row(), "resume/validate", "{}", project.at("7").told());
    let project = of("");
    lit(&project);
    let before = project.at("7").row().to_owned();
    project.config(&format!("{{\"pipeline\": {{{words}}}}}"));
    let answer = project.at("7").says("pipeline.words is not set in HEAD");
    assert_eq!(answer.row(), before);
    // A threshold that is lower counts at once, a higher one only when it is committed.
    let threshold = |number: u32| format!("{{\"pipeline\": {{\"checkpoint\": {{\"threshold\": {number}}}}}}}");
    for (head, disk, stops) in [(60, 40, true), (60, 90, false), (40, 90, true), (90, 70, false)] {
        let project = of(&format!("\"checkpoint\": {{\"threshold\": {head}}}"));
        project.config(&threshold(disk));
        let asked = project.run(&["7", "--context", "50"]);
        assert_eq!(asked.code == 10, stops, "{head} {disk}: {asked:?}");
    }
}
