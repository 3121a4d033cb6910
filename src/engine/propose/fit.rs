//! From evidence to the globs that somebody would write by hand: few, and each at the right level.

use std::collections::{BTreeMap, BTreeSet};

use super::evidence::{Evidence, Root};
use super::name::{folder_of, is_in, name_of};
use super::sign::Vocabulary;
use super::tree::Tree;
use crate::engine::glob::{Glob, Matcher};
use crate::engine::path::RepoPath;

/// From so many files of one name in one folder on, one glob is tried for all of them.
const FEW: usize = 2;

/// From so many folders or files of one name on, one glob is tried for all of them.
const MANY: usize = 3;

/// From so many on, the glob may begin anywhere in the project.
const VERY_MANY: usize = 6;

/// One glob that fits the tree.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Fitted {
    /// The glob.
    pub glob: String,
    /// The places of the files that it matches.
    pub files: Vec<usize>,
    /// How many of them are source of the surface.
    pub own: usize,
}

/// The globs of one surface, and what was left out of them.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct FittedGlobs {
    /// The globs, in the order of their paths; those that take away come last.
    pub globs: Vec<Fitted>,
    /// Globs that would have made the list too long.
    pub left_out: Vec<Fitted>,
}

/// Fits globs to the evidence, `most` of them at most.
pub(super) fn fit(tree: &Tree, evidence: &Evidence, words: &Vocabulary, most: usize) -> FittedGlobs {
    let fitter = Fitter::of(tree, evidence, words);
    let mut texts: BTreeSet<String> = BTreeSet::new();
    for roots in by(&evidence.roots, |root| root.known_by.clone()).values() {
        let paths: Vec<&str> = roots.iter().map(|root| root.path.as_str()).collect();
        fitter.folders(&paths, &mut texts);
    }
    for singles in by(&evidence.singles, |single| single.known_by.clone()).values() {
        let paths: Vec<&str> = singles.iter().map(|single| tree.path(single.place)).collect();
        let known_by = singles.first().map(|single| single.known_by.as_str()).unwrap_or_default();
        fitter.files(&paths, known_by, &mut texts);
    }
    let mut all: Vec<Fitted> = texts.iter().filter_map(|text| fitter.fitted(text)).collect();
    drop_the_covered(&mut all, &evidence.is_own);
    // Of those with as much source the one nearer to the top counts for more.
    let depth = |fitted: &Fitted| fitted.glob.split('/').count();
    all.sort_by(|a, b| b.own.cmp(&a.own).then_with(|| depth(a).cmp(&depth(b))).then_with(|| a.glob.cmp(&b.glob)));
    let left_out = all.split_off(all.len().min(most));
    all.sort_by(|a, b| a.glob.cmp(&b.glob));
    let taken: Vec<Fitted> = fitter.taken_away(&evidence.roots, &all);
    for fitted in &mut all {
        fitted.files.retain(|place| !taken.iter().any(|taken| taken.files.binary_search(place).is_ok()));
    }
    all.extend(taken);
    FittedGlobs { globs: all, left_out }
}

fn by<T>(items: &[T], key: impl Fn(&T) -> String) -> BTreeMap<String, Vec<&T>> {
    let mut groups: BTreeMap<String, Vec<&T>> = BTreeMap::new();
    for item in items {
        groups.entry(key(item)).or_default().push(item);
    }
    groups
}

/// Takes out each glob whose source the others have as well, the smallest first.
fn drop_the_covered(all: &mut Vec<Fitted>, is_own: &[bool]) {
    all.sort_by(|a, b| a.own.cmp(&b.own).then_with(|| b.glob.cmp(&a.glob)));
    let mut at = 0;
    while let Some(one) = all.get(at) {
        let others: BTreeSet<usize> = all
            .iter()
            .enumerate()
            .filter(|(other, _)| *other != at)
            .flat_map(|(_, other)| other.files.iter().copied())
            .collect();
        let own = one.files.iter().filter(|place| is_own.get(**place).copied().unwrap_or_default());
        if own.clone().all(|place| others.contains(place)) {
            all.remove(at);
        } else {
            at += 1;
        }
    }
}

/// What a file is to the surface.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Part {
    /// Its source.
    Own,
    /// Beside or among its source: no harm where a glob takes it too.
    Near,
    /// Something else.
    Foreign,
}

struct Fitter<'t> {
    tree: &'t Tree,
    parts: Vec<Part>,
    words: &'t Vocabulary,
}

impl<'t> Fitter<'t> {
    fn of(tree: &'t Tree, evidence: &Evidence, words: &'t Vocabulary) -> Self {
        let is_own = |place: usize| evidence.is_own.get(place).copied().unwrap_or_default();
        let own = (0..tree.files.len()).filter(|place| is_own(*place));
        let homes: BTreeSet<&str> = own.map(|place| folder_of(tree.path(place))).collect();
        let part = |place: usize| {
            let path = tree.path(place);
            if is_own(place) {
                Part::Own
            } else if evidence.roots.iter().any(|root| is_in(path, &root.path))
                || (!tree.is_source(place) && homes.contains(folder_of(path)))
            {
                Part::Near
            } else {
                Part::Foreign
            }
        };
        let parts = (0..tree.files.len()).map(part).collect();
        Self { tree, parts, words }
    }

    fn part(&self, place: usize) -> Part {
        self.parts.get(place).copied().unwrap_or(Part::Foreign)
    }

    /// The glob with what it matches; none where it cannot be written, or matches nothing of the surface.
    fn fitted(&self, text: &str) -> Option<Fitted> {
        let glob = Glob::parse(text).ok()?;
        let matcher = Matcher::new(&[&glob], &RepoPath::default()).ok()?;
        let within = text.trim_start_matches('!').split('/').take_while(|segment| is_plain(segment));
        let within: Vec<&str> = within.collect();
        let is_file = within.len() == text.split('/').count();
        let folder = if is_file { folder_of(text).to_owned() } else { within.join("/") };
        let is_match = |place: &usize| !matcher.matching(&RepoPath::from(self.tree.path(*place))).is_empty();
        let files: Vec<usize> = self.tree.below(&folder).filter(is_match).collect();
        let own = files.iter().filter(|place| self.part(**place) == Part::Own).count();
        (own > 0).then(|| Fitted { glob: text.to_owned(), files, own })
    }

    /// True where a glob takes hardly anything that is not the surface's.
    fn is_exact(&self, text: &str) -> bool {
        self.fitted(text).is_some_and(|fitted| {
            let foreign = fitted.files.iter().filter(|place| self.part(**place) == Part::Foreign).count();
            foreign * 10 <= fitted.own
        })
    }

    /// The globs of folders that end alike.
    fn folders(&self, paths: &[&str], texts: &mut BTreeSet<String>) {
        let one_apart = one_apart(paths, self.words.parts).map(|text| format!("{text}/**"));
        for text in [one_apart, any_depth(paths)].into_iter().flatten() {
            if self.is_exact(&text) {
                texts.insert(text);
                return;
            }
        }
        for (_, paths) in apart(paths) {
            if paths.len() < MANY {
                texts.extend(paths.iter().map(|path| format!("{path}/**")));
            } else {
                self.folders(&paths, texts);
            }
        }
    }

    /// The globs of files that are known by one word, or by one name.
    fn files(&self, paths: &[&str], known_by: &str, texts: &mut BTreeSet<String>) {
        let is_name = paths.iter().all(|path| name_of(path) == name_of(known_by));
        let begins_all = paths.iter().all(|path| name_of(path).starts_with(known_by));
        let pattern = if is_name || known_by.contains('*') {
            name_of(known_by).to_owned()
        } else if begins_all {
            format!("{known_by}*")
        } else {
            format!("*{known_by}*")
        };
        if let Some(text) = one_apart(paths, self.words.parts).filter(|text| is_name && self.is_exact(text)) {
            texts.insert(text);
            return;
        }
        let folder = common(paths.iter().map(|path| folder_of(path)));
        let is_one_folder = paths.iter().all(|path| folder_of(path) == folder);
        if paths.len()
            >= if is_one_folder {
                FEW
            } else if folder.is_empty() {
                VERY_MANY
            } else {
                MANY
            }
        {
            let between = if is_one_folder { "" } else { "**/" };
            let slash = if folder.is_empty() { "" } else { "/" };
            let text = format!("{folder}{slash}{between}{pattern}");
            if self.is_exact(&text) {
                texts.insert(text);
                return;
            }
        }
        for (_, paths) in apart(paths) {
            match paths.as_slice() {
                [path] => drop(texts.insert((*path).to_owned())),
                paths => self.files(paths, known_by, texts),
            }
        }
    }

    /// What folders hold that is not theirs, as globs that take it away.
    fn taken_away(&self, roots: &[Root], globs: &[Fitted]) -> Vec<Fitted> {
        let mut taken: BTreeMap<String, Fitted> = BTreeMap::new();
        for root in roots {
            let end = format!("{}/**", root.known_by);
            let first = self.tree.below(&root.path).start;
            let is_of_root = |glob: &&Fitted| glob.glob.ends_with(&end) && glob.files.binary_search(&first).is_ok();
            let glob = globs.iter().find(is_of_root);
            for (without, glob) in
                root.sign.without.iter().zip(std::iter::repeat(glob)).filter_map(|(a, b)| Some((a, b?)))
            {
                let base = glob.glob.strip_suffix("**").unwrap_or(&glob.glob);
                let text = format!("!{base}{without}/**");
                if let Some(fitted) = self.fitted(&text) {
                    taken.insert(text, fitted);
                }
            }
        }
        taken.into_values().collect()
    }
}

/// True for a segment that stands for itself.
fn is_plain(segment: &str) -> bool {
    !segment.contains(['*', '?', '[', '{'])
}

/// `packages/*/src/components` for paths that differ in the part of the project alone.
fn one_apart(paths: &[&str], parts: &[&str]) -> Option<String> {
    let split: Vec<Vec<&str>> = paths.iter().map(|path| path.split('/').collect()).collect();
    let first = split.first()?;
    if split.len() < 2 || split.iter().any(|path| path.len() != first.len()) {
        return None;
    }
    let differs = |at: &usize| split.iter().any(|path| path.get(*at) != first.get(*at));
    let differing: Vec<usize> = (0..first.len()).filter(differs).collect();
    let [at] = differing.as_slice() else { return None };
    let is_part = at.checked_sub(1).and_then(|at| first.get(at)).is_some_and(|above| parts.contains(above));
    if split.len() < MANY && !is_part {
        return None;
    }
    let text: Vec<&str> = first.iter().enumerate().map(|(place, name)| if place == *at { "*" } else { name }).collect();
    Some(text.join("/"))
}

/// `src/**/billing/**` for many folders of one name.
fn any_depth(paths: &[&str]) -> Option<String> {
    let above = common(paths.iter().map(|path| folder_of(path)));
    if paths.len() < if above.is_empty() { VERY_MANY } else { MANY } {
        return None;
    }
    let end = common_end(paths);
    // What all have in common at both ends is no choice between them.
    let is_apart = !end.is_empty() && paths.iter().all(|path| path.len() > above.len() + end.len());
    let slash = if above.is_empty() { "" } else { "/" };
    is_apart.then(|| format!("{above}{slash}**/{end}/**"))
}

/// The folder that all of these are or lie in.
fn common<'p>(mut folders: impl Iterator<Item = &'p str>) -> &'p str {
    let Some(mut common) = folders.next() else { return "" };
    for folder in folders {
        while !is_in(folder, common) {
            common = folder_of(common);
        }
    }
    common
}

/// The segments that all paths end with.
fn common_end(paths: &[&str]) -> String {
    let mut end: Vec<&str> = Vec::new();
    let mut reversed: Vec<_> = paths.iter().map(|path| path.rsplit('/')).collect();
    while let Some(Some(first)) = reversed.first_mut().map(Iterator::next) {
        if !reversed.iter_mut().skip(1).all(|path| path.next() == Some(first)) {
            break;
        }
        end.push(first);
    }
    end.reverse();
    end.join("/")
}

/// The same paths, grouped by the first folder in which they differ.
fn apart<'p>(paths: &[&'p str]) -> BTreeMap<&'p str, Vec<&'p str>> {
    let above = common(paths.iter().map(|path| folder_of(path)));
    let mut groups: BTreeMap<&str, Vec<&str>> = BTreeMap::new();
    for path in paths {
        let below = path.get(above.len()..).unwrap_or_default().trim_start_matches('/');
        let next = below.split('/').next().unwrap_or_default();
        groups.entry(next).or_default().push(path);
    }
    groups
}

#[cfg(test)]
mod tests;
