//! Operations that git has begun and not finished: until they are, nothing in the work tree is what it seems.

use std::path::Path;

use crate::engine::by_git::from_root;
use crate::engine::diagnosis::Underway;
use crate::engine::own::Own;
use crate::engine::path::RepoPath;

/// How many files in conflict are named in a line.
const FEW: usize = 5;

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

/// The commands that end an operation, without `git`.
struct Endings {
    /// Goes on with it.
    go_on: &'static str,
    /// Goes on without the commit at which it stands, for where that holds no change any more.
    skip: Option<&'static str>,
    /// Gives it up.
    give_up: Option<&'static str>,
}

impl Operation {
    /// The word used in every output, which follows "a": the git command's own name, but for `am`.
    pub fn word(self) -> &'static str {
        match self {
            Self::Rebase => "rebase",
            Self::ApplyMailbox => "series of mailed patches (git am)",
            Self::Merge => "merge",
            Self::CherryPick => "cherry-pick",
            Self::Revert => "revert",
            Self::Bisect => "bisect",
        }
    }

    /// What ends it, without `git`.
    ///
    /// Source: git 2.47. `--continue` refuses where a patch, a pick or a revert is left with no change of its own; `--skip` then
    /// goes on. A rebase goes on by `--continue` there too, and a merge commits.
    fn endings(self) -> Endings {
        let of = |go_on, skip, give_up| Endings { go_on, skip, give_up };
        match self {
            Self::Rebase => of("rebase --continue", None, Some("rebase --abort")),
            Self::ApplyMailbox => of("am --continue", Some("am --skip"), Some("am --abort")),
            Self::Merge => of("merge --continue", None, Some("merge --abort")),
            Self::CherryPick => of("cherry-pick --continue", Some("cherry-pick --skip"), Some("cherry-pick --abort")),
            Self::Revert => of("revert --continue", Some("revert --skip"), Some("revert --abort")),
            Self::Bisect => of("bisect reset", None, None),
        }
    }

    /// The commands that finish it or give it up, for the repository of `own`. While files are in conflict git refuses to go on, so
    /// they are settled and added first.
    pub fn remedy(self, own: &Own, conflicts: &[RepoPath]) -> String {
        let Endings { go_on, skip, give_up } = self.endings();
        let (go_on, give_up) = (own.git(go_on), give_up.map(|words| own.git(words)));
        let skip = skip.map(|words| format!("{} where no change is left to commit", own.git(words)));
        let settle = match conflicts {
            [] => return [Some(go_on), skip, give_up].into_iter().flatten().collect::<Vec<_>>().join(", or "),
            _ if conflicts.len() > FEW => {
                format!("settle the {} files in conflict, `{}` each of them", conflicts.len(), own.git("add"))
            }
            _ => {
                let names: Vec<String> = conflicts.iter().map(RepoPath::to_string).collect();
                let paths: Vec<String> = conflicts.iter().map(from_root).collect();
                format!("settle {}, `{}`", names.join(", "), own.git(&format!("add -- {}", paths.join(" "))))
            }
        };
        let give_up = give_up.map(|words| format!("; or give it up: `{words}`")).unwrap_or_default();
        format!("{settle}, then `{go_on}`{give_up}")
    }

    /// It as a diagnosis is told of it.
    pub fn underway(self, own: &Own, conflicts: Vec<RepoPath>) -> Underway {
        let (word, remedy) = (self.word().to_owned(), self.remedy(own, &conflicts));
        Underway { word, remedy, moves_head: self.moves_head(), conflicts }
    }

    /// True where HEAD stands elsewhere while it runs: what is done may look as if it were not.
    fn moves_head(self) -> bool {
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn files_in_conflict_are_settled_and_added_before_anything_goes_on() {
        let own = Own { repo: Some("../my app".to_owned()), ..Own::default() };
        let of = |operation: Operation, names: &[&str]| {
            let paths: Vec<RepoPath> = names.iter().map(|name| RepoPath::from(*name)).collect();
            (operation.remedy(&Own::default(), &paths), operation.remedy(&own, &paths))
        };
        assert_eq!(of(Operation::Merge, &[]).0, "git merge --continue, or git merge --abort");
        assert_eq!(
            of(Operation::CherryPick, &[]).0,
            "git cherry-pick --continue, or git cherry-pick --skip where no change is left to commit, or git cherry-pick --abort"
        );
        assert_eq!(
            of(Operation::ApplyMailbox, &[]).1,
            "git -C '../my app' am --continue, or git -C '../my app' am --skip where no change is left to commit, or git -C \
             '../my app' am --abort"
        );
        assert_eq!(of(Operation::Bisect, &[]).1, "git -C '../my app' bisect reset");
        assert_eq!(
            of(Operation::Rebase, &["a.md", "b c/*.md"]).0,
            "settle a.md, b c/*.md, `git add -- :/a.md ':(top,literal)b c/*.md'`, then `git rebase --continue`; or give it up: \
             `git rebase --abort`"
        );
        assert_eq!(
            of(Operation::CherryPick, &["a", "b", "c", "d", "e", "f"]).1,
            "settle the 6 files in conflict, `git -C '../my app' add` each of them, then `git -C '../my app' cherry-pick \
             --continue`; or give it up: `git -C '../my app' cherry-pick --abort`"
        );
    }
}
