use super::*;
use crate::engine::path::RepoPath;

static PAY: Sign = Sign::new("pay", "", Form::Word("pay"));

const STARTER: Starter = Starter {
    name: "pay",
    about: "",
    gates: &[],
    own_gates: &[],
    pinned: false,
    destructive_pins_depth: None,
    globs: &[],
    shows: false,
    keeps: false,
};

fn words(signs: &'static [Sign]) -> Vocabulary {
    Vocabulary { starters: &[], signs, shown: &["*.tsx"], parts: &[], errands: &["scripts", "/bin"] }
}

fn tree(paths: &[&str]) -> Tree {
    Tree::of(&paths.iter().map(|path| RepoPath::from(*path)).collect::<Vec<_>>())
}

/// The folders and the files that speak for the surface, each with what it is known by.
fn of(signs: &'static [Sign], starter: &Starter, paths: &[&str], kept: &[&str]) -> Vec<String> {
    let tree = tree(paths);
    let is_kept: Vec<bool> = tree.files.iter().map(|file| kept.contains(&file.path.as_str())).collect();
    let found = evidence(&tree, starter, &words(signs), &is_kept);
    let own = found.is_own.iter().filter(|own| **own).count();
    let roots = found.roots.iter().map(|root| format!("{}/ {}", root.path, root.known_by));
    let singles = found.singles.iter().map(|single| format!("{} {}", tree.path(single.place), single.known_by));
    roots.chain(singles).chain([format!("{own} own")]).collect()
}

/// Signs, files, and what speaks for the surface.
type Case = (&'static [Sign], &'static [&'static str], &'static [&'static str]);

#[test]
fn folders_and_files_speak_by_their_names() {
    const WORD: &[Sign] = &[Sign::new("pay", "", Form::Word("pay"))];
    const TWO: &[Sign] = &[Sign::new("pay", "", Form::Word("pay out"))];
    const FOLDER: &[Sign] = &[Sign::new("pay", "", Form::Folder("lib/pay*"))];
    const TOP: &[Sign] = &[Sign::new("pay", "", Form::Folder("/pay*"))];
    const FILE: &[Sign] = &[Sign::new("pay", "", Form::File("pay/*.sql"))];
    const NAMED: &[Sign] = &[Sign::new("pay", "", Form::File("pay.toml"))];
    const THIRD: &[Sign] = &[Sign::new("pay", "", Form::Word("pay")).a_third_of(&["*.rs"])];
    const NEAR: &[Sign] = &[Sign::new("pay", "", Form::Folder("pay")).near(&["*.rs"])];
    const TEXTS: &[Sign] = &[Sign::new("pay", "", Form::Word("pay")).with_texts()];
    const TESTS: &[Sign] = &[Sign::new("pay", "", Form::Word("pay")).with_texts_and_tests()];
    const NEXT: &[Sign] = &[Sign::new("pay", "", Form::Folder("lib/pay")).next_to(&["*.gem"])];
    const OTHER: &[Sign] = &[Sign::new("ui", "", Form::Word("pay"))];
    let table: &[Case] = &[
        (WORD, &["src/pay/a.rs", "src/pay/pay/b.rs", "src/x.rs"], &["src/pay/ pay", "2 own"]),
        (WORD, &["src/Pays/a.rs"], &["src/Pays/ Pays", "1 own"]),
        (WORD, &["pay/a.rs", "payx/a.rs"], &["pay/ pay", "1 own"]),
        (WORD, &["src/x/doPay.rs", "src/x/payroll.rs"], &["src/x/doPay.rs Pay", "1 own"]),
        (WORD, &["pay/a.md"], &["0 own"]),
        (WORD, &["pay/a.rs", "pay/b.md", "pay/c_test.go"], &["pay/ pay", "1 own"]),
        (WORD, &["scripts/pay.rs", "a/scripts/b/pay.rs", "a/bin/pay.rs", "bin/pay.rs"], &["a/bin/pay.rs pay", "1 own"]),
        (
            TWO,
            &["a/pay-out.rs", "b/payOut.rs", "c/pay.out.rs", "d/pay_x_out.rs"],
            &["a/pay-out.rs pay-out", "b/payOut.rs payOut", "c/pay.out.rs pay.out", "3 own"],
        ),
        (
            FOLDER,
            &["src/lib/Payments/a.rs", "lib/x/pay/a.rs", "src/pay/a.rs"],
            &["src/lib/Payments/ lib/Payments", "1 own"],
        ),
        (TOP, &["payments/a.rs", "src/pay/a.rs"], &["payments/ payments", "1 own"]),
        (FILE, &["src/pay/a.sql", "src/pay/b.rs", "src/x/a.sql"], &["src/pay/a.sql pay/*.sql", "1 own"]),
        (NAMED, &["src/Pay.toml", "src/repay.toml"], &["src/Pay.toml Pay.toml", "1 own"]),
        (THIRD, &["pay/a.rs", "pay/b.x", "pay/c.x"], &["pay/ pay", "3 own"]),
        (THIRD, &["pay/a.rs", "pay/b.x", "pay/c.x", "pay/d.x"], &["0 own"]),
        (THIRD, &["a/pay.rs", "a/pay.x"], &["a/pay.rs pay", "1 own"]),
        (THIRD, &["pay/b.x"], &["0 own"]),
        (NEAR, &["pay/a.rs"], &["pay/ pay", "1 own"]),
        (NEAR, &["pay/x/a.rs"], &["pay/ pay", "1 own"]),
        (NEAR, &["pay/x/y/a.rs"], &["0 own"]),
        (NEAR, &["pay/a.x"], &["0 own"]),
        (TEXTS, &["pay/a.md", "pay/b_test.go"], &["pay/ pay", "1 own"]),
        (TEXTS, &["a/pay.md", "a/pay_test.go"], &["a/pay.md pay", "1 own"]),
        (TESTS, &["pay/a.md", "pay/b_test.go", "pay/c.png"], &["pay/ pay", "2 own"]),
        (NEXT, &["a/lib/pay/a.rs", "a/x.gem", "b/lib/pay/a.rs", "b/lib/x.gem"], &["a/lib/pay/ lib/pay", "1 own"]),
        (OTHER, &["pay/a.rs"], &["0 own"]),
        (WORD, &["pay/a.rs", "pay/b.tsx"], &["pay/ pay", "2 own"]),
        (WORD, &["pay/a.rs", "pay/b.tsx", "pay/c.tsx"], &["0 own"]),
        (WORD, &["a/pay.tsx", "a/pay.rs"], &["a/pay.rs pay", "1 own"]),
    ];
    for (signs, paths, expected) in table {
        assert_eq!(of(signs, &STARTER, paths, &[]), *expected, "{paths:?} {:?}", signs.first().map(Sign::words));
    }
    let shows = Starter { shows: true, ..STARTER };
    assert_eq!(
        of(WORD, &shows, &["pay/a.rs", "pay/b.tsx", "pay/c.tsx", "x/pay.tsx"], &[]),
        ["pay/ pay", "x/pay.tsx pay", "4 own"]
    );
    assert_eq!(of(WORD, &STARTER, &["a/pay.rs", "b/pay.rs"], &["a/pay.rs"]), ["b/pay.rs pay", "1 own"]);
}

#[test]
fn a_word_is_kept_as_it_is_spelt() {
    for (name, word, expected) in [
        ("doPay", "pay", Some("Pay")),
        ("PAY", "pay", Some("PAY")),
        ("pay_out", "pay out", Some("pay_out")),
        ("x", "pay", None),
        // Its small letters are longer.
        ("İpay", "pay", None),
    ] {
        assert_eq!(spelt(name, word).as_deref(), expected, "{name} {word}");
    }
}

#[test]
fn the_end_of_a_path_fits_as_many_segments() {
    for (path, pattern, expected) in [
        ("a/b/c", "b/c", Some("b/c")),
        ("a/b/c", "a/c", None),
        ("c", "b/c", None),
        ("a/B/cd", "b/c*", Some("B/cd")),
        ("a/b", "/a/b", Some("a/b")),
        ("x/a/b", "/a/b", None),
        ("a/b", "/a*", None),
        ("ab", "/a*", Some("ab")),
    ] {
        assert_eq!(ends_so(path, pattern).as_deref(), expected, "{path} {pattern}");
    }
}

#[test]
fn what_is_set_aside_counts_where_the_sign_says_so() {
    let file = |path: &str| tree(&[path]).files.remove(0);
    for (path, expected) in [
        ("a.rs", [true, true, true]),
        ("a.md", [false, true, true]),
        ("a_test.go", [false, false, true]),
        ("a.png", [false, false, false]),
        ("vendor/a.rs", [false, false, false]),
    ] {
        let signs = [PAY, PAY.with_texts(), PAY.with_texts_and_tests()];
        assert_eq!(signs.map(|sign| counts(&sign, &file(path))), expected, "{path}");
    }
}
