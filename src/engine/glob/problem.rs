//! What can be wrong with a glob.

/// Why a glob is refused. Every one of these compiles somewhere and matches nothing, or something else than it says.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum GlobProblem {
    /// An empty text.
    #[error("it is empty")]
    Empty,
    /// `/`, `./` or an empty choice.
    #[error("it names nothing below the folder")]
    Nothing,
    /// A blank at either end.
    #[error("it begins or ends with a blank")]
    Blank,
    /// `\`.
    #[error("`\\` is no separator and escapes nothing")]
    Backslash,
    /// `***`.
    #[error("`***` is no wildcard")]
    ThreeStars,
    /// `x**`, `**x`.
    #[error("`**` only means any folders where it is a whole segment")]
    StarsInName,
    /// `!(`, `@(`, `+(`, `?(`, `*(`.
    #[error("`{0}(` begins a pattern of some shells that globs here do not have")]
    Extglob(char),
    /// `!!`.
    #[error("`!` is written twice")]
    DoubleNegation,
    /// `:x` other than `:/x`.
    #[error("of the words that begin with `:` only `:/` (the root of the repository) is known")]
    Magic,
    /// `C:/x`, `~/x`.
    #[error("it is no path below the project")]
    Absolute,
    /// A `..` segment.
    #[error("`..` leads out of the folder")]
    Outside,
    /// A `{` without its `}`, or the other way round.
    #[error("`{0}` has no partner")]
    Unpaired(char),
    /// `{a}`.
    #[error("braces without a comma offer no choice")]
    NoChoice,
    /// A `/` in a character class.
    #[error("a `/` between brackets matches nothing")]
    SlashInClass,
    /// A character beyond ASCII in a class; classes match single bytes.
    #[error("brackets match one byte, and `{0}` has several")]
    WideClass(char),
    /// A range that runs backwards, or a class of an unknown name.
    #[error("`{0}` is no set of characters")]
    BadClass(String),
    /// `!app/[id]/**`: a name or a set of characters; what is subtracted must be clear.
    #[error("`{0}` may be a name or a set of characters, and what is subtracted must be clear")]
    UnclearClass(String),
    /// Choices within choices, too many or too deep.
    #[error("it stands for more than {0} patterns")]
    TooMany(usize),
    /// A text that is far longer than any path.
    #[error("it is longer than {0} bytes")]
    TooLong(usize),
}
