//! No decision sends anyone round: from every situation, what the printed command leaves changes the decision, and the phase
//! comes to its end in bounded steps.
//!
//! The table is walked with every value possible, so that each part stands for all situations that end in it; each part is
//! followed through every ending of every command that may be printed there (`runs` of each methodology), and what comes out is walked again.
//! What is shown, and what is not:
//!
//! - Endings that lead on (`Leads::On`) form no circle, and the longest chain of them is the bound.
//! - An ending that is one of several ([`Leads::Nearer`]: one plan of a phase, one review of a step) may come back to the same
//!   row. Each takes one of a number that no dimension counts, so the bound grows by the plans and reviews of the phase.
//! - An ending that leads back ([`Leads::Back`]) is a verdict of the world outside: gaps were found again, a threat is still open,
//!   a person stopped halfway. No table can make it another one. What is shown is that every circle holds such a verdict, and
//!   that gaps lead through planning and execution to a new verdict, never to the same report.
//! - A command that dies and leaves nothing leaves the decision as it was; that is no ending.
//! - Surfaces and depth are followed as far as a situation tells them: after a command that may declare or touch paths any step
//!   that a surface or depth asks for may be owed now. That they settle is the lock's promise, tested with the lock.

use std::collections::{BTreeMap, BTreeSet, HashMap};

use phase_pipeline::engine::change::{Ending, Leads};
use phase_pipeline::engine::row::{Dimension as _, Found, Situation, Values, walk};
use phase_pipeline::gsd::runs::{RUNS, Way, runs_of};
use phase_pipeline::gsd::situation::{Dim, Execution, FAILED, NO, YES};
use phase_pipeline::gsd::steps::Step;

use crate::common::resume::{Gsd, Gse, Resume, Run};

/// A part of the table with a command that may be printed there; none where the way ends.
type Told<R> = (Found<<R as Resume>::Dim, <R as Resume>::Goal>, Option<Run<<R as Resume>::Dim>>);

/// The parts of a situation, each with the commands that may be printed there.
fn told<R: Resume>(situation: &Situation<R::Dim>) -> Vec<Told<R>> {
    let mut told = Vec::new();
    for found in walk(R::rows(), situation) {
        let Some(runs) = R::runs(found.target) else {
            told.push((found, None));
            continue;
        };
        let before = told.len();
        for run in runs {
            for case in run.when.split(found.case.clone()).holds {
                told.push((Found { case, ..found.clone() }, Some(run)));
            }
        }
        assert!(told.len() > before, "{}: no command for {:?}", found.row, found.target);
    }
    told
}

/// What somebody is told: the row, what follows, and the command.
fn line<R: Resume>((found, run): &Told<R>) -> (&'static str, R::Goal, Option<&'static str>) {
    (found.row, found.target, run.map(|run| run.id))
}

fn key<R: Resume>(situation: &Situation<R::Dim>) -> Vec<Values> {
    R::Dim::all().into_iter().map(|dim| situation.get(dim)).collect()
}

/// What follows the ending of a command.
#[derive(Default)]
struct Walked {
    /// The most decisions from here to an end, by situation; none while its way is being followed.
    longest: HashMap<Vec<Values>, Option<usize>>,
    /// The rows that come next, by run and ending.
    next: BTreeMap<(&'static str, &'static str), BTreeSet<&'static str>>,
    edges: usize,
}

impl Walked {
    /// The most decisions, this one counted, until the end is reached or nothing more is printed. `way` is how it came here.
    fn follow<R: Resume>(&mut self, situation: &Situation<R::Dim>, way: &mut Vec<String>) -> usize {
        let situation = &R::widen(situation);
        match self.longest.get(&key::<R>(situation)) {
            Some(Some(known)) => return *known,
            Some(None) => panic!("round in a circle: {}", way.join(" → ")),
            None => {}
        }
        self.longest.insert(key::<R>(situation), None);
        let mut longest = 0;
        for here in told::<R>(situation) {
            let Some(run) = here.1 else {
                longest = longest.max(1);
                continue;
            };
            for ending in run.endings {
                way.push(format!("{}: {} {}", here.0.row, run.id, ending.word));
                let after = self.after::<R>(&here, run, ending);
                // What is left uncommitted is a decision of its own: to commit it.
                let own = 1 + usize::from(ending.is_left_uncommitted());
                if ending.leads == Leads::On {
                    longest = longest.max(own + self.follow::<R>(&after, way));
                }
                way.pop();
            }
        }
        self.longest.insert(key::<R>(situation), Some(longest));
        longest
    }

    /// The situation after an ending. Unless it may lead back here, the decision is another one.
    fn after<R: Resume>(&mut self, here: &Told<R>, run: Run<R::Dim>, ending: &Ending<R::Dim>) -> Situation<R::Dim> {
        let after = ending.apply(&here.0.case);
        self.edges += 1;
        for next in told::<R>(&after) {
            self.next.entry((run.id, ending.word)).or_default().insert(next.0.row);
            assert!(
                ending.leads != Leads::On || line::<R>(&next) != line::<R>(here),
                "{} {}: the decision stays {:?}",
                run.id,
                ending.word,
                line::<R>(here)
            );
        }
        after
    }
}

/// Follows every situation of a methodology's table to its end; gives what a reader of the test may want to know.
fn every_way_ends<R: Resume>() -> Vec<String> {
    let all = R::clean();
    let parts = told::<R>(&all);
    let mut walked = Walked::default();
    let mut bound = 0;
    let mut by_row: BTreeMap<&str, usize> = BTreeMap::new();
    for (found, _) in &parts {
        let steps = walked.follow::<R>(&found.case, &mut Vec::new());
        bound = bound.max(steps);
        let of_row = by_row.entry(found.row).or_default();
        *of_row = (*of_row).max(steps);
    }
    let situations: u128 = walk(R::rows(), &all).iter().map(|part| part.case.size()).sum();
    assert_eq!(situations, all.size(), "every situation is followed");
    let rows: BTreeSet<&str> =
        R::rows().iter().map(|row| row.id).filter(|id| !R::OF_UNCOMMITTED.contains(id)).collect();
    assert_eq!((bound, by_row.keys().copied().collect()), (R::BOUND, rows), "the bound, or a row that nothing ends in");
    let mut told = vec![
        format!(
            "{situations} situations in {} parts; {} followed, {} endings",
            parts.len(),
            walked.longest.len(),
            walked.edges
        ),
        format!("at most {bound} decisions to the end; and at the beginning those that settle what is uncommitted"),
    ];
    told.extend(by_row.iter().map(|(row, most)| format!("from {row}: at most {most}")));
    told.extend(walked.next.iter().map(|((run, ending), rows)| {
        format!("{run}, {ending} → {}", rows.iter().copied().collect::<Vec<_>>().join(", "))
    }));
    told
}

#[test]
fn every_way_ends_and_every_decision_is_followed_by_another() {
    println!("{}", every_way_ends::<Gsd>().join("\n"));
    println!("{}", every_way_ends::<Gse>().join("\n"));
}

/// The way that a run of GSD is.
fn way(told: Run<Dim>) -> Way {
    RUNS.iter().find(|run| run.id == told.id).unwrap().way
}

#[test]
fn gaps_lead_through_plans_and_execution_to_another_verdict() {
    // Where no plan is left, none is left unread.
    let executed = Gsd::clean().with(Dim::Execution, Execution::All.value()).with(Dim::PlanNames, YES.or(NO));
    let failed = |dim: Dim| executed.clone().with(Dim::Archived, NO).with(dim, FAILED);
    for situation in [failed(Dim::Step(Step::Verify)), failed(Dim::Uat)] {
        for (found, run) in told::<Gsd>(&situation) {
            assert_eq!((found.row, run.map(way)), ("gaps", Some(Way::Gaps)));
            for planned in run.unwrap().endings {
                let planned = planned.apply(&found.case);
                let (rows, ways): (BTreeSet<_>, BTreeSet<_>) =
                    told::<Gsd>(&planned).iter().map(|(found, run)| (found.row, run.map(way))).unzip();
                assert_eq!(rows, ["between-waves"].into());
                assert_eq!(ways, [Some(Way::Own), Some(Way::GapsOnly)].into());
                for ending in runs_of(Step::Execute).flat_map(|run| run.endings) {
                    let after = ending.apply(&planned);
                    let still = [Dim::Step(Step::Verify), Dim::Uat].map(|dim| !after.get(dim).and(FAILED).is_empty());
                    assert_eq!(still, [ending.word == "gaps_found", false], "after {}", ending.word);
                }
            }
        }
    }
}
