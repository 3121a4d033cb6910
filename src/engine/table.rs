//! A table as a reader sees it: the docs pages and `explain` are made of these, and of nothing else.

use super::row::{Cond, Dimension, Row};

/// One table, laid out.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Table {
    /// The table's id: the part before the `/` in the ids of its rows, and the name of its page.
    pub id: &'static str,
    /// The page's title.
    pub title: &'static str,
    /// What the table is for, in a paragraph.
    pub intro: &'static str,
    /// The columns' headings.
    pub columns: &'static [&'static str],
    /// The rows, in the table's order.
    pub rows: Vec<TableRow>,
}

/// One row, laid out.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct TableRow {
    /// The row's id within the table.
    pub id: String,
    /// A cell for each column.
    pub cells: Vec<String>,
    /// What is too long for a cell: the entry alone shows it, and has a page of its own for it.
    pub more: Vec<More>,
}

/// A part of an entry's own page.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct More {
    /// Its heading.
    pub heading: &'static str,
    /// Its text, in Markdown.
    pub text: String,
}

impl TableRow {
    /// Makes a row of an id and its cells.
    pub fn new<const N: usize>(id: impl Into<String>, cells: [String; N]) -> Self {
        Self { id: id.into(), cells: cells.into(), more: Vec::new() }
    }

    /// The same with a page of its own.
    #[must_use]
    pub fn with_more(mut self, more: Vec<More>) -> Self {
        self.more = more;
        self
    }
}

impl Table {
    /// The table of decision rows: what each asks, what follows, and why it is there.
    pub fn of_decisions<D: Dimension, T: Copy>(
        id: &'static str,
        title: &'static str,
        intro: &'static str,
        rows: &[Row<D, T>],
        words: impl Fn(T) -> String,
    ) -> Self {
        let line = |row: &Row<D, T>| {
            let case = |case: &super::row::Case<D, T>| match case.when {
                Cond::Always => words(case.target),
                condition => format!("{} if {}", words(case.target), condition.words()),
            };
            let targets: Vec<String> = row.then.iter().map(case).collect();
            TableRow::new(row.id, [row.when.words(), targets.join("; else "), row.doc.to_owned()])
        };
        Self { id, title, intro, columns: &["when", "then", "why"], rows: rows.iter().map(line).collect() }
    }

    /// The ids of its rows, `<table>/<row>`.
    pub fn ids(&self) -> impl Iterator<Item = String> {
        self.rows.iter().map(|row| format!("{}/{}", self.id, row.id))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_ids_of_rows_begin_with_their_tables() {
        let rows = ["a", "b"].map(|id| TableRow::new(id, [String::new()])).to_vec();
        let table = Table { id: "exit", title: "", intro: "", columns: &[""], rows };
        assert_eq!(table.ids().collect::<Vec<_>>(), ["exit/a", "exit/b"]);
    }
}
