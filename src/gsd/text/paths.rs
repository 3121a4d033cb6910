//! Paths as plans and summaries write them, brought to something that can be compared, or refused by name.
//!
//! Whoever writes a plan adds notes, globs, other repositories and placeholders to its list of files. What cannot be placed is
//! said to be so: an entry that would silently match nothing would switch a surface off.

use serde::{Deserialize, Deserializer, Serialize};

use super::several::parts;
use crate::engine::closed;
use crate::engine::path::RepoPath;

/// A path as declared somewhere, with the place that it names.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub struct DeclaredPath {
    /// The entry as written.
    pub written: String,
    /// What it names.
    pub place: Place,
}

/// What an entry names. Paths are relative to the folder that holds the planning folder.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub enum Place {
    /// A file, or a folder written without a trailing `/`.
    Path(RepoPath),
    /// A folder.
    Folder(RepoPath),
    /// A pattern in the syntax of `globset`; brackets that are no character class are escaped.
    Glob(String),
    /// An absolute path, with `/` between segments; whoever knows the root may place it.
    Absolute(String),
    /// A path in another repository or outside of this one.
    Elsewhere(String),
    /// Nothing that can be compared, and why.
    Unplaceable(#[serde(deserialize_with = "reason")] Reason),
}

/// An entry of [`REASONS`].
type Reason = &'static str;

const TOO_LONG: &str = "longer than any path";
const REMARK: &str = "a remark in place of a path";
const ADDRESS: &str = "an address on the net";
const ALIAS: &str = "an import alias";
const PLACEHOLDER: &str = "a placeholder";
const SENTENCE: &str = "a sentence or several paths in one entry";
const NO_PATH: &str = "no path";
const BAD_PATTERN: &str = "a pattern that cannot be read";

/// Why an entry names nothing that can be compared.
const REASONS: &[Reason] = &[TOO_LONG, REMARK, ADDRESS, ALIAS, PLACEHOLDER, SENTENCE, NO_PATH, BAD_PATTERN];

fn reason<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Reason, D::Error> {
    closed::entry(deserializer, REASONS)
}

/// The longest entry that is read as a path, in bytes.
const MAX_LEN: usize = 4096;

/// Entries that declare that there is nothing to declare.
const NOTHING: &[&str] = &["", "none", "n/a", "na", "-", "—", "[]", "null", "(none)"];

/// How an entry begins that says that no file is changed.
const NOTHING_BEGINS: &[&str] = &[
    "none",
    "no file",
    "no files",
    "no source",
    "no code",
    "verification only",
    "verification-only",
    "verify only",
    "read-only",
];

/// What a remark says that stands in brackets where paths would.
const NOTHING_REMARKS: &[&str] =
    &["none", "only", "no file", "no source", "no code", "no repo", "no new file", "no modif", "no direct"];

/// What separates a path from a remark behind it. A remark in brackets is cut by itself.
const REMARKS: &[&str] = &[" #", " — ", " – ", " -- ", " -> ", " → ", " - "];

/// Marks before a path that say what will happen to it.
const VERBS: &[&str] = &["NEW", "EDIT", "MODIFY", "MODIFIED", "DELETE", "DELETED", "CREATE", "ADD", "UPDATE", "RENAME"];

/// Words that make an entry a sentence instead of a path with blanks.
const PROSE: &[&str] =
    &["and", "or", "plus", "the", "in", "to", "for", "via", "with", "under", "all", "any", "+", "&", "or/and"];

/// Reads one entry; none where it says that there is nothing.
pub fn declared(written: &str) -> Option<DeclaredPath> {
    let written = written.trim();
    let bare = strip_marks(written);
    if says_nothing(bare) {
        return None;
    }
    Some(DeclaredPath { written: written.to_owned(), place: place(bare) })
}

/// True for an entry that says that there is no file: `none`, `none yet`, `(read-only — no writes)`.
fn says_nothing(text: &str) -> bool {
    let lower = text.to_lowercase();
    if let Some(remark) = remark_alone(&lower) {
        return NOTHING_REMARKS.iter().any(|words| remark.contains(words));
    }
    let begins = |words: &&str| {
        let rest = lower.strip_prefix(*words);
        rest.is_some_and(|rest| rest.is_empty() || rest.starts_with([' ', ',', ';', ':']))
    };
    // `read-only src/a.rs` still names a file.
    let names_a_path = || lower.split_whitespace().any(|word| word.contains('/') && word.len() > 1);
    NOTHING.contains(&lower.as_str()) || (NOTHING_BEGINS.iter().any(begins) && !names_a_path())
}

/// The inside of an entry that is a remark in brackets and nothing else; `(auth)/page.tsx` is a path.
fn remark_alone(text: &str) -> Option<&str> {
    text.strip_prefix('(')?.strip_suffix(')').filter(|inner| !inner.contains(")/"))
}

/// Reads the entries of a list, leaving out those that declare nothing. One that holds several paths is several.
pub fn declared_all<'a>(entries: impl IntoIterator<Item = &'a str>) -> Vec<DeclaredPath> {
    entries.into_iter().flat_map(parts).filter_map(declared).collect()
}

/// Parts a run of paths (the text of a task's `<files>`) at line ends and commas outside brackets.
pub fn split_list<'a>(text: &'a str) -> Vec<&'a str> {
    let mut parts = Vec::new();
    let mut depth = 0_usize;
    let mut start = 0;
    for (at, c) in text.char_indices() {
        match c {
            '(' | '[' | '{' => depth += 1,
            ')' | ']' | '}' => depth = depth.saturating_sub(1),
            '\n' => depth = 0,
            _ => {}
        }
        if c == '\n' || (matches!(c, ',' | ';') && depth == 0) {
            parts.push(text.get(start..at).unwrap_or_default());
            start = at + 1;
        }
    }
    parts.push(text.get(start..).unwrap_or_default());
    let bare = |part: &'a str| part.trim().trim_start_matches("- ").trim_start_matches("* ").trim();
    parts.into_iter().map(bare).filter(|part| !part.is_empty()).collect()
}

/// Drops quotes, inline code and bold around an entry; of a link, the target is kept.
fn strip_marks(text: &str) -> &str {
    let mut text = text.trim();
    if let Some((inner, _)) = text.strip_prefix('`').and_then(|rest| rest.split_once('`')) {
        return inner.trim();
    }
    if let Some((_, target)) = text.strip_prefix('[').and_then(|rest| rest.split_once("](")) {
        return target.split(')').next().unwrap_or_default().trim();
    }
    for mark in ["\"", "'", "**"] {
        let inner = text.strip_prefix(mark).and_then(|rest| rest.strip_suffix(mark));
        if let Some(inner) = inner.filter(|inner| !inner.is_empty() && !inner.contains(mark)) {
            text = inner.trim();
        }
    }
    text
}

fn place(text: &str) -> Place {
    if text.len() > MAX_LEN {
        return Place::Unplaceable(TOO_LONG);
    }
    if remark_alone(text).is_some() {
        return Place::Unplaceable(REMARK);
    }
    let text = without_line(without_remark(without_verb(text)));
    if text.contains("://") {
        return Place::Unplaceable(ADDRESS);
    }
    if is_drive(text) || text.starts_with('/') || text.starts_with('\\') {
        return Place::Absolute(text.replace('\\', "/"));
    }
    if text.starts_with('~') || text.starts_with("$HOME") || text.starts_with('%') {
        return Place::Elsewhere(text.to_owned());
    }
    if let Some((name, path)) = text.split_once(':') {
        let is_name = !name.is_empty() && !name.contains(['/', '.', ' ', '\\']);
        return match (is_name, path.trim().is_empty()) {
            (true, false) => Place::Elsewhere(format!("{name}:{}", path.trim())),
            _ => place(name),
        };
    }
    let text = if text.contains('/') { text.to_owned() } else { text.replace('\\', "/") };
    if text.starts_with("@/") {
        return Place::Unplaceable(ALIAS);
    }
    if is_placeholder(&text) {
        return Place::Unplaceable(PLACEHOLDER);
    }
    if text.contains(char::is_whitespace) && !is_path_with_blanks(&text) {
        return Place::Unplaceable(SENTENCE);
    }
    let Some(path) = inside(&text) else { return Place::Elsewhere(text) };
    if path.is_empty() || !path.chars().any(char::is_alphanumeric) && !path.contains('*') {
        return Place::Unplaceable(NO_PATH);
    }
    if let Some(glob) = as_glob(&path) {
        let whole = if text.ends_with('/') { format!("{glob}/**") } else { glob };
        let compiles = globset::Glob::new(&whole).is_ok();
        return if compiles { Place::Glob(whole) } else { Place::Unplaceable(BAD_PATTERN) };
    }
    let is_folder = text.ends_with('/');
    let path = RepoPath::new(path);
    if is_folder { Place::Folder(path) } else { Place::Path(path) }
}

fn without_verb(text: &str) -> &str {
    let Some((first, rest)) = text.split_once(char::is_whitespace) else { return text };
    let word = first.trim_matches(['(', ')', '[', ']', ':', '*']);
    if VERBS.contains(&word) { rest.trim() } else { text }
}

fn without_remark(text: &str) -> &str {
    // A remark stands behind a path; what stands before the sign must therefore look like one.
    let is_path = |before: &str| before.contains(['/', '.', '\\']) || !before.contains(char::is_whitespace);
    let signs = REMARKS.iter().filter_map(|sign| text.find(sign));
    let cut = signs.chain(bracket(text)).filter(|at| text.get(..*at).is_some_and(is_path)).min().unwrap_or(text.len());
    strip_marks(text.get(..cut).unwrap_or_default().trim_end().trim_end_matches([',', ';']))
}

/// Where a remark in brackets begins: nothing of a file name follows it, as it does in `copy (1).md`.
fn bracket(text: &str) -> Option<usize> {
    let at = text.find(" (")?;
    let after = text.get(at..).and_then(|rest| rest.split_once(')')).map_or("", |(_, after)| after);
    (!after.starts_with(|c: char| c == '.' || c == '/' || c.is_alphanumeric())).then_some(at)
}

/// Drops a line number or a range of lines behind a path, and a column behind that.
fn without_line(text: &str) -> &str {
    let mut text = text;
    while let Some((path, lines)) = text.rsplit_once(':') {
        if lines.is_empty() || !lines.chars().all(|c| c.is_ascii_digit() || matches!(c, '-' | ',' | 'L')) {
            break;
        }
        text = path;
    }
    text
}

fn is_drive(text: &str) -> bool {
    let mut chars = text.chars();
    chars.next().is_some_and(|c| c.is_ascii_alphabetic())
        && chars.next() == Some(':')
        && matches!(chars.next(), Some('/' | '\\'))
}

/// True where a part of the path still has to be filled in.
fn is_placeholder(text: &str) -> bool {
    let repeats = |token: &str, sign: char| token.len() > 1 && token.chars().all(|c| c == sign);
    let is_blank = |token: &str| {
        repeats(token, 'X')
            || repeats(token, 'N')
            || (token.len() > 3
                && token.chars().all(|c| matches!(c, 'Y' | 'M' | 'D' | 'H' | 'S'))
                && token.contains('Y'))
            || matches!(token, "TIMESTAMP" | "TBD")
    };
    let braces_without_choice = text.match_indices('{').any(|(at, _)| {
        let inner = text.get(at..).and_then(|rest| rest.split_once('}')).map_or("", |(inner, _)| inner);
        !inner.contains(',')
    });
    let dots = text.split('/').any(|segment| segment.ends_with("...") || segment.contains('…'));
    text.contains(['<', '>'])
        || braces_without_choice
        || dots
        || text.split(|c: char| !c.is_alphanumeric()).any(is_blank)
}

fn is_path_with_blanks(text: &str) -> bool {
    let has_extension = |word: &str| {
        let end = word
            .trim_end_matches([',', ';'])
            .rsplit('/')
            .next()
            .and_then(|name| name.rsplit_once('.'))
            .map(|(_, end)| end);
        end.is_some_and(|end| (1..=8).contains(&end.len()) && end.chars().all(char::is_alphanumeric))
    };
    let words: Vec<&str> = text.split_whitespace().collect();
    let Some((last, others)) = words.split_last() else { return false };
    let first_is_whole = text.split('/').next().is_some_and(|segment| !segment.contains(char::is_whitespace));
    first_is_whole
        && (has_extension(last) || last.ends_with('/'))
        && !others.iter().any(|word| has_extension(word) || PROSE.contains(&word.to_lowercase().as_str()))
}

/// The path without `.`, `..` and empty segments; none where it leaves the root.
fn inside(text: &str) -> Option<String> {
    let mut segments: Vec<&str> = Vec::new();
    for segment in text.split('/') {
        match segment {
            "" | "." => {}
            ".." => {
                segments.pop()?;
            }
            segment => segments.push(segment),
        }
    }
    Some(segments.join("/"))
}

/// The pattern that a path is, with literal brackets escaped; none for a plain path.
fn as_glob(path: &str) -> Option<String> {
    let mut glob = String::with_capacity(path.len());
    let mut is_glob = path.contains(['*', '?', '{']);
    let mut rest = path;
    while let Some(c) = rest.chars().next() {
        let after = rest.get(c.len_utf8()..).unwrap_or_default();
        let class = after.split_once(']').filter(|(inner, _)| c == '[' && is_class(inner));
        if let Some((inner, tail)) = class {
            is_glob = true;
            for part in ["[", inner, "]"] {
                glob.push_str(part);
            }
            rest = tail;
            continue;
        }
        match c {
            '[' => glob.push_str("[[]"),
            ']' => glob.push_str("[]]"),
            c => glob.push(c),
        }
        rest = after;
    }
    is_glob.then_some(glob)
}

/// True for the inside of a character class: ranges, as in `0-9` or `!a-z`. `id` and `...slug` are names.
fn is_class(inner: &str) -> bool {
    let chars: Vec<char> = inner.trim_start_matches(['!', '^']).chars().collect();
    !chars.is_empty() && chars.len().is_multiple_of(3) && chars.chunks(3).all(|range| matches!(range, [_, '-', _]))
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn at(written: &str) -> Place {
        declared(written).unwrap().place
    }

    fn path(text: &str) -> Place {
        Place::Path(RepoPath::from(text))
    }

    #[test]
    fn a_path_is_found_in_every_spelling() {
        for written in [
            "src/a.ts",
            " ./src/a.ts ",
            "`src/a.ts`",
            "\"src/a.ts\"",
            "'src/a.ts'",
            "**src/a.ts**",
            "src//a.ts",
            "src/x/../a.ts",
            "src\\a.ts",
            "src/a.ts (new)",
            "src/a.ts   # edit, in src/b.ts too",
            "src/a.ts — the reader",
            "src/a.ts - the reader",
            "src/a.ts (new) — see b.ts",
            "src/a.ts (new — see b.ts, too",
            "src/a.ts (new -> old), later",
            "src/a.ts (reads x, then y)",
            "`src/a.ts` — the reader",
            "src/a.ts: adds the reader",
            "src/a.ts:12-40",
            "NEW: src/a.ts",
            "(MODIFY) src/a.ts",
            "[a](src/a.ts)",
            "src/a.ts,",
            "\"src/a.ts\"   # candidate",
        ] {
            assert_eq!(at(written), path("src/a.ts"), "{written}");
        }
        for plain in [
            "Makefile",
            ".env.local",
            "src/app/(auth)/[id]/[...slug]/page.tsx",
            "docs/手引き.md",
            "skills/My Skill/USE.md",
        ] {
            assert_eq!(at(plain), path(plain), "{plain}");
        }
    }

    #[test]
    fn folders_and_patterns_are_told_apart() {
        assert_eq!(at("app/api/hue/ (entire folder)"), Place::Folder(RepoPath::from("app/api/hue")));
        for (written, glob) in [
            ("src/**", "src/**"),
            ("src/**/", "src/**/**"),
            ("internal/*.go  # all", "internal/*.go"),
            ("src/{a,b}.ts", "src/{a,b}.ts"),
            ("app/[id]/*.ts", "app/[[]id[]]/*.ts"),
            ("db/[0-9]*.sql", "db/[0-9]*.sql"),
            ("db/[0-9][0-9].sql", "db/[0-9][0-9].sql"),
        ] {
            assert_eq!(at(written), Place::Glob(glob.to_owned()), "{written}");
            assert!(globset::Glob::new(glob).is_ok(), "{glob}");
        }
        let glob = globset::Glob::new("app/[[]id[]]/*.ts").unwrap().compile_matcher();
        assert!(glob.is_match("app/[id]/x.ts") && !glob.is_match("app/i/x.ts"));
    }

    #[test]
    fn what_lies_elsewhere_is_named() {
        for (written, path) in
            [("C:\\work\\x.ts", "C:/work/x.ts"), ("\"C:/work/x.ts\"", "C:/work/x.ts"), ("/srv/x.ts", "/srv/x.ts")]
        {
            assert_eq!(at(written), Place::Absolute(path.to_owned()), "{written}");
        }
        for (written, path) in [
            ("../other/x.py", "../other/x.py"),
            ("a/../../x.py", "a/../../x.py"),
            ("other-repo:src/x.py", "other-repo:src/x.py"),
            ("OTHER-REPO: src/x.py", "OTHER-REPO:src/x.py"),
            ("~/.config/x", "~/.config/x"),
        ] {
            assert_eq!(at(written), Place::Elsewhere(path.to_owned()), "{written}");
        }
    }

    #[test]
    fn what_names_no_path_is_refused() {
        for written in [
            "db/<timestamp>_x.sql",
            "db/{timestamp}_x.sql",
            "db/{a,b",
            "db/a}*",
            "db/[z-a]*",
            "db/YYYYMMDDHHMMSS_x.sql",
            "db/XXXX_x.sql",
            "NN-SUMMARY.md",
            "src/components/...",
            "src/…",
            "TBD",
            "https://example.org/a.ts",
            "@/components/x.ts",
            "src/a.ts and src/b.ts",
            "src/a.ts src/b.ts",
            "the files under src/app",
            "every caller of the reader",
            "(varies with the failures found)",
            "(dynamic — files with errors)",
            "..",
            "\"\"\"",
            "?",
        ] {
            let place = at(written);
            let is_refused =
                matches!(place, Place::Unplaceable(_)) || (written == ".." && matches!(place, Place::Elsewhere(_)));
            assert!(is_refused, "{written} {place:?}");
        }
        for nothing in [
            "",
            "none",
            "N/A",
            "—",
            "`none`",
            "(none)",
            "(none — a check only)",
            "None yet",
            "(read-only — no writes)",
            "no file is changed",
        ] {
            assert_eq!(declared(nothing), None, "{nothing}");
        }
    }

    #[test]
    fn a_very_long_entry_is_refused() {
        for part in [":1", "a/.:", "{a", "[a-", " (", "x/"] {
            assert!(matches!(at(&part.repeat(50_000)), Place::Unplaceable(_)), "{part}");
        }
    }

    #[test]
    fn a_run_of_paths_is_parted() {
        let text = "src/a.ts, src/{b,c}.ts\n- src/d.ts (new, small)\n\n  * e.ts; f.ts";
        assert_eq!(split_list(text), ["src/a.ts", "src/{b,c}.ts", "src/d.ts (new, small)", "e.ts", "f.ts"]);
    }

    proptest! {
        #[test]
        fn any_entry_is_read(text in "(\\PC|[/\\\\.\\[\\]{}*:#()<> ]){0,60}") {
            if let Some(DeclaredPath { place: Place::Unplaceable(why), .. }) = declared(&text) {
                prop_assert!(REASONS.contains(&why));
            }
            if let Some(DeclaredPath { place: Place::Path(path) | Place::Folder(path), .. }) = declared(&text) {
                prop_assert!(path.segments().all(|segment| !segment.is_empty() && segment != b".." && segment != b"."));
            }
            prop_assert!(split_list(&text).iter().all(|part| !part.is_empty()));
        }

        #[test]
        fn a_pattern_made_of_an_entry_compiles(text in "[a-z/.*?{},\\[\\]-]{1,30}") {
            if let Some(DeclaredPath { place: Place::Glob(glob), .. }) = declared(&text) {
                prop_assert!(globset::Glob::new(&glob).is_ok(), "{}", glob);
            }
        }
    }

    #[test]
    fn a_list_is_parted_outside_of_brackets_and_at_every_line() {
        for (text, parts) in [
            ("a, b; c", &["a", "b", "c"][..]),
            ("a (x, y), b", &["a (x, y)", "b"]),
            ("a [x, y], {b,c}", &["a [x, y]", "{b,c}"]),
            ("a (x\nb, c", &["a (x", "b", "c"]),
            ("a), b", &["a)", "b"]),
        ] {
            assert_eq!(split_list(text), parts, "{text}");
        }
    }

    #[test]
    fn marks_around_a_path_are_taken_off_only_in_pairs() {
        for (text, bare) in [
            ("\"a\"", "a"),
            ("'a'", "a"),
            ("**a**", "a"),
            ("\"\"", "\"\""),
            ("\"a\" and \"b\"", "\"a\" and \"b\""),
            ("**a** to **b**", "**a** to **b**"),
            ("\"a", "\"a"),
            ("[words](a/b)", "a/b"),
        ] {
            assert_eq!(strip_marks(text), bare, "{text}");
        }
    }

    #[test]
    fn a_path_has_a_longest_length() {
        assert_eq!(at(&"a".repeat(MAX_LEN)), path(&"a".repeat(MAX_LEN)));
        assert_eq!(at(&"a".repeat(MAX_LEN + 1)), Place::Unplaceable(TOO_LONG));
    }

    #[test]
    fn a_remark_is_taken_off_behind_what_looks_like_a_path() {
        for (text, bare) in [
            ("Makefile — the build", "Makefile"),
            ("src/a b.rs — words", "src/a b.rs"),
            ("some words — a remark", "some words — a remark"),
            ("src/a.rs (new)", "src/a.rs"),
            ("src/copy (1).md", "src/copy (1).md"),
            ("src (old)/a.rs", "src (old)/a.rs"),
            ("src/a (1)b", "src/a (1)b"),
        ] {
            assert_eq!(without_remark(text), bare, "{text}");
        }
        for (text, bare) in [
            ("a.rs:10", "a.rs"),
            ("a.rs:10-20:3", "a.rs"),
            ("a.rs:L10,12", "a.rs"),
            ("a.rs:", "a.rs:"),
            ("a.rs:name", "a.rs:name"),
        ] {
            assert_eq!(without_line(text), bare, "{text}");
        }
    }

    #[test]
    fn a_place_that_is_still_to_be_filled_in_is_told_from_a_name() {
        for text in
            ["src/XX.rs", "src/NNN-a.rs", "a/YYYY-MM-DD.md", "a/YYYYMMDDHHMMSS.sql", "a/TBD", "a/TIMESTAMP_b.sql"]
        {
            assert!(is_placeholder(text), "{text}");
        }
        for text in ["src/X.rs", "src/N.rs", "a/YMD.md", "a/HMS.md", "a/MMDD.md", "a/DAY.md", "a/SYMBOLS.md", "a/Y.md"]
        {
            assert!(!is_placeholder(text), "{text}");
        }
    }

    #[test]
    fn a_path_with_blanks_begins_whole_and_ends_like_a_file_or_a_folder() {
        for text in ["docs/My notes.md", "docs/My notes/", "src/a b/c d.rs"] {
            assert!(is_path_with_blanks(text), "{text}");
        }
        for text in
            ["My notes/a.md", "docs/My notes", "src/a.rs b.rs", "docs/a b.", "docs/a b.c+d", "docs/a b.verylongend", ""]
        {
            assert!(!is_path_with_blanks(text), "{text}");
        }
    }

    #[test]
    fn a_class_holds_ranges_alone() {
        for inner in ["0-9", "!a-z", "^0-9", "a-zA-Z"] {
            assert!(is_class(inner), "{inner}");
        }
        for inner in ["", "!", "id", "abc", "...slug", "a-z0", "a-zabc"] {
            assert!(!is_class(inner), "{inner}");
        }
    }

    #[test]
    fn an_entry_says_that_there_is_nothing_unless_it_names_a_file() {
        for (text, expected) in [
            ("none", true),
            ("None, by design", true),
            ("none / nothing", true),
            ("none src/a.rs", false),
            ("src/a.rs", false),
        ] {
            assert_eq!(says_nothing(text), expected, "{text}");
        }
    }
}
