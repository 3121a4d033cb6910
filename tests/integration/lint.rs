//! The check as a user meets it: every rule by its examples, ranges, formats, and texts that mean harm.

mod artifacts;
mod cut_ranges;
mod day_one;
mod examples;
mod formats;
mod ledgers;
mod locks;
mod lost_locks;
mod ranges;
mod takes_back;

use serde_json::Value;

use crate::common::bin::{Bin, Ran};
use crate::common::repo::Repo;

/// Runs the check with these options.
fn lint(repo: &Repo, options: &[&str]) -> Ran {
    let arguments: Vec<&str> = ["lint"].iter().chain(options).copied().collect();
    Bin::in_folder(repo.root()).run(&arguments)
}

/// The answer in JSON, held to its schema.
fn json(repo: &Repo, options: &[&str]) -> Value {
    let ran = lint(repo, &[options, &["--format", "json"]].concat());
    let value: Value = serde_json::from_str(&ran.out).unwrap_or_else(|error| panic!("{error}: {}{}", ran.out, ran.err));
    let schema: Value = serde_json::from_str(&phase_pipeline::output::json::lint_schema()).unwrap();
    let errors: Vec<String> = jsonschema::validator_for(&schema)
        .unwrap()
        .iter_errors(&value)
        .map(|error| format!("{}: {error}", error.instance_path()))
        .collect();
    assert_eq!(errors, Vec::<String>::new(), "{}", ran.out);
    assert_eq!(value["exit"], ran.code);
    value
}

/// The names of the rules that found something.
fn rules(value: &Value) -> Vec<&str> {
    value["findings"].as_array().unwrap().iter().map(|finding| finding["name"].as_str().unwrap()).collect()
}

/// A repository with one commit that holds this config and these files.
fn project(config: &str, files: &[&str]) -> Repo {
    let repo = Repo::new();
    repo.write(".planning/config.json", config);
    for file in files {
        repo.write(file, format!("// {file}\n"));
    }
    repo.commit("docs: begin");
    repo
}
