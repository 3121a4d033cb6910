//! Reads what the caller names on the command line: a file, or `-` for standard input.

use std::io::{BufRead as _, ErrorKind, IsTerminal as _, Read};
use std::path::Path;

use fs_err::File;

use crate::engine::escape::escape;
use crate::engine::failure::Failure;

/// The size up to which it is read, in bytes.
const LIMIT: u64 = 64 * 1024 * 1024;

/// The text of the file at `path`, or of standard input where `path` is `-`.
///
/// # Errors
/// It cannot be read, is no UTF-8, or is larger than 64 MiB.
pub fn text(path: &Path) -> Result<String, Failure> {
    let is_stdin = path.as_os_str() == "-";
    let shown = if is_stdin { "standard input".to_owned() } else { escape(&path.to_string_lossy()) };
    let bytes = if is_stdin { bounded(std::io::stdin().lock()) } else { File::open(path).and_then(bounded) };
    let cannot = |why: String| {
        let remedy = "name a file that can be read, or - for standard input";
        Failure::usage("given", format!("cannot read {shown}: {why}")).remedy(remedy)
    };
    let bytes = bytes.map_err(|error| match error.kind() {
        ErrorKind::NotFound => cannot("there is no such file".to_owned()),
        kind => cannot(kind.to_string()),
    })?;
    if u64::try_from(bytes.len()).unwrap_or(u64::MAX) > LIMIT {
        return Err(cannot(format!("it has more than {LIMIT} bytes")));
    }
    String::from_utf8(bytes).map_err(|error| cannot(format!("byte {} is no UTF-8", error.utf8_error().valid_up_to())))
}

/// One line of standard input, from whoever is asked.
///
/// # Errors
/// It cannot be read.
pub fn line() -> std::io::Result<String> {
    let mut line = String::new();
    std::io::stdin().lock().take(LIMIT).read_line(&mut line)?;
    Ok(line)
}

/// True where standard input is a terminal.
pub fn is_terminal() -> bool {
    std::io::stdin().is_terminal()
}

/// The bytes, up to one more than the limit.
fn bounded(from: impl Read) -> std::io::Result<Vec<u8>> {
    let mut bytes = Vec::new();
    from.take(LIMIT + 1).read_to_end(&mut bytes)?;
    Ok(bytes)
}
