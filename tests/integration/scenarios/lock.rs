//! A project with a surface map: the block that `classify` prints, put where it says and committed, is the lock.

use crate::common::bin::{Bin, demo};
use crate::common::project::Project;

/// The block that `classify` prints for a phase.
fn block(shown: &str) -> String {
    let from = shown.find("<!-- phase-pipeline:lock").unwrap();
    let end = "<!-- /phase-pipeline:lock -->";
    let to = shown.find(end).unwrap() + end.len();
    shown[from..to].to_owned()
}

fn git(folder: &std::path::Path, arguments: &[&str]) {
    let identity = ["-c", "user.name=A", "-c", "user.email=a@example.invalid"];
    let done = std::process::Command::new("git").args(identity).args(arguments).current_dir(folder).output().unwrap();
    assert!(done.status.success(), "{arguments:?}: {}", String::from_utf8_lossy(&done.stderr));
}

#[test]
fn the_printed_block_is_the_lock_once_it_is_committed() {
    let project = demo();
    let here = Bin::in_folder(project.path());
    let folder = project.path().join(".planning/phases/09-payment-webhooks");
    let spec = folder.join("09-SPEC.md");
    fs_err::copy(project.path().join(".planning/phases/08-payment-reminders/08-SPEC.md"), &spec).unwrap();
    let text = fs_err::read_to_string(&spec).unwrap();
    let bare = text.split("<!-- phase-pipeline:lock").next().unwrap().to_owned();
    fs_err::write(&spec, &bare).unwrap();
    git(project.path(), &["add", ".planning/phases/09-payment-webhooks"]);
    git(project.path(), &["commit", "-qm", "spec(phase-9): add SPEC.md"]);
    assert_eq!(here.run(&["9", "--print", "row"]).out.trim(), "resume/lock");

    let shown = here.run(&["classify", "9"]).out;
    fs_err::write(&spec, format!("{bare}\n{}\n", block(&shown))).unwrap();
    git(project.path(), &["commit", "-qam", "docs(09): lock the classification"]);
    let after = here.run(&["9", "--print", "row"]).out;
    assert_ne!(after.trim(), "resume/lock");
    assert!(here.run(&["steps", "9"]).out.contains("lock            done"), "{after}");
}

#[test]
fn what_a_document_announces_in_code_counts_before_it_is_done() {
    let project = Project::new();
    let map = r#"{"surfaces": {"ui": {"globs": ["src/**"], "gates": ["ui-review"], "pinned": false}}}"#;
    project.config(map).commit("chore: map the surfaces");
    let phase = project.phase("07-photos").spec().plan("01", &["src/photos.rs"]);
    let depth = |project: &Project| {
        let line = project.at("7").json["classification"].clone();
        format!("{}: {}", line["depth"].as_str().unwrap(), line["depth_reasons"][0].as_str().unwrap())
    };
    assert!(depth(&project).starts_with("shallow: "), "{}", depth(&project));
    // In prose it is talk; in code it is what will run.
    let plan = std::fs::read_to_string(project.repo().path(phase.path("07-01-PLAN.md"))).unwrap();
    let with = |more: &str| phase.file("07-01-PLAN.md", plan.replace("Write it.", more), "docs(07): revise the plan");
    with("We never drop table photos.");
    assert!(depth(&project).starts_with("shallow: "), "{}", depth(&project));
    with("Then run `DROP TABLE photos;` once.");
    let deep = depth(&project);
    assert!(deep.starts_with("deep: ") && deep.contains("07-01-PLAN.md:"), "{deep}");
}
