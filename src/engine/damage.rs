//! What became of a file that a methodology keeps, where its uncommitted version is not to be kept as it lies there.

use serde::{Deserialize, Serialize};

/// The damage.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub enum Damage {
    /// HEAD has it, and it was deleted since.
    Gone,
    /// HEAD has more of the same text, or nothing is left of it.
    CutShort {
        /// What says so.
        why: String,
    },
    /// It holds what no reader can go by.
    Unreadable {
        /// The line, counted from 1; 0 where no line can be named.
        line: usize,
        /// What is wrong.
        why: String,
    },
}

impl Damage {
    /// What is wrong, in words.
    pub fn words(&self) -> String {
        match self {
            Self::Gone => "it was deleted".to_owned(),
            Self::CutShort { why } => format!("cut short: {why}"),
            Self::Unreadable { line: 0, why } => why.clone(),
            Self::Unreadable { line, why } => format!("line {line}: {why}"),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_wrong_is_put_in_words() {
        let why = || "no end".to_owned();
        for (damage, words) in [
            (Damage::Gone, "it was deleted"),
            (Damage::CutShort { why: why() }, "cut short: no end"),
            (Damage::Unreadable { line: 0, why: why() }, "no end"),
            (Damage::Unreadable { line: 4, why: why() }, "line 4: no end"),
        ] {
            assert_eq!(damage.words(), words);
        }
    }
}
