//! The pages that are made of tables, schemas and the command line. A test compares them with `docs/`.

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

/// Every generated page.
pub fn pages() -> Vec<Page> {
    let of_tables = methodology::tables().into_iter().map(|table| Page {
        path: format!("docs/reference/{}.md", table.id),
        text: format!("{}{}", GENERATED, tables::page(&table)),
    });
    let schemas = [("route", json::route_schema()), ("error", json::error_schema())]
        .map(|(name, text)| Page { path: format!("docs/schema/{name}.v0.schema.json"), text });
    of_tables.chain(schemas).collect()
}

const GENERATED: &str =
    "<!-- Generated from the tables; `UPDATE_DOCS=1 cargo test --test integration docs` rewrites it. -->\n\n";
