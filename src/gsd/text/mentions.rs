//! What prose says about surfaces: paths in inline code and links, keywords as whole words, and the line `**UI hint**`.
//!
//! All of it can only add. A roadmap that speaks of `src/payments/refund.ts` makes the surface active whatever the sentence
//! around it says.

use std::borrow::Cow;
use std::collections::BTreeSet;

use super::paths::{Place as Named, declared};
use super::roadmap::labelled;
use crate::engine::activate::{CompiledMap, Mention, Said};
use crate::engine::path::RepoPath;
use crate::engine::surface::Surface;
use crate::engine::touched::{Paths, Place, Source, Touched};
use crate::read::markdown::Markdown;

/// The gates that make a surface one of the user interface.
const UI_GATES: &[&str] = &["ui-spec", "ui-review", "browser-uat"];

/// The name of the line that speaks of the user interface.
const UI_HINT: &str = "UI hint";

/// How a lock begins and ends, which names surfaces and is no prose.
const LOCK_BEGINS: &str = "<!-- phase-pipeline:lock";
const LOCK_ENDS: &str = "<!-- /phase-pipeline:lock";

/// A piece of prose.
#[derive(Debug, Clone, Copy)]
pub struct Prose<'t> {
    /// The file that holds it.
    pub file: &'t RepoPath,
    /// The number of its first line, from 1.
    pub first_line: usize,
    /// The text: a phase's section of ROADMAP, the body of SPEC or CONTEXT.
    pub text: &'t str,
}

/// What prose says.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Spoken {
    /// The paths that belong to a surface; others are left out.
    pub paths: Paths,
    /// Keywords and hints.
    pub mentions: Vec<Mention>,
}

/// True for a surface of the user interface, which the hint speaks of.
pub fn is_ui(surface: &Surface) -> bool {
    surface.name == "ui" || surface.gates.iter().any(|gate| UI_GATES.contains(&gate.as_str()))
}

/// Reads prose for what it says about the surfaces of `map`; `project` is the folder that holds the planning folder. Fenced code
/// and comments say nothing.
pub fn spoken(map: &CompiledMap, project: &RepoPath, prose: &[Prose<'_>]) -> Spoken {
    let mut spoken = Spoken::default();
    for piece in prose {
        let markdown = Markdown::scan(piece.text, piece.first_line);
        let place = |line| Place { file: piece.file.clone(), line: Some(line) };
        let mut running = Running::default();
        let mut is_lock = false;
        for line in markdown.lines() {
            is_lock = line.text.starts_with(LOCK_BEGINS) || (is_lock && !line.text.trim().is_empty());
            let text = without_comments(line.text);
            if is_lock {
                is_lock = !line.text.starts_with(LOCK_ENDS);
                continue;
            }
            if let Some(value) = labelled(text.trim(), UI_HINT) {
                spoken.mentions.extend(hints(map, value).map(|(surface, what)| Mention {
                    surface,
                    what,
                    place: place(line.number),
                }));
                continue;
            }
            running.push(&text, line.number);
            for path in quoted(&text) {
                let Some(path) = path_in(path, project, piece.file) else { continue };
                if !map.of_path(&path).is_empty() {
                    spoken.paths.add(Touched::file(path, Source::Prose(place(line.number))));
                }
            }
        }
        for surface in &map.map().surfaces {
            for keyword in &surface.keywords {
                let line = running.line_of(keyword);
                let what = Said::Keyword(keyword.clone());
                let mention = line.map(|line| Mention { surface: surface.name.clone(), what, place: place(line) });
                spoken.mentions.extend(mention);
            }
        }
    }
    let mut seen = BTreeSet::new();
    spoken.mentions.retain(|mention| seen.insert((mention.surface.clone(), mention.what.clone())));
    spoken
}

/// What a hint says of every surface of the user interface.
fn hints<'m>(map: &'m CompiledMap, value: &str) -> impl Iterator<Item = (String, Said)> + 'm {
    let said = match first_word(value).as_str() {
        "yes" | "true" => Some(Said::Yes(UI_HINT)),
        "no" | "none" | "false" => Some(Said::No(UI_HINT)),
        _ => None,
    };
    let surfaces = map.map().surfaces.iter().filter(|surface| is_ui(surface));
    surfaces.filter_map(move |surface| Some((surface.name.clone(), said.clone()?)))
}

/// A line without the comments in it. What follows one that goes on in the next line is left out by the scan.
fn without_comments(line: &str) -> Cow<'_, str> {
    if !line.contains("<!--") {
        return Cow::Borrowed(line);
    }
    let mut kept = String::new();
    let mut rest = line;
    while let Some((before, after)) = rest.split_once("<!--") {
        kept.push_str(before);
        rest = after.split_once("-->").map_or("", |(_, behind)| behind);
    }
    kept.push_str(rest);
    Cow::Owned(kept)
}

fn first_word(value: &str) -> String {
    let mut words = value.split(|c: char| !c.is_alphanumeric()).filter(|word| !word.is_empty());
    words.next().unwrap_or_default().to_lowercase()
}

/// The texts of inline code and the targets of links.
fn quoted(line: &str) -> Vec<&str> {
    let mut found = inline_code(line);
    let mut rest = line;
    while let Some((_, after)) = rest.split_once("](") {
        let target = after.split([')', ' ', '#']).next().unwrap_or_default();
        found.push(target.trim_matches(['<', '>']));
        rest = after;
    }
    found
}

/// The texts of inline code on a line.
pub(super) fn inline_code(line: &str) -> Vec<&str> {
    let mut found = Vec::new();
    let mut rest = line;
    while let Some(at) = rest.find('`') {
        let after = rest.get(at..).unwrap_or_default();
        let open = after.bytes().take_while(|byte| *byte == b'`').count();
        let (mark, inner) = after.split_at(open);
        match inner.split_once(mark) {
            Some((code, behind)) => {
                found.push(code.trim());
                rest = behind;
            }
            None => rest = inner,
        }
    }
    found
}

/// The path that a quoted text names. Who speaks of `src/` speaks of no surface below it, so a folder counts as a path, and a
/// pattern as if its wildcards were a name: `db/*.sql` belongs to what `**/*.sql` matches, `src/*` not to `src/pay/**`.
fn path_in(text: &str, project: &RepoPath, file: &RepoPath) -> Option<RepoPath> {
    let path = match declared(text)?.place {
        // Links are relative to the file that holds them, where they say so.
        _ if text.starts_with("./") => up(text, &file.parent())?,
        Named::Path(path) | Named::Folder(path) => project.join(path.as_bytes()),
        Named::Glob(glob) => project.join(glob.replace("[[]", "[").replace("[]]", "]")),
        Named::Elsewhere(path) if path.starts_with("..") => up(&path, &file.parent())?,
        _ => return None,
    };
    Some(path)
}

/// The path that `text` is from `folder`; none where it leaves the repository.
fn up(text: &str, folder: &RepoPath) -> Option<RepoPath> {
    let mut at: Vec<&[u8]> = folder.segments().collect();
    for segment in text.split('/') {
        match segment {
            "" | "." => {}
            ".." => drop(at.pop()?),
            segment => at.push(segment.as_bytes()),
        }
    }
    Some(RepoPath::new(at.join(&b'/')))
}

/// Prose as one run of words, so that a phrase may go on in the next line.
#[derive(Default)]
struct Running {
    /// The text in lower case, one blank between words, a line end between paragraphs.
    text: String,
    /// Where in the text each line begins.
    lines: Vec<(usize, usize)>,
}

impl Running {
    fn push(&mut self, line: &str, number: usize) {
        // Code or a comment lies between.
        if self.lines.last().is_some_and(|(_, last)| last + 1 != number) {
            self.text.push('\n');
        }
        self.lines.push((self.text.len(), number));
        let words = squeezed(line);
        if words.is_empty() {
            self.text.push('\n');
        } else {
            self.text.push_str(&words);
            self.text.push(' ');
        }
    }

    /// The first line with `phrase` as whole words.
    fn line_of(&self, phrase: &str) -> Option<usize> {
        let phrase = squeezed(phrase);
        let (first, last) = (phrase.chars().next()?, phrase.chars().next_back()?);
        let whole = |at: &usize| {
            let before = self.text.get(..*at).and_then(|text| text.chars().next_back());
            let after = self.text.get(at + phrase.len()..).and_then(|text| text.chars().next());
            let goes_on = is_word(first) && before.is_some_and(is_word) || is_word(last) && after.is_some_and(is_word);
            !goes_on
        };
        let at = self.text.match_indices(&phrase).map(|(at, _)| at).find(whole)?;
        self.lines.iter().take_while(|(start, _)| *start <= at).last().map(|(_, number)| *number)
    }
}

fn squeezed(text: &str) -> String {
    text.split_whitespace().collect::<Vec<_>>().join(" ").to_lowercase()
}

/// True for a sign that words are made of. Scripts without letter case have no blanks between words either, or seldom.
fn is_word(c: char) -> bool {
    c == '_' || c.is_numeric() || c.is_lowercase() || c.is_uppercase()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::engine::surface::SurfaceMap;
    use crate::gsd::text::surfaces::load;

    const MAP: &str = r#"{"surfaces": {
        "pay": {"globs": ["src/pay/**", "*.tax"], "keywords": ["money", "split payment", "支付", "C++"]},
        "web": {"globs": ["src/app/**"], "gates": ["ui-review"], "keywords": ["screen", "ui"]},
        "ui": {"globs": ["design/**"]}
    }}"#;

    fn map(project: &RepoPath) -> CompiledMap {
        CompiledMap::new(load(MAP.as_bytes()).unwrap().surfaces, project.clone()).unwrap()
    }

    fn said(text: &str) -> Vec<(String, Said, usize)> {
        let (file, project) = (RepoPath::from(".planning/ROADMAP.md"), RepoPath::default());
        let found = spoken(&map(&project), &project, &[Prose { file: &file, first_line: 10, text }]);
        found.mentions.into_iter().map(|said| (said.surface, said.what, said.place.line.unwrap())).collect()
    }

    fn paths_in(text: &str, file: &str, project: &str) -> Vec<String> {
        let (file, project) = (RepoPath::from(file), RepoPath::from(project));
        let found = spoken(&map(&project), &project, &[Prose { file: &file, first_line: 1, text }]);
        found.paths.iter().map(|touched| touched.path.to_string()).collect()
    }

    #[test]
    fn keywords_are_whole_words() {
        let keyword = |word: &str, line| vec![("pay".to_owned(), Said::Keyword(word.to_owned()), line)];
        assert_eq!(said("Goal: move Money-like things"), keyword("money", 10));
        assert_eq!(said("x\ny\nthe **money** path, money again"), keyword("money", 12));
        assert_eq!(said("a split\n  payment for all"), keyword("split payment", 10));
        assert_eq!(said("新的支付系统"), keyword("支付", 10));
        assert_eq!(said("written in C++."), keyword("C++", 10));
        assert_eq!(said("<!-- x --> money <!-- y\nmoney\n-->"), keyword("money", 10));
        assert_eq!(said("<!-- phase-pipeline:lock v1 phase=07 -->\nsurface: x\n\nmoney"), keyword("money", 13));
        for nothing in
            ["moneyed", "my_money", "money2", "a split\n\npayment", "```\nmoney\n```", "<!-- money -->", "C#", ""]
        {
            assert_eq!(said(nothing), [], "{nothing}");
        }
    }

    #[test]
    fn the_hint_speaks_for_every_ui_surface_and_is_no_keyword() {
        let both =
            |what: &Said, line| vec![("web".to_owned(), what.clone(), line), ("ui".to_owned(), what.clone(), line)];
        for line in ["**UI hint**: yes", "**UI hint:** Yes (2 screens)", "- UI Hint: yes"] {
            let found = said(&format!("Goal\n{line}"));
            assert_eq!(found, both(&Said::Yes("UI hint"), 11), "{line}");
        }
        assert_eq!(said("**UI hint**: no"), both(&Said::No("UI hint"), 10));
        assert_eq!(said("**UI hint**: none"), both(&Said::No("UI hint"), 10));
        assert_eq!(said("**UI hint**: perhaps"), []);
    }

    #[test]
    fn paths_in_code_and_links_are_found_where_a_surface_has_them() {
        for (text, expected) in [
            ("see `src/pay/a.ts`, not `src/util/b.ts`", vec!["src/pay/a.ts"]),
            ("`src/pay/a.ts:12` and ``src/app/x.tsx``", vec!["src/app/x.tsx", "src/pay/a.ts"]),
            ("[the code](src/pay/a.ts#L10)", vec!["src/pay/a.ts"]),
            ("[the code](../src/pay/a.ts)", vec!["src/pay/a.ts"]),
            ("`src/pay`", vec!["src/pay"]),
            ("`src/pay/`", vec!["src/pay"]),
            ("`src/pay/**`", vec!["src/pay/**"]),
            ("`src/pay/[id]/*.ts`", vec!["src/pay/[id]/*.ts"]),
            ("`src/` and `src/**` and `src/*/a.ts`", vec![]),
            ("`vat.tax` and `*.tax`", vec!["*.tax", "vat.tax"]),
            ("[the code](./src/pay/a.ts) and [more](./../src/pay/b.ts)", vec!["src/pay/b.ts"]),
            ("src/pay/a.ts in plain words", vec![]),
            ("`*` and `**` and `run()` and `a b`", vec![]),
            ("`unclosed src/pay/a.ts", vec![]),
            ("[x](https://example.org/src/pay/a.ts)", vec![]),
            ("```\n`src/pay/a.ts`\n```", vec![]),
        ] {
            assert_eq!(paths_in(text, ".planning/ROADMAP.md", ""), expected, "{text}");
        }
        assert_eq!(paths_in("`src/pay/a.ts`", "app/.planning/ROADMAP.md", "app"), ["app/src/pay/a.ts"]);
        assert_eq!(paths_in("[x](../../src/pay/a)", "app/.planning/ROADMAP.md", "app"), [] as [&str; 0]);
    }

    #[test]
    fn a_project_without_surfaces_hears_nothing() {
        let (file, project) = (RepoPath::from("x.md"), RepoPath::default());
        let map = CompiledMap::new(SurfaceMap::default(), project.clone()).unwrap();
        let text = "**UI hint**: yes `src/pay/a.ts` money";
        assert_eq!(spoken(&map, &project, &[Prose { file: &file, first_line: 1, text }]), Spoken::default());
    }

    #[test]
    fn a_lock_is_no_prose_up_to_its_end_or_an_empty_line() {
        let lock = "<!-- phase-pipeline:lock v1 phase=07 -->\nmoney `src/pay/a.rs`\nmoney\n";
        for (text, lines) in [
            (format!("{lock}money\n"), &[][..]),
            (format!("{lock}<!-- /phase-pipeline:lock -->\nmoney\n"), &[14]),
            (format!("{lock}\nmoney\n"), &[14]),
        ] {
            let found: Vec<usize> = said(&text).into_iter().map(|(.., line)| line).collect();
            assert_eq!((found.as_slice(), paths_in(&text, "a.md", "").len()), (lines, 0), "{text}");
        }
    }

    #[test]
    fn a_path_outside_of_the_repository_is_none() {
        let of =
            |text: &str| path_in(text, &RepoPath::default(), &RepoPath::from("docs/a.md")).map(|path| path.to_string());
        for (text, path) in [
            ("../src/a.rs", Some("src/a.rs")),
            ("./b.md", Some("docs/b.md")),
            ("src/a.rs", Some("src/a.rs")),
            ("../../a.rs", None),
            ("/etc/a.rs", None),
            ("C:/a/b.rs", None),
            ("~/a.rs", None),
        ] {
            assert_eq!(of(text).as_deref(), path, "{text}");
        }
    }
}
