//! Where the texts of the methodology contradict each other or leave a word undefined: what each says, and what this tool takes.
//!
//! One table, so that nothing is decided silently: whatever an answer rests on is printed with it as `choice/<id>`.

/// One open definition.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Choice {
    /// Which copy of `.gse/` counts.
    MainWorkTree,
    /// Whose sprint number counts.
    SprintNumber,
    /// Which TASKs are the sprint's.
    SprintTasks,
    /// What "no sprint" is.
    NoSprint,
    /// When what the project is for must be asked.
    Intent,
    /// What counts as source.
    Source,
    /// Whose mode counts.
    Mode,
    /// What micro mode keeps where.
    Micro,
    /// A plan that is a draft.
    Draft,
    /// An activity that the tree has no row for.
    ActiveOutsideTheTree,
    /// A plan that is completed and still names an activity.
    CompletedWithActive,
    /// Which planned TASK is the first.
    FirstTask,
    /// Produce with nothing to produce.
    NothingToProduce,
    /// Delivery without a review.
    LightweightReady,
    /// Compound where the mode has none.
    CompoundInLightweight,
    /// Whether integrate is owed.
    IntegrateOwed,
    /// How compound and integrate are known to be done.
    AfterDelivery,
    /// How the next sprint opens.
    NextSprint,
    /// A plan that was given up.
    Abandoned,
    /// How far a sprint is before it has a plan.
    BeforeThePlan,
    /// How far a sprint is that has none.
    WithoutPlan,
    /// When a sprint is stale, and what follows.
    Stale,
    /// Who may not write into a frozen sprint.
    FreezeWriters,
    /// Which branch is protected.
    MainBranch,
    /// Whether a preview is owed.
    PreviewDomain,
    /// When a requirement is traced to a TASK.
    Traced,
    /// When a requirement is covered by a test.
    Covered,
    /// Words of test evidence that nobody lists.
    EvidenceWords,
    /// Whether a review finding is open.
    FindingOpen,
    /// Whether dependencies are audited.
    DependencyAudit,
}

/// One row of the table.
#[derive(Debug, Clone, Copy)]
pub struct ChoiceRow {
    /// The definition.
    pub choice: Choice,
    /// Its id.
    pub id: &'static str,
    /// What the texts say.
    pub texts: &'static str,
    /// What is taken, and why.
    pub taken: &'static str,
}

const fn row(choice: Choice, id: &'static str, texts: &'static str, taken: &'static str) -> ChoiceRow {
    ChoiceRow { choice, id, texts, taken }
}

/// Every choice.
///
/// Source: the orchestrator, the specification, the design and the activities of GSE-One, compared with each other; where none of
/// them decides, what is stricter is taken, since a stop can be overruled and a gate that was jumped cannot.
pub const CHOICES: &[ChoiceRow; 30] = &[
    row(
        Choice::MainWorkTree,
        "main-work-tree",
        "the design says that linked work trees share .gse/; git gives each of them its own copy",
        "the main work tree's copy counts; a branch that holds another plan of the sprint is named",
    ),
    row(
        Choice::SprintNumber,
        "sprint-number",
        "status.yaml owns the number by the design; projects let it lag behind the plan, or run ahead of it",
        "the plan's number counts where there is a plan, else that of status.yaml, else 1",
    ),
    row(
        Choice::SprintTasks,
        "sprint-tasks",
        "the backlog's `sprint` and the plan's list of TASKs both say it, and projects let either lag behind",
        "a TASK that either of them names",
    ),
    row(
        Choice::NoSprint,
        "no-sprint",
        "the tree asks for \"no sprint\" and never says what that is; older templates begin at number 1",
        "no plan of the sprint, no artifact in its folder, no TASK that names it",
    ),
    row(
        Choice::Intent,
        "intent",
        "the orchestrator's row asks beginners only, its own invariant everybody; go.md, specification and design ask where \
         there is no source and no docs/intent.md",
        "everybody is asked where there is no source and no docs/intent.md: three texts and the invariant agree",
    ),
    row(
        Choice::Source,
        "source",
        "go.md counts every file outside a list of folders but *.md, *.txt, LICENSE and README, so .gitignore alone is source",
        "files that HEAD holds, outside that list and docs/, but those, and but names that begin with a dot",
    ),
    row(
        Choice::Mode,
        "mode",
        "config.yaml and plan.yaml both have a mode, and nothing says which counts when they differ",
        "the fuller one, so that no guard is lowered",
    ),
    row(
        Choice::Micro,
        "micro",
        "micro mode keeps profile and TASKs in status.yaml; no text gives the form",
        "undetermined: nothing is guessed from a form that nothing describes",
    ),
    row(
        Choice::Draft,
        "draft",
        "the tree asks for `draft`; the schema of plan.yaml has active, completed and abandoned",
        "the word is read: the plan waits for approval",
    ),
    row(
        Choice::ActiveOutsideTheTree,
        "active-outside-the-tree",
        "the tree has rows for reqs to deliver; plans name collect, assess, plan, compound and integrate too",
        "the activity that the plan names is taken",
    ),
    row(
        Choice::CompletedWithActive,
        "completed-with-active",
        "a completed plan may still name an activity; nothing says which of the two counts",
        "the status counts: what is frozen is not worked on",
    ),
    row(
        Choice::FirstTask,
        "first-task",
        "the order is priority, then dependencies; TASKs have no field for dependencies",
        "priority (must, should, could), then the plan's order, then the backlog's",
    ),
    row(
        Choice::NothingToProduce,
        "nothing-to-produce",
        "the tree's rows for produce want a planned TASK or one in progress; produce.md says what it proposes without",
        "produce.md's proposal: review what is not judged, else deliver",
    ),
    row(
        Choice::LightweightReady,
        "lightweight-ready",
        "produce leaves TASKs in review, deliver takes reviewed and done, and lightweight has no review between them",
        "in lightweight mode a TASK in review counts as ready",
    ),
    row(
        Choice::CompoundInLightweight,
        "compound-in-lightweight",
        "the table of modes gives lightweight no compound; the tree's row asks for no mode, and projects run it",
        "the tree's row holds in every mode",
    ),
    row(
        Choice::IntegrateOwed,
        "integrate-owed",
        "the orchestrator goes on after compound; go.md, specification and design want integrate first",
        "integrate is owed: three texts of four; the next sprint can be opened without it",
    ),
    row(
        Choice::AfterDelivery,
        "after-delivery",
        "nothing says how compound or integrate is known to be done; neither stands in the plan",
        "an entry of activity_history for the sprint, or last_activity; for compound also a committed compound.md",
    ),
    row(
        Choice::NextSprint,
        "next-sprint",
        "the tree opens the next sprint with `plan --strategic`; the freeze Gate with collect, assess and plan in full mode",
        "the mode's own opening, which both allow; it is asked for by the next number",
    ),
    row(
        Choice::Abandoned,
        "abandoned",
        "the freeze knows an abandoned plan, the tree has no row for it and no activity writes the word",
        "the sprint is over, like a completed one, and owes nothing after it",
    ),
    row(
        Choice::BeforeThePlan,
        "before-the-plan",
        "before there is a plan nothing records how far LC01 is",
        "collect and assess count where activity_history or last_activity names them after the last activity of LC03",
    ),
    row(
        Choice::WithoutPlan,
        "without-plan",
        "without a plan the sprint's folder decides \"by the same progression\"; the table is not given",
        "the first missing of reqs, design, preview and test strategy, then what is left of the TASKs, then LC03",
    ),
    row(
        Choice::Stale,
        "stale",
        "orchestrator and specification say more than stale_sprint_sessions, go.md says as many; the orchestrator has it as the \
         last row, where it can never win, go.md as a check of its own",
        "as many, as a note with every decision: the earlier warning, and one that is given",
    ),
    row(
        Choice::FreezeWriters,
        "freeze-writers",
        "the orchestrator lists four writers that a frozen sprint refuses, the specification eight",
        "all eight are refused",
    ),
    row(
        Choice::MainBranch,
        "main-branch",
        "the checks name `main` literally; projects have other default branches, and some configs name theirs",
        "default_branch of config.yaml, else `main`",
    ),
    row(
        Choice::PreviewDomain,
        "preview-domain",
        "preview is for the domains web and mobile; projects write domains that the list does not have",
        "no preview is owed for any other word; where the plan has one active it is taken all the same",
    ),
    row(
        Choice::Traced,
        "traced",
        "a requirement must be traced to the TASK; two forms of requirements and two directions of traces are in use",
        "the TASK implements an id that reqs.md defines, or a requirement there names the TASK",
    ),
    row(
        Choice::Covered,
        "covered",
        "a must requirement needs a test that traces to it; the forms of test strategies differ",
        "its id stands anywhere in the test strategy",
    ),
    row(
        Choice::EvidenceWords,
        "evidence-words",
        "test evidence is absent, pass, fail or skipped; projects write other words, such as pending",
        "any other word counts as absent",
    ),
    row(
        Choice::FindingOpen,
        "finding-open",
        "a finding is open or fixed; projects leave the word out",
        "a finding without a word is open",
    ),
    row(
        Choice::DependencyAudit,
        "dependency-audit",
        "three texts have the switch in three places, and the audit needs the network",
        "it is not run, and no answer rests on it",
    ),
];

impl Choice {
    /// The choice's row.
    pub fn row(self) -> &'static ChoiceRow {
        // The table holds every choice in its order (a test says so).
        CHOICES.get(self as usize).unwrap_or(&CHOICES[0])
    }

    /// What is printed where an answer rests on it.
    pub fn note(self) -> String {
        format!("choice/{}: {}", self.row().id, self.row().taken)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_table_holds_every_choice_at_its_place() {
        for (at, row) in CHOICES.iter().enumerate() {
            assert_eq!(row.choice as usize, at, "{}", row.id);
            assert!(CHOICES.iter().skip(at + 1).all(|other| other.id != row.id), "{} stands twice", row.id);
            assert!(!row.texts.is_empty() && row.choice.note().contains(row.taken));
        }
    }
}
