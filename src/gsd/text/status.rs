//! Where an artifact writes its status word, and what is left of it when decoration is taken off.

use super::artifact::Artifact;
use crate::engine::escape::is_hidden;
use crate::engine::evidence::Meaning;
use crate::engine::words::{WordRow, meaning_of, normalise};
use crate::gsd::artifacts::Kind;
use crate::gsd::words::words_of;
use crate::read::frontmatter::FrontMatter;
use crate::read::markdown::{Found, Line, bold_line, heading};
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

/// Takes off a sign before the word (`✅ passed`) and, behind it, another field on the same line (`passed · **Commit:** x`).
fn bare(text: &str) -> &str {
    let text =
        text.trim_start_matches(|c: char| !c.is_alphanumeric() && !is_hidden(c) && !matches!(c, '(' | '[' | '{'));
    if is_not_applicable(text) {
        return "not applicable";
    }
    let cut = [" · **", ". **"].iter().filter_map(|sign| text.find(sign)).min();
    text.get(..cut.unwrap_or(text.len())).unwrap_or_default()
}

/// True for `N/A`, alone or with a reason behind it; its stroke parts no words.
fn is_not_applicable(text: &str) -> bool {
    text.get(..3).is_some_and(|head| head.eq_ignore_ascii_case("n/a"))
        && !text.get(3..).unwrap_or_default().starts_with(|c: char| c.is_alphanumeric())
}

/// Finds the status word: the front matter's `status`, for VERIFICATION its `verdict`, else a `Status` line above the first
/// section, bold or plain (files from before front matter), else what such a file gives as its result.
pub(super) fn word_of<'a>(kind: Kind, artifact: &'a Artifact<'_>) -> Word<'a> {
    let keys: &[&str] = if kind == Kind::Verification { &["status", "verdict"] } else { &["status"] };
    for key in keys {
        let fields = artifact.front.fields();
        if let Some(line) = fields.and_then(|fields| fields.contradiction(key)) {
            return Word::Bad(line, "the status stands twice, with different words");
        }
        if let Some(line) = fields.and_then(|fields| fields.unclear(key)) {
            return Word::Bad(line, "it cannot be told what the front matter gives as the status");
        }
        let Some(entry) = artifact.entry(key) else { continue };
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
    let said = lines_of(artifact, "Status");
    let first = said.first().filter(|found| !found.text.is_empty() || !found.ended);
    let Some(first) = first else {
        return result(kind, artifact).map_or(Word::None, |found| Word::Is(found.text, found.line));
    };
    let word = Word::Is(first.text, first.line);
    let differs = |found: &&Found<'_>| Word::Is(found.text, found.line).normal() != word.normal();
    match said.iter().find(differs) {
        _ if !first.ended => Word::Cut(first.line),
        Some(other) => Word::Bad(other.line.max(first.line), "the status stands twice, with different words"),
        None => word,
    }
}

/// The lines above the first section that give `key`, the bold ones first. What is quoted is somebody else's.
fn lines_of<'a>(artifact: &Artifact<'a>, key: &str) -> Vec<Found<'a>> {
    let is_head = |line: &&Line<'a>| heading(**line).is_none_or(|head| head.level == 1);
    let lines = artifact.markdown.lines().iter().take_while(is_head);
    let own = lines.filter(|line| !line.text.trim_start().starts_with('>'));
    let bold = own.filter_map(|line| {
        let (name, text) = bold_line(line.text)?;
        name.eq_ignore_ascii_case(key).then(|| artifact.markdown.found(text, line.number))
    });
    bold.chain(plain(artifact, key)).collect()
}

/// What else a file without front matter calls its status, above the first section or as a heading.
const RESULTS: &[&str] = &["Result", "Verdict", "Overall result", "Overall verdict", "Final result", "Final verdict"];

/// The result of a file without front matter: a line `Result: PASS` in its head, or the one heading of this form
/// (`## Result: PASS`). Nobody's template writes either, so it says something only in words of the kind's table, and that
/// something is done only where nothing is taken back behind the word.
fn result<'a>(kind: Kind, artifact: &Artifact<'a>) -> Option<Found<'a>> {
    if !matches!(artifact.front, FrontMatter::None) {
        return None;
    }
    let in_head = RESULTS.iter().find_map(|key| lines_of(artifact, key).first().copied());
    let of_heading = || {
        let mut found = artifact.markdown.headings().filter(|head| head.level <= 2).filter_map(|head| {
            let (key, text) = head.title.split_once(':')?;
            let is_result = RESULTS.iter().chain(&["Status"]).any(|known| known.eq_ignore_ascii_case(key.trim()));
            is_result.then(|| artifact.markdown.found(text.trim(), head.line))
        });
        found.next().filter(|_| found.next().is_none())
    };
    let found = in_head.or_else(of_heading).filter(|found| found.ended)?;
    let meaning = Word::Is(found.text, found.line).meaning(words_of(kind)?)?;
    (meaning != Meaning::Done || !takes_back(found.text)).then_some(found)
}

/// Words behind a good word that leave something open: `PASS; human UAT pending`.
const BUT: &[&str] = &[
    "after",
    "awaiting",
    "blocked",
    "but",
    "deferred",
    "draft",
    "except",
    "fail",
    "failed",
    "human",
    "if",
    "missing",
    "not",
    "open",
    "partial",
    "partially",
    "pending",
    "remaining",
    "todo",
    "unless",
    "until",
    "when",
    "without",
];

/// True where a text holds a word that takes back what it began with.
fn takes_back(text: &str) -> bool {
    let mut words = text.split(|c: char| !c.is_alphanumeric());
    words.any(|word| BUT.iter().any(|but| but.eq_ignore_ascii_case(word)))
}

/// The line of the sign-off that approves a contract: its last `**Approval:**` begins with `approved` and takes nothing back.
///
/// Source: GSD's UI-SPEC template ends with the checker's sign-off, and its checker sets this line as well as the status; a
/// person who approves often sets this line alone.
pub(super) fn approval(artifact: &Artifact<'_>) -> Option<usize> {
    let mut approvals = artifact.markdown.lines().iter().filter_map(|line| {
        let (key, text) = bold_line(line.text)?;
        key.eq_ignore_ascii_case("Approval").then(|| artifact.markdown.found(text, line.number))
    });
    let last = approvals.next_back().filter(|found| found.ended)?;
    let word = last.text.split(|c: char| !c.is_alphanumeric()).find(|word| !word.is_empty())?;
    (word.eq_ignore_ascii_case("approved") && !takes_back(last.text)).then_some(last.line)
}

/// True for a share of a whole that is not all of it: `3/4 tasks complete`, `3 of 4 tasks`.
pub(super) fn is_part(text: &str) -> bool {
    let number = |text: &str| -> Option<(u32, usize)> {
        let len = text.bytes().take_while(u8::is_ascii_digit).count();
        Some((text.get(..len)?.parse().ok()?, len))
    };
    let share = |text: &str| {
        let (done, len) = number(text)?;
        let rest = text.get(len..)?.trim_start();
        let rest = rest.strip_prefix('/').or_else(|| rest.strip_prefix("of "))?.trim_start();
        let (all, len) = number(rest)?;
        let is_number = !rest.get(len..)?.starts_with(|c: char| c.is_alphanumeric() || matches!(c, '/' | '-' | '.'));
        Some(is_number && done < all)
    };
    share(text.trim_start()) == Some(true)
}

/// The plain lines `Status: word` above the first section, in a file from before front matter. A block that does not stand at
/// the very start is none, and its lines say nothing.
fn plain<'a>(artifact: &Artifact<'a>, name: &str) -> Vec<Found<'a>> {
    if !matches!(artifact.front, FrontMatter::None) {
        return Vec::new();
    }
    let is_head =
        |line: &&Line<'_>| line.text.trim_end() != "---" && heading(**line).is_none_or(|head| head.level == 1);
    let head = artifact.markdown.lines().iter().take_while(is_head);
    let said = head.filter_map(|line| {
        let (key, value) = line.text.split_once(':')?;
        key.eq_ignore_ascii_case(name).then(|| artifact.markdown.found(value.trim(), line.number))
    });
    said.collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_sign_before_the_word_is_taken_off_and_a_bracket_is_not() {
        for (text, word) in [
            ("✅ passed", "passed"),
            ("— passed. See", "passed. See"),
            ("ok · **By:** x", "ok"),
            ("✅ \u{202e}passed", "\u{202e}passed"),
            ("(draft)", "(draft)"),
            ("[ok] x", "[ok] x"),
        ] {
            assert_eq!(bare(text), word, "{text}");
        }
    }

    #[test]
    fn a_status_line_without_a_word_says_nothing() {
        use crate::gsd::text::artifact::Source;
        let of = |file: &str| match word_of(Kind::Verification, &Source::of(file.as_bytes()).unwrap().artifact()) {
            Word::Is(text, line) => format!("{text} on {line}"),
            Word::None => "none".to_owned(),
            _ => "odd".to_owned(),
        };
        assert_eq!(of("# V\n**Status:** passed\n"), "passed on 2");
        assert_eq!(of("# V\n**Status:**\n\nText.\n"), "none");
        assert_eq!(of("# V\n**Status:**\n**Result:** PASS\n"), "PASS on 3");
    }
}
