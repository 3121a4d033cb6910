//! The locks of a phase's life: every version of the documents that may hold one.

use std::collections::{BTreeMap, BTreeSet};

use super::project::Project;
use crate::engine::failure::Failure;
use crate::engine::life::Life;
use crate::engine::lock::decide::InTheWay;
use crate::engine::lock::rule::Refusal;
use crate::engine::lock::{Digest, Found, Joined, Remark, Version, Waived, join, join_without};
use crate::engine::object::Oid;
use crate::engine::path::RepoPath;
use crate::git::Blob;
use crate::gsd::artifacts::Kind;
use crate::gsd::evidence::PhaseEvidence;
use crate::gsd::folders::{Folder, Others};
use crate::gsd::ids::PhaseId;
use crate::gsd::names::{Name, parse};
use crate::gsd::text::locks::locks;
use crate::read::held::FILE_LIMIT;

/// The kinds of documents that may hold a lock.
pub const HOLDERS: [Kind; 3] = [Kind::Spec, Kind::Context, Kind::Lock];

/// One version of a document, read.
#[derive(Debug, Clone, PartialEq, Eq)]
struct Read {
    found: Found,
    /// What holds it in git; none for the disk's.
    blob: Option<Oid>,
    commit: Option<Oid>,
    executing: bool,
    in_head: bool,
}

/// Every version of a phase's documents, oldest first; those of the work tree last.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Locks {
    read: Vec<Read>,
    /// The documents as they lie now.
    now: Vec<(RepoPath, Found)>,
}

impl Locks {
    /// Reads them.
    ///
    /// # Errors
    /// Git or a file of the work tree cannot be read.
    pub fn read(
        project: &Project,
        named: &Folder,
        phase: &PhaseId,
        evidence: &PhaseEvidence,
        life: &Life,
    ) -> Result<Self, Failure> {
        let (files, commits) = (&evidence.files, &evidence.commits);
        let began_elsewhere = began_elsewhere(evidence);
        let mut in_head = Vec::new();
        for file in files.iter().filter(|file| HOLDERS.contains(&file.name.kind)) {
            let entry = project.tree.map(|tree| project.objects().entry_at(tree, &file.path)).transpose()?.flatten();
            in_head.extend(entry.map(|entry| entry.id));
        }
        let (mut versions, mut seen, mut now) = (Vec::<Read>::new(), BTreeSet::new(), Vec::new());
        for (_, id, changed) in life.changed().rev() {
            let is_dated = |began: i64| time(life, id).is_none_or(|time| began <= time);
            let executing = || {
                commits.iter().any(|commit| life.is_at_or_before(commit.id, id))
                    || began_elsewhere.is_some_and(is_dated)
            };
            // By name, not by today's files: under a former name of the folder the documents had other names too.
            for (_, blob) in changed.iter().filter(|(below, _)| is_holder(named, below)) {
                let Some(blob) = *blob else { continue };
                let found = found_in(project, blob, phase)?;
                seen.insert(blob);
                let in_head = in_head.contains(&blob);
                versions.push(Read { found, blob: Some(blob), commit: Some(id), executing: executing(), in_head });
            }
        }
        for file in files.iter().filter(|file| HOLDERS.contains(&file.name.kind)) {
            let is_uncommitted = file.tracked.is_uncommitted();
            // What the commit changed with which history ends is not known, and HEAD holds it all the same.
            let held = project.tree.map(|tree| project.objects().entry_at(tree, &file.path)).transpose()?.flatten();
            let lies = held.as_ref().map(|held| held.id);
            if let Some(held) = held.filter(|held| life.cut.is_some() && !seen.contains(&held.id)) {
                let found = found_in(project, held.id, phase)?;
                let commit = life.commits().next_back().map(|(_, commit)| commit.id);
                versions.insert(0, Read { found, blob: Some(held.id), commit, executing: true, in_head: true });
            }
            // Where git is not meant to hold a document, the one on disk is all there is.
            let in_head = !is_uncommitted && !file.in_head;
            if !is_uncommitted && file.in_head {
                let as_held = versions.iter().find(|read| lies.is_some() && read.blob == lies);
                now.extend(as_held.map(|read| (file.path.clone(), read.found.clone())));
                continue;
            }
            let bytes = project.disk.read(&file.path)?.unwrap_or_default();
            let found = locks(&bytes, phase).unwrap_or_default();
            now.push((file.path.clone(), found.clone()));
            versions.push(Read { found, blob: None, commit: None, executing: evidence.is_begun_by_commits(), in_head });
        }
        Ok(Self { read: versions, now })
    }

    /// Why none can be written beside what the documents hold now; none where one can.
    pub fn refusal(&self) -> Option<Refusal> {
        let now: Vec<_> = self.now.iter().map(|(path, found)| (path, found)).collect();
        InTheWay::of(&now).refusal()
    }

    /// All of them as one.
    pub fn now(&self) -> Joined {
        join(&self.versions(|_| true))
    }

    /// Those that git holds as one, as if these blocks had been replaced too.
    pub fn committed(&self, replaced: &BTreeMap<Digest, Remark>) -> Joined {
        join_without(&self.versions(|read| read.commit.is_some() || read.in_head), replaced)
    }

    fn versions(&self, is_asked: impl Fn(&Read) -> bool) -> Vec<Version<'_>> {
        let asked = self.read.iter().filter(|read| is_asked(read));
        asked
            .map(|read| Version {
                blocks: &read.found.blocks,
                commit: read.commit,
                executing: read.executing,
                in_head: read.in_head,
            })
            .collect()
    }
}

/// The execute commit that ended a waiver: one that came neither before it nor with it.
pub fn lapsed_by(waived: &Waived, evidence: &PhaseEvidence, life: &Life) -> Option<Oid> {
    let own = evidence.commits.iter().map(|commit| commit.id);
    let mut own = own.filter(|commit| !life.is_at_or_before(*commit, waived.since));
    let given = time(life, waived.since);
    let elsewhere = evidence.repositories.iter().flat_map(|other| &other.commits);
    let mut elsewhere = elsewhere.filter(|commit| given.is_none_or(|given| commit.since > given));
    own.next().or_else(|| elsewhere.next().map(|commit| commit.id))
}

/// In another repository only dates can say what came first.
fn began_elsewhere(evidence: &PhaseEvidence) -> Option<i64> {
    evidence.repositories.iter().flat_map(|other| &other.commits).map(|commit| commit.since).min()
}

fn time(life: &Life, id: Oid) -> Option<i64> {
    life.rank_of(id).and_then(|rank| life.time(rank))
}

/// True for the name of a document that may hold a lock.
fn is_holder(folder: &Folder, below: &RepoPath) -> bool {
    matches!(parse(folder, Others::default(), below.as_bytes()), Name::Artifact(artifact) if HOLDERS.contains(&artifact.kind))
}

fn found_in(project: &Project, blob: Oid, phase: &PhaseId) -> Result<Found, Failure> {
    Ok(match project.objects().blob(blob, FILE_LIMIT)? {
        Blob::Content(bytes) => locks(&bytes, phase).unwrap_or_default(),
        Blob::TooLarge(_) => Found::default(),
    })
}
