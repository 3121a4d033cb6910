//! What was read of one sprint: plain values, nothing concluded.

use std::collections::BTreeSet;

use serde::{Deserialize, Serialize};

use super::activities::Activity;
use super::ids::Sprint;
use super::situation::Artifact;
use super::tasks::Status;
use super::text::backlog::Task;
use super::text::config::ConfigFacts;
use super::text::document::{Met, Refusal};
use super::text::markdown::{Finding, Requirement};
use super::text::plan::PlanFacts;
use super::text::profile::ProfileFacts;
use super::text::status::StatusFacts;
use crate::engine::damage::Damage;
use crate::engine::evidence::{Reading, Tracked};
use crate::engine::path::RepoPath;

/// One state file.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct StateFile<T> {
    /// The file, below the root of the repository.
    pub path: RepoPath,
    /// What git knows of it.
    pub tracked: Tracked,
    /// What it says; none where there is no such file.
    pub said: Option<Result<T, Refusal>>,
    /// The forms that were met in it.
    pub met: Vec<Met>,
}

impl<T> StateFile<T> {
    /// What it says, where it can be read.
    pub fn facts(&self) -> Option<&T> {
        self.said.as_ref()?.as_ref().ok()
    }

    /// Why it cannot be read.
    pub fn refusal(&self) -> Option<&Refusal> {
        self.said.as_ref()?.as_ref().err()
    }

    /// The file with a line of it.
    pub fn at(&self, line: usize) -> String {
        if line == 0 { self.path.to_string() } else { format!("{}:{line}", self.path) }
    }
}

/// One artifact of the sprint.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct ArtifactFile {
    /// The file, below the root of the repository.
    pub path: RepoPath,
    /// Its three readings.
    pub reading: Reading,
}

/// Something uncommitted in the main work tree.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct LeftPath {
    /// The path, below the root of the repository.
    pub path: RepoPath,
    /// What git knows of it.
    pub tracked: Tracked,
    /// True where HEAD's tree holds it.
    pub in_head: bool,
    /// What it is.
    pub kind: LeftKind,
    /// Why it is not to be committed as it lies there, where something says so.
    pub doubt: Option<Damage>,
}

/// What an uncommitted path is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub enum LeftKind {
    /// A file of `.gse/`.
    State,
    /// A document of a sprint, or the intent.
    Artifact,
    /// Anything else.
    Source,
    /// What tools write anew whenever they run: the dashboard, checkpoints, work trees.
    Generated,
}

/// Another work tree with something uncommitted.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct LeftTree {
    /// Its root, below the root of the repository where it lies there, else whole.
    pub place: String,
    /// The branch that it has checked out.
    pub branch: Option<String>,
    /// How many paths are uncommitted there; none where it cannot be read.
    pub count: Option<usize>,
    /// Some of them, the first.
    pub first: Vec<String>,
}

/// A branch that holds another plan of the sprint than HEAD.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct OtherPlan {
    /// The branch.
    pub branch: String,
    /// The work tree that has it checked out.
    pub work_tree: Option<String>,
}

/// What git knows beside files.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct GitFacts {
    /// The local branches.
    pub branches: BTreeSet<String>,
    /// The branch that the main work tree has checked out.
    pub on: Option<String>,
    /// Work trees beside the main one that hold something uncommitted.
    pub trees: Vec<LeftTree>,
    /// Branches that hold another plan of the sprint.
    pub other_plans: Vec<OtherPlan>,
}

/// What a sprint was read from.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct SprintEvidence {
    /// The sprint.
    pub sprint: Sprint,
    /// The sprint whose plan is in force, or that the status names.
    pub in_force: Sprint,
    /// The sprint's folder; none where there is none.
    pub folder: Option<RepoPath>,
    /// `plan.yaml`.
    pub plan: StateFile<PlanFacts>,
    /// `status.yaml`.
    pub status: StateFile<StatusFacts>,
    /// `backlog.yaml`.
    pub backlog: StateFile<Vec<Task>>,
    /// `config.yaml`.
    pub config: StateFile<ConfigFacts>,
    /// `profile.yaml`.
    pub profile: StateFile<ProfileFacts>,
    /// The artifacts that the rows ask for.
    pub artifacts: Vec<(Artifact, ArtifactFile)>,
    /// `review.md`.
    pub review: Option<ArtifactFile>,
    /// `compound.md`.
    pub compound: Option<ArtifactFile>,
    /// `docs/intent.md`.
    pub intent: Option<ArtifactFile>,
    /// Forms that were met in the sprint's folder.
    pub met: Vec<Met>,
    /// The requirements.
    pub requirements: Vec<Requirement>,
    /// The requirements that the test strategy names.
    pub covered: BTreeSet<String>,
    /// The findings of the review.
    pub findings: Vec<Finding>,
    /// True where HEAD holds source.
    pub has_source: bool,
    /// The checkpoint that the status names is there.
    pub checkpoint_is_there: bool,
    /// What git knows beside files.
    pub git: GitFacts,
    /// What is uncommitted in the main work tree.
    pub left: Vec<LeftPath>,
    /// Moves of TASKs in an uncommitted backlog: the TASK, and the statuses before and after.
    pub moves: Vec<(String, Option<Status>, Status)>,
}

impl SprintEvidence {
    /// True where the plan is the sprint's own.
    pub fn has_own_plan(&self) -> bool {
        self.sprint == self.in_force
    }

    /// The plan, where it is the sprint's own and can be read.
    pub fn own_plan(&self) -> Option<&PlanFacts> {
        self.plan.facts().filter(|_| self.has_own_plan())
    }

    /// The TASKs that the sprint took on: those that name it, and those that its plan names.
    pub fn tasks(&self) -> Vec<&Task> {
        let all = self.backlog.facts().map(Vec::as_slice).unwrap_or_default();
        let planned = self.own_plan().map(|plan| plan.tasks.as_slice()).unwrap_or_default();
        all.iter().filter(|task| task.sprint == Some(self.sprint.0) || planned.contains(&task.id)).collect()
    }

    /// The document that an activity leaves: its name, and the file where there is one; none for an activity without one.
    pub fn document_of(&self, activity: Activity) -> Option<(&'static str, Option<&ArtifactFile>)> {
        if activity == Activity::Review {
            return Some(("review.md", self.review.as_ref()));
        }
        let artifact = Artifact::EVERY.into_iter().find(|artifact| artifact.activity() == activity)?;
        Some((artifact.files()[0], self.artifact(artifact)))
    }

    /// The document that the plan's word rests on and that git does not hold: the plan claims the activity, git is followed.
    pub fn claimed_without(&self, activity: Activity) -> Option<(&'static str, Tracked)> {
        self.own_plan().filter(|plan| plan.has_completed(activity))?;
        let (name, file) = self.document_of(activity)?;
        let tracked = file.map_or(Tracked::Absent, |file| file.reading.tracked);
        (tracked != Tracked::Committed).then_some((name, tracked))
    }

    /// True where the plan has the activity completed and git does not deny it.
    pub fn has_done(&self, activity: Activity) -> bool {
        let is_claimed = self.own_plan().is_some_and(|plan| plan.has_completed(activity));
        is_claimed && self.claimed_without(activity).is_none()
    }

    /// The artifact of a kind.
    pub fn artifact(&self, artifact: Artifact) -> Option<&ArtifactFile> {
        self.artifacts.iter().find(|(kind, _)| *kind == artifact).map(|(_, file)| file)
    }

    /// The config as far as it can be read; what it does not say is as the template has it.
    pub fn config(&self) -> ConfigFacts {
        self.config.facts().cloned().unwrap_or_default()
    }
}
