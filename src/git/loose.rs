//! Objects that lie in files of their own. A crash or a full disk cuts them short, and libgit2 waits for ever for the rest of
//! such a file; so they are read here, and libgit2 is left with what lies in packs.
//!
//! Source: <https://git-scm.com/docs/gitrepository-layout> (`objects`, `objects/info/alternates`).

use std::collections::BTreeMap;
use std::fs::{self, File};
use std::io::Read as _;
use std::path::{Path, PathBuf};
use std::sync::OnceLock;

use miniz_oxide::inflate::TINFLStatus;
use miniz_oxide::inflate::core::{DecompressorOxide, decompress, inflate_flags};

use super::error::GitError;
use super::objects::Kind;
use super::packed;
use crate::engine::object::{Oid, OidMap};

/// How far a chain of alternates is followed; git and libgit2 follow it no further.
const DEPTH: usize = 5;

/// How much of an object is inflated at first: most commits and trees whole, and of every object its header.
const FIRST: usize = 4096;

/// The loose objects of one repository and of those that lend it theirs. Which folders hold any is asked once, and what lies in
/// one of them when the first object that would lie there is: a walk over packed objects asks the system nothing more.
pub(super) struct Loose {
    lenders: Vec<PathBuf>,
    /// By the byte that ids begin with.
    places: BTreeMap<u8, Place>,
}

/// Where objects lie whose ids begin with one byte.
#[derive(Default)]
struct Place {
    folders: Vec<PathBuf>,
    files: OnceLock<OidMap<PathBuf>>,
}

/// An object as its file holds it.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct Found {
    /// What it is.
    pub(super) kind: Kind,
    /// How many bytes its content has.
    pub(super) size: u64,
    bytes: Vec<u8>,
    content: usize,
}

impl Found {
    /// Its content; only the beginning of it where only the header was asked for.
    pub(super) fn content(&self) -> &[u8] {
        self.bytes.get(self.content..).unwrap_or_default()
    }
}

impl Loose {
    /// The loose objects of the repository with this common directory.
    pub(super) fn new(common_dir: &Path) -> Self {
        let mut found = Vec::new();
        lenders(&common_dir.join("objects"), DEPTH, &mut found);
        let mut places: BTreeMap<u8, Place> = BTreeMap::new();
        for folder in found.iter().flat_map(fs::read_dir).flatten().flatten() {
            if let Some(byte) = byte(folder.file_name().as_encoded_bytes()) {
                places.entry(byte).or_default().folders.push(folder.path());
            }
        }
        Self { lenders: found, places }
    }

    /// The object whole; none where it is not loose, or a pack holds it too and its file is damaged.
    pub(super) fn read(&self, id: Oid) -> Result<Option<Found>, GitError> {
        self.with(id, |file| fs::read(file), |bytes| inflate(bytes, true))
    }

    /// What the object is and its size, from the beginning of its file.
    pub(super) fn header(&self, id: Oid) -> Result<Option<Found>, GitError> {
        let beginning = |file: &Path| {
            let mut bytes = Vec::with_capacity(FIRST);
            File::open(file)?.take(FIRST as u64).read_to_end(&mut bytes)?;
            Ok(bytes)
        };
        self.with(id, beginning, |bytes| inflate(bytes, false))
    }

    /// Fails where any of them is damaged: for before libgit2 is asked what it cannot be asked object by object.
    pub(super) fn check(&self) -> Result<(), GitError> {
        for &id in self.places.values().flat_map(|place| place.files().keys()) {
            self.read(id)?;
        }
        Ok(())
    }

    fn with(
        &self,
        id: Oid,
        read: impl FnOnce(&Path) -> std::io::Result<Vec<u8>>,
        understand: impl FnOnce(&[u8]) -> Option<Found>,
    ) -> Result<Option<Found>, GitError> {
        let place = id.as_bytes().first().and_then(|beginning| self.places.get(beginning));
        let Some(file) = place.and_then(|place| place.files().get(&id)) else { return Ok(None) };
        // Packed and taken away meanwhile, or not to be opened: libgit2 says what there is to say.
        let Ok(bytes) = read(file) else { return Ok(None) };
        match understand(&bytes) {
            Some(found) => Ok(Some(found)),
            // Libgit2, like git, looks into packs first, and then never opens the file.
            None if self.lenders.iter().any(|folder| packed::holds(folder, id)) => Ok(None),
            None => Err(GitError::Damaged { id, what: "is damaged: its file is cut short or is not what git wrote" }),
        }
    }
}

impl Place {
    /// The objects here, with their files.
    fn files(&self) -> &OidMap<PathBuf> {
        self.files.get_or_init(|| {
            let mut found = OidMap::default();
            for folder in &self.folders {
                let name = folder.file_name().unwrap_or_default().as_encoded_bytes();
                for entry in fs::read_dir(folder).into_iter().flatten().flatten() {
                    let rest = entry.file_name();
                    if let Some(id) = Oid::from_hex(&[name, rest.as_encoded_bytes()].concat()) {
                        found.entry(id).or_insert_with(|| entry.path());
                    }
                }
            }
            found
        })
    }
}

/// The byte that a folder of loose objects is named by.
fn byte(name: &[u8]) -> Option<u8> {
    let name = std::str::from_utf8(name).ok().filter(|name| name.len() == 2 && !name.starts_with('+'))?;
    u8::from_str_radix(name, 16).ok()
}

/// Adds a folder of objects and those that its alternates name.
fn lenders(folder: &Path, depth: usize, found: &mut Vec<PathBuf>) {
    if found.iter().any(|known| known == folder) {
        return;
    }
    let named = fs::read(folder.join("info").join("alternates")).unwrap_or_default();
    found.push(folder.to_path_buf());
    for line in named.split(|byte| matches!(byte, b'\n' | b'\r')) {
        if depth > 0 && !line.is_empty() && !line.starts_with(b"#") {
            lenders(&folder.join(super::child::os_string(line)), depth - 1, found);
        }
    }
}

/// What the file of a loose object holds; none where it is damaged. Never more is inflated than the object says that it has.
fn inflate(file: &[u8], whole: bool) -> Option<Found> {
    let flags = inflate_flags::TINFL_FLAG_PARSE_ZLIB_HEADER | inflate_flags::TINFL_FLAG_USING_NON_WRAPPING_OUTPUT_BUF;
    let mut state = Box::<DecompressorOxide>::default();
    let (mut bytes, mut taken, mut made) = (vec![0; FIRST], 0, 0);
    let mut header = None;
    loop {
        let (status, more_taken, more_made) = decompress(&mut state, file.get(taken..)?, &mut bytes, made, flags);
        (taken, made) = (taken + more_taken, made + more_made);
        let (kind, size, content) = match header {
            Some(header) => header,
            None => *header.insert(parse_header(bytes.get(..made)?)?),
        };
        if !whole {
            return Some(Found { kind, size, bytes, content });
        }
        let total = content.checked_add(usize::try_from(size).ok()?)?;
        match status {
            TINFLStatus::Done if made == total && taken == file.len() => {
                bytes.truncate(total);
                return Some(Found { kind, size, bytes, content });
            }
            // One byte more than there should be shows that there are more.
            TINFLStatus::HasMoreOutput if made <= total => {
                bytes.resize(bytes.len().saturating_mul(2).min(total.checked_add(1)?).max(bytes.len()), 0);
            }
            _ => return None,
        }
    }
}

/// `<kind> <size>` and a zero byte: what it is, its size, where its content begins.
fn parse_header(bytes: &[u8]) -> Option<(Kind, u64, usize)> {
    let end = memchr::memchr(0, bytes)?;
    let (kind, size) = std::str::from_utf8(bytes.get(..end)?).ok()?.split_once(' ')?;
    let kind = match kind {
        "commit" => Kind::Commit,
        "tree" => Kind::Tree,
        "blob" => Kind::Blob,
        "tag" => Kind::Tag,
        _ => return None,
    };
    Some((kind, size.parse().ok()?, end + 1))
}
