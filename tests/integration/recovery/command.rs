//! `phase-pipeline recover`, as it is typed.

use std::process::{Command, Stdio};

use phase_pipeline::gsd::artifacts::Kind;
use serde_json::Value;

use super::picture::Picture;
use crate::common::bin::{Bin, Ran, demo};
use crate::common::project::Project;
use crate::common::texts;
use crate::scenarios::recovery::half_executed;

/// A phase whose SPEC is whole and was not committed.
fn left_whole() -> Project {
    let project = Project::new();
    let spec = texts::finished(Kind::Spec, "07-photos");
    project.phase("07-photos").left("07-SPEC.md", spec);
    project.repo().git(&["config", "user.name", "Somebody"]);
    project.repo().git(&["config", "user.email", "somebody@example.com"]);
    project
}

/// The token where a person is asked for, who needs none.
fn token_of(object: &Ran) -> String {
    let object: Value = serde_json::from_str(&object.out).unwrap();
    object["recoveries"][0]["token"].as_str().unwrap().to_owned()
}

fn token(ran: &Ran) -> String {
    ran.out.lines().find_map(|line| line.strip_prefix("token: ")).unwrap_or_else(|| panic!("{ran:?}")).to_owned()
}

#[test]
fn it_is_shown_confirmed_and_taken_back() {
    let project = left_whole();
    let before = Picture::of(project.repo());
    let shown = project.run(&["recover", "7"]);
    assert_eq!(shown.code, 11, "{shown:?}");
    assert!(
        shown
            .out
            .contains("1. commit .planning/phases/07-photos/07-SPEC.md as \"docs(07): add SPEC left uncommitted\""),
        "{shown:?}"
    );
    let token = token(&shown);
    let confirm = ["recover", "07", "--confirm", &token];
    assert!(shown.out.contains(&format!("phase-pipeline {}", confirm.join(" "))), "{shown:?}");
    assert_eq!(project.run(&["recover", "7", "--confirm", &token, "--dry-run"]).code, 11);
    assert_eq!(Picture::of(project.repo()), before, "nothing is done without a yes");
    let done = project.run(&confirm);
    assert_eq!(done.code, 0, "{done:?}");
    assert_eq!(project.repo().git(&["log", "-1", "--format=%s"]), "docs(07): add SPEC left uncommitted");
    assert_ne!(project.run(&["7"]).code, 11);
    let again = project.run(&confirm);
    assert!(again.code == 0 && again.out.contains("nothing to recover"), "{again:?}");
    assert!(project.run(&["recover", "7", "--finish"]).err.contains("there is no recovery to finish"));
    let back = project.run(&["recover", "07", "--undo"]);
    assert_eq!(back.code, 0, "{back:?}");
    assert_eq!(Picture::of(project.repo()), before);
    assert_eq!(project.run(&["7"]).code, 11);
}

#[test]
fn a_token_of_another_state_is_refused() {
    let project = left_whole();
    let token = token(&project.run(&["recover", "7"]));
    project.phase("07-photos").left("07-SPEC.md", format!("{}\nmore\n", texts::finished(Kind::Spec, "07-photos")));
    let before = Picture::of(project.repo());
    let refused = project.run(&["recover", "7", "--confirm", &token]);
    assert_eq!(refused.code, 11);
    assert!(refused.err.contains("the state has changed since it was shown"), "{refused:?}");
    assert_eq!(Picture::of(project.repo()), before);
}

#[test]
fn an_open_one_is_shown_and_finished_by_its_phase_alone() {
    let project = left_whole();
    let hook = project.repo().path(".git/hooks/pre-commit");
    project.repo().write(".git/hooks/pre-commit", "#!/bin/sh\necho no thanks >&2\nexit 1\n");
    std::fs::set_permissions(&hook, std::os::unix::fs::PermissionsExt::from_mode(0o755)).unwrap();
    let shown = project.run(&["recover", "7"]);
    assert!(shown.out.contains("runs your hook: ") && shown.out.contains("hooks/pre-commit"), "{shown:?}");
    let failed = project.run(&["recover", "7", "--confirm", &token(&shown)]);
    assert_eq!(failed.code, 3, "{failed:?}");
    assert!(failed.err.contains("no thanks") && failed.err.contains("--undo"), "{failed:?}");
    let open = project.run(&["recover", "7"]);
    assert!(open.code == 11 && open.out.contains("begun") && open.out.contains("--finish"), "{open:?}");
    let other = project.run(&["recover", "8", "--undo"]);
    assert!(other.code == 11 && other.err.contains("a recovery of phase 07 is open"), "{other:?}");
    std::fs::remove_file(hook).unwrap();
    assert_eq!(project.run(&["recover", "7", "--finish"]).code, 0);
    let kept = project.run(&["recover", "7", "--undo", "--dry-run"]);
    assert!(kept.out.contains("07 → kept"), "{kept:?}");
    assert_eq!(project.run(&["recover", "7", "--forget"]).code, 0);
    assert!(project.run(&["recover", "7", "--undo"]).err.contains("there is no recovery to undo"));
}

#[test]
fn every_object_has_the_form_that_is_published() {
    let project = left_whole();
    let schema: Value = serde_json::from_str(&project.run(&["print", "schema", "recover"]).out).unwrap();
    let form = jsonschema::validator_for(&schema).unwrap();
    let ask = |words: &[&str], state: &str, code: i32| {
        let words: Vec<&str> = words.iter().copied().chain(["--format", "json"]).collect();
        let ran = project.run(&words);
        let object: Value = serde_json::from_str(&ran.out).unwrap_or_else(|error| panic!("{error}: {ran:?}"));
        assert!(form.is_valid(&object), "{object}");
        assert_eq!((object["state"].as_str(), ran.code), (Some(state), code), "{object}");
        assert_eq!(object["exit"], code);
        object
    };
    let planned = ask(&["recover", "7"], "planned", 11);
    let token = planned["recoveries"][0]["token"].as_str().unwrap().to_owned();
    assert_eq!(planned["recoveries"][0]["needs_a_person"], false);
    let done = ask(&["recover", "7", "--confirm", &token], "recovered", 0);
    assert_eq!(done["recoveries"][0]["actions"][0]["commit"], project.repo().id("HEAD"));
    ask(&["recover", "7", "--finish", "--dry-run"], "kept", 0);
    ask(&["recover", "7", "--undo"], "undone", 0);
    ask(&["recover", "7", "--confirm", &token], "recovered", 0);
    ask(&["recover", "7"], "nothing", 0);
    ask(&["recover", "7", "--forget"], "forgotten", 0);
}

#[test]
fn work_is_called_finished_by_a_person_or_by_whoever_finished_it() {
    let project = half_executed();
    project.repo().git(&["config", "user.name", "Somebody"]);
    project.repo().git(&["config", "user.email", "somebody@example.com"]);
    project.repo().write("src/album.rs", "half\n").write("src/index.rs", "ha");
    let before = Picture::of(project.repo());
    let shown = project.run(&["recover", "7"]);
    assert!(shown.out.contains("a person types at a terminal") && !shown.out.contains("--confirm"), "{shown:?}");
    let token = token_of(&project.run(&["recover", "7", "--format", "json"]));
    let refused = project.run(&["recover", "7", "--confirm", &token]);
    assert!(refused.code == 11 && refused.err.contains("calls work finished"), "{refused:?}");
    assert_eq!(Picture::of(project.repo()), before);
    // What an agent does is printed in every place, and is a command that does it.
    let begin = "commits it by itself: ";
    let command = shown.out.lines().find_map(|line| line.split_once(begin)).unwrap().1;
    let routed = project.run(&["7"]);
    assert!(refused.err.contains(command) && routed.out.contains(command), "{command}: {refused:?} {routed:?}");
    assert!(routed.out.contains("finish it: cat -- \"$(git rev-parse --show-toplevel)\"/src/album.rs "), "{routed:?}");
    let shell = Command::new("sh").args(["-c", command]).current_dir(project.repo().root()).output().unwrap();
    assert!(shell.status.success(), "{shell:?}");
    assert_eq!(project.repo().git(&["log", "-1", "--format=%s"]), "feat(07-01): finish task 2");
    assert_eq!(project.repo().git(&["status", "--porcelain"]), "");
}

#[test]
fn what_takes_something_away_needs_a_person_at_a_terminal() {
    let sample = demo();
    let bin = Bin::in_folder(sample.path());
    let shown = bin.run(&["recover", "11"]);
    assert!(shown.out.contains("1. remove ") && shown.out.contains("a person types at a terminal"), "{shown:?}");
    let refused = bin.run(&["recover", "11", "--confirm", &token_of(&bin.run(&["recover", "11", "--format", "json"]))]);
    assert_eq!(refused.code, 11);
    assert!(refused.err.contains("takes something away"), "{refused:?}");
    let at_terminal = |answer: &str| {
        let mut script = Command::new("script");
        let program = format!("{} recover 11", env!("CARGO_BIN_EXE_phase-pipeline"));
        script.args(["--quiet", "--return", "--command", &program, "/dev/null"]).current_dir(sample.path());
        let mut running = script.stdin(Stdio::piped()).stdout(Stdio::piped()).spawn().unwrap();
        std::io::Write::write_all(running.stdin.as_mut().unwrap(), answer.as_bytes()).unwrap();
        running.wait_with_output().unwrap()
    };
    assert_eq!(at_terminal("no\n").status.code(), Some(11));
    assert_eq!(bin.run(&["11"]).code, 11);
    let done = at_terminal("yes\n");
    assert_eq!(done.status.code(), Some(0), "{}", String::from_utf8_lossy(&done.stdout));
    assert_ne!(bin.run(&["11"]).code, 11);
    assert_eq!(bin.run(&["recover", "11", "--undo"]).code, 0);
    assert_eq!(bin.run(&["11"]).code, 11);
}

/// No file may grow beyond a size: as on a disk that is full.
#[test]
fn on_a_full_disk_nothing_is_lost() {
    let project = left_whole();
    let before = Picture::of(project.repo());
    let token = token(&project.run(&["recover", "7"]));
    for blocks in ["0", "1", "2"] {
        let line = format!(
            "trap '' XFSZ; ulimit -f {blocks}; exec {} recover 7 --confirm {token}",
            env!("CARGO_BIN_EXE_phase-pipeline")
        );
        let ran = project.repo().command("sh").args(["-c", &line]).output().unwrap();
        let said = String::from_utf8_lossy(&ran.stderr).into_owned();
        assert_eq!(ran.status.code(), Some(3), "{blocks}: {said}");
        if phase_pipeline::git::open_journal(&project.repo().path(".git")).unwrap().is_some() {
            let told = project.at("7").stops(11, "recovery/unfinished");
            assert!(told.text("/interruption/recovery/0/what").contains("recover 07 --undo"), "{}", told.told());
            assert_eq!(project.run(&["recover", "7", "--undo"]).code, 0, "{blocks}");
        }
        assert_eq!(Picture::of(project.repo()), before, "{blocks}: {said}");
    }
    assert_eq!(project.run(&["recover", "7", "--confirm", &token]).code, 0);
}

#[test]
fn a_workstream_that_wants_a_person_gets_one_where_nobody_named_it() {
    let project = Project::new();
    let roadmap = std::fs::read_to_string(project.repo().path(".planning/ROADMAP.md")).unwrap();
    project.repo().remove(".planning/ROADMAP.md").write(".planning/workstreams/api/ROADMAP.md", roadmap);
    project.repo().write(".planning/workstreams/api/config.json", r#"{"pipeline": {"confirm": "terminal"}}"#);
    project.repo().git(&["config", "user.name", "Somebody"]);
    project.repo().git(&["config", "user.email", "somebody@example.com"]);
    project.commit("docs: a workstream");
    let phase = project.phase_in(".planning/workstreams/api/phases", "07-photos");
    phase.left("07-SPEC.md", texts::finished(Kind::Spec, "07-photos"));
    let token = token_of(&project.run(&["recover", "7", "--format", "json"]));
    let refused = project.run(&["recover", "7", "--confirm", &token]);
    assert_ne!(refused.code, 0, "{refused:?}");
    assert!(refused.err.contains("the project wants a person for every recovery"), "{refused:?}");
}
