//! The JSON outputs. Each has structs of its own, apart from the types that decide, so that deciding may change and the
//! output stays; each is published as a JSON Schema (`print schema`).

pub mod error_v0;
pub mod evidence;
pub mod init_v0;
pub mod lint_v0;
pub mod lock_v0;
pub mod recover_v0;
pub mod route_v0;
pub mod status_v0;

use std::fmt::Write as _;

use serde::Serialize;

use crate::engine::escape::{begins_command, is_hidden};

/// One object as text, with a line break at the end. Characters that a terminal acts on are written as `\u` escapes: the same
/// string for a JSON reader, and harmless on a screen.
pub fn text<T: Serialize>(value: &T) -> String {
    // These types serialise without fail: string keys, no custom code.
    let plain = serde_json::to_string_pretty(value).unwrap_or_default();
    let mut out = String::with_capacity(plain.len() + 1);
    for (at, c) in plain.char_indices() {
        if (c != '\n' && is_hidden(c)) || (c == '#' && begins_command(&plain, at)) {
            let mut units = [0; 2];
            for unit in c.encode_utf16(&mut units) {
                let _ = write!(out, "\\u{unit:04x}");
            }
        } else {
            out.push(c);
        }
    }
    out.push('\n');
    out
}

/// The JSON Schema of [`route_v0::Route`].
pub fn route_schema() -> String {
    text(&schemars::schema_for!(route_v0::Route))
}

/// The JSON Schema of [`status_v0::Status`].
pub fn status_schema() -> String {
    text(&schemars::schema_for!(status_v0::Status))
}

/// The JSON Schema of [`recover_v0::Recover`].
pub fn recover_schema() -> String {
    text(&schemars::schema_for!(recover_v0::Recover))
}

/// The JSON Schema of [`init_v0::Init`].
pub fn init_schema() -> String {
    text(&schemars::schema_for!(init_v0::Init))
}

/// The JSON Schema of [`lint_v0::Lint`].
pub fn lint_schema() -> String {
    text(&schemars::schema_for!(lint_v0::Lint))
}

/// The JSON Schema of [`lock_v0::Lock`].
pub fn lock_schema() -> String {
    text(&schemars::schema_for!(lock_v0::Lock))
}

/// The JSON Schema of [`error_v0::Error`].
pub fn error_schema() -> String {
    text(&schemars::schema_for!(error_v0::Error))
}

#[cfg(test)]
mod tests {
    #[test]
    fn what_a_terminal_acts_on_survives_as_an_escape() {
        let value = "a\u{202e}b\u{9b}c\u{e0041}\n\"##[e";
        let text = super::text(&value);
        assert_eq!(text, "\"a\\u202eb\\u009bc\\udb40\\udc41\\n\\\"\\u0023#[e\"\n");
        assert_eq!(serde_json::from_str::<String>(&text).unwrap(), value);
    }
}
