//! Plans that others took the place of, by what the files say outright.
//!
//! A plan that was found too large stops before its work (`split_required`) and others are written; it never gets a finished
//! summary. GSD has no field for it, so projects write their own: on the plan or its summary which ones came in its place, or on
//! those which one they replace.

use std::collections::BTreeSet;

use super::artifacts::Kind;
use super::evidence::File;
use super::folders::Folder;
use super::ids::{PhaseId, PlanId};
use super::text::facts::Facts;
use crate::engine::evidence::Tracked;
use crate::engine::words::normalise;

/// Words that stand where nothing is named (yet).
const NOTHING: &[&str] = &["", "none", "null", "false", "no", "tbd", "todo", "pending", "n_a", "later"];

/// What came in the place of one plan.
struct Replacement {
    /// The plan.
    plan: PlanId,
    /// The plans of the phase that are named; none where it is something else, as a pull request.
    by: Vec<PlanId>,
}

/// Marks the plans that are replaced as superseded. A plan that names others of its phase is replaced once they are all there
/// and stand, or are replaced in turn: a promise to split replaces nothing, and two plans do not replace each other.
pub fn mark_replaced(files: &mut [File], folder: &Folder) {
    let replacements = replacements(files, folder);
    if replacements.is_empty() {
        return;
    }
    let plans: BTreeSet<PlanId> =
        files.iter().filter(|file| is_plan(file)).filter_map(|file| file.name.plan.clone()).collect();
    let is_asked = |plan: &PlanId| replacements.iter().any(|replacement| replacement.plan == *plan);
    let mut replaced: BTreeSet<PlanId> = files
        .iter()
        .filter(|file| file.plan().is_some_and(|facts| facts.superseded))
        .filter_map(|file| file.name.plan.clone())
        .collect();
    // Every round replaces one more plan, or none is left that can be.
    for _ in 0..plans.len() {
        let stands = |by: &PlanId| plans.contains(by) && (!is_asked(by) || replaced.contains(by));
        let more: Vec<PlanId> = replacements
            .iter()
            .filter(|one| !replaced.contains(&one.plan) && one.by.iter().all(stands))
            .map(|one| one.plan.clone())
            .collect();
        if more.is_empty() {
            break;
        }
        replaced.extend(more);
    }
    for file in files.iter_mut() {
        if file.name.plan.as_ref().is_some_and(|plan| replaced.contains(plan))
            && let Facts::Plan(facts) = &mut file.facts
        {
            facts.superseded = true;
        }
    }
}

fn is_plan(file: &File) -> bool {
    file.name.kind == Kind::Plan && file.tracked == Tracked::Committed
}

/// What the committed files say, one entry for each plan of the phase that is said to be replaced.
fn replacements(files: &[File], folder: &Folder) -> Vec<Replacement> {
    let mut all: Vec<Replacement> = Vec::new();
    let mut add = |plan: &PlanId, by: Vec<PlanId>| match all.iter_mut().find(|known| known.plan == *plan) {
        Some(known) => known.by.extend(by),
        None => all.push(Replacement { plan: plan.clone(), by }),
    };
    for file in files.iter().filter(|file| file.tracked == Tracked::Committed) {
        let Some(own) = &file.name.plan else { continue };
        let (by, replaces) = match &file.facts {
            Facts::Plan(facts) => (&facts.replaced_by, facts.replaces.as_slice()),
            Facts::Summary(facts) => (&facts.replaced_by, [].as_slice()),
            _ => continue,
        };
        let named: Vec<&String> = by.iter().filter(|text| !NOTHING.contains(&normalise(text).as_str())).collect();
        if !named.is_empty() {
            add(own, named.iter().filter_map(|text| plan_of(text, folder)).filter(|plan| plan != own).collect());
        }
        for plan in replaces.iter().filter_map(|text| plan_of(text, folder)).filter(|plan| plan != own) {
            add(&plan, vec![own.clone()]);
        }
    }
    all
}

/// The plan of this phase that a text names: `02`, `07-02`, `07-02-words`, `07-02-PLAN.md`.
fn plan_of(text: &str, folder: &Folder) -> Option<PlanId> {
    let text = text.trim();
    let behind_phase = PhaseId::leading(text).into_iter().find(|(id, _)| folder.may_be(id));
    let of_phase = behind_phase.and_then(|(_, rest)| PlanId::leading(rest.strip_prefix('-')?).into_iter().next());
    of_phase.map(|(plan, _)| plan).or_else(|| PlanId::parse(text))
}
