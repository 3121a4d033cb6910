//! Carries out a recovery that was announced and confirmed, so that nothing is lost at any moment of death.
//!
//! The order: the state is looked at again; a snapshot keeps what there is; a journal says what will be done; the actions are
//! done, each of which may be repeated; the journal is closed. [`Recovery::finish`] goes on after a death,
//! [`Recovery::undo`] takes everything back, before or after the end.

mod act;
mod check;
mod commit;
mod error;
mod files;
mod hooks;
mod index;
mod ledger;
mod snapshot;
mod stash;
mod undo;

use sha2::{Digest as _, Sha256};

pub use error::RecoverError;

use super::hands::Hands;
use super::steps::{Steps, Unhindered};
use crate::engine::journal::{Direction, Journal, Progress, VERSION};
use crate::engine::own::Own;
use crate::engine::prospect::Runs;
use crate::engine::recovery::{Action, Announced};
use crate::git::{Repository, finished_journals, open_journal};

/// What carries out recoveries in one work tree.
pub struct Recovery<'a> {
    hands: Hands<'a>,
    own: Own,
}

impl<'a> Recovery<'a> {
    /// For the work tree of this repository.
    pub fn new(repository: &'a Repository) -> Self {
        Self::with_steps(repository, &Unhindered)
    }

    /// The same, each step seen by `steps` before it is taken.
    pub fn with_steps(repository: &'a Repository, steps: &'a dyn Steps) -> Self {
        Self { hands: Hands::new(repository, steps), own: Own::default() }
    }

    /// The same, asked by this command line: what it prints to be done by hand names the same repository.
    #[must_use]
    pub fn at(self, own: Own) -> Self {
        Self { own, ..self }
    }

    /// What of the user's the announced actions will run.
    ///
    /// # Errors
    /// Git cannot be asked.
    pub fn runs(&self, announced: &Announced) -> Result<Runs, RecoverError> {
        if !announced.actions.iter().any(|action| matches!(action, Action::Commit { .. })) {
            return Ok(Runs::default());
        }
        Ok(Runs { hooks: hooks::of_a_commit(&self.hands)?, signs: check::signs(&self.hands) })
    }

    /// Carries out what was announced, and gives the journal as it was closed.
    ///
    /// # Errors
    /// The state is no longer what was announced, another recovery is open or at work, or something of the user's fails. Up to
    /// the journal nothing is touched; from then on the journal stays open, for [`Recovery::finish`] or [`Recovery::undo`].
    pub fn carry_out(&self, announced: &Announced) -> Result<Journal, RecoverError> {
        let _lock = ledger::lock(&self.hands)?;
        let git_dir = self.hands.repository.git_dir();
        if let Some(open) = open_journal(git_dir)? {
            return Err(RecoverError::Open(crate::engine::escape::escape(&open.announced.phase)));
        }
        check::is_quiet(&self.hands, &self.own)?;
        check::is_announced(&self.hands, announced)?;
        check::is_possible(&self.hands, announced)?;
        check::can_commit(&self.hands, announced)?;
        let number = finished_journals(git_dir)?.last().map_or(1, |last| last.number.saturating_add(1));
        let snapshot = snapshot::take(&self.hands, announced)?;
        let mut journal = Journal {
            version: VERSION,
            number,
            announced: announced.clone(),
            branch: check::branch_of(self.hands.repository.head()?),
            snapshot: snapshot.commit,
            reference: snapshot.reference,
            kept: snapshot.kept,
            direction: Direction::Forward,
            progress: vec![Progress::Waiting; announced.actions.len()],
        };
        // What changed while the snapshot was taken is not what was announced.
        check::is_announced(&self.hands, announced)?;
        ledger::write(&self.hands, &journal)?;
        self.go_on(&mut journal).map_err(RecoverError::halfway)?;
        Ok(journal)
    }

    /// Goes on with the recovery that is open, whichever way it goes.
    ///
    /// # Errors
    /// There is none, or as [`Recovery::carry_out`] and [`Recovery::undo`].
    pub fn finish(&self) -> Result<Journal, RecoverError> {
        let _lock = ledger::lock(&self.hands)?;
        let mut journal = open_journal(self.hands.repository.git_dir())?.ok_or(RecoverError::Nothing("finish"))?;
        match journal.direction {
            Direction::Back => undo::take_back(&self.hands, &self.own, &mut journal),
            Direction::Forward => self.go_on(&mut journal),
        }
        .map_err(RecoverError::halfway)?;
        Ok(journal)
    }

    /// Takes back the recovery that is open, or the last one that `is_meant` and is done.
    ///
    /// # Errors
    /// There is none; a file was changed or HEAD moved since; or as [`Recovery::carry_out`].
    pub fn undo(&self, is_meant: &dyn Fn(&Announced) -> bool) -> Result<Journal, RecoverError> {
        let _lock = ledger::lock(&self.hands)?;
        let git_dir = self.hands.repository.git_dir();
        let mut journal = match open_journal(git_dir)? {
            Some(open) => open,
            None => finished_journals(git_dir)?
                .into_iter()
                .rfind(|journal| is_meant(&journal.announced))
                .ok_or(RecoverError::Nothing("undo"))?,
        };
        undo::take_back(&self.hands, &self.own, &mut journal)?;
        Ok(journal)
    }

    /// Closes the recovery that is open as it stands, its snapshot kept; where none is open, drops those that are done and
    /// that `is_meant`, with their snapshots. Gives what was closed or dropped.
    ///
    /// # Errors
    /// There is none, or the disk or git refuses.
    pub fn forget(&self, is_meant: &dyn Fn(&Announced) -> bool) -> Result<Vec<Journal>, RecoverError> {
        let _lock = ledger::lock(&self.hands)?;
        let git_dir = self.hands.repository.git_dir();
        if let Some(open) = open_journal(git_dir)? {
            files::sweep(&self.hands, &open)?;
            ledger::close(&self.hands, &open)?;
            return Ok(vec![open]);
        }
        let meant: Vec<Journal> =
            finished_journals(git_dir)?.into_iter().filter(|journal| is_meant(&journal.announced)).collect();
        if meant.is_empty() {
            return Err(RecoverError::Nothing("forget"));
        }
        for journal in &meant {
            ledger::drop_snapshot(&self.hands, journal)?;
            ledger::remove_finished(&self.hands, journal)?;
        }
        Ok(meant)
    }

    /// Does what is not done yet, and closes the journal.
    fn go_on(&self, journal: &mut Journal) -> Result<(), RecoverError> {
        check::is_quiet(&self.hands, &self.own)?;
        if self.hands.repository.objects().resolve(&journal.reference)? != Some(journal.snapshot) {
            return Err(RecoverError::SnapshotGone(journal.reference.clone()));
        }
        if check::branch_of(self.hands.repository.head()?) != journal.branch {
            return Err(RecoverError::HeadMoved);
        }
        check::has_room(&self.hands, &journal.announced)?;
        for at in 0..journal.progress.len() {
            act::carry_out(&self.hands, journal, at)?;
        }
        files::sweep(&self.hands, journal)?;
        ledger::close(&self.hands, journal)
    }
}

fn sha256(bytes: &[u8]) -> [u8; 32] {
    Sha256::digest(bytes).into()
}
