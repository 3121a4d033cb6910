//! What the subjects of commits name, read once for all phases of a project.

use std::collections::HashMap;

use crate::engine::life::{Commits, Life};
use crate::engine::object::Commit;
use crate::engine::reverts::Undone;
use crate::gsd::folders::Folder;
use crate::gsd::ids::PhaseId;
use crate::gsd::scopes::{Asked, Convention, Named, Scope, parse_scope};

/// The scopes of commits, found by the phases that they may name.
#[derive(Debug, Default)]
pub struct Subjects {
    /// Per place of a commit.
    scopes: Vec<Option<Scope>>,
    /// The places of the commits whose scopes may name a token.
    by_token: HashMap<PhaseId, Vec<usize>>,
    /// Per place of a commit, whether its scope may name any phase.
    names_some: Vec<bool>,
    /// The places of the commits whose message takes another one back.
    taking_back: Vec<usize>,
}

impl Subjects {
    /// Reads the subjects of all commits, by the project's own convention first where it has one.
    pub fn of(commits: &Commits, convention: Option<&Convention>) -> Self {
        let own = |commit: &Commit| convention.and_then(|convention| convention.scope(&commit.subject));
        let scope = |commit: &Commit| own(commit).or_else(|| parse_scope(&commit.subject));
        let scopes: Vec<Option<Scope>> = commits.list().iter().map(|commit| scope(commit)).collect();
        // Many commits share a scope.
        let mut by_text: HashMap<&str, Vec<usize>> = HashMap::new();
        for (place, scope) in scopes.iter().enumerate() {
            if let Some(scope) = scope {
                by_text.entry(&scope.scope).or_default().push(place);
            }
        }
        let mut subjects = Self { names_some: vec![false; scopes.len()], ..Self::default() };
        for places in by_text.values() {
            let scope = places.first().and_then(|place| scopes.get(*place)?.as_ref());
            for token in scope.map(Scope::tokens).unwrap_or_default() {
                subjects.by_token.entry(token).or_default().extend(places);
                for place in places {
                    subjects.names_some[*place] = true;
                }
            }
        }
        subjects.scopes = scopes;
        let all = commits.list().iter().enumerate();
        subjects.taking_back = all.filter(|(_, commit)| !commit.reverts.is_empty()).map(|(place, _)| place).collect();
        subjects
    }

    /// The places of the commits whose scope may name the phase of a folder, in order.
    pub fn places(&self, folder: &Folder) -> Vec<usize> {
        let without_code = folder.tokens().iter().filter_map(PhaseId::without_code);
        let tokens = folder.tokens().iter().cloned().chain(without_code);
        let mut places: Vec<usize> = tokens.filter_map(|token| self.by_token.get(&token)).flatten().copied().collect();
        places.sort_unstable();
        places.dedup();
        places
    }

    /// The commits of a life whose scope may name the phase of a folder, oldest first.
    pub fn naming<'a>(&'a self, folder: &Folder, life: &'a Life) -> Vec<(&'a Commit, &'a Scope)> {
        let places = self.places(folder).into_iter();
        let mut ranked: Vec<(usize, usize)> = places.filter_map(|place| Some((life.rank(place)?, place))).collect();
        ranked.sort_unstable();
        let both = |(_, place): (usize, usize)| Some((life.commit(place)?, self.scope(place)?));
        ranked.into_iter().rev().filter_map(both).collect()
    }

    /// The commits of a life that a later one of it took back.
    pub fn undone(&self, life: &Life) -> Undone {
        Undone::of(life, &self.taking_back)
    }

    /// The scope of the commit at a place.
    pub fn scope(&self, place: usize) -> Option<&Scope> {
        self.scopes.get(place)?.as_ref()
    }

    /// True where the commit at a place says whose it is: another phase's, a plan's, or an answer to a review. One that names the
    /// phase and no plan is as little attributed as one that names nothing.
    pub fn is_attributed(&self, place: usize, asked: &Asked<'_>) -> bool {
        self.scope(place).is_some_and(|scope| {
            self.may_name_a_phase(place) && !matches!(scope.names(asked), Named::Phase) || scope.is_review_fix(asked)
        })
    }

    /// True where the scope of the commit at a place may name a phase, whichever.
    pub fn may_name_a_phase(&self, place: usize) -> bool {
        self.names_some.get(place).copied().unwrap_or_default()
    }
}
