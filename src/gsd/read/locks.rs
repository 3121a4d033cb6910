//! The locks of a phase's life: every version of the documents that may hold one, joined.

use super::project::Project;
use crate::engine::failure::Failure;
use crate::engine::life::Life;
use crate::engine::lock::{Block, Joined, Version, join};
use crate::engine::object::Oid;
use crate::engine::path::RepoPath;
use crate::git::Blob;
use crate::gsd::artifacts::Kind;
use crate::gsd::evidence::PhaseEvidence;
use crate::gsd::folders::Folder;
use crate::gsd::ids::PhaseId;
use crate::gsd::names::{Name, parse};
use crate::gsd::text::locks::locks;
use crate::read::confined;
use crate::read::held::FILE_LIMIT;

/// The kinds of documents that may hold a lock.
const HOLDERS: [Kind; 3] = [Kind::Spec, Kind::Context, Kind::Lock];

/// One version of a document, read.
struct Read {
    blocks: Vec<Block>,
    commit: Option<Oid>,
    executing: bool,
    in_head: bool,
}

/// Joins every lock of the life, oldest first, and those of the work tree last.
///
/// # Errors
/// Git or a file of the work tree cannot be read.
pub fn joined(
    project: &Project,
    named: &Folder,
    phase: &PhaseId,
    evidence: &PhaseEvidence,
    life: &Life,
) -> Result<Joined, Failure> {
    let (files, commits) = (&evidence.files, &evidence.commits);
    // In another repository only dates can say what came first.
    let began_elsewhere =
        evidence.repositories.iter().flat_map(|other| &other.commits).map(|commit| commit.since).min();
    let mut in_head = Vec::new();
    for file in files.iter().filter(|file| HOLDERS.contains(&file.name.kind)) {
        let entry = project.tree.map(|tree| project.objects().entry_at(tree, &file.path)).transpose()?.flatten();
        in_head.extend(entry.map(|entry| entry.id));
    }
    let mut versions = Vec::new();
    for (_, id, changed) in life.changed().rev() {
        let is_dated = |began: i64| life.rank_of(id).and_then(|rank| life.time(rank)).is_none_or(|time| began <= time);
        let executing = || {
            commits.iter().any(|commit| life.is_at_or_before(commit.id, id)) || began_elsewhere.is_some_and(is_dated)
        };
        // By name, not by today's files: under a former name of the folder the documents had other names too.
        for (_, blob) in changed.iter().filter(|(below, _)| is_holder(named, below)) {
            let Some(blob) = *blob else { continue };
            let blocks = blocks_of(project, blob, phase)?;
            let in_head = in_head.contains(&blob);
            versions.push(Read { blocks, commit: Some(id), executing: executing(), in_head });
        }
    }
    for file in files.iter().filter(|file| HOLDERS.contains(&file.name.kind) && file.tracked.is_uncommitted()) {
        let bytes = confined::read(project.repository.root(), &file.path, FILE_LIMIT)?.unwrap_or_default();
        let blocks = locks(&bytes, phase).map(|found| found.blocks).unwrap_or_default();
        versions.push(Read { blocks, commit: None, executing: evidence.is_begun_by_commits(), in_head: false });
    }
    let versions: Vec<Version<'_>> = versions
        .iter()
        .map(|read| Version {
            blocks: &read.blocks,
            commit: read.commit,
            executing: read.executing,
            in_head: read.in_head,
        })
        .collect();
    Ok(join(&versions))
}

/// True for the name of a document that may hold a lock.
fn is_holder(folder: &Folder, below: &RepoPath) -> bool {
    matches!(parse(folder, &[], below.as_bytes()), Name::Artifact(artifact) if HOLDERS.contains(&artifact.kind))
}

fn blocks_of(project: &Project, blob: Oid, phase: &PhaseId) -> Result<Vec<Block>, Failure> {
    Ok(match project.objects().blob(blob, FILE_LIMIT)? {
        Blob::Content(bytes) => locks(&bytes, phase).map(|found| found.blocks).unwrap_or_default(),
        Blob::TooLarge(_) => Vec::new(),
    })
}
