//! What git knows beside the main work tree: branches, other work trees with something uncommitted, and other plans.

use std::collections::BTreeSet;

use super::project::Project;
use crate::engine::evidence::Tracked;
use crate::engine::failure::Failure;
use crate::engine::path::RepoPath;
use crate::git::{Ancestry, Backend, Branch, Repository};
use crate::gse::evidence::{GitFacts, LeftTree, OtherPlan};
use crate::gse::ids::Sprint;
use crate::gse::text::plan;
use crate::read::held::Held;

/// The most branches and work trees that are looked at: more than a sprint has TASKs.
const MOST: usize = 64;

/// How many paths of another work tree are named.
const FEW: usize = 3;

/// Looks at every branch and every work tree.
///
/// # Errors
/// Git cannot be read.
pub fn git_facts(project: &Project) -> Result<GitFacts, Failure> {
    let branches = project.repository.local_branches()?;
    let name = |branch: &Branch| branch.name.as_ref().map(|name| String::from_utf8_lossy(name).into_owned());
    let mut trees = Vec::new();
    let mut other_plans = Vec::new();
    for branch in branches.iter().take(MOST) {
        let place = branch.work_tree.as_ref().map(|root| shown(project, root));
        if let Some(root) = branch.work_tree.as_ref().filter(|_| branch.is_linked) {
            trees.extend(left_tree(root, place.clone().unwrap_or_default(), name(branch)));
        }
        if let Some(other) = name(branch).filter(|other| Some(other) != project.on.as_ref())
            && holds_other_plan(project, branch)?
        {
            other_plans.push(OtherPlan { branch: other, work_tree: place });
        }
    }
    let branches: BTreeSet<String> = branches.iter().filter_map(name).collect();
    Ok(GitFacts { branches, on: project.on.clone(), trees, other_plans })
}

/// A work tree's root: below the main one where it lies there, else whole.
fn shown(project: &Project, root: &std::path::Path) -> String {
    root.strip_prefix(project.repository.root()).unwrap_or(root).to_string_lossy().into_owned()
}

/// What is uncommitted in another work tree; none where nothing is.
fn left_tree(root: &std::path::Path, place: String, branch: Option<String>) -> Option<LeftTree> {
    let status = Repository::discover(root, Backend::Auto).and_then(|tree| tree.status()?.finish());
    match status {
        Ok(status) if status.entries.is_empty() => None,
        Ok(status) => {
            let first = status.entries.keys().take(FEW).map(RepoPath::to_string).collect();
            Some(LeftTree { place, branch, count: Some(status.entries.len()), first })
        }
        Err(_) => Some(LeftTree { place, branch, count: None, first: Vec::new() }),
    }
}

/// True where the branch goes on from HEAD, or beside it, with another plan of the sprint in force.
fn holds_other_plan(project: &Project, branch: &Branch) -> Result<bool, Failure> {
    let objects = project.repository.objects();
    let path = project.planning.join("plan.yaml");
    let (Some(head), Some(own)) = (project.head, project.tree) else { return Ok(false) };
    let Ok(commit) = objects.commit(branch.tip) else { return Ok(false) };
    let theirs = Held::at(&project.repository, Some(commit.tree), &path)?;
    let ours = Held::at(&project.repository, Some(own), &path)?;
    if theirs.in_head == ours.in_head || theirs.in_head.is_none() {
        return Ok(false);
    }
    // What HEAD holds already is an older plan.
    if objects.is_ancestor(branch.tip, head)? == Ancestry::Yes {
        return Ok(false);
    }
    let bytes = theirs.bytes(&project.repository, &path, Tracked::Committed)?.unwrap_or_default();
    let sprint = plan::read(&bytes).ok().and_then(|(plan, _)| plan.sprint);
    Ok(sprint.map(Sprint) == Some(project.state.in_force()))
}
