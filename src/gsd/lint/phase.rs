//! One phase in question, as the families of rules look at it.

use super::evidence::Phase;
use crate::engine::evidence::StepState;
use crate::engine::lint::{Finding, Rule};
use crate::engine::path::RepoPath;
use crate::gsd::assess::{Assessment, assess};
use crate::gsd::evidence::PhaseEvidence;
use crate::gsd::situation::Execution;
use crate::gsd::steps::Step;

/// A phase with what its evidence amounts to.
pub struct Looked<'a> {
    /// What was read of it.
    pub phase: &'a Phase,
    /// What that amounts to.
    pub assessment: Assessment,
}

impl<'a> Looked<'a> {
    /// Assesses the phase.
    pub fn new(phase: &'a Phase) -> Self {
        Self { phase, assessment: assess(&phase.case.evidence) }
    }

    /// Its evidence.
    pub fn evidence(&self) -> &'a PhaseEvidence {
        &self.phase.case.evidence
    }

    /// What every family finds.
    pub fn findings(&self) -> Vec<Finding> {
        // An archive is finished: nobody mends it any more.
        if self.evidence().archived {
            return Vec::new();
        }
        super::plans::findings(self)
    }

    /// True where nothing is left to execute, the claims mark the phase complete, and no verification failed: a phase of before
    /// is complete with that.
    pub fn is_over(&self) -> bool {
        self.assessment.execution == Execution::All
            && self.evidence().marks.marked.marked
            && self.evidence().setup.of_before
            && self.assessment.clear(Step::Verify) != Some(StepState::Failed)
    }

    /// A finding about a file of this phase as a whole.
    pub fn finding(&self, rule: &'static Rule, file: &RepoPath, subject: &str, message: String) -> Finding {
        Finding {
            rule,
            file: file.clone(),
            span: None,
            line_text: None,
            phase: Some(self.evidence().id.clone()),
            subject: subject.to_owned(),
            message,
            fix: None,
            evidence: Vec::new(),
        }
    }
}
