//! Whether a pack holds an object, read from the index of the pack.
//!
//! Source: <https://git-scm.com/docs/gitformat-pack> (version 2 pack-*.idx files).

use std::fs;
use std::path::Path;

use crate::engine::object::Oid;

/// What an index of version 2 begins with.
const BEGINNING: &[u8; 8] = b"\xfftOc\0\0\0\x02";

/// True where a pack in this folder of objects holds the object. It reads every index: for the rare case that needs it.
pub(super) fn holds(objects: &Path, id: Oid) -> bool {
    let files = fs::read_dir(objects.join("pack")).into_iter().flatten().flatten().map(|entry| entry.path());
    let indexes = files.filter(|file| file.extension().is_some_and(|end| end == "idx"));
    let mut whole = indexes.filter(|index| index.with_extension("pack").is_file());
    whole.any(|index| fs::read(index).is_ok_and(|bytes| names(&bytes, id).is_some()))
}

/// Some where the index names the object.
fn names(index: &[u8], id: Oid) -> Option<()> {
    let rest = index.strip_prefix(BEGINNING)?;
    let (counts, rest) = rest.split_at_checked(256 * 4)?;
    let count = u32::from_be_bytes(*counts.last_chunk()?);
    let width = id.as_bytes().len();
    let ids = rest.get(..usize::try_from(count).ok()?.checked_mul(width)?)?;
    ids.chunks_exact(width).any(|named| named == id.as_bytes()).then_some(())
}
