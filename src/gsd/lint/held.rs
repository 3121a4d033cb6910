//! The locks of a phase as the rules of `lint` look at them, as plain values.

use std::collections::BTreeMap;

use crate::engine::lock::{Block, Found, Held, Joined, LockedSurface};
use crate::engine::object::Oid;
use crate::engine::path::RepoPath;
use crate::engine::surface::SurfaceMap;

/// The locks of a phase. Nothing in a project without a surface map.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Locks {
    /// The documents that may hold one, as they lie now.
    pub documents: Vec<Document>,
    /// Every committed version of such a document that holds one, oldest first.
    pub versions: Vec<Version>,
    /// Every lock of the phase's life as one, with what the work tree adds.
    pub joined: Joined,
    /// What the committed locks of the phase's life ask for: the work tree can raise it and takes nothing from it.
    pub ever: Held,
    /// What HEAD's locks ask for.
    pub in_head: Held,
    /// The commits that left less of a lock than a parent of theirs held, newest first. They are looked for where HEAD asks for
    /// less than the life.
    pub turns: Vec<Turn>,
}

/// A document that may hold a lock.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Document {
    /// Its path.
    pub path: RepoPath,
    /// Its text.
    pub text: String,
    /// The locks in it.
    pub found: Found,
    /// Lines that would begin a lock of this phase if they stood at the first column outside of code.
    pub quoted: Vec<usize>,
}

/// A committed version of a document.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Version {
    /// The document.
    pub path: RepoPath,
    /// The commit that wrote it.
    pub commit: Oid,
    /// Its locks.
    pub blocks: Vec<Block>,
    /// True where an execute commit of the phase came before it.
    pub executing: bool,
}

/// A lock that the base of a range has in a phase's folder, and its end no more.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Lost {
    /// The phase.
    pub phase: String,
    /// The document that held it.
    pub path: RepoPath,
    /// The commit that took it away; none where none of the range did so under that path.
    pub commit: Option<Oid>,
    /// True where that is a merge.
    pub is_merge: bool,
    /// True where the end has nothing in the folder of the phase.
    pub is_folder_gone: bool,
    /// The lock, as the base has it.
    pub blocks: Vec<Block>,
}

/// A commit, what one of its parents held, and what it holds itself.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Turn {
    /// The commit.
    pub commit: Oid,
    /// True for a merge.
    pub is_merge: bool,
    /// What the parent held.
    pub before: Held,
    /// What it holds.
    pub after: Held,
}

/// What is held under the names that the map has now; a surface that it no longer has keeps its own.
pub fn renamed(held: &Held, map: &SurfaceMap) -> Held {
    let rename = |all: &BTreeMap<String, LockedSurface>| {
        let mut named: BTreeMap<String, LockedSurface> = BTreeMap::new();
        for (name, surface) in all {
            let heirs = heirs(map, name);
            let names = if heirs.is_empty() { vec![name.as_str()] } else { heirs };
            for name in names {
                named.entry(name.to_owned()).or_default().absorb(surface);
            }
        }
        named
    };
    Held { surfaces: rename(&held.surfaces), assumed: rename(&held.assumed), depth: held.depth }
}

/// The surfaces of the map that a lock means by a name; none where the map no longer has it.
pub fn heirs<'m>(map: &'m SurfaceMap, name: &str) -> Vec<&'m str> {
    match map.get(name) {
        Some(surface) => vec![&surface.name],
        None => map.surfaces.iter().filter(|one| one.is_called(name)).map(|one| one.name.as_str()).collect(),
    }
}
