//! Puts a block into a document: every byte outside of it stays, line ends and byte order mark included.

use std::ops::{Range, RangeInclusive};

use crate::read::markdown::Markdown;
use crate::read::text::{NoText, decode};

/// The document with `block` in place of its lines `at` (from 1), or in front of the closing footer where there is none yet.
/// `block` has a `\n` after each line; in the document its lines end as most others do.
///
/// # Errors
/// The document is no text.
pub fn with_block(bytes: &[u8], block: &str, at: Option<&RangeInclusive<usize>>) -> Result<Vec<u8>, NoText> {
    let text = decode(bytes)?.text;
    let document = Document::of(bytes);
    let block = block.replace('\n', document.end);
    Ok(match at {
        Some(lines) => document.replaced(&block, lines),
        None => document.inserted(&block, footer(&text)),
    })
}

/// The raw lines of a document.
struct Document<'a> {
    bytes: &'a [u8],
    /// The bytes of each line, its end included; a byte order mark belongs to none.
    lines: Vec<Range<usize>>,
    /// How most lines end.
    end: &'static str,
}

impl<'a> Document<'a> {
    /// Parts the bytes where [`decode`] sees the end of a line.
    fn of(bytes: &'a [u8]) -> Self {
        let mut at = if bytes.starts_with(b"\xef\xbb\xbf") { 3 } else { 0 };
        let mut lines = Vec::new();
        let mut ends: [(usize, &'static str); 3] = [(0, "\n"), (0, "\r\n"), (0, "\r")];
        while at < bytes.len() {
            let rest = bytes.get(at..).unwrap_or_default();
            let break_at = rest.iter().position(|byte| matches!(byte, b'\n' | b'\r'));
            let from = break_at.map_or(&[][..], |from| rest.get(from..).unwrap_or_default());
            let kind = match from {
                [b'\r', b'\n', ..] => Some(1),
                [b'\n', ..] => Some(0),
                [b'\r', ..] => Some(2),
                _ => None,
            };
            let end = kind.and_then(|kind| ends.get_mut(kind)).map_or(0, |(count, end)| {
                *count += 1;
                end.len()
            });
            let to = at + break_at.unwrap_or(rest.len()) + end;
            lines.push(at..to);
            at = to;
        }
        // Of two that are as frequent the plainer one.
        let end = ends.iter().rev().max_by_key(|(count, _)| *count).map_or("\n", |(_, end)| *end);
        Self { bytes, lines, end }
    }

    fn line(&self, number: usize) -> Option<&'a [u8]> {
        self.bytes.get(self.lines.get(number.checked_sub(1)?)?.clone())
    }

    fn is_blank(&self, number: usize) -> bool {
        self.line(number).is_none_or(|line| line.trim_ascii().is_empty())
    }

    fn begin_of(&self, number: usize) -> usize {
        number.checked_sub(1).and_then(|at| self.lines.get(at)).map_or(self.bytes.len(), |line| line.start)
    }

    fn around(&self, from: usize, middle: &str, to: usize) -> Vec<u8> {
        let before = self.bytes.get(..from).unwrap_or_default();
        [before, middle.as_bytes(), self.bytes.get(to..).unwrap_or_default()].concat()
    }

    fn replaced(&self, block: &str, lines: &RangeInclusive<usize>) -> Vec<u8> {
        let is_ended = self.line(*lines.end()).is_some_and(|line| line.ends_with(b"\n") || line.ends_with(b"\r"));
        // A document whose last line has no end keeps it so.
        let block = if is_ended { block } else { block.strip_suffix(self.end).unwrap_or(block) };
        self.around(self.begin_of(*lines.start()), block, self.begin_of(lines.end() + 1))
    }

    /// In front of a line, or at the end; with a blank line on either side where there is text.
    fn inserted(&self, block: &str, in_front_of: Option<usize>) -> Vec<u8> {
        let number = in_front_of.unwrap_or(self.lines.len() + 1);
        let mut middle = String::new();
        if let Some(last) = self.line(number.saturating_sub(1)) {
            if !last.ends_with(b"\n") && !last.ends_with(b"\r") {
                middle.push_str(self.end);
            }
            if !last.trim_ascii().is_empty() {
                middle.push_str(self.end);
            }
        }
        middle.push_str(block);
        if !self.is_blank(number) {
            middle.push_str(self.end);
        }
        let at = self.begin_of(number);
        self.around(at, &middle, at)
    }
}

/// The first line of the closing footer: lines in italics at the end, with the rule above them; none where there is none.
///
/// Source: GSD's templates of SPEC and CONTEXT end with a rule, `*Phase: …*` and `*Context gathered: …*`.
fn footer(text: &str) -> Option<usize> {
    let markdown = Markdown::scan(text, 1);
    let lines = markdown.lines();
    let mut first = None;
    let mut next = text.lines().count();
    for (at, line) in lines.iter().enumerate().rev() {
        // Code or a comment stands below.
        if line.number != next {
            break;
        }
        next = next.saturating_sub(1);
        let shown = line.text.trim();
        if shown.is_empty() {
            continue;
        }
        if is_italic(shown) {
            first = Some(line.number);
            continue;
        }
        // Below text, a rule of dashes makes a heading of it; and the one that closes front matter is none.
        let above = at.checked_sub(1).and_then(|at| lines.get(at));
        let is_free = above.is_some_and(|above| above.number + 1 == line.number && above.text.trim().is_empty());
        if first.is_some() && is_rule(shown) && is_free && Some(line.number) != front_matter_end(text) {
            first = Some(line.number);
        }
        break;
    }
    first.filter(|first| front_matter_end(text).is_none_or(|end| *first > end))
}

fn is_italic(line: &str) -> bool {
    ['*', '_'].into_iter().any(|mark| {
        let inner = line.strip_prefix(mark).and_then(|rest| rest.strip_suffix(mark));
        inner.is_some_and(|inner| {
            !inner.is_empty() && !inner.starts_with(|c: char| c.is_whitespace() || c == mark) && !inner.ends_with(mark)
        })
    })
}

fn is_rule(line: &str) -> bool {
    let marks: Vec<char> = line.chars().filter(|c| !c.is_whitespace()).collect();
    marks.len() >= 3 && ['-', '*', '_'].into_iter().any(|mark| marks.iter().all(|c| *c == mark))
}

/// The line that closes front matter.
fn front_matter_end(text: &str) -> Option<usize> {
    let mut lines = text.lines().enumerate();
    let (_, first) = lines.next()?;
    if first.trim_end() != "---" {
        return None;
    }
    lines.find(|(_, line)| line.trim_end() == "---").map(|(at, _)| at + 1)
}

#[cfg(test)]
mod tests;
