//! The stashes of a repository, as `git stash list` numbers them, and what each holds.
//!
//! The list is the log of `refs/stash`. It is read as the file that git writes; where a repository keeps its references in
//! another form, git is asked.
//! Source: <https://git-scm.com/docs/git-stash> (the commits that a stash is made of).

use std::collections::BTreeSet;
use std::io;

use super::error::GitError;
use super::objects::{Objects, Parents};
use super::repository::Repository;
use crate::engine::object::Oid;
use crate::engine::path::RepoPath;

/// One stash.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Stash {
    /// Its place in the list: `stash@{place}`.
    pub place: usize,
    /// Its commit.
    pub id: Oid,
    /// What it is called.
    pub message: String,
}

impl Repository {
    /// The stashes, the newest first.
    ///
    /// # Errors
    /// The log, or git, cannot be read.
    pub fn stashes(&self) -> Result<Vec<Stash>, GitError> {
        let stashes = match std::fs::read(self.common_dir().join("logs/refs/stash")) {
            Ok(log) => log.split(|byte| *byte == b'\n').rev().filter_map(of_log).collect(),
            Err(error) if error.kind() == io::ErrorKind::NotFound => self.told_stashes()?,
            Err(error) => return Err(GitError::io("reading the list of stashes", error)),
        };
        let numbered = stashes.into_iter().enumerate();
        Ok(numbered.map(|(place, (id, message))| Stash { place, id, message }).collect())
    }

    /// The same as git tells it.
    fn told_stashes(&self) -> Result<Vec<(Oid, String)>, GitError> {
        if self.objects().resolve("refs/stash")?.is_none() {
            return Ok(Vec::new());
        }
        let Some(git) = self.git() else { return Ok(Vec::new()) };
        let listed = git.run(&["stash", "list", "--format=%H %gs"])?.success()?;
        Ok(listed.split(|byte| *byte == b'\n').filter_map(of_list).collect())
    }
}

/// A line of the log: the id before, the id after, who and when, a tab, the message.
fn of_log(line: &[u8]) -> Option<(Oid, String)> {
    let at = line.iter().position(|byte| *byte == b'\t')?;
    let id = line.get(..at)?.split(|byte| *byte == b' ').nth(1)?;
    Some((Oid::from_hex(id)?, String::from_utf8_lossy(line.get(at + 1..)?).into_owned()))
}

/// A line of the list: the id, a blank, the message.
fn of_list(line: &[u8]) -> Option<(Oid, String)> {
    let at = line.iter().position(|byte| *byte == b' ')?;
    Some((Oid::from_hex(line.get(..at)?)?, String::from_utf8_lossy(line.get(at + 1..)?).into_owned()))
}

impl Objects {
    /// The files that a stash holds: what its work tree changed, and what was untracked.
    ///
    /// # Errors
    /// Git cannot be read.
    pub fn stashed(&self, stash: Oid) -> Result<BTreeSet<RepoPath>, GitError> {
        let commit = self.commit(stash)?;
        let Parents::Known(parents) = self.parents(&commit) else { return Ok(BTreeSet::new()) };
        let Some(base) = parents.first() else { return Ok(BTreeSet::new()) };
        let base = self.commit(*base)?.tree;
        let changed = self.differing(&RepoPath::default(), Some(commit.tree), &[Some(base)])?;
        let mut held: BTreeSet<RepoPath> = changed.into_keys().collect();
        if let Some(untracked) = parents.get(2) {
            let tree = self.commit(*untracked)?.tree;
            held.extend(self.differing(&RepoPath::default(), Some(tree), &[None])?.into_keys());
        }
        Ok(held)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_line_has_its_id_and_its_message() {
        let (old, new) = ("0".repeat(40), "1".repeat(40));
        let log = format!("{old} {new} A U Thor <a@b.c> 1767517200 +0000\tOn main: phase 07: left");
        let (id, message) = of_log(log.as_bytes()).unwrap();
        assert_eq!((id.to_string(), message.as_str()), (new.clone(), "On main: phase 07: left"));
        assert_eq!(of_list(format!("{new} On main: x").as_bytes()), Some((id, "On main: x".to_owned())));
        for line in ["", "\t", "a b c\tx", "1 2"] {
            assert_eq!((of_log(line.as_bytes()), of_list(line.as_bytes())), (None, None), "{line}");
        }
    }
}
