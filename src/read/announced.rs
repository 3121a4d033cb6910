//! A recovery that is about to be offered: what its paths hold, and whether it could be carried out at all.

use crate::engine::failure::Failure;
use crate::engine::obstacle::obstacle;
use crate::engine::path::RepoPath;
use crate::engine::recovery::{Announced, PathState};
use crate::git::{GitError, Repository};

/// What each of these paths holds; nothing without the program, since nothing can be carried out then either.
///
/// # Errors
/// Git cannot be asked, or a file cannot be read.
pub fn states(repository: &Repository, paths: &[RepoPath]) -> Result<Vec<PathState>, Failure> {
    match repository.path_states(paths) {
        Err(GitError::NoProgram) => Ok(Vec::new()),
        states => Ok(states?),
    }
}

/// Why it would be refused, whoever confirmed it; none where nothing is in the way.
///
/// # Errors
/// Git cannot be asked.
pub fn in_the_way(repository: &Repository, announced: &Announced) -> Result<Option<String>, Failure> {
    let paths: Vec<RepoPath> = announced.paths.iter().map(|state| state.path.clone()).collect();
    if let Some((path, why)) = obstacle(announced, &repository.marks(&paths)?) {
        return Ok(Some(format!("{path} {why}")));
    }
    let clash = repository.clash(&paths)?;
    Ok(clash.map(|(path, other)| format!("{path} cannot stand beside {other}, which git holds")))
}
