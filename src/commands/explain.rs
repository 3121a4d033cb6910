//! A table, or one of its entries.

use anyhow::Result;

use crate::engine::escape::escape;
use crate::engine::exit::Outcome;
use crate::engine::failure::Failure;
use crate::engine::table::Table;
use crate::methodology;
use crate::output::human::Detail;
use crate::output::{emit, tables};
use crate::request::{Answer, nearest};

pub(super) fn run(id: &str, answer: Answer) -> Result<Outcome> {
    let all = methodology::tables();
    let id = &id.to_lowercase();
    emit(&find(&all, id, answer.detail).ok_or_else(|| unknown(&all, id))?)?;
    Ok(Outcome::Done)
}

/// The text for `id`: a table (`resume`, `steps`), an entry (`resume/secure`, `step/12`), or the one entry of that name.
fn find(all: &[Table], id: &str, detail: Detail) -> Option<String> {
    if let Some(table) = all.iter().find(|table| table.id == id || format!("{}s", table.id) == id) {
        return Some(tables::overview(table, detail));
    }
    let (in_table, wanted) = id.split_once('/').map_or((None, id), |(table, entry)| (Some(table), entry));
    let entries: Vec<String> = all
        .iter()
        .filter(|table| in_table.is_none_or(|id| table.id == id))
        .flat_map(|table| table.rows.iter().map(move |row| (table, row)))
        .filter(|(_, row)| {
            row.id.to_lowercase() == wanted
                || (in_table.is_some() && row.cells.first().is_some_and(|cell| cell == wanted))
        })
        .map(|(table, row)| tables::entry(table, row, detail))
        .collect();
    if entries.is_empty() { None } else { Some(entries.join("\n")) }
}

fn unknown(all: &[Table], id: &str) -> Failure {
    let failure = Failure::usage("no-such-entry", format!("no table and no entry is called `{}`", escape(id)));
    let names: Vec<String> = all
        .iter()
        .flat_map(|table| table.ids().chain(table.rows.iter().map(|row| row.id.clone())).chain([table.id.to_owned()]))
        .collect();
    let tables: Vec<&str> = all.iter().map(|table| table.id).collect();
    match nearest(id, &names) {
        Some(name) => failure.remedy(format!("did you mean `phase-pipeline explain {name}`?")),
        None => failure.remedy(format!("the tables are {}", tables.join(", "))),
    }
}
