//! What a methodology says of one step of its pipeline.

use std::fmt;

/// A step as outputs name it. Numbers are public and never change their meaning.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct StepRef {
    /// The step's number, from 1.
    pub number: u8,
    /// The step's name, in kebab case.
    pub name: &'static str,
}

impl fmt::Display for StepRef {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} {}", self.number, self.name)
    }
}

/// What a step's command leaves behind, and whether it commits it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Leaves {
    /// What is left, e.g. an artifact's name.
    pub what: &'static str,
    /// True where the command commits it always, false where at least some runs leave it uncommitted by design.
    pub committed: bool,
}
