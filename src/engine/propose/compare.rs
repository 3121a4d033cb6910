//! Compares a map that a project has with the one that would be proposed.

use super::{Proposed, Tree};
use crate::engine::activate::CompiledMap;
use crate::engine::glob::{Glob, dead};
use crate::engine::path::RepoPath;
use crate::engine::surface::Surface;

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

/// The files of a whole repository: a map may name some that nothing is proposed for.
#[derive(Debug, Clone, Copy)]
pub struct All<'a> {
    /// All of them.
    pub files: &'a [RepoPath],
    /// The submodules among them.
    pub submodules: &'a [RepoPath],
}

/// Compares them; `base` is the folder that the tree's paths begin in.
pub fn compare(tree: &Tree, all: All<'_>, map: &CompiledMap, proposed: &[Proposed], base: &RepoPath) -> Comparison {
    let of_map: Vec<(&Surface, &Glob)> =
        map.map().surfaces.iter().flat_map(|surface| surface.globs().map(move |glob| (surface, glob))).collect();
    let globs: Vec<&Glob> = of_map.iter().map(|(_, glob)| *glob).collect();
    let dead = dead(&globs, base, all.files, all.submodules).into_iter().filter_map(|at| of_map.get(at));
    let dead = dead.map(|(surface, glob)| Dead { surface: surface.name.clone(), glob: glob.written().to_owned() });
    let mut comparison = Comparison { dead: dead.collect(), lacking: Vec::new() };
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
