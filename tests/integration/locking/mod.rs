//! Locks and waivers, written into real repositories by the binary.

mod command;
mod crash;
mod flow;
mod histories;
mod refusals;
mod waivers;

use crate::common::project::Project;

pub(crate) const FOLDER: &str = "07-photos";

/// Where the phase's SPEC lies.
pub(crate) const SPEC: &str = ".planning/phases/07-photos/07-SPEC.md";

/// Three surfaces: one pinned, two not.
pub(crate) const MAP: &str = r#"{"surfaces": {
    "pages": {"globs": ["src/pages/**"], "gates": ["ui-review", "browser-uat"], "pinned": false},
    "payments": {"globs": ["src/payments/**"], "gates": ["secure", "validate"], "pinned": true},
    "texts": {"globs": ["texts/**"], "gates": ["validate"], "pinned": false}
}}"#;

/// A project with the map whose user git knows.
pub(crate) fn mapped() -> Project {
    let project = Project::new();
    project.config(MAP).record("chore: map the surfaces", &[".planning/config.json"]);
    known(&project);
    project
}

pub(crate) fn known(project: &Project) {
    project.repo().git(&["config", "user.name", "Somebody"]);
    project.repo().git(&["config", "user.email", "somebody@example.com"]);
}

/// The same with a SPEC that declares these paths.
pub(crate) fn specified(paths: &[&str]) -> Project {
    let project = mapped();
    let listed: Vec<String> = paths.iter().map(|path| format!("- `{path}`")).collect();
    let touched =
        if paths.is_empty() { String::new() } else { format!("## Touched paths\n\n{}\n\n", listed.join("\n")) };
    let text = crate::common::texts::finished(phase_pipeline::gsd::artifacts::Kind::Spec, FOLDER);
    let text = text.replace("## Goal", &format!("{touched}## Goal"));
    project.phase(FOLDER).file("07-SPEC.md", text, "spec(phase-7): add SPEC.md for photos");
    project
}

/// The text of a file of the project.
pub(crate) fn text(project: &Project, path: &str) -> String {
    std::fs::read_to_string(project.repo().path(path)).unwrap()
}

/// Runs it and wants it to work; gives what it printed.
#[track_caller]
pub(crate) fn works(project: &Project, words: &[&str]) -> String {
    let ran = project.run(words);
    assert_eq!(ran.code, 0, "{words:?}: {ran:?}");
    ran.out
}

/// Runs it and wants it to be refused by this rule; gives what it said.
#[track_caller]
pub(crate) fn refused(project: &Project, words: &[&str], rule: &str) -> String {
    let ran = project.run(words);
    assert_eq!(ran.code, 2, "{words:?}: {ran:?}");
    assert!(ran.err.starts_with(&format!("error: {rule}: ")), "{words:?} by {rule}: {ran:?}");
    assert!(ran.err.contains("\nhelp: ") && ran.out.is_empty(), "{ran:?}");
    ran.err
}

/// The lines of the only block in a text.
#[track_caller]
pub(crate) fn block(text: &str) -> Vec<String> {
    assert_eq!(text.matches("<!-- phase-pipeline:lock").count(), 1, "{text}");
    let from = text.find("<!-- phase-pipeline:lock").unwrap();
    let end = "<!-- /phase-pipeline:lock -->";
    let to = text.find(end).unwrap() + end.len();
    text[from..to].lines().map(str::to_owned).collect()
}
