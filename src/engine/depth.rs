//! How hard the cycle-heavy steps of a phase work.

/// A depth, the shallower the less.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Depth {
    /// One pass of everything.
    Shallow,
    /// Some rounds.
    Standard,
    /// The uniform pipeline.
    Deep,
}

impl Depth {
    /// Every depth, the shallowest first.
    pub const ALL: [Self; 3] = [Self::Shallow, Self::Standard, Self::Deep];

    /// The word that config, locks and outputs use.
    pub fn word(self) -> &'static str {
        match self {
            Self::Shallow => "shallow",
            Self::Standard => "standard",
            Self::Deep => "deep",
        }
    }
}
