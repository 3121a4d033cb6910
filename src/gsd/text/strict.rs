//! Strict reading of settings: whatever is not known, not of its type or written twice is an error with its place.
//!
//! A reader goes on after an error, so that one run shows everything that is wrong.

use std::collections::BTreeMap;
use std::fmt;

use super::json::{Entry, Lines, Value};
use crate::engine::escape::{escape, is_hidden};
use crate::engine::glob::{GlobFault, TooLarge};
use crate::engine::surface::GlobsProblem;

/// Something in a config that cannot be used.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Fault {
    /// The JSON path, as in `surfaces.payments.globs[1]`; empty for the file as a whole.
    pub path: String,
    /// The line, counted from 1.
    pub line: usize,
    /// The column in characters, counted from 1.
    pub column: usize,
    /// What is wrong.
    pub problem: Problem,
}

/// What is wrong with a setting.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Problem {
    /// The file is no JSON.
    Syntax(String),
    /// A key that nobody knows.
    UnknownField {
        /// The key.
        name: String,
        /// The one that was probably meant.
        meant: Option<String>,
        /// Every key that is known there.
        known: Vec<String>,
    },
    /// A key that is written twice; readers of JSON keep the last and forget the first.
    Twice {
        /// The line of the first.
        first: usize,
    },
    /// A value of another type.
    WrongType {
        /// What it must be.
        expected: &'static str,
        /// What it is.
        found: &'static str,
    },
    /// A key that must be there.
    Missing(&'static str),
    /// A name that is not written as names are.
    BadName {
        /// How they are written.
        rule: &'static str,
        /// The same, written so.
        meant: Option<String>,
    },
    /// A word that is none of those that may stand there.
    UnknownWord {
        /// The word.
        word: String,
        /// The one that was probably meant.
        meant: Option<String>,
        /// Every word that may stand there.
        known: Vec<String>,
    },
    /// A number outside of its range, an empty text.
    OutOfRange(&'static str),
    /// A list of globs, or one of them.
    Globs(GlobsProblem),
    /// All globs together.
    TooLarge(TooLarge),
    /// A regular expression.
    Regex(String),
    /// A group that a regular expression must have.
    NoGroup(&'static str),
    /// A floor of a surface that is not pinned: floors hold of pins alone.
    FloorWithoutPin,
    /// A gate that has its own artifact and command already.
    BuiltIn,
    /// A status word that means something already.
    Taken {
        /// What it means.
        means: &'static str,
    },
}

impl fmt::Display for Problem {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Syntax(message) => f.write_str(message),
            Self::UnknownField { name, meant, .. } => {
                write!(f, "unknown field `{}`", escape(name))?;
                meant.iter().try_for_each(|meant| write!(f, ", did you mean {meant}"))
            }
            Self::Twice { first } => write!(f, "written twice, first on line {first}; all but the last would be lost"),
            Self::WrongType { expected, found } => write!(f, "it must be {expected} and is {found}"),
            Self::Missing(key) => write!(f, "`{key}` is missing"),
            Self::BadName { rule, meant } => {
                write!(f, "a name is written {rule}")?;
                meant.iter().try_for_each(|meant| write!(f, ", as in {meant}"))
            }
            Self::UnknownWord { word, meant, .. } => {
                write!(f, "unknown word `{}`", escape(word))?;
                meant.iter().try_for_each(|meant| write!(f, ", did you mean {meant}"))
            }
            Self::OutOfRange(range) => write!(f, "it must be {range}"),
            Self::Globs(problem) => write!(f, "{}", escape(&problem.to_string())),
            Self::TooLarge(problem) => write!(f, "{problem}"),
            Self::Regex(why) => write!(f, "no regular expression: {}", escape(why)),
            Self::NoGroup(group) => write!(f, "the expression has no group `{group}`"),
            Self::FloorWithoutPin => f.write_str("a floor holds of a pinned surface alone, and this one is not pinned"),
            Self::BuiltIn => f.write_str("this gate is built in"),
            Self::Taken { means } => write!(f, "this word means {means} already, and cannot be moved"),
        }
    }
}

impl fmt::Display for Fault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "line {}, column {}: ", self.line, self.column)?;
        if !self.path.is_empty() {
            write!(f, "{}: ", self.path)?;
        }
        write!(f, "{}", self.problem)
    }
}

impl std::error::Error for Fault {}

impl Fault {
    /// What helps.
    pub fn remedy(&self) -> Option<String> {
        match &self.problem {
            Problem::Syntax(_) => Some("mend the file; nothing was decided without it".to_owned()),
            Problem::UnknownField { meant: Some(meant), .. } => Some(format!("write `{meant}`, or take the field out")),
            Problem::UnknownField { known, .. } => {
                Some(format!("take the field out; known here: {}", known.join(", ")))
            }
            Problem::UnknownWord { known, .. } => Some(format!("write one of: {}", known.join(", "))),
            Problem::Twice { .. } => Some("make one of the two, or give one another name".to_owned()),
            Problem::WrongType { expected, .. } => Some(format!("write {expected}")),
            Problem::Missing(key) => Some(format!("add `{key}`")),
            Problem::BadName { meant, .. } => meant.as_ref().map(|meant| format!("write `{meant}`")),
            Problem::Globs(problem) => match problem {
                GlobsProblem::Glob(GlobFault { suggestion: Some(instead), .. }) => {
                    Some(format!("write `{}`", escape(instead)))
                }
                GlobsProblem::Glob(_) => None,
                GlobsProblem::TooMany => Some("name folders in place of files".to_owned()),
                GlobsProblem::NegatedOnPinned => Some(
                    "name the paths that belong to the surface, or put the others into a surface of their own"
                        .to_owned(),
                ),
                GlobsProblem::None | GlobsProblem::OnlyNegated => Some("add a glob, such as `src/**`".to_owned()),
            },
            Problem::TooLarge(_) => Some("write fewer and shorter globs".to_owned()),
            Problem::Regex(_) => None,
            Problem::NoGroup(group) => Some(format!("add `(?P<{group}>…)`")),
            Problem::FloorWithoutPin => Some("pin the surface (`\"pinned\": true`), or take the floor out".to_owned()),
            Problem::BuiltIn => Some("to replace its command, use `pipeline.commands`".to_owned()),
            Problem::Taken { .. } => Some("take the word out".to_owned()),
            Problem::OutOfRange(range) => Some(format!("write {range}")),
        }
    }
}

/// A value and its JSON path.
#[derive(Clone)]
pub(super) struct Node<'t> {
    pub(super) value: Value<'t>,
    pub(super) path: String,
}

impl<'t> Node<'t> {
    pub(super) fn root(value: Value<'t>) -> Self {
        Self { value, path: String::new() }
    }

    fn field(&self, entry: &Entry<'t>) -> Self {
        Self { value: entry.value, path: below(&self.path, &entry.key) }
    }
}

/// The JSON path of a key; one that could be misread is in quotes.
pub fn below(path: &str, key: &str) -> String {
    let is_plain =
        !key.is_empty() && key.bytes().all(|byte| byte.is_ascii_alphanumeric() || matches!(byte, b'_' | b'-'));
    match (is_plain, path.is_empty()) {
        (true, true) => key.to_owned(),
        (true, false) => format!("{path}.{key}"),
        (false, _) => format!("{path}[\"{}\"]", escape(key).replace('"', "\\\"")),
    }
}

/// A key of an object, with its own place and its value.
pub(super) struct Field<'t> {
    pub(super) key: String,
    pub(super) name: Value<'t>,
    pub(super) node: Node<'t>,
}

/// How many faults are told; whoever has more mends these first.
const MOST_FAULTS: usize = 100;

/// Reads and keeps what is wrong.
pub(super) struct Reader {
    pub(super) faults: Vec<Fault>,
    lines: Lines,
}

impl Reader {
    pub(super) fn new(text: &str) -> Self {
        Self { faults: Vec::new(), lines: Lines::of(text) }
    }

    pub(super) fn line(&self, value: Value<'_>) -> usize {
        self.lines.place(value).0
    }

    pub(super) fn fault(&mut self, node: &Node<'_>, problem: Problem) {
        self.fault_at(node.value, &node.path, problem);
    }

    pub(super) fn fault_at(&mut self, at: Value<'_>, path: &str, problem: Problem) {
        if self.faults.len() < MOST_FAULTS {
            let (line, column) = self.lines.place(at);
            self.faults.push(Fault { path: path.to_owned(), line, column, problem });
        }
    }

    fn wrong_type(&mut self, node: &Node<'_>, expected: &'static str) {
        self.fault(node, Problem::WrongType { expected, found: node.value.kind() });
    }

    /// The fields of an object whose keys are free; of one that is written twice the last.
    pub(super) fn fields<'t>(&mut self, node: &Node<'t>, expected: &'static str) -> Vec<Field<'t>> {
        let Some(entries) = node.value.entries() else {
            self.wrong_type(node, expected);
            return Vec::new();
        };
        let mut fields: Vec<Field<'t>> = Vec::new();
        let mut places: BTreeMap<String, usize> = BTreeMap::new();
        for entry in entries {
            let field = Field { node: node.field(&entry), key: entry.key, name: entry.name };
            if let Some(known) = places.get(&field.key).and_then(|at| fields.get_mut(*at)) {
                let first = self.line(known.name);
                self.fault_at(field.name, &field.node.path, Problem::Twice { first });
                *known = field;
            } else {
                places.insert(field.key.clone(), fields.len());
                fields.push(field);
            }
        }
        fields
    }

    /// The fields of an object whose keys are all known; any other is an error.
    pub(super) fn known<'t>(&mut self, node: &Node<'t>, expected: &'static str, known: &[&str]) -> Vec<Field<'t>> {
        let mut fields = self.fields(node, expected);
        fields.retain(|field| {
            let is_known = known.contains(&field.key.as_str());
            if !is_known {
                let problem = Problem::UnknownField {
                    name: field.key.clone(),
                    meant: nearest(&field.key, known),
                    known: known.iter().map(|key| (*key).to_owned()).collect(),
                };
                self.fault_at(field.name, &field.node.path, problem);
            }
            is_known
        });
        fields
    }

    pub(super) fn bool(&mut self, node: &Node<'_>) -> Option<bool> {
        let read = node.value.bool();
        if read.is_none() {
            self.wrong_type(node, "true or false");
        }
        read
    }

    /// A text that is not blank.
    pub(super) fn text(&mut self, node: &Node<'_>) -> Option<String> {
        match node.value.text() {
            None => self.wrong_type(node, "a text"),
            Some(text) if text.trim().is_empty() => self.fault(node, Problem::OutOfRange("a text that is not empty")),
            Some(text) => return Some(text),
        }
        None
    }

    /// A text that a reader sees whole, in one line: what is printed to be run must be what it seems to be.
    pub(super) fn visible(&mut self, node: &Node<'_>) -> Option<String> {
        let text = self.text(node)?;
        if text.chars().any(is_hidden) {
            self.fault(node, Problem::OutOfRange("one line of visible characters"));
            return None;
        }
        Some(text)
    }

    pub(super) fn list<'t>(&mut self, node: &Node<'t>, expected: &'static str) -> Option<Vec<Node<'t>>> {
        let Some(items) = node.value.list() else {
            self.wrong_type(node, expected);
            return None;
        };
        let item = |(at, value)| Node { value, path: format!("{}[{at}]", node.path) };
        Some(items.into_iter().enumerate().map(item).collect())
    }

    /// A list of texts that are not blank.
    pub(super) fn texts<'t>(&mut self, node: &Node<'t>) -> Vec<(Node<'t>, String)> {
        let items = self.list(node, "a list of texts").unwrap_or_default();
        items.into_iter().filter_map(|item| self.text(&item).map(|text| (item, text))).collect()
    }

    /// One of some words.
    pub(super) fn word<T: Copy>(&mut self, node: &Node<'_>, words: &[(&str, T)]) -> Option<T> {
        let text = self.text(node)?;
        let found = words.iter().find(|(word, _)| *word == text).map(|(_, means)| *means);
        if found.is_none() {
            let known: Vec<&str> = words.iter().map(|(word, _)| *word).collect();
            self.fault(node, unknown_word(&text, &known));
        }
        found
    }

    /// A whole number within a range.
    pub(super) fn whole(&mut self, node: &Node<'_>, range: (u32, u32), words: &'static str) -> Option<u32> {
        let number: Option<f64> = serde_json::from_str(node.value.raw()).ok();
        let Some(_) = number else {
            self.wrong_type(node, "a number");
            return None;
        };
        let whole: Option<u32> = serde_json::from_str(node.value.raw()).ok();
        let whole = whole.filter(|whole| (range.0..=range.1).contains(whole));
        if whole.is_none() {
            self.fault(node, Problem::OutOfRange(words));
        }
        whole
    }
}

/// The problem of a word that is none of `known`.
pub(super) fn unknown_word(word: &str, known: &[&str]) -> Problem {
    Problem::UnknownWord {
        word: word.to_owned(),
        meant: nearest(word, known),
        known: known.iter().map(|word| (*word).to_owned()).collect(),
    }
}

/// The name that `word` was probably meant to be.
pub fn nearest(word: &str, known: &[&str]) -> Option<String> {
    let word = word.to_lowercase().replace(['-', ' '], "_");
    let far = |name: &str| strsim::damerau_levenshtein(&word, &name.replace('-', "_"));
    let near = known.iter().map(|name| (far(name), *name)).filter(|(far, name)| *far <= 1 + name.len() / 4);
    near.min().map(|(_, name)| name.to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_nearest_name_is_near_for_its_length() {
        let known = ["ai", "ui_phase", "verifier"];
        for (word, name) in
            [("ao", Some("ai")), ("UI-phase", Some("ui_phase")), ("verefyer", Some("verifier")), ("xyz", None)]
        {
            assert_eq!(nearest(word, &known).as_deref(), name, "{word}");
        }
    }
}
