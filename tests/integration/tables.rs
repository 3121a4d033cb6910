//! What must hold of every decision table, shown by walking it with every value possible.

use std::collections::BTreeMap;

use phase_pipeline::engine::row::{Cond, Dimension, Row, Situation, Values, walk};
use phase_pipeline::gsd::recovery::{CLEAN, DIRTY, Dirt, RECOVERY, Recovery};
use phase_pipeline::gsd::resume::{RESUME, Target};
use phase_pipeline::gsd::situation::{Dim, MISSING, SETTLED, STALE, WIP, untouched};
use phase_pipeline::gsd::steps::{STEPS, Step};

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

#[test]
fn every_situation_gives_exactly_one_decision_and_every_row_is_won() {
    let won = check(RESUME);
    for (row, situations) in &won {
        println!("resume/{row}: {situations}");
    }
    assert_eq!(won.len(), RESUME.len());
}

#[test]
fn nothing_uncommitted_and_nothing_stale_satisfies_a_row() {
    let mut facts = 0;
    for row in RESUME {
        let conditions = std::iter::once(&row.when).chain(row.then.iter().map(|case| &case.when));
        for (dim, among) in conditions.flat_map(Cond::facts) {
            if !matches!(dim, Dim::Step(_) | Dim::Uat) {
                continue;
            }
            facts += 1;
            let holds = |value: Values| value.is_within(among);
            assert_eq!(holds(WIP), holds(MISSING), "{}: {} tells wip from missing", row.id, dim.name());
            assert_eq!(holds(STALE), holds(MISSING), "{}: {} tells stale from missing", row.id, dim.name());
        }
    }
    assert!(facts > 20, "the rows ask only {facts} facts of steps");
}

#[test]
fn no_step_is_a_target_that_is_done_or_not_owed() {
    // Execute and plan go on where they have begun, and ship is the end of every phase.
    let is_gate = |step: Step| !matches!(step, Step::Execute | Step::Plan | Step::Ship);
    let mut seen = 0;
    for found in walk(RESUME, &Situation::anything()) {
        let Target::Step(step) = found.target else { continue };
        if is_gate(step) {
            let value = found.case.get(Dim::Step(step));
            assert!(value.and(SETTLED).is_empty(), "{}: {}", found.row, found.case.tell(Dim::Step(step)));
            seen += 1;
        }
    }
    assert!(seen > 20, "only {seen} parts of the table end in a gate");
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
fn the_rows_name_every_step() {
    let found = walk(RESUME, &Situation::anything());
    for row in STEPS {
        assert!(found.iter().any(|part| part.target == Target::Step(row.step)), "no row resumes at {}", row.name);
    }
}

#[test]
fn an_untouched_phase_starts_at_research() {
    let found = walk(RESUME, &untouched());
    assert_eq!(found.len(), 1);
    assert_eq!((found[0].row, found[0].target), ("research", Target::Step(Step::Research)));
}
