//! Tables in ROADMAP.md: which of them list phases, and what a row says.

use serde::{Deserialize, Serialize};

use super::token::leading_id;
use crate::engine::words::normalise;
use crate::gsd::ids::PhaseId;
use crate::read::markdown::{Line, row};

/// What a row says of its phase.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum RowStatus {
    /// A cell says complete, done or shipped.
    Complete,
    /// It is listed, and not complete.
    Open,
    /// It was taken out of this list: moved, superseded, removed.
    Gone,
}

/// The words of a cell that say a phase is complete.
const COMPLETE: &[&str] = &["complete", "completed", "done", "shipped"];

/// The words that a cell begins with when its phase is no longer of this list.
const GONE: &[&str] = &[
    "absorbed",
    "cancelled",
    "canceled",
    "carried",
    "deprecated",
    "descoped",
    "dropped",
    "folded",
    "merged",
    "moved",
    "obsolete",
    "promoted",
    "removed",
    "replaced",
    "superseded",
    "withdrawn",
];

/// The words by which a column of statuses is headed.
const STATUS_HEADS: &[&str] = &["status", "state", "estado", "stato", "statut", "progress"];

/// The words of a cell of statuses that say a phase is not complete: no other cell of the row says more than that.
const UNFINISHED: &[&str] = &[
    "active",
    "blocked",
    "executing",
    "in_progress",
    "incomplete",
    "not_started",
    "open",
    "paused",
    "pending",
    "planned",
    "planning",
    "queued",
    "ready",
    "started",
    "todo",
    "to_do",
    "upcoming",
    "verifying",
    "wip",
];

/// The words by which a column of names is headed: what it holds is no status, whatever it says.
const NAME_HEADS: &[&str] = &["name", "title", "feature", "nombre", "nome", "nom", "titel", "titre", "título"];

/// The words by which a column of phases is headed.
const PHASE_HEADS: &[&str] = &["phase", "phases", "fase", "#phase"];

/// The words by which a column of running numbers is headed; one counts only in front of a column of phases.
const NUMBER_HEADS: &[&str] = &["", "#", "no", "no.", "nr", "nr.", "number"];

/// What a table lists, told by its heading.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Lists {
    /// Phases; with the places of its columns of statuses and of names beside the number, where it has them.
    Phases { status: Option<usize>, name: Option<usize> },
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
    pub(super) fn phase(&self) -> Option<(PhaseId, &'t str)> {
        let cell = self.cells.first()?.trim_start_matches(|c: char| !c.is_alphanumeric());
        let (cell, says_phase) = match cell.get(..6) {
            Some(word) if word.eq_ignore_ascii_case("phase ") => (cell.get(6..)?.trim_start(), true),
            _ => (cell, false),
        };
        // Without a heading that says so, a number in the first cell need not be a phase.
        if !says_phase && !matches!(self.lists, Some(Lists::Phases { .. })) {
            return None;
        }
        let (id, rest) = leading_id(cell)?;
        let rest = rest.trim_start_matches(['*', '`', '~', '_', ':', '.']);
        let name = rest.trim_start();
        // `1 → 2`, `1, 2` and a bare `30-36` are of several phases.
        if !says_phase && name.is_empty() && is_range(cell) {
            return None;
        }
        if name.starts_with([',', '→', '+', '&', '/', '–']) {
            return None;
        }
        Some((id, name.trim_start_matches(['-', '—', ' ']).trim_end_matches(['*', '`', '~', ' '])))
    }

    /// What the row says of its phase; none when the table holds no statuses and no cell is one.
    pub(super) fn status(&self) -> Option<RowStatus> {
        let (status, name) = match self.lists {
            Some(Lists::Phases { status, name }) => (status, name),
            _ => (None, None),
        };
        let numbered = || self.cells.iter().enumerate().skip(1).filter(|(at, _)| Some(*at) != name);
        let cells = || numbered().map(|(_, cell)| status_word(cell));
        let mut of_status = numbered().filter(|(at, _)| status.is_none_or(|status| *at == status));
        let is_unfinished = of_status.any(|(_, cell)| UNFINISHED.contains(&status_word(cell).as_str()));
        if !is_unfinished && cells().any(|word| is_complete(&word)) {
            return Some(RowStatus::Complete);
        }
        if status.is_none() {
            return (is_unfinished && cells().any(|word| is_complete(&word))).then_some(RowStatus::Open);
        }
        let is_gone = |word: &String| word.split('_').next().is_some_and(|first| GONE.contains(&first));
        Some(if cells().any(|word| is_gone(&word)) { RowStatus::Gone } else { RowStatus::Open })
    }

    /// How many plans the row calls done, and of how many: the first cell that is `2/3` and nothing else.
    pub(super) fn plans(&self) -> Option<(usize, usize)> {
        self.cells.iter().skip(1).find_map(|cell| {
            let (done, all) = cell.split_once('/')?;
            Some((done.trim().parse().ok()?, all.trim().parse().ok()?))
        })
    }
}

/// True for `30-36`: two numbers in their order.
fn is_range(cell: &str) -> bool {
    let numbers =
        cell.trim_matches('*').split_once('-').map(|(first, last)| (first.parse::<u32>(), last.parse::<u32>()));
    matches!(numbers, Some((Ok(first), Ok(last))) if first < last)
}

/// The word of a cell, without the sign that people put in front of it.
fn status_word(cell: &str) -> String {
    normalise(cell.trim_start_matches(|c: char| !c.is_alphanumeric()))
}

/// True for the word of `Complete`, `✓ Complete`, `SHIPPED (PR 61)`, `Done 2026-05-14`; not for `Incomplete`, `0/2`.
fn is_complete(word: &str) -> bool {
    // A date or a version may follow.
    let is_date = |rest: &str| {
        rest.split('_').all(|part| part.trim_start_matches('v').chars().all(|c| c.is_ascii_digit() || c == '.'))
    };
    COMPLETE.iter().any(|said| {
        word.strip_prefix(said).is_some_and(|rest| rest.is_empty() || (rest.starts_with('_') && is_date(rest)))
    })
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
    let headed = |words: &[&str]| {
        let is_one = |head: &&str| head.split_whitespace().any(|word| words.contains(&word));
        heads.iter().skip(1).position(is_one).map(|at| at + 1)
    };
    let status = headed(STATUS_HEADS);
    // Behind a running number the column of phases is the one of names.
    let name = if is_phase(heads.first()) { headed(NAME_HEADS) } else { Some(1) };
    Lists::Phases { status, name: name.filter(|name| Some(*name) != status) }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The rows of a table: id, name, status.
    fn rows(table: &str) -> Vec<(PhaseId, String, Option<RowStatus>)> {
        let mut tables = Tables::default();
        let mut rows = Vec::new();
        for (at, text) in table.lines().enumerate() {
            let Some(row) = tables.line(Line { number: at + 1, text }) else { continue };
            if let Some((id, name)) = row.phase() {
                rows.push((id, name.to_owned(), row.status()));
            }
        }
        rows
    }

    #[test]
    fn a_cell_of_two_numbers_counts_plans() {
        for (row, expected) in [
            ("| 3. X | 2/3 | In Progress |", Some((2, 3))),
            ("| 3. X | v1.0 | 2 / 3 | Open |", Some((2, 3))),
            ("| 3. X | 2/3 plans | Open |", None),
            ("| 3. X | 2/? | Open |", None),
            ("| 3/4 | Open |", None),
        ] {
            let row = Tables::default().line(Line { number: 1, text: row }).unwrap();
            assert_eq!(row.plans(), expected, "{row:?}");
        }
    }

    fn one(heading: &str, row: &str) -> Option<(PhaseId, String, Option<RowStatus>)> {
        let columns = heading.matches('|').count().saturating_sub(1);
        let mut rows = rows(&format!("{heading}\n|{}\n{row}\n", "---|".repeat(columns)));
        assert!(rows.len() < 2, "{rows:?}");
        rows.pop()
    }

    #[test]
    fn the_first_cell_names_the_phase_however_it_is_written() {
        for (cell, token, name) in [
            ("57. Signal Filter", "57", "Signal Filter"),
            ("57", "57", ""),
            ("15.1 Memory Limits", "15.1", "Memory Limits"),
            ("Phase 10: Import", "10", "Import"),
            ("**57**", "57", ""),
            ("**57. Signal**", "57", "Signal"),
            ("~~58. Old~~", "58", "Old"),
            ("✅ 59. Done", "59", "Done"),
            ("A1. Coded", "A1", "Coded"),
            ("02.10 - Ten", "02.10", "Ten"),
            ("02-04. Continued", "02-04", "Continued"),
            ("Phase 02-04", "02-04", ""),
        ] {
            let row = one("| Phase | Plans | Status |", &format!("| {cell} | 1/1 | Complete |"));
            let id = PhaseId::parse(token).unwrap();
            assert_eq!(row, Some((id, name.to_owned(), Some(RowStatus::Complete))), "{cell}");
        }
        for cell in ["1 → 2", "1, 2", "Phase 1 + 2", "Name", "", "1–4", "3rd", "1-3", "30-36", "**30-36**", "v1.0"]
        {
            assert_eq!(one("| Phase | Plans | Status |", &format!("| {cell} | 1/1 | Complete |")), None, "{cell}");
        }
    }

    #[test]
    fn a_name_is_no_status_and_an_unfinished_status_is_the_last_word() {
        use RowStatus::{Complete, Open};
        for (heading, row, expected) in [
            ("| Phase | Name | Status |", "| 7 | Done | In Progress |", Some(Open)),
            ("| Phase | Name | Status |", "| 7 | Done | |", Some(Open)),
            ("| Phase | Name | Status |", "| 7 | Done | Complete |", Some(Complete)),
            ("| Phase | Name | Status |", "| 7 | Pending | Complete |", Some(Complete)),
            ("| Phase | Name | Plans |", "| 7 | Done | 1/1 |", None),
            ("| # | Phase | Status |", "| 7 | Complete | Planned |", Some(Open)),
            ("| # | Phase | Status |", "| 7 | Shipped | Soon |", Some(Open)),
            ("| Phase | Area | Status |", "| 7 | Done | 🚧 In progress (1/2) |", Some(Open)),
            ("| Phase | Status | Notes |", "| 7 | Complete | Pending |", Some(Complete)),
            ("| Phase | Area | Owner |", "| 7 | Done | In Progress |", Some(Open)),
        ] {
            assert_eq!(one(heading, row).unwrap().2, expected, "{heading} {row}");
        }
    }

    #[test]
    fn tables_of_two_to_six_columns_are_read() {
        for (heading, row) in [
            ("| Phase | Status |", "| 3. X | Complete |"),
            ("| Phase | Plans Complete | Status |", "| 3. X | 2/2 | Complete |"),
            ("| Phase | Plans Complete | Status | Completed |", "| 3. X | 2/2 | Complete    | 2026-05-14 |"),
            ("| Phase | Milestone | Plans | Status | Completed |", "| 3. X | v1.0 | 2/2 | ✅ Complete | - |"),
            ("| # | Phase | Plans | Status | Done on | Notes |", "| 3 | X | 2/2 | SHIPPED (PR 61) | - | - |"),
            ("| **Phase** | **Status** |", "| 3. X | Complete (human_needed) |"),
        ] {
            assert_eq!(one(heading, row).map(|row| row.2), Some(Some(RowStatus::Complete)), "{heading} {row}");
        }
    }

    #[test]
    fn a_status_is_complete_open_or_gone() {
        let heading = "| Phase | Plans | Status | Completed |";
        for (cell, status) in [
            ("Complete", RowStatus::Complete),
            ("complete", RowStatus::Complete),
            ("**Complete**", RowStatus::Complete),
            ("✓ Complete", RowStatus::Complete),
            ("Complete (pend. secure)", RowStatus::Complete),
            ("Done 2026-05-14", RowStatus::Complete),
            ("Shipped v1.2", RowStatus::Complete),
            ("Completed", RowStatus::Complete),
            ("Incomplete", RowStatus::Open),
            ("Not complete", RowStatus::Open),
            ("Completeness check", RowStatus::Open),
            ("Complete the work", RowStatus::Open),
            ("Not started", RowStatus::Open),
            ("In Progress", RowStatus::Open),
            ("Awaiting verification", RowStatus::Open),
            ("Needs Review (SC-4 gap)", RowStatus::Open),
            ("⛔ Blocked — waits for an answer", RowStatus::Open),
            ("Deferred to v2.0", RowStatus::Open),
            ("TBD", RowStatus::Open),
            ("", RowStatus::Open),
            ("➡️ **CARRIED to v1.9**", RowStatus::Gone),
            ("superseded", RowStatus::Gone),
            ("REMOVED", RowStatus::Gone),
        ] {
            let row = one(heading, &format!("| 3. X | 0/2 | {cell} | - |"));
            assert_eq!(row.map(|row| row.2), Some(Some(status)), "{cell}");
        }
    }

    #[test]
    fn a_table_that_lists_no_phases_gives_none() {
        for (heading, row) in [
            ("| Requirement | Phase | Status |", "| APF-06 | Phase 29 | Complete |"),
            ("| ID | Blocker | Phase |", "| B1 | x | 3 |"),
            ("| # | Site | Status |", "| 1 | x | Complete |"),
            ("| Milestone | Phases | Status |", "| v1.0 | 1-5 | Complete |"),
            ("| Plan | Status |", "| 01-02 | Complete |"),
        ] {
            assert_eq!(one(heading, row), None, "{heading}");
        }
        // A table of phases without a status says nothing of them.
        assert_eq!(one("| Phase | Requirements |", "| 29 | APF-06 |").map(|row| row.2), Some(None));
        assert_eq!(one("| Phase | Depends on |", "| Phase 1 → Phase 2 | schema |"), None);
        // Without a rule below it the first line is no heading: only a cell that says so names a phase.
        assert_eq!(rows("| 3 | Complete |\n| 4 | Complete |\n"), []);
        assert_eq!(rows("| x | y |\n| Phase 4: X | Complete |\n").len(), 1);
    }

    #[test]
    fn a_line_between_two_tables_parts_them() {
        let table = "| Phase | Status |\n|---|---|\n| 3 | Complete |\n\n| 4 | Complete |\n";
        assert_eq!(rows(table).len(), 1);
    }

    #[test]
    fn a_table_ends_where_a_line_is_left_out() {
        let heading = [(1, "| Phase | Name | Status |"), (2, "|---|---|---|"), (3, "| 7 | a | Complete |")];
        for (next, is_phase) in [(4, true), (5, false)] {
            let mut tables = Tables::default();
            let lines = heading.into_iter().chain([(next, "| 8 | b | Complete |")]);
            let last = lines.map(|(number, text)| tables.line(Line { number, text })).last().flatten().unwrap();
            assert_eq!(last.phase().is_some(), is_phase, "a line that is hidden parts two tables");
        }
    }

    #[test]
    fn a_status_is_read_without_the_sign_before_it() {
        for (cell, word) in [("✅ Complete", "complete"), ("~~Open~~", "open"), ("— done", "done"), ("0/2", "0/2")] {
            assert_eq!(status_word(cell), word, "{cell}");
        }
    }
}
