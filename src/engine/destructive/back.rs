//! Ways back in one file with the way there: which lines of a migration only undo what the same file makes.
//!
//! Nothing runs them on the way forward, and what they drop is what the way there made. So a loss of data that is told in them is
//! none of the phase's. Lines count as a way back only where the whole text leaves no doubt of it: the file lies where the tool
//! looks for migrations, holds a way there, names the way back nowhere else, and the way back ends where two signs say so. On any
//! doubt nothing is let be.

use std::ops::RangeInclusive;
use std::sync::LazyLock;

use regex::bytes::Regex;

use super::{ascii, compile};
use crate::engine::path::RepoPath;
use crate::engine::table::{Table, TableRow};

/// One tool's way back.
#[derive(Debug, Clone, Copy)]
pub struct WayBack {
    /// The row's id within the table, in kebab case.
    pub id: &'static str,
    /// The files in which the tool looks for migrations.
    files: &'static str,
    /// The line that begins it.
    head: &'static str,
    /// What begins the way there. The file must hold it, and the way back must not.
    there: &'static str,
    /// Its name. Whoever names it outside of it and of comments may run it on the way there.
    named: Option<&'static str>,
    /// Where it ends.
    ends: Ends,
    /// A migration, each line of whose way back ends in the sign `<`.
    pub example: &'static str,
    /// The line that begins it, as a reader knows it.
    shown: &'static str,
}

/// Where a way back ends.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Ends {
    /// Before the next line that begins the way there, or with the file.
    There,
    /// On the line itself.
    Line,
    /// Before the next line that is not indented more.
    Indent,
    /// With the `end` that is indented as its head is.
    EndWord,
    /// Where its brackets are closed and no line is indented more.
    Brackets,
    /// With the argument of a call.
    Argument,
}

/// Every tool whose ways back are known.
pub const WAYS_BACK: &[WayBack] = &[
    WayBack {
        id: "goose",
        files: r"\.sql$",
        head: r"^--\s*\+goose\s+Down\s*$",
        there: r"(?i)--\s*\+goose\s+up\b",
        named: None,
        ends: Ends::There,
        example: "-- +goose Up\nCREATE TABLE a (b int);\n-- +goose Down\nDROP TABLE a;<\n",
        shown: "-- +goose Down",
    },
    WayBack {
        id: "dbmate",
        files: r"\.sql$",
        head: r"^--\s*migrate:down(\s|$)",
        there: r"(?i)--\s*migrate:up\b",
        named: None,
        ends: Ends::There,
        example: "-- migrate:up\nCREATE TABLE a (b int);\n\n-- migrate:down\nDROP TABLE a;<\n",
        shown: "-- migrate:down",
    },
    WayBack {
        id: "sql-migrate",
        files: r"\.sql$",
        head: r"^--\s*\+migrate\s+Down(\s|$)",
        there: r"(?i)--\s*\+migrate\s+up\b",
        named: None,
        ends: Ends::There,
        example: "-- +migrate Down\nDROP TABLE a;<\n-- +migrate Up\nCREATE TABLE a (b int);\n",
        shown: "-- +migrate Down",
    },
    WayBack {
        id: "play-evolutions",
        files: r"(^|/)evolutions/.*\.sql$",
        head: r"^(#|--)\s*---\s*!Downs\s*$",
        there: r"!Ups\b",
        named: None,
        ends: Ends::There,
        example: "# --- !Ups\nCREATE TABLE a (b int);\n# --- !Downs\nDROP TABLE a;<\n",
        shown: "# --- !Downs",
    },
    WayBack {
        id: "liquibase",
        files: r"\.sql$",
        head: r"^\s*--\s*rollback\s",
        there: r"(?i)--\s*liquibase formatted sql",
        named: None,
        ends: Ends::Line,
        example: "--liquibase formatted sql\n--changeset n:1\nCREATE TABLE a (b int);\n--rollback DROP TABLE a;<\n",
        shown: "--rollback",
    },
    WayBack {
        id: "alembic",
        files: r"(^|/)(versions|alembic|migrations?)/.*\.py$",
        head: r"^def\s+downgrade\w*\s*\(",
        there: r"^def\s+upgrade",
        named: Some(r"\bdowngrade"),
        ends: Ends::Indent,
        example: "def upgrade():\n    op.create_table('a')\n\n\ndef downgrade() -> None:\n    # Back.\n\n    \
                  op.drop_table('a')<\n",
        shown: "def downgrade():",
    },
    WayBack {
        id: "django-sql",
        files: r"(^|/)migrations/.*\.py$",
        head: r"^\s*reverse_sql\s*=[^=]",
        there: r"\bRunSQL\s*\(|^\s*sql\s*=",
        named: None,
        ends: Ends::Argument,
        example: "class Migration(migrations.Migration):\n    operations = [\n        migrations.RunSQL(\n            \
                  sql='CREATE TABLE a (b int)',\n            reverse_sql=[\n                'DROP TABLE a',<\n            ],\n        \
                  ),\n    ]\n",
        shown: "reverse_sql=",
    },
    WayBack {
        id: "rails",
        files: r"(^|/)(\w+_)?migrate/.*\.rb$",
        head: r"^\s*def\s+(self\.)?down\b",
        there: r"\bdef\s+(self\.)?(up|change)\b",
        named: Some(r"\bdown\b"),
        ends: Ends::EndWord,
        example: "class A < ActiveRecord::Migration[7.1]\n  def up\n    create_table :a\n  end\n\n  def down\n    \
                  drop_table :a<\n  end\nend\n",
        shown: "def down",
    },
    WayBack {
        id: "rails-reversible",
        files: r"(^|/)(\w+_)?migrate/.*\.rb$",
        head: r"^\s*\w+\.down\s*(do\b|\{)",
        there: r"\bdef\s+(self\.)?change\b|\.up\b",
        named: Some(r"\bdown\b"),
        ends: Ends::EndWord,
        example: "class A < ActiveRecord::Migration[7.1]\n  def change\n    reversible do |dir|\n      dir.up do\n        \
                  create_table :a\n      end\n      dir.down do\n        drop_table :a<\n      end\n    end\n  end\nend\n",
        shown: "dir.down do",
    },
    WayBack {
        id: "laravel",
        files: r"(^|/)migrations?/.*\.php$",
        head: r"^\s*((public|final)\s+)*function\s+down\s*\(",
        there: r"\bfunction\s+up\b",
        named: Some(r"\bdown\b"),
        ends: Ends::Brackets,
        example: "return new class extends Migration\n{\n    public function up(): void\n    {\n        \
                  Schema::create('a');\n    }\n\n    public function down(): void\n    {\n        \
                  Schema::dropIfExists('a');<\n    }\n};\n",
        shown: "public function down()",
    },
    WayBack {
        id: "javascript",
        files: r"(^|/)migrations?/.*\.[cm]?[jt]s$",
        head: r"^\s*((module\.)?exports\.down\s*=[^=]|((export|public|async|static|default)\s+)*((function|const|let)\s+)?down\s*(\(|:|=[^=]))",
        there: r"\bup\s*[=(:]",
        named: Some(r"\bdown\b"),
        ends: Ends::Brackets,
        example: "exports.up = (knex) => knex.schema.createTable('a');\n\nexports.down = (knex) =>\n  knex.schema\n    \
                  .dropTable('a');<\n",
        shown: "exports.down =",
    },
    WayBack {
        id: "entity-framework",
        files: r"(^|/)Migrations/.*\.cs$",
        head: r"^\s*(protected|public)\s+override\s+void\s+Down\s*\(",
        there: r"\bvoid\s+Up\s*\(",
        named: Some(r"\bDown\b"),
        ends: Ends::Brackets,
        example: "public partial class A : Migration\n{\n    protected override void Up(MigrationBuilder m)\n    {\n        \
                  m.CreateTable(\"a\");\n    }\n\n    protected override void Down(MigrationBuilder m)\n    {\n        \
                  m.DropTable(\"a\");<\n    }\n}\n",
        shown: "protected override void Down()",
    },
];

/// The row, compiled.
struct Ready {
    files: Regex,
    head: Regex,
    there: Regex,
    named: Option<Regex>,
    ends: Ends,
}

/// A row that does not compile lets nothing be; a test rules that out.
static READY: LazyLock<Vec<Ready>> = LazyLock::new(|| {
    let regex = |source: &str| compile(&ascii(source)).ok();
    let ready = |row: &WayBack| {
        Some(Ready {
            files: regex(row.files)?,
            head: regex(row.head)?,
            there: regex(row.there)?,
            named: row.named.map(|source| regex(source).ok_or(())).transpose().ok()?,
            ends: row.ends,
        })
    };
    WAYS_BACK.iter().filter_map(ready).collect()
});

/// Export lists that name both ways and run neither.
static EXPORTED: LazyLock<Option<Regex>> =
    LazyLock::new(|| compile(&ascii(r"^\s*(module\.exports\s*=|export)\s*\{\s*up\s*,\s*down\s*,?\s*\}\s*;?\s*$")).ok());

/// The lines of a file, from 1, that are a migration's way back, as far as the whole text leaves no doubt.
pub fn ways_back(path: &RepoPath, text: &[u8]) -> Vec<RangeInclusive<usize>> {
    let mut rows = READY.iter().filter(|row| row.files.is_match(path.as_bytes())).peekable();
    if rows.peek().is_none() {
        return Vec::new();
    }
    let lines: Vec<&[u8]> = text.split(|byte| *byte == b'\n').map(<[u8]>::trim_ascii_end).collect();
    // A line end of its own kind would number the lines differently.
    if lines.iter().any(|line| line.contains(&b'\r')) {
        return Vec::new();
    }
    let found = rows.flat_map(|row| sections(row, &lines));
    found.map(|lines| lines.start() + 1..=lines.end() + 1).collect()
}

/// The ways back of one tool, by lines from 0.
fn sections(row: &Ready, lines: &[&[u8]]) -> Vec<RangeInclusive<usize>> {
    let mut found: Vec<RangeInclusive<usize>> = Vec::new();
    for (at, line) in lines.iter().enumerate() {
        let is_inside = found.last().is_some_and(|section| section.contains(&at));
        if is_inside || !row.head.is_match(line) {
            continue;
        }
        let Some(last) = end(row, lines, at) else { return Vec::new() };
        found.push(at..=last);
    }
    let is_there = |line: &[u8]| !is_comment(line, row) && row.there.is_match(line);
    let (mut holds_there, mut is_clear) = (false, true);
    for (at, line) in lines.iter().enumerate() {
        let is_back = found.iter().any(|section| section.contains(&at));
        let is_named = || row.named.as_ref().is_some_and(|named| named.is_match(line)) && !is_exported(line);
        holds_there |= !is_back && is_there(line);
        is_clear &= if is_back { !is_there(line) } else { is_comment(line, row) || !is_named() };
    }
    if holds_there && is_clear { found } else { Vec::new() }
}

fn is_exported(line: &[u8]) -> bool {
    EXPORTED.as_ref().is_some_and(|exported| exported.is_match(line))
}

/// True for a line that is nothing but a comment. Where comments are what parts a file, none is only one.
fn is_comment(line: &[u8], row: &Ready) -> bool {
    let line = line.trim_ascii();
    let begins = [&b"#"[..], b"//", b"/*", b"*"].iter().any(|sign| line.starts_with(sign));
    let closes = line.windows(2).position(|pair| pair == b"*/").is_some_and(|at| at + 2 < line.len());
    !matches!(row.ends, Ends::There | Ends::Line) && begins && !closes
}

/// The last line of the way back whose head is line `at`; none where that is in doubt.
fn end(row: &Ready, lines: &[&[u8]], at: usize) -> Option<usize> {
    let head = lines.get(at)?;
    match row.ends {
        Ends::Line => Some(at),
        Ends::There => {
            let next = (at + 1..lines.len()).find(|next| lines.get(*next).is_some_and(|line| row.there.is_match(line)));
            Some(next.unwrap_or(lines.len()) - 1)
        }
        Ends::Indent => {
            let before = lines.get(..at)?;
            let quotes = |sign: &[u8]| before.iter().map(|line| line.windows(3).filter(|w| *w == sign).count()).sum();
            let is_in_text = |count: usize| count % 2 == 1;
            if is_in_text(quotes(b"\"\"\"")) || is_in_text(quotes(b"'''")) {
                return None;
            }
            let inside = lines.iter().enumerate().skip(at + 1).take_while(|(_, line)| is_blank_or_deeper(line, head));
            Some(inside.last().map_or(at, |(last, _)| last))
        }
        Ends::EndWord => end_word(lines, at),
        Ends::Brackets => brackets(lines, at),
        Ends::Argument => argument(lines, at),
    }
}

fn indent(line: &[u8]) -> &[u8] {
    line.get(..line.len() - line.trim_ascii_start().len()).unwrap_or_default()
}

fn is_deeper(line: &[u8], head: &[u8]) -> bool {
    let (own, of_head) = (indent(line), indent(head));
    own.len() > of_head.len() && own.starts_with(of_head)
}

fn is_blank_or_deeper(line: &[u8], head: &[u8]) -> bool {
    line.is_empty() || is_deeper(line, head)
}

/// The next line that is not blank.
fn next_full<'l>(lines: &[&'l [u8]], at: usize) -> Option<&'l [u8]> {
    lines.iter().skip(at + 1).find(|line| !line.is_empty()).copied()
}

/// A block of Ruby: up to the `end` below its head, with nothing else on that column before and nothing else begun inside of it.
fn end_word(lines: &[&[u8]], at: usize) -> Option<usize> {
    let head = lines.get(at)?;
    let text = head.trim_ascii();
    let is_one_line = text.ends_with(b"}") || text.ends_with(b"; end") || text.windows(3).any(|three| three == b" = ");
    if is_one_line {
        return next_full(lines, at).is_none_or(|next| !is_deeper(next, head)).then_some(at);
    }
    for (next, line) in lines.iter().enumerate().skip(at + 1) {
        if is_blank_or_deeper(line, head) {
            let text = line.trim_ascii_start();
            if [&b"def "[..], b"class ", b"module "].iter().any(|word| text.starts_with(word)) {
                return None;
            }
            continue;
        }
        return (line.trim_ascii() == b"end" && indent(line) == indent(head)).then_some(next);
    }
    None
}

/// A function with brackets, or one expression: where all are closed and no line is indented more. Brackets and indentation must
/// agree all the way.
fn brackets(lines: &[&[u8]], at: usize) -> Option<usize> {
    let head = lines.get(at)?;
    let mut scan = Scan::default();
    for (here, line) in lines.iter().enumerate().skip(at) {
        let text = line.trim_ascii_start();
        if here > at && !is_blank_or_deeper(line, head) && !text.starts_with(b"{") {
            let closes = text.first().is_some_and(|byte| b")]}".contains(byte));
            if !closes || indent(line) != indent(head) {
                return None;
            }
        }
        scan.line(line, |_| ())?;
        if scan.depth != 0 || scan.quote.is_some() || scan.is_in_comment || text.is_empty() {
            continue;
        }
        let next = next_full(lines, here);
        let opens_below = next.is_some_and(|next| next.trim_ascii_start().starts_with(b"{"));
        if opens_below || line.ends_with(b"=>") {
            continue;
        }
        let goes_on = next.is_some_and(|next| is_deeper(next, head));
        if !goes_on {
            return Some(here);
        }
        if !next.is_some_and(|next| next.trim_ascii_start().starts_with(b".")) {
            return None;
        }
    }
    None
}

/// A named argument: up to its comma, or to the end of the call.
fn argument(lines: &[&[u8]], at: usize) -> Option<usize> {
    let mut scan = Scan::default();
    for (here, line) in lines.iter().enumerate().skip(at) {
        let mut ended = None;
        let is_open = scan.line(line, |at| ended = ended.or(Some(at))).is_some();
        if !is_open || ended.is_some() {
            // What stands behind it on the line must be nothing but the end of the call.
            let rest = line.get(ended.or(scan.closed_at)?..)?;
            return rest.iter().all(|byte| b")], \t".contains(byte)).then_some(here);
        }
    }
    None
}

/// How far brackets and texts are open.
#[derive(Default)]
struct Scan {
    depth: usize,
    /// The text that is open: its quotation mark, and whether it takes three of them.
    quote: Option<(u8, bool)>,
    is_in_comment: bool,
    /// Where a bracket was closed that was not opened here.
    closed_at: Option<usize>,
}

impl Scan {
    /// Reads one more line; none where it closes more than is open. `comma` is told of each comma that no bracket holds.
    fn line(&mut self, line: &[u8], mut comma: impl FnMut(usize)) -> Option<()> {
        let mut at = 0;
        while let Some(byte) = line.get(at).copied() {
            let rest = line.get(at..).unwrap_or_default();
            let mut step = 1;
            if self.is_in_comment {
                if rest.starts_with(b"*/") {
                    (self.is_in_comment, step) = (false, 2);
                }
            } else if let Some((mark, is_long)) = self.quote {
                let closing: &[u8] = if is_long { &[mark; 3] } else { &[mark] };
                if byte == b'\\' {
                    step = 2;
                } else if rest.starts_with(closing) {
                    (self.quote, step) = (None, closing.len());
                }
            } else if rest.starts_with(b"//") {
                return Some(());
            } else if rest.starts_with(b"/*") {
                (self.is_in_comment, step) = (true, 2);
            } else {
                match byte {
                    b'\'' | b'"' | b'`' => {
                        let is_long = byte != b'`' && rest.starts_with(&[byte; 3]);
                        (self.quote, step) = (Some((byte, is_long)), if is_long { 3 } else { 1 });
                    }
                    b'(' | b'[' | b'{' => self.depth += 1,
                    b')' | b']' | b'}' => {
                        let Some(depth) = self.depth.checked_sub(1) else {
                            self.closed_at = Some(at);
                            return None;
                        };
                        self.depth = depth;
                    }
                    b',' if self.depth == 0 => comma(at),
                    _ => {}
                }
            }
            at += step;
        }
        Some(())
    }
}

/// The table as a reader sees it.
pub fn table() -> Table {
    let rows =
        WAYS_BACK.iter().map(|row| TableRow::new(row.id, [format!("`{}`", row.shown), row.ends.words().to_owned()]));
    Table {
        id: "way-back",
        title: "Ways back in one file",
        intro: "A migration that holds its own way back drops there what its way there made, and nothing that the table of \
                destructive operations tells as a loss of data counts in it. That is so only where the whole file leaves no doubt: \
                it lies where the tool looks for migrations, holds a way there, names the way back nowhere else, and brackets and \
                indentation agree on where it ends. Everything else stays as it is told.",
        columns: &["begins with", "ends"],
        rows: rows.collect(),
    }
}

impl Ends {
    fn words(self) -> &'static str {
        match self {
            Self::There => "before the way there, or with the file",
            Self::Line => "on its line",
            Self::Indent => "before the next line that is not indented more",
            Self::EndWord => "with the `end` that is indented as its head is",
            Self::Brackets => "where its brackets are closed and no line is indented more",
            Self::Argument => "with the argument",
        }
    }
}

#[cfg(test)]
mod tests;
