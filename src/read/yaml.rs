//! YAML as written: every scalar stays text (`07`, `2.10`, `no`), because an id is never a number.

use std::fmt;

use serde::Deserialize;
use serde::de::{Deserializer, Error as _, MapAccess, SeqAccess, Visitor};
use serde_saphyr::{Location, Spanned};

/// A value of a YAML block.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Value {
    /// Nothing, `~` or `null`.
    Null,
    /// The text of a scalar, without quotes and comments.
    Scalar(String),
    /// A list, in block or flow style.
    List(Vec<Self>),
    /// A map, in the order written.
    Map(Vec<(String, Self)>),
}

impl Value {
    /// The text of a scalar.
    pub fn as_str(&self) -> Option<&str> {
        match self {
            Self::Scalar(text) => Some(text),
            _ => None,
        }
    }

    /// The items of a list; none of any other value.
    pub fn items(&self) -> &[Self] {
        match self {
            Self::List(items) => items,
            _ => &[],
        }
    }

    /// The value of a map's key.
    pub fn get(&self, key: &str) -> Option<&Self> {
        match self {
            Self::Map(pairs) => pairs.iter().find(|(name, _)| name == key).map(|(_, value)| value),
            _ => None,
        }
    }

    /// The scalars of a list, or the one scalar that stands where a list is meant. A map in the list gives its first value
    /// (`- path: x` is written for `- x`).
    pub fn texts(&self) -> Vec<&str> {
        match self {
            Self::Null => Vec::new(),
            Self::Scalar(text) => vec![text],
            Self::List(items) => items.iter().flat_map(Self::texts).collect(),
            Self::Map(pairs) => pairs.first().map(|(_, value)| value.texts()).unwrap_or_default(),
        }
    }
}

/// A key of the top level with its value.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Entry {
    /// The key.
    pub key: String,
    /// The value.
    pub value: Value,
    /// The line of the key, from 1 at the block's first line.
    pub line: usize,
}

/// Why a block is no YAML map, or was refused.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct YamlError {
    /// The line, from 1 at the block's first line.
    pub line: usize,
    /// What is wrong, in a line.
    pub why: String,
    /// True where the block was refused for its size (nesting, aliases, nodes), not for its form.
    pub refused: bool,
}

/// Reads a block whose top level is a map. Duplicate keys are an error; an empty block is an empty map.
pub fn read_map(block: &str) -> Result<Vec<Entry>, YamlError> {
    if block.lines().all(|line| line.trim().is_empty() || line.trim_start().starts_with('#')) {
        return Ok(Vec::new());
    }
    let root: Spanned<Node> = serde_saphyr::from_str_with_options(block, options()).map_err(|error| name(&error))?;
    match root.value {
        Node::Map(pairs) => Ok(pairs.into_iter().map(|(key, value)| entry(block, &key, value)).collect()),
        Node::Null => Ok(Vec::new()),
        _ => Err(YamlError { line: 1, why: "the block holds no keys".to_owned(), refused: false }),
    }
}

fn options() -> serde_saphyr::Options {
    let budget = serde_saphyr::budget! {
        max_depth: 32,
        flow_nesting_limit: 32,
        max_aliases: 64,
        max_anchors: 64,
        max_nodes: 50_000,
        max_events: 150_000,
        max_recorded_anchor_events: 10_000,
    };
    serde_saphyr::options! {
        budget: budget,
        with_snippet: false,
        merge_keys: serde_saphyr::MergeKeyPolicy::AsOrdinary,
        non_finite_float_policy: serde_saphyr::NonFiniteFloatPolicy::PassThrough,
    }
}

fn name(error: &serde_saphyr::Error) -> YamlError {
    let error = error.without_snippet();
    let line = error.location().map_or(1, |at| usize::try_from(at.line()).unwrap_or(1)).max(1);
    let text = error.to_string();
    let first = text.lines().next().unwrap_or_default();
    // The place is a field of its own; the library repeats it in the text.
    let why = first.find(" at line ").and_then(|at| first.get(..at)).unwrap_or(first).to_owned();
    // A limit reached below an alias comes wrapped, so that its variant does not tell.
    let refused = matches!(error, serde_saphyr::Error::Budget { .. })
        || ["budget breached", "recursion limit", "alias replay", "alias expansion"]
            .iter()
            .any(|words| why.contains(words));
    YamlError { line, why, refused }
}

/// A node as the parser hands it over; a plain scalar that looks like a number or a truth value is kept as its place only.
enum Node {
    Null,
    Text(String),
    Plain,
    List(Vec<Spanned<Self>>),
    Map(Vec<(Spanned<Self>, Spanned<Self>)>),
}

fn entry(block: &str, key: &Spanned<Node>, value: Spanned<Node>) -> Entry {
    let line = usize::try_from(key.referenced.line()).unwrap_or(1);
    Entry { key: key_text(block, key), value: settle(block, value), line }
}

fn settle(block: &str, node: Spanned<Node>) -> Value {
    match node.value {
        Node::Null => Value::Null,
        Node::Text(text) => Value::Scalar(text),
        Node::Plain => Value::Scalar(written(block, node.defined).to_owned()),
        Node::List(items) => Value::List(items.into_iter().map(|item| settle(block, item)).collect()),
        Node::Map(pairs) => {
            Value::Map(pairs.into_iter().map(|(key, value)| (key_text(block, &key), settle(block, value))).collect())
        }
    }
}

fn key_text(block: &str, key: &Spanned<Node>) -> String {
    match &key.value {
        Node::Text(text) => text.clone(),
        _ => written(block, key.defined).to_owned(),
    }
}

/// The source text at `place`.
fn written(block: &str, place: Location) -> &str {
    let span = place.span();
    let range = || {
        let start = usize::try_from(span.byte_offset()?).ok()?;
        let len = usize::try_from(span.byte_len()?).ok()?;
        block.get(start..start.checked_add(len)?)
    };
    range().unwrap_or_default().trim()
}

impl<'de> Deserialize<'de> for Node {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        deserializer.deserialize_any(NodeVisitor)
    }
}

struct NodeVisitor;

impl<'de> Visitor<'de> for NodeVisitor {
    type Value = Node;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a YAML value")
    }

    fn visit_str<E>(self, text: &str) -> Result<Node, E> {
        Ok(Node::Text(text.to_owned()))
    }

    fn visit_string<E>(self, text: String) -> Result<Node, E> {
        Ok(Node::Text(text))
    }

    fn visit_bool<E>(self, _: bool) -> Result<Node, E> {
        Ok(Node::Plain)
    }

    fn visit_i64<E>(self, _: i64) -> Result<Node, E> {
        Ok(Node::Plain)
    }

    fn visit_i128<E>(self, _: i128) -> Result<Node, E> {
        Ok(Node::Plain)
    }

    fn visit_u64<E>(self, _: u64) -> Result<Node, E> {
        Ok(Node::Plain)
    }

    fn visit_u128<E>(self, _: u128) -> Result<Node, E> {
        Ok(Node::Plain)
    }

    fn visit_f64<E>(self, _: f64) -> Result<Node, E> {
        Ok(Node::Plain)
    }

    fn visit_unit<E>(self) -> Result<Node, E> {
        Ok(Node::Null)
    }

    fn visit_none<E>(self) -> Result<Node, E> {
        Ok(Node::Null)
    }

    fn visit_some<D: Deserializer<'de>>(self, deserializer: D) -> Result<Node, D::Error> {
        deserializer.deserialize_any(self)
    }

    fn visit_newtype_struct<D: Deserializer<'de>>(self, deserializer: D) -> Result<Node, D::Error> {
        deserializer.deserialize_any(self)
    }

    fn visit_bytes<E: serde::de::Error>(self, _: &[u8]) -> Result<Node, E> {
        Err(E::custom("binary values are not read"))
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut seq: A) -> Result<Node, A::Error> {
        let mut items = Vec::new();
        while let Some(item) = seq.next_element()? {
            items.push(item);
        }
        Ok(Node::List(items))
    }

    fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<Node, A::Error> {
        let mut pairs: Vec<(Spanned<Node>, Spanned<Node>)> = Vec::new();
        while let Some(key) = map.next_key::<Spanned<Node>>()? {
            if matches!(key.value, Node::List(_) | Node::Map(_)) {
                return Err(A::Error::custom("a list or a map as a key is not read"));
            }
            pairs.push((key, map.next_value()?));
        }
        Ok(Node::Map(pairs))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn scalar(text: &str) -> Value {
        Value::Scalar(text.to_owned())
    }

    fn value(block: &str) -> Value {
        read_map(block).unwrap().remove(0).value
    }

    #[test]
    fn every_scalar_stays_as_written() {
        for written in [
            "07",
            "2.10",
            "no",
            "True",
            "1_000",
            "0x1F",
            "010",
            "1e3",
            ".inf",
            "-.5",
            ".nan",
            "99999999999999999999",
            "2026-01-02",
            "yes",
        ] {
            assert_eq!(value(&format!("a: {written}")), scalar(written));
            assert_eq!(value(&format!("a: {written}  # note\nb: 1")), scalar(written));
            assert_eq!(value(&format!("a: [{written}, x]")), Value::List(vec![scalar(written), scalar("x")]));
            assert_eq!(value(&format!("a:\n  - {written}\n")), Value::List(vec![scalar(written)]));
            assert_eq!(value(&format!("é: \"{written}\"")), scalar(written));
            assert_eq!(read_map(&format!("{written}: x")).unwrap()[0].key, written);
            assert_eq!(value(&format!("ü: &x {written}\nb: *x")), scalar(written));
        }
    }

    #[test]
    fn nothing_is_null_and_keys_carry_their_line() {
        let entries = read_map("a:\n\n# note\nb: ~\nc: {d: 07, e: null}\n").unwrap();
        let lines: Vec<(&str, usize)> = entries.iter().map(|entry| (entry.key.as_str(), entry.line)).collect();
        assert_eq!(lines, [("a", 1), ("b", 4), ("c", 5)]);
        assert_eq!(entries[1].value, Value::Null);
        assert_eq!(entries[2].value.get("d"), Some(&scalar("07")));
        assert_eq!(entries[2].value.get("e"), Some(&Value::Null));
        assert_eq!(read_map("# only\n\n"), Ok(Vec::new()));
    }

    #[test]
    fn an_alias_stands_for_what_it_names() {
        let entries = read_map("a: &x 07\nb: *x\nc: &y [07, {d: 1.0}]\ne: *y\n").unwrap();
        assert_eq!(entries[1].value, scalar("07"));
        assert_eq!(entries[3].value, entries[2].value);
    }

    #[test]
    fn what_is_too_big_is_refused_by_name() {
        let level = |level: usize| format!("a{level}: &a{level} [{}]", vec![format!("*a{}", level - 1); 9].join(", "));
        let levels: Vec<String> = (1..9).map(level).collect();
        let bomb = format!("a0: &a0 [x, x, x, x, x, x, x, x, x]\n{}\n", levels.join("\n"));
        let deep = format!("a: {}", "[".repeat(5000));
        let steps: Vec<String> = (0..2000).map(|level| format!("{}a:", " ".repeat(level))).collect();
        let deep_block = steps.join("\n");
        for big in [bomb, deep, deep_block] {
            let error = read_map(&big).unwrap_err();
            assert!(error.refused && !error.why.contains(" at line"), "{error:?}");
        }
    }

    #[test]
    fn what_is_no_map_is_an_error_with_its_line() {
        for (block, line) in
            [("a: 1\nb: c: d\n", 2), ("a: 1\na: 2\n", 2), ("- a\n", 1), ("a: [b\n", 1), ("? [a]\n: b\n", 1)]
        {
            let error = read_map(block).unwrap_err();
            assert!(!error.refused && error.line >= line && !error.why.contains('\n'), "{block} {error:?}");
        }
    }
}
