//! The map of surfaces: which paths belong to which domain of a project, and what each domain asks for.

use super::depth::Depth;
use super::glob::{Glob, GlobFault};

/// One domain of a project.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Surface {
    /// Its name.
    pub name: String,
    /// Its globs, a list for each config that defines it. A path belongs to it when one of the lists says so: a glob of the list
    /// matches, and none with a `!` does.
    pub lists: Vec<Vec<Glob>>,
    /// The gates that it asks for, in the order of the config.
    pub gates: Vec<String>,
    /// True where its gates hold at every depth and nothing switches them off.
    pub pinned: bool,
    /// The depth at least, where something destructive lies in it.
    pub destructive_pins_depth: Option<Depth>,
    /// The depth at least, while it is pinned.
    pub depth_floor: Option<Depth>,
    /// Words that speak of it in prose.
    pub keywords: Vec<String>,
    /// Names that it had before.
    pub was: Vec<String>,
    /// Its line in the config, counted from 1.
    pub line: usize,
}

impl Surface {
    /// Every glob, of every list.
    pub fn globs(&self) -> impl Iterator<Item = &Glob> {
        self.lists.iter().flatten()
    }

    /// True for its name and for those that it had before.
    pub fn is_called(&self, name: &str) -> bool {
        self.name == name || self.was.iter().any(|was| was == name)
    }

    /// Takes up all that `other` asks for.
    fn merge(&mut self, other: &Self) {
        union(&mut self.lists, &other.lists);
        union(&mut self.gates, &other.gates);
        union(&mut self.keywords, &other.keywords);
        union(&mut self.was, &other.was);
        self.pinned |= other.pinned;
        self.destructive_pins_depth = self.destructive_pins_depth.max(other.destructive_pins_depth);
        self.depth_floor = self.depth_floor.max(other.depth_floor);
        self.line = other.line;
    }
}

fn union<T: Clone + PartialEq>(all: &mut Vec<T>, more: &[T]) {
    for item in more {
        if !all.contains(item) {
            all.push(item.clone());
        }
    }
}

/// How many globs a surface may have.
const MOST: usize = 1000;

/// What is wrong with the globs of one surface.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum GlobsProblem {
    /// One of them cannot be read.
    #[error(transparent)]
    Glob(#[from] GlobFault),
    /// A `!` on a pinned surface.
    #[error("a pinned surface takes nothing away")]
    NegatedOnPinned,
    /// There are more than anybody writes.
    #[error("it has more than {MOST} globs")]
    TooMany,
    /// There is none.
    #[error("it has no glob, so nothing could ever activate it")]
    None,
    /// Each of them takes away.
    #[error("every glob takes away with `!`, so nothing could ever activate it")]
    OnlyNegated,
}

/// A problem, with the surface and the glob that has it.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("{}: {problem}", place(surface, *index))]
pub struct GlobsFault {
    /// The surface.
    pub surface: String,
    /// The glob's place in its list, from 0; none where the list as a whole is wrong.
    pub index: Option<usize>,
    /// What is wrong.
    pub problem: GlobsProblem,
}

fn place(surface: &str, index: Option<usize>) -> String {
    index.map_or_else(|| format!("{surface}.globs"), |index| format!("{surface}.globs[{index}]"))
}

/// Reads the globs of one surface. One that is wrong makes the whole list wrong: none is ever dropped.
///
/// # Errors
/// Everything that is wrong with them.
pub fn globs(surface: &str, written: &[&str], pinned: bool) -> Result<Vec<Glob>, Vec<GlobsFault>> {
    let fault = |index, problem| GlobsFault { surface: surface.to_owned(), index, problem };
    if written.len() > MOST {
        return Err(vec![fault(None, GlobsProblem::TooMany)]);
    }
    let mut globs = Vec::new();
    let mut faults = Vec::new();
    for (index, text) in written.iter().enumerate() {
        match Glob::parse(text) {
            Err(problem) => faults.push(fault(Some(index), problem.into())),
            Ok(glob) if glob.is_negated() && pinned => faults.push(fault(Some(index), GlobsProblem::NegatedOnPinned)),
            Ok(glob) => globs.push(glob),
        }
    }
    if written.is_empty() {
        faults.push(fault(None, GlobsProblem::None));
    } else if faults.is_empty() && globs.iter().all(Glob::is_negated) {
        faults.push(fault(None, GlobsProblem::OnlyNegated));
    }
    if faults.is_empty() { Ok(globs) } else { Err(faults) }
}

/// The surfaces of a project, in the order of its config.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct SurfaceMap {
    /// Each name once.
    pub surfaces: Vec<Surface>,
}

impl SurfaceMap {
    /// True where there is no surface, which is as good as no map.
    pub fn is_empty(&self) -> bool {
        self.surfaces.is_empty()
    }

    /// The surfaces that a name stands for: the one of that name, else those that had it before.
    pub fn heirs(&self, name: &str) -> Vec<&str> {
        if let Some(surface) = self.get(name) {
            return vec![&surface.name];
        }
        self.surfaces.iter().filter(|surface| surface.is_called(name)).map(|surface| surface.name.as_str()).collect()
    }

    /// The surface of that name.
    pub fn get(&self, name: &str) -> Option<&Surface> {
        self.surfaces.iter().find(|surface| surface.name == name)
    }

    /// Joins HEAD's map with the work tree's, so that an edit that nobody committed can tighten and never loosen: every surface
    /// of either, with the paths, the gates, the pins and the floors of both. One that got a new name is one surface.
    #[must_use]
    pub fn join(&self, worktree: &Self) -> Self {
        let mut joined = Self::default();
        for (map, other) in [(self, worktree), (worktree, self)] {
            for surface in &map.surfaces {
                for name in other.names_of(surface) {
                    joined.take(name, surface);
                }
            }
        }
        joined
    }

    /// What this map calls a surface of another one: the names that it has in its place now, else the surface's own.
    fn names_of<'n>(&'n self, surface: &'n Surface) -> Vec<&'n str> {
        let is_heir = |heir: &&Surface| heir.was.contains(&surface.name);
        let heirs: Vec<&str> = self.surfaces.iter().filter(is_heir).map(|heir| heir.name.as_str()).collect();
        if self.get(&surface.name).is_some() || heirs.is_empty() { vec![&surface.name] } else { heirs }
    }

    fn take(&mut self, name: &str, surface: &Surface) {
        match self.surfaces.iter_mut().find(|known| known.name == name) {
            Some(known) => known.merge(surface),
            None => self.surfaces.push(Surface { name: name.to_owned(), ..surface.clone() }),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn surface(name: &str, list: &[&str]) -> Surface {
        Surface {
            name: name.to_owned(),
            lists: vec![globs(name, list, false).unwrap()],
            gates: vec!["secure".to_owned()],
            pinned: false,
            destructive_pins_depth: None,
            depth_floor: None,
            keywords: Vec::new(),
            was: Vec::new(),
            line: 1,
        }
    }

    fn map<const N: usize>(surfaces: [Surface; N]) -> SurfaceMap {
        SurfaceMap { surfaces: surfaces.into() }
    }

    #[test]
    fn every_wrong_glob_is_named() {
        let faults = globs("pay", &["src/**", "src\\x", "", "!a/**"], true).unwrap_err();
        let shown: Vec<String> = faults.iter().map(ToString::to_string).collect();
        assert_eq!(
            shown,
            [
                "pay.globs[1]: `\\` is no separator and escapes nothing",
                "pay.globs[2]: it is empty",
                "pay.globs[3]: a pinned surface takes nothing away",
            ]
        );
        assert_eq!(globs("pay", &[], true).unwrap_err()[0].problem, GlobsProblem::None);
        assert_eq!(globs("pay", &["a"; 1001], false).unwrap_err()[0].problem, GlobsProblem::TooMany);
        assert_eq!(globs("pay", &["!a"], false).unwrap_err()[0].problem, GlobsProblem::OnlyNegated);
        assert_eq!(globs("pay", &["!a", "a/**"], false).unwrap().len(), 2);
    }

    #[test]
    fn a_join_takes_the_stricter_of_everything() {
        let head = Surface {
            pinned: true,
            depth_floor: Some(Depth::Deep),
            gates: vec!["secure".to_owned(), "validate".to_owned()],
            keywords: vec!["money".to_owned()],
            ..surface("pay", &["src/pay/**"])
        };
        let tree = Surface {
            destructive_pins_depth: Some(Depth::Deep),
            depth_floor: Some(Depth::Shallow),
            gates: vec!["full-uat".to_owned(), "secure".to_owned()],
            line: 9,
            ..surface("pay", &["src/pay/**", "!src/pay/docs/**"])
        };
        let joined = map([head.clone(), surface("ui", &["web/**"])]).join(&map([surface("ai", &["llm/**"]), tree]));
        let names: Vec<&str> = joined.surfaces.iter().map(|surface| surface.name.as_str()).collect();
        assert_eq!(names, ["pay", "ui", "ai"]);
        let pay = joined.get("pay").unwrap();
        assert_eq!(
            (pay.pinned, pay.depth_floor, pay.destructive_pins_depth),
            (true, Some(Depth::Deep), Some(Depth::Deep))
        );
        assert_eq!(pay.gates, ["secure", "validate", "full-uat"]);
        assert_eq!((pay.lists.len(), pay.keywords.len(), pay.line), (2, 1, 9));
        assert_eq!(map([head.clone()]).join(&map([head.clone()])), map([head.clone()]));
        assert_eq!(map([head.clone()]).join(&SurfaceMap::default()), map([head]));
    }

    #[test]
    fn a_new_name_is_the_same_surface() {
        let old = Surface { pinned: true, ..surface("pay", &["src/pay/**"]) };
        let new = Surface { was: vec!["pay".to_owned()], ..surface("payments", &["src/payments/**"]) };
        for joined in [map([old.clone()]).join(&map([new.clone()])), map([new.clone()]).join(&map([old.clone()]))] {
            assert_eq!(joined.surfaces.len(), 1);
            let surface = joined.get("payments").unwrap();
            assert!(surface.pinned && surface.is_called("pay") && surface.globs().count() == 2);
        }
        // A part that split off leaves the old name where it is.
        let parted = map([surface("pay", &["src/pay/**"]), new]);
        assert_eq!(map([old]).join(&parted).surfaces.len(), 2);
    }

    #[test]
    fn a_map_without_surfaces_is_none() {
        assert!(SurfaceMap::default().is_empty());
        assert!(!SurfaceMap { surfaces: vec![surface("a", &["a/**"])] }.is_empty());
    }
}
