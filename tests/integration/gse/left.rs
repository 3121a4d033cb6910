//! Uncommitted work of any work tree stops a sprint, as it stops a phase.

use super::{BACKLOG, PLAN, Sprints};

#[test]
fn a_state_file_is_committed_by_itself_and_the_way_goes_on() {
    let project = Sprints::producing();
    project.commit();
    project.repo.git(&["config", "user.name", "A U Thor"]);
    project.repo.git(&["config", "user.email", "author@example.com"]);
    project.state("backlog", &BACKLOG.replacen("planned", "in-progress", 1));
    let answer = project.ask(&[]).stops(11, "recovery/state");
    assert!(answer.summary().ends_with("after that: 10 produce"), "{}", answer.told());
    let recovered = project.run(&["recover", "2", "--confirm", answer.text("/interruption/token")]);
    assert_eq!(recovered.code, 0, "{recovered:?}");
    assert_eq!(project.repo.git(&["status", "--porcelain"]), "");
    assert_eq!(
        project.repo.git(&["log", "-1", "--format=%s"]),
        "gse(recovery): checkpoint — unsaved work from previous session"
    );
    let answer = project.ask(&[]).goes_to(10, "go/produce-resume").runs("/gse:produce --task TASK-004");
    assert_eq!(project.run(&["recover", "2", "--undo"]).code, 0, "{}", answer.told());
    assert_eq!(project.repo.git(&["status", "--porcelain"]).trim(), "M .gse/backlog.yaml");
}

#[test]
fn what_is_uncommitted_decides_nothing_even_where_it_is_acknowledged() {
    let project = Sprints::producing();
    project.commit();
    project.replaced("plan", PLAN, "active: produce", "active: deliver");
    let ack = project.ask(&[]).stops(11, "recovery/state").text("/interruption/ack").to_owned();
    project.ask(&["--ack", &ack]).goes_to(10, "go/produce").says("known and left as it is");
}

#[test]
fn a_move_of_a_task_that_no_activity_makes_is_told() {
    let project = Sprints::producing();
    project.commit();
    project.state("backlog", &BACKLOG.replacen("planned", "done", 1));
    let answer = project.ask(&[]).stops(11, "recovery/state");
    let told = "TASK-004 went from planned to done, which no activity does";
    let recovery = answer.list("/interruption/recovery");
    let place = |what: &str| recovery.find(what).unwrap_or_else(|| panic!("{what}: {recovery}"));
    assert!(place(told) < place("is whole"), "what is to be looked at comes before what keeps it: {recovery}");
    let token = answer.text("/interruption/token");
    assert_ne!(project.run(&["recover", "2", "--confirm", token]).code, 0, "nobody looked");
    assert_eq!(project.repo.git(&["status", "--porcelain"]).trim(), "M .gse/backlog.yaml");
    project.state("backlog", &BACKLOG.replacen("planned", "in-progress", 1));
    assert!(!project.ask(&[]).list("/interruption/recovery").contains("no activity does"));
}

#[test]
fn a_state_file_that_is_cut_short_is_put_back() {
    let project = Sprints::producing();
    project.commit();
    project.state("plan", "version: 1\nworkflow: {expected: [collect,\n");
    let answer = project.ask(&[]).stops(11, "recovery/state");
    let recovery = answer.list("/interruption/recovery");
    assert!(recovery.contains("put back what HEAD has") && recovery.contains("restore"), "{recovery}");
}

#[test]
fn source_comes_before_documents_and_never_on_the_protected_branch() {
    let project = Sprints::producing();
    project.commit();
    project.repo.write("src/search.py", "FOUND = []\n");
    project.doc("design.md", "# Design\n\nTwo tables.\n");
    let answer = project.ask(&[]).stops(11, "recovery/both");
    assert!(answer.list("/interruption/recovery").contains("source is not committed to `main`"), "{}", answer.told());
    project.repo.git(&["switch", "--quiet", "--create", "gse/sprint-02/feat/search"]);
    let answer = project.ask(&[]).stops(11, "recovery/both");
    let recovery = answer.list("/interruption/recovery");
    let place = |what: &str| recovery.find(what).unwrap_or_else(|| panic!("{what}: {recovery}"));
    assert!(place("src/search.py") < place("docs/sprints/sprint-02/design.md"), "{recovery}");
}

#[test]
fn another_work_tree_stops_it_too_and_generated_files_do_not() {
    let project = Sprints::producing();
    project.repo.write(".gitignore", ".worktrees/\n");
    project.commit();
    let branch = "gse/sprint-02/feat/search";
    project.repo.git(&["worktree", "add", "--quiet", "-b", branch, ".worktrees/sprint-02-feat-search"]);
    project.repo.write("docs/dashboard.html", "<p>\n").write(".gse/checkpoints/checkpoint-1.yaml", "note: x\n");
    let answer = project.ask(&[]).goes_to(10, "go/produce");
    assert!(answer.remarks().contains("written anew by tools: 2"), "{}", answer.told());
    project.repo.write(".worktrees/sprint-02-feat-search/src/search.py", "FOUND = []\n");
    let answer = project.ask(&[]).stops(11, "recovery/source");
    let told = "1 uncommitted in .worktrees/sprint-02-feat-search (gse/sprint-02/feat/search): src/search.py";
    assert!(answer.summary().contains(told), "{}", answer.told());
    assert!(answer.json["interruption"]["token"].is_null(), "what lies in another work tree is not carried out here");
}

#[test]
fn an_operation_of_git_comes_first() {
    let project = Sprints::producing();
    project.commit();
    project.repo.write(".git/MERGE_HEAD", format!("{}\n", project.repo.id("HEAD")));
    project.ask(&[]).stops(11, "recovery/operation").says("a merge is in progress");
}

#[test]
fn what_is_gone_is_shown_and_what_lost_its_tail_or_everything_is_put_back() {
    let project = Sprints::producing();
    project.commit();
    let recovery = |project: &Sprints| project.ask(&[]).stops(11, "recovery/state").list("/interruption/recovery");
    for name in ["plan", "status", "backlog", "config"] {
        let path = format!(".gse/{name}.yaml");
        let whole = std::fs::read_to_string(project.repo.root().join(&path)).unwrap();
        std::fs::remove_file(project.repo.root().join(&path)).unwrap();
        let told = recovery(&project);
        assert!(told.contains("was deleted") && told.contains("by-hand") && !told.contains("is whole"), "{told}");
        assert!(project.ask(&[]).json["interruption"]["token"].is_null(), "{name}");
        let lines: Vec<usize> = whole.match_indices('\n').map(|(at, _)| at + 1).collect();
        for end in [0, lines[0], lines[0] + 3, lines[lines.len() / 2], lines[lines.len() - 2]] {
            project.state(name, &whole[..end]);
            let told = recovery(&project);
            assert!(told.contains("put back what HEAD has") && !told.contains("is whole"), "{name} {end}: {told}");
        }
        let token = project.ask(&[]).text("/interruption/token").to_owned();
        let recovered = project.run(&["recover", "2", "--confirm", &token]);
        assert!(recovered.code != 0, "a person puts it back: {recovered:?}");
        project.state(name, &whole);
    }
    std::fs::remove_file(project.repo.root().join("docs/sprints/sprint-02/reqs.md")).unwrap();
    let told = project.ask(&[]).stops(11, "recovery/artifact").list("/interruption/recovery");
    assert!(told.contains("was deleted") && !told.contains("commit it"), "{told}");
}
