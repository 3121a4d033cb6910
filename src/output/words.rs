//! Words that several renderers share.

use crate::engine::exit::Outcome;
use crate::engine::report::Decision;

/// What a decision points at: the step to take, else what the run came to.
pub(super) fn target(decision: &Decision) -> String {
    match (&decision.step, decision.outcome) {
        (Some(step), Outcome::Done) => step.to_string(),
        (_, outcome) => outcome.row().name.to_owned(),
    }
}
