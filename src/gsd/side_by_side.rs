//! Does the same for many items on several processors.

use std::panic::resume_unwind;
use std::sync::{Mutex, PoisonError};
use std::thread::{Builder, available_parallelism, scope};

/// More threads than this wait for the repository.
const MOST_THREADS: usize = 8;

/// What `each` makes of every item, in the order of the items.
pub(super) fn side_by_side<T: Send, R: Send>(items: Vec<T>, each: &(dyn Fn(T) -> R + Sync)) -> Vec<R> {
    beside(&|| (), items, each).1
}

/// The same beside one long work, whose thread helps with the items when it is done.
pub(super) fn beside<A: Send, T: Send, R: Send>(
    long: &(dyn Fn() -> A + Sync),
    items: Vec<T>,
    each: &(dyn Fn(T) -> R + Sync),
) -> (A, Vec<R>) {
    let threads = available_parallelism().map_or(1, usize::from).min(items.len()).min(MOST_THREADS);
    let left = Mutex::new(items.into_iter().enumerate());
    let work = || {
        let take = || left.lock().unwrap_or_else(PoisonError::into_inner).next();
        std::iter::from_fn(take).map(|(place, item)| (place, each(item))).collect::<Vec<(usize, R)>>()
    };
    let (made, mut done) = scope(|scope| {
        // Where the system gives no more threads, fewer do the work.
        let at_length = Builder::new().spawn_scoped(scope, || (long(), work())).ok();
        let others: Vec<_> = (2..threads).filter_map(|_| Builder::new().spawn_scoped(scope, work).ok()).collect();
        let mut done = work();
        for other in others {
            done.extend(other.join().unwrap_or_else(|panic| resume_unwind(panic)));
        }
        let Some(at_length) = at_length else { return (long(), done) };
        let (made, more) = at_length.join().unwrap_or_else(|panic| resume_unwind(panic));
        done.extend(more);
        (made, done)
    });
    done.sort_by_key(|(place, _)| *place);
    (made, done.into_iter().map(|(_, made)| made).collect())
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
        assert_eq!(beside(&|| 1, vec![2, 3], &|item| item + 1), (1, vec![3, 4]));
    }
}
