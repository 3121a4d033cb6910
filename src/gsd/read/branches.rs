//! What other branches hold of a phase and HEAD does not: commits that carry out its plans, and the plans themselves. They are
//! named and never counted.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::OnceLock;

use super::history::is_planning_work;
use super::memo::Memo;
use super::project::{PhaseFolder, Project};
use super::subjects::Subjects;
use crate::engine::failure::Failure;
use crate::engine::life::Commits;
use crate::engine::object::{EntryKind, Oid};
use crate::git::{Ancestry, Branch, GitError, unmerged};
use crate::gsd::artifacts::Kind;
use crate::gsd::evidence::UnmergedBranch;
use crate::gsd::folders::{Folder, Match, Others, match_folders};
use crate::gsd::ids::PhaseId;
use crate::gsd::names::{Name, parse};
use crate::gsd::scopes::{Asked, Deed};
use crate::read::listing::{InHead, Listing as _};

/// How many branches one line names.
const FEW: usize = 5;

/// The other branches of a repository, with what they hold since the oldest phase that is asked for began.
#[derive(Default)]
pub struct Branches {
    local: Vec<Branch>,
    commits: Commits,
    subjects: Subjects,
    /// Per place of a commit, the branches that hold it.
    holders: Vec<Vec<usize>>,
    /// What was not looked at.
    passed_over: Option<String>,
    /// Per tree of the folder of phases, the branches that have it.
    trees: OnceLock<Vec<(Oid, Vec<Branch>)>>,
    merged: Memo<Oid, bool>,
}

impl Branches {
    /// Reads what other local branches and other work trees hold that HEAD does not, since a moment, in one walk for all phases;
    /// nothing is walked where there is none.
    ///
    /// # Errors
    /// Git cannot be read.
    pub fn of(project: &Project, head: Oid, since: Option<i64>) -> Result<Self, Failure> {
        let local = project.repository.local_branches()?;
        let tips: Vec<Oid> = local.iter().map(|branch| branch.tip).collect();
        let found = since.map(|since| unmerged(project.objects(), head, &tips, since)).transpose()?.unwrap_or_default();
        let passed_over = match (found.passed_over, found.given_up) {
            (0, false) => None,
            (0, true) => Some("history is too long to tell everything that other branches hold".to_owned()),
            (count, _) => Some(format!("{count} other branches are too many and were not looked at")),
        };
        let (mut commits, mut holders) = (Commits::default(), Vec::new());
        for (commit, by) in found.commits {
            commits.add(commit);
            holders.push(by);
        }
        let subjects = Subjects::of(&commits, project.convention.as_ref());
        Ok(Self { local, commits, subjects, holders, passed_over, ..Self::default() })
    }

    /// What was not looked at, for a reader.
    pub fn passed_over(&self) -> Option<&str> {
        self.passed_over.as_deref()
    }

    /// The branches that hold execute commits of a phase which HEAD does not hold. None is older than the phase: before that the
    /// number may have meant another one.
    ///
    /// # Errors
    /// Git cannot be read.
    pub fn unmerged(&self, project: &Project, asked: &Asked<'_>, began: i64) -> Result<Vec<UnmergedBranch>, Failure> {
        let mut found: BTreeMap<usize, UnmergedBranch> = BTreeMap::new();
        for place in self.subjects.places(asked.folder) {
            let (Some(commit), Some(scope)) = (self.commits.get(place), self.subjects.scope(place)) else { continue };
            let Deed::OfPlans(plans) = scope.deed(asked) else { continue };
            if commit.time < began {
                continue;
            }
            let Some(outside) = project.objects().changes_beside(commit, &project.planning)? else { continue };
            if !outside && !is_planning_work(project, commit, scope)? {
                continue;
            }
            for at in self.holders.get(place).into_iter().flatten() {
                let Some(branch) = self.local.get(*at) else { continue };
                let named = found.entry(*at).or_insert_with(|| UnmergedBranch {
                    branch: branch.name.as_deref().map(|name| String::from_utf8_lossy(name).into_owned()),
                    work_tree: branch.work_tree.as_ref().map(|place| place.to_string_lossy().into_owned()),
                    is_linked: branch.is_linked,
                    commits: Vec::new(),
                    plans: Vec::new(),
                });
                named.commits.push(commit.id);
                named.plans.extend(plans.iter().cloned());
            }
        }
        let mut found: Vec<UnmergedBranch> = found.into_values().collect();
        for branch in &mut found {
            branch.plans.sort();
            branch.plans.dedup();
        }
        Ok(found)
    }

    /// The branches, local and remote ones, that hold plans of a phase of which HEAD has none. A branch that was merged is none
    /// of them: what it had was removed here. Nor is a folder that lies in an archive here.
    ///
    /// # Errors
    /// Git cannot be read.
    pub fn planned_on(
        &self,
        project: &Project,
        phase: &PhaseId,
        folder: Option<&PhaseFolder>,
    ) -> Result<Vec<String>, Failure> {
        let archived: BTreeSet<&[u8]> = archived(project);
        let mut names = Vec::new();
        for (tree, branches) in self.trees(project)? {
            let in_tree = folders_of(project, *tree, phase)?;
            let is_meant = |name: &[u8]| match folder {
                Some(folder) => name == folder.path.file_name(),
                None => !archived.contains(name),
            };
            let mut has_plans = false;
            for (name, id) in in_tree.iter().filter(|(name, _)| is_meant(name)) {
                has_plans |= holds_plans(project, name, *id)?;
            }
            if !has_plans {
                continue;
            }
            for branch in branches {
                if names.len() < FEW && !self.is_merged(project, branch.tip)? {
                    names.push(shown(branch));
                }
            }
        }
        Ok(names)
    }

    /// The trees of the folder of phases on other branches, local ones first, each with the branches that have it.
    fn trees(&self, project: &Project) -> Result<&[(Oid, Vec<Branch>)], Failure> {
        if let Some(known) = self.trees.get() {
            return Ok(known);
        }
        let read = trees_of(project, &self.local)?;
        Ok(self.trees.get_or_init(|| read))
    }

    fn is_merged(&self, project: &Project, tip: Oid) -> Result<bool, Failure> {
        if let Some(known) = self.merged.get(&tip) {
            return Ok(known);
        }
        let is_merged = match project.head {
            Some(head) => project.objects().is_ancestor(tip, head)? == Ancestry::Yes,
            None => false,
        };
        self.merged.keep(tip, is_merged);
        Ok(is_merged)
    }
}

/// The branches, local and remote ones, that hold a folder of a phase below the same planning folder.
///
/// # Errors
/// Git cannot be read.
pub fn holders(project: &Project, phase: &PhaseId) -> Result<Vec<String>, Failure> {
    let mut names = Vec::new();
    for (tree, branches) in trees_of(project, &project.repository.local_branches()?)? {
        if !folders_of(project, tree, phase)?.is_empty() {
            names.extend(branches.iter().map(shown));
        }
    }
    let more = names.len().saturating_sub(FEW);
    names.truncate(FEW);
    if more > 0 {
        names.push(format!("{more} more"));
    }
    Ok(names)
}

fn archived(project: &Project) -> BTreeSet<&[u8]> {
    let archived = project.folders.iter().filter(|folder| folder.archive.is_some());
    archived.map(|folder| folder.path.file_name()).collect()
}

/// A branch for a reader.
fn shown(branch: &Branch) -> String {
    match (&branch.name, &branch.work_tree) {
        (Some(name), _) => String::from_utf8_lossy(name).into_owned(),
        (None, Some(place)) => format!("the work tree {}", place.to_string_lossy()),
        (None, None) => branch.tip.short(),
    }
}

fn trees_of(project: &Project, local: &[Branch]) -> Result<Vec<(Oid, Vec<Branch>)>, Failure> {
    let container = project.scope.join("phases");
    let mut trees: Vec<(Oid, Vec<Branch>)> = Vec::new();
    for branch in local.iter().cloned().chain(project.repository.remote_branches()?) {
        if Some(branch.tip) == project.head {
            continue;
        }
        let there =
            project.objects().commit(branch.tip).and_then(|commit| project.objects().entry_at(commit.tree, &container));
        let tree = match there {
            Ok(Some(entry)) if entry.kind == EntryKind::Folder => entry.id,
            Ok(_) | Err(GitError::Missing { .. } | GitError::Damaged { .. }) => continue,
            Err(error) => return Err(error.into()),
        };
        match trees.iter_mut().find(|(known, _)| *known == tree) {
            Some((_, branches)) => branches.push(branch),
            None => trees.push((tree, vec![branch])),
        }
    }
    Ok(trees)
}

/// The folders in a folder of phases that may be the phase's.
fn folders_of(project: &Project, container: Oid, phase: &PhaseId) -> Result<Vec<(Vec<u8>, Oid)>, Failure> {
    let entries = project.objects().list(container)?;
    let mut folders: Vec<(Vec<u8>, Oid)> = entries
        .into_iter()
        .filter(|entry| entry.kind == EntryKind::Folder)
        .map(|entry| (entry.name, entry.id))
        .collect();
    let names: Vec<&[u8]> = folders.iter().map(|(name, _)| name.as_slice()).collect();
    let places = match match_folders(phase, &names, project.config.project_code.as_deref()) {
        Match::None { .. } => Vec::new(),
        Match::One(at) => vec![at],
        Match::Several(places) => places,
    };
    let mut at = 0;
    folders.retain(|_| {
        at += 1;
        places.contains(&(at - 1))
    });
    Ok(folders)
}

fn holds_plans(project: &Project, name: &[u8], tree: Oid) -> Result<bool, Failure> {
    let folder = Folder::new(name, project.config.project_code.as_deref());
    let names =
        InHead { objects: project.objects(), tree: Some(tree) }.list(&crate::engine::path::RepoPath::default())?;
    let is_plan = |name: &Vec<u8>| matches!(parse(&folder, Others::default(), name), Name::Artifact(artifact) if artifact.kind == Kind::Plan);
    Ok(names.keys().any(is_plan))
}
