//! Where the checkpoints of a phase lie: before the steps that fill a context most.

use super::assess::Assessment;
use super::steps::Step;
use crate::engine::evidence::StepState;

/// One checkpoint.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Seam {
    /// Where it lies, in the words of its banner.
    pub at: &'static str,
    /// The step that it lies before; none for the one after execution, which lies before whatever comes next.
    pub before: Option<Step>,
}

/// Every checkpoint.
pub const SEAMS: &[Seam] = &[
    Seam { at: "before planning", before: Some(Step::Plan) },
    Seam { at: "before execute", before: Some(Step::Execute) },
    Seam { at: "after execute", before: None },
];

/// The checkpoint before a step that is to be taken; none where none lies there. The one after execution lies before the first
/// owed step behind it, so before one of which nothing is done yet.
pub fn seam(step: Step, assessment: &Assessment) -> Option<Seam> {
    if let Some(seam) = fixed(step) {
        return Some(seam);
    }
    let first = assessment.owing.iter().find(|owes| owes.owed && owes.step > Step::Execute)?.step;
    let is_begun = assessment.clear(first).is_some_and(|state| state == StepState::Done);
    (step == first && !is_begun).then(|| SEAMS.iter().find(|seam| seam.before.is_none()).copied()).flatten()
}

/// The checkpoint before a step that lies there whatever the phase has done.
pub fn fixed(step: Step) -> Option<Seam> {
    SEAMS.iter().find(|seam| seam.before == Some(step)).copied()
}
