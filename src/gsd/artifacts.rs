//! The artifact kinds of a phase: what each is called, when it is finished, and what it judges.

use serde::{Deserialize, Serialize};

use super::steps::Step;

/// A kind of artifact, named by the last part of its file name.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub enum Kind {
    /// Requirements and their ambiguity.
    Spec,
    /// Decisions of the discussion.
    Context,
    /// Findings made before planning.
    Research,
    /// The classification, where neither SPEC nor CONTEXT can hold it.
    Lock,
    /// The contract of the user interface.
    UiSpec,
    /// The contract of a model's use.
    AiSpec,
    /// One plan.
    Plan,
    /// The list of plans that a chunked planning means to write.
    PlanOutline,
    /// Reviews of the plans by others.
    Reviews,
    /// What the execution of one plan (or of the phase) left.
    Summary,
    /// Findings of the code review.
    Review,
    /// What became of those findings.
    ReviewFix,
    /// The threat register.
    Security,
    /// The test strategy and whether it holds.
    Validation,
    /// The audit of the user interface.
    UiReview,
    /// The audit of a model's evaluation.
    EvalReview,
    /// Acceptance by a person.
    Uat,
    /// Acceptance items that the verifier left to a person.
    HumanUat,
    /// A list by which a person tries the work, written before there is anything to try.
    ManualUat,
    /// Whether the phase reached its goal.
    Verification,
    /// What the phase taught.
    Learnings,
    /// Transcript of the discussion.
    DiscussionLog,
    /// Patterns found in the code before planning.
    Patterns,
}

/// How a file of the kind shows that it is finished.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Finish {
    /// A status word of the kind's table; no word at all is not finished.
    Word,
    /// A status word; no word at all is finished (a SUMMARY seldom has one).
    WordOrNone,
    /// A status word or none, and `threats_open: 0`.
    WordAndNoThreats,
    /// A status word, else `findings.total` says whether there are issues.
    WordOrFindings,
    /// Prose that is complete: not empty, no open fence or tag, no leftover of its template.
    Prose,
    /// A plan: its front matter and its task list are closed.
    Plan,
    /// Never finishes a step.
    Note,
}

/// What must not come after an artifact, or else it is stale.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Judges {
    /// Nothing: the artifact does not age.
    Nothing,
    /// The execution of the phase.
    Execution,
    /// The last change of REVIEW.
    Review,
    /// The plans: an added one.
    Plans,
}

/// One row of the artifact table.
#[derive(Debug, Clone, Copy)]
pub struct ArtifactRow {
    /// The kind.
    pub kind: Kind,
    /// The end of its file name, `<phase>-<NAME>.md`.
    pub name: &'static str,
    /// True where a file may belong to one plan, `<phase>-<plan>-<NAME>.md`.
    pub per_plan: bool,
    /// The step that it finishes (alone or with others).
    pub step: Option<Step>,
    /// When it is finished.
    pub finish: Finish,
    /// What makes it stale.
    pub judges: Judges,
    /// True where its command leaves it unfinished by design, committed or not: an open verdict, a list to be filled.
    pub left_unfinished: bool,
    /// What it is, in a line.
    pub doc: &'static str,
}

const fn row(kind: Kind, name: &'static str, step: Option<Step>, finish: Finish, doc: &'static str) -> ArtifactRow {
    ArtifactRow { kind, name, per_plan: false, step, finish, judges: Judges::Nothing, left_unfinished: false, doc }
}

const fn judging(judges: Judges, row: ArtifactRow) -> ArtifactRow {
    ArtifactRow { judges, ..row }
}

const fn per_plan(row: ArtifactRow) -> ArtifactRow {
    ArtifactRow { per_plan: true, ..row }
}

const fn left_unfinished(row: ArtifactRow) -> ArtifactRow {
    ArtifactRow { left_unfinished: true, ..row }
}

/// Every artifact kind, in the order of the steps.
///
/// Source: GSD's templates and the workflows that write them; which are left uncommitted is told by the workflows' own commit
/// steps.
pub const ARTIFACTS: &[ArtifactRow] = &[
    row(Kind::Research, "RESEARCH", Some(Step::Research), Finish::Prose, "findings made before planning"),
    row(Kind::Spec, "SPEC", Some(Step::Spec), Finish::Prose, "requirements and their ambiguity score"),
    row(
        Kind::Lock,
        "LOCK",
        Some(Step::Lock),
        Finish::Note,
        "the classification, where neither SPEC nor CONTEXT is there",
    ),
    row(Kind::Context, "CONTEXT", Some(Step::Discuss), Finish::Prose, "decisions of the discussion"),
    row(Kind::DiscussionLog, "DISCUSSION-LOG", None, Finish::Note, "transcript of the discussion; no evidence"),
    row(Kind::UiSpec, "UI-SPEC", Some(Step::UiSpec), Finish::Word, "contract of the user interface"),
    row(Kind::AiSpec, "AI-SPEC", Some(Step::AiSpec), Finish::Prose, "contract of a model's use"),
    left_unfinished(row(Kind::Patterns, "PATTERNS", None, Finish::Note, "patterns found in the code; no evidence")),
    per_plan(row(Kind::Plan, "PLAN", Some(Step::Plan), Finish::Plan, "one plan: tasks, files, dependencies")),
    row(
        Kind::PlanOutline,
        "PLAN-OUTLINE",
        Some(Step::Plan),
        Finish::Prose,
        "the plans that a chunked planning will write",
    ),
    judging(
        Judges::Plans,
        row(Kind::Reviews, "REVIEWS", Some(Step::PlanReview), Finish::Prose, "reviews of the plans by others"),
    ),
    per_plan(row(
        Kind::Summary,
        "SUMMARY",
        Some(Step::Execute),
        Finish::WordOrNone,
        "what the execution of a plan (or of the phase) left",
    )),
    judging(
        Judges::Execution,
        row(Kind::Review, "REVIEW", Some(Step::CodeReview), Finish::WordOrFindings, "findings of the code review"),
    ),
    judging(
        Judges::Review,
        row(Kind::ReviewFix, "REVIEW-FIX", Some(Step::ReviewFix), Finish::Word, "what became of the findings"),
    ),
    left_unfinished(judging(
        Judges::Execution,
        row(Kind::Security, "SECURITY", Some(Step::Secure), Finish::WordAndNoThreats, "the threat register"),
    )),
    // Planning leaves it as a draft, which validation takes up.
    left_unfinished(judging(
        Judges::Execution,
        row(Kind::Validation, "VALIDATION", Some(Step::Validate), Finish::Word, "test strategy and whether it holds"),
    )),
    judging(
        Judges::Execution,
        row(Kind::UiReview, "UI-REVIEW", Some(Step::SurfaceReviews), Finish::Prose, "audit of the user interface"),
    ),
    judging(
        Judges::Execution,
        row(
            Kind::EvalReview,
            "EVAL-REVIEW",
            Some(Step::SurfaceReviews),
            Finish::Prose,
            "audit of a model's evaluation",
        ),
    ),
    left_unfinished(judging(
        Judges::Execution,
        row(Kind::Uat, "UAT", Some(Step::SurfaceReviews), Finish::Word, "acceptance by a person"),
    )),
    left_unfinished(judging(
        Judges::Execution,
        row(
            Kind::HumanUat,
            "HUMAN-UAT",
            Some(Step::SurfaceReviews),
            Finish::Word,
            "items that the verifier left to a person",
        ),
    )),
    // No template has it and no command reads it: its boxes say what to try, and no word says what came of it.
    left_unfinished(row(
        Kind::ManualUat,
        "MANUAL-UAT",
        None,
        Finish::Note,
        "what a person is to try, without a verdict; no evidence",
    )),
    left_unfinished(judging(
        Judges::Execution,
        row(Kind::Verification, "VERIFICATION", Some(Step::Verify), Finish::Word, "whether the phase reached its goal"),
    )),
    left_unfinished(row(Kind::Learnings, "LEARNINGS", Some(Step::Learnings), Finish::Prose, "what the phase taught")),
];

impl Kind {
    /// The kind's row.
    pub fn row(self) -> &'static ArtifactRow {
        // The table holds every kind (a test says so); the first row stands in where it would not.
        ARTIFACTS.iter().find(|row| row.kind == self).unwrap_or(&ARTIFACTS[0])
    }

    /// The end of the kind's file names, e.g. `REVIEW-FIX`.
    pub fn name(self) -> &'static str {
        self.row().name
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::gsd::words::words_of;

    #[test]
    fn every_kind_has_one_row_and_one_name() {
        for (at, row) in ARTIFACTS.iter().enumerate() {
            assert_eq!(row.kind.row().name, row.name);
            assert!(ARTIFACTS.iter().skip(at + 1).all(|other| other.kind != row.kind && other.name != row.name));
        }
    }

    #[test]
    fn a_kind_that_goes_by_a_word_has_words() {
        for row in ARTIFACTS {
            let by_word = matches!(
                row.finish,
                Finish::Word | Finish::WordOrNone | Finish::WordAndNoThreats | Finish::WordOrFindings
            );
            assert_eq!(words_of(row.kind).is_some(), by_word, "{}", row.name);
        }
    }
}
