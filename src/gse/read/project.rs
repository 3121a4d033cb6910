//! One project, opened once: the repository, the folder `.gse/` of its main work tree, and the state files in it.

use crate::engine::ask::Place;
use crate::engine::evidence::Tracked;
use crate::engine::failure::Failure;
use crate::engine::journal::Journal;
use crate::engine::object::Oid;
use crate::engine::own::Own;
use crate::engine::path::RepoPath;
use crate::git::{Backend, Head, Operation, Repository, Status, open_journal};
use crate::gse::evidence::StateFile;
use crate::gse::ids::Sprint;
use crate::gse::shapes::Shape;
use crate::gse::text::backlog::{self, Task};
use crate::gse::text::config::{self, ConfigFacts};
use crate::gse::text::document::{Document, Refusal, Said};
use crate::gse::text::plan::{self, PlanFacts, PlanStatus};
use crate::gse::text::profile::{self, ProfileFacts};
use crate::gse::text::status::{self, StatusFacts};
use crate::read::held::Held;
use crate::read::hidden::{Git, look_at_hidden};
use crate::read::listing::{Disk, EntryKind, InHead, Listing as _, Union, below_root, nearest};

/// The name of the folder.
pub const FOLDER: &str = ".gse";

/// What reads the bytes of a state file.
type Reader<T> = fn(&[u8]) -> Result<(T, Document), Refusal>;

/// A project, opened for reading.
pub struct Project {
    /// The repository, by its main work tree.
    pub repository: Repository,
    /// What differs from HEAD there.
    pub status: Status,
    /// HEAD's commit.
    pub head: Option<Oid>,
    /// HEAD's tree.
    pub tree: Option<Oid>,
    /// The branch that HEAD names.
    pub on: Option<String>,
    /// The folder `.gse/`.
    pub planning: RepoPath,
    /// The operation that git is in the middle of.
    pub operation: Option<Operation>,
    /// The recovery that was begun and is not over.
    pub recovery: Option<Journal>,
    /// Where the main work tree is, for somebody who stands in another one.
    pub main_elsewhere: Option<String>,
    /// The state files.
    pub state: State,
    warnings: Vec<String>,
}

/// The state files.
pub struct State {
    /// `plan.yaml`.
    pub plan: StateFile<PlanFacts>,
    /// `status.yaml`.
    pub status: StateFile<StatusFacts>,
    /// `backlog.yaml`.
    pub backlog: StateFile<Vec<Task>>,
    /// `config.yaml`.
    pub config: StateFile<ConfigFacts>,
    /// `profile.yaml`.
    pub profile: StateFile<ProfileFacts>,
}

impl State {
    /// The sprint whose plan is in force, or that the status names.
    pub fn in_force(&self) -> Sprint {
        let of_plan = self.plan.facts().and_then(|plan| plan.sprint);
        let of_status = self.status.facts().and_then(|status| status.sprint).filter(|sprint| *sprint > 0);
        Sprint(of_plan.or(of_status).unwrap_or(1))
    }

    /// True where the sprint in force is over and the next one may open.
    pub fn is_over(&self) -> bool {
        let status = self.plan.facts().map(|plan| &plan.status);
        status.and_then(Said::known).is_some_and(|status: &PlanStatus| status.is_frozen())
    }
}

impl Project {
    /// Opens the project that `place` names, by the main work tree of its repository.
    ///
    /// # Errors
    /// No repository, no folder `.gse/`, an option that GSE-One has no meaning for, or something that cannot be read.
    pub fn open(place: &Place) -> Result<Self, Failure> {
        if place.workstream.is_some() {
            return Err(Failure::usage("no-workstreams", "GSE-One has no workstreams").remedy("leave --ws out"));
        }
        let here = Repository::discover(&place.start, Backend::Auto)?;
        let start = below_root(&here, &place.start)?;
        let warning = place.git_dir_from_env.as_deref().and_then(|named| here.warn_of_other(named, &place.start));
        let (repository, main_elsewhere) = main_of(here);
        let pending = repository.status()?;
        let hidden = repository.hidden()?;
        let mut status = pending.finish()?;
        let (head, on) = match repository.head()? {
            Head::Commit { id, branch } => (Some(id), branch),
            Head::Unborn { branch } => (None, Some(branch)),
        };
        let tree = head.map(|id| repository.objects().commit(id)).transpose()?.map(|commit| commit.tree);
        let planning = {
            let disk = Disk::below(repository.root());
            let listing = Union(disk, InHead { objects: repository.objects(), tree });
            match &place.planning {
                Some(named) => below_root(&repository, &place.start.join(named))?,
                None => match nearest(&listing, &start, FOLDER)? {
                    Some((path, EntryKind::Link)) => {
                        return Err(Failure::environment("layout", format!("{path} is a link and is not followed"))
                            .remedy("replace the link by the folder"));
                    }
                    Some((path, _)) => path,
                    None => {
                        return Err(Failure::environment(
                            "no-planning",
                            format!("no {FOLDER} folder in {start} or above it"),
                        )
                        .remedy("run it inside a project, or name one with --repo"));
                    }
                },
            }
        };
        let sprints = planning.parent().join("docs/sprints");
        let own = Own { repo: main_elsewhere.clone().or(place.own(None).repo), ..Own::default() };
        let above = if main_elsewhere.is_some() { 0 } else { start.segments().count() };
        let typed = |path: &RepoPath| format!("{}{}", "../".repeat(above), String::from_utf8_lossy(path.as_bytes()));
        let git = Git { own: &own, typed: &typed };
        look_at_hidden(&repository, tree, &[&planning, &sprints], hidden, &git, &mut status)?;
        let files = Files { repository: &repository, status: &status, tree, planning: &planning };
        let state = State {
            plan: files.read("plan.yaml", plan::read)?,
            status: files.read("status.yaml", status::read)?,
            backlog: files.read("backlog.yaml", backlog::read)?,
            config: files.read("config.yaml", config::read)?,
            profile: files.read("profile.yaml", profile::read)?,
        };
        let operation = repository.operation()?;
        let recovery = open_journal(repository.git_dir())?;
        let warnings = warning.into_iter().chain(status.warnings.clone()).collect();
        let on = on.map(|branch| String::from_utf8_lossy(&branch).into_owned());
        Ok(Self { repository, status, head, tree, on, planning, operation, recovery, main_elsewhere, state, warnings })
    }

    /// The folder that holds `.gse/`.
    pub fn base(&self) -> RepoPath {
        self.planning.parent()
    }

    /// The folder of the sprints.
    pub fn sprints_folder(&self) -> RepoPath {
        self.base().join("docs/sprints")
    }

    /// What a reader should know of the place.
    pub fn warnings(&self) -> Vec<String> {
        let elsewhere = self.main_elsewhere.iter().map(|place| format!("read in the main work tree, {place}"));
        self.warnings.iter().cloned().chain(elsewhere).collect()
    }

    /// True where HEAD holds the folder `.gse/`.
    ///
    /// # Errors
    /// Git cannot be read.
    pub fn is_committed(&self) -> Result<bool, Failure> {
        Ok(Held::at(&self.repository, self.tree, &self.planning)?.in_head.is_some())
    }

    /// The folders of sprints, by number; where two have one number, the padded name is the one.
    ///
    /// # Errors
    /// The folder cannot be listed.
    pub fn folders(&self) -> Result<Vec<(Sprint, RepoPath)>, Failure> {
        let disk = Disk::below(self.repository.root());
        let listing = Union(disk, InHead { objects: self.repository.objects(), tree: self.tree });
        let folder = self.sprints_folder();
        let entries = listing.list(&folder)?;
        let folders = entries.iter().filter(|(_, kind)| **kind == EntryKind::Folder);
        let mut found: Vec<(Sprint, RepoPath)> =
            folders.filter_map(|(name, _)| Some((Sprint::of_folder(name)?, folder.join(name)))).collect();
        // `sprint-01` sorts before `sprint-1`.
        found.sort_by(|a, b| a.0.cmp(&b.0).then_with(|| a.1.cmp(&b.1)));
        found.dedup_by_key(|(sprint, _)| *sprint);
        Ok(found)
    }
}

/// The repository by its main work tree, and where that is for somebody who stands in another one.
fn main_of(here: Repository) -> (Repository, Option<String>) {
    let common = here.common_dir();
    let root = common.parent().filter(|_| here.git_dir() != common && common.ends_with(".git"));
    let Some(root) = root.map(std::path::Path::to_path_buf) else { return (here, None) };
    match Repository::discover(&root, Backend::Auto) {
        Ok(main) => (main, Some(root.to_string_lossy().into_owned())),
        // A repository without a work tree of its own: its linked ones are all there is.
        Err(_) => (here, None),
    }
}

/// The state files of a folder.
struct Files<'a> {
    repository: &'a Repository,
    status: &'a Status,
    tree: Option<Oid>,
    planning: &'a RepoPath,
}

impl Files<'_> {
    /// Reads a state file as HEAD has it; one that git is not meant to hold, as it lies on disk.
    fn read<T>(&self, name: &str, read: Reader<T>) -> Result<StateFile<T>, Failure> {
        let path = self.planning.join(name);
        let held = Held::at(self.repository, self.tree, &path)?;
        let tracked = held.tracked(&path, self.status);
        let as_committed = match tracked {
            Tracked::Ignored => Tracked::Ignored,
            _ if held.in_head.is_some() => Tracked::Committed,
            _ => return Ok(StateFile { path, tracked, said: None, met: Vec::new() }),
        };
        let bytes = held.bytes(self.repository, &path, as_committed)?;
        let read = bytes.map_err(|why| Refusal::new(Shape::NoFile, 0, name, why)).and_then(|bytes| read(&bytes));
        let (said, met) = match read {
            Ok((facts, document)) => (Ok(facts), document.met),
            Err(refusal) => (Err(refusal), Vec::new()),
        };
        Ok(StateFile { path, tracked, said: Some(said), met })
    }
}
