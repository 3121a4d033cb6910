//! Front matter: the block between two `---` lines at the very start of a file.
//!
//! One block in forty in the wild is no valid YAML. What can be read of such a block is read key by key and marked as salvaged,
//! so that absent, damaged and cut short stay three different things.

use super::yaml::{Entry, Value, YamlError, read_map};

/// The longest block that is read as YAML, in bytes; a longer one is read line by line.
const MAX_BLOCK: usize = 256 * 1024;

/// The most keys below which a salvage reads YAML; of the others it takes what their own line holds.
const MAX_SALVAGED: usize = 200;

/// The keys of a block's top level, in the order written.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Fields {
    entries: Vec<Entry>,
    lost: Vec<String>,
    /// Lines that are neither YAML nor prose of a body, with their numbers: a key may stand in one.
    strays: Vec<(usize, String)>,
    /// Keys behind the place where a body seems to begin and before the closing line: nobody can tell whose they are.
    beyond: Vec<Entry>,
}

impl Fields {
    /// Lines of a block count from 1; in the file the opening fence stands before them.
    fn in_file(mut self) -> Self {
        for entry in self.entries.iter_mut().chain(&mut self.beyond) {
            entry.line += 1;
        }
        for (line, _) in &mut self.strays {
            *line += 1;
        }
        self
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

    /// The line for which it cannot be told what the block says of `key`, or whether it says anything: another value of it, a
    /// line that names it and is no YAML, or its value in pieces. Whoever decides by a key asks this before taking it for absent.
    pub fn unclear(&self, key: &str) -> Option<usize> {
        let own = self.get(key);
        let differs = |entry: &&Entry| own.is_none_or(|own| own.value != entry.value);
        let is_odd = |entry: &&Entry| entry.key != key && bare(&entry.key).eq_ignore_ascii_case(key);
        let stray = || self.strays.iter().find(|(_, text)| names(text, key)).map(|(line, _)| *line);
        let beyond = || self.beyond.iter().filter(|entry| entry.key == key).find(differs).map(|entry| entry.line);
        let odd = || self.entries.iter().filter(is_odd).find(differs).map(|entry| entry.line);
        let lost = || self.lost(key).then(|| own.map_or(1, |own| own.line));
        self.contradiction(key).or_else(stray).or_else(beyond).or_else(odd).or_else(lost).or_else(|| self.directive())
    }

    /// The line of a directive of YAML in a block without keys: the keys stand behind its closing line.
    fn directive(&self) -> Option<usize> {
        let (line, _) = self.strays.iter().find(|(_, text)| text.starts_with('%'))?;
        self.entries.is_empty().then_some(*line)
    }

    /// True where nothing in the block could be a key.
    fn is_prose(&self) -> bool {
        let is_word =
            |key: &str| !key.is_empty() && key.chars().all(|c| c.is_ascii_lowercase() || matches!(c, '_' | '-'));
        let is_key = |(_, text): &(usize, String)| bare(text).split_once(':').is_some_and(|(key, _)| is_word(key));
        let may_hold = self.strays.iter().any(is_key) || self.beyond.iter().any(|entry| is_word(&entry.key));
        self.entries.is_empty() && self.lost.is_empty() && !may_hold && self.directive().is_none()
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
            front: FrontMatter::Parsed(Fields { entries, ..Fields::default() }.in_file()),
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
    let Parted { body_at, strays } = part(block, after.is_none());
    let (head, rest) = block.split_at_checked(body_at.map_or(block.len(), |(at, _)| at)).unwrap_or((block, ""));
    let has_strays = !strays.is_empty();
    let mut fields = salvage(head, error.as_ref(), strays);
    if let (Some((_, line)), true) = (body_at, after.is_some()) {
        fields.beyond = keys_on_lines(rest, line);
    }
    let fields = fields.in_file();
    match (body_at, after) {
        // A rule above prose, not a block: nothing but the opening line is there.
        (body_at, _) if (has_strays || body_at.is_some()) && fields.is_prose() => {
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

fn is_fence(line: &str) -> bool {
    line.trim_end() == "---"
}

/// A damaged block, parted.
#[derive(Default)]
struct Parted {
    /// Where a body seems to begin within it: byte and line (from 1 in the block).
    body_at: Option<(usize, usize)>,
    /// The lines before that are no YAML and no body, with their numbers.
    strays: Vec<(usize, String)>,
}

/// Parts a damaged block. `open` says that nothing closes it, so that its last line may be cut.
///
/// In a block that is closed a line that is no YAML hides nothing below it: a body begins with a blank line or a heading. The
/// marks of a merge are left to the body, where they are looked for.
fn part(block: &str, open: bool) -> Parted {
    let mut parted = Parted::default();
    // Headings right before the first line that can only be prose belong to it; YAML alone takes them for comments.
    let mut candidate = None;
    let mut is_after_blank = false;
    for line in Lines::new(block) {
        if open && !line.ended {
            break;
        }
        let text = line.text;
        if text.trim().is_empty() {
            is_after_blank = true;
            continue;
        }
        let begins = open || is_after_blank || candidate.is_some() || is_of_merge(text);
        match (text.starts_with('#'), is_yaml(text)) {
            (true, _) => candidate = candidate.or(Some((line.start, line.number))),
            (false, true) => candidate = None,
            (false, false) if begins => {
                parted.body_at = candidate.or(Some((line.start, line.number)));
                break;
            }
            (false, false) => parted.strays.push((line.number, text.to_owned())),
        }
        is_after_blank = false;
    }
    parted
}

/// True for a line that may stand in a block of YAML whose top level is a map.
fn is_yaml(line: &str) -> bool {
    line.trim().is_empty()
        || line.starts_with([' ', '\t', ']', '}', '#'])
        || line.starts_with("- ")
        || line == "-"
        || key_of(line).is_some()
}

fn is_of_merge(line: &str) -> bool {
    ["<<<<<<<", "|||||||", "=======", ">>>>>>>"].iter().any(|mark| line.starts_with(mark))
}

/// A text without the signs before and behind it.
fn bare(text: &str) -> &str {
    text.trim_matches(|c: char| !c.is_alphanumeric())
}

/// True where a line that is no YAML may say something of `key`: it begins with it, or holds it before a colon.
fn names(line: &str, key: &str) -> bool {
    let line = line.to_ascii_lowercase();
    let goes_on = |c: char| c.is_alphanumeric() || matches!(c, '_' | '-');
    let is_named = |key: &str| {
        line.match_indices(key).any(|(at, _)| {
            let before = line.get(..at).unwrap_or_default();
            let behind = line.get(at + key.len()..).unwrap_or_default();
            let is_first = !before.contains(char::is_alphanumeric);
            let has_colon = behind.trim_start_matches([' ', '*', '`', '"', '\'']).starts_with([':', '=']);
            !behind.starts_with(goes_on) && (is_first || (has_colon && !before.ends_with(goes_on)))
        })
    };
    [key.to_owned(), key.replace('_', " "), key.replace('_', "-")].iter().any(|key| is_named(key))
}

/// The keys that stand on lines of a text, with what their lines hold. `line` is the number of the first.
fn keys_on_lines(text: &str, line: usize) -> Vec<Entry> {
    let keys = Lines::new(text).filter_map(|at| Some((key_of(at.text)?, at.number)));
    keys.map(|((key, rest), number)| Entry {
        key: key.to_owned(),
        value: scalar_on_line(rest).map_or(Value::Null, Value::Scalar),
        line: line + number - 1,
    })
    .collect()
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
/// What may be a key and is none, in `strays` or below a value, is kept.
fn salvage(block: &str, error: Option<&YamlError>, mut strays: Vec<(usize, String)>) -> Fields {
    let starts: Vec<(usize, usize)> =
        Lines::new(block).filter(|line| key_of(line.text).is_some()).map(|line| (line.start, line.number)).collect();
    let refused = error.is_some_and(|error| error.refused);
    let (mut entries, mut lost) = (Vec::new(), Vec::new());
    for (at, (start, number)) in starts.iter().enumerate() {
        let end = starts.get(at + 1).map_or(block.len(), |(next, _)| *next);
        let chunk = block.get(*start..end).unwrap_or_default();
        let Some((key, rest)) = chunk.lines().next().and_then(key_of) else { continue };
        let read = |chunk: &str| {
            let may_read = !refused && at < MAX_SALVAGED && chunk.len() <= MAX_BLOCK;
            may_read.then(|| read_map(chunk).ok()?.pop()).flatten()
        };
        let whole = read(chunk).or_else(|| read(before_stray(chunk)?));
        let has_more = chunk.lines().skip(1).any(|line| !line.trim().is_empty() && !line.starts_with('#'));
        if whole.is_none() && has_more {
            lost.push(key.to_owned());
            // Below a value on the key's own line nothing can stand, so what does may be a key of the block.
            if scalar_on_line(rest).is_some() {
                let below = chunk.lines().enumerate().skip(1).filter(|(_, line)| is_yaml(line) && line.contains(':'));
                strays.extend(below.map(|(below, line)| (number + below, line.to_owned())));
            }
        }
        let value = whole.map(|entry| entry.value).or_else(|| scalar_on_line(rest).map(Value::Scalar));
        entries.extend(value.map(|value| Entry { key: key.to_owned(), value, line: *number }));
    }
    Fields { entries, lost, strays, beyond: Vec::new() }
}

/// What stands before the first line that is no YAML; none where that line may go on with the value above it.
fn before_stray(chunk: &str) -> Option<&str> {
    let stray = Lines::new(chunk).find(|line| !is_yaml(line.text))?;
    let is_apart = stray.text.contains(": ") || !stray.text.starts_with(|c: char| c.is_alphanumeric() || c == '"');
    is_apart.then(|| chunk.get(..stray.start)).flatten()
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
        let long = format!("---\nx: {}\nstatus: passed\n---\nbody", "y".repeat(MAX_BLOCK));
        let deep = format!("---\nstatus: passed\nx: {}\n---\nbody", "[".repeat(10_000));
        let many = format!("---\nstatus: passed\n{}---\nbody", "a: *b\n".repeat(20_000));
        for file in [long, deep, many] {
            let document = read(&file);
            assert!(matches!(document.front, FrontMatter::Salvaged { .. }));
            assert_eq!((text(&document, "status"), document.body), (Some("passed"), "body"));
        }
    }

    #[test]
    fn a_line_that_is_no_yaml_hides_no_key_of_a_closed_block() {
        for odd in [
            "key files (new): a: b",
            "Reviewed by (agent): x: y",
            "**Result**: x",
            "<!-- generated -->",
            "and more words",
            "pass/fail: a: b",
            "%YAML 1.2",
        ] {
            for block in [format!("phase: 01\n{odd}\nstatus: failed\n"), format!("{odd}\nstatus: failed\n")] {
                let file = format!("---\n{block}---\n# V\n");
                let document = read(&file);
                assert_eq!((text(&document, "status"), document.body), (Some("failed"), "# V\n"), "{file}");
                assert_eq!(document.front.fields().unwrap().unclear("status"), None, "{file}");
            }
        }
        let document = read("---\nopen: 0\nBy (agent): x: y\nnote: a\n---\n");
        assert!(!document.front.fields().unwrap().lost("open"));
    }

    #[test]
    fn what_may_be_a_key_or_not_is_unclear() {
        for (block, expected) in [
            ("phase: 01\n+status: failed\n", Some(3)),
            ("phase: 01\nnote: a: b\n> status: failed\n", Some(4)),
            ("phase: 01\n**Status:** failed\n", Some(3)),
            ("phase: 01\n  status: failed\n", Some(3)),
            ("Status: failed\n", Some(2)),
            ("status: passed\nBy (me): x: y\nstatus: failed\n", Some(4)),
            ("status: passed\nwith two gaps\n", Some(2)),
            ("%YAML 1.2\n", Some(2)),
            ("# Title\n\nThis was verified.\nstatus: failed\n", Some(5)),
            ("phase: 01\n\nThis was verified.\nstatus: failed\n", Some(5)),
            ("status: failed\n\nThis was verified.\nstatus: failed\n", None),
            ("phase: 01\nnote: a: b\nother_status: failed\n", None),
            ("again: true\n  previous_status: failed\nstatus: passed\n", None),
            ("files:\n  - path: \"a\\|b\"\n    status: failed\n", None),
        ] {
            let file = format!("---\n{block}---\nBody.\n");
            let document = read(&file);
            assert_eq!(document.front.fields().and_then(|fields| fields.unclear("status")), expected, "{file}");
        }
    }

    #[test]
    fn a_rule_above_prose_is_no_block() {
        for prose in ["Some prose.\n", "\n# Title\n\n**Status:** passed\n\nNote: this.\n"] {
            let text = format!("---\n{prose}\n---\n\nMore.\n");
            assert_eq!(read(&text), Document { front: FrontMatter::None, body: &text, body_line: 1 });
        }
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
