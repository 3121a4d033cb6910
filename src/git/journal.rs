//! Where the journals of recoveries lie in the git directory, and what they say.

use std::fs::File;
use std::io::{self, Read as _};
use std::path::{Path, PathBuf};

use super::error::{GitError, shown};
use crate::engine::escape::escape;
use crate::engine::journal::{Journal, VERSION};

/// The largest journal that is read, in bytes: it names paths, and holds nothing of what is in them.
const LIMIT: u64 = 64 * 1024 * 1024;

/// The folder, in the git directory of a work tree, that recoveries write into.
pub fn journal_folder(git_dir: &Path) -> PathBuf {
    git_dir.join("phase-pipeline")
}

/// The recovery that was begun in this work tree and neither finished nor undone.
///
/// # Errors
/// Its journal cannot be read, or is of another version.
pub fn open_journal(git_dir: &Path) -> Result<Option<Journal>, GitError> {
    read(&journal_folder(git_dir).join("journal.json"))
}

/// The recoveries of this work tree that are done and kept for undo, oldest first.
///
/// # Errors
/// As [`open_journal`].
pub fn finished_journals(git_dir: &Path) -> Result<Vec<Journal>, GitError> {
    let folder = journal_folder(git_dir).join("finished");
    let io = |source| GitError::io(format!("reading {}", shown(&folder)), source);
    let listed = match std::fs::read_dir(&folder) {
        Ok(listed) => listed,
        Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(Vec::new()),
        Err(error) => return Err(io(error)),
    };
    let mut found = Vec::new();
    for entry in listed {
        let path = entry.map_err(io)?.path();
        if path.extension().is_some_and(|end| end == "json") {
            found.extend(read(&path)?);
        }
    }
    found.sort_by_key(|journal| journal.number);
    Ok(found)
}

fn read(path: &Path) -> Result<Option<Journal>, GitError> {
    let mut text = Vec::new();
    match File::open(path).and_then(|file| file.take(LIMIT).read_to_end(&mut text)) {
        Ok(_) => {}
        Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(None),
        Err(error) => return Err(GitError::io(format!("reading {}", shown(path)), error)),
    }
    let other = |why: String| GitError::Journal { path: shown(path), why };
    let journal: Journal = serde_json::from_slice(&text).map_err(|error| other(told(&error)))?;
    if journal.version != VERSION {
        return Err(other(format!("it has form {}, and this version knows form {VERSION}", journal.version)));
    }
    let has_one_each = journal.kept.len() == journal.announced.paths.len()
        && journal.progress.len() == journal.announced.actions.len();
    if !has_one_each {
        return Err(other("it does not hold one entry for each path and action".to_owned()));
    }
    Ok(Some(journal))
}

/// What the error says, without what it quotes at length: a journal that is no journal may be one long text.
fn told(error: &serde_json::Error) -> String {
    let text = error.to_string();
    if text.chars().count() <= LONGEST_TOLD {
        return escape(&text);
    }
    let first: String = text.chars().take(LONGEST_TOLD).collect();
    format!("{}… (line {}, column {})", escape(&first), error.line(), error.column())
}

/// How many characters of an error are told.
const LONGEST_TOLD: usize = 200;

#[cfg(test)]
mod tests {
    use super::*;

    fn place(name: &str, text: &str) -> tempfile::TempDir {
        let git_dir = tempfile::tempdir().unwrap();
        let file = journal_folder(git_dir.path()).join(name);
        std::fs::create_dir_all(file.parent().unwrap()).unwrap();
        std::fs::write(file, text).unwrap();
        git_dir
    }

    #[test]
    fn no_journal_is_none_and_a_damaged_one_is_told() {
        let nowhere = tempfile::tempdir().unwrap();
        assert_eq!(open_journal(nowhere.path()).unwrap(), None);
        assert_eq!(finished_journals(nowhere.path()).unwrap(), []);
        let long = format!("\"{}\"", "\u{1b}".repeat(100_000));
        for text in ["", "{", "{\"version\": 1}", "[]", &long] {
            let git_dir = place("journal.json", text);
            let error = open_journal(git_dir.path()).unwrap_err();
            assert!(matches!(error, GitError::Journal { .. }), "{text}: {error:?}");
            let told = error.to_string();
            assert!(told.len() < 4_000 && !told.contains('\u{1b}'), "{told}");
        }
        let git_dir = place("finished/1.json", "{");
        assert!(finished_journals(git_dir.path()).is_err());
        let git_dir = place("finished/1.json.new", "{");
        assert_eq!(finished_journals(git_dir.path()).unwrap(), [], "what was not written whole is none");
    }
}
