//! Lines for a terminal, and for an agent that reads them: the decision first, the command second.

use std::fmt::Write as _;

use super::style::{self, FAINT, STRONG, WARNING, paint};
use super::words::target;
use crate::engine::checkpoint::Checkpoint;
use crate::engine::escape::escape;
use crate::engine::exit::Outcome;
use crate::engine::quota::{Cause, Reset};
use crate::engine::report::{PlanLine, Report, StepLine, StepMark};

/// How much to say.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Detail {
    /// The decision and the command.
    Quiet,
    /// What a reader needs to trust it.
    Normal,
    /// What was looked at on the way.
    Verbose,
}

/// The answer for one phase: the decision line, the command, then what a reader needs to trust both.
pub fn route(report: &Report, detail: Detail) -> String {
    let mut out = decision(report);
    if detail == Detail::Quiet {
        return out;
    }
    out.push('\n');
    place(&mut out, report);
    lists(&mut out, report);
    interruption(&mut out, report);
    if detail == Detail::Verbose {
        passed_over(&mut out, report);
        situation(&mut out, report);
    }
    remarks(&mut out, report);
    out
}

/// Every step of one phase, with its state and the reason.
pub fn steps(report: &Report, detail: Detail) -> String {
    if detail == Detail::Quiet {
        let line = |line: &StepLine| {
            let mark = paint(style::of_mark(line.mark), line.mark.word());
            format!("{:>3} {:<15} {mark}\n", line.step.number, line.step.name)
        };
        return report.steps.iter().map(line).collect();
    }
    let mut out = decision(report);
    out.push('\n');
    place(&mut out, report);
    for line in &report.steps {
        let mark = paint(style::of_mark(line.mark), &format!("{:<11}", line.mark.word()));
        let _ = writeln!(out, "{:>3} {:<15} {mark} {}", line.step.number, line.step.name, escape(&line.reason));
    }
    if !report.plans.is_empty() {
        let execution = &report.execution;
        let _ = writeln!(out, "\n{}s: {} of {} executed", report.terms.part, execution.executed, execution.live);
        for plan in &report.plans {
            let _ = writeln!(out, "  {}", plan_line(plan));
        }
    }
    lists(&mut out, report);
    interruption(&mut out, report);
    remarks(&mut out, report);
    out
}

/// Surfaces and depth of one phase, each with its evidence.
pub fn classification(report: &Report, detail: Detail) -> String {
    let mut out = String::new();
    let Some(line) = &report.classification else {
        let id = escape(&report.phase.id);
        let _ = writeln!(out, "{} · depth deep · the project has no surface map", paint(STRONG, &id));
        if detail != Detail::Quiet {
            place(&mut out, report);
        }
        return out;
    };
    let locked = if line.locked { "locked" } else { "not locked" };
    let _ = writeln!(
        out,
        "{} · depth {} · {locked} · {}",
        paint(STRONG, &escape(&report.phase.id)),
        paint(STRONG, line.depth.word()),
        escape(&line.depth_reasons.join("; "))
    );
    if detail == Detail::Quiet {
        return out;
    }
    place(&mut out, report);
    for surface in &line.surfaces {
        let pinned = if surface.pinned { ", pinned" } else { "" };
        let state = paint(style::of_surface(surface.state), &format!("{:<9}", surface.state.word()));
        let gates = surface.gates.join(", ");
        let _ = writeln!(
            out,
            "  {:<12} {state} {}{pinned}: {}",
            escape(&surface.name),
            escape(&surface.reason),
            escape(&gates)
        );
        for found in &surface.matches {
            let _ = writeln!(out, "    {} by {} ({})", found.path, escape(&found.glob), escape(&found.source));
        }
    }
    for raised in &line.raised {
        let _ = writeln!(out, "raised since the lock: {}", escape(raised));
    }
    for waived in &line.waived {
        let _ = writeln!(out, "{}", escape(&waived.words()));
    }
    if let Some(refused) = &line.refused {
        let _ = writeln!(out, "\nnot to be recorded now: {}", escape(&refused.message));
        for remedy in &refused.remedies {
            let _ = writeln!(out, "  {}", escape(remedy));
        }
    } else if line.is_to_be_recorded() && !line.block.is_empty() {
        let step = report.steps.iter().find(|line| line.step.name == "lock");
        let command = step.map(|line| escape(&line.command)).unwrap_or_default();
        let _ = writeln!(out, "\nto record it: {command}");
        for text in &line.block {
            let _ = writeln!(out, "{}", escape(text));
        }
    }
    out.push_str("\ncycles at this depth:\n");
    for cycle in &report.cycle {
        let _ = writeln!(out, "  {:<12} {}", cycle.gate, cycle.setting);
    }
    out
}

/// Why the decision is what it is: the row, what it asks, what was found, and why no row above it matched.
pub fn explain(report: &Report, detail: Detail) -> String {
    let mut out = decision(report);
    if detail == Detail::Quiet {
        return out;
    }
    out.push('\n');
    place(&mut out, report);
    let _ = writeln!(out, "\n{}", paint(STRONG, &escape(&report.decision.row)));
    if !report.meaning.is_empty() {
        let _ = writeln!(out, "  {}", escape(&report.meaning));
    }
    if !report.condition.is_empty() {
        let _ = writeln!(out, "  matches when {}", escape(&report.condition));
    }
    for line in &report.decision.evidence {
        let commit = line.commit.map(|id| format!(", last changed by {}", id.short())).unwrap_or_default();
        let _ = writeln!(
            out,
            "  {}: {}, {}, {}{commit}",
            line.path,
            line.tracked.word(),
            escape(&line.content),
            escape(&line.freshness)
        );
    }
    // A plan that has its SUMMARY speaks for itself.
    for plan in report.plans.iter().filter(|plan| plan.summary.is_none()) {
        let _ = writeln!(out, "  {} {}", report.terms.part, plan_line(plan));
    }
    passed_over(&mut out, report);
    situation(&mut out, report);
    otherwise(&mut out, report);
    lists(&mut out, report);
    interruption(&mut out, report);
    remarks(&mut out, report);
    out
}

/// A plan, where it stands, and the commits that carried it out.
fn plan_line(plan: &PlanLine) -> String {
    let commits: Vec<String> = plan.commits.iter().map(crate::engine::object::Oid::short).collect();
    let commits = if commits.is_empty() { String::new() } else { format!(" ({})", commits.join(", ")) };
    format!("{:<12} {}{commits}", escape(&plan.id), escape(&plan.state))
}

fn decision(report: &Report) -> String {
    let decision = &report.decision;
    if let Some(checkpoint) = checkpoint(report) {
        return checkpoint.banner();
    }
    let target = paint(style::of_outcome(decision.outcome), &target(decision));
    let id = paint(STRONG, &escape(&report.phase.id));
    let mut out = format!("{id} → {target} · {} · {}\n", escape(&decision.row), escape(&decision.summary));
    if let Some(command) = &decision.command {
        // No colour here: this line is made to be copied.
        let _ = writeln!(out, "run: {}", escape(command));
    }
    if let Some(hint) = &decision.hint {
        let _ = writeln!(out, "hint: {}", escape(hint));
    }
    out
}

/// The checkpoint that the run came to.
fn checkpoint(report: &Report) -> Option<&Checkpoint> {
    let is_it = matches!(report.decision.outcome, Outcome::Checkpoint | Outcome::CheckpointAtOnce);
    report.checkpoint.as_ref().filter(|_| is_it)
}

fn place(out: &mut String, report: &Report) {
    let (phase, place) = (&report.phase, &report.place);
    let dir = match (&phase.dir, &phase.archived) {
        (Some(dir), Some(_)) => format!("{dir} (archived)"),
        (Some(dir), None) => dir.to_string(),
        (None, _) => "no folder yet".to_owned(),
    };
    let begin = phase.begin.map(|id| format!(" · since {}", id.short())).unwrap_or_default();
    let workstream =
        place.workstream.as_ref().map(|name| format!(" · workstream {}", escape(name))).unwrap_or_default();
    let uncommitted = if place.committed { "" } else { " (not committed: \"finished\" stands for \"committed\")" };
    let line = format!(
        "{} {} · {dir}{begin} · planning {}{uncommitted}{workstream} · read by {}",
        report.terms.whole,
        [escape(&phase.id), escape(&phase.name)].join(" ").trim_end(),
        place.planning,
        escape(&place.git_backend)
    );
    let depth = report.classification.as_ref().map(|line| format!(" · depth {}", line.depth)).unwrap_or_default();
    let _ = writeln!(out, "{}", paint(FAINT, &format!("{line}{depth}")));
}

fn lists(out: &mut String, report: &Report) {
    for list in &report.decision.lists {
        let _ = writeln!(out, "\n{} ({}):", escape(&list.what), list.file);
        for item in &list.items {
            let _ = writeln!(out, "  - {}", escape(item));
        }
        if list.more > 0 {
            let _ = writeln!(out, "  and {} more", list.more);
        }
    }
}

fn interruption(out: &mut String, report: &Report) {
    let Some(interruption) = &report.interruption else { return };
    let _ = writeln!(out, "\n{}", paint(WARNING, &format!("left uncommitted ({}):", escape(&interruption.row))));
    for file in interruption.files.iter().take(MOST_FILES) {
        // What the verdict says already is not said again.
        let content = file.content.strip_prefix(file.verdict.as_str()).unwrap_or(&file.content);
        let content = content.trim_start_matches(": ");
        let content = if content.is_empty() { String::new() } else { format!(" ({})", escape(content)) };
        let _ = writeln!(out, "  {}: {}, {}{content}", file.path, file.tracked.word(), escape(&file.verdict));
    }
    let more = interruption.files.len().saturating_sub(MOST_FILES);
    if more > 0 {
        let _ = writeln!(out, "  and {more} more");
    }
    out.push_str("recovery:\n");
    for (at, step) in interruption.recovery.iter().enumerate() {
        let _ = writeln!(out, "  {}. {}", at + 1, escape(&step.what));
    }
    let own = &report.own;
    if let Some(token) = &interruption.token {
        let command = escape(&own.command(&format!("recover {}", report.phase.id)));
        // Where a person is asked for, no token stands in for one.
        let _ = if interruption.needs_a_person {
            writeln!(out, "to have it carried out, a person types at a terminal: {command}")
        } else {
            writeln!(out, "to have it carried out: {command} --confirm {token}")
        };
    }
    let Some(ack) = &interruption.ack else { return };
    let step = report.decision.step.filter(|_| report.decision.explicit).map(|step| step.number);
    let ask = own.asking(&report.phase.id, step, Some(&ack.to_string()));
    let _ = writeln!(out, "to go on and leave it as it is: phase-pipeline {}", escape(&ask));
}

/// Why a run failed, and what that means for starting it again.
fn failure(out: &mut String, report: &Report) {
    let Some(failed) = &report.failure else { return };
    let sign = failed.sign.map(|(id, line)| format!(" ({id}, line {line} of what it said)")).unwrap_or_default();
    let _ = writeln!(out, "\n{}", paint(WARNING, &format!("the run failed: {}{sign}", failed.cause.word())));
    let spot_check = || {
        let is_open = |plan: &&PlanLine| plan.summary.is_none() && !plan.commits.is_empty();
        let open: Vec<String> = report.plans.iter().filter(is_open).map(|plan| escape(&plan.id)).collect();
        if open.is_empty() { "no plan has commits and no SUMMARY".to_owned() } else { open.join(", ") }
    };
    match failed.cause {
        Cause::Quota => {
            let when = match &failed.reset {
                Some(Reset::Seconds(seconds)) => format!("in {seconds} seconds"),
                Some(Reset::At(moment)) => format!("at {}", escape(moment)),
                None => "at a time that it does not tell".to_owned(),
            };
            let _ = writeln!(out, "  do not start it again before the quota resets ({when}), or take another model");
            let _ = writeln!(out, "  plans with commits and without a SUMMARY, to look at first: {}", spot_check());
        }
        Cause::Handoff => {
            let _ = writeln!(
                out,
                "  the work may be whole: look at its commits before anything is done again: {}",
                spot_check()
            );
        }
        Cause::Unknown => {
            let _ = writeln!(out, "  it names no quota of a provider; what it left says how to go on");
        }
    }
}

/// How many uncommitted files are listed.
const MOST_FILES: usize = 50;

/// What is uncommitted, and nothing else.
pub fn diagnosis(report: &Report, detail: Detail) -> String {
    let id = paint(STRONG, &escape(&report.phase.id));
    let row = escape(&report.recovery.row);
    let mut out = match &report.interruption {
        Some(_) => format!("{id} · {row} · {}\n", escape(&report.decision.summary)),
        None => format!("{id} · {row} · nothing stops the pipeline\n"),
    };
    if detail == Detail::Quiet {
        return out;
    }
    place(&mut out, report);
    failure(&mut out, report);
    interruption(&mut out, report);
    raised(&mut out, report);
    for note in &report.recovery.notes {
        let _ = writeln!(out, "note: {}", escape(note));
    }
    warnings(&mut out, report);
    out
}

fn passed_over(out: &mut String, report: &Report) {
    if report.decision.passed_over.is_empty() {
        return;
    }
    out.push_str("\npassed over:\n");
    for passed in &report.decision.passed_over {
        let _ = writeln!(out, "  {:<18} {}", passed.row, escape(&passed.why));
    }
}

fn otherwise(out: &mut String, report: &Report) {
    if report.otherwise.is_empty() {
        return;
    }
    out.push_str("\none change that would change the answer:\n");
    for (change, target) in &report.otherwise {
        let _ = writeln!(out, "  {change:<30} → {target}");
    }
}

/// One step of the phase: where it stands, when it is done, and what takes it there.
pub fn explain_step(report: &Report, number: u8, detail: Detail) -> String {
    let mut out = decision(report);
    out.push('\n');
    place(&mut out, report);
    let Some(line) = report.steps.iter().find(|line| line.step.number == number) else { return out };
    let standing =
        format!("{} is {}: {}\n", paint(STRONG, &line.step.to_string()), line.mark.word(), escape(&line.reason));
    if detail == Detail::Quiet {
        return standing;
    }
    out.push('\n');
    out.push_str(&standing);
    if line.mark == StepMark::Done {
        warnings(&mut out, report);
        return out;
    }
    let _ = writeln!(out, "  done when {}", line.done_when);
    let _ = writeln!(out, "  by {}", escape(&line.command));
    let open = report
        .steps
        .iter()
        .filter(|other| other.step.number < number && !matches!(other.mark, StepMark::Done | StepMark::Skipped));
    // Before the step that is next nothing is taken any more, whatever is missing there.
    let next = report.decision.step.filter(|_| !report.decision.explicit).map_or(0, |step| step.number);
    let (passed_by, before): (Vec<&StepLine>, Vec<&StepLine>) = open.partition(|other| other.step.number < next);
    for (what, steps) in [("before it", before), ("passed by, and not taken again", passed_by)] {
        let steps: Vec<String> = steps.iter().map(|other| other.step.to_string()).collect();
        if !steps.is_empty() {
            let _ = writeln!(out, "  {what}: {}", steps.join(", "));
        }
    }
    warnings(&mut out, report);
    out
}

fn situation(out: &mut String, report: &Report) {
    out.push_str("\nsituation:\n");
    for (name, values) in &report.situation {
        let _ = writeln!(out, "  {:<18} {}", escape(name), escape(values));
    }
}

fn remarks(out: &mut String, report: &Report) {
    raised(out, report);
    for note in &report.decision.notes {
        let _ = writeln!(out, "note: {}", escape(note));
    }
    for claim in &report.claims {
        let _ = writeln!(
            out,
            "claim: {} says {}; git says {}",
            escape(&claim.file),
            escape(&claim.says),
            escape(&claim.git_says)
        );
    }
    warnings(out, report);
}

/// What is asked for beyond the lock.
fn raised(out: &mut String, report: &Report) {
    let line = report.classification.as_ref().filter(|line| !line.raised.is_empty());
    if let Some(line) = line {
        let raised = escape(&line.raised.join("; "));
        let _ = writeln!(out, "{} raised since the lock: {raised}", paint(WARNING, "warning:"));
    }
}

fn warnings(out: &mut String, report: &Report) {
    for warning in &report.warnings {
        let _ = writeln!(out, "{} {}", paint(WARNING, "warning:"), escape(warning));
    }
}
