//! What STATE.md counts: how many plans and phases there are, and how many of them are done.
//!
//! Source: GSD's `src/state-document.cts`, which rebuilds `progress` of the front matter from the folders.

use serde::{Deserialize, Serialize};

use super::roadmap::At;
use crate::read::frontmatter;

/// How many are done of how many.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub struct Count {
    /// Those that are done; of a position the one that is current.
    pub done: usize,
    /// All.
    pub all: usize,
}

impl Count {
    /// True where more are counted as done than there are.
    pub fn is_too_many(self) -> bool {
        self.done > self.all
    }

    /// True where all are counted as done.
    pub fn is_all(self) -> bool {
        self.all > 0 && self.done >= self.all
    }

    /// Reads `3 of 5`, or what begins with it.
    pub fn parse(text: &str) -> Option<Self> {
        let (done, rest) = number(text)?;
        let rest = rest.trim_start();
        let (all, _) = number(rest.strip_prefix("of ").or_else(|| rest.strip_prefix('/'))?)?;
        Some(Self { done, all })
    }
}

fn number(text: &str) -> Option<(usize, &str)> {
    let text = text.trim_start();
    let end = text.find(|c: char| !c.is_ascii_digit()).unwrap_or(text.len());
    let (number, rest) = text.split_at_checked(end)?;
    Some((number.parse().ok()?, rest))
}

/// What STATE counts.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
pub struct Progress {
    /// `completed_plans` of `total_plans`.
    pub plans: Option<Count>,
    /// `completed_phases` of `total_phases`.
    pub phases: Option<Count>,
}

/// The key below `progress` that counts the plans that are done.
pub const COMPLETED_PLANS: &str = "completed_plans";

/// Reads `progress` of the front matter, at the line of its key; none where it counts nothing.
pub fn progress(text: &str) -> Option<At<Progress>> {
    let document = frontmatter::read(text);
    let entry = document.front.fields()?.get("progress")?;
    let number = |key: &str| entry.value.get(key)?.as_str()?.trim().parse().ok();
    let count = |done: &str, all: &str| Some(Count { done: number(done)?, all: number(all)? });
    let plans = count(COMPLETED_PLANS, "total_plans");
    let phases = count("completed_phases", "total_phases");
    (plans.is_some() || phases.is_some()).then_some(At { value: Progress { plans, phases }, line: entry.line })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn plans_are_counted_where_both_numbers_stand() {
        let read = |text: &str| {
            let at = progress(text)?;
            at.value.plans.map(|plans| (plans.done, plans.all, at.line))
        };
        let text =
            "---\nstatus: executing\nprogress:\n  total_phases: 3\n  total_plans: 7\n  completed_plans: 5\n---\n";
        assert_eq!(read(text), Some((5, 7, 3)));
        for none in ["", "progress:\n", "---\nprogress: 5 of 7\n---\n", "---\nprogress:\n  total_plans: 7\n---\n"] {
            assert_eq!(read(none), None, "{none}");
        }
        let phases = "---\nprogress:\n  total_phases: 3\n  completed_phases: 2\n---\n";
        assert_eq!(progress(phases).and_then(|at| at.value.phases), Some(Count { done: 2, all: 3 }));
    }

    #[test]
    fn a_position_is_a_number_of_a_number() {
        let read = |text: &str| Count::parse(text).map(|count| (count.done, count.all));
        for text in ["3 of 5", " 3 of 5 in current phase", "3/5", "3 / 5"] {
            assert_eq!(read(text), Some((3, 5)), "{text}");
        }
        for text in ["", "3", "07-03 of 5", "of 5", "none of 5", "3 often"] {
            assert_eq!(read(text), None, "{text}");
        }
    }
}
