//! Plans that git still shows and that no file tells of: they are named, and nothing stops for them.

use crate::common::project::Project;
use crate::common::texts::Plan;

const FOLDER: &str = "07-photos";
const LOST: &str = ".planning/phases/07-photos/07-02-PLAN.md";
const SUMMARY: &str = ".planning/phases/07-photos/07-02-SUMMARY.md";

/// What happens to a project, in words and in deed.
type Happening = (&'static str, fn(&Project));

/// Plan 01 is executed, plan 02 is planned.
fn planned() -> Project {
    let project = Project::new();
    project.phase(FOLDER).context().plan("01", &["src/photos.rs"]).plan("02", &["src/photos.rs"]).reviews().done("01");
    project
}

/// What is said of plan 02.
fn told(project: &Project) -> String {
    let remarks = project.at("7").remarks();
    remarks.lines().find(|line| line.contains("plan 02 is not counted")).unwrap_or_default().to_owned()
}

/// Removes files, and makes one commit of it.
fn without(project: &Project, files: &[&str], subject: &str) -> String {
    let gone = files.iter().fold(project.repo(), |repo, file| repo.remove(file));
    gone.commit(subject);
    gone.id("HEAD")[..7].to_owned()
}

#[test]
fn a_plan_that_a_commit_took_away_is_named_with_the_commit() {
    let project = planned();
    let by = without(&project, &[LOST], "chore: tidy");
    assert_eq!(
        told(&project),
        format!(
            "plan 02 is not counted: {by} took {LOST} away, and no file of the plan is here; nothing carried it out"
        )
    );
    project.at("7").goes_to(10, "resume/post-execute");
    // Nothing of it is asked of a phase that is over.
    project.phase(FOLDER).review("clean").security().validation().verification("passed").learnings().shipped().ticked();
    project.at("7").stops(12, "resume/complete");
    assert_eq!(told(&project), "");
}

#[test]
fn a_plan_that_was_executed_is_named_with_what_carries_it_out() {
    let project = planned();
    project.phase(FOLDER).done("02");
    let work = project.repo().id("HEAD~1")[..7].to_owned();
    let by = without(&project, &[LOST, SUMMARY], "chore: tidy");
    let expected = format!(
        "plan 02 is not counted: {by} took {LOST} away, and no file of the plan is here; {work} carries it out"
    );
    assert_eq!(told(&project), expected);
    project.at("7").goes_to(10, "resume/post-execute").says("1 of 1 executed");
}

#[test]
fn a_plan_that_a_merge_left_out_is_named_with_the_merge() {
    // Both parents hold it, or one alone does.
    for is_of_both in [true, false] {
        let project = if is_of_both { planned() } else { Project::new() };
        let phase = project.phase(FOLDER);
        if !is_of_both {
            phase.context().plan("01", &["src/photos.rs"]).reviews().done("01");
        }
        let repo = project.repo();
        repo.git(&["checkout", "-q", "-b", "side"]);
        repo.write("notes.txt", "x\n");
        if !is_of_both {
            phase.left("07-02-PLAN.md", Plan::new("02").text(FOLDER));
        }
        repo.commit("chore: beside");
        repo.git(&["checkout", "-q", "-"]);
        repo.write("other.txt", "x\n").commit("chore: another");
        repo.git(&["merge", "-q", "--no-commit", "--no-ff", "side"]);
        repo.git(&["rm", "-q", "-f", LOST]);
        repo.commit("Merge branch 'side'");
        let by = repo.id("HEAD")[..7].to_owned();
        let told = told(&project);
        assert!(told.contains(&format!("{by} took {LOST} away")), "{is_of_both}: {told}");
    }
}

#[test]
fn what_moved_or_gave_way_is_not_lost() {
    let moves: [Happening; 8] = [
        ("a file of the plan is left", |project| {
            project.phase(FOLDER).done("02");
            without(project, &[LOST], "chore: tidy");
        }),
        ("renumbered", |project| {
            project.repo().git(&["mv", LOST, &LOST.replace("07-02", "07-03")]);
            project.commit("docs(07): renumber");
        }),
        ("moved to another phase", |project| {
            project.repo().write(".planning/phases/08-more/08-CONTEXT.md", "x\n");
            project.repo().git(&["mv", LOST, ".planning/phases/08-more/08-01-PLAN.md"]);
            project.commit("docs(08): take it over");
        }),
        ("archived", |project| {
            project.repo().git(&["mv", LOST, &LOST.replace("-PLAN", "-PLAN.superseded")]);
            project.commit("docs(07): put it aside");
        }),
        ("planned anew", |project| {
            project.repo().remove(LOST);
            project.phase(FOLDER).left("07-03-PLAN.md", Plan::new("03").text(FOLDER));
            project.commit("docs(07): plan anew");
        }),
        ("superseded", |project| {
            let text = Plan { more: "status: superseded\n", ..Plan::new("02") }.text(FOLDER);
            project.phase(FOLDER).file("07-02-PLAN.md", text, "docs(07): it no longer counts");
            without(project, &[LOST], "chore: tidy");
        }),
        ("back again", |project| {
            without(project, &[LOST], "chore: tidy");
            project.phase(FOLDER).plan("02", &["src/photos.rs"]);
        }),
        ("not committed", |project| {
            project.repo().remove(LOST);
        }),
    ];
    for (what, happen) in moves {
        let project = planned();
        happen(&project);
        assert_eq!(told(&project), "", "{what}");
    }
}
