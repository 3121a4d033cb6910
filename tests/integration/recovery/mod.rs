//! Recoveries carried out in real repositories: at every moment of death nothing is lost, and both ways out are open.

mod command;
mod crash;
mod failures;
pub(crate) mod picture;
mod scenes;

use std::cell::RefCell;

use phase_pipeline::engine::path::RepoPath;
use phase_pipeline::engine::recovery::{Action, Announced};
use phase_pipeline::git::{Backend, Head, Repository};
use phase_pipeline::write::error::WriteError;
use phase_pipeline::write::steps::Steps;

use crate::common::repo::Repo;

/// Keeps the repository as it is before each step: what a death there would leave.
pub(crate) struct Deaths<'a> {
    repo: &'a Repo,
    last: RefCell<String>,
    found: RefCell<Vec<Death>>,
}

/// A repository as a death left it.
pub(crate) struct Death {
    /// The step that was not taken any more.
    pub(crate) before: String,
    pub(crate) repo: Repo,
}

impl<'a> Deaths<'a> {
    pub(crate) fn of(repo: &'a Repo) -> Self {
        Self { repo, last: RefCell::default(), found: RefCell::default() }
    }

    pub(crate) fn into_found(self) -> Vec<Death> {
        self.found.into_inner()
    }
}

/// How the steps are called that only build an index of our own.
const OWN_INDEX: &str = "git (own index)";

impl Steps for Deaths<'_> {
    fn before(&self, step: &str) -> Result<(), WriteError> {
        let last = self.last.replace(step.to_owned());
        // Whether something has reached the disk cannot be seen from here: what is synced looks as it did. And of an index of
        // our own only the beginning of its building is told: nobody reads what a death leaves of it.
        let looks_the_same = last.starts_with("sync") || [&*last, step].iter().all(|step| step.starts_with(OWN_INDEX));
        if !looks_the_same {
            self.found.borrow_mut().push(Death { before: step.to_owned(), repo: self.repo.copy() });
        }
        Ok(())
    }

    fn waits_for_the_disk(&self) -> bool {
        false
    }
}

/// Takes every step at once: what a test has written need not outlive the machine.
pub(crate) struct Quick;

impl Steps for Quick {
    fn before(&self, _: &str) -> Result<(), WriteError> {
        Ok(())
    }

    fn waits_for_the_disk(&self) -> bool {
        false
    }
}

pub(crate) fn open(repo: &Repo) -> Repository {
    Repository::discover(repo.root(), Backend::Auto).unwrap()
}

/// These actions, announced for the state as it is.
pub(crate) fn announce(repo: &Repo, actions: &[Action]) -> Announced {
    let repository = open(repo);
    let paths: Vec<RepoPath> = actions.iter().flat_map(Action::paths).cloned().collect();
    Announced {
        phase: "07".to_owned(),
        head: match repository.head().unwrap() {
            Head::Commit { id, .. } => Some(id),
            Head::Unborn { .. } => None,
        },
        row: "recovery/artifact".to_owned(),
        actions: actions.to_vec(),
        paths: repository.path_states(&paths).unwrap(),
    }
}

pub(crate) fn commit(paths: &[&str]) -> Action {
    let paths = paths.iter().copied().map(RepoPath::from).collect();
    Action::Commit { paths, subject: "docs(07): settle what was left".to_owned(), finishes: false }
}

pub(crate) fn remove(path: &str) -> Action {
    Action::Remove { path: path.into() }
}

pub(crate) fn restore(path: &str) -> Action {
    Action::Restore { path: path.into() }
}

pub(crate) fn stash(paths: &[&str]) -> Action {
    Action::Stash { paths: paths.iter().copied().map(RepoPath::from).collect(), message: "left of 07-02".to_owned() }
}
