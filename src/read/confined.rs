//! Opens files below a root and nowhere else: no link is followed out of it, nothing but a plain file is read, and no file is
//! read beyond a bound.
//!
//! A repository is untrusted: a planning file may be a link to `/etc/passwd`, a named pipe that never ends, or gigabytes.

use std::fs::File;
use std::io::{self, Read as _};
use std::path::{Path, PathBuf};

use crate::engine::failure::Failure;
use crate::engine::path::RepoPath;

/// The size up to which a planning file is read, in bytes. The largest seen in public projects is 1.2 MB.
pub const PLANNING_FILE_LIMIT: u64 = 16 * 1024 * 1024;

/// Why a file below the root cannot be read.
#[derive(Debug, thiserror::Error)]
pub enum ConfinedError {
    /// A link on the way to it leads out of the root.
    #[error(
        "{path} leads out of the repository, to {target}; replace the link by the file itself, or move the file into the repository"
    )]
    Outside {
        /// The file, relative to the root.
        path: RepoPath,
        /// Where it leads, escaped.
        target: String,
    },
    /// It is a folder, a pipe, a device.
    #[error("{path} is no plain file; remove it or put a file in its place")]
    NotAFile {
        /// The file, relative to the root.
        path: RepoPath,
    },
    /// It is larger than the bound.
    #[error("{path} has more than {limit} bytes; shorten it, or move what is not planning out of it")]
    TooLarge {
        /// The file, relative to the root.
        path: RepoPath,
        /// The bound in bytes.
        limit: u64,
    },
    /// Its name holds `..`, is absolute, or cannot be written on this system.
    #[error("{path} is no path below the repository; name it relative to the repository's root, without `..`")]
    BadPath {
        /// The path as given.
        path: RepoPath,
    },
    /// The system refuses.
    #[error("cannot read {path}: {source}; check its permissions and those of the folders above it")]
    Io {
        /// The file, relative to the root.
        path: RepoPath,
        /// What the system said.
        source: io::Error,
    },
}

impl From<ConfinedError> for Failure {
    fn from(error: ConfinedError) -> Self {
        Self::environment("file", error.to_string())
    }
}

/// Reads the file at `path` below `root`, up to `limit` bytes; none when there is no such file.
pub fn read(root: &Path, path: &RepoPath, limit: u64) -> Result<Option<Vec<u8>>, ConfinedError> {
    let Some(file) = open(root, path)? else { return Ok(None) };
    let mut bytes = Vec::new();
    // One byte more than allowed tells a file of exactly `limit` bytes from a longer one, whatever its metadata says.
    file.take(limit.saturating_add(1)).read_to_end(&mut bytes).map_err(|source| io_error(path, source))?;
    if u64::try_from(bytes.len()).unwrap_or(u64::MAX) > limit {
        return Err(ConfinedError::TooLarge { path: path.clone(), limit });
    }
    Ok(Some(bytes))
}

/// Opens the plain file at `path` below `root` for reading; none when there is no such file.
pub fn open(root: &Path, path: &RepoPath) -> Result<Option<File>, ConfinedError> {
    let Some(real) = resolve(root, path)? else { return Ok(None) };
    // Asked before opening: opening a pipe would wait for a writer.
    let is_file = |metadata: &std::fs::Metadata| metadata.is_file();
    match fs_err::metadata(&real) {
        Ok(metadata) if is_file(&metadata) => {}
        Ok(_) => return Err(ConfinedError::NotAFile { path: path.clone() }),
        Err(error) if is_missing(&error) => return Ok(None),
        Err(source) => return Err(io_error(path, source)),
    }
    match File::open(&real) {
        Ok(file) => Ok(Some(file)),
        Err(error) if is_missing(&error) => Ok(None),
        Err(source) => Err(io_error(path, source)),
    }
}

/// The real place of `path` below `root` with every link followed; none when nothing is there. A place outside is an error.
pub fn resolve(root: &Path, path: &RepoPath) -> Result<Option<PathBuf>, ConfinedError> {
    let root = root.canonicalize().map_err(|source| io_error(&RepoPath::default(), source))?;
    let joined = join(&root, path).ok_or_else(|| ConfinedError::BadPath { path: path.clone() })?;
    let real = match joined.canonicalize() {
        Ok(real) => real,
        Err(error) if is_missing(&error) => return Ok(None),
        Err(source) => return Err(io_error(path, source)),
    };
    if real.starts_with(&root) {
        return Ok(Some(real));
    }
    let target = crate::engine::escape::escape(&real.to_string_lossy());
    Err(ConfinedError::Outside { path: path.clone(), target })
}

/// `path` below `root` in the system's own form; none when a segment is `.` or `..` or cannot be written here.
pub fn join(root: &Path, path: &RepoPath) -> Option<PathBuf> {
    let mut joined = root.to_path_buf();
    for segment in path.segments() {
        let name = os_name(segment)?;
        let mut components = name.components();
        if !matches!((components.next(), components.next()), (Some(std::path::Component::Normal(_)), None)) {
            return None;
        }
        joined.push(name);
    }
    Some(joined)
}

#[cfg(unix)]
fn os_name(segment: &[u8]) -> Option<PathBuf> {
    use std::os::unix::ffi::OsStrExt as _;
    (!segment.contains(&0)).then(|| PathBuf::from(std::ffi::OsStr::from_bytes(segment)))
}

#[cfg(not(unix))]
fn os_name(segment: &[u8]) -> Option<PathBuf> {
    std::str::from_utf8(segment).ok().filter(|name| !name.contains('\0')).map(PathBuf::from)
}

/// True when an error only says that nothing is there (a file in the place of a folder included).
fn is_missing(error: &io::Error) -> bool {
    matches!(error.kind(), io::ErrorKind::NotFound | io::ErrorKind::NotADirectory)
}

fn io_error(path: &RepoPath, source: io::Error) -> ConfinedError {
    ConfinedError::Io { path: path.clone(), source }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn place() -> tempfile::TempDir {
        let place = tempfile::tempdir().unwrap();
        fs_err::create_dir_all(place.path().join("root/a")).unwrap();
        fs_err::write(place.path().join("root/a/file.md"), b"12345").unwrap();
        fs_err::write(place.path().join("secret"), b"secret").unwrap();
        place
    }

    #[test]
    fn a_plain_file_is_read_up_to_the_bound_and_not_beyond() {
        let place = place();
        let root = place.path().join("root");
        let path = RepoPath::from("a/file.md");
        assert_eq!(read(&root, &path, 5).unwrap().as_deref(), Some(b"12345".as_slice()));
        assert!(matches!(read(&root, &path, 4), Err(ConfinedError::TooLarge { limit: 4, .. })));
    }

    #[test]
    fn what_is_not_there_is_none() {
        let place = place();
        let root = place.path().join("root");
        for path in ["missing", "a/missing", "a/file.md/below"] {
            assert!(read(&root, &RepoPath::from(path), 9).unwrap().is_none(), "{path}");
        }
    }

    #[test]
    fn a_folder_and_a_path_upwards_are_refused() {
        let place = place();
        let root = place.path().join("root");
        assert!(matches!(read(&root, &RepoPath::from("a"), 9), Err(ConfinedError::NotAFile { .. })));
        for path in ["../secret", "a/../../secret", "./a/file.md", "a\0b"] {
            assert!(matches!(read(&root, &RepoPath::from(path), 9), Err(ConfinedError::BadPath { .. })), "{path}");
        }
    }

    #[cfg(unix)]
    #[test]
    fn a_link_is_followed_inside_the_root_and_never_out_of_it() {
        use std::os::unix::fs::symlink;
        let place = place();
        let root = place.path().join("root");
        symlink("file.md", root.join("a/inside.md")).unwrap();
        symlink("../../secret", root.join("a/outside.md")).unwrap();
        symlink(place.path(), root.join("folder")).unwrap();
        symlink("nowhere", root.join("dangling")).unwrap();
        symlink("loop", root.join("loop")).unwrap();
        assert!(read(&root, &RepoPath::from("a/inside.md"), 9).unwrap().is_some());
        assert!(read(&root, &RepoPath::from("dangling"), 9).unwrap().is_none());
        for path in ["a/outside.md", "folder/secret"] {
            let error = read(&root, &RepoPath::from(path), 9).unwrap_err();
            assert!(matches!(error, ConfinedError::Outside { .. }), "{path}");
            assert!(error.to_string().contains("secret"), "{error}");
        }
        assert!(matches!(read(&root, &RepoPath::from("loop"), 9), Err(ConfinedError::Io { .. })));
    }

    #[cfg(unix)]
    #[test]
    fn a_pipe_is_refused_without_waiting() {
        let place = place();
        let root = place.path().join("root");
        let made = std::process::Command::new("mkfifo").arg(root.join("pipe")).status().unwrap();
        assert!(made.success());
        assert!(matches!(read(&root, &RepoPath::from("pipe"), 9), Err(ConfinedError::NotAFile { .. })));
    }
}
