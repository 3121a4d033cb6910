//! Uncommitted work of a phase: what was left, which recovery row it matches, and what to do about each file.

use serde::{Deserialize, Serialize};

use super::evidence::{File, PhaseEvidence};
use super::recovery::{CLEAN, DIRTY, Dirt, RECOVERY, Recovery};
use super::standing::content_words;
use crate::engine::evidence::{Content, Meaning, Tracked};
use crate::engine::path::RepoPath;
use crate::engine::report::{Interruption, LeftFile};
use crate::engine::row::{Situation, walk};

/// An operation that git is in the middle of.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Underway {
    /// What it is called.
    pub word: String,
    /// The commands that end it.
    pub remedy: String,
}

/// Uncommitted work, and what it says on the decision line.
pub struct Left {
    /// What the report says of it.
    pub interruption: Interruption,
    /// What the decision line says of it.
    pub summary: String,
}

/// Finds it; none where nothing stops the pipeline. `operation` is what git is in the middle of.
pub fn left_behind(evidence: &PhaseEvidence, operation: Option<&Underway>) -> Option<Left> {
    let mut left: Vec<(LeftFile, String)> =
        evidence.files.iter().filter(|file| file.tracked.is_uncommitted()).map(left).collect();
    let doubtful = evidence.unrecognised.iter().filter(|(_, tracked)| tracked.is_uncommitted());
    left.extend(doubtful.map(|(path, tracked)| {
        let verdict = Verdict::Unreadable.row();
        let content = "its name may be a plan's".to_owned();
        let line = LeftFile { path: path.clone(), tracked: *tracked, content, verdict: verdict.word.to_owned() };
        (line, verdict.action.replace("{path}", &path.to_string()))
    }));
    for file in evidence.setup.project_gates.values().filter_map(|gate| gate.file.as_ref()) {
        let is_listed = left.iter().any(|(line, _)| line.path == file.path);
        if file.reading.tracked.is_uncommitted() && !is_listed {
            let verdict = Verdict::of(&file.reading.content, file.reading.tracked, true);
            left.push(told(&file.path, file.reading.tracked, &file.reading.content, verdict));
        }
    }
    let dirt = |is_dirty: bool| if is_dirty { DIRTY } else { CLEAN };
    let situation = Situation::anything()
        .with(Dirt::Operation, dirt(operation.is_some()))
        .with(Dirt::Artifact, dirt(!left.is_empty() && !evidence.archived));
    let found = walk(RECOVERY, &situation).into_iter().next()?;
    if !found.target.stops() {
        return None;
    }
    let (files, actions): (Vec<LeftFile>, Vec<String>) = left.into_iter().unzip();
    let announced = operation.filter(|_| found.target == Recovery::FinishOperation);
    let (summary, recovery) = if let Some(operation) = announced {
        (format!("a {} is in progress", operation.word), vec![operation.remedy.clone()])
    } else {
        let names: Vec<String> = files.iter().map(|file| format!("{} {}", file.path, file.tracked.word())).collect();
        (names.join(", "), actions)
    };
    Some(Left { interruption: Interruption { row: format!("recovery/{}", found.row), files, recovery }, summary })
}

/// What is to be done about an uncommitted artifact.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Verdict {
    Finished,
    LeftByDesign,
    Truncated,
    OtherDraft,
    Unreadable,
    Gone,
    Conflicted,
}

/// One row of the table of verdicts.
struct VerdictRow {
    verdict: Verdict,
    /// The word used in every output.
    word: &'static str,
    /// What to do; `{path}` stands for the file.
    action: &'static str,
}

const VERDICTS: &[VerdictRow; 7] = &[
    VerdictRow { verdict: Verdict::Finished, word: "finished", action: "commit {path} and go on" },
    VerdictRow {
        verdict: Verdict::LeftByDesign,
        word: "left so by its step",
        action: "commit {path} and go on: its step leaves it uncommitted by design",
    },
    VerdictRow {
        verdict: Verdict::Truncated,
        word: "cut short",
        action: "remove {path} (restore it if it was committed) and take its step again",
    },
    VerdictRow {
        verdict: Verdict::OtherDraft,
        word: "a draft",
        action: "look at {path}: nothing is done with a draft",
    },
    VerdictRow {
        verdict: Verdict::Unreadable,
        word: "unclear",
        action: "look at {path}: nothing is done with what cannot be read",
    },
    VerdictRow { verdict: Verdict::Gone, word: "gone", action: "restore {path}, or commit that it is gone" },
    VerdictRow { verdict: Verdict::Conflicted, word: "in conflict", action: "resolve the conflict in {path} first" },
];

impl Verdict {
    fn row(self) -> &'static VerdictRow {
        VERDICTS.iter().find(|row| row.verdict == self).unwrap_or(&VERDICTS[0])
    }

    /// `by_design` where the artifact's command may leave it uncommitted.
    fn of(content: &Content, tracked: Tracked, by_design: bool) -> Self {
        match (content, tracked) {
            (_, Tracked::Deleted) => Self::Gone,
            (_, Tracked::Conflicted) => Self::Conflicted,
            (
                Content::Finished {
                    meaning: Meaning::Open | Meaning::Issues | Meaning::Human | Meaning::Failed, ..
                }
                | Content::Draft { .. },
                _,
            ) if by_design => Self::LeftByDesign,
            (Content::Finished { meaning: Meaning::Open, .. } | Content::Draft { .. }, _) => Self::OtherDraft,
            (Content::Finished { .. }, _) => Self::Finished,
            (Content::Truncated { .. }, _) => Self::Truncated,
            (Content::Unknown { .. } | Content::Unreadable { .. }, _) => Self::Unreadable,
        }
    }
}

/// An artifact that was left, and what to do about it.
fn left(file: &File) -> (LeftFile, String) {
    let verdict = Verdict::of(&file.reading.content, file.tracked, file.name.kind.row().left_uncommitted);
    told(&file.path, file.tracked, &file.reading.content, verdict)
}

fn told(path: &RepoPath, tracked: Tracked, content: &Content, verdict: Verdict) -> (LeftFile, String) {
    let VerdictRow { word, action, .. } = verdict.row();
    let line = LeftFile { path: path.clone(), tracked, content: content_words(content), verdict: (*word).to_owned() };
    (line, action.replace("{path}", &path.to_string()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_verdict_has_one_row_and_names_the_file() {
        for row in VERDICTS {
            assert_eq!(row.verdict.row().word, row.word);
            assert_eq!(row.action.matches("{path}").count(), 1, "{}", row.word);
        }
    }
}
