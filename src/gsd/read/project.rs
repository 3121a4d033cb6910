//! One project, opened once: the repository, the planning folder, its config and claims, and the folders of its phases.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};
use std::sync::OnceLock;

use super::containers::{Container, ContainerKind, Holds, Member, containers_in_force, members, scope};
use super::ignored::Ignored;
use super::layout::{Workstream, check_planning, find_planning, passed_over, workstream_in_force, workstreams};
use super::marks::Torn;
use super::settings::{self, Sources, config_paths};
use super::uncommitted::Uncommitted;
use crate::engine::activate::CompiledMap;
use crate::engine::ask::Place;
use crate::engine::diagnosis::Underway;
use crate::engine::failure::Failure;
use crate::engine::journal::Journal;
use crate::engine::object::{self, Oid};
use crate::engine::own::Own;
use crate::engine::path::RepoPath;
use crate::engine::surface::SurfaceMap;
use crate::git::{Backend, Blob, Head, Objects, Operation, Repository, Side, Status, open_journal};
use crate::gsd::artifacts::Kind;
use crate::gsd::folders::{Folder, Others};
use crate::gsd::ids::PhaseId;
use crate::gsd::names::{self, Name};
use crate::gsd::scopes::Convention;
use crate::gsd::text::config::SWITCHES;
use crate::gsd::text::config_in_force::InForce;
use crate::gsd::text::roadmap::Roadmap;
use crate::gsd::text::state::State;
use crate::gsd::text::surfaces::Settings;
use crate::read::compared::Compared;
use crate::read::held::FILE_LIMIT;
use crate::read::hidden::{Git, look_at_hidden};
use crate::read::listing::{Disk, InHead, Listing as _, Union, below_root};
use crate::read::text::decode;

/// A folder that holds a phase.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PhaseFolder {
    /// The folder, below the root of the repository.
    pub path: RepoPath,
    /// What its name says.
    pub folder: Folder,
    /// The archive that it lies in.
    pub archive: Option<RepoPath>,
    /// True where it holds at least one file.
    pub holds_files: bool,
}

/// A project, opened for reading.
pub struct Project {
    /// The repository.
    pub repository: Repository,
    /// HEAD's commit.
    pub head: Option<Oid>,
    /// HEAD's tree.
    pub tree: Option<Oid>,
    /// The planning folder.
    pub planning: RepoPath,
    /// The folder that is worked in: the planning folder, or the workstream's.
    pub scope: RepoPath,
    /// The workstream in force.
    pub workstream: Option<String>,
    /// The config file.
    pub config_path: Option<RepoPath>,
    /// The config in force, as far as it is GSD's.
    pub config: InForce,
    /// This tool's own settings in it.
    pub settings: Settings,
    /// The uncommitted files that never interrupt.
    pub ignore_wip: Ignored,
    /// The project's own convention of execute commits.
    pub convention: Option<Convention>,
    /// The surface map, compiled; none where there is none.
    pub map: Option<CompiledMap>,
    /// True where that map is only tried: no commit has adopted it, so whatever was executed was so before it.
    pub is_trial: bool,
    /// ROADMAP, where there is one.
    pub roadmap: Option<Roadmap>,
    /// Its text, which the roadmap's sections are parts of.
    pub roadmap_text: Option<String>,
    /// STATE, where there is one.
    pub state: Option<State>,
    /// What both say where a merge left its marks in one of them.
    pub torn: Torn,
    /// The folders of the phases, live ones first.
    pub folders: Vec<PhaseFolder>,
    /// The tokens of the live ones, sorted.
    tokens: Vec<PhaseId>,
    /// Kinds that some phase of the project has committed.
    pub has: Vec<Kind>,
    /// The disk; none where a commit alone is looked at.
    pub disk: Disk,
    compared: Compared,
    uncommitted: OnceLock<Result<Uncommitted, Failure>>,
    /// The operation that git is in the middle of.
    pub operation: Option<Operation>,
    /// The recovery that was begun and is not over.
    pub recovery: Option<Journal>,
    /// True where the lines that commits changed are not looked at: for all phases of a project at once that would cost more than
    /// everything else.
    pub by_names: bool,
    /// The place as it was asked for.
    place: Place,
    /// What a reader should know of the place; see [`Project::warnings`].
    warnings: Vec<String>,
}

/// A repository whose planning folder is found and whose work tree is being compared: the reading that all scopes share.
pub(super) struct Opened {
    pub(super) repository: Repository,
    pub(super) disk: Disk,
    compared: Compared,
    pub(super) head: Option<Oid>,
    pub(super) tree: Option<Oid>,
    pub(super) planning: RepoPath,
}

/// The tokens of the live phases, sorted.
fn tokens(folders: &[PhaseFolder]) -> Vec<PhaseId> {
    let live = folders.iter().filter(|folder| folder.archive.is_none());
    let mut tokens: Vec<PhaseId> = live.filter_map(|folder| folder.folder.id().cloned()).collect();
    tokens.sort();
    tokens
}

impl Project {
    /// Opens the project that `place` names. Comparing the work tree starts first and goes on beside
    /// everything else, until [`Project::status`] is asked.
    ///
    /// # Errors
    /// No repository, no planning folder, a config that cannot be used, or something that cannot be read.
    pub fn open(place: &Place) -> Result<Self, Failure> {
        Opened::of(place)?.project(place)
    }

    /// Has the project answer as if it had this surface map from now on.
    ///
    /// # Errors
    /// The globs together are too large.
    pub fn try_map(&mut self, map: SurfaceMap) -> Result<(), Failure> {
        let compiled = CompiledMap::new(map.clone(), self.planning.parent());
        self.map = Some(compiled.map_err(|error| Failure::usage("config", error.to_string()))?);
        self.settings.surfaces = map;
        self.is_trial = true;
        Ok(())
    }

    /// The tokens of the live phases but for that of one folder.
    pub fn others(&self, own: &PhaseFolder) -> Others<'_> {
        let own = own.folder.id().filter(|_| own.archive.is_none());
        own.map_or_else(|| Others::all(&self.tokens), |own| Others::than(&self.tokens, own))
    }

    /// The switches of `workflow` that are off.
    pub fn switched_off(&self) -> Vec<&'static str> {
        SWITCHES.iter().filter(|row| self.config.off.contains(&row.switch)).map(|row| row.key).collect()
    }

    /// What differs from HEAD.
    ///
    /// # Errors
    /// Git cannot compare.
    pub fn status(&self) -> Result<&Status, Failure> {
        let hidden = || Ok(self.repository.hidden()?);
        self.compared.status_with(hidden, |hidden, status| {
            let typed = |path: &RepoPath| self.from(&self.place.start, path);
            let git = Git { own: &self.own(), typed: &typed };
            look_at_hidden(&self.repository, self.tree, &[&self.planning], hidden, &git, status)
        })
    }

    /// The same, sorted.
    ///
    /// # Errors
    /// Git cannot compare, or the disk cannot be read.
    pub fn uncommitted(&self) -> Result<&Uncommitted, Failure> {
        self.uncommitted.get_or_init(|| Uncommitted::of(self)).as_ref().map_err(Clone::clone)
    }

    /// What a reader should know of the place, with what git complained about.
    ///
    /// # Errors
    /// Git cannot compare.
    pub fn warnings(&self) -> Result<Vec<String>, Failure> {
        let status = self.status()?;
        let gone = config_paths(&self.planning, &self.scope).into_iter().filter(|path| {
            let entry = status.entries.get(path);
            entry.is_some_and(|entry| [entry.index, entry.work].contains(&Side::Deleted))
        });
        let gone = gone.map(|path| {
            format!(
                "{path} is deleted and nobody has committed that: what HEAD has of it counts (surfaces, gates, depth)"
            )
        });
        let operation = self.operation_underway()?.map(|Underway { word, remedy, .. }| {
            format!("a {word} is in progress, which stops the phases that it touches and those under way: {remedy}")
        });
        let of_git = gone.chain(status.warnings.iter().cloned());
        Ok(self.warnings.iter().cloned().chain(operation).chain(of_git).collect())
    }

    /// The operation that git is in the middle of, and what ends it.
    ///
    /// # Errors
    /// Git cannot compare.
    pub fn operation_underway(&self) -> Result<Option<Underway>, Failure> {
        let Some(operation) = self.operation else { return Ok(None) };
        Ok(Some(operation.underway(&self.own(), self.status()?.conflicts())))
    }

    /// Adds to what a reader should know of the place.
    pub fn warn(&mut self, warning: String) {
        self.warnings.push(warning);
    }

    /// What history holds.
    pub fn objects(&self) -> &Objects {
        self.repository.objects()
    }

    /// The text of a file: as HEAD has it, else as it lies on disk.
    ///
    /// # Errors
    /// It cannot be read.
    pub fn text(&self, path: &RepoPath) -> Result<Option<String>, Failure> {
        text_of(self.objects(), self.tree, &self.disk, path)
    }

    /// The folder that `dir` names, whatever its name says: for phases that the grammar does not reach.
    ///
    /// # Errors
    /// There is no such folder inside the repository.
    pub fn folder_at(&self, place: &Place, dir: &Path) -> Result<PhaseFolder, Failure> {
        let path = below_root(&self.repository, &place.start.join(dir))?;
        let folder = Folder::new(path.file_name(), self.config.project_code.as_deref());
        Ok(PhaseFolder { path, folder, archive: None, holds_files: true })
    }

    /// The options that ask here again.
    fn own(&self) -> Own {
        self.place.own(self.workstream.clone())
    }

    /// A path as somebody types it who starts in `start`.
    pub fn from(&self, start: &Path, path: &RepoPath) -> String {
        let above = below_root(&self.repository, start).map_or(0, |below| below.segments().count());
        format!("{}{}", "../".repeat(above), String::from_utf8_lossy(path.as_bytes()))
    }

    /// What HEAD's tree (else the disk) has at a path.
    ///
    /// # Errors
    /// Git cannot be read.
    pub fn kind_at(&self, path: &RepoPath) -> Result<Option<object::EntryKind>, Failure> {
        let entry = self.tree.map(|tree| self.objects().entry_at(tree, path)).transpose()?.flatten();
        if let Some(entry) = entry {
            return Ok(Some(entry.kind));
        }
        let real = self.disk.resolve(path)?;
        let kind = |real: PathBuf| if real.is_dir() { object::EntryKind::Folder } else { object::EntryKind::File };
        Ok(real.filter(|real| real.exists()).map(kind))
    }

    /// The names in a folder, in HEAD's tree or on disk.
    ///
    /// # Errors
    /// The folder cannot be listed.
    pub fn names_in(&self, folder: &RepoPath) -> Result<BTreeSet<Vec<u8>>, Failure> {
        let listing = Union(self.disk.clone(), InHead { objects: self.objects(), tree: self.tree });
        Ok(listing.list(folder)?.into_keys().collect())
    }

    /// The absolute paths by which the root of the repository is known: this work tree's, and the main one's.
    pub fn roots(&self) -> Vec<String> {
        let main = self.repository.common_dir().parent();
        let known = [Some(self.repository.root()), main];
        known.into_iter().flatten().map(|path| path.to_string_lossy().replace('\\', "/")).collect()
    }

    /// The workstreams of the planning folder.
    ///
    /// # Errors
    /// The folder cannot be listed.
    pub fn workstreams(&self) -> Result<Vec<String>, Failure> {
        let listing = Union(self.disk.clone(), InHead { objects: self.objects(), tree: self.tree });
        Ok(workstreams(&listing, &self.planning)?)
    }
}

impl Opened {
    /// Finds the repository and the planning folder; comparing the work tree begins.
    ///
    /// # Errors
    /// There is none, or it cannot be read.
    pub(super) fn of(place: &Place) -> Result<Self, Failure> {
        let repository = Repository::discover(&place.start, Backend::Auto)?;
        let compared = Compared::new(repository.status()?);
        let head = match repository.head()? {
            Head::Commit { id, .. } => Some(id),
            Head::Unborn { .. } => None,
        };
        let disk = Disk::below(repository.root());
        Self { repository, disk, compared, head, tree: None, planning: RepoPath::default() }.found(place)
    }

    /// The repository as this commit has it: HEAD and the work tree, whatever they hold, count for nothing.
    ///
    /// # Errors
    /// The commit holds no planning folder there, or cannot be read.
    pub(super) fn at(repository: Repository, commit: Oid, place: &Place) -> Result<Self, Failure> {
        let (disk, compared) = (Disk::default(), Compared::nothing());
        Self { repository, disk, compared, head: Some(commit), tree: None, planning: RepoPath::default() }.found(place)
    }

    fn found(mut self, place: &Place) -> Result<Self, Failure> {
        let objects = self.repository.objects();
        self.tree = self.head.map(|id| objects.commit(id)).transpose()?.map(|commit| commit.tree);
        self.planning = match &place.planning {
            None => find_planning(&self.listing(), &below_root(&self.repository, &place.start)?)?,
            Some(named) => {
                let planning = below_root(&self.repository, &place.start.join(named))?;
                check_planning(&self.listing(), &planning)?;
                planning
            }
        };
        Ok(self)
    }

    /// The workstreams that there are.
    ///
    /// # Errors
    /// The folder cannot be listed.
    pub(super) fn workstreams(&self) -> Result<Vec<String>, Failure> {
        Ok(workstreams(&self.listing(), &self.planning)?)
    }

    /// The project, in the workstream that `place` asks for.
    ///
    /// # Errors
    /// As [`Project::open`].
    pub(super) fn project(self, place: &Place) -> Result<Project, Failure> {
        let known = self.workstreams()?;
        let pointer = self.text(&self.planning.join("active-workstream"))?;
        let (in_force, note) = workstream_in_force(
            &known,
            place.workstream.as_deref(),
            place.workstream_from_env.as_deref(),
            pointer.as_deref(),
        )?;
        let workstream = match in_force {
            Workstream::Named { name, .. } => Some(name),
            Workstream::Flat => None,
        };
        let other = place.git_dir_from_env.as_deref();
        let other = other.and_then(|named| self.repository.warn_of_other(named, &place.start));
        let odd = passed_over(&self.listing(), &self.planning)?;
        self.finish(workstream, place, note.into_iter().chain(other).chain(odd).collect())
    }

    /// The repository, and what differs from HEAD in it.
    ///
    /// # Errors
    /// Git cannot compare.
    pub(super) fn alone(self) -> Result<(Repository, Status), Failure> {
        let status = self.compared.status()?.clone();
        Ok((self.repository, status))
    }

    fn listing(&self) -> Union<Disk, InHead<'_>> {
        Union(self.disk.clone(), InHead { objects: self.repository.objects(), tree: self.tree })
    }

    pub(super) fn text(&self, path: &RepoPath) -> Result<Option<String>, Failure> {
        text_of(self.repository.objects(), self.tree, &self.disk, path)
    }

    fn finish(self, workstream: Option<String>, place: &Place, mut warnings: Vec<String>) -> Result<Project, Failure> {
        let scope = scope(&self.planning, workstream.as_deref());
        let is_committed = self.is_committed()?;
        let (repository, disk, tree, planning) = (&self.repository, &self.disk, self.tree, &self.planning);
        let read = settings::read(&Sources { repository, disk, tree, planning, scope: &scope, is_committed })?;
        let (config, settings) = (read.config, read.settings);
        warnings.extend(read.warnings);
        let config_shown = || read.path.clone().unwrap_or_else(|| self.planning.join("config.json"));
        let map = (!settings.surfaces.is_empty())
            .then(|| CompiledMap::new(settings.surfaces.clone(), self.planning.parent()));
        let map = map.transpose().map_err(|error| Failure::usage("config", format!("{}: {error}", config_shown())))?;
        let ignore_wip = settings.pipeline.ignore_wip.clone();
        let ignore_wip = Ignored::new(ignore_wip, &self.planning.parent())
            .map_err(|error| Failure::usage("config", format!("{}: pipeline.ignore_wip: {error}", config_shown())))?;
        let convention = settings.pipeline.execute_commit.as_deref().map(Convention::new).transpose();
        let convention = convention.map_err(|error| {
            Failure::usage("config", format!("{}: pipeline.execute_commit: {error}", config_shown()))
        })?;
        let folders = self.folders(workstream.as_deref(), config.project_code.as_deref(), &mut warnings)?;
        let has = self.kinds_in_use(&folders)?;
        let [roadmap_path, state_path] = ["ROADMAP.md", "STATE.md"].map(|name| scope.join(name));
        let (roadmap_text, state_text) = (self.text(&roadmap_path)?, self.text(&state_path)?);
        let torn = Torn::of((roadmap_path, roadmap_text.as_deref()), (state_path, state_text.as_deref()));
        warnings.extend(torn.warnings());
        let roadmap = roadmap_text.as_deref().map(Roadmap::parse);
        if roadmap.as_ref().is_some_and(|roadmap| !roadmap.tells_absence()) {
            warnings.push(format!(
                "{}: it names no phase, or holds NUL bytes: that it leaves a phase out marks none",
                scope.join("ROADMAP.md")
            ));
        }
        let state = torn.state().or_else(|| state_text.as_deref().map(State::parse));
        let operation = self.repository.operation()?;
        let recovery = open_journal(self.repository.git_dir())?;
        Ok(Project {
            head: self.head,
            tree: self.tree,
            planning: self.planning,
            scope,
            workstream,
            config_path: read.path,
            config,
            settings,
            ignore_wip,
            convention,
            map,
            is_trial: false,
            roadmap,
            roadmap_text,
            state,
            tokens: tokens(&folders),
            torn,
            folders,
            has,
            disk: self.disk,
            compared: self.compared,
            operation,
            recovery,
            by_names: false,
            place: place.clone(),
            warnings,
            repository: self.repository,
            uncommitted: OnceLock::new(),
        })
    }

    /// True where HEAD's tree holds the planning folder.
    pub(super) fn is_committed(&self) -> Result<bool, Failure> {
        let Some(tree) = self.tree else { return Ok(false) };
        Ok(self.repository.objects().entry_at(tree, &self.planning)?.is_some())
    }

    fn folders(
        &self,
        workstream: Option<&str>,
        project_code: Option<&str>,
        warnings: &mut Vec<String>,
    ) -> Result<Vec<PhaseFolder>, Failure> {
        let listing = self.listing();
        let mut found = Vec::new();
        for container in containers_in_force(&listing, &self.planning, workstream)? {
            for member in members(&listing, &container)? {
                match member.holds {
                    Holds::Link => warnings.push(format!("{} is a link and was not followed", member.path)),
                    Holds::Folders(_) if container.kind == ContainerKind::Live => {
                        warnings.push(format!("{} holds folders alone, so it is no phase", member.path));
                    }
                    Holds::Folders(_) => {}
                    Holds::Files | Holds::Nothing => found.push(phase_folder(&container, member, project_code)),
                }
            }
        }
        Ok(found)
    }

    /// The kinds that some phase has in HEAD's tree, by name alone.
    fn kinds_in_use(&self, folders: &[PhaseFolder]) -> Result<Vec<Kind>, Failure> {
        let in_head = InHead { objects: self.repository.objects(), tree: self.tree };
        let mut kinds = Vec::new();
        for folder in folders {
            for name in in_head.list(&folder.path)?.keys() {
                if let Name::Artifact(artifact) = names::parse(&folder.folder, Others::default(), name) {
                    kinds.push(artifact.kind);
                }
            }
        }
        kinds.sort();
        kinds.dedup();
        Ok(kinds)
    }
}

fn phase_folder(container: &Container, member: Member, project_code: Option<&str>) -> PhaseFolder {
    PhaseFolder {
        folder: Folder::new(member.path.file_name(), project_code),
        archive: (container.kind == ContainerKind::Archive).then(|| container.path.clone()),
        holds_files: member.holds == Holds::Files,
        path: member.path,
    }
}

/// The bytes of a file as HEAD has it.
///
/// # Errors
/// Git cannot read it, or it is too large.
pub fn blob_of(objects: &Objects, tree: Option<Oid>, path: &RepoPath) -> Result<Option<Vec<u8>>, Failure> {
    let Some(tree) = tree else { return Ok(None) };
    let Some(entry) = objects.entry_at(tree, path)? else { return Ok(None) };
    if !matches!(entry.kind, object::EntryKind::File | object::EntryKind::Executable) {
        return Ok(None);
    }
    match objects.blob(entry.id, FILE_LIMIT)? {
        Blob::Content(bytes) => Ok(Some(bytes)),
        Blob::TooLarge(size) => {
            Err(Failure::environment("too-large", format!("{path} has {size} bytes; at most {FILE_LIMIT} are read")))
        }
    }
}

fn text_of(objects: &Objects, tree: Option<Oid>, disk: &Disk, path: &RepoPath) -> Result<Option<String>, Failure> {
    let bytes = match blob_of(objects, tree, path)? {
        Some(bytes) => Some(bytes),
        None => disk.read(path)?,
    };
    let Some(bytes) = bytes else { return Ok(None) };
    let text = decode(&bytes).map_err(|error| Failure::environment("no-text", format!("{path}: {error}")))?;
    Ok(Some(text.text.into_owned()))
}
