//! Reads what a phase's folder holds. It asks nothing of history, so it goes on beside the walk through it.

use super::files::Files;
use super::phase::Found;
use super::project::Project;
use super::told::take_told;
use crate::engine::evidence::Tracked;
use crate::engine::failure::Failure;
use crate::engine::path::RepoPath;
use crate::gsd::evidence::File;
use crate::gsd::folders::{Folder, Others};
use crate::gsd::names::{Name, parse_all, settle_folder};

/// What a phase's folder holds; nothing for a phase without one.
#[derive(Default)]
pub struct InFolder<'a> {
    /// The folder by its name and by what is in it.
    pub folder: Folder,
    /// The artifacts, of which only their commits are not known yet.
    pub files: Vec<File>,
    /// Files of which nobody can say what they are.
    pub unrecognised: Vec<(RepoPath, Tracked)>,
    /// The tokens of the other phases.
    pub others: Others<'a>,
    /// What whoever paused the work wrote.
    pub handoff: Vec<String>,
    /// True where git is not meant to hold the phase's files.
    pub kept_out: bool,
    /// All that lies in it.
    pub listed: Option<Files<'a>>,
}

/// Reads it.
///
/// # Errors
/// Git or the disk cannot be read.
pub fn read_folder<'a>(project: &'a Project, found: &'a Found) -> Result<InFolder<'a>, Failure> {
    let Some(place) = &found.folder else {
        let code = project.config.project_code.as_deref();
        return Ok(InFolder { folder: Folder::new(found.asked.to_string().as_bytes(), code), ..InFolder::default() });
    };
    let others = project.others(place);
    let listed = Files::list(project, &place.path, place.folder.id())?;
    let paths = listed.paths();
    let bytes: Vec<&[u8]> = paths.iter().map(RepoPath::as_bytes).collect();
    let folder = settle_folder(place.folder.clone(), &bytes);
    let names = parse_all(&folder, others, &bytes);
    let (mut files, mut doubtful) = (Vec::new(), Vec::new());
    for (below, name) in paths.iter().zip(names) {
        match name {
            Name::Artifact(artifact) => files.push(listed.read(below, artifact)?),
            Name::Unrecognised => doubtful.push(below.clone()),
            Name::OtherPhase(_) | Name::NotCounted(_) | Name::Note(_) | Name::Nothing => {}
        }
    }
    take_told(&listed, &folder, &mut files, &mut doubtful)?;
    Ok(InFolder {
        folder,
        files,
        unrecognised: doubtful.iter().map(|below| (listed.path(below), listed.tracked(below))).collect(),
        others,
        handoff: listed.handoff()?,
        kept_out: listed.are_kept_out(),
        listed: Some(listed),
    })
}
