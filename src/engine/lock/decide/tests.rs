use super::super::LockedSurface;
use super::*;

fn because(text: &str) -> Remark {
    Remark::new(text)
}

/// A phase that may be locked: three surfaces, one of each kind.
fn open() -> Stand {
    let surface = |name: &str, state, pinned| (name.to_owned(), (state, pinned));
    Stand {
        has_map: true,
        has_folder: true,
        depth: Some(Depth::Standard),
        surfaces: [
            surface("active", State::Active, false),
            surface("assumed", State::Assumed, false),
            surface("inactive", State::Inactive, false),
            surface("pinned", State::Assumed, true),
        ]
        .into(),
        document: Document { path: RepoPath::from("07-SPEC.md"), ..Document::default() },
        ..Stand::default()
    }
}

fn skipping(name: &str) -> ByHand {
    ByHand { skip: [(name.to_owned(), because("only a typo"))].into(), ..ByHand::default() }
}

fn including(name: &str) -> ByHand {
    ByHand { include: [name.to_owned()].into(), ..ByHand::default() }
}

fn raising(depth: Depth) -> ByHand {
    ByHand { raise: [(depth, Remark::default())].into(), ..ByHand::default() }
}

fn waiver() -> Waiver {
    Waiver {
        name: "ui-review".to_owned(),
        reason: because("looked at by hand"),
        is_known: true,
        is_waivable: true,
        is_owed: true,
        pinned_by: None,
        is_kept: true,
        lapsed: None,
    }
}

fn told(stand: &Stand, asked: &Asked) -> Option<Rule> {
    refusal(stand, asked).map(|refusal| refusal.rule)
}

/// What may be wrong with a place, each alone.
type Wrong = (Rule, fn(&mut Stand));

const PLACES: &[Wrong] = &[
    (Rule::NoMap, |stand| stand.has_map = false),
    (Rule::Archived, |stand| stand.archived = true),
    (Rule::OfBefore, |stand| stand.of_before = true),
    (Rule::NoFolder, |stand| stand.has_folder = false),
    (Rule::Operation, |stand| stand.in_progress = Some(("merge".to_owned(), "git merge --abort".to_owned()))),
    (Rule::Shallow, |stand| stand.history_cut = Some("history is shallow".to_owned())),
    (Rule::Newer, |stand| stand.newer = Some("07-SPEC.md, line 3: version 9".to_owned())),
    (Rule::Several, |stand| stand.several = Some("07-SPEC.md:3, 07-SPEC.md:9".to_owned())),
    (Rule::Damaged, |stand| stand.damaged = Some(("07-SPEC.md, line 3: not a line of a lock".to_owned(), true))),
    (Rule::Document, |stand| stand.document.fault = Some("is a link".to_owned())),
    (Rule::Dirty, |stand| stand.document.is_dirty = true),
];

/// Everything that can be asked for, and whether a phase that was never locked, that is locked, and that executes allows it.
fn askings() -> Vec<(Asked, [Option<Rule>; 3])> {
    let lock = Asked::Lock;
    let relock = |by_hand: ByHand| Asked::Relock(by_hand, because("typed the wrong path"));
    let never = Some(Rule::NothingToReplace);
    let late = Some(Rule::Executing);
    vec![
        (lock(ByHand::default()), [None, None, None]),
        (lock(including("inactive")), [None, None, None]),
        (lock(including("pinned")), [None, None, None]),
        (lock(including("nothing")), [Some(Rule::NoSurface); 3]),
        (lock(raising(Depth::Deep)), [None, None, None]),
        (lock(raising(Depth::Standard)), [None, None, None]),
        (lock(raising(Depth::Shallow)), [Some(Rule::Lowers); 3]),
        (lock(skipping("assumed")), [None, Some(Rule::SkipLocked), Some(Rule::SkipLocked)]),
        (lock(skipping("inactive")), [None, Some(Rule::SkipLocked), Some(Rule::SkipLocked)]),
        (lock(skipping("active")), [Some(Rule::SkipActive), Some(Rule::SkipLocked), Some(Rule::SkipLocked)]),
        (lock(skipping("pinned")), [Some(Rule::SkipPinned); 3]),
        (lock(skipping("nothing")), [Some(Rule::NoSurface); 3]),
        (
            lock(ByHand { skip: [("assumed".to_owned(), Remark::default())].into(), ..ByHand::default() }),
            [Some(Rule::NoReason); 3],
        ),
        (relock(ByHand::default()), [never, None, late]),
        (relock(including("inactive")), [never, None, late]),
        (relock(skipping("assumed")), [never, None, late]),
        (relock(skipping("active")), [Some(Rule::SkipActive); 3]),
        (relock(skipping("pinned")), [Some(Rule::SkipPinned); 3]),
        (relock(raising(Depth::Shallow)), [never, Some(Rule::Lowers), late]),
        (Asked::Relock(ByHand::default(), Remark::default()), [Some(Rule::NoReason); 3]),
        (Asked::Waive(waiver()), [Some(Rule::NotLocked), None, None]),
        (Asked::Waive(Waiver { reason: Remark::default(), ..waiver() }), [Some(Rule::NoReason); 3]),
        (Asked::Waive(Waiver { is_known: false, ..waiver() }), [Some(Rule::NoStep); 3]),
        (Asked::Waive(Waiver { is_waivable: false, ..waiver() }), [Some(Rule::NotWaivable); 3]),
        (Asked::Waive(Waiver { pinned_by: Some("pinned".to_owned()), ..waiver() }), [Some(Rule::GatePinned); 3]),
        (Asked::Waive(Waiver { is_owed: false, ..waiver() }), [Some(Rule::NotOwed); 3]),
        (
            Asked::Waive(Waiver { is_kept: false, ..waiver() }),
            [Some(Rule::NotLocked), Some(Rule::NotKept), Some(Rule::NotKept)],
        ),
        (
            Asked::Waive(Waiver { lapsed: Some("abc1234".to_owned()), ..waiver() }),
            [Some(Rule::NotLocked), Some(Rule::SaidBefore), Some(Rule::SaidBefore)],
        ),
    ]
}

fn stages() -> [Stand; 3] {
    let locked = Stand { has_lock: true, is_locked: true, ..open() };
    [open(), locked.clone(), Stand { executing: true, ..locked }]
}

#[test]
fn every_asking_at_every_stage_is_allowed_or_refused_by_its_rule() {
    let mut seen = BTreeSet::new();
    for (asked, expected) in askings() {
        for (stand, expected) in stages().iter().zip(expected) {
            assert_eq!(told(stand, &asked), expected, "{asked:?} of {stand:?}");
            seen.extend(expected);
        }
    }
    let hand = [Rule::Path, Rule::TooEarly, Rule::NoPlace, Rule::Moved];
    let rules = super::super::rule::RULES.iter().map(|row| row.rule);
    for rule in rules.filter(|rule| !PLACES.iter().any(|(known, _)| known == rule) && !hand.contains(rule)) {
        assert!(seen.contains(&rule), "nothing runs into {rule:?}");
    }
}

#[test]
fn whatever_is_asked_for_a_place_that_does_not_allow_it_says_so_and_the_first_rule_wins() {
    for (asked, of_asking) in askings() {
        for (stand, of_asking) in stages().iter().zip(of_asking) {
            for (at, (rule, spoil)) in PLACES.iter().enumerate() {
                let mut one = stand.clone();
                spoil(&mut one);
                let replaces = *rule == Rule::Damaged && matches!(asked, Asked::Relock(..));
                let expected = of_asking.into_iter().chain((!replaces).then_some(*rule)).min();
                assert_eq!(told(&one, &asked), expected, "{asked:?} with {rule:?}");
                for (other, spoil) in &PLACES[at + 1..] {
                    let mut both = one.clone();
                    spoil(&mut both);
                    let replaces = *other == Rule::Damaged && matches!(asked, Asked::Relock(..));
                    let expected = expected.into_iter().chain((!replaces).then_some(*other)).min();
                    assert_eq!(told(&both, &asked), expected, "{asked:?} with {rule:?} and {other:?}");
                }
            }
        }
    }
}

#[test]
fn a_block_whose_end_is_not_clear_is_replaced_by_nobody() {
    let mut stand = Stand { has_lock: true, is_locked: true, ..open() };
    let relock = Asked::Relock(ByHand::default(), because("nonsense"));
    stand.damaged = Some(("07-SPEC.md, line 3: the block has no end".to_owned(), true));
    assert_eq!(told(&stand, &relock), None);
    stand.damaged = Some(("07-SPEC.md, line 3: the block has no end".to_owned(), false));
    assert_eq!(told(&stand, &relock), Some(Rule::Damaged));
}

#[test]
fn a_skip_that_is_there_already_may_be_said_again_in_the_same_words() {
    let skipped = BTreeMap::from([("assumed".to_owned(), because("only a typo"))]);
    for stand in stages() {
        let stand = Stand { skipped: skipped.clone(), ..stand };
        assert_eq!(told(&stand, &Asked::Lock(skipping("assumed"))), None);
    }
    let stand = Stand { skipped: [("assumed".to_owned(), because("other words"))].into(), ..stages()[1].clone() };
    assert_eq!(told(&stand, &Asked::Lock(skipping("assumed"))), Some(Rule::SkipLocked));
}

#[test]
fn nothing_is_locked_before_anything_says_what_is_touched() {
    let rough = Stand { is_rough: true, ..open() };
    assert_eq!(told(&rough, &Asked::Lock(ByHand::default())), Some(Rule::TooEarly));
    let unplaced = Stand { unplaced: vec!["../x: outside".to_owned()], ..open() };
    assert_eq!(told(&unplaced, &Asked::Lock(ByHand::default())), Some(Rule::Path));
}

#[test]
fn a_refusal_says_what_is_in_the_way() {
    let stand = Stand { in_progress: Some(("merge".to_owned(), "git merge --abort".to_owned())), ..open() };
    let refusal = refusal(&stand, &Asked::Lock(ByHand::default())).unwrap();
    assert_eq!(refusal.what, "a merge is in progress");
    assert_eq!(refusal.help.as_deref(), Some("git merge --abort"));
    let unknown = super::refusal(&open(), &Asked::Lock(including("u"))).unwrap();
    assert_eq!(unknown.help.as_deref(), Some("the surfaces are active, assumed, inactive, pinned"));
}

#[test]
fn a_waiver_changes_one_line_and_hands_decide_last() {
    let own = Lock { depth: Some(Depth::Deep), ..Lock::default() };
    let waived = waiving(&own, &waiver());
    assert_eq!(waived, Lock { waived: [("ui-review".to_owned(), because("looked at by hand"))].into(), ..own.clone() });
    assert!(!says_the_same(&own, &waived, false));
    let superseded = Lock { supersedes: [(Digest::of(["a"]), Remark::default())].into(), ..own.clone() };
    assert!(says_the_same(&own, &superseded, true) && !says_the_same(&own, &superseded, false));
    // What is included now is no longer skipped.
    let both = skipping("ui").and(&including("ui"));
    assert_eq!((both.skip.len(), both.include.len()), (0, 1));
    let kept = ByHand::of(&Lock {
        surfaces: [("ui".to_owned(), LockedSurface { included: true, ..Default::default() })].into(),
        skips: [("ai".to_owned(), Skip { by_hand: true, reason: because("no model") })].into(),
        raised: [(Depth::Deep, because("it is money"))].into(),
        declared: vec![RepoPath::from("src/a.rs")],
        ..Lock::default()
    });
    assert!(kept.include.contains("ui") && kept.declared.contains(&RepoPath::from("src/a.rs")));
    assert_eq!((kept.skip["ai"].as_str(), kept.raise[&Depth::Deep].as_str()), ("no model", "it is money"));
}

#[test]
fn what_a_lock_tells_of_its_day_is_no_difference_and_all_it_asks_for_is() {
    let surface = LockedSurface { gates: vec!["secure".to_owned()], by: Some("a".into()), ..LockedSurface::default() };
    let skip = |by_hand, reason: &str| Skip { by_hand, reason: because(reason) };
    let own = Lock {
        surfaces: [("pay".to_owned(), surface.clone())].into(),
        skips: [("ui".to_owned(), skip(false, "none of 1")), ("ai".to_owned(), skip(true, "no model"))].into(),
        depth: Some(Depth::Standard),
        rationale: because("waves not yet"),
        paths: because("1 declared"),
        config: because("1f"),
        ..Lock::default()
    };
    let told = Lock {
        surfaces: [("pay".to_owned(), LockedSurface { by: Some("b".into()), ..surface.clone() })].into(),
        skips: [("ui".to_owned(), skip(false, "none of 2")), ("ai".to_owned(), skip(true, "no model"))].into(),
        rationale: because("2 waves"),
        paths: because("2 declared"),
        ..own.clone()
    };
    assert!(says_the_same(&own, &told, false));
    let pinned = LockedSurface { pinned: true, ..surface };
    for other in [
        Lock { surfaces: [("pay".to_owned(), pinned)].into(), ..own.clone() },
        Lock { assumed: [("ui".to_owned(), LockedSurface::default())].into(), ..own.clone() },
        Lock { skips: [("ui".to_owned(), skip(false, "none of 1"))].into(), ..own.clone() },
        Lock { skips: [("ui".to_owned(), skip(true, "none of 1"))].into(), ..own.clone() },
        Lock { depth: Some(Depth::Deep), ..own.clone() },
        Lock { raised: [(Depth::Deep, because("first"))].into(), ..own.clone() },
        Lock { declared: vec!["c".into()], ..own.clone() },
        Lock { config: because("2f"), ..own.clone() },
    ] {
        assert!(!says_the_same(&own, &other, false) && !says_the_same(&own, &other, true), "{other}");
    }
}
