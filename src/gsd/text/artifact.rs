//! One artifact's text, parted and scanned once for every reader that wants something of it.

use serde::{Deserialize, Serialize};

use crate::engine::evidence::Content;
use crate::read::frontmatter::{self, FrontMatter};
use crate::read::markdown::{Markdown, is_blank};
use crate::read::text::{Text, decode};
use crate::read::yaml::{Entry, Value};

/// Something that a reader should know of a file and that decides nothing by itself.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub struct Note {
    /// The line, from 1; 0 where none can be named.
    pub line: usize,
    /// What is odd, in a line. It may quote the file: escape it before printing.
    pub text: String,
}

impl Note {
    /// Makes a note.
    pub fn new(line: usize, text: impl Into<String>) -> Self {
        Self { line, text: text.into() }
    }
}

/// A file's text, before it is parted. It owns what the artifact borrows.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Source<'a>(Text<'a>);

impl<'a> Source<'a> {
    /// Decodes `bytes`; a file that is no text at all is unreadable content.
    pub fn of(bytes: &'a [u8]) -> Result<Self, Content> {
        decode(bytes).map(Self).map_err(|error| Content::Unreadable { line: 0, why: error.to_string() })
    }

    /// Parts and scans the text.
    pub fn artifact(&self) -> Artifact<'_> {
        let document = frontmatter::read(&self.0.text);
        let mut notes = Vec::new();
        notes.extend(self.0.invalid.map(|line| Note::new(line, "bytes that are no UTF-8")));
        notes.extend(self.0.nul.map(|line| Note::new(line, "a NUL byte: git treats the file as binary")));
        let markdown = Markdown::scan(document.body, document.body_line);
        Artifact { front: document.front, body: document.body, body_line: document.body_line, markdown, notes }
    }
}

/// An artifact, parted into front matter and body.
#[derive(Debug, Clone)]
pub struct Artifact<'a> {
    /// The front matter.
    pub front: FrontMatter,
    /// The body.
    pub body: &'a str,
    /// The line, from 1, on which the body starts.
    pub body_line: usize,
    /// The body, scanned.
    pub markdown: Markdown<'a>,
    /// What was odd about the bytes.
    pub notes: Vec<Note>,
}

impl Artifact<'_> {
    /// The front matter's entry of `key`.
    pub fn entry(&self, key: &str) -> Option<&Entry> {
        self.front.fields().and_then(|fields| fields.get(key))
    }

    /// The front matter's value of `key`; none where it is absent or null.
    pub fn value(&self, key: &str) -> Option<&Value> {
        self.entry(key).map(|entry| &entry.value).filter(|value| **value != Value::Null)
    }

    /// The text of a scalar key of the front matter.
    pub fn text(&self, key: &str) -> Option<&str> {
        self.value(key).and_then(Value::as_str)
    }

    /// The texts of a list key of the front matter.
    pub fn texts(&self, key: &str) -> Vec<String> {
        self.value(key).map(|value| value.texts().into_iter().map(str::to_owned).collect()).unwrap_or_default()
    }

    /// The note of a front matter that is no valid YAML.
    pub fn salvaged(&self) -> Option<Note> {
        match &self.front {
            FrontMatter::Salvaged { line, why, .. } => Some(Note::new(*line, why.clone())),
            _ => None,
        }
    }

    /// Why the file counts as cut short whatever its kind: its front matter is open, or nothing stands in it.
    pub fn cut(&self) -> Option<Note> {
        let is_empty = !self.body.contains(|c: char| !is_blank(c)) && matches!(self.front, FrontMatter::None);
        match &self.front {
            FrontMatter::Unclosed(_) => Some(Note::new(1, "the front matter that opens on line 1 is not closed")),
            _ if is_empty => Some(Note::new(0, "the file is empty")),
            _ => None,
        }
    }

    /// The last line that says anything: of the body, or the end of the front matter.
    pub fn last_line(&self) -> usize {
        let says = |line: &str| line.contains(|c: char| !is_blank(c));
        let below = self.body.lines().enumerate().filter(|(_, line)| says(line)).last();
        below.map_or(self.body_line.saturating_sub(1), |(at, _)| self.body_line + at)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_file_is_cut_where_nothing_stands_in_it_or_its_front_matter_is_open() {
        let is_cut = |file: &str| Source::of(file.as_bytes()).unwrap().artifact().cut().is_some();
        for (file, expected) in [
            ("", true),
            (" \n\n", true),
            ("\0\0\0", true),
            ("\0\n \0\r\n", true),
            ("\0a", false),
            ("---\na: 1\n", true),
            ("---\na: 1\n---\n", false),
            ("words", false),
        ] {
            assert_eq!(is_cut(file), expected, "{file:?}");
        }
    }
}
