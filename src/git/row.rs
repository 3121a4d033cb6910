//! A row of numbers, one for each of many folders: what one commit holds. Rows share what they have in common, so that a thousand
//! folders over twenty thousand commits take little memory, and are compared quickly.

use std::sync::Arc;

use fixedbitset::FixedBitSet;

/// Numbers that are shared, or not, together.
const PART: usize = 32;

type Part = [u32; PART];

/// Numbers by the places of folders; 0 where a folder is absent.
#[derive(Debug, Clone, Default)]
pub(super) struct Row(Arc<Inner>);

#[derive(Debug, Default)]
struct Inner {
    parts: Vec<Arc<Part>>,
    present: FixedBitSet,
}

impl Row {
    /// The row in which no folder is present.
    pub(super) fn empty(folders: usize) -> Self {
        let none = Arc::new([0; PART]);
        let parts = std::iter::repeat_with(|| Arc::clone(&none)).take(folders.div_ceil(PART)).collect();
        Self(Arc::new(Inner { parts, present: FixedBitSet::with_capacity(folders) }))
    }

    /// The number of a folder.
    pub(super) fn get(&self, folder: usize) -> u32 {
        self.0.parts.get(folder / PART).map_or(0, |part| part[folder % PART])
    }

    /// The folders that are present.
    pub(super) fn present(&self) -> &FixedBitSet {
        &self.0.present
    }

    /// The same row with these numbers.
    pub(super) fn with(&self, numbers: &[(usize, u32)]) -> Self {
        if numbers.iter().all(|(folder, number)| self.get(*folder) == *number) {
            return self.clone();
        }
        let (mut parts, mut present) = (self.0.parts.clone(), self.0.present.clone());
        for (folder, number) in numbers {
            Arc::make_mut(&mut parts[folder / PART])[folder % PART] = *number;
            present.set(*folder, *number != 0);
        }
        Self(Arc::new(Inner { parts, present }))
    }

    /// The numbers of both, of which no folder is present in the two.
    pub(super) fn beside(&self, other: &Self) -> Self {
        if self.0.present.is_clear() {
            return other.clone();
        }
        let numbers: Vec<(usize, u32)> = other.0.present.ones().map(|folder| (folder, other.get(folder))).collect();
        self.with(&numbers)
    }

    /// True where it is the same row, and not only an equal one.
    pub(super) fn is(&self, other: &Self) -> bool {
        Arc::ptr_eq(&self.0, &other.0)
    }

    /// The folders whose numbers differ.
    pub(super) fn differing(&self, other: &Self) -> impl Iterator<Item = usize> {
        let parts = self.0.parts.iter().zip(&other.0.parts).enumerate();
        let unlike = parts.filter(|(_, (own, other))| !Arc::ptr_eq(own, other));
        unlike.flat_map(|(part, (own, other))| {
            (0..PART).filter(|at| own[*at] != other[*at]).map(move |at| part * PART + at)
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rows_tell_their_numbers_and_in_what_they_differ() {
        let empty = Row::empty(100);
        let one = empty.with(&[(0, 7), (31, 8), (32, 9), (99, 1)]);
        assert_eq!([0, 31, 32, 99, 1, 200].map(|folder| one.get(folder)), [7, 8, 9, 1, 0, 0]);
        assert_eq!(one.present().ones().collect::<Vec<_>>(), [0, 31, 32, 99]);
        let other = one.with(&[(31, 0), (32, 5), (50, 2)]);
        assert_eq!(one.differing(&other).collect::<Vec<_>>(), [31, 32, 50]);
        assert_eq!(other.present().ones().collect::<Vec<_>>(), [0, 32, 50, 99]);
        assert_eq!(one.get(31), 8, "a row never changes");
        assert_eq!(other.with(&[(31, 8), (32, 9), (50, 0)]).differing(&one).count(), 0);
    }

    #[test]
    fn a_row_to_which_nothing_comes_is_the_same() {
        let one = Row::empty(3).with(&[(1, 4)]);
        assert!(one.with(&[]).is(&one) && one.with(&[(1, 4), (2, 0)]).is(&one));
        assert!(Row::empty(3).beside(&one).is(&one) && one.beside(&Row::empty(3)).is(&one));
        let both = one.beside(&Row::empty(3).with(&[(2, 5)]));
        assert_eq!([0, 1, 2].map(|folder| both.get(folder)), [0, 4, 5]);
        assert!(!Row::empty(3).with(&[(1, 4)]).is(&one));
    }
}
