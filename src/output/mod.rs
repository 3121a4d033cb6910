//! The only place that prints. Renderers turn values into text; `emit` writes it.

pub mod board;
pub mod errors;
pub mod github;
pub mod human;
pub mod json;
pub mod lint;
pub mod lock;
pub mod map;
pub mod recover;
pub mod sarif;
pub mod style;
pub mod tables;
mod words;

use std::io::{self, IsTerminal as _, Write as _};

/// Writes a whole answer to standard output. A reader that closed the pipe has what it wanted: that is no error.
///
/// # Errors
/// The stream cannot be written for another reason, e.g. a full disk.
pub fn emit(text: &str) -> io::Result<()> {
    closed_is_fine(anstream::stdout().lock().write_all(text.as_bytes()))
}

/// True where a person reads the answer as it is printed.
pub fn is_terminal() -> bool {
    io::stdout().is_terminal()
}

/// Writes messages to standard error.
///
/// # Errors
/// The stream cannot be written, unless its reader closed it.
pub fn emit_error(text: &str) -> io::Result<()> {
    closed_is_fine(anstream::stderr().lock().write_all(text.as_bytes()))
}

/// Sends what the program notes of its own work to standard error: from the second `-v` on.
pub fn log(verbose: u8) {
    let level = match verbose {
        0 | 1 => tracing::Level::WARN,
        2 => tracing::Level::DEBUG,
        _ => tracing::Level::TRACE,
    };
    let logger = tracing_subscriber::fmt().with_max_level(level).with_writer(anstream::stderr).without_time();
    // A second run in one process keeps the first one's logger.
    let _ = logger.try_init();
}

fn closed_is_fine(written: io::Result<()>) -> io::Result<()> {
    match written {
        Err(error) if error.kind() == io::ErrorKind::BrokenPipe => Ok(()),
        written => written,
    }
}
