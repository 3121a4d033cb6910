//! Which SUMMARY is which PLAN's.
//!
//! Source: GSD pairs by swapping the words, by the plan file's stem and by the plan's id (`src/core-utils.cts`); one summary may
//! stand for a range of plans, and a plan for the phase itself (`07-PLAN.md`) is paired with the phase's summary.

use super::names::Artifact;

/// What belongs together, by places in the two lists that were given.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Pairs {
    /// For each plan the summaries that are its own, the closest by name first; empty for a plan without one.
    pub of_plan: Vec<Vec<usize>>,
    /// Summaries that are no plan's: of a plan whose file is gone, or of the phase.
    pub alone: Vec<usize>,
}

/// Pairs plans with summaries, each given as its name was read.
pub fn pair(plans: &[&Artifact], summaries: &[&Artifact]) -> Pairs {
    let of_plan: Vec<Vec<usize>> = plans
        .iter()
        .map(|plan| {
            let mut own: Vec<usize> = (0..summaries.len())
                .filter(|at| summaries.get(*at).is_some_and(|summary| is_of(summary, plan, plans)))
                .collect();
            own.sort_by_key(|at| summaries.get(*at).map(|summary| (summary.plan != plan.plan, summary.rank(), *at)));
            own
        })
        .collect();
    let alone = (0..summaries.len()).filter(|at| !of_plan.iter().any(|own| own.contains(at))).collect();
    Pairs { of_plan, alone }
}

/// True where `summary` is `plan`'s. Of several plans with one id the slug decides, where the summary has one of theirs.
fn is_of(summary: &Artifact, plan: &Artifact, plans: &[&Artifact]) -> bool {
    match (&summary.plan, &plan.plan) {
        (None, None) => {}
        (Some(summary), Some(plan)) if summary.covers(plan) => {}
        _ => return false,
    }
    let decides =
        summary.slug.is_some() && plans.iter().any(|other| other.plan == summary.plan && other.slug == summary.slug);
    !decides || plan.slug == summary.slug || plan.plan != summary.plan
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::gsd::artifacts::Kind;
    use crate::gsd::folders::{Folder, Others};
    use crate::gsd::names::{Name, parse_all};

    /// Pairs the files of one folder, and shows each plan with its summaries, then the summaries that stand alone.
    fn shown(files: &[&str]) -> Vec<String> {
        let names = parse_all(&Folder::new(b"07-photos", None), Others::default(), files);
        let of_kind = |kind: Kind| -> Vec<(&str, &Artifact)> {
            let read = files.iter().zip(&names).filter_map(|(file, name)| match name {
                Name::Artifact(artifact) if artifact.kind == kind => Some((*file, artifact)),
                _ => None,
            });
            read.collect()
        };
        let (plans, summaries) = (of_kind(Kind::Plan), of_kind(Kind::Summary));
        assert_eq!(plans.len() + summaries.len(), files.len(), "{names:?}");
        let plan_names: Vec<&Artifact> = plans.iter().map(|(_, artifact)| *artifact).collect();
        let summary_names: Vec<&Artifact> = summaries.iter().map(|(_, artifact)| *artifact).collect();
        let pairs = pair(&plan_names, &summary_names);
        let stem = |file: &str| file.trim_end_matches(".md").to_owned();
        let mut lines: Vec<String> = plans
            .iter()
            .zip(&pairs.of_plan)
            .map(|((file, _), own)| {
                let own: Vec<String> = own.iter().map(|at| stem(summaries[*at].0)).collect();
                format!("{} <- {}", stem(file), own.join(", "))
            })
            .collect();
        lines.extend(pairs.alone.iter().map(|at| format!("alone: {}", stem(summaries[*at].0))));
        lines
    }

    #[test]
    fn every_spelling_finds_its_plan() {
        for (plan, summary) in [
            ("07-01-PLAN.md", "07-01-SUMMARY.md"),
            ("07-01-PLAN.md", "7-1-SUMMARY.md"),
            ("7-1-PLAN.md", "07-01-SUMMARY.md"),
            ("07-01-words-PLAN.md", "07-01-SUMMARY.md"),
            ("07-01-PLAN.md", "07-01-words-SUMMARY.md"),
            ("07-01-words-PLAN.md", "07-01-words-SUMMARY.md"),
            ("07-01-words-PLAN.md", "07-01-other-SUMMARY.md"),
            ("07-01-words-PLAN.md", "07-01-words-PLAN-SUMMARY.md"),
            ("07-02a-PLAN.md", "07-02A-SUMMARY.md"),
            ("07-G1-PLAN.md", "07-G1-SUMMARY.md"),
            ("07-PLAN-01.md", "07-01-SUMMARY.md"),
            ("07-PLAN-01-words.md", "07-PLAN-01-SUMMARY.md"),
            ("PLAN-01.md", "PLAN-01-SUMMARY.md"),
            ("PLAN-01.md", "SUMMARY-01.md"),
            ("plans/PLAN-01.md", "plans/SUMMARY-01.md"),
            ("02-PLAN.md", "02-PLAN-SUMMARY.md"),
            ("02-PLAN.md", "02-SUMMARY.md"),
            ("07.2-PLAN.md", "07.2-SUMMARY.md"),
            ("PLAN.md", "SUMMARY.md"),
            ("07-PLAN.md", "07-SUMMARY.md"),
            ("07-PLAN.md", "SUMMARY.md"),
            ("07-01-PLAN.md", "07-01/07-01-SUMMARY.md"),
            ("07-07-10-PLAN.md", "07-07-10-SUMMARY.md"),
        ] {
            let stem = |file: &str| file.trim_end_matches(".md").to_owned();
            assert_eq!(shown(&[plan, summary]), [format!("{} <- {}", stem(plan), stem(summary))]);
        }
    }

    #[test]
    fn what_does_not_belong_together_stays_apart() {
        for (plan, summary) in [
            ("07-01-PLAN.md", "07-02-SUMMARY.md"),
            ("07-01-PLAN.md", "07-01a-SUMMARY.md"),
            ("07-01-PLAN.md", "07-SUMMARY.md"),
            ("07-PLAN.md", "07-01-SUMMARY.md"),
            ("07-01-PLAN.md", "07-02-04-SUMMARY.md"),
            ("07-01-PLAN.md", "07-10-SUMMARY.md"),
        ] {
            assert_eq!(shown(&[plan, summary]).len(), 2, "{plan} and {summary}");
        }
    }

    #[test]
    fn one_summary_may_stand_for_several_plans() {
        assert_eq!(
            shown(&["07-01-PLAN.md", "07-02-PLAN.md", "07-05-PLAN.md", "07-01-04-SUMMARY.md", "07-02-SUMMARY.md"]),
            ["07-01-PLAN <- 07-01-04-SUMMARY", "07-02-PLAN <- 07-02-SUMMARY, 07-01-04-SUMMARY", "07-05-PLAN <- "]
        );
    }

    #[test]
    fn of_two_plans_with_one_id_the_slug_decides() {
        assert_eq!(
            shown(&["07-01-a-PLAN.md", "07-01-b-PLAN.md", "07-01-b-SUMMARY.md"]),
            ["07-01-a-PLAN <- ", "07-01-b-PLAN <- 07-01-b-SUMMARY"]
        );
        assert_eq!(
            shown(&["07-01-a-PLAN.md", "07-01-b-PLAN.md", "07-01-SUMMARY.md"]),
            ["07-01-a-PLAN <- 07-01-SUMMARY", "07-01-b-PLAN <- 07-01-SUMMARY"]
        );
    }

    #[test]
    fn summaries_without_a_plan_are_named() {
        assert_eq!(shown(&["07-01-SUMMARY.md", "07-SUMMARY.md"]), ["alone: 07-01-SUMMARY", "alone: 07-SUMMARY"]);
    }
}
