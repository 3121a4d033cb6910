//! Proposes a surface map for a project, tells what its phases would owe with it, and how its config would be changed.

use std::collections::BTreeSet;

use super::answer::{of_project, place_of};
use super::assess::assess;
use super::case::Case;
use super::read::layout::PLANNING;
use super::read::project::{Project, blob_of};
use super::read::recurring::{Recurring, recurring};
use super::read::tracked::tracked_files;
use super::situation::Execution;
use super::starters::VOCABULARY;
use super::steps::Step;
use super::text::insert::{InsertError, map_text, with_map};
use super::text::surfaces::{load, refuse};
use crate::engine::activate::{CompiledMap, State};
use crate::engine::ask::Place;
use crate::engine::by_git::from_root;
use crate::engine::exit::Outcome;
use crate::engine::failure::Failure;
use crate::engine::own::{Own, word};
use crate::engine::path::RepoPath;
use crate::engine::propose::compare::All;
use crate::engine::propose::coverage::coverage;
use crate::engine::propose::raise::{added, differences, raised};
use crate::engine::propose::report::{
    AbsentLine, ConfigChange, ExistingMap, GateLine, GlobLine, MapReport, PhaseLine, ProposedLine,
};
use crate::engine::propose::{Fitted, Proposed, Tree, map_of, propose};
use crate::engine::surface::{Surface, SurfaceMap};
use crate::read::confined;
use crate::read::held::FILE_LIMIT;

/// How many files are named for a glob.
const EXAMPLES: usize = 3;

/// Proposes a map; `force` has it put into one that is there, which keeps all that it has.
///
/// # Errors
/// There is no such place, nothing is committed yet, or something cannot be read.
pub fn proposal(place: &Place, force: bool) -> Result<MapReport, Failure> {
    let mut project = Project::open(place)?;
    let base = project.planning.parent();
    let tracked = tracked_files(&project)?;
    let tree = Tree::of(&tracked.in_project);
    let recurring = recurring(&project)?;
    let habits: BTreeSet<String> = recurring.iter().map(|one| one.gate.clone()).collect();
    let proposed = propose(&tree, &VOCABULARY, &habits);
    let mut map = map_of(&proposed);
    let all = All { files: &tracked.all, submodules: &tracked.submodules };
    let mut existing = project.map.take().map(|known| {
        let (comparison, differs) = differences(&tree, all, &known, &proposed, &base);
        let surfaces = known.map().surfaces.iter().map(|surface| surface.name.clone()).collect();
        ExistingMap { surfaces, is_raised: force && !map.is_empty(), comparison, differs, added: Vec::new() }
    });
    if let Some(existing) = existing.as_mut().filter(|existing| existing.is_raised) {
        let there = map_there(&project)?;
        map = raised(&tree, &there, &proposed, &base);
        existing.added = added(&there, &map);
    }
    let stays = existing.as_ref().is_some_and(|existing| !existing.is_raised);
    let in_force = if stays { project.settings.surfaces.clone() } else { map.clone() };
    let compiled = CompiledMap::new(in_force, base.clone());
    let compiled = compiled.map_err(|error| Failure::usage("config", error.to_string()))?;
    let own = place.own(project.workstream.clone());
    let change = change(&project, place, &own, &map, existing.as_ref());
    let (told, warnings) = (place_of(&project, true), project.warnings()?);
    let notes = notes(&project.switched_off(), &proposed, tracked.elsewhere, tree.unwritable);
    let phases = if stays || map.is_empty() {
        Vec::new()
    } else {
        project.try_map(map.clone())?;
        of_project(project, place, &|case| phase_line(&case))?
    };
    Ok(MapReport {
        place: told,
        own,
        surfaces: proposed.iter().filter(|one| one.is_there()).map(|one| proposed_line(&tree, one, &base)).collect(),
        absent: proposed.iter().filter(|one| !one.is_there()).map(absent_line).collect(),
        dead: proposed.iter().flat_map(|one| one.dead.iter().map(|glob| (*glob).to_owned())).collect(),
        gates: recurring.iter().map(|one| gate_line(one, &map)).collect(),
        existing,
        coverage: coverage(&tree, Some(&compiled), &base),
        phases,
        text: map_text(&map),
        notes,
        warnings,
        change,
    })
}

/// The map of the root's config as it lies on disk, which is the one that is written.
fn map_there(project: &Project) -> Result<SurfaceMap, Failure> {
    let path = project.planning.join("config.json");
    let Some(bytes) = confined::read(project.repository.root(), &path, FILE_LIMIT)? else {
        return Ok(SurfaceMap::default());
    };
    Ok(load(&bytes).map_err(|faults| refuse(&path, &faults))?.surfaces)
}

fn proposed_line(tree: &Tree, one: &Proposed, base: &RepoPath) -> ProposedLine {
    let line = |fitted: &Fitted| GlobLine {
        glob: fitted.glob.clone(),
        files: fitted.files.len(),
        examples: examples(tree, &fitted.files).into_iter().map(|path| base.join(path)).collect(),
    };
    ProposedLine {
        name: one.starter.name.to_owned(),
        pinned: one.starter.pinned,
        destructive_pins_depth: one.starter.destructive_pins_depth,
        gates: one.gates.clone(),
        globs: one.fitted.globs.iter().map(line).collect(),
        left_out: one.fitted.left_out.iter().map(line).collect(),
        without: one.without.iter().map(|gate| (*gate).to_owned()).collect(),
    }
}

/// The first files, source before the rest.
fn examples<'t>(tree: &'t Tree, files: &[usize]) -> Vec<&'t str> {
    let (source, rest): (Vec<usize>, Vec<usize>) = files.iter().partition(|place| tree.is_source(**place));
    source.into_iter().chain(rest).take(EXAMPLES).map(|place| tree.path(place)).collect()
}

fn absent_line(one: &Proposed) -> AbsentLine {
    let name = one.starter.name;
    let looked_for = VOCABULARY.signs_of(name).map(|sign| sign.form.text().trim_start_matches('/').to_owned());
    let mut looked_for: Vec<String> = looked_for.collect();
    looked_for.dedup();
    AbsentLine { name: name.to_owned(), looked_for }
}

fn gate_line(one: &Recurring, map: &SurfaceMap) -> GateLine {
    GateLine {
        name: one.gate.clone(),
        artifact: one.artifact.clone(),
        phases: one.phases,
        asked_for: map.surfaces.iter().any(|surface| surface.gates.contains(&one.gate)),
    }
}

/// What a phase owes, as the case of it says.
fn phase_line(case: &Case) -> PhaseLine {
    let assessment = assess(&case.evidence);
    let report = case.report();
    let is_over = assessment.execution == Execution::All || report.decision.outcome == Outcome::Complete;
    let line = report.classification.as_ref();
    let of = |state: State| -> Vec<String> {
        let surfaces = line.into_iter().flat_map(|line| &line.surfaces);
        surfaces.filter(|surface| surface.state == state).map(|surface| surface.name.clone()).collect()
    };
    let owes = assessment.owing.iter().filter(|owes| owes.owed);
    PhaseLine {
        id: report.phase.id.clone(),
        name: report.phase.name.clone(),
        of_before: case.evidence.setup.of_before,
        is_over,
        depth: line.map(|line| line.depth),
        active: of(State::Active),
        assumed: of(State::Assumed),
        gates: owes.flat_map(|owes| owes.gates.clone()).collect(),
        next: report.decision.step,
        row: report.decision.row.clone(),
    }
}

/// What a maintainer should know before the map is taken.
fn notes(switched_off: &[&str], proposed: &[Proposed], elsewhere: usize, unwritable: usize) -> Vec<String> {
    let mut notes = Vec::new();
    let asked = |gate: &str| proposed.iter().any(|one| one.is_there() && one.gates.iter().any(|asked| asked == gate));
    let pinned = proposed.iter().filter(|one| one.is_there() && one.starter.pinned);
    let is_pinned = |gate: &str| pinned.clone().any(|one| one.gates.iter().any(|asked| asked == gate));
    for (gate, step) in [
        ("secure", Step::Secure),
        ("validate", Step::Validate),
        ("ui-spec", Step::UiSpec),
        ("ai-spec", Step::AiSpec),
        ("ui-review", Step::SurfaceReviews),
    ] {
        let key = if gate == "ui-review" { Some("ui_review") } else { step.row().switch };
        let Some(key) = key.filter(|key| asked(gate) && switched_off.contains(key)) else { continue };
        notes.push(if is_pinned(gate) {
            format!("workflow.{key} is off, and pinned surfaces owe {gate} all the same: take it out of config.json")
        } else {
            format!("workflow.{key} is off: {gate} is asked for and skipped")
        });
    }
    if elsewhere > 0 {
        let files = if elsewhere == 1 { "1 tracked file lies" } else { &format!("{elsewhere} tracked files lie") };
        notes.push(format!(
            "{files} outside the folder that holds {PLANNING}; a glob that begins with `:/` reaches what is there"
        ));
    }
    if unwritable > 0 {
        let names = if unwritable == 1 { "1 file name holds" } else { &format!("{unwritable} file names hold") };
        notes.push(format!("{names} signs that mean something in a glob, or no text; no glob was fitted there"));
    }
    notes
}

/// How the root's config would be changed.
fn change(
    project: &Project,
    place: &Place,
    own: &Own,
    map: &SurfaceMap,
    existing: Option<&ExistingMap>,
) -> Result<ConfigChange, Failure> {
    let path = project.planning.join("config.json");
    if map.is_empty() {
        return Err(Failure::usage(
            "no-surfaces",
            "nothing in this tree speaks for a surface, so there is no map to write",
        )
        .remedy("write one by hand: `phase-pipeline explain starters` shows what a map starts with"));
    }
    if existing.is_some_and(|existing| !existing.is_raised) {
        return Err(Failure::usage("map-exists", format!("{path} has a surface map already, and it is left alone"))
            .remedy(format!(
                "take over by hand what it lacks, or have all of it added, which keeps what the map has: `{}`",
                own.command("init --write --force")
            )));
    }
    let pathspec = from_root(&path);
    let below = project.from(&place.start, &path);
    let typed = own.repo.as_ref().map_or(below.clone(), |repo| format!("{}/{below}", repo.trim_end_matches('/')));
    let old = confined::read(project.repository.root(), &path, FILE_LIMIT)?;
    let in_head = blob_of(project.objects(), project.tree, &path)?.is_some();
    let is_changed = project.status()?.entries.contains_key(&path) || (in_head && old.is_none());
    if is_changed {
        let add = if in_head { String::new() } else { format!("{} && ", own.git(&format!("add -- {pathspec}"))) };
        let commit = own.git(&format!("commit -m \"chore: settle the config\" -- {pathspec}"));
        let failure = Failure::usage("uncommitted", format!("{path} has changes that are not committed"))
            .remedy(format!("commit them first: {add}{commit}"));
        let back = format!("or take them back: {}", own.git(&format!("checkout HEAD -- {pathspec}")));
        return Err(if in_head { failure.remedy(back) } else { failure });
    }
    if existing.is_some() && old.is_some() && !in_head {
        let name = word(&typed);
        let old = word(&format!("{typed}.old"));
        return Err(Failure::usage(
            "not-kept",
            format!("{path} holds a surface map, and git does not keep that file: nothing could bring it back"),
        )
        .remedy(format!(
            "have git keep it: {} && {}",
            own.git(&format!("add --force -- {pathspec}")),
            own.git(&format!("commit -m \"chore: keep the config\" -- {pathspec}"))
        ))
        .remedy(format!("or copy it (cp {name} {old}), take the key `surfaces` out of it, and leave --force out")));
    }
    let new = with_map(old.as_deref(), map).map_err(|error| unusable(&path, &error))?;
    // What the strict loader would not take is never written.
    let loaded = load(&new).map_err(|faults| refuse(&path, &faults))?;
    let is_as_proposed = loaded.surfaces.surfaces.len() == map.surfaces.len()
        && loaded.surfaces.surfaces.iter().zip(&map.surfaces).all(|(a, b)| *a == Surface { line: a.line, ..b.clone() });
    if !is_as_proposed {
        return Err(Failure::environment("write", format!("{path} would not read back as it was meant")));
    }
    let undo = match (&old, in_head) {
        (None, _) => format!("rm {}", word(&typed)),
        (Some(_), true) => own.git(&format!("checkout HEAD -- {pathspec}")),
        (Some(_), false) => format!("take the key `surfaces` out of {typed} again; git does not keep that file"),
    };
    let commit = own.git(&format!("commit -m \"chore: add a surface map\" -- {pathspec}"));
    let keep = match (&old, in_head) {
        (Some(_), false) => String::new(),
        // Of a folder that git ignores, git adds nothing, not even what it keeps already.
        (_, true) => commit,
        (None, false) => format!("{} && {commit}", own.git(&format!("add --force -- {pathspec}"))),
    };
    Ok(ConfigChange { path, old, new, keep, undo })
}

fn unusable(path: &RepoPath, error: &InsertError) -> Failure {
    Failure::usage("config", format!("{path}: {error}")).remedy("mend the file; nothing was written")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::engine::depth::Depth;
    use crate::engine::propose::{FittedGlobs, Starter};
    use crate::engine::report::SurfaceLine;
    use crate::gsd::owed::is_project_gate;
    use crate::gsd::samples::{asking, case};

    #[test]
    fn gates_that_no_command_serves_are_not_in_the_starting_map() {
        for starter in VOCABULARY.starters {
            assert!(starter.gates.iter().all(|gate| !is_project_gate(gate)), "{}", starter.name);
            assert!(starter.own_gates.iter().all(|gate| is_project_gate(gate)), "{}", starter.name);
        }
    }

    /// What is proposed where these surfaces are there.
    fn with(names: &[&str]) -> Vec<Proposed> {
        let fitted = |name: &str| {
            let glob = Fitted { glob: "a".to_owned(), files: vec![0], own: 1 };
            let globs = if names.contains(&name) { vec![glob] } else { Vec::new() };
            FittedGlobs { globs, left_out: Vec::new() }
        };
        let one = |starter: &'static Starter| Proposed {
            starter,
            fitted: fitted(starter.name),
            dead: Vec::new(),
            gates: starter.gates.iter().map(|gate| (*gate).to_owned()).collect(),
            without: Vec::new(),
        };
        VOCABULARY.starters.iter().map(one).collect()
    }

    #[test]
    fn a_switch_that_is_off_is_told_where_a_surface_that_is_there_asks_for_its_gate() {
        let of = |off: &[&str], names: &[&str]| notes(off, &with(names), 0, 0);
        let owed = "workflow.security_enforcement is off, and pinned surfaces owe secure all the same: take it out of \
                    config.json";
        let skipped = "workflow.ui_review is off: ui-review is asked for and skipped";
        assert_eq!(of(&["security_enforcement", "ui_review"], &["payments", "ui"]), [owed, skipped]);
        assert_eq!(of(&["security_enforcement", "ui_review"], &["ui"]), [skipped]);
        assert_eq!(of(&["security_enforcement"], &["payments", "ui"]), [owed]);
        assert_eq!(of(&["ui_review"], &["payments"]), [""; 0], "nothing asks for it");
        assert_eq!(of(&[], &["payments", "ui"]), [""; 0]);
        assert_eq!(of(&["security_enforcement", "ui_review"], &[]), [""; 0]);
    }

    #[test]
    fn files_that_no_glob_was_fitted_for_are_counted() {
        for (elsewhere, unwritable, expected) in [
            (0, 0, vec![]),
            (1, 0, vec!["1 tracked file lies outside"]),
            (2, 0, vec!["2 tracked files lie outside"]),
            (0, 1, vec!["1 file name holds signs"]),
            (0, 3, vec!["3 file names hold signs"]),
            (1, 1, vec!["1 tracked file lies outside", "1 file name holds signs"]),
        ] {
            let told = notes(&[], &[], elsewhere, unwritable);
            assert_eq!(told.len(), expected.len(), "{told:?}");
            assert!(told.iter().zip(expected).all(|(told, words)| told.starts_with(words)), "{told:?}");
        }
    }

    #[test]
    fn examples_are_few_and_source_first() {
        let tree = Tree::of(&["a.md", "b.rs", "c.md", "d.rs", "e.rs"].map(RepoPath::from));
        assert_eq!(examples(&tree, &[0, 1, 2]), ["b.rs", "a.md", "c.md"]);
        assert_eq!(examples(&tree, &[0, 1, 2, 3, 4]), ["b.rs", "d.rs", "e.rs"]);
        assert_eq!(examples(&tree, &[]), [""; 0]);
    }

    #[test]
    fn a_phase_is_told_with_what_it_owes_and_whether_it_is_over() {
        let line = |name: &str, state: State| SurfaceLine {
            name: name.to_owned(),
            state,
            pinned: false,
            gates: Vec::new(),
            reason: String::new(),
            matches: Vec::new(),
        };
        let mut evidence = asking(&["secure", "eval-review"], false, Depth::Standard, &[]);
        let classified = evidence.setup.classified.as_mut().unwrap();
        classified.line.surfaces =
            vec![line("a", State::Active), line("b", State::Assumed), line("c", State::Inactive)];
        for (of_before, gates) in [(false, "secure eval-review"), (true, "secure validate")] {
            evidence.setup.of_before = of_before;
            let told = phase_line(&case(evidence.clone()));
            assert_eq!((told.of_before, told.is_over), (of_before, false));
            assert_eq!((told.active, told.assumed), (vec!["a".to_owned()], vec!["b".to_owned()]));
            assert_eq!((told.gates.join(" ").as_str(), told.depth), (gates, Some(Depth::Standard)));
        }
        evidence.archived = true;
        let told = phase_line(&case(evidence));
        assert!(told.of_before && told.is_over, "it is over");
    }
}
