//! What an uncommitted STATE says of how far the work is: its plan counter, its counts and where it points, held against git.

use super::claims::{Current, GitSays, Ledger};
use super::evidence::Marks;
use super::text::progress::Count;
use super::text::roadmap::At;
use super::wip::Passed;
use crate::engine::report::Claim;

/// What of it git denies. `head` and `work` are the marks of the phase by either version, `passed` is the phase that the
/// work tree's STATE moved on from to this one.
pub fn denied_advances(head: &Marks, work: &Marks, git: &GitSays, passed: Option<&Passed>) -> Vec<Claim> {
    let mut claims = Vec::new();
    let mut claim = |line: usize, says: String, git_says: String| {
        claims.push(Claim { file: format!("{}:{line}", Ledger::State.file_name()), says, git_says });
    };
    let executed = format!("{} of {} plans executed", git.executed, git.plans);
    let current = work.state.current.as_ref().map_or(0, |current| current.line);
    if let Some(At { value, line }) = work.state.plan
        && work.said.current == Current::This
        // The plan that is current need not be executed; those before it are.
        && git.plans > 0 && value.done > git.executed + 1
    {
        claim(line, format!("plan {} of {} is the current one", value.done, value.all), executed.clone());
    }
    let was_current = head.said.current == Current::This;
    if was_current && work.said.current == Current::Later && git.has_plans_left() {
        claim(current, "a later phase is the current one".to_owned(), executed.clone());
    }
    if let Some(passed) = passed {
        let Passed { phase, executed, plans } = passed;
        claim(
            current,
            "this phase is the current one".to_owned(),
            format!("{executed} of {plans} plans of phase {phase} executed, which was current before"),
        );
    }
    let counts_for = matches!(work.said.current, Current::This | Current::Later) && git.has_plans_left();
    let Some(At { value: now, line }) = work.state.progress else { return claims };
    let before = head.state.progress.map(|at| at.value).unwrap_or_default();
    let rise = |before: Option<Count>, now: Count| before.map_or(0, |before| now.done.saturating_sub(before.done));
    if let Some(plans) = now.plans {
        let is_ahead = plans.is_too_many() || (plans.is_all() && counts_for);
        if is_ahead || (was_current && rise(before.plans, plans) > git.executed) {
            claim(line, format!("{} of {} plans are completed", plans.done, plans.all), executed.clone());
        }
    }
    if let Some(phases) = now.phases {
        let is_ahead = phases.is_too_many() || (phases.is_all() && counts_for);
        let denial = git.denial().filter(|_| was_current && rise(before.phases, phases) > 0);
        if is_ahead || denial.is_some() {
            let says = format!("{} of {} phases are completed", phases.done, phases.all);
            claim(line, says, denial.unwrap_or(executed));
        }
    }
    claims
}
