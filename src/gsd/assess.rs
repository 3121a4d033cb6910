//! What the evidence of a phase amounts to: its situation, and what a reader is told of each dimension.

#[cfg(test)]
mod edge_tests;
#[cfg(test)]
mod tests;

use std::collections::BTreeMap;

use super::artifacts::Kind;
use super::claims::WITNESSES;
use super::evidence::{File, OtherRepository, PhaseEvidence};
use super::owed::{Owing, owing};
use super::plans::{self, Plan, execution};
use super::situation::{Dim, Execution, LOST, NO, UNDONE, UNREAD, YES, step_value, yes};
use super::standing::{Standing, acceptance, awaits_person, content_words, line, standing};
use super::steps::Step;
use crate::engine::by_git;
use crate::engine::evidence::{Content, Meaning, StepState, Tracked};
use crate::engine::own::Own;
use crate::engine::path::RepoPath;
use crate::engine::report::EvidenceLine;
use crate::engine::row::{Dimension as _, Situation, Values};

/// The situation of a phase, with what a reader is told of each dimension.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Assessment {
    /// The possible values of every dimension.
    pub situation: Situation<Dim>,
    /// Where each step stands.
    pub standings: BTreeMap<Step, Standing>,
    /// Which steps are owed.
    pub owing: Vec<Owing>,
    /// The plans that count.
    pub plans: Vec<Plan>,
    /// How far they are executed.
    pub execution: Execution,
    /// Acceptance by a person.
    pub acceptance: Standing,
    /// The options that ask the same again.
    pub own: Own,
}

/// Assesses the evidence.
pub fn assess(evidence: &PhaseEvidence) -> Assessment {
    let plans = plans::plans(evidence);
    let is_hidden = !evidence.unattributed.is_empty() || evidence.repositories.iter().any(OtherRepository::hides);
    let execution = execution(&plans, is_hidden, is_executed_without_plans(evidence));
    let owing = owing(evidence, execution == Execution::All);
    let acceptance = acceptance(evidence);
    let mut standings = BTreeMap::new();
    let mut situation = Situation::anything();
    for owes in &owing {
        let standing = standing(owes.step, evidence, &plans, execution, owes);
        situation = situation.with(Dim::Step(owes.step), values_of(owes, &standing));
        standings.insert(owes.step, standing);
    }
    for other in &evidence.setup.otherwise {
        let other = PhaseEvidence { setup: other.clone(), ..evidence.clone() };
        for owes in super::owed::owing(&other, execution == Execution::All) {
            let dim = Dim::Step(owes.step);
            let values = values_of(&owes, &standing(owes.step, &other, &plans, execution, &owes));
            situation = situation.clone().with(dim, situation.get(dim).or(values));
        }
    }
    let uat = acceptance.states.iter().map(|state| step_value(*state, true)).reduce(Values::or);
    let doubtful_plans = !evidence.unrecognised.is_empty() && plans.is_empty();
    let is_unread = !plans::unread(&plans, &evidence.files).is_empty();
    let doubt = if !plans::lost(&plans, &evidence.files).is_empty() {
        LOST
    } else if !plans::undone(evidence).is_empty() {
        UNDONE
    } else if is_unread {
        UNREAD
    } else {
        yes(doubtful_plans)
    };
    let mut executions = execution.value();
    if evidence.history_cut.is_some() && execution == Execution::None && !plans.is_empty() {
        // An execute commit may lie beyond the boundary.
        executions = executions.or(Execution::Started.value());
    }
    for plan in plans.iter().filter(|plan| plan.doubt.is_some()) {
        // A SUMMARY whose word nobody knows: its plan may be executed after all.
        let others_over = plans.iter().filter(|other| other.id != plan.id).all(|other| other.state.is_over());
        let otherwise = if others_over { Execution::All } else { Execution::Partial };
        executions = executions.or(otherwise.value());
    }
    let setups = std::iter::once(&evidence.setup).chain(&evidence.setup.otherwise);
    let before = setups.map(|setup| yes(setup.of_before)).reduce(Values::or);
    let situation = situation
        .with(Dim::Execution, executions)
        .with(Dim::PlanNames, doubt)
        .with(Dim::Person, yes(awaits_person(evidence)))
        .with(Dim::Uat, uat.unwrap_or(Dim::Uat.every()))
        .with(Dim::Marked, if evidence.marks.torn.is_empty() { yes(evidence.marks.marked.marked) } else { YES.or(NO) })
        .with(Dim::Archived, yes(evidence.archived))
        .with(Dim::Before, before.unwrap_or(Dim::Before.every()));
    let own = Own { workstream: evidence.workstream.clone(), ..Own::default() };
    Assessment { situation, standings, owing, plans, execution, acceptance, own }
}

/// What a step may be where it is owed or not.
fn values_of(owes: &Owing, standing: &Standing) -> Values {
    let values = standing.states.iter().map(|state| step_value(*state, owes.owed)).reduce(Values::or);
    values.unwrap_or(Dim::Step(owes.step).every())
}

/// True where something shows that the phase was executed without plans: its own summary says so, or a verification judges it,
/// whatever the verdict.
fn is_executed_without_plans(evidence: &PhaseEvidence) -> bool {
    let says = |kind: Kind, meanings: &[Meaning]| {
        evidence.the(kind).is_some_and(|file| {
            file.tracked == Tracked::Committed
                && matches!(&file.reading.content, Content::Finished { meaning, .. } if meanings.contains(meaning))
        })
    };
    evidence.unrecognised.is_empty()
        && (says(Kind::Summary, &[Meaning::Done])
            || says(Kind::Verification, &[Meaning::Done, Meaning::Failed, Meaning::Human]))
}

impl Assessment {
    /// The state of a step where it is clear.
    pub fn clear(&self, step: Step) -> Option<StepState> {
        self.standings.get(&step).and_then(Standing::clear)
    }

    /// What a reader is told of a dimension, and the files that say so; empty where there is nothing to tell.
    pub fn tell(&self, dim: Dim, evidence: &PhaseEvidence) -> (String, Vec<EvidenceLine>) {
        match dim {
            Dim::Step(step) => {
                let standing = self.standings.get(&step);
                let owes = self.owing.iter().find(|owes| owes.step == step);
                let owed = owes.filter(|owes| owes.owed && !owes.gates.is_empty());
                let owed = owed.map(|owes| format!(", {}", owes.reason)).unwrap_or_default();
                standing
                    .map(|standing| (format!("{}{owed}", standing.tell), standing.files.clone()))
                    .unwrap_or_default()
            }
            Dim::Execution => (
                self.standings.get(&Step::Execute).map(|standing| standing.tell.clone()).unwrap_or_default(),
                Vec::new(),
            ),
            // An acceptance that did not fail is no reason to plan gaps.
            Dim::Uat if !self.acceptance.states.contains(&StepState::Failed) => (String::new(), Vec::new()),
            Dim::Uat => (self.acceptance.tell.clone(), self.acceptance.files.clone()),
            Dim::PlanNames => self.tell_plans(evidence),
            Dim::Marked => (marked_words(evidence), Vec::new()),
            Dim::Archived if evidence.archived => ("archived".to_owned(), Vec::new()),
            _ => (String::new(), Vec::new()),
        }
    }

    /// What HEAD holds against the phase, and the work tree has not or no longer so.
    pub fn held_against(&self, evidence: &PhaseEvidence) -> Vec<RepoPath> {
        let lost = plans::lost(&self.plans, &evidence.files);
        lost.into_iter().chain(plans::undone(evidence)).map(|file| file.path.clone()).collect()
    }

    /// The two ways to settle such a file.
    fn put_back(&self, file: &File, evidence: &PhaseEvidence) -> String {
        let paths = [file.path.clone()];
        let subject =
            format!("docs({}): what became of {}", evidence.id, String::from_utf8_lossy(file.path.file_name()));
        format!(
            "put it back (`{}`), or commit what became of it (`{}`)",
            by_git::restore(&self.own, &paths),
            by_git::commit(&self.own, &paths, &|_| false, &subject)
        )
    }

    /// Why nobody can tell what is left to execute.
    fn tell_plans(&self, evidence: &PhaseEvidence) -> (String, Vec<EvidenceLine>) {
        let (lost, unread) = (plans::lost(&self.plans, &evidence.files), plans::unread(&self.plans, &evidence.files));
        let lost_words = |file: &&File| {
            let back = self.put_back(file, evidence);
            format!(
                "{} is {} and nobody has committed that, and HEAD's shows that its plan was executed: {back}",
                file.path,
                file.tracked.word()
            )
        };
        let undone = plans::undone(evidence);
        let undone_words = |file: &&File| {
            let back = self.put_back(file, evidence);
            format!(
                "{} is {} and nobody has committed that, and HEAD's is left to execute: {back}",
                file.path,
                file.tracked.word()
            )
        };
        let unread_words = |file: &&File| {
            let (at, why) = match &file.reading.content {
                Content::Unreadable { line, why } if *line > 0 => (format!(":{line}"), why.clone()),
                content => (String::new(), content_words(content)),
            };
            format!("{}{at} is left to execute and cannot be read ({why}): mend it and commit that", file.path)
        };
        let told = lost.iter().map(lost_words).chain(undone.iter().map(undone_words));
        let told: Vec<String> = told.chain(unread.iter().map(unread_words)).collect();
        if !told.is_empty() {
            return (told.join("; "), lost.into_iter().chain(undone).chain(unread).map(line).collect());
        }
        let names: Vec<String> = evidence.unrecognised.iter().map(|(path, _)| path.to_string()).collect();
        (format!("may be plans: {}", names.join(", ")), Vec::new())
    }
}

fn marked_words(evidence: &PhaseEvidence) -> String {
    if !evidence.marks.torn.is_empty() {
        let torn: Vec<String> = evidence.marks.torn.iter().map(|(path, line)| format!("{path}:{line}")).collect();
        return format!(
            "a merge left its marks ({}), and its sides do not agree whether the phase is complete",
            torn.join(", ")
        );
    }
    if evidence.marks.marked.marked {
        let speaks = |row: &&super::claims::WitnessRow| evidence.marks.marked.witnesses.contains(&row.witness);
        let witnesses: Vec<&str> = WITNESSES.iter().filter(speaks).map(|row| row.text).collect();
        format!("marked complete: {}", witnesses.join(", "))
    } else {
        format!("not marked complete: {}", evidence.marks.marked.why.text())
    }
}
