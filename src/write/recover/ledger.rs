//! The journal on disk: one open at a time, in the git directory of the work tree; done ones are kept beside it for undo.

use std::fs::TryLockError;
use std::path::PathBuf;
use std::time::Duration;

use fs_err as fs;

use super::error::RecoverError;
use crate::engine::journal::Journal;
use crate::write::hands::Hands;

/// Held while a recovery is at work: no second process may be. The system lets go of it when its holder dies, so that none
/// is ever left behind to be stolen.
pub(super) struct Lock {
    // Held for its drop.
    _file: fs::File,
}

/// How often, and how long apart, the lock is tried: who has just ended may not have let go of it yet.
const TRIES: u32 = 20;
const PAUSE: Duration = Duration::from_millis(25);

/// Takes the lock.
pub(super) fn lock(hands: &Hands<'_>) -> Result<Lock, RecoverError> {
    hands.make_folder(&hands.folder())?;
    let place = hands.folder().join("lock");
    let file = fs::OpenOptions::new().create(true).truncate(false).write(true).open(&place)?;
    for _ in 0..TRIES {
        match file.file().try_lock() {
            Ok(()) => return Ok(Lock { _file: file }),
            Err(TryLockError::WouldBlock) => std::thread::sleep(PAUSE),
            Err(TryLockError::Error(error)) => return Err(error.into()),
        }
    }
    Err(RecoverError::Busy)
}

/// Writes the journal as it stands.
pub(super) fn write(hands: &Hands<'_>, journal: &Journal) -> Result<(), RecoverError> {
    let text = serde_json::to_vec_pretty(journal).map_err(std::io::Error::from)?;
    Ok(hands.save(&open_place(hands), &text)?)
}

/// Closes a journal whose actions are done, and keeps it for undo.
pub(super) fn close(hands: &Hands<'_>, journal: &Journal) -> Result<(), RecoverError> {
    hands.make_folder(&hands.folder().join("finished"))?;
    Ok(hands.rename(&open_place(hands), &finished_place(hands, journal))?)
}

/// Removes a journal, open or done.
pub(super) fn remove(hands: &Hands<'_>, journal: &Journal) -> Result<(), RecoverError> {
    hands.forget(&finished_place(hands, journal))?;
    Ok(hands.forget(&open_place(hands))?)
}

/// Removes one that is done.
pub(super) fn remove_finished(hands: &Hands<'_>, journal: &Journal) -> Result<(), RecoverError> {
    Ok(hands.forget(&finished_place(hands, journal))?)
}

/// Lets go of a snapshot, unless it is another's by now.
pub(super) fn drop_snapshot(hands: &Hands<'_>, journal: &Journal) -> Result<(), RecoverError> {
    if hands.repository.objects().resolve(&journal.reference)? == Some(journal.snapshot) {
        hands.change(&["update-ref", "-d", &journal.reference, &journal.snapshot.to_string()], &b""[..])?;
    }
    Ok(())
}

fn open_place(hands: &Hands<'_>) -> PathBuf {
    hands.folder().join("journal.json")
}

fn finished_place(hands: &Hands<'_>, journal: &Journal) -> PathBuf {
    hands.folder().join("finished").join(format!("{:06}.json", journal.number))
}
