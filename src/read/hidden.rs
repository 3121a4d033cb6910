//! Looks at files that git was told not to look at, so far as they decide anything: by what they hold.

use super::confined;
use super::held::{FILE_LIMIT, Held};
use crate::engine::failure::Failure;
use crate::engine::object::{EntryKind, Oid};
use crate::engine::own::{Own, word};
use crate::engine::path::RepoPath;
use crate::git::{Blob, Hidden, Repository, Side, Status};

/// How many files a command names.
const FEW: usize = 3;

/// What a command of git says of the place.
pub struct Git<'a> {
    /// The options that ask here again.
    pub own: &'a Own,
    /// A path as git is to be given it there.
    pub typed: &'a dyn Fn(&RepoPath) -> String,
}

/// Adds to what differs from HEAD what differs of the hidden files below `folders`, and says that they are hidden. The others
/// are named alone: people hide settings of their own machine in source, and no route waits for those.
///
/// # Errors
/// Git cannot be read.
pub fn look_at_hidden(
    repository: &Repository,
    tree: Option<Oid>,
    folders: &[&RepoPath],
    hidden: Vec<Hidden>,
    git: &Git<'_>,
    status: &mut Status,
) -> Result<(), Failure> {
    // What need not be there and is not hides nothing: it was left out on purpose, and HEAD's counts.
    let is_there =
        |path: &RepoPath| confined::join(repository.root(), path).is_some_and(|place| place.symlink_metadata().is_ok());
    let hides = hidden.into_iter().filter(|hidden| !hidden.may_be_absent || is_there(&hidden.path));
    let (looked_at, others): (Vec<Hidden>, Vec<Hidden>) =
        hides.partition(|hidden| folders.iter().any(|folder| hidden.path.is_in(folder)));
    for hidden in &looked_at {
        if let Some(side) = compared(repository, tree, hidden)? {
            status.entries.entry(hidden.path.clone()).or_default().work = side;
        }
    }
    let seen = told(&looked_at).map(|files| {
        let looks = looks(&looked_at, git);
        format!("git was told not to look at {files}; compared here by content all the same: {looks}")
    });
    let unseen = told(&others).map(|files| {
        let looks = looks(&others, git);
        format!("git was told not to look at {files}; whatever changes there is not seen: {looks}")
    });
    status.warnings.extend(seen.into_iter().chain(unseen));
    Ok(())
}

/// What has git look at these files again: a command for each mark, since git takes but the last of two in one.
fn looks(hidden: &[Hidden], git: &Git<'_>) -> String {
    let command = |bears: fn(&Hidden) -> bool, option: &str| {
        let marked: Vec<&Hidden> = hidden.iter().filter(|hidden| bears(hidden)).collect();
        let files = match marked.len() {
            0 => return None,
            1..=FEW => marked.iter().map(|hidden| word(&(git.typed)(&hidden.path))).collect::<Vec<_>>().join(" "),
            _ => "FILE".to_owned(),
        };
        Some(format!("`{}`", git.own.git(&format!("update-index {option} -- {files}"))))
    };
    let commands = [
        command(|hidden| hidden.is_assumed, "--no-assume-unchanged"),
        command(|hidden| hidden.may_be_absent, "--no-skip-worktree"),
    ];
    let commands: Vec<String> = commands.into_iter().flatten().collect();
    format!("{} {} it look again", commands.join(" and "), if commands.len() == 1 { "has" } else { "have" })
}

fn told(hidden: &[Hidden]) -> Option<String> {
    let first = hidden.first()?;
    Some(match hidden.len() {
        1 => format!("1 file ({})", first.path),
        count => format!("{count} files (first {})", first.path),
    })
}

/// How the file on disk differs from HEAD's; none where it does not, or need not be there.
fn compared(repository: &Repository, tree: Option<Oid>, hidden: &Hidden) -> Result<Option<Side>, Failure> {
    let held = Held::at(repository, tree, &hidden.path)?;
    let Some((EntryKind::File | EntryKind::Executable, id)) = held.in_head else { return Ok(None) };
    if !held.on_disk {
        return Ok(Some(Side::Deleted));
    }
    let Blob::Content(head) = repository.objects().blob(id, FILE_LIMIT)? else { return Ok(Some(Side::Modified)) };
    let Ok(Some(disk)) = confined::read(repository.root(), &hidden.path, FILE_LIMIT) else {
        return Ok(Some(Side::Modified));
    };
    Ok((lines(&disk) != lines(&head)).then_some(Side::Modified))
}

/// The bytes with one kind of line end: git may write another one to disk than it keeps.
fn lines(bytes: &[u8]) -> Vec<u8> {
    let mut plain = Vec::with_capacity(bytes.len());
    for line in bytes.split_inclusive(|byte| *byte == b'\n') {
        match line.strip_suffix(b"\r\n") {
            Some(line) => plain.extend([line, b"\n"].concat()),
            None => plain.extend(line),
        }
    }
    plain
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_mark_is_taken_away_by_a_command_of_its_own_with_the_files_that_bear_it() {
        let own = Own { repo: Some("../my app".to_owned()), ..Own::default() };
        let git = Git { own: &own, typed: &|path| path.to_string() };
        let of = |path: &str, may_be_absent, is_assumed| Hidden { path: path.into(), may_be_absent, is_assumed };
        assert_eq!(
            looks(&[of("a b", true, false)], &git),
            "`git -C '../my app' update-index --no-skip-worktree -- 'a b'` has it look again"
        );
        let git = Git { own: &Own::default(), ..git };
        assert_eq!(
            looks(&[of("a", false, true), of("b", true, true)], &git),
            "`git update-index --no-assume-unchanged -- a b` and `git update-index --no-skip-worktree -- b` have it look again"
        );
        let many: Vec<Hidden> = ["a", "b", "c", "d"].map(|path| of(path, false, true)).to_vec();
        assert_eq!(looks(&many, &git), "`git update-index --no-assume-unchanged -- FILE` has it look again");
    }

    #[test]
    fn line_ends_are_no_difference() {
        assert_eq!(lines(b"a\r\nb\r\n\r\n"), b"a\nb\n\n");
        assert_eq!(lines(b"a\rb\n\r"), b"a\rb\n\r");
        assert_eq!(lines(b""), b"");
    }
}
