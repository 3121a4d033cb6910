//! Carries out one action: what it will make of its paths is written down first, so that whoever comes after a death knows.

use super::error::RecoverError;
use super::files::{self, Content};
use super::{check, commit, index, ledger, stash};
use crate::engine::journal::{Begun, Done, Journal, Progress};
use crate::engine::object::Oid;
use crate::engine::path::RepoPath;
use crate::engine::recovery::{Action, IndexEntry, PathState};
use crate::write::hands::{Hands, argument};

/// Carries out the action at `at`, from wherever it stands.
///
/// # Errors
/// Somebody else has changed its paths or HEAD, git refuses, or the disk does.
pub(super) fn carry_out(hands: &Hands<'_>, journal: &mut Journal, at: usize) -> Result<(), RecoverError> {
    let Some(action) = journal.announced.actions.get(at).cloned() else { return Ok(()) };
    let now = check::states(hands, action.paths())?;
    let strange: Vec<RepoPath> =
        now.iter().filter(|state| !journal.explains(state)).map(|state| state.path.clone()).collect();
    if !strange.is_empty() {
        return Err(RecoverError::Touched(strange));
    }
    let begun = match journal.progress.get(at) {
        Some(Progress::Begun(begun)) => begun.clone(),
        Some(Progress::Waiting) => {
            let begun = prepare(hands, journal, &action, now)?;
            settle(hands, journal, at, Progress::Begun(begun.clone()))?;
            begun
        }
        _ => return Ok(()),
    };
    let commit = match &action {
        Action::Commit { paths, subject, .. } => commit::make(hands, paths, subject, &begun)?,
        Action::Remove { .. } | Action::Restore { .. } => {
            put_aims(hands, journal, &begun)?;
            None
        }
        Action::Stash { message, .. } => {
            stash::store(hands, message, &begun)?;
            put_aims(hands, journal, &begun)?;
            None
        }
        Action::ByHand { .. } => None,
    };
    let after = check::states(hands, action.paths())?;
    if !matches!(action, Action::Commit { .. })
        && let Some((wrong, _)) = after.iter().zip(&begun.aim).find(|(after, aim)| after != aim)
    {
        return Err(RecoverError::NotReached { path: wrong.path.clone() });
    }
    settle(hands, journal, at, Progress::Done(Done { begun, commit, after }))?;
    match commit {
        Some(commit) => commit::holds_nothing_else(hands, commit, action.paths()),
        None => Ok(()),
    }
}

/// Writes down how far an action has come.
fn settle(hands: &Hands<'_>, journal: &mut Journal, at: usize, progress: Progress) -> Result<(), RecoverError> {
    if let Some(place) = journal.progress.get_mut(at) {
        *place = progress;
    }
    ledger::write(hands, journal)
}

/// What an action will make of its paths.
fn prepare(hands: &Hands<'_>, journal: &Journal, action: &Action, now: Vec<PathState>) -> Result<Begun, RecoverError> {
    let head = check::commit_of(&hands.repository.head()?);
    if head != journal.head() {
        return Err(RecoverError::HeadMoved);
    }
    let (aim, stash) = match action {
        Action::Commit { .. } => (commit::aim(hands, head, now)?, None),
        Action::Remove { .. } | Action::Restore { .. } => (as_in_head(hands, now)?, None),
        Action::Stash { message, .. } => {
            let stash = stash::build(hands, head, message, &now)?;
            (as_in_head(hands, now)?, Some(stash))
        }
        Action::ByHand { .. } => (now, None),
    };
    Ok(Begun { head, aim, stash })
}

/// What these paths are when they are as HEAD has them: in the index and on disk, or in neither.
fn as_in_head(hands: &Hands<'_>, now: Vec<PathState>) -> Result<Vec<PathState>, RecoverError> {
    let aim = |state: PathState| match state.head {
        None => Ok(PathState { disk: None, index: Vec::new(), ..state }),
        Some((mode, id)) => {
            let hash = super::sha256(&in_work_tree(hands, &state.path, mode, id)?);
            Ok(PathState { disk: Some((mode, hash)), index: vec![IndexEntry { stage: 0, mode, id }], ..state })
        }
    };
    now.into_iter().map(aim).collect()
}

/// What git makes of a blob when it puts it into the work tree: filters and line endings are those of the path.
fn in_work_tree(hands: &Hands<'_>, path: &RepoPath, mode: u32, id: Oid) -> Result<Vec<u8>, RecoverError> {
    if mode == 0o120_000 {
        return Ok(hands.ask(&["cat-file", "blob", &id.to_string()])?);
    }
    let words = ["cat-file".into(), "--filters".into(), argument("--path=", path), id.to_string().into()];
    Ok(hands.ask(&words)?)
}

/// Makes index and work tree what they are to be: as in HEAD.
fn put_aims(hands: &Hands<'_>, journal: &Journal, begun: &Begun) -> Result<(), RecoverError> {
    let token = journal.announced.token().to_string();
    let now = check::states(hands, begun.aim.iter().map(|aim| &aim.path))?;
    let entries: Vec<_> = now
        .iter()
        .zip(&begun.aim)
        .filter(|(now, aim)| now.index != aim.index)
        .map(|(_, aim)| (aim.path.clone(), aim.index.clone()))
        .collect();
    index::set(hands, &entries)?;
    for (now, aim) in now.iter().zip(&begun.aim).filter(|(now, aim)| now.disk != aim.disk) {
        // Only what is kept may go.
        if !journal.explains(now) {
            return Err(RecoverError::Touched(vec![now.path.clone()]));
        }
        match (aim.disk, aim.head) {
            (Some((mode, _)), Some((_, id))) => {
                let bytes = in_work_tree(hands, &aim.path, mode, id)?;
                files::put(hands, &token, &aim.path, &Content { mode, bytes: &bytes, permissions: None })?;
            }
            _ => files::take_away(hands, &aim.path)?,
        }
    }
    index::refresh(hands, &begun.aim)
}
