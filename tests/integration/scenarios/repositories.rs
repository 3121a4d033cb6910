//! Source in other repositories: what is executed there counts where it can be read, and is unclear where it cannot.

use std::fs;
use std::os::unix::fs::symlink;
use std::path::PathBuf;

use crate::common::project::Project;
use crate::common::repo::Repo;

const NESTED: &str = "backend";

/// A project whose plan `01` means to change `backend/src/a.rs`, planned and reviewed, and the repository `backend` in it,
/// named by the config or not.
fn with_backend(is_named: bool) -> Project {
    let project = Project::new();
    if is_named {
        project.config(r#"{"planning": {"sub_repos": ["backend"]}}"#).commit("chore: config");
    }
    project.repo().git(&["init", "--quiet", "--initial-branch=main", NESTED]);
    project.repo().write(".git/info/exclude", "backend/\n");
    work(&project, NESTED, "README.md", "docs: begin");
    project.phase("07-photos").context().plan("01", &["backend/src/a.rs"]).reviews();
    project.repo();
    project
}

/// Commits a change of a file in another repository of the project.
fn work(project: &Project, at: &str, file: &str, subject: &str) -> String {
    let repo = project.repo();
    let content = format!("{subject} {}\n", repo.tick());
    repo.write(&format!("{at}/{file}"), content);
    repo.git(&["-C", at, "add", "--all"]);
    repo.git(&["-C", at, "commit", "--quiet", "--message", subject]);
    repo.git(&["-C", at, "rev-parse", "HEAD"])
}

#[test]
fn a_commit_that_names_the_plan_counts_wherever_its_repository_is_named() {
    for is_named in [true, false] {
        let project = with_backend(is_named);
        project.at("7").goes_to(9, "resume/pre-execute");
        let commit = work(&project, NESTED, "src/a.rs", "feat(07-01): keep photos");
        let answer =
            project.at("7").goes_to(9, "resume/between-waves").says("backend: 1 commit of it carries out plans");
        assert_eq!((answer.execution(), answer.plans()), ("started", vec!["07-01 started".to_owned()]));
        let told = &answer.json["execution"]["repositories"][0];
        assert_eq!((&told["name"], &told["commits"][0]), (&"backend".into(), &commit.into()), "{told}");
        assert!(told["unread"].is_null());
        project.phase("07-photos").summary("01");
        project.at("7").goes_to(10, "resume/post-execute");
    }
}

#[test]
fn plans_are_told_apart_and_what_is_no_execution_is_none() {
    let project = with_backend(true);
    project.phase("07-photos").plan("02", &["backend/src/b.rs"]).reviews();
    for subject in
        ["feat(08-01): another phase", "fix(07): CR-01 later", "test(07): complete UAT", "docs: mention 07-01"]
    {
        work(&project, NESTED, "notes.md", subject);
    }
    project.at("7").goes_to(9, "resume/pre-execute");
    work(&project, NESTED, "src/b.rs", "feat(7-2): second");
    assert_eq!(project.at("7").plans(), ["07-01 ready", "07-02 started"]);
}

#[test]
fn commits_without_a_phase_that_touch_what_a_plan_declares_leave_it_unclear() {
    for is_named in [true, false] {
        let project = with_backend(is_named);
        work(&project, NESTED, "src/other.rs", "feat: other");
        project.at("7").goes_to(9, "resume/pre-execute");
        let commit = work(&project, NESTED, "src/a.rs", "feat: keep photos");
        let said =
            format!("none of 1 executed by name, but commits touch what they declare: {} of backend", &commit[..7]);
        let answer = project.at("7").stops(13, "resume/unclear").says(&said);
        assert_eq!(answer.json["execution"]["repositories"][0]["unattributed"][0], commit);
    }
}

#[test]
fn a_plan_may_write_its_paths_from_the_root_of_a_named_repository() {
    let project = with_backend(true);
    project.phase("07-photos").plan("01", &["src/a.rs"]).reviews();
    work(&project, NESTED, "src/a.rs", "feat: keep photos");
    project.at("7").stops(13, "resume/unclear");
}

#[test]
fn what_is_older_than_the_phase_is_of_another_one() {
    let project = Project::new();
    project.config(r#"{"planning": {"sub_repos": ["backend"]}}"#).commit("chore: config");
    project.repo().git(&["init", "--quiet", NESTED]);
    project.repo().write(".git/info/exclude", "backend/\n");
    work(&project, NESTED, "src/a.rs", "feat(07-01): of the milestone before");
    project.phase("07-photos").context().plan("01", &["backend/src/a.rs"]).reviews();
    project.at("7").goes_to(9, "resume/pre-execute");
    work(&project, NESTED, "src/a.rs", "feat(07-01): of this one");
    project.at("7").goes_to(9, "resume/between-waves").says("1 commit of it carries");
}

#[test]
fn a_repository_with_phases_of_its_own_must_touch_what_the_plan_declares() {
    let project = with_backend(false);
    work(&project, NESTED, ".planning/ROADMAP.md", "docs: its own project");
    work(&project, NESTED, "src/own.rs", "feat(07-01): its own phase");
    work(&project, NESTED, ".planning/x.md", "feat(07-01): planning");
    project.at("7").goes_to(9, "resume/pre-execute");
    work(&project, NESTED, "src/a.rs", "feat(07-01): keep photos");
    project.at("7").goes_to(9, "resume/between-waves");
}

#[test]
fn a_gate_is_as_new_as_the_dates_say_and_the_output_says_so() {
    let project = with_backend(true);
    work(&project, NESTED, "src/a.rs", "feat(07-01): keep photos");
    project.phase("07-photos").summary("01").review("clean");
    let answer = project.at("7").goes_to(12, "resume/secure").says("told by dates");
    assert_eq!(answer.mark("code-review"), "done");
    let commit = work(&project, NESTED, "src/a.rs", "fix(07-01): once more");
    let stale = format!("older than {} of backend (by its date)", &commit[..7]);
    project.at("7").goes_to(10, "resume/post-execute").says(&stale);
    project.phase("07-photos").review("clean");
    project.at("7").goes_to(12, "resume/secure");
}

#[test]
fn work_that_is_merged_late_makes_a_gate_stale() {
    let project = with_backend(true);
    let repo = project.repo();
    repo.git(&["-C", NESTED, "switch", "--quiet", "--create", "agent"]);
    work(&project, NESTED, "src/a.rs", "feat(07-01): keep photos");
    repo.git(&["-C", NESTED, "switch", "--quiet", "main"]);
    project.at("7").goes_to(9, "resume/pre-execute");
    project.phase("07-photos").summary("01").review("clean");
    project.at("7").goes_to(12, "resume/secure");
    repo.git(&["-C", NESTED, "merge", "--quiet", "--no-ff", "--message", "merge", "agent"]);
    project.at("7").goes_to(10, "resume/post-execute").says("of backend (by its date)");
}

#[test]
fn a_finding_may_be_answered_in_the_repository_that_holds_the_source() {
    let project = with_backend(true);
    work(&project, NESTED, "src/a.rs", "feat(07-01): keep photos");
    work(&project, NESTED, "src/a.rs", "fix(07): WR-01 too early");
    project.phase("07-photos").summary("01").review("issues_found");
    project.at("7").goes_to(11, "resume/review-unfinished");
    work(&project, NESTED, "src/a.rs", "fix(07): WR-01 check the size");
    project.at("7").goes_to(12, "resume/secure");
}

#[test]
fn a_submodule_is_read_like_any_other() {
    let inner = Repo::new();
    inner.write("README.md", "inner\n");
    inner.commit("docs: begin");
    let project = Project::new();
    let repo = project.repo();
    let url = inner.root().to_str().unwrap();
    repo.git(&["-c", "protocol.file.allow=always", "submodule", "--quiet", "add", url, "mod"]);
    project.commit("chore: a submodule");
    project.phase("07-photos").context().plan("01", &["mod/src/a.rs"]).reviews();
    project.at("7").goes_to(9, "resume/pre-execute");
    work(&project, "mod", "src/a.rs", "feat(07-01): keep photos");
    project.at("7").goes_to(9, "resume/between-waves").says("mod: 1 commit of it");
    // Where it is not checked out nobody works in it, and the commit that it stands at is this repository's.
    project.repo().git(&["submodule", "--quiet", "deinit", "--force", "mod"]);
    project.at("7").goes_to(9, "resume/pre-execute");
}

/// A project with a config that names other repositories, planned and reviewed.
fn naming(config: &str) -> Project {
    let project = Project::new();
    project.config(config).commit("chore: config");
    project.phase("07-photos").planned();
    // What lies there uncommitted is another matter.
    project.repo().write(".git/info/exclude", "backend\n");
    project
}

#[test]
fn a_repository_beside_this_one_is_read_where_pipeline_source_repos_names_it() {
    let project = naming(r#"{"pipeline": {"source_repos": ["../other"]}}"#);
    let repo = project.repo();
    project.at("7").stops(13, "resume/unclear").says("source lies in ../other (there is nothing at that place)");
    repo.git(&["init", "--quiet", "../other"]);
    project.at("7").goes_to(9, "resume/pre-execute");
    work(&project, "../other", "src/photos.rs", "feat(07-01): keep photos");
    project.at("7").goes_to(9, "resume/between-waves").says("../other: 1 commit of it");
}

/// Makes the place that the config names what it is.
type Prepare = fn(&Project);

#[test]
fn what_cannot_be_read_leaves_execution_unclear_and_says_which_and_why() {
    let in_config = |name: &str| format!(r#"{{"planning": {{"sub_repos": ["{name}"]}}}}"#);
    let beside = |project: &Project, name: &str| -> PathBuf { project.repo().root().with_file_name(name) };
    let cases: [(&str, Prepare, &str); 8] = [
        ("backend", |_| {}, "backend (there is nothing at that place)"),
        (
            "src",
            |project| fs::create_dir_all(project.repo().path("src")).unwrap(),
            "src (it is no repository of its own)",
        ),
        ("/tmp", |_| {}, "/tmp (it is named by no relative path)"),
        ("~/x", |_| {}, "~/x (it is named by no relative path)"),
        ("../other", |project| drop(project.repo().git(&["init", "--quiet", "../other"])), "it lies outside of this"),
        (
            "backend",
            |project| {
                let other = project.repo().root().with_file_name("other");
                project.repo().git(&["init", "--quiet", "../other"]);
                symlink(other, project.repo().path("backend")).unwrap();
            },
            "a link on the way to it is not followed",
        ),
        ("backend", |project| fs::write(project.repo().path("backend"), "").unwrap(), "backend ("),
        (
            "backend",
            |project| {
                project.repo().git(&["init", "--quiet", "backend"]);
                project.repo().git(&["-C", "backend", "config", "core.repositoryFormatVersion", "1"]);
                project.repo().git(&["-C", "backend", "config", "extensions.unheard", "x"]);
            },
            "backend (this repository cannot be read",
        ),
    ];
    for (name, prepare, said) in cases {
        let project = naming(&in_config(name));
        prepare(&project);
        let answer = project.at("7").stops(13, "resume/unclear").says(said);
        assert!(!answer.text("/execution/repositories/0/unread").is_empty(), "{}", answer.told());
        // What is executed here is executed, whatever the other one may hold.
        project.phase("07-photos").execute("01");
        project.at("7").goes_to(9, "resume/between-waves").says("what was executed there cannot be seen");
    }
    // Beyond this repository no link is followed, wherever it leads.
    let project = naming(r#"{"pipeline": {"source_repos": ["../door"]}}"#);
    project.repo().git(&["init", "--quiet", "../other"]);
    symlink(beside(&project, "other"), beside(&project, "door")).unwrap();
    project.at("7").stops(13, "resume/unclear").says("../door (a link on the way to it is not followed)");
}

#[test]
fn this_repository_is_no_other_one() {
    let project = naming(r#"{"planning": {"sub_repos": [".", "tree"]}}"#);
    project.repo().write(".git/info/exclude", "tree/\n").git(&["worktree", "add", "--quiet", "-b", "side", "tree"]);
    let answer = project.at("7").goes_to(9, "resume/pre-execute");
    assert_eq!(answer.json["execution"]["repositories"], serde_json::json!([]));
}

#[test]
fn beyond_a_shallow_boundary_nothing_is_known_of_another_repository_either() {
    let project = with_backend(true);
    let repo = project.repo();
    work(&project, NESTED, "src/a.rs", "feat(07-01): keep photos");
    work(&project, NESTED, "src/more.rs", "feat: more");
    let url = format!("file://{}", repo.path(NESTED).display());
    repo.git(&["clone", "--quiet", "--depth", "1", &url, "shallow"]);
    fs::remove_dir_all(repo.path(NESTED)).unwrap();
    fs::rename(repo.path("shallow"), repo.path(NESTED)).unwrap();
    project.at("7").stops(13, "resume/unclear").says("backend (history is shallow");
}

#[test]
fn without_a_commit_of_the_phase_nothing_says_which_phase_is_meant() {
    let repo = Repo::new();
    repo.write(".gitignore", ".planning/\nbackend/\n");
    repo.commit("chore: begin");
    let project = Project::within(repo);
    project.config(r#"{"commit_docs": false, "planning": {"sub_repos": ["backend"]}}"#);
    project.roadmap(&["07-photos"], &[]);
    project.repo().git(&["init", "--quiet", NESTED]);
    let plan = crate::common::texts::Plan { files: &["backend/src/a.rs"], ..crate::common::texts::Plan::new("01") };
    project.phase("07-photos").left("07-01-PLAN.md", plan.text("07-photos"));
    project.ask(&["7"]).says("whose folder is not committed");
}

#[test]
fn of_another_owner_the_command_that_helps_is_told() {
    use std::os::unix::fs::{MetadataExt as _, chown};
    let project = with_backend(true);
    let root = project.repo().path(NESTED);
    if fs::metadata(&root).unwrap().uid() != 0 {
        return;
    }
    for path in [root.clone(), root.join(".git")] {
        chown(path, Some(54_321), Some(54_321)).unwrap();
    }
    let line = format!("git config --global --add safe.directory {}", root.display());
    project.at("7").stops(13, "resume/unclear").says("belongs to another user").says(&line);
}

#[test]
fn surfaces_see_what_changed_in_a_repository_within() {
    let project = with_backend(false);
    let config = r#"{"surfaces": {"money": {"globs": ["backend/pay/**"], "gates": ["secure"], "pinned": true}}}"#;
    project.config(config).commit("chore: surfaces");
    let before = project.at("7");
    assert_eq!(before.text("/classification/surfaces/0/state"), "inactive", "{}", before.told());
    work(&project, NESTED, "pay/x.rs", "feat(07-01): take money");
    let answer = project.at("7");
    assert_eq!(answer.text("/classification/surfaces/0/state"), "active", "{}", answer.json["classification"]);
    assert_eq!(answer.text("/classification/surfaces/0/matches/0/path"), "backend/pay/x.rs");
}
