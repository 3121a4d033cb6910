//! The strict loader of this tool's own settings in `.planning/config.json`: `surfaces`, and everything below `pipeline`.
//!
//! Whatever is wrong is an error with its place: a glob that is dropped, a field that is misspelt or a surface that is written
//! twice would switch a gate off, and nobody would hear of it. The keys of others are left alone.

#[cfg(test)]
mod tests;

use super::json::Value;
use super::pipeline::{Pipeline, read_pipeline};
pub use super::strict::{Fault, Problem, nearest};
use super::strict::{Field, Node, Reader, below};
use crate::engine::depth::Depth;
use crate::engine::failure::Failure;
use crate::engine::glob::{Glob, Matcher, TooLarge};
use crate::engine::path::RepoPath;
use crate::engine::surface::{GlobsProblem, Surface, SurfaceMap, globs};

/// The fields of a surface.
pub const SURFACE_FIELDS: &[&str] =
    &["globs", "gates", "pinned", "destructive_pins_depth", "depth_floor", "keywords", "was"];

/// How many patterns a map may hold; a map that somebody wrote has some dozens.
const MOST_PATTERNS: usize = 20_000;

/// This tool's own settings.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Settings {
    /// `surfaces`. An empty map is no map.
    pub surfaces: SurfaceMap,
    /// `pipeline`.
    pub pipeline: Pipeline,
}

/// Reads the bytes of a `config.json` (a BOM is accepted).
///
/// # Errors
/// Everything that is wrong with it, in the order of the file.
pub fn load(bytes: &[u8]) -> Result<Settings, Vec<Fault>> {
    let bytes = bytes.strip_prefix(b"\xef\xbb\xbf").unwrap_or(bytes);
    let syntax =
        |line, column, message| vec![Fault { path: String::new(), line, column, problem: Problem::Syntax(message) }];
    let text = std::str::from_utf8(bytes).map_err(|error| {
        let before = bytes.get(..error.valid_up_to()).map(String::from_utf8_lossy).unwrap_or_default();
        let last = before.rsplit('\n').next().unwrap_or_default();
        syntax(before.split('\n').count(), last.chars().count() + 1, "not UTF-8".to_owned())
    })?;
    let root = Value::parse(text).map_err(|error| syntax(error.line, error.column, error.message))?;
    let mut reader = Reader::new(text);
    let settings = read_root(&mut reader, &Node::root(root));
    if reader.faults.is_empty() {
        return Ok(settings);
    }
    reader.faults.sort_by_key(|fault| (fault.line, fault.column));
    Err(reader.faults)
}

/// The error of a config that cannot be used; `file` is its path.
pub fn refuse(file: &RepoPath, faults: &[Fault]) -> Failure {
    let lines: Vec<String> = faults.iter().map(|fault| format!("{file}, {fault}")).collect();
    let mut failure = Failure::usage("config", lines.join("\n"));
    for fault in faults {
        if let Some(remedy) = fault.remedy() {
            failure = failure.remedy(format!("line {}: {remedy}", fault.line));
        }
    }
    failure
}

fn read_root(reader: &mut Reader, root: &Node<'_>) -> Settings {
    let mut settings = Settings::default();
    // Of the keys at the top only two are this tool's; what is written twice elsewhere is no matter of it.
    let Some(entries) = root.value.entries() else {
        reader.fields(root, "an object");
        return settings;
    };
    let mut first: Vec<(String, usize)> = Vec::new();
    for entry in entries {
        let node = Node { value: entry.value, path: below("", &entry.key) };
        match entry.key.as_str() {
            "surfaces" => settings.surfaces = read_surfaces(reader, &node),
            "pipeline" => settings.pipeline = read_pipeline(reader, &node),
            // A map of this name would not be read, and the project would seem to have none.
            key if entry.value.fields().is_some() && is_nearly_surfaces(key) => {
                let known = vec!["surfaces".to_owned(), "pipeline".to_owned()];
                let problem = Problem::UnknownField { name: key.to_owned(), meant: Some("surfaces".to_owned()), known };
                reader.fault_at(entry.name, &node.path, problem);
                continue;
            }
            _ => continue,
        }
        match first.iter().find(|(key, _)| *key == entry.key) {
            Some((key, line)) => reader.fault_at(entry.name, key, Problem::Twice { first: *line }),
            None => first.push((entry.key, reader.line(entry.name))),
        }
    }
    settings
}

fn is_nearly_surfaces(key: &str) -> bool {
    strsim::damerau_levenshtein(&key.to_lowercase(), "surfaces") <= 1
}

fn read_surfaces(reader: &mut Reader, node: &Node<'_>) -> SurfaceMap {
    let mut map = SurfaceMap::default();
    let mut patterns = 0;
    for field in reader.fields(node, "an object of surfaces") {
        check_name(reader, &field);
        let Some(surface) = read_surface(reader, &field) else { continue };
        patterns += surface.globs().map(Glob::size).sum::<usize>();
        map.surfaces.push(surface);
        if patterns > MOST_PATTERNS {
            reader.fault(node, Problem::TooLarge(TooLarge(patterns)));
            return map;
        }
    }
    let all: Vec<&Glob> = map.surfaces.iter().flat_map(Surface::globs).collect();
    if let Err(problem) = Matcher::new(&all, &RepoPath::default()) {
        reader.fault(node, Problem::TooLarge(problem));
    }
    map
}

/// True for a name of a surface.
pub fn is_surface_name(name: &str) -> bool {
    name.starts_with(|c: char| c.is_ascii_lowercase() || c.is_ascii_digit())
        && name
            .bytes()
            .all(|byte| byte.is_ascii_lowercase() || byte.is_ascii_digit() || matches!(byte, b'_' | b'.' | b'-'))
}

/// True for a name of a gate.
pub fn is_gate_name(name: &str) -> bool {
    !name.is_empty() && name.bytes().all(|byte| byte.is_ascii_lowercase() || byte.is_ascii_digit() || byte == b'-')
}

/// A name in the letters that are allowed, where that is easily done.
fn renamed(name: &str, is_name: impl Fn(&str) -> bool) -> Option<String> {
    let lower = name.trim().to_lowercase();
    let joined: Vec<&str> =
        lower.split(|c: char| !(c.is_ascii_alphanumeric() || c == '.')).filter(|part| !part.is_empty()).collect();
    Some(joined.join("-")).filter(|name| is_name(name))
}

fn check_name(reader: &mut Reader, field: &Field<'_>) {
    if !is_surface_name(&field.key) {
        let rule = "in lower case letters, digits, `_`, `.` and `-`, a letter or digit first";
        let problem = Problem::BadName { rule, meant: renamed(&field.key, is_surface_name) };
        reader.fault_at(field.name, &field.node.path, problem);
    }
}

/// A list of gates.
pub(super) fn read_gates(reader: &mut Reader, node: &Node<'_>) -> Vec<String> {
    let mut gates = Vec::new();
    for (item, gate) in reader.texts(node) {
        check_gate(reader, item.value, &item.path, &gate);
        if !gates.contains(&gate) {
            gates.push(gate);
        }
    }
    gates
}

pub(super) fn check_gate(reader: &mut Reader, at: Value<'_>, path: &str, gate: &str) {
    if !is_gate_name(gate) {
        let rule = "in lower case letters, digits and `-`";
        reader.fault_at(at, path, Problem::BadName { rule, meant: renamed(&gate.replace('.', "-"), is_gate_name) });
    }
}

fn read_surface(reader: &mut Reader, field: &Field<'_>) -> Option<Surface> {
    let node = &field.node;
    node.value.entries().or_else(|| {
        reader.fields(node, "an object with `globs`, `gates` and `pinned`");
        None
    })?;
    let mut surface = Surface {
        name: field.key.clone(),
        lists: Vec::new(),
        gates: Vec::new(),
        pinned: false,
        destructive_pins_depth: None,
        depth_floor: None,
        keywords: Vec::new(),
        was: Vec::new(),
        line: reader.line(field.name),
    };
    let (mut list, mut floor) = (None, None);
    let mut is_pinned = Some(false);
    for field in reader.known(node, "an object", SURFACE_FIELDS) {
        let node = &field.node;
        match field.key.as_str() {
            "globs" => list = Some(field.node),
            "gates" => surface.gates = read_gates(reader, node),
            "pinned" => {
                is_pinned = reader.bool(node);
                surface.pinned = is_pinned.unwrap_or_default();
            }
            "destructive_pins_depth" => surface.destructive_pins_depth = read_depth(reader, node),
            "depth_floor" => {
                surface.depth_floor = read_depth(reader, node);
                floor = surface.depth_floor.map(|_| field.node);
            }
            "keywords" => {
                surface.keywords = reader.texts(node).into_iter().map(|(_, word)| word.trim().to_owned()).collect();
            }
            _ => surface.was = read_was(reader, node),
        }
    }
    if let (Some(floor), Some(false)) = (floor, is_pinned) {
        reader.fault(&floor, Problem::FloorWithoutPin);
    }
    match list {
        None => reader.fault_at(field.name, &node.path, Problem::Missing("globs")),
        Some(list) => surface.lists.extend(read_globs(reader, &list, &surface)),
    }
    Some(surface)
}

fn read_globs(reader: &mut Reader, node: &Node<'_>, surface: &Surface) -> Option<Vec<Glob>> {
    let items = reader.list(node, "a list of globs")?;
    let mut texts = Vec::new();
    for item in &items {
        // An empty text is a glob that is wrong, and says so itself.
        match item.value.text() {
            Some(text) => texts.push(text),
            None => reader.fault(item, Problem::WrongType { expected: "a glob, in quotes", found: item.value.kind() }),
        }
    }
    if texts.len() < items.len() {
        return None;
    }
    let texts: Vec<&str> = texts.iter().map(String::as_str).collect();
    globs(&surface.name, &texts, surface.pinned)
        .map_err(|faults| {
            for fault in faults {
                let at = fault.index.and_then(|index| items.get(index)).unwrap_or(node);
                reader.fault(at, Problem::Globs(fault.problem));
            }
        })
        .ok()
}

/// One name or a list of them.
fn read_was(reader: &mut Reader, node: &Node<'_>) -> Vec<String> {
    if node.value.text().is_some() {
        return reader.text(node).into_iter().collect();
    }
    reader.texts(node).into_iter().map(|(_, name)| name).collect()
}

fn read_depth(reader: &mut Reader, node: &Node<'_>) -> Option<Depth> {
    reader.word(node, &Depth::ALL.map(|depth| (depth.word(), depth)))
}

/// Reads one glob that stands alone, outside of a surface.
pub(super) fn read_glob(reader: &mut Reader, item: &Node<'_>, text: &str) -> Option<Glob> {
    Glob::parse(text).map_err(|fault| reader.fault(item, Problem::Globs(GlobsProblem::Glob(fault)))).ok()
}
