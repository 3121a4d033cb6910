//! What `-q` leaves of each command: one table, which the renderers keep to and a test runs.

use super::table::{Table, TableRow};

/// One command under `-q`.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct QuietRow {
    /// The command; `route` for a phase without one.
    pub command: &'static str,
    /// What is printed.
    pub prints: &'static str,
    /// True where that is all that is printed without `-q` too.
    pub is_whole: bool,
}

const fn row(command: &'static str, prints: &'static str) -> QuietRow {
    QuietRow { command, prints, is_whole: false }
}

const fn whole(command: &'static str, prints: &'static str) -> QuietRow {
    QuietRow { command, prints, is_whole: true }
}

/// Every command. Only lines for a reader change: the exit code and the other formats stay as they are.
pub const QUIET: &[QuietRow] = &[
    row("route", "the decision, and the command that takes it on; at a checkpoint its banner"),
    row("status", "the phase to take next and how many are complete, in one line"),
    row("steps", "a line for each step: its number, name and state"),
    row(
        "classify",
        "depth, and whether it is locked; with --lock what became of the lock, and the git command that is left",
    ),
    row("waive", "what became of the waiver, and the git command that is left"),
    row(
        "recover",
        "of a recovery that is announced all of it, since nobody confirms what was not shown; else what came of it",
    ),
    row("diagnose", "what is uncommitted, in one line"),
    row("lint", "the counts, what could not be looked at, and a line for each finding that is grave enough to fail"),
    row(
        "explain",
        "of a phase its decision, of a step its state, of a table the ids, of an entry all but its examples",
    ),
    row("init", "the proposal, and the commands that write it or take it back"),
    row("demo", "where the sample was built"),
    whole("print", "all of it: it is made to be piped"),
];

/// The table as a reader sees it.
pub fn table() -> Table {
    Table {
        id: "quiet",
        title: "What -q leaves",
        intro: "What each command prints under `-q`, as lines for a reader. The exit code and the other formats are the same.",
        columns: &["prints"],
        rows: QUIET.iter().map(|row| TableRow::new(row.command, [row.prints.to_owned()])).collect(),
    }
}
