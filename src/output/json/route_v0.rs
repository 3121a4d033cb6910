//! `phase-pipeline/route/v0`: the answer for one phase.

use schemars::JsonSchema;
use serde::Serialize;

use crate::engine::checkpoint::{self, Ratio};
use crate::engine::exit::Outcome;
use crate::engine::object::Oid;
use crate::engine::path::RepoPath;
use crate::engine::quota::{Failed, Reset};
use crate::engine::report::{self, Report};

/// The answer for one phase. Every field is written, null where there is nothing to say.
#[derive(Debug, Serialize, JsonSchema)]
#[schemars(title = "phase-pipeline route")]
pub struct Route {
    /// Always `phase-pipeline/route/v0`.
    pub schema: String,
    /// The process's exit code.
    pub exit: u8,
    /// Who answers.
    pub tool: Tool,
    /// The root of the work tree.
    pub repository: String,
    /// The planning folder.
    pub planning: Planning,
    /// The phase.
    pub phase: Phase,
    /// The decision.
    pub decision: Decision,
    /// Surfaces and depth; null where the project has no surface map.
    pub classification: Option<Classification>,
    /// What the cycle gates do at the phase's depth.
    pub cycle: Vec<Cycle>,
    /// Every step, by number.
    pub steps: Vec<Step>,
    /// Every plan, in order.
    pub plans: Vec<Plan>,
    /// How far the phase is executed.
    pub execution: Execution,
    /// Uncommitted work that stops the pipeline.
    pub interruption: Option<Interruption>,
    /// The checkpoint before the step; null where none lies there.
    pub checkpoint: Option<Checkpoint>,
    /// Why a run failed, where `diagnose --failure` was asked; else null.
    pub failure: Option<Failure>,
    /// What files say and git denies.
    pub claims: Vec<Claim>,
    /// What a reader should know that is not about the decision.
    pub warnings: Vec<String>,
}

/// Who answers.
#[derive(Debug, Serialize, JsonSchema)]
pub struct Tool {
    /// The version of this program.
    pub version: String,
    /// Which implementation read git.
    pub git_backend: String,
}

/// A path below the root of the work tree.
#[derive(Debug, Serialize, JsonSchema)]
#[serde(untagged)]
pub enum Path {
    /// A path that is UTF-8.
    Text(String),
    /// One that is not: a readable form, and the bytes.
    Bytes {
        /// The path with the odd bytes written as `\x..`.
        path: String,
        /// Its bytes.
        raw: Vec<u8>,
    },
}

/// The planning folder.
#[derive(Debug, Serialize, JsonSchema)]
pub struct Planning {
    /// The folder.
    pub dir: Path,
    /// False where it is not committed: then "committed" falls back to "finished".
    pub committed: bool,
    /// The config file.
    pub config: Option<Path>,
    /// The workstream in force.
    pub workstream: Option<String>,
}

/// The phase.
#[derive(Debug, Serialize, JsonSchema)]
pub struct Phase {
    /// Its token.
    pub id: String,
    /// Its folder; null where only the roadmap knows it.
    pub dir: Option<Path>,
    /// Its name.
    pub name: String,
    /// The archive that holds it.
    pub archived: Option<Path>,
    /// The commit with which its life begins; null where nothing is committed, or history is cut before it.
    pub begin: Option<String>,
}

/// The decision.
#[derive(Debug, Serialize, JsonSchema)]
pub struct Decision {
    /// What the run came to: `routed`, `complete`, `undetermined`, `interruption`, …
    pub kind: String,
    /// The step to take.
    pub step: Option<StepRef>,
    /// The row that decided.
    pub row: String,
    /// True where the step was asked for.
    pub explicit: bool,
    /// What triggered the row.
    pub summary: String,
    /// The artifacts that decided.
    pub evidence: Vec<Evidence>,
    /// The command that takes the step.
    pub command: Option<String>,
    /// What the step has to deal with, as files list it: gaps to plan, items for a person.
    pub lists: Vec<ItemList>,
    /// The rows above and what kept each from matching.
    pub passed_over: Vec<PassedOver>,
    /// Advice that is never followed by itself.
    pub hint: Option<String>,
    /// What else a reader should know.
    pub notes: Vec<String>,
}

/// What a file lists for the step to deal with.
#[derive(Debug, Serialize, JsonSchema)]
pub struct ItemList {
    /// What the items are: `gaps`, `for a person`, `tests without a result`.
    pub what: String,
    /// The file.
    pub file: Path,
    /// The first items, each cut where it is long.
    pub items: Vec<String>,
    /// How many more the file has.
    pub more: usize,
}

/// A step.
#[derive(Debug, Serialize, JsonSchema)]
pub struct StepRef {
    /// Its number.
    pub number: u8,
    /// Its name.
    pub name: String,
}

/// One artifact as evidence.
#[derive(Debug, Serialize, JsonSchema)]
pub struct Evidence {
    /// The file.
    pub path: Path,
    /// What git knows of it.
    pub tracked: String,
    /// What it says.
    pub content: String,
    /// Whether it is as new as what it judges.
    pub freshness: String,
    /// The commit that last changed it.
    pub commit: Option<String>,
}

/// A row that did not match.
#[derive(Debug, Serialize, JsonSchema)]
pub struct PassedOver {
    /// The row.
    pub row: String,
    /// Why not.
    pub why: String,
}

/// The classification of the phase.
#[derive(Debug, Serialize, JsonSchema)]
pub struct Classification {
    /// `shallow`, `standard` or `deep`.
    pub depth: String,
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
    /// Why a lock would be refused now, as `classify` found it; null where it would not be, or where nobody asked.
    pub refused: Option<String>,
    /// The absences that the lock in HEAD accepts.
    pub waived: Vec<Waiver>,
    /// Every surface, in the order of the map.
    pub surfaces: Vec<Surface>,
}

/// An absence that is accepted.
#[derive(Debug, Serialize, JsonSchema)]
pub struct Waiver {
    /// The step or gate.
    pub step: String,
    /// Why.
    pub reason: String,
    /// The execute commit that ended it; null while it is in force.
    pub lapsed_by: Option<String>,
    /// Why it counts for nothing, where nobody can accept this absence; null for one that may count.
    pub refused: Option<String>,
}

/// One surface of the phase.
#[derive(Debug, Serialize, JsonSchema)]
pub struct Surface {
    /// Its name.
    pub name: String,
    /// `active`, `assumed` or `inactive`.
    pub state: String,
    /// Whether it is pinned.
    pub pinned: bool,
    /// The gates that it asks for.
    pub gates: Vec<String>,
    /// Why it has its state.
    pub reason: String,
    /// The paths that it is active for.
    pub matches: Vec<Match>,
}

/// A path that a surface is active for.
#[derive(Debug, Serialize, JsonSchema)]
pub struct Match {
    /// The path.
    pub path: Path,
    /// The glob that matches.
    pub glob: String,
    /// Where the path comes from.
    pub source: String,
}

/// What one cycle gate does.
#[derive(Debug, Serialize, JsonSchema)]
pub struct Cycle {
    /// The gate, named like its step.
    pub gate: String,
    /// What it comes to.
    pub setting: String,
}

/// One step of the pipeline.
#[derive(Debug, Serialize, JsonSchema)]
pub struct Step {
    /// Its number.
    pub number: u8,
    /// Its name.
    pub name: String,
    /// `done`, `next`, `owed`, `later`, `skipped`, `waived`, `stale` or `interrupted`.
    pub state: String,
    /// Why.
    pub reason: String,
    /// The gates of the step that are owed.
    pub gates: Vec<String>,
}

/// One plan.
#[derive(Debug, Serialize, JsonSchema)]
pub struct Plan {
    /// `<phase>-<plan>`.
    pub id: String,
    /// The length of the longest chain of plans it depends on, itself counted.
    pub depth: usize,
    /// Where it stands.
    pub state: String,
    /// Its summary.
    pub summary: Option<Path>,
    /// The execute commits that name it.
    pub commits: Vec<String>,
}

/// How far the phase is executed.
#[derive(Debug, Serialize, JsonSchema)]
pub struct Execution {
    /// `none`, `started`, `partial`, `blocked`, `all` or `unclear`.
    pub state: String,
    /// Plans that are started and not executed.
    pub started: usize,
    /// Plans that are executed.
    pub executed: usize,
    /// Plans that count.
    pub live: usize,
    /// Commits that nothing attributes.
    pub unattributed: Vec<String>,
    /// Repositories beside this one that hold source of the phase.
    pub repositories: Vec<OtherRepository>,
    /// Branches and work trees that hold execute commits which HEAD does not: they do not count.
    pub unmerged: Vec<UnmergedBranch>,
}

/// What was executed in another repository.
#[derive(Debug, Serialize, JsonSchema)]
pub struct OtherRepository {
    /// Its place, as the config names it or below the root.
    pub name: String,
    /// Why what was executed there cannot be seen, or not all of it.
    pub unread: Option<String>,
    /// The execute commits there, oldest first: they count.
    pub commits: Vec<String>,
    /// Commits there that nothing attributes.
    pub unattributed: Vec<String>,
}

/// What was executed on another branch.
#[derive(Debug, Serialize, JsonSchema)]
pub struct UnmergedBranch {
    /// The branch; null where a work tree has a commit checked out without one.
    pub branch: Option<String>,
    /// The work tree that has it checked out.
    pub work_tree: Option<String>,
    /// The execute commits, newest first.
    pub commits: Vec<String>,
    /// The plans that they name.
    pub plans: Vec<String>,
}

/// Uncommitted work.
#[derive(Debug, Serialize, JsonSchema)]
pub struct Interruption {
    /// The row that names it.
    pub row: String,
    /// The token that confirms the recovery; null where nothing in it can be carried out.
    pub token: Option<String>,
    /// True where a person at a terminal must confirm the recovery: an agent stops here and says so; no token stands in.
    pub needs_a_person: bool,
    /// The token that goes on without acting; null while git is in the middle of an operation.
    pub ack: Option<String>,
    /// What was left.
    pub files: Vec<LeftFile>,
    /// The recovery, step by step.
    pub recovery: Vec<Measure>,
}

/// One step of a recovery.
#[derive(Debug, Serialize, JsonSchema)]
pub struct Measure {
    /// What is to be done and why.
    pub what: String,
    /// What carrying it out does: `commit`, `remove`, `restore`, `stash`, or `by-hand`.
    pub action: String,
    /// The paths that it changes.
    pub paths: Vec<Path>,
}

/// A file that was left uncommitted.
#[derive(Debug, Serialize, JsonSchema)]
pub struct LeftFile {
    /// The file.
    pub path: Path,
    /// What git knows of it.
    pub tracked: String,
    /// What it says.
    pub content: String,
    /// What is made of it.
    pub verdict: String,
}

/// Why a run failed.
#[derive(Debug, Serialize, JsonSchema)]
pub struct Failure {
    /// `quota-exceeded`, `classify-handoff-bug` or `unknown-failure`.
    pub class: String,
    /// The sign that says so.
    pub sentinel: Option<String>,
    /// The line that it stands on, counted from 1.
    pub line: Option<usize>,
    /// In how many seconds the quota resets, where the text says so.
    pub retry_after_seconds: Option<u64>,
    /// The moment at which it resets, as the text writes it.
    pub resets_at: Option<String>,
}

/// A checkpoint.
#[derive(Debug, Serialize, JsonSchema)]
pub struct Checkpoint {
    /// Where it lies: `before planning`, `before execute`, `after execute`.
    pub before: String,
    /// The used part of the context in percent; null where it was not measured.
    pub utilization: Option<f64>,
    /// `healthy`, `warning` or `critical`; null where it was not measured.
    pub state: Option<String>,
    /// The utilization from which on it stops, in percent.
    pub threshold: u32,
    /// Whether it stops.
    pub stop: bool,
    /// Who measured, or why nobody did.
    pub why: String,
}

/// What a file says and git denies.
#[derive(Debug, Serialize, JsonSchema)]
pub struct Claim {
    /// The file, with the line where there is one.
    pub file: String,
    /// What it says.
    pub says: String,
    /// What git says.
    pub git_says: String,
}

/// The object for a report; `exit` is the code that the process ends with.
pub fn of(report: &Report, exit: Outcome) -> Route {
    let place = &report.place;
    Route {
        schema: "phase-pipeline/route/v0".to_owned(),
        exit: exit.code(),
        tool: Tool { version: env!("CARGO_PKG_VERSION").to_owned(), git_backend: place.git_backend.clone() },
        repository: place.repository.clone(),
        planning: Planning {
            dir: path(&place.planning),
            committed: place.committed,
            config: place.config.as_ref().map(path),
            workstream: place.workstream.clone(),
        },
        phase: Phase {
            id: report.phase.id.clone(),
            dir: report.phase.dir.as_ref().map(path),
            name: report.phase.name.clone(),
            archived: report.phase.archived.as_ref().map(path),
            begin: report.phase.begin.map(|id| id.to_string()),
        },
        decision: decision(report),
        classification: report.classification.as_ref().map(classification),
        cycle: report
            .cycle
            .iter()
            .map(|line| Cycle { gate: line.gate.clone(), setting: line.setting.clone() })
            .collect(),
        steps: report.steps.iter().map(step).collect(),
        plans: report.plans.iter().map(plan).collect(),
        execution: Execution {
            state: report.execution.state.clone(),
            started: report.execution.started,
            executed: report.execution.executed,
            live: report.execution.live,
            unattributed: ids(&report.execution.unattributed),
            repositories: report.execution.repositories.iter().map(other_repository).collect(),
            unmerged: report.execution.unmerged.iter().map(unmerged).collect(),
        },
        interruption: report.interruption.as_ref().map(interruption),
        checkpoint: report.checkpoint.as_ref().map(checkpoint),
        failure: report.failure.as_ref().map(failure),
        claims: report.claims.iter().map(claim).collect(),
        warnings: report.warnings.clone(),
    }
}

fn other_repository(line: &report::RepositoryLine) -> OtherRepository {
    OtherRepository {
        name: line.name.clone(),
        unread: line.unread.clone(),
        commits: ids(&line.commits),
        unattributed: ids(&line.unattributed),
    }
}

fn unmerged(line: &report::BranchLine) -> UnmergedBranch {
    UnmergedBranch {
        branch: line.branch.clone(),
        work_tree: line.work_tree.clone(),
        commits: ids(&line.commits),
        plans: line.plans.clone(),
    }
}

fn decision(report: &Report) -> Decision {
    let decision = &report.decision;
    Decision {
        kind: kind(decision.outcome).to_owned(),
        step: decision.step.map(|step| StepRef { number: step.number, name: step.name.to_owned() }),
        row: decision.row.clone(),
        explicit: decision.explicit,
        summary: decision.summary.clone(),
        evidence: decision
            .evidence
            .iter()
            .map(|line| Evidence {
                path: path(&line.path),
                tracked: line.tracked.word().to_owned(),
                content: line.content.clone(),
                freshness: line.freshness.clone(),
                commit: line.commit.map(|id| id.to_string()),
            })
            .collect(),
        command: decision.command.clone(),
        lists: decision
            .lists
            .iter()
            .map(|list| ItemList {
                what: list.what.clone(),
                file: path(&list.file),
                items: list.items.clone(),
                more: list.more,
            })
            .collect(),
        passed_over: decision
            .passed_over
            .iter()
            .map(|passed| PassedOver { row: passed.row.to_owned(), why: passed.why.clone() })
            .collect(),
        hint: decision.hint.clone(),
        notes: decision.notes.clone(),
    }
}

/// The outcome's name; the two kinds of checkpoint and of undetermined differ by precedence alone.
fn kind(outcome: Outcome) -> &'static str {
    match outcome {
        Outcome::CheckpointAtOnce => Outcome::Checkpoint.row().name,
        Outcome::Moved => Outcome::Undetermined.row().name,
        outcome => outcome.row().name,
    }
}

fn classification(line: &report::ClassificationLine) -> Classification {
    let of_match = |found: &report::MatchLine| Match {
        path: path(&found.path),
        glob: found.glob.clone(),
        source: found.source.clone(),
    };
    let surface = |surface: &report::SurfaceLine| Surface {
        name: surface.name.clone(),
        state: surface.state.word().to_owned(),
        pinned: surface.pinned,
        gates: surface.gates.clone(),
        reason: surface.reason.clone(),
        matches: surface.matches.iter().map(of_match).collect(),
    };
    Classification {
        depth: line.depth.word().to_owned(),
        depth_reasons: line.depth_reasons.clone(),
        locked: line.locked,
        locks: line.locks.clone(),
        raised: line.raised.clone(),
        waived: line
            .waived
            .iter()
            .map(|waived| Waiver {
                step: waived.step.clone(),
                reason: waived.reason.clone(),
                lapsed_by: waived.lapsed_by.map(|commit| commit.to_string()),
                refused: waived.refused.clone(),
            })
            .collect(),
        block: line.block.clone(),
        refused: line.refused.as_ref().map(|failure| failure.message.clone()),
        surfaces: line.surfaces.iter().map(surface).collect(),
    }
}

fn step(line: &report::StepLine) -> Step {
    Step {
        number: line.step.number,
        name: line.step.name.to_owned(),
        state: line.mark.word().to_owned(),
        reason: line.reason.clone(),
        gates: line.gates.clone(),
    }
}

fn plan(line: &report::PlanLine) -> Plan {
    Plan {
        id: line.id.clone(),
        depth: line.depth,
        state: line.state.clone(),
        summary: line.summary.as_ref().map(path),
        commits: ids(&line.commits),
    }
}

fn interruption(left: &report::Interruption) -> Interruption {
    let file = |file: &report::LeftFile| LeftFile {
        path: path(&file.path),
        tracked: file.tracked.word().to_owned(),
        content: file.content.clone(),
        verdict: file.verdict.clone(),
    };
    let measure = |measure: &report::Measure| Measure {
        what: measure.what.clone(),
        action: measure.action.word().to_owned(),
        paths: measure.action.paths().iter().map(path).collect(),
    };
    Interruption {
        row: left.row.clone(),
        token: left.token.as_ref().map(ToString::to_string),
        needs_a_person: left.needs_a_person,
        ack: left.ack.as_ref().map(ToString::to_string),
        files: left.files.iter().map(file).collect(),
        recovery: left.recovery.iter().map(measure).collect(),
    }
}

fn failure(failed: &Failed) -> Failure {
    let (retry_after_seconds, resets_at) = match &failed.reset {
        Some(Reset::Seconds(seconds)) => (Some(*seconds), None),
        Some(Reset::At(moment)) => (None, Some(moment.clone())),
        None => (None, None),
    };
    Failure {
        class: failed.cause.word().to_owned(),
        sentinel: failed.sign.map(|(id, _)| id.to_owned()),
        line: failed.sign.map(|(_, line)| line),
        retry_after_seconds,
        resets_at,
    }
}

fn checkpoint(checkpoint: &checkpoint::Checkpoint) -> Checkpoint {
    Checkpoint {
        before: checkpoint.at.to_owned(),
        utilization: checkpoint.ratio.map(Ratio::in_percent),
        state: checkpoint.state.map(str::to_owned),
        threshold: checkpoint.threshold,
        stop: checkpoint.stop,
        why: checkpoint.why.clone(),
    }
}

fn claim(claim: &report::Claim) -> Claim {
    Claim { file: claim.file.clone(), says: claim.says.clone(), git_says: claim.git_says.clone() }
}

fn ids(ids: &[Oid]) -> Vec<String> {
    ids.iter().map(Oid::to_string).collect()
}

pub(super) fn path(path: &RepoPath) -> Path {
    match path.as_str() {
        Some(text) => Path::Text(if text.is_empty() { ".".to_owned() } else { text.to_owned() }),
        None => Path::Bytes { path: path.to_string(), raw: path.as_bytes().to_vec() },
    }
}
