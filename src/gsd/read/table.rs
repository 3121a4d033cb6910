//! Tables in ROADMAP.md: which of them list phases, and what a row says.

use super::token::leading_token;
use crate::engine::words::normalise;

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
pub(super) struct TableReader {
    first: Option<Vec<String>>,
    lists: Option<Lists>,
}

/// One row of a table.
#[derive(Debug)]
pub(super) struct Table {
    cells: Vec<String>,
    lists: Option<Lists>,
}

impl TableReader {
    /// Takes the next line; gives its row when it is one, none when the line belongs to no table. The heading and the line
    /// below it come back as rows that name no phase.
    pub(super) fn line(&mut self, trimmed: &str) -> Option<Table> {
        let Some(cells) = cells(trimmed) else {
            *self = Self::default();
            return None;
        };
        let is_rule = cells.iter().all(|cell| !cell.is_empty() && cell.chars().all(|c| matches!(c, '-' | ':' | ' ')));
        if is_rule && let Some(first) = &self.first {
            self.lists.get_or_insert(lists(first));
            return Some(Table { cells: Vec::new(), lists: self.lists });
        }
        if self.first.is_none() {
            self.first = Some(cells.clone());
        }
        Some(Table { cells, lists: self.lists })
    }
}

impl Table {
    /// The id and the name of the phase whose row this is.
    pub(super) fn phase(&self) -> Option<(&str, String)> {
        let cell = self.cells.first()?.trim_matches(['*', '`', '~', ' ']);
        let cell = cell.trim_start_matches(|c: char| !c.is_alphanumeric());
        let (cell, says_phase) = match cell.get(..6) {
            Some(word) if word.to_lowercase() == "phase " => (cell.get(6..)?.trim_start(), true),
            _ => (cell, false),
        };
        // Without a heading that says so, a number in the first cell need not be a phase.
        if !says_phase && !matches!(self.lists, Some(Lists::Phases { .. })) {
            return None;
        }
        let (token, rest) = leading_token(cell)?;
        let rest = rest.trim_start_matches('*');
        if !rest.is_empty() && rest.starts_with(|c: char| c.is_alphanumeric()) {
            return None;
        }
        // `1 → 2` and `1, 2` are of several phases.
        let rest = rest.trim_start_matches([':', '.']).trim_start();
        if rest.starts_with([',', '→', '+', '&', '/', '–']) {
            return None;
        }
        Some((token, rest.trim_start_matches(['-', '—', '*', ' ']).trim().to_owned()))
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

/// The cells of a row; none for a line that is none.
fn cells(trimmed: &str) -> Option<Vec<String>> {
    let inner = trimmed.strip_prefix('|')?;
    let inner = inner.strip_suffix('|').unwrap_or(inner);
    let mut cells = vec![String::new()];
    let mut escaped = false;
    for c in inner.chars() {
        if c == '|' && !escaped {
            cells.push(String::new());
        } else if let Some(cell) = cells.last_mut() {
            cell.push(c);
        }
        escaped = c == '\\' && !escaped;
    }
    Some(cells.iter().map(|cell| cell.trim().to_owned()).collect())
}

/// What a table with this heading lists.
fn lists(heading: &[String]) -> Lists {
    let heads: Vec<String> = heading.iter().map(|head| head.trim_matches(['*', ' ', '_']).to_lowercase()).collect();
    let is_phase = |head: Option<&String>| {
        head.is_some_and(|head| head.split_whitespace().next().is_some_and(|word| PHASE_HEADS.contains(&word)))
    };
    let is_number = |head: Option<&String>| head.is_some_and(|head| NUMBER_HEADS.contains(&head.as_str()));
    let lists_phases = is_phase(heads.first()) || (is_number(heads.first()) && is_phase(heads.get(1)));
    if !lists_phases {
        return Lists::Other;
    }
    let status = heads.iter().skip(1).any(|head| head.split_whitespace().any(|word| STATUS_HEADS.contains(&word)));
    Lists::Phases { status }
}
