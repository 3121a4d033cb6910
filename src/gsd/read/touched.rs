//! The paths that a phase touches: declared in its documents, real in its commits, mentioned in its prose.

use super::project::Project;
use crate::engine::activate::{CompiledMap, Mention};
use crate::engine::failure::Failure;
use crate::engine::object::{EntryKind, Oid};
use crate::engine::path::RepoPath;
use crate::engine::touched::{Paths, Place, Source, Touched};
use crate::git::Parents;
use crate::gsd::artifacts::Kind;
use crate::gsd::evidence::{File, PhaseEvidence};
use crate::gsd::text::facts::Facts;
use crate::gsd::text::mentions::{Prose, spoken};
use crate::gsd::text::placing::Ground;

/// What is touched, and what prose says beside it.
pub struct Reach {
    /// The paths, each with its source.
    pub paths: Paths,
    /// What prose says of surfaces without naming a path.
    pub mentions: Vec<Mention>,
}

/// Gathers it. `real` are the paths of the execute commits, `prose` the texts that may speak of surfaces.
///
/// # Errors
/// Git cannot be read.
pub fn reach(
    project: &Project,
    map: &CompiledMap,
    evidence: &PhaseEvidence,
    real: &[(Oid, RepoPath)],
    prose: &[Prose<'_>],
) -> Result<Reach, Failure> {
    let folder = project.planning.parent();
    let mut paths = declared(project, evidence)?;
    for (commit, path) in real {
        let is_submodule = is_submodule(project, *commit, path)?;
        paths.add(Touched::changed(path.clone(), is_submodule, Source::Commit(*commit)));
    }
    let said = spoken(map, &folder, prose);
    paths.join(said.paths);
    Ok(Reach { paths, mentions: said.mentions })
}

/// True where a path that a commit changed is a submodule, or was one before it or after it.
fn is_submodule(project: &Project, commit: Oid, path: &RepoPath) -> Result<bool, Failure> {
    match project.kind_at(path)? {
        Some(EntryKind::Submodule) => return Ok(true),
        // Whoever made a file of one is not looked for: to ask two trees for every file would be dear.
        Some(EntryKind::File | EntryKind::Executable | EntryKind::Link) => return Ok(false),
        Some(EntryKind::Folder) | None => {}
    }
    let objects = project.objects();
    let commit = objects.commit(commit)?;
    let mut trees = vec![commit.tree];
    if let Parents::Known(parents) = objects.parents(&commit) {
        for parent in parents {
            trees.push(objects.commit(*parent)?.tree);
        }
    }
    for tree in trees {
        if objects.entry_at(tree, path)?.is_some_and(|entry| entry.kind == EntryKind::Submodule) {
            return Ok(true);
        }
    }
    Ok(false)
}

/// Gives what entries of lists are relative to.
///
/// # Errors
/// The project's folder cannot be listed.
pub fn with_ground<T>(project: &Project, ask: impl FnOnce(&Ground<'_>) -> T) -> Result<T, Failure> {
    let folder = project.planning.parent();
    let in_project = project.names_in(&folder)?;
    let is_in_project = |name: &[u8]| in_project.contains(name);
    let is_folder = |path: &RepoPath| project.kind_at(path).ok().flatten() == Some(EntryKind::Folder);
    let roots = project.roots();
    Ok(ask(&Ground { project: &folder, roots: &roots, is_in_project: &is_in_project, is_folder: &is_folder }))
}

fn declared(project: &Project, evidence: &PhaseEvidence) -> Result<Paths, Failure> {
    let paths = with_ground(project, |ground| collect(ground, evidence))?;
    Ok(without(&paths, &project.planning))
}

fn collect(ground: &Ground<'_>, evidence: &PhaseEvidence) -> Paths {
    let mut paths = Paths::default();
    for file in &evidence.files {
        let source = |word| Source::List(word, Place { file: file.path.clone(), line: None });
        for facts in file.declarations() {
            match facts {
                Facts::Spec(facts) => paths.join(ground.collect(&facts.touched, &source("SPEC"))),
                Facts::Plan(facts) if is_live(file) => {
                    let entries: Vec<_> = facts.declared().cloned().collect();
                    paths.join(ground.collect(&entries, &source("plan")));
                }
                Facts::Summary(facts) => {
                    paths.join(ground.collect(&facts.created, &source("summary")));
                    paths.join(ground.collect(&facts.modified, &source("summary")));
                }
                _ => {}
            }
        }
    }
    paths
}

/// The plans themselves are no surface of the product.
fn without(paths: &Paths, planning: &RepoPath) -> Paths {
    let mut kept = Paths::default();
    for touched in paths.iter().filter(|touched| !touched.path.is_in(planning) || touched.path.is_root()) {
        kept.add(touched.clone());
    }
    for entry in paths.unplaceable() {
        kept.add_unplaceable(entry.clone());
    }
    kept
}

fn is_live(file: &File) -> bool {
    file.name.kind == Kind::Plan && !file.plan().is_some_and(|facts| facts.superseded)
}

/// The live plans that declare no path that can be read: a phase with one of them has not declared all that it touches.
pub fn silent_plans(evidence: &PhaseEvidence) -> Vec<String> {
    let plans = evidence.files.iter().filter(|file| is_live(file));
    let says_nothing = |facts: &Facts| match facts {
        Facts::Plan(facts) => facts.files_modified.as_ref().is_none_or(Vec::is_empty),
        _ => true,
    };
    let silent = plans.filter(|file| file.declarations().any(says_nothing));
    silent.map(|file| file.path.to_string()).collect()
}
