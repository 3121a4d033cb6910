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
use crate::engine::by_git;
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

/// What is concluded first, and whatever else is said follows from.
struct Settled {
    assessment: Assessment,
    target: Option<Target>,
    decision: Decision,
    recovery: RecoveryLine,
    interruption: Option<Interruption>,
    checkpoint: Option<Checkpoint>,
}

/// What the evidence amounts to, and the outcome of the decision.
pub fn outcome(evidence: &PhaseEvidence, beside: Beside<'_>) -> (Assessment, Outcome) {
    let settled = settle(evidence, beside);
    (settled.assessment, settled.decision.outcome)
}

/// Decides.
pub fn conclude(evidence: &PhaseEvidence, beside: Beside<'_>) -> Conclusion {
    let Settled { assessment, target, mut decision, recovery, interruption, checkpoint } = settle(evidence, beside);
    decision.lists = lists(evidence, &assessment, target);
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

fn settle(evidence: &PhaseEvidence, beside: Beside<'_>) -> Settled {
    let mut assessment = assess(evidence);
    if let Some(own) = beside.own {
        assessment.own = Own { workstream: assessment.own.workstream, ..own.clone() };
    }
    let target = only_goal(&walk(RESUME, &assessment.situation));
    let mut decision = decision(evidence, &assessment);
    let is_open = decision.outcome == Outcome::Undetermined && beside.step.is_none();
    decision.notes.extend(remarks(evidence, &assessment, target));
    if let Some(step) = beside.step {
        take_explicit(&mut decision, step, evidence, &assessment);
    }
    let asked = Asked { is_over: target == Some(Target::Complete), by_name: beside.step.is_some() };
    let Diagnosis { row, left, mut notes } = diagnose(evidence, &assessment, beside.in_progress, asked);
    decision.notes.extend(notes.iter().cloned());
    notes.extend(stranded(evidence, &assessment.own));
    let recovery = RecoveryLine { row, notes };
    let interruption = interrupt(&mut decision, left, beside.ack);
    // What is acknowledged now is left uncommitted, and whoever goes on in a fresh context must say so again.
    let ack = beside.ack.filter(|_| interruption.is_none());
    // An explicit step would stop at the same uncommitted work.
    let token = interruption.as_ref().and_then(|interruption| interruption.ack.as_ref()).map(ToString::to_string);
    decision.hint = is_open.then(|| hint(evidence, &assessment, token.as_deref().or(ack)));
    let checkpoint = check(&mut decision, evidence, &assessment, (beside.context, ack));
    Settled { assessment, target, decision, recovery, interruption, checkpoint }
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
    // What comes before a checkpoint, uncommitted work, has taken it already.
    decision.command = None;
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

/// What leads on: where HEAD holds something against the phase, HEAD's comes back first; else what GSD's own router says for such
/// a phase, named as a step, with what is acknowledged (`ack`). It looks at fewer artifacts and at no git, so it is advice only.
///
/// Source: the table of GSD's `next` workflow.
fn hint(evidence: &PhaseEvidence, assessment: &Assessment, ack: Option<&str>) -> String {
    let against = assessment.held_against(evidence);
    if !against.is_empty() {
        let back = by_git::restore(&assessment.own, &against);
        let again = assessment.own.command(&evidence.id);
        return format!("put back what HEAD has, then ask again: {back} && {again}");
    }
    let is_there = |step: Step| assessment.clear(step).is_some_and(|state| state != StepState::Missing);
    let open = assessment.plans.iter().any(|plan| plan.summary.is_none());
    let step = match (assessment.plans.is_empty(), open) {
        (true, _) if is_there(Step::Discuss) || is_there(Step::Research) => Step::Plan,
        (true, _) => Step::Discuss,
        (false, true) => Step::Execute,
        (false, false) => Step::Verify,
    };
    let command = assessment.own.asking_command(&evidence.id, Some(step.number()), ack);
    format!("GSD's own router would go to {}; to take it, name it: {command}", step.named())
}

/// The owed steps between execution and ship that are not done and come before this one, with their gates; a pinned one is marked.
fn left_open(step: Step, evidence: &PhaseEvidence, assessment: &Assessment) -> Vec<String> {
    let asked = evidence.setup.classified.as_ref().map(|classified| &classified.gates);
    let is_pinned = |gate: &str| asked.and_then(|gates| gates.get(gate)).is_some_and(|asked| asked.pinned);
    // Ship is the last step, so what comes before another one is no ship either.
    let is_between = |of: Step| of > Step::Execute && of < step;
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
    if decision.outcome != Outcome::Done || decision.step != Some(step.named()) {
        decision.notes.push(format!("the table would have chosen {chosen} ({}): {}", decision.row, decision.summary));
    }
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

    use crate::engine::checkpoint::Utilization;
    use crate::engine::depth::Depth;
    use crate::engine::diagnosis::Underway;
    use crate::engine::evidence::{Content, Freshness, Meaning, Tracked};
    use crate::gsd::artifacts::Kind;
    use crate::gsd::evidence::{File, ProjectGate};
    use crate::gsd::plans::PlanState;
    use crate::gsd::samples::{asking, assessed, file, finished, plan};
    use crate::gsd::wip::LedgerChange;

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
        let mut waiting = nothing();
        waiting.files.push(committed(Kind::Verification, finished(Meaning::Human)));
        for (state, expected) in [(Unfinished, Way::Acceptance), (Stale, Way::Removed), (Done, Way::Own)] {
            assert_eq!(way_of(Step::Verify, &waiting, state, None), expected, "{state:?}");
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

    fn committed(kind: Kind, content: Content) -> File {
        file(kind, Tracked::Committed, content, Freshness::NotJudged)
    }

    #[test]
    fn the_advice_goes_by_what_lies_there() {
        let of = |kind: Option<Kind>, plans: Vec<Plan>| {
            let files = kind.map(|kind| committed(kind, finished(Meaning::Done))).into_iter().collect();
            let evidence = PhaseEvidence { files, ..nothing() };
            hint(&evidence, &Assessment { plans, ..assess(&evidence) }, None)
        };
        let open = || plan("01", PlanState::Ready);
        let over = || Plan { summary: Some("07-01-SUMMARY.md".into()), ..plan("02", PlanState::Executed) };
        for (kind, plans, expected) in [
            (None, vec![], Step::Discuss),
            (Some(Kind::Context), vec![], Step::Plan),
            (Some(Kind::Research), vec![], Step::Plan),
            (Some(Kind::Spec), vec![], Step::Discuss),
            (Some(Kind::Context), vec![over(), open()], Step::Execute),
            (None, vec![over()], Step::Verify),
        ] {
            let command = format!("phase-pipeline 07 {}", expected.number());
            let advice = format!("GSD's own router would go to {}; to take it, name it: {command}", expected.named());
            assert_eq!(of(kind, plans), advice, "{kind:?}");
        }
    }

    #[test]
    fn what_a_named_step_leaves_open_lies_between_execution_and_it() {
        let of = |step: Step, pinned: bool, files: Vec<File>| {
            let evidence = PhaseEvidence { files, ..asking(&["secure", "ui-review"], pinned, Depth::Standard, &[]) };
            left_open(step, &evidence, &assess(&evidence)).join(", ")
        };
        let before_learnings = "code-review, review-fix, secure, surface-reviews for ui-review, verify";
        assert_eq!(of(Step::Learnings, false, Vec::new()), before_learnings);
        assert_eq!(of(Step::Ship, false, Vec::new()), format!("{before_learnings}, learnings"));
        assert_eq!(of(Step::Secure, false, Vec::new()), "code-review, review-fix");
        for step in [Step::Plan, Step::Execute, Step::CodeReview] {
            assert_eq!(of(step, false, Vec::new()), "", "{step:?}");
        }
        let security = vec![committed(Kind::Security, finished(Meaning::Done))];
        assert_eq!(of(Step::SurfaceReviews, false, security), "code-review, review-fix");
        let pinned = of(Step::Verify, true, Vec::new());
        assert_eq!(pinned, "code-review, review-fix, secure (pinned), surface-reviews for ui-review (pinned)");
    }

    #[test]
    fn a_gate_of_the_projects_own_says_what_to_run_or_to_write() {
        let mut evidence = nothing();
        let gate = |command: Option<&str>| ProjectGate {
            command: command.map(str::to_owned),
            artifact: "LOAD".to_owned(),
            file: None,
        };
        evidence.setup.project_gates.insert("run".to_owned(), gate(Some("load {phase}")));
        evidence.setup.project_gates.insert("write".to_owned(), gate(None));
        let of = |name: &str| project_gate_command(name, &evidence);
        assert_eq!(of("run"), "load 07");
        assert_eq!(of("write"), "write and commit 07-LOAD.md");
        assert_eq!(of("other"), "write and commit 07-OTHER.md");
    }

    #[test]
    fn a_named_step_is_taken_and_says_what_the_table_would_have_chosen() {
        let evidence = asking(&[], false, Depth::Standard, &[]);
        let of = |step: Step| conclude(&evidence, Beside { step: Some(step), ..Beside::default() });
        let ship = of(Step::Ship);
        assert_eq!(ship.decision.step, Some(Step::Ship.named()));
        assert_eq!((ship.decision.outcome, ship.decision.row.as_str()), (Outcome::Done, "explicit"));
        assert!(ship.decision.explicit && ship.decision.command.is_some() && ship.decision.hint.is_none());
        assert!(ship.decision.summary.starts_with("asked for; "), "{}", ship.decision.summary);
        let notes = ship.decision.notes.join("\n");
        assert!(notes.contains("the table would have chosen 2 spec (resume/"), "{notes}");
        assert!(notes.contains("this leaves open: code-review, "), "{notes}");
        let notes = of(Step::Execute).decision.notes.join("\n");
        assert!(!notes.contains("this leaves open"), "{notes}");
        assert_eq!(
            of(Step::Spec).decision.notes,
            conclude(&evidence, Beside::default()).decision.notes,
            "it chooses the same"
        );
        assert_eq!((ship.meaning, ship.condition), (String::new(), String::new()), "no row decided");
    }

    #[test]
    fn an_answer_brings_its_command_its_row_and_what_would_change_it() {
        let evidence = PhaseEvidence { workstream: Some("web".to_owned()), ..nothing() };
        let own = Own { repo: Some("../app".to_owned()), ..Own::default() };
        let clear = conclude(&evidence, Beside { own: Some(&own), ..Beside::default() });
        assert_eq!(clear.decision.outcome, Outcome::Done);
        assert!(clear.decision.command.is_some_and(|command| command.ends_with(" --ws web")));
        assert_eq!(clear.decision.hint, None);
        let row = RESUME.iter().find(|row| clear.decision.row == format!("resume/{}", row.id)).unwrap();
        assert_eq!((clear.meaning.as_str(), clear.condition), (row.doc, row.when.words()));
        let discussed = ("discuss is done".to_owned(), "7 plan".to_owned());
        assert!(clear.otherwise.contains(&discussed), "{:?}", clear.otherwise);
        // What no row tells from a missing artifact, and what does not change, is no advice.
        let told: Vec<&str> = clear.otherwise.iter().map(|(change, _)| change.as_str()).collect();
        assert!(told.iter().all(|change| !change.contains("uncommitted") && !change.contains("archived")), "{told:?}");

        let odd = Content::Unknown { word: "odd".to_owned(), line: 1 };
        let files = vec![committed(Kind::Verification, odd), committed(Kind::Summary, finished(Meaning::Done))];
        let unclear =
            conclude(&PhaseEvidence { files, ..evidence.clone() }, Beside { own: Some(&own), ..Beside::default() });
        assert_eq!(unclear.decision.outcome, Outcome::Undetermined, "{:?}", unclear.decision);
        assert!(unclear.decision.hint.is_some_and(|hint| hint.ends_with(" -C ../app --ws web")));

        let underway = Underway {
            word: "merge".to_owned(),
            remedy: "finish it".to_owned(),
            moves_head: false,
            conflicts: Vec::new(),
        };
        let in_progress = InProgress { operation: Some(&underway), recovery: None };
        let by_name = Beside { in_progress, step: Some(Step::Execute), ..Beside::default() };
        let stopped = conclude(&evidence, by_name);
        let row = RECOVERY.iter().find(|row| stopped.decision.row == format!("recovery/{}", row.id)).unwrap();
        assert_eq!((stopped.meaning.as_str(), stopped.condition), (row.doc, row.when.words()));
    }

    #[test]
    fn a_checkpoint_that_stops_takes_the_command_and_one_that_does_not_is_noted() {
        let files = [Kind::Spec, Kind::Context].map(|kind| committed(kind, finished(Meaning::Done))).to_vec();
        let evidence = PhaseEvidence { files, ..nothing() };
        let of = |at_terminal: bool| {
            let context = Context { utilization: Utilization::Unknown("nobody said".to_owned()), at_terminal };
            conclude(&evidence, Beside { context: Some(&context), ..Beside::default() })
        };
        let stopped = of(false);
        assert!(stopped.checkpoint.is_some_and(|checkpoint| checkpoint.stop && checkpoint.at == "before planning"));
        assert_eq!((stopped.decision.outcome, stopped.decision.command), (Outcome::Checkpoint, None));
        let noted = of(true);
        let checkpoint = noted.checkpoint.unwrap();
        assert!(!checkpoint.stop && noted.decision.notes.contains(&checkpoint.note()));
        assert_eq!(noted.decision.outcome, Outcome::Done);
        assert!(noted.decision.command.is_some());
    }

    #[test]
    fn a_complete_phase_is_not_stopped_by_what_all_phases_share() {
        let mut evidence = nothing();
        evidence.files.push(committed(Kind::Verification, finished(Meaning::Done)));
        evidence.wip.ledgers.push(LedgerChange {
            path: "STATE.md".into(),
            tracked: Tracked::Modified,
            fields: Vec::new(),
            damage: None,
            concerns: true,
        });
        let of = |marked: bool| {
            let mut evidence = evidence.clone();
            evidence.marks.marked.marked = marked;
            let concluded = conclude(&evidence, Beside::default());
            (concluded.decision.outcome, concluded.decision.step, concluded.interruption.is_some())
        };
        assert_eq!(of(true), (Outcome::Complete, None, false));
        assert_eq!(of(false), (Outcome::Interruption, Some(Step::CodeReview.named()), true));
    }
}
