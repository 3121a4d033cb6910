//! Paths as git knows them: bytes below a root, separated by `/`.

use std::fmt;

use serde::{Deserialize, Deserializer, Serialize, Serializer};

use super::escape::escape_bytes;

/// A path relative to the root of a repository (or to another root that its holder names): bytes, `/` between segments, no
/// leading and no trailing `/`. The root itself is the empty path. It need not be UTF-8; `Display` escapes it for a reader.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Default)]
pub struct RepoPath(Vec<u8>);

impl RepoPath {
    /// Makes a path of bytes; `/` at either end is dropped.
    pub fn new(bytes: impl AsRef<[u8]>) -> Self {
        let mut bytes = bytes.as_ref();
        while let Some(rest) = bytes.strip_prefix(b"/") {
            bytes = rest;
        }
        while let Some(rest) = bytes.strip_suffix(b"/") {
            bytes = rest;
        }
        Self(bytes.to_vec())
    }

    /// The bytes as git has them.
    pub fn as_bytes(&self) -> &[u8] {
        &self.0
    }

    /// The path as text, when it is UTF-8.
    pub fn as_str(&self) -> Option<&str> {
        std::str::from_utf8(&self.0).ok()
    }

    /// True for the root itself.
    pub fn is_root(&self) -> bool {
        self.0.is_empty()
    }

    /// The path of `name` (one or several segments) below this one.
    #[must_use]
    pub fn join(&self, name: impl AsRef<[u8]>) -> Self {
        let below = Self::new(name);
        if self.is_root() {
            return below;
        }
        if below.is_root() {
            return self.clone();
        }
        let mut bytes = self.0.clone();
        bytes.push(b'/');
        bytes.extend_from_slice(&below.0);
        Self(bytes)
    }

    /// The last segment; empty for the root.
    pub fn file_name(&self) -> &[u8] {
        self.segments().last().unwrap_or_default()
    }

    /// The folder that holds this path; the root's is the root.
    #[must_use]
    pub fn parent(&self) -> Self {
        match self.0.iter().rposition(|byte| *byte == b'/') {
            Some(at) => Self(self.0.get(..at).unwrap_or_default().to_vec()),
            None => Self::default(),
        }
    }

    /// The segments from the root down; none for the root.
    pub fn segments(&self) -> impl Iterator<Item = &[u8]> {
        self.0.split(|byte| *byte == b'/').filter(|segment| !segment.is_empty())
    }

    /// What is left of this path below `folder`: empty when they are the same, none when it lies elsewhere.
    pub fn below(&self, folder: &Self) -> Option<Self> {
        if folder.is_root() {
            return Some(self.clone());
        }
        let rest = self.0.strip_prefix(folder.0.as_slice())?;
        if rest.is_empty() {
            return Some(Self::default());
        }
        rest.strip_prefix(b"/").map(|rest| Self(rest.to_vec()))
    }

    /// True when this path is `folder` or lies in it.
    pub fn is_in(&self, folder: &Self) -> bool {
        self.below(folder).is_some()
    }
}

impl fmt::Display for RepoPath {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.is_root() {
            return f.write_str(".");
        }
        f.write_str(&escape_bytes(&self.0))
    }
}

/// How a path is written down: text where it is UTF-8, else its bytes beside a form that can be read.
#[derive(Serialize, Deserialize)]
#[serde(untagged)]
enum Written {
    Text(String),
    Bytes { path: String, raw: Vec<u8> },
}

impl Serialize for RepoPath {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let written = match self.as_str() {
            Some(text) => Written::Text(text.to_owned()),
            None => Written::Bytes { path: self.to_string(), raw: self.0.clone() },
        };
        written.serialize(serializer)
    }
}

impl<'de> Deserialize<'de> for RepoPath {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        Ok(match Written::deserialize(deserializer)? {
            Written::Text(text) => Self::new(text),
            Written::Bytes { raw, .. } => Self::new(raw),
        })
    }
}

impl From<&str> for RepoPath {
    fn from(text: &str) -> Self {
        Self::new(text)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_folder_holds_itself_and_what_is_below_it_alone() {
        let folder = RepoPath::from("a/b");
        assert!(RepoPath::from("a/b").is_in(&folder));
        assert!(RepoPath::from("a/b/c").is_in(&folder));
        assert!(!RepoPath::from("a/bc").is_in(&folder));
        assert!(RepoPath::from("x").is_in(&RepoPath::default()));
    }

    #[test]
    fn joining_and_parting_agree() {
        let path = RepoPath::from("/a/").join("b/c");
        assert_eq!(path, RepoPath::from("a/b/c"));
        assert_eq!(path.parent(), RepoPath::from("a/b"));
        assert_eq!(path.file_name(), b"c");
        assert_eq!(RepoPath::from("a").parent(), RepoPath::default());
        assert_eq!(RepoPath::default().join("a"), RepoPath::from("a"));
        assert_eq!(RepoPath::default().file_name(), b"");
    }
}
