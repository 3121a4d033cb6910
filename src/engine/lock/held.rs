//! What a lock asks for, and what one asks for beyond another.

use std::collections::BTreeMap;
use std::fmt;

use super::{Joined, Lock, LockedSurface};
use crate::engine::depth::Depth;
use crate::engine::escape::escape;

/// What a lock asks for: nothing else of it can be raised, lowered or lost.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Held {
    /// Active surfaces.
    pub surfaces: BTreeMap<String, LockedSurface>,
    /// Assumed ones.
    pub assumed: BTreeMap<String, LockedSurface>,
    /// The depth.
    pub depth: Option<Depth>,
}

impl From<&Lock> for Held {
    fn from(lock: &Lock) -> Self {
        let raised = lock.raised.keys().copied().max();
        Self { surfaces: lock.surfaces.clone(), assumed: lock.assumed.clone(), depth: lock.depth.max(raised) }
    }
}

impl From<&Joined> for Held {
    fn from(joined: &Joined) -> Self {
        Self {
            surfaces: joined.surfaces.clone(),
            assumed: joined.assumed.clone(),
            depth: joined.depth.max(joined.raised.keys().copied().max()),
        }
    }
}

/// One difference between two locks.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub enum Change {
    /// A surface is owed that was not.
    SurfaceAdded(String),
    /// A surface is owed no more.
    SurfaceLost(String),
    /// An active surface is assumed only.
    Weakened(String),
    /// A surface asks for a gate that it did not ask for.
    GateAdded(String, String),
    /// A surface asks for a gate no more.
    GateLost(String, String),
    /// A surface is pinned that was not.
    Pinned(String),
    /// A surface is pinned no more.
    Unpinned(String),
    /// A surface's floor is another: before, after.
    Floor(String, Option<Depth>, Option<Depth>),
    /// The depth is another: before, after.
    Depth(Option<Depth>, Option<Depth>),
}

impl Change {
    /// The surface that it is about; none for the depth.
    pub fn surface(&self) -> Option<&str> {
        match self {
            Self::SurfaceAdded(name)
            | Self::SurfaceLost(name)
            | Self::Weakened(name)
            | Self::GateAdded(name, _)
            | Self::GateLost(name, _)
            | Self::Pinned(name)
            | Self::Unpinned(name)
            | Self::Floor(name, ..) => Some(name),
            Self::Depth(..) => None,
        }
    }

    /// True where less is asked for than before.
    pub fn lowers(&self) -> bool {
        match self {
            Self::SurfaceAdded(_) | Self::GateAdded(..) | Self::Pinned(_) => false,
            Self::SurfaceLost(_) | Self::Weakened(_) | Self::GateLost(..) | Self::Unpinned(_) => true,
            Self::Floor(_, before, after) | Self::Depth(before, after) => after < before,
        }
    }
}

impl fmt::Display for Change {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let word = |depth: &Option<Depth>| depth.map_or("none", Depth::word);
        match self {
            Self::SurfaceAdded(name) => write!(f, "{} is owed", escape(name)),
            Self::SurfaceLost(name) => write!(f, "{} is owed no more", escape(name)),
            Self::Weakened(name) => write!(f, "{} was active and is assumed", escape(name)),
            Self::GateAdded(name, gate) => write!(f, "{} asks for {}", escape(name), escape(gate)),
            Self::GateLost(name, gate) => write!(f, "{} asks for {} no more", escape(name), escape(gate)),
            Self::Pinned(name) => write!(f, "{} is pinned", escape(name)),
            Self::Unpinned(name) => write!(f, "{} is pinned no more", escape(name)),
            Self::Floor(name, before, after) => {
                write!(f, "floor of {}: {}, was {}", escape(name), word(after), word(before))
            }
            Self::Depth(before, after) => write!(f, "depth {}, was {}", word(after), word(before)),
        }
    }
}

/// What `after` asks for beyond `before`, and what it does not ask for any more.
pub fn compare(before: &Held, after: &Held) -> Vec<Change> {
    let mut changes = Vec::new();
    let owed = |held: &Held| {
        let mut all = held.assumed.clone();
        for (name, surface) in &held.surfaces {
            all.entry(name.clone()).or_default().absorb(surface);
        }
        all
    };
    let (old, new) = (owed(before), owed(after));
    changes.extend(new.keys().filter(|name| !old.contains_key(*name)).cloned().map(Change::SurfaceAdded));
    for (name, was) in &old {
        let Some(is) = new.get(name) else {
            changes.push(Change::SurfaceLost(name.clone()));
            continue;
        };
        if before.surfaces.contains_key(name) && !after.surfaces.contains_key(name) {
            changes.push(Change::Weakened(name.clone()));
        }
        let beyond = |one: &LockedSurface, other: &LockedSurface| -> Vec<String> {
            one.gates.iter().filter(|gate| !other.gates.contains(gate)).cloned().collect()
        };
        changes.extend(beyond(is, was).into_iter().map(|gate| Change::GateAdded(name.clone(), gate)));
        changes.extend(beyond(was, is).into_iter().map(|gate| Change::GateLost(name.clone(), gate)));
        if is.pinned != was.pinned {
            changes.push(if is.pinned { Change::Pinned(name.clone()) } else { Change::Unpinned(name.clone()) });
        }
        if is.floor != was.floor {
            changes.push(Change::Floor(name.clone(), was.floor, is.floor));
        }
    }
    if before.depth != after.depth {
        changes.push(Change::Depth(before.depth, after.depth));
    }
    changes
}
