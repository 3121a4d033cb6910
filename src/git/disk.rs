//! What lies at a path of the work tree, looked at without following any link.

use std::fs::{File, Metadata};
use std::io::{self, Read};
use std::path::{Path, PathBuf};

use sha2::{Digest as _, Sha256};

use super::error::GitError;
use crate::engine::path::RepoPath;
use crate::read::confined;

/// What a path holds on disk: the mode as git would record it, and the SHA-256 of the raw bytes (of a link, of its target).
pub(super) type Held = (u32, [u8; 32]);

/// The mode of a plain file.
const FILE: u32 = 0o100_644;
/// The mode of a file with the executable bit.
const EXECUTABLE: u32 = 0o100_755;
/// The mode of a symbolic link.
const LINK: u32 = 0o120_000;
/// The mode of a folder.
const FOLDER: u32 = 0o040_000;
/// A pipe, a socket, a device: git records none of them.
const OTHER: u32 = 0;

/// Where `path` lies below `root`; none where its name leads elsewhere, or into a git directory.
pub(super) fn place(root: &Path, path: &RepoPath) -> Option<PathBuf> {
    let is_git = |segment: &[u8]| segment.eq_ignore_ascii_case(b".git");
    if path.is_root() || path.segments().any(is_git) {
        return None;
    }
    confined::join(root, path)
}

/// True where every folder between `root` and `place` is a folder and no link, or is not there at all.
pub(super) fn is_reached_without_links(root: &Path, place: &Path) -> io::Result<bool> {
    for folder in place.ancestors().skip(1).take_while(|folder| *folder != root) {
        match folder.symlink_metadata() {
            Ok(found) if !found.is_dir() => return Ok(false),
            Ok(_) => {}
            Err(error) if is_missing(&error) => {}
            Err(error) => return Err(error),
        }
    }
    Ok(true)
}

/// What the path holds; none where nothing is there, or only behind a link, where git does not look either.
pub(super) fn held(root: &Path, path: &RepoPath) -> Result<Option<Held>, GitError> {
    let Some(place) = place(root, path) else { return Ok(None) };
    look(root, &place).map_err(|source| GitError::io(format!("reading {path}"), source))
}

fn look(root: &Path, place: &Path) -> io::Result<Option<Held>> {
    if !is_reached_without_links(root, place)? {
        return Ok(None);
    }
    let found = match place.symlink_metadata() {
        Ok(found) => found,
        Err(error) if is_missing(&error) => return Ok(None),
        Err(error) => return Err(error),
    };
    let kind = found.file_type();
    if kind.is_symlink() {
        let target = place.read_link()?;
        return Ok(Some((LINK, Sha256::digest(target.as_os_str().as_encoded_bytes()).into())));
    }
    if !kind.is_file() {
        return Ok(Some((if kind.is_dir() { FOLDER } else { OTHER }, Sha256::digest([]).into())));
    }
    let file = File::open(place)?;
    if !is_same(&found, &file.metadata()?) {
        return Err(io::Error::other("it was replaced while it was read"));
    }
    Ok(Some((if is_executable(&found) { EXECUTABLE } else { FILE }, digest(file)?)))
}

fn digest(mut bytes: impl Read) -> io::Result<[u8; 32]> {
    let mut hash = Sha256::new();
    let mut part = vec![0; 64 * 1024];
    loop {
        match bytes.read(&mut part) {
            Ok(0) => return Ok(hash.finalize().into()),
            Ok(count) => hash.update(part.get(..count).unwrap_or_default()),
            Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
            Err(error) => return Err(error),
        }
    }
}

fn is_missing(error: &io::Error) -> bool {
    matches!(error.kind(), io::ErrorKind::NotFound | io::ErrorKind::NotADirectory)
}

#[cfg(unix)]
fn is_executable(found: &Metadata) -> bool {
    use std::os::unix::fs::MetadataExt as _;
    // The owner's bit alone decides, as in git.
    found.mode() & 0o100 != 0
}

#[cfg(not(unix))]
fn is_executable(_: &Metadata) -> bool {
    false
}

#[cfg(unix)]
fn is_same(seen: &Metadata, opened: &Metadata) -> bool {
    use std::os::unix::fs::MetadataExt as _;
    (seen.dev(), seen.ino()) == (opened.dev(), opened.ino())
}

#[cfg(not(unix))]
fn is_same(seen: &Metadata, opened: &Metadata) -> bool {
    seen.file_type() == opened.file_type()
}

#[cfg(all(test, unix))]
mod tests {
    use std::os::unix::fs::{PermissionsExt as _, symlink};

    use super::*;

    fn sha(bytes: &[u8]) -> [u8; 32] {
        Sha256::digest(bytes).into()
    }

    #[test]
    fn every_kind_of_thing_has_a_mode_and_no_link_is_followed() {
        let root = tempfile::tempdir().unwrap();
        let at = |name: &str| root.path().join(name);
        std::fs::create_dir(at("folder")).unwrap();
        std::fs::write(at("folder/file"), b"one\r\n").unwrap();
        std::fs::write(at("program"), b"run").unwrap();
        std::fs::set_permissions(at("program"), std::fs::Permissions::from_mode(0o700)).unwrap();
        std::fs::write(at("shared"), vec![7; 200_000]).unwrap();
        std::fs::set_permissions(at("shared"), std::fs::Permissions::from_mode(0o655)).unwrap();
        symlink("folder/file", at("link")).unwrap();
        symlink("nowhere", at("dangling")).unwrap();
        symlink("folder", at("way")).unwrap();
        assert!(std::process::Command::new("mkfifo").arg(at("pipe")).status().unwrap().success());
        let table = [
            ("folder/file", Some((FILE, sha(b"one\r\n")))),
            ("program", Some((EXECUTABLE, sha(b"run")))),
            ("shared", Some((FILE, sha(&vec![7; 200_000])))),
            ("link", Some((LINK, sha(b"folder/file")))),
            ("dangling", Some((LINK, sha(b"nowhere")))),
            ("folder", Some((FOLDER, sha(b"")))),
            ("pipe", Some((OTHER, sha(b"")))),
            ("way/file", None),
            ("missing/file", None),
            ("program/below", None),
            ("../outside", None),
            ("folder/.GIT/config", None),
            ("", None),
        ];
        for (path, expected) in table {
            assert_eq!(held(root.path(), &RepoPath::from(path)).unwrap(), expected, "{path}");
        }
    }
}
