//! What stands in an artifact's place may be no file that can be read: that is the matter of this one phase, and no other phase
//! waits for it.

use std::fs;
use std::os::unix::fs::{PermissionsExt as _, symlink};
use std::path::Path;
use std::process::Command;

use phase_pipeline::gsd::artifacts::{ARTIFACTS, Kind};

use crate::common::project::Project;
use crate::common::texts::finished;

const MAP: &str = r#"{"surfaces": {"payments": {"globs": ["src/billing/**"], "gates": ["secure"], "pinned": true}}}"#;

/// The kinds that may hold a lock.
const HOLDERS: [Kind; 3] = [Kind::Spec, Kind::Context, Kind::Lock];

/// Puts something at a place where nothing is.
type Put = fn(&Path, &[u8]);

/// What may stand in an artifact's place.
const SHAPES: &[(&str, Put)] = &[
    ("a folder", |place, _| fs::create_dir(place).unwrap()),
    ("a folder with a file", |place, text| {
        fs::create_dir(place).unwrap();
        fs::write(place.join("inside.md"), text).unwrap();
    }),
    ("a repository of its own", |place, _| {
        fs::create_dir(place).unwrap();
        let git = |arguments: &[&str]| {
            let options = ["-c", "user.name=A", "-c", "user.email=a@example.com"];
            assert!(Command::new("git").current_dir(place).args(options).args(arguments).status().unwrap().success());
        };
        git(&["init", "--quiet"]);
        git(&["commit", "--quiet", "--allow-empty", "--message", "inside"]);
    }),
    ("a link to a file of the repository", |place, _| symlink("../../ROADMAP.md", place).unwrap()),
    ("a link to a folder of the repository", |place, _| symlink("../../../src", place).unwrap()),
    ("a link out of the repository", |place, _| symlink("/etc/passwd", place).unwrap()),
    ("a link that leads nowhere", |place, _| symlink("nowhere.md", place).unwrap()),
    ("a link to itself", |place, _| symlink(place.file_name().unwrap(), place).unwrap()),
    ("a pipe", |place, _| assert!(Command::new("mkfifo").arg(place).status().unwrap().success())),
    ("a file that nobody may read", |place, text| {
        fs::write(place, text).unwrap();
        fs::set_permissions(place, fs::Permissions::from_mode(0o000)).unwrap();
    }),
    ("a file that is too large", |place, text| {
        fs::write(place, text).unwrap();
        fs::OpenOptions::new().write(true).open(place).unwrap().set_len((4 << 20) + 1).unwrap();
    }),
];

/// One phase under way for every kind of artifact, with a lock where it may stand, and one more.
fn project() -> Project {
    let folders: Vec<String> = (0..=ARTIFACTS.len()).map(|at| format!("{}-photos", 10 + at)).collect();
    let folders: Vec<&str> = folders.iter().map(String::as_str).collect();
    let project = Project::of(&folders);
    project.config(MAP).commit("chore: a map");
    let (lonely, others) = folders.split_last().unwrap();
    project.phase(lonely).spec();
    for (folder, row) in others.iter().zip(ARTIFACTS) {
        let phase = project.phase(folder).spec();
        if row.kind != Kind::Spec {
            phase.context();
        }
        if HOLDERS.contains(&row.kind) {
            let ran = project.run(&["classify", phase.token(), "--lock"]);
            assert_eq!(ran.code, 0, "{ran:?}");
            project.commit(&format!("docs({}): lock", phase.token()));
        }
        phase.plan("01", &["src/billing/tax.rs"]).plan("02", &["src/b.rs"]).reviews().done("01");
    }
    project
}

/// Each phase has an answer of its own, and the table names all.
fn stand_alone(project: &Project, what: &str) {
    let phases: Vec<String> = (0..=ARTIFACTS.len()).map(|at| (10 + at).to_string()).collect();
    let table = project.run(&["status"]);
    assert!(table.code == 0 && phases.iter().all(|phase| table.out.contains(phase.as_str())), "{what}: {table:?}");
    let lint = project.run(&["lint", "--all"]);
    assert!([0, 1, 13].contains(&lint.code), "{what}: {lint:?}");
    // The table answers each phase as it is answered alone; where a lock may stand, more is read.
    for (phase, row) in phases.iter().zip(ARTIFACTS).filter(|(_, row)| HOLDERS.contains(&row.kind)) {
        let ran = project.run(&[phase]);
        assert!([0, 10, 11, 12, 13].contains(&ran.code), "{:?}: {what}: {ran:?}", row.kind);
    }
    project.at(phases.last().unwrap()).goes_to(3, "resume/lock");
}

/// What stands in a kind's place, not committed (over the committed file, or where nothing was), and then committed where git can.
fn put_everywhere(whole: &Project, shape: &str, put: Put) {
    let copy = Project::within(whole.repo().copy());
    for (at, row) in ARTIFACTS.iter().enumerate() {
        let folder = format!("{}-photos", 10 + at);
        let path = copy.phase(&folder).artifact(row.kind);
        let place = copy.repo().path(&path);
        if place.exists() {
            copy.repo().remove(&path);
        }
        put(&place, finished(row.kind, &folder).as_bytes());
    }
    stand_alone(&copy, &format!("{shape}, not committed"));
    if copy.repo().try_git(&["-c", "advice.addEmbeddedRepo=false", "add", "--all"]).status.success() {
        copy.repo().git(&["commit", "--quiet", "--allow-empty", "--message", "docs: something"]);
        stand_alone(&copy, &format!("{shape}, committed"));
    }
}

#[test]
fn whatever_stands_in_the_place_of_an_artifact_is_the_matter_of_its_phase_alone() {
    let whole = project();
    std::thread::scope(|scope| {
        for (shape, put) in SHAPES {
            let copy = Project::within(whole.repo().copy());
            scope.spawn(move || put_everywhere(&copy, shape, *put));
        }
    });
}
