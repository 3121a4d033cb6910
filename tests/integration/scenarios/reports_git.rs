//! What users of such routers met where git was asked wrong, or the wrong repository. Numbers are those of the reports.

use std::fs;

use phase_pipeline::gsd::artifacts::Kind;

use crate::common::answer::Answer;
use crate::common::bin::Bin;
use crate::common::project::Project;
use crate::common::repo::Repo;
use crate::common::texts;

const SPEC: &str = ".planning/phases/07-photos/07-SPEC.md";

/// The answer given in another folder than the project's root.
fn at_in(folder: &std::path::Path, phase: &str) -> Answer {
    Answer::of(&Bin::in_folder(folder).run(&[phase, "--format", "json"]))
}

#[test]
fn a33_a_new_summary_in_an_ignored_but_tracked_folder() {
    let project = Project::new();
    project.phase("07-photos").planned().execute("01");
    project.repo().write(".gitignore", ".planning/\n");
    project.commit("chore: ignore planning");
    let phase = project.phase("07-photos");
    phase.left("07-01-SUMMARY.md", texts::finished(Kind::Summary, "07-photos"));
    assert_eq!(project.repo().git(&["status", "--porcelain", "-uall"]), "", "git shows it after all");
    let answer = project.at("7").stops(11, "recovery/artifact").says("07-01-SUMMARY.md ignored");
    assert_eq!((answer.execution(), answer.goal().as_str()), ("started", "9 execute"));
}

#[test]
fn a33_an_edited_artifact_in_an_ignored_but_tracked_folder() {
    let project = Project::new();
    project.phase("07-photos").planned();
    project.repo().write(".gitignore", ".planning/\n");
    project.commit("chore: ignore planning");
    project.phase("07-photos").left("07-CONTEXT.md", "other\n");
    project.at("7").stops(11, "recovery/artifact").says("07-CONTEXT.md modified");
}

#[test]
fn a33_a_planning_folder_that_is_not_committed_is_a_mode_with_a_name() {
    let project = Project::within(Repo::new());
    project.repo().write(".gitignore", ".planning/\n").write("src/main.rs", "\n");
    project.commit("chore: begin");
    project.roadmap(&["07-photos"], &[]);
    let phase = project.phase("07-photos");
    phase.left("07-CONTEXT.md", texts::finished(Kind::Context, "07-photos"));
    let answer = project.at("7").goes_to(7, "resume/pre-plan");
    assert_eq!(answer.json["planning"]["committed"], false);
    let shown = project.run(&["7"]).out;
    assert!(shown.contains("planning .planning (not committed: \"finished\" stands for \"committed\")"), "{shown}");
    // What is cut short is no more finished than elsewhere.
    phase.left("07-CONTEXT.md", "# Context\n\n<decisions>\n- one\n");
    project.at("7").goes_to(1, "resume/research");
}

#[test]
fn a33_the_same_mode_where_the_config_says_that_documents_are_not_committed() {
    for config in [
        r#"{"commit_docs": false}"#,
        r#"{"planning": {"commit_docs": false}}"#,
        r#"{"phase_commit_docs": {"7": false}}"#,
    ] {
        let project = Project::new();
        project.config(config).commit("chore: config");
        project.phase("07-photos").left("07-CONTEXT.md", texts::finished(Kind::Context, "07-photos"));
        let answer = project.at("7").goes_to(7, "resume/pre-plan");
        assert_eq!(answer.json["planning"]["committed"], false, "{config}");
    }
}

#[test]
fn a34_untracked_staged_and_committed_are_three_answers() {
    let project = Project::within(Repo::new());
    project.roadmap(&["07-photos"], &[]);
    let phase = project.phase("07-photos").left("07-SPEC.md", texts::finished(Kind::Spec, "07-photos"));
    project.at("7").stops(11, "recovery/artifact").says("07-SPEC.md untracked");
    project.repo().git(&["add", SPEC]);
    project.at("7").stops(11, "recovery/artifact").says("07-SPEC.md staged");
    project.repo().git(&["commit", "--quiet", "--message", "spec(phase-7): add SPEC.md"]);
    project.at("7").goes_to(4, "resume/discuss");
    // And the other way: an announced file is staged, a removed one is deleted.
    project.repo().git(&["rm", "--quiet", SPEC]);
    project.at("7").stops(11, "recovery/artifact").says("07-SPEC.md deleted");
    project.repo().git(&["reset", "--quiet", "--hard"]);
    phase.left("07-CONTEXT.md", texts::finished(Kind::Context, "07-photos"));
    project.repo().git(&["add", "--intent-to-add", &phase.path("07-CONTEXT.md")]);
    project.at("7").stops(11, "recovery/artifact").says("07-CONTEXT.md staged");
}

#[test]
fn a34_what_git_cannot_read_is_an_error_and_not_an_absent_file() {
    let project = Project::within(Repo::new());
    project.roadmap(&["07-photos"], &[]);
    project.phase("07-photos").left("07-SPEC.md", texts::finished(Kind::Spec, "07-photos"));
    project.commit("spec(phase-7): add SPEC.md");
    let blob = project.repo().id(&format!("HEAD:{SPEC}"));
    fs::remove_file(project.repo().path(format!(".git/objects/{}/{}", &blob[..2], &blob[2..]))).unwrap();
    let ran = project.run(&["7"]);
    assert_eq!((ran.code, ran.out.as_str()), (3, ""), "{ran:?}");
    assert!(ran.err.contains(&blob), "{}", ran.err);
}

#[test]
fn a36_work_of_another_phase_does_not_stop_this_one() {
    let project = Project::of(&["37-a", "38-b"]);
    project.phase("37-a").context();
    project.phase("38-b").left("38-SPEC.md", "# Spec\n\n```\n");
    project.at("37").goes_to(7, "resume/pre-plan");
    project.at("38").stops(11, "recovery/artifact").says("38-SPEC.md untracked");
}

#[test]
fn a37_a_route_needs_no_remote_no_branch_and_no_base() {
    let project = Project::new();
    project.phase("07-photos").planned();
    let expected = project.at("7").goes_to(9, "resume/pre-execute").json;
    let repo = project.repo();
    repo.git(&["update-ref", "refs/remotes/origin/main", "HEAD~3"]);
    assert_eq!(project.at("7").json, expected, "main is ahead of origin/main");
    repo.git(&["switch", "--quiet", "--create", "gsd/phase-03-x", "main"]);
    assert_eq!(project.at("7").json, expected, "a branch of another name");
    repo.git(&["switch", "--quiet", "--detach"]);
    assert_eq!(project.at("7").json, expected, "a detached HEAD");
    repo.git(&["branch", "--quiet", "--delete", "--force", "main"]);
    assert_eq!(project.at("7").json, expected, "no main");
}

#[test]
fn a37_what_another_branch_holds_is_not_here() {
    let project = Project::new();
    let phase = project.phase("07-photos").planned();
    project.repo().git(&["switch", "--quiet", "--create", "work"]);
    phase.done("01");
    project.at("7").goes_to(10, "resume/post-execute");
    project.repo().git(&["switch", "--quiet", "main"]);
    project.at("7").goes_to(9, "resume/pre-execute");
}

#[test]
fn a39_the_nearest_planning_folder_upwards_is_used() {
    let repo = Repo::new();
    repo.write("back/.planning/ROADMAP.md", "- [ ] **Phase 7: Photos**\n").write("back/src/deep/x.rs", "\n");
    repo.write("back/.planning/phases/07-photos/07-CONTEXT.md", texts::finished(Kind::Context, "07-photos"));
    repo.commit("docs(07): capture phase context");
    for folder in ["back", "back/src/deep", "back/.planning/phases"] {
        let answer = at_in(&repo.path(folder), "7").goes_to(7, "resume/pre-plan");
        assert_eq!(answer.text("/planning/dir"), "back/.planning", "{folder}");
    }
    let above = Bin::in_folder(repo.root()).run(&["7"]);
    assert_eq!(above.code, 3, "{above:?}");
    assert!(above.err.contains("further down there is back/.planning: name one with --planning"), "{}", above.err);
    let named = Bin::in_folder(repo.root()).run(&["7", "--planning", "back/.planning", "--print", "row"]);
    assert_eq!(named.out, "resume/pre-plan\n");
}

#[test]
fn a39_files_that_a_plan_declares_are_relative_to_the_folder_of_the_plan() {
    let repo = Repo::new();
    repo.write("back/.planning/ROADMAP.md", "- [ ] **Phase 7: Photos**\n");
    let plan = texts::Plan { files: &["src/photos.rs"], ..texts::Plan::new("01") };
    repo.write("back/.planning/phases/07-photos/07-01-PLAN.md", plan.text("07-photos"));
    repo.commit("docs(07): create phase plan");
    repo.write("src/photos.rs", "of another project\n");
    repo.commit("keep photos elsewhere");
    at_in(&repo.path("back"), "7").goes_to(8, "resume/plan-review");
    repo.write("back/src/photos.rs", "of this one\n");
    repo.commit("keep photos");
    at_in(&repo.path("back"), "7").stops(13, "resume/unclear");
}

#[test]
fn a39_source_in_a_repository_of_its_own_leaves_execution_unclear() {
    let project = Project::new();
    project.config(r#"{"planning": {"sub_repos": ["backend"]}}"#).commit("chore: config");
    project.phase("07-photos").planned();
    project.at("7").stops(13, "resume/unclear").says("source lies in backend");
}

#[test]
fn a39_source_in_a_nested_repository_leaves_execution_unclear() {
    for ignored in [false, true] {
        let project = Project::new();
        project.phase("07-photos").context().plan("01", &["src/a.rs", "backend/deep/x.rs"]).reviews();
        project.at("7").goes_to(9, "resume/pre-execute");
        project.repo().git(&["init", "--quiet", "backend"]);
        project.repo().write("backend/deep/x.rs", "x\n");
        if ignored {
            project.repo().write(".git/info/exclude", "backend/\n");
        }
        // Of a format that nobody knows.
        for (setting, value) in [("core.repositoryFormatVersion", "1"), ("extensions.unheard", "x")] {
            project.repo().git(&["-C", "backend", "config", setting, value]);
        }
        project.at("7").stops(13, "resume/unclear").says("source lies in backend");
    }
}

#[test]
fn a39_a_nested_repository_is_its_own_project() {
    let project = Project::new();
    project.phase("07-photos").context();
    let inner = project.repo().path("backend");
    fs::create_dir(&inner).unwrap();
    project.repo().git(&["init", "--quiet", "backend"]);
    let ran = Bin::in_folder(&inner).run(&["7"]);
    assert_eq!(ran.code, 3, "{ran:?}");
    assert!(!inner.join(".planning").exists());
    project.at("7").goes_to(7, "resume/pre-plan");
}

/// A repository of its own below `folder`, with one commit.
fn nested(project: &Project, folder: &str) {
    project.repo().git(&["init", "--quiet", folder]);
    commit_in(project, folder, "// tax\n");
}

fn commit_in(project: &Project, folder: &str, text: &str) {
    project.repo().write(&format!("{folder}/payments/tax.rs"), text);
    let identity = ["-c", "user.name=A", "-c", "user.email=a@example.invalid"];
    project.repo().git(&["-C", folder, "add", "."]);
    project.repo().git(&[&["-C", folder][..], &identity, &["commit", "--quiet", "--message", "tax"]].concat());
}

fn with_pinned_backend() -> Project {
    let project = Project::new();
    project.config(
        r#"{"surfaces": {
            "tax": {"globs": ["backend/payments/**"], "gates": ["secure"], "pinned": true},
            "pay": {"globs": ["backend/pay/**"], "gates": ["ui-review"], "pinned": false},
            "elsewhere": {"globs": ["back/**"], "gates": ["secure"], "pinned": true}
        }}"#,
    );
    project.commit("chore: config");
    project.phase("07-photos").context().plan("01", &["src/photos.rs"]).reviews();
    project
}

fn states(answer: &Answer) -> Vec<String> {
    let surfaces = answer.json["classification"]["surfaces"].as_array().unwrap().iter();
    surfaces
        .map(|surface| format!("{} {}", surface["name"].as_str().unwrap(), surface["state"].as_str().unwrap()))
        .collect()
}

#[test]
fn a39_a_pinned_surface_that_reaches_into_an_unread_repository_is_assumed() {
    let project = with_pinned_backend();
    assert_eq!(states(&project.at("7")), ["tax inactive", "pay inactive", "elsewhere inactive"]);
    nested(&project, "backend");
    let answer = project.at("7");
    assert_eq!(states(&answer), ["tax assumed", "pay inactive", "elsewhere inactive"]);
    assert_eq!(
        (answer.text("/classification/depth"), answer.mark("secure")),
        ("standard", "later"),
        "{}",
        answer.told()
    );
    assert!(
        answer.json["classification"].to_string().contains("backend is a repository of its own"),
        "{}",
        answer.told()
    );
    project.repo().write("backend/payments/tax.rs", "// another\n");
    assert_eq!(states(&project.at("7")), ["tax assumed", "pay inactive", "elsewhere inactive"]);
}

#[test]
fn a39_a_repository_that_the_config_names_and_a_work_tree_of_this_one_are_read() {
    let project = with_pinned_backend();
    project.repo().git(&["worktree", "add", "--quiet", "backend", "-b", "beside"]);
    assert_eq!(states(&project.at("7"))[0], "tax inactive");
    let project = with_pinned_backend();
    nested(&project, "backend");
    let config = fs::read_to_string(project.repo().path(".planning/config.json")).unwrap();
    let named = config.replacen('{', r#"{"planning": {"sub_repos": ["backend"]}, "#, 1);
    project.config(&named).commit("chore: name the repository");
    assert_eq!(states(&project.at("7"))[0], "tax inactive");
}

#[test]
fn b09_a_submodule_that_moved_and_is_not_committed_is_assumed_below_it() {
    let project = with_pinned_backend();
    nested(&project, "backend");
    project.repo().git(&["-c", "advice.addEmbeddedRepo=false", "add", "backend"]);
    project.commit("chore: a submodule");
    assert_eq!(states(&project.at("7"))[0], "tax inactive");
    commit_in(&project, "backend", "// another\n");
    assert_eq!(states(&project.at("7"))[0], "tax assumed");
}

#[test]
fn b09_a_submodule_that_an_execute_commit_takes_away_is_touched_below_it() {
    let project = with_pinned_backend();
    nested(&project, "backend");
    project.repo().git(&["-c", "advice.addEmbeddedRepo=false", "add", "backend"]);
    project.commit("chore: a submodule");
    fs_err::remove_dir_all(project.repo().path("backend")).unwrap();
    project.commit("feat(07-01): without the backend");
    assert_eq!(states(&project.at("7"))[0], "tax active");
}

#[test]
fn a48_one_commit_that_holds_everything() {
    let project = Project::within(Repo::new());
    project.roadmap(&["07-photos"], &[]);
    let phase = project.phase("07-photos");
    for kind in [Kind::Context, Kind::Plan, Kind::Summary, Kind::Review, Kind::Security] {
        project.repo().write(&phase.artifact(kind), texts::finished(kind, "07-photos"));
    }
    project.repo().write("src/photos.rs", "\n");
    phase.commit("feat: photos (#12)");
    project.at("7").goes_to(13, "resume/validate");
}

/// A clone that has the newest commits alone.
fn shallow(project: &Project, depth: usize) -> Project {
    let repo = Repo::without_git();
    let url = format!("file://{}", project.repo().root().display());
    repo.git(&["clone", "--quiet", "--depth", &depth.to_string(), &url, "."]);
    repo.settle();
    Project::within(repo)
}

#[test]
fn a48_beyond_a_shallow_boundary_execution_is_not_known() {
    let project = Project::new();
    project.phase("07-photos").planned().execute("01").work("README.md", "docs: words");
    project.at("7").goes_to(9, "resume/between-waves");
    let clone = shallow(&project, 1);
    let answer = clone.at("7").stops(13, "resume/otherwise").says("history is shallow");
    answer.says("9 execute (resume/between-waves)").says("9 execute (resume/pre-execute)");
}

#[test]
fn a48_a_shallow_clone_that_holds_the_whole_life_decides() {
    let project = Project::new();
    project.phase("07-photos").planned().execute("01");
    let answer = shallow(&project, 10).at("7").goes_to(9, "resume/between-waves");
    assert_eq!(answer.execution(), "started");
}

#[test]
fn a48_a_shallow_clone_of_a_phase_that_is_over_says_what_is_known() {
    let project = Project::new();
    project.phase("07-photos").verified();
    let answer = shallow(&project, 1).at("7");
    assert!([0, 13].contains(&answer.code), "{}", answer.told());
    assert_ne!(answer.row(), "resume/pre-execute");
}

#[test]
fn c04_artifacts_that_a_sparse_checkout_leaves_out_are_committed() {
    let project = Project::new();
    project.phase("07-photos").executed();
    let expected = project.at("7").goes_to(10, "resume/post-execute").json;
    project.repo().git(&["sparse-checkout", "set", "--cone", "src"]);
    assert!(!project.repo().path(".planning").exists());
    assert_eq!(project.at("7").json, expected);
}

#[test]
fn c05_a_repository_of_another_owner_names_the_line_that_helps() {
    let project = Project::new();
    project.phase("07-photos").context();
    // Git's own switch for its tests; libgit2 knows none, so git decides alone here.
    let bin = Bin::in_folder(project.repo().root()).with("GIT_TEST_ASSUME_DIFFERENT_OWNER", "1");
    let ran = bin.run(&["7"]);
    assert_eq!((ran.code, ran.out.as_str()), (3, ""), "{ran:?}");
    let line = format!("git config --global --add safe.directory {}", project.repo().root().display());
    assert!(ran.err.contains(&line), "{}", ran.err);
}

#[test]
fn c06_before_the_first_commit_everything_is_uncommitted() {
    let project = Project::within(Repo::new());
    project.roadmap(&["07-photos", "08-tags"], &[]);
    project.phase("07-photos").left("07-CONTEXT.md", texts::finished(Kind::Context, "07-photos"));
    project.at("7").stops(11, "recovery/artifact");
    project.at("8").goes_to(1, "resume/research");
    assert_eq!(project.run(&["status"]).code, 0);
}

#[test]
fn c15_a_git_directory_of_the_environment_is_not_followed() {
    let (project, other) = (Project::new(), Project::of(&["07-other"]));
    project.phase("07-photos").context();
    let index = other.repo().path(".git/index");
    let bin = Bin::in_folder(project.repo().root())
        .with("GIT_DIR", other.repo().path(".git"))
        .with("GIT_WORK_TREE", other.repo().root())
        .with("GIT_INDEX_FILE", index);
    let answer = Answer::of(&bin.run(&["7", "--format", "json"])).goes_to(7, "resume/pre-plan");
    assert_eq!(answer.text("/phase/name"), "photos");
    answer.says("GIT_DIR");
}

#[test]
fn an_operation_in_progress_comes_first() {
    let project = Project::new();
    let phase = project.phase("07-photos").context();
    project.repo().git(&["switch", "--quiet", "--create", "side"]);
    phase.file("07-CONTEXT.md", "side\n", "docs(07): side");
    project.repo().git(&["switch", "--quiet", "main"]);
    phase.file("07-CONTEXT.md", "main\n", "docs(07): main");
    assert!(!project.repo().try_git(&["merge", "side"]).status.success());
    project.at("7").stops(11, "recovery/operation").says("a merge is in progress");
    project.repo().git(&["merge", "--abort"]);
    assert_ne!(project.at("7").code, 11);
}

#[test]
fn a_linked_work_tree_answers_for_itself() {
    let project = Project::new();
    let phase = project.phase("07-photos").planned();
    let linked = project.repo().root().with_file_name("linked");
    project.repo().git(&["worktree", "add", "--quiet", "-b", "side", linked.to_str().unwrap()]);
    phase.done("01");
    project.at("7").goes_to(10, "resume/post-execute");
    at_in(&linked, "7").goes_to(9, "resume/pre-execute");
}

#[test]
fn a_planning_folder_that_is_a_link_is_refused_by_name() {
    let project = Project::new();
    project.phase("07-photos").context();
    let repo = project.repo();
    fs::rename(repo.path(".planning"), repo.path("elsewhere")).unwrap();
    std::os::unix::fs::symlink("elsewhere", repo.path(".planning")).unwrap();
    let ran = project.run(&["7"]);
    assert_eq!((ran.code, ran.out.as_str()), (3, ""), "{ran:?}");
    assert!(ran.err.contains(".planning is a link to") && ran.err.contains("elsewhere"), "{}", ran.err);
}

#[test]
fn an_artifact_that_is_a_link_is_not_followed() {
    let project = Project::new();
    let phase = project.phase("07-photos");
    let secret = project.repo().root().with_file_name("secret");
    fs::write(&secret, texts::finished(Kind::Spec, "07-photos")).unwrap();
    fs::create_dir_all(project.repo().path(".planning/phases/07-photos")).unwrap();
    std::os::unix::fs::symlink(&secret, project.repo().path(SPEC)).unwrap();
    phase.commit("spec(phase-7): add SPEC.md");
    let answer = project.at("7");
    assert_ne!(answer.mark("spec"), "done", "{}", answer.told());
}

#[test]
fn where_there_is_no_repository_and_no_planning_folder_it_says_so() {
    let none = Repo::without_git();
    let ran = Bin::in_folder(none.root()).run(&["7"]);
    assert_eq!(ran.code, 3, "{ran:?}");
    assert!(ran.err.contains("lies in no git repository"), "{}", ran.err);
    let bare = Repo::init(&["--bare"]);
    assert_eq!(Bin::in_folder(bare.root()).run(&["7"]).code, 3);
    let empty = Repo::new();
    let ran = Bin::in_folder(empty.root()).run(&["7"]);
    assert_eq!(ran.code, 3, "{ran:?}");
    assert!(ran.err.contains("no .planning folder"), "{}", ran.err);
}
