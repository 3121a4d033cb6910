//! Where an artifact writes its status word, and what is left of it when decoration is taken off.

use super::artifact::Artifact;
use crate::engine::evidence::Meaning;
use crate::engine::words::{WordRow, meaning_of, normalise};
use crate::gsd::artifacts::Kind;
use crate::read::frontmatter::FrontMatter;
use crate::read::markdown::{Found, Line, heading};
use crate::read::yaml::Value;

/// The status word of a file.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Word<'a> {
    /// None is written.
    None,
    /// The text as written and its line.
    Is(&'a str, usize),
    /// The file ends on the line of the word, which may be cut.
    Cut(usize),
    /// There is something, but no word: its line and why.
    Bad(usize, &'static str),
}

impl Word<'_> {
    /// The word in the form that tables hold; empty where there is none.
    pub(super) fn normal(self) -> String {
        match self {
            Self::Is(text, _) => normalise(bare(text)),
            _ => String::new(),
        }
    }

    /// What the word means by `rows`.
    pub(super) fn meaning(self, rows: &[WordRow]) -> Option<Meaning> {
        match self {
            Self::Is(text, _) => meaning_of(rows, bare(text)),
            _ => None,
        }
    }

    /// True for the list of allowed words that templates write.
    pub(super) fn is_template(self) -> bool {
        matches!(self, Self::Is(text, _) if text.contains(" | ") || text.starts_with(['[', '{']))
    }
}

/// Takes off a sign before the word (`✅ passed`) and, behind it, what neither bracket nor comma parts (`passed. See`, `passed ·
/// today`).
fn bare(text: &str) -> &str {
    let text = text.trim_start_matches(|c: char| !c.is_alphanumeric() && !matches!(c, '(' | '[' | '{'));
    let cut = [" · ", " | ", ". ", "**", "/"].iter().filter_map(|sign| text.find(sign)).min().unwrap_or(text.len());
    text.get(..cut).unwrap_or_default().trim_end_matches(['.', '!', ' '])
}

/// Finds the status word: the front matter's `status`, for VERIFICATION its `verdict`, else a `Status` line above the first
/// section, bold or plain (files from before front matter).
pub(super) fn word_of<'a>(kind: Kind, artifact: &'a Artifact<'_>) -> Word<'a> {
    let keys: &[&str] = if kind == Kind::Verification { &["status", "verdict"] } else { &["status"] };
    for key in keys {
        let Some(entry) = artifact.entry(key) else { continue };
        if let Some(line) = artifact.front.fields().and_then(|fields| fields.contradiction(key)) {
            return Word::Bad(line, "the status stands twice, with different words");
        }
        match &entry.value {
            Value::Null => {}
            Value::Scalar(text) if text.trim().is_empty() => {}
            Value::Scalar(text) => return Word::Is(text, entry.line),
            // A slot of the template, `{draft / validated}`, is a map without values to YAML.
            Value::Map(pairs) if pairs.iter().all(|(_, value)| *value == Value::Null) => {
                return Word::Is("{}", entry.line);
            }
            _ => return Word::Bad(entry.line, "the status is no word"),
        }
    }
    match artifact.markdown.bold("Status", true).or_else(|| plain_status(artifact)) {
        Some(found) if !found.ended => Word::Cut(found.line),
        Some(found) if !found.text.is_empty() => Word::Is(found.text, found.line),
        _ => Word::None,
    }
}

/// A plain line `Status: word` above the first section, in a file from before front matter. A block that does not stand at the
/// very start is none, and its lines say nothing.
fn plain_status<'a>(artifact: &Artifact<'a>) -> Option<Found<'a>> {
    if !matches!(artifact.front, FrontMatter::None) {
        return None;
    }
    let is_head =
        |line: &&Line<'_>| line.text.trim_end() != "---" && heading(**line).is_none_or(|head| head.level == 1);
    let mut head = artifact.markdown.lines().iter().take_while(is_head);
    let status = |text: &'a str| {
        let (key, value) = text.split_once(':')?;
        key.eq_ignore_ascii_case("status").then(|| value.trim())
    };
    head.find_map(|line| status(line.text).map(|text| artifact.markdown.found(text, line.number)))
}
