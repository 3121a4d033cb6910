//! Every rule's examples are built as real repositories: the bad one has the finding, the good one has not.

use phase_pipeline::engine::lint::{Asks, Example, Rule};
use phase_pipeline::methodology::ALL;

use super::{json, rules};
use crate::common::repo::Repo;

/// An example as a repository, and its first commit.
fn built(example: Example) -> (Repo, String) {
    let repo = Repo::new();
    let mut base = None;
    for step in example.0 {
        for (path, text) in step.files {
            match text {
                _ if path.ends_with('/') => submodule(&repo, path),
                Some("") => repo.write(path, format!("// {path}\n")),
                Some(text) => repo.write(path, text),
                None => repo.remove(path),
            };
        }
        let commit = repo.commit(step.subject);
        base.get_or_insert(commit);
    }
    (repo, base.unwrap())
}

/// The names of the rules that find something in an example.
fn found(rule: &Rule, example: Example) -> Vec<String> {
    let (repo, base) = built(example);
    let is_range = example.0.len() > 1 && rule.asks != Asks::Phase;
    let mut options = if is_range { vec!["--base", &base] } else { vec!["--all"] };
    if rule.asks == Asks::Uncovered {
        options.push("--uncovered");
    }
    let value = json(&repo, &options);
    assert_eq!(value["undetermined"], serde_json::Value::Null, "{}", rule.id);
    rules(&value).into_iter().map(str::to_owned).collect()
}

/// Puts another repository into a folder, as `git submodule add` does.
fn submodule<'r>(repo: &'r Repo, path: &str) -> &'r Repo {
    repo.git(&["init", "--quiet", path]);
    let own = |arguments: &[&str]| repo.git(&[&["-C", path][..], arguments].concat());
    own(&["-c", "user.name=A", "-c", "user.email=a@example.com", "commit", "--quiet", "--allow-empty", "-m", "begin"]);
    let name = path.trim_end_matches('/');
    repo.write(".gitmodules", format!("[submodule \"{name}\"]\n\tpath = {name}\n\turl = ../{name}\n"))
}

#[test]
fn every_rule_finds_its_bad_example_and_passes_its_good_one() {
    let all: Vec<&Rule> = ALL.iter().flat_map(|methodology| methodology.rules()).collect();
    let names: Vec<&str> = all.iter().map(|rule| rule.name).collect();
    for (at, rule) in all.iter().enumerate() {
        assert!(all.iter().skip(at + 1).all(|other| other.id != rule.id && other.name != rule.name), "{}", rule.id);
        let (bad, good) = (found(rule, rule.bad), found(rule, rule.good));
        assert!(bad.iter().any(|name| name == rule.name), "{} {}: bad gives {bad:?}", rule.id, rule.name);
        assert!(!good.iter().any(|name| name == rule.name), "{} {}: good gives {good:?}", rule.id, rule.name);
        assert!(bad.iter().all(|name| names.contains(&name.as_str())), "{bad:?}");
        if rule.asks != Asks::Phase {
            assert_eq!(rule.asks == Asks::Range, rule.bad.0.len() > 1, "{}", rule.id);
        }
    }
}

#[test]
fn what_is_wrong_with_a_plan_is_shown_at_its_line() {
    let shown = |id: &str| -> (usize, String) {
        let rule = ALL.iter().flat_map(|methodology| methodology.rules()).find(|rule| rule.id == id).unwrap();
        let repo = built(rule.bad).0;
        let value = json(&repo, &["--all"]);
        let finding =
            value["findings"].as_array().unwrap().iter().find(|finding| finding["name"] == rule.name).unwrap();
        let number = |key: &str| usize::try_from(finding[key].as_u64().unwrap()).unwrap();
        let text = std::fs::read_to_string(repo.path(finding["file"].as_str().unwrap())).unwrap();
        let line = text.lines().nth(number("line") - 1).unwrap();
        let (column, end) = (number("column"), number("end_column"));
        (number("line"), line.chars().skip(column - 1).take(end - column).collect())
    };
    for (id, line, words) in [
        ("P001", 4, "07-02"),
        ("P002", 4, "07-04"),
        ("P003", 4, "wave: 2"),
        ("P004", 4, "src/app.ts"),
        ("P005", 4, "libs/codec/src/jpeg.c"),
        ("P007", 1, "---"),
    ] {
        assert_eq!(shown(id), (line, words.to_owned()), "{id}");
    }
}
