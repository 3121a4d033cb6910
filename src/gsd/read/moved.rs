//! Which files of pinned surfaces a range moved and changed on the way. Contents are read above the seam, so that every reader
//! of objects comes to the same answer.

use std::collections::{BTreeMap, BTreeSet};

use crate::engine::activate::CompiledMap;
use crate::engine::failure::Failure;
use crate::engine::likeness::{Became, Print, pair};
use crate::engine::object::{EntryKind, Oid};
use crate::engine::path::RepoPath;
use crate::git::{Blob, Difference, GitError, Objects};
use crate::gsd::lint::evidence::Evidence;

/// As many files are looked at on either side: what git's own limit was for long.
const MOST: usize = 400;

/// Larger files are not read, in bytes.
const LARGEST: u64 = 1 << 20;

/// All files together, in bytes.
const TOGETHER: u64 = 64 << 20;

/// What was found.
#[derive(Debug, Default)]
pub struct Moved {
    /// The files that went away and what each became.
    pub became: Vec<Became>,
    /// What was not looked at; nothing where all of it was.
    pub note: Option<String>,
}

/// A file by its path and content.
type File<'d> = (&'d RepoPath, Oid);

/// Looks at the differences of a range. Nothing is read where no file went out of a pinned surface of `map`, the surfaces of
/// both ends; a file that came elsewhere byte by byte the same is no question either.
///
/// # Errors
/// Git cannot be read.
pub fn moved(
    objects: &Objects,
    differences: &BTreeMap<RepoPath, Difference>,
    map: &CompiledMap,
    evidence: &Evidence,
) -> Result<Moved, Failure> {
    let (mut gone, mut came): (Vec<File<'_>>, Vec<File<'_>>) = (Vec::new(), Vec::new());
    for (path, held) in differences {
        match (held.before, held.after) {
            (Some((EntryKind::File | EntryKind::Executable, id)), None) => gone.push((path, id)),
            (None, Some((EntryKind::File | EntryKind::Executable, id))) => came.push((path, id)),
            _ => {}
        }
    }
    let left: BTreeSet<Oid> = gone.iter().map(|(_, id)| *id).collect();
    let found: BTreeSet<Oid> = differences.values().filter_map(|held| Some(held.after?.1)).collect();
    gone.retain(|(_, id)| !found.contains(id));
    came.retain(|(_, id)| !left.contains(id));
    let is_pinned = |path: &RepoPath| evidence.surfaces_at(map, path).iter().any(|(surface, _)| surface.pinned);
    let pinned = gone.iter().filter(|(path, _)| is_pinned(path)).count();
    if pinned == 0 || came.is_empty() {
        return Ok(Moved::default());
    }
    // What nobody may look at all is sought for what counts first; and a file mostly keeps its name.
    gone.sort_by_key(|(path, _)| !is_pinned(path));
    let names: BTreeSet<Option<&[u8]>> = gone.iter().take(pinned).map(|(path, _)| path.segments().last()).collect();
    came.sort_by_key(|(path, _)| !names.contains(&path.segments().last()));
    let mut unread = pinned.saturating_sub(MOST) + came.len().saturating_sub(MOST);
    let mut reading = Reading { objects, left: TOGETHER };
    let (gone, of_gone) = reading.prints(gone.iter().take(MOST))?;
    let (came, of_came) = reading.prints(came.iter().take(MOST))?;
    // What is much larger than all that went away is none of it.
    let may_be_one = |size: &Option<u64>| {
        !of_gone.is_empty() || size.is_none_or(|size| gone.iter().any(|(_, print)| print.may_be_like(size)))
    };
    unread += of_gone.len() + of_came.iter().filter(|size| may_be_one(size)).count();
    let files = if unread == 1 { "a file".to_owned() } else { format!("{unread} files") };
    let note = (unread > 0).then(|| {
        format!(
            "whether a file moved out of a pinned surface and was changed on the way was not asked of {files}: too many, \
             too large or not here"
        )
    });
    Ok(Moved { became: pair(&gone, &came), note })
}

struct Reading<'o> {
    objects: &'o Objects,
    /// How many bytes may still be read.
    left: u64,
}

/// The prints of files, and the sizes, where they are known, of those that were not read.
type Prints = (Vec<(RepoPath, Print)>, Vec<Option<u64>>);

impl Reading<'_> {
    fn prints<'f>(&mut self, files: impl Iterator<Item = &'f File<'f>>) -> Result<Prints, Failure> {
        let (mut prints, mut unread) = (Vec::new(), Vec::new());
        for (path, id) in files {
            match self.objects.blob(*id, LARGEST.min(self.left)) {
                Ok(Blob::Content(bytes)) => {
                    self.left = self.left.saturating_sub(u64::try_from(bytes.len()).unwrap_or(u64::MAX));
                    prints.push(((*path).clone(), Print::of(&bytes)));
                }
                Ok(Blob::TooLarge(size)) => unread.push(Some(size)),
                // A partial clone has not every content.
                Err(GitError::Missing { .. }) => unread.push(None),
                Err(error) => return Err(error.into()),
            }
        }
        Ok((prints, unread))
    }
}
