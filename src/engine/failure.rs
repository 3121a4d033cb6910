//! An error as its reader meets it: what is wrong, where, and what helps.

use super::escape::escape;
use super::exit::Outcome;
use super::own::word;

/// An error at the edge. Modules have error types of their own and turn them into this.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("{message}")]
pub struct Failure {
    /// [`Outcome::Usage`], [`Outcome::Environment`], or what else the run came to without a report.
    pub outcome: Outcome,
    /// A stable id in kebab case.
    pub id: &'static str,
    /// What is wrong and where; text from a repository in it is escaped already.
    pub message: String,
    /// What helps, a sentence or a command each.
    pub remedies: Vec<String>,
}

impl Failure {
    /// An error that the caller can mend: arguments, configuration.
    pub fn usage(id: &'static str, message: impl Into<String>) -> Self {
        Self { outcome: Outcome::Usage, id, message: message.into(), remedies: Vec::new() }
    }

    /// An error of the place: no repository, no planning folder, git cannot read it.
    pub fn environment(id: &'static str, message: impl Into<String>) -> Self {
        Self { outcome: Outcome::Environment, id, message: message.into(), remedies: Vec::new() }
    }

    /// The same with one more thing that helps.
    #[must_use]
    pub fn remedy(mut self, remedy: impl Into<String>) -> Self {
        self.remedies.push(remedy.into());
        self
    }

    /// The same where it is known which phase it is about: the commands that help name it.
    #[must_use]
    pub fn of_phase(mut self, phase: &str) -> Self {
        for remedy in &mut self.remedies {
            *remedy = remedy.replace(" PHASE", &format!(" {}", escape(&word(phase))));
        }
        self
    }
}
