//! Finds planning folders, workstreams and the folders that hold phases.
//!
//! What is there is asked of a [`Listing`]. Links are named and never followed.
//!
//! Source: GSD's `docs/reference/planning-artifacts.md` and `references/workstream-flag.md`; the drift of archives is that of
//! public projects.

use crate::engine::escape::escape;
use crate::engine::failure::Failure;
use crate::engine::path::RepoPath;
use crate::read::listing::{EntryKind, ListError, Listing, nearest};

/// The name of a planning folder.
pub const PLANNING: &str = ".planning";

/// The file in a planning folder that names the workstream in force.
pub const ACTIVE_WORKSTREAM: &str = "active-workstream";

/// Why a planning folder cannot be used.
#[derive(Debug, thiserror::Error)]
pub enum LayoutError {
    /// There is none at or above the start.
    #[error("no {PLANNING} folder in {start} or above it{}", below_text(.below))]
    NoPlanning {
        /// Where the search began.
        start: RepoPath,
        /// The planning folders found further down, bounded in number and depth.
        below: Vec<RepoPath>,
    },
    /// A folder of it is a link.
    #[error("{path} is a link to {target}")]
    Linked {
        /// The link, relative to the repository's root.
        path: RepoPath,
        /// Where it leads.
        target: String,
    },
    /// A folder cannot be listed.
    #[error(transparent)]
    Unreadable(#[from] ListError),
    /// A workstream was asked for that is not there.
    #[error("no workstream `{name}` (asked for by {by}); there {}", known_text(.known))]
    NoWorkstream {
        /// The name as asked for, escaped.
        name: String,
        /// Who asked.
        by: ChosenBy,
        /// The workstreams that there are.
        known: Vec<String>,
    },
}

impl From<LayoutError> for Failure {
    fn from(error: LayoutError) -> Self {
        let text = error.to_string();
        match error {
            LayoutError::NoPlanning { .. } => {
                Self::environment("no-planning", text).remedy("run it inside a project, or name one with --repo")
            }
            LayoutError::NoWorkstream { .. } => Self::usage("no-workstream", text)
                .remedy("name one that is there, or none for the planning folder itself"),
            LayoutError::Linked { .. } => Self::environment("layout", text)
                .remedy("run it where the folder itself lies, or replace the link by the folder"),
            LayoutError::Unreadable(error) => error.into(),
        }
    }
}

fn below_text(below: &[RepoPath]) -> String {
    if below.is_empty() {
        return String::new();
    }
    let list: Vec<String> = below.iter().map(ToString::to_string).collect();
    format!("; further down there is {}: name one with --planning", list.join(", "))
}

fn known_text(known: &[String]) -> String {
    if known.is_empty() { "is none".to_owned() } else { format!("is {}", known.join(", ")) }
}

/// How deep below the start planning folders are looked for, where there is none above.
const SEARCH_DEPTH: usize = 5;

/// How many folders that search lists.
const SEARCH_FOLDERS: usize = 2_000;

/// How many planning folders that search names.
const SEARCH_FOUND: usize = 10;

/// The folders that hold other people's work and are not searched.
const NOT_SEARCHED: &[&str] = &["node_modules", "target", "vendor", "dist", "build"];

/// The planning folder that holds for `start` (a folder below the repository's root): the nearest upwards.
pub fn find_planning(listing: &impl Listing, start: &RepoPath) -> Result<RepoPath, LayoutError> {
    match nearest(listing, start, PLANNING)? {
        Some((path, EntryKind::Link)) => return Err(linked(listing, path)),
        Some((path, _)) => return Ok(path),
        None => {}
    }
    Err(LayoutError::NoPlanning { start: start.clone(), below: planning_below(listing, start) })
}

/// Checks a planning folder that was named: it is there and no link leads to it.
pub fn check_planning(listing: &impl Listing, planning: &RepoPath) -> Result<(), LayoutError> {
    let mut path = RepoPath::default();
    for segment in planning.segments() {
        let kind = listing.list(&path)?.get(segment).copied();
        path = path.join(segment);
        match kind {
            Some(EntryKind::Folder) => {}
            Some(EntryKind::Link) => return Err(linked(listing, path)),
            Some(EntryKind::File) | None => {
                return Err(LayoutError::NoPlanning { start: planning.clone(), below: Vec::new() });
            }
        }
    }
    Ok(())
}

/// The error of a link at `path`.
pub(super) fn linked(listing: &impl Listing, path: RepoPath) -> LayoutError {
    let target = listing.link_target(&path).unwrap_or_else(|| "an unknown place".to_owned());
    LayoutError::Linked { path, target }
}

/// The planning folders below `start`, nearest first, as far as the bounds of the search go.
fn planning_below(listing: &impl Listing, start: &RepoPath) -> Vec<RepoPath> {
    let mut found = Vec::new();
    let mut level = vec![start.clone()];
    let mut listed = 0;
    for _ in 0..=SEARCH_DEPTH {
        let mut next = Vec::new();
        for folder in level {
            listed += 1;
            if listed > SEARCH_FOLDERS || found.len() >= SEARCH_FOUND {
                return found;
            }
            // A folder that cannot be listed here is no answer to give.
            let Ok(entries) = listing.list(&folder) else { continue };
            for (name, _) in entries.iter().filter(|(_, kind)| **kind == EntryKind::Folder) {
                if name == PLANNING.as_bytes() {
                    found.push(folder.join(name));
                } else if !name.starts_with(b".") && !NOT_SEARCHED.iter().any(|skip| skip.as_bytes() == name) {
                    next.push(folder.join(name));
                }
            }
        }
        level = next;
    }
    found
}

/// Who named the workstream.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum ChosenBy {
    /// `--ws`.
    Flag,
    /// `GSD_WORKSTREAM`.
    Environment,
    /// `.planning/active-workstream`.
    File,
}

impl std::fmt::Display for ChosenBy {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(match self {
            Self::Flag => "--ws",
            Self::Environment => "GSD_WORKSTREAM",
            Self::File => ACTIVE_WORKSTREAM,
        })
    }
}

/// The workstream in force.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Workstream {
    /// None: the planning folder itself is worked in.
    Flat,
    /// One of them.
    Named {
        /// Its name.
        name: String,
        /// Who named it.
        by: ChosenBy,
    },
}

/// The names of the workstreams of a planning folder, in order.
pub fn workstreams(listing: &impl Listing, planning: &RepoPath) -> Result<Vec<String>, LayoutError> {
    let entries = listing.list(&planning.join("workstreams"))?;
    let folders = entries.into_iter().filter(|(_, kind)| *kind == EntryKind::Folder);
    Ok(folders.filter_map(|(name, _)| String::from_utf8(name).ok()).filter(|name| is_workstream_name(name)).collect())
}

/// Folders and links beside the workstreams that are none, each with what a reader is told of it: nobody looks for phases there.
pub fn passed_over(listing: &impl Listing, planning: &RepoPath) -> Result<Vec<String>, LayoutError> {
    let folder = planning.join("workstreams");
    let entries = listing.list(&folder)?.into_iter().filter_map(|(name, kind)| {
        let is_named = std::str::from_utf8(&name).is_ok_and(is_workstream_name);
        let path = folder.join(&name);
        match kind {
            EntryKind::Link => Some(format!("{path} is a link and was not followed")),
            EntryKind::Folder if !is_named => Some(format!(
                "{path} is no workstream, and no phase in it is looked at: a workstream's name begins with a letter or a digit \
                 and holds nothing but letters, digits, `.`, `_` and `-`"
            )),
            EntryKind::Folder | EntryKind::File => None,
        }
    });
    Ok(entries.collect())
}

/// The workstream in force: what the flag names, else the environment, else the text of the file `active-workstream`, else
/// none. A file that names no workstream there is says nothing (a pointer left behind), and the second value says so.
pub fn workstream_in_force(
    known: &[String],
    flag: Option<&str>,
    environment: Option<&str>,
    file: Option<&str>,
) -> Result<(Workstream, Option<String>), LayoutError> {
    for (name, by) in [(flag, ChosenBy::Flag), (environment, ChosenBy::Environment)] {
        let Some(name) = name.map(str::trim).filter(|name| !name.is_empty()) else { continue };
        if known.iter().any(|one| one == name) {
            return Ok((Workstream::Named { name: name.to_owned(), by }, None));
        }
        return Err(LayoutError::NoWorkstream { name: escape(name), by, known: known.to_vec() });
    }
    let Some(name) = file.map(|text| text.trim_start_matches('\u{feff}').trim()).filter(|name| !name.is_empty()) else {
        return Ok((Workstream::Flat, None));
    };
    if known.iter().any(|one| one == name) {
        return Ok((Workstream::Named { name: name.to_owned(), by: ChosenBy::File }, None));
    }
    let note = format!("{ACTIVE_WORKSTREAM} names `{}`, and there is no such workstream", escape(name));
    Ok((Workstream::Flat, Some(note)))
}

/// True for a name that a workstream may have. Source: GSD's `src/workstream-name-policy.cts`.
fn is_workstream_name(name: &str) -> bool {
    name.starts_with(|c: char| c.is_ascii_alphanumeric())
        && name.chars().all(|c| c.is_ascii_alphanumeric() || matches!(c, '.' | '_' | '-'))
        && !name.contains("..")
}

#[cfg(test)]
pub(super) mod tests {
    use std::collections::BTreeMap;

    use super::*;
    #[cfg(unix)]
    use crate::read::listing::Disk;
    use crate::read::listing::{Entries, Union};

    /// A tree in memory: `a/b.md` is a file, `a/b/` a folder, `a/b@` a link.
    pub(in crate::gsd::read) struct Tree(BTreeMap<RepoPath, Entries>);

    impl Tree {
        pub(in crate::gsd::read) fn of(files: &[&str]) -> Self {
            let mut folders: BTreeMap<RepoPath, Entries> = BTreeMap::new();
            for file in files {
                let kind = match file.chars().last() {
                    Some('/') => EntryKind::Folder,
                    Some('@') => EntryKind::Link,
                    _ => EntryKind::File,
                };
                let path = RepoPath::new(file.trim_end_matches(['/', '@']));
                folders.entry(path.parent()).or_default().insert(path.file_name().to_vec(), kind);
                let mut folder = path.parent();
                while !folder.is_root() {
                    folders.entry(folder.parent()).or_default().insert(folder.file_name().to_vec(), EntryKind::Folder);
                    folder = folder.parent();
                }
            }
            Self(folders)
        }
    }

    impl Listing for Tree {
        fn list(&self, folder: &RepoPath) -> Result<Entries, ListError> {
            Ok(self.0.get(folder).cloned().unwrap_or_default())
        }

        fn link_target(&self, path: &RepoPath) -> Option<String> {
            Some(format!("/elsewhere/{path}"))
        }
    }

    fn find(files: &[&str], start: &str) -> Result<String, String> {
        find_planning(&Tree::of(files), &RepoPath::from(start))
            .map(|path| path.to_string())
            .map_err(|error| error.to_string())
    }

    #[test]
    fn the_nearest_planning_folder_upwards_is_used() {
        let files =
            [".planning/ROADMAP.md", "back/.planning/ROADMAP.md", "back/src/x.rs", ".planning/phases/01-a/x.md"];
        for (start, found) in [
            ("", ".planning"),
            ("back", "back/.planning"),
            ("back/src", "back/.planning"),
            ("other/deep", ".planning"),
            (".planning/phases/01-a", ".planning"),
        ] {
            assert_eq!(find(&files, start).as_deref(), Ok(found), "{start}");
        }
    }

    #[test]
    fn where_there_is_none_those_further_down_are_named() {
        let files =
            ["a/.planning/x", "b/c/.planning/x", "node_modules/d/.planning/x", ".hidden/.planning/x", "e/.planning"];
        assert_eq!(
            find(&files, "").unwrap_err(),
            "no .planning folder in . or above it; further down there is a/.planning, b/c/.planning: name one with --planning"
        );
        assert_eq!(find(&files, "b/z").unwrap_err(), "no .planning folder in b/z or above it");
        let deep = format!("{}.planning/x", "d/".repeat(SEARCH_DEPTH + 1));
        assert_eq!(find(&[&deep], "").unwrap_err(), "no .planning folder in . or above it");
        let reached = format!("{}.planning/x", "d/".repeat(SEARCH_DEPTH));
        assert!(find(&[&reached], "").unwrap_err().contains("further down"));
        let many: Vec<String> = (0..40).map(|at| format!("p{at}/.planning/x")).collect();
        let many: Vec<&str> = many.iter().map(String::as_str).collect();
        let error = find(&many, "").unwrap_err();
        assert_eq!(error.matches(".planning,").count() + 1, SEARCH_FOUND, "{error}");
    }

    #[test]
    fn a_planning_folder_behind_a_link_is_refused_with_the_real_place() {
        let error = find(&[".planning@", "a/x"], "a").unwrap_err();
        assert_eq!(error, ".planning is a link to /elsewhere/.planning");
        let check = |files: &[&str], path: &str| check_planning(&Tree::of(files), &RepoPath::from(path));
        assert!(check(&["docs/plan/x"], "docs/plan").is_ok());
        assert!(matches!(check(&["docs@"], "docs/plan"), Err(LayoutError::Linked { .. })));
        assert!(matches!(check(&["docs/x"], "docs/plan"), Err(LayoutError::NoPlanning { .. })));
        assert!(matches!(check(&["docs/plan"], "docs/plan"), Err(LayoutError::NoPlanning { .. })));
    }

    #[test]
    fn the_flag_comes_before_the_environment_and_that_before_the_file() {
        let known = ["blue".to_owned(), "red".to_owned()];
        let names = [None, Some(""), Some("blue"), Some("red\n"), Some("gone"), Some("../blue")];
        for flag in names {
            for environment in names {
                for file in names {
                    let got = workstream_in_force(&known, flag, environment, file);
                    let asked = [(flag, ChosenBy::Flag), (environment, ChosenBy::Environment), (file, ChosenBy::File)]
                        .into_iter()
                        .find_map(|(name, by)| {
                            name.map(str::trim).filter(|name| !name.is_empty()).map(|name| (name, by))
                        });
                    match (asked, got) {
                        (None, Ok((Workstream::Flat, None))) => {}
                        (Some((name, by)), Ok((Workstream::Named { name: got, by: who }, None))) => {
                            assert_eq!((name, by), (got.as_str(), who));
                            assert!(known.iter().any(|one| one == name));
                        }
                        (Some((name, ChosenBy::File)), Ok((Workstream::Flat, Some(note)))) => {
                            assert!(note.contains(name) && !known.iter().any(|one| one == name));
                        }
                        (Some((name, by)), Err(LayoutError::NoWorkstream { name: got, by: who, known })) => {
                            assert_eq!((name, by), (got.as_str(), who));
                            assert!(by != ChosenBy::File && known == ["blue", "red"]);
                        }
                        (asked, got) => panic!("{asked:?} {got:?}"),
                    }
                }
            }
        }
        let error = workstream_in_force(&[], Some("x"), None, None).unwrap_err().to_string();
        assert_eq!(error, "no workstream `x` (asked for by --ws); there is none");
    }

    #[test]
    fn only_folders_with_a_proper_name_are_workstreams() {
        let tree = Tree::of(&[
            ".planning/workstreams/blue/x",
            ".planning/workstreams/b.2_x-Y/x",
            ".planning/workstreams/-bad/x",
            ".planning/workstreams/a..b/x",
            ".planning/workstreams/a b/x",
            ".planning/workstreams/file.md",
            ".planning/workstreams/link@",
        ]);
        assert_eq!(workstreams(&tree, &RepoPath::from(".planning")).unwrap(), ["b.2_x-Y", "blue"]);
        assert_eq!(workstreams(&Tree::of(&[]), &RepoPath::from(".planning")).unwrap(), Vec::<String>::new());
        let told = passed_over(&tree, &RepoPath::from(".planning")).unwrap();
        let told: Vec<&str> = told.iter().filter_map(|line| line.split(" is ").next()).collect();
        assert_eq!(told, ["-bad", "a b", "a..b", "link"].map(|name| format!(".planning/workstreams/{name}")));
        assert_eq!(passed_over(&Tree::of(&[".planning/x"]), &RepoPath::from(".planning")).unwrap(), [] as [&str; 0]);
    }

    #[cfg(unix)]
    #[test]
    fn the_disk_lists_names_and_follows_no_link_out_of_the_root() {
        use std::os::unix::fs::symlink;
        let place = tempfile::tempdir().unwrap();
        let root = place.path().join("root");
        fs_err::create_dir_all(root.join("a/b")).unwrap();
        fs_err::create_dir_all(place.path().join("out/.planning")).unwrap();
        fs_err::write(root.join("a/file"), b"x").unwrap();
        symlink("../../out", root.join("a/out")).unwrap();
        symlink("b", root.join("a/in")).unwrap();
        symlink("../out/.planning", root.join(".planning")).unwrap();
        let disk = Disk::below(&root);
        let list = |path: &str| -> Vec<String> {
            let entries = disk.list(&RepoPath::from(path)).unwrap();
            entries.iter().map(|(name, kind)| format!("{} {kind:?}", name.escape_ascii())).collect()
        };
        assert_eq!(list("a"), ["b Folder", "file File", "in Link", "out Link"]);
        for path in ["a/out", "a/file", "missing", "..", "a/../a"] {
            assert_eq!(list(path), Vec::<String>::new(), "{path}");
        }
        let error = find_planning(&disk, &RepoPath::from("a")).unwrap_err().to_string();
        assert!(error.starts_with(".planning is a link to ") && error.contains("out/.planning"), "{error}");
    }

    #[test]
    fn of_two_trees_the_more_telling_kind_counts() {
        let kinds = |one: &str, other: &str| {
            let union = Union(Tree::of(&[one]), Tree::of(&[other]));
            union.list(&RepoPath::default()).unwrap().values().copied().collect::<Vec<_>>()
        };
        assert_eq!(kinds("a", "a/"), [EntryKind::Folder]);
        assert_eq!(kinds("a@", "a/"), [EntryKind::Link]);
        assert_eq!(kinds("a", "a"), [EntryKind::File]);
        assert_eq!(kinds("a", "b@"), [EntryKind::File, EntryKind::Link]);
    }

    #[test]
    fn only_so_many_folders_are_searched() {
        let found = |folders: usize| {
            // The folders of one level come in their order, so that the last is the one that holds it.
            let mut files: Vec<String> = (0..folders).map(|at| format!("{at:05}/")).collect();
            files.push("z/.planning/".to_owned());
            let files: Vec<&str> = files.iter().map(String::as_str).collect();
            planning_below(&Tree::of(&files), &RepoPath::default()).len()
        };
        // The start and the folder that holds it count too.
        assert_eq!((found(SEARCH_FOLDERS - 2), found(SEARCH_FOLDERS - 1)), (1, 0));
    }
}
