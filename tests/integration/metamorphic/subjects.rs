//! The projects that are changed, and what changing them needs.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};

use phase_pipeline::gsd::ids::PhaseId;
use tempfile::TempDir;

use crate::common::bin::demo;
use crate::common::repo::Repo;

/// A project to change.
pub(super) struct Subject {
    pub(super) name: &'static str,
    /// A phase that the roadmap alone knows.
    pub(super) without_folder: &'static str,
    /// The folders that hold phases, below the root.
    pub(super) containers: Vec<String>,
    /// A folder below the root that is no planning folder.
    pub(super) below: String,
    held: Held,
}

enum Held {
    Folder(TempDir),
    Repo(Repo),
}

impl Subject {
    pub(super) fn root(&self) -> PathBuf {
        match &self.held {
            Held::Folder(folder) => folder.path().canonicalize().unwrap(),
            Held::Repo(repo) => repo.root().to_path_buf(),
        }
    }
}

/// The sample project, and one of what it has not: a stale review, decimals, codes, a workstream's form of planning, every
/// kind of uncommitted work.
pub(super) fn subjects() -> Vec<Subject> {
    let text = |text: &str| text.to_owned();
    vec![
        Subject {
            name: "demo",
            without_folder: "10",
            containers: vec![text(".planning/phases")],
            below: text("src/app"),
            held: Held::Folder(demo()),
        },
        Subject {
            name: "odd",
            without_folder: "20",
            containers: vec![text(".planning/phases")],
            below: text("src/deep/er"),
            held: Held::Repo(odd()),
        },
    ]
}

const ROADMAP: &str = "\
# Roadmap

- [x] **Phase 1: Stale** - reviewed, then worked on
- [ ] **Phase 2: Gaps** - failed its verification
- [ ] **Phase 2.1: Inserted** - a decimal
- [ ] **Phase CK-07: Coded** - a code
- [ ] **Phase 12A: Lettered** - a letter
- [ ] **Phase 14: Dirty** - every kind of uncommitted work
- [ ] **Phase 20: To come** - nothing yet
";

fn plan(phase: &str, plan: &str, file: &str) -> String {
    format!(
        "---\nphase: {phase}\nplan: {plan}\ntype: execute\nwave: 1\ndepends_on: []\nfiles_modified:\n  - {file}\nautonomous: true\n---\n\n\
         <objective>\nOne.\n</objective>\n\n<tasks>\n<task type=\"auto\">\n  <files>{file}</files>\n</task>\n</tasks>\n"
    )
}

fn summary(phase: &str, plan: &str) -> String {
    format!("---\nphase: {phase}\nplan: {plan}\nstatus: complete\n---\n\n# Summary\n\nDone.\n\n## Self-Check: PASSED\n")
}

fn status(word: &str) -> String {
    format!("---\nstatus: {word}\nreviewed: 2026-01-01\n---\n\n# Report\n\nText.\n")
}

fn odd() -> Repo {
    let repo = Repo::new();
    repo.write(".planning/ROADMAP.md", ROADMAP).write("src/deep/er/a.rs", "// a\n").write(".gitignore", "*.log.md\n");
    repo.write(".planning/STATE.md", "---\nstatus: executing\ncurrent_phase: 2\n---\n\n# State\n\nPhase: 2 of 20\n");
    repo.commit("docs: initialize project");
    let executed = |folder: &str, id: &str| {
        let file = |name: &str| format!(".planning/phases/{folder}/{id}-{name}.md");
        repo.write(&file("SPEC"), "# Spec\n\n**Ambiguity score:** 0.1\n\n## Goal\n\nOne.\n");
        repo.write(&file("CONTEXT"), "# Context\n\n## Decisions\n\n- D-01: one\n");
        repo.commit(&format!("docs({id}): specify"));
        repo.write(&file("01-PLAN"), plan(id, "01", "src/deep/er/a.rs"));
        repo.commit(&format!("docs({id}): plan"));
        repo.write("src/deep/er/a.rs", format!("// {id}\n"));
        repo.commit(&format!("feat({id}-01): one"));
        repo.write(&file("01-SUMMARY"), summary(id, "01"));
        repo.commit(&format!("docs({id}-01): complete plan"));
    };
    executed("01-stale", "01");
    repo.write(".planning/phases/01-stale/01-REVIEW.md", status("clean"));
    repo.commit("docs(01): add code review report");
    repo.write("src/deep/er/a.rs", "// after the review\n");
    repo.commit("feat(01-01): once more");
    executed("02-gaps", "02");
    let gaps =
        "---\nstatus: gaps_found\nscore: 1/2\ngaps:\n  - truth: two\n    status: failed\n---\n\n# Verification\n";
    repo.write(".planning/phases/02-gaps/02-VERIFICATION.md", gaps);
    repo.commit("docs(phase-2): verify");
    repo.write(".planning/phases/02.1-inserted/02.1-CONTEXT.md", "# Context\n\n## Decisions\n\n- D-01: one\n");
    repo.commit("docs(02.1): discuss");
    executed("CK-07-coded", "CK-07");
    repo.write(".planning/phases/12A-lettered/12A-01-PLAN.md", plan("12A", "01", "src/deep/er/b.rs"));
    repo.write("src/deep/er/b.rs", "// b\n");
    repo.commit("docs(12A): plan");
    repo.write("src/deep/er/b.rs", "// touched by nobody's name\n");
    repo.commit("work on b");
    executed("14-dirty", "14");
    let dirty = |name: &str| format!(".planning/phases/14-dirty/14-{name}.md");
    repo.write(&dirty("SECURITY"), status("verified"));
    repo.commit("docs(14): secure");
    repo.write(&dirty("REVIEW"), status("clean"));
    repo.git(&["add", &dirty("REVIEW")]);
    repo.write(&dirty("UAT"), status("complete"));
    repo.git(&["add", "--intent-to-add", &dirty("UAT")]);
    repo.write(&dirty("SPEC"), "# Spec, changed\n");
    repo.remove(&dirty("CONTEXT"));
    repo.git(&["rm", "--quiet", "--cached", &dirty("SECURITY")]);
    repo.write(&dirty("VALIDATION"), status("draft"));
    repo.write(&dirty("RUNPLAN"), "# A plan of a kind\n");
    repo.write(".planning/phases/14-dirty/14-LEARNINGS.log.md", "# Ignored\n");
    // One pack is copied faster than many objects.
    repo.git(&["repack", "-adq"]);
    repo.git(&["prune-packed"]);
    repo
}

/// Copies a folder with the times of its files, but for the entries of these names at its top.
pub(super) fn copy_folder(from: &Path, to: &Path, but: &[&str]) {
    fs::create_dir_all(to).unwrap();
    for entry in fs::read_dir(from).unwrap().map(Result::unwrap) {
        let (path, target) = (entry.path(), to.join(entry.file_name()));
        if but.iter().any(|name| entry.file_name() == *name) {
            continue;
        }
        if path.is_dir() {
            copy_folder(&path, &target, &[]);
        } else {
            fs::copy(&path, &target).unwrap();
            let modified = entry.metadata().unwrap().modified().unwrap();
            fs::set_permissions(&target, entry.metadata().unwrap().permissions()).unwrap();
            // Objects are read-only, and nobody asks when they were written.
            if let Ok(file) = fs::File::options().append(true).open(&target) {
                file.set_modified(modified).unwrap();
            }
        }
    }
}

/// A program that leaves `mark` beside itself when it runs.
pub(super) fn mark_program(folder: &Path) -> PathBuf {
    let program = folder.join("program");
    fs::write(&program, format!("#!/bin/sh\ntouch '{}'\n", folder.join("mark").display())).unwrap();
    #[cfg(unix)]
    {
        use std::os::unix::fs::PermissionsExt as _;
        fs::set_permissions(&program, fs::Permissions::from_mode(0o755)).unwrap();
    }
    program
}

/// The token that a folder's name begins with, as it is shown.
pub(super) fn token(folder: &str) -> String {
    PhaseId::leading(folder).first().unwrap().0.to_string()
}

/// What stands behind the token in a folder's name.
pub(super) fn slug(folder: &str) -> &str {
    let digit = folder.find(|c: char| c.is_ascii_digit()).unwrap_or_default();
    folder.get(digit..).and_then(|rest| rest.split_once('-')).map_or("", |(_, slug)| slug)
}

/// Runs git in a folder and gives what it wrote, without the line end.
pub(super) fn git(folder: &Path, arguments: &[&str]) -> String {
    let output = try_git(folder, arguments);
    let said = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "git {}: {said}", arguments.join(" "));
    String::from_utf8(output.stdout).unwrap().trim_end().to_owned()
}

/// Runs git in a folder, whatever comes of it; with an identity, a date and no settings of the machine's.
pub(super) fn try_git(folder: &Path, arguments: &[&str]) -> Output {
    let mut command = Command::new("git");
    command.current_dir(folder).env_clear().env("PATH", std::env::var_os("PATH").unwrap_or_default());
    command.envs([("GIT_CONFIG_GLOBAL", "/dev/null"), ("GIT_CONFIG_NOSYSTEM", "1"), ("LC_ALL", "C")]);
    command.envs([("GIT_AUTHOR_NAME", "A U Thor"), ("GIT_AUTHOR_EMAIL", "author@example.com")]);
    command.envs([("GIT_COMMITTER_NAME", "C O Mitter"), ("GIT_COMMITTER_EMAIL", "committer@example.com")]);
    command.envs([("GIT_AUTHOR_DATE", "1800000000 +0000"), ("GIT_COMMITTER_DATE", "1800000000 +0000")]);
    command.args(arguments).output().unwrap()
}
