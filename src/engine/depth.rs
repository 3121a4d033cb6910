//! Depth: how hard the gates that cost cycles work, derived from what the pipeline itself has produced.
//!
//! Depth is a maximum: every reason may lift it and none lowers it. What has not been produced yet raises nothing and is
//! named; what should be readable and is not raises.

use serde::{Deserialize, Serialize};

use std::fmt;

use super::destructive::Hit;
use super::escape::escape;

/// How hard a phase's cycles work. `Deep` is the uniform pipeline.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub enum Depth {
    /// One pass.
    Shallow,
    /// The usual cycles.
    Standard,
    /// Everything.
    Deep,
}

impl Depth {
    /// Every depth, lowest first.
    pub const ALL: [Self; 3] = [Self::Shallow, Self::Standard, Self::Deep];

    /// The word used in every output, in config and in locks.
    pub fn word(self) -> &'static str {
        match self {
            Self::Shallow => "shallow",
            Self::Standard => "standard",
            Self::Deep => "deep",
        }
    }

    /// The depth of that word, exactly as written.
    pub fn parse(word: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|depth| depth.word() == word)
    }
}

impl fmt::Display for Depth {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.word())
    }
}

/// A number between 0 and 1, in millionths, so that `0.2` and `0.20` are equal and `0.2015` is above both.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Share(pub u32);

impl fmt::Display for Share {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let digits = format!("{:06}", self.0 % 1_000_000);
        let kept = digits.trim_end_matches('0').len().max(2);
        write!(f, "{}.{}", self.0 / 1_000_000, digits.get(..kept).unwrap_or(&digits))
    }
}

/// One input of the derivation. Its four states are never taken for one another.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Input<T> {
    /// It was read.
    Known(T),
    /// The step that produces it has not run: it raises nothing and is named.
    NotYet,
    /// It should be readable and is not, and why: it raises.
    Unknown(String),
    /// Nobody read it, because it could no longer raise. Where it still could, it counts as unknown.
    Unasked,
}

/// The name of an input.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum InputName {
    /// The longest chain of plans that depend on each other.
    Waves,
    /// How unclear the SPEC is.
    Ambiguity,
    /// How much changed.
    Diff,
    /// How many lines changed.
    Lines,
    /// Destructive operations.
    Destructive,
}

impl InputName {
    /// Every input, the cheapest to read first.
    pub const ALL: [Self; 5] = [Self::Waves, Self::Ambiguity, Self::Diff, Self::Lines, Self::Destructive];

    /// What it is called in every output.
    pub fn word(self) -> &'static str {
        match self {
            Self::Waves => "waves",
            Self::Ambiguity => "ambiguity",
            Self::Diff => "diff",
            Self::Lines => "lines",
            Self::Destructive => "destructive operations",
        }
    }

    /// The most that any value of the input raises to.
    pub fn most(self) -> Depth {
        match self {
            Self::Waves | Self::Ambiguity | Self::Destructive => Depth::Deep,
            Self::Diff | Self::Lines => Depth::Standard,
        }
    }

    /// What the input raises to when it should be readable and is not.
    fn when_unknown(self) -> Depth {
        match self {
            Self::Ambiguity => Depth::Deep,
            _ => Depth::Standard,
        }
    }
}

/// How unclear the SPEC says that it is.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Ambiguity {
    /// The score.
    pub score: Share,
    /// The dimensions that the SPEC flags as below their minimum.
    pub below_minimum: Vec<String>,
}

/// How much the phase's execute commits and the work tree changed.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Diff {
    /// Files.
    pub files: usize,
    /// Added and removed lines.
    pub lines: Input<usize>,
}

/// A pinned surface that is active or assumed.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Pin {
    /// The surface.
    pub surface: String,
    /// True where it is assumed.
    pub assumed: bool,
}

/// A depth below which a surface does not let the phase go.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Floor {
    /// The surface.
    pub surface: String,
    /// The lowest depth.
    pub depth: Depth,
    /// Where the floor comes from, e.g. `pinned` or `depth_floor`.
    pub why: String,
}

/// Why the uniform pipeline is owed, whatever the inputs say.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Uniform {
    /// The project has no surface map.
    NoMap,
    /// A lock cannot be read whole, and why.
    Lock(String),
}

/// Everything that depth is derived from.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct DepthInputs {
    /// The longest `depends_on` chain over live plans.
    pub waves: Input<usize>,
    /// What the SPEC says of its ambiguity.
    pub ambiguity: Input<Ambiguity>,
    /// How much changed.
    pub diff: Input<Diff>,
    /// Destructive operations in scope.
    pub destructive: Input<Vec<Hit>>,
    /// Pinned surfaces that are active or assumed.
    pub pins: Vec<Pin>,
    /// The floors of surfaces.
    pub floors: Vec<Floor>,
    /// The depth that locks hold.
    pub locked: Option<Depth>,
    /// The depth that somebody raised the phase to by hand.
    pub raised: Option<Depth>,
    /// What asks for the uniform pipeline.
    pub uniform: Vec<Uniform>,
}

impl DepthInputs {
    /// Nothing has been produced yet.
    pub fn nothing_yet() -> Self {
        Self {
            waves: Input::NotYet,
            ambiguity: Input::NotYet,
            diff: Input::NotYet,
            destructive: Input::NotYet,
            pins: Vec::new(),
            floors: Vec::new(),
            locked: None,
            raised: None,
            uniform: Vec::new(),
        }
    }
}

/// Where the inputs begin to raise.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Limits {
    /// Deep from this many waves on.
    pub many_waves: usize,
    /// The diff is large above this many files.
    pub large_files: usize,
    /// The diff is large above this many lines.
    pub large_lines: usize,
    /// Ambiguity is high above this score.
    ///
    /// Source: GSD's spec-phase workflow, whose gate is `≤ 0.20`.
    pub ambiguity: Share,
}

impl Default for Limits {
    fn default() -> Self {
        Self { many_waves: 4, large_files: 25, large_lines: 800, ambiguity: Share(200_000) }
    }
}

/// One thing that raises depth.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Reason {
    /// The uniform pipeline is owed.
    Uniform(Uniform),
    /// Destructive operations are in scope: the first, and how many there are.
    Destructive(Box<Hit>, usize),
    /// There are many waves: how many, and from how many on they are many.
    ManyWaves(usize, usize),
    /// The score is above the limit.
    Ambiguous(Share, Share),
    /// The SPEC flags these dimensions.
    BelowMinimum(Vec<String>),
    /// There is more than one wave.
    Waves(usize),
    /// A pinned surface is active or assumed.
    Pinned(Pin),
    /// More files changed than the limit.
    ManyFiles(usize, usize),
    /// More lines changed than the limit.
    ManyLines(usize, usize),
    /// An input should be readable and is not, and why.
    Unknown(InputName, String),
    /// Nobody read an input that could still raise.
    Unread(InputName),
    /// A surface's floor.
    Floor(Floor),
    /// A lock holds this depth.
    Locked(Depth),
    /// Somebody raised the phase by hand.
    ByHand(Depth),
}

impl Reason {
    /// The depth that this reason alone asks for.
    pub fn raises_to(&self) -> Depth {
        match self {
            Self::Uniform(_)
            | Self::Destructive(..)
            | Self::ManyWaves(..)
            | Self::Ambiguous(..)
            | Self::BelowMinimum(_) => Depth::Deep,
            Self::Waves(_) | Self::Pinned(_) | Self::ManyFiles(..) | Self::ManyLines(..) => Depth::Standard,
            Self::Unknown(input, _) | Self::Unread(input) => input.when_unknown(),
            Self::Floor(floor) => floor.depth,
            Self::Locked(depth) | Self::ByHand(depth) => *depth,
        }
    }

    /// The input whose value it speaks of.
    fn input(&self) -> Option<InputName> {
        match self {
            Self::Destructive(..) => Some(InputName::Destructive),
            Self::ManyWaves(..) | Self::Waves(_) => Some(InputName::Waves),
            Self::Ambiguous(..) | Self::BelowMinimum(_) => Some(InputName::Ambiguity),
            Self::ManyFiles(..) | Self::ManyLines(..) => Some(InputName::Diff),
            _ => None,
        }
    }
}

impl fmt::Display for Reason {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Uniform(Uniform::NoMap) => f.write_str("no surface map"),
            Self::Uniform(Uniform::Lock(why)) => write!(f, "a lock that cannot be read whole: {}", escape(why)),
            Self::Destructive(hit, 1) => write!(f, "destructive: {hit}"),
            Self::Destructive(hit, count) => write!(f, "destructive: {hit}, and {} more", count.saturating_sub(1)),
            Self::ManyWaves(waves, many) => write!(f, "{waves} waves, {many} are many"),
            Self::Ambiguous(score, limit) => write!(f, "ambiguity {score}, above {limit}"),
            Self::BelowMinimum(dimensions) => {
                write!(f, "ambiguity: below minimum in {}", escape(&dimensions.join(", ")))
            }
            Self::Waves(waves) => write!(f, "{waves} waves"),
            Self::Pinned(Pin { surface, assumed: false }) => write!(f, "pinned {}", escape(surface)),
            Self::Pinned(Pin { surface, assumed: true }) => write!(f, "pinned {}, assumed", escape(surface)),
            Self::ManyFiles(files, limit) => write!(f, "diff of {files} files, above {limit}"),
            Self::ManyLines(lines, limit) => write!(f, "diff of {lines} lines, above {limit}"),
            Self::Unknown(input, why) => write!(f, "{} unknown: {}", input.word(), escape(why)),
            Self::Unread(input) => write!(f, "{} not read", input.word()),
            Self::Floor(floor) => write!(f, "floor of {}: {}", escape(&floor.surface), escape(&floor.why)),
            Self::Locked(depth) => write!(f, "locked {depth}"),
            Self::ByHand(depth) => write!(f, "raised to {depth} by hand"),
        }
    }
}

/// The depth and all that it follows from.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct DepthDecision {
    /// The depth.
    pub depth: Depth,
    /// Everything that raises above shallow, the strongest first.
    pub reasons: Vec<Reason>,
    /// The inputs whose step has not run.
    pub not_yet: Vec<InputName>,
    /// Inputs that were read and raise nothing, in words: `ambiguity 0.12`.
    pub calm: Vec<String>,
}

impl DepthDecision {
    /// One line that says why: `standard because pinned payments; ambiguity 0.12; waves not yet`.
    pub fn rationale(&self) -> String {
        let strongest: Vec<String> =
            self.reasons.iter().filter(|reason| reason.raises_to() == self.depth).map(ToString::to_string).collect();
        let because = if strongest.is_empty() { "nothing raises it".to_owned() } else { strongest.join(", ") };
        let weaker = self.reasons.iter().filter(|reason| reason.raises_to() < self.depth).map(ToString::to_string);
        let not_yet = self.not_yet.iter().map(|input| format!("{} not yet", input.word()));
        let rest: Vec<String> = weaker.chain(self.calm.iter().cloned()).chain(not_yet).collect();
        let head = format!("{} because {because}", self.depth);
        std::iter::once(head).chain(rest).collect::<Vec<_>>().join("; ")
    }
}

/// Derives the depth of a phase.
pub fn derive(inputs: &DepthInputs, limits: &Limits) -> DepthDecision {
    let mut reasons = read_reasons(inputs, limits);
    reasons.extend(open(inputs, so_far(&reasons)).into_iter().map(Reason::Unread));
    reasons.retain(|reason| reason.raises_to() > Depth::Shallow);
    // Stable: reasons of one strength keep the order of the inputs.
    reasons.sort_by_key(|reason| std::cmp::Reverse(reason.raises_to()));
    let depth = so_far(&reasons);
    let calm = calm(inputs, &reasons);
    let not_yet =
        states(inputs).into_iter().filter(|(_, state)| *state == State::NotYet).map(|(input, _)| input).collect();
    DepthDecision { depth, reasons, not_yet, calm }
}

/// The inputs that nobody has read and that could still raise, the cheapest first. Reading stops when there are none.
pub fn can_still_raise(inputs: &DepthInputs, limits: &Limits) -> Vec<InputName> {
    open(inputs, so_far(&read_reasons(inputs, limits)))
}

fn open(inputs: &DepthInputs, so_far: Depth) -> Vec<InputName> {
    states(inputs)
        .into_iter()
        .filter(|(input, state)| *state == State::Unasked && input.most() > so_far)
        .map(|(input, _)| input)
        .collect()
}

fn so_far(reasons: &[Reason]) -> Depth {
    reasons.iter().map(Reason::raises_to).max().unwrap_or(Depth::Shallow)
}

/// What an input says, without its value.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum State {
    Known,
    NotYet,
    Unknown,
    Unasked,
}

impl<T> Input<T> {
    fn state(&self) -> State {
        match self {
            Self::Known(_) => State::Known,
            Self::NotYet => State::NotYet,
            Self::Unknown(_) => State::Unknown,
            Self::Unasked => State::Unasked,
        }
    }
}

fn states(inputs: &DepthInputs) -> Vec<(InputName, State)> {
    let mut states = vec![
        (InputName::Waves, inputs.waves.state()),
        (InputName::Ambiguity, inputs.ambiguity.state()),
        (InputName::Diff, inputs.diff.state()),
    ];
    if let Input::Known(diff) = &inputs.diff {
        states.push((InputName::Lines, diff.lines.state()));
    }
    states.push((InputName::Destructive, inputs.destructive.state()));
    states
}

/// Every reason that what was read gives, in the order of the inputs.
fn read_reasons(inputs: &DepthInputs, limits: &Limits) -> Vec<Reason> {
    let mut reasons: Vec<Reason> = inputs.uniform.iter().cloned().map(Reason::Uniform).collect();
    let unknown = |input: InputName, why: &String| Reason::Unknown(input, why.clone());
    match &inputs.destructive {
        Input::Known(hits) => {
            let first = hits.first().map(|first| Reason::Destructive(Box::new(first.clone()), hits.len()));
            reasons.extend(first);
        }
        Input::Unknown(why) => reasons.push(unknown(InputName::Destructive, why)),
        Input::NotYet | Input::Unasked => {}
    }
    match &inputs.waves {
        Input::Known(waves) if *waves >= limits.many_waves => {
            reasons.push(Reason::ManyWaves(*waves, limits.many_waves));
        }
        Input::Known(waves) if *waves > 1 => reasons.push(Reason::Waves(*waves)),
        Input::Unknown(why) => reasons.push(unknown(InputName::Waves, why)),
        Input::Known(_) | Input::NotYet | Input::Unasked => {}
    }
    match &inputs.ambiguity {
        Input::Known(ambiguity) => {
            if ambiguity.score > limits.ambiguity {
                reasons.push(Reason::Ambiguous(ambiguity.score, limits.ambiguity));
            }
            if !ambiguity.below_minimum.is_empty() {
                reasons.push(Reason::BelowMinimum(ambiguity.below_minimum.clone()));
            }
        }
        Input::Unknown(why) => reasons.push(unknown(InputName::Ambiguity, why)),
        Input::NotYet | Input::Unasked => {}
    }
    reasons.extend(inputs.pins.iter().cloned().map(Reason::Pinned));
    match &inputs.diff {
        Input::Known(diff) => {
            if diff.files > limits.large_files {
                reasons.push(Reason::ManyFiles(diff.files, limits.large_files));
            }
            match &diff.lines {
                Input::Known(lines) if *lines > limits.large_lines => {
                    reasons.push(Reason::ManyLines(*lines, limits.large_lines));
                }
                Input::Unknown(why) => reasons.push(unknown(InputName::Lines, why)),
                Input::Known(_) | Input::NotYet | Input::Unasked => {}
            }
        }
        Input::Unknown(why) => reasons.push(unknown(InputName::Diff, why)),
        Input::NotYet | Input::Unasked => {}
    }
    reasons.extend(inputs.floors.iter().cloned().map(Reason::Floor));
    reasons.extend(inputs.locked.map(Reason::Locked));
    reasons.extend(inputs.raised.map(Reason::ByHand));
    reasons
}

/// What was read and raises nothing, in words.
fn calm(inputs: &DepthInputs, reasons: &[Reason]) -> Vec<String> {
    let speaks = |input: InputName| reasons.iter().any(|reason| reason.input() == Some(input));
    let mut calm = Vec::new();
    if let (Input::Known(waves), false) = (&inputs.waves, speaks(InputName::Waves)) {
        calm.push(counted(*waves, "wave"));
    }
    if let (Input::Known(ambiguity), false) = (&inputs.ambiguity, speaks(InputName::Ambiguity)) {
        calm.push(format!("ambiguity {}", ambiguity.score));
    }
    if let (Input::Known(diff), false) = (&inputs.diff, speaks(InputName::Diff)) {
        let lines = match &diff.lines {
            Input::Known(lines) => format!(", {}", counted(*lines, "line")),
            _ => String::new(),
        };
        calm.push(format!("diff of {}{lines}", counted(diff.files, "file")));
    }
    if let (Input::Known(_), false) = (&inputs.destructive, speaks(InputName::Destructive)) {
        calm.push("nothing destructive".to_owned());
    }
    calm
}

fn counted(count: usize, what: &str) -> String {
    format!("{count} {what}{}", if count == 1 { "" } else { "s" })
}

#[cfg(test)]
mod tests;
