use proptest::prelude::*;

use super::*;

fn glob(text: &str) -> Glob {
    Glob::parse(text).unwrap_or_else(|fault| panic!("{text}: {fault}"))
}

fn matches_below(text: &str, path: &[u8], project: &str) -> bool {
    let glob = glob(text);
    let (path, project) = (RepoPath::new(path), RepoPath::from(project));
    let compiled = !Matcher::new(&[&glob], &project).unwrap().matching(&path).is_empty();
    // Two ways to the same answer: globset's set, and the meeting of patterns.
    assert_eq!(compiled, glob.meets(&Pattern::path(&path), &project), "{text} on {path}");
    compiled
}

fn matches(text: &str, path: &str) -> bool {
    matches_below(text, path.as_bytes(), "")
}

#[test]
fn what_each_glob_matches_and_what_not() {
    let table: &[(&str, &[&str], &[&str])] = &[
        ("src/*", &["src/a.rs", "src/.env", "src/a"], &["src/a/b.rs", "src", "a.rs"]),
        ("*.md", &["README.md", ".md"], &["docs/a.md", "README.MD"]),
        ("**/*.md", &["README.md", "docs/a.md", "a/b/c.md"], &["docs/a.mdx", "docs.md/x"]),
        ("src/payments/**", &["src/payments", "src/payments/a.rs", "src/payments/a/.b/c"], &["src/payments2/a", "src"]),
        ("src/payments/", &["src/payments", "src/payments/a.rs"], &["src/paymentsx"]),
        ("config/**", &["config/.env", "config/a", "config"], &[".config/x"]),
        ("DESIGN.md", &["DESIGN.md"], &["docs/DESIGN.md", "design.md"]),
        ("**/DESIGN.md", &["DESIGN.md", "docs/DESIGN.md"], &["docs/XDESIGN.md"]),
        ("a/**/b", &["a/b", "a/x/b", "a/x/y/b"], &["a/xb", "b", "a/b/c"]),
        ("**", &["a", "a/b", ".x"], &[]),
        ("**/**/x/**", &["x", "a/x", "a/x/b"], &["ax"]),
        ("src/?.rs", &["src/a.rs", "src/..rs"], &["src/ab.rs", "src/.rs"]),
        ("{src,lib}/**", &["src/a", "lib/b/c", "lib"], &["web/a"]),
        ("{src/pay/**,lib/pay/**}", &["src/pay", "lib/pay/x"], &["src/x"]),
        ("a/{b,{c,d}}.ts", &["a/b.ts", "a/c.ts", "a/d.ts"], &["a/e.ts"]),
        ("src/{a,}/x", &["src/a/x", "src/x"], &["src/b/x"]),
        ("package{,-lock}.json", &["package.json", "package-lock.json"], &["packages.json"]),
        ("src{,/**}", &["src", "src/a"], &["srcs"]),
        ("app/[id]/**", &["app/[id]/page.tsx", "app/i/x", "app/d", "app/[id]"], &["app/id/x"]),
        ("app/[...slug]/p.ts", &["app/[...slug]/p.ts"], &["app/...slug/p.ts"]),
        ("app/[[...slug]]/p.ts", &["app/[[...slug]]/p.ts"], &["app/slug/p.ts"]),
        ("app/[user-id]/**", &["app/[user-id]/x"], &["app/user-id/x"]),
        ("app/[[]id]/**", &["app/[id]/x"], &["app/i/x"]),
        ("app/(auth)/**", &["app/(auth)/login.tsx"], &["app/auth/login.tsx"]),
        ("db/[0-9][0-9].sql", &["db/01.sql"], &["db/ab.sql", "db/[0-9][0-9].sql"]),
        ("db/[!a]*.sql", &["db/b.sql"], &["db/a.sql", "db/x/b.sql"]),
        ("db/[[:digit:]]*.sql", &["db/7x.sql"], &["db/x.sql"]),
        ("docs/手引き/**", &["docs/手引き/a.md"], &["docs/手引/a.md"]),
        ("src//a/./b", &["src/a/b"], &["src/b"]),
        ("./!keep.css", &["!keep.css"], &["keep.css"]),
        ("a b/**", &["a b/c"], &["a/b/c"]),
        ("[*].md", &["*.md"], &["a.md"]),
        ("a]b", &["a]b"], &["ab"]),
        ("**/..x", &["..x", "a/..x"], &["x"]),
    ];
    for (text, yes, no) in table {
        for path in *yes {
            assert!(matches(text, path), "{text} should match {path}");
        }
        for path in *no {
            assert!(!matches(text, path), "{text} should not match {path}");
        }
    }
}

#[test]
fn every_spelling_of_a_beginning_and_an_end_is_one_glob() {
    let plain = glob("src/pay/**").canonical();
    for spelling in [
        "./src/pay/**",
        "/src/pay/**",
        "src/pay/",
        "./src/pay/",
        "src//pay/**",
        "src/pay/**/",
        "src/pay/**/**",
        "././src/pay/./**",
    ] {
        assert_eq!(glob(spelling).canonical(), plain, "{spelling}");
    }
}

#[test]
fn a_glob_is_relative_to_the_project_or_to_the_root() {
    assert!(matches_below("src/**", b"app/src/a.rs", "app"));
    assert!(!matches_below("src/**", b"src/a.rs", "app"));
    assert!(matches_below(":/src/**", b"src/a.rs", "app"));
    assert!(!matches_below(":/src/**", b"app/src/a.rs", "app"));
    assert!(matches_below("*.toml", b"app/Cargo.toml", "app"));
    assert!(!matches_below("*.toml", b"Cargo.toml", "app"));
    assert!(matches_below(":/Cargo.toml", b"Cargo.toml", "app"));
    assert!(matches_below("src/**", b"a[b]{c}/src/x", "a[b]{c}"));
    let (glob, odd) = (glob("src/**"), RepoPath::new(b"a[b]*\xff"));
    let path = odd.join("src/x");
    assert_eq!(Matcher::new(&[&glob], &odd).unwrap().matching(&path), [0]);
    assert!(glob.meets(&Pattern::path(&path), &odd));
}

#[test]
fn paths_are_bytes() {
    assert!(matches_below("src/**", b"src/\xff\xfe.rs", ""));
    assert!(matches_below("src/*.rs", b"src/\xff.rs", ""));
    assert!(matches_below("src/na\u{ef}ve.rs", "src/naïve.rs".as_bytes(), ""));
    assert!(matches_below("src/na*ve.rs", "src/naïve.rs".as_bytes(), ""));
    assert!(matches_below("src/*", b"src/a\nb", ""));
    // A question mark is one byte, as it is for git.
    assert!(!matches_below("src/na?ve.rs", "src/naïve.rs".as_bytes(), ""));
}

#[test]
fn what_would_match_nothing_is_refused_with_a_suggestion() {
    use GlobProblem::*;
    let table: Vec<(&str, GlobProblem, Option<&str>)> = vec![
        ("", Empty, None),
        ("/", Nothing, Some("**")),
        ("./", Nothing, Some("**")),
        (".", Nothing, Some("**")),
        (":/", Nothing, Some(":/**")),
        ("!", Nothing, Some("!**")),
        ("src/{a,b/../..}", Outside, None),
        ("{,src/**}", Nothing, None),
        (" src/**", Blank, Some("src/**")),
        ("src/** ", Blank, Some("src/**")),
        ("{src/a, src/b}", Blank, Some("{src/a,src/b}")),
        ("! src/**", Blank, Some("!src/**")),
        ("src/\t", Blank, Some("src/")),
        ("src\\pay\\**", Backslash, Some("src/pay/**")),
        ("src/\\[id\\]/**", Backslash, Some("src/[[]id[]]/**")),
        ("***", ThreeStars, Some("**")),
        ("src/***/x", ThreeStars, Some("src/**/x")),
        ("src/a**", StarsInName, Some("src/a*/**")),
        ("src/**.ts", StarsInName, Some("src/**/*.ts")),
        ("src/a**b", StarsInName, Some("src/a*/**/*b")),
        ("src/{a**,b}", StarsInName, None),
        ("!(docs|web)/**", Extglob('!'), None),
        ("!(auth)/**", Extglob('!'), Some("!./(auth)/**")),
        ("src/@(a|b)/**", Extglob('@'), Some("src/{a,b}/**")),
        ("src/?(a)b", Extglob('?'), Some("src/{,a}b")),
        ("src/+(a)", Extglob('+'), None),
        ("src/*(a)", Extglob('*'), None),
        ("!!src/**", DoubleNegation, None),
        (":!src/**", Magic, None),
        (":(glob)src/**", Magic, None),
        ("C:/work/x", Absolute, None),
        ("~/x", Absolute, None),
        ("../x", Outside, None),
        ("src/../../x", Outside, None),
        ("src/[a", Unpaired('['), Some("src/[[]a")),
        ("src/{a,b", Unpaired('{'), None),
        ("src/a}", Unpaired('}'), Some("src/a[}]")),
        ("src/{{name}}/**", NoChoice, Some("src/[{][{]name[}][}]/**")),
        ("src/{a}/**", NoChoice, Some("src/[{]a[}]/**")),
        ("src/[a/b]/x", SlashInClass, None),
        ("src/[ïi]/x", WideClass('ï'), None),
        ("src/[z-a].sql", BadClass("[z-a]".to_owned()), None),
        ("!app/[id]/**", UnclearClass("[id]".to_owned()), Some("!app/[[]id[]]/**")),
    ];
    for (text, problem, suggestion) in table {
        let fault = Glob::parse(text).map(|glob| panic!("{text}: {glob:?}")).unwrap_err();
        assert_eq!(fault, GlobFault { problem, suggestion: suggestion.map(str::to_owned) }, "{text}");
    }
    let wide = "{a,b,c,d,e,f,g}".repeat(3);
    assert_eq!(Glob::parse(&wide).unwrap_err().problem, TooMany(256));
    assert_eq!(Glob::parse(&"{a,".repeat(40)).unwrap_err().problem, TooMany(256));
    assert_eq!(Glob::parse(&"a".repeat(1025)).unwrap_err().problem, TooLong(1024));
    assert!(Glob::parse(&"a".repeat(1024)).is_ok());
}

#[test]
fn a_submodule_or_folder_meets_what_can_lie_below_it() {
    let project = RepoPath::default();
    let meets = |text: &str, folder: &str| glob(text).meets(&Pattern::folder_of(&RepoPath::from(folder)), &project);
    for (text, yes, no) in [
        ("mod/pay/**", "mod", "modern"),
        ("mod/pay/**", "mod/pay/deep", "mod/other"),
        ("**/x.ts", "anything", "anything"),
        ("*/pay/**", "mod", "mod/x"),
        ("mod*/x", "mod", "nod"),
        ("x.ts", "x.ts", "y"),
    ] {
        assert!(meets(text, yes), "{text} {yes}");
        assert!(text == "**/x.ts" || !meets(text, no), "{text} {no}");
    }
    // The folder that holds the project holds all that its globs can match.
    let within = RepoPath::from("repos/app");
    assert!(glob("src/**").meets(&Pattern::folder_of(&RepoPath::from("repos")), &within));
    assert!(!glob("src/**").meets(&Pattern::folder_of(&RepoPath::from("repos/web")), &within));
}

#[test]
fn a_declared_pattern_meets_what_it_may_name() {
    let project = RepoPath::default();
    let meets = |text: &str, declared: &str| {
        Pattern::declared(declared, &project).unwrap().iter().any(|reach| glob(text).meets(reach, &project))
    };
    assert!(meets("src/pay/**", "src/**"));
    assert!(meets("src/pay/**", "src/*/api.ts"));
    assert!(meets("src/pay/**", "src/**.ts"));
    assert!(meets("db/*.sql", "db/2*.sql"));
    assert!(!meets("db/*.sql", "db/*.ts"));
    assert!(!meets("db/a*", "db/b*"));
    assert!(!meets("src/pay/**", "lib/**"));
    assert!(Pattern::declared("db/[z-a]*", &project).is_none());
}

#[test]
fn a_glob_covers_a_folder_when_nothing_below_escapes_it() {
    let project = RepoPath::default();
    let covers = |text: &str, folder: &str| glob(text).covers(&RepoPath::from(folder), &project);
    assert!(covers("docs/**", "docs"));
    assert!(covers("docs/**", "docs/a/b"));
    assert!(covers("d*/**", "docs"));
    assert!(!covers("docs/*", "docs"));
    assert!(!covers("docs/**/*.md", "docs"));
    assert!(!covers("docs/a/**", "docs"));
}

fn segment() -> impl Strategy<Value = String> {
    prop_oneof![
        "[ab.]{1,2}",
        Just("*".to_owned()),
        Just("**".to_owned()),
        "[ab]\\*",
        "\\*[ab]",
        "[ab]\\?",
        Just("[ab]".to_owned()),
        Just("{a,b}".to_owned()),
        Just("[!a]".to_owned())
    ]
}

fn some_glob() -> impl Strategy<Value = String> {
    (
        prop_oneof![Just(""), Just("./"), Just("/"), Just(":/")],
        prop::collection::vec(segment(), 1..4),
        prop_oneof![Just(""), Just("/")],
    )
        .prop_map(|(start, segments, end)| format!("{start}{}{end}", segments.join("/")))
}

fn some_path() -> impl Strategy<Value = String> {
    prop::collection::vec("[ab.]{1,2}", 1..5).prop_map(|segments| segments.join("/"))
}

proptest! {
    #[test]
    fn any_text_is_read_or_refused(text in "(\\PC|[/\\\\.\\[\\]{}*!:@()?,~ -]){0,40}") {
        match Glob::parse(&text) {
            Ok(glob) => {
                Matcher::new(&[&glob], &RepoPath::default()).unwrap();
                prop_assert!(!glob.canonical().is_empty());
            }
            Err(fault) => {
                prop_assert!(!fault.to_string().is_empty());
                if let Some(instead) = fault.suggestion {
                    prop_assert!(Glob::parse(&instead).is_ok(), "{} for {}", instead, text);
                }
            }
        }
    }

    #[test]
    fn canonical_texts_read_back_as_themselves(text in "(\\PC|[/.\\[\\]{}*!:@()?,~ -]){0,30}|[ab/*?.{},\\[\\]]{1,12}") {
        if let Ok(glob) = Glob::parse(&text) {
            for one in glob.canonical() {
                prop_assert!(Glob::parse(&one).unwrap().canonical().contains(&one), "{}", one);
            }
        }
    }

    #[test]
    fn two_spellings_of_one_glob_match_the_same(text in some_glob(), path in some_path(), project in prop_oneof![Just(""), Just("a")]) {
        let project = RepoPath::from(project);
        let path = RepoPath::from(path.as_str());
        if let Ok(glob) = Glob::parse(&text) {
            let compiled = Matcher::new(&[&glob], &project).unwrap();
            let canonical: Vec<Glob> = glob.canonical().iter().map(|text| Glob::parse(text).unwrap()).collect();
            let parts = Matcher::new(&canonical.iter().collect::<Vec<_>>(), &project).unwrap();
            let found = !compiled.matching(&path).is_empty();
            prop_assert_eq!(found, !parts.matching(&path).is_empty());
            prop_assert_eq!(found, glob.meets(&Pattern::path(&path), &project));
            for spelling in [format!("./{text}"), format!("/{text}"), format!("/./{text}")] {
                if !text.starts_with(':') {
                    prop_assert_eq!(Glob::parse(&spelling).unwrap().canonical(), glob.canonical());
                }
            }
        }
    }

    #[test]
    fn a_path_in_a_folder_meets_less_than_the_folder(text in some_glob(), folder in some_path(), name in some_path()) {
        if let Ok(glob) = Glob::parse(&text) {
            let root = RepoPath::default();
            let folder = RepoPath::from(folder.as_str());
            let path = folder.join(&name);
            let meets = glob.meets(&Pattern::path(&path), &root);
            prop_assert!(!meets || glob.meets(&Pattern::folder_of(&folder), &root));
            prop_assert!(!glob.covers(&folder, &root) || meets);
        }
    }

    #[test]
    fn a_matching_path_meets_every_declared_pattern_that_matches_it(text in some_glob(), declared in some_glob(), path in some_path()) {
        let root = RepoPath::default();
        let path = RepoPath::from(path.as_str());
        if let (Ok(glob), Ok(other)) = (Glob::parse(&text), Glob::parse(&declared)) {
            let reaches = Pattern::declared(declared.trim_start_matches(':'), &root).unwrap();
            let both = glob.meets(&Pattern::path(&path), &root) && other.meets(&Pattern::path(&path), &root);
            prop_assert!(!both || reaches.iter().any(|reach| glob.meets(reach, &root)));
        }
    }
}

#[test]
fn the_longest_glob_is_read_and_a_longer_one_is_not() {
    assert!(Glob::parse(&"a".repeat(LONGEST)).is_ok());
    assert_eq!(read(&"a".repeat(LONGEST + 1)).err(), Some(GlobProblem::TooLong(LONGEST)));
}

#[test]
fn a_sign_in_brackets_begins_no_extended_pattern() {
    for (text, sign) in
        [("a@(b|c)", Some('@')), ("[a]!(b)", Some('!')), ("a[!(]b", None), ("a[@(]b", None), ("a(b)", None)]
    {
        assert_eq!(extglob(text), sign, "{text}");
    }
}

#[test]
fn names_meet_where_their_beginnings_and_their_ends_agree() {
    for (one, other, expected) in [
        ("ab*", "a*", true),
        ("a*", "ab*", true),
        ("*.rs", "*b.rs", true),
        ("ab*", "ac*", false),
        ("*.rs", "*.md", false),
        ("a*.rs", "ab*.md", false),
        ("ac*.rs", "ab*s", false),
    ] {
        let pattern = |text: &str| Pattern::parse(text, Stars::Refused).unwrap();
        assert_eq!(pattern(one).meets(&pattern(other)), expected, "{one} {other}");
    }
}

#[test]
fn only_a_pattern_below_a_folder_has_one_of_its_own() {
    let own = |text: &str| Pattern::parse(text, Stars::Refused).unwrap().own_folder().map(|folder| folder.text());
    assert_eq!(own("src/**").as_deref(), Some("src"));
    assert_eq!((own("**"), own("src/*")), (None, None));
}

#[test]
fn a_glob_may_name_one_path_alone() {
    let plain =
        |text: &str, project: &str| glob(text).plain_path(&RepoPath::from(project)).map(|path| path.to_string());
    assert_eq!(plain("src/a.rs", "app").as_deref(), Some("app/src/a.rs"));
    assert_eq!(plain(":/src/a.rs", "app").as_deref(), Some("src/a.rs"));
    assert_eq!((plain("src/*.rs", ""), plain("{a,b}", ""), plain("src/", "")), (None, None, None));
}

#[test]
fn a_pattern_may_be_the_paths_that_it_matches() {
    let pattern = Pattern::parse("src/*.rs", Stars::Refused).unwrap();
    assert!(pattern.may_be(&"src/a.rs".into()) && !pattern.may_be(&"src/a.md".into()));
}
