//! One state file as a map, with what is odd about its form; or why it is refused.

use serde::{Deserialize, Serialize};

use crate::gse::shapes::Shape;
use crate::read::text::{NoText, decode};
use crate::read::yaml::{Entry, Value, read_map};

/// A form that was met, and where.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub struct Met {
    /// The form.
    pub shape: Shape,
    /// The line, from 1; 0 where no line can be named.
    pub line: usize,
    /// The key or the word.
    pub at: String,
}

/// Why a file is refused.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Refusal {
    /// What it is, and where.
    pub met: Met,
    /// What is wrong, in a line; text of the file in it is as written.
    pub why: String,
}

impl Refusal {
    /// A refusal of this form.
    pub fn new(shape: Shape, line: usize, at: &str, why: impl Into<String>) -> Self {
        Self { met: Met { shape, line, at: at.to_owned() }, why: why.into() }
    }
}

/// What a file says at a place where a word of a list is meant.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub enum Said<T> {
    /// Nothing.
    Nothing,
    /// A word of the list.
    Known(T),
    /// Another one, as written.
    Unknown(String),
}

impl<T> Said<T> {
    /// The word that a list has, where it is one.
    pub fn known(&self) -> Option<&T> {
        match self {
            Self::Known(value) => Some(value),
            Self::Nothing | Self::Unknown(_) => None,
        }
    }

    /// Looks a word up.
    pub fn of(text: Option<&str>, find: impl Fn(&str) -> Option<T>) -> Self {
        match text.map(str::trim).filter(|text| !text.is_empty()) {
            None => Self::Nothing,
            Some(text) => find(text).map_or_else(|| Self::Unknown(text.to_owned()), Self::Known),
        }
    }
}

/// A state file.
#[derive(Debug)]
pub struct Document {
    entries: Vec<Entry>,
    /// The forms that were met.
    pub met: Vec<Met>,
}

impl Document {
    /// Reads a file's bytes. What stands below one of the keys `wrappers` counts as standing at the top.
    ///
    /// # Errors
    /// It is no text, or no YAML map.
    pub fn read(bytes: &[u8], wrappers: &[&str]) -> Result<Self, Refusal> {
        let text = decode(bytes).map_err(|error| match error {
            NoText::Utf16 => Refusal::new(Shape::NoFile, 0, "", "it is UTF-16; write it as UTF-8"),
        })?;
        if let Some(at) = text.nul.or(text.invalid) {
            return Err(Refusal::new(Shape::NoFile, at, "", "it holds bytes that are no text"));
        }
        let entries = read_map(&text.text).map_err(|error| Refusal::new(Shape::NoYaml, error.line, "", error.why))?;
        let mut document = Self { entries, met: Vec::new() };
        let wrapper = document
            .entries
            .iter()
            .position(|entry| wrappers.contains(&entry.key.as_str()) && matches!(entry.value, Value::Map(_)));
        if let Some(at) = wrapper {
            let Entry { key, value, line } = document.entries.remove(at);
            document.met.push(Met { shape: Shape::Wrapped, line, at: key });
            if let Value::Map(pairs) = value {
                // What stands below the key comes first: the rest of the file is what was put beside it later.
                document.entries.splice(0..0, pairs.into_iter().map(|(key, value)| Entry { key, value, line }));
            }
        }
        Ok(document)
    }

    /// Notes a form.
    pub fn meet(&mut self, shape: Shape, key: &str, at: &str) {
        let met = Met { shape, line: self.line(key), at: at.to_owned() };
        if !self.met.contains(&met) {
            self.met.push(met);
        }
    }

    /// The keys of the top.
    pub fn keys(&self) -> impl Iterator<Item = &str> {
        self.entries.iter().map(|entry| entry.key.as_str())
    }

    /// The line of a key of the top (or of the first part of a path); 0 where there is none.
    pub fn line(&self, path: &str) -> usize {
        let key = path.split('.').next().unwrap_or_default();
        self.entries.iter().find(|entry| entry.key == key).map_or(0, |entry| entry.line)
    }

    /// The value at a path such as `workflow.active`; nothing counts as not there.
    pub fn get(&self, path: &str) -> Option<&Value> {
        let mut keys = path.split('.');
        let first = keys.next()?;
        let top = self.entries.iter().find(|entry| entry.key == first).map(|entry| &entry.value);
        keys.fold(top, |value, key| value?.get(key)).filter(|value| **value != Value::Null)
    }

    /// The text at a path.
    pub fn text(&self, path: &str) -> Option<String> {
        let text = self.get(path).and_then(Value::as_str)?;
        Some(text.trim().to_owned()).filter(|text| !text.is_empty())
    }

    /// The text at the first of these paths that has one; any but the first is another name for it.
    pub fn text_of(&mut self, paths: &[&str]) -> Option<String> {
        let found = paths.iter().position(|path| self.text(path).is_some())?;
        let path = paths.get(found)?;
        if found > 0 {
            self.meet(Shape::Alias, path, path);
        }
        self.text(path)
    }

    /// The number at the first of these paths that has one.
    ///
    /// # Errors
    /// What stands there is no number.
    pub fn number_of(&mut self, paths: &[&str]) -> Result<Option<u32>, Refusal> {
        let Some(text) = self.text_of(paths) else { return Ok(None) };
        let path = paths.iter().find(|path| self.text(path).is_some()).copied().unwrap_or_default();
        let line = self.line(path);
        number(&text)
            .map(Some)
            .ok_or_else(|| Refusal::new(Shape::NoNumber, line, path, format!("`{text}` is no number")))
    }

    /// The items of the list at a path; none where there is nothing.
    ///
    /// # Errors
    /// What stands there is no list.
    pub fn list(&self, path: &str) -> Result<&[Value], Refusal> {
        match self.get(path) {
            None => Ok(&[]),
            Some(Value::List(items)) => Ok(items),
            Some(_) => Err(Refusal::new(Shape::NoList, self.line(path), path, format!("`{path}` is no list"))),
        }
    }
}

/// A number as projects write it: `3`, `03`, `S03`, `sprint-03`.
pub fn number(text: &str) -> Option<u32> {
    crate::gse::ids::Sprint::parse(text).map(|sprint| sprint.0)
}

/// The text at a key of a map.
pub fn text<'v>(value: &'v Value, key: &str) -> Option<&'v str> {
    value.get(key).and_then(Value::as_str).map(str::trim).filter(|text| !text.is_empty())
}
