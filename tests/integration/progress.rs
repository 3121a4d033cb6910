//! No decision sends anyone round: from every situation, what the printed command leaves changes the decision, and the phase
//! comes to its end in bounded steps.
//!
//! The table is walked with every value possible, so that each part stands for all situations that end in it; each part is
//! followed through every ending of every command that may be printed there (`gsd::runs`), and what comes out is walked again.
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
use phase_pipeline::gsd::resume::{RESUME, Target};
use phase_pipeline::gsd::runs::{Run, Way, runs_of};
use phase_pipeline::gsd::situation::{Dim, Execution, FAILED, NO, WIP};
use phase_pipeline::gsd::steps::Step;

type Box = Situation<Dim>;

/// What somebody is told: the row, what follows, and the command.
type Told = (&'static str, Target, Option<&'static str>);

/// Every situation in which nothing is uncommitted.
fn clean() -> Box {
    Dim::all().into_iter().fold(Situation::anything(), |all, dim| match dim {
        Dim::Step(_) | Dim::Uat => all.clone().with(dim, all.get(dim).without(WIP)),
        _ => all,
    })
}

/// The parts of a situation, each with a command that may be printed there; none where the way ends.
fn told(situation: &Box) -> Vec<(Found<Dim, Target>, Option<&'static Run>)> {
    let mut told = Vec::new();
    for found in walk(RESUME, situation) {
        let Target::Step(step) = found.target else {
            told.push((found, None));
            continue;
        };
        let before = told.len();
        for run in runs_of(step) {
            for case in run.when.split(found.case.clone()).holds {
                told.push((Found { case, ..found.clone() }, Some(run)));
            }
        }
        assert!(told.len() > before, "{}: no command for {}", found.row, found.target.words());
    }
    told
}

fn line((found, run): &(Found<Dim, Target>, Option<&'static Run>)) -> Told {
    (found.row, found.target, run.map(|run| run.id))
}

/// What the way from here hardly asks, with every value possible: before the last plan is executed what stands after execution,
/// and from then on what stands before it. That only adds situations, so what is shown of the wider part holds of this one; it
/// leaves far fewer parts.
fn widen(situation: &Box) -> Box {
    let is_executed = situation.get(Dim::Execution) == Execution::All.value();
    let is_asked = |dim: Dim| match dim {
        Dim::Step(step) if step < Step::Execute => !is_executed,
        Dim::PlanNames => !is_executed,
        Dim::Step(Step::Verify) | Dim::Person | Dim::Execution | Dim::Archived | Dim::Before => true,
        Dim::Step(_) | Dim::Uat | Dim::Marked => is_executed,
    };
    let clean = clean();
    Dim::all().into_iter().fold(
        situation.clone(),
        |wider, dim| {
            if is_asked(dim) { wider } else { wider.with(dim, clean.get(dim)) }
        },
    )
}

fn key(situation: &Box) -> Vec<Values> {
    Dim::all().into_iter().map(|dim| situation.get(dim)).collect()
}

/// What follows the ending of a command.
struct Walked {
    /// The most decisions from here to an end, by situation; none while its way is being followed.
    longest: HashMap<Vec<Values>, Option<usize>>,
    /// The rows that come next, by run and ending.
    next: BTreeMap<(&'static str, &'static str), BTreeSet<&'static str>>,
    edges: usize,
}

impl Walked {
    /// The most decisions, this one counted, until the phase is complete or nothing more is printed. `way` is how it came here.
    fn follow(&mut self, situation: &Box, way: &mut Vec<String>) -> usize {
        let situation = &widen(situation);
        match self.longest.get(&key(situation)) {
            Some(Some(known)) => return *known,
            Some(None) => panic!("round in a circle: {}", way.join(" → ")),
            None => {}
        }
        self.longest.insert(key(situation), None);
        let mut longest = 0;
        for here in told(situation) {
            let Some(run) = here.1 else {
                longest = longest.max(1);
                continue;
            };
            for ending in run.endings {
                way.push(format!("{}: {} {}", here.0.row, run.id, ending.word));
                let after = self.after(&here, run, ending);
                // What is left uncommitted is a decision of its own: to commit it.
                let own = 1 + usize::from(ending.is_left_uncommitted());
                if ending.leads == Leads::On {
                    longest = longest.max(own + self.follow(&after, way));
                }
                way.pop();
            }
        }
        self.longest.insert(key(situation), Some(longest));
        longest
    }

    /// The situation after an ending. Unless it may lead back here, the decision is another one.
    fn after(&mut self, here: &(Found<Dim, Target>, Option<&'static Run>), run: &Run, ending: &Ending<Dim>) -> Box {
        let after = ending.apply(&here.0.case);
        self.edges += 1;
        for next in told(&after) {
            self.next.entry((run.id, ending.word)).or_default().insert(next.0.row);
            assert!(
                ending.leads != Leads::On || line(&next) != line(here),
                "{} {}: the decision stays {:?}",
                run.id,
                ending.word,
                line(here)
            );
        }
        after
    }
}

#[test]
fn every_way_ends_and_every_decision_is_followed_by_another() {
    let all = clean();
    let parts = told(&all);
    let mut walked = Walked { longest: HashMap::new(), next: BTreeMap::new(), edges: 0 };
    let mut bound = 0;
    let mut by_row: BTreeMap<&str, usize> = BTreeMap::new();
    for (found, _) in &parts {
        let steps = walked.follow(&found.case, &mut Vec::new());
        bound = bound.max(steps);
        let of_row = by_row.entry(found.row).or_default();
        *of_row = (*of_row).max(steps);
    }
    let situations: u128 = walk(RESUME, &all).iter().map(|part| part.case.size()).sum();
    assert_eq!(situations, all.size(), "every situation is followed");
    println!(
        "{situations} situations in {} parts; {} followed, {} endings",
        parts.len(),
        walked.longest.len(),
        walked.edges
    );
    assert_eq!((bound, by_row.len()), (27, RESUME.len()), "the bound, or a row that nothing ends in");
    println!("at most {bound} decisions to the end; and at the beginning those that settle what is uncommitted");
    for row in RESUME {
        println!("from resume/{}: at most {}", row.id, by_row[row.id]);
    }
    for ((run, ending), rows) in &walked.next {
        println!("{run}, {ending} → {}", rows.iter().copied().collect::<Vec<_>>().join(", "));
    }
}

#[test]
fn gaps_lead_through_plans_and_execution_to_another_verdict() {
    let failed =
        |dim: Dim| clean().with(Dim::Execution, Execution::All.value()).with(Dim::Archived, NO).with(dim, FAILED);
    for situation in [failed(Dim::Step(Step::Verify)), failed(Dim::Uat)] {
        for (found, run) in told(&situation) {
            assert_eq!((found.row, run.map(|run| run.way)), ("gaps", Some(Way::Gaps)));
            for planned in run.unwrap().endings {
                let planned = planned.apply(&found.case);
                let (rows, ways): (BTreeSet<_>, BTreeSet<_>) =
                    told(&planned).iter().map(|(found, run)| (found.row, run.map(|run| run.way))).unzip();
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
