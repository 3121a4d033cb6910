//! The folders that hold phases: the live one, and archives in all the places where they are kept.

use super::layout::{LayoutError, linked};
use crate::engine::path::RepoPath;
use crate::read::listing::{EntryKind, Listing};

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

/// The folder of a workstream, or the planning folder itself where none is named.
pub fn scope(planning: &RepoPath, workstream: Option<&str>) -> RepoPath {
    workstream.map_or_else(|| planning.clone(), |name| planning.join("workstreams").join(name))
}

/// The containers in which a phase is looked for: those of the planning folder, or of the workstream and then the archives of
/// the planning folder, since what a workstream finished may be kept there.
pub fn containers_in_force(
    listing: &impl Listing,
    planning: &RepoPath,
    workstream: Option<&str>,
) -> Result<Vec<Container>, LayoutError> {
    let mut all = containers(listing, &scope(planning, workstream))?;
    if workstream.is_some() {
        let of_root = containers(listing, planning)?;
        all.extend(of_root.into_iter().filter(|container| container.kind == ContainerKind::Archive));
    }
    Ok(all)
}

/// The containers of a planning folder or of one of its workstreams: the live one first, whether or not it is there, then the
/// archives in the order of their paths. A live folder that is a link is an error: nothing behind it could be seen.
pub fn containers(listing: &impl Listing, scope: &RepoPath) -> Result<Vec<Container>, LayoutError> {
    let live = scope.join("phases");
    let mut archives = Vec::new();
    for (name, kind) in listing.list(scope)? {
        match kind {
            EntryKind::Link if name == b"phases" => return Err(linked(listing, live)),
            EntryKind::Folder if is_one_of(&name, ARCHIVE_ROOTS) => {
                walk(listing, &scope.join(&name), 0, &mut archives)?;
            }
            EntryKind::Folder if is_one_of(&name, ARCHIVES_BESIDE) => {
                archive(listing, scope.join(&name), 0, &mut archives)?;
            }
            EntryKind::Folder | EntryKind::File | EntryKind::Link => {}
        }
    }
    for (name, kind) in listing.list(&live)? {
        if kind == EntryKind::Folder && is_one_of(&name, ARCHIVES_WITHIN) {
            archive(listing, live.join(&name), 0, &mut archives)?;
        }
    }
    archives.sort();
    archives.dedup();
    let archives = archives.into_iter().map(|path| Container { path, kind: ContainerKind::Archive });
    let live = Container { path: live, kind: ContainerKind::Live };
    Ok(std::iter::once(live).chain(archives).collect())
}

/// The folders in a container, in the order of their names; archives that lie within it are left out.
pub fn members(listing: &impl Listing, container: &Container) -> Result<Vec<Member>, LayoutError> {
    folders_in(listing, &container.path, container.kind)
}

fn folders_in(listing: &impl Listing, folder: &RepoPath, kind: ContainerKind) -> Result<Vec<Member>, LayoutError> {
    let is_live = kind == ContainerKind::Live;
    let mut members = Vec::new();
    for (name, kind) in listing.list(folder)? {
        let path = folder.join(&name);
        let is_archive = is_live && is_one_of(&name, ARCHIVES_WITHIN);
        match kind {
            EntryKind::Folder if !is_archive => {
                let holds = holds(listing, &path)?;
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
            archive(listing, path, depth, found)?;
        } else {
            walk(listing, &path, depth + 1, found)?;
        }
    }
    Ok(())
}

/// Takes an archive, and those folders in it that hold folders alone: milestones within an archive.
fn archive(listing: &impl Listing, path: RepoPath, depth: usize, found: &mut Vec<RepoPath>) -> Result<(), LayoutError> {
    if depth > ARCHIVE_DEPTH {
        return Ok(());
    }
    for member in folders_in(listing, &path, ContainerKind::Archive)? {
        if matches!(member.holds, Holds::Folders(_)) {
            archive(listing, member.path, depth + 1, found)?;
        }
    }
    found.push(path);
    Ok(())
}

/// What a folder is by what lies in it. A folder `plans` beside no file is still a phase's.
fn holds(listing: &impl Listing, path: &RepoPath) -> Result<Holds, LayoutError> {
    let is_file = |name: &[u8], kind| kind != EntryKind::Folder && name != b".gitkeep" && name != b".DS_Store";
    if listing.holds(path, is_file)? {
        return Ok(Holds::Files);
    }
    let entries = listing.list(path)?;
    let folders: Vec<&Vec<u8>> = entries
        .iter()
        .filter(|(name, kind)| **kind == EntryKind::Folder && !name.starts_with(b"."))
        .map(|(name, _)| name)
        .collect();
    if folders.is_empty() {
        return Ok(Holds::Nothing);
    }
    if folders.iter().any(|name| name.eq_ignore_ascii_case(b"plans")) {
        return Ok(Holds::Files);
    }
    Ok(Holds::Folders(folders.into_iter().map(|name| path.join(name)).collect()))
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::gsd::read::layout::tests::Tree;

    fn planning() -> RepoPath {
        RepoPath::from(".planning")
    }

    fn archives(files: &[&str]) -> Vec<String> {
        let found = containers(&Tree::of(files), &planning()).unwrap();
        assert_eq!(found[0].kind, ContainerKind::Live);
        assert_eq!(found[0].path, RepoPath::from(".planning/phases"));
        found[1..].iter().map(|container| container.path.to_string()).collect()
    }

    #[test]
    fn archives_are_found_wherever_they_are_kept() {
        for (file, container) in [
            (".planning/milestones/v1.0-phases/01-a/01-01-PLAN.md", ".planning/milestones/v1.0-phases"),
            (".planning/milestones/v1.0-phases.2/01-a/x.md", ".planning/milestones/v1.0-phases.2"),
            (".planning/milestones/infra-phases/34-a/x.md", ".planning/milestones/infra-phases"),
            (".planning/milestones/lz@0.0.2-phases/34-a/x.md", ".planning/milestones/lz@0.0.2-phases"),
            (".planning/milestones/archived-20260101-phases/1-a/x.md", ".planning/milestones/archived-20260101-phases"),
            (
                ".planning/milestones/ws-blue-2026-05-07/phases/03-a/x.md",
                ".planning/milestones/ws-blue-2026-05-07/phases",
            ),
            (".planning/archive/v2.0/phases/03-a/x.md", ".planning/archive/v2.0/phases"),
            (".planning/archive/milestones/v0.16/phases/03-a/x.md", ".planning/archive/milestones/v0.16/phases"),
            (".planning/archive/2026/workstreams/w/phases/03-a/x.md", ".planning/archive/2026/workstreams/w/phases"),
            (".planning/phases-archive/03-a/x.md", ".planning/phases-archive"),
            (".planning/phases/_archived/999.3-a/x.md", ".planning/phases/_archived"),
        ] {
            assert_eq!(archives(&[file]), [container], "{file}");
        }
        for file in [
            ".planning/milestones/v1.0-ROADMAP.md",
            ".planning/milestones/v1.0-research/phases.md",
            ".planning/milestones/071-shipped/UI-SPEC.md",
            ".planning/quick/260527-phases-1-46/x.md",
            ".planning/phases/03-a/03-01-PLAN.md",
            ".planning/phases/03-a/.planning/phases/09-b/x.md",
            ".planning/milestones/a/b/c/d/e/f/g/h/phases/01-a/x.md",
        ] {
            assert_eq!(archives(&[file]), Vec::<String>::new(), "{file}");
        }
    }

    #[test]
    fn a_milestone_within_an_archive_is_a_container_and_a_phase_is_none() {
        let files = [
            ".planning/milestones/v1.0-phases/milestone-01-x/01-a/01-01-PLAN.md",
            ".planning/milestones/v1.0-phases/02-b/02-01-PLAN.md",
            ".planning/milestones/v1.0-phases/02-b/designer/.planning/phases/09-c/x.md",
            ".planning/milestones/v1.0-phases/03-c/plans/PLAN-01.md",
        ];
        let root = ".planning/milestones/v1.0-phases";
        assert_eq!(archives(&files), [root.to_owned(), format!("{root}/milestone-01-x")]);
    }

    #[test]
    fn what_a_folder_holds_says_whether_it_may_be_a_phase() {
        let tree = Tree::of(&[
            ".planning/phases/01-files/01-CONTEXT.md",
            ".planning/phases/02-kept/.gitkeep",
            ".planning/phases/03-area/03-x/03-01-PLAN.md",
            ".planning/phases/04-plans/plans/PLAN-01.md",
            ".planning/phases/05-old/.archive-1/05-01-PLAN.md",
            ".planning/phases/_archived/06-x/a.md",
            ".planning/phases/LOOSE.md",
            ".planning/phases/07-link@",
            ".planning/phases/08-empty/",
        ]);
        let containers = containers(&tree, &planning()).unwrap();
        let members: Vec<(String, Holds)> = members(&tree, &containers[0])
            .unwrap()
            .into_iter()
            .map(|member| (member.path.file_name().escape_ascii().to_string(), member.holds))
            .collect();
        let nested = Holds::Folders(vec![RepoPath::from(".planning/phases/03-area/03-x")]);
        assert_eq!(
            members,
            [
                ("01-files", Holds::Files),
                ("02-kept", Holds::Nothing),
                ("03-area", nested),
                ("04-plans", Holds::Files),
                ("05-old", Holds::Nothing),
                ("07-link", Holds::Link),
                ("08-empty", Holds::Nothing),
            ]
            .map(|(name, holds)| (name.to_owned(), holds))
        );
    }

    #[test]
    fn live_phases_behind_a_link_are_refused() {
        let error = containers(&Tree::of(&[".planning/phases@"]), &planning()).unwrap_err();
        assert!(error.to_string().starts_with(".planning/phases is a link to "), "{error}");
    }

    #[test]
    fn a_workstream_has_its_own_containers_and_the_archives_of_the_root() {
        let tree = Tree::of(&[
            ".planning/workstreams/blue/phases/02-d/x.md",
            ".planning/workstreams/blue/milestones/v1.0-phases/01-a/x.md",
            ".planning/workstreams/red/milestones/v1.0-phases/01-b/x.md",
            ".planning/milestones/v0.1-phases/01-c/x.md",
        ]);
        let found = |workstream: Option<&str>| -> Vec<String> {
            let found = containers_in_force(&tree, &planning(), workstream).unwrap();
            found.iter().map(|container| format!("{:?} {}", container.kind, container.path)).collect()
        };
        assert_eq!(found(None), ["Live .planning/phases", "Archive .planning/milestones/v0.1-phases"]);
        assert_eq!(
            found(Some("blue")),
            [
                "Live .planning/workstreams/blue/phases",
                "Archive .planning/workstreams/blue/milestones/v1.0-phases",
                "Archive .planning/milestones/v0.1-phases",
            ]
        );
    }

    #[test]
    fn an_archive_lies_at_most_so_deep_in_its_root() {
        let below = |folders: usize| format!(".planning/milestones/{}phases/01-a/x.md", "m/".repeat(folders));
        assert_eq!(archives(&[&below(ARCHIVE_DEPTH)]).len(), 1);
        assert_eq!(archives(&[&below(ARCHIVE_DEPTH + 1)]).len(), 0);
        let within = |folders: usize| format!(".planning/phases-archive/{}01-a/x.md", "m/".repeat(folders));
        assert_eq!(archives(&[&within(ARCHIVE_DEPTH)]).len(), ARCHIVE_DEPTH + 1);
        assert_eq!(archives(&[&within(ARCHIVE_DEPTH + 1)]).len(), ARCHIVE_DEPTH + 1);
    }

    #[test]
    fn only_the_live_folder_may_not_be_a_link() {
        let error = |file: &str| containers(&Tree::of(&[file]), &planning()).is_err();
        assert!(error(".planning/phases@") && !error(".planning/milestones@"));
    }
}
