//! What was read of one artifact, in three independent readings, and the one state that they settle into.

use std::fmt;

use serde::{Deserialize, Serialize};

use super::object::Oid;

/// What git knows of a file: HEAD's tree, the index and the work tree compared.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub enum Tracked {
    /// In HEAD's tree, and neither the index nor the work tree differs.
    Committed,
    /// In HEAD's tree, and the work tree differs.
    Modified,
    /// The index differs from HEAD's tree (intent-to-add included).
    Staged,
    /// In HEAD's tree or staged, gone from the work tree or the index.
    Deleted,
    /// The index holds several versions.
    Conflicted,
    /// On disk, unknown to git.
    Untracked,
    /// On disk, unknown to git, and hidden from its status by an ignore rule.
    Ignored,
    /// Nowhere.
    Absent,
}

impl Tracked {
    /// Every value, for tests that enumerate.
    pub const ALL: [Self; 8] = [
        Self::Committed,
        Self::Modified,
        Self::Staged,
        Self::Deleted,
        Self::Conflicted,
        Self::Untracked,
        Self::Ignored,
        Self::Absent,
    ];

    /// The word used in every output.
    pub fn word(self) -> &'static str {
        match self {
            Self::Committed => "committed",
            Self::Modified => "modified",
            Self::Staged => "staged",
            Self::Deleted => "deleted",
            Self::Conflicted => "conflicted",
            Self::Untracked => "untracked",
            Self::Ignored => "ignored",
            Self::Absent => "absent",
        }
    }

    /// True when something of the file waits for somebody to commit or drop it.
    pub fn is_uncommitted(self) -> bool {
        !matches!(self, Self::Committed | Self::Absent)
    }
}

/// What the status word (or what stands for one) of a finished artifact means.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub enum Meaning {
    /// The step is done.
    Done,
    /// There was nothing to do; counts as done only where that is plausible.
    Skipped,
    /// The step ran and what it judged did not pass.
    Failed,
    /// The step ran and waits for a person.
    Human,
    /// The step ran and found something to fix.
    Issues,
    /// The step has not run to its end.
    Open,
}

/// What a file says, read by the rules of its kind.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub enum Content {
    /// Complete: the word found (none where the kind has none), and what it means.
    Finished {
        /// The status word as written.
        word: Option<String>,
        /// What that word means.
        meaning: Meaning,
    },
    /// Not finished by its own account: a template, a placeholder, a word such as `draft`.
    Draft {
        /// What says so.
        why: String,
    },
    /// Cut short: a fence, a tag or a section that the kind always closes is open.
    Truncated {
        /// The line where what is cut off begins, or where the text ends; 0 where no line can be named.
        line: usize,
        /// What is missing.
        why: String,
    },
    /// A status word that no table knows: every meaning the kind allows is possible.
    Unknown {
        /// The word as written.
        word: String,
        /// The line it stands on, counted from 1.
        line: usize,
    },
    /// Not to be read as text of this kind.
    Unreadable {
        /// The line, counted from 1; 0 where no line can be named.
        line: usize,
        /// What is wrong.
        why: String,
    },
}

/// A commit that came after an artifact.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub struct Newer {
    /// The commit.
    pub commit: Oid,
    /// The other repository that holds it, where only dates can be compared; none for the artifact's own.
    pub repository: Option<String>,
}

impl From<Oid> for Newer {
    fn from(commit: Oid) -> Self {
        Self { commit, repository: None }
    }
}

impl fmt::Display for Newer {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.commit.short())?;
        match &self.repository {
            Some(repository) => write!(f, " of {repository} (by its date)"),
            None => Ok(()),
        }
    }
}

/// Whether an artifact is as new as the work that it judges.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub enum Freshness {
    /// The kind judges nothing, or there is nothing yet to judge.
    NotJudged,
    /// Nothing that it judges came after it.
    Fresh,
    /// This commit came after it (or beside it).
    Stale(Newer),
    /// History does not say.
    Unknown(String),
}

/// The three readings of one artifact.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Reading {
    /// What git knows of the file.
    pub tracked: Tracked,
    /// What the file says.
    pub content: Content,
    /// Whether it is as new as what it judges.
    pub freshness: Freshness,
}

/// Where one step stands. Only [`StepState::Done`] satisfies a row that asks for the step.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum StepState {
    /// No artifact.
    Missing,
    /// An artifact that git does not hold: a claim of the work tree.
    Wip,
    /// Committed, but a draft, cut short, or waiting for somebody.
    Unfinished,
    /// Committed, and its verdict is negative.
    Failed,
    /// Committed and finished, but older than what it judges.
    Stale,
    /// Committed, finished, fresh.
    Done,
}

impl StepState {
    /// Every value, for tests that enumerate.
    pub const ALL: [Self; 6] = [Self::Missing, Self::Wip, Self::Unfinished, Self::Failed, Self::Stale, Self::Done];

    /// The word used in every output.
    pub fn word(self) -> &'static str {
        match self {
            Self::Missing => "missing",
            Self::Wip => "wip",
            Self::Unfinished => "unfinished",
            Self::Failed => "failed",
            Self::Stale => "stale",
            Self::Done => "done",
        }
    }
}

/// Settles three readings into the state of the step that the artifact finishes; several where a reading leaves it open.
///
/// Source: the three readings are independent and git comes first: what is not committed is a claim, whatever it says; what
/// is committed is first finished or not, and only what is finished can be stale.
pub fn settle(reading: &Reading) -> Vec<StepState> {
    match reading.tracked {
        Tracked::Absent => return vec![StepState::Missing],
        Tracked::Committed => {}
        _ => return vec![StepState::Wip],
    }
    let said = match &reading.content {
        Content::Draft { .. } | Content::Truncated { .. } => return vec![StepState::Unfinished],
        Content::Finished { meaning, .. } => vec![of_meaning(*meaning)],
        Content::Unknown { .. } | Content::Unreadable { .. } => {
            vec![StepState::Unfinished, StepState::Failed, StepState::Done]
        }
    };
    let is_judging = |state: &StepState| matches!(state, StepState::Done | StepState::Failed);
    let mut states: Vec<StepState> = said
        .iter()
        .flat_map(|state| match &reading.freshness {
            Freshness::Stale(_) if is_judging(state) => vec![StepState::Stale],
            Freshness::Unknown(_) if is_judging(state) => vec![StepState::Stale, *state],
            _ => vec![*state],
        })
        .collect();
    states.sort();
    states.dedup();
    states
}

/// The state that a committed, fresh artifact of this meaning gives.
fn of_meaning(meaning: Meaning) -> StepState {
    match meaning {
        Meaning::Done | Meaning::Skipped => StepState::Done,
        Meaning::Failed | Meaning::Issues => StepState::Failed,
        Meaning::Human | Meaning::Open => StepState::Unfinished,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn contents() -> Vec<Content> {
        let meanings =
            [Meaning::Done, Meaning::Skipped, Meaning::Failed, Meaning::Human, Meaning::Issues, Meaning::Open];
        let finished = meanings.map(|meaning| Content::Finished { word: None, meaning });
        let damaged = [
            Content::Draft { why: String::new() },
            Content::Truncated { line: 1, why: String::new() },
            Content::Unknown { word: String::new(), line: 1 },
            Content::Unreadable { line: 1, why: String::new() },
        ];
        finished.into_iter().chain(damaged).collect()
    }

    fn freshnesses() -> Vec<Freshness> {
        let id = Oid::from_bytes(&[1; 20]).unwrap();
        vec![Freshness::NotJudged, Freshness::Fresh, Freshness::Stale(id.into()), Freshness::Unknown(String::new())]
    }

    #[test]
    fn a_newer_commit_of_another_repository_is_told_with_it() {
        let newer = Newer::from(Oid::from_bytes(&[0xab; 20]).unwrap());
        assert_eq!(newer.to_string(), "abababa");
        let there = Newer { repository: Some("backend".to_owned()), ..newer };
        assert_eq!(there.to_string(), "abababa of backend (by its date)");
    }

    #[test]
    fn only_a_committed_finished_fresh_artifact_can_be_done() {
        let mut seen = 0;
        for tracked in Tracked::ALL {
            for content in contents() {
                for freshness in freshnesses() {
                    let reading = Reading { tracked, content: content.clone(), freshness: freshness.clone() };
                    let states = settle(&reading);
                    assert!(!states.is_empty(), "{reading:?}");
                    if states.contains(&StepState::Done) {
                        assert_eq!(tracked, Tracked::Committed, "{reading:?}");
                        assert!(!matches!(freshness, Freshness::Stale(_)), "{reading:?}");
                        assert!(!matches!(content, Content::Draft { .. } | Content::Truncated { .. }), "{reading:?}");
                    }
                    if tracked.is_uncommitted() {
                        assert_eq!(states, [StepState::Wip], "{reading:?}");
                    }
                    seen += 1;
                }
            }
        }
        assert_eq!(seen, 8 * 10 * 4);
    }

    #[test]
    fn uncommitted_is_what_git_does_not_hold_as_it_stands_on_disk() {
        let uncommitted: Vec<&str> =
            Tracked::ALL.iter().filter(|tracked| tracked.is_uncommitted()).map(|tracked| tracked.word()).collect();
        assert_eq!(uncommitted, ["modified", "staged", "deleted", "conflicted", "untracked", "ignored"]);
        assert_eq!([Tracked::Committed.word(), Tracked::Absent.word()], ["committed", "absent"]);
    }
}
