//! Front matter: the block between two `---` lines at the very start of a file.
//!
//! One block in forty in the wild is no valid YAML. What can be read of such a block is read key by key and marked as salvaged,
//! so that absent, damaged and cut short stay three different things.

use super::yaml::{Entry, Value, YamlError, read_map};

/// The longest block that is read, in bytes; what lies beyond decides nothing.
const MAX_BLOCK: usize = 256 * 1024;

/// The most keys that a salvage looks into.
const MAX_SALVAGED: usize = 200;

/// The keys of a block's top level, in the order written.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Fields {
    entries: Vec<Entry>,
    lost: Vec<String>,
}

impl Fields {
    /// Lines of a block count from 1; in the file the opening fence stands before them.
    fn in_file(mut entries: Vec<Entry>, lost: Vec<String>) -> Self {
        for entry in &mut entries {
            entry.line += 1;
        }
        Self { entries, lost }
    }

    /// Every entry, lines counted in the file.
    pub fn entries(&self) -> &[Entry] {
        &self.entries
    }

    /// The entry of `key`; the last one where a salvaged block writes it twice, as the pipeline's own tools read it.
    pub fn get(&self, key: &str) -> Option<&Entry> {
        self.entries.iter().rev().find(|entry| entry.key == key)
    }

    /// The text of a scalar key.
    pub fn text(&self, key: &str) -> Option<&str> {
        self.get(key).and_then(|entry| entry.value.as_str())
    }

    /// True for a key that stands in a salvaged block and whose value could not be read.
    pub fn lost(&self, key: &str) -> bool {
        self.lost.iter().any(|lost| lost == key)
    }

    /// The line of a second, different value of `key`, which only a salvaged block can hold.
    pub fn contradiction(&self, key: &str) -> Option<usize> {
        let mut same = self.entries.iter().filter(|entry| entry.key == key);
        let first = same.next()?;
        same.find(|other| other.value != first.value).map(|other| other.line)
    }
}

/// What stands at the start of a file.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum FrontMatter {
    /// No block: the first line is not `---`.
    None,
    /// The file ends within the block that opens on line 1; what it holds so far.
    Unclosed(Fields),
    /// A block that is no valid YAML: what could be read key by key.
    Salvaged {
        /// The keys that could be read.
        fields: Fields,
        /// The line of the first fault, in the file.
        line: usize,
        /// The fault.
        why: String,
    },
    /// A valid block.
    Parsed(Fields),
}

impl FrontMatter {
    /// The keys that could be read; none without a block.
    pub fn fields(&self) -> Option<&Fields> {
        match self {
            Self::None => None,
            Self::Unclosed(fields) | Self::Salvaged { fields, .. } | Self::Parsed(fields) => Some(fields),
        }
    }
}

/// A file parted into front matter and body.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Document<'a> {
    /// The front matter.
    pub front: FrontMatter,
    /// What follows it.
    pub body: &'a str,
    /// The line, from 1, on which the body starts.
    pub body_line: usize,
}

/// Parts a file's text (line ends already `\n`) into front matter and body.
///
/// Source: GSD's front-matter parser: the block is anchored at the first byte, so a blank line before `---` means no block.
pub fn read(text: &str) -> Document<'_> {
    let mut lines = Lines::new(text);
    let first = lines.next();
    if !first.is_some_and(|line| is_fence(line.text) && line.ended) {
        let cut_fence = first.is_some_and(|line| is_fence(line.text));
        let front = if cut_fence { FrontMatter::Unclosed(Fields::default()) } else { FrontMatter::None };
        return Document { front, body: if cut_fence { "" } else { text }, body_line: 1 };
    }
    let start = lines.at;
    let close = lines.find(|line| is_fence(line.text));
    let end = close.map_or(text.len(), |line| line.start);
    let block = text.get(start..end).unwrap_or_default();
    let after = close.map_or("", |_| text.get(lines.at..).unwrap_or_default());
    let parsed = if block.len() > MAX_BLOCK { Err(too_long()) } else { read_map(block) };
    match (parsed, close) {
        (Ok(entries), Some(_)) => Document {
            front: FrontMatter::Parsed(Fields::in_file(entries, Vec::new())),
            body: after,
            body_line: lines.number + 1,
        },
        (parsed, _) => damaged(text, block, parsed.err(), close.map(|_| (after, lines.number + 1))),
    }
}

/// A block that is no YAML, or that nothing closes. `after` is the text behind the closing line, with its line number.
fn damaged<'a>(
    text: &'a str,
    block: &'a str,
    error: Option<YamlError>,
    after: Option<(&'a str, usize)>,
) -> Document<'a> {
    let head = head_of(block);
    let body_at = body_start(head, after.is_none());
    let fields = salvage(head.get(..body_at.map_or(head.len(), |(at, _)| at)).unwrap_or_default(), error.as_ref());
    match (body_at, after) {
        // A rule above prose, not a block: nothing but the opening line is there.
        (Some(_), _) if fields.entries.is_empty() && fields.lost.is_empty() => {
            Document { front: FrontMatter::None, body: text, body_line: 1 }
        }
        (Some((at, line)), _) => {
            let why = format!("the block is not closed before the body on line {}", line + 1);
            let body = block.get(at..).unwrap_or_default();
            Document { front: FrontMatter::Salvaged { fields, line: line + 1, why }, body, body_line: line + 1 }
        }
        (None, Some((body, body_line))) => {
            let (line, why) = error.map_or((0, String::new()), |error| (error.line, error.why));
            Document { front: FrontMatter::Salvaged { fields, line: line + 1, why }, body, body_line }
        }
        (None, None) => Document { front: FrontMatter::Unclosed(fields), body: "", body_line: 1 },
    }
}

fn too_long() -> YamlError {
    YamlError { line: 1, why: format!("the block is longer than {} KiB", MAX_BLOCK / 1024), refused: true }
}

fn head_of(block: &str) -> &str {
    let mut end = block.len().min(MAX_BLOCK);
    while !block.is_char_boundary(end) {
        end -= 1;
    }
    block.get(..end).unwrap_or_default()
}

fn is_fence(line: &str) -> bool {
    line.trim_end() == "---"
}

/// Where prose begins within a block: byte and line (from 1 in the block). `open` says that the block's last line may be cut.
fn body_start(block: &str, open: bool) -> Option<(usize, usize)> {
    // Headings right before the first line that can only be prose belong to it; YAML alone takes them for comments.
    let mut candidate = None;
    for line in Lines::new(block) {
        if open && !line.ended {
            return None;
        }
        let text = line.text;
        if text.trim().is_empty() {
            continue;
        }
        let is_yaml =
            text.starts_with([' ', '\t', ']', '}']) || text.starts_with("- ") || text == "-" || key_of(text).is_some();
        match (text.starts_with('#'), is_yaml) {
            (true, _) => candidate = candidate.or(Some((line.start, line.number))),
            (false, true) => candidate = None,
            (false, false) => return candidate.or(Some((line.start, line.number))),
        }
    }
    None
}

/// The key of a line of the top level and what follows its colon.
fn key_of(line: &str) -> Option<(&str, &str)> {
    let (key, rest) = line.split_once(':')?;
    let key = key.trim_matches(['"', '\'']);
    let is_word = key.starts_with(|c: char| c.is_alphanumeric() || c == '_')
        && key.chars().all(|c| c.is_alphanumeric() || matches!(c, '_' | '-' | '.'));
    (is_word && (rest.is_empty() || rest.starts_with([' ', '\t']))).then_some((key, rest))
}

/// Reads a damaged block key by key: each key with the lines below it as YAML of its own, else the text on its line.
fn salvage(block: &str, error: Option<&YamlError>) -> Fields {
    let starts: Vec<(usize, usize)> =
        Lines::new(block).filter(|line| key_of(line.text).is_some()).map(|line| (line.start, line.number)).collect();
    let refused = error.is_some_and(|error| error.refused);
    let (mut entries, mut lost) = (Vec::new(), Vec::new());
    for (at, (start, number)) in starts.iter().enumerate().take(MAX_SALVAGED) {
        let end = starts.get(at + 1).map_or(block.len(), |(next, _)| *next);
        let chunk = block.get(*start..end).unwrap_or_default();
        let Some((key, rest)) = chunk.lines().next().and_then(key_of) else { continue };
        let whole = if refused { None } else { read_map(chunk).ok().and_then(|mut entries| entries.pop()) };
        let has_more = chunk.lines().skip(1).any(|line| !line.trim().is_empty() && !line.starts_with('#'));
        if whole.is_none() && has_more {
            lost.push(key.to_owned());
        }
        let value = whole.map(|entry| entry.value).or_else(|| scalar_on_line(rest).map(Value::Scalar));
        entries.extend(value.map(|value| Entry { key: key.to_owned(), value, line: *number }));
    }
    Fields::in_file(entries, lost)
}

/// The scalar that a key's own line holds, without quotes and comment; none where the value stands below it.
fn scalar_on_line(rest: &str) -> Option<String> {
    let text = rest.trim();
    let text = match text.strip_prefix(['"', '\'']).and_then(|inner| inner.split_once(['"', '\''])) {
        Some((inner, tail)) if tail.trim().is_empty() || tail.trim_start().starts_with('#') => inner,
        _ => text.find(" #").and_then(|at| text.get(..at)).unwrap_or(text).trim(),
    };
    (!text.is_empty() && !text.starts_with(['|', '>'])).then(|| text.to_owned())
}

/// One line of a text.
#[derive(Debug, Clone, Copy)]
struct Line<'a> {
    text: &'a str,
    start: usize,
    number: usize,
    ended: bool,
}

/// The lines of a text with their places.
struct Lines<'a> {
    text: &'a str,
    at: usize,
    number: usize,
}

impl<'a> Lines<'a> {
    fn new(text: &'a str) -> Self {
        Self { text, at: 0, number: 0 }
    }
}

impl<'a> Iterator for Lines<'a> {
    type Item = Line<'a>;

    fn next(&mut self) -> Option<Line<'a>> {
        let rest = self.text.get(self.at..).filter(|rest| !rest.is_empty())?;
        let (text, ended) = rest.split_once('\n').map_or((rest, false), |(line, _)| (line, true));
        let line = Line { text, start: self.at, number: self.number + 1, ended };
        self.at += text.len() + usize::from(ended);
        self.number += 1;
        Some(line)
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn text<'a>(document: &'a Document<'_>, key: &str) -> Option<&'a str> {
        document.front.fields().and_then(|fields| fields.text(key))
    }

    #[test]
    fn only_a_block_on_the_first_line_is_one() {
        for none in
            ["", "# Title\n", "\n---\nstatus: passed\n---\n", " ---\na: b\n---\n", "----\na: b\n---\n", "-- -\n"]
        {
            let document = read(none);
            assert_eq!(document, Document { front: FrontMatter::None, body: none, body_line: 1 }, "{none}");
        }
    }

    #[test]
    fn a_closed_block_is_parted_from_its_body() {
        let document = read("--- \nphase: 07\n\nstatus: passed # now\n---\n\n# Title\n---\nstatus: failed\n---\n");
        let FrontMatter::Parsed(fields) = &document.front else { panic!("{document:?}") };
        assert_eq!(fields.text("phase"), Some("07"));
        assert_eq!(fields.get("status").unwrap().line, 4);
        assert_eq!((fields.text("status"), document.body_line), (Some("passed"), 6));
        assert!(document.body.starts_with("\n# Title"));
        assert_eq!(read("---\n---").front, FrontMatter::Parsed(Fields::default()));
        assert_eq!(read("---\n# only a note\n---\n").front, FrontMatter::Parsed(Fields::default()));
    }

    #[test]
    fn a_block_that_the_end_cuts_off_is_unclosed() {
        for cut in
            ["---", "---\n", "---\nphase: 07\nsta", "---\nphase: 07\nkeys:\n  - a\n\n# note\n", "---\nphase: 07\n--"]
        {
            assert!(matches!(read(cut).front, FrontMatter::Unclosed(_)), "{cut}");
        }
    }

    #[test]
    fn a_block_that_runs_into_the_body_is_salvaged() {
        for closing in ["", "\n---\nmore: text\n"] {
            let file = format!("---\nphase: 07\nstatus: passed\n\n# Title\n\n**Goal:** x\n\nstatus: failed\n{closing}");
            let document = read(&file);
            let FrontMatter::Salvaged { line, why, .. } = &document.front else { panic!("{document:?}") };
            assert_eq!((*line, text(&document, "status")), (5, Some("passed")), "{why}");
            assert!(document.body.trim_start().starts_with("# Title"), "{:?}", document.body);
        }
    }

    #[test]
    fn a_block_that_is_no_yaml_is_read_key_by_key() {
        let file = "---\nphase: 07\nscore: 3: of 4\nre_verification: true\n  previous: gaps\nfiles:\n  - a.rs\n  - b.rs\n\
                    tick: `x` here\nstatus: \"passed\" # yes\nempty:\nbad: \"a\\|b\"\n---\n# Body\n";
        let document = read(file);
        let FrontMatter::Salvaged { fields, line, why } = &document.front else { panic!("{document:?}") };
        assert!(*line >= 3 && !why.is_empty(), "{line} {why}");
        assert_eq!(fields.text("score"), Some("3: of 4"));
        assert_eq!(fields.text("re_verification"), Some("true"));
        assert_eq!(fields.get("files").unwrap().value.texts(), ["a.rs", "b.rs"]);
        assert_eq!(fields.text("tick"), Some("`x` here"));
        assert_eq!(fields.text("status"), Some("passed"));
        assert_eq!(fields.text("bad"), Some("a\\|b"));
        assert_eq!(fields.get("status").unwrap().line, 10);
        assert_eq!((document.body, document.body_line), ("# Body\n", 14));
    }

    #[test]
    fn a_key_written_twice_is_seen() {
        let document = read("---\nstatus: passed\ncreated: a\nstatus: failed\ncreated: a\n---\n");
        let FrontMatter::Salvaged { fields, .. } = &document.front else { panic!("{document:?}") };
        assert_eq!(fields.text("status"), Some("failed"));
        assert_eq!((fields.contradiction("status"), fields.contradiction("created")), (Some(4), None));
    }

    #[test]
    fn a_huge_or_deep_block_still_gives_its_scalars() {
        let long = format!("---\nstatus: passed\nx: {}\n---\nbody", "y".repeat(MAX_BLOCK));
        let deep = format!("---\nstatus: passed\nx: {}\n---\nbody", "[".repeat(10_000));
        let many = format!("---\nstatus: passed\n{}---\nbody", "a: *b\n".repeat(20_000));
        for file in [long, deep, many] {
            let document = read(&file);
            assert!(matches!(document.front, FrontMatter::Salvaged { .. }));
            assert_eq!((text(&document, "status"), document.body), (Some("passed"), "body"));
        }
    }

    #[test]
    fn a_rule_above_prose_is_no_block() {
        for text in ["---\nSome prose.\n", "---\n\n# Title\n\nProse.\n\n---\n\nMore.\n"] {
            assert_eq!(read(text), Document { front: FrontMatter::None, body: text, body_line: 1 });
        }
    }

    proptest! {
        #[test]
        fn any_text_is_read(text in "(---\n)?(\\PC|[\n:#'\"\\[\\]{}*&!|>-]){0,200}") {
            let document = read(&text);
            prop_assert!(text.ends_with(document.body));
            prop_assert!(document.body_line <= text.lines().count() + 1);
        }

        #[test]
        fn a_cut_block_is_never_a_whole_one(cut in 0_usize..64) {
            let file = "---\nphase: 07\nlist: [a,\n  b]\n# note\nstatus: passed\nx: |\n  y\n";
            let cut = cut.min(file.len());
            let document = read(&file[..cut]);
            let is_none = matches!(document.front, FrontMatter::None);
            prop_assert!(matches!(document.front, FrontMatter::Unclosed(_)) || (is_none && cut < 3), "{document:?}");
        }
    }
}
