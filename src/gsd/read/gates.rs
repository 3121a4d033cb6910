//! The artifacts of a project's own gates.

use std::collections::BTreeMap;

use super::files::Files;
use super::history::{History, executed_at};
use super::project::Project;
use crate::engine::evidence::Reading;
use crate::engine::failure::Failure;
use crate::engine::path::RepoPath;
use crate::gsd::evidence::{GateFile, PhaseEvidence, ProjectGate};
use crate::gsd::ids::PhaseId;
use crate::gsd::owed::is_project_gate;

/// Reads them: those that the map's surfaces ask for, with what the config declares of each. A gate that it does not declare
/// has the artifact `<phase>-<GATE-NAME>.md`.
///
/// # Errors
/// Git cannot be read.
pub fn project_gates(
    project: &Project,
    listed: &Files<'_>,
    phase: &PhaseId,
    history: &History<'_>,
    evidence: &PhaseEvidence,
) -> Result<BTreeMap<String, ProjectGate>, Failure> {
    let mut gates = BTreeMap::new();
    let asked = project.settings.surfaces.surfaces.iter().flat_map(|surface| &surface.gates);
    for name in asked.filter(|name| is_project_gate(name)) {
        let declared = project.settings.pipeline.gates.iter().find(|gate| gate.name == *name);
        let artifact = declared.and_then(|gate| gate.artifact.clone()).unwrap_or_else(|| name.to_uppercase());
        let done_word = declared.and_then(|gate| gate.done_word.as_deref());
        let found = listed.paths().into_iter().find(|below| is_named(below, phase, &artifact));
        let file = match found {
            None => None,
            Some(below) => {
                let (tracked, read) = listed.read_gate(&below, done_word)?;
                let changed_by = history.life.last_changes(&below);
                let executed = executed_at(&evidence.files, &evidence.commits);
                let freshness = history.freshness_of_execution(&executed, &evidence.repositories, &changed_by)?;
                let reading = Reading { tracked, content: read.content, freshness };
                let commit = changed_by.first().copied();
                Some(GateFile { path: listed.path(&below), reading, may_be_cut: read.may_be_cut, commit })
            }
        };
        let command = declared.and_then(|gate| gate.command.clone());
        gates.insert(name.clone(), ProjectGate { command, artifact, file });
    }
    Ok(gates)
}

/// True for `<phase>-<ARTIFACT>.md` in any padding, and for the bare name; letter case is free.
fn is_named(below: &RepoPath, phase: &PhaseId, artifact: &str) -> bool {
    let Some(name) = below.as_str().filter(|name| !name.contains('/')) else { return false };
    let stem = |name: &str| name.strip_suffix(".md").unwrap_or(name).to_uppercase();
    let (name, artifact) = (stem(name), stem(artifact));
    name == artifact
        || name
            .strip_suffix(&artifact)
            .and_then(|rest| rest.strip_suffix('-'))
            .and_then(PhaseId::parse)
            .is_some_and(|id| id == *phase)
}
