//! The inputs of depth that a phase's own documents give.

use super::artifacts::Kind;
use super::evidence::{File, PhaseEvidence};
use super::plans::Plan;
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
pub fn ambiguity(evidence: &PhaseEvidence) -> Input<Ambiguity> {
    evidence.the(Kind::Spec).map_or(Input::NotYet, ambiguity_of)
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

/// The longest chain of plans that wait for each other.
pub fn waves(evidence: &PhaseEvidence, plans: &[Plan]) -> Input<usize> {
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
    use crate::gsd::names::Artifact;
    use crate::gsd::text::artifact::Source;
    use crate::gsd::text::content::content_of;
    use crate::gsd::text::facts::facts;

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
            facts: facts(Kind::Spec, &artifact),
            changed_by: Vec::new(),
            added_by: None,
            freshness: crate::engine::evidence::Freshness::NotJudged,
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
}
