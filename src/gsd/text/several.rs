//! Entries of a list that hold several paths: `a.rs, b.rs`, `a.rs → b.rs`, `a.rs (and b.rs)`.
//!
//! Whoever takes the first alone drops the others without a word. An entry is parted where what follows a sign is a path; a remark
//! that speaks of another file (`a.rs — see b.rs`) declares nothing.

/// What may stand between two paths.
const BETWEEN: &[&str] = &[", ", "; ", ",", ";", " → ", " -> ", " => ", " and ", " or ", " plus ", " & ", " + "];

/// What begins a remark.
const REMARKS: &[&str] = &[" #", " — ", " – ", " -- ", " - ", " (", ": "];

/// How a remark begins that adds to the path before it.
const ADDING: &[&str] = &["and ", "also ", "plus ", "& ", "+ ", "or "];

/// Words that say what will happen to the path behind them.
const VERBS: &[&str] = &["new", "edit", "modify", "modified", "delete", "deleted", "create", "add", "update", "rename"];

/// Parts an entry into what holds one path each; one part where it holds no more than that.
pub fn parts(entry: &str) -> Vec<&str> {
    let mut parts = Vec::new();
    let mut rest = entry;
    loop {
        let (end, next) = end_of_part(rest);
        let part = without_open_end(rest.get(..end).unwrap_or_default().trim());
        if !part.is_empty() {
            parts.push(part);
        }
        let Some(next) = next else { break };
        rest = rest.get(next..).unwrap_or_default();
    }
    parts
}

/// Without the `)` of a bracket that began before the part.
fn without_open_end(part: &str) -> &str {
    let is_open = part.matches(')').count() > part.matches('(').count();
    if is_open { part.strip_suffix(')').unwrap_or(part) } else { part }
}

/// Where the first path with its remark ends, and where the next path begins.
fn end_of_part(text: &str) -> (usize, Option<usize>) {
    let (mut depth, mut is_code) = (0_usize, false);
    if !begins_with_path(text) {
        return (text.len(), None);
    }
    for (at, c) in text.char_indices() {
        let rest = text.get(at..).unwrap_or_default();
        if depth == 0 && !is_code {
            let between = BETWEEN.iter().find(|sign| rest.starts_with(**sign));
            if let Some(next) = between.map(|sign| at + sign.len())
                && at > 0
                && begins_with_path(text.get(next..).unwrap_or_default())
            {
                return (at, Some(next));
            }
            if let Some(sign) = REMARKS.iter().find(|sign| at > 0 && rest.starts_with(**sign)) {
                return added(text, at, at + sign.len());
            }
        }
        match c {
            '`' => is_code = !is_code,
            '(' | '[' | '{' if !is_code => depth += 1,
            ')' | ']' | '}' if !is_code => depth = depth.saturating_sub(1),
            _ => {}
        }
    }
    (text.len(), None)
}

/// The same for a path with a remark that begins at `at`, its words at `words`. What stands behind a remark in brackets is looked at
/// as if it were not there.
fn added(text: &str, at: usize, words: usize) -> (usize, Option<usize>) {
    let remark = text.get(words..).unwrap_or_default();
    let bare = remark.trim_start();
    let skipped = words + remark.len() - bare.len();
    if let Some(sign) = ADDING.iter().find(|sign| starts_with_word(bare, sign))
        && begins_with_path(bare.get(sign.len()..).unwrap_or_default())
    {
        return (at, Some(skipped + sign.len()));
    }
    let is_bracket = text.get(at..).is_some_and(|rest| rest.starts_with(" ("));
    let close = remark.find(')').filter(|_| is_bracket).map(|close| words + close + 1);
    let Some(close) = close else { return (text.len(), None) };
    let behind = text.get(close..).unwrap_or_default();
    let between = BETWEEN.iter().find(|sign| behind.starts_with(**sign));
    match between.map(|sign| close + sign.len()) {
        Some(next) if begins_with_path(text.get(next..).unwrap_or_default()) => (close, Some(next)),
        _ => (text.len(), None),
    }
}

fn starts_with_word(text: &str, sign: &str) -> bool {
    text.get(..sign.len()).is_some_and(|head| head.eq_ignore_ascii_case(sign))
}

/// True where the first word is clearly a path: it has a `/`, or ends like the name of a file.
fn begins_with_path(text: &str) -> bool {
    let mut words =
        text.split_whitespace().map(|word| word.trim_matches(['`', '"', '\'', '*', ',', ';', ')', '(', ':']));
    let mut first = words.next().unwrap_or_default();
    if VERBS.contains(&first.to_lowercase().as_str()) {
        first = words.next().unwrap_or_default();
    }
    let is_named = first.chars().any(char::is_alphanumeric) && !first.contains("://") && !first.starts_with('@');
    is_named && (first.contains('/') || has_extension(first))
}

fn has_extension(name: &str) -> bool {
    let Some((stem, end)) = name.rsplit_once('.') else { return false };
    !stem.is_empty()
        && (1..=6).contains(&end.len())
        && end.starts_with(|c: char| c.is_ascii_alphabetic())
        && end.chars().all(|c| c.is_ascii_alphanumeric())
        // `e.g`, `i.e`
        && !(stem.len() == 1 && end.len() == 1)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_entry_with_two_paths_is_two() {
        for entry in [
            "src/a.rs, src/b.rs",
            "src/a.rs; src/b.rs",
            "src/a.rs → src/b.rs",
            "src/a.rs -> src/b.rs",
            "src/a.rs and src/b.rs",
            "`src/a.rs` and `src/b.rs`",
            "`src/a.rs`, `src/b.rs`",
            "src/a.rs (and src/b.rs)",
            "src/a.rs # and src/b.rs",
            "src/a.rs — plus src/b.rs",
            "src/a.rs (new), src/b.rs (new)",
        ] {
            let found = parts(entry);
            assert_eq!(found.len(), 2, "{entry}: {found:?}");
            assert!(found[0].contains("src/a.rs") && found[1].contains("src/b.rs"), "{entry}: {found:?}");
        }
        assert_eq!(parts("a/x, b/y, c/z.rs"), ["a/x", "b/y", "c/z.rs"]);
        assert_eq!(parts("src/a.rs (and src/b.rs)"), ["src/a.rs", "src/b.rs"]);
    }

    #[test]
    fn an_entry_with_one_path_is_one() {
        for entry in [
            "src/a.ts (new)",
            "src/a.ts — does x, then y",
            "src/a.ts # lines 3-5",
            "src/a.ts # edit, in src/b.ts too",
            "src/a.ts: reads x, src/b.ts too",
            "src/a.ts (new — see b.ts, too",
            "src/a.ts (reads x, then src/b.ts)",
            "src/a.ts, later",
            "src/a.ts (and its tests)",
            "src/a.json (+ @shop/cart)",
            "src/{a,b/c}.ts",
            "app/(auth)/[id]/page.tsx",
            "skills/My Skill/USE.md",
            "no file, src/a.ts is read",
            "none",
            "",
        ] {
            assert!(parts(entry).len() <= 1, "{entry}: {:?}", parts(entry));
        }
    }

    proptest::proptest! {
        #[test]
        fn nothing_but_signs_is_lost(entry in "[a-c./ ,;()`#→-]{0,30}") {
            let letters = |text: &str| text.chars().filter(char::is_ascii_alphabetic).collect::<String>();
            proptest::prop_assert_eq!(letters(&parts(&entry).concat()), letters(&entry));
        }
    }
}
