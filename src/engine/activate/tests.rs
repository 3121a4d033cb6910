use proptest::prelude::*;

use super::*;
use crate::engine::surface::globs;
use crate::engine::touched::Placed;

fn surface(name: &str, list: &[&str], pinned: bool) -> Surface {
    Surface {
        name: name.to_owned(),
        lists: vec![globs(name, list, pinned).unwrap()],
        gates: vec![format!("{name}-gate")],
        pinned,
        destructive_pins_depth: None,
        depth_floor: None,
        keywords: Vec::new(),
        was: vec![format!("old-{name}")],
        line: 1,
    }
}

fn sample() -> CompiledMap {
    let surfaces = vec![
        surface("payments", &["src/payments/**", "src/lib/money/**"], true),
        surface("ui", &["src/app/**", "!src/app/**/*.md", "DESIGN.md"], false),
        surface("schema", &["migrations/**"], true),
    ];
    CompiledMap::new(SurfaceMap { surfaces }, RepoPath::default()).unwrap()
}

fn plan() -> Source {
    Source::List("files_modified", Place { file: "p/1-01-PLAN.md".into(), line: Some(4) })
}

fn prose() -> Source {
    Source::Prose(Place { file: "p/1-SPEC.md".into(), line: Some(9) })
}

fn paths(touched: &[(&str, Source)]) -> Paths {
    let mut paths = Paths::default();
    paths.extend(touched.iter().map(|(path, source)| Touched::file((*path).into(), source.clone())));
    paths
}

fn mention(surface: &str, what: Said) -> Mention {
    Mention { surface: surface.to_owned(), what, place: Place { file: "ROADMAP.md".into(), line: Some(7) } }
}

fn states(standings: &[SurfaceStanding]) -> Vec<(&str, State)> {
    standings.iter().map(|standing| (standing.name.as_str(), standing.state)).collect()
}

use State::{Active, Assumed, Inactive};

#[track_caller]
fn check(paths: &Paths, mentions: &[Mention], knowledge: &Knowledge, states: [State; 3]) -> Vec<SurfaceStanding> {
    let standings = sample().activate(paths, mentions, knowledge);
    assert_eq!(standings.iter().map(|standing| standing.state).collect::<Vec<_>>(), states);
    standings
}

#[test]
fn a_path_activates_what_it_lies_in_and_the_rest_says_what_was_looked_at() {
    let declared =
        paths(&[("src/payments/a.rs", plan()), ("docs/x.md", plan()), ("src/payments/a.rs", Source::WorkTree)]);
    let standings = check(&declared, &[], &Knowledge::at(Stage::Exact), [Active, Inactive, Inactive]);
    assert_eq!(
        standings[0].matches,
        [Match { path: "src/payments/a.rs".into(), glob: "src/payments/**".to_owned(), source: Source::WorkTree }]
    );
    assert_eq!(standings[0].reason.words(), "real paths match");
    assert_eq!(standings[1].reason.words(), "none of 2 declared and 1 real paths matches its 3 globs");
    assert_eq!(standings[2].reason.words(), "none of 2 declared and 1 real paths matches its 1 glob");
    assert!(standings[0].pinned && standings[0].gates == ["payments-gate"]);
}

#[test]
fn the_rough_set_is_what_prose_speaks_of() {
    let knowledge = Knowledge::at(Stage::Rough);
    let standings = check(&Paths::default(), &[], &knowledge, [Inactive, Inactive, Inactive]);
    assert_eq!(standings[0].reason.words(), "no path, keyword or hint speaks of it yet");
    let keyword = mention("schema", Said::Keyword("migration".to_owned()));
    let hint = mention("ui", Said::Yes("UI hint"));
    let standings =
        check(&paths(&[("src/payments/x", prose())]), &[keyword, hint], &knowledge, [Active, Active, Active]);
    assert_eq!(standings[0].reason.words(), "mentioned paths match");
    assert_eq!(standings[1].reason.words(), "ROADMAP.md:7 has the line UI hint");
    assert_eq!(standings[2].reason.words(), "ROADMAP.md:7 has its keyword migration");
}

#[test]
fn words_count_only_while_no_path_is_declared_or_carried_out() {
    let said = [mention("schema", Said::Keyword("x".to_owned())), mention("old-ui", Said::Yes("UI hint"))];
    for stage in [Stage::Rough, Stage::Exact] {
        let knowledge = Knowledge::at(stage);
        check(&paths(&[("docs/x", plan())]), &said, &knowledge, [Inactive, Inactive, Inactive]);
    }
    // What changed before anything is carried out answers for nothing that was said.
    let real = paths(&[("docs/x", Source::WorkTree)]);
    check(&real, &said, &Knowledge::at(Stage::Rough), [Inactive, Active, Active]);
    check(&real, &said, &Knowledge::at(Stage::Exact), [Assumed, Active, Active]);
    check(&real, &said, &Knowledge::at(Stage::Executing), [Assumed, Assumed, Assumed]);
    check(&Paths::default(), &said, &Knowledge::at(Stage::Exact), [Assumed, Active, Active]);
    // A path in prose is a path: it adds to what is declared.
    let both = paths(&[("docs/x", plan()), ("migrations/1.sql", prose())]);
    check(&both, &said, &Knowledge::at(Stage::Exact), [Inactive, Inactive, Active]);
}

#[test]
fn an_explicit_no_silences_prose_alone_and_never_a_pin() {
    let no = [mention("ui", Said::No("UI hint")), mention("ui", Said::Keyword("screen".to_owned()))];
    let spoken = paths(&[("src/app/page.tsx", prose())]);
    let standings = check(&spoken, &no, &Knowledge::at(Stage::Rough), [Inactive, Inactive, Inactive]);
    assert_eq!(standings[1].reason.words(), "no path, keyword or hint speaks of it yet; ROADMAP.md:7 says no");
    assert!(standings[1].matches.is_empty());
    let declared = paths(&[("src/app/page.tsx", plan())]);
    check(&declared, &no, &Knowledge::at(Stage::Rough), [Inactive, Active, Inactive]);
    check(&Paths::default(), &no, &Knowledge::at(Stage::Exact), [Assumed, Assumed, Assumed]);
    let pinned = [mention("payments", Said::No("UI hint"))];
    check(&paths(&[("src/payments/x", prose())]), &pinned, &Knowledge::at(Stage::Rough), [Active, Inactive, Inactive]);
}

#[test]
fn what_should_answer_and_cannot_is_assumed() {
    let exact = Knowledge::at(Stage::Exact);
    let standings = check(&Paths::default(), &[], &exact, [Assumed, Assumed, Assumed]);
    assert_eq!(standings[0].reason.words(), "no path is declared yet");
    let one = paths(&[("src/app/x", plan())]);

    let mut unplaced = one.clone();
    for written in ["db/<ts>.sql", "x\u{1b}"] {
        unplaced.add_unplaceable(Unplaceable { written: written.to_owned(), why: "a placeholder", source: plan() });
    }
    let standings = check(&unplaced, &[], &exact, [Assumed, Active, Assumed]);
    assert_eq!(
        standings[0].reason.words(),
        "cannot be placed: db/<ts>.sql (a placeholder; files_modified, p/1-01-PLAN.md:4) and 1 more"
    );
    check(&unplaced, &[], &Knowledge::at(Stage::Rough), [Assumed, Active, Assumed]);

    let cut = Knowledge { history_cut: Some("shallow clone".to_owned()), ..exact.clone() };
    let standings = check(&one, &[], &cut, [Assumed, Active, Assumed]);
    assert_eq!(standings[0].reason.words(), "history is unknown: shallow clone");

    let silent = Knowledge { silent: vec!["01-02".to_owned()], ..exact };
    let standings = check(&one, &[], &silent, [Assumed, Active, Assumed]);
    assert_eq!(standings[0].reason.words(), "declares no paths: 01-02");
}

#[test]
fn a_pinned_surface_is_assumed_where_it_may_match_in_a_repository_that_nobody_looked_into() {
    let one = paths(&[("docs/x", plan())]);
    for stage in [Stage::Exact, Stage::Executing] {
        let unread = |folder: &str| Knowledge { unread: vec!["docs".into(), folder.into()], ..Knowledge::at(stage) };
        let standings = check(&one, &[], &unread("src/payments"), [Assumed, Inactive, Inactive]);
        assert_eq!(standings[0].reason.words(), "src/payments is a repository of its own that was not looked into");
        check(&one, &[], &unread("src/app"), [Inactive, Inactive, Inactive]);
    }
}

#[test]
fn a_complete_declaration_settles_assumptions_until_execution_begins() {
    let one = paths(&[("src/app/x", plan())]);
    let held = |stage| Knowledge { held: ["old-payments".to_owned()].into(), ..Knowledge::at(stage) };
    check(&one, &[], &held(Stage::Exact), [Inactive, Active, Inactive]);
    let standings = check(&one, &[], &held(Stage::Executing), [Assumed, Active, Inactive]);
    assert_eq!(standings[0].reason, Reason::Held);
    // Commits do not answer for a declaration that was never made.
    let real = paths(&[("src/app/x", Source::WorkTree)]);
    for stage in [Stage::Exact, Stage::Executing] {
        check(&real, &[], &Knowledge::at(stage), [Assumed, Active, Assumed]);
    }
}

#[test]
fn renames_deletes_and_submodules_count() {
    let map = sample();
    let names = |touched: &Touched| map.of_touched(touched).iter().map(|(of, _)| of.name.clone()).collect::<Vec<_>>();
    // Whoever collects gives both ends of a rename; each counts.
    assert_eq!(names(&Touched::file("src/payments/a.rs".into(), Source::WorkTree)), ["payments"]);
    assert_eq!(names(&Touched::file("src/util/a.rs".into(), Source::WorkTree)), [] as [&str; 0]);
    assert_eq!(names(&Touched::file("migrations/0007.sql".into(), Source::WorkTree)), ["schema"]);
    // The folder became a file.
    assert_eq!(names(&Touched::file("src/payments".into(), Source::WorkTree)), ["payments"]);
    assert_eq!(names(&Touched::gitlink("src".into(), Source::WorkTree)), ["payments", "ui"]);
    assert_eq!(names(&Touched::gitlink("src/paymentsx".into(), Source::WorkTree)), [] as [&str; 0]);
    assert_eq!(names(&Touched::folder("src/app/docs".into(), plan())), ["ui"]);
    let patterns = Pattern::declared("src/*/x.ts", &RepoPath::default()).unwrap();
    assert_eq!(names(&Touched::placed(Placed::Patterns(patterns), plan())), ["payments", "ui"]);
}

#[test]
fn a_negation_takes_away_within_its_surface_and_never_matches_by_itself() {
    let surfaces =
        vec![surface("code", &["src/**", "!src/**/*.md", "!src/gen/**"], false), surface("all", &["**"], false)];
    let map = CompiledMap::new(SurfaceMap { surfaces }, RepoPath::default()).unwrap();
    let names = |path: &str| map.of_path(&path.into()).iter().map(|(of, _)| of.name.clone()).collect::<Vec<_>>();
    assert_eq!(names("web/x.ts"), ["all"]);
    assert_eq!(names("src/x.ts"), ["code", "all"]);
    assert_eq!(names("src/x.md"), ["all"]);
    let folder = |path: &str| map.of_touched(&Touched::folder(path.into(), plan())).len();
    assert_eq!((folder("src"), folder("src/gen"), folder("src/gen/x"), folder("src/docs")), (2, 1, 1, 2));
    // Of two maps the one without the negation still counts.
    let loose = SurfaceMap { surfaces: vec![surface("code", &["src/**", "!src/gen/**"], false)] };
    let strict = SurfaceMap { surfaces: vec![surface("code", &["src/**"], false)] };
    let joined = CompiledMap::new(loose.join(&strict), RepoPath::default()).unwrap();
    assert_eq!(joined.of_path(&"src/gen/x".into()).len(), 1);
}

#[test]
fn two_surfaces_share_a_path_and_a_path_may_have_none() {
    let surfaces = vec![surface("a", &["src/**"], false), surface("b", &["**/*.rs"], false)];
    let map = CompiledMap::new(SurfaceMap { surfaces }, RepoPath::default()).unwrap();
    assert_eq!(map.of_path(&"src/x.rs".into()).len(), 2);
    assert_eq!(map.of_path(&"x.py".into()).len(), 0);
    let standings = map.activate(&paths(&[("src/x.rs", plan())]), &[], &Knowledge::at(Stage::Exact));
    assert_eq!(states(&standings), [("a", Active), ("b", Active)]);
}

#[test]
fn what_users_of_path_filters_reported_holds() {
    type Touch = fn(RepoPath, Source) -> Touched;
    type Row<'r> = (&'r str, &'r [&'r str], &'r str, Touch, &'r str, bool);
    let file: Touch = Touched::file;
    let link: Touch = Touched::gitlink;
    // The globs of one surface, the project folder, what is touched, and whether the surface is.
    let table: &[Row<'_>] = &[
        ("a negation matches nothing by itself", &["src/**", "!src/**/*.md"], "", file, "web/x.ts", false),
        ("a negation takes away", &["src/**", "!src/**/*.md"], "", file, "src/a.md", false),
        ("the order of a negation does not matter", &["!src/**/*.md", "src/**"], "", file, "src/a.md", false),
        ("a star stays in its folder", &["src/*"], "", file, "src/a/b.rs", false),
        ("a name without folders is one in the folder itself", &["*.md"], "", file, "a/b.md", false),
        ("spellings of a beginning", &["./src/**"], "", file, "src/a", true),
        ("spellings of a beginning", &["/src/**"], "", file, "src/a", true),
        ("a folder with its slash", &["src/"], "", file, "src/a/b", true),
        ("a folder without is a name", &["src"], "", file, "src/a", false),
        ("dotfiles match", &["config/**"], "", file, "config/.env", true),
        ("a folder is not another one with a dot", &["config/**"], "", file, ".config/x", false),
        ("one end of a rename", &["src/payments/**"], "", file, "src/payments/a.rs", true),
        ("its other end", &["src/payments/**"], "", file, "src/util/a.rs", false),
        ("a deleted migration", &["migrations/**"], "", file, "migrations/0007.sql", true),
        ("a submodule, forwards and back", &["mod/pay/**"], "", link, "mod", true),
        ("a submodule of a longer name", &["modern/**"], "", link, "mod", false),
        ("a nested repository", &["backend/payments/**"], "", link, "backend", true),
        ("names beyond ASCII", &["src/payments/**"], "", file, "src/payments/naïve.rs", true),
        ("choices within choices", &["{a,{b,c}}"], "", file, "c", true),
        ("a choice that is empty", &["src/{a,}/x"], "", file, "src/x", true),
        ("a project below the root, and a deleted file", &["src/**"], "app", file, "app/src/a.rs", true),
        ("the same path outside of the project", &["src/**"], "app", file, "src/a.rs", false),
        ("the root, from a project below it", &[":/src/**"], "app", file, "src/a.rs", true),
    ];
    for (what, list, project, touch, path, expected) in table {
        let surfaces = vec![surface("one", list, false)];
        let map = CompiledMap::new(SurfaceMap { surfaces }, (*project).into()).unwrap();
        let found = !map.of_touched(&touch((*path).into(), Source::WorkTree)).is_empty();
        assert_eq!(found, *expected, "{what}: {list:?} {path}");
    }
    let map = CompiledMap::new(SurfaceMap { surfaces: vec![surface("one", &["src/**"], false)] }, RepoPath::default());
    let no_text = Touched::file(RepoPath::new(b"src/\xff.rs"), Source::WorkTree);
    assert_eq!(map.unwrap().of_touched(&no_text).len(), 1);
}

fn some_source() -> impl Strategy<Value = Source> {
    prop_oneof![Just(plan()), Just(prose()), Just(Source::WorkTree), Just(Source::Option("--path"))]
}

fn some_touched() -> impl Strategy<Value = Touched> {
    let path = prop_oneof![
        Just("src/payments/a.rs"),
        Just("src/app/page.tsx"),
        Just("src/app/x.md"),
        Just("src"),
        Just("docs/x.md"),
        Just("migrations"),
        Just("DESIGN.md"),
    ];
    (path, some_source(), 0..3u8).prop_map(|(path, source, reach)| match reach {
        0 => Touched::file(path.into(), source),
        1 => Touched::folder(path.into(), source),
        _ => Touched::gitlink(path.into(), source),
    })
}

fn some_knowledge() -> impl Strategy<Value = Knowledge> {
    let stage = prop_oneof![Just(Stage::Rough), Just(Stage::Exact), Just(Stage::Executing)];
    let given = (stage, any::<bool>(), any::<bool>(), any::<bool>(), any::<bool>());
    given.prop_map(|(stage, silent, cut, held, unread)| Knowledge {
        stage,
        silent: if silent { vec!["01-01".to_owned()] } else { Vec::new() },
        history_cut: cut.then(|| "shallow".to_owned()),
        held: if held { ["payments".to_owned()].into() } else { BTreeSet::new() },
        unread: if unread { vec!["src".into()] } else { Vec::new() },
    })
}

fn is_owed(standing: &SurfaceStanding) -> bool {
    standing.state != Inactive
}

proptest! {
    #[test]
    fn adding_a_path_takes_no_match_away(
        before in prop::collection::vec(some_touched(), 0..6),
        more in some_touched(),
        knowledge in some_knowledge(),
        no in any::<bool>(),
    ) {
        let map = sample();
        let mentions: Vec<Mention> = if no { vec![mention("ui", Said::No("UI hint"))] } else { Vec::new() };
        let mut paths = Paths::default();
        paths.extend(before);
        let old = map.activate(&paths, &mentions, &knowledge);
        paths.add(more);
        let new = map.activate(&paths, &mentions, &knowledge);
        for (old, new) in old.iter().zip(&new) {
            // A surface that a path made active stays so; only what stood for want of a path may go.
            prop_assert!(old.matches.is_empty() || new.state == Active, "{:?} {:?}", old, new);
            prop_assert_eq!(new.state == Active && !new.matches.is_empty(), matches!(new.reason, Reason::Matched(_)));
        }
    }

    #[test]
    fn knowing_less_never_owes_less(
        touched in prop::collection::vec(some_touched(), 0..5),
        knowledge in some_knowledge(),
    ) {
        let map = sample();
        let mut paths = Paths::default();
        paths.extend(touched);
        let known = map.activate(&paths, &[], &Knowledge::at(knowledge.stage));
        let less = map.activate(&paths, &[], &knowledge);
        let later = map.activate(&paths, &[], &Knowledge { stage: Stage::Executing, ..knowledge.clone() });
        for ((known, less), later) in known.iter().zip(&less).zip(&later) {
            prop_assert!(!is_owed(known) || is_owed(less));
            prop_assert!(!is_owed(less) || is_owed(later));
        }
    }

    #[test]
    fn prose_and_words_only_add(
        touched in prop::collection::vec(some_touched(), 0..5),
        knowledge in some_knowledge(),
        name in prop_oneof![Just("ui"), Just("payments"), Just("nobody")],
    ) {
        let map = sample();
        let (mut with, mut without) = (Paths::default(), Paths::default());
        for one in touched {
            if one.source.strength() > Strength::Mentioned {
                without.add(one.clone());
            }
            with.add(one);
        }
        let mentions = [mention(name, Said::Keyword("x".to_owned())), mention(name, Said::Yes("UI hint"))];
        let old = map.activate(&without, &[], &knowledge);
        let new = map.activate(&with, &mentions, &knowledge);
        for (old, new) in old.iter().zip(&new) {
            prop_assert!(!is_owed(old) || is_owed(new));
        }
    }

    #[test]
    fn a_join_owes_what_either_map_does(
        first in prop::collection::vec(("[ab]", prop::collection::vec("[ab]/\\*\\*|\\*\\*/[ab]|[ab]", 1..3), any::<bool>()), 0..3),
        second in prop::collection::vec(("[ab]", prop::collection::vec("[ab]/\\*\\*|\\*\\*/[ab]|[ab]|![ab]/a", 1..3), any::<bool>()), 0..3),
        path in "[ab](/[ab]){0,2}",
    ) {
        let map = |rows: Vec<(String, Vec<String>, bool)>| {
            let mut map = SurfaceMap::default();
            for (name, list, pinned) in rows {
                let list: Vec<&str> = list.iter().map(String::as_str).collect();
                let is_known = map.get(&name).is_some();
                if let (Ok(list), false) = (globs(&name, &list, false), is_known) {
                    map.surfaces.push(Surface { lists: vec![list], pinned, was: Vec::new(), ..surface(&name, &["x"], false) });
                }
            }
            map
        };
        let (head, tree) = (map(first), map(second));
        let compiled = |map: &SurfaceMap| CompiledMap::new(map.clone(), RepoPath::default()).unwrap();
        let joined = compiled(&head.join(&tree));
        let path = RepoPath::from(path.as_str());
        let owed: BTreeSet<String> = joined.of_path(&path).iter().map(|(of, _)| of.name.clone()).collect();
        let mut expected = BTreeSet::new();
        for one in [compiled(&head), compiled(&tree)] {
            for (of, _) in one.of_path(&path) {
                expected.insert(of.name.clone());
                let in_join = joined.map().get(&of.name).unwrap();
                prop_assert!(in_join.pinned || !of.pinned);
            }
        }
        prop_assert_eq!(owed, expected);
    }
}
