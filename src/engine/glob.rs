//! Globs of surfaces: read strictly, matched over bytes.
//!
//! The rules, which hold on every system:
//! * A glob is relative to the folder that holds the planning folder; `:/x` is relative to the repository's root.
//! * `./` and `/` at the beginning mean nothing; `/` at the end means `/**`; a glob without `/` matches in the folder itself.
//! * `*` and `?` do not cross `/`, `?` is one byte, `**` is any number of folders, case counts, dotfiles match.
//! * `src/**` also matches `src` itself, which a file or a submodule may have replaced.
//! * `{a,b}` is a choice, an empty one allowed. `[id]` is the set of `i` and `d` and also the name `[id]`, as folders of routes
//!   are called; `[0-9]` and `[!a]` are sets alone, `[[]id]` is the name alone.
//! * `!glob` takes away from what the other globs of its list match.
//!
//! What compiles elsewhere and would match nothing here is refused with a suggestion, because a pattern that is silently
//! dropped switches a gate off.

mod expand;
mod pattern;
mod problem;
mod suggest;
#[cfg(test)]
mod tests;

use std::collections::BTreeSet;

use globset::{Candidate, GlobSet, GlobSetBuilder};

use self::expand::{Brackets, class_end, expand};
pub use self::pattern::Pattern;
use self::pattern::{Stars, globset};
pub use self::problem::GlobProblem;
use super::path::RepoPath;

/// The longest glob that is read, in bytes.
const LONGEST: usize = 1024;

/// The signs that begin an extended pattern of some shells, with a `(` behind them.
const EXTGLOB: &[char] = &['!', '@', '+', '?', '*'];

/// A glob that was refused: why, and what to write in its place.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("{problem}")]
pub struct GlobFault {
    /// What is wrong.
    pub problem: GlobProblem,
    /// A glob that may be what was meant. It is always one that can be read.
    pub suggestion: Option<String>,
}

/// What a glob is relative to.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Anchor {
    /// The folder that holds the planning folder.
    Project,
    /// The root of the repository.
    Repository,
}

/// One glob.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Glob {
    written: String,
    negated: bool,
    anchor: Anchor,
    patterns: Vec<Pattern>,
}

impl Glob {
    /// Reads a glob as written in a config.
    ///
    /// # Errors
    /// The glob would match nothing, or not what it seems to say.
    pub fn parse(written: &str) -> Result<Self, GlobFault> {
        read(written).map_err(|problem| {
            let suggestion = suggest::instead(written, &problem).filter(|instead| read(instead).is_ok());
            GlobFault { problem, suggestion }
        })
    }

    /// The glob as written.
    pub fn written(&self) -> &str {
        &self.written
    }

    /// True for `!glob`.
    pub fn is_negated(&self) -> bool {
        self.negated
    }

    /// What it is relative to.
    pub fn anchor(&self) -> Anchor {
        self.anchor
    }

    /// What the glob says, without the ways to spell it: equal for globs that match the same by the same patterns. Each is a
    /// glob that reads back as itself (and, where it holds a set that may be a name, as that name too).
    pub fn canonical(&self) -> Vec<String> {
        let sign = if self.negated { "!" } else { "" };
        let root = if self.anchor == Anchor::Repository { ":/" } else { "./" };
        self.patterns.iter().map(|pattern| format!("{sign}{root}{}", pattern.text())).collect()
    }

    /// How many patterns the glob stands for.
    pub fn size(&self) -> usize {
        self.patterns.len()
    }

    /// The path, where the glob names one alone: whoever knows the tree can tell whether that is a folder, below which the
    /// glob matches nothing.
    pub fn plain_path(&self, project: &RepoPath) -> Option<RepoPath> {
        let [pattern] = self.patterns.as_slice() else { return None };
        pattern.within(&self.base(project)).plain()
    }

    /// True where the glob (its `!` aside) may match a path that `reach` stands for.
    pub fn meets(&self, reach: &Pattern, project: &RepoPath) -> bool {
        let base = self.base(project);
        self.patterns.iter().any(|pattern| pattern.within(&base).meets(reach))
    }

    /// True where the glob (its `!` aside) matches `folder` and everything in it.
    pub fn covers(&self, folder: &RepoPath, project: &RepoPath) -> bool {
        let base = self.base(project);
        self.patterns.iter().any(|pattern| pattern.within(&base).covers(folder))
    }

    fn base(&self, project: &RepoPath) -> RepoPath {
        match self.anchor {
            Anchor::Project => project.clone(),
            Anchor::Repository => RepoPath::default(),
        }
    }
}

impl Pattern {
    /// The pattern of one path alone.
    pub fn path(path: &RepoPath) -> Self {
        Self::of_path(path)
    }

    /// The pattern of a folder, or a submodule, and everything in it.
    pub fn folder_of(folder: &RepoPath) -> Self {
        Self::below(folder)
    }

    /// The patterns of a glob as a plan writes it, relative to `project`. What a config may not write is taken as widely as it
    /// can be meant; none where it cannot be read at all.
    pub fn declared(glob: &str, project: &RepoPath) -> Option<Vec<Self>> {
        let texts = expand(glob, Brackets::Both).ok()?;
        texts
            .iter()
            .map(|text| Self::parse(text, Stars::Anything).ok().map(|pattern| pattern.within(project)))
            .collect()
    }

    /// True where the pattern may match the path.
    pub fn may_be(&self, path: &RepoPath) -> bool {
        self.meets(&Self::of_path(path))
    }

    /// The folder that everything the pattern matches lies in, or is.
    pub fn base(&self) -> RepoPath {
        self.folder()
    }
}

fn read(written: &str) -> Result<Glob, GlobProblem> {
    if written.len() > LONGEST {
        return Err(GlobProblem::TooLong(LONGEST));
    }
    if written.is_empty() {
        return Err(GlobProblem::Empty);
    }
    if written.contains('\\') {
        return Err(GlobProblem::Backslash);
    }
    if let Some(sign) = extglob(written) {
        return Err(GlobProblem::Extglob(sign));
    }
    let (negated, rest) = written.strip_prefix('!').map_or((false, written), |rest| (true, rest));
    if rest.starts_with('!') {
        return Err(GlobProblem::DoubleNegation);
    }
    let (anchor, rest) = match rest.strip_prefix(":/") {
        Some(rest) => (Anchor::Repository, rest),
        None if rest.starts_with(':') => return Err(GlobProblem::Magic),
        None => (Anchor::Project, rest),
    };
    if rest == "~" || rest.starts_with("~/") || is_drive(rest) {
        return Err(GlobProblem::Absolute);
    }
    let brackets = if negated { Brackets::Refused } else { Brackets::Both };
    let mut patterns = Vec::new();
    for text in expand(rest, brackets)? {
        if text.split('/').any(|segment| segment.trim() != segment) {
            return Err(GlobProblem::Blank);
        }
        let pattern = Pattern::parse(&text, Stars::Refused)?;
        if globset(&pattern.text()).is_none() {
            return Err(GlobProblem::BadClass(text));
        }
        if !patterns.contains(&pattern) {
            patterns.push(pattern);
        }
    }
    Ok(Glob { written: written.to_owned(), negated, anchor, patterns })
}

/// The sign of the first extended pattern, outside of brackets.
fn extglob(text: &str) -> Option<char> {
    let mut rest = text;
    while let Some(c) = rest.chars().next() {
        let end = if c == '[' { class_end(rest) } else { None };
        rest = rest.get(end.unwrap_or(c.len_utf8())..)?;
        if EXTGLOB.contains(&c) && rest.starts_with('(') {
            return Some(c);
        }
    }
    None
}

fn is_drive(text: &str) -> bool {
    let mut chars = text.chars();
    chars.next().is_some_and(|c| c.is_ascii_alphabetic())
        && chars.next() == Some(':')
        && matches!(chars.next(), None | Some('/'))
}

/// Many globs, compiled together.
#[derive(Debug, Clone)]
pub struct Matcher {
    project: RepoPath,
    in_project: Compiled,
    in_repository: Compiled,
}

/// The globs of one anchor: which glob each pattern of the set belongs to.
#[derive(Debug, Clone)]
struct Compiled {
    set: GlobSet,
    owners: Vec<usize>,
    /// The globs that match whatever there is, the folder that they are relative to among it.
    everything: Vec<usize>,
}

/// So many globs that they cannot be compiled together.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("{0} globs and choices are too many to be compiled together")]
pub struct TooLarge(pub usize);

impl Matcher {
    /// Compiles `globs`; `project` is the folder that holds the planning folder.
    ///
    /// # Errors
    /// Together they are larger than the matcher can hold.
    pub fn new(globs: &[&Glob], project: &RepoPath) -> Result<Self, TooLarge> {
        let too_large = |_| TooLarge(globs.len());
        Ok(Self {
            project: project.clone(),
            in_project: Compiled::new(globs, Anchor::Project).map_err(too_large)?,
            in_repository: Compiled::new(globs, Anchor::Repository).map_err(too_large)?,
        })
    }

    /// The places in the list of the globs that match `path` (their `!` aside), in order.
    pub fn matching(&self, path: &RepoPath) -> Vec<usize> {
        let mut found = self.in_repository.matching(path);
        if let Some(path) = path.below(&self.project) {
            found.extend(self.in_project.matching(&path));
        }
        found.sort_unstable();
        found.dedup();
        found
    }
}

/// Of these globs the places of those that match none of the files: what such a one should guard is not there. What one may
/// match below a submodule is not seen from here, and keeps it alive. Nothing is told where they are too many to be compiled,
/// which is a fault of its own.
pub fn dead<'p>(
    globs: &[&Glob],
    project: &RepoPath,
    files: impl IntoIterator<Item = &'p RepoPath>,
    submodules: impl IntoIterator<Item = &'p RepoPath>,
) -> BTreeSet<usize> {
    let Ok(matcher) = Matcher::new(globs, project) else { return BTreeSet::new() };
    let alive: BTreeSet<usize> = files.into_iter().flat_map(|file| matcher.matching(file)).collect();
    let below: Vec<Pattern> = submodules.into_iter().map(Pattern::folder_of).collect();
    let may_be_alive =
        |at: &usize| globs.get(*at).is_some_and(|glob| below.iter().any(|reach| glob.meets(reach, project)));
    (0..globs.len()).filter(|at| !alive.contains(at) && !may_be_alive(at)).collect()
}

impl Compiled {
    fn new(globs: &[&Glob], anchor: Anchor) -> Result<Self, globset::Error> {
        let mut set = GlobSetBuilder::new();
        let (mut owners, mut everything) = (Vec::new(), Vec::new());
        for (owner, glob) in globs.iter().enumerate().filter(|(_, glob)| glob.anchor == anchor) {
            for pattern in &glob.patterns {
                if pattern.covers(&RepoPath::default()) {
                    everything.push(owner);
                }
                for pattern in [Some(pattern.clone()), pattern.own_folder()].into_iter().flatten() {
                    // Reading the glob has compiled it once already.
                    if let Some(compiled) = globset(&pattern.text()) {
                        set.add(compiled);
                        owners.push(owner);
                    }
                }
            }
        }
        Ok(Self { set: set.build()?, owners, everything })
    }

    fn matching(&self, path: &RepoPath) -> Vec<usize> {
        if path.is_root() {
            return self.everything.clone();
        }
        let found = self.set.matches_candidate(&Candidate::from_bytes(path.as_bytes()));
        found.into_iter().filter_map(|at| self.owners.get(at).copied()).collect()
    }
}
