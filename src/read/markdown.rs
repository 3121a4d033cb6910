//! The little of Markdown that artifacts are read by: headings, bold header lines, table rows, and what is left open.
//!
//! Lines inside fenced code and HTML comments are no structure. A fence may be indented or stand in a list, because plans put
//! code into list items.

/// A line outside fenced code and comments.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Line<'a> {
    /// The line's number in its file, from 1.
    pub number: usize,
    /// The text as written.
    pub text: &'a str,
}

/// A heading.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Heading<'a> {
    /// The number of `#`, from 1 to 6.
    pub level: usize,
    /// The title, without marks.
    pub title: &'a str,
    /// Its line, from 1.
    pub line: usize,
}

/// A value with its line.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Found<'a> {
    /// The text found.
    pub text: &'a str,
    /// Its line, from 1.
    pub line: usize,
    /// False where the file ends on this line without a line end: the text may be cut short.
    pub ended: bool,
}

/// A body, scanned once.
#[derive(Debug, Clone, Default)]
pub struct Markdown<'a> {
    lines: Vec<Line<'a>>,
    fenced: Vec<Line<'a>>,
    comments: Vec<Found<'a>>,
    open_fence: Option<usize>,
    open_comment: Option<usize>,
    last_line: usize,
    ended: bool,
}

impl<'a> Markdown<'a> {
    /// Scans `body`, whose first line has the number `first_line`.
    pub fn scan(body: &'a str, first_line: usize) -> Self {
        let mut scan =
            Self { last_line: first_line, ended: body.is_empty() || body.ends_with('\n'), ..Self::default() };
        let mut fence: Option<(Fence, usize)> = None;
        let mut comment: Option<usize> = None;
        for (at, text) in body.lines().enumerate() {
            let number = first_line + at;
            scan.last_line = number;
            if let Some((open, _)) = fence {
                if open.is_closed_by(text) {
                    fence = None;
                } else {
                    scan.fenced.push(Line { number, text });
                }
                continue;
            }
            if comment.is_none()
                && let Some(open) = Fence::of(text)
            {
                fence = Some((open, number));
                continue;
            }
            let was_in_comment = comment.is_some();
            comment = comment_after(text, comment, number, &mut scan.comments);
            if !was_in_comment {
                scan.lines.push(Line { number, text });
            }
        }
        scan.open_fence = fence.map(|(_, line)| line);
        scan.open_comment = comment;
        scan
    }

    /// The lines outside fenced code and comments.
    pub fn lines(&self) -> &[Line<'a>] {
        &self.lines
    }

    /// The lines inside fenced code.
    pub fn fenced(&self) -> &[Line<'a>] {
        &self.fenced
    }

    /// The line of a fence that nothing closes.
    pub fn open_fence(&self) -> Option<usize> {
        self.open_fence
    }

    /// The line of a comment that nothing closes.
    pub fn open_comment(&self) -> Option<usize> {
        self.open_comment
    }

    /// The comments that begin and end on one line: their text.
    pub fn comments(&self) -> &[Found<'a>] {
        &self.comments
    }

    /// The headings, in order.
    pub fn headings(&self) -> impl Iterator<Item = Heading<'a>> {
        self.lines.iter().filter_map(|line| heading(*line))
    }

    /// The lines below the first heading whose title `matches`, up to the next heading of the same or a higher level.
    pub fn section(&self, matches: impl Fn(&str) -> bool) -> Option<(Heading<'a>, &[Line<'a>])> {
        let (at, head) = self
            .lines
            .iter()
            .enumerate()
            .find_map(|(at, line)| heading(*line).filter(|head| matches(head.title)).map(|head| (at, head)))?;
        let rest = self.lines.get(at + 1..).unwrap_or_default();
        let is_next = |line: &Line<'a>| heading(*line).is_some_and(|next| next.level <= head.level);
        let len = rest.iter().position(is_next).unwrap_or(rest.len());
        Some((head, rest.get(..len).unwrap_or_default()))
    }

    /// The value of the first bold header line for `key` (`**Key:** value`, `**Key**: value`, in a list or a quote, the key in
    /// any case); with `head_only`, before the first heading of level 2.
    pub fn bold(&self, key: &str, head_only: bool) -> Option<Found<'a>> {
        let is_end = |line: &&Line<'a>| !(head_only && heading(**line).is_some_and(|head| head.level > 1));
        self.lines.iter().take_while(is_end).find_map(|line| {
            let (name, text) = bold_line(line.text)?;
            name.eq_ignore_ascii_case(key).then(|| self.found(text, line.number))
        })
    }

    /// The rows of tables: their line and their cells. Separator rows are left out.
    pub fn rows(&self) -> impl Iterator<Item = (usize, Vec<&'a str>)> {
        self.lines.iter().filter_map(|line| row(line.text).map(|cells| (line.number, cells)))
    }

    /// `text`, found on `line`, with whether that line is whole.
    pub fn found(&self, text: &'a str, line: usize) -> Found<'a> {
        Found { text, line, ended: self.ended || line < self.last_line }
    }

    /// The line of a mark that a merge left behind. One is enough: of a conflict that was resolved by half, or whose middle a
    /// fence hides, the others are not there. Its middle alone may be the line below a heading.
    pub fn conflict(&self) -> Option<usize> {
        let is_mark = |text: &str| text.starts_with("<<<<<<< ") || text.starts_with(">>>>>>> ");
        self.lines.iter().find(|line| is_mark(line.text)).map(|line| line.number)
    }

    /// True when there is a line beside headings, rules and blank ones.
    pub fn has_text(&self) -> bool {
        let is_text = |line: &Line<'a>| {
            let text = line.text.trim_matches(is_blank);
            !text.is_empty() && heading(*line).is_none() && !text.chars().all(|c| matches!(c, '-' | '*' | '_' | '='))
        };
        self.lines.iter().any(is_text)
    }
}

/// True for what says nothing: white space, and the NUL bytes that a power loss leaves in place of a text.
pub fn is_blank(c: char) -> bool {
    c.is_whitespace() || c == '\0'
}

/// The heading that a line is.
pub fn heading(line: Line<'_>) -> Option<Heading<'_>> {
    let level = line.text.bytes().take_while(|byte| *byte == b'#').count();
    let rest = line.text.get(level..)?;
    let is_heading = (1..=6).contains(&level) && (rest.is_empty() || rest.starts_with([' ', '\t']));
    is_heading.then(|| Heading { level, title: rest.trim().trim_end_matches('#').trim_end(), line: line.number })
}

/// Key and value of a bold header line; the value may be empty.
pub fn bold_line(text: &str) -> Option<(&str, &str)> {
    let text = text.trim_start_matches([' ', '\t', '>']);
    let text = text.strip_prefix(['-', '*', '+']).filter(|rest| rest.starts_with(' ')).unwrap_or(text).trim();
    let marks = ["**", "__"].into_iter().find(|marks| text.starts_with(marks))?;
    let (key, rest) = text.get(2..)?.split_once(marks)?;
    match key.trim_end().strip_suffix(':') {
        Some(key) => Some((key.trim(), rest.trim())),
        None => rest.trim_start().strip_prefix(':').map(|value| (key.trim(), value.trim())),
    }
}

/// The cells of a table row; none for another line or a separator row.
pub fn row(text: &str) -> Option<Vec<&str>> {
    let inner = text.trim().strip_prefix('|')?;
    let inner = inner.strip_suffix('|').unwrap_or(inner);
    let mut cells = Vec::new();
    let mut start = 0;
    for (at, _) in inner.match_indices('|') {
        if !inner.get(..at).is_some_and(|before| before.ends_with('\\')) {
            cells.push(inner.get(start..at).unwrap_or_default().trim());
            start = at + 1;
        }
    }
    cells.push(inner.get(start..).unwrap_or_default().trim());
    let is_separator = cells.iter().all(|cell| !cell.is_empty() && cell.chars().all(|c| matches!(c, '-' | ':' | ' ')));
    (!is_separator).then_some(cells)
}

/// The line of the last opening of a tag in `names` at the start of a line that nothing closes afterwards, and the name.
///
/// A closing tag counts wherever it stands; an opening one only at the start of a line outside code, so that prose about
/// `<tag>` opens nothing.
pub fn open_tag<'n>(
    markdown: &Markdown<'_>,
    body: &str,
    first_line: usize,
    names: &[&'n str],
) -> Option<(&'n str, usize)> {
    let begins =
        markdown.lines.iter().filter_map(|line| Some((line.text.trim_start().strip_prefix('<')?, line.number)));
    let tags: Vec<(&str, usize)> = begins.collect();
    let opens = |tag: &str, name: &str| {
        tag.strip_prefix(name).is_some_and(|rest| rest.is_empty() || rest.starts_with(['>', ' ', '\t']))
    };
    let unclosed = |name: &'n str| {
        let (_, last) = tags.iter().rev().find(|(tag, _)| opens(tag, name))?;
        let close = format!("</{name}>");
        let after = body.split_inclusive('\n').take(last.saturating_sub(first_line)).map(str::len).sum();
        (!body.get(after..).unwrap_or_default().contains(&close)).then_some((name, *last))
    };
    names.iter().filter_map(|name| unclosed(name)).min_by_key(|(_, line)| *line)
}

/// An open fence: its sign and length.
#[derive(Debug, Clone, Copy)]
struct Fence {
    sign: char,
    len: usize,
}

impl Fence {
    /// The fence that a line opens. Indentation and a list mark or quote before it are allowed.
    fn of(text: &str) -> Option<Self> {
        let text = text.trim_start_matches([' ', '\t', '>']);
        let text = text.strip_prefix(['-', '*', '+']).map_or(text, str::trim_start);
        let sign = text.chars().next().filter(|sign| matches!(sign, '`' | '~'))?;
        let len = text.chars().take_while(|c| *c == sign).count();
        let info = text.get(len..)?;
        (len >= 3 && !(sign == '`' && info.contains('`'))).then_some(Self { sign, len })
    }

    fn is_closed_by(self, text: &str) -> bool {
        let text = text.trim_start_matches([' ', '\t', '>']).trim_end();
        text.len() >= self.len && text.chars().all(|c| c == self.sign)
    }
}

/// The line of the comment that is open after `text`, if one is. Comments that end on their own line are collected.
fn comment_after<'a>(text: &'a str, open: Option<usize>, line: usize, ended: &mut Vec<Found<'a>>) -> Option<usize> {
    let mut rest = text;
    if open.is_some() {
        match rest.split_once("-->") {
            None => return open,
            Some((_, after)) => rest = after,
        }
    }
    while let Some(start) = comment_start(rest) {
        let inner = rest.get(start + 4..).unwrap_or_default();
        let Some((comment, after)) = inner.split_once("-->") else { return Some(line) };
        ended.push(Found { text: comment.trim(), line, ended: true });
        rest = after;
    }
    None
}

/// Where a comment begins on a line, outside of inline code.
fn comment_start(text: &str) -> Option<usize> {
    // Few lines hold one at all.
    if !text.contains("<!--") {
        return None;
    }
    let mut code: Option<usize> = None;
    let bytes = text.as_bytes();
    let mut at = 0;
    while at < bytes.len() {
        let ticks = bytes.iter().skip(at).take_while(|byte| **byte == b'`').count();
        if ticks > 0 {
            code = match code {
                Some(open) if open == ticks => None,
                Some(open) => Some(open),
                // Ticks that nothing closes on this line are no code.
                None if text.get(at + ticks..).is_some_and(|rest| rest.contains(&"`".repeat(ticks))) => Some(ticks),
                None => None,
            };
            at += ticks;
            continue;
        }
        if code.is_none() && text.get(at..).is_some_and(|rest| rest.starts_with("<!--")) {
            return Some(at);
        }
        at += 1;
    }
    None
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn titles(body: &str) -> Vec<(usize, &str, usize)> {
        Markdown::scan(body, 1).headings().map(|head| (head.level, head.title, head.line)).collect()
    }

    #[test]
    fn headings_stand_outside_code_and_comments() {
        let body =
            "# A\n```sh\n# no\n```\n<!-- \n# no\n-->\n## B ##\n#no\n- ~~~\n  # no\n  ~~~\n###### C\n####### no\n#\n";
        assert_eq!(titles(body), [(1, "A", 1), (2, "B", 8), (6, "C", 13), (1, "", 15)]);
    }

    #[test]
    fn a_fence_is_closed_by_its_own_sign_and_length_alone() {
        for (body, open) in [
            ("```\ncode\n```\n", None),
            ("````\n```\n````\n", None),
            ("```\n~~~\n", Some(1)),
            ("a\n```rust\nfn\n", Some(2)),
            ("```a`b``` inline\n", None),
            ("  - ```\n    x\n    ```\n", None),
            ("> ```\n> x\n> ```\n", None),
            ("``\nno fence\n", None),
        ] {
            assert_eq!(Markdown::scan(body, 1).open_fence(), open, "{body}");
        }
    }

    #[test]
    fn a_comment_in_inline_code_is_none() {
        for (body, open) in [
            ("<!-- a -->\n", None),
            ("a <!-- b\nc --> d\n", None),
            ("a\n<!-- b -->\n<!-- c\n", Some(3)),
            ("write `<!-- x` here\n", None),
            ("a tick ` and <!-- x\n", Some(1)),
            ("``a ` b <!-- `` c\n", None),
            ("<!-- a --> <!-- b --> <!-- c\n-->\n", None),
        ] {
            assert_eq!(Markdown::scan(body, 1).open_comment(), open, "{body}");
        }
        let body = "x <!-- one --> y <!-- two -->\n<!--\nlong -->\n";
        let texts: Vec<&str> = Markdown::scan(body, 1).comments().iter().map(|found| found.text).collect();
        assert_eq!(texts, ["one", "two"]);
    }

    #[test]
    fn bold_header_lines_are_found_in_their_spellings() {
        for line in [
            "**Status:** passed",
            "**Status**: passed",
            "- **status:** passed  ",
            "> **STATUS :** passed",
            "__Status:__ passed",
        ] {
            let body = format!("# Title\n{line}\n");
            let markdown = Markdown::scan(&body, 10);
            assert_eq!(markdown.bold("Status", true), Some(Found { text: "passed", line: 11, ended: true }), "{line}");
        }
        for line in ["**Status** passed", "Status: passed", "*Status:* passed", "**Status: passed"] {
            assert_eq!(Markdown::scan(line, 1).bold("Status", false), None, "{line}");
        }
        let late = "# T\n## Part\n**Status:** passed";
        assert_eq!(Markdown::scan(late, 1).bold("Status", true), None);
        assert_eq!(
            Markdown::scan(late, 1).bold("Status", false),
            Some(Found { text: "passed", line: 3, ended: false })
        );
    }

    #[test]
    fn a_row_has_its_cells() {
        assert_eq!(row("| a | b\\|c |  |"), Some(vec!["a", "b\\|c", ""]));
        assert_eq!(row("|a|b"), Some(vec!["a", "b"]));
        assert_eq!(row("|---|:-:|"), None);
        assert_eq!(row("a | b"), None);
    }

    #[test]
    fn a_section_ends_at_its_own_level() {
        let body = "# T\n## A\none\n### B\ntwo\n## C\nthree\n";
        let markdown = Markdown::scan(body, 1);
        let (head, lines) = markdown.section(|title| title == "A").unwrap();
        assert_eq!(
            (head.line, lines.iter().map(|line| line.text).collect::<Vec<_>>()),
            (2, vec!["one", "### B", "two"])
        );
        assert!(markdown.section(|title| title == "D").is_none());
    }

    #[test]
    fn a_tag_is_open_when_nothing_closes_it_later() {
        let names = ["task", "tasks"];
        for (body, open) in [
            ("<tasks>\n<task type=\"a\">\n</task>\n</tasks>\n", None),
            ("<tasks>\n<task>\n</task>\n<task a>\n", Some(("tasks", 1))),
            ("text <task> in prose\n`<task>`\n", None),
            ("```xml\n<task>\n```\n", None),
            ("<task>x</task>\n", None),
            ("  <task>\n```\n</task>\n```\n", None),
        ] {
            assert_eq!(open_tag(&Markdown::scan(body, 1), body, 1, &names), open, "{body}");
        }
    }

    proptest! {
        #[test]
        fn any_body_is_scanned(body in "(\\PC|[\n`~#*|<>!-]){0,200}", first in 1_usize..9) {
            let markdown = Markdown::scan(&body, first);
            let last = first + body.lines().count();
            prop_assert!(markdown.lines().iter().all(|line| (first..last.max(first + 1)).contains(&line.number)));
            let _ = open_tag(&markdown, &body, first, &["task"]);
            let _ = (markdown.has_text(), markdown.rows().count(), markdown.bold("Status", true));
        }
    }
}
