//! What contradicts itself and decides: marks of a merge that were committed, a SUMMARY that is deleted in the work tree alone, and
//! an operation of git that is not finished.

use phase_pipeline::gsd::artifacts::Kind;

use crate::common::answer::Answer;
use crate::common::project::Project;

const PHOTOS: &str = "07-photos";

/// The text with its last line in conflict with another.
fn torn(text: &str) -> String {
    format!("{text}<<<<<<< HEAD\nOne more.\n=======\nAnother.\n>>>>>>> side\n")
}

fn read(project: &Project, path: &str) -> String {
    std::fs::read_to_string(project.repo().path(path)).unwrap()
}

fn commit(project: &Project, path: &str, text: impl AsRef<[u8]>) {
    project.repo().write(path, text);
    project.record("merge: both sides", &[path]);
}

#[test]
fn a_plan_that_is_left_and_cannot_be_read_stops_every_route_until_it_is_executed() {
    let begun: [fn(&Project); 4] = [
        |_| {},
        |project| {
            project.phase(PHOTOS).done("01");
        },
        |project| {
            project.phase(PHOTOS).execute("01");
        },
        |project| {
            project.phase(PHOTOS).execute("02");
        },
    ];
    for begin in begun {
        let project = Project::new();
        project.phase(PHOTOS).planned().plan("02", &["src/more.rs"]).reviews();
        begin(&project);
        let path = project.phase(PHOTOS).path("07-02-PLAN.md");
        let whole = read(&project, &path);
        let before = project.at("7");
        assert_eq!((before.code, before.step()), (0, Some(9)), "{}", before.told());
        let line = whole.lines().count() + 1;
        commit(&project, &path, torn(&whole));
        project
            .at("7")
            .stops(13, "resume/unreadable-plans")
            .says(&format!("{path}:{line} is left to execute and cannot be read (a merge left its conflict marks)"));
        commit(&project, &path, b"\xff\xfe#\0");
        project.at("7").stops(13, "resume/unreadable-plans").says("written as UTF-16");
        project.phase(PHOTOS).done("01").done("02");
        project.at("7").goes_to(10, "resume/post-execute");
    }
}

/// Everything done, the roadmap as it is given, and STATE.
fn verified(roadmap: &str, state: &str) -> Answer {
    let project = Project::of(&[PHOTOS, "08-albums"]);
    project.phase(PHOTOS).verified().learnings();
    commit(&project, ".planning/ROADMAP.md", roadmap);
    commit(&project, ".planning/STATE.md", state);
    project.at("7")
}

fn roadmap(photos: &str, albums: &str) -> String {
    format!("# Roadmap\n\n- {photos} **Phase 7: photos** - a part\n- {albums} **Phase 8: albums** - a part\n")
}

fn state(phase: &str) -> String {
    format!("# Project State\n\n## Current Position\n\nPhase: {phase} of 18\nStatus: Executing\n")
}

fn conflict(one: &str, other: &str) -> String {
    format!("<<<<<<< HEAD\n{one}=======\n{other}>>>>>>> side\n")
}

#[test]
fn a_ledger_in_conflict_decides_what_both_of_its_sides_say_and_nothing_else() {
    const WARNED: &str = "a merge left its marks in what is committed";
    let (open, done) = (roadmap("[ ]", "[ ]"), roadmap("[x]", "[ ]"));
    verified(&done, &state("8")).stops(12, "resume/complete");
    verified(&open, &state("8")).goes_to(17, "resume/ship");
    // What the sides do not agree about is another phase.
    verified(&conflict(&done, &roadmap("[x]", "[x]")), &state("8")).stops(12, "resume/complete").says(WARNED);
    verified(&conflict(&open, &roadmap("[ ]", "[x]")), &state("8")).goes_to(17, "resume/ship").says(WARNED);
    for (one, other) in [(&open, &done), (&done, &open)] {
        verified(&conflict(one, other), &state("8"))
            .stops(13, "resume/otherwise")
            .says(".planning/ROADMAP.md:1")
            .says("complete (resume/complete)")
            .says("17 ship (resume/ship)");
        verified(&done, &conflict(&state("7"), &state("8"))).stops(13, "resume/otherwise").says(".planning/STATE.md:1");
    }
    // Resolved by half: nobody can tell what either side was.
    verified(&format!("{done}>>>>>>> side\n"), &state("8"))
        .stops(13, "resume/otherwise")
        .says(".planning/ROADMAP.md:5");
    // A sample is no conflict.
    verified(&format!("{done}\n```\n{}```\n", conflict("a\n", "b\n")), &state("8")).stops(12, "resume/complete");
    // Where the mark decides nothing, its doubt does not either.
    let project = Project::new();
    project.phase(PHOTOS).planned();
    commit(&project, ".planning/ROADMAP.md", conflict(&open, &done));
    project.at("7").goes_to(9, "resume/pre-execute").says(WARNED);
}

#[test]
fn a_roadmap_of_which_nothing_is_left_marks_no_phase() {
    const WARNED: &str = ".planning/ROADMAP.md: it names no phase, or holds NUL bytes";
    let whole = roadmap("[ ]", "[ ]");
    let nul = "\0".repeat(300);
    let left =
        ["", "\n", whole.get(..14).unwrap(), &nul, &format!("- [ ] **Phase 8: albums**\n{nul}")].map(str::to_owned);
    for torn in left {
        verified(&torn, &state("8")).goes_to(17, "resume/ship").says(WARNED);
    }
    // One that names others has left this one out.
    verified("# Roadmap\n\n- [ ] **Phase 8: albums**\n", &state("8")).stops(12, "resume/complete");
}

/// How a file of HEAD may be deleted without a commit.
const WAYS: [fn(&Project, &str); 3] = [
    |project, path| {
        project.repo().remove(path);
    },
    |project, path| {
        project.repo().git(&["rm", "--quiet", path]);
    },
    |project, path| {
        project.repo().git(&["rm", "--quiet", "--cached", path]);
    },
];

fn acknowledged(project: &Project) -> Answer {
    let answer = project.at("7").stops(11, "recovery/artifact");
    project.ask(&["7", "--ack", answer.text("/interruption/ack")])
}

#[test]
fn a_summary_that_is_deleted_without_a_commit_never_brings_execution_back() {
    let states: [fn(&Project); 5] = [
        |_| {},
        |project| {
            project.phase(PHOTOS).plan("02", &["src/more.rs"]).reviews();
        },
        |project| {
            project.phase(PHOTOS).review("clean").security().validation().verification("passed");
        },
        |project| {
            let phase = project.phase(PHOTOS).review("clean").security().validation().verification("passed");
            phase.learnings().ticked();
        },
        // A summary shows it without a commit of its plan.
        |project| {
            project.phase(PHOTOS).plan("02", &["src/more.rs"]).summary("02");
        },
    ];
    for state in states {
        for delete in WAYS {
            let project = Project::new();
            project.phase(PHOTOS).executed();
            state(&project);
            let path = project.phase(PHOTOS).path("07-01-SUMMARY.md");
            delete(&project, &path);
            let answer = acknowledged(&project).stops(13, "resume/lost-summary");
            assert!(
                answer.summary().contains(&format!("{path} is deleted and nobody has committed that")),
                "{}",
                answer.told()
            );
        }
    }
    // Once that is committed, git says that the plan is not done.
    let project = Project::new();
    project.phase(PHOTOS).executed().without("07-01-SUMMARY.md");
    project.at("7").goes_to(9, "resume/between-waves").says("01: started");
    // The summary of a phase without plans.
    let project = Project::new();
    let phase = project.phase(PHOTOS).context();
    phase.file("07-SUMMARY.md", crate::common::texts::worded(Kind::Summary, PHOTOS, "complete"), "docs(07): complete");
    project.at("7").goes_to(10, "resume/post-execute");
    project.repo().remove(&phase.path("07-SUMMARY.md"));
    acknowledged(&project).stops(13, "resume/lost-summary");
}

#[test]
fn a_summary_that_is_edited_shows_what_it_showed_while_it_is_finished() {
    let project = Project::new();
    let phase = project.phase(PHOTOS).executed();
    let path = phase.path("07-01-SUMMARY.md");
    let whole = read(&project, &path);
    for stage in [false, true] {
        project.repo().write(&path, format!("{whole}\nOne line more.\n"));
        if stage {
            project.repo().git(&["add", &path]);
        }
        acknowledged(&project).goes_to(10, "resume/post-execute");
    }
    // One that is not finished any more is a claim against git.
    project.repo().write(&path, whole.replace("complete", "in_progress"));
    acknowledged(&project).stops(13, "resume/lost-summary").says("07-01-SUMMARY.md is staged and nobody");
    // What HEAD does not call finished shows nothing.
    project.commit("docs(07-01): it goes on");
    project.repo().write(&path, &whole);
    acknowledged(&project).goes_to(9, "resume/between-waves");
}

#[test]
fn an_operation_stops_the_phases_under_way_and_leaves_the_others_as_they_are() {
    const TOLD: &str = "a merge is in progress";
    let project = Project::of(&["06-done", PHOTOS, "08-new"]);
    project.phase("06-done").verified().learnings().ticked().shipped();
    project.phase(PHOTOS).planned();
    let repo = project.repo();
    let main = repo.git(&["rev-parse", "--abbrev-ref", "HEAD"]);
    repo.git(&["checkout", "--quiet", "-b", "side"]);
    repo.write("notes.txt", "side\n").commit("chore: side");
    repo.git(&["checkout", "--quiet", main.trim()]);
    repo.write("notes.txt", "mine\n").commit("chore: mine");
    assert!(!repo.try_git(&["merge", "side"]).status.success());
    project.at("6").stops(12, "resume/complete").says(TOLD);
    project.at("7").stops(11, "recovery/operation").says(TOLD);
    project.at("8").goes_to(1, "resume/research").says(TOLD);
    // Whoever asks for a step means to take it.
    project.ask(&["6", "10"]).stops(11, "recovery/operation");
    let table = project.run(&[]);
    assert_eq!(table.out.matches("warning: a merge is in progress").count(), 1, "{table:?}");
    assert!(project.run(&["status", "--oneline"]).out.contains("1 of 3 complete"), "{table:?}");
    repo.git(&["merge", "--abort"]);
    assert!(!repo.try_git(&["rebase", "side"]).status.success());
    project.at("6").stops(12, "resume/complete");
    for phase in ["7", "8"] {
        project.at(phase).stops(11, "recovery/operation").says("a rebase is in progress");
    }
}

#[test]
fn an_operation_stops_a_finished_phase_that_it_touches() {
    let project = Project::of(&["06-done", PHOTOS]);
    let phase = project.phase("06-done").verified().learnings().ticked().shipped();
    let path = phase.path("06-REVIEW.md");
    let repo = project.repo();
    let main = repo.git(&["rev-parse", "--abbrev-ref", "HEAD"]);
    let text = read(&project, &path);
    repo.git(&["checkout", "--quiet", "-b", "side"]);
    repo.write(&path, format!("{text}Side.\n")).commit("docs: side");
    repo.git(&["checkout", "--quiet", main.trim()]);
    repo.write(&path, format!("{text}Mine.\n")).commit("docs: mine");
    assert!(!repo.try_git(&["merge", "side"]).status.success());
    project.at("6").stops(11, "recovery/operation");
}
