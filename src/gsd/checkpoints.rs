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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::gsd::owed::Owing;
    use crate::gsd::samples::assessed;
    use crate::gsd::situation::Execution;
    use crate::gsd::steps::STEPS;

    #[test]
    fn a_fixed_checkpoint_lies_before_its_own_step_alone() {
        let found: Vec<(Step, &str)> = STEPS.iter().filter_map(|row| Some((row.step, fixed(row.step)?.at))).collect();
        assert_eq!(found, [(Step::Plan, "before planning"), (Step::Execute, "before execute")]);
    }

    /// The checkpoint before a step of a phase that owes these, where `done` are done.
    fn at(step: Step, owed: &[Step], done: &[Step]) -> Option<&'static str> {
        let mut assessment = assessed(Vec::new(), Execution::All);
        for owes in &mut assessment.owing {
            *owes = Owing { owed: owed.contains(&owes.step), ..owes.clone() };
        }
        for (step, standing) in &mut assessment.standings {
            standing.states = vec![if done.contains(step) { StepState::Done } else { StepState::Missing }];
        }
        seam(step, &assessment).map(|seam| seam.at)
    }

    #[test]
    fn the_one_after_execution_lies_before_the_first_owed_step_while_nothing_of_it_is_done() {
        use Step::{CodeReview, Discuss, Execute, Plan, Ship, Verify};
        let owed = [Discuss, Plan, Execute, CodeReview, Verify, Ship];
        for step in [Plan, Execute] {
            assert_eq!(at(step, &owed, &[]), fixed(step).map(|seam| seam.at));
        }
        assert_eq!(at(CodeReview, &owed, &[]), Some("after execute"));
        assert_eq!(at(CodeReview, &owed, &[CodeReview]), None);
        for step in [Discuss, Verify, Ship] {
            assert_eq!(at(step, &owed, &[]), None, "{step:?}");
        }
        assert_eq!(at(Verify, &[Execute, Verify], &[]), Some("after execute"));
        assert_eq!(at(CodeReview, &[Execute, Verify], &[]), None);
        assert_eq!(at(Verify, &[Discuss, Execute], &[]), None);
    }
}
