use super::*;
use crate::engine::propose::coverage::{Coverage, coverage};
use crate::engine::propose::{Counts, Fitted, FittedGlobs, Form, Sign, Starter, Vocabulary, propose};
use crate::engine::surface::globs;

static PAY: Starter = Starter {
    name: "pay",
    about: "",
    gates: &["secure", "validate"],
    own_gates: &["load", "soak"],
    pinned: true,
    destructive_pins_depth: Some(Depth::Deep),
    globs: &["src/pay/**", "billing/**"],
    shows: false,
    keeps: false,
};

fn tree() -> Tree {
    let paths = ["src/pay/a.rs", "src/pay/b.rs", "src/pay/c.md", "src/ui/a.rs", "src/ui/x/y/z.rs", "top.rs"];
    Tree::of(&paths.map(RepoPath::from))
}

fn proposed(list: &[&str]) -> Vec<Proposed> {
    let tree = tree();
    let fitted = |glob: &&str| {
        let matcher_of = Glob::parse(glob).unwrap();
        let matcher = Matcher::new(&[&matcher_of], &RepoPath::default()).unwrap();
        let is_match = |place: &usize| !matcher.matching(&RepoPath::from(tree.path(*place))).is_empty();
        Fitted { glob: (*glob).to_owned(), files: (0..tree.files.len()).filter(is_match).collect(), own: 1 }
    };
    vec![Proposed {
        starter: &PAY,
        fitted: FittedGlobs { globs: list.iter().map(fitted).collect(), left_out: Vec::new() },
        dead: Vec::new(),
        gates: vec!["secure".to_owned(), "validate".to_owned()],
        without: Vec::new(),
    }]
}

fn surface(name: &str, list: &[&str]) -> Surface {
    Surface {
        name: name.to_owned(),
        lists: if list.is_empty() { Vec::new() } else { vec![globs(name, list, false).unwrap()] },
        gates: vec!["validate".to_owned()],
        pinned: false,
        destructive_pins_depth: None,
        depth_floor: None,
        keywords: Vec::new(),
        was: Vec::new(),
        line: 1,
    }
}

fn map(surface: Surface) -> SurfaceMap {
    SurfaceMap { surfaces: vec![surface] }
}

fn written(surface: &Surface) -> Vec<&str> {
    surface.globs().map(Glob::written).collect()
}

fn raise_with(known: Surface, list: &[&str]) -> SurfaceMap {
    raised(&tree(), &map(known), &proposed(list), &RepoPath::default())
}

#[test]
fn a_surface_keeps_what_it_has_and_takes_what_it_lacks() {
    let all = raise_with(surface("pay", &["src/pay/a.rs"]), &["src/pay/**", "src/pay/a.rs", "!src/pay/b.rs"]);
    let [pay] = all.surfaces.as_slice() else { panic!("{all:?}") };
    assert_eq!(written(pay), ["src/pay/a.rs", "src/pay/**"]);
    assert_eq!(pay.gates, ["validate", "secure"]);
    assert_eq!((pay.pinned, pay.destructive_pins_depth, pay.depth_floor), (true, Some(Depth::Deep), None));
    let none = raise_with(surface("pay", &["src/pay/**"]), &["src/pay/a.rs"]);
    assert_eq!(written(&none.surfaces[0]), ["src/pay/**"], "what adds nothing is left out");
    let empty = raise_with(surface("pay", &[]), &["src/pay/**"]);
    assert_eq!(written(&empty.surfaces[0]), ["src/pay/**"]);
}

#[test]
fn what_takes_away_is_not_pinned_and_what_is_pinned_stays_so() {
    let takes = raise_with(surface("pay", &["src/pay/**", "!src/pay/b.rs"]), &["src/pay/b.rs", "top.rs"]);
    assert!(!takes.surfaces[0].pinned);
    assert_eq!(written(&takes.surfaces[0]), ["src/pay/**", "!src/pay/b.rs", "top.rs"]);
    let pinned = Surface { pinned: true, depth_floor: Some(Depth::Standard), ..surface("pay", &["src/pay/**"]) };
    let pinned = raise_with(pinned, &["src/pay/**"]);
    assert_eq!((pinned.surfaces[0].pinned, pinned.surfaces[0].depth_floor), (true, Some(Depth::Standard)));
}

#[test]
fn a_surface_that_is_not_there_comes_last() {
    let all = raise_with(surface("ui", &["src/ui/**"]), &["src/pay/**"]);
    assert_eq!(all.surfaces.iter().map(|surface| surface.name.as_str()).collect::<Vec<_>>(), ["ui", "pay"]);
    assert_eq!(raise_with(surface("ui", &["src/ui/**"]), &[]).surfaces.len(), 1, "nothing speaks for it");
}

/// The files of a repository without submodules.
fn all(files: &[RepoPath]) -> All<'_> {
    All { files, submodules: &[] }
}

#[test]
fn every_setting_that_differs_is_told() {
    let of = |known: Surface, list: &[&str]| {
        let compiled = CompiledMap::new(map(known), RepoPath::default()).unwrap();
        let (_, differs) = differences(&tree(), all(&[]), &compiled, &proposed(list), &RepoPath::default());
        let word = |text: Option<String>| text.unwrap_or_else(|| "-".to_owned());
        let line =
            |one: Differs| format!("{} {}: {} | {}", one.surface, one.field, word(one.there), word(one.proposed));
        differs.into_iter().map(line).collect::<Vec<_>>()
    };
    let same = Surface {
        gates: vec!["secure".to_owned(), "validate".to_owned()],
        pinned: true,
        destructive_pins_depth: Some(Depth::Deep),
        ..surface("pay", &["src/pay/**"])
    };
    assert_eq!(of(same.clone(), &["src/pay/**"]), [""; 0]);
    assert_eq!(of(same.clone(), &["src/pay/**", "top.rs"]), ["pay globs: - | top.rs"]);
    assert_eq!(of(same.clone(), &["top.rs"]), ["pay globs: src/pay/** | top.rs"]);
    let other = Surface {
        gates: vec!["load".to_owned(), "validate".to_owned(), "soak".to_owned()],
        pinned: false,
        destructive_pins_depth: None,
        depth_floor: Some(Depth::Standard),
        keywords: vec!["coin".to_owned(), "cash".to_owned()],
        was: vec!["money".to_owned()],
        ..same
    };
    assert_eq!(
        of(other.clone(), &["src/pay/**"]),
        [
            "pay gates: load, soak | secure",
            "pay pinned: false | true",
            "pay destructive_pins_depth: - | deep",
            "pay depth_floor: standard | -",
            "pay keywords: coin, cash | -",
            "pay was: money | -",
        ]
    );
    assert_eq!(of(surface("ui", &["src/ui/**"]), &["src/pay/**"]), ["ui surface: ui | -"]);
}

#[test]
fn what_a_map_lacks_is_counted_in_source() {
    let of = |known: Surface, list: &[&str]| {
        let compiled = CompiledMap::new(map(known), RepoPath::default()).unwrap();
        let files: Vec<RepoPath> = tree().files.iter().map(|file| RepoPath::from(file.path.as_str())).collect();
        let found = compare(&tree(), all(&files), &compiled, &proposed(list), &RepoPath::default());
        let lacking =
            found.lacking.iter().map(|one| format!("{} {} {} {}", one.surface, one.is_new, one.glob, one.files));
        (lacking.collect::<Vec<_>>(), found.dead.iter().map(|dead| dead.glob.clone()).collect::<Vec<_>>())
    };
    let (none, dead) = (Vec::<String>::new(), vec!["gone/**".to_owned()]);
    assert_eq!(
        of(surface("pay", &["src/pay/a.rs", "gone/**"]), &["src/pay/**"]),
        (vec!["pay false src/pay/** 1".to_owned()], dead)
    );
    assert_eq!(of(surface("pay", &["src/**"]), &["src/pay/**"]), (none.clone(), none.clone()));
    assert_eq!(
        of(surface("ui", &["src/ui/**"]), &["src/pay/**"]),
        (vec!["pay true src/pay/** 2".to_owned()], none.clone())
    );
    assert_eq!(of(surface("ui", &["src/**"]), &["src/pay/**"]), (none.clone(), none.clone()), "another surface has it");
    assert_eq!(of(surface("pay", &["src/ui/**"]), &["!src/pay/**"]).0, none, "what takes away is not lacking");
    assert_eq!(of(surface("pay", &["src/ui/**"]), &["src/pay/c.md"]).0, none, "no source");
    assert_eq!(of(surface("ui", &["src/ui/**"]), &[]).0, none);
}

#[test]
fn coverage_counts_source_and_names_the_largest_gaps() {
    let compiled = |list: &[&str]| CompiledMap::new(map(surface("pay", list)), RepoPath::default()).unwrap();
    let base = RepoPath::default();
    let paths =
        |all: &[(&str, usize)]| all.iter().map(|(path, count)| (RepoPath::from(*path), *count)).collect::<Vec<_>>();
    let none =
        Coverage { files: 6, source: 5, covered: 0, uncovered: paths(&[("src/pay", 2), ("src/ui", 2), ("", 1)]) };
    assert_eq!(coverage(&tree(), None, &base).covered, none.covered);
    assert_eq!(coverage(&tree(), None, &base), none);
    let pay = Coverage { covered: 2, uncovered: paths(&[("src/ui", 2), ("", 1)]), ..none };
    assert_eq!(coverage(&tree(), Some(&compiled(&["src/pay/**"])), &base), pay);
    let odd = Tree::of(&["a.rs", "b*.rs", "c?.rs", "{d}.rs"].map(RepoPath::from));
    assert_eq!((coverage(&odd, None, &base).files, odd.unwritable), (4, 3));
    let many: Vec<RepoPath> = (0..9).map(|number| RepoPath::from(format!("d{number}/a.rs").as_str())).collect();
    assert_eq!(coverage(&Tree::of(&many), None, &base).uncovered.len(), 6);
}

#[test]
fn a_proposal_is_made_of_signs_and_of_the_projects_own_gates() {
    const SIGNS: &[Sign] = &[
        Sign::new("pay", "", Form::Folder("pay")),
        Sign::new("ui", "", Form::Word("ui")).only_beside(),
        Sign::new("ui", "", Form::Word("view")),
        Sign::new("schema", "", Form::Folder("sql")),
    ];
    const KEEPING: Starter = Starter { name: "schema", gates: &[], own_gates: &[], pinned: false, keeps: true, ..UI };
    const UI: Starter = Starter {
        name: "ui",
        about: "",
        gates: &["ui-spec"],
        own_gates: &[],
        pinned: false,
        destructive_pins_depth: None,
        globs: &[],
        shows: false,
        keeps: false,
    };
    const STARTERS: &[Starter] = &[
        Starter {
            name: "pay",
            about: "",
            gates: &["secure"],
            own_gates: &["load", "soak"],
            pinned: true,
            destructive_pins_depth: None,
            globs: &["src/pay/**", "billing/**"],
            shows: false,
            keeps: false,
        },
        UI,
        KEEPING,
    ];
    let words = Vocabulary { starters: STARTERS, signs: SIGNS, shown: &[], parts: &[], errands: &[] };
    let of = |paths: &[&str]| {
        let tree = Tree::of(&paths.iter().map(|path| RepoPath::from(*path)).collect::<Vec<_>>());
        propose(&tree, &words, &["soak".to_owned()].into())
    };
    let globs = |all: &[Proposed]| {
        let map = map_of(all);
        let of = |surface: &Surface| format!("{}: {}", surface.name, written(surface).join(" "));
        map.surfaces.iter().map(of).collect::<Vec<_>>()
    };
    let all = of(&["src/pay/a.rs", "src/ui/a.rs", "src/sql/view.rs", "src/sql/pay/a.rs"]);
    assert_eq!(
        globs(&all),
        ["pay: src/pay/** src/sql/pay/**", "schema: src/sql/**"],
        "one sign stands beside others alone"
    );
    let pay = &all[0];
    assert!(pay.is_there() && !all[1].is_there());
    assert_eq!(
        (pay.gates.join(" "), pay.without.join(" "), pay.dead.join(" ")),
        ("secure soak".into(), "load".into(), "billing/**".into())
    );
    assert_eq!(globs(&of(&["src/ui/a.rs", "src/x/view.rs"])), ["ui: src/ui/** src/x/view.rs"]);
    assert_eq!(globs(&of(&["src/x.rs"])), [""; 0]);
    let many: Vec<String> = (0..30)
        .map(|number| format!("a{number:02}/{}/pay/a.rs", "x/".repeat(number % 2)))
        .map(|path| path.replace("//", "/"))
        .collect();
    let foreign: Vec<String> = (0..30).map(|number| format!("b{number:02}/view{number}.rs")).collect();
    let both: Vec<&str> = many.iter().chain(&foreign).map(String::as_str).collect();
    assert!(of(&both).iter().all(|one| one.fitted.globs.len() <= 20));
    assert!(Counts::Source < Counts::Texts && Counts::Texts < Counts::TextsAndTests);
}
