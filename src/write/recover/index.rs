//! The index: entries of single paths are set, those of all others stay; and what git would make of a work-tree file is asked
//! of an index of our own.

use super::error::RecoverError;
use crate::engine::object::Oid;
use crate::engine::path::RepoPath;
use crate::engine::recovery::{IndexEntry, PathState};
use crate::write::hands::{Hands, os_text, pathspecs};

/// Gives these paths these entries in the index; without entries, they are taken out of it.
pub(super) fn set(hands: &Hands<'_>, paths: &[(RepoPath, Vec<IndexEntry>)]) -> Result<(), RecoverError> {
    if !paths.is_empty() {
        hands.change(&["update-index", "-z", "--index-info"], &*lines(hands, paths)?)?;
    }
    Ok(())
}

/// Announces these names in the index, without content, each with its mode.
///
/// Git takes the mode from the file that it finds; the one in the work tree may be of another kind by now. So it is shown a work
/// tree of our own, with an empty file of the right kind.
/// Source: <https://git-scm.com/docs/git-add> (`--intent-to-add`).
pub(super) fn announce(hands: &Hands<'_>, names: &[(RepoPath, u32)]) -> Result<(), RecoverError> {
    if names.is_empty() {
        return Ok(());
    }
    let tree = hands.scratch_tree();
    hands.forget_folder(&tree)?;
    hands.make_folder(&tree)?;
    for (path, mode) in names {
        let place = tree.join(os_text(path.as_bytes()));
        hands.make_folder(place.parent().unwrap_or(&tree))?;
        match mode {
            0o120_000 => hands.link_new(&place, b"announced")?,
            mode => hands.write_new(&place, b"", *mode == 0o100_755)?,
        }
    }
    let add = ["add", "--intent-to-add", "--force", "--sparse", "--pathspec-from-file=-", "--pathspec-file-nul"];
    hands.change_seeing(&tree, &add, &*pathspecs(names.iter().map(|(path, _)| path)))?;
    Ok(hands.forget_folder(&tree)?)
}

/// Has the index note that these files are as it says, so that nobody need read them again.
pub(super) fn refresh(hands: &Hands<'_>, states: &[PathState]) -> Result<(), RecoverError> {
    let paths: Vec<&RepoPath> = states
        .iter()
        .filter(|state| !state.index.is_empty() && state.disk.is_some())
        .map(|state| &state.path)
        .collect();
    if !paths.is_empty() {
        let refresh = ["add", "--refresh", "--sparse", "--pathspec-from-file=-", "--pathspec-file-nul"];
        hands.change(&refresh, &*pathspecs(paths))?;
    }
    Ok(())
}

/// Begins an index of our own with what a commit holds.
pub(super) fn begin(hands: &Hands<'_>, commit: Option<Oid>) -> Result<(), RecoverError> {
    hands.make_folder(&hands.folder())?;
    hands.forget(&hands.scratch_index())?;
    // A git that was killed leaves its lock; nobody else has an interest in this index.
    hands.forget(&hands.scratch_index().with_extension("lock"))?;
    match commit {
        Some(commit) => hands.build(&["read-tree", &commit.to_string()], &b""[..]),
        None => hands.build(&["read-tree", "--empty"], &b""[..]),
    }?;
    Ok(())
}

/// The same as [`set`], in an index of our own.
pub(super) fn set_own(hands: &Hands<'_>, paths: &[(RepoPath, Vec<IndexEntry>)]) -> Result<(), RecoverError> {
    hands.build(&["update-index", "-z", "--index-info"], &*lines(hands, paths)?)?;
    Ok(())
}

/// Takes these paths into an index of our own as they lie in the work tree, filters and line endings as git wants them.
pub(super) fn add_own<'p>(
    hands: &Hands<'_>,
    paths: impl IntoIterator<Item = &'p RepoPath>,
) -> Result<(), RecoverError> {
    let add = ["add", "--all", "--force", "--sparse", "--pathspec-from-file=-", "--pathspec-file-nul"];
    hands.build(&add, &*pathspecs(paths))?;
    Ok(())
}

/// Writes an index of our own as a tree.
pub(super) fn tree_of_own(hands: &Hands<'_>) -> Result<Oid, RecoverError> {
    super::check::id(&hands.build(&["write-tree"], &b""[..])?)
}

fn lines(hands: &Hands<'_>, paths: &[(RepoPath, Vec<IndexEntry>)]) -> Result<Vec<u8>, RecoverError> {
    let digits = match hands.repository.head()? {
        crate::git::Head::Commit { id, .. } => id.as_bytes().len() * 2,
        crate::git::Head::Unborn { .. } => {
            let ids = paths.iter().flat_map(|(_, entries)| entries);
            ids.map(|entry| entry.id.as_bytes().len() * 2).next().unwrap_or(40)
        }
    };
    let mut out = Vec::new();
    let mut line = |words: String, path: &RepoPath| {
        out.extend(words.into_bytes());
        out.push(b'\t');
        out.extend_from_slice(path.as_bytes());
        out.push(0);
    };
    for (path, entries) in paths {
        // Whatever stands there goes first, or the stages of a conflict would stand beside it.
        line(format!("0 {}", "0".repeat(digits)), path);
        for entry in entries {
            line(format!("{:06o} {} {}", entry.mode, entry.id, entry.stage), path);
        }
    }
    Ok(out)
}
