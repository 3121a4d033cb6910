//! The lock: what a phase was classified as, in lines that a machine reads and a person can check.
//!
//! A block stands in one of the phase's own documents:
//!
//! ```text
//! <!-- phase-pipeline:lock v1 phase=07 -->
//! surface: payments pinned floor=standard gates=secure,validate by=src/billing/tax.rs
//! assumed: none
//! depth: standard
//! skip: schema — none of 14 declared paths matches its 3 globs
//! rationale: standard because pinned payments; ambiguity 0.12
//! paths: 14 declared (SPEC, --path)
//! config: 3f9a8c…
//! <!-- /phase-pipeline:lock -->
//! ```
//!
//! A hand may add `included` to a surface, `raise:`, `path:`, a `skip:` that says `by-hand`, `waive:`, and `supersedes:` with the
//! digest of a lock that this one replaces.
//!
//! Printing and reading are inverse to each other. A block that cannot be read whole (a newer version, a damaged line, no end)
//! is never taken for less than it may have said: whoever reads it assumes everything.

pub mod decide;
mod hand;
mod held;
mod join;
pub mod proposal;
mod read;
pub mod rule;

use std::collections::BTreeMap;
use std::fmt::{self, Write as _};

use super::depth::Depth;
use super::escape::{escape, is_hidden};
use super::path::RepoPath;
pub use hand::ByHand;
pub use held::{Change, Held, compare};
pub use join::{Joined, Version, Waived, join, join_without};
pub use read::{Block, Digest, Fault, Foreign, Found, find};

/// The version of the grammar that this binary reads and writes.
pub const VERSION: u32 = 1;

/// Free text on one line: no line break, no invisible character, no run of blanks, and nothing that opens a comment, which
/// would hide the lines below it from every reader of Markdown.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Default)]
pub struct Remark(String);

impl Remark {
    /// Brings any text to one line.
    pub fn new(text: &str) -> Self {
        let words: Vec<&str> = text.split_whitespace().collect();
        let line = escape(&words.join(" "));
        Self(line.replace("<!--", "<! --"))
    }

    /// The text.
    pub fn as_str(&self) -> &str {
        &self.0
    }

    /// True where nothing is said.
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }
}

impl fmt::Display for Remark {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

/// A surface as it was locked.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct LockedSurface {
    /// True where it was pinned.
    pub pinned: bool,
    /// True where somebody included it by hand.
    pub included: bool,
    /// Its floor.
    pub floor: Option<Depth>,
    /// Its gates, in the order of the map.
    pub gates: Vec<String>,
    /// A path that made it active.
    pub by: Option<RepoPath>,
}

impl LockedSurface {
    /// Takes over what `other` holds beyond this.
    pub fn absorb(&mut self, other: &Self) {
        self.pinned |= other.pinned;
        self.included |= other.included;
        self.floor = self.floor.max(other.floor);
        for gate in &other.gates {
            if !self.gates.contains(gate) {
                self.gates.push(gate.clone());
            }
        }
        if self.by.is_none() {
            self.by.clone_from(&other.by);
        }
    }
}

/// A surface that was skipped.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Skip {
    /// True where somebody decided it, false where it follows from the paths.
    pub by_hand: bool,
    /// Why.
    pub reason: Remark,
}

/// What one block says.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Lock {
    /// The phase, as its folder spells it.
    pub phase: String,
    /// Active surfaces.
    pub surfaces: BTreeMap<String, LockedSurface>,
    /// Surfaces that are owed because what should answer did not.
    pub assumed: BTreeMap<String, LockedSurface>,
    /// The depth; none in a block that a hand has damaged.
    pub depth: Option<Depth>,
    /// Depths that somebody raised the phase to, and why.
    pub raised: BTreeMap<Depth, Remark>,
    /// Surfaces that are skipped.
    pub skips: BTreeMap<String, Skip>,
    /// Steps and gates whose absence is accepted, and why.
    pub waived: BTreeMap<String, Remark>,
    /// Digests of the blocks that this one replaces, and why.
    pub supersedes: BTreeMap<Digest, Remark>,
    /// Paths that were declared by hand.
    pub declared: Vec<RepoPath>,
    /// Why this depth.
    pub rationale: Remark,
    /// Which paths were looked at.
    pub paths: Remark,
    /// A digest of every setting that classification reads.
    pub config: Remark,
}

impl fmt::Display for Lock {
    /// The block in its canonical form, with a line end after every line.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(f, "<!-- phase-pipeline:lock v{VERSION} phase={} -->", encode(self.phase.as_bytes()))?;
        for (name, surface) in &self.surfaces {
            writeln!(f, "surface: {}", surface_line(name, surface))?;
        }
        if self.assumed.is_empty() {
            writeln!(f, "assumed: none")?;
        }
        for (name, surface) in &self.assumed {
            writeln!(f, "assumed: {}", surface_line(name, surface))?;
        }
        if let Some(depth) = self.depth {
            writeln!(f, "depth: {depth}")?;
        }
        for (depth, reason) in &self.raised {
            writeln!(f, "raise: {depth}{}", dashed(reason))?;
        }
        for (name, skip) in &self.skips {
            let by_hand = if skip.by_hand { " by-hand" } else { "" };
            writeln!(f, "skip: {}{by_hand}{}", encode(name.as_bytes()), dashed(&skip.reason))?;
        }
        for (step, reason) in &self.waived {
            writeln!(f, "waive: {}{}", encode(step.as_bytes()), dashed(reason))?;
        }
        for (digest, reason) in &self.supersedes {
            writeln!(f, "supersedes: {digest}{}", dashed(reason))?;
        }
        for path in &self.declared {
            writeln!(f, "path: {}", encode(path.as_bytes()))?;
        }
        for (key, text) in [("rationale", &self.rationale), ("paths", &self.paths), ("config", &self.config)] {
            if !text.is_empty() {
                writeln!(f, "{key}: {text}")?;
            }
        }
        writeln!(f, "<!-- /phase-pipeline:lock -->")
    }
}

fn surface_line(name: &str, surface: &LockedSurface) -> String {
    let mut words = vec![encode(name.as_bytes())];
    words.extend(surface.pinned.then(|| "pinned".to_owned()));
    words.extend(surface.included.then(|| "included".to_owned()));
    words.extend(surface.floor.map(|floor| format!("floor={floor}")));
    // Always there, so that a surface whose name is `none` is not read as the word.
    let gates: Vec<String> = surface.gates.iter().map(|gate| encode(gate.as_bytes())).collect();
    words.push(format!("gates={}", gates.join(",")));
    words.extend(surface.by.as_ref().map(|path| format!("by={}", encode(path.as_bytes()))));
    words.join(" ")
}

fn dashed(reason: &Remark) -> String {
    if reason.is_empty() { String::new() } else { format!(" — {reason}") }
}

/// A name or path as one word: what would end the word, what cannot be seen and what is no UTF-8 is written as `%` and two
/// digits; the empty name is a lone `%`.
fn encode(bytes: &[u8]) -> String {
    if bytes.is_empty() {
        return "%".to_owned();
    }
    let mut word = String::new();
    for chunk in bytes.utf8_chunks() {
        for c in chunk.valid().chars() {
            if is_hidden(c) || c.is_whitespace() || matches!(c, '%' | ',' | '<' | '>') {
                c.encode_utf8(&mut [0; 4]).bytes().for_each(|byte| push_encoded(&mut word, byte));
            } else {
                word.push(c);
            }
        }
        chunk.invalid().iter().for_each(|byte| push_encoded(&mut word, *byte));
    }
    word
}

fn push_encoded(word: &mut String, byte: u8) {
    // Writing to a String cannot fail.
    let _ = write!(word, "%{byte:02X}");
}

/// The bytes that a word stands for. A `%` without two digits stands for itself.
fn decode(word: &str) -> Vec<u8> {
    if word == "%" {
        return Vec::new();
    }
    let mut bytes = Vec::new();
    let mut rest = word.as_bytes();
    while let Some((first, after)) = rest.split_first() {
        rest = after;
        let digits = after.get(..2).and_then(|digits| std::str::from_utf8(digits).ok());
        let byte = digits
            .filter(|digits| *first == b'%' && digits.bytes().all(|digit| digit.is_ascii_hexdigit()))
            .and_then(|digits| u8::from_str_radix(digits, 16).ok());
        if byte.is_some() {
            rest = after.get(2..).unwrap_or_default();
        }
        bytes.push(byte.unwrap_or(*first));
    }
    bytes
}

#[cfg(test)]
mod tests;
