//! The parts of a name: what may stand behind a prefix, and the words that are cut off it.

use super::{Artifact, Drift};
use crate::gsd::artifacts::{ARTIFACTS, Kind};
use crate::gsd::ids::PlanId;

/// What a name says behind its prefix.
pub(super) struct Body {
    pub(super) kind: Kind,
    pub(super) plan: Option<PlanId>,
    pub(super) slug: Option<String>,
    pub(super) drift: Vec<Drift>,
}

impl Body {
    pub(super) fn into_artifact(mut self, drift: impl IntoIterator<Item = Drift>) -> Artifact {
        self.drift.extend(drift);
        self.drift.sort();
        self.drift.dedup();
        Artifact { kind: self.kind, plan: self.plan, slug: self.slug, drift: self.drift }
    }
}

/// True for a name that begins with a date.
pub(super) fn is_dated(stem: &str) -> bool {
    let mut parts = stem.splitn(3, '-').map(str::len);
    let digits = stem.get(..7).is_some_and(|head| head.chars().all(|c| c.is_ascii_digit() || c == '-'));
    digits && parts.next() == Some(4) && parts.next() == Some(2)
}

/// Reads what stands behind a prefix.
pub(super) fn body(text: &str) -> Option<Body> {
    bare(text).or_else(|| kind_behind(text))
}

/// Reads what begins with a kind: all that an unprefixed name may be.
pub(super) fn bare(text: &str) -> Option<Body> {
    if let Some(row) = ARTIFACTS.iter().find(|row| text.eq_ignore_ascii_case(row.name)) {
        let drift = if text == row.name { vec![] } else { vec![Drift::LetterCase] };
        return Some(Body { kind: row.kind, plan: None, slug: None, drift });
    }
    if text.eq_ignore_ascii_case("PLAN-SUMMARY") {
        return Some(Body { kind: Kind::Summary, plan: None, slug: None, drift: vec![Drift::PlanSummary] });
    }
    kind_before(text)
}

/// `<plan>[-<slug>]-<KIND>`, with `PLAN-SUMMARY` for a summary.
fn kind_behind(text: &str) -> Option<Body> {
    for row in ARTIFACTS.iter().filter(|row| row.per_plan) {
        let Some(mut before) = strip_word_behind(text, row.name) else { continue };
        let mut drift = if text.ends_with(row.name) { vec![] } else { vec![Drift::LetterCase] };
        if row.kind == Kind::Summary
            && let Some(shorter) = strip_word_behind(before, Kind::Plan.name())
        {
            drift.push(Drift::PlanSummary);
            before = shorter;
        }
        if let Some((plan, slug)) = plan_and_slug(before) {
            if slug.is_some() && drift.contains(&Drift::LetterCase) {
                return None;
            }
            drift.extend(unpadded(before, &plan));
            return Some(Body { kind: row.kind, plan: Some(plan), slug, drift });
        }
    }
    None
}

/// `<KIND>-<plan>[-<slug>]`, with `PLAN-…-SUMMARY` for a summary.
fn kind_before(text: &str) -> Option<Body> {
    for row in ARTIFACTS.iter().filter(|row| row.per_plan) {
        let Some(behind) = strip_word_before(text, row.name) else { continue };
        let mut drift = vec![Drift::PlanBehind];
        if !text.starts_with(row.name) {
            drift.push(Drift::LetterCase);
        }
        let summary = strip_word_behind(behind, Kind::Summary.name()).filter(|_| row.kind == Kind::Plan);
        let kind = if summary.is_some() { Kind::Summary } else { row.kind };
        let behind = summary.unwrap_or(behind);
        if let Some((plan, slug)) = plan_and_slug(behind) {
            drift.extend(unpadded(behind, &plan));
            return Some(Body { kind, plan: Some(plan), slug, drift });
        }
    }
    None
}

/// `<slug>-PLAN` or `<slug>-SUMMARY`, which counts only behind a plan's number.
pub(super) fn slugged(text: &str) -> Option<Body> {
    let row = ARTIFACTS.iter().find(|row| row.per_plan && text.ends_with(row.name))?;
    let slug = strip_word_behind(text, row.name)?;
    is_slug(slug).then(|| Body { kind: row.kind, plan: None, slug: Some(slug.to_owned()), drift: vec![] })
}

/// A plan, and the slug behind it.
fn plan_and_slug(text: &str) -> Option<(PlanId, Option<String>)> {
    // Letters before a plan's number are capitals, so that `v2-…` and `e2e` stay words of a slug.
    if text.starts_with(|c: char| c.is_ascii_lowercase()) {
        return None;
    }
    let mut plans = PlanId::leading(text);
    if let Some(at) = plans.iter().position(|(_, rest)| rest.is_empty()) {
        return Some((plans.swap_remove(at).0, None));
    }
    let (plan, rest) = plans.into_iter().next()?;
    let slug = rest.strip_prefix('-').filter(|slug| is_slug(slug))?;
    Some((plan, Some(slug.to_owned())))
}

/// True for words in lower case: no capitals, and something but digits.
pub(super) fn is_slug(text: &str) -> bool {
    !text.contains(|c: char| c.is_ascii_uppercase()) && text.contains(|c: char| !c.is_ascii_digit() && c != '-')
}

/// A slug and every beginning of it that ends with a word, the longest first; none that might be a plan's number.
pub(super) fn beginnings(slug: &str) -> impl Iterator<Item = &str> {
    let ends = std::iter::once(slug.len()).chain(slug.rmatch_indices('-').map(|(at, _)| at));
    ends.filter_map(|end| slug.get(..end)).filter(|part| is_slug(part))
}

/// The drift of a plan's number written without padding.
fn unpadded(text: &str, plan: &PlanId) -> Option<Drift> {
    let shown = plan.to_string();
    (!text.get(..shown.len()).is_some_and(|written| written.eq_ignore_ascii_case(&shown))).then_some(Drift::Padding)
}

/// `text` without `beginning`, letter case aside.
pub(super) fn strip_ignoring_case<'a>(text: &'a str, beginning: &str) -> Option<&'a str> {
    let head = text.get(..beginning.len())?;
    if head.eq_ignore_ascii_case(beginning) { text.get(beginning.len()..) } else { None }
}

/// `text` without `word` and the dash behind it.
pub(super) fn strip_word_before<'a>(text: &'a str, word: &str) -> Option<&'a str> {
    strip_ignoring_case(text, word)?.strip_prefix('-')
}

/// `text` without `word` and the dash before it.
pub(super) fn strip_word_behind<'a>(text: &'a str, word: &str) -> Option<&'a str> {
    let at = text.len().checked_sub(word.len())?;
    let tail = text.get(at..)?;
    if tail.eq_ignore_ascii_case(word) { text.get(..at)?.strip_suffix('-') } else { None }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_slug_stands_before_the_kind_of_a_plan_alone() {
        let of = |text: &str| slugged(text).map(|body| (body.kind, body.slug.unwrap_or_default()));
        assert_eq!(of("words-PLAN"), Some((Kind::Plan, "words".to_owned())));
        assert_eq!(of("more-words-SUMMARY"), Some((Kind::Summary, "more-words".to_owned())));
        for text in ["words-CONTEXT", "Words-PLAN", "02-PLAN", "PLAN", "wordsPLAN", "words-PLAN-x"] {
            assert_eq!(of(text), None, "{text}");
        }
    }
}
