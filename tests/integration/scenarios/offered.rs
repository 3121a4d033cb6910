//! What is offered works, and what would be refused is not offered: every printed command is run.

use std::path::Path;
use std::process::Command;

use super::recovery::half_executed;
use crate::common::bin::{Bin, Ran, demo_of};
use crate::common::project::Project;
use phase_pipeline::write::demo::PHASED;

const SHARED: &str = "src/a b.rs";

/// Runs a printed command as a shell would; git opens no editor.
fn sh(at: &Path, command: &str) -> bool {
    Command::new("sh")
        .args(["-c", command])
        .env("GIT_EDITOR", "true")
        .current_dir(at)
        .output()
        .unwrap()
        .status
        .success()
}

/// What stands between backticks in the first line that says `what`.
fn commands<'a>(told: &'a Ran, what: &str) -> Vec<&'a str> {
    let line = told.out.lines().find(|line| line.contains(what)).unwrap_or_else(|| panic!("{what}: {}", told.out));
    line.split('`').skip(1).step_by(2).collect()
}

/// A phase under way; two lines changed a file that is none of its own, and the ROADMAP.
fn parted() -> Project {
    let project = Project::new();
    project.phase("07-photos").planned();
    let repo = project.repo();
    for (line, text) in [("side", "one\n"), ("main", "two\n")] {
        if line == "side" {
            repo.git(&["switch", "--quiet", "--create", line]);
        } else {
            repo.git(&["switch", "--quiet", line]);
        }
        repo.write(SHARED, text);
        repo.write(".planning/ROADMAP.md", format!("# Roadmap of {line}\n"));
        repo.git(&["add", "--all"]);
        repo.git(&["commit", "--quiet", "--message", line]);
    }
    project
}

#[test]
fn files_in_conflict_are_listed_and_what_is_said_to_do_about_them_ends_the_operation() {
    for words in [["merge", "side"], ["rebase", "side"], ["cherry-pick", "side"]] {
        for gives_up in [false, true] {
            let project = parted();
            let repo = project.repo();
            assert!(!repo.try_git(&words).status.success());
            let json: serde_json::Value = serde_json::from_str(&project.run(&["7", "--format", "json"]).out).unwrap();
            let files = json["interruption"]["files"].as_array().unwrap();
            for path in [SHARED, ".planning/ROADMAP.md"] {
                assert!(files.iter().any(|file| file["path"] == path && file["tracked"] == "conflicted"), "{files:?}");
            }
            let told = project.run(&["7"]);
            assert_eq!(commands(&told, "  1. settle"), commands(&project.run(&["status"]), "is in progress, which"));
            // From a folder within, and with the conflict settled by hand.
            let folder = repo.root().join("src");
            let [add, go_on, give_up] = commands(&told, "  1. settle").try_into().unwrap();
            if gives_up {
                assert!(sh(&folder, give_up), "{give_up}");
            } else {
                assert!(!sh(&folder, go_on), "git goes on without it: {go_on}");
                repo.write(SHARED, "both\n");
                repo.write(".planning/ROADMAP.md", "# Roadmap of both\n");
                assert!(sh(&folder, add) && sh(&folder, go_on), "{add}; {go_on}");
            }
            assert!(!project.run(&["7"]).out.contains("is in progress"), "{words:?}");
        }
    }
}

#[test]
fn a_lock_that_would_be_refused_is_not_offered_and_the_reason_is_said() {
    let project = demo_of(&PHASED);
    let bin = Bin::in_folder(project.path());
    let mut refused = 0;
    for phase in PHASED.phases {
        let shown = bin.run(&["classify", phase.id]).out;
        let lock = bin.run(&["classify", phase.id, "--lock", "--dry-run"]);
        let Some((_, why)) = shown.split_once("\nnot to be recorded now: ") else { continue };
        refused += 1;
        assert_ne!(lock.code, 0, "{}", phase.id);
        assert!(lock.err.contains(why.lines().next().unwrap()), "{}: {why} {}", phase.id, lock.err);
    }
    assert!(refused > 1, "{refused}");
    // What was in the way of one of them is written and committed.
    let context = project.path().join(".planning/phases/09-payment-webhooks/09-CONTEXT.md");
    std::fs::write(context, "# Phase 9: Context\n\nWebhooks are answered at once.\n").unwrap();
    let commit = "git add -A && git -c user.name=n -c user.email=n@example.org commit -qm 'docs(09): context'";
    assert!(sh(project.path(), commit));
    let shown = bin.run(&["classify", "9"]).out;
    let command = shown.split_once("\nto record it: ").unwrap_or_else(|| panic!("{shown}")).1.lines().next().unwrap();
    let words: Vec<&str> = command.split(' ').skip(1).filter(|word| *word != "--commit").collect();
    let lock = bin.run(&[words.as_slice(), &["--dry-run"]].concat());
    assert_eq!(lock.code, 0, "{command}: {}", lock.err);
}

#[test]
fn what_git_does_not_look_at_is_looked_at_again_by_the_printed_commands_and_no_recovery_is_offered_before() {
    for marks in [&["--assume-unchanged"][..], &["--skip-worktree"], &["--assume-unchanged", "--skip-worktree"]] {
        let project = Project::new();
        project.phase("07-photos").executed().review("clean");
        let file = ".planning/phases/07-photos/07-REVIEW.md";
        let repo = project.repo();
        let whole = String::from_utf8(std::fs::read(repo.root().join(file)).unwrap()).unwrap();
        for mark in marks {
            repo.git(&["update-index", mark, file]);
        }
        repo.write(file, format!("{whole}\nOne more remark.\n"));
        let told = project.run(&["7"]);
        assert_eq!(told.code, 11, "{}", told.out);
        assert!(!told.out.contains("to have it carried out"), "{}", told.out);
        let shown = project.run(&["recover", "7"]).out;
        assert!(shown.contains("nothing of this can be carried out for you: ") && !shown.contains("token"), "{shown}");
        let json: serde_json::Value =
            serde_json::from_str(&project.run(&["recover", "7", "--format", "json"]).out).unwrap();
        assert_eq!((&json["phase"], &json["recoveries"][0]["token"]), (&"07".into(), &serde_json::Value::Null));
        let looks = commands(&told, "git was told not to look at");
        assert_eq!(looks.len(), marks.len());
        for command in looks {
            assert!(sh(repo.root(), command), "{command}");
        }
        let listed = repo.try_git(&["ls-files", "-v", file]).stdout;
        assert!(listed.starts_with(b"H "), "{}", String::from_utf8_lossy(&listed));
        assert!(project.run(&["7"]).out.contains("to have it carried out"));
    }
}

#[test]
fn what_is_done_by_hand_works_from_a_folder_within_and_with_the_place_named() {
    for is_named in [false, true] {
        let project = half_executed();
        let repo = project.repo();
        repo.git(&["config", "user.name", "Somebody"]);
        repo.git(&["config", "user.email", "somebody@example.com"]);
        let elsewhere = tempfile::tempdir().unwrap();
        let root = repo.root().to_str().unwrap();
        repo.write("src/album.rs", "half\n").write("src/index.rs", "ha\n");
        let (folder, place) = if is_named {
            (elsewhere.path().to_path_buf(), vec!["-C", root])
        } else {
            (repo.root().join("src"), Vec::new())
        };
        let run = |words: &[&str]| Bin::in_folder(&folder).run(&[words, &place].concat());
        let told = run(&["7"]).out;
        let after = |sign: &str| {
            let found = told.lines().find_map(|line| line.split_once(sign));
            found.unwrap_or_else(|| panic!("{sign}: {told}")).1.to_owned()
        };
        for command in [after("and finish it: "), after("`): ")] {
            assert!(sh(&folder, &command), "{command}");
        }
        assert_eq!(repo.git(&["status", "--porcelain"]), "");
    }
}
