//! What stands in the way of a recovery, by what its paths are: whoever offers one asks before, whoever carries it out asks again.

use super::path::RepoPath;
use super::recovery::{Action, Announced, PathState};

/// What the index notes of a path beside its entries.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Mark {
    /// Only announced with `git add --intent-to-add`.
    pub intent_to_add: bool,
    /// Marked as unchanged, or left out of the work tree: git does not look whether it has changed.
    pub passed_over: bool,
}

/// The first path that cannot be acted on, and why; `marks` are those of the announced paths, in their order.
pub fn obstacle(announced: &Announced, marks: &[Mark]) -> Option<(RepoPath, &'static str)> {
    let of_paths =
        announced.paths.iter().zip(marks).find_map(|(state, mark)| Some((state.path.clone(), of_path(state, *mark)?)));
    of_paths.or_else(|| {
        announced.actions.iter().find_map(|action| {
            let of = |path: &RepoPath| announced.paths.iter().find(|state| state.path == *path);
            let mut states = action.paths().iter().filter_map(of);
            states.find_map(|state| Some((state.path.clone(), of_action(action, state)?)))
        })
    })
}

fn of_path(state: &PathState, mark: Mark) -> Option<&'static str> {
    let is_plain = |mode: u32| matches!(mode, 0o100_644 | 0o100_755 | 0o100_664 | 0o120_000);
    let modes = state.disk.iter().map(|(mode, _)| *mode);
    let mut modes = modes.chain(state.head.map(|(mode, _)| mode)).chain(state.index.iter().map(|entry| entry.mode));
    if !modes.all(is_plain) {
        return Some("is a folder, a repository of its own, or no file at all");
    }
    if mark.passed_over {
        return Some("is marked as unchanged or left out (git update-index --no-assume-unchanged, --no-skip-worktree)");
    }
    let is_gone = mark.intent_to_add && state.disk.is_none();
    is_gone.then_some("is announced in the index and gone from the disk: nothing could put that back")
}

fn of_action(action: &Action, state: &PathState) -> Option<&'static str> {
    match action {
        Action::Commit { .. } | Action::Stash { .. } if state.index.iter().any(|entry| entry.stage != 0) => {
            Some("is in conflict")
        }
        Action::Restore { .. } if state.head.is_none() => Some("is not in HEAD"),
        Action::Remove { .. } if state.head.is_some() => Some("is in HEAD: it can be restored, not removed"),
        _ => None,
    }
}
