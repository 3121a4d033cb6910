//! What is committed is the document and nothing else, by the user's own git; and what is printed has its published form.

use std::os::unix::fs::PermissionsExt as _;

use serde_json::Value;

use super::{FOLDER, SPEC, block, mapped, refused, specified, text, works};
use crate::common::bin::Bin;
use crate::common::project::Project;
use crate::common::texts;

const LOCK: [&str; 4] = ["classify", "7", "--lock", "--commit"];

fn hook(project: &Project, name: &str, script: &str) {
    let path = project.repo().path(format!(".git/hooks/{name}"));
    std::fs::create_dir_all(path.parent().unwrap()).unwrap();
    std::fs::write(&path, format!("#!/bin/sh\n{script}\n")).unwrap();
    std::fs::set_permissions(&path, std::fs::Permissions::from_mode(0o755)).unwrap();
}

#[test]
fn the_document_is_committed_alone_whatever_else_is_staged() {
    let project = specified(&["src/pages/home.rs"]);
    project.repo().write("src/other.rs", "// staged\n").write("README", "left\n");
    project.repo().git(&["add", "src/other.rs"]);
    std::fs::set_permissions(project.repo().path(SPEC), std::fs::Permissions::from_mode(0o640)).unwrap();
    let done = works(&project, &LOCK);
    assert!(done.contains("committed as ") && !done.contains("commit it: "), "{done:?}");
    assert_eq!(project.repo().git(&["show", "--name-only", "--format=%an", "HEAD"]), format!("Somebody\n\n{SPEC}"));
    assert_eq!(project.repo().git(&["status", "--porcelain"]), "A  src/other.rs\n?? README");
    let mode = std::fs::metadata(project.repo().path(SPEC)).unwrap().permissions().mode();
    assert_eq!(mode & 0o777, 0o640, "the mode stays");
}

#[test]
fn a_lock_that_was_not_committed_is_committed_by_the_same_command() {
    for is_new in [false, true] {
        let project = if is_new { mapped() } else { specified(&["src/pages/home.rs"]) };
        if is_new {
            project.phase(FOLDER).plan("01", &["src/pages/home.rs"]);
        }
        let head = project.repo().id("HEAD");
        hook(&project, "pre-commit", "echo no >&2; exit 1");
        let failed = project.run(&LOCK);
        assert_eq!(failed.code, 3, "{failed:?}");
        assert!(
            failed.err.contains("holds the lock, and it was not committed")
                && failed.err.contains("run the same command again")
        );
        assert_eq!(project.repo().id("HEAD"), head);
        let status = project.repo().git(&["status", "--porcelain"]);
        assert!(
            if is_new { status.starts_with("?? ") } else { status.starts_with(" M ") || status.starts_with("M ") },
            "{status}"
        );
        hook(&project, "pre-commit", "echo more > more.txt; git add more.txt");
        let done = works(&project, &LOCK);
        assert!(done.contains("the commit also holds more.txt: a hook staged it"), "{done:?}");
        assert_ne!(project.repo().id("HEAD"), head);
        assert_eq!(project.at("7").mark("lock"), "done");
    }
}

#[test]
fn without_an_identity_the_lock_is_written_and_said_to_be_uncommitted() {
    let project = specified(&["src/pages/home.rs"]);
    project.repo().git(&["config", "user.name", ""]);
    project.repo().git(&["config", "user.useConfigOnly", "true"]);
    let failed = project.run(&LOCK);
    assert_eq!(failed.code, 3, "{failed:?}");
    project.repo().git(&["config", "user.name", "Somebody"]);
    works(&project, &LOCK);
    assert_eq!(project.at("7").mark("lock"), "done");
}

#[test]
fn where_git_converts_line_ends_the_lock_is_the_same_lock() {
    let project = specified(&["src/pages/home.rs"]);
    project.repo().git(&["config", "core.autocrlf", "true"]);
    project.repo().remove(SPEC).git(&["checkout", "--", SPEC]);
    assert!(text(&project, SPEC).contains("\r\n"));
    assert_eq!(project.repo().git(&["status", "--porcelain"]), "");
    works(&project, &LOCK);
    let after = text(&project, SPEC);
    assert_eq!(after.matches('\n').count(), after.matches("\r\n").count());
    works(&project, &LOCK);
    assert_eq!(text(&project, SPEC), after);
    assert_eq!(project.repo().git(&["status", "--porcelain"]), "");
    assert_eq!(project.at("7").mark("lock"), "done");
}

#[test]
fn where_git_does_not_hold_the_planning_folder_the_lock_counts_as_it_lies() {
    let project = Project::new();
    project.repo().git(&["rm", "-r", "--quiet", "--cached", ".planning"]);
    project.repo().write(".gitignore", ".planning/\n");
    project.commit("chore: keep plans out");
    project.config(super::MAP);
    let spec = texts::finished(phase_pipeline::gsd::artifacts::Kind::Spec, FOLDER);
    project.phase(FOLDER).left("07-SPEC.md", spec);
    let before = project.at("7");
    assert_eq!(before.row(), "resume/lock", "{}", before.told());
    let words: Vec<&str> = before.command().split(' ').skip(1).collect();
    let done = works(&project, &words);
    assert!(done.contains("git is not meant to hold the planning folder"), "{done:?}");
    let after = project.at("7");
    assert_eq!(after.mark("lock"), "done", "{}", after.told());
    let once = text(&project, SPEC);
    works(&project, &words);
    assert_eq!(text(&project, SPEC), once);
    refused(&project, &["waive", "7", "review-fix", "--reason", "x"], "lock/not-kept");
    // What the plans answer is settled here too.
    project
        .phase(FOLDER)
        .left("07-01-PLAN.md", texts::Plan { files: &["src/pages/a.rs"], ..texts::Plan::new("01") }.text(FOLDER));
    assert_eq!(project.at("7").row(), "resume/relock", "{}", project.at("7").told());
    works(&project, &words);
    assert_ne!(project.at("7").row(), "resume/relock", "{}", project.at("7").told());
}

#[test]
fn a_new_document_of_a_folder_that_is_ignored_and_tracked_is_committed() {
    let project = mapped();
    project.phase(FOLDER).plan("01", &["src/pages/home.rs"]);
    project.repo().write(".gitignore", ".planning/\n");
    project.commit("chore: ignore plans, and keep those that are there");
    works(&project, &LOCK);
    assert_eq!(
        project.repo().git(&["show", "--name-only", "--format=", "HEAD"]),
        ".planning/phases/07-photos/07-LOCK.md"
    );
    assert_eq!(project.at("7").mark("lock"), "done");
}

#[test]
fn paths_come_from_a_file_or_from_standard_input() {
    let project = specified(&["src/pages/home.rs"]);
    project.repo().write("paths", "src/payments/tax.rs\n\n  texts/a.md  \n");
    let of_file = works(&project, &["classify", "7", "--dry-run", "--paths-from", "paths"]);
    let words = ["classify", "7", "--dry-run", "--paths-from", "-"];
    let of_input = Bin::in_folder(project.repo().root()).run_with_input(&words, "src/payments/tax.rs\ntexts/a.md\n");
    assert_eq!(of_file, of_input.out);
    assert!(of_file.contains("path: src/payments/tax.rs\npath: texts/a.md\n"), "{of_file:?}");
    assert!(of_file.contains("paths: 3 declared (--path, SPEC), 0 real"), "{of_file:?}");
}

#[test]
fn every_object_has_the_form_that_is_published() {
    let project = specified(&["src/pages/home.rs"]);
    let schema: Value = serde_json::from_str(&works(&project, &["print", "schema", "lock"])).unwrap();
    let form = jsonschema::validator_for(&schema).unwrap();
    let ask = |words: &[&str], state: &str| {
        let ran = works(&project, &[words, &["--format", "json"]].concat());
        let object: Value = serde_json::from_str(&ran).unwrap();
        assert!(form.is_valid(&object), "{object}");
        assert_eq!((object["state"].as_str(), object["exit"].as_u64()), (Some(state), Some(0)), "{object}");
        object
    };
    let shown = ask(&["classify", "7", "--dry-run"], "shown");
    assert!(shown["commit"].is_null() && shown["command"].as_str().unwrap().starts_with("git commit --only -m "));
    ask(&["classify", "7", "--lock"], "written");
    ask(&["classify", "7", "--lock"], "unchanged");
    let done = ask(&LOCK, "committed");
    assert_eq!(done["commit"], project.repo().id("HEAD"));
    assert!(done["command"].is_null());
    assert_eq!(done["block"], shown["block"]);
    assert_eq!(done["document"], SPEC);
    assert_eq!(block(&text(&project, SPEC)).len(), done["block"].as_array().unwrap().len());
    let waived = ask(&["waive", "7", "ui-review", "--reason", "no page", "--commit"], "committed");
    assert_eq!((waived["aim"].as_str(), &waived["changes"][0]), (Some("waive"), &"waived: ui-review: no page".into()));
    let again = ask(&["classify", "7", "--relock", "--reason", "once more"], "written");
    assert_eq!(again["aim"], "relock");
}
