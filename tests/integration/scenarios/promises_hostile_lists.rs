//! The same for what is told at length: gaps, items for a person, what a session left, other branches, work trees and
//! repositories, commands of the project, checkpoints, tokens, and the last words of a run.

use std::fs;
use std::os::unix::ffi::OsStrExt as _;

use phase_pipeline::gsd::artifacts::Kind;

use super::promises_hostile::{HOSTILE, is_plain, is_quiet};
use crate::common::bin::Bin;
use crate::common::project::{Phase, Project};
use crate::common::texts;

fn quiet(project: &Project) {
    is_quiet(&Bin::in_folder(project.repo().root()), "7");
}

fn gated(project: &Project) -> Phase<'_> {
    project.phase("07-photos").executed().review("clean").security().validation()
}

#[test]
fn hostile_gaps_and_items() {
    for text in HOSTILE {
        let quoted = serde_json::to_string(text).unwrap();
        let project = Project::new();
        let gaps = format!("gaps:\n  - truth: {quoted}\n    status: failed\n    reason: {quoted}\nscore:");
        let failed = texts::worded(Kind::Verification, "07-photos", "gaps_found").replace("score:", &gaps);
        gated(&project).file("07-VERIFICATION.md", failed, "docs: gaps");
        project.at("7").goes_to(7, "resume/gaps");
        quiet(&project);

        let project = Project::new();
        let items = format!("human_verification:\n  - test: {quoted}\n    expected: {quoted}\nscore:");
        let human = texts::worded(Kind::Verification, "07-photos", "human_needed").replace("score:", &items);
        let phase = gated(&project).file("07-VERIFICATION.md", human, "docs: human");
        let tests = format!("### 2. {text}\nexpected: {text}\nresult: [pending]\n\n## Summary");
        let tests = texts::worded(Kind::Uat, "07-photos", "testing").replace("## Summary", &tests);
        phase.file("07-UAT.md", tests, "test(07): persist human verification items as UAT");
        let left = format!("---\nstatus: {quoted}\n---\n<remaining_work>\n- {text}\n</remaining_work>\n");
        phase.file(".continue-here.md", left, "wip: paused");
        project.at("7").goes_to(15, "resume/verify");
        quiet(&project);
    }
}

#[test]
fn hostile_branches_work_trees_and_repositories() {
    for (at, text) in HOSTILE.iter().enumerate() {
        // What git takes for a name of a branch.
        let name: String = text.chars().filter(|c| !c.is_ascii_control() && !"[:; ".contains(*c)).collect();
        let project = Project::new();
        project.phase("07-photos").planned();
        let beside = tempfile::tempdir().unwrap();
        let place = beside.path().join(std::ffi::OsStr::from_bytes(text.as_bytes()));
        let branch = format!("agent-{at}-{name}");
        let words = [
            "worktree".as_ref(),
            "add".as_ref(),
            "--quiet".as_ref(),
            "-b".as_ref(),
            branch.as_ref(),
            place.as_os_str(),
        ];
        project.repo().git(&words);
        fs::write(place.join("photos.rs"), "x\n").unwrap();
        let there = ["-C".as_ref(), place.as_os_str(), "add".as_ref(), ".".as_ref()];
        project.repo().git(&there);
        let subject = format!("feat(07-01): {text}");
        let commit = [
            "-C".as_ref(),
            place.as_os_str(),
            "commit".as_ref(),
            "--quiet".as_ref(),
            "--message".as_ref(),
            subject.as_ref(),
        ];
        project.repo().git::<&std::ffi::OsStr>(&commit);
        assert!(project.at("7").remarks().contains("holds 1 commit"), "{text:?}");
        quiet(&project);

        project.repo().git::<&std::ffi::OsStr>(&["init".as_ref(), "--quiet".as_ref(), text.as_ref()]);
        let inside = format!("{}/photos.rs", text.trim_end_matches('/'));
        project.repo().write(&inside, "x\n");
        quiet(&project);
    }
}

#[test]
fn hostile_commands_and_gates_of_the_project_are_refused() {
    for text in HOSTILE {
        let quoted = serde_json::to_string(text).unwrap();
        for (place, own) in [
            ("pipeline.commands.execute", format!("\"commands\": {{\"execute\": {quoted}}}")),
            ("pipeline.gates.parity.command", format!("\"gates\": {{\"parity\": {{\"command\": {quoted}}}}}")),
            ("pipeline.gates.parity.artifact", format!("\"gates\": {{\"parity\": {{\"artifact\": {quoted}}}}}")),
        ] {
            let project = Project::new();
            project.config(&format!("{{\"pipeline\": {{{own}}}}}")).commit("chore: config");
            project.phase("07-photos").planned();
            let ran = project.run(&["7", "--print", "command"]);
            assert_eq!((ran.code, ran.out.as_str()), (2, ""), "{ran:?}");
            assert!(ran.err.contains(&format!("{place}: it must be one line of visible characters")), "{ran:?}");
            is_plain(place, &ran.err);
        }
    }
}

#[test]
fn hostile_tokens_measures_and_last_words() {
    let project = Project::new();
    project.phase("07-photos").planned().execute("01");
    project.repo().write("src/photos.rs", "left\n");
    let root = project.repo().root();
    for text in HOSTILE {
        for format in ["human", "json"] {
            let ask = |bin: Bin<'_>, words: &[&str], input: &str| {
                let ran = bin.run_with_input(&[words, &["--format", format]].concat(), input);
                assert!([0, 2, 3, 10, 11].contains(&ran.code), "{words:?}: {ran:?}");
                is_plain(&format!("{words:?}"), &ran.out);
                is_plain(&format!("{words:?}"), &ran.err);
            };
            let plain = || Bin::in_folder(root);
            ask(plain(), &["7", "--ack", text], "");
            ask(plain(), &["recover", "7", "--confirm", text], "");
            ask(plain(), &["7", "--context", text], "");
            ask(plain().with("PHASE_PIPELINE_CONTEXT", *text), &["7"], "");
            let session = [("PHASE_PIPELINE_CONTEXT", ""), ("CLAUDE_SESSION_ID", *text), ("TMPDIR", *text)];
            ask(plain().with_all(&session), &["7"], "");
            ask(plain(), &["diagnose", "7", "--failure", text], "");
            let words = format!("{text} 429 Too Many Requests, resets at {text}\nretry-after: {text}\n");
            ask(plain(), &["diagnose", "7", "--failure", "-"], &words);
            let journal = project.repo().path(".git/phase-pipeline/journal.json");
            fs::create_dir_all(journal.parent().unwrap()).unwrap();
            for journal_text in [(*text).to_owned(), serde_json::to_string(text).unwrap()] {
                fs::write(&journal, journal_text).unwrap();
                ask(plain(), &["7"], "");
                ask(plain(), &["recover", "7", "--finish"], "");
            }
            fs::remove_file(&journal).unwrap();
        }
    }
}
