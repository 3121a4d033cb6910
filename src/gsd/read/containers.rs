//! The folders that hold phases: the live one, and archives in all the places where they are kept.

use super::layout::{Entries, EntryKind, LayoutError, Listing};
use crate::engine::path::RepoPath;

/// Whether the phases in a container are worked on or put away.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum ContainerKind {
    /// The live phases.
    Live,
    /// Put away.
    Archive,
}

/// A folder that holds phases.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Container {
    /// The folder.
    pub path: RepoPath,
    /// Live or archived.
    pub kind: ContainerKind,
}

/// What a folder in a container is.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Holds {
    /// Files: it may be a phase.
    Files,
    /// Folders alone: it is no phase, but may hold some.
    Folders(Vec<RepoPath>),
    /// Nothing, or a `.gitkeep` alone.
    Nothing,
    /// It is a link, which is not followed.
    Link,
}

/// One folder in a container.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Member {
    /// The folder.
    pub path: RepoPath,
    /// What it is.
    pub holds: Holds,
}

/// The folders below a planning folder (or a workstream) in which archives are kept, at any depth.
const ARCHIVE_ROOTS: &[&str] = &["milestones", "archive", "archives", "archived", "_archive", "_archived"];

/// The names of archives that lie beside the live phases.
const ARCHIVES_BESIDE: &[&str] = &["phases-archive", "phases-archived", "phases_archive", "archived-phases"];

/// The names of archives that lie within the live phases.
const ARCHIVES_WITHIN: &[&str] = &["_archived", "_archive", "archived", "archive", ".archived", ".archive"];

/// How deep below such a folder containers are looked for.
const ARCHIVE_DEPTH: usize = 6;

/// The containers of a planning folder or a workstream: the live one first, whether or not it is there, then the archives in
/// the order of their paths.
pub fn containers(listing: &impl Listing, scope: &RepoPath) -> Result<Vec<Container>, LayoutError> {
    let live = scope.join("phases");
    let mut archives = Vec::new();
    for (name, kind) in listing.list(scope)? {
        if kind != EntryKind::Folder {
            continue;
        }
        if is_one_of(&name, ARCHIVE_ROOTS) {
            walk(listing, &scope.join(&name), 0, &mut archives)?;
        } else if is_one_of(&name, ARCHIVES_BESIDE) {
            container(listing, scope.join(&name), 0, &mut archives)?;
        }
    }
    for (name, kind) in listing.list(&live)? {
        if kind == EntryKind::Folder && is_one_of(&name, ARCHIVES_WITHIN) {
            container(listing, live.join(&name), 0, &mut archives)?;
        }
    }
    archives.sort();
    archives.dedup();
    let archives = archives.into_iter().map(|path| Container { path, kind: ContainerKind::Archive });
    Ok(std::iter::once(Container { path: live, kind: ContainerKind::Live }).chain(archives).collect())
}

/// The folders in a container, in the order of their names; archives that lie within it are left out.
pub fn members(listing: &impl Listing, container: &Container) -> Result<Vec<Member>, LayoutError> {
    let mut members = Vec::new();
    for (name, kind) in listing.list(&container.path)? {
        let path = container.path.join(&name);
        let is_archive = container.kind == ContainerKind::Live && is_one_of(&name, ARCHIVES_WITHIN);
        match kind {
            EntryKind::Folder if !is_archive => {
                let holds = holds(&path, &listing.list(&path)?);
                members.push(Member { path, holds });
            }
            EntryKind::Link => members.push(Member { path, holds: Holds::Link }),
            EntryKind::Folder | EntryKind::File => {}
        }
    }
    Ok(members)
}

/// Looks for containers in an archive's root.
fn walk(listing: &impl Listing, folder: &RepoPath, depth: usize, found: &mut Vec<RepoPath>) -> Result<(), LayoutError> {
    if depth > ARCHIVE_DEPTH {
        return Ok(());
    }
    for (name, kind) in listing.list(folder)? {
        if kind != EntryKind::Folder {
            continue;
        }
        let path = folder.join(&name);
        if is_container_name(&name) {
            container(listing, path, depth, found)?;
        } else {
            walk(listing, &path, depth + 1, found)?;
        }
    }
    Ok(())
}

/// Takes a container, and those folders in it that hold folders alone: milestones within an archive.
fn container(
    listing: &impl Listing,
    path: RepoPath,
    depth: usize,
    found: &mut Vec<RepoPath>,
) -> Result<(), LayoutError> {
    if depth > ARCHIVE_DEPTH {
        return Ok(());
    }
    let this = Container { path, kind: ContainerKind::Archive };
    for member in members(listing, &this)? {
        if matches!(member.holds, Holds::Folders(_)) {
            container(listing, member.path, depth + 1, found)?;
        }
    }
    found.push(this.path);
    Ok(())
}

/// What a folder with these entries is. A folder `plans` beside no file is still a phase's.
fn holds(path: &RepoPath, entries: &Entries) -> Holds {
    let is_nothing = |name: &[u8]| name == b".gitkeep" || name == b".DS_Store";
    if entries.iter().any(|(name, kind)| *kind != EntryKind::Folder && !is_nothing(name)) {
        return Holds::Files;
    }
    let folders: Vec<&Vec<u8>> = entries
        .iter()
        .filter(|(name, kind)| **kind == EntryKind::Folder && !name.starts_with(b"."))
        .map(|(name, _)| name)
        .collect();
    if folders.is_empty() {
        return Holds::Nothing;
    }
    if folders.iter().any(|name| name.eq_ignore_ascii_case(b"plans")) {
        return Holds::Files;
    }
    Holds::Folders(folders.into_iter().map(|name| path.join(name)).collect())
}

/// True for `phases`, `v1.0-phases`, `infra-phases`, and `v1.0-phases.2` (GSD's name where the first is taken).
fn is_container_name(name: &[u8]) -> bool {
    let Ok(name) = std::str::from_utf8(name) else { return name.ends_with(b"-phases") };
    let without_suffix = match name.rsplit_once('.') {
        Some((stem, digits)) if !digits.is_empty() && digits.chars().all(|c| c.is_ascii_digit()) => stem,
        _ => name,
    };
    without_suffix == "phases" || without_suffix.ends_with("-phases")
}

fn is_one_of(name: &[u8], names: &[&str]) -> bool {
    names.iter().any(|one| one.as_bytes() == name)
}
