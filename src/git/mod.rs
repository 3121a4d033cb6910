//! Reads git and changes nothing: what differs from HEAD (the work tree), and what history holds (objects).
//!
//! [`Repository`] is the way in. Both seams have two implementations, libgit2 and the `git` program, which tests hold to the
//! same answers; [`Repository::backends`] names those that answered.

mod branches;
mod child;
mod diff;
mod disk;
mod error;
mod finder;
mod follow;
mod held;
mod hidden;
mod journal;
mod last_tree;
mod life;
mod loose;
mod merge_base;
mod objects;
mod objects_child;
mod objects_git2;
mod operation;
mod packed;
mod raw;
mod recent;
mod repository;
mod row;
mod stashes;
mod status;
mod unmerged;
mod walk;
mod worktree;
mod worktree_child;
mod worktree_git2;

pub use branches::Branch;
pub use diff::Difference;
pub use error::GitError;
pub use follow::walk_following;
pub use hidden::Hidden;
pub use journal::{finished_journals, journal_folder, open_journal};
pub use life::{Lives, walk, walk_many};
pub use merge_base::{Between, MergeBase};
pub use objects::{Ancestry, Blob, Kind, Objects, Parents};
pub use operation::Operation;
pub use recent::{Recent, recent};
pub use repository::{Backend, Head, Repository};
pub use stashes::Stash;
pub use status::{Side, Status, StatusEntry, Untracked, tracked};
pub use unmerged::{Unmerged, unmerged};
pub use worktree::Pending;
