//! The phases that are being worked on: which of them a changed file belongs to that nothing ties to the one that is asked for.
//!
//! It is told by files alone. A phase whose first plan has commits and no SUMMARY yet is seen only where STATE names it.

use std::collections::BTreeSet;
use std::sync::OnceLock;

use super::files::Files;
use super::project::{PhaseFolder, Project};
use super::touched::with_ground;
use crate::engine::evidence::{Content, Meaning};
use crate::engine::failure::Failure;
use crate::engine::glob::Pattern;
use crate::engine::path::RepoPath;
use crate::engine::touched::{Source, Touched};
use crate::gsd::artifacts::Kind;
use crate::gsd::folders::Others;
use crate::gsd::ids::PlanId;
use crate::gsd::names::{Name, parse};
use crate::gsd::text::content::read_content;
use crate::gsd::text::paths::DeclaredPath;

/// The files that open plans name, read when they are first asked for.
#[derive(Default)]
pub struct InFlight {
    phases: OnceLock<Vec<Open>>,
}

/// One phase that is not over.
struct Open {
    folder: RepoPath,
    phase: String,
    /// What its open plans name.
    names: Vec<Pattern>,
    /// True from its first SUMMARY until its review is settled, or where STATE names it as current.
    is_carried_out: bool,
    /// True where STATE names it as current.
    is_current: bool,
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

    /// The phases, other than the one in `own`, that are being carried out, where STATE names one of them as current. Where it
    /// names none, source that nothing ties to a phase may be of each, so it stops them all.
    ///
    /// # Errors
    /// As [`InFlight::phase_of`].
    pub fn carried_out(&self, project: &Project, own: Option<&RepoPath>) -> Result<Vec<String>, Failure> {
        let others = || self.phases(project).map(|all| all.iter().filter(|open| Some(&open.folder) != own));
        if !others()?.any(|open| open.is_current) {
            return Ok(Vec::new());
        }
        Ok(others()?.filter(|open| open.is_carried_out).map(|open| open.phase.clone()).collect())
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
    let (mut review, mut is_fixed) = (None, false);
    for below in listed.paths() {
        let Name::Artifact(artifact) = parse(&folder.folder, Others::default(), below.as_bytes()) else { continue };
        match artifact.kind {
            Kind::Plan => plans.push((below, artifact.plan)),
            Kind::Summary => {
                summarized.insert(artifact.plan);
            }
            Kind::Review => review = Some(below),
            Kind::ReviewFix => is_fixed = true,
            _ => {}
        }
    }
    let current = project.state.as_ref().and_then(|state| state.current.as_ref());
    let is_current = !plans.is_empty() && current.is_some_and(|current| folder.folder.may_be(&current.value));
    plans.retain(|(_, plan)| !summarized.contains(plan));
    let is_settled = match review {
        Some(review) => plans.is_empty() && (is_fixed || is_clean(&listed, &review)?),
        None => false,
    };
    let is_carried_out = is_current || (!summarized.is_empty() && !is_settled);
    let mut declared: Vec<DeclaredPath> = Vec::new();
    for (below, _) in &plans {
        let facts = listed.plan(below)?.filter(|facts| !facts.superseded);
        declared.extend(facts.iter().flat_map(|facts| facts.declared().cloned()));
    }
    let names = with_ground(project, |ground| {
        let placed = declared.iter().filter_map(|entry| ground.place(entry).ok());
        placed.flat_map(|placed| Touched::placed(placed, Source::WorkTree).patterns()).collect::<Vec<Pattern>>()
    })?;
    let is_open = !names.is_empty() || is_carried_out;
    Ok(is_open.then(|| Open { folder: folder.path.clone(), phase: id.to_string(), names, is_carried_out, is_current }))
}

/// True where a review found nothing that is left to be fixed.
fn is_clean(listed: &Files<'_>, review: &RepoPath) -> Result<bool, Failure> {
    let Some(text) = listed.text(review)? else { return Ok(false) };
    let content = read_content(Kind::Review, text.as_bytes(), &[]).content;
    Ok(matches!(content, Content::Finished { meaning: Meaning::Done | Meaning::Skipped, .. }))
}
