//! Reads the locks of a phase for `lint`: the documents as they lie now, their versions, and where a lock came to less.

use std::collections::{BTreeMap, BTreeSet};

use super::lint_phase::bytes_now;
use super::locks::HOLDERS;
use super::project::{PhaseFolder, Project};
use crate::engine::failure::Failure;
use crate::engine::life::Life;
use crate::engine::lock::{self, Block, Held, Joined, compare, join};
use crate::engine::object::Oid;
use crate::engine::path::RepoPath;
use crate::git::Blob;
use crate::gsd::evidence::{File, PhaseEvidence};
use crate::gsd::folders::{Folder, Others};
use crate::gsd::ids::PhaseId;
use crate::gsd::lint::held::{Document, Locks, Turn, Version};
use crate::gsd::names::{Name, parse};
use crate::gsd::text::locks::{locks, quoted};
use crate::read::held::FILE_LIMIT;
use crate::read::text::decode;

/// Reads them.
///
/// # Errors
/// Git or a file cannot be read.
pub fn locks_of(
    project: &Project,
    folder: &PhaseFolder,
    evidence: &PhaseEvidence,
    life: &Life,
) -> Result<Locks, Failure> {
    let Some(phase) = PhaseId::parse(&evidence.id) else { return Ok(Locks::default()) };
    let reader = Reader { project, folder, evidence, life, phase };
    let documents = reader.documents()?;
    let (versions, in_head) = reader.versions()?;
    let committed = committed(&versions, &in_head);
    let ever = Held::from(&join(&committed));
    let joined = reader.joined(&committed, &documents);
    let head: Vec<Block> =
        versions.iter().zip(&in_head).filter(|(_, held)| **held).flat_map(|(one, _)| one.blocks.clone()).collect();
    let in_head = held(&head, &joined);
    let is_less = compare(&ever, &in_head).iter().any(lock::Change::lowers);
    let turns = if is_less && !versions.is_empty() { reader.turns(&versions, &joined)? } else { Vec::new() };
    Ok(Locks { documents, versions, joined, ever, in_head, turns })
}

struct Reader<'a> {
    project: &'a Project,
    folder: &'a PhaseFolder,
    evidence: &'a PhaseEvidence,
    life: &'a Life,
    phase: PhaseId,
}

impl Reader<'_> {
    fn holders(&self) -> impl Iterator<Item = &File> {
        self.evidence.files.iter().filter(|file| HOLDERS.contains(&file.name.kind))
    }

    fn documents(&self) -> Result<Vec<Document>, Failure> {
        let mut documents = Vec::new();
        for file in self.holders() {
            let bytes = bytes_now(self.project, file)?;
            let (Ok(text), Ok(found)) = (decode(&bytes), locks(&bytes, &self.phase)) else { continue };
            let quoted = quoted(&text.text, &self.phase);
            documents.push(Document { path: file.path.clone(), text: text.text.into_owned(), found, quoted });
        }
        Ok(documents)
    }

    /// The versions that hold a lock, oldest first, each with whether HEAD has it.
    fn versions(&self) -> Result<(Vec<Version>, Vec<bool>), Failure> {
        let (project, evidence, life) = (self.project, self.evidence, self.life);
        let mut now = BTreeSet::new();
        for file in self.holders() {
            let entry = project.tree.map(|tree| project.objects().entry_at(tree, &file.path)).transpose()?.flatten();
            now.extend(entry.map(|entry| entry.id));
        }
        let elsewhere = evidence.repositories.iter().flat_map(|other| &other.commits);
        let began_elsewhere = elsewhere.map(|commit| commit.since).min();
        let (mut versions, mut in_head) = (Vec::new(), Vec::new());
        for (rank, commit, changed) in life.changed().rev() {
            // By name, not by today's files: under a former name of the folder the documents had other names too.
            for (below, blob) in changed.iter().filter(|(below, _)| is_holder(&self.folder.folder, below)) {
                let Some(blob) = *blob else { continue };
                let blocks = self.blocks(blob)?;
                if blocks.is_empty() {
                    continue;
                }
                let executing = evidence.commits.iter().any(|own| life.is_at_or_before(own.id, commit))
                    || began_elsewhere.is_some_and(|began| life.time(rank).is_none_or(|time| began <= time));
                versions.push(Version { path: self.folder.path.join(below.as_bytes()), commit, blocks, executing });
                in_head.push(now.contains(&blob));
            }
        }
        Ok((versions, in_head))
    }

    fn joined(&self, committed: &[lock::Version<'_>], documents: &[Document]) -> Joined {
        let uncommitted = |document: &&Document| {
            self.holders().any(|file| file.path == document.path && file.tracked.is_uncommitted())
        };
        let left = documents.iter().filter(uncommitted).map(|document| lock::Version {
            blocks: &document.found.blocks,
            commit: None,
            executing: self.evidence.is_begun_by_commits(),
            in_head: false,
        });
        join(&committed.iter().copied().chain(left).collect::<Vec<_>>())
    }

    /// The commits of the life that hold less than a parent of theirs, newest first.
    fn turns(&self, versions: &[Version], joined: &Joined) -> Result<Vec<Turn>, Failure> {
        let objects = self.project.objects();
        let paths: BTreeSet<&RepoPath> = versions.iter().map(|version| &version.path).collect();
        let mut known: BTreeMap<Oid, Held> = BTreeMap::new();
        let mut at = |id: Oid| -> Result<Held, Failure> {
            if let Some(held) = known.get(&id) {
                return Ok(held.clone());
            }
            let tree = objects.commit(id)?.tree;
            let mut blocks = Vec::new();
            for path in &paths {
                if let Some(entry) = objects.entry_at(tree, path)? {
                    blocks.extend(self.blocks(entry.id)?);
                }
            }
            Ok(known.entry(id).or_insert(held(&blocks, joined)).clone())
        };
        let mut turns = Vec::new();
        for (_, commit) in self.life.commits() {
            let after = at(commit.id)?;
            for parent in commit.parents.iter().filter(|parent| self.life.rank_of(**parent).is_some()) {
                let before = at(*parent)?;
                if compare(&before, &after).iter().any(lock::Change::lowers) {
                    let is_merge = commit.parents.len() > 1;
                    turns.push(Turn { commit: commit.id, is_merge, before, after: after.clone() });
                    break;
                }
            }
        }
        Ok(turns)
    }

    fn blocks(&self, blob: Oid) -> Result<Vec<Block>, Failure> {
        Ok(match self.project.objects().blob(blob, FILE_LIMIT)? {
            Blob::Content(bytes) => locks(&bytes, &self.phase).map(|found| found.blocks).unwrap_or_default(),
            Blob::TooLarge(_) => Vec::new(),
        })
    }
}

/// The versions that git has, to be joined.
fn committed<'a>(versions: &'a [Version], in_head: &[bool]) -> Vec<lock::Version<'a>> {
    let version = |(version, in_head): (&'a Version, &bool)| lock::Version {
        blocks: &version.blocks,
        commit: Some(version.commit),
        executing: version.executing,
        in_head: *in_head,
    };
    versions.iter().zip(in_head).map(version).collect()
}

/// What blocks ask for together, without those that a later one replaced.
fn held(blocks: &[Block], joined: &Joined) -> Held {
    let counting: Vec<Block> =
        blocks.iter().filter(|block| !joined.superseded.contains_key(&block.digest)).cloned().collect();
    Held::from(&join(&[lock::Version { blocks: &counting, commit: None, executing: false, in_head: true }]))
}

/// True for the name of a document that may hold a lock.
pub(super) fn is_holder(folder: &Folder, below: &RepoPath) -> bool {
    matches!(parse(folder, Others::default(), below.as_bytes()), Name::Artifact(artifact) if HOLDERS.contains(&artifact.kind))
}
