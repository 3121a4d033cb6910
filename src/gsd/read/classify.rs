//! Classifies a phase of a project with a surface map: reads what the classification needs and asks the engine.

use std::collections::{BTreeMap, BTreeSet};

use super::documents::{Document, documents};
use super::files::Files;
use super::lines::{Changed, changed, changed_here};
use super::locks::{Locks, lapsed_by};
use super::project::Project;
use super::repositories::Repositories;
use super::touched::{Reach, reach, silent_plans};
use crate::engine::activate::{CompiledMap, Knowledge, Stage, State, SurfaceStanding};
use crate::engine::classify::{Classification, Facts, classify, deletions, depth_inputs};
use crate::engine::depth::{Depth, DepthInputs, Diff, Input, InputName, Limits, can_still_raise};
use crate::engine::destructive::{Line, Patterns};
use crate::engine::evidence::Tracked;
use crate::engine::failure::Failure;
use crate::engine::life::Life;
use crate::engine::lock::decide::{self, Made};
use crate::engine::lock::{ByHand, Digest, Joined, Remark, Waived};
use crate::engine::object::{EntryKind, Oid};
use crate::engine::path::RepoPath;
use crate::engine::report::{ClassificationLine, MatchLine, SurfaceLine, WaiverLine};
use crate::engine::touched::{Paths, Place, Source, Strength, Touched};
use crate::gsd::artifacts::Kind;
use crate::gsd::assess::assess;
use crate::gsd::evidence::{Classified, File, GateAsked, LockStanding, OtherRepository, PhaseEvidence};
use crate::gsd::fingerprint::fingerprint;
use crate::gsd::folders::Folder;
use crate::gsd::ids::PhaseId;
use crate::gsd::measures::{ambiguity, limits, waves};
use crate::gsd::plans::{is_live, plans, was_live};
use crate::gsd::source_left::source_left;
use crate::gsd::steps::Step;
use crate::gsd::text::code::code;
use crate::gsd::text::mentions::Prose;
use crate::gsd::waivers::refusal;
use crate::gsd::wip::SourceChange;

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

/// A phase's classification: with all that locks may ask for, and, where history is cut, with what the seen ones ask for alone.
pub struct Both {
    /// The one that counts.
    pub all: Classified,
    /// The other; none where nothing is cut, so that both would be the same.
    pub seen: Option<Classified>,
}

/// Classifies it. Where history is cut, locks may lie beyond that ask for more, and nobody can tell whether what lowers came
/// before execution: then no lock is read whole, and no waiver is in force.
///
/// # Errors
/// Git cannot be read, or a setting of the project is no pattern.
pub fn classified(ground: &Ground<'_>) -> Result<Both, Failure> {
    let locks = Locks::read(ground.project, ground.named, ground.phase, ground.evidence, ground.life)?;
    let lock = locks.now();
    let seen = by_lock(ground, &locks, &lock, None)?;
    let Some(cut) = &ground.evidence.history_cut else { return Ok(Both { all: seen, seen: None }) };
    let unreadable = lock.unreadable.iter().cloned().chain([cut.clone()]).collect();
    let mut all = by_lock(ground, &locks, &Joined { unreadable, ..lock }, Some(cut))?;
    all.line.waived.clone_from(&seen.line.waived);
    // What is assumed because nobody can see it was not raised by anything since the lock.
    all.line.raised.clone_from(&seen.line.raised);
    // Nor is it to be locked.
    all.line.block.clear();
    Ok(Both { all: Classified { waived: BTreeMap::new(), ..all }, seen: Some(seen) })
}

/// By a lock, and as if history were cut for this reason, or whole.
fn by_lock(ground: &Ground<'_>, locks: &Locks, lock: &Joined, cut: Option<&String>) -> Result<Classified, Failure> {
    let kept = locks.committed(&BTreeMap::new()).declared;
    let uncommitted = lock.declared.difference(&kept).cloned().collect();
    let footing = footing(ground, &Given { lock, declared: &kept, mentioned: &uncommitted, raise: None, cut })?;
    let (include, skip) = (BTreeSet::new(), BTreeMap::new());
    let measured = measured(ground, &footing, |measured| footing.facts(ground, lock, &include, &skip, measured))?;
    let classification = classify(&footing.facts(ground, lock, &include, &skip, measured));
    let mut block = decide::block(&Made {
        phase: &ground.phase.to_string(),
        classification: &classification,
        lock,
        by_hand: &ByHand::default(),
        own: None,
        replaced: &BTreeMap::new(),
        answered: &[],
        rationale: &classification.depth.rationale(),
        paths: &footing.told,
        config: &config(ground),
    });
    block.waived = lock.waived.iter().map(|(step, waived)| (step.clone(), waived.reason.clone())).collect();
    let mut concluded = conclude(ground, &classification, lock, &footing.standing);
    concluded.line.block = block.to_string().lines().map(str::to_owned).collect();
    Ok(concluded)
}

/// What somebody asks to be locked.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Wish {
    /// What is decided by hand.
    pub by_hand: ByHand,
    /// Why the locks that are there are to be replaced; none where they are not.
    pub replaces: Option<Remark>,
}

/// The classification that a lock would record.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Wished {
    /// Without what is asked for by hand now.
    pub plain: Classification,
    /// With it.
    pub asked: Classification,
    /// The locks that git holds, as far as they still count.
    pub lock: Joined,
    /// The same, before anything is replaced.
    pub before: Joined,
    /// The surfaces that a lock assumed, by the names that it knew, and that the phase answers by now.
    pub answered: Vec<String>,
    /// What is decided by hand, in the block that stands there and now.
    pub by_hand: ByHand,
    /// The locks that are replaced, and why.
    pub replaced: BTreeMap<Digest, Remark>,
    /// Why this depth. The lock is no reason for what it would say without itself, or each lock would differ from the last.
    pub rationale: String,
    /// Which paths were looked at.
    pub told: String,
    /// The digest of the settings that were read.
    pub config: String,
    /// The documents that hold a lock, or may.
    pub documents: Vec<Document>,
    /// True where nothing says yet what the phase touches.
    pub is_rough: bool,
    /// The waivers of any committed version that an execute commit has ended, word for word.
    pub lapsed: BTreeMap<(String, Remark), Oid>,
}

/// Classifies the phase as a lock would record it. What the work tree holds uncommitted of a lock counts as far as somebody
/// decided it by hand: the rest of it is about to be written anew.
///
/// # Errors
/// As [`classified`].
pub fn wished(ground: &Ground<'_>, wish: &Wish) -> Result<Wished, Failure> {
    let locks = Locks::read(ground.project, ground.named, ground.phase, ground.evidence, ground.life)?;
    let documents = documents(ground)?;
    let own = documents.iter().find_map(Document::own);
    let (mut replaced, mut by_hand) = (BTreeMap::new(), ByHand::default());
    let mut settled = BTreeMap::new();
    match (&wish.replaces, own) {
        (Some(reason), _) => {
            let counting = locks.committed(&BTreeMap::new()).digests;
            replaced.extend(counting.into_iter().map(|digest| (digest, reason.clone())));
            settled.clone_from(&replaced);
        }
        (None, Some(own)) => {
            by_hand = ByHand::of(own);
            if !ground.evidence.is_begun_by_commits() {
                settled.clone_from(&own.supersedes);
            }
        }
        (None, None) => {}
    }
    let mut lock = locks.committed(&settled);
    let kept = by_hand.clone();
    let by_hand = by_hand.and(&wish.by_hand);
    let declared = lock.declared.union(&by_hand.declared).cloned().collect();
    let raise = |by_hand: &ByHand| by_hand.raise.keys().copied().max();
    let nothing = BTreeSet::new();
    let cut = ground.evidence.history_cut.as_ref();
    let given = Given { lock: &lock, declared: &declared, mentioned: &nothing, raise: raise(&by_hand), cut };
    let footing = footing(ground, &given)?;
    let answered =
        if footing.stage == Stage::Executing { Vec::new() } else { answered(ground, &lock, &footing.standing) };
    lock.assumed.retain(|name, _| !answered.contains(name));
    let all = DepthInputs { raised: None, ..measured_all(ground, &footing)? };
    let classify_by = |lock: &Joined, by_hand: &ByHand| {
        let measured = DepthInputs { raised: raise(by_hand), ..all.clone() };
        classify(&footing.facts(ground, lock, &by_hand.include, &by_hand.skip, measured))
    };
    let (plain, asked) = (classify_by(&lock, &kept), classify_by(&lock, &by_hand));
    let by_itself = classify_by(&Joined { depth: None, ..lock.clone() }, &by_hand).depth;
    let reason = if by_itself.depth == asked.depth.depth { &by_itself } else { &asked.depth };
    let before = locks.committed(&BTreeMap::new());
    let given = before.ever_waived.iter().filter_map(|(said, since)| {
        let waived = Waived { reason: said.1.clone(), since: *since };
        Some((said.clone(), ended(ground, &said.0, &waived)?))
    });
    let lapsed = given.collect();
    Ok(Wished {
        rationale: reason.rationale(),
        plain,
        asked,
        config: config(ground),
        is_rough: footing.stage == Stage::Rough,
        told: footing.told,
        lock,
        answered,
        before,
        by_hand,
        replaced,
        documents,
        lapsed,
    })
}

/// The digest of the settings that are read.
fn config(ground: &Ground<'_>) -> String {
    fingerprint(&ground.project.settings).to_string()
}

/// What a classification starts from beside the evidence.
struct Given<'a> {
    lock: &'a Joined,
    /// Paths that were declared by hand.
    declared: &'a BTreeSet<RepoPath>,
    /// Paths that were, and that nobody has committed: they can only add.
    mentioned: &'a BTreeSet<RepoPath>,
    /// The depth that it is raised to by hand.
    raise: Option<Depth>,
    /// Why history is cut; none where it counts as whole.
    cut: Option<&'a String>,
}

/// What the phase touches, and what that comes to.
struct Footing<'a> {
    real: Vec<(Oid, RepoPath)>,
    elsewhere: Vec<(Oid, &'a RepoPath)>,
    left: Vec<&'a SourceChange>,
    standing: Vec<SurfaceStanding>,
    stage: Stage,
    limits: Limits,
    raise: Option<Depth>,
    told: String,
}

impl Footing<'_> {
    fn facts<'f>(
        &'f self,
        ground: &Ground<'f>,
        lock: &'f Joined,
        include: &'f BTreeSet<String>,
        skip: &'f BTreeMap<String, Remark>,
        measured: DepthInputs,
    ) -> Facts<'f> {
        Facts { map: Some(ground.map), standing: &self.standing, lock, include, skip, measured, limits: self.limits }
    }

    /// What depth is derived from, the dear parts not measured yet.
    fn cheap(&self, ground: &Ground<'_>) -> DepthInputs {
        let evidence = ground.evidence;
        let mut measured = DepthInputs {
            waves: waves(evidence, &plans(evidence)),
            ambiguity: ambiguity(evidence),
            raised: self.raise,
            ..DepthInputs::nothing_yet()
        };
        if evidence.is_begun_by_commits() {
            let own = self.real.iter().map(|(_, path)| path);
            let files = own.chain(self.elsewhere.iter().map(|(_, path)| *path));
            let files: BTreeSet<&RepoPath> = files.chain(self.left.iter().map(|change| &change.path)).collect();
            measured.diff = Input::Known(Diff { files: files.len(), lines: Input::Unasked });
            measured.destructive = Input::Unasked;
        }
        if documents_with_code(evidence).next().is_some() {
            measured.destructive = Input::Unasked;
        }
        measured
    }
}

fn footing<'a>(ground: &Ground<'a>, given: &Given<'_>) -> Result<Footing<'a>, Failure> {
    let Ground { project, map, evidence, .. } = ground;
    let real = real_paths(project, evidence)?;
    let left = left_of_phase(evidence);
    let Reach { mut paths, mentions } = reach(project, map, evidence, &real, ground.prose)?;
    let elsewhere: Vec<(Oid, &RepoPath)> = real_elsewhere(evidence).collect();
    for (commit, path) in &elsewhere {
        paths.add(Touched::file((*path).clone(), Source::Commit(*commit)));
    }
    paths.extend(left.iter().map(|change| Touched::file(change.path.clone(), Source::WorkTree)));
    for path in given.declared {
        paths.add(touched_by_hand(project, path, Source::Option("--path"))?);
    }
    for path in given.mentioned {
        let place = Place { file: project.planning.clone(), line: None };
        paths.add(touched_by_hand(project, path, Source::Prose(place))?);
    }
    let knowledge = knowledge(ground, given)?;
    let standing = map.activate(&paths, &mentions, &knowledge);
    Ok(Footing {
        told: told(&paths),
        real,
        elsewhere,
        left,
        standing,
        stage: knowledge.stage,
        limits: limits(&project.settings.pipeline.depth),
        raise: given.raise,
    })
}

/// A path that was declared by hand; one that is a folder stands for all that is in it.
fn touched_by_hand(project: &Project, path: &RepoPath, source: Source) -> Result<Touched, Failure> {
    Ok(match project.kind_at(path)? {
        Some(EntryKind::Folder) => Touched::folder(path.clone(), source),
        Some(EntryKind::Submodule) => Touched::gitlink(path.clone(), source),
        _ => Touched::file(path.clone(), source),
    })
}

/// How many paths were looked at, and where they are declared: `14 declared (SPEC, --path), 0 real`.
fn told(paths: &Paths) -> String {
    let words = paths.words(Strength::Declared);
    let words = if words.is_empty() { String::new() } else { format!(" ({})", words.join(", ")) };
    format!("{} declared{words}, {} real", paths.count(Strength::Declared), paths.count(Strength::Real))
}

/// What depth is derived from; the dear parts only where they can still raise.
fn measured<'f>(
    ground: &Ground<'_>,
    footing: &Footing<'_>,
    facts: impl Fn(DepthInputs) -> Facts<'f>,
) -> Result<DepthInputs, Failure> {
    let cheap = footing.cheap(ground);
    let asked = can_still_raise(&depth_inputs(&facts(cheap.clone())), &footing.limits);
    if asked.iter().any(|input| matches!(input, InputName::Lines | InputName::Destructive)) {
        return measured_all(ground, footing);
    }
    Ok(cheap)
}

/// All that depth is derived from.
fn measured_all(ground: &Ground<'_>, footing: &Footing<'_>) -> Result<DepthInputs, Failure> {
    let project = ground.project;
    let mut measured = footing.cheap(ground);
    let patterns = Patterns::new(&project.settings.pipeline.depth.destructive).map_err(|bad| {
        Failure::usage("config", format!("{}: pipeline.depth.destructive: {bad}", project.planning.join("config.json")))
    })?;
    if measured.destructive == Input::Unasked || matches!(measured.diff, Input::Known(_)) {
        measure_lines(ground, &patterns, &footing.real, &footing.left, &mut measured)?;
    }
    Ok(measured)
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

/// The uncommitted source that counts for the phase. Nothing is classified yet, so that all that a review may have found counts
/// as unsettled: rather more is seen than less.
fn left_of_phase(evidence: &PhaseEvidence) -> Vec<&SourceChange> {
    if evidence.wip.source.is_empty() {
        return Vec::new();
    }
    source_left(evidence, &assess(evidence)).map(|left| left.changes().to_vec()).unwrap_or_default()
}

/// The repositories inside this one that differ from HEAD, or that HEAD does not know, and that nothing else reads.
fn unread(ground: &Ground<'_>) -> Result<Vec<RepoPath>, Failure> {
    let Ground { project, evidence, repositories, .. } = ground;
    let is_pinned = |folder: &RepoPath| {
        let touched = Touched::gitlink(folder.clone(), Source::WorkTree);
        ground.map.of_touched(&touched).iter().any(|(surface, _)| surface.pinned)
    };
    let is_read = |folder: &RepoPath| {
        let is_it = |other: &&OtherRepository| other.unread.is_none() && folder.to_string() == other.name;
        evidence.repositories.iter().any(|other| is_it(&other)) || repositories.is_named_or_own(project, folder)
    };
    if evidence.archived {
        return Ok(Vec::new());
    }
    let all = project.uncommitted()?.repositories.iter();
    Ok(all.filter(|folder| is_pinned(folder) && !is_read(folder)).cloned().collect())
}

fn knowledge(ground: &Ground<'_>, given: &Given<'_>) -> Result<Knowledge, Failure> {
    let evidence = ground.evidence;
    let is_planned = evidence.files.iter().any(|file| file.name.kind == Kind::Plan);
    let is_specified = evidence.the(Kind::Spec).is_some() || evidence.the(Kind::Context).is_some();
    let is_declared = is_specified || is_planned || !given.declared.is_empty();
    let stage = match (evidence.is_begun_by_commits(), is_declared) {
        (true, _) => Stage::Executing,
        (false, true) => Stage::Exact,
        (false, false) => Stage::Rough,
    };
    Ok(Knowledge {
        silent: silent_plans(evidence),
        history_cut: given.cut.cloned(),
        held: given.lock.assumed.keys().cloned().collect(),
        unread: unread(ground)?,
        ..Knowledge::at(stage)
    })
}

fn measure_lines(
    ground: &Ground<'_>,
    patterns: &Patterns,
    real: &[(Oid, RepoPath)],
    left: &[&SourceChange],
    measured: &mut DepthInputs,
) -> Result<(), Failure> {
    let Ground { project, map, .. } = ground;
    let mut changed = if project.by_names { Changed::default() } else { changed(project.objects(), real)? };
    for other in ground.evidence.repositories.iter().filter(|_| !project.by_names) {
        changed.join(changed_elsewhere(ground, other)?);
    }
    if !project.by_names {
        let paths = left.iter().filter(|change| change.tracked != Tracked::Deleted).map(|change| &change.path);
        changed.join(changed_here(&project.repository, project.tree, paths)?);
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
        is_way_back: false,
    }));
    let lines = changed.added.iter().map(|added| Line {
        commit: added.commit,
        path: &added.path,
        number: added.number,
        text: &added.text,
        is_context: false,
        is_way_back: added.is_way_back,
    });
    hits.extend(patterns.scan(lines));
    hits.extend(deletions(map, changed.deleted.iter().map(|(commit, path)| (Some(*commit), path))));
    let gone = left.iter().filter(|change| change.tracked == Tracked::Deleted);
    hits.extend(deletions(map, gone.map(|change| (None, &change.path))));
    measured.destructive = match changed.skipped.first() {
        Some((path, why)) if hits.is_empty() => Input::Unknown(format!("{path} {why}")),
        _ => Input::Known(hits),
    };
    if let Input::Known(diff) = &mut measured.diff {
        // Lines that nobody looks at raise nothing.
        diff.lines = if project.by_names { Input::NotYet } else { Input::Known(changed.count) };
    }
    Ok(())
}

/// The documents whose code announces what will be done: the SPEC and the plans that count.
fn documents_with_code(evidence: &PhaseEvidence) -> impl Iterator<Item = &File> {
    evidence.the(Kind::Spec).into_iter().chain(evidence.files.iter().filter(|file| is_live(file) || was_live(file)))
}

/// Their texts.
fn announced_code(ground: &Ground<'_>) -> Result<Vec<(RepoPath, String)>, Failure> {
    let Some(listed) = ground.listed else { return Ok(Vec::new()) };
    let mut texts = Vec::new();
    for file in documents_with_code(ground.evidence) {
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

/// The execute commit that has ended a waiver; one of a step before execution has no end.
fn ended(ground: &Ground<'_>, name: &str, waived: &Waived) -> Option<Oid> {
    let is_judging = Step::find(name).is_none_or(|step| step > Step::Execute);
    is_judging.then(|| lapsed_by(waived, ground.evidence, ground.life)).flatten()
}

/// The surfaces that locks assume and that the phase answers by now. One that the map no longer has is answered by nothing, and
/// where a lock cannot be read whole nothing is.
fn answered(ground: &Ground<'_>, lock: &Joined, standing: &[SurfaceStanding]) -> Vec<String> {
    let state = |name: &str| standing.iter().find(|standing| standing.name == name).map(|standing| standing.state);
    let is_answered = |name: &&String| {
        let heirs = ground.map.map().heirs(name);
        !heirs.is_empty() && heirs.iter().all(|heir| state(heir) != Some(State::Assumed))
    };
    if !lock.unreadable.is_empty() {
        return Vec::new();
    }
    lock.assumed.keys().filter(is_answered).cloned().collect()
}

fn conclude(
    ground: &Ground<'_>,
    classification: &Classification,
    lock: &Joined,
    standing: &[SurfaceStanding],
) -> Classified {
    let still_assumed = answered(ground, lock, standing);
    let lock_standing = match (lock.in_head, lock.is_empty(), still_assumed.is_empty()) {
        (true, _, true) => LockStanding::Held,
        (true, _, false) => LockStanding::Assumes(still_assumed),
        (false, true, _) => LockStanding::Missing,
        (false, false, _) if lock.lost => LockStanding::Lost,
        (false, false, _) => LockStanding::Uncommitted,
    };
    let gates: BTreeMap<String, GateAsked> = classification
        .gates
        .iter()
        .map(|(gate, owed)| {
            let surfaces = owed.askers.iter().map(|asker| asker.surface.clone()).collect();
            let assumed = owed.askers.iter().all(|asker| asker.assumed);
            (gate.clone(), GateAsked { surfaces, pinned: owed.is_pinned(), assumed })
        })
        .collect();
    let waived = lock.waived.iter();
    let lapsed = waived.filter_map(|(name, waived)| Some((name.clone(), ended(ground, name, waived)?)));
    let lapsed: BTreeMap<String, Oid> = lapsed.collect();
    let mut line = line(classification, lock, &lapsed);
    for waived in &mut line.waived {
        waived.refused = refusal(&waived.step, &gates, &line.surfaces);
    }
    let in_force = line.waived.iter().filter(|waived| waived.lapsed_by.is_none() && waived.refused.is_none());
    Classified {
        gates,
        lock: lock_standing,
        waived: in_force.map(|waived| (waived.step.clone(), waived.reason.clone())).collect(),
        line,
    }
}

fn line(classification: &Classification, lock: &Joined, lapsed: &BTreeMap<String, Oid>) -> ClassificationLine {
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
        refused: None,
        raised: classification.raised.iter().filter(|change| !change.lowers()).map(ToString::to_string).collect(),
        surfaces: surfaces.collect(),
        waived: lock
            .waived
            .iter()
            .map(|(step, waived)| WaiverLine {
                step: step.clone(),
                reason: waived.reason.to_string(),
                lapsed_by: lapsed.get(step).copied(),
                refused: None,
            })
            .collect(),
    }
}
