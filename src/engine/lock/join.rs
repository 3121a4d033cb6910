//! All locks of a phase, over its whole life, as one.
//!
//! Joining only adds. What lowers (a replaced lock, a settled assumption, a skip by hand, a waiver) is taken from a committed
//! version alone, and, but for waivers, from one that was committed before the phase began to execute.

use std::collections::{BTreeMap, BTreeSet};

use super::{Block, Digest, LockedSurface, Remark};
use crate::engine::depth::Depth;
use crate::engine::object::Oid;
use crate::engine::path::RepoPath;

/// One version of one document that may hold locks.
#[derive(Debug, Clone, Copy)]
pub struct Version<'a> {
    /// Its blocks of this phase.
    pub blocks: &'a [Block],
    /// The commit that wrote it; none for the work tree.
    pub commit: Option<Oid>,
    /// True where an execute commit of the phase came before it.
    pub executing: bool,
    /// True where HEAD holds the document as this version has it.
    pub in_head: bool,
}

impl Version<'_> {
    /// True for a version that may lower what others ask for.
    fn settles(&self) -> bool {
        self.is_kept() && !self.executing
    }

    /// True for a version that HEAD or its history holds; and where git is not meant to hold the document, for the one on disk.
    fn is_kept(&self) -> bool {
        self.commit.is_some() || self.in_head
    }
}

/// An absence that is accepted.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Waived {
    /// Why.
    pub reason: Remark,
    /// The first commit that says so. A later execute commit ends it.
    pub since: Oid,
}

/// Every lock of a phase's life as one.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Joined {
    /// Surfaces that any version locked, with all that any locked them with.
    pub surfaces: BTreeMap<String, LockedSurface>,
    /// Surfaces that are assumed and that no later version settled.
    pub assumed: BTreeMap<String, LockedSurface>,
    /// The highest depth.
    pub depth: Option<Depth>,
    /// The depths that somebody raised the phase to by hand, and why.
    pub raised: BTreeMap<Depth, Remark>,
    /// Why surfaces are skipped, as HEAD has it.
    pub skips: BTreeMap<String, Remark>,
    /// Surfaces that somebody skipped before any lock held them, as HEAD has it.
    pub skipped_by_hand: BTreeMap<String, Remark>,
    /// Absences that are accepted, as HEAD has it.
    pub waived: BTreeMap<String, Waived>,
    /// Every waiver that any committed version ever gave, word for word, with the first commit that did.
    pub ever_waived: BTreeMap<(String, Remark), Oid>,
    /// Paths that were declared by hand, in any version.
    pub declared: BTreeSet<RepoPath>,
    /// Locks that a later one replaced, and why.
    pub superseded: BTreeMap<Digest, Remark>,
    /// Every lock that counts.
    pub digests: BTreeSet<Digest>,
    /// Why locks cannot be read whole: then everything is assumed.
    pub unreadable: Vec<String>,
    /// True where HEAD holds a lock that can be read whole.
    pub in_head: bool,
    /// True where some committed version held a lock and HEAD holds none.
    pub lost: bool,
}

impl Joined {
    /// True where no version holds any lock.
    pub fn is_empty(&self) -> bool {
        self.digests.is_empty()
    }
}

/// Joins the versions of a phase's documents, oldest first; the work tree is the last.
pub fn join(versions: &[Version<'_>]) -> Joined {
    join_without(versions, &BTreeMap::new())
}

/// The same, as if these blocks had been replaced too.
pub fn join_without(versions: &[Version<'_>], replaced: &BTreeMap<Digest, Remark>) -> Joined {
    let mut joined = Joined { superseded: replaced.clone(), ..Joined::default() };
    for version in versions.iter().filter(|version| version.settles()) {
        for block in version.blocks {
            joined.superseded.extend(block.lock.supersedes.clone());
        }
    }
    let mut is_committed = false;
    for version in versions {
        let blocks = counting(&joined, version);
        is_committed |= version.is_kept() && !blocks.is_empty();
        joined.in_head |= version.in_head && blocks.iter().any(|block| block.damage().is_none());
        skip_by_hand(&mut joined, version, &blocks);
        settle(&mut joined, version, &blocks);
        for block in blocks {
            add(&mut joined, block);
        }
    }
    let in_head: Vec<&Block> =
        versions.iter().filter(|version| version.in_head).flat_map(|version| counting(&joined, version)).collect();
    joined.lost = is_committed && in_head.is_empty();
    for block in &in_head {
        joined.skips.extend(block.lock.skips.iter().map(|(name, skip)| (name.clone(), skip.reason.clone())));
    }
    let Joined { surfaces, assumed, skips, skipped_by_hand, .. } = &mut joined;
    skipped_by_hand.retain(|name, reason| {
        skips.get(name) == Some(reason) && !surfaces.contains_key(name) && !assumed.contains_key(name)
    });
    joined.waived = waived(versions, &in_head);
    // What is in the work tree alone raises, and the end of a waiver does; a document without any block says nothing of it.
    let is_disk = |version: &&Version<'_>| !version.is_kept() && !version.blocks.is_empty();
    for version in versions.iter().filter(is_disk) {
        joined.waived.retain(|step, _| version.blocks.iter().any(|block| block.lock.waived.contains_key(step)));
    }
    for (version, commit) in versions.iter().filter_map(|version| version.commit.map(|commit| (version, commit))) {
        for (step, why) in version.blocks.iter().flat_map(|block| &block.lock.waived) {
            joined.ever_waived.entry((step.clone(), why.clone())).or_insert(commit);
        }
    }
    joined
}

/// The blocks of a version that no later lock replaces.
fn counting<'a>(joined: &Joined, version: &Version<'a>) -> Vec<&'a Block> {
    version.blocks.iter().filter(|block| !joined.superseded.contains_key(&block.digest)).collect()
}

fn add(joined: &mut Joined, block: &Block) {
    let lock = &block.lock;
    joined.digests.insert(block.digest.clone());
    joined.unreadable.extend(block.damage());
    for (name, surface) in &lock.surfaces {
        joined.surfaces.entry(name.clone()).or_default().absorb(surface);
    }
    for (name, surface) in &lock.assumed {
        joined.assumed.entry(name.clone()).or_default().absorb(surface);
    }
    joined.depth = joined.depth.max(lock.depth);
    for (depth, why) in &lock.raised {
        joined.raised.entry(*depth).or_insert_with(|| why.clone());
    }
    joined.declared.extend(lock.declared.iter().cloned());
}

/// The waivers of HEAD, each dated by the first commit that says the same.
fn waived(versions: &[Version<'_>], in_head: &[&Block]) -> BTreeMap<String, Waived> {
    let mut waived = BTreeMap::new();
    // Oldest first: of several reasons for one step the one that was given last stays.
    for (version, since) in versions.iter().filter_map(|version| version.commit.map(|since| (version, since))) {
        for (step, reason) in version.blocks.iter().flat_map(|block| &block.lock.waived) {
            let said_before =
                |version: &&Version<'_>| version.blocks.iter().any(|block| block.lock.waived.get(step) == Some(reason));
            let is_first = versions.iter().find(said_before).is_some_and(|first| first.commit == Some(since));
            if is_first && in_head.iter().any(|block| block.lock.waived.get(step) == Some(reason)) {
                waived.insert(step.clone(), Waived { reason: reason.clone(), since });
            }
        }
    }
    waived
}

/// A surface that was assumed and that this version, without assuming it, locks or skips for a reason is assumed no more.
fn settle(joined: &mut Joined, version: &Version<'_>, blocks: &[&Block]) {
    if !version.settles() {
        return;
    }
    let is_settled = |name: &String| {
        let decided = |block: &&&Block| block.lock.surfaces.contains_key(name) || block.lock.skips.contains_key(name);
        blocks.iter().any(|block| decided(&block)) && !blocks.iter().any(|block| block.lock.assumed.contains_key(name))
    };
    joined.assumed.retain(|name, _| !is_settled(name));
}

/// A skip by hand counts where no lock before it held the surface.
fn skip_by_hand(joined: &mut Joined, version: &Version<'_>, blocks: &[&Block]) {
    if !version.settles() {
        return;
    }
    for (name, skip) in blocks.iter().flat_map(|block| &block.lock.skips) {
        let is_held = joined.surfaces.contains_key(name) || joined.assumed.contains_key(name);
        if skip.by_hand && !is_held {
            joined.skipped_by_hand.insert(name.clone(), skip.reason.clone());
        }
    }
}
