//! What becomes of a lock in history: each finding names the commit, where history knows it.

use serde_json::Value;

use super::json;
use crate::common::bin::Bin;
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

/// The branch `topic` with these texts of the SPEC one after the other, put into `main` as a single commit. Gives its id.
fn squashed(repo: &Repo, texts: &[String]) -> String {
    repo.git(&["checkout", "-q", "-b", "topic"]);
    for text in texts {
        repo.write(SPEC, spec(text)).commit("docs(07): go on");
    }
    repo.git(&["checkout", "-q", "main"]);
    repo.write("src/other.rs", "// meanwhile\n").commit("feat: meanwhile");
    repo.git(&["merge", "-q", "--squash", "topic"]);
    repo.commit("docs(07): plan taxes (#12)")
}

/// A project whose phase 7 is planned, and not locked yet.
fn unlocked() -> Repo {
    let repo = locked();
    repo.write(SPEC, spec("Soon.\n"));
    repo.git(&["add", "-A"]);
    repo.git(&["commit", "-q", "--amend", "--no-edit"]);
    repo
}

/// The depth that a route goes by.
fn depth(repo: &Repo) -> String {
    let ran = Bin::in_folder(repo.root()).run(&["7", "9", "--format", "json"]);
    let value: Value = serde_json::from_str(&ran.out).unwrap_or_else(|error| panic!("{error}: {}{}", ran.out, ran.err));
    value["classification"]["depth"].as_str().unwrap().to_owned()
}

#[test]
fn a_squash_that_takes_a_lock_of_main_away_is_named() {
    for (texts, rule) in [
        (vec![lock("shallow")], "lock-lowered"),
        // What the branch raised in between was never in main.
        (vec![lock("standard"), lock("shallow")], "lock-lowered"),
        (vec!["Anew.\n".to_owned()], "lock-lost"),
        (
            vec![lock("deep").replace("surface: pay gates=secure by=src/pay/tax.rs\n", "skip: pay — none\n")],
            "lock-lowered",
        ),
    ] {
        let repo = locked();
        let squash = squashed(&repo, &texts);
        names(&repo, rule, &squash);
        assert_eq!(depth(&repo), "deep", "{texts:?}");
        // The same while the branch is gone.
        repo.git(&["branch", "-q", "-D", "topic"]);
        names(&repo, rule, &squash);
    }
    // Kept, or raised.
    let repo = locked();
    squashed(&repo, &[lock("deep") + "More.\n"]);
    assert_eq!((found(&repo), depth(&repo).as_str()), (vec![], "deep"));
    // Lost on the way and put back: of that nothing is in main.
    let repo = locked();
    squashed(&repo, &["Anew.\n".to_owned(), lock("deep")]);
    assert_eq!((found(&repo), depth(&repo).as_str()), (vec![], "deep"));
}

#[test]
fn what_a_squash_leaves_of_a_lock_is_all_that_main_knows() {
    // The branch itself tells of it: there, before the merge, is where a check belongs.
    let repo = unlocked();
    squashed(&repo, &[lock("deep"), lock("shallow")]);
    assert_eq!(depth(&repo), "shallow");
    assert_eq!(found(&repo), []);
    repo.git(&["checkout", "-q", "topic"]);
    names(&repo, "lock-lowered", &repo.id("topic"));
    assert_eq!(depth(&repo), "deep");
    // From main the same branch can be asked by its range.
    repo.git(&["checkout", "-q", "main"]);
    let value = json(&repo, &["--range", "main..topic"]);
    assert!(super::rules(&value).contains(&"lock-lowered"), "{value}");
    // Where the branch dropped the lock for good, main never had one.
    let repo = unlocked();
    squashed(&repo, &[lock("deep"), "Anew.\n".to_owned()]);
    assert_eq!(found(&repo).iter().map(|(rule, _)| rule.as_str()).collect::<Vec<_>>(), ["no-lock"]);
    // And what came in is held from then on.
    let repo = unlocked();
    squashed(&repo, &[lock("shallow"), lock("deep")]);
    repo.write(SPEC, spec(&lock("shallow")));
    let commit = repo.commit("docs(07): make it quicker");
    names(&repo, "lock-lowered", &commit);
}

#[test]
fn a_squash_onto_a_main_that_locked_meanwhile_is_named() {
    let repo = unlocked();
    repo.git(&["checkout", "-q", "-b", "topic"]);
    repo.write(SPEC, spec(&lock("shallow"))).commit("docs(07): lock");
    repo.git(&["checkout", "-q", "main"]);
    repo.write(SPEC, spec(&lock("deep"))).commit("docs(07): lock");
    repo.git(&["merge", "-q", "--squash", "-X", "theirs", "topic"]);
    let squash = repo.commit("docs(07): plan taxes (#12)");
    names(&repo, "lock-lowered", &squash);
    assert_eq!(depth(&repo), "deep");
}

/// For each finding of family K its rule and the text of its line.
fn shown(repo: &Repo) -> Vec<(String, String)> {
    let value = json(repo, &["--all"]);
    let findings = value["findings"].as_array().unwrap().iter();
    let of_lock = findings.filter(|finding| finding["rule"].as_str().unwrap().starts_with("lint/K"));
    let line = |finding: &Value| {
        let text = std::fs::read_to_string(repo.path(finding["file"].as_str().unwrap())).unwrap();
        let line = usize::try_from(finding["line"].as_u64().unwrap()).unwrap();
        (finding["name"].as_str().unwrap().to_owned(), text.lines().nth(line - 1).unwrap().to_owned())
    };
    of_lock.map(line).collect()
}

#[test]
fn a_finding_about_a_lock_stands_at_the_line_that_says_it() {
    let one = |rule: &str, line: &str| vec![(rule.to_owned(), line.to_owned())];
    let lowered = |lock: String| {
        let repo = locked();
        repo.write(SPEC, spec(&lock)).commit("docs(07): make it quicker");
        repo
    };
    assert_eq!(shown(&lowered(lock("shallow"))), one("lock-lowered", "depth: shallow"));
    let gate = lock("deep").replace("gates=secure ", "gates=validate ");
    assert_eq!(shown(&lowered(gate)), one("lock-lowered", "surface: pay gates=validate by=src/pay/tax.rs"));
    let config = |map: &str| {
        let repo = locked();
        repo.write(".planning/config.json", map).commit("docs: another map");
        repo
    };
    let tighter = r#"{"surfaces": {"pay": {"globs": ["src/pay/**"], "gates": ["secure", "validate"]}}}"#;
    assert_eq!(shown(&config(tighter)), one("map-beyond-lock", "surface: pay gates=secure by=src/pay/tax.rs"));
    let other = r#"{"surfaces": {"money": {"globs": ["src/pay/**"], "gates": ["secure"]}}}"#;
    let found = shown(&config(other));
    assert!(found.contains(&one("surface-retired", "surface: pay gates=secure by=src/pay/tax.rs")[0]), "{found:?}");
}

#[test]
fn what_cannot_be_read_whole_is_not_called_lowered() {
    for (from, to, rule, line) in [
        ("depth: deep", "depth: deap", "lock-damaged", "depth: deap"),
        ("lock v1", "lock v9", "lock-of-newer-version", "<!-- phase-pipeline:lock v9 phase=07 -->"),
    ] {
        let repo = locked();
        repo.write(SPEC, spec(&lock("deep").replace(from, to))).commit("docs(07): by hand");
        assert_eq!(shown(&repo), [(rule.to_owned(), line.to_owned())]);
        // Mended with less in it, it is.
        repo.write(SPEC, spec(&lock("shallow"))).commit("docs(07): mended");
        assert!(found(&repo).iter().any(|(rule, _)| rule == "lock-lowered"), "{:?}", found(&repo));
    }
}

#[test]
fn a_lock_that_is_raised_and_not_yet_committed_is_not_lowered() {
    let pay = "surface: pay gates=secure by=src/pay/tax.rs\n";
    for (what, raised) in [
        ("depth", lock("deep")),
        ("surface", lock("standard").replace(pay, &format!("{pay}surface: app gates=validate included\n"))),
        ("gate", lock("standard").replace("gates=secure", "gates=secure,validate")),
        ("pin", lock("standard").replace("surface: pay ", "surface: pay pinned ")),
    ] {
        let repo = locked();
        repo.write(SPEC, spec(&lock("standard")));
        repo.git(&["commit", "--all", "--amend", "--quiet", "--no-edit"]);
        repo.write(SPEC, spec(&raised));
        for is_staged in [false, true] {
            if is_staged {
                repo.git(&["add", "--all"]);
            }
            let found = found(&repo);
            assert!(!found.iter().any(|(name, _)| name.starts_with("lock-lo")), "{what}: {found:?}");
        }
    }
    // What HEAD took away stays told, whatever the work tree adds.
    let repo = locked();
    repo.write(SPEC, spec(&lock("standard")));
    let commit = repo.commit("docs(07): make it quicker");
    repo.write(SPEC, spec(&lock("standard").replace("gates=secure", "gates=secure,validate")));
    let found: Vec<_> = found(&repo).into_iter().filter(|(name, _)| name == "lock-lowered").collect();
    assert_eq!(found.len(), 1, "{found:?}");
    assert!(found[0].1.contains(&commit[..7]) && found[0].1.ends_with(": depth standard, was deep"), "{found:?}");
}
