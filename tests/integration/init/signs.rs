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
    let beside = sign.next_to.first().map(|name| like(name));
    let mut files = match sign.form {
        Form::File(name) => vec![top(name)],
        Form::Folder(name) => fitting.iter().map(|file| format!("{}/{file}", top(name))).collect(),
        Form::Word(words) => match (words.replace(' ', "-"), sign.holds) {
            (word, Holds::AThirdOf(patterns)) => vec![format!("src/{word}-{}", like(patterns[0]))],
            (word, _) => vec![format!("src/{word}-thing.ts")],
        },
    };
    files.extend(beside);
    files
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
fn a_sign_that_asks_for_a_neighbour_says_nothing_without_it() {
    for sign in SIGNS.iter().filter(|sign| !sign.next_to.is_empty()) {
        let mut alone = tree_of(sign);
        let neighbour = alone.pop().unwrap();
        assert_eq!(globs(&alone, sign.surface), [""; 0], "{}: {alone:?}", sign.words());
        alone.push(format!("elsewhere/{neighbour}"));
        assert_eq!(globs(&alone, sign.surface), [""; 0], "{}: {alone:?}", sign.words());
    }
}

#[test]
fn a_name_that_says_less_than_a_sign_is_none() {
    for (surface, paths) in [
        ("security", &["src/keys/api.ts", "src/lib/key-api.ts", "src/apikeyboard.ts", "app/proxy.ts"][..]),
        ("security", &["src/authorized.ts", "tools/credentials.py", "scripts/encrypt.py", "debug/hmac.py"]),
        ("schema", &["src/schema.ts", "lib/comprehension-schema.ts", "src/migrate.ts", "db/schema.md"]),
        ("payments", &["tools/billing.py", "scripts/tools/invoice.ts"]),
        ("ui", &["packages/js/index.js", "src/context/parser.ts", "src/styles.scss"]),
        ("ai", &["lib/installPrompt.ts", "src/system.ts"]),
        ("data", &["src/db/seed.csv", "persistence/state.json"]),
    ] {
        for path in paths {
            assert_eq!(globs(&[(*path).to_owned()], surface), [""; 0], "{path}");
        }
    }
}

#[test]
fn what_a_product_offers_as_tools_is_no_errand() {
    for (surface, path) in [
        ("payments", "app/agents/tools/stripe_tools.py"),
        ("payments", "app/agents/tools/invoicing.py"),
        ("security", "server/src/tools/credentials.ts"),
        ("ai", "src/builder/system-prompt.ts"),
        ("security", "src/hooks/api_keys.ts"),
        ("security", "src/lib/ApiKeyService.java"),
        ("schema", "server/db/schema.js"),
        ("schema", "convex/migrations.ts"),
        ("data", "server/src/db/queries.js"),
    ] {
        assert_eq!(globs(&[path.to_owned()], surface).len(), 1, "{path}");
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
