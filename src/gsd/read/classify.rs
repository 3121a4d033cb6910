//! Classifies a phase of a project with a surface map: reads what the classification needs and asks the engine.

use std::collections::{BTreeMap, BTreeSet};

use super::files::Files;
use super::lines::{Changed, changed};
use super::locks::joined;
use super::project::Project;
use super::repositories::Repositories;
use super::settings::config_paths;
use super::touched::{Reach, reach, silent_plans};
use crate::engine::activate::{CompiledMap, Knowledge, Stage, State, SurfaceStanding};
use crate::engine::classify::{Classification, Facts, classify, deletions, depth_inputs};
use crate::engine::depth::{DepthInputs, Diff, Input, InputName, can_still_raise};
use crate::engine::destructive::{Line, Patterns};
use crate::engine::failure::Failure;
use crate::engine::life::Life;
use crate::engine::lock::{Digest, Joined};
use crate::engine::object::Oid;
use crate::engine::path::RepoPath;
use crate::engine::report::{ClassificationLine, MatchLine, SurfaceLine};
use crate::engine::touched::{Source, Strength, Touched};
use crate::gsd::artifacts::Kind;
use crate::gsd::evidence::{Classified, File, GateAsked, LockStanding, OtherRepository, PhaseEvidence};
use crate::gsd::folders::Folder;
use crate::gsd::ids::PhaseId;
use crate::gsd::measures::{ambiguity, limits, waves};
use crate::gsd::plans::{is_live, plans};
use crate::gsd::text::code::code;
use crate::gsd::text::mentions::Prose;

/// Everything that is at hand when a phase is classified.
pub struct Ground<'a> {
    /// The project.
    pub project: &'a Project,
    /// Its map, compiled.
    pub map: &'a CompiledMap,
    /// What its folder is called.
    pub named: &'a Folder,
    /// The phase.
    pub phase: &'a PhaseId,
    /// What was read of it so far.
    pub evidence: &'a PhaseEvidence,
    /// Its life.
    pub life: &'a Life,
    /// The other repositories of the project.
    pub repositories: &'a Repositories,
    /// What its documents say in prose.
    pub prose: &'a [Prose<'a>],
    /// Its folder's files; none for a phase that only the roadmap knows.
    pub listed: Option<&'a Files<'a>>,
}

/// Classifies it.
///
/// # Errors
/// Git cannot be read, or a setting of the project is no pattern.
pub fn classified(ground: &Ground<'_>) -> Result<Classified, Failure> {
    let Ground { project, map, evidence, .. } = ground;
    let real = real_paths(project, evidence)?;
    let Reach { mut paths, mentions } = reach(project, map, evidence, &real, ground.prose)?;
    let elsewhere: Vec<(Oid, &RepoPath)> = real_elsewhere(evidence).collect();
    for (commit, path) in &elsewhere {
        paths.add(Touched::file((*path).clone(), Source::Commit(*commit)));
    }
    let lock = joined(project, ground.named, ground.phase, evidence, ground.life)?;
    let standing = map.activate(&paths, &mentions, &knowledge(evidence, &lock));
    let settings = &project.settings.pipeline.depth;
    let limits = limits(settings);
    let mut measured = DepthInputs {
        waves: waves(evidence, &plans(evidence)),
        ambiguity: ambiguity(evidence),
        ..DepthInputs::nothing_yet()
    };
    if evidence.is_begun_by_commits() {
        let own = real.iter().map(|(_, path)| path);
        let files: BTreeSet<&RepoPath> = own.chain(elsewhere.iter().map(|(_, path)| *path)).collect();
        measured.diff = Input::Known(Diff { files: files.len(), lines: Input::Unasked });
        measured.destructive = Input::Unasked;
    }
    if documents(evidence).next().is_some() {
        measured.destructive = Input::Unasked;
    }
    let nobody = BTreeSet::new();
    let nothing = BTreeMap::new();
    let facts = |measured: DepthInputs| Facts {
        map: Some(*map),
        standing: &standing,
        lock: &lock,
        include: &nobody,
        skip: &nothing,
        measured,
        limits,
    };
    let asked = can_still_raise(&depth_inputs(&facts(measured.clone())), &limits);
    if asked.iter().any(|input| matches!(input, InputName::Lines | InputName::Destructive)) {
        let patterns = Patterns::new(&settings.destructive).map_err(|bad| {
            Failure::usage(
                "config",
                format!("{}: pipeline.depth.destructive: {bad}", project.planning.join("config.json")),
            )
        })?;
        measure_lines(ground, &patterns, &real, &mut measured)?;
    }
    let classification = classify(&facts(measured));
    let told = format!("{} declared, {} real", paths.count(Strength::Declared), paths.count(Strength::Real));
    let mut config = String::new();
    for path in config_paths(&project.planning, &project.scope) {
        config.push_str(&project.text(&path)?.unwrap_or_default());
    }
    let block = classification.lock(&ground.phase.to_string(), &told, &Digest::of(config.lines()).to_string());
    let mut concluded = conclude(&classification, &lock, &standing);
    concluded.line.block = block.to_string().lines().map(str::to_owned).collect();
    Ok(concluded)
}

/// The paths outside the planning folder that the execute commits changed.
fn real_paths(project: &Project, evidence: &PhaseEvidence) -> Result<Vec<(Oid, RepoPath)>, Failure> {
    let mut real = Vec::new();
    for commit in &evidence.commits {
        let commit = project.objects().commit(commit.id)?;
        let changes = project.objects().changed_paths(&commit)?.unwrap_or_default();
        real.extend(changes.into_keys().filter(|path| !path.is_in(&project.planning)).map(|path| (commit.id, path)));
    }
    Ok(real)
}

/// The same of those in other repositories that lie inside of this one: what lies outside, no surface can match.
fn real_elsewhere(evidence: &PhaseEvidence) -> impl Iterator<Item = (Oid, &RepoPath)> {
    let commits = evidence.repositories.iter().flat_map(|other| &other.commits);
    commits.flat_map(|commit| commit.files.iter().map(move |path| (commit.id, path)))
}

fn knowledge(evidence: &PhaseEvidence, lock: &Joined) -> Knowledge {
    let is_planned = evidence.files.iter().any(|file| file.name.kind == Kind::Plan);
    let is_specified = evidence.the(Kind::Spec).is_some() || evidence.the(Kind::Context).is_some();
    let stage = match (evidence.is_begun_by_commits(), is_planned || is_specified) {
        (true, _) => Stage::Executing,
        (false, true) => Stage::Exact,
        (false, false) => Stage::Rough,
    };
    Knowledge {
        silent: silent_plans(evidence),
        history_cut: evidence.history_cut.clone(),
        held: lock.assumed.keys().cloned().collect(),
        ..Knowledge::at(stage)
    }
}

fn measure_lines(
    ground: &Ground<'_>,
    patterns: &Patterns,
    real: &[(Oid, RepoPath)],
    measured: &mut DepthInputs,
) -> Result<(), Failure> {
    let Ground { project, map, .. } = ground;
    let mut changed = changed(project.objects(), real)?;
    for other in &ground.evidence.repositories {
        changed.join(changed_elsewhere(ground, other)?);
    }
    // What is announced comes before what was done.
    let announced = announced_code(ground)?;
    let pieces =
        announced.iter().flat_map(|(path, text)| code(text).into_iter().map(move |(line, code)| (path, line, code)));
    let mut hits = patterns.scan(pieces.map(|(path, number, code)| Line {
        commit: None,
        path,
        number,
        text: code.as_bytes(),
        is_context: false,
    }));
    let lines = changed.added.iter().map(|added| Line {
        commit: Some(added.commit),
        path: &added.path,
        number: added.number,
        text: &added.text,
        is_context: false,
    });
    hits.extend(patterns.scan(lines));
    hits.extend(deletions(map, changed.deleted.iter().map(|(commit, path)| (Some(*commit), path))));
    measured.destructive = match changed.skipped.first() {
        Some(path) if hits.is_empty() => Input::Unknown(format!("{path} is too large to be compared")),
        _ => Input::Known(hits),
    };
    if let Input::Known(diff) = &mut measured.diff {
        diff.lines = Input::Known(changed.count);
    }
    Ok(())
}

/// The documents whose code announces what will be done: the SPEC and the plans that count.
fn documents(evidence: &PhaseEvidence) -> impl Iterator<Item = &File> {
    evidence.the(Kind::Spec).into_iter().chain(evidence.files.iter().filter(|file| is_live(file)))
}

/// Their texts.
fn announced_code(ground: &Ground<'_>) -> Result<Vec<(RepoPath, String)>, Failure> {
    let Some(listed) = ground.listed else { return Ok(Vec::new()) };
    let mut texts = Vec::new();
    for file in documents(ground.evidence) {
        let below = file.path.below(listed.folder());
        let text = below.map(|below| listed.text(&below)).transpose()?.flatten();
        texts.extend(text.map(|text| (file.path.clone(), text)));
    }
    Ok(texts)
}

/// What the execute commits of another repository changed, line by line, by paths below this one's root.
fn changed_elsewhere(ground: &Ground<'_>, other: &OtherRepository) -> Result<Changed, Failure> {
    let Some(there) = ground.repositories.there(ground.project, &other.name) else { return Ok(Changed::default()) };
    let mut real = Vec::new();
    for commit in &other.commits {
        real.extend(there.changed(commit.id)?.into_iter().map(|path| (commit.id, path)));
    }
    Ok(changed(there.objects(), &real)?.moved(|path| there.here(path).unwrap_or_else(|| path.clone())))
}

fn conclude(classification: &Classification, lock: &Joined, standing: &[SurfaceStanding]) -> Classified {
    let is_settled =
        |name: &String| !standing.iter().any(|standing| standing.name == *name && standing.state == State::Assumed);
    let still_assumed: Vec<String> = lock.assumed.keys().filter(|name| is_settled(name)).cloned().collect();
    let lock_standing = match (lock.in_head, lock.is_empty(), still_assumed.is_empty()) {
        (true, _, true) => LockStanding::Held,
        (true, _, false) => LockStanding::Assumes(still_assumed),
        (false, true, _) => LockStanding::Missing,
        (false, false, _) if lock.lost => LockStanding::Lost,
        (false, false, _) => LockStanding::Uncommitted,
    };
    let gates = classification.gates.iter().map(|(gate, owed)| {
        let surfaces = owed.askers.iter().map(|asker| asker.surface.clone()).collect();
        let assumed = owed.askers.iter().all(|asker| asker.assumed);
        (gate.clone(), GateAsked { surfaces, pinned: owed.is_pinned(), assumed })
    });
    Classified {
        gates: gates.collect(),
        lock: lock_standing,
        waived: lock.waived.iter().map(|(step, waived)| (step.clone(), waived.reason.to_string())).collect(),
        line: line(classification, lock),
    }
}

fn line(classification: &Classification, lock: &Joined) -> ClassificationLine {
    let surfaces = classification.surfaces.iter().map(|surface| SurfaceLine {
        name: surface.name.clone(),
        state: surface.state,
        pinned: surface.pinned,
        gates: surface.gates.clone(),
        reason: surface.why.words(),
        matches: surface
            .matches
            .iter()
            .map(|found| MatchLine {
                path: found.path.clone(),
                glob: found.glob.clone(),
                source: found.source.to_string(),
            })
            .collect(),
    });
    ClassificationLine {
        depth: classification.depth.depth,
        depth_reasons: vec![classification.depth.rationale()],
        locked: lock.in_head,
        locks: lock.digests.iter().map(ToString::to_string).collect(),
        block: Vec::new(),
        raised: classification.raised.iter().filter(|change| !change.lowers()).map(ToString::to_string).collect(),
        surfaces: surfaces.collect(),
    }
}
