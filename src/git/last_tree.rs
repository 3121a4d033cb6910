//! The tree that was looked through last. The next one mostly differs from it in one entry, and a folder of a thousand phases is
//! looked through for every commit that changes one of them.

use super::error::GitError;
use super::objects::entries;
use crate::engine::object::Oid;

/// Bytes that are compared at once.
const BLOCK: usize = 64;

/// A tree, with where its entries begin.
#[derive(Default)]
pub(super) struct LastTree {
    bytes: Vec<u8>,
    /// Where each entry begins, and at last the end.
    starts: Vec<usize>,
    /// The tree before it.
    before: Vec<u8>,
}

impl LastTree {
    /// Takes the next tree, and tells in what it differs: the entries, as they are stored, that only the one before has, and
    /// those that only this one has. A few that are equal may be among both. The first one differs from a tree without entries.
    pub(super) fn turn_to(&mut self, id: Oid, bytes: Vec<u8>) -> Result<(&[u8], &[u8]), GitError> {
        let last = std::mem::take(self);
        let equal = equal_at_start(&last.bytes, &bytes);
        // The entry in which the first difference lies is read anew.
        let first = last.starts.partition_point(|start| *start <= equal).saturating_sub(1);
        let start = last.starts.get(first).copied().unwrap_or_default();
        let equal = equal_at_end(&last.bytes[start..], &bytes[start..]);
        let mut starts = last.starts[..first].to_vec();
        let mut at = start;
        let mut rest = entries(id, &bytes[start..]);
        // From where both begin an entry, and all that follows is equal, they go on together.
        let together = loop {
            let left = bytes.len() - at;
            if left <= equal
                && let Ok(place) = last.starts.binary_search(&(last.bytes.len() - left))
            {
                break place;
            }
            let Some(entry) = rest.next().transpose()? else { break last.starts.len() };
            starts.push(at);
            at += entry.len;
        };
        drop(rest);
        let end = last.starts.get(together).copied().unwrap_or(last.bytes.len());
        let followers = last.starts.get(together..).unwrap_or_default();
        starts.extend(followers.iter().map(|start| start + bytes.len() - last.bytes.len()));
        if followers.is_empty() {
            starts.push(bytes.len());
        }
        *self = Self { bytes, starts, before: last.bytes };
        Ok((&self.before[start..end], &self.bytes[start..at]))
    }
}

/// How many bytes are equal from the beginning.
fn equal_at_start(one: &[u8], other: &[u8]) -> usize {
    let blocks = one.chunks_exact(BLOCK).zip(other.chunks_exact(BLOCK)).take_while(|(one, other)| one == other);
    let equal = blocks.count() * BLOCK;
    equal + one[equal..].iter().zip(&other[equal..]).take_while(|(one, other)| one == other).count()
}

/// How many bytes are equal from the end.
fn equal_at_end(one: &[u8], other: &[u8]) -> usize {
    let blocks = one.rchunks_exact(BLOCK).zip(other.rchunks_exact(BLOCK)).take_while(|(one, other)| one == other);
    let equal = blocks.count() * BLOCK;
    let (one, other) = (one[..one.len() - equal].iter().rev(), other[..other.len() - equal].iter().rev());
    equal + one.zip(other).take_while(|(one, other)| one == other).count()
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeMap;

    use proptest::prelude::*;

    use super::*;

    type Listed = BTreeMap<Vec<u8>, u8>;

    fn id(digit: u8) -> Oid {
        Oid::from_bytes(&[digit; 20]).unwrap()
    }

    fn tree(listed: &Listed) -> Vec<u8> {
        let entry = |(name, content): (&Vec<u8>, &u8)| [b"40000 ", &name[..], b"\0", id(*content).as_bytes()].concat();
        listed.iter().flat_map(entry).collect()
    }

    /// What entries list; those that stand on both sides are no difference.
    fn listed(own: &[u8], beside: &[u8]) -> Listed {
        let read = |bytes| entries(id(9), bytes).map(|entry| entry.unwrap().owned()).collect::<Vec<_>>();
        let beside = read(beside);
        let own = read(own).into_iter().filter(|entry| !beside.contains(entry));
        own.map(|entry| (entry.name, entry.id.as_bytes()[0])).collect()
    }

    /// What one has and the other has not, or not so.
    fn only(one: &Listed, other: &Listed) -> Listed {
        let is_only = |(name, content): &(&Vec<u8>, &u8)| other.get(*name) != Some(*content);
        one.iter().filter(is_only).map(|(name, content)| (name.clone(), *content)).collect()
    }

    fn counts(last: &mut LastTree, listed: &Listed) -> (usize, usize) {
        let (old, new) = last.turn_to(id(9), tree(listed)).unwrap();
        (entries(id(9), old).count(), entries(id(9), new).count())
    }

    proptest! {
        #[test]
        fn it_tells_what_two_lists_tell(
            trees in proptest::collection::vec(
                proptest::collection::btree_map(proptest::collection::vec(b'a'..b'd', 1..4), 0..3_u8, 0..12),
                1..8,
            )
        ) {
            let mut last = LastTree::default();
            let mut before = Listed::new();
            for now in trees {
                let (old, new) = last.turn_to(id(9), tree(&now)).unwrap();
                prop_assert_eq!(listed(old, new), only(&before, &now));
                prop_assert_eq!(listed(new, old), only(&now, &before));
                before = now;
            }
        }

        #[test]
        fn no_bytes_panic(trees in proptest::collection::vec(proptest::collection::vec(any::<u8>(), 0..200), 1..4)) {
            let mut last = LastTree::default();
            for bytes in trees {
                let _ = last.turn_to(id(9), bytes);
            }
        }
    }

    #[test]
    fn one_changed_entry_among_many_is_all_that_is_told() {
        let mut many: Listed = (0..1_000_u16).map(|at| (format!("{at:04}").into_bytes(), 1)).collect();
        let mut last = LastTree::default();
        assert_eq!(counts(&mut last, &many), (0, 1_000));
        many.insert(b"0500".to_vec(), 2);
        assert_eq!(counts(&mut last, &many), (1, 1));
        many.insert(b"0500-more".to_vec(), 2);
        let (old, new) = counts(&mut last, &many);
        assert!(old <= 1 && new <= 2 && new == old + 1, "{old} {new}");
        assert_eq!(counts(&mut last, &many), (0, 0));
        assert_eq!(counts(&mut last, &Listed::new()), (1_001, 0));
        assert_eq!(counts(&mut last, &many), (0, 1_001));
    }
}
