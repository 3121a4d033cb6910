//! A project's own convention of execute commits: `pipeline.execute_commit`, a regular expression over subjects whose groups
//! `phase` and `plan` say what GSD's scope says.

use regex::bytes::{Regex, RegexBuilder};

use super::{Scope, parse_scope};

/// How much memory the compiled expression may take.
pub const EXPRESSION_BYTES: usize = 1 << 20;

/// The convention.
#[derive(Debug, Clone)]
pub struct Convention(Regex);

impl Convention {
    /// Compiles the expression. It is matched in time that grows with the subject alone, whatever it says.
    ///
    /// # Errors
    /// It is none, or too large.
    pub fn new(expression: &str) -> Result<Self, regex::Error> {
        RegexBuilder::new(expression).size_limit(EXPRESSION_BYTES).build().map(Self)
    }

    /// The scope that a subject of this convention stands for; none for any other subject.
    ///
    /// Its type is that of GSD's convention where it has one too, so that a shipped phase or a fix after review stays what it is.
    pub fn scope(&self, subject: &[u8]) -> Option<Scope> {
        let found = self.0.captures(subject)?;
        let group = |name: &str| {
            let text = String::from_utf8_lossy(found.name(name)?.as_bytes()).trim().to_owned();
            (!text.is_empty()).then_some(text)
        };
        let phase = group("phase")?;
        let scope = group("plan").map_or_else(|| phase.clone(), |plan| format!("{phase}-{plan}"));
        let usual = parse_scope(subject);
        let rest = String::from_utf8_lossy(subject).into_owned();
        Some(Scope {
            kind: usual.as_ref().map(|usual| usual.kind.clone()).unwrap_or_default(),
            scope,
            breaking: usual.as_ref().is_some_and(|usual| usual.breaking),
            rest: usual.map_or(rest, |usual| usual.rest),
            executes: true,
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn groups_of_a_subject_are_a_scope() {
        let convention = Convention::new(r"^\[P(?P<phase>[0-9.]+)(?:/(?P<plan>[0-9]+))?\] ").unwrap();
        for (subject, scope, kind) in [
            ("[P7/02] add thumbnails", "7-02", ""),
            ("[P7] add thumbnails", "7", ""),
            ("[P2.1/1] feat(web): words", "2.1-1", ""),
        ] {
            let found = convention.scope(subject.as_bytes()).unwrap();
            assert_eq!((found.scope.as_str(), found.kind.as_str(), found.executes), (scope, kind, true), "{subject}");
        }
        for subject in ["P7/02 add", "feat(07-02): add", "[P] add"] {
            assert_eq!(convention.scope(subject.as_bytes()), None, "{subject}");
        }
        let behind = Convention::new(r"\(#(?P<phase>\d+)\.(?P<plan>\d+)\)$").unwrap();
        let found = behind.scope(b"fix(web)!: colours (#7.2)").unwrap();
        assert_eq!((found.scope.as_str(), found.kind.as_str(), found.breaking), ("7-2", "fix", true));
    }

    #[test]
    fn an_expression_of_any_size_is_refused_beyond_its_bound() {
        assert!(Convention::new("(?P<phase>[0-9]{1,9999}){1,9999}(?P<plan>x)").is_err());
        assert!(Convention::new("(?P<phase>").is_err());
    }
}
