//! Other repositories that hold source of the project: what was executed there.
//!
//! Three kinds of them: those that the config names (`planning.sub_repos`, `pipeline.source_repos`), and below this one's root
//! those that hold files which plans declare, nested ones and submodules alike.
//! Source: GSD's `commit-to-subrepo` commits each plan's files in the repository that holds them, under the scope that the plan
//! has everywhere.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use super::history::declared;
use super::memo::Memo;
use super::project::Project;
use super::subjects::Subjects;
use crate::engine::escape::escape;
use crate::engine::failure::Failure;
use crate::engine::glob::Pattern;
use crate::engine::object::{Commit, Oid};
use crate::engine::path::RepoPath;
use crate::git::{Backend, GitError, Head, Objects, Recent, Repository, recent};
use crate::gsd::artifacts::Kind;
use crate::gsd::evidence::{CommitThere, File, OtherRepository};
use crate::gsd::scopes::{Asked, Deed};
use crate::gsd::text::paths::Place;
use crate::read::confined;

/// The other repositories of a project, each opened once and only if a phase needs it.
#[derive(Default)]
pub struct Repositories {
    /// No phase that is asked for began before this; none where nothing of one is committed.
    since: Option<i64>,
    /// Those that the config names, each with its real place or why it has none.
    named: Vec<(String, Result<PathBuf, String>)>,
    /// Per folder of this repository, the real place of another one whose root it is.
    nested: Memo<RepoPath, Option<PathBuf>>,
    opened: Memo<PathBuf, Opened>,
}

/// A repository that was opened; none for this one itself under another name; or why it cannot be read.
type Opened = Result<Option<Arc<There>>, String>;

/// Another repository, read as far back as any phase that is asked for goes.
pub struct There {
    repository: Repository,
    /// Its real root.
    root: PathBuf,
    /// Its root below this repository's; none where it lies outside.
    below: Option<RepoPath>,
    recent: Recent,
    subjects: Subjects,
    /// True where it has a planning folder too, whose phases its commits may mean.
    is_project: bool,
}

/// What a phase needs to know of other repositories.
#[derive(Debug, Default)]
pub struct Elsewhere {
    /// The repositories that concern it.
    pub repositories: Vec<OtherRepository>,
    /// Commits there that answer findings of the code review: when each was taken in, and the findings.
    pub fixes: Vec<(i64, Vec<String>)>,
}

/// What is looked for in another repository.
pub struct Wanted<'a> {
    /// The phase.
    pub asked: &'a Asked<'a>,
    /// Its files.
    pub files: &'a [File],
    /// When it began, and when its first plan was committed, by the committers' clocks.
    pub began: Option<i64>,
    /// When its first plan was committed.
    pub planned: Option<i64>,
    /// True where commits that name no phase can decide something.
    pub is_open: bool,
}

impl Repositories {
    /// The other repositories of a project; nothing is opened yet.
    pub fn of(project: &Project, since: Option<i64>) -> Self {
        let of_config = project.config.sub_repos.iter().map(|name| (name, false));
        let all = of_config.chain(project.settings.pipeline.source_repos.iter().map(|name| (name, true)));
        let mut named: Vec<(String, Result<PathBuf, String>)> = Vec::new();
        for (name, may_lie_outside) in all {
            if !named.iter().any(|(known, _)| known == name) {
                named.push((name.clone(), place(project, name, may_lie_outside)));
            }
        }
        Self { since, named, ..Self::default() }
    }

    /// What was executed of a phase in other repositories. What cannot be read is told with them: it may have been executed.
    pub fn elsewhere(&self, project: &Project, wanted: &Wanted<'_>) -> Elsewhere {
        let mut found = Elsewhere::default();
        if !wanted.files.iter().any(|file| matches!(file.name.kind, Kind::Plan | Kind::Summary)) {
            return found;
        }
        let nested = self.nested(project, wanted.files).into_iter();
        let is_named = |real: &Path| self.named.iter().any(|(_, place)| place.as_deref() == Ok(real));
        let nested =
            nested.filter(|(_, real)| !is_named(real)).map(|(folder, real)| (folder.to_string(), Ok(real), false));
        let named = self.named.iter().map(|(name, place)| (name.clone(), place.clone(), true));
        for (name, place, is_named) in named.chain(nested) {
            let mut other = OtherRepository { name, ..OtherRepository::default() };
            let read = place.and_then(|real| self.open(project, &real)).and_then(|there| {
                let (Some(there), Some(began)) = (&there, wanted.began) else {
                    return if there.is_none() { Ok(false) } else { Err(NO_BEGIN.to_owned()) };
                };
                let reach = reach(project, there, wanted.files, is_named);
                there.read(wanted, began, &reach, &mut other, &mut found.fixes).map_err(|error| told(&error))?;
                Ok(true)
            });
            match read {
                Ok(false) => continue,
                Ok(true) => {}
                Err(why) => other.unread = Some(why),
            }
            found.repositories.push(other);
        }
        found
    }

    /// The repository of that name, if it was read for some phase.
    pub fn there(&self, project: &Project, name: &str) -> Option<Arc<There>> {
        let named = self.named.iter().find(|(known, _)| known == name).and_then(|(_, place)| place.clone().ok());
        let real = named.or_else(|| self.nested_at(project, &RepoPath::from(name)))?;
        self.open(project, &real).ok().flatten()
    }

    /// True where a folder of this repository holds another one that the config names, or this one's own under another name (a
    /// linked work tree, whose commits are looked for among the branches).
    pub fn is_named_or_own(&self, project: &Project, folder: &RepoPath) -> bool {
        let Some(real) = self.nested_at(project, folder) else { return false };
        self.named.iter().any(|(_, place)| place.as_deref() == Ok(&real))
            || matches!(self.open(project, &real), Ok(None))
    }

    fn open(&self, project: &Project, real: &Path) -> Opened {
        if let Some(known) = self.opened.get(real) {
            return known;
        }
        let opened = There::open(project, real, self.since.unwrap_or(i64::MAX));
        self.opened.keep(real.to_path_buf(), opened.clone());
        opened
    }

    /// The repositories below this one's root that hold files which the plans mean to change.
    fn nested(&self, project: &Project, files: &[File]) -> BTreeSet<(RepoPath, PathBuf)> {
        let folder = project.planning.parent();
        let (mut looked_at, mut found) = (BTreeSet::new(), BTreeSet::new());
        for place in declared(files) {
            let mut path = match place {
                Place::Path(path) | Place::Folder(path) => folder.join(path.as_bytes()),
                Place::Glob(glob) => folder.join(plain_part(glob)),
                _ => continue,
            };
            while !path.is_root() && !path.is_in(&project.planning) && looked_at.insert(path.clone()) {
                found.extend(self.nested_at(project, &path).map(|real| (path.clone(), real)));
                path = path.parent();
            }
        }
        found
    }

    fn nested_at(&self, project: &Project, folder: &RepoPath) -> Option<PathBuf> {
        if let Some(known) = self.nested.get(folder) {
            return known;
        }
        let root = project.repository.root();
        // A look that follows nothing comes first: there mostly is none.
        let marker = confined::join(root, &folder.join(".git"));
        let is_there = marker.is_some_and(|marker| fs_err::symlink_metadata(marker).is_ok());
        let real = is_there.then(|| confined::resolve(root, folder).ok().flatten()).flatten();
        self.nested.keep(folder.clone(), real.clone());
        real
    }
}

/// Why nothing can be told from the commits of another repository: its own history does not hold the phase's folder, so only a
/// commit here could say since when the number means this phase.
const NO_BEGIN: &str = "nothing says since when its commits mean this phase, whose folder is not committed";

/// The part of a pattern that is a plain path.
fn plain_part(glob: &str) -> String {
    let plain = glob.split('/').take_while(|segment| !segment.contains(['*', '?', '[', '{', '\\', '!']));
    plain.collect::<Vec<_>>().join("/")
}

/// The real place of a repository that the config names, relative to the folder that holds the planning folder.
fn place(project: &Project, name: &str, may_lie_outside: bool) -> Result<PathBuf, String> {
    if name.starts_with(['/', '~', '$', '%']) || name.contains([':', '\\', '\0']) {
        return Err("it is named by no relative path".to_owned());
    }
    let root = real_root(project);
    let named = confined::join(&root, &project.planning.parent()).map(|folder| lexical(&folder, name));
    let named = named.ok_or("it is named by no relative path")?;
    let is_inside = named.starts_with(&root);
    if !is_inside && !may_lie_outside {
        return Err("it lies outside of this repository, where only pipeline.source_repos may name one".to_owned());
    }
    let real = named.canonicalize().map_err(|error| match error.kind() {
        std::io::ErrorKind::NotFound => "there is nothing at that place".to_owned(),
        _ => escape(&error.to_string()),
    })?;
    // Within the repository a link may lead to another place in it; beyond it none is followed.
    let is_followed = if is_inside { real.starts_with(&root) } else { real == named };
    if is_followed { Ok(real) } else { Err("a link on the way to it is not followed".to_owned()) }
}

fn real_root(project: &Project) -> PathBuf {
    let root = project.repository.root();
    root.canonicalize().unwrap_or_else(|_| root.to_path_buf())
}

/// A relative path with its `..` taken literally: no link is asked.
fn lexical(folder: &Path, relative: &str) -> PathBuf {
    let mut path = folder.to_path_buf();
    for segment in relative.split('/') {
        match segment {
            "" | "." => {}
            ".." => drop(path.pop()),
            segment => path.push(segment),
        }
    }
    path
}

/// What the live plans declare in another repository. Plans of a project whose source lies in one alone may write their paths
/// from its root; taking those too can only leave more unclear.
fn reach(project: &Project, there: &There, files: &[File], is_named: bool) -> Vec<Pattern> {
    let base = confined::join(&real_root(project), &project.planning.parent()).unwrap_or_default();
    let at_root = RepoPath::default();
    let mut patterns = Vec::new();
    for place in declared(files) {
        let (written, is_glob) = match place {
            Place::Path(path) | Place::Folder(path) => (path.to_string(), false),
            Place::Glob(glob) => (glob.clone(), true),
            Place::Absolute(path) | Place::Elsewhere(path) => (path.clone(), path.contains(['*', '?', '{'])),
            Place::Unplaceable(_) => continue,
        };
        let full = if written.starts_with('/') { PathBuf::from(&written) } else { lexical(&base, &written) };
        let below = full.strip_prefix(&there.root).ok().map(|below| below.to_string_lossy().into_owned());
        let from_its_root = is_named && !written.starts_with('/') && !written.starts_with("..");
        for text in below.into_iter().chain(from_its_root.then_some(written)) {
            if is_glob {
                patterns.extend(Pattern::declared(&text, &at_root).into_iter().flatten());
            } else {
                patterns.push(Pattern::folder_of(&RepoPath::from(text.as_str())));
            }
        }
    }
    patterns
}

/// Why a repository cannot be read, with what helps against a refusal of its owner.
fn told(error: &GitError) -> String {
    match error {
        GitError::ForeignOwner { .. } => format!("{error}; {}", error.remedy()),
        _ => error.to_string(),
    }
}

impl There {
    fn open(project: &Project, real: &Path, since: i64) -> Opened {
        let repository = Repository::discover(real, Backend::Auto).map_err(|error| told(&error))?;
        let plain = |path: &Path| path.canonicalize().unwrap_or_else(|_| path.to_path_buf());
        if plain(repository.common_dir()) == plain(project.repository.common_dir()) {
            // A folder of this repository, or another work tree of it, whose branch is told by itself.
            let is_whole = plain(repository.root()) == real;
            return if is_whole { Ok(None) } else { Err("it is no repository of its own".to_owned()) };
        }
        if plain(repository.root()) != real {
            return Err("it is no repository of its own".to_owned());
        }
        let read = || -> Result<(Recent, bool), GitError> {
            let Head::Commit { id, .. } = repository.head()? else { return Ok((Recent::default(), false)) };
            let tree = repository.objects().commit(id)?.tree;
            let planning = repository.objects().entry_at(tree, &RepoPath::from(super::layout::PLANNING))?;
            Ok((recent(repository.objects(), id, since)?, planning.is_some()))
        };
        let (recent, is_project) = read().map_err(|error| told(&error))?;
        let below = real.strip_prefix(real_root(project)).ok();
        let below = below.map(|below| RepoPath::new(below.as_os_str().as_encoded_bytes()));
        let subjects = Subjects::of(&recent.commits, project.convention.as_ref());
        Ok(Some(Arc::new(Self { root: real.to_path_buf(), below, recent, subjects, is_project, repository })))
    }

    /// What its history holds.
    pub fn objects(&self) -> &Objects {
        self.repository.objects()
    }

    /// A path of it as one below this repository's root; none where it lies outside.
    pub fn here(&self, path: &RepoPath) -> Option<RepoPath> {
        self.below.as_ref().map(|below| below.join(path.as_bytes()))
    }

    /// The files outside of any planning folder that a commit of it changed.
    ///
    /// # Errors
    /// Git cannot read it.
    pub fn changed(&self, id: Oid) -> Result<Vec<RepoPath>, GitError> {
        let commit = self.objects().commit(id)?;
        let changed = self.objects().changed_paths(&commit)?.unwrap_or_default();
        let planning = RepoPath::from(super::layout::PLANNING);
        Ok(changed.into_keys().filter(|path| !path.is_in(&planning)).collect())
    }

    /// Finds what was executed here. The phase's life is no history of this repository, so a commit counts that names the phase
    /// and a plan, touches source, and is not older than the commit with which the phase began: the number may have meant
    /// another phase before. Where this repository has phases of its own, it must touch what a plan of this phase declares.
    fn read(
        &self,
        wanted: &Wanted<'_>,
        began: i64,
        reach: &[Pattern],
        other: &mut OtherRepository,
        fixes: &mut Vec<(i64, Vec<String>)>,
    ) -> Result<(), GitError> {
        let taken_in = |place: usize| self.recent.since.get(place).copied().unwrap_or_default();
        let of_age = |place: usize, age: i64| self.recent.commits.get(place).filter(|commit| commit.time >= age);
        let is_declared =
            |files: &[RepoPath]| files.iter().any(|path| reach.iter().any(|pattern| pattern.may_be(path)));
        let mut places = self.subjects.places(wanted.asked.folder);
        places.sort_by_key(|place| (taken_in(*place), of_age(*place, i64::MIN).map(|commit| (commit.time, commit.id))));
        for place in places {
            let (Some(commit), Some(scope)) = (of_age(place, began), self.subjects.scope(place)) else { continue };
            match scope.deed(wanted.asked) {
                Deed::Nothing | Deed::OfPhase => {}
                Deed::Fixes(findings) => fixes.push((taken_in(place), findings)),
                Deed::OfPlans(plans) => {
                    let files = self.changed(commit.id)?;
                    if !files.is_empty() && (!self.is_project || is_declared(&files)) {
                        let files = files.iter().filter_map(|path| self.here(path)).collect();
                        other.commits.push(CommitThere { id: commit.id, plans, since: taken_in(place), files });
                    }
                }
            }
        }
        if let Some(planned) = wanted.planned.filter(|_| wanted.is_open && !reach.is_empty()) {
            other.unattributed = self.unattributed(wanted.asked, planned, &is_declared)?;
        }
        other.unread = self.recent.cut.as_ref().filter(|(at, _)| *at >= began).map(|(_, why)| why.clone());
        Ok(())
    }

    fn unattributed(
        &self,
        asked: &Asked<'_>,
        planned: i64,
        is_declared: &dyn Fn(&[RepoPath]) -> bool,
    ) -> Result<Vec<Oid>, GitError> {
        let all = self.recent.commits.list().iter().enumerate();
        let mut newer: Vec<&Commit> = all
            .filter(|(place, commit)| commit.time >= planned && !self.subjects.is_attributed(*place, asked))
            .map(|(_, commit)| commit.as_ref())
            .collect();
        newer.sort_by_key(|commit| (commit.time, commit.id));
        let mut found = Vec::new();
        for commit in newer {
            if is_declared(&self.changed(commit.id)?) {
                found.push(commit.id);
            }
        }
        Ok(found)
    }
}

/// The dates that commits of other repositories are held against: when the phase began and when its first plan was committed.
///
/// # Errors
/// Git cannot be read.
pub fn dates(project: &Project, begin: &[Oid], files: &[File]) -> Result<(Option<i64>, Option<i64>), Failure> {
    let oldest = |ids: &mut dyn Iterator<Item = Oid>| -> Result<Option<i64>, Failure> {
        let mut oldest: Option<i64> = None;
        for id in ids {
            let time = project.objects().commit(id)?.time;
            oldest = Some(oldest.map_or(time, |known| known.min(time)));
        }
        Ok(oldest)
    };
    let mut plans = files.iter().filter(|file| file.name.kind == Kind::Plan).filter_map(|file| file.added_by);
    Ok((oldest(&mut begin.iter().copied())?, oldest(&mut plans)?))
}
