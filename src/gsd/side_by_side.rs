//! Does the same for many items on several processors.

use std::panic::resume_unwind;
use std::sync::{Mutex, PoisonError};
use std::thread::{Builder, available_parallelism, scope};

/// More threads than this wait for the repository.
const MOST_THREADS: usize = 8;

/// What `each` makes of every item, in the order of the items.
pub(super) fn side_by_side<T: Send, R: Send>(items: Vec<T>, each: &(dyn Fn(T) -> R + Sync)) -> Vec<R> {
    let threads = available_parallelism().map_or(1, usize::from).min(items.len()).min(MOST_THREADS);
    let left = Mutex::new(items.into_iter().enumerate());
    let work = || {
        let take = || left.lock().unwrap_or_else(PoisonError::into_inner).next();
        std::iter::from_fn(take).map(|(place, item)| (place, each(item))).collect::<Vec<(usize, R)>>()
    };
    let mut done = scope(|scope| {
        // Where the system gives no more threads, fewer do the work.
        let others: Vec<_> = (1..threads).filter_map(|_| Builder::new().spawn_scoped(scope, work).ok()).collect();
        let mut done = work();
        for other in others {
            done.extend(other.join().unwrap_or_else(|panic| resume_unwind(panic)));
        }
        done
    });
    done.sort_by_key(|(place, _)| *place);
    done.into_iter().map(|(_, made)| made).collect()
}

/// What two make, side by side.
pub(super) fn both<A: Send, B>(one: &(dyn Fn() -> A + Sync), other: impl FnOnce() -> B) -> (A, B) {
    scope(|scope| match Builder::new().spawn_scoped(scope, one) {
        Ok(beside) => {
            let other = other();
            (beside.join().unwrap_or_else(|panic| resume_unwind(panic)), other)
        }
        // The system gives no more threads.
        Err(_) => (one(), other()),
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_item_is_done_once_and_in_its_place() {
        for count in [0, 1, 7, 1_000] {
            let items: Vec<usize> = (0..count).collect();
            assert_eq!(side_by_side(items.clone(), &|item| item + 1), (1..=count).collect::<Vec<_>>());
        }
        assert_eq!(both(&|| 1, || 2), (1, 2));
    }
}
