//! The only start of the `git` program for writing.
//!
//! Identity, signing and hooks are the user's, unless the caller gives settings of its own (the demo does, for a repository
//! that it has just made). The repository is always the one of the folder that was asked for, never one that the environment
//! names.
//! Source: <https://git-scm.com/docs/git> (environment variables), <https://git-scm.com/docs/git-rev-parse> (`--local-env-vars`).

use std::ffi::{OsStr, OsString};
use std::io::{self, Read};
use std::path::Path;
use std::process::{Command, Output, Stdio};

use super::error::{WriteError, lines, shown};
use crate::engine::escape::escape_bytes;
use crate::engine::own::word;

/// Variables that would make git write into another repository or index, or with settings meant for another one.
const SCRUBBED: &[&str] = &[
    "GIT_ALTERNATE_OBJECT_DIRECTORIES",
    "GIT_ATTR_SOURCE",
    "GIT_COMMON_DIR",
    "GIT_CONFIG",
    "GIT_CONFIG_COUNT",
    "GIT_CONFIG_PARAMETERS",
    "GIT_DIR",
    "GIT_GLOB_PATHSPECS",
    "GIT_GRAFT_FILE",
    "GIT_ICASE_PATHSPECS",
    "GIT_IMPLICIT_WORK_TREE",
    "GIT_INDEX_FILE",
    "GIT_INDEX_VERSION",
    "GIT_INTERNAL_SUPER_PREFIX",
    "GIT_LITERAL_PATHSPECS",
    "GIT_NAMESPACE",
    "GIT_NOGLOB_PATHSPECS",
    "GIT_NO_REPLACE_OBJECTS",
    "GIT_OBJECT_DIRECTORY",
    "GIT_PREFIX",
    "GIT_QUARANTINE_PATH",
    "GIT_REPLACE_REF_BASE",
    "GIT_SHALLOW_FILE",
    "GIT_TEMPLATE_DIR",
    "GIT_WORK_TREE",
];

/// A new repository has the formats that every reader of git knows, whatever the user prefers.
const FORMATS: &[(&str, &str)] = &[("GIT_DEFAULT_HASH", "sha1"), ("GIT_DEFAULT_REF_FORMAT", "files")];

/// The options by which git reads paths from its input.
pub(super) const PATHS_FROM_INPUT: [&str; 2] = ["--pathspec-from-file=-", "--pathspec-file-nul"];

/// The `git` program, ready to write in one folder.
#[derive(Debug, Clone)]
pub struct Git<'a> {
    folder: &'a Path,
    settings: Vec<&'a str>,
    variables: Vec<(&'static str, OsString)>,
}

impl<'a> Git<'a> {
    /// Git in `folder`, with `settings` (each `name=value`) over the user's own.
    pub fn new(folder: &'a Path, settings: &'a [&'a str]) -> Self {
        Self { folder, settings: settings.to_vec(), variables: Vec::new() }
    }

    /// The same with one more setting.
    #[must_use]
    pub fn set(mut self, setting: &'a str) -> Self {
        self.settings.push(setting);
        self
    }

    /// The same with one more variable in its environment.
    #[must_use]
    pub fn with(mut self, name: &'static str, value: impl Into<OsString>) -> Self {
        self.variables.push((name, value.into()));
        self
    }

    /// Runs git to its end and gives what it wrote.
    ///
    /// # Errors
    /// When git cannot be started, or ends with anything but 0.
    pub fn run(&self, arguments: &[impl AsRef<OsStr>]) -> Result<Vec<u8>, WriteError> {
        self.feed(arguments, &b""[..])
    }

    /// Runs git to its end with `input` on its standard input and gives what it wrote.
    ///
    /// # Errors
    /// As [`Git::run`].
    pub fn feed(&self, arguments: &[impl AsRef<OsStr>], mut input: impl Read + Send) -> Result<Vec<u8>, WriteError> {
        let arguments: Vec<&OsStr> = arguments.iter().map(AsRef::as_ref).collect();
        let mut paths = Vec::new();
        if arguments.iter().any(|argument| is_of_input(argument)) {
            input.read_to_end(&mut paths)?;
        }
        let told = || self.told(&arguments, &paths);
        let output = self
            .exchange(&arguments, paths.as_slice().chain(input))
            .map_err(|source| WriteError::Start { command: told(), source })?;
        if !output.status.success() {
            let stderr = lines(&output.stderr);
            return Err(WriteError::Git { command: told(), status: output.status, stderr });
        }
        Ok(output.stdout)
    }

    /// Writes and reads side by side, so that neither end waits for the other.
    fn exchange(&self, arguments: &[&OsStr], mut input: impl Read + Send) -> io::Result<Output> {
        let mut child = self.command(arguments).spawn()?;
        let stdin = child.stdin.take();
        std::thread::scope(|scope| {
            scope.spawn(move || {
                // A git that gives up early closes its end; its exit status and its message tell more than the broken pipe.
                let _ = stdin.map(|mut stdin| io::copy(&mut input, &mut stdin));
            });
            child.wait_with_output()
        })
    }

    fn command(&self, arguments: &[&OsStr]) -> Command {
        let mut command = Command::new("git");
        command.current_dir(self.folder);
        for setting in &self.settings {
            command.args(["-c", setting]);
        }
        for name in SCRUBBED {
            command.env_remove(name);
        }
        command.envs(FORMATS.iter().copied()).envs(self.variables.iter().map(|(name, value)| (name, value)));
        command.args(arguments);
        command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
        command
    }

    /// The command as a user could type it, escaped and quoted: with the paths that git was given by its input behind it.
    fn told(&self, arguments: &[&OsStr], paths: &[u8]) -> String {
        let folder = word(&shown(self.folder));
        let options =
            arguments.iter().filter(|argument| !is_of_input(argument)).map(|argument| argument.as_encoded_bytes());
        let paths = paths.split(|byte| *byte == 0).filter(|path| !path.is_empty());
        let mut words: Vec<String> = options.map(|argument| word(&escape_bytes(argument))).collect();
        for (at, path) in paths.enumerate() {
            if at == 0 {
                words.push("--".to_owned());
            }
            words.push(word(&escape_bytes(path)));
        }
        format!("git -C {folder} {}", words.join(" "))
    }
}

fn is_of_input(argument: &OsStr) -> bool {
    PATHS_FROM_INPUT.iter().any(|option| argument == *option)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_failure_tells_the_command_the_status_and_what_git_said() {
        let folder = tempfile::tempdir().unwrap();
        let error = Git::new(folder.path(), &[]).run(&["rev-parse", "--verify", "no\u{1b}where"]).unwrap_err();
        let WriteError::Git { command, status, stderr } = &error else { panic!("{error:?}") };
        assert!(command.ends_with("rev-parse --verify 'no\\u{1b}where'"), "{command}");
        assert_eq!(status.code(), Some(128));
        assert!(stderr.starts_with("fatal: "), "{stderr}");
        assert!(!error.to_string().contains('\u{1b}'));
        assert!(!error.remedy().is_empty());
    }

    #[test]
    fn a_command_that_failed_can_be_pasted_into_a_shell() {
        let folder = tempfile::tempdir().unwrap();
        let git = Git::new(folder.path(), &[]);
        let words = ["commit", "--message", "docs(07): it's"].into_iter().chain(PATHS_FROM_INPUT);
        let error = git.feed(&words.collect::<Vec<_>>(), &b":(top,literal)a b\0:(top,literal)c\0"[..]).unwrap_err();
        let WriteError::Git { command, .. } = &error else { panic!("{error:?}") };
        let expected = r"commit --message 'docs(07): it'\''s' -- ':(top,literal)a b' ':(top,literal)c'";
        assert!(command.ends_with(expected), "{command}");
    }

    #[test]
    fn what_git_says_in_several_lines_stands_on_lines_of_its_own() {
        let said = lines(b"Author identity unknown\r\n\n\tgit config user.name \x1b[1mYou\n");
        assert_eq!(said, "Author identity unknown\n\n    git config user.name \\u{1b}[1mYou");
        let folder = tempfile::tempdir().unwrap();
        let status = Git::new(folder.path(), &[]).command(&["rev-parse".as_ref()]).output().unwrap().status;
        let error = |stderr: &str| WriteError::Git { command: "git x".to_owned(), status, stderr: stderr.to_owned() };
        assert!(error("one\ntwo").to_string().ends_with("):\n  one\n  two"), "{}", error("one\ntwo"));
        assert!(error("one").to_string().ends_with("): one"), "{}", error("one"));
    }

    #[test]
    fn a_folder_that_is_not_there_is_told() {
        let folder = tempfile::tempdir().unwrap();
        let error = Git::new(&folder.path().join("gone"), &[]).run(&["init"]).unwrap_err();
        assert!(matches!(error, WriteError::Start { .. }), "{error:?}");
    }

    #[test]
    fn a_large_input_and_a_large_output_do_not_wait_for_each_other() {
        let folder = tempfile::tempdir().unwrap();
        let line = b"# a comment that stays as it is\n";
        let input = line.repeat(20_000);
        let output = Git::new(folder.path(), &[]).feed(&["stripspace", "--comment-lines"], input.as_slice()).unwrap();
        assert!(output.len() > input.len());
    }

    #[test]
    fn a_git_that_stops_reading_tells_its_own_failure() {
        let folder = tempfile::tempdir().unwrap();
        let error = Git::new(folder.path(), &[]).feed(&["fast-import"], b"x".repeat(1_000_000).as_slice()).unwrap_err();
        assert!(matches!(error, WriteError::Git { .. }), "{error:?}");
    }
}
