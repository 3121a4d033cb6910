//! Which of all phases to take next.
//!
//! Which of several unfinished phases a person works on is no fact that git could deny, and STATE names it. But STATE is a claim:
//! a session that died leaves it ahead of the work, and tools have moved it to the last phase by position. So it is followed only
//! where git shows that the work came there; else the order of the phases decides.

use super::ids::PhaseId;
use crate::engine::report::Next;

/// A phase, as far as this choice goes.
#[derive(Debug, Clone, Copy)]
pub struct Candidate<'a> {
    /// Its token.
    pub id: &'a PhaseId,
    /// Nothing of it is left to do.
    pub is_complete: bool,
    /// It has live plans.
    pub is_planned: bool,
}

/// The phase to take next among `phases`, which stand in their order: the one that STATE names as current, if it is planned or
/// what lies before it is complete; where the one it names is complete, the first after it that is not; else the first that is
/// not.
pub fn next(current: Option<&PhaseId>, phases: &[Candidate<'_>]) -> Option<Next> {
    let oldest = phases.iter().position(|one| !one.is_complete)?;
    let followed = current.and_then(|current| {
        let named = phases.iter().position(|one| one.id == current)?;
        if phases.get(named).is_some_and(|one| one.is_complete) {
            let follows = |id: &PhaseId| id.prefix() == current.prefix() && !id.is_backlog() && !current.is_backlog();
            let mut after = phases.iter().enumerate().skip(named);
            let why = format!("the first after {current}, which STATE names as current");
            return after.find(|(_, one)| !one.is_complete && follows(one.id)).map(|(at, _)| (at, why));
        }
        let came_there = phases.get(named).is_some_and(|one| one.is_planned)
            || named.checked_sub(1).and_then(|before| phases.get(before)).is_none_or(|before| before.is_complete);
        came_there.then(|| (named, "STATE names it as current".to_owned()))
    });
    let (at, why) = followed.unwrap_or((oldest, String::new()));
    Some(Next { at, why, before: phases.iter().take(at).filter(|one| !one.is_complete).count() })
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The choice among the phases of `line`, where `+` marks the complete ones and `p` those with plans.
    fn chosen(current: Option<&str>, line: &str) -> Option<(String, usize)> {
        let id = |token: &str| PhaseId::parse(token).unwrap_or_else(|| panic!("{token}"));
        let words: Vec<&str> = line.split(' ').collect();
        let ids: Vec<PhaseId> = words.iter().map(|word| id(word.trim_end_matches(['+', 'p']))).collect();
        let one = |(id, word)| (id, str::ends_with(word, '+'), str::ends_with(word, 'p'));
        let phases: Vec<Candidate<'_>> = ids
            .iter()
            .zip(words)
            .map(one)
            .map(|(id, is_complete, is_planned)| Candidate { id, is_complete, is_planned })
            .collect();
        let next = next(current.map(id).as_ref(), &phases)?;
        Some((phases[next.at].id.to_string(), next.before))
    }

    #[test]
    fn state_chooses_among_the_unfinished_where_git_shows_that_the_work_came_there() {
        for (current, line, expected) in [
            (None, "1+ 2p 3", Some(("02", 0))),
            (None, "1+ 2+", None),
            // It is planned, or what lies before it is complete.
            (Some("3"), "1+ 2 3p 4", Some(("03", 1))),
            (Some("03"), "1 2+ 3 4", Some(("03", 1))),
            (Some("1"), "1 2p", Some(("01", 0))),
            // A pointer ahead of the work.
            (Some("3"), "1+ 2p 3 4", Some(("02", 0))),
            (Some("4"), "1+ 2 3 4", Some(("02", 0))),
            // What it names is finished: the one after it, and the oldest only where none is.
            (Some("3"), "1 2 3+ 3.1 4", Some(("03.1", 2))),
            (Some("3"), "1 2 3+", Some(("01", 0))),
            // Two folders of one number.
            (Some("3"), "1 3+ 3 4", Some(("03", 1))),
            (Some("3"), "1+ 2+ 3+", None),
            // What it names has no folder and stands in no roadmap.
            (Some("3"), "1+ 2 4 5", Some(("02", 0))),
            // The backlog and the phases of another code follow nobody.
            (Some("3"), "1 3+ 999.1", Some(("01", 0))),
            (Some("3"), "1 3+ CK-04", Some(("01", 0))),
            (Some("999.1"), "1 999.1+ 999.2", Some(("01", 0))),
            (Some("999.2"), "1 999.1+ 999.2", Some(("999.2", 1))),
        ] {
            let expected = expected.map(|(id, before)| (id.to_owned(), before));
            assert_eq!(chosen(current, line), expected, "{current:?} of {line}");
        }
    }
}
