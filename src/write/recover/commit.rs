//! Commits single paths as they lie in the work tree, whatever else is staged. Identity, signing and hooks are the user's.

use std::collections::BTreeMap;

use super::error::RecoverError;
use super::{check, index};
use crate::engine::journal::Begun;
use crate::engine::object::{EntryKind, Oid};
use crate::engine::path::RepoPath;
use crate::engine::recovery::{IndexEntry, PathState};
use crate::write::hands::{Hands, pathspecs};

/// What the paths are when they are committed: the work tree stays, index and HEAD have what git makes of it.
pub(super) fn aim(hands: &Hands<'_>, head: Option<Oid>, now: Vec<PathState>) -> Result<Vec<PathState>, RecoverError> {
    index::begin(hands, head)?;
    // What is neither in the index that was begun nor on disk is nothing that could be added, nor left out.
    let there = now.iter().filter(|state| state.disk.is_some() || state.head.is_some());
    let there: Vec<&RepoPath> = there.map(|state| &state.path).collect();
    if !there.is_empty() {
        index::add_own(hands, there)?;
    }
    let tree = index::tree_of_own(hands)?;
    let objects = hands.repository.objects();
    let aim = |state: PathState| {
        let entry = objects.entry_at(tree, &state.path)?.and_then(|entry| Some((mode(entry.kind)?, entry.id)));
        let index = entry.map(|(mode, id)| IndexEntry { stage: 0, mode, id }).into_iter().collect();
        Ok(PathState { index, head: entry, ..state })
    };
    now.into_iter().map(aim).collect()
}

/// Makes the commit, or finds it made; none where there was nothing to commit.
pub(super) fn make(
    hands: &Hands<'_>,
    paths: &[RepoPath],
    subject: &str,
    begun: &Begun,
) -> Result<Option<Oid>, RecoverError> {
    let now = check::states(hands, paths)?;
    let head = check::commit_of(&hands.repository.head()?);
    if head == begun.head {
        if now.iter().zip(&begun.aim).all(|(now, aim)| now.head == aim.head) {
            in_index(hands, &begun.aim)?;
            return Ok(None);
        }
        let unknown: Vec<(RepoPath, u32)> = now
            .iter()
            .filter(|state| state.index.is_empty() && state.head.is_none())
            .filter_map(|state| Some((state.path.clone(), state.disk?.0)))
            .collect();
        index::announce(hands, &unknown)?;
        // A path that is nowhere any more is nothing that git could be told.
        let anywhere = now.iter().filter(|now| now.disk.is_some() || now.head.is_some() || !now.index.is_empty());
        let named = pathspecs(anywhere.map(|state| &state.path));
        let words = ["commit", "--only", "--quiet", "--cleanup=whitespace", "--message", subject];
        let words = words.iter().chain(&["--pathspec-from-file=-", "--pathspec-file-nul"]);
        hands.act(&words.collect::<Vec<_>>(), &*named)?;
    }
    let Some(made) = made(hands, subject, begun)? else {
        // Somebody, or a hook of theirs, has moved HEAD on: what was to be committed may be committed all the same.
        let now = check::states(hands, paths)?;
        let holds = now.iter().zip(&begun.aim).all(|(now, aim)| now.head == aim.head);
        return if holds { Ok(None) } else { Err(RecoverError::HeadMoved) };
    };
    // A git that died between the commit and its index leaves the index behind.
    in_index(hands, &check::states(hands, paths)?)?;
    Ok(Some(made))
}

/// The commit that HEAD names, where it is the one that this action makes.
pub(super) fn made(hands: &Hands<'_>, subject: &str, begun: &Begun) -> Result<Option<Oid>, RecoverError> {
    let Some(head) = check::commit_of(&hands.repository.head()?).filter(|head| Some(*head) != begun.head) else {
        return Ok(None);
    };
    let objects = hands.repository.objects();
    let commit = objects.commit(head)?;
    let follows = commit.parents.iter().copied().eq(begun.head);
    let now = check::states(hands, begun.aim.iter().map(|aim| &aim.path))?;
    let holds = now.iter().zip(&begun.aim).all(|(now, aim)| now.head == aim.head);
    // A hook may have changed what is committed, or the message, and hardly both.
    Ok((follows && (holds || commit.subject.starts_with(subject.as_bytes()))).then_some(head))
}

/// A commit holds these paths and nothing else, or its reader is told.
pub(super) fn holds_nothing_else(hands: &Hands<'_>, commit: Oid, paths: &[RepoPath]) -> Result<(), RecoverError> {
    let objects = hands.repository.objects();
    let changed: BTreeMap<RepoPath, _> = objects.changed_paths(&*objects.commit(commit)?)?.unwrap_or_default();
    let beyond: Vec<RepoPath> = changed.into_keys().filter(|path| !paths.contains(path)).collect();
    if beyond.is_empty() { Ok(()) } else { Err(RecoverError::Beyond { commit, paths: beyond }) }
}

/// Has the index hold what HEAD has of these paths.
fn in_index(hands: &Hands<'_>, states: &[PathState]) -> Result<(), RecoverError> {
    let now = check::states(hands, states.iter().map(|state| &state.path))?;
    let entries: Vec<_> = now
        .iter()
        .map(|state| {
            let entry = state.head.map(|(mode, id)| IndexEntry { stage: 0, mode, id });
            (state, entry.into_iter().collect::<Vec<_>>())
        })
        .filter(|(state, entries)| state.index != *entries)
        .map(|(state, entries)| (state.path.clone(), entries))
        .collect();
    index::set(hands, &entries)
}

fn mode(kind: EntryKind) -> Option<u32> {
    match kind {
        EntryKind::File => Some(0o100_644),
        EntryKind::Executable => Some(0o100_755),
        EntryKind::Link => Some(0o120_000),
        EntryKind::Folder | EntryKind::Submodule => None,
    }
}
