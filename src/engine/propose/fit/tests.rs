use super::super::evidence::Single;
use super::super::sign::{Form, Sign};
use super::*;
use Part::{Foreign, Near, Own};

const PARTS: &[&str] = &["packages"];

const WORDS: Vocabulary = Vocabulary { starters: &[], signs: &[], shown: &[], parts: PARTS, errands: &[] };

static FOLDER: Sign = Sign::new("pay", "", Form::Folder("pay"));
static PARTLY: Sign = Sign::new("pay", "", Form::Folder("pay")).without(&["docs", "none"]);
static WORD: Sign = Sign::new("pay", "", Form::Word("pay"));

fn tree(paths: &[&str]) -> Tree {
    Tree::of(&paths.iter().map(|path| RepoPath::from(*path)).collect::<Vec<_>>())
}

/// Evidence of these folders, and of these files elsewhere, each known by the end behind it.
fn evidence(tree: &Tree, sign: &'static Sign, roots: &[(&str, &str)], singles: &[(&str, &str)]) -> Evidence {
    let place = |path: &str| tree.files.iter().position(|file| file.path == path).unwrap();
    let is_own = tree.files.iter().map(|file| {
        file.aside.is_none() && roots.iter().any(|(root, _)| is_in(&file.path, root))
            || singles.iter().any(|(single, _)| *single == file.path)
    });
    Evidence {
        roots: roots
            .iter()
            .map(|(path, known_by)| Root { path: (*path).to_owned(), known_by: (*known_by).to_owned(), sign })
            .collect(),
        singles: singles
            .iter()
            .map(|(path, known_by)| Single { place: place(path), known_by: (*known_by).to_owned(), sign: &WORD })
            .collect(),
        is_own: is_own.collect(),
    }
}

fn globs(fitted: &[Fitted]) -> Vec<&str> {
    fitted.iter().map(|fitted| fitted.glob.as_str()).collect()
}

/// The globs of folders that are all known by `pay`, beside other files.
fn of_folders(folders: &[&str], others: &[&str]) -> Vec<String> {
    let files: Vec<String> = folders.iter().map(|folder| format!("{folder}/a.rs")).collect();
    let paths: Vec<&str> = files.iter().map(String::as_str).chain(others.iter().copied()).collect();
    let roots: Vec<(&str, &str)> = folders.iter().map(|folder| (*folder, "pay")).collect();
    let tree = tree(&paths);
    let fitted = fit(&tree, &evidence(&tree, &FOLDER, &roots, &[]), &WORDS, 9);
    fitted.globs.into_iter().map(|fitted| fitted.glob).collect()
}

/// The globs of files that are all known by `word`, beside other files.
fn of_files(word: &str, files: &[&str], others: &[&str]) -> Vec<String> {
    let tree = tree(&[files, others].concat());
    let singles: Vec<(&str, &str)> = files.iter().map(|file| (*file, word)).collect();
    let fitted = fit(&tree, &evidence(&tree, &WORD, &[], &singles), &WORDS, 9);
    fitted.globs.into_iter().map(|fitted| fitted.glob).collect()
}

#[test]
fn a_folder_has_its_own_glob_and_many_have_one() {
    let table: &[(&[&str], &[&str], &[&str])] = &[
        (&["src/pay"], &[], &["src/pay/**"]),
        (&["pay"], &["b.rs"], &["pay/**"]),
        (&["a/pay", "b/pay"], &[], &["a/pay/**", "b/pay/**"]),
        (&["packages/a/pay", "packages/b/pay"], &[], &["packages/*/pay/**"]),
        (&["apps/a/pay", "apps/b/pay"], &[], &["apps/a/pay/**", "apps/b/pay/**"]),
        (&["apps/a/pay", "apps/b/pay", "apps/c/pay"], &[], &["apps/*/pay/**"]),
        (&["src/a/pay", "src/b/c/pay", "src/d/pay"], &[], &["src/**/pay/**"]),
        (&["lib/pay", "src/a/pay", "src/b/c/pay", "src/d/pay"], &[], &["lib/pay/**", "src/**/pay/**"]),
        (&["src/a/pay", "src/b/c/pay"], &[], &["src/a/pay/**", "src/b/c/pay/**"]),
        (
            &["a/pay", "b/x/pay", "c/pay", "d/pay", "e/pay"],
            &[],
            &["a/pay/**", "b/x/pay/**", "c/pay/**", "d/pay/**", "e/pay/**"],
        ),
        (&["a/pay", "b/x/pay", "c/pay", "d/pay", "e/pay", "f/pay"], &[], &["**/pay/**"]),
        (
            &["apps/a/pay", "apps/b/pay", "apps/c/pay"],
            &["apps/d/pay/x.rs", "apps/e/pay/x.rs"],
            &["apps/a/pay/**", "apps/b/pay/**", "apps/c/pay/**"],
        ),
    ];
    for (folders, others, expected) in table {
        // What is no root is foreign.
        assert_eq!(of_folders(folders, others), *expected, "{folders:?} {others:?}");
    }
}

/// A word, files that it is known by, others, and the globs.
type Files<'a> = (&'a str, &'a [&'a str], &'a [&'a str], &'a [&'a str]);

#[test]
fn a_file_has_its_own_glob_and_many_have_one() {
    let table: &[Files] = &[
        ("pay", &["src/pay_it.rs"], &[], &["src/pay_it.rs"]),
        ("pay", &["src/pay_it.rs", "src/pay_now.rs"], &[], &["src/pay*"]),
        ("pay", &["src/pay_it.rs", "src/to_pay.rs"], &[], &["src/*pay*"]),
        ("pay", &["pay_it.rs", "pay_now.rs"], &[], &["pay*"]),
        ("pay", &["src/pay_it.rs", "src/pay_now.rs"], &["src/pays.rs"], &["src/pay_it.rs", "src/pay_now.rs"]),
        ("pay", &["src/a/pay_it.rs", "src/b/pay_now.rs"], &[], &["src/a/pay_it.rs", "src/b/pay_now.rs"]),
        ("pay", &["src/a/pay_it.rs", "src/b/pay_now.rs", "src/c/d/pay.rs"], &[], &["src/**/pay*"]),
        ("models.py", &["a/models.py", "b/models.py"], &[], &["a/models.py", "b/models.py"]),
        ("models.py", &["a/models.py", "b/models.py", "c/models.py"], &[], &["*/models.py"]),
        ("models.py", &["packages/a/models.py", "packages/b/models.py"], &[], &["packages/*/models.py"]),
        ("pay", &["packages/a/pay.rs", "packages/b/pay.rs"], &[], &["packages/a/pay.rs", "packages/b/pay.rs"]),
        ("*.tf", &["infra/a.tf", "infra/b.tf"], &[], &["infra/*.tf"]),
        (
            "pay",
            &["a/pay_1.rs", "b/pay_2.rs", "c/pay_3.rs", "d/pay_4.rs", "e/pay_5.rs"],
            &[],
            &["a/pay_1.rs", "b/pay_2.rs", "c/pay_3.rs", "d/pay_4.rs", "e/pay_5.rs"],
        ),
        (
            "pay",
            &["a/pay_1.rs", "b/pay_2.rs", "c/pay_3.rs", "d/pay_4.rs", "e/pay_5.rs", "f/pay_6.rs"],
            &[],
            &["**/pay*"],
        ),
        ("pay", &["a/pay_1.rs", "a/pay_2.rs", "b/pay_3.rs"], &[], &["a/pay*", "b/pay_3.rs"]),
    ];
    for (word, files, others, expected) in table {
        assert_eq!(of_files(word, files, others), *expected, "{word} {files:?} {others:?}");
    }
}

#[test]
fn a_glob_may_take_a_tenth_of_something_else_and_no_more() {
    for (own, foreign, is_exact) in
        [(9, 1, false), (10, 1, true), (19, 2, false), (20, 2, true), (5, 0, true), (0, 0, false)]
    {
        let names: Vec<String> = (0..own + foreign).map(|number| format!("src/pay{number:02}.rs")).collect();
        let tree = tree(&names.iter().map(String::as_str).collect::<Vec<_>>());
        let singles: Vec<(&str, &str)> = names.iter().take(own).map(|name| (name.as_str(), "pay")).collect();
        let evidence = evidence(&tree, &WORD, &[], &singles);
        assert_eq!(Fitter::of(&tree, &evidence, &WORDS).is_exact("src/pay*"), is_exact, "{own} {foreign}");
    }
}

#[test]
fn what_lies_beside_or_among_the_source_is_not_foreign() {
    let tree = tree(&["other/a.md", "other/b.rs", "pay/a.rs", "pay/docs/a.md", "src/a.md", "src/b.rs", "src/pay.rs"]);
    let evidence = evidence(&tree, &FOLDER, &[("pay", "pay")], &[("src/pay.rs", "pay")]);
    let fitter = Fitter::of(&tree, &evidence, &WORDS);
    let parts: Vec<Part> = (0..tree.files.len()).map(|place| fitter.part(place)).collect();
    assert_eq!(parts, [Foreign, Foreign, Own, Near, Near, Foreign, Own]);
    assert_eq!(fitter.part(99), Foreign);
}

#[test]
fn a_glob_is_told_with_what_it_matches() {
    let tree = tree(&["pay/a.md", "pay/a.rs", "pay/b/c.rs", "src/pay.rs", "x.rs"]);
    let evidence = evidence(&tree, &FOLDER, &[("pay", "pay")], &[("src/pay.rs", "pay")]);
    let fitter = Fitter::of(&tree, &evidence, &WORDS);
    let of = |text: &str| fitter.fitted(text).map(|fitted| (fitted.files, fitted.own));
    assert_eq!(of("pay/**"), Some((vec![0, 1, 2], 2)));
    assert_eq!(of("**/*.rs"), Some((vec![1, 2, 3, 4], 3)));
    assert_eq!(of("src/pay.rs"), Some((vec![3], 1)));
    assert_eq!(of("pay/b/c.rs"), Some((vec![2], 1)));
    assert_eq!(of("!pay/b/**"), Some((vec![2], 1)));
    assert_eq!((of("x.rs"), of("pay/a.md"), of("nowhere/**"), of("\\")), (None, None, None, None));
}

#[test]
fn what_is_left_out_has_the_least_source_and_lies_deepest() {
    let tree = tree(&["a/pay/1.rs", "a/pay/2.rs", "b/c/pay/1.rs", "d/pay/1.rs", "e/pay/1.rs"]);
    let roots = [("a/pay", "pay"), ("b/c/pay", "pay"), ("d/pay", "pay"), ("e/pay", "pay")];
    let evidence = evidence(&tree, &FOLDER, &roots, &[]);
    for (most, kept, left_out) in [
        (9, vec!["a/pay/**", "b/c/pay/**", "d/pay/**", "e/pay/**"], vec![]),
        (3, vec!["a/pay/**", "d/pay/**", "e/pay/**"], vec!["b/c/pay/**"]),
        (2, vec!["a/pay/**", "d/pay/**"], vec!["e/pay/**", "b/c/pay/**"]),
        (0, vec![], vec!["a/pay/**", "d/pay/**", "e/pay/**", "b/c/pay/**"]),
    ] {
        let fitted = fit(&tree, &evidence, &WORDS, most);
        assert_eq!((globs(&fitted.globs), globs(&fitted.left_out)), (kept, left_out), "{most}");
    }
}

#[test]
fn a_glob_whose_source_the_others_have_is_dropped_the_smallest_first() {
    let fitted = |glob: &str, files: &[usize], own: usize| Fitted { glob: glob.to_owned(), files: files.to_vec(), own };
    let of = |mut all: Vec<Fitted>, is_own: &[bool]| {
        drop_the_covered(&mut all, is_own);
        all.into_iter().map(|fitted| fitted.glob).collect::<Vec<_>>()
    };
    let (all, small, rest) = (fitted("a/**", &[0, 1, 2], 3), fitted("a/b", &[1], 1), fitted("c/**", &[2, 3], 2));
    assert_eq!(of(vec![all.clone(), small.clone()], &[true; 4]), ["a/**"]);
    assert_eq!(of(vec![all.clone(), rest.clone()], &[true; 4]), ["c/**", "a/**"]);
    assert_eq!(of(vec![small.clone(), rest.clone()], &[true; 4]), ["a/b", "c/**"]);
    assert_eq!(
        of(vec![all.clone(), rest.clone()], &[true, true, true, false]),
        ["a/**"],
        "what is no source is not missed"
    );
    assert_eq!(of(vec![small.clone(), small.clone()], &[true; 4]), ["a/b"], "one of two that are the same stays");
    assert_eq!(
        of(vec![fitted("a/b", &[1, 2], 2), fitted("a/c", &[2, 3], 2), fitted("a/d", &[1, 3], 2)], &[true; 4]),
        ["a/c", "a/b"]
    );
}

#[test]
fn what_a_folder_holds_of_others_is_taken_away() {
    let tree = tree(&["pay/a.rs", "pay/docs2/a.rs", "pay/docs/b.rs", "src/docs/c.rs"]);
    let is_own = vec![true, true, true, false];
    let evidence = Evidence { is_own, ..evidence(&tree, &PARTLY, &[("pay", "pay")], &[]) };
    let fitted = fit(&tree, &evidence, &WORDS, 9);
    assert_eq!(globs(&fitted.globs), ["pay/**", "!pay/docs/**"]);
    assert_eq!(fitted.globs.iter().map(|fitted| fitted.files.len()).collect::<Vec<_>>(), [2, 1]);
}

#[test]
fn a_glob_of_many_takes_away_below_each_and_one_of_another_name_does_not() {
    let tree = tree(&["packages/a/pay/docs/x.rs", "packages/b/pay/x.rs"]);
    let roots = [("packages/a/pay", "pay"), ("packages/b/pay", "pay")];
    let evidence = Evidence { is_own: vec![true; 2], ..evidence(&tree, &PARTLY, &roots, &[]) };
    let fitter = Fitter::of(&tree, &evidence, &WORDS);
    let glob = |text: &str| fitter.fitted(text).unwrap();
    let of = |text: &str| {
        fitter.taken_away(&evidence.roots, &[glob(text)]).into_iter().map(|fitted| fitted.glob).collect::<Vec<_>>()
    };
    assert_eq!(of("packages/*/pay/**"), ["!packages/*/pay/docs/**"]);
    assert_eq!(of("packages/a/pay/**"), ["!packages/a/pay/docs/**"]);
    assert_eq!(of("packages/**"), [""; 0]);
    assert_eq!(of("packages/b/pay/x.rs"), [""; 0]);
}

#[test]
fn what_is_not_its_own_is_taken_away_below_every_folder() {
    let tree = tree(&["a/pay/docs/x.rs", "a/pay/x.rs", "b/pay/docs/x.rs", "b/pay/x.rs"]);
    let roots = [("a/pay", "pay"), ("b/pay", "pay")];
    let evidence = Evidence { is_own: vec![true; 4], ..evidence(&tree, &PARTLY, &roots, &[]) };
    let fitted = fit(&tree, &evidence, &WORDS, 9);
    assert_eq!(globs(&fitted.globs), ["a/pay/**", "b/pay/**", "!a/pay/docs/**", "!b/pay/docs/**"]);
}

#[test]
fn paths_that_differ_in_one_place_have_one_star() {
    let of = |paths: &[&str]| one_apart(paths, PARTS);
    assert_eq!(of(&[]), None);
    assert_eq!(of(&["packages/a/x"]), None);
    assert_eq!(of(&["packages/a/x", "packages/b/x"]).as_deref(), Some("packages/*/x"));
    assert_eq!(of(&["packages/a/x", "packages/b/y"]), None);
    assert_eq!(of(&["packages/a", "packages/b/x"]), None);
    assert_eq!(of(&["lib/a/x", "lib/b/x"]), None);
    assert_eq!(of(&["lib/a/x", "lib/b/x", "lib/c/x"]).as_deref(), Some("lib/*/x"));
    assert_eq!(of(&["packages/x/a", "packages/x/b"]), None);
    assert_eq!(of(&["a/x", "b/x", "c/x", "d/x"]).as_deref(), Some("*/x"));
    assert_eq!(of(&["a/x", "b/x"]), None);
}

#[test]
fn many_folders_of_one_name_have_one_glob_at_any_depth() {
    let of = |paths: &[&str]| any_depth(paths);
    assert_eq!(of(&["src/a/x", "src/b/x"]), None);
    assert_eq!(of(&["src/a/x", "src/b/x", "src/c/d/x"]).as_deref(), Some("src/**/x/**"));
    assert_eq!(of(&["src/a/x", "src/b/x", "src/c/d/y"]), None);
    assert_eq!(of(&["a/x", "b/x", "c/x", "d/x", "e/x"]), None);
    assert_eq!(of(&["a/x", "b/x", "c/x", "d/x", "e/x", "f/g/x"]).as_deref(), Some("**/x/**"));
    assert_eq!(of(&["src/x", "src/x", "src/x"]), None);
    assert_eq!(of(&["src/x", "src/a/x", "src/b/x"]).as_deref(), Some("src/**/x/**"));
    assert_eq!(of(&["x/y", "x/a/x/y", "x/b/x/y"]), None, "the glob would miss the first");
    assert_eq!(of(&["y", "a/y", "b/y", "c/y", "d/y", "e/y"]), None);
    assert_eq!(of(&[]), None);
}

#[test]
fn what_paths_have_in_common() {
    let of = |folders: &[&'static str]| common(folders.iter().copied()).to_owned();
    assert_eq!(
        (of(&[]), of(&["a/b"]), of(&["a/b", "a/c"]), of(&["a", "b"])),
        (String::new(), "a/b".into(), "a".into(), String::new())
    );
    assert_eq!((of(&["a/b", "a/b/c"]), of(&["a/bc", "a/b"])), ("a/b".to_owned(), "a".to_owned()));
    assert_eq!(common_end(&["a/x/y", "b/x/y"]), "x/y");
    assert_eq!(
        (common_end(&["a/x", "b/y"]), common_end(&[]), common_end(&["a/b"])),
        (String::new(), String::new(), "a/b".into())
    );
    assert_eq!((common_end(&["y", "a/y"]), common_end(&["x/a/y", "a/y"])), ("y".to_owned(), "a/y".to_owned()));
}

#[test]
fn paths_are_grouped_by_the_first_folder_in_which_they_differ() {
    let expected: BTreeMap<&str, Vec<&str>> = [("a", vec!["src/a/x", "src/a/y/z"]), ("b", vec!["src/b/x"])].into();
    assert_eq!(apart(&["src/a/x", "src/b/x", "src/a/y/z"]), expected);
    assert_eq!(apart(&["a", "b/c"]), [("a", vec!["a"]), ("b", vec!["b/c"])].into());
    assert_eq!(
        by(&["ab", "ac", "b"], |text| text[..1].to_owned()),
        [("a".into(), vec![&"ab", &"ac"]), ("b".into(), vec![&"b"])].into()
    );
    for (segment, expected) in [("a", true), ("a*", false), ("a?", false), ("[a", false), ("{a", false)] {
        assert_eq!(is_plain(segment), expected, "{segment}");
    }
}
