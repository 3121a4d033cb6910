//! What somebody decided by hand about a phase's classification: given now, or kept in its lock.

use std::collections::{BTreeMap, BTreeSet};

use super::{Lock, Remark};
use crate::engine::depth::Depth;
use crate::engine::path::RepoPath;

/// What was decided by hand. All of it raises, but for the skips, which [`super::decide`] guards.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct ByHand {
    /// Surfaces that are included.
    pub include: BTreeSet<String>,
    /// Surfaces that are skipped, and why.
    pub skip: BTreeMap<String, Remark>,
    /// Depths that the phase is raised to, and why.
    pub raise: BTreeMap<Depth, Remark>,
    /// Paths that are declared.
    pub declared: BTreeSet<RepoPath>,
}

impl ByHand {
    /// What of it a lock keeps.
    pub fn of(lock: &Lock) -> Self {
        let included = lock.surfaces.iter().filter(|(_, surface)| surface.included);
        let skipped = lock.skips.iter().filter(|(_, skip)| skip.by_hand);
        Self {
            include: included.map(|(name, _)| name.clone()).collect(),
            skip: skipped.map(|(name, skip)| (name.clone(), skip.reason.clone())).collect(),
            raise: lock.raised.clone(),
            declared: lock.declared.iter().cloned().collect(),
        }
    }

    /// Both; what `later` says of the same thing counts.
    #[must_use]
    pub fn and(mut self, later: &Self) -> Self {
        self.include.extend(later.include.iter().cloned());
        self.skip.extend(later.skip.iter().map(|(name, why)| (name.clone(), why.clone())));
        self.raise.extend(later.raise.iter().map(|(depth, why)| (*depth, why.clone())));
        self.declared.extend(later.declared.iter().cloned());
        self.skip.retain(|name, _| !later.include.contains(name));
        self
    }
}
