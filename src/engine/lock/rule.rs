//! Why a lock is not written: every rule, in the order in which they are asked.

use super::super::escape::escape;
use super::super::failure::Failure;
use super::super::table::{Table, TableRow};

/// A rule that a lock, or a waiver in it, must keep.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Rule {
    /// There is nothing to classify by.
    NoMap,
    /// The phase is over and put away.
    Archived,
    /// The phase was begun before there was a map.
    OfBefore,
    /// There is no folder that could hold a lock.
    NoFolder,
    /// Git, or a recovery, is in the middle of something.
    Operation,
    /// The history of the phase is cut off.
    Shallow,
    /// A lock of a later version of this tool.
    Newer,
    /// More than one lock of the phase.
    Several,
    /// A lock that cannot be read whole.
    Damaged,
    /// A decision without a reason.
    NoReason,
    /// A name that the map does not have.
    NoSurface,
    /// A pinned surface is never skipped.
    SkipPinned,
    /// What a lock holds is not skipped.
    SkipLocked,
    /// What the phase touches is not skipped.
    SkipActive,
    /// Nothing is lowered once the phase executes.
    Executing,
    /// There is no committed lock to replace.
    NothingToReplace,
    /// A depth below the one that holds.
    Lowers,
    /// A path that names no place.
    Path,
    /// Nothing says yet what the phase touches.
    TooEarly,
    /// No step and no gate of that name.
    NoStep,
    /// Work itself cannot be waived.
    NotWaivable,
    /// A gate of a pinned surface.
    GatePinned,
    /// Nothing is owed that could be waived.
    NotOwed,
    /// There is no lock that a waiver could stand in.
    NotLocked,
    /// Git would not tell when the waiver ends.
    NotKept,
    /// The same words were said before, and have lapsed.
    SaidBefore,
    /// The document is no file that can be written.
    Document,
    /// No place in the document where a lock would count.
    NoPlace,
    /// The document holds other uncommitted changes.
    Dirty,
    /// The repository moves.
    Moved,
}

/// One row of the table.
#[derive(Debug, Clone, Copy)]
pub struct RuleRow {
    /// The rule.
    pub rule: Rule,
    /// Its id, `lock/<rule>`.
    pub id: &'static str,
    /// What is refused, in a line.
    pub meaning: &'static str,
    /// What helps.
    pub remedy: &'static str,
}

const fn row(rule: Rule, id: &'static str, meaning: &'static str, remedy: &'static str) -> RuleRow {
    RuleRow { rule, id, meaning, remedy }
}

/// Every rule. Where several are broken, the first in this table is told.
pub const RULES: &[RuleRow; 30] = &[
    row(
        Rule::NoMap,
        "lock/no-map",
        "the project has no surface map, so there is nothing to lock",
        "add `surfaces` to .planning/config.json; until then every phase is deep",
    ),
    row(
        Rule::Archived,
        "lock/archived",
        "the phase lies in an archive",
        "an archived phase is complete: nothing is asked of it any more",
    ),
    row(
        Rule::OfBefore,
        "lock/of-before",
        "the phase was begun before the project had a surface map",
        "it owes no lock, and one would decide nothing",
    ),
    row(
        Rule::NoFolder,
        "lock/no-folder",
        "the phase has no folder that a lock could stand in",
        "begin the phase: its first artifact makes the folder",
    ),
    row(
        Rule::Operation,
        "lock/operation",
        "git, or a recovery, is in the middle of something",
        "finish that, or give it up, and run this again",
    ),
    row(
        Rule::Shallow,
        "lock/shallow",
        "the history of the phase is cut off, so what its commits and earlier locks ask for is unknown",
        "complete the history first, as it is said there, then run this again",
    ),
    row(
        Rule::Newer,
        "lock/newer",
        "a lock of the phase was written by a newer version of this tool",
        "install that version; this one cannot tell what would be lost",
    ),
    row(
        Rule::Several,
        "lock/several",
        "the phase has more than one lock",
        "remove all but the one that is to stay and commit that; what was committed in the others still holds",
    ),
    row(
        Rule::Damaged,
        "lock/damaged",
        "the lock of the phase cannot be read whole",
        "mend or remove that line and commit it; a mistaken lock is replaced with --relock --reason before the phase executes",
    ),
    row(
        Rule::NoReason,
        "lock/no-reason",
        "a skip, a replacement or a waiver without a reason",
        "say why: --reason TEXT",
    ),
    row(
        Rule::NoSurface,
        "lock/no-surface",
        "the map has no surface of that name",
        "`phase-pipeline classify PHASE` lists the surfaces",
    ),
    row(
        Rule::SkipPinned,
        "lock/skip-pinned",
        "a pinned surface is skipped by no one",
        "declare what the phase touches (--path): a surface that no path matches is skipped by itself",
    ),
    row(
        Rule::SkipLocked,
        "lock/skip-locked",
        "a surface is skipped before the phase is locked, not after",
        "a mistaken lock is replaced with --relock --reason, before the phase executes",
    ),
    row(
        Rule::SkipActive,
        "lock/skip-active",
        "the phase touches the surface",
        "take the path out of the SPEC or the plan that declares it, if the phase does not touch it",
    ),
    row(
        Rule::Executing,
        "lock/executing",
        "the phase has begun to execute, and nothing is lowered from then on",
        "--lock records what is asked for beyond the lock; a gate that does not apply is waived: `phase-pipeline waive`",
    ),
    row(
        Rule::NothingToReplace,
        "lock/nothing-to-replace",
        "no committed lock is there to be replaced",
        "--lock writes one",
    ),
    row(
        Rule::Lowers,
        "lock/lowers",
        "a depth is raised by hand, never lowered",
        "leave --raise out; what raised the depth is told by `phase-pipeline classify PHASE`",
    ),
    row(
        Rule::Path,
        "lock/path",
        "a path that names no file and no folder of this repository",
        "name files, or folders that are there, relative to the folder that holds .planning",
    ),
    row(
        Rule::TooEarly,
        "lock/too-early",
        "nothing says yet what the phase touches: there is no SPEC, no CONTEXT and no plan",
        "write the SPEC first, or declare the paths: --path",
    ),
    row(
        Rule::NoStep,
        "lock/no-step",
        "there is no step and no owed gate of that name",
        "`phase-pipeline steps PHASE` lists them",
    ),
    row(
        Rule::NotWaivable,
        "lock/not-waivable",
        "locking, planning, executing and shipping cannot be waived",
        "take the step; or leave the phase as it is",
    ),
    row(
        Rule::GatePinned,
        "lock/gate-pinned",
        "a gate of a pinned surface is waived by no one",
        "take the gate; whether the surface is to be pinned is decided in .planning/config.json",
    ),
    row(Rule::NotOwed, "lock/not-owed", "nothing is owed there that could be waived", "nothing need be done"),
    row(
        Rule::NotLocked,
        "lock/not-locked",
        "a waiver stands in the lock, and the phase has none",
        "lock it first: `phase-pipeline classify PHASE --lock`",
    ),
    row(
        Rule::NotKept,
        "lock/not-kept",
        "git does not hold the planning folder, so nobody could tell when a waiver ends",
        "commit the planning folder, or write the artifact",
    ),
    row(
        Rule::SaidBefore,
        "lock/said-before",
        "the step was waived in these words before, and that has lapsed",
        "say anew why the absence is accepted, after what was executed since",
    ),
    row(
        Rule::Document,
        "lock/document",
        "the document that holds the lock is a link, is gone, or is no text",
        "put a plain text file in its place and commit it",
    ),
    row(
        Rule::NoPlace,
        "lock/no-place",
        "the document has no place where a lock would count: code or a comment is open to its end",
        "close it and commit that",
    ),
    row(
        Rule::Dirty,
        "lock/dirty",
        "the document holds uncommitted changes beside the lock",
        "commit or drop them first: a lock is committed alone",
    ),
    row(
        Rule::Moved,
        "lock/moved",
        "the repository changed while it was read",
        "run it again when nothing else is at work",
    ),
];

impl Rule {
    /// Its row.
    pub fn row(self) -> &'static RuleRow {
        // Every rule has a row (a test says so).
        RULES.iter().find(|row| row.rule == self).unwrap_or(&RULES[0])
    }
}

/// A rule that is broken, and by what.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Refusal {
    /// The rule.
    pub rule: Rule,
    /// What breaks it, in words; not escaped.
    pub what: String,
    /// What helps in this case, beyond the rule's own remedy; not escaped.
    pub help: Option<String>,
}

impl Refusal {
    /// The rule is broken by this.
    pub fn new(rule: Rule, what: impl Into<String>) -> Self {
        Self { rule, what: what.into(), help: None }
    }

    /// The rule is broken, and there is no more to say than it does.
    pub fn plain(rule: Rule) -> Self {
        Self::new(rule, rule.row().meaning)
    }

    /// The same with something that helps.
    #[must_use]
    pub fn help(mut self, help: impl Into<String>) -> Self {
        self.help = Some(help.into());
        self
    }
}

impl From<Refusal> for Failure {
    fn from(refusal: Refusal) -> Self {
        let row = refusal.rule.row();
        let failure = Self::usage(row.id, format!("{}: {}", row.id, escape(&refusal.what)));
        let failure = refusal.help.iter().fold(failure, |failure, help| failure.remedy(escape(help)));
        failure.remedy(row.remedy)
    }
}

/// The table as a reader sees it.
pub fn table() -> Table {
    let rows = RULES.iter().map(|row| {
        let id = row.id.split_once('/').map_or(row.id, |(_, id)| id);
        TableRow::new(id, [row.meaning.to_owned(), row.remedy.to_owned()])
    });
    Table {
        id: "lock",
        title: "Why a lock is not written",
        intro: "`classify --lock`, `classify --relock` and `waive` write into a document that people work on, and what they \
                write holds from then on. Each of these refusals changes nothing and exits with 2; where several rules are \
                broken, the first in this table is told.",
        columns: &["refused", "what helps"],
        rows: rows.collect(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_rule_has_one_row_in_the_order_of_the_rules() {
        for (at, row) in RULES.iter().enumerate() {
            assert_eq!(row.rule as usize, at, "{}", row.id);
            assert_eq!(row.rule.row().id, row.id);
            let (table, id) = row.id.split_once('/').unwrap();
            assert!(table == "lock" && id.chars().all(|c| c.is_ascii_lowercase() || c == '-'), "{}", row.id);
            assert!(!row.remedy.is_empty() && !row.meaning.ends_with('.'), "{}", row.id);
        }
        assert_eq!(Rule::Moved as usize, RULES.len() - 1, "the last rule has the last row");
    }

    #[test]
    fn a_refusal_names_its_rule_and_hides_nothing_that_a_terminal_acts_on() {
        let failure = Failure::from(Refusal::new(Rule::NoSurface, "\u{1b}[2J").help("did you mean \u{202e}ui?"));
        assert_eq!((failure.id, failure.outcome.code()), ("lock/no-surface", 2));
        assert!(failure.message.starts_with("lock/no-surface: "), "{}", failure.message);
        assert_eq!(failure.remedies.len(), 2);
        let all = format!("{}{}", failure.message, failure.remedies.join(""));
        assert!(!all.contains(['\u{1b}', '\u{202e}']), "{all:?}");
    }
}
