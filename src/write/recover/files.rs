//! Files of the work tree: each is put or taken away in one step, so that at any moment it is the old or the new one, whole.

use std::path::{Path, PathBuf};

use sha2::{Digest as _, Sha256};

use super::error::RecoverError;
use crate::engine::journal::Journal;
use crate::engine::path::RepoPath;
use crate::write::hands::Hands;

/// What a file is to be.
pub(super) struct Content<'a> {
    /// The mode as git records it.
    pub(super) mode: u32,
    /// The raw bytes; of a link, its target.
    pub(super) bytes: &'a [u8],
    /// The exact permissions; the user's usual ones where none are given.
    pub(super) permissions: Option<u32>,
}

/// Where a path lies, with no link on the way.
pub(super) fn place(hands: &Hands<'_>, path: &RepoPath) -> Result<PathBuf, RecoverError> {
    let place = hands.repository.place(path)?;
    place.ok_or_else(|| RecoverError::Refused {
        path: path.clone(),
        why: "is reached through a link, or is no path here",
    })
}

/// Puts a file, whatever is there.
pub(super) fn put(hands: &Hands<'_>, token: &str, path: &RepoPath, content: &Content<'_>) -> Result<(), RecoverError> {
    let goal = place(hands, path)?;
    if let Some(folder) = goal.parent() {
        hands.make_folder(folder)?;
    }
    let beside = beside(&goal, path, token);
    hands.forget(&beside)?;
    if content.mode == 0o120_000 {
        hands.link_new(&beside, content.bytes)?;
    } else {
        hands.write_new(&beside, content.bytes, content.mode == 0o100_755)?;
        if let Some(permissions) = content.permissions {
            hands.permit(&beside, permissions)?;
        }
    }
    // Looked at again: a link may have come into the way while the file was written.
    Ok(hands.rename(&beside, &place(hands, path)?)?)
}

/// Takes a file away, where one is there.
pub(super) fn take_away(hands: &Hands<'_>, path: &RepoPath) -> Result<(), RecoverError> {
    Ok(hands.forget(&place(hands, path)?)?)
}

/// Removes what a death in the middle of [`put`] may have left.
pub(super) fn sweep(hands: &Hands<'_>, journal: &Journal) -> Result<(), RecoverError> {
    let token = journal.announced.token().to_string();
    for state in &journal.announced.paths {
        if let Some(place) = hands.repository.place(&state.path)? {
            hands.forget(&beside(&place, &state.path, &token))?;
        }
    }
    hands.forget_folder(&hands.scratch_tree())?;
    Ok(hands.forget(&hands.scratch_index())?)
}

/// Where a file is written before it takes its place: in the same folder, because only there one can take another's place in
/// one step.
fn beside(place: &Path, path: &RepoPath, token: &str) -> PathBuf {
    let name = Sha256::digest(path.as_bytes()).first_chunk().copied().unwrap_or_default();
    place.with_file_name(format!(".phase-pipeline-{token}-{:08x}", u32::from_be_bytes(name)))
}
