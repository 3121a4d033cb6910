//! The settings below `pipeline` in `.planning/config.json`, read strictly.

use std::collections::BTreeMap;

use super::content::ExtraWord;
use super::strict::{Field, Node, Problem, Reader, unknown_word};
use super::surfaces::{check_gate, read_glob};
use crate::engine::checkpoint::{Policy, THRESHOLD};
use crate::engine::evidence::Meaning;
use crate::engine::glob::Glob;
use crate::engine::words::{WordRow, meaning_of};
use crate::gsd::artifacts::{ARTIFACTS, Kind};
use crate::gsd::owed::is_project_gate;
use crate::gsd::scopes::EXPRESSION_BYTES;
use crate::gsd::steps::{STEPS, Step};
use crate::gsd::words::words_of;

/// Every key below `pipeline`.
pub const FIELDS: &[&str] = &[
    "gates",
    "words",
    "commands",
    "execute_commit",
    "ignore_wip",
    "source_repos",
    "ship",
    "confirm",
    "depth",
    "checkpoint",
    "lint",
];

/// Every key of a gate below `pipeline.gates`.
pub const GATE_FIELDS: &[&str] = &["artifact", "command", "after", "done_word"];

/// Every key below `pipeline.depth`.
pub const DEPTH_FIELDS: &[&str] = &["many_waves", "large_files", "large_lines", "ambiguity", "destructive"];

/// Every key below `pipeline.checkpoint`.
pub const CHECKPOINT_FIELDS: &[&str] = &["threshold", "unmeasured"];

/// Every key below `pipeline.lint`.
pub const LINT_FIELDS: &[&str] = &["ignore", "fail_on"];

/// Every key of an entry of `pipeline.lint.ignore`.
pub const IGNORE_FIELDS: &[&str] = &["rule", "reason", "path", "phase"];

/// What the words of `pipeline.words` may be given as their meaning.
pub const MEANINGS: &[(&str, Meaning)] = &[
    ("done", Meaning::Done),
    ("skipped", Meaning::Skipped),
    ("failed", Meaning::Failed),
    ("human", Meaning::Human),
    ("issues", Meaning::Issues),
    ("open", Meaning::Open),
];

/// The settings below `pipeline`; what is not set is none or empty.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Pipeline {
    /// `gates`: the project's own, in the order of the file.
    pub gates: Vec<GateDeclaration>,
    /// `words`: status words of the project's own.
    pub words: BTreeMap<Kind, Vec<ExtraWord>>,
    /// `commands`: in place of a step's own.
    pub commands: BTreeMap<Step, String>,
    /// `execute_commit`: a regular expression over subjects with the groups `phase` and `plan`.
    pub execute_commit: Option<String>,
    /// `ignore_wip`: uncommitted paths that never interrupt.
    pub ignore_wip: Vec<Glob>,
    /// `source_repos`: other repositories that hold source.
    pub source_repos: Vec<String>,
    /// `ship`: true where it is `none`, so that a phase needs no ship commit.
    pub ships_without_commit: Option<bool>,
    /// `confirm`: true where it is `terminal`, so that every recovery needs a person at a terminal.
    pub confirm_at_terminal: Option<bool>,
    /// `depth`.
    pub depth: DepthSettings,
    /// `checkpoint`.
    pub checkpoint: CheckpointSettings,
    /// `lint`.
    pub lint: LintSettings,
}

/// A gate of the project's own.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct GateDeclaration {
    /// Its name.
    pub name: String,
    /// The artifact that finishes it.
    pub artifact: Option<String>,
    /// The command that takes it.
    pub command: Option<String>,
    /// The step that it comes after.
    pub after: Option<Step>,
    /// The status word that finishes it.
    pub done_word: Option<String>,
    /// Its line, counted from 1.
    pub line: usize,
}

/// `pipeline.depth`.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct DepthSettings {
    /// `many_waves`: as many make a phase deep.
    pub many_waves: Option<u32>,
    /// `large_files`: a diff of more files is large.
    pub large_files: Option<u32>,
    /// `large_lines`: a diff of more lines is large.
    pub large_lines: Option<u32>,
    /// `ambiguity`, in millionths: a higher score is high.
    pub ambiguity: Option<u32>,
    /// `destructive`: regular expressions beside those that are built in.
    pub destructive: Vec<String>,
}

/// `pipeline.checkpoint`.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct CheckpointSettings {
    /// `threshold`: the utilization in percent from which on a checkpoint stops.
    pub threshold: Option<u32>,
    /// `unmeasured`: what happens where nothing was measured.
    pub unmeasured: Option<Unmeasured>,
}

impl CheckpointSettings {
    /// What they come to.
    pub fn policy(self) -> Policy {
        Policy {
            threshold: self.threshold.unwrap_or(THRESHOLD),
            stops_unmeasured: self.unmeasured.map(|unmeasured| unmeasured == Unmeasured::Stop),
        }
    }
}

/// What a checkpoint does that knows no utilization.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Unmeasured {
    /// It stops.
    Stop,
    /// It says so and goes on.
    Note,
}

/// `pipeline.lint`.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct LintSettings {
    /// `ignore`, in the order of the file.
    pub ignore: Vec<Ignore>,
    /// `fail_on`: true where a warning fails already.
    pub fail_on_warning: Option<bool>,
}

/// Findings that the project puts up with.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Ignore {
    /// The rule's id.
    pub rule: String,
    /// Why.
    pub reason: String,
    /// Where: the paths; everywhere without it.
    pub path: Option<Glob>,
    /// In which phase; in every one without it.
    pub phase: Option<String>,
    /// Its line, counted from 1.
    pub line: usize,
}

impl Ignore {
    /// True where it hides the same findings as another, whatever reason either gives.
    pub fn is_as_wide_as(&self, other: &Self) -> bool {
        let written = |ignore: &Self| ignore.path.as_ref().map(|path| path.written().to_owned());
        self.rule == other.rule && self.phase == other.phase && written(self) == written(other)
    }
}

/// Above this no number makes sense.
const MOST: u32 = 1_000_000;
const AT_LEAST_ONE: &str = "a whole number from 1 to 1000000";

pub(super) fn read_pipeline(reader: &mut Reader, node: &Node<'_>) -> Pipeline {
    let mut pipeline = Pipeline::default();
    for field in reader.known(node, "an object", FIELDS) {
        let node = &field.node;
        match field.key.as_str() {
            "gates" => pipeline.gates = read_gate_declarations(reader, node),
            "words" => pipeline.words = read_words(reader, node),
            "commands" => pipeline.commands = read_commands(reader, node),
            "execute_commit" => pipeline.execute_commit = read_execute_commit(reader, node),
            "ignore_wip" => {
                let texts = reader.texts(node);
                pipeline.ignore_wip = texts.iter().filter_map(|(item, text)| read_glob(reader, item, text)).collect();
            }
            "source_repos" => pipeline.source_repos = reader.texts(node).into_iter().map(|(_, text)| text).collect(),
            "ship" => {
                pipeline.ships_without_commit = reader.word(node, &[("none", true), ("commit", false)]);
            }
            "confirm" => {
                pipeline.confirm_at_terminal = reader.word(node, &[("terminal", true), ("default", false)]);
            }
            "depth" => pipeline.depth = read_depth_settings(reader, node),
            "checkpoint" => pipeline.checkpoint = read_checkpoint(reader, node),
            _ => pipeline.lint = read_lint(reader, node),
        }
    }
    pipeline
}

fn read_gate_declarations(reader: &mut Reader, node: &Node<'_>) -> Vec<GateDeclaration> {
    let mut gates = Vec::new();
    for Field { key, name, node } in reader.fields(node, "an object of gates") {
        check_gate(reader, name, &node.path, &key);
        if !is_project_gate(&key) {
            reader.fault_at(name, &node.path, Problem::BuiltIn);
        }
        let mut gate = GateDeclaration {
            name: key,
            artifact: None,
            command: None,
            after: None,
            done_word: None,
            line: name.line(),
        };
        for field in reader.known(&node, "an object", GATE_FIELDS) {
            let node = &field.node;
            match field.key.as_str() {
                "artifact" => gate.artifact = reader.visible(node),
                "command" => gate.command = reader.visible(node),
                "after" => gate.after = read_step(reader, node),
                _ => gate.done_word = reader.text(node),
            }
        }
        gates.push(gate);
    }
    gates
}

fn step_names() -> Vec<&'static str> {
    STEPS.iter().map(|row| row.name).collect()
}

/// A step by its name or its number.
fn read_step(reader: &mut Reader, node: &Node<'_>) -> Option<Step> {
    let number: Option<u32> = serde_json::from_str(node.value.raw()).ok();
    let text = match number {
        Some(number) => number.to_string(),
        None => reader.text(node)?,
    };
    let step = Step::find(&text);
    if step.is_none() {
        reader.fault(node, unknown_word(&text, &step_names()));
    }
    step
}

fn read_commands(reader: &mut Reader, node: &Node<'_>) -> BTreeMap<Step, String> {
    let mut commands = BTreeMap::new();
    for field in reader.known(node, "an object of commands", &step_names()) {
        if let (Some(step), Some(command)) = (Step::find(&field.key), reader.visible(&field.node)) {
            commands.insert(step, command);
        }
    }
    commands
}

/// `{"REVIEW": {"done": ["mauve"]}}`.
fn read_words(reader: &mut Reader, node: &Node<'_>) -> BTreeMap<Kind, Vec<ExtraWord>> {
    let kinds: Vec<(&str, Kind, &[WordRow])> =
        ARTIFACTS.iter().filter_map(|row| Some((row.name, row.kind, words_of(row.kind)?))).collect();
    let names: Vec<&str> = kinds.iter().map(|(name, ..)| *name).collect();
    let mut words: BTreeMap<Kind, Vec<ExtraWord>> = BTreeMap::new();
    for field in reader.known(node, "an object of artifact kinds", &names) {
        let Some((_, kind, rows)) = kinds.iter().find(|(name, ..)| *name == field.key) else { continue };
        let may_mean = |meaning: Meaning| rows.iter().any(|row| row.meaning == meaning);
        let meanings: Vec<&str> =
            MEANINGS.iter().filter(|(_, meaning)| may_mean(*meaning)).map(|(name, _)| *name).collect();
        for field in reader.known(&field.node, "an object of meanings", &meanings) {
            let Some((_, meaning)) = MEANINGS.iter().find(|(name, _)| *name == field.key) else { continue };
            for (item, word) in reader.texts(&field.node) {
                match meaning_of(rows, &word).filter(|taken| taken != meaning) {
                    Some(taken) => reader.fault(&item, Problem::Taken { means: meaning_name(taken) }),
                    None => words.entry(*kind).or_default().push(ExtraWord { word, meaning: *meaning }),
                }
            }
        }
    }
    words
}

fn meaning_name(meaning: Meaning) -> &'static str {
    MEANINGS.iter().find(|(_, known)| *known == meaning).map_or("something else", |(name, _)| name)
}

fn read_execute_commit(reader: &mut Reader, node: &Node<'_>) -> Option<String> {
    let text = reader.text(node)?;
    let regex = compile(reader, node, &text)?;
    for group in ["phase", "plan"] {
        if !regex.capture_names().flatten().any(|name| name == group) {
            reader.fault(node, Problem::NoGroup(group));
        }
    }
    Some(text)
}

fn compile(reader: &mut Reader, node: &Node<'_>, text: &str) -> Option<regex::bytes::Regex> {
    regex::bytes::RegexBuilder::new(text)
        .size_limit(EXPRESSION_BYTES)
        .build()
        .map_err(|error| {
            let whole = error.to_string();
            let why = whole.lines().next_back().unwrap_or_default().trim_start_matches("error: ").to_owned();
            reader.fault(node, Problem::Regex(why));
        })
        .ok()
}

fn read_depth_settings(reader: &mut Reader, node: &Node<'_>) -> DepthSettings {
    let mut depth = DepthSettings::default();
    for field in reader.known(node, "an object", DEPTH_FIELDS) {
        let node = &field.node;
        match field.key.as_str() {
            "many_waves" => depth.many_waves = reader.whole(node, (2, MOST), "a whole number from 2 to 1000000"),
            "large_files" => depth.large_files = reader.whole(node, (1, MOST), AT_LEAST_ONE),
            "large_lines" => depth.large_lines = reader.whole(node, (1, MOST), AT_LEAST_ONE),
            "ambiguity" => depth.ambiguity = read_share(reader, node),
            _ => {
                let texts = reader.texts(node);
                let is_regex = |(item, text): &(Node<'_>, String)| compile(reader, item, text).is_some();
                depth.destructive = texts.into_iter().filter(is_regex).map(|(_, text)| text).collect();
            }
        }
    }
    depth
}

/// A number from 0 to 1, in millionths.
fn read_share(reader: &mut Reader, node: &Node<'_>) -> Option<u32> {
    let Ok(number) = serde_json::from_str::<f64>(node.value.raw()) else {
        reader.fault(node, Problem::WrongType { expected: "a number from 0 to 1", found: node.value.kind() });
        return None;
    };
    // By its digits: a number between two floating points would not be the one that was written.
    let millionths = format!("{:.0}", number * 1_000_000.0).parse().ok().filter(|millionths| *millionths <= 1_000_000);
    if millionths.is_none() || number.is_sign_negative() {
        reader.fault(node, Problem::OutOfRange("a number from 0 to 1"));
        return None;
    }
    millionths
}

fn read_checkpoint(reader: &mut Reader, node: &Node<'_>) -> CheckpointSettings {
    let mut checkpoint = CheckpointSettings::default();
    for field in reader.known(node, "an object", CHECKPOINT_FIELDS) {
        let node = &field.node;
        match field.key.as_str() {
            "threshold" => {
                checkpoint.threshold = reader.whole(node, (1, 100), "a whole number from 1 to 100, in percent");
            }
            _ => {
                checkpoint.unmeasured = reader.word(node, &[("stop", Unmeasured::Stop), ("note", Unmeasured::Note)]);
            }
        }
    }
    checkpoint
}

fn read_lint(reader: &mut Reader, node: &Node<'_>) -> LintSettings {
    let mut lint = LintSettings::default();
    for field in reader.known(node, "an object", LINT_FIELDS) {
        let node = &field.node;
        if field.key == "fail_on" {
            lint.fail_on_warning = reader.word(node, &[("error", false), ("warning", true)]);
        } else {
            let items = reader.list(node, "a list of objects with `rule` and `reason`").unwrap_or_default();
            lint.ignore = items.iter().filter_map(|item| read_ignore(reader, item)).collect();
        }
    }
    lint
}

fn read_ignore(reader: &mut Reader, item: &Node<'_>) -> Option<Ignore> {
    let (mut rule, mut reason, mut path, mut phase) = (None, None, None, None);
    let mut named = Vec::new();
    for field in reader.known(item, "an object with `rule` and `reason`", IGNORE_FIELDS) {
        let node = &field.node;
        match field.key.as_str() {
            "rule" => rule = reader.text(node),
            "reason" => reason = reader.text(node),
            "path" => path = reader.text(node).and_then(|text| read_glob(reader, node, &text)),
            _ => phase = reader.text(node),
        }
        named.push(field.key);
    }
    if item.value.entries().is_some() {
        for key in ["rule", "reason"] {
            if !named.iter().any(|name| name == key) {
                reader.fault(item, Problem::Missing(key));
            }
        }
    }
    Some(Ignore { rule: rule?, reason: reason?, path, phase, line: reader.line(item.value) })
}

#[cfg(test)]
mod tests {
    use super::*;

    use crate::gsd::text::surfaces::load;

    #[test]
    fn a_gate_of_the_projects_own_says_each_thing_in_its_place() {
        let text = r#"{"pipeline": {"gates": {"load-test": {"artifact": "LOAD.md", "command": "make load", "after": "verify", "done_word": "green"}}}}"#;
        let settings = load(text.as_bytes()).unwrap();
        let [gate] = &*settings.pipeline.gates else { panic!("one gate") };
        let said = [gate.artifact.as_deref(), gate.command.as_deref(), gate.done_word.as_deref()];
        assert_eq!(said, [Some("LOAD.md"), Some("make load"), Some("green")]);
        assert_eq!((gate.name.as_str(), gate.after), ("load-test", Some(Step::Verify)));
    }

    #[test]
    fn a_word_may_mean_what_its_kind_can_mean() {
        let read = |kind: &str, meaning: &str| {
            load(format!(r#"{{"pipeline": {{"words": {{"{kind}": {{"{meaning}": ["mauve"]}}}}}}}}"#).as_bytes()).is_ok()
        };
        for row in ARTIFACTS {
            let Some(rows) = words_of(row.kind) else { continue };
            for (name, meaning) in MEANINGS {
                let expected = rows.iter().any(|row| row.meaning == *meaning);
                assert_eq!(read(row.name, name), expected, "{} {name}", row.name);
            }
        }
    }

    #[test]
    fn a_checkpoint_stops_from_the_threshold_that_is_set() {
        let policy = |threshold, unmeasured| CheckpointSettings { threshold, unmeasured }.policy();
        let told = |threshold, stops_unmeasured| Policy { threshold, stops_unmeasured };
        assert_eq!(policy(None, None), told(THRESHOLD, None));
        assert_eq!(policy(Some(7), Some(Unmeasured::Stop)), told(7, Some(true)));
        assert_eq!(policy(Some(7), Some(Unmeasured::Note)), told(7, Some(false)));
    }
}
