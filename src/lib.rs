//! Says where a phase of agent-built software really is, what comes next, and what may not be skipped.
//!
//! The house: [`engine`] decides and is pure; [`git`] and [`read`] read and change nothing; [`write`] alone changes anything;
//! [`gsd`] and [`gse`] are methodologies (tables, a situation, readers); [`output`] alone prints; [`commands`] ties them together.
//! `docs/architecture.md` has the picture and says where a new line belongs; `tests/integration/house.rs` keeps the walls.

pub mod cli;
pub mod commands;
pub mod docs;
pub mod engine;
pub mod git;
pub mod gsd;
pub mod gse;
pub mod methodology;
pub mod output;
pub mod read;
pub mod request;
pub mod write;

use std::ffi::OsString;

use clap::Parser as _;

use cli::{Cli, Format};
use engine::exit::Outcome;
use engine::failure::Failure;
use output::{emit, emit_error, errors, github, json, sarif};

/// Runs one command line (the program's name first) and gives the process's exit code.
pub fn run(args: impl IntoIterator<Item = OsString>) -> u8 {
    let cli = match Cli::try_parse_from(args) {
        Ok(cli) => cli,
        Err(error) => return refused(&error),
    };
    // The choice of colour comes before anything that may print.
    cli.common.color.write_global();
    output::log(cli.common.verbose);
    let format = cli.common.format;
    match request::Request::of(cli).map_err(anyhow::Error::from).and_then(|request| commands::run(&request)) {
        Ok(outcome) => outcome.code(),
        Err(error) => failed(&error, format),
    }
}

/// Help and version are answers; everything else that the parser refuses is a usage error.
fn refused(error: &clap::Error) -> u8 {
    let text = error.render().ansi().to_string();
    let (written, outcome) =
        if error.use_stderr() { (emit_error(&text), Outcome::Usage) } else { (emit(&text), Outcome::Done) };
    if written.is_err() { Outcome::Environment.code() } else { outcome.code() }
}

/// Prints an error in the format that was asked for.
fn failed(error: &anyhow::Error, format: Format) -> u8 {
    let failure = match error.downcast_ref::<Failure>() {
        Some(failure) => failure.clone(),
        None => Failure::environment("io", format!("{error:#}")),
    };
    let written = match format {
        Format::Human => emit_error(&errors::human(&failure)),
        Format::Json => emit(&json::text(&json::error_v0::of(&failure))),
        Format::Github => emit(&github::failure(&failure)),
        Format::Sarif => emit(&json::text(&sarif::failure(&failure))),
    };
    // Where even the error cannot be written, the exit code is all that is left to say.
    if written.is_err() { Outcome::Environment.code() } else { failure.outcome.code() }
}
