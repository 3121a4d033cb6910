//! The user's hooks that a recovery will run, so that its plan can name them.

use std::path::{Path, PathBuf};

use crate::write::error::WriteError;
use crate::write::hands::Hands;

/// The hooks that `git commit` runs, in their order.
///
/// Source: <https://git-scm.com/docs/githooks>.
const OF_A_COMMIT: [&str; 6] =
    ["pre-commit", "prepare-commit-msg", "commit-msg", "post-index-change", "reference-transaction", "post-commit"];

/// Those of them that are there and would be run, by their paths.
pub(super) fn of_a_commit(hands: &Hands<'_>) -> Result<Vec<PathBuf>, WriteError> {
    let folder = hands.hooks_folder()?;
    Ok(OF_A_COMMIT.iter().map(|name| folder.join(name)).filter(|hook| is_run(hook)).collect())
}

#[cfg(unix)]
fn is_run(hook: &Path) -> bool {
    use std::os::unix::fs::PermissionsExt as _;
    hook.metadata().is_ok_and(|found| found.is_file() && found.permissions().mode() & 0o111 != 0)
}

#[cfg(not(unix))]
fn is_run(hook: &Path) -> bool {
    hook.is_file()
}
