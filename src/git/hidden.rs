//! Files that git was told not to look at: `--assume-unchanged`, `--skip-worktree`. Its status is silent about them.
//!
//! Whoever has no such file pays for one look over the bytes of the index; only where it holds a mark is git asked which files
//! bear it.
//!
//! Source: <https://git-scm.com/docs/index-format>, <https://git-scm.com/docs/git-update-index>.

use std::fs::File;
use std::io::{self, BufRead, BufReader, ErrorKind};
use std::path::Path;

use super::error::GitError;
use super::repository::Repository;
use crate::engine::path::RepoPath;

/// A file that git was told not to look at.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Hidden {
    /// The file.
    pub path: RepoPath,
    /// True where it need not even be there (`--skip-worktree`).
    pub may_be_absent: bool,
    /// True where it is taken to be unchanged (`--assume-unchanged`); one file may bear both marks.
    pub is_assumed: bool,
}

impl Repository {
    /// The files that git was told not to look at, but for those that a sparse checkout leaves out: what of them is there all the
    /// same, git looks at.
    ///
    /// # Errors
    /// The index cannot be read.
    pub fn hidden(&self) -> Result<Vec<Hidden>, GitError> {
        let index = self.git_dir().join("index");
        let marks = [20, 32].into_iter().map(|id| marks_in(&index, id)).find(|marks| !matches!(marks, Ok(None)));
        match marks.unwrap_or(Ok(None)) {
            Ok(Some(false)) => return Ok(Vec::new()),
            Ok(Some(true) | None) => {}
            Err(error) if error.kind() == ErrorKind::NotFound => return Ok(Vec::new()),
            Err(error) => return Err(GitError::io("reading the index", error)),
        }
        self.work_tree().hidden(self.root())
    }
}

/// Where the flags of an entry say "assume unchanged", and that more flags follow; and where those say "skip".
const ASSUMED: u16 = 0x8000;
const EXTENDED: u16 = 0x4000;
const SKIPPED: u16 = 0x4000;

/// What a name's length is at most before only its end tells it.
const LONGEST: u16 = 0xfff;

/// True where some entry of an index bears a mark; none where it is not a whole index of its own with ids of this length.
fn marks_in(index: &Path, id: usize) -> io::Result<Option<bool>> {
    let file = File::open(index)?;
    let length = file.metadata()?.len();
    has_marks(BufReader::with_capacity(1 << 16, file), length, id)
}

/// The same of what is read, so many bytes long. An index may have ten megabytes, of which no more than a piece is held at once.
fn has_marks(index: impl BufRead, length: u64, id: usize) -> io::Result<Option<bool>> {
    match (Reader { index, at: 0 }).has_marks(length, id) {
        Err(error) if error.kind() == ErrorKind::UnexpectedEof => Ok(None),
        marks => marks,
    }
}

/// An index that is being read, and how far it was.
struct Reader<R> {
    index: R,
    at: u64,
}

impl<R: BufRead> Reader<R> {
    fn has_marks(&mut self, length: u64, id: usize) -> io::Result<Option<bool>> {
        let id = id as u64;
        let (sign, version) = (self.take::<4>()?, u32::from_be_bytes(self.take()?));
        if &sign != b"DIRC" || !(2..=4).contains(&version) {
            return Ok(None);
        }
        for _ in 0..u32::from_be_bytes(self.take()?) {
            let begin = self.at;
            self.skip(40 + id)?;
            let flags = u16::from_be_bytes(self.take()?);
            let more = if flags & EXTENDED == 0 { 0 } else { u16::from_be_bytes(self.take()?) };
            if flags & ASSUMED != 0 || more & SKIPPED != 0 {
                return Ok(Some(true));
            }
            if version == 4 {
                // A number says how much of the name before it stays.
                while self.take::<1>()?[0] & 0x80 != 0 {}
                self.skip_name()?;
                continue;
            }
            let named = flags & LONGEST;
            let end = self.at + u64::from(named);
            let end = if named < LONGEST { end } else { self.skip_name()? };
            // One to eight zeros fill it up.
            let next = begin + ((end - begin + 8) & !7);
            self.skip(next - self.at)?;
        }
        let Some(end) = length.checked_sub(id) else { return Ok(None) };
        while self.at < end {
            // The entries of a split index lie in another file.
            if &self.take::<4>()? == b"link" {
                return Ok(None);
            }
            let size = u32::from_be_bytes(self.take()?);
            self.skip(u64::from(size))?;
        }
        Ok((self.at == end).then_some(false))
    }

    fn take<const N: usize>(&mut self) -> io::Result<[u8; N]> {
        let mut bytes = [0; N];
        self.index.read_exact(&mut bytes)?;
        self.at += N as u64;
        Ok(bytes)
    }

    fn skip(&mut self, mut count: u64) -> io::Result<()> {
        while count > 0 {
            let held = self.index.fill_buf()?.len();
            let some = usize::try_from(count).unwrap_or(usize::MAX).min(held);
            if some == 0 {
                return Err(ErrorKind::UnexpectedEof.into());
            }
            self.index.consume(some);
            self.at += some as u64;
            count -= some as u64;
        }
        Ok(())
    }

    /// Passes the NUL byte that ends a name, and says where that stands.
    fn skip_name(&mut self) -> io::Result<u64> {
        loop {
            let held = self.index.fill_buf()?;
            let (end, count) = (held.iter().position(|byte| *byte == 0), held.len());
            self.skip(end.map_or(count, |end| end + 1) as u64)?;
            if count == 0 {
                return Err(ErrorKind::UnexpectedEof.into());
            }
            if end.is_some() {
                return Ok(self.at - 1);
            }
        }
    }
}

/// One line of `git ls-files -v`: `tag path`. In lower case git assumes that the file is unchanged, `S` skips it.
pub(super) fn parse(line: &[u8]) -> Option<Hidden> {
    let (tag, path) = (*line.first()?, line.get(2..)?);
    let is_skipped = tag.eq_ignore_ascii_case(&b'S');
    let is_assumed = tag.is_ascii_lowercase();
    let hidden = || Hidden { path: RepoPath::new(path), may_be_absent: is_skipped, is_assumed };
    (is_skipped || is_assumed).then(hidden)
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    /// Read in pieces as small as can be, and whole.
    fn marks(bytes: &[u8], id: usize) -> Option<bool> {
        let length = bytes.len() as u64;
        let small = has_marks(BufReader::with_capacity(1, bytes), length, id).unwrap();
        assert_eq!(small, has_marks(bytes, length, id).unwrap());
        small
    }

    #[test]
    fn a_line_says_which_files_are_passed_over_and_how() {
        for (line, told) in [
            ("H a", None),
            ("h a", Some((false, true))),
            ("S a", Some((true, false))),
            ("s a", Some((true, true))),
            ("", None),
        ] {
            let parsed = parse(line.as_bytes()).map(|hidden| (hidden.may_be_absent, hidden.is_assumed));
            assert_eq!(parsed, told, "{line}");
        }
        assert_eq!(parse(b"h a b").unwrap().path, RepoPath::from("a b"));
    }

    /// An index of these names, each with its flags and those that follow.
    fn index(version: u8, id: usize, entries: &[(&str, u16, Option<u16>)], extension: [u8; 4]) -> Vec<u8> {
        let mut bytes = vec![b'D', b'I', b'R', b'C', 0, 0, 0, version, 0, 0, 0, u8::try_from(entries.len()).unwrap()];
        for (name, flags, more) in entries {
            let begin = bytes.len();
            bytes.extend(vec![7; 40 + id]);
            let length = u16::try_from(name.len()).unwrap().min(LONGEST);
            bytes.extend((flags | length | if more.is_some() { EXTENDED } else { 0 }).to_be_bytes());
            bytes.extend(more.map(u16::to_be_bytes).into_iter().flatten());
            if version == 4 {
                bytes.extend([0x80, 0]);
            }
            bytes.extend(name.as_bytes());
            bytes.push(0);
            while version < 4 && (bytes.len() - begin) % 8 != 0 {
                bytes.push(0);
            }
        }
        bytes.extend(extension);
        bytes.extend([0, 0, 0, 3, 1, 2, 3]);
        bytes.extend(vec![0xab; id]);
        bytes
    }

    #[test]
    fn every_version_of_the_index_says_whether_it_holds_a_mark() {
        let long = "n".repeat(usize::from(LONGEST) + 7);
        for version in [2, 3, 4] {
            for id in [20, 32] {
                let of = |entries: &[(&str, u16, Option<u16>)]| {
                    let bytes = index(version, id, entries, *b"TREE");
                    assert_ne!(marks(&bytes, 52 - id), Some(false), "the other length of ids");
                    marks(&bytes, id)
                };
                let plain = [
                    ("a", 0, None),
                    ("bc/d.md", 0, None),
                    (&*long, 0, None),
                    ("e", 0, Some(0x2000)),
                    ("fghijk", 0, None),
                ];
                assert_eq!(of(&plain), Some(false), "{version} {id}");
                for at in 0..plain.len() {
                    let mut marked = plain;
                    marked[at].1 |= ASSUMED;
                    assert_eq!(marks(&index(version, id, &marked, *b"TREE"), id), Some(true), "{version} {id} {at}");
                    marked = plain;
                    marked[at].2 = Some(SKIPPED);
                    assert_eq!(marks(&index(version, id, &marked, *b"TREE"), id), Some(true), "{version} {id} {at}");
                }
                assert_eq!(marks(&index(version, id, &plain, *b"link"), id), None, "split");
            }
        }
        for bytes in [&b""[..], b"DIRC", b"XXXX\0\0\0\x02\0\0\0\0"] {
            assert_eq!(marks(bytes, 20), None);
        }
    }

    proptest! {
        #[test]
        fn no_bytes_panic(mut bytes in proptest::collection::vec(any::<u8>(), 0..300), version in 0_u8..6, count in 0_u8..4) {
            let _ = marks(&bytes, 20);
            let head = [b'D', b'I', b'R', b'C', 0, 0, 0, version, 0, 0, 0, count];
            bytes.splice(0..0, head);
            let _ = (marks(&bytes, 20), marks(&bytes, 32));
        }
    }
}
