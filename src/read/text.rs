//! Bytes into text, keeping what went wrong on the way.

use std::borrow::Cow;

/// A file as text with `\n` line ends and without a byte order mark.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Text<'a> {
    /// The text; bytes that are no UTF-8 are replaced by U+FFFD.
    pub text: Cow<'a, str>,
    /// The line (from 1) of the first byte that is no UTF-8.
    pub invalid: Option<usize>,
    /// The line (from 1) of the first NUL byte; git treats such a file as binary.
    pub nul: Option<usize>,
}

/// Why bytes are no text at all.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum NoText {
    /// A byte order mark of UTF-16, as some shells write when output is redirected.
    #[error("written as UTF-16, read as UTF-8 by every tool of the pipeline")]
    Utf16,
}

/// Decodes `bytes` as UTF-8. A byte order mark is dropped; CRLF and a lone CR become LF, so that lines count as an editor
/// counts them.
pub fn decode(bytes: &[u8]) -> Result<Text<'_>, NoText> {
    if bytes.starts_with(b"\xff\xfe") || bytes.starts_with(b"\xfe\xff") {
        return Err(NoText::Utf16);
    }
    let bytes = bytes.strip_prefix(b"\xef\xbb\xbf").unwrap_or(bytes);
    let (text, valid_up_to) = match std::str::from_utf8(bytes) {
        Ok(text) => (Cow::Borrowed(text), None),
        Err(error) => (String::from_utf8_lossy(bytes), Some(error.valid_up_to())),
    };
    // To see that there is none is much faster than to look where it is.
    let nul_at = bytes.contains(&0).then(|| bytes.iter().position(|byte| *byte == 0)).flatten();
    let text = if text.contains('\r') { Cow::Owned(text.replace("\r\n", "\n").replace('\r', "\n")) } else { text };
    Ok(Text { text, invalid: valid_up_to.map(|at| line_at(bytes, at)), nul: nul_at.map(|at| line_at(bytes, at)) })
}

/// The line, from 1, that the byte at `at` stands on.
fn line_at(bytes: &[u8], at: usize) -> usize {
    let before = bytes.get(..at).unwrap_or(bytes);
    let lone = |(at, byte): &(usize, &u8)| {
        **byte == b'\n' || (**byte == b'\r' && before.get(at + 1).or_else(|| bytes.get(at + 1)) != Some(&b'\n'))
    };
    before.iter().enumerate().filter(lone).count() + 1
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_line_end_becomes_one() {
        assert_eq!(decode(b"\xef\xbb\xbfa\r\nb\rc\n\r\n").unwrap().text, "a\nb\nc\n\n");
        assert!(matches!(decode(b"a\nb").unwrap().text, Cow::Borrowed(_)));
    }

    #[test]
    fn what_is_no_text_is_named_with_its_line() {
        let text = decode(b"a\r\nb\rc\xff\n\0").unwrap();
        assert_eq!((text.invalid, text.nul), (Some(3), Some(4)));
        assert_eq!(text.text, "a\nb\nc\u{fffd}\n\0");
        assert_eq!(decode(b"\xff\xfea\0"), Err(NoText::Utf16));
        assert_eq!(decode(b"").unwrap(), Text { text: Cow::Borrowed(""), invalid: None, nul: None });
    }
}
