//! What the project's config and the phase's classification say about its steps.

use super::classify::{Both, Ground, Wish, Wished, classified, wished};
use super::files::Files;
use super::gates::project_gates;
use super::history::History;
use super::project::{Project, blob_of};
use super::repositories::Repositories;
use super::settings::config_paths;
use crate::engine::evidence::Tracked;
use crate::engine::failure::Failure;
use crate::engine::object::Oid;
use crate::engine::path::RepoPath;
use crate::git::Parents;
use crate::gsd::artifacts::Kind;
use crate::gsd::evidence::{Classified, File, PhaseEvidence, Setup};
use crate::gsd::folders::Folder;
use crate::gsd::ids::PhaseId;
use crate::gsd::text::config::Switch;
use crate::gsd::text::mentions::Prose;
use crate::gsd::text::surfaces::load;

/// A phase whose files and history were read.
pub struct Phase<'a> {
    /// The project.
    pub project: &'a Project,
    /// The phase's token.
    pub token: &'a PhaseId,
    /// What its folder is called.
    pub folder: &'a Folder,
    /// Its folder's files; none for a phase that only the roadmap knows.
    pub listed: Option<&'a Files<'a>>,
    /// Its life, to be asked.
    pub history: &'a History<'a>,
    /// The other repositories of the project.
    pub repositories: &'a Repositories,
    /// What was read of it.
    pub evidence: &'a PhaseEvidence,
    /// What somebody asks to be locked.
    pub wish: Option<&'a Wish>,
}

/// Reads it, and what a lock would say where somebody asks for one.
///
/// # Errors
/// Git cannot be read, or a setting cannot be used.
pub fn setup(phase: &Phase<'_>) -> Result<(Setup, Option<Wished>), Failure> {
    let project = phase.project;
    let plain = Setup {
        of_before: true,
        switched_off: project.switched_off(),
        convergence: project.config.is_on(Switch::PlanReviewConvergence),
        checkpoint: project.settings.pipeline.checkpoint.policy(),
        confirm_at_terminal: project.settings.pipeline.confirm_at_terminal == Some(true),
        commands: project.settings.pipeline.commands.clone(),
        ..Setup::default()
    };
    let Some(map) = &project.map else { return Ok((plain, None)) };
    let evidence = phase.evidence;
    let gates = phase.listed.map(|listed| project_gates(project, listed, phase.token, phase.history, evidence));
    let texts = texts(phase)?;
    let prose: Vec<Prose<'_>> =
        texts.iter().map(|(file, first_line, text)| Prose { file, first_line: *first_line, text }).collect();
    let ground = Ground {
        project,
        map,
        named: phase.folder,
        phase: phase.token,
        evidence,
        life: &phase.history.life,
        repositories: phase.repositories,
        prose: &prose,
        listed: phase.listed,
    };
    let wished = phase.wish.map(|wish| wished(&ground, wish)).transpose()?;
    let Both { all, seen } = classified(&ground)?;
    let mut setup = Setup {
        classified: Some(all),
        of_before: is_of_before(phase)?,
        project_gates: gates.transpose()?.unwrap_or_default(),
        ..plain
    };
    if let Some(seen) = seen {
        setup.otherwise = otherwise(&setup, seen, evidence);
    }
    Ok((setup, wished))
}

/// What may hold instead of `setup` where history is cut: no lock beyond asks for more than those that are seen; and of a phase
/// that was executed, maybe all of it before the project had a map.
fn otherwise(setup: &Setup, seen: Classified, evidence: &PhaseEvidence) -> Vec<Setup> {
    let is_summarized =
        evidence.files.iter().any(|file| file.name.kind == Kind::Summary && file.tracked == Tracked::Committed);
    let may_be_of_before = !setup.of_before && (is_summarized || evidence.is_begun_by_commits());
    let seen = Setup { classified: Some(seen), ..setup.clone() };
    let before = may_be_of_before.then(|| Setup { of_before: true, ..seen.clone() });
    std::iter::once(seen).chain(before).collect()
}

/// The texts whose prose may speak of surfaces: the phase's sections of ROADMAP, its SPEC and CONTEXT.
fn texts(phase: &Phase<'_>) -> Result<Vec<(RepoPath, usize, String)>, Failure> {
    let project = phase.project;
    let mut texts = Vec::new();
    if let (Some(roadmap), Some(text)) = (&project.roadmap, &project.roadmap_text)
        && let Some(entry) = roadmap.entry(&phase.evidence.marks.ids)
    {
        for section in &entry.sections {
            let lines = text.lines().skip(section.start.saturating_sub(1)).take(section.len());
            let body: Vec<&str> = lines.collect();
            texts.push((project.scope.join("ROADMAP.md"), section.start, body.join("\n")));
        }
    }
    let Some(listed) = phase.listed else { return Ok(texts) };
    for kind in [Kind::Spec, Kind::Context] {
        let Some(file) = phase.evidence.the(kind) else { continue };
        let Some(below) = file.path.below(listed.folder()) else { continue };
        let both = listed.text(&below)?.into_iter().chain(listed.head_text(&below)?);
        texts.extend(both.map(|text| (file.path.clone(), 1, text)));
    }
    Ok(texts)
}

/// True for a phase whose execution ended before the commit that gave the project its surface map.
fn is_of_before(phase: &Phase<'_>) -> Result<bool, Failure> {
    let evidence = phase.evidence;
    let summaries = evidence.files.iter().filter(|file| file.name.kind == Kind::Summary);
    let mut ended: Vec<Oid> = summaries.filter_map(added_by).collect();
    ended.extend(evidence.commits.iter().map(|commit| commit.id));
    if ended.is_empty() || phase.project.is_trial {
        return Ok(!ended.is_empty());
    }
    let life = &phase.history.life;
    // Of the life's commits, the newest that ended something; a commit that it lies before adopted the map.
    for last in life.newest(&ended) {
        if has_map(phase.project, last)? {
            return Ok(false);
        }
    }
    // Whatever came after all of them stands before the first of them.
    for (_, commit) in life.commits().take_while(|(_, commit)| !ended.contains(&commit.id)) {
        let id = commit.id;
        let is_after = ended.iter().all(|ended| life.is_at_or_before(*ended, id));
        if is_after && has_map(phase.project, id)? && adopts(phase.project, id)? {
            return Ok(true);
        }
    }
    Ok(false)
}

fn added_by(file: &File) -> Option<Oid> {
    file.added_by
}

/// True for a commit none of whose parents has a map.
fn adopts(project: &Project, id: Oid) -> Result<bool, Failure> {
    let commit = project.objects().commit(id)?;
    let Parents::Known(parents) = project.objects().parents(&commit) else { return Ok(false) };
    for &parent in parents {
        if has_map(project, parent)? {
            return Ok(false);
        }
    }
    Ok(true)
}

fn has_map(project: &Project, id: Oid) -> Result<bool, Failure> {
    let tree = project.objects().commit(id)?.tree;
    for path in config_paths(&project.planning, &project.scope) {
        let config = blob_of(project.objects(), Some(tree), &path)?;
        if config.is_some_and(|bytes| load(&bytes).map_or(true, |settings| !settings.surfaces.is_empty())) {
            return Ok(true);
        }
    }
    Ok(false)
}
