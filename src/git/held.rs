//! What a list of paths holds on disk, in the index and in HEAD: the state that a recovery is announced for.

use std::collections::{BTreeMap, BTreeSet};
use std::path::PathBuf;

use super::disk;
use super::error::GitError;
use super::objects::empty_tree;
use super::repository::{Head, Repository};

use crate::engine::object::{EntryKind, Oid, TreeEntry};
use crate::engine::obstacle::Mark;
use crate::engine::path::RepoPath;
use crate::engine::recovery::{IndexEntry, PathState};

impl Repository {
    /// What each of these paths holds, in their order. Nothing is followed through a link, and nothing is loaded whole.
    ///
    /// # Errors
    /// Git cannot be asked for the index, or a file cannot be read.
    pub fn path_states(&self, paths: &[RepoPath]) -> Result<Vec<PathState>, GitError> {
        let mut index = self.index_entries(paths)?;
        let tree = match self.head()? {
            Head::Commit { id, .. } => Some(self.objects().commit(id)?.tree),
            Head::Unborn { .. } => None,
        };
        let state = |path: &RepoPath| {
            let head = tree.map(|tree| self.objects().entry_at(tree, path)).transpose()?.flatten();
            Ok(PathState {
                path: path.clone(),
                disk: disk::held(self.root(), path)?,
                index: index.remove(path).unwrap_or_default(),
                head: head.map(|entry| (mode(&entry), entry.id)),
            })
        };
        paths.iter().map(state).collect()
    }

    /// What the index notes of each of these paths beside its entries, in their order.
    ///
    /// # Errors
    /// Git cannot be asked for the index.
    pub fn marks(&self, paths: &[RepoPath]) -> Result<Vec<Mark>, GitError> {
        let entries = self.index_entries(paths)?;
        let git = self.git().ok_or(GitError::NoProgram)?;
        let lines = git.run_on(self.root(), &["ls-files", "-v", "-z", "--full-name"], paths)?;
        let is_passed_over = |line: &&[u8]| line.first().is_some_and(|tag| tag.is_ascii_lowercase() || *tag == b'S');
        let passed_over: BTreeSet<RepoPath> = lines
            .split(|byte| *byte == 0)
            .filter(is_passed_over)
            .filter_map(|line| line.get(2..))
            .map(RepoPath::new)
            .collect();
        // Compared with nothing, the index holds what it has content of: a name that is only announced is left out.
        let Some(sample) = entries.values().flatten().next() else { return Ok(vec![Mark::default(); paths.len()]) };
        let question = [
            "diff-index",
            "--cached",
            "--ita-invisible-in-index",
            "--name-only",
            "--no-renames",
            "-z",
            empty_tree(sample.id),
        ];
        let lines = git.run_on(self.root(), &question, paths)?;
        let with_content: BTreeSet<RepoPath> =
            lines.split(|byte| *byte == 0).filter(|line| !line.is_empty()).map(RepoPath::new).collect();
        let mark = |path: &RepoPath| Mark {
            intent_to_add: entries.contains_key(path) && !with_content.contains(path),
            passed_over: passed_over.contains(path),
        };
        Ok(paths.iter().map(mark).collect())
    }

    /// The first of these paths that cannot stand beside what git holds, with what is in its way: the index or HEAD holds a file
    /// where it needs a folder, or the index holds something below it. Whoever gives git the one drops the other.
    ///
    /// # Errors
    /// Git cannot be asked for the index, or HEAD cannot be read.
    pub fn clash(&self, paths: &[RepoPath]) -> Result<Option<(RepoPath, RepoPath)>, GitError> {
        let git = self.git().ok_or(GitError::NoProgram)?;
        let folders: BTreeSet<RepoPath> = paths.iter().flat_map(folders_of).collect();
        let names: Vec<RepoPath> = folders.iter().chain(paths).cloned().collect();
        let listed = git.run_on(self.root(), &["ls-files", "-z", "--full-name"], &names)?;
        let held: BTreeSet<&[u8]> = listed.split(|byte| *byte == 0).filter(|name| !name.is_empty()).collect();
        let mut files: BTreeSet<&RepoPath> = folders.iter().filter(|name| held.contains(name.as_bytes())).collect();
        if let Head::Commit { id, .. } = self.head()? {
            let tree = self.objects().commit(id)?.tree;
            for folder in &folders {
                if self.objects().entry_at(tree, folder)?.is_some_and(|entry| entry.kind != EntryKind::Folder) {
                    files.insert(folder);
                }
            }
        }
        let in_the_way = |path: &RepoPath| {
            let above = folders_of(path).find(|folder| files.contains(folder));
            let inside = [path.as_bytes(), b"/"].concat();
            let below = || held.range(&*inside..).next().filter(|name| name.starts_with(&inside));
            Some((path.clone(), above.or_else(|| below().map(RepoPath::new))?))
        };
        Ok(paths.iter().find_map(in_the_way))
    }

    /// Where a path lies on disk; none where its name leads out of the work tree or into a git directory, or where a link or a
    /// file stands in the place of one of its folders.
    ///
    /// # Errors
    /// The system refuses to look.
    pub fn place(&self, path: &RepoPath) -> Result<Option<PathBuf>, GitError> {
        let Some(place) = disk::place(self.root(), path) else { return Ok(None) };
        let reached = disk::is_reached_without_links(self.root(), &place);
        let reached = reached.map_err(|source| GitError::io(format!("looking at {path}"), source))?;
        Ok(reached.then_some(place))
    }

    /// What the index has at each of these paths; a path that is not in it is left out.
    fn index_entries(&self, paths: &[RepoPath]) -> Result<BTreeMap<RepoPath, Vec<IndexEntry>>, GitError> {
        let git = self.git().ok_or(GitError::NoProgram)?;
        let listed = git.run_on(self.root(), &["ls-files", "--stage", "-z", "--full-name"], paths)?;
        let mut found: BTreeMap<RepoPath, Vec<IndexEntry>> = BTreeMap::new();
        for line in listed.split(|byte| *byte == 0).filter(|line| !line.is_empty()) {
            let (path, entry) = parse(line).ok_or_else(|| GitError::GitFailed {
                what: "reading git ls-files".to_owned(),
                stderr: "unknown output".to_owned(),
            })?;
            // A name that is a folder lists what is in it.
            found.entry(path).or_default().push(entry);
        }
        found.retain(|path, _| paths.contains(path));
        Ok(found)
    }
}

/// The folders that a path lies in, the root left out.
fn folders_of(path: &RepoPath) -> impl Iterator<Item = RepoPath> {
    std::iter::successors(Some(path.parent()), |folder| Some(folder.parent())).take_while(|folder| !folder.is_root())
}

/// One line of `git ls-files --stage`: `mode id stage<TAB>path`.
fn parse(line: &[u8]) -> Option<(RepoPath, IndexEntry)> {
    let at = line.iter().position(|byte| *byte == b'\t')?;
    let (words, path) = (std::str::from_utf8(line.get(..at)?).ok()?, line.get(at + 1..)?);
    let mut words = words.split(' ');
    let mode = u32::from_str_radix(words.next()?, 8).ok()?;
    let id = Oid::from_hex(words.next()?.as_bytes())?;
    let stage = words.next()?.parse().ok()?;
    Some((RepoPath::new(path), IndexEntry { stage, mode, id }))
}

fn mode(entry: &TreeEntry) -> u32 {
    match entry.kind {
        EntryKind::File => 0o100_644,
        EntryKind::Executable => 0o100_755,
        EntryKind::Link => 0o120_000,
        EntryKind::Folder => 0o040_000,
        EntryKind::Submodule => 0o160_000,
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    #[test]
    fn a_line_of_the_index_is_read_whatever_the_name_holds() {
        let id = "1".repeat(40);
        let line = format!("100755 {id} 2\ta\tb c\nd");
        let (path, entry) = parse(line.as_bytes()).unwrap();
        assert_eq!(path, RepoPath::from("a\tb c\nd"));
        assert_eq!((entry.mode, entry.stage, entry.id.to_string()), (0o100_755, 2, id));
        for line in ["", "100644", "100644 11 0\ta", "x 1 0\ta"] {
            assert_eq!(parse(line.as_bytes()), None, "{line}");
        }
    }

    proptest! {
        #[test]
        fn no_line_panics(line in proptest::collection::vec(any::<u8>(), 0..80)) {
            let _ = parse(&line);
        }
    }
}
