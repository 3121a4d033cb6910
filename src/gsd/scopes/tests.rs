//! Scopes, by example and by property.

use super::*;
use proptest::prelude::*;

fn scope(subject: &str) -> Scope {
    parse_scope(subject.as_bytes()).unwrap_or_else(|| panic!("no scope: {subject}"))
}

/// Asks what a scope names of a phase, and shows it: `-` for nothing, `phase`, or the plans.
fn named(folder: &str, plans: &str, others: &str, subject: &str) -> String {
    let folder = Folder::new(folder.as_bytes(), Some("CK"));
    let plans: Vec<PlanId> = plans.split_whitespace().map(|text| PlanId::parse(text).unwrap()).collect();
    let mut others: Vec<PhaseId> = others.split_whitespace().map(|text| PhaseId::parse(text).unwrap()).collect();
    others.sort();
    match scope(subject).names(&Asked { folder: &folder, plans: &plans, others: Others::all(&others), quick: &[] }) {
        Named::Nothing => "-".to_owned(),
        Named::Phase => "phase".to_owned(),
        Named::Plans(plans) => plans.iter().map(ToString::to_string).collect::<Vec<_>>().join(" "),
    }
}

#[test]
fn a_number_that_is_a_quick_tasks_names_nothing_of_the_phase() {
    let folder = Folder::new(b"42-photos", None);
    let plans: Vec<PlanId> = PlanId::parse("01").into_iter().collect();
    let quick = ["042".to_owned()];
    let asked = Asked { folder: &folder, plans: &plans, others: Others::default(), quick: &quick };
    for subject in
        ["feat(042-01): x", "docs(042): x", "feat(042-01/02): x", "fix(042): CR-01 x", "docs(042): ship phase 42"]
    {
        assert_eq!(scope(subject).names(&asked), Named::Nothing, "{subject}");
        assert_eq!((scope(subject).deed(&asked), scope(subject).ships(&asked)), (Deed::Nothing, false), "{subject}");
    }
    for subject in ["feat(42-01): x", "feat(0042-01): x", "feat(phase-042-01): x", "feat(P042-01): x"] {
        assert_eq!(scope(subject).names(&asked), Named::Plans(plans.clone()), "{subject}");
    }
}

#[test]
fn subjects_are_split() {
    let split = |subject: &str| {
        parse_scope(subject.as_bytes()).map(|s| format!("{}|{}|{}|{}", s.kind, s.scope, s.breaking, s.rest))
    };
    for (subject, expected) in [
        ("feat(07-01): add x", "feat|07-01|false|add x"),
        ("feat(07-01)!: add x", "feat|07-01|true|add x"),
        ("feat!(07-01): add x", "feat|07-01|true|add x"),
        ("Feat (07-01):add x", "feat|07-01|false|add x"),
        ("@ test(07-02): y", "test|07-02|false|y"),
        ("'docs(07): y'", "docs|07|false|y'"),
        ("✨ feat(07-01): y", "feat|07-01|false|y"),
        ("fixup! feat(07-01): y", "feat|07-01|false|y"),
        ("merge(07-01): y", "merge|07-01|false|y"),
        ("docs(phase-7): complete phase execution", "docs|phase-7|false|complete phase execution"),
        ("docs(07):", "docs|07|false|"),
    ] {
        assert_eq!(split(subject).as_deref(), Some(expected), "{subject}");
    }
    for subject in [
        "",
        "feat: y",
        "docs: mention 07-01",
        "Merge branch 'x' (07-01): y",
        "[07-01] y",
        "Phase 7: y",
        "feat(07-01 y",
        "feat(07-01) y",
        "(07-01): y",
        "Revert \"feat(07-01): y\"",
        "wip: x paused at 2/5",
    ] {
        assert_eq!(split(subject), None, "{subject}");
    }
}

#[test]
fn a_scope_names_the_phase_and_its_plans() {
    for (scope, expected) in [
        ("07-01", "01"),
        ("7-1", "01"),
        ("007-01", "01"),
        ("07-01a", "01a"),
        ("07-G9", "G9"),
        ("07-g9", "G9"),
        ("07-P02", "P02"),
        ("07-P01", "01"),
        ("07-p4", "04"),
        ("07-P77", "phase"),
        ("07-plan-01", "01"),
        ("07-99", "99"),
        ("phase-7-01", "01"),
        ("phase-7", "phase"),
        ("phase 7", "phase"),
        ("phase7", "phase"),
        ("Phase-07", "phase"),
        ("07", "phase"),
        ("7", "phase"),
        ("P7", "phase"),
        ("07-01-T3", "01"),
        ("07-01-RETRY", "01"),
        ("07-01-fix", "01"),
        ("07-01-verify", "01"),
        ("07-01/02/04", "01 02 04"),
        ("07-01,07-02", "01 02"),
        ("07-01, 07-02", "01 02"),
        ("07-01/07-02", "01 02"),
        ("07-01+02", "01 02"),
        ("07-01,02", "01 02"),
        ("07-01-04", "01 02 04"),
        ("07-01-99", "01"),
        ("06,07", "phase"),
        ("07/07.1", "phase"),
        ("07+07.1", "phase"),
        ("07-07.1", "phase"),
        ("phase-06,07", "phase"),
        ("07-photos", "phase"),
        ("07-photos-02", "02"),
        ("07-tooling", "phase"),
        ("07-tooling-02", "02"),
        ("07-ENGINE-02", "phase"),
        ("07-uat", "phase"),
        ("07-review", "phase"),
        ("07-CR-01", "phase"),
        ("07-WR03", "phase"),
        ("07-ui-P3", "phase"),
        ("07-T3", "phase"),
        ("07-audit3/Tier-D", "phase"),
        ("17-01", "-"),
        ("70-01", "-"),
        ("07.1-01", "-"),
        ("07a-01", "-"),
        ("06-07", "-"),
        ("06-07,08", "-"),
        ("06-02/07", "-"),
        ("CK-07-01", "01"),
        ("MEM-07-01", "-"),
        ("v7", "-"),
        ("v7.0", "-"),
        ("quick-07", "-"),
        ("260707-gue", "-"),
        ("260601-d7e-03", "-"),
        ("state", "-"),
        ("photo-import 07", "-"),
        ("photo-v4 07-01", "-"),
        ("photos/07", "-"),
        ("v7-photos/07", "-"),
        ("plan-07", "-"),
        ("", "-"),
    ] {
        assert_eq!(
            named("07-photos", "01 01a 02 04 G9 P02", "06 07.1 08 17", &format!("feat({scope}): x")),
            expected,
            "{scope}"
        );
    }
}

#[test]
fn what_a_scope_means_depends_on_the_phase() {
    for (folder, plans, others, scope, expected) in [
        ("23-23-ui", "01 02", "", "23-23", "phase"),
        ("23-23-ui", "01 02", "", "23-23-ui", "phase"),
        ("23-23-ui", "01 23", "", "23-23", "23"),
        ("23-photos", "01 02", "", "23-23", "23"),
        ("02-photos", "01", "02-04", "02-04", "-"),
        ("02-photos", "04", "02-04", "02-04", "04"),
        ("m7-01-photos", "01 02", "", "m7-01-02", "02"),
        ("m7-01-photos", "01 02", "", "M7-01", "phase"),
        ("A1-photos", "01", "", "A1-01", "01"),
        ("C8-34-photos", "01", "", "C8-34", "phase"),
        ("V14-photos", "11", "", "V14-11", "11"),
        ("SC-04-photos", "01", "", "SC-04", "phase"),
        ("SC-04-photos", "01", "", "04-01", "01"),
        ("SC-04-photos", "01", "04", "04-01", "-"),
        ("CK-07-photos", "01", "", "07-01", "01"),
        ("140.3-photos", "G6", "", "140.3-G6", "G6"),
        ("115.1-photos", "01", "115", "115/115.1", "phase"),
        ("156-photos", "01", "157 158", "156-158", "phase"),
        ("158-photos", "01", "156 157", "156-158", "phase"),
        ("37.2-photos", "01", "37", "37-37.2", "phase"),
        ("83-photos", "03", "", "083-03-fix", "03"),
        ("91-3d-photos", "01", "", "91-3d", "phase"),
        ("14b-photos", "01", "14A", "14b-01", "01"),
        ("14b-photos", "01", "14A", "14a-01", "-"),
        ("20.1-db-schema-v2", "02", "20", "20.1-db-schema-v2-02", "02"),
        ("52-cache-integration-warm-up", "02", "", "52-cache", "phase"),
        ("999.1-photos", "01", "999.10", "999.1-01", "01"),
        ("999.1-photos", "01", "999.10", "999.10-01", "-"),
    ] {
        assert_eq!(named(folder, plans, others, &format!("feat({scope}): x")), expected, "{scope} in {folder}");
    }
}

/// True where `what` holds of a subject for phase 7 with plans 01 and 02.
fn holds(subject: &str, what: fn(&Scope, &Asked<'_>) -> bool) -> bool {
    let folder = Folder::new(b"07-photos", None);
    let plans = ["01", "02"].map(|text| PlanId::parse(text).unwrap());
    what(&scope(subject), &Asked { folder: &folder, plans: &plans, others: Others::default(), quick: &[] })
}

#[test]
fn a_review_fix_names_findings_and_no_plan() {
    for (subject, expected) in [
        ("fix(07): CR-01 close the hole", &["CR-01"][..]),
        ("fix(07): close the hole (WR-02)", &["WR-02"]),
        ("fix(07-CR-01): x", &["CR-01"]),
        ("fix(07-WR03): x", &["WR-03"]),
        ("test(phase-7): RED - CR-02 x", &["CR-02"]),
        ("fix(06,07): WR-01..03 x", &["WR-01", "WR-02", "WR-03"]),
    ] {
        assert_eq!(scope(subject).findings(), expected, "{subject}");
        assert!(holds(subject, Scope::is_review_fix), "{subject}");
    }
    for subject in ["feat(07): IN-01 x", "fix(07-01): CR-01 x", "fix(08): CR-01 x", "fix(07): x", "fix(07-09): CR-01 x"]
    {
        assert!(!holds(subject, Scope::is_review_fix), "{subject}");
    }
}

#[test]
fn a_ship_commit_says_so_of_this_phase() {
    for (subject, expected) in [
        ("docs(07): ship phase 7 — PR #12 [ci skip]", true),
        ("docs(phase-7): ship phase 07", true),
        ("docs(07): Ship Phase 7 - PR #1", true),
        ("docs(08): ship phase 8 — PR #12", false),
        ("docs(07): ship phase 8", false),
        ("docs(07): ship phase 7.1", false),
        ("docs(07): ship phase", false),
        ("docs(07): complete phase execution", false),
        ("feat(07): ship phase 7", false),
        ("docs(07): prepare to ship phase 7", false),
        ("docs(state): ship phase 7", false),
    ] {
        assert_eq!(holds(subject, Scope::ships), expected, "{subject}");
    }
}

#[test]
fn acceptance_and_gate_tests_are_seen() {
    for subject in [
        "test(07): complete UAT - 5 passed, 0 issues",
        "test(phase-7): persist human verification items as UAT",
        "docs(07): record uat",
        "docs(07-uat): x",
    ] {
        assert!(holds(subject, Scope::is_uat), "{subject}");
    }
    for subject in [
        "feat(07): build the UAT page",
        "test(07-01): cover UAT gaps",
        "test(08): complete UAT",
        "fix(07): close UAT gap",
        "test(07): evacuate",
    ] {
        assert!(!holds(subject, Scope::is_uat), "{subject}");
    }
    assert!(holds("test(phase-7): add Nyquist validation tests", Scope::adds_gate_tests));
    assert!(!holds("test(07-01): add Nyquist test stubs", Scope::adds_gate_tests));
    assert!(!holds("docs(07): Nyquist", Scope::adds_gate_tests));
}

#[test]
fn a_scope_is_found_by_its_tokens() {
    let seen = |text: &str| -> Vec<String> {
        scope(&format!("feat({text}): x")).tokens().iter().map(ToString::to_string).collect()
    };
    assert_eq!(seen("16-03/04"), ["16", "16-03"]);
    assert_eq!(seen("177,178"), ["177", "178"]);
    assert_eq!(seen("156-158"), ["156", "158"]);
    assert_eq!(seen("37-37.2"), ["37", "37.2"]);
    assert_eq!(seen("P2"), ["02", "P2"]);
    assert!(seen("state").is_empty());
}

proptest! {
    #[test]
    fn any_subject_is_read_without_panic(bytes in prop::collection::vec(any::<u8>(), 0..60), odd in "(@ )?[a-z]{0,4}!?\\([Pp0-9a-zé,/ .-]{0,14}\\)!?:? ?(CR-|ship phase )?[0-9é]{0,3}") {
        let folder = Folder::new(b"07-photos", Some("CK"));
        let asked = Asked { folder: &folder, plans: &[], others: Others::default(), quick: &[] };
        for subject in [bytes.as_slice(), odd.as_bytes()] {
            if let Some(scope) = parse_scope(subject) {
                let _ = (scope.findings(), scope.is_review_fix(&asked), scope.is_uat(&asked), scope.ships(&asked));
                if scope.names(&asked) != Named::Nothing {
                    prop_assert!(scope.tokens().iter().any(|id| folder.may_be(id)));
                }
            }
        }
    }

    #[test]
    fn only_the_phase_and_plan_that_are_written_are_named(phase in 1u32..300, plan in 1u32..100, other in 1u32..300) {
        let subject = format!("feat({phase:02}-{plan:02}): x");
        let expected = if phase == other { format!("{plan:02}") } else { "-".to_owned() };
        prop_assert_eq!(named(&format!("{other:02}-photos"), "", "", &subject), expected);
    }
}

#[test]
fn two_phases_are_joined_upwards_alone() {
    for (text, expected) in [
        ("37-37.2", Some(("37", "37.2"))),
        ("156-158", Some(("156", "158"))),
        ("158-156", None),
        ("156-156", None),
        ("37-38", None),
        ("37-99.2", None),
        ("156-G58", None),
    ] {
        assert_eq!(joined(text), expected, "{text}");
    }
}

#[test]
fn a_plan_seems_to_stand_behind_a_phase_where_no_finding_does() {
    for (text, expected) in
        [("07-01", true), ("07-G1", true), ("07-CR-01", false), ("07-CR01", false), ("07-words", false), ("07", false)]
    {
        assert_eq!(names_a_plan(text), expected, "{text}");
    }
}

#[test]
fn a_plan_behind_words_is_one_of_the_phase_without_letters() {
    let folder = Folder::new(b"13-photos", None);
    let plans = ["02", "G3"].map(|text| PlanId::parse(text).unwrap());
    let asked = Asked { folder: &folder, plans: &plans, others: Others::default(), quick: &[] };
    for (rest, expected) in [("ai-02", Some("02")), ("ai-03", None), ("ai-G3", None), ("AI-02", None), ("02", None)] {
        assert_eq!(plan_behind_words(rest, &asked).map(|plan| plan.to_string()).as_deref(), expected, "{rest}");
    }
}

#[test]
fn of_one_plan_there_is_no_doubt_which_a_commit_of_the_projects_own_convention_carries_out() {
    let folder = Folder::new(b"07-photos", None);
    let plans = ["01", "02"].map(|text| PlanId::parse(text).unwrap());
    let deed = |executes: bool, count: usize| {
        let scope = Scope { executes, ..scope("feat(07): add x") };
        scope.deed(&Asked { folder: &folder, plans: &plans[..count], others: Others::default(), quick: &[] })
    };
    assert_eq!(deed(true, 1), Deed::OfPlans(plans[..1].to_vec()));
    for (executes, count) in [(true, 0), (true, 2), (false, 1), (false, 2)] {
        assert_eq!(deed(executes, count), Deed::OfPhase, "{executes} {count}");
    }
    let asked = Asked { folder: &folder, plans: &plans, others: Others::default(), quick: &[] };
    for (subject, expected) in [
        ("feat(07-01): add x", Deed::OfPlans(plans[..1].to_vec())),
        ("fix(07): CR-01 x", Deed::Fixes(vec!["CR-01".to_owned()])),
        ("feat(08): add x", Deed::Nothing),
        ("test(07): complete UAT", Deed::Nothing),
    ] {
        assert_eq!(scope(subject).deed(&asked), expected, "{subject}");
    }
}
