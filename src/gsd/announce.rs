//! A phase's recovery as it is put before whoever decides about it.

use super::answer;
use crate::engine::ask::PhaseAsk;
use crate::engine::failure::Failure;
use crate::engine::prospect::Prospect;
use crate::engine::recovery::Announced;

/// The phase as its folder spells it, and what would be done about it, for the state as it is; none where nothing stops the pipeline.
///
/// # Errors
/// As for a report about the phase.
pub fn announced(ask: &PhaseAsk) -> Result<(String, Option<Prospect>), Failure> {
    let case = answer::case(ask)?;
    let Some(left) = case.report().interruption else { return Ok((case.evidence.id, None)) };
    // Where nothing can be carried out, what is to be done by hand is shown all the same.
    let by_hand = || Announced {
        phase: case.evidence.id.clone(),
        head: case.head,
        row: left.row.clone(),
        actions: left.recovery.iter().map(|measure| measure.action.clone()).collect(),
        paths: Vec::new(),
    };
    let announced = case.announced().unwrap_or_else(by_hand);
    let always_at_terminal = case.evidence.setup.confirm_at_terminal;
    let prospect = Prospect { announced, always_at_terminal, in_the_way: case.in_the_way };
    Ok((case.evidence.id, Some(prospect)))
}
