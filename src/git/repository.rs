//! Finds the repository of a folder and chooses who reads it.

use std::ffi::OsStr;
use std::path::{Path, PathBuf};

use super::child::{Git, os_string, owner_of};
use super::error::{GitError, said, shown};
use super::objects::{Boundary, Objects};
use super::objects_child::ChildObjects;
use super::objects_git2::Git2Objects;
use super::operation::Operation;
use super::worktree::{Pending, WorkTree};
use super::worktree_child::ChildWorkTree;
use super::worktree_git2::Git2WorkTree;
use crate::engine::object::Oid;

/// Who reads the repository.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Backend {
    /// `git status` for the work tree and libgit2 for objects; each stands in where the other cannot.
    #[default]
    Auto,
    /// libgit2 alone: no program is started.
    Git2,
    /// The `git` program alone.
    Child,
}

/// Where HEAD points.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Head {
    /// A commit.
    Commit {
        /// Its id.
        id: Oid,
        /// The branch, without `refs/heads/`; none when HEAD is detached.
        branch: Option<Vec<u8>>,
    },
    /// A branch without a commit.
    Unborn {
        /// The branch, without `refs/heads/`.
        branch: Vec<u8>,
    },
}

/// One repository with a work tree, open for reading.
pub struct Repository {
    root: PathBuf,
    git_dir: PathBuf,
    common_dir: PathBuf,
    objects: Objects,
    work_tree: Box<dyn WorkTree>,
    git: Option<Git>,
}

/// The three folders of a repository.
struct Folders {
    root: PathBuf,
    git_dir: PathBuf,
    common_dir: PathBuf,
}

impl Repository {
    /// Finds the repository that holds `start`, by the path alone: what the environment names (`GIT_DIR`) does not count.
    pub fn discover(start: &Path, backend: Backend) -> Result<Self, GitError> {
        if !start.is_dir() {
            let kind = if start.exists() { std::io::ErrorKind::NotADirectory } else { std::io::ErrorKind::NotFound };
            return Err(GitError::io(shown(start), kind.into()));
        }
        match backend {
            Backend::Git2 => open_git2(start).and_then(|opened| Self::with_git2(opened, None)),
            Backend::Child => Self::with_child(Git::prepare(start)?.finish()?),
            Backend::Auto => Self::automatic(start),
        }
    }

    fn automatic(start: &Path) -> Result<Self, GitError> {
        // Git looks for filters while libgit2 opens the repository.
        let preparing = Git::prepare(start);
        let opened = open_git2(start);
        let git = match preparing.and_then(super::child::Preparing::finish) {
            Ok(git) => git,
            Err(GitError::NoProgram) => return Self::with_git2(opened?, None),
            Err(error) => return Err(error),
        };
        match opened {
            Ok(opened) => Self::with_git2(opened, Some(git)),
            Err(GitError::NotARepository { path }) => Err(GitError::NotARepository { path }),
            // A format that libgit2 does not know, an owner whom git may trust: git decides.
            Err(_) => Self::with_child(git),
        }
    }

    fn with_git2(opened: git2::Repository, git: Option<Git>) -> Result<Self, GitError> {
        let root = opened.workdir().ok_or_else(|| GitError::Bare { path: opened.path().to_path_buf() })?;
        let folders = Folders {
            root: root.to_path_buf(),
            git_dir: opened.path().to_path_buf(),
            common_dir: opened.commondir().to_path_buf(),
        };
        let work_tree: Box<dyn WorkTree> = match &git {
            Some(git) => Box::new(ChildWorkTree::new(git.clone())),
            None => Box::new(Git2WorkTree::new(folders.git_dir.clone())),
        };
        let objects = Objects::new(Box::new(Git2Objects::new(opened)), Boundary::read(&folders.common_dir)?);
        Ok(Self::of(folders, objects, work_tree, git))
    }

    fn with_child(git: Git) -> Result<Self, GitError> {
        let folders = ask_folders(&git)?;
        let objects = Objects::new(Box::new(ChildObjects::new(git.clone())), Boundary::read(&folders.common_dir)?);
        let work_tree = Box::new(ChildWorkTree::new(git.clone()));
        Ok(Self::of(folders, objects, work_tree, Some(git)))
    }

    fn of(folders: Folders, objects: Objects, work_tree: Box<dyn WorkTree>, git: Option<Git>) -> Self {
        let Folders { root, git_dir, common_dir } = folders;
        let plain = |path: PathBuf| path.components().collect::<PathBuf>();
        Self { root: plain(root), git_dir: plain(git_dir), common_dir: plain(common_dir), objects, work_tree, git }
    }

    /// The root of the work tree.
    pub fn root(&self) -> &Path {
        &self.root
    }

    /// The git directory of this work tree.
    pub fn git_dir(&self) -> &Path {
        &self.git_dir
    }

    /// The git directory that all work trees of the repository share.
    pub fn common_dir(&self) -> &Path {
        &self.common_dir
    }

    /// The program that is asked where libgit2 cannot answer; none where there is none.
    pub(super) fn git(&self) -> Option<&Git> {
        self.git.as_ref()
    }

    /// What history holds.
    pub fn objects(&self) -> &Objects {
        &self.objects
    }

    /// The `git` program for this repository, where there is one.
    pub(super) fn program(&self) -> Option<&Git> {
        self.git.as_ref()
    }

    /// Begins to read what differs from HEAD.
    pub fn status(&self) -> Result<Pending, GitError> {
        self.work_tree.start()
    }

    /// Who reads the work tree.
    pub(super) fn work_tree(&self) -> &dyn WorkTree {
        self.work_tree.as_ref()
    }

    /// Which readers answer, for output: `git2 objects, git status`.
    pub fn backends(&self) -> String {
        format!("{}, {}", self.objects.word(), self.work_tree.word())
    }

    /// Where HEAD points.
    pub fn head(&self) -> Result<Head, GitError> {
        let branch = self.branch()?;
        match (self.objects.resolve("HEAD")?, branch) {
            (Some(id), branch) => Ok(Head::Commit { id, branch }),
            (None, Some(branch)) => Ok(Head::Unborn { branch }),
            (None, None) => {
                Err(GitError::GitFailed { what: "reading HEAD".to_owned(), stderr: "it names no commit".to_owned() })
            }
        }
    }

    /// The branch that HEAD names.
    fn branch(&self) -> Result<Option<Vec<u8>>, GitError> {
        let text = self.head_file()?;
        let asked;
        let target = match &self.git {
            Some(git) if is_elsewhere(&text) => {
                asked = git.run(&["symbolic-ref", "--quiet", "HEAD"])?.stdout;
                (!asked.is_empty()).then(|| asked.trim_ascii())
            }
            _ => text.strip_prefix(b"ref:").map(<[u8]>::trim_ascii),
        };
        Ok(target.map(|name| name.strip_prefix(b"refs/heads/").unwrap_or(name).to_vec()))
    }

    fn head_file(&self) -> Result<Vec<u8>, GitError> {
        std::fs::read(self.git_dir.join("HEAD")).map_err(|error| GitError::io("reading HEAD", error))
    }

    /// The operation that was begun in this work tree and not finished.
    pub fn operation(&self) -> Result<Option<Operation>, GitError> {
        let operation = Operation::of_git_dir(&self.git_dir);
        if operation.is_some() || !is_elsewhere(&self.head_file()?) {
            return Ok(operation);
        }
        // Where references are no files, these two are references like any other.
        if self.objects.resolve("CHERRY_PICK_HEAD")?.is_some() {
            return Ok(Some(Operation::CherryPick));
        }
        Ok(self.objects.resolve("REVERT_HEAD")?.map(|_| Operation::Revert))
    }

    /// A warning when `git_dir_variable`, the value of `GIT_DIR` as seen from `folder`, names another repository than the one
    /// that was found by its path.
    pub fn warn_of_other(&self, git_dir_variable: &OsStr, folder: &Path) -> Option<String> {
        let named = folder.join(git_dir_variable);
        let real = |path: &Path| path.canonicalize().unwrap_or_else(|_| path.to_path_buf());
        (real(&named) != real(&self.git_dir)).then(|| {
            format!("GIT_DIR names {}, which was not followed: this is about {}", shown(&named), shown(&self.root))
        })
    }
}

/// True when the file HEAD only says that references are kept elsewhere (reftable).
pub(super) fn is_elsewhere(head_file: &[u8]) -> bool {
    head_file.trim_ascii() == b"ref: refs/heads/.invalid"
}

fn open_git2(start: &Path) -> Result<git2::Repository, GitError> {
    let none: [&OsStr; 0] = [];
    let opened = git2::Repository::open_ext(start, git2::RepositoryOpenFlags::empty(), none);
    let opened = opened.map_err(|error| match error.code() {
        git2::ErrorCode::NotFound => GitError::NotARepository { path: start.to_path_buf() },
        git2::ErrorCode::Owner => GitError::ForeignOwner { path: owner_of(start) },
        _ => GitError::Unsupported { what: said(error.message().as_bytes()) },
    })?;
    // The git directory of a work tree lies in it and is no part of it, git says.
    if start.canonicalize().is_ok_and(|start| start.starts_with(opened.path())) {
        return Err(GitError::Bare { path: opened.path().to_path_buf() });
    }
    Ok(opened)
}

/// Asks git for the folders, one question each: a path may hold a line break.
fn ask_folders(git: &Git) -> Result<Folders, GitError> {
    let ask = |question: &str| -> Result<PathBuf, GitError> {
        let answer = git.run(&["rev-parse", question])?.success()?;
        let answer = answer.strip_suffix(b"\n").unwrap_or(&answer);
        Ok(git.folder().join(os_string(answer)))
    };
    Ok(Folders {
        root: ask("--show-toplevel")?,
        git_dir: ask("--absolute-git-dir")?,
        common_dir: ask("--git-common-dir")?,
    })
}
