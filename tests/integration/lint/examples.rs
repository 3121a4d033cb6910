//! Every rule's examples are built as real repositories: the bad one has the finding, the good one has not.

use phase_pipeline::engine::lint::{Asks, Example, Rule};
use phase_pipeline::methodology::ALL;

use super::{json, rules};
use crate::common::repo::Repo;

/// The names of the rules that find something in an example.
fn found(rule: &Rule, example: Example) -> Vec<String> {
    let repo = Repo::new();
    let mut base = None;
    for step in example.0 {
        for (path, text) in step.files {
            match text {
                Some("") => repo.write(path, format!("// {path}\n")),
                Some(text) => repo.write(path, text),
                None => repo.remove(path),
            };
        }
        let commit = repo.commit(step.subject);
        base.get_or_insert(commit);
    }
    let base = base.unwrap();
    let is_range = example.0.len() > 1 && rule.asks != Asks::Phase;
    let mut options = if is_range { vec!["--base", &base] } else { vec!["--all"] };
    if rule.asks == Asks::Uncovered {
        options.push("--uncovered");
    }
    let value = json(&repo, &options);
    assert_eq!(value["undetermined"], serde_json::Value::Null, "{}", rule.id);
    rules(&value).into_iter().map(str::to_owned).collect()
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
