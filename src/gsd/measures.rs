//! The inputs of depth that a phase's own documents give.

use super::artifacts::Kind;
use super::evidence::{File, PhaseEvidence};
use super::plans::{Need, Plan, needs, plans};
use super::standing::content_words;
use super::text::facts::Facts;
use super::text::pipeline::DepthSettings;
use super::text::spec::{self, SpecFacts};
use crate::engine::depth::{Ambiguity, Input, Limits, Share};
use crate::engine::evidence::{Content, Tracked};

/// What the SPEC says of its ambiguity.
///
/// A SPEC without a score, or with a word in its place, leaves it unknown; so does one that is not finished, because a draft may
/// have settled nothing yet.
///
/// Of one that was edited since its commit, both versions count, and the worse of each.
pub fn ambiguity(evidence: &PhaseEvidence) -> Input<Ambiguity> {
    let of = |evidence: &PhaseEvidence| evidence.the(Kind::Spec).map_or(Input::NotYet, ambiguity_of);
    let here = of(evidence);
    evidence.as_head_declares().map_or_else(|| here.clone(), |head| worse(here.clone(), of(&head)))
}

fn worse(one: Input<Ambiguity>, other: Input<Ambiguity>) -> Input<Ambiguity> {
    match (one, other) {
        (Input::Known(mut one), Input::Known(other)) => {
            one.score = one.score.max(other.score);
            let new = other.below_minimum.into_iter().filter(|name| !one.below_minimum.contains(name));
            let new: Vec<String> = new.collect();
            one.below_minimum.extend(new);
            Input::Known(one)
        }
        (Input::Unknown(why), _) | (_, Input::Unknown(why)) => Input::Unknown(why),
        (known @ Input::Known(_), _) | (_, known) => known,
    }
}

/// The gray areas that the SPEC leaves; none where a version of it that counts does not let them be counted.
pub fn gray_areas(evidence: &PhaseEvidence) -> Option<usize> {
    let of = |facts: &Facts| match facts {
        Facts::Spec(facts) => facts.gray_areas,
        _ => None,
    };
    let counts: Option<Vec<usize>> = evidence.the(Kind::Spec)?.declarations().map(of).collect();
    counts?.into_iter().max()
}

fn ambiguity_of(file: &File) -> Input<Ambiguity> {
    match (&file.reading.content, &file.facts) {
        _ if file.tracked == Tracked::Absent => Input::NotYet,
        (Content::Finished { .. }, Facts::Spec(facts)) => said(facts),
        (content, _) => Input::Unknown(format!("SPEC is {}", content_words(content))),
    }
}

fn said(facts: &SpecFacts) -> Input<Ambiguity> {
    let below_minimum = facts.below_minimum.clone();
    match &facts.ambiguity {
        spec::Ambiguity::Score(score) => Input::Known(Ambiguity { score: Share(score.0), below_minimum }),
        spec::Ambiguity::Absent => Input::Unknown("SPEC has no ambiguity score".to_owned()),
        spec::Ambiguity::Unknown { line, text } => {
            Input::Unknown(format!("line {line} of SPEC has `{text}` in the place of a score"))
        }
    }
}

/// The longest chain of plans that wait for each other, as the plans are or as HEAD has them: the longer one.
pub fn waves(evidence: &PhaseEvidence) -> Input<usize> {
    let here = waves_of(evidence, &plans(evidence));
    let Some(head) = evidence.as_head_declares() else { return here };
    match (here, waves_of(&head, &plans(&head))) {
        (Input::Known(one), Input::Known(other)) => Input::Known(one.max(other)),
        (Input::Unknown(why), _) | (_, Input::Unknown(why)) => Input::Unknown(why),
        (known @ Input::Known(_), _) | (_, known) => known,
    }
}

fn waves_of(evidence: &PhaseEvidence, plans: &[Plan]) -> Input<usize> {
    let is_live = |file: &&File| plans.iter().any(|plan| plan.path.as_ref() == Some(&file.path));
    let lost = evidence
        .files
        .iter()
        .filter(|file| file.name.kind == Kind::Plan)
        .filter(is_live)
        .find(|file| file.plan().is_none_or(|facts| !facts.depends_on_known));
    if let Some(file) = lost {
        return Input::Unknown(format!("what {} waits for cannot be read", file.path));
    }
    let needs = needs(plans, &evidence.files, &evidence.marks.ids);
    for (plan, needs) in plans.iter().zip(needs) {
        if let Some((text, _)) = needs.iter().find(|(_, need)| *need == Need::Unknown) {
            return Input::Unknown(format!("plan {} waits for `{text}`, which is no plan", plan.label()));
        }
    }
    if let Some(plan) = plans.iter().find(|plan| plan.depth == 0) {
        return Input::Unknown(format!("plan {} waits for itself", plan.label()));
    }
    match (plans.iter().map(|plan| plan.depth).max(), evidence.unrecognised.first()) {
        (Some(waves), _) => Input::Known(waves),
        (None, Some((path, _))) => Input::Unknown(format!("{path} may be a plan, and its name cannot be read")),
        (None, None) => Input::NotYet,
    }
}

/// Where the inputs begin to raise in this project.
pub fn limits(settings: &DepthSettings) -> Limits {
    let usual = Limits::default();
    // Numbers of the config are at most a million.
    let number = |set: Option<u32>, usual: usize| set.and_then(|set| usize::try_from(set).ok()).unwrap_or(usual);
    Limits {
        many_waves: number(settings.many_waves, usual.many_waves),
        large_files: number(settings.large_files, usual.large_files),
        large_lines: number(settings.large_lines, usual.large_lines),
        ambiguity: settings.ambiguity.map_or(usual.ambiguity, Share),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::engine::evidence::{Freshness, Meaning};
    use crate::gsd::names::Artifact;
    use crate::gsd::plans::PlanState;
    use crate::gsd::samples::{file, finished, nothing, of_plan, plan};
    use crate::gsd::text::artifact::Source;
    use crate::gsd::text::content::content_of;
    use crate::gsd::text::facts::facts;
    use crate::gsd::text::plan::PlanFacts;

    /// A SPEC as GSD writes one, with `score` in its header line and `report` below its ambiguity report.
    fn spec(score: &str, report: &str) -> File {
        let text = format!(
            "# Phase 7: Pay - Specification\n\n{score}\n\n## Goal\n\nPay.\n\n## Ambiguity Report\n\n{report}\n\n## Interview Log\n\nx\n\n---\n\n*done*\n"
        );
        let source = Source::of(text.as_bytes()).unwrap();
        let artifact = source.artifact();
        File {
            path: "p/07-SPEC.md".into(),
            name: Artifact { kind: Kind::Spec, plan: None, slug: None, drift: Vec::new() },
            in_head: true,
            tracked: Tracked::Committed,
            reading: content_of(Kind::Spec, &artifact, &[]),
            head_says: None,
            head_facts: None,
            facts: facts(Kind::Spec, &artifact),
            changed_by: Vec::new(),
            added_by: None,
            freshness: Freshness::NotJudged,
        }
    }

    #[test]
    fn a_score_is_known_and_all_else_is_not() {
        let of = |score: &str, report: &str| ambiguity_of(&spec(score, report));
        let known = |share: u32, below: &[&str]| {
            let below_minimum = below.iter().map(|name| (*name).to_owned()).collect();
            Input::Known(Ambiguity { score: Share(share), below_minimum })
        };
        assert_eq!(of("**Ambiguity score:** 0.12 (gate: ≤ 0.20)", ""), known(120_000, &[]));
        assert_eq!(of("**Ambiguity score:** 0.2015", ""), known(201_500, &[]));
        let below = "| Dimension | Score | Min | Status |\n|---|---|---|---|\n| Goal | 0.60 | 0.75 | ⚠ Below minimum |";
        assert_eq!(of("**Ambiguity score:** 0.12", below), known(120_000, &["Goal"]));
        assert_eq!(of("", ""), Input::Unknown("SPEC has no ambiguity score".to_owned()));
        assert!(matches!(of("**Ambiguity score:** LOW", ""), Input::Unknown(why) if why.contains("`LOW`")));
        let draft = of("**Ambiguity score:** [score]", "");
        assert!(matches!(&draft, Input::Unknown(why) if why.starts_with("SPEC is a draft")), "{draft:?}");
        let absent = File { tracked: Tracked::Absent, ..spec("**Ambiguity score:** 0.12", "") };
        assert_eq!(ambiguity_of(&absent), Input::NotYet);
    }

    #[test]
    fn a_project_moves_a_limit_and_the_others_stay() {
        assert_eq!(limits(&DepthSettings::default()), Limits::default());
        let moved =
            limits(&DepthSettings { many_waves: Some(3), ambiguity: Some(150_000), ..DepthSettings::default() });
        assert_eq!(moved, Limits { many_waves: 3, ambiguity: Share(150_000), ..Limits::default() });
    }

    #[test]
    fn the_longest_chain_is_known_where_every_live_plan_says_what_it_waits_for() {
        let of = |number: &str, depends_on_known: bool| {
            let facts = Facts::Plan(Box::new(PlanFacts { depends_on_known, ..PlanFacts::default() }));
            let plan = file(Kind::Plan, Tracked::Committed, finished(Meaning::Done), Freshness::NotJudged);
            of_plan(number, File { facts, ..plan })
        };
        let at = |number: &str, depth: usize| Plan {
            path: Some(of(number, true).path),
            depth,
            ..plan(number, PlanState::Ready)
        };
        let mut evidence = nothing();
        assert_eq!(waves_of(&evidence, &[]), Input::NotYet);
        evidence.files = vec![of("01", true), of("02", true), spec("", "")];
        assert_eq!(waves_of(&evidence, &[at("01", 1), at("02", 2)]), Input::Known(2));
        assert_eq!(waves_of(&evidence, &[at("01", 0)]), Input::Unknown("plan 01 waits for itself".to_owned()));
        let waiting = |need: &str| {
            let depends_on = vec![need.to_owned()];
            let facts = PlanFacts { depends_on, depends_on_known: true, ..PlanFacts::default() };
            File { facts: Facts::Plan(Box::new(facts)), ..of("02", true) }
        };
        for (need, is_known) in [("01", true), ("06-01", true), ("99", false), ("after 01", false), ("true", false)] {
            evidence.files[1] = waiting(need);
            let waves = waves_of(&evidence, &[at("01", 1), at("02", 1)]);
            let unknown = Input::Unknown(format!("plan 02 waits for `{need}`, which is no plan"));
            assert_eq!(waves, if is_known { Input::Known(1) } else { unknown }, "{need}");
        }
        evidence.files[1] = of("02", true);
        evidence.files.push(of("03", false));
        let lost = Input::Unknown("what 07-03-PLAN.md waits for cannot be read".to_owned());
        assert_eq!(waves_of(&evidence, &[at("01", 1), at("03", 1)]), lost);
        assert_eq!(waves_of(&evidence, &[at("01", 1)]), Input::Known(1), "one that does not count is not asked");
        // A summary that stands for its plan is none whose needs could be read.
        let alone = Plan { path: Some("07-SPEC.md".into()), ..at("01", 1) };
        evidence.files = vec![File { path: "07-SPEC.md".into(), ..spec("", "") }];
        assert_eq!(waves_of(&evidence, &[alone]), Input::Known(1));
        evidence.unrecognised.push(("07-x.md".into(), Tracked::Committed));
        assert_eq!(waves_of(&evidence, &[at("01", 3)]), Input::Known(3));
        let odd = Input::Unknown("07-x.md may be a plan, and its name cannot be read".to_owned());
        assert_eq!(waves_of(&evidence, &[]), odd);
    }
}
