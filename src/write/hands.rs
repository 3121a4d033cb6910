//! The hands of whoever changes something in a work tree: every program that is started and every file that is touched passes
//! here, one counted step each.

use std::ffi::{OsStr, OsString};
use std::io::Read;
use std::path::{Path, PathBuf};

use fs_err as fs;

use super::disk::{create_new, set_permissions, sync_folder};
use super::error::WriteError;
use super::git::Git;
use super::replace::replace_file;
use super::steps::Steps;
use crate::engine::path::RepoPath;
use crate::git::{Repository, journal_folder};

/// What our own git does differently: no hook, no monitor, no tidying up.
const OWN: &[&str] = &[
    "core.hooksPath=/dev/null",
    "core.fsmonitor=false",
    "gc.auto=0",
    "maintenance.auto=false",
    "log.showSignature=false",
];

/// What our own git does differently where it is shown a work tree of our own: the kinds of files there are what we made them.
const SHOWN: &[&str] = &[
    "core.hooksPath=/dev/null",
    "core.fsmonitor=false",
    "core.untrackedCache=keep",
    "core.fileMode=true",
    "core.symlinks=true",
    "gc.auto=0",
    "maintenance.auto=false",
];

/// What git does differently where it acts for the user: hooks, signing and identity are theirs; tidying up can wait.
const USERS: &[&str] = &["gc.auto=0", "maintenance.auto=false"];

/// For an index that is only built on the way: it has no parts elsewhere.
const SCRATCH: &[&str] =
    &["core.hooksPath=/dev/null", "core.fsmonitor=false", "core.splitIndex=false", "core.untrackedCache=false"];

/// The repository and the seam that sees every step.
#[derive(Clone, Copy)]
pub(super) struct Hands<'a> {
    pub(super) repository: &'a Repository,
    steps: &'a dyn Steps,
}

impl<'a> Hands<'a> {
    pub(super) fn new(repository: &'a Repository, steps: &'a dyn Steps) -> Self {
        Self { repository, steps }
    }

    /// The folder of the git directory that recoveries write into.
    pub(super) fn folder(&self) -> PathBuf {
        journal_folder(self.repository.git_dir())
    }

    /// Asks git something that changes nothing.
    pub(super) fn ask(&self, arguments: &[impl AsRef<OsStr>]) -> Result<Vec<u8>, WriteError> {
        self.git(OWN).run(arguments)
    }

    /// The folder of the user's hooks.
    pub(super) fn hooks_folder(&self) -> Result<PathBuf, WriteError> {
        let answer = self.git(USERS).run(&["rev-parse", "--git-path", "hooks"])?;
        let answer = answer.strip_suffix(b"\n").unwrap_or(&answer);
        Ok(self.repository.root().join(os_text(answer)))
    }

    /// Has git change something, without hooks.
    pub(super) fn change(
        &self,
        arguments: &[impl AsRef<OsStr>],
        input: impl Read + Send,
    ) -> Result<Vec<u8>, WriteError> {
        self.step("git", arguments)?;
        self.git(OWN).feed(arguments, input)
    }

    /// Has git change the index by what it sees in another work tree.
    pub(super) fn change_seeing(
        &self,
        tree: &Path,
        arguments: &[impl AsRef<OsStr>],
        input: impl Read + Send,
    ) -> Result<Vec<u8>, WriteError> {
        self.step("git", arguments)?;
        self.git(SHOWN).with("GIT_WORK_TREE", tree).feed(arguments, input)
    }

    /// Has git act for the user: their hooks run, their key signs.
    pub(super) fn act(&self, arguments: &[impl AsRef<OsStr>], input: impl Read + Send) -> Result<(), WriteError> {
        self.step("git", arguments)?;
        self.git(USERS).feed(arguments, input).map(drop)
    }

    /// Has git work on an index of our own.
    pub(super) fn build(
        &self,
        arguments: &[impl AsRef<OsStr>],
        input: impl Read + Send,
    ) -> Result<Vec<u8>, WriteError> {
        self.step("git (own index)", arguments)?;
        let git = self.git(SCRATCH).with("GIT_INDEX_FILE", self.scratch_index());
        git.feed(arguments, input)
    }

    /// Git in this work tree, which takes nothing for written before it is on the disk.
    fn git(&self, settings: &'static [&'static str]) -> Git<'a> {
        // Older programs do not know this setting, and pass it over.
        let waits = if self.steps.waits_for_the_disk() { "core.fsync=all" } else { "core.fsync=none" };
        Git::new(self.repository.root(), settings).set(waits)
    }

    /// The index that is only built on the way.
    pub(super) fn scratch_index(&self) -> PathBuf {
        self.folder().join("index")
    }

    /// The work tree that git is shown where the user's own is not meant.
    pub(super) fn scratch_tree(&self) -> PathBuf {
        self.folder().join("tree")
    }

    fn step(&self, program: &str, arguments: &[impl AsRef<OsStr>]) -> Result<(), WriteError> {
        let command = arguments.first().map(|word| word.as_ref().to_string_lossy()).unwrap_or_default();
        self.steps.before(&format!("{program} {command}"))
    }

    /// Makes a folder and those above it.
    pub(super) fn make_folder(&self, folder: &Path) -> Result<(), WriteError> {
        if folder.is_dir() {
            return Ok(());
        }
        self.steps.before("make a folder")?;
        Ok(fs::create_dir_all(folder)?)
    }

    /// Replaces a file whole, see [`replace_file`].
    pub(super) fn replace(&self, place: &Path, old: Option<&[u8]>, new: &[u8]) -> Result<(), WriteError> {
        replace_file(self.steps, place, old, new)
    }

    /// Puts a file of our own: whole or not at all, whatever happens meanwhile.
    pub(super) fn save(&self, place: &Path, bytes: &[u8]) -> Result<(), WriteError> {
        let mut new = place.as_os_str().to_owned();
        new.push(".new");
        self.forget(Path::new(&new))?;
        self.write_new(Path::new(&new), bytes, false)?;
        self.rename(Path::new(&new), place)
    }

    /// Writes a file that is not there yet, and has it on the disk.
    pub(super) fn write_new(&self, place: &Path, bytes: &[u8], is_executable: bool) -> Result<(), WriteError> {
        self.steps.before("make a file")?;
        let mut file = create_new(place, is_executable)?;
        self.steps.before("write a file")?;
        std::io::Write::write_all(&mut file, bytes)?;
        self.steps.before("sync a file")?;
        if self.steps.waits_for_the_disk() {
            file.sync_all()?;
        }
        Ok(())
    }

    /// Makes a link that is not there yet.
    pub(super) fn link_new(&self, place: &Path, target: &[u8]) -> Result<(), WriteError> {
        self.steps.before("make a link")?;
        Ok(make_link(place, target)?)
    }

    /// Gives a file these permissions, where the system has them.
    pub(super) fn permit(&self, place: &Path, permissions: u32) -> Result<(), WriteError> {
        self.steps.before("set permissions")?;
        Ok(set_permissions(place, permissions)?)
    }

    /// Moves a file over another, in one step, and has that on the disk.
    pub(super) fn rename(&self, from: &Path, to: &Path) -> Result<(), WriteError> {
        self.steps.before("rename a file")?;
        fs::rename(from, to)?;
        self.sync_folder_of(to)
    }

    /// Removes a file where it is there.
    pub(super) fn forget(&self, place: &Path) -> Result<(), WriteError> {
        if place.symlink_metadata().is_err() {
            return Ok(());
        }
        self.steps.before("remove a file")?;
        match fs::remove_file(place) {
            Err(error) if error.kind() != std::io::ErrorKind::NotFound => return Err(error.into()),
            _ => {}
        }
        self.sync_folder_of(place)
    }

    /// Removes a folder of our own with all that is in it, where it is there.
    pub(super) fn forget_folder(&self, folder: &Path) -> Result<(), WriteError> {
        if folder.symlink_metadata().is_err() {
            return Ok(());
        }
        self.steps.before("remove a folder")?;
        Ok(fs::remove_dir_all(folder)?)
    }

    fn sync_folder_of(&self, place: &Path) -> Result<(), WriteError> {
        self.steps.before("sync a folder")?;
        match place.parent().filter(|_| self.steps.waits_for_the_disk()) {
            Some(folder) => Ok(sync_folder(folder)?),
            None => Ok(()),
        }
    }
}

/// Paths as git reads them from its input: each by its name alone, from the root, no pattern.
pub(super) fn pathspecs<'p>(paths: impl IntoIterator<Item = &'p RepoPath>) -> Vec<u8> {
    let mut lines = Vec::new();
    for path in paths {
        lines.extend_from_slice(b":(top,literal)");
        lines.extend_from_slice(path.as_bytes());
        lines.push(0);
    }
    lines
}

/// A path as an argument, after some text.
pub(super) fn argument(text: &str, path: &RepoPath) -> OsString {
    let mut argument = OsString::from(text);
    argument.push(os_text(path.as_bytes()));
    argument
}

/// Bytes as a name of the system.
#[cfg(unix)]
pub(super) fn os_text(bytes: &[u8]) -> OsString {
    use std::os::unix::ffi::OsStrExt as _;
    OsStr::from_bytes(bytes).to_owned()
}

/// Bytes as a name of the system. Git takes and gives UTF-8 where the system has no bytes.
#[cfg(not(unix))]
pub(super) fn os_text(bytes: &[u8]) -> OsString {
    String::from_utf8_lossy(bytes).into_owned().into()
}

#[cfg(unix)]
fn make_link(place: &Path, target: &[u8]) -> std::io::Result<()> {
    use std::os::unix::ffi::OsStrExt as _;
    fs_err::os::unix::fs::symlink(OsStr::from_bytes(target), place)
}

#[cfg(not(unix))]
fn make_link(_: &Path, _: &[u8]) -> std::io::Result<()> {
    Err(std::io::ErrorKind::Unsupported.into())
}
