//! What is uncommitted beside the artifacts of one phase, and what ties it to that phase.

use std::collections::{BTreeMap, BTreeSet};

use super::in_flight::InFlight;
use super::marks::{Ledgers, Torn, marks};
use super::project::Project;
use super::touched::with_ground;
use super::uncommitted::{Ledger, Says, Uncommitted};
use crate::engine::evidence::{Content, Meaning, Tracked};
use crate::engine::failure::Failure;
use crate::engine::glob::Pattern;
use crate::engine::object::Oid;
use crate::engine::path::RepoPath;
use crate::engine::touched::{Placed, Source, Touched};
use crate::git::Stash;
use crate::gsd::evidence::{ExecuteCommit, File, Marks};
use crate::gsd::ids::PhaseId;
use crate::gsd::text::facts::Facts;
use crate::gsd::text::ledger::Difference;
use crate::gsd::text::paths::DeclaredPath;
use crate::gsd::text::roadmap::{Roadmap, RoadmapEntry};
use crate::gsd::wip::{
    Aside, AsideKind, LedgerChange, MOST_UNTIED, OfOther, Sentinel, SourceChange, Stashed, Tie, Wip, stash_message,
};

/// The phase whose uncommitted work is looked at.
pub struct Asked<'a> {
    /// The open plans of the other phases.
    pub in_flight: &'a InFlight,
    /// Its folder; none for a phase that only the roadmap knows.
    pub folder: Option<&'a RepoPath>,
    /// Its token, as every output has it.
    pub phase: &'a str,
    /// The tokens that it may be written as.
    pub ids: &'a [PhaseId],
    /// Its artifacts.
    pub files: &'a [File],
    /// Its execute commits.
    pub commits: &'a [ExecuteCommit],
    /// Its marks as HEAD has them.
    pub marks: &'a Marks,
}

/// Looks at it.
///
/// # Errors
/// Git cannot be read.
pub fn wip(project: &Project, asked: &Asked<'_>) -> Result<Wip, Failure> {
    let all = project.uncommitted()?;
    let mut wip = Wip { asides: asides(project, all, asked), sentinels: sentinels(all, asked), ..Wip::default() };
    let stashes = stashes(project, asked.phase)?;
    if !all.source.is_empty() || !all.elsewhere.is_empty() || !stashes.is_empty() {
        let named = named_by_plans(project, asked.files)?;
        let touched = touched_by_commits(project, asked.commits)?;
        let ties = |path: &RepoPath| {
            let of_plans = named.iter().filter(|(reach, _)| reach.may_be(path)).map(|(_, tie)| tie.clone());
            let of_commits = touched.get(path).map(|commit| Tie::Commit(*commit));
            of_plans.chain(of_commits).collect::<BTreeSet<Tie>>().into_iter().collect()
        };
        source(project, all, asked, &ties, &mut wip)?;
        wip.stashes = stashes.iter().map(|stash| stashed(project, stash, &ties)).collect::<Result<_, _>>()?;
    }
    wip.ledgers = all.ledgers.iter().map(|ledger| ledger_change(ledger, asked)).collect();
    if wip.ledgers.iter().any(|ledger| ledger.concerns) {
        let (roadmap, state) = all.of_work_tree();
        let ledgers = Ledgers {
            roadmap: roadmap.or(project.roadmap.as_ref()),
            state: state.or(project.state.as_ref()),
            torn: Torn::NOTHING,
        };
        wip.marks = Some(marks(project, &ledgers, asked.ids, asked.files, asked.marks.said.ship_commit));
    }
    Ok(wip)
}

/// Sorts the changed source paths: those that something ties to the phase, and a bounded number of the others.
fn source(
    project: &Project,
    all: &Uncommitted,
    asked: &Asked<'_>,
    ties: &dyn Fn(&RepoPath) -> Vec<Tie>,
    wip: &mut Wip,
) -> Result<(), Failure> {
    let folder = project.planning.parent();
    let mut untied = 0;
    let mut of_others: BTreeMap<String, OfOther> = BTreeMap::new();
    let mut outside: Vec<&RepoPath> = all.elsewhere.iter().collect();
    for (path, tracked) in &all.source {
        let ties = ties(path);
        if ties.is_empty() {
            // What lies outside of the project's folder is another project's, unless a plan says otherwise.
            if !path.is_in(&folder) {
                outside.push(path);
                continue;
            }
            if let Some(phase) = asked.in_flight.phase_of(project, path, asked.folder)? {
                let new = || OfOther { phase: phase.to_owned(), count: 0, first: path.clone() };
                of_others.entry(phase.to_owned()).or_insert_with(new).count += 1;
                continue;
            }
            untied += 1;
            if untied > MOST_UNTIED {
                wip.more_source += 1;
                continue;
            }
        }
        wip.source.push(SourceChange { path: path.clone(), tracked: *tracked, ties });
    }
    if untied > 0 {
        wip.carried_out_too = asked.in_flight.carried_out(project, asked.folder)?;
    }
    wip.of_others = of_others.into_values().collect();
    let first = outside.first().map(|first| (*first).clone());
    wip.asides.extend(first.map(|first| Aside { kind: AsideKind::Outside, count: outside.len(), first }));
    Ok(())
}

/// The stashes that recoveries of the phase made.
fn stashes(project: &Project, phase: &str) -> Result<Vec<Stash>, Failure> {
    let ending = format!(": {}", stash_message(phase));
    let all = project.repository.stashes()?;
    Ok(all.into_iter().filter(|stash| stash.message.ends_with(&ending)).collect())
}

fn stashed(project: &Project, stash: &Stash, ties: &dyn Fn(&RepoPath) -> Vec<Tie>) -> Result<Stashed, Failure> {
    let held = project.objects().stashed(stash.id)?;
    let mut stashed = Stashed {
        place: stash.place,
        id: stash.id,
        count: held.len(),
        first: held.first().cloned(),
        plans: BTreeSet::new(),
        untied: false,
    };
    for path in &held {
        let ties = ties(path);
        let mut plans = ties.iter().filter_map(Tie::plan).cloned().peekable();
        stashed.untied |= plans.peek().is_none();
        stashed.plans.extend(plans);
    }
    Ok(stashed)
}

/// What the live plans name, with the task that names it, or the plan where none of its tasks does; and what SUMMARYs name that
/// are uncommitted themselves.
fn named_by_plans(project: &Project, files: &[File]) -> Result<Vec<(Pattern, Tie)>, Failure> {
    let mut named = Vec::new();
    let live = files.iter().filter(|file| file.tracked != Tracked::Absent);
    let live = live.filter_map(|file| Some((file, file.plan().filter(|facts| !facts.superseded)?)));
    with_ground(project, |ground| {
        let reach = |entries: &[DeclaredPath]| -> Vec<Pattern> {
            let placed = entries.iter().filter_map(|entry| ground.place(entry).ok());
            placed.flat_map(patterns).collect()
        };
        for (file, facts) in live {
            let plan = &file.name.plan;
            let mut in_tasks = BTreeSet::new();
            for (task, entries) in &facts.task_files {
                for pattern in reach(entries) {
                    in_tasks.insert(pattern.clone());
                    named.push((pattern, Tie::Task { plan: plan.clone(), task: *task }));
                }
            }
            let listed = facts.files_modified.iter().flatten().chain(&facts.files_deleted).cloned();
            let listed: Vec<DeclaredPath> = listed.collect();
            let others = reach(&listed).into_iter().filter(|pattern| !in_tasks.contains(pattern));
            named.extend(others.map(|pattern| (pattern, Tie::Plan(plan.clone()))));
        }
        for file in files.iter().filter(|file| file.tracked.is_uncommitted()) {
            let done = matches!(file.reading.content, Content::Finished { meaning: Meaning::Done, .. });
            let Facts::Summary(facts) = &file.facts else { continue };
            let made: Vec<DeclaredPath> = facts.created.iter().chain(&facts.modified).cloned().collect();
            let made = reach(&made).into_iter().filter(|_| done);
            named.extend(made.map(|pattern| (pattern, Tie::Summary(file.name.plan.clone()))));
        }
    })?;
    Ok(named)
}

fn patterns(placed: Placed) -> Vec<Pattern> {
    Touched::placed(placed, Source::WorkTree).patterns()
}

/// The paths that the execute commits touched, each with the newest of them.
fn touched_by_commits(project: &Project, commits: &[ExecuteCommit]) -> Result<BTreeMap<RepoPath, Oid>, Failure> {
    let mut touched = BTreeMap::new();
    for commit in commits {
        let commit = project.objects().commit(commit.id)?;
        let changes = project.objects().changed_paths(&commit)?.unwrap_or_default();
        touched.extend(changes.into_keys().map(|path| (path, commit.id)));
    }
    Ok(touched)
}

fn ledger_change(ledger: &Ledger, asked: &Asked<'_>) -> LedgerChange {
    LedgerChange {
        path: ledger.path.clone(),
        tracked: ledger.tracked,
        fields: ledger.changes.fields.clone(),
        damage: ledger.damage.clone(),
        concerns: concerns(ledger, asked.ids),
    }
}

/// True where something that changed speaks of the phase. STATE speaks of the phase that it names as current, in either
/// version; ROADMAP by the phase's own lines; REQUIREMENTS where it names a phase.
fn concerns(ledger: &Ledger, ids: &[PhaseId]) -> bool {
    let is_damaged = ledger.damage.is_some();
    if !ledger.in_head || (!is_damaged && ledger.changes.fields.iter().all(Difference::is_volatile)) {
        return false;
    }
    match &ledger.says {
        Says::State(versions) => {
            let current = versions.iter().filter_map(|state| state.current.as_ref());
            current.into_iter().any(|current| ids.contains(&current.value))
        }
        Says::Roadmap(versions) => {
            let lines = [&ledger.changes.removed, &ledger.changes.added];
            let is_own = |(roadmap, lines): (&Roadmap, &BTreeSet<usize>)| {
                // Of what is damaged no line can be relied on.
                roadmap.entry(ids).is_some_and(|entry| is_damaged || lines.iter().any(|line| is_of(entry, *line)))
            };
            versions.iter().zip(lines).any(is_own)
        }
        Says::Names => ledger.changes.named.iter().any(|named| ids.contains(named)),
    }
}

/// True for a line of the phase's own: its box, its row, what stands below its headings.
fn is_of(entry: &RoadmapEntry, line: usize) -> bool {
    entry.tick.is_some_and(|tick| tick.line == line)
        || entry.row.is_some_and(|row| row.line == line)
        || entry.line == line
        || entry.sections.iter().any(|section| section.contains(&line))
}

/// Everything else, counted.
fn asides(project: &Project, all: &Uncommitted, asked: &Asked<'_>) -> Vec<Aside> {
    let artifacts: BTreeSet<&RepoPath> = asked.files.iter().map(|file| &file.path).collect();
    let mut asides: BTreeMap<AsideKind, Aside> = BTreeMap::new();
    let mut count = |kind: AsideKind, path: &RepoPath| {
        let aside = asides.entry(kind).or_insert_with(|| Aside { kind, count: 0, first: path.clone() });
        aside.count += 1;
    };
    for path in &all.planning {
        let is_own = asked.folder.is_some_and(|folder| path.is_in(folder));
        let is_others = || project.folders.iter().any(|folder| path.is_in(&folder.path));
        match (is_own, artifacts.contains(path)) {
            (true, true) => {}
            (true, false) => count(AsideKind::NoArtifact, path),
            (false, _) if is_others() => count(AsideKind::OtherPhase, path),
            (false, _) => count(AsideKind::Planning, path),
        }
    }
    for path in &all.repositories {
        count(AsideKind::Repository, path);
    }
    for path in &all.ignored {
        count(AsideKind::Ignored, path);
    }
    asides.into_values().collect()
}

fn sentinels(all: &Uncommitted, asked: &Asked<'_>) -> Vec<(Sentinel, RepoPath)> {
    let own = all.planning.iter().filter(|path| asked.folder.is_some_and(|folder| path.is_in(folder)));
    own.filter_map(|path| Some((Sentinel::of(path.file_name())?, path.clone()))).collect()
}
