//! The map that each layout gets. The snapshots are read by people: each should be what somebody who knows the project would
//! write by hand.

use std::collections::BTreeSet;
use std::fmt::Write as _;

use phase_pipeline::engine::activate::CompiledMap;
use phase_pipeline::engine::path::RepoPath;
use phase_pipeline::engine::propose::coverage::coverage;
use phase_pipeline::engine::propose::signs::SIGNS;
use phase_pipeline::engine::propose::{Proposed, Tree, map_of, propose};
use phase_pipeline::gsd::starters::VOCABULARY;

use super::trees::TREES;

fn tree(paths: &[&str]) -> Tree {
    Tree::of(&paths.iter().map(|path| RepoPath::from(*path)).collect::<Vec<_>>())
}

fn proposed(tree: &Tree) -> Vec<Proposed> {
    propose(tree, &VOCABULARY, &BTreeSet::new())
}

/// A line per glob, and what no surface covers.
fn told(tree: &Tree) -> String {
    let proposed = proposed(tree);
    let mut out = String::new();
    for one in proposed.iter().filter(|one| one.is_there()) {
        let _ = writeln!(out, "{}", one.starter.name);
        for fitted in &one.fitted.globs {
            let _ = writeln!(out, "  {} ({})", fitted.glob, fitted.files.len());
        }
    }
    let map = CompiledMap::new(map_of(&proposed), RepoPath::default()).unwrap();
    let covered = |path: &str| !map.of_path(&RepoPath::from(path)).is_empty();
    let files = tree.files.iter().filter(|file| file.aside.is_none() && !covered(&file.path));
    let rest: Vec<&str> = files.map(|file| file.path.as_str()).collect();
    let _ = writeln!(out, "no surface: {}", rest.join(" "));
    out
}

#[test]
fn each_layout_gets_a_short_map_of_its_own() {
    let mut out = String::new();
    for (layout, paths) in TREES {
        let _ = writeln!(out, "# {layout}\n{}", told(&tree(paths)));
    }
    insta::assert_snapshot!("layouts", out);
}

#[test]
fn every_layout_of_the_table_has_a_tree() {
    for sign in SIGNS {
        assert!(TREES.iter().any(|(layout, _)| *layout == sign.layout), "{}", sign.layout);
    }
}

#[test]
fn no_glob_is_dead_and_none_takes_what_is_set_aside_elsewhere() {
    for (layout, paths) in TREES {
        let tree = tree(paths);
        let proposed = proposed(&tree);
        for one in &proposed {
            assert!(one.fitted.globs.len() <= 21, "{layout}: {} is long", one.starter.name);
            for fitted in one.fitted.globs.iter().filter(|fitted| !fitted.glob.starts_with('!')) {
                assert!(!fitted.files.is_empty(), "{layout}: {} is dead", fitted.glob);
                let aside = fitted.files.iter().filter(|place| !tree.is_source(**place));
                for path in aside.map(|place| tree.path(*place)) {
                    let is_foreign =
                        ["vendor/", "docs/", "examples/", "Pods/"].iter().any(|begin| path.starts_with(begin));
                    assert!(!is_foreign, "{layout}: {} takes {path}", fitted.glob);
                }
            }
            let negated = one.fitted.globs.iter().any(|fitted| fitted.glob.starts_with('!'));
            assert!(!negated || !one.starter.pinned, "{layout}: {}", one.starter.name);
        }
        let coverage = coverage(
            &tree,
            Some(&CompiledMap::new(map_of(&proposed), RepoPath::default()).unwrap()),
            &RepoPath::default(),
        );
        assert!(coverage.covered <= coverage.source && coverage.source <= coverage.files);
    }
}

#[test]
fn the_order_of_the_files_changes_nothing() {
    for (layout, paths) in TREES {
        let mut backwards = paths.to_vec();
        backwards.reverse();
        backwards.extend_from_slice(paths);
        assert_eq!(told(&tree(&backwards)), told(&tree(paths)), "{layout}");
    }
}

#[test]
fn names_that_mean_something_in_a_glob_are_left_alone() {
    let tree = tree(&[
        "!x/auth/a.ts",
        "x/auth/a.ts",
        ":x/auth/a.ts",
        "a{b,c}/auth/a.ts",
        "a*/auth/a.ts",
        " b/auth/a.ts",
        "r\u{202e}/auth/a.ts",
        "app/[id]/auth/a.ts",
        "app/@modal/(.)auth/a.ts",
    ]);
    assert_eq!(tree.unwritable, 6);
    let proposed = proposed(&tree);
    let security = proposed.iter().find(|one| one.starter.name == "security").unwrap();
    let globs: Vec<&str> = security.fitted.globs.iter().map(|fitted| fitted.glob.as_str()).collect();
    assert_eq!(globs, ["app/@modal/(.)auth/**", "app/[id]/auth/**", "x/auth/**"]);
}
