//! What consecutive commits of real projects look like, laid uncommitted over one another: a row for each kind of change.

use phase_pipeline::gsd::artifacts::Kind;

use super::recovery::{actions, half_executed};
use crate::common::project::Project;
use crate::common::texts::{finished, worded};

const PHOTOS: &str = "07-photos";
const SUMMARY: &str = ".planning/phases/07-photos/07-01-SUMMARY.md";

#[test]
fn all_of_a_plan_that_wrote_its_summary_is_committed_as_that_plan() {
    let project = half_executed();
    let summary = "---\nphase: 07-photos\nplan: 01\nkey-files:\n  created: [src/generated.rs]\n---\n\n# Summary\n\n## Accomplishments\n\n- Kept\n\n## Self-Check: PASSED\n";
    project.phase(PHOTOS).left("07-01-SUMMARY.md", summary);
    // Two tasks, and a file that only the SUMMARY names.
    project.repo().write("src/photos.rs", "more\n").write("src/album.rs", "x\n").write("src/generated.rs", "x\n");
    let answer = project.at("7").stops(11, "recovery/both").says("3 source files uncommitted, all of plan 07-01");
    assert_eq!(
        actions(&answer),
        ["by-hand ", "commit src/album.rs src/generated.rs src/photos.rs", &format!("commit {SUMMARY}")]
    );
    assert!(answer.list("/interruption/files").contains("named by the SUMMARY of plan 07-01"), "{}", answer.told());
}

#[test]
fn what_speaks_of_source_that_goes_into_a_stash_is_not_committed() {
    let project = half_executed();
    let phase = project.phase(PHOTOS);
    phase.left("07-01-SUMMARY.md", worded(Kind::Summary, PHOTOS, "complete"));
    phase.left("07-VERIFICATION.md", worded(Kind::Verification, PHOTOS, "passed"));
    phase.left("07-RESEARCH.md", finished(Kind::Research, PHOTOS));
    project.repo().write("src/album.rs", "x\n").write("src/unknown.rs", "x\n");
    let answer = project.at("7").stops(11, "recovery/both");
    assert_eq!(
        actions(&answer),
        [
            "stash src/album.rs src/unknown.rs",
            "by-hand ",
            "by-hand ",
            "commit .planning/phases/07-photos/07-RESEARCH.md",
            "by-hand ",
            "by-hand "
        ]
    );
    assert_eq!(answer.list("/interruption/files").matches("ahead of its source").count(), 2, "{}", answer.told());
}

#[test]
fn a_plan_that_wrote_its_summary_is_not_the_one_that_a_shared_file_is_left_of() {
    let project = half_executed();
    let phase = project.phase(PHOTOS);
    phase.plan("02", &["src/album.rs"]);
    project.repo().write("src/album.rs", "x\n");
    project.at("7").stops(11, "recovery/source").says("all of task 2 of plan 07-01");
    phase.left("07-01-SUMMARY.md", worded(Kind::Summary, PHOTOS, "complete"));
    let answer = project.at("7").stops(11, "recovery/both");
    assert_eq!(actions(&answer)[0], "stash src/album.rs");
    assert!(!actions(&answer).contains(&format!("commit {SUMMARY}")), "{}", answer.told());
}

#[test]
fn a_summary_without_a_commit_says_that_the_phase_is_carried_out() {
    let project = Project::new();
    let phase = project.phase(PHOTOS).planned();
    project.repo().write("src/unknown.rs", "x\n");
    project.at("7").goes_to(9, "resume/pre-execute");
    phase.left("07-01-SUMMARY.md", worded(Kind::Summary, PHOTOS, "complete"));
    let answer = project.at("7").stops(11, "recovery/both");
    assert_eq!(actions(&answer)[0], "stash src/unknown.rs");
}

#[test]
fn prose_whose_last_line_has_no_end_is_looked_at_before_it_is_committed() {
    let project = half_executed();
    let phase = project.phase(PHOTOS);
    let text = worded(Kind::Summary, PHOTOS, "complete");
    phase.left("07-01-SUMMARY.md", &text);
    assert_eq!(actions(&project.at("7").stops(11, "recovery/artifact")), [format!("commit {SUMMARY}")]);
    phase.left("07-01-SUMMARY.md", text.trim_end());
    let answer = project.at("7").stops(11, "recovery/artifact");
    assert_eq!(actions(&answer), ["by-hand "]);
    assert!(answer.list("/interruption/files").contains("its last line has no end"), "{}", answer.told());
    // What is committed is taken as it is.
    project.commit("docs(07-01): complete the plan");
    project.at("7").goes_to(10, "resume/post-execute");
}

#[test]
fn a36_source_that_only_an_open_plan_of_another_phase_names_is_a_note() {
    let project = Project::of(&[PHOTOS, "08-albums"]);
    project.phase(PHOTOS).executed();
    let other = project.phase("08-albums");
    other.plan("01", &["src/shelf.rs"]);
    project.repo().write("src/shelf.rs", "x\n");
    project
        .at("7")
        .goes_to(10, "resume/post-execute")
        .says("1 source file that an open plan of phase 08 names (src/shelf.rs)");
    project.at("8").stops(11, "recovery/source");
    // Once that plan is executed, the file is left of nothing that is open; it is tied to that phase all the same.
    other.summary("01");
    project.at("8").stops(11, "recovery/source");
    project.at("7").stops(11, "recovery/source");
    // STATE tells whose it is, where it speaks of one of them.
    project.state("8", "executing").repo().git(&["add", ".planning/STATE.md"]);
    project.repo().git(&["commit", "--quiet", "-m", "docs(state): go on with 08"]);
    project
        .at("7")
        .goes_to(10, "resume/post-execute")
        .says("1 source file that nothing ties to it, maybe of phase 08 (src/shelf.rs)");
    project.at("8").stops(11, "recovery/source");
}

#[test]
fn whatever_git_tells_of_a_file_is_seen_and_what_is_another_project_s_is_counted() {
    let project = half_executed();
    let repo = project.repo();
    repo.git(&["update-index", "--chmod=+x", "src/photos.rs"]);
    let answer = project.at("7").stops(11, "recovery/source");
    assert!(answer.list("/interruption/files").contains("src/photos.rs"), "{}", answer.told());
    repo.git(&["reset", "--quiet", "--hard"]);
    // A rename is two files: one that is gone and one that is new.
    repo.git(&["mv", "src/photos.rs", "src/fotografías.rs"]);
    let answer = project.at("7").stops(11, "recovery/source");
    assert_eq!(actions(&answer)[0], "stash src/fotografías.rs src/photos.rs");
    repo.git(&["reset", "--quiet", "--hard"]);
    let long = format!("src/{}/{}.rs", "a".repeat(150), "b".repeat(111));
    assert_eq!(long.len(), 269);
    repo.write(&long, "x\n");
    let answer = project.at("7").stops(11, "recovery/source");
    assert_eq!(actions(&answer)[0], format!("stash {long}"));
    repo.remove(&long).write("other/.planning/STATE.md", "x\n");
    project
        .at("7")
        .goes_to(9, "resume/between-waves")
        .says("1 file of another project in this repository (other/.planning/STATE.md)");
}
