//! Tokens, by example and by property.

use super::*;
use proptest::prelude::*;

fn id(text: &str) -> PhaseId {
    PhaseId::parse(text).unwrap_or_else(|| panic!("no phase: {text}"))
}

fn plan(text: &str) -> PlanId {
    PlanId::parse(text).unwrap_or_else(|| panic!("no plan: {text}"))
}

#[test]
fn tokens_are_shown_in_one_form() {
    for (written, shown) in [
        ("7", "07"),
        ("007", "07"),
        ("07", "07"),
        ("0", "00"),
        ("0110", "110"),
        ("2.1", "02.1"),
        ("02.10", "02.10"),
        ("3.01", "03.01"),
        ("140.1.1", "140.1.1"),
        ("12a", "12A"),
        ("06c", "06C"),
        ("3A.1", "03A.1"),
        ("2.1b", "02.1B"),
        ("A1", "A1"),
        ("V14", "V14"),
        ("BOS3", "BOS3"),
        ("M01", "M01"),
        ("C1.1", "C1.1"),
        ("P0.3", "P0.3"),
        ("m7-01", "m7-01"),
        ("C8-34", "C8-34"),
        ("CK-07", "CK-07"),
        ("AS-0", "AS-0"),
        ("CP-PTY-01", "CP-PTY-01"),
        ("BOOT-02R", "BOOT-02R"),
        ("audit-05", "audit-05"),
        ("02-04", "02-04"),
        ("999.1", "999.1"),
        ("phase-3", "03"),
        ("Phase 3", "03"),
        ("phase03", "03"),
        (" 7 ", "07"),
    ] {
        assert_eq!(id(written).to_string(), shown, "{written}");
    }
}

#[test]
fn what_is_no_token_is_refused() {
    for text in [
        "",
        " ",
        "x",
        "lnt",
        "phase",
        "phase-",
        "-7",
        "7-",
        "7.",
        ".7",
        "7..1",
        "7.x",
        "07-photos",
        "2-4",
        "02-004",
        "12ab",
        "12A1",
        "7 1",
        "7,1",
        "7/1",
        "CK--07",
        "-CK-07",
        "CK-",
        "٣",
        "①",
        "1e5x",
        "agent-context-review",
        "\u{0}7",
    ] {
        assert_eq!(PhaseId::parse(text), None, "{text}");
    }
}

#[test]
fn padding_and_case_are_all_that_two_spellings_may_differ_in() {
    for (one, other) in [
        ("7", "07"),
        ("7", "007"),
        ("2.1", "02.1"),
        ("12a", "012A"),
        ("ck-7", "CK-07"),
        ("M01", "m1"),
        ("2-04", "02-04"),
        ("phase-7", "7"),
    ] {
        assert_eq!(id(one), id(other));
    }
    for (one, other) in [
        ("2.1", "2.10"),
        ("3.1", "3.01"),
        ("12", "12A"),
        ("3A", "3B"),
        ("7", "CK-07"),
        ("CK-07", "CK07"),
        ("A1", "B1"),
        ("2", "02-04"),
        ("02.04", "02-04"),
        ("7", "70"),
        ("0.1", "1"),
    ] {
        assert_ne!(id(one), id(other));
    }
}

#[test]
fn the_order_is_that_of_the_work() {
    let sorted = [
        "0",
        "3",
        "3.1",
        "3.2",
        "3.10",
        "4",
        "9",
        "10",
        "12",
        "12.1",
        "12A",
        "13",
        "99",
        "100",
        "999.1",
        "999.10",
        "A1",
        "A2",
        "A10",
        "BOS3",
        "CK-07",
        "CK-10",
        "CP-PTY-01",
        "CP-ST-01",
    ];
    for pair in sorted.windows(2) {
        assert!(id(pair[0]) < id(pair[1]), "{pair:?}");
    }
}

#[test]
fn a_text_begins_with_every_token_it_may() {
    let shown = |text: &str| -> Vec<(String, String)> {
        PhaseId::leading(text).into_iter().map(|(id, rest)| (id.to_string(), rest.to_owned())).collect()
    };
    let pairs = |list: &[(&str, &str)]| -> Vec<(String, String)> {
        list.iter().map(|(id, rest)| ((*id).to_owned(), (*rest).to_owned())).collect()
    };
    assert_eq!(shown("14-2026-photos"), pairs(&[("14", "-2026-photos")]));
    assert_eq!(shown("02-04-photos"), pairs(&[("02", "-04-photos"), ("02-04", "-photos")]));
    assert_eq!(shown("02-04-05"), pairs(&[("02", "-04-05"), ("02-04", "-05"), ("02-04-05", "")]));
    assert_eq!(shown("91-3d-x"), pairs(&[("91", "-3d-x")]));
    assert_eq!(shown("08フェーズ"), pairs(&[("08", "フェーズ")]));
    assert_eq!(shown("212-80pct-x"), pairs(&[("212", "-80pct-x")]));
    assert_eq!(shown("photos"), pairs(&[]));
}

#[test]
fn plans_are_tokens_of_their_own() {
    for (written, shown) in [
        ("1", "01"),
        ("12", "12"),
        ("02a", "02a"),
        ("02A", "02a"),
        ("G1", "G1"),
        ("P02", "P02"),
        ("02.1", "02.1"),
        ("01-04", "01-04"),
        ("001", "01"),
    ] {
        assert_eq!(plan(written).to_string(), shown);
    }
    for text in
        ["", "x", "1000", "2026", "04-01", "01-01", "01-4", "GAP1", "1-2-3", "01-04-05", "3dx", "CR-01", "1.2.3000"]
    {
        assert_eq!(PlanId::parse(text), None, "{text}");
    }
    assert_eq!(plan("1"), plan("001"));
    assert_ne!(plan("2"), plan("02a"));
    assert!(plan("1") < plan("02a") && plan("02a") < plan("3") && plan("10") < plan("G1"));
}

#[test]
fn a_range_covers_its_plans() {
    let range = plan("02-04");
    for inside in ["2", "03", "04", "02-03", "02-04"] {
        assert!(range.covers(&plan(inside)), "{inside}");
    }
    for outside in ["1", "5", "G3", "03a", "03.1", "03-05", "01-04"] {
        assert!(!range.covers(&plan(outside)), "{outside}");
    }
    assert_eq!(range.bounds(), Some((plan("2"), plan("4"))));
    assert_eq!(plan("2").bounds(), None);
    assert!(plan("2").covers(&plan("02")) && !plan("2").covers(&plan("02-04")));
}

#[test]
fn kinship_is_seen() {
    assert!(id("2.1").is_akin(&id("02.10")) && id("12").is_akin(&id("12A")) && !id("2").is_akin(&id("A2")));
    assert!(id("07a").differs_by_letter(&id("7")) && !id("07").differs_by_letter(&id("7.1")));
    assert!(!id("7").differs_by_letter(&id("07")));
    assert_eq!(id("CK-07").without_code(), Some(id("7")));
    assert_eq!(id("CP-PTY-01").without_code(), Some(id("1")));
    assert_eq!(id("A1").without_code(), None);
    assert_eq!(id("01.2").split_decimal(), Some((id("1"), plan("2"))));
    assert_eq!(id("140.1.3").split_decimal(), Some((id("140.1"), plan("3"))));
    assert_eq!(id("1").split_decimal(), None);
    assert!(id("999.3").is_backlog() && !id("99").is_backlog());
    assert!(id("7").is_plain() && !id("A7").is_plain() && !id("02-04").is_plain());
}

#[test]
fn a_phase_holds_a_digit() {
    assert!(looks_like_phase("7") && looks_like_phase("A1") && !looks_like_phase("lint"));
}

proptest! {
    #[test]
    fn any_text_is_read_without_panic(text in "\\PC*", odd in "[A-Za-z]{0,3}-?[0-9]{0,3}[a-zA-Z.é-]{0,6}[0-9-]{0,4}") {
        for text in [text, odd] {
            for (id, rest) in PhaseId::leading(&text) {
                prop_assert!(text.ends_with(rest));
                prop_assert_eq!(PhaseId::parse(&id.to_string()), Some(id));
            }
            for (plan, rest) in PlanId::leading(&text) {
                prop_assert!(text.ends_with(rest));
                prop_assert_eq!(PlanId::parse(&plan.to_string()), Some(plan));
            }
        }
    }

    #[test]
    fn a_shown_token_is_read_back(text in "(([A-Z]{1,3}-){0,2}|[A-Za-z]{1,2})[0-9]{1,4}[a-zA-Z]?(\\.[0-9]{1,2}){0,2}(-[0-9]{2}){0,2}") {
        let id = id(&text);
        let shown = id.to_string();
        prop_assert_eq!(PhaseId::parse(&shown).map(|back| back.to_string()), Some(shown.clone()));
        prop_assert_eq!(PhaseId::parse(&shown), Some(id));
    }

    #[test]
    fn the_order_is_total(texts in prop::collection::vec("[AB]?[0-9]{1,2}[ab]?(\\.[0-9]{1,2})?(-[0-9]{2})?", 3)) {
        let ids: Vec<PhaseId> = texts.iter().map(|text| id(text)).collect();
        let (a, b, c) = (&ids[0], &ids[1], &ids[2]);
        prop_assert_eq!(a.cmp(b), b.cmp(a).reverse());
        prop_assert_eq!(a.cmp(b) == Ordering::Equal, a == b);
        if a <= b && b <= c {
            prop_assert!(a <= c);
        }
    }
}

#[test]
fn a_token_ends_where_no_letter_digit_or_dot_follows() {
    for text in ["07abc", "07.", "7..1", "07.x", "07ab-x"] {
        assert!(PhaseId::leading(text).is_empty(), "{text}");
    }
    for text in ["07", "07-x", "07 x", "07a", "07_x"] {
        assert!(!PhaseId::leading(text).is_empty(), "{text}");
    }
}

#[test]
fn a_token_with_a_milestone_is_continued() {
    assert!(id("02-04").is_continued());
    assert!(!id("02").is_continued() && !id("CK-02").is_continued() && !id("02.4").is_continued());
}

#[test]
fn a_plan_has_few_letters_and_only_a_plain_one_begins_a_range() {
    let letters = "A".repeat(PLAN_LETTERS);
    assert!(PlanId::parse(&format!("{letters}1")).is_some());
    assert!(PlanId::parse(&format!("A{letters}1")).is_none());
    for (text, count) in [("01-04", 2), ("G1-04", 1), ("01a-04", 1), ("1.2-04", 1), ("04-01", 1), ("01-4", 1)] {
        assert_eq!(PlanId::leading(text).len(), count, "{text}");
    }
}
