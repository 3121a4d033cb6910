//! What systems do differently when a file is put in place.

use std::io;
use std::path::Path;

use fs_err as fs;

/// Makes a file that is not there yet.
#[cfg(unix)]
pub(super) fn create_new(place: &Path, is_executable: bool) -> io::Result<fs::File> {
    use fs_err::os::unix::fs::OpenOptionsExt as _;
    // What of it remains is the user's own choice (umask), as for every file that git writes.
    let mode = if is_executable { 0o777 } else { 0o666 };
    fs::OpenOptions::new().write(true).create_new(true).mode(mode).open(place)
}

/// Makes a file that is not there yet.
#[cfg(not(unix))]
pub(super) fn create_new(place: &Path, _: bool) -> io::Result<fs::File> {
    fs::OpenOptions::new().write(true).create_new(true).open(place)
}

/// Gives a file these permissions, where the system has them.
#[cfg(unix)]
pub(super) fn set_permissions(place: &Path, permissions: u32) -> io::Result<()> {
    use std::os::unix::fs::PermissionsExt as _;
    fs::set_permissions(place, std::fs::Permissions::from_mode(permissions))
}

/// Gives a file these permissions, where the system has them.
#[cfg(not(unix))]
pub(super) fn set_permissions(_: &Path, _: u32) -> io::Result<()> {
    Ok(())
}

/// Has the names in a folder on the disk.
#[cfg(unix)]
pub(super) fn sync_folder(folder: &Path) -> io::Result<()> {
    fs::File::open(folder)?.sync_all()
}

/// Has the names in a folder on the disk.
#[cfg(not(unix))]
pub(super) fn sync_folder(_: &Path) -> io::Result<()> {
    Ok(())
}
