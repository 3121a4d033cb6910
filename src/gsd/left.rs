//! Uncommitted work of a phase: what was left, which recovery row it matches, and what to do about each file.

use super::evidence::{File, PhaseEvidence};
use super::recovery::{CLEAN, DIRTY, Dirt, RECOVERY, Recovery};
use super::standing::content_words;
use crate::engine::evidence::{Content, Tracked};
use crate::engine::report::{Interruption, LeftFile};
use crate::engine::row::{Situation, walk};

/// Uncommitted work, and what it says on the decision line.
pub struct Left {
    /// What the report says of it.
    pub interruption: Interruption,
    /// What the decision line says of it.
    pub summary: String,
}

/// Finds it; none where nothing stops the pipeline. `operation` is what git is in the middle of.
pub fn left_behind(evidence: &PhaseEvidence, operation: Option<&str>) -> Option<Left> {
    let dirty: Vec<&File> = evidence.files.iter().filter(|file| file.tracked.is_uncommitted()).collect();
    let doubtful = evidence.unrecognised.iter().filter(|(_, tracked)| tracked.is_uncommitted());
    let mut files: Vec<LeftFile> = dirty.iter().map(|file| left(file)).collect();
    files.extend(doubtful.map(|(path, tracked)| LeftFile {
        path: path.clone(),
        tracked: *tracked,
        content: "of no kind by its name".to_owned(),
        verdict: "look at it: it may be a plan".to_owned(),
    }));
    let dirt = |is_dirty: bool| if is_dirty { DIRTY } else { CLEAN };
    let situation = Situation::anything()
        .with(Dirt::Operation, dirt(operation.is_some()))
        .with(Dirt::Artifact, dirt(!files.is_empty() && !evidence.archived));
    let found = walk(RECOVERY, &situation).into_iter().next()?;
    if !found.target.stops() {
        return None;
    }
    let summary = match (found.target, operation) {
        (Recovery::FinishOperation, Some(operation)) => format!("a {operation} is in progress"),
        _ => files.iter().map(|file| format!("{} {}", file.path, file.tracked.word())).collect::<Vec<_>>().join(", "),
    };
    let recovery = match found.target {
        Recovery::FinishOperation => vec![found.target.words().to_owned()],
        _ => files.iter().map(|file| format!("{}: {}", file.path, file.verdict)).collect(),
    };
    Some(Left { interruption: Interruption { row: format!("recovery/{}", found.row), files, recovery }, summary })
}

/// An uncommitted artifact and its verdict.
fn left(file: &File) -> LeftFile {
    let verdict = match (&file.reading.content, file.tracked) {
        (_, Tracked::Deleted) => "restore it, or commit that it is gone",
        (_, Tracked::Conflicted) => "resolve the conflict first",
        (Content::Finished { .. }, _) => "finished: commit it and go on",
        (Content::Truncated { .. }, Tracked::Modified) => "cut short: restore it and take its step again",
        (Content::Truncated { .. }, _) => "cut short: remove it and take its step again",
        (Content::Draft { .. }, _) if file.name.kind.row().left_uncommitted => {
            "left so by its step: commit it and go on"
        }
        (Content::Draft { .. } | Content::Unknown { .. } | Content::Unreadable { .. }, _) => {
            "look at it: nothing is done with it"
        }
    };
    LeftFile {
        path: file.path.clone(),
        tracked: file.tracked,
        content: content_words(&file.reading.content),
        verdict: verdict.to_owned(),
    }
}
