//! What becomes of a lock in history: each finding names the commit, where history knows it.

use serde_json::Value;

use super::json;
use crate::common::repo::Repo;

const SPEC: &str = ".planning/phases/07-tax/07-SPEC.md";

const PLAN: &str = "---\nphase: 07-tax\nplan: 01\nwave: 1\ndepends_on: []\nfiles_modified: [src/pay/tax.rs]\n---\n\n<tasks>\n\
                    <task>\n  <name>Task 1</name>\n  <files>src/pay/tax.rs</files>\n</task>\n</tasks>\n";

/// The SPEC with some text below it.
fn spec(text: &str) -> String {
    format!("# Tax\n\n**Ambiguity score:** 0.09\n\n## Goal\n\nTaxes are counted.\n\n{text}")
}

/// A lock at that depth.
fn lock(depth: &str) -> String {
    format!(
        "<!-- phase-pipeline:lock v1 phase=07 -->\nsurface: pay gates=secure by=src/pay/tax.rs\nassumed: none\ndepth: {depth}\n\
         <!-- /phase-pipeline:lock -->\n"
    )
}

/// A project whose phase 7 is planned and locked as deep.
fn locked() -> Repo {
    let repo = Repo::new();
    repo.write(
        ".planning/config.json",
        "{\"surfaces\": {\"pay\": {\"globs\": [\"src/pay/**\"], \"gates\": [\"secure\"]}}}",
    );
    repo.write(".planning/ROADMAP.md", "# Roadmap\n\n- [ ] **Phase 7: Tax**\n");
    repo.write("src/pay/tax.rs", "// taxes\n");
    repo.write(".planning/phases/07-tax/07-01-PLAN.md", PLAN);
    repo.write(SPEC, spec(&lock("deep")));
    repo.commit("docs(07): plan taxes");
    repo
}

/// The findings of family K: rule and message.
fn found(repo: &Repo) -> Vec<(String, String)> {
    let value = json(repo, &["--all"]);
    let text = |finding: &Value, key: &str| finding[key].as_str().unwrap().to_owned();
    let findings = value["findings"].as_array().unwrap().iter();
    let family = findings.filter(|finding| text(finding, "rule").starts_with("lint/K"));
    family.map(|finding| (text(finding, "name"), text(finding, "message"))).collect()
}

/// The one finding of family K names this commit.
#[track_caller]
fn names(repo: &Repo, rule: &str, commit: &str) {
    let found = found(repo);
    assert_eq!(found.len(), 1, "{found:?}");
    assert_eq!(found[0].0, rule, "{found:?}");
    assert!(found[0].1.contains(&commit[..7]), "{commit}: {found:?}");
}

#[test]
fn a_lock_that_stands_is_no_finding_whatever_its_line_ends() {
    let repo = locked();
    assert_eq!(found(&repo), []);
    repo.write(SPEC, spec(&lock("deep")).replace('\n', "\r\n"));
    repo.commit("docs(07): other line ends");
    assert_eq!(found(&repo), []);
}

#[test]
fn whoever_rewrites_a_lock_away_is_named() {
    let repo = locked();
    repo.write(SPEC, spec("More.\n"));
    let commit = repo.commit("docs(07): write it anew");
    repo.write(SPEC, spec("Still more.\n"));
    repo.commit("docs(07): more");
    names(&repo, "lock-lost", &commit);
    // The same for a document that is gone.
    let repo = locked();
    repo.remove(SPEC);
    let commit = repo.commit("docs(07): no SPEC");
    names(&repo, "lock-lost", &commit);
}

#[test]
fn whoever_lowers_a_lock_is_named_until_it_is_put_back() {
    let repo = locked();
    repo.write(SPEC, spec(&lock("shallow")));
    let commit = repo.commit("docs(07): make it quicker");
    repo.write("src/other.rs", "// other\n");
    repo.commit("feat: other");
    names(&repo, "lock-lowered", &commit);
    repo.write(SPEC, spec(&lock("deep")));
    repo.commit("docs(07): as it was");
    assert_eq!(found(&repo), []);
}

#[test]
fn a_lock_that_is_lowered_after_execution_began_says_so() {
    let repo = locked();
    repo.write("src/pay/tax.rs", "// taxes, counted\n");
    repo.commit("feat(07-01): count taxes");
    repo.write(SPEC, spec(&lock("shallow")));
    let commit = repo.commit("docs(07): make it quicker");
    names(&repo, "lock-lowered", &commit);
    assert!(found(&repo)[0].1.contains("after execution had begun"));
}

#[test]
fn the_merge_that_loses_a_lock_is_named() {
    let repo = Repo::new();
    repo.write(
        ".planning/config.json",
        "{\"surfaces\": {\"pay\": {\"globs\": [\"src/pay/**\"], \"gates\": [\"secure\"]}}}",
    );
    repo.write(".planning/ROADMAP.md", "# Roadmap\n\n- [ ] **Phase 7: Tax**\n");
    repo.write("src/pay/tax.rs", "// taxes\n");
    repo.write(".planning/phases/07-tax/07-01-PLAN.md", PLAN);
    repo.write(SPEC, spec("First.\n"));
    repo.commit("docs(07): plan taxes");
    repo.git(&["checkout", "-q", "-b", "other"]);
    repo.write(SPEC, spec("Second.\n"));
    repo.commit("docs(07): second");
    repo.git(&["checkout", "-q", "-"]);
    repo.write(SPEC, spec(&lock("deep")));
    repo.commit("docs(07): lock");
    repo.git(&["merge", "-q", "-X", "theirs", "--no-edit", "other"]);
    repo.write(SPEC, spec("Second.\n"));
    repo.git(&["add", "-A"]);
    repo.git(&["commit", "-q", "--amend", "--no-edit"]);
    let merge = repo.git(&["rev-parse", "HEAD"]);
    names(&repo, "lock-lost", merge.trim());
    assert!(found(&repo)[0].1.contains("in the merge"));
}

#[test]
fn a_damaged_version_is_named_while_it_still_counts() {
    let repo = locked();
    repo.write(SPEC, spec(&lock("deap")));
    let commit = repo.commit("docs(07): by hand");
    assert!(found(&repo).iter().any(|(rule, _)| rule == "lock-damaged"), "{:?}", found(&repo));
    repo.write(SPEC, spec(&lock("deep")));
    repo.commit("docs(07): mended");
    names(&repo, "lock-damaged", &commit);
}

#[test]
fn a_finished_phase_says_nothing_but_of_what_the_range_changes() {
    let repo = Repo::new();
    repo.write(".planning/ROADMAP.md", "# Roadmap\n\n- [x] **Phase 7: Tax**\n");
    repo.write(".planning/phases/07-tax/07-01-PLAN.md", PLAN);
    let begin = repo.commit("docs(07): plan taxes");
    repo.write("src/pay/tax.rs", "// taxes\n");
    repo.commit("feat(07-01): count taxes");
    let summary = ".planning/phases/07-tax/07-01-SUMMARY.md";
    repo.write(summary, "---\nphase: 07-tax\nplan: 01\nnote: taxes: all\nstatus: complete\n---\n\n# Done\n");
    repo.write(".planning/phases/07-tax/07-VERIFICATION.md", "---\nphase: 07-tax\nstatus: passed\n---\n\n# Passed\n");
    let end = repo.commit("docs(07-01): complete plan");
    let rules = |base: &str| -> Vec<String> {
        let value = json(&repo, &["--all", "--base", base]);
        super::rules(&value).into_iter().map(str::to_owned).collect()
    };
    assert_eq!(rules(&end), Vec::<String>::new());
    assert_eq!(rules(&begin), ["salvaged-front-matter"]);
}
