//! Uncommitted files that the project does not want to be stopped by: `pipeline.ignore_wip`.

use crate::engine::glob::{Glob, Matcher, TooLarge};
use crate::engine::path::RepoPath;

/// The globs, compiled.
pub struct Ignored {
    globs: Vec<Glob>,
    matcher: Matcher,
}

impl Ignored {
    /// Compiles them; `project` is the folder that holds the planning folder.
    ///
    /// # Errors
    /// They are too many to be compiled together.
    pub fn new(globs: Vec<Glob>, project: &RepoPath) -> Result<Self, TooLarge> {
        let matcher = Matcher::new(&globs.iter().collect::<Vec<_>>(), project)?;
        Ok(Self { globs, matcher })
    }

    /// True for a path that a glob matches and none with a `!` takes out.
    pub fn holds(&self, path: &RepoPath) -> bool {
        let matching = self.matcher.matching(path);
        let mut matching = matching.iter().filter_map(|at| self.globs.get(*at)).peekable();
        matching.peek().is_some() && matching.all(|glob| !glob.is_negated())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_glob_ignores_and_one_with_a_sign_takes_out() {
        let globs = ["web/.planning/phases/*/*-NOTES.md", "draft/**", "!draft/keep.md"];
        let globs = globs.iter().map(|glob| Glob::parse(glob).unwrap()).collect();
        let ignored = Ignored::new(globs, &RepoPath::default()).unwrap();
        for (path, holds) in [
            ("web/.planning/phases/07-photos/07-NOTES.md", true),
            ("web/.planning/phases/07-photos/07-PLAN.md", false),
            ("draft/a/b.md", true),
            ("draft/keep.md", false),
            ("keep.md", false),
        ] {
            assert_eq!(ignored.holds(&RepoPath::from(path)), holds, "{path}");
        }
        assert!(!Ignored::new(Vec::new(), &RepoPath::default()).unwrap().holds(&RepoPath::from("a")));
    }
}
