//! Puts a surface map into the text of a `config.json`: every byte that was there stays, what is new is written as the rest is.

use std::fmt::Write as _;

use super::json::{SyntaxError, Value};
use crate::engine::glob::Glob;
use crate::engine::surface::{Surface, SurfaceMap};

const KEY: &str = "surfaces";
const BOM: &[u8] = b"\xef\xbb\xbf";

/// The longest line that a list is written on.
const WIDTH: usize = 100;

/// Why it cannot be done.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum InsertError {
    /// The file is no JSON.
    #[error("line {line}, column {column}: {message}")]
    Syntax {
        /// The line, counted from 1.
        line: usize,
        /// The column, counted from 1.
        column: usize,
        /// What is wrong.
        message: String,
    },
    /// The file is JSON and no object.
    #[error("line 1: the file must be an object")]
    NoObject,
    /// The file is no text.
    #[error("the file is not UTF-8")]
    NoText,
}

impl From<SyntaxError> for InsertError {
    fn from(error: SyntaxError) -> Self {
        Self::Syntax { line: error.line, column: error.column, message: error.message }
    }
}

/// How a file is written.
#[derive(Debug, Clone, PartialEq, Eq)]
struct Style {
    line_end: &'static str,
    /// What stands before a key of the whole.
    first: String,
    /// What each level below it adds.
    step: String,
    /// True where everything stands on one line.
    one_line: bool,
    colon: &'static str,
}

impl Default for Style {
    fn default() -> Self {
        Self { line_end: "\n", first: "  ".to_owned(), step: "  ".to_owned(), one_line: false, colon: ": " }
    }
}

/// The bytes of a config with the map in it: a `surfaces` that is there is replaced, else it becomes the last key. Of no file at
/// all a new one is made.
///
/// # Errors
/// The file is no object of JSON.
pub fn with_map(bytes: Option<&[u8]>, map: &SurfaceMap) -> Result<Vec<u8>, InsertError> {
    let Some(bytes) = bytes else {
        return Ok(format!("{{\n  \"{KEY}\": {}\n}}\n", written(map, &Style::default())).into_bytes());
    };
    let (bom, bytes) = bytes.strip_prefix(BOM).map_or((&b""[..], bytes), |rest| (BOM, rest));
    let text = std::str::from_utf8(bytes).map_err(|_| InsertError::NoText)?;
    let root = Value::parse(text)?;
    let entries = root.entries().ok_or(InsertError::NoObject)?;
    let style = style(text, root, entries.first().map(|entry| (entry.name, entry.value)));
    let value = written(map, &style);
    let (cut, new) = match (entries.iter().find(|entry| entry.key == KEY), entries.last()) {
        (Some(known), _) => (known.value.span(), value),
        (None, last) => {
            let at = last.map_or(root.span().start + 1, |last| last.value.span().end);
            let inside = text.get(at..root.span().end).unwrap_or_default();
            let comma = if last.is_some() { "," } else { "" };
            let before = match (style.one_line, last.is_some()) {
                (true, true) if style.colon == ":" => String::new(),
                (true, _) => " ".to_owned(),
                (false, _) => format!("{}{}", style.line_end, style.first),
            };
            // An empty object on one line is opened up.
            let after = if last.is_none() && !inside.contains('\n') { style.line_end } else { "" };
            (at..at, format!("{comma}{before}\"{KEY}\"{}{value}{after}", style.colon))
        }
    };
    let (before, after) = (text.get(..cut.start).unwrap_or_default(), text.get(cut.end..).unwrap_or_default());
    Ok([bom, before.as_bytes(), new.as_bytes(), after.as_bytes()].concat())
}

/// The map as text of JSON that stands alone.
pub fn map_text(map: &SurfaceMap) -> String {
    let style = Style { first: String::new(), ..Style::default() };
    format!("\"{KEY}\": {}", written(map, &style))
}

fn style(text: &str, root: Value<'_>, first: Option<(Value<'_>, Value<'_>)>) -> Style {
    let usual = Style::default();
    let line_end = if text.split_once('\n').is_some_and(|(line, _)| line.ends_with('\r')) { "\r\n" } else { "\n" };
    let Some((name, value)) = first else { return Style { line_end, ..usual } };
    let colon = if text.get(name.span().end..value.span().start) == Some(":") { ":" } else { ": " };
    let before = text.get(root.span().start..name.span().start).unwrap_or_default();
    let first = match before.rsplit_once('\n') {
        Some((_, indent)) if indent.chars().all(|c| c == ' ' || c == '\t') => indent.to_owned(),
        _ => usual.first,
    };
    let step = if first.is_empty() { usual.step } else { first.clone() };
    Style { line_end, first, step, one_line: !root.raw().contains('\n'), colon }
}

fn written(map: &SurfaceMap, style: &Style) -> String {
    let surfaces = map.surfaces.iter().map(|surface| (surface.name.clone(), fields(surface, style)));
    object(surfaces, style, 0)
}

fn fields(surface: &Surface, style: &Style) -> String {
    let globs: Vec<&str> = surface.globs().map(Glob::written).collect();
    let gates: Vec<&str> = surface.gates.iter().map(String::as_str).collect();
    let mut fields = vec![
        ("globs".to_owned(), list(&globs, "globs", style)),
        ("gates".to_owned(), list(&gates, "gates", style)),
        ("pinned".to_owned(), surface.pinned.to_string()),
    ];
    let depths = [("destructive_pins_depth", surface.destructive_pins_depth), ("depth_floor", surface.depth_floor)];
    for (key, depth) in depths {
        fields.extend(depth.map(|depth| (key.to_owned(), quoted(depth.word()))));
    }
    for (key, words) in [("keywords", &surface.keywords), ("was", &surface.was)] {
        if !words.is_empty() {
            let words: Vec<&str> = words.iter().map(String::as_str).collect();
            fields.push((key.to_owned(), list(&words, key, style)));
        }
    }
    object(fields.into_iter(), style, 1)
}

fn object(fields: impl Iterator<Item = (String, String)>, style: &Style, level: usize) -> String {
    let fields: Vec<String> = fields.map(|(key, value)| format!("{}{}{value}", quoted(&key), style.colon)).collect();
    block(&fields, '{', '}', style, level)
}

/// A list, on one line where it fits.
fn list(items: &[&str], key: &str, style: &Style) -> String {
    let items: Vec<String> = items.iter().map(|item| quoted(item)).collect();
    let line = format!("[{}]", items.join(if style.one_line && style.colon == ":" { "," } else { ", " }));
    let indent = style.first.chars().count() + 2 * style.step.chars().count();
    if style.one_line || indent + key.len() + 4 + line.chars().count() <= WIDTH {
        return line;
    }
    block(&items, '[', ']', style, 2)
}

fn block(items: &[String], open: char, close: char, style: &Style, level: usize) -> String {
    let mut out = String::from(open);
    if style.one_line {
        out.push_str(&items.join(if style.colon == ":" { "," } else { ", " }));
    } else {
        let outer = format!("{}{}{}", style.line_end, style.first, style.step.repeat(level));
        for (at, item) in items.iter().enumerate() {
            let comma = if at == 0 { "" } else { "," };
            let _ = write!(out, "{comma}{outer}{}{item}", style.step);
        }
        out.push_str(&outer);
    }
    out.push(close);
    out
}

fn quoted(text: &str) -> String {
    // A text is always written.
    serde_json::to_string(text).unwrap_or_default()
}
