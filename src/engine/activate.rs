//! Which surfaces a phase touches: active, assumed, or inactive, each with its reason.
//!
//! Whatever should answer and cannot is assumed, so that no gate is left out for want of evidence; and whatever is inactive says
//! what was looked at.

mod reason;
#[cfg(test)]
mod tests;

use std::collections::{BTreeMap, BTreeSet};

pub use self::reason::{Match, Reason, State, SurfaceStanding};
use super::glob::{Glob, Matcher, Pattern, TooLarge};
use super::path::RepoPath;
use super::surface::{Surface, SurfaceMap};
use super::touched::{Paths, Place, Source, Strength, Touched, Unplaceable};

/// How far a phase has come, as far as its paths can be known.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Stage {
    /// Before its specification: nothing need name a path yet, so prose is enough for a rough set.
    Rough,
    /// From the specification on: paths should be declared.
    Exact,
    /// From the first commit that carries the phase out on: nothing assumed is dropped.
    Executing,
}

/// What is known about the paths beside the paths themselves.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Knowledge {
    /// How far the phase has come.
    pub stage: Stage,
    /// What should declare paths and does not, or cannot be read: a plan's name, with what it lacks.
    pub silent: Vec<String>,
    /// Why history cannot be seen whole.
    pub history_cut: Option<String>,
    /// The surfaces that a lock or an earlier reading assumed.
    pub held: BTreeSet<String>,
    /// Changed repositories inside this one that were not looked into: anything below them may have changed.
    pub unread: Vec<RepoPath>,
}

impl Knowledge {
    /// A phase at `stage` of which everything can be read.
    pub fn at(stage: Stage) -> Self {
        Self { stage, silent: Vec::new(), history_cut: None, held: BTreeSet::new(), unread: Vec::new() }
    }
}

/// What prose says of a surface without naming a path.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub struct Mention {
    /// The surface.
    pub surface: String,
    /// What was said.
    pub what: Said,
    /// Where.
    pub place: Place,
}

/// What was said of a surface.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub enum Said {
    /// One of its keywords.
    Keyword(String),
    /// An explicit line says yes.
    Yes(&'static str),
    /// An explicit line says no. It silences the prose, of a surface that is not pinned; it silences no declared or real path.
    No(&'static str),
}

/// A map whose globs are compiled.
#[derive(Debug, Clone)]
pub struct CompiledMap {
    map: SurfaceMap,
    project: RepoPath,
    matcher: Matcher,
    /// For every compiled glob its surface, its list and its place in that.
    places: Vec<(usize, usize, usize)>,
}

impl CompiledMap {
    /// Compiles a map; `project` is the folder that holds the planning folder.
    ///
    /// # Errors
    /// The globs together are too large.
    pub fn new(map: SurfaceMap, project: RepoPath) -> Result<Self, TooLarge> {
        let mut places = Vec::new();
        let mut globs = Vec::new();
        for (surface, of) in map.surfaces.iter().enumerate() {
            for (list, of) in of.lists.iter().enumerate() {
                for (at, glob) in of.iter().enumerate() {
                    places.push((surface, list, at));
                    globs.push(glob);
                }
            }
        }
        let matcher = Matcher::new(&globs, &project)?;
        Ok(Self { map, project, matcher, places })
    }

    /// The map.
    pub fn map(&self) -> &SurfaceMap {
        &self.map
    }

    /// The surfaces that a path belongs to, each with the first glob that says so.
    pub fn of_path(&self, path: &RepoPath) -> Vec<(&Surface, &Glob)> {
        let mut lists: BTreeMap<(usize, usize), Vec<&Glob>> = BTreeMap::new();
        for at in self.matcher.matching(path) {
            let Some((surface, list, glob)) = self.places.get(at) else { continue };
            let glob = self.map.surfaces.get(*surface).and_then(|of| of.lists.get(*list)?.get(*glob));
            lists.entry((*surface, *list)).or_default().extend(glob);
        }
        let mut found: BTreeMap<usize, &Glob> = BTreeMap::new();
        for ((surface, _), globs) in lists {
            if let Some(first) = globs.first().filter(|_| !globs.iter().any(|glob| glob.is_negated())) {
                found.entry(surface).or_insert(first);
            }
        }
        found.into_iter().filter_map(|(surface, glob)| Some((self.map.surfaces.get(surface)?, glob))).collect()
    }

    /// The surfaces that something touched may belong to.
    pub fn of_touched(&self, touched: &Touched) -> Vec<(&Surface, &Glob)> {
        if touched.is_one_path() {
            return self.of_path(&touched.path);
        }
        let reaches = touched.patterns();
        let first = |list: &Vec<Glob>| reaches.iter().find_map(|reach| self.first_meeting(list, reach));
        let mut found = Vec::new();
        for surface in &self.map.surfaces {
            let glob = surface.lists.iter().find_map(|list| list.get(first(list)?));
            found.extend(glob.map(|glob| (surface, glob)));
        }
        found
    }

    /// The place of the first glob of a list that may match what `reach` stands for; none where a `!` takes all of that away.
    fn first_meeting(&self, list: &[Glob], reach: &Pattern) -> Option<usize> {
        let takes_all = |glob: &Glob| glob.is_negated() && glob.covers(&reach.base(), &self.project);
        if list.iter().any(takes_all) {
            return None;
        }
        list.iter().position(|glob| !glob.is_negated() && glob.meets(reach, &self.project))
    }

    /// The state of every surface, in the order of the map.
    pub fn activate(&self, paths: &Paths, mentions: &[Mention], knowledge: &Knowledge) -> Vec<SurfaceStanding> {
        let mut matches: BTreeMap<&str, BTreeMap<(RepoPath, String), Source>> = BTreeMap::new();
        for touched in paths.iter() {
            for (surface, glob) in self.of_touched(touched) {
                let key = (touched.path.clone(), glob.written().to_owned());
                let known = matches.entry(&surface.name).or_default().entry(key);
                let known = known.or_insert_with(|| touched.source.clone());
                if *known < touched.source {
                    *known = touched.source.clone();
                }
            }
        }
        let mut unread: BTreeMap<&str, &RepoPath> = BTreeMap::new();
        for folder in &knowledge.unread {
            for (surface, _) in self.of_touched(&Touched::gitlink(folder.clone(), Source::WorkTree)) {
                unread.entry(&surface.name).or_insert(folder);
            }
        }
        let evidence = Evidence {
            declared: paths.count(Strength::Declared),
            real: paths.count(Strength::Real),
            unplaceable: paths.unplaceable().cloned().collect(),
            mentions,
            knowledge,
            unread,
        };
        let standing = |surface: &Surface| {
            let found = matches.remove(surface.name.as_str()).unwrap_or_default();
            let found = found.into_iter().map(|((path, glob), source)| Match { path, glob, source }).collect();
            evidence.standing(surface, found)
        };
        self.map.surfaces.iter().map(standing).collect()
    }
}

/// What all surfaces of a phase are judged by.
struct Evidence<'e> {
    declared: usize,
    real: usize,
    unplaceable: Vec<Unplaceable>,
    mentions: &'e [Mention],
    knowledge: &'e Knowledge,
    /// The surfaces that may match below a repository that was not looked into.
    unread: BTreeMap<&'e str, &'e RepoPath>,
}

impl Evidence<'_> {
    fn standing(&self, surface: &Surface, mut matches: Vec<Match>) -> SurfaceStanding {
        let said = |mention: &&Mention| surface.is_called(&mention.surface);
        let denied = self.mentions.iter().filter(said).find(|mention| matches!(mention.what, Said::No(_)));
        let denied = denied.filter(|_| !surface.pinned).map(|mention| mention.place.clone());
        if denied.is_some() {
            matches.retain(|found| found.source.strength() > Strength::Mentioned);
        }
        let spoken = self.mentions.iter().filter(said).find(|mention| match mention.what {
            Said::Keyword(_) => denied.is_none(),
            Said::Yes(_) => true,
            Said::No(_) => false,
        });
        let strongest = matches.iter().map(|found| found.source.strength()).max();
        let (state, reason) = match (strongest, spoken) {
            (Some(strength), _) => (State::Active, Reason::Matched(strength)),
            (None, Some(mention)) if !self.is_answered() => {
                (State::Active, Reason::Said(mention.what.clone(), mention.place.clone()))
            }
            _ => match self.assumption(surface) {
                Some(reason) => (State::Assumed, reason),
                None => (State::Inactive, self.skip(surface, denied)),
            },
        };
        SurfaceStanding {
            name: surface.name.clone(),
            state,
            pinned: surface.pinned,
            gates: surface.gates.clone(),
            reason,
            matches,
        }
    }

    /// True where paths answer in place of words. What commits changed before the phase is carried out adds to what it touches, and
    /// stands for no declaration.
    fn is_answered(&self) -> bool {
        self.declared > 0 || self.knowledge.stage == Stage::Executing && self.real > 0
    }

    /// Why a surface that nothing speaks for has to be assumed.
    fn assumption(&self, surface: &Surface) -> Option<Reason> {
        let Knowledge { stage, silent, history_cut, held, unread: _ } = self.knowledge;
        if !self.unplaceable.is_empty() {
            return Some(Reason::Unplaceable(self.unplaceable.clone()));
        }
        if let Some(why) = history_cut {
            return Some(Reason::HistoryCut(why.clone()));
        }
        if *stage == Stage::Rough {
            return None;
        }
        if !silent.is_empty() {
            return Some(Reason::Silent(silent.clone()));
        }
        if let Some(folder) = self.unread.get(surface.name.as_str()).filter(|_| surface.pinned) {
            return Some(Reason::Unread((*folder).clone()));
        }
        // Commits do not answer for a declaration that was never made.
        if self.declared == 0 {
            return Some(Reason::NothingDeclared);
        }
        // What they show came after the assumption, and from then on it stays.
        (*stage == Stage::Executing && held.iter().any(|name| surface.is_called(name))).then_some(Reason::Held)
    }

    fn skip(&self, surface: &Surface, denied: Option<Place>) -> Reason {
        let (declared, real) = (self.declared, self.real);
        if declared + real == 0 {
            return Reason::Unmentioned { denied };
        }
        Reason::NoMatch { declared, real, globs: surface.globs().count(), denied }
    }
}
