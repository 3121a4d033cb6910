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
