//! Operations that git has begun and not finished: until they are, nothing in the work tree is what it seems.

use std::path::Path;

/// An operation in progress in this work tree.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Operation {
    /// `git rebase`.
    Rebase,
    /// `git am`.
    ApplyMailbox,
    /// `git merge`.
    Merge,
    /// `git cherry-pick`.
    CherryPick,
    /// `git revert`.
    Revert,
    /// `git bisect`.
    Bisect,
}

/// The file or folder that each operation keeps in the git directory while it runs. A rebase may stop in the middle of a
/// cherry-pick of its own, so it is asked first.
///
/// Source: `git status` itself decides by these, <https://github.com/git/git/blob/master/wt-status.c>.
const SIGNS: [(&str, Operation); 8] = [
    ("rebase-merge", Operation::Rebase),
    ("rebase-apply/applying", Operation::ApplyMailbox),
    ("rebase-apply", Operation::Rebase),
    ("MERGE_HEAD", Operation::Merge),
    ("CHERRY_PICK_HEAD", Operation::CherryPick),
    ("REVERT_HEAD", Operation::Revert),
    ("sequencer/todo", Operation::CherryPick),
    ("BISECT_LOG", Operation::Bisect),
];

impl Operation {
    /// The word used in every output: the git command's own name.
    pub fn word(self) -> &'static str {
        match self {
            Self::Rebase => "rebase",
            Self::ApplyMailbox => "am",
            Self::Merge => "merge",
            Self::CherryPick => "cherry-pick",
            Self::Revert => "revert",
            Self::Bisect => "bisect",
        }
    }

    /// The commands that finish it or give it up.
    pub fn remedy(self) -> &'static str {
        match self {
            Self::Rebase => "git rebase --continue, or git rebase --abort",
            Self::ApplyMailbox => "git am --continue, or git am --abort",
            Self::Merge => "git merge --continue, or git merge --abort",
            Self::CherryPick => "git cherry-pick --continue, or git cherry-pick --abort",
            Self::Revert => "git revert --continue, or git revert --abort",
            Self::Bisect => "git bisect reset",
        }
    }

    /// True where HEAD stands elsewhere while it runs: what is done may look as if it were not.
    pub fn moves_head(self) -> bool {
        matches!(self, Self::Rebase | Self::Bisect)
    }

    /// The operation whose sign lies in the git directory of this work tree.
    pub(super) fn of_git_dir(git_dir: &Path) -> Option<Self> {
        let (sign, operation) = SIGNS.iter().find(|(sign, _)| git_dir.join(sign).exists())?;
        let reverting = *sign == "sequencer/todo" && is_reverting(&git_dir.join(sign));
        Some(if reverting { Self::Revert } else { *operation })
    }
}

/// True when what is left of a series begins with a revert: picks and reverts keep the same list.
fn is_reverting(todo: &Path) -> bool {
    let text = std::fs::read(todo).unwrap_or_default();
    let first = text.split(|byte| *byte == b'\n').find(|line| !line.is_empty() && !line.starts_with(b"#"));
    first.is_some_and(|line| line.starts_with(b"revert ") || line.starts_with(b"r "))
}
