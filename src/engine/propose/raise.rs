//! Adds what is proposed to a map that a project has: nothing that it guards is taken away.

use super::compare::{All, Comparison, compare};
use super::{Proposed, Tree, map_of};
use crate::engine::activate::CompiledMap;
use crate::engine::depth::Depth;
use crate::engine::glob::{Glob, Matcher};
use crate::engine::path::RepoPath;
use crate::engine::surface::{Surface, SurfaceMap};

/// The map that is there with every surface, glob, gate, pin and floor that it has, and what is proposed besides: surfaces that it
/// lacks, and globs, gates, pins and floors of those that it has. `base` is the folder that the tree's paths begin in.
pub fn raised(tree: &Tree, there: &SurfaceMap, proposed: &[Proposed], base: &RepoPath) -> SurfaceMap {
    let mut raised = there.clone();
    for new in map_of(proposed).surfaces {
        match raised.surfaces.iter_mut().find(|known| known.is_called(&new.name)) {
            Some(known) => raise(tree, known, &new, base),
            None => raised.surfaces.push(new),
        }
    }
    raised
}

fn raise(tree: &Tree, known: &mut Surface, new: &Surface, base: &RepoPath) {
    let takes_away = known.globs().any(Glob::is_negated);
    // A `!` of the proposal could take away what the map covers; one that is there stands, and then nothing may be pinned.
    let more: Vec<Glob> =
        new.globs().filter(|glob| !glob.is_negated() && adds(tree, known, glob, base)).cloned().collect();
    match known.lists.first_mut() {
        Some(list) => list.extend(more),
        None => known.lists.push(more),
    }
    for gate in &new.gates {
        if !known.gates.contains(gate) {
            known.gates.push(gate.clone());
        }
    }
    known.pinned |= new.pinned && !takes_away;
    known.destructive_pins_depth = known.destructive_pins_depth.max(new.destructive_pins_depth);
    known.depth_floor = known.depth_floor.max(new.depth_floor);
}

/// True where the glob matches a file that no glob of the surface does.
fn adds(tree: &Tree, known: &Surface, glob: &Glob, base: &RepoPath) -> bool {
    let there: Vec<&Glob> = known.globs().filter(|glob| !glob.is_negated()).collect();
    let (Ok(new), Ok(old)) = (Matcher::new(&[glob], base), Matcher::new(&there, base)) else { return false };
    tree.files
        .iter()
        .map(|file| base.join(&file.path))
        .any(|path| !new.matching(&path).is_empty() && old.matching(&path).is_empty())
}

/// What `raised` holds beyond `there`, surface by surface, e.g. `payments (1 glob, 2 gates)`.
pub fn added(there: &SurfaceMap, raised: &SurfaceMap) -> Vec<String> {
    let of = |surface: &Surface| {
        let Some(known) = there.surfaces.iter().find(|known| known.is_called(&surface.name)) else {
            return Some(format!("{} (new)", surface.name));
        };
        let counted = |more: usize, what: &str| match more {
            0 => None,
            1 => Some(format!("1 {what}")),
            more => Some(format!("{more} {what}s")),
        };
        let settings = [
            (known.pinned != surface.pinned, "pinned"),
            (known.destructive_pins_depth != surface.destructive_pins_depth, "destructive_pins_depth"),
            (known.depth_floor != surface.depth_floor, "depth_floor"),
        ];
        let more = [
            counted(surface.globs().count().saturating_sub(known.globs().count()), "glob"),
            counted(surface.gates.len().saturating_sub(known.gates.len()), "gate"),
        ];
        let settings = settings.into_iter().filter(|(differs, _)| *differs).map(|(_, name)| name.to_owned());
        let more: Vec<String> = more.into_iter().flatten().chain(settings).collect();
        (!more.is_empty()).then(|| format!("{} ({})", surface.name, more.join(", ")))
    };
    raised.surfaces.iter().filter_map(of).collect()
}

/// One setting of a surface that a map has and the proposal has otherwise.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Differs {
    /// The surface.
    pub surface: String,
    /// The setting, as the config spells it; `surface` where the map alone has the surface.
    pub field: &'static str,
    /// What the map has; none where it has nothing.
    pub there: Option<String>,
    /// What is proposed; none where nothing is.
    pub proposed: Option<String>,
}

/// Compares them in everything: paths as [`compare`] does, and each setting of each surface.
pub fn differences(
    tree: &Tree,
    all: All<'_>,
    there: &CompiledMap,
    proposed: &[Proposed],
    base: &RepoPath,
) -> (Comparison, Vec<Differs>) {
    let new = map_of(proposed);
    let mut differs = Vec::new();
    for surface in &there.map().surfaces {
        match new.surfaces.iter().find(|new| surface.is_called(&new.name)) {
            Some(new) => settings(&mut differs, surface, new),
            None => differs.push(Differs {
                surface: surface.name.clone(),
                field: "surface",
                there: Some(surface.name.clone()),
                proposed: None,
            }),
        }
    }
    (compare(tree, all, there, proposed, base), differs)
}

fn settings(differs: &mut Vec<Differs>, there: &Surface, new: &Surface) {
    let globs = |surface: &Surface| surface.globs().map(|glob| glob.written().to_owned()).collect::<Vec<_>>();
    let word = |depth: Option<Depth>| depth.map(|depth| depth.word().to_owned());
    let all = |words: &[String]| (!words.is_empty()).then(|| words.join(", "));
    let each = |of: &dyn Fn(&Surface) -> Option<String>| (of(there), of(new));
    let fields = [
        ("globs", only(&globs(there), &globs(new))),
        ("gates", only(&there.gates, &new.gates)),
        ("pinned", each(&|surface| Some(surface.pinned.to_string()))),
        ("destructive_pins_depth", each(&|surface| word(surface.destructive_pins_depth))),
        ("depth_floor", each(&|surface| word(surface.depth_floor))),
        ("keywords", each(&|surface| all(&surface.keywords))),
        ("was", each(&|surface| all(&surface.was))),
    ];
    for (field, (old, proposed)) in fields.into_iter().filter(|(_, (old, proposed))| old != proposed) {
        differs.push(Differs { surface: there.name.clone(), field, there: old, proposed });
    }
}

/// What one of two lists has and the other has not.
fn only(there: &[String], new: &[String]) -> (Option<String>, Option<String>) {
    let of = |one: &[String], other: &[String]| {
        let words: Vec<&str> = one.iter().filter(|word| !other.contains(word)).map(String::as_str).collect();
        (!words.is_empty()).then(|| words.join(", "))
    };
    (of(there, new), of(new, there))
}

#[cfg(test)]
mod tests;
