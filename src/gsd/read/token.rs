//! Phase ids where prose holds them: cutting one off the front of a text, and telling two spellings of one id.

/// The id that `text` begins with, and what follows it. An id holds a digit; letters, digits, dots and hyphens belong to it.
pub(super) fn leading_token(text: &str) -> Option<(&str, &str)> {
    let end = text.find(|c: char| !(c.is_ascii_alphanumeric() || matches!(c, '.' | '-'))).unwrap_or(text.len());
    let token = text.get(..end)?.trim_end_matches(['.', '-']);
    let rest = text.get(token.len()..)?;
    (token.starts_with(|c: char| c.is_ascii_alphanumeric()) && token.contains(|c: char| c.is_ascii_digit()))
        .then_some((token, rest))
}

/// What two spellings of one id share: letter case and the zeros in front of its first number do not count.
pub(super) fn fold(token: &str) -> String {
    let (code, number) = token.split_at(token.find(|c: char| c.is_ascii_digit()).unwrap_or(token.len()));
    let bare = number.trim_start_matches('0');
    let zero = if bare.starts_with(|c: char| c.is_ascii_digit()) { "" } else { "0" };
    format!("{code}{zero}{bare}").to_uppercase()
}

/// True for `v1.0`: a milestone's version, where a phase could stand.
pub(super) fn is_version(token: &str) -> bool {
    token.strip_prefix('v').is_some_and(|rest| rest.starts_with(|c: char| c.is_ascii_digit()))
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
        ] {
            assert_eq!(leading_token(text), Some((token, rest)), "{text}");
        }
        for text in ["", "Name", "-7", ".7", "Details", "«7»"] {
            assert_eq!(leading_token(text), None, "{text}");
        }
    }

    #[test]
    fn padding_and_case_do_not_part_ids_and_all_else_does() {
        for (one, other) in
            [("7", "007"), ("2.1", "02.1"), ("12a", "12A"), ("ck-7", "CK-07"), ("0", "00"), ("0.1", "00.1")]
        {
            assert_eq!(fold(one), fold(other), "{one} {other}");
        }
        for (one, other) in [("2.1", "2.10"), ("3.1", "3.01"), ("7", "70"), ("7", "7A"), ("A1", "B1")] {
            assert_ne!(fold(one), fold(other), "{one} {other}");
        }
    }
}
