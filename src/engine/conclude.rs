//! From a table and a situation to the decision that a report carries: what decided, what was passed over, what is unclear.

use super::exit::Outcome;
use super::report::{Decision, EvidenceLine};
use super::row::{Dimension, Found, Row, Situation, Values, passed_over, single_changes, walk};
use super::step::StepRef;

/// What a row of a resume table comes to.
pub trait Goal: Copy + PartialEq {
    /// The step to take; none where there is none.
    fn step(self) -> Option<StepRef>;
    /// What the run comes to.
    fn outcome(self) -> Outcome;

    /// It in words: `12 secure`, `complete`.
    fn words(self) -> String {
        self.step().map_or_else(|| self.outcome().row().name.to_owned(), |step| step.to_string())
    }
}

/// What a reader is told of a dimension, and the artifacts that say so.
pub type Tell<'a, D> = dyn Fn(D) -> (String, Vec<EvidenceLine>) + 'a;

/// What every possible row comes to; none where they differ.
pub fn only_goal<D: Dimension, G: Goal>(found: &[Found<D, G>]) -> Option<G> {
    let goal = found.first()?.target;
    found.iter().all(|part| part.target == goal).then_some(goal)
}

/// Decides by a table whose last row takes everything. Several possible answers are none: all of them are told. The command
/// and the hint are left open.
pub fn decide<D: Dimension, G: Goal>(
    table: &str,
    rows: &[Row<D, G>],
    situation: &Situation<D>,
    tell: &Tell<'_, D>,
) -> Decision {
    let found = walk(rows, situation);
    let (Some(first), Some(goal)) = (found.first(), only_goal(&found)) else {
        return undetermined(table, &found, situation, tell);
    };
    let row = rows.iter().find(|row| row.id == first.row);
    let (told, evidence) = told(row.map(|row| row.tells).unwrap_or_default(), tell);
    let doc = row.map(|row| row.doc).unwrap_or_default();
    let unclear: Vec<String> = situation.unclear().into_iter().map(|dim| situation.tell(dim)).collect();
    let notes = if unclear.is_empty() {
        Vec::new()
    } else {
        vec![format!("the same answer whichever it is: {}", unclear.join("; "))]
    };
    Decision {
        outcome: goal.outcome(),
        step: goal.step(),
        row: format!("{table}/{}", first.row),
        summary: if told.is_empty() { doc.to_owned() } else { told.join("; ") },
        evidence,
        passed_over: passed_over(rows, situation, first.row),
        notes,
        ..Decision::default()
    }
}

/// Several answers are possible: none of them is given.
fn undetermined<D: Dimension, G: Goal>(
    table: &str,
    found: &[Found<D, G>],
    situation: &Situation<D>,
    tell: &Tell<'_, D>,
) -> Decision {
    let mut answers: Vec<String> =
        found.iter().map(|part| format!("{} ({table}/{})", part.target.words(), part.row)).collect();
    answers.dedup();
    let (reasons, evidence) = told(&situation.unclear(), tell);
    Decision {
        outcome: Outcome::Undetermined,
        row: format!("{table}/otherwise"),
        summary: format!("{}; it would be {}", reasons.join("; "), answers.join(" or ")),
        evidence,
        ..Decision::default()
    }
}

/// What is told of these dimensions, each artifact once.
fn told<D: Dimension>(dimensions: &[D], tell: &Tell<'_, D>) -> (Vec<String>, Vec<EvidenceLine>) {
    let (mut told, mut evidence) = (Vec::new(), Vec::new());
    for dimension in dimensions {
        let (text, lines) = tell(*dimension);
        if !text.is_empty() && !told.contains(&text) {
            told.push(text);
        }
        for line in lines {
            if !evidence.contains(&line) {
                evidence.push(line);
            }
        }
    }
    (told, evidence)
}

/// What the row of a table means and what it asks, in words; none where the table has no such row.
pub fn row_in_words<D: Dimension, G>(table: &str, rows: &[Row<D, G>], row: &str) -> Option<(String, String)> {
    let id = row.strip_prefix(table)?.strip_prefix('/')?;
    let row = rows.iter().find(|row| row.id == id)?;
    Some((row.doc.to_owned(), row.when.words()))
}

/// Every dimension with its possible values, in words.
pub fn situation_lines<D: Dimension>(situation: &Situation<D>) -> Vec<(String, String)> {
    let line = |dim: D| (dim.name().to_owned(), dim.words(situation.get(dim)));
    D::all().into_iter().map(line).collect()
}

/// The single changes of the situation that would change the answer, in words; `is_told` leaves out what a reader need not see.
pub fn otherwise<D: Dimension, G: Goal>(
    rows: &[Row<D, G>],
    situation: &Situation<D>,
    is_told: impl Fn(D, Values) -> bool,
) -> Vec<(String, String)> {
    let changes = single_changes(rows, situation, is_told);
    let tell = |dim: D, value: Values| format!("{} is {}", dim.name(), dim.words(value));
    changes.iter().map(|change| (tell(change.dimension, change.value), change.target.words())).collect()
}
