//! What is wrong with an uncommitted file by its bytes alone, whatever its kind: gone, cut short, or not to be read.

use super::markdown::Markdown;
use super::text::{NoText, decode};
use crate::engine::damage::Damage;
use crate::engine::evidence::Tracked;

/// What is wrong with `work`, the bytes on disk, beside `head`, those of HEAD; none where nothing is.
pub fn damage(work: &[u8], head: &[u8], tracked: Tracked) -> Option<Damage> {
    let unreadable = |line: usize, why: &str| Some(Damage::Unreadable { line, why: why.to_owned() });
    match tracked {
        Tracked::Deleted => return Some(Damage::Gone),
        Tracked::Conflicted => return unreadable(0, "git holds several versions of it"),
        _ => {}
    }
    let text = match decode(work) {
        Ok(text) => text,
        Err(NoText::Utf16) => return unreadable(0, "it is UTF-16"),
    };
    if let Some(line) = text.nul.or(text.invalid) {
        return unreadable(line, "it holds bytes that are no text");
    }
    if let Some(line) = Markdown::scan(&text.text, 1).conflict() {
        return unreadable(line, "a merge left its marks");
    }
    if lost_its_tail(work, head) {
        return Some(Damage::CutShort { why: "HEAD's version goes on where it ends".to_owned() });
    }
    let is_empty = text.text.trim().is_empty() && !head.trim_ascii().is_empty();
    is_empty.then(|| Damage::CutShort { why: "nothing is left of what HEAD has".to_owned() })
}

/// True where `work` is what `head` begins with, and the rest of `head` says something: the tail was lost, whatever became of
/// the last line's end. An empty file is a beginning of every other and says nothing by it.
pub fn lost_its_tail(work: &[u8], head: &[u8]) -> bool {
    let plain = |bytes: &[u8]| bytes.iter().copied().filter(|byte| *byte != b'\r').collect::<Vec<u8>>();
    let (work, head) = (plain(work), plain(head));
    let work = work.trim_ascii_end();
    head.strip_prefix(work).is_some_and(|rest| !work.is_empty() && !rest.trim_ascii().is_empty())
}

#[cfg(test)]
mod tests {
    use super::*;

    const HEAD: &[u8] = b"a: 1\nb: [2, 3]\n";

    #[test]
    fn every_beginning_of_what_head_has_is_cut_short_and_the_whole_is_not() {
        let whole = HEAD.trim_ascii_end().len();
        for end in 0..whole {
            let found = damage(&HEAD[..end], HEAD, Tracked::Modified);
            assert!(matches!(found, Some(Damage::CutShort { .. })), "{end}: {found:?}");
        }
        for work in [&HEAD[..whole], HEAD, b"a: 1\nb: [2, 4]\n", b"a: 1\r\nb: [2, 3]\r\nc: 4\r\n"] {
            assert_eq!(damage(work, HEAD, Tracked::Modified), None);
        }
        assert_eq!(damage(b"", b"", Tracked::Untracked), None);
    }

    #[test]
    fn what_is_gone_or_no_text_or_half_merged_is_neither_whole_nor_cut_short() {
        assert_eq!(damage(b"", HEAD, Tracked::Deleted), Some(Damage::Gone));
        assert_eq!(damage(HEAD, HEAD, Tracked::Deleted), Some(Damage::Gone), "gone from the index alone");
        for work in [
            &b"\0\0\0"[..],
            b"a: 1\n\0",
            b"\xff\xfea\0",
            b"a: \xff\n",
            b"a: 1\n<<<<<<< ours\nb: 1\n=======\nb: 2\n>>>>>>> theirs\n",
        ] {
            let found = damage(work, HEAD, Tracked::Modified);
            assert!(matches!(found, Some(Damage::Unreadable { .. })), "{found:?}");
        }
        let conflicted = damage(HEAD, HEAD, Tracked::Conflicted);
        assert!(matches!(conflicted, Some(Damage::Unreadable { line: 0, .. })), "{conflicted:?}");
    }
}
