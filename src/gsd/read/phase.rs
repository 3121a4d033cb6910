//! Reads one phase: its files as HEAD, index and disk have them, its life, and what the claims say of it.

use std::collections::{BTreeMap, BTreeSet};

use super::artifact::Source;
use super::content::{ContentReading, read_content};
use super::layout::{Disk, EntryKind as DiskKind, Listing};
use super::project::{FILE_LIMIT, PhaseFolder, Project};
use super::setup::setup_of;
use crate::engine::evidence::{Content, Freshness, Meaning, Tracked};
use crate::engine::failure::Failure;
use crate::engine::life::{Graph, Life};
use crate::engine::object::{EntryKind, Oid};
use crate::engine::path::RepoPath;
use crate::git::{Ancestry, Blob, tracked, walk_following};
use crate::gsd::artifacts::{Judges, Kind};
use crate::gsd::claims::{Current, RoadmapSays, Witnesses, marked};
use crate::gsd::evidence::{ExecuteCommit, File, PhaseEvidence};
use crate::gsd::folders::Folder;
use crate::gsd::ids::{PhaseId, PlanId};
use crate::gsd::names::{Artifact, Name, parse_all, settle_folder};
use crate::gsd::plans::PlanFacts;
use crate::gsd::reviews::newly_raises;
use crate::gsd::scopes::{Asked, Named, parse_scope};
use crate::read::confined;

/// How deep below a phase's folder files are looked for.
const DEPTH: usize = 3;

/// A phase that was found: in a folder, or in the roadmap alone.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Found {
    /// The phase as it was asked for.
    pub asked: PhaseId,
    /// Its folder.
    pub folder: Option<PhaseFolder>,
}

/// What was read of a phase, and what its report needs beside it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PhaseReading {
    /// The evidence.
    pub evidence: PhaseEvidence,
    /// The name behind the token.
    pub name: String,
    /// The commit with which its life begins.
    pub begin: Option<Oid>,
    /// What a reader should know of single files.
    pub notes: Vec<String>,
}

/// Reads the phase.
///
/// # Errors
/// Git or the disk cannot be read.
pub fn read_phase(project: &Project, found: &Found) -> Result<PhaseReading, Failure> {
    let mut reader = Reader { project, found, others: others(project, found), notes: Vec::new() };
    reader.read()
}

/// The tokens of the other live phases.
fn others(project: &Project, found: &Found) -> Vec<PhaseId> {
    let own = found.folder.as_ref().map(|folder| &folder.path);
    let live = project.folders.iter().filter(|folder| folder.archive.is_none() && Some(&folder.path) != own);
    live.filter_map(|folder| folder.folder.id().cloned()).collect()
}

struct Reader<'a> {
    project: &'a Project,
    found: &'a Found,
    others: Vec<PhaseId>,
    notes: Vec<String>,
}

/// What HEAD and disk hold below the folder: path below it, the blob in HEAD, and whether it is on disk.
type Held = BTreeMap<RepoPath, (Option<(EntryKind, Oid)>, bool)>;

impl Reader<'_> {
    fn read(&mut self) -> Result<PhaseReading, Failure> {
        let project = self.project;
        let held = match &self.found.folder {
            Some(folder) => self.held(&folder.path)?,
            None => Held::new(),
        };
        let paths: Vec<&[u8]> = held.keys().map(RepoPath::as_bytes).collect();
        let folder = match &self.found.folder {
            Some(found) => settle_folder(found.folder.clone(), &paths),
            None => Folder::new(self.found.asked.to_string().as_bytes(), project.config.project_code.as_deref()),
        };
        let names = parse_all(&folder, &self.others, &paths);
        let life = self.life()?;
        let mut files = Vec::new();
        let mut unrecognised = Vec::new();
        for ((below, held), name) in held.iter().zip(names) {
            match name {
                Name::Artifact(artifact) => files.push(self.file(below, *held, artifact, &life)?),
                Name::Unrecognised => unrecognised.push((self.path(below), self.tracked(below, *held))),
                Name::OtherPhase(_) | Name::NotCounted(_) | Name::Note(_) | Name::Nothing => {}
            }
        }
        let commits = self.execute_commits(&life, &folder, &files)?;
        self.freshen(&mut files, &commits.executing, &life)?;
        let (concern, concern_answered) = self.concern(&files, &life)?;
        let unattributed = self.unattributed(&life, &files, &commits.executing)?;
        let token = folder.id().cloned().unwrap_or_else(|| self.found.asked.clone());
        let claims = self.claims(&token, &files, commits.ships);
        let name = match (folder.slug(&token), claims.name) {
            ("", name) => name,
            (slug, _) => slug.to_owned(),
        };
        let evidence = PhaseEvidence {
            id: token.to_string(),
            files,
            unrecognised,
            commits: commits.executing,
            unattributed,
            concern,
            concern_answered,
            touches_source: commits.touches_source,
            history_cut: life.cut.clone(),
            archived: self.found.folder.as_ref().is_some_and(|folder| folder.archive.is_some()),
            marked: claims.marked,
            roadmap: claims.roadmap,
            shipped: claims.shipped,
            ui_hint: claims.ui_hint,
            project_has: project.has.clone(),
            setup: setup_of(&project.config)?,
        };
        let begin = life.begin().into_iter().next();
        Ok(PhaseReading { evidence, name, begin, notes: std::mem::take(&mut self.notes) })
    }

    fn path(&self, below: &RepoPath) -> RepoPath {
        self.found.folder.as_ref().map(|folder| folder.path.join(below.as_bytes())).unwrap_or_default()
    }

    fn held(&self, folder: &RepoPath) -> Result<Held, Failure> {
        let mut held = Held::new();
        if let Some(tree) = self.project.tree
            && let Some(entry) = self.project.objects().entry_at(tree, folder)?
            && entry.kind == EntryKind::Folder
        {
            self.held_in_head(entry.id, &RepoPath::default(), DEPTH, &mut held)?;
        }
        let disk = Disk { root: self.project.repository.root().to_path_buf() };
        held_on_disk(&disk, folder, &RepoPath::default(), DEPTH, &mut held)?;
        // What only the index holds (staged, then removed from disk) is told by the status.
        for path in self.project.status.entries.keys() {
            if let Some(below) = path.below(folder).filter(|below| !below.is_root()) {
                held.entry(below).or_insert((None, false));
            }
        }
        Ok(held)
    }

    fn held_in_head(&self, tree: Oid, at: &RepoPath, depth: usize, held: &mut Held) -> Result<(), Failure> {
        for entry in self.project.objects().list(tree)? {
            let path = at.join(&entry.name);
            match entry.kind {
                EntryKind::Folder if depth > 0 => self.held_in_head(entry.id, &path, depth - 1, held)?,
                EntryKind::Folder | EntryKind::Submodule => {}
                kind => {
                    held.insert(path, (Some((kind, entry.id)), false));
                }
            }
        }
        Ok(())
    }

    /// The life of the folder; empty before the first commit, and for an archive, which is complete whatever its history.
    fn life(&self) -> Result<Life, Failure> {
        let (Some(folder), Some(head)) = (&self.found.folder, self.project.head) else { return Ok(Life::default()) };
        if folder.archive.is_some() {
            return Ok(Life::default());
        }
        let code = self.project.config.project_code.as_deref();
        let is_former = |name: &[u8]| folder.folder.id().is_some_and(|id| Folder::new(name, code).may_be(id));
        Ok(walk_following(self.project.objects(), head, &folder.path, &is_former)?)
    }

    fn tracked(&self, below: &RepoPath, (in_head, on_disk): (Option<(EntryKind, Oid)>, bool)) -> Tracked {
        let entry = self.project.status.entries.get(&self.path(below));
        let tracked = tracked(in_head.is_some(), on_disk, entry);
        // Where git holds nothing of the planning folder, finished is all that can be asked.
        match tracked {
            Tracked::Untracked | Tracked::Ignored if !self.project.committed => Tracked::Committed,
            tracked => tracked,
        }
    }

    fn file(
        &mut self,
        below: &RepoPath,
        held: (Option<(EntryKind, Oid)>, bool),
        name: Artifact,
        life: &Life,
    ) -> Result<File, Failure> {
        let path = self.path(below);
        let tracked = self.tracked(below, held);
        let bytes = self.bytes(&path, tracked, held)?;
        let (reading, plan) = match &bytes {
            Ok(bytes) => {
                let plan = matches!(name.kind, Kind::Plan | Kind::PlanOutline).then(|| plan_facts(bytes));
                (read_content(name.kind, bytes, &[]), plan)
            }
            Err(why) => (unreadable(why.clone()), None),
        };
        if let Some(note) = &reading.salvaged {
            self.notes.push(format!("{path}:{}: front matter is no valid YAML and was read line by line", note.line));
        }
        let changed_by = life.last_changes(below);
        let adds = |entry: &&crate::engine::life::LifeCommit| matches!(entry.changed.get(below), Some(Some(_)));
        let added_by = life.commits.iter().rev().find(adds).map(|entry| entry.commit.id);
        Ok(File { path, name, tracked, reading, plan, changed_by, added_by, freshness: Freshness::NotJudged })
    }

    /// The bytes to read: HEAD's for what is committed (or gone), the disk's otherwise.
    fn bytes(
        &self,
        path: &RepoPath,
        tracked: Tracked,
        (in_head, on_disk): (Option<(EntryKind, Oid)>, bool),
    ) -> Result<Result<Vec<u8>, String>, Failure> {
        match (tracked, in_head) {
            (Tracked::Committed | Tracked::Deleted, Some((EntryKind::Link, _))) => {
                Ok(Err("it is a link, which is not followed".to_owned()))
            }
            (Tracked::Committed | Tracked::Deleted, Some((_, id))) => {
                Ok(match self.project.objects().blob(id, FILE_LIMIT)? {
                    Blob::Content(bytes) => Ok(bytes),
                    Blob::TooLarge(size) => Err(format!("it has {size} bytes; at most {FILE_LIMIT} are read")),
                })
            }
            _ if !on_disk => Ok(Ok(Vec::new())),
            _ => Ok(match confined::read(self.project.repository.root(), path, FILE_LIMIT) {
                Ok(bytes) => Ok(bytes.unwrap_or_default()),
                Err(error) => Err(error.to_string()),
            }),
        }
    }

    fn execute_commits(&self, life: &Life, folder: &Folder, files: &[File]) -> Result<Commits, Failure> {
        let plans: Vec<PlanId> =
            files.iter().filter_map(|file| file.name.plan.clone()).collect::<BTreeSet<_>>().into_iter().collect();
        let asked = Asked { folder, plans: &plans, others: &self.others };
        let mut found = Commits { executing: Vec::new(), touches_source: false, ships: false };
        for entry in life.commits.iter().rev() {
            let Some(scope) = parse_scope(&entry.commit.subject) else { continue };
            found.ships |= scope.ships(&asked);
            let named = scope.names(&asked);
            if matches!(named, Named::Nothing) || scope.is_review_fix() || scope.names_uat() {
                continue;
            }
            let Some(changes) = self.project.objects().changed_paths(&entry.commit)? else { continue };
            let outside = changes.keys().any(|path| !path.is_in(&self.project.planning));
            found.touches_source |= outside;
            let is_planning_work = !NO_EXECUTION.contains(&scope.kind.as_str())
                && changes.keys().any(|path| path.is_in(&self.project.planning) && !is_plan(path));
            if let Named::Plans(plans) = named
                && (outside || is_planning_work)
            {
                found.executing.push(ExecuteCommit { id: entry.commit.id, plans });
            }
        }
        Ok(found)
    }

    /// Tells of every file whether what its kind judges came after it.
    fn freshen(&self, files: &mut [File], commits: &[ExecuteCommit], life: &Life) -> Result<(), Failure> {
        let graph = life.graph();
        let executed = executed_at(files, commits);
        let reviewed: Vec<Oid> = files
            .iter()
            .filter(|file| file.name.kind == Kind::Review && file.name.plan.is_none())
            .flat_map(|file| file.changed_by.clone())
            .collect();
        let planned: Vec<Oid> =
            files.iter().filter(|file| file.name.kind == Kind::Plan).filter_map(|file| file.added_by).collect();
        for file in files.iter_mut() {
            let judged = match file.name.kind.row().judges {
                Judges::Nothing => continue,
                Judges::Execution => &executed,
                Judges::Review => &reviewed,
                Judges::Plans => &planned,
            };
            file.freshness = self.freshness(judged, &file.changed_by, life, &graph)?;
        }
        Ok(())
    }

    fn freshness(&self, judged: &[Oid], since: &[Oid], life: &Life, graph: &Graph) -> Result<Freshness, Failure> {
        if since.is_empty() {
            return Ok(match &life.cut {
                Some(why) => Freshness::Unknown(why.clone()),
                None => Freshness::NotJudged,
            });
        }
        for work in judged {
            if since.iter().any(|since| graph.is_at_or_before(*work, *since)) {
                continue;
            }
            // Within the life there is no way from one to the other; around it there may be.
            let mut unknown = None;
            let mut is_before = false;
            for since in since {
                match self.project.objects().is_ancestor(*work, *since)? {
                    Ancestry::Yes => is_before = true,
                    Ancestry::No => {}
                    Ancestry::Unknown(why) => unknown = Some(why),
                }
            }
            match (is_before, unknown) {
                (true, _) => {}
                (false, Some(why)) => return Ok(Freshness::Unknown(why)),
                (false, None) => return Ok(Freshness::Stale(*work)),
            }
        }
        Ok(Freshness::Fresh)
    }

    /// The newest commit that raised a serious concern in REVIEWS, and whether a plan changed in or after it.
    fn concern(&self, files: &[File], life: &Life) -> Result<(Option<Oid>, bool), Failure> {
        let Some(reviews) = files.iter().find(|file| file.name.kind == Kind::Reviews) else { return Ok((None, false)) };
        let Some(folder) = &self.found.folder else { return Ok((None, false)) };
        let Some(below) = reviews.path.below(&folder.path) else { return Ok((None, false)) };
        let versions: Vec<(usize, Oid)> = life
            .commits
            .iter()
            .enumerate()
            .filter_map(|(at, entry)| Some((at, (*entry.changed.get(&below)?)?)))
            .collect();
        for (place, (at, blob)) in versions.iter().enumerate() {
            let new = self.lossy(*blob)?;
            let old = versions.get(place + 1).map(|(_, blob)| self.lossy(*blob)).transpose()?;
            if newly_raises(old.as_deref(), &new) {
                let is_plan_change = |entry: &crate::engine::life::LifeCommit| {
                    files.iter().filter(|file| file.name.kind == Kind::Plan).any(|file| {
                        file.path.below(&folder.path).is_some_and(|below| entry.changed.contains_key(&below))
                    })
                };
                let answered = life.commits.iter().take(at + 1).any(is_plan_change);
                return Ok((life.commits.get(*at).map(|entry| entry.commit.id), answered));
            }
        }
        Ok((None, false))
    }

    fn lossy(&self, blob: Oid) -> Result<String, Failure> {
        Ok(match self.project.objects().blob(blob, FILE_LIMIT)? {
            Blob::Content(bytes) => String::from_utf8_lossy(&bytes).into_owned(),
            Blob::TooLarge(_) => String::new(),
        })
    }

    /// Commits since the first plan that name nothing and touch what a plan declares; looked for only where no plan has begun.
    fn unattributed(&self, life: &Life, files: &[File], commits: &[ExecuteCommit]) -> Result<Vec<Oid>, Failure> {
        let has_summary =
            files.iter().any(|file| file.name.kind == Kind::Summary && file.tracked == Tracked::Committed);
        let project = self.project.planning.parent();
        let declared: BTreeSet<RepoPath> = files
            .iter()
            .filter(|file| file.name.kind == Kind::Plan)
            .filter_map(|file| file.plan.as_ref())
            .flat_map(|facts| facts.files.iter().map(|path| project.join(path.trim_start_matches("./"))))
            .filter(|path| !path.is_in(&self.project.planning))
            .collect();
        if !commits.is_empty() || has_summary || declared.is_empty() {
            return Ok(Vec::new());
        }
        let first = files.iter().filter(|file| file.name.kind == Kind::Plan).filter_map(|file| file.added_by);
        let planned: Vec<usize> =
            first.filter_map(|id| life.commits.iter().position(|entry| entry.commit.id == id)).collect();
        let since = planned.into_iter().max().unwrap_or_default();
        let mut found = Vec::new();
        for entry in life.commits.iter().take(since).rev() {
            let names_nothing = parse_scope(&entry.commit.subject).is_none_or(|scope| scope.mentions().is_empty());
            if !names_nothing {
                continue;
            }
            let changes = self.project.objects().changed_paths(&entry.commit)?.unwrap_or_default();
            if changes.keys().any(|path| declared.contains(path)) {
                found.push(entry.commit.id);
            }
        }
        Ok(found)
    }

    fn claims(&self, token: &PhaseId, files: &[File], ship_commit: bool) -> Claims {
        let is_this = |text: &str| PhaseId::parse(text).is_some_and(|id| id == *token || id == self.found.asked);
        let entry = self.project.roadmap.as_ref().and_then(|roadmap| roadmap.entry(is_this));
        let roadmap = match &self.project.roadmap {
            None => RoadmapSays::Missing,
            Some(_) => RoadmapSays::of(entry),
        };
        let state = self.project.state.clone().unwrap_or_default();
        let current = state.current.as_ref().and_then(|current| PhaseId::parse(&current.value));
        let current = match current {
            None => Current::None,
            Some(current) if current == *token || current == self.found.asked => Current::This,
            Some(current) if current.prefix() == token.prefix() && current > *token && !current.is_backlog() => {
                Current::Later
            }
            Some(_) => Current::Other,
        };
        let verification_passed = files.iter().any(|file| {
            file.name.kind == Kind::Verification
                && file.tracked == Tracked::Committed
                && matches!(file.reading.content, Content::Finished { meaning: Meaning::Done, .. })
        });
        let marked =
            marked(&Witnesses { roadmap, ship_commit, current, state: state.says(is_this), verification_passed });
        let state_ships = state.shipped.as_ref().is_some_and(|shipped| is_this(&shipped.value));
        let none_needed = self.project.config.ship.as_deref() == Some("none");
        Claims {
            shipped: ship_commit || state_ships || (none_needed && verification_passed && marked.marked),
            marked,
            roadmap,
            ui_hint: entry.and_then(|entry| entry.ui_hint).unwrap_or_default(),
            name: entry.map(|entry| entry.name.clone()).unwrap_or_default(),
        }
    }
}

/// The types whose commits carry out no plan unless they touch source.
const NO_EXECUTION: &[&str] = &["docs", "plan", "state", "wip"];

fn is_plan(path: &RepoPath) -> bool {
    let name = path.file_name().to_ascii_uppercase();
    name.windows(4).any(|part| part == b"PLAN") && !name.windows(7).any(|part| part == b"SUMMARY")
}

struct Commits {
    executing: Vec<ExecuteCommit>,
    touches_source: bool,
    ships: bool,
}

struct Claims {
    marked: crate::gsd::claims::Marked,
    roadmap: RoadmapSays,
    shipped: bool,
    ui_hint: bool,
    name: String,
}

/// The commits that execution ended with: every execute commit, and for a plan without any the one that added its SUMMARY.
fn executed_at(files: &[File], commits: &[ExecuteCommit]) -> Vec<Oid> {
    let mut executed: Vec<Oid> = commits.iter().map(|commit| commit.id).collect();
    let is_named = |plan: &PlanId| commits.iter().any(|commit| commit.plans.iter().any(|named| named.covers(plan)));
    for file in files.iter().filter(|file| file.name.kind == Kind::Summary) {
        if !file.name.plan.as_ref().is_some_and(is_named) {
            executed.extend(file.added_by);
        }
    }
    executed
}

fn unreadable(why: String) -> ContentReading {
    ContentReading { content: Content::Unreadable { line: 0, why }, salvaged: None, notes: Vec::new() }
}

fn plan_facts(bytes: &[u8]) -> PlanFacts {
    let Ok(source) = Source::of(bytes) else { return PlanFacts::default() };
    let artifact = source.artifact();
    PlanFacts {
        superseded: artifact.text("status").is_some_and(|word| crate::engine::words::normalise(word) == "superseded"),
        gap_closure: artifact.text("gap_closure") == Some("true") || artifact.text("mode") == Some("gap_closure"),
        depends_on: artifact.texts("depends_on"),
        files: artifact.texts("files_modified"),
    }
}

fn held_on_disk(disk: &Disk, folder: &RepoPath, at: &RepoPath, depth: usize, held: &mut Held) -> Result<(), Failure> {
    for (name, kind) in disk.list(&folder.join(at.as_bytes()))? {
        let path = at.join(&name);
        match kind {
            DiskKind::Folder if depth > 0 && name != b".git" => held_on_disk(disk, folder, &path, depth - 1, held)?,
            DiskKind::Folder => {}
            DiskKind::File | DiskKind::Link => held.entry(path).or_insert((None, false)).1 = true,
        }
    }
    Ok(())
}
