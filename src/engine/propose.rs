//! Proposes a surface map for a tree of files: which of the usual surfaces a project has, and the globs that somebody who knows
//! it would write by hand.
//!
//! A name that speaks for a surface (a [`Sign`]) makes evidence of a folder or a file; globs are then fitted to the evidence:
//! few, each at the level where the name stands, and none that takes much else with it. What is proposed depends on the names
//! in the tree alone.

pub mod aside;
pub mod compare;
pub mod coverage;
mod evidence;
mod fit;
mod name;
pub mod raise;
pub mod report;
pub mod sign;
pub mod signs;
pub mod tree;

use std::collections::BTreeSet;

use self::evidence::evidence;
use self::fit::fit;
pub use self::fit::{Fitted, FittedGlobs};
pub use self::sign::{Counts, Form, Holds, Sign, Starter, Vocabulary};
pub use self::tree::Tree;
use super::glob::{Glob, dead};
use super::path::RepoPath;
use super::surface::{Surface, SurfaceMap};

/// The most globs that a surface is proposed with.
const MOST: usize = 8;

/// The same for a pinned one, where what is left out is left unguarded.
const MOST_PINNED: usize = 20;

/// What is proposed for one of the usual surfaces.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Proposed {
    /// The surface.
    pub starter: &'static Starter,
    /// Its globs; none where nothing in the tree speaks for it.
    pub fitted: FittedGlobs,
    /// The globs of the starting map that match nothing in this tree.
    pub dead: Vec<&'static str>,
    /// The gates that it asks for.
    pub gates: Vec<String>,
    /// Gates that would suit it, and whose artifact no phase has.
    pub without: Vec<&'static str>,
}

impl Proposed {
    /// True where something in the tree speaks for it.
    pub fn is_there(&self) -> bool {
        !self.fitted.globs.is_empty()
    }
}

/// Proposes a map for the tree. `own_gates` are the gates whose artifact phases of the project have.
pub fn propose(tree: &Tree, words: &Vocabulary, own_gates: &BTreeSet<String>) -> Vec<Proposed> {
    let mut is_kept = vec![false; tree.files.len()];
    let mut proposed: Vec<Option<FittedGlobs>> = vec![None; words.starters.len()];
    // Those that keep their files come first: the others leave them alone.
    let mut order: Vec<usize> = (0..words.starters.len()).collect();
    order.sort_by_key(|at| words.starters.get(*at).is_some_and(|starter| !starter.keeps));
    for at in order {
        let (Some(starter), Some(slot)) = (words.starters.get(at), proposed.get_mut(at)) else { continue };
        let found = evidence(tree, starter, words, &is_kept);
        let is_alone = found.roots.iter().map(|root| root.sign).chain(found.singles.iter().map(|single| single.sign));
        if is_alone.clone().all(|sign| sign.beside) {
            continue;
        }
        if starter.keeps {
            for root in found.roots.iter().filter(|root| !root.sign.mixed) {
                for place in tree.below(&root.path) {
                    if let Some(kept) = is_kept.get_mut(place) {
                        *kept = true;
                    }
                }
            }
        }
        *slot = Some(fit(tree, &found, words, if starter.pinned { MOST_PINNED } else { MOST }));
    }
    let made = words.starters.iter().zip(proposed).map(|(starter, fitted)| {
        let (own, without): (Vec<&'static str>, Vec<&'static str>) =
            starter.own_gates.iter().copied().partition(|gate| own_gates.contains(*gate));
        Proposed {
            starter,
            fitted: fitted.unwrap_or_default(),
            dead: dead_of(tree, starter.globs),
            gates: starter.gates.iter().copied().chain(own).map(str::to_owned).collect(),
            without,
        }
    });
    made.collect()
}

fn dead_of(tree: &Tree, written: &[&'static str]) -> Vec<&'static str> {
    let globs: Vec<(&'static str, Glob)> =
        written.iter().filter_map(|written| Some((*written, Glob::parse(written).ok()?))).collect();
    let files: Vec<RepoPath> = tree.files.iter().map(|file| RepoPath::from(file.path.as_str())).collect();
    let read: Vec<&Glob> = globs.iter().map(|(_, glob)| glob).collect();
    dead(&read, &RepoPath::default(), &files, []).into_iter().filter_map(|at| Some(globs.get(at)?.0)).collect()
}

/// The map of what is proposed.
pub fn map_of(proposed: &[Proposed]) -> SurfaceMap {
    let surface = |one: &Proposed| Surface {
        name: one.starter.name.to_owned(),
        lists: vec![one.fitted.globs.iter().filter_map(|fitted| Glob::parse(&fitted.glob).ok()).collect()],
        gates: one.gates.clone(),
        pinned: one.starter.pinned,
        destructive_pins_depth: one.starter.destructive_pins_depth,
        depth_floor: None,
        keywords: Vec::new(),
        was: Vec::new(),
        line: 0,
    };
    SurfaceMap { surfaces: proposed.iter().filter(|one| one.is_there()).map(surface).collect() }
}
