//! A lock that a range takes away with the folder of its phase: no life of a phase tells of it any more, so the range does.

use super::{json, project};
use crate::common::repo::Repo;

const MAP: &str = r#"{"surfaces": {"pay": {"globs": ["src/**"], "gates": ["secure"], "pinned": true}}}"#;
const SPEC: &str = "# Photos\n\n**Ambiguity score:** 0.09\n";
const PHASE: &str = ".planning/phases/07-photos";

fn lock(phase: &str, gates: &str) -> String {
    format!(
        "{SPEC}\n<!-- phase-pipeline:lock v1 phase={phase} -->\nsurface: pay pinned gates={gates} by=src/tax.rs\nassumed: none\n\
         depth: standard\n<!-- /phase-pipeline:lock -->\n"
    )
}

/// Branch `topic` of a project whose phase 7 is locked on `main`.
fn locked(files: &[&str]) -> Repo {
    let repo = project(MAP, &[&["src/tax.rs"], files].concat());
    repo.write(
        ".planning/ROADMAP.md",
        "# Roadmap\n\n- [ ] **Phase 7: photos** - keep\n- [ ] **Phase 8: prints** - print\n",
    );
    repo.write(&format!("{PHASE}/07-SPEC.md"), lock("07", "secure")).commit("docs(07): lock");
    repo.git(&["checkout", "--quiet", "-b", "topic"]);
    repo
}

/// The losses that are found, as phase, file, and message.
fn lost(repo: &Repo, options: &[&str]) -> Vec<(String, String, String)> {
    let value = json(repo, options);
    let losses = value["findings"].as_array().unwrap().iter().filter(|finding| finding["name"] == "lock-lost");
    let text = |finding: &serde_json::Value, key: &str| finding[key].as_str().unwrap().to_owned();
    losses.map(|finding| (text(finding, "phase"), text(finding, "file"), text(finding, "message"))).collect()
}

const WAYS: [&[&str]; 4] = [&["--base", "main"], &["--base", "main", "7"], &["--range", "main..topic"], &["--all"]];

#[test]
fn a_folder_that_went_away_took_its_lock_along() {
    for files in [&[][..], &[".planning/phases/07-photos/07-01-PLAN.md", ".planning/phases/08-prints/08-SPEC.md"]] {
        let repo = locked(files);
        repo.git(&["rm", "-r", "--quiet", PHASE]);
        let commit = repo.commit("chore: tidy");
        repo.write("src/tax.rs", "// more\n").commit("chore: more");
        let file = format!("{PHASE}/07-SPEC.md");
        let message = format!("the lock was lost in {}, which left nothing of the phase's folder", &commit[..7]);
        for way in WAYS {
            assert_eq!(lost(&repo, way), [("07".to_owned(), file.clone(), message.clone())], "{way:?}");
        }
        assert_eq!(lost(&repo, &["--base", "main", "8"]), []);
        let told = super::lint(&repo, &["--base", "main"]);
        assert!(told.code == 1 && told.out.contains("evidence: pay is owed no more"), "{}", told.out);
    }
}

#[test]
fn a_folder_that_came_back_without_it_and_a_merge_are_told() {
    let repo = locked(&[]);
    repo.remove(PHASE);
    let commit = repo.commit("chore: tidy");
    repo.write(&format!("{PHASE}/07-SPEC.md"), SPEC).commit("docs(07): anew");
    let found = lost(&repo, &["--base", "main"]);
    assert_eq!(found.len(), 1, "{found:?}");
    assert!(found[0].2.ends_with(&format!("in {}", &commit[..7])), "{found:?}");
    // One that came back with a lock of its own is a new phase.
    repo.write(&format!("{PHASE}/07-SPEC.md"), lock("07", "secure,validate")).commit("docs(07): lock");
    assert_eq!(lost(&repo, &["--base", "main"]), []);
    // A merge that left it out, where both sides had it.
    let repo = locked(&[]);
    repo.write("a", "a").commit("chore: a");
    repo.git(&["checkout", "--quiet", "-b", "other", "main"]);
    repo.write("b", "b").commit("chore: b");
    repo.git(&["merge", "--quiet", "--no-commit", "--no-ff", "topic"]);
    repo.git(&["rm", "-r", "--quiet", PHASE]);
    let commit = repo.commit("Merge topic");
    let found = lost(&repo, &["--base", "main"]);
    assert!(found.len() == 1 && found[0].2.contains(&format!("in the merge {}", &commit[..7])), "{found:?}");
}

#[test]
fn a_lock_that_went_elsewhere_is_not_lost() {
    type Change = fn(&Repo);
    let moves: [(&str, Change); 5] = [
        ("to an archive", |repo| moved(repo, ".planning/milestones/v1.0-phases/07-photos")),
        ("to another slug", |repo| moved(repo, ".planning/phases/07-pictures")),
        ("to a workstream", |repo| moved(repo, ".planning/workstreams/web/phases/07-photos")),
        ("to another number", |repo| {
            repo.remove(PHASE).write(".planning/phases/09-photos/09-SPEC.md", lock("09", "secure"));
        }),
        ("to another document", |repo| {
            repo.remove(&format!("{PHASE}/07-SPEC.md")).write(&format!("{PHASE}/07-CONTEXT.md"), lock("07", "secure"));
        }),
    ];
    for (what, change) in moves {
        let repo = locked(&[]);
        change(&repo);
        repo.commit("docs: move");
        assert_eq!(lost(&repo, &["--base", "main"]), [], "{what}");
    }
    // Another number with less of it is no move.
    let repo = locked(&[]);
    repo.remove(PHASE);
    let less = lock("09", "secure").replace(" pinned", "");
    repo.write(".planning/phases/09-photos/09-SPEC.md", less).commit("docs: move");
    assert_eq!(lost(&repo, &["--base", "main"]).len(), 1);
    // A folder without a lock, and one of an archive, lose none.
    let repo = locked(&[".planning/phases/08-prints/08-SPEC.md"]);
    repo.remove(".planning/phases/08-prints").commit("docs: less");
    assert_eq!(lost(&repo, &["--base", "main"]), []);
}

fn moved(repo: &Repo, to: &str) {
    let parent = to.rsplit_once('/').unwrap().0;
    std::fs::create_dir_all(repo.path(parent)).unwrap();
    repo.git(&["mv", PHASE, to]);
}

#[test]
fn one_loss_is_told_once() {
    let repo = locked(&[]);
    repo.write(&format!("{PHASE}/07-SPEC.md"), SPEC).commit("docs(07): anew");
    for way in WAYS {
        assert_eq!(lost(&repo, way).len(), 1, "{way:?}");
    }
}
