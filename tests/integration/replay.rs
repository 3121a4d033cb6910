//! What an answer is made of can be kept, and gives the same answer again without the repository.

use std::path::Path;
use std::sync::LazyLock;

use phase_pipeline::engine::ask::{PhaseAsk, Place};
use phase_pipeline::engine::diagnosis::Underway;
use phase_pipeline::engine::evidence::{Content, Freshness, Meaning, Newer, Tracked};
use phase_pipeline::engine::kept::{keep, take};
use phase_pipeline::engine::object::Oid;
use phase_pipeline::engine::own::Own;
use phase_pipeline::engine::path::RepoPath;
use phase_pipeline::gsd::answer;
use phase_pipeline::gsd::case::Case;
use phase_pipeline::gsd::steps::STEPS;
use phase_pipeline::gsd::text::paths::declared_all;
use phase_pipeline::output::json;
use phase_pipeline::write::demo::{PHASED, SPRINTED};
use proptest::prelude::*;
use proptest::sample::Index;

use crate::common::bin::{Bin, demo, demo_of};

#[test]
fn every_phase_of_the_sample_projects_is_answered_the_same_from_its_dump() {
    for sample in [&PHASED, &SPRINTED] {
        let project = demo_of(sample);
        // Neither a repository nor a planning folder.
        let elsewhere = tempfile::tempdir().unwrap();
        let (here, there) = (Bin::in_folder(project.path()), Bin::in_folder(elsewhere.path()));
        for phase in sample.phases {
            let dump = here.run(&[phase.id, "--dump-evidence"]);
            assert_eq!((dump.code, dump.err.as_str()), (0, ""), "{}", phase.id);
            let file = elsewhere.path().join("dump.json");
            std::fs::write(&file, &dump.out).unwrap();
            let file = file.to_str().unwrap();
            for words in [
                &[phase.id][..],
                &[phase.id, "12"],
                &[phase.id, "--format", "json"],
                &[phase.id, "-v"],
                &["steps", phase.id],
                &["explain", phase.id],
            ] {
                let replayed = there.run(&[words, &["--evidence", file]].concat());
                assert_eq!(replayed, here.run(words), "{words:?}");
            }
            assert_eq!(there.run_with_input(&["--evidence", "-"], &dump.out), here.run(&[phase.id]));
        }
    }
}

#[test]
fn a_step_that_was_asked_for_is_kept() {
    let project = demo();
    let here = Bin::in_folder(project.path());
    let dump = here.run(&["04", "12", "--dump-evidence"]);
    assert_eq!(here.run_with_input(&["--evidence", "-"], &dump.out), here.run(&["04", "12"]));
}

#[test]
fn what_is_no_dump_of_the_phase_is_refused_with_what_helps() {
    let project = demo();
    let here = Bin::in_folder(project.path());
    let dump = here.run(&["04", "--dump-evidence"]).out;
    let newer = dump.replacen("\"version\": ", "\"version\": 9", 1);
    let shorter = dump.replacen("\"history_cut\": null,", "", 1);
    let longer = dump.replacen("\"history_cut\": null,", "\"history_cut\": null, \"future\": [],", 1);
    let other_word = dump.replacen("\"Committed\"", "\"Comm\\u001bitted\"", 1);
    let foreign = dump.replacen("\"methodology\": \"gsd\"", "\"methodology\": \"other\"", 1);
    for (words, input, id) in [
        (&["--evidence", "-"][..], newer.as_str(), "evidence-version"),
        (&["--evidence", "-"], &shorter, "evidence-form"),
        (&["--evidence", "-"], &longer, "evidence-form"),
        (&["--evidence", "-"], &other_word, "evidence-form"),
        (&["--evidence", "-"], &foreign, "evidence-methodology"),
        (&["--evidence", "-"], "{}", "no-evidence"),
        (&["--evidence", "-"], "", "no-evidence"),
        (&["05", "--evidence", "-"], &dump, "other-phase"),
        (&["steps", "5", "--evidence", "-"], &dump, "other-phase"),
        (&["4", "no-step", "--evidence", "-"], &dump, "no-step"),
        (&["--evidence", "nowhere"], "", "given"),
        (&["status", "--dump-evidence"], "", "evidence-of-what"),
        (&["explain", "resume", "--evidence", "-"], &dump, "evidence-of-what"),
    ] {
        assert!(input != dump || id != "evidence-form", "nothing was replaced");
        let ran = here.run_with_input(&[words, &["--format", "json"]].concat(), input);
        let error: serde_json::Value = serde_json::from_str(&ran.out).unwrap();
        assert_eq!((ran.code, error["id"].as_str()), (2, Some(id)), "{words:?} {error}");
        assert!(!error["remedies"].as_array().unwrap().is_empty(), "{error}");
        assert!(!ran.out.contains('\u{1b}'));
    }
}

/// What was read of every phase of the sample project.
static CASES: LazyLock<Vec<Case>> = LazyLock::new(|| {
    let project = demo();
    let case = |id: &str| answer::case(&ask(project.path(), id)).unwrap();
    PHASED.phases.iter().map(|phase| case(phase.id)).collect()
});

fn ask(start: &Path, phase: &str) -> PhaseAsk {
    PhaseAsk {
        place: Place { start: start.to_path_buf(), ..Place::default() },
        phase: phase.to_owned(),
        ..PhaseAsk::default()
    }
}

fn content() -> impl Strategy<Value = Content> {
    let meaning = prop::sample::select(vec![
        Meaning::Done,
        Meaning::Skipped,
        Meaning::Failed,
        Meaning::Human,
        Meaning::Issues,
        Meaning::Open,
    ]);
    let finished = (prop::option::of(any::<String>()), meaning);
    prop_oneof![
        finished.prop_map(|(word, meaning)| Content::Finished { word, meaning }),
        any::<String>().prop_map(|why| Content::Draft { why }),
        (any::<String>(), any::<usize>()).prop_map(|(why, line)| Content::Truncated { line, why }),
        (any::<String>(), any::<usize>()).prop_map(|(word, line)| Content::Unknown { word, line }),
        (any::<String>(), any::<usize>()).prop_map(|(why, line)| Content::Unreadable { line, why }),
    ]
}

fn freshness() -> impl Strategy<Value = Freshness> {
    prop_oneof![
        Just(Freshness::NotJudged),
        Just(Freshness::Fresh),
        (id(), proptest::option::of("[a-z/.]{1,9}"))
            .prop_map(|(commit, repository)| Freshness::Stale(Newer { commit, repository })),
        any::<String>().prop_map(Freshness::Unknown),
    ]
}

fn id() -> impl Strategy<Value = Oid> {
    prop_oneof![any::<[u8; 20]>().prop_map(Vec::from), any::<[u8; 32]>().prop_map(Vec::from)]
        .prop_map(|raw| Oid::from_bytes(&raw).unwrap())
}

/// A phase of the sample project with some of its files changed in any way that reading could have come to.
fn case() -> impl Strategy<Value = Case> {
    let file = (any::<Index>(), prop::sample::select(Tracked::ALL.to_vec()), content(), freshness(), any::<Vec<u8>>());
    let files = prop::collection::vec(file, 0..4);
    let step = prop::option::of(prop::sample::select(STEPS.iter().map(|row| row.step).collect::<Vec<_>>()));
    let texts = prop::collection::vec(any::<String>(), 0..3);
    (any::<Index>(), files, step, prop::option::of(any::<String>()), texts, any::<bool>(), id()).prop_map(
        |(phase, files, step, operation, texts, moved, id)| {
            let mut case = CASES[phase.index(CASES.len())].clone();
            for (at, tracked, content, freshness, path) in files {
                let count = case.evidence.files.len();
                if count == 0 {
                    break;
                }
                let file = &mut case.evidence.files[at.index(count)];
                (file.tracked, file.freshness, file.changed_by) = (tracked, freshness, vec![id]);
                file.reading.content = content;
                let path = RepoPath::new(path);
                case.evidence.unrecognised.push((path.clone(), tracked));
                if let phase_pipeline::gsd::text::facts::Facts::Plan(plan) = &mut file.facts {
                    plan.files_deleted = declared_all(texts.iter().map(String::as_str));
                    plan.depends_on.clone_from(&texts);
                }
                file.path = path;
            }
            Case {
                step,
                operation: operation.map(|word| Underway {
                    remedy: word.clone(),
                    word,
                    moves_head: false,
                    conflicts: Vec::new(),
                }),
                notes: texts.clone(),
                warnings: texts,
                moved,
                // Whoever replays it asks elsewhere.
                own: Own::default(),
                ..case
            }
        },
    )
}

proptest! {
    #[test]
    fn any_evidence_is_answered_the_same_from_its_dump(case in case()) {
        let text = json::text(&keep(&case).unwrap());
        let back: Case = take(&serde_json::from_str(&text).unwrap()).unwrap();
        prop_assert_eq!(back.report(), case.report());
        prop_assert_eq!(json::text(&keep(&back).unwrap()), text);
        prop_assert_eq!(back, case);
    }
}
