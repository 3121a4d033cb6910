//! What people and merges do to a lock: the route still holds what was locked, and the next lock says so or is refused.

use super::{FOLDER, SPEC, block, refused, specified, text, works};
use crate::common::answer::Answer;
use crate::common::project::Project;

/// A phase of a pinned surface, locked and committed.
fn locked() -> (Project, String) {
    let project = specified(&["src/payments/tax.rs"]);
    works(&project, &["classify", "7", "--lock", "--raise", "deep", "--commit"]);
    let whole = text(&project, SPEC);
    assert!(block(&whole).len() > 6, "{whole}");
    (project, whole)
}

/// What the phase is asked for: still what was locked.
#[track_caller]
fn holds(project: &Project) -> Answer {
    let answer = project.at("7");
    assert_eq!(answer.text("/classification/depth"), "deep", "{}", answer.told());
    for gate in ["secure", "validate"] {
        assert_ne!(answer.mark(gate), "skipped", "{}", answer.told());
    }
    answer
}

fn rewritten(project: &Project, by: impl AsRef<[u8]>) {
    project.phase(FOLDER).file("07-SPEC.md", by, "docs(07): edit the spec");
}

#[test]
fn a_lock_that_was_lowered_by_hand_holds_and_is_written_anew() {
    let (project, whole) = locked();
    let lower = whole.replace("depth: deep", "depth: shallow").replace("raise: deep\n", "");
    let lower =
        lower.lines().filter(|line| !line.starts_with("surface: payments")).collect::<Vec<_>>().join("\n") + "\n";
    rewritten(&project, lower);
    holds(&project);
    works(&project, &["classify", "7", "--lock", "--commit"]);
    let again = block(&text(&project, SPEC)).join("\n");
    assert!(again.contains("surface: payments pinned") && again.contains("depth: deep"), "{again}");
    holds(&project);
}

#[test]
fn a_lock_that_was_deleted_holds_and_is_written_anew() {
    let (project, whole) = locked();
    rewritten(&project, whole.replace(&format!("{}\n", block(&whole).join("\n")), ""));
    let answer = holds(&project);
    assert_eq!(answer.row(), "resume/lock", "{}", answer.told());
    works(&project, &["classify", "7", "--lock", "--commit"]);
    let again = text(&project, SPEC);
    assert_eq!(block(&again), block(&whole));
    assert_ne!(holds(&project).row(), "resume/lock");
}

#[test]
fn a_lock_that_was_rewritten_with_other_line_ends_is_the_same() {
    let (project, whole) = locked();
    let windows = whole.replace('\n', "\r\n");
    rewritten(&project, &windows);
    holds(&project);
    let again = works(&project, &["classify", "7", "--lock", "--commit"]);
    assert!(again.contains("nothing new"), "{again:?}");
    assert_eq!(text(&project, SPEC), windows);
    works(&project, &["classify", "7", "--lock", "--include", "texts"]);
    let more = text(&project, SPEC);
    assert_eq!(more.matches('\n').count(), more.matches("\r\n").count());
    let bare = |text: &str| {
        text.lines().filter(|line| !block(text).contains(&(*line).to_owned())).map(str::to_owned).collect::<Vec<_>>()
    };
    assert_eq!(bare(&more), bare(&windows), "nothing else changes");
    // With a byte order mark in front of it all.
    let marked = format!("\u{feff}{windows}");
    rewritten(&project, &marked);
    works(&project, &["classify", "7", "--lock"]);
    assert_eq!(text(&project, SPEC), marked);
}

#[test]
fn a_lock_that_stands_there_twice_is_settled_by_a_person() {
    let (project, whole) = locked();
    let twice = format!("{whole}\n{}\n", block(&whole).join("\n"));
    rewritten(&project, &twice);
    holds(&project);
    let told = refused(&project, &["classify", "7", "--lock"], "lock/several");
    assert!(told.contains("07-SPEC.md:") && told.contains("remove all but the one"), "{told:?}");
    assert_eq!(text(&project, SPEC), twice);
    rewritten(&project, &whole);
    works(&project, &["classify", "7", "--lock"]);
    // In two documents it is the same.
    project.phase(FOLDER).context();
    let context = ".planning/phases/07-photos/07-CONTEXT.md";
    let copied = format!("{}\n{}\n", text(&project, context), block(&whole).join("\n"));
    project.phase(FOLDER).file("07-CONTEXT.md", copied, "docs(07): copy the lock");
    let told = refused(&project, &["classify", "7", "--lock"], "lock/several");
    assert!(told.contains("07-CONTEXT.md:") && told.contains("07-SPEC.md:"), "{told:?}");
}

#[test]
fn a_lock_that_was_edited_into_nonsense_assumes_everything_and_is_mended_or_replaced() {
    for (name, edit, has_end) in [
        ("a word", ["surface: payments pinned", "surface: payments pined"], true),
        ("a depth", ["depth: deep", "depth: very"], true),
        ("prose", ["assumed: none", "I do not think that this is needed"], true),
        ("no end", ["<!-- /phase-pipeline:lock -->", ""], false),
        ("code", ["assumed: none", "```\nassumed: none\n```"], false),
    ] {
        let (project, whole) = locked();
        let broken = whole.replace(edit[0], edit[1]);
        assert_ne!(broken, whole, "{name}");
        rewritten(&project, &broken);
        let answer = holds(&project);
        assert_eq!(answer.list("/classification/surfaces").matches("\"state\":\"inactive\"").count(), 0, "{name}");
        let told = refused(&project, &["classify", "7", "--lock"], "lock/damaged");
        assert!(told.contains("07-SPEC.md, line "), "{name}: {told:?}");
        refused(&project, &["waive", "7", "review-fix", "--reason", "x"], "lock/damaged");
        let relock = ["classify", "7", "--relock", "--reason", "somebody edited it", "--commit"];
        if has_end {
            works(&project, &relock);
            let again = text(&project, SPEC);
            assert!(block(&again).join("\n").contains("supersedes: "), "{again}");
            let bare = |text: &str| text.split("<!-- phase-pipeline:lock").next().unwrap().to_owned();
            assert_eq!(bare(&again), bare(&whole));
            assert_eq!(again.split("/phase-pipeline:lock -->").nth(1), whole.split("/phase-pipeline:lock -->").nth(1));
        } else {
            refused(&project, &relock, "lock/damaged");
            assert_eq!(text(&project, SPEC), broken, "{name}");
        }
    }
}

#[test]
fn a_lock_that_is_quoted_or_of_another_phase_is_none() {
    let (project, whole) = locked();
    let own = block(&whole).join("\n");
    let bare = whole.replace(&format!("{own}\n"), "");
    let quoted =
        bare.replace("## Goal", &format!("```html\n{own}\n```\n\n{}\n\n## Goal", own.replace("phase=07", "phase=08")));
    rewritten(&project, &quoted);
    assert_eq!(holds(&project).row(), "resume/lock");
    works(&project, &["classify", "7", "--lock", "--commit"]);
    let again = text(&project, SPEC);
    assert!(again.contains(&format!("```html\n{own}\n```")), "{again}");
    assert!(
        again.contains("phase=08") && again.matches("<!-- phase-pipeline:lock v1 phase=07").count() == 2,
        "{again}"
    );
    assert_ne!(holds(&project).row(), "resume/lock");
}

#[test]
fn a_lock_of_a_newer_version_is_left_alone() {
    let (project, whole) = locked();
    let newer = whole.replace("lock v1 ", "lock v2 ");
    rewritten(&project, &newer);
    holds(&project);
    for words in [
        &["classify", "7", "--lock"][..],
        &["classify", "7", "--relock", "--reason", "old"],
        &["waive", "7", "review-fix", "--reason", "x"],
    ] {
        refused(&project, words, "lock/newer");
    }
    assert_eq!(text(&project, SPEC), newer);
}

#[test]
fn a_lock_that_was_squashed_away_with_its_phase_begins_anew() {
    let (project, whole) = locked();
    let bare = whole.replace(&format!("{}\n", block(&whole).join("\n")), "");
    // One commit holds everything, and no version of it the lock.
    project.repo().write(SPEC, bare);
    project.repo().git(&["checkout", "--quiet", "--orphan", "other"]);
    project.commit("chore: begin anew");
    let answer = project.at("7");
    assert_eq!(answer.row(), "resume/lock", "{}", answer.told());
    assert_eq!(answer.text("/classification/depth"), "standard");
    works(&project, &["classify", "7", "--lock", "--commit"]);
    assert!(!block(&text(&project, SPEC)).join("\n").contains("raise: "));
}

/// Takes the printed lock where one is printed, and wants the decision to go on from there.
#[track_caller]
fn goes_on(project: &Project) -> Answer {
    let answer = project.at("7");
    if answer.row() == "resume/relock" {
        works(project, &["classify", "7", "--lock", "--commit"]);
    }
    let after = project.at("7");
    assert_eq!((after.row(), after.mark("lock")), ("resume/plan-review", "done"), "{}", after.told());
    after
}

#[test]
fn an_assumption_under_a_name_that_the_map_has_changed_or_dropped_sends_nobody_round() {
    for (name, map) in [
        ("renamed", super::MAP.replace("\"texts\": {", "\"copy\": {\"was\": \"texts\", ")),
        (
            "dropped",
            super::MAP.replace("\"texts\": {\"globs\": [\"texts/**\"]", "\"notes\": {\"globs\": [\"notes/**\"]"),
        ),
    ] {
        let project = specified(&[]);
        works(&project, &["classify", "7", "--lock", "--commit"]);
        assert!(text(&project, SPEC).contains("assumed: texts "), "{name}");
        assert_ne!(map, super::MAP, "{name}");
        project.config(&map).record("chore: change the map", &[".planning/config.json"]);
        project.phase(FOLDER).context().plan("01", &["src/pages/home.rs"]);
        assert_eq!(project.at("7").row(), "resume/relock", "{name}");
        let after = goes_on(&project);
        let settled = block(&text(&project, SPEC)).join("\n");
        match name {
            "renamed" => assert!(settled.contains("skip: texts — it has another name now"), "{settled}"),
            _ => assert!(settled.contains("assumed: texts "), "what nothing can answer stays: {settled}"),
        }
        assert_eq!(after.mark("secure"), "skipped", "{name}: {}", after.told());
    }
}

#[test]
fn a_lock_that_was_broken_and_mended_sends_nobody_round() {
    let (project, whole) = locked();
    rewritten(&project, whole.replace("assumed: none", "assumed"));
    rewritten(&project, &whole);
    project.phase(FOLDER).context().plan("01", &["src/payments/tax.rs"]);
    goes_on(&project);
    works(&project, &["classify", "7", "--lock", "--commit"]);
    goes_on(&project);
}

#[test]
fn no_lock_is_asked_for_where_it_would_be_refused() {
    type Edit = fn(&str) -> String;
    let edits: [(&str, Edit, Option<&str>); 7] = [
        ("damaged", |whole| whole.replace("assumed: none", "as sumed: ???"), Some("lock/damaged")),
        ("newer", |whole| whole.replace("lock v1 ", "lock v2 "), Some("lock/newer")),
        ("without an end", |whole| whole.replace("<!-- /phase-pipeline:lock -->", ""), Some("lock/damaged")),
        ("an end alone", |whole| format!("{}\n<!-- /phase-pipeline:lock -->\n", bare(whole)), Some("lock/damaged")),
        ("twice", |whole| format!("{whole}\n{}\n", block(whole).join("\n")), None),
        ("of another phase", |whole| whole.replace("phase=07", "phase=08"), None),
        ("none", bare, None),
    ];
    for (name, edit, rule) in edits {
        let (project, whole) = locked();
        let broken = edit(&whole);
        assert_ne!(broken, whole, "{name}");
        rewritten(&project, &broken);
        let answer = project.at("7");
        match rule {
            Some(rule) => {
                assert_eq!(answer.code, 13, "{name}: {}", answer.told());
                assert!(answer.told().contains(rule), "{name}: {}", answer.told());
                refused(&project, &["classify", "7", "--lock", "--commit"], rule);
                // What is said to help does: the line is mended and committed.
                rewritten(&project, &whole);
                assert_ne!(project.at("7").code, 13, "{name}");
            }
            None if answer.row() == "resume/lock" => {
                works(&project, &["classify", "7", "--lock", "--commit"]);
                assert_ne!(project.at("7").row(), "resume/lock", "{name}");
            }
            None => assert_ne!(answer.code, 13, "{name}: {}", answer.told()),
        }
    }
}

/// The text without its lock.
fn bare(whole: &str) -> String {
    whole.split("<!-- phase-pipeline:lock").next().unwrap().to_owned()
}
