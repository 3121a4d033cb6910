//! The findings of a REVIEW: how many of each severity, and their ids.

use std::collections::BTreeSet;

use serde::{Deserialize, Serialize};

use super::artifact::Artifact;
use super::spec::list_item;
use crate::read::markdown::{bold_line, heading, row};
use crate::read::yaml::Value;

/// How bad a finding is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub enum Severity {
    /// Critical or blocking.
    Critical,
    /// A warning.
    Warning,
    /// For information.
    Info,
    /// By an id of the reviewer's own (`HIGH-01`, `M-02`): in scope wherever anything is.
    Unclear,
}

/// The beginnings of finding ids.
///
/// Source: GSD's code reviewer (`CR`, older `BL`; `WR`; `IN`).
const PREFIXES: &[(&str, Severity)] =
    &[("CR", Severity::Critical), ("BL", Severity::Critical), ("WR", Severity::Warning), ("IN", Severity::Info)];

/// The findings of a REVIEW.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct ReviewFacts {
    /// Critical findings by the front matter's count; none where it has none.
    pub critical: Option<u32>,
    /// Warnings.
    pub warning: Option<u32>,
    /// Remarks.
    pub info: Option<u32>,
    /// All of them.
    pub total: Option<u32>,
    /// The ids that head a finding in the body, with their severity.
    pub ids: BTreeSet<(Severity, String)>,
}

/// Reads the findings of a REVIEW.
pub fn review_facts(artifact: &Artifact<'_>) -> ReviewFacts {
    let findings = artifact.value("findings");
    let count = |keys: &[&str]| {
        let value = findings.and_then(|findings| keys.iter().find_map(|key| findings.get(key)))?;
        value.as_str()?.trim().parse().ok()
    };
    ReviewFacts {
        critical: count(&["critical", "blocker"]),
        warning: count(&["warning", "warnings"]),
        info: count(&["info"]),
        total: count(&["total"])
            .or_else(|| findings.and_then(Value::as_str).and_then(|total| total.trim().parse().ok())),
        ids: ids(artifact),
    }
}

/// Ids at the start of a heading, a bold line or a table row; prose that mentions one heads none, and neither does a section
/// about the findings of an earlier review.
fn ids(artifact: &Artifact<'_>) -> BTreeSet<(Severity, String)> {
    let mut ids = BTreeSet::new();
    let mut is_earlier = false;
    for line in artifact.markdown.lines() {
        if let Some(head) = heading(*line) {
            if head.level <= 2 {
                let title = head.title.to_lowercase();
                is_earlier = ["prior", "previous", "resolved", "closed"].iter().any(|word| title.contains(word));
            }
            if !is_earlier {
                ids.extend(
                    id_at_start(head.title).filter(|(severity, _)| *severity != Severity::Unclear || head.level > 2),
                );
            }
        } else if !is_earlier {
            let cell = row(line.text).and_then(|cells| cells.first().copied());
            let bold = || bold_line(line.text).map(|(key, _)| key);
            let item = || list_item(line.text).filter(|item| item.starts_with("**"));
            let id = cell.or_else(bold).or_else(item).and_then(id_at_start);
            ids.extend(id.filter(|(severity, _)| *severity != Severity::Unclear));
        }
    }
    ids
}

/// The id that a text begins with: capitals, a dash, digits.
fn id_at_start(text: &str) -> Option<(Severity, String)> {
    let text = text.trim_start_matches(|c: char| !c.is_alphanumeric());
    let letters = text.bytes().take_while(u8::is_ascii_uppercase).count();
    let rest = text.get(letters..)?.strip_prefix('-')?;
    let digits = rest.bytes().take_while(u8::is_ascii_digit).count();
    let is_end = rest.get(digits..).is_some_and(|rest| !rest.starts_with(|c: char| c.is_alphanumeric() || c == '-'));
    let prefix = text.get(..letters).filter(|_| (1..=8).contains(&letters) && digits > 0 && is_end)?;
    let severity =
        PREFIXES.iter().find(|(known, _)| *known == prefix).map_or(Severity::Unclear, |(_, severity)| *severity);
    Some((severity, text.get(..letters + 1 + digits)?.to_owned()))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::gsd::text::artifact::Source;

    fn facts(file: &str) -> ReviewFacts {
        review_facts(&Source::of(file.as_bytes()).unwrap().artifact())
    }

    #[test]
    fn counts_are_read_by_either_name() {
        for critical in ["critical", "blocker"] {
            let review =
                facts(&format!("---\nfindings:\n  {critical}: 1\n  warning: 2\n  info: 3\n  total: 6\n---\n# R\n"));
            assert_eq!(
                (review.critical, review.warning, review.info, review.total),
                (Some(1), Some(2), Some(3), Some(6))
            );
        }
        assert_eq!(facts("---\nfindings: 4\n---\n# R\n").total, Some(4));
        assert_eq!(facts("# R\n").total, None);
    }

    #[test]
    fn an_id_heads_its_finding() {
        let review = facts(
            "# R\n### CR-01: broken\nsee WR-09\n### 🛑 BL-2 — x\n**WR-01:** y\n- **IN-03** z\n| WR-02 | a |\n### CR-01 again\n### CR-x\n### CR-1a\n```\n### CR-07\n```\n\
             ### HIGH-01: own\n- **D-02** no\n## D-03 no\n## Prior findings\n### CR-09: RESOLVED\n## New\n### WR-03-prior\n### IN-04\n",
        );
        let ids: Vec<&str> = review.ids.iter().map(|(_, id)| id.as_str()).collect();
        assert_eq!(ids, ["BL-2", "CR-01", "WR-01", "WR-02", "IN-03", "IN-04", "HIGH-01"]);
    }

    #[test]
    fn findings_below_an_earlier_reviews_heading_do_not_count_however_deep() {
        let review = facts(
            "# R\n## Prior findings\n### Critical\n#### CR-01: old\n## Findings\n### Closed door\n#### WR-01: new\n",
        );
        assert_eq!(review.ids, [(Severity::Warning, "WR-01".to_owned())].into());
    }

    #[test]
    fn an_id_is_letters_a_dash_and_digits() {
        let of = |text: &str| id_at_start(text).map(|(_, id)| id);
        for (text, id) in [("CR-01: x", "CR-01"), ("**WR-1** x", "WR-1"), ("ABCDEFGH-1", "ABCDEFGH-1")] {
            assert_eq!(of(text).as_deref(), Some(id), "{text}");
        }
        for text in ["CR-", "CR- x", "CR-x", "CR-1a", "CR-1-2", "-1", "ABCDEFGHI-1", "cr-1"] {
            assert_eq!(of(text), None, "{text}");
        }
    }
}
