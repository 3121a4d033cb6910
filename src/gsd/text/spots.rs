//! Where something stands in the text of an artifact that its front matter says, so that a reader is led to the line.

use crate::engine::lint::Span;
use crate::read::frontmatter;

/// A place in a text, and the line that it is in.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Spot {
    /// The place.
    pub span: Span,
    /// The text of the line.
    pub line: String,
}

/// The line of a key of the front matter; none where it has no such key.
pub fn key(text: &str, key: &str) -> Option<Spot> {
    let line = frontmatter::read(text).front.fields()?.get(key)?.line;
    whole(text, line)
}

/// The line of a key that stands in a block below the key on line `from`; none where it is written in another way.
pub fn below(text: &str, from: usize, key: &str) -> Option<usize> {
    let is_deeper = |line: &&str| line.starts_with([' ', '\t']) || line.trim().is_empty();
    let mut block = text.lines().skip(from).take_while(is_deeper);
    let at = block
        .position(|line| line.trim_start().strip_prefix(key).is_some_and(|rest| rest.trim_start().starts_with(':')))?;
    Some(from + at + 1)
}

/// The line that opens the front matter, where a key would have to be added; none without front matter.
pub fn opening(text: &str) -> Option<Spot> {
    frontmatter::read(text).front.fields()?;
    whole(text, 1)
}

/// Where these words stand: in the value of one of the keys, else in the text below, else at the first of the keys that is there.
pub fn item(text: &str, keys: &[&str], words: &str) -> Option<Spot> {
    let document = frontmatter::read(text);
    let fields = document.front.fields();
    let value = |asked: &&str| {
        let entries = fields?.entries();
        let begin = entries.iter().rev().find(|entry| entry.key == **asked)?.line;
        let after = entries.iter().map(|entry| entry.line).filter(|line| *line > begin).min();
        Some(begin..after.unwrap_or(document.body_line))
    };
    let lines: Vec<&str> = text.lines().collect();
    let found = |mut of: std::ops::Range<usize>| of.find_map(|line| within(lines.get(line - 1)?, line, words));
    let in_value = keys.iter().filter_map(value).find_map(found);
    let in_body = || found(document.body_line..lines.len() + 1);
    in_value.or_else(in_body).or_else(|| keys.iter().find_map(|asked| key(text, asked)))
}

/// A line as a whole, without the blanks around it.
fn whole(text: &str, line: usize) -> Option<Spot> {
    let written = text.lines().nth(line.checked_sub(1)?)?.trim_end();
    let column = written.chars().take_while(|c| c.is_whitespace()).count() + 1;
    let end = written.chars().count() + 1;
    Some(Spot { span: Span { line, column, end: end.max(column + 1) }, line: written.to_owned() })
}

/// The words in a line, where they are not a part of longer ones.
fn within(written: &str, line: usize, words: &str) -> Option<Spot> {
    let goes_on = |c: char| c.is_alphanumeric() || matches!(c, '-' | '_' | '/');
    let (at, _) = written.match_indices(words).filter(|_| !words.is_empty()).find(|(at, _)| {
        let before = written.get(..*at).and_then(|before| before.chars().next_back());
        let after = written.get(at + words.len()..).and_then(|after| after.chars().next());
        !before.is_some_and(|c| goes_on(c) || c == '.') && !after.is_some_and(goes_on)
    })?;
    let column = written.get(..at)?.chars().count() + 1;
    let span = Span { line, column, end: column + words.chars().count() };
    Some(Spot { span, line: written.trim_end().to_owned() })
}

#[cfg(test)]
mod tests {
    use super::*;

    const PLAN: &str = "---\nplan: 02\ndepends_on:\n  - 07-04   # before\n  - \"04\"\nwave: 2\nfiles_modified: [src/é/a.rs, src/a.rs]\n---\n\n<files>src/b.rs, my-src/c.rs, src/c.rs</files>\n";

    fn shown(spot: Option<Spot>) -> Option<(usize, String)> {
        spot.map(|spot| {
            let width = spot.span.end - spot.span.column;
            (spot.span.line, spot.line.chars().skip(spot.span.column - 1).take(width).collect())
        })
    }

    #[test]
    fn words_are_found_whole_in_the_value_that_holds_them() {
        for (keys, words, expected) in [
            (&["depends_on"][..], "07-04", (4, "07-04")),
            (&["depends_on"], "04", (5, "04")),
            (&["files_modified"], "src/a.rs", (7, "src/a.rs")),
            (&["files_modified"], "src/é/a.rs", (7, "src/é/a.rs")),
            (&["files_deleted", "files_modified"], "src/a.rs", (7, "src/a.rs")),
            // In a task.
            (&["files_modified"], "src/c.rs", (10, "src/c.rs")),
            // Nowhere: at the key.
            (&["files_modified"], "src/d.rs", (7, "files_modified: [src/é/a.rs, src/a.rs]")),
            (&["depends_on"], "", (3, "depends_on:")),
        ] {
            assert_eq!(shown(item(PLAN, keys, words)), Some((expected.0, expected.1.to_owned())), "{keys:?} {words}");
        }
        assert_eq!(item(PLAN, &["requirements"], "R-1"), None);
        assert_eq!(item("# Plan\n", &["depends_on"], "04"), None);
    }

    #[test]
    fn a_key_is_a_line_and_front_matter_opens_with_one() {
        assert_eq!(shown(key(PLAN, "wave")), Some((6, "wave: 2".to_owned())));
        assert_eq!(shown(key(PLAN, "type")), None);
        assert_eq!(shown(opening(PLAN)), Some((1, "---".to_owned())));
        assert_eq!(shown(opening("# Plan\n")), None);
        // A block that is no YAML has lines too.
        assert_eq!(shown(key("---\na: b: c\nwave: 3\n---\nx\n", "wave")), Some((3, "wave: 3".to_owned())));
    }
}
