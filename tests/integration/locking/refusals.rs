//! Each rule refuses by its name, changes nothing, and says what helps; and the same thing is done once the cause is gone.

use phase_pipeline::engine::lock::rule::RULES;
use phase_pipeline::gsd::artifacts::Kind;

use super::{FOLDER, MAP, SPEC, known, mapped, refused, specified, text, works};
use crate::common::project::Project;
use crate::common::repo::Repo;
use crate::recovery::picture::Picture;

const LOCK: [&str; 3] = ["classify", "7", "--lock"];

/// A state that a rule refuses, what is asked for in it, and the rule.
type Case = (&'static str, fn() -> Project, &'static [&'static str]);

fn paid() -> Project {
    specified(&["src/payments/tax.rs"])
}

fn paid_and_locked() -> Project {
    let project = paid();
    works(&project, &["classify", "7", "--lock", "--commit"]);
    project
}

const CASES: &[Case] = &[
    (
        "lock/no-map",
        || {
            let project = Project::new();
            project.phase(FOLDER).spec();
            project
        },
        &LOCK,
    ),
    (
        "lock/archived",
        || {
            let project = mapped();
            project.phase_in(".planning/milestones/v1.0-phases", FOLDER).spec();
            project.roadmap(&[FOLDER], &[FOLDER]).commit("docs: close the milestone");
            project
        },
        &LOCK,
    ),
    (
        "lock/of-before",
        || {
            let project = Project::new();
            project.phase(FOLDER).executed();
            project.config(MAP).record("chore: map the surfaces", &[".planning/config.json"]);
            project.phase(FOLDER).review("clean");
            project
        },
        &LOCK,
    ),
    ("lock/no-folder", mapped, &LOCK),
    (
        "lock/shallow",
        || {
            let project = paid_and_locked();
            let clone = Repo::without_git();
            let from = format!("file://{}", project.repo().root().display());
            clone.git(&["clone", "--quiet", "--depth", "1", &from, "."]);
            clone.settle();
            Project::within(clone)
        },
        &LOCK,
    ),
    (
        "lock/operation",
        || {
            let project = paid();
            let head = project.repo().id("HEAD");
            project.repo().write(".git/MERGE_HEAD", format!("{head}\n"));
            project
        },
        &LOCK,
    ),
    (
        "lock/newer",
        || {
            let project = paid_and_locked();
            let newer = text(&project, SPEC).replace("lock v1", "lock v9");
            project.phase(FOLDER).file("07-SPEC.md", newer, "docs(07): use a newer tool");
            project
        },
        &LOCK,
    ),
    (
        "lock/several",
        || {
            let project = paid_and_locked();
            let twice = text(&project, SPEC).repeat(2);
            project.phase(FOLDER).file("07-SPEC.md", twice, "docs(07): double it");
            project
        },
        &LOCK,
    ),
    (
        "lock/damaged",
        || {
            let project = paid_and_locked();
            let broken = text(&project, SPEC).replace("depth: ", "dept: ");
            project.phase(FOLDER).file("07-SPEC.md", broken, "docs(07): break it");
            project
        },
        &LOCK,
    ),
    (
        "lock/damaged",
        || {
            let project = paid();
            let stray = format!("{}\n<!-- /phase-pipeline:lock -->\n", text(&project, SPEC));
            project.phase(FOLDER).file("07-SPEC.md", stray, "docs(07): leave half of it");
            project
        },
        &LOCK,
    ),
    ("lock/no-reason", || specified(&[]), &["classify", "7", "--lock", "--skip", "pages", "--reason", " "]),
    ("lock/no-surface", paid, &["classify", "7", "--lock", "--include", "page"]),
    ("lock/skip-pinned", || specified(&[]), &["classify", "7", "--lock", "--skip", "payments", "--reason", "no"]),
    ("lock/skip-locked", paid_and_locked, &["classify", "7", "--lock", "--skip", "texts", "--reason", "no"]),
    (
        "lock/skip-active",
        || specified(&["texts/a.md"]),
        &["classify", "7", "--lock", "--skip", "texts", "--reason", "no"],
    ),
    (
        "lock/executing",
        || {
            let project = paid_and_locked();
            project
                .phase(FOLDER)
                .context()
                .plan("01", &["src/payments/tax.rs"])
                .work("src/payments/tax.rs", "feat(07-01): x");
            project
        },
        &["classify", "7", "--relock", "--reason", "wrong"],
    ),
    ("lock/nothing-to-replace", paid, &["classify", "7", "--relock", "--reason", "wrong"]),
    ("lock/lowers", paid, &["classify", "7", "--lock", "--raise", "shallow"]),
    ("lock/path", paid, &["classify", "7", "--lock", "--path", "../elsewhere/a.rs"]),
    ("lock/path", paid, &["classify", "7", "--lock", "--path", "src/**"]),
    ("lock/path", paid, &["classify", "7", "--lock", "--path", "src/new/"]),
    ("lock/path", paid, &["classify", "7", "--lock", "--path", "none"]),
    (
        "lock/too-early",
        || {
            let project = mapped();
            project.phase(FOLDER).has(Kind::Research);
            project
        },
        &LOCK,
    ),
    ("lock/no-step", paid_and_locked, &["waive", "7", "dancing", "--reason", "x"]),
    ("lock/not-waivable", paid_and_locked, &["waive", "7", "execute", "--reason", "x"]),
    ("lock/gate-pinned", paid_and_locked, &["waive", "7", "12", "--reason", "x"]),
    ("lock/not-owed", paid_and_locked, &["waive", "7", "ui-spec", "--reason", "x"]),
    ("lock/not-owed", paid_and_locked, &["waive", "7", "spec", "--reason", "x"]),
    ("lock/not-locked", paid, &["waive", "7", "review-fix", "--reason", "x"]),
    (
        "lock/document",
        || {
            let project = paid();
            std::fs::rename(project.repo().path(SPEC), project.repo().path("spec.md")).unwrap();
            std::os::unix::fs::symlink("../../../spec.md", project.repo().path(SPEC)).unwrap();
            project.commit("docs: share the spec");
            project
        },
        &LOCK,
    ),
    (
        "lock/document",
        || {
            let project = paid();
            project.repo().remove(SPEC);
            project
        },
        &LOCK,
    ),
    (
        "lock/no-place",
        || {
            let project = paid();
            let open = format!("{}\n```sh\nnobody closes this\n", text(&project, SPEC));
            project.phase(FOLDER).file("07-SPEC.md", open, "docs(07): show a command");
            project
        },
        &LOCK,
    ),
    (
        "lock/dirty",
        || {
            let project = paid();
            let more = format!("{}\nOne more thought.\n", text(&project, SPEC));
            project.phase(FOLDER).left("07-SPEC.md", more);
            project
        },
        &LOCK,
    ),
    (
        "lock/dirty",
        || {
            let project = mapped();
            project.phase(FOLDER).left("07-SPEC.md", crate::common::texts::finished(Kind::Spec, FOLDER));
            project
        },
        &["classify", "7", "--lock", "--commit"],
    ),
];

#[test]
fn every_rule_refuses_by_its_name_and_changes_nothing() {
    for (rule, state, words) in CASES {
        let project = state();
        known(&project);
        let before = Picture::of(project.repo());
        refused(&project, words, rule);
        let json = project.run(&[words, &["--format", "json"][..]].concat());
        let object: serde_json::Value = serde_json::from_str(&json.out).unwrap();
        assert_eq!((object["id"].as_str(), object["exit"].as_u64()), (Some(*rule), Some(2)), "{object}");
        assert_eq!(Picture::of(project.repo()), before, "{rule}");
    }
    // The three that a race, a project without git, or time is needed for have tests of their own.
    let elsewhere = ["lock/moved", "lock/not-kept", "lock/said-before"];
    for row in RULES.iter().filter(|row| !elsewhere.contains(&row.id)) {
        assert!(CASES.iter().any(|(rule, ..)| *rule == row.id), "no case for {}", row.id);
    }
}

#[test]
fn what_belongs_together_is_asked_for_together() {
    let project = paid();
    for words in [
        &["classify", "7", "--commit"][..],
        &["classify", "7", "--lock", "--relock", "--reason", "x"],
        &["classify", "7", "--relock"],
        &["classify", "7", "--lock", "--skip", "pages"],
        &["classify", "7", "--lock", "--dry-run", "--commit"],
        &["classify", "7", "--lock", "--raise", "higher"],
        &["classify", "7", "--lock", "--paths-from", "nowhere"],
        &["classify", "7", "--lock", "--print", "row"],
        &["waive", "7", "review-fix"],
        &["waive", "7", "review-fix", "--reason", "x", "--dry-run", "--commit"],
    ] {
        let ran = project.run(words);
        assert_eq!(ran.code, 2, "{words:?}: {ran:?}");
    }
    assert_eq!(project.repo().git(&["status", "--porcelain"]), "");
}
