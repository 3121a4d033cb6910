//! What changed in a ledger (STATE, ROADMAP, REQUIREMENTS) between two versions, field by field.

use std::collections::BTreeSet;

use serde::{Deserialize, Serialize};
use similar::{ChangeTag, TextDiff};

use super::token::leading_id;
use crate::engine::words::normalise;
use crate::gsd::ids::PhaseId;

/// Fields that a session leaves behind whatever it did: they say when, and where somebody looked last.
///
/// Source: GSD's `templates/state.md`, and `state record-session`, which its context monitor starts by itself.
const VOLATILE: &[&str] = &[
    "last_updated",
    "last_activity",
    "last_activity_desc",
    "last_session",
    "stopped_at",
    "paused_at",
    "resume_file",
    "session",
    "state_head",
];

/// The longest value of a field that is kept, in characters.
const LONGEST: usize = 80;

/// One field that is not the same in both versions.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Difference {
    /// What the line calls itself: a key, a label, the first cell of a row; empty for prose.
    pub field: String,
    /// The value in HEAD.
    pub head: Option<String>,
    /// The value in the work tree.
    pub work: Option<String>,
}

impl Difference {
    /// True where it says when or by whom something was looked at, and nothing of any phase.
    pub fn is_volatile(&self) -> bool {
        VOLATILE.contains(&normalise(&self.field).as_str())
    }

    /// The difference in words.
    pub fn words(&self) -> String {
        let value = |value: &Option<String>| value.clone().unwrap_or_else(|| "nothing".to_owned());
        let field = if self.field.is_empty() { "a line" } else { self.field.as_str() };
        format!("{field}: {} → {}", value(&self.head), value(&self.work))
    }
}

/// What changed between two versions of a ledger.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Changes {
    /// The fields, in the order of their lines.
    pub fields: Vec<Difference>,
    /// The lines of the old version that are gone, counted from 1.
    pub removed: BTreeSet<usize>,
    /// The lines of the new version that are new, counted from 1.
    pub added: BTreeSet<usize>,
    /// The phases that changed lines name as `Phase N`.
    pub named: Vec<PhaseId>,
}

/// Compares HEAD's version with that of the work tree.
pub fn changes(head: &str, work: &str) -> Changes {
    let mut changes = Changes::default();
    for change in TextDiff::from_lines(head, work).iter_all_changes() {
        let is_new = match change.tag() {
            ChangeTag::Equal => continue,
            ChangeTag::Delete => {
                changes.removed.extend(change.old_index().map(|at| at + 1));
                false
            }
            ChangeTag::Insert => {
                changes.added.extend(change.new_index().map(|at| at + 1));
                true
            }
        };
        changes.named.extend(named(change.value()));
        let (field, value) = field_of(change.value().trim());
        if field.is_empty() && value.is_empty() {
            continue;
        }
        put(&mut changes.fields, field, value, is_new);
    }
    // A field that was only moved says nothing new.
    changes.fields.retain(|difference| difference.head != difference.work);
    changes
}

/// Puts a value beside the other version's of the same field, if that one is still alone.
fn put(fields: &mut Vec<Difference>, field: &str, value: &str, is_new: bool) {
    let value = Some(value.chars().take(LONGEST).collect::<String>());
    let is_open = |known: &&mut Difference| {
        !field.is_empty() && known.field == field && if is_new { known.work.is_none() } else { known.head.is_none() }
    };
    match (fields.iter_mut().find(is_open), is_new) {
        (Some(known), true) => known.work = value,
        (Some(known), false) => known.head = value,
        (None, true) => fields.push(Difference { field: field.to_owned(), head: None, work: value }),
        (None, false) => fields.push(Difference { field: field.to_owned(), head: value, work: None }),
    }
}

/// What a line calls itself, and what it says.
fn field_of(line: &str) -> (&str, &str) {
    let bare = line.trim_start_matches(['-', '*', '>', '_', ' ']);
    if let Some(row) = line.strip_prefix('|') {
        let (first, rest) = row.split_once('|').unwrap_or((row, ""));
        return (first.trim(), rest.trim_end_matches('|').trim());
    }
    let label = bare.split_once(':').filter(|(label, _)| {
        label.len() <= 40
            && !label.is_empty()
            && !label.contains(['.', '|', '`', '[', '('])
            && !bare.starts_with("http")
    });
    match label {
        Some((label, value)) => (label.trim_matches(['*', '_', '"', ' ']), value.trim_start_matches('*').trim()),
        None => ("", bare),
    }
}

/// The phases that a line names as `Phase N`.
fn named(line: &str) -> Vec<PhaseId> {
    let starts = line
        .match_indices("hase ")
        .filter(|(at, _)| line.get(..*at).is_some_and(|before| before.ends_with(['P', 'p'])));
    let ids = starts.filter_map(|(at, word)| leading_id(line.get(at + word.len()..)?.trim_start_matches(['*', ' '])));
    ids.map(|(id, _)| id).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn fields(head: &str, work: &str) -> Vec<String> {
        changes(head, work).fields.iter().map(Difference::words).collect()
    }

    #[test]
    fn a_field_is_told_by_its_key_label_or_row() {
        for (head, work, told) in [
            ("status: planning\n", "status: executing\n", "status: planning → executing"),
            ("  completed_plans: 2\n", "  completed_plans: 3\n", "completed_plans: 2 → 3"),
            ("**Status:** Ready\n", "**Status:** Executing Phase 7\n", "Status: Ready → Executing Phase 7"),
            ("Plan: 1 of 2\n", "Plan: 2 of 2\n", "Plan: 1 of 2 → 2 of 2"),
            ("| 7. Photos | 1/2 | Open |\n", "| 7. Photos | 2/2 | Done |\n", "7. Photos: 1/2 | Open → 2/2 | Done"),
            ("", "- a decision was made\n", "a line: nothing → a decision was made"),
        ] {
            assert_eq!(fields(head, work), [told], "{head}");
        }
        assert_eq!(fields("a: 1\nb: 2\n", "b: 2\na: 1\n"), [] as [&str; 0]);
        assert_eq!(fields("same\n", "same\n"), [] as [&str; 0]);
    }

    #[test]
    fn what_every_session_writes_is_volatile() {
        for line in [
            "last_updated: x",
            "**Last activity:** x",
            "Stopped at: x",
            "Resume file: x",
            "- Last session: x",
            "*Last updated: x*",
        ] {
            let changes = changes("", &format!("{line}\n"));
            assert!(
                changes.fields.iter().all(Difference::is_volatile) && changes.fields.len() == 1,
                "{line}: {changes:?}"
            );
        }
        for line in ["status: executing", "Plan: 2 of 2", "a line of prose", "current_phase: 7"] {
            assert!(!changes("", line).fields.iter().any(Difference::is_volatile), "{line}");
        }
    }

    #[test]
    fn changed_lines_name_phases_and_have_numbers() {
        let changes = changes("# R\n| REQ-1 | Phase 3 | Open |\n", "# R\n| REQ-1 | Phase 3 | Complete |\nnew\n");
        assert_eq!((&changes.removed, &changes.added), (&BTreeSet::from([2]), &BTreeSet::from([2, 3])));
        let three = PhaseId::parse("3").unwrap();
        assert_eq!(changes.named, [three.clone(), three]);
    }

    #[test]
    fn only_the_same_field_is_set_beside_itself() {
        for (head, work, told) in [
            (
                "- an old line\n",
                "- a new line\n",
                &["a line: an old line → nothing", "a line: nothing → a new line"][..],
            ),
            ("a: 1\n", "b: 2\n", &["a: 1 → nothing", "b: nothing → 2"]),
            ("a: 1\n", "a: 2\na: 3\n", &["a: 1 → 2", "a: nothing → 3"]),
            ("a: 1\na: 2\n", "a: 3\n", &["a: 1 → 3", "a: 2 → nothing"]),
        ] {
            assert_eq!(fields(head, work), told, "{head}{work}");
        }
    }

    #[test]
    fn a_label_is_short_and_no_sentence_and_no_address() {
        let long = "a".repeat(40);
        assert_eq!(field_of(&format!("{long}: x")), (long.as_str(), "x"));
        for line in [
            format!("a{long}: x"),
            ": x".to_owned(),
            "see src.rs: x".to_owned(),
            "a `b`: x".to_owned(),
            "a (b: x".to_owned(),
            "https://example.org/a".to_owned(),
            "no label".to_owned(),
        ] {
            assert_eq!(field_of(&line), ("", line.as_str()));
        }
    }
}
