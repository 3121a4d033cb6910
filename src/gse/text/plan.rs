//! `plan.yaml`: the sprint's plan, and where its workflow is.

use serde::{Deserialize, Serialize};

use super::config::Mode;
use super::document::{Document, Refusal, Said, text};
use crate::gse::activities::Activity;
use crate::gse::shapes::Shape;
use crate::read::yaml::Value;

/// The status of a plan.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub enum PlanStatus {
    /// It waits for approval.
    Draft,
    /// In force.
    Active,
    /// Worked to its end.
    Completed,
    /// Given up.
    Abandoned,
}

impl PlanStatus {
    /// The status of a word.
    pub fn of_word(word: &str) -> Option<Self> {
        match word.to_lowercase().as_str() {
            "draft" => Some(Self::Draft),
            "active" => Some(Self::Active),
            "completed" => Some(Self::Completed),
            "abandoned" => Some(Self::Abandoned),
            _ => None,
        }
    }

    /// True where nothing of the sprint may change any more.
    pub fn is_frozen(self) -> bool {
        matches!(self, Self::Completed | Self::Abandoned)
    }
}

/// What a plan says.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct PlanFacts {
    /// The sprint.
    pub sprint: Option<u32>,
    /// The mode that it was made in.
    pub mode: Said<Mode>,
    /// Its status.
    pub status: Said<PlanStatus>,
    /// The line of that.
    pub status_line: usize,
    /// The TASKs that it took on, in its order.
    pub tasks: Vec<String>,
    /// The activities that it expects.
    pub expected: Vec<Said<Activity>>,
    /// Those that are completed.
    pub completed: Vec<Said<Activity>>,
    /// The one that is being worked on.
    pub active: Said<Activity>,
    /// Those that come.
    pub pending: Vec<Said<Activity>>,
    /// Those that were skipped, and why.
    pub skipped: Vec<(Said<Activity>, String)>,
    /// The line of the workflow.
    pub workflow_line: usize,
}

impl PlanFacts {
    /// True where the plan has the activity completed.
    pub fn has_completed(&self, activity: Activity) -> bool {
        self.completed.contains(&Said::Known(activity))
    }

    /// True where the plan skipped the activity.
    pub fn has_skipped(&self, activity: Activity) -> bool {
        self.skipped.iter().any(|(skipped, _)| *skipped == Said::Known(activity))
    }
}

/// Reads a plan.
///
/// # Errors
/// It has a form that nothing can be read from.
pub fn read(bytes: &[u8]) -> Result<(PlanFacts, Document), Refusal> {
    let mut document = Document::read(bytes, &["plan", "sprint_plan"])?;
    for part in ["id", "budget", "workflow", "coherence"] {
        if document.get(part).is_none() {
            document.meet(Shape::PartsMissing, part, part);
        }
    }
    let sprint = document.number_of(&["sprint", "current_sprint"])?;
    let tasks = tasks(&mut document)?;
    let list = |document: &mut Document, path: &str| -> Result<Vec<(Said<Activity>, String)>, Refusal> {
        let items = document.list(path)?.to_vec();
        let named: Vec<(String, String)> = items.iter().filter_map(named).collect();
        Ok(named.into_iter().map(|(name, reason)| (activity(document, path, &name), reason)).collect())
    };
    let words = |list: Vec<(Said<Activity>, String)>| list.into_iter().map(|(said, _)| said).collect();
    let expected = words(list(&mut document, "workflow.expected")?);
    let completed = words(list(&mut document, "workflow.completed")?);
    let pending = words(list(&mut document, "workflow.pending")?);
    let skipped = list(&mut document, "workflow.skipped")?;
    let active = match document.text("workflow.active").filter(|text| !text.eq_ignore_ascii_case("none")) {
        None => Said::Nothing,
        Some(text) => activity(&mut document, "workflow.active", &text),
    };
    let facts = PlanFacts {
        sprint,
        mode: Said::of(document.text("mode").as_deref(), Mode::of_word),
        status: Said::of(document.text("status").as_deref(), PlanStatus::of_word),
        status_line: document.line("status"),
        tasks,
        expected,
        completed,
        active,
        pending,
        skipped,
        workflow_line: document.line("workflow"),
    };
    Ok((facts, document))
}

/// The activity of an entry and its reason: `reqs`, or a map that names it.
fn named(item: &Value) -> Option<(String, String)> {
    let name = item.as_str().or_else(|| text(item, "activity"))?;
    Some((name.to_owned(), text(item, "reason").unwrap_or_default().to_owned()))
}

/// The activity that a word names; a command stands for its activity.
pub(super) fn activity(document: &mut Document, path: &str, word: &str) -> Said<Activity> {
    let said = Said::of(Some(word), Activity::find);
    match &said {
        Said::Known(known) if !word.trim().eq_ignore_ascii_case(known.row().name) => {
            document.meet(Shape::CommandName, path, word.trim());
        }
        Said::Unknown(word) => document.meet(Shape::UnknownActivity, path, word),
        Said::Known(_) | Said::Nothing => {}
    }
    said
}

/// The ids of the plan's TASKs: a list of maps or of ids, or a map of such lists by state.
fn tasks(document: &mut Document) -> Result<Vec<String>, Refusal> {
    let items: Vec<Value> = match document.get("tasks").cloned() {
        None => return Ok(Vec::new()),
        Some(Value::List(items)) => items,
        Some(Value::Map(states)) if states.iter().all(|(_, list)| matches!(list, Value::List(_) | Value::Null)) => {
            document.meet(Shape::TasksByState, "tasks", "tasks");
            states.into_iter().flat_map(|(_, list)| list.items().to_vec()).collect()
        }
        Some(_) => {
            let line = document.line("tasks");
            return Err(Refusal::new(Shape::NoList, line, "tasks", "`tasks` is neither a list nor a map of lists"));
        }
    };
    let line = document.line("tasks");
    let mut ids = Vec::new();
    for item in &items {
        if text(item, "status").is_some() {
            document.meet(Shape::TaskStatusInPlan, "tasks", "status");
        }
        let id = item.as_str().or_else(|| text(item, "id")).map(str::trim).filter(|id| !id.is_empty());
        ids.push(id.ok_or_else(|| Refusal::new(Shape::NoId, line, "tasks", "a TASK has no id"))?.to_owned());
    }
    Ok(ids)
}
