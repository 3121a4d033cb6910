//! Projects of the GSE style put before the binary.

mod choices;
mod guards;
mod left;
mod places;
mod progress;
mod shapes;

use crate::common::answer::Answer;
use crate::common::bin::{Bin, Ran};
use crate::common::repo::Repo;

pub(super) const CONFIG: &str =
    "project:\n  name: berths\n  domain: cli\nlifecycle:\n  mode: full\ngit:\n  strategy: worktree\n";

pub(super) const STATUS: &str = "gse_version: \"0.82.0\"\ncurrent_sprint: 2\ncurrent_phase: LC02\nlast_activity: tests\nactivity_history:\n  - {activity: tests, completed_at: \"2026-06-14T09:10:00Z\", sprint: 2, notes: \"\"}\nsessions_without_progress: 0\n";

pub(super) const PLAN: &str = "version: 1\nid: PLN-002\nsprint: 2\nmode: full\nstatus: active\ntasks:\n  - {id: TASK-004, order: 1, complexity: 3, branch: gse/sprint-02/feat/search}\n  - {id: TASK-005, order: 2, complexity: 2, branch: gse/sprint-02/chore/ci}\nbudget: {total: 10, consumed: 0, remaining: 10}\nworkflow:\n  expected: [collect, assess, plan, reqs, design, preview, tests, produce, review, deliver]\n  completed: [{activity: reqs}, {activity: design}, {activity: tests}]\n  active: produce\n  pending: [review, deliver]\n  skipped: [{activity: preview, reason: \"preview skipped — non-UI domain\"}]\ncoherence: {alerts: []}\n";

pub(super) const BACKLOG: &str = "items:\n  - {id: TASK-004, sprint: 2, priority: must, status: planned, traces: {implements: [REQ-001]}, test_evidence: {status: absent}}\n  - {id: TASK-005, sprint: 2, priority: should, status: planned, traces: {implements: [REQ-002]}, test_evidence: {status: absent}}\n";

pub(super) const REQS: &str = "---\ngse: {type: requirement, status: approved}\n---\n\n# Requirements\n\n### REQ-001 — Find a berth\n\n- **Priority:** Must\n\n### REQ-002 — Build it\n\n- **Priority:** Should\n";

pub(super) const TESTS: &str = "# Tests\n\n## Unit Tests\n\n### TST-001 — Berths are found\n\nREQ-001 and REQ-002.\n";

/// A project of the GSE style; what is written is committed when it is asked for.
pub(super) struct Sprints {
    pub(super) repo: Repo,
}

impl Sprints {
    /// A project in the middle of the production of its second sprint, everything as the templates have it.
    pub(super) fn producing() -> Self {
        let project = Self::bare();
        project.state("config", CONFIG).state("status", STATUS).state("plan", PLAN).state("backlog", BACKLOG);
        project.doc("reqs.md", REQS).doc("design.md", "# Design\n\nOne table.\n").doc("test-strategy.md", TESTS);
        project.repo.write("src/berths.py", "BOOKED = {}\n");
        project
    }

    /// A project that has no state file yet.
    pub(super) fn bare() -> Self {
        Self { repo: Repo::new() }
    }

    /// Writes a state file.
    pub(super) fn state(&self, name: &str, text: &str) -> &Self {
        self.repo.write(&format!(".gse/{name}.yaml"), text);
        self
    }

    /// Writes a document of the second sprint.
    pub(super) fn doc(&self, name: &str, text: &str) -> &Self {
        self.repo.write(&format!("docs/sprints/sprint-02/{name}"), text);
        self
    }

    /// Writes a state file with a part of it replaced.
    pub(super) fn replaced(&self, name: &str, text: &str, from: &str, to: &str) -> &Self {
        assert!(text.contains(from), "{from}");
        self.state(name, &text.replace(from, to))
    }

    /// Commits everything.
    pub(super) fn commit(&self) -> &Self {
        self.repo.commit("gse(test): state");
        self
    }

    pub(super) fn run(&self, words: &[&str]) -> Ran {
        Bin::in_folder(self.repo.root()).run(words)
    }

    /// What is answered about the second sprint, or an activity of it.
    pub(super) fn ask(&self, words: &[&str]) -> Answer {
        Answer::of(&self.run(&[&["2"], words, &["--format", "json"]].concat()))
    }

    /// The same once everything is committed.
    pub(super) fn answer(&self) -> Answer {
        self.commit().ask(&[])
    }
}
