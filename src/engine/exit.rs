//! The exit codes: what each means, and which wins where several hold.

use super::table::{Table, TableRow};

/// What a run came to.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default)]
pub enum Outcome {
    /// A usage or configuration error.
    Usage,
    /// No repository, no planning folder, or git cannot read it.
    Environment,
    /// A checkpoint that was measured, with an explicit step: a reset changes nothing, so nothing else is looked at first.
    CheckpointAtOnce,
    /// Uncommitted work needs a decision.
    Interruption,
    /// The repository changed while it was read.
    Moved,
    /// Nothing to resume.
    Complete,
    /// The evidence is contradictory, unreadable or out of reach.
    Undetermined,
    /// A guard stops the step.
    Guard,
    /// A checkpoint: the context must be reset first.
    Checkpoint,
    /// A step to take; or, for the other commands, done.
    #[default]
    Done,
    /// Lint findings at or above the threshold.
    Findings,
}

/// One row of the exit table.
#[derive(Debug, Clone, Copy)]
pub struct ExitRow {
    /// What the run came to.
    pub outcome: Outcome,
    /// The process's exit code.
    pub code: u8,
    /// The outcome's name in kebab case, as JSON has it.
    pub name: &'static str,
    /// What it means, in a line.
    pub meaning: &'static str,
}

const fn row(outcome: Outcome, code: u8, name: &'static str, meaning: &'static str) -> ExitRow {
    ExitRow { outcome, code, name, meaning }
}

/// Every exit, in the order of precedence: where several hold, the first in this table is the one.
pub const EXITS: &[ExitRow; 11] = &[
    row(Outcome::Usage, 2, "usage", "a usage or configuration error"),
    row(Outcome::Environment, 3, "environment", "no repository, no planning folder, or git cannot read it"),
    row(
        Outcome::CheckpointAtOnce,
        10,
        "checkpoint-at-once",
        "a measured checkpoint before an explicit step: banner printed",
    ),
    row(Outcome::Interruption, 11, "interruption", "uncommitted work needs a decision"),
    row(Outcome::Moved, 13, "moved", "the repository changed while it was read"),
    row(Outcome::Complete, 12, "complete", "complete: nothing to resume"),
    row(Outcome::Undetermined, 13, "undetermined", "the evidence is contradictory, unreadable or out of reach"),
    row(Outcome::Guard, 14, "guard", "stopped by a guard"),
    row(Outcome::Checkpoint, 10, "checkpoint", "a hard stop for a context reset: banner printed"),
    row(Outcome::Findings, 1, "findings", "lint findings"),
    row(Outcome::Done, 0, "routed", "do the printed step; or done; or no finding at or above the threshold"),
];

impl Outcome {
    /// The outcome's row.
    pub fn row(self) -> &'static ExitRow {
        // The table holds every outcome (a test says so); the first row stands in where it would not.
        EXITS.iter().find(|row| row.outcome == self).unwrap_or(&EXITS[0])
    }

    /// The process's exit code.
    pub fn code(self) -> u8 {
        self.row().code
    }

    /// The one that wins of those that hold; [`Outcome::Done`] when none does.
    pub fn first_of(held: &[Self]) -> Self {
        EXITS.iter().map(|row| row.outcome).find(|outcome| held.contains(outcome)).unwrap_or(Self::Done)
    }
}

/// The table as a reader sees it.
pub fn table() -> Table {
    Table {
        id: "exit",
        title: "Exit codes",
        intro: "The process's exit code says what kind of answer was printed. Where several hold, the first in this table is \
                the one. Codes 10 to 14 come from routing, `diagnose` and `recover` alone, but for 13, with which `lint` ends too.",
        columns: &["code", "meaning"],
        rows: EXITS.iter().map(|row| TableRow::new(row.name, [row.code.to_string(), row.meaning.to_owned()])).collect(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_outcome_has_one_row_and_one_name() {
        for (at, row) in EXITS.iter().enumerate() {
            assert_eq!(row.outcome.row().name, row.name);
            assert!(EXITS.iter().skip(at + 1).all(|other| other.name != row.name && other.outcome != row.outcome));
        }
    }

    #[test]
    fn of_every_pair_the_upper_wins() {
        let mut pairs = 0;
        for (at, upper) in EXITS.iter().enumerate() {
            for lower in EXITS.iter().skip(at) {
                assert_eq!(Outcome::first_of(&[lower.outcome, upper.outcome]), upper.outcome);
                pairs += 1;
            }
        }
        assert_eq!(pairs, 66);
        assert_eq!(Outcome::first_of(&[]), Outcome::Done);
    }

    #[test]
    fn the_public_codes_are_what_they_are() {
        let codes: Vec<u8> = EXITS.iter().map(|row| row.code).collect();
        assert_eq!(codes, [2, 3, 10, 11, 13, 12, 13, 14, 10, 1, 0]);
    }

    #[test]
    fn an_outcome_ends_with_the_code_of_its_row() {
        for row in EXITS {
            assert_eq!(row.outcome.code(), row.code, "{}", row.name);
        }
    }
}
