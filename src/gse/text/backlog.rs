//! `backlog.yaml`: the TASKs.

use serde::{Deserialize, Serialize};

use super::document::{Document, Refusal, Said, number, text};
use crate::gse::shapes::Shape;
use crate::gse::tasks::Status;
use crate::read::yaml::Value;

/// What is known of a TASK's tests.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub enum Tested {
    /// Nothing.
    Absent,
    /// They pass.
    Pass,
    /// They fail.
    Fail,
    /// They were left out.
    Skipped,
}

impl Tested {
    fn of_word(word: &str) -> Option<Self> {
        match word.to_lowercase().as_str() {
            "absent" => Some(Self::Absent),
            "pass" => Some(Self::Pass),
            "fail" => Some(Self::Fail),
            "skipped" => Some(Self::Skipped),
            _ => None,
        }
    }

    /// The word used in every output.
    pub fn word(self) -> &'static str {
        match self {
            Self::Absent => "absent",
            Self::Pass => "pass",
            Self::Fail => "fail",
            Self::Skipped => "skipped",
        }
    }
}

/// One TASK.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Task {
    /// Its id.
    pub id: String,
    /// The sprint that it was taken into; none for one of the pool.
    pub sprint: Option<u32>,
    /// Its status.
    pub status: Said<Status>,
    /// Its priority, as written.
    pub priority: String,
    /// What comes of it, as written.
    pub artefact_type: String,
    /// The requirements that it implements.
    pub implements: Vec<String>,
    /// What is known of its tests.
    pub tested: Tested,
    /// Its branch, as written.
    pub branch: Option<String>,
    /// What the backlog says of that branch.
    pub branch_status: Option<String>,
}

impl Task {
    /// True for a question with an answer, which most guards let pass.
    pub fn is_spike(&self) -> bool {
        self.artefact_type == "spike"
    }

    /// Its rank by priority: must, should, could, anything else.
    pub fn rank(&self) -> usize {
        ["must", "should", "could"].iter().position(|word| *word == self.priority).unwrap_or(3)
    }
}

/// Reads the backlog's TASKs.
///
/// # Errors
/// It has a form that nothing can be read from.
pub fn read(bytes: &[u8]) -> Result<(Vec<Task>, Document), Refusal> {
    let mut document = Document::read(bytes, &["backlog"])?;
    let root = ["items", "tasks"].into_iter().find(|root| matches!(document.get(root), Some(Value::List(_))));
    let Some(root) = root else {
        // A root without a value is a backlog without TASKs.
        let is_empty = document.keys().any(|key| matches!(key, "items" | "tasks")) && document.get("items").is_none();
        if is_empty && document.get("tasks").is_none() {
            return Ok((Vec::new(), document));
        }
        let line = document.line("items").max(document.line("tasks"));
        return Err(Refusal::new(Shape::NoTasks, line, "items", "there is no list of TASKs"));
    };
    if root != "items" || document.met.iter().any(|met| met.shape == Shape::Wrapped) {
        document.met.retain(|met| met.shape != Shape::Wrapped);
        document.meet(Shape::BacklogRoot, root, root);
    }
    let mut tasks = Vec::new();
    for item in document.list(root)?.to_vec() {
        tasks.push(task(&mut document, root, &item)?);
    }
    Ok((tasks, document))
}

fn task(document: &mut Document, root: &str, item: &Value) -> Result<Task, Refusal> {
    let line = document.line(root);
    let id = text(item, "id").ok_or_else(|| Refusal::new(Shape::NoId, line, root, "a TASK has no id"))?.to_owned();
    let sprint =
        match text(item, "sprint") {
            None => None,
            Some(written) => Some(number(written).ok_or_else(|| {
                Refusal::new(Shape::NoNumber, line, &id, format!("the sprint of {id} is `{written}`"))
            })?),
        };
    if item.get("sprint").is_none() {
        document.meet(Shape::NoSprint, root, &id);
    }
    let evidence = item.get("test_evidence");
    let tested = Said::of(evidence.and_then(|evidence| text(evidence, "status")), Tested::of_word);
    if let Said::Unknown(word) = &tested {
        document.meet(Shape::EvidenceWord, root, word);
    }
    if evidence.is_some_and(|evidence| evidence.get("report").is_some()) {
        document.meet(Shape::Alias, root, "report");
    }
    let lower = |key: &str| text(item, key).unwrap_or_default().to_lowercase();
    let git = item.get("git");
    let of_git = |key: &str| git.and_then(|git| text(git, key)).map(str::to_owned);
    let implements = item.get("traces").and_then(|traces| traces.get("implements"));
    Ok(Task {
        sprint,
        status: Said::of(text(item, "status"), Status::of_word),
        priority: lower("priority"),
        artefact_type: lower("artefact_type"),
        implements: implements.map(Value::texts).unwrap_or_default().into_iter().map(str::to_owned).collect(),
        tested: tested.known().copied().unwrap_or(Tested::Absent),
        branch: of_git("branch"),
        branch_status: of_git("branch_status"),
        id,
    })
}
