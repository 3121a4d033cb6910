//! JSON with the place of every value: what an error about a setting needs, and what a plain tree of values forgets (lines,
//! and keys that are written twice).

use std::fmt;
use std::ops::Range;

use serde::de::{Deserialize, Deserializer, MapAccess, SeqAccess, Visitor};
use serde_json::value::RawValue;

/// A value in a text of JSON that is known to be valid.
#[derive(Clone, Copy)]
pub(super) struct Value<'t> {
    text: &'t str,
    raw: &'t str,
}

/// A syntax error: the line and column counted from 1, and what is wrong.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct SyntaxError {
    pub(super) line: usize,
    pub(super) column: usize,
    pub(super) message: String,
}

impl<'t> Value<'t> {
    /// Reads `text` as one JSON value. It is read as a whole first, so that nothing in it can fail afterwards.
    pub(super) fn parse(text: &'t str) -> Result<Self, SyntaxError> {
        let whole = serde_json::from_str::<serde_json::Value>(text);
        let raw = whole.and_then(|_| serde_json::from_str::<&RawValue>(text)).map_err(|error| {
            let message = error.to_string();
            let message = message.rsplit_once(" at line ").map_or(message.as_str(), |(message, _)| message).to_owned();
            SyntaxError { line: error.line(), column: error.column(), message }
        })?;
        Ok(Self { text, raw: raw.get() })
    }

    /// The text of the value.
    pub(super) fn raw(self) -> &'t str {
        self.raw
    }

    /// Where the value stands in its text, in bytes.
    pub(super) fn span(self) -> Range<usize> {
        self.offset()..self.offset() + self.raw.len()
    }

    /// The value's place in its text, in bytes.
    fn offset(self) -> usize {
        // Both are parts of one text, so the distance is the value's place in it.
        (self.raw.as_ptr() as usize).saturating_sub(self.text.as_ptr() as usize)
    }

    /// The line that the value begins on, counted from 1.
    pub(super) fn line(self) -> usize {
        self.text.bytes().take(self.offset()).filter(|byte| *byte == b'\n').count() + 1
    }

    /// What kind of value this is, as a message says it.
    pub(super) fn kind(self) -> &'static str {
        match self.raw.bytes().next() {
            Some(b'{') => "an object",
            Some(b'[') => "a list",
            Some(b'"') => "a text",
            Some(b't' | b'f') => "true or false",
            Some(b'n') => "null",
            _ => "a number",
        }
    }

    pub(super) fn is_null(self) -> bool {
        self.raw == "null"
    }

    pub(super) fn bool(self) -> Option<bool> {
        serde_json::from_str(self.raw).ok()
    }

    pub(super) fn text(self) -> Option<String> {
        serde_json::from_str(self.raw).ok()
    }

    /// The values of a list.
    pub(super) fn list(self) -> Option<Vec<Self>> {
        let items: Items<'t> = serde_json::from_str(self.raw).ok()?;
        Some(items.0.into_iter().map(|raw| Self { text: self.text, raw: raw.get() }).collect())
    }

    /// The keys of an object in their order, one that is written twice twice.
    pub(super) fn fields(self) -> Option<Vec<(String, Self)>> {
        Some(self.entries()?.into_iter().map(|entry| (entry.key, entry.value)).collect())
    }

    /// The same with the place of every key.
    pub(super) fn entries(self) -> Option<Vec<Entry<'t>>> {
        let fields: Fields<'t> = serde_json::from_str(self.raw).ok()?;
        let entry = |(name, value): (&'t RawValue, &'t RawValue)| {
            let name = Self { text: self.text, raw: name.get() };
            Some(Entry { key: name.text()?, name, value: Self { text: self.text, raw: value.get() } })
        };
        fields.0.into_iter().map(entry).collect()
    }

    /// The value of `key`: of several the last, as every reader of JSON has it.
    pub(super) fn get(self, key: &str) -> Option<Self> {
        self.fields()?.into_iter().rev().find(|(name, _)| name == key).map(|(_, value)| value)
    }
}

/// Where the lines of a text begin, for who asks for many places.
#[derive(Default)]
pub(super) struct Lines(Vec<usize>);

impl Lines {
    pub(super) fn of(text: &str) -> Self {
        Self(text.bytes().enumerate().filter(|(_, byte)| *byte == b'\n').map(|(at, _)| at + 1).collect())
    }

    /// The line that `value` begins on, and the column in characters, both counted from 1.
    pub(super) fn place(&self, value: Value<'_>) -> (usize, usize) {
        let offset = value.offset();
        let line = self.0.partition_point(|start| *start <= offset);
        let start = line.checked_sub(1).and_then(|line| self.0.get(line)).copied().unwrap_or_default();
        let before = value.text.get(start..offset).unwrap_or_default();
        (line + 1, before.chars().count() + 1)
    }
}

/// A key of an object and its value.
pub(super) struct Entry<'t> {
    /// The key.
    pub(super) key: String,
    /// The key as written, which knows its place.
    pub(super) name: Value<'t>,
    /// The value.
    pub(super) value: Value<'t>,
}

struct Fields<'t>(Vec<(&'t RawValue, &'t RawValue)>);

struct Items<'t>(Vec<&'t RawValue>);

impl<'de: 't, 't> Deserialize<'de> for Fields<'t> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct Keys;
        impl<'de> Visitor<'de> for Keys {
            type Value = Fields<'de>;
            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("an object")
            }
            fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<Self::Value, A::Error> {
                let mut fields = Vec::new();
                while let Some(field) = map.next_entry()? {
                    fields.push(field);
                }
                Ok(Fields(fields))
            }
        }
        deserializer.deserialize_map(Keys)
    }
}

impl<'de: 't, 't> Deserialize<'de> for Items<'t> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct Elements;
        impl<'de> Visitor<'de> for Elements {
            type Value = Items<'de>;
            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("a list")
            }
            fn visit_seq<A: SeqAccess<'de>>(self, mut list: A) -> Result<Self::Value, A::Error> {
                let mut items = Vec::new();
                while let Some(item) = list.next_element()? {
                    items.push(item);
                }
                Ok(Items(items))
            }
        }
        deserializer.deserialize_seq(Elements)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_message_says_what_kind_of_value_was_found_and_wanted() {
        for (text, kind) in [
            ("{}", "an object"),
            ("[]", "a list"),
            ("\"a\"", "a text"),
            ("true", "true or false"),
            ("null", "null"),
            ("-1", "a number"),
        ] {
            assert_eq!(Value::parse(text).ok().unwrap().kind(), kind);
        }
        let refused = [
            serde_json::from_str::<Fields<'_>>("1").err().unwrap().to_string(),
            serde_json::from_str::<Items<'_>>("1").err().unwrap().to_string(),
        ];
        assert!(refused[0].contains("expected an object") && refused[1].contains("expected a list"), "{refused:?}");
    }
}
