//! A recovery as it is put before whoever decides about it.

use std::path::PathBuf;

use super::recovery::{Action, Announced};

/// What of the user's a recovery will run.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Runs {
    /// Their hooks, by their paths.
    pub hooks: Vec<PathBuf>,
    /// Commits are signed with their key.
    pub signs: bool,
}

/// What would be done, and who may say yes.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Prospect {
    /// What would be done.
    pub announced: Announced,
    /// The project wants a person at a terminal for every recovery.
    pub always_at_terminal: bool,
    /// Why it would be refused.
    pub in_the_way: Option<String>,
}

impl Prospect {
    /// True where a token alone is not enough: something is taken away or called finished, or the project says so.
    pub fn needs_a_person(&self) -> bool {
        self.always_at_terminal || self.announced.actions.iter().any(Action::needs_a_person)
    }

    /// True where there is anything that can be carried out: what is done to paths whose states nobody read is not.
    pub fn can_be_carried_out(&self) -> bool {
        !self.announced.paths.is_empty() && self.announced.actions.iter().any(|action| !action.paths().is_empty())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    use super::super::path::RepoPath;
    use super::super::recovery::PathState;

    #[test]
    fn a_person_is_needed_where_something_is_taken_away_or_the_project_says_so() {
        let paths: Vec<RepoPath> = vec!["a".into()];
        let commit = || Action::Commit { paths: paths.clone(), subject: String::new(), finishes: false };
        let finish = || Action::Commit { paths: paths.clone(), subject: String::new(), finishes: true };
        let stash = || Action::Stash { paths: paths.clone(), message: String::new() };
        let by_hand = || Action::ByHand { what: String::new() };
        for (actions, always, person, carried_out) in [
            (vec![], false, false, false),
            (vec![by_hand()], false, false, false),
            (vec![by_hand()], true, true, false),
            (vec![commit()], false, false, true),
            (vec![by_hand(), commit(), stash()], false, true, true),
            (vec![by_hand(), finish()], false, true, true),
        ] {
            let state = |path: &RepoPath| PathState { path: path.clone(), disk: None, index: Vec::new(), head: None };
            let states = paths.iter().map(state).collect();
            let announced = Announced { phase: String::new(), head: None, row: String::new(), actions, paths: states };
            let prospect = Prospect { announced, always_at_terminal: always, in_the_way: None };
            assert_eq!(
                (prospect.needs_a_person(), prospect.can_be_carried_out()),
                (person, carried_out),
                "{prospect:?}"
            );
            let mut unread = prospect;
            unread.announced.paths.clear();
            assert!(!unread.can_be_carried_out());
        }
    }
}
