//! A dump of evidence: what one answer was made of, so that it can be given again without the repository.
//!
//! Not a published output: its form may change with every version, and only the same form is read back.

use serde::{Deserialize, Serialize};
use serde_json::Value;

use crate::engine::escape::escape;
use crate::engine::failure::Failure;

const SCHEMA: &str = "phase-pipeline/evidence";

/// The form of the dump. It goes up with every change of what evidence holds or means.
const VERSION: u64 = 22;

/// A dump.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Dump {
    /// Always `phase-pipeline/evidence`.
    pub schema: String,
    /// The form.
    pub version: u64,
    /// The version of the program that wrote it.
    pub tool: String,
    /// The methodology whose evidence it is.
    pub methodology: String,
    /// The evidence, in the methodology's own form.
    pub case: Value,
}

/// The dump of a case.
pub fn of(methodology: &str, case: Value) -> Dump {
    Dump {
        schema: SCHEMA.to_owned(),
        version: VERSION,
        tool: env!("CARGO_PKG_VERSION").to_owned(),
        methodology: methodology.to_owned(),
        case,
    }
}

/// Reads a dump back.
///
/// # Errors
/// It is none, or of another form.
pub fn read(text: &str) -> Result<Dump, Failure> {
    let no_dump = |why: String| {
        Failure::usage("no-evidence", format!("this is no dump of evidence: {why}"))
            .remedy("`phase-pipeline <PHASE> --dump-evidence` writes one")
    };
    let value: Value = serde_json::from_str(text).map_err(|error| no_dump(error.to_string()))?;
    let written = |key: &str| value.get(key).and_then(Value::as_str);
    if written("schema") != Some(SCHEMA) {
        return Err(no_dump(format!("its schema is not {SCHEMA}")));
    }
    let version = value.get("version").and_then(Value::as_u64);
    if version != Some(VERSION) {
        let version = version.map_or_else(|| "unknown".to_owned(), |version| version.to_string());
        let tool = escape(written("tool").unwrap_or("that wrote it"));
        return Err(Failure::usage(
            "evidence-version",
            format!("evidence of form {version}; this version reads form {VERSION}"),
        )
        .remedy(format!("replay it with phase-pipeline {tool}, or dump it again with this version")));
    }
    Dump::deserialize(&value).map_err(|error| no_dump(escape(&error.to_string())))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::output::json;

    #[test]
    fn a_dump_is_read_back() {
        let dump = of("gsd", Value::from("\u{1b}[31m"));
        assert_eq!(read(&json::text(&dump)).unwrap(), dump);
    }

    #[test]
    fn another_form_is_refused_with_what_helps() {
        let dump = |change: fn(&mut Value)| {
            let mut value = serde_json::to_value(of("gsd", Value::Null)).unwrap();
            change(&mut value);
            read(&value.to_string()).unwrap_err()
        };
        let newer = dump(|value| {
            value["version"] = Value::from(VERSION + 1);
            value["tool"] = Value::from("9.9.9");
            value["more"] = Value::Null;
        });
        assert_eq!(newer.id, "evidence-version");
        assert!(newer.remedies.concat().contains("9.9.9"), "{newer:?}");
        for change in [
            (|value| value["schema"] = Value::from("phase-pipeline/route/v0")) as fn(&mut Value),
            |value| value["more"] = Value::Null,
            |value| *value = Value::Null,
        ] {
            let error = dump(change);
            assert_eq!(error.id, "no-evidence");
            assert!(!error.remedies.is_empty());
        }
        assert_eq!(read("{").unwrap_err().id, "no-evidence");
        assert_eq!(dump(|value| value["version"] = Value::Null).id, "evidence-version");
    }
}
