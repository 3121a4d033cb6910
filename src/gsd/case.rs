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
    /// Why a recovery of them would be refused, so that none is offered.
    pub in_the_way: Option<String>,
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

    /// What a reader is told where none is offered.
    fn not_offered(&self) -> Option<String> {
        self.in_the_way.as_ref().map(|why| format!("the recovery is left to be done by hand: {why}"))
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
            warnings: self.warnings.iter().cloned().chain(self.not_offered()).chain(conclusion.warnings).collect(),
            situation: conclusion.situation,
            meaning: conclusion.meaning,
            condition: conclusion.condition,
            otherwise: conclusion.otherwise,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    use crate::engine::evidence::{Content, Freshness, Tracked};
    use crate::gsd::artifacts::Kind;
    use crate::gsd::samples::{case, file, nothing};

    #[test]
    fn a_case_that_was_kept_asks_for_its_own_workstream_again() {
        let report = case(PhaseEvidence { workstream: Some("web".to_owned()), ..nothing() }).report();
        assert_eq!(report.own.workstream.as_deref(), Some("web"));
        assert_eq!(report.warnings, ["a warning"]);
        assert!(report.decision.notes.contains(&"a note".to_owned()));
    }

    #[test]
    fn a_phase_goes_by_each_of_its_tokens() {
        let id = |text: &str| PhaseId::parse(text).unwrap();
        let mut evidence = nothing();
        evidence.marks.ids = vec![id("07"), id("CK-07")];
        let case = case(evidence);
        assert!(case.is_of(&id("7")) && case.is_of(&id("CK-07")) && !case.is_of(&id("08")));
    }

    #[test]
    fn a_recovery_is_announced_by_a_token_where_the_states_were_read() {
        let truncated = Content::Truncated { line: 1, why: "no end".to_owned() };
        let left = file(Kind::Context, Tracked::Untracked, truncated, Freshness::NotJudged);
        let mut case = case(PhaseEvidence { files: vec![left], ..nothing() });
        let token = |case: &Case| case.report().interruption.unwrap().token;
        assert_eq!((case.announced(), token(&case)), (None, None));
        case.states = vec![PathState { path: "07-CONTEXT.md".into(), disk: None, index: Vec::new(), head: None }];
        let announced = case.announced().unwrap();
        assert_eq!(announced.paths, case.states);
        assert_eq!(token(&case), Some(announced.token()));
    }
}
