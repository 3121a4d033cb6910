//! The folders that hold phases: the live one, and archives in all the places where they are kept.

use super::layout::{Entries, EntryKind, LayoutError, Listing, Workstream, linked};
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
    /// The workstream it belongs to; none for the planning folder itself.
    pub workstream: Option<String>,
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

/// The containers in which a phase is looked for.
///
/// With a workstream in force: its own, and the archives of the planning folder. Without one: those of the planning folder,
/// and, where that holds no ROADMAP.md, those of every workstream (`known`) too.
pub fn containers_in_force(
    listing: &impl Listing,
    planning: &RepoPath,
    workstream: &Workstream,
    known: &[String],
) -> Result<Vec<Container>, LayoutError> {
    if let Workstream::Named { name, .. } = workstream {
        let mut all = containers(listing, planning, Some(name))?;
        let roots = containers(listing, planning, None)?;
        all.extend(roots.into_iter().filter(|container| container.kind == ContainerKind::Archive));
        return Ok(all);
    }
    let mut all = containers(listing, planning, None)?;
    if !listing.list(planning)?.contains_key(b"ROADMAP.md".as_slice()) {
        for name in known {
            all.extend(containers(listing, planning, Some(name))?);
        }
    }
    Ok(all)
}

/// The containers of a planning folder or of one of its workstreams: the live one first, whether or not it is there, then the
/// archives in the order of their paths. A live folder that is a link is an error: nothing behind it could be seen.
pub fn containers(
    listing: &impl Listing,
    planning: &RepoPath,
    workstream: Option<&str>,
) -> Result<Vec<Container>, LayoutError> {
    let scope = scope(planning, workstream);
    let live = scope.join("phases");
    let mut archives = Vec::new();
    for (name, kind) in listing.list(&scope)? {
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
    let container = |path, kind| Container { path, kind, workstream: workstream.map(str::to_owned) };
    let archives = archives.into_iter().map(|path| container(path, ContainerKind::Archive));
    Ok(std::iter::once(container(live, ContainerKind::Live)).chain(archives).collect())
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::gsd::read::layout::tests::Tree;
    use crate::gsd::read::layout::{ChosenBy, workstreams};

    fn planning() -> RepoPath {
        RepoPath::from(".planning")
    }

    fn archives(files: &[&str]) -> Vec<String> {
        let found = containers(&Tree::of(files), &planning(), None).unwrap();
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
        let containers = containers(&tree, &planning(), None).unwrap();
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
        let error = containers(&Tree::of(&[".planning/phases@"]), &planning(), None).unwrap_err();
        assert!(error.to_string().starts_with(".planning/phases is a link to "), "{error}");
    }

    #[test]
    fn the_workstream_in_force_says_where_phases_are_looked_for() {
        let files = [
            ".planning/workstreams/blue/ROADMAP.md",
            ".planning/workstreams/blue/milestones/v1.0-phases/01-a/x.md",
            ".planning/workstreams/red/phases/01-b/x.md",
            ".planning/milestones/v0.1-phases/01-c/x.md",
        ];
        let found = |files: &[&str], workstream: &Workstream| -> Vec<(String, Option<String>)> {
            let tree = Tree::of(files);
            let known = workstreams(&tree, &planning()).unwrap();
            let found = containers_in_force(&tree, &planning(), workstream, &known).unwrap();
            found.into_iter().map(|one| (one.path.to_string(), one.workstream)).collect()
        };
        let (blue, red) = (Some("blue".to_owned()), Some("red".to_owned()));
        let path = |text: &str| format!(".planning/{text}");
        let named = Workstream::Named { name: "blue".to_owned(), by: ChosenBy::Flag };
        let of_blue = [
            (path("workstreams/blue/phases"), blue.clone()),
            (path("workstreams/blue/milestones/v1.0-phases"), blue.clone()),
        ];
        let archive = (path("milestones/v0.1-phases"), None);
        assert_eq!(found(&files, &named), [of_blue.to_vec(), vec![archive.clone()]].concat());
        let root = [(path("phases"), None), archive];
        let of_red = [(path("workstreams/red/phases"), red)];
        assert_eq!(found(&files, &Workstream::Flat), [root.to_vec(), of_blue.to_vec(), of_red.to_vec()].concat());
        // A ROADMAP at the root: the workstreams are not asked.
        let with_roadmap = [files.as_slice(), &[".planning/ROADMAP.md"]].concat();
        assert_eq!(found(&with_roadmap, &Workstream::Flat), root);
    }
}
