//! Names of phases and plans: tokens, never numbers.
//!
//! Source: GSD's phase token (`src/phase-id.cts`: digits, a letter, decimals, milestone continuations of two digits, a project
//! code before it), widened by what finished projects really use: letters glued to the number (`A1`, `BOS3`, `P0.3`), several
//! codes (`CP-PTY-01`), a letter after a decimal.

use std::cmp::Ordering;
use std::fmt;
use std::hash::{Hash, Hasher};

use serde::{Deserialize, Deserializer, Serialize, Serializer, de};

/// Words that may stand before a phase's token and are no part of it.
const PHASE_WORDS: &[&str] = &["phase-", "phase_", "phase ", "phase"];

/// The longest number of a plan; a longer one is a year, a ticket or a date.
const PLAN_DIGITS: usize = 3;

/// The most letters glued to the front of a plan's number (`G1`, `P02`).
const PLAN_LETTERS: usize = 2;

/// Digits compared by their value, however many there are.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
struct Number(Box<str>);

impl Number {
    fn new(digits: &str) -> Self {
        let significant = digits.trim_start_matches('0');
        Self(if significant.is_empty() { "0" } else { significant }.into())
    }
}

impl Ord for Number {
    fn cmp(&self, other: &Self) -> Ordering {
        self.0.len().cmp(&other.0.len()).then_with(|| self.0.cmp(&other.0))
    }
}

impl PartialOrd for Number {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

/// One number of a token, with the letter behind it.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash)]
struct Part {
    number: Number,
    /// Upper case.
    letter: Option<char>,
    /// How many digits were written; 0 for a leading number, whose padding means nothing.
    width: usize,
}

/// What makes two tokens the same: everything but the leading number's padding and letter case.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash)]
struct Key {
    /// Upper case, with its dashes: empty, `A`, `CK-`, `CP-PTY-`.
    prefix: String,
    /// The leading number, then the decimals.
    parts: Vec<Part>,
    /// Milestone continuations (`02-04`), or the end of a range of plans.
    more: Vec<Number>,
}

/// A phase's token, e.g. `7`, `02.10`, `12A`, `A1`, `CK-07`, `02-04`.
///
/// Equality and order ignore the padding of the leading number and letter case, nothing else: `2.10` is not `2.1`, `3.01` not
/// `3.1`, `CK-07` not `07`. Displayed with a plain number padded to two digits (`07`), anything else as written.
#[derive(Debug, Clone)]
pub struct PhaseId {
    key: Key,
    shown: Box<str>,
}

/// A plan's token within its phase, e.g. `12`, `02a`, `G1`, or a range `01-04` that one file stands for.
///
/// Equality and order ignore padding and letter case. Displayed padded to two digits, anything else as written.
#[derive(Debug, Clone)]
pub struct PlanId {
    key: Key,
    shown: Box<str>,
}

macro_rules! compare_by_key {
    ($name:ident) => {
        impl PartialEq for $name {
            fn eq(&self, other: &Self) -> bool {
                self.key == other.key
            }
        }
        impl Eq for $name {}
        impl Ord for $name {
            fn cmp(&self, other: &Self) -> Ordering {
                self.key.cmp(&other.key)
            }
        }
        impl PartialOrd for $name {
            fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
                Some(self.cmp(other))
            }
        }
        impl Hash for $name {
            fn hash<H: Hasher>(&self, state: &mut H) {
                self.key.hash(state);
            }
        }
        impl fmt::Display for $name {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.pad(&self.shown)
            }
        }
        impl Serialize for $name {
            fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
                serializer.serialize_str(&self.shown)
            }
        }
        impl<'de> Deserialize<'de> for $name {
            fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
                let text = String::deserialize(deserializer)?;
                Self::parse(&text).ok_or_else(|| de::Error::custom(format!("`{text}` is no token")))
            }
        }
    };
}

compare_by_key!(PhaseId);
compare_by_key!(PlanId);

/// A token found at the beginning of a text.
struct Found<'a> {
    prefix: &'a str,
    parts: Vec<(&'a str, Option<char>)>,
    rest: &'a str,
}

impl Found<'_> {
    fn key(&self, more: &[&str]) -> Key {
        let parts = self.parts.iter().enumerate().map(|(at, (digits, letter))| Part {
            number: Number::new(digits),
            letter: letter.map(|letter| letter.to_ascii_uppercase()),
            width: if at == 0 { 0 } else { digits.len() },
        });
        Key {
            prefix: self.prefix.to_ascii_uppercase(),
            parts: parts.collect(),
            more: more.iter().map(|digits| Number::new(digits)).collect(),
        }
    }

    fn shown(&self, more: &[&str], upper: bool) -> Box<str> {
        let mut out = String::from(self.prefix);
        for (at, (digits, letter)) in self.parts.iter().enumerate() {
            if at > 0 {
                out.push('.');
            }
            if at == 0 && self.prefix.is_empty() {
                out.push_str(&pad(digits));
            } else {
                out.push_str(digits);
            }
            out.extend(letter.map(|l| if upper { l.to_ascii_uppercase() } else { l.to_ascii_lowercase() }));
        }
        for digits in more {
            out.push('-');
            out.push_str(&pad(digits));
        }
        out.into()
    }
}

/// Pads to two digits, and drops any padding beyond that.
fn pad(digits: &str) -> String {
    format!("{:0>2}", Number::new(digits).0)
}

/// Splits leading digits off.
fn digits(text: &str) -> Option<(&str, &str)> {
    let end = text.find(|c: char| !c.is_ascii_digit()).unwrap_or(text.len());
    if end == 0 { None } else { text.split_at_checked(end) }
}

/// Splits a letter off that stands alone behind a number.
fn letter(text: &str) -> (Option<char>, &str) {
    let mut rest = text.chars();
    match rest.next() {
        Some(c) if c.is_ascii_alphabetic() && !rest.as_str().starts_with(|n: char| n.is_ascii_alphanumeric()) => {
            (Some(c), rest.as_str())
        }
        _ => (None, text),
    }
}

/// Finds a token at the beginning of `text`, ended by the end or by a sign that no token holds.
fn find(text: &str) -> Option<Found<'_>> {
    let start = text.find(|c: char| c.is_ascii_digit())?;
    let (prefix, rest) = text.split_at_checked(start)?;
    let is_code = |code: &str| !code.is_empty() && code.chars().all(|c| c.is_ascii_alphabetic() || c == '_');
    let codes = prefix.strip_suffix('-').unwrap_or(prefix);
    if !prefix.is_empty() && !codes.split('-').all(is_code) {
        return None;
    }
    let (first, rest) = digits(rest)?;
    let (after, mut rest) = letter(rest);
    let mut parts = vec![(first, after)];
    while let Some((decimal, after)) = rest.strip_prefix('.').and_then(digits) {
        let (letter, after) = letter(after);
        parts.push((decimal, letter));
        rest = after;
    }
    let ends = !rest.starts_with(|c: char| c.is_ascii_alphanumeric() || c == '.');
    ends.then_some(Found { prefix, parts, rest })
}

/// `text` without a leading word that only says that a phase follows.
fn without_phase_word(text: &str) -> &str {
    let stripped = PHASE_WORDS.iter().find_map(|word| {
        let head = text.get(..word.len())?;
        let rest = text.get(word.len()..)?;
        (head.eq_ignore_ascii_case(word) && rest.starts_with(|c: char| c.is_ascii_digit())).then_some(rest)
    });
    stripped.unwrap_or(text)
}

impl PhaseId {
    /// Reads a whole text as one token; none where the grammar does not reach it. A leading `phase-` is no part of it.
    pub fn parse(text: &str) -> Option<Self> {
        Self::leading(text.trim()).into_iter().find(|(_, rest)| rest.is_empty()).map(|(id, _)| id)
    }

    /// Every token that `text` may begin with, each with what is left behind it (its separator included), shortest first:
    /// `02-04-x` begins with `02` and with `02-04`.
    ///
    /// A continuation has exactly two digits, so that `14-2026-photos` begins with `14` alone.
    pub fn leading(text: &str) -> Vec<(Self, &str)> {
        let Some(found) = find(without_phase_word(text)) else { return Vec::new() };
        let mut more: Vec<&str> = Vec::new();
        let mut rest = found.rest;
        let mut all = Vec::new();
        loop {
            all.push((Self { key: found.key(&more), shown: found.shown(&more, true) }, rest));
            let next = rest.strip_prefix('-').and_then(digits);
            let Some((two, after)) = next.filter(|(two, after)| two.len() == 2 && ends_segment(after)) else { break };
            more.push(two);
            rest = after;
        }
        all
    }

    /// True for a token of digits, letter suffix and decimals alone, without code, glued letters or continuation.
    pub fn is_plain(&self) -> bool {
        self.key.prefix.is_empty() && self.key.more.is_empty()
    }

    /// True where letters are glued to the number (`A1`, `m7-01`).
    pub fn is_glued(&self) -> bool {
        !self.key.prefix.is_empty() && !self.key.prefix.ends_with('-')
    }

    /// True where the token is longer than another by milestone continuations (`02-04`).
    pub fn is_continued(&self) -> bool {
        !self.key.more.is_empty()
    }

    /// The letters before the number in upper case, without the last dash: `CK`, `CP-PTY`, `A`; empty for none.
    pub fn prefix(&self) -> &str {
        self.key.prefix.strip_suffix('-').unwrap_or(&self.key.prefix)
    }

    /// The token without its dashed code; none where it has none.
    #[must_use]
    pub fn without_code(&self) -> Option<Self> {
        if !self.key.prefix.ends_with('-') {
            return None;
        }
        self.shown.get(self.key.prefix.len()..).and_then(Self::parse)
    }

    /// The leading number's digits without padding.
    pub fn number(&self) -> &str {
        self.key.parts.first().map_or("", |part| &part.number.0)
    }

    /// True for an entry of the backlog (`999.x`), which comes after no phase.
    pub fn is_backlog(&self) -> bool {
        self.key.prefix.is_empty() && self.number() == "999"
    }

    /// True where both have the same prefix and leading number.
    pub fn is_akin(&self, other: &Self) -> bool {
        self.key.prefix == other.key.prefix && self.number() == other.number()
    }

    /// True where the two differ in the letter behind the leading number and in nothing else (`07a` and `07`).
    pub fn differs_by_letter(&self, other: &Self) -> bool {
        let strip = |id: &Self| {
            let mut key = id.key.clone();
            key.parts.iter_mut().take(1).for_each(|part| part.letter = None);
            key
        };
        self != other && strip(self) == strip(other)
    }

    /// The last decimal as a plan, and the token without it: `01.2` is plan `02` of `01`, where a project numbers so.
    pub fn split_decimal(&self) -> Option<(Self, PlanId)> {
        if self.is_continued() {
            return None;
        }
        let (whole, decimal) = self.shown.rsplit_once('.')?;
        Some((Self::parse(whole)?, PlanId::parse(decimal)?))
    }
}

/// True where a run of digits ends: nothing, or a separator.
fn ends_segment(rest: &str) -> bool {
    !rest.starts_with(|c: char| c.is_ascii_alphanumeric() || c == '.')
}

impl PlanId {
    /// Reads a whole text as one plan or a range of plans (`01-04`); none where the grammar does not reach it.
    pub fn parse(text: &str) -> Option<Self> {
        Self::leading(text.trim()).into_iter().find(|(_, rest)| rest.is_empty()).map(|(id, _)| id)
    }

    /// Every plan that `text` may begin with, each with what is left behind it, shortest first: the plan, then a range.
    pub fn leading(text: &str) -> Vec<(Self, &str)> {
        let Some(found) = find(text) else { return Vec::new() };
        let too_long = found.parts.iter().any(|(digits, _)| digits.len() > PLAN_DIGITS);
        if too_long || found.prefix.len() > PLAN_LETTERS || found.prefix.contains(['-', '_']) {
            return Vec::new();
        }
        let rest = found.rest;
        let plain = found.prefix.is_empty() && matches!(found.parts.as_slice(), [(_, None)]);
        let shown = |more: &[&str]| match found.shown(more, false).strip_prefix(found.prefix) {
            Some(rest) => format!("{}{rest}", found.prefix.to_ascii_uppercase()).into(),
            None => found.shown(more, false),
        };
        let first = Self { key: found.key(&[]), shown: shown(&[]) };
        let from = found.parts.first().map(|(digits, _)| Number::new(digits));
        let mut all = vec![(first, rest)];
        let end = rest.strip_prefix('-').and_then(digits).filter(|(two, after)| {
            plain && two.len() == 2 && ends_segment(after) && from.is_some_and(|from| from < Number::new(two))
        });
        all.extend(end.map(|(to, after)| (Self { key: found.key(&[to]), shown: shown(&[to]) }, after)));
        all
    }

    /// The letters before the number in upper case; empty for none.
    pub fn prefix(&self) -> &str {
        &self.key.prefix
    }

    /// The first and the last plan of a range; none for a single plan.
    pub fn bounds(&self) -> Option<(Self, Self)> {
        let (first, last) = self.shown.split_once('-')?;
        Some((Self::parse(first)?, Self::parse(last)?))
    }

    /// True where this is `other`, or a range that holds it. A range holds no plan with a letter, which was put in later.
    pub fn covers(&self, other: &Self) -> bool {
        if self == other {
            return true;
        }
        let (Some(to), [from], [plan]) = (self.key.more.first(), self.key.parts.as_slice(), other.key.parts.as_slice())
        else {
            return false;
        };
        let holds = |number: &Number| from.number <= *number && number <= to;
        other.key.prefix.is_empty() && plan.letter.is_none() && holds(&plan.number) && other.key.more.iter().all(holds)
    }
}

/// True for a word of the command line that is a phase and no subcommand: it holds a digit.
pub fn looks_like_phase(word: &str) -> bool {
    word.contains(|c: char| c.is_ascii_digit())
}

#[cfg(test)]
mod tests;
