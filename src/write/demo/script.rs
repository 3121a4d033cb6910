//! A history as data: commits that write files, and the stream from which `git fast-import` makes them in one go.
//!
//! Source: <https://git-scm.com/docs/git-fast-import>.

use std::collections::BTreeMap;
use std::fmt::Write as _;

/// One phase of the sample project.
#[derive(Debug, Clone, Copy)]
pub struct DemoPhase {
    /// Its number as its folder has it.
    pub id: &'static str,
    /// What state it is left in, and what there is to see.
    pub about: &'static str,
    /// The row that this state is there to show: `resume/…`, or `recovery/…` where something is left uncommitted.
    pub row: &'static str,
    /// Its commits, oldest first.
    pub(super) commits: &'static [Commit],
    /// What it leaves in the work tree without a commit.
    pub(super) left: &'static [File],
}

/// One commit.
#[derive(Debug, Clone, Copy)]
pub(super) struct Commit {
    pub(super) subject: &'static str,
    pub(super) changes: &'static [Change],
}

/// A file and its whole text.
#[derive(Debug, Clone, Copy)]
pub(super) struct File {
    /// Below the project's root, `/` between segments.
    pub(super) path: &'static str,
    pub(super) text: &'static str,
}

/// What a commit does to one file.
#[derive(Debug, Clone, Copy)]
pub(super) enum Change {
    /// Adds the file, or gives it another text.
    Write(File),
    /// Puts `to` in the place of `from`, which the file holds once.
    Replace { path: &'static str, from: &'static str, to: &'static str },
    /// Puts `text` before the closing footer, the last horizontal rule of the file.
    BeforeFooter { path: &'static str, text: &'static str },
}

/// A commit of these changes.
pub(super) const fn commit(subject: &'static str, changes: &'static [Change]) -> Commit {
    Commit { subject, changes }
}

/// The file at `$path` of the sample project, its text kept under the same path in the folder `project` beside this file.
macro_rules! source {
    ($path:literal) => {
        Change::Write(File { path: $path, text: stored!($path) })
    };
}

/// The file at `$path` of the planning folder. It is kept in a folder without the dot: with it, this repository would look
/// like a project worked in phases.
macro_rules! planning {
    ($path:literal) => {
        Change::Write(File { path: concat!(".planning/", $path), text: stored!("planning/", $path) })
    };
    ($path:literal, from $stored:literal) => {
        Change::Write(File { path: concat!(".planning/", $path), text: stored!("planning/", $stored) })
    };
}

/// A file that is left in the planning folder without a commit.
macro_rules! left {
    ($path:literal) => {
        File { path: concat!(".planning/", $path), text: stored!("planning/", $path) }
    };
}

/// The replacement of `$from` by `$to` in a file of the planning folder.
macro_rules! replace {
    ($path:literal, $from:literal => $to:literal) => {
        Change::Replace { path: concat!(".planning/", $path), from: $from, to: $to }
    };
}

/// A classification, recorded in an artifact that is committed already.
macro_rules! lock {
    ($path:literal, $stored:literal) => {
        Change::BeforeFooter { path: concat!(".planning/", $path), text: stored!("planning/", $stored) }
    };
}

macro_rules! stored {
    ($($path:literal),+) => {
        include_str!(concat!(env!("CARGO_MANIFEST_DIR"), "/src/write/demo/project/", $($path),+))
    };
}

pub(super) use {left, lock, planning, replace, source, stored};

/// Who makes the commits, and in what time zone.
const IDENTITY: &str = "Ledger Demo <demo@ledger.example>";
/// Seconds from one commit to the next.
const BETWEEN_COMMITS: i64 = 20 * 60;

/// The history as input of `git fast-import`: for each part the time of its first commit (seconds since 1970), and its commits.
pub(super) fn stream(branch: &str, parts: &[(i64, &[Commit])]) -> Vec<u8> {
    let mut out = String::from("feature done\n");
    let mut tree = Tree::default();
    for (start, commits) in parts {
        let mut time = *start;
        for commit in *commits {
            let _ = writeln!(out, "commit refs/heads/{branch}");
            for role in ["author", "committer"] {
                let _ = writeln!(out, "{role} {IDENTITY} {time} +0000");
            }
            push_data(&mut out, &format!("{}\n", commit.subject));
            for change in commit.changes {
                let (path, text) = tree.apply(change);
                let _ = writeln!(out, "M 100644 inline {path}");
                push_data(&mut out, text);
            }
            time += BETWEEN_COMMITS;
        }
    }
    out.push_str("done\n");
    out.into_bytes()
}

/// The text, with its length before it. (Writing to a String cannot fail.)
fn push_data(out: &mut String, text: &str) {
    let _ = writeln!(out, "data {}\n{text}", text.len());
}

/// The files as the commits so far have left them.
#[derive(Debug, Default)]
pub(super) struct Tree {
    files: BTreeMap<&'static str, String>,
}

impl Tree {
    /// Carries out one change; gives the path and the text that the file now has. A change that finds nothing to replace
    /// leaves the text as it is (a test says that none does).
    pub(super) fn apply(&mut self, change: &Change) -> (&'static str, &str) {
        let (path, text) = match change {
            Change::Write(file) => (file.path, file.text.to_owned()),
            Change::Replace { path, from, to } => (*path, self.text(path).replacen(from, to, 1)),
            Change::BeforeFooter { path, text } => (*path, before_footer(self.text(path), text)),
        };
        let held = self.files.entry(path).or_default();
        *held = text;
        (path, held)
    }

    pub(super) fn text(&self, path: &str) -> &str {
        self.files.get(path).map_or("", String::as_str)
    }
}

fn before_footer(whole: &str, text: &str) -> String {
    let (body, footer) = whole.rsplit_once("\n---\n").unwrap_or((whole, ""));
    format!("{body}\n{text}\n---\n{footer}")
}

#[cfg(test)]
mod tests {
    use super::*;

    const FILE: &str = "a.md";
    const HISTORY: &[Commit] = &[
        commit("one", &[Change::Write(File { path: FILE, text: "# A\n\n---\n\nend\n" })]),
        commit("two — ✓", &[Change::BeforeFooter { path: FILE, text: "block\n" }]),
        commit("three", &[Change::Replace { path: FILE, from: "block", to: "lock" }]),
    ];

    #[test]
    fn changes_build_on_each_other_and_lengths_are_bytes() {
        let text = String::from_utf8(stream("main", &[(100, HISTORY)])).unwrap();
        assert!(text.starts_with("feature done\ncommit refs/heads/main\nauthor Ledger Demo"), "{text}");
        assert!(text.contains("> 1300 +0000\ndata 12\ntwo — ✓\n\nM 100644 inline a.md\n"), "{text}");
        assert!(text.contains("data 21\n# A\n\nblock\n\n---\n\nend\n\n"), "{text}");
        assert!(text.ends_with("data 20\n# A\n\nlock\n\n---\n\nend\n\ndone\n"), "{text}");
    }
}
