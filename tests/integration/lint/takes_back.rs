//! What a range of commits takes back, a row each: the finding, and that every format tells it.

use serde_json::Value;

use super::{json, lint, rules};
use crate::common::repo::Repo;

const MAP: &str = r#"{
  "surfaces": {
    "pay": {"globs": ["src/pay/**"], "gates": ["secure", "validate"], "pinned": true},
    "schema": {"globs": ["migrations/**"], "gates": ["validate"], "pinned": true},
    "ui": {"globs": ["src/ui/**"], "gates": ["ui-review"]},
    "codec": {"globs": ["libs/codec/**"], "gates": ["secure"]},
    "keys": {"globs": ["deps/core/keys/**"], "gates": ["validate"], "pinned": true}
  },
  "workflow": {"security_enforcement": true},
  "pipeline": {"depth": {"many_waves": 3}, "checkpoint": {"threshold": 50}}
}"#;

/// What a range does, what is found for it, and the surfaces that it touches.
struct Row {
    what: &'static str,
    change: fn(&Repo),
    found: &'static [&'static str],
    surfaces: &'static [&'static str],
}

fn config(repo: &Repo, from: &str, to: &str) {
    assert_eq!(MAP.matches(from).count(), 1, "{from}");
    repo.write(".planning/config.json", MAP.replace(from, to));
}

fn moved(repo: &Repo, from: &str, to: &str) {
    repo.write(to, fs_err::read(repo.path(from)).unwrap()).remove(from);
}

/// Commits a version in the submodule at a path.
fn submodule(repo: &Repo, at: &str, subject: &str) {
    let own = |arguments: &[&str]| repo.git(&[&["-C", at][..], arguments].concat());
    own(&["-c", "user.name=A", "-c", "user.email=a@example.com", "commit", "--quiet", "--allow-empty", "-m", subject]);
}

const TABLE: &[Row] = &[
    Row {
        what: "a file moves out of a pinned surface",
        change: |repo| moved(repo, "src/pay/tax.rs", "src/tax.rs"),
        found: &["moved-out"],
        surfaces: &["pay"],
    },
    Row {
        what: "a file moves from a pinned surface into another one",
        change: |repo| moved(repo, "src/pay/tax.rs", "src/ui/tax.rs"),
        found: &["moved-out"],
        surfaces: &["pay", "ui"],
    },
    Row {
        what: "a file moves from a surface that is not pinned into another one",
        change: |repo| moved(repo, "src/ui/app.rs", "src/pay/app.rs"),
        found: &[],
        surfaces: &["pay", "ui"],
    },
    Row {
        what: "a file moves within its surface",
        change: |repo| moved(repo, "src/pay/tax.rs", "src/pay/eu/tax.rs"),
        found: &[],
        surfaces: &["pay"],
    },
    Row {
        what: "the last migration is deleted",
        change: |repo| {
            repo.remove("migrations/001.sql");
        },
        found: &["dead-glob"],
        surfaces: &["schema"],
    },
    Row {
        what: "a submodule takes another version",
        change: |repo| submodule(repo, "libs/codec", "another"),
        found: &[],
        surfaces: &["codec"],
    },
    Row {
        what: "a submodule above a glob takes another version",
        change: |repo| submodule(repo, "deps/core", "another"),
        found: &[],
        surfaces: &["keys"],
    },
    Row {
        what: "a submodule above a glob goes away",
        change: |repo| {
            fs_err::remove_dir_all(repo.path("deps/core")).unwrap();
        },
        found: &["dead-glob"],
        surfaces: &["keys"],
    },
    Row {
        what: "a submodule above a glob moves out of its reach",
        change: |repo| fs_err::rename(repo.path("deps/core"), repo.path("libs/core")).unwrap(),
        found: &["dead-glob", "moved-out"],
        surfaces: &["keys"],
    },
    Row {
        what: "a glob below a submodule goes out of the map",
        change: |repo| config(repo, "deps/core/keys/**", "src/pay/f*"),
        found: &["surface-narrowed"],
        surfaces: &[],
    },
    Row {
        what: "a path of no surface changes",
        change: |repo| {
            repo.write("README.md", "more");
        },
        found: &[],
        surfaces: &[],
    },
    Row {
        what: "a pin goes out of the map",
        change: |repo| {
            config(repo, r#""gates": ["secure", "validate"], "pinned": true"#, r#""gates": ["secure", "validate"]"#);
        },
        found: &["pin-removed"],
        surfaces: &[],
    },
    Row {
        what: "a gate goes out of the map",
        change: |repo| config(repo, r#"["secure", "validate"]"#, r#"["secure"]"#),
        found: &["gate-removed"],
        surfaces: &[],
    },
    Row {
        what: "a gate takes another name",
        change: |repo| config(repo, r#"["ui-review"]"#, r#"["eval-review"]"#),
        found: &["gate-renamed"],
        surfaces: &[],
    },
    Row {
        what: "a threshold of depth is raised",
        change: |repo| config(repo, r#""many_waves": 3"#, r#""many_waves": 9"#),
        found: &["threshold-raised"],
        surfaces: &[],
    },
    Row {
        what: "a checkpoint comes later",
        change: |repo| config(repo, r#""threshold": 50"#, r#""threshold": 90"#),
        found: &["threshold-raised"],
        surfaces: &[],
    },
    Row {
        what: "a threshold is lowered",
        change: |repo| config(repo, r#""threshold": 50"#, r#""threshold": 40"#),
        found: &[],
        surfaces: &[],
    },
    Row {
        what: "a word means done from now on",
        change: |repo| {
            config(repo, r#""pipeline": {"#, r#""pipeline": {"words": {"SECURITY": {"done": ["green lit"]}}, "#);
        },
        found: &["words-widened"],
        surfaces: &[],
    },
    Row {
        what: "uncommitted paths never interrupt from now on",
        change: |repo| config(repo, r#""pipeline": {"#, r#""pipeline": {"ignore_wip": ["src/pay/**"], "#),
        found: &["wip-ignore-widened"],
        surfaces: &[],
    },
    Row {
        what: "a step is switched off",
        change: |repo| config(repo, r#""security_enforcement": true"#, r#""security_enforcement": false"#),
        found: &["pinned-gate-off", "switched-off"],
        surfaces: &[],
    },
];

fn begun() -> Repo {
    let repo = Repo::new();
    repo.write(".planning/config.json", MAP).write("README.md", "read me");
    for file in ["src/pay/tax.rs", "src/pay/fee.rs", "migrations/001.sql", "src/ui/app.rs", "src/ui/menu.rs"] {
        repo.write(file, format!("// {file}\n"));
    }
    for at in ["libs/codec", "deps/core"] {
        repo.git(&["init", "--quiet", at]);
        submodule(&repo, at, "one");
    }
    repo.commit("docs: begin");
    repo
}

#[test]
fn each_is_found_and_every_format_tells_it() {
    for row in TABLE {
        let repo = begun();
        let base = repo.id("HEAD");
        (row.change)(&repo);
        repo.commit("chore: change it");
        let options = ["--base", base.as_str()];
        let value = json(&repo, &options);
        let what = row.what;
        let mut found = rules(&value);
        found.sort_unstable();
        assert_eq!(found, row.found, "{what}: {value}");
        let surfaces: Vec<&str> = value["range"]["surfaces"]
            .as_array()
            .unwrap()
            .iter()
            .map(|surface| surface["name"].as_str().unwrap())
            .collect();
        assert_eq!(surfaces, row.surfaces, "{what}");
        let is_error = value["counts"]["error"].as_u64().unwrap() > 0;
        assert_eq!(value["exit"], u64::from(is_error), "{what}");

        let of = |format: &str| {
            let ran = lint(&repo, &[&options[..], &["--format", format]].concat());
            assert_eq!(value["exit"], ran.code, "{what} {format}");
            ran.out
        };
        let (human, github) = (of("human"), of("github"));
        let log: Value = serde_json::from_str(&of("sarif")).unwrap();
        let results = log["runs"][0]["results"].as_array().unwrap();
        assert_eq!(results.len(), row.found.len(), "{what}");
        assert_eq!(github.lines().filter(|line| !line.starts_with("::notice ")).count(), row.found.len(), "{what}");
        for finding in value["findings"].as_array().unwrap() {
            let (rule, message) = (finding["rule"].as_str().unwrap(), finding["message"].as_str().unwrap());
            let word = finding["severity"].as_str().unwrap();
            assert!(human.contains(&format!("{word}[{rule}]")) && human.contains(message), "{what}: {human}");
            assert!(github.contains(&rule.replace(':', "%3A")) && github.contains(message), "{what}: {github}");
            let is_told = |result: &&Value| {
                result["ruleId"] == rule && result["message"]["text"].as_str().unwrap().contains(message)
            };
            let result = results.iter().find(is_told).unwrap_or_else(|| panic!("{what}: {log}"));
            assert_eq!(result["level"], word, "{what}");
        }
    }
}

#[test]
fn a_submodule_that_moved_and_is_not_committed_is_touched_below_it() {
    let repo = begun();
    repo.git(&["branch", "base"]);
    submodule(&repo, "deps/core", "another");
    let value = json(&repo, &["--base", "base"]);
    assert_eq!(value["range"]["surfaces"], serde_json::json!([{"name": "keys", "path": "deps/core"}]), "{value}");
    repo.commit("chore: take it");
    // Beside a submodule nothing is below it.
    repo.git(&["branch", "--force", "base"]);
    repo.write("deps/corex", "other").commit("chore: beside it");
    let value = json(&repo, &["--base", "base"]);
    assert_eq!(value["range"]["surfaces"], serde_json::json!([]), "{value}");
}

#[test]
fn what_could_not_be_looked_at_is_told_in_every_format_with_the_command_that_helps() {
    let repo = begun();
    let last = repo.write("README.md", "more").commit("docs: more");
    let from = format!("file://{}", repo.root().display());
    let shallow = Repo::without_git();
    shallow.git(&["clone", "--quiet", "--depth", "1", &from, "."]);
    shallow.settle();
    let short = &last[..7];
    let empty = format!("phase-pipeline lint --range {short}~1..{short}");
    let fetch = "git fetch origin +refs/heads/dev:refs/remotes/origin/dev";
    let nothing = Repo::without_git();
    for (repo, base, code, told) in [
        (&repo, "main", 13, empty.as_str()),
        (&repo, "origin/dev", 13, fetch),
        (&shallow, "origin/dev", 13, "git fetch --unshallow origin"),
        (&nothing, "main", 3, "no git repository"),
    ] {
        for format in ["human", "json", "github", "sarif"] {
            let ran = lint(repo, &["--base", base, "--exit-zero", "--format", format]);
            assert_eq!(ran.code, code, "{format} {base}: {}{}", ran.out, ran.err);
            let all = format!("{}{}", ran.out, ran.err);
            assert!(all.contains(told), "{format} {base}: {told}: {all}");
            assert!(!all.contains("clean"), "{format}: {all}");
        }
    }
}
