//! Reads ROADMAP.md: what it says of each phase on that phase's own lines.
//!
//! Three kinds of line belong to a phase: a heading (`### Phase 7: Name`), a checkbox (`- [x] **Phase 7: Name**`) and a row of
//! a table of phases (`| 7. Name | 2/2 | Complete |`). Everything else that mentions it is prose: plan lines, dependency and
//! requirement tables, sentences.
//!
//! Source: GSD's `templates/roadmap.md` and `docs/reference/planning-artifacts.md`; the drift is that of public projects.

use std::ops::Range;

use super::lines::visible_lines;
use super::table::{Row, Tables};
use super::token::{leading_token, same_token};
use crate::read::markdown::{Line, heading};
use crate::read::text::{NoText, decode};

/// What stands between the brackets of a checkbox.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Tick {
    /// `[x]` or `[X]`.
    Ticked,
    /// `[ ]` or `[]`.
    Open,
    /// Any other sign: `[~]` (superseded or half done), `[→]` (moved), `[-]`.
    Other,
}

/// A value and the line that says it, counted from 1.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct At<T> {
    /// What is said.
    pub value: T,
    /// Where.
    pub line: usize,
}

/// One phase as ROADMAP.md has it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct RoadmapEntry {
    /// The phase's id as first written.
    pub token: String,
    /// Its name as first written; empty where no line gives one.
    pub name: String,
    /// The line of its first heading.
    pub heading: Option<usize>,
    /// Its checkbox. Of several, one that is not ticked wins: a number that was taken again is open.
    pub tick: Option<At<Tick>>,
    /// Its table row: true when a cell says complete, done or shipped. Of several, one that is not complete wins.
    pub row: Option<At<bool>>,
    /// `**UI hint**: yes` or `no` below its heading.
    pub ui_hint: Option<bool>,
    /// The ids that `**Depends on**:` names.
    pub depends_on: Vec<String>,
    /// The line that names it first.
    pub line: usize,
    /// The lines below its headings, counted from 1; the end is the first line that is not part of them.
    pub sections: Vec<Range<usize>>,
}

impl RoadmapEntry {
    /// True when a box or a row of the phase says that it is complete.
    pub fn is_marked(&self) -> bool {
        self.tick.is_some_and(|tick| tick.value == Tick::Ticked) || self.row.is_some_and(|row| row.value)
    }

    /// True when a box or a row says that it is not complete, and neither says that it is.
    pub fn is_listed_open(&self) -> bool {
        !self.is_marked() && (self.tick.is_some() || self.row.is_some())
    }
}

/// ROADMAP.md, phase by phase, in the order in which it first names them.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Roadmap {
    /// One entry per phase.
    pub entries: Vec<RoadmapEntry>,
}

impl Roadmap {
    /// Reads the bytes of a ROADMAP.md (a BOM and CRLF are accepted; fenced code and comments are not read).
    pub fn read(bytes: &[u8]) -> Result<Self, NoText> {
        Ok(Self::parse(&decode(bytes)?.text))
    }

    /// Reads the text of a ROADMAP.md, its lines ended by `\n`.
    pub fn parse(text: &str) -> Self {
        let mut reader = Reader::default();
        for line in visible_lines(text, 1) {
            reader.line(line);
        }
        reader.close_sections(0, text.lines().count() + 1);
        Self { entries: reader.entries }
    }

    /// The entry of the phase whose ids `is_this_phase` accepts.
    pub fn entry(&self, is_this_phase: impl Fn(&str) -> bool) -> Option<&RoadmapEntry> {
        self.entries.iter().find(|entry| is_this_phase(&entry.token))
    }
}

/// A heading whose section is still open: its level, its entry, and the line its text begins on.
struct OpenSection {
    level: usize,
    entry: usize,
    start: usize,
}

#[derive(Default)]
struct Reader {
    entries: Vec<RoadmapEntry>,
    open: Vec<OpenSection>,
    tables: Tables,
}

impl Reader {
    fn line(&mut self, line: Line<'_>) {
        let number = line.number;
        let trimmed = line.text.trim();
        if let Some(row) = self.tables.line(line) {
            self.row(&row, number);
        } else if let Some(head) = heading(Line { text: line.text.trim_start_matches(' '), ..line }) {
            self.close_sections(head.level, number);
            if let Some((token, name)) = named(head.title, true) {
                let index = self.entry(token, name, number);
                if let Some(entry) = self.entries.get_mut(index) {
                    entry.heading.get_or_insert(number);
                }
                self.open.push(OpenSection { level: head.level, entry: index, start: number + 1 });
            }
        } else if let Some((tick, rest)) = checkbox(trimmed) {
            if let Some((token, name)) = named(rest, false) {
                let index = self.entry(token, name, number);
                if let Some(entry) = self.entries.get_mut(index) {
                    let tick = At { value: tick, line: number };
                    entry.tick = Some(stricter(entry.tick, tick, |tick| *tick == Tick::Ticked));
                }
            }
        } else {
            self.field(trimmed);
        }
    }

    fn row(&mut self, row: &Row<'_>, number: usize) {
        let Some((token, name)) = row.phase() else { return };
        let Some(complete) = row.complete() else { return };
        let index = self.entry(token, name, number);
        if let Some(entry) = self.entries.get_mut(index) {
            entry.row = Some(stricter(entry.row, At { value: complete, line: number }, |complete| *complete));
        }
    }

    fn field(&mut self, trimmed: &str) {
        let Some(index) = self.open.last().map(|section| section.entry) else { return };
        let Some(entry) = self.entries.get_mut(index) else { return };
        if let Some(value) = labelled(trimmed, "ui hint") {
            let word = value.split(|c: char| !c.is_alphanumeric()).find(|word| !word.is_empty()).unwrap_or_default();
            let hint = match word.to_lowercase().as_str() {
                "yes" | "true" => Some(true),
                "no" | "none" | "false" => Some(false),
                _ => None,
            };
            entry.ui_hint = entry.ui_hint.or(hint);
        } else if let Some(value) = labelled(trimmed, "depends on") {
            for token in depended(value) {
                if !entry.depends_on.contains(&token) {
                    entry.depends_on.push(token);
                }
            }
        }
    }

    /// The index of the phase's entry, which is made when it is named for the first time.
    fn entry(&mut self, token: &str, name: &str, line: usize) -> usize {
        let known = self.entries.iter().position(|entry| same_token(&entry.token, token));
        let index = known.unwrap_or_else(|| {
            self.entries.push(RoadmapEntry {
                token: token.to_owned(),
                name: String::new(),
                heading: None,
                tick: None,
                row: None,
                ui_hint: None,
                depends_on: Vec::new(),
                line,
                sections: Vec::new(),
            });
            self.entries.len() - 1
        });
        if let Some(entry) = self.entries.get_mut(index)
            && entry.name.is_empty()
        {
            name.clone_into(&mut entry.name);
        }
        index
    }

    /// Ends the sections that a heading of `level` ends, at `end`.
    fn close_sections(&mut self, level: usize, end: usize) {
        while let Some(section) = self.open.pop_if(|section| section.level >= level) {
            if let Some(entry) = self.entries.get_mut(section.entry) {
                entry.sections.push(section.start..end.max(section.start));
            }
        }
    }
}

/// Of two sayings the one that does not mark the phase; of two alike the first.
fn stricter<T: Copy>(old: Option<At<T>>, new: At<T>, marks: impl Fn(&T) -> bool) -> At<T> {
    match old {
        Some(old) if !marks(&old.value) || marks(&new.value) => old,
        _ => new,
    }
}

/// The sign and the text of a list item with a checkbox.
fn checkbox(trimmed: &str) -> Option<(Tick, &str)> {
    let item = trimmed
        .strip_prefix(['-', '*', '+'])
        .or_else(|| trimmed.trim_start_matches(|c: char| c.is_ascii_digit()).strip_prefix(['.', ')']))?;
    let (sign, rest) = item.trim_start().strip_prefix('[')?.split_once(']')?;
    // A link `[text](target)` is no box: a box holds at most one sign.
    if sign.trim().chars().count() > 1 || rest.starts_with('(') {
        return None;
    }
    let tick = match sign.trim() {
        "" => Tick::Open,
        "x" | "X" => Tick::Ticked,
        _ => Tick::Other,
    };
    Some((tick, rest.trim()))
}

/// The id and the name of a text that begins with `Phase <id>`; in a list item (`in_heading` false) what follows the id must
/// part it from its name, or the id be in bold, since `Phase 7 tests pass` speaks of a phase and does not list it.
fn named(text: &str, in_heading: bool) -> Option<(&str, &str)> {
    let bare = text.trim_start_matches(|c: char| !c.is_alphanumeric());
    let before = text.get(..text.len() - bare.len()).unwrap_or_default();
    let word = bare.get(..5)?;
    if !word.eq_ignore_ascii_case("phase") {
        return None;
    }
    let rest = bare.get(5..)?;
    if !rest.starts_with(|c: char| c.is_whitespace() || c == '*' || c == '`') {
        return None;
    }
    let (token, rest) = leading_token(rest.trim_start_matches(|c: char| c.is_whitespace() || c == '*' || c == '`'))?;
    let is_bold = before.contains("**") || before.contains("__");
    let name = rest.trim_start_matches(['*', '`', '_']).trim_start();
    let is_parted =
        name.is_empty() || name.starts_with([':', '.', '(', '-', '–', '—', '|', '✓', '✅']) || name.len() < rest.len();
    if !in_heading && !is_bold && !(is_parted && (name.is_empty() || !name.starts_with(char::is_alphanumeric))) {
        return None;
    }
    let name = name.trim_start_matches([':', '.', '-', '–', '—', ' ']);
    let name = if is_bold { name.split("**").next().unwrap_or_default() } else { name };
    Some((token, name.trim().trim_end_matches("**").trim()))
}

/// The value of a line `**Label**: value`, `**Label:** value`, `- Label: value`.
pub(super) fn labelled<'t>(trimmed: &'t str, label: &str) -> Option<&'t str> {
    let bare = trimmed.trim_start_matches(['-', '*', '_', '>', ' ']);
    let (head, rest) = (bare.get(..label.len())?, bare.get(label.len()..)?);
    if !head.eq_ignore_ascii_case(label) {
        return None;
    }
    let value = rest.trim_start_matches(['*', '_', ' ']).strip_prefix(':')?;
    Some(value.trim_start_matches(['*', '_']).trim())
}

/// The ids in the value of `Depends on`: `Phase 3, 4 and 7.1 (schema)`, `Phases 2, 3`, `1, 2`, `Nothing`.
fn depended(value: &str) -> Vec<String> {
    let mut tokens = Vec::new();
    let mut listing = true;
    for word in
        value.split(|c: char| c.is_whitespace() || matches!(c, ',' | ';' | '&' | '+' | '/' | '(' | ')' | '*' | '`'))
    {
        let lower = word.to_lowercase();
        match lower.as_str() {
            "" | "and" | "und" | "or" => {}
            "phase" | "phases" => listing = true,
            _ => match leading_token(word) {
                Some((token, rest)) if listing && !rest.starts_with(char::is_alphanumeric) => {
                    tokens.push(token.to_owned())
                }
                _ => listing = false,
            },
        }
    }
    tokens
}
