//! What ROADMAP and STATE are held against: the plans that git has, whatever is edited in them, and what a merge left in the two.

use serde_json::Value;

use super::{json, rules};
use crate::common::repo::Repo;

const ROADMAP: &str = ".planning/ROADMAP.md";
const STATE: &str = ".planning/STATE.md";
const SECOND: &str = ".planning/phases/07-tax/07-02-PLAN.md";

fn plan(number: &str) -> String {
    format!(
        "---\nphase: 07-tax\nplan: {number}\nwave: 1\ndepends_on: []\nfiles_modified: [src/pay/{number}.rs]\n---\n\n<tasks>\n\
         <task>\n  <name>Task 1</name>\n  <files>src/pay/{number}.rs</files>\n</task>\n</tasks>\n"
    )
}

/// A phase of two plans, which ROADMAP counts and STATE does not.
fn planned() -> Repo {
    let repo = Repo::new();
    let map = "{\"surfaces\": {\"pay\": {\"globs\": [\"src/pay/**\"], \"gates\": [\"secure\"]}}}";
    repo.write(".planning/config.json", map);
    repo.write(ROADMAP, "# Roadmap\n\n- [ ] **Phase 7: Tax**\n\n| Phase | Plans | Status |\n|---|---|---|\n| 7. Tax | 0/2 | Planned |\n");
    repo.write(STATE, "# State\n\nPhase: 7 of 8 (Tax)\nStatus: Executing\n");
    repo.write(".planning/phases/07-tax/07-01-PLAN.md", plan("01"));
    repo.write(SECOND, plan("02"));
    repo.commit("docs(07): plan taxes");
    repo
}

/// The findings of a rule: message and line.
fn of(value: &Value, name: &str) -> Vec<(String, u64)> {
    let findings = value["findings"].as_array().unwrap().iter().filter(|finding| finding["name"] == name);
    let text = |finding: &Value| finding["message"].as_str().unwrap().to_owned();
    findings.map(|finding| (text(finding), finding["line"].as_u64().unwrap_or_default())).collect()
}

#[test]
fn a_plan_that_is_edited_is_counted_as_it_was_committed() {
    let edited = [
        ("more text", Some(plan("02") + "\nMore.\n")),
        ("no end", Some(plan("02") + "\nMo")),
        ("superseded", Some(plan("02").replace("wave: 1", "status: superseded"))),
        ("replaced", Some(plan("02").replace("wave: 1", "replaces: [\"01\"]"))),
        ("gone", None),
    ];
    for (what, text) in edited {
        for is_staged in [false, true] {
            let repo = planned();
            match &text {
                Some(text) => repo.write(SECOND, text),
                None => repo.remove(SECOND),
            };
            if is_staged {
                repo.git(&["add", "--all"]);
            }
            let value = json(&repo, &["--all"]);
            assert_eq!(of(&value, "row-miscounts"), [], "{what} {is_staged}");
            assert!(rules(&value).contains(&"uncommitted-artifact"), "{what} {is_staged}");
        }
    }
    // Committed, it counts.
    let repo = planned();
    repo.write(SECOND, plan("02").replace("wave: 1", "status: superseded"));
    repo.commit("docs(07): not needed");
    let value = json(&repo, &["--all"]);
    assert_eq!(of(&value, "row-miscounts").len(), 1, "{value:#}");
}

#[test]
fn marks_of_a_merge_in_a_ledger_are_found_in_any_range_and_before_they_are_committed() {
    for (ledger, line) in [(ROADMAP, 9), (STATE, 6)] {
        let repo = planned();
        let text = std::fs::read_to_string(repo.path(ledger)).unwrap();
        repo.write(ledger, format!("{text}\n<<<<<<< HEAD\nHere.\n=======\nThere.\n>>>>>>> other\n"));
        let name = ledger.rsplit('/').next().unwrap();
        let expected = [(format!("{name}: a merge left its conflict marks"), line)];
        assert_eq!(of(&json(&repo, &["--all"]), "torn-ledger"), expected, "{ledger}");
        repo.commit("docs: merge");
        let value = json(&repo, &["--range", "HEAD~1..HEAD"]);
        assert_eq!(of(&value, "torn-ledger"), expected, "{ledger}");
        assert_eq!(value["exit"], 1, "{ledger}");
        // In a fence they are a sample.
        repo.write(ledger, format!("{text}\n```\n<<<<<<< HEAD\nHere.\n=======\nThere.\n>>>>>>> other\n```\n"));
        repo.commit("docs: explain");
        assert_eq!(of(&json(&repo, &["--range", "HEAD~1..HEAD"]), "torn-ledger"), [], "{ledger}");
    }
}

#[test]
fn a_row_that_a_merge_tore_is_not_counted() {
    let repo = planned();
    let text = std::fs::read_to_string(repo.path(ROADMAP)).unwrap();
    let row = "| 7. Tax | 0/2 | Planned |\n";
    let torn = format!("<<<<<<< HEAD\n{}=======\n{row}>>>>>>> other\n", row.replace("0/2", "0/9"));
    repo.write(ROADMAP, text.replace(row, &torn));
    repo.commit("docs: merge");
    let value = json(&repo, &["--all"]);
    assert_eq!(of(&value, "row-miscounts"), []);
    assert_eq!(of(&value, "torn-ledger").len(), 1);
}

#[test]
fn a_count_that_is_ahead_is_told_where_it_stands() {
    for (progress, line) in [
        ("progress:\n  total_plans: 2\n\n  completed_plans: 2\n", 6),
        ("progress:\n  completed_plans: 3\n  total_plans: 2\n", 4),
        ("progress: {total_plans: 2, completed_plans: 2}\n", 3),
    ] {
        let repo = planned();
        repo.write(
            STATE,
            format!(
                "---\nstatus: executing\n{progress}completed_plans: 9\n---\n\n# State\n\nPhase: 7\nStatus: Executing\n"
            ),
        );
        repo.commit("docs: count");
        let found = of(&json(&repo, &["--all"]), "progress-ahead");
        assert_eq!(found.iter().map(|(_, line)| *line).collect::<Vec<_>>(), [line], "{progress}: {found:?}");
    }
}

#[test]
fn a_plan_that_cannot_be_read_is_told_once() {
    let repo = planned();
    repo.write(SECOND, format!("<<<<<<< HEAD\n{}=======\n>>>>>>> other\n", plan("02")));
    repo.commit("docs(07): merge");
    let value = json(&repo, &["--all"]);
    let found: Vec<&str> = rules(&value).into_iter().filter(|name| *name != "no-lock").collect();
    assert_eq!(found.iter().filter(|name| **name == "unreadable-artifact").count(), 1, "{found:?}");
    assert!(!found.contains(&"no-files"), "{found:?}");
}
