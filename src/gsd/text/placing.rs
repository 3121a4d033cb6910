//! Places what plans, specifications and summaries declare below the root of the repository.

use super::paths::{DeclaredPath, Place as Named};
use crate::engine::glob::Pattern;
use crate::engine::path::RepoPath;
use crate::engine::touched::{Paths, Placed, Source, Touched, Unplaceable};

/// What entries may be relative to.
pub struct Ground<'g> {
    /// The folder that holds the planning folder, below the root of the repository.
    pub project: &'g RepoPath,
    /// The absolute paths, with `/`, by which the repository's root is known: the work tree's, and of a linked work tree the
    /// main one's too, since that is where plans are written.
    pub roots: &'g [String],
    /// True for the name of something that lies in the project folder itself.
    pub is_in_project: &'g dyn Fn(&[u8]) -> bool,
    /// True for a folder of the repository.
    pub is_folder: &'g dyn Fn(&RepoPath) -> bool,
}

/// Why an absolute or a foreign path is no evidence here.
const OUTSIDE: &str = "outside of this repository";

impl Ground<'_> {
    /// The place of one entry.
    ///
    /// # Errors
    /// Why it has none in this repository.
    pub fn place(&self, entry: &DeclaredPath) -> Result<Placed, &'static str> {
        match &entry.place {
            Named::Path(path) => Ok(self.path(self.project.join(path.as_bytes()))),
            Named::Folder(path) => Ok(Placed::Folder(self.project.join(path.as_bytes()))),
            Named::Glob(glob) => patterns(glob, self.project),
            Named::Absolute(path) => self.absolute(path),
            Named::Elsewhere(path) if path.contains(':') || path.starts_with(['~', '$', '%']) => Err(OUTSIDE),
            Named::Elsewhere(path) => self.relative(path),
            Named::Unplaceable(why) => Err(why),
        }
    }

    /// The places of a list of entries.
    pub fn collect(&self, entries: &[DeclaredPath], source: &Source) -> Paths {
        let mut paths = Paths::default();
        for entry in entries {
            match self.place(entry) {
                Ok(placed) => paths.add(Touched::placed(placed, source.clone())),
                Err(why) => {
                    let written = entry.written.clone();
                    paths.add_unplaceable(Unplaceable { written, why, source: source.clone() });
                }
            }
        }
        paths
    }

    fn path(&self, path: RepoPath) -> Placed {
        if path.is_root() || (self.is_folder)(&path) { Placed::Folder(path) } else { Placed::Path(path) }
    }

    /// A path that leaves the project folder with `..`, which may still lie in the repository.
    fn relative(&self, text: &str) -> Result<Placed, &'static str> {
        let mut at: Vec<&[u8]> = self.project.segments().collect();
        for segment in text.split('/') {
            match segment {
                "" | "." => {}
                ".." => drop(at.pop().ok_or(OUTSIDE)?),
                segment => at.push(segment.as_bytes()),
            }
        }
        self.below(&RepoPath::new(at.join(&b'/')), text.ends_with('/'))
    }

    fn below(&self, path: &RepoPath, is_folder: bool) -> Result<Placed, &'static str> {
        match path.as_str() {
            Some(text) if text.contains(['*', '?', '{']) => patterns(text, &RepoPath::default()),
            _ if is_folder => Ok(Placed::Folder(path.clone())),
            _ => Ok(self.path(path.clone())),
        }
    }

    fn absolute(&self, text: &str) -> Result<Placed, &'static str> {
        let is_drive = !text.starts_with('/');
        let same = |one: &str, other: &str| one == other || (is_drive && one.eq_ignore_ascii_case(other));
        let parts: Vec<&str> = text.split('/').filter(|part| !matches!(*part, "" | ".")).collect();
        if parts.contains(&"..") {
            return Err(OUTSIDE);
        }
        let rest = |from: usize| parts.get(from..).unwrap_or_default().join("/");
        let roots =
            self.roots.iter().map(|root| root.split('/').filter(|part| !part.is_empty()).collect::<Vec<&str>>());
        for root in roots.clone() {
            if root.len() <= parts.len() && root.iter().zip(&parts).all(|(one, other)| same(one, other)) {
                return self.below(&RepoPath::new(rest(root.len())), text.ends_with('/'));
            }
        }
        // The same repository in another place: on another machine, before it was moved.
        let names: Vec<&str> = roots.filter_map(|root| root.last().copied()).collect();
        let is_name = |part: &&str| names.iter().any(|name| same(name, part));
        if let Some(at) = parts.iter().position(is_name) {
            let is_clear = parts.iter().filter(|part| is_name(part)).count() == 1 && at + 1 < parts.len();
            return if is_clear { self.below(&RepoPath::new(rest(at + 1)), text.ends_with('/')) } else { Err(OUTSIDE) };
        }
        // `/src/x` as the routes of a site are written.
        let is_here = !is_drive && parts.first().is_some_and(|first| (self.is_in_project)(first.as_bytes()));
        if is_here { self.below(&self.project.join(rest(0)), text.ends_with('/')) } else { Err(OUTSIDE) }
    }
}

fn patterns(glob: &str, folder: &RepoPath) -> Result<Placed, &'static str> {
    let patterns = Pattern::declared(glob, folder).filter(|patterns| !patterns.is_empty());
    patterns.map(Placed::Patterns).ok_or("a pattern that cannot be read")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::engine::touched::{Place, Reach, Strength};
    use crate::gsd::text::paths::declared_all;

    fn ground<'g>(project: &'g RepoPath, roots: &'g [String]) -> Ground<'g> {
        Ground {
            project,
            roots,
            is_in_project: &|name| matches!(name, b"src" | b"db"),
            is_folder: &|path| path.file_name() == b"folder",
        }
    }

    fn placed(written: &str, project: &str) -> Result<Placed, &'static str> {
        let (project, roots) = (RepoPath::from(project), ["/home/me/shop".to_owned(), "C:/work/Shop".to_owned()]);
        let entries = declared_all([written]);
        ground(&project, &roots).place(&entries[0])
    }

    fn path(text: &str) -> Placed {
        Placed::Path(RepoPath::from(text))
    }

    #[test]
    fn what_lies_in_the_repository_is_placed_below_its_root() {
        for (written, project, expected) in [
            ("src/a.ts (new)", "app", "app/src/a.ts"),
            ("`src/a.ts` — reader", "", "src/a.ts"),
            ("src/app/[id]/page.tsx", "", "src/app/[id]/page.tsx"),
            ("../shared/x.py", "app", "shared/x.py"),
            ("src/../../shared/x.py", "app", "shared/x.py"),
            ("/home/me/shop/src/a.ts", "app", "src/a.ts"),
            ("/home/me/shop//src/./a.ts", "", "src/a.ts"),
            ("C:\\work\\Shop\\src\\a.ts", "", "src/a.ts"),
            ("c:/WORK/shop/src/a.ts", "", "src/a.ts"),
            ("D:/elsewhere/shop/src/a.ts", "", "src/a.ts"),
            ("/build/shop/src/a.ts", "", "src/a.ts"),
            ("/src/a.ts", "app", "app/src/a.ts"),
        ] {
            assert_eq!(placed(written, project), Ok(path(expected)), "{written}");
        }
        assert_eq!(placed("src/x/", ""), Ok(Placed::Folder("src/x".into())));
        assert_eq!(placed("src/folder", ""), Ok(Placed::Folder("src/folder".into())));
        assert_eq!(placed("/home/me/shop/src/", ""), Ok(Placed::Folder("src".into())));
        assert!(matches!(placed("src/**", ""), Ok(Placed::Patterns(patterns)) if patterns.len() == 1));
        assert!(matches!(placed("../shared/*.py", "app"), Ok(Placed::Patterns(_))));
        assert!(matches!(placed("/home/me/shop/src/*.ts", ""), Ok(Placed::Patterns(_))));
    }

    #[test]
    fn what_lies_elsewhere_is_said_to() {
        for (written, project) in [
            ("../other/x.py", ""),
            ("../../other/x.py", "app"),
            ("other-repo:src/x.py", ""),
            ("~/x", ""),
            ("/etc/hosts", ""),
            ("C:/other/src/x.ts", ""),
            ("/home/me/shop/../x", ""),
            ("/shop/shop/x", ""),
        ] {
            assert_eq!(placed(written, project), Err(OUTSIDE), "{written}");
        }
        assert!(placed("db/<UTC-timestamp>_x.sql", "").is_err());
        assert!(placed("src/a.ts src/b.ts", "").is_err());
    }

    #[test]
    fn a_list_gives_its_paths_and_what_has_no_place() {
        let project = RepoPath::default();
        let source = Source::List("files_modified", Place { file: "p/1-01-PLAN.md".into(), line: None });
        let entries = declared_all(["src/a.ts", "src/a.ts  # again", "db/", "none", "../x", "db/<ts>.sql"]);
        let paths = ground(&project, &[]).collect(&entries, &source);
        assert_eq!(paths.count(Strength::Declared), 2);
        assert!(paths.iter().any(|touched| touched.reach == Reach::Folder));
        let unplaced: Vec<&str> = paths.unplaceable().map(|entry| entry.written.as_str()).collect();
        assert_eq!(unplaced, ["../x", "db/<ts>.sql"]);
    }

    #[test]
    fn a_path_of_another_machine_is_placed_by_the_repositorys_name_where_that_stands_once() {
        for (written, expected) in [
            ("/other/shop/src/a.rs", Ok(path("src/a.rs"))),
            ("/shop/src/a.rs", Ok(path("src/a.rs"))),
            ("/other/shop", Err(OUTSIDE)),
            ("/shop", Err(OUTSIDE)),
            ("/other/shop/src/shop/a.rs", Err(OUTSIDE)),
            // Below the root that is known, the name may stand again.
            ("/home/me/shop/src/shop/a.rs", Ok(path("src/shop/a.rs"))),
            ("/home/me/other/a.rs", Err(OUTSIDE)),
            ("/home", Err(OUTSIDE)),
        ] {
            assert_eq!(placed(written, ""), expected, "{written}");
        }
    }
}
