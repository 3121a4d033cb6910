//! Which of all phases to take next.
//!
//! Which of several unfinished phases a person works on is no fact that git could deny: STATE alone knows. Where it says
//! nothing, or names what is finished, the order of the phases decides.

use super::ids::PhaseId;
use crate::engine::report::Next;

/// The phase to take next among `phases`, which stand in their order, each with whether it is complete: the one that STATE
/// names as current; where that one is complete or gone, the first after it that is not; else the first that is not.
pub fn next(current: Option<&PhaseId>, phases: &[(&PhaseId, bool)]) -> Option<Next> {
    let open = |wanted: &dyn Fn(&PhaseId) -> bool| phases.iter().position(|(id, complete)| !complete && wanted(id));
    let oldest = open(&|_| true)?;
    let before = |at: usize| phases.iter().take(at).filter(|(_, complete)| !complete).count();
    let named = |at: usize, why: String| Next { at, why, before: before(at) };
    let Some(current) = current else { return Some(named(oldest, String::new())) };
    if let Some(at) = open(&|id| id == current) {
        return Some(named(at, "STATE names it as current".to_owned()));
    }
    let follows = |id: &PhaseId| id > current && id.prefix() == current.prefix() && !id.is_backlog();
    match open(&follows).filter(|_| !current.is_backlog()) {
        Some(at) => Some(named(at, format!("the first after {current}, which STATE names as current"))),
        None => Some(named(oldest, String::new())),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The choice among the phases of `line`, where `+` marks the complete ones.
    fn chosen(current: Option<&str>, line: &str) -> Option<(String, usize)> {
        let id = |token: &str| PhaseId::parse(token).unwrap_or_else(|| panic!("{token}"));
        let phases: Vec<(PhaseId, bool)> =
            line.split(' ').map(|token| (id(token.trim_end_matches('+')), token.ends_with('+'))).collect();
        let phases: Vec<(&PhaseId, bool)> = phases.iter().map(|(id, complete)| (id, *complete)).collect();
        let next = next(current.map(id).as_ref(), &phases)?;
        Some((phases[next.at].0.to_string(), next.before))
    }

    #[test]
    fn state_chooses_among_the_unfinished_and_the_order_where_it_does_not() {
        for (current, line, expected) in [
            (None, "1+ 2 3", Some(("02", 0))),
            (None, "1+ 2+", None),
            (Some("3"), "1+ 2 3 4", Some(("03", 1))),
            (Some("03"), "1+ 2 3 4", Some(("03", 1))),
            (Some("3"), "1+ 2+ 3+", None),
            // What it names is finished: the one after it, and the oldest only where none is.
            (Some("3"), "1 2 3+ 3.1 4", Some(("03.1", 2))),
            (Some("3"), "1 2 3+", Some(("01", 0))),
            // What it names has no folder and stands in no roadmap.
            (Some("3"), "1 2 4 5", Some(("04", 2))),
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
