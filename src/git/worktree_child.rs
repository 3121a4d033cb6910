//! The work tree through `git status`: the fastest reader there is, and the one that knows every format.
//!
//! Source: <https://git-scm.com/docs/git-status> (porcelain format version 2).

use std::path::Path;

use super::child::{Finished, Git, Running};
use super::error::{GitError, said};
use super::hidden::{self, Hidden};
use super::status::{Side, Status, StatusEntry, Untracked};
use super::worktree::{Pending, WorkTree};
use crate::engine::object::Oid;
use crate::engine::path::RepoPath;

/// The work tree of one repository, asked through the `git` program.
pub(super) struct ChildWorkTree {
    git: Git,
}

impl ChildWorkTree {
    pub(super) fn new(git: Git) -> Self {
        Self { git }
    }
}

const QUESTION: [&str; 8] = [
    "status",
    "--porcelain=v2",
    "-z",
    "--branch",
    "--no-ahead-behind",
    "--untracked-files=all",
    "--no-renames",
    // What is changed inside a submodule is that repository's; and looking would start a git in it.
    "--ignore-submodules=dirty",
];

impl WorkTree for ChildWorkTree {
    fn start(&self) -> Result<Pending, GitError> {
        Ok(Pending::Running(Answer(self.git.start(&QUESTION)?)))
    }

    fn hidden(&self, root: &Path) -> Result<Vec<Hidden>, GitError> {
        let sparse = self.git.run(&["config", "--type=bool", "--get", "core.sparseCheckout"])?.stdout;
        let is_sparse = sparse.trim_ascii() == b"true";
        let listed = self.git.run_on(root, &["ls-files", "-v", "-z", "--full-name"], &[RepoPath::from(".")])?;
        let hidden = listed.split(|byte| *byte == 0).filter_map(hidden::parse);
        Ok(hidden.filter(|hidden| !(is_sparse && hidden.may_be_absent)).collect())
    }

    fn word(&self) -> &'static str {
        "git status"
    }
}

/// A `git status` at work.
pub struct Answer(Running);

impl Answer {
    pub(super) fn finish(self) -> Result<Status, GitError> {
        let finished: Finished = self.0.finish()?;
        let complaints = finished.stderr.clone();
        let output = finished.success()?;
        let unreadable =
            || GitError::GitFailed { what: "reading git status".to_owned(), stderr: "unknown output".to_owned() };
        let mut status = parse(&output).ok_or_else(unreadable)?;
        status.warnings = complaints.split(|byte| *byte == b'\n').filter(|line| !line.is_empty()).map(said).collect();
        Ok(status)
    }
}

/// Reads porcelain format 2 with NUL line ends; none when a line is none of those that this format has.
fn parse(output: &[u8]) -> Option<Status> {
    let mut status = Status::default();
    let lines = output.split(|byte| *byte == 0).filter(|line| !line.is_empty());
    for line in lines {
        let (tag, rest) = (line.first()?, line.get(2..)?);
        match tag {
            b'#' => header(&mut status, rest),
            b'?' => {
                let path = RepoPath::new(rest);
                let untracked = if rest.ends_with(b"/") { Untracked::NestedRepository } else { Untracked::File };
                status.entries.entry(path).or_default().untracked = untracked;
            }
            b'1' => changed(&mut status, rest)?,
            b'u' => {
                // XY sub m1 m2 m3 mW h1 h2 h3 path
                let path = RepoPath::new(rest.splitn(10, |byte| *byte == b' ').nth(9)?);
                let is_submodule = rest.get(3) == Some(&b'S');
                let entry = status.entries.entry(path).or_default();
                (entry.conflicted, entry.submodule) = (true, is_submodule);
            }
            // Ignored files are not asked for, renames neither.
            _ => return None,
        }
    }
    Some(status)
}

fn header(status: &mut Status, rest: &[u8]) {
    if let Some(id) = rest.strip_prefix(b"branch.oid ") {
        status.head = Oid::from_hex(id);
    } else if let Some(name) = rest.strip_prefix(b"branch.head ") {
        status.branch = (name != b"(detached)").then(|| name.to_vec());
    }
}

/// `XY sub mH mI mW hH hI path`
fn changed(status: &mut Status, rest: &[u8]) -> Option<()> {
    let mut words = rest.splitn(8, |byte| *byte == b' ');
    let [index, work] = words.next()? else { return None };
    let sub = words.next()?;
    let path = words.nth(5)?;
    let entry = status.entries.entry(RepoPath::new(path)).or_default();
    *entry = StatusEntry {
        index: side(*index)?,
        work: side(*work)?,
        intent_to_add: *work == b'A',
        submodule: sub.first() == Some(&b'S'),
        untracked: entry.untracked,
        conflicted: false,
    };
    Some(())
}

fn side(letter: u8) -> Option<Side> {
    match letter {
        b'.' => Some(Side::Unmodified),
        b'M' => Some(Side::Modified),
        b'A' => Some(Side::Added),
        b'D' => Some(Side::Deleted),
        b'T' => Some(Side::TypeChanged),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    const ID: &str = "1111111111111111111111111111111111111111";

    fn read(lines: &[&str]) -> Status {
        let mut output = Vec::new();
        for line in lines {
            output.extend_from_slice(line.replace("ID", ID).as_bytes());
            output.push(0);
        }
        parse(&output).unwrap()
    }

    #[test]
    fn every_kind_of_line_is_read() {
        let status = read(&[
            "# branch.oid ID",
            "# branch.head feature/x",
            "# branch.upstream origin/x",
            "1 .M N... 100644 100644 100644 ID ID a b",
            "1 .A N... 000000 000000 100644 ID ID announced",
            "1 D. N... 100644 000000 000000 ID ID kept",
            "1 .M SC.. 160000 160000 160000 ID ID sub",
            "u UU N... 100644 100644 100644 100644 ID ID ID both sides",
            "? kept",
            "? nested/",
            "? new\nline",
        ]);
        let entry = |path: &str| &status.entries[&RepoPath::from(path)];
        assert_eq!(status.head, Oid::from_hex(ID.as_bytes()));
        assert_eq!(status.branch.as_deref(), Some(&b"feature/x"[..]));
        assert_eq!((entry("a b").index, entry("a b").work), (Side::Unmodified, Side::Modified));
        assert!(entry("announced").intent_to_add);
        assert_eq!((entry("kept").index, entry("kept").untracked), (Side::Deleted, Untracked::File));
        assert!(entry("sub").submodule);
        assert!(entry("both sides").conflicted);
        assert_eq!(entry("nested").untracked, Untracked::NestedRepository);
        assert_eq!(entry("new\nline").untracked, Untracked::File);
        assert_eq!(status.entries.len(), 7);
    }

    #[test]
    fn no_commit_and_no_branch_are_none() {
        let status = read(&["# branch.oid (initial)", "# branch.head (detached)"]);
        assert_eq!((status.head, status.branch), (None, None));
    }

    #[test]
    fn a_line_of_another_format_is_no_silence() {
        for line in [&b"2 R. x\0"[..], b"! ignored\0", b" M v1\0", b"1 .X N... 1 1 1 a a p\0", b"1 short\0"] {
            assert_eq!(parse(line), None, "{}", line.escape_ascii());
        }
    }

    proptest! {
        #[test]
        fn no_output_panics(output in proptest::collection::vec(any::<u8>(), 0..200)) {
            let _ = parse(&output);
        }
    }
}
