//! What a recovery of a phase would do about the files that were left.

use super::answer;
use super::read::project::Project;
use crate::engine::ask::PhaseAsk;
use crate::engine::failure::Failure;
use crate::engine::path::RepoPath;
use crate::engine::prospect::Prospect;
use crate::engine::recovery::{Action, Announced, PathState};
use crate::engine::report::Report;

/// What would be done about the phase, for the state as it is; none where nothing stops the pipeline.
///
/// # Errors
/// As for a report about the phase.
pub fn announced(ask: &PhaseAsk) -> Result<Option<Prospect>, Failure> {
    let report = answer::report(ask)?;
    let Some(left) = &report.interruption else { return Ok(None) };
    let project = Project::open(&ask.place)?;
    let paths: Vec<RepoPath> = left.files.iter().map(|file| file.path.clone()).collect();
    let states = project.repository.path_states(&paths)?;
    let actions = actions(&report, &states);
    let acted_on: Vec<&RepoPath> = actions.iter().flat_map(Action::paths).collect();
    let paths = states.iter().filter(|state| acted_on.contains(&&state.path)).cloned().collect();
    let announced =
        Announced { phase: report.phase.id.clone(), head: project.head, row: left.row.clone(), actions, paths };
    Ok(Some(Prospect { announced, always_at_terminal: project.settings.pipeline.confirm_at_terminal }))
}

/// One action for each file that was left; where no file was, what is to be done by hand.
fn actions(report: &Report, states: &[PathState]) -> Vec<Action> {
    let Some(left) = &report.interruption else { return Vec::new() };
    if left.files.is_empty() {
        return left.recovery.iter().map(|what| Action::ByHand { what: what.clone() }).collect();
    }
    let one = |((file, state), what): ((&_, &PathState), &String)| {
        let file: &crate::engine::report::LeftFile = file;
        let path = file.path.clone();
        match file.verdict.as_str() {
            "finished" | "left so by its step" => {
                let verb = if state.head.is_some() { "update" } else { "add" };
                let name = String::from_utf8_lossy(path.file_name()).into_owned();
                Action::Commit { paths: vec![path], subject: format!("docs({}): {verb} {name}", report.phase.id) }
            }
            "cut short" if state.head.is_some() => Action::Restore { path },
            "cut short" => Action::Remove { path },
            _ => Action::ByHand { what: what.clone() },
        }
    };
    left.files.iter().zip(states).zip(&left.recovery).map(one).collect()
}
