//! `.continue-here.md`: what whoever paused the work wrote for whoever takes it up. Never evidence; shown with every decision.

use super::artifact::Artifact;
use super::spec::list_item;

/// What a paused session left.
///
/// Source: GSD's pause workflow and its template.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct ContinueHere {
    /// The status word, as written.
    pub status: Option<String>,
    /// The task that was worked on, as written.
    pub task: Option<String>,
    /// The number of tasks, as written.
    pub total_tasks: Option<String>,
    /// The items below `<remaining_work>`.
    pub remaining: Vec<String>,
    /// The items below `<blockers>`.
    pub blockers: Vec<String>,
    /// The text below `<next_action>`, its lines joined.
    pub next_action: Option<String>,
}

/// Reads a handoff.
pub fn continue_here(artifact: &Artifact<'_>) -> ContinueHere {
    let text = |key: &str| artifact.text(key).map(|text| text.trim().to_owned());
    let items = |tag: &str| {
        let lines = within(artifact, tag);
        let listed: Vec<String> = lines
            .iter()
            .filter(|line| !line.starts_with([' ', '\t']))
            .filter_map(|line| list_item(line))
            .map(str::to_owned)
            .collect();
        let plain = || lines.iter().map(|line| line.trim().to_owned()).filter(|line| !line.is_empty()).collect();
        if listed.is_empty() { plain() } else { listed }
    };
    let action: Vec<&str> =
        within(artifact, "next_action").into_iter().map(str::trim).filter(|line| !line.is_empty()).collect();
    ContinueHere {
        status: text("status"),
        task: text("task"),
        total_tasks: text("total_tasks"),
        remaining: items("remaining_work"),
        blockers: items("blockers"),
        next_action: (!action.is_empty()).then(|| action.join(" ")),
    }
}

/// The lines between a tag and its end, or the end of the file.
fn within<'a>(artifact: &Artifact<'a>, tag: &str) -> Vec<&'a str> {
    let (open, close) = (format!("<{tag}>"), format!("</{tag}>"));
    let lines = artifact.markdown.lines().iter().map(|line| line.text);
    let inside = lines.skip_while(|line| line.trim() != open).skip(1);
    inside.take_while(|line| line.trim() != close).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::gsd::text::artifact::Source;

    #[test]
    fn a_handoff_is_read_as_far_as_it_goes() {
        let file = "---\nphase: 07\ntask: 3\ntotal_tasks: 7\nstatus: in_progress\n---\n<remaining_work>\nWhat is left\n\n- Task 3: x\n  - note\n\
                    - Task 4: y\n</remaining_work>\n<blockers>\nnone so far\n</blockers>\n<next_action>\nStart with\n  x\n";
        let left = continue_here(&Source::of(file.as_bytes()).unwrap().artifact());
        assert_eq!(
            (left.status.as_deref(), left.task.as_deref(), left.total_tasks.as_deref()),
            (Some("in_progress"), Some("3"), Some("7"))
        );
        assert_eq!(left.remaining, ["Task 3: x", "Task 4: y"]);
        assert_eq!(left.blockers, ["none so far"]);
        assert_eq!(left.next_action.as_deref(), Some("Start with x"));
        let empty = continue_here(&Source::of(b"").unwrap().artifact());
        assert_eq!(empty, ContinueHere::default());
    }
}
