//! The files of HEAD's tree.

use super::project::Project;
use crate::engine::failure::Failure;
use crate::engine::object::EntryKind;
use crate::engine::path::RepoPath;

/// What HEAD's tree holds.
#[derive(Debug, Default)]
pub struct TrackedFiles {
    /// Files, links and submodules, wherever they lie.
    pub all: Vec<RepoPath>,
    /// The submodules among them.
    pub submodules: Vec<RepoPath>,
    /// Those below the folder that holds the planning folder, relative to it; without the planning folder.
    pub in_project: Vec<RepoPath>,
    /// How many files lie elsewhere in the repository.
    pub elsewhere: usize,
}

/// Lists them.
///
/// # Errors
/// Git cannot read a tree, or there is no commit yet.
pub fn tracked_files(project: &Project) -> Result<TrackedFiles, Failure> {
    let base = project.planning.parent();
    let mut files = TrackedFiles::default();
    let tree = project.tree.ok_or_else(|| {
        Failure::environment("no-commit", "there is no commit yet, and a map is fitted to the tree at HEAD")
            .remedy("commit the project first")
    })?;
    let mut open = vec![(RepoPath::default(), tree)];
    while let Some((folder, tree)) = open.pop() {
        let is_planning = folder.is_in(&project.planning);
        for entry in project.objects().list(tree)? {
            let path = folder.join(&entry.name);
            if entry.kind == EntryKind::Folder {
                open.push((path, entry.id));
                continue;
            }
            if entry.kind == EntryKind::Submodule {
                files.submodules.push(path.clone());
            }
            match path.below(&base) {
                Some(below) if !is_planning => files.in_project.push(below),
                Some(_) => {}
                None => files.elsewhere += 1,
            }
            files.all.push(path);
        }
    }
    files.in_project.sort();
    Ok(files)
}
