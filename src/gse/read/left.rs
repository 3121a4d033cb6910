//! What is uncommitted in the main work tree, path by path, and the moves of TASKs in an uncommitted backlog.

use super::project::Project;
use crate::engine::damage::Damage;
use crate::engine::evidence::{Content, Tracked};
use crate::engine::failure::Failure;
use crate::engine::path::RepoPath;
use crate::git::{StatusEntry, Untracked};
use crate::gse::evidence::{LeftKind, LeftPath};
use crate::gse::tasks::Status;
use crate::gse::text::document::Said;
use crate::gse::text::{backlog, config, markdown, plan, profile, status};
use crate::read::confined;
use crate::read::damage::damage;
use crate::read::held::{FILE_LIMIT, Held};

/// Every path below the project's folder that is uncommitted.
///
/// # Errors
/// Git or the disk cannot be read.
pub fn left(project: &Project) -> Result<Vec<LeftPath>, Failure> {
    let mut left = Vec::new();
    for (path, entry) in &project.status.entries {
        let Some(below) = path.below(&project.base()) else { continue };
        let kind = kind(project, path, &below, entry);
        let held = Held::at(&project.repository, project.tree, path)?;
        let doubt = match kind {
            LeftKind::Source => None,
            _ => doubt(project, path, kind, &held)?,
        };
        left.push(LeftPath {
            tracked: held.tracked(path, &project.status),
            in_head: held.in_head.is_some(),
            path: path.clone(),
            kind,
            doubt,
        });
    }
    Ok(left)
}

/// What is written anew by tools whenever they run, below `.gse/`.
const TOOLS: &[&str] = &["checkpoints", "decisions-auto.log", ".dashboard-error.yaml", "local"];

/// The documents that activities write, below the project's folder.
const DOCUMENTS: &[&str] = &["docs/sprints", "docs/intent.md", "docs/archive", "docs/learning"];

/// The documents that tools write.
const WRITTEN_BY_TOOLS: &[&str] = &["docs/dashboard.html", "docs/health-history.yaml"];

fn kind(project: &Project, path: &RepoPath, below: &RepoPath, entry: &StatusEntry) -> LeftKind {
    let is_in = |folder: &str| below.below(&RepoPath::from(folder)).is_some();
    let trees = project.state.config.facts().map_or(".worktrees", |config| config.worktree_dir.as_str());
    if entry.untracked == Untracked::NestedRepository || is_in(trees) || WRITTEN_BY_TOOLS.iter().any(|file| is_in(file))
    {
        return LeftKind::Generated;
    }
    if let Some(state) = path.below(&project.planning) {
        let is_tools = TOOLS.iter().any(|name| state.below(&RepoPath::from(*name)).is_some());
        return if is_tools { LeftKind::Generated } else { LeftKind::State };
    }
    if DOCUMENTS.iter().any(|folder| is_in(folder)) { LeftKind::Artifact } else { LeftKind::Source }
}

/// What is wrong with a state file or a document, so that it should not be committed as it lies there.
///
/// # Errors
/// Git cannot be read.
fn doubt(project: &Project, path: &RepoPath, kind: LeftKind, held: &Held) -> Result<Option<Damage>, Failure> {
    let tracked = held.tracked(path, &project.status);
    let bytes = match confined::read(project.repository.root(), path, FILE_LIMIT) {
        Ok(bytes) => bytes.unwrap_or_default(),
        Err(error) => return Ok(Some(Damage::Unreadable { line: 0, why: error.to_string() })),
    };
    let head = held.bytes(&project.repository, path, Tracked::Committed).map(Result::unwrap_or_default)?;
    Ok(damage(&bytes, &head, tracked).or_else(|| doubt_of_kind(path.file_name(), kind, &bytes)))
}

/// What the reader of its kind says of it.
fn doubt_of_kind(name: &[u8], kind: LeftKind, bytes: &[u8]) -> Option<Damage> {
    let refusal = match name {
        b"plan.yaml" if kind == LeftKind::State => plan::read(bytes).err(),
        b"status.yaml" if kind == LeftKind::State => status::read(bytes).err(),
        b"backlog.yaml" if kind == LeftKind::State => backlog::read(bytes).err(),
        b"config.yaml" if kind == LeftKind::State => config::read(bytes).err(),
        b"profile.yaml" if kind == LeftKind::State => profile::read(bytes).err(),
        _ => None,
    };
    if let Some(refusal) = refusal {
        // A state file is written whole by an activity: one that cannot be read was cut off on the way.
        return Some(Damage::CutShort { why: format!("line {}: {}", refusal.met.line, refusal.why) });
    }
    if !name.ends_with(b".md") {
        return None;
    }
    match markdown::uncommitted(bytes) {
        // The document's own sign; HEAD may have another text.
        Content::Truncated { why, .. } => Some(Damage::Unreadable { line: 0, why: format!("cut short: {why}") }),
        Content::Unreadable { line, why } => Some(Damage::Unreadable { line, why }),
        // A draft is a document in the making, and kept as such.
        _ => None,
    }
}

/// The moves of TASKs between the backlog of HEAD and the one on disk.
///
/// # Errors
/// Git or the disk cannot be read.
pub fn moves(project: &Project) -> Result<Vec<(String, Option<Status>, Status)>, Failure> {
    let file = &project.state.backlog;
    if !file.tracked.is_uncommitted() {
        return Ok(Vec::new());
    }
    let bytes = confined::read(project.repository.root(), &file.path, FILE_LIMIT).ok().flatten().unwrap_or_default();
    let Ok((now, _)) = backlog::read(&bytes) else { return Ok(Vec::new()) };
    let before = file.facts().map(Vec::as_slice).unwrap_or_default();
    let moved = now.into_iter().filter_map(|task| {
        let Said::Known(to) = task.status else { return None };
        let old = before.iter().find(|old| old.id == task.id);
        let from = old.map(|old| old.status.known().copied());
        match from {
            None => Some((task.id, None, to)),
            Some(Some(from)) if from != to => Some((task.id, Some(from), to)),
            Some(_) => None,
        }
    });
    Ok(moved.collect())
}
