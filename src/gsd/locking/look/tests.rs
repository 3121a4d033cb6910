use super::*;

use crate::engine::activate::{Reason, State};
use crate::engine::depth::Depth;
use crate::engine::evidence::{Content, Freshness, Meaning, Tracked};
use crate::engine::lock::proposal::InGit;
use crate::engine::report::SurfaceLine;
use crate::gsd::evidence::GateAsked;
use crate::gsd::ids::PhaseId;
use crate::gsd::samples::{asking, file, finished, nothing, oid};
use crate::gsd::text::locks::locks;

const LOCK: &str = "<!-- phase-pipeline:lock v1 phase=07 -->\nsurface: pay gates=secure\nassumed: none\ndepth: standard\n\
                    <!-- /phase-pipeline:lock -->\n";

fn found(text: &str) -> Found {
    locks(text.as_bytes(), &PhaseId::parse("07").unwrap()).unwrap()
}

/// A document with this text.
fn document(path: &str, text: &str) -> Document {
    Document { found: found(text), ..Document::new(path.into(), Kind::Spec, InGit::Held) }
}

/// The lock that a text holds.
fn lock(text: &str) -> Lock {
    found(text).blocks.remove(0).lock
}

fn because(text: &str) -> Remark {
    Remark::new(text)
}

#[test]
fn the_document_that_holds_a_lock_comes_before_any_other_and_then_the_first_kind() {
    let committed = |kind: Kind| file(kind, Tracked::Committed, finished(Meaning::Done), Freshness::Fresh);
    let kinds = [Kind::Lock, Kind::Spec, Kind::Context];
    let evidence =
        |kinds: &[Kind]| PhaseEvidence { files: kinds.iter().copied().map(committed).collect(), ..nothing() };
    let paths = kinds.map(|kind| committed(kind).path.to_string());
    let plain = paths.clone().map(|path| document(&path, "# Nothing\n"));
    let at = |documents: &[Document], kinds: &[Kind]| {
        let path = holder(documents, &evidence(kinds))?.path.to_string();
        paths.iter().position(|known| *known == path)
    };
    assert_eq!(at(&plain, &kinds), Some(2), "CONTEXT");
    assert_eq!(at(&plain, &[Kind::Lock, Kind::Spec]), Some(1), "SPEC");
    assert_eq!(at(&plain, &[Kind::Lock]), Some(0), "one of its own");
    assert_eq!(at(&plain, &[Kind::Plan]), None);
    assert_eq!(at(&[], &kinds), None);
    let mut held = plain;
    for holding in 0..kinds.len() {
        for document in &mut held {
            document.found = Found::default();
        }
        held[holding].found = found(LOCK);
        assert_eq!(at(&held, &kinds), Some(holding), "the one that holds it");
    }
}

#[test]
fn several_locks_are_told_with_their_places() {
    let (one, none) = (document("a.md", &format!("# A\n\n{LOCK}")), document("b.md", "# B\n"));
    let two = document("c.md", &format!("{LOCK}\n{LOCK}"));
    let several = |documents: &[Document]| in_the_way(documents).several;
    assert_eq!(several(&[]), None);
    assert_eq!(several(&[one.clone(), none.clone()]), None);
    assert_eq!(several(&[none, two.clone()]).as_deref(), Some("c.md:1, c.md:7"));
    assert_eq!(several(&[one, two]).as_deref(), Some("a.md:3, c.md:1, c.md:7"));
}

#[test]
fn a_lock_of_a_later_version_is_told_and_no_other() {
    let newer = |documents: &[Document]| in_the_way(documents).newer;
    let of = |version: &str| newer(&[document("a.md", ""), document("b.md", &LOCK.replace("v1", version))]);
    assert_eq!((of("v0"), of("v1")), (None, None));
    let damaged = LOCK.replace("depth: ", "dept: ");
    assert_eq!(newer(&[document("a.md", &damaged)]), None, "what is damaged is not newer");
    for version in ["v2", "v9"] {
        let told = of(version).unwrap();
        assert!(told.starts_with("b.md, ") && told.contains(version.trim_start_matches('v')), "{told}");
    }
}

#[test]
fn damage_is_told_with_its_document_and_whether_its_end_is_clear() {
    let of = |text: &str| in_the_way(&[document("a.md", LOCK), document("b.md", text)]).damaged;
    assert_eq!(of(LOCK), None);
    let (what, is_closed) = of(&LOCK.replace("depth: ", "dept: ")).unwrap();
    assert!(what.starts_with("b.md, line ") && is_closed, "{what}");
    let (what, is_closed) = of(&LOCK.replace("<!-- /phase-pipeline:lock -->\n", "")).unwrap();
    assert!(what.starts_with("b.md, ") && !is_closed, "{what}");
    let stray = format!("{LOCK}\n<!-- /phase-pipeline:lock -->\n");
    assert_eq!(of(&stray), Some(("b.md, line 7: ends a lock, and none is open".to_owned(), false)));
}

#[test]
fn a_lock_reads_back_where_it_stands_alone_and_whole() {
    let meant = lock(LOCK);
    for (text, expected) in [
        (LOCK.to_owned(), true),
        (format!("# A\n\n{LOCK}"), true),
        (String::new(), false),
        (LOCK.repeat(2), false),
        (LOCK.replace("standard", "deep"), false),
        (LOCK.replace("gates=secure", ""), false),
        (LOCK.replace("<!-- /phase-pipeline:lock -->\n", ""), false),
        (LOCK.replace("assumed: none", "assumed: none\nnonsense"), false),
    ] {
        assert_eq!(reads_back(&found(&text), &meant), expected, "{text}");
    }
}

#[test]
fn a_reader_is_told_what_was_asked_for_in_vain() {
    let skipped = [("ui".to_owned(), "no path matches".to_owned()), ("ai".to_owned(), "locked".to_owned())];
    let vain = "the lock says this already, so there is nothing to replace";
    let told = ["ui is skipped already: no path matches", "ai is skipped already: locked"];
    for (is_same, replaces) in [(false, false), (true, false), (false, true)] {
        assert_eq!(notes(is_same, replaces, &[]), [""; 0]);
        assert_eq!(notes(is_same, replaces, &skipped), told);
    }
    assert_eq!(notes(true, true, &[]), [vain]);
    assert_eq!(notes(true, true, &skipped), [vain, told[0], told[1]]);
}

#[test]
fn what_is_skipped_by_hand_and_by_its_paths_alike_is_skipped_by_itself() {
    let no_match = Reason::NoMatch { declared: 2, real: 0, globs: 1, denied: None };
    let surface = |name: &str, why: Why| Classified {
        name: name.to_owned(),
        state: State::Inactive,
        pinned: false,
        gates: Vec::new(),
        floor: None,
        why,
        matches: Vec::new(),
        retired: false,
    };
    let surfaces = [
        surface("ai", Why::Live(no_match.clone())),
        surface("pay", Why::SkippedByHand(because("no"))),
        surface("ui", Why::Live(no_match.clone())),
    ];
    let of = |names: &[&str]| {
        let skip = names.iter().map(|name| ((*name).to_owned(), because("no"))).collect();
        skipped_by_themselves(&surfaces, &ByHand { skip, ..ByHand::default() })
    };
    assert_eq!(of(&[]), []);
    assert_eq!(of(&["pay"]), [], "by hand alone");
    assert_eq!(of(&["ui", "pay", "other"]), [("ui".to_owned(), no_match.words())]);
    assert_eq!(of(&["ui", "ai"]).len(), 2);
}

#[test]
fn a_waiver_of_a_step_says_what_is_known_of_it() {
    let made = Waiver { reason: because("seen"), is_kept: true, ..Waiver::default() };
    let ended = [(("secure".to_owned(), because("seen")), oid(1))].into();
    let of = |typed: &str, evidence: &PhaseEvidence| waiver(typed, evidence, &BTreeMap::new(), made.clone());
    let asked = asking(&["secure"], false, Depth::Standard, &[]);
    let usual = of("secure", &asked);
    let expected =
        Waiver { name: "secure".to_owned(), is_known: true, is_waivable: true, is_owed: true, ..made.clone() };
    assert_eq!(usual, expected);
    assert_eq!(waiver("secure", &asked, &ended, made.clone()).lapsed, Some(oid(1).short()));
    let otherwise = Waiver { reason: because("heard"), ..made.clone() };
    assert_eq!(waiver("secure", &asked, &ended, otherwise).lapsed, None, "in other words");
    assert_eq!(waiver("validate", &asked, &ended, made.clone()).lapsed, None, "of another step");
    assert!(!of("validate", &asked).is_owed, "nothing asks for it");
    assert_eq!(of("secure", &asking(&["secure"], true, Depth::Standard, &[])).pinned_by.as_deref(), Some("a"));
    assert_eq!(of("validate", &asking(&["secure"], true, Depth::Standard, &[])).pinned_by, None);
    let mut waived = asked.clone();
    let classified = waived.setup.classified.as_mut().unwrap();
    classified.waived.insert("secure".to_owned(), "seen".to_owned());
    assert!(of("secure", &waived).is_owed, "what is waived already can be waived in other words");
    let mut done = asked;
    let content = Content::Finished { word: None, meaning: Meaning::Done };
    done.files.push(file(Kind::Security, Tracked::Committed, content, Freshness::Fresh));
    assert!(!of("secure", &done).is_owed, "what is done");
    assert!(!of("execute", &done).is_waivable && of("execute", &done).is_known);
}

#[test]
fn a_waiver_of_a_gate_of_the_project_is_known_where_the_gate_is_asked_for() {
    let made = Waiver { reason: because("seen"), ..Waiver::default() };
    let ended = [(("load-test".to_owned(), because("seen")), oid(1))].into();
    let of = |evidence: &PhaseEvidence| waiver("load-test", evidence, &ended, made.clone());
    let usual =
        Waiver { name: "load-test".to_owned(), is_waivable: true, lapsed: Some(oid(1).short()), ..made.clone() };
    assert_eq!(of(&nothing()), usual);
    assert_eq!(of(&asking(&["secure"], true, Depth::Standard, &[])), usual);
    let asked = Waiver { is_known: true, is_owed: true, ..usual };
    assert_eq!(of(&asking(&["load-test"], false, Depth::Standard, &[])), asked);
    let pinned = Waiver { pinned_by: Some("a".to_owned()), ..asked };
    assert_eq!(of(&asking(&["load-test"], true, Depth::Standard, &[])), pinned);
}

#[test]
fn what_a_lock_changes_is_held_against_all_that_was_asked_for() {
    let now = lock(LOCK);
    let text = |lock: Option<&Lock>, before: &Joined| changes(before, lock, &now);
    let held = Joined { surfaces: now.surfaces.clone(), depth: now.depth, ..Joined::default() };
    assert_eq!(text(None, &held), [""; 0], "git holds it");
    assert_eq!(text(Some(&now), &Joined::default()), [""; 0], "it stands there");
    assert_eq!(text(None, &Joined::default()).len(), 2, "a surface and a depth");
    let more =
        Lock { surfaces: BTreeMap::new(), assumed: now.surfaces.clone(), depth: Some(Depth::Deep), ..now.clone() };
    let told = text(Some(&more), &held);
    assert_eq!(told.len(), 1, "deeper before, and the rest as git holds it: {told:?}");
    assert_eq!(text(Some(&more), &Joined::default()).len(), 1, "assumed before, which was owed as well, and deeper");
}

#[test]
fn waivers_that_come_change_and_go_are_told() {
    let waiving = |waived: &[(&str, &str)]| {
        let waived = waived.iter().map(|(step, why)| ((*step).to_owned(), because(why))).collect();
        Lock { waived, ..lock(LOCK) }
    };
    let of = |own: Option<&Lock>, now: &Lock| {
        let before = Joined { surfaces: now.surfaces.clone(), depth: now.depth, ..Joined::default() };
        changes(&before, own, now)
    };
    let (none, one) = (waiving(&[]), waiving(&[("secure", "seen")]));
    assert_eq!(of(None, &one), ["waived: secure: seen"]);
    assert_eq!(of(Some(&none), &one), ["waived: secure: seen"]);
    assert_eq!(of(Some(&one), &one), [""; 0]);
    assert_eq!(of(Some(&one), &none), ["secure is waived no more"]);
    let other = waiving(&[("secure", "heard"), ("verify", "seen")]);
    assert_eq!(of(Some(&one), &other), ["waived: secure: heard", "waived: verify: seen"]);
}

#[test]
fn a_gate_is_pinned_by_the_pinned_one_of_the_surfaces_that_ask_for_it() {
    let mut evidence = asking(&["secure"], true, Depth::Standard, &[]);
    assert_eq!(pinned_by(&evidence, "secure").as_deref(), Some("a"), "nothing more is known of it");
    assert_eq!(pinned_by(&evidence, "validate"), None);
    let line = |name: &str, pinned: bool| SurfaceLine {
        name: name.to_owned(),
        state: State::Active,
        pinned,
        gates: Vec::new(),
        reason: String::new(),
        matches: Vec::new(),
    };
    let classified = evidence.setup.classified.as_mut().unwrap();
    let surfaces = vec!["a".to_owned(), "b".to_owned(), "c".to_owned()];
    let asked = GateAsked { surfaces, pinned: true, assumed: false };
    classified.gates.insert("secure".to_owned(), asked);
    classified.line.surfaces = vec![line("a", false), line("b", true), line("c", true)];
    assert_eq!(pinned_by(&evidence, "secure").as_deref(), Some("b"));
    assert_eq!(pinned_by(&asking(&["secure"], false, Depth::Standard, &[]), "secure"), None);
}

#[test]
fn a_step_is_done_where_it_is_clear_that_it_is() {
    let done = Content::Finished { word: None, meaning: Meaning::Done };
    let of = |freshness| {
        let mut evidence = asking(&["secure"], false, Depth::Standard, &[]);
        evidence.files.push(file(Kind::Security, Tracked::Committed, done.clone(), freshness));
        is_done(&assess(&evidence), Step::Secure)
    };
    assert!(of(Freshness::Fresh) && !of(Freshness::Unknown("shallow".to_owned())));
}
