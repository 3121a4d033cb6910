//! The sample projects show what they say that they show.

use std::path::Path;

use crate::common::bin::{Bin, demo, demo_of};
use crate::common::repo::Repo;
use phase_pipeline::write::demo::{PHASED, SPRINTED};

#[test]
fn every_phase_is_routed_by_the_row_that_it_is_there_to_show() {
    for sample in [&PHASED, &SPRINTED] {
        let project = demo_of(sample);
        for phase in sample.phases {
            let row = Bin::in_folder(project.path()).run(&[phase.id, "--print", "row"]);
            assert_eq!(row.out.trim(), phase.row, "{}: {}", phase.id, phase.about);
        }
    }
}

#[test]
fn every_row_that_routes_a_sample_has_its_exit_code() {
    for sample in [&PHASED, &SPRINTED] {
        let project = demo_of(sample);
        for phase in sample.phases {
            let routed = Bin::in_folder(project.path()).run(&[phase.id]);
            let expected = match phase.row {
                "resume/complete" | "go/past" => 12,
                "resume/unverifiable" => 13,
                row if row.starts_with("recovery/") => 11,
                _ => 0,
            };
            assert_eq!(routed.code, expected, "{}: {}", phase.id, routed.out);
            assert_eq!(routed.out.contains("\nrun: "), expected == 0, "{}: {}", phase.id, routed.out);
        }
    }
}

#[test]
fn what_is_said_to_try_next_works() {
    for gse in [&[][..], &["--gse"]] {
        let folder = tempfile::tempdir().unwrap();
        let built = Bin::in_folder(folder.path()).run(&[&["demo", "sample"], gse].concat());
        let next = built.out.split_once("try next:\n").unwrap().1;
        let mut ran = 0;
        for line in next.lines().filter_map(|line| line.trim().strip_prefix("phase-pipeline")) {
            let words: Vec<&str> = line.split(" #").next().unwrap().split_whitespace().collect();
            let done = Bin::in_folder(&folder.path().join("sample")).run(&words);
            assert_eq!((done.code, done.err.as_str()), (0, ""), "{line}");
            ran += 1;
        }
        assert_eq!(ran, 5, "{next}");
    }
}

#[test]
fn what_is_printed_to_try_fits_a_shell_and_what_is_known() {
    let folder = tempfile::tempdir().unwrap();
    let place = folder.path().join("sp ace");
    let built = Bin::in_folder(folder.path()).run(&["demo", "sp ace"]);
    assert!(built.out.contains("cd 'sp ace'\n") || built.out.contains("/sp ace'\n"), "{built:?}");
    let bin = Bin::in_folder(&place);
    let shipped = bin.run(&["4", "ship"]);
    for open in ["code-review", "secure (pinned)", "validate (pinned)", "full-uat (pinned)", "verify"] {
        let line = shipped.out.lines().find(|line| line.contains("this leaves open: ")).unwrap_or_default();
        assert!(line.contains(open), "{open}: {shipped:?}");
    }
    assert!(bin.run(&["recover"]).err.contains("09, 10, 11"), "a phase that only the roadmap lists can be named");
    let exits = bin.run(&["explain", "exits"]);
    assert!(exits.out.lines().any(|line| line.starts_with("  exit/checkpoint ") && line.contains(" 10 ")), "{exits:?}");
    let left = bin.run(&["11"]);
    assert!(left.out.contains("cut short (") && !left.out.contains("(cut short"), "{left:?}");
    let nowhere = bin.run(&["lint", "--range", "bogus..HEAD"]);
    let told = format!("{}{}", nowhere.out, nowhere.err);
    assert!(!told.contains("git fetch") && told.contains("name a revision that is here"), "{told}");
    let all = bin.run(&["lint", "--all", "--exit-zero"]);
    assert!(!all.out.contains("classify PHASE") && !all.out.contains("steps PHASE"), "{all:?}");
    let config = std::fs::read_to_string(place.join(".planning/config.json")).unwrap();
    std::fs::write(place.join(".planning/config.json"), config.replacen("\"pinned\": true", "\"pinned\": false", 1))
        .unwrap();
    let warned = bin.run(&["4"]);
    let line = warned.out.lines().find(|line| line.contains("the stricter counts")).unwrap_or_default();
    assert!(line.contains(".pinned is true in HEAD and false in the work tree") && line.len() < 200, "{warned:?}");
}

/// The lock commits of the sample, oldest first: commit, phase, document.
fn locked(sample: &Repo) -> Vec<(String, String, String)> {
    let listed = sample.git(&["log", "--reverse", "--format=%H %s", "--grep=: lock surfaces and depth$"]);
    let commits = listed.lines().map(|line| {
        let (commit, subject) = line.split_once(' ').unwrap();
        let phase = subject.split_once(['(', ')']).unwrap().1.split_once(')').unwrap().0;
        let document = sample.git(&["diff-tree", "-r", "--no-commit-id", "--name-only", commit]);
        (commit.to_owned(), phase.to_owned(), document)
    });
    commits.collect()
}

fn cloned() -> (tempfile::TempDir, Repo) {
    let (origin, sample) = (demo(), Repo::without_git());
    sample.git(&["clone", "--quiet", origin.path().to_str().unwrap(), "."]);
    sample.settle();
    (origin, sample)
}

/// `UPDATE_DOCS=1` rewrites the locks that the sample is made of.
#[test]
fn every_lock_of_the_sample_is_what_this_program_writes_there() {
    let (_origin, sample) = cloned();
    let locked = locked(&sample);
    assert_eq!(locked.len(), 9, "{locked:?}");
    for (commit, phase, document) in locked {
        sample.git(&["checkout", "--quiet", "--detach", &format!("{commit}~")]);
        let ran = Bin::in_folder(sample.root()).run(&["classify", &phase, "--lock"]);
        assert_eq!(ran.code, 0, "{phase}: {ran:?}");
        let written = std::fs::read_to_string(sample.path(&document)).unwrap();
        if std::env::var_os("UPDATE_DOCS").is_some() {
            let kept = Path::new(env!("CARGO_MANIFEST_DIR")).join("src/write/demo/project/planning/locks");
            let from = written.find("<!-- phase-pipeline:lock").unwrap();
            let end = "<!-- /phase-pipeline:lock -->\n";
            let to = written.find(end).unwrap() + end.len();
            std::fs::write(kept.join(format!("{phase}.md")), &written[from..to]).unwrap();
        } else {
            assert_eq!(
                written.trim_end(),
                sample.git(&["show", &format!("{commit}:{document}")]),
                "{phase}: UPDATE_DOCS=1 cargo test --test integration demo"
            );
        }
        sample.git(&["checkout", "--quiet", "--force", "main"]);
    }
}

#[test]
fn a_second_lock_of_a_phase_of_the_sample_changes_nothing() {
    let (_origin, sample) = cloned();
    for (_, phase, document) in locked(&sample) {
        let ran = Bin::in_folder(sample.root()).run(&["classify", &phase, "--lock", "--commit"]);
        assert!(ran.code == 0 && ran.out.contains("nothing new") && ran.out.contains(&document), "{phase}: {ran:?}");
        assert_eq!(sample.git(&["status", "--porcelain"]), "", "{phase}");
    }
}
