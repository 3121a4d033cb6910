//! Puts the changes of single paths into a stash.
//!
//! `git stash push -- <paths>` keeps the whole index in the stash, so that giving it back stages other people's files again; and
//! it empties the work tree in steps of its own, none of which a death may fall between. So the stash is built beside the work
//! tree, holds these paths alone, and is stored whole; `git stash pop --index` gives them back as from any other.
//! Source: <https://git-scm.com/docs/git-stash> (the commits that a stash is made of).

use super::check::id;
use super::error::RecoverError;
use super::{check, index};
use crate::engine::journal::Begun;
use crate::engine::object::Oid;
use crate::engine::path::RepoPath;
use crate::engine::recovery::PathState;
use crate::git::Head;
use crate::write::hands::Hands;

/// Builds the stash; nothing refers to it yet.
pub(super) fn build(
    hands: &Hands<'_>,
    head: Option<Oid>,
    message: &str,
    now: &[PathState],
) -> Result<Oid, RecoverError> {
    let base = head.ok_or(RecoverError::BadPlan("there is no commit yet that a stash could stand on"))?.to_string();
    let paths: Vec<RepoPath> = now.iter().map(|state| state.path.clone()).collect();
    let marks = hands.repository.marks(&paths)?;
    index::begin(hands, head)?;
    let staged = now.iter().zip(&marks).map(|(state, mark)| {
        let entries = if mark.intent_to_add { Vec::new() } else { state.index.clone() };
        (state.path.clone(), entries)
    });
    index::set_own(hands, &staged.collect::<Vec<_>>())?;
    let staged = index::tree_of_own(hands)?;
    let is_known = |state: &&PathState| !state.index.is_empty() || state.head.is_some();
    let known: Vec<&PathState> = now.iter().filter(is_known).collect();
    let unknown: Vec<&RepoPath> =
        now.iter().filter(|state| !is_known(state) && state.disk.is_some()).map(|state| &state.path).collect();
    let (there, gone): (Vec<&PathState>, Vec<&PathState>) = known.into_iter().partition(|state| state.disk.is_some());
    if !there.is_empty() {
        index::add_own(hands, there.iter().map(|state| &state.path))?;
    }
    if !gone.is_empty() {
        index::set_own(hands, &gone.iter().map(|state| (state.path.clone(), Vec::new())).collect::<Vec<_>>())?;
    }
    let work = index::tree_of_own(hands)?;
    let branch = branch(hands)?;
    let on = format!("on {branch}: {message}");
    let mut parents = vec![base.clone(), commit(hands, staged, &[base], &format!("index {on}"))?.to_string()];
    if !unknown.is_empty() {
        index::begin(hands, None)?;
        index::add_own(hands, unknown)?;
        let untracked = index::tree_of_own(hands)?;
        parents.push(commit(hands, untracked, &[], &format!("untracked files {on}"))?.to_string());
    }
    commit(hands, work, &parents, &format!("On {branch}: {message}"))
}

/// Stores the stash that was built, unless it is stored already.
pub(super) fn store(hands: &Hands<'_>, message: &str, begun: &Begun) -> Result<(), RecoverError> {
    let Some(stash) = begun.stash else { return Ok(()) };
    if place_of(hands, stash)?.is_none() {
        let message = format!("On {}: {message}", branch(hands)?);
        hands.change(&["stash", "store", "--message", &message, &stash.to_string()], &b""[..])?;
    }
    Ok(())
}

/// Drops a stash, where it is there.
pub(super) fn drop(hands: &Hands<'_>, stash: Oid) -> Result<(), RecoverError> {
    if let Some(place) = place_of(hands, stash)? {
        hands.change(&["stash", "drop", "--quiet", &format!("stash@{{{place}}}")], &b""[..])?;
    }
    Ok(())
}

/// Where the stash stands in the list of all.
fn place_of(hands: &Hands<'_>, stash: Oid) -> Result<Option<usize>, RecoverError> {
    let listed = hands.ask(&["stash", "list", "--format=%H"])?;
    let stash = stash.to_string();
    Ok(listed.split(|byte| *byte == b'\n').position(|line| line == stash.as_bytes()))
}

fn commit(hands: &Hands<'_>, tree: Oid, parents: &[String], message: &str) -> Result<Oid, RecoverError> {
    let tree = tree.to_string();
    let mut words = vec!["commit-tree", "-F", "-"];
    for parent in parents {
        words.extend(["-p", parent]);
    }
    words.push(&tree);
    id(&hands.change(&words, message.as_bytes())?)
}

/// The branch as a stash names it.
fn branch(hands: &Hands<'_>) -> Result<String, RecoverError> {
    let named = |head: Head| check::branch_of(head).map(|branch| branch.to_string());
    Ok(named(hands.repository.head()?).unwrap_or_else(|| "(no branch)".to_owned()))
}
