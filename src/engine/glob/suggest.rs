//! What to write in place of a glob that was refused.

use super::expand::class_end;
use super::pattern::escaped;
use super::problem::GlobProblem;

/// A text that may be what was meant; whoever asks makes sure that it can be read.
pub(super) fn instead(written: &str, problem: &GlobProblem) -> Option<String> {
    match problem {
        GlobProblem::Nothing => {
            Some(written.replace(['.', '/', ':'], "")).filter(|rest| rest.is_empty() || rest == "!").map(|sign| {
                let root = if written.contains(':') { ":/" } else { "" };
                format!("{sign}{root}**")
            })
        }
        GlobProblem::Blank => Some(without_blanks(written)),
        GlobProblem::Backslash => Some(without_backslashes(written)),
        GlobProblem::ThreeStars | GlobProblem::StarsInName => Some(parted_stars(written)),
        GlobProblem::Extglob(sign) => choice(written, *sign),
        GlobProblem::NoChoice => Some(escaped_braces(written)),
        GlobProblem::UnclearClass(class) => Some(written.replacen(class.as_str(), &escaped(class), 1)),
        GlobProblem::Unpaired('[') => Some(written.replacen('[', "[[]", 1)),
        GlobProblem::Unpaired('}') => Some(written.replacen('}', "[}]", 1)),
        _ => None,
    }
}

fn without_blanks(written: &str) -> String {
    let mut text = written.to_owned();
    for sign in [",", "{", "}", "/", "!"] {
        let parts: Vec<&str> = text.split(sign).map(str::trim).collect();
        text = parts.join(sign);
    }
    text
}

/// `a\b` and `a\*` are paths of Windows, `a\[` is an escaped sign.
fn without_backslashes(written: &str) -> String {
    let mut text = String::new();
    let mut chars = written.chars().peekable();
    while let Some(c) = chars.next() {
        match (c, chars.peek()) {
            ('\\', Some(sign @ ('[' | ']' | '{' | '}' | '(' | ')' | ' '))) => {
                text.push_str(&escaped(&sign.to_string()));
                chars.next();
            }
            ('\\', Some('\\')) => {}
            ('\\', _) => text.push('/'),
            (c, _) => text.push(c),
        }
    }
    text
}

/// `src/a**` becomes `src/a*/**`, `src/**.ts` becomes `src/**/*.ts`.
fn parted_stars(written: &str) -> String {
    let segments: Vec<String> = written
        .split('/')
        .map(|segment| {
            // What lies between braces is a choice of its own, and is left to its writer.
            if !segment.contains("**") || segment.contains(['{', ',', '}']) {
                return segment.to_owned();
            }
            let names: Vec<&str> = segment.split("**").map(|name| name.trim_matches('*')).collect();
            let last = names.len() - 1;
            let parts: Vec<String> = names
                .iter()
                .enumerate()
                .filter(|(_, name)| !name.is_empty())
                .map(|(at, name)| {
                    format!("{}{name}{}", if at > 0 { "*" } else { "" }, if at < last { "*" } else { "" })
                })
                .collect();
            let begins = if segment.starts_with("**") { "**/" } else { "" };
            let ends = if segment.ends_with("**") { "/**" } else { "" };
            if parts.is_empty() { "**".to_owned() } else { format!("{begins}{}{ends}", parts.join("/**/")) }
        })
        .collect();
    segments.join("/")
}

/// `@(a|b)` is `{a,b}`, `?(a)` is `{,a}`; the others have no like.
fn choice(written: &str, sign: char) -> Option<String> {
    let open = format!("{sign}(");
    let (before, rest) = written.split_once(&open)?;
    let (inner, after) = rest.split_once(')')?;
    let choices = inner.replace('|', ",");
    match sign {
        _ if inner.contains('(') => None,
        '@' if choices.contains(',') => Some(format!("{before}{{{choices}}}{after}")),
        '@' => Some(format!("{before}{choices}{after}")),
        '?' => Some(format!("{before}{{,{choices}}}{after}")),
        // A `!` that takes away, before a folder of routes such as `(auth)`.
        '!' if before.is_empty() && !inner.contains('|') && after.starts_with('/') => {
            Some(format!("!./({inner}){after}"))
        }
        _ => None,
    }
}

/// `{{name}}` is a folder of a template.
fn escaped_braces(written: &str) -> String {
    let mut text = String::new();
    let mut rest = written;
    while let Some(c) = rest.chars().next() {
        let end = if c == '[' { class_end(rest) } else { None };
        let part = rest.get(..end.unwrap_or(c.len_utf8())).unwrap_or_default();
        rest = rest.get(part.len()..).unwrap_or_default();
        if end.is_none() && matches!(c, '{' | '}') {
            text.push_str(&escaped(part));
        } else {
            text.push_str(part);
        }
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_choice_is_written_with_braces_where_there_is_one() {
        for (written, sign, like) in [
            ("a@(b|c)d", '@', Some("a{b,c}d")),
            ("a@(b)d", '@', Some("abd")),
            ("a?(b)", '?', Some("a{,b}")),
            ("!(auth)/a", '!', Some("!./(auth)/a")),
            ("!(a|b)/c", '!', None),
            ("a!(b)/c", '!', None),
            ("!(a)b", '!', None),
            ("+(a)", '+', None),
            ("@(a|(b))", '@', None),
        ] {
            assert_eq!(choice(written, sign).as_deref(), like, "{written}");
        }
    }

    #[test]
    fn braces_in_brackets_are_no_braces() {
        for (written, escaped) in
            [("{{name}}/a", "[{][{]name[}][}]/a"), ("[{]a", "[{]a"), ("[ab]{c}", "[ab][{]c[}]"), ("a[b", "a[b")]
        {
            assert_eq!(escaped_braces(written), escaped, "{written}");
        }
    }
}
