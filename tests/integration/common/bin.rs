//! Runs the binary in an environment of its own, and builds the sample project with it.

use std::ffi::OsString;
use std::path::Path;
use std::process::Command;

use phase_pipeline::write::demo::{PHASED, Sample, build};
use tempfile::TempDir;

/// The binary, about to run in a folder.
pub(crate) struct Bin<'a> {
    folder: &'a Path,
    variables: Vec<(&'a str, OsString)>,
}

/// What a run printed and came to.
#[derive(Debug, Clone, PartialEq, Eq)]
#[must_use]
pub(crate) struct Ran {
    /// Standard output.
    pub(crate) out: String,
    /// Standard error.
    pub(crate) err: String,
    /// The exit code.
    pub(crate) code: i32,
}

impl<'a> Bin<'a> {
    pub(crate) fn in_folder(folder: &'a Path) -> Self {
        Self { folder, variables: Vec::new() }
    }

    /// The same with one more variable in its environment.
    pub(crate) fn with(mut self, name: &'a str, value: impl Into<OsString>) -> Self {
        self.variables.push((name, value.into()));
        self
    }

    /// The same with several.
    pub(crate) fn with_all(self, variables: &[(&'a str, &'a str)]) -> Self {
        variables.iter().fold(self, |bin, (name, value)| bin.with(name, value))
    }

    /// Runs it with these arguments; nothing of the caller's environment but the path to programs reaches it.
    pub(crate) fn run(&self, arguments: &[&str]) -> Ran {
        self.run_with_input(arguments, "")
    }

    /// The same, with something to read on standard input.
    pub(crate) fn run_with_input(&self, arguments: &[&str], input: &str) -> Ran {
        let mut command = assert_cmd::Command::from_std(self.command());
        let output = command.args(arguments).write_stdin(input).output().unwrap();
        Ran {
            out: String::from_utf8(output.stdout).unwrap(),
            err: String::from_utf8(output.stderr).unwrap(),
            code: output.status.code().unwrap(),
        }
    }

    /// The program, in its folder and its environment, with nothing said to it yet.
    pub(crate) fn command(&self) -> Command {
        let mut command = Command::new(env!("CARGO_BIN_EXE_phase-pipeline"));
        command.env_clear().env("PATH", std::env::var_os("PATH").unwrap()).env("HOME", self.folder);
        command.env("GIT_CONFIG_GLOBAL", "/dev/null").env("GIT_CONFIG_NOSYSTEM", "1");
        // A session with room: no checkpoint stops what a test is about.
        command.env("PHASE_PIPELINE_CONTEXT", "10");
        command.envs(self.variables.iter().map(|(name, value)| (name, value))).current_dir(self.folder);
        command
    }
}

/// The sample project with phases, in a folder that lives as long as the value.
pub(crate) fn demo() -> TempDir {
    demo_of(&PHASED)
}

/// A sample project, in a folder that lives as long as the value.
pub(crate) fn demo_of(sample: &Sample) -> TempDir {
    let folder = tempfile::tempdir().unwrap();
    build(folder.path(), sample).unwrap();
    folder
}
