//! The activities of a sprint: what each is, when it is done, and the command that runs it.

use serde::{Deserialize, Serialize};

use crate::engine::step::StepRef;

/// One activity, in the order in which a sprint takes them.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[repr(u8)]
pub enum Activity {
    /// What the project is for.
    Intent,
    /// How much of the methodology it uses.
    Mode,
    /// What is there.
    Collect,
    /// What is missing.
    Assess,
    /// What this sprint takes on.
    Plan,
    /// What it should do.
    Reqs,
    /// How it is built.
    Design,
    /// How it will look.
    Preview,
    /// How it is tested.
    Tests,
    /// The work itself.
    Produce,
    /// The work judged.
    Review,
    /// What the review found.
    Fix,
    /// The merge and the release.
    Deliver,
    /// What the sprint taught.
    Compound,
    /// Where that goes.
    Integrate,
}

/// Whose list of activities that must not write into a frozen sprint names an activity.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Freezes {
    /// The orchestrator's and the specification's.
    Both,
    /// The specification's alone.
    SpecificationAlone,
    /// Nobody's.
    Nobody,
}

/// One row of the table of activities.
#[derive(Debug, Clone, Copy)]
pub struct ActivityRow {
    /// The activity.
    pub activity: Activity,
    /// Its name, as `plan.yaml` has it.
    pub name: &'static str,
    /// The part of the lifecycle that it belongs to.
    pub phase: &'static str,
    /// When it is done, in a line.
    pub done_when: &'static str,
    /// The command that runs it; `{task}` stands for the TASK to take.
    pub command: &'static str,
    /// Whether a frozen sprint refuses it.
    pub freezes: Freezes,
}

const fn row(
    activity: Activity,
    name: &'static str,
    phase: &'static str,
    done_when: &'static str,
    command: &'static str,
    freezes: Freezes,
) -> ActivityRow {
    ActivityRow { activity, name, phase, done_when, command, freezes }
}

use Freezes::{Both, Nobody, SpecificationAlone};

/// Every activity, in order.
///
/// Source: GSE-One's `activities/*.md` (options of each command), `activities/plan.md` Step 5 (the sequences), and for the
/// freeze the orchestrator's invariant (four writers) and §14.3 of the specification (eight).
pub const ACTIVITIES: &[ActivityRow; 15] = &[
    row(Activity::Intent, "intent", "LC01", "docs/intent.md is there, or source is", "/gse:go", Nobody),
    row(Activity::Mode, "mode", "LC01", "config.yaml has lifecycle.mode", "/gse:go", Nobody),
    row(Activity::Collect, "collect", "LC01", "the history or the plan names it", "/gse:collect", Nobody),
    row(Activity::Assess, "assess", "LC01", "the history or the plan names it", "/gse:assess", Nobody),
    row(Activity::Plan, "plan", "LC01", "plan.yaml is active for the sprint", "/gse:plan --strategic", Nobody),
    row(Activity::Reqs, "reqs", "LC02", "the plan has it completed", "/gse:reqs", SpecificationAlone),
    row(Activity::Design, "design", "LC02", "the plan has it completed", "/gse:design", SpecificationAlone),
    row(Activity::Preview, "preview", "LC02", "the plan has it completed", "/gse:preview", SpecificationAlone),
    row(Activity::Tests, "tests", "LC02", "the plan has it completed", "/gse:tests --strategy", SpecificationAlone),
    row(
        Activity::Produce,
        "produce",
        "LC02",
        "no TASK of the sprint is planned or in progress",
        "/gse:produce{task}",
        Both,
    ),
    row(Activity::Review, "review", "LC02", "the plan has it completed", "/gse:review", Both),
    row(Activity::Fix, "fix", "LC02", "the plan has it completed, or the review found nothing", "/gse:fix", Both),
    row(Activity::Deliver, "deliver", "LC02", "the plan is completed", "/gse:deliver", Nobody),
    row(
        Activity::Compound,
        "compound",
        "LC03",
        "the history names it, or compound.md is committed",
        "/gse:compound",
        Nobody,
    ),
    row(Activity::Integrate, "integrate", "LC03", "the history names it", "/gse:integrate", Nobody),
];

impl Activity {
    /// The activity's row.
    pub fn row(self) -> &'static ActivityRow {
        // The table holds every activity in its order (a test says so).
        ACTIVITIES.get(self as usize).unwrap_or(&ACTIVITIES[0])
    }

    /// Its public number, from 1.
    pub const fn number(self) -> u8 {
        self as u8 + 1
    }

    /// It, as outputs name it.
    pub fn named(self) -> StepRef {
        StepRef { number: self.number(), name: self.row().name }
    }

    /// The activity that a text names: its number, or its name with or without `/gse:`, `/gse-`, in any case.
    pub fn find(text: &str) -> Option<Self> {
        let text = text.trim().to_lowercase();
        let name = ["/gse:", "/gse-", "gse:"].iter().find_map(|prefix| text.strip_prefix(prefix)).unwrap_or(&text);
        // What stands behind the name are options of the command.
        let name = name.split_whitespace().next().unwrap_or_default();
        let is_it = |row: &&ActivityRow| row.name == name || row.activity.number().to_string() == name;
        ACTIVITIES.iter().find(is_it).map(|row| row.activity)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_table_holds_every_activity_at_its_place() {
        for (at, row) in ACTIVITIES.iter().enumerate() {
            assert_eq!(usize::from(row.activity.number()), at + 1, "{}", row.name);
            assert_eq!(row.activity.row().name, row.name);
            assert_eq!(Activity::find(row.name), Some(row.activity));
            assert_eq!(Activity::find(&row.activity.number().to_string()), Some(row.activity));
        }
    }

    #[test]
    fn a_name_may_be_written_as_its_command() {
        for written in ["plan", "/gse:plan", "/gse-plan", "gse:plan --strategic", " PLAN "] {
            assert_eq!(Activity::find(written), Some(Activity::Plan), "{written}");
        }
        for written in ["", "0", "16", "planning", "/gse:pause"] {
            assert_eq!(Activity::find(written), None, "{written}");
        }
    }
}
