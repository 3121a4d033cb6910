//! What an artifact says of itself: finished and with what meaning, a draft, cut short, or not to be read.

use super::artifact::{Artifact, Note, Source};
use super::prose::truncation;
use crate::engine::evidence::{Content, Meaning};
use crate::engine::words::{meaning_of, normalise};
use crate::gsd::artifacts::{Finish, Kind};
use crate::gsd::words::words_of;
use crate::read::yaml::Value;

/// A status word that a project adds to a kind's table.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ExtraWord {
    /// The word, in any spelling.
    pub word: String,
    /// What it means.
    pub meaning: Meaning,
}

/// What was read of one file.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ContentReading {
    /// What the file says.
    pub content: Content,
    /// The fault, where front matter is no valid YAML and was read key by key.
    pub salvaged: Option<Note>,
    /// What is odd and decides nothing.
    pub notes: Vec<Note>,
}

/// Reads a file of `kind` by the rules of the artifact table. `extra` are the project's own words for this kind; they can add
/// a word, never move one of the table.
pub fn read_content(kind: Kind, bytes: &[u8], extra: &[ExtraWord]) -> ContentReading {
    match Source::of(bytes) {
        Ok(source) => content_of(kind, &source.artifact(), extra),
        Err(content) => ContentReading { content, salvaged: None, notes: Vec::new() },
    }
}

/// Reads an artifact that is already parted; see [`read_content`].
pub fn content_of(kind: Kind, artifact: &Artifact<'_>, extra: &[ExtraWord]) -> ContentReading {
    let mut notes = artifact.notes.clone();
    let content = match artifact.cut() {
        Some(why) => Content::Truncated { why },
        None => by_finish(kind, artifact, extra, &mut notes),
    };
    ContentReading { content, salvaged: artifact.salvaged(), notes }
}

fn by_finish(kind: Kind, artifact: &Artifact<'_>, extra: &[ExtraWord], notes: &mut Vec<Note>) -> Content {
    let word = || word_of(kind, artifact);
    match kind.row().finish {
        Finish::Note => done(),
        Finish::Prose | Finish::Plan => prose(kind, artifact),
        Finish::Word => match word() {
            Word::None => draft("no status word"),
            word => of_word(kind, word, extra),
        },
        Finish::WordOrNone => match word() {
            Word::None => prose(kind, artifact),
            word => of_word(kind, word, extra),
        },
        Finish::WordAndNoThreats => of_threats(kind, artifact, word(), extra, notes),
        Finish::WordOrFindings => match word() {
            Word::None => of_findings(artifact),
            word => of_word(kind, word, extra),
        },
    }
}

fn done() -> Content {
    Content::Finished { word: None, meaning: Meaning::Done }
}

fn draft(why: impl Into<String>) -> Content {
    Content::Draft { why: why.into() }
}

fn prose(kind: Kind, artifact: &Artifact<'_>) -> Content {
    truncation(kind, artifact).map_or_else(done, |why| Content::Truncated { why })
}

/// The status word of a file.
#[derive(Clone, Copy)]
enum Word<'a> {
    /// None is written.
    None,
    /// The word and its line.
    Is(&'a str, usize),
    /// The line may be cut in the middle of the word.
    Cut(usize),
    /// There is something, but no word.
    Bad(usize, &'static str),
}

/// Finds the status word: the front matter's `status`, for VERIFICATION its `verdict`, else a bold `Status` line above the
/// first section (files from before front matter).
fn word_of<'a>(kind: Kind, artifact: &'a Artifact<'_>) -> Word<'a> {
    let keys: &[&str] = if kind == Kind::Verification { &["status", "verdict"] } else { &["status"] };
    for key in keys {
        let Some(entry) = artifact.entry(key) else { continue };
        if let Some(line) = artifact.front.fields().and_then(|fields| fields.contradiction(key)) {
            return Word::Bad(line, "the status stands twice, with different words");
        }
        match &entry.value {
            Value::Null => {}
            Value::Scalar(text) if normalise(text).is_empty() => {}
            Value::Scalar(text) => return Word::Is(text, entry.line),
            _ => return Word::Bad(entry.line, "the status is no word"),
        }
    }
    match artifact.markdown.bold("Status", true) {
        Some(found) if !found.ended => Word::Cut(found.line),
        Some(found) if !normalise(found.text).is_empty() => Word::Is(found.text, found.line),
        _ => Word::None,
    }
}

fn of_word(kind: Kind, word: Word<'_>, extra: &[ExtraWord]) -> Content {
    let (text, line) = match word {
        Word::None => return draft("no status word"),
        Word::Cut(line) => return Content::Truncated { why: format!("the file ends in the status on line {line}") },
        Word::Bad(line, why) => return Content::Unreadable { line, why: why.to_owned() },
        Word::Is(text, line) => (text, line),
    };
    let own = || extra.iter().find(|own| normalise(&own.word) == normalise(text)).map(|own| own.meaning);
    match words_of(kind).and_then(|rows| meaning_of(rows, text)).or_else(own) {
        _ if normalise(text) == "draft" => draft("status: draft"),
        Some(meaning) => Content::Finished { word: Some(text.to_owned()), meaning },
        None => Content::Unknown { word: text.to_owned(), line },
    }
}

/// SECURITY: whatever its word, threats are open until `threats_open` is exactly 0.
///
/// Source: GSD's ship gate, which fails closed where the file, the field or the number is missing.
fn of_threats(
    kind: Kind,
    artifact: &Artifact<'_>,
    word: Word<'_>,
    extra: &[ExtraWord],
    notes: &mut Vec<Note>,
) -> Content {
    let threats = artifact.text("threats_open").map(str::trim);
    let is_none = threats == Some("0");
    let content = match word {
        Word::None if is_none => return done(),
        Word::None => return draft("no status word, and no `threats_open: 0`"),
        word => of_word(kind, word, extra),
    };
    let Content::Finished { word, meaning: Meaning::Done } = content else { return content };
    let meaning = match threats {
        Some("0") => Meaning::Done,
        Some(open) if open.parse::<u64>().is_ok() => Meaning::Issues,
        _ => {
            let line = artifact.entry("threats_open").map_or(0, |entry| entry.line);
            notes.push(Note::new(line, "`threats_open` holds no number, which counts as open"));
            Meaning::Open
        }
    };
    Content::Finished { word, meaning }
}

/// REVIEW without a word goes by its count of findings.
fn of_findings(artifact: &Artifact<'_>) -> Content {
    let findings = artifact.value("findings");
    let total = findings.and_then(|value| value.get("total").unwrap_or(value).as_str());
    match total.and_then(|total| total.trim().parse::<u64>().ok()) {
        Some(0) => done(),
        Some(_) => Content::Finished { word: None, meaning: Meaning::Issues },
        None => draft("no status word and no count of findings"),
    }
}
