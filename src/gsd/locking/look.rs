//! What the documents and the evidence of a phase say to whoever asks for a lock or a waiver.

use std::collections::BTreeMap;

use crate::engine::classify::{Classified, Why};
use crate::engine::evidence::StepState;
use crate::engine::lock::decide::{InTheWay, Waiver};
use crate::engine::lock::{ByHand, Found, Held, Joined, Lock, Remark, compare};
use crate::engine::object::Oid;
use crate::gsd::artifacts::Kind;
use crate::gsd::assess::{Assessment, assess};
use crate::gsd::evidence::PhaseEvidence;
use crate::gsd::read::documents::Document;
use crate::gsd::steps::Step;
use crate::gsd::waivers::{is_waivable, pinned_surface};

/// The document that holds the lock; where none does, CONTEXT, else SPEC, else one of its own.
pub(super) fn holder<'d>(documents: &'d [Document], evidence: &PhaseEvidence) -> Option<&'d Document> {
    let holding = documents.iter().find(|document| !document.found.blocks.is_empty());
    let by_kind = |kind: Kind| {
        let meant = evidence.the(kind)?;
        documents.iter().find(|document| document.path == meant.path)
    };
    holding.or_else(|| [Kind::Context, Kind::Spec, Kind::Lock].into_iter().find_map(by_kind))
}

/// What of the locks in the documents keeps another from being written.
pub(super) fn in_the_way(documents: &[Document]) -> InTheWay {
    let found: Vec<_> = documents.iter().map(|document| (&document.path, &document.found)).collect();
    InTheWay::of(&found)
}

/// True where a document says this lock, whole, and no other.
pub(super) fn reads_back(found: &Found, lock: &Lock) -> bool {
    match found.blocks.as_slice() {
        [block] => block.damage().is_none() && block.lock == *lock,
        _ => false,
    }
}

/// What else a reader should know of a lock: that it replaces nothing, and which surfaces need not have been skipped.
pub(super) fn notes(is_same: bool, replaces: bool, skipped: &[(String, String)]) -> Vec<String> {
    let in_vain =
        (is_same && replaces).then(|| "the lock says this already, so there is nothing to replace".to_owned());
    in_vain.into_iter().chain(skipped.iter().map(|(name, why)| format!("{name} is skipped already: {why}"))).collect()
}

/// The surfaces that are to be skipped by hand and are inactive without it: the paths say so.
pub(super) fn skipped_by_themselves(surfaces: &[Classified], by_hand: &ByHand) -> Vec<(String, String)> {
    let asked = surfaces.iter().filter(|surface| by_hand.skip.contains_key(&surface.name));
    let by_itself = asked.filter(|surface| !matches!(surface.why, Why::SkippedByHand(_)));
    by_itself.map(|surface| (surface.name.clone(), surface.why.words())).collect()
}

/// The waiver of a step or gate as it was typed: what is known of it, added to what `made` says of its reason and its document.
pub(super) fn waiver(
    typed: &str,
    evidence: &PhaseEvidence,
    lapsed: &BTreeMap<(String, Remark), Oid>,
    made: Waiver,
) -> Waiver {
    let assessment = assess(evidence);
    let lapsed = |name: &str| lapsed.get(&(name.to_owned(), made.reason.clone())).map(Oid::short);
    let Some(step) = Step::find(typed) else {
        let classified = evidence.setup.classified.as_ref();
        let is_asked = classified.is_some_and(|classified| classified.gates.contains_key(typed));
        return Waiver {
            name: typed.to_owned(),
            is_known: is_asked,
            is_waivable: true,
            is_owed: is_asked && !is_done(&assessment, Step::SurfaceReviews),
            pinned_by: pinned_by(evidence, typed),
            lapsed: lapsed(typed),
            ..made
        };
    };
    let name = step.row().name;
    let owes = assessment.owing.iter().find(|owes| owes.step == step);
    let gates = owes.map(|owes| owes.gates.as_slice()).unwrap_or_default();
    Waiver {
        name: name.to_owned(),
        is_known: true,
        is_waivable: is_waivable(step),
        is_owed: owes.is_some_and(|owes| owes.owed || owes.waived) && !is_done(&assessment, step),
        pinned_by: gates.iter().find_map(|gate| pinned_by(evidence, gate)),
        lapsed: lapsed(name),
        ..made
    }
}

/// What the block asks for that was not asked for, and the other way round: held against the locks that git holds and the block
/// that stands there.
pub(super) fn changes(before: &Joined, own: Option<&Lock>, lock: &Lock) -> Vec<String> {
    let mut before = Held::from(before);
    if let Some(own) = own.map(Held::from) {
        for (name, surface) in &own.surfaces {
            before.surfaces.entry(name.clone()).or_default().absorb(surface);
        }
        for (name, surface) in &own.assumed {
            before.assumed.entry(name.clone()).or_default().absorb(surface);
        }
        before.depth = before.depth.max(own.depth);
    }
    let mut told: Vec<String> = compare(&before, &Held::from(lock)).iter().map(ToString::to_string).collect();
    let waived = own.map(|own| own.waived.clone()).unwrap_or_default();
    told.extend(
        lock.waived
            .iter()
            .filter(|(step, why)| waived.get(*step) != Some(why))
            .map(|(step, why)| format!("waived: {step}: {why}")),
    );
    told.extend(
        waived.keys().filter(|step| !lock.waived.contains_key(*step)).map(|step| format!("{step} is waived no more")),
    );
    told
}

fn is_done(assessment: &Assessment, step: Step) -> bool {
    assessment.clear(step) == Some(StepState::Done)
}

/// The pinned surface that asks for a gate.
fn pinned_by(evidence: &PhaseEvidence, gate: &str) -> Option<String> {
    let classified = evidence.setup.classified.as_ref()?;
    pinned_surface(classified.gates.get(gate)?, &classified.line.surfaces)
}

#[cfg(test)]
mod tests;
