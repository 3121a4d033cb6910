//! The bytes of commits and trees, read tolerantly: odd encodings, signatures and unknown headers are no obstacle.
//!
//! Source: <https://git-scm.com/book/en/v2/Git-Internals-Git-Objects>, <https://git-scm.com/docs/signature-format>.

use memchr::memchr;
use smallvec::SmallVec;

use crate::engine::object::{Commit, EntryKind, Oid, TreeEntry};
use crate::engine::reverts::reverts_in;

/// Reads a commit. None when it names no tree.
pub(super) fn parse_commit(id: Oid, bytes: &[u8]) -> Option<Commit> {
    let mut commit =
        Commit { id, parents: SmallVec::new(), tree: id, time: 0, subject: Vec::new(), reverts: Vec::new() };
    let mut has_tree = false;
    let mut rest = bytes;
    while let Some((line, after)) = split_line(rest) {
        rest = after;
        if line.is_empty() {
            break;
        }
        // A line that begins with a blank goes on with the header before it (signatures, merged tags): no header begins so.
        if let Some(hex) = line.strip_prefix(b"tree ") {
            if !has_tree {
                commit.tree = Oid::from_hex(hex)?;
                has_tree = true;
            }
        } else if let Some(hex) = line.strip_prefix(b"parent ") {
            commit.parents.push(Oid::from_hex(hex)?);
        } else if let Some(identity) = line.strip_prefix(b"committer ") {
            commit.time = time_of(identity);
        }
    }
    let first = rest.split(|byte| *byte == b'\n').map(<[u8]>::trim_ascii).find(|line| !line.is_empty());
    commit.subject = first.unwrap_or_default().to_vec();
    commit.reverts = reverts_in(rest);
    has_tree.then_some(commit)
}

/// The first line and what follows it; none at the end.
fn split_line(bytes: &[u8]) -> Option<(&[u8], &[u8])> {
    if bytes.is_empty() {
        return None;
    }
    let end = bytes.iter().position(|byte| *byte == b'\n').unwrap_or(bytes.len());
    Some((&bytes[..end], bytes.get(end + 1..).unwrap_or_default()))
}

/// The seconds of `Name <address> seconds zone`; 0 where they cannot be read. Names and addresses may hold anything.
fn time_of(identity: &[u8]) -> i64 {
    let after = identity.rsplit(|byte| *byte == b'>').next().unwrap_or_default();
    let word = after.split(u8::is_ascii_whitespace).find(|word| !word.is_empty()).unwrap_or_default();
    std::str::from_utf8(word).ok().and_then(|digits| digits.parse().ok()).unwrap_or(0)
}

/// One entry of a tree, borrowed from its bytes.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct RawEntry<'a> {
    /// The name.
    pub(super) name: &'a [u8],
    /// What it is.
    pub(super) kind: EntryKind,
    /// The id of its content.
    pub(super) id: Oid,
    /// How many bytes of the tree it takes.
    pub(super) len: usize,
}

impl RawEntry<'_> {
    /// The same, owned.
    pub(super) fn owned(&self) -> TreeEntry {
        TreeEntry { name: self.name.to_vec(), kind: self.kind, id: self.id }
    }
}

/// The entries of a tree in stored order; an `Err` is the last item when the bytes are damaged.
pub(super) struct RawTree<'a> {
    rest: &'a [u8],
    id_length: usize,
}

impl<'a> RawTree<'a> {
    /// Reads the tree `id`, whose length also tells that of the ids in it.
    pub(super) fn new(id: Oid, bytes: &'a [u8]) -> Self {
        Self { rest: bytes, id_length: id.as_bytes().len() }
    }

    /// The entry of that name. Those before it are passed over without being understood.
    pub(super) fn entry_of(mut self, name: &[u8]) -> Option<Result<RawEntry<'a>, DamagedTree>> {
        while !self.rest.is_empty() {
            let Some(end) = memchr(0, self.rest) else { return Some(Err(DamagedTree)) };
            let mode = self.rest[..end].strip_suffix(name).and_then(|before| before.strip_suffix(b" "));
            if mode.is_some_and(|mode| !mode.contains(&b' ')) {
                return self.next();
            }
            let Some(rest) = self.rest.get(end + 1 + self.id_length..) else { return Some(Err(DamagedTree)) };
            self.rest = rest;
        }
        None
    }

    /// `<mode> <name> NUL <id>`.
    fn entry(&mut self) -> Option<RawEntry<'a>> {
        let space = memchr(b' ', self.rest)?;
        let (mode, rest) = (&self.rest[..space], &self.rest[space + 1..]);
        let end = memchr(0, rest)?;
        let (name, rest) = (&rest[..end], &rest[end + 1..]);
        let id = Oid::from_bytes(rest.get(..self.id_length)?)?;
        if name.is_empty() || name.contains(&b'/') {
            return None;
        }
        let len = self.rest.len() - rest.len() + self.id_length;
        self.rest = &rest[self.id_length..];
        Some(RawEntry { name, kind: kind_of(mode)?, id, len })
    }
}

/// What a mode in a tree says, in octal digits.
fn kind_of(mode: &[u8]) -> Option<EntryKind> {
    let octal = |value: u32, digit: &u8| {
        let digit = digit.checked_sub(b'0').filter(|digit| *digit < 8)?;
        value.checked_mul(8)?.checked_add(u32::from(digit))
    };
    let mode = mode.iter().try_fold(0, octal)?;
    match mode & 0o170_000 {
        0o040_000 => Some(EntryKind::Folder),
        0o120_000 => Some(EntryKind::Link),
        0o160_000 => Some(EntryKind::Submodule),
        // Very old trees hold modes such as 100664; only the owner's executable bit counts.
        0o100_000 if mode & 0o100 != 0 => Some(EntryKind::Executable),
        0o100_000 => Some(EntryKind::File),
        _ => None,
    }
}

/// The bytes of a tree are no tree.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct DamagedTree;

impl<'a> Iterator for RawTree<'a> {
    type Item = Result<RawEntry<'a>, DamagedTree>;

    fn next(&mut self) -> Option<Self::Item> {
        if self.rest.is_empty() {
            return None;
        }
        let entry = self.entry();
        if entry.is_none() {
            self.rest = &[];
        }
        Some(entry.ok_or(DamagedTree))
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn id(digit: u8) -> Oid {
        Oid::from_hex(&[digit; 40]).unwrap()
    }

    fn commit(text: &[u8]) -> Option<Commit> {
        parse_commit(id(b'c'), text)
    }

    #[test]
    fn signatures_and_merged_tags_do_not_hide_or_add_headers() {
        let (tree, parent, forged) = (id(b'1'), id(b'2'), id(b'3'));
        let mut text = format!(
            "tree {tree}\nparent {parent}\nauthor A <a@b> 5 +0000\ncommitter C > D <c@d> 7 -0100\nencoding latin1\n\
             gpgsig -----BEGIN\n parent {forged}\n \n -----END\nmergetag object {forged}\n tree {forged}\n\n\n"
        )
        .into_bytes();
        text.extend_from_slice(b"feat(02-01): caf\xe9\nbody\n");
        let read = commit(&text).unwrap();
        assert_eq!((read.tree, &read.parents[..], read.time), (tree, &[parent][..], 7));
        assert_eq!(read.subject, b"feat(02-01): caf\xe9");
    }

    #[test]
    fn a_commit_without_message_or_date_is_one() {
        let read = commit(format!("tree {}\ncommitter nobody", id(b'1')).as_bytes()).unwrap();
        assert_eq!((read.time, read.subject.len()), (0, 0));
        assert_eq!(commit(b""), None);
        assert_eq!(commit(b"tree abc\n"), None);
    }

    #[test]
    fn every_mode_that_git_wrote_is_known() {
        let table = [
            ("40000", EntryKind::Folder),
            ("040000", EntryKind::Folder),
            ("100644", EntryKind::File),
            ("100664", EntryKind::File),
            ("100755", EntryKind::Executable),
            ("120000", EntryKind::Link),
            ("160000", EntryKind::Submodule),
        ];
        for (mode, kind) in table {
            assert_eq!(kind_of(mode.as_bytes()), Some(kind), "{mode}");
        }
        assert_eq!(kind_of(b"9"), None);
        assert_eq!(kind_of(b"10644"), None);
    }

    #[test]
    fn a_tree_that_is_cut_short_says_so() {
        let mut bytes = b"100644 a\0".to_vec();
        bytes.extend_from_slice(&[7; 20]);
        let whole: Vec<_> = RawTree::new(id(b'a'), &bytes).collect();
        assert_eq!(whole.len(), 1);
        assert_eq!(whole[0].as_ref().unwrap().name, b"a");
        bytes.pop();
        assert_eq!(RawTree::new(id(b'a'), &bytes).collect::<Vec<_>>(), [Err(DamagedTree)]);
        assert_eq!(RawTree::new(id(b'a'), b"100644 a/b\0aaaaaaaaaaaaaaaaaaaa").next(), Some(Err(DamagedTree)));
    }

    proptest! {
        #[test]
        fn an_entry_is_found_as_if_all_were_read(
            names in proptest::collection::vec("[ab ]{1,3}", 0..6),
            wanted in "[ab ]{1,3}",
            cut in 0..40_usize,
        ) {
            let entry = |name: &String| [b"100644 ", name.as_bytes(), b"\0", &[7; 20]].concat();
            let mut bytes: Vec<u8> = names.iter().flat_map(entry).collect();
            bytes.truncate(bytes.len().saturating_sub(cut / 4 * (cut % 2)));
            let is_it = |entry: &Result<RawEntry<'_>, DamagedTree>| entry.is_ok_and(|it| it.name == wanted.as_bytes()) || entry.is_err();
            let expected = RawTree::new(id(b'a'), &bytes).find(is_it);
            prop_assert_eq!(RawTree::new(id(b'a'), &bytes).entry_of(wanted.as_bytes()), expected);
        }

        #[test]
        fn no_bytes_panic(bytes in proptest::collection::vec(any::<u8>(), 0..200)) {
            let _ = RawTree::new(id(b'a'), &bytes).entry_of(b"a");
            let _ = commit(&bytes);
            let entries = RawTree::new(id(b'a'), &bytes).count();
            prop_assert!(entries <= bytes.len());
        }
    }
}
