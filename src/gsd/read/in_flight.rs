//! The open plans of all phases: which phase a changed file belongs to that nothing ties to the one that is asked for.

use std::collections::BTreeSet;
use std::sync::OnceLock;

use super::files::Files;
use super::project::{PhaseFolder, Project};
use super::touched::with_ground;
use crate::engine::failure::Failure;
use crate::engine::glob::Pattern;
use crate::engine::path::RepoPath;
use crate::engine::touched::{Source, Touched};
use crate::gsd::artifacts::Kind;
use crate::gsd::ids::PlanId;
use crate::gsd::names::{Name, parse};
use crate::gsd::text::paths::DeclaredPath;

/// The files that open plans name, read when they are first asked for.
#[derive(Default)]
pub struct InFlight {
    phases: OnceLock<Vec<Open>>,
}

/// The open plans of one phase.
struct Open {
    folder: RepoPath,
    phase: String,
    names: Vec<Pattern>,
}

impl InFlight {
    /// The phase, other than the one in `own`, that has an open plan which names the path. A plan is open without a SUMMARY, and
    /// while nothing marks its phase complete.
    ///
    /// # Errors
    /// Git or the disk cannot be read.
    pub fn phase_of(
        &self,
        project: &Project,
        path: &RepoPath,
        own: Option<&RepoPath>,
    ) -> Result<Option<&str>, Failure> {
        let others = self.phases(project)?.iter().filter(|open| Some(&open.folder) != own);
        let mut holders = others.filter(|open| open.names.iter().any(|pattern| pattern.may_be(path)));
        Ok(holders.next().map(|open| open.phase.as_str()))
    }

    fn phases(&self, project: &Project) -> Result<&[Open], Failure> {
        if let Some(known) = self.phases.get() {
            return Ok(known);
        }
        let mut read = Vec::new();
        for folder in project.folders.iter().filter(|folder| folder.archive.is_none() && folder.holds_files) {
            read.extend(open_plans(project, folder)?);
        }
        Ok(self.phases.get_or_init(|| read))
    }
}

fn open_plans(project: &Project, folder: &PhaseFolder) -> Result<Option<Open>, Failure> {
    let Some(id) = folder.folder.id() else { return Ok(None) };
    let entry = project.roadmap.as_ref().and_then(|roadmap| roadmap.entry(std::slice::from_ref(id)));
    if entry.is_some_and(crate::gsd::text::roadmap::RoadmapEntry::is_marked) {
        return Ok(None);
    }
    let listed = Files::list(project, &folder.path, Some(id))?;
    let (mut plans, mut summarized) = (Vec::new(), BTreeSet::<Option<PlanId>>::new());
    for below in listed.paths() {
        let Name::Artifact(artifact) = parse(&folder.folder, &[], below.as_bytes()) else { continue };
        match artifact.kind {
            Kind::Plan => plans.push((below, artifact.plan)),
            Kind::Summary => {
                summarized.insert(artifact.plan);
            }
            _ => {}
        }
    }
    plans.retain(|(_, plan)| !summarized.contains(plan));
    let mut declared: Vec<DeclaredPath> = Vec::new();
    for (below, _) in &plans {
        let facts = listed.plan(below)?.filter(|facts| !facts.superseded);
        declared.extend(facts.iter().flat_map(|facts| facts.declared().cloned()));
    }
    let names = with_ground(project, |ground| {
        let placed = declared.iter().filter_map(|entry| ground.place(entry).ok());
        placed.flat_map(|placed| Touched::placed(placed, Source::WorkTree).patterns()).collect::<Vec<Pattern>>()
    })?;
    Ok((!names.is_empty()).then(|| Open { folder: folder.path.clone(), phase: id.to_string(), names }))
}
