//! Names of files and folders, looked at word by word.

/// The words of a name in lower case: `PaymentService.java` has `payment`, `service` and `java`. Digits at the end of a word
/// are dropped (`oauth2`).
pub(super) fn words(name: &str) -> Vec<String> {
    let mut words = Vec::new();
    let mut word = String::new();
    let mut chars = name.chars().peekable();
    let mut before: Option<char> = None;
    while let Some(c) = chars.next() {
        if !c.is_alphanumeric() {
            push(&mut words, &mut word);
            before = None;
            continue;
        }
        let next_is_small = chars.peek().is_some_and(|next| next.is_lowercase());
        // `loginView` has two words, and so has `HTTPServer`.
        let begins = c.is_uppercase() && before.is_some_and(|before| !before.is_uppercase() || next_is_small);
        if begins {
            push(&mut words, &mut word);
        }
        word.extend(c.to_lowercase());
        before = Some(c);
    }
    push(&mut words, &mut word);
    words
}

fn push(words: &mut Vec<String>, word: &mut String) {
    let kept = word.trim_end_matches(|c: char| c.is_ascii_digit());
    let kept = if kept.is_empty() { word.as_str() } else { kept };
    if !kept.is_empty() {
        words.push(kept.to_owned());
    }
    word.clear();
}

/// True where one of these words is `word`, or its plural; of several words, where they follow each other.
pub(super) fn hold(words: &[String], word: &str) -> bool {
    let meant: Vec<&str> = word.split(' ').collect();
    let is_it = |held: &str, meant: &str| held == meant || held.strip_suffix('s') == Some(meant);
    words.windows(meant.len()).any(|held| held.iter().zip(&meant).all(|(held, meant)| is_it(held, meant)))
}

/// The name of a file without its ending.
pub(super) fn stem(file: &str) -> &str {
    file.rsplit_once('.').map_or(file, |(stem, _)| stem)
}

/// True where a name fits a pattern with at most one `*`, letter for letter.
pub(super) fn fits(name: &str, pattern: &str) -> bool {
    match pattern.split_once('*') {
        None => name == pattern,
        Some((begin, end)) => name.len() >= begin.len() + end.len() && name.starts_with(begin) && name.ends_with(end),
    }
}

/// The same whatever the case of the letters.
pub(super) fn fits_in_any_case(name: &str, pattern: &str) -> bool {
    fits(&name.to_lowercase(), &pattern.to_lowercase())
}

/// The last `count` segments of a path.
pub(super) fn tail(path: &str, count: usize) -> &str {
    let mut at = path.len();
    for _ in 0..count {
        match path.get(..at).and_then(|before| before.rfind('/')) {
            Some(slash) => at = slash,
            None => return path,
        }
    }
    path.get(at + 1..).unwrap_or_default()
}

/// The folder of a path; empty for what lies at the root.
pub(super) fn folder_of(path: &str) -> &str {
    path.rsplit_once('/').map_or("", |(folder, _)| folder)
}

/// The last segment of a path.
pub(super) fn name_of(path: &str) -> &str {
    tail(path, 1)
}

/// True where `path` is `folder` or lies in it.
pub(super) fn is_in(path: &str, folder: &str) -> bool {
    folder.is_empty() || path.strip_prefix(folder).is_some_and(|rest| rest.is_empty() || rest.starts_with('/'))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_name_falls_into_words() {
        let table: [(&str, &[&str]); 9] = [
            ("PaymentService.java", &["payment", "service", "java"]),
            ("payments_controller.rb", &["payments", "controller", "rb"]),
            ("useAuth.ts", &["use", "auth", "ts"]),
            ("HTTPServer", &["http", "server"]),
            ("oauth2-client", &["oauth", "client"]),
            ("authors", &["authors"]),
            ("AI.ts", &["ai", "ts"]),
            ("001_init.sql", &["001", "init", "sql"]),
            ("--", &[]),
        ];
        for (name, expected) in table {
            assert_eq!(words(name), expected, "{name}");
        }
        assert!(hold(&words("payments_controller"), "payment") && !hold(&words("authors"), "auth"));
        assert!(hold(&words("useApiKeys"), "api key") && !hold(&words("key_of_api"), "api key"));
    }

    #[test]
    fn patterns_have_one_star() {
        for (name, pattern, expected) in [
            ("a.tsx", "*.tsx", true),
            ("a.ts", "*.tsx", false),
            ("useIt.ts", "use*", true),
            ("page.tsx", "page.tsx", true),
            ("homepage.tsx", "page.tsx", false),
            ("aa", "a*a", true),
            ("a", "a*a", false),
        ] {
            assert_eq!(fits(name, pattern), expected, "{name} {pattern}");
        }
        assert!(fits_in_any_case("Migrations_v2", "migrations*"));
    }

    #[test]
    fn parts_of_paths() {
        assert_eq!((tail("a/b/c", 2), tail("a/b/c", 3), tail("a/b/c", 9)), ("b/c", "a/b/c", "a/b/c"));
        assert_eq!((name_of("a/b"), name_of("b"), folder_of("a/b"), folder_of("b")), ("b", "b", "a", ""));
        assert!(is_in("a/b", "a") && is_in("a", "a") && is_in("a", "") && !is_in("ab", "a"));
    }

    #[test]
    fn case_does_not_count_where_it_is_not_asked_for() {
        for (name, pattern, expected) in
            [("Page.TSX", "page.tsx", true), ("page.tsx", "*.TSX", true), ("a", "b", false)]
        {
            assert_eq!(fits_in_any_case(name, pattern), expected, "{name} {pattern}");
        }
    }
}
