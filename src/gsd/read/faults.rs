//! What goes wrong while reading, as its reader meets it.

use super::layout::LayoutError;
use crate::engine::failure::Failure;
use crate::git::GitError;
use crate::read::confined::ConfinedError;

impl From<GitError> for Failure {
    fn from(error: GitError) -> Self {
        let remedy = error.remedy();
        Self::environment("git", error.to_string()).remedy(remedy)
    }
}

impl From<LayoutError> for Failure {
    fn from(error: LayoutError) -> Self {
        let text = error.to_string();
        match error {
            LayoutError::NoPlanning { .. } => {
                Self::environment("no-planning", text).remedy("run it inside a project, or name one with `--repo`")
            }
            LayoutError::NoWorkstream { .. } => Self::usage("no-workstream", text),
            LayoutError::Linked { .. } | LayoutError::Unreadable { .. } => Self::environment("layout", text),
        }
    }
}

impl From<ConfinedError> for Failure {
    fn from(error: ConfinedError) -> Self {
        Self::environment("file", error.to_string())
    }
}
