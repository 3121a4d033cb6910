//! Tables and their entries, as `explain` shows them and as the docs pages have them.

use std::fmt::Write as _;

use super::human::Detail;
use super::style::{STRONG, paint};
use crate::engine::table::{Table, TableRow};

/// One entry of a table, a line per column.
pub fn entry(table: &Table, row: &TableRow, detail: Detail) -> String {
    let mut out = format!("{}\n", paint(STRONG, &format!("{}/{}", table.id, row.id)));
    for (column, cell) in table.columns.iter().zip(&row.cells) {
        let _ = writeln!(out, "  {column}: {cell}");
    }
    for more in row.more.iter().filter(|_| detail != Detail::Quiet) {
        let _ = writeln!(out, "\n  {}", paint(STRONG, more.heading));
        for line in more.text.lines() {
            let _ = writeln!(out, "{}", format!("    {line}").trim_end());
        }
    }
    out
}

/// The page of an entry that has one, in Markdown.
pub fn row_page(table: &Table, row: &TableRow) -> String {
    let mut out = format!("# {}/{}\n\n", table.id, row.id);
    for (column, cell) in table.columns.iter().zip(&row.cells).filter(|(_, cell)| !cell.is_empty()) {
        let _ = writeln!(out, "- {column}: {cell}");
    }
    for more in &row.more {
        let _ = writeln!(out, "\n## {}\n\n{}", more.heading, more.text);
    }
    out
}

/// A whole table: what it is for, and the ids of its entries with their last column, behind their number where they have one.
pub fn overview(table: &Table, detail: Detail) -> String {
    if detail == Detail::Quiet {
        return table.ids().fold(String::new(), |out, id| out + &id + "\n");
    }
    let mut out = format!("{}\n{}\n\n", paint(STRONG, table.title), table.intro);
    for row in &table.rows {
        let is_number = |cell: &&String| !cell.is_empty() && cell.chars().all(|c| c.is_ascii_digit());
        let number = row.cells.first().filter(is_number).map(|cell| format!("{cell:>3} ")).unwrap_or_default();
        let last = row.cells.last().map(String::as_str).unwrap_or_default();
        let _ = writeln!(out, "  {:<28} {number}{last}", format!("{}/{}", table.id, row.id));
    }
    out
}

/// The docs page of a table, in Markdown.
pub fn page(table: &Table) -> String {
    let mut out = format!("# {}\n\n{}\n\n", table.title, table.intro);
    let _ = writeln!(out, "| id | {} |", table.columns.join(" | "));
    let _ = writeln!(out, "|---|{}", "---|".repeat(table.columns.len()));
    for row in &table.rows {
        let cells: Vec<String> = row.cells.iter().map(|cell| cell_text(cell)).collect();
        let id = format!("`{}/{}`", table.id, row.id);
        let id = if row.more.is_empty() { id } else { format!("[{id}]({}/{}.md)", table.id, row.id) };
        let _ = writeln!(out, "| {id} | {} |", cells.join(" | "));
    }
    out
}

/// A cell that cannot end its column.
fn cell_text(cell: &str) -> String {
    cell.replace('|', "\\|").replace('\n', " ")
}
