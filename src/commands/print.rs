//! Completions, the manual page, schemas.

use anyhow::Result;
use clap::CommandFactory as _;

use crate::cli::{Cli, Print, SchemaName};
use crate::engine::exit::Outcome;
use crate::output::{emit, json};

pub(super) fn run(what: &Print) -> Result<Outcome> {
    let text = match what {
        Print::Completions { shell } => {
            let mut text = Vec::new();
            clap_complete::generate(*shell, &mut Cli::command(), "phase-pipeline", &mut text);
            String::from_utf8(text)?
        }
        Print::Man => {
            let mut text = Vec::new();
            clap_mangen::Man::new(Cli::command()).render(&mut text)?;
            String::from_utf8(text)?
        }
        Print::Schema { name: SchemaName::Route } => json::route_schema(),
        Print::Schema { name: SchemaName::Status } => json::status_schema(),
        Print::Schema { name: SchemaName::Recover } => json::recover_schema(),
        Print::Schema { name: SchemaName::Init } => json::init_schema(),
        Print::Schema { name: SchemaName::Lint } => json::lint_schema(),
        Print::Schema { name: SchemaName::Lock } => json::lock_schema(),
        Print::Schema { name: SchemaName::Error } => json::error_schema(),
    };
    emit(&text)?;
    Ok(Outcome::Done)
}
