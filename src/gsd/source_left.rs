//! Uncommitted source: what of it counts for the phase, which task it belongs to, and what is done about it.

use std::collections::BTreeSet;

use super::artifacts::Kind;
use super::assess::Assessment;
use super::claims::Current;
use super::evidence::{File, PhaseEvidence};
use super::ids::PlanId;
use super::plans::{Plan, PlanState};
use super::situation::{Dim, Execution, SETTLED};
use super::steps::Step;
use super::wip::{SourceChange, Tie, stash_message};
use crate::engine::by_git;
use crate::engine::evidence::{Content, Meaning, Tracked};
use crate::engine::path::RepoPath;
use crate::engine::recovery::Action;
use crate::engine::report::{LeftFile, Measure};

/// The uncommitted source that counts for a phase.
pub struct SourceLeft<'a> {
    changes: Vec<&'a SourceChange>,
    /// How many more paths count and were not kept.
    more: usize,
    /// True where what nothing ties to the phase counts as well.
    takes_untied: bool,
    /// The one task that all of it belongs to.
    task: Option<(Option<PlanId>, Option<usize>)>,
}

/// Finds it; none where none counts.
///
/// A path counts where a live plan names it or an execute commit of the phase touched it. Every path does while the phase is
/// carried out, from its first execute commit until its review is settled, unless STATE names another such phase as current; and
/// where a SUMMARY of it lies there without a commit.
pub fn source_left<'a>(evidence: &'a PhaseEvidence, assessment: &Assessment) -> Option<SourceLeft<'a>> {
    let wip = &evidence.wip;
    let summarized = summarized(evidence);
    let is_the_one = evidence.marks.said.current == Current::This || wip.carried_out_too.is_empty();
    let takes_untied = (is_the_one && is_underway(evidence, assessment)) || !summarized.is_empty();
    let counts = |change: &&SourceChange| takes_untied || !change.ties.is_empty();
    let changes: Vec<&SourceChange> = wip.source.iter().filter(counts).collect();
    let more = if takes_untied { wip.more_source } else { 0 };
    if changes.is_empty() {
        return None;
    }
    let task = if more == 0 { part_of(&changes, &assessment.plans, &summarized) } else { None };
    Some(SourceLeft { changes, more, takes_untied, task })
}

/// True from the first execute commit until what the code review found is settled.
fn is_underway(evidence: &PhaseEvidence, assessment: &Assessment) -> bool {
    let is_settled = assessment.situation.get(Dim::Step(Step::ReviewFix)).without(SETTLED).is_empty();
    match assessment.execution {
        Execution::Started | Execution::Partial | Execution::Blocked => true,
        Execution::All => !evidence.commits.is_empty() && !is_settled,
        Execution::None | Execution::Unclear => false,
    }
}

/// The plans whose SUMMARY is finished and has no commit, but for those of which a part may lie in a stash.
fn summarized(evidence: &PhaseEvidence) -> BTreeSet<Option<PlanId>> {
    let is_done = |file: &&File| matches!(file.reading.content, Content::Finished { meaning: Meaning::Done, .. });
    let left = evidence.files.iter().filter(|file| file.name.kind == Kind::Summary && file.tracked.is_uncommitted());
    let left = left.filter(|file| !evidence.ignored_wip.contains(&file.path) && !file.in_head);
    let is_whole = |file: &&File| !evidence.wip.stashes.iter().any(|stash| stash.may_be_of(file.name.plan.as_ref()));
    left.filter(is_done).filter(is_whole).map(|file| file.name.plan.clone()).collect()
}

/// A task of a plan, or a whole plan.
type Part = (Option<PlanId>, Option<usize>);

/// What every path belongs to and can be committed as: one task; else one plan that wrote its SUMMARY already, so that nothing
/// of it is left to do. Of plans that are executed nothing is left to finish.
fn part_of(changes: &[&SourceChange], plans: &[Plan], summarized: &BTreeSet<Option<PlanId>>) -> Option<Part> {
    let is_open = |id: &Option<PlanId>| plans.iter().any(|plan| plan.id == *id && !plan.state.is_over());
    let candidates = |change: &SourceChange| -> BTreeSet<Part> {
        let of = |tie: &Tie| Some((tie.plan()?.clone(), tie.task()));
        change.ties.iter().filter_map(of).filter(|(plan, _)| is_open(plan)).collect()
    };
    let all: Vec<BTreeSet<Part>> = changes.iter().map(|change| candidates(change)).collect();
    one_task(&all, plans, summarized).or_else(|| {
        let plans_of = |parts: &BTreeSet<Part>| parts.iter().map(|(plan, _)| plan.clone()).collect::<BTreeSet<_>>();
        let named: BTreeSet<Option<PlanId>> = all.iter().flat_map(plans_of).collect();
        let [plan] = &*named.into_iter().collect::<Vec<_>>() else { return None };
        let is_whole = summarized.contains(plan) && all.iter().all(|parts| !parts.is_empty());
        is_whole.then(|| (plan.clone(), None))
    })
}

/// The one task (or the one plan, where none of its tasks names files) that every path belongs to.
fn one_task(all: &[BTreeSet<Part>], plans: &[Plan], summarized: &BTreeSet<Option<PlanId>>) -> Option<Part> {
    let common = all.iter().cloned().reduce(|one, other| one.intersection(&other).cloned().collect())?;
    // A file that two tasks of a plan share belongs to the earlier; one that two plans share, to the plan that has begun, unless
    // that one is done by its SUMMARY.
    let has_begun = |id: &Option<PlanId>| {
        !summarized.contains(id) && plans.iter().any(|plan| plan.id == *id && plan.state == PlanState::Started)
    };
    let of_plans: BTreeSet<&Option<PlanId>> = common.iter().map(|(plan, _)| plan).collect();
    let begun: Vec<&Option<PlanId>> = of_plans.iter().copied().filter(|plan| has_begun(plan)).collect();
    let plan = match (of_plans.len(), begun.as_slice()) {
        (1, _) => of_plans.first().copied()?,
        (_, [begun]) => begun,
        _ => return None,
    };
    common.iter().filter(|(of, _)| of == plan).min_by_key(|(_, task)| (task.is_none(), *task)).cloned()
}

impl<'a> SourceLeft<'a> {
    /// The changes that are kept.
    pub fn changes(&self) -> &[&'a SourceChange] {
        &self.changes
    }

    /// True where what nothing ties to the phase counts as well.
    pub fn takes_untied(&self) -> bool {
        self.takes_untied
    }

    /// True for an artifact that may speak of source which has no commit after the recovery: a SUMMARY of a plan that may have
    /// made it, or whatever judges the work. Committed, it would say that work is done which lies in a stash.
    pub fn is_told_by(&self, file: &File) -> bool {
        if self.task.is_some() || file.name.kind.row().step.is_none_or(|step| step < Step::Execute) {
            return false;
        }
        let is_of = |change: &&SourceChange| {
            let mut plans = change.ties.iter().filter_map(Tie::plan).peekable();
            plans.peek().is_none() || plans.any(|plan| *plan == file.name.plan)
        };
        file.name.kind != Kind::Summary || self.more > 0 || self.changes.iter().any(is_of)
    }

    /// The files, each with what ties it to the phase.
    pub fn files(&self, evidence: &PhaseEvidence) -> Vec<LeftFile> {
        let file = |change: &&SourceChange| LeftFile {
            path: change.path.clone(),
            tracked: change.tracked,
            content: String::new(),
            verdict: tied(change, &evidence.id),
        };
        self.changes.iter().map(file).collect()
    }

    /// What the decision line says of it.
    pub fn summary(&self, evidence: &PhaseEvidence) -> String {
        let count = self.changes.len() + self.more;
        let files = if count == 1 { "1 source file".to_owned() } else { format!("{count} source files") };
        match &self.task {
            Some(task) => format!("{files} uncommitted, all of {}", task_words(task, &evidence.id)),
            None => format!("{files} uncommitted"),
        }
    }

    /// True for a file that git knows nothing of.
    fn is_untracked(&self, path: &RepoPath) -> bool {
        self.changes.iter().any(|change| change.path == *path && change.tracked == Tracked::Untracked)
    }

    /// Why it cannot be committed as the work of one task.
    fn why_no_task(&self, plans: &[Plan]) -> &'static str {
        let is_open = |id: &Option<PlanId>| plans.iter().any(|plan| plan.id == *id && !plan.state.is_over());
        let open = |change: &&SourceChange| change.ties.iter().filter_map(Tie::plan).any(is_open);
        match self.changes.iter().filter(|change| open(change)).count() {
            0 if self.changes.iter().any(|change| change.ties.iter().any(|tie| tie.plan().is_some())) => {
                "the plans that name it are executed"
            }
            0 => "no open plan names it",
            count if count < self.changes.len() => "no open plan names all of it",
            _ => "it is of more than one task or plan",
        }
    }

    /// What is done about it.
    pub fn measures(&self, evidence: &PhaseEvidence, assessment: &Assessment) -> Vec<Measure> {
        let paths: Vec<_> = self.changes.iter().map(|change| change.path.clone()).collect();
        let id = &evidence.id;
        if self.more > 0 {
            let count = self.changes.len() + self.more;
            return vec![Measure::by_hand(format!(
                "{count} uncommitted files are more than anybody left on purpose: commit them, put them into a stash, or name \
                 them in .gitignore or pipeline.ignore_wip"
            ))];
        }
        if let Some(task) = &self.task {
            let words = task_words(task, id);
            let subject = format!("feat({}): finish {}", scope(task.0.as_ref(), id), part_words(task.1));
            let is_new = |path: &RepoPath| self.is_untracked(path);
            let (look, commit) = (
                by_git::look(&assessment.own, &paths, &is_new),
                by_git::commit(&assessment.own, &paths, &is_new, &subject),
            );
            return vec![
                Measure::by_hand_with(&format!("look at what is there of {words} and finish it"), &look),
                Measure {
                    what: format!("once it is finished, commit it as that plan (`{subject}`): {commit}"),
                    action: Action::Commit { paths, subject, finishes: true },
                },
            ];
        }
        let mut measures = vec![Measure {
            what: format!("put it into a stash: {}", self.why_no_task(&assessment.plans)),
            action: Action::Stash { paths, message: stash_message(id) },
        }];
        // Where every plan is executed there is nothing to resume, and the phase goes on where the table says.
        if assessment.execution != Execution::All {
            let resume = resume_words(assessment, id);
            let command = assessment.own.command(&format!("{id} {}", Step::Execute.number()));
            measures.push(Measure::by_hand_with(&format!("resume {resume}"), &command));
        }
        let show = assessment.own.git("stash show --include-untracked -p");
        measures.push(Measure::by_hand_with("look at the stash after", &show));
        measures
    }
}

/// After which task execution is resumed.
fn resume_words(assessment: &Assessment, id: &str) -> String {
    let started = assessment.plans.iter().find(|plan| plan.state == PlanState::Started);
    let Some(plan) = started else { return "execution at the next ready plan".to_owned() };
    let resumes = plan.resumes().map(|resumes| format!(" {resumes}")).unwrap_or_default();
    format!("plan {}{resumes}", scope(plan.id.as_ref(), id))
}

fn scope(plan: Option<&PlanId>, id: &str) -> String {
    plan.map_or_else(|| id.to_owned(), |plan| format!("{id}-{plan}"))
}

fn part_words(task: Option<usize>) -> String {
    task.map_or_else(|| "the plan's work".to_owned(), |task| format!("task {task}"))
}

fn task_words(task: &(Option<PlanId>, Option<usize>), id: &str) -> String {
    let plan = format!("plan {}", scope(task.0.as_ref(), id));
    task.1.map_or_else(|| plan.clone(), |task| format!("task {task} of {plan}"))
}

/// How many ties of one file are told.
const FEW: usize = 3;

/// What ties a path to the phase, in words.
fn tied(change: &SourceChange, id: &str) -> String {
    let named = change.ties.iter().filter_map(|tie| match tie {
        Tie::Summary(plan) => Some(format!("the SUMMARY of {}", task_words(&(plan.clone(), None), id))),
        Tie::Task { .. } | Tie::Plan(_) => Some(task_words(&(tie.plan()?.clone(), tie.task()), id)),
        Tie::Commit(_) => None,
    });
    let mut named: Vec<String> = named.collect();
    if named.len() > FEW {
        let more = named.split_off(FEW).len();
        named.push(format!("{more} more"));
    }
    match (named.is_empty(), change.ties.first()) {
        (false, _) => format!("named by {}", named.join(", ")),
        (true, Some(Tie::Commit(commit))) => format!("touched by {}", commit.short()),
        (true, _) => "changed while the phase is carried out".to_owned(),
    }
}

#[cfg(test)]
mod tests;
