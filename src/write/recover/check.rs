//! What is looked at before anything is touched.

use std::collections::BTreeSet;

use super::error::RecoverError;
use super::files::place;
use crate::engine::escape::escape;
use crate::engine::object::Oid;
use crate::engine::obstacle::obstacle;
use crate::engine::own::Own;
use crate::engine::path::RepoPath;
use crate::engine::recovery::{Action, Announced, PathState};
use crate::git::Head;
use crate::write::hands::Hands;

/// Nothing else may be at work in the repository.
pub(super) fn is_quiet(hands: &Hands<'_>, own: &Own) -> Result<(), RecoverError> {
    if let Some(operation) = hands.repository.operation()? {
        let conflicts = hands.repository.status()?.finish()?.conflicts();
        let remedy = operation.remedy(own, &conflicts);
        return Err(RecoverError::Operation { word: operation.word(), remedy });
    }
    let index_lock = hands.repository.git_dir().join("index.lock");
    if index_lock.symlink_metadata().is_ok() {
        return Err(RecoverError::IndexLocked(escape(&index_lock.to_string_lossy())));
    }
    Ok(())
}

/// The state must be the one that was announced.
pub(super) fn is_announced(hands: &Hands<'_>, announced: &Announced) -> Result<(), RecoverError> {
    if commit_of(&hands.repository.head()?) != announced.head {
        return Err(RecoverError::HeadMoved);
    }
    let now = states(hands, announced.paths.iter().map(|state| &state.path))?;
    let changed: Vec<RepoPath> =
        now.iter().zip(&announced.paths).filter(|(now, then)| now != then).map(|(now, _)| now.path.clone()).collect();
    let now = Announced { paths: now, ..announced.clone() };
    if now.token() == announced.token() { Ok(()) } else { Err(RecoverError::Changed(changed)) }
}

/// The plan must be one that can be carried out: each path in one action and announced, and of a kind that git records.
pub(super) fn is_possible(hands: &Hands<'_>, announced: &Announced) -> Result<(), RecoverError> {
    let acted_on: Vec<&RepoPath> = announced.actions.iter().flat_map(Action::paths).collect();
    let once: BTreeSet<&RepoPath> = acted_on.iter().copied().collect();
    if once.len() != acted_on.len() {
        return Err(RecoverError::BadPlan("a path stands in two actions"));
    }
    if once != announced.paths.iter().map(|state| &state.path).collect() || once.len() != announced.paths.len() {
        return Err(RecoverError::BadPlan("the paths are not those of the actions"));
    }
    let paths: Vec<RepoPath> = announced.paths.iter().map(|state| state.path.clone()).collect();
    for path in &paths {
        place(hands, path)?;
    }
    if let Some((path, why)) = obstacle(announced, &hands.repository.marks(&paths)?) {
        return Err(RecoverError::Refused { path, why });
    }
    has_room(hands, announced)?;
    let stashes = announced.actions.iter().any(|action| matches!(action, Action::Stash { .. }));
    if stashes && announced.head.is_none() {
        return Err(RecoverError::BadPlan("there is no commit yet that a stash could stand on"));
    }
    Ok(())
}

/// No path may take the place of another name that the index or HEAD holds: git would drop that one with all it has staged, and
/// no snapshot of these paths keeps it.
pub(super) fn has_room(hands: &Hands<'_>, announced: &Announced) -> Result<(), RecoverError> {
    let paths: Vec<RepoPath> = announced.paths.iter().map(|state| state.path.clone()).collect();
    match hands.repository.clash(&paths)? {
        Some((path, other)) => Err(RecoverError::Clash { path, other }),
        None => Ok(()),
    }
}

/// Whoever commits needs an identity, and a key where commits are signed. Both are tried here, while nothing depends on them.
pub(super) fn can_commit(hands: &Hands<'_>, announced: &Announced) -> Result<(), RecoverError> {
    let commits = announced.actions.iter().any(|action| matches!(action, Action::Commit { .. }));
    if commits || announced.actions.iter().any(|action| matches!(action, Action::Stash { .. })) {
        for who in ["GIT_AUTHOR_IDENT", "GIT_COMMITTER_IDENT"] {
            let asked = hands.ask(&["var", who]);
            asked.map_err(|source| RecoverError::CannotCommit { what: "it does not know who you are", source })?;
        }
    }
    if commits && signs(hands) {
        let tree = id(&hands.change(&["mktree"], &b""[..])?)?.to_string();
        let signed = hands.change(&["commit-tree", "-S", "-m", "A trial of the signing key", &tree], &b""[..]);
        signed
            .map_err(|source| RecoverError::CannotCommit { what: "commits are signed, and signing fails", source })?;
    }
    Ok(())
}

/// True where the user's commits are signed.
pub(super) fn signs(hands: &Hands<'_>) -> bool {
    // Git ends with 1 where nothing is set.
    let asked = hands.ask(&["config", "--type=bool", "--get", "commit.gpgSign"]);
    asked.is_ok_and(|answer| answer.trim_ascii() == b"true")
}

/// The id that git wrote.
pub(super) fn id(written: &[u8]) -> Result<Oid, RecoverError> {
    Oid::from_hex(written.trim_ascii()).ok_or(RecoverError::BadPlan("git wrote no object id"))
}

/// What these paths are now.
pub(super) fn states<'p>(
    hands: &Hands<'_>,
    paths: impl IntoIterator<Item = &'p RepoPath>,
) -> Result<Vec<PathState>, RecoverError> {
    let paths: Vec<RepoPath> = paths.into_iter().cloned().collect();
    Ok(hands.repository.path_states(&paths)?)
}

/// The commit that HEAD names.
pub(super) fn commit_of(head: &Head) -> Option<Oid> {
    match head {
        Head::Commit { id, .. } => Some(*id),
        Head::Unborn { .. } => None,
    }
}

/// The branch that HEAD names.
pub(super) fn branch_of(head: Head) -> Option<RepoPath> {
    match head {
        Head::Commit { branch, .. } => branch.map(RepoPath::new),
        Head::Unborn { branch } => Some(RepoPath::new(branch)),
    }
}
