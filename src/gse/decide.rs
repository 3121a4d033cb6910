//! The decision about one sprint: evidence in, report parts out. Opens nothing.

use std::collections::BTreeSet;

use super::activities::{ACTIVITIES, Activity};
use super::assess::{Assessment, assess, in_order};
use super::choices::Choice;
use super::evidence::SprintEvidence;
use super::go::GO;
use super::guards::{Held, Level, held};
use super::situation::{Artifact, DONE, Dim, SKIPPED};
use super::tasks::Status;
use super::text::backlog::Task;
use super::text::config::Mode;
use super::text::document::{Met, Said};
use crate::engine::conclude::{self, row_in_words, situation_lines};
use crate::engine::exit::Outcome;
use crate::engine::own::{Own, word};
use crate::engine::report::{Decision, StepLine, StepMark};
use crate::engine::row::Values;

/// The name of the table that decides.
pub const TABLE: &str = "go";

/// What the tables say of a sprint, before what is uncommitted is looked at.
#[derive(Debug, Clone)]
pub struct Decided {
    /// The situation and what it rests on.
    pub assessment: Assessment,
    /// The decision.
    pub decision: Decision,
    /// Every activity.
    pub steps: Vec<StepLine>,
    /// The situation, a dimension each.
    pub situation: Vec<(String, String)>,
    /// What the row that decided means, and its condition.
    pub row: (String, String),
    /// Single changes that would change the answer.
    pub otherwise: Vec<(String, String)>,
}

/// Decides; `asked` is an activity that was asked for by name.
pub fn decide(evidence: &SprintEvidence, asked: Option<Activity>, own: &Own) -> Decided {
    let assessment = assess(evidence);
    let mut decision = conclude::decide(TABLE, GO, &assessment.situation, &|dim| assessment.tell(dim, evidence));
    let row = row_in_words(TABLE, GO, &decision.row).unwrap_or_default();
    if let Some(activity) = asked {
        take_explicit(&mut decision, activity, &assessment, evidence);
    }
    let activity = decision.step.and_then(|step| Activity::find(step.name));
    let task = task_for(activity, evidence);
    if let Some(activity) = activity {
        decision.command = Some(command(activity, task));
        if let Some(task) = task.filter(|_| activity == Activity::Produce) {
            decision.summary = format!("{}; {} is the TASK to take", decision.summary, task.id);
        }
    }
    let choices = choices(&decision, &assessment, evidence);
    decision.notes.extend(choices.into_iter().map(Choice::note));
    decision.notes.extend(remarks(evidence, &assessment));
    if decision.outcome == Outcome::Undetermined {
        decision.hint = Some(hint(evidence, own));
    }
    let steps = steps(evidence, &assessment, &decision);
    if let Some(activity) = activity {
        guard(&mut decision, &held(activity, task, evidence, &assessment));
    }
    Decided {
        steps,
        situation: situation_lines(&assessment.situation),
        row,
        // A sprint of before stays one.
        otherwise: conclude::otherwise(GO, &assessment.situation, |dim, _: Values| dim != Dim::Past),
        decision,
        assessment,
    }
}

/// The TASK that PRODUCE would take.
fn task_for(activity: Option<Activity>, evidence: &SprintEvidence) -> Option<&Task> {
    let is_to_produce =
        |task: &&Task| matches!(task.status.known(), Some(Status::InProgress | Status::Planned | Status::Open));
    activity.filter(|activity| *activity == Activity::Produce)?;
    in_order(evidence).into_iter().find(is_to_produce)
}

fn command(activity: Activity, task: Option<&Task>) -> String {
    let task = task.filter(|_| activity == Activity::Produce).map(|task| format!(" --task {}", word(&task.id)));
    activity.row().command.replace("{task}", &task.unwrap_or_default())
}

/// A hard guard stops; what asks or warns is told.
fn guard(decision: &mut Decision, held: &[Held]) {
    let (hard, others): (Vec<&Held>, Vec<&Held>) = held.iter().partition(|held| held.row.level == Level::Hard);
    let tell =
        |held: &&Held| format!("guard/{} ({}): {}; {}", held.row.id, held.row.level.word(), held.why, held.row.remedy);
    if let Some((first, more)) = hard.split_first() {
        decision.notes.push(format!("it would be ({}): {}", decision.row, decision.summary));
        decision.outcome = Outcome::first_of(&[Outcome::Guard, decision.outcome]);
        decision.row = format!("guard/{}", first.row.id);
        decision.summary.clone_from(&first.why);
        decision.command = None;
        decision.hint = Some(first.row.remedy.to_owned());
        decision.notes.extend(more.iter().map(tell));
    }
    decision.notes.extend(others.iter().map(tell));
    let rests_on = held.iter().filter_map(|held| held.row.choice);
    for note in rests_on.map(Choice::note) {
        if !decision.notes.contains(&note) {
            decision.notes.push(note);
        }
    }
}

fn take_explicit(decision: &mut Decision, activity: Activity, assessment: &Assessment, evidence: &SprintEvidence) {
    let chosen = match (&decision.step, decision.outcome) {
        (Some(step), _) => step.to_string(),
        (None, outcome) => outcome.row().name.to_owned(),
    };
    if decision.outcome != Outcome::Done || decision.step != Some(activity.named()) {
        decision.notes.push(format!("the table would have chosen {chosen} ({}): {}", decision.row, decision.summary));
    }
    decision.outcome = Outcome::Done;
    decision.step = Some(activity.named());
    decision.explicit = true;
    "explicit".clone_into(&mut decision.row);
    let (told, files) = assessment.tell(Dim::Plan, evidence);
    decision.summary = format!("asked for; {told}");
    decision.evidence = files;
}

/// The open definitions that the answer rests on: those of its row, and those that show in the evidence.
fn choices(decision: &Decision, assessment: &Assessment, evidence: &SprintEvidence) -> BTreeSet<Choice> {
    let mut choices = assessment.choices.clone();
    let is_lightweight = assessment.mode == Some(Mode::Lightweight);
    let row = decision.row.strip_prefix("go/").unwrap_or_default();
    let step = decision.step.map(|step| step.name);
    let of_row: &[Choice] = match row {
        "micro" => &[Choice::Micro],
        "draft" => &[Choice::Draft],
        "planning" | "closing" => &[Choice::ActiveOutsideTheTree],
        "preview" => &[Choice::PreviewDomain],
        "produce" => &[Choice::FirstTask],
        "produce-over" => &[Choice::NothingToProduce],
        "compound" => &[Choice::AfterDelivery],
        "integrate" => &[Choice::AfterDelivery, Choice::IntegrateOwed],
        "closed" => &[Choice::AfterDelivery, Choice::NextSprint],
        "abandoned" => &[Choice::Abandoned, Choice::NextSprint],
        "intent" => &[Choice::NoSprint, Choice::Intent, Choice::Source],
        "mode" => &[Choice::NoSprint],
        "open" => &[Choice::NoSprint, Choice::BeforeThePlan],
        "without-plan" => &[Choice::WithoutPlan],
        _ => &[],
    };
    choices.extend(of_row);
    if row == "preview" && evidence.config().is_visual() {
        choices.remove(&Choice::PreviewDomain);
    }
    if is_lightweight && matches!(row, "compound" | "integrate" | "closed") {
        choices.insert(Choice::CompoundInLightweight);
    }
    if is_lightweight && matches!(row, "produce-over" | "without-plan") && step == Some("deliver") {
        choices.insert(Choice::LightweightReady);
    }
    if evidence.sprint > evidence.in_force {
        choices.insert(Choice::NextSprint);
    }
    choices
}

/// What else a reader should know.
fn remarks(evidence: &SprintEvidence, assessment: &Assessment) -> Vec<String> {
    let mut notes = Vec::new();
    let config = evidence.config();
    if let Some(status) = evidence.status.facts().filter(|_| evidence.has_own_plan()) {
        if let Some(idle) = status.idle_sessions.filter(|idle| *idle >= config.stale_sessions) {
            notes.push(format!(
                "stale: {idle} sessions in a row changed no TASK, and {} are said to be too many: resume, deliver a part, \
                 discard, or discuss ({})",
                config.stale_sessions,
                Choice::Stale.note()
            ));
        }
        if status.paused {
            let checkpoint = status.checkpoint.as_deref().unwrap_or("none");
            let there = if evidence.checkpoint_is_there { "is there" } else { "is not there" };
            notes.push(format!(
                "the session was paused; its checkpoint ({checkpoint}) {there}: /gse:resume takes it up"
            ));
        }
    }
    let begun: Vec<&str> = evidence
        .tasks()
        .into_iter()
        .filter(|task| task.status == Said::Known(Status::InProgress))
        .map(|task| task.id.as_str())
        .collect();
    if begun.len() > 1 {
        notes.push(format!("several TASKs are in progress, and one at a time is meant: {}", begun.join(", ")));
    }
    for other in &evidence.git.other_plans {
        let tree = other.work_tree.as_ref().map(|tree| format!(" (checked out in {tree})")).unwrap_or_default();
        notes.push(format!("the branch {}{tree} holds another plan.yaml of this sprint", other.branch));
    }
    let involvement = evidence.profile.facts().and_then(|profile| profile.involvement.as_deref());
    if involvement == Some("supervised") {
        notes.push("decisions are supervised: every technical choice of an activity is a Gate".to_owned());
    }
    notes.extend(forms(evidence));
    notes.extend(
        (assessment.mode.is_none() && evidence.has_own_plan()).then(|| "no mode is chosen: as for full".to_owned()),
    );
    notes
}

/// The forms that were met, each once with where it was met first.
fn forms(evidence: &SprintEvidence) -> Option<String> {
    let of_files: [(&str, &[Met]); 6] = [
        ("plan.yaml", &evidence.plan.met),
        ("status.yaml", &evidence.status.met),
        ("backlog.yaml", &evidence.backlog.met),
        ("config.yaml", &evidence.config.met),
        ("profile.yaml", &evidence.profile.met),
        ("docs/sprints", &evidence.met),
    ];
    let mut told: Vec<String> = Vec::new();
    for (file, met) in of_files {
        let shapes: BTreeSet<_> = met.iter().map(|met| met.shape).collect();
        told.extend(shapes.into_iter().map(|shape| {
            let of_shape: Vec<&Met> = met.iter().filter(|met| met.shape == shape).collect();
            let line = of_shape.iter().map(|met| met.line).find(|line| *line > 0);
            let line = line.map(|line| format!(":{line}")).unwrap_or_default();
            format!("shape/{} ({file}{line})", shape.row().id)
        }));
    }
    (!told.is_empty()).then(|| format!("read in another form than the templates have: {}", told.join(", ")))
}

/// Advice for a state that nothing decides.
fn hint(evidence: &SprintEvidence, own: &Own) -> String {
    let refused = [
        evidence.plan.refusal().map(|refusal| (evidence.plan.at(refusal.met.line), refusal)),
        evidence.status.refusal().map(|refusal| (evidence.status.at(refusal.met.line), refusal)),
        evidence.backlog.refusal().map(|refusal| (evidence.backlog.at(refusal.met.line), refusal)),
        evidence.config.refusal().map(|refusal| (evidence.config.at(refusal.met.line), refusal)),
    ];
    if let Some((place, refusal)) = refused.into_iter().flatten().next() {
        let row = refusal.met.shape.row();
        let remedy = match row.then {
            super::shapes::Then::Refused(remedy) | super::shapes::Then::Read(remedy) => remedy,
        };
        let remedy = remedy.replace("FILE", place.split(':').next().unwrap_or_default());
        return format!("{place} (shape/{}): {remedy}", row.id);
    }
    let pending = evidence.own_plan().and_then(|plan| plan.pending.iter().find_map(Said::known).copied());
    let name = pending.map_or("ACTIVITY", |activity| activity.row().name);
    let command = own.command(&format!("{} {name}", evidence.sprint));
    if pending.is_some() {
        format!("the plan has {name} as pending first; to take it, name it: {command}")
    } else {
        format!("to take an activity, name it: {command}")
    }
}

/// Every activity, with its mark and the reason.
fn steps(evidence: &SprintEvidence, assessment: &Assessment, decision: &Decision) -> Vec<StepLine> {
    let next = decision.step.and_then(|step| Activity::find(step.name));
    let is_over = decision.outcome == Outcome::Complete;
    let line = |row: &super::activities::ActivityRow| {
        let (mark, reason) = standing(row.activity, next, is_over, evidence, assessment);
        StepLine {
            step: row.activity.named(),
            mark,
            reason,
            gates: Vec::new(),
            done_when: row.done_when.to_owned(),
            command: command(row.activity, task_for(Some(row.activity), evidence)),
        }
    };
    ACTIVITIES.iter().map(line).collect()
}

fn standing(
    activity: Activity,
    next: Option<Activity>,
    is_over: bool,
    evidence: &SprintEvidence,
    assessment: &Assessment,
) -> (StepMark, String) {
    let row = activity.row();
    let plan = evidence.own_plan();
    let artifact = Artifact::EVERY.into_iter().find(|artifact| artifact.activity() == activity).map(Dim::Artifact);
    let value = artifact.map(|dim| assessment.situation.get(dim));
    let skipped = plan.and_then(|plan| plan.skipped.iter().find(|(skipped, _)| *skipped == Said::Known(activity)));
    let expected = plan.is_none_or(|plan| plan.expected.is_empty() || plan.expected.contains(&Said::Known(activity)));
    let done = || match activity {
        Activity::Intent => evidence.has_source || evidence.intent.is_some(),
        Activity::Mode => assessment.mode.is_some(),
        Activity::Collect | Activity::Assess | Activity::Plan => plan.is_some(),
        Activity::Compound => assessment.situation.get(Dim::After) != Values::of(0),
        Activity::Integrate => assessment.situation.get(Dim::After) == super::situation::INTEGRATED,
        _ => evidence.has_done(activity) || value == Some(DONE),
    };
    if next == Some(activity) {
        return (StepMark::Next, decision_reason(activity, evidence));
    }
    if let Some((_, reason)) = skipped {
        let reason = if reason.is_empty() { "the plan skipped it" } else { reason };
        return (StepMark::Skipped, reason.to_owned());
    }
    if done() {
        return (StepMark::Done, reason_done(activity, plan.is_some_and(|plan| plan.has_completed(activity))));
    }
    if let Some((name, tracked)) = evidence.claimed_without(activity).filter(|_| value != Some(SKIPPED)) {
        return (StepMark::Owed, format!("the plan has it completed, and {name} is {}", tracked.word()));
    }
    if value == Some(SKIPPED) || (!expected && row.phase == "LC02") || (is_over && row.phase == "LC02") {
        return (StepMark::Skipped, "the sprint does not expect it".to_owned());
    }
    match next {
        Some(next) if next > activity && activity < Activity::Produce && row.phase == "LC02" => {
            (StepMark::Owed, "the plan is beyond it and does not have it completed".to_owned())
        }
        Some(next) if next > activity => (StepMark::Skipped, "the plan is beyond it".to_owned()),
        _ => (StepMark::Later, format!("done when {}", row.done_when)),
    }
}

fn decision_reason(activity: Activity, evidence: &SprintEvidence) -> String {
    match task_for(Some(activity), evidence) {
        Some(task) => format!("{} is the TASK to take", task.id),
        None => format!("done when {}", activity.row().done_when),
    }
}

fn reason_done(activity: Activity, by_plan: bool) -> String {
    if by_plan { "the plan has it completed".to_owned() } else { activity.row().done_when.to_owned() }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::gse::text::backlog;

    #[test]
    fn an_id_is_one_word_of_a_command() {
        let text = "items:\n  - id: \"TASK-1;touch x\"\n    sprint: 1\n    status: planned\n";
        let (tasks, _) = backlog::read(text.as_bytes()).unwrap();
        assert_eq!(command(Activity::Produce, tasks.first()), "/gse:produce --task 'TASK-1;touch x'");
    }
}
