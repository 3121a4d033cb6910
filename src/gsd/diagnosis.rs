//! Uncommitted work of a phase: what was left, which recovery row it matches, and what to do about each file.

use super::advances::denied_advances;
use super::artifacts::Kind;
use super::assess::Assessment;
use super::claims::Current;
use super::evidence::PhaseEvidence;
use super::lines::{denied_claims, git_says};
use super::situation::Execution;
use super::source_left::{SourceLeft, source_left};
use super::text::ledger::Difference;
use super::verdicts::artifacts_left;
use super::wip::LedgerChange;
use crate::engine::damage::Damage;
use crate::engine::diagnosis::{self, Diagnosed, InProgress, Left, Part, Underway, listed};
use crate::engine::own::Own;
use crate::engine::path::RepoPath;
use crate::engine::recovery::Action;
use crate::engine::report::{Interruption, LeftFile, Measure};

/// How many differences of a ledger are told.
const FEW: usize = 5;

/// What the diagnosis of a phase comes to.
pub struct Diagnosis {
    /// The row, `recovery/<row>`.
    pub row: String,
    /// What stops the pipeline, and what the decision line says of it.
    pub left: Option<(Interruption, String)>,
    /// What is uncommitted and stops nothing.
    pub notes: Vec<String>,
}

/// How far a phase is, as far as it matters to what interrupts it.
#[derive(Debug, Clone, Copy, Default)]
pub struct Asked {
    /// Nothing of it is left to do.
    pub is_over: bool,
    /// A step of it was asked for by name: one is to be taken, whatever is left to do.
    pub by_name: bool,
}

/// Diagnoses a phase. Source and ledgers do not interrupt one that is over.
pub fn diagnose(
    evidence: &PhaseEvidence,
    assessment: &Assessment,
    in_progress: InProgress<'_>,
    asked: Asked,
) -> Diagnosis {
    let is_over = asked.is_over || evidence.archived;
    let source = if is_over { None } else { source_left(evidence, assessment) };
    let artifacts = if evidence.archived { Vec::new() } else { artifacts_left(evidence, assessment, source.as_ref()) };
    let ledgers: Vec<&LedgerChange> =
        evidence.wip.ledgers.iter().filter(|ledger| ledger.concerns && !is_over).collect();
    let source_part = source.as_ref().map(|source| Part {
        told: source.summary(evidence),
        files: source.files(evidence),
        measures: source.measures(evidence, assessment),
    });
    let left = Left {
        source: source_part,
        artifacts: (!artifacts.is_empty()).then(|| {
            let (files, measures): (Vec<LeftFile>, Vec<Vec<Measure>>) = artifacts.into_iter().unzip();
            Part { told: listed(&files), files, measures: measures.into_iter().flatten().collect() }
        }),
        ledgers: (!ledgers.is_empty()).then(|| {
            let files: Vec<LeftFile> = ledgers.iter().map(|ledger| ledger_line(ledger)).collect();
            Part { told: listed(&files), files, measures: settle_ledgers(evidence, assessment, &ledgers) }
        }),
        between_waves: matches!(assessment.execution, Execution::Started | Execution::Partial),
        always_a_person: evidence.setup.confirm_at_terminal,
    };
    let is_touched = left.source.is_some() || left.artifacts.is_some() || left.ledgers.is_some();
    let stops = |operation: &&Underway| {
        is_touched || asked.by_name || (!is_over && (operation.moves_head || is_begun(evidence, assessment)))
    };
    let in_progress = InProgress { operation: in_progress.operation.filter(stops), ..in_progress };
    let Diagnosed { row, recovery, stop } = diagnosis::diagnose(&evidence.id, in_progress, left);
    let source_stops = recovery.settles_source() && source.as_ref().is_some_and(SourceLeft::takes_untied);
    let notes = notes(evidence, &assessment.own, source_stops, !ledgers.is_empty());
    Diagnosis { row, left: stop, notes }
}

/// True where something of the phase was made, or STATE says that it is worked on: an operation of git that is not finished is in
/// the way of its next step. A phase that is over, or that nobody has begun, reads as it is meanwhile.
fn is_begun(evidence: &PhaseEvidence, assessment: &Assessment) -> bool {
    let is_executed = assessment.execution != Execution::None || evidence.is_begun_by_commits();
    !evidence.files.is_empty() || is_executed || evidence.marks.said.current == Current::This
}

fn ledger_line(ledger: &LedgerChange) -> LeftFile {
    let real: Vec<&Difference> = ledger.fields.iter().filter(|field| !field.is_volatile()).collect();
    let mut told: Vec<String> = real.iter().take(FEW).map(|field| field.words()).collect();
    if real.len() > FEW {
        told.push(format!("{} more", real.len() - FEW));
    }
    let (content, verdict) = match &ledger.damage {
        None => (told.join("; "), "speaks of this phase"),
        Some(damage @ Damage::Gone) => (damage.words(), "gone"),
        Some(damage @ Damage::CutShort { .. }) => (damage.words(), "cut short"),
        Some(damage @ Damage::Unreadable { .. }) => (damage.words(), "unclear"),
    };
    LeftFile { path: ledger.path.clone(), tracked: ledger.tracked, content, verdict: verdict.to_owned() }
}

/// What is done about a ledger that is none to be kept: HEAD's comes back where its text was cut off, else somebody looks.
fn settle_damage(path: &RepoPath, damage: &Damage) -> Measure {
    match damage {
        Damage::Gone => Measure::by_hand(format!("{path} was deleted: restore it, or commit that it is gone")),
        Damage::CutShort { .. } => Measure {
            what: format!("{path} was cut short: put back what HEAD has"),
            action: Action::Restore { path: path.clone() },
        },
        Damage::Unreadable { .. } => {
            Measure::by_hand(format!("look at {path}: nothing is done with what cannot be read ({})", damage.words()))
        }
    }
}

/// A damaged ledger is no claim and is settled first; what the others say is held against git.
fn settle_ledgers(evidence: &PhaseEvidence, assessment: &Assessment, ledgers: &[&LedgerChange]) -> Vec<Measure> {
    let damaged = ledgers.iter().filter_map(|ledger| Some(settle_damage(&ledger.path, ledger.damage.as_ref()?)));
    let mut measures: Vec<Measure> = damaged.collect();
    let whole: Vec<&LedgerChange> = ledgers.iter().copied().filter(|ledger| ledger.damage.is_none()).collect();
    if !whole.is_empty() {
        measures.extend(settle_claims(evidence, assessment, &whole));
    }
    measures
}

/// What the work tree's ledgers say is held against git: what git does not deny is committed as it is.
fn settle_claims(evidence: &PhaseEvidence, assessment: &Assessment, ledgers: &[&LedgerChange]) -> Vec<Measure> {
    let wip = &evidence.wip;
    let of_marks = |marks| {
        let mut claims = denied_claims(marks, evidence, assessment);
        let git = git_says(evidence, assessment);
        claims.extend(denied_advances(&evidence.marks, marks, &git, wip.passed.as_ref()));
        claims
    };
    let denied = wip.marks.as_ref().map(of_marks).unwrap_or_default();
    if denied.is_empty() {
        let subject = format!("docs({}): record planning state left uncommitted", evidence.id);
        let paths: Vec<RepoPath> = ledgers.iter().map(|ledger| ledger.path.clone()).collect();
        let names: Vec<String> = paths.iter().map(RepoPath::to_string).collect();
        return vec![Measure {
            what: match names.as_slice() {
                [name] => format!("git denies nothing of what {name} says: commit it as it is (`{subject}`)"),
                _ => {
                    format!(
                        "git denies nothing of what {} say: commit them as they are (`{subject}`)",
                        names.join(", ")
                    )
                }
            },
            action: Action::Commit { paths, subject, finishes: false },
        }];
    }
    let drift = denied
        .iter()
        .map(|claim| Measure::by_hand(format!("{} says {}, and git says {}", claim.file, claim.says, claim.git_says)));
    let repair = "repair it (gsd-tools state rebuild --dry-run, then state rebuild), or discard the changes and take the step \
                  that was writing them again";
    drift.chain([Measure::by_hand(repair.to_owned())]).collect()
}

/// What of the uncommitted files is read for surfaces and depth, where more is asked for than the lock holds.
fn raised_by_uncommitted(evidence: &PhaseEvidence) -> Option<String> {
    let raised = &evidence.setup.classified.as_ref()?.line.raised;
    let of_kind = |kind: Kind| matches!(kind, Kind::Plan | Kind::Spec | Kind::Context | Kind::Summary);
    let left = evidence.files.iter().filter(|file| file.tracked.is_uncommitted() && of_kind(file.name.kind));
    let mut left: Vec<String> = left.map(|file| file.path.to_string()).collect();
    let source = evidence.wip.source.iter().filter(|change| !change.ties.is_empty()).count();
    match source {
        0 => {}
        1 => left.push("1 source file".to_owned()),
        count => left.push(format!("{count} source files")),
    }
    let is_told = !raised.is_empty() && !left.is_empty();
    is_told.then(|| format!("what was raised since the lock counts uncommitted files too: {}", left.join(", ")))
}

/// What is uncommitted and stops nothing: counted, so that nobody takes it for clean.
fn notes(evidence: &PhaseEvidence, own: &Own, source_stops: bool, ledgers_stop: bool) -> Vec<String> {
    let wip = &evidence.wip;
    let mut notes: Vec<String> =
        wip.sentinels.iter().map(|(sentinel, path)| format!("{path}: {}", sentinel.tells())).collect();
    notes.extend(wip.stashes.iter().map(|stash| stash.words(own)));
    notes.extend(raised_by_uncommitted(evidence));
    let shared: Vec<String> = wip
        .ledgers
        .iter()
        .filter(|ledger| !ledger.concerns || !ledgers_stop)
        .map(|ledger| format!("{} {}", ledger.path, ledger.tracked.word()))
        .collect();
    if !shared.is_empty() {
        notes.push(format!("uncommitted, shared by all phases, and not about this one: {}", shared.join(", ")));
    }
    let files = |count: usize| if count == 1 { "source file" } else { "source files" };
    let aside = wip.asides.iter().map(|aside| (aside.count, aside.kind.words(aside.count).to_owned(), &aside.first));
    let of_others = wip.of_others.iter().map(|of| {
        let words = format!("{} that an open plan of phase {} names", files(of.count), of.phase);
        (of.count, words, &of.first)
    });
    let untied: Vec<_> = wip.source.iter().filter(|change| change.ties.is_empty() && !source_stops).collect();
    let count = untied.len() + wip.more_source;
    let maybe = match wip.carried_out_too.as_slice() {
        [] => String::new(),
        others => format!(", maybe of phase {}", others.join(" or ")),
    };
    let words = || format!("{} that nothing ties to it{maybe}", files(count));
    let source = untied.first().map(|first| (count, words(), &first.path));
    let told: Vec<String> = source
        .into_iter()
        .chain(of_others)
        .chain(aside)
        .map(|(count, words, first)| match count {
            1 => format!("1 {words} ({first})"),
            _ => format!("{count} {words} (first {first})"),
        })
        .collect();
    if !told.is_empty() {
        notes.push(format!("uncommitted beside this phase: {}", told.join(", ")));
    }
    notes
}

#[cfg(test)]
mod tests;
