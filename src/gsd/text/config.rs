//! Reads `.planning/config.json`: what of it this tool asks for, with the line of every value.
//!
//! The keys are of two owners. GSD's own are taken as GSD takes them: an odd value is ignored, with a note. This tool's own
//! (`surfaces`, and everything below `pipeline`) are strict: a wrong type is an error, since a gate may hang on it.

use std::collections::BTreeMap;

pub use super::config_in_force::{Difference, InForce, join};
use super::json::Value;

/// A switch of GSD's that decides whether a step is owed.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Switch {
    /// Steps code-review and review-fix.
    CodeReview,
    /// Step secure.
    SecurityEnforcement,
    /// Step validate.
    NyquistValidation,
    /// Step ui-spec.
    UiPhase,
    /// Step ai-spec.
    AiIntegrationPhase,
    /// The gate ui-review.
    UiReview,
    /// Step verify.
    Verifier,
    /// Step discuss; the one that is off when it says true.
    SkipDiscuss,
    /// Which command step plan-review has; off unless it says true.
    PlanReviewConvergence,
}

/// One row of the table of switches.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct SwitchRow {
    /// The switch.
    pub switch: Switch,
    /// Its key below `workflow`.
    pub key: &'static str,
    /// The value that turns off what it governs.
    pub off: bool,
    /// Whether what it governs is on where nothing is said.
    pub on_by_default: bool,
}

/// The switches. Source: GSD's `references/planning-config.md`.
pub const SWITCHES: &[SwitchRow] = &[
    SwitchRow { switch: Switch::CodeReview, key: "code_review", off: false, on_by_default: true },
    SwitchRow { switch: Switch::SecurityEnforcement, key: "security_enforcement", off: false, on_by_default: true },
    SwitchRow { switch: Switch::NyquistValidation, key: "nyquist_validation", off: false, on_by_default: true },
    SwitchRow { switch: Switch::UiPhase, key: "ui_phase", off: false, on_by_default: true },
    SwitchRow { switch: Switch::AiIntegrationPhase, key: "ai_integration_phase", off: false, on_by_default: true },
    SwitchRow { switch: Switch::UiReview, key: "ui_review", off: false, on_by_default: true },
    SwitchRow { switch: Switch::Verifier, key: "verifier", off: false, on_by_default: true },
    SwitchRow { switch: Switch::SkipDiscuss, key: "skip_discuss", off: true, on_by_default: true },
    SwitchRow {
        switch: Switch::PlanReviewConvergence,
        key: "plan_review_convergence",
        off: false,
        on_by_default: false,
    },
];

/// A value as JSON text, and the line it begins on, counted from 1.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Setting {
    /// The JSON text of the value.
    pub json: String,
    /// Its line in the file.
    pub line: usize,
}

/// Something about a value that a reader should hear: it was ignored, or it is written twice.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Note {
    /// The JSON path, as in `workflow.code_review`.
    pub path: String,
    /// The line, counted from 1.
    pub line: usize,
    /// What was seen.
    pub text: String,
}

/// Why a config cannot be used.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum ConfigError {
    /// It is no JSON.
    #[error("line {line}, column {column}: {message}")]
    Syntax {
        /// The line, counted from 1.
        line: usize,
        /// The column, counted from 1.
        column: usize,
        /// What is wrong.
        message: String,
    },
    /// A key of this tool's has a value of the wrong type.
    #[error("line {line}: {path} must be {expected} and is {found}")]
    WrongType {
        /// The JSON path; empty for the whole file.
        path: String,
        /// The line, counted from 1.
        line: usize,
        /// What it must be.
        expected: &'static str,
        /// What it is.
        found: &'static str,
    },
}

/// One `config.json`.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Config {
    /// The switches that it sets; one that it does not name has GSD's default.
    pub switches: BTreeMap<Switch, bool>,
    /// `commit_docs`, at the top or below `planning`; of two, true wins.
    pub commit_docs: Option<bool>,
    /// `phase_commit_docs`: phase id as written, and its value.
    pub phase_commit_docs: BTreeMap<String, bool>,
    /// `project_code`.
    pub project_code: Option<String>,
    /// `git.base_branch`.
    pub base_branch: Option<String>,
    /// `planning.sub_repos` (or `sub_repos`, its older place).
    pub sub_repos: Vec<String>,
    /// `surfaces`, as written.
    pub surfaces: Option<Setting>,
    /// `pipeline`, as written.
    pub pipeline: Option<Setting>,
    /// `pipeline.ship`.
    pub ship: Option<String>,
    /// The keys that are written twice within `surfaces` or `pipeline`, or as one of these two.
    pub duplicates: Vec<Note>,
    /// What was ignored.
    pub notes: Vec<Note>,
}

impl Config {
    /// Reads the bytes of a `config.json` (a BOM is accepted).
    pub fn parse(bytes: &[u8]) -> Result<Self, ConfigError> {
        let bytes = bytes.strip_prefix(b"\xef\xbb\xbf").unwrap_or(bytes);
        let text = std::str::from_utf8(bytes).map_err(|error| {
            let before = bytes.get(..error.valid_up_to()).unwrap_or_default();
            let mut lines = before.rsplit(|byte| *byte == b'\n');
            let column = lines.next().unwrap_or_default().len() + 1;
            let line = lines.count() + 1;
            ConfigError::Syntax { line, column, message: "not UTF-8".to_owned() }
        })?;
        let root = Value::parse(text).map_err(|error| ConfigError::Syntax {
            line: error.line,
            column: error.column,
            message: error.message,
        })?;
        let Some(fields) = root.fields() else {
            return Err(wrong(root, "the file", "an object"));
        };
        let mut config = Self::default();
        config.read_gsd(root);
        config.read_own(root)?;
        config.find_duplicates(&fields);
        Ok(config)
    }

    /// What is on: everything that the switch governs, unless the config turns it off.
    pub fn is_on(&self, switch: Switch) -> bool {
        let Some(row) = SWITCHES.iter().find(|row| row.switch == switch) else { return true };
        self.switches.get(&switch).map_or(row.on_by_default, |value| *value != row.off)
    }

    fn read_gsd(&mut self, root: Value<'_>) {
        if let Some(workflow) = self.object(root, "workflow") {
            for row in SWITCHES {
                let path = format!("workflow.{}", row.key);
                if let Some(value) = self.gsd(workflow.get(row.key), &path, "true or false", Value::bool) {
                    self.switches.insert(row.switch, value);
                }
            }
        }
        let planning = self.object(root, "planning");
        let top = self.gsd(root.get("commit_docs"), "commit_docs", "true or false", Value::bool);
        let below = planning.and_then(|planning| planning.get("commit_docs"));
        let below = self.gsd(below, "planning.commit_docs", "true or false", Value::bool);
        self.commit_docs = match (top, below) {
            (Some(one), Some(other)) => Some(one || other),
            (one, other) => one.or(other),
        };
        if let Some(phases) = self.object(root, "phase_commit_docs") {
            for (id, value) in phases.fields().unwrap_or_default() {
                let path = format!("phase_commit_docs.{id}");
                if let Some(value) = self.gsd(Some(value), &path, "true or false", Value::bool) {
                    self.phase_commit_docs.insert(id, value);
                }
            }
        }
        self.project_code = self.gsd(root.get("project_code"), "project_code", "a text", Value::text);
        let git = self.object(root, "git");
        let base = git.and_then(|git| git.get("base_branch"));
        self.base_branch = self.gsd(base, "git.base_branch", "a text", Value::text);
        let repos = planning.and_then(|planning| planning.get("sub_repos")).or_else(|| root.get("sub_repos"));
        let texts = |value: Value<'_>| value.list()?.into_iter().map(Value::text).collect::<Option<Vec<_>>>();
        self.sub_repos = self.gsd(repos, "planning.sub_repos", "a list of texts", texts).unwrap_or_default();
    }

    /// A key of GSD's: a value of another type is ignored with a note, null is nothing.
    fn gsd<'t, T>(
        &mut self,
        value: Option<Value<'t>>,
        path: &str,
        expected: &str,
        read: impl Fn(Value<'t>) -> Option<T>,
    ) -> Option<T> {
        let value = value.filter(|value| !value.is_null())?;
        let read = read(value);
        if read.is_none() {
            let text = format!("ignored: it is {} and not {expected}", value.kind());
            self.notes.push(Note { path: path.to_owned(), line: value.line(), text });
        }
        read
    }

    fn object<'t>(&mut self, root: Value<'t>, key: &str) -> Option<Value<'t>> {
        let value = root.get(key)?;
        self.gsd(Some(value), key, "an object", |value| value.fields().map(|_| ()))?;
        Some(value)
    }

    fn read_own(&mut self, root: Value<'_>) -> Result<(), ConfigError> {
        let setting = |value: Value<'_>| Setting { json: value.raw().to_owned(), line: value.line() };
        if let Some(surfaces) = own(root, "surfaces", "surfaces", "an object", Value::fields)? {
            self.surfaces = Some(setting(surfaces.0));
        }
        let Some((pipeline, _)) = own(root, "pipeline", "pipeline", "an object", Value::fields)? else { return Ok(()) };
        self.pipeline = Some(setting(pipeline));
        own(pipeline, "words", "pipeline.words", "an object", Value::fields)?;
        own(pipeline, "execute_commit", "pipeline.execute_commit", "a text", Value::text)?;
        self.ship = own(pipeline, "ship", "pipeline.ship", "a text", Value::text)?.map(|(_, text)| text);
        Ok(())
    }

    fn find_duplicates(&mut self, top: &[(String, Value<'_>)]) {
        let mut open = Vec::new();
        for (at, (key, value)) in top.iter().enumerate() {
            if key == "surfaces" || key == "pipeline" {
                if top.iter().take(at).any(|(other, _)| other == key) {
                    self.duplicates.push(twice(key, *value));
                }
                open.push((key.clone(), *value));
            }
        }
        while let Some((path, value)) = open.pop() {
            let fields = value.fields().unwrap_or_default();
            for (at, (key, value)) in fields.iter().enumerate() {
                let path = format!("{path}.{key}");
                if fields.iter().take(at).any(|(other, _)| other == key) {
                    self.duplicates.push(twice(&path, *value));
                }
                open.push((path, *value));
            }
            for (index, item) in value.list().unwrap_or_default().into_iter().enumerate() {
                open.push((format!("{path}[{index}]"), item));
            }
        }
        self.duplicates.sort_by(|one, other| (one.line, &one.path).cmp(&(other.line, &other.path)));
    }
}

/// A key of this tool's: a value of another type is an error.
fn own<'t, T>(
    parent: Value<'t>,
    key: &str,
    path: &str,
    expected: &'static str,
    read: impl Fn(Value<'t>) -> Option<T>,
) -> Result<Option<(Value<'t>, T)>, ConfigError> {
    let Some(value) = parent.get(key) else { return Ok(None) };
    read(value).map(|read| Some((value, read))).ok_or_else(|| wrong(value, path, expected))
}

fn wrong(value: Value<'_>, path: &str, expected: &'static str) -> ConfigError {
    ConfigError::WrongType { path: path.to_owned(), line: value.line(), expected, found: value.kind() }
}

fn twice(path: &str, value: Value<'_>) -> Note {
    Note { path: path.to_owned(), line: value.line(), text: "written twice".to_owned() }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn parse(text: &str) -> Config {
        Config::parse(text.as_bytes()).unwrap()
    }

    fn error(text: &str) -> String {
        Config::parse(text.as_bytes()).unwrap_err().to_string()
    }

    #[test]
    fn every_switch_has_one_row_and_turns_off_by_its_own_value_alone() {
        for (at, row) in SWITCHES.iter().enumerate() {
            assert!(SWITCHES.iter().skip(at + 1).all(|other| other.switch != row.switch && other.key != row.key));
            assert_eq!(parse("{}").is_on(row.switch), row.on_by_default, "{}", row.key);
            for value in [true, false] {
                let config = parse(&format!("{{\"workflow\": {{\"{}\": {value}}}}}", row.key));
                assert_eq!(config.is_on(row.switch), value != row.off, "{} {value}", row.key);
                assert!(
                    SWITCHES
                        .iter()
                        .all(|other| other.switch == row.switch || config.is_on(other.switch) == other.on_by_default)
                );
            }
            for odd in ["\"false\"", "0", "null", "[]", "{}", "\"off\""] {
                let config = parse(&format!("{{\n\"workflow\": {{\n\"{}\": {odd}}}}}", row.key));
                assert_eq!(config.is_on(row.switch), row.on_by_default, "{} {odd}", row.key);
                let notes: Vec<(&str, usize)> =
                    config.notes.iter().map(|note| (note.path.as_str(), note.line)).collect();
                let path = format!("workflow.{}", row.key);
                let expected = if odd == "null" { vec![] } else { vec![(path.as_str(), 3)] };
                assert_eq!(notes, expected, "{} {odd}", row.key);
            }
        }
    }

    #[test]
    fn what_gsd_has_is_read_where_gsd_has_it() {
        let config = parse(
            r#"{
              "mode": "yolo", "depth": 3, "parallelization": {"enabled": true},
              "commit_docs": true, "project_code": "CK",
              "phase_commit_docs": {"07": false, "08": "no"},
              "planning": {"commit_docs": false, "sub_repos": ["api", "web"]},
              "git": {"base_branch": "develop", "branching_strategy": "none"},
              "workflow": {"_auto_chain_active": false, "code_review": false, "code_review_depth": "deep"}
            }"#,
        );
        assert_eq!(config.switches, BTreeMap::from([(Switch::CodeReview, false)]));
        assert_eq!(config.commit_docs, Some(true));
        assert_eq!(config.phase_commit_docs, BTreeMap::from([("07".to_owned(), false)]));
        assert_eq!(config.project_code.as_deref(), Some("CK"));
        assert_eq!(config.base_branch.as_deref(), Some("develop"));
        assert_eq!(config.sub_repos, ["api", "web"]);
        assert_eq!((config.surfaces, config.pipeline, config.duplicates), (None, None, vec![]));
        assert_eq!(config.notes.len(), 1);
    }

    #[test]
    fn odd_values_of_gsd_are_ignored_with_a_note() {
        for (text, path) in [
            (r#"{"workflow": []}"#, "workflow"),
            (r#"{"workflow": true}"#, "workflow"),
            (r#"{"planning": "x"}"#, "planning"),
            (r#"{"git": 1}"#, "git"),
            (r#"{"git": {"base_branch": true}}"#, "git.base_branch"),
            (r#"{"commit_docs": "false"}"#, "commit_docs"),
            (r#"{"planning": {"commit_docs": 0}}"#, "planning.commit_docs"),
            (r#"{"planning": {"sub_repos": ["a", 1]}}"#, "planning.sub_repos"),
            (r#"{"planning": {"sub_repos": "a"}}"#, "planning.sub_repos"),
            (r#"{"project_code": 7}"#, "project_code"),
            (r#"{"phase_commit_docs": [1]}"#, "phase_commit_docs"),
        ] {
            let config = parse(text);
            assert_eq!(config.notes.iter().map(|note| note.path.as_str()).collect::<Vec<_>>(), [path], "{text}");
            let silent = Config { notes: config.notes.clone(), ..Config::default() };
            assert_eq!(config, silent, "{text}");
        }
        let silent = parse(r#"{"project_code": null, "git": null, "workflow": null, "commit_docs": null}"#);
        assert_eq!(silent, Config::default());
    }

    #[test]
    fn this_tools_own_keys_keep_their_text_and_line() {
        let config = parse(
            "{\n\"surfaces\": {\n \"ui\": {\"globs\": [\"a\"]}\n},\n\"pipeline\":\n{\"words\": {\"SECURITY\": {}}, \"execute_commit\": \"^x\", \"ship\": \"none\"}}",
        );
        let setting = |json: &str, line| Some(Setting { json: json.to_owned(), line });
        assert_eq!(config.surfaces, setting("{\n \"ui\": {\"globs\": [\"a\"]}\n}", 2));
        assert_eq!(config.pipeline.map(|pipeline| pipeline.line), Some(6));
        assert_eq!(config.ship.as_deref(), Some("none"));
    }

    #[test]
    fn a_wrong_type_of_an_own_key_is_an_error_with_path_and_line() {
        for (path, before, after, wanted) in [
            ("surfaces", "{\n\"surfaces\":", "}", '{'),
            ("pipeline", "{\n\"pipeline\":", "}", '{'),
            ("pipeline.words", "{\"pipeline\": {\n\"words\":", "}}", '{'),
            ("pipeline.execute_commit", "{\"pipeline\": {\n\"execute_commit\":", "}}", '"'),
            ("pipeline.ship", "{\"pipeline\": {\n\"ship\":", "}}", '"'),
        ] {
            for value in ["{}", "[]", "\"x\"", "1", "true", "null"] {
                let read = Config::parse(format!("{before}{value}{after}").as_bytes());
                if value.starts_with(wanted) {
                    assert!(read.is_ok(), "{path} {value}");
                } else {
                    let message = read.unwrap_err().to_string();
                    assert!(message.starts_with(&format!("line 2: {path} must be ")), "{message}");
                }
            }
        }
        assert_eq!(error("{\"pipeline\": {\"ship\": [1]}}"), "line 1: pipeline.ship must be a text and is a list");
        assert_eq!(error("[]"), "line 1: the file must be an object and is a list");
    }

    #[test]
    fn broken_json_is_an_error_with_its_place() {
        assert_eq!(error("{\n  \"a\": 1,\n}"), "line 3, column 1: trailing comma");
        assert!(error("").starts_with("line 1, column 0: EOF"), "{}", error(""));
        assert!(error("{} x").starts_with("line 1, column 4: trailing characters"));
        assert!(error("{// no\n}").starts_with("line 1, column 2: key must be a string"));
        assert_eq!(Config::parse(b"{\n\xff}").unwrap_err().to_string(), "line 2, column 1: not UTF-8");
        for (open, close) in [("[", "]"), ("{\"a\":", "}")] {
            let deep = format!("{{\"x\": {}1{}}}", open.repeat(100_000), close.repeat(100_000));
            assert!(error(&deep).contains("recursion limit"), "{}", error(&deep));
        }
        for text in [r#"{"\ud800": 1}"#, r#"{"a": "\x"}"#, "{\"a\": \"\n\"}", "{\"a\": 01}", "{'a': 1}"] {
            assert!(error(text).starts_with("line "), "{text}");
        }
    }

    #[test]
    fn a_byte_order_mark_is_accepted() {
        assert_eq!(Config::parse(b"\xef\xbb\xbf{\"commit_docs\": false}").unwrap().commit_docs, Some(false));
    }

    #[test]
    fn keys_written_twice_are_noticed_where_they_are_ours() {
        let text = "{\"mode\": 1, \"mode\": 2,\n\"surfaces\": {\"a\": 1,\n\"a\": {\"g\": [{\"x\": 1, \"x\": 2}]}},\n\"surfaces\": {\"b\": 1,\n\"b\": 2}}";
        let config = parse(text);
        let seen: Vec<(&str, usize)> = config.duplicates.iter().map(|note| (note.path.as_str(), note.line)).collect();
        assert_eq!(seen, [("surfaces.a", 3), ("surfaces.a.g[0].x", 3), ("surfaces", 4), ("surfaces.b", 5)]);
        // Every reader of JSON takes the last.
        assert!(config.surfaces.unwrap().json.contains("\"b\""));
    }

    proptest! {
        #[test]
        fn any_bytes_are_read_without_a_panic(bytes in proptest::collection::vec(any::<u8>(), 0..200)) {
            let _ = Config::parse(&bytes);
        }

        #[test]
        fn a_line_that_is_named_lies_in_the_file(
            pieces in proptest::collection::vec(prop::sample::select(vec![
                "{", "}", "[", "]", "\"surfaces\"", "\"pipeline\"", "\"workflow\"", "\"code_review\"", "\"words\"", ":", ",", "\n",
                "true", "null", "1", "\"x\"", "é",
            ]), 0..40)
        ) {
            let text = pieces.concat();
            let lines = text.matches('\n').count() + 1;
            match Config::parse(text.as_bytes()) {
                Ok(config) => {
                    let named = config.notes.iter().chain(&config.duplicates).map(|note| note.line);
                    prop_assert!(named.chain(config.surfaces.map(|setting| setting.line)).all(|line| line <= lines));
                }
                Err(ConfigError::Syntax { line, .. } | ConfigError::WrongType { line, .. }) => prop_assert!(line <= lines),
            }
        }
    }
}
