//! The changes of one file under whatever name it had.

use std::collections::BTreeMap;

use super::object::Oid;
use super::path::RepoPath;

/// What one commit changed: path, and the id of the content that it left there (none: the file went away, or a
/// repository of its own stands there, whose commits are no content of this one).
pub type Changed = BTreeMap<RepoPath, Option<Oid>>;

/// The changes of `file` among commits that are given by what each changed, newest first: the place of each in that list, and
/// the content that it left.
///
/// A file that only took another name did not change. Where a commit takes content away from one path and puts the same
/// content at another, that is no change, and the changes before it are those of the former path. Otherwise a new name would
/// make an old report look as if it were of today. Nothing is guessed from likeness: content is equal or it is not.
pub fn changes(commits: &[&Changed], file: &RepoPath) -> Vec<(usize, Option<Oid>)> {
    let mut name = file;
    let mut found = Vec::new();
    for (place, changed) in commits.iter().enumerate() {
        let Some(content) = changed.get(name) else { continue };
        let older = commits.get(place + 1..).unwrap_or_default();
        match content.and_then(|content| former_name(changed, content, older)) {
            Some(former) => name = former,
            None => found.push((place, *content)),
        }
    }
    found
}

/// The path from which a commit took exactly this content away.
fn former_name<'c>(changed: &'c Changed, content: Oid, older: &[&Changed]) -> Option<&'c RepoPath> {
    let mut gone = changed.iter().filter(|(_, content)| content.is_none()).map(|(path, _)| path);
    gone.find(|path| older.iter().find_map(|changed| changed.get(*path)) == Some(&Some(content)))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn id(content: u8) -> Oid {
        Oid::from_bytes(&[content; 20]).unwrap_or_else(|| panic!("an id has 20 bytes"))
    }

    /// Commits, newest first, each as `path content` or `path -` (gone); and the places at which `file` changed.
    fn places(file: &str, commits: &[&[(&str, u8)]]) -> Vec<usize> {
        let changed = |edits: &&[(&str, u8)]| -> Changed {
            edits.iter().map(|(path, content)| (RepoPath::from(*path), (*content > 0).then(|| id(*content)))).collect()
        };
        let commits: Vec<Changed> = commits.iter().map(changed).collect();
        let found = changes(&commits.iter().collect::<Vec<_>>(), &RepoPath::from(file));
        found.into_iter().map(|(place, _)| place).collect()
    }

    #[test]
    fn a_new_name_is_no_change() {
        let written: &[(&str, u8)] = &[("old", 1)];
        for (why, commits, expected) in [
            ("written", &[&[("new", 1)][..]][..], &[0][..]),
            ("moved", &[&[("new", 1), ("old", 0)], written], &[1]),
            ("moved twice", &[&[("new", 1), ("mid", 0)], &[("mid", 1), ("old", 0)], written], &[2]),
            ("moved, then written", &[&[("new", 2)], &[("new", 1), ("old", 0)], written], &[0, 2]),
            ("moved and written at once", &[&[("new", 2), ("old", 0)], written], &[0]),
            ("copied", &[&[("new", 1)], written], &[0]),
            ("taken from where it lay long ago", &[&[("new", 1), ("old", 0)], &[("old", 2)], written], &[0]),
            ("moved back and forth", &[&[("new", 1), ("b", 0)], &[("b", 1), ("new", 0)], &[("new", 1)]], &[2]),
            ("gone and back", &[&[("new", 1)], &[("new", 0)], &[("new", 1)]], &[0, 1, 2]),
            (
                "the one of two that had the content",
                &[&[("a", 0), ("new", 1), ("old", 0)], &[("a", 2), ("old", 1)]],
                &[1],
            ),
        ] {
            assert_eq!(places("new", commits), expected, "{why}");
        }
    }
}
