//! Everything that the answer about one phase is made of, and the answer made of it.

use serde::{Deserialize, Serialize};
use serde_json::Value;

use super::decide::conclude;
use super::evidence::PhaseEvidence;
use super::ids::PhaseId;
use super::left::Underway;
use super::steps::Step;
use crate::engine::escape::escape;
use crate::engine::exit::Outcome;
use crate::engine::failure::Failure;
use crate::engine::report::{Decision, PhaseRef, Place, Report};

/// What was asked and what was read: whoever has it needs no repository.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Case {
    /// Where it was read.
    pub place: Place,
    /// The phase.
    pub phase: PhaseRef,
    /// The evidence.
    pub evidence: PhaseEvidence,
    /// The step that was asked for.
    pub step: Option<Step>,
    /// What git is in the middle of.
    pub operation: Option<Underway>,
    /// What a reader should know of single files.
    pub notes: Vec<String>,
    /// What a reader should know of the place.
    pub warnings: Vec<String>,
    /// True where the repository changed while it was read, twice.
    pub moved: bool,
}

impl Case {
    /// The case as it is kept.
    ///
    /// # Errors
    /// Never, as far as is known: every part of it can be written down.
    pub fn kept(&self) -> Result<Value, Failure> {
        serde_json::to_value(self).map_err(|error| Failure::environment("evidence-form", error.to_string()))
    }

    /// The case that was kept.
    ///
    /// # Errors
    /// It has not exactly the form of this version: a part that is missing, or that nothing here reads, would change the
    /// answer without a word.
    pub fn of_kept(kept: &Value) -> Result<Self, Failure> {
        let other_form = |why: &str| {
            Failure::usage("evidence-form", format!("the evidence has not the form of this version: {}", escape(why)))
                .remedy("replay it with the version that wrote it (`tool` in the dump), or dump it again with this one")
        };
        let case = Self::deserialize(kept).map_err(|error| other_form(&error.to_string()))?;
        if case.kept()? != *kept {
            return Err(other_form("a part of it is missing, or is not read"));
        }
        Ok(case)
    }

    /// True where `phase` is one of the tokens that this phase may be written as.
    pub fn is_of(&self, phase: &PhaseId) -> bool {
        self.evidence.marks.ids.contains(phase)
    }

    /// Decides, and puts the report together.
    pub fn report(&self) -> Report {
        let conclusion = conclude(&self.evidence, self.step, self.operation.as_ref());
        let mut decision = conclusion.decision;
        decision.notes.extend(self.notes.iter().cloned());
        if self.moved {
            decision = moved_under_the_reader(decision);
        }
        Report {
            place: self.place.clone(),
            phase: self.phase.clone(),
            decision,
            classification: conclusion.classification,
            cycle: conclusion.cycle,
            steps: conclusion.steps,
            plans: conclusion.plans,
            execution: conclusion.execution,
            interruption: conclusion.interruption,
            claims: conclusion.claims,
            warnings: self.warnings.clone(),
            situation: conclusion.situation,
            meaning: conclusion.meaning,
            condition: conclusion.condition,
            otherwise: conclusion.otherwise,
        }
    }
}

/// Nothing that was read can be relied on together; uncommitted work stops the pipeline all the same.
fn moved_under_the_reader(decision: Decision) -> Decision {
    let outcome = Outcome::first_of(&[Outcome::Moved, decision.outcome]);
    if outcome != Outcome::Moved {
        return decision;
    }
    let summary =
        "HEAD, the index or the phase's folder changed while it was read, twice; run it again when nothing is at \
                   work"
            .to_owned();
    Decision { outcome, step: None, command: None, summary, ..decision }
}
