//! What the proposal promises of three small changes, step by step from an empty phase to a complete one: what each step finds
//! active, at which depth, and which gates are owed.

use phase_pipeline::gsd::artifacts::Kind;

use crate::common::answer::Answer;
use crate::common::project::{Phase, Project};
use crate::common::texts::{self, Plan};

const FOLDER: &str = "07-photos";

const MAP: &str = r#"{"surfaces": {
    "pages": {"globs": ["src/pages/**"], "gates": ["ui-spec", "ui-review"], "pinned": false},
    "payments": {"globs": ["src/payments/**"], "gates": ["secure", "validate"], "pinned": true}
}}"#;

/// An empty phase whose part of the roadmap speaks of one file.
fn begun(file: &str) -> Project {
    let project = Project::of(&[FOLDER]);
    let roadmap = project.repo().path(".planning/ROADMAP.md");
    let text = std::fs::read_to_string(&roadmap).unwrap();
    std::fs::write(&roadmap, format!("{text}\n### Phase 7: photos\n\n**Goal**: change `{file}`\n")).unwrap();
    project.config(MAP).commit("docs: plan the phase");
    project
}

/// What is told at a step: where it stands, the depth, the surfaces that are not inactive, the safety and surface gates owed.
fn told(answer: &Answer) -> String {
    let surfaces = answer.json["classification"]["surfaces"].as_array().unwrap().iter();
    let surfaces = surfaces.filter(|surface| surface["state"] != "inactive");
    let surfaces = surfaces.map(|surface| {
        let (name, state) = (surface["name"].as_str().unwrap(), surface["state"].as_str().unwrap());
        format!("{name} {state}")
    });
    let owed = ["ui-spec", "secure", "validate", "surface-reviews"].into_iter();
    let owed = owed.filter(|step| !matches!(answer.mark(step), "skipped" | "done"));
    let row = answer.row().strip_prefix("resume/").unwrap_or_else(|| panic!("{}", answer.told()));
    let list = |words: Vec<String>| if words.is_empty() { "nothing".to_owned() } else { words.join(", ") };
    let depth = answer.text("/classification/depth");
    format!("{row}: {depth}, {}; owes {}", list(surfaces.collect()), list(owed.map(str::to_owned).collect()))
}

fn spec(phase: Phase<'_>, file: &str) {
    let text = texts::finished(Kind::Spec, FOLDER);
    let text = text.replace("## Goal", &format!("## Touched paths\n\n- `{file}`\n\n## Goal"));
    phase.file("07-SPEC.md", text, "spec(phase-7): add SPEC.md for photos — 1 requirements (#2213)");
}

/// Puts the block that `classify` prints into SPEC and commits it.
fn lock(project: &Project) {
    let shown = project.run(&["classify", "7"]).out;
    let end = "<!-- /phase-pipeline:lock -->\n";
    let (from, to) = (shown.find("<!-- phase-pipeline:lock").unwrap(), shown.find(end).unwrap() + end.len());
    let file = format!(".planning/phases/{FOLDER}/07-SPEC.md");
    let text = std::fs::read_to_string(project.repo().path(&file)).unwrap();
    project.repo().write(&file, format!("{text}\n{}", &shown[from..to]));
    project.record("docs(07): lock the classification", &[&file]);
}

/// Does what the command of the decided step does, and says what is told before each step and at the end.
fn walk(project: &Project, file: &str) -> Vec<String> {
    let phase = project.phase(FOLDER);
    let mut lines = Vec::new();
    for _ in 0..20 {
        let answer = project.at("7");
        lines.push(told(&answer));
        match answer.row() {
            "resume/research" | "resume/spec" => spec(phase, file),
            "resume/lock" | "resume/relock" => lock(project),
            "resume/discuss" => drop(phase.context()),
            "resume/pre-plan" if answer.step() == Some(5) => drop(phase.has(Kind::UiSpec)),
            "resume/pre-plan" => drop(phase.plan("01", &[file])),
            "resume/plan-review" => drop(phase.reviews()),
            "resume/pre-execute" => drop(phase.work(file, "feat(07-01): keep photos").summary("01")),
            "resume/post-execute" => drop(phase.review("clean")),
            "resume/secure" => drop(phase.security()),
            "resume/validate" => drop(phase.validation()),
            "resume/reviews-missing" => drop(phase.has(Kind::UiReview)),
            "resume/verify" => drop(phase.verification("passed")),
            "resume/learnings" => drop(phase.learnings()),
            "resume/ship" => drop(phase.ticked().shipped()),
            "resume/complete" => return lines,
            row => panic!("{row}: {}", answer.told()),
        }
    }
    panic!("no end: {lines:#?}");
}

#[track_caller]
fn is(lines: &[String], expected: &[&str]) {
    assert_eq!(lines, expected, "{lines:#?}");
}

#[test]
fn one_file_of_an_unpinned_surface_stays_shallow_from_the_roadmap_to_the_end() {
    let file = "src/pages/home.rs";
    is(
        &walk(&begun(file), file),
        &[
            "spec: shallow, pages active; owes ui-spec, surface-reviews",
            "lock: shallow, pages active; owes ui-spec, surface-reviews",
            "pre-plan: shallow, pages active; owes ui-spec, surface-reviews",
            "pre-plan: shallow, pages active; owes surface-reviews",
            "plan-review: shallow, pages active; owes surface-reviews",
            "pre-execute: shallow, pages active; owes surface-reviews",
            "post-execute: shallow, pages active; owes surface-reviews",
            "reviews-missing: shallow, pages active; owes surface-reviews",
            "verify: shallow, pages active; owes nothing",
            "learnings: shallow, pages active; owes nothing",
            "ship: shallow, pages active; owes nothing",
            "complete: shallow, pages active; owes nothing",
        ],
    );
}

#[test]
fn one_file_of_a_pinned_surface_owes_its_gates_from_the_roadmap_to_the_end() {
    let file = "src/payments/tax.rs";
    is(
        &walk(&begun(file), file),
        &[
            "spec: standard, payments active; owes secure, validate",
            "lock: standard, payments active; owes secure, validate",
            "pre-plan: standard, payments active; owes secure, validate",
            "plan-review: standard, payments active; owes secure, validate",
            "pre-execute: standard, payments active; owes secure, validate",
            "post-execute: standard, payments active; owes secure, validate",
            "secure: standard, payments active; owes secure, validate",
            "validate: standard, payments active; owes validate",
            "verify: standard, payments active; owes nothing",
            "learnings: standard, payments active; owes nothing",
            "ship: standard, payments active; owes nothing",
            "complete: standard, payments active; owes nothing",
        ],
    );
}

/// Locked, planned and reviewed for one page.
fn planned() -> Project {
    let project = begun("src/pages/home.rs");
    let phase = project.phase(FOLDER);
    spec(phase, "src/pages/home.rs");
    lock(&project);
    phase.has(Kind::UiSpec).plan("01", &["src/pages/home.rs"]).reviews();
    assert_eq!(told(&project.at("7")), "pre-execute: shallow, pages active; owes surface-reviews");
    project
}

#[track_caller]
fn is_raised(project: &Project, expected: &str) {
    let answer = project.at("7");
    assert_eq!(told(&answer), expected);
    assert_eq!(answer.list("/classification/raised"), "payments is owed\ndepth standard, was shallow");
    let human = project.run(&["7"]).out;
    let told =
        human.lines().any(|line| line.contains("payments is owed") && line.contains("depth standard, was shallow"));
    assert!(told, "{human}");
}

#[test]
fn a_plan_that_touches_a_pinned_path_later_raises_at_once() {
    let project = planned();
    project.phase(FOLDER).plan_of(&Plan { files: &["src/payments/tax.rs"], ..Plan::new("02") });
    is_raised(&project, "plan-review: standard, pages active, payments active; owes secure, validate, surface-reviews");
}

#[test]
fn a_commit_that_touches_a_pinned_path_raises_at_once_and_stays_when_it_is_reverted() {
    let project = planned();
    project.phase(FOLDER).work("src/payments/tax.rs", "feat(07-01): keep photos");
    let raised = "between-waves: standard, pages active, payments active; owes secure, validate, surface-reviews";
    is_raised(&project, raised);
    project.repo().git(&["revert", "--no-edit", "HEAD"]);
    is_raised(&project, raised);
}

#[test]
fn uncommitted_source_that_counts_raises_before_it_is_committed() {
    for (what, change) in CHANGES {
        let project = planned();
        project.repo().write("src/payments/tax.rs", "// tax\n");
        project.commit("feat: tax of before");
        project.phase(FOLDER).execute("01");
        assert_eq!(project.at("7").row(), "resume/between-waves", "{what}");
        change(&project);
        let left = project.at("7");
        assert_eq!((left.code, left.row()), (11, "recovery/source"), "{what}: {}", left.told());
        let passed = project.ask(&["7", "--ack", left.text("/interruption/ack")]);
        for answer in [left, passed] {
            assert_eq!(answer.text("/classification/depth"), "standard", "{what}: {}", answer.told());
            assert_eq!(answer.mark("secure"), "later", "{what}: {}", answer.told());
        }
    }
}

fn left(project: &Project, file: &str) {
    project.repo().write(file, "// left\n");
}

type Change = fn(&Project);

/// What may be done to a pinned path without a commit.
const CHANGES: &[(&str, Change)] = &[
    ("another file", |project| left(project, "src/payments/rate.rs")),
    ("an edit", |project| left(project, "src/payments/tax.rs")),
    ("a file that is gone", |project| std::fs::remove_file(project.repo().path("src/payments/tax.rs")).unwrap()),
    ("a rename away", |project| drop(project.repo().git(&["mv", "src/payments/tax.rs", "src/tax.rs"]))),
];

#[test]
fn uncommitted_source_that_nothing_ties_to_the_phase_raises_nothing() {
    let project = planned();
    project.repo().write("src/payments/tax.rs", "// tax\n");
    assert_eq!(told(&project.at("7")), "pre-execute: shallow, pages active; owes surface-reviews");
}
