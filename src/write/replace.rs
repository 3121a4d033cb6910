//! Puts new content in the place of a file, whole: whenever it is looked at, it is the old file or the new one.

use std::ffi::OsString;
use std::io::{ErrorKind, Write as _};
use std::path::{Path, PathBuf};
use std::time::{SystemTime, UNIX_EPOCH};

use fs_err as fs;

use super::disk::{create_new, set_permissions, sync_folder};
use super::error::{WriteError, shown};
use super::steps::Steps;

/// Replaces the file at `place`, which holds `old` (none: there is no such file), by one that holds `new` and has the same
/// permissions. The new file is written beside it, has reached the disk, and takes its place in one step. Right before that
/// the old one is read again: who has changed it meanwhile keeps the change.
///
/// A death leaves the old file, and at most a file beside it that a later replacement removes: this process's next one, or any a minute
/// after. An error leaves nothing beside it.
///
/// # Errors
/// The file does not hold `old` (any more), it is a link or no plain file, or the system refuses. It is left as it is then.
pub fn replace_file(steps: &dyn Steps, place: &Path, old: Option<&[u8]>, new: &[u8]) -> Result<(), WriteError> {
    let permissions = check(place, old)?;
    let Some(folder) = place.parent() else { return Err(WriteError::NotAFile { place: shown(place) }) };
    let beginning = beginning(place);
    let now = seconds_now();
    sweep(steps, folder, &beginning, now)?;
    let mut name = beginning;
    // Two processes do not write the same file: each has its own beside the old one, and the last to move it wins whole.
    name.push(format!("{}-{now}", std::process::id()));
    let beside = folder.join(name);
    steps.before("make a file")?;
    let mut file = create_new(&beside, false)?;
    let mut beside = Beside { steps, place: beside, is_in_place: false };
    steps.before("write a file")?;
    file.write_all(new)?;
    if let Some(permissions) = permissions {
        steps.before("set permissions")?;
        set_permissions(&beside.place, permissions)?;
    }
    steps.before("sync a file")?;
    if steps.waits_for_the_disk() {
        file.sync_all()?;
    }
    drop(file);
    check(place, old)?;
    steps.before("rename a file")?;
    match fs::rename(&beside.place, place) {
        // Somebody took the new file for one that a death left: the race is lost, and nothing is written.
        Err(error) if error.kind() == ErrorKind::NotFound => return Err(WriteError::Changed { place: shown(place) }),
        renamed => renamed?,
    }
    beside.is_in_place = true;
    steps.before("sync a folder")?;
    if steps.waits_for_the_disk() {
        sync_folder(folder)?;
    }
    Ok(())
}

/// The new file, as long as it lies beside the old one. Whoever goes out of an error takes it along; after a death no step is
/// taken any more, this one neither.
struct Beside<'a> {
    steps: &'a dyn Steps,
    place: PathBuf,
    is_in_place: bool,
}

impl Drop for Beside<'_> {
    fn drop(&mut self) {
        if !self.is_in_place && self.steps.before("remove a file").is_ok() {
            // What cannot be removed now, a later run sweeps up.
            let _ = fs::remove_file(&self.place);
        }
    }
}

/// The permissions of the file, which holds what it should; none where there should be none, and is none.
pub(super) fn check(place: &Path, old: Option<&[u8]>) -> Result<Option<u32>, WriteError> {
    let found = match place.symlink_metadata() {
        Ok(found) => Some(found),
        Err(error) if error.kind() == ErrorKind::NotFound => None,
        Err(error) => return Err(error.into()),
    };
    match (found, old) {
        (Some(found), _) if !found.is_file() => Err(WriteError::NotAFile { place: shown(place) }),
        (Some(found), Some(old)) if fs::read(place)? == old => Ok(permissions(&found)),
        (None, None) => Ok(None),
        _ => Err(WriteError::Changed { place: shown(place) }),
    }
}

/// How the names begin of the files that are written beside this one.
fn beginning(place: &Path) -> OsString {
    let mut name = OsString::from(".phase-pipeline-");
    name.push(place.file_name().unwrap_or_default());
    name.push("-");
    name
}

/// How long the file of another process is left alone, in seconds: to write one takes much less.
const ALONE: u64 = 60;

/// The seconds since 1970; 0 before.
fn seconds_now() -> u64 {
    SystemTime::now().duration_since(UNIX_EPOCH).map(|since| since.as_secs()).unwrap_or_default()
}

/// True for a file, by what its name has behind the beginning, that nobody is writing any more: it is this process's own, or
/// too old for one at work.
fn is_left(rest: &[u8], now: u64) -> bool {
    let text = String::from_utf8_lossy(rest);
    let parsed = text.split_once('-').and_then(|(id, made)| Some((id.parse::<u32>().ok()?, made.parse::<u64>().ok()?)));
    parsed.is_none_or(|(id, made)| id == std::process::id() || now.abs_diff(made) > ALONE)
}

/// Removes what a death may have left beside the file, and nothing that another process may be writing.
fn sweep(steps: &dyn Steps, folder: &Path, beginning: &OsString, now: u64) -> Result<(), WriteError> {
    for entry in fs::read_dir(folder)? {
        let entry = entry?;
        let name = entry.file_name();
        let rest = name.as_encoded_bytes().strip_prefix(beginning.as_encoded_bytes());
        if rest.is_some_and(|rest| is_left(rest, now)) {
            steps.before("remove a file")?;
            match fs::remove_file(entry.path()) {
                Err(error) if error.kind() != ErrorKind::NotFound => return Err(error.into()),
                _ => {}
            }
        }
    }
    Ok(())
}

#[cfg(unix)]
#[expect(clippy::unnecessary_wraps, reason = "other systems have none")]
fn permissions(found: &std::fs::Metadata) -> Option<u32> {
    use std::os::unix::fs::PermissionsExt as _;
    Some(found.permissions().mode() & 0o7777)
}

#[cfg(not(unix))]
fn permissions(_: &std::fs::Metadata) -> Option<u32> {
    None
}

#[cfg(test)]
mod tests {
    use std::cell::Cell;
    use std::collections::BTreeSet;

    use tempfile::TempDir;

    use super::super::steps::Unhindered;
    use super::*;

    /// Dies before a step.
    struct Mortal {
        left: Cell<usize>,
    }

    impl Steps for Mortal {
        fn before(&self, _: &str) -> Result<(), WriteError> {
            let Some(left) = self.left.get().checked_sub(1) else {
                return Err(std::io::Error::other("died").into());
            };
            self.left.set(left);
            Ok(())
        }
    }

    fn folder() -> TempDir {
        tempfile::tempdir().unwrap()
    }

    fn names(folder: &TempDir) -> BTreeSet<String> {
        let names = fs::read_dir(folder.path()).unwrap().map(|entry| entry.unwrap().file_name().into_string().unwrap());
        names.collect()
    }

    #[test]
    fn a_death_before_any_step_leaves_the_old_file_or_the_new_one_and_the_next_run_tidies_up() {
        for old in [Some(&b"old"[..]), None] {
            let mut deaths = 0;
            loop {
                let folder = folder();
                let place = folder.path().join("config.json");
                if let Some(old) = old {
                    fs::write(&place, old).unwrap();
                }
                fs::write(folder.path().join("config.json.bak"), "neighbour").unwrap();
                let died = replace_file(&Mortal { left: Cell::new(deaths) }, &place, old, b"new").is_err();
                let found = fs::read(&place).ok();
                let is_new = found.as_deref() == Some(b"new");
                assert!(is_new || found.as_deref() == old, "after {deaths} steps: {found:?}");
                assert!(died || is_new);
                let now = found.as_deref();
                replace_file(&Unhindered, &place, now, b"newer").unwrap();
                assert_eq!(fs::read(&place).unwrap(), b"newer");
                assert_eq!(names(&folder), ["config.json", "config.json.bak"].map(str::to_owned).into());
                if !died {
                    break;
                }
                deaths += 1;
            }
            assert!(deaths >= 5, "only {deaths} steps were seen");
        }
    }

    #[test]
    fn what_another_process_may_be_writing_is_left_alone_and_what_a_death_left_goes() {
        let folder = folder();
        let place = folder.path().join("config.json");
        let now = seconds_now();
        let other = std::process::id() + 1;
        let at_work = format!(".phase-pipeline-config.json-{other}-{now}");
        for name in [
            at_work.clone(),
            format!(".phase-pipeline-config.json-{other}-{}", now - ALONE - 5),
            format!(".phase-pipeline-config.json-{}-{now}", std::process::id()),
            format!(".phase-pipeline-config.json-{other}"),
        ] {
            fs::write(folder.path().join(name), "half").unwrap();
        }
        replace_file(&Unhindered, &place, None, b"new").unwrap();
        assert_eq!(names(&folder), ["config.json".to_owned(), at_work].into());
    }

    #[test]
    fn who_loses_a_race_is_told_that_the_file_changed() {
        /// Somebody else takes the new file away before it is in place.
        struct Swept<'a>(&'a Path);
        impl Steps for Swept<'_> {
            fn before(&self, step: &str) -> Result<(), WriteError> {
                if step == "rename a file" {
                    for entry in fs::read_dir(self.0)? {
                        let path = entry?.path();
                        if path.to_string_lossy().contains(".phase-pipeline-") {
                            fs::remove_file(path)?;
                        }
                    }
                }
                Ok(())
            }
        }
        let folder = folder();
        let place = folder.path().join("config.json");
        let error = replace_file(&Swept(folder.path()), &place, None, b"new").unwrap_err();
        assert!(matches!(error, WriteError::Changed { .. }), "{error:?}");
    }

    #[test]
    fn a_file_that_changed_meanwhile_keeps_the_change() {
        /// Somebody else writes while the new file is written.
        struct Meanwhile<'a>(&'a Path, &'a [u8]);
        impl Steps for Meanwhile<'_> {
            fn before(&self, step: &str) -> Result<(), WriteError> {
                if step == "sync a file" {
                    fs::write(self.0, self.1)?;
                }
                Ok(())
            }
        }
        let folder = folder();
        let place = folder.path().join("config.json");
        fs::write(&place, "old").unwrap();
        let error = replace_file(&Meanwhile(&place, b"theirs"), &place, Some(b"old"), b"new").unwrap_err();
        assert!(matches!(error, WriteError::Changed { .. }), "{error:?}");
        assert_eq!(fs::read(&place).unwrap(), b"theirs");
        let error = replace_file(&Unhindered, &place, None, b"new").unwrap_err();
        assert!(matches!(error, WriteError::Changed { .. }), "{error:?}");
        fs::remove_file(&place).unwrap();
        let error = replace_file(&Unhindered, &place, Some(b"theirs"), b"new").unwrap_err();
        assert!(matches!(error, WriteError::Changed { .. }), "{error:?}");
        let error = replace_file(&Meanwhile(&place, b"theirs"), &place, None, b"new").unwrap_err();
        assert!(matches!(error, WriteError::Changed { .. }), "{error:?}");
        assert_eq!(fs::read(&place).unwrap(), b"theirs");
    }

    #[test]
    fn an_error_on_the_way_leaves_nothing_beside_the_file() {
        /// Something happens at the place of the file before a step.
        struct Happens<'a> {
            place: &'a Path,
            step: &'a str,
            what: fn(&Path),
        }
        impl Steps for Happens<'_> {
            fn before(&self, step: &str) -> Result<(), WriteError> {
                if step == self.step {
                    (self.what)(self.place);
                }
                Ok(())
            }
        }
        let written: fn(&Path) = |place| fs::write(place, "theirs").unwrap();
        let gone: fn(&Path) = |place| fs::remove_file(place).unwrap();
        // A file does not take the place of a folder.
        let folder_made: fn(&Path) = |place| {
            fs::remove_file(place).unwrap();
            fs::create_dir(place).unwrap();
        };
        for step in ["make a file", "write a file", "set permissions", "sync a file"] {
            for (what, left) in [(written, &["config.json"][..]), (gone, &[]), (folder_made, &["config.json"])] {
                let folder = folder();
                let place = folder.path().join("config.json");
                fs::write(&place, "old").unwrap();
                assert!(replace_file(&Happens { place: &place, step, what }, &place, Some(b"old"), b"new").is_err());
                assert_eq!(names(&folder), left.iter().map(|name| (*name).to_owned()).collect(), "before {step}");
            }
        }
        let folder = folder();
        let place = folder.path().join("config.json");
        fs::write(&place, "old").unwrap();
        let steps = Happens { place: &place, step: "rename a file", what: folder_made };
        assert!(replace_file(&steps, &place, Some(b"old"), b"new").is_err());
        assert_eq!(names(&folder), ["config.json".to_owned()].into());
    }

    #[cfg(unix)]
    #[test]
    fn permissions_stay_and_a_link_is_refused() {
        use std::os::unix::fs::{PermissionsExt as _, symlink};
        let folder = folder();
        let place = folder.path().join("config.json");
        for mode in [0o600, 0o664, 0o755] {
            fs::write(&place, "old").unwrap();
            set_permissions(&place, mode).unwrap();
            replace_file(&Unhindered, &place, Some(b"old"), b"new").unwrap();
            assert_eq!(place.metadata().unwrap().permissions().mode() & 0o7777, mode);
        }
        let link = folder.path().join("link.json");
        symlink("config.json", &link).unwrap();
        let error = replace_file(&Unhindered, &link, Some(b"new"), b"newer").unwrap_err();
        assert!(matches!(error, WriteError::NotAFile { .. }), "{error:?}");
        assert!(link.is_symlink());
        assert_eq!(fs::read(&place).unwrap(), b"new");
        let error = replace_file(&Unhindered, folder.path(), Some(b""), b"new").unwrap_err();
        assert!(matches!(error, WriteError::NotAFile { .. }), "{error:?}");
    }
}
