//! What holds of every answer, whatever the phase: the same bytes again, nothing changed, the published shape, an exit code
//! that says what kind of answer it is.

use std::collections::BTreeMap;
use std::fs;
use std::os::unix::fs::PermissionsExt as _;
use std::path::{Path, PathBuf};
use std::process::Stdio;
use std::time::{Duration, SystemTime};

use phase_pipeline::engine::exit::{EXITS, Outcome};
use phase_pipeline::write::demo::PHASED;
use serde_json::Value;

use crate::common::answer::Answer;
use crate::common::bin::{Bin, demo};
use crate::common::project::Project;
use crate::common::repo::Repo;

/// Every command that reads, for one phase.
fn readings(phase: &str) -> Vec<Vec<&str>> {
    vec![
        vec![phase, "-v"],
        vec![phase, "12"],
        vec![phase, "--format", "json"],
        vec![phase, "--print", "command"],
        vec!["steps", phase],
        vec!["classify", phase],
        vec!["explain", phase],
    ]
}

/// Every file below a folder with its bytes, its mode and the time of its last change.
fn snapshot(folder: &Path) -> BTreeMap<PathBuf, (Vec<u8>, u32, SystemTime)> {
    let mut found = BTreeMap::new();
    let mut open = vec![folder.to_path_buf()];
    while let Some(path) = open.pop() {
        let metadata = fs::symlink_metadata(&path).unwrap();
        let bytes = if metadata.is_file() { fs::read(&path).unwrap() } else { Vec::new() };
        if metadata.is_dir() {
            open.extend(fs::read_dir(&path).unwrap().map(|entry| entry.unwrap().path()));
        }
        found.insert(path, (bytes, metadata.permissions().mode(), metadata.modified().unwrap()));
    }
    found
}

#[test]
fn the_same_state_gives_the_same_answer_and_reading_changes_not_one_byte() {
    let project = demo();
    // An index whose times are all wrong is what a refresh would repair.
    let touched = project.path().join("src/auth/user.ts");
    let text = fs::read(&touched).unwrap();
    fs::write(&touched, text).unwrap();
    let before = snapshot(project.path());
    assert!(before.len() > 100, "{}", before.len());
    let bin = Bin::in_folder(project.path());
    let mut commands: Vec<Vec<&str>> = PHASED.phases.iter().flat_map(|phase| readings(phase.id)).collect();
    assert!(commands.len() >= 80, "{}", commands.len());
    commands.extend([
        vec![],
        vec!["status"],
        vec!["status", "--color", "always"],
        vec!["explain", "resume"],
        vec!["lnt"],
        vec!["99"],
    ]);
    for command in commands {
        let first = bin.run(&command);
        assert!([0, 2, 11, 12, 13].contains(&first.code), "{command:?}: {first:?}");
        assert_eq!(bin.run(&command), first, "{command:?}");
    }
    let after = snapshot(project.path());
    let all = before.keys().chain(after.keys());
    let changed: Vec<&PathBuf> = all.filter(|path| before.get(*path) != after.get(*path)).collect();
    assert!(changed.is_empty(), "{changed:?}");
}

#[test]
fn the_start_of_the_search_changes_nothing_but_the_start() {
    let project = demo();
    let elsewhere = tempfile::tempdir().unwrap();
    let root = project.path().to_str().unwrap();
    for phase in PHASED.phases.iter().step_by(4) {
        let expected = Bin::in_folder(project.path()).run(&[phase.id, "--format", "json"]);
        let below = Bin::in_folder(&project.path().join(".planning/phases")).run(&[phase.id, "--format", "json"]);
        let named = Bin::in_folder(elsewhere.path()).run(&[phase.id, "--format", "json", "-C", root]);
        assert_eq!((&below, &named), (&expected, &expected), "{}", phase.id);
    }
}

#[test]
fn a_folder_that_nobody_may_write_is_read_all_the_same() {
    let project = Project::new();
    project.phase("07-photos").executed();
    let root = project.repo().root();
    let expected = project.run(&["7"]);
    let folders: Vec<PathBuf> = snapshot(root).into_keys().collect();
    let nobody = 65_534;
    let is_root = fs::metadata("/proc/self").is_ok_and(|own| std::os::unix::fs::MetadataExt::uid(&own) == 0);
    for path in folders.iter().chain([&root.parent().unwrap().to_path_buf()]) {
        let mode = fs::metadata(path).unwrap().permissions().mode();
        fs::set_permissions(path, fs::Permissions::from_mode(mode & !0o222)).unwrap();
        if is_root {
            std::os::unix::fs::chown(path, Some(nobody), Some(nobody)).unwrap();
        }
    }
    let mut command = Bin::in_folder(root).command();
    if is_root {
        // Nothing is forbidden to root.
        std::os::unix::process::CommandExt::uid(&mut command, nobody);
    }
    let output = command.arg("7").output().unwrap();
    for path in folders.iter().chain([&root.parent().unwrap().to_path_buf()]) {
        fs::set_permissions(path, fs::Permissions::from_mode(0o755)).unwrap();
    }
    assert_eq!(String::from_utf8(output.stdout).unwrap(), expected.out, "{}", String::from_utf8_lossy(&output.stderr));
    assert_eq!(output.status.code(), Some(expected.code));
}

/// The complaints of a JSON Schema about an object.
fn complaints(schema: &str, object: &str) -> Vec<String> {
    let schema: Value = serde_json::from_str(schema).unwrap();
    let object: Value = serde_json::from_str(object).unwrap_or_else(|error| panic!("{error}: {object}"));
    let validator = jsonschema::validator_for(&schema).unwrap();
    validator.iter_errors(&object).map(|error| format!("{}: {error}", error.instance_path())).collect()
}

#[test]
fn every_answer_has_the_published_shape() {
    let project = demo();
    let bin = Bin::in_folder(project.path());
    let schema = bin.run(&["print", "schema"]).out;
    let published = fs::read_to_string(Path::new(env!("CARGO_MANIFEST_DIR")).join("docs/schema/route.v0.schema.json"));
    assert_eq!(published.unwrap(), schema);
    let mut kinds = Vec::new();
    for phase in PHASED.phases {
        for command in [&[phase.id][..], &["steps", phase.id], &["explain", phase.id], &["classify", phase.id]] {
            let ran = bin.run(&[command, &["--format", "json"]].concat());
            assert_eq!(complaints(&schema, &ran.out), [""; 0], "{command:?}");
            let answer = Answer::of(&ran);
            assert_eq!((ran.err.as_str(), &answer.json["exit"]), ("", &Value::from(ran.code)), "{command:?}");
            kinds.push(answer.text("/decision/kind").to_owned());
        }
    }
    for kind in ["routed", "complete", "interruption", "undetermined"] {
        assert!(kinds.iter().any(|had| had == kind), "no phase of the sample shows {kind}");
    }
    let listed = bin.run(&["status", "--format", "json"]).out;
    assert_eq!(complaints(&bin.run(&["print", "schema", "status"]).out, &listed), [""; 0]);
    // The validator can say no.
    let broken = bin.run(&["4", "--format", "json"]).out.replacen("\"exit\": 0", "\"exit\": \"0\"", 1);
    assert_eq!(complaints(&schema, &broken).len(), 1);
}

#[test]
fn every_error_has_the_published_shape() {
    let project = demo();
    let bin = Bin::in_folder(project.path());
    let schema = bin.run(&["print", "schema", "error"]).out;
    let nowhere = Repo::without_git();
    let outside = Bin::in_folder(nowhere.root());
    for (bin, command) in [
        (&bin, &["99"][..]),
        (&bin, &["lnt"]),
        (&bin, &["7x7x7"]),
        (&bin, &["4", "99"]),
        (&bin, &["4", "--ws", "none"]),
        (&bin, &["4", "--planning", "absent"]),
        (&bin, &["4", "--dir", "absent"]),
        (&outside, &["4"]),
    ] {
        let ran = bin.run(&[command, &["--format", "json"]].concat());
        assert_eq!(complaints(&schema, &ran.out), [""; 0], "{command:?}");
        assert_eq!(ran.err, "", "{command:?}");
        let object: Value = serde_json::from_str(&ran.out).unwrap();
        assert_eq!(object["exit"], ran.code, "{command:?}");
        // The same error for a person: nothing on standard output, what helps on standard error.
        let human = bin.run(command);
        assert_eq!((human.code, human.out.as_str()), (ran.code, ""), "{command:?}");
        assert!(human.err.contains("error: ") && human.err.contains("help: "), "{command:?}: {}", human.err);
    }
}

/// A run that comes to this outcome; none for one that this version never comes to.
fn coming_to(outcome: Outcome) -> Option<i32> {
    let project = Project::of(&["07-photos", "08-tags"]);
    Some(match outcome {
        Outcome::Usage => project.run(&["lnt"]).code,
        Outcome::Environment => Bin::in_folder(Repo::without_git().root()).run(&["7"]).code,
        Outcome::Interruption => {
            project.phase("07-photos").left("07-SPEC.md", "# Spec\n");
            project.run(&["7"]).code
        }
        Outcome::Complete => {
            project.phase("07-photos").verified().ticked();
            project.run(&["7"]).code
        }
        Outcome::Undetermined => {
            project.phase("07-photos").planned().verification("passed");
            project.run(&["7"]).code
        }
        Outcome::Done => project.run(&["7"]).code,
        Outcome::Moved => moved(2).code,
        Outcome::CheckpointAtOnce | Outcome::Guard | Outcome::Checkpoint | Outcome::Findings => return None,
    })
}

#[test]
fn every_exit_code_is_come_to() {
    let mut codes: Vec<i32> = Vec::new();
    for row in EXITS {
        if let Some(code) = coming_to(row.outcome) {
            assert_eq!(code, i32::from(row.code), "{}", row.name);
            codes.push(code);
        }
    }
    codes.sort_unstable();
    codes.dedup();
    assert_eq!(codes, [0, 2, 3, 11, 12, 13]);
}

#[test]
fn only_a_route_stops_with_a_code_of_its_own() {
    let project = demo();
    let bin = Bin::in_folder(project.path());
    assert_eq!((bin.run(&["11"]).code, bin.run(&["12"]).code), (11, 13));
    for command in [&["status"][..], &["steps", "11"], &["steps", "12"], &["explain", "11"], &["explain", "12"]] {
        assert_eq!(bin.run(command).code, 0, "{command:?}");
    }
}

/// A route during which HEAD moves, so many times: each time the binary asks `git` for the status of the work tree, somebody
/// commits when the answer is out and well after HEAD was read.
fn moved(times: u32) -> Answer {
    let project = Project::new();
    project.phase("07-photos").context();
    let repo = project.repo();
    let programs = repo.root().with_file_name("programs");
    fs::create_dir(&programs).unwrap();
    let real = String::from_utf8(repo.command("sh").args(["-c", "command -v git"]).output().unwrap().stdout).unwrap();
    let real = real.trim();
    let count = programs.join("count");
    let script = format!(
        "#!/bin/sh\n{real} \"$@\"\ncode=$?\ncase \" $* \" in *' status '*)\n  echo >>{count}\n  \
         if [ $(wc -l <{count}) -le {times} ]; then sleep 0.7; {real} -c user.name=a -c user.email=a@b commit --quiet --allow-empty --message moved; fi;;\n\
         esac\nexit $code\n",
        count = count.display()
    );
    fs::write(programs.join("git"), script).unwrap();
    fs::set_permissions(programs.join("git"), fs::Permissions::from_mode(0o755)).unwrap();
    let path = format!("{}:{}", programs.display(), std::env::var_os("PATH").unwrap().to_str().unwrap());
    let ran = Bin::in_folder(repo.root()).with("PATH", path).run(&["7", "--format", "json"]);
    let asked = fs::read_to_string(&count).unwrap_or_default().lines().count();
    assert!(asked >= 1, "nobody asked for the status: {ran:?}");
    Answer::of(&ran)
}

#[test]
fn a_repository_that_moves_once_is_read_once_more_and_then_given_up() {
    moved(1).goes_to(7, "resume/pre-plan");
    let answer = moved(2);
    assert_eq!((answer.code, answer.text("/decision/kind")), (13, "undetermined"), "{}", answer.told());
    answer.says("changed while it was read");
}

#[test]
fn a_reader_that_leaves_early_is_no_crash() {
    let project = demo();
    for command in
        [&["4"][..], &["11"], &["status"], &["explain", "resume"], &["print", "schema"], &["lnt"], &["--help"]]
    {
        let expected = Bin::in_folder(project.path()).run(command).code;
        let mut child = Bin::in_folder(project.path())
            .command()
            .args(command)
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .unwrap();
        drop(child.stdout.take());
        let output = child.wait_with_output().unwrap();
        let said = String::from_utf8_lossy(&output.stderr).into_owned();
        assert!(!said.contains("panicked"), "{command:?}: {said}");
        assert_eq!(output.status.code(), Some(expected), "{command:?}: {said}");
    }
    let mut child = Bin::in_folder(project.path())
        .command()
        .arg("lnt")
        .stderr(Stdio::piped())
        .stdout(Stdio::null())
        .spawn()
        .unwrap();
    drop(child.stderr.take());
    assert_eq!(child.wait().unwrap().code(), Some(2));
}

#[test]
fn an_answer_waits_for_nothing() {
    let project = demo();
    let mut child =
        Bin::in_folder(project.path()).command().arg("4").stdin(Stdio::piped()).stdout(Stdio::null()).spawn().unwrap();
    let input = child.stdin.take();
    let begun = SystemTime::now();
    while child.try_wait().unwrap().is_none() {
        assert!(begun.elapsed().unwrap() < Duration::from_secs(30), "it waits for standard input");
        std::thread::sleep(Duration::from_millis(10));
    }
    drop(input);
}
