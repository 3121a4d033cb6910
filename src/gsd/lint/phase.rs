//! One phase in question, as the families of rules look at it.

use super::evidence::{Evidence, Phase};
use super::{artifacts, locks, plans};
use crate::engine::lint::{Finding, Rule};
use crate::engine::path::RepoPath;
use crate::engine::surface::SurfaceMap;
use crate::gsd::artifacts::Kind;
use crate::gsd::assess::Assessment;
use crate::gsd::evidence::PhaseEvidence;

/// A phase with what else was read.
pub struct Looked<'a> {
    /// What was read of it.
    pub phase: &'a Phase,
    /// What else was read.
    all: &'a Evidence,
}

impl<'a> Looked<'a> {
    /// Takes a phase to look at.
    pub fn new(all: &'a Evidence, phase: &'a Phase) -> Self {
        Self { phase, all }
    }

    /// What was read of it amounts to this.
    pub fn assessment(&self) -> &'a Assessment {
        &self.phase.assessment
    }

    /// True where the phase is not complete: somebody will still go on with it. Where history is cut off, nobody can tell of one
    /// that is marked complete that it is not.
    pub fn is_open(&self) -> bool {
        let marks = &self.evidence().marks;
        !self.phase.is_complete && !(self.is_cut() && (marks.marked.marked || marks.shipped))
    }

    /// True where history is cut off within the life of the phase: then no rule that needs it finds anything, and the check is
    /// undetermined.
    pub fn is_cut(&self) -> bool {
        self.evidence().history_cut.is_some()
    }

    /// True for a file that is asked about: one of an open phase, or one that the range changed. What a finished phase once left
    /// behind decides nothing any more, and would drown what does.
    pub fn is_asked_about(&self, file: &RepoPath) -> bool {
        self.is_open() || self.all.range.as_ref().is_some_and(|range| range.changed.contains_key(file))
    }

    /// Where a finding stands that is about the phase and none of its files: its first plan, else its first file, else its folder.
    pub fn place(&self) -> RepoPath {
        let files = &self.evidence().files;
        let plan = files.iter().find(|file| file.name.kind == Kind::Plan);
        let file = plan.or_else(|| files.first()).map(|file| file.path.clone());
        file.or_else(|| self.phase.case.phase.dir.clone()).unwrap_or_else(|| self.phase.case.place.planning.clone())
    }

    /// The map that holds now: the root's and the workstreams' together.
    pub fn map(&self) -> SurfaceMap {
        self.all.all_surfaces(|file| &file.now)
    }

    /// The text of a line that a finding is about, counted from 1.
    pub fn line(&self, file: &RepoPath, line: usize) -> Option<&'a str> {
        self.phase.lines.get(&(file.clone(), line)).map(String::as_str)
    }

    /// Its evidence.
    pub fn evidence(&self) -> &'a PhaseEvidence {
        &self.phase.case.evidence
    }

    /// What every family finds.
    pub fn findings(&self) -> Vec<Finding> {
        // An archive is finished: nobody mends it any more.
        if self.evidence().archived {
            return Vec::new();
        }
        [artifacts::findings(self), locks::findings(self), plans::findings(self)].concat()
    }

    /// A finding about a file of this phase as a whole.
    pub fn finding(&self, rule: &'static Rule, file: &RepoPath, subject: &str, message: String) -> Finding {
        Finding {
            rule,
            file: file.clone(),
            span: None,
            line_text: None,
            phase: Some(self.evidence().id.clone()),
            subject: subject.to_owned(),
            message,
            fix: None,
            evidence: Vec::new(),
        }
    }
}
