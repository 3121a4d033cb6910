//! What git stores, as plain values: ids, commits, tree entries.

use std::collections::HashMap;
use std::fmt;
use std::hash::{BuildHasherDefault, Hash, Hasher};

use serde::{Deserialize, Deserializer, Serialize, Serializer, de};
use smallvec::SmallVec;

use super::reverts::Revert;

/// The id of a git object: 20 bytes (SHA-1) or 32 (SHA-256). `Display` writes it in full.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub struct Oid {
    bytes: [u8; 32],
    len: u8,
}

impl Hash for Oid {
    /// An id is a hash already: its beginning tells it from others.
    fn hash<H: Hasher>(&self, state: &mut H) {
        let beginning = self.bytes.first_chunk().copied().unwrap_or_default();
        state.write_u64(u64::from_ne_bytes(beginning));
    }
}

/// A map by object ids. A walk looks ids up by the hundred thousand, so they are not hashed again; git does the same.
pub type OidMap<V> = HashMap<Oid, V, BuildHasherDefault<OidHasher>>;

/// Takes what an id gives of itself as its hash.
#[derive(Debug, Clone, Copy, Default)]
pub struct OidHasher(u64);

impl Hasher for OidHasher {
    fn write_u64(&mut self, beginning: u64) {
        self.0 = beginning;
    }

    /// Ids give a number; anything else is folded into one.
    fn write(&mut self, bytes: &[u8]) {
        for byte in bytes {
            self.0 = self.0.rotate_left(8) ^ u64::from(*byte);
        }
    }

    fn finish(&self) -> u64 {
        self.0
    }
}

impl Oid {
    /// Makes an id of its raw bytes; none unless there are 20 or 32.
    pub fn from_bytes(raw: &[u8]) -> Option<Self> {
        let len = match raw.len() {
            20 => 20,
            32 => 32,
            _ => return None,
        };
        let mut bytes = [0; 32];
        bytes.get_mut(..raw.len())?.copy_from_slice(raw);
        Some(Self { bytes, len })
    }

    /// Makes an id of its hexadecimal form; none unless it is 40 or 64 digits.
    pub fn from_hex(hex: &[u8]) -> Option<Self> {
        let (pairs, []) = hex.as_chunks::<2>() else { return None };
        let len = match pairs.len() {
            20 => 20,
            32 => 32,
            _ => return None,
        };
        let (mut bytes, mut all) = ([0; 32], 0);
        for (byte, [high, low]) in bytes.iter_mut().zip(pairs) {
            let (high, low) = (digit(*high), digit(*low));
            all |= high | low;
            *byte = high << 4 | low;
        }
        (all != NO_DIGIT).then_some(Self { bytes, len })
    }

    /// The raw bytes, 20 or 32 of them.
    pub fn as_bytes(&self) -> &[u8] {
        self.bytes.get(..usize::from(self.len)).unwrap_or_default()
    }

    /// The first seven digits, for a reader.
    pub fn short(&self) -> String {
        self.to_string().chars().take(7).collect()
    }
}

/// The value of a hexadecimal digit, [`NO_DIGIT`] for any other byte; without a branch, since digits follow no pattern.
fn digit(byte: u8) -> u8 {
    let (number, letter) = (byte.wrapping_sub(b'0'), (byte | 0x20).wrapping_sub(b'a'));
    let letter = if letter < 6 { letter + 10 } else { NO_DIGIT };
    if number < 10 { number } else { letter }
}

/// Joined with any digit it stays what it is.
const NO_DIGIT: u8 = u8::MAX;

impl fmt::Display for Oid {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.as_bytes().iter().try_for_each(|byte| write!(f, "{byte:02x}"))
    }
}

impl fmt::Debug for Oid {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.short())
    }
}

impl Serialize for Oid {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

impl<'de> Deserialize<'de> for Oid {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let text = String::deserialize(deserializer)?;
        Self::from_hex(text.as_bytes()).ok_or_else(|| de::Error::custom(format!("`{text}` is no object id")))
    }
}

/// What a tree entry is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum EntryKind {
    /// A plain file.
    File,
    /// A file with the executable bit.
    Executable,
    /// A symbolic link.
    Link,
    /// A folder.
    Folder,
    /// A commit of another repository (a submodule).
    Submodule,
}

/// One entry of a tree: a name without `/`, what it is, and the id of its content.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub struct TreeEntry {
    /// The name, as bytes.
    pub name: Vec<u8>,
    /// What the entry is.
    pub kind: EntryKind,
    /// The id of the blob, tree or commit.
    pub id: Oid,
}

/// A commit, with what deciding needs of it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Commit {
    /// Its id.
    pub id: Oid,
    /// Its parents' ids, first parent first; mostly there is one.
    pub parents: SmallVec<[Oid; 1]>,
    /// The id of its tree.
    pub tree: Oid,
    /// Seconds since 1970 of the committer's date; used to order output, never to decide.
    pub time: i64,
    /// The first line of the message, as bytes.
    pub subject: Vec<u8>,
    /// The commits that its message says it takes back.
    pub reverts: Vec<Revert>,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_id_keeps_its_length() {
        let sha1 = Oid::from_hex(&[b'a'; 40]).unwrap();
        assert_eq!(sha1.to_string(), "a".repeat(40));
        assert_eq!(sha1.short(), "aaaaaaa");
        assert_eq!(Oid::from_hex(&[b'0'; 64]).unwrap().as_bytes().len(), 32);
        for bad in [&b"abc"[..], b"", &[b'g'; 40], &[b'a'; 41]] {
            assert_eq!(Oid::from_hex(bad), None);
        }
        for (at, sign) in [(0, b'g'), (1, b'g'), (38, b'/'), (39, b':'), (7, b'`')] {
            let mut bad = [b'0'; 40];
            bad[at] = sign;
            assert_eq!(Oid::from_hex(&bad), None, "{at}");
        }
    }

    #[test]
    fn an_id_is_its_own_hash() {
        let hash = |byte: u8| {
            let mut hasher = OidHasher::default();
            Oid::from_bytes(&[byte; 20]).unwrap().hash(&mut hasher);
            hasher.finish()
        };
        assert_eq!((hash(0), hash(7)), (0, u64::from_ne_bytes([7; 8])));
        let of = |bytes: &[u8]| {
            let mut hasher = OidHasher::default();
            hasher.write(bytes);
            hasher.finish()
        };
        assert_eq!((of(&[1, 2]), of(&[1; 9])), (0x0102, u64::from_ne_bytes([1; 8]) ^ 1));
    }

    #[test]
    fn every_digit_counts_in_either_case() {
        let hex = "0123456789abcdef0123456789ABCDEF01234567";
        let id = Oid::from_hex(hex.as_bytes()).unwrap();
        assert_eq!(id.to_string(), hex.to_lowercase());
        assert_eq!(format!("{id:?}"), id.short());
        assert_eq!(&id.as_bytes()[..8], [0x01, 0x23, 0x45, 0x67, 0x89, 0xab, 0xcd, 0xef]);
    }
}
