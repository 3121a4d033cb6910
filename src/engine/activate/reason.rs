//! What is concluded about one surface, and why.

use super::Said;
use crate::engine::escape::escape;
use crate::engine::path::RepoPath;
use crate::engine::touched::{Place, Source, Strength, Unplaceable};

/// The state of a surface in a phase.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, serde::Serialize, serde::Deserialize)]
pub enum State {
    /// The phase touches it.
    Active,
    /// Nobody can tell; it is owed like an active one, and is no fact.
    Assumed,
    /// The phase does not touch it: a recorded skip.
    Inactive,
}

impl State {
    /// The word that outputs and locks use.
    pub fn word(self) -> &'static str {
        match self {
            Self::Active => "active",
            Self::Assumed => "assumed",
            Self::Inactive => "inactive",
        }
    }
}

/// Why a surface has its state.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Reason {
    /// Active: paths match, and the strongest source of one is this.
    Matched(Strength),
    /// Active: prose speaks of it, and nothing is declared or real.
    Said(Said, Place),
    /// Assumed: entries name no place, so that they may lie anywhere.
    Unplaceable(Vec<Unplaceable>),
    /// Assumed: history cannot be seen whole.
    HistoryCut(String),
    /// Assumed: these should declare paths and do not.
    Silent(Vec<String>),
    /// Assumed: nothing is declared, and it should be.
    NothingDeclared,
    /// Assumed: it is pinned and may match below this repository, which was not looked into.
    Unread(RepoPath),
    /// Assumed before the phase began to execute, and never dropped since.
    Held,
    /// Inactive: no path matches.
    NoMatch {
        /// How many paths are declared.
        declared: usize,
        /// How many are real.
        real: usize,
        /// How many globs the surface has.
        globs: usize,
        /// The line that silenced its prose.
        denied: Option<Place>,
    },
    /// Inactive in the rough set: neither a path nor a word of prose speaks of it.
    Unmentioned {
        /// The line that silenced its prose.
        denied: Option<Place>,
    },
}

impl Reason {
    /// The reason in words, for a reader and for a lock.
    pub fn words(&self) -> String {
        match self {
            Self::Matched(strength) => format!("{} paths match", strength.word()),
            Self::Said(Said::Keyword(word), place) => format!("{place} has its keyword {}", escape(word)),
            Self::Said(Said::Yes(line) | Said::No(line), place) => format!("{place} has the line {line}"),
            Self::Unplaceable(entries) => {
                let (first, more) = first_of(entries.iter().map(ToString::to_string).collect());
                format!("cannot be placed: {first}{more}")
            }
            Self::HistoryCut(why) => format!("history is unknown: {}", escape(why)),
            Self::Silent(names) => {
                let (first, more) = first_of(names.iter().map(|name| escape(name)).collect());
                format!("declares no paths: {first}{more}")
            }
            Self::NothingDeclared => "no path is declared yet".to_owned(),
            Self::Unread(folder) => format!("{folder} is a repository of its own that was not looked into"),
            Self::Held => "assumed before the phase began to execute".to_owned(),
            Self::NoMatch { declared, real, globs, denied } => {
                let counts = match (declared, real) {
                    (_, 0) => format!("{declared} declared"),
                    (0, _) => format!("{real} real"),
                    _ => format!("{declared} declared and {real} real"),
                };
                let paths = if declared + real == 1 { "path" } else { "paths" };
                let globs = format!("{globs} glob{}", if *globs == 1 { "" } else { "s" });
                format!("none of {counts} {paths} matches its {globs}{}", denied_words(denied.as_ref()))
            }
            Self::Unmentioned { denied } => {
                format!("no path, keyword or hint speaks of it yet{}", denied_words(denied.as_ref()))
            }
        }
    }
}

fn first_of(all: Vec<String>) -> (String, String) {
    let more = if all.len() > 1 { format!(" and {} more", all.len() - 1) } else { String::new() };
    (all.into_iter().next().unwrap_or_default(), more)
}

fn denied_words(place: Option<&Place>) -> String {
    place.map(|place| format!("; {place} says no")).unwrap_or_default()
}

/// A path that a surface is active for.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub struct Match {
    /// The path.
    pub path: RepoPath,
    /// The glob that matches, as written.
    pub glob: String,
    /// The strongest source of the path.
    pub source: Source,
}

/// One surface in one phase.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SurfaceStanding {
    /// The surface.
    pub name: String,
    /// Its state.
    pub state: State,
    /// Whether it is pinned.
    pub pinned: bool,
    /// The gates that it asks for.
    pub gates: Vec<String>,
    /// Why it has its state.
    pub reason: Reason,
    /// The paths that it is active for, in order; each glob of a path once.
    pub matches: Vec<Match>,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_was_looked_at_is_counted_by_its_kinds() {
        for (declared, real, globs, expected) in [
            (1, 0, 1, "none of 1 declared path matches its 1 glob"),
            (2, 0, 3, "none of 2 declared paths matches its 3 globs"),
            (0, 1, 2, "none of 1 real path matches its 2 globs"),
            (0, 3, 1, "none of 3 real paths matches its 1 glob"),
            (2, 1, 1, "none of 2 declared and 1 real paths matches its 1 glob"),
        ] {
            assert_eq!(Reason::NoMatch { declared, real, globs, denied: None }.words(), expected);
        }
    }
}
