//! The other lines of work of a repository: its local branches, what its remotes were last seen to have, and the HEADs of its
//! other work trees.

use std::path::{Path, PathBuf};

use super::child::os_string;
use super::error::GitError;
use super::repository::{Repository, is_elsewhere};
use crate::engine::object::Oid;

/// A line of work that is not HEAD.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub struct Branch {
    /// Its name for a user: `topic`, `origin/topic`; none where a work tree has a commit checked out and no branch.
    pub name: Option<Vec<u8>>,
    /// Its newest commit.
    pub tip: Oid,
    /// The other work tree that has it checked out.
    pub work_tree: Option<PathBuf>,
    /// True where that work tree was added to the main one.
    pub is_linked: bool,
}

/// A work tree beside the one that is read.
struct Other {
    head: There,
    /// Its root.
    root: PathBuf,
    /// True where it was added to the main one.
    is_linked: bool,
}

/// What another work tree has checked out.
enum There {
    /// The branch of that full name.
    Branch(Vec<u8>),
    /// A commit, and no branch.
    Commit(Oid),
}

const LOCAL: &str = "refs/heads/";
const REMOTE: &str = "refs/remotes/";

impl Repository {
    /// The local branches, and the commits that other work trees have checked out without a branch.
    ///
    /// Source: <https://git-scm.com/docs/git-worktree> (details; references of other work trees),
    /// <https://git-scm.com/docs/gitrepository-layout> (`worktrees`).
    pub fn local_branches(&self) -> Result<Vec<Branch>, GitError> {
        let others = self.other_work_trees()?;
        let mut branches: Vec<Branch> = Vec::new();
        for (name, tip) in self.objects().references(LOCAL)? {
            let is_there = |other: &&Other| {
                let There::Branch(branch) = &other.head else { return false };
                branch.strip_prefix(LOCAL.as_bytes()) == Some(&name)
            };
            let other = others.iter().find(is_there);
            let work_tree = other.map(|other| other.root.clone());
            let is_linked = other.is_some_and(|other| other.is_linked);
            branches.push(Branch { name: Some(name), tip, work_tree, is_linked });
        }
        for other in others {
            if let There::Commit(tip) = other.head {
                branches.push(Branch { name: None, tip, work_tree: Some(other.root), is_linked: other.is_linked });
            }
        }
        Ok(branches)
    }

    /// What the remotes' branches were when they were last fetched.
    pub fn remote_branches(&self) -> Result<Vec<Branch>, GitError> {
        let named = |(name, tip)| Branch { name: Some(name), tip, work_tree: None, is_linked: false };
        Ok(self.objects().references(REMOTE)?.into_iter().map(named).collect())
    }

    fn other_work_trees(&self) -> Result<Vec<Other>, GitError> {
        let mut others = Vec::new();
        let common = self.common_dir();
        if self.git_dir() != common
            && let Some(root) = common.parent().filter(|_| common.ends_with(".git"))
        {
            others.extend(self.other(common, "main-worktree/HEAD", root.to_path_buf(), false)?);
        }
        let linked = match std::fs::read_dir(common.join("worktrees")) {
            Ok(linked) => linked,
            Err(error) if error.kind() == std::io::ErrorKind::NotFound => return Ok(others),
            Err(error) => return Err(GitError::io("reading the list of work trees", error)),
        };
        for entry in linked.flatten() {
            let folder = entry.path();
            let (Some(name), Ok(marker)) = (entry.file_name().to_str().map(str::to_owned), marker(&folder)) else {
                continue;
            };
            if folder != self.git_dir() {
                let root = marker.parent().map(Path::to_path_buf).unwrap_or(marker);
                others.extend(self.other(&folder, &format!("worktrees/{name}/HEAD"), root, true)?);
            }
        }
        others.sort_by(|a, b| a.root.cmp(&b.root));
        Ok(others)
    }

    /// The work tree whose git directory is `folder` and whose HEAD git calls `name`; none where its HEAD cannot be read.
    fn other(&self, folder: &Path, name: &str, root: PathBuf, is_linked: bool) -> Result<Option<Other>, GitError> {
        let Ok(text) = std::fs::read(folder.join("HEAD")) else { return Ok(None) };
        let head = match self.program() {
            Some(git) if is_elsewhere(&text) => {
                let asked = git.run(&["symbolic-ref", "--quiet", name])?.stdout;
                let branch = Some(asked.trim_ascii().to_vec()).filter(|branch| !branch.is_empty());
                match branch {
                    Some(branch) => Some(There::Branch(branch)),
                    None => self.objects().resolve(name)?.map(There::Commit),
                }
            }
            _ => match text.strip_prefix(b"ref:") {
                Some(branch) => Some(There::Branch(branch.trim_ascii().to_vec())),
                None => Oid::from_hex(text.trim_ascii()).map(There::Commit),
            },
        };
        Ok(head.map(|head| Other { head, root, is_linked }))
    }
}

/// The file `.git` of a linked work tree, as its git directory names it.
fn marker(folder: &Path) -> std::io::Result<PathBuf> {
    let text = std::fs::read(folder.join("gitdir"))?;
    let named = folder.join(os_string(text.trim_ascii_end()));
    Ok(named.canonicalize().unwrap_or(named))
}
