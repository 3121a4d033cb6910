//! Reads what the rules of `lint` look at. A config that cannot be used is a finding here, where every other command gives up.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use super::base::{Bounds, bounds, deepen};
use super::containers::scope;
use super::lint_lost::lost_locks;
use super::lint_phase::evidence_of;
use super::moved::{Moved, moved};
use super::phase::Found;
use super::project::{Opened, PhaseFolder, Project, blob_of};
use crate::engine::activate::CompiledMap;
use crate::engine::ask::LintAsk;
use crate::engine::failure::Failure;
use crate::engine::lint::{Asks, LintReport, Range, Severity, Undetermined};
use crate::engine::object::{Commit, Oid};
use crate::engine::own::Own;
use crate::engine::path::RepoPath;
use crate::engine::report::{PhaseRef, Place};
use crate::git::{Backend, Parents, Repository, Side, Status, Untracked};
use crate::gsd::answer::{Search, find_in, no_phase, phase_of};
use crate::gsd::claims::Ledger;
use crate::gsd::ids::PhaseId;
use crate::gsd::lint::evidence::{ConfigFile, Evidence, LedgerFile, Phase, RangeChanges, Version};
use crate::gsd::lint::held::Lost;
use crate::gsd::lint::{findings, ignores, rules};
use crate::gsd::scopes::{Scope, parse_scope};
use crate::gsd::text::places::Places;
use crate::read::seen::Seen;
use crate::read::text::decode;

/// Looks at everything that is asked for.
///
/// # Errors
/// There is no such place or phase, or it cannot be read.
pub fn lint(ask: &LintAsk) -> Result<LintReport, Failure> {
    let (report, moved) = attempt(ask)?;
    if !moved {
        return Ok(report);
    }
    // Once more: an agent at work commits now and then, and a second look is usually whole.
    let (report, moved) = attempt(ask)?;
    let while_read = moved.then(|| Undetermined {
        why: "the repository moved while it was read".to_owned(),
        remedies: vec!["run it again when nothing else writes".to_owned()],
    });
    Ok(LintReport { undetermined: while_read.or(report.undetermined), ..report })
}

/// One look, and whether the repository moved during it.
fn attempt(ask: &LintAsk) -> Result<(LintReport, bool), Failure> {
    let (opened, range) = open(ask)?;
    let before = Seen::now(&opened.repository, &[])?;
    let is_closed = matches!(range, Some(Ok(_)));
    let (report, after) = look(opened, range, ask)?;
    // A commit stays what it is.
    Ok((report, !is_closed && before != after))
}

/// What is looked at: where a range was named, the commit that it ends with, as if nothing lay beside it; else HEAD and the work
/// tree. The range, where it was named.
fn open(ask: &LintAsk) -> Result<(Opened, Option<Result<Bounds, Undetermined>>), Failure> {
    if ask.range.is_none() {
        return Ok((Opened::of(&ask.place)?, None));
    }
    let repository = Repository::discover(&ask.place.start, Backend::Auto)?;
    let head = Seen::now(&repository, &[])?.head();
    Ok(match bounds(&repository, head, ask, None)? {
        Ok(bounds) => {
            let opened = Opened::at(repository, bounds.end_commit, &ask.place);
            (opened.map_err(|failure| not_in(&bounds, failure))?, Some(Ok(bounds)))
        }
        Err(why) => (Opened::of(&ask.place)?, Some(Err(why))),
    })
}

/// A planning folder that is not in the end of the range may lie on the disk, where git does not keep it.
fn not_in(bounds: &Bounds, failure: Failure) -> Failure {
    if failure.id != "no-planning" {
        return failure;
    }
    let message = format!("{}, the end of the range: {}", bounds.end_commit.short(), failure.message);
    let remedy =
        format!("leave the end open, to look at what lies here: phase-pipeline lint --base {}", bounds.base.short());
    Failure::environment("no-planning", message).remedy(remedy)
}

fn look(
    opened: Opened,
    early: Option<Result<Bounds, Undetermined>>,
    ask: &LintAsk,
) -> Result<(LintReport, Seen), Failure> {
    let place = place_of(&opened)?;
    let end_tree = opened.tree;
    let mut configs = read_configs(&opened)?;
    let base_branch = configs.iter().find_map(|(_, now)| Version::of(now.as_deref()).config.base_branch);
    let bounds = match early {
        Some(bounds) => bounds,
        None => bounds(&opened.repository, opened.head, ask, base_branch.as_deref())?,
    };
    let base_tree = match &bounds {
        Ok(bounds) => Some(opened.repository.objects().commit(bounds.base)?.tree),
        Err(_) => None,
    };
    let configs: Vec<ConfigFile> = configs
        .drain(..)
        .map(|(path, now)| {
            let before = blob_of(opened.repository.objects(), base_tree, &path)?;
            let places = Places::of(now.as_deref().unwrap_or_default());
            let head = if place.committed {
                let head = blob_of(opened.repository.objects(), end_tree, &path)?;
                Some(Version::of(head.as_deref()))
            } else {
                None
            };
            let (now, before) = (Version::of(now.as_deref()), Version::of(before.as_deref()));
            Ok(ConfigFile { path, now, before, head, places })
        })
        .collect::<Result<_, Failure>>()?;
    let project_folder = opened.planning.parent();
    let mut evidence = Evidence { project: project_folder, configs, uncovered: ask.uncovered, ..Evidence::default() };
    let mut notes = notes_of(&evidence);
    let opened = Looked::of(opened, ask, &evidence, &mut notes)?;
    let status = opened.status()?;
    let objects = opened.repository().objects();
    if let Some(tree) = end_tree {
        for (path, held) in objects.between(None, tree)? {
            evidence.submodules.extend(held.is_of_submodule().then(|| path.clone()));
            evidence.files.insert(path);
        }
    }
    in_work_tree(&mut evidence, status);
    // What nobody committed is at the end of a range whose end was not named.
    let left: BTreeSet<&RepoPath> = status.entries.keys().collect();
    let mut undetermined = None;
    let own = ask.place.own(ask.place.workstream.clone());
    // Everything can be looked at without a range, unless one was asked for.
    let asks_for_range = ask.base.is_some() || ask.range.is_some() || (!ask.all && ask.phases.is_empty());
    let mut commits = Vec::new();
    let range = match &bounds {
        Ok(bounds) => {
            let mut changes = changes(opened.repository(), bounds, base_tree, &mut evidence, &mut notes)?;
            changes.is_all = !ask.all && ask.phases.is_empty();
            let between = objects.commits_between(bounds.base, bounds.end_commit)?;
            commits = between.commits;
            let range = range_of(bounds, commits.len(), &changes, &left, &evidence);
            if let Some(why) = between.cut.filter(|_| asks_for_range) {
                undetermined = Some(cut_range(&range, &why, deepen(opened.repository(), &own)?));
            }
            let is_empty = range.is_empty() && status.entries.is_empty();
            if is_empty && !ask.all && ask.phases.is_empty() {
                let last = match objects.parents(objects.commit(bounds.end_commit)?.as_ref()) {
                    Parents::Known([]) => None,
                    Parents::Known(_) => {
                        let last = bounds.end_commit.short();
                        Some(format!("of the last commit: {}", own.command(&format!("lint --range {last}~1..{last}"))))
                    }
                    // Its range can be asked for when what was before it is here.
                    Parents::Unknown(_) => {
                        Some(format!("of the last commit, first: {}", deepen(opened.repository(), &own)?))
                    }
                };
                undetermined = Some(empty(&range, last, &own));
            }
            evidence.range = Some(changes);
            Ok(range)
        }
        Err(why) => {
            if asks_for_range {
                undetermined = Some(why.clone());
            }
            Err(why.why.clone())
        }
    };
    let place = Place { workstream: opened.workstream(), ..place };
    let phases = opened.phases(ask, &commits, &evidence)?;
    evidence.phases = opened.evidence_of(ask, &phases)?;
    let lost = opened.lost_locks(ask, base_tree, &commits, &evidence)?;
    if let Some(range) = &mut evidence.range {
        range.lost = lost;
    }
    if undetermined.is_none() {
        undetermined = cut_off(&evidence.phases, opened.repository(), &own)?;
    }
    evidence.ledgers = opened.ledgers()?;
    if ask.range.is_some() && opened.has_repositories() && !phases.is_empty() {
        notes
            .push("other repositories were looked at as they are now: the range does not say what they had".to_owned());
    }
    let phases = phases.iter().map(phase_ref).collect();
    let mut looked_at = vec![Asks::Config];
    looked_at.extend(range.as_ref().ok().filter(|range| !range.is_empty()).map(|_| Asks::Range));
    looked_at.extend(ask.uncovered.then_some(Asks::Uncovered));
    looked_at.extend(ask.all.then_some(Asks::Phase));
    let (found, ignored) = ignores::apply(&evidence, findings(&evidence), &looked_at);
    let usual = if evidence.fails_on_warning() { Severity::Warning } else { Severity::Error };
    let report = LintReport {
        place,
        rules: rules::all(),
        range,
        undetermined,
        phases,
        fail_on: ask.fail_on.unwrap_or(usual),
        exit_zero: ask.exit_zero,
        findings: found,
        ignored,
        notes,
    };
    let after = Seen::now(opened.repository(), &[])?;
    Ok((report, after))
}

fn place_of(opened: &Opened) -> Result<Place, Failure> {
    let config = opened.planning.join("config.json");
    let is_there = opened.text(&config).map_or(true, |text| text.is_some());
    Ok(Place {
        repository: opened.repository.root().to_string_lossy().into_owned(),
        git_backend: opened.repository.backends(),
        planning: opened.planning.clone(),
        committed: opened.is_committed()?,
        config: is_there.then_some(config),
        workstream: None,
    })
}

/// A config's path and what it holds; none where there is no such file.
type Held = (RepoPath, Option<Vec<u8>>);

/// The configs with what they hold now: on disk, else in the tree.
fn read_configs(opened: &Opened) -> Result<Vec<Held>, Failure> {
    let scopes = opened.workstreams()?;
    let scopes = scopes.iter().map(|name| scope(&opened.planning, Some(name)));
    let mut configs = Vec::new();
    for scope in [opened.planning.clone()].into_iter().chain(scopes) {
        let path = scope.join("config.json");
        let now = match opened.disk.read(&path)? {
            Some(bytes) => Some(bytes),
            None => blob_of(opened.repository.objects(), opened.tree, &path)?,
        };
        configs.push((path, now));
    }
    Ok(configs)
}

fn notes_of(evidence: &Evidence) -> Vec<String> {
    let mut notes = Vec::new();
    if !evidence.configs.iter().any(|file| file.now.is_there) {
        let path = evidence.configs.first().map(|file| file.path.to_string()).unwrap_or_default();
        notes.push(format!("there is no {path}"));
    }
    if !evidence.has_faults() && evidence.all_surfaces(|file| &file.now).is_empty() {
        notes.push("there is no surface map, so no rule about surfaces could find anything".to_owned());
    }
    for file in evidence.configs.iter().filter(|file| !file.before.faults.is_empty()) {
        notes.push(format!("{} cannot be used at the base of the range, so nothing was held against it", file.path));
    }
    notes
}

/// Adds what the work tree has and HEAD has not, and takes away what it has not any more.
fn in_work_tree(evidence: &mut Evidence, status: &Status) {
    let Evidence { files, submodules, .. } = evidence;
    for (path, entry) in &status.entries {
        // What is in a repository that git does not know yet is seen as little.
        let is_repository = entry.submodule || entry.untracked == Untracked::NestedRepository;
        submodules.extend(is_repository.then(|| path.clone()));
        if entry.work == Side::Deleted || (entry.index == Side::Deleted && entry.untracked == Untracked::No) {
            files.remove(path);
        } else if entry.index != Side::Unmodified && entry.untracked == Untracked::No {
            files.insert(path.clone());
        }
    }
}

fn changes(
    repository: &Repository,
    bounds: &Bounds,
    base_tree: Option<Oid>,
    evidence: &mut Evidence,
    notes: &mut Vec<String>,
) -> Result<RangeChanges, Failure> {
    let objects = repository.objects();
    let differences = objects.between(base_tree, objects.commit(bounds.end_commit)?.tree)?;
    let mut changes = RangeChanges::default();
    for (path, held) in &differences {
        evidence.submodules.extend(held.is_of_submodule().then(|| path.clone()));
        if let (Some((_, id)), None) = (held.before, held.after) {
            changes.gone.insert(path.clone(), id);
        }
        changes.changed.insert(path.clone(), held.after.map(|(_, id)| id));
    }
    if let Some(map) = of_both_ends(evidence) {
        let Moved { became, note } = moved(objects, &differences, &map, evidence)?;
        changes.became = became;
        notes.extend(note);
    }
    Ok(changes)
}

/// The surfaces of both ends of a range.
fn of_both_ends(evidence: &Evidence) -> Option<CompiledMap> {
    let before = evidence.all_surfaces(|file| &file.before);
    evidence.compiled(&before.join(&evidence.all_surfaces(|file| &file.now)))
}

fn range_of(
    bounds: &Bounds,
    commits: usize,
    changes: &RangeChanges,
    left: &BTreeSet<&RepoPath>,
    evidence: &Evidence,
) -> Range {
    let mut surfaces: BTreeMap<String, RepoPath> = BTreeMap::new();
    if let Some(map) = of_both_ends(evidence) {
        for path in changes.changed.keys().chain(left.iter().copied()) {
            for (surface, _) in evidence.surfaces_at(&map, path) {
                surfaces.entry(surface.name.clone()).or_insert_with(|| path.clone());
            }
        }
    }
    Range {
        rule: bounds.rule.clone(),
        base: bounds.base,
        end: bounds.end.clone(),
        end_commit: bounds.end_commit,
        commits,
        paths: changes.changed.len(),
        uncommitted: left.len(),
        surfaces: surfaces.into_iter().collect(),
    }
}

/// Commits that are not here may name phases and touch what the two ends no longer differ in.
fn cut_range(range: &Range, why: &str, remedy: String) -> Undetermined {
    Undetermined {
        why: format!(
            "not every commit from {} to {} is here ({}), so not every change was looked at: {why}",
            range.base.short(),
            range.end,
            range.rule,
        ),
        remedies: vec![remedy],
    }
}

fn empty(range: &Range, last: Option<String>, own: &Own) -> Undetermined {
    let all = format!("of everything: {}", own.command("lint --all"));
    Undetermined {
        why: format!("the range is empty: {} is its own base ({}), so no change was looked at", range.end, range.rule),
        remedies: [all].into_iter().chain(last).collect(),
    }
}

/// How many phases a line names.
const NAMED: usize = 5;

/// Why nobody can tell of some phases what their history says, and which command helps; none where all of it is here.
fn cut_off(phases: &[Phase], repository: &Repository, own: &Own) -> Result<Option<Undetermined>, Failure> {
    let live = phases.iter().map(|phase| &phase.case.evidence).filter(|evidence| !evidence.archived);
    let cut: Vec<(&str, &str)> =
        live.filter_map(|evidence| Some((evidence.id.as_str(), evidence.history_cut.as_deref()?))).collect();
    let Some((_, why)) = cut.first() else { return Ok(None) };
    let named: Vec<&str> = cut.iter().take(NAMED).map(|(id, _)| *id).collect();
    let more = cut.len().saturating_sub(NAMED);
    let more = if more > 0 { format!(" and {more} more") } else { String::new() };
    let of = if cut.len() == 1 { "phase" } else { "phases" };
    Ok(Some(Undetermined {
        why: format!("what only the history of {of} {}{more} tells was not looked at: {why}", named.join(", ")),
        remedies: vec![deepen(repository, own)?],
    }))
}

/// The project, where its config can be used; else the repository alone.
enum Looked {
    Whole(Box<Project>),
    ConfigAlone(Box<Repository>, Status),
}

impl Looked {
    fn of(opened: Opened, ask: &LintAsk, evidence: &Evidence, notes: &mut Vec<String>) -> Result<Self, Failure> {
        let told = "the config cannot be used, so no phase was looked at";
        if evidence.has_faults() {
            notes.push(told.to_owned());
            let (repository, status) = opened.alone()?;
            return Ok(Self::ConfigAlone(Box::new(repository), status));
        }
        match opened.project(&ask.place) {
            Ok(mut project) => {
                notes.extend(project.warnings()?);
                project.by_names = ask.all;
                if ask.all && project.map.is_some() {
                    notes.push("of all phases depth is taken from the names of files, not from their lines".to_owned());
                }
                Ok(Self::Whole(Box::new(project)))
            }
            // What HEAD has may be at fault, and what lies on disk mend it.
            Err(failure) if failure.id == "config" => {
                notes.push(format!("HEAD's config cannot be used, so no phase was looked at: {}", failure.message));
                let (repository, status) = open(ask)?.0.alone()?;
                Ok(Self::ConfigAlone(Box::new(repository), status))
            }
            Err(failure) => Err(failure),
        }
    }

    fn repository(&self) -> &Repository {
        match self {
            Self::Whole(project) => &project.repository,
            Self::ConfigAlone(repository, _) => repository,
        }
    }

    fn workstream(&self) -> Option<String> {
        match self {
            Self::Whole(project) => project.workstream.clone(),
            Self::ConfigAlone(..) => None,
        }
    }

    fn status(&self) -> Result<&Status, Failure> {
        match self {
            Self::Whole(project) => project.status(),
            Self::ConfigAlone(_, status) => Ok(status),
        }
    }

    /// The phases that are asked for: those that are named, all, or those that the range touches.
    fn phases(&self, ask: &LintAsk, commits: &[Arc<Commit>], evidence: &Evidence) -> Result<Vec<Found>, Failure> {
        let Self::Whole(project) = self else { return Ok(Vec::new()) };
        if !ask.phases.is_empty() {
            let named = ask.phases.iter().map(|text| {
                let id = phase_of(text)?;
                match find_in(project, &id) {
                    Search::Found(found) => Ok(found),
                    Search::Several(folders) => {
                        let folders: Vec<String> = folders.iter().map(RepoPath::to_string).collect();
                        let message = format!("phase {id} may be {}", folders.join(" or "));
                        Err(Failure::usage("several-folders", message).remedy("rename one, or check all with --all"))
                    }
                    Search::Near(near) => Err(no_phase(project, &id, &near)),
                }
            });
            return named.collect();
        }
        let live = project.folders.iter().filter(|folder| folder.archive.is_none());
        let scopes = if ask.all { Vec::new() } else { scopes_of(project, commits) };
        let changed = evidence.range.as_ref().map(|range| &range.changed);
        let is_touched = |folder: &&PhaseFolder| {
            ask.all
                || changed.is_some_and(|changed| changed.keys().any(|path| path.is_in(&folder.path)))
                || scopes.iter().flat_map(Scope::tokens).any(|token| folder.folder.may_be(&token))
        };
        let mut found: Vec<Found> = live
            .filter(is_touched)
            .filter_map(|folder| Some(Found { asked: folder.folder.id()?.clone(), folder: Some(folder.clone()) }))
            .collect();
        found.sort_by(|one, other| one.asked.cmp(&other.asked));
        Ok(found)
    }

    fn evidence_of(&self, ask: &LintAsk, phases: &[Found]) -> Result<Vec<Phase>, Failure> {
        match self {
            Self::Whole(project) => evidence_of(project, &ask.place, phases),
            Self::ConfigAlone(..) => Ok(Vec::new()),
        }
    }

    /// The locks that the range lost, of the phases that are asked for.
    fn lost_locks(
        &self,
        ask: &LintAsk,
        base_tree: Option<Oid>,
        commits: &[Arc<Commit>],
        evidence: &Evidence,
    ) -> Result<Vec<Lost>, Failure> {
        let (Self::Whole(project), Some(base_tree)) = (self, base_tree) else { return Ok(Vec::new()) };
        let asked = ask.phases.iter().map(|text| phase_of(text)).collect::<Result<Vec<_>, _>>()?;
        lost_locks(project, evidence, base_tree, commits, &asked)
    }

    /// ROADMAP and STATE, as HEAD has them and as they lie.
    fn ledgers(&self) -> Result<Vec<LedgerFile>, Failure> {
        let Self::Whole(project) = self else { return Ok(Vec::new()) };
        let mut ledgers = Vec::new();
        for ledger in [Ledger::Roadmap, Ledger::State] {
            let path = project.scope.join(ledger.file_name());
            let Some(text) = project.text(&path)? else { continue };
            let lies = project.disk.read(&path).ok().flatten();
            let lies = lies.and_then(|bytes| Some(decode(&bytes).ok()?.text.into_owned()));
            ledgers.push(LedgerFile { ledger, path, text, lies });
        }
        Ok(ledgers)
    }

    /// True where the config names other repositories.
    fn has_repositories(&self) -> bool {
        match self {
            Self::Whole(project) => {
                !project.config.sub_repos.is_empty() || !project.settings.pipeline.source_repos.is_empty()
            }
            Self::ConfigAlone(..) => false,
        }
    }
}

fn phase_ref(found: &Found) -> PhaseRef {
    let folder = found.folder.as_ref();
    let token: PhaseId = folder.and_then(|folder| folder.folder.id()).unwrap_or(&found.asked).clone();
    PhaseRef {
        name: folder.map(|folder| folder.folder.slug(&token).to_owned()).unwrap_or_default(),
        id: token.to_string(),
        dir: folder.map(|folder| folder.path.clone()),
        archived: folder.and_then(|folder| folder.archive.clone()),
        begin: None,
    }
}

/// The scopes of the range's commits.
fn scopes_of(project: &Project, commits: &[Arc<Commit>]) -> Vec<Scope> {
    let own = |subject: &[u8]| project.convention.as_ref().and_then(|convention| convention.scope(subject));
    let scope = |subject: &[u8]| own(subject).or_else(|| parse_scope(subject));
    let mut scopes: Vec<Scope> = commits.iter().filter_map(|commit| scope(&commit.subject)).collect();
    scopes.sort_by(|one, other| one.scope.cmp(&other.scope));
    scopes.dedup_by(|one, other| one.scope == other.scope);
    scopes
}
