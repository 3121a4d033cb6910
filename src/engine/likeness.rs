//! Which file became which, where one went away and another came that is not quite the same.
//!
//! Source: git's `diffcore-delta.c` and `diffcore-rename.c`: a file is cut into lines, long ones into pieces of 64 bytes, and as
//! many bytes as both have in the same pieces are held against the larger of the two.

use std::collections::BTreeSet;
use std::hash::{DefaultHasher, Hasher as _};

use super::path::RepoPath;

/// As much of the larger file must be in both, of a hundred; what git asks for too.
pub const LEAST: u8 = 50;

/// The longest piece, in bytes.
const PIECE: usize = 64;

/// What a file consists of.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Print {
    size: u64,
    /// The pieces by their hash, each with the bytes that all of its kind have.
    pieces: Vec<(u64, u64)>,
}

impl Print {
    /// The print of some content.
    pub fn of(bytes: &[u8]) -> Self {
        // How a line of text ends is nothing of what it says.
        let is_text = !bytes.contains(&0);
        let mut pieces: Vec<(u64, u64)> = Vec::new();
        let (mut hasher, mut len) = (DefaultHasher::new(), 0_usize);
        for (at, byte) in bytes.iter().enumerate() {
            if is_text && *byte == b'\r' && bytes.get(at + 1) == Some(&b'\n') {
                continue;
            }
            hasher.write_u8(*byte);
            len += 1;
            if len == PIECE || *byte == b'\n' {
                pieces.push((hasher.finish(), u64::try_from(len).unwrap_or_default()));
                (hasher, len) = (DefaultHasher::new(), 0);
            }
        }
        if len > 0 {
            pieces.push((hasher.finish(), u64::try_from(len).unwrap_or_default()));
        }
        pieces.sort_unstable();
        pieces.dedup_by(|next, kept| {
            let is_same = next.0 == kept.0;
            kept.1 += if is_same { next.1 } else { 0 };
            is_same
        });
        Self { size: u64::try_from(bytes.len()).unwrap_or(u64::MAX), pieces }
    }

    /// True where a file of that many bytes may be like it.
    pub fn may_be_like(&self, size: u64) -> bool {
        self.size.min(size) * 100 >= self.size.max(size) * u64::from(LEAST)
    }

    /// How much of the larger one both have, of a hundred.
    pub fn likeness(&self, other: &Self) -> u8 {
        let larger = self.size.max(other.size);
        // More than the smaller one has cannot be in both.
        if larger == 0 || !self.may_be_like(other.size) {
            return 0;
        }
        let mut common = 0;
        let mut others = other.pieces.iter().peekable();
        for (hash, bytes) in &self.pieces {
            while others.next_if(|(other, _)| other < hash).is_some() {}
            if let Some((_, theirs)) = others.next_if(|(other, _)| other == hash) {
                common += theirs.min(bytes);
            }
        }
        u8::try_from(common * 100 / larger).unwrap_or(100)
    }
}

/// A file that went away, and the one that it became.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Became {
    /// Where it was.
    pub from: RepoPath,
    /// Where it is.
    pub to: RepoPath,
    /// How much is the same, of a hundred.
    pub percent: u8,
}

/// Finds for each file that went away the one that it became, the most alike first; of equals the one that kept its name. No
/// file becomes two, and none comes from two.
pub fn pair(gone: &[(RepoPath, Print)], came: &[(RepoPath, Print)]) -> Vec<Became> {
    let mut found = Vec::new();
    for (from, old) in gone {
        for (to, new) in came {
            let percent = old.likeness(new);
            if percent >= LEAST {
                found.push((100 - percent, from.segments().last() != to.segments().last(), from, to));
            }
        }
    }
    found.sort_unstable();
    let (mut left, mut taken) = (BTreeSet::new(), BTreeSet::new());
    let mut pairs = Vec::new();
    for (apart, _, from, to) in found {
        if !left.contains(from) && !taken.contains(to) {
            left.insert(from);
            taken.insert(to);
            pairs.push(Became { from: from.clone(), to: to.clone(), percent: 100 - apart });
        }
    }
    pairs
}

#[cfg(test)]
mod tests {
    use super::*;

    fn lines(numbers: std::ops::Range<usize>) -> String {
        numbers.map(|number| format!("line {number}\n")).collect::<Vec<_>>().concat()
    }

    fn likeness(one: &str, other: &str) -> u8 {
        let (one, other) = (Print::of(one.as_bytes()), Print::of(other.as_bytes()));
        assert_eq!(one.likeness(&other), other.likeness(&one));
        one.likeness(&other)
    }

    #[test]
    fn what_both_hold_is_held_against_the_larger_one() {
        assert_eq!(likeness(&lines(10..20), &lines(10..20)), 100);
        assert_eq!(likeness(&lines(10..20), &lines(11..21)), 90);
        assert_eq!(likeness(&lines(10..20), &lines(15..25)), 50);
        assert_eq!(likeness(&lines(10..20), &lines(10..30)), 50);
        assert_eq!(likeness(&lines(10..20), &lines(10..31)), 0, "too large to be likely");
        assert_eq!(likeness("", ""), 0);
        assert_eq!(likeness("a\na\na\na\n", "a\na\nb\nb\n"), 50, "each as often as both have it");
        let swapped = [lines(15..20), lines(10..15)].concat();
        assert_eq!(likeness(&lines(10..20), &swapped), 100, "the order counts for nothing");
        let ends = lines(10..20).replace('\n', "\r\n");
        assert!(likeness(&lines(10..20), &ends) >= 85, "a line is the same however it ends");
        let long = "x".repeat(640);
        assert_eq!(likeness(&long, &format!("{long}{}", "y".repeat(640))), 50, "a long line is cut");
    }

    #[test]
    fn each_becomes_one_and_the_most_alike_goes_first() {
        let file = |path: &str, text: String| (RepoPath::from(path), Print::of(text.as_bytes()));
        let told = |gone: &[(RepoPath, Print)], came: &[(RepoPath, Print)]| -> Vec<String> {
            let told = |found: Became| format!("{} {} {}", found.from, found.to, found.percent);
            pair(gone, came).into_iter().map(told).collect()
        };
        let (a, b) = (file("a", lines(10..20)), file("b", lines(12..22)));
        assert_eq!(told(&[a.clone(), b.clone()], &[file("c", lines(12..22))]), ["b c 100"]);
        let came = [file("x", lines(13..23)), file("y", lines(11..21))];
        assert_eq!(told(&[a.clone(), b], &came), ["a y 90", "b x 90"]);
        let same = [file("n/b", lines(10..20)), file("z/a", lines(10..20))];
        assert_eq!(told(std::slice::from_ref(&a), &same), ["a z/a 100"], "of equals the one that kept its name");
        assert!(told(&[a], &[file("c", lines(50..60))]).is_empty());
    }
}
