//! Reads one phase: its files, its life, and what the claims say of it.

use std::collections::BTreeSet;

use super::classify::{Wish, Wished};
use super::folder::{InFolder, read_folder};
use super::history::History;
use super::layout::PLANNING;
use super::marks::{Ledgers, marks};
use super::past::Past;
use super::project::{PhaseFolder, Project};
use super::repositories::{Elsewhere, Wanted, dates};
use super::setup::{Phase, setup};
use super::wip;
use crate::engine::evidence::Tracked;
use crate::engine::failure::Failure;
use crate::engine::object::Oid;
use crate::engine::path::RepoPath;
use crate::gsd::artifacts::Kind;
use crate::gsd::evidence::{Changed, File, PhaseEvidence, Setup};
use crate::gsd::ids::{PhaseId, PlanId};
use crate::gsd::replaced::mark_replaced;
use crate::gsd::scopes::Asked;
use crate::gsd::text::facts::Facts;
use crate::gsd::text::paths::DeclaredPath;
use crate::gsd::wip::Wip;

/// A phase that was found: in a folder, or in the roadmap alone.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Found {
    /// The phase as it was asked for.
    pub asked: PhaseId,
    /// Its folder.
    pub folder: Option<PhaseFolder>,
}

/// What was read of a phase, and what its report needs beside it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PhaseReading {
    /// The evidence.
    pub evidence: PhaseEvidence,
    /// The name behind the token.
    pub name: String,
    /// The commit with which its life begins; none where history is cut.
    pub begin: Option<Oid>,
    /// True where git is not meant to hold the phase's files: "committed" falls back to "finished".
    pub kept_out: bool,
    /// What a reader should know of single files.
    pub notes: Vec<String>,
    /// What a lock would say, where somebody asked and the project has a map.
    pub wished: Option<Wished>,
}

/// Reads the phase, of which its folder and its history were read.
///
/// # Errors
/// Git or the disk cannot be read.
pub fn read_phase(
    project: &Project,
    found: &Found,
    here: InFolder<'_>,
    past: &Past,
    history: &History<'_>,
) -> Result<PhaseReading, Failure> {
    assemble(&Around { project, found, past, history, wish: None }, here)
}

/// Reads the phase together with what a lock of it would say.
///
/// # Errors
/// As [`read_phase`].
pub fn read_to_lock(project: &Project, found: &Found, past: &Past, wish: &Wish) -> Result<PhaseReading, Failure> {
    let history = &past.history(project, 0)?;
    assemble(&Around { project, found, past, history, wish: Some(wish) }, read_folder(project, found)?)
}

/// What a phase is read in.
struct Around<'a> {
    project: &'a Project,
    found: &'a Found,
    past: &'a Past,
    history: &'a History<'a>,
    wish: Option<&'a Wish>,
}

fn assemble(around: &Around<'_>, here: InFolder<'_>) -> Result<PhaseReading, Failure> {
    let Around { project, found, past, history, wish } = around;
    let InFolder { folder, mut files, unrecognised, others, handoff, kept_out, listed } = here;
    if let Some(place) = &found.folder {
        history.date(&mut files, &place.path);
    }
    mark_replaced(&mut files, &folder);
    let ignored_wip = ignored_wip(project, &files, &unrecognised);
    let plans: BTreeSet<PlanId> = files.iter().filter_map(|file| file.name.plan.clone()).collect();
    let plans: Vec<PlanId> = plans.into_iter().collect();
    let asked = Asked { folder: &folder, plans: &plans, others };
    let work = history.work(&asked)?;
    let place = found.folder.as_ref();
    let is_archived = place.is_some_and(|place| place.archive.is_some());
    let begin = history.life.begin();
    // Where history is cut, the oldest commit that is here is not known to be the first.
    let known_begin = begin.first().copied().filter(|_| history.life.cut.is_none());
    let (began, planned) = dates(project, &begin, &files)?;
    let has_summary = files.iter().any(|file| file.name.kind == Kind::Summary && file.tracked == Tracked::Committed);
    let is_open = !has_summary && work.commits.iter().all(|commit| commit.plans.is_empty());
    let wanted = Wanted { asked: &asked, files: &files, began, planned, is_open };
    let elsewhere = if is_archived { Elsewhere::default() } else { past.repositories().elsewhere(project, &wanted) };
    let is_begun_elsewhere = elsewhere.repositories.iter().any(|other| !other.commits.is_empty());
    history.freshen(&mut files, &work.commits, &elsewhere.repositories)?;
    let concern = place.map(|place| history.concern(&files, &place.path)).transpose()?.flatten();
    let mut fixed_findings = history.fixed_findings(&files, &work);
    fixed_findings.extend(history.fixed_since(&files, elsewhere.fixes)?);
    let accepted_since = history.accepted_since(&files)?;
    let unattributed =
        if is_open && !is_begun_elsewhere { history.unattributed(&asked, &files, &work)? } else { Vec::new() };
    let token = folder.id().cloned().unwrap_or_else(|| found.asked.clone());
    let ids = if token == found.asked { vec![token.clone()] } else { vec![token.clone(), found.asked.clone()] };
    let marks = marks(project, &Ledgers::of(project), &ids, &files, work.ships);
    let slug = folder.slug(&token);
    let name = if slug.is_empty() { marks.name.clone() } else { slug.to_owned() };
    let is_source = declares_source(&files) || is_begun_elsewhere;
    let changed = if is_source { Changed::Source } else { history.changed(&files, &work)? };
    let branches = past.branches();
    let unmerged = match began.filter(|_| !is_archived) {
        Some(began) => branches.unmerged(project, &asked, began)?,
        None => Vec::new(),
    };
    let has_plan = files.iter().any(|file| file.name.kind == Kind::Plan);
    let planned_on = if has_plan || is_archived { Vec::new() } else { branches.planned_on(project, &token, place)? };
    let passed_over = branches.passed_over().filter(|_| !is_archived).map(str::to_owned);
    let phase = token.to_string();
    let asked = wip::Asked {
        in_flight: past.in_flight(),
        phase: &phase,
        folder: place.map(|place| &place.path),
        ids: &ids,
        files: &files,
        commits: &work.commits,
        marks: &marks,
    };
    // A dependency that is read by its files alone is asked for nothing that is uncommitted.
    let wip = if is_archived || past.is_unread() { Wip::default() } else { wip::wip(project, &asked)? };
    let is_summarized = files.iter().any(|file| file.name.kind == Kind::Summary && file.tracked == Tracked::Committed);
    let no_source_touched = is_summarized
        && elsewhere.repositories.is_empty()
        && declares_source(&files)
        && history.touched_no_source(&work)?;
    let notes = handoff.into_iter().chain(files.iter().flat_map(file_notes)).chain(passed_over).collect();
    let mut evidence = PhaseEvidence {
        id: token.to_string(),
        workstream: project.workstream.clone(),
        unrecognised,
        ignored_wip,
        changed,
        no_source_touched,
        commits: work.commits,
        unattributed,
        concern,
        fixed_findings,
        accepted_since,
        repositories: elsewhere.repositories,
        unmerged,
        planned_on,
        history_cut: history.life.cut.clone(),
        archived: is_archived,
        marks,
        project_has: project.has.clone(),
        setup: Setup::default(),
        wip,
        files,
    };
    let phase = Phase {
        project,
        token: &token,
        folder: &folder,
        listed: listed.as_ref(),
        history,
        repositories: past.repositories(),
        evidence: &evidence,
        wish: *wish,
    };
    let (setup, wished) = setup(&phase)?;
    evidence.setup = setup;
    Ok(PhaseReading { name, begin: known_begin, notes, kept_out, evidence, wished })
}

/// The uncommitted files that `pipeline.ignore_wip` names.
fn ignored_wip(project: &Project, files: &[File], unrecognised: &[(RepoPath, Tracked)]) -> BTreeSet<RepoPath> {
    let all = files.iter().map(|file| (&file.path, file.tracked));
    let all = all.chain(unrecognised.iter().map(|(path, tracked)| (path, *tracked)));
    let ignored = all.filter(|(path, tracked)| tracked.is_uncommitted() && project.ignore_wip.holds(path));
    ignored.map(|(path, _)| path.clone()).collect()
}

/// What is odd about one file and decides nothing.
fn file_notes(file: &File) -> Vec<String> {
    let reading = &file.reading;
    let salvaged =
        reading.salvaged.iter().map(|note| (note.line, "front matter is no valid YAML and was read line by line"));
    let odd = reading.notes.iter().map(|note| (note.line, note.text.as_str()));
    let told = |(line, text): (usize, &str)| match line {
        0 => format!("{}: {text}", file.path),
        line => format!("{}:{line}: {text}", file.path),
    };
    salvaged.chain(odd).map(told).collect()
}

/// True where a plan or a summary names a file that is none of the planning folder's.
fn declares_source(files: &[File]) -> bool {
    let is_source = |declared: &DeclaredPath| !declared.written.contains(PLANNING);
    files.iter().any(|file| match &file.facts {
        Facts::Plan(facts) => facts.declared().any(is_source),
        Facts::Summary(facts) => facts.created.iter().chain(&facts.modified).any(is_source),
        _ => false,
    })
}
