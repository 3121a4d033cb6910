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

#[cfg(test)]
mod tests {
    use super::*;

    use crate::engine::evidence::Tracked;
    use crate::engine::row::{Case, Cond};

    #[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
    enum Weather {
        Sky,
        Wind,
    }
    use Weather::{Sky, Wind};

    impl Dimension for Weather {
        fn all() -> Vec<Self> {
            vec![Sky, Wind]
        }

        fn name(self) -> &'static str {
            if self == Sky { "sky" } else { "wind" }
        }

        fn values(self) -> &'static [&'static str] {
            if self == Sky { &["clear", "dark"] } else { &["calm", "strong"] }
        }
    }

    /// A trip, by the number of its step; none is to stay.
    #[derive(Debug, Clone, Copy, PartialEq)]
    struct Trip(Option<u8>);

    impl Goal for Trip {
        fn step(self) -> Option<StepRef> {
            self.0.map(|number| StepRef { number, name: "walk" })
        }

        fn outcome(self) -> Outcome {
            if self.0.is_some() { Outcome::Done } else { Outcome::Complete }
        }
    }

    const fn row(id: &'static str, when: Cond<Weather>, then: &'static [Case<Weather, Trip>]) -> Row<Weather, Trip> {
        Row { id, when, then, tells: &[], doc: "what it means" }
    }

    const HOME: &[Case<Weather, Trip>] = &[Case { when: Cond::Always, target: Trip(None) }];
    const WALK: &[Case<Weather, Trip>] = &[Case { when: Cond::Always, target: Trip(Some(3)) }];
    const ROWS: &[Row<Weather, Trip>] = &[
        Row { tells: &[Sky, Wind], ..row("stay", Cond::Is(Sky, Values::of(1)), HOME) },
        row("go", Cond::Always, WALK),
    ];

    fn of(sky: Option<u8>, wind: Option<u8>) -> Situation<Weather> {
        let held = [(Sky, sky), (Wind, wind)];
        held.into_iter()
            .filter_map(|(dim, value)| Some((dim, Values::of(value?))))
            .fold(Situation::anything(), |all, (dim, value)| all.with(dim, value))
    }

    /// Both dimensions are told by one artifact, in the same words unless `apart`.
    fn decided(situation: &Situation<Weather>, apart: bool) -> Decision {
        decide("trip", ROWS, situation, &|dim| {
            let text = if apart { format!("the {} tells", dim.name()) } else { "all tell".to_owned() };
            let line = EvidenceLine {
                path: "log".into(),
                tracked: Tracked::Committed,
                content: String::new(),
                freshness: String::new(),
                commit: None,
            };
            (text, vec![line])
        })
    }

    #[test]
    fn a_clear_situation_ends_in_the_row_that_takes_it() {
        let home = decided(&of(Some(1), Some(0)), true);
        assert_eq!((home.outcome, home.step, home.row.as_str()), (Outcome::Complete, None, "trip/stay"));
        assert_eq!((home.summary.as_str(), home.evidence.len()), ("the sky tells; the wind tells", 1));
        assert_eq!(decided(&of(Some(1), Some(0)), false).summary, "all tell");
        assert!(home.passed_over.is_empty() && home.notes.is_empty());
        let walk = decided(&of(Some(0), None), true);
        assert_eq!((walk.outcome, walk.row.as_str()), (Outcome::Done, "trip/go"));
        assert_eq!(walk.step, Some(StepRef { number: 3, name: "walk" }));
        assert_eq!((walk.summary.as_str(), walk.evidence.len()), ("what it means", 0));
        assert_eq!(walk.passed_over, [crate::engine::row::PassedOver { row: "stay", why: "sky is clear".to_owned() }]);
        assert_eq!(walk.notes, ["the same answer whichever it is: wind is calm or strong"]);
    }

    #[test]
    fn of_several_answers_none_is_given_and_all_are_told() {
        let unclear = decided(&of(None, Some(0)), true);
        assert_eq!(
            (unclear.outcome, unclear.step, unclear.row.as_str()),
            (Outcome::Undetermined, None, "trip/otherwise")
        );
        assert_eq!(unclear.summary, "the sky tells; it would be complete (trip/stay) or 3 walk (trip/go)");
        assert_eq!(unclear.evidence.len(), 1);
    }

    #[test]
    fn what_is_not_told_leaves_no_gap() {
        let told = |text: &str| told(&[Sky], &|_: Weather| (text.to_owned(), Vec::new()));
        assert_eq!(told(""), (Vec::new(), Vec::new()));
        assert_eq!(told("x"), (vec!["x".to_owned()], Vec::new()));
    }

    #[test]
    fn rows_and_situations_are_put_in_words() {
        let words = |row: &str| row_in_words("trip", ROWS, row);
        assert_eq!(words("trip/stay"), Some(("what it means".to_owned(), "sky is dark".to_owned())));
        assert_eq!(words("trip/go").map(|(_, when)| when).as_deref(), Some("always"));
        for other in ["trip/none", "other/stay", "stay"] {
            assert_eq!(words(other), None, "{other}");
        }
        let pairs = |pairs: &[(&str, &str)]| -> Vec<(String, String)> {
            pairs.iter().map(|(one, other)| ((*one).to_owned(), (*other).to_owned())).collect()
        };
        let clear = of(Some(0), None);
        assert_eq!(situation_lines(&clear), pairs(&[("sky", "clear"), ("wind", "calm or strong")]));
        assert_eq!(otherwise(ROWS, &clear, |_, _| true), pairs(&[("sky is dark", "complete")]));
        assert_eq!(otherwise(ROWS, &clear, |dim, _| dim != Sky), []);
    }
}
