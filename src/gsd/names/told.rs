//! Plans and summaries whose names the grammar does not reach, and which say themselves what they are.
//!
//! Source: GSD's templates of PLAN and SUMMARY write `phase` and `plan` into the front matter. Finished projects hold plans that
//! were added by hand (`07-FIX-PLAN.md`, `plan: FIX`), and summaries of work beyond the plans (`07-05-GAP-SUMMARY.md`, `plan: 05`)
//! or of half a plan (`07-05-SUMMARY-PARTIAL.md`).

use super::grammar::{strip_word_before, strip_word_behind};
use super::{Artifact, Drift};
use crate::gsd::artifacts::Kind;
use crate::gsd::folders::Folder;
use crate::gsd::ids::{PhaseId, PlanId};

/// What stands behind SUMMARY in the name of one that was written before the plan was done.
const UNFINISHED: &[&str] = &["PARTIAL", "DRAFT", "WIP", "INCOMPLETE", "CHECKPOINT"];

/// A file that the grammar calls unrecognised, as it names itself.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Told {
    /// [`Kind::Plan`] or [`Kind::Summary`].
    pub kind: Kind,
    /// The plan, where it is a number.
    pub plan: Option<PlanId>,
    /// The plan as the front matter writes it; none where the name alone says it.
    pub written: Option<String>,
    /// True where the name says that the summary is of half a plan.
    pub is_unfinished: bool,
}

impl Told {
    /// The artifact that it is.
    pub fn artifact(&self) -> Artifact {
        Artifact { kind: self.kind, plan: self.plan.clone(), slug: None, drift: vec![Drift::Told] }
    }
}

/// Reads the name of a file right in the folder together with the `phase` and `plan` of its front matter. None where the two do
/// not agree, and where nothing says that the file is one of this phase's: what is only called a plan may be anything.
pub fn told(folder: &Folder, path: &[u8], phase: Option<&str>, plan: Option<&str>) -> Option<Told> {
    let name = std::str::from_utf8(path).ok().filter(|name| !name.contains('/'))?;
    let stem = name.strip_suffix(".md")?;
    let (kind, before, is_unfinished) = kind_behind(stem)?;
    let by_name = PhaseId::leading(before).into_iter().find(|(id, _)| folder.may_be(id));
    let named = by_name.as_ref().and_then(|(_, rest)| number(rest.strip_prefix('-')?));
    let is_foreign = by_name.is_none() && before.starts_with(|c: char| c.is_ascii_digit());
    if is_foreign {
        return None;
    }
    let (Some(phase), Some(plan)) = (phase, plan) else {
        // By its name alone a summary says of which plan it is; a plan needs more than a name.
        let plan = named.filter(|_| kind == Kind::Summary && phase.is_none() && plan.is_none())?;
        return Some(Told { kind, plan: Some(plan), written: None, is_unfinished });
    };
    if !PhaseId::leading(phase.trim()).iter().any(|(id, _)| folder.may_be(id)) {
        return None;
    }
    let plan = plan.trim();
    let behind_phase = PhaseId::leading(plan).into_iter().find(|(id, _)| folder.may_be(id));
    let behind_phase = behind_phase.and_then(|(_, rest)| number(rest.strip_prefix('-')?));
    let said = behind_phase.or_else(|| number(plan));
    let disagrees = named.is_some() && said != named;
    (!plan.is_empty() && !disagrees).then(|| Told { kind, plan: said, written: Some(plan.to_owned()), is_unfinished })
}

/// The kind at the end of a name, what stands before it, and whether it is said to be half done.
fn kind_behind(stem: &str) -> Option<(Kind, &str, bool)> {
    let end = UNFINISHED.iter().find_map(|word| strip_word_behind(stem, word));
    if let Some(before) = end.and_then(|stem| strip_word_behind(stem, Kind::Summary.name())) {
        return Some((Kind::Summary, before, true));
    }
    [Kind::Summary, Kind::Plan].into_iter().find_map(|kind| {
        let before = strip_word_behind(stem, kind.name())?;
        // `…-PLAN-SUMMARY` sums up a plan; `PLAN-…-PLAN` is nobody's name.
        let is_plain = strip_word_before(before, Kind::Plan.name()).is_none();
        is_plain.then_some((kind, before, false))
    })
}

/// The number of a plan at the beginning of a text, with words or nothing behind it.
fn number(text: &str) -> Option<PlanId> {
    let mut plans = PlanId::leading(text).into_iter();
    plans.find(|(_, rest)| rest.is_empty() || rest.starts_with(['-', '_', ' '])).map(|(plan, _)| plan)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(name: &str, phase: Option<&str>, plan: Option<&str>) -> Option<(Kind, Option<String>, bool)> {
        let told = told(&Folder::new(b"07-photos", None), name.as_bytes(), phase, plan)?;
        assert_eq!(told.artifact().drift, [Drift::Told]);
        Some((told.kind, told.plan.map(|plan| plan.to_string()), told.is_unfinished))
    }

    #[test]
    fn a_file_that_names_phase_and_plan_is_what_its_name_ends_with() {
        for (name, phase, plan, expected) in [
            ("07-05-GAP-FIXES-SUMMARY.md", "07", "05", (Kind::Summary, Some("05"), false)),
            ("07-05-GAP-FIXES-SUMMARY.md", "07-photos", "05-gap-fixes", (Kind::Summary, Some("05"), false)),
            ("07-05-SUMMARY-PARTIAL.md", "7", "07-05", (Kind::Summary, Some("05"), true)),
            ("07-FIX-PLAN.md", "07-photos", "FIX", (Kind::Plan, None, false)),
            ("07-FIX-PLAN.md", "07", "03", (Kind::Plan, Some("03"), false)),
            ("FIX-PLAN.md", "07", "03", (Kind::Plan, Some("03"), false)),
        ] {
            let expected = Some((expected.0, expected.1.map(str::to_owned), expected.2));
            assert_eq!(read(name, Some(phase), Some(plan)), expected, "{name} {phase} {plan}");
        }
    }

    #[test]
    fn what_says_something_else_or_too_little_is_none() {
        for (name, phase, plan) in [
            ("07-05-GAP-SUMMARY.md", Some("08"), Some("05")),
            ("07-05-GAP-SUMMARY.md", Some("07"), Some("06")),
            ("07-05-GAP-SUMMARY.md", Some("07"), Some("FIX")),
            ("07-05-GAP-SUMMARY.md", Some("07"), None),
            ("08-FIX-PLAN.md", Some("07"), Some("03")),
            ("07-FIX-PLAN.md", None, None),
            ("07-05-TEST-PLAN.md", None, None),
            ("07-GAP-SUMMARY.md", None, None),
            ("07-PLAN-REVIEW.md", Some("07"), Some("01")),
            ("07-RUNPLAN.md", Some("07"), Some("01")),
            ("07-FIX-PLAN.txt", Some("07"), Some("01")),
            ("old/07-FIX-PLAN.md", Some("07"), Some("01")),
        ] {
            assert_eq!(read(name, phase, plan), None, "{name} {phase:?} {plan:?}");
        }
    }

    #[test]
    fn a_summary_may_be_told_by_its_name_alone() {
        assert_eq!(read("07-05-GAP-SUMMARY.md", None, None), Some((Kind::Summary, Some("05".to_owned()), false)));
        assert_eq!(read("07-05-SUMMARY-DRAFT.md", None, None), Some((Kind::Summary, Some("05".to_owned()), true)));
    }
}
