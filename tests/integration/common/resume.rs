//! The tables by which each methodology says where its work goes on, for tests that hold of every such table.

use std::fmt::Debug;
use std::hash::Hash;

use phase_pipeline::engine::change::Ending;
use phase_pipeline::engine::conclude::Goal;
use phase_pipeline::engine::row::{Cond, Dimension, Row, Situation, Values};
use phase_pipeline::{gsd, gse};

/// One way in which a goal's command may be taken.
#[derive(Clone, Copy)]
pub(crate) struct Run<D: 'static> {
    /// Its id.
    pub(crate) id: &'static str,
    /// When it is the way.
    pub(crate) when: Cond<D>,
    /// How it ends.
    pub(crate) endings: &'static [Ending<D>],
}

/// The values of a step or an artifact that no row may tell apart: nothing uncommitted and nothing stale is better than nothing.
pub(crate) struct AsGoodAsNothing {
    pub(crate) missing: Values,
    pub(crate) others: &'static [Values],
}

/// A methodology's table and what goes with it.
pub(crate) trait Resume {
    type Dim: Dimension + Debug + Hash;
    type Goal: Goal + Ord + Debug + 'static;

    fn rows() -> &'static [Row<Self::Dim, Self::Goal>];
    /// Nothing has happened.
    fn untouched() -> Situation<Self::Dim>;
    /// Nothing is uncommitted.
    fn clean() -> Situation<Self::Dim>;
    /// The commands that may be printed for a goal; none where the way ends.
    fn runs(goal: Self::Goal) -> Option<Vec<Run<Self::Dim>>>;
    /// What the way from here hardly asks, with every value possible: that only adds situations, and leaves far fewer parts.
    fn widen(situation: &Situation<Self::Dim>) -> Situation<Self::Dim>;
    /// Of a dimension that says whether something is there.
    fn as_good_as_nothing(dim: Self::Dim) -> Option<AsGoodAsNothing>;
    /// Of a row that looks for what is owed: the dimension that its goal settles, and the values in which it is settled.
    fn settled(row: &str, goal: Self::Goal) -> Option<(Self::Dim, Values)>;
    /// Every goal that some row must come to.
    fn goals() -> Vec<Self::Goal>;
    /// The most decisions to the end.
    const BOUND: usize;
    /// The rows that only something uncommitted comes to: what stops the pipeline there is settled first.
    const OF_UNCOMMITTED: &'static [&'static str];
}

pub(crate) struct Gsd;

impl Resume for Gsd {
    type Dim = gsd::situation::Dim;
    type Goal = gsd::resume::Target;
    const BOUND: usize = 27;
    const OF_UNCOMMITTED: &'static [&'static str] = &["lost-summary", "lost-plan"];

    fn rows() -> &'static [Row<Self::Dim, Self::Goal>] {
        gsd::resume::RESUME
    }

    fn untouched() -> Situation<Self::Dim> {
        gsd::situation::untouched()
    }

    fn clean() -> Situation<Self::Dim> {
        use gsd::situation::{Dim, LOST, UNDONE, WIP};
        Dim::all().into_iter().fold(Situation::anything(), |all, dim| match dim {
            Dim::Step(_) | Dim::Uat => all.clone().with(dim, all.get(dim).without(WIP)),
            Dim::PlanNames => all.clone().with(dim, all.get(dim).without(LOST.or(UNDONE))),
            _ => all,
        })
    }

    fn runs(goal: Self::Goal) -> Option<Vec<Run<Self::Dim>>> {
        let gsd::resume::Target::Step(step) = goal else { return None };
        let run = |run: &'static gsd::runs::Run| Run { id: run.id, when: run.when, endings: run.endings };
        Some(gsd::runs::runs_of(step).map(run).collect())
    }

    /// Before the last plan is executed what stands after execution is hardly asked, and from then on what stands before it.
    fn widen(situation: &Situation<Self::Dim>) -> Situation<Self::Dim> {
        use gsd::situation::{Dim, Execution};
        use gsd::steps::Step;
        let is_executed = situation.get(Dim::Execution) == Execution::All.value();
        let is_asked = |dim: Dim| match dim {
            Dim::Step(step) if step < Step::Execute => !is_executed,
            Dim::PlanNames => !is_executed,
            Dim::Step(Step::Verify) | Dim::Person | Dim::Execution | Dim::Archived | Dim::Before => true,
            Dim::Step(_) | Dim::Uat | Dim::Marked => is_executed,
        };
        let clean = Self::clean();
        Dim::all()
            .into_iter()
            .fold(situation.clone(), |wider, dim| if is_asked(dim) { wider } else { wider.with(dim, clean.get(dim)) })
    }

    fn as_good_as_nothing(dim: Self::Dim) -> Option<AsGoodAsNothing> {
        use gsd::situation::{Dim, MISSING, STALE, WIP};
        let is_one = matches!(dim, Dim::Step(_) | Dim::Uat);
        is_one.then_some(AsGoodAsNothing { missing: MISSING, others: &[WIP, STALE] })
    }

    fn settled(_: &str, goal: Self::Goal) -> Option<(Self::Dim, Values)> {
        use gsd::steps::Step;
        match goal {
            // Execute and plan go on where they have begun, and ship is the end of every phase.
            gsd::resume::Target::Step(step) if !matches!(step, Step::Execute | Step::Plan | Step::Ship) => {
                Some((gsd::situation::Dim::Step(step), gsd::situation::SETTLED))
            }
            _ => None,
        }
    }

    fn goals() -> Vec<Self::Goal> {
        gsd::steps::STEPS.iter().map(|row| gsd::resume::Target::Step(row.step)).collect()
    }
}

pub(crate) struct Gse;

impl Resume for Gse {
    type Dim = gse::situation::Dim;
    type Goal = gse::go::Target;
    const BOUND: usize = 16;
    const OF_UNCOMMITTED: &'static [&'static str] = &[];

    fn rows() -> &'static [Row<Self::Dim, Self::Goal>] {
        gse::go::GO
    }

    fn untouched() -> Situation<Self::Dim> {
        gse::situation::untouched()
    }

    fn clean() -> Situation<Self::Dim> {
        use gse::situation::{Dim, WIP};
        Dim::all().into_iter().fold(Situation::anything(), |all, dim| match dim {
            Dim::Artifact(_) => all.clone().with(dim, all.get(dim).without(WIP)),
            _ => all,
        })
    }

    fn runs(goal: Self::Goal) -> Option<Vec<Run<Self::Dim>>> {
        let gse::go::Target::Activity(activity) = goal else { return None };
        let run = gse::runs::run(activity);
        Some(vec![Run { id: activity.row().name, when: Cond::Always, endings: run.endings }])
    }

    fn widen(situation: &Situation<Self::Dim>) -> Situation<Self::Dim> {
        situation.clone()
    }

    fn as_good_as_nothing(dim: Self::Dim) -> Option<AsGoodAsNothing> {
        use gse::situation::{Dim, MISSING, WIP};
        matches!(dim, Dim::Artifact(_)).then_some(AsGoodAsNothing { missing: MISSING, others: &[WIP] })
    }

    /// A plan that is in force is taken at its word; where there is none, artifacts say what is settled.
    fn settled(row: &str, goal: Self::Goal) -> Option<(Self::Dim, Values)> {
        use gse::situation::{Artifact, DONE, Dim, SKIPPED};
        let gse::go::Target::Activity(activity) = goal else { return None };
        let artifact = Artifact::EVERY.into_iter().find(|artifact| artifact.activity() == activity)?;
        (row == "without-plan").then_some((Dim::Artifact(artifact), DONE.or(SKIPPED)))
    }

    fn goals() -> Vec<Self::Goal> {
        gse::activities::ACTIVITIES.iter().map(|row| gse::go::Target::Activity(row.activity)).collect()
    }
}
