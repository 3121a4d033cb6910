//! Reads the sources of this project and keeps the walls between its parts; `house/walls.rs` lists them.

mod source;
mod walls;

use std::collections::BTreeSet;
use std::path::Path;

use source::{Fact, Source, What};
use walls::{DIRECTIONS, ENGINE_LINTS, Forbidden, MOST_LINES, WALLS, Wall};

/// Folders whose Rust files are read.
const ROOTS: [&str; 4] = ["src", "tests", "benches", "examples"];

/// Every Rust file of the project.
fn house() -> Vec<Source> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let mut open: Vec<_> = ROOTS.iter().map(|folder| root.join(folder)).filter(|folder| folder.is_dir()).collect();
    let mut sources = Vec::new();
    while let Some(path) = open.pop() {
        if path.is_dir() {
            open.extend(fs_err::read_dir(&path).unwrap().map(|entry| entry.unwrap().path()));
        } else if path.extension().is_some_and(|end| end == "rs") {
            let below = path.strip_prefix(root).unwrap().to_str().unwrap().replace('\\', "/");
            sources.push(Source::parse(&below, &fs_err::read_to_string(&path).unwrap()));
        }
    }
    sources.sort_by(|a, b| a.path.cmp(&b.path));
    assert!(sources.iter().any(|source| source.path == "src/engine/mod.rs"), "the sources were not found");
    sources
}

/// Everything that is wrong with these files, one line each.
fn complaints(sources: &[Source]) -> Vec<String> {
    let test_files: Vec<String> = sources.iter().flat_map(Source::test_files).collect();
    let mut complaints = Vec::new();
    for source in sources {
        let is_test_file =
            !source.path.starts_with("src/") || test_files.iter().any(|file| is_module(&source.path, file));
        for fact in &source.facts {
            let in_test = fact.in_test || is_test_file;
            let mut complain = |id: &str, why: &str| {
                complaints.push(format!("{}:{}: {id}: {:?}: {why}", source.path, fact.line, fact.what));
            };
            for wall in WALLS.iter().filter(|wall| stands_in_the_way(wall, &source.path, fact, in_test)) {
                complain(wall.id, wall.why);
            }
            if !in_test && let Some(why) = goes_the_wrong_way(&source.path, fact) {
                complain("directions", &why);
            }
        }
        if source.lines > MOST_LINES {
            complaints.push(format!("{}: size: {} lines, more than {MOST_LINES}", source.path, source.lines));
        }
    }
    complaints
}

/// True when the file at `path` is the module at `module` (a path without its ending), or lies below it.
fn is_module(path: &str, module: &str) -> bool {
    path.strip_prefix(module).is_some_and(|rest| rest.starts_with('/') || rest == ".rs")
}

fn stands_in_the_way(wall: &Wall, path: &str, fact: &Fact, in_test: bool) -> bool {
    let lies_in = |folders: &[&str]| folders.iter().any(|folder| path.starts_with(folder));
    lies_in(wall.within)
        && !lies_in(wall.except)
        && (wall.tests_too || !in_test)
        && wall.forbidden.iter().any(|forbidden| is_forbidden(*forbidden, &fact.what))
}

fn is_forbidden(forbidden: Forbidden, what: &What) -> bool {
    match (forbidden, what) {
        (Forbidden::Path(path), What::Path(named)) => match named.strip_suffix('*') {
            Some(all) => path.starts_with(all) || named.starts_with(&format!("{path}::")),
            None => named == path || named.starts_with(&format!("{path}::")),
        },
        (Forbidden::Macro(name), What::Macro(called)) | (Forbidden::Method(name), What::Method(called)) => {
            name == called
        }
        (Forbidden::EngineLevel, What::Level { level, lints, .. }) => {
            level != "deny" && level != "forbid" && lints.iter().any(|lint| ENGINE_LINTS.contains(&lint.as_str()))
        }
        (Forbidden::BareLevel, What::Level { level, has_reason, .. }) => {
            level == "allow" || (level == "expect" && !has_reason)
        }
        _ => false,
    }
}

/// Why the file at `path` may not name what it names.
fn goes_the_wrong_way(path: &str, fact: &Fact) -> Option<String> {
    let What::Path(named) = &fact.what else { return None };
    let from = path.strip_prefix("src/")?.split(['/', '.']).next()?;
    let to = named.strip_prefix("crate::")?.split("::").next()?;
    let Some((_, allowed)) = DIRECTIONS.iter().find(|(module, _)| *module == from) else {
        return Some(format!("`{from}` has no row in DIRECTIONS"));
    };
    (from != to && !allowed.contains(&to)).then(|| format!("`{from}` may name {allowed:?}"))
}

#[test]
fn the_house_keeps_its_walls() {
    let complaints = complaints(&house());
    assert!(complaints.is_empty(), "\n{}\n", complaints.join("\n"));
}

#[test]
fn the_engine_denies_what_would_panic() {
    let house = house();
    let engine = house.iter().find(|source| source.path == "src/engine/mod.rs").unwrap();
    let denied: Vec<&str> = engine
        .facts
        .iter()
        .filter_map(|fact| match &fact.what {
            What::Level { level, lints, .. } if level == "deny" && !fact.in_test => Some(lints),
            _ => None,
        })
        .flatten()
        .map(String::as_str)
        .collect();
    for lint in ENGINE_LINTS {
        assert!(denied.contains(lint), "src/engine/mod.rs no longer denies {lint}");
    }
}

/// The ids of the walls that a house of this one file runs into.
fn ids(path: &str, text: &str) -> BTreeSet<String> {
    complaints(&[Source::parse(path, text)]).iter().map(|line| line.split(": ").nth(1).unwrap().to_owned()).collect()
}

#[test]
fn every_wall_stops_what_it_forbids_and_nothing_else() {
    for wall in WALLS {
        assert!(!wall.bad.is_empty() && !wall.good.is_empty(), "{}", wall.id);
        for (path, text) in wall.bad {
            assert_eq!(ids(path, text), [wall.id.to_owned()].into(), "{path}: {text}");
        }
        for (path, text) in wall.good {
            assert_eq!(ids(path, text), BTreeSet::new(), "{path}: {text}");
        }
    }
}

#[test]
fn directions_are_seen_however_a_path_is_written() {
    for (path, text) in [
        ("src/engine/a.rs", "use crate::git::life;"),
        ("src/engine/a.rs", "use crate::{engine::path, read::env};"),
        ("src/engine/a.rs", "fn f() { crate::gsd::steps::find(); }"),
        ("src/engine/a.rs", "use super::super::git;"),
        ("src/engine/a/b.rs", "fn f() -> super::super::super::read::Text { g() }"),
        ("src/engine/mod.rs", "use super::git::life as engine;"),
        ("src/engine/a.rs", "macro_rules! m { () => { $crate::git::open() } }"),
        ("src/gsd/a.rs", "use crate::gse::tasks;"),
        ("src/gse/a.rs", "use crate::gsd::steps;"),
        ("src/git/a.rs", "use crate::gsd::steps;"),
        ("src/write/a.rs", "use crate::read::env;"),
        ("src/output/a.rs", "use crate::gsd::words;"),
        ("src/commands/a.rs", "use crate::main::run;"),
        ("src/commands/a.rs", "use crate::gsd::steps;"),
        ("src/docs.rs", "use crate::gse::tables;"),
        ("src/main.rs", "use phase_pipeline::engine::path;"),
        ("src/lib.rs", "pub mod write; fn f() { write::all(); }"),
        ("src/novel/a.rs", "use crate::engine::path;"),
    ] {
        assert_eq!(ids(path, text), ["directions".to_owned()].into(), "{path}: {text}");
    }
    for (path, text) in [
        ("src/engine/a.rs", "use super::path; use self::b; use crate::engine::life; mod b { use super::c; }"),
        ("src/gsd/read/a.rs", "use super::super::steps; use crate::{engine, git, read};"),
        ("src/engine/a.rs", "#[cfg(test)] mod tests { use crate::gsd; }"),
        ("src/commands/a.rs", "use crate::{write, methodology, output};"),
        ("src/main.rs", "use phase_pipeline::commands;"),
        ("src/lib.rs", "pub mod cli; pub mod write; fn f() { cli::parse(); }"),
        ("src/engine/a.rs", "pub(crate) fn f() {} //! crate::git"),
    ] {
        assert_eq!(ids(path, text), BTreeSet::new(), "{path}: {text}");
    }
}

/// A methodology's code, its tests included, and its words.
#[test]
fn methodologies_do_not_know_each_other() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    for (own, other, name) in [("gsd", "gse", "GSE"), ("gse", "gsd", "GSD")] {
        let mut files = 0;
        for source in house().iter().filter(|source| source.path.starts_with(&format!("src/{own}"))) {
            files += 1;
            for fact in &source.facts {
                let What::Path(path) = &fact.what else { continue };
                let names = path.split("::").any(|part| part == other);
                assert!(!names, "{}:{} names {path}", source.path, fact.line);
            }
            let text = fs_err::read_to_string(root.join(&source.path)).unwrap();
            assert!(!text.contains(name), "{} speaks of {name}", source.path);
        }
        assert!(files > 10, "only {files} files of {own} were read");
    }
}

#[test]
fn a_file_that_only_tests_see_is_a_test() {
    let count = |path: &str| {
        let parent = Source::parse("src/engine/a.rs", "#[cfg(test)]\nmod tests;\nmod other;");
        complaints(&[parent, Source::parse(path, "fn f(x: Option<u8>) { x.unwrap(); }")]).len()
    };
    assert_eq!(count("src/engine/a/tests.rs"), 0);
    assert_eq!(count("src/engine/a/tests/more.rs"), 0);
    assert_eq!(count("src/engine/a/other.rs"), 1);
    assert_eq!(count("src/engine/a/tests_of_it.rs"), 1);
}

#[test]
fn a_file_that_is_too_long_is_told() {
    let text = "\n".repeat(MOST_LINES);
    assert_eq!(ids("tests/a.rs", &text), BTreeSet::new());
    assert_eq!(ids("tests/a.rs", &format!("{text}\n")), ["size".to_owned()].into());
}

#[test]
fn a_complaint_names_the_line() {
    let complaints = complaints(&[Source::parse("src/git/a.rs", "\n\nfn f() {\n    println!(\"x\");\n}\n")]);
    assert_eq!(complaints.len(), 1);
    assert!(complaints[0].starts_with("src/git/a.rs:4: printing-in-output: "), "{complaints:?}");
}
