//! What differs between HEAD's tree, the index and the work tree, as plain values; and what that makes of one file.

use std::collections::BTreeMap;

use crate::engine::evidence::Tracked;
use crate::engine::object::Oid;
use crate::engine::path::RepoPath;

/// How one side differs from the one before it: the index from HEAD's tree, the work tree from the index.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Side {
    /// Not at all.
    #[default]
    Unmodified,
    /// In content or in the executable bit.
    Modified,
    /// Only this side has it.
    Added,
    /// This side does not have it.
    Deleted,
    /// Another kind: a file became a link, a link a file.
    TypeChanged,
}

/// Whether the work tree holds something at a path that the index does not know.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Untracked {
    /// No.
    #[default]
    No,
    /// A file or a link.
    File,
    /// A folder that is a repository of its own. Nothing in it was inspected.
    NestedRepository,
}

/// One path that is not the same everywhere.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct StatusEntry {
    /// The index against HEAD's tree.
    pub index: Side,
    /// The work tree against the index.
    pub work: Side,
    /// The index holds several versions of it; the two sides say nothing then.
    pub conflicted: bool,
    /// On disk and not in the index; beside `index: Deleted` after `git rm --cached`.
    pub untracked: Untracked,
    /// Only announced with `git add --intent-to-add`: the index knows the name and no content.
    pub intent_to_add: bool,
    /// A submodule: what differs is the commit that it stands at, never the files in it.
    pub submodule: bool,
}

/// What differs from HEAD in the whole repository. Ignored files are not in it, and renames are a deletion and an addition.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Status {
    /// The commit that all this was compared with; none before the first one.
    pub head: Option<Oid>,
    /// The branch, without `refs/heads/`; none when HEAD is detached.
    pub branch: Option<Vec<u8>>,
    /// Every path that differs, below the root of the repository.
    pub entries: BTreeMap<RepoPath, StatusEntry>,
    /// What could not be looked at (an unreadable folder), escaped.
    pub warnings: Vec<String>,
}

impl Status {
    /// The files that git holds several versions of.
    pub fn conflicts(&self) -> Vec<RepoPath> {
        self.entries.iter().filter(|(_, entry)| entry.conflicted).map(|(path, _)| path.clone()).collect()
    }
}

/// What git knows of one file.
///
/// Status alone cannot tell: it is silent about a file that is committed, about one that is ignored, and about one that was
/// never there; so HEAD's tree and the disk are asked too. A file that is in HEAD's tree, absent on disk and not in the status
/// was left out on purpose (sparse checkout, skip-worktree), and is committed.
pub fn tracked(in_head: bool, on_disk: bool, entry: Option<&StatusEntry>) -> Tracked {
    let Some(entry) = entry else {
        return match (in_head, on_disk) {
            (true, _) => Tracked::Committed,
            (false, true) => Tracked::Ignored,
            (false, false) => Tracked::Absent,
        };
    };
    if entry.conflicted {
        return Tracked::Conflicted;
    }
    match (entry.index, entry.work) {
        // What the index alone has is gone from the disk all the same.
        (Side::Deleted, _) | (_, Side::Deleted) => Tracked::Deleted,
        (Side::Unmodified, Side::Unmodified) if entry.untracked != Untracked::No => Tracked::Untracked,
        (Side::Unmodified, Side::Unmodified) => tracked(in_head, on_disk, None),
        (Side::Unmodified, Side::Modified | Side::TypeChanged) => Tracked::Modified,
        _ => Tracked::Staged,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn sides(index: Side, work: Side) -> StatusEntry {
        StatusEntry { index, work, ..StatusEntry::default() }
    }

    #[test]
    fn what_status_is_silent_about_is_told_by_head_and_disk() {
        assert_eq!(tracked(true, true, None), Tracked::Committed);
        assert_eq!(tracked(true, false, None), Tracked::Committed);
        assert_eq!(tracked(false, true, None), Tracked::Ignored);
        assert_eq!(tracked(false, false, None), Tracked::Absent);
    }

    #[test]
    fn every_pair_of_sides_is_uncommitted() {
        use Side::{Added, Deleted, Modified, TypeChanged, Unmodified};
        let table = [
            (true, Unmodified, Modified, Tracked::Modified),
            (true, Unmodified, TypeChanged, Tracked::Modified),
            (true, Unmodified, Deleted, Tracked::Deleted),
            (false, Unmodified, Added, Tracked::Staged),
            (false, Unmodified, Deleted, Tracked::Deleted),
            (true, Modified, Unmodified, Tracked::Staged),
            (true, Modified, Modified, Tracked::Staged),
            (true, Modified, Deleted, Tracked::Deleted),
            (true, TypeChanged, Modified, Tracked::Staged),
            (false, Added, Unmodified, Tracked::Staged),
            (false, Added, Modified, Tracked::Staged),
            (false, Added, Deleted, Tracked::Deleted),
            (true, Deleted, Unmodified, Tracked::Deleted),
        ];
        for (in_head, index, work, expected) in table {
            for on_disk in [true, false] {
                assert_eq!(tracked(in_head, on_disk, Some(&sides(index, work))), expected, "{index:?} {work:?}");
            }
        }
    }

    #[test]
    fn conflict_and_untracked_have_their_own_words() {
        let conflicted = StatusEntry { conflicted: true, ..sides(Side::Modified, Side::Deleted) };
        assert_eq!(tracked(true, true, Some(&conflicted)), Tracked::Conflicted);
        for untracked in [Untracked::File, Untracked::NestedRepository] {
            let new = StatusEntry { untracked, ..StatusEntry::default() };
            assert_eq!(tracked(false, true, Some(&new)), Tracked::Untracked);
            let removed_from_index = StatusEntry { untracked, ..sides(Side::Deleted, Side::Unmodified) };
            assert_eq!(tracked(true, true, Some(&removed_from_index)), Tracked::Deleted);
        }
    }
}
