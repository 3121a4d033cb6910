use proptest::collection::{btree_map, vec};
use proptest::option::of;
use proptest::prelude::*;

use super::*;
use crate::engine::object::Oid;

const SAMPLE: &str = "\
<!-- phase-pipeline:lock v1 phase=07 -->
surface: payments pinned floor=standard gates=secure,validate,full-uat by=src/billing/tax.rs
surface: ui gates=ui-spec,ui-review by=src/app/page.tsx
assumed: none
depth: standard
skip: schema — none of 14 declared paths matches its 3 globs
rationale: standard because pinned payments; ambiguity 0.12; waves not yet; diff not yet
paths: 14 declared (SPEC, --path)
config: 3f9a8c
<!-- /phase-pipeline:lock -->
";

fn found(text: &str) -> Found {
    find(text.lines().enumerate().map(|(at, line)| (at + 1, line)), |phase| phase == "07" || phase == "7")
}

fn only(text: &str) -> Block {
    let mut found = found(text);
    assert_eq!(found.blocks.len(), 1, "{text}");
    found.blocks.remove(0)
}

fn commit(number: u8) -> Oid {
    Oid::from_bytes(&[number; 20]).unwrap()
}

fn committed(blocks: &[Block], number: u8) -> Version<'_> {
    Version { blocks, commit: Some(commit(number)), executing: false, in_head: false }
}

fn head(blocks: &[Block], number: u8) -> Version<'_> {
    Version { in_head: true, ..committed(blocks, number) }
}

/// A block of these lines.
fn block(lines: &[&str]) -> Block {
    let body = lines.join("\n");
    only(&format!("<!-- phase-pipeline:lock v1 phase=07 -->\n{body}\n<!-- /phase-pipeline:lock -->\n"))
}

fn names<'a>(keys: impl Iterator<Item = &'a String>) -> Vec<&'a str> {
    keys.map(String::as_str).collect()
}

#[test]
fn the_sample_is_read_and_printed_as_it_stands() {
    let block = only(SAMPLE);
    assert_eq!(block.damage(), None);
    assert_eq!(block.faults, []);
    assert_eq!(block.lines, 1..=10);
    assert_eq!(block.lock.to_string(), SAMPLE);
    let payments = &block.lock.surfaces["payments"];
    assert_eq!(payments.gates, ["secure", "validate", "full-uat"]);
    assert_eq!((payments.pinned, payments.floor), (true, Some(Depth::Standard)));
    assert_eq!(payments.by, Some(RepoPath::from("src/billing/tax.rs")));
    assert_eq!(block.lock.depth, Some(Depth::Standard));
    assert_eq!(block.lock.skips["schema"].reason.as_str(), "none of 14 declared paths matches its 3 globs");
}

#[test]
fn what_cannot_be_read_whole_assumes_everything() {
    let with = |line: &str| SAMPLE.replace("assumed: none", line);
    for (text, line) in [
        (SAMPLE.replace("lock v1", "lock v2"), 1),
        (SAMPLE.replace("lock v1", "lock v4000000000"), 1),
        (SAMPLE.replace("lock v1", "lock v99999999999"), 1),
        (SAMPLE.replace("lock v1 ", "lock "), 1),
        (SAMPLE.replace("phase=07", ""), 1),
        (SAMPLE.replace("phase=07", "phase=07 extra"), 1),
        (SAMPLE.replace("phase=07 -->", "phase=07 --> surface: x"), 1),
        (SAMPLE.replace("phase=07 -->", "phase=07"), 1),
        (SAMPLE.replace("depth: standard\n", ""), 1),
        (SAMPLE.replace("<!-- /phase-pipeline:lock -->\n", ""), 1),
        (SAMPLE.replace("<!-- /phase-pipeline:lock -->\n", "\nmore text\n"), 1),
        (SAMPLE.replace("depth: standard", "depth: Standard"), 5),
        (SAMPLE.replace("depth: standard", "depth: deep and more"), 5),
        (with("asumed: ui"), 4),
        (with("a line of prose"), 4),
        (with("assumed:"), 4),
        (with("surface: x pined gates=secure"), 4),
        (with("surface: x floor=high"), 4),
        (with("surface: x — because"), 4),
        (with("raise: higher"), 4),
        (with("path: two words"), 4),
    ] {
        let block = only(&text);
        let damage = block.damage().unwrap_or_default();
        assert!(damage.starts_with(&format!("line {line}: ")), "{text}{damage}");
        let joined = join(&[head(std::slice::from_ref(&block), 1)]);
        assert_eq!(joined.unreadable.len(), 1, "{text}");
        assert!(!joined.in_head, "a damaged lock does not finish the step");
    }
}

#[test]
fn lines_that_only_excuse_are_reported_and_excuse_nothing() {
    for line in ["skip:", "waive:", "supersedes: nothing", "rationale: again", "paths: again", "config: again"] {
        let block = only(&SAMPLE.replace("assumed: none", line));
        let expected = usize::from(!line.ends_with("again"));
        assert_eq!(block.damage(), None, "{line}");
        // A text that is said twice is named where it is said again.
        assert_eq!(block.faults.len(), 1, "{line}");
        assert_eq!(block.faults[0].line == 4, expected == 1, "{line}");
        assert_eq!((block.lock.waived.len(), block.lock.supersedes.len()), (0, 0));
    }
}

#[test]
fn several_blocks_other_phases_and_strays_are_told_apart() {
    let other = SAMPLE.replace("phase=07", "phase=8");
    let nested = SAMPLE.replace("<!-- /phase-pipeline:lock -->\n", "");
    let text = format!("text\n{other}\n{SAMPLE}<!-- /phase-pipeline:lock -->\n{nested}{SAMPLE}");
    let found = found(&text);
    assert_eq!(found.foreign, [Foreign { line: 2, phase: "8".to_owned() }]);
    assert_eq!(found.strays, [23]);
    let lines: Vec<_> = found.blocks.iter().map(|block| block.lines.clone()).collect();
    assert_eq!(lines, [13..=22, 24..=32, 33..=42]);
    let damaged: Vec<bool> = found.blocks.iter().map(|block| block.damage().is_some()).collect();
    assert_eq!(damaged, [false, true, false]);
    for text in ["<!-- phase-pipeline:lockfile v1 phase=07 -->", " <!-- phase-pipeline:lock v1 phase=07 -->", "<!--"] {
        assert_eq!(find([(1, text)], |_| true), Found::default(), "{text}");
    }
}

#[test]
fn a_block_that_goes_on_behind_code_cannot_be_read_whole() {
    let lines = SAMPLE.lines().enumerate().map(|(at, line)| (if at > 3 { at + 5 } else { at + 1 }, line));
    let found = find(lines, |_| true);
    assert_eq!(found.blocks[0].damage().unwrap(), "line 5: code or a comment stands inside the block");
}

#[test]
fn hands_may_write_it_a_little_differently() {
    let text = "\
<!--phase-pipeline:lock  phase=7   v1-->
  surface:ui   included gates=ui-spec,,ui-spec  gates=ui-review

depth :deep
skip: schema by-hand - no data is touched
skip: ai
skip: data because nothing matches
waive: ui-review – done by a person
raise: deep -- it touches money
<!--/phase-pipeline:lock-->";
    let block = only(text);
    assert_eq!(block.faults, []);
    let lock = &block.lock;
    assert_eq!(lock.surfaces["ui"].gates, ["ui-spec", "ui-review"]);
    assert!(lock.surfaces["ui"].included);
    assert_eq!(lock.depth, Some(Depth::Deep));
    assert_eq!(lock.skips["schema"], Skip { by_hand: true, reason: Remark::new("no data is touched") });
    assert!(lock.skips["ai"].reason.is_empty());
    assert_eq!(lock.skips["data"].reason.as_str(), "because nothing matches");
    assert_eq!(lock.waived["ui-review"].as_str(), "done by a person");
    assert_eq!(lock.raised[&Depth::Deep].as_str(), "it touches money");
    assert_eq!(only(&lock.to_string()).lock, *lock);
}

#[test]
fn joining_is_a_union_and_a_maximum() {
    let old = block(&["surface: pay pinned gates=secure by=a", "depth: deep", "raise: standard — why"]);
    let new =
        block(&["surface: pay floor=standard gates=validate by=b", "surface: ui gates=ui-review", "depth: shallow"]);
    let (old, new) = ([old], [new]);
    for versions in [[committed(&old, 1), head(&new, 2)], [committed(&new, 1), head(&old, 2)]] {
        let joined = join(&versions);
        assert_eq!(names(joined.surfaces.keys()), ["pay", "ui"]);
        let pay = &joined.surfaces["pay"];
        let mut gates = pay.gates.clone();
        gates.sort();
        assert_eq!(gates, ["secure", "validate"]);
        assert_eq!((pay.pinned, pay.floor), (true, Some(Depth::Standard)));
        assert_eq!((joined.depth, joined.raised.keys().max()), (Some(Depth::Deep), Some(&Depth::Standard)));
        assert!(joined.in_head && !joined.lost);
        assert_eq!(joined.digests.len(), 2);
    }
    let lost = join(&[committed(&old, 1), head(&[], 2)]);
    assert!(lost.lost && !lost.in_head);
    assert_eq!(names(lost.surfaces.keys()), ["pay"], "a rewrite that loses the block changes nothing");
    assert!(join(&[]).is_empty());
}

#[test]
fn an_assumption_is_settled_by_a_later_committed_lock_before_execution_alone() {
    let first = [block(&["assumed: pay gates=secure", "assumed: ui gates=ui-review", "depth: deep"])];
    let settled = [block(&["surface: ui gates=ui-review", "skip: pay — no path matches", "depth: deep"])];
    let silent = [block(&["depth: deep"])];
    let assumed = |versions: &[Version<'_>]| -> Vec<String> { join(versions).assumed.into_keys().collect() };
    assert_eq!(assumed(&[committed(&first, 1), head(&settled, 2)]), Vec::<String>::new());
    assert_eq!(assumed(&[committed(&first, 1), head(&silent, 2)]), ["pay", "ui"]);
    let executing = Version { executing: true, ..head(&settled, 2) };
    assert_eq!(assumed(&[committed(&first, 1), executing]), ["pay", "ui"]);
    let uncommitted = Version { commit: None, in_head: false, ..head(&settled, 2) };
    assert_eq!(assumed(&[head(&first, 1), uncommitted]), ["pay", "ui"]);
    assert_eq!(assumed(&[committed(&settled, 1), head(&first, 2)]), ["pay", "ui"], "assumed again");
}

#[test]
fn a_lock_is_replaced_before_execution_alone_and_by_its_digest() {
    let wrong = [block(&["surface: pay pinned gates=secure", "depth: deep"])];
    let line = format!("supersedes: {} — typed the wrong path", wrong[0].digest);
    let right = [block(&["surface: ui gates=ui-review", "depth: shallow", &line])];
    let joined = join(&[committed(&wrong, 1), head(&right, 2)]);
    assert_eq!(names(joined.surfaces.keys()), ["ui"]);
    assert_eq!(joined.depth, Some(Depth::Shallow));
    assert_eq!(joined.superseded[&wrong[0].digest].as_str(), "typed the wrong path");
    for late in
        [Version { executing: true, ..head(&right, 2) }, Version { commit: None, in_head: false, ..head(&right, 2) }]
    {
        let joined = join(&[committed(&wrong, 1), late]);
        assert_eq!(names(joined.surfaces.keys()), ["pay", "ui"]);
        assert_eq!(joined.depth, Some(Depth::Deep));
    }
    // A version in between that differs in one byte is another lock.
    let other = [block(&["surface: pay pinned gates=secure,validate", "depth: deep"])];
    assert_eq!(
        names(join(&[committed(&wrong, 1), committed(&other, 2), head(&right, 3)]).surfaces.keys()),
        ["pay", "ui"]
    );
}

#[test]
fn a_block_that_is_taken_for_replaced_counts_as_such() {
    let blocks = [block(&["surface: pay gates=secure", "depth: deep"])];
    let remark = Remark::new("wrong");
    let replaced = BTreeMap::from([(blocks[0].digest.clone(), remark)]);
    let joined = join_without(&[head(&blocks, 1)], &replaced);
    assert!(joined.is_empty() && joined.superseded == replaced);
}

#[test]
fn a_waiver_counts_as_head_has_it_and_is_as_old_as_its_words() {
    let first = [block(&["waive: secure — reviewed by hand", "depth: deep"])];
    let more = [block(&["waive: secure — reviewed by hand", "waive: ui-review — no page", "depth: deep"])];
    let again = [block(&["waive: secure — reviewed again", "depth: deep"])];
    let none = [block(&["depth: deep"])];
    let since = |versions: &[Version<'_>]| join(versions).waived.get("secure").map(|waived| waived.since);
    assert_eq!(since(&[committed(&first, 1), head(&more, 2)]), Some(commit(1)));
    assert_eq!(since(&[committed(&first, 1), head(&again, 2)]), Some(commit(2)));
    assert_eq!(since(&[committed(&first, 1), head(&none, 2)]), None);
    assert_eq!(since(&[Version { commit: None, in_head: false, ..head(&first, 1) }]), None);
    assert_eq!(since(&[Version { executing: true, ..head(&first, 3) }]), Some(commit(3)));
    // The work tree gives none and may end one; a document there that lost its lock says nothing.
    let disk = |blocks| Version { commit: None, in_head: false, ..head(blocks, 9) };
    assert_eq!(since(&[head(&first, 1), disk(&more)]), Some(commit(1)));
    assert_eq!(since(&[head(&first, 1), disk(&again)]), Some(commit(1)));
    assert_eq!(since(&[head(&first, 1), disk(&none)]), None);
    assert_eq!(since(&[head(&first, 1), disk(&[])]), Some(commit(1)));
    // Two documents that say it by turns do not make it younger.
    assert_eq!(since(&[committed(&first, 1), head(&again, 2), head(&more, 3)]), Some(commit(2)));
}

#[test]
fn a_skip_by_hand_counts_before_any_lock_held_the_surface() {
    let skipped = [block(&["skip: ui by-hand — only a typo", "depth: shallow"])];
    let held = [block(&["assumed: ui gates=ui-review", "depth: shallow"])];
    let by_hand = |versions: &[Version<'_>]| -> Vec<String> { join(versions).skipped_by_hand.into_keys().collect() };
    assert_eq!(by_hand(&[head(&skipped, 1)]), ["ui"]);
    assert_eq!(by_hand(&[committed(&held, 1), head(&skipped, 2)]), Vec::<String>::new());
    assert_eq!(by_hand(&[committed(&skipped, 1), head(&held, 2)]), Vec::<String>::new());
    assert_eq!(by_hand(&[committed(&skipped, 1), head(&[], 2)]), Vec::<String>::new());
    assert_eq!(by_hand(&[Version { executing: true, ..head(&skipped, 1) }]), Vec::<String>::new());
    assert_eq!(by_hand(&[Version { commit: None, in_head: false, ..head(&skipped, 1) }]), Vec::<String>::new());
}

#[test]
fn two_locks_differ_by_what_they_ask_for() {
    let old = block(&["surface: pay pinned floor=standard gates=secure", "assumed: ui gates=ui-spec", "depth: deep"]);
    let new = block(&["surface: ui gates=ui-spec,ui-review", "assumed: pay gates=validate", "depth: standard"]);
    let (old, new) = (Held::from(&old.lock), Held::from(&new.lock));
    let told = |changes: Vec<Change>| -> Vec<(String, bool)> {
        changes.iter().map(|change| (change.to_string(), change.lowers())).collect()
    };
    let expected = [
        ("pay was active and is assumed", true),
        ("pay asks for validate", false),
        ("pay asks for secure no more", true),
        ("pay is pinned no more", true),
        ("floor of pay: none, was standard", true),
        ("ui asks for ui-review", false),
        ("depth standard, was deep", true),
    ];
    assert_eq!(told(compare(&old, &new)), expected.map(|(told, lowers)| (told.to_owned(), lowers)));
    assert!(compare(&old, &old).is_empty());
    assert_eq!(told(compare(&old, &Held::default()))[0], ("pay is owed no more".to_owned(), true));
    assert!(compare(&Held::default(), &old).iter().all(|change| !change.lowers()));
}

fn name() -> impl Strategy<Value = String> {
    prop_oneof![3 => "[a-z0-9][a-z0-9_.-]{0,8}", 1 => "(none|pinned|by-hand|—|-|)", 1 => "\\PC{0,6}"]
}

fn remark() -> impl Strategy<Value = Remark> {
    prop_oneof!["[ -~—]{0,30}", "(\\PC|[\n\t\r<>!`-]){0,20}", "(by-hand|— x|- -|<!<!--|-->|``` )"]
        .prop_map(|text| Remark::new(&text))
}

fn path() -> impl Strategy<Value = RepoPath> {
    prop_oneof![vec(any::<u8>(), 0..12), "[a-z/ ,%<>]{1,12}".prop_map(String::into_bytes)].prop_map(RepoPath::new)
}

fn depth() -> impl Strategy<Value = Depth> {
    proptest::sample::select(Depth::ALL.to_vec())
}

fn surface() -> impl Strategy<Value = LockedSurface> {
    (any::<bool>(), any::<bool>(), of(depth()), vec(name(), 0..4), of(path())).prop_map(
        |(pinned, included, floor, gates, by)| {
            let mut surface = LockedSurface { pinned, included, floor, gates: Vec::new(), by };
            surface.absorb(&LockedSurface { gates, ..LockedSurface::default() });
            surface
        },
    )
}

fn digest() -> impl Strategy<Value = Digest> {
    "[a-z]{0,5}".prop_map(|text| Digest::of([text.as_str()]))
}

fn lock() -> impl Strategy<Value = Lock> {
    let skip = (any::<bool>(), remark()).prop_map(|(by_hand, reason)| Skip { by_hand, reason });
    let surfaces = || btree_map(name(), surface(), 0..4);
    let owed = (surfaces(), surfaces(), depth(), btree_map(depth(), remark(), 0..3));
    let excused =
        (btree_map(name(), skip, 0..3), btree_map(name(), remark(), 0..3), btree_map(digest(), remark(), 0..3));
    let told = (vec(path(), 0..3), remark(), remark(), remark(), name());
    (owed, excused, told).prop_map(
        |(
            (surfaces, assumed, depth, raised),
            (skips, waived, supersedes),
            (declared, rationale, paths, config, phase),
        )| {
            let depth = Some(depth);
            Lock {
                phase,
                surfaces,
                assumed,
                depth,
                raised,
                skips,
                waived,
                supersedes,
                declared,
                rationale,
                paths,
                config,
            }
        },
    )
}

/// Lines that look like those of a lock, whole and broken.
fn nonsense() -> impl Strategy<Value = String> {
    let words = "(<!--|-->| |v1|v2|phase=07|phase=|phase-pipeline:lock|/phase-pipeline:lock|surface|assumed|depth|deep|skip|waive|path\
                 |raise|supersedes|:|gates=|,|by=|%|%2|%ZZ|—|none|pinned|\\PC|\n|\r\n){0,60}";
    let broken = lock().prop_flat_map(|lock| {
        let text = lock.to_string();
        let places: Vec<usize> = text.char_indices().map(|(at, _)| at).collect();
        (Just(text), proptest::sample::select(places.clone()), proptest::sample::select(places), "\\PC{0,3}|\n")
            .prop_map(|(text, from, to, put)| format!("{}{put}{}", &text[..from.min(to)], &text[from.max(to)..]))
    });
    prop_oneof![words, broken]
}

proptest! {
    #[test]
    fn what_is_printed_is_read_back(lock in lock()) {
        let text = lock.to_string();
        let found = find(text.lines().enumerate().map(|(at, line)| (at + 1, line)), |phase| phase == lock.phase);
        prop_assert_eq!(found.blocks.len(), 1);
        let block = &found.blocks[0];
        prop_assert_eq!(&block.faults, &[]);
        prop_assert_eq!(&block.lock, &lock);
        prop_assert_eq!(block.lines.clone(), 1..=text.lines().count());
        // Every line of it is one line, and none but the first and the last is a comment.
        prop_assert_eq!(text.matches("<!--").count(), 2);
        let crlf = text.replace('\n', "\r\n");
        let read = |text: &str| {
            let lines = text.split('\n').enumerate().map(|(at, line)| (at + 1, line));
            find(lines, |phase| phase == lock.phase).blocks
        };
        prop_assert_eq!(read(&crlf), read(&text));
    }

    #[test]
    fn any_text_is_read_and_what_was_read_prints_and_reads_the_same(text in nonsense()) {
        let found = find(text.lines().enumerate().map(|(at, line)| (at + 1, line)), |_| true);
        for block in &found.blocks {
            prop_assert!(*block.lines.start() >= 1 && *block.lines.end() <= text.lines().count());
            let again = find(block.lock.to_string().lines().enumerate().map(|(at, line)| (at + 1, line)), |_| true);
            prop_assert_eq!(&again.blocks[0].lock, &block.lock);
        }
        let _ = join(&[head(&found.blocks, 1)]);
    }

    #[test]
    fn a_remark_stays_as_it_is(text in "(\\PC|[\n\t<!-]){0,40}") {
        let once = Remark::new(&text);
        prop_assert_eq!(&Remark::new(once.as_str()), &once);
    }

    #[test]
    fn a_word_stands_for_its_bytes(bytes in vec(any::<u8>(), 0..20), text in "\\PC{0,20}") {
        prop_assert_eq!(decode(&encode(&bytes)), bytes.clone());
        prop_assert_eq!(decode(&encode(text.as_bytes())), text.as_bytes());
        prop_assert!(encode(&bytes).split_whitespace().count() == 1);
        let _ = decode(&text);
    }

    #[test]
    fn one_more_version_never_lowers_unless_it_is_committed_before_execution(
        old in vec(lock(), 0..3), new in lock(), executing in any::<bool>()
    ) {
        let read = |lock: &Lock| {
            find(lock.to_string().lines().enumerate().map(|(at, line)| (at + 1, line)), |_| true).blocks
        };
        let old: Vec<Vec<Block>> = old.iter().map(read).collect();
        let new = read(&new);
        let mut versions: Vec<Version<'_>> = old.iter().map(|blocks| committed(blocks, 1)).collect();
        let before = join(&versions);
        let commit = executing.then(|| commit(9));
        versions.push(Version { blocks: &new, commit, executing, in_head: false });
        let after = join(&versions);
        let changes = compare(&Held::from(&before), &Held::from(&after));
        prop_assert!(!changes.iter().any(Change::lowers), "{:?}", changes);
        prop_assert!(after.unreadable.len() >= before.unreadable.len());
        prop_assert!(after.skipped_by_hand.keys().all(|name| before.skipped_by_hand.contains_key(name)));
    }
}

#[test]
fn a_lock_is_lost_only_where_a_committed_version_held_one() {
    let blocks = [block(&["surface: ui"])];
    let uncommitted = |blocks| Version { blocks, commit: None, executing: false, in_head: false };
    for (versions, lost) in [
        (vec![uncommitted(&blocks)], false),
        (vec![committed(&[], 1)], false),
        (vec![committed(&blocks, 1)], true),
        (vec![committed(&blocks, 1), head(&[], 2)], true),
        (vec![committed(&blocks, 1), head(&blocks, 2)], false),
        (vec![head(&[], 1), uncommitted(&blocks)], false),
    ] {
        assert_eq!(join(&versions).lost, lost, "{versions:?}");
    }
}

#[test]
fn a_digest_is_as_many_lower_case_digits_as_it_has() {
    let digest = Digest::of(["a"]).to_string();
    assert_eq!(Digest::parse(&digest).map(|digest| digest.to_string()).as_ref(), Some(&digest));
    let digits = digest.len();
    for text in ["a".repeat(digits - 1), "a".repeat(digits + 1), "g".repeat(digits), "A".repeat(digits), String::new()]
    {
        assert_eq!(Digest::parse(&text), None, "{text}");
    }
}

#[test]
fn an_opening_says_each_thing_once() {
    let damage = |words: &str| {
        only(&format!("<!-- phase-pipeline:lock {words} -->\ndepth: shallow\n<!-- /phase-pipeline:lock -->\n"))
            .damage()
            .is_some()
    };
    assert!(!damage("v1 phase=07"));
    for words in ["v1 v1 phase=07", "v1 phase=07 phase=07", "v1 phase=07 x"] {
        assert!(damage(words), "{words}");
    }
}

#[test]
fn a_surface_names_each_gate_once_and_a_file_that_has_a_name() {
    let block = block(&["surface: ui gates=secure,secure,ui-spec by=a", "depth: shallow"]);
    assert_eq!(
        (&*block.lock.surfaces["ui"].gates, block.damage()),
        (&["secure".to_owned(), "ui-spec".to_owned()][..], None)
    );
    let empty = self::block(&["surface: ui by=", "depth: shallow"]);
    assert_eq!((&empty.lock.surfaces["ui"].by, empty.damage().is_some()), (&None, true));
}

#[test]
fn a_change_to_the_same_or_more_lowers_nothing() {
    for before in [None, Some(Depth::Shallow), Some(Depth::Deep)] {
        for after in [None, Some(Depth::Shallow), Some(Depth::Deep)] {
            assert_eq!(Change::Depth(before, after).lowers(), after < before, "{before:?} {after:?}");
        }
    }
}
