//! Everything that the answer about one phase is made of, and the answer made of it.

use serde::{Deserialize, Serialize};
use serde_json::Value;

use super::decide::{Beside, Conclusion, conclude};
use super::diagnosis::{InProgress, Underway};
use super::evidence::PhaseEvidence;
use super::ids::PhaseId;
use super::steps::Step;
use crate::engine::checkpoint::Context;
use crate::engine::escape::escape;
use crate::engine::exit::Outcome;
use crate::engine::failure::Failure;
use crate::engine::object::Oid;
use crate::engine::own::Own;
use crate::engine::recovery::{Announced, PathState};
use crate::engine::report::{Decision, Interruption, PhaseRef, Place, Report};

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
    /// The recovery that was begun and is not over.
    pub recovery: Option<Underway>,
    /// The token by which somebody says that the uncommitted files are known.
    pub ack: Option<String>,
    /// Whether a checkpoint can stop whoever asks now; whoever replays it is another.
    #[serde(skip)]
    pub context: Option<Context>,
    /// The options that ask the same again; whoever replays it asks elsewhere.
    #[serde(skip)]
    pub own: Own,
    /// The commit that HEAD named.
    pub head: Option<Oid>,
    /// What each path that a recovery would change looks like; empty where nobody asked for a token.
    pub states: Vec<PathState>,
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

    /// The recovery as it is announced now; none where nothing is to be carried out, or where the states of its paths were not
    /// read.
    pub fn announced(&self) -> Option<Announced> {
        self.announced_of(&self.conclude().interruption?)
    }

    fn announced_of(&self, interruption: &Interruption) -> Option<Announced> {
        if self.states.is_empty() {
            return None;
        }
        Some(Announced {
            phase: self.evidence.id.clone(),
            head: self.head,
            row: interruption.row.clone(),
            actions: interruption.recovery.iter().map(|measure| measure.action.clone()).collect(),
            paths: self.states.clone(),
        })
    }

    fn conclude(&self) -> Conclusion {
        let in_progress = InProgress { operation: self.operation.as_ref(), recovery: self.recovery.as_ref() };
        conclude(
            &self.evidence,
            Beside {
                step: self.step,
                in_progress,
                ack: self.ack.as_deref(),
                context: self.context.as_ref(),
                own: Some(&self.own),
            },
        )
    }

    /// Decides, and puts the report together.
    pub fn report(&self) -> Report {
        let conclusion = self.conclude();
        let interruption = conclusion.interruption.map(|interruption| Interruption {
            token: self.announced_of(&interruption).map(|announced| announced.token()),
            ..interruption
        });
        let mut decision = conclusion.decision;
        decision.notes.extend(self.notes.iter().cloned());
        if self.moved {
            decision = moved_under_the_reader(decision);
        }
        Report {
            place: self.place.clone(),
            own: Own { workstream: self.evidence.workstream.clone(), ..self.own.clone() },
            phase: self.phase.clone(),
            decision,
            classification: conclusion.classification,
            cycle: conclusion.cycle,
            steps: conclusion.steps,
            plans: conclusion.plans,
            execution: conclusion.execution,
            recovery: conclusion.recovery,
            interruption,
            checkpoint: conclusion.checkpoint,
            failure: None,
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
