//! Finds planning folders, workstreams and the folders that hold phases.
//!
//! What is there is asked of a [`Listing`]: the disk, HEAD's tree, or both together, so that a folder deleted from the work
//! tree is found as well as one that was never committed. Links are named and never followed.
//!
//! Source: GSD's `docs/reference/planning-artifacts.md` and `references/workstream-flag.md`; the drift of archives is that of
//! public projects.

use std::collections::BTreeMap;
use std::path::PathBuf;

use crate::engine::escape::escape;
use crate::engine::failure::Failure;
use crate::engine::path::RepoPath;
use crate::read::confined::{self, ConfinedError};

/// The name of a planning folder.
pub const PLANNING: &str = ".planning";

/// What a name in a folder stands for.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum EntryKind {
    /// A folder.
    Folder,
    /// A file (or anything else that is neither folder nor link).
    File,
    /// A symbolic link.
    Link,
}

/// The names in a folder and what they stand for.
pub type Entries = BTreeMap<Vec<u8>, EntryKind>;

/// Tells what a folder holds.
pub trait Listing {
    /// The names in `folder`; none of them when there is no such folder.
    fn list(&self, folder: &RepoPath) -> Result<Entries, LayoutError>;

    /// Where the link at `path` leads, as a reader should see it; none where that is not known.
    fn link_target(&self, path: &RepoPath) -> Option<String>;
}

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
    #[error("{path} is a link to {target}; run this where the folder itself lies, or replace the link by the folder")]
    Linked {
        /// The link, relative to the repository's root.
        path: RepoPath,
        /// Where it leads.
        target: String,
    },
    /// A folder cannot be listed.
    #[error("cannot list {path}: {why}; check its permissions")]
    Unreadable {
        /// The folder, relative to the repository's root.
        path: RepoPath,
        /// What the system said.
        why: String,
    },
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
            LayoutError::NoWorkstream { .. } => Self::usage("no-workstream", text),
            LayoutError::Linked { .. } | LayoutError::Unreadable { .. } => Self::environment("layout", text),
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

/// The disk below the root of a repository.
#[derive(Debug, Clone)]
pub struct Disk {
    /// The repository's root.
    pub root: PathBuf,
}

impl Listing for Disk {
    fn list(&self, folder: &RepoPath) -> Result<Entries, LayoutError> {
        let unreadable = |why: String| LayoutError::Unreadable { path: folder.clone(), why };
        let real = match confined::resolve(&self.root, folder) {
            Ok(Some(real)) if real.is_dir() => real,
            Ok(_) | Err(ConfinedError::Outside { .. } | ConfinedError::BadPath { .. }) => return Ok(Entries::new()),
            Err(error) => return Err(unreadable(error.to_string())),
        };
        let mut entries = Entries::new();
        for entry in fs_err::read_dir(real).map_err(|error| unreadable(error.to_string()))? {
            let entry = entry.map_err(|error| unreadable(error.to_string()))?;
            let kind = entry.file_type().map_err(|error| unreadable(error.to_string()))?;
            let kind = match (kind.is_symlink(), kind.is_dir()) {
                (true, _) => EntryKind::Link,
                (false, true) => EntryKind::Folder,
                (false, false) => EntryKind::File,
            };
            entries.insert(entry.file_name().as_encoded_bytes().to_vec(), kind);
        }
        Ok(entries)
    }

    fn link_target(&self, path: &RepoPath) -> Option<String> {
        let link = confined::join(&self.root, path)?;
        let real = link.canonicalize().or_else(|_| fs_err::read_link(&link)).ok()?;
        Some(escape(&real.to_string_lossy()))
    }
}

/// Two listings together: a name that either has. A link in one is a link; a folder in one is a folder.
#[derive(Debug, Clone)]
pub struct Union<A, B>(pub A, pub B);

impl<A: Listing, B: Listing> Listing for Union<A, B> {
    fn list(&self, folder: &RepoPath) -> Result<Entries, LayoutError> {
        let mut entries = self.0.list(folder)?;
        for (name, kind) in self.1.list(folder)? {
            let rank = |kind: EntryKind| match kind {
                EntryKind::File => 0,
                EntryKind::Folder => 1,
                EntryKind::Link => 2,
            };
            let known = entries.entry(name).or_insert(kind);
            if rank(kind) > rank(*known) {
                *known = kind;
            }
        }
        Ok(entries)
    }

    fn link_target(&self, path: &RepoPath) -> Option<String> {
        self.0.link_target(path).or_else(|| self.1.link_target(path))
    }
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
    let mut folder = start.clone();
    loop {
        match listing.list(&folder)?.get(PLANNING.as_bytes()) {
            Some(EntryKind::Folder) => return Ok(folder.join(PLANNING)),
            Some(EntryKind::Link) => return Err(linked(listing, folder.join(PLANNING))),
            Some(EntryKind::File) | None if folder.is_root() => break,
            Some(EntryKind::File) | None => folder = folder.parent(),
        }
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

fn linked(listing: &impl Listing, path: RepoPath) -> LayoutError {
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
            Self::File => "active-workstream",
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
    let note = format!("active-workstream names `{}`, and there is no such workstream", escape(name));
    Ok((Workstream::Flat, Some(note)))
}

/// True for a name that a workstream may have. Source: GSD's `src/workstream-name-policy.cts`.
fn is_workstream_name(name: &str) -> bool {
    name.starts_with(|c: char| c.is_ascii_alphanumeric())
        && name.chars().all(|c| c.is_ascii_alphanumeric() || matches!(c, '.' | '_' | '-'))
        && !name.contains("..")
}
