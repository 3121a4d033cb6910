//! Text from a repository never reaches a terminal as anything but text: names of files and folders, values of front matter,
//! lines of ledgers, subjects of commits, in every format and in errors too.

use std::ffi::{OsStr, OsString};
use std::fs;
use std::os::unix::ffi::{OsStrExt as _, OsStringExt as _};
use std::path::PathBuf;

use phase_pipeline::engine::escape::is_hidden;
use phase_pipeline::gsd::artifacts::Kind;
use serde_json::Value;

use crate::common::bin::{Bin, Ran};
use crate::common::project::Project;
use crate::common::texts::{self, Plan};

/// Texts that a terminal, a log viewer or a reader's eye would take for something else; together they hold every kind of sign.
pub(super) const HOSTILE: &[&str] = &[
    "\u{1b}[31mred\u{1b}[0m\u{1b}]0;title\u{7}\u{9b}31m\u{8}",
    "a\nrun: rm -rf x\rb",
    "\u{202e}evil\u{2066}zero\u{200b}width\u{feff}tag\u{e0041}line\u{2028}break",
];

/// The part that a hostile text must not bring with it: a line of its own in the voice of the program.
const VOICE: &str = "\nrun: rm";

#[track_caller]
pub(super) fn is_plain(what: &str, text: &str) {
    let hidden: Vec<char> = text.chars().filter(|c| *c != '\n' && is_hidden(*c)).collect();
    assert!(hidden.is_empty(), "{what}: {hidden:?} in {text:?}");
    assert!(!text.contains(VOICE), "{what}: {text}");
}

/// Runs every command on a phase in every format; gives what they printed.
#[track_caller]
pub(super) fn is_quiet(bin: &Bin<'_>, phase: &str) -> Vec<Ran> {
    let mut all = Vec::new();
    for command in [
        &[phase, "-v"][..],
        &[phase, "12"],
        &["steps", phase],
        &["explain", phase],
        &[phase, "--print", "command"],
        &[phase, "--format", "json"],
        &["status"],
        &["diagnose", phase],
        &["recover", phase, "--dry-run"],
    ] {
        let ran = bin.run(command);
        is_plain(&format!("{command:?}"), &ran.out);
        is_plain(&format!("{command:?}"), &ran.err);
        assert!(!ran.err.contains("panicked"), "{}", ran.err);
        if command.contains(&"json") {
            let object: Result<Value, _> = serde_json::from_str(&ran.out);
            assert!(object.is_ok(), "{}", ran.out);
        }
        all.push(ran);
    }
    all
}

/// A name for a file or a folder: no slash and no NUL.
fn names() -> Vec<OsString> {
    let mut names: Vec<OsString> = HOSTILE.iter().map(|text| OsString::from(text.replace('/', "-"))).collect();
    names.push(OsString::from_vec(b"caf\xe9\xff\x1b[1m".to_vec()));
    names
}

fn joined(parts: &[&OsStr]) -> OsString {
    OsString::from_vec(parts.iter().flat_map(|part| part.as_bytes().to_vec()).collect())
}

/// Writes a file in a folder of that name below the phases.
fn place(project: &Project, folder: &OsStr, file: &OsStr, text: &str) -> PathBuf {
    let folder = project.repo().path(".planning/phases").join(folder);
    fs::create_dir_all(&folder).unwrap();
    fs::write(folder.join(file), text).unwrap();
    folder.join(file)
}

#[test]
fn hostile_folders() {
    for name in names() {
        let project = Project::of(&["08-other"]);
        let folder = joined(&[OsStr::new("07-"), &name]);
        place(&project, &folder, OsStr::new("07-CONTEXT.md"), &texts::finished(Kind::Context, "07"));
        place(&project, &folder, OsStr::new("07-01-PLAN.md"), &Plan::new("01").text("07"));
        let bin = Bin::in_folder(project.repo().root());
        assert_eq!(is_quiet(&bin, "7")[0].code, 11, "{name:?}");
        project.commit("docs(07): create phase plan");
        assert_eq!(is_quiet(&bin, "7")[0].code, 0, "{name:?}");
        // Two folders of one number: the error names both.
        place(&project, OsStr::new("7-b"), OsStr::new("07-CONTEXT.md"), "x\n");
        assert_eq!(is_quiet(&bin, "7")[0].code, 2, "{name:?}");
    }
}

#[test]
fn hostile_files() {
    for name in names() {
        let project = Project::new();
        for (before, after) in
            [("07-REPLAN-", ".md"), ("07-01-", "-PLAN.md"), ("07-PLAN ", ".md"), ("", "-SUMMARY.md"), ("", "")]
        {
            let file = joined(&[OsStr::new(before), &name, OsStr::new(after)]);
            place(&project, OsStr::new("07-photos"), &file, "<objective>\nx\n");
        }
        let bin = Bin::in_folder(project.repo().root());
        assert_eq!(is_quiet(&bin, "7")[0].code, 11, "{name:?}");
        project.commit("docs(07): notes");
        is_quiet(&bin, "7");
    }
}

#[test]
fn bytes_that_are_no_text_are_shown_and_kept() {
    let project = Project::of(&["08-other"]);
    let folder = OsString::from_vec(b"07-caf\xe9".to_vec());
    place(&project, &folder, OsStr::new("07-CONTEXT.md"), &texts::finished(Kind::Context, "07"));
    project.commit("docs(07): capture phase context");
    let answer = project.at("7").goes_to(7, "resume/pre-plan");
    let dir = &answer.json["phase"]["dir"];
    assert_eq!(dir["path"], r".planning/phases/07-caf\xe9", "{}", answer.told());
    let raw: Vec<u8> = serde_json::from_value(dir["raw"].clone()).unwrap();
    assert_eq!(raw, b".planning/phases/07-caf\xe9");
    assert!(project.run(&["7"]).out.contains(r".planning/phases/07-caf\xe9"));
}

#[test]
fn hostile_front_matter() {
    for text in HOSTILE {
        let project = Project::new();
        let phase = project.phase("07-photos").executed().security().validation();
        let quoted = serde_json::to_string(text).unwrap();
        let review = texts::worded(Kind::Review, "07-photos", &quoted);
        let phase = phase.file("07-REVIEW.md", review, "docs(07): review");
        let gaps = format!(
            "gaps:\n  - truth: {quoted}\n    reason: {quoted}\nhuman_verification:\n  - test: {quoted}\nscore:"
        );
        let verification = texts::worded(Kind::Verification, "07-photos", "gaps_found").replace("score:", &gaps);
        let phase = phase.file("07-VERIFICATION.md", verification.clone(), "docs(07): verification");
        let summary = texts::worded(Kind::Summary, "07-photos", &quoted);
        let phase = phase.file("07-02-SUMMARY.md", summary, "docs(07-02): summary");
        phase.file(
            ".continue-here.md",
            format!("---\nstatus: {quoted}\n---\n\n<remaining_work>\n- {text}\n</remaining_work>\n"),
            "wip: pause",
        );
        let bin = Bin::in_folder(project.repo().root());
        is_quiet(&bin, "7");
        project.phase("07-photos").without("07-02-SUMMARY.md").review("clean");
        is_quiet(&bin, "7");
        let human = verification.replace("gaps_found", "human_needed");
        project.phase("07-photos").file("07-VERIFICATION.md", human, "docs(07): verification");
        is_quiet(&bin, "7");
    }
}

#[test]
fn hostile_plans() {
    for text in HOSTILE {
        let project = Project::new();
        let quoted = serde_json::to_string(text).unwrap();
        let phase = project.phase("07-photos").context();
        let plan = Plan { needs: &[&quoted], files: &[&quoted], ..Plan::new("01") };
        phase.file("07-01-PLAN.md", plan.text("07-photos"), "docs(07): create phase plan");
        is_quiet(&Bin::in_folder(project.repo().root()), "7");
    }
}

#[test]
fn hostile_ledgers_and_subjects() {
    for text in HOSTILE {
        let project = Project::new();
        let line = text.replace('\n', " ");
        let roadmap = format!(
            "- [x] **Phase 7: {line}** - {line}\n- [ ] **Phase 8: {line}**\n\n### Phase 7: {line}\n**Depends on**: Phase 6{line}\n"
        );
        project.repo().write(".planning/ROADMAP.md", roadmap);
        project.state("7", &format!("shipped {line}"));
        project.repo().write(".planning/active-workstream", *text);
        project.commit(&format!("docs(07): {text}"));
        let phase = project.phase("07-photos").planned();
        project.repo().write("src/photos.rs", "x\n");
        phase.commit(&format!("{text} keep photos"));
        let bin = Bin::in_folder(project.repo().root());
        is_quiet(&bin, "7");
        is_quiet(&bin, "8");
        project.repo().write("src/photos.rs", "y\n");
        phase.commit(&format!("feat(07-01{line}): {text}"));
        is_quiet(&bin, "7");
    }
}

#[test]
fn hostile_configs() {
    for text in HOSTILE {
        let quoted = serde_json::to_string(text).unwrap();
        for config in [
            format!("{{\"pipeline\": {{{quoted}: 1}}}}"),
            format!("{{\"surfaces\": {{{quoted}: {{\"globs\": [\"a\"], \"gates\": [{quoted}]}}}}}}"),
            format!("{{\"surfaces\": {{\"ui\": {{\"globs\": [\"a\"], \"gates\": [{quoted}]}}}}}}"),
            format!("{{\"planning\": {{\"sub_repos\": [{quoted}]}}}}"),
            format!("{{\"project_code\": {quoted}, \"workflow\": {{\"code_review\": {quoted}}}}}"),
            format!("{{ {text}"),
        ] {
            let project = Project::new();
            project.config(&config).commit("chore: config");
            project.phase("07-photos").planned();
            let bin = Bin::in_folder(project.repo().root());
            for command in [&["7", "-v"][..], &["7", "--format", "json"], &["status"]] {
                let ran = bin.run(command);
                assert!([0, 2, 13].contains(&ran.code), "{ran:?}");
                is_plain(&config, &ran.out);
                is_plain(&config, &ran.err);
            }
        }
    }
}

#[test]
fn hostile_arguments() {
    let project = Project::new();
    let bin = Bin::in_folder(project.repo().root());
    for text in HOSTILE {
        let with_digit = format!("7{text}");
        for command in [
            &[with_digit.as_str()][..],
            &["7", &with_digit],
            &["explain", text],
            &["explain", &with_digit],
            &["7", "--ws", text],
            &["7", "--dir", text],
            &["7", "--planning", text],
            &["7", "-C", text],
            &[with_digit.as_str(), "status"],
            &[text],
        ] {
            for format in ["human", "json"] {
                let ran = bin.run(&[command, &["--format", format]].concat());
                assert!([0, 2, 3].contains(&ran.code), "{command:?}: {ran:?}");
                is_plain(&format!("{command:?}"), &ran.out);
                is_plain(&format!("{command:?}"), &ran.err);
            }
        }
    }
}
