//! Keeps what a file lists short enough to be read beside a decision.

/// How many items of one list are shown; the file has the others.
pub const MOST_ITEMS: usize = 10;

/// How many characters of one item are shown.
const MOST_CHARACTERS: usize = 300;

/// The first items, each in one line of bounded length, and how many more there are.
pub fn shorten(items: impl IntoIterator<Item = String>) -> (Vec<String>, usize) {
    let mut items = items.into_iter();
    let first: Vec<String> = items.by_ref().take(MOST_ITEMS).map(|item| shortened(&item)).collect();
    (first, items.count())
}

/// The text in one line, cut where it is too long.
pub fn shortened(text: &str) -> String {
    let words: Vec<&str> = text.split_whitespace().collect();
    let line = words.join(" ");
    match line.char_indices().nth(MOST_CHARACTERS) {
        Some((end, _)) => format!("{}…", line.get(..end).unwrap_or_default().trim_end()),
        None => line,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_long_is_cut_and_counted() {
        let of = |count: usize| shorten((0..count).map(|number| number.to_string()));
        assert_eq!(of(0), (vec![], 0));
        assert_eq!((of(10).0.len(), of(10).1), (10, 0));
        assert_eq!((of(13).0.len(), of(13).1), (10, 3));
        assert_eq!(shortened("a\n  b\tc"), "a b c");
        assert_eq!(shortened(&"é".repeat(300)), "é".repeat(300));
        assert_eq!(shortened(&"é".repeat(301)), format!("{}…", "é".repeat(300)));
    }
}
