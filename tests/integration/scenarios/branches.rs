//! What other branches and other work trees hold of a phase is named and never counted.

use std::path::PathBuf;

use crate::common::project::Project;

fn beside(project: &Project, name: &str) -> PathBuf {
    project.repo().root().with_file_name(name)
}

#[test]
fn execute_commits_on_an_agent_s_branch_are_named_and_not_counted() {
    let project = Project::new();
    let phase = project.phase("07-photos").planned();
    let before = project.at("7").goes_to(9, "resume/pre-execute");
    project.repo().git(&["switch", "--quiet", "--create", "worktree-agent-1"]);
    phase.execute("01").execute("01").work("README.md", "docs: nothing of it").work("src/b.rs", "feat(08-01): another");
    let tip = project.repo().id("HEAD~2");
    project.repo().git(&["switch", "--quiet", "main"]);
    let said = "branch worktree-agent-1 holds 2 commits for plan 01 that are not in HEAD and do not count here";
    let answer = project.at("7").goes_to(9, "resume/pre-execute").says(said);
    assert_eq!(answer.summary(), before.summary());
    let told = &answer.json["execution"]["unmerged"];
    assert_eq!(told.as_array().unwrap().len(), 1, "{told}");
    assert_eq!((&told[0]["branch"], &told[0]["work_tree"]), (&"worktree-agent-1".into(), &serde_json::Value::Null));
    assert_eq!((&told[0]["commits"][0], &told[0]["plans"][0]), (&tip.into(), &"07-01".into()));
    assert!(project.run(&["steps", "7"]).out.contains(said));
    let left = project.run(&["diagnose", "7"]);
    assert_eq!(left.code, 0, "{}", left.out);
    let taken_in = format!("{said}; to take them in: git merge --no-ff worktree-agent-1\n");
    assert!(left.out.contains(&taken_in), "{}", left.out);
    let status = project.run(&["status", "--format", "json"]).out;
    assert!(status.contains("worktree-agent-1 holds 2 commits"), "{status}");
    project.repo().git(&[
        "merge",
        "--quiet",
        "--no-ff",
        "--message",
        "chore: merge executor worktree",
        "worktree-agent-1",
    ]);
    let merged = project.at("7").goes_to(9, "resume/between-waves");
    assert_eq!(merged.json["execution"]["unmerged"], serde_json::json!([]));
}

#[test]
fn a_work_tree_is_named_with_its_place_with_a_branch_and_without() {
    let project = Project::new();
    project.phase("07-photos").planned();
    let work_in = |name: &str, subject: &str| {
        let place = beside(&project, name);
        std::fs::write(place.join("new.rs"), subject).unwrap();
        let repo = project.repo();
        repo.git(&["-C", place.to_str().unwrap(), "add", "--all"]);
        repo.git(&["-C", place.to_str().unwrap(), "commit", "--quiet", "--message", subject]);
    };
    let (one, two) = (beside(&project, "one"), beside(&project, "two"));
    project.repo().git(&["worktree", "add", "--quiet", "-b", "agent-1", one.to_str().unwrap()]);
    project.repo().git(&["worktree", "add", "--quiet", "--detach", two.to_str().unwrap()]);
    assert_eq!(project.at("7").json["execution"]["unmerged"], serde_json::json!([]));
    work_in("one", "feat(07-01): one");
    work_in("two", "feat(07-01): two");
    let answer = project.at("7").goes_to(9, "resume/pre-execute");
    let answer = answer.says(&format!("branch agent-1 (checked out in {}) holds 1 commit", one.display()));
    let answer =
        answer.says(&format!("the work tree {} holds 1 commit for plan 01 that is not in HEAD", two.display()));
    // Only a name that no shell takes for anything else stands in a command.
    let remove = format!("git merge --no-ff agent-1, then git worktree remove {}", one.display());
    answer.says(&remove).says(&format!("then git worktree remove {}", two.display()));
    project.repo().git(&["branch", "--quiet", "-m", "agent-1", "agent;1"]);
    let odd = project.at("7").says("so no command is shown");
    assert!(!odd.remarks().contains("git merge --no-ff agent"), "{}", odd.told());
    project.repo().git(&["branch", "--quiet", "-m", "agent;1", "agent-1"]);
    // Seen from the work tree itself it is its own work that counts, and the other's that does not.
    let bin = crate::common::bin::Bin::in_folder(&one);
    let there = crate::common::answer::Answer::of(&bin.run(&["7", "--format", "json"]));
    let there = there.goes_to(9, "resume/between-waves");
    assert!(!there.remarks().contains("agent-1") && there.remarks().contains("two"), "{}", there.told());
}

#[test]
fn what_plans_are_made_of_and_what_is_older_than_the_phase_is_no_execution_elsewhere() {
    let project = Project::new();
    project.phase("07-old").plan("01", &[]);
    project.repo().git(&["switch", "--quiet", "--create", "old-milestone"]);
    project.phase("07-old").execute("01");
    project.repo().git(&["switch", "--quiet", "main"]);
    project.repo().git(&["rm", "-rq", ".planning/phases/07-old"]);
    project.commit("chore: next milestone");
    project.phase("07-photos").planned();
    project.repo().git(&["switch", "--quiet", "--create", "replan"]);
    project.phase("07-photos").plan("02", &[]).file("07-01-NOTES.md", "x\n", "docs(07-01): notes");
    project.repo().git(&["switch", "--quiet", "main"]);
    let answer = project.at("7").goes_to(9, "resume/pre-execute");
    assert_eq!(answer.json["execution"]["unmerged"], serde_json::json!([]), "{}", answer.told());
}

#[test]
fn of_a_phase_that_is_complete_no_leftover_branch_is_told() {
    let project = Project::new();
    let phase = project.phase("07-photos").planned();
    project.repo().git(&["branch", "squashed"]);
    project.repo().git(&["switch", "--quiet", "squashed"]);
    phase.execute("01");
    project.repo().git(&["switch", "--quiet", "main"]);
    phase.done("01").review("clean").security().validation().verification("passed").learnings().ticked().shipped();
    let answer = project.at("7");
    assert_eq!(
        (answer.code, answer.json["execution"]["unmerged"].as_array().unwrap().len()),
        (12, 1),
        "{}",
        answer.told()
    );
    assert!(!answer.remarks().contains("squashed"), "{}", answer.told());
}

#[test]
fn names_of_branches_are_escaped() {
    let project = Project::new();
    let phase = project.phase("07-photos").planned();
    project.repo().git(&["switch", "--quiet", "--create", "a\u{202e}b"]);
    phase.execute("01");
    project.repo().git(&["switch", "--quiet", "main"]);
    let ran = project.run(&["7"]);
    assert!(ran.out.contains("branch a\\u{202e}b holds 1 commit"), "{}", ran.out);
    let missing = Project::of(&["01-a"]);
    missing.repo().git(&["switch", "--quiet", "--create", "a\u{202e}b"]);
    missing.phase("09-far").context();
    missing.repo().git(&["switch", "--quiet", "main"]);
    let ran = missing.run(&["9"]);
    assert!(ran.err.contains("a\\u{202e}b has it"), "{}", ran.err);
}

#[test]
fn a37_a_phase_that_another_branch_has_is_told_with_that_branch() {
    let project = Project::of(&["01-a"]);
    let said = |ran: &crate::common::bin::Ran| -> String {
        assert_eq!((ran.code, ran.out.as_str()), (2, ""), "{ran:?}");
        ran.err.clone()
    };
    assert!(said(&project.run(&["9"])).contains("there is no phase 09 below .planning"));
    project.repo().git(&["switch", "--quiet", "--create", "gsd/phase-09-far"]);
    project.phase("09-far").context();
    project.repo().git(&["switch", "--quiet", "main"]);
    let told = said(&project.run(&["9"]));
    assert!(told.contains("this branch has no phase 09 below .planning; gsd/phase-09-far has it"), "{told}");
    project.repo().git(&["update-ref", "refs/remotes/origin/far", "gsd/phase-09-far"]);
    let told = said(&project.run(&["9"]));
    assert!(told.contains("gsd/phase-09-far, origin/far have it"), "{told}");
    assert!(said(&project.run(&["10"])).contains("there is no phase 10"), "another number");
    assert!(said(&project.run(&["9.1"])).contains("there is no phase 09.1"), "another token");
    for at in 0..8 {
        project.repo().git(&["branch", &format!("more-{at}"), "gsd/phase-09-far"]);
    }
    assert!(said(&project.run(&["9"])).contains("more-3, 5 more have it"));
}

#[test]
fn a37_plans_that_another_branch_has_are_told_where_this_one_has_none() {
    for with_folder in [true, false] {
        let project = Project::new();
        let phase = project.phase("07-photos");
        if with_folder {
            phase.context();
        }
        project.repo().git(&["switch", "--quiet", "--create", "planning"]);
        phase.plan("01", &[]);
        project.repo().git(&["switch", "--quiet", "main"]);
        let row = if with_folder { (7, "resume/pre-plan") } else { (1, "resume/research") };
        let answer = project.at("7").goes_to(row.0, row.1);
        answer.says("no plan of this phase is on this branch, and there are some on planning: go there, or merge it");
        // Once a plan is here, the other one's is no matter.
        phase.plan("02", &[]);
        assert!(!project.at("7").remarks().contains("on planning"));
    }
}

#[test]
fn a37_plans_that_were_removed_here_or_are_of_another_phase_are_not_told() {
    let project = Project::new();
    let phase = project.phase("07-photos").context().plan("01", &[]);
    project.repo().git(&["branch", "before"]);
    phase.without("07-01-PLAN.md");
    project.repo().git(&["switch", "--quiet", "--create", "other"]);
    project.phase("08-tags").plan("01", &[]);
    project.phase("07-other").plan("01", &[]);
    project.repo().git(&["switch", "--quiet", "main"]);
    assert!(!project.at("7").remarks().contains("no plan of this phase"));
}
