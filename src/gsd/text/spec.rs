//! What a SPEC says of its own clearness: ambiguity, open questions, and the paths it means to touch.

use serde::{Deserialize, Serialize};

use super::artifact::Artifact;
use super::paths::{DeclaredPath, declared_all};
use crate::read::markdown::{Line, bold_line, row};

/// A number between 0 and 1, in millionths, so that `0.2` and `0.20` are equal and `0.2015` is not.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub struct Share(pub u32);

impl Share {
    /// Reads the first number of `text`: `0.12`, `~0,12`, `12 %`; none where there is none or it is more than 1.
    pub fn first_of(text: &str) -> Option<Self> {
        let text = text.trim_start_matches(['*', '_', '`', '~', '≈', '=', ' ']);
        let end = text.find(|c: char| !(c.is_ascii_digit() || matches!(c, '.' | ','))).unwrap_or(text.len());
        let number = text.get(..end)?.trim_end_matches(['.', ',']);
        let rest = text.get(end..)?.trim_start();
        let (whole, fraction) = number.split_once(['.', ',']).unwrap_or((number, ""));
        if whole.is_empty() && fraction.is_empty() || rest.starts_with('/') || fraction.contains(['.', ',']) {
            return None;
        }
        let whole: u32 = if whole.is_empty() { 0 } else { whole.parse().ok()? };
        let digits: String = fraction.chars().chain("000000".chars()).take(6).collect();
        let mut millionths = whole.checked_mul(1_000_000)?.checked_add(digits.parse().ok()?)?;
        if fraction.bytes().skip(6).any(|digit| digit != b'0') {
            millionths = millionths.checked_add(1)?;
        }
        let millionths = if rest.starts_with('%') { millionths.div_ceil(100) } else { millionths };
        (millionths <= 1_000_000).then_some(Self(millionths))
    }
}

/// What a SPEC says of its ambiguity.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub enum Ambiguity {
    /// No line speaks of it.
    Absent,
    /// A line speaks of it without a number.
    Unknown {
        /// The line, from 1.
        line: usize,
        /// The text as written.
        text: String,
    },
    /// The score; the highest where several places disagree.
    Score(Share),
}

/// What a SPEC declares.
///
/// Source: GSD's SPEC template: a bold header line, and the table below `Ambiguity Report`.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct SpecFacts {
    /// The ambiguity score.
    pub ambiguity: Ambiguity,
    /// The dimensions that the report flags as below their minimum.
    pub below_minimum: Vec<String>,
    /// Dimensions below minimum, unresolved edges and prohibitions, open questions; none where the SPEC has no section that
    /// could hold any.
    pub gray_areas: Option<usize>,
    /// The list below `## Touched paths`.
    pub touched: Vec<DeclaredPath>,
}

/// Reads what a SPEC declares.
pub fn spec_facts(artifact: &Artifact<'_>) -> SpecFacts {
    let report = section(artifact, |title| title.contains("ambiguity"));
    let below_minimum = report.map(below_minimum).unwrap_or_default();
    let edges = section(artifact, |title| title.contains("edge coverage"));
    let prohibitions = section(artifact, |title| title.contains("prohibition"));
    let questions =
        section(artifact, |title| title.contains("open question") || title == "gray areas" || title == "grey areas");
    let is_counted = report.or(edges).or(prohibitions).or(questions).is_some();
    let unresolved: usize = [edges, prohibitions].into_iter().flatten().map(unresolved).sum();
    let open = questions.map(open_items).unwrap_or_default();
    SpecFacts {
        ambiguity: ambiguity(artifact),
        gray_areas: is_counted.then_some(below_minimum.len() + unresolved + open),
        below_minimum,
        touched: section(artifact, |title| title == "touched paths").map(touched).unwrap_or_default(),
    }
}

/// The lines of the first section whose title, in lower case, `matches`.
fn section<'m, 'a>(artifact: &'m Artifact<'a>, matches: impl Fn(&str) -> bool) -> Option<&'m [Line<'a>]> {
    artifact.markdown.section(|title| matches(title.to_lowercase().trim_end_matches(':'))).map(|(_, lines)| lines)
}

fn ambiguity(artifact: &Artifact<'_>) -> Ambiguity {
    let mut unknown = None;
    let mut best: Option<Share> = None;
    let mut take = |text: &str, line: usize| match Share::first_of(text) {
        Some(score) => best = best.max(Some(score)),
        None if unknown.is_none() => unknown = Some((line, text.to_owned())),
        None => {}
    };
    if let Some(entry) = artifact.entry("ambiguity_score").or_else(|| artifact.entry("ambiguity")) {
        take(entry.value.as_str().unwrap_or_default(), entry.line);
    }
    for line in artifact.markdown.lines() {
        if let Some((key, value)) = bold_line(line.text) {
            let key = key.to_lowercase();
            if key == "ambiguity score" || key == "ambiguity" {
                take(value, line.number);
            } else if key == "gate"
                && let Some(at) = value.to_lowercase().find("ambiguity")
            {
                take(
                    value.get(at + "ambiguity".len()..).unwrap_or_default().trim_start_matches([':', ' ']),
                    line.number,
                );
            }
        }
        let cells = row(line.text).unwrap_or_default();
        if let [name, score, ..] = cells.as_slice()
            && matches!(plain(name).to_lowercase().as_str(), "ambiguity" | "ambiguity score")
        {
            take(score, line.number);
        }
    }
    match (best, unknown) {
        (Some(score), _) => Ambiguity::Score(score),
        (None, Some((line, text))) => Ambiguity::Unknown { line, text },
        (None, None) => Ambiguity::Absent,
    }
}

fn plain(cell: &str) -> &str {
    cell.trim_matches(['*', '_', '`', ' '])
}

/// The dimensions whose row says so, or whose score lies below its minimum.
fn below_minimum(lines: &[Line<'_>]) -> Vec<String> {
    let flagged = |line: &Line<'_>| {
        let cells = row(line.text)?;
        let [name, score, rest @ ..] = cells.as_slice() else { return None };
        let name = plain(name);
        if matches!(name.to_lowercase().as_str(), "ambiguity" | "ambiguity score" | "dimension" | "") {
            return None;
        }
        let minimum =
            rest.first().and_then(|cell| Share::first_of(plain(cell).trim_start_matches(['≥', '>', '=', ' '])));
        let is_less = matches!((Share::first_of(score), minimum), (Some(score), Some(minimum)) if score < minimum);
        let says_so = rest.iter().any(|cell| cell.contains('⚠') || cell.to_lowercase().contains("below min"));
        (is_less || says_so).then(|| name.to_owned())
    };
    lines.iter().filter_map(flagged).collect()
}

fn unresolved(lines: &[Line<'_>]) -> usize {
    let is_open = |line: &&Line<'_>| {
        row(line.text).is_some_and(|cells| cells.iter().skip(1).any(|cell| cell.to_lowercase().contains("unresolved")))
    };
    lines.iter().filter(is_open).count()
}

/// The items of a list of questions: not ticked, not struck, not answered.
fn open_items(lines: &[Line<'_>]) -> usize {
    let is_open = |line: &&Line<'_>| {
        let Some(item) = list_item(line.text) else { return false };
        let lower = item.to_lowercase();
        let is_settled = lower.starts_with("[x]")
            || item.starts_with("~~")
            || lower.contains("resolved") && !lower.contains("unresolved");
        let is_none = lower.starts_with("none") || lower.starts_with("n/a");
        !is_settled && !is_none
    };
    // Items further in are remarks on the one above them.
    lines.iter().filter(|line| !line.text.starts_with([' ', '\t'])).filter(is_open).count()
}

/// The text of a list item.
pub(super) fn list_item(text: &str) -> Option<&str> {
    let text = text.trim();
    let bullet = text.strip_prefix("- ").or_else(|| text.strip_prefix("* ")).or_else(|| text.strip_prefix("+ "));
    let number = || {
        let rest = text.trim_start_matches(|c: char| c.is_ascii_digit());
        (rest.len() < text.len()).then(|| rest.strip_prefix(". ").or_else(|| rest.strip_prefix(") "))).flatten()
    };
    bullet.or_else(number).map(str::trim)
}

fn touched(lines: &[Line<'_>]) -> Vec<DeclaredPath> {
    declared_all(lines.iter().filter_map(|line| list_item(line.text)))
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;
    use crate::gsd::text::artifact::Source;
    use crate::gsd::text::paths::Place;

    fn facts(file: &str) -> SpecFacts {
        spec_facts(&Source::of(file.as_bytes()).unwrap().artifact())
    }

    #[test]
    fn the_score_is_read_in_every_spelling() {
        for (line, millionths) in [
            ("**Ambiguity score:** 0.161 (gate: ≤ 0.20)", 161_000),
            ("**Ambiguity score:** 0.16 (gate: <= 0.20)", 160_000),
            ("**Ambiguity score:** 0.12", 120_000),
            ("**Ambiguity score:** 0.190 (gate: ≤ 0.20) ✅ Passed", 190_000),
            ("**Ambiguity score:** 0.2015 (gate: ≤ 0.20 — boundary; all 4 dimensions cleared minimums)", 201_500),
            ("**Ambiguity Score:** 0.12 (target ≤0.20) — PASS  ", 120_000),
            ("**Ambiguity score**: ~0.11 (composite, post-Round 2)", 110_000),
            ("- **ambiguity score:** **0.3**", 300_000),
            ("**Gate:** PASSED — ambiguity 0.12 (≤ 0.20)", 120_000),
            ("| **Ambiguity** | **0.06** | **<= 0.20** | **pass** |", 60_000),
            ("| Ambiguity | .5 | ≤0.20 | ⚠ |", 500_000),
            ("**Ambiguity score:** 12 %", 120_000),
            ("**Ambiguity score:** 0,25", 250_000),
            ("**Ambiguity score:** 0.20000001", 200_001),
            ("**Ambiguity score:** 0.1\n\n## Ambiguity Report\n\n| **Ambiguity** | 0.4 | ≤0.20 | ⚠ |", 400_000),
        ] {
            assert_eq!(facts(&format!("# Spec\n\n{line}\n")).ambiguity, Ambiguity::Score(Share(millionths)), "{line}");
        }
        assert_eq!(facts("---\nambiguity_score: 0.1\n---\n# S\n").ambiguity, Ambiguity::Score(Share(100_000)));
    }

    #[test]
    fn no_score_and_no_number_are_two_things() {
        assert_eq!(facts("# Spec\n\nAmbiguity of words is discussed in 0.3.\n").ambiguity, Ambiguity::Absent);
        for text in ["LOW (0 open questions)", "TBD (post discuss-phase)", "[score]", "15", "15/100", "1.2.3", ""] {
            let found = facts(&format!("# S\n**Ambiguity score:** {text}\n")).ambiguity;
            assert_eq!(found, Ambiguity::Unknown { line: 2, text: text.to_owned() }, "{text}");
        }
        let both = facts("# S\n**Ambiguity score:** LOW\n## Ambiguity Report\n| **Ambiguity** | 0.06 | |\n").ambiguity;
        assert_eq!(both, Ambiguity::Score(Share(60_000)));
    }

    #[test]
    fn gray_areas_are_counted_where_a_section_could_hold_them() {
        let spec = facts(
            "# S\n## Edge Coverage\n| Category | Requirement | Status | Reason |\n|---|---|---|---|\n| empty | R1 | ⚠ UNRESOLVED | x |\n\
             | long | R1 | ✅ covered | x |\n## Prohibitions (must-NOT)\n| a | R1 | ⚠ UNRESOLVED | x |\n## Ambiguity Report\n\
             | Dimension | Score | Min | Status | Notes |\n|---|---|---|---|---|\n| Goal Clarity | 0.9 | 0.75 | ✓ | |\n\
             | Boundary Clarity | 0.6 | 0.70 | ✓ | |\n| Constraint Clarity | 0.9 | 0.65 | ⚠ | Below minimum |\n\
             | **Ambiguity** | 0.3 | ≤0.20 | ⚠ | |\n\nStatus: ✓ = met minimum, ⚠ = below minimum\n## Open Questions\n1. one\n   - remark\n\
             - [x] two\n- ~~three~~\n- four (RESOLVED)\n- five\n",
        );
        assert_eq!(spec.below_minimum, ["Boundary Clarity", "Constraint Clarity"]);
        assert_eq!(spec.gray_areas, Some(6));
        assert_eq!(facts("# S\n## Goal\nx\n").gray_areas, None);
        assert_eq!(facts("# S\n## Open Questions\nNone.\n- None\n").gray_areas, Some(0));
    }

    #[test]
    fn touched_paths_are_listed_in_their_section_alone() {
        let spec =
            facts("# S\n- src/no.rs\n## Touched Paths\n- `src/a.rs` — reader\n- src/b/\n\n## Else\n- src/no.rs\n");
        let places: Vec<&Place> = spec.touched.iter().map(|path| &path.place).collect();
        assert_eq!(places, [&Place::Path("src/a.rs".into()), &Place::Folder("src/b".into())]);
    }

    proptest! {
        #[test]
        fn a_share_is_never_more_than_one(text in "\\PC{0,20}", digits in "[0-9]{0,12}[.,]?[0-9]{0,12} ?%?") {
            for text in [text, digits] {
                prop_assert!(Share::first_of(&text).is_none_or(|share| share.0 <= 1_000_000));
            }
        }
    }

    #[test]
    fn a_share_is_rounded_up_and_only_where_something_stands_behind_the_sixth_digit() {
        for (text, millionths) in
            [("0.2500000", 250_000), ("0.2500001", 250_001), ("0.250000", 250_000), ("0.25", 250_000)]
        {
            assert_eq!(Share::first_of(text), Some(Share(millionths)), "{text}");
        }
    }

    #[test]
    fn an_item_of_a_list_has_a_mark() {
        for text in ["- x", "* x", "+ x", "1. x", "12) x", "  - x "] {
            assert_eq!(list_item(text), Some("x"), "{text}");
        }
        for text in [". x", ") x", "x", "1 x", "-x"] {
            assert_eq!(list_item(text), None, "{text}");
        }
    }

    #[test]
    fn every_open_row_of_a_table_is_one() {
        let of = |table: &str| unresolved(&table.lines().map(|text| Line { number: 1, text }).collect::<Vec<_>>());
        assert_eq!(of("| a | resolved |\n| unresolved | b |\n"), 0);
        assert_eq!(of("| a | unresolved |\n| b | Unresolved: c |\n| d | done |\n"), 2);
    }

    #[test]
    fn gray_areas_are_everything_that_is_left_open_taken_together() {
        let spec = facts(
            "# S\n## Edge Coverage\n| a | unresolved |\n| b | unresolved |\n## Prohibitions\n| c | unresolved |\n## Open questions\n- d\n- e\n",
        );
        assert_eq!(spec.gray_areas, Some(5));
        assert_eq!(facts("# S\n## Edge Coverage\n| a | unresolved |\n").gray_areas, Some(1));
        assert_eq!(facts("# S\n## Open questions\n- d\n").gray_areas, Some(1));
        assert_eq!(facts("# S\n").gray_areas, None);
    }

    #[test]
    fn of_several_scores_that_cannot_be_read_the_first_is_told() {
        let spec = facts("---\nambiguity_score: low\n---\n# S\n**Ambiguity score:** rather high\n");
        assert_eq!(spec.ambiguity, Ambiguity::Unknown { line: 2, text: "low".to_owned() });
    }
}
