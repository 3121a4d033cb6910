//! Reads one sprint: its state, its artifacts, and what is uncommitted.

use std::collections::BTreeSet;

use super::left::{left, moves};
use super::project::Project;
use super::trees::git_facts;
use crate::engine::evidence::{Content, Freshness, Reading, Tracked};
use crate::engine::failure::Failure;
use crate::engine::object::{EntryKind, Oid};
use crate::engine::path::RepoPath;
use crate::gse::evidence::{ArtifactFile, GitFacts, LeftPath, SprintEvidence};
use crate::gse::ids::Sprint;
use crate::gse::shapes::Shape;
use crate::gse::situation::Artifact;
use crate::gse::tasks::Status;
use crate::gse::text::document::Met;
use crate::gse::text::markdown::{content, findings, ids, requirements};
use crate::read::held::Held;
use crate::read::text::decode;

/// What all sprints of a project share, read once.
pub struct Shared {
    has_source: bool,
    git: GitFacts,
    left: Vec<LeftPath>,
    moves: Vec<(String, Option<Status>, Status)>,
    checkpoint_is_there: bool,
}

impl Shared {
    /// Reads it.
    ///
    /// # Errors
    /// Git or the disk cannot be read.
    pub fn of(project: &Project) -> Result<Self, Failure> {
        let checkpoint = project.state.status.facts().and_then(|status| status.checkpoint.clone());
        let checkpoint_is_there = match checkpoint {
            Some(name) => {
                let path = project.planning.join("checkpoints").join(&name);
                Held::at(&project.repository, project.tree, &path)?.on_disk
            }
            None => false,
        };
        Ok(Self {
            has_source: has_source(project)?,
            git: git_facts(project)?,
            left: left(project)?,
            moves: moves(project)?,
            checkpoint_is_there,
        })
    }
}

/// Reads the sprint.
///
/// # Errors
/// Git or the disk cannot be read.
pub fn read_sprint(project: &Project, shared: &Shared, sprint: Sprint) -> Result<SprintEvidence, Failure> {
    let folder = project.folders()?.into_iter().find(|(number, _)| *number == sprint).map(|(_, path)| path);
    let mut met = Vec::new();
    if let Some(folder) = folder.as_ref().filter(|folder| folder.file_name() != format!("sprint-{sprint}").as_bytes()) {
        met.push(Met { shape: Shape::Unpadded, line: 0, at: folder.to_string() });
    }
    let at = |names: &[&str]| -> Result<Option<(ArtifactFile, Vec<u8>)>, Failure> {
        let Some(folder) = &folder else { return Ok(None) };
        for name in names {
            if let Some(found) = artifact(project, folder.join(name))? {
                return Ok(Some(found));
            }
        }
        Ok(None)
    };
    let mut artifacts = Vec::new();
    let (mut all_requirements, mut covered) = (Vec::new(), BTreeSet::new());
    for kind in Artifact::EVERY {
        let Some((file, bytes)) = at(kind.files())? else { continue };
        let text = decode(&bytes).map(|text| text.text.into_owned()).unwrap_or_default();
        match kind {
            Artifact::Reqs => {
                let (found, forms) = requirements(&text);
                all_requirements = found;
                met.extend(forms);
            }
            Artifact::Strategy => {
                covered.extend(ids(&text, "REQ-"));
                if file.path.file_name() != kind.files()[0].as_bytes() {
                    met.push(Met { shape: Shape::TestsName, line: 0, at: file.path.to_string() });
                }
            }
            Artifact::Design | Artifact::Preview => {}
        }
        artifacts.push((kind, file));
    }
    let review = at(&["review.md"])?;
    let review_text = review.as_ref().and_then(|(_, bytes)| decode(bytes).ok()).map(|text| text.text.into_owned());
    let state = &project.state;
    Ok(SprintEvidence {
        sprint,
        in_force: state.in_force(),
        plan: state.plan.clone(),
        status: state.status.clone(),
        backlog: state.backlog.clone(),
        config: state.config.clone(),
        profile: state.profile.clone(),
        artifacts,
        review: review.map(|(file, _)| file),
        compound: at(&["compound.md"])?.map(|(file, _)| file),
        intent: artifact(project, project.base().join("docs/intent.md"))?.map(|(file, _)| file),
        met,
        requirements: all_requirements,
        covered,
        findings: review_text.as_deref().map(findings).unwrap_or_default(),
        has_source: shared.has_source,
        checkpoint_is_there: shared.checkpoint_is_there,
        git: shared.git.clone(),
        left: shared.left.clone(),
        moves: shared.moves.clone(),
        folder,
    })
}

/// Reads an artifact; none where there is nothing.
fn artifact(project: &Project, path: RepoPath) -> Result<Option<(ArtifactFile, Vec<u8>)>, Failure> {
    let held = Held::at(&project.repository, project.tree, &path)?;
    let tracked = held.tracked(&path, &project.status);
    if tracked == Tracked::Absent {
        return Ok(None);
    }
    let (content, bytes) = match held.bytes(&project.repository, &path, tracked)? {
        Ok(bytes) => (content(&bytes), bytes),
        Err(why) => (Content::Unreadable { line: 0, why }, Vec::new()),
    };
    let reading = Reading { tracked, content, freshness: Freshness::NotJudged };
    Ok(Some((ArtifactFile { path, reading }, bytes)))
}

/// Folders that hold no source of the project.
///
/// Source: GSE-One's `activities/go.md` Step 1.
const NO_SOURCE: &[&str] = &["node_modules", "__pycache__", "target", "dist", "build", "docs"];

/// How deep below the project's folder source is looked for.
const DEPTH: usize = 6;

/// True where HEAD holds a file that is source by choice/source.
fn has_source(project: &Project) -> Result<bool, Failure> {
    let base = project.base();
    let tree = if base.is_root() {
        project.tree
    } else {
        let held = Held::at(&project.repository, project.tree, &base)?;
        held.in_head.filter(|(kind, _)| *kind == EntryKind::Folder).map(|(_, id)| id)
    };
    tree.map_or(Ok(false), |tree| holds_source(project, tree, DEPTH))
}

fn holds_source(project: &Project, tree: Oid, depth: usize) -> Result<bool, Failure> {
    let is_no_source = |name: &[u8]| {
        let lower = name.to_ascii_lowercase();
        name.starts_with(b".")
            || [&b".md"[..], b".txt"].iter().any(|end| lower.ends_with(end))
            || [&b"license"[..], b"readme"].iter().any(|begin| lower.starts_with(begin))
    };
    for entry in project.repository.objects().list(tree)? {
        match entry.kind {
            _ if is_no_source(&entry.name) => {}
            EntryKind::Folder => {
                let is_passed_over = NO_SOURCE.iter().any(|name| name.as_bytes() == entry.name);
                if !is_passed_over && depth > 0 && holds_source(project, entry.id, depth - 1)? {
                    return Ok(true);
                }
            }
            _ => return Ok(true),
        }
    }
    Ok(false)
}
