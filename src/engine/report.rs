//! What a methodology concludes about one phase, in values that every renderer understands.
//!
//! Nothing in here is escaped: renderers escape all of it.

use serde::{Deserialize, Serialize};

use super::activate::State;
use super::checkpoint::Checkpoint;
use super::depth::Depth;
use super::evidence::Tracked;
use super::exit::Outcome;
use super::failure::Failure;
use super::object::Oid;
use super::own::Own;
use super::path::RepoPath;
use super::quota::Failed;
use super::recovery::{Action, Token};
use super::row::PassedOver;
use super::step::StepRef;

/// What was read, so that no answer is taken for that of another project.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Place {
    /// The root of the work tree.
    pub repository: String,
    /// Which implementation read git.
    pub git_backend: String,
    /// The planning folder, below the root.
    pub planning: RepoPath,
    /// False where the planning folder is not committed: then "committed" falls back to "finished".
    pub committed: bool,
    /// The config file that was read, below the root.
    pub config: Option<RepoPath>,
    /// The workstream, if one is in force.
    pub workstream: Option<String>,
}

/// The phase that was asked for.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct PhaseRef {
    /// The phase's token, as its folder spells it.
    pub id: String,
    /// The folder; none for a phase that only the roadmap knows.
    pub dir: Option<RepoPath>,
    /// The name after the token, or the roadmap's.
    pub name: String,
    /// The archive that holds it.
    pub archived: Option<RepoPath>,
    /// The commit with which the phase's life begins; none where it has none, or history is cut.
    pub begin: Option<Oid>,
}

/// One artifact as evidence.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct EvidenceLine {
    /// The file, below the root.
    pub path: RepoPath,
    /// What git knows of it.
    pub tracked: Tracked,
    /// What it says, in words.
    pub content: String,
    /// Whether it is as new as what it judges, in words.
    pub freshness: String,
    /// The commit that last changed it.
    pub commit: Option<Oid>,
}

/// Where a step stands in the list of all steps.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum StepMark {
    /// Done.
    Done,
    /// The step that the decision names.
    Next,
    /// Owed, and evidence of it is missing though a later step is done.
    Owed,
    /// Its turn has not come.
    Later,
    /// Not owed: the reason says why.
    Skipped,
    /// Owed, and its absence is accepted: the reason says why.
    Waived,
    /// Done, but older than what it judges.
    Stale,
    /// Uncommitted work of it waits for a decision.
    Interrupted,
}

impl StepMark {
    /// The word used in every output.
    pub fn word(self) -> &'static str {
        match self {
            Self::Done => "done",
            Self::Next => "next",
            Self::Owed => "owed",
            Self::Later => "later",
            Self::Skipped => "skipped",
            Self::Waived => "waived",
            Self::Stale => "stale",
            Self::Interrupted => "interrupted",
        }
    }
}

/// One step of the phase's pipeline.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct StepLine {
    /// The step.
    pub step: StepRef,
    /// Where it stands.
    pub mark: StepMark,
    /// Why.
    pub reason: String,
    /// The gates of the step that are owed.
    pub gates: Vec<String>,
    /// When the step is done, in a line.
    pub done_when: String,
    /// The command that takes it.
    pub command: String,
}

/// One plan of the phase.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PlanLine {
    /// The plan, `<phase>-<plan>`.
    pub id: String,
    /// The length of the longest chain of plans that it depends on, itself counted; 0 where that cannot be told.
    pub depth: usize,
    /// Where it stands, in a word.
    pub state: String,
    /// Its summary, below the root.
    pub summary: Option<RepoPath>,
    /// The execute commits that name it, oldest first.
    pub commits: Vec<Oid>,
}

/// How far the phase is executed.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct ExecutionLine {
    /// The state, in a word.
    pub state: String,
    /// Plans that are started and not executed.
    pub started: usize,
    /// Plans that are executed.
    pub executed: usize,
    /// Plans that count.
    pub live: usize,
    /// Commits since the first plan that name no phase, plan or task and touch what a live plan declares.
    pub unattributed: Vec<Oid>,
    /// Repositories beside this one that hold source of the phase.
    pub repositories: Vec<RepositoryLine>,
    /// Branches and work trees that hold execute commits which HEAD does not.
    pub unmerged: Vec<BranchLine>,
}

/// What was executed in another repository.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct RepositoryLine {
    /// Its place, as the config names it or below the root.
    pub name: String,
    /// Why what was executed there cannot be seen, or not all of it.
    pub unread: Option<String>,
    /// The execute commits there, oldest first.
    pub commits: Vec<Oid>,
    /// Commits there that nothing attributes.
    pub unattributed: Vec<Oid>,
}

/// What was executed on another branch.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct BranchLine {
    /// The branch; none where a work tree has a commit checked out without one.
    pub branch: Option<String>,
    /// The work tree that has it checked out.
    pub work_tree: Option<String>,
    /// The execute commits, newest first.
    pub commits: Vec<Oid>,
    /// The plans that they name, `<phase>-<plan>`.
    pub plans: Vec<String>,
}

/// What a file lists for the step to deal with: the gaps of a failed report, the items that wait for a person.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ItemList {
    /// What the items are, in a word or two.
    pub what: String,
    /// The file, below the root.
    pub file: RepoPath,
    /// The first items, a line each.
    pub items: Vec<String>,
    /// How many more the file has.
    pub more: usize,
}

/// The decision.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Decision {
    /// What the run came to.
    pub outcome: Outcome,
    /// The step to take, where there is one.
    pub step: Option<StepRef>,
    /// The row that decided, `<table>/<row>`.
    pub row: String,
    /// True where the step was asked for by number or name.
    pub explicit: bool,
    /// What triggered the row, in one line.
    pub summary: String,
    /// The artifacts that decided.
    pub evidence: Vec<EvidenceLine>,
    /// The command that takes the step, ready to paste.
    pub command: Option<String>,
    /// What the step has to deal with.
    pub lists: Vec<ItemList>,
    /// The rows above and what kept each from matching.
    pub passed_over: Vec<PassedOver>,
    /// Advice that is never followed by itself.
    pub hint: Option<String>,
    /// What else a reader should know.
    pub notes: Vec<String>,
}

/// A file that was left uncommitted.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct LeftFile {
    /// The file, below the root.
    pub path: RepoPath,
    /// What git knows of it.
    pub tracked: Tracked,
    /// What it says, in words.
    pub content: String,
    /// What is made of it, in a word or two.
    pub verdict: String,
}

/// Uncommitted work that stops the pipeline.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Interruption {
    /// The row, `recovery/<row>`.
    pub row: String,
    /// What was left.
    pub files: Vec<LeftFile>,
    /// The recovery, step by step.
    pub recovery: Vec<Measure>,
    /// What acknowledges these files without acting on them; none where nothing may go on before it is settled.
    pub ack: Option<Token>,
    /// What confirms the recovery; none where it was not worked out (in a table of all phases), or where nothing in it can be
    /// carried out.
    pub token: Option<Token>,
    /// True where a token alone does not confirm it: something is taken away or called finished, or the project
    /// wants a person for every recovery.
    pub needs_a_person: bool,
}

/// What is uncommitted, whether or not it stops anything.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct RecoveryLine {
    /// The row, `recovery/<row>`.
    pub row: String,
    /// What is uncommitted and stops nothing.
    pub notes: Vec<String>,
}

/// One step of a recovery.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Measure {
    /// What is to be done and why, in a line.
    pub what: String,
    /// What carrying it out does.
    pub action: Action,
}

impl Measure {
    /// One that nobody but a reader can take.
    pub fn by_hand(what: String) -> Self {
        Self { action: Action::ByHand { what: what.clone() }, what }
    }

    /// The same with the command that takes it. A token stands for what is done, not for how somebody came to see it, so the
    /// action is without the command and its options.
    pub fn by_hand_with(what: &str, command: &str) -> Self {
        Self { action: Action::ByHand { what: what.to_owned() }, what: format!("{what}: {command}") }
    }
}

/// What a file says and git denies.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Claim {
    /// The file, with the line where there is one.
    pub file: String,
    /// What it says.
    pub says: String,
    /// What git says.
    pub git_says: String,
}

/// A path that a surface is active for.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct MatchLine {
    /// The path.
    pub path: RepoPath,
    /// The glob that matches, as written.
    pub glob: String,
    /// Where the path comes from, in words.
    pub source: String,
}

/// One surface of the phase.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct SurfaceLine {
    /// Its name.
    pub name: String,
    /// Whether the phase touches it.
    pub state: State,
    /// Whether it is pinned.
    pub pinned: bool,
    /// The gates that it asks for.
    pub gates: Vec<String>,
    /// Why it has its state.
    pub reason: String,
    /// The paths that it is active for.
    pub matches: Vec<MatchLine>,
}

/// The classification of the phase.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct ClassificationLine {
    /// How hard its cycles work.
    pub depth: Depth,
    /// Why.
    pub depth_reasons: Vec<String>,
    /// Whether HEAD holds a lock of it.
    pub locked: bool,
    /// The digests of the locks that count.
    pub locks: Vec<String>,
    /// What is asked for beyond the locks.
    pub raised: Vec<String>,
    /// The block that records the classification, a line each.
    pub block: Vec<String>,
    /// Why a lock would be refused now: asked by whoever shows a classification, and by nobody else.
    #[serde(skip)]
    pub refused: Option<Failure>,
    /// Every surface, in the order of the map.
    pub surfaces: Vec<SurfaceLine>,
    /// The absences that HEAD's lock accepts, in order.
    pub waived: Vec<WaiverLine>,
}

impl ClassificationLine {
    /// True where no lock in HEAD says all of it, or, without a block that could be written, nobody can tell.
    pub fn is_to_be_recorded(&self) -> bool {
        !self.locked || !self.raised.is_empty() || self.block.is_empty()
    }
}

/// An absence that is accepted.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct WaiverLine {
    /// The step or gate.
    pub step: String,
    /// Why.
    pub reason: String,
    /// The execute commit that came after it and ended it.
    pub lapsed_by: Option<Oid>,
    /// Why it counts for nothing, where nobody can accept this absence.
    pub refused: Option<String>,
}

impl WaiverLine {
    /// The line for a reader; not escaped.
    pub fn words(&self) -> String {
        match (&self.refused, self.lapsed_by) {
            (Some(why), _) => format!(
                "the waiver of {} is refused: {why}; take its line out of the lock (it says: {})",
                self.step, self.reason
            ),
            (None, None) => format!("waived: {}: {}", self.step, self.reason),
            (None, Some(commit)) => format!(
                "the waiver of {} lapsed: {} was executed after it (it said: {})",
                self.step,
                commit.short(),
                self.reason
            ),
        }
    }
}

/// What one cycle gate does at the phase's depth.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct CycleLine {
    /// The gate, named like its step.
    pub gate: String,
    /// What it comes to.
    pub setting: String,
}

/// What a methodology calls the whole that is asked about, and the parts in which it is executed.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Terms {
    /// The whole: `phase`.
    pub whole: &'static str,
    /// A part: `plan`.
    pub part: &'static str,
}

impl Default for Terms {
    fn default() -> Self {
        Self { whole: "phase", part: "plan" }
    }
}

/// Everything that one run concludes about one phase.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Report {
    /// What was read.
    pub place: Place,
    /// What the whole and its parts are called.
    pub terms: Terms,
    /// The options that ask the same again.
    pub own: Own,
    /// The phase.
    pub phase: PhaseRef,
    /// The decision.
    pub decision: Decision,
    /// Surfaces and depth; none where the project has no surface map.
    pub classification: Option<ClassificationLine>,
    /// What the cycle gates do at the phase's depth.
    pub cycle: Vec<CycleLine>,
    /// Every step, in order.
    pub steps: Vec<StepLine>,
    /// Every plan, in order.
    pub plans: Vec<PlanLine>,
    /// How far the phase is executed.
    pub execution: ExecutionLine,
    /// What is uncommitted.
    pub recovery: RecoveryLine,
    /// Uncommitted work that stops the pipeline.
    pub interruption: Option<Interruption>,
    /// The checkpoint before the step, where one lies there.
    pub checkpoint: Option<Checkpoint>,
    /// Why a run failed, where its last words were given.
    pub failure: Option<Failed>,
    /// What files say and git denies.
    pub claims: Vec<Claim>,
    /// What a reader should know that is not about the decision.
    pub warnings: Vec<String>,
    /// What the situation was, a dimension each: name and possible values.
    pub situation: Vec<(String, String)>,
    /// What the row that decided means, in a sentence; empty where no row did.
    pub meaning: String,
    /// The condition of that row, in words.
    pub condition: String,
    /// Single changes of the evidence that would change the answer: the change, and what would follow.
    pub otherwise: Vec<(String, String)>,
}

impl Report {
    /// A report of a place and a phase that says nothing yet.
    pub fn at(place: Place, phase: PhaseRef) -> Self {
        Self {
            place,
            terms: Terms::default(),
            own: Own::default(),
            phase,
            decision: Decision::default(),
            classification: None,
            cycle: Vec::new(),
            steps: Vec::new(),
            plans: Vec::new(),
            execution: ExecutionLine::default(),
            recovery: RecoveryLine::default(),
            interruption: None,
            checkpoint: None,
            failure: None,
            claims: Vec::new(),
            warnings: Vec::new(),
            situation: Vec::new(),
            condition: String::new(),
            meaning: String::new(),
            otherwise: Vec::new(),
        }
    }
}

/// The answer for every phase of a project, and which of them to take next.
#[derive(Debug, Clone)]
pub struct Survey {
    /// A report per phase, in their order.
    pub reports: Vec<Report>,
    /// The one to take next; none where every phase is complete.
    pub next: Option<Next>,
}

/// Which phase to take next.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Next {
    /// Its place among the reports.
    pub at: usize,
    /// Who says so; empty where it is the first that is not complete.
    pub why: String,
    /// How many before it are not complete either.
    pub before: usize,
}

impl Survey {
    /// The report of the phase to take next.
    pub fn next(&self) -> Option<&Report> {
        self.next.as_ref().and_then(|next| self.reports.get(next.at))
    }
}
