//! What STATE.md counts: how many plans there are, and how many of them are done.
//!
//! Source: GSD's `src/state-document.cts`, which rebuilds `progress` of the front matter from the folders.

use super::roadmap::At;
use crate::read::frontmatter;

/// The plans that STATE counts.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Progress {
    /// `completed_plans`.
    pub done: usize,
    /// `total_plans`.
    pub all: usize,
}

/// Reads `progress` of the front matter, at the line of its key; none where it does not count plans.
pub fn progress(text: &str) -> Option<At<Progress>> {
    let document = frontmatter::read(text);
    let entry = document.front.fields()?.get("progress")?;
    let number = |key: &str| entry.value.get(key)?.as_str()?.trim().parse().ok();
    Some(At { value: Progress { done: number("completed_plans")?, all: number("total_plans")? }, line: entry.line })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn plans_are_counted_where_both_numbers_stand() {
        let read = |text: &str| progress(text).map(|at| (at.value.done, at.value.all, at.line));
        let text =
            "---\nstatus: executing\nprogress:\n  total_phases: 3\n  total_plans: 7\n  completed_plans: 5\n---\n";
        assert_eq!(read(text), Some((5, 7, 3)));
        for none in ["", "progress:\n", "---\nprogress: 5 of 7\n---\n", "---\nprogress:\n  total_plans: 7\n---\n"] {
            assert_eq!(read(none), None, "{none}");
        }
    }
}
