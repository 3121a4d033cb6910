//! Finding blocks in a document, and what each of them says.

use std::fmt::{self, Write as _};
use std::ops::RangeInclusive;

use sha2::{Digest as _, Sha256};

use super::{Lock, LockedSurface, Remark, Skip, VERSION, decode};
use crate::engine::depth::Depth;
use crate::engine::escape::escape;
use crate::engine::path::RepoPath;

/// Hexadecimal digits of a digest that are kept.
const DIGEST_DIGITS: usize = 16;

/// The keys of a block's lines.
const KEYS: &[&str] =
    &["surface", "assumed", "depth", "raise", "skip", "waive", "supersedes", "path", "rationale", "paths", "config"];

/// What tells one block from another: the first digits of the SHA-256 of its lines.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Digest(String);

impl Digest {
    /// The digest of a block's lines, whatever their line ends.
    pub fn of<'a>(lines: impl IntoIterator<Item = &'a str>) -> Self {
        let mut hash = Sha256::new();
        for line in lines {
            hash.update(line.trim_end().as_bytes());
            hash.update(b"\n");
        }
        let mut digits = String::new();
        for byte in hash.finalize().iter().take(DIGEST_DIGITS / 2) {
            // Writing to a String cannot fail.
            let _ = write!(digits, "{byte:02x}");
        }
        Self(digits)
    }

    /// The digest of that text; none unless it is as many lower-case hexadecimal digits as a digest has.
    pub fn parse(text: &str) -> Option<Self> {
        let is_digit = |byte: u8| byte.is_ascii_digit() || (b'a'..=b'f').contains(&byte);
        (text.len() == DIGEST_DIGITS && text.bytes().all(is_digit)).then(|| Self(text.to_owned()))
    }
}

impl fmt::Display for Digest {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

/// A line of a block that is not as the grammar has it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Fault {
    /// The line, from 1.
    pub line: usize,
    /// What is wrong, in words; escaped.
    pub why: String,
    /// True where the line may have asked for something, so that nobody can tell what the block asks for as a whole.
    pub obliging: bool,
}

/// One block of this phase.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Block {
    /// Its lines, from the opening to the end, both counted.
    pub lines: RangeInclusive<usize>,
    /// The version that its opening names; 0 where it names none.
    pub version: u32,
    /// What it says, as far as this binary can read it.
    pub lock: Lock,
    /// What is wrong with it.
    pub faults: Vec<Fault>,
    /// What tells it from every other block.
    pub digest: Digest,
    /// True where its lines are its own alone: it has an end, and nothing else stands between.
    pub is_closed: bool,
}

impl Block {
    /// Why nobody can tell all that this block asks for; none for a whole one.
    pub fn damage(&self) -> Option<String> {
        if self.version > VERSION {
            return Some(format!("line {}: version {} is newer than this binary", self.lines.start(), self.version));
        }
        self.faults.iter().find(|fault| fault.obliging).map(|fault| format!("line {}: {}", fault.line, fault.why))
    }
}

/// A block of another phase.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Foreign {
    /// The line of its opening, from 1.
    pub line: usize,
    /// The phase that it names. It is not escaped.
    pub phase: String,
}

/// The blocks of a document.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Found {
    /// Those of this phase, in order.
    pub blocks: Vec<Block>,
    /// Those of other phases; they mean nothing here.
    pub foreign: Vec<Foreign>,
    /// Lines that end a block where none is open.
    pub strays: Vec<usize>,
}

/// Finds the blocks of a document among its lines (number from 1, text without line end) that stand outside fenced code and
/// longer comments. `is_this_phase` says whether a phase as written in an opening is the one that is asked for.
///
/// An opening that names no phase stands in a document of this phase and counts as its own.
pub fn find<'a>(lines: impl IntoIterator<Item = (usize, &'a str)>, is_this_phase: impl Fn(&str) -> bool) -> Found {
    let lines: Vec<Numbered<'_>> = lines.into_iter().collect();
    let mut found = Found::default();
    let mut at = 0;
    while let Some((number, text)) = lines.get(at).copied() {
        at += 1;
        if is_closing(text) {
            found.strays.push(number);
            continue;
        }
        let Some(opening) = Opening::of(text) else { continue };
        let body = lines.get(at..).unwrap_or_default();
        let (inner, end) = extent(body);
        at += inner.len() + usize::from(end.is_some());
        match opening.phase.as_deref() {
            Some(phase) if !is_this_phase(phase) => {
                found.foreign.push(Foreign { line: number, phase: phase.to_owned() });
            }
            _ => found.blocks.push(block((number, text), opening, inner, end)),
        }
    }
    found
}

/// A line with its number, from 1.
type Numbered<'a> = (usize, &'a str);

/// The lines of a block below its opening, and the line that ends it. Where nothing does, the block goes as far as lines
/// follow each other that look like its own.
fn extent<'s, 'a>(body: &'s [Numbered<'a>]) -> (&'s [Numbered<'a>], Option<Numbered<'a>>) {
    let next = body.iter().position(|(_, text)| is_closing(text) || Opening::of(text).is_some());
    match next.and_then(|at| body.get(at).map(|line| (at, *line))) {
        Some((at, line)) if is_closing(line.1) => (body.get(..at).unwrap_or_default(), Some(line)),
        next => {
            let bound = next.map_or(body.len(), |(at, _)| at);
            let own = body.iter().take(bound).take_while(|(_, text)| key_of(text).is_some()).count();
            (body.get(..own).unwrap_or_default(), None)
        }
    }
}

fn is_closing(text: &str) -> bool {
    comment(text).is_some_and(|inner| inner == "/phase-pipeline:lock")
}

/// The text of a comment that is all of a line, from its first column.
fn comment(text: &str) -> Option<&str> {
    let inner = text.trim_end().strip_prefix("<!--")?.strip_suffix("-->")?;
    (!inner.contains("-->")).then(|| inner.trim())
}

/// A line that begins a block, with what is wrong with it.
#[derive(Debug, Default)]
struct Opening {
    version: u32,
    phase: Option<String>,
    wrong: Option<String>,
}

impl Opening {
    fn of(text: &str) -> Option<Self> {
        let after = text.strip_prefix("<!--")?.trim_start().strip_prefix("phase-pipeline:lock")?;
        if after.starts_with(|c: char| c.is_alphanumeric() || matches!(c, ':' | '_')) {
            return None;
        }
        let mut opening = Self::default();
        let (inner, rest) = after.split_once("-->").unwrap_or((after, "no end"));
        if !rest.trim().is_empty() {
            opening.wrong = Some("the opening is not the whole of its line".to_owned());
        }
        for word in inner.split_whitespace() {
            let version = word.strip_prefix('v').and_then(|digits| digits.parse().ok());
            match (version, word.strip_prefix("phase=")) {
                (Some(version), _) if opening.version == 0 => opening.version = version,
                (_, Some(phase)) if opening.phase.is_none() => {
                    opening.phase = String::from_utf8(decode(phase)).ok();
                }
                _ => opening.wrong = Some(format!("`{}` has no place in an opening", escape(word))),
            }
        }
        if opening.phase.is_none() {
            opening.wrong = Some("the opening names no phase".to_owned());
        }
        if opening.version == 0 {
            opening.wrong = Some("the opening names no version".to_owned());
        }
        Some(opening)
    }
}

fn block((first, text): (usize, &str), opening: Opening, inner: &[(usize, &str)], end: Option<(usize, &str)>) -> Block {
    let is_newer = opening.version > VERSION;
    let mut reader = Reader { lock: Lock::default(), faults: Vec::new() };
    if let Some(wrong) = opening.wrong.filter(|_| !is_newer) {
        reader.fault(first, true, wrong);
    }
    let mut before = first;
    let mut is_closed = end.is_some();
    for (number, text) in inner.iter().chain(&end) {
        if *number != before + 1 {
            is_closed = false;
            reader.fault(before + 1, true, "code or a comment stands inside the block".to_owned());
        }
        before = *number;
        if !is_newer && end.is_none_or(|end| end.0 != *number) {
            reader.line(*number, text);
        }
    }
    if end.is_none() {
        reader.fault(first, true, "the block has no end".to_owned());
    } else if !is_newer && reader.lock.depth.is_none() && reader.faults.is_empty() {
        reader.fault(first, true, "the block names no depth".to_owned());
    }
    reader.lock.phase = opening.phase.unwrap_or_default();
    let all = std::iter::once(text).chain(inner.iter().map(|(_, text)| *text)).chain(end.map(|(_, text)| text));
    Block {
        lines: first..=before,
        version: opening.version,
        digest: Digest::of(all),
        lock: reader.lock,
        faults: reader.faults,
        is_closed,
    }
}

fn key_of(text: &str) -> Option<(&'static str, &str)> {
    let (key, value) = text.split_once(':')?;
    let key = KEYS.iter().find(|known| **known == key.trim())?;
    Some((key, value.trim()))
}

struct Reader {
    lock: Lock,
    faults: Vec<Fault>,
}

impl Reader {
    fn fault(&mut self, line: usize, obliging: bool, why: String) {
        self.faults.push(Fault { line, why, obliging });
    }

    fn line(&mut self, number: usize, text: &str) {
        let Some((key, value)) = key_of(text) else {
            // An empty line asks for nothing.
            if !text.trim().is_empty() {
                self.fault(number, true, "not a line of a lock".to_owned());
            }
            return;
        };
        match key {
            "surface" => self.surface(number, value, false),
            "assumed" if value == "none" => {}
            "assumed" => self.surface(number, value, true),
            "depth" => match Depth::parse(value) {
                Some(depth) => self.lock.depth = self.lock.depth.max(Some(depth)),
                None => self.fault(number, true, format!("`{}` is no depth", escape(value))),
            },
            "raise" => {
                let (word, reason) = first_word(value);
                match Depth::parse(word) {
                    Some(depth) => drop(self.lock.raised.insert(depth, undashed(reason))),
                    None => self.fault(number, true, format!("`{}` is no depth", escape(word))),
                }
            }
            "skip" => self.skip(number, value),
            "waive" => {
                let (word, reason) = first_word(value);
                match name_of(word) {
                    Some(step) => drop(self.lock.waived.insert(step, undashed(reason))),
                    None => self.fault(number, false, "the line names no step".to_owned()),
                }
            }
            "supersedes" => {
                let (word, reason) = first_word(value);
                match Digest::parse(word) {
                    Some(digest) => drop(self.lock.supersedes.insert(digest, undashed(reason))),
                    None => self.fault(number, false, format!("`{}` is no digest of a lock", escape(word))),
                }
            }
            "path" => {
                let (word, rest) = first_word(value);
                if word.is_empty() || !rest.is_empty() {
                    self.fault(number, true, "the line does not hold one path".to_owned());
                }
                if !word.is_empty() {
                    self.lock.declared.push(RepoPath::new(decode(word)));
                }
            }
            "rationale" => self.remark(number, value, |lock| &mut lock.rationale),
            "paths" => self.remark(number, value, |lock| &mut lock.paths),
            _ => self.remark(number, value, |lock| &mut lock.config),
        }
    }

    fn remark(&mut self, number: usize, value: &str, of: impl Fn(&mut Lock) -> &mut Remark) {
        let remark = of(&mut self.lock);
        if remark.is_empty() {
            *remark = Remark::new(value);
        } else {
            self.fault(number, false, "said twice; the first one counts".to_owned());
        }
    }

    fn surface(&mut self, number: usize, value: &str, assumed: bool) {
        let mut words = value.split_whitespace();
        let Some(name) = words.next().and_then(name_of) else {
            return self.fault(number, true, "the line names no surface".to_owned());
        };
        let mut surface = LockedSurface::default();
        for word in words {
            let attribute = word.split_once('=');
            match (word, attribute) {
                ("pinned", _) => surface.pinned = true,
                ("included", _) => surface.included = true,
                (_, Some(("floor", depth))) if Depth::parse(depth).is_some() => {
                    surface.floor = surface.floor.max(Depth::parse(depth));
                }
                (_, Some(("gates", gates))) => {
                    for gate in gates.split(',').filter(|gate| !gate.is_empty()) {
                        match name_of(gate) {
                            // Said twice, it is kept once when the line is taken in.
                            Some(gate) => surface.gates.push(gate),
                            None => self.fault(number, true, "a gate's name is no text".to_owned()),
                        }
                    }
                }
                (_, Some(("by", path))) if !path.is_empty() => surface.by = Some(RepoPath::new(decode(path))),
                _ => self.fault(number, true, format!("`{}` has no meaning for a surface", escape(word))),
            }
        }
        let into = if assumed { &mut self.lock.assumed } else { &mut self.lock.surfaces };
        into.entry(name).or_default().absorb(&surface);
    }

    fn skip(&mut self, number: usize, value: &str) {
        let (word, rest) = first_word(value);
        let Some(name) = name_of(word) else {
            return self.fault(number, false, "the line names no surface".to_owned());
        };
        let (flag, after) = first_word(rest);
        let by_hand = flag == "by-hand";
        let reason = undashed(if by_hand { after } else { rest });
        if self.lock.skips.insert(name, Skip { by_hand, reason }).is_some() {
            self.fault(number, false, "a surface is skipped twice; the last one counts".to_owned());
        }
    }
}

fn first_word(text: &str) -> (&str, &str) {
    let text = text.trim();
    let end = text.find(char::is_whitespace).unwrap_or(text.len());
    (text.get(..end).unwrap_or_default(), text.get(end..).unwrap_or_default().trim())
}

/// The name that a word stands for; none where there is no word or it is no text.
fn name_of(word: &str) -> Option<String> {
    if word.is_empty() { None } else { String::from_utf8(decode(word)).ok() }
}

/// A reason without the dash before it.
fn undashed(text: &str) -> Remark {
    let dash = ["—", "–", "--", "-"].into_iter().find_map(|dash| {
        let rest = text.strip_prefix(dash)?;
        (rest.is_empty() || rest.starts_with(char::is_whitespace)).then_some(rest)
    });
    Remark::new(dash.unwrap_or(text))
}
