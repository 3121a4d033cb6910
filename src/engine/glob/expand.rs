//! Writes out the choices of a glob: braces, and brackets that may be a name or a set of characters.

use super::pattern::{escaped, globset};
use super::problem::GlobProblem;

/// How many patterns one glob may stand for.
pub(super) const MOST: usize = 256;

/// How deep braces may lie in one another.
const DEEPEST: usize = 16;

/// How brackets are read that hold neither ranges nor a single character. Real projects have folders `[id]`.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Brackets {
    /// As both: the set of characters and the name.
    Both,
    /// As neither: they are refused.
    Refused,
}

/// The texts without braces that `glob` stands for, in order.
pub(super) fn expand(glob: &str, brackets: Brackets) -> Result<Vec<String>, GlobProblem> {
    Expander { rest: glob, brackets, depth: 0 }.sequence()
}

struct Expander<'t> {
    rest: &'t str,
    brackets: Brackets,
    depth: usize,
}

impl Expander<'_> {
    /// Reads up to the end, or up to the `,` or `}` that ends a choice.
    fn sequence(&mut self) -> Result<Vec<String>, GlobProblem> {
        let mut texts = vec![String::new()];
        while let Some(c) = self.rest.chars().next() {
            let choices = match c {
                ',' | '}' if self.depth > 0 => break,
                '}' => return Err(GlobProblem::Unpaired('}')),
                '{' => self.group()?,
                '[' => self.class()?,
                ']' => {
                    self.skip(1);
                    vec![escaped("]")]
                }
                c => {
                    self.skip(c.len_utf8());
                    for text in &mut texts {
                        text.push(c);
                    }
                    continue;
                }
            };
            if texts.len().saturating_mul(choices.len()) > MOST {
                return Err(GlobProblem::TooMany(MOST));
            }
            texts = texts.iter().flat_map(|text| choices.iter().map(move |choice| format!("{text}{choice}"))).collect();
        }
        Ok(texts)
    }

    fn skip(&mut self, bytes: usize) {
        self.rest = self.rest.get(bytes..).unwrap_or_default();
    }

    fn group(&mut self) -> Result<Vec<String>, GlobProblem> {
        if self.depth >= DEEPEST {
            return Err(GlobProblem::TooMany(MOST));
        }
        self.depth += 1;
        let mut choices = Vec::new();
        let mut is_choice = false;
        loop {
            self.skip(1);
            choices.extend(self.sequence()?);
            match self.rest.chars().next() {
                Some(',') => is_choice = true,
                Some(_) => break,
                None => return Err(GlobProblem::Unpaired('{')),
            }
        }
        self.skip(1);
        self.depth -= 1;
        if is_choice { Ok(choices) } else { Err(GlobProblem::NoChoice) }
    }

    fn class(&mut self) -> Result<Vec<String>, GlobProblem> {
        let Some(end) = class_end(self.rest) else { return Err(GlobProblem::Unpaired('[')) };
        let class = self.rest.get(..end).unwrap_or_default();
        let inner = class.get(1..end - 1).unwrap_or_default();
        self.skip(end);
        if inner.contains('/') {
            return Err(GlobProblem::SlashInClass);
        }
        if inner.chars().count() == 1 {
            return Ok(vec![class.to_owned()]);
        }
        if let Some(wide) = inner.chars().find(|c| !c.is_ascii()) {
            return Err(GlobProblem::WideClass(wide));
        }
        let is_set = globset(class).is_some();
        match (is_set, is_clear(inner), self.brackets) {
            (true, true, _) => Ok(vec![class.to_owned()]),
            (false, true, _) => Err(GlobProblem::BadClass(class.to_owned())),
            (_, false, Brackets::Refused) => Err(GlobProblem::UnclearClass(class.to_owned())),
            (true, false, Brackets::Both) => Ok(vec![class.to_owned(), escaped(class)]),
            (false, false, Brackets::Both) => Ok(vec![escaped(class)]),
        }
    }
}

/// Where the class ends that `text` begins with, in bytes.
pub(super) fn class_end(text: &str) -> Option<usize> {
    let open = text.strip_prefix('[')?;
    let inner = open.strip_prefix(['!', '^']).unwrap_or(open);
    // A `]` right at the beginning belongs to the class.
    let mut rest = inner.strip_prefix(']').unwrap_or(inner);
    loop {
        if let Some(name) = rest.strip_prefix("[:")
            && let Some((name, after)) = name.split_once(":]")
            && name.bytes().all(|byte| byte.is_ascii_lowercase())
        {
            rest = after;
            continue;
        }
        let c = rest.chars().next()?;
        rest = rest.get(c.len_utf8()..)?;
        if c == ']' {
            return Some(text.len() - rest.len());
        }
    }
}

/// True for the inside of brackets that is a set of characters and no name: negated, named (`[:digit:]`), or ranges alone.
fn is_clear(inner: &str) -> bool {
    let chars: Vec<char> = inner.chars().collect();
    inner.starts_with(['!', '^'])
        || inner.contains("[:")
        || (chars.len().is_multiple_of(3) && chars.chunks(3).all(|range| matches!(range, [_, '-', _])))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_choice_ends_at_its_brace() {
        let of = |glob: &str| expand(glob, Brackets::Both);
        assert_eq!(of("{a,b},c").unwrap(), ["a,c", "b,c"]);
        assert_eq!(of("{a,{b,c}d}e").unwrap(), ["ae", "bde", "cde"]);
        assert_eq!(of("{a,b}}"), Err(GlobProblem::Unpaired('}')));
        assert_eq!(of("{a}"), Err(GlobProblem::NoChoice));
        assert_eq!(of(&"{a,b}".repeat(8)).unwrap().len(), MOST);
        assert_eq!(of(&"{a,b}".repeat(9)), Err(GlobProblem::TooMany(MOST)));
        let nested = |depth: usize| format!("{}a{}", "{b,".repeat(depth), "}".repeat(depth));
        assert!(of(&nested(DEEPEST)).is_ok() && of(&nested(DEEPEST + 1)).is_err());
        assert!(of(&format!("{}{}", "{a,b}".repeat(2), nested(DEEPEST))).is_ok(), "what is closed lies in nothing");
    }

    #[test]
    fn brackets_are_clear_where_they_can_be_no_name() {
        for inner in ["!ab", "^ab", "[:digit:]", "a-z", "a-z0-9"] {
            assert!(is_clear(inner), "{inner}");
        }
        for inner in ["id", "abc", "a-zx", "...slug"] {
            assert!(!is_clear(inner), "{inner}");
        }
    }
}
