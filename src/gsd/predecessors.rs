//! The phases that come before one: what it depends on and what of that is unfinished. A warning beside the decision, never a
//! route: whoever asks for a phase is told about that phase.
//!
//! A dependency is read by its files and marks alone, because its history may be longer than that of the phase itself.

use std::collections::BTreeSet;

use super::answer::{Search, by_files, find_in};
use super::assess::assess;
use super::case::Case;
use super::claims::Why;
use super::evidence::{File, PhaseEvidence};
use super::folders::Others;
use super::ids::PhaseId;
use super::names::{Name, parse};
use super::plans::{elsewhere, is_live};
use super::read::phase::Found;
use super::read::project::{PhaseFolder, Project};
use super::situation::Execution;
use super::steps::Step;
use crate::engine::evidence::StepState;
use crate::engine::failure::Failure;
use crate::engine::path::RepoPath;
use crate::gsd::artifacts::Kind;

/// How many dependencies of one phase are read; a roadmap that names more is told so.
const MOST: usize = 8;

/// What is unfinished before the phase of this case, a line each.
///
/// # Errors
/// Git or the disk cannot be read.
pub fn warnings(project: &Project, case: &Case) -> Result<Vec<String>, Failure> {
    let evidence = &case.evidence;
    let own = &evidence.marks.ids;
    let entry = project.roadmap.as_ref().and_then(|roadmap| roadmap.entry(own));
    let named = entry.and_then(|entry| entry.depends_on.as_deref());
    let mut warnings = Vec::new();
    let of_plans = needed_by_plans(evidence);
    let listed = named.unwrap_or_default().iter().chain(&of_plans).filter(|id| !own.contains(id));
    let mut known = BTreeSet::new();
    let all: Vec<&PhaseId> = listed.filter(|id| known.insert(*id)).collect();
    for id in all.iter().take(MOST) {
        let is_of_roadmap = named.is_some_and(|named| named.contains(id));
        warnings.extend(dependency(project, id, is_of_roadmap)?);
    }
    if let Some(more) = all.len().checked_sub(MOST).filter(|more| *more > 0) {
        warnings.push(format!("this phase depends on {more} more phases, which were not looked at"));
    }
    // Where nobody said what it depends on, the order of the phases is all there is.
    if named.is_none()
        && of_plans.is_empty()
        && let Some(found) = last_planned(project, own)?
    {
        let before = by_files(project, &found)?.evidence;
        warnings.extend(
            unfinished(&before)
                .map(|why| format!("phase {}, the last one planned before this one, is unfinished: {why}", before.id)),
        );
    }
    Ok(warnings)
}

/// The other phases whose plans the live plans wait for.
fn needed_by_plans(evidence: &PhaseEvidence) -> BTreeSet<PhaseId> {
    let live = evidence.files.iter().filter(|file| is_live(file)).filter_map(File::plan);
    let needs = live.flat_map(|plan| &plan.depends_on);
    needs.filter_map(|need| elsewhere(need, &evidence.marks.ids)).map(|(phase, _)| phase).collect()
}

/// The line about one dependency; none where it is finished.
fn dependency(project: &Project, id: &PhaseId, is_of_roadmap: bool) -> Result<Option<String>, Failure> {
    let found = match find_in(project, id) {
        Search::Found(found) => found,
        // A plan may number its needs in its own way; a roadmap names phases.
        Search::Near(_) if !is_of_roadmap => return Ok(None),
        Search::Near(_) => {
            return Ok(Some(format!("this phase depends on {id} by ROADMAP, and there is no such phase")));
        }
        Search::Several(folders) => {
            let folders: Vec<String> = folders.iter().map(RepoPath::to_string).collect();
            let folders = folders.join(" or ");
            return Ok(Some(format!("this phase depends on {id}, which was not read: phase {id} may be {folders}")));
        }
    };
    let Some(folder) = &found.folder else { return Ok(Some(unbegun(project, id))) };
    if folder.archive.is_some() {
        return Ok(None);
    }
    let evidence = by_files(project, &found)?.evidence;
    let why = if evidence.files.is_empty() { return Ok(Some(unbegun(project, id))) } else { unfinished(&evidence) };
    Ok(why.map(|why| format!("phase {}, on which this one depends, is unfinished: {why}", evidence.id)))
}

/// The line about a phase of which nothing lies in a folder.
fn unbegun(project: &Project, id: &PhaseId) -> String {
    let entry = project.roadmap.as_ref().and_then(|roadmap| roadmap.entry(std::slice::from_ref(id)));
    let why = if entry.is_some_and(super::text::roadmap::RoadmapEntry::is_marked) {
        "ROADMAP marks it as complete, and nothing of it is here"
    } else {
        "nobody has begun it"
    };
    format!("phase {id}, on which this one depends, is unfinished: {why}")
}

/// The nearest live phase before this one that has a plan or a summary.
fn last_planned(project: &Project, own: &[PhaseId]) -> Result<Option<Found>, Failure> {
    let Some(own) = own.first().filter(|own| !own.is_backlog()) else { return Ok(None) };
    let live = project.folders.iter().filter(|folder| folder.archive.is_none());
    let mut before: Vec<(&PhaseId, &PhaseFolder)> =
        live.filter_map(|folder| Some((folder.folder.id()?, folder))).filter(|(id, _)| comes_before(id, own)).collect();
    before.sort_by(|a, b| b.0.cmp(a.0));
    for (id, folder) in before.into_iter().take(MOST) {
        let names = project.names_in(&folder.path)?;
        let is_planned = names.iter().any(|name| match parse(&folder.folder, Others::default(), name) {
            Name::Artifact(artifact) => matches!(artifact.kind, Kind::Plan | Kind::Summary),
            _ => false,
        });
        if is_planned {
            return Ok(Some(Found { asked: id.clone(), folder: Some(folder.clone()) }));
        }
    }
    Ok(None)
}

fn comes_before(id: &PhaseId, own: &PhaseId) -> bool {
    id.prefix() == own.prefix() && id.is_continued() == own.is_continued() && id < own
}

/// What a phase lacks by its files and marks; none where they show it as finished.
pub fn unfinished(evidence: &PhaseEvidence) -> Option<String> {
    if evidence.archived {
        return None;
    }
    let assessment = assess(evidence);
    let (over, all) = (assessment.plans.iter().filter(|plan| plan.state.is_over()).count(), assessment.plans.len());
    let verification = assessment.standings.get(&Step::Verify);
    let failed = verification.filter(|standing| standing.states.contains(&StepState::Failed));
    match (assessment.execution, failed, evidence.marks.marked.why) {
        (Execution::All, Some(failed), _) => Some(failed.tell.clone()),
        (Execution::All, None, Why::Agreed) => None,
        (Execution::All, None, Why::NoMark) => Some("it is executed, and ROADMAP does not mark it complete".to_owned()),
        (Execution::All, None, why) => Some(format!("it is executed; {}", why.text())),
        (_, _, _) if all == 0 => Some("it has no plan yet".to_owned()),
        (_, _, _) => Some(format!("{over} of {all} plans executed")),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    use crate::engine::depth::Depth;
    use crate::engine::evidence::{Content, Freshness, Meaning, Tracked};
    use crate::gsd::samples::{asking, file, finished, nothing, of_plan};

    #[test]
    fn only_a_phase_of_the_same_row_of_numbers_comes_before() {
        let id = |text: &str| PhaseId::parse(text).unwrap();
        for (one, other, expected) in [
            ("06", "07", true),
            ("06.1", "07", true),
            ("07", "07", false),
            ("08", "07", false),
            ("CK-06", "07", false),
            ("CK-06", "CK-07", true),
            ("02-04", "07", false),
            ("02-04", "02-05", true),
        ] {
            assert_eq!(comes_before(&id(one), &id(other)), expected, "{one} {other}");
        }
    }

    fn committed(kind: Kind, content: Content) -> File {
        file(kind, Tracked::Committed, content, Freshness::NotJudged)
    }

    fn with(files: Vec<File>, why: Why) -> PhaseEvidence {
        let mut evidence = PhaseEvidence { files, ..asking(&[], false, Depth::Shallow, &[]) };
        evidence.marks.marked.why = why;
        evidence
    }

    #[test]
    fn a_phase_is_finished_once_it_is_executed_and_marked_and_no_verdict_says_otherwise() {
        let done = || finished(Meaning::Done);
        let plan = |number: &str| of_plan(number, committed(Kind::Plan, done()));
        let summary = |number: &str| of_plan(number, committed(Kind::Summary, done()));
        let executed = || vec![plan("01"), summary("01")];
        let mut failed = executed();
        failed.push(committed(Kind::Verification, finished(Meaning::Failed)));
        let of = |files: Vec<File>, why: Why| unfinished(&with(files, why));
        assert_eq!(of(executed(), Why::Agreed), None);
        assert_eq!(of(executed(), Why::NoMark).unwrap(), "it is executed, and ROADMAP does not mark it complete");
        for why in [Why::CurrentUnfinished, Why::MarkAlone] {
            assert_eq!(of(executed(), why).unwrap(), format!("it is executed; {}", why.text()));
        }
        assert!(of(failed.clone(), Why::Agreed).is_some_and(|why| !why.is_empty()));
        assert_eq!(of(vec![plan("01"), plan("02"), summary("02")], Why::Agreed).unwrap(), "1 of 2 plans executed");
        assert_eq!(of(Vec::new(), Why::Agreed).unwrap(), "it has no plan yet");
        assert_eq!(unfinished(&PhaseEvidence { archived: true, ..with(failed, Why::NoMark) }), None);
    }

    #[test]
    fn phases_are_needed_by_live_plans_of_others_alone() {
        let needs = |number: &str, need: &str, tracked: Tracked| {
            let facts = crate::gsd::text::plan::PlanFacts {
                depends_on: vec![need.to_owned()],
                ..crate::gsd::text::plan::PlanFacts::default()
            };
            let facts = crate::gsd::text::facts::Facts::Plan(Box::new(facts));
            File { tracked, facts, ..of_plan(number, committed(Kind::Plan, finished(Meaning::Done))) }
        };
        let mut evidence = nothing();
        evidence.marks.ids = PhaseId::parse("07").into_iter().collect();
        evidence.files = vec![
            needs("01", "06-02", Tracked::Committed),
            needs("02", "07-01", Tracked::Committed),
            needs("03", "05-01", Tracked::Untracked),
        ];
        let needed: Vec<String> = needed_by_plans(&evidence).iter().map(PhaseId::to_string).collect();
        assert_eq!(needed, ["06"]);
    }
}
