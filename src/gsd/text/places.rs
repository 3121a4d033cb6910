//! Where every value of a JSON text stands, by its path: for findings about settings that are read already.

use std::collections::BTreeMap;

use super::json::{Lines, Value};
pub use super::strict::below;
use crate::engine::lint::Span;

/// The keys at the top whose values are of interest; the others are of other owners, and may be large.
const OF_INTEREST: &[&str] = &["surfaces", "pipeline", "workflow"];

/// The places of values and of their keys; empty for a text that is no JSON.
#[derive(Debug, Clone, Default)]
pub struct Places {
    lines: Vec<String>,
    keys: BTreeMap<String, Span>,
    values: BTreeMap<String, Span>,
    texts: BTreeMap<String, String>,
}

impl Places {
    /// Finds them in the bytes of a `config.json` (a BOM is accepted).
    pub fn of(bytes: &[u8]) -> Self {
        let bytes = bytes.strip_prefix(b"\xef\xbb\xbf").unwrap_or(bytes);
        let lossy = String::from_utf8_lossy(bytes);
        let mut places = Self { lines: lossy.split('\n').map(str::to_owned).collect(), ..Self::default() };
        let Ok(text) = std::str::from_utf8(bytes) else { return places };
        let Ok(root) = Value::parse(text) else { return places };
        let lines = Lines::of(text);
        let mut open: Vec<(String, Value<'_>)> = Vec::new();
        for entry in root.entries().unwrap_or_default() {
            let path = below("", &entry.key);
            places.keys.insert(path.clone(), span(&lines, entry.name));
            if OF_INTEREST.contains(&entry.key.as_str()) {
                open.push((path, entry.value));
            }
        }
        while let Some((path, value)) = open.pop() {
            places.values.insert(path.clone(), span(&lines, value));
            places.texts.extend(value.text().map(|text| (path.clone(), text)));
            for entry in value.entries().unwrap_or_default() {
                let path = below(&path, &entry.key);
                places.keys.insert(path.clone(), span(&lines, entry.name));
                open.push((path, entry.value));
            }
            for (at, item) in value.list().unwrap_or_default().into_iter().enumerate() {
                open.push((format!("{path}[{at}]"), item));
            }
        }
        places
    }

    /// The place of a key, by the path of its value.
    pub fn key(&self, path: &str) -> Option<Span> {
        self.keys.get(path).copied()
    }

    /// The place of a value; of a longer one its beginning.
    pub fn value(&self, path: &str) -> Option<Span> {
        self.values.get(path).copied()
    }

    /// The place of the item of a list that is this text.
    pub fn item(&self, list: &str, text: &str) -> Option<Span> {
        let mut at = 0;
        loop {
            let path = format!("{list}[{at}]");
            let span = self.value(&path)?;
            if self.texts.get(&path).is_some_and(|found| found == text) {
                return Some(span);
            }
            at += 1;
        }
    }

    /// What begins at that line and column, both counted from 1: a key or a value, else one character.
    pub fn at(&self, line: usize, column: usize) -> Span {
        let begins = |span: &&Span| span.line == line && span.column == column;
        let known = self.keys.values().chain(self.values.values()).find(begins);
        known.copied().unwrap_or(Span { line, column, end: column + 1 })
    }

    /// The text of a line, counted from 1.
    pub fn line(&self, line: usize) -> Option<&str> {
        Some(self.lines.get(line.checked_sub(1)?)?.trim_end_matches('\r'))
    }
}

fn span(lines: &Lines, value: Value<'_>) -> Span {
    let (line, column) = lines.place(value);
    let first = value.raw().lines().next().unwrap_or_default();
    Span { line, column, end: column + first.chars().count().max(1) }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn keys_and_values_are_found_by_their_paths() {
        let text = "\u{feff}{\n  \"surfaces\": {\"é\": {\"globs\": [\"a\", \"b/**\"]}},\n  \"other\": [1]\n}";
        let places = Places::of(text.as_bytes());
        let shown = |span: Option<Span>| {
            span.map(|span| {
                let line: Vec<char> = places.line(span.line).unwrap().chars().collect();
                line[span.column - 1..span.end - 1].iter().collect::<String>()
            })
        };
        assert_eq!(shown(places.key("surfaces")).as_deref(), Some("\"surfaces\""));
        assert_eq!(shown(places.key("surfaces[\"é\"]")).as_deref(), Some("\"é\""));
        assert_eq!(shown(places.value("surfaces[\"é\"].globs[1]")).as_deref(), Some("\"b/**\""));
        assert_eq!(places.item("surfaces[\"é\"].globs", "b/**"), places.value("surfaces[\"é\"].globs[1]"));
        assert_eq!(places.item("surfaces[\"é\"].globs", "c"), None);
        let begin = places.value("surfaces[\"é\"].globs[1]").unwrap();
        assert_eq!(places.at(begin.line, begin.column), begin);
        assert_eq!(places.at(4, 1), Span { line: 4, column: 1, end: 2 });
        assert!(places.key("other").is_some() && places.value("other[0]").is_none());
        assert_eq!(Places::of(b"{\n").line(1), Some("{"));
    }
}
