//! Plans that a commit took out of the phase's folder, and that no file tells of any more.

use std::collections::BTreeMap;

use super::project::Project;
use crate::engine::failure::Failure;
use crate::engine::life::Life;
use crate::engine::object::{Commit, Oid};
use crate::engine::path::RepoPath;
use crate::git::Blob;
use crate::gsd::artifacts::Kind;
use crate::gsd::evidence::{File, LostPlan};
use crate::gsd::folders::{Folder, Others};
use crate::gsd::ids::PlanId;
use crate::gsd::names::{Name, parse};
use crate::gsd::text::artifact::Source;
use crate::gsd::text::plan::plan_facts;
use crate::read::held::FILE_LIMIT;

/// Where the folder of a phase lies, and what is in it.
pub(super) struct Here<'a> {
    /// The folder's path.
    pub(super) path: &'a RepoPath,
    /// What its name says.
    pub(super) folder: &'a Folder,
    /// The tokens of the other phases.
    pub(super) others: Others<'a>,
    /// The artifacts.
    pub(super) files: &'a [File],
}

/// A file that was in the folder.
struct Gone<'a> {
    /// Its path below the folder.
    below: &'a RepoPath,
    /// Where the commit stands that changed it last but for taking it away.
    written: usize,
    /// The content that this commit left.
    content: Oid,
    /// Where the newest commit stands that took it away; none where a merge left it out.
    taken: Option<usize>,
}

/// Finds them, in the order of their plans. What was moved, renamed or replaced is not lost: the same content lies elsewhere
/// since, or the commit that took it away wrote another plan. Neither is a plan that said itself that it no longer counts.
///
/// # Errors
/// Git cannot be read.
pub(super) fn lost_plans(project: &Project, life: &Life, here: &Here<'_>) -> Result<Vec<LostPlan>, Failure> {
    let mut lost: BTreeMap<PlanId, LostPlan> = BTreeMap::new();
    for gone in gone(life, here.files, here.path) {
        let Name::Artifact(artifact) = parse(here.folder, here.others, gone.below.as_bytes()) else { continue };
        let (Kind::Plan, Some(plan)) = (artifact.kind, artifact.plan) else { continue };
        let is_told = here.files.iter().any(|file| file.name.plan.as_ref().is_some_and(|known| known.covers(&plan)));
        if is_told || lost.contains_key(&plan) || is_moved(life, &gone) || is_superseded(project, gone.content)? {
            continue;
        }
        let path = here.path.join(gone.below.as_bytes());
        let taken = gone.taken.and_then(|rank| commit_at(life, rank));
        let by = match taken {
            Some(commit) if writes_another(project, commit, gone.content)? => None,
            Some(commit) => Some(commit.id),
            None => left_out_by(project, life, gone.written, &path)?,
        };
        if let Some(by) = by {
            lost.insert(plan.clone(), LostPlan { plan, path, by });
        }
    }
    Ok(lost.into_values().collect())
}

/// The files below the folder that commits of the life wrote and that are not there.
fn gone<'a>(life: &'a Life, files: &[File], folder: &RepoPath) -> Vec<Gone<'a>> {
    let mut taken: BTreeMap<&RepoPath, usize> = BTreeMap::new();
    let mut written: BTreeMap<&RepoPath, (usize, Oid)> = BTreeMap::new();
    for (rank, _, changed) in life.changed() {
        for (below, content) in changed {
            match content {
                None => _ = taken.entry(below).or_insert(rank),
                Some(content) => _ = written.entry(below).or_insert((rank, *content)),
            }
        }
    }
    let is_here = |below: &RepoPath| files.iter().any(|file| file.path.below(folder).as_ref() == Some(below));
    let gone = written.into_iter().filter(|(below, _)| !is_here(below));
    let with_end = |(below, (written, content))| Gone { below, written, content, taken: taken.get(below).copied() };
    gone.map(with_end).collect()
}

/// True where the commit that took a file away, or a later one, put its content elsewhere in the folder.
fn is_moved(life: &Life, gone: &Gone<'_>) -> bool {
    let last = gone.taken.unwrap_or(gone.written);
    let since = life.changed().take_while(|(rank, _, _)| *rank <= last);
    let mut put = since.flat_map(|(_, _, changed)| changed);
    put.any(|(below, content)| below != gone.below && *content == Some(gone.content))
}

fn is_superseded(project: &Project, content: Oid) -> Result<bool, Failure> {
    let Blob::Content(bytes) = project.objects().blob(content, FILE_LIMIT)? else { return Ok(false) };
    let Ok(source) = Source::of(&bytes) else { return Ok(false) };
    let facts = plan_facts(&source.artifact());
    Ok(facts.superseded || !facts.replaced_by.is_empty())
}

/// True for a commit that puts the content elsewhere, or a plan where none was.
fn writes_another(project: &Project, commit: &Commit, content: Oid) -> Result<bool, Failure> {
    let objects = project.objects();
    let Some(before) = commit.parents.first() else { return Ok(false) };
    let before = objects.commit(*before)?.tree;
    for (path, left) in objects.changed_paths(commit)?.unwrap_or_default() {
        let is_plan = || path.file_name().to_ascii_uppercase().windows(4).any(|part| part == b"PLAN");
        if left == Some(content)
            || left.is_some()
                && path.is_in(&project.planning)
                && is_plan()
                && objects.entry_at(before, &path)?.is_none()
        {
            return Ok(true);
        }
    }
    Ok(false)
}

/// The merge that left out what one of its parents holds at a path.
fn left_out_by(project: &Project, life: &Life, written: usize, path: &RepoPath) -> Result<Option<Oid>, Failure> {
    let objects = project.objects();
    for (place, commit) in life.commits().filter(|(_, commit)| commit.parents.len() > 1) {
        if life.rank(place) >= Some(written) || objects.entry_at(commit.tree, path)?.is_some() {
            continue;
        }
        for parent in &commit.parents {
            if objects.entry_at(objects.commit(*parent)?.tree, path)?.is_some() {
                return Ok(Some(commit.id));
            }
        }
    }
    Ok(None)
}

fn commit_at(life: &Life, rank: usize) -> Option<&Commit> {
    life.commits().find(|(place, _)| life.rank(*place) == Some(rank)).map(|(_, commit)| commit)
}
