//! How much of a tree some surface covers.

use std::collections::BTreeMap;

use super::tree::Tree;
use crate::engine::activate::CompiledMap;
use crate::engine::path::RepoPath;

/// How much is covered.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Coverage {
    /// All files.
    pub files: usize,
    /// Those that are source: neither test nor document, and so on.
    pub source: usize,
    /// The source that some surface covers.
    pub covered: usize,
    /// The folders with the most source that none covers, the largest first, with the number of those files.
    pub uncovered: Vec<(RepoPath, usize)>,
}

/// How many folders are named.
const MOST: usize = 6;

/// How deep the named folders lie.
const DEPTH: usize = 2;

/// Counts it; `base` is the folder that the tree's paths begin in.
pub fn coverage(tree: &Tree, map: Option<&CompiledMap>, base: &RepoPath) -> Coverage {
    let mut coverage = Coverage { files: tree.files.len() + tree.unwritable, ..Coverage::default() };
    let mut uncovered: BTreeMap<RepoPath, usize> = BTreeMap::new();
    for file in tree.files.iter().filter(|file| file.aside.is_none()) {
        coverage.source += 1;
        let path = base.join(&file.path);
        if map.is_some_and(|map| !map.of_path(&path).is_empty()) {
            coverage.covered += 1;
        } else {
            let folder = RepoPath::from(file.path.as_str()).parent();
            let named: Vec<&[u8]> = folder.segments().take(DEPTH).collect();
            *uncovered.entry(base.join(named.join(&b'/'))).or_default() += 1;
        }
    }
    coverage.uncovered = uncovered.into_iter().collect();
    coverage.uncovered.sort_by(|a, b| b.1.cmp(&a.1).then_with(|| a.0.cmp(&b.0)));
    coverage.uncovered.truncate(MOST);
    coverage
}
