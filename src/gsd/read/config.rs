//! Reads `.planning/config.json`: what of it this tool asks for, with the line of every value.
//!
//! The keys are of two owners. GSD's own are taken as GSD takes them: an odd value is ignored, with a note. This tool's own
//! (`surfaces`, and everything below `pipeline`) are strict: a wrong type is an error, since a gate may hang on it.

use std::collections::BTreeMap;

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
    /// `pipeline.words`, as written.
    pub words: Option<Setting>,
    /// `pipeline.execute_commit`: a regular expression, not yet compiled.
    pub execute_commit: Option<String>,
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
            let line = before.iter().filter(|byte| **byte == b'\n').count() + 1;
            let column = before.iter().rev().take_while(|byte| **byte != b'\n').count() + 1;
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
        if let Some((words, _)) = own(pipeline, "words", "pipeline.words", "an object", Value::fields)? {
            self.words = Some(setting(words));
        }
        let commit = own(pipeline, "execute_commit", "pipeline.execute_commit", "a text", Value::text)?;
        self.execute_commit = commit.map(|(_, text)| text);
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

/// A value that HEAD's config and the work tree's do not agree on.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Difference {
    /// The JSON path.
    pub path: String,
    /// What HEAD's config says, as JSON; none where it says nothing.
    pub head: Option<String>,
    /// What the work tree's says.
    pub worktree: Option<String>,
}

/// A value of HEAD's config beside that of the work tree's.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Both<T> {
    /// HEAD's.
    pub head: Option<T>,
    /// The work tree's.
    pub worktree: Option<T>,
}

/// The config in force: HEAD's joined with the work tree's, so that an edit nobody committed can tighten and never loosen.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct InForce {
    /// What is off, because both say so.
    pub off: Vec<Switch>,
    /// False only where both say so.
    pub commit_docs: bool,
    /// The phase ids (as written) whose documents both say are not committed.
    pub uncommitted_phases: Vec<String>,
    /// HEAD's, else the work tree's.
    pub project_code: Option<String>,
    /// HEAD's, else the work tree's.
    pub base_branch: Option<String>,
    /// Those of either.
    pub sub_repos: Vec<String>,
    /// The two maps of surfaces; who reads them unites them.
    pub surfaces: Both<Setting>,
    /// The two `pipeline` objects.
    pub pipeline: Both<Setting>,
    /// HEAD's, else the work tree's.
    pub execute_commit: Option<String>,
    /// `none` only where both say so; else what HEAD's says, else the work tree's.
    pub ship: Option<String>,
    /// Where they differ: claims.
    pub differences: Vec<Difference>,
}

impl InForce {
    /// The config of a planning folder that git does not hold: the work tree's alone.
    pub fn of(config: &Config) -> Self {
        join(Some(config), Some(config))
    }

    /// True when what the switch governs is on.
    pub fn is_on(&self, switch: Switch) -> bool {
        !self.off.contains(&switch)
    }
}

/// Joins HEAD's config with the work tree's, the stricter winning; one that is not there says nothing.
pub fn join(head: Option<&Config>, worktree: Option<&Config>) -> InForce {
    let nothing = Config::default();
    let (old, new) = (head.unwrap_or(&nothing), worktree.unwrap_or(&nothing));
    let both_say = |says: &dyn Fn(&Config) -> bool| says(old) && says(new);
    let off =
        SWITCHES.iter().map(|row| row.switch).filter(|switch| both_say(&|config| !config.is_on(*switch))).collect();
    let uncommitted = |config: &Config, id: &String| config.phase_commit_docs.get(id) == Some(&false);
    let uncommitted_phases =
        old.phase_commit_docs.keys().filter(|id| both_say(&|config| uncommitted(config, id))).cloned().collect();
    let mut sub_repos = old.sub_repos.clone();
    sub_repos.extend(new.sub_repos.iter().cloned());
    sub_repos.sort();
    sub_repos.dedup();
    let is_none = |config: &Config| config.ship.as_deref() == Some("none");
    let ship = [old, new]
        .into_iter()
        .filter(|config| both_say(&is_none) || !is_none(config))
        .find_map(|config| config.ship.clone());
    InForce {
        off,
        commit_docs: !both_say(&|config| config.commit_docs == Some(false)),
        uncommitted_phases,
        project_code: old.project_code.clone().or_else(|| new.project_code.clone()),
        base_branch: old.base_branch.clone().or_else(|| new.base_branch.clone()),
        sub_repos,
        surfaces: Both { head: old.surfaces.clone(), worktree: new.surfaces.clone() },
        pipeline: Both { head: old.pipeline.clone(), worktree: new.pipeline.clone() },
        execute_commit: old.execute_commit.clone().or_else(|| new.execute_commit.clone()),
        ship,
        differences: differences(old, new),
    }
}

fn differences(old: &Config, new: &Config) -> Vec<Difference> {
    let (old, new) = (said(old), said(new));
    let mut paths: Vec<&String> = old.keys().chain(new.keys()).collect();
    paths.sort();
    paths.dedup();
    let differs = paths.into_iter().filter(|path| old.get(*path) != new.get(*path));
    differs
        .map(|path| Difference { path: path.clone(), head: old.get(path).cloned(), worktree: new.get(path).cloned() })
        .collect()
}

/// Everything that a config says, as JSON by path.
fn said(config: &Config) -> BTreeMap<String, String> {
    let text = |text: &String| serde_json::Value::from(text.as_str()).to_string();
    let squeezed = |setting: &Setting| {
        serde_json::from_str::<serde_json::Value>(&setting.json)
            .map_or_else(|_| setting.json.clone(), |value| value.to_string())
    };
    let mut said = BTreeMap::new();
    for row in SWITCHES {
        said.insert(format!("workflow.{}", row.key), config.switches.get(&row.switch).map(bool::to_string));
    }
    for (id, value) in &config.phase_commit_docs {
        said.insert(format!("phase_commit_docs.{id}"), Some(value.to_string()));
    }
    let repos = (!config.sub_repos.is_empty()).then(|| serde_json::Value::from(config.sub_repos.clone()).to_string());
    said.insert("commit_docs".to_owned(), config.commit_docs.map(|value| value.to_string()));
    said.insert("project_code".to_owned(), config.project_code.as_ref().map(text));
    said.insert("git.base_branch".to_owned(), config.base_branch.as_ref().map(text));
    said.insert("planning.sub_repos".to_owned(), repos);
    said.insert("surfaces".to_owned(), config.surfaces.as_ref().map(squeezed));
    said.insert("pipeline".to_owned(), config.pipeline.as_ref().map(squeezed));
    said.into_iter().filter_map(|(path, value)| Some((path, value?))).collect()
}
