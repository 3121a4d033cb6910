//! Small sample projects with real history, one for each style of project; [`PHASED`] has a phase for each state that one can
//! be in.
//!
//! A project is data: its phases say what there is to see, `demo/` holds the commits of each phase, and `demo/project/` the
//! files. To add a phase, add its files, its commits and its entry in `demo/phases.rs`. Two builds give the same commit ids.

mod executed;
mod phases;
mod planned;
mod script;
mod shipped;
mod sprints;
mod start;

use std::path::{Path, PathBuf};

use fs_err as fs;

use super::error::{WriteError, shown};
use super::git::Git;
use crate::engine::escape::escape_bytes;
pub use script::DemoPhase;

/// A sample project, as data.
#[derive(Debug, Clone, Copy)]
pub struct Sample {
    /// The commits before the first phase.
    start: &'static [script::Commit],
    /// Its phases, in their order.
    pub phases: &'static [DemoPhase],
    /// A phase of it that shows something in every command.
    pub to_try: &'static str,
}

/// The sample project whose phases lie in a planning folder.
pub static PHASED: Sample = Sample { start: start::COMMITS, phases: phases::PHASES, to_try: "4" };

/// The sample project that is worked in sprints.
pub static SPRINTED: Sample = Sample { start: sprints::START, phases: sprints::SPRINTS, to_try: "2" };

/// The sample project, built.
#[derive(Debug, Clone)]
pub struct DemoProject {
    /// Its root.
    pub folder: PathBuf,
    /// How many commits it has.
    pub commits: usize,
}

const BRANCH: &str = "main";
/// 2026-01-04 09:00 UTC, in seconds since 1970: when the history begins. Each phase is worked on the next day.
const BEGIN: i64 = 1_767_517_200;
/// Seconds of a day.
const DAY: i64 = 24 * 60 * 60;

/// What the user's own settings must not do to the sample project: run a program, or change a byte on the way to the work tree.
const SETTINGS: &[&str] = &[
    "core.hooksPath=/dev/null",
    "core.fsmonitor=false",
    "core.attributesFile=/dev/null",
    "core.autocrlf=false",
    "gc.auto=0",
    "maintenance.auto=false",
];

/// A new, empty folder among the system's temporary ones, for a user who names none. It stays when this program ends.
///
/// # Errors
/// When the system refuses.
pub fn temporary_folder() -> Result<PathBuf, WriteError> {
    Ok(tempfile::Builder::new().prefix("phase-pipeline-demo-").tempdir()?.keep())
}

/// Builds a sample project in `folder`, which is made if it is not there. Nothing is written anywhere else.
///
/// # Errors
/// When the folder is not empty (then nothing is touched), cannot be written, or `git` fails in it.
pub fn build(folder: &Path, sample: &Sample) -> Result<DemoProject, WriteError> {
    fs::create_dir_all(folder)?;
    if let Some(entry) = fs::read_dir(folder)?.next() {
        let entry = escape_bytes(entry?.file_name().as_encoded_bytes());
        return Err(WriteError::NotEmpty { folder: shown(folder), entry });
    }
    let history = history(sample);
    let git = Git::new(folder, SETTINGS);
    git.run(&["init", "--quiet", "--template=", &format!("--initial-branch={BRANCH}")])?;
    git.feed(&["fast-import", "--quiet"], script::stream(BRANCH, &history).as_slice())?;
    git.run(&["reset", "--quiet", "--hard"])?;
    for file in sample.phases.iter().flat_map(|phase| phase.left) {
        let path = folder.join(file.path);
        if let Some(parent) = path.parent() {
            fs::create_dir_all(parent)?;
        }
        fs::write(&path, file.text)?;
    }
    Ok(DemoProject { folder: folder.to_path_buf(), commits: history.iter().map(|(_, commits)| commits.len()).sum() })
}

/// Each part of the history with the time of its first commit.
fn history(sample: &Sample) -> Vec<(i64, &'static [script::Commit])> {
    let parts = std::iter::once(sample.start).chain(sample.phases.iter().map(|phase| phase.commits));
    parts.scan(BEGIN, |next, commits| Some((std::mem::replace(next, *next + DAY), commits))).collect()
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;
    use std::process::Command;

    use tempfile::TempDir;

    use super::script::{Change, Tree};
    use super::*;

    /// Where [`build_where_told`] builds.
    const TOLD: &str = "PHASE_PIPELINE_TEST_DEMO";

    fn built() -> (TempDir, DemoProject) {
        let scratch = tempfile::tempdir().unwrap();
        let project = build(&scratch.path().join("new/ledger"), &PHASED).unwrap();
        (scratch, project)
    }

    fn git(folder: &Path, arguments: &[&str]) -> String {
        let output = Git::new(folder, &["core.excludesFile=/dev/null", "core.quotePath=false"]).run(arguments).unwrap();
        String::from_utf8(output).unwrap()
    }

    #[test]
    fn the_history_is_sound_and_the_half_written_artifact_alone_is_uncommitted() {
        let (_scratch, project) = built();
        assert_eq!(git(&project.folder, &["fsck", "--strict", "--no-dangling"]), "");
        assert_eq!(git(&project.folder, &["status", "--porcelain"]), "?? .planning/phases/11-tax-report/11-SPEC.md\n");
        assert_eq!(git(&project.folder, &["rev-list", "--count", "HEAD"]).trim(), project.commits.to_string());
        assert_eq!(git(&project.folder, &["symbolic-ref", "HEAD"]), "refs/heads/main\n");
    }

    #[test]
    fn settings_and_environment_of_the_user_change_nothing() {
        let (scratch, project) = built();
        let home = scratch.path().join("home");
        let hooks = home.join("hooks");
        fs::create_dir_all(&hooks).unwrap();
        for hook in ["reference-transaction", "post-checkout", "post-index-change"] {
            write_program(&hooks.join(hook), &format!("#!/bin/sh\ntouch {}\nexit 1\n", home.join("ran").display()));
        }
        fs::write(home.join("attributes"), "* text eol=crlf filter=loud\n").unwrap();
        fs::write(
            home.join(".gitconfig"),
            format!(
                "[init]\ndefaultBranch = trunk\ndefaultObjectFormat = sha256\ndefaultRefFormat = reftable\n\
                 [core]\nautocrlf = true\nhooksPath = {0}/hooks\nattributesFile = {0}/attributes\nfsmonitor = false\n\
                 [filter \"loud\"]\nsmudge = tr a-z A-Z\n[commit]\ngpgSign = true\n[user]\nname = Somebody\n",
                home.display()
            ),
        )
        .unwrap();
        let second = scratch.path().join("second");
        let output = Command::new(std::env::current_exe().unwrap())
            .args(["--ignored", "--exact", "write::demo::tests::build_where_told"])
            .env(TOLD, &second)
            .env("HOME", &home)
            .env("GIT_CONFIG_GLOBAL", home.join(".gitconfig"))
            .env("GIT_DIR", scratch.path().join("elsewhere.git"))
            .env("GIT_WORK_TREE", scratch.path())
            .env("GIT_INDEX_FILE", scratch.path().join("elsewhere.index"))
            .env("GIT_DEFAULT_HASH", "sha256")
            .env("GIT_AUTHOR_NAME", "Somebody")
            .output()
            .unwrap();
        assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stdout));
        let head = git(&project.folder, &["rev-parse", "HEAD"]);
        assert_eq!(git(&second, &["rev-parse", "HEAD"]), head);
        assert_eq!(git(&second, &["status", "--porcelain"]), git(&project.folder, &["status", "--porcelain"]));
        let page = "src/app/sign-in.tsx";
        assert_eq!(fs::read(second.join(page)).unwrap(), fs::read(project.folder.join(page)).unwrap());
        let left: BTreeSet<_> = fs::read_dir(scratch.path()).unwrap().map(|entry| entry.unwrap().file_name()).collect();
        assert_eq!(left, ["home", "new", "second"].map(Into::into).into(), "nothing was written elsewhere");
        assert!(!home.join("ran").exists(), "a hook of the user ran");
    }

    #[test]
    #[ignore = "started by settings_and_environment_of_the_user_change_nothing, in an environment of its own"]
    #[expect(clippy::disallowed_methods, reason = "the test above hands the folder to its own child process")]
    fn build_where_told() {
        build(Path::new(&std::env::var_os(TOLD).unwrap()), &PHASED).unwrap();
    }

    #[cfg(unix)]
    fn write_program(path: &Path, text: &str) {
        use std::os::unix::fs::PermissionsExt as _;
        fs::write(path, text).unwrap();
        fs::set_permissions(path, std::fs::Permissions::from_mode(0o755)).unwrap();
    }

    #[cfg(not(unix))]
    fn write_program(path: &Path, text: &str) {
        fs::write(path, text).unwrap();
    }

    #[test]
    fn a_folder_that_holds_something_is_refused_and_left_alone() {
        let scratch = tempfile::tempdir().unwrap();
        let note = scratch.path().join("note\u{1b}.txt");
        fs::write(&note, "mine").unwrap();
        let error = build(scratch.path(), &PHASED).unwrap_err();
        let said = error.to_string();
        assert!(said.contains("is not empty: it holds note\\u{1b}.txt"), "{said}");
        assert!(error.remedy().contains("empty"));
        assert_eq!(fs::read_dir(scratch.path()).unwrap().count(), 1);
        let error = build(&note, &PHASED).unwrap_err();
        assert!(matches!(error, WriteError::System { .. }), "{error:?}");
        assert!(!error.to_string().contains('\u{1b}'), "{error}");
        assert_eq!(fs::read_to_string(&note).unwrap(), "mine");
    }

    #[test]
    fn an_empty_folder_is_taken() {
        let folder = temporary_folder().unwrap();
        build(&folder, &PHASED).unwrap();
        assert!(build(&folder, &PHASED).is_err(), "the second time it is not empty");
        fs::remove_dir_all(folder).unwrap();
    }

    #[test]
    fn every_change_finds_what_it_changes() {
        let mut tree = Tree::default();
        for (_, commits) in [&PHASED, &SPRINTED].into_iter().flat_map(history) {
            for commit in commits {
                for change in commit.changes {
                    match change {
                        Change::Write(file) => assert_ne!(tree.text(file.path), file.text, "{}", commit.subject),
                        Change::Replace { path, from, to } => {
                            assert_eq!(tree.text(path).matches(from).count(), 1, "{}: {from}", commit.subject);
                            assert_ne!(from, to);
                        }
                        Change::BeforeFooter { path, .. } => {
                            assert_eq!(tree.text(path).matches("\n---\n").count(), 1, "{}", commit.subject);
                        }
                    }
                    let (path, _) = tree.apply(change);
                    let is_plain = |c: char| c.is_ascii_alphanumeric() || "/._-".contains(c);
                    assert!(path.chars().all(is_plain), "{path} would need quotes in the stream");
                }
            }
        }
    }

    #[test]
    fn every_phase_is_in_the_roadmap_and_writes_into_its_own_folder() {
        let (_scratch, project) = built();
        let roadmap = fs::read_to_string(project.folder.join(".planning/ROADMAP.md")).unwrap();
        for (at, phase) in PHASED.phases.iter().enumerate() {
            assert_eq!(phase.id, format!("{:02}", at + 1));
            assert!(roadmap.contains(&format!("**Phase {}: ", at + 1)), "{}", phase.id);
            assert!(!phase.about.is_empty() && phase.row.contains('/'), "{}", phase.id);
            let beginning = format!(".planning/phases/{}-", phase.id);
            let changed = phase.commits.iter().flat_map(|commit| commit.changes).map(|change| match change {
                Change::Write(file) => file.path,
                Change::Replace { path, .. } | Change::BeforeFooter { path, .. } => path,
            });
            let mut written = changed.chain(phase.left.iter().map(|file| file.path));
            assert!(
                written.all(|path| path.starts_with(&beginning) || !path.starts_with(".planning/phases/")),
                "{}",
                phase.id
            );
        }
    }

    #[test]
    fn every_glob_of_the_surface_map_matches_a_file() {
        let (_scratch, project) = built();
        let config = fs::read_to_string(project.folder.join(".planning/config.json")).unwrap();
        let config: serde_json::Value = serde_json::from_str(&config).unwrap();
        let files = git(&project.folder, &["ls-files"]);
        let surfaces = config["surfaces"].as_object().unwrap();
        assert_eq!(surfaces.len(), 6);
        for (name, surface) in surfaces {
            for glob in surface["globs"].as_array().unwrap() {
                let glob = glob.as_str().unwrap();
                let matcher = globset::Glob::new(glob).unwrap().compile_matcher();
                assert!(files.lines().any(|file| matcher.is_match(file)), "{name}: {glob}");
            }
        }
    }
}
