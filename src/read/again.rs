//! What the system refuses for the moment only.

use std::io;

/// True where the same may succeed right after: the system was interrupted, or out of something that others give back.
pub fn is_passing(kind: io::ErrorKind) -> bool {
    matches!(kind, io::ErrorKind::WouldBlock | io::ErrorKind::Interrupted)
}

/// What helps against it.
pub const REMEDY: &str =
    "the system is out of processes, threads or memory for the moment: run it again when less is at work";

/// Tries once more what was refused for the moment.
///
/// # Errors
/// It was refused for good, or twice.
pub fn once_more<T>(mut attempt: impl FnMut() -> io::Result<T>) -> io::Result<T> {
    match attempt() {
        Err(error) if is_passing(error.kind()) => attempt(),
        done => done,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_what_passes_is_tried_again_and_only_once() {
        for (kinds, tries, succeeds) in [
            (vec![], 1, true),
            (vec![io::ErrorKind::WouldBlock], 2, true),
            (vec![io::ErrorKind::Interrupted], 2, true),
            (vec![io::ErrorKind::WouldBlock, io::ErrorKind::WouldBlock], 2, false),
            (vec![io::ErrorKind::PermissionDenied], 1, false),
        ] {
            let (mut left, mut tried) = (kinds.into_iter(), 0);
            let done = once_more(|| {
                tried += 1;
                left.next().map_or(Ok(()), |kind| Err(kind.into()))
            });
            assert_eq!((tried, done.is_ok()), (tries, succeeds));
        }
    }
}
