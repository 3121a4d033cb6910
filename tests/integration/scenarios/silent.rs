//! What would be passed over without a word: odd folders, a config that is gone, a waiver that nobody may give.

use crate::common::answer::Answer;
use crate::common::bin::Bin;
use crate::common::project::Project;
use crate::common::repo::Repo;
use crate::locking::{self, SPEC, specified, works};

const FOLDER: &str = "07-photos";

#[test]
fn a_folder_that_is_no_workstream_is_named() {
    let project = Project::new();
    let at = |name: &str| format!(".planning/workstreams/{name}/phases/09-x/09-SPEC.md");
    for name in ["api", "a b", "-x", "a..b", "ü"] {
        project.repo().write(&at(name), "# Spec\n");
    }
    project.commit("docs: begin workstreams");
    for answer in [project.at("7"), project.ask(&["9", "--ws", "api"])] {
        let told = answer.list("/warnings");
        for name in ["a b", "-x", "a..b", "ü"] {
            assert!(told.contains(&format!(".planning/workstreams/{name} is no workstream")), "{name}: {told}");
        }
        assert!(!told.contains("workstreams/api"), "{told}");
    }
    let table = project.run(&[]);
    assert!(table.out.contains(".planning/workstreams/a b is no workstream"), "{table:?}");
}

#[test]
fn a_config_that_nobody_committed_away_counts_and_is_named() {
    let way: [fn(&Project); 3] = [
        |project| {
            project.repo().remove(".planning/config.json");
        },
        |project| {
            project.repo().git(&["rm", "--quiet", ".planning/config.json"]);
        },
        |project| {
            project.repo().git(&["rm", "--quiet", "--cached", ".planning/config.json"]);
        },
    ];
    for take in way {
        let project = specified(&["src/payments/tax.rs"]);
        let before = project.at("7");
        take(&project);
        let after = project.at("7").says(".planning/config.json is deleted and nobody has committed that");
        assert_eq!((after.row(), &after.json["classification"]), (before.row(), &before.json["classification"]));
    }
    let project = specified(&["src/payments/tax.rs"]);
    project.repo().git(&["sparse-checkout", "set", "--no-cone", "/*", "!/.planning/config.json"]);
    let sparse = project.at("7");
    assert!(!sparse.told().contains("is deleted"), "{}", sparse.told());
}

/// Executed and reviewed, with a lock into which somebody wrote a line by hand.
fn waived_by_hand(path: &str, line: &str) -> Project {
    let project = specified(&[path]);
    works(&project, &["classify", "7", "--lock", "--commit"]);
    let phase = project.phase(FOLDER).context().plan("01", &[path]).reviews();
    phase.work(path, "feat(07-01): keep photos").summary("01").review("clean");
    let text = locking::text(&project, SPEC);
    let text = text.replace("rationale:", &format!("waive: {line}\nrationale:"));
    project.phase(FOLDER).file("07-SPEC.md", text, "docs(07): accept an absence");
    project
}

fn refused(answer: &Answer) -> bool {
    answer.list("/warnings").contains("is refused") && !answer.list("/decision/notes").contains("waived: ")
}

#[test]
fn a_waiver_by_hand_of_what_nobody_waives_is_refused_aloud_and_the_gate_stays_owed() {
    for (line, row) in [
        ("secure — looked at by people", "resume/secure"),
        ("validate — looked at by people", "resume/secure"),
        ("ship — we never ship", "resume/secure"),
    ] {
        let answer = waived_by_hand("src/payments/tax.rs", line).at("7");
        assert!(answer.row() == row && refused(&answer), "{line}: {}", answer.told());
        assert_ne!(answer.json.pointer("/classification/waived/0/refused"), Some(&serde_json::Value::Null), "{line}");
        assert_eq!([answer.mark("secure"), answer.mark("validate")], ["next", "later"], "{line}");
    }
    let pinned = waived_by_hand("src/payments/tax.rs", "secure — looked at by people");
    for words in [&["7"][..], &["steps", "7"], &["classify", "7"]] {
        let out = works(&pinned, words);
        assert!(
            out.contains("the waiver of secure is refused: payments is pinned and asks for secure"),
            "{words:?}: {out}"
        );
    }
    // Of a surface that is not pinned it counts as before.
    let answer = waived_by_hand("texts/a.md", "validate — looked at by people").at("7");
    assert!(!refused(&answer) && answer.mark("validate") == "waived", "{}", answer.told());
}

/// Takes the phase on, each time a commit or more.
const ON: [fn(&Project); 7] = [
    |project| {
        project.phase(FOLDER).context();
    },
    |project| {
        project.phase(FOLDER).plan("01", &["texts/a.md"]);
    },
    |project| {
        project.phase(FOLDER).reviews();
    },
    |project| {
        project.phase(FOLDER).work("texts/a.md", "feat(07-01): keep photos").summary("01");
    },
    |project| {
        project.phase(FOLDER).review("issues_found");
    },
    |project| {
        project.phase(FOLDER).review("clean").validation().security();
    },
    |project| {
        project.phase(FOLDER).verification("passed").learnings();
    },
];

/// A phase whose lock somebody raised, and somebody else lowered again by hand; a waiver stays.
fn lowered() -> Project {
    let project = specified(&["texts/a.md"]);
    works(&project, &["classify", "7", "--lock", "--commit"]);
    works(&project, &["waive", "7", "validate", "--reason", "people looked at it", "--commit"]);
    let low = locking::text(&project, SPEC);
    works(&project, &["classify", "7", "--lock", "--raise", "deep", "--reason", "it is delicate", "--commit"]);
    assert_eq!(project.at("7").text("/classification/depth"), "deep");
    project.phase(FOLDER).file("07-SPEC.md", low, "docs(07): as it was");
    project
}

#[test]
fn a_shallow_clone_answers_as_the_whole_or_says_what_it_cannot_see() {
    let project = lowered();
    let (mut same, mut refused) = (0, 0);
    for on in [|_: &Project| {}].into_iter().map(|nothing| nothing as fn(&Project)).chain(ON) {
        on(&project);
        let whole = project.at("7");
        assert_eq!((whole.code, whole.text("/classification/depth")), (0, "deep"), "{}", whole.told());
        let count: usize = project.repo().git(&["rev-list", "--count", "HEAD"]).trim().parse().unwrap();
        for depth in [1, 2, 3, 5, count - 1, count] {
            let clone = Repo::without_git();
            let from = format!("file://{}", project.repo().root().display());
            clone.git(&["clone", "--quiet", "--depth", &depth.to_string(), &from, "."]);
            clone.settle();
            let answer = Answer::of(&Bin::in_folder(clone.root()).run(&["7", "--format", "json"]));
            assert_eq!(answer.text("/classification/depth"), "deep", "{depth}: {}", answer.told());
            if answer.code == 13 {
                refused += 1;
                assert!(answer.summary().contains("git fetch --unshallow"), "{depth}: {}", answer.told());
            } else {
                same += 1;
                assert_eq!((answer.code, answer.step()), (0, whole.step()), "{depth}: {}", answer.told());
            }
        }
    }
    assert!(same > refused && refused > 0, "{same} {refused}");
}

/// How git is told not to look at a file.
const HIDE: [&str; 2] = ["--assume-unchanged", "--skip-worktree"];

#[test]
fn a_change_that_git_was_told_not_to_look_at_is_seen_where_it_decides_and_named_everywhere() {
    const TOLD: &str = "git was told not to look at 1 file";
    for hide in HIDE {
        let project = Project::new();
        let phase = project.phase(FOLDER).executed();
        let review = phase.review("clean").path("07-REVIEW.md");
        project.state("7", "executing");
        project.record("docs: state", &[".planning/STATE.md"]);
        let before = project.at("7");
        let repo = project.repo();
        for (file, row) in [(review.as_str(), "recovery/artifact"), (".planning/STATE.md", "recovery/state")] {
            let text = locking::text(&project, file);
            repo.git(&["update-index", hide, file]);
            // The mark alone stops nothing, and neither do the line ends that git writes.
            for same in [text.clone(), text.replace('\n', "\r\n")] {
                repo.write(file, same);
                let answer = project.at("7").says(TOLD).says(file);
                assert_eq!((answer.code, answer.row()), (0, before.row()), "{}", answer.told());
            }
            repo.write(file, text.replace("status: clean", "status: issues_found").replace("executing", "completed"));
            project.at("7").stops(11, row).says(TOLD).says(&format!("{file} modified"));
            repo.remove(file);
            let answer = project.at("7");
            // What git may miss is left out on purpose.
            let is_missed = hide == "--skip-worktree";
            assert_eq!(answer.row() == before.row(), is_missed, "{hide} {file}: {}", answer.told());
            repo.write(file, text);
            repo.git(&["update-index", &hide.replace("--", "--no-"), file]);
            assert!(!project.at("7").told().contains(TOLD));
        }
        // Source that is hidden is named and waited for by nobody.
        repo.git(&["update-index", hide, "src/photos.rs"]);
        repo.write("src/photos.rs", "settings of this machine\n");
        let answer = project
            .at("7")
            .says("git was told not to look at 1 file (src/photos.rs); whatever changes there is not seen");
        assert_eq!((answer.code, answer.row()), (0, before.row()));
    }
}
