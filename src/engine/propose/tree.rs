//! The files of a project, looked at folder by folder.

use std::collections::BTreeSet;
use std::ops::Range;

use super::aside::{Why, aside};
use super::name::{folder_of, name_of, stem, words};
use crate::engine::escape::is_hidden;
use crate::engine::path::RepoPath;

/// One file.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct TreeFile {
    /// Its path.
    pub path: String,
    /// Why it is set aside; none for source.
    pub aside: Option<Why>,
    /// The words of its name, without its ending.
    pub words: Vec<String>,
}

/// All files, in order.
#[derive(Debug, Clone, Default)]
pub struct Tree {
    /// The files that a glob can name as they are.
    pub files: Vec<TreeFile>,
    /// How many others there are: no text, or signs in the name that mean something in a glob.
    pub unwritable: usize,
    folders: BTreeSet<String>,
}

impl Tree {
    /// The tree of these paths.
    pub fn of(paths: &[RepoPath]) -> Self {
        let mut tree = Self::default();
        for path in paths {
            let Some(path) = path.as_str().filter(|path| is_writable(path)) else {
                tree.unwritable += 1;
                continue;
            };
            let words = words(stem(name_of(path)));
            tree.files.push(TreeFile { path: path.to_owned(), aside: aside(path), words });
            let mut folder = folder_of(path);
            while !folder.is_empty() && tree.folders.insert(folder.to_owned()) {
                folder = folder_of(folder);
            }
        }
        tree.files.sort_by(|a, b| a.path.cmp(&b.path));
        tree.files.dedup();
        tree
    }

    /// Every folder, each before those in it.
    pub fn folders(&self) -> impl Iterator<Item = &str> {
        self.folders.iter().map(String::as_str)
    }

    /// The places of the files below a folder; of all files for the root.
    pub fn below(&self, folder: &str) -> Range<usize> {
        if folder.is_empty() {
            return 0..self.files.len();
        }
        let begin = format!("{folder}/");
        // The sign that follows `/`.
        let end = format!("{folder}0");
        let place = |limit: &str| self.files.partition_point(|file| file.path.as_str() < limit);
        place(&begin)..place(&end)
    }

    /// The files at these places.
    pub fn at(&self, places: Range<usize>) -> &[TreeFile] {
        self.files.get(places).unwrap_or_default()
    }

    /// True for source.
    pub fn is_source(&self, place: usize) -> bool {
        self.files.get(place).is_some_and(|file| file.aside.is_none())
    }

    /// The path of the file at that place.
    pub fn path(&self, place: usize) -> &str {
        self.files.get(place).map(|file| file.path.as_str()).unwrap_or_default()
    }
}

/// True where a path can stand in a glob as it is, and a reader sees all of it. Brackets in a glob stand for themselves too.
fn is_writable(path: &str) -> bool {
    let is_odd = |c: char| is_hidden(c) || matches!(c, '*' | '?' | '{' | '}' | '\\');
    !path.is_empty()
        && !path.starts_with(['!', ':', '~'])
        && !path.chars().any(is_odd)
        && path.split('/').all(|segment| segment.trim() == segment)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn tree(paths: &[&str]) -> Tree {
        Tree::of(&paths.iter().map(|path| RepoPath::from(*path)).collect::<Vec<_>>())
    }

    #[test]
    fn files_lie_in_order_and_every_folder_is_known() {
        let tree = tree(&["b/c/d.rs", "a.rs", "b.rs", "b/payCode.rs", "b0", "b/c/d.rs", "b-x/e.md"]);
        let paths: Vec<&str> = (0..tree.files.len()).map(|place| tree.path(place)).collect();
        assert_eq!(paths, ["a.rs", "b-x/e.md", "b.rs", "b/c/d.rs", "b/payCode.rs", "b0"]);
        assert_eq!(tree.folders().collect::<Vec<_>>(), ["b", "b-x", "b/c"]);
        for (folder, expected) in [("", 0..6), ("b", 3..5), ("b/c", 3..4), ("b-x", 1..2)] {
            assert_eq!(tree.below(folder), expected, "{folder}");
        }
        assert!(tree.below("c").is_empty() && tree.at(tree.below("c")).is_empty());
        assert_eq!(tree.at(3..5).iter().map(|file| file.words.join(" ")).collect::<Vec<_>>(), ["d", "pay code"]);
        assert_eq!((tree.is_source(0), tree.is_source(1), tree.is_source(99), tree.path(99)), (true, false, false, ""));
        assert_eq!(tree.unwritable, 0);
    }

    #[test]
    fn a_name_that_means_something_in_a_glob_is_counted_and_left_alone() {
        let odd = ["", "!a", ":a", "~a", "a*b", "a?b", "a{b", "a}b", "a\\b", "a\u{7}b", "a /b", " a"];
        for path in odd {
            assert!(!is_writable(path), "{path:?}");
        }
        for path in ["a", "a b/c", "a[b]/c", "a!b", "ä/b", "a/~b"] {
            assert!(is_writable(path), "{path:?}");
        }
        let tree = tree(&["a*", "b?", "c.rs", "d/e{}"]);
        assert_eq!((tree.unwritable, tree.files.len(), tree.folders().count()), (3, 1, 0));
    }
}
