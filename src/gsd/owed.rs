//! Which steps a phase owes, and why it does not owe the others.

use super::artifacts::Kind;
use super::cycle::setting_of;
use super::evidence::{Changed, Classified, GateAsked, PhaseEvidence};
use super::measures::gray_areas;
use super::steps::{OwedWhen, STEPS, Step, StepRow};
use crate::engine::activate::State;
use crate::engine::depth::Depth;
use crate::engine::evidence::Tracked;

/// Whether one step is owed, and the reason either way.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Owing {
    /// The step.
    pub step: Step,
    /// True when it is owed.
    pub owed: bool,
    /// Why, or why not.
    pub reason: String,
    /// The gates of the step that are owed.
    pub gates: Vec<String>,
    /// True where it would be owed, and its absence is accepted.
    pub waived: bool,
}

impl Owing {
    fn owed(step: Step, reason: impl Into<String>) -> Self {
        Self { step, owed: true, reason: reason.into(), gates: Vec::new(), waived: false }
    }

    fn not(step: Step, reason: impl Into<String>) -> Self {
        Self { step, owed: false, reason: reason.into(), gates: Vec::new(), waived: false }
    }

    fn waived(step: Step, reason: &str) -> Self {
        Self { waived: true, ..Self::not(step, format!("waived: {reason}")) }
    }

    fn for_gates(mut self, gates: Vec<String>) -> Self {
        self.gates = gates;
        self
    }
}

/// Every step, in order. `is_executed` where no plan is left to execute.
pub fn owing(evidence: &PhaseEvidence, is_executed: bool) -> Vec<Owing> {
    STEPS.iter().map(|row| switched(row, evidence, of_step(row, evidence, is_executed))).collect()
}

/// How hard the cycles of the phase work. Without a surface map that is the uniform pipeline.
pub fn depth_of(evidence: &PhaseEvidence) -> Depth {
    evidence.setup.classified.as_ref().map_or(Depth::Deep, |classified| classified.line.depth)
}

/// What an explicit switch in the project's config, or a waiver, takes back; never a gate of a pinned surface.
fn switched(row: &StepRow, evidence: &PhaseEvidence, owes: Owing) -> Owing {
    if !owes.owed {
        return owes;
    }
    let setup = &evidence.setup;
    let asked = |gate: &String| setup.classified.as_ref().and_then(|classified| classified.gates.get(gate));
    let is_pinned = owes.gates.iter().any(|gate| asked(gate).is_some_and(|asked| asked.pinned));
    let waiver = setup.classified.as_ref().and_then(|classified| classified.waived.get(row.name));
    let switch = row.switch.filter(|key| setup.switched_off.contains(key));
    match (switch, waiver, is_pinned) {
        (Some(key), _, true) => {
            let reason = format!(
                "{}; workflow.{key} cannot switch off a gate of a pinned surface: remove it from config.json",
                owes.reason
            );
            Owing { reason, ..owes }
        }
        (Some(key), _, false) => Owing::not(row.step, format!("switched off by workflow.{key} in config.json")),
        (None, Some(reason), false) => Owing::waived(row.step, reason),
        _ => without_waived_gates(owes, evidence),
    }
}

/// A step of several gates without those that are waived; a gate of a pinned surface stays.
fn without_waived_gates(mut owes: Owing, evidence: &PhaseEvidence) -> Owing {
    let Some(classified) = evidence.setup.classified.as_ref().filter(|_| !owes.gates.is_empty()) else { return owes };
    let is_pinned = |gate: &String| classified.gates.get(gate).is_some_and(|asked| asked.pinned);
    let waiver = |gate: &String| classified.waived.get(gate).filter(|_| !is_pinned(gate));
    let waived: Vec<String> = owes.gates.iter().filter_map(|gate| Some(format!("{gate}: {}", waiver(gate)?))).collect();
    owes.gates.retain(|gate| waiver(gate).is_none());
    if owes.gates.is_empty() {
        return Owing::waived(owes.step, &waived.join("; "));
    }
    if !waived.is_empty() && !evidence.setup.of_before {
        owes.reason = asked_by(owes.gates.iter().filter_map(|gate| classified.gates.get(gate)), classified);
    }
    owes
}

fn of_step(row: &StepRow, evidence: &PhaseEvidence, is_executed: bool) -> Owing {
    let step = row.step;
    let classified = evidence.setup.classified.as_ref().filter(|_| !evidence.setup.of_before);
    let depth = depth_of(evidence);
    match (row.owed, classified) {
        (OwedWhen::Always, _) if is_executed && has_nothing_to_review(step, evidence) => {
            Owing::not(step, "no path outside the planning folder changed")
        }
        (OwedWhen::Always, None) => of_before(step, evidence),
        (OwedWhen::Always, Some(_)) => Owing::owed(step, "always owed"),
        (OwedWhen::Deep, _) if depth == Depth::Deep => Owing::owed(step, deep_reason(evidence)),
        (OwedWhen::Deep, _) => Owing::not(step, format!("owed at depth deep only; this phase is {depth}")),
        (OwedWhen::Map, Some(_)) => Owing::owed(step, "the project has a surface map"),
        (OwedWhen::Map, None) if evidence.setup.classified.is_some() => {
            Owing::not(step, "the phase was begun before the project had a surface map")
        }
        (OwedWhen::Map, None) => Owing::not(step, "the project has no surface map"),
        (OwedWhen::GrayAreas, _) => of_discussion(step, depth, evidence),
        (OwedWhen::Gates(names), Some(classified)) => by_gates(step, names, classified),
        (OwedWhen::Gates(_), None) => without_map(step, evidence),
    }
}

/// A review of code needs code: a phase that changed planning files alone has none, and GSD's review then writes no report.
fn has_nothing_to_review(step: Step, evidence: &PhaseEvidence) -> bool {
    matches!(step, Step::CodeReview | Step::ReviewFix) && evidence.changed == Changed::DocumentsAlone
}

fn deep_reason(evidence: &PhaseEvidence) -> &'static str {
    if evidence.setup.classified.is_some() { "depth is deep" } else { "without a surface map depth is deep" }
}

fn of_before(step: Step, evidence: &PhaseEvidence) -> Owing {
    match step {
        Step::Spec => Owing::not(step, "a phase of before the surface map owes no SPEC"),
        Step::Learnings if !evidence.project_has.contains(&Kind::Learnings) => {
            Owing::not(step, "no phase of this project has LEARNINGS")
        }
        _ => Owing::owed(step, "always owed"),
    }
}

fn of_discussion(step: Step, depth: Depth, evidence: &PhaseEvidence) -> Owing {
    let gray_areas = gray_areas(evidence);
    let counted = gray_areas.map_or_else(|| "gray areas not counted".to_owned(), |count| format!("{count} gray areas"));
    let runs = setting_of(Step::Discuss.row().name, depth).is_none_or(|setting| setting.run.runs(gray_areas));
    let reason = format!("depth {depth}, {counted}");
    if runs { Owing::owed(step, reason) } else { Owing::not(step, reason) }
}

fn by_gates(step: Step, names: &[&str], classified: &Classified) -> Owing {
    let is_own = |gate: &str| names.contains(&gate) || (step == Step::SurfaceReviews && is_project_gate(gate));
    let asked: Vec<(&String, &GateAsked)> = classified.gates.iter().filter(|(gate, _)| is_own(gate)).collect();
    if asked.is_empty() {
        return Owing::not(step, format!("no active surface asks for it ({})", skipped_surfaces(classified)));
    }
    let gates = asked.iter().map(|(gate, _)| (*gate).clone()).collect();
    Owing::owed(step, asked_by(asked.iter().map(|(_, asked)| *asked), classified)).for_gates(gates)
}

/// Which surfaces ask for these gates, in words.
fn asked_by<'a>(asked: impl Iterator<Item = &'a GateAsked>, classified: &Classified) -> String {
    let mut surfaces: Vec<String> =
        asked.flat_map(|asked| asked.surfaces.iter().map(|name| described(name, classified))).collect();
    surfaces.sort();
    surfaces.dedup();
    format!("owed by {}", surfaces.join(", "))
}

impl Owing {
    /// The same for one gate of a step that has several: owed by the surfaces that ask for this one.
    #[must_use]
    pub fn of_gate(&self, gate: &str, evidence: &PhaseEvidence) -> Self {
        let classified = evidence.setup.classified.as_ref().filter(|_| !evidence.setup.of_before);
        let reason = classified.and_then(|classified| {
            let all = asked_by(self.gates.iter().filter_map(|gate| classified.gates.get(gate)), classified);
            let own = asked_by(classified.gates.get(gate).into_iter(), classified);
            // What is said behind it holds of each gate.
            Some(format!("{own}{}", self.reason.strip_prefix(&all)?))
        });
        let reason = reason.unwrap_or_else(|| self.reason.clone());
        Self { gates: vec![gate.to_owned()], reason, ..self.clone() }
    }
}

/// A surface with what makes it speak: `payments (pinned)`, `ui (assumed)`.
fn described(name: &str, classified: &Classified) -> String {
    let surface = classified.line.surfaces.iter().find(|surface| surface.name == name);
    let Some(surface) = surface else { return name.to_owned() };
    let mut remarks = Vec::new();
    if surface.pinned {
        remarks.push("pinned");
    }
    if surface.state == State::Assumed {
        remarks.push("assumed");
    }
    if remarks.is_empty() { name.to_owned() } else { format!("{name} ({})", remarks.join(", ")) }
}

fn skipped_surfaces(classified: &Classified) -> String {
    let inactive = classified.line.surfaces.iter().filter(|surface| surface.state == State::Inactive);
    let names: Vec<&str> = inactive.map(|surface| surface.name.as_str()).collect();
    if names.is_empty() { "no surface is inactive".to_owned() } else { format!("inactive: {}", names.join(", ")) }
}

/// What a project without a map had before there was one.
fn without_map(step: Step, evidence: &PhaseEvidence) -> Owing {
    let gate = |name: &str| vec![name.to_owned()];
    // A phase may have been begun before the project had its map.
    let has_map = evidence.setup.classified.is_some();
    let no_map = if has_map { "begun before the surface map" } else { "no surface map" };
    match step {
        Step::Secure | Step::Validate => {
            let reason = if has_map {
                "begun before the surface map, and owed without one"
            } else {
                "owed without a surface map"
            };
            Owing::owed(step, reason).for_gates(gate(step.row().name))
        }
        Step::UiSpec if evidence.marks.ui_hint => {
            Owing::owed(step, "ROADMAP's UI hint says yes").for_gates(gate("ui-spec"))
        }
        Step::SurfaceReviews => {
            let of = |contract: Kind, review: Kind, hint: bool| {
                (hint || evidence.the(contract).is_some_and(|file| file.in_head || file.tracked == Tracked::Committed))
                    && evidence.project_has.contains(&review)
            };
            let ui = of(Kind::UiSpec, Kind::UiReview, evidence.marks.ui_hint).then(|| "ui-review".to_owned());
            let eval = of(Kind::AiSpec, Kind::EvalReview, false).then(|| "eval-review".to_owned());
            let gates: Vec<String> = ui.into_iter().chain(eval).collect();
            if gates.is_empty() {
                return Owing::not(step, format!("{no_map}, and no contract whose review this project writes"));
            }
            Owing::owed(step, "the phase has the contract, and the project writes such reviews").for_gates(gates)
        }
        _ => Owing::not(step, format!("{no_map}, and no hint that asks for it")),
    }
}

/// True for a gate that is none of the built-in ones: its artifact is named after it.
pub fn is_project_gate(gate: &str) -> bool {
    let built_in = STEPS.iter().any(|row| matches!(row.owed, OwedWhen::Gates(names) if names.contains(&gate)));
    !built_in
}
