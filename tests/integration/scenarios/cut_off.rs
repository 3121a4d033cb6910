//! A clone whose history is cut off: what lies beyond is unknown, is said to be, and decides nothing. Every kind of it is told with
//! the command that helps, and that command does help.

use serde_json::Value;

use crate::common::bin::{Bin, demo};
use crate::common::repo::Repo;

/// The command that completes a history.
const REMEDY: &str = "git fetch --unshallow";

/// A clone of the sample that holds its newest commits alone.
fn clone_of(origin: &std::path::Path, depth: usize) -> Repo {
    let repo = Repo::without_git();
    let from = format!("file://{}", origin.display());
    repo.git(&["clone", "--quiet", "--depth", &depth.to_string(), &from, "."]);
    repo.settle();
    repo
}

fn run(repo: &Repo, words: &[&str]) -> (i32, String) {
    let ran = Bin::in_folder(repo.root()).run(words);
    (ran.code, format!("{}{}", ran.out, ran.err))
}

fn complete(repo: &Repo) {
    repo.git(&["fetch", "--quiet", "--unshallow"]);
}

fn json(repo: &Repo, words: &[&str]) -> Value {
    let (_, out) = run(repo, &[words, &["--format", "json"]].concat());
    serde_json::from_str(&out).unwrap_or_else(|error| panic!("{error}: {out}"))
}

#[test]
fn no_lock_is_written_where_history_is_cut_off() {
    let origin = demo();
    for depth in [1, 6] {
        let repo = clone_of(origin.path(), depth);
        let head = repo.id("HEAD");
        let (code, shown) = run(&repo, &["classify", "7"]);
        assert_eq!(code, 0, "{shown}");
        assert!(!shown.contains("--lock") && !shown.contains("phase-pipeline:lock"), "{depth}: {shown}");
        assert!(!shown.contains("raised since the lock"), "{depth}: {shown}");
        assert!(shown.contains("lock/shallow") && shown.contains(REMEDY), "{depth}: {shown}");
        for words in [
            &["classify", "7", "--lock", "--commit", "-q"][..],
            &["classify", "7", "--relock", "--reason", "it was mistaken"],
            &["waive", "7", "learnings", "--reason", "nothing was learned"],
        ] {
            let (code, told) = run(&repo, words);
            assert_eq!(code, 2, "{depth}: {told}");
            assert!(told.contains("lock/shallow") && told.contains(REMEDY), "{depth}: {told}");
        }
        assert_eq!((repo.id("HEAD"), repo.git(&["status", "--porcelain"])), (head.clone(), String::new()));
        complete(&repo);
        let (code, told) = run(&repo, &["classify", "7", "--lock", "--commit", "-q"]);
        assert_eq!((code, repo.id("HEAD")), (0, head), "{told}");
        assert_eq!(json(&repo, &["7"])["classification"]["depth"], "standard");
    }
}

#[test]
fn a_plan_whose_commits_may_lie_beyond_is_not_called_ready() {
    let origin = demo();
    let repo = clone_of(origin.path(), 1);
    let (code, told) = run(&repo, &["5"]);
    assert_eq!(code, 0, "{told}");
    assert!(told.contains("next may be 02: whether it has begun is not known") && !told.contains("ready"), "{told}");
    for words in [&["4"][..], &["5"], &["status"]] {
        let (_, told) = run(&repo, words);
        let lines = told.lines().filter(|line| line.starts_with("warning:") && line.contains(REMEDY));
        assert_eq!(lines.count(), 1, "{words:?}: {told}");
    }
    complete(&repo);
    let (_, told) = run(&repo, &["5"]);
    assert!(told.contains("next is 02: started, resumes after about task 1 of 3"), "{told}");
    assert!(!told.contains(REMEDY), "{told}");
}

#[test]
fn the_end_of_what_is_here_is_not_told_as_the_begin_of_a_phase() {
    let origin = demo();
    let repo = clone_of(origin.path(), 1);
    for phase in ["4", "5", "7"] {
        assert!(json(&repo, &[phase])["phase"]["begin"].is_null(), "{phase}");
        let (_, told) = run(&repo, &[phase, "-v"]);
        assert!(!told.contains("since "), "{phase}: {told}");
    }
    complete(&repo);
    for phase in ["4", "5", "7"] {
        let begin = json(&repo, &[phase])["phase"]["begin"].as_str().map(str::to_owned);
        assert!(begin.is_some() && begin != Some(repo.id("HEAD")), "{phase}: {begin:?}");
    }
}

#[test]
fn trees_that_are_not_here_leave_a_phase_unknown_and_end_no_run() {
    let origin = demo();
    let repo = Repo::without_git();
    let from = origin.path().to_str().unwrap();
    repo.git(&["-C", from, "config", "uploadpack.allowFilter", "true"]);
    repo.git(&["clone", "--quiet", "--filter=tree:0", &format!("file://{}", origin.path().display()), "."]);
    repo.settle();
    let value = json(&repo, &["status"]);
    let phases = value["phases"].as_array().unwrap_or_else(|| panic!("{value}"));
    assert!(phases.iter().any(|phase| phase["exit"] == 13), "{value}");
    let (code, told) = run(&repo, &["12"]);
    assert_ne!(code, 3, "{told}");
    assert!(told.contains("what lies beyond the end of history is unknown"), "{told}");
    assert!(told.contains("git fetch --refetch --no-filter"), "{told}");
    repo.git(&["fetch", "--quiet", "--refetch", "--no-filter"]);
    let (_, told) = run(&repo, &["12"]);
    assert!(!told.contains("is not in this repository"), "{told}");
    let begins = |value: Value| {
        value["phases"].as_array().map(|all| all.iter().map(|one| one["phase"]["begin"].clone()).collect::<Vec<_>>())
    };
    let whole = Repo::without_git();
    whole.git(&["clone", "--quiet", from, "."]);
    whole.settle();
    assert_eq!(begins(json(&repo, &["status"])), begins(json(&whole, &["status"])));
}

#[test]
fn ledgers_are_not_denied_by_what_nobody_can_see() {
    let origin = demo();
    let repo = clone_of(origin.path(), 1);
    for phase in ["1", "2", "3"] {
        let claims = json(&repo, &[phase])["claims"].clone();
        assert_eq!(claims.as_array().map(Vec::len), Some(0), "{phase}: {claims}");
    }
}

#[test]
fn lint_finds_nothing_by_a_history_that_is_not_here() {
    let origin = demo();
    let rules = |value: &Value| -> Vec<String> {
        value["findings"].as_array().unwrap().iter().map(|finding| finding["rule"].to_string()).collect()
    };
    let whole = Repo::without_git();
    whole.git(&["clone", "--quiet", origin.path().to_str().unwrap(), "."]);
    whole.settle();
    let expected = rules(&json(&whole, &["lint", "--all"]));
    for depth in [1, 6] {
        let repo = clone_of(origin.path(), depth);
        let value = json(&repo, &["lint", "--all"]);
        let remedies = value["undetermined"]["remedies"].to_string();
        assert!(remedies.contains("git fetch --unshallow origin"), "{depth}: {value}");
        let found = rules(&value);
        assert!(found.iter().all(|rule| expected.contains(rule)), "{depth}: {found:?}, {expected:?}");
        assert_eq!(run(&repo, &["lint", "--all", "-q"]).0, 13);
        complete(&repo);
        assert_eq!(rules(&json(&repo, &["lint", "--all"])), expected);
        assert_eq!(run(&repo, &["lint", "--all", "-q"]).0, 0);
    }
}

#[test]
fn what_lint_prints_for_an_empty_range_can_be_done() {
    let origin = demo();
    let repo = clone_of(origin.path(), 1);
    let (code, told) = run(&repo, &["lint"]);
    assert_eq!(code, 13, "{told}");
    assert!(told.contains("of the last commit, first: git fetch --unshallow origin"), "{told}");
    assert!(!told.contains("--range"), "{told}");
    complete(&repo);
    let (_, told) = run(&repo, &["lint"]);
    let range = told.split("lint --range ").nth(1).and_then(|rest| rest.split_whitespace().next());
    let range = range.unwrap_or_else(|| panic!("{told}"));
    assert_eq!(run(&repo, &["lint", "--range", range]).0, 0);
}

/// Runs a printed command as a shell would.
fn sh(repo: &Repo, command: &str) {
    let done = std::process::Command::new("sh").args(["-c", command]).current_dir(repo.root()).status().unwrap();
    assert!(done.success(), "{command}");
}

#[test]
fn a_grafts_file_is_told_with_the_command_that_ends_it() {
    let origin = demo();
    let repo = Repo::without_git();
    repo.git(&["clone", "--quiet", &origin.path().display().to_string(), "."]);
    repo.settle();
    let whole = run(&repo, &["status"]);
    let head = repo.id("HEAD");
    repo.write(".git/info/grafts", format!("{head}\n"));
    let value = json(&repo, &["lint", "--all"]);
    assert_eq!(
        (&value["exit"], value["undetermined"]["remedies"].as_array().map(Vec::len)),
        (&13.into(), Some(1)),
        "{value}"
    );
    let (_, told) = run(&repo, &["status"]);
    assert!(told.contains("(git replace --convert-graft-file"), "{told}");
    sh(&repo, value["undetermined"]["remedies"][0].as_str().unwrap());
    assert_eq!(run(&repo, &["lint", "--all", "-q"]).0, 0);
    assert_eq!(run(&repo, &["status"]), whole);
}

#[test]
fn objects_that_a_clone_left_out_are_brought_by_the_printed_command() {
    let origin = demo();
    let git = |words: &[&str]| {
        let git = std::process::Command::new("git").arg("-C").arg(origin.path()).args(words).status().unwrap();
        assert!(git.success(), "{words:?}");
    };
    git(&["config", "uploadpack.allowFilter", "true"]);
    let repo = Repo::without_git();
    let from = format!("file://{}", origin.path().display());
    repo.git(&["clone", "--quiet", "--no-checkout", "--filter=tree:0", &from, "."]);
    repo.settle();
    let (code, told) = run(&repo, &["status"]);
    assert_eq!(code, 3, "{told}");
    let command = "git fetch --refetch --no-filter";
    assert!(told.contains(command), "{told}");
    sh(&repo, command);
    assert_eq!(run(&repo, &["status"]).0, 0);
}

#[test]
fn a_version_of_a_file_that_is_not_here_leaves_unknown_what_a_commit_did_to_it() {
    let origin = demo();
    let git = |words: &[&str]| {
        let git = std::process::Command::new("git").arg("-C").arg(origin.path()).args(words).status().unwrap();
        assert!(git.success(), "{words:?}");
    };
    git(&["config", "uploadpack.allowFilter", "true"]);
    for (line, subject) in
        [("one line\n", "chore: put a large file there"), ("another line\n", "feat(05-02): change it")]
    {
        std::fs::write(origin.path().join("large.txt"), line.repeat(5_000)).unwrap();
        git(&["add", "large.txt"]);
        git(&["commit", "--quiet", "-m", subject]);
    }
    let repo = Repo::without_git();
    let from = format!("file://{}", origin.path().display());
    repo.git(&["clone", "--quiet", "--filter=blob:limit=30k", &from, "."]);
    repo.settle();
    let (code, told) = run(&repo, &["classify", "5"]);
    assert_eq!(code, 0, "{told}");
    assert!(told.contains("large.txt cannot be compared: a partial clone left a version of it out"), "{told}");
    sh(&repo, "git fetch --quiet --refetch --no-filter");
    let (_, told) = run(&repo, &["classify", "5"]);
    assert!(!told.contains("cannot be compared"), "{told}");
}
