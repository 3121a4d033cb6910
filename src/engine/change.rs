//! What a command leaves behind, as data: how it may end, what it writes then, and what that changes in a situation.
//!
//! A change moves the values of one dimension, so it is applied to a situation of possible values as well as to a clear one.
//! Whoever prints what a command leaves, and whoever follows it through a table, read the same entries.

use super::row::{Dimension, Situation, Values};

/// How the values of one dimension move.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Change<D: 'static> {
    /// The dimension.
    pub dimension: D,
    /// The values that move; the others stay.
    pub from: Values,
    /// What each of them becomes: one of these.
    pub to: Values,
    /// True where each of them may also stay as it is.
    pub may_stay: bool,
}

impl<D: Dimension> Change<D> {
    /// Values of `from` become one of `to`.
    pub const fn sure(dimension: D, from: Values, to: Values) -> Self {
        Self { dimension, from, to, may_stay: false }
    }

    /// Values of `from` stay, or become one of `to`.
    pub const fn possible(dimension: D, from: Values, to: Values) -> Self {
        Self { dimension, from, to, may_stay: true }
    }

    /// The situation after it.
    #[must_use]
    pub fn apply(&self, situation: Situation<D>) -> Situation<D> {
        let now = situation.get(self.dimension);
        let moving = now.and(self.from);
        if moving.is_empty() {
            return situation;
        }
        let staying = if self.may_stay { now } else { now.without(self.from) };
        situation.with(self.dimension, staying.or(self.to))
    }
}

/// One thing that a command writes.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Leaves<D: 'static> {
    /// What is left, e.g. an artifact's name.
    pub what: &'static str,
    /// True where the command commits it, false where it leaves it uncommitted by design: a diagnosis says so, and once it is
    /// committed the changes hold.
    pub committed: bool,
    /// What changes with it.
    pub changes: &'static [Change<D>],
}

/// Where an ending leads.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Leads {
    /// The step is taken, or what it found is the next step's matter.
    On,
    /// One of several like it is taken: one plan, one review. What is left of them grows less, which no dimension counts.
    Nearer,
    /// The world outside the pipeline said no: a check failed, a threat is open, a person stopped halfway. The way leads through
    /// the same steps again, and only another verdict ends it.
    Back,
}

impl Leads {
    /// What a reader is told beside the ending.
    pub fn words(self) -> &'static str {
        match self {
            Self::On => "",
            Self::Nearer => "one of several",
            Self::Back => "back",
        }
    }
}

/// One way in which a command ends.
#[derive(Debug, Clone, Copy)]
pub struct Ending<D: 'static> {
    /// What it is called: a status word where there is one.
    pub word: &'static str,
    /// Where it leads.
    pub leads: Leads,
    /// What the command has written then.
    pub leaves: &'static [Leaves<D>],
    /// What else that changes, in order, before what is written counts.
    pub follows: &'static [&'static [Change<D>]],
}

impl<D: Dimension> Ending<D> {
    /// The situation once everything that the command left is committed.
    pub fn apply(&self, situation: &Situation<D>) -> Situation<D> {
        self.changes().fold(situation.clone(), |situation, change| change.apply(situation))
    }

    /// Everything that changes, in order.
    pub fn changes(&self) -> impl Iterator<Item = &'static Change<D>> {
        let follows = self.follows.iter().copied().flatten();
        follows.chain(self.leaves.iter().flat_map(|leaves| leaves.changes))
    }

    /// True where somebody must commit what it left before the way goes on.
    pub fn is_left_uncommitted(&self) -> bool {
        self.leaves.iter().any(|leaves| !leaves.committed)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
    struct Lamp;

    impl Dimension for Lamp {
        fn all() -> Vec<Self> {
            vec![Self]
        }

        fn name(self) -> &'static str {
            "lamp"
        }

        fn values(self) -> &'static [&'static str] {
            &["off", "on", "broken"]
        }
    }

    const OFF: Values = Values::of(0);
    const ON: Values = Values::of(1);
    const BROKEN: Values = Values::of(2);

    #[test]
    fn a_change_moves_its_values_and_leaves_the_others() {
        let of =
            |values: Values, change: Change<Lamp>| change.apply(Situation::anything().with(Lamp, values)).get(Lamp);
        let switched = Change::sure(Lamp, OFF, ON);
        assert_eq!(of(OFF, switched), ON);
        assert_eq!(of(BROKEN, switched), BROKEN);
        assert_eq!(of(OFF.or(BROKEN), switched), ON.or(BROKEN));
        let dropped = Change::possible(Lamp, OFF.or(ON), BROKEN);
        assert_eq!(of(ON, dropped), ON.or(BROKEN));
        assert_eq!(of(BROKEN, dropped), BROKEN);
    }

    #[test]
    fn what_is_written_counts_after_what_follows() {
        const LIGHT: Leaves<Lamp> = Leaves { what: "light", committed: false, changes: &[Change::sure(Lamp, OFF, ON)] };
        const ENDING: Ending<Lamp> =
            Ending { word: "lit", leads: Leads::On, leaves: &[LIGHT], follows: &[&[Change::sure(Lamp, BROKEN, OFF)]] };
        const COMMITTED: Ending<Lamp> = Ending { leaves: &[Leaves { committed: true, ..LIGHT }], ..ENDING };
        assert_eq!(ENDING.apply(&Situation::anything().with(Lamp, BROKEN)).get(Lamp), ON);
        assert!(ENDING.is_left_uncommitted());
        assert!(!COMMITTED.is_left_uncommitted());
    }

    #[test]
    fn only_an_ending_that_leads_on_is_not_remarked() {
        assert_eq!([Leads::On, Leads::Nearer, Leads::Back].map(Leads::words), ["", "one of several", "back"]);
    }
}
