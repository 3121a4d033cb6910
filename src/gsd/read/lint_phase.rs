//! Reads what the rules of `lint` look at in each phase in question.

use std::collections::{BTreeMap, BTreeSet};

use super::lint_locks::locks_of;
use super::phase::Found;
use super::project::{Project, blob_of};
use crate::engine::ask::Place;
use crate::engine::evidence::{Content, Tracked};
use crate::engine::exit::Outcome;
use crate::engine::failure::Failure;
use crate::engine::object::{EntryKind, Oid};
use crate::engine::path::RepoPath;
use crate::gsd::answer::of_each;
use crate::gsd::artifacts::Kind;
use crate::gsd::case::Case;
use crate::gsd::evidence::{File, PhaseEvidence};
use crate::gsd::lint::evidence::Phase;
use crate::gsd::lint::held::Locks;
use crate::gsd::text::paths::Place as Declared;
use crate::gsd::text::plan::PlanFacts;
use crate::read::text::decode;

/// What is read of these phases: as `status` reads them, with one walk through history for all.
///
/// # Errors
/// Git cannot be read.
pub fn evidence_of(project: &Project, place: &Place, phases: &[Found]) -> Result<Vec<Phase>, Failure> {
    of_each(project, place, phases, &|found, case, life| {
        let lines = lines(project, &case);
        let locks = match found.folder.as_ref().filter(|folder| folder.archive.is_none() && project.map.is_some()) {
            Some(folder) => locks_of(project, folder, &case.evidence, life)?,
            None => Locks::default(),
        };
        let submodules = submodules(project, &case.evidence)?;
        let plans = plans(project, &case.evidence);
        let (assessment, outcome) = case.outcome();
        let is_complete = outcome == Outcome::Complete;
        Ok(Phase { case, assessment, is_complete, locks, lines, plans, submodules })
    })
}

/// The lines that the readings of a phase name.
fn lines(project: &Project, case: &Case) -> BTreeMap<(RepoPath, usize), String> {
    let mut lines = BTreeMap::new();
    for file in &case.evidence.files {
        let named = named(file);
        if named.is_empty() {
            continue;
        }
        let bytes = bytes_now(project, file);
        let Ok(text) = decode(&bytes) else { continue };
        let found = text.text.lines().enumerate().filter(|(at, _)| named.contains(&(at + 1)));
        lines.extend(found.map(|(at, line)| ((file.path.clone(), at + 1), line.to_owned())));
    }
    lines
}

/// The texts of the plans that somebody will still carry out: what is executed, or marked complete, is history.
fn plans(project: &Project, evidence: &PhaseEvidence) -> BTreeMap<RepoPath, String> {
    let mut plans = BTreeMap::new();
    if evidence.archived || evidence.marks.marked.marked {
        return plans;
    }
    let is_executed = |plan: &File| {
        let of_plan = |file: &&File| file.name.kind == Kind::Summary && file.name.plan == plan.name.plan;
        evidence.files.iter().filter(of_plan).any(|file| matches!(file.reading.content, Content::Finished { .. }))
    };
    for plan in evidence.files.iter().filter(|file| file.name.kind == Kind::Plan && !is_executed(file)) {
        let bytes = bytes_now(project, plan);
        plans.extend(decode(&bytes).ok().map(|text| (plan.path.clone(), text.text.into_owned())));
    }
    plans
}

/// A file as it was read: HEAD's where git holds it so, else the disk's; nothing where it cannot be read.
pub(super) fn bytes_now(project: &Project, file: &File) -> Vec<u8> {
    let bytes = match file.tracked {
        Tracked::Committed | Tracked::Deleted if file.in_head => {
            blob_of(project.objects(), project.tree, &file.path).ok().flatten()
        }
        _ => project.disk.read(&file.path).ok().flatten(),
    };
    bytes.unwrap_or_default()
}

/// The lines that the reading of a file names.
fn named(file: &File) -> BTreeSet<usize> {
    let content = match &file.reading.content {
        Content::Unknown { line, .. } | Content::Unreadable { line, .. } => Some(*line),
        _ => None,
    };
    let salvaged = file.reading.salvaged.as_ref().map(|note| note.line);
    content.into_iter().chain(salvaged).filter(|line| *line > 0).collect()
}

/// The submodules on the way to a file that a plan declares.
fn submodules(project: &Project, evidence: &PhaseEvidence) -> Result<BTreeSet<RepoPath>, Failure> {
    let mut submodules = BTreeSet::new();
    // Git writes this file with the first submodule.
    let has_any =
        |tree: &Oid| project.objects().entry_at(*tree, &RepoPath::from(".gitmodules")).map(|entry| entry.is_some());
    let Some(tree) = project.tree else { return Ok(submodules) };
    if !has_any(&tree)? {
        return Ok(submodules);
    }
    let above = project.planning.parent();
    let mut known: BTreeSet<RepoPath> = BTreeSet::new();
    for declared in evidence.files.iter().filter_map(File::plan).flat_map(PlanFacts::declared) {
        let Declared::Path(path) = &declared.place else { continue };
        let mut path = above.join(path.as_bytes());
        // Upwards, until a folder that was looked at before.
        while !path.is_root() && known.insert(path.clone()) {
            let entry = project.objects().entry_at(tree, &path)?;
            if entry.is_some_and(|entry| entry.kind == EntryKind::Submodule) {
                submodules.insert(path.clone());
            }
            path = path.parent();
        }
    }
    Ok(submodules)
}
