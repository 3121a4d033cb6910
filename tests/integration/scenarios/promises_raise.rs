//! Raise only: a path, a lock, a surface, or something that cannot be read never takes away what is owed, and never lowers depth.

use std::collections::BTreeSet;

use phase_pipeline::engine::depth::Depth;
use phase_pipeline::gsd::artifacts::Kind;

use crate::common::answer::Answer;
use crate::common::project::Project;
use crate::common::texts::{self, Plan};

const FOLDER: &str = "07-photos";

fn map(more: &str) -> String {
    format!(
        r#"{{"surfaces": {{
            "pages": {{"globs": ["src/pages/**"], "gates": ["ui-spec", "ui-review"], "pinned": false}},
            "payments": {{"globs": ["src/payments/**"], "gates": ["secure", "validate"], "pinned": true}}{more}
        }}}}"#
    )
}

/// What a phase owes to its surfaces, and its depth.
fn owed(answer: &Answer) -> (Depth, BTreeSet<String>) {
    let depth = Depth::parse(answer.text("/classification/depth")).unwrap_or_else(|| panic!("{}", answer.told()));
    let surfaces = answer.json["classification"]["surfaces"].as_array().unwrap();
    let gates = surfaces.iter().filter(|surface| surface["state"] != "inactive").flat_map(|surface| {
        let gates = surface["gates"].as_array().unwrap().iter();
        gates.map(|gate| format!("{} for {}", gate.as_str().unwrap(), surface["name"].as_str().unwrap()))
    });
    (depth, gates.collect())
}

/// One page, locked, planned: shallow, and the gates of pages alone.
fn one_page() -> Project {
    let project = Project::of(&[FOLDER]);
    project.config(&map("")).record("chore: configure", &[".planning/config.json"]);
    let spec = spec(&["src/pages/home.rs"], "0.09");
    let phase = project.phase(FOLDER).file("07-SPEC.md", spec, "spec(phase-7): add SPEC.md").context();
    phase.plan("01", &["src/pages/home.rs"]);
    project
}

fn spec(touched: &[&str], ambiguity: &str) -> String {
    let touched: Vec<String> = touched.iter().map(|path| format!("- `{path}`")).collect();
    let text = texts::finished(Kind::Spec, FOLDER).replace("0.09", ambiguity);
    text.replace("## Goal", &format!("## Touched paths\n\n{}\n\n## Goal", touched.join("\n")))
}

type Addition = fn(&Project);

const ADDITIONS: &[(&str, Addition)] = &[
    ("a path in the SPEC", |project| {
        let text = spec(&["src/pages/home.rs", "src/payments/tax.rs"], "0.09");
        project.phase(FOLDER).file("07-SPEC.md", text, "docs(07): one path more");
    }),
    ("a plan with a path", |project| {
        project.phase(FOLDER).plan("02", &["src/payments/tax.rs"]);
    }),
    ("a plan that waits", |project| {
        project.phase(FOLDER).plan_of(&Plan { needs: &["01"], files: &["src/pages/list.rs"], ..Plan::new("03") });
    }),
    ("a plan that declares nothing", |project| {
        project.phase(FOLDER).plan("04", &[]);
    }),
    ("a commit of its own elsewhere", |project| {
        project.phase(FOLDER).work("src/payments/rate.rs", "feat(07-01): keep photos");
    }),
    ("a lock of more", |project| {
        let lock = "<!-- phase-pipeline:lock v1 phase=07 -->\nsurface: payments pinned gates=secure,full-uat by=src/x.rs\n\
                    assumed: none\ndepth: standard\n<!-- /phase-pipeline:lock -->\n";
        let text = format!("{}\n{lock}", texts::finished(Kind::Context, FOLDER));
        project.phase(FOLDER).file("07-CONTEXT.md", text, "docs(07): lock the classification");
    }),
    ("a lock that cannot be read whole", |project| {
        let lock = "<!-- phase-pipeline:lock v1 phase=07 -->\ndepth: deepest\n<!-- /phase-pipeline:lock -->\n";
        let text = format!("{}\n{lock}", texts::finished(Kind::Context, FOLDER));
        project.phase(FOLDER).file("07-CONTEXT.md", text, "docs(07): lock the classification");
    }),
    ("a surface", |project| {
        let more = r#", "sources": {"globs": ["src/**"], "gates": ["secure", "parity-check"], "pinned": false}"#;
        project.config(&map(more)).record("chore: one surface more", &[".planning/config.json"]);
    }),
    ("an ambiguity that is no number", |project| {
        let text = spec(&["src/pages/home.rs"], "LOW (0 open questions)");
        project.phase(FOLDER).file("07-SPEC.md", text, "docs(07): the score in words");
    }),
    ("a destructive operation", |project| {
        project.repo().write("src/pages/down.sql", "DROP TABLE photos;\n");
        project.record("feat(07-01): forget photos", &["src/pages/down.sql"]);
    }),
];

#[track_caller]
fn at_least(more: &(Depth, BTreeSet<String>), less: &(Depth, BTreeSet<String>), what: &str) {
    assert!(more.0 >= less.0, "{what}: {} became {}", less.0, more.0);
    assert!(more.1.is_superset(&less.1), "{what}: {:?} are lost", less.1.difference(&more.1).collect::<Vec<_>>());
}

#[test]
fn whatever_is_added_alone_raises_or_changes_nothing() {
    let before = owed(&one_page().at("7"));
    assert_eq!(before.0, Depth::Shallow);
    assert_eq!(before.1, ["ui-review for pages", "ui-spec for pages"].map(str::to_owned).into());
    for (what, add) in ADDITIONS {
        let project = one_page();
        add(&project);
        let after = owed(&project.at("7"));
        at_least(&after, &before, what);
        assert_ne!(after, before, "{what} is not seen");
        println!("{what}: {} and {:?}", after.0, after.1.difference(&before.1).collect::<Vec<_>>());
    }
}

#[test]
fn additions_add_up() {
    // One document each: an addition that writes it anew takes the words of the one before, and no lock or path with it.
    let project = one_page();
    let mut before = owed(&project.at("7"));
    for at in [1, 5, 3, 7, 9, 4, 2] {
        let (what, add) = ADDITIONS[at];
        add(&project);
        let after = owed(&project.at("7"));
        at_least(&after, &before, what);
        before = after;
    }
    assert_eq!(before.0, Depth::Deep);
}

#[test]
fn lines_that_nobody_committed_count_from_the_first_execute_commit_on() {
    let begun = || {
        let project = one_page();
        project.phase(FOLDER).reviews().work("src/pages/home.rs", "feat(07-01): keep photos");
        project
    };
    let depth = |project: &Project| {
        let answer = project.at("7");
        (answer.text("/classification/depth").to_owned(), answer.list("/classification/depth_reasons"))
    };
    let lines = |count: usize, end: &str| format!("let a = 1;{end}").repeat(count);
    let home = "src/pages/home.rs";
    // Before execution the work tree is nobody's.
    let project = one_page();
    project.repo().write(home, lines(900, "\n"));
    assert_eq!(depth(&project).0, "shallow");
    // What makes a diff large is the same committed and uncommitted.
    let project = begun();
    assert_eq!(depth(&project).0, "shallow");
    project.repo().write(home, lines(900, "\n"));
    let (large, why) = depth(&project);
    assert!(large == "standard" && why.contains("lines, above 800"), "{large}: {why}");
    project.record("feat(07-01): keep more", &[home]);
    assert_eq!(depth(&project).0, "standard");
    // Another line end is no other line.
    let project = begun();
    project.repo().write("src/pages/list.rs", lines(700, "\n"));
    project.record("feat(07-01): list photos", &["src/pages/list.rs"]);
    project.repo().write("src/pages/list.rs", lines(700, "\r\n"));
    assert_eq!(depth(&project).0, "shallow", "{}", depth(&project).1);
    // What destroys something does so before it is committed.
    let project = begun();
    project.repo().write("src/pages/down.sql", "SELECT 1;\nDROP TABLE photos;\n");
    let (deep, why) = depth(&project);
    assert!(deep == "deep" && why.contains("src/pages/down.sql:2"), "{deep}: {why}");
    // What is not compared is unknown, and told.
    for (what, told) in [("large", "is too large"), ("many", "too many to be compared")] {
        let project = begun();
        match what {
            "large" => {
                project.repo().write("src/pages/large.rs", vec![b'x'; 2 << 20]);
            }
            _ => {
                for at in 0..501 {
                    project.repo().write(&format!("src/pages/{at:03}.rs"), "x\n");
                }
            }
        }
        let (raised, why) = depth(&project);
        assert!(raised == "standard" && why.contains(told), "{what}: {raised}: {why}");
    }
}

/// A phase in which one document alone asks for more, and that document without what asks.
fn edits() -> Vec<(&'static str, Project, String, String)> {
    let more = ["src/pages/home.rs", "src/payments/tax.rs"];
    let less = ["src/pages/home.rs"];
    let specified = |text: &str| {
        let project = one_page();
        project.phase(FOLDER).file("07-SPEC.md", text, "docs(07): specify once more");
        project
    };
    let planned = |plan: &Plan<'_>| {
        let project = one_page();
        project.phase(FOLDER).plan_of(plan);
        project
    };
    let second = Plan { files: &less, ..Plan::new("02") };
    let waiting = Plan { needs: &["01"], ..second.clone() };
    let listed = Plan { files: &more, ..second.clone() };
    let silent = Plan { files: &[], ..second.clone() };
    let destroys = second.text(FOLDER).replace("Write it.", "Write it.\n\n```sql\nDROP TABLE photos;\n```\n");
    let destroying = one_page();
    destroying.phase(FOLDER).file("07-02-PLAN.md", destroys, "docs(07): plan 02");
    let summary = |path: &str| {
        let text = texts::worded(Kind::Summary, FOLDER, "complete");
        text.replacen("\n---\n", &format!("\nkey-files:\n  modified: [{path}]\n---\n"), 1)
    };
    let summarized = one_page();
    summarized.phase(FOLDER).file("07-01-SUMMARY.md", summary("src/payments/tax.rs"), "docs(07-01): complete plan");
    let file = |name: &str| format!(".planning/phases/{FOLDER}/{name}");
    let (of_spec, of_plan) = (file("07-SPEC.md"), file("07-02-PLAN.md"));
    vec![
        ("a path of the SPEC", specified(&spec(&more, "0.09")), of_spec.clone(), spec(&less, "0.09")),
        ("all paths of the SPEC", specified(&spec(&more, "0.09")), of_spec.clone(), spec(&[], "0.09")),
        ("its ambiguity", specified(&spec(&less, "0.41")), of_spec.clone(), spec(&less, "0.09")),
        ("an unknown ambiguity", specified(&spec(&less, "LOW")), of_spec, spec(&less, "0.09")),
        ("a path of a plan", planned(&listed), of_plan.clone(), second.text(FOLDER)),
        ("a plan that says nothing", planned(&silent), of_plan.clone(), second.text(FOLDER)),
        ("what a plan waits for", planned(&waiting), of_plan.clone(), second.text(FOLDER)),
        ("a destructive plan", destroying, of_plan, second.text(FOLDER)),
        ("a path of a SUMMARY", summarized, file("07-01-SUMMARY.md"), summary("src/pages/home.rs")),
    ]
}

#[test]
fn an_edit_that_nobody_committed_takes_nothing_away() {
    for (what, project, file, edited) in edits() {
        let before = owed(&project.at("7"));
        for is_staged in [false, true] {
            project.repo().write(&file, &edited);
            if is_staged {
                project.repo().git(&["add", &file]);
            }
            at_least(&owed(&project.at("7")), &before, what);
        }
        // Nor is it locked without it.
        project.repo().git(&["reset", "-q", "--", &file]);
        let locked = project.run(&["classify", "7", "--lock"]);
        assert_eq!(locked.code, 0, "{what}: {locked:?}");
        let holders = project.repo().git(&["diff", "--name-only"]);
        let holder = holders.lines().find(|path| path.ends_with("CONTEXT.md"));
        project.record("docs(07): lock", &[holder.expect("the lock")]);
        at_least(&owed(&project.at("7")), &before, what);
        project.repo().git(&["checkout", "-q", "HEAD", "--", &file]);
        at_least(&owed(&project.at("7")), &before, what);
    }
}

#[test]
fn an_edit_that_was_committed_before_the_lock_counts_as_it_is() {
    for (what, project, file, edited) in edits() {
        let before = owed(&project.at("7"));
        project.repo().write(&file, &edited);
        project.record("docs(07): edit", &[&file]);
        let after = owed(&project.at("7"));
        assert!(after != before, "{what} asks for nothing: {after:?}");
        at_least(&before, &after, what);
    }
}

/// The phase has begun, and its second plan is left.
fn begun() -> Project {
    let project = one_page();
    project.phase(FOLDER).plan("02", &["src/pages/list.rs"]).reviews().done("01");
    project
}

#[test]
fn what_a_commit_of_the_phase_touches_counts_as_it_did_before_it_was_committed() {
    let tax = "src/payments/tax.rs";
    let untouched = owed(&begun().at("7"));
    for subject in [
        "feat(07-02): tax",
        "fix(07): CR-01 tax is rounded",
        "fix(07): tax is rounded",
        "feat(07): tax",
        "test(07): UAT of tax",
        "test(07): add Nyquist validation tests",
        "docs(07): tax",
        "merge(07): tax",
    ] {
        let project = begun();
        if subject.starts_with("merge") {
            let repo = project.repo();
            repo.git(&["checkout", "-q", "-b", "side"]);
            repo.write("src/side.rs", "x\n").commit("chore: beside");
            repo.git(&["checkout", "-q", "-"]);
            repo.write("src/other.rs", "x\n").commit("chore: another");
            repo.git(&["merge", "-q", "--no-commit", "--no-ff", "side"]);
        }
        project.repo().write(tax, "fn tax() {}\n");
        let before = owed(&project.at("7"));
        assert_eq!(before.0, Depth::Standard, "{subject}");
        project.repo().commit(subject);
        let after = owed(&project.at("7"));
        at_least(&after, &before, subject);
        at_least(&after, &untouched, subject);
        assert!(after.1.contains("secure for payments"), "{subject}: {after:?}");
    }
    // Another phase's commits are nothing of this one.
    let project = begun();
    project.repo().write(tax, "fn tax() {}\n").commit("fix(08): CR-01 tax is rounded");
    assert_eq!(owed(&project.at("7")), untouched);
}

#[test]
fn what_a_commit_touches_before_execution_answers_for_no_declaration() {
    let project = Project::of(&[FOLDER]);
    project.config(&map("")).record("chore: configure", &[".planning/config.json"]);
    project.phase(FOLDER).file("07-SPEC.md", spec(&[], "0.09"), "spec(phase-7): add SPEC.md");
    let before = owed(&project.at("7"));
    assert!(before.1.contains("secure for payments"), "{before:?}");
    project.repo().write("src/pages/sketch.rs", "x\n").commit("feat(07): a sketch");
    at_least(&owed(&project.at("7")), &before, "a sketch");
}
