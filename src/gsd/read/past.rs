//! The past of several phases, read in one walk through history.

use super::history::History;
use super::phase::Found;
use super::project::{PhaseFolder, Project};
use super::subjects::Subjects;
use crate::engine::failure::Failure;
use crate::engine::life::Life;
use crate::engine::path::RepoPath;
use crate::git::{Lives, walk_following};
use crate::gsd::folders::Folder;
use crate::gsd::scopes::Convention;

/// What history says of some phases.
#[derive(Default)]
pub struct Past {
    lives: Option<Lives>,
    /// Per phase, where its life stands among these; none where it has none.
    places: Vec<Option<usize>>,
    /// What the subjects of all commits say.
    subjects: Subjects,
}

impl Past {
    /// Reads the past of these phases. Before the first commit none has any, and an archive is complete whatever its history.
    ///
    /// # Errors
    /// Git cannot be read.
    pub fn of(project: &Project, phases: &[Found]) -> Result<Self, Failure> {
        let Some(head) = project.head else { return Ok(Self::default()) };
        let mut living: Vec<&PhaseFolder> = Vec::new();
        let places = phases.iter().map(|phase| {
            let folder = phase.folder.as_ref().filter(|folder| folder.archive.is_none())?;
            living.push(folder);
            Some(living.len() - 1)
        });
        let places = places.collect();
        let paths: Vec<RepoPath> = living.iter().map(|folder| folder.path.clone()).collect();
        let code = project.config.project_code.as_deref();
        let is_former = |place: usize, name: &[u8]| {
            let id = living.get(place).and_then(|living| living.folder.id());
            id.is_some_and(|id| Folder::new(name, code).may_be(id))
        };
        let lives = walk_following(project.objects(), head, &paths, &is_former)?;
        let expression = project.settings.pipeline.execute_commit.as_deref();
        let convention = expression.map(Convention::new).transpose();
        let convention = convention
            .map_err(|error| Failure::usage("config", format!("config.json: pipeline.execute_commit: {error}")))?;
        Ok(Self { subjects: Subjects::of(lives.commits(), convention.as_ref()), lives: Some(lives), places })
    }

    /// The history of the phase at this place of the list.
    ///
    /// # Errors
    /// Git cannot be read.
    pub fn history<'a>(&'a self, project: &'a Project, phase: usize) -> Result<History<'a>, Failure> {
        let life = match (&self.lives, self.places.get(phase)) {
            (Some(lives), Some(Some(place))) => lives.life(project.objects(), *place)?,
            _ => Life::default(),
        };
        Ok(History::new(project, life, &self.subjects))
    }
}
