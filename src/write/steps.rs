//! Every step by which something is changed passes here before it is taken.
//!
//! A recovery must survive death at any moment. Tests die at each step in turn; so what counts is that no change goes around
//! this seam, tidying up on the way out of an error neither: that is a step too, which nobody takes after a death.

use super::error::WriteError;

/// Sees each step before it is taken.
pub trait Steps {
    /// Called before the step, which is named for a reader.
    ///
    /// # Errors
    /// Whatever ends the work here. The step is not taken then, and no other after it.
    fn before(&self, step: &str) -> Result<(), WriteError>;

    /// True where each step waits until the disk has what was written: always, but where nothing need outlive the machine.
    fn waits_for_the_disk(&self) -> bool {
        true
    }
}

/// Lets every step be taken.
#[derive(Debug, Clone, Copy, Default)]
pub struct Unhindered;

impl Steps for Unhindered {
    fn before(&self, _: &str) -> Result<(), WriteError> {
        Ok(())
    }
}
