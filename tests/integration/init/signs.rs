//! Every sign of the table is enough for its surface, and is understood as it is written.

use std::collections::BTreeSet;

use phase_pipeline::engine::path::RepoPath;
use phase_pipeline::engine::propose::signs::SIGNS;
use phase_pipeline::engine::propose::{Counts, Form, Holds, Sign, Tree, propose};
use phase_pipeline::gsd::starters::VOCABULARY;

/// Files that a pattern stands for, `*` being anything.
fn like(pattern: &str) -> String {
    pattern.replace('*', "one")
}

/// A tree that holds nothing but the sign.
fn tree_of(sign: &Sign) -> Vec<String> {
    let fitting = match sign.holds {
        Holds::Anything => vec!["thing.ts".to_owned()],
        Holds::AThirdOf(patterns) | Holds::Near(patterns) => patterns.iter().map(|pattern| like(pattern)).collect(),
    };
    let top = |text: &str| like(text.trim_start_matches('/'));
    match sign.form {
        Form::File(name) => vec![top(name)],
        Form::Folder(name) => fitting.iter().map(|file| format!("{}/{file}", top(name))).collect(),
        Form::Word(word) => match sign.holds {
            Holds::AThirdOf(patterns) => vec![format!("src/{word}-{}", like(patterns[0]))],
            _ => vec![format!("src/{word}-thing.ts")],
        },
    }
}

/// The globs of a surface in a tree.
fn globs(paths: &[String], surface: &str) -> Vec<String> {
    let tree = Tree::of(&paths.iter().map(|path| RepoPath::from(path.as_str())).collect::<Vec<_>>());
    let proposed = propose(&tree, &VOCABULARY, &BTreeSet::new());
    let one = proposed.into_iter().find(|one| one.starter.name == surface).unwrap();
    one.fitted.globs.into_iter().map(|fitted| fitted.glob).collect()
}

#[test]
fn each_sign_makes_its_surface_unless_it_counts_beside_others_alone() {
    for sign in SIGNS {
        let alone = tree_of(sign);
        assert_eq!(globs(&alone, sign.surface).is_empty(), sign.beside, "{}: {alone:?}", sign.words());
        if sign.beside {
            let other = SIGNS.iter().find(|other| other.surface == sign.surface && !other.beside).unwrap();
            let both = [alone, tree_of(other)].concat();
            assert!(globs(&both, sign.surface).len() > 1, "{}: {both:?}", sign.words());
        }
    }
}

#[test]
fn a_sign_among_tests_documents_or_other_peoples_code_says_nothing() {
    for sign in SIGNS.iter().filter(|sign| sign.counts != Counts::TextsAndTests && !sign.form.text().starts_with('/')) {
        for above in ["tests", "docs", "vendor", "dist", ".tool", "examples"] {
            let paths: Vec<String> = tree_of(sign).iter().map(|path| format!("{above}/{path}")).collect();
            let found = globs(&paths, sign.surface);
            assert!(found.is_empty(), "{}: {paths:?}: {found:?}", sign.words());
        }
    }
}
