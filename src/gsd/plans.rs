//! The plans of a phase: which count, where each stands, and how far all of them together are executed.

use super::artifacts::Kind;
use super::evidence::{ExecuteCommit, File, OtherRepository, PhaseEvidence};
use super::ids::{PhaseId, PlanId};
use super::names::Artifact;
use super::pairs::pair;
use super::situation::Execution;
use super::standing::content_words;
use crate::engine::evidence::{Content, Meaning, Reading, StepState, Tracked, settle};
use crate::engine::object::Oid;
use crate::engine::path::RepoPath;
use crate::engine::words::normalise;

/// Where one plan stands.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub enum PlanState {
    /// Its SUMMARY is committed and finished.
    Executed,
    /// The same, and the SUMMARY says that the phase was stopped there: what depends on it is blocked.
    Halted,
    /// Begun: an execute commit names it, or an unfinished SUMMARY of it is committed.
    Started,
    /// Nothing of it has begun, and nothing that it needs is open.
    Ready,
    /// Nothing of it has begun, and it needs plans that are not executed.
    Waiting(Vec<String>),
    /// It needs a plan that was halted.
    Blocked(String),
}

impl PlanState {
    /// The state in words.
    pub fn words(&self) -> String {
        match self {
            Self::Executed => "executed".to_owned(),
            Self::Halted => "halted".to_owned(),
            Self::Started => "started".to_owned(),
            Self::Ready => "ready".to_owned(),
            Self::Waiting(on) => format!("waits for {}", on.join(", ")),
            Self::Blocked(by) => format!("blocked by {by}, which was halted"),
        }
    }

    /// True where nothing is left to execute.
    pub fn is_over(&self) -> bool {
        matches!(self, Self::Executed | Self::Halted)
    }
}

/// One plan that counts.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Plan {
    /// Its number; none where the phase has one plan without any.
    pub id: Option<PlanId>,
    /// Its file; none where only a SUMMARY stands for it.
    pub path: Option<RepoPath>,
    /// Its SUMMARY's file.
    pub summary: Option<RepoPath>,
    /// The commit that added its SUMMARY.
    pub summary_added_by: Option<Oid>,
    /// Where it stands.
    pub state: PlanState,
    /// The execute commits that name it, oldest first.
    pub commits: Vec<Oid>,
    /// True where an execute commit in another repository names it.
    pub begun_elsewhere: bool,
    /// The longest chain of plans that it needs, itself counted; 0 in a circle.
    pub depth: usize,
    /// How many tasks it has; 0 where that is not known.
    pub tasks: usize,
    /// It closes gaps.
    pub gap_closure: bool,
    /// What the SUMMARY's word leaves open: it may count as executed or not.
    pub doubt: Option<String>,
    /// True where commits of it may lie beyond the point where history is cut off.
    pub is_cut: bool,
}

impl Plan {
    /// Where it stands, in words. Nothing says of a plan whose commits may not be here that it has not begun.
    pub fn words(&self) -> String {
        match &self.state {
            PlanState::Ready if self.is_cut => "whether it has begun is not known".to_owned(),
            PlanState::Waiting(_) if self.is_cut => {
                format!("{}, and whether it has begun is not known", self.state.words())
            }
            state => state.words(),
        }
    }

    /// Where a plan that was begun goes on, as far as its commits tell: each task makes at least one. None for another plan, and
    /// where no commit names it.
    pub fn resumes(&self) -> Option<String> {
        let done = if self.tasks == 0 { self.commits.len() } else { self.commits.len().min(self.tasks) };
        let of = if self.tasks == 0 { String::new() } else { format!(" of {}", self.tasks) };
        let later = if self.is_cut { " or later" } else { "" };
        (self.state == PlanState::Started && done > 0).then(|| format!("after about task {done}{of}{later}"))
    }

    /// The plan's number for a reader.
    pub fn label(&self) -> String {
        self.id.as_ref().map_or_else(|| "the plan".to_owned(), PlanId::to_string)
    }
}

/// Finds the plans that count and where each stands.
pub fn plans(evidence: &PhaseEvidence) -> Vec<Plan> {
    plans_among(evidence, is_live)
}

fn plans_among(evidence: &PhaseEvidence, counts: impl Fn(&File) -> bool) -> Vec<Plan> {
    let PhaseEvidence { files, commits, repositories, .. } = evidence;
    let live: Vec<&File> = files.iter().filter(|file| counts(file)).collect();
    let summaries: Vec<&File> =
        files.iter().filter(|file| file.name.kind == Kind::Summary && file.tracked != Tracked::Absent).collect();
    let names = |files: &[&File]| -> Vec<Artifact> { files.iter().map(|file| file.name.clone()).collect() };
    let (plan_names, summary_names) = (names(&live), names(&summaries));
    let pairs = pair(&plan_names.iter().collect::<Vec<_>>(), &summary_names.iter().collect::<Vec<_>>());
    let mut plans: Vec<Plan> = live
        .iter()
        .zip(&pairs.of_plan)
        .map(|(file, own)| {
            let own: Vec<&File> = own.iter().filter_map(|at| summaries.get(*at).copied()).collect();
            begin(Some(file), &own, commits, repositories)
        })
        .collect();
    // A summary whose plan is gone stands for it; one of a superseded plan, or of the phase, stands for none.
    let superseded: Vec<&PlanId> = files
        .iter()
        .filter(|file| file.name.kind == Kind::Plan && !counts(file) && !was_live(file))
        .filter_map(|file| file.name.plan.as_ref())
        .collect();
    for summary in pairs.alone.iter().filter_map(|at| summaries.get(*at)) {
        if summary.name.plan.as_ref().is_some_and(|id| !superseded.contains(&id)) {
            plans.push(begin(None, &[summary], commits, repositories));
        }
    }
    plans.sort_by(|a, b| (&a.id, &a.path).cmp(&(&b.id, &b.path)));
    for plan in &mut plans {
        plan.is_cut = evidence.history_cut.is_some();
    }
    connect(&mut plans, files, &evidence.marks.ids);
    plans
}

/// True for a plan that is committed and not superseded, whatever was edited in it since. One in conflict is committed on either
/// side, and what cannot be read says nothing of being superseded: neither leaves the count.
pub fn is_live(file: &File) -> bool {
    let is_unread = file.tracked == Tracked::Conflicted || matches!(file.reading.content, Content::Unreadable { .. });
    file.name.kind == Kind::Plan
        && (file.is_held() || file.tracked == Tracked::Conflicted)
        && (is_unread || !file.plan().is_some_and(|facts| facts.superseded))
}

/// True for a plan that counts by what HEAD holds, and that was changed or deleted since without a commit.
pub fn was_live(file: &File) -> bool {
    file.name.kind == Kind::Plan
        && file.in_head
        && match file.tracked {
            // What is gone was read as HEAD has it.
            Tracked::Deleted => !file.plan().is_some_and(|facts| facts.superseded),
            Tracked::Modified | Tracked::Staged => file.head_says.is_some(),
            _ => false,
        }
}

/// The plans that HEAD holds, that nothing shows as executed, and that were changed or deleted without a commit: as they stand
/// they do not count, and without them the phase would look further than it is.
pub fn undone(evidence: &PhaseEvidence) -> Vec<&File> {
    let mut files = evidence.files.iter().filter(|file| was_live(file)).peekable();
    if files.peek().is_none() {
        return Vec::new();
    }
    let in_head = plans_among(evidence, |file| is_live(file) || was_live(file));
    // One whose SUMMARY is lost is executed: that is told of the SUMMARY.
    let lost: Vec<&RepoPath> = lost(&in_head, &evidence.files).into_iter().map(|file| &file.path).collect();
    let is_lost = |plan: &Plan| plan.summary.as_ref().is_some_and(|summary| lost.contains(&summary));
    let left: Vec<&RepoPath> = in_head
        .iter()
        .filter(|plan| !plan.state.is_over() && !is_lost(plan))
        .filter_map(|plan| plan.path.as_ref())
        .collect();
    let is_left = |file: &&File| left.contains(&&file.path);
    files.filter(is_left).collect()
}

/// The SUMMARYs by which HEAD shows that something was executed, and that the work tree or the index no longer has so: of plans
/// that nothing else shows as executed, and of a phase without plans.
pub fn lost<'a>(plans: &[Plan], files: &'a [File]) -> Vec<&'a File> {
    let is_missed = |file: &&File| match file.name.plan {
        None if plans.is_empty() => true,
        _ => plans.iter().any(|plan| !plan.state.is_over() && plan.summary.as_ref() == Some(&file.path)),
    };
    let summaries = files.iter().filter(|file| file.name.kind == Kind::Summary);
    summaries.filter(|file| head_says_over(file) && !is_edited(file)).filter(is_missed).collect()
}

/// The plans that are left to execute and cannot be read: what they ask for is a guess, whatever the others say.
pub fn unread<'a>(plans: &[Plan], files: &'a [File]) -> Vec<&'a File> {
    let is_left =
        |file: &&File| plans.iter().any(|plan| !plan.state.is_over() && plan.path.as_ref() == Some(&file.path));
    let is_unread = |file: &&File| matches!(file.reading.content, Content::Unreadable { .. });
    files.iter().filter(|file| file.name.kind == Kind::Plan).filter(is_unread).filter(is_left).collect()
}

/// A plan with what its own files and commits say of it; what it needs comes later.
fn begin(
    plan: Option<&File>,
    summaries: &[&File],
    commits: &[ExecuteCommit],
    repositories: &[OtherRepository],
) -> Plan {
    let id = plan.or(summaries.first().copied()).and_then(|file| file.name.plan.clone());
    let is_own =
        |plans: &[PlanId]| id.as_ref().is_some_and(|id| plans.iter().any(|named| named.covers(id) || id.covers(named)));
    let own: Vec<Oid> = commits.iter().filter(|commit| is_own(&commit.plans)).map(|commit| commit.id).collect();
    let begun_elsewhere = repositories.iter().flat_map(|other| &other.commits).any(|commit| is_own(&commit.plans));
    let committed = summaries.iter().find(|file| file.tracked == Tracked::Committed);
    let edited = summaries.iter().find(|file| is_edited(file)).filter(|_| committed.is_none());
    let states = match edited {
        Some(_) => vec![StepState::Done],
        None => committed.map(|file| summary_states(file)).unwrap_or_default(),
    };
    let committed = committed.or(edited);
    let is_halted = committed.is_some_and(|file| says_halted(file));
    let doubt = committed
        .filter(|_| states.len() > 1)
        .map(|file| format!("{} {}", file.path, content_words(&file.reading.content)));
    let state = match (states.as_slice(), committed) {
        (_, Some(_)) if is_halted => PlanState::Halted,
        ([StepState::Done], _) => PlanState::Executed,
        (_, None) if own.is_empty() && !begun_elsewhere => PlanState::Ready,
        _ => PlanState::Started,
    };
    Plan {
        id,
        path: plan.map(|file| file.path.clone()),
        summary: committed.or(summaries.first()).map(|file| file.path.clone()),
        summary_added_by: committed.and_then(|file| file.added_by),
        state,
        commits: own,
        begun_elsewhere,
        depth: 1,
        tasks: plan.and_then(File::plan).map_or(0, |facts| facts.tasks),
        gap_closure: plan.and_then(File::plan).is_some_and(|facts| facts.gap_closure),
        doubt,
        is_cut: false,
    }
}

fn summary_states(file: &File) -> Vec<StepState> {
    settle(&Reading { tracked: file.tracked, content: file.reading.content.clone(), freshness: file.freshness.clone() })
        .into_iter()
        .filter(|state| *state != StepState::Failed)
        .collect()
}

fn says_over(content: &Content) -> bool {
    matches!(content, Content::Finished { meaning: Meaning::Done, .. })
}

/// True for a SUMMARY that HEAD holds and calls finished, and that was changed since.
fn head_says_over(file: &File) -> bool {
    // What is gone was read as HEAD has it.
    let is_gone = file.in_head && file.tracked == Tracked::Deleted && says_over(&file.reading.content);
    is_gone || file.head_says.as_ref().is_some_and(says_over)
}

/// True for one of these that was edited and is there. Finished in both versions, it shows what the committed one showed: what is
/// done to it afterwards does not undo the work.
fn is_edited(file: &File) -> bool {
    let is_changed = matches!(file.tracked, Tracked::Modified | Tracked::Staged);
    is_changed && head_says_over(file) && says_over(&file.reading.content)
}

fn says_halted(file: &File) -> bool {
    matches!(&file.reading.content, Content::Finished { word: Some(word), meaning: Meaning::Done } if normalise(word) == "halted")
}

/// What an entry of `depends_on` comes to.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Need {
    /// A plan that counts, by its place.
    Here(usize),
    /// A plan of another phase.
    Elsewhere,
    /// A plan of this phase that does not count: it was superseded, say.
    NotCounted,
    /// None of them.
    Unknown,
}

/// What each of these plans needs: each entry of its `depends_on` as written, and what it comes to.
pub fn needs<'a>(plans: &[Plan], files: &'a [File], phase: &[PhaseId]) -> Vec<Vec<(&'a str, Need)>> {
    let of = |need: &str| match position(plans, need, phase) {
        _ if elsewhere(need, phase).is_some() => Need::Elsewhere,
        Some(at) => Need::Here(at),
        None if has_file_of(files, need) => Need::NotCounted,
        None => Need::Unknown,
    };
    plans
        .iter()
        .map(|plan| {
            let file = files.iter().find(|file| Some(&file.path) == plan.path.as_ref());
            let written = file.and_then(File::plan).map(|facts| facts.depends_on.as_slice()).unwrap_or_default();
            written.iter().map(|need| (need.as_str(), of(need))).collect()
        })
        .collect()
}

/// True where some file of the phase is of the plan that an entry names, whatever it is worth.
fn has_file_of(files: &[File], need: &str) -> bool {
    let ids = plan_ids(need);
    files.iter().any(|file| file.name.plan.as_ref().is_some_and(|own| ids.iter().any(|id| own.covers(id))))
}

/// The ids of plans that an entry may mean; none where it is a sentence.
pub fn plan_ids(need: &str) -> Vec<PlanId> {
    let tails = need.match_indices('-').filter_map(|(at, _)| need.get(at + 1..));
    std::iter::once(need).chain(tails).filter_map(PlanId::parse).collect()
}

/// Works out depth, waiting and blocking from what the plans need of each other.
fn connect(plans: &mut [Plan], files: &[File], phase: &[PhaseId]) {
    let here = |need: &(&str, Need)| match need.1 {
        Need::Here(at) => Some(at),
        Need::Elsewhere | Need::NotCounted | Need::Unknown => None,
    };
    let needs: Vec<Vec<usize>> =
        needs(plans, files, phase).iter().map(|needs| needs.iter().filter_map(here).collect()).collect();
    let halted: Vec<bool> = plans.iter().map(|plan| plan.state == PlanState::Halted).collect();
    let over: Vec<bool> = plans.iter().map(|plan| plan.state.is_over()).collect();
    let labels: Vec<String> = plans.iter().map(Plan::label).collect();
    let depths = depths(&needs);
    let blockers = blockers(&needs, &halted);
    for at in 0..plans.len() {
        let Some(plan) = plans.get_mut(at) else { continue };
        plan.depth = depths.get(at).copied().unwrap_or_default();
        if plan.state.is_over() {
            continue;
        }
        let label = |at: &usize| labels.get(*at).cloned().unwrap_or_default();
        if let Some(by) = blockers.get(at).copied().flatten() {
            plan.state = PlanState::Blocked(label(&by));
        } else if plan.state == PlanState::Ready {
            let open: Vec<String> = needs
                .get(at)
                .into_iter()
                .flatten()
                .filter(|need| over.get(**need) == Some(&false) && **need != at)
                .map(label)
                .collect();
            if !open.is_empty() {
                plan.state = PlanState::Waiting(open);
            }
        }
    }
}

/// What a `depends_on` names: of the path of a document (`../06-cart/06-02-PLAN.md`) the last name.
fn last_name(need: &str) -> &str {
    let need = need.trim();
    let is_document = need.get(need.len().saturating_sub(3)..).is_some_and(|end| end.eq_ignore_ascii_case(".md"));
    if is_document { need.rsplit(['/', '\\']).next().unwrap_or(need) } else { need }
}

/// The phase and plan that a `depends_on` names, where they are another phase's: `06-02` or `06-02-slug` in phase 7.
pub fn elsewhere(need: &str, phase: &[PhaseId]) -> Option<(PhaseId, PlanId)> {
    let need = last_name(need);
    let parts = need.match_indices('-').filter_map(|(at, _)| {
        let phase = PhaseId::parse(need.get(..at)?)?;
        let (plan, rest) = PlanId::leading(need.get(at + 1..)?).into_iter().next()?;
        (rest.is_empty() || rest.starts_with(['-', '.', ' '])).then_some((phase, plan))
    });
    let parts: Vec<(PhaseId, PlanId)> = parts.collect();
    let is_own = |id: &PhaseId| phase.iter().any(|own| own == id || own.differs_by_letter(id));
    if parts.iter().any(|(id, _)| is_own(id)) { None } else { parts.into_iter().next() }
}

/// The plan that a `depends_on` names: `02`, `2`, `07-02`, `07-02-slug`.
///
/// What follows the phase comes first: in phase 3, which has a plan 03, `03-01` is plan 01.
fn position(plans: &[Plan], need: &str, phase: &[PhaseId]) -> Option<usize> {
    let need = last_name(need);
    let tails = |is_meant: &dyn Fn(&str) -> bool| -> Vec<&str> {
        let meant = need.match_indices('-').filter(|(at, _)| need.get(..*at).is_some_and(is_meant));
        meant.filter_map(|(at, _)| need.get(at + 1..)).collect()
    };
    let is_own = |head: &str| PhaseId::parse(head).is_some_and(|id| phase.contains(&id));
    let place = |wanted: &PlanId| plans.iter().position(|plan| plan.id.as_ref() == Some(wanted));
    let named = |text: &&str| {
        let wanted = PlanId::parse(text).or_else(|| PlanId::leading(text).first().map(|(id, _)| id.clone()))?;
        place(&wanted)
    };
    let whole = || PlanId::parse(need).and_then(|wanted| place(&wanted));
    let of_phase = || tails(&is_own).iter().find_map(named);
    let of_any = || std::iter::once(need).chain(tails(&|_| true)).find_map(|text| named(&text));
    whole().or_else(of_phase).or_else(of_any)
}

/// For each plan the first halted one that it needs, by however many others between.
fn blockers(needs: &[Vec<usize>], halted: &[bool]) -> Vec<Option<usize>> {
    let mut needed_by = vec![Vec::new(); needs.len()];
    for (plan, own) in needs.iter().enumerate() {
        for need in own {
            if let Some(waiting) = needed_by.get_mut(*need) {
                waiting.push(plan);
            }
        }
    }
    let mut blockers = vec![None; needs.len()];
    for (by, _) in halted.iter().enumerate().filter(|(_, halted)| **halted) {
        let mut open = vec![by];
        while let Some(at) = open.pop() {
            for waiting in needed_by.get(at).into_iter().flatten() {
                // Whoever waits for a plan that is blocked already was found with it.
                if let Some(blocker @ None) = blockers.get_mut(*waiting) {
                    *blocker = Some(by);
                    open.push(*waiting);
                }
            }
        }
    }
    blockers
}

/// For each plan the longest chain of plans that it needs, itself counted; 0 where it stands in a circle or needs one that does.
pub fn depths(needs: &[Vec<usize>]) -> Vec<usize> {
    let mut depths = vec![0; needs.len()];
    // Every round settles at least one plan, or none is left that can be settled.
    for _ in 0..needs.len() {
        let known = depths.clone();
        for (depth, own) in depths.iter_mut().zip(needs).filter(|(depth, _)| **depth == 0) {
            let below: Option<Vec<usize>> =
                own.iter().map(|need| known.get(*need).copied().filter(|depth| *depth > 0)).collect();
            if let Some(below) = below {
                *depth = 1 + below.into_iter().max().unwrap_or_default();
            }
        }
        if known == depths {
            break;
        }
    }
    depths
}

/// How far the plans together are executed. `is_hidden` where execution may have happened that nothing attributes,
/// `without_plans` where something shows that the phase was executed and needed none for it: plans that close its gaps go on from
/// there.
pub fn execution(plans: &[Plan], is_hidden: bool, without_plans: bool) -> Execution {
    if plans.is_empty() {
        return if without_plans { Execution::All } else { Execution::None };
    }
    let over = plans.iter().filter(|plan| plan.state.is_over()).count();
    let begun = over + plans.iter().filter(|plan| is_begun(plan)).count();
    let left: Vec<&Plan> = plans.iter().filter(|plan| !plan.state.is_over()).collect();
    if left.is_empty() {
        Execution::All
    } else if left.iter().all(|plan| matches!(plan.state, PlanState::Blocked(_))) {
        Execution::Blocked
    } else if over > 0 || (without_plans && left.iter().all(|plan| plan.gap_closure)) {
        Execution::Partial
    } else if begun > 0 {
        Execution::Started
    } else if is_hidden {
        Execution::Unclear
    } else {
        Execution::None
    }
}

fn is_begun(plan: &Plan) -> bool {
    let is_named = !plan.commits.is_empty() || plan.begun_elsewhere;
    plan.state == PlanState::Started || (matches!(plan.state, PlanState::Blocked(_)) && is_named)
}

/// The plan to go on with: a started one first, else the first that is ready.
pub fn next(plans: &[Plan]) -> Option<&Plan> {
    let started = plans.iter().find(|plan| plan.state == PlanState::Started);
    started.or_else(|| plans.iter().find(|plan| plan.state == PlanState::Ready))
}

#[cfg(test)]
mod tests;
