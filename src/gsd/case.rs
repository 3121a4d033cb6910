//! Everything that the answer about one phase is made of, and the answer made of it.

use serde::{Deserialize, Serialize};

use super::assess::Assessment;
use super::decide::{Beside, Conclusion, conclude, outcome};
use super::evidence::PhaseEvidence;
use super::ids::PhaseId;
use super::steps::Step;
use crate::engine::checkpoint::Context;
use crate::engine::diagnosis::{self, InProgress, Underway};
use crate::engine::exit::Outcome;
use crate::engine::object::Oid;
use crate::engine::own::Own;
use crate::engine::recovery::{Announced, PathState};
use crate::engine::report::{Interruption, PhaseRef, Place, Report, Terms};

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
        diagnosis::announced(&self.evidence.id, self.head, interruption, &self.states)
    }

    /// What the evidence amounts to, and the outcome of the decision, without the words of a report.
    pub fn outcome(&self) -> (Assessment, Outcome) {
        outcome(&self.evidence, self.beside())
    }

    fn conclude(&self) -> Conclusion {
        conclude(&self.evidence, self.beside())
    }

    fn beside(&self) -> Beside<'_> {
        let in_progress = InProgress { operation: self.operation.as_ref(), recovery: self.recovery.as_ref() };
        Beside {
            step: self.step,
            in_progress,
            ack: self.ack.as_deref(),
            context: self.context.as_ref(),
            own: Some(&self.own),
        }
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
            decision = diagnosis::moved_under_the_reader(decision);
        }
        Report {
            place: self.place.clone(),
            terms: Terms::default(),
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
            warnings: self.warnings.iter().cloned().chain(conclusion.warnings).collect(),
            situation: conclusion.situation,
            meaning: conclusion.meaning,
            condition: conclusion.condition,
            otherwise: conclusion.otherwise,
        }
    }
}
