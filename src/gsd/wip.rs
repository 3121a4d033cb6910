//! What is uncommitted beside the phase's artifacts, as it was read: source, the ledgers that all phases share, and the rest.

use std::collections::BTreeSet;

use serde::{Deserialize, Serialize};

use super::evidence::Marks;
use super::ids::PlanId;
use super::text::ledger::Difference;
use crate::engine::damage::Damage;
use crate::engine::evidence::Tracked;
use crate::engine::object::Oid;
use crate::engine::own::Own;
use crate::engine::path::RepoPath;

/// Everything uncommitted that is no artifact of the phase.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
pub struct Wip {
    /// Changed paths outside every planning folder, in order; those without a tie up to [`MOST_UNTIED`].
    pub source: Vec<SourceChange>,
    /// How many more without a tie there are.
    pub more_source: usize,
    /// Changed source that nothing ties to this phase, and that open plans of others name.
    pub of_others: Vec<OfOther>,
    /// Other phases that are being carried out, where STATE names one of them as current: source that nothing ties to this one
    /// is theirs then. Empty where there is no such source.
    pub carried_out_too: Vec<String>,
    /// Source of the phase that a recovery put into a stash which is still there, the newest first.
    pub stashes: Vec<Stashed>,
    /// The changed ledgers.
    pub ledgers: Vec<LedgerChange>,
    /// What the ledgers of the work tree say of the phase, where one of them changed.
    pub marks: Option<Marks>,
    /// The unfinished phase that HEAD's STATE names as current, where the work tree's moved on from it to this one.
    pub passed: Option<Passed>,
    /// What belongs to no diagnosis of this phase, counted.
    pub asides: Vec<Aside>,
    /// Files that a command leaves while it is at work, and that tell of its end when they stay.
    pub sentinels: Vec<(Sentinel, RepoPath)>,
}

/// A phase that STATE moved on from before its plans were executed.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Passed {
    /// The phase.
    pub phase: String,
    /// How many of its plans are executed.
    pub executed: usize,
    /// How many there are.
    pub plans: usize,
}

/// How many changed source paths are kept that nothing ties to the phase. More than these no person left on purpose.
pub const MOST_UNTIED: usize = 1_000;

/// A changed path of source.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct SourceChange {
    /// The path.
    pub path: RepoPath,
    /// What git knows of it.
    pub tracked: Tracked,
    /// What ties it to the phase; empty where nothing does by name.
    pub ties: Vec<Tie>,
}

/// What ties a changed path to the phase.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub enum Tie {
    /// A task of a live plan names it.
    Task {
        /// The plan; none where the phase has one plan without a number.
        plan: Option<PlanId>,
        /// The task, counted from 1.
        task: usize,
    },
    /// A live plan names it, and no task of it does.
    Plan(Option<PlanId>),
    /// A SUMMARY that is uncommitted itself says that its plan made or changed it.
    Summary(Option<PlanId>),
    /// An execute commit of the phase touched it.
    Commit(Oid),
}

impl Tie {
    /// The plan that the path belongs to by it.
    pub fn plan(&self) -> Option<&Option<PlanId>> {
        match self {
            Self::Task { plan, .. } | Self::Plan(plan) | Self::Summary(plan) => Some(plan),
            Self::Commit(_) => None,
        }
    }

    /// The task that the path belongs to by it.
    pub fn task(&self) -> Option<usize> {
        match self {
            Self::Task { task, .. } => Some(*task),
            Self::Plan(_) | Self::Summary(_) | Self::Commit(_) => None,
        }
    }
}

/// Changed source that belongs to another phase: an open plan of it names the files.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct OfOther {
    /// The phase.
    pub phase: String,
    /// How many files.
    pub count: usize,
    /// The first of them.
    pub first: RepoPath,
}

/// What a recovery calls the stash of a phase; by it the stash is known again.
pub fn stash_message(phase: &str) -> String {
    format!("phase {phase}: source left uncommitted")
}

/// Source of the phase that lies in a stash.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Stashed {
    /// Its place in the list of stashes.
    pub place: usize,
    /// Its commit.
    pub id: Oid,
    /// How many files it holds.
    pub count: usize,
    /// The first of them; none where it holds none.
    pub first: Option<RepoPath>,
    /// The plans that its files are tied to.
    pub plans: BTreeSet<Option<PlanId>>,
    /// True where a file of it is tied to no plan.
    pub untied: bool,
}

impl Stashed {
    /// True where it may hold work of the plan.
    pub fn may_be_of(&self, plan: Option<&PlanId>) -> bool {
        self.untied || self.plans.iter().any(|own| own.as_ref() == plan)
    }

    /// What a reader is told of it.
    pub fn words(&self, own: &Own) -> String {
        let files = match (self.count, &self.first) {
            (1, Some(first)) => format!("1 source file ({first})"),
            (count, Some(first)) => format!("{count} source files (first {first})"),
            (count, None) => format!("{count} source files"),
        };
        let stash = format!("stash@{{{}}}", self.place);
        format!(
            "{stash} ({}) holds {files} of this phase, put aside by a recovery: look at it ({}), then give it back ({}) or drop it",
            self.id.short(),
            own.git(&format!("stash show --include-untracked -p {stash}")),
            own.git(&format!("stash pop --index {stash}")),
        )
    }
}

/// A changed ledger.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct LedgerChange {
    /// The file.
    pub path: RepoPath,
    /// What git knows of it.
    pub tracked: Tracked,
    /// What differs from HEAD.
    pub fields: Vec<Difference>,
    /// What became of it, where the version on disk is none to be kept.
    pub damage: Option<Damage>,
    /// True where what differs speaks of this phase.
    pub concerns: bool,
}

/// Why an uncommitted file is not this phase's matter.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub enum AsideKind {
    /// It lies in another phase's folder.
    OtherPhase,
    /// It lies in this phase's folder and is no artifact.
    NoArtifact,
    /// It is another file of a planning folder.
    Planning,
    /// A repository of its own, or a submodule, that was not looked into.
    Repository,
    /// `pipeline.ignore_wip` names it.
    Ignored,
    /// It lies outside of the project's folder, or in another planning folder.
    Outside,
}

/// Uncommitted files that are not this phase's matter.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Aside {
    /// Why.
    pub kind: AsideKind,
    /// How many.
    pub count: usize,
    /// The first of them.
    pub first: RepoPath,
}

impl AsideKind {
    /// What such files are called.
    pub fn words(self, count: usize) -> &'static str {
        match (self, count) {
            (Self::OtherPhase, 1) => "file of another phase",
            (Self::OtherPhase, _) => "files of other phases",
            (Self::NoArtifact, 1) => "file of this phase's folder that is no artifact",
            (Self::NoArtifact, _) => "files of this phase's folder that are no artifacts",
            (Self::Planning, 1) => "other planning file",
            (Self::Planning, _) => "other planning files",
            (Self::Repository, 1) => "repository inside this one, not looked into",
            (Self::Repository, _) => "repositories inside this one, not looked into",
            (Self::Ignored, 1) => "file that pipeline.ignore_wip names",
            (Self::Ignored, _) => "files that pipeline.ignore_wip names",
            (Self::Outside, 1) => "file of another project in this repository",
            (Self::Outside, _) => "files of other projects in this repository",
        }
    }
}

/// A file that only lies there while a command is at work.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub enum Sentinel {
    /// A review-fix is at work or was cut off.
    ReviewFix,
    /// A discussion is at work or was cut off.
    Discussion,
}

/// One row of the table of sentinels.
#[derive(Debug, Clone, Copy)]
pub struct SentinelRow {
    /// The sentinel.
    pub sentinel: Sentinel,
    /// How its file's name ends.
    pub ending: &'static str,
    /// What it tells.
    pub tells: &'static str,
}

/// Every sentinel.
///
/// Source: GSD's `workflows/code-review-fix.md` and `workflows/discuss-phase.md`.
pub const SENTINELS: &[SentinelRow] = &[
    SentinelRow {
        sentinel: Sentinel::ReviewFix,
        ending: ".review-fix-recovery-pending.json",
        tells: "a review-fix was cut off or is still at work; its branch is gsd-reviewfix/…; where it is over, run it again",
    },
    SentinelRow {
        sentinel: Sentinel::Discussion,
        ending: "-DISCUSS-CHECKPOINT.json",
        tells: "a discussion was cut off or is still at work; its command takes it up where it stopped",
    },
];

impl Sentinel {
    /// The sentinel that a file of this name is.
    pub fn of(name: &[u8]) -> Option<Self> {
        SENTINELS.iter().find(|row| name.ends_with(row.ending.as_bytes())).map(|row| row.sentinel)
    }

    /// What it tells.
    pub fn tells(self) -> &'static str {
        SENTINELS.iter().find(|row| row.sentinel == self).map_or("", |row| row.tells)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_sentinel_is_known_by_its_name() {
        assert_eq!(Sentinel::of(b".review-fix-recovery-pending.json"), Some(Sentinel::ReviewFix));
        assert_eq!(Sentinel::of(b"07-DISCUSS-CHECKPOINT.json"), Some(Sentinel::Discussion));
        assert_eq!(Sentinel::of(b"07-CONTEXT.md"), None);
        for row in SENTINELS {
            assert!(!row.sentinel.tells().is_empty());
        }
    }

    #[test]
    fn each_sentinel_tells_its_own() {
        for row in SENTINELS {
            assert_eq!(row.sentinel.tells(), row.tells);
        }
    }

    #[test]
    fn a_tie_belongs_to_a_plan_and_perhaps_to_a_task() {
        let plan = PlanId::parse("02");
        for (tie, of_plan, of_task) in [
            (Tie::Task { plan: plan.clone(), task: 3 }, Some(&plan), Some(3)),
            (Tie::Plan(plan.clone()), Some(&plan), None),
            (Tie::Summary(plan.clone()), Some(&plan), None),
            (Tie::Commit(Oid::from_bytes(&[1; 20]).unwrap()), None, None),
        ] {
            assert_eq!((tie.plan(), tie.task()), (of_plan, of_task), "{tie:?}");
        }
    }

    #[test]
    fn one_file_and_several_are_called_differently() {
        use AsideKind::{Ignored, NoArtifact, OtherPhase, Outside, Planning, Repository};
        let mut words: Vec<&str> = [OtherPhase, NoArtifact, Planning, Repository, Ignored, Outside]
            .iter()
            .flat_map(|kind| [kind.words(1), kind.words(2)])
            .collect();
        words.sort_unstable();
        words.dedup();
        assert_eq!(words.len(), 12);
    }

    #[test]
    fn the_stash_of_a_phase_is_known_by_its_message() {
        assert_eq!(stash_message("07"), "phase 07: source left uncommitted");
        let words = |count: usize, first: Option<&str>| {
            let id = Oid::from_bytes(&[1; 20]).unwrap();
            let first = first.map(RepoPath::from);
            Stashed { place: 2, id, count, first, plans: BTreeSet::new(), untied: true }.words(&Own::default())
        };
        let look = "of this phase, put aside by a recovery: look at it (git stash show --include-untracked -p stash@{2}), \
                    then give it back (git stash pop --index stash@{2}) or drop it";
        for (count, first, files) in [
            (1, Some("a"), "1 source file (a)"),
            (3, Some("a"), "3 source files (first a)"),
            (0, None, "0 source files"),
        ] {
            assert_eq!(words(count, first), format!("stash@{{2}} (0101010) holds {files} {look}"));
        }
    }
}
