//! The pages that are made of tables, schemas and outputs. A test compares them with what is committed.

use crate::engine::table::Table;
use crate::methodology;
use crate::output::{json, tables};

/// A generated file: its path below the root of the project, and its text.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Page {
    /// The path.
    pub path: String,
    /// The text.
    pub text: String,
}

const NOTE: &str =
    "<!-- Generated from the tables; `UPDATE_DOCS=1 cargo test --test integration docs` rewrites it. -->\n\n";

/// Every page that is generated whole.
pub fn pages() -> Vec<Page> {
    let all = methodology::tables();
    let of_tables = all.iter().map(|table| Page {
        path: format!("docs/reference/{}.md", table.id),
        text: format!("{NOTE}{}", tables::page(table)),
    });
    let of_rows = all.iter().flat_map(|table| {
        let rows = table.rows.iter().filter(|row| !row.more.is_empty());
        rows.map(|row| Page {
            path: format!("docs/reference/{}/{}.md", table.id, row.id),
            text: format!("{NOTE}{}", tables::row_page(table, row)),
        })
    });
    let schemas = [
        ("route", json::route_schema()),
        ("status", json::status_schema()),
        ("recover", json::recover_schema()),
        ("init", json::init_schema()),
        ("lint", json::lint_schema()),
        ("lock", json::lock_schema()),
        ("error", json::error_schema()),
    ]
    .map(|(name, text)| Page { path: format!("docs/schema/{name}.v0.schema.json"), text });
    of_tables.chain(of_rows).chain(schemas).collect()
}

/// Fills the generated parts of a page that is written by hand: what stands between `<!-- table: ID -->` and `<!-- /table -->`
/// is the table, between `<!-- output: COMMAND -->` and `<!-- /output -->` what `run` gives for the command.
pub fn fill(text: &str, run: &dyn Fn(&str) -> String) -> String {
    let all = methodology::tables();
    let table = |id: &str| all.iter().find(|table| table.id == id).map(rows).unwrap_or_default();
    let output = |command: &str| format!("```text\n{}```\n", run(command));
    let filled = fill_between(text, "table", &table);
    fill_between(&filled, "output", &output)
}

fn rows(table: &Table) -> String {
    let page = tables::page(table);
    let at = page.find("| id |").unwrap_or_default();
    page.get(at..).unwrap_or_default().to_owned()
}

fn fill_between(text: &str, what: &str, make: &dyn Fn(&str) -> String) -> String {
    let (open, close) = (format!("<!-- {what}: "), format!("<!-- /{what} -->"));
    let mut out = String::new();
    let mut rest = text;
    while let Some((before, after)) = rest.split_once(&open) {
        let Some((argument, body)) = after.split_once(" -->\n") else { break };
        let Some((_, behind)) = body.split_once(&close) else { break };
        out.push_str(before);
        for part in [&open, argument, " -->\n", &make(argument), &close] {
            out.push_str(part);
        }
        rest = behind;
    }
    out.push_str(rest);
    out
}
