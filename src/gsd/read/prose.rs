//! When prose is complete: it says something, and nothing that it opened is left open.

use super::artifact::Artifact;
use crate::gsd::artifacts::Kind;
use crate::read::markdown::open_tag;

/// The tags that a finished file of the kind closes.
///
/// Source: GSD's templates of CONTEXT, RESEARCH and PLAN.
pub fn tags_of(kind: Kind) -> &'static [&'static str] {
    match kind {
        Kind::Context => {
            &["domain", "spec_lock", "decisions", "canonical_refs", "code_context", "specifics", "deferred"]
        }
        Kind::Research => &["user_constraints", "phase_requirements", "architectural_responsibility_map"],
        Kind::Plan => &["objective", "tasks", "task", "verification", "success_criteria", "output"],
        _ => &[],
    }
}

/// What a cut leaves behind: a fence, a comment or a tag of the kind that nothing closes.
pub fn left_open(kind: Kind, artifact: &Artifact<'_>) -> Option<String> {
    let tag = open_tag(&artifact.markdown, artifact.body, artifact.body_line, tags_of(kind));
    let tag = tag.map(|(name, line)| format!("<{name}> on line {line} is not closed"));
    let fence = || artifact.markdown.open_fence().map(|line| format!("the code fence on line {line} is not closed"));
    let comment = || artifact.markdown.open_comment().map(|line| format!("the comment on line {line} is not closed"));
    tag.or_else(fence).or_else(comment)
}

/// Why a prose file is cut short, if it is.
pub fn truncation(kind: Kind, artifact: &Artifact<'_>) -> Option<String> {
    let bare = || (!artifact.markdown.has_text()).then(|| "there is nothing below the title".to_owned());
    artifact.cut().or_else(bare).or_else(|| left_open(kind, artifact))
}
