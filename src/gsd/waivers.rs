//! Which absences nobody can accept: a waiver that was written by hand is held to what the command that writes one is held to.

use std::collections::BTreeMap;

use super::evidence::GateAsked;
use super::owed::is_project_gate;
use super::steps::{OwedWhen, Step};
use crate::engine::report::SurfaceLine;

/// Work itself: its absence is no review that people did in another way.
///
/// Source: locking, planning, executing and shipping are what the pipeline is for; only what judges or prepares them is waived.
pub fn is_waivable(step: Step) -> bool {
    !matches!(step, Step::Lock | Step::Plan | Step::Execute | Step::Ship)
}

/// Why a waiver of this step or gate counts for nothing; none where it may count.
///
/// Source: a gate of a pinned surface stays owed whatever anybody writes, and so does a step with such a gate.
pub fn refusal(name: &str, gates: &BTreeMap<String, GateAsked>, surfaces: &[SurfaceLine]) -> Option<String> {
    let step = Step::find(name);
    if step.is_some_and(|step| !is_waivable(step)) {
        return Some("locking, planning, executing and shipping cannot be waived".to_owned());
    }
    let is_meant = |gate: &str| {
        let owed = step.map(|step| step.row().owed);
        let is_of_step = matches!(owed, Some(OwedWhen::Gates(of)) if of.contains(&gate));
        gate == name || is_of_step || (step == Some(Step::SurfaceReviews) && is_project_gate(gate))
    };
    let mut pinned = gates.iter().filter(|(gate, _)| is_meant(gate)).filter_map(|(gate, asked)| {
        let surface = pinned_surface(asked, surfaces)?;
        Some(format!("{surface} is pinned and asks for {gate}, which stays owed"))
    });
    pinned.next()
}

/// The pinned surface that asks for a gate; none where none does.
pub fn pinned_surface(asked: &GateAsked, surfaces: &[SurfaceLine]) -> Option<String> {
    let is_pinned = |name: &&String| surfaces.iter().any(|line| line.name == **name && line.pinned);
    asked.pinned.then(|| asked.surfaces.iter().find(is_pinned).or(asked.surfaces.first()).cloned()).flatten()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nobody_waives_a_gate_of_a_pinned_surface_by_its_name_or_its_step_nor_work_itself() {
        let asked = |pinned| GateAsked { surfaces: vec!["pay".to_owned()], pinned, assumed: false };
        for pinned in [true, false] {
            let gates: BTreeMap<String, GateAsked> =
                ["secure", "ui-review", "load-test"].map(|gate| (gate.to_owned(), asked(pinned))).into();
            let of = |name: &str| refusal(name, &gates, &[]).is_some();
            for name in ["secure", "ui-review", "load-test", "surface-reviews"] {
                assert_eq!(of(name), pinned, "{name}");
            }
            assert!(["lock", "plan", "execute", "ship"].into_iter().all(of), "{pinned}");
            assert!(!["validate", "code-review", "verify", "eval-review", "nonsense"].into_iter().any(of), "{pinned}");
        }
        let reviews: BTreeMap<String, GateAsked> = [("soak".to_owned(), asked(true))].into();
        assert!(
            refusal("surface-reviews", &reviews, &[])
                .is_some_and(|why| why.starts_with("pay is pinned and asks for soak"))
        );
        assert_eq!(refusal("secure", &reviews, &[]), None);
    }
}
