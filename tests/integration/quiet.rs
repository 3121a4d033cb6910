//! `-q` of every command: what the table says, and never more than without it.

use std::collections::BTreeSet;
use std::path::Path;

use phase_pipeline::cli::command_names;
use phase_pipeline::engine::quiet::QUIET;
use phase_pipeline::gsd::artifacts::Kind;

use crate::common::bin::{Bin, Ran, demo};
use crate::common::project::Project;
use crate::common::texts::finished;

/// Command lines of each command, asked of the sample.
const ASKED: &[(&str, &[&[&str]])] = &[
    ("route", &[&["4"], &["11"], &["1"]]),
    ("status", &[&["status"], &[]]),
    ("steps", &[&["steps", "4"]]),
    ("classify", &[&["classify", "4"], &["classify", "10"], &["classify", "7", "--raise", "deep"]]),
    ("waive", &[&["waive", "4", "learnings", "--reason", "nothing was new", "--dry-run"]]),
    ("recover", &[&["recover", "11"], &["recover", "4"], &["recover", "4", "--undo", "--dry-run"]]),
    ("diagnose", &[&["diagnose", "11"], &["diagnose", "4"]]),
    ("lint", &[&["lint", "--all"], &["lint", "--all", "--fail-on", "warning"], &["lint", "--range", "HEAD..HEAD"]]),
    ("explain", &[&["explain", "4"], &["explain", "4", "secure"], &["explain", "resume"], &["explain", "lint/C024"]]),
    ("init", &[&["init"]]),
    ("demo", &[&["demo", "built"]]),
    ("print", &[&["print", "schema", "route"], &["print", "man"]]),
];

fn run(folder: &Path, words: &[&str]) -> Ran {
    let ran = Bin::in_folder(folder).run(words);
    // What is built is built again.
    let _ = std::fs::remove_dir_all(folder.join("built"));
    ran
}

#[test]
fn every_command_has_a_row_and_is_asked() {
    let rows: BTreeSet<&str> = QUIET.iter().map(|row| row.command).collect();
    let asked: BTreeSet<&str> = ASKED.iter().map(|(command, _)| *command).collect();
    let names = command_names();
    let all: BTreeSet<&str> =
        names.iter().map(String::as_str).chain(["route"]).filter(|name| *name != "help").collect();
    assert_eq!((rows.len(), &rows), (QUIET.len(), &all));
    assert_eq!(asked, all);
}

#[test]
fn quiet_says_less_and_comes_to_the_same() {
    let project = demo();
    for row in QUIET {
        let (_, asked) = ASKED.iter().find(|(command, _)| *command == row.command).unwrap();
        let mut is_shorter = false;
        for words in *asked {
            let (loud, quiet) = (run(project.path(), words), run(project.path(), &[*words, &["-q"]].concat()));
            assert_eq!((loud.code, &loud.err), (quiet.code, &quiet.err), "{words:?}");
            assert!(
                !quiet.out.is_empty() && quiet.out.lines().count() <= loud.out.lines().count(),
                "{words:?}: {quiet:?}"
            );
            is_shorter |= quiet.out.len() < loud.out.len();
            assert!(!row.is_whole || loud == quiet, "{words:?}: {quiet:?}");
            if row.command != "print" {
                assert!(!["note: ", "warning: ", "claim: "].iter().any(|begin| quiet.out.contains(begin)), "{quiet:?}");
            }
        }
        // What is announced is shown whole, so only a recovery that is done is told in less.
        assert_eq!(is_shorter, !row.is_whole && row.command != "recover", "{}", row.command);
    }
}

#[test]
fn each_line_of_a_quiet_answer_answers() {
    let project = demo();
    let quiet = |words: &[&str]| run(project.path(), &[words, &["--quiet"]].concat()).out;
    assert_eq!(quiet(&["status"]), run(project.path(), &["status", "--oneline"]).out);
    let steps = quiet(&["steps", "4"]);
    assert_eq!(steps.lines().count(), 17, "{steps}");
    assert!(steps.contains(" 10 code-review     next\n"), "{steps}");
    for words in [&["classify", "4"][..], &["diagnose", "11"], &["explain", "4", "secure"], &["demo", "built"]] {
        assert_eq!(quiet(words).lines().count(), 1, "{words:?}");
    }
    let shown = quiet(&["classify", "7", "--raise", "deep"]);
    assert!(shown.lines().count() == 2 && shown.contains("commit it: git commit"), "{shown}");
    // Findings that fail are named, others are counted.
    let counted = quiet(&["lint", "--all"]);
    let named = quiet(&["lint", "--all", "--fail-on", "warning"]);
    let count = |text: &str, what: &str| text.lines().filter(|line| line.contains(what)).count();
    assert_eq!(count(&counted, ": warning[lint/"), 0, "{counted}");
    assert!(
        count(&named, ": warning[lint/") > 2 && counted.lines().count() == 1 + count(&counted, ": error["),
        "{named}"
    );
    let nothing = quiet(&["lint", "--range", "HEAD..HEAD"]);
    assert!(nothing.contains("undetermined: ") && nothing.contains("help: "), "{nothing}");
    assert!(quiet(&["explain", "resume"]).lines().all(|line| line.starts_with("resume/")));
    assert!(!quiet(&["explain", "lint/C024"]).contains("Bad"));
}

#[test]
fn a_recovery_that_is_done_is_told_in_one_line() {
    let project = Project::new();
    let folder = "07-photos";
    project.phase(folder).left("07-RESEARCH.md", finished(Kind::Research, folder));
    project.repo().git(&["config", "user.name", "Somebody"]);
    project.repo().git(&["config", "user.email", "somebody@example.com"]);
    let planned: serde_json::Value =
        serde_json::from_str(&project.run(&["recover", "7", "--format", "json"]).out).unwrap();
    let token = planned["recoveries"][0]["token"].as_str().unwrap();
    assert_eq!(project.run(&["recover", "7", "--confirm", token, "-q"]).out, "07 → recovered\n");
    assert_eq!(project.run(&["recover", "7", "--undo", "-q"]).out, "07 → undone\n");
}

#[test]
fn other_formats_are_the_same() {
    let project = demo();
    for words in [&["4"][..], &["steps", "4"], &["status"], &["lint", "--all"], &["diagnose", "11"], &["classify", "4"]]
    {
        let json = [words, &["--format", "json"]].concat();
        assert_eq!(run(project.path(), &json), run(project.path(), &[&json[..], &["-q"]].concat()), "{words:?}");
    }
}
