//! Looks for the signs of one surface: folders that are its own, and files elsewhere.

use super::aside::Why;
use super::name::{fits, fits_in_any_case, folder_of, hold, is_in, name_of, stem, tail, words as words_of};
use super::sign::{Counts, Form, Holds, Sign, Starter, Vocabulary};
use super::tree::{Tree, TreeFile};

/// A folder that belongs to the surface.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Root {
    /// Its path.
    pub(super) path: String,
    /// The end of the path by which it was known.
    pub(super) known_by: String,
    /// The sign.
    pub(super) sign: &'static Sign,
}

/// A file outside of those folders that belongs to the surface.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Single {
    /// Its place in the tree.
    pub(super) place: usize,
    /// The word in its name, as it is spelt there, or the end of its path.
    pub(super) known_by: String,
    /// The sign.
    pub(super) sign: &'static Sign,
}

/// All that speaks for one surface.
#[derive(Debug, Clone, Default)]
pub(super) struct Evidence {
    pub(super) roots: Vec<Root>,
    pub(super) singles: Vec<Single>,
    /// For every file of the tree: whether it is source of the surface.
    pub(super) is_own: Vec<bool>,
}

/// Looks for it. `is_kept` says of every file whether it lies in a folder of a surface that keeps its files.
pub(super) fn evidence(tree: &Tree, starter: &Starter, words: &Vocabulary, is_kept: &[bool]) -> Evidence {
    let signs: Vec<&'static Sign> = words.signs_of(starter.name).collect();
    let shows =
        |file: &TreeFile| !starter.shows && words.shown.iter().any(|pattern| fits(name_of(&file.path), pattern));
    let mut found = Evidence { is_own: vec![false; tree.files.len()], ..Evidence::default() };
    let mut last: Option<String> = None;
    for folder in tree.folders() {
        if last.as_deref().is_some_and(|last| is_in(folder, last)) {
            continue;
        }
        let named = words_of(name_of(folder));
        let places = tree.below(folder);
        let files = tree.at(places.clone());
        let is_evidence = |sign: &Sign| {
            let counted: Vec<&TreeFile> = files.iter().filter(|file| counts(sign, file)).collect();
            let hidden = counted.iter().filter(|file| !shows(file)).count();
            !counted.is_empty()
                && hidden * 2 >= counted.len()
                && holds(sign, folder, &counted)
                && is_next_to(tree, sign, folder)
        };
        let mut known = signs.iter().filter_map(|sign| Some((*sign, known_by(sign, folder, &named)?)));
        let Some((sign, known_by)) = known.find(|(sign, _)| is_evidence(sign)) else { continue };
        last = Some(folder.to_owned());
        for place in places {
            if let (Some(file), Some(own)) = (tree.files.get(place), found.is_own.get_mut(place)) {
                *own = counts(sign, file);
            }
        }
        found.roots.push(Root { path: folder.to_owned(), known_by, sign });
    }
    for (place, file) in tree.files.iter().enumerate() {
        let is_known = found.is_own.get(place).copied().unwrap_or_default();
        let is_passed = is_known || shows(file) || is_kept.get(place).copied().unwrap_or_default();
        let in_root = || found.roots.iter().any(|root| is_in(&file.path, &root.path));
        if is_passed || in_root() {
            continue;
        }
        let is_errand = is_errand(&file.path, words);
        let mut asked = signs.iter().filter(|sign| !is_errand || !matches!(sign.form, Form::Word(_)));
        let single = asked.find_map(|sign| {
            let known_by = known_by_file(sign, file)?;
            is_next_to(tree, sign, &file.path).then_some((*sign, known_by))
        });
        if let (Some((sign, known_by)), Some(own)) = (single, found.is_own.get_mut(place)) {
            *own = true;
            found.singles.push(Single { place, known_by, sign });
        }
    }
    found
}

/// True for a file in a folder of scripts.
fn is_errand(path: &str, words: &Vocabulary) -> bool {
    let mut folders = folder_of(path).split('/').enumerate();
    folders.any(|(at, folder)| {
        words.errands.iter().any(|errand| match errand.strip_prefix('/') {
            Some(errand) => at == 0 && errand == folder,
            None => *errand == folder,
        })
    })
}

/// True where the files lie beside it that the sign asks for.
fn is_next_to(tree: &Tree, sign: &Sign, path: &str) -> bool {
    let mut home = path;
    for _ in sign.form.text().trim_start_matches('/').split('/') {
        home = folder_of(home);
    }
    let fits_one = |name: &str| sign.next_to.iter().any(|pattern| fits(name, pattern));
    let is_beside = |file: &TreeFile| folder_of(&file.path) == home && fits_one(name_of(&file.path));
    sign.next_to.is_empty() || tree.at(tree.below(home)).iter().any(is_beside)
}

/// True where a file says something for the sign.
fn counts(sign: &Sign, file: &TreeFile) -> bool {
    match file.aside {
        None => true,
        Some(Why::Text) => sign.counts >= Counts::Texts,
        Some(Why::Test) => sign.counts == Counts::TextsAndTests,
        Some(_) => false,
    }
}

/// The end of a folder's path by which the sign knows it.
fn known_by(sign: &Sign, folder: &str, named: &[String]) -> Option<String> {
    match sign.form {
        Form::File(_) => None,
        Form::Word(word) => hold(named, word).then(|| name_of(folder).to_owned()),
        Form::Folder(pattern) => ends_so(folder, pattern),
    }
}

/// The end of a path that fits a pattern of as many segments.
fn ends_so(path: &str, pattern: &str) -> Option<String> {
    if let Some(whole) = pattern.strip_prefix('/') {
        // A `*` meets no `/`.
        let is_as_long = path.split('/').count() == whole.split('/').count();
        return (is_as_long && fits_in_any_case(path, whole)).then(|| path.to_owned());
    }
    let count = pattern.split('/').count();
    let end = tail(path, count);
    let is_long = end.split('/').count() == count;
    // A `*` in the last segment meets no `/`: there are as many segments on both sides.
    let fits_all = end.split('/').zip(pattern.split('/')).all(|(name, pattern)| fits_in_any_case(name, pattern));
    (is_long && fits_all).then(|| end.to_owned())
}

/// What in a file's path the sign knows it by.
fn known_by_file(sign: &Sign, file: &TreeFile) -> Option<String> {
    let name = name_of(&file.path);
    match sign.form {
        Form::Folder(_) => None,
        Form::File(pattern) => {
            let end = ends_so(&file.path, pattern).filter(|_| counts(sign, file))?;
            Some(if pattern.contains('*') { pattern.to_owned() } else { end })
        }
        Form::Word(word) => {
            let is_meant = match sign.holds {
                Holds::AThirdOf(patterns) => patterns.iter().any(|pattern| fits(name, pattern)),
                Holds::Anything | Holds::Near(_) => true,
            };
            if !hold(&file.words, word) || !is_meant || !counts(sign, file) {
                return None;
            }
            spelt(stem(name), word)
        }
    }
}

/// A word as it is spelt in a name; of several words, with what stands between them.
fn spelt(name: &str, word: &str) -> Option<String> {
    // A name whose letters change their length in lower case is passed over.
    let lower = name.to_lowercase();
    let written = ["-", "_", "", "."].map(|between| word.replace(' ', between));
    let (at, word) = written.iter().find_map(|word| Some((lower.find(word.as_str())?, word)))?;
    name.get(at..at + word.len()).filter(|_| lower.len() == name.len()).map(str::to_owned)
}

fn holds(sign: &Sign, folder: &str, counted: &[&TreeFile]) -> bool {
    let fits_one =
        |file: &TreeFile, patterns: &[&str]| patterns.iter().any(|pattern| fits(name_of(&file.path), pattern));
    match sign.holds {
        Holds::Anything => true,
        Holds::AThirdOf(patterns) => {
            let fitting = counted.iter().filter(|file| fits_one(file, patterns)).count();
            fitting * 3 >= counted.len()
        }
        Holds::Near(patterns) => counted.iter().any(|file| {
            let home = folder_of(&file.path);
            (home == folder || folder_of(home) == folder) && fits_one(file, patterns)
        }),
    }
}

#[cfg(test)]
mod tests;
