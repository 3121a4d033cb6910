//! Where a finding about an artifact stands, and whom it names.

use serde_json::Value;

use super::{json, lint};
use crate::common::repo::Repo;

const PLAN: &str = ".planning/phases/07-tax/07-01-PLAN.md";

/// A project with an open phase and this plan.
fn planned(plan: &str) -> Repo {
    let repo = Repo::new();
    repo.write(".planning/ROADMAP.md", "# Roadmap\n\n- [ ] **Phase 7: Tax**\n").write(PLAN, plan);
    repo.commit("docs(07): plan taxes");
    repo
}

/// The one finding of this rule.
fn found(value: &Value, id: &str) -> Value {
    let all = value["findings"].as_array().unwrap();
    let found: Vec<&Value> = all.iter().filter(|finding| finding["rule"] == id).collect();
    assert_eq!(found.len(), 1, "{id}: {all:?}");
    found[0].clone()
}

#[test]
fn an_artifact_that_is_cut_short_is_shown_at_the_line_where_it_is() {
    for (plan, line) in [
        ("---\nphase: 07-tax\n", Some(1)),
        ("---\nphase: 07-tax\n---\n\n<tasks>\n<task>\n", Some(5)),
        ("---\nphase: 07-tax\n---\n\nText.\n\n```\ncode\n", Some(7)),
        ("---\nphase: 07-tax\n---\n\nText.\n<!-- words\n", Some(6)),
        ("---\nphase: 07-tax\n---\n\n# Title\n\n", Some(5)),
        ("---\nphase: 07-tax\n---\n", Some(3)),
        ("Text.\n\n<objective>\nCount.\n</objective>\n", Some(3)),
        ("Text.\n\nMore.\n<tas", Some(4)),
        ("", None),
    ] {
        let repo = planned(plan);
        let place = found(&json(&repo, &["--all"]), "lint/A008");
        assert_eq!(place["line"].as_u64(), line, "{plan:?}: {place}");
        let told = |format: &str| lint(&repo, &["--all", "--format", format]).out;
        let sarif: Value = serde_json::from_str(&told("sarif")).unwrap();
        let results = sarif["runs"][0]["results"].as_array().unwrap();
        let result = results.iter().find(|result| result["ruleId"] == "lint/A008").unwrap();
        let region = &result["locations"][0]["physicalLocation"]["region"]["startLine"];
        assert_eq!(region.as_u64(), line, "{plan:?}: {result}");
        let (human, github) = match line {
            Some(line) => (format!("{PLAN}:{line}:1"), format!("file={PLAN},line={line},col=1,")),
            None => (PLAN.to_owned(), format!("file={PLAN},title=")),
        };
        assert!(lint(&repo, &["--all"]).out.contains(&human), "{}", lint(&repo, &["--all"]).out);
        assert!(told("github").contains(&github), "{}", told("github"));
    }
}

#[test]
fn a_pinned_gate_that_lacks_names_only_the_surfaces_that_ask_for_it() {
    let repo = Repo::new();
    let map = r#"{"surfaces": {
        "pay": {"globs": ["src/pay/**"], "gates": ["secure"], "pinned": true},
        "screens": {"globs": ["src/screens/**"], "gates": ["ui-review"], "pinned": true}
    }}"#;
    let plan = "---\nphase: 07-tax\nplan: 01\nfiles_modified: [src/pay/tax.rs, src/screens/tax.rs]\n---\n\n<tasks>\n<task>\n  <name>Task 1</name>\n  <files>src/pay/tax.rs</files>\n</task>\n</tasks>\n";
    repo.write(".planning/config.json", map).write(".planning/ROADMAP.md", "# Roadmap\n\n- [x] **Phase 7: Tax**\n");
    repo.commit("docs: configure the pipeline");
    repo.write(PLAN, plan).commit("docs(07): plan taxes");
    repo.write("src/pay/tax.rs", "// taxes\n")
        .write("src/screens/tax.rs", "// taxes\n")
        .commit("feat(07-01): count taxes");
    repo.write(".planning/phases/07-tax/07-01-SUMMARY.md", "---\nstatus: complete\n---\n\n# Summary\n\nCounted.\n");
    repo.write(".planning/phases/07-tax/07-VERIFICATION.md", "---\nstatus: passed\n---\n\n# V\n\nCounted.\n");
    repo.commit("docs(07-01): complete plan");
    let value = json(&repo, &["--all"]);
    let all = value["findings"].as_array().unwrap();
    let lacking: Vec<&str> = all
        .iter()
        .filter(|finding| finding["rule"] == "lint/A001")
        .map(|finding| finding["message"].as_str().unwrap())
        .collect();
    assert_eq!(lacking.len(), 2, "{all:?}");
    for (gate, asks, other) in [("secure", "pay", "screens"), ("ui-review", "screens", "pay")] {
        let message = lacking.iter().find(|message| message.contains(gate)).unwrap();
        assert!(message.contains(asks) && !message.contains(other), "{message}");
    }
}
