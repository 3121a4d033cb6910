//! What an uncommitted STATE says of how far the work is: its plan counter, its counts and where it points, held against git.

use super::claims::{Current, GitSays, Ledger};
use super::evidence::Marks;
use super::ids::PhaseId;
use super::text::progress::Count;
use super::text::roadmap::At;
use super::wip::Passed;
use crate::engine::report::Claim;

/// The earlier phase that HEAD's STATE names as current, where the work tree's names this one.
pub fn moved_on_from<'a>(head: &'a Marks, work: &Marks) -> Option<&'a PhaseId> {
    let from = head.state.current.as_ref().map(|current| &current.value)?;
    let is_later = Current::of(&work.state, std::slice::from_ref(from)) == Current::Later;
    (is_later && work.said.current == Current::This && !head.ids.contains(from)).then_some(from)
}

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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::gsd::claims::Verified;
    use crate::gsd::samples::nothing;
    use crate::gsd::text::progress::Progress;

    /// Marks by a STATE that says so: done of all.
    #[derive(Default, Clone, Copy)]
    struct Says {
        current: Option<Current>,
        plan: Option<(usize, usize)>,
        plans: Option<(usize, usize)>,
        phases: Option<(usize, usize)>,
    }

    impl Says {
        fn marks(self) -> Marks {
            let count = |(done, all): (usize, usize)| Count { done, all };
            let progress = Progress { plans: self.plans.map(count), phases: self.phases.map(count) };
            let mut marks = nothing().marks;
            marks.said.current = self.current.unwrap_or(Current::None);
            marks.state.plan = self.plan.map(|plan| At { value: count(plan), line: 4 });
            marks.state.progress =
                (self.plans.is_some() || self.phases.is_some()).then_some(At { value: progress, line: 9 });
            marks
        }
    }

    const THIS: Says = Says { current: Some(Current::This), plan: None, plans: None, phases: None };
    const LATER: Says = Says { current: Some(Current::Later), ..THIS };
    const NONE: Says = Says { current: None, ..THIS };

    fn git(executed: usize, plans: usize) -> GitSays {
        GitSays { has_folder: true, plans, executed, verified: Verified::NotOwed, ship_commit: false }
    }

    fn denied(head: Says, work: Says, git: &GitSays) -> Vec<String> {
        let claims = denied_advances(&head.marks(), &work.marks(), git, None);
        claims.into_iter().map(|claim| format!("{} {}: {}", claim.file, claim.says, claim.git_says)).collect()
    }

    #[test]
    fn the_plan_that_is_current_comes_next_to_what_is_executed() {
        let at = |done: usize| Says { plan: Some((done, 5)), ..THIS };
        let of = |work: Says, executed: usize, plans: usize| denied(THIS, work, &git(executed, plans));
        let ahead = "STATE.md:4 plan 3 of 5 is the current one: 1 of 5 plans executed";
        assert_eq!(of(at(3), 1, 5), [ahead]);
        assert_eq!(of(at(4), 1, 5).len(), 1);
        assert_eq!(of(at(2), 1, 5).len() + of(at(1), 1, 5).len(), 0);
        assert_eq!(of(at(3), 0, 0), [""; 0], "nothing is planned");
        assert_eq!(denied(NONE, Says { current: None, ..at(3) }, &git(1, 5)), [""; 0], "another phase is meant");
    }

    #[test]
    fn the_pointer_moves_on_once_every_plan_is_executed() {
        let moved = ["STATE.md:0 a later phase is the current one: 1 of 2 plans executed"];
        assert_eq!(denied(THIS, LATER, &git(1, 2)), moved);
        assert_eq!(denied(THIS, LATER, &git(2, 2)), [""; 0]);
        assert_eq!(denied(THIS, THIS, &git(1, 2)), [""; 0]);
        assert_eq!(denied(NONE, LATER, &git(1, 2)), [""; 0], "it was there before");
        let passed = Passed { phase: "06".to_owned(), executed: 1, plans: 3 };
        let claims = denied_advances(&NONE.marks(), &THIS.marks(), &git(0, 2), Some(&passed));
        let [claim] = claims.as_slice() else { panic!("{claims:?}") };
        assert_eq!(claim.git_says, "1 of 3 plans of phase 06 executed, which was current before");
    }

    #[test]
    fn counts_rise_with_what_is_executed() {
        let plans = |says: Says, done: usize, all: usize| Says { plans: Some((done, all)), ..says };
        let all = ["STATE.md:9 5 of 5 plans are completed: 1 of 2 plans executed"];
        assert_eq!(denied(THIS, plans(THIS, 5, 5), &git(1, 2)), all);
        assert_eq!(denied(LATER, plans(LATER, 5, 5), &git(1, 2)), all);
        assert_eq!(denied(NONE, plans(NONE, 5, 5), &git(1, 2)), [""; 0], "nobody says that this phase is done");
        assert_eq!(denied(THIS, plans(THIS, 5, 5), &git(2, 2)), [""; 0]);
        assert_eq!(denied(NONE, plans(NONE, 6, 5), &git(2, 2)).len(), 1, "more than there are");
        let rise = |head: Says, executed: usize| denied(plans(head, 2, 9), plans(THIS, 4, 9), &git(executed, 3)).len();
        assert_eq!((rise(THIS, 1), rise(THIS, 2), rise(THIS, 3), rise(NONE, 1)), (1, 0, 0, 0));
        assert_eq!(denied(THIS, plans(THIS, 4, 9), &git(1, 3)), [""; 0], "no count before, so none that rose");
    }

    #[test]
    fn a_phase_is_counted_once_git_does_not_deny_it() {
        let phases = |says: Says, done: usize, all: usize| Says { phases: Some((done, all)), ..says };
        let of = |head: Says, work: Says, git: &GitSays| denied(phases(head, 1, 3), work, git);
        let empty = GitSays { has_folder: false, ..git(0, 0) };
        let line = |says: &str, git: &str| vec![format!("STATE.md:9 {says} phases are completed: {git}")];
        let denial = "no folder holds a file of the phase";
        assert_eq!(of(THIS, phases(THIS, 2, 3), &empty), line("2 of 3", denial));
        assert_eq!(of(THIS, phases(THIS, 1, 3), &empty), [""; 0]);
        assert_eq!(of(NONE, phases(THIS, 2, 3), &empty), [""; 0]);
        assert_eq!(of(THIS, phases(THIS, 2, 3), &git(2, 2)), [""; 0]);
        assert_eq!(of(NONE, phases(THIS, 3, 3), &git(1, 2)), line("3 of 3", "1 of 2 plans executed"));
        assert_eq!(of(NONE, phases(NONE, 3, 3), &git(1, 2)), [""; 0]);
        assert_eq!(of(NONE, phases(THIS, 3, 3), &git(2, 2)), [""; 0]);
        assert_eq!(of(NONE, phases(NONE, 4, 3), &git(2, 2)), line("4 of 3", "2 of 2 plans executed"));
    }

    #[test]
    fn a_pointer_that_came_to_this_phase_left_an_earlier_one() {
        let id = |text: &str| PhaseId::parse(text).unwrap();
        let of = |ids: &[&str], head: Option<&str>, work: &str| {
            let marks = |current: Option<&str>| {
                let mut marks = nothing().marks;
                marks.ids = ids.iter().map(|text| id(text)).collect();
                marks.state.current = current.map(|text| At { value: id(text), line: 1 });
                marks.said.current = Current::of(&marks.state, &marks.ids);
                marks
            };
            moved_on_from(&marks(head), &marks(Some(work))).map(PhaseId::to_string)
        };
        assert_eq!(of(&["7"], Some("6"), "7").as_deref(), Some("06"));
        assert_eq!(of(&["7"], Some("8"), "7"), None, "it went back");
        assert_eq!(of(&["7"], Some("6"), "8"), None, "it came to another");
        assert_eq!(of(&["7"], Some("7"), "7"), None);
        assert_eq!(of(&["7", "7A"], Some("7"), "7A"), None, "two tokens of one phase");
        assert_eq!(of(&["7"], None, "7"), None);
    }
}
