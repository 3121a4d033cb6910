//! The status words of each artifact kind. A project may add words of its own in its config; it can move none of these.
//!
//! Source: GSD's workflows write the first words of each row; the others were seen in finished phases of real projects.

use super::artifacts::Kind;
use crate::engine::evidence::Meaning;
use crate::engine::words::WordRow;

/// The words of one or several kinds.
#[derive(Debug, Clone, Copy)]
pub struct KindWords {
    /// The kinds that share these rows.
    pub kinds: &'static [Kind],
    /// What each word means.
    pub rows: &'static [WordRow],
}

/// Every status word this tool knows.
pub const WORDS: &[KindWords] = &[
    KindWords {
        kinds: &[Kind::Verification],
        rows: &[
            WordRow {
                meaning: Meaning::Done,
                words: &[
                    "passed",
                    "pass",
                    "verified",
                    "complete",
                    "completed",
                    "resolved",
                    "gaps_resolved",
                    "passed_after_gap_closure",
                    "passed_after_repair",
                    "passed_retroactive",
                    "passed_with_amended_criteria",
                    "passed_with_amended_criterion",
                    "passed_with_caveat",
                    "passed_with_caveats",
                    "passed_with_concerns",
                    "passed_with_notes",
                    "passed_with_publish_caveat",
                    "verified_with_caveats",
                    "verified_with_notes",
                ],
            },
            WordRow {
                meaning: Meaning::Failed,
                words: &["gaps_found", "failed", "fail", "gaps", "partial", "gap_closure_in_progress"],
            },
            WordRow {
                meaning: Meaning::Human,
                words: &["human_needed", "human_verification", "pending_human_verification", "ready_for_uat"],
            },
        ],
    },
    KindWords {
        kinds: &[Kind::Review],
        rows: &[
            WordRow {
                meaning: Meaning::Done,
                words: &[
                    "clean",
                    "resolved",
                    "all_resolved",
                    "fixed",
                    "all_fixed",
                    "fixes_applied",
                    "warnings_resolved",
                    "issues_fixed",
                    "issues_found_fixed",
                    "passed",
                ],
            },
            WordRow { meaning: Meaning::Skipped, words: &["skipped"] },
            WordRow {
                meaning: Meaning::Issues,
                words: &[
                    "issues_found",
                    "issues",
                    "findings",
                    "findings_found",
                    "has_findings",
                    "has_issues",
                    "warnings",
                    "warnings_open",
                    "needs_fix",
                    "flagged",
                    "partial",
                    "partially_fixed",
                    "partial_fixed",
                    "needs_attention",
                ],
            },
        ],
    },
    KindWords {
        kinds: &[Kind::ReviewFix],
        rows: &[
            WordRow {
                meaning: Meaning::Done,
                words: &[
                    "all_fixed",
                    "fixed",
                    "complete",
                    "completed",
                    "resolved",
                    "applied",
                    "fixes_applied",
                    "all_warnings_fixed",
                ],
            },
            WordRow {
                meaning: Meaning::Open,
                words: &["partial", "none_fixed", "partially_addressed", "partially_fixed"],
            },
        ],
    },
    KindWords {
        kinds: &[Kind::Security],
        rows: &[
            WordRow { meaning: Meaning::Done, words: &["verified", "secured", "passed", "complete", "completed"] },
            WordRow { meaning: Meaning::Open, words: &["draft", "pending", "blocked", "in_progress"] },
        ],
    },
    KindWords {
        kinds: &[Kind::Validation],
        rows: &[
            WordRow {
                meaning: Meaning::Done,
                words: &[
                    "validated",
                    "verified",
                    "complete",
                    "completed",
                    "approved",
                    "passed",
                    "audited",
                    "compliant",
                    "finalized",
                    "green",
                    "executed",
                    "reconciled",
                    "ratified",
                    "signed",
                    "signed_off",
                    "shipped",
                    "partial",
                    "partial_accepted",
                    "validated_partial",
                ],
            },
            WordRow {
                meaning: Meaning::Open,
                words: &[
                    "draft",
                    "planned",
                    "ready",
                    "ready_for_*",
                    "executing",
                    "active",
                    "authored",
                    "in_progress",
                    "pending",
                    "populated",
                ],
            },
        ],
    },
    KindWords {
        kinds: &[Kind::Uat, Kind::HumanUat],
        rows: &[
            WordRow {
                meaning: Meaning::Done,
                words: &[
                    "complete",
                    "completed",
                    "passed",
                    "pass",
                    "all_pass",
                    "resolved",
                    "passed_with_caveat",
                    "passed_with_caveats",
                    "passed_with_notes",
                ],
            },
            WordRow { meaning: Meaning::Failed, words: &["diagnosed", "gaps_found", "failed"] },
            WordRow {
                meaning: Meaning::Open,
                words: &[
                    "testing",
                    "partial",
                    "pending",
                    "blocked",
                    "in_progress",
                    "needs_review",
                    "pending_authenticated_browser_session",
                    "pending_human_check",
                    "pending_live_retest",
                    "ready_for_*",
                ],
            },
        ],
    },
    KindWords {
        kinds: &[Kind::UiSpec],
        rows: &[
            WordRow {
                meaning: Meaning::Done,
                words: &["approved", "approved_for_planning", "complete", "verified", "not_applicable"],
            },
            WordRow { meaning: Meaning::Open, words: &["draft", "pending"] },
        ],
    },
    KindWords {
        kinds: &[Kind::Summary],
        rows: &[
            WordRow {
                meaning: Meaning::Done,
                words: &[
                    "complete",
                    "completed",
                    "done",
                    "passed",
                    "verified",
                    "implemented",
                    "implemented_reviewed",
                    "implemented_and_reviewed",
                    "abgeschlossen",
                    "halted",
                ],
            },
            WordRow {
                meaning: Meaning::Open,
                words: &[
                    "blocked",
                    "blocked_at_checkpoint",
                    "partial",
                    "partial_complete",
                    "partial_complete_pending_checkpoint",
                    "checkpoint",
                    "checkpoint_blocked",
                    "checkpoint_pending",
                    "checkpoint_reached",
                    "at_checkpoint",
                    "awaiting_checkpoint",
                    "code_merged_human_verify_pending",
                    "human_needed",
                    "auto_tasks_done_awaiting_checkpoint",
                    "in_progress",
                    "pending",
                    "incomplete",
                    "split_required",
                    "deferred",
                    "reverted",
                    "reverted_deferred",
                    "paused",
                    "started",
                    "draft",
                    "drafted",
                ],
            },
        ],
    },
];

/// The rows of `kind`; none where the kind has no status words.
pub fn words_of(kind: Kind) -> Option<&'static [WordRow]> {
    WORDS.iter().find(|entry| entry.kinds.contains(&kind)).map(|entry| entry.rows)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::engine::words::{meaning_of, normalise};

    #[test]
    fn every_word_is_written_as_it_compares_and_means_one_thing() {
        for entry in WORDS {
            for row in entry.rows {
                for word in row.words {
                    let plain = word.trim_end_matches('*').trim_end_matches('_');
                    assert_eq!(normalise(plain), plain, "{:?}", entry.kinds);
                    if !word.ends_with('*') {
                        assert_eq!(meaning_of(entry.rows, word), Some(row.meaning), "{:?} {word}", entry.kinds);
                    }
                }
            }
        }
    }

    #[test]
    fn a_kind_has_one_entry() {
        for (at, entry) in WORDS.iter().enumerate() {
            for kind in entry.kinds {
                assert!(WORDS.iter().skip(at + 1).all(|other| !other.kinds.contains(kind)), "{kind:?}");
            }
        }
    }
}
