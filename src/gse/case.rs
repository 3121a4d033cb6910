//! Everything that the answer about one sprint is made of, and the answer made of it.

use serde::{Deserialize, Serialize};

use super::activities::Activity;
use super::assess::in_order;
use super::claims::claims;
use super::decide::{Decided, decide};
use super::evidence::SprintEvidence;
use super::left::{left, notes};
use super::tasks::Status;
use super::text::document::Said;
use crate::engine::diagnosis::{
    Diagnosed, InProgress, Left, Underway, announced, diagnose, interrupt, moved_under_the_reader,
};
use crate::engine::exit::Outcome;
use crate::engine::object::Oid;
use crate::engine::own::Own;
use crate::engine::recovery::{Announced, PathState};
use crate::engine::report::{ExecutionLine, Interruption, PhaseRef, Place, PlanLine, RecoveryLine, Report, Terms};

/// What was asked and what was read: whoever has it needs no repository.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Case {
    /// Where it was read.
    pub place: Place,
    /// The sprint.
    pub phase: PhaseRef,
    /// The evidence.
    pub evidence: SprintEvidence,
    /// The activity that was asked for.
    pub asked: Option<Activity>,
    /// What git is in the middle of.
    pub operation: Option<Underway>,
    /// The recovery that was begun and is not over.
    pub recovery: Option<Underway>,
    /// The token by which somebody says that the uncommitted files are known.
    pub ack: Option<String>,
    /// The options that ask the same again; whoever replays it asks elsewhere.
    #[serde(skip)]
    pub own: Own,
    /// The commit that HEAD named.
    pub head: Option<Oid>,
    /// What each path that a recovery would change looks like; empty where nobody asked for a token, or where whoever asks
    /// stands in another work tree.
    pub states: Vec<PathState>,
    /// Why a recovery of them would be refused, so that none is offered.
    pub in_the_way: Option<String>,
    /// What a reader should know of the place.
    pub warnings: Vec<String>,
    /// True where the repository changed while it was read, twice.
    pub moved: bool,
}

impl Case {
    /// The recovery as it is announced now; none where nothing is to be carried out.
    pub fn announced(&self) -> Option<Announced> {
        let interruption = self.report().interruption?;
        announced(&self.phase.id, self.head, &interruption, &self.states)
    }

    /// What a reader is told where none is offered.
    fn not_offered(&self) -> Option<String> {
        self.in_the_way.as_ref().map(|why| format!("the recovery is left to be done by hand: {why}"))
    }

    /// Decides, and puts the report together.
    pub fn report(&self) -> Report {
        let evidence = &self.evidence;
        let Decided { mut decision, steps, situation, row, otherwise, .. } = decide(evidence, self.asked, &self.own);
        let in_progress = InProgress { operation: self.operation.as_ref(), recovery: self.recovery.as_ref() };
        // What is left belongs to the sprint in force, or to the one that opens after it.
        let is_past = evidence.sprint < evidence.in_force;
        let left = if is_past { Left::default() } else { left(evidence) };
        let Diagnosed { row: recovery_row, stop, .. } = diagnose(&self.phase.id, in_progress, left);
        let interruption = interrupt(&mut decision, stop, self.ack.as_deref()).map(|interruption| Interruption {
            token: announced(&self.phase.id, self.head, &interruption, &self.states).map(|announced| announced.token()),
            ..interruption
        });
        let left_notes = notes(evidence);
        decision.notes.extend(left_notes.iter().cloned());
        if self.moved {
            decision = moved_under_the_reader(decision);
        }
        let words = if decision.outcome == Outcome::Interruption { None } else { Some(row) };
        let (meaning, condition) = words.or_else(|| recovery_in_words(&recovery_row)).unwrap_or_default();
        Report {
            decision,
            steps,
            plans: tasks(evidence),
            execution: execution(evidence),
            recovery: RecoveryLine { row: recovery_row, notes: left_notes },
            interruption,
            claims: claims(evidence),
            warnings: self.warnings.iter().cloned().chain(self.not_offered()).collect(),
            situation,
            meaning,
            condition,
            otherwise,
            own: self.own.clone(),
            terms: Terms { whole: "sprint", part: "TASK" },
            ..Report::at(self.place.clone(), self.phase.clone())
        }
    }
}

fn recovery_in_words(row: &str) -> Option<(String, String)> {
    crate::engine::conclude::row_in_words("recovery", crate::engine::diagnosis::RECOVERY, row)
}

/// The TASKs, in the order in which they are taken.
fn tasks(evidence: &SprintEvidence) -> Vec<PlanLine> {
    let line = |task: &super::text::backlog::Task| PlanLine {
        id: task.id.clone(),
        depth: 0,
        state: super::assess::status_word(task),
        summary: None,
        commits: Vec::new(),
    };
    in_order(evidence).into_iter().map(line).collect()
}

fn execution(evidence: &SprintEvidence) -> ExecutionLine {
    let tasks = evidence.tasks();
    let count = |statuses: &[Status]| {
        let is_one = |said: &Said<Status>| said.known().is_some_and(|status| statuses.contains(status));
        tasks.iter().filter(|task| is_one(&task.status)).count()
    };
    let (started, executed) = (
        count(&[Status::InProgress]),
        count(&[Status::Review, Status::Reviewed, Status::Fixing, Status::Done, Status::Delivered]),
    );
    let state = match (started, executed, tasks.len()) {
        (0, 0, _) => "none",
        (_, executed, live) if executed == live => "all",
        (_, 0, _) => "started",
        _ => "partial",
    };
    ExecutionLine { state: state.to_owned(), started, executed, live: tasks.len(), ..ExecutionLine::default() }
}
