//! What a VERIFICATION leaves to others: gaps for a new plan, items for a person, and the files that it covered.

use serde::{Deserialize, Serialize};

use super::artifact::{Artifact, Note};
use crate::engine::words::normalise;
use crate::read::yaml::Value;

/// A truth that did not hold.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Gap {
    /// The truth, as written.
    pub truth: String,
    /// Its status word, e.g. `failed` or `partial`.
    pub status: Option<String>,
    /// Why.
    pub reason: Option<String>,
    /// What is missing.
    pub missing: Vec<String>,
    /// The paths of the artifacts named.
    pub artifacts: Vec<String>,
}

impl Gap {
    /// False for a gap that its own status calls closed.
    pub fn is_open(&self) -> bool {
        let closed = ["fixed", "resolved", "closed", "done", "passed", "verified", "complete", "completed"];
        !self.status.as_deref().is_some_and(|status| closed.contains(&normalise(status).as_str()))
    }
}

/// An item that only a person can check.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct HumanItem {
    /// What to do.
    pub test: String,
    /// What should happen.
    pub expected: Option<String>,
}

/// What a VERIFICATION lists.
///
/// Source: the front matter that GSD's verifier writes.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct VerificationFacts {
    /// The gaps.
    pub gaps: Vec<Gap>,
    /// The items for a person.
    pub human: Vec<HumanItem>,
    /// The lists that stand in the file and could not be read, by key.
    pub unread: Vec<Note>,
    /// `score`, as written.
    pub score: Option<String>,
    /// `covered_files`, where the verifier writes a fingerprint.
    pub covered_files: Vec<String>,
    /// `covered_digest`.
    pub covered_digest: Option<String>,
}

/// Reads what a VERIFICATION lists.
pub fn verification_facts(artifact: &Artifact<'_>) -> VerificationFacts {
    let text = |key: &str| artifact.text(key).map(str::to_owned);
    let keys = ["gaps", "human_verification", "covered_files"];
    VerificationFacts {
        gaps: artifact.value("gaps").map(|value| value.items().iter().map(gap).collect()).unwrap_or_default(),
        human: human_items(artifact),
        unread: keys.iter().filter_map(|key| unread(artifact, key)).collect(),
        score: text("score"),
        covered_files: artifact.texts("covered_files"),
        covered_digest: text("covered_digest"),
    }
}

fn gap(value: &Value) -> Gap {
    let text = |key: &str| value.get(key).and_then(Value::as_str).map(str::to_owned);
    let texts = |key: &str| value.get(key).map(|value| value.texts().into_iter().map(str::to_owned).collect());
    match value {
        Value::Scalar(truth) => Gap { truth: truth.clone(), ..Gap::default() },
        value => Gap {
            truth: named(value, &["truth", "title", "gap", "description", "issue"]),
            status: text("status"),
            reason: text("reason"),
            missing: texts("missing").unwrap_or_default(),
            artifacts: texts("artifacts").unwrap_or_default(),
        },
    }
}

/// The first of these keys that holds text, else the first text of all.
fn named(value: &Value, keys: &[&str]) -> String {
    let text = keys.iter().find_map(|key| value.get(key).and_then(Value::as_str));
    text.or_else(|| value.texts().first().copied()).unwrap_or_default().to_owned()
}

fn human_items(artifact: &Artifact<'_>) -> Vec<HumanItem> {
    let item = |value: &Value| HumanItem {
        test: named(value, &["test", "item", "name", "description", "truth"]),
        expected: value.get("expected").and_then(Value::as_str).map(str::to_owned),
    };
    let keys = ["human_verification", "human_items", "behavior_unverified_items"];
    keys.iter()
        .filter_map(|key| artifact.value(key))
        .flat_map(Value::items)
        .map(item)
        .filter(|item| !item.test.is_empty())
        .collect()
}

/// A list key that stands in a damaged block and could not be read.
fn unread(artifact: &Artifact<'_>, key: &str) -> Option<Note> {
    let is_lost = artifact.front.fields().is_some_and(|fields| fields.lost(key));
    let fault = artifact.salvaged().filter(|_| is_lost)?;
    Some(Note::new(fault.line, format!("`{key}` could not be read: {}", fault.text)))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::gsd::text::artifact::Source;

    fn facts(block: &str) -> VerificationFacts {
        verification_facts(&Source::of(format!("---\n{block}---\n# V\n").as_bytes()).unwrap().artifact())
    }

    #[test]
    fn gaps_and_items_are_read_as_written() {
        let found = facts(
            "status: gaps_found\nscore: 3/4 must-haves verified\ngaps:\n  - truth: \"User sees x\"\n    status: failed\n    reason: no call\n    \
             artifacts:\n      - path: src/a.rs\n        issue: stub\n    missing:\n      - a call\n  - plain text\nhuman_verification:\n  - test: click\n    \
             expected: opens\n  - read it\ncovered_files: [a, b]\ncovered_digest: v1:sha256:00\n",
        );
        assert_eq!(
            (found.gaps[0].truth.as_str(), found.gaps[0].artifacts.as_slice()),
            ("User sees x", ["src/a.rs".to_owned()].as_slice())
        );
        assert_eq!((found.gaps[0].status.as_deref(), found.gaps[0].missing.len()), (Some("failed"), 1));
        assert_eq!(found.gaps[1].truth, "plain text");
        assert!(found.gaps.iter().all(Gap::is_open));
        assert_eq!((found.human[0].test.as_str(), found.human[0].expected.as_deref()), ("click", Some("opens")));
        assert_eq!(found.human[1].test, "read it");
        assert_eq!((found.covered_files.len(), found.covered_digest.as_deref()), (2, Some("v1:sha256:00")));
        assert_eq!((found.score.as_deref(), found.unread.len()), (Some("3/4 must-haves verified"), 0));
    }

    #[test]
    fn a_gap_may_be_named_otherwise_and_closed() {
        let found = facts(
            "gaps:\n  - id: G-1\n    title: no call\n    status: fixed (plan 09)\n  - id: G-2\n    status: partial\n",
        );
        let gaps: Vec<(&str, bool)> = found.gaps.iter().map(|gap| (gap.truth.as_str(), gap.is_open())).collect();
        assert_eq!(gaps, [("no call", false), ("G-2", true)]);
    }

    #[test]
    fn a_list_that_could_not_be_read_is_no_empty_list() {
        let found = facts("status: gaps_found\ngaps:\n  - truth: a: b: c\n    - x\nscore: 1\n");
        assert!(found.gaps.is_empty());
        assert_eq!(found.unread.len(), 1);
        let fine = facts("status: gaps_found\nscore: a: b\ngaps:\n  - truth: x\n");
        assert_eq!((fine.gaps.len(), fine.unread.len()), (1, 0));
        assert_eq!(facts("status: passed\nscore: a: b\n").unread, []);
    }
}
