//! From an assumed lock to a settled one and beyond: what each printed command does changes the decision and leads on.

use super::{FOLDER, SPEC, block, mapped, refused, specified, text, works};
use crate::common::project::Project;

/// Runs the printed command of the lock, and looks whether the decision has changed.
#[track_caller]
fn take(project: &Project, row: &str) {
    let answer = project.at("7");
    assert_eq!(answer.row(), row, "{}", answer.told());
    assert_eq!(answer.command(), "phase-pipeline classify 07 --lock --commit", "{}", answer.told());
    let words: Vec<&str> = answer.command().split(' ').skip(1).collect();
    works(project, &words);
    assert_ne!(project.at("7").row(), row, "{}", project.at("7").told());
    assert_eq!(project.repo().git(&["log", "-1", "--format=%s"]), "docs(07): lock surfaces and depth");
}

#[test]
fn what_is_assumed_is_settled_by_the_plans_and_recorded() {
    let project = specified(&[]);
    take(&project, "resume/lock");
    let first = block(&text(&project, SPEC)).join("\n");
    for line in [
        "assumed: pages gates=ui-review,browser-uat",
        "assumed: payments pinned floor=standard gates=secure,validate",
        "paths: 0 declared, 0 real",
    ] {
        assert!(first.contains(line), "{line} is not in {first}");
    }
    project.phase(FOLDER).context().plan("01", &["src/pages/home.rs"]);
    take(&project, "resume/relock");
    // It stays where it stands, though there is a CONTEXT now.
    let settled = block(&text(&project, SPEC)).join("\n");
    for line in [
        "surface: pages gates=ui-review,browser-uat by=src/pages/home.rs",
        "assumed: none",
        "skip: payments — none of 1 declared path matches its 1 glob",
        "paths: 1 declared (plan), 0 real",
    ] {
        assert!(settled.contains(line), "{line} is not in {settled}");
    }
    let answer = project.at("7");
    assert_eq!(answer.mark("lock"), "done");
    assert_eq!(answer.mark("secure"), "skipped", "{}", answer.told());
    // From the first execute commit on a path of another surface raises at once, and the next lock records it.
    project.phase(FOLDER).reviews().work("src/payments/tax.rs", "feat(07-01): count the tax");
    let raised = project.at("7");
    assert!(raised.list("/classification/raised").contains("payments is owed"), "{}", raised.told());
    assert_eq!(raised.mark("lock"), "done", "a raise reopens nothing");
    works(&project, &["classify", "7", "--lock", "--commit"]);
    assert_eq!(project.at("7").list("/classification/raised"), "");
    assert!(block(&text(&project, SPEC)).join("\n").contains("surface: payments pinned floor=standard"));
}

#[test]
fn a_second_lock_changes_no_byte_whatever_was_decided_by_hand() {
    for more in [
        &[][..],
        &["--include", "pages"],
        &["--raise", "deep", "--reason", "it is the first of its kind"],
        &["--path", "src/payments/tax.rs", "--path", "texts/hello.md"],
        &["--include", "texts", "--raise", "deep", "--path", "src/pages/a.rs"],
    ] {
        let project = specified(&["src/photos.rs"]);
        let words: Vec<&str> = ["classify", "7", "--lock"].iter().chain(more).copied().collect();
        let before = text(&project, SPEC);
        let shown = works(&project, &[&words[..], &["--dry-run"]].concat());
        assert!(shown.contains("nothing is written") && text(&project, SPEC) == before, "{shown:?}");
        works(&project, &words);
        let once = text(&project, SPEC);
        assert_ne!(once, before);
        assert!(shown.contains(&block(&once).join("\n")), "what was shown is what was written: {shown:?}");
        let again = works(&project, &words);
        assert!(again.contains("nothing new"), "{again:?}");
        works(&project, &["classify", "7", "--lock"]);
        assert_eq!(text(&project, SPEC), once, "{more:?}");
        works(&project, &["classify", "7", "--lock", "--commit"]);
        works(&project, &["classify", "7", "--lock", "--commit"]);
        works(&project, &words);
        assert_eq!(text(&project, SPEC), once, "{more:?}");
        assert_eq!(project.repo().git(&["log", "--format=%s", "-2"]).matches("lock surfaces").count(), 1);
        assert_eq!(project.repo().git(&["status", "--porcelain"]), "");
    }
}

#[test]
fn a_skip_by_hand_holds_before_the_lock_and_never_after() {
    let project = specified(&[]);
    refused(&project, &["classify", "7", "--lock", "--skip", "payments", "--reason", "no money"], "lock/skip-pinned");
    let skip = ["classify", "7", "--lock", "--skip", "pages", "--reason", "no page is shown"];
    works(&project, &skip);
    let once = text(&project, SPEC);
    assert!(once.contains("skip: pages by-hand — no page is shown"), "{once}");
    works(&project, &skip);
    works(&project, &["classify", "7", "--lock", "--commit"]);
    assert_eq!(text(&project, SPEC), once);
    let answer = project.at("7");
    assert!(
        !answer.list("/classification/surfaces").contains("\"name\":\"pages\",\"pinned\":false,\"reason\":\"no path")
    );
    assert!(answer.list("/classification/surfaces").contains("skipped by hand: no page is shown"), "{}", answer.told());
    works(&project, &skip);
    refused(&project, &["classify", "7", "--lock", "--skip", "texts", "--reason", "no text"], "lock/skip-locked");
    // A path that matches ends it.
    project.phase(FOLDER).context().plan("01", &["src/pages/home.rs"]);
    assert!(project.at("7").list("/classification/raised").contains("pages is owed"));
    // What is active is skipped by nobody.
    let other = specified(&["src/pages/home.rs"]);
    refused(&other, &["classify", "7", "--lock", "--skip", "pages", "--reason", "no"], "lock/skip-active");
}

#[test]
fn a_mistaken_lock_is_replaced_before_execution_and_kept_in_mind() {
    let project = specified(&["src/pages/home.rs"]);
    refused(&project, &["classify", "7", "--relock", "--reason", "wrong"], "lock/nothing-to-replace");
    works(&project, &["classify", "7", "--lock", "--path", "src/payments/typo.rs", "--raise", "deep", "--commit"]);
    assert_eq!(project.at("7").text("/classification/depth"), "deep");
    let relock = ["classify", "7", "--relock", "--reason", "typed the wrong path"];
    let told = works(&project, &relock);
    assert!(told.contains("payments is owed no more") && told.contains("depth shallow, was deep"), "{told:?}");
    assert_eq!(project.at("7").text("/classification/depth"), "deep", "uncommitted it lowers nothing");
    let once = text(&project, SPEC);
    assert_eq!(once.matches("supersedes: ").count(), 1, "{once}");
    assert!(once.contains(" — typed the wrong path"));
    works(&project, &relock);
    assert_eq!(text(&project, SPEC), once);
    works(&project, &["classify", "7", "--lock"]);
    assert_eq!(text(&project, SPEC), once, "a lock keeps what was replaced and not committed yet");
    works(&project, &[&relock[..], &["--commit"]].concat());
    let after = project.at("7");
    assert_eq!(after.text("/classification/depth"), "shallow", "{}", after.told());
    let again = works(&project, &relock);
    assert!(again.contains("nothing to replace") && text(&project, SPEC) == once, "{again:?}");
    project
        .phase(FOLDER)
        .context()
        .plan("01", &["src/pages/home.rs"])
        .reviews()
        .work("src/pages/home.rs", "feat(07-01): x");
    refused(&project, &relock, "lock/executing");
    assert_eq!(text(&project, SPEC), once);
}

#[test]
fn without_spec_and_context_a_file_of_its_own_holds_the_lock() {
    let project = mapped();
    project.phase(FOLDER).plan("01", &["src/pages/home.rs"]);
    let own = ".planning/phases/07-photos/07-LOCK.md";
    let written = works(&project, &["classify", "7", "--lock"]);
    let command = written.lines().last().unwrap().strip_prefix("commit it: ").unwrap();
    assert_eq!(
        command,
        format!(
            "git add --force -- ':(top,literal){own}' && git commit --only -m 'docs(07): lock surfaces and depth' -- ':(top,literal){own}'"
        )
    );
    assert_eq!(text(&project, own), format!("{}\n", block(&text(&project, own)).join("\n")));
    // The printed command is what is left to do, from anywhere.
    let done = project.repo().command("sh").args(["-c", command]).current_dir(project.repo().path("..")).output();
    assert!(!done.unwrap().status.success(), "outside of the repository it does nothing");
    let done =
        project.repo().command("sh").args(["-c", command]).current_dir(project.repo().path(".planning")).output();
    assert!(done.as_ref().unwrap().status.success(), "{done:?}");
    assert_eq!(project.at("7").mark("lock"), "done");
    works(&project, &["classify", "7", "--lock", "--commit"]);
    assert_eq!(project.repo().git(&["status", "--porcelain"]), "");
    // And with the plans alone, nothing is too early; with nothing at all, it is, until a path is declared.
    let bare = mapped();
    bare.phase(FOLDER).has(phase_pipeline::gsd::artifacts::Kind::Research);
    refused(&bare, &["classify", "7", "--lock"], "lock/too-early");
    works(&bare, &["classify", "7", "--lock", "--path", "src/pages/a.rs", "--commit"]);
    works(&bare, &["classify", "7", "--lock", "--commit"]);
    assert!(text(&bare, own).contains("path: src/pages/a.rs\n"));
    assert_eq!(bare.at("7").list("/classification/raised"), "");
}

#[test]
fn a_folder_that_is_there_may_be_declared() {
    let project = specified(&[]);
    project.repo().write("texts/a.md", "# A\n").commit("docs: write");
    works(&project, &["classify", "7", "--lock", "--path", "texts/", "--commit"]);
    let lines = block(&text(&project, SPEC));
    assert!(lines.contains(&"path: texts".to_owned()), "{lines:?}");
    assert!(lines.iter().any(|line| line.starts_with("surface: texts ")), "{lines:?}");
}
