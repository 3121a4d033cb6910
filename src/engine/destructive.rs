//! Destructive operations: what of a phase's own lines loses data that nothing in the repository can bring back.
//!
//! The patterns are a table, and each of them carries lines that it must and must not find. Looking costs linear time in the
//! length of the text, whatever the text and whatever a project's own patterns are.

pub mod back;
mod table;

use std::fmt;
use std::sync::OnceLock;

use regex::bytes::{Regex, RegexBuilder, RegexSet, RegexSetBuilder};

use super::escape::escape;
use super::object::Oid;
use super::path::RepoPath;
use super::table::{Table, TableRow};
pub use table::DESTRUCTIVE;
use table::{TESTS, WAYS_BACK};

/// Characters of a line that are looked at; the rest of a longer one is generated or packed text.
const LINE_LIMIT: usize = 1 << 16;
/// Hits that are kept. One is enough to decide; the others are there to be shown.
const HITS_LIMIT: usize = 50;
/// Characters of a line that a hit cites.
const EXCERPT_LIMIT: usize = 160;
/// Lines on which a statement may go on before what bounds it.
const STATEMENT_LINES: usize = 8;
/// Bytes that one compiled pattern may take.
const PATTERN_BYTES: usize = 1 << 20;
/// Bytes that all patterns together may take, compiled into one set.
const SET_BYTES: usize = 64 << 20;

/// What kind of loss a pattern stands for.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Family {
    /// Structure or rows of a database.
    Data,
    /// A database built anew from its migrations.
    Reset,
    /// Files and folders, by force.
    Files,
    /// Volumes, disks and hosted resources.
    Volumes,
    /// Commits and refs of a repository.
    History,
}

impl Family {
    /// The word used in outputs.
    pub fn word(self) -> &'static str {
        match self {
            Self::Data => "data",
            Self::Reset => "migration reset",
            Self::Files => "files",
            Self::Volumes => "volumes",
            Self::History => "history",
        }
    }
}

/// One row of the table.
#[derive(Debug, Clone, Copy)]
pub struct Pattern {
    /// The row's id within the table, in kebab case.
    pub id: &'static str,
    /// What kind of loss it stands for.
    pub family: Family,
    /// The regular expression, in the syntax of the `regex` crate.
    pub regex: &'static str,
    /// An expression that clears what was found, asked of the found text alone.
    pub unless: Option<&'static str>,
    /// A word that clears what was found when it stands before the statement ends: later on the line, or as the first word of
    /// one of the next lines.
    pub bounded_by: Option<&'static str>,
    /// False where a test does it to what it made itself: then the files of tests are left alone.
    pub in_tests: bool,
    /// What it finds, in a few words.
    pub what: &'static str,
    /// Why that is destructive.
    pub why: &'static str,
    /// Lines that it must find.
    pub finds: &'static [&'static str],
    /// Lines that it must not find.
    pub leaves: &'static [&'static str],
}

/// What was found.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Operation {
    /// A row of the table, `destructive/<id>`.
    Known(&'static str),
    /// A pattern of the project's own, by its place in the config, from 0.
    Project(usize),
    /// A file was deleted below a surface that asks for more depth then.
    Deletion {
        /// The surface.
        surface: String,
    },
}

/// One destructive operation.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Hit {
    /// The commit that added the line; none for the work tree, or for a document as it stands.
    pub commit: Option<Oid>,
    /// The file.
    pub path: RepoPath,
    /// The line, from 1; none for a deleted file.
    pub line: Option<usize>,
    /// What it is.
    pub operation: Operation,
    /// The line, cut where it is long. It is not escaped.
    pub text: String,
}

impl fmt::Display for Hit {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if let Some(commit) = &self.commit {
            write!(f, "{}:", commit.short())?;
        }
        write!(f, "{}", self.path)?;
        if let Some(line) = self.line {
            write!(f, ":{line}")?;
        }
        match &self.operation {
            Operation::Known(id) => {
                let what = DESTRUCTIVE.iter().find(|row| row.id == *id).map_or(*id, |row| row.what);
                write!(f, " ({what})")
            }
            Operation::Project(at) => write!(f, " (pipeline.depth.destructive[{at}])"),
            Operation::Deletion { surface } => write!(f, " (deleted below {})", escape(surface)),
        }
    }
}

/// One line to look at.
#[derive(Debug, Clone, Copy)]
pub struct Line<'a> {
    /// The commit that added it.
    pub commit: Option<Oid>,
    /// The file.
    pub path: &'a RepoPath,
    /// The line, from 1.
    pub number: usize,
    /// The text, without its line end; it need not be UTF-8.
    pub text: &'a [u8],
    /// True for a line that was there before: it may bound a statement, and is no hit itself.
    pub is_context: bool,
    /// True for a line of a migration's way back: what it drops, the way there made.
    pub is_way_back: bool,
}

/// A pattern of the project's own that cannot be used.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("pipeline.depth.destructive[{at}]: {why}")]
pub struct BadPattern {
    /// Its place in the config, from 0.
    pub at: usize,
    /// Why, in words.
    pub why: String,
}

/// Every pattern: the table's and a project's own.
///
/// One set of all expressions looks at each line; what an expression found exactly is asked only where the set found it, so
/// most of them are never compiled alone.
#[derive(Debug)]
pub struct Patterns {
    all: RegexSet,
    rows: Vec<Entry>,
    tests: Regex,
    ways_back: Regex,
}

#[derive(Debug)]
struct Entry {
    operation: Operation,
    source: String,
    row: Option<&'static Pattern>,
    alone: OnceLock<Option<Alone>>,
}

/// One pattern, compiled alone.
#[derive(Debug)]
struct Alone {
    regex: Regex,
    unless: Option<Regex>,
    bounded_by: Option<Bound>,
}

/// What bounds a statement, on its own line and below.
#[derive(Debug)]
struct Bound {
    here: Regex,
    below: Regex,
}

impl Entry {
    fn new(operation: Operation, source: String, row: Option<&'static Pattern>) -> Self {
        Self { operation, source, row, alone: OnceLock::new() }
    }

    /// The pattern alone; none where it does not compile, which a test rules out for the table and [`Patterns::new`] for
    /// the others.
    fn alone(&self) -> Option<&Alone> {
        let compiled = self.alone.get_or_init(|| {
            let unless = match self.row.and_then(|row| row.unless) {
                Some(source) => Some(compile(&ascii(source)).ok()?),
                None => None,
            };
            let bounded_by = match self.row.and_then(|row| row.bounded_by) {
                Some(word) => Some(Bound::new(word)?),
                None => None,
            };
            Some(Alone { regex: compile(&self.source).ok()?, unless, bounded_by })
        });
        compiled.as_ref()
    }
}

/// A statement that goes on below the line on which it begins.
#[derive(Debug)]
struct Open<'p> {
    /// The place of that line among all lines.
    at: usize,
    hit: Hit,
    bound: &'p Bound,
    /// Lines on which it may still go on.
    left: usize,
}

/// What one more line means for an open statement.
enum After {
    Bounded,
    Ended,
    Open,
}

impl Open<'_> {
    fn after(&self, text: &[u8], goes_on: bool) -> After {
        let (rest, ends) = statement(text);
        if goes_on && self.bound.below.is_match(rest) {
            After::Bounded
        } else if !goes_on || ends || self.left <= 1 || text.trim_ascii().is_empty() {
            After::Ended
        } else {
            After::Open
        }
    }
}

impl Bound {
    fn new(word: &str) -> Option<Self> {
        let here = compile(&ascii(&format!(r"(?i)\b{word}\b"))).ok()?;
        let below = compile(&ascii(&format!(r#"(?i)^[\s"'`+.(\\]*{word}\b"#))).ok()?;
        Some(Self { here, below })
    }
}

impl Patterns {
    /// Makes the patterns. One of the project's that is no expression, is too large, or finds the empty line is refused.
    pub fn new(project: &[String]) -> Result<Self, BadPattern> {
        let mut rows = Vec::new();
        for (at, source) in project.iter().enumerate() {
            let bad = |why: String| BadPattern { at, why };
            let regex = compile(source).map_err(|error| bad(last_line(&error.to_string())))?;
            if regex.is_match(b"") {
                return Err(bad("it finds the empty line, and so every line".to_owned()));
            }
            rows.push(Entry::new(Operation::Project(at), source.clone(), None));
        }
        let known = DESTRUCTIVE.iter().map(|row| Entry::new(Operation::Known(row.id), ascii(row.regex), Some(row)));
        rows.extend(known);
        let all = RegexSetBuilder::new(rows.iter().map(|row| row.source.as_str()))
            .size_limit(SET_BYTES)
            .build()
            .map_err(|error| BadPattern { at: 0, why: last_line(&error.to_string()) })?;
        let of_table = |source| compile(&ascii(source)).map_err(|error| BadPattern { at: 0, why: error.to_string() });
        Ok(Self { all, rows, tests: of_table(TESTS)?, ways_back: of_table(WAYS_BACK)? })
    }

    /// Looks at lines in their order and keeps the first hits, at most one a line. Lines that follow each other in one file of
    /// one commit are read as one text, so that a statement may end below the line on which it begins.
    pub fn scan<'a>(&self, lines: impl IntoIterator<Item = Line<'a>>) -> Vec<Hit> {
        let mut hits: Vec<(usize, Hit)> = Vec::new();
        // Statements that a later line may still bound.
        let mut open: Vec<Open<'_>> = Vec::new();
        let mut before: Option<Line<'a>> = None;
        for (at, line) in lines.into_iter().enumerate() {
            let goes_on = before.is_some_and(|before| follows(before, line));
            let text = cut(line.text, LINE_LIMIT);
            for mut statement in std::mem::take(&mut open) {
                match statement.after(text, goes_on) {
                    After::Bounded => {}
                    After::Ended => hits.push((statement.at, statement.hit)),
                    After::Open => {
                        statement.left -= 1;
                        open.push(statement);
                    }
                }
            }
            match (!line.is_context).then(|| self.look(line, text)).flatten() {
                Some((hit, None)) => hits.push((at, hit)),
                Some((hit, Some(bound))) => open.push(Open { at, hit, bound, left: STATEMENT_LINES }),
                None => {}
            }
            before = Some(line);
            if hits.len() >= HITS_LIMIT {
                break;
            }
        }
        hits.extend(open.into_iter().map(|statement| (statement.at, statement.hit)));
        hits.sort_by_key(|(at, _)| *at);
        hits.truncate(HITS_LIMIT);
        hits.into_iter().map(|(_, hit)| hit).collect()
    }

    /// The first operation on a line, with what may still bound it below.
    fn look<'s>(&'s self, line: Line<'_>, text: &[u8]) -> Option<(Hit, Option<&'s Bound>)> {
        let found = self.look_at(line, text, |_| true);
        found.or_else(|| {
            // A program names a command and its options as a list of texts.
            let is_command = |entry: &Entry| entry.row.is_some_and(|row| row.family != Family::Data);
            self.look_at(line, &without_quotes(text)?, is_command)
        })
    }

    /// True where the row says nothing of that line: a test clears what it made, and a migration's way back what the way
    /// there made.
    fn is_let_be(&self, row: &Pattern, line: Line<'_>) -> bool {
        let path = line.path.as_bytes();
        (!row.in_tests && self.tests.is_match(path))
            || (row.family == Family::Data && (line.is_way_back || self.ways_back.is_match(path)))
    }

    fn look_at<'s>(
        &'s self,
        line: Line<'_>,
        text: &[u8],
        is_asked: impl Fn(&Entry) -> bool,
    ) -> Option<(Hit, Option<&'s Bound>)> {
        let mut maybe = None;
        for row in self.all.matches(text).into_iter().filter_map(|at| self.rows.get(at)).filter(|row| is_asked(row)) {
            let hit = || Hit {
                commit: line.commit,
                path: line.path.clone(),
                line: Some(line.number),
                operation: row.operation.clone(),
                text: String::from_utf8_lossy(cut(line.text.trim_ascii(), EXCERPT_LIMIT)).into_owned(),
            };
            if row.row.is_some_and(|row| self.is_let_be(row, line)) {
                continue;
            }
            let Some(alone) = row.alone() else { return Some((hit(), None)) };
            for found in alone.regex.find_iter(text) {
                if alone.unless.as_ref().is_some_and(|unless| unless.is_match(found.as_bytes())) {
                    continue;
                }
                let Some(bound) = &alone.bounded_by else { return Some((hit(), None)) };
                let (rest, ended) = statement(text.get(found.end()..).unwrap_or_default());
                if bound.here.is_match(rest) {
                    continue;
                }
                if ended {
                    return Some((hit(), None));
                }
                maybe = maybe.or_else(|| Some((hit(), Some(bound))));
            }
        }
        maybe
    }
}

/// The hit that a deleted file below `surface` is.
pub fn deletion(commit: Option<Oid>, path: RepoPath, surface: impl Into<String>) -> Hit {
    Hit { commit, path, line: None, operation: Operation::Deletion { surface: surface.into() }, text: String::new() }
}

/// The table as a reader sees it.
pub fn table() -> Table {
    let rows = DESTRUCTIVE.iter().map(|row| {
        let example = row.finds.first().copied().unwrap_or_default();
        TableRow::new(
            row.id,
            [row.family.word().to_owned(), row.what.to_owned(), row.why.to_owned(), format!("`{example}`")],
        )
    });
    Table {
        id: "destructive",
        title: "Destructive operations",
        intro: "What makes a phase deep where the lines it adds, or the code in its SPEC and plans, hold it. A project adds \
                patterns of its own under `pipeline.depth.destructive`; none of these can be taken away. A migration's way back \
                (`0007_orders.down.sql`, `0007_orders/down.sql`) drops what its way there made, and nothing that is told \
                here as a loss of data counts in it; [ways back](way-back.md) that stand in one file with the way there are a \
                table of their own.",
        columns: &["loses", "what", "why", "for example"],
        rows: rows.collect(),
    }
}

/// An expression of the table, with ASCII classes: they cost a fraction of Unicode's to compile and mean the same here.
fn ascii(source: &str) -> String {
    format!("(?-u){source}")
}

fn compile(source: &str) -> Result<Regex, regex::Error> {
    RegexBuilder::new(source).size_limit(PATTERN_BYTES).build()
}

/// What is wrong with an expression; its own message draws the expression over several lines first.
fn last_line(error: &str) -> String {
    let line = error.lines().rfind(|line| !line.trim().is_empty()).unwrap_or("no regular expression").trim();
    line.strip_prefix("error: ").unwrap_or(line).to_owned()
}

fn follows(before: Line<'_>, line: Line<'_>) -> bool {
    before.commit == line.commit && before.path == line.path && line.number == before.number + 1
}

/// The text up to the sign that ends a statement, and whether there is one.
fn statement(text: &[u8]) -> (&[u8], bool) {
    match text.iter().position(|byte| *byte == b';') {
        Some(at) => (text.get(..at).unwrap_or(text), true),
        None => (text, false),
    }
}

/// A line that lists texts (`"git", "push"`) as the words that it lists; none for another line.
fn without_quotes(text: &[u8]) -> Option<Vec<u8>> {
    let is_listed = |pair: &[u8]| matches!(pair, [b'"' | b'\'', b',' | b')']);
    if !text.windows(2).any(is_listed) {
        return None;
    }
    let words = text.split(|byte| byte.is_ascii_whitespace() || b"\"'`,()[]{}".contains(byte));
    // What stands between a command and its options in the languages that call one.
    let is_word = |word: &&[u8]| !matches!(*word, b"" | b"&" | b".arg" | b".args");
    Some(words.filter(is_word).collect::<Vec<_>>().join(&b' '))
}

/// The first `limit` bytes of `text`.
fn cut(text: &[u8], limit: usize) -> &[u8] {
    text.get(..limit).unwrap_or(text)
}

#[cfg(test)]
mod tests;
