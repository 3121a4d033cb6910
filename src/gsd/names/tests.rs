//! The grammar of names, by example and by property.

use super::*;
use proptest::prelude::*;

/// Reads a name in a folder and shows what it is in one line.
fn shown(folder: &str, others: &[&str], path: &str) -> String {
    let mut others: Vec<PhaseId> = others.iter().filter_map(|text| PhaseId::parse(text)).collect();
    others.sort();
    show(&parse(&Folder::new(folder.as_bytes(), None), Others::all(&others), path.as_bytes()))
}

fn show(name: &Name) -> String {
    match name {
        Name::Artifact(artifact) => {
            let plan = artifact.plan.as_ref().map(|plan| format!(" {plan}")).unwrap_or_default();
            let slug = artifact.slug.as_ref().map(|slug| format!(" ({slug})")).unwrap_or_default();
            let mut shown = format!("{}{plan}{slug}", artifact.kind.name());
            for drift in &artifact.drift {
                shown.push_str(" ~ ");
                shown.push_str(drift.word());
            }
            shown
        }
        Name::OtherPhase(id) => format!("of {id}"),
        Name::NotCounted(reason) => format!("not counted: {}", reason.word()),
        Name::Unrecognised => "unrecognised".to_owned(),
        Name::Note(Some(kind)) => format!("note like {}", kind.name()),
        Name::Note(None) => "note".to_owned(),
        Name::Nothing => "nothing".to_owned(),
    }
}

#[test]
fn every_kind_is_read_by_its_exact_name() {
    for row in ARTIFACTS {
        for (folder, phase) in [
            ("07-photos", "07"),
            ("140.1.1-x", "140.1.1"),
            ("14a-x", "14A"),
            ("A1-x", "A1"),
            ("CK-07-x", "CK-07"),
            ("m7-01-x", "m7-01"),
        ] {
            assert_eq!(shown(folder, &[], &format!("{phase}-{}.md", row.name)), row.name);
            let with_plan = shown(folder, &[], &format!("{phase}-01-{}.md", row.name));
            if row.per_plan {
                assert_eq!(with_plan, format!("{} 01", row.name));
            } else {
                assert!(with_plan.starts_with("note like") || with_plan == "unrecognised", "{with_plan}");
            }
        }
    }
}

#[test]
fn names_of_one_folder() {
    for (path, expected) in [
        ("07-01-PLAN.md", "PLAN 01"),
        ("07-01-SUMMARY.md", "SUMMARY 01"),
        ("07-02a-PLAN.md", "PLAN 02a"),
        ("07-G1-PLAN.md", "PLAN G1"),
        ("07-P02-SUMMARY.md", "SUMMARY P02"),
        ("07-02-some-words-PLAN.md", "PLAN 02 (some-words)"),
        ("07-02-some-words-SUMMARY.md", "SUMMARY 02 (some-words)"),
        ("07-02-3d-view-PLAN.md", "PLAN 02 (3d-view)"),
        ("07-02-员工-PLAN.md", "PLAN 02 (员工)"),
        ("07-01-04-SUMMARY.md", "SUMMARY 01-04"),
        ("07-07-10-PLAN.md", "PLAN 07-10"),
        ("07-PLAN.md", "PLAN"),
        ("07-SUMMARY.md", "SUMMARY"),
        ("07-PLAN-OUTLINE.md", "PLAN-OUTLINE"),
        ("7-CONTEXT.md", "CONTEXT ~ padding"),
        ("007-CONTEXT.md", "CONTEXT ~ padding"),
        ("7-1-PLAN.md", "PLAN 01 ~ padding"),
        ("07-1-PLAN.md", "PLAN 01 ~ padding"),
        ("07-photos-CONTEXT.md", "CONTEXT ~ prefixed with the folder's name"),
        ("07-photos-01-PLAN.md", "PLAN 01 ~ prefixed with the folder's name"),
        ("VERIFICATION.md", "VERIFICATION ~ without the phase"),
        ("verification.md", "VERIFICATION ~ letter case ~ without the phase"),
        ("07-Verification.MD", "VERIFICATION ~ letter case"),
        ("PLAN.md", "PLAN ~ without the phase"),
        ("plan.md", "PLAN ~ letter case ~ without the phase"),
        ("SUMMARY.md", "SUMMARY ~ without the phase"),
        ("PLAN-SUMMARY.md", "SUMMARY ~ PLAN and SUMMARY in one name ~ without the phase"),
        ("PLAN-01.md", "PLAN 01 ~ plan behind the kind ~ without the phase"),
        ("PLAN-01-setup.md", "PLAN 01 (setup) ~ plan behind the kind ~ without the phase"),
        ("PLAN-01-SUMMARY.md", "SUMMARY 01 ~ plan behind the kind ~ without the phase"),
        ("SUMMARY-01.md", "SUMMARY 01 ~ plan behind the kind ~ without the phase"),
        ("07-PLAN-01.md", "PLAN 01 ~ plan behind the kind"),
        ("7-PLAN-01-setup.md", "PLAN 01 (setup) ~ padding ~ plan behind the kind"),
        ("07-PLAN-01-SUMMARY.md", "SUMMARY 01 ~ plan behind the kind"),
        ("07-01-PLAN-SUMMARY.md", "SUMMARY 01 ~ PLAN and SUMMARY in one name"),
        ("07-01-words-PLAN-SUMMARY.md", "SUMMARY 01 (words) ~ PLAN and SUMMARY in one name"),
        ("02-PLAN.md", "PLAN 02 ~ plan number first"),
        ("02-words-PLAN.md", "PLAN 02 (words) ~ plan number first"),
        ("02-SUMMARY.md", "SUMMARY 02 ~ plan number first"),
        ("02-PLAN-SUMMARY.md", "SUMMARY 02 ~ plan number first ~ PLAN and SUMMARY in one name"),
        ("07.2-PLAN.md", "PLAN 02 ~ plan as a decimal"),
        ("07.2-SUMMARY.md", "SUMMARY 02 ~ plan as a decimal"),
        ("07a-01-PLAN.md", "PLAN 01 ~ another letter than the folder's"),
        ("07-01-plan.md", "PLAN 01 ~ letter case"),
        ("plans/07-01-PLAN.md", "PLAN 01 ~ in a sub-folder"),
        ("plans/PLAN-01.md", "PLAN 01 ~ plan behind the kind ~ without the phase ~ in a sub-folder"),
        ("07-01/07-01-SUMMARY.md", "SUMMARY 01 ~ in a sub-folder"),
        ("07-01-words/PLAN.md", "PLAN 01 ~ without the phase ~ in a sub-folder"),
        ("01-plan/PLAN.md", "PLAN 01 ~ without the phase ~ in a sub-folder"),
        ("plan-01/SUMMARY.md", "SUMMARY 01 ~ without the phase ~ in a sub-folder"),
        (".archive-replan-20260509/07-01-PLAN.md", "not counted: archived"),
        (".before-replan-20260515/07-01-PLAN.md", "not counted: archived"),
        (".archived/07-CONTEXT.md", "not counted: archived"),
        ("superseded/07-01-PLAN.md", "not counted: archived"),
        ("07-RESEARCH.md-e", "not counted: backup"),
        ("07-01-PLAN.pre-bounce.md", "not counted: backup"),
        ("07-01-PLAN.md.bak", "not counted: backup"),
        ("REVIEW.iter2.md", "not counted: earlier iteration"),
        ("07-REVIEW-FIX.iter3.md", "not counted: earlier iteration"),
        ("02-PLAN.superseded.md", "not counted: superseded"),
        ("07-01-PLAN-SUPERSEDED.md", "not counted: superseded"),
        ("07-01-PLAN.v1.md", "not counted: copy"),
        ("07-CONTEXT 2.md", "not counted: copy"),
        ("07-CONTEXT (1).md", "not counted: copy"),
        ("07-CONTEXT copy.md", "not counted: copy"),
        ("06-02-RESEARCH.md", "of 06"),
        ("06-01-PLAN.md", "of 06"),
        ("07.1-01-PLAN.md", "of 07.1"),
        ("08-VERIFICATION.md", "of 08"),
        ("08-UI-REVIEW.md", "of 08"),
        ("07-01-VERIFICATION.md", "note like VERIFICATION"),
        ("07-PLAN-REVIEW.md", "note"),
        ("07-PLAN-CHECK.md", "note"),
        ("v9-E2E-UAT.md", "note like UAT"),
        ("07-MANUAL-UAT.md", "MANUAL-UAT"),
        ("7-manual-uat.md", "MANUAL-UAT ~ padding ~ letter case"),
        ("07-01-MANUAL-UAT.md", "note like MANUAL-UAT"),
        ("07-BROWSER-UAT.md", "note like UAT"),
        (".archived/README.md", "note"),
        (".review-diagnostics/round.json", "note"),
        (".archived/07-FIX-PLAN.md", "not counted: archived"),
        ("07-SECURITY-REVIEW.md", "note like SECURITY"),
        ("07-MIGRATION-REVIEW.md", "note like REVIEW"),
        ("07-REDESIGN-SPEC.md", "note like SPEC"),
        ("07-VALIDATION-REPORT.md", "note like VALIDATION"),
        ("07-VERIFICATION-FINAL.md", "note like VERIFICATION"),
        ("07-VERIFICATION-2026-04-28.md", "note like VERIFICATION"),
        ("07-REVIEW-2.md", "note like REVIEW"),
        ("07-CONTEXT-DRAFT-NOT-USER-DISCUSSED.md", "note like CONTEXT"),
        ("REVERIFICATION.md", "note"),
        ("07-USER-SETUP.md", "note"),
        ("deferred-items.md", "note"),
        ("phase-state.json", "note"),
        ("07-01-TDD-AUDIT.json", "note"),
        (".continue-here.md", "note"),
        (".review-fix-recovery-pending.json", "note"),
        ("07-01-REPLAN-INPUTS.md", "unrecognised"),
        ("07-FIX-PLAN.md", "unrecognised"),
        ("07-GAP-CLOSURE-PLAN.md", "unrecognised"),
        ("07-Final-SUMMARY.md", "unrecognised"),
        ("07-PHASE-SUMMARY.md", "unrecognised"),
        ("07-SUMMARY-PARTIAL.md", "unrecognised"),
        ("07-PLAN-2026-04-29.md", "unrecognised"),
        ("07-2026-PLAN.md", "unrecognised"),
        ("07-RUNPLAN.md", "unrecognised"),
        ("07-PLANS.md", "unrecognised"),
        ("07-words-PLAN.md", "unrecognised"),
        ("06-FIX-PLAN.md", "unrecognised"),
        ("PLANTILLAS.md", "note"),
        ("07-PLANNING.md", "note"),
        ("06-USER-SETUP.md", "note"),
        ("06-PATTERNS-GAP.md", "of 06"),
        ("rollout-plan.md", "unrecognised"),
        ("07-01-PLAN.txt", "unrecognised"),
        ("work/07-01-PLAN.md", "unrecognised"),
        ("work/deep/07-01-PLAN.md", "unrecognised"),
        ("planning-notes.md", "note"),
        ("plans/07-CONTEXT.md", "note like CONTEXT"),
        ("work/.planning/phases/07-x/07-01-PLAN.md", "not counted: archived"),
        (".gitkeep", "nothing"),
        (".DS_Store", "nothing"),
        ("", "nothing"),
    ] {
        assert_eq!(shown("07-photos", &["06", "08"], path), expected, "{path}");
    }
}

#[test]
fn what_a_name_means_depends_on_the_folders_beside_it() {
    for (folder, others, path, expected) in [
        ("01-photos", &["01.2"][..], "01.2-PLAN.md", "of 01.2"),
        ("01-photos", &[], "01.2-PLAN.md", "PLAN 02 ~ plan as a decimal"),
        ("89-photos", &["89.1"], "89.1-GAP-CLOSURE-PLAN.md", "of 89.1"),
        ("89-photos", &[], "89.1-GAP-CLOSURE-PLAN.md", "unrecognised"),
        ("89-photos", &["88"], "88-GAP-CLOSURE-PLAN.md", "unrecognised"),
        ("07-photos", &["07a"], "07a-01-PLAN.md", "of 07A"),
        ("22a-photos", &[], "plans/22-01-PLAN.md", "PLAN 01 ~ another letter than the folder's ~ in a sub-folder"),
        ("14a-photos", &[], "14A-CONTEXT.md", "CONTEXT"),
        ("06c-photos", &[], "06C-01-PLAN.md", "PLAN 01"),
        ("4-photos", &[], "04-01-SUMMARY.md", "SUMMARY 01"),
        ("4-photos", &[], "4-01-SUMMARY.md", "SUMMARY 01"),
        ("58-photos", &[], "058-CONTEXT.md", "CONTEXT ~ padding"),
        ("0110-photos", &[], "0110-CONTEXT.md", "CONTEXT"),
        ("6.2-photos", &[], "06.2-01-PLAN.md", "PLAN 01"),
        ("CK-114-photos", &[], "114-REVIEW.md", "REVIEW ~ without the phase's code"),
        ("CK-114-photos", &["114"], "114-REVIEW.md", "of 114"),
        ("A1-photos", &[], "A1-01-PLAN.md", "PLAN 01"),
        ("m7-01-photos", &[], "m7-01-01-PLAN.md", "PLAN 01"),
        ("23-23-ui", &[], "23-23-ui-PLAN.md", "PLAN ~ prefixed with the folder's name"),
        ("23-23-ui", &[], "23-01-PLAN.md", "PLAN 01"),
        ("07-photos-of-cats", &[], "07-photos-PLAN.md", "PLAN ~ prefixed with the folder's name"),
        ("07-photos-of-cats", &[], "07-photos-of-02-SUMMARY.md", "SUMMARY 02 ~ prefixed with the folder's name"),
        ("07-photos-of-cats", &[], "07-of-cats-PLAN.md", "unrecognised"),
        ("91-3d-photos", &[], "91-3d-CONTEXT.md", "CONTEXT ~ prefixed with the folder's name"),
        ("91-3d-photos", &[], "91-03-PLAN.md", "PLAN 03"),
        ("260508-gu8-photos", &[], "260508-gu8-PLAN.md", "PLAN ~ prefixed with the folder's name"),
        ("07-ui", &[], "07-UI-SPEC.md", "UI-SPEC"),
        ("07-ui", &[], "07-SPEC.md", "SPEC"),
        ("07-ui-review", &[], "07-ui-review-REVIEW.md", "REVIEW ~ prefixed with the folder's name"),
        ("07-human", &[], "07-HUMAN-UAT.md", "HUMAN-UAT"),
        ("07-plan", &[], "07-PLAN-OUTLINE.md", "PLAN-OUTLINE"),
        ("07-plan", &[], "07-PLAN-01.md", "PLAN 01 ~ plan behind the kind"),
        ("ui", &[], "UI-SPEC.md", "UI-SPEC ~ without the phase"),
        ("108-photos", &["08"], "08-01-PLAN.md", "of 08"),
        ("00-photos", &[], "00-03-words-PLAN.md", "PLAN 03 (words)"),
        ("review-round", &[], "review-round-CONTEXT.md", "CONTEXT ~ prefixed with the folder's name"),
        ("review-round", &[], "CONTEXT.md", "CONTEXT ~ without the phase"),
        ("12-photos", &[], "2026-05-01-PLAN.md", "unrecognised"),
    ] {
        assert_eq!(shown(folder, others, path), expected, "{folder}/{path}");
    }
}

#[test]
fn the_exact_name_is_preferred() {
    let folder = Folder::new(b"07-photos", None);
    let rank = |path: &str| match parse(&folder, Others::default(), path.as_bytes()) {
        Name::Artifact(artifact) => artifact.rank(),
        other => panic!("{path}: {other:?}"),
    };
    let ranks = ["07-VERIFICATION.md", "7-VERIFICATION.md", "VERIFICATION.md", "plans/07-01-PLAN.md"].map(rank);
    assert_eq!(ranks, [0, 1, 2, 3]);
    for (paths, picked) in [
        (&["VERIFICATION.md", "7-VERIFICATION.md", "07-VERIFICATION.md", "07-SPEC.md"][..], Some(2)),
        (&["VERIFICATION.md", "7-VERIFICATION.md", "007-VERIFICATION.md"], Some(2)),
        (&["VERIFICATION.md", "07-01-VERIFICATION.md"], Some(0)),
        (&["08-VERIFICATION.md", "07-SPEC.md"], None),
    ] {
        assert_eq!(pick(Kind::Verification, &parse_all(&folder, Others::default(), paths), paths), picked, "{paths:?}");
    }
}

#[test]
fn plans_that_are_numbered_first_take_the_phases_own_number_too() {
    let folder = Folder::new(b"02-photos", None);
    let read =
        |paths: &[&str]| -> Vec<String> { parse_all(&folder, Others::default(), paths).iter().map(show).collect() };
    assert_eq!(
        read(&["01-PLAN.md", "02-PLAN.md", "02-PLAN-SUMMARY.md", "03-PLAN.md"]),
        [
            "PLAN 01 ~ plan number first",
            "PLAN 02 ~ plan number first",
            "SUMMARY 02 ~ plan number first ~ PLAN and SUMMARY in one name",
            "PLAN 03 ~ plan number first",
        ]
    );
    assert_eq!(read(&["02-01-PLAN.md", "02-SUMMARY.md"]), ["PLAN 01", "SUMMARY"]);
    assert_eq!(read(&["01-PLAN.md", "02-SUMMARY.md"]), ["PLAN 01 ~ plan number first", "SUMMARY"]);
}

#[test]
fn a_folder_goes_by_the_token_of_its_files() {
    let settled = |name: &str, paths: &[&str]| {
        settle_folder(Folder::new(name.as_bytes(), None), paths).id().map(ToString::to_string).unwrap_or_default()
    };
    assert_eq!(settled("02-04-photos", &["02-04-CONTEXT.md", "02-04-01-PLAN.md"]), "02-04");
    assert_eq!(settled("02-04-photos", &["02-04-01-PLAN.md"]), "02-04");
    assert_eq!(settled("02-04-photos", &["02-CONTEXT.md", "02-04-PLAN.md"]), "02");
    assert_eq!(settled("02-04-photos", &[]), "02");
    assert_eq!(settled("A1-80-percent", &["A1-CONTEXT.md"]), "A1");
    assert_eq!(settled("notes", &["CONTEXT.md"]), "");
}

proptest! {
    #[test]
    fn any_bytes_are_read_without_panic(folder in prop::collection::vec(any::<u8>(), 0..20), path in prop::collection::vec(any::<u8>(), 0..40)) {
        let _ = parse(&Folder::new(&folder, None), Others::default(), &path);
    }

    #[test]
    fn near_names_are_read_without_panic(path in "(07|7|06)?[-.]?([0-9]{1,3}|é|PLAN|SUMMARY)?[-. /]{0,2}(PLAN|SUMMARY|REVIEW|ẞİ)?[-. (~]{0,2}[a-z0-9]{0,4}(\\.md|\\.MD)?") {
        let folder = Folder::new("07-é".as_bytes(), None);
        let name = parse(&folder, Others::default(), path.as_bytes());
        let all = parse_all(&folder, Others::default(), &[path.as_bytes()]);
        prop_assert_eq!(all.len(), 1);
        if let Name::Artifact(artifact) = name {
            prop_assert!(artifact.plan.is_none() || artifact.kind.row().per_plan);
        }
    }

    #[test]
    fn an_exact_name_never_drifts(phase in 0u32..1500, plan in 1u32..100) {
        let folder = Folder::new(format!("{phase:02}-photos").as_bytes(), None);
        let name = parse(&folder, Others::default(), format!("{phase:02}-{plan:02}-PLAN.md").as_bytes());
        let plan = PlanId::parse(&plan.to_string());
        prop_assert_eq!(name, Name::Artifact(Artifact { kind: Kind::Plan, plan, slug: None, drift: vec![] }));
    }
}

#[test]
fn a_plan_with_letters_is_numbered_first_unless_a_phase_goes_by_them() {
    for (others, path, expected) in [
        (&[][..], "G1-PLAN.md", "PLAN G1 ~ plan number first"),
        (&["G1"], "G1-PLAN.md", "of G1"),
        (&["G2"], "G1-PLAN.md", "PLAN G1 ~ plan number first"),
        (&["02"], "02-PLAN.md", "PLAN 02 ~ plan number first"),
        (&["02"], "02-words-SUMMARY.md", "SUMMARY 02 (words) ~ plan number first"),
    ] {
        assert_eq!(shown("07-photos", others, path), expected, "{path} {others:?}");
    }
}

#[test]
fn a_copy_is_an_artifacts_name_with_more_behind_it() {
    for (path, expected) in [
        ("07-CONTEXT 2.md", "not counted: copy"),
        ("07-CONTEXT2.md", "note"),
        ("words 2.md", "note"),
        ("07-CONTEXT.a.md", "not counted: copy"),
        ("07-CONTEXT.a.b.md", "not counted: copy"),
        ("07-01-words.b-PLAN.a.md", "not counted: copy"),
        ("words.a.md", "note"),
        ("words.a.b.md", "note"),
    ] {
        assert_eq!(shown("07-photos", &[], path), expected, "{path}");
    }
}

#[test]
fn no_two_words_are_the_same() {
    use std::collections::BTreeSet;
    let drifts = [
        Drift::Padding,
        Drift::LetterCase,
        Drift::FolderName,
        Drift::WithoutCode,
        Drift::OtherLetter,
        Drift::PlanBehind,
        Drift::PlanFirst,
        Drift::PlanDecimal,
        Drift::PlanSummary,
        Drift::Unprefixed,
        Drift::SubFolder,
        Drift::Told,
    ];
    let reasons =
        [NotCounted::Backup, NotCounted::Copy, NotCounted::Superseded, NotCounted::Iteration, NotCounted::Archived];
    let words: Vec<&str> =
        drifts.iter().map(|drift| drift.word()).chain(reasons.iter().map(|reason| reason.word())).collect();
    assert_eq!(words.iter().collect::<BTreeSet<_>>().len(), words.len());
}
