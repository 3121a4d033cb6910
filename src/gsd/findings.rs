//! Ids of a code review's findings, as its report and the commits that answer it write them.
//!
//! Source: GSD's code reviewer numbers `CR-01` (or `BL-01`), `WR-01`, `IN-01`, and its fixer commits `fix(07): CR-01 …`; finished
//! projects also write `(WR-02)` at the end, `WR-01..04`, `IN-01/02` and, of older reviews, `HI-`, `ME-`, `LO-` and their like.

/// The letters of an id: critical, blocker, warning, info; then high, major, medium, low in several spellings.
const LETTERS: &[&str] = &["CR", "BL", "WR", "IN", "HI", "MA", "ME", "MD", "LO", "LW"];

/// Signs that join the first and the last of a range.
const RANGE_SIGNS: &[&str] = &["..", "…", "–", " to "];

/// The longest range that is read as one; a longer one is a slip.
const LONGEST_RANGE: u16 = 99;

/// An id in parts.
struct Finding<'a> {
    letters: &'static str,
    digits: &'a str,
    /// A letter behind the number: a part of the finding, which answers it alone.
    part: Option<char>,
}

impl Finding<'_> {
    fn shown(&self) -> String {
        let part = self.part.map(|part| part.to_string()).unwrap_or_default();
        format!("{}-{:0>2}{part}", self.letters, self.digits.trim_start_matches('0'))
    }
}

/// Every finding that a text names, sorted, each once, in one spelling: `CR-1`, `CR-01` and `CR-001` are `CR-01`.
pub fn named_in(text: &str) -> Vec<String> {
    let mut found: Vec<String> = Vec::new();
    let mut rest = text;
    let mut before: Option<char> = None;
    while let Some(next) = rest.chars().next() {
        let is_begin = !before.is_some_and(|c| c.is_alphanumeric() || matches!(c, '-' | '_'));
        if is_begin && let Some((finding, after)) = parse(rest, true) {
            found.push(finding.shown());
            rest = take_followers(&finding, after, &mut found);
            before = Some('0');
            continue;
        }
        before = Some(next);
        rest = rest.get(next.len_utf8()..).unwrap_or_default();
    }
    found.sort();
    found.dedup();
    found
}

/// The finding that a text begins with; the dash may be left out (`WR03`).
pub fn leading(text: &str) -> Option<String> {
    parse(text, false).map(|(finding, _)| finding.shown())
}

fn parse(text: &str, needs_dash: bool) -> Option<(Finding<'_>, &str)> {
    let letters = LETTERS.iter().find(|letters| text.starts_with(**letters))?;
    let rest = text.get(letters.len()..)?;
    let rest = match rest.strip_prefix('-') {
        Some(rest) => rest,
        None if needs_dash => return None,
        None => rest,
    };
    let (digits, rest) = number(rest)?;
    let mut behind = rest.chars();
    let part = behind.next().filter(char::is_ascii_lowercase);
    let rest = if part.is_some() { behind.as_str() } else { rest };
    let ends = !rest.starts_with(|c: char| c.is_alphanumeric() || c == '_');
    ends.then_some((Finding { letters, digits, part }, rest))
}

/// Digits at the beginning, three at most.
fn number(text: &str) -> Option<(&str, &str)> {
    let end = text.find(|c: char| !c.is_ascii_digit()).unwrap_or(text.len());
    if (1..=3).contains(&end) { text.split_at_checked(end) } else { None }
}

/// Takes what belongs to a finding behind it: the end of a range (`..04`), or more numbers of its letters (`/02/03`).
fn take_followers<'a>(first: &Finding<'_>, text: &'a str, found: &mut Vec<String>) -> &'a str {
    let more = |digits: &str| Finding { letters: first.letters, digits, part: None }.shown();
    if let Some((last, rest)) = RANGE_SIGNS.iter().find_map(|sign| text.strip_prefix(sign)).and_then(|text| {
        let text = text.strip_prefix(first.letters).and_then(|text| text.strip_prefix('-')).unwrap_or(text);
        number(text)
    }) {
        let ends = (first.digits.parse::<u16>(), last.parse::<u16>());
        if let (Ok(from), Ok(to)) = ends
            && from < to
            && to - from <= LONGEST_RANGE
        {
            found.extend((from..=to).map(|number| more(&number.to_string())));
            return rest;
        }
    }
    let mut text = text;
    while let Some((digits, rest)) = text.strip_prefix(['/', ',', '+', '&']).and_then(number) {
        if rest.starts_with(|c: char| c.is_alphanumeric()) {
            break;
        }
        found.push(more(digits));
        text = rest;
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn findings_are_named_anywhere() {
        for (text, expected) in [
            ("CR-01 close the hole", &["CR-01"][..]),
            ("CR-1 and CR-001", &["CR-01"]),
            ("close the hole (WR-02)", &["WR-02"]),
            ("WR-2, WR-03 and IN-1: x", &["IN-01", "WR-02", "WR-03"]),
            ("CR-01/WR-06 x", &["CR-01", "WR-06"]),
            ("WR-01..04/IN-01..02 x", &["IN-01", "IN-02", "WR-01", "WR-02", "WR-03", "WR-04"]),
            ("WR-01..WR-03", &["WR-01", "WR-02", "WR-03"]),
            ("WR-01..WR-01/02", &["WR-01", "WR-02"]),
            ("WR-01 to WR-03", &["WR-01", "WR-02", "WR-03"]),
            ("LO-01/02/05", &["LO-01", "LO-02", "LO-05"]),
            ("IN-01,02", &["IN-01", "IN-02"]),
            ("BL-01a the first half", &["BL-01a"]),
            ("**CR-01** x", &["CR-01"]),
            ("CR-10", &["CR-10"]),
            ("CR-00", &["CR-00"]),
            ("WR-03..01", &["WR-03"]),
            ("CR-x", &[]),
            ("CRX-01", &[]),
            ("SCR-01", &[]),
            ("D-WR-01", &[]),
            ("IN-01xy", &[]),
            ("IN-2026", &[]),
            ("WR03", &[]),
            ("cr-01", &[]),
            ("", &[]),
        ] {
            assert_eq!(named_in(text), expected, "{text}");
        }
    }

    #[test]
    fn a_scope_may_leave_the_dash_out() {
        assert_eq!(leading("WR03"), Some("WR-03".to_owned()));
        assert_eq!(leading("CR-01"), Some("CR-01".to_owned()));
        assert_eq!(leading("G9"), None);
        assert_eq!(leading("x CR-01"), None);
    }

    proptest! {
        #[test]
        fn any_text_is_read_without_panic(text in "\\PC*", near in "(é|CR|WR|IN)?-?[0-9]{0,4}(\\.\\.|…|/| to )?(WR-)?[0-9]{0,4}[a-zé]?") {
            for text in [text, near] {
                let _ = leading(&text);
                for id in named_in(&text) {
                    prop_assert_eq!(named_in(&id), [id.clone()]);
                }
            }
        }
    }

    #[test]
    fn a_range_goes_up_and_is_short_wherever_it_begins() {
        for (text, expected) in [
            ("WR-98..101", &["WR-100", "WR-101", "WR-98", "WR-99"][..]),
            ("WR-05..05", &["WR-05"]),
            ("WR-03..200", &["WR-03"]),
            ("WR-05..05/06", &["WR-05"]),
        ] {
            assert_eq!(named_in(text), expected, "{text}");
        }
    }
}
