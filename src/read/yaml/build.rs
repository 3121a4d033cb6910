//! Builds values from the parser's events, within limits: what a few bytes can blow up is refused before it is built.
//!
//! Nothing here calls itself. A list or a map that is not complete stands on a stack, and an alias is its anchor's pieces once
//! more.

use std::borrow::Cow;
use std::collections::{HashMap, HashSet};
use std::ops::Range;

use granit_parser::{ErrorKind, Event, Parser, ScalarStyle, ScanError};

use super::{Value, YamlError, tag};

const MAX_DEPTH: usize = 32;
const MAX_NODES: usize = 50_000;
const MAX_ANCHORS: usize = 64;
const MAX_ALIASES: usize = 64;
/// Pieces kept for aliases, counted once for each anchor that they stand under.
const MAX_KEPT: usize = 10_000;
/// The bytes of all scalars, those that stand for an alias as well.
const MAX_BYTES: usize = 64 * 1024 * 1024;

/// The value of a block that holds one document, and the line of each key of its top level.
pub(super) fn document(block: &str) -> Result<(Value, Vec<usize>), YamlError> {
    let options = granit_parser::options! { flow_nesting_limit: MAX_DEPTH, emit_comments: false };
    let mut builder = Builder::default();
    for event in Parser::new_from_str_with_options(block, options) {
        let (event, span) = event.map_err(|error| unparsed(&error))?;
        let line = span.start.line();
        match event {
            Event::Alias(anchor) => builder.alias(anchor, line)?,
            Event::Scalar(text, style, anchor, tag) => {
                // The parser writes `~` where nothing stands.
                let stands = style != ScalarStyle::Plain || !span.is_empty();
                let text = if stands { text } else { Cow::Borrowed("") };
                builder.node(tag::scalar(text, style, tag.as_deref(), line)?, anchor, line)?;
            }
            Event::SequenceStart(_, anchor, tag) => {
                tag::holds(tag.as_deref(), "seq", line)?;
                builder.node(Piece::List, anchor, line)?;
            }
            Event::MappingStart(_, anchor, tag) => {
                tag::holds(tag.as_deref(), "map", line)?;
                builder.node(Piece::Map, anchor, line)?;
            }
            Event::SequenceEnd | Event::MappingEnd => builder.take(Piece::End, line)?,
            _ => {}
        }
    }
    Ok((builder.root.unwrap_or(Value::Null), builder.lines))
}

fn unparsed(error: &ScanError) -> YamlError {
    let line = error.marker().line();
    match error.kind() {
        ErrorKind::RecursionLimitExceeded => too_deep(line),
        ErrorKind::UnknownAnchor => YamlError::new(line, "alias references unknown anchor"),
        _ => YamlError::new(line, error.info()),
    }
}

fn too_deep(line: usize) -> YamlError {
    YamlError::refused(line, format!("nested deeper than {MAX_DEPTH} levels"))
}

/// What a document is made of.
#[derive(Debug, Clone)]
pub(super) enum Piece<'a> {
    /// A scalar that stands for nothing, as written.
    Null(Cow<'a, str>),
    /// Any other scalar.
    Text(Cow<'a, str>),
    /// A list begins.
    List,
    /// A map begins.
    Map,
    /// The innermost list or map ends.
    End,
}

/// A list or a map that is not complete.
enum Open<'a> {
    List(Vec<Value>),
    Map { pairs: Vec<(String, Value)>, keys: HashSet<Cow<'a, str>>, key: Option<String> },
}

/// An anchor whose node is not complete.
struct Anchor {
    id: usize,
    /// Its first piece among those that are kept.
    start: usize,
    /// How many lists and maps stand around its node.
    depth: usize,
}

#[derive(Default)]
struct Builder<'a> {
    root: Option<Value>,
    lines: Vec<usize>,
    /// Each with the line on which it starts.
    open: Vec<(Open<'a>, usize)>,
    kept: Vec<Piece<'a>>,
    keeping: Vec<Anchor>,
    anchors: HashMap<usize, Range<usize>>,
    spent: Spent,
}

#[derive(Default)]
struct Spent {
    nodes: usize,
    bytes: usize,
    anchors: usize,
    aliases: usize,
    kept: usize,
}

impl<'a> Builder<'a> {
    /// A scalar, or the start of a list or a map, with its anchor; `0` is none.
    fn node(&mut self, piece: Piece<'a>, anchor: usize, line: usize) -> Result<(), YamlError> {
        if anchor != 0 {
            spend(&mut self.spent.anchors, 1, MAX_ANCHORS, "anchors", line)?;
            self.keeping.push(Anchor { id: anchor, start: self.kept.len(), depth: self.open.len() });
        }
        self.take(piece, line)
    }

    fn alias(&mut self, anchor: usize, line: usize) -> Result<(), YamlError> {
        spend(&mut self.spent.aliases, 1, MAX_ALIASES, "aliases", line)?;
        let pieces = self.anchors.get(&anchor).cloned();
        for at in pieces.ok_or_else(|| YamlError::new(line, "an alias within what it stands for"))? {
            self.take(self.kept[at].clone(), line)?;
        }
        Ok(())
    }

    fn take(&mut self, piece: Piece<'a>, line: usize) -> Result<(), YamlError> {
        self.pay(&piece, line)?;
        if self.open.is_empty() && self.root.is_some() {
            return Err(YamlError::new(line, "more than one document"));
        }
        if !self.keeping.is_empty() {
            self.kept.push(piece.clone());
        }
        match piece {
            Piece::Null(text) | Piece::Text(text) if self.awaits_key() => self.key(text, line)?,
            Piece::Null(_) => self.value(Value::Null),
            Piece::Text(text) => self.value(Value::Scalar(text.into_owned())),
            Piece::List => self.open.push((Open::List(Vec::new()), line)),
            Piece::Map => self.open.push((Open::Map { pairs: Vec::new(), keys: HashSet::new(), key: None }, line)),
            Piece::End => self.close()?,
        }
        while let Some(anchor) = self.keeping.pop_if(|anchor| anchor.depth == self.open.len()) {
            self.anchors.insert(anchor.id, anchor.start..self.kept.len());
        }
        Ok(())
    }

    fn pay(&mut self, piece: &Piece<'_>, line: usize) -> Result<(), YamlError> {
        spend(&mut self.spent.kept, self.keeping.len(), MAX_KEPT, "parts under anchors", line)?;
        match piece {
            Piece::End => return Ok(()),
            Piece::Null(text) | Piece::Text(text) => {
                spend(&mut self.spent.bytes, text.len(), MAX_BYTES, "bytes", line)?;
            }
            Piece::List | Piece::Map if self.open.len() == MAX_DEPTH => return Err(too_deep(line)),
            Piece::List | Piece::Map => {}
        }
        spend(&mut self.spent.nodes, 1, MAX_NODES, "nodes", line)
    }

    fn awaits_key(&self) -> bool {
        matches!(self.open.last(), Some((Open::Map { key: None, .. }, _)))
    }

    fn key(&mut self, text: Cow<'a, str>, line: usize) -> Result<(), YamlError> {
        if self.open.len() == 1 {
            self.lines.push(line);
        }
        if let Some((Open::Map { keys, key, .. }, _)) = self.open.last_mut() {
            if !keys.insert(text.clone()) {
                return Err(YamlError::new(line, format!("duplicate mapping key: {text}")));
            }
            *key = Some(text.into_owned());
        }
        Ok(())
    }

    fn value(&mut self, value: Value) {
        match self.open.last_mut() {
            None => self.root = Some(value),
            Some((Open::List(items), _)) => items.push(value),
            Some((Open::Map { pairs, key, .. }, _)) => pairs.extend(key.take().map(|key| (key, value))),
        }
    }

    fn close(&mut self) -> Result<(), YamlError> {
        let Some((open, line)) = self.open.pop() else { return Ok(()) };
        let value = match open {
            Open::List(items) => Value::List(items),
            Open::Map { pairs, .. } => Value::Map(pairs),
        };
        if self.awaits_key() {
            return Err(YamlError::new(line, "a list or a map as a key is not read"));
        }
        self.value(value);
        Ok(())
    }
}

fn spend(spent: &mut usize, more: usize, limit: usize, what: &str, line: usize) -> Result<(), YamlError> {
    *spent += more;
    if *spent > limit {
        return Err(YamlError::refused(line, format!("more than {limit} {what}")));
    }
    Ok(())
}
