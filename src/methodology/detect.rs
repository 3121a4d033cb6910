//! Finds out which methodology a project is worked by: by the folder that is nearest, from the start upwards.

use std::path::{Path, PathBuf};

use super::{ALL, Methodology};
use crate::engine::ask::Place;
use crate::engine::escape::escape;
use crate::engine::failure::Failure;
use crate::engine::path::RepoPath;
use crate::read::listing::{Disk, Entries, Listing as _};

/// A methodology's folder that was found.
struct Found {
    methodology: &'static dyn Methodology,
    /// The folder that holds it.
    at: PathBuf,
    /// True where it holds what every project of the methodology does.
    is_project: bool,
}

pub(super) fn detect(place: &Place) -> Result<(&'static dyn Methodology, Option<String>), Failure> {
    let named = |name: &str| ALL.iter().copied().find(|methodology| methodology.name() == name);
    if let Some(methodology) = place.methodology.as_deref().and_then(named) {
        return Ok((methodology, None));
    }
    if let Some(planning) = &place.planning {
        let is_it =
            |methodology: &&&dyn Methodology| planning.file_name().is_some_and(|name| name == methodology.folder());
        return Ok((ALL.iter().find(is_it).copied().unwrap_or(ALL[0]), None));
    }
    let found = found(&place.start);
    let projects: Vec<&Found> = found.iter().filter(|one| one.is_project).collect();
    // A folder without a project in it is the one that is meant only where there is no other.
    let candidates: Vec<&Found> = if projects.is_empty() { found.iter().collect() } else { projects };
    let Some(first) = candidates.first() else {
        // What was deleted from the disk may still be in HEAD: the first methodology looks there, and says what is missing.
        return Ok((ALL[0], None));
    };
    let beside: Vec<&&Found> = candidates.iter().filter(|one| one.at == first.at).collect();
    if beside.len() > 1 {
        let folders: Vec<String> = beside.iter().map(|one| shown(one)).collect();
        let names: Vec<&str> = ALL.iter().map(|methodology| methodology.name()).collect();
        return Err(Failure::usage("two-methodologies", format!("both are projects: {}", folders.join(" and ")))
            .remedy(format!("name the one that is meant: --methodology {}", names.join("|"))));
    }
    let other = found.iter().find(|one| one.methodology.name() != first.methodology.name());
    let note = other.map(|other| {
        let why = if other.is_project { "lies further up" } else { "holds no project" };
        format!(
            "read as {}, by {}; {} {why} (--methodology names another)",
            first.methodology.name(),
            shown(first),
            shown(other)
        )
    });
    Ok((first.methodology, note))
}

fn shown(found: &Found) -> String {
    escape(&found.at.join(found.methodology.folder()).to_string_lossy())
}

/// The folders of methodologies from `start` up to the root of its repository, nearest first.
fn found(start: &Path) -> Vec<Found> {
    let Ok(start) = start.canonicalize() else { return Vec::new() };
    let mut found = Vec::new();
    for folder in start.ancestors() {
        let names = list(folder);
        for methodology in ALL.iter().copied() {
            if names.contains_key(methodology.folder().as_bytes()) {
                let inside = list(&folder.join(methodology.folder()));
                let is_project = methodology.signs().iter().any(|sign| inside.contains_key(sign.as_bytes()));
                found.push(Found { methodology, at: folder.to_path_buf(), is_project });
            }
        }
        if names.contains_key(b".git".as_slice()) {
            break;
        }
    }
    found
}

/// What a folder holds; what cannot be listed holds nothing.
fn list(folder: &Path) -> Entries {
    Disk::below(folder).list(&RepoPath::default()).unwrap_or_default()
}
