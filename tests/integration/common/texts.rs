//! The texts of artifacts as GSD's commands leave them when they end well. A test that wants a broken one breaks a whole one.

use phase_pipeline::gsd::artifacts::Kind;

/// The status word with which GSD's command ends well; none for a kind that has none.
pub(crate) fn good_word(kind: Kind) -> Option<&'static str> {
    match kind {
        Kind::UiSpec => Some("approved"),
        Kind::Summary | Kind::Uat | Kind::HumanUat => Some("complete"),
        Kind::Review => Some("clean"),
        Kind::ReviewFix => Some("all_fixed"),
        Kind::Security => Some("verified"),
        Kind::Validation => Some("validated"),
        Kind::Verification => Some("passed"),
        _ => None,
    }
}

/// A finished artifact of the phase in `folder`; one of plan `01` for the kinds that belong to plans.
pub(crate) fn finished(kind: Kind, folder: &str) -> String {
    match (kind, good_word(kind)) {
        (Kind::Plan, _) => Plan::new("01").text(folder),
        (_, Some(word)) => worded(kind, folder, word),
        (_, None) => prose(kind, folder),
    }
}

/// An artifact whose front matter says `word`.
pub(crate) fn worded(kind: Kind, folder: &str, word: &str) -> String {
    let (keys, body) = match kind {
        Kind::UiSpec => {
            ("preset: none\n", "## Copywriting Contract\n\n- Add photo\n\n## Checker Sign-Off\n\n- [x] PASS\n")
        }
        Kind::Summary => (
            "plan: 01\ncompleted: 2026-01-05\n",
            "## Accomplishments\n\n- Photos are kept\n\n## Self-Check: PASSED\n\n---\n*Completed: 2026-01-05*\n",
        ),
        Kind::Review => (
            "depth: standard\nfiles_reviewed: 1\nfindings:\n  critical: 0\n  warning: 0\n  info: 0\n  total: 0\n",
            "## Summary\n\nOne file was read.\n\n---\n\n_Reviewer: Claude (gsd-code-reviewer)_\n",
        ),
        Kind::ReviewFix => (
            "findings_in_scope: 1\nfixed: 1\nskipped: 0\niteration: 1\n",
            "## Fixed Issues\n\n### WR-01: no limit\n\n---\n\n_Fixer: Claude (gsd-code-fixer)_\n",
        ),
        Kind::Security => (
            "threats_open: 0\nasvs_level: 1\n",
            "## Threat Register\n\n| T-7-01 | closed |\n\n## Sign-Off\n\n**Approval:** verified 2026-01-05\n",
        ),
        Kind::Validation => (
            "nyquist_compliant: true\nwave_0_complete: true\n",
            "## Test Infrastructure\n\n- cargo test\n\n## Validation Sign-Off\n\n**Approval:** approved 2026-01-05\n",
        ),
        Kind::Uat | Kind::HumanUat => (
            "started: 2026-01-05\n",
            "## Tests\n\n### 1. Add a photo\nexpected: It is shown.\nresult: pass\n\n## Summary\n\ntotal: 1\npassed: 1\n\n## Gaps\n\n[none]\n",
        ),
        Kind::Verification => (
            "score: 1/1 must-haves verified\n",
            "## Goal Achievement\n\n| 1 | A photo is kept | VERIFIED |\n\n---\n\n_Verifier: Claude (gsd-verifier)_\n",
        ),
        _ => ("", "A line of prose.\n"),
    };
    format!("---\nphase: {folder}\n{keys}status: {word}\n---\n\n# {folder}: {}\n\n{body}", kind.name())
}

/// An artifact without front matter, or with one that holds no status.
fn prose(kind: Kind, folder: &str) -> String {
    let body = match kind {
        Kind::Research => {
            "**Confidence:** HIGH\n\n## Summary\n\nKeep the original.\n\n## Sources\n\n- a manual\n\n## Metadata\n\nToday.\n"
        }
        Kind::Spec => {
            "**Ambiguity score:** 0.09 (gate: ≤ 0.20)\n**Requirements:** 1 locked\n\n## Goal\n\nPhotos are kept.\n\n\
             ## Ambiguity Report\n\n| **Ambiguity** | 0.09 | ≤0.20 | ✓ |\n\n## Interview Log\n\n- none\n\n---\n\n*Next step: discuss*\n"
        }
        Kind::Context => {
            "**Status:** Ready for planning\n\n<domain>\n## Phase Boundary\n\nPhotos.\n\n</domain>\n\n<decisions>\n\
             - **D-01:** keep the original\n\n</decisions>\n\n<deferred>\n- none\n\n</deferred>\n\n---\n\n*Context gathered: 2026-01-05*\n"
        }
        Kind::Reviews => {
            "## Gemini Review\n\n- **LOW**: name the tests.\n\n## Consensus Summary\n\n- Small and clear.\n"
        }
        Kind::PlanOutline => "| Plan ID | Objective |\n|---|---|\n| 07-01 | keep photos |\n\n## OUTLINE COMPLETE\n",
        Kind::EvalReview => {
            "**Overall Score:** 90/100\n**Verdict:** PRODUCTION READY\n\n## Files Found\n\n- evals/a.md\n"
        }
        Kind::UiReview => "**Overall: 23/24**\n\n## Files Audited\n\n- src/photos.rs\n",
        Kind::Learnings => {
            "## Decisions\n\n- one\n\n## Lessons\n\n- one\n\n## Patterns\n\n- one\n\n## Surprises\n\n- one\n"
        }
        _ => "One line of prose.\n",
    };
    format!("# {folder}: {}\n\n{body}", kind.name())
}

/// A REVIEW that found one warning.
pub(crate) fn review_with_a_warning(folder: &str) -> String {
    let clean = worded(Kind::Review, folder, "issues_found");
    let counted = clean.replace("warning: 0", "warning: 1").replace("total: 0", "total: 1");
    counted.replace("One file was read.\n", "One file was read.\n\n## Warnings\n\n### WR-01: no limit\n")
}

/// What a plan declares.
#[derive(Debug, Clone, Default)]
pub(crate) struct Plan<'a> {
    pub(crate) id: &'a str,
    pub(crate) files: &'a [&'a str],
    pub(crate) needs: &'a [&'a str],
    /// Further lines of its front matter.
    pub(crate) more: &'a str,
}

impl<'a> Plan<'a> {
    pub(crate) fn new(id: &'a str) -> Self {
        Self { id, ..Self::default() }
    }

    /// The plan's whole text.
    pub(crate) fn text(&self, folder: &str) -> String {
        let Self { id, files, needs, more } = self;
        let (files, needs) = (files.join(", "), needs.join(", "));
        format!(
            "---\nphase: {folder}\nplan: {id}\ntype: execute\nwave: 1\ndepends_on: [{needs}]\nfiles_modified: [{files}]\n\
             autonomous: true\n{more}---\n\n<objective>\nKeep photos.\n</objective>\n\n<tasks>\n\n<task type=\"auto\">\n  \
             <name>Task 1</name>\n  <files>{files}</files>\n  <action>Write it.</action>\n  <done>It is kept.</done>\n</task>\n\n\
             </tasks>\n\n<success_criteria>\n- It is kept\n</success_criteria>\n\n<output>\nWrite the summary.\n</output>\n"
        )
    }
}
