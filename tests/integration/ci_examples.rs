//! The ready-made definitions in `examples/ci` do what they say: their commands run here, in the order in which they stand, in a
//! clone as deep as the definition asks for, of a sample project whose branch takes a pin away, and of one whose branch does not.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::process::Command;

use phase_pipeline::output::json::lint_schema;
use phase_pipeline::write::demo;
use serde_json::Value;
use tempfile::TempDir;

use crate::common::repo::Repo;

const FOLDER: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/examples/ci");

fn text(name: &str) -> String {
    fs_err::read_to_string(Path::new(FOLDER).join(name)).unwrap()
}

fn yaml(name: &str) -> Value {
    serde_saphyr::from_str(&text(name)).unwrap_or_else(|error| panic!("{name}: {error}"))
}

/// What a branch does.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Branch {
    /// It takes the pin of a surface away.
    Opens,
    /// It writes a note.
    Notes,
}

/// The sample project with a branch `topic`, as others clone it, and the commit where the branch left.
fn upstream(branch: Branch) -> (Repo, String) {
    let repo = Repo::without_git();
    demo::build(repo.root(), &demo::PHASED).unwrap();
    repo.settle();
    let base = repo.id("HEAD");
    repo.git(&["checkout", "--quiet", "-b", "topic"]);
    let config = fs_err::read_to_string(repo.path(".planning/config.json")).unwrap();
    match branch {
        Branch::Opens => {
            repo.write(".planning/config.json", config.replacen("\"pinned\": true", "\"pinned\": false", 1))
        }
        Branch::Notes => repo.write("NOTES.md", "a note\n"),
    };
    repo.git(&["add", ".planning/config.json"]);
    repo.try_git(&["add", "NOTES.md"]);
    repo.git(&["-c", "user.name=A", "-c", "user.email=a@example.com", "commit", "--quiet", "-m", "chore: change it"]);
    (repo, base)
}

/// A clone of the branch as a CI makes it: so many commits (none: all), of this branch or of all.
fn clone(upstream: &Repo, depth: Option<u64>, of_all: bool) -> Repo {
    let from = format!("file://{}", upstream.root().display());
    let depth = depth.map(|depth| format!("--depth={depth}"));
    let single = if of_all { "--no-single-branch" } else { "--single-branch" };
    let clone = Repo::without_git();
    let words = ["clone", "--quiet", "--branch", "topic", single];
    let words: Vec<&str> = words.into_iter().chain(depth.as_deref()).chain([from.as_str(), "."]).collect();
    clone.git(&words);
    clone.settle();
    clone
}

/// A folder with the program under its name, and a `cargo` that has nothing to install.
fn programs() -> TempDir {
    let folder = tempfile::tempdir().unwrap();
    for (name, body) in [
        ("phase-pipeline", format!("exec '{}' \"$@\"", env!("CARGO_BIN_EXE_phase-pipeline"))),
        ("cargo", "test \"$1 $2 $3 $4\" = 'install --locked --git https://example.com/phase-pipeline'".to_owned()),
    ] {
        let path = folder.path().join(name);
        fs_err::write(&path, format!("#!/bin/sh\n{body}\n")).unwrap();
        let made = Command::new("chmod").arg("+x").arg(&path).status().unwrap();
        assert!(made.success());
    }
    folder
}

/// What a script printed, and how it ended.
struct Done {
    out: String,
    code: i32,
}

/// Runs shell lines as a CI does: they end at the first one that fails.
fn shell(folder: &Repo, script: &str, variables: &[(&str, &str)]) -> Done {
    let programs = programs();
    let path = std::env::var_os("PATH").unwrap();
    let paths = [programs.path().to_path_buf()].into_iter().chain(std::env::split_paths(&path));
    let mut command = Command::new("sh");
    command.args(["-e", "-c", script]).current_dir(folder.root()).env_clear();
    command.env("PATH", std::env::join_paths(paths).unwrap()).env("HOME", folder.root().parent().unwrap());
    command.env("GIT_CONFIG_GLOBAL", "/dev/null").env("GIT_CONFIG_NOSYSTEM", "1");
    command.env("PHASE_PIPELINE_SOURCE", "https://example.com/phase-pipeline");
    let output = command.envs(variables.iter().copied()).output().unwrap();
    let out = String::from_utf8(output.stdout).unwrap() + &String::from_utf8(output.stderr).unwrap();
    Done { out, code: output.status.code().unwrap() }
}

/// The `run` lines of a job.
fn run_lines(job: &Value) -> String {
    let steps = job["steps"].as_array().unwrap().iter();
    steps.filter_map(|step| step["run"].as_str()).collect::<Vec<_>>().join("\n")
}

/// What a job of GitHub's checks out: so many commits, of every branch where it is all of them.
fn checkout(job: &Value) -> Option<u64> {
    let step = job["steps"]
        .as_array()
        .unwrap()
        .iter()
        .find(|step| step["uses"].as_str().is_some_and(|uses| uses.starts_with("actions/checkout@")));
    let depth = step.unwrap()["with"]["fetch-depth"].as_u64().unwrap_or(1);
    (depth > 0).then_some(depth)
}

fn held(branch: Branch, done: &Done) {
    let says = |what: &str| done.out.contains(what);
    match branch {
        Branch::Opens => assert!(done.code == 1 && says("pin-removed"), "{}: {}", done.code, done.out),
        Branch::Notes => assert!(done.code == 0 && !says("pin-removed"), "{}: {}", done.code, done.out),
    }
}

#[test]
fn every_file_is_what_its_ending_says_and_is_run_by_a_test() {
    let mut names: Vec<String> =
        fs_err::read_dir(FOLDER).unwrap().map(|entry| entry.unwrap().file_name().into_string().unwrap()).collect();
    names.sort();
    assert_eq!(
        names,
        ["github-actions.yml", "gitlab-ci.yml", "lint.sh", "pre-commit-config.yaml", "pre-commit-hooks.yaml"]
    );
    for name in names.iter().filter(|name| *name != "lint.sh") {
        let value = yaml(name);
        assert!(value.is_object() || value.is_array(), "{name}");
    }
}

#[test]
fn github_shows_what_a_pull_request_takes_away() {
    let workflow = yaml("github-actions.yml");
    let job = &workflow["jobs"]["pull-request"];
    for branch in [Branch::Opens, Branch::Notes] {
        let (upstream, _) = upstream(branch);
        let depth = checkout(job);
        let clone = clone(&upstream, depth, depth.is_none());
        let done = shell(&clone, &run_lines(job), &[("GITHUB_BASE_REF", "main")]);
        held(branch, &done);
        assert!(done.out.lines().all(|line| line.starts_with("::")), "{}", done.out);
        if branch == Branch::Opens {
            assert!(done.out.contains("::error file=.planning/config.json,line="), "{}", done.out);
        }
    }
}

#[test]
fn github_scans_every_phase_and_keeps_the_log() {
    let workflow = yaml("github-actions.yml");
    let job = &workflow["jobs"]["code-scanning"];
    let (upstream, _) = upstream(Branch::Notes);
    let depth = checkout(job);
    let clone = clone(&upstream, depth, depth.is_none());
    let done = shell(&clone, &run_lines(job), &[]);
    assert_eq!((done.code, done.out.as_str()), (0, ""));
    let upload = job["steps"].as_array().unwrap().last().unwrap();
    assert!(upload["uses"].as_str().unwrap().contains("/upload-sarif@"));
    assert_eq!(job["permissions"]["security-events"], "write");
    let log = fs_err::read_to_string(clone.path(upload["with"]["sarif_file"].as_str().unwrap())).unwrap();
    let log: Value = serde_json::from_str(&log).unwrap();
    assert_eq!(log["version"], "2.1.0");
    assert!(!log["runs"][0]["results"].as_array().unwrap().is_empty(), "{log}");
}

#[test]
fn a_shallow_checkout_is_told_what_helps_and_it_helps() {
    // The same job without its depth: the first run says which command is missing, and with it the run is whole.
    let workflow = yaml("github-actions.yml");
    let lines = run_lines(&workflow["jobs"]["pull-request"]);
    let (upstream, _) = upstream(Branch::Opens);
    let clone = clone(&upstream, Some(1), false);
    let done = shell(&clone, &lines, &[("GITHUB_BASE_REF", "main")]);
    assert_eq!(done.code, 13, "{}", done.out);
    let told: Vec<&str> = done.out.split("%0A").filter(|line| line.starts_with("git fetch ")).collect();
    assert_eq!(told.len(), 2, "{}", done.out);
    let done = shell(&clone, &format!("{}\n{lines}", told.join("\n")), &[("GITHUB_BASE_REF", "main")]);
    held(Branch::Opens, &done);
}

#[test]
fn gitlab_checks_a_merge_request_and_keeps_the_findings() {
    let job = yaml("gitlab-ci.yml")["phases"].clone();
    let lines = |key: &str| job[key].as_array().unwrap().iter().map(|line| line.as_str().unwrap().to_owned());
    let script: Vec<String> = lines("before_script").chain(lines("script")).collect();
    let depth: u64 = job["variables"]["GIT_DEPTH"].as_str().unwrap().parse().unwrap();
    for branch in [Branch::Opens, Branch::Notes] {
        let (upstream, base) = upstream(branch);
        let clone = clone(&upstream, (depth > 0).then_some(depth), false);
        let done = shell(&clone, &script.join("\n"), &[("CI_MERGE_REQUEST_DIFF_BASE_SHA", &base)]);
        held(branch, &done);
        let kept = job["artifacts"]["paths"][0].as_str().unwrap();
        let kept: Value = serde_json::from_str(&fs_err::read_to_string(clone.path(kept)).unwrap()).unwrap();
        let schema: Value = serde_json::from_str(&lint_schema()).unwrap();
        assert!(jsonschema::validator_for(&schema).unwrap().is_valid(&kept), "{kept}");
        assert_eq!(kept["findings"].to_string().contains("pin-removed"), branch == Branch::Opens);
    }
}

#[test]
fn a_hook_holds_back_a_commit_that_takes_a_pin_away() {
    let config = yaml("pre-commit-config.yaml");
    let definitions = yaml("pre-commit-hooks.yaml");
    let (local, shared) = (&config["repos"][0]["hooks"][0], &definitions[0]);
    assert_eq!(config["repos"][0]["repo"], "local");
    let known = ["id", "name", "description", "entry", "language", "pass_filenames", "always_run"];
    for hook in [local, shared] {
        let keys: BTreeMap<String, Value> = serde_json::from_value(hook.clone()).unwrap();
        assert!(keys.keys().all(|key| known.contains(&key.as_str())), "{hook}");
        assert_eq!((&hook["language"], &hook["pass_filenames"]), (&Value::from("system"), &Value::from(false)));
        let entry = hook["entry"].as_str().unwrap();
        let (repo, _) = upstream(Branch::Notes);
        held(Branch::Notes, &shell(&repo, entry, &[]));
        // The config counts as it lies, and is no commit yet.
        let config = fs_err::read_to_string(repo.path(".planning/config.json")).unwrap();
        repo.write(".planning/config.json", config.replacen("\"pinned\": true", "\"pinned\": false", 1));
        repo.git(&["add", ".planning/config.json"]);
        held(Branch::Opens, &shell(&repo, entry, &[]));
    }
}

#[test]
fn a_hook_sees_what_its_words_say_that_it_sees() {
    for hook in [&yaml("pre-commit-config.yaml")["repos"][0]["hooks"][0], &yaml("pre-commit-hooks.yaml")[0]] {
        let entry = hook["entry"].as_str().unwrap();
        let (repo, _) = upstream(Branch::Notes);
        // A file that moves is seen once it is committed, which a push comes after.
        repo.git(&["mv", "src/payments/key.ts", "src/key.ts"]);
        held(Branch::Notes, &shell(&repo, entry, &[]));
        repo.git(&["-c", "user.name=A", "-c", "user.email=a@example.com", "commit", "--quiet", "-m", "chore: move it"]);
        let done = shell(&repo, entry, &[]);
        assert!(done.code == 1 && done.out.contains("moved-out"), "{}: {}", done.code, done.out);
        // Nothing to compare is not clean.
        repo.git(&["checkout", "--quiet", "main"]);
        repo.git(&["clean", "--quiet", "--force", "-d"]);
        let done = shell(&repo, entry, &[]);
        assert!(done.code == 13 && done.out.contains("the range is empty"), "{}: {}", done.code, done.out);
    }
    for name in ["pre-commit-config.yaml", "pre-commit-hooks.yaml"] {
        let text = text(name);
        assert!(text.contains("ends with 13") && text.contains("once it is committed"), "{name}");
    }
}

#[test]
fn the_script_deepens_a_shallow_clone_by_itself() {
    let script: PathBuf = Path::new(FOLDER).join("lint.sh");
    for (branch, depth, of_all) in
        [(Branch::Opens, Some(1), false), (Branch::Notes, Some(1), false), (Branch::Opens, None, true)]
    {
        let (upstream, _) = upstream(branch);
        let clone = clone(&upstream, depth, of_all);
        for arguments in ["", " main"] {
            held(branch, &shell(&clone, &format!("'{}'{arguments}", script.display()), &[]));
        }
    }
}
