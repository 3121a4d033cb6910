//! The past of several phases, read in one walk through history.

use super::branches::Branches;
use super::history::History;
use super::in_flight::InFlight;
use super::phase::Found;
use super::project::{PhaseFolder, Project};
use super::repositories::Repositories;
use super::subjects::Subjects;
use crate::engine::failure::Failure;
use crate::engine::life::Life;
use crate::engine::path::RepoPath;
use crate::git::{Lives, walk_following};
use crate::gsd::folders::Folder;

/// What history says of some phases.
#[derive(Default)]
pub struct Past {
    lives: Option<Lives>,
    /// Per phase, where its life stands among these; none where it has none.
    places: Vec<Option<usize>>,
    /// What the subjects of all commits say.
    subjects: Subjects,
    /// The other branches.
    branches: Branches,
    /// The other repositories.
    repositories: Repositories,
    /// The open plans of all phases.
    in_flight: InFlight,
    /// Why nothing of it was read.
    unread: Option<String>,
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
        // No phase began before the oldest commit that was read for one.
        let since = lives.commits().list().iter().map(|commit| commit.time).min();
        let branches = Branches::of(project, head, since)?;
        let repositories = Repositories::of(project, since);
        let subjects = Subjects::of(lives.commits(), project.convention.as_ref());
        Ok(Self { lives: Some(lives), places, subjects, branches, repositories, ..Self::default() })
    }

    /// The past of phases whose history nobody reads: it is cut off at once.
    pub fn unread() -> Self {
        Self { unread: Some("history was not read".to_owned()), ..Self::default() }
    }

    /// True where nobody read it.
    pub fn is_unread(&self) -> bool {
        self.unread.is_some()
    }

    /// What other branches hold.
    pub fn branches(&self) -> &Branches {
        &self.branches
    }

    /// The open plans of all phases.
    pub fn in_flight(&self) -> &InFlight {
        &self.in_flight
    }

    /// The other repositories of the project.
    pub fn repositories(&self) -> &Repositories {
        &self.repositories
    }

    /// The history of the phase at this place of the list.
    ///
    /// # Errors
    /// Git cannot be read.
    pub fn history<'a>(&'a self, project: &'a Project, phase: usize) -> Result<History<'a>, Failure> {
        let mut life = match (&self.lives, self.places.get(phase)) {
            (Some(lives), Some(Some(place))) => lives.life(project.objects(), *place)?,
            _ => Life::default(),
        };
        if self.unread.is_some() {
            life.cut.clone_from(&self.unread);
        }
        Ok(History::new(project, life, &self.subjects))
    }
}
