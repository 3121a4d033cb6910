//! Compares a map that a project has with the one that would be proposed.

use super::{Proposed, Tree};
use crate::engine::activate::CompiledMap;
use crate::engine::glob::{Glob, Matcher};
use crate::engine::path::RepoPath;

/// What a map lacks, and what in it is dead.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Comparison {
    /// Globs that match nothing.
    pub dead: Vec<Dead>,
    /// What would be added.
    pub lacking: Vec<Lacking>,
}

/// A glob that matches nothing.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Dead {
    /// The surface.
    pub surface: String,
    /// The glob.
    pub glob: String,
}

/// A glob that a surface lacks.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Lacking {
    /// The surface.
    pub surface: String,
    /// True where the map has no such surface.
    pub is_new: bool,
    /// The glob.
    pub glob: String,
    /// How many source files it matches that the surface does not; of a surface that the map lacks, those that none has.
    pub files: usize,
}

/// Compares them; `base` is the folder that the tree's paths begin in.
pub fn compare(tree: &Tree, map: &CompiledMap, proposed: &[Proposed], base: &RepoPath) -> Comparison {
    let mut comparison = Comparison::default();
    for surface in &map.map().surfaces {
        for glob in surface.globs().filter(|glob| is_dead(tree, glob, base)) {
            comparison.dead.push(Dead { surface: surface.name.clone(), glob: glob.written().to_owned() });
        }
    }
    for one in proposed.iter().filter(|one| one.is_there()) {
        let name = one.starter.name;
        let known = map.map().surfaces.iter().find(|surface| surface.is_called(name));
        for fitted in one.fitted.globs.iter().filter(|fitted| !fitted.glob.starts_with('!')) {
            let is_lacking = |place: &&usize| {
                let of = map.of_path(&base.join(tree.path(**place)));
                tree.is_source(**place)
                    && match known {
                        Some(known) => !of.iter().any(|(surface, _)| surface.name == known.name),
                        None => of.is_empty(),
                    }
            };
            let files = fitted.files.iter().filter(is_lacking).count();
            if files > 0 {
                let surface = known.map_or(name, |known| known.name.as_str()).to_owned();
                let glob = fitted.glob.clone();
                comparison.lacking.push(Lacking { surface, is_new: known.is_none(), glob, files });
            }
        }
    }
    comparison
}

fn is_dead(tree: &Tree, glob: &Glob, base: &RepoPath) -> bool {
    let matcher = Matcher::new(&[glob], base).ok();
    matcher.is_some_and(|matcher| tree.files.iter().all(|file| matcher.matching(&base.join(&file.path)).is_empty()))
}
