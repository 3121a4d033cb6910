//! Phase ids where prose holds them.

use crate::gsd::ids::PhaseId;

/// The id that `text` begins with, and what follows it. A milestone's version (`v1.0`) is none.
pub(super) fn leading_id(text: &str) -> Option<(PhaseId, &str)> {
    let (token, rest) = leading_token(text)?;
    Some((id(token)?, rest))
}

/// Letters, digits, dots and hyphens that `text` begins with and an id may be made of, and what follows them.
pub(super) fn leading_token(text: &str) -> Option<(&str, &str)> {
    let end = text.find(|c: char| !(c.is_ascii_alphanumeric() || matches!(c, '.' | '-'))).unwrap_or(text.len());
    let token = text.get(..end)?.trim_end_matches(['.', '-']);
    (!token.is_empty()).then_some((token, text.get(token.len()..)?))
}

/// The id that a word is; none for a milestone's version and for a date.
pub(super) fn id(word: &str) -> Option<PhaseId> {
    let is_date = word.len() == 10 && word.bytes().filter(|byte| *byte == b'-').count() == 2;
    if is_version(word) || is_date { None } else { PhaseId::parse(word) }
}

/// True for `v1.0`, which stands where a phase could and names a milestone. (`V14` is a phase of some projects.)
pub(super) fn is_version(word: &str) -> bool {
    word.strip_prefix('v').is_some_and(|rest| rest.starts_with(|c: char| c.is_ascii_digit()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_id_is_cut_off_at_the_first_sign_it_cannot_hold() {
        for (text, token, rest) in [
            ("57. Name", "57", ". Name"),
            ("02.10: Name", "02.10", ": Name"),
            ("CP-PTY-01 — x", "CP-PTY-01", " — x"),
            ("12A (x)", "12A", " (x)"),
            ("7**", "7", "**"),
            ("7–9", "7", "–9"),
            ("V14: x", "V14", ": x"),
        ] {
            assert_eq!(leading_id(text), Some((PhaseId::parse(token).unwrap(), rest)), "{text}");
        }
        for text in ["", "Name", "-7", ".7", "Details", "«7»", "3rd", "7-9", "v1.0", "2026-08-13", "7th"] {
            assert_eq!(leading_id(text), None, "{text}");
        }
    }
}
