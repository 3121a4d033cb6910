//! The decision about one phase: evidence in, report parts out. Opens nothing.

use super::assess::{Assessment, assess};
use super::checkpoints::seam;
use super::cycle::{setting_of, settings};
use super::diagnosis::{Asked, Diagnosis, diagnose};
use super::evidence::PhaseEvidence;
use super::lines::{claim_lines, execution_line, plan_lines, step_lines};
use super::owed::{depth_of, is_project_gate};
use super::plans::Plan;
use super::remarks::{cut_short, lists, refused_waivers, remarks, stranded};
use super::resume::{RESUME, Target};
use super::runs::{Way, run};
use super::situation::{Dim, Execution, SKIPPED, STALE, WIP};
use super::standing::awaits_person;
use super::steps::Step;
use crate::engine::checkpoint::{Checkpoint, Context};
use crate::engine::conclude::{self, only_goal, situation_lines};
use crate::engine::diagnosis::{InProgress, RECOVERY, interrupt};
use crate::engine::evidence::StepState;
use crate::engine::exit::Outcome;
use crate::engine::own::Own;
use crate::engine::report::{
    Claim, ClassificationLine, CycleLine, Decision, ExecutionLine, Interruption, PlanLine, RecoveryLine, StepLine,
};
use crate::engine::row::{Values, walk};

/// The name of the table that decides.
const TABLE: &str = "resume";

/// Everything that is concluded about a phase from its evidence.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Conclusion {
    /// The decision.
    pub decision: Decision,
    /// Surfaces and depth.
    pub classification: Option<ClassificationLine>,
    /// What the cycle gates do.
    pub cycle: Vec<CycleLine>,
    /// Every step.
    pub steps: Vec<StepLine>,
    /// Every plan.
    pub plans: Vec<PlanLine>,
    /// How far the phase is executed.
    pub execution: ExecutionLine,
    /// What is uncommitted: its row, and what is uncommitted and stops nothing.
    pub recovery: RecoveryLine,
    /// Uncommitted work that stops the pipeline.
    pub interruption: Option<Interruption>,
    /// The checkpoint before the step, where one lies there.
    pub checkpoint: Option<Checkpoint>,
    /// What files say and git denies.
    pub claims: Vec<Claim>,
    /// The committed artifacts that settle an owed step and may be cut short.
    pub warnings: Vec<String>,
    /// The situation, a dimension each.
    pub situation: Vec<(String, String)>,
    /// What the row that decided means.
    pub meaning: String,
    /// Its condition.
    pub condition: String,
    /// Single changes of the evidence that would change the answer.
    pub otherwise: Vec<(String, String)>,
}

/// What is asked beside the evidence.
#[derive(Debug, Clone, Copy, Default)]
pub struct Beside<'a> {
    /// The step that was asked for.
    pub step: Option<Step>,
    /// What git, or a recovery, is in the middle of.
    pub in_progress: InProgress<'a>,
    /// The token by which somebody says that the uncommitted files are known.
    pub ack: Option<&'a str>,
    /// Whether a checkpoint can stop whoever asks.
    pub context: Option<&'a Context>,
    /// The options that ask the same again.
    pub own: Option<&'a Own>,
}

/// Decides.
pub fn conclude(evidence: &PhaseEvidence, beside: Beside<'_>) -> Conclusion {
    let mut assessment = assess(evidence);
    if let Some(own) = beside.own {
        assessment.own = Own { workstream: assessment.own.workstream, ..own.clone() };
    }
    let target = only_goal(&walk(RESUME, &assessment.situation));
    let mut decision = decision(evidence, &assessment);
    decision.notes.extend(remarks(evidence, &assessment, target));
    decision.lists = lists(evidence, &assessment, target);
    if let Some(step) = beside.step {
        take_explicit(&mut decision, step, evidence, &assessment);
    }
    let asked = Asked { is_over: target == Some(Target::Complete), by_name: beside.step.is_some() };
    let Diagnosis { row, left, mut notes } = diagnose(evidence, &assessment, beside.in_progress, asked);
    decision.notes.extend(notes.iter().cloned());
    notes.extend(stranded(evidence));
    let recovery = RecoveryLine { row, notes };
    let interruption = interrupt(&mut decision, left, beside.ack);
    // What is acknowledged now is left uncommitted, and whoever goes on in a fresh context must say so again.
    let ack = beside.ack.filter(|_| interruption.is_none());
    let checkpoint = check(&mut decision, evidence, &assessment, (beside.context, ack));
    let steps = step_lines(evidence, &assessment, &decision, interruption.is_some());
    let (meaning, condition) = row_in_words(&decision.row);
    Conclusion {
        classification: evidence.setup.classified.as_ref().map(|classified| classified.line.clone()),
        cycle: settings(depth_of(evidence))
            .map(|(gate, setting)| CycleLine { gate: gate.to_owned(), setting: setting.words.to_owned() })
            .collect(),
        steps,
        plans: plan_lines(evidence, &assessment.plans),
        execution: execution_line(evidence, &assessment),
        claims: claim_lines(evidence, &assessment),
        warnings: refused_waivers(evidence).chain(cut_short(evidence, &assessment)).collect(),
        situation: situation_lines(&assessment.situation),
        meaning,
        condition,
        otherwise: otherwise(&assessment),
        recovery,
        interruption,
        checkpoint,
        decision,
    }
}

/// Reaches the checkpoint before the step, where one lies there; stops for it unless something else comes first.
fn check(
    decision: &mut Decision,
    evidence: &PhaseEvidence,
    assessment: &Assessment,
    (context, ack): (Option<&Context>, Option<&str>),
) -> Option<Checkpoint> {
    let step = decision.step.and_then(|step| Step::find(step.name))?;
    let seam = seam(step, assessment)?;
    let explicit = decision.explicit;
    let resume = assessment.own.asking(&evidence.id, Some(step.number()), ack);
    let checkpoint = Checkpoint::reach(seam.at, context?, evidence.setup.checkpoint, explicit, resume);
    if !checkpoint.stop {
        decision.notes.push(checkpoint.note());
        return Some(checkpoint);
    }
    let own = if explicit { Outcome::CheckpointAtOnce } else { Outcome::Checkpoint };
    decision.outcome = Outcome::first_of(&[own, decision.outcome]);
    if decision.outcome == own {
        decision.command = None;
    }
    Some(checkpoint)
}

/// The single changes of the evidence that would change the answer.
fn otherwise(assessment: &Assessment) -> Vec<(String, String)> {
    // What is uncommitted or stale counts as missing; an archive and the past do not change.
    let is_told = |dim: Dim, value: Values| match dim {
        Dim::Step(_) | Dim::Uat => value.and(WIP.or(STALE).or(SKIPPED)).is_empty(),
        Dim::Archived | Dim::Before | Dim::PlanNames | Dim::Person => false,
        Dim::Execution | Dim::Marked => true,
    };
    conclude::otherwise(RESUME, &assessment.situation, is_told)
}

/// What the row that decided means and what it asks, in words; empty where no row did.
fn row_in_words(row: &str) -> (String, String) {
    let words = conclude::row_in_words(TABLE, RESUME, row);
    words.or_else(|| conclude::row_in_words("recovery", RECOVERY, row)).unwrap_or_default()
}

/// The decision of the table, with the command of its step.
fn decision(evidence: &PhaseEvidence, assessment: &Assessment) -> Decision {
    let decided = conclude::decide(TABLE, RESUME, &assessment.situation, &|dim| assessment.tell(dim, evidence));
    let step = decided.step.and_then(|step| Step::find(step.name));
    let cut = evidence.history_cut.as_ref().filter(|_| !evidence.setup.otherwise.is_empty());
    let cut = cut.filter(|cut| decided.outcome == Outcome::Undetermined && !decided.summary.contains(cut.as_str()));
    let cut = cut.map(|cut| format!("; what locks of before ask for cannot be seen: {cut}")).unwrap_or_default();
    Decision {
        summary: format!("{}{cut}", decided.summary),
        command: step.map(|step| command(step, evidence, assessment)),
        hint: (decided.outcome == Outcome::Undetermined).then(|| hint(evidence, assessment)),
        ..decided
    }
}

/// The command of a step, fitted to what is left of it.
pub(super) fn command(step: Step, evidence: &PhaseEvidence, assessment: &Assessment) -> String {
    let fitted = fitted(step, evidence, assessment);
    assessment.own.completed(&fitted).unwrap_or_else(|| in_workstream(&fitted, evidence))
}

/// A command that names the workstream: it is pasted elsewhere, where another one may be in force.
fn in_workstream(command: &str, evidence: &PhaseEvidence) -> String {
    evidence.workstream.as_ref().map_or_else(|| command.to_owned(), |workstream| format!("{command} --ws {workstream}"))
}

fn fitted(step: Step, evidence: &PhaseEvidence, assessment: &Assessment) -> String {
    let id = &evidence.id;
    let way = way(step, evidence, assessment);
    let apply = |command: String| match setting_of(step.row().name, depth_of(evidence)) {
        Some(setting) => setting.apply(&command),
        None => command,
    };
    let template = evidence.setup.commands.get(&step).map_or(step.row().command, String::as_str);
    let own = || apply(template.replace("{phase}", id));
    let standing = assessment.standings.get(&step).and_then(|standing| standing.gate.as_deref());
    match (way, standing) {
        (Way::ProjectGate, Some(gate)) => project_gate_command(gate, evidence),
        (Way::Own, _) => own(),
        (way, _) => {
            let command = run(step, way).command.replace("{phase}", id);
            if command.contains("{own}") { command.replace("{own}", &own()) } else { apply(command) }
        }
    }
}

/// The way of taking a step that fits what is left of it.
pub fn way(step: Step, evidence: &PhaseEvidence, assessment: &Assessment) -> Way {
    let state = assessment.clear(step);
    match step {
        Step::Plan if assessment.execution == Execution::All => Way::Gaps,
        Step::PlanReview if evidence.setup.convergence && !evidence.setup.commands.contains_key(&step) => {
            Way::Convergence
        }
        Step::PlanReview if state == Some(StepState::Unfinished) => Way::Concerns,
        Step::Execute => {
            let left: Vec<&Plan> = assessment.plans.iter().filter(|plan| !plan.state.is_over()).collect();
            let only_gaps =
                !left.is_empty() && left.len() < assessment.plans.len() && left.iter().all(|plan| plan.gap_closure);
            if only_gaps { Way::GapsOnly } else { Way::Own }
        }
        Step::Verify if state == Some(StepState::Unfinished) && awaits_person(evidence) => Way::Acceptance,
        // Its command writes no report where one lies.
        Step::Verify if matches!(state, Some(StepState::Unfinished | StepState::Stale)) => Way::Removed,
        Step::SurfaceReviews => match assessment.standings.get(&step).and_then(|standing| standing.gate.as_deref()) {
            Some("eval-review") => Way::EvalReview,
            Some("full-uat" | "browser-uat") => Way::Acceptance,
            Some(gate) if is_project_gate(gate) => Way::ProjectGate,
            _ => Way::Own,
        },
        _ => Way::Own,
    }
}

/// The command of a project's own gate; where it declares none, what is to be written.
fn project_gate_command(gate: &str, evidence: &PhaseEvidence) -> String {
    let declared = evidence.setup.project_gates.get(gate);
    let artifact = declared.map_or_else(|| gate.to_uppercase(), |declared| declared.artifact.clone());
    let command = declared.and_then(|declared| declared.command.clone());
    let command = command.map(|command| command.replace("{phase}", &evidence.id));
    command.unwrap_or_else(|| format!("write and commit {}-{artifact}.md", evidence.id))
}

/// What GSD's own router says for such a phase. It looks at fewer artifacts and at no git, so it is advice only.
///
/// Source: the table of GSD's `next` workflow.
fn hint(evidence: &PhaseEvidence, assessment: &Assessment) -> String {
    let is_there = |step: Step| assessment.clear(step).is_some_and(|state| state != StepState::Missing);
    let open = assessment.plans.iter().any(|plan| plan.summary.is_none());
    let step = match (assessment.plans.is_empty(), open) {
        (true, _) if is_there(Step::Discuss) || is_there(Step::Research) => Step::Plan,
        (true, _) => Step::Discuss,
        (false, true) => Step::Execute,
        (false, false) => Step::Verify,
    };
    let command = assessment.own.command(&format!("{} {}", evidence.id, step.number()));
    format!("GSD's own router would go to {}; to take it, name it: {command}", step.named())
}

/// The owed steps between execution and ship that are not done and come before this one, with their gates; a pinned one is marked.
fn left_open(step: Step, evidence: &PhaseEvidence, assessment: &Assessment) -> Vec<String> {
    let asked = evidence.setup.classified.as_ref().map(|classified| &classified.gates);
    let is_pinned = |gate: &str| asked.and_then(|gates| gates.get(gate)).is_some_and(|asked| asked.pinned);
    let is_between = |of: Step| of > Step::Execute && of < Step::Ship && of < step;
    let mut open = Vec::new();
    for owes in assessment.owing.iter().filter(|owes| owes.owed && is_between(owes.step)) {
        if assessment.clear(owes.step) == Some(StepState::Done) {
            continue;
        }
        let name = owes.step.row().name;
        let is_marked = |gate: &str| if is_pinned(gate) { " (pinned)" } else { "" };
        let gates: Vec<String> =
            owes.gates.iter().filter(|gate| *gate != name).map(|gate| format!("{gate}{}", is_marked(gate))).collect();
        let of = if gates.is_empty() { String::new() } else { format!(" for {}", gates.join(" and ")) };
        open.push(format!("{name}{}{of}", is_marked(name)));
    }
    open
}

fn take_explicit(decision: &mut Decision, step: Step, evidence: &PhaseEvidence, assessment: &Assessment) {
    let chosen = match (&decision.step, decision.outcome) {
        (Some(step), _) => step.to_string(),
        (None, outcome) => outcome.row().name.to_owned(),
    };
    decision.notes.push(format!("the table would have chosen {chosen} ({}): {}", decision.row, decision.summary));
    let open = left_open(step, evidence, assessment);
    if !open.is_empty() {
        decision.notes.push(format!("this leaves open: {}", open.join(", ")));
    }
    let (tell, files) = assessment.tell(Dim::Step(step), evidence);
    decision.outcome = Outcome::Done;
    decision.step = Some(step.named());
    decision.explicit = true;
    "explicit".clone_into(&mut decision.row);
    decision.summary = format!("asked for; {tell}");
    decision.evidence = files;
    decision.command = Some(command(step, evidence, assessment));
    decision.hint = None;
}

#[cfg(test)]
mod tests {
    use super::*;

    use crate::gsd::plans::PlanState;
    use crate::gsd::samples::{assessed, plan};

    fn nothing() -> PhaseEvidence {
        crate::gsd::samples::nothing()
    }

    fn way_of(step: Step, evidence: &PhaseEvidence, state: StepState, gate: Option<&str>) -> Way {
        let mut assessment = assessed(Vec::new(), Execution::None);
        let standing = assessment.standings.get_mut(&step).unwrap();
        standing.states = vec![state];
        standing.gate = gate.map(str::to_owned);
        way(step, evidence, &assessment)
    }

    #[test]
    fn a_step_is_taken_by_another_command_where_its_own_would_do_nothing() {
        use StepState::{Done, Failed, Missing, Stale, Unfinished, Wip};
        for (state, verify, review) in [
            (Missing, Way::Own, Way::Own),
            (Wip, Way::Own, Way::Own),
            (Done, Way::Own, Way::Own),
            (Failed, Way::Own, Way::Own),
            (Stale, Way::Removed, Way::Own),
            (Unfinished, Way::Removed, Way::Concerns),
        ] {
            assert_eq!(way_of(Step::Verify, &nothing(), state, None), verify, "{state:?}");
            assert_eq!(way_of(Step::PlanReview, &nothing(), state, None), review, "{state:?}");
        }
        let mut converging = nothing();
        converging.setup.convergence = true;
        assert_eq!(way_of(Step::PlanReview, &converging, Missing, None), Way::Convergence);
        converging.setup.commands.insert(Step::PlanReview, "own".to_owned());
        assert_eq!(way_of(Step::PlanReview, &converging, Missing, None), Way::Own);
        for (gate, expected) in [
            (None, Way::Own),
            (Some("ui-review"), Way::Own),
            (Some("eval-review"), Way::EvalReview),
            (Some("full-uat"), Way::Acceptance),
            (Some("browser-uat"), Way::Acceptance),
            (Some("load-test"), Way::ProjectGate),
        ] {
            assert_eq!(way_of(Step::SurfaceReviews, &nothing(), Missing, gate), expected, "{gate:?}");
        }
    }

    #[test]
    fn plans_that_close_gaps_are_executed_alone_behind_the_others() {
        let gap = |state: PlanState| Plan { gap_closure: true, ..plan("02", state) };
        let of = |plans: Vec<Plan>| way(Step::Execute, &nothing(), &assessed(plans, Execution::Partial));
        assert_eq!(of(vec![plan("01", PlanState::Executed), gap(PlanState::Ready)]), Way::GapsOnly);
        assert_eq!(of(vec![plan("01", PlanState::Ready), gap(PlanState::Ready)]), Way::Own);
        assert_eq!(of(vec![gap(PlanState::Ready)]), Way::Own);
        assert_eq!(of(vec![plan("01", PlanState::Executed)]), Way::Own);
        assert_eq!(of(Vec::new()), Way::Own);
        for (execution, expected) in [(Execution::All, Way::Gaps), (Execution::Partial, Way::Own)] {
            assert_eq!(way(Step::Plan, &nothing(), &assessed(Vec::new(), execution)), expected);
        }
    }
}
