//! A proposed surface map in lines.

use std::fmt::Write as _;

use super::human::Detail;
use super::style::{FAINT, STRONG, WARNING, paint};
use crate::engine::escape::escape;
use crate::engine::path::RepoPath;
use crate::engine::propose::raise::Differs;
use crate::engine::propose::report::{ExistingMap, GlobLine, MapReport, PhaseLine, ProposedLine};

/// How many phases are shown.
const MOST_PHASES: usize = 20;

/// How many of the names that were looked for are shown.
const MOST_NAMES: usize = 6;

/// It in lines; `is_written` says whether it has been put into the config.
pub fn text(report: &MapReport, is_written: bool, detail: Detail) -> String {
    let mut out = first_lines(report, is_written);
    if detail == Detail::Quiet {
        return out;
    }
    out.push('\n');
    for surface in &report.surfaces {
        of_surface(&mut out, surface, detail);
    }
    left_out(&mut out, report, detail);
    if let Some(existing) = &report.existing {
        of_existing(&mut out, existing);
    }
    let uncovered: Vec<String> =
        report.coverage.uncovered.iter().map(|(folder, files)| format!("{folder} {files}")).collect();
    if !uncovered.is_empty() {
        let _ = writeln!(out, "source that no surface covers, by folder: {}", uncovered.join(" · "));
    }
    of_gates(&mut out, report);
    of_phases(&mut out, &report.phases, detail);
    for note in &report.notes {
        let _ = writeln!(out, "note: {}", escape(note));
    }
    for warning in &report.warnings {
        let _ = writeln!(out, "{} {}", paint(WARNING, "warning:"), escape(warning));
    }
    if let (Err(failure), false, false) = (&report.change, is_written, report.surfaces.is_empty()) {
        let _ = writeln!(out, "note: --write would be refused: {}", failure.message);
        for remedy in &failure.remedies {
            let _ = writeln!(out, "      {remedy}");
        }
    }
    if !report.surfaces.is_empty() && !is_written {
        let _ = writeln!(out, "\nthe map, as it would stand in the config:\n\n{}", shown(&report.text));
    }
    out
}

/// Lines of JSON: a glob holds no line break, and what a terminal acts on is made visible.
fn shown(text: &str) -> String {
    let lines: Vec<String> = text.lines().map(escape).collect();
    lines.join("\n")
}

fn first_lines(report: &MapReport, is_written: bool) -> String {
    let names: Vec<String> = report.surfaces.iter().map(|surface| escape(&surface.name)).collect();
    let globs: usize = report.surfaces.iter().map(|surface| surface.globs.len()).sum();
    let coverage = &report.coverage;
    let percent = (coverage.covered * 100).checked_div(coverage.source).unwrap_or_default();
    let covered = format!("{} of {} source files covered ({percent} %)", coverage.covered, coverage.source);
    if names.is_empty() {
        return format!(
            "{}\n",
            paint(STRONG, "init → no surface: no folder and no file has a name that speaks for one")
        );
    }
    let planning = report.place.planning.join("config.json");
    match (&report.change, is_written) {
        (Ok(change), true) if report.existing.as_ref().is_some_and(|existing| existing.added.is_empty()) => {
            let told = format!("init → nothing written: {} lacks nothing of it, {covered}", change.path);
            format!("{}\n", paint(STRONG, &told))
        }
        (Ok(change), true) => {
            let written = match &report.existing {
                Some(existing) => escape(&existing.added.join(", ")),
                None => names.join(", "),
            };
            let mut out = format!("{}\n", paint(STRONG, &format!("init → written: {written} into {}", change.path)));
            if !change.keep.is_empty() {
                let _ = writeln!(out, "run: {}", escape(&change.keep));
            }
            let _ = writeln!(out, "undo: {}", escape(&change.undo));
            let _ = writeln!(out, "{covered}");
            out
        }
        (change, _) => {
            let what = match &report.existing {
                Some(existing) if !existing.is_raised => format!("{planning} has a map already, {covered}"),
                _ => format!("{} ({globs} globs), {covered}", names.join(", ")),
            };
            let mut out = format!("{}\n", paint(STRONG, &format!("init → {what}")));
            if change.is_ok() {
                let force = if report.existing.is_some() { " --force" } else { "" };
                let _ = writeln!(out, "run: {}", escape(&report.own.command(&format!("init --write{force}"))));
            }
            out
        }
    }
}

fn of_surface(out: &mut String, surface: &ProposedLine, detail: Detail) {
    let pinned = match (surface.pinned, surface.destructive_pins_depth) {
        (true, Some(depth)) => format!(" · pinned, {depth} where something destructive lies in it"),
        (true, None) => " · pinned".to_owned(),
        (false, _) => String::new(),
    };
    let gates = surface.gates.join(", ");
    let _ = writeln!(out, "{}{pinned} · {}", paint(STRONG, &escape(&surface.name)), escape(&gates));
    let widest = surface.globs.iter().map(|glob| escape(&glob.glob).chars().count()).max().unwrap_or_default();
    for glob in &surface.globs {
        let _ = writeln!(out, "  {:<widest$}  {}", escape(&glob.glob), files(glob, detail));
    }
}

fn files(glob: &GlobLine, detail: Detail) -> String {
    let most = if detail == Detail::Verbose { glob.examples.len() } else { 1 };
    let examples: Vec<String> = glob.examples.iter().take(most).map(RepoPath::to_string).collect();
    let more = if glob.files > examples.len() { ", …" } else { "" };
    format!("{} {}", counted(glob.files, "file"), paint(FAINT, &format!("({}{more})", examples.join(", "))))
}

fn left_out(out: &mut String, report: &MapReport, detail: Detail) {
    let mut lines: Vec<String> = Vec::new();
    for absent in &report.absent {
        let most = if detail == Detail::Verbose { absent.looked_for.len() } else { MOST_NAMES };
        let more = if absent.looked_for.len() > most { ", …" } else { "" };
        let names: Vec<&str> = absent.looked_for.iter().take(most).map(String::as_str).collect();
        lines.push(format!("{}: no name speaks for it (looked for {}{more})", absent.name, names.join(", ")));
    }
    if !report.dead.is_empty() {
        lines.push(format!("globs to start with that match nothing here: {}", report.dead.join(", ")));
    }
    for surface in &report.surfaces {
        if !surface.left_out.is_empty() {
            let globs: Vec<&str> = surface.left_out.iter().map(|glob| glob.glob.as_str()).collect();
            lines.push(format!("of {}, to keep the list short: {}", surface.name, globs.join(", ")));
        }
        if !surface.without.is_empty() {
            lines.push(format!(
                "of {}, since no phase has their artifacts: {}",
                surface.name,
                surface.without.join(", ")
            ));
        }
    }
    if !lines.is_empty() {
        out.push_str("left out\n");
    }
    for line in lines {
        let _ = writeln!(out, "  {}", escape(&line));
    }
}

fn of_existing(out: &mut String, existing: &ExistingMap) {
    let _ = writeln!(out, "the map that is there has {}", escape(&existing.surfaces.join(", ")));
    for dead in &existing.comparison.dead {
        let _ = writeln!(out, "  {}: {} matches nothing", escape(&dead.surface), escape(&dead.glob));
    }
    for lacking in &existing.comparison.lacking {
        let new = if lacking.is_new { " (a surface that it has not)" } else { "" };
        let glob = escape(&lacking.glob);
        let _ = writeln!(out, "  {}{new} lacks {glob}: {}", escape(&lacking.surface), counted(lacking.files, "file"));
    }
    for one in &existing.differs {
        let _ = writeln!(out, "  {}", escape(&differs(one)));
    }
    let has_none = existing.comparison.dead.is_empty() && existing.comparison.lacking.is_empty();
    if has_none && existing.differs.is_empty() {
        out.push_str("  nothing in it is dead, and it lacks nothing that would be proposed\n");
    }
    if existing.is_raised {
        out.push_str("  all that it has is kept, and what is proposed is added to it\n");
    }
}

fn differs(one: &Differs) -> String {
    let Differs { surface, field, there, proposed } = one;
    match (*field, there, proposed) {
        ("surface", ..) => format!("{surface} is not proposed"),
        (_, Some(there), Some(proposed)) => format!("{surface} has {field} {there}; proposed: {proposed}"),
        (_, Some(there), None) => format!("{surface} has {field} {there} beside what is proposed"),
        (_, None, proposed) => format!("{surface} lacks {field} {}", proposed.as_deref().unwrap_or_default()),
    }
}

fn of_gates(out: &mut String, report: &MapReport) {
    let told = |gate: &crate::engine::propose::report::GateLine| {
        let asked = if gate.asked_for { ", asked for" } else { "" };
        format!("{} ({} phases{asked})", gate.name, gate.phases)
    };
    let gates: Vec<String> = report.gates.iter().map(told).collect();
    if !gates.is_empty() {
        let _ = writeln!(
            out,
            "artifacts of this project's own, by the gate that would ask for them: {}\n  add one to the surface whose phases all need it",
            escape(&gates.join(", "))
        );
    }
}

fn of_phases(out: &mut String, phases: &[PhaseLine], detail: Detail) {
    if phases.is_empty() {
        return;
    }
    let (over, ahead): (Vec<&PhaseLine>, Vec<&PhaseLine>) =
        phases.iter().partition(|phase| phase.of_before && phase.is_over);
    let before = over.len();
    out.push_str("with this map\n");
    if before > 0 {
        let keep = if before == 1 { "keeps to what it" } else { "keep to what they" };
        let _ = writeln!(out, "  {} {keep} owed before", counted(before, "executed phase"));
    }
    let most = if detail == Detail::Verbose { ahead.len() } else { MOST_PHASES };
    for phase in ahead.iter().take(most) {
        let next = phase.next.map(|step| format!(" · next {step}")).unwrap_or_default();
        let id = paint(STRONG, &escape(&phase.id));
        if phase.of_before {
            let _ = writeln!(
                out,
                "  {id} was begun before the map: it keeps to what it owed, until a commit carries out more of it{next}"
            );
            continue;
        }
        let depth = phase.depth.map(|depth| depth.to_string()).unwrap_or_default();
        let mut surfaces: Vec<String> = phase.active.clone();
        surfaces.extend(phase.assumed.iter().map(|name| format!("{name} (assumed)")));
        let surfaces = if surfaces.is_empty() { "no surface".to_owned() } else { surfaces.join(", ") };
        let gates = if phase.gates.is_empty() { String::new() } else { format!(" · owes {}", phase.gates.join(", ")) };
        let _ = writeln!(out, "  {id} {depth} · {}{}{next}", escape(&surfaces), escape(&gates));
    }
    if ahead.len() > most {
        let _ = writeln!(out, "  … and {} more (-v shows them)", ahead.len() - most);
    }
}

fn counted(count: usize, what: &str) -> String {
    format!("{count} {what}{}", if count == 1 { "" } else { "s" })
}
