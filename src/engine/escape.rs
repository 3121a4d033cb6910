//! Makes text from a repository safe to print: the one place that decides which characters may reach a reader.

use std::fmt::{self, Write as _};

/// Text that came from a repository, shown with everything a terminal could act on made visible.
///
/// Control characters (the escape character among them), bidirectional overrides and other invisible format characters are
/// written as `\u{…}`; a line break becomes `\n`, so that one value stays on one line. So is a `#` that would begin a command to
/// a service that runs builds.
#[derive(Debug, Clone, Copy)]
pub struct Escaped<'a>(pub &'a str);

impl fmt::Display for Escaped<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (at, c) in self.0.char_indices() {
            match c {
                '#' if begins_command(self.0, at) => f.write_str("\\u{23}")?,
                '\n' => f.write_str("\\n")?,
                '\r' => f.write_str("\\r")?,
                '\t' => f.write_str("\\t")?,
                c if is_hidden(c) => write!(f, "\\u{{{:x}}}", u32::from(c))?,
                c => f.write_char(c)?,
            }
        }
        Ok(())
    }
}

/// True where `##[…` or `##word[…` begins: services that run builds take that for a command wherever it stands in a line.
pub fn begins_command(text: &str, at: usize) -> bool {
    let rest = text.get(at..).and_then(|rest| rest.strip_prefix("##"));
    rest.is_some_and(|rest| rest.trim_start_matches(|c: char| c.is_ascii_alphabetic()).starts_with('['))
}

/// Escapes `text` into a new string; see [`Escaped`].
pub fn escape(text: &str) -> String {
    Escaped(text).to_string()
}

/// Decodes bytes as UTF-8 and escapes them; bytes that are no UTF-8 are written as `\x..`, so that no two names look alike.
pub fn escape_bytes(bytes: &[u8]) -> String {
    let mut out = String::new();
    for chunk in bytes.utf8_chunks() {
        out.push_str(&escape(chunk.valid()));
        for byte in chunk.invalid() {
            // Writing to a String cannot fail.
            let _ = write!(out, "\\x{byte:02x}");
        }
    }
    out
}

/// True for a character that a terminal acts on or that a reader cannot see.
pub fn is_hidden(c: char) -> bool {
    c.is_control()
        || matches!(
            c,
            '\u{ad}'
                | '\u{61c}'
                | '\u{180e}'
                | '\u{200b}'..='\u{200f}'
                | '\u{2028}'..='\u{202e}'
                | '\u{2060}'..='\u{206f}'
                | '\u{feff}'
                | '\u{fff9}'..='\u{fffb}'
                | '\u{e0000}'..='\u{e007f}'
        )
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_a_terminal_acts_on_is_made_visible() {
        assert_eq!(escape("a\u{1b}[31mred\u{7}\nb"), "a\\u{1b}[31mred\\u{7}\\nb");
        assert_eq!(escape("x\u{202e}gnp\u{200b}"), "x\\u{202e}gnp\\u{200b}");
        assert_eq!(escape("02-フェーズ é 🛑"), "02-フェーズ é 🛑");
        assert_eq!(escape("a ##[error]b ###vso[x ## [c] ##d"), "a \\u{23}#[error]b #\\u{23}#vso[x ## [c] ##d");
    }

    #[test]
    fn bytes_that_are_no_text_stay_distinct() {
        assert_eq!(escape_bytes(b"a\xffb"), "a\\xffb");
        assert_ne!(escape_bytes(b"\xfe"), escape_bytes(b"\xff"));
    }
}
