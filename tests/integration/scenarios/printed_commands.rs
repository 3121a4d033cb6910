//! Every command that is printed works when it is pasted into the same shell: it asks the place that answered.

use phase_pipeline::gsd::artifacts::Kind;

use crate::common::bin::{Bin, Ran};
use crate::common::project::Project;
use crate::common::texts::{finished, worded};

const PHOTOS: &str = "07-photos";

/// The words of a command as a shell parts them; only what stands in single quotes holds blanks.
fn words(command: &str) -> Vec<String> {
    let mut words = vec![String::new()];
    let mut quoted = false;
    for c in command.chars() {
        match c {
            '\'' => quoted = !quoted,
            ' ' if !quoted => words.push(String::new()),
            c => words.last_mut().unwrap().push(c),
        }
    }
    words
}

/// What stands behind `label` on a line of the output, without the program's name.
#[track_caller]
fn printed(ran: &Ran, label: &str) -> Vec<String> {
    let both = || format!("{}{}", ran.out, ran.err);
    let line = both().lines().find_map(|line| Some(line.split_once(label)?.1.to_owned()));
    let line = line.unwrap_or_else(|| panic!("{label}: {}", both()));
    let line = line.trim_start_matches('/').strip_prefix("phase-pipeline ").map(str::to_owned).unwrap_or(line);
    words(line.split(", and then").next().unwrap())
}

/// A project below `my app`, asked from beside it.
fn elsewhere(project: &Project) -> (tempfile::TempDir, String) {
    let outside = tempfile::tempdir().unwrap();
    let link = outside.path().join("my app");
    std::os::unix::fs::symlink(project.repo().root(), link).unwrap();
    (outside, "my app".to_owned())
}

fn run(folder: &std::path::Path, arguments: &[String]) -> Ran {
    let arguments: Vec<&str> = arguments.iter().map(String::as_str).collect();
    Bin::in_folder(folder).run(&arguments)
}

#[test]
fn the_options_that_were_typed_are_repeated() {
    let project = Project::new();
    let phase = project.phase(PHOTOS);
    phase.file("07-01-PLAN.md", finished(Kind::Plan, PHOTOS), "docs(07): create phase plan");
    phase.left("07-RESEARCH.md", finished(Kind::Research, PHOTOS));
    project.repo().git(&["config", "user.name", "Somebody"]);
    project.repo().git(&["config", "user.email", "somebody@example.com"]);
    let (outside, repo) = elsewhere(&project);
    let asked = ["-C", &repo, "--planning", ".planning", "--dir", ".planning/phases/07-photos"];
    let ask = |words: &[&str]| Bin::in_folder(outside.path()).run(&[words, &asked].concat());
    for words in [&["7"][..], &["diagnose", "7"], &["7", "7"]] {
        let left = ask(words);
        let ack = printed(&left, "to go on and leave it as it is: ");
        assert!(asked.iter().all(|word| ack.iter().any(|printed| printed == word)), "{ack:?}");
        assert_eq!(words == ["7", "7"], ack[..2] == ["07", "7"], "the step that was asked for: {ack:?}");
        assert_eq!(run(outside.path(), &ack).code, 0, "{ack:?}");
        let recover = printed(&left, "to have it carried out: ");
        let mut dry = recover.clone();
        dry.push("--dry-run".to_owned());
        let shown = run(outside.path(), &dry);
        assert_eq!(shown.code, 11, "{shown:?}");
        assert_eq!(printed(&shown, "confirm: "), recover);
    }
    // A token stands for what is done, however it was asked for.
    let recover = printed(&project.run(&["7"]), "to have it carried out: ");
    assert_eq!(recover.last(), printed(&ask(&["7"]), "to have it carried out: ").last());
    let taken_back = printed(&run(outside.path(), &printed(&ask(&["7"]), "to have it carried out: ")), "take back: ");
    let undone = run(outside.path(), &taken_back);
    assert_eq!(undone.code, 0, "{undone:?}");
    assert!(
        undone.out.contains("is taken back: .planning/phases/07-photos/07-RESEARCH.md is uncommitted again"),
        "{undone:?}"
    );
    assert!(!undone.out.contains("1. commit "), "{undone:?}");
}

#[test]
fn a_fresh_session_acknowledges_what_this_one_acknowledged() {
    let project = Project::new();
    project.phase(PHOTOS).context().left("07-RESEARCH.md", finished(Kind::Research, PHOTOS));
    let ack = printed(&project.run(&["7"]), "--ack ");
    for full in [&["7", "--context", "80", "--ack", &ack[0]][..], &["7", "7", "--context", "80", "--ack", &ack[0]]] {
        let stopped = project.run(full);
        assert_eq!(stopped.code, 10, "{stopped:?}");
        let sent = printed(&stopped, "2. Send: ");
        assert_eq!(sent[2..], ["--ack".to_owned(), ack[0].clone()]);
        assert_eq!(run(project.repo().root(), &sent).code, 0, "{sent:?}");
    }
    // A token of other files is not carried on.
    let other = project.run(&["7", "--context", "80", "--ack", "0000000000000000"]);
    assert_eq!(other.code, 11, "{other:?}");
}

#[test]
fn where_a_person_is_needed_no_token_is_printed() {
    let project = Project::new();
    let phase = project.phase(PHOTOS);
    phase.file("07-01-PLAN.md", finished(Kind::Plan, PHOTOS), "docs(07): create phase plan");
    let plan = finished(Kind::Plan, PHOTOS);
    phase.left("07-01-PLAN.md", &plan[..plan.find("</tasks>").unwrap()]);
    for shown in [project.run(&["recover", "7"]), project.run(&["diagnose", "7"])] {
        assert!(shown.out.contains("a person types at a terminal: phase-pipeline recover"), "{shown:?}");
        assert!(!shown.out.contains("token: ") && !shown.out.contains("--confirm"), "{shown:?}");
    }
    // The same where the project wants a person for every recovery.
    phase.left("07-01-PLAN.md", plan).left("07-RESEARCH.md", finished(Kind::Research, PHOTOS));
    assert!(project.run(&["diagnose", "7"]).out.contains("--confirm"));
    project.config(r#"{"pipeline": {"confirm": "terminal"}}"#);
    project.repo().git(&["add", ".planning/config.json"]);
    project.repo().git(&["commit", "--quiet", "--message", "chore: ask a person"]);
    assert!(!project.run(&["diagnose", "7"]).out.contains("--confirm"));
}

#[test]
fn a_number_of_two_folders_is_asked_for_with_its_folder() {
    let project = Project::of(&[PHOTOS]);
    project.phase(PHOTOS).context();
    project.phase("07-albums").context();
    let below = project.repo().path("src");
    std::fs::create_dir_all(&below).unwrap();
    for folder in [project.repo().root().to_path_buf(), below] {
        let surveyed = run(&folder, &["status".to_owned()]);
        let next = printed(&surveyed, "is the one to take next: ");
        assert_eq!(next[1], "--dir", "{surveyed:?}");
        assert_eq!(run(&folder, &next).code, 0, "{next:?}");
        let refused = run(&folder, &["7".to_owned()]);
        assert_eq!(refused.code, 2);
        for command in refused.err.lines().filter_map(|line| line.strip_prefix("help: phase-pipeline ")) {
            assert_eq!(run(&folder, &words(command)).code, 0, "{command}");
        }
        assert_eq!(refused.err.matches("--dir").count(), 2, "{refused:?}");
    }
}

#[test]
fn a_command_about_nothing_says_what_there_is() {
    let project = Project::of(&[PHOTOS, "08-albums"]);
    project.phase(PHOTOS).context();
    project.phase("08-albums").context();
    for command in ["steps", "classify", "recover", "diagnose", "explain"] {
        let refused = project.run(&[command]);
        assert_eq!((refused.code, refused.out.as_str()), (2, ""), "{refused:?}");
        assert!(refused.err.starts_with(&format!("error: `{command}` needs a")), "{refused:?}");
        assert!(refused.err.contains("the phases are 07, 08"), "{refused:?}");
        assert_eq!(refused.err.contains("the tables are "), command == "explain", "{refused:?}");
        let json = project.run(&[command, "--format", "json"]);
        assert!(json.code == 2 && json.out.contains("\"nothing-named\""), "{json:?}");
    }
    let nowhere = tempfile::tempdir().unwrap();
    let refused = run(nowhere.path(), &["steps".to_owned()]);
    assert!(refused.code == 2 && refused.err.contains("phase-pipeline steps 7"), "{refused:?}");
}

#[test]
fn what_git_says_of_a_missing_identity_stands_on_its_own_lines() {
    let project = Project::new();
    project.phase(PHOTOS).left("07-SPEC.md", finished(Kind::Spec, PHOTOS));
    project.repo().git(&["config", "user.useConfigOnly", "true"]);
    let confirm = printed(&project.run(&["recover", "7"]), "confirm: ");
    let refused = run(project.repo().root(), &confirm);
    assert_eq!(refused.code, 3, "{refused:?}");
    assert!(refused.err.contains("git cannot commit here") && refused.err.lines().count() > 4, "{refused:?}");
    assert!(!refused.err.contains("\\n"), "{refused:?}");
}

#[test]
fn the_stash_of_a_phase_is_named_until_it_is_gone_and_its_summary_waits() {
    let project = super::recovery::half_executed();
    let phase = project.phase(PHOTOS);
    project.repo().write("src/album.rs", "half\n").write("src/photos.rs", "half\n");
    let git = |arguments: &[&str]| project.repo().git(arguments);
    git(&[
        "stash",
        "push",
        "--quiet",
        "--include-untracked",
        "--message",
        "phase 07: source left uncommitted",
        "--",
        "src",
    ]);
    let told = "2 source files (first src/album.rs) of this phase, put aside by a recovery";
    project.at("7").goes_to(9, "resume/between-waves").says(told);
    phase.left("07-01-SUMMARY.md", worded(Kind::Summary, PHOTOS, "complete"));
    let answer = project.at("7").stops(11, "recovery/artifact").says(told);
    assert_eq!(super::recovery::actions(&answer), ["by-hand "]);
    assert_eq!(answer.text("/interruption/files/0/verdict"), "ahead of its source");
    git(&["stash", "drop", "--quiet"]);
    let answer = project.at("7").stops(11, "recovery/artifact");
    assert!(!answer.told().contains("put aside"), "{}", answer.told());
    assert_eq!(super::recovery::actions(&answer).len(), 1);
    assert!(super::recovery::actions(&answer)[0].starts_with("commit "), "{}", answer.told());
}

#[test]
fn of_several_phases_underway_only_the_current_one_stops_for_what_nothing_ties_to_one() {
    let project = Project::of(&[PHOTOS, "08-albums"]);
    let (photos, albums) = (project.phase(PHOTOS), project.phase("08-albums"));
    photos.plan("01", &["src/photos.rs"]).plan("02", &["src/more.rs"]).reviews().done("01");
    project.repo().write("src/unknown.rs", "x\n");
    // The only one that is carried out.
    project.at("7").stops(11, "recovery/source");
    project.repo().remove("src/unknown.rs");
    albums.plan("01", &["src/albums.rs"]).plan("02", &["src/shelf.rs"]).reviews().done("01");
    project.repo().write("src/unknown.rs", "x\n");
    // Of which of both it is, nobody knows.
    project.at("7").stops(11, "recovery/source");
    project.at("8").stops(11, "recovery/source");
    project.repo().remove("src/unknown.rs");
    project.state("8", "executing").commit("docs(state): begin phase 8");
    project.repo().write("src/unknown.rs", "x\n");
    project
        .at("7")
        .goes_to(9, "resume/between-waves")
        .says("1 source file that nothing ties to it, maybe of phase 08 (src/unknown.rs)");
    project.at("8").stops(11, "recovery/source");
    // What a plan names counts for its phase all the same.
    project.repo().write("src/more.rs", "x\n");
    project.at("7").stops(11, "recovery/source");
}

/// Runs a printed line in a shell of that folder, by the git that the tests use.
fn shell(folder: &std::path::Path, line: &str) -> std::process::Output {
    let mut sh = std::process::Command::new("sh");
    sh.current_dir(folder).args(["-c", line]).env_clear().env("PATH", std::env::var_os("PATH").unwrap());
    sh.env("HOME", folder).env("GIT_CONFIG_NOSYSTEM", "1").output().unwrap()
}

#[test]
fn a_printed_command_of_git_acts_on_the_repository_that_was_asked() {
    let project = Project::new();
    project.repo().git(&["config", "user.name", "Somebody"]);
    project.repo().git(&["config", "user.email", "somebody@example.com"]);
    let map = r#"{"surfaces": {"photos": {"globs": ["src/photos.rs"], "gates": ["secure"], "pinned": true}}}"#;
    project.config(map).record("chore: map the surfaces", &[".planning/config.json"]);
    project.phase(PHOTOS).spec();
    let (outside, repo) = elsewhere(&project);
    let ask = |words: &[&str]| Bin::in_folder(outside.path()).run(&[words, &["-C", &repo]].concat());
    let line = |ran: &Ran, label: &str| -> String {
        let both = format!("{}{}", ran.out, ran.err);
        let found = both.lines().find_map(|line| Some(line.split_once(label)?.1.to_owned()));
        found.unwrap_or_else(|| panic!("{label}: {both}"))
    };
    let head = || project.repo().git(&["log", "-1", "--format=%s"]);
    // A lock, into a document that git knows and into one that it does not.
    let commit = line(&ask(&["classify", "7", "--lock"]), "commit it: ");
    assert!(commit.starts_with("git -C 'my app' commit --only "), "{commit}");
    assert!(shell(outside.path(), &commit).status.success(), "{commit}");
    assert_eq!(head(), "docs(07): lock surfaces and depth");
    // A proposed map is put there, kept and taken back.
    let project = Project::new();
    project.repo().git(&["config", "user.name", "Somebody"]);
    project.repo().git(&["config", "user.email", "somebody@example.com"]);
    project.repo().write("src/payments/charge.rs", "// pay\n").write("migrations/1.sql", "-- one\n");
    project.record("feat: begin", &["src/payments/charge.rs", "migrations/1.sql"]);
    let (outside, repo) = elsewhere(&project);
    let ask = |words: &[&str]| Bin::in_folder(outside.path()).run(&[words, &["-C", &repo]].concat());
    let write = line(&ask(&["init"]), "run: ");
    assert_eq!(write, "phase-pipeline init --write -C 'my app'");
    let config = project.repo().path(".planning/config.json");
    let before = std::fs::read(&config).ok();
    let words = words(&write);
    let written = run(outside.path(), &words[1..]);
    assert_ne!(std::fs::read(&config).ok(), before, "{written:?}");
    let undone = shell(outside.path(), &line(&written, "undo: "));
    assert!(undone.status.success(), "{undone:?}");
    assert_eq!(std::fs::read(&config).ok(), before);
    let written = run(outside.path(), &words[1..]);
    let kept = shell(outside.path(), &line(&written, "run: "));
    assert!(kept.status.success(), "{written:?} {kept:?}");
    assert_eq!(project.repo().git(&["log", "-1", "--format=%s"]), "chore: add a surface map");
    // What a check would need.
    let empty = ask(&["lint", "--range", "HEAD..HEAD"]);
    assert!(empty.out.contains("phase-pipeline lint --all -C 'my app'"), "{empty:?}");
    let nowhere = ask(&["lint", "--base", "origin/gone"]);
    assert!(
        nowhere.out.contains("git -C 'my app' fetch ") && nowhere.out.contains("lint --base REV -C 'my app'"),
        "{nowhere:?}"
    );
}
