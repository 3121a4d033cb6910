//! What was read of one phase: plain values, nothing concluded.

use std::collections::{BTreeMap, BTreeSet};

use serde::{Deserialize, Deserializer, Serialize};

use super::artifacts::Kind;
use super::claims::{Marked, Said};
use super::ids::{PhaseId, PlanId};
use super::names::Artifact;
use super::steps::Step;
use super::text::artifact::Note;
use super::text::config::SWITCHES;
use super::text::content::ContentReading;
use super::text::facts::Facts;
use super::text::plan::PlanFacts;
use super::text::state::State;
use super::wip::Wip;
use crate::engine::checkpoint::Policy;
use crate::engine::closed;
use crate::engine::evidence::{Content, Freshness, Reading, Tracked};
use crate::engine::object::Oid;
use crate::engine::path::RepoPath;
use crate::engine::report::ClassificationLine;

/// One artifact of the phase.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct File {
    /// The file, below the root of the repository.
    pub path: RepoPath,
    /// What its name says.
    pub name: Artifact,
    /// True where HEAD's tree holds it.
    pub in_head: bool,
    /// What git knows of it. Where the planning folder is not committed at all, what is on disk counts as committed.
    pub tracked: Tracked,
    /// What it says.
    pub reading: ContentReading,
    /// What HEAD's version says of a file that was changed since and is there; none for every other file, and for a plan that
    /// HEAD's version calls superseded.
    pub head_says: Option<Content>,
    /// What it declares beside that.
    pub facts: Facts,
    /// What HEAD's version declares of a file that was changed since and is there; none for every other file.
    pub head_facts: Option<Box<Facts>>,
    /// The newest commits that changed it.
    pub changed_by: Vec<Oid>,
    /// The commit that added it.
    pub added_by: Option<Oid>,
    /// Whether it is as new as what its kind judges.
    pub freshness: Freshness,
}

/// A commit of the phase's life that carries out plans.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct ExecuteCommit {
    /// Its id.
    pub id: Oid,
    /// The plans that its scope names.
    pub plans: Vec<PlanId>,
}

/// A commit of the phase that a later one took back.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Reverted {
    /// Its id.
    pub id: Oid,
    /// The commit that took it back.
    pub by: Oid,
    /// What its subject said.
    pub said: Retracted,
}

/// What a commit said that was taken back.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub enum Retracted {
    /// That the phase is shipped: it says so no more.
    Ships,
    /// That it answers these findings of the code review: it answers none.
    Answers(Vec<String>),
    /// That it carries out these plans. Whether they are executed is their summaries' to say.
    Executes(Vec<PlanId>),
}

/// A plan whose files are all gone, and that git still shows.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct LostPlan {
    /// The plan.
    pub plan: PlanId,
    /// Where its PLAN was.
    pub path: RepoPath,
    /// The commit that took it away.
    pub by: Oid,
}

/// A repository beside this one that holds source of the phase.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
pub struct OtherRepository {
    /// Its place, as the config names it or below the root of this one.
    pub name: String,
    /// Why what was executed there cannot be seen, or not all of it.
    pub unread: Option<String>,
    /// Execute commits of the phase there, oldest first.
    pub commits: Vec<CommitThere>,
    /// Commits there, since the first plan, that name no phase and touch what a live plan declares.
    pub unattributed: Vec<Oid>,
}

impl OtherRepository {
    /// True where plans may be executed there that nothing attributes.
    pub fn hides(&self) -> bool {
        self.unread.is_some() || !self.unattributed.is_empty()
    }
}

/// An execute commit in another repository.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct CommitThere {
    /// Its id.
    pub id: Oid,
    /// The plans that its scope names.
    pub plans: Vec<PlanId>,
    /// When the repository's HEAD took it in, in seconds since 1970 by the committer's clock.
    pub since: i64,
    /// The files that it changed, below the root of *this* repository; none where the other one lies outside of it.
    pub files: Vec<RepoPath>,
}

/// A branch or a work tree that holds execute commits of the phase which HEAD does not hold.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct UnmergedBranch {
    /// The branch; none where a work tree has a commit checked out without one.
    pub branch: Option<String>,
    /// The work tree that has it checked out.
    pub work_tree: Option<String>,
    /// True where that work tree was added to the main one, and can be removed.
    pub is_linked: bool,
    /// The execute commits, newest first.
    pub commits: Vec<Oid>,
    /// The plans that they name.
    pub plans: Vec<PlanId>,
}

/// The marks of one phase.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Marks {
    /// Whether it is marked complete, and by whom.
    pub marked: Marked,
    /// What the mark was decided from.
    pub said: Said,
    /// STATE as it was read.
    pub state: State,
    /// The tokens that the phase may be written as.
    pub ids: Vec<PhaseId>,
    /// Whether it is shipped.
    pub shipped: bool,
    /// `**UI hint**: yes`.
    pub ui_hint: bool,
    /// Its name in the roadmap; empty where there is none.
    pub name: String,
    /// The ledgers in which a merge left its marks, each with the line of the first, where their sides do not agree whether the
    /// phase is complete, or cannot be told apart.
    pub torn: Vec<(RepoPath, usize)>,
}

/// A serious concern about the plans.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub struct Concern {
    /// The commit whose version of REVIEWS raised it.
    pub raised_by: Oid,
    /// True where a plan changed in that commit or after it.
    pub answered: bool,
}

/// What a phase changed, by its commits and by what its plans and summaries declare.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub enum Changed {
    /// A path outside the planning folder.
    Source,
    /// Nothing but planning files: every plan has an execute commit, and none of them touched anything else.
    DocumentsAlone,
    /// Nothing says: its commits name no plans, or cannot be seen.
    Unknown,
}

/// What the whole phase was read from.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct PhaseEvidence {
    /// The phase's token, as its folder spells it.
    pub id: String,
    /// The workstream in force.
    pub workstream: Option<String>,
    /// Every artifact of the phase, in the order of its path.
    pub files: Vec<File>,
    /// Files whose name may be a plan's or summary's and is of no kind.
    pub unrecognised: Vec<(RepoPath, Tracked)>,
    /// Uncommitted files of these that the project does not want to be stopped by.
    pub ignored_wip: BTreeSet<RepoPath>,
    /// Execute commits of the phase, oldest first.
    pub commits: Vec<ExecuteCommit>,
    /// Commits of the phase that a later one took back, where nothing later says what they said, oldest first.
    pub reverted: Vec<Reverted>,
    /// Plans that a commit took away, and that no file tells of any more, in order.
    pub lost_plans: Vec<LostPlan>,
    /// Further commits that say they are the phase's and touch source: fixes of a review, work under the phase's own scope, merges.
    /// They carry out no plan, and what they touch the phase has touched.
    pub other_commits: Vec<Oid>,
    /// Commits since the first plan that name no phase, plan or task and touch what a live plan declares.
    pub unattributed: Vec<Oid>,
    /// Findings of the review that a commit after it answers, in the spelling of [`super::findings`].
    pub fixed_findings: BTreeSet<String>,
    /// True where acceptance by a person is as new as the verification that waits for it.
    pub accepted_since: bool,
    /// Repositories beside this one that hold source.
    pub repositories: Vec<OtherRepository>,
    /// Branches and work trees that hold execute commits which HEAD does not: named, never counted.
    pub unmerged: Vec<UnmergedBranch>,
    /// Branches that hold plans of the phase, where HEAD holds none.
    pub planned_on: Vec<String>,
    /// The newest serious concern that REVIEWS raised.
    pub concern: Option<Concern>,
    /// What the phase changed.
    pub changed: Changed,
    /// True where a plan is summarized and plans declare source, and no commit since the phase began touched any.
    pub no_source_touched: bool,
    /// Why history cannot be seen whole.
    pub history_cut: Option<String>,
    /// True where the phase lies in an archive.
    pub archived: bool,
    /// What the claims say of it.
    pub marks: Marks,
    /// Kinds that some phase of the project has committed.
    pub project_has: Vec<Kind>,
    /// What is on, switched off, or demanded in the project's config.
    pub setup: Setup,
    /// What is uncommitted beside the artifacts.
    pub wip: Wip,
}

/// What the project's config and the phase's classification say about steps.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
pub struct Setup {
    /// The classification; none where the project has no surface map.
    pub classified: Option<Classified>,
    /// True for a phase of before the project adopted the pipeline, and for every phase of a project without a map.
    pub of_before: bool,
    /// The keys below `workflow` whose value switches a step off.
    #[serde(deserialize_with = "switches")]
    pub switched_off: Vec<&'static str>,
    /// True where plans are reviewed until they converge.
    pub convergence: bool,
    /// When checkpoints stop.
    pub checkpoint: Policy,
    /// True where every recovery needs a person at a terminal.
    pub confirm_at_terminal: bool,
    /// Commands that stand in place of a step's own.
    pub commands: BTreeMap<Step, String>,
    /// The project's own gates, each with its artifact as it was read.
    pub project_gates: BTreeMap<String, ProjectGate>,
    /// What may hold instead, where history is cut and locks lie beyond: this one asks for all that they may ask for.
    pub otherwise: Vec<Self>,
}

impl Setup {
    /// The classification by what can be seen alone.
    pub fn seen(&self) -> Option<&Classified> {
        self.otherwise.first().unwrap_or(self).classified.as_ref()
    }
}

/// What the classification of a phase comes to.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Classified {
    /// The gates that are owed, with who asks.
    pub gates: BTreeMap<String, GateAsked>,
    /// Where the lock stands.
    pub lock: LockStanding,
    /// Steps whose absence is accepted, and why.
    pub waived: BTreeMap<String, String>,
    /// Surfaces and depth as the report has them.
    pub line: ClassificationLine,
}

/// Where the lock of a phase stands.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub enum LockStanding {
    /// No version of any document holds one.
    Missing,
    /// One is written and not committed.
    Uncommitted,
    /// A committed version held one, and HEAD holds none; what it locked still holds.
    Lost,
    /// What the documents hold keeps the lock that is owed from being written: why, and what helps.
    Barred(String),
    /// HEAD holds one, and it assumes surfaces that have an answer by now.
    Assumes(Vec<String>),
    /// HEAD holds one, and nothing can be settled beyond it.
    Held,
}

fn switches<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Vec<&'static str>, D::Error> {
    let keys: Vec<&str> = SWITCHES.iter().map(|row| row.key).collect();
    closed::entries(deserializer, &keys)
}

/// Who asks for a gate.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
pub struct GateAsked {
    /// The surfaces.
    pub surfaces: Vec<String>,
    /// True where one of them is pinned.
    pub pinned: bool,
    /// True where all of them are assumed only.
    pub assumed: bool,
}

/// A gate of the project's own.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
pub struct ProjectGate {
    /// The command that takes it.
    pub command: Option<String>,
    /// The name of its artifact.
    pub artifact: String,
    /// The artifact, where there is one.
    pub file: Option<GateFile>,
}

/// The artifact of a gate of the project's own.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct GateFile {
    /// The file, below the root of the repository.
    pub path: RepoPath,
    /// Its three readings.
    pub reading: Reading,
    /// Why it may be cut short, although it is committed and read as what it says.
    pub may_be_cut: Option<Note>,
    /// The commit that last changed it.
    pub commit: Option<Oid>,
}

impl File {
    /// True for a file of which git has a version that counts, and that is there: as it was committed, or edited since.
    pub fn is_held(&self) -> bool {
        let is_edited = self.in_head && matches!(self.tracked, Tracked::Modified | Tracked::Staged);
        self.tracked == Tracked::Committed || is_edited
    }

    /// What it declares as it is, and as HEAD has it where it was changed since. Whatever raises is taken from both: an edit that
    /// nobody committed can add, and takes nothing away.
    pub fn declarations(&self) -> impl Iterator<Item = &Facts> {
        std::iter::once(&self.facts).chain(self.head_facts.as_deref())
    }

    /// What a plan declares; none for another kind, or where it cannot be read.
    pub fn plan(&self) -> Option<&PlanFacts> {
        match &self.facts {
            Facts::Plan(facts) => Some(facts),
            _ => None,
        }
    }
}

impl PhaseEvidence {
    /// The same by what HEAD's versions of its files declare; none where no file was changed since.
    pub fn as_head_declares(&self) -> Option<Self> {
        self.files.iter().any(|file| file.head_facts.is_some()).then(|| {
            let mut evidence = self.clone();
            for file in &mut evidence.files {
                if let Some(mut facts) = file.head_facts.take() {
                    // Which plans count is settled already.
                    if let (Facts::Plan(head), Facts::Plan(here)) = (&mut *facts, &file.facts) {
                        head.superseded = here.superseded;
                    }
                    file.facts = *facts;
                    file.reading.content = file.head_says.take().unwrap_or_else(|| file.reading.content.clone());
                }
            }
            evidence
        })
    }

    /// True where an execute commit has begun the phase, here or in another repository.
    pub fn is_begun_by_commits(&self) -> bool {
        !self.commits.is_empty() || self.repositories.iter().any(|other| !other.commits.is_empty())
    }

    /// The files of one kind that belong to the phase itself, the one that is meant first.
    pub fn of_kind(&self, kind: Kind) -> Vec<&File> {
        let mut files: Vec<&File> =
            self.files.iter().filter(|file| file.name.kind == kind && file.name.plan.is_none()).collect();
        files.sort_by_key(|file| (file.name.rank(), file.path.clone()));
        files
    }

    /// The file of one kind that is meant.
    pub fn the(&self, kind: Kind) -> Option<&File> {
        self.of_kind(kind).into_iter().next()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    use crate::gsd::samples::{nothing, oid};

    #[test]
    fn a_repository_hides_what_is_unread_or_unattributed() {
        let other = |unread: Option<&str>, unattributed: Vec<Oid>| OtherRepository {
            unread: unread.map(str::to_owned),
            unattributed,
            ..OtherRepository::default()
        };
        assert!(!other(None, Vec::new()).hides());
        assert!(other(Some("x"), Vec::new()).hides() && other(None, vec![oid(1)]).hides());
    }

    #[test]
    fn a_phase_is_begun_by_commits_here_or_elsewhere() {
        let mut evidence = nothing();
        assert!(!evidence.is_begun_by_commits());
        evidence.repositories.push(OtherRepository::default());
        assert!(!evidence.is_begun_by_commits());
        let there = CommitThere { id: oid(1), plans: Vec::new(), since: 0, files: Vec::new() };
        evidence.repositories.push(OtherRepository { commits: vec![there], ..OtherRepository::default() });
        assert!(evidence.is_begun_by_commits());
        let commits = vec![ExecuteCommit { id: oid(1), plans: Vec::new() }];
        assert!(PhaseEvidence { commits, ..nothing() }.is_begun_by_commits());
    }
}
