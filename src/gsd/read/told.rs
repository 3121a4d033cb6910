//! Reads files that the grammar of names calls unrecognised for what they say of themselves.

use super::files::Files;
use crate::engine::evidence::{Content, Meaning};
use crate::engine::failure::Failure;
use crate::engine::path::RepoPath;
use crate::gsd::artifacts::Kind;
use crate::gsd::evidence::File;
use crate::gsd::folders::Folder;
use crate::gsd::ids::PlanId;
use crate::gsd::names::told::{Told, told};
use crate::gsd::text::artifact::{Note, Source};

/// Moves from `doubtful` to `files` what tells of itself that it is a plan or a summary of this phase, and is the only one of
/// its number. Where another file stands for that plan, a second one may be anything and stays a doubtful name.
///
/// # Errors
/// Git cannot be read.
pub fn take_told(
    listed: &Files<'_>,
    folder: &Folder,
    files: &mut Vec<File>,
    doubtful: &mut Vec<RepoPath>,
) -> Result<(), Failure> {
    let mut told = Vec::new();
    for below in doubtful.iter() {
        let bytes = listed.text(below)?.unwrap_or_default();
        let source = Source::of(bytes.as_bytes()).ok();
        let artifact = source.as_ref().map(Source::artifact);
        let says = |key: &str| artifact.as_ref().and_then(|artifact| artifact.text(key));
        told.extend(
            self::told(folder, below.as_bytes(), says("phase"), says("plan")).map(|told| (below.clone(), told)),
        );
    }
    // Plans first, for a summary without a number belongs to the plan of the same word.
    told.sort_by_key(|(_, told)| told.kind != Kind::Plan);
    let mut taken: Vec<Told> = Vec::new();
    for (below, told) in told {
        let is_alone = !taken.iter().any(|other| other.kind == told.kind && other.plan == told.plan);
        if !is_alone || !is_wanted(&told, files, &taken) {
            continue;
        }
        let mut file = listed.read(&below, told.artifact())?;
        if told.is_unfinished {
            leave_open(&mut file);
        }
        files.push(file);
        doubtful.retain(|other| *other != below);
        taken.push(told);
    }
    files.sort_by(|one, other| one.path.cmp(&other.path));
    Ok(())
}

/// True where no other file of the phase stands for the same.
fn is_wanted(told: &Told, files: &[File], taken: &[Told]) -> bool {
    let has = |kind: Kind, plan: &PlanId| {
        files.iter().any(|file| file.name.kind == kind && file.name.plan.as_ref().is_some_and(|own| own.covers(plan)))
    };
    match (&told.plan, told.kind) {
        // What only its name says must not make a plan executed.
        (Some(plan), Kind::Summary) if told.written.is_none() && !told.is_unfinished => {
            !has(Kind::Summary, plan) && !has(Kind::Plan, plan)
        }
        (Some(plan), kind) => !has(kind, plan),
        // The one plan of a phase needs no number.
        (None, Kind::Plan) => !files.iter().any(|file| file.name.kind == Kind::Plan),
        (None, _) => taken.iter().any(|plan| plan.kind == Kind::Plan && plan.written == told.written),
    }
}

/// A summary whose name says that it is of half a plan is unfinished, whatever it says below.
fn leave_open(file: &mut File) {
    if let Content::Finished { meaning: meaning @ Meaning::Done, .. } = &mut file.reading.content {
        *meaning = Meaning::Open;
        file.reading.notes.push(Note::new(0, "its name says that it is unfinished"));
    }
}
