//! Work that was left uncommitted, a row each: what it is taken for, what is announced, and what stops nothing.

use phase_pipeline::gsd::artifacts::Kind;
use serde_json::Value;

use crate::common::answer::Answer;
use crate::common::project::Project;

const PHOTOS: &str = "07-photos";

/// The actions that are announced, in order: the word for each and the files it changes.
pub(super) fn actions(answer: &Answer) -> Vec<String> {
    let measures = answer.json.pointer("/interruption/recovery").and_then(Value::as_array).cloned().unwrap_or_default();
    let paths = |measure: &Value| -> Vec<String> {
        measure["paths"].as_array().unwrap().iter().map(|path| path.as_str().unwrap().to_owned()).collect()
    };
    measures
        .iter()
        .map(|measure| format!("{} {}", measure["action"].as_str().unwrap(), paths(measure).join(" ")))
        .collect()
}

/// A plan of two tasks, each with files of its own, one task of it done.
pub(crate) fn half_executed() -> Project {
    let project = Project::new();
    let plan = "---\nphase: 07-photos\nplan: 01\ntype: execute\nwave: 1\ndepends_on: []\nfiles_modified: [src/photos.rs, src/album.rs, src/index.rs]\nautonomous: true\n---\n\n<objective>\nKeep photos.\n</objective>\n\n<tasks>\n<task type=\"auto\">\n<name>One</name>\n<files>src/photos.rs</files>\n<action>Do.</action>\n</task>\n<task type=\"auto\">\n<name>Two</name>\n<files>src/album.rs, src/index.rs</files>\n<action>Do.</action>\n</task>\n</tasks>\n\n<verification>\nRun it.\n</verification>\n\n<success_criteria>\nIt runs.\n</success_criteria>\n\n<output>\nA summary.\n</output>\n";
    project.phase(PHOTOS).context().file("07-01-PLAN.md", plan, "docs(07): create phase plan").reviews().execute("01");
    project
}

#[test]
fn source_inside_one_task_is_finished_and_committed_as_its_plan() {
    let project = half_executed();
    project.at("7").goes_to(9, "resume/between-waves").says("next is 01: started, resumes after about task 1 of 2");
    project.repo().write("src/album.rs", "half\n").write("src/index.rs", "half\n");
    let answer =
        project.at("7").stops(11, "recovery/source").says("2 source files uncommitted, all of task 2 of plan 07-01");
    assert_eq!(actions(&answer), ["by-hand ", "commit src/album.rs src/index.rs"]);
    assert!(answer.text("/interruption/recovery/1/what").contains("`feat(07-01): finish task 2`"), "{}", answer.told());
    assert_eq!(answer.text("/interruption/files/0/verdict"), "named by task 2 of plan 07-01");
}

#[test]
fn source_of_several_tasks_or_of_none_goes_into_a_stash() {
    let project = half_executed();
    project.repo().write("src/album.rs", "half\n").write("src/photos.rs", "half\n");
    let answer = project.at("7").stops(11, "recovery/source");
    assert_eq!(actions(&answer), ["stash src/album.rs src/photos.rs", "by-hand ", "by-hand "]);
    assert!(
        answer.text("/interruption/recovery/1/what").contains("plan 07-01 after about task 1"),
        "{}",
        answer.told()
    );
    // What no plan names counts while the phase is carried out.
    project.repo().git(&["checkout", "--quiet", "--", "."]);
    project.repo().remove("src/album.rs").write("notes.txt", "x\n");
    assert_eq!(actions(&project.at("7").stops(11, "recovery/source"))[0], "stash notes.txt");
}

#[test]
fn source_counts_where_something_ties_it_to_the_phase() {
    let project = Project::of(&[PHOTOS, "08-albums"]);
    project.phase(PHOTOS).planned();
    // Before execution only what a plan names counts.
    project.repo().write("src/other.rs", "x\n");
    project.at("7").goes_to(9, "resume/pre-execute").says("1 source file that nothing ties to it (src/other.rs)");
    project.repo().write("src/photos.rs", "x\n");
    project.at("7").stops(11, "recovery/source").says("1 source file uncommitted, all of task 1 of plan 07-01");
    project
        .at("8")
        .goes_to(1, "resume/research")
        .says("1 source file that nothing ties to it (src/other.rs)")
        .says("1 source file that an open plan of phase 07 names (src/photos.rs)");
}

#[test]
fn source_does_not_interrupt_a_phase_that_is_over() {
    let project = Project::new();
    project.phase(PHOTOS).verified().learnings().ticked().shipped();
    project.at("7").stops(12, "resume/complete");
    project.repo().write("src/photos.rs", "x\n").write("src/new.rs", "x\n");
    project.at("7").stops(12, "resume/complete");
}

#[test]
fn between_the_last_commit_and_a_settled_review_source_counts() {
    let project = Project::new();
    let phase = project.phase(PHOTOS).executed();
    project.repo().write("src/new.rs", "x\n");
    project.at("7").stops(11, "recovery/source");
    phase.review("issues_found");
    project.at("7").stops(11, "recovery/source");
    phase.review("clean");
    project.at("7").goes_to(12, "resume/secure");
}

#[test]
fn a13_a_summary_that_claims_commits_does_not_hide_uncommitted_source() {
    let project = half_executed();
    let phase = project.phase(PHOTOS).summary("01");
    project.repo().write("src/album.rs", "hundreds of lines\n");
    let answer = project.at("7").stops(11, "recovery/source");
    // The plan counts as executed, so nothing is committed in its name.
    assert_eq!(actions(&answer)[0], "stash src/album.rs");
    phase.left("07-REVIEW.md", "---\nstatus:");
    let answer = project.at("7").stops(11, "recovery/both");
    let order: Vec<String> = actions(&answer);
    assert_eq!(order[0], "stash src/album.rs");
    assert!(order.contains(&"remove .planning/phases/07-photos/07-REVIEW.md".to_owned()), "{order:?}");
}

#[test]
fn artifacts_are_committed_one_by_one_what_is_judged_first() {
    let project = half_executed();
    let phase = project.phase(PHOTOS);
    let text = |kind| crate::common::texts::worded(kind, PHOTOS, "complete");
    phase.left("07-VERIFICATION.md", crate::common::texts::worded(Kind::Verification, PHOTOS, "passed"));
    phase.left("07-01-SUMMARY.md", text(Kind::Summary));
    let answer = project.at("7").stops(11, "recovery/artifact");
    let folder = ".planning/phases/07-photos";
    assert_eq!(
        actions(&answer),
        [format!("commit {folder}/07-01-SUMMARY.md"), format!("commit {folder}/07-VERIFICATION.md")]
    );
    assert!(answer.text("/interruption/recovery/0/what").contains("`docs(07-01): add SUMMARY left uncommitted`"));
}

#[test]
fn what_was_cut_short_goes_or_comes_back_as_it_was_committed() {
    let project = half_executed();
    let phase = project.phase(PHOTOS);
    phase.left("07-CONTEXT.md", "# Context\n\n```\n");
    let answer = project.at("7").stops(11, "recovery/artifact");
    assert_eq!(actions(&answer), ["restore .planning/phases/07-photos/07-CONTEXT.md", "by-hand "]);
    assert_eq!(answer.text("/interruption/recovery/1/what"), "take 4 discuss again: /gsd-discuss-phase 07 --analyze");
}

#[test]
fn a36_work_of_another_phase_is_a_note_and_shared_files_are_named() {
    let project = Project::of(&["37-a", "38-b"]);
    project.phase("37-a").context();
    project.state("38", "executing").commit("docs(state): begin");
    project.phase("38-b").left("38-SPEC.md", crate::common::texts::finished(Kind::Spec, "38-b"));
    project.state("38", "verifying");
    let other = project.at("37").goes_to(7, "resume/pre-plan").says("1 file of another phase");
    assert!(other.remarks().contains("shared by all phases, and not about this one: .planning/STATE.md modified"));
    let own = project.at("38").stops(11, "recovery/artifact");
    // The shared file comes last.
    assert_eq!(actions(&own), ["commit .planning/phases/38-b/38-SPEC.md", "commit .planning/STATE.md"]);
}

#[test]
fn a_ledger_alone_is_held_against_git() {
    let project = Project::new();
    let phase = project.phase(PHOTOS).verified();
    project.state("7", "executing").commit("docs(state): begin");
    project.at("7").goes_to(17, "resume/ship");
    // Ship was writing its end, and git denies nothing of it.
    project.roadmap(&[PHOTOS], &[PHOTOS]).state("7", "Phase complete");
    let answer = project.at("7").stops(11, "recovery/state");
    assert_eq!(actions(&answer), ["commit .planning/ROADMAP.md .planning/STATE.md"]);
    assert!(answer.list("/interruption/files").contains("status: executing → Phase complete"), "{}", answer.told());
    // The same words while a plan is open are drift, and nothing is committed.
    phase.plan("02", &["src/two.rs"]);
    let answer = project.at("7").stops(11, "recovery/state");
    assert!(actions(&answer).iter().all(|action| action == "by-hand "), "{}", answer.told());
    assert!(answer.text("/interruption/recovery/0/what").contains("1 of 2 plans executed"), "{}", answer.told());
}

#[test]
fn a_ledger_that_is_gone_cut_short_or_no_text_is_never_committed() {
    let project = Project::new();
    project.phase(PHOTOS).verified();
    project.roadmap(&[PHOTOS], &[]).state("7", "executing").commit("docs(state): begin");
    let root = project.repo().root();
    for name in ["STATE.md", "ROADMAP.md"] {
        let path = format!(".planning/{name}");
        let whole = std::fs::read_to_string(root.join(&path)).unwrap();
        let of = |text: Option<String>, action: &str| {
            match text {
                Some(text) => drop(project.repo().write(&path, text)),
                None => std::fs::remove_file(root.join(&path)).unwrap(),
            }
            let answer = project.at("7").stops(11, "recovery/state");
            assert!(actions(&answer).iter().all(|done| done.starts_with(action)), "{}", answer.told());
        };
        of(None, "by-hand");
        of(Some(String::new()), "restore");
        of(Some(whole[..9].to_owned()), "restore");
        of(Some("\0".repeat(whole.len())), "by-hand");
        let other = whole.replace("hotos", "hoto").replace("executing", "planning");
        assert_ne!(other, whole);
        of(Some(format!("<<<<<<< HEAD\n{whole}=======\n{other}>>>>>>> theirs\n")), "by-hand");
        project.repo().write(&path, whole);
    }
}

#[test]
fn what_every_session_writes_into_state_stops_nothing() {
    let project = Project::new();
    project.phase(PHOTOS).context();
    let state = |when: &str| {
        format!(
            "---\ncurrent_phase: 7\nstatus: planning\nlast_updated: \"{when}\"\n---\n\n# Project State\n\nPhase: 7 of 18\n\nLast activity: {when}\n"
        )
    };
    project.repo().write(".planning/STATE.md", state("2026-01-01"));
    project.commit("docs(state): record");
    project.repo().write(".planning/STATE.md", state("2026-01-02"));
    project.at("7").goes_to(7, "resume/pre-plan").says("STATE.md modified");
}

#[test]
fn an_acknowledgement_stands_for_files_not_for_what_they_hold() {
    let project = half_executed();
    project.repo().write("src/album.rs", "half\n");
    let first = project.at("7").stops(11, "recovery/source");
    let ack = first.text("/interruption/ack").to_owned();
    let token = first.text("/interruption/token").to_owned();
    assert_eq!(project.at("7").text("/interruption/token"), token, "the same state has the same token");
    project.ask(&["7", "--ack", &ack]).goes_to(9, "resume/between-waves").says("known and left as it is");
    // The next keystroke is another state of the same files.
    project.repo().write("src/album.rs", "half more\n");
    project.ask(&["7", "--ack", &ack]).goes_to(9, "resume/between-waves");
    assert_ne!(project.at("7").text("/interruption/token"), token);
    // Another file is another thing to know.
    project.repo().write("src/index.rs", "new\n");
    project.ask(&["7", "--ack", &ack]).stops(11, "recovery/source").says("of other files");
}

#[test]
fn the_diagnosis_alone_ends_with_11_or_0() {
    let project = half_executed();
    let clean = project.run(&["diagnose", "7"]);
    assert_eq!(
        (clean.code, clean.out.lines().next()),
        (0, Some("07 · recovery/clean-waves · nothing stops the pipeline"))
    );
    project.repo().write("src/album.rs", "half\n");
    let left = project.run(&["diagnose", "7"]);
    assert_eq!(left.code, 11);
    assert!(left.out.starts_with("07 · recovery/source · 1 source file uncommitted"), "{}", left.out);
    assert!(
        left.out.contains("  2. once it is finished, commit it as that plan (`feat(07-01): finish task 2`)"),
        "{}",
        left.out
    );
}

#[test]
fn the_last_words_of_a_run_tell_a_quota() {
    let project = half_executed();
    let ask = |words: &str| {
        let bin = crate::common::bin::Bin::in_folder(project.repo().root());
        bin.run_with_input(&["diagnose", "7", "--failure", "-"], words)
    };
    let quota = ask("working\nHTTP 429 Too Many Requests\nretry-after: 90\n");
    assert_eq!(quota.code, 0);
    assert!(quota.out.contains("the run failed: quota-exceeded (status-429, line 2 of what it said)"), "{}", quota.out);
    assert!(
        quota.out.contains("resets (in 90 seconds)") && quota.out.contains("to look at first: 07-01"),
        "{}",
        quota.out
    );
    let other = ask("1429 tests passed\ndisk quota exceeded\n");
    assert!(other.out.contains("the run failed: unknown-failure\n"), "{}", other.out);
    let missing = project.run(&["diagnose", "7", "--failure", "nowhere"]);
    assert_eq!(missing.code, 2, "{}", missing.err);
}

#[test]
fn while_git_is_in_the_middle_of_something_nothing_is_acknowledged_and_no_plan_is_lost() {
    let project = Project::new();
    project.phase(PHOTOS).planned();
    let plan = format!(".planning/phases/{PHOTOS}/07-01-PLAN.md");
    let text = std::fs::read_to_string(project.repo().path(&plan)).unwrap();
    let repo = project.repo();
    let main = repo.git(&["rev-parse", "--abbrev-ref", "HEAD"]);
    let change = |word: &str| {
        let changed = text.replacen("<objective>\n", &format!("<objective>\n{word}\n"), 1);
        assert_ne!(changed, text);
        repo.write(&plan, changed);
        repo.commit(&format!("docs(07-01): {word}"));
    };
    repo.git(&["checkout", "--quiet", "-b", "side"]);
    change("side");
    repo.git(&["checkout", "--quiet", main.trim()]);
    change("mine");
    assert!(!repo.try_git(&["merge", "side"]).status.success());
    let answer = project.at("7").stops(11, "recovery/operation");
    assert!(answer.json.pointer("/interruption/ack").unwrap().is_null(), "{}", answer.told());
    assert_eq!(answer.json.pointer("/execution/live"), Some(&Value::from(1)), "{}", answer.told());
    let shown = project.run(&["7"]);
    assert!(!shown.out.contains("--ack"), "{shown:?}");
    // Nor is what stands for the same files elsewhere.
    let path = phase_pipeline::engine::path::RepoPath::from(plan.as_str());
    let forged = phase_pipeline::engine::recovery::Token::of_paths("07", "recovery/operation", &[path]).to_string();
    project.ask(&["7", "--ack", &forged]).stops(11, "recovery/operation").says("finish or abort it first");
}

#[test]
fn a_step_is_taken_again_in_its_turn() {
    let project = Project::new();
    let phase = project.phase(PHOTOS).executed();
    phase.left("07-SECURITY.md", "---\nstatus:");
    let answer = project.at("7").stops(11, "recovery/artifact").says("after that: 10 code-review");
    assert_eq!(actions(&answer), [format!("remove .planning/phases/{PHOTOS}/07-SECURITY.md")]);
    project.repo().remove(&format!(".planning/phases/{PHOTOS}/07-SECURITY.md"));
    phase.left("07-REVIEW.md", "---\nstatus:");
    let answer = project.at("7").stops(11, "recovery/artifact").says("after that: 10 code-review");
    assert!(
        answer.text("/interruption/recovery/1/what").starts_with("take 10 code-review again: "),
        "{}",
        answer.told()
    );
}

#[test]
fn a_committed_gate_that_breaks_off_is_done_and_told() {
    let project = Project::new();
    let phase = project.phase(PHOTOS).executed();
    let name = "07-REVIEW.md";
    let whole = crate::common::texts::worded(Kind::Review, PHOTOS, "clean");
    let head = whole.trim_end();
    phase.file(name, format!("{head}\n\n| a | b |\n|---|---|\n| 1 | 2 |\n| 3 | ha"), "docs(07): review");
    for ask in [&["7"][..], &["steps", "7"], &["explain", "7", "10"]] {
        let shown = project.run(ask);
        let told: Vec<&str> = shown.out.lines().filter(|line| line.contains("may be cut short")).collect();
        assert!(matches!(told[..], [one] if one.starts_with("warning: ") && one.contains(name)), "{shown:?}");
    }
    phase.file(name, format!("{head}\n"), "docs(07): review");
    assert!(!project.run(&["7"]).out.contains("may be cut short"));
}

#[test]
fn whatever_settles_an_owed_gate_is_told_where_it_may_be_cut_short() {
    let project = Project::new();
    let map = r#"{"surfaces": {"photos": {"globs": ["src/photos.rs"], "gates": ["runbook"], "pinned": false}}}"#;
    project.config(map).record("chore: map the surfaces", &[".planning/config.json"]);
    let phase = project.phase(PHOTOS).executed();
    let told = |name: &str| {
        let shown = project.run(&["7"]);
        let lines = shown.out.lines().filter(|line| line.starts_with("warning: ") && line.contains("may be cut short"));
        lines.filter(|line| line.contains(name)).count()
    };
    // The artifact of a gate of the project's own.
    phase.file("07-RUNBOOK.md", "# Runbook\n\n1. stop\n2. go ba", "docs(07): runbook");
    assert_eq!(
        (told("07-RUNBOOK.md"), project.at("7").mark("surface-reviews")),
        (1, "done"),
        "{}",
        project.at("7").told()
    );
    phase.file("07-RUNBOOK.md", "# Runbook\n\n1. stop\n2. go back\n", "docs(07): runbook");
    assert_eq!(told("07-RUNBOOK.md"), 0);
    // An acceptance that speaks for a verification which waits for a person.
    let project = Project::new();
    let phase = project.phase(PHOTOS).executed().review("clean").security().validation().verification("human_needed");
    let text = crate::common::texts::worded(Kind::Uat, PHOTOS, "complete");
    phase.file("07-UAT.md", format!("{}\n\nseen by", text.trim_end()), "test(07): complete UAT");
    let shown = project.run(&["7"]);
    assert_eq!(project.at("7").mark("verify"), "done", "{shown:?}");
    assert!(shown.out.contains("07-UAT.md") && shown.out.contains("may be cut short"), "{shown:?}");
}

#[test]
fn an_agent_is_told_where_a_person_must_decide() {
    let needs = |answer: &Answer| answer.json.pointer("/interruption/needs_a_person").cloned();
    let project = Project::new();
    let phase = project.phase(PHOTOS);
    assert_eq!(needs(&project.at("7")), None);
    phase.left("07-RESEARCH.md", crate::common::texts::finished(Kind::Research, PHOTOS));
    assert_eq!(needs(&project.at("7")), Some(false.into()), "it is whole, and is committed");
    phase.left("07-RESEARCH.md", "---\nstatus:");
    assert_eq!(needs(&project.at("7")), Some(true.into()), "it is cut short, and would be taken away");
    let shown = project.run(&["7"]);
    assert!(shown.out.contains("a person types at a terminal"), "{shown:?}");
}

#[test]
fn a_list_for_a_person_to_try_is_no_acceptance() {
    let project = Project::new();
    let phase = project.phase(PHOTOS).executed().review("clean").security().validation().verification("human_needed");
    let list = "---\nstatus: complete\n---\n\n# Manual UAT\n\n- [x] open a photo\n";
    phase.file("07-MANUAL-UAT.md", list, "docs(07): what a person is to try");
    let answer = project.at("7").goes_to(15, "resume/verify");
    assert!(!answer.told().contains("unrecognised"), "{}", answer.told());
    // It is an artifact all the same: left uncommitted, it stops the pipeline.
    phase.left("07-MANUAL-UAT.md", format!("{list}- [ ] close it\n"));
    project.at("7").stops(11, "recovery/artifact");
}
