//! Paths that a phase touches, or means to touch, each with what says so.

use std::collections::BTreeSet;
use std::fmt;

use super::escape::escape;
use super::glob::Pattern;
use super::object::Oid;
use super::path::RepoPath;

/// How much a source proves: the weaker first.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Strength {
    /// Prose speaks of it. It can only add a surface.
    Mentioned,
    /// Somebody says that it will be touched, or was.
    Declared,
    /// Git shows that it was touched.
    Real,
}

impl Strength {
    /// The word for a reader.
    pub fn word(self) -> &'static str {
        match self {
            Self::Mentioned => "mentioned",
            Self::Declared => "declared",
            Self::Real => "real",
        }
    }
}

/// A line of a file, counted from 1.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Place {
    /// The file.
    pub file: RepoPath,
    /// The line; none where the file as a whole is meant.
    pub line: Option<usize>,
}

impl fmt::Display for Place {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.line {
            Some(line) => write!(f, "{}:{line}", self.file),
            None => write!(f, "{}", self.file),
        }
    }
}

/// What says that a path is touched.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Source {
    /// The prose of an artifact.
    Prose(Place),
    /// An option of the command line.
    Option(&'static str),
    /// A list of paths in an artifact: the word for the list (`SPEC`, `files_modified`), and where it stands.
    List(&'static str, Place),
    /// The work tree: not committed yet. Whoever collects takes only what counts for the phase.
    WorkTree,
    /// A commit that carries the phase out.
    Commit(Oid),
}

impl Source {
    /// How much it proves.
    pub fn strength(&self) -> Strength {
        match self {
            Self::Prose(_) => Strength::Mentioned,
            Self::Option(_) | Self::List(..) => Strength::Declared,
            Self::WorkTree | Self::Commit(_) => Strength::Real,
        }
    }

    /// The word for it: `prose`, `--path`, `files_modified`, `work tree`, `commit`.
    pub fn word(&self) -> &'static str {
        match self {
            Self::Prose(_) => "prose",
            Self::Option(word) | Self::List(word, _) => word,
            Self::WorkTree => "work tree",
            Self::Commit(_) => "commit",
        }
    }
}

impl fmt::Display for Source {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Prose(place) => write!(f, "prose, {place}"),
            Self::Option(word) => f.write_str(word),
            Self::List(word, place) => write!(f, "{word}, {place}"),
            Self::WorkTree => f.write_str("work tree"),
            Self::Commit(id) => write!(f, "commit {}", id.short()),
        }
    }
}

/// How far a touched path reaches.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Reach {
    /// The path itself, however it changed: written, deleted, of another type, one end of a rename.
    File,
    /// Everything in a folder.
    Folder,
    /// Whatever changed in a submodule or another repository at that path.
    Gitlink,
    /// Whatever a pattern may match, one of these.
    Patterns(Vec<Pattern>),
}

/// A touched path.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Touched {
    /// The path, below the root of the repository; of a pattern, the folder that it lies in.
    pub path: RepoPath,
    /// How far it reaches.
    pub reach: Reach,
    /// What says so.
    pub source: Source,
}

impl Touched {
    /// One path.
    pub fn file(path: RepoPath, source: Source) -> Self {
        Self { path, reach: Reach::File, source }
    }

    /// A folder.
    pub fn folder(path: RepoPath, source: Source) -> Self {
        Self { path, reach: Reach::Folder, source }
    }

    /// A submodule.
    pub fn gitlink(path: RepoPath, source: Source) -> Self {
        Self { path, reach: Reach::Gitlink, source }
    }

    /// A path that a commit or a range changed: of a submodule nobody here sees which of its files did.
    pub fn changed(path: RepoPath, is_submodule: bool, source: Source) -> Self {
        if is_submodule { Self::gitlink(path, source) } else { Self::file(path, source) }
    }

    /// What a placed entry names.
    pub fn placed(placed: Placed, source: Source) -> Self {
        match placed {
            Placed::Path(path) => Self::file(path, source),
            Placed::Folder(path) => Self::folder(path, source),
            Placed::Patterns(patterns) => {
                let path =
                    patterns.iter().map(Pattern::base).reduce(|one, other| common(&one, &other)).unwrap_or_default();
                Self { path, reach: Reach::Patterns(patterns), source }
            }
        }
    }

    /// True where the path alone is meant.
    pub fn is_one_path(&self) -> bool {
        self.reach == Reach::File
    }

    /// The patterns of what it reaches.
    pub fn patterns(&self) -> Vec<Pattern> {
        match &self.reach {
            Reach::File => vec![Pattern::path(&self.path)],
            Reach::Folder | Reach::Gitlink => vec![Pattern::folder_of(&self.path)],
            Reach::Patterns(patterns) => patterns.clone(),
        }
    }
}

/// The folder that holds both.
fn common(one: &RepoPath, other: &RepoPath) -> RepoPath {
    let shared = one.segments().zip(other.segments()).take_while(|(one, other)| one == other);
    shared.fold(RepoPath::default(), |folder, (name, _)| folder.join(name))
}

/// What an entry of a list names, below the root of the repository.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Placed {
    /// A path. Whoever knows the tree turns one that is a folder there into [`Placed::Folder`].
    Path(RepoPath),
    /// A folder.
    Folder(RepoPath),
    /// Whatever one of these may match.
    Patterns(Vec<Pattern>),
}

/// An entry of a list that names no place in this repository: unreadable evidence.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Unplaceable {
    /// The entry as written.
    pub written: String,
    /// Why it cannot be placed.
    pub why: &'static str,
    /// The list that holds it.
    pub source: Source,
}

impl fmt::Display for Unplaceable {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} ({}; {})", escape(&self.written), self.why, self.source)
    }
}

/// Touched paths, each once for every source that names it.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Paths {
    touched: BTreeSet<Touched>,
    unplaceable: BTreeSet<Unplaceable>,
}

impl Paths {
    /// Adds a path.
    pub fn add(&mut self, touched: Touched) {
        self.touched.insert(touched);
    }

    /// Adds an entry that names no place.
    pub fn add_unplaceable(&mut self, entry: Unplaceable) {
        self.unplaceable.insert(entry);
    }

    /// Adds everything of `other`.
    pub fn join(&mut self, other: Self) {
        self.touched.extend(other.touched);
        self.unplaceable.extend(other.unplaceable);
    }

    /// The paths in order, one that several sources name several times.
    pub fn iter(&self) -> impl Iterator<Item = &Touched> {
        self.touched.iter()
    }

    /// The entries that name no place.
    pub fn unplaceable(&self) -> impl Iterator<Item = &Unplaceable> {
        self.unplaceable.iter()
    }

    /// How many different paths have a source of this strength.
    pub fn count(&self, strength: Strength) -> usize {
        let of = self.touched.iter().filter(|touched| touched.source.strength() == strength);
        of.map(|touched| (&touched.path, &touched.reach)).collect::<BTreeSet<_>>().len()
    }

    /// The words for the sources of this strength, in order, each once.
    pub fn words(&self, strength: Strength) -> Vec<&'static str> {
        let of = self.touched.iter().map(|touched| &touched.source).filter(|source| source.strength() == strength);
        of.map(Source::word).collect::<BTreeSet<_>>().into_iter().collect()
    }
}

impl Extend<Touched> for Paths {
    fn extend<I: IntoIterator<Item = Touched>>(&mut self, touched: I) {
        self.touched.extend(touched);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_path_counts_once_per_strength() {
        let mut paths = Paths::default();
        let place = |file: &str| Place { file: file.into(), line: None };
        let a = RepoPath::from("src/a");
        paths.add(Touched::file(a.clone(), Source::List("files_modified", place("1-01-PLAN.md"))));
        paths.add(Touched::file(a.clone(), Source::List("files_modified", place("1-01-PLAN.md"))));
        paths.add(Touched::file(a.clone(), Source::List("SPEC", place("1-SPEC.md"))));
        paths.add(Touched::file(a.clone(), Source::WorkTree));
        paths.add(Touched::folder(a, Source::Option("--path")));
        assert_eq!(paths.iter().count(), 4);
        assert_eq!(paths.count(Strength::Declared), 2);
        assert_eq!(paths.count(Strength::Real), 1);
        assert_eq!(paths.count(Strength::Mentioned), 0);
        assert_eq!(paths.words(Strength::Declared), ["--path", "SPEC", "files_modified"]);
    }

    #[test]
    fn a_pattern_lies_in_the_folder_of_all_its_choices() {
        let patterns = Pattern::declared("src/{pay,tax}/*.ts", &RepoPath::from("app")).unwrap();
        let touched = Touched::placed(Placed::Patterns(patterns), Source::Option("--path"));
        assert_eq!(touched.path, RepoPath::from("app/src"));
        assert_eq!(touched.patterns().len(), 2);
    }

    #[test]
    fn strengths_are_in_order() {
        assert!(Strength::Mentioned < Strength::Declared && Strength::Declared < Strength::Real);
    }

    #[test]
    fn paths_that_are_joined_are_all_there_once() {
        let of = |paths: &[&str]| {
            let mut all = Paths::default();
            all.extend(paths.iter().map(|path| Touched::file((*path).into(), Source::WorkTree)));
            all
        };
        let mut all = of(&["a", "b"]);
        all.join(of(&["b", "c"]));
        assert_eq!(all.iter().map(|touched| touched.path.to_string()).collect::<Vec<_>>(), ["a", "b", "c"]);
    }
}
