//! Reads which locks the base of a range has and its end has not. What a phase holds is read through its life, and a folder that
//! is gone, or that came back as a new phase, has none that would tell.

use std::sync::Arc;

use super::lint_locks::is_holder;
use super::project::Project;
use crate::engine::failure::Failure;
use crate::engine::lock::{Block, Change, Held, compare, join};
use crate::engine::object::{Commit, Oid};
use crate::engine::path::RepoPath;
use crate::git::Blob;
use crate::gsd::folders::Folder;
use crate::gsd::ids::PhaseId;
use crate::gsd::lint::evidence::{Evidence, RangeChanges};
use crate::gsd::lint::held::Lost;
use crate::gsd::text::locks::locks;
use crate::read::held::FILE_LIMIT;

/// Reads them, of the phases that are asked for: these, or all where none is named.
///
/// # Errors
/// Git cannot be read.
pub(super) fn lost_locks(
    project: &Project,
    evidence: &Evidence,
    base_tree: Oid,
    commits: &[Arc<Commit>],
    asked: &[PhaseId],
) -> Result<Vec<Lost>, Failure> {
    let (Some(changes), Some(end_tree)) = (&evidence.range, project.tree) else { return Ok(Vec::new()) };
    let range = Range { project, evidence, changes, end_tree };
    let mut lost = Vec::new();
    for path in changes.changed.keys() {
        let Some((folder, below)) = range.phase_folder(path) else { continue };
        if !is_holder(&folder, &below) {
            continue;
        }
        for token in folder.tokens() {
            if !asked.is_empty() && !asked.contains(token) {
                continue;
            }
            let blocks = range.blocks_at(base_tree, path, token)?;
            if blocks.is_empty() || range.is_held(path, &folder, token, &blocks, base_tree)? {
                continue;
            }
            let by = range.taken_by(path, token, commits)?;
            lost.push(Lost {
                phase: token.to_string(),
                path: path.clone(),
                commit: by.map(|by| by.id),
                is_merge: by.is_some_and(|by| by.parents.len() > 1),
                is_folder_gone: !evidence.files.iter().any(|file| file.is_in(&parent(path, &below))),
                blocks,
            });
            break;
        }
    }
    Ok(lost)
}

/// The folder below which a path stands.
fn parent(path: &RepoPath, below: &RepoPath) -> RepoPath {
    below.segments().fold(path.clone(), |path, _| path.parent())
}

struct Range<'a> {
    project: &'a Project,
    evidence: &'a Evidence,
    changes: &'a RangeChanges,
    end_tree: Oid,
}

impl Range<'_> {
    /// The live phase folder, of the root or of a workstream, in which a path stands, and its path below that.
    fn phase_folder(&self, path: &RepoPath) -> Option<(Folder, RepoPath)> {
        let below = path.below(&self.project.planning)?;
        let mut names: Vec<&[u8]> = below.segments().collect();
        if names.first() == Some(&b"workstreams".as_slice()) && names.len() > 2 {
            names.drain(..2);
        }
        let [container, folder, rest @ ..] = names.as_slice() else { return None };
        if *container != b"phases" || rest.is_empty() {
            return None;
        }
        let rest = rest.iter().fold(RepoPath::default(), |path, name| path.join(name));
        Some((Folder::new(folder, self.project.config.project_code.as_deref()), rest))
    }

    fn blocks(&self, blob: Oid, phase: &PhaseId) -> Result<Vec<Block>, Failure> {
        Ok(match self.project.objects().blob(blob, FILE_LIMIT)? {
            Blob::Content(bytes) => locks(&bytes, phase).map(|found| found.blocks).unwrap_or_default(),
            Blob::TooLarge(_) => Vec::new(),
        })
    }

    fn blocks_at(&self, tree: Oid, path: &RepoPath, phase: &PhaseId) -> Result<Vec<Block>, Failure> {
        match self.project.objects().entry_at(tree, path)? {
            Some(entry) => self.blocks(entry.id, phase),
            None => Ok(Vec::new()),
        }
    }

    /// True where the end still holds a lock of the phase: in another of its documents, or where the folder went (another name,
    /// another number, an archive).
    fn is_held(
        &self,
        path: &RepoPath,
        folder: &Folder,
        phase: &PhaseId,
        blocks: &[Block],
        base_tree: Oid,
    ) -> Result<bool, Failure> {
        let objects = self.project.objects();
        let own = path.parent();
        for file in self.evidence.files.iter().filter(|file| file.parent() == own) {
            if !self.blocks_at(self.end_tree, file, phase)?.is_empty() {
                return Ok(true);
            }
        }
        let before = held(blocks);
        for (to, content) in &self.changes.changed {
            let Some(content) = content.filter(|_| to.is_in(&self.project.planning) && is_document(to)) else {
                continue;
            };
            if !self.blocks(content, phase)?.is_empty() {
                return Ok(true);
            }
            // A phase that took another number took its lock along.
            let Some((other, _)) = self.phase_folder(to) else { continue };
            let Some(number) = other.id().filter(|number| other.slug(number) == folder.slug(phase)) else { continue };
            let after = self.blocks(content, number)?;
            let is_new = objects.entry_at(base_tree, to)?.is_none();
            if is_new && !after.is_empty() && !compare(&before, &held(&after)).iter().any(Change::lowers) {
                return Ok(true);
            }
        }
        Ok(false)
    }

    /// The commit of the range that took the lock out of a document: the newest that no merge is, else the newest.
    fn taken_by<'c>(
        &self,
        path: &RepoPath,
        phase: &PhaseId,
        commits: &'c [Arc<Commit>],
    ) -> Result<Option<&'c Commit>, Failure> {
        let objects = self.project.objects();
        let mut merge = None;
        for commit in commits {
            if !self.blocks_at(commit.tree, path, phase)?.is_empty() {
                continue;
            }
            for parent in &commit.parents {
                let Ok(parent) = objects.commit(*parent) else { continue };
                if self.blocks_at(parent.tree, path, phase)?.is_empty() {
                    continue;
                }
                if commit.parents.len() == 1 {
                    return Ok(Some(commit));
                }
                merge = merge.or(Some(&**commit));
            }
        }
        Ok(merge)
    }
}

fn is_document(path: &RepoPath) -> bool {
    path.file_name().to_ascii_lowercase().ends_with(b".md")
}

fn held(blocks: &[Block]) -> Held {
    let version = crate::engine::lock::Version { blocks, commit: None, executing: false, in_head: true };
    Held::from(&join(&[version]))
}
