//! Whether a lock or a waiver may be written, and what the block then says. Pure: every fact is given.

use std::collections::{BTreeMap, BTreeSet};

use super::rule::{Refusal, Rule};
use super::{ByHand, Digest, Found, Joined, Lock, Remark, Skip, VERSION};
use crate::engine::activate::State;
use crate::engine::classify::Classification;
use crate::engine::depth::Depth;
use crate::engine::path::RepoPath;

/// What is asked for.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Asked {
    /// To lock, or to record what is asked for beyond the lock.
    Lock(ByHand),
    /// To replace a mistaken lock, for a reason.
    Relock(ByHand, Remark),
    /// To accept the absence of a step's or a gate's artifact, for a reason.
    Waive(Waiver),
}

/// A waiver that is asked for, and what there is to know of its step.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
#[expect(clippy::struct_excessive_bools, reason = "each is a fact of its own, and every combination is possible")]
pub struct Waiver {
    /// The step or gate, by its name; as it was typed where there is none of that name.
    pub name: String,
    /// Why its absence is accepted.
    pub reason: Remark,
    /// True where there is such a step, or such a gate is owed.
    pub is_known: bool,
    /// True where its absence may be accepted at all.
    pub is_waivable: bool,
    /// True where it is owed and not done; what is waived already counts as owed.
    pub is_owed: bool,
    /// The pinned surface that asks for it.
    pub pinned_by: Option<String>,
    /// True where git holds the documents of the phase.
    pub is_kept: bool,
    /// The commit that ended a waiver of these words.
    pub lapsed: Option<String>,
}

/// Where a phase stands, as far as a lock is concerned.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
#[expect(clippy::struct_excessive_bools, reason = "each is a fact of its own, and every combination is possible")]
pub struct Stand {
    /// True where the project has a map.
    pub has_map: bool,
    /// True where the phase lies in an archive.
    pub archived: bool,
    /// True where the phase was begun before there was a map.
    pub of_before: bool,
    /// True where it has a folder.
    pub has_folder: bool,
    /// What git, or a recovery, is in the middle of, and what ends it.
    pub in_progress: Option<(String, String)>,
    /// Why the history of the phase is not known whole.
    pub history_cut: Option<String>,
    /// The lock of a newer version, by its place.
    pub newer: Option<String>,
    /// The places of the locks, where there are several.
    pub several: Option<String>,
    /// The lock that cannot be read whole: its place with what is wrong, and whether it can be told where it ends.
    pub damaged: Option<(String, bool)>,
    /// True where a document holds a lock, committed or not.
    pub has_lock: bool,
    /// True where a committed version holds a lock that counts.
    pub is_locked: bool,
    /// True from the first execute commit on.
    pub executing: bool,
    /// True where neither a SPEC, a CONTEXT nor a plan says what the phase touches, and no path is declared.
    pub is_rough: bool,
    /// The depth that holds without what is asked for now.
    pub depth: Option<Depth>,
    /// The surfaces, each with its state without what is asked for now, and whether it is pinned.
    pub surfaces: BTreeMap<String, (State, bool)>,
    /// Surfaces that are skipped by hand already, and why.
    pub skipped: BTreeMap<String, Remark>,
    /// Paths that were declared and name no place, with why.
    pub unplaced: Vec<String>,
    /// The document that the lock stands in, or will.
    pub document: Document,
}

/// A document that a lock is to be written into.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Document {
    /// Its path.
    pub path: RepoPath,
    /// Why it cannot be written.
    pub fault: Option<String>,
    /// True where it differs from HEAD by more than the lock.
    pub is_dirty: bool,
}

/// What of the locks that stand in the documents of a phase keeps another from being written.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct InTheWay {
    /// See [`Stand::newer`].
    pub newer: Option<String>,
    /// See [`Stand::several`].
    pub several: Option<String>,
    /// See [`Stand::damaged`].
    pub damaged: Option<(String, bool)>,
}

impl InTheWay {
    /// Of these documents, as they lie now.
    pub fn of(documents: &[(&RepoPath, &Found)]) -> Self {
        let newer = documents.iter().find_map(|(path, found)| {
            let newer = found.blocks.iter().find(|block| block.version > VERSION)?;
            Some(format!("{path}, {}", newer.damage()?))
        });
        let places = documents
            .iter()
            .flat_map(|(path, found)| found.blocks.iter().map(move |block| format!("{path}:{}", block.lines.start())));
        let places: Vec<String> = places.collect();
        // The first block that cannot be read whole, or a line that ends none; and whether what would be taken away is clear.
        let damaged = documents.iter().find_map(|(path, found)| {
            let block = found.blocks.iter().find_map(|block| Some((block.damage()?, block.is_closed)));
            let stray = found.strays.first().map(|line| (format!("line {line}: ends a lock, and none is open"), false));
            let (what, is_closed) = block.or(stray)?;
            Some((format!("{path}, {what}"), is_closed))
        });
        Self { newer, several: (places.len() > 1).then(|| places.join(", ")), damaged }
    }

    /// Why a plain lock is refused for it; none where it may be written.
    pub fn refusal(self) -> Option<Refusal> {
        let stand = Stand { newer: self.newer, several: self.several, damaged: self.damaged, ..Stand::default() };
        of_locks(&stand, &Asked::Lock(ByHand::default())).into_iter().min_by_key(|refusal| refusal.rule)
    }
}

/// Why it is refused; none where it may be done. Of several rules that are broken, the first of the table.
pub fn refusal(stand: &Stand, asked: &Asked) -> Option<Refusal> {
    let mut broken = of_place(stand);
    broken.extend(of_locks(stand, asked));
    match asked {
        Asked::Lock(by_hand) => broken.extend(of_hand(stand, by_hand, false)),
        Asked::Relock(by_hand, reason) => {
            broken.extend(of_hand(stand, by_hand, true));
            broken.extend(reason.is_empty().then(|| Refusal::plain(Rule::NoReason)));
            broken.extend(stand.executing.then(|| Refusal::plain(Rule::Executing)));
            broken.extend((!stand.is_locked).then(|| Refusal::plain(Rule::NothingToReplace)));
        }
        Asked::Waive(waiver) => broken.extend(of_waiver(stand, waiver)),
    }
    broken.into_iter().min_by_key(|refusal| refusal.rule)
}

/// What the place does not allow, whatever is asked for.
fn of_place(stand: &Stand) -> Vec<Refusal> {
    let plain = |holds: bool, rule: Rule| holds.then(|| Refusal::plain(rule));
    let document = &stand.document;
    let told = |rule: Rule, what: String| Some(Refusal::new(rule, what));
    [
        plain(!stand.has_map, Rule::NoMap),
        plain(stand.archived, Rule::Archived),
        plain(stand.of_before, Rule::OfBefore),
        plain(!stand.has_folder, Rule::NoFolder),
        stand
            .in_progress
            .as_ref()
            .map(|(what, remedy)| Refusal::new(Rule::Operation, format!("a {what} is in progress")).help(remedy)),
        stand.history_cut.as_ref().and_then(|why| told(Rule::Shallow, why.clone())),
        document.fault.as_ref().and_then(|why| told(Rule::Document, format!("{} {why}", document.path))),
        document
            .is_dirty
            .then(|| format!("{} holds uncommitted changes beside the lock", document.path))
            .and_then(|what| told(Rule::Dirty, what)),
    ]
    .into_iter()
    .flatten()
    .collect()
}

/// What the locks that are there do not allow.
fn of_locks(stand: &Stand, asked: &Asked) -> Vec<Refusal> {
    let mut broken = Vec::new();
    broken.extend(stand.newer.as_ref().map(|at| Refusal::new(Rule::Newer, at.clone())));
    broken.extend(stand.several.as_ref().map(|at| Refusal::new(Rule::Several, format!("the phase has several: {at}"))));
    if let Some((at, has_end)) = &stand.damaged {
        // What cannot be read is replaced on purpose alone, and only where it is clear what that takes away.
        let is_replaced = matches!(asked, Asked::Relock(..)) && *has_end;
        broken.extend((!is_replaced).then(|| Refusal::new(Rule::Damaged, at.clone())));
    }
    broken
}

/// What is asked for by hand and may not be.
fn of_hand(stand: &Stand, by_hand: &ByHand, replaces: bool) -> Vec<Refusal> {
    let mut broken = Vec::new();
    for name in by_hand.include.iter().chain(by_hand.skip.keys()) {
        if !stand.surfaces.contains_key(name) {
            broken.push(Refusal::new(Rule::NoSurface, format!("there is no surface {name}")).help(format!(
                "the surfaces are {}",
                stand.surfaces.keys().map(String::as_str).collect::<Vec<_>>().join(", ")
            )));
        }
    }
    for (name, reason) in &by_hand.skip {
        if reason.is_empty() {
            broken.push(Refusal::new(Rule::NoReason, format!("{name} is skipped without a reason")));
        }
        let Some((state, pinned)) = stand.surfaces.get(name) else { continue };
        if *pinned {
            broken.push(Refusal::new(Rule::SkipPinned, format!("{name} is pinned")));
        }
        if stand.skipped.get(name) == Some(reason) {
            continue;
        }
        if stand.is_locked && !replaces {
            broken
                .push(Refusal::new(Rule::SkipLocked, format!("the phase is locked, and {name} cannot be skipped now")));
        }
        if *state == State::Active {
            broken.push(Refusal::new(Rule::SkipActive, format!("{name} is active")));
        }
        if stand.executing {
            broken.push(Refusal::plain(Rule::Executing));
        }
    }
    if let (Some((lowest, _)), Some(depth)) = (by_hand.raise.first_key_value(), stand.depth)
        && *lowest < depth
    {
        broken.push(Refusal::new(Rule::Lowers, format!("the depth is {depth}, and {lowest} is below it")));
    }
    broken.extend(stand.unplaced.iter().map(|entry| Refusal::new(Rule::Path, entry.clone())));
    broken.extend(stand.is_rough.then(|| Refusal::plain(Rule::TooEarly)));
    broken
}

fn of_waiver(stand: &Stand, waiver: &Waiver) -> Vec<Refusal> {
    let name = &waiver.name;
    let mut broken = Vec::new();
    if waiver.reason.is_empty() {
        broken.push(Refusal::new(Rule::NoReason, format!("{name} is waived without a reason")));
    }
    if !stand.has_lock {
        broken.push(Refusal::plain(Rule::NotLocked));
    }
    if !waiver.is_kept {
        broken.push(Refusal::plain(Rule::NotKept));
    }
    if let Some(by) = &waiver.lapsed {
        broken
            .push(Refusal::new(Rule::SaidBefore, format!("{name} was waived in these words before; {by} came after")));
    }
    if !waiver.is_known {
        broken.push(Refusal::new(Rule::NoStep, format!("there is no step and no owed gate {name}")));
        return broken;
    }
    if !waiver.is_waivable {
        broken.push(Refusal::new(Rule::NotWaivable, format!("{name} cannot be waived")));
    }
    if let Some(surface) = &waiver.pinned_by {
        broken.push(Refusal::new(Rule::GatePinned, format!("{name} is owed by {surface}, which is pinned")));
    }
    if !waiver.is_owed {
        broken.push(Refusal::new(Rule::NotOwed, format!("{name} is not owed, or is done")));
    }
    broken
}

/// What a new block is made from.
#[derive(Debug, Clone, Copy)]
pub struct Made<'a> {
    /// The phase, as its folder spells it.
    pub phase: &'a str,
    /// The classification, with everything that is asked for.
    pub classification: &'a Classification,
    /// Every lock that still counts.
    pub lock: &'a Joined,
    /// What was decided by hand, in the block that stands there and now.
    pub by_hand: &'a ByHand,
    /// The block that stands there.
    pub own: Option<&'a Lock>,
    /// The blocks that this one replaces, and why.
    pub replaced: &'a BTreeMap<Digest, Remark>,
    /// The surfaces that a lock assumed, by the names that it knew, and that the phase answers by now.
    pub answered: &'a [String],
    /// Why this depth.
    pub rationale: &'a str,
    /// Which paths were looked at.
    pub paths: &'a str,
    /// The digest of the settings that were read.
    pub config: &'a str,
}

/// The block that records a classification. A waiver stays with the lock that it stands in, and goes with it.
pub fn block(made: &Made<'_>) -> Lock {
    let mut lock = made.classification.lock(made.phase, made.paths, made.config);
    let replaces = !made.replaced.is_empty();
    lock.rationale = Remark::new(made.rationale);
    lock.raised.clone_from(&made.lock.raised);
    lock.raised.extend(made.by_hand.raise.iter().map(|(depth, why)| (*depth, why.clone())));
    lock.declared =
        made.lock.declared.union(&made.by_hand.declared).cloned().collect::<BTreeSet<_>>().into_iter().collect();
    lock.supersedes.clone_from(&made.lock.superseded);
    for name in made.answered {
        let is_named = lock.surfaces.contains_key(name) || lock.assumed.contains_key(name);
        if !is_named && !lock.skips.contains_key(name) {
            // Without a line of its own the old name would stay assumed for ever.
            let reason = Remark::new("it has another name now");
            lock.skips.insert(name.clone(), Skip { by_hand: false, reason });
        }
    }
    if let Some(own) = made.own.filter(|_| !replaces) {
        lock.waived.clone_from(&own.waived);
    }
    lock
}

/// The block with one waiver more.
pub fn waiving(own: &Lock, waiver: &Waiver) -> Lock {
    let mut lock = own.clone();
    lock.waived.insert(waiver.name.clone(), waiver.reason.clone());
    lock
}

/// True where two blocks ask for the same by the same settings. What they tell of their day is no difference (the paths that were
/// looked at, the reasons of skips that follow from them, why this depth): a lock that is written anew for that would be a commit
/// that changes nothing. What they replace is none either where `replaces`.
pub fn says_the_same(one: &Lock, other: &Lock, replaces: bool) -> bool {
    let asked = |lock: &Lock| {
        let mut lock = Lock { rationale: Remark::default(), paths: Remark::default(), ..lock.clone() };
        lock.surfaces.values_mut().chain(lock.assumed.values_mut()).for_each(|surface| surface.by = None);
        let of_itself = lock.skips.values_mut().filter(|skip| !skip.by_hand);
        of_itself.for_each(|skip| skip.reason = Remark::default());
        if replaces {
            lock.supersedes.clear();
        }
        lock
    };
    asked(one) == asked(other)
}

#[cfg(test)]
mod tests;
