//! `status.yaml`: the project's cursor and its history of activities.

use serde::{Deserialize, Serialize};

use super::document::{Document, Refusal, Said, text};
use super::plan::activity;
use crate::gse::activities::Activity;
use crate::gse::ids::Sprint;
use crate::gse::shapes::Shape;

/// An entry of the history.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Past {
    /// The activity.
    pub activity: Said<Activity>,
    /// The sprint that it was of.
    pub sprint: Option<u32>,
}

/// What the status says.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct StatusFacts {
    /// The sprint.
    pub sprint: Option<u32>,
    /// The line of that.
    pub sprint_line: usize,
    /// The part of the lifecycle.
    pub phase: Option<String>,
    /// The line of that.
    pub phase_line: usize,
    /// The last activity.
    pub last: Said<Activity>,
    /// The history, oldest first.
    pub history: Vec<Past>,
    /// True where the session was paused.
    pub paused: bool,
    /// The checkpoint of the pause.
    pub checkpoint: Option<String>,
    /// How many sessions in a row changed no TASK.
    pub idle_sessions: Option<u32>,
}

/// Reads the status.
///
/// # Errors
/// It has a form that nothing can be read from.
pub fn read(bytes: &[u8]) -> Result<(StatusFacts, Document), Refusal> {
    let mut document = Document::read(bytes, &["status"])?;
    let sprint = document.number_of(&["current_sprint", "sprint"])?;
    let phase = document.text_of(&["current_phase", "lifecycle_phase"]);
    let last = match document.text_of(&["last_activity", "current_activity"]) {
        None => Said::Nothing,
        Some(word) => activity(&mut document, "last_activity", &word),
    };
    let mut history = Vec::new();
    for item in document.list("activity_history")?.to_vec() {
        let Some(name) = item.as_str().or_else(|| text(&item, "activity")) else { continue };
        if item.get("task_status_snapshot").is_some() {
            document.meet(Shape::SnapshotInHistory, "activity_history", "task_status_snapshot");
        }
        let sprint = text(&item, "sprint").and_then(Sprint::parse).map(|sprint| sprint.0);
        history.push(Past { activity: activity(&mut document, "activity_history", name), sprint });
    }
    let facts = StatusFacts {
        sprint,
        sprint_line: document.line("current_sprint"),
        phase,
        phase_line: document.line("current_phase"),
        last,
        history,
        paused: document.text("session_paused").as_deref() == Some("true"),
        checkpoint: document.text("pause_checkpoint"),
        idle_sessions: document.number_of(&["sessions_without_progress"])?,
    };
    Ok((facts, document))
}
