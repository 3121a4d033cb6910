//! Locks that the base of a range has and its end has not, where the phase they are of is gone or is a new one: of every other
//! phase its own life tells.

use super::evidence::Evidence;
use super::held::Lost;
use super::rules::locks as rules;
use crate::engine::lint::Finding;
use crate::engine::lock::{Change, Held, compare, join};

/// The findings of these rules.
pub fn findings(evidence: &Evidence) -> Vec<Finding> {
    let lost = evidence.range.iter().flat_map(|range| &range.lost);
    lost.filter(|lost| !is_told(evidence, lost)).map(finding).collect()
}

/// True where the life of a phase that is looked at holds the lock: then its own rules say what became of it.
fn is_told(evidence: &Evidence, lost: &Lost) -> bool {
    let versions = evidence.phases.iter().flat_map(|phase| &phase.locks.versions);
    let mut known = versions.flat_map(|version| &version.blocks);
    known.any(|known| lost.blocks.iter().any(|block| block.digest == known.digest))
}

fn finding(lost: &Lost) -> Finding {
    let by = match lost.commit {
        Some(commit) if lost.is_merge => format!("in the merge {}", commit.short()),
        Some(commit) => format!("in {}", commit.short()),
        None => "in this range".to_owned(),
    };
    let how = if lost.is_folder_gone { ", which left nothing of the phase's folder" } else { "" };
    let version = crate::engine::lock::Version { blocks: &lost.blocks, commit: None, executing: false, in_head: true };
    let changes = compare(&Held::from(&join(&[version])), &Held::default());
    Finding {
        rule: &rules::LOCK_LOST,
        file: lost.path.clone(),
        span: None,
        line_text: None,
        phase: Some(lost.phase.clone()),
        subject: String::new(),
        message: format!("the lock was lost {by}{how}"),
        fix: Some(
            "Put the document back as the base of the range has it; where the phase was given up, say so with a reason in \
             pipeline.lint.ignore."
                .to_owned(),
        ),
        evidence: changes.iter().filter(|change| change.lowers()).map(Change::to_string).collect(),
    }
}
