//! Tables in ROADMAP.md: which of them list phases, and what a row says.

use super::token::leading_token;
use crate::engine::words::normalise;
use crate::read::markdown::{Line, row};

/// The words of a cell that say a phase is complete.
const COMPLETE: &[&str] = &["complete", "completed", "done", "shipped"];

/// The words by which a column of statuses is headed.
const STATUS_HEADS: &[&str] = &["status", "state", "estado", "stato", "statut", "progress"];

/// The words by which a column of phases is headed.
const PHASE_HEADS: &[&str] = &["phase", "phases", "fase", "#phase"];

/// The words by which a column of running numbers is headed; one counts only in front of a column of phases.
const NUMBER_HEADS: &[&str] = &["", "#", "no", "no.", "nr", "nr.", "number"];

/// What a table lists, told by its heading.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Lists {
    /// Phases; true when it has a column of statuses.
    Phases { status: bool },
    /// Something else.
    Other,
}

/// Follows the lines of a text and gives the rows of its tables.
#[derive(Debug, Default)]
pub(super) struct Tables {
    /// The line before, when it was a row, and what its table lists as far as that is known.
    last: Option<(usize, Option<Lists>)>,
    /// The table's first row.
    heading: Vec<String>,
}

/// One row of a table.
#[derive(Debug)]
pub(super) struct Row<'t> {
    cells: Vec<&'t str>,
    lists: Option<Lists>,
}

impl Tables {
    /// Takes the next line; gives its row when it is one (without cells for the rule below a heading), none when the line
    /// belongs to no table.
    pub(super) fn line<'t>(&mut self, line: Line<'t>) -> Option<Row<'t>> {
        if !line.text.trim_start().starts_with('|') {
            self.last = None;
            return None;
        }
        let cells = row(line.text);
        let lists = match self.last {
            Some((before, lists)) if before + 1 == line.number => match (&cells, lists) {
                (None, None) => Some(lists_of(&self.heading)),
                _ => lists,
            },
            _ => {
                self.heading = cells.iter().flatten().map(|cell| cell.to_lowercase()).collect();
                None
            }
        };
        self.last = Some((line.number, lists));
        Some(Row { cells: cells.unwrap_or_default(), lists })
    }
}

impl<'t> Row<'t> {
    /// The id and the name of the phase whose row this is.
    pub(super) fn phase(&self) -> Option<(&'t str, &'t str)> {
        let cell = self.cells.first()?.trim_start_matches(|c: char| !c.is_alphanumeric());
        let (cell, says_phase) = match cell.get(..6) {
            Some(word) if word.eq_ignore_ascii_case("phase ") => (cell.get(6..)?.trim_start(), true),
            _ => (cell, false),
        };
        // Without a heading that says so, a number in the first cell need not be a phase.
        if !says_phase && !matches!(self.lists, Some(Lists::Phases { .. })) {
            return None;
        }
        let (token, rest) = leading_token(cell)?;
        let rest = rest.trim_start_matches(['*', '`', '~', '_', ':', '.']);
        let name = rest.trim_start();
        // `1 → 2` and `1, 2` are of several phases; `3rd` is no id.
        if rest.starts_with(char::is_alphanumeric) || name.starts_with([',', '→', '+', '&', '/', '–']) {
            return None;
        }
        Some((token, name.trim_start_matches(['-', '—', ' ']).trim_end_matches(['*', '`', '~', ' '])))
    }

    /// Whether the row says that its phase is complete; none when the table holds no statuses and no cell is one.
    pub(super) fn complete(&self) -> Option<bool> {
        let complete = self.cells.iter().skip(1).any(|cell| says_complete(cell));
        let has_statuses = matches!(self.lists, Some(Lists::Phases { status: true }));
        (complete || has_statuses).then_some(complete)
    }
}

/// True for a cell such as `Complete`, `✓ Complete`, `SHIPPED (PR 61)`, `Done 2026-05-14`; false for `Incomplete`, `0/2`.
fn says_complete(cell: &str) -> bool {
    let word = normalise(cell.trim_start_matches(|c: char| !c.is_alphanumeric() && c != '~'));
    let Some(said) = COMPLETE.iter().filter_map(|said| word.strip_prefix(said)).min_by_key(|rest| rest.len()) else {
        return false;
    };
    // A date or a version may follow.
    said.split('_').all(|part| part.trim_start_matches('v').chars().all(|c| c.is_ascii_digit() || c == '.'))
}

/// What a table with this heading lists.
fn lists_of(heading: &[String]) -> Lists {
    let heads: Vec<&str> = heading.iter().map(|head| head.trim_matches(['*', ' ', '_'])).collect();
    let is_phase = |head: Option<&&str>| {
        head.is_some_and(|head| head.split_whitespace().next().is_some_and(|word| PHASE_HEADS.contains(&word)))
    };
    let is_number = |head: Option<&&str>| head.is_some_and(|head| NUMBER_HEADS.contains(head));
    let lists_phases = is_phase(heads.first()) || (is_number(heads.first()) && is_phase(heads.get(1)));
    if !lists_phases {
        return Lists::Other;
    }
    let status = heads.iter().skip(1).any(|head| head.split_whitespace().any(|word| STATUS_HEADS.contains(&word)));
    Lists::Phases { status }
}
