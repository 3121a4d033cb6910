//! The steps of a phase: one row each, read by the evaluator, `explain`, the docs page and the tests.

use serde::{Deserialize, Deserializer, Serialize, Serializer, de};

use crate::engine::step::StepRef;

/// A step of the pipeline; its value is its public number.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[repr(u8)]
pub enum Step {
    /// 1
    Research = 1,
    /// 2
    Spec,
    /// 3
    Lock,
    /// 4
    Discuss,
    /// 5
    UiSpec,
    /// 6
    AiSpec,
    /// 7
    Plan,
    /// 8
    PlanReview,
    /// 9
    Execute,
    /// 10
    CodeReview,
    /// 11
    ReviewFix,
    /// 12
    Secure,
    /// 13
    Validate,
    /// 14
    SurfaceReviews,
    /// 15
    Verify,
    /// 16
    Learnings,
    /// 17
    Ship,
}

/// When a phase owes a step.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum OwedWhen {
    /// At every surface and depth.
    Always,
    /// At depth deep.
    Deep,
    /// Where the project has a surface map.
    Map,
    /// At depth deep; at standard where the SPEC leaves three or more gray areas.
    GrayAreas,
    /// Where an active surface asks for one of these gates.
    Gates(&'static [&'static str]),
}

/// One row of the step table.
#[derive(Debug, Clone, Copy)]
pub struct StepRow {
    /// The step.
    pub step: Step,
    /// Its name, in kebab case.
    pub name: &'static str,
    /// When it is done, in a line.
    pub done_when: &'static str,
    /// The command that takes it; `{phase}` stands for the phase. What it leaves, and what stands in its place where the phase
    /// is further on, is in [`super::runs`].
    pub command: &'static str,
    /// When it is owed.
    pub owed: OwedWhen,
    /// The key below `workflow` in the project's config whose explicit `false` switches it off.
    pub switch: Option<&'static str>,
}

/// The pipeline.
///
/// Source: GSD's commands and the artifacts that their workflows write; the order after execution is that of the safety gates
/// first, because GSD writes VERIFICATION before SECURITY and the phase would otherwise look finished without it.
pub const STEPS: &[StepRow] = &[
    StepRow {
        step: Step::Research,
        name: "research",
        done_when: "RESEARCH is committed",
        command: "/gsd-plan-phase --research-phase {phase}",
        owed: OwedWhen::Deep,
        switch: None,
    },
    StepRow {
        step: Step::Spec,
        name: "spec",
        done_when: "SPEC is finished",
        command: "/gsd-spec-phase {phase}",
        owed: OwedWhen::Always,
        switch: None,
    },
    StepRow {
        step: Step::Lock,
        name: "lock",
        done_when: "a committed lock holds no assumption that still stands",
        command: "phase-pipeline classify {phase} --lock --commit",
        owed: OwedWhen::Map,
        switch: None,
    },
    StepRow {
        step: Step::Discuss,
        name: "discuss",
        done_when: "CONTEXT is committed",
        command: "/gsd-discuss-phase {phase}",
        owed: OwedWhen::GrayAreas,
        switch: Some("skip_discuss"),
    },
    StepRow {
        step: Step::UiSpec,
        name: "ui-spec",
        done_when: "UI-SPEC is approved",
        command: "/gsd-ui-phase {phase}",
        owed: OwedWhen::Gates(&["ui-spec"]),
        switch: Some("ui_phase"),
    },
    StepRow {
        step: Step::AiSpec,
        name: "ai-spec",
        done_when: "AI-SPEC holds no placeholder",
        command: "/gsd-ai-integration-phase {phase}",
        owed: OwedWhen::Gates(&["ai-spec"]),
        switch: Some("ai_integration_phase"),
    },
    StepRow {
        step: Step::Plan,
        name: "plan",
        done_when: "there is a PLAN, and every plan that an outline lists",
        command: "/gsd-plan-phase {phase}",
        owed: OwedWhen::Always,
        switch: None,
    },
    StepRow {
        step: Step::PlanReview,
        name: "plan-review",
        done_when: "REVIEWS is there and addressed",
        command: "/gsd-review --phase {phase}",
        owed: OwedWhen::Always,
        switch: None,
    },
    StepRow {
        step: Step::Execute,
        name: "execute",
        done_when: "every live plan is executed",
        command: "/gsd-execute-phase {phase}",
        owed: OwedWhen::Always,
        switch: None,
    },
    StepRow {
        step: Step::CodeReview,
        name: "code-review",
        done_when: "REVIEW is as new as the execution",
        command: "/gsd-code-review {phase}",
        owed: OwedWhen::Always,
        switch: Some("code_review"),
    },
    StepRow {
        step: Step::ReviewFix,
        name: "review-fix",
        done_when: "REVIEW is clean, or REVIEW-FIX has fixed what is in scope",
        command: "/gsd-code-review {phase} --fix",
        owed: OwedWhen::Always,
        switch: Some("code_review"),
    },
    StepRow {
        step: Step::Secure,
        name: "secure",
        done_when: "SECURITY is verified and no threat is open",
        command: "/gsd-secure-phase {phase}",
        owed: OwedWhen::Gates(&["secure"]),
        switch: Some("security_enforcement"),
    },
    StepRow {
        step: Step::Validate,
        name: "validate",
        done_when: "VALIDATION is validated",
        command: "/gsd-validate-phase {phase}",
        owed: OwedWhen::Gates(&["validate"]),
        switch: Some("nyquist_validation"),
    },
    StepRow {
        step: Step::SurfaceReviews,
        name: "surface-reviews",
        done_when: "each review gate of the active surfaces has its artifact",
        command: "/gsd-ui-review {phase}",
        owed: OwedWhen::Gates(&["ui-review", "eval-review", "full-uat", "browser-uat"]),
        switch: Some("ui_review"),
    },
    StepRow {
        step: Step::Verify,
        name: "verify",
        done_when: "VERIFICATION passed and is as new as the execution",
        command: "/gsd-execute-phase {phase}",
        owed: OwedWhen::Always,
        switch: Some("verifier"),
    },
    StepRow {
        step: Step::Learnings,
        name: "learnings",
        done_when: "LEARNINGS is committed",
        command: "/gsd-extract-learnings {phase}",
        owed: OwedWhen::Always,
        switch: None,
    },
    StepRow {
        step: Step::Ship,
        name: "ship",
        done_when: "the phase is shipped",
        command: "/gsd-ship {phase}",
        owed: OwedWhen::Always,
        switch: None,
    },
];

impl Step {
    /// The step's row.
    pub fn row(self) -> &'static StepRow {
        // Rows stand in the order of their numbers (a test says so).
        STEPS.get(usize::from(self.number()) - 1).unwrap_or(&STEPS[0])
    }

    /// The public number, from 1.
    pub fn number(self) -> u8 {
        self as u8
    }

    /// Number and name, as outputs show the step.
    pub fn named(self) -> StepRef {
        StepRef { number: self.number(), name: self.row().name }
    }

    /// The step of that number or name.
    pub fn find(text: &str) -> Option<Self> {
        STEPS.iter().find(|row| row.name == text || row.step.number().to_string() == text).map(|row| row.step)
    }
}

impl Serialize for Step {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(self.row().name)
    }
}

impl<'de> Deserialize<'de> for Step {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let text = String::deserialize(deserializer)?;
        Self::find(&text).ok_or_else(|| de::Error::custom(format!("`{text}` is no step")))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rows_stand_in_the_order_of_their_numbers() {
        for (at, row) in STEPS.iter().enumerate() {
            assert_eq!(usize::from(row.step.number()), at + 1);
            assert_eq!(row.step.row().name, row.name);
            assert_eq!(Step::find(row.name), Some(row.step));
            assert_eq!(Step::find(&(at + 1).to_string()), Some(row.step));
            assert!(!row.command.contains("{phase}") || row.command.matches("{phase}").count() == 1);
        }
        assert_eq!(Step::find("0"), None);
        assert_eq!(Step::find("18"), None);
    }
}
