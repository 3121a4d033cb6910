//! What must hold of every decision table, shown by walking it with every value possible.

use std::collections::BTreeMap;

use phase_pipeline::engine::conclude::Goal as _;
use phase_pipeline::engine::diagnosis::{CLEAN, DIRTY, Dirt, RECOVERY, Recovery};
use phase_pipeline::engine::row::{Cond, Dimension, Row, Situation, Values, walk};

use crate::common::resume::{Gsd, Gse, Resume};

/// Walks the whole table and checks what holds of any: ids are unique, the last row takes everything, every situation ends in
/// exactly one row, and every case of every row is reached. Gives the number of clear situations that each row wins.
fn check<D: Dimension, T: Copy + PartialEq + std::fmt::Debug>(rows: &[Row<D, T>]) -> BTreeMap<&'static str, u128> {
    let all = Situation::<D>::anything();
    let found = walk(rows, &all);
    assert_eq!(found.iter().map(|part| part.case.size()).sum::<u128>(), all.size(), "every situation, exactly once");
    let mut won: BTreeMap<&'static str, u128> = BTreeMap::new();
    for part in &found {
        *won.entry(part.row).or_default() += part.case.size();
    }
    for (at, row) in rows.iter().enumerate() {
        assert!(rows.iter().skip(at + 1).all(|other| other.id != row.id), "{} stands twice", row.id);
        assert!(won.contains_key(row.id), "{} is won by no situation", row.id);
        for case in row.then {
            let reached = found.iter().any(|part| part.row == row.id && part.target == case.target);
            assert!(reached, "{}: {:?} is never reached", row.id, case.target);
        }
        assert!(!row.doc.is_empty(), "{} has no doc", row.id);
    }
    won
}

/// What holds of the table by which a methodology goes on; gives the number of clear situations that each row wins.
fn check_resume<R: Resume>() -> BTreeMap<&'static str, u128> {
    let won = check(R::rows());
    assert_eq!(won.len(), R::rows().len());
    let found = walk(R::rows(), &Situation::anything());
    for goal in R::goals() {
        assert!(found.iter().any(|part| part.target == goal), "no row comes to {}", goal.words());
    }
    won
}

#[test]
fn every_situation_gives_exactly_one_decision_and_every_row_is_won() {
    for (row, situations) in check_resume::<Gsd>().into_iter().chain(check_resume::<Gse>()) {
        println!("{row}: {situations}");
    }
}

/// No row tells what is uncommitted or stale from what is not there; gives the number of facts that it was asked of.
fn nothing_uncommitted_satisfies<R: Resume>() -> usize {
    let mut facts = 0;
    for row in R::rows() {
        let conditions = std::iter::once(&row.when).chain(row.then.iter().map(|case| &case.when));
        for (dim, among) in conditions.flat_map(Cond::facts) {
            let Some(nothing) = R::as_good_as_nothing(dim) else { continue };
            facts += 1;
            let holds = |value: Values| value.is_within(among);
            for other in nothing.others {
                let (what, missing) = (dim.words(*other), holds(nothing.missing));
                assert_eq!(holds(*other), missing, "{}: {} tells {what} from missing", row.id, dim.name());
            }
        }
    }
    facts
}

#[test]
fn nothing_uncommitted_and_nothing_stale_satisfies_a_row() {
    let facts = [nothing_uncommitted_satisfies::<Gsd>(), nothing_uncommitted_satisfies::<Gse>()];
    assert!(facts[0] > 20 && facts[1] > 10, "the rows ask only {facts:?} facts of what may be uncommitted");
}

/// No part of the table ends in a step that is settled; gives the number of parts that were asked.
fn nothing_settled_is_a_goal<R: Resume>() -> usize {
    let mut seen = 0;
    for found in walk(R::rows(), &Situation::anything()) {
        let Some((dim, settled)) = R::settled(found.row, found.target) else { continue };
        assert!(found.case.get(dim).and(settled).is_empty(), "{}: {}", found.row, found.case.tell(dim));
        seen += 1;
    }
    seen
}

#[test]
fn no_step_is_a_target_that_is_done_or_not_owed() {
    let seen = [nothing_settled_is_a_goal::<Gsd>(), nothing_settled_is_a_goal::<Gse>()];
    assert!(seen[0] > 20 && seen[1] > 3, "only {seen:?} parts of the tables end in a gate");
}

#[test]
fn the_recovery_rows_are_a_table_like_any_other() {
    assert_eq!(check(RECOVERY).len(), RECOVERY.len());
}

#[test]
fn each_recovery_settles_something_and_all_of_them_everything() {
    let mut longest = 0;
    let mut open: Vec<(Situation<Dirt>, u32)> = vec![(Situation::anything(), 0)];
    while let Some((situation, before)) = open.pop() {
        for found in walk(RECOVERY, &situation) {
            if found.target == Recovery::Nothing {
                longest = longest.max(before);
                continue;
            }
            let settled = [
                (found.target == Recovery::FinishOperation, Dirt::Operation),
                (found.target == Recovery::FinishRecovery, Dirt::Recovery),
                (found.target.settles_source(), Dirt::Source),
                (found.target.settles_artifacts(), Dirt::Artifact),
                (found.target.settles_ledgers(), Dirt::Ledger),
            ];
            let settled: Vec<Dirt> = settled.into_iter().filter(|(is_so, _)| *is_so).map(|(_, dirt)| dirt).collect();
            let is_dirty = |dirt: &Dirt| !found.case.get(*dirt).and(DIRTY).is_empty();
            assert!(settled.iter().any(is_dirty), "{} settles nothing that is uncommitted", found.row);
            let after = settled.into_iter().fold(found.case, |situation, dirt| situation.with(dirt, CLEAN));
            open.push((after, before + 1));
        }
    }
    println!("at most {longest} recoveries until nothing is uncommitted");
    assert_eq!(longest, 3);
}

#[test]
fn an_untouched_phase_starts_at_research() {
    let found = walk(Gsd::rows(), &Gsd::untouched());
    assert_eq!(found.len(), 1);
    assert_eq!((found[0].row, found[0].target.words()), ("research", "1 research".to_owned()));
}

#[test]
fn an_untouched_sprint_starts_with_collecting() {
    let found = walk(Gse::rows(), &Gse::untouched());
    assert_eq!(found.len(), 1);
    assert_eq!((found[0].row, found[0].target.words()), ("open", "3 collect".to_owned()));
}
