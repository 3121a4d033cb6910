//! Which methodology a project is worked by, which work tree counts, and which sprints there are.

use std::path::{Path, PathBuf};

use phase_pipeline::write::demo::{PHASED, SPRINTED, build};

use super::{PLAN, Sprints};
use crate::common::answer::Answer;
use crate::common::bin::{Bin, demo_of};

#[test]
fn two_methodologies_side_by_side_are_refused_until_one_is_named() {
    let project = Sprints::producing();
    project.repo.write(".planning/ROADMAP.md", "# Roadmap\n\n- [ ] **Phase 2: Search**\n");
    project.commit();
    for words in [&["2"][..], &[], &["steps", "2"], &["recover", "2"]] {
        let refused = project.run(words);
        assert_eq!(refused.code, 2, "{words:?}");
        assert!(refused.err.contains("/.planning and ") && refused.err.contains("/.gse"), "{}", refused.err);
        assert!(refused.err.contains("--methodology gsd|gse"), "{}", refused.err);
    }
    let row = |name: &str| project.run(&["2", "--methodology", name, "--print", "row"]).out;
    assert_eq!((row("gse").trim(), row("gsd").trim()), ("go/produce", "resume/research"));
    let unknown = project.run(&["2", "--methodology", "waterfall"]);
    assert!(unknown.code == 2 && unknown.err.contains("gsd, gse"), "{}", unknown.err);
}

#[test]
fn a_folder_without_a_project_in_it_gives_way_and_that_is_said() {
    let project = Sprints::producing();
    project.repo.write(".planning/notes.txt", "x\n");
    project.commit();
    let answer = project.ask(&[]).goes_to(10, "go/produce");
    let warnings = answer.list("/warnings");
    assert!(warnings.contains("read as gse") && warnings.contains(".planning holds no project"), "{warnings}");
    // The other way round: GSE-One's registry alone is no project.
    let phased = demo_of(&PHASED);
    std::fs::create_dir(phased.path().join(".gse")).unwrap();
    std::fs::write(phased.path().join(".gse/registry"), "x\n").unwrap();
    let answer = Answer::of(&Bin::in_folder(phased.path()).run(&["1", "--format", "json"]));
    assert_eq!(answer.row(), "resume/complete");
    assert!(answer.list("/warnings").contains("read as gsd"), "{}", answer.told());
}

#[test]
fn the_nearest_project_upwards_is_the_one() {
    let project = Sprints::producing();
    project.repo.write("app/.planning/ROADMAP.md", "# Roadmap\n\n- [ ] **Phase 2: Search**\n");
    project.commit();
    let answer = Answer::of(&project.run(&["-C", "app", "2", "--format", "json"]));
    assert_eq!(answer.row(), "resume/research");
    assert!(answer.list("/warnings").contains("lies further up"), "{}", answer.told());
    assert_eq!(project.ask(&[]).row(), "go/produce");
    let by_folder = project.run(&["2", "--planning", "app/.planning", "--print", "row"]);
    assert_eq!(by_folder.out.trim(), "resume/research");
}

#[test]
fn the_main_work_tree_counts_wherever_somebody_stands() {
    let project = Sprints::producing();
    project.repo.write(".gitignore", ".worktrees/\n");
    project.commit();
    project.repo.git(&["worktree", "add", "--quiet", "-b", "gse/sprint-02/feat/search", ".worktrees/search"]);
    project.replaced("plan", PLAN, "active: produce", "active: review");
    let words = ["-C", ".worktrees/search", "2", "--format", "json"];
    let answer = Answer::of(&project.run(&words)).stops(11, "recovery/state");
    assert!(answer.list("/warnings").contains("read in the main work tree"), "{}", answer.told());
    assert!(answer.json["interruption"]["token"].is_null());
    let refused = project.run(&["-C", ".worktrees/search", "recover", "2"]);
    assert!(refused.code == 2 && refused.err.contains("phase-pipeline recover 2 -C /"), "{}", refused.err);
}

#[test]
fn sprints_are_found_by_their_number_in_every_spelling() {
    let project = Sprints::producing();
    project.repo.write("docs/sprints/sprint-01/reqs.md", "# Requirements\n\nNone.\n");
    project.commit();
    for (asked, row, code) in
        [("2", "go/produce", 0), ("02", "go/produce", 0), ("S02", "go/produce", 0), ("sprint-1", "go/past", 12)]
    {
        let ran = project.run(&[asked, "--print", "row"]);
        assert_eq!((ran.out.trim(), ran.code), (row, code), "{asked}");
    }
    let none = project.run(&["3"]);
    assert!(
        none.code == 2 && none.err.contains("there is no sprint 03") && none.err.contains("01, 02"),
        "{}",
        none.err
    );
    let board = project.run(&[]);
    assert_eq!(board.code, 0);
    assert!(board.out.contains("→ 02  10 produce") && board.out.contains("  01  complete"), "{}", board.out);
    assert_eq!(project.run(&["status", "--oneline"]).out, "02 → 10 produce · 1 of 2 complete\n");
}

#[test]
fn what_has_no_meaning_here_is_refused_by_name() {
    let project = Sprints::producing();
    project.commit();
    for (words, said) in [
        (&["2", "--ws", "blue"][..], "GSE-One has no workstreams"),
        (&["2", "--dir", "docs"], "a sprint's folder follows from its number"),
        (&["classify", "2"], "are not classified yet"),
        (&["classify", "2"], "`phase-pipeline` tells where the sprint stands"),
        (&["init"], "`phase-pipeline lint` tells what is wrong"),
        (&["waive", "2", "secure", "--reason", "later"], "`phase-pipeline` tells where the sprint stands"),
        (&["2", "secure"], "there is no activity `secure`"),
        (&["A1"], "`A1` is no sprint"),
        (&["lint", "--base", "HEAD"], "no rule looks at a range of commits"),
    ] {
        let refused = project.run(words);
        assert!(refused.code == 2 && refused.err.contains(said), "{words:?}: {}", refused.err);
    }
}

/// Every file below a folder with its bytes.
fn picture(folder: &Path) -> Vec<(PathBuf, Vec<u8>)> {
    let mut files = Vec::new();
    for entry in std::fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path()) {
        if entry.is_dir() {
            files.extend(picture(&entry));
        } else {
            files.push((entry.clone(), std::fs::read(&entry).unwrap()));
        }
    }
    files.sort();
    files
}

#[test]
fn reading_a_sprint_changes_nothing() {
    let place = tempfile::tempdir().unwrap();
    let root = place.path().join("berths");
    build(&root, &SPRINTED).unwrap();
    let before = picture(&root);
    for words in [&[][..], &["2"], &["1"], &["steps", "2"], &["explain", "2"], &["diagnose", "2"], &["2", "deliver"]] {
        let first = Bin::in_folder(&root).run(words);
        assert_eq!(first, Bin::in_folder(&root).run(words), "{words:?}");
    }
    assert_eq!(picture(&root), before);
}
