//! Quick tasks: small work beside the phases, in numbered folders of their own (`quick/042-words`). Their commits name the number
//! in their scope as a phase's commits do.
//!
//! Source: GSD's quick command pads its numbers to three digits, phases are padded to two; so the padding tells them apart where
//! a project writes the scope as it writes the folder. A phase may be named with less padding than its folder has (`phase-7`),
//! hardly with more.

/// The folder that holds them, below the one that is worked in.
pub const FOLDER: &str = "quick";

/// The number that a text begins with, as it is written; none where it begins with none, or with a longer token (`12A`, `2.1`).
pub fn number(text: &str) -> Option<&str> {
    let end = text.find(|c: char| !c.is_ascii_digit()).unwrap_or(text.len());
    let (number, rest) = text.split_at_checked(end)?;
    (!number.is_empty() && !rest.starts_with(|c: char| c.is_alphanumeric() || c == '.')).then_some(number)
}

/// True where `written` is padded further than the phase of these names (its folder's, its files') ever is: for phase 42 of
/// `42-words`, `042`.
pub fn is_padded_further<'a>(written: &str, mut names: impl Iterator<Item = &'a str>) -> bool {
    let own = |name: &str| number(name.trim_start_matches(|c: char| !c.is_ascii_digit())).map_or(0, str::len);
    written.starts_with('0') && names.all(|name| own(name) < written.len())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_number_ends_with_its_token() {
        for (text, expected) in [
            ("042-words", Some("042")),
            ("042", Some("042")),
            ("7-01", Some("7")),
            ("12A-x", None),
            ("2.1-x", None),
            ("quick-042", None),
            ("", None),
        ] {
            assert_eq!(number(text), expected, "{text}");
        }
    }

    #[test]
    fn only_a_padding_that_the_phase_has_nowhere_is_anothers() {
        for (written, names, expected) in [
            ("042", &["42-words", "42-01-PLAN.md", "PLAN.md"][..], true),
            ("007", &["07-words"], true),
            ("07", &["7-words"], true),
            ("042", &["042-words"], false),
            ("042", &["42-words", "042-01-PLAN.md"], false),
            ("042", &["CK-042-words"], false),
            ("042", &["0042-words"], false),
            ("7", &["07-words"], false),
            ("110", &["11-words"], false),
        ] {
            assert_eq!(is_padded_further(written, names.iter().copied()), expected, "{written} {names:?}");
        }
    }
}
