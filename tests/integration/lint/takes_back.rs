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

/// Moves it and writes one of its lines anew.
fn changed(repo: &Repo, from: &str, to: &str) {
    let text = fs_err::read_to_string(repo.path(from)).unwrap();
    assert!(text.contains("rate 3\n"));
    repo.write(to, text.replace("rate 3\n", "rate three\n")).remove(from);
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
        what: "a file moves out of a pinned surface and changes on the way",
        change: |repo| changed(repo, "src/pay/rates.rs", "src/rates.rs"),
        found: &["moved-out"],
        surfaces: &["pay"],
    },
    Row {
        what: "a file changes on the way within its surface",
        change: |repo| changed(repo, "src/pay/rates.rs", "src/pay/eu/rates.rs"),
        found: &[],
        surfaces: &["pay"],
    },
    Row {
        what: "a file of a pinned surface goes away, and another comes that is not like it",
        change: |repo| {
            repo.remove("src/pay/rates.rs").write("src/rates.rs", "// something else\n".repeat(20));
        },
        found: &[],
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
    repo.write("src/pay/rates.rs", (0..20).map(|rate| format!("// rate {rate}\n")).collect::<Vec<_>>().concat());
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
        let of_range = |text: &str| text.contains("surfaces it touches: ");
        assert_eq!(
            log.to_string().matches("surfaces it touches: ").count(),
            usize::from(!surfaces.is_empty()),
            "{what}"
        );
        assert!([&human, &github].iter().all(|text| of_range(text) != surfaces.is_empty()), "{what}");
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
fn what_moved_and_changed_is_what_git_takes_for_renamed() {
    let repo = begun();
    let text = |file: usize, old: usize| -> String {
        let line = |line: usize| format!("// {} of file {file}, line {line}\n", if line < old { "new" } else { "old" });
        (0..30).map(line).collect::<Vec<_>>().concat()
    };
    for file in 0..31 {
        repo.write(&format!("src/pay/f{file}.rs"), text(file, 0));
    }
    repo.commit("feat: files");
    repo.git(&["branch", "base"]);
    for file in 0..31 {
        let name = if file % 2 == 0 { format!("src/f{file}.rs") } else { format!("src/other{file}.rs") };
        repo.remove(&format!("src/pay/f{file}.rs")).write(&name, text(file, file));
    }
    repo.commit("refactor: move");
    let renamed = repo.git(&["diff", "--find-renames=50%", "--diff-filter=R", "--name-status", "base", "HEAD"]);
    let renamed: Vec<String> = renamed
        .lines()
        .map(|line| {
            let fields: Vec<&str> = line.split('\t').collect();
            format!("{} {} {}", fields[1], fields[2], fields[0].trim_start_matches(['R', '0']))
        })
        .collect();
    assert!((10..25).contains(&renamed.len()), "{renamed:?}");
    let value = json(&repo, &["--base", "base"]);
    let moved = value["findings"].as_array().unwrap().iter().filter(|finding| finding["name"] == "moved-out");
    let told = |finding: &Value| {
        let (message, evidence) = (finding["message"].as_str().unwrap(), finding["evidence"].as_array().unwrap());
        let (from, to) = message.split_once(',').unwrap().0.split_once(" moved to ").unwrap();
        let percent = evidence.get(1).map_or("100", |told| told.as_str().unwrap().split_once(' ').unwrap().0);
        format!("{from} {to} {percent}")
    };
    let mut told: Vec<String> = moved.map(told).collect();
    told.sort_by_key(|told| renamed.iter().position(|renamed| renamed == told));
    assert_eq!(told, renamed);
}

#[test]
fn what_is_too_large_to_be_compared_is_told() {
    let repo = begun();
    let large = (0..90_000).map(|line| format!("// line {line}\n")).collect::<Vec<_>>().concat();
    repo.write("src/pay/large.rs", &large).commit("feat: a large file");
    repo.git(&["branch", "base"]);
    repo.remove("src/pay/large.rs").write("src/large.rs", format!("// more\n{large}")).commit("refactor: move it");
    let value = json(&repo, &["--base", "base"]);
    assert_eq!(rules(&value), [] as [&str; 0]);
    let notes = value["notes"].to_string();
    assert!(notes.contains("was not asked of 2 files"), "{notes}");
    // What only came, and can be none of what went away, is no question.
    repo.git(&["branch", "--force", "base"]);
    repo.remove("src/pay/rates.rs").write("src/larger.rs", format!("// less\n{large}")).commit("refactor: rates go");
    assert_eq!(json(&repo, &["--base", "base"])["notes"], serde_json::json!([]));
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
