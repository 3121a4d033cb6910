//! What differs from HEAD, waited for when it is first asked: history is read in the meantime.

use std::sync::{Mutex, OnceLock, PoisonError};

use crate::engine::failure::Failure;
use crate::git::{Pending, Status};

/// A comparison of the work tree with HEAD that may be under way.
pub struct Compared {
    pending: Mutex<Option<Pending>>,
    status: OnceLock<Result<Status, Failure>>,
}

impl Compared {
    /// Holds a comparison that was begun.
    pub fn new(pending: Pending) -> Self {
        Self { pending: Mutex::new(Some(pending)), status: OnceLock::new() }
    }

    /// Nothing to compare: a commit alone is looked at.
    pub fn nothing() -> Self {
        Self { pending: Mutex::new(None), status: OnceLock::new() }
    }

    /// What differs.
    ///
    /// # Errors
    /// Git cannot compare.
    pub fn status(&self) -> Result<&Status, Failure> {
        self.status_with(|| Ok(()), |(), _| Ok(()))
    }

    /// What differs, with what `then` makes of it and of what was looked at `meanwhile`. The first one who asks decides.
    ///
    /// # Errors
    /// Git cannot compare, or one of the two fails.
    pub fn status_with<T>(
        &self,
        meanwhile: impl FnOnce() -> Result<T, Failure>,
        then: impl FnOnce(T, &mut Status) -> Result<(), Failure>,
    ) -> Result<&Status, Failure> {
        let wait = || {
            let looked_at = meanwhile();
            let pending = self.pending.lock().unwrap_or_else(PoisonError::into_inner).take();
            let mut status = pending.map(Pending::finish).transpose()?.unwrap_or_default();
            then(looked_at?, &mut status)?;
            Ok(status)
        };
        self.status.get_or_init(wait).as_ref().map_err(Clone::clone)
    }
}
