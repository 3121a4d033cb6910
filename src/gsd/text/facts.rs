//! What one artifact declares, by its kind.

use serde::{Deserialize, Serialize};

use super::artifact::Artifact;
use super::outline::outlined_plans;
use super::plan::{PlanFacts, plan_facts};
use super::review::{ReviewFacts, review_facts};
use super::spec::{SpecFacts, spec_facts};
use super::summary::{SummaryFacts, summary_facts};
use super::uat::{UatFacts, uat_facts};
use super::verification::{VerificationFacts, verification_facts};
use crate::gsd::artifacts::Kind;

/// What an artifact declares beside its status.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
pub enum Facts {
    /// Nothing that anybody asks for, or nothing that can be read.
    #[default]
    None,
    /// A plan's.
    Plan(Box<PlanFacts>),
    /// The ids that an outline lists.
    Outline(Vec<String>),
    /// A SPEC's.
    Spec(Box<SpecFacts>),
    /// A SUMMARY's.
    Summary(Box<SummaryFacts>),
    /// A REVIEW's.
    Review(Box<ReviewFacts>),
    /// A VERIFICATION's.
    Verification(Box<VerificationFacts>),
    /// A UAT's.
    Uat(Box<UatFacts>),
}

/// Reads them.
pub fn facts(kind: Kind, artifact: &Artifact<'_>) -> Facts {
    match kind {
        Kind::Plan => Facts::Plan(Box::new(plan_facts(artifact))),
        Kind::PlanOutline => Facts::Outline(outlined_plans(artifact)),
        Kind::Spec => Facts::Spec(Box::new(spec_facts(artifact))),
        Kind::Summary => Facts::Summary(Box::new(summary_facts(artifact))),
        Kind::Review => Facts::Review(Box::new(review_facts(artifact))),
        Kind::Verification => Facts::Verification(Box::new(verification_facts(artifact))),
        Kind::Uat | Kind::HumanUat => Facts::Uat(Box::new(uat_facts(artifact))),
        _ => Facts::None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    use crate::gsd::artifacts::ARTIFACTS;
    use crate::gsd::text::artifact::Source;

    #[test]
    fn each_kind_has_its_own_facts() {
        let source = Source::of(b"# T\n").unwrap();
        let artifact = source.artifact();
        for row in ARTIFACTS {
            let name = match facts(row.kind, &artifact) {
                Facts::None => "",
                Facts::Plan(_) => "PLAN",
                Facts::Outline(_) => "PLAN-OUTLINE",
                Facts::Spec(_) => "SPEC",
                Facts::Summary(_) => "SUMMARY",
                Facts::Review(_) => "REVIEW",
                Facts::Verification(_) => "VERIFICATION",
                Facts::Uat(_) => "UAT",
            };
            let expected = match row.name {
                "HUMAN-UAT" => "UAT",
                own @ ("PLAN" | "PLAN-OUTLINE" | "SPEC" | "SUMMARY" | "REVIEW" | "VERIFICATION" | "UAT") => own,
                _ => "",
            };
            assert_eq!(name, expected, "{}", row.name);
        }
    }
}
