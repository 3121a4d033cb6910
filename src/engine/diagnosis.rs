//! What uncommitted work means, for every methodology: rows by what is dirty, read before any routing, and the interruption
//! that is put together from what each part of the work tree comes to.

use serde::{Deserialize, Serialize};

use super::evidence::Tracked;
use super::exit::Outcome;
use super::object::Oid;
use super::path::RepoPath;
use super::recovery::{Announced, PathState, Token};
use super::report::{Decision, Interruption, LeftFile, Measure};
use super::row::Cond::{All, Always, Is};
use super::row::{Case, Dimension, Row, Situation, Values, walk};
use super::table::Table;

/// One dimension of what is dirty.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Dirt {
    /// A merge, rebase, cherry-pick, revert or bisect that is not finished.
    Operation,
    /// A recovery that was begun and neither finished nor undone.
    Recovery,
    /// Source that counts for what is asked about.
    Source,
    /// An artifact of it that git does not hold as it stands on disk.
    Artifact,
    /// The files in which the methodology keeps its books, where they speak of it.
    Ledger,
    /// Execution: begun, and something is left to execute.
    Waves,
}

/// A value of every dimension: clean.
pub const CLEAN: Values = Values::of(0);
/// A value of every dimension: dirty.
pub const DIRTY: Values = Values::of(1);

/// The value of a dimension.
pub const fn dirt(is_dirty: bool) -> Values {
    if is_dirty { DIRTY } else { CLEAN }
}

impl Dimension for Dirt {
    fn all() -> Vec<Self> {
        vec![Self::Operation, Self::Recovery, Self::Source, Self::Artifact, Self::Ledger, Self::Waves]
    }

    fn name(self) -> &'static str {
        match self {
            Self::Operation => "a git operation",
            Self::Recovery => "a recovery",
            Self::Source => "source of the phase",
            Self::Artifact => "an artifact of the phase",
            Self::Ledger => "what the ledgers say of the phase",
            Self::Waves => "execution",
        }
    }

    fn values(self) -> &'static [&'static str] {
        match self {
            Self::Operation | Self::Recovery => &["finished", "in progress"],
            Self::Source | Self::Artifact | Self::Ledger => &["committed", "uncommitted"],
            Self::Waves => &["not begun or over", "between waves"],
        }
    }
}

/// What a row announces.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Recovery {
    /// Nothing is dirty.
    Nothing,
    /// The operation comes first.
    FinishOperation,
    /// The recovery that was begun comes first.
    FinishRecovery,
    /// Source, then each artifact.
    SettleBoth,
    /// Source alone.
    SettleSource,
    /// Each artifact has a verdict of its own.
    SettleArtifacts,
    /// The ledgers are checked against git.
    SettleLedgers,
}

impl Recovery {
    /// The recovery in words.
    pub fn words(self) -> &'static str {
        match self {
            Self::Nothing => "nothing to recover",
            Self::FinishOperation => "finish or abort the operation first",
            Self::FinishRecovery => "finish or undo the recovery first",
            Self::SettleBoth => "the source first, then each artifact by itself; never one commit for both",
            Self::SettleSource => {
                "all inside one task of a plan: finish and commit it as that plan; else put it into a stash, resume, look at \
                 the stash after"
            }
            Self::SettleArtifacts => "commit what is finished, remove or restore what was cut short, look at the rest",
            Self::SettleLedgers => "what git does not deny is committed as it is; else it is repaired or discarded",
        }
    }

    /// True when the pipeline stops for it.
    pub fn stops(self) -> bool {
        self != Self::Nothing
    }

    /// True where source is settled.
    pub fn settles_source(self) -> bool {
        matches!(self, Self::SettleBoth | Self::SettleSource)
    }

    /// True where artifacts are settled.
    pub fn settles_artifacts(self) -> bool {
        matches!(self, Self::SettleBoth | Self::SettleArtifacts)
    }

    /// True where the ledgers are settled: by their own row, and last beside another one.
    pub fn settles_ledgers(self) -> bool {
        matches!(self, Self::SettleBoth | Self::SettleSource | Self::SettleArtifacts | Self::SettleLedgers)
    }
}

const fn announce(recovery: Recovery) -> Case<Dirt, Recovery> {
    Case { when: Always, target: recovery }
}

/// Every row, in order.
pub const RECOVERY: &[Row<Dirt, Recovery>] = &[
    Row {
        id: "operation",
        when: Is(Dirt::Operation, DIRTY),
        then: &[announce(Recovery::FinishOperation)],
        tells: &[Dirt::Operation],
        doc: "While git is in the middle of an operation, HEAD and index mean something else than the work tree shows.",
    },
    Row {
        id: "unfinished",
        when: Is(Dirt::Recovery, DIRTY),
        then: &[announce(Recovery::FinishRecovery)],
        tells: &[Dirt::Recovery],
        doc: "A recovery was cut off: part of what it announced is done, and its journal knows which part.",
    },
    Row {
        id: "both",
        when: All(&[Is(Dirt::Source, DIRTY), Is(Dirt::Artifact, DIRTY)]),
        then: &[announce(Recovery::SettleBoth)],
        tells: &[Dirt::Source, Dirt::Artifact],
        doc: "Execution was cut off in the middle of a task, and an artifact was left beside it. What the artifact says rests \
              on the source, so the source is settled first.",
    },
    Row {
        id: "source",
        when: Is(Dirt::Source, DIRTY),
        then: &[announce(Recovery::SettleSource)],
        tells: &[Dirt::Source],
        doc: "Execution was cut off in the middle of a task: source that counts for the phase has no commit.",
    },
    Row {
        id: "artifact",
        when: Is(Dirt::Artifact, DIRTY),
        then: &[announce(Recovery::SettleArtifacts)],
        tells: &[Dirt::Artifact],
        doc: "A step began to write and never committed: the file may be whole or cut short, and a route that ignored it \
              would write over it.",
    },
    Row {
        id: "state",
        when: Is(Dirt::Ledger, DIRTY),
        then: &[announce(Recovery::SettleLedgers)],
        tells: &[Dirt::Ledger],
        doc: "Nothing but the files in which the methodology keeps its books is uncommitted, and what changed speaks of what is asked about: a step was writing its end.",
    },
    Row {
        id: "clean-waves",
        when: Is(Dirt::Waves, DIRTY),
        then: &[announce(Recovery::Nothing)],
        tells: &[],
        doc: "Nothing that belongs to this phase is uncommitted, and execution ended between two plans: a clean stop.",
    },
    Row {
        id: "clean",
        when: Always,
        then: &[announce(Recovery::Nothing)],
        tells: &[],
        doc: "Nothing that belongs to this phase is uncommitted.",
    },
];

/// The table as a reader sees it.
pub fn table() -> Table {
    Table::of_decisions(
        "recovery",
        "Recovery rows",
        "What uncommitted work means, read before any routing: top-down, the first row that matches wins.",
        RECOVERY,
        |target| target.words().to_owned(),
    )
}

/// Something that is in the middle of being done.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Underway {
    /// What it is called.
    pub word: String,
    /// The commands that end it.
    pub remedy: String,
    /// True where HEAD stands elsewhere meanwhile and may hold less than it did before.
    pub moves_head: bool,
    /// The files that it left in conflict, whosever they are: it cannot go on before they are settled.
    pub conflicts: Vec<RepoPath>,
}

/// What git, or a recovery, is in the middle of.
#[derive(Debug, Clone, Copy, Default)]
pub struct InProgress<'a> {
    /// An operation of git.
    pub operation: Option<&'a Underway>,
    /// A recovery.
    pub recovery: Option<&'a Underway>,
}

/// One part of what is uncommitted: what the decision line says of it, its files, and what is to be done.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Part {
    /// What the decision line says.
    pub told: String,
    /// The files.
    pub files: Vec<LeftFile>,
    /// What is to be done, in order.
    pub measures: Vec<Measure>,
}

/// What is uncommitted, part by part; none where a part is clean.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Left {
    /// Source.
    pub source: Option<Part>,
    /// Artifacts.
    pub artifacts: Option<Part>,
    /// Ledgers.
    pub ledgers: Option<Part>,
    /// True where execution stopped between two of its units.
    pub between_waves: bool,
    /// True where the project wants a person for every recovery.
    pub always_a_person: bool,
}

/// What a diagnosis comes to.
#[derive(Debug, Clone)]
pub struct Diagnosed {
    /// The row, `recovery/<row>`.
    pub row: String,
    /// What the row announces.
    pub recovery: Recovery,
    /// What stops the pipeline, and what the decision line says of it.
    pub stop: Option<(Interruption, String)>,
}

/// Finds the row, and puts together what stops the pipeline. `id` is what was asked about, as its token has it.
pub fn diagnose(id: &str, in_progress: InProgress<'_>, left: Left) -> Diagnosed {
    let situation = Situation::anything()
        .with(Dirt::Operation, dirt(in_progress.operation.is_some()))
        .with(Dirt::Recovery, dirt(in_progress.recovery.is_some()))
        .with(Dirt::Source, dirt(left.source.is_some()))
        .with(Dirt::Artifact, dirt(left.artifacts.is_some()))
        .with(Dirt::Ledger, dirt(left.ledgers.is_some()))
        .with(Dirt::Waves, dirt(left.between_waves));
    // The last row takes everything, so one is found.
    let found = walk(RECOVERY, &situation).into_iter().next();
    let (row, recovery) = found.map_or(("clean", Recovery::Nothing), |found| (found.row, found.target));
    let row = format!("recovery/{row}");
    if !recovery.stops() {
        return Diagnosed { row, recovery, stop: None };
    }
    let (mut files, mut measures, mut told) = (Vec::new(), Vec::new(), Vec::new());
    let first = match recovery {
        Recovery::FinishOperation => in_progress.operation,
        Recovery::FinishRecovery => in_progress.recovery,
        _ => None,
    };
    if let Some(underway) = first {
        told.push(format!("a {} is in progress", underway.word));
        measures.push(Measure::by_hand(underway.remedy.clone()));
        files.extend(underway.conflicts.iter().map(in_conflict));
    }
    if let Some(source) = left.source.filter(|_| recovery.settles_source()) {
        told.push(source.told);
        files.extend(source.files);
        measures.extend(source.measures);
    }
    // Even where something else comes first, a reader sees which artifacts were left.
    if let Some(artifacts) = left.artifacts {
        if recovery.settles_artifacts() {
            told.push(artifacts.told);
            measures.extend(artifacts.measures);
        }
        let is_told = |file: &LeftFile| first.is_some_and(|underway| underway.conflicts.contains(&file.path));
        files.extend(artifacts.files.into_iter().filter(|file| !is_told(file)));
    }
    if let Some(ledgers) = left.ledgers.filter(|_| recovery.settles_ledgers()) {
        if recovery == Recovery::SettleLedgers {
            told.push(ledgers.told);
        }
        files.extend(ledgers.files);
        measures.extend(ledgers.measures);
    }
    let paths: Vec<RepoPath> = files.iter().map(|file| file.path.clone()).collect();
    // While git is in the middle of something, what the files hold is nobody's answer yet.
    let ack = (recovery != Recovery::FinishOperation).then(|| Token::of_paths(id, &row, &paths));
    let needs_a_person = left.always_a_person || measures.iter().any(|measure| measure.action.needs_a_person());
    let interruption = Interruption { row: row.clone(), files, recovery: measures, ack, token: None, needs_a_person };
    Diagnosed { row, recovery, stop: Some((interruption, told.join("; "))) }
}

fn in_conflict(path: &RepoPath) -> LeftFile {
    LeftFile {
        path: path.clone(),
        tracked: Tracked::Conflicted,
        content: String::new(),
        verdict: "to be settled first".to_owned(),
    }
}

/// How many files a decision line names.
const FEW: usize = 5;

/// Files on the decision line.
pub fn listed(files: &[LeftFile]) -> String {
    let mut told: Vec<String> =
        files.iter().take(FEW).map(|file| format!("{} {}", file.path, file.tracked.word())).collect();
    if files.len() > FEW {
        told.push(format!("{} more", files.len() - FEW));
    }
    told.join(", ")
}

/// Stops a decision for what was left, unless somebody said that exactly these files are known.
pub fn interrupt(
    decision: &mut Decision,
    stop: Option<(Interruption, String)>,
    ack: Option<&str>,
) -> Option<Interruption> {
    let Some((interruption, summary)) = stop else {
        decision.notes.extend(ack.map(|_| "nothing is uncommitted that needs to be acknowledged".to_owned()));
        return None;
    };
    let own = interruption.ack.as_ref();
    if ack.is_some_and(|ack| own.is_some_and(|own| own.is(ack))) {
        decision.notes.push(format!("known and left as it is ({}): {summary}", interruption.row));
        return None;
    }
    if ack.is_some() {
        let why = match own {
            Some(_) => "the acknowledgement is of other files than those that are uncommitted now",
            None => "an operation of git cannot be acknowledged: finish or abort it first",
        };
        decision.notes.push(why.to_owned());
    }
    let kept = decision.step.map(|step| format!("; after that: {step}")).unwrap_or_default();
    decision.summary = format!("{summary}{kept}");
    decision.row.clone_from(&interruption.row);
    decision.outcome = Outcome::first_of(&[Outcome::Interruption, decision.outcome]);
    decision.command = None;
    decision.hint = None;
    Some(interruption)
}

/// The recovery that an interruption announces; none where the states of its paths were not read.
pub fn announced(id: &str, head: Option<Oid>, interruption: &Interruption, states: &[PathState]) -> Option<Announced> {
    (!states.is_empty()).then(|| Announced {
        phase: id.to_owned(),
        head,
        row: interruption.row.clone(),
        actions: interruption.recovery.iter().map(|measure| measure.action.clone()).collect(),
        paths: states.to_vec(),
    })
}

/// Nothing that was read can be relied on together; uncommitted work stops the pipeline all the same.
pub fn moved_under_the_reader(decision: Decision) -> Decision {
    let outcome = Outcome::first_of(&[Outcome::Moved, decision.outcome]);
    if outcome != Outcome::Moved {
        return decision;
    }
    let summary =
        "HEAD, the index or the phase's folder changed while it was read, twice; run it again when nothing is at \
                   work"
            .to_owned();
    Decision { outcome, step: None, command: None, summary, ..decision }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;

    use crate::engine::recovery::Action;
    use crate::engine::step::StepRef;

    #[test]
    fn every_dimension_and_every_recovery_has_words_of_its_own() {
        let names: BTreeSet<&str> = Dirt::all().into_iter().map(Dirt::name).collect();
        assert_eq!(names.len(), 6);
        for dirt in Dirt::all() {
            assert!(dirt.values().len() == 2 && dirt.values().iter().all(|value| value.len() > 6), "{dirt:?}");
        }
        let words: BTreeSet<&str> = RECOVERY.iter().flat_map(|row| row.then).map(|case| case.target.words()).collect();
        assert!(words.len() == 7 && !words.contains(""));
    }

    fn part(action: Action) -> Part {
        Part { told: "a.md new".to_owned(), measures: vec![Measure { what: String::new(), action }], ..Part::default() }
    }

    fn restore() -> Action {
        Action::Restore { path: "a.md".into() }
    }

    fn commit() -> Action {
        Action::Commit { paths: vec!["a.md".into()], subject: String::new(), finishes: false }
    }

    fn stop(in_progress: InProgress<'_>, left: Left) -> (Interruption, String) {
        diagnose("07", in_progress, left).stop.unwrap()
    }

    #[test]
    fn a_person_is_needed_where_something_is_taken_away_or_the_project_says_so() {
        let of = |action, always_a_person| {
            let left = Left { artifacts: Some(part(action)), always_a_person, ..Left::default() };
            stop(InProgress::default(), left).0.needs_a_person
        };
        assert!(of(restore(), false) && of(commit(), true) && !of(commit(), false));
    }

    #[test]
    fn what_was_left_is_acknowledged_but_for_an_operation_of_git() {
        let merge = Underway {
            word: "merge".to_owned(),
            remedy: "end it".to_owned(),
            moves_head: false,
            conflicts: Vec::new(),
        };
        let operation = InProgress { operation: Some(&merge), recovery: None };
        let left = || Left { artifacts: Some(part(commit())), ..Left::default() };
        let of = |in_progress, ack: &dyn Fn(&Interruption) -> Option<String>| {
            let stop = stop(in_progress, left());
            let ack = ack(&stop.0);
            let step = Some(StepRef { number: 7, name: "plan" });
            let mut decision = Decision { step, command: Some("plan".to_owned()), ..Decision::default() };
            let interruption = interrupt(&mut decision, Some(stop), ack.as_deref());
            (interruption.is_some(), decision)
        };
        let (stops, decision) = of(InProgress::default(), &|_| None);
        assert_eq!((stops, decision.outcome, decision.command), (true, Outcome::Interruption, None));
        assert_eq!(
            (decision.row.as_str(), decision.summary.as_str()),
            ("recovery/artifact", "a.md new; after that: 7 plan")
        );
        assert_eq!(decision.notes, [""; 0]);
        let (stops, decision) = of(InProgress::default(), &|left| left.ack.as_ref().map(ToString::to_string));
        assert_eq!((stops, decision.outcome, decision.command.as_deref()), (false, Outcome::Done, Some("plan")));
        assert_eq!(decision.notes, ["known and left as it is (recovery/artifact): a.md new"]);
        let (stops, decision) = of(InProgress::default(), &|_| Some("0000000000000000".to_owned()));
        assert!(stops && decision.notes[0].starts_with("the acknowledgement is of other files"));
        let (stops, decision) = of(operation, &|left| {
            assert_eq!(left.ack, None);
            Some("0000000000000000".to_owned())
        });
        assert!(stops && decision.notes[0].starts_with("an operation of git cannot be acknowledged"));
        let mut clean = Decision::default();
        assert_eq!(interrupt(&mut clean, None, Some("0")), None);
        assert_eq!(clean.notes, ["nothing is uncommitted that needs to be acknowledged"]);
        assert_eq!(interrupt(&mut clean, None, None), None);
        assert_eq!(clean.notes.len(), 1);
    }

    #[test]
    fn a_recovery_is_announced_where_the_states_of_its_paths_were_read() {
        let (interruption, _) =
            stop(InProgress::default(), Left { artifacts: Some(part(commit())), ..Left::default() });
        assert_eq!(announced("07", None, &interruption, &[]), None);
        let state = PathState { path: "a.md".into(), disk: None, index: Vec::new(), head: None };
        let announced = announced("07", None, &interruption, std::slice::from_ref(&state)).unwrap();
        assert_eq!((announced.phase.as_str(), announced.row.as_str()), ("07", "recovery/artifact"));
        assert_eq!((announced.actions, announced.paths), (vec![commit()], vec![state]));
    }

    #[test]
    fn what_moved_is_no_answer_and_uncommitted_work_stops_all_the_same() {
        let of = |outcome| {
            let step = Some(StepRef { number: 7, name: "plan" });
            let command = Some("plan".to_owned());
            moved_under_the_reader(Decision { outcome, step, command, row: "kept".to_owned(), ..Decision::default() })
        };
        let moved = of(Outcome::Done);
        assert_eq!(
            (moved.outcome, moved.step, moved.command, moved.row.as_str()),
            (Outcome::Moved, None, None, "kept")
        );
        assert!(moved.summary.starts_with("HEAD, the index or the phase's folder changed"), "{}", moved.summary);
        let stopped = of(Outcome::Interruption);
        assert_eq!(
            (stopped.outcome, stopped.command.is_some(), stopped.summary.as_str()),
            (Outcome::Interruption, true, "")
        );
    }
}
