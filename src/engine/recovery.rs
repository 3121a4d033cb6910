//! What a recovery does, as plain values: the actions that a diagnosis announces, and what each path looked like then.
//!
//! The same values are shown, carried out and written into the journal; so what happens is what was announced.

use std::fmt;

use serde::{Deserialize, Serialize};
use sha2::{Digest as _, Sha256};

use super::object::Oid;
use super::path::RepoPath;

/// One thing that a recovery does.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub enum Action {
    /// Commit these paths as they lie in the work tree, and nothing else, whatever else is staged.
    Commit {
        /// The paths; one for an artifact, those of one task for source.
        paths: Vec<RepoPath>,
        /// The subject of the commit.
        subject: String,
        /// True where the commit says that a piece of work is finished, which nothing in the files can prove.
        #[serde(default, skip_serializing_if = "std::ops::Not::not")]
        finishes: bool,
    },
    /// Take a file that git does not hold out of the work tree and the index. Its bytes stay in the snapshot.
    Remove {
        /// The file.
        path: RepoPath,
    },
    /// Put back what HEAD has, in the index and the work tree.
    Restore {
        /// The file.
        path: RepoPath,
    },
    /// Put the changes of these paths, untracked files included, into a stash.
    Stash {
        /// The paths.
        paths: Vec<RepoPath>,
        /// What the stash is called.
        message: String,
    },
    /// Something that only a person or an agent can do. It is shown and never carried out.
    ByHand {
        /// What is to be done.
        what: String,
    },
}

impl Action {
    /// The word used in every output.
    pub fn word(&self) -> &'static str {
        match self {
            Self::Commit { .. } => "commit",
            Self::Remove { .. } => "remove",
            Self::Restore { .. } => "restore",
            Self::Stash { .. } => "stash",
            Self::ByHand { .. } => "by-hand",
        }
    }

    /// The paths that it changes.
    pub fn paths(&self) -> &[RepoPath] {
        match self {
            Self::Commit { paths, .. } | Self::Stash { paths, .. } => paths,
            Self::Remove { path } | Self::Restore { path } => std::slice::from_ref(path),
            Self::ByHand { .. } => &[],
        }
    }

    /// True where something is taken out of the work tree.
    pub fn takes_away(&self) -> bool {
        matches!(self, Self::Remove { .. } | Self::Restore { .. } | Self::Stash { .. })
    }

    /// True where who confirms it should be a person: something is taken away, or work is called finished.
    pub fn needs_a_person(&self) -> bool {
        self.takes_away() || matches!(self, Self::Commit { finishes: true, .. })
    }
}

/// One entry of the index.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub struct IndexEntry {
    /// 0, or 1 to 3 of a path in conflict.
    pub stage: u8,
    /// The mode, e.g. `0o100644`.
    pub mode: u32,
    /// What it holds.
    pub id: Oid,
}

/// What one path looked like when its recovery was announced.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub struct PathState {
    /// The path.
    pub path: RepoPath,
    /// On disk: the mode as git would record it, and the SHA-256 of the raw bytes (of a link, of its target); none where
    /// nothing is there.
    pub disk: Option<(u32, [u8; 32])>,
    /// In the index; empty where it is not there, several in a conflict.
    pub index: Vec<IndexEntry>,
    /// In HEAD's tree: mode and id.
    pub head: Option<(u32, Oid)>,
}

/// A recovery as it was announced.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Announced {
    /// The phase.
    pub phase: String,
    /// The commit that HEAD named; none before the first.
    pub head: Option<Oid>,
    /// The row, `recovery/<row>`.
    pub row: String,
    /// What is to be done, in order.
    pub actions: Vec<Action>,
    /// Every path that an action changes, in order.
    pub paths: Vec<PathState>,
}

/// What stands for one announced state: 16 hexadecimal digits.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub struct Token(String);

/// The version of what a token is made of. It goes up whenever the same state would give another token.
const TOKEN_VERSION: u8 = 1;

impl Announced {
    /// Equal states have equal tokens; anything that changes what would be done, or to what, changes it.
    pub fn token(&self) -> Token {
        digest("recover", self)
    }
}

impl Token {
    /// The token that stands for these paths having been seen as uncommitted, whatever they hold.
    pub fn of_paths(phase: &str, row: &str, paths: &[RepoPath]) -> Self {
        let mut sorted: Vec<&RepoPath> = paths.iter().collect();
        sorted.sort();
        sorted.dedup();
        digest("seen", &(phase, row, sorted))
    }

    /// True where `text` is this token, as typed.
    pub fn is(&self, text: &str) -> bool {
        self.0.eq_ignore_ascii_case(text.trim())
    }
}

impl fmt::Display for Token {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

/// The first 16 hexadecimal digits of SHA-256 over a value in a form where every part is delimited.
fn digest(purpose: &str, value: &impl Serialize) -> Token {
    // Writing plain values as JSON cannot fail; an empty form would only make one more token that no state has.
    let form = serde_json::to_vec(&(TOKEN_VERSION, purpose, value)).unwrap_or_default();
    let hash = <[u8; 32]>::from(Sha256::digest(form));
    let start = hash.first_chunk().copied().unwrap_or_default();
    Token(format!("{:016x}", u64::from_be_bytes(start)))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn id(byte: u8) -> Oid {
        Oid::from_bytes(&[byte; 20]).unwrap()
    }

    fn announced() -> Announced {
        let path = RepoPath::from(".planning/phases/07-x/07-SPEC.md");
        Announced {
            phase: "07".to_owned(),
            head: Some(id(1)),
            row: "recovery/artifact".to_owned(),
            actions: vec![Action::Commit {
                paths: vec![path.clone()],
                subject: "docs(07): add SPEC".to_owned(),
                finishes: false,
            }],
            paths: vec![PathState { path, disk: Some((0o100_644, [2; 32])), index: Vec::new(), head: None }],
        }
    }

    #[test]
    fn equal_states_have_equal_tokens_and_every_part_tells() {
        let token = announced().token();
        assert_eq!(token, announced().token());
        assert_eq!(token.to_string().len(), 16);
        assert!(token.is(&token.to_string().to_uppercase()));
        assert!(!token.is("") && !token.is(&token.to_string()[1..]));
        let changes: [fn(&mut Announced); 7] = [
            |a| a.phase = "7".to_owned(),
            |a| a.head = Some(id(3)),
            |a| a.row = "recovery/both".to_owned(),
            |a| a.actions.clear(),
            |a| a.paths[0].disk = Some((0o100_755, [2; 32])),
            |a| a.paths[0].index.push(IndexEntry { stage: 0, mode: 0o100_644, id: id(1) }),
            |a| a.paths[0].head = Some((0o100_644, id(1))),
        ];
        for change in changes {
            let mut other = announced();
            change(&mut other);
            assert_ne!(other.token(), token, "{other:?}");
        }
    }

    #[test]
    fn a_token_of_paths_knows_which_and_not_what() {
        let (one, two) = (RepoPath::from("a"), RepoPath::from("b"));
        let both = Token::of_paths("7", "recovery/source", &[one.clone(), two.clone()]);
        assert_eq!(both, Token::of_paths("7", "recovery/source", &[two, one.clone()]));
        assert_ne!(both, Token::of_paths("7", "recovery/source", std::slice::from_ref(&one)));
        assert_ne!(both, Token::of_paths("8", "recovery/source", &[one]));
    }

    #[test]
    fn what_is_done_by_hand_changes_nothing() {
        let by_hand = Action::ByHand { what: "look".to_owned() };
        assert!(by_hand.paths().is_empty() && !by_hand.takes_away());
        assert!(Action::Remove { path: "a".into() }.takes_away());
    }

    #[test]
    fn what_calls_work_finished_needs_a_person_and_is_another_state() {
        let of = |finishes| Action::Commit { paths: vec!["a".into()], subject: "feat(07-01): x".to_owned(), finishes };
        assert!(of(true).needs_a_person() && !of(true).takes_away() && !of(false).needs_a_person());
        let token = |finishes| Announced { actions: vec![of(finishes)], ..announced() }.token();
        assert_ne!(token(true), token(false));
        // A journal of before the mark is read as what it was.
        let old = r#"{"Commit":{"paths":[],"subject":"s"}}"#;
        assert!(matches!(serde_json::from_str(old).unwrap(), Action::Commit { finishes: false, .. }));
    }
}
