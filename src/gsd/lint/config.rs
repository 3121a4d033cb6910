//! What is wrong with the configs as they stand.

use std::collections::{BTreeMap, BTreeSet};

use super::commands;
use super::evidence::{ConfigFile, Evidence};
use super::rules::config as rules;
use super::rules::find;
use crate::engine::glob::{Glob, GlobFault, GlobProblem, Matcher, dead};
use crate::engine::lint::{Finding, Rule};
use crate::engine::path::RepoPath;
use crate::engine::surface::GlobsProblem;
use crate::gsd::steps::{OwedWhen, STEPS};
use crate::gsd::text::config::SWITCHES;
use crate::gsd::text::places::below;
use crate::gsd::text::surfaces::{Fault, Problem, nearest};

/// The findings of these rules. Of a config that cannot be used nothing is said but what is wrong with it.
pub fn findings(evidence: &Evidence) -> Vec<Finding> {
    let mut findings: Vec<Finding> = evidence.configs.iter().flat_map(faults).collect();
    let sound = || evidence.configs.iter().filter(|file| file.now.is_there && file.now.faults.is_empty());
    for file in sound() {
        findings.extend(odd_settings(file));
        findings.extend(globs(evidence, file));
        findings.extend(gates(evidence, file));
        findings.extend(pins(evidence, file));
        findings.extend(ignored_rules(file));
        findings.extend(commands::findings(evidence, file));
    }
    if evidence.uncovered && !evidence.has_faults() {
        findings.extend(uncovered(evidence));
    }
    findings
}

fn faults(file: &ConfigFile) -> Vec<Finding> {
    let finding = |fault: &Fault| {
        let span = file.places.at(fault.line, fault.column);
        let message = match fault.path.as_str() {
            "" => fault.problem.to_string(),
            path => format!("{path}: {}", fault.problem),
        };
        Finding { fix: fault.remedy(), ..file.finding(rule_of(fault), Some(span), &fault.path, message) }
    };
    file.now.faults.iter().map(finding).collect()
}

/// The rule that a fault breaks.
fn rule_of(fault: &Fault) -> &'static Rule {
    let is_ignore = fault.path.starts_with("pipeline.lint.ignore[");
    match &fault.problem {
        Problem::Syntax(_) => &rules::SYNTAX,
        Problem::UnknownField { .. } => &rules::UNKNOWN_FIELD,
        Problem::Twice { .. } => &rules::TWICE,
        Problem::WrongType { .. } => &rules::WRONG_TYPE,
        Problem::Missing("reason") if is_ignore => &rules::IGNORE_WITHOUT_REASON,
        Problem::OutOfRange(_) if is_ignore && fault.path.ends_with("].reason") => &rules::IGNORE_WITHOUT_REASON,
        Problem::Missing(_) => &rules::MISSING,
        Problem::BadName { .. } => &rules::BAD_NAME,
        Problem::UnknownWord { .. } => &rules::UNKNOWN_WORD,
        Problem::OutOfRange(_) => &rules::OUT_OF_RANGE,
        Problem::Globs(GlobsProblem::None | GlobsProblem::OnlyNegated) => &rules::NO_GLOB,
        Problem::Globs(GlobsProblem::NegatedOnPinned) => &rules::NEGATED_ON_PINNED,
        Problem::Globs(
            GlobsProblem::TooMany
            | GlobsProblem::Glob(GlobFault { problem: GlobProblem::TooMany(_) | GlobProblem::TooLong(_), .. }),
        )
        | Problem::TooLarge(_) => &rules::TOO_LARGE,
        Problem::Globs(GlobsProblem::Glob(_)) => &rules::BAD_GLOB,
        Problem::Regex(_) | Problem::NoGroup(_) => &rules::BAD_EXPRESSION,
        Problem::FloorWithoutPin => &rules::FLOOR_WITHOUT_PIN,
        Problem::BuiltIn => &rules::BUILT_IN_GATE,
        Problem::Taken { .. } => &rules::WORD_TAKEN,
    }
}

fn odd_settings(file: &ConfigFile) -> Vec<Finding> {
    let finding = |note: &crate::gsd::text::config::Note| {
        let span = file.places.value(&note.path).unwrap_or_else(|| file.places.at(note.line, 1));
        file.finding(&rules::ODD_SETTING, Some(span), &note.path, format!("{}: {}", note.path, note.text))
    };
    file.now.config.notes.iter().map(finding).collect()
}

fn globs(evidence: &Evidence, file: &ConfigFile) -> Vec<Finding> {
    let surfaces = &file.now.settings.surfaces.surfaces;
    let globs: Vec<(String, &Glob)> = surfaces
        .iter()
        .flat_map(|surface| {
            let list = format!("{}.globs", below("surfaces", &surface.name));
            surface.globs().enumerate().map(move |(at, glob)| (format!("{list}[{at}]"), glob))
        })
        .collect();
    let of_one: Vec<&Glob> = globs.iter().map(|(_, glob)| *glob).collect();
    let mut findings = Vec::new();
    // Where nothing is tracked yet, every glob waits for its files.
    if evidence.files.is_empty() {
        return findings;
    }
    let submodules = evidence.submodules.intersection(&evidence.files);
    let dead = dead(&of_one, &evidence.project, &evidence.files, submodules);
    for (path, glob) in dead.into_iter().filter_map(|at| globs.get(at)) {
        let (span, written) = (file.places.value(path), glob.written());
        let of = path.split_once(".globs[").map_or(path.as_str(), |(list, _)| list);
        let subject = format!("{of}: {written}");
        let finding = |rule, message: String, fix: Option<String>, shown: &RepoPath| {
            let evidence = if shown.is_root() { Vec::new() } else { vec![shown.to_string()] };
            Finding { fix, evidence, ..file.finding(rule, span, &subject, format!("{of}: `{written}` {message}")) }
        };
        findings.push(match (in_folder(evidence, glob), ignoring_case(evidence, glob)) {
            (Some(inside), _) => finding(
                &rules::FOLDER_GLOB,
                "is a folder, and matches nothing in it".to_owned(),
                Some(format!("write `{}/**`", written.trim_end_matches('/'))),
                inside,
            ),
            (None, Some((other, instead))) => finding(
                &rules::CASE_ONLY,
                format!("matches no tracked file, and would match {other} if case were ignored"),
                instead.map(|instead| format!("write `{instead}`")),
                other,
            ),
            (None, None) => {
                finding(&rules::DEAD_GLOB, "matches no tracked file".to_owned(), None, &RepoPath::default())
            }
        });
    }
    findings
}

/// A file in the folder that a glob names.
fn in_folder<'a>(evidence: &'a Evidence, glob: &Glob) -> Option<&'a RepoPath> {
    let folder = glob.plain_path(&evidence.project)?;
    let near = evidence.files.range(folder.clone()..);
    near.take_while(|path| path.as_bytes().starts_with(folder.as_bytes())).find(|path| path.is_in(&folder))
}

/// A file that a glob would match if case were ignored, and the glob in the case of the file, where that is clear.
fn ignoring_case<'a>(evidence: &'a Evidence, glob: &Glob) -> Option<(&'a RepoPath, Option<String>)> {
    let lower = |path: &RepoPath| RepoPath::new(path.as_bytes().to_ascii_lowercase());
    let lowered = Glob::parse(&glob.written().to_ascii_lowercase()).ok()?;
    let matcher = Matcher::new(&[&lowered], &lower(&evidence.project)).ok()?;
    let found = evidence.files.iter().find(|path| !matcher.matching(&lower(path)).is_empty())?;
    let instead = in_case_of(glob.written(), &found.below(&evidence.project)?).filter(|instead| {
        let own = Glob::parse(instead).ok();
        own.and_then(|own| Matcher::new(&[&own], &evidence.project).ok())
            .is_some_and(|own| !own.matching(found).is_empty())
    });
    Some((found, instead))
}

/// The glob with its literal beginning written as the path has it.
fn in_case_of(written: &str, path: &RepoPath) -> Option<String> {
    let bare = written.trim_start_matches('!').trim_start_matches("./").trim_start_matches('/');
    let (before, path) = (written.strip_suffix(bare)?, path.as_str()?);
    let same = |(glob, path): &(char, char)| glob.eq_ignore_ascii_case(path) && !"*?[{".contains(*glob);
    let literal: String = bare.chars().zip(path.chars()).take_while(same).map(|(_, path)| path).collect();
    let rest = bare.get(literal.len()..)?;
    Some(format!("{before}{literal}{rest}"))
}

/// The gates that have a step of their own.
fn built_in() -> Vec<&'static str> {
    let of = |owed| match owed {
        OwedWhen::Gates(names) => names.to_vec(),
        _ => Vec::new(),
    };
    STEPS.iter().flat_map(|row| of(row.owed)).collect()
}

fn gates(evidence: &Evidence, file: &ConfigFile) -> Vec<Finding> {
    let built_in = built_in();
    let all = |file: &ConfigFile| file.now.settings.pipeline.gates.iter().map(|gate| gate.name.clone()).collect();
    let declared: Vec<String> = evidence.configs.iter().flat_map::<Vec<String>, _>(all).collect();
    let known: Vec<&str> = built_in.iter().copied().chain(declared.iter().map(String::as_str)).collect();
    let mut findings = Vec::new();
    for surface in &file.now.settings.surfaces.surfaces {
        let path = below("surfaces", &surface.name);
        for gate in surface.gates.iter().filter(|gate| !known.contains(&gate.as_str())) {
            let span = file.places.item(&format!("{path}.gates"), gate);
            let subject = format!("{path}: {gate}");
            findings.push(match nearest(gate, &known) {
                Some(meant) => Finding {
                    fix: Some(format!("write `{meant}`, or declare `{gate}` in `pipeline.gates`")),
                    ..file.finding(
                        &rules::GATE_TYPO,
                        span,
                        &subject,
                        format!("{path}: unknown gate `{gate}`, did you mean {meant}?"),
                    )
                },
                None => file.finding(
                    &rules::UNDECLARED_GATE,
                    span,
                    &subject,
                    format!(
                        "{path}: gate `{gate}` is declared nowhere; its evidence is any file <phase>-{}.md",
                        gate.to_uppercase()
                    ),
                ),
            });
        }
    }
    let asked = |gate: &str| {
        let mut surfaces = evidence.configs.iter().flat_map(|file| &file.now.settings.surfaces.surfaces);
        surfaces.any(|surface| surface.gates.iter().any(|asked| asked == gate))
    };
    for gate in file.now.settings.pipeline.gates.iter().filter(|gate| !asked(&gate.name)) {
        let path = below("pipeline.gates", &gate.name);
        let message = format!("{path}: no surface asks for this gate");
        findings.push(file.finding(&rules::UNUSED_GATE, file.places.key(&path), &path, message));
    }
    findings
}

fn pins(evidence: &Evidence, file: &ConfigFile) -> Vec<Finding> {
    let in_force = evidence.in_force(file);
    let pinned: Vec<_> = in_force.settings.surfaces.surfaces.iter().filter(|surface| surface.pinned).collect();
    let mut findings = Vec::new();
    for row in STEPS {
        let (OwedWhen::Gates(names), Some(key)) = (row.owed, row.switch) else { continue };
        let path = below("workflow", key);
        let is_off = SWITCHES.iter().any(|switch| switch.key == key && !in_force.config.is_on(switch.switch));
        let Some(span) = file.places.value(&path).filter(|_| is_off) else { continue };
        for surface in &pinned {
            for gate in surface.gates.iter().filter(|gate| names.contains(&gate.as_str())) {
                let name = &surface.name;
                let message = format!("{path} switches off `{gate}`, which the pinned surface {name} asks for");
                findings.push(file.finding(
                    &rules::PINNED_GATE_OFF,
                    Some(span),
                    &format!("{path}: {name} {gate}"),
                    message,
                ));
            }
        }
    }
    for surface in pinned.iter().filter(|surface| surface.gates.is_empty()) {
        let path = below("surfaces", &surface.name);
        if let Some(span) = file.places.key(&path) {
            let message = format!("{path} is pinned and asks for no gate");
            findings.push(file.finding(&rules::PINNED_WITHOUT_GATES, Some(span), &path, message));
        }
    }
    findings
}

fn ignored_rules(file: &ConfigFile) -> Vec<Finding> {
    let rules_known = super::rules::all();
    let known: Vec<&str> = rules_known.iter().flat_map(|rule| [rule.name, rule.id]).collect();
    let mut findings = Vec::new();
    for (at, ignore) in file.now.settings.pipeline.lint.ignore.iter().enumerate() {
        if find(&ignore.rule).is_some() {
            continue;
        }
        let path = format!("pipeline.lint.ignore[{at}].rule");
        let meant = nearest(&ignore.rule, &known);
        let meant_too = meant.as_ref().map(|meant| format!(", did you mean {meant}?")).unwrap_or_default();
        let message = format!("{path}: there is no rule `{}`{meant_too}", ignore.rule);
        let finding = file.finding(&rules::UNKNOWN_IGNORED_RULE, file.places.value(&path), &ignore.rule, message);
        findings.push(Finding { fix: meant.map(|meant| format!("write `{meant}`")), ..finding });
    }
    findings
}

/// The files that no surface has, a folder in which there are no others as one.
fn uncovered(evidence: &Evidence) -> Vec<Finding> {
    let Some(map) = evidence.compiled(&evidence.all_surfaces(|file| &file.now)) else { return Vec::new() };
    let planning = evidence.configs.first().map(|file| file.path.parent()).unwrap_or_default();
    let own = |path: &&RepoPath| path.is_in(&evidence.project) && !path.is_in(&planning);
    let (covered, bare): (Vec<&RepoPath>, Vec<&RepoPath>) =
        evidence.files.iter().filter(own).partition(|path| !evidence.surfaces_at(&map, path).is_empty());
    let folders: BTreeSet<RepoPath> = covered.into_iter().flat_map(folders_of).collect();
    let mut groups: BTreeMap<RepoPath, Vec<&RepoPath>> = BTreeMap::new();
    for path in bare {
        let of_path = folders_of(path);
        let highest = of_path.into_iter().find(|folder| !folders.contains(folder) && folder.is_in(&evidence.project));
        groups.entry(highest.unwrap_or_else(|| path.clone())).or_default().push(path);
    }
    let finding = |(at, files): (RepoPath, Vec<&RepoPath>)| Finding {
        rule: &rules::UNCOVERED,
        span: None,
        line_text: None,
        phase: None,
        subject: at.to_string(),
        message: match files.as_slice() {
            [one] => format!("{one} belongs to no surface"),
            files => format!("{} files in {at} belong to no surface", files.len()),
        },
        fix: None,
        evidence: files.iter().take(3).map(ToString::to_string).collect(),
        file: at,
    };
    groups.into_iter().map(finding).collect()
}

/// The folders that a path lies in, from the top; the root is none.
fn folders_of(path: &RepoPath) -> Vec<RepoPath> {
    let mut folders = Vec::new();
    let mut folder = path.parent();
    while !folder.is_root() {
        let above = folder.parent();
        folders.push(folder);
        folder = above;
    }
    folders.reverse();
    folders
}
