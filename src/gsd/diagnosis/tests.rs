//! Which recovery each mixture of uncommitted work asks for, and what is told of it.

use super::*;
use crate::engine::diagnosis::Underway;
use crate::engine::evidence::{Freshness, Meaning, Tracked};
use crate::gsd::artifacts::Kind;
use crate::gsd::claims::RoadmapSays;
use crate::gsd::samples::{assessed, change, file, finished, nothing};
use crate::gsd::text::roadmap::{At, Tick};
use crate::gsd::wip::{Aside, AsideKind, OfOther, Sentinel, Tie};

fn field(name: &str) -> Difference {
    Difference { field: name.to_owned(), head: Some("1".to_owned()), work: Some("2".to_owned()) }
}

fn ledger(path: &str, fields: &[&str], concerns: bool) -> LedgerChange {
    let fields = fields.iter().map(|name| field(name)).collect();
    LedgerChange { path: path.into(), tracked: Tracked::Modified, fields, damage: None, concerns }
}

fn artifact() -> crate::gsd::evidence::File {
    file(Kind::Context, Tracked::Untracked, finished(Meaning::Done), Freshness::NotJudged)
}

/// A phase where these are uncommitted.
fn dirty(source: bool, artifact: bool, ledger: bool) -> PhaseEvidence {
    let mut evidence = nothing();
    evidence.wip.source.extend(source.then(|| change("src/a", &[])));
    evidence.files.extend(artifact.then(self::artifact));
    evidence.wip.ledgers.extend(ledger.then(|| self::ledger("STATE.md", &["status"], true)));
    evidence
}

const OVER: Asked = Asked { is_over: true, by_name: false };

fn underway(word: &str) -> Underway {
    Underway { word: word.to_owned(), remedy: format!("end the {word}"), moves_head: false, conflicts: Vec::new() }
}

/// The row, the files, the actions and the line of a diagnosis.
fn told(diagnosis: Diagnosis) -> (String, Vec<String>, Vec<&'static str>, String) {
    assert_eq!(diagnosis.left.is_none(), diagnosis.row.starts_with("recovery/clean"), "{}", diagnosis.row);
    let Some((left, line)) = diagnosis.left else { return (diagnosis.row, Vec::new(), Vec::new(), String::new()) };
    assert_eq!(left.row, diagnosis.row);
    let files = left.files.iter().map(|file| file.path.to_string()).collect();
    let actions = left.recovery.iter().map(|measure| measure.action.word()).collect();
    (diagnosis.row, files, actions, line)
}

#[test]
fn every_mixture_has_its_row_and_what_that_settles_is_told_in_order() {
    let (merge, recovery) = (underway("merge"), underway("recovery"));
    let is = |bits: u32, at: u32| bits & (1 << at) != 0;
    for bits in 0..32 {
        let (operation, begun, source, artifact, ledger) =
            (is(bits, 0), is(bits, 1), is(bits, 2), is(bits, 3), is(bits, 4));
        let evidence = dirty(source, artifact, ledger);
        let in_progress = InProgress { operation: operation.then_some(&merge), recovery: begun.then_some(&recovery) };
        let diagnosis = diagnose(&evidence, &assessed(Vec::new(), Execution::Started), in_progress, Asked::default());
        let row = match (operation, begun, source, artifact, ledger) {
            (true, ..) => "operation",
            (_, true, ..) => "unfinished",
            (_, _, true, true, _) => "both",
            (_, _, true, ..) => "source",
            (_, _, _, true, _) => "artifact",
            (.., true) => "state",
            _ => "clean-waves",
        };
        let other_first = operation || begun;
        let (mut files, mut actions, mut line) = (Vec::new(), Vec::new(), Vec::new());
        if other_first {
            actions.push("by-hand");
            line.push(format!("a {} is in progress", if operation { "merge" } else { "recovery" }));
        } else if source {
            files.push("src/a");
            actions.extend(["stash", "by-hand", "by-hand"]);
            line.push("1 source file uncommitted".to_owned());
        }
        if artifact {
            files.push("07-CONTEXT.md");
        }
        if artifact && !other_first {
            actions.push("commit");
            line.push("07-CONTEXT.md untracked".to_owned());
        }
        if ledger && !other_first {
            files.push("STATE.md");
            actions.push("commit");
            line.extend((row == "state").then(|| "STATE.md modified".to_owned()));
        }
        let files: Vec<String> = files.into_iter().map(str::to_owned).collect();
        assert_eq!(told(diagnosis), (format!("recovery/{row}"), files, actions, line.join("; ")), "{bits:05b}");
    }
}

#[test]
fn a_phase_that_is_over_is_not_interrupted_by_what_all_phases_share() {
    let row = |evidence: &PhaseEvidence, execution, is_over| {
        diagnose(evidence, &assessed(Vec::new(), execution), InProgress::default(), Asked { is_over, by_name: false })
            .row
    };
    let (all, shared) = (dirty(true, true, true), dirty(true, false, true));
    assert_eq!(row(&all, Execution::Partial, true), "recovery/artifact");
    assert_eq!(row(&shared, Execution::None, true), "recovery/clean");
    assert_eq!(row(&PhaseEvidence { archived: true, ..all }, Execution::None, false), "recovery/clean");
    for (execution, row_of_clean) in [
        (Execution::None, "clean"),
        (Execution::Started, "clean-waves"),
        (Execution::Partial, "clean-waves"),
        (Execution::Blocked, "clean"),
        (Execution::All, "clean"),
    ] {
        assert_eq!(row(&nothing(), execution, false), format!("recovery/{row_of_clean}"));
    }
}

#[test]
fn a_few_are_told_and_the_rest_is_counted() {
    let file = |at: usize| LeftFile {
        path: at.to_string().as_str().into(),
        tracked: Tracked::Untracked,
        content: String::new(),
        verdict: String::new(),
    };
    let of = |count: usize| listed(&(1..=count).map(file).collect::<Vec<_>>());
    let five = "1 untracked, 2 untracked, 3 untracked, 4 untracked, 5 untracked";
    assert_eq!((of(5), of(7)), (five.to_owned(), format!("{five}, 2 more")));

    let names: Vec<String> = (1..=7).map(|at| format!("field {at}")).collect();
    let names: Vec<&str> = ["last_updated"].into_iter().chain(names.iter().map(String::as_str)).collect();
    let of = |count: usize| ledger_line(&ledger("STATE.md", &names[..=count], true)).content;
    assert_eq!(of(0), "", "what every session writes is not told");
    let told: Vec<String> = names[1..=5].iter().map(|name| format!("{name}: 1 → 2")).collect();
    assert_eq!((of(5), of(7)), (told.join("; "), format!("{}; 2 more", told.join("; "))));
}

#[test]
fn a_ledger_that_git_does_not_deny_is_committed_and_another_is_repaired() {
    let settle = |ticked: Option<Tick>| {
        let mut evidence = dirty(false, false, true);
        evidence.wip.marks = ticked.map(|value| {
            let mut marks = nothing().marks;
            marks.said.roadmap = RoadmapSays::Listed { tick: Some(At { value, line: 3 }), row: None };
            marks
        });
        let diagnosis =
            diagnose(&evidence, &assessed(Vec::new(), Execution::None), InProgress::default(), Asked::default());
        diagnosis.left.unwrap().0.recovery
    };
    for ticked in [None, Some(Tick::Open)] {
        let [measure] = &*settle(ticked) else { panic!("one measure") };
        let subject = "docs(07): record planning state left uncommitted".to_owned();
        assert_eq!(measure.action, Action::Commit { paths: vec!["STATE.md".into()], subject, finishes: false });
        assert!(measure.what.starts_with("git denies nothing of what STATE.md say"));
    }
    let [denied, repair] = &*settle(Some(Tick::Ticked)) else { panic!("what git denies, and what to do") };
    assert!(denied.what.starts_with("ROADMAP.md:3 says ") && denied.what.contains(", and git says "));
    assert!(repair.what.starts_with("repair it ") && repair.action.paths().is_empty());
}

#[test]
fn a_damaged_ledger_is_never_committed_and_a_whole_one_beside_it_is() {
    let cut = || Damage::CutShort { why: String::new() };
    let unreadable = || Damage::Unreadable { line: 3, why: "marks".to_owned() };
    for (damage, verdict, action) in
        [(Damage::Gone, "gone", "by-hand"), (cut(), "cut short", "restore"), (unreadable(), "unclear", "by-hand")]
    {
        let mut evidence = dirty(false, false, true);
        evidence.wip.ledgers.push(LedgerChange { damage: Some(damage), ..ledger("ROADMAP.md", &["a"], true) });
        let diagnosis =
            diagnose(&evidence, &assessed(Vec::new(), Execution::None), InProgress::default(), Asked::default());
        let (interruption, _) = diagnosis.left.unwrap();
        assert_eq!(interruption.files[1].verdict, verdict);
        let [first, second] = &*interruption.recovery else { panic!("one measure each") };
        assert_eq!(first.action.word(), action, "{}", first.what);
        assert!(first.what.contains("ROADMAP.md"), "{}", first.what);
        assert_eq!(second.action.paths(), [RepoPath::from("STATE.md")], "{}", second.what);
    }
}

#[test]
fn what_stops_nothing_is_noted_once() {
    let tie = Tie::Commit(crate::gsd::samples::oid(1));
    let mut evidence = nothing();
    assert_eq!(notes(&evidence, &Own::default(), false, false), [] as [String; 0]);
    evidence.wip.sentinels.push((Sentinel::Discussion, "07-DISCUSS-CHECKPOINT.json".into()));
    evidence.wip.ledgers = vec![ledger("STATE.md", &["status"], true), ledger("ROADMAP.md", &[], false)];
    evidence.wip.source = vec![change("src/tied", &[tie]), change("src/a", &[])];
    evidence.wip.of_others = vec![OfOther { phase: "08".to_owned(), count: 2, first: "src/b".into() }];
    evidence.wip.asides = vec![Aside { kind: AsideKind::OtherPhase, count: 1, first: "08-PLAN.md".into() }];
    let sentinel = format!("07-DISCUSS-CHECKPOINT.json: {}", Sentinel::Discussion.tells());
    let shared = |files: &str| format!("uncommitted, shared by all phases, and not about this one: {files}");
    let others =
        "2 source files that an open plan of phase 08 names (first src/b), 1 file of another phase (08-PLAN.md)";
    let beside = |source: &str| format!("uncommitted beside this phase: {source}{others}");
    assert_eq!(
        notes(&evidence, &Own::default(), false, false),
        [
            sentinel.clone(),
            shared("STATE.md modified, ROADMAP.md modified"),
            beside("1 source file that nothing ties to it (src/a), ")
        ]
    );
    // What stops the pipeline is told there.
    assert_eq!(notes(&evidence, &Own::default(), true, true), [sentinel, shared("ROADMAP.md modified"), beside("")]);
    evidence.wip.more_source = 3;
    assert_eq!(
        notes(&evidence, &Own::default(), false, true)[2],
        beside("4 source files that nothing ties to it (first src/a), ")
    );
}

#[test]
fn source_that_a_recovery_settles_is_not_noted_again_and_other_source_is() {
    let noted = |evidence: &PhaseEvidence, in_progress: InProgress<'_>, execution| {
        !diagnose(evidence, &assessed(Vec::new(), execution), in_progress, Asked::default()).notes.is_empty()
    };
    let ledger = dirty(false, false, true);
    assert!(!noted(&ledger, InProgress::default(), Execution::None));
    assert!(!diagnose(&ledger, &assessed(Vec::new(), Execution::None), InProgress::default(), OVER).notes.is_empty());
    let merge = underway("merge");
    let merging = InProgress { operation: Some(&merge), recovery: None };
    let untied = dirty(true, false, false);
    assert!(!noted(&untied, InProgress::default(), Execution::Started));
    assert!(noted(&untied, merging, Execution::Started), "the merge comes first, and settles no source");
    let mut tied = untied;
    tied.wip.source.push(change("src/tied", &[Tie::Plan(None)]));
    assert!(noted(&tied, InProgress::default(), Execution::None), "only what is tied counts");
}

#[test]
fn uncommitted_files_that_are_read_for_surfaces_are_named_where_something_was_raised() {
    let asked = |raised: bool, files: &[(Kind, Tracked)], source: usize, tied: bool| {
        let mut evidence = crate::gsd::samples::asking(&[], false, crate::engine::depth::Depth::Standard, &[]);
        evidence.setup.classified.as_mut().unwrap().line.raised.extend(raised.then(|| "payments".to_owned()));
        let left =
            files.iter().map(|(kind, tracked)| file(*kind, *tracked, finished(Meaning::Done), Freshness::NotJudged));
        evidence.files = left.collect();
        let ties = if tied { vec![Tie::Plan(None)] } else { Vec::new() };
        evidence.wip.source = (0..source).map(|_| change("src/a", &ties)).collect();
        raised_by_uncommitted(&evidence).map(|line| line.rsplit(": ").next().unwrap().to_owned())
    };
    let new = Tracked::Untracked;
    assert_eq!(asked(true, &[(Kind::Spec, new)], 1, true).unwrap(), "07-SPEC.md, 1 source file");
    assert_eq!(asked(true, &[], 2, true).unwrap(), "2 source files");
    assert_eq!(asked(true, &[], 2, false), None);
    assert_eq!(asked(true, &[(Kind::Spec, Tracked::Committed), (Kind::Review, new)], 0, false), None);
    assert_eq!(asked(false, &[(Kind::Spec, new)], 0, false), None);
    assert_eq!(raised_by_uncommitted(&nothing()), None);
}

#[test]
fn an_operation_stops_a_phase_that_it_touches_or_that_is_under_way_and_every_one_where_head_may_hold_less() {
    let (merge, rebase) = (underway("merge"), Underway { moves_head: true, ..underway("rebase") });
    let row = |operation: &Underway, evidence: &PhaseEvidence, execution, asked: Asked| {
        let in_progress = InProgress { operation: Some(operation), recovery: None };
        diagnose(evidence, &assessed(Vec::new(), execution), in_progress, asked).row == "recovery/operation"
    };
    let new = Asked::default();
    let mut current = nothing();
    current.marks.said.current = Current::This;
    let committed = |tracked| PhaseEvidence {
        files: vec![file(Kind::Spec, tracked, finished(Meaning::Done), Freshness::NotJudged)],
        ..nothing()
    };
    for (evidence, execution, asked, by_merge, by_rebase) in [
        (nothing(), Execution::None, new, false, true),
        (nothing(), Execution::Partial, new, true, true),
        (current, Execution::None, new, true, true),
        (committed(Tracked::Committed), Execution::None, new, true, true),
        (committed(Tracked::Committed), Execution::All, OVER, false, false),
        (committed(Tracked::Conflicted), Execution::All, OVER, true, true),
        (nothing(), Execution::All, Asked { by_name: true, ..OVER }, true, true),
        (dirty(true, false, true), Execution::All, OVER, false, false),
    ] {
        assert_eq!(row(&merge, &evidence, execution, asked), by_merge, "{execution:?} {asked:?}");
        assert_eq!(row(&rebase, &evidence, execution, asked), by_rebase, "{execution:?} {asked:?}");
    }
}
