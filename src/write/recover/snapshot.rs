//! The snapshot: a commit that keeps the raw bytes, the modes and the index entries of every path that will be acted on.
//!
//! Its tree has `disk/<path>` as the bytes lie in the work tree (no filter), `index/<stage>/<path>`, and `state.json` with the
//! rest; its parent is HEAD. So `git show <reference>:disk/<path>` gives anything back without this program.

use std::io::{self, Read};

use sha2::{Digest as _, Sha256};

use super::check::id;
use super::error::RecoverError;
use super::files::place;
use crate::engine::escape::escape;
use crate::engine::journal::Kept;
use crate::engine::object::Oid;
use crate::engine::path::RepoPath;
use crate::engine::recovery::{Announced, PathState};
use crate::git::Blob;
use crate::write::hands::Hands;

/// Where snapshots are kept.
const REFERENCES: &str = "refs/phase-pipeline/recovery";
const LINK: u32 = 0o120_000;
/// The largest `state.json` that is compared.
const STATE_LIMIT: u64 = 64 * 1024 * 1024;

/// A snapshot that was taken.
pub(super) struct Snapshot {
    pub(super) commit: Oid,
    pub(super) reference: String,
    pub(super) kept: Vec<Kept>,
}

/// Takes the snapshot of what was announced.
///
/// # Errors
/// A file is no longer what was announced, or git cannot write.
pub(super) fn take(hands: &Hands<'_>, announced: &Announced) -> Result<Snapshot, RecoverError> {
    let paths: Vec<RepoPath> = announced.paths.iter().map(|state| state.path.clone()).collect();
    let marks = hands.repository.marks(&paths)?;
    let mut kept = Vec::new();
    for (state, mark) in announced.paths.iter().zip(marks) {
        let (bytes, permissions) = keep(hands, state)?;
        kept.push(Kept { bytes, permissions, intent_to_add: mark.intent_to_add });
    }
    let git_dir = escape(&hands.repository.git_dir().to_string_lossy());
    let state = serde_json::to_vec_pretty(&(announced, &kept, git_dir)).map_err(io::Error::from)?;
    for turn in 1..u32::MAX {
        let token = announced.token();
        let reference =
            if turn == 1 { format!("{REFERENCES}/{token}") } else { format!("{REFERENCES}/{token}-{turn}") };
        let commit = match hands.repository.objects().resolve(&reference)? {
            // Whoever died before the journal was written left it behind.
            Some(there) if holds(hands, there, &state)? => there,
            // Another work tree of this repository was in the same state.
            Some(_) => continue,
            None => {
                hands.change(
                    &["fast-import", "--quiet", "--date-format=now"],
                    &*stream(&reference, announced, &kept, &state),
                )?;
                let made = hands.repository.objects().resolve(&reference)?;
                made.ok_or_else(|| RecoverError::SnapshotGone(reference.clone()))?
            }
        };
        return Ok(Snapshot { commit, reference, kept });
    }
    Err(RecoverError::BadPlan("every name of a snapshot is taken"))
}

/// Keeps the raw bytes of one path, and makes sure that they are those that were announced.
fn keep(hands: &Hands<'_>, state: &PathState) -> Result<(Option<Oid>, Option<u32>), RecoverError> {
    let Some((mode, announced)) = state.disk else { return Ok((None, None)) };
    let place = place(hands, &state.path)?;
    let changed = || RecoverError::Changed(vec![state.path.clone()]);
    let metadata = fs_err::symlink_metadata(&place)?;
    let (source, permissions): (Box<dyn Read + Send>, _) = if mode == LINK {
        (Box::new(io::Cursor::new(fs_err::read_link(&place)?.into_os_string().into_encoded_bytes())), None)
    } else if metadata.is_file() {
        (Box::new(fs_err::File::open(&place)?), permissions(&metadata))
    } else {
        return Err(changed());
    };
    let mut source = Hashing { source, hash: Sha256::new() };
    let written = hands.change(&["hash-object", "-w", "--no-filters", "--stdin"], &mut source)?;
    let seen: [u8; 32] = source.hash.finalize().into();
    if seen == announced { Ok((Some(id(&written)?), permissions)) } else { Err(changed()) }
}

/// Passes bytes on and remembers their hash.
struct Hashing {
    source: Box<dyn Read + Send>,
    hash: Sha256,
}

impl Read for Hashing {
    fn read(&mut self, part: &mut [u8]) -> io::Result<usize> {
        let count = self.source.read(part)?;
        self.hash.update(part.get(..count).unwrap_or_default());
        Ok(count)
    }
}

#[cfg(unix)]
#[expect(clippy::unnecessary_wraps, reason = "other systems have none")]
fn permissions(metadata: &std::fs::Metadata) -> Option<u32> {
    use std::os::unix::fs::PermissionsExt as _;
    Some(metadata.permissions().mode() & 0o7777)
}

#[cfg(not(unix))]
fn permissions(_: &std::fs::Metadata) -> Option<u32> {
    None
}

/// True where a commit is the snapshot of this very state.
fn holds(hands: &Hands<'_>, commit: Oid, state: &[u8]) -> Result<bool, RecoverError> {
    let objects = hands.repository.objects();
    let Some(entry) = objects.entry_at(objects.commit(commit)?.tree, &RepoPath::from("state.json"))? else {
        return Ok(false);
    };
    Ok(objects.blob(entry.id, STATE_LIMIT)? == Blob::Content(state.to_vec()))
}

/// The commit as `git fast-import` reads it.
///
/// Source: <https://git-scm.com/docs/git-fast-import>.
fn stream(reference: &str, announced: &Announced, kept: &[Kept], state: &[u8]) -> Vec<u8> {
    let message = format!("Snapshot before the recovery {} of phase {}\n", announced.token(), escape(&announced.phase));
    let mut out = format!(
        "commit {reference}\ncommitter phase-pipeline <phase-pipeline@localhost> now\ndata {}\n{message}",
        message.len()
    )
    .into_bytes();
    if let Some(head) = announced.head {
        out.extend(format!("from {head}\n").into_bytes());
    }
    out.extend_from_slice(b"deleteall\n");
    for (state, kept) in announced.paths.iter().zip(kept) {
        if let (Some((mode, _)), Some(bytes)) = (state.disk, kept.bytes) {
            modify(&mut out, mode, bytes, &RepoPath::from("disk").join(state.path.as_bytes()));
        }
        for entry in &state.index {
            // What HEAD has is kept by HEAD, the commit's parent; a name that is only announced has no content.
            if !kept.intent_to_add && state.head != Some((entry.mode, entry.id)) {
                let folder = RepoPath::from(format!("index/{}", entry.stage).as_str());
                modify(&mut out, entry.mode, entry.id, &folder.join(state.path.as_bytes()));
            }
        }
    }
    out.extend(format!("M 100644 inline state.json\ndata {}\n", state.len()).into_bytes());
    out.extend_from_slice(state);
    out.push(b'\n');
    out
}

fn modify(out: &mut Vec<u8>, mode: u32, content: Oid, path: &RepoPath) {
    out.extend(format!("M {mode:06o} {content} \"").into_bytes());
    for byte in path.as_bytes() {
        match byte {
            b'"' | b'\\' => out.extend([b'\\', *byte]),
            b' '..=b'~' => out.push(*byte),
            other => out.extend(format!("\\{other:03o}").into_bytes()),
        }
    }
    out.extend_from_slice(b"\"\n");
}
