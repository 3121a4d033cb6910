//! Where each step stands: from the readings of its artifacts to the states it may have, with what a reader is told of it.

use super::artifacts::Kind;
use super::cycle::setting_of;
use super::evidence::{Changed, File, LockStanding, PhaseEvidence};
use super::findings::leading;
use super::owed::Owing;
use super::owed::depth_of;
use super::plans::{Plan, PlanState};
use super::situation::Execution;
use super::steps::Step;
use super::text::facts::Facts;
use super::text::review::Severity;
use crate::engine::cycle::FixScope;
use crate::engine::evidence::{Content, Freshness, Meaning, Reading, StepState, Tracked, settle};
use crate::engine::object::Oid;
use crate::engine::report::EvidenceLine;

/// How many commits one line names.
const FEW: usize = 5;

/// Where one step stands.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Standing {
    /// The states it may have; one where the evidence is clear.
    pub states: Vec<StepState>,
    /// What a reader is told of it.
    pub tell: String,
    /// The files that say so.
    pub files: Vec<EvidenceLine>,
    /// The gate that speaks for a step of several.
    pub gate: Option<String>,
}

impl Standing {
    fn new(state: StepState, tell: impl Into<String>) -> Self {
        Self { states: vec![state], tell: tell.into(), files: Vec::new(), gate: None }
    }

    /// The state where it is clear; what may be several is never done.
    pub fn clear(&self) -> Option<StepState> {
        match self.states.as_slice() {
            [state] => Some(*state),
            _ => None,
        }
    }

    fn because_of(mut self, file: Option<&File>) -> Self {
        self.files.extend(file.map(line));
        self
    }
}

/// Where `step` stands.
pub fn standing(step: Step, evidence: &PhaseEvidence, plans: &[Plan], execution: Execution, owing: &Owing) -> Standing {
    match step {
        Step::Research => of_file(evidence, Kind::Research),
        Step::Spec => of_file(evidence, Kind::Spec),
        Step::Lock => of_lock(evidence),
        Step::Discuss => of_file(evidence, Kind::Context),
        Step::UiSpec => of_file(evidence, Kind::UiSpec),
        Step::AiSpec => of_file(evidence, Kind::AiSpec),
        Step::Plan => of_plans(evidence, plans),
        Step::PlanReview => of_reviews(evidence),
        Step::Execute => of_execution(evidence, plans, execution),
        Step::CodeReview => of_review(evidence),
        Step::ReviewFix => of_fix(evidence),
        Step::Secure => of_file(evidence, Kind::Security),
        Step::Validate => of_file(evidence, Kind::Validation),
        Step::SurfaceReviews => of_surface_reviews(evidence, owing),
        Step::Verify => of_verification(evidence),
        Step::Learnings => of_file(evidence, Kind::Learnings),
        Step::Ship => of_ship(evidence),
    }
}

/// Acceptance by a person: UAT and HUMAN-UAT together, the worse one counts.
pub fn acceptance(evidence: &PhaseEvidence) -> Standing {
    let files: Vec<&File> = [Kind::Uat, Kind::HumanUat].into_iter().filter_map(|kind| evidence.the(kind)).collect();
    let mut worst: Option<Standing> = None;
    for file in files {
        let standing = of(Some(file), Kind::Uat);
        let rank = |standing: &Standing| standing.states.iter().map(|state| badness(*state)).max();
        if worst.as_ref().is_none_or(|worst| rank(&standing) > rank(worst)) {
            worst = Some(standing);
        }
    }
    worst.unwrap_or_else(|| Standing::new(StepState::Missing, "no UAT"))
}

/// How much stands between a state and a done one, where several must all be done.
fn badness(state: StepState) -> u8 {
    match state {
        StepState::Done => 0,
        StepState::Stale => 1,
        StepState::Missing => 2,
        StepState::Wip => 3,
        StepState::Unfinished => 4,
        StepState::Failed => 5,
    }
}

/// A lock is done when HEAD holds one and nothing that it assumes has an answer yet.
fn of_lock(evidence: &PhaseEvidence) -> Standing {
    let lock = evidence.setup.classified.as_ref().map(|classified| &classified.lock);
    if let (Some(cut), Some(lock)) = (&evidence.history_cut, lock)
        && *lock != LockStanding::Held
    {
        // What a lock would record is unknown, so that none is written there, and none may be asked for.
        let tell = format!("whether a lock holds is not known: {cut}");
        return Standing {
            states: vec![StepState::Missing, StepState::Done],
            ..Standing::new(StepState::Missing, tell)
        };
    }
    match lock {
        None => Standing::new(StepState::Missing, "no surface map"),
        Some(LockStanding::Missing) => Standing::new(StepState::Missing, "no lock"),
        Some(LockStanding::Uncommitted) => Standing::new(StepState::Wip, "the lock is not committed"),
        Some(LockStanding::Lost) => Standing::new(StepState::Missing, "the lock was lost in a later version"),
        // A lock that would be refused is asked of nobody: whether the step is done depends on what a person makes of it.
        Some(LockStanding::Barred(why)) => Standing {
            states: vec![StepState::Missing, StepState::Done],
            ..Standing::new(StepState::Missing, why.clone())
        },
        Some(LockStanding::Assumes(surfaces)) => Standing::new(
            StepState::Unfinished,
            format!("the lock still assumes {}, which the phase answers by now", surfaces.join(", ")),
        ),
        Some(LockStanding::Held) => Standing::new(StepState::Done, "locked"),
    }
}

fn of_file(evidence: &PhaseEvidence, kind: Kind) -> Standing {
    of(evidence.the(kind), kind)
}

fn of(file: Option<&File>, kind: Kind) -> Standing {
    let Some(file) = file else { return Standing::new(StepState::Missing, format!("{} absent", kind.name())) };
    let (states, tell) = match denied(file) {
        Some((states, said)) => (states, format!("{}, in HEAD {said}", told(file))),
        None => (settle(&reading(file)), told(file)),
    };
    Standing { states, tell, files: vec![line(file)], gate: None }
}

/// Where an artifact stands that HEAD holds with a negative verdict, and what that is, where the artifact was changed or deleted
/// since: nothing uncommitted takes a verdict back. Whatever else HEAD holds of it, the change is work under way.
fn denied(file: &File) -> Option<(Vec<StepState>, String)> {
    let content = match file.tracked {
        // What is gone was read as HEAD has it.
        Tracked::Deleted if file.in_head => &file.reading.content,
        _ => file.head_says.as_ref()?,
    };
    let in_head = Reading { tracked: Tracked::Committed, content: content.clone(), freshness: file.freshness.clone() };
    let states = settle(&in_head);
    if !states.contains(&StepState::Failed) {
        return None;
    }
    let kept = |state| if state == StepState::Failed { state } else { StepState::Wip };
    let mut states: Vec<StepState> = states.into_iter().map(kept).collect();
    states.sort();
    states.dedup();
    Some((states, content_words(content)))
}

fn reading(file: &File) -> Reading {
    Reading { tracked: file.tracked, content: file.reading.content.clone(), freshness: file.freshness.clone() }
}

/// An artifact in a few words: `REVIEW issues_found (3f9a1c2)`, `SPEC untracked`.
fn told(file: &File) -> String {
    let name = file.name.kind.name();
    if file.tracked != Tracked::Committed {
        return format!("{name} {}", file.tracked.word());
    }
    let commit = file.changed_by.first().map(|id| format!(" ({})", id.short())).unwrap_or_default();
    let stale = match &file.freshness {
        Freshness::Stale(by) => format!(", older than {by}"),
        Freshness::Unknown(_) => ", its age is not known".to_owned(),
        Freshness::NotJudged | Freshness::Fresh => String::new(),
    };
    format!("{name} {}{commit}{stale}", content_words(&file.reading.content))
}

/// What a file says, in a few words.
pub fn content_words(content: &Content) -> String {
    match content {
        Content::Finished { word: Some(word), .. } => word.clone(),
        Content::Finished { word: None, meaning: Meaning::Issues } => "with findings".to_owned(),
        Content::Finished { word: None, .. } => "finished".to_owned(),
        Content::Draft { why } => format!("a draft: {why}"),
        Content::Truncated { why, .. } => format!("cut short: {why}"),
        Content::Unknown { word, line } => format!("says `{word}` on line {line}, which no table knows"),
        Content::Unreadable { line: 0, why } => format!("not readable: {why}"),
        Content::Unreadable { line, why } => format!("not readable on line {line}: {why}"),
    }
}

/// One artifact as evidence.
pub fn line(file: &File) -> EvidenceLine {
    EvidenceLine {
        path: file.path.clone(),
        tracked: file.tracked,
        content: content_words(&file.reading.content),
        freshness: freshness_words(&file.freshness),
        commit: file.changed_by.first().copied(),
    }
}

fn freshness_words(freshness: &Freshness) -> String {
    match freshness {
        Freshness::NotJudged => "judges nothing".to_owned(),
        Freshness::Fresh => "fresh".to_owned(),
        Freshness::Stale(by) => format!("stale: {by} came after it"),
        Freshness::Unknown(why) => format!("age not known: {why}"),
    }
}

fn of_plans(evidence: &PhaseEvidence, plans: &[Plan]) -> Standing {
    let files: Vec<&File> = evidence.files.iter().filter(|file| file.name.kind == Kind::Plan).collect();
    let is_planned =
        |file: &&&File| plans.iter().any(|plan| plan.path.as_ref() == Some(&file.path) && !plan.state.is_over());
    let broken = files.iter().filter(is_planned).find(|file| {
        let is_broken = matches!(file.reading.content, Content::Truncated { .. } | Content::Unreadable { .. });
        is_broken || file.tracked == Tracked::Conflicted
    });
    let outline = evidence.the(Kind::PlanOutline).filter(|file| file.tracked == Tracked::Committed);
    let listed = match outline.map(|file| &file.facts) {
        Some(Facts::Outline(plans)) => plans.len(),
        _ => 0,
    };
    if let Some(file) = broken {
        return Standing::new(StepState::Unfinished, told(file)).because_of(Some(file));
    }
    // What was edited without a commit is still one of the phase's plans, and as a plan it is as good as none.
    let is_committed = |plan: &&Plan| {
        let edited = files.iter().find(|file| plan.path.as_ref() == Some(&file.path) && file.tracked.is_uncommitted());
        edited.is_none() || plan.state.is_over()
    };
    let committed = plans.iter().filter(is_committed).count();
    if committed == 0 {
        let uncommitted = files.iter().find(|file| file.tracked.is_uncommitted());
        return match (uncommitted, evidence.unrecognised.first()) {
            (Some(file), _) => Standing::new(StepState::Wip, told(file)).because_of(Some(file)),
            (None, Some((path, _))) => {
                Standing::new(StepState::Missing, format!("no plan can be read, but {path} may be one"))
            }
            (None, None) => Standing::new(StepState::Missing, "no PLAN"),
        };
    }
    if let Some(outline) = outline.filter(|file| matches!(file.reading.content, Content::Unreadable { .. })) {
        // How many plans it lists is a guess.
        let standing = Standing::new(StepState::Unfinished, told(outline)).because_of(Some(outline));
        return Standing { states: vec![StepState::Unfinished, StepState::Done], ..standing };
    }
    if listed > committed {
        return Standing::new(StepState::Unfinished, format!("{committed} of {listed} plans of the outline"))
            .because_of(outline);
    }
    let counted = if plans.len() == 1 { "1 plan".to_owned() } else { format!("{} plans", plans.len()) };
    let mut standing = Standing::new(StepState::Done, counted);
    standing.files = files.iter().map(|file| line(file)).collect();
    standing
}

fn of_reviews(evidence: &PhaseEvidence) -> Standing {
    let mut standing = of_file(evidence, Kind::Reviews);
    if standing.states == [StepState::Done]
        && let Some(concern) = evidence.concern.filter(|concern| !concern.answered)
    {
        standing.states = vec![StepState::Unfinished];
        standing.tell =
            format!("REVIEWS raised a serious concern in {}, and no plan changed since", concern.raised_by.short());
    }
    standing
}

fn of_execution(evidence: &PhaseEvidence, plans: &[Plan], execution: Execution) -> Standing {
    let over = plans.iter().filter(|plan| plan.state.is_over()).count();
    let tell = match (execution, plans.len()) {
        (Execution::All, 0) => {
            "no plan, and its summary or a verification shows that it was executed without one".to_owned()
        }
        (_, 0) => "nothing is planned".to_owned(),
        (Execution::None, count) => match &evidence.history_cut {
            None => format!("none of {count} executed"),
            Some(cut) => format!("none of {count} executed as far as history goes: {cut}"),
        },
        (Execution::Unclear, count) => unclear(evidence, count),
        (_, count) => {
            // Where every plan that is left is blocked there is no next one, and the first of them says by what.
            // A plan of which nothing is seen may be passed by: another one may have begun where history is cut off.
            let next = super::plans::next(plans).map(|plan| match plan.state {
                PlanState::Ready if plan.is_cut => ("next may be ", plan),
                _ => ("next is ", plan),
            });
            let next = next.or_else(|| plans.iter().find(|plan| !plan.state.is_over()).map(|plan| ("", plan)));
            let next = next.map(|(what, plan)| {
                let resumes = plan.resumes().map(|resumes| format!(", resumes {resumes}")).unwrap_or_default();
                format!("; {what}{}: {}{resumes}", plan.label(), plan.words())
            });
            let doubt = plans.iter().find_map(|plan| plan.doubt.clone()).map(|doubt| format!("; {doubt}"));
            format!("{over} of {count} executed{}{}", next.unwrap_or_default(), doubt.unwrap_or_default())
        }
    };
    let state = match execution {
        Execution::All => StepState::Done,
        Execution::None => StepState::Missing,
        _ => StepState::Unfinished,
    };
    Standing::new(state, tell)
}

/// Why nobody can say whether one of `count` plans is executed.
fn unclear(evidence: &PhaseEvidence, count: usize) -> String {
    let own = evidence.unattributed.iter().map(Oid::short);
    let others = evidence
        .repositories
        .iter()
        .flat_map(|other| other.unattributed.iter().map(move |commit| format!("{} of {}", commit.short(), other.name)));
    let commits: Vec<String> = own.chain(others).collect();
    if commits.is_empty() {
        let hidden = evidence
            .repositories
            .iter()
            .filter_map(|other| other.unread.as_ref().map(|why| format!("{} ({why})", other.name)));
        let hidden: Vec<String> = hidden.collect();
        return format!("whether any of {count} is executed cannot be seen: source lies in {}", hidden.join(", "));
    }
    let more = commits.len().saturating_sub(FEW);
    let more = if more > 0 { format!(" and {more} more") } else { String::new() };
    let first: Vec<&str> = commits.iter().take(FEW).map(String::as_str).collect();
    format!("none of {count} executed by name, but commits touch what they declare: {}{more}", first.join(", "))
}

/// A review of any verdict is a review; only one that skipped must have had nothing to look at.
fn of_review(evidence: &PhaseEvidence) -> Standing {
    let mut standing = of_file(evidence, Kind::Review);
    let skipped = evidence
        .the(Kind::Review)
        .is_some_and(|file| matches!(file.reading.content, Content::Finished { meaning: Meaning::Skipped, .. }));
    if skipped && evidence.changed == Changed::Source && standing.states == [StepState::Done] {
        standing.states = vec![StepState::Missing];
        standing.tell = format!("{}, though source changed", standing.tell);
    }
    // One that was changed since is none: whatever HEAD's found, somebody is at it.
    let review = evidence.the(Kind::Review);
    let found = if review.is_some_and(|file| file.tracked.is_uncommitted()) { StepState::Wip } else { StepState::Done };
    for state in &mut standing.states {
        if *state == StepState::Failed {
            *state = found;
        }
    }
    standing.states.sort();
    standing.states.dedup();
    standing
}

/// Fixed: the review is clean, or a fix report as new as the review says so.
fn of_fix(evidence: &PhaseEvidence) -> Standing {
    let Some(review) = evidence.the(Kind::Review) else {
        return Standing::new(StepState::Missing, "REVIEW absent");
    };
    let fix = of_file(evidence, Kind::ReviewFix);
    if fix.states != [StepState::Done] && answers_every_finding(evidence, review) {
        return Standing::new(StepState::Done, format!("{}, and a commit answers each finding", told(review)))
            .because_of(Some(review));
    }
    let verdicts: Vec<bool> = settle(&Reading { freshness: Freshness::NotJudged, ..reading(review) })
        .into_iter()
        .map(|state| state == StepState::Done)
        .collect();
    let mut states: Vec<StepState> =
        verdicts.iter().flat_map(|clean| if *clean { vec![StepState::Done] } else { fix.states.clone() }).collect();
    states.sort();
    states.dedup();
    let tell = if verdicts == [true] { told(review) } else { fix.tell };
    Standing { states, tell, files: vec![line(review)].into_iter().chain(fix.files).collect(), gate: None }
}

/// True where the review lists its findings and a later commit names each of them.
fn answers_every_finding(evidence: &PhaseEvidence, review: &File) -> bool {
    let Facts::Review(facts) = &review.facts else { return false };
    if review.tracked.is_uncommitted() {
        return false;
    }
    let scope = setting_of(Step::ReviewFix.row().name, depth_of(evidence)).and_then(|setting| setting.fix);
    let mut in_scope = facts.ids.iter().filter(|(severity, _)| is_in_scope(*severity, scope));
    !facts.ids.is_empty() && in_scope.all(|(_, id)| leading(id).is_some_and(|id| evidence.fixed_findings.contains(&id)))
}

/// Whether a depth asks to fix findings of that severity. One by an id of the reviewer's own is always in scope.
fn is_in_scope(severity: Severity, scope: Option<FixScope>) -> bool {
    match severity {
        Severity::Critical | Severity::Unclear => true,
        Severity::Warning => scope != Some(FixScope::Critical),
        Severity::Info => !matches!(scope, Some(FixScope::Critical | FixScope::Warnings)),
    }
}

/// The first review that is owed and not done speaks for the step.
fn of_surface_reviews(evidence: &PhaseEvidence, owing: &Owing) -> Standing {
    let mut all = Standing::new(StepState::Done, format!("{} done", owing.gates.join(", ")));
    for gate in &owing.gates {
        let standing = match gate.as_str() {
            "ui-review" => of_file(evidence, Kind::UiReview),
            "eval-review" => of_file(evidence, Kind::EvalReview),
            "full-uat" | "browser-uat" => acceptance(evidence),
            gate => of_gate(evidence, gate),
        };
        if standing.states != [StepState::Done] {
            return Standing { tell: format!("{gate}: {}", standing.tell), gate: Some(gate.clone()), ..standing };
        }
        all.files.extend(standing.files);
    }
    if owing.gates.is_empty() {
        return Standing::new(StepState::Missing, "no review is owed");
    }
    all
}

fn of_gate(evidence: &PhaseEvidence, gate: &str) -> Standing {
    let declared = evidence.setup.project_gates.get(gate);
    let Some(file) = declared.and_then(|declared| declared.file.as_ref()) else {
        let artifact = declared.map_or_else(|| gate.to_uppercase(), |declared| declared.artifact.clone());
        return Standing::new(StepState::Missing, format!("{artifact} absent"));
    };
    let line = EvidenceLine {
        path: file.path.clone(),
        tracked: file.reading.tracked,
        content: content_words(&file.reading.content),
        freshness: freshness_words(&file.reading.freshness),
        commit: file.commit,
    };
    let tell = format!("{} {}, {}", file.path, file.reading.tracked.word(), line.content);
    Standing { states: settle(&file.reading), tell, files: vec![line], gate: None }
}

/// True where the verification leaves the verdict to a person, rather than being cut short or a draft.
pub fn awaits_person(evidence: &PhaseEvidence) -> bool {
    let verification = evidence.the(Kind::Verification);
    verification.is_some_and(|file| matches!(file.reading.content, Content::Finished { meaning: Meaning::Human, .. }))
}

/// A report that waits for a person is done once a complete acceptance came after it.
fn of_verification(evidence: &PhaseEvidence) -> Standing {
    let mut standing = of_file(evidence, Kind::Verification);
    if standing.states != [StepState::Unfinished] {
        return standing;
    }
    let accepted = acceptance(evidence);
    if awaits_person(evidence) && evidence.accepted_since && accepted.states == [StepState::Done] {
        standing.states = vec![StepState::Done];
        standing.tell = format!("{}, accepted: {}", standing.tell, accepted.tell);
        standing.files.extend(accepted.files);
    }
    standing
}

fn of_ship(evidence: &PhaseEvidence) -> Standing {
    if evidence.marks.shipped {
        Standing::new(StepState::Done, "shipped")
    } else {
        Standing::new(StepState::Missing, "not shipped")
    }
}
