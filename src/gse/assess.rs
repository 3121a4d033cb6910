//! From the evidence of a sprint to its situation, and what a reader is told of each dimension.

use std::collections::BTreeSet;

use super::activities::Activity;
use super::choices::Choice;
use super::evidence::{ArtifactFile, SprintEvidence, StateFile};
use super::shapes::Shape;
use super::situation::{
    ABANDONED, ACTIVE, ASSESSED, Artifact, COLLECTED, COMPLETED, COMPOUNDED, DELIVERED_ALONE, DONE, DRAFT, Dim, FULL,
    INTEGRATED, LIGHTWEIGHT, MICRO, MISSING, NO_PLAN, NOTHING, PLANNED, SKIPPED, UNFINISHED, UNSET, UNTOUCHED, WIP,
    active, together, yes,
};
use super::tasks::{Status, Together};
use super::text::backlog::Task;
use super::text::config::Mode;
use super::text::document::Said;
use super::text::plan::PlanStatus;
use crate::engine::evidence::{Content, StepState, Tracked, settle};
use crate::engine::report::EvidenceLine;
use crate::engine::row::{Dimension as _, Situation, Values};

/// What the evidence amounts to.
#[derive(Debug, Clone)]
pub struct Assessment {
    /// The situation.
    pub situation: Situation<Dim>,
    /// The mode, where one is known.
    pub mode: Option<Mode>,
    /// The open definitions that it rests on, where another one would have given something else.
    pub choices: BTreeSet<Choice>,
}

/// Assesses.
pub fn assess(evidence: &SprintEvidence) -> Assessment {
    let mut choices = BTreeSet::new();
    let (mode_value, mode) = mode(evidence, &mut choices);
    let after = after(evidence);
    let mut situation = Situation::anything()
        .with(Dim::Past, yes(evidence.sprint < evidence.in_force))
        .with(Dim::Mode, mode_value)
        .with(Dim::Plan, plan(evidence))
        .with(Dim::Active, active_now(evidence))
        .with(Dim::Tasks, tasks(evidence))
        .with(Dim::Before, before(evidence))
        .with(Dim::Intent, yes(!evidence.has_source && !is_committed(evidence.intent.as_ref())))
        .with(Dim::After, after);
    for artifact in Artifact::EVERY {
        situation = situation.with(Dim::Artifact(artifact), artifact_value(evidence, artifact, mode));
    }
    choices.extend(differing(evidence));
    Assessment { situation, mode, choices }
}

/// The choices that show in the evidence: two texts would have read it differently.
fn differing(evidence: &SprintEvidence) -> Vec<Choice> {
    let mut choices = Vec::new();
    let plan = evidence.plan.facts();
    let status = evidence.status.facts();
    let numbers = [plan.and_then(|plan| plan.sprint), status.and_then(|status| status.sprint)];
    if numbers[0] != numbers[1] {
        choices.push(Choice::SprintNumber);
    }
    if let Some(plan) = evidence.own_plan() {
        let by_number = |task: &&Task| task.sprint == Some(evidence.sprint.0);
        if evidence.tasks().iter().any(|task| !by_number(task) || !plan.tasks.contains(&task.id)) {
            choices.push(Choice::SprintTasks);
        }
        let is_frozen = plan.status.known().is_some_and(|status| status.is_frozen());
        if is_frozen && plan.active != Said::Nothing {
            choices.push(Choice::CompletedWithActive);
        }
    }
    let config = evidence.config();
    if config.main_branch.is_some() {
        choices.push(Choice::MainBranch);
    }
    if evidence.config.met.iter().any(|met| met.shape == Shape::AuditSwitch) {
        choices.push(Choice::DependencyAudit);
    }
    if !evidence.git.other_plans.is_empty() {
        choices.push(Choice::MainWorkTree);
    }
    choices
}

fn mode(evidence: &SprintEvidence, choices: &mut BTreeSet<Choice>) -> (Values, Option<Mode>) {
    let of_config = evidence.config().mode;
    let of_plan = evidence.own_plan().map_or(Said::Nothing, |plan| plan.mode.clone());
    if evidence.config.refusal().is_some() || matches!(of_config, Said::Unknown(_)) {
        return (Dim::Mode.every(), None);
    }
    let mode = of_config.known().copied().max(of_plan.known().copied());
    if of_config.known().zip(of_plan.known()).is_some_and(|(config, plan)| config != plan) {
        choices.insert(Choice::Mode);
    }
    let value = match mode {
        Some(Mode::Full) => FULL,
        Some(Mode::Lightweight) => LIGHTWEIGHT,
        Some(Mode::Micro) => MICRO,
        None => UNSET,
    };
    (value, mode)
}

fn plan(evidence: &SprintEvidence) -> Values {
    if evidence.plan.refusal().is_some() {
        return Dim::Plan.every();
    }
    let Some(plan) = evidence.own_plan() else { return NO_PLAN };
    match &plan.status {
        Said::Known(PlanStatus::Draft) => DRAFT,
        Said::Known(PlanStatus::Active) => ACTIVE,
        Said::Known(PlanStatus::Completed) => COMPLETED,
        Said::Known(PlanStatus::Abandoned) => ABANDONED,
        // A plan without a word, or with another one, may be any.
        Said::Nothing | Said::Unknown(_) => PLANNED,
    }
}

fn active_now(evidence: &SprintEvidence) -> Values {
    if evidence.plan.refusal().is_some() {
        return Dim::Active.every();
    }
    match evidence.own_plan().map(|plan| &plan.active) {
        None | Some(Said::Nothing) => NOTHING,
        // An activity of before the plan is none that a plan can be in.
        Some(Said::Known(Activity::Intent | Activity::Mode) | Said::Unknown(_)) => Dim::Active.every().without(NOTHING),
        Some(Said::Known(activity)) => active(*activity),
    }
}

fn tasks(evidence: &SprintEvidence) -> Values {
    if evidence.backlog.refusal().is_some() {
        return Dim::Tasks.every();
    }
    let tasks = evidence.tasks();
    let with = |unknown: Status| {
        let statuses: Vec<Status> = tasks.iter().map(|task| task.status.known().copied().unwrap_or(unknown)).collect();
        together(Together::of(&statuses))
    };
    // A word that no list has may stand for any status.
    Status::WORDS.iter().map(|(status, _)| with(*status)).fold(Values(0), Values::or)
}

/// How far the history is in LC01: what it names after the last activity of LC03 or delivery.
fn before(evidence: &SprintEvidence) -> Values {
    if evidence.status.refusal().is_some() {
        return Dim::Before.every();
    }
    let Some(status) = evidence.status.facts() else { return UNTOUCHED };
    let is_over = |activity: &Activity| *activity >= Activity::Deliver;
    let named = status.history.iter().filter_map(|past| past.activity.known().copied());
    let named: Vec<Activity> = named.chain(status.last.known().copied()).collect();
    // Where the history names no end of the sprint before, all of it may be of that one.
    if evidence.sprint > evidence.in_force && !named.iter().any(is_over) {
        return UNTOUCHED;
    }
    let reached = named.into_iter().fold(None, |reached, activity| match activity {
        over if is_over(&over) => None,
        Activity::Collect => reached.max(Some(Activity::Collect)),
        Activity::Assess => reached.max(Some(Activity::Assess)),
        _ => reached,
    });
    match reached {
        Some(Activity::Collect) => COLLECTED,
        Some(_) => ASSESSED,
        None => UNTOUCHED,
    }
}

/// How far the sprint is after its delivery.
fn after(evidence: &SprintEvidence) -> Values {
    if evidence.status.refusal().is_some() {
        return Dim::After.every();
    }
    let is_named = |activity: Activity| {
        evidence.status.facts().is_some_and(|status| {
            let of_this = |sprint: Option<u32>| sprint.is_none_or(|sprint| sprint == evidence.sprint.0);
            status.history.iter().any(|past| past.activity.known() == Some(&activity) && of_this(past.sprint))
                || (evidence.has_own_plan() && status.last.known() == Some(&activity))
        })
    };
    if is_named(Activity::Integrate) {
        INTEGRATED
    } else if is_named(Activity::Compound) || is_committed(evidence.compound.as_ref()) {
        COMPOUNDED
    } else {
        DELIVERED_ALONE
    }
}

fn is_committed(file: Option<&ArtifactFile>) -> bool {
    file.is_some_and(|file| file.reading.tracked == Tracked::Committed)
}

fn artifact_value(evidence: &SprintEvidence, artifact: Artifact, mode: Option<Mode>) -> Values {
    let states = evidence.artifact(artifact).map_or_else(|| vec![StepState::Missing], |file| settle(&file.reading));
    let is_skipped = evidence.own_plan().is_some_and(|plan| plan.has_skipped(artifact.activity()));
    let is_owed = match artifact {
        Artifact::Reqs => true,
        Artifact::Preview => mode != Some(Mode::Lightweight) && evidence.config().is_visual(),
        Artifact::Design | Artifact::Strategy => mode != Some(Mode::Lightweight),
    };
    let value = |state: StepState| match state {
        StepState::Done => DONE,
        _ if !is_owed || is_skipped => SKIPPED,
        StepState::Missing => MISSING,
        StepState::Wip => WIP,
        StepState::Unfinished | StepState::Failed | StepState::Stale => UNFINISHED,
    };
    states.into_iter().map(value).fold(Values(0), Values::or)
}

impl Assessment {
    /// What a reader is told of a dimension, and the files that say so.
    pub fn tell(&self, dim: Dim, evidence: &SprintEvidence) -> (String, Vec<EvidenceLine>) {
        let words = || format!("{} {}", dim.name(), dim.words(self.situation.get(dim)));
        match dim {
            Dim::Past => (format!("sprint {} is in force", evidence.in_force), vec![state_line(&evidence.plan)]),
            Dim::Mode => match self.mode {
                Some(mode) => (format!("mode {}", mode.word()), vec![state_line(&evidence.config)]),
                None => (refused(&evidence.config, "no mode is chosen"), vec![state_line(&evidence.config)]),
            },
            Dim::Plan | Dim::Active => (tell_plan(dim, evidence), vec![state_line(&evidence.plan)]),
            Dim::Tasks => (tell_tasks(evidence), vec![state_line(&evidence.backlog)]),
            Dim::Before | Dim::After => (refused(&evidence.status, &words()), vec![state_line(&evidence.status)]),
            Dim::Intent => ("no source, and docs/intent.md is not committed".to_owned(), Vec::new()),
            Dim::Artifact(artifact) => {
                let line = evidence.artifact(artifact).map(artifact_line);
                (words(), line.into_iter().collect())
            }
        }
    }
}

fn refused<T>(file: &StateFile<T>, otherwise: &str) -> String {
    match file.refusal() {
        Some(refusal) => format!("{}: {}", file.at(refusal.met.line), refusal.why),
        None => otherwise.to_owned(),
    }
}

fn tell_plan(dim: Dim, evidence: &SprintEvidence) -> String {
    let file = &evidence.plan;
    let Some(plan) = evidence.own_plan() else { return refused(file, "the sprint has no plan.yaml") };
    match (dim, &plan.status, &plan.active) {
        (Dim::Active, _, Said::Unknown(word)) => format!("{} names `{word}` as active", file.at(plan.workflow_line)),
        (Dim::Active, _, Said::Known(activity)) => format!("the plan names {} as active", activity.row().name),
        (Dim::Active, _, Said::Nothing) => "the plan names nothing as active".to_owned(),
        (_, Said::Unknown(word), _) => format!("{} says `{word}`", file.at(plan.status_line)),
        (_, Said::Nothing, _) => format!("{file} has no status", file = file.path),
        (_, Said::Known(_), _) => format!("the plan is {}", Dim::Plan.words(self::plan(evidence))),
    }
}

/// How many TASKs are told.
const FEW: usize = 4;

fn tell_tasks(evidence: &SprintEvidence) -> String {
    if let Some(refusal) = evidence.backlog.refusal() {
        return format!("{}: {}", evidence.backlog.at(refusal.met.line), refusal.why);
    }
    let tasks = in_order(evidence);
    let told: Vec<String> = tasks.iter().take(FEW).map(|task| format!("{} {}", task.id, status_word(task))).collect();
    match tasks.len() {
        0 => "the sprint has no TASK".to_owned(),
        count if count > FEW => format!("{} and {} more", told.join(", "), count - FEW),
        _ => told.join(", "),
    }
}

/// The status of a TASK as a reader sees it.
pub fn status_word(task: &Task) -> String {
    match &task.status {
        Said::Known(status) => status.word().to_owned(),
        Said::Unknown(word) => format!("`{word}`"),
        Said::Nothing => "without a status".to_owned(),
    }
}

/// The sprint's TASKs in the order in which they are taken: those that are begun, then by priority, then as the plan and the
/// backlog have them.
pub fn in_order(evidence: &SprintEvidence) -> Vec<&Task> {
    let planned = evidence.own_plan().map(|plan| plan.tasks.as_slice()).unwrap_or_default();
    let place = |task: &Task| planned.iter().position(|id| *id == task.id).unwrap_or(usize::MAX);
    let stage = |task: &Task| match task.status.known() {
        Some(Status::InProgress) => 0,
        Some(Status::Planned | Status::Open) | None => 1,
        Some(Status::Review | Status::Fixing) => 2,
        Some(_) => 3,
    };
    let mut tasks = evidence.tasks();
    tasks.sort_by_key(|task| (stage(task), task.rank(), place(task)));
    tasks
}

/// A state file as evidence.
pub fn state_line<T>(file: &StateFile<T>) -> EvidenceLine {
    let content = match &file.said {
        None => "absent".to_owned(),
        Some(Ok(_)) => "read".to_owned(),
        Some(Err(refusal)) => format!("refused: {}", refusal.why),
    };
    let freshness = "not judged".to_owned();
    EvidenceLine { path: file.path.clone(), tracked: file.tracked, content, freshness, commit: None }
}

/// An artifact as evidence.
pub fn artifact_line(file: &ArtifactFile) -> EvidenceLine {
    let content = match &file.reading.content {
        Content::Finished { word: Some(word), .. } => word.clone(),
        Content::Finished { word: None, .. } => "finished".to_owned(),
        Content::Draft { why } => format!("a draft: {why}"),
        Content::Truncated { why, .. } => format!("cut short: {why}"),
        Content::Unknown { word, line } => format!("`{word}` on line {line}"),
        Content::Unreadable { line: 0, why } => why.clone(),
        Content::Unreadable { line, why } => format!("line {line}: {why}"),
    };
    let freshness = "not judged".to_owned();
    EvidenceLine { path: file.path.clone(), tracked: file.reading.tracked, content, freshness, commit: None }
}
