//! What a glob is once its spellings are out of the way: segments, each plain, wild, or any number of segments.

use super::problem::GlobProblem;
use crate::engine::path::RepoPath;

/// One segment of a pattern.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(super) enum Segment {
    /// `**`: any number of segments, none among them.
    Deep,
    /// A name, byte by byte.
    Plain(Vec<u8>),
    /// A name with wildcards.
    Wild(Wild),
}

/// A segment with wildcards: what it begins and ends with, and its text for globset.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(super) struct Wild {
    head: String,
    text: String,
    tail: String,
}

/// A sequence of segments without choices: each choice of a glob is a pattern of its own.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Pattern(Vec<Segment>);

/// What to make of a `**` that is not a whole segment.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Stars {
    /// It is refused: globset reads it as one `*`, and its writer meant more.
    Refused,
    /// It may be anything.
    Anything,
}

impl Pattern {
    /// Parts a text without choices. Empty segments and `.` go, `**` in a row are one, a `/` at the end stands for `/**`.
    pub(super) fn parse(text: &str, stars: Stars) -> Result<Self, GlobProblem> {
        let mut segments = Vec::new();
        for part in text.split('/') {
            match part {
                "" | "." => {}
                ".." => return Err(GlobProblem::Outside),
                part => push(&mut segments, segment(part, stars)?),
            }
        }
        if segments.is_empty() {
            return Err(GlobProblem::Nothing);
        }
        if text.ends_with('/') {
            push(&mut segments, Segment::Deep);
        }
        Ok(Self(segments))
    }

    /// The pattern of one path alone.
    pub(super) fn of_path(path: &RepoPath) -> Self {
        Self(path.segments().map(|segment| Segment::Plain(segment.to_vec())).collect())
    }

    /// The pattern of a folder and everything in it.
    pub(super) fn below(folder: &RepoPath) -> Self {
        let mut pattern = Self::of_path(folder);
        push(&mut pattern.0, Segment::Deep);
        pattern
    }

    /// The same pattern below `folder`.
    pub(super) fn within(&self, folder: &RepoPath) -> Self {
        let mut pattern = Self::of_path(folder);
        pattern.0.extend(self.0.iter().cloned());
        pattern
    }

    /// The folder that everything the pattern matches lies in, or is.
    pub(super) fn folder(&self) -> RepoPath {
        let plain = self.0.iter().map_while(|segment| match segment {
            Segment::Plain(name) => Some(name),
            _ => None,
        });
        plain.fold(RepoPath::default(), |folder, name| folder.join(name))
    }

    /// The pattern for globset; texts of equal patterns are equal, and each reads back as its pattern.
    pub(super) fn text(&self) -> String {
        let parts: Vec<String> = self
            .0
            .iter()
            .map(|segment| match segment {
                Segment::Deep => "**".to_owned(),
                Segment::Plain(name) => escaped(&String::from_utf8_lossy(name)),
                Segment::Wild(wild) => wild.text.clone(),
            })
            .collect();
        parts.join("/")
    }

    /// The same without a `**` at its end: what `src/**` says of `src` itself, once that is a file or a submodule.
    pub(super) fn own_folder(&self) -> Option<Self> {
        match self.0.split_last() {
            Some((Segment::Deep, rest)) if !rest.is_empty() => Some(Self(rest.to_vec())),
            _ => None,
        }
    }

    /// The path, where the pattern is a plain one.
    pub(super) fn plain(&self) -> Option<RepoPath> {
        self.0.iter().all(|segment| matches!(segment, Segment::Plain(_))).then(|| self.folder())
    }

    /// True where the pattern matches everything in `folder` (and the folder itself).
    pub(super) fn covers(&self, folder: &RepoPath) -> bool {
        matches!(self.0.last(), Some(Segment::Deep)) && self.meets(&Self::of_path(folder))
    }

    /// True where some path may match both. Exact where one of the two has no wild segment; two wild names count as meeting
    /// unless their beginnings or ends rule it out.
    pub(super) fn meets(&self, other: &Self) -> bool {
        // Row by row from the end: `below` says for every rest of `other` whether it meets the rest of `self` after this segment.
        let others = other.0.len();
        let mut below: Vec<bool> = Vec::with_capacity(others + 1);
        for at in (0..=others).rev() {
            let tail = other.0.get(at..).unwrap_or_default();
            below.push(tail.iter().all(|segment| *segment == Segment::Deep));
        }
        below.reverse();
        let holds = |row: &[bool], at: usize| row.get(at).copied().unwrap_or(false);
        for segment in self.0.iter().rev() {
            let mut row = vec![false; others + 1];
            for at in (0..=others).rev() {
                let cell = match (segment, other.0.get(at)) {
                    (Segment::Deep, _) | (_, Some(Segment::Deep)) => holds(&below, at) || holds(&row, at + 1),
                    (_, None) => false,
                    (segment, Some(name)) => holds(&below, at + 1) && segment.meets(name),
                };
                if let Some(place) = row.get_mut(at) {
                    *place = cell;
                }
            }
            below = row;
        }
        holds(&below, 0)
    }
}

impl Segment {
    fn meets(&self, other: &Self) -> bool {
        match (self, other) {
            (Self::Deep, _) | (_, Self::Deep) => true,
            (Self::Plain(one), Self::Plain(other)) => one == other,
            (Self::Plain(name), Self::Wild(wild)) | (Self::Wild(wild), Self::Plain(name)) => wild.matches(name),
            (Self::Wild(one), Self::Wild(other)) => {
                let agree = |one: &str, other: &str| one.starts_with(other) || other.starts_with(one);
                let end = |one: &str, other: &str| one.ends_with(other) || other.ends_with(one);
                agree(&one.head, &other.head) && end(&one.tail, &other.tail)
            }
        }
    }
}

impl Wild {
    fn matches(&self, name: &[u8]) -> bool {
        // A name that globset cannot compile was refused when the glob was read; may be is yes.
        globset(&self.text)
            .is_none_or(|glob| glob.compile_matcher().is_match_candidate(&globset::Candidate::from_bytes(name)))
    }
}

/// Compiles the text of a pattern the one way that this tool reads globs: `*` stays within a segment on every system, case
/// counts, dotfiles match.
pub(super) fn globset(text: &str) -> Option<globset::Glob> {
    globset::GlobBuilder::new(text).literal_separator(true).backslash_escape(false).build().ok()
}

fn push(segments: &mut Vec<Segment>, segment: Segment) {
    if segment != Segment::Deep || segments.last() != Some(&Segment::Deep) {
        segments.push(segment);
    }
}

/// One sign of a segment.
enum Sign<'t> {
    Plain(char),
    Star,
    One,
    Class(&'t str),
}

fn segment(text: &str, stars: Stars) -> Result<Segment, GlobProblem> {
    if text == "**" {
        return Ok(Segment::Deep);
    }
    let signs = signs(text);
    let run = signs.windows(2).any(|pair| matches!(pair, [Sign::Star, Sign::Star]));
    match (run, stars) {
        (true, Stars::Anything) => return Ok(Segment::Deep),
        (true, Stars::Refused) if text.contains("***") => return Err(GlobProblem::ThreeStars),
        (true, Stars::Refused) => return Err(GlobProblem::StarsInName),
        (false, _) => {}
    }
    let plain = |sign: &Sign<'_>| match sign {
        Sign::Plain(c) => Some(*c),
        _ => None,
    };
    let head: String = signs.iter().map_while(plain).collect();
    if head.chars().count() == signs.len() {
        return Ok(Segment::Plain(head.into_bytes()));
    }
    let tail: Vec<char> = signs.iter().rev().map_while(plain).collect();
    let mut text = String::new();
    for sign in &signs {
        match sign {
            Sign::Plain(c) => push_escaped(&mut text, *c),
            Sign::Star => text.push('*'),
            Sign::One => text.push('?'),
            Sign::Class(class) => text.push_str(class),
        }
    }
    Ok(Segment::Wild(Wild { head, text, tail: tail.into_iter().rev().collect() }))
}

fn signs(text: &str) -> Vec<Sign<'_>> {
    let mut signs = Vec::new();
    let mut rest = text;
    while let Some(c) = rest.chars().next() {
        let class = if c == '[' { super::expand::class_end(rest) } else { None };
        let len = class.unwrap_or(c.len_utf8());
        let inner = class.and_then(|end| rest.get(1..end.saturating_sub(1))).unwrap_or_default();
        let mut single = inner.chars();
        signs.push(match (c, class, single.next(), single.next()) {
            ('[', Some(_), Some(only), None) => Sign::Plain(only),
            ('[', Some(end), ..) => Sign::Class(rest.get(..end).unwrap_or_default()),
            ('*', ..) => Sign::Star,
            ('?', ..) => Sign::One,
            (c, ..) => Sign::Plain(c),
        });
        rest = rest.get(len..).unwrap_or_default();
    }
    signs
}

/// A name as globset, and the reading of globs here, take it to the letter.
pub(super) fn escaped(name: &str) -> String {
    let mut text = String::with_capacity(name.len());
    name.chars().for_each(|c| push_escaped(&mut text, c));
    text
}

fn push_escaped(text: &mut String, c: char) {
    // Brackets, blanks and `~` mean something to the reading of globs, the others to globset.
    if matches!(c, '*' | '?' | '[' | ']' | '{' | '}' | '(' | ':' | '~' | ' ' | '\t') {
        text.push('[');
        text.push(c);
        text.push(']');
    } else {
        text.push(c);
    }
}
