//! Which steps a phase owes, and why it does not owe the others.

use super::artifacts::Kind;
use super::evidence::{GateAsked, PhaseEvidence};
use super::steps::{OwedWhen, STEPS, Step, StepRow};
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
}

/// Every step, in order.
///
/// Surfaces and depth are not derived: a project with a map owes every gate of its map, at depth deep. That raises and never
/// lowers. A phase of a project without a map owes what GSD itself would ask for.
pub fn owing(evidence: &PhaseEvidence) -> Vec<Owing> {
    STEPS.iter().map(|row| of_step(row, evidence)).collect()
}

/// True for a phase that is judged by what the project did before it had a surface map.
pub fn is_of_before(evidence: &PhaseEvidence) -> bool {
    !evidence.setup.has_map
}

fn of_step(row: &StepRow, evidence: &PhaseEvidence) -> Owing {
    let (owed, reason, gates) = match row.owed {
        OwedWhen::Gates(names) => by_gates(row.step, names, evidence),
        OwedWhen::Map if evidence.setup.has_map => {
            (false, "this version reads no lock; every gate of the map is assumed instead".to_owned(), Vec::new())
        }
        OwedWhen::Map => (false, "the project has no surface map".to_owned(), Vec::new()),
        _ => by_before(row.step, evidence),
    };
    let is_off = row.switch.is_some_and(|key| evidence.setup.switched_off.contains(&key));
    let is_pinned = gates.iter().any(|gate| evidence.setup.gates.get(gate).is_some_and(|asked| asked.pinned));
    let key = row.switch.unwrap_or_default();
    // Source: GSD's code review writes no report where its scope is empty, so one would be waited for in vain.
    let has_nothing_to_review = evidence.of_documents && matches!(row.step, Step::CodeReview | Step::ReviewFix);
    let (owed, reason) = match (owed, is_off, is_pinned) {
        _ if has_nothing_to_review => {
            (false, "no commit of the phase changed a path outside the planning folder".to_owned())
        }
        (true, true, true) => (true, format!("{reason}; workflow.{key} cannot switch off a gate of a pinned surface")),
        (true, true, false) => (false, format!("switched off by workflow.{key} in config.json")),
        _ => (owed, reason),
    };
    Owing { step: row.step, owed, reason, gates: if owed { gates } else { Vec::new() } }
}

fn by_gates(step: Step, names: &[&str], evidence: &PhaseEvidence) -> (bool, String, Vec<String>) {
    if evidence.setup.has_map {
        let asked: Vec<(&String, &GateAsked)> = evidence
            .setup
            .gates
            .iter()
            .filter(|(gate, _)| {
                names.contains(&gate.as_str()) || (step == Step::SurfaceReviews && is_project_gate(gate))
            })
            .collect();
        let mut surfaces: Vec<&str> =
            asked.iter().flat_map(|(_, asked)| asked.surfaces.iter().map(String::as_str)).collect();
        surfaces.sort_unstable();
        surfaces.dedup();
        return if asked.is_empty() {
            (false, format!("no surface of the map asks for {}", names.join(" or ")), Vec::new())
        } else {
            let gates = asked.iter().map(|(gate, _)| (*gate).clone()).collect();
            (true, format!("assumed for {}: surfaces are not told apart yet", surfaces.join(", ")), gates)
        };
    }
    let gate = |name: &str| vec![name.to_owned()];
    match step {
        Step::Secure | Step::Validate => (true, "owed without a surface map".to_owned(), gate(step.row().name)),
        Step::UiSpec if evidence.marks.ui_hint => (true, "ROADMAP's UI hint says yes".to_owned(), gate("ui-spec")),
        Step::SurfaceReviews => {
            let of = |contract: Kind, review: Kind, hint: bool| {
                (hint || evidence.the(contract).is_some_and(|file| file.tracked == Tracked::Committed))
                    && evidence.project_has.contains(&review)
            };
            let ui = of(Kind::UiSpec, Kind::UiReview, evidence.marks.ui_hint).then(|| "ui-review".to_owned());
            let eval = of(Kind::AiSpec, Kind::EvalReview, false).then(|| "eval-review".to_owned());
            let gates: Vec<String> = ui.into_iter().chain(eval).collect();
            if gates.is_empty() {
                (false, "no surface map, and no contract whose review this project writes".to_owned(), gates)
            } else {
                (true, "the phase has the contract, and the project writes such reviews".to_owned(), gates)
            }
        }
        _ => (false, "no surface map, and no hint that asks for it".to_owned(), Vec::new()),
    }
}

/// True for a gate that is none of the built-in ones: its artifact is named after it.
pub fn is_project_gate(gate: &str) -> bool {
    let built_in = STEPS.iter().any(|row| matches!(row.owed, OwedWhen::Gates(names) if names.contains(&gate)));
    !built_in
}

fn by_before(step: Step, evidence: &PhaseEvidence) -> (bool, String, Vec<String>) {
    let (owed, reason) = match step {
        _ if !is_of_before(evidence) => (true, "always owed"),
        Step::Spec => (false, "a project without a surface map owes no SPEC"),
        Step::Learnings if !evidence.project_has.contains(&Kind::Learnings) => {
            (false, "no phase of this project has LEARNINGS")
        }
        Step::Research | Step::Discuss => (true, "owed without a surface map: depth deep"),
        _ => (true, "always owed"),
    };
    (owed, reason.to_owned(), Vec::new())
}
