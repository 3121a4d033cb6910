//! Which range is looked at, and that nothing is called clean that was not looked at.

use super::{json, lint, project, rules};
use crate::common::repo::Repo;

const PINNED: &str = r#"{"surfaces": {"pay": {"globs": ["src/**"], "gates": ["secure"], "pinned": true}}}"#;
const OPEN: &str = r#"{"surfaces": {"pay": {"globs": ["src/**"], "gates": ["secure"]}}}"#;

/// A project on branch `topic` that has taken a pin away, while `main` went on.
fn parted() -> Repo {
    let repo = project(PINNED, &["src/tax.rs", ".planning/phases/07-photos/07-CONTEXT.md"]);
    repo.git(&["checkout", "--quiet", "-b", "topic"]);
    repo.write(".planning/config.json", OPEN).commit("docs(07): open the map");
    repo.git(&["checkout", "--quiet", "main"]);
    repo.write("src/tax.rs", "// main\n").write("src/more.rs", "// more\n").commit("feat: go on");
    repo.git(&["checkout", "--quiet", "topic"]);
    repo
}

#[test]
fn the_range_begins_where_the_lines_parted() {
    let repo = parted();
    let value = json(&repo, &[]);
    assert_eq!(value["range"]["rule"], "the local default branch, the merge base with main");
    // What main did meanwhile is not taken for what this branch takes back.
    assert_eq!((value["range"]["commits"].as_u64(), value["range"]["paths"].as_u64()), (Some(1), Some(1)));
    assert_eq!(rules(&value), ["pin-removed"]);
    assert_eq!(value["exit"], 1);
    assert_eq!(value["phases"], serde_json::json!(["07"]));
    // Seen from main, nothing was taken away.
    repo.git(&["checkout", "--quiet", "main"]);
    let value = json(&repo, &["--base", "topic"]);
    assert_eq!((rules(&value), value["exit"].as_u64()), (vec![], Some(0)));
    assert_eq!(value["range"]["surfaces"][0]["name"], "pay");
}

#[test]
fn the_base_is_asked_for_in_order() {
    let repo = parted();
    let rule = |options: &[&str]| json(&repo, options)["range"]["rule"].as_str().unwrap().to_owned();
    repo.git(&["update-ref", "refs/remotes/up/main", "main"]);
    assert_eq!(rule(&[]), "the remote's default branch, the merge base with up/main");
    repo.git(&["update-ref", "refs/remotes/origin/dev", "main~1"]);
    repo.git(&["symbolic-ref", "refs/remotes/origin/HEAD", "refs/remotes/origin/dev"]);
    assert_eq!(rule(&[]), "the remote's default branch, origin/HEAD");
    let config = OPEN.replacen('{', r#"{"git": {"base_branch": "main"}, "#, 1);
    repo.write(".planning/config.json", config);
    assert_eq!(rule(&[]), "git.base_branch of the config, the merge base with up/main");
    assert_eq!(rule(&["--base", "topic~1"]), "--base, topic~1");
    assert_eq!(rule(&["--range", "main..topic"]), "--range, the merge base with main");
}

#[test]
fn a_range_with_both_ends_passes_the_work_tree_over() {
    let repo = parted();
    repo.write(".planning/config.json", "no json");
    assert_eq!(rules(&json(&repo, &["--range", "main..topic"])), ["pin-removed"]);
    assert_eq!(rules(&json(&repo, &[])), ["config-syntax"]);
    let none = json(&repo, &["--range", "topic..main"]);
    assert_eq!(rules(&none), Vec::<&str>::new());
}

#[test]
fn what_lies_uncommitted_is_held_against_the_base_too() {
    let repo = project(PINNED, &["src/tax.rs"]);
    let clean = json(&repo, &["--all"]);
    assert_eq!((rules(&clean), clean["exit"].as_u64()), (vec![], Some(0)));
    repo.write(".planning/config.json", OPEN);
    let value = json(&repo, &[]);
    assert_eq!((rules(&value), value["exit"].as_u64()), (vec!["pin-removed"], Some(1)));
}

#[test]
fn an_empty_range_is_said_aloud() {
    let repo = project(PINNED, &["src/tax.rs"]);
    let last = repo.write("src/more.rs", "// more\n").commit("feat: more");
    for options in [&[][..], &["--base", "main"], &["--range", "HEAD..HEAD"]] {
        let ran = lint(&repo, options);
        assert_eq!(ran.code, 13, "{options:?}: {}", ran.out);
        assert!(ran.out.contains("the range is empty") && ran.out.contains("phase-pipeline lint --all"), "{}", ran.out);
        assert!(ran.out.contains(&format!("--range {}~1..{}", &last[..7], &last[..7])), "{}", ran.out);
    }
    // Whoever asks for everything has an answer, and is told what there was no range for.
    let all = lint(&repo, &["--all"]);
    assert_eq!(all.code, 0, "{}", all.out);
    assert!(all.out.contains("0 commits"), "{}", all.out);
}

#[test]
fn without_a_base_the_command_that_brings_it_is_told() {
    let repo = project(PINNED, &["src/tax.rs"]);
    repo.git(&["branch", "--move", "work"]);
    let ran = lint(&repo, &[]);
    assert_eq!(ran.code, 13, "{}", ran.out);
    assert!(ran.out.contains("no base is here"), "{}", ran.out);
    let ran = lint(&repo, &["--base", "origin/main"]);
    assert_eq!(ran.code, 13);
    assert!(ran.out.contains("git fetch origin +refs/heads/main:refs/remotes/origin/main"), "{}", ran.out);
    // Everything can be looked at without a base, unless one was asked for.
    assert_eq!(lint(&repo, &["--all"]).code, 0);
    assert_eq!(lint(&repo, &["--all", "--base", "origin/main"]).code, 13);
    assert_eq!(lint(&repo, &["--range", "nowhere..HEAD"]).code, 13);
    // It is the end that is missing, and another base would not help.
    let ran = lint(&repo, &["--range", "HEAD..nowhere"]);
    assert_eq!(ran.code, 13);
    assert!(ran.out.contains("the end of the range is not here: nowhere"), "{}", ran.out);
    assert!(ran.out.contains("lint --range A..B") && !ran.out.contains("--base"), "{}", ran.out);
}

#[test]
fn a_shallow_clone_is_told_to_deepen() {
    let repo = parted();
    let from = format!("file://{}", repo.root().display());
    let clone = Repo::without_git();
    clone.git(&["clone", "--quiet", "--depth", "1", "--branch", "topic", "--no-single-branch", &from, "."]);
    clone.settle();
    let ran = lint(&clone, &["--base", "origin/main"]);
    assert_eq!(ran.code, 13, "{}", ran.out);
    assert!(ran.out.contains("history is shallow") && ran.out.contains("git fetch --unshallow origin"), "{}", ran.out);
    // The command that is printed is the one that helps.
    clone.git(&["fetch", "--quiet", "--unshallow", "origin"]);
    assert_eq!(rules(&json(&clone, &["--base", "origin/main"])), ["pin-removed"]);
    let single = Repo::without_git();
    single.git(&["clone", "--quiet", "--depth", "1", "--branch", "topic", &from, "."]);
    single.settle();
    let ran = lint(&single, &["--base", "origin/main"]);
    assert_eq!(ran.code, 13);
    for command in ["git fetch --unshallow origin", "git fetch origin +refs/heads/main:refs/remotes/origin/main"] {
        assert!(ran.out.contains(command), "{}", ran.out);
        let words: Vec<&str> = command.split(' ').skip(1).collect();
        single.git(&words);
    }
    assert_eq!(rules(&json(&single, &["--base", "origin/main"])), ["pin-removed"]);
}

#[test]
fn every_exit_is_one_of_five() {
    let repo = parted();
    assert_eq!(lint(&repo, &[]).code, 1);
    assert_eq!(lint(&repo, &["--exit-zero"]).code, 0);
    assert_eq!(lint(&repo, &["--exit-zero", "--base", "nowhere"]).code, 13);
    for wrong in [&["--all", "7"][..], &["--range", "x"], &["photos"], &["99"], &["--fail-on", "none"]] {
        assert_eq!(lint(&repo, wrong).code, 2, "{wrong:?}");
    }
    let nothing = Repo::without_git();
    assert_eq!(lint(&nothing, &[]).code, 3);
    let no_planning = Repo::new();
    no_planning.write("a", "a").commit("begin");
    assert_eq!(lint(&no_planning, &[]).code, 3);
}

#[test]
fn warnings_fail_where_somebody_says_so() {
    let config = r#"{"surfaces": {"pay": {"globs": ["src/**", "old/**"], "gates": ["secure"]}}}"#;
    let repo = project(config, &["src/tax.rs"]);
    let code = |options: &[&str]| lint(&repo, &[options, &["--all"]].concat()).code;
    assert_eq!((code(&[]), code(&["--fail-on", "warning"])), (0, 1));
    let strict = config.replacen('{', r#"{"pipeline": {"lint": {"fail_on": "warning"}}, "#, 1);
    repo.write(".planning/config.json", strict);
    assert_eq!((code(&[]), code(&["--fail-on", "error"])), (1, 0));
}

#[test]
fn an_ignored_finding_is_counted_with_its_reason() {
    let config = r#"{"surfaces": {"pay": {"globs": ["src/**", "old/**"], "gates": ["secure"]}},
        "pipeline": {"lint": {"ignore": [
            {"rule": "lint/C020", "reason": "old comes back", "path": ".planning/*.json"},
            {"rule": "dead-glob", "reason": "of another phase", "phase": "9"}]}}}"#;
    let repo = project(config, &["src/tax.rs"]);
    let value = json(&repo, &["--all"]);
    assert_eq!(rules(&value), ["unused-ignore"]);
    assert_eq!(value["counts"]["ignored"], 1);
    assert_eq!(value["ignored"][0]["reason"], "old comes back");
    let shown = lint(&repo, &["--all"]).out;
    assert!(shown.contains("1 ignored") && shown.contains("old comes back"), "{shown}");
    // A range cannot hide what it adds to the list.
    let base = repo.id("HEAD");
    let more = config.replace("\"ignore\": [", "\"ignore\": [{\"rule\": \"lint-ignore-widened\", \"reason\": \"me\"},");
    repo.write(".planning/config.json", more).commit("docs: hide more");
    let value = json(&repo, &["--base", &base]);
    assert!(rules(&value).contains(&"lint-ignore-widened"), "{value}");
}

#[test]
fn a_range_does_not_hide_its_own_findings() {
    let with = |config: &str, ignores: &str| {
        config.replacen('{', &format!(r#"{{"pipeline": {{"lint": {{"ignore": [{ignores}]}}}}, "#), 1)
    };
    let entry = r#"{"rule": "lint/C101", "reason": "agreed"}"#;
    let repo = project(&with(PINNED, ""), &["src/tax.rs"]);
    let base = repo.id("HEAD");
    repo.write(".planning/config.json", with(OPEN, "")).commit("docs: open it");
    let found = || json(&repo, &["--base", &base]);
    assert_eq!(rules(&found()), ["pin-removed"]);
    // In the work tree alone, in a commit of the range, and in one of its own ends.
    repo.write(".planning/config.json", with(OPEN, entry));
    let in_work_tree = found();
    repo.commit("docs: put up with it");
    let named = json(&repo, &["--range", &format!("{base}..HEAD")]);
    for value in [in_work_tree, found(), named] {
        let mut found = rules(&value);
        found.sort_unstable();
        assert_eq!((found, &value["exit"]), (vec!["lint-ignore-widened", "pin-removed"], &1.into()), "{value}");
    }
    // The root's list says nothing about it, whoever's finding it is.
    assert_eq!(json(&repo, &["--base", &base, "--all"])["exit"], 1);
    // Where the range begins with it, it counts; a reason may be put in other words.
    repo.write(".planning/config.json", with(PINNED, entry));
    let base = repo.commit("docs: pin it again");
    repo.write(".planning/config.json", with(OPEN, &entry.replace("agreed", "agreed again"))).commit("docs: open it");
    let value = json(&repo, &["--base", &base]);
    assert_eq!((rules(&value), &value["exit"]), (vec!["lint-ignore-widened"], &0.into()), "{value}");
    assert_eq!(value["ignored"][0]["reason"], "agreed again");
    // As long as nobody commits that it goes, the work tree is the stricter one.
    repo.write(".planning/config.json", with(OPEN, ""));
    assert_eq!(json(&repo, &["--base", &base])["exit"], 1);
}

#[test]
fn what_nobody_committed_hides_nothing() {
    let config = r#"{"surfaces": {"pay": {"globs": ["src/**", "old/**"], "gates": ["secure"]}}}"#;
    let entry = r#"{"pipeline": {"lint": {"ignore": [{"rule": "dead-glob", "reason": "soon"}]}}, "#;
    let repo = project(config, &["src/tax.rs"]);
    let base = repo.id("HEAD");
    repo.write(".planning/config.json", config.replacen('{', entry, 1));
    assert_eq!(rules(&json(&repo, &["--all"])), ["lint-ignore-widened", "dead-glob"]);
    repo.commit("docs: put up with it");
    assert_eq!(rules(&json(&repo, &["--all"])), [] as [&str; 0]);
    // What was found before as well, the range that adds the entry may put up with.
    let value = json(&repo, &["--base", &base]);
    assert_eq!((rules(&value), &value["exit"]), (vec!["lint-ignore-widened"], &0.into()), "{value}");
    // Where git holds no planning folder, there is only what lies there.
    let bare = Repo::new();
    bare.write(".gitignore", ".planning/\n").write("src/tax.rs", "// tax\n").commit("docs: begin");
    bare.write(".planning/config.json", config.replacen('{', entry, 1));
    let value = json(&bare, &["--all"]);
    assert_eq!((rules(&value), &value["counts"]["ignored"]), (vec![], &1.into()), "{value}");
}

#[test]
fn a_range_does_not_lower_what_it_is_held_to() {
    let dead = r#"{"surfaces": {"pay": {"globs": ["src/**", "old/**"], "gates": ["secure"]}}}"#;
    let strict = dead.replacen('{', r#"{"pipeline": {"lint": {"fail_on": "warning"}}, "#, 1);
    let repo = project(&strict, &["src/tax.rs"]);
    let base = repo.id("HEAD");
    repo.write(".planning/config.json", dead);
    let exit = |options: &[&str]| json(&repo, options)["exit"].as_u64().unwrap();
    assert_eq!((exit(&["--base", &base]), exit(&["--all"])), (1, 1), "not committed");
    repo.commit("docs: only errors");
    assert_eq!((exit(&["--base", &base]), exit(&["--all"])), (1, 0), "committed");
    let last = repo.write("README.md", "more").commit("docs: more");
    assert_eq!(exit(&["--range", &format!("{last}~1..{last}")]), 0, "the next range");
}

#[test]
fn a_workstream_may_not_take_back_what_it_had() {
    let repo = project(PINNED, &["src/tax.rs", ".planning/workstreams/web/ROADMAP.md"]);
    repo.write(".planning/workstreams/web/config.json", PINNED);
    let base = repo.commit("docs: the same below");
    repo.write(".planning/workstreams/web/config.json", OPEN).commit("docs: open it below");
    // The root's pin still holds there.
    assert_eq!(rules(&json(&repo, &["--base", &base])), Vec::<&str>::new());
    repo.write(".planning/config.json", "{}").commit("docs: open it above");
    let value = json(&repo, &["--base", &base]);
    assert_eq!(rules(&value), ["surface-removed", "pin-removed"], "{value}");
}

/// A phase that is planned, locked and being executed.
const LOCKED: &str = "# Photos\n\n**Ambiguity score:** 0.09\n\n<!-- phase-pipeline:lock v1 phase=07 -->\nsurface: pay gates=secure by=src/tax.rs\n\
                      assumed: none\ndepth: deep\n<!-- /phase-pipeline:lock -->\n";
const LOWERED: &str = "# Photos\n\n**Ambiguity score:** 0.09\n\n<!-- phase-pipeline:lock v1 phase=07 -->\nsurface: pay gates=secure by=src/tax.rs\n\
                       assumed: none\ndepth: shallow\n<!-- /phase-pipeline:lock -->\n";
const PLAN: &str = "---\nphase: 07-photos\nplan: 01\nwave: 1\ndepends_on: []\nfiles_modified: [src/tax.rs]\n---\n\n<tasks>\n<task>\n  <name>Task 1</name>\n\
                    <files>src/tax.rs</files>\n</task>\n</tasks>\n";

/// Branch `topic` lowers a lock, gives a plan an unknown need and STATE a wrong count; `main`, which is checked out, does none of it
/// and has other faults.
fn two_lines() -> Repo {
    let repo = project(OPEN, &["src/tax.rs"]);
    repo.write(".planning/phases/07-photos/07-SPEC.md", LOCKED);
    repo.write(".planning/phases/07-photos/07-01-PLAN.md", PLAN).commit("docs(07): plan photos");
    repo.git(&["checkout", "--quiet", "-b", "topic"]);
    repo.write(".planning/phases/07-photos/07-SPEC.md", LOWERED).commit("docs(07): make it quicker");
    repo.write(".planning/phases/07-photos/07-01-PLAN.md", PLAN.replace("[]", "[04]"));
    repo.write(".planning/phases/08-prints/08-01-PLAN.md", "---\nphase: 08\nplan: 01\ndepends_on: [09]\n---\n")
        .commit("docs(08): plan");
    repo.git(&["checkout", "--quiet", "main"]);
    repo.write(".planning/phases/07-photos/07-VERIFICATION.md", "---\nstatus: perhaps\n---\n")
        .commit("docs(07): verify");
    repo
}

#[test]
fn the_end_of_a_range_is_read_where_it_is() {
    let repo = two_lines();
    // What HEAD and the disk hold beside it is nothing of the range.
    repo.write(".planning/phases/07-photos/07-SECURITY.md", "---\nstatus: perhaps\n---\n");
    repo.write(".planning/phases/08-prints/08-SECURITY.md", "---\nstatus: perhaps\n---\n");
    let elsewhere = json(&repo, &["--range", "main~1..topic"]);
    assert_eq!(elsewhere["phases"], serde_json::json!(["07", "08"]));
    repo.git(&["stash", "--quiet", "--include-untracked"]);
    repo.git(&["checkout", "--quiet", "topic"]);
    let here = json(&repo, &["--range", "main~1..topic"]);
    assert_eq!(elsewhere, here);
    let open = json(&repo, &["--base", "main~1"]);
    let without_range = |mut value: serde_json::Value| {
        value["range"] = serde_json::Value::Null;
        value
    };
    assert_eq!(without_range(open), without_range(here));
    let found = rules(&elsewhere);
    for rule in ["lock-lowered", "unknown-dependency"] {
        assert!(found.contains(&rule), "{found:?}");
    }
    assert!(!found.contains(&"unknown-status"), "{found:?}");
    // The other line, from here.
    assert!(rules(&json(&repo, &["--range", "topic..main"])).contains(&"unknown-status"));
    // Every phase, and one by name, at the end of the range too.
    repo.git(&["checkout", "--quiet", "main"]);
    assert_eq!(rules(&json(&repo, &["--range", "main~1..topic", "--all"])), found);
    assert_eq!(json(&repo, &["--range", "main~1..topic", "8"])["phases"], serde_json::json!(["08"]));
    assert_eq!(lint(&repo, &["--range", "topic..main", "8"]).code, 2);
}

#[test]
fn an_end_without_a_planning_folder_says_so() {
    let repo = two_lines();
    repo.git(&["checkout", "--quiet", "--orphan", "bare"]);
    repo.git(&["rm", "-rf", "--quiet", "."]);
    repo.write("a", "a").commit("begin");
    repo.write("a", "b").commit("go on");
    // The folder is in the end of the range, and neither in HEAD nor on disk.
    assert_eq!(json(&repo, &["--range", "main~1..topic"])["phases"], serde_json::json!(["07", "08"]));
    repo.git(&["checkout", "--quiet", "main"]);
    let ran = lint(&repo, &["--range", "bare~1..bare"]);
    assert_eq!(ran.code, 3, "{}", ran.out);
    assert!(ran.err.contains("the end of the range") && ran.err.contains("lint --base"), "{}", ran.err);
}
