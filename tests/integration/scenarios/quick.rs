//! Quick tasks that go by the number of a phase.

use crate::common::project::Project;

/// An executed phase of this folder, and a quick task of which this folder is left.
fn beside(folder: &str, task: &str) -> Project {
    let project = Project::of(&[folder]);
    project.phase(folder).executed().review("clean");
    let task = format!(".planning/quick/{task}/PLAN.md");
    project.repo().write(&task, "A small thing.\n");
    project.record("docs: complete a quick task", &[&task]);
    project
}

#[test]
fn a_commit_with_the_padding_of_a_quick_task_is_that_tasks() {
    for (folder, task, subject) in [
        ("42-photos", "042-mail", "feat(042-01): mail"),
        ("42-photos", "042-mail", "fix(042-02): mail"),
        ("42-photos", "042-mail", "feat(042): mail"),
        ("07-photos", "007-mail", "feat(007-01): mail"),
    ] {
        let project = beside(folder, task);
        project.phase(folder).work("src/photos.rs", subject);
        project.at(&folder[..2]).goes_to(12, "resume/secure");
        // A task that was tidied away was there.
        project.repo().git(&["rm", "-q", "-r", ".planning/quick"]);
        project.commit("chore: tidy");
        project.at(&folder[..2]).goes_to(12, "resume/secure");
    }
}

#[test]
fn a_commit_that_may_be_the_phases_stays_its_own() {
    for (folder, task, subject) in [
        ("42-photos", "042-mail", "feat(42-01): mail"),
        ("11-photos", "011-mail", "feat(11-01): mail"),
        ("042-photos", "042-mail", "feat(042-01): mail"),
        ("42-photos", "041-mail", "feat(042-01): mail"),
        ("42-photos", "0042-mail", "feat(042-01): mail"),
        ("07-photos", "7-mail", "feat(7-01): mail"),
    ] {
        let project = beside(folder, task);
        project.phase(folder).work("src/photos.rs", subject);
        project.at(&folder.replace("042", "42")[..2]).goes_to(10, "resume/post-execute");
    }
    // By its files the phase is padded as the task is.
    let project = beside("42-photos", "042-mail");
    let phase = project.phase("42-photos").file("042-02-NOTES.md", "x\n", "docs(42): notes");
    phase.file("042-RESEARCH.md", "# Photos\n\nx\n", "docs(42): research").work("src/photos.rs", "feat(042-01): mail");
    project.at("42").goes_to(10, "resume/post-execute");
}
