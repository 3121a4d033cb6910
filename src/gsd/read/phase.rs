//! Reads one phase: its files, its life, and what the claims say of it.

use std::collections::BTreeSet;

use super::files::Files;
use super::history::History;
use super::layout::PLANNING;
use super::marks::{Ledgers, marks};
use super::project::{PhaseFolder, Project};
use super::setup::{Phase, setup};
use super::wip;
use crate::engine::failure::Failure;
use crate::engine::object::Oid;
use crate::engine::path::RepoPath;
use crate::gsd::evidence::{Changed, File, PhaseEvidence, Setup};
use crate::gsd::folders::Folder;
use crate::gsd::ids::{PhaseId, PlanId};
use crate::gsd::names::{Name, parse_all, settle_folder};
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
    /// The commit with which its life begins.
    pub begin: Option<Oid>,
    /// True where git is not meant to hold the phase's files: "committed" falls back to "finished".
    pub kept_out: bool,
    /// What a reader should know of single files.
    pub notes: Vec<String>,
}

/// Reads the phase, whose history is given.
///
/// # Errors
/// Git or the disk cannot be read.
pub fn read_phase(project: &Project, found: &Found, history: &History<'_>) -> Result<PhaseReading, Failure> {
    let code = project.config.project_code.as_deref();
    let Some(place) = &found.folder else {
        let folder = Folder::new(found.asked.to_string().as_bytes(), code);
        let nothing = InFolder { folder, ..InFolder::default() };
        return assemble(project, found, history, nothing, None);
    };
    let others = others(project, &place.path);
    let listed = Files::list(project, &place.path, place.folder.id())?;
    let paths = listed.paths();
    let bytes: Vec<&[u8]> = paths.iter().map(RepoPath::as_bytes).collect();
    let folder = settle_folder(place.folder.clone(), &bytes);
    let names = parse_all(&folder, &others, &bytes);
    let mut here = InFolder { folder, ..InFolder::default() };
    for (below, name) in paths.iter().zip(names) {
        match name {
            Name::Artifact(artifact) => here.files.push(listed.read(below, artifact, &history.life)?),
            Name::Unrecognised => here.unrecognised.push((listed.path(below), listed.tracked(below))),
            Name::OtherPhase(_) | Name::NotCounted(_) | Name::Note(_) | Name::Nothing => {}
        }
    }
    here.others = others;
    here.handoff = listed.handoff()?;
    here.kept_out = listed.are_kept_out();
    assemble(project, found, history, here, Some(&listed))
}

/// The tokens of the other live phases.
fn others(project: &Project, own: &RepoPath) -> Vec<PhaseId> {
    let live = project.folders.iter().filter(|folder| folder.archive.is_none() && folder.path != *own);
    live.filter_map(|folder| folder.folder.id().cloned()).collect()
}

/// What a phase's folder holds; nothing for a phase without one.
#[derive(Default)]
struct InFolder {
    folder: Folder,
    files: Vec<File>,
    unrecognised: Vec<(RepoPath, crate::engine::evidence::Tracked)>,
    others: Vec<PhaseId>,
    handoff: Vec<String>,
    kept_out: bool,
}

fn assemble(
    project: &Project,
    found: &Found,
    history: &History<'_>,
    here: InFolder,
    listed: Option<&Files<'_>>,
) -> Result<PhaseReading, Failure> {
    let InFolder { folder, mut files, unrecognised, others, handoff, kept_out } = here;
    let plans: BTreeSet<PlanId> = files.iter().filter_map(|file| file.name.plan.clone()).collect();
    let plans: Vec<PlanId> = plans.into_iter().collect();
    let asked = Asked { folder: &folder, plans: &plans, others: &others };
    let work = history.work(&asked)?;
    history.freshen(&mut files, &work.commits)?;
    let place = found.folder.as_ref();
    let concern = place.map(|place| history.concern(&files, &place.path)).transpose()?.flatten();
    let fixed_findings = history.fixed_findings(&files, &work);
    let accepted_since = history.accepted_since(&files)?;
    let unattributed = history.unattributed(&asked, &files, &work.commits)?;
    let token = folder.id().cloned().unwrap_or_else(|| found.asked.clone());
    let ids = if token == found.asked { vec![token.clone()] } else { vec![token.clone(), found.asked.clone()] };
    let marks = marks(project, &Ledgers::of(project), &ids, &files, work.ships);
    let slug = folder.slug(&token);
    let name = if slug.is_empty() { marks.name.clone() } else { slug.to_owned() };
    let changed = if declares_source(&files) { Changed::Source } else { history.changed(&files, &work)? };
    let mut source_elsewhere = project.config.sub_repos.clone();
    if work.commits.is_empty() {
        source_elsewhere.extend(history.nested_repositories(&files)?);
    }
    let asked = wip::Asked {
        folder: place.map(|place| &place.path),
        ids: &ids,
        files: &files,
        commits: &work.commits,
        marks: &marks,
    };
    let is_live = place.is_none_or(|place| place.archive.is_none());
    let wip = if is_live { wip::wip(project, &asked)? } else { Wip::default() };
    let notes = handoff.into_iter().chain(files.iter().flat_map(file_notes)).collect();
    let mut evidence = PhaseEvidence {
        id: token.to_string(),
        workstream: project.workstream.clone(),
        unrecognised,
        changed,
        commits: work.commits,
        unattributed,
        concern,
        fixed_findings,
        accepted_since,
        source_elsewhere,
        history_cut: history.life.cut.clone(),
        archived: place.is_some_and(|place| place.archive.is_some()),
        marks,
        project_has: project.has.clone(),
        setup: Setup::default(),
        wip,
        files,
    };
    let phase = Phase { project, token: &token, folder: &folder, listed, history, evidence: &evidence };
    evidence.setup = setup(&phase)?;
    Ok(PhaseReading { name, begin: history.life.begin().into_iter().next(), notes, kept_out, evidence })
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
