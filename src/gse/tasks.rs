//! TASKs: their statuses, the moves between them that an activity makes, and what the TASKs of a sprint come to together.

use serde::{Deserialize, Serialize};

use super::activities::Activity;

/// The status of a TASK.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub enum Status {
    /// In the pool.
    Open,
    /// Taken into a sprint.
    Planned,
    /// Worked on.
    InProgress,
    /// Produced, not judged.
    Review,
    /// Judged without a finding that must be fixed.
    Reviewed,
    /// Judged, with findings to fix.
    Fixing,
    /// Fixed.
    Done,
    /// Merged.
    Delivered,
    /// Put off.
    Deferred,
}

impl Status {
    /// Every status with its word, as `backlog.yaml` has it.
    pub const WORDS: [(Self, &'static str); 9] = [
        (Self::Open, "open"),
        (Self::Planned, "planned"),
        (Self::InProgress, "in-progress"),
        (Self::Review, "review"),
        (Self::Reviewed, "reviewed"),
        (Self::Fixing, "fixing"),
        (Self::Done, "done"),
        (Self::Delivered, "delivered"),
        (Self::Deferred, "deferred"),
    ];

    /// The status of a word; `_` and blanks stand for `-`, case does not count.
    pub fn of_word(word: &str) -> Option<Self> {
        let word = word.trim().to_lowercase().replace(['_', ' '], "-");
        Self::WORDS.iter().find(|(_, known)| *known == word).map(|(status, _)| *status)
    }

    /// Its word.
    pub fn word(self) -> &'static str {
        Self::WORDS.iter().find(|(status, _)| *status == self).map_or("", |(_, word)| word)
    }
}

/// A move from one status to another, and who makes it.
#[derive(Debug, Clone, Copy)]
pub struct Transition {
    /// Its id.
    pub id: &'static str,
    /// From which of these; none for a TASK that is new.
    pub from: &'static [Status],
    /// To which.
    pub to: Status,
    /// The activity that makes it; none where no activity's text does.
    pub by: Option<Activity>,
    /// What a reader should know of it.
    pub note: &'static str,
}

const fn moves(
    id: &'static str,
    from: &'static [Status],
    to: Status,
    by: Option<Activity>,
    note: &'static str,
) -> Transition {
    Transition { id, from, to, by, note }
}

/// Every move that the source knows.
///
/// Source: the orchestrator's invariant on TASK statuses, §12.3 of the specification, and the activities' own texts.
pub const TRANSITIONS: &[Transition] = &[
    moves("take-on", &[Status::Open], Status::Planned, Some(Activity::Plan), "taken into the sprint"),
    moves(
        "put-back",
        &[Status::Planned],
        Status::Open,
        Some(Activity::Plan),
        "`plan --tactical` returns it to the pool",
    ),
    moves("begin", &[Status::Planned], Status::InProgress, Some(Activity::Produce), "branch and work tree are made"),
    moves("produce", &[Status::InProgress], Status::Review, Some(Activity::Produce), "it never leaves PRODUCE as done"),
    moves("pass", &[Status::Review], Status::Reviewed, Some(Activity::Review), "no HIGH and no MEDIUM finding"),
    moves("find", &[Status::Review], Status::Fixing, Some(Activity::Review), "a HIGH or MEDIUM finding"),
    moves(
        "find-late",
        &[Status::Review, Status::Reviewed],
        Status::Fixing,
        Some(Activity::Fix),
        "a late finding, or `--severity LOW`",
    ),
    moves("fix", &[Status::Fixing], Status::Done, Some(Activity::Fix), ""),
    moves("deliver", &[Status::Reviewed, Status::Done], Status::Delivered, Some(Activity::Deliver), "merged"),
    moves(
        "defer",
        &[Status::Planned, Status::InProgress, Status::Review, Status::Fixing],
        Status::Deferred,
        None,
        "the specification lists it, and no activity's text writes it",
    ),
    moves(
        "carry-over",
        &[Status::Deferred, Status::InProgress],
        Status::Planned,
        Some(Activity::Plan),
        "into the next sprint",
    ),
    moves(
        "carry-back",
        &[Status::Deferred, Status::InProgress],
        Status::Open,
        Some(Activity::Plan),
        "back to the pool",
    ),
];

/// True where some activity moves a TASK so; a TASK that is new may be open or planned.
pub fn is_legal(from: Option<Status>, to: Status) -> bool {
    match from {
        None => matches!(to, Status::Open | Status::Planned),
        Some(from) => from == to || TRANSITIONS.iter().any(|known| known.to == to && known.from.contains(&from)),
    }
}

/// What the TASKs of a sprint come to together: what is left of them, the earliest first.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[repr(u8)]
pub enum Together {
    /// The sprint has none.
    None,
    /// One is worked on.
    InProgress,
    /// None is worked on, and one is planned.
    Planned,
    /// One is produced and not judged.
    Review,
    /// One has findings to fix.
    Fixing,
    /// All are judged or fixed; some may be merged.
    Ready,
    /// All are merged or put off.
    Delivered,
}

impl Together {
    /// Every value, in the order of their bits.
    pub const EVERY: [Self; 7] =
        [Self::None, Self::InProgress, Self::Planned, Self::Review, Self::Fixing, Self::Ready, Self::Delivered];

    /// What these statuses come to.
    pub fn of(statuses: &[Status]) -> Self {
        let any = |wanted: &[Status]| statuses.iter().any(|status| wanted.contains(status));
        match () {
            () if statuses.is_empty() => Self::None,
            () if any(&[Status::InProgress]) => Self::InProgress,
            // In a sprint, a TASK that still says `open` was never promoted and waits like a planned one.
            () if any(&[Status::Planned, Status::Open]) => Self::Planned,
            () if any(&[Status::Review]) => Self::Review,
            () if any(&[Status::Fixing]) => Self::Fixing,
            () if any(&[Status::Reviewed, Status::Done]) => Self::Ready,
            () => Self::Delivered,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_are_read_in_every_spelling() {
        for (status, word) in Status::WORDS {
            assert_eq!(Status::of_word(word), Some(status));
            assert_eq!(Status::of_word(&word.to_uppercase().replace('-', "_")), Some(status));
            assert_eq!(status.word(), word);
        }
        assert_eq!(Status::of_word("finished"), None);
    }

    #[test]
    fn nothing_jumps_over_the_review() {
        assert!(!is_legal(Some(Status::Planned), Status::Done));
        assert!(!is_legal(Some(Status::Review), Status::Done));
        assert!(!is_legal(Some(Status::Delivered), Status::Planned));
        assert!(!is_legal(None, Status::Done));
        assert!(is_legal(Some(Status::Review), Status::Reviewed) && is_legal(Some(Status::Done), Status::Delivered));
        for (status, _) in Status::WORDS {
            assert!(is_legal(Some(status), status));
            let is_reached = matches!(status, Status::Open) || TRANSITIONS.iter().any(|known| known.to == status);
            assert!(is_reached, "no move leads to {}", status.word());
        }
    }

    #[test]
    fn the_earliest_status_says_what_is_left() {
        use Status::{Deferred, Delivered, Done, Fixing, InProgress, Open, Planned, Review, Reviewed};
        for (statuses, expected) in [
            (&[][..], Together::None),
            (&[Planned, InProgress, Delivered], Together::InProgress),
            (&[Done, Planned], Together::Planned),
            (&[Done, Open], Together::Planned),
            (&[Fixing, Review], Together::Review),
            (&[Fixing, Done], Together::Fixing),
            (&[Done, Delivered], Together::Ready),
            (&[Reviewed], Together::Ready),
            (&[Delivered, Deferred], Together::Delivered),
        ] {
            assert_eq!(Together::of(statuses), expected, "{statuses:?}");
        }
    }
}
