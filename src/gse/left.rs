//! Uncommitted work of a sprint: what each path is taken for, and what is to be done about it.

use super::evidence::{LeftKind, LeftPath, LeftTree, SprintEvidence};
use super::tasks::{Status, is_legal};
use super::text::config::Strategy;
use crate::engine::damage::Damage;
use crate::engine::diagnosis::{Left, Part, listed};
use crate::engine::recovery::Action;
use crate::engine::report::{LeftFile, Measure};

/// The subject of the commit that keeps what a session left.
///
/// Source: GSE-One's `activities/go.md` Step 2.
const SUBJECT: &str = "gse(recovery): checkpoint — unsaved work from previous session";

/// What was left, part by part; `/gse:go` asks for any change in any work tree.
pub fn left(evidence: &SprintEvidence) -> Left {
    Left {
        source: source(evidence),
        artifacts: files(evidence, LeftKind::Artifact),
        ledgers: files(evidence, LeftKind::State),
        // A TASK is begun and ended by the backlog, which is a file like any other.
        between_waves: false,
        // Whoever has to look first is no token.
        always_a_person: illegal_moves(evidence).next().is_some(),
    }
}

/// What is uncommitted and stops nothing.
pub fn notes(evidence: &SprintEvidence) -> Vec<String> {
    let mut aside = evidence.left.iter().filter(|left| left.kind == LeftKind::Generated);
    let Some(first) = aside.next() else { return Vec::new() };
    vec![format!("uncommitted, and written anew by tools: {} ({})", 1 + aside.count(), first.path)]
}

fn line(left: &LeftPath, evidence: &SprintEvidence) -> LeftFile {
    let verdict = match (&left.doubt, protected(evidence, left.kind)) {
        (Some(_), _) => "not to be kept as it is",
        (None, Some(_)) => "on a protected branch",
        (None, None) => "to be kept",
    };
    LeftFile {
        path: left.path.clone(),
        tracked: left.tracked,
        content: left.doubt.as_ref().map(Damage::words).unwrap_or_default(),
        verdict: verdict.to_owned(),
    }
}

/// The protected branch that the main work tree has checked out, where source must not be committed to it.
fn protected(evidence: &SprintEvidence, kind: LeftKind) -> Option<String> {
    let config = evidence.config();
    let main = config.main_branch.clone().unwrap_or_else(|| "main".to_owned());
    let is_on = evidence.git.on.as_ref() == Some(&main);
    (kind == LeftKind::Source && is_on && config.strategy() != Strategy::None).then_some(main)
}

/// Documents or state files, each by itself.
fn files(evidence: &SprintEvidence, kind: LeftKind) -> Option<Part> {
    let left: Vec<&LeftPath> = evidence.left.iter().filter(|left| left.kind == kind).collect();
    let lines: Vec<LeftFile> = left.iter().map(|left| line(left, evidence)).collect();
    // What somebody has to look at comes before what would keep it.
    let moved = illegal_moves(evidence).filter(|_| kind == LeftKind::State);
    let looks = moved.map(|(task, from, to)| {
        let from = from.map_or("nothing", Status::word);
        Measure::by_hand(format!("{task} went from {from} to {}, which no activity does: look at it first", to.word()))
    });
    let measures = looks.chain(left.iter().map(|left| settle(left))).collect();
    (!lines.is_empty()).then(|| Part { told: listed(&lines), files: lines, measures })
}

fn settle(left: &LeftPath) -> Measure {
    let path = left.path.clone();
    match &left.doubt {
        None => Measure {
            what: format!("{path} is whole: commit it (`{SUBJECT}`)"),
            action: Action::Commit { paths: vec![path], subject: SUBJECT.to_owned(), finishes: false },
        },
        Some(Damage::Gone) => Measure::by_hand(format!("{path} was deleted: restore it, or commit that it is gone")),
        Some(cut @ Damage::CutShort { .. }) if left.in_head => Measure {
            what: format!("{path}: {}: put back what HEAD has", cut.words()),
            action: Action::Restore { path },
        },
        Some(damage) => Measure::by_hand(format!("{path}: {}: look at it, then commit or remove it", damage.words())),
    }
}

/// The uncommitted moves of TASKs that no activity makes.
fn illegal_moves(evidence: &SprintEvidence) -> impl Iterator<Item = &(String, Option<Status>, Status)> {
    evidence.moves.iter().filter(|(_, from, to)| !is_legal(*from, *to))
}

/// Source in the main work tree, and everything in the others.
fn source(evidence: &SprintEvidence) -> Option<Part> {
    let left: Vec<&LeftPath> = evidence.left.iter().filter(|left| left.kind == LeftKind::Source).collect();
    let lines: Vec<LeftFile> = left.iter().map(|left| line(left, evidence)).collect();
    let mut told = Vec::new();
    let mut measures = Vec::new();
    if let Some(first) = left.first() {
        told.push(listed(&lines));
        match protected(evidence, first.kind) {
            Some(branch) => measures.push(Measure::by_hand(format!(
                "source is not committed to `{branch}`: take it to the branch of its TASK (git switch), and commit it there"
            ))),
            None => measures.push(Measure {
                what: format!("commit the source by itself (`{SUBJECT}`)"),
                action: Action::Commit {
                    paths: left.iter().map(|left| left.path.clone()).collect(),
                    subject: SUBJECT.to_owned(),
                    finishes: false,
                },
            }),
        }
    }
    for tree in &evidence.git.trees {
        told.push(tree_told(tree));
        let place = &tree.place;
        measures.push(Measure::by_hand(format!("look at `git -C {place} status`, then commit it there (`{SUBJECT}`)")));
    }
    (!told.is_empty()).then(|| Part { told: told.join("; "), files: lines, measures })
}

fn tree_told(tree: &LeftTree) -> String {
    let branch = tree.branch.as_ref().map(|branch| format!(" ({branch})")).unwrap_or_default();
    match tree.count {
        Some(count) => format!("{count} uncommitted in {}{branch}: {}", tree.place, tree.first.join(", ")),
        None => format!("{}{branch} cannot be read", tree.place),
    }
}
