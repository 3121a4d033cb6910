//! What can go wrong while something is written, and what a user can do about it.

use std::io;
use std::path::Path;
use std::process::ExitStatus;

use crate::engine::escape::{escape, escape_bytes};
use crate::engine::failure::Failure;

/// Why something could not be written. Its text is safe to print: what came from outside is escaped already.
#[derive(Debug, thiserror::Error)]
pub enum WriteError {
    /// A folder that has to be empty holds something.
    #[error("{folder} is not empty: it holds {entry}")]
    NotEmpty {
        /// The folder.
        folder: String,
        /// One name in it.
        entry: String,
    },
    /// A file is not what it was when it was read.
    #[error("{place} was changed meanwhile; nothing was written")]
    Changed {
        /// The file.
        place: String,
    },
    /// A link or a folder in the place of a file.
    #[error("{place} is no plain file; nothing was written")]
    NotAFile {
        /// The place.
        place: String,
    },
    /// The system refused to read or write a file.
    #[error("{said}")]
    System {
        /// What the system said; it names the path.
        said: String,
        /// The kind of refusal.
        kind: io::ErrorKind,
    },
    /// `git` could not be started or spoken to.
    #[error("cannot run {command}: {source}")]
    Start {
        /// The command as a user could type it.
        command: String,
        /// What the system said.
        source: io::Error,
    },
    /// `git` ran and failed.
    #[error("{command} failed ({status}):{}", below(stderr))]
    Git {
        /// The command as a user could type it.
        command: String,
        /// How it ended.
        status: ExitStatus,
        /// What it complained about, each line escaped.
        stderr: String,
    },
}

impl From<WriteError> for Failure {
    fn from(error: WriteError) -> Self {
        let failure = match &error {
            WriteError::NotEmpty { .. } => Self::usage("not-empty", error.to_string()),
            WriteError::Changed { .. } => Self::environment("changed", error.to_string()),
            _ => Self::environment("write", error.to_string()),
        };
        failure.remedy(error.remedy())
    }
}

impl WriteError {
    /// What to do about it, in a line.
    pub fn remedy(&self) -> String {
        match self {
            Self::NotEmpty { .. } => "name a folder that is empty or does not exist yet".to_owned(),
            Self::Changed { .. } => "run it again: it then starts from the file as it is now".to_owned(),
            Self::NotAFile { .. } => "put the file itself in the place of what is there".to_owned(),
            Self::System { .. } => {
                "check that the path is a folder that you may write, and that the disk has room".to_owned()
            }
            Self::Start { .. } => "check that git is installed and that the folder is there".to_owned(),
            Self::Git { .. } => "run that command by hand to see more, then try again".to_owned(),
        }
    }
}

impl From<io::Error> for WriteError {
    fn from(source: io::Error) -> Self {
        Self::System { said: escape(&source.to_string()), kind: source.kind() }
    }
}

/// What git said behind a colon: one line beside it, several below it.
fn below(stderr: &str) -> String {
    if !stderr.contains('\n') {
        return format!(" {stderr}");
    }
    let indented = stderr.lines().map(|line| if line.is_empty() { "\n".to_owned() } else { format!("\n  {line}") });
    indented.collect()
}

/// What a program said, each line escaped; a tab stands for its blanks.
pub(super) fn lines(said: &[u8]) -> String {
    let lines = said.trim_ascii().split(|byte| *byte == b'\n').map(|line| {
        let plain = String::from_utf8_lossy(line.trim_ascii_end()).replace('\t', "    ");
        escape(&plain)
    });
    lines.collect::<Vec<_>>().join("\n")
}

/// A path for a reader, escaped.
pub(super) fn shown(path: &Path) -> String {
    escape_bytes(path.as_os_str().as_encoded_bytes())
}
