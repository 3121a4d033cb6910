//! Artifacts of a project's own: names that recur in the folders of phases and are of no kind.

use std::collections::BTreeMap;

use super::project::{PhaseFolder, Project};
use crate::engine::failure::Failure;
use crate::gsd::folders::Others;
use crate::gsd::ids::PhaseId;
use crate::gsd::names::{self, Name};
use crate::gsd::text::surfaces::is_gate_name;
use crate::read::listing::{InHead, Listing as _};

/// An artifact that recurs.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Recurring {
    /// The gate, as a map names it.
    pub gate: String,
    /// The end of the file's name, `-` in front and `.md` behind taken off.
    pub artifact: String,
    /// How many phases have it.
    pub phases: usize,
}

/// In so many phases at least an artifact is a habit.
const HABIT: usize = 3;

/// Finds them in HEAD's tree, the most frequent first.
///
/// # Errors
/// A folder cannot be listed.
pub fn recurring(project: &Project) -> Result<Vec<Recurring>, Failure> {
    let in_head = InHead { objects: project.objects(), tree: project.tree };
    let mut found: BTreeMap<String, usize> = BTreeMap::new();
    for folder in &project.folders {
        let mut here: Vec<String> = Vec::new();
        for name in in_head.list(&folder.path)?.keys() {
            here.extend(own_artifact(folder, name));
        }
        here.sort();
        here.dedup();
        for artifact in here {
            *found.entry(artifact).or_default() += 1;
        }
    }
    let habits = found.into_iter().filter(|(_, phases)| *phases >= HABIT);
    let mut all: Vec<Recurring> =
        habits.map(|(artifact, phases)| Recurring { gate: artifact.to_lowercase(), artifact, phases }).collect();
    all.sort_by(|a, b| b.phases.cmp(&a.phases).then_with(|| a.gate.cmp(&b.gate)));
    Ok(all)
}

/// `ROLLBACK-RUNBOOK` for `07-ROLLBACK-RUNBOOK.md`; none for an artifact of GSD's, and for any other note.
fn own_artifact(folder: &PhaseFolder, name: &[u8]) -> Option<String> {
    let is_own = matches!(names::parse(&folder.folder, Others::default(), name), Name::Note(_) | Name::Unrecognised);
    let stem = std::str::from_utf8(name).ok().filter(|_| is_own)?.strip_suffix(".md")?;
    let behind = PhaseId::leading(stem).into_iter().filter(|(id, _)| folder.folder.may_be(id));
    let artifact = behind.filter_map(|(_, rest)| rest.strip_prefix('-')).next_back()?;
    let is_shouted = artifact.starts_with(|c: char| c.is_ascii_uppercase())
        && artifact.chars().all(|c| c.is_ascii_uppercase() || c.is_ascii_digit() || c == '-');
    (is_shouted && artifact.len() > 2 && is_gate_name(&artifact.to_lowercase())).then(|| artifact.to_owned())
}
