//! Builds repositories with the real `git` program, the same on every machine: own home, no configuration but its own, fixed
//! identity and dates.

use std::cell::Cell;
use std::ffi::OsStr;
use std::fs;
use std::io::Write as _;
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};

use tempfile::TempDir;

/// Seconds since 1970 of the first commit; each one after it is a minute later.
const FIRST_COMMIT: i64 = 1_700_000_000;

/// Configuration that keeps what the machine's user has set from reaching the test, whoever starts git in the repository; and
/// that lets nothing wait for the disk, which a test's repository need not outlive.
const SETTINGS: &str = "[core]\n\texcludesFile =\n\tattributesFile =\n\tautocrlf = false\n\tfsync = none\n[commit]\n\tgpgSign = false\n\
                        [tag]\n\tgpgSign = false\n[gc]\n\tauto = 0\n[fastimport]\n\tunpackLimit = 1\n";

/// A repository in a temporary folder, gone when it is dropped.
pub(crate) struct Repo {
    // Held for its drop.
    _temporary: TempDir,
    home: PathBuf,
    root: PathBuf,
    clock: Cell<i64>,
}

impl Repo {
    /// An empty repository on branch `main`.
    pub(crate) fn new() -> Self {
        Self::init(&[])
    }

    /// An empty repository made with further options of `git init`.
    pub(crate) fn init(options: &[&str]) -> Self {
        let repo = Self::without_git();
        let mut arguments = vec!["init", "--quiet", "--template=", "--initial-branch=main"];
        arguments.extend(options);
        repo.git(&arguments);
        repo.settle();
        repo
    }

    /// A folder that is no repository yet, for `git clone` into `.` and the like.
    pub(crate) fn without_git() -> Self {
        let temporary = tempfile::tempdir().unwrap();
        // Git reports paths without links in them.
        let base = temporary.path().canonicalize().unwrap();
        let (home, root) = (base.join("home"), base.join("work"));
        fs::create_dir(&home).unwrap();
        fs::create_dir(&root).unwrap();
        Self { _temporary: temporary, home, root, clock: Cell::new(FIRST_COMMIT) }
    }

    /// The same once more, elsewhere: what is done to one leaves the other.
    pub(crate) fn copy(&self) -> Self {
        let other = Self::without_git();
        fs::remove_dir(&other.root).unwrap();
        let copied = self.command("cp").arg("-a").args([&self.root, &other.root]).status().unwrap();
        assert!(copied.success());
        other.clock.set(self.clock.get());
        other
    }

    /// Writes the settings that shield the repository from the machine's.
    pub(crate) fn settle(&self) {
        let file = self.path(self.git(&["rev-parse", "--git-path", "config"]));
        let mut config = fs::OpenOptions::new().append(true).open(file).unwrap();
        config.write_all(SETTINGS.as_bytes()).unwrap();
    }

    /// The root of the work tree.
    pub(crate) fn root(&self) -> &Path {
        &self.root
    }

    /// A path below the root.
    pub(crate) fn path(&self, path: impl AsRef<OsStr>) -> PathBuf {
        self.root.join(Path::new(path.as_ref()))
    }

    /// Writes a file, making its folders.
    pub(crate) fn write(&self, path: &str, content: impl AsRef<[u8]>) -> &Self {
        let path = self.path(path);
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(path, content).unwrap();
        self
    }

    /// Removes a file, or a folder with all that is in it.
    pub(crate) fn remove(&self, path: &str) -> &Self {
        let path = self.path(path);
        if path.is_dir() { fs::remove_dir_all(path) } else { fs::remove_file(path) }.unwrap();
        self
    }

    /// Gives the files that a death left in a folder the name of a process of long ago.
    pub(crate) fn age_what_a_death_left(&self, folder: &str) {
        for entry in fs::read_dir(self.path(folder)).unwrap() {
            let path = entry.unwrap().path();
            let name = path.file_name().unwrap().to_str().unwrap();
            if name.starts_with(".phase-pipeline-") {
                let (process, _) = name.rsplit_once('-').unwrap();
                fs::rename(&path, path.with_file_name(format!("{process}-1"))).unwrap();
            }
        }
    }

    /// Runs git and gives what it wrote, without the line end. Fails the test when git fails.
    pub(crate) fn git<S: AsRef<OsStr>>(&self, arguments: &[S]) -> String {
        let bytes = self.git_bytes(arguments);
        String::from_utf8(bytes).unwrap().trim_end_matches('\n').to_owned()
    }

    /// Runs git and gives the bytes that it wrote. Fails the test when git fails.
    pub(crate) fn git_bytes<S: AsRef<OsStr>>(&self, arguments: &[S]) -> Vec<u8> {
        let output = self.try_git(arguments);
        let said = String::from_utf8_lossy(&output.stderr);
        let asked: Vec<_> = arguments.iter().map(|word| word.as_ref().to_string_lossy()).collect();
        assert!(output.status.success(), "git {}: {said}", asked.join(" "));
        output.stdout
    }

    /// Runs git, whatever comes of it.
    pub(crate) fn try_git<S: AsRef<OsStr>>(&self, arguments: &[S]) -> Output {
        self.command("git").args(arguments).output().unwrap()
    }

    /// Runs git with something to read.
    pub(crate) fn git_with_input(&self, arguments: &[&str], input: &[u8]) {
        let mut child = self.command("git").args(arguments).stdin(Stdio::piped()).spawn().unwrap();
        child.stdin.take().unwrap().write_all(input).unwrap();
        assert!(child.wait().unwrap().success(), "git {}", arguments.join(" "));
    }

    /// Commits everything, and gives the commit's id.
    pub(crate) fn commit(&self, subject: &str) -> String {
        self.git(&["add", "--all"]);
        self.git(&["commit", "--quiet", "--allow-empty", "--message", subject]);
        self.id("HEAD")
    }

    /// The id that a revision names.
    pub(crate) fn id(&self, revision: &str) -> String {
        self.git(&["rev-parse", revision])
    }

    /// A minute later, in seconds since 1970.
    pub(crate) fn tick(&self) -> i64 {
        self.clock.set(self.clock.get() + 60);
        self.clock.get()
    }

    /// A program in the root, in the repository's own environment; time goes on by a minute.
    pub(crate) fn command(&self, program: &str) -> Command {
        let mut command = Command::new(program);
        let date = format!("{} +0000", self.tick());
        command.current_dir(&self.root).env_clear().env("PATH", search_path()).env("HOME", &self.home);
        command.envs([("GIT_CONFIG_GLOBAL", "/dev/null"), ("GIT_CONFIG_NOSYSTEM", "1"), ("LC_ALL", "C")]);
        command.envs([("GIT_AUTHOR_NAME", "A U Thor"), ("GIT_AUTHOR_EMAIL", "author@example.com")]);
        command.envs([("GIT_COMMITTER_NAME", "C O Mitter"), ("GIT_COMMITTER_EMAIL", "committer@example.com")]);
        command.envs([("GIT_AUTHOR_DATE", &date), ("GIT_COMMITTER_DATE", &date)]);
        command
    }
}

#[expect(clippy::disallowed_methods, reason = "a program that a test starts is found as the test itself was")]
fn search_path() -> std::ffi::OsString {
    std::env::var_os("PATH").unwrap_or_default()
}
