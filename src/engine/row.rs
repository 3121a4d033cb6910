//! Decision tables: rows of conditions, walked top-down, first match wins.
//!
//! A condition is a value, not code: each fact asks whether one dimension of the situation lies in a set of values. So the
//! same rows are evaluated, printed, explained and enumerated. A situation holds, for every dimension, the *possible* values:
//! one where the evidence is clear, several where it is not. Walking the table splits a situation wherever a condition splits
//! its possible values, so one mechanism answers for clear evidence (one outcome), for unclear evidence (one common outcome,
//! or several) and for the tests (every value possible: every path through the table).

use std::collections::BTreeMap;

/// A set of values of one dimension: bit `i` stands for the `i`-th of the dimension's [`Dimension::values`].
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Values(pub u16);

impl Values {
    /// The set that holds the `index`-th value alone.
    pub const fn of(index: u8) -> Self {
        Self(1 << index)
    }

    /// The set of the first `count` values.
    pub const fn first(count: usize) -> Self {
        Self(if count >= 16 { u16::MAX } else { (1 << count) - 1 })
    }

    /// Every value that is in one of the two sets.
    #[must_use]
    pub const fn or(self, other: Self) -> Self {
        Self(self.0 | other.0)
    }

    /// Every value that is in both sets.
    #[must_use]
    pub const fn and(self, other: Self) -> Self {
        Self(self.0 & other.0)
    }

    /// Every value of this set that is not in the other.
    #[must_use]
    pub const fn without(self, other: Self) -> Self {
        Self(self.0 & !other.0)
    }

    /// True when no value is left.
    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// How many values the set holds.
    pub const fn len(self) -> u32 {
        self.0.count_ones()
    }

    /// True when every value of this set is in the other.
    pub const fn is_within(self, other: Self) -> bool {
        self.0 & !other.0 == 0
    }

    /// The sets of one value that make up this one.
    pub fn singles(self) -> impl Iterator<Item = Self> {
        (0..16).map(Self::of).filter(move |single| single.is_within(self))
    }
}

/// One variable of a situation: a name and a short list of values.
pub trait Dimension: Copy + Ord + 'static {
    /// Every dimension of the situation.
    fn all() -> Vec<Self>;
    /// What it is called in every output.
    fn name(self) -> &'static str;
    /// What its values are called, at most 16.
    fn values(self) -> &'static [&'static str];

    /// The set of all its values.
    fn every(self) -> Values {
        Values::first(self.values().len())
    }

    /// The values of a set as a reader is shown them: `done`, `missing or stale`.
    fn words(self, values: Values) -> String {
        let held: Vec<&str> = self
            .values()
            .iter()
            .enumerate()
            .filter(|(at, _)| u8::try_from(*at).is_ok_and(|at| Values::of(at).is_within(values)))
            .map(|(_, word)| *word)
            .collect();
        match held.split_last() {
            None => "impossible".to_owned(),
            Some((last, [])) => (*last).to_owned(),
            Some((last, others)) => format!("{} or {last}", others.join(", ")),
        }
    }
}

/// The possible values of every dimension; a dimension that is not set may have any value.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Situation<D: Dimension> {
    possible: BTreeMap<D, Values>,
}

impl<D: Dimension> Situation<D> {
    /// Nothing is known.
    pub fn anything() -> Self {
        Self { possible: BTreeMap::new() }
    }

    /// The same with `dimension` held to `values`.
    #[must_use]
    pub fn with(mut self, dimension: D, values: Values) -> Self {
        self.possible.insert(dimension, values);
        self
    }

    /// The values that `dimension` may have.
    pub fn get(&self, dimension: D) -> Values {
        self.possible.get(&dimension).copied().unwrap_or_else(|| dimension.every())
    }

    /// `spec is missing`, as a reader is shown it.
    pub fn tell(&self, dimension: D) -> String {
        format!("{} is {}", dimension.name(), dimension.words(self.get(dimension)))
    }

    /// The dimensions whose value is not clear.
    pub fn unclear(&self) -> Vec<D> {
        D::all().into_iter().filter(|dimension| self.get(*dimension).len() > 1).collect()
    }

    /// How many clear situations this one stands for.
    pub fn size(&self) -> u128 {
        D::all().into_iter().map(|dimension| u128::from(self.get(dimension).len())).product()
    }
}

/// A condition over a situation.
#[derive(Debug, Clone, Copy)]
pub enum Cond<D: 'static> {
    /// Holds always.
    Always,
    /// Holds when the dimension has one of the values.
    Is(D, Values),
    /// Holds when every part does.
    All(&'static [Self]),
    /// Holds when some part does.
    Any(&'static [Self]),
}

impl<D: Dimension> Cond<D> {
    /// Splits a situation into the parts where the condition holds and those where it does not; together they are the whole.
    pub fn split(&self, situation: Situation<D>) -> Split<D> {
        let mut split = Split { holds: Vec::new(), fails: Vec::new() };
        match self.holds(&situation) {
            // Most conditions do not part a situation, and then it need not be copied.
            Some(true) => split.holds.push(situation),
            Some(false) => split.fails.push(situation),
            None => match self {
                Self::Always => split.holds.push(situation),
                Self::Is(dimension, among) => {
                    let possible = situation.get(*dimension);
                    split.holds.push(situation.clone().with(*dimension, possible.and(*among)));
                    split.fails.push(situation.with(*dimension, possible.without(*among)));
                }
                Self::All(parts) => {
                    split.holds.push(situation);
                    for part in *parts {
                        for case in std::mem::take(&mut split.holds) {
                            let case = part.split(case);
                            split.holds.extend(case.holds);
                            split.fails.extend(case.fails);
                        }
                    }
                }
                Self::Any(parts) => {
                    split.fails.push(situation);
                    for part in *parts {
                        for case in std::mem::take(&mut split.fails) {
                            let case = part.split(case);
                            split.holds.extend(case.holds);
                            split.fails.extend(case.fails);
                        }
                    }
                }
            },
        }
        split
    }

    /// Whether the condition holds in the whole situation or nowhere in it; none where it may part it.
    fn holds(&self, situation: &Situation<D>) -> Option<bool> {
        // Part by part, as splitting goes, so that a situation ends in the same parts either way.
        let all_are = |parts: &[Self], wanted: bool| {
            for part in parts {
                if part.holds(situation)? != wanted {
                    return Some(false);
                }
            }
            Some(true)
        };
        match self {
            Self::Always => Some(true),
            Self::Is(dimension, among) => {
                let possible = situation.get(*dimension);
                let inside = possible.and(*among);
                if inside == possible { Some(true) } else { inside.is_empty().then_some(false) }
            }
            Self::All(parts) => all_are(parts, true),
            Self::Any(parts) => all_are(parts, false).map(|none_holds| !none_holds),
        }
    }

    /// The condition in words.
    pub fn words(&self) -> String {
        let join = |parts: &[Self], word: &str| {
            let parts: Vec<String> = parts
                .iter()
                .map(|part| match part {
                    Self::Any(_) | Self::All(_) => format!("({})", part.words()),
                    _ => part.words(),
                })
                .collect();
            parts.join(word)
        };
        match self {
            Self::Always => "always".to_owned(),
            Self::Is(dimension, among) => format!("{} is {}", dimension.name(), dimension.words(*among)),
            Self::All(parts) => join(parts, " and "),
            Self::Any(parts) => join(parts, " or "),
        }
    }

    /// What of `situation` keeps the condition from holding, in words; empty when it holds.
    pub fn obstacles(&self, situation: &Situation<D>) -> Vec<String> {
        if self.split(situation.clone()).fails.is_empty() {
            return Vec::new();
        }
        match self {
            Self::Always => Vec::new(),
            Self::Is(dimension, _) => vec![situation.tell(*dimension)],
            Self::All(parts) => {
                parts.iter().map(|part| part.obstacles(situation)).find(|found| !found.is_empty()).unwrap_or_default()
            }
            Self::Any(parts) => {
                let mut all: Vec<String> = parts.iter().flat_map(|part| part.obstacles(situation)).collect();
                all.sort();
                all.dedup();
                all
            }
        }
    }

    /// Every fact that the condition asks.
    pub fn facts(&self) -> Vec<(D, Values)> {
        match self {
            Self::Always => Vec::new(),
            Self::Is(dimension, among) => vec![(*dimension, *among)],
            Self::All(parts) | Self::Any(parts) => parts.iter().flat_map(Self::facts).collect(),
        }
    }
}

/// A situation cut in two by a condition.
#[derive(Debug)]
pub struct Split<D: Dimension> {
    /// The parts in which it holds.
    pub holds: Vec<Situation<D>>,
    /// The parts in which it does not.
    pub fails: Vec<Situation<D>>,
}

/// One target of a row, taken when its condition holds and none before it did.
#[derive(Debug, Clone, Copy)]
pub struct Case<D: 'static, T: 'static> {
    /// When this target is the one.
    pub when: Cond<D>,
    /// What follows.
    pub target: T,
}

/// One row of a decision table.
#[derive(Debug, Clone, Copy)]
pub struct Row<D: 'static, T: 'static> {
    /// The row's id within its table, in kebab case; it is public and never changes its meaning.
    pub id: &'static str,
    /// When the row matches.
    pub when: Cond<D>,
    /// What follows: the first case that holds. The last case holds always.
    pub then: &'static [Case<D, T>],
    /// The dimensions that the decision line tells, most telling first.
    pub tells: &'static [D],
    /// Why the row is there, for a reader.
    pub doc: &'static str,
}

/// A row that was looked at and did not match.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PassedOver {
    /// The row's id.
    pub row: &'static str,
    /// What kept it from matching.
    pub why: String,
}

/// The row that a (part of a) situation ends in.
#[derive(Debug, Clone)]
pub struct Found<D: Dimension, T: 'static> {
    /// The row's id.
    pub row: &'static str,
    /// What follows.
    pub target: T,
    /// The part of the situation that ends here.
    pub case: Situation<D>,
}

/// Walks the table for every possible value: the parts of `situation` and the row that each of them ends in.
///
/// One element for a clear situation. Parts are disjoint, and together they are the whole; a part that no row takes is left
/// out, which a table whose last row is [`Cond::Always`] rules out.
pub fn walk<D: Dimension, T: Copy>(rows: &[Row<D, T>], situation: &Situation<D>) -> Vec<Found<D, T>> {
    let mut found = Vec::new();
    let mut open = vec![situation.clone()];
    for row in rows {
        let mut passed = Vec::new();
        for part in open {
            let split = row.when.split(part);
            passed.extend(split.fails);
            for matched in split.holds {
                found.extend(choose(row, matched));
            }
        }
        open = passed;
    }
    found
}

fn choose<D: Dimension, T: Copy>(row: &Row<D, T>, matched: Situation<D>) -> Vec<Found<D, T>> {
    let mut found = Vec::new();
    let mut open = vec![matched];
    for case in row.then {
        let mut passed = Vec::new();
        for part in open {
            let split = case.when.split(part);
            found.extend(split.holds.into_iter().map(|part| Found { row: row.id, target: case.target, case: part }));
            passed.extend(split.fails);
        }
        open = passed;
    }
    found
}

/// The rows above `found` and what kept each of them from matching.
pub fn passed_over<D: Dimension, T>(rows: &[Row<D, T>], situation: &Situation<D>, found: &str) -> Vec<PassedOver> {
    rows.iter()
        .take_while(|row| row.id != found)
        .map(|row| PassedOver { row: row.id, why: row.when.obstacles(situation).join("; ") })
        .collect()
}

/// One dimension changed to another value, and where that leads.
#[derive(Debug, Clone)]
pub struct Otherwise<D: Dimension, T: 'static> {
    /// The dimension.
    pub dimension: D,
    /// The value that it would have.
    pub value: Values,
    /// What would follow.
    pub target: T,
}

/// Every change of one dimension to one other value that would change what follows. `is_told` leaves out values that a reader
/// need not be shown, such as those that no row tells from another.
pub fn single_changes<D: Dimension, T: Copy + PartialEq>(
    rows: &[Row<D, T>],
    situation: &Situation<D>,
    is_told: impl Fn(D, Values) -> bool,
) -> Vec<Otherwise<D, T>> {
    let now: Vec<T> = walk(rows, situation).into_iter().map(|found| found.target).collect();
    let mut changes = Vec::new();
    for dimension in D::all() {
        for value in
            dimension.every().without(situation.get(dimension)).singles().filter(|value| is_told(dimension, *value))
        {
            let found = walk(rows, &situation.clone().with(dimension, value));
            if let Some(target) = found.first().map(|found| found.target)
                && found.iter().all(|found| found.target == target)
                && !now.contains(&target)
            {
                changes.push(Otherwise { dimension, value, target });
            }
        }
    }
    changes
}

#[cfg(test)]
mod tests {
    use super::*;

    #[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
    enum Weather {
        Sky,
        Wind,
    }

    impl Dimension for Weather {
        fn all() -> Vec<Self> {
            vec![Self::Sky, Self::Wind]
        }

        fn name(self) -> &'static str {
            match self {
                Self::Sky => "sky",
                Self::Wind => "wind",
            }
        }

        fn values(self) -> &'static [&'static str] {
            match self {
                Self::Sky => &["clear", "grey", "dark"],
                Self::Wind => &["calm", "strong"],
            }
        }
    }

    const CLEAR: Values = Values::of(0);
    const DARK: Values = Values::of(2);
    const STRONG: Values = Values::of(1);
    const ROWS: &[Row<Weather, &str>] = &[
        Row {
            id: "stay",
            when: Cond::Any(&[
                Cond::Is(Weather::Sky, DARK),
                Cond::All(&[Cond::Is(Weather::Wind, STRONG), Cond::Is(Weather::Sky, Values::of(1))]),
            ]),
            then: &[Case { when: Cond::Always, target: "home" }],
            tells: &[],
            doc: "",
        },
        Row {
            id: "go",
            when: Cond::Always,
            then: &[
                Case { when: Cond::Is(Weather::Wind, STRONG), target: "sail" },
                Case { when: Cond::Always, target: "walk" },
            ],
            tells: &[],
            doc: "",
        },
    ];

    #[test]
    fn the_parts_are_the_whole() {
        let all = Situation::anything();
        let found = walk(ROWS, &all);
        assert_eq!(found.iter().map(|part| part.case.size()).sum::<u128>(), all.size());
        assert!(["home", "sail", "walk"].iter().all(|target| found.iter().any(|part| part.target == *target)));
    }

    #[test]
    fn a_clear_situation_has_one_answer_and_reasons() {
        let situation = Situation::anything().with(Weather::Sky, CLEAR).with(Weather::Wind, STRONG);
        let found = walk(ROWS, &situation);
        assert_eq!(found.len(), 1);
        assert_eq!((found[0].row, found[0].target), ("go", "sail"));
        let passed = passed_over(ROWS, &situation, "go");
        assert_eq!(passed, [PassedOver { row: "stay", why: "sky is clear".to_owned() }]);
    }

    #[test]
    fn one_change_that_matters_is_told_with_what_follows() {
        let situation = Situation::anything().with(Weather::Sky, CLEAR).with(Weather::Wind, STRONG);
        let changes = single_changes(ROWS, &situation, |_, _| true);
        let told: Vec<(&str, String, &str)> = changes
            .iter()
            .map(|change| (change.dimension.name(), change.dimension.words(change.value), change.target))
            .collect();
        let expected = [
            ("sky", "grey".to_owned(), "home"),
            ("sky", "dark".to_owned(), "home"),
            ("wind", "calm".to_owned(), "walk"),
        ];
        assert_eq!(told, expected);
    }

    #[test]
    fn what_does_not_matter_leaves_one_answer() {
        let situation = Situation::anything().with(Weather::Sky, DARK);
        assert!(walk(ROWS, &situation).iter().all(|part| part.target == "home"));
        assert_eq!(situation.unclear(), [Weather::Wind]);
        assert_eq!(situation.tell(Weather::Wind), "wind is calm or strong");
    }

    #[test]
    fn a_situation_is_as_large_as_the_product_of_its_dimensions() {
        let all: Situation<Weather> = Situation::anything();
        assert_eq!(all.size(), 6);
        assert_eq!(all.clone().with(Weather::Sky, CLEAR.or(DARK)).size(), 4);
        assert_eq!(all.with(Weather::Sky, CLEAR).with(Weather::Wind, STRONG).size(), 1);
    }

    #[test]
    fn a_condition_is_told_in_words_and_names_every_fact() {
        let stay = ROWS[0].when;
        assert_eq!(stay.words(), "sky is dark or (wind is strong and sky is grey)");
        assert_eq!(Cond::<Weather>::Always.words(), "always");
        assert_eq!(stay.facts(), [(Weather::Sky, DARK), (Weather::Wind, STRONG), (Weather::Sky, Values::of(1))],);
    }

    #[test]
    fn the_first_part_that_does_not_hold_is_the_obstacle() {
        let both: Cond<Weather> = Cond::All(&[Cond::Is(Weather::Wind, STRONG), Cond::Is(Weather::Sky, DARK)]);
        let windy = Situation::anything().with(Weather::Wind, STRONG).with(Weather::Sky, CLEAR);
        assert_eq!(both.obstacles(&windy), ["sky is clear"]);
        let calm = windy.with(Weather::Wind, Values::of(0));
        assert_eq!(both.obstacles(&calm), ["wind is calm"]);
    }
}
