//! One source file, taken apart into the facts that the walls ask about.
//!
//! Rust's own tokens are read, so that comments and strings do not count and a macro's arguments do. Names are traced through
//! the file's `use` lines, so that `fs::write` is known for what it is under whatever name it was imported.

use std::collections::HashMap;

use proc_macro2::{Delimiter, TokenStream, TokenTree};

/// What a file does, at a line.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Fact {
    pub(super) line: usize,
    /// True for code that only tests run.
    pub(super) in_test: bool,
    pub(super) what: What,
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum What {
    /// A path that is named, from the crate that it begins in: `std::fs::write`, `crate::git::child`, `std::io::*`.
    Path(String),
    /// A macro that is called, by its last name.
    Macro(String),
    /// A method (or a field) that is named after a dot.
    Method(String),
    /// A lint level that is set.
    Level { level: String, lints: Vec<String>, has_reason: bool },
    /// A module in a file of its own that only tests see.
    TestModule(String),
}

/// A file taken apart.
#[derive(Debug)]
pub(super) struct Source {
    /// Its path from the root of the repository, `/` between segments.
    pub(super) path: String,
    pub(super) lines: usize,
    pub(super) facts: Vec<Fact>,
}

impl Source {
    /// Takes `text` apart; `path` says where in the house it stands.
    pub(super) fn parse(path: &str, text: &str) -> Self {
        let tokens: TokenStream = text.parse().unwrap_or_else(|error| panic!("{path}: {error}"));
        let mut reader = Reader { facts: Vec::new(), imports: HashMap::new(), module: module_of(path) };
        reader.read(tokens, false);
        let Reader { mut facts, imports, .. } = reader;
        for fact in &mut facts {
            if let What::Path(path) | What::Macro(path) = &mut fact.what {
                *path = traced(path, &imports);
            }
            if let What::Macro(path) = &mut fact.what {
                *path = path.rsplit("::").next().unwrap_or_default().to_owned();
            }
        }
        Self { path: path.to_owned(), lines: text.lines().count(), facts }
    }

    /// The files that only tests see, by the `#[cfg(test)] mod name;` lines of this one.
    pub(super) fn test_files(&self) -> impl Iterator<Item = String> {
        let folder = match self.path.strip_suffix("/mod.rs") {
            Some(folder) => folder.to_owned(),
            None => self.path.trim_end_matches(".rs").trim_end_matches("/lib").to_owned(),
        };
        self.facts.iter().filter_map(move |fact| match &fact.what {
            What::TestModule(name) => Some(format!("{folder}/{name}")),
            _ => None,
        })
    }
}

/// The module that a file below `src/` is, as path segments; none for the crate's roots and for files elsewhere.
fn module_of(path: &str) -> Vec<String> {
    let Some(path) = path.strip_prefix("src/") else { return Vec::new() };
    let path = path.trim_end_matches(".rs").trim_end_matches("/mod");
    if path == "lib" || path == "main" { Vec::new() } else { path.split('/').map(ToOwned::to_owned).collect() }
}

/// The path with its first name traced through the imports. `fs_err` is `std::fs` with better messages, and counts as such.
fn traced(path: &str, imports: &HashMap<String, String>) -> String {
    let mut path = path.to_owned();
    let mut seen = Vec::new();
    loop {
        let (first, rest) = path.split_once("::").map_or((path.as_str(), None), |(first, rest)| (first, Some(rest)));
        let Some(whole) = imports.get(first).filter(|_| !seen.contains(&first.to_owned())) else { break };
        seen.push(first.to_owned());
        path = rest.map_or_else(|| whole.clone(), |rest| format!("{whole}::{rest}"));
    }
    match path.split_once("::") {
        _ if path == "fs_err" => "std::fs".to_owned(),
        Some(("fs_err", rest)) => format!("std::fs::{rest}"),
        Some(("phase_pipeline", rest)) => format!("crate::{rest}"),
        _ => path,
    }
}

struct Reader {
    facts: Vec<Fact>,
    /// What each imported name stands for.
    imports: HashMap<String, String>,
    module: Vec<String>,
}

impl Reader {
    fn read(&mut self, tokens: TokenStream, in_test: bool) {
        let tokens: Vec<TokenTree> = tokens.into_iter().collect();
        let mut at = 0;
        // Between an attribute that says so and the end of the item that it stands on.
        let mut item_is_test = false;
        while let Some(token) = tokens.get(at) {
            let in_test = in_test || item_is_test;
            if let Some((content, next)) = attribute(&tokens, at) {
                item_is_test |= is_for_tests(&content);
                self.read_levels(content.clone(), in_test);
                self.read(content, in_test);
                at = next;
                continue;
            }
            match token {
                TokenTree::Punct(sign) if sign.as_char() == ';' => item_is_test = false,
                TokenTree::Ident(word) if *word == "use" => {
                    let end = (at..tokens.len()).find(|end| is_sign(tokens.get(*end), ';')).unwrap_or(tokens.len());
                    self.read_use(&tokens[at + 1..end], "", in_test);
                    at = end;
                    continue;
                }
                TokenTree::Ident(word) if *word == "mod" => {
                    at = self.read_module(&tokens, at, in_test);
                    item_is_test &= !matches!(tokens.get(at - 1), Some(TokenTree::Group(_)));
                    continue;
                }
                TokenTree::Ident(_) => {
                    at = self.read_path(&tokens, at, in_test);
                    continue;
                }
                TokenTree::Group(group) => {
                    self.read(group.stream(), in_test);
                    item_is_test &= group.delimiter() != Delimiter::Brace;
                }
                _ => {}
            }
            at += 1;
        }
    }

    /// `mod name { … }` or `mod name;`, from the word `mod` on.
    fn read_module(&mut self, tokens: &[TokenTree], at: usize, in_test: bool) -> usize {
        let Some(TokenTree::Ident(name)) = tokens.get(at + 1) else { return at + 1 };
        if let Some(TokenTree::Group(body)) = tokens.get(at + 2) {
            self.module.push(name.to_string());
            self.read(body.stream(), in_test);
            self.module.pop();
            return at + 3;
        }
        self.imports.insert(name.to_string(), self.rooted(&format!("self::{name}")));
        if in_test {
            self.push(name.span().start().line, in_test, What::TestModule(name.to_string()));
        }
        at + 2
    }

    /// A path, a macro or a method that begins at `at`; gives the place after it.
    fn read_path(&mut self, tokens: &[TokenTree], at: usize, in_test: bool) -> usize {
        let line = tokens[at].span().start().line;
        let mut path = tokens[at].to_string();
        let mut next = at + 1;
        while is_sign(tokens.get(next), ':') && is_sign(tokens.get(next + 1), ':') {
            let Some(TokenTree::Ident(segment)) = tokens.get(next + 2) else { break };
            path = format!("{path}::{segment}");
            next += 3;
        }
        let path = self.rooted(&path);
        let is_called = is_sign(tokens.get(next), '!') && matches!(tokens.get(next + 1), Some(TokenTree::Group(_)));
        if is_called {
            self.push(line, in_test, What::Macro(path.clone()));
        }
        let follows_dot = at > 0 && is_sign(tokens.get(at - 1), '.') && !(at > 1 && is_sign(tokens.get(at - 2), '.'));
        let what = if follows_dot { What::Method(path) } else { What::Path(path) };
        self.push(line, in_test, what);
        next
    }

    /// One tree of a `use` line; `before` is what stands before it, with its `::`.
    fn read_use(&mut self, tokens: &[TokenTree], before: &str, in_test: bool) {
        let mut path = before.to_owned();
        let mut last = String::new();
        let mut line = 0;
        for (at, token) in tokens.iter().enumerate() {
            line = token.span().start().line;
            match token {
                TokenTree::Group(group) => {
                    let parts: Vec<TokenTree> = group.stream().into_iter().collect();
                    for part in parts.split(|token| is_sign(Some(token), ',')) {
                        self.read_use(part, &path, in_test);
                    }
                    return;
                }
                TokenTree::Ident(word) if *word == "as" => {
                    last = tokens.get(at + 1).map(ToString::to_string).unwrap_or_default();
                    break;
                }
                // `a::{self}` imports `a`.
                TokenTree::Ident(word) if *word == "self" && !path.is_empty() => {
                    path = path.trim_end_matches("::").to_owned();
                    last = path.rsplit("::").next().unwrap_or_default().to_owned();
                }
                TokenTree::Ident(word) => {
                    last = word.to_string();
                    path.push_str(&last);
                }
                TokenTree::Punct(sign) if sign.as_char() == '*' => path.push('*'),
                TokenTree::Punct(sign) if sign.as_char() == ':' && !path.is_empty() => path.push(':'),
                _ => {}
            }
        }
        if path.is_empty() {
            return;
        }
        let path = self.rooted(&path);
        if !path.ends_with('*') {
            self.imports.insert(last, path.clone());
        }
        self.push(line, in_test, What::Path(path));
    }

    /// The path with `self` and `super` spelled out.
    fn rooted(&self, path: &str) -> String {
        let segments: Vec<&str> = path.split("::").collect();
        let ups = segments.iter().take_while(|segment| **segment == "super").count();
        let selfs = usize::from(segments.first() == Some(&"self") && segments.len() > 1);
        if ups + selfs == 0 {
            return path.to_owned();
        }
        let module = &self.module[..self.module.len().saturating_sub(ups)];
        let names = module.iter().map(String::as_str).chain(segments.into_iter().skip(ups + selfs));
        std::iter::once("crate").chain(names).collect::<Vec<_>>().join("::")
    }

    /// Lint levels in an attribute, those inside `cfg_attr` too.
    fn read_levels(&mut self, content: TokenStream, in_test: bool) {
        let tokens: Vec<TokenTree> = content.into_iter().collect();
        for (at, token) in tokens.iter().enumerate() {
            let TokenTree::Group(group) = token else { continue };
            let name = at.checked_sub(1).and_then(|at| tokens.get(at)).map(ToString::to_string).unwrap_or_default();
            if !["allow", "expect", "warn", "deny", "forbid"].contains(&name.as_str()) {
                self.read_levels(group.stream(), in_test);
                continue;
            }
            let parts: Vec<TokenTree> = group.stream().into_iter().collect();
            let mut lints: Vec<String> = parts
                .split(|token| is_sign(Some(token), ','))
                .map(|part| part.iter().map(ToString::to_string).collect())
                .filter(|lint: &String| !lint.is_empty())
                .collect();
            let given = lints.len();
            lints.retain(|lint| !lint.starts_with("reason="));
            let has_reason = lints.len() < given;
            let line = group.span().start().line;
            self.push(line, in_test, What::Level { level: name, lints, has_reason });
        }
    }

    fn push(&mut self, line: usize, in_test: bool, what: What) {
        self.facts.push(Fact { line, in_test, what });
    }
}

fn is_sign(token: Option<&TokenTree>, sign: char) -> bool {
    matches!(token, Some(TokenTree::Punct(punct)) if punct.as_char() == sign)
}

/// The content of the attribute that begins at `at`, if one does, and the place after it.
fn attribute(tokens: &[TokenTree], at: usize) -> Option<(TokenStream, usize)> {
    if !is_sign(tokens.get(at), '#') {
        return None;
    }
    let at = if is_sign(tokens.get(at + 1), '!') { at + 2 } else { at + 1 };
    match tokens.get(at) {
        Some(TokenTree::Group(group)) if group.delimiter() == Delimiter::Bracket => Some((group.stream(), at + 1)),
        _ => None,
    }
}

/// True for `test` and for a `cfg` that asks for `test`.
fn is_for_tests(attribute: &TokenStream) -> bool {
    let text: String = attribute.to_string().split_whitespace().collect();
    text == "test" || text == "cfg(test)" || (text.starts_with("cfg(all(") && text.contains("(test,"))
}
