//! Answers about a project: finds the phase that is meant, has it read, and puts the report together.

use std::collections::{BTreeMap, BTreeSet};

use super::advances::moved_on_from;
use super::assess::assess;
use super::at_once::stopped_at_once;
use super::case::Case;
use super::evidence::PhaseEvidence;
use super::folders::{Match, match_folders, runs};
use super::ids::PhaseId;
use super::lines::git_says;
use super::next::{Candidate, next};
use super::predecessors::warnings;
use super::read::branches::holders;
use super::read::folder::{InFolder, read_folder};
use super::read::history::History;
use super::read::past::Past;
use super::read::phase::{Found, read_phase};
use super::read::project::{PhaseFolder, Project};
use super::side_by_side::{beside, side_by_side};
use super::steps::{STEPS, Step};
use super::wip::Passed;
use crate::engine::ask::{PhaseAsk, Place};
use crate::engine::diagnosis::Underway;
use crate::engine::escape::escape;
use crate::engine::exit::Outcome;
use crate::engine::failure::Failure;
use crate::engine::life::Life;
use crate::engine::own::Own;
use crate::engine::path::RepoPath;
use crate::engine::report::{self, PhaseRef, Report, Survey};
use crate::read::announced::{in_the_way, states};
use crate::read::seen::Seen;

/// Where one phase is and what comes next.
///
/// # Errors
/// There is no such phase or step, no such place, or it cannot be read.
pub fn report(ask: &PhaseAsk) -> Result<Report, Failure> {
    match stopped_at_once(ask)? {
        Some(report) => Ok(report),
        None => Ok(case(ask)?.report()),
    }
}

/// What that answer is made of.
///
/// # Errors
/// As [`report`].
pub fn case(ask: &PhaseAsk) -> Result<Case, Failure> {
    let phase = phase_of(&ask.phase)?;
    let step = ask.step.as_deref().map(find_step).transpose()?;
    let (case, moved) = attempt(ask, &phase, step)?;
    if !moved {
        return Ok(case);
    }
    // Once more: an agent at work commits now and then, and a second look is usually whole.
    let (case, moved) = attempt(ask, &phase, step)?;
    Ok(Case { moved, ..case })
}

/// The same answer from a case that was read before. The phase, where one is asked for, must be that of the case; a step that
/// is asked for takes the place of the one in the case.
///
/// # Errors
/// It is another phase, or there is no such step.
pub fn replay(mut case: Case, ask: &PhaseAsk) -> Result<Report, Failure> {
    if !ask.phase.is_empty() && !case.is_of(&phase_of(&ask.phase)?) {
        let (asked, held) = (escape(&ask.phase), escape(&case.evidence.id));
        return Err(Failure::usage(
            "other-phase",
            format!("phase {asked} was asked for, and this is evidence of {held}"),
        )
        .remedy("leave the phase out, or dump the evidence of the phase that is meant"));
    }
    if let Some(step) = &ask.step {
        case.step = Some(find_step(step)?);
    }
    case.ack = ask.ack.clone().or(case.ack);
    case.context.clone_from(&ask.context);
    Ok(case.report())
}

/// One look at the phase, and whether the repository moved during it.
fn attempt(ask: &PhaseAsk, phase: &PhaseId, step: Option<Step>) -> Result<(Case, bool), Failure> {
    let project = Project::open(&ask.place)?;
    let (project, found) = find(project, ask, phase)?;
    let folders: Vec<&RepoPath> = found.folder.iter().map(|folder| &folder.path).collect();
    let before = Seen::now(&project.repository, &folders)?;
    let past = Past::of(&project, std::slice::from_ref(&found))?;
    let here = read_folder(&project, &found)?;
    let own = ask.own(project.workstream.clone());
    let history = past.history(&project, 0)?;
    let mut case = of_phase(&project, &found, here, &past, &history, step, own)?;
    case.ack.clone_from(&ask.ack);
    case.context.clone_from(&ask.context);
    let report = case.report();
    let to_change = paths_to_change(&report);
    if !to_change.is_empty() {
        case.states = states(&project.repository, &to_change)?;
        if let Some(announced) = case.announced()
            && let Some(why) = in_the_way(&project.repository, &announced)?
        {
            (case.in_the_way, case.states) = (Some(why), Vec::new());
        }
    }
    if report.decision.outcome != Outcome::Complete {
        case.warnings.extend(warnings(&project, &case)?);
    }
    let after = Seen::now(&project.repository, &folders)?;
    Ok((case, before.moved(&after, project.head)))
}

/// The paths that the announced recovery would change.
fn paths_to_change(report: &Report) -> Vec<RepoPath> {
    let measures = report.interruption.iter().flat_map(|interruption| &interruption.recovery);
    let paths: BTreeSet<&RepoPath> = measures.flat_map(|measure| measure.action.paths()).collect();
    paths.into_iter().cloned().collect()
}

/// How many phases that nobody has begun a table shows: more than any roadmap plans, and few enough for one that was made to
/// do harm.
const MOST_TO_BEGIN: usize = 500;

/// The same for every live phase, and for those that the roadmap lists as open and nobody has begun, in order.
///
/// # Errors
/// There is no such place, or it cannot be read.
pub fn survey(place: &Place) -> Result<Survey, Failure> {
    let All { phases, answers: reports, current } = of_all(place, &|case| case.report())?;
    let candidates: Vec<Candidate<'_>> = phases
        .iter()
        .zip(&reports)
        .map(|(found, report)| Candidate {
            id: &found.asked,
            is_complete: report.decision.outcome == Outcome::Complete,
            is_planned: report.execution.live > 0,
        })
        .collect();
    Ok(Survey { next: next(current.as_ref(), &candidates), reports })
}

/// The folders of the live phases: not one that holds nothing and stands beside the archive of its phase.
fn live(project: &Project) -> impl Iterator<Item = &PhaseFolder> {
    let is_archived = |id: &PhaseId| match find_in(project, id) {
        Search::Found(found) => found.folder.is_some_and(|folder| folder.archive.is_some()),
        Search::Several(_) | Search::Near(_) => false,
    };
    let live = project.folders.iter().filter(|folder| folder.archive.is_none());
    live.filter(move |folder| folder.holds_files || !folder.folder.id().is_some_and(is_archived))
}

/// The phases that the roadmap lists as open and that have no folder, in order.
fn to_begin(project: &Project) -> Vec<PhaseId> {
    let has_folder = |id: &PhaseId| {
        let mut live = project.folders.iter().filter(|folder| folder.archive.is_none());
        live.any(|folder| folder.folder.may_be(id))
    };
    let listed = project.roadmap.iter().flat_map(|roadmap| &roadmap.entries);
    let open = listed.filter(|entry| entry.is_listed_open() && !entry.id.is_backlog() && !has_folder(&entry.id));
    let mut open: Vec<PhaseId> = open.map(|entry| entry.id.clone()).collect();
    open.sort();
    open
}

/// The tokens of the live phases and of those that only the roadmap lists, in order: what a table shows.
///
/// # Errors
/// There is no such place, or it cannot be read.
pub fn phases(place: &Place) -> Result<Vec<String>, Failure> {
    let project = Project::open(place)?;
    // A comparison of the work tree goes on for nobody.
    project.status()?;
    let ids: BTreeSet<PhaseId> = live(&project).filter_map(|folder| folder.folder.id().cloned()).collect();
    let unbegun = to_begin(&project).into_iter().take(MOST_TO_BEGIN);
    let ids: BTreeSet<PhaseId> = ids.into_iter().chain(unbegun).collect();
    Ok(ids.iter().map(PhaseId::to_string).collect())
}

/// What those answers are made of.
///
/// # Errors
/// As [`survey`].
pub fn cases(place: &Place) -> Result<Vec<Case>, Failure> {
    Ok(of_all(place, &|case| case)?.answers)
}

/// Every phase, each with what was made of it.
struct All<R> {
    phases: Vec<Found>,
    answers: Vec<R>,
    /// The phase that STATE names as current.
    current: Option<PhaseId>,
}

/// What `make` makes of each of those cases.
fn of_all<R: Send>(place: &Place, make: &(dyn Fn(Case) -> R + Sync)) -> Result<All<R>, Failure> {
    all_of(Project::open(place)?, place, make)
}

/// The same for a project that is open.
pub(super) fn of_project<R: Send>(
    project: Project,
    place: &Place,
    make: &(dyn Fn(Case) -> R + Sync),
) -> Result<Vec<R>, Failure> {
    Ok(all_of(project, place, make)?.answers)
}

fn all_of<R: Send>(mut project: Project, place: &Place, make: &(dyn Fn(Case) -> R + Sync)) -> Result<All<R>, Failure> {
    let mut phases: Vec<Found> = live(&project)
        .filter_map(|folder| Some(Found { asked: folder.folder.id()?.clone(), folder: Some(folder.clone()) }))
        .collect();
    let to_begin = to_begin(&project);
    let more = to_begin.len().saturating_sub(MOST_TO_BEGIN);
    if more > 0 {
        project.warn(format!("ROADMAP lists {more} more phases that nobody has begun; they are not shown"));
    }
    phases.extend(to_begin.into_iter().take(MOST_TO_BEGIN).map(|asked| Found { asked, folder: None }));
    phases.sort_by(|a, b| a.asked.cmp(&b.asked));
    let answers = of_each(&project, place, &phases, &|_, case, _| Ok(make(case)))?;
    let current = project.state.and_then(|state| state.current).map(|current| current.value);
    Ok(All { phases, answers, current })
}

/// What `make` makes of the case of each of these phases, with one walk through history for all.
pub(super) fn of_each<R: Send>(
    project: &Project,
    place: &Place,
    phases: &[Found],
    make: &(dyn Fn(&Found, Case, &Life) -> Result<R, Failure> + Sync),
) -> Result<Vec<R>, Failure> {
    let mut count: BTreeMap<&PhaseId, usize> = BTreeMap::new();
    for found in phases {
        *count.entry(&found.asked).or_default() += 1;
    }
    // Most of the time goes into reading texts, phase by phase, and into the walk.
    let walk = || Past::of(project, phases);
    let (past, here) = beside(&walk, phases.iter().collect(), &|found| read_folder(project, found));
    let past = past?;
    let here = here.into_iter().zip(phases).enumerate().map(|(at, (here, found))| Ok((at, found, here?)));
    let here = here.collect::<Result<Vec<_>, Failure>>()?;
    let own = |found: &Found| own_of(project, place, found, count.get(&found.asked) > Some(&1));
    let one = |(at, found, here): (usize, &Found, InFolder<'_>)| {
        let history = past.history(project, at)?;
        make(found, of_phase(project, found, here, &past, &history, None, own(found))?, &history.life)
    };
    side_by_side(here, &one).into_iter().collect()
}

/// The options that ask for one of all phases: the folder too, where its token is that of several.
fn own_of(project: &Project, place: &Place, found: &Found, is_shared: bool) -> Own {
    let folder = found.folder.as_ref().filter(|_| is_shared);
    let dir = folder.map(|folder| project.from(&place.start, &folder.path));
    Own { dir, ..place.own(project.workstream.clone()) }
}

/// The phase by its files and marks alone. Whatever only history can tell stays open.
pub(super) fn by_files(project: &Project, found: &Found) -> Result<Case, Failure> {
    let past = Past::unread();
    let history = past.history(project, 0)?;
    of_phase(project, found, read_folder(project, found)?, &past, &history, None, Own::default())
}

fn of_phase(
    project: &Project,
    found: &Found,
    here: InFolder<'_>,
    past: &Past,
    history: &History<'_>,
    step: Option<Step>,
    own: Own,
) -> Result<Case, Failure> {
    let mut reading = read_phase(project, found, here, past, history)?;
    reading.evidence.wip.passed = passed(project, &reading.evidence)?;
    let folder = found.folder.as_ref();
    let cut = reading.evidence.history_cut.as_ref();
    let cut = cut.map(|cut| format!("what lies beyond the end of history is unknown, and decides nothing: {cut}"));
    let warnings = cut.into_iter().chain(project.warnings()?).collect();
    Ok(Case {
        place: place_of(project, !reading.kept_out),
        phase: PhaseRef {
            id: reading.evidence.id.clone(),
            dir: folder.map(|folder| folder.path.clone()),
            name: reading.name,
            archived: folder.and_then(|folder| folder.archive.clone()),
            begin: reading.begin,
        },
        evidence: reading.evidence,
        step,
        operation: project.operation_underway()?,
        recovery: project.recovery.as_ref().map(|journal| {
            let phase = &journal.announced.phase;
            let command = own.without_dir().command(&format!("recover {phase}"));
            Underway {
                word: format!("recovery of phase {phase}"),
                remedy: format!("{command} --finish, or take it back: {command} --undo"),
                moves_head: false,
                conflicts: Vec::new(),
            }
        }),
        ack: None,
        context: None,
        own,
        head: project.head,
        states: Vec::new(),
        in_the_way: None,
        notes: reading.notes.into_iter().chain(folder.and_then(|folder| archived_too(project, folder))).collect(),
        warnings,
        moved: false,
    })
}

/// The phase that an uncommitted STATE moved on from to this one, while its plans are not executed.
fn passed(project: &Project, evidence: &PhaseEvidence) -> Result<Option<Passed>, Failure> {
    let from = evidence.wip.marks.as_ref().and_then(|work| moved_on_from(&evidence.marks, work));
    let Some(Search::Found(found)) = from.map(|from| find_in(project, from)) else { return Ok(None) };
    if found.folder.as_ref().is_none_or(|folder| folder.archive.is_some()) {
        return Ok(None);
    }
    let before = by_files(project, &found)?.evidence;
    let git = git_says(&before, &assess(&before));
    let passed = Passed { phase: before.id, executed: git.executed, plans: git.plans };
    Ok(git.has_plans_left().then_some(passed))
}

pub(super) fn place_of(project: &Project, committed: bool) -> report::Place {
    report::Place {
        repository: project.repository.root().to_string_lossy().into_owned(),
        git_backend: project.repository.backends(),
        planning: project.planning.clone(),
        committed,
        config: project.config_path.clone(),
        workstream: project.workstream.clone(),
    }
}

/// The other archived folders of an archived phase's number.
fn archived_too(project: &Project, folder: &PhaseFolder) -> Option<String> {
    let id = folder.folder.id().filter(|_| folder.archive.is_some())?;
    let is_other =
        |other: &&PhaseFolder| other.archive.is_some() && other.path != folder.path && other.folder.may_be(id);
    let others: Vec<String> = project.folders.iter().filter(is_other).map(|other| other.path.to_string()).collect();
    (!others.is_empty()).then(|| format!("archived under the same number: {}; --dir names one", others.join(", ")))
}

/// Finds the phase: a live folder that holds something, else an archive unless the roadmap has taken the number again, else
/// the roadmap; and where the root of a project with workstreams has no roadmap, the one workstream that holds it.
pub(super) fn find(project: Project, ask: &PhaseAsk, phase: &PhaseId) -> Result<(Project, Found), Failure> {
    if let Some(dir) = &ask.dir {
        let folder = project.folder_at(&ask.place, dir)?;
        return Ok((project, Found { asked: phase.clone(), folder: Some(folder) }));
    }
    let near = match find_in(&project, phase) {
        Search::Found(found) => return Ok((project, found)),
        Search::Several(folders) => return Err(several_folders(&project, ask, &folders)),
        Search::Near(near) => near,
    };
    if project.workstream.is_none() && project.roadmap.is_none() {
        let mut found_in = Vec::new();
        for name in project.workstreams()? {
            let there = Project::open(&Place { workstream: Some(name), ..ask.place.clone() })?;
            // One comparison of the work tree at a time, and none that goes on for nobody.
            there.status()?;
            match find_in(&there, phase) {
                Search::Found(found) => found_in.push((there, found)),
                Search::Several(folders) => return Err(several_folders(&there, ask, &folders)),
                Search::Near(_) => {}
            }
        }
        let names: Vec<String> = found_in.iter().filter_map(|(there, _)| there.workstream.clone()).collect();
        if let (1, Some(holder)) = (names.len(), found_in.pop()) {
            return Ok(holder);
        }
        if !names.is_empty() {
            return Err(Failure::usage(
                "several-workstreams",
                format!("phase {phase} is in the workstreams {}", names.join(", ")),
            )
            .remedy("name one with --ws"));
        }
    }
    Err(no_phase(&project, phase, &near))
}

/// The error of a phase that is not there; `near` are those that may have been meant.
pub(super) fn no_phase(project: &Project, phase: &PhaseId, near: &[PhaseId]) -> Failure {
    no_phase_here(project, phase, near).unwrap_or_else(|failure| failure)
}

fn no_phase_here(project: &Project, phase: &PhaseId, near: &[PhaseId]) -> Result<Failure, Failure> {
    let elsewhere = holders(project, phase)?;
    let failure = Failure::usage(
        "no-phase",
        if elsewhere.is_empty() {
            format!("there is no phase {phase} below {}", project.scope)
        } else {
            let names: Vec<String> = elsewhere.iter().map(|name| escape(name)).collect();
            let has = if names.len() == 1 { "has" } else { "have" };
            format!("this branch has no phase {phase} below {}; {} {has} it", project.scope, names.join(", "))
        },
    );
    let failure =
        if elsewhere.is_empty() { failure } else { failure.remedy("go to a branch that has it, or merge that one") };
    // A folder that was passed over may be the one that was meant.
    let failure = project.warnings()?.into_iter().fold(failure, Failure::remedy);
    Ok(if near.is_empty() {
        failure.remedy("`phase-pipeline` lists the phases")
    } else {
        let near: Vec<String> = near.iter().map(PhaseId::to_string).collect();
        failure.remedy(format!("near it: {}", near.join(", ")))
    })
}

/// What looking for a phase came to.
pub(super) enum Search {
    /// It is there.
    Found(Found),
    /// It may be each of these.
    Several(Vec<RepoPath>),
    /// It is not; these are near.
    Near(Vec<PhaseId>),
}

/// Which folder is meant only whoever asks can say.
fn several_folders(project: &Project, ask: &PhaseAsk, folders: &[RepoPath]) -> Failure {
    let paths: Vec<String> = folders.iter().map(RepoPath::to_string).collect();
    let message = format!("phase {} may be {}", escape(&ask.phase), paths.join(" or "));
    let command = |folder: &RepoPath| {
        let dir = Some(project.from(&ask.place.start, folder));
        let own = Own { dir, ..ask.own(project.workstream.clone()) };
        escape(&own.command(&ask.phase))
    };
    let failure = Failure::usage("several-folders", message);
    let failure = folders.iter().fold(failure, |failure, folder| failure.remedy(command(folder)));
    failure.remedy("or rename the other")
}

/// Looks for the phase in the folders and the roadmap of one project.
pub(super) fn find_in(project: &Project, phase: &PhaseId) -> Search {
    let live: Vec<&PhaseFolder> = project.folders.iter().filter(|folder| folder.archive.is_none()).collect();
    let archived: Vec<&PhaseFolder> = project.folders.iter().filter(|folder| folder.archive.is_some()).collect();
    let in_roadmap = project.roadmap.as_ref().and_then(|roadmap| roadmap.entry(std::slice::from_ref(phase)));
    let (folder, near) = match one_of(project, &live, phase) {
        Ok(found) => found,
        Err(several) => return Search::Several(several),
    };
    if let Some(folder) = folder.filter(|folder| folder.holds_files) {
        return Search::Found(Found { asked: phase.clone(), folder: Some(folder.clone()) });
    }
    let is_taken_again = in_roadmap.is_some_and(super::text::roadmap::RoadmapEntry::is_listed_open);
    if !is_taken_again {
        // Of several archives the newest holds the number as it was used last.
        if let Some(archived) = newest_of(project, &archived, phase) {
            return Search::Found(Found { asked: phase.clone(), folder: Some(archived.clone()) });
        }
    }
    if folder.is_some() || in_roadmap.is_some() {
        return Search::Found(Found { asked: phase.clone(), folder: folder.cloned() });
    }
    Search::Near(near)
}

fn one_of<'a>(
    project: &Project,
    folders: &[&'a PhaseFolder],
    phase: &PhaseId,
) -> Result<(Option<&'a PhaseFolder>, Vec<PhaseId>), Vec<RepoPath>> {
    let names: Vec<&[u8]> = folders.iter().map(|folder| folder.path.file_name()).collect();
    match match_folders(phase, &names, project.config.project_code.as_deref()) {
        Match::None { near } => Ok((None, near)),
        Match::One(at) => Ok((folders.get(at).copied(), Vec::new())),
        Match::Several(places) => {
            Err(places.iter().filter_map(|at| folders.get(*at)).map(|folder| folder.path.clone()).collect())
        }
    }
}

fn newest_of<'a>(project: &Project, folders: &[&'a PhaseFolder], phase: &PhaseId) -> Option<&'a PhaseFolder> {
    let names: Vec<&[u8]> = folders.iter().map(|folder| folder.path.file_name()).collect();
    match match_folders(phase, &names, project.config.project_code.as_deref()) {
        Match::None { .. } => None,
        Match::One(at) => folders.get(at).copied(),
        Match::Several(places) => {
            let archive = |folder: &'a PhaseFolder| folder.archive.as_ref().map_or(&[][..], RepoPath::as_bytes);
            places.iter().filter_map(|at| folders.get(*at).copied()).max_by_key(|folder| runs(archive(folder)))
        }
    }
}

pub(super) fn find_step(text: &str) -> Result<Step, Failure> {
    Step::find(text).ok_or_else(|| {
        let names: Vec<&str> = STEPS.iter().map(|row| row.name).collect();
        Failure::usage("no-step", format!("there is no step `{}`", escape(text))).remedy(format!(
            "the steps are 1 to {}: {}",
            STEPS.len(),
            names.join(", ")
        ))
    })
}

pub(super) fn phase_of(text: &str) -> Result<PhaseId, Failure> {
    PhaseId::parse(text).ok_or_else(|| no_token(text))
}

fn no_token(text: &str) -> Failure {
    Failure::usage("no-token", format!("`{}` is no phase token", escape(text))).remedy(
        "a phase is a number such as 7, 2.1, 12A, or a code such as CK-07; for a folder of another name use --dir",
    )
}
