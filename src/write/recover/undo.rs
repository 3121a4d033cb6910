//! Takes a recovery back: HEAD, files, index entries and stash are what they were, or nothing is touched and the reason told.

use super::error::RecoverError;
use super::files::{self, Content};
use super::{check, commit, index, ledger, stash};
use crate::engine::journal::{Direction, Done, Journal, Kept, Progress};
use crate::engine::own::Own;
use crate::engine::path::RepoPath;
use crate::engine::recovery::{Action, PathState};
use crate::write::hands::Hands;

/// Takes it back, from wherever it stands.
///
/// # Errors
/// Somebody has changed a file or moved HEAD since, the snapshot is gone, git refuses, or the disk does.
pub(super) fn take_back(hands: &Hands<'_>, own: &Own, journal: &mut Journal) -> Result<(), RecoverError> {
    check::is_quiet(hands, own)?;
    find_commits(hands, journal)?;
    let head = check::commit_of(&hands.repository.head()?);
    let last = journal.head();
    let made_any = journal.commits().next().is_some();
    if made_any && ![last, journal.announced.head].contains(&head) {
        let expected = last.map_or_else(|| "no commit".to_owned(), |last| last.short());
        return Err(RecoverError::MovedOn { expected });
    }
    if made_any && check::branch_of(hands.repository.head()?) != journal.branch {
        return Err(RecoverError::HeadMoved);
    }
    let now = check::states(hands, journal.announced.paths.iter().map(|state| &state.path))?;
    // Without a commit of the recovery's own, HEAD has of these paths what it had, or somebody else has committed them.
    let is_others =
        |(now, then): &(&PathState, &PathState)| !journal.explains(now) || (!made_any && now.head != then.head);
    let both = now.iter().zip(&journal.announced.paths).filter(is_others);
    let strange: Vec<RepoPath> = both.map(|(now, _)| now.path.clone()).collect();
    if !strange.is_empty() {
        return Err(RecoverError::Touched(strange));
    }
    check::has_room(hands, &journal.announced)?;
    let is_missing = now.iter().zip(&journal.announced.paths).any(|(now, then)| now.disk != then.disk);
    if is_missing && hands.repository.objects().resolve(&journal.reference)? != Some(journal.snapshot) {
        return Err(RecoverError::SnapshotGone(journal.reference.clone()));
    }
    if journal.direction == Direction::Forward {
        journal.direction = Direction::Back;
        ledger::write(hands, journal)?;
    }
    if made_any && head == last && last != journal.announced.head {
        head_back(hands, journal)?;
    }
    put_back(hands, journal, &now)?;
    let after = check::states(hands, journal.announced.paths.iter().map(|state| &state.path))?;
    let is_back = |after: &PathState, then: &PathState| after.disk == then.disk && after.index == then.index;
    if let Some((wrong, _)) = after.iter().zip(&journal.announced.paths).find(|(after, then)| !is_back(after, then)) {
        return Err(RecoverError::NotReached { path: wrong.path.clone() });
    }
    // Last of all: until everything is back, the stash is one more place that has it.
    let stashes: Vec<_> = journal.stashes().collect();
    for stash in stashes {
        stash::drop(hands, stash)?;
    }
    files::sweep(hands, journal)?;
    if is_only_holder(hands, journal)? {
        ledger::drop_snapshot(hands, journal)?;
    }
    ledger::remove(hands, journal)
}

/// Finds the commit that was made and not written down.
fn find_commits(hands: &Hands<'_>, journal: &mut Journal) -> Result<(), RecoverError> {
    for (action, progress) in journal.announced.actions.iter().zip(&mut journal.progress) {
        if let (Action::Commit { subject, .. }, Progress::Begun(begun)) = (action, &*progress)
            && let Some(made) = commit::made(hands, subject, begun)?
        {
            let after = check::states(hands, action.paths())?;
            // The index may be the one before the commit: a git that was killed leaves it so.
            let after = after.into_iter().zip(&begun.aim).map(|(after, aim)| PathState { disk: aim.disk, ..after });
            *progress = Progress::Done(Done { begun: begun.clone(), commit: Some(made), after: after.collect() });
        }
    }
    Ok(())
}

/// Moves HEAD back from the last commit that the recovery made; only from there.
fn head_back(hands: &Hands<'_>, journal: &Journal) -> Result<(), RecoverError> {
    let Some(last) = journal.head().map(|last| last.to_string()) else { return Ok(()) };
    let why = format!("phase-pipeline: undo recovery {}", journal.announced.token());
    match journal.announced.head {
        Some(before) => hands.change(&["update-ref", "-m", &why, "HEAD", &before.to_string(), &last], &b""[..]),
        None => hands.change(&["update-ref", "-m", &why, "-d", "HEAD", &last], &b""[..]),
    }?;
    Ok(())
}

/// Puts files and index entries back.
fn put_back(hands: &Hands<'_>, journal: &Journal, now: &[PathState]) -> Result<(), RecoverError> {
    let token = journal.announced.token().to_string();
    let both = || journal.announced.paths.iter().zip(&journal.kept);
    for (now, (then, kept)) in now.iter().zip(both()).filter(|(now, (then, _))| now.disk != then.disk) {
        match (then.disk, *kept) {
            (Some((mode, _)), Kept { bytes: Some(id), permissions, .. }) => {
                let bytes = hands.ask(&["cat-file", "blob", &id.to_string()])?;
                files::put(hands, &token, &now.path, &Content { mode, bytes: &bytes, permissions })?;
            }
            _ => files::take_away(hands, &now.path)?,
        }
    }
    let differs = |(now, (then, _)): &(&PathState, (&PathState, &Kept))| now.index != then.index;
    let entry = |(_, (then, kept)): (&PathState, (&PathState, &Kept))| {
        (then.path.clone(), if kept.intent_to_add { Vec::new() } else { then.index.clone() })
    };
    let entries: Vec<_> = now.iter().zip(both()).filter(differs).map(entry).collect();
    index::set(hands, &entries)?;
    let announced = now.iter().zip(both()).filter(differs).filter(|(_, (_, kept))| kept.intent_to_add);
    let announced = announced.flat_map(|(_, (then, _))| then.index.iter().map(|entry| (then.path.clone(), entry.mode)));
    index::announce(hands, &announced.collect::<Vec<_>>())?;
    // Of a conflict there is nothing to note, and of a name without content neither.
    let whole =
        both().filter(|(then, kept)| !kept.intent_to_add && matches!(&*then.index, [entry] if entry.stage == 0));
    index::refresh(hands, &whole.map(|(then, _)| then.clone()).collect::<Vec<_>>())
}

/// True where no other recovery of this work tree needs the snapshot.
fn is_only_holder(hands: &Hands<'_>, journal: &Journal) -> Result<bool, RecoverError> {
    let finished = crate::git::finished_journals(hands.repository.git_dir())?;
    Ok(finished.iter().all(|other| other.number == journal.number || other.reference != journal.reference))
}
