//! Answers about a project: finds the sprint that is meant, has it read, and puts the report together.

use std::collections::BTreeSet;

use super::activities::{ACTIVITIES, Activity};
use super::case::Case;
use super::ids::Sprint;
use super::lint;
use super::read::project::Project;
use super::read::sprint::{Shared, read_sprint};
use crate::engine::ask::{LintAsk, PhaseAsk, Place};
use crate::engine::diagnosis::Underway;
use crate::engine::escape::escape;
use crate::engine::exit::Outcome;
use crate::engine::failure::Failure;
use crate::engine::lint::{LintReport, Severity, settle};
use crate::engine::own::Own;
use crate::engine::path::RepoPath;
use crate::engine::prospect::Prospect;
use crate::engine::recovery::Announced;
use crate::engine::report::{self, Next, PhaseRef, Report, Survey};
use crate::read::announced::{in_the_way, states};
use crate::read::seen::Seen;

/// What that answer is made of.
///
/// # Errors
/// There is no such sprint or activity, no such place, or it cannot be read.
pub fn case(ask: &PhaseAsk) -> Result<Case, Failure> {
    let sprint = sprint_of(&ask.phase)?;
    let asked = ask.step.as_deref().map(find_activity).transpose()?;
    if ask.dir.is_some() {
        return Err(Failure::usage("dir", "a sprint's folder follows from its number").remedy("leave --dir out"));
    }
    let (case, moved) = attempt(ask, sprint, asked)?;
    if !moved {
        return Ok(case);
    }
    // Once more: an agent at work commits now and then, and a second look is usually whole.
    let (case, moved) = attempt(ask, sprint, asked)?;
    Ok(Case { moved, ..case })
}

/// The same answer from a case that was read before.
///
/// # Errors
/// It is another sprint, or there is no such activity.
pub fn replay(mut case: Case, ask: &PhaseAsk) -> Result<Report, Failure> {
    if !ask.phase.is_empty() && sprint_of(&ask.phase)? != case.evidence.sprint {
        let (asked, held) = (escape(&ask.phase), case.evidence.sprint);
        return Err(Failure::usage(
            "other-phase",
            format!("sprint {asked} was asked for, and this is evidence of {held}"),
        )
        .remedy("leave the sprint out, or dump the evidence of the sprint that is meant"));
    }
    if let Some(step) = &ask.step {
        case.asked = Some(find_activity(step)?);
    }
    case.ack = ask.ack.clone().or(case.ack);
    Ok(case.report())
}

/// The sprint by its number, and what a recovery of it would do; none where nothing stops it.
///
/// # Errors
/// As [`case`]; or whoever asks stands in another work tree than the one that is recovered.
pub fn announced(ask: &PhaseAsk) -> Result<(String, Option<Prospect>), Failure> {
    let elsewhere = Project::open(&ask.place)?.main_elsewhere;
    if let Some(main) = elsewhere {
        let there = Own { repo: Some(main), ..ask.place.own(None) };
        let command = there.command(&format!("recover {}", ask.phase));
        return Err(Failure::usage("other-work-tree", "the recovery belongs to the main work tree")
            .remedy(format!("run it there: {}", escape(&command))));
    }
    let case = case(ask)?;
    let Some(left) = case.report().interruption else { return Ok((case.phase.id, None)) };
    // Where nothing can be carried out, what is to be done by hand is shown all the same.
    let by_hand = || Announced {
        phase: case.phase.id.clone(),
        head: case.head,
        row: left.row.clone(),
        actions: left.recovery.iter().map(|measure| measure.action.clone()).collect(),
        paths: Vec::new(),
    };
    let announced = case.announced().unwrap_or_else(by_hand);
    let prospect = Prospect { announced, always_at_terminal: false, in_the_way: case.in_the_way };
    Ok((case.phase.id, Some(prospect)))
}

/// The answer for every sprint that is known, in order; and for the next, where it may open.
///
/// # Errors
/// There is no such place, or it cannot be read.
pub fn survey(place: &Place) -> Result<Survey, Failure> {
    let project = Project::open(place)?;
    let shared = Shared::of(&project)?;
    let sprints = sprints(&project)?;
    let reports: Vec<Report> = sprints
        .into_iter()
        .map(|sprint| Ok(of_sprint(&project, &shared, sprint, None, place.own(None))?.report()))
        .collect::<Result<_, Failure>>()?;
    // A sprint of before is over whatever it left, so none of those is passed by.
    let at = reports.iter().position(|report| report.decision.outcome != Outcome::Complete);
    Ok(Survey { next: at.map(|at| Next { at, why: String::new(), before: 0 }), reports })
}

/// What the rules find in the sprints that are asked for: those that are named, all, or the one in force.
///
/// # Errors
/// There is no such place or sprint, it cannot be read, or something is asked for that no rule looks at.
pub fn lint(ask: &LintAsk) -> Result<LintReport, Failure> {
    let no_range = "no rule looks at a range of commits, nor at surfaces";
    if ask.base.is_some() || ask.range.is_some() || ask.uncovered {
        return Err(Failure::usage("no-range", no_range).remedy("leave --base, --range and --uncovered out"));
    }
    let project = Project::open(&ask.place)?;
    let known = sprints(&project)?;
    let named = ask.phases.iter().map(|text| sprint_of(text)).collect::<Result<Vec<Sprint>, Failure>>()?;
    if let Some(unknown) = named.iter().find(|sprint| !known.contains(sprint)) {
        return Err(no_sprint(*unknown, &known, &project));
    }
    let wanted: Vec<Sprint> = match (named.is_empty(), ask.all) {
        (_, true) => known.into_iter().collect(),
        (false, false) => named,
        (true, false) => vec![project.state.in_force()],
    };
    let shared = Shared::of(&project)?;
    let mut findings = Vec::new();
    let mut phases = Vec::new();
    for sprint in wanted {
        let case = of_sprint(&project, &shared, sprint, None, ask.place.own(None))?;
        // What a state file says is said once, of the sprint that it belongs to.
        if sprint == project.state.in_force() {
            findings.extend(lint::findings(&case.evidence));
        }
        phases.push(case.phase);
    }
    Ok(LintReport {
        place: place_of(&project)?,
        rules: lint::RULES.to_vec(),
        range: Err(no_range.to_owned()),
        undetermined: None,
        phases,
        fail_on: ask.fail_on.unwrap_or(Severity::Error),
        exit_zero: ask.exit_zero,
        findings: settle(findings),
        ignored: Vec::new(),
        notes: project.warnings(),
    })
}

/// The sprints of a place, in order.
///
/// # Errors
/// There is no such place, or it cannot be read.
pub fn phases(place: &Place) -> Result<Vec<String>, Failure> {
    Ok(sprints(&Project::open(place)?)?.iter().map(Sprint::to_string).collect())
}

/// Every sprint that can be asked for.
fn sprints(project: &Project) -> Result<BTreeSet<Sprint>, Failure> {
    let in_force = project.state.in_force();
    let mut sprints: BTreeSet<Sprint> =
        project.folders()?.into_iter().map(|(sprint, _)| sprint).filter(|sprint| *sprint < in_force).collect();
    sprints.insert(in_force);
    if project.state.is_over() {
        sprints.insert(in_force.next());
    }
    Ok(sprints)
}

fn attempt(ask: &PhaseAsk, sprint: Sprint, asked: Option<Activity>) -> Result<(Case, bool), Failure> {
    let project = Project::open(&ask.place)?;
    let known = sprints(&project)?;
    if !known.contains(&sprint) {
        return Err(no_sprint(sprint, &known, &project));
    }
    let folders = [project.planning.clone(), project.sprints_folder().join(format!("sprint-{sprint}"))];
    let folders: Vec<&RepoPath> = folders.iter().collect();
    let before = Seen::now(&project.repository, &folders)?;
    let shared = Shared::of(&project)?;
    let mut case = of_sprint(&project, &shared, sprint, asked, ask.own(None))?;
    case.ack.clone_from(&ask.ack);
    let report = case.report();
    let measures = report.interruption.iter().flat_map(|interruption| &interruption.recovery);
    let to_change: BTreeSet<RepoPath> = measures.flat_map(|measure| measure.action.paths()).cloned().collect();
    if !to_change.is_empty() && project.main_elsewhere.is_none() {
        let paths: Vec<RepoPath> = to_change.into_iter().collect();
        case.states = states(&project.repository, &paths)?;
        if let Some(announced) = case.announced()
            && let Some(why) = in_the_way(&project.repository, &announced)?
        {
            (case.in_the_way, case.states) = (Some(why), Vec::new());
        }
    }
    let after = Seen::now(&project.repository, &folders)?;
    Ok((case, before.moved(&after, project.head)))
}

fn of_sprint(
    project: &Project,
    shared: &Shared,
    sprint: Sprint,
    asked: Option<Activity>,
    own: Own,
) -> Result<Case, Failure> {
    let evidence = read_sprint(project, shared, sprint)?;
    // What git is in the middle of, it is in the work tree that was read.
    let main = Own { repo: project.main_elsewhere.clone().or_else(|| own.repo.clone()), ..Own::default() };
    Ok(Case {
        place: place_of(project)?,
        phase: PhaseRef {
            id: sprint.to_string(),
            dir: evidence.folder.clone(),
            name: String::new(),
            archived: None,
            begin: None,
        },
        evidence,
        asked,
        operation: project.operation.map(|operation| operation.underway(&main, project.status.conflicts())),
        recovery: project.recovery.as_ref().map(|journal| {
            let sprint = &journal.announced.phase;
            let command = own.command(&format!("recover {sprint}"));
            Underway {
                word: format!("recovery of sprint {sprint}"),
                remedy: format!("{command} --finish, or take it back: {command} --undo"),
                moves_head: false,
                conflicts: Vec::new(),
            }
        }),
        own,
        ack: None,
        head: project.head,
        states: Vec::new(),
        in_the_way: None,
        warnings: project.warnings(),
        moved: false,
    })
}

fn place_of(project: &Project) -> Result<report::Place, Failure> {
    Ok(report::Place {
        repository: project.repository.root().to_string_lossy().into_owned(),
        git_backend: project.repository.backends(),
        planning: project.planning.clone(),
        committed: project.is_committed()?,
        config: project.state.config.said.is_some().then(|| project.state.config.path.clone()),
        workstream: None,
    })
}

fn no_sprint(sprint: Sprint, known: &BTreeSet<Sprint>, project: &Project) -> Failure {
    let near: Vec<String> = known.iter().map(Sprint::to_string).collect();
    let failure = Failure::usage("no-phase", format!("there is no sprint {sprint} below {}", project.sprints_folder()));
    failure.remedy(format!("the sprints are {}", near.join(", ")))
}

/// The sprint that a text names.
///
/// # Errors
/// It names none.
pub fn sprint_of(text: &str) -> Result<Sprint, Failure> {
    Sprint::parse(text).ok_or_else(|| {
        Failure::usage("no-token", format!("`{}` is no sprint", escape(text)))
            .remedy("a sprint is a number such as 3 or 03")
    })
}

fn find_activity(text: &str) -> Result<Activity, Failure> {
    Activity::find(text).ok_or_else(|| {
        let names: Vec<&str> = ACTIVITIES.iter().map(|row| row.name).collect();
        Failure::usage("no-step", format!("there is no activity `{}`", escape(text))).remedy(format!(
            "the activities are 1 to {}: {}",
            ACTIVITIES.len(),
            names.join(", ")
        ))
    })
}
