//! Whoever says `--ack` knows of what is uncommitted; HEAD decides all the same. Nothing that was changed or deleted without a
//! commit brings the phase further than HEAD has it.

use phase_pipeline::gsd::artifacts::Kind;

use crate::common::answer::Answer;
use crate::common::bin::Bin;
use crate::common::project::Project;
use crate::common::texts::{finished, worded};

const PHOTOS: &str = "07-photos";

/// Acknowledges whatever stops the phase.
fn acknowledged(project: &Project) -> Answer {
    let answer = project.at("7").stops(11, "recovery/artifact");
    project.ask(&["7", "--ack", answer.text("/interruption/ack")])
}

/// How far an answer says that the phase is: a step's number, and more than any for a complete one. Undetermined and stopped say
/// nothing.
fn reach(answer: &Answer) -> Option<u64> {
    if answer.row().ends_with("complete") { Some(u64::MAX) } else { answer.step() }
}

/// What may become of a file without a commit.
const CHANGES: [fn(&Project, &str, Kind); 6] = [
    |project, path, _| {
        project.repo().remove(path);
    },
    |project, path, _| {
        project.repo().git(&["rm", "--quiet", "--cached", path]);
    },
    |project, path, kind| {
        project.repo().write(path, format!("{}\nOne line more.\n", finished(kind, PHOTOS)));
    },
    |project, path, kind| {
        project.repo().write(path, format!("{}\nOne line more.\n", finished(kind, PHOTOS))).git(&["add", path]);
    },
    |project, path, kind| {
        project.repo().write(path, format!("{}\nOne line more.\n", worded(kind, PHOTOS, "skipped")));
    },
    |project, path, _| {
        project.repo().write(path, "");
    },
];

/// What HEAD may hold of the artifacts that a verdict is given in; the first word of each is a good one.
const WORDS: [(Kind, &[&str]); 8] = [
    (Kind::Review, &["clean", "issues_found", "skipped"]),
    (Kind::ReviewFix, &["all_fixed", "partial", "none_fixed"]),
    (Kind::Security, &["verified", "open", "draft"]),
    (Kind::Validation, &["validated", "partial", "draft"]),
    (Kind::Verification, &["passed", "gaps_found", "human_needed", "unheard-of"]),
    (Kind::Uat, &["complete", "diagnosed", "testing"]),
    (Kind::HumanUat, &["complete", "diagnosed", "partial"]),
    (Kind::Reviews, &["complete", "draft"]),
];

#[test]
fn no_uncommitted_change_of_a_verdict_brings_a_phase_further_than_head_has_it() {
    let mut seen = 0;
    for (kind, words) in WORDS {
        for word in words {
            let project = Project::new();
            let phase = project.phase(PHOTOS).executed();
            phase.review("clean").security().validation().verification("passed").learnings();
            let path = phase.artifact(kind);
            project.repo().write(&path, format!("{}\nAs HEAD has it.\n", worded(kind, PHOTOS, word)));
            project.record("docs(07): a verdict", &[&path]);
            phase.ticked();
            let head = project.at("7");
            // Where a word leaves HEAD's answer open, the gate is taken once more or not at all.
            let allowed = reach(&head).unwrap_or(16);
            for change in CHANGES {
                let copy = Project::within(project.repo().copy());
                change(&copy, &path, kind);
                let answer = acknowledged(&copy);
                let is_further = reach(&answer).is_some_and(|reached| reached > allowed);
                assert!(!is_further, "{kind:?} {word}: {}, HEAD: {}", answer.told(), head.told());
                seen += 1;
            }
        }
    }
    assert_eq!(seen, 24 * CHANGES.len());
}

#[test]
fn a_verdict_against_the_phase_holds_until_a_commit_takes_it_back() {
    for (kind, word) in [(Kind::Verification, "gaps_found"), (Kind::Uat, "diagnosed"), (Kind::HumanUat, "diagnosed")] {
        for change in CHANGES {
            let project = Project::new();
            let phase = project.phase(PHOTOS).executed();
            phase.review("clean").security().validation().verification("passed").learnings();
            let path = phase.artifact(kind);
            project.repo().write(&path, worded(kind, PHOTOS, word));
            project.record("docs(07): a verdict", &[&path]);
            phase.ticked();
            project.at("7").goes_to(7, "resume/gaps");
            change(&project, &path, kind);
            acknowledged(&project).goes_to(7, "resume/gaps").says(&format!("in HEAD {word}"));
        }
    }
}

#[test]
fn a_plan_that_head_holds_is_left_to_execute_whatever_became_of_it_without_a_commit() {
    let superseded: fn(&Project, &str, Kind) = |project, path, _| {
        project.repo().write(path, "---\nphase: 07\nplan: 02\nstatus: superseded\n---\n\n# Plan\n");
    };
    let moved: fn(&Project, &str, Kind) = |project, path, _| {
        project.repo().git(&["mv", path, &path.replace("07-02", "07-03")]);
    };
    let changes = CHANGES.into_iter().chain([superseded, moved]);
    for change in changes {
        let project = Project::new();
        let phase = project.phase(PHOTOS).executed().review("clean").security().validation().verification("passed");
        phase.learnings().plan("02", &["src/more.rs"]).ticked();
        project.at("7").goes_to(9, "resume/between-waves");
        let path = phase.path("07-02-PLAN.md");
        change(&project, &path, Kind::Plan);
        let answer = acknowledged(&project).stops(13, "resume/lost-plan");
        let told = answer.summary();
        assert!(told.contains(&path) && told.contains("git restore") && told.contains("commit"), "{told}");
    }
    // An executed plan is executed, whatever became of its text.
    for change in CHANGES {
        let project = Project::new();
        let phase = project.phase(PHOTOS).executed();
        let head = project.at("7");
        change(&project, &phase.path("07-01-PLAN.md"), Kind::Plan);
        assert_eq!(acknowledged(&project).goal(), head.goal());
    }
    // HEAD calls it superseded: it is not missed.
    let project = Project::new();
    let phase = project.phase(PHOTOS).executed();
    let path = phase.path("07-02-PLAN.md");
    superseded(&project, &path, Kind::Plan);
    project.record("docs(07): another way", &[&path]);
    let head = project.at("7");
    project.repo().write(&path, "---\nphase: 07\nplan: 02\nstatus: superseded\n---\n\n# Plan\n\nMore.\n");
    assert_eq!(acknowledged(&project).goal(), head.goal());
}

#[test]
fn a_folder_that_is_gone_from_disk_is_none_that_was_never_begun() {
    let planned = Project::new();
    planned.phase(PHOTOS).planned();
    let executed = Project::new();
    executed.phase(PHOTOS).executed();
    for (project, row) in [(planned, "resume/lost-plan"), (executed, "resume/lost-summary")] {
        project.repo();
        std::fs::remove_dir_all(project.repo().path(".planning/phases/07-photos")).unwrap();
        acknowledged(&project).stops(13, row);
    }
}

#[test]
fn what_head_holds_against_the_phase_comes_back_by_the_command_that_is_printed() {
    let elsewhere = tempfile::tempdir().unwrap();
    let deleted: &[fn(&Project, &str)] = &[
        |project, path| {
            project.repo().remove(path);
        },
        |project, path| {
            project.repo().git(&["rm", "--quiet", path]);
        },
    ];
    for (file, delete) in
        ["07-02-PLAN.md", "07-01-SUMMARY.md"].iter().flat_map(|file| deleted.iter().map(move |one| (file, one)))
    {
        let project = Project::new();
        let phase = project.phase(PHOTOS).executed().plan("02", &["src/more.rs"]);
        let before = project.at("7").goal();
        delete(&project, &phase.path(file));
        let root = project.repo().root().to_str().unwrap().to_owned();
        let ask = |more: &[&str]| {
            Answer::of(&Bin::in_folder(elsewhere.path()).run(&[&["7", "-C", &root, "--format", "json"], more].concat()))
        };
        let stopped = ask(&[]).stops(11, "recovery/artifact");
        let token = stopped.text("/interruption/ack").to_owned();
        let lost = ask(&["--ack", &token]);
        let announced = stopped.text("/interruption/recovery/0/what");
        for told in [announced, lost.summary(), lost.text("/decision/hint")] {
            let copy = project.repo().copy();
            copy.settle();
            let command =
                told.split(['`', '&']).map(|part| part.trim_start_matches("put back what HEAD has, then ask again: "));
            let command =
                command.map(str::trim).find(|part| part.starts_with("git ")).unwrap_or_else(|| panic!("{told}"));
            let command = command.replace(&root, copy.root().to_str().unwrap());
            let ran =
                std::process::Command::new("sh").args(["-c", &command]).current_dir(elsewhere.path()).output().unwrap();
            assert!(ran.status.success(), "{command}: {ran:?}");
            assert_eq!(Project::within(copy).at("7").goal(), before, "{command}");
        }
    }
}

#[test]
fn advice_beside_what_is_acknowledged_acknowledges_it_again() {
    let project = Project::new();
    let phase = project.phase(PHOTOS).planned().file(
        "07-VERIFICATION.md",
        worded(Kind::Verification, PHOTOS, "passed"),
        "docs(07): x",
    );
    phase.left("07-RESEARCH.md", finished(Kind::Research, PHOTOS));
    let stopped = project.at("7").stops(11, "recovery/artifact");
    let token = stopped.text("/interruption/ack").to_owned();
    let unclear = project.ask(&["7", "--ack", &token]).stops(13, "resume/unverifiable");
    assert!(unclear.text("/decision/hint").ends_with(&format!(" --ack {token}")), "{}", unclear.told());
}
