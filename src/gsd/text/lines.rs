//! The lines of a ledger that are read.

use crate::read::markdown::{Line, Markdown};

/// The lines of `text` outside fenced code and comments; the first has the number `first`. What nothing closes hides nothing:
/// in a ledger a phase must not vanish behind a forgotten fence.
pub(super) fn visible_lines(text: &str, first: usize) -> Vec<Line<'_>> {
    let mut lines = Vec::new();
    let (mut rest, mut first) = (text, first);
    loop {
        let markdown = Markdown::scan(rest, first);
        let open = [markdown.open_fence(), markdown.open_comment()].into_iter().flatten().min();
        lines.extend_from_slice(markdown.lines());
        let Some(open) = open else { return lines };
        let skipped = rest.split_inclusive('\n').take(open + 1 - first).map(str::len).sum();
        rest = rest.get(skipped..).unwrap_or_default();
        first = open + 1;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn numbers(text: &str) -> Vec<usize> {
        visible_lines(text, 1).iter().map(|line| line.number).collect()
    }

    #[test]
    fn closed_fences_and_comments_are_hidden_and_open_ones_hide_nothing() {
        assert_eq!(numbers("a\n```\nb\n```\nc\n"), [1, 5]);
        assert_eq!(numbers("a\n<!-- \nb\n-->\nc\n"), [1, 2, 5]);
        assert_eq!(numbers("a\n```\nb\nc\n"), [1, 3, 4]);
        assert_eq!(numbers("a\n<!-- b\nc\n```\nd\n"), [1, 2, 3, 5]);
        assert_eq!(numbers(""), Vec::<usize>::new());
    }
}
