//! What users of such routers met where a phase, a plan or a commit was taken for another. Numbers are those of the reports.

use phase_pipeline::gsd::artifacts::Kind;

use crate::common::project::Project;
use crate::common::repo::Repo;
use crate::common::texts::{self, Plan};

/// A project whose phases of these folders are discussed.
fn with(folders: &[&str]) -> Project {
    let project = Project::of(folders);
    for folder in folders {
        project.phase(folder).context();
    }
    project
}

/// The folder that a token finds.
#[track_caller]
fn found(project: &Project, token: &str) -> String {
    project.at(token).text("/phase/dir").trim_start_matches(".planning/phases/").to_owned()
}

/// The text of the error with which a token is refused.
#[track_caller]
fn refused(project: &Project, token: &str) -> String {
    let ran = project.run(&[token]);
    assert_eq!((ran.code, ran.out.as_str()), (2, ""), "{token}: {ran:?}");
    ran.err
}

#[test]
fn a20_a_decimal_phase_is_a_token_and_no_number() {
    let project = with(&["02.1-hotfix"]);
    for token in ["2.1", "02.1", "002.1"] {
        assert_eq!(found(&project, token), "02.1-hotfix");
    }
    let error = refused(&project, "2.10");
    assert!(error.contains("there is no phase 02.10") && error.contains("near it: 02.1\n"), "{error}");
}

#[test]
fn a21_a_letter_belongs_to_the_phase_and_eight_is_not_octal() {
    let project = with(&["03A-x", "12-y", "08-z"]);
    for token in ["3A", "3a", "03A"] {
        assert_eq!(found(&project, token), "03A-x");
    }
    assert_eq!((found(&project, "08"), found(&project, "8")), ("08-z".to_owned(), "08-z".to_owned()));
    let error = refused(&project, "12A");
    assert!(error.contains("there is no phase 12A") && error.contains("near it: 12\n"), "{error}");
}

#[test]
fn a22_the_zero_before_a_point_stays() {
    let project = with(&["00.1-x", "10-y"]);
    for token in ["0.1", "00.1"] {
        assert_eq!(found(&project, token), "00.1-x");
    }
}

#[test]
fn a23_folder_file_and_question_may_each_be_padded_otherwise() {
    for (folder, file) in [("6.2-x", "06.2-01-PLAN.md"), ("06.2-x", "6.2-01-PLAN.md"), ("6.2-x", "6.2-1-PLAN.md")] {
        let project = Project::of(&[folder]);
        project.phase(folder).context().file(file, Plan::new("01").text(folder), "docs(06.2): create phase plan");
        for token in ["6.2", "06.2"] {
            let answer = project.at(token).goes_to(8, "resume/plan-review").says("1 plan");
            assert_eq!(answer.plans().len(), 1, "{folder} {file}");
        }
    }
}

#[test]
fn a24_only_the_projects_own_code_may_be_left_out() {
    let project = Project::of(&["LKML-01-base"]);
    project.config(r#"{"project_code": "LKML"}"#).commit("chore: config");
    project.phase("LKML-01-base").file("LKML-01-CONTEXT.md", texts::finished(Kind::Context, "01"), "docs(01): context");
    for token in ["1", "01", "LKML-01", "LKML-1"] {
        assert_eq!(found(&project, token), "LKML-01-base");
    }
    let error = refused(&project, "MEM-01");
    assert!(error.contains("near it: LKML-01"), "{error}");
}

#[test]
fn a26_a_folder_that_the_grammar_does_not_reach_is_named_by_dir() {
    let project = Project::of(&["07-photos"]);
    project.phase("permission-fix").file("CONTEXT.md", texts::finished(Kind::Context, "7"), "docs: context");
    let listed = project.run(&["status"]);
    assert!(!listed.out.contains("permission-fix"), "{listed:?}");
    let folder = ".planning/phases/permission-fix";
    let answer = project.ask(&["7", "--dir", folder]).goes_to(7, "resume/pre-plan");
    assert_eq!(answer.text("/phase/dir"), folder);
    let missing = project.run(&["7", "--dir", ".planning/phases/absent"]);
    assert_eq!(missing.code, 3, "{missing:?}");
}

#[test]
fn a26_glued_letters_are_tokens_as_they_stand() {
    let project = with(&["P0.3-x", "A1-y"]);
    assert_eq!(found(&project, "P0.3"), "P0.3-x");
    assert_eq!(found(&project, "A1"), "A1-y");
}

#[test]
fn a27_digits_of_a_slug_are_no_plan_and_no_phase() {
    let project = with(&["14-2026-photos", "23-23-ui"]);
    assert_eq!((found(&project, "14"), found(&project, "23")), ("14-2026-photos".to_owned(), "23-23-ui".to_owned()));
    assert_eq!(project.at("14").text("/phase/name"), "2026-photos");
}

#[test]
fn a28_an_archive_is_no_fallback_where_the_number_was_taken_again() {
    let project = Project::of(&["02-new"]);
    let old = project.phase_in(".planning/milestones/v1.0-phases", "02-old").planned().done("01");
    old.verification("passed");
    let answer = project.at("2").goes_to(1, "resume/research");
    assert_eq!(answer.json["phase"]["dir"], serde_json::Value::Null, "{}", answer.told());
    assert!(answer.plans().is_empty());
    // A folder made for it changes nothing, and neither does one that holds nothing.
    project.phase("02-new").file(".gitkeep", "", "chore: make room");
    project.at("2").goes_to(1, "resume/research");
}

#[test]
fn a28_an_archived_phase_that_nothing_took_again_is_complete_and_names_its_archive() {
    let project = Project::of(&["07-photos"]);
    project.phase_in(".planning/milestones/v1.0-phases", "02-old").planned();
    // A folder of its number that holds nothing takes it no more than none does.
    for file in [None, Some(".gitkeep")] {
        if let Some(file) = file {
            project.phase("02-again").file(file, "", "chore: make room");
        }
        let answer = project.at("2").stops(12, "resume/complete");
        assert_eq!(answer.text("/phase/archived"), ".planning/milestones/v1.0-phases");
    }
}

#[test]
fn a28_of_several_archives_the_newest_version_is_meant() {
    let project = Project::of(&["07-photos"]);
    for version in ["v9.0", "v10.0", "v2.1"] {
        project.phase_in(&format!(".planning/milestones/{version}-phases"), "02-old").context();
    }
    assert_eq!(project.at("2").text("/phase/archived"), ".planning/milestones/v10.0-phases");
}

#[test]
fn a28_commits_of_an_archived_phase_execute_nothing_of_the_live_one() {
    let project = Project::of(&["02-new"]);
    let old = project.phase("02-old").planned().done("01");
    project.repo().git(&["mv", ".planning/phases/02-old", ".planning/02-kept"]);
    old.commit("chore: archive phase directories from completed milestones");
    project.phase("02-new").planned();
    let answer = project.at("2").goes_to(9, "resume/pre-execute");
    assert_eq!(answer.execution(), "none", "{}", answer.told());
}

/// Which plans of phase 2 a commit with this subject starts.
fn started_by(subject: &str) -> Vec<String> {
    let project = Project::of(&["02-base", "12-other"]);
    project.phase("12-other").planned();
    let phase = project.phase("02-base").context().plan("01", &[]).plan("02", &[]).reviews();
    phase.work("src/x.rs", subject);
    project.at("2").plans().into_iter().filter(|plan| plan.ends_with("started")).collect()
}

#[test]
fn a29_a_commit_is_known_by_its_scope() {
    for subject in [
        "feat(02-02): y",
        "feat(2-02): y",
        "feat(2-2): y",
        "fix(02-02)!: y",
        "test(phase-2-02): y",
        "docs(02-02): y",
        "feat(02-02-T3): y",
        "Feat(02-02): y",
    ] {
        assert_eq!(started_by(subject), ["02-02 started"], "{subject}");
    }
    for subject in
        ["docs: mention 02-02", "feat(12-02): x", "feat: 02-02", "feat(02): 02-02", "fix(02): CR-01 x", "wip: 02-02"]
    {
        assert_eq!(started_by(subject), [""; 0], "{subject}");
    }
    assert_eq!(started_by("feat(02-01/02): both"), ["02-01 started", "02-02 started"]);
    assert_eq!(started_by("test(02-01,02-02): both"), ["02-01 started", "02-02 started"]);
}

#[test]
fn a29_a_commit_before_the_phase_began_is_of_another() {
    let project = Project::of(&["02-base"]);
    project.phase("02-base").work("src/x.rs", "feat(02-01): in the milestone before").planned();
    project.at("2").goes_to(9, "resume/pre-execute");
}

#[test]
fn a29_a_commit_that_touches_the_plan_alone_executes_nothing() {
    let project = Project::new();
    let phase = project.phase("07-photos").planned();
    phase.file("07-01-PLAN.md", Plan::new("01").text("07-photos") + "\n", "docs(07-01): plan it better");
    project.at("7").goes_to(9, "resume/pre-execute");
}

#[test]
fn a29_commits_that_name_nothing_and_touch_what_a_plan_declares_leave_execution_unclear() {
    for declared in ["src/photos.rs", "src", "src/", "src/*.rs", "src/**", "\"{src,lib}/photos.rs\""] {
        let project = Project::new();
        project.phase("07-photos").context().plan("01", &[declared]).reviews().work("src/photos.rs", "keep photos");
        let answer = project.at("7").stops(13, "resume/unclear");
        let commit = project.repo().id("HEAD");
        assert_eq!(answer.json["execution"]["unattributed"], serde_json::json!([commit]), "{}", answer.told());
        answer.says(&commit[..7]);
    }
    for declared in ["src/other.rs", "src/photos", "lib/*.rs", "src/*.ts"] {
        let project = Project::new();
        project.phase("07-photos").context().plan("01", &[declared]).reviews().work("src/photos.rs", "keep photos");
        project.at("7").goes_to(9, "resume/pre-execute");
    }
}

#[test]
fn a29_of_many_such_commits_a_line_names_the_first() {
    let project = Project::new();
    let mut phase = project.phase("07-photos").planned();
    for _ in 0..12 {
        phase = phase.work("src/photos.rs", "keep photos");
    }
    let answer = project.at("7").stops(13, "resume/unclear").says(" and 7 more");
    assert_eq!(answer.json["execution"]["unattributed"].as_array().unwrap().len(), 12, "{}", answer.told());
}

#[test]
fn a30_a_name_that_may_be_a_plan_is_reported_and_blocks_no_plans() {
    let project = Project::new();
    let phase = project.phase("07-photos").context();
    phase.file("07-01-REPLAN-INPUTS.md", "inputs\n", "docs(07): inputs");
    let answer = project.at("7").stops(13, "resume/unreadable-plans");
    answer.says("07-01-REPLAN-INPUTS.md");
}

#[test]
fn a30_beside_a_plan_such_a_name_decides_nothing() {
    let project = Project::new();
    let phase = project.phase("07-photos").context().plan("01", &[]);
    for file in ["07-PLAN-REVIEW.md", "07-01-REPLAN-INPUTS.md"] {
        phase.file(file, "words\n", "docs(07): notes");
    }
    let answer = project.at("7").goes_to(8, "resume/plan-review");
    assert_eq!(answer.plans(), ["07-01 ready"]);
    answer.says("07-01-REPLAN-INPUTS.md");
}

#[test]
fn a30_plans_in_other_spellings_are_plans() {
    for file in
        ["07-PLAN-02-x.md", "PLAN-02.md", "plans/07-02-PLAN.md", "07-2-PLAN.md", "07-02-words-PLAN.md", "02-PLAN.md"]
    {
        let project = Project::new();
        let phase = project.phase("07-photos").context().plan("01", &[]);
        phase.file(file, Plan::new("02").text("07-photos"), "docs(07): create phase plan");
        let answer = project.at("7").goes_to(8, "resume/plan-review");
        assert_eq!(answer.plans(), ["07-01 ready", "07-02 ready"], "{file}");
    }
}

#[test]
fn a30_backups_and_old_plans_do_not_count() {
    let project = Project::new();
    let phase = project.phase("07-photos").context().plan("01", &[]);
    for file in [
        "07-02-PLAN.pre-bounce.md",
        "07-02-PLAN.superseded.md",
        ".before-replan-20260101/07-02-PLAN.md",
        ".archive-1/07-03-PLAN.md",
        "07-02-PLAN.md-e",
        "07-02-PLAN.iter2.md",
    ] {
        phase.file(file, Plan::new("02").text("07-photos"), "docs(07): keep it");
    }
    assert_eq!(project.at("7").plans(), ["07-01 ready"]);
}

#[test]
fn a30_files_of_another_phase_are_that_phases() {
    let project = Project::of(&["07-photos", "07.1-albums"]);
    let phase = project.phase("07-photos").context().plan("01", &[]);
    phase.file("07.1-01-PLAN.md", Plan::new("01").text("07.1"), "docs(07.1): plan");
    phase.file("06-VERIFICATION.md", texts::finished(Kind::Verification, "06"), "docs(06): verify");
    let answer = project.at("7").goes_to(8, "resume/plan-review");
    assert_eq!(answer.plans(), ["07-01 ready"]);
}

#[test]
fn a31_the_slug_is_never_needed() {
    for folder in ["08", "08-", "08-フェーズ", "08-cafe\u{301}", "08-café", "8", "08-a b"] {
        let project = with(&[folder]);
        for token in ["8", "08"] {
            assert_eq!(found(&project, token), folder);
        }
    }
}

#[test]
fn two_folders_of_one_number_are_both_named_and_dir_chooses() {
    let project = with(&["07-photos", "7-pictures"]);
    let error = refused(&project, "7");
    assert!(error.contains(".planning/phases/07-photos or .planning/phases/7-pictures"), "{error}");
    let answer = project.ask(&["7", "--dir", ".planning/phases/7-pictures"]);
    assert_eq!(answer.text("/phase/dir"), ".planning/phases/7-pictures");
}

#[test]
fn a45_every_command_finds_the_same_phase_whatever_the_branch_is_called() {
    let project = with(&["03-a", "30-b"]);
    project.repo().git(&["switch", "--quiet", "--create", "gsd/phase-30-b"]);
    for token in ["3", "03", "003"] {
        for command in [&[token][..], &["steps", token], &["explain", token]] {
            let ran = project.run(command);
            assert!(ran.out.starts_with("03 → 7 plan · resume/pre-plan"), "{command:?}: {ran:?}");
        }
    }
}

#[test]
fn a47_a_folder_that_holds_folders_alone_is_no_phase() {
    let project = Project::of(&["07-photos"]);
    project.phase_in(".planning/phases/03-area", "03-x").context();
    let error = refused(&project, "3");
    assert!(
        error.contains("there is no phase 03") && error.contains(".planning/phases/03-area holds folders alone"),
        "{error}"
    );
    project.at("7").says(".planning/phases/03-area holds folders alone, so it is no phase");
}

#[test]
fn a_number_that_a_new_milestone_takes_again_begins_anew() {
    let project = Project::within(Repo::new());
    project.roadmap(&["02-old"], &["02-old"]).commit("docs: milestone 1");
    let old = project.phase("02-old").planned().done("01").verification("passed").shipped();
    project.repo().git(&["mv", ".planning/phases/02-old", ".planning/x"]);
    old.commit("chore: archive v1.0 milestone files");
    project.roadmap(&["02-old"], &[]).commit("docs: milestone 2");
    project.phase("02-old").context();
    let answer = project.at("2").goes_to(7, "resume/pre-plan");
    assert_eq!(answer.mark("ship"), "later", "{}", answer.told());
}
