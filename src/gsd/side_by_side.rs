//! Does the same for many items on several processors.

use std::panic::resume_unwind;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::thread::{Builder, available_parallelism, scope};

/// More threads than this wait for the repository, which one reads at a time.
const MOST_THREADS: usize = 8;

/// What `each` makes of every item and its place, in the order of the items.
pub(super) fn side_by_side<T: Sync, R: Send>(items: &[T], each: &(dyn Fn(usize, &T) -> R + Sync)) -> Vec<R> {
    let next = AtomicUsize::new(0);
    let work = || {
        let take = || Some(next.fetch_add(1, Ordering::Relaxed)).and_then(|place| Some((place, items.get(place)?)));
        std::iter::from_fn(take).map(|(place, item)| (place, each(place, item))).collect::<Vec<(usize, R)>>()
    };
    let threads = available_parallelism().map_or(1, usize::from).min(items.len()).min(MOST_THREADS);
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_item_is_done_once_and_in_its_place() {
        for count in [0, 1, 7, 1_000] {
            let items: Vec<usize> = (0..count).collect();
            let made = side_by_side(&items, &|place, item| (place, *item));
            assert_eq!(made, items.iter().map(|item| (*item, *item)).collect::<Vec<_>>());
        }
    }
}
