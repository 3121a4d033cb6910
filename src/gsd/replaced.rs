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
    file.name.kind == Kind::Plan && file.is_held()
}

/// What the committed files say, one entry for each plan of the phase that is said to be replaced.
fn replacements(files: &[File], folder: &Folder) -> Vec<Replacement> {
    let mut all: Vec<Replacement> = Vec::new();
    let mut add = |plan: &PlanId, by: Vec<PlanId>| match all.iter_mut().find(|known| known.plan == *plan) {
        Some(known) => known.by.extend(by),
        None => all.push(Replacement { plan: plan.clone(), by }),
    };
    for file in files.iter().filter(|file| is_plan(file) || file.tracked == Tracked::Committed) {
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::engine::evidence::{Freshness, Meaning};
    use crate::gsd::samples::{file, finished, of_plan};
    use crate::gsd::text::plan::PlanFacts;
    use crate::gsd::text::summary::SummaryFacts;

    fn texts(list: &str) -> Vec<String> {
        list.split(", ").filter(|text| !text.is_empty()).map(str::to_owned).collect()
    }

    /// A plan that says by which ones it is replaced, and which ones it replaces.
    fn plan(number: &str, replaced_by: &str, replaces: &str) -> File {
        let facts = PlanFacts { replaced_by: texts(replaced_by), replaces: texts(replaces), ..PlanFacts::default() };
        let file = file(Kind::Plan, Tracked::Committed, finished(Meaning::Done), Freshness::NotJudged);
        File { facts: Facts::Plan(Box::new(facts)), ..of_plan(number, file) }
    }

    fn summary(number: &str, replaced_by: &str) -> File {
        let facts = SummaryFacts { replaced_by: texts(replaced_by), ..SummaryFacts::default() };
        let file = file(Kind::Summary, Tracked::Committed, finished(Meaning::Done), Freshness::NotJudged);
        File { facts: Facts::Summary(Box::new(facts)), ..of_plan(number, file) }
    }

    fn uncommitted(file: File) -> File {
        File { tracked: Tracked::Untracked, ..file }
    }

    fn superseded(file: File) -> File {
        let facts = PlanFacts { superseded: true, ..file.plan().unwrap().clone() };
        File { facts: Facts::Plan(Box::new(facts)), ..file }
    }

    /// The numbers of the plans that are marked.
    fn marked(mut files: Vec<File>) -> String {
        mark_replaced(&mut files, &Folder::new(b"07-words", None));
        let is_marked = |file: &&File| file.plan().is_some_and(|facts| facts.superseded);
        let numbers = files.iter().filter(is_marked).filter_map(|file| file.name.plan.as_ref().map(PlanId::to_string));
        numbers.collect::<Vec<_>>().join(" ")
    }

    #[test]
    fn a_plan_is_replaced_once_all_that_it_names_are_there_and_stand_or_are_replaced_in_turn() {
        let two = |one: &str, other: &str| vec![plan("01", one, ""), plan("02", other, "")];
        let three = |one, two, three| vec![plan("01", one, ""), plan("02", two, ""), plan("03", three, "")];
        for (files, expected) in [
            (two("02", ""), "01"),
            (two("", "01"), "02"),
            (three("02, 03", "", ""), "01"),
            (three("02, 04", "", ""), ""),
            (two("02", "01"), ""),
            (three("02", "03", ""), "01 02"),
            (three("", "01", "02"), "02 03"),
            (three("02", "04", ""), ""),
            (vec![plan("01", "02", ""), superseded(plan("02", "04", ""))], "01 02"),
            (two("01, 02", ""), "01"),
            (two("a pull request", ""), "01"),
            (vec![plan("01", "", ""), plan("02", "", "01")], "01"),
            (vec![plan("01", "", ""), plan("02", "", "02")], ""),
            (vec![plan("01", "", ""), plan("02", "", "01"), plan("03", "", "01, 02")], "01 02"),
            (vec![plan("01", "", ""), summary("01", "02"), plan("02", "", "")], "01"),
        ] {
            let said: Vec<_> = files.iter().map(|file| (file.path.to_string(), file.facts.clone())).collect();
            assert_eq!(marked(files), expected, "{said:?}");
        }
    }

    #[test]
    fn only_committed_plans_take_a_place_and_only_committed_files_say_so() {
        let [one, two] = [plan("01", "02", ""), plan("02", "", "")];
        assert_eq!(marked(vec![one.clone(), uncommitted(two.clone())]), "");
        assert_eq!(marked(vec![one.clone(), summary("02", "")]), "");
        assert_eq!(marked(vec![uncommitted(one), two.clone()]), "");
        assert_eq!(marked(vec![plan("01", "", ""), uncommitted(summary("01", "02")), two]), "");
    }

    #[test]
    fn a_word_for_nothing_replaces_nothing() {
        for word in NOTHING.iter().filter(|word| !word.is_empty()) {
            assert_eq!(marked(vec![plan("01", word, ""), plan("02", "", "")]), "", "{word}");
        }
    }

    #[test]
    fn a_plan_of_the_phase_is_named_with_or_without_the_phase() {
        let folder = Folder::new(b"07-words", None);
        let named = |text: &str| plan_of(text, &folder).map(|plan| plan.to_string());
        for text in ["02", " 07-02 ", "07-02-words", "07-02-PLAN.md", "7-02"] {
            assert_eq!(named(text).as_deref(), Some("02"), "{text}");
        }
        for text in ["06-02-PLAN.md", "a pull request", ""] {
            assert_eq!(named(text), None, "{text}");
        }
    }
}
