//! The forms that state files have in projects and that the templates do not: each is read as something, or refused by name.

use serde::{Deserialize, Serialize};

/// One form.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub enum Shape {
    /// A state file below one key of its own name.
    Wrapped,
    /// Another name of a known key.
    Alias,
    /// A command where an activity's name is meant.
    CommandName,
    /// An activity that is none.
    UnknownActivity,
    /// TASKs of the plan as a map of lists.
    TasksByState,
    /// TASKs of the plan that carry a status.
    TaskStatusInPlan,
    /// A plan without the parts that every plan has.
    PartsMissing,
    /// Another root of the backlog.
    BacklogRoot,
    /// A TASK without a sprint.
    NoSprint,
    /// A word of test evidence that nobody lists.
    EvidenceWord,
    /// The snapshot of TASK statuses inside each entry of the history.
    SnapshotInHistory,
    /// A domain that the list does not have.
    FreeDomain,
    /// `git.enabled` without a strategy.
    GitEnabled,
    /// The switch of the dependency audit at another place.
    AuditSwitch,
    /// A sprint folder without padding.
    Unpadded,
    /// The test strategy under its former name.
    TestsName,
    /// Requirements under other headings, or as a list.
    RequirementForm,
    /// A text that is no YAML, or is cut short.
    NoYaml,
    /// A number that is none.
    NoNumber,
    /// A list that is none.
    NoList,
    /// A backlog without a list of TASKs.
    NoTasks,
    /// A TASK without an id.
    NoId,
    /// A file that is no text, too large, or a link out of the repository.
    NoFile,
}

/// What becomes of a form.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Then {
    /// It is read as this.
    Read(&'static str),
    /// The file is refused, and this helps.
    Refused(&'static str),
}

/// One row of the table.
#[derive(Debug, Clone, Copy)]
pub struct ShapeRow {
    /// The form.
    pub shape: Shape,
    /// Its id.
    pub id: &'static str,
    /// The files that it is found in.
    pub files: &'static str,
    /// What it looks like.
    pub form: &'static str,
    /// What becomes of it.
    pub then: Then,
}

const fn read(shape: Shape, id: &'static str, files: &'static str, form: &'static str, is: &'static str) -> ShapeRow {
    ShapeRow { shape, id, files, form, then: Then::Read(is) }
}

const fn refused(
    shape: Shape,
    id: &'static str,
    files: &'static str,
    form: &'static str,
    remedy: &'static str,
) -> ShapeRow {
    ShapeRow { shape, id, files, form, then: Then::Refused(remedy) }
}

/// Every form.
///
/// Source: the state files of public projects, compared with the templates of GSE-One.
pub const SHAPES: &[ShapeRow; 23] = &[
    read(
        Shape::Wrapped,
        "wrapped",
        "status, plan, config, profile",
        "the whole file below one key, such as `status:`",
        "what stands below the key",
    ),
    read(
        Shape::Alias,
        "alias",
        "status, plan, config, backlog",
        "`current_sprint` for `sprint`, `lifecycle_phase` for `current_phase`, `current_activity` for `last_activity`, \
         `report` for `campaign_ref`",
        "the key that is meant",
    ),
    read(Shape::CommandName, "command-name", "status, plan", "`/gse:plan` for `plan`", "the activity"),
    read(
        Shape::UnknownActivity,
        "unknown-activity",
        "status, plan",
        "an entry of the history that names no activity of a sprint, such as `pause`",
        "an entry that moves nothing",
    ),
    read(
        Shape::TasksByState,
        "tasks-by-state",
        "plan",
        "`tasks:` as a map of lists: planned, in_progress, done",
        "the TASKs of all lists, in their order; what the map says of them is a claim",
    ),
    read(
        Shape::TaskStatusInPlan,
        "task-status-in-plan",
        "plan",
        "a TASK of the plan with title and status, without order and branch",
        "its id; the backlog alone says how far it is",
    ),
    read(
        Shape::PartsMissing,
        "parts-missing",
        "plan",
        "no `workflow`, no `id`, no `budget`, no `coherence`",
        "a plan that names nothing there",
    ),
    read(Shape::BacklogRoot, "backlog-root", "backlog", "`tasks:` or `backlog.tasks` for `items:`", "the TASKs"),
    read(Shape::NoSprint, "no-sprint-key", "backlog", "a TASK without the key `sprint`", "a TASK of the pool"),
    read(
        Shape::EvidenceWord,
        "evidence-word",
        "backlog",
        "a status of test evidence such as `pending`",
        "absent (choice/evidence-words)",
    ),
    read(
        Shape::SnapshotInHistory,
        "snapshot-in-history",
        "status",
        "`task_status_snapshot` as a list inside entries of the history",
        "nothing: no answer rests on it",
    ),
    read(
        Shape::FreeDomain,
        "free-domain",
        "config",
        "a `project.domain` that the list does not have",
        "a domain without a preview (choice/preview-domain)",
    ),
    read(
        Shape::GitEnabled,
        "git-enabled",
        "config",
        "`git.enabled` without `git.strategy`",
        "the strategy `worktree` for true, `none` for false",
    ),
    read(
        Shape::AuditSwitch,
        "audit-switch",
        "config",
        "`dependency_audit` at the top, or below `security`",
        "nothing: no answer rests on it (choice/dependency-audit)",
    ),
    read(Shape::Unpadded, "unpadded", "docs/sprints", "`sprint-1` for `sprint-01`", "the sprint's folder"),
    read(Shape::TestsName, "tests-name", "docs/sprints", "`tests.md` for `test-strategy.md`", "the test strategy"),
    read(
        Shape::RequirementForm,
        "requirement-form",
        "reqs.md",
        "`## REQ-201`, or `- id: REQ-001` in a list, or keys in lower case",
        "a requirement",
    ),
    refused(
        Shape::NoYaml,
        "no-yaml",
        "every state file",
        "text that is no YAML map, or is cut short",
        "mend the line, or take back what HEAD has: git checkout -- FILE",
    ),
    refused(Shape::NoNumber, "no-number", "status, plan, backlog", "a sprint that is no number", "write the number"),
    refused(
        Shape::NoList,
        "no-list",
        "status, plan",
        "text or a map where a list of activities or entries is meant",
        "write a list; `[]` for none",
    ),
    refused(
        Shape::NoTasks,
        "no-tasks",
        "backlog",
        "no list below `items`, `tasks` or `backlog.tasks`",
        "put the TASKs below `items:`; `items: []` for none",
    ),
    refused(Shape::NoId, "no-id", "backlog, plan", "a TASK without an id", "give it one, `TASK-` and a number"),
    refused(
        Shape::NoFile,
        "no-file",
        "every state file",
        "no text, more than 4 MB, or a link out of the repository",
        "put a text file in its place",
    ),
];

impl Shape {
    /// The form's row.
    pub fn row(self) -> &'static ShapeRow {
        // The table holds every form in its order (a test says so).
        SHAPES.get(self as usize).unwrap_or(&SHAPES[0])
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_table_holds_every_form_at_its_place() {
        for (at, row) in SHAPES.iter().enumerate() {
            assert_eq!(row.shape as usize, at, "{}", row.id);
            assert!(SHAPES.iter().skip(at + 1).all(|other| other.id != row.id), "{} stands twice", row.id);
        }
    }
}
