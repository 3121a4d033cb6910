//! What is not committed is not done: an artifact of any kind, uncommitted in any manner, is to the resume table as if it were
//! not there, and stops the pipeline.

use phase_pipeline::gsd::artifacts::{ARTIFACTS, Kind};

use crate::common::answer::Answer;
use crate::common::project::Project;
use crate::common::texts;

const FOLDER: &str = "07-photos";

/// A manner of being uncommitted.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Manner {
    Untracked,
    Staged,
    IntentToAdd,
    /// New in a folder that git tracks and ignores.
    Ignored,
    /// Committed, and changed on disk.
    Modified,
    /// Committed, and changed in the index alone.
    ModifiedInIndex,
    /// Committed, and gone from disk.
    Deleted,
    /// Committed, and gone from the index alone.
    DeletedFromIndex,
}

use Manner::{Deleted, DeletedFromIndex, Ignored, IntentToAdd, Modified, ModifiedInIndex, Staged, Untracked};

const NEW: [Manner; 4] = [Untracked, Staged, IntentToAdd, Ignored];
const CHANGED: [Manner; 4] = [Modified, ModifiedInIndex, Deleted, DeletedFromIndex];

impl Manner {
    /// The word with which the output names it.
    fn word(self) -> &'static str {
        match self {
            Untracked => "untracked",
            Staged | IntentToAdd | ModifiedInIndex => "staged",
            Ignored => "ignored",
            Modified => "modified",
            Deleted | DeletedFromIndex => "deleted",
        }
    }

    /// Brings a file into this state. What is committed is whole, and so is what is changed: only git can tell.
    fn bring(self, project: &Project, path: &str, text: &str) {
        let repo = project.repo();
        let changed = format!("{text}\nOne line more.\n");
        match self {
            Untracked => drop(repo.write(path, text)),
            Staged => drop(repo.write(path, text).git(&["add", path])),
            IntentToAdd => drop(repo.write(path, text).git(&["add", "--intent-to-add", path])),
            Ignored => drop(repo.write(".git/info/exclude", ".planning/\n").write(path, text)),
            Modified => drop(repo.write(path, changed)),
            ModifiedInIndex => {
                repo.write(path, changed).git(&["add", path]);
                repo.write(path, text);
            }
            Deleted => drop(repo.remove(path)),
            DeletedFromIndex => drop(repo.git(&["rm", "--quiet", "--cached", path])),
        }
    }
}

/// Takes everything back to what is committed.
fn back(project: &Project) {
    let repo = project.repo();
    repo.write(".git/info/exclude", "");
    repo.git(&["reset", "--quiet", "--hard"]);
    repo.git(&["clean", "--quiet", "-d", "--force"]);
}

/// A phase in which the artifact of this kind is all that is missing before the next step, or before the one after.
fn before(kind: Kind) -> Project {
    let project = Project::of(&["06-albums", FOLDER]);
    let reviews = [Kind::UiReview, Kind::EvalReview, Kind::Learnings];
    for review in reviews {
        project.phase("06-albums").has(review);
    }
    // Git tracks a file of the phase, so that "ignored" is no mode in which nothing of it is committed.
    let phase = project.phase(FOLDER).file("07-notes.md", "Notes.\n", "docs(07): notes");
    match kind {
        Kind::Research
        | Kind::Spec
        | Kind::Lock
        | Kind::DiscussionLog
        | Kind::ManualUat
        | Kind::UiSpec
        | Kind::AiSpec => phase,
        Kind::Context => phase.spec(),
        Kind::Plan | Kind::PlanOutline | Kind::Patterns => phase.context(),
        Kind::Reviews => phase.context().plan("01", &["src/photos.rs"]),
        Kind::Summary => phase.planned().execute("01"),
        Kind::ReviewFix => phase.executed().review("issues_found"),
        Kind::UiReview => phase.has(Kind::UiSpec).executed().review("clean").security().validation(),
        Kind::EvalReview => phase.has(Kind::AiSpec).executed().review("clean").security().validation(),
        Kind::Uat | Kind::HumanUat => {
            phase.executed().review("clean").security().validation().verification("human_needed")
        }
        Kind::Review => phase.executed(),
        Kind::Security => phase.executed().review("clean"),
        Kind::Validation => phase.executed().review("clean").security(),
        Kind::Verification => phase.executed().review("clean").security().validation(),
        Kind::Learnings => phase.verified(),
    };
    project
}

/// What the table makes of the phase: where it goes on, how far it is executed, and which steps are done.
fn made_of(answer: &Answer) -> (String, String, Vec<String>) {
    let steps = answer.json["steps"].as_array().unwrap();
    let done = steps.iter().filter(|step| step["state"] == "done").map(|step| step["name"].to_string());
    (answer.goal(), answer.execution().to_owned(), done.collect())
}

#[track_caller]
fn check(project: &Project, kind: Kind, manner: Manner, as_good_as: &(String, String, Vec<String>), text: &str) {
    let path = project.phase(FOLDER).artifact(kind);
    manner.bring(project, &path, text);
    let answer = project.at("7");
    let context = format!("{} {manner:?}\n{}", kind.name(), answer.told());
    assert_eq!((answer.code, answer.row(), answer.command()), (11, "recovery/artifact", ""), "{context}");
    assert!(answer.summary().contains(&format!("{path} {}", manner.word())), "{context}");
    assert_eq!(made_of(&answer), *as_good_as, "{context}");
    back(project);
}

/// What is made of a phase with a file of HEAD that was changed without a commit: as good as none. But what was executed is not
/// executed once more for it: a SUMMARY that was edited shows what it showed, and where it is gone or cut short nobody goes on.
fn changed_as_good_as(
    kind: Kind,
    manner: Manner,
    absent: &Answer,
    committed: &Answer,
) -> (String, String, Vec<String>) {
    let (goal, execution, done) = made_of(absent);
    match (kind, manner) {
        (Kind::Summary, Modified) => made_of(committed),
        // What is staged is whole, and what lies on disk ends earlier. A plan that HEAD has left to execute is not planned anew.
        (Kind::Summary | Kind::Plan, _) => (String::new(), execution, done),
        _ => (goal, execution, done),
    }
}

#[test]
fn an_uncommitted_artifact_of_any_kind_is_as_good_as_none() {
    for row in ARTIFACTS {
        let project = before(row.kind);
        let text = texts::finished(row.kind, FOLDER);
        let absent = project.at("7");
        assert_eq!(absent.code, 0, "{}: {}", row.name, absent.told());
        for manner in NEW {
            check(&project, row.kind, manner, &made_of(&absent), &text);
        }
        project.phase(FOLDER).has(row.kind);
        let committed = project.at("7");
        // Committed it makes a difference, wherever it is evidence of anything.
        let is_evidence = row.step.is_some() && !matches!(row.kind, Kind::Lock | Kind::PlanOutline);
        assert_eq!(made_of(&committed) != made_of(&absent), is_evidence, "{}: {}", row.name, committed.told());
        for manner in CHANGED {
            check(&project, row.kind, manner, &changed_as_good_as(row.kind, manner, &absent, &committed), &text);
        }
    }
}

#[test]
fn what_may_be_a_plan_stops_as_a_plan_does() {
    let project = before(Kind::Plan);
    let path = project.phase(FOLDER).path("07-REPLAN.md");
    for manner in NEW {
        manner.bring(&project, &path, "words\n");
        project.at("7").stops(11, "recovery/artifact").says(&format!("07-REPLAN.md {}", manner.word()));
        back(&project);
    }
}

#[test]
fn files_that_are_no_artifacts_stop_nothing() {
    let project = before(Kind::Review);
    let phase = project.phase(FOLDER);
    let absent = project.at("7");
    for file in
        ["07-notes.md", "deferred-items.md", "07-DISCUSS-CHECKPOINT.json", "a.png", "COVERAGE.md", "07-01-PLAN.md~"]
    {
        phase.left(file, "words\n");
    }
    let present = project.at("7").says("6 files of this phase's folder that are no artifacts");
    assert!(present.remarks().contains("a discussion was cut off or is still at work"), "{}", present.told());
    assert_eq!(present.without_notes(), absent.without_notes());
}

#[test]
fn an_uncommitted_artifact_is_told_with_what_is_to_be_done_about_it() {
    for (kind, text, manner, verdict, action) in [
        (Kind::Spec, texts::finished(Kind::Spec, FOLDER), Untracked, "finished", "commit "),
        (Kind::Spec, "# Spec\n\n```\n".to_owned(), Untracked, "cut short", "remove "),
        (Kind::Review, texts::worded(Kind::Review, FOLDER, "odd"), Untracked, "unclear", "look at "),
        (
            Kind::Verification,
            texts::worded(Kind::Verification, FOLDER, "gaps_found"),
            Untracked,
            "left so by its step",
            "commit ",
        ),
        (Kind::Security, texts::worded(Kind::Security, FOLDER, "draft"), Untracked, "left so by its step", "commit "),
        // Planning leaves it so.
        (
            Kind::Validation,
            texts::worded(Kind::Validation, FOLDER, "draft"),
            Untracked,
            "left so by its step",
            "commit ",
        ),
        (Kind::UiSpec, texts::worded(Kind::UiSpec, FOLDER, "draft"), Untracked, "a draft", "look at "),
    ] {
        let project = before(kind);
        manner.bring(&project, &project.phase(FOLDER).artifact(kind), &text);
        let answer = project.at("7").stops(11, "recovery/artifact");
        let file = &answer.json["interruption"]["files"][0];
        assert_eq!(file["verdict"], verdict, "{}", answer.told());
        assert!(answer.text("/interruption/recovery/0/what").contains(action), "{}", answer.told());
    }
}

#[test]
fn the_diagnosis_comes_before_a_step_that_is_named() {
    let project = before(Kind::Review);
    let phase = project.phase(FOLDER);
    phase.left("07-REVIEW.md", "---\nstatus:");
    for step in ["10", "17", "ship"] {
        project.ask(&["7", step]).stops(11, "recovery/artifact");
    }
}
