//! What ROADMAP and STATE say of the phases in question, against what git has of them.
//!
//! A phase that counts as complete is left alone: nobody writes the verification that it never had. In most old projects every
//! second box was ticked before there was one.

use super::evidence::{Evidence, LedgerFile};
use super::phase::Looked;
use super::rules::ledgers as rules;
use crate::engine::evidence::Tracked;
use crate::engine::lint::{Finding, Rule, Span};
use crate::gsd::artifacts::Kind;
use crate::gsd::claims::{Claim, Current, GitSays, Ledger, Saying, denied};
use crate::gsd::evidence::{File, PhaseEvidence};
use crate::gsd::lines::git_says;
use crate::gsd::text::progress::{COMPLETED_PLANS, progress};
use crate::gsd::text::roadmap::{At, Roadmap};
use crate::gsd::text::sides::Sides;
use crate::gsd::text::spots::below;

/// How many phases a finding about several of them names.
const NAMED: usize = 5;

/// The findings of these rules.
pub fn findings(evidence: &Evidence, phases: &[Looked<'_>]) -> Vec<Finding> {
    let live: Vec<Live<'_>> = phases.iter().filter(|looked| !looked.evidence().archived).map(Live::of).collect();
    let mut findings: Vec<Finding> = live.iter().flat_map(|phase| phase.claims(evidence)).collect();
    findings.extend(too_early(evidence, &live));
    findings.extend(rows(evidence, &live));
    findings.extend(milestone(evidence, &live));
    findings.extend(counted(evidence, &live));
    findings.extend(evidence.ledgers.iter().filter_map(torn));
    findings
}

/// A ledger in which a merge left its marks.
fn torn(file: &LedgerFile) -> Option<Finding> {
    let text = file.lies.as_ref().unwrap_or(&file.text);
    let line = Sides::of(text)?.line;
    let message = format!("{}: a merge left its conflict marks", file.ledger.file_name());
    Some(file.finding_in(text, &rules::LEDGER_TORN, line, "conflict", message))
}

/// A live phase with what git says of it.
struct Live<'a> {
    looked: &'a Looked<'a>,
    git: GitSays,
    denied: Vec<Claim>,
}

impl<'a> Live<'a> {
    fn of(looked: &'a Looked<'a>) -> Self {
        let evidence = looked.evidence();
        let git = git_says(evidence, looked.assessment());
        let marks = &evidence.marks;
        Self { looked, git, denied: denied(&marks.said, &marks.state, &marks.ids, &git) }
    }

    fn id(&self) -> &str {
        &self.looked.evidence().id
    }

    /// True where plans are left, and ROADMAP does not mark the phase all the same: that is told as such.
    fn has_plans_left(&self) -> bool {
        !self.looked.evidence().marks.said.roadmap.marks() && self.git.has_plans_left()
    }

    /// True where HEAD holds a plan that is gone from the work tree: HEAD's ROADMAP may count it rightly.
    fn lost_a_plan(&self) -> bool {
        let is_lost = |file: &File| file.name.kind == Kind::Plan && file.in_head && file.tracked == Tracked::Deleted;
        self.looked.evidence().files.iter().any(is_lost)
    }

    /// What the ledgers say of this phase alone.
    fn claims(&self, evidence: &Evidence) -> Vec<Finding> {
        let mut findings = Vec::new();
        let said = &self.looked.evidence().marks.said;
        for claim in &self.denied {
            let rule: &'static Rule = match claim.says {
                Saying::Finished if self.looked.is_open() => &rules::STATE_AHEAD,
                // As long as STATE stands at the phase, its box waits for the rest of the steps.
                Saying::Open if said.current == Current::Later => &rules::OPEN_AND_DONE,
                Saying::Current if said.roadmap.marks() => &rules::STATE_BEHIND,
                Saying::Shipped => &rules::SHIPPED_WITHOUT_COMMIT,
                _ => continue,
            };
            let (file, words) = (claim.file.file_name(), claim.says.words());
            let message = format!("{file} says of phase {}: {words}; git says: {}", self.id(), claim.git_says);
            findings.extend(self.finding(evidence, rule, claim.file, claim.line, message));
        }
        findings
    }

    /// ROADMAP's mark, where git denies it: its box, else its row.
    fn mark(&self) -> Option<&Claim> {
        let of = |says: Saying| self.denied.iter().find(|claim| claim.says == says);
        of(Saying::Ticked).or_else(|| of(Saying::RowComplete)).filter(|_| self.looked.is_open())
    }

    /// True for a phase of before that STATE does not stand at.
    fn is_left_behind(&self) -> bool {
        let PhaseEvidence { marks, setup, .. } = self.looked.evidence();
        setup.of_before && marks.said.current != Current::This
    }

    fn finding(
        &self,
        evidence: &Evidence,
        rule: &'static Rule,
        ledger: Ledger,
        line: usize,
        message: String,
    ) -> Option<Finding> {
        let finding = evidence.ledger(ledger)?.finding(rule, line, self.id(), message);
        Some(Finding { phase: Some(self.id().to_owned()), ..finding })
    }
}

/// Phases that ROADMAP marks complete and git does not. Those that were left behind long ago are one finding, however many.
fn too_early(evidence: &Evidence, live: &[Live<'_>]) -> Vec<Finding> {
    let marked = live.iter().filter_map(|phase| Some((phase, phase.mark()?)));
    let (behind, others): (Vec<_>, Vec<_>) = marked.partition(|(phase, _)| phase.is_left_behind());
    let one = |(phase, claim): &(&Live<'_>, &Claim)| {
        let words = claim.says.words();
        let message = format!("ROADMAP.md says of phase {}: {words}; git says: {}", phase.id(), claim.git_says);
        phase.finding(evidence, &rules::MARKED_TOO_EARLY, claim.file, claim.line, message)
    };
    let mut findings: Vec<Finding> = others.iter().filter_map(one).collect();
    if behind.len() < 2 {
        findings.extend(behind.iter().filter_map(one));
        return findings;
    }
    let line = behind.iter().map(|(_, claim)| claim.line).min().unwrap_or_default();
    let named: Vec<String> =
        behind.iter().take(NAMED).map(|(phase, claim)| format!("{} ({})", phase.id(), claim.git_says)).collect();
    let more = behind.len().saturating_sub(NAMED);
    let more = if more > 0 { format!(" and {more} more") } else { String::new() };
    let message =
        format!("ROADMAP.md marks {} phases complete that git does not: {}{more}", behind.len(), named.join(", "));
    let file = evidence.ledger(Ledger::Roadmap);
    findings.extend(file.map(|file| file.finding(&rules::MARKED_TOO_EARLY, line, "left behind", message)));
    findings
}

/// Rows of ROADMAP that count other plans than git has.
fn rows(evidence: &Evidence, live: &[Live<'_>]) -> Vec<Finding> {
    let Some(file) = evidence.ledger(Ledger::Roadmap).filter(|file| file.is_whole()) else { return Vec::new() };
    let roadmap = Roadmap::parse(&file.text);
    let mut findings = Vec::new();
    // What is marked too early is told as that.
    let open = live.iter().filter(|phase| !phase.looked.evidence().marks.said.roadmap.marks());
    for phase in open.filter(|phase| phase.git.plans > 0 && !phase.lost_a_plan()) {
        let entry = roadmap.entry(&phase.looked.evidence().marks.ids);
        let Some(At { value: (done, all), line }) = entry.and_then(|entry| entry.plans) else { continue };
        let (executed, plans) = (phase.git.executed, phase.git.plans);
        if (done, all) == (executed, plans) {
            continue;
        }
        let message =
            format!("the row of phase {} counts {done} of {all} plans, and git has {executed} of {plans}", phase.id());
        findings.extend(phase.finding(evidence, &rules::ROW_MISCOUNTS, Ledger::Roadmap, line, message));
    }
    findings
}

/// A milestone that STATE calls finished while phases before its current one have plans left.
fn milestone(evidence: &Evidence, live: &[Live<'_>]) -> Option<Finding> {
    let is_of_it = |phase: &&Live<'_>| {
        let said = &phase.looked.evidence().marks.said;
        let is_called = |claim: &Claim| claim.says == Saying::MilestoneFinished;
        phase.denied.iter().any(is_called) && said.current == Current::Later && phase.has_plans_left()
    };
    let behind: Vec<&Live<'_>> = live.iter().filter(is_of_it).collect();
    let claims = behind.iter().flat_map(|phase| &phase.denied);
    let line = claims.filter(|claim| claim.says == Saying::MilestoneFinished).map(|claim| claim.line).min()?;
    let message = format!("STATE.md calls the milestone finished, and it is not: {}", counts(&behind));
    Some(evidence.ledger(Ledger::State)?.finding(&rules::MILESTONE_AHEAD, line, "milestone", message))
}

/// The first phases, each with how far it is.
fn counts(phases: &[&Live<'_>]) -> String {
    let one = |phase: &&Live<'_>| {
        format!("phase {} has {} of {} plans executed", phase.id(), phase.git.executed, phase.git.plans)
    };
    let more = phases.len().saturating_sub(NAMED);
    let more = if more > 0 { format!(", and {more} more phases") } else { String::new() };
    format!("{}{more}", phases.iter().take(NAMED).map(one).collect::<Vec<_>>().join(", "))
}

/// A count of STATE that says that every plan is done, while one of a phase is not.
fn counted(evidence: &Evidence, live: &[Live<'_>]) -> Option<Finding> {
    let file = evidence.ledger(Ledger::State).filter(|file| file.is_whole())?;
    let At { value: progress, line } = progress(&file.text)?;
    let plans = progress.plans?;
    let line = below(&file.text, line, COMPLETED_PLANS).unwrap_or(line);
    let finding = |message| Some(file.finding(&rules::PROGRESS_AHEAD, line, "progress", message));
    if plans.is_too_many() {
        return finding(format!("STATE.md counts {} of {} plans as done", plans.done, plans.all));
    }
    // Of a milestone to come STATE counts nothing, and the backlog is no part of any.
    let counts_for = |phase: &&Live<'_>| {
        let said = &phase.looked.evidence().marks.said;
        matches!(said.current, Current::This | Current::Later) && phase.has_plans_left()
    };
    let behind: Vec<&Live<'_>> = live.iter().filter(counts_for).collect();
    if !plans.is_all() || behind.is_empty() {
        return None;
    }
    finding(format!("STATE.md counts {} of {} plans as done, and {}", plans.done, plans.all, counts(&behind)))
}

impl LedgerFile {
    /// True where no merge left its marks in HEAD's version: else nobody can tell which of two rows counts.
    fn is_whole(&self) -> bool {
        Sides::of(&self.text).is_none()
    }

    /// A finding at one of the lines that HEAD has; 0 is the file as a whole.
    fn finding(&self, rule: &'static Rule, line: usize, subject: &str, message: String) -> Finding {
        self.finding_in(&self.text, rule, line, subject, message)
    }

    fn finding_in(&self, text: &str, rule: &'static Rule, line: usize, subject: &str, message: String) -> Finding {
        let text = line.checked_sub(1).and_then(|line| text.lines().nth(line)).map(str::trim_end);
        let span = text.filter(|text| !text.is_empty()).map(|text| Span {
            line,
            column: text.chars().take_while(|c| c.is_whitespace()).count() + 1,
            end: text.chars().count() + 1,
        });
        Finding {
            rule,
            file: self.path.clone(),
            span,
            line_text: text.filter(|_| span.is_some()).map(str::to_owned),
            phase: None,
            subject: subject.to_owned(),
            message,
            fix: None,
            evidence: Vec::new(),
        }
    }
}
