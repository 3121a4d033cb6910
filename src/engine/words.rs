//! Status words: how two spellings compare, and what a table of them looks like.

use super::escape::is_hidden;
use super::evidence::Meaning;

/// The words of one meaning. A word that ends in `*` stands for every word that begins so.
#[derive(Debug, Clone, Copy)]
pub struct WordRow {
    /// What the words mean.
    pub meaning: Meaning,
    /// The words, normalised: lower case, `_` between parts.
    pub words: &'static [&'static str],
}

/// Brings a status as written to the form that tables hold: without quotes and case, without a sign before or behind it, `-`,
/// `_` and blanks alike, cut at the first bracket, comma, colon, semicolon or spaced dash (`"✅ COMPLETE (gate green)"` is
/// `complete`). White space goes; a sign that nobody sees stays, so that a text which may show as another is no known word.
pub fn normalise(raw: &str) -> String {
    let is_unseen = |c: char| is_hidden(c) && !c.is_whitespace();
    let is_sign = |c: char| !c.is_alphanumeric() && !is_unseen(c) && !matches!(c, '(' | '[' | '{' | ',' | ':' | ';');
    let raw = raw.trim_matches(is_sign);
    let cut_by_sign = raw.find(['(', '[', '{', ',', ':', ';']).unwrap_or(raw.len());
    let cut_by_dash = [" - ", " -- ", " – ", " — "].iter().filter_map(|dash| raw.find(dash)).min().unwrap_or(raw.len());
    let word = raw.get(..cut_by_sign.min(cut_by_dash)).unwrap_or_default();
    let parts: Vec<String> = word
        .split(|c: char| c == '-' || c == '_' || c.is_whitespace())
        .map(|part| part.trim_matches(is_sign).to_lowercase())
        .filter(|part| !part.is_empty())
        .collect();
    parts.join("_")
}

/// What `raw` means by `rows`; none for a word that no row holds.
pub fn meaning_of(rows: &[WordRow], raw: &str) -> Option<Meaning> {
    let word = normalise(raw);
    let holds = |entry: &&str| match entry.strip_suffix('*') {
        Some(beginning) => word.starts_with(beginning),
        None => word == **entry,
    };
    rows.iter().find(|row| row.words.iter().any(holds)).map(|row| row.meaning)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn spellings_of_one_word_agree() {
        for spelling in [
            "gaps_found",
            "Gaps-Found",
            "\"gaps found\"",
            "GAPS_FOUND (2 of 7)",
            "gaps_found — see below",
            "gaps_found: two",
            "**gaps_found**",
            "  gaps_found, partly",
            "⚠️ gaps_found",
            "~gaps found~ ❌",
        ] {
            assert_eq!(normalise(spelling), "gaps_found", "{spelling}");
        }
        assert_eq!(normalise(""), "");
        assert_eq!(normalise("—"), "");
        assert_eq!(normalise("(none)"), "");
    }

    #[test]
    fn a_word_with_a_sign_that_nobody_sees_is_no_known_one() {
        let rows = [WordRow { meaning: Meaning::Done, words: &["gaps_closed"] }];
        for unseen in ['\u{202e}', '\u{2066}', '\u{200b}', '\u{200d}', '\u{2060}', '\u{feff}', '\u{ad}', '\u{7}', '\0']
        {
            for text in [
                "_gaps closed",
                "gaps closed_",
                "ga_ps closed",
                "gaps_ closed",
                "gaps closed _ (all)",
                "✅ _gaps closed",
            ] {
                let text = text.replace('_', &unseen.to_string());
                assert_eq!(meaning_of(&rows, &text), None, "{text:?}");
            }
        }
        for text in ["\u{a0}gaps closed\u{a0}", "\tgaps\u{a0}closed \r", "\u{3000}gaps closed", "✔\u{fe0f} gaps closed"]
        {
            assert_eq!(meaning_of(&rows, text), Some(Meaning::Done), "{text:?}");
        }
    }

    #[test]
    fn a_star_stands_for_every_ending() {
        let rows = [WordRow { meaning: Meaning::Open, words: &["ready_for_*", "ready"] }];
        assert_eq!(meaning_of(&rows, "ready for execution"), Some(Meaning::Open));
        assert_eq!(meaning_of(&rows, "Ready"), Some(Meaning::Open));
        assert_eq!(meaning_of(&rows, "readyish"), None);
    }
}
