//! The one answer that needs no evidence: a measured checkpoint before a step that is named.

use super::answer::{find, find_step, phase_of, place_of};
use super::checkpoints::fixed;
use super::read::project::Project;
use crate::engine::ask::PhaseAsk;
use crate::engine::checkpoint::{Checkpoint, Utilization};
use crate::engine::exit::Outcome;
use crate::engine::failure::Failure;
use crate::engine::report::{Decision, PhaseRef, Report};

/// The answer to somebody who names the step and has no room left for it: nothing is diagnosed first, because a fresh session
/// will ask again. None where no checkpoint stops the step.
///
/// # Errors
/// There is no such phase or step, no such place, or it cannot be read.
pub(super) fn stopped_at_once(ask: &PhaseAsk) -> Result<Option<Report>, Failure> {
    let (Some(context), Some(step)) = (&ask.context, &ask.step) else { return Ok(None) };
    let step = find_step(step)?;
    let (Some(seam), Utilization::Measured { .. }) = (fixed(step), &context.utilization) else { return Ok(None) };
    let project = Project::open(&ask.place)?;
    let (project, found) = find(project, ask, &phase_of(&ask.phase)?)?;
    let folder = found.folder.as_ref();
    let id = folder.and_then(|folder| folder.folder.id()).unwrap_or(&found.asked).to_string();
    let resume = ask.own(project.workstream.clone()).asking(&id, Some(step.number()), ask.ack.as_deref());
    let policy = project.settings.pipeline.checkpoint.policy();
    let checkpoint = Checkpoint::reach(seam.at, context, policy, true, resume);
    if !checkpoint.stop {
        return Ok(None);
    }
    let decision = Decision {
        outcome: Outcome::CheckpointAtOnce,
        step: Some(step.named()),
        row: "checkpoint".to_owned(),
        explicit: true,
        summary: format!("a fresh context is needed {}; nothing was diagnosed", seam.at),
        notes: vec!["the diagnosis did not run: a fresh session runs it".to_owned()],
        ..Decision::default()
    };
    let phase = PhaseRef {
        dir: folder.map(|folder| folder.path.clone()),
        archived: folder.and_then(|folder| folder.archive.clone()),
        name: folder.map(|folder| folder.folder.slug(&found.asked).to_owned()).unwrap_or_default(),
        id,
        begin: None,
    };
    let place = place_of(&project, true);
    Ok(Some(Report { decision, checkpoint: Some(checkpoint), ..Report::at(place, phase) }))
}
