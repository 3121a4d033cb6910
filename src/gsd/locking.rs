//! A lock or a waiver as it is asked for, from the question to what would be written.

mod look;

use std::collections::{BTreeMap, BTreeSet};

use self::look::{changes, holder, in_the_way, notes, reads_back, skipped_by_themselves, waiver};
use super::answer::{find, phase_of};
use super::artifacts::Kind;
use super::ids::PhaseId;
use super::read::classify::{Wish, Wished};
use super::read::documents::Document;
use super::read::past::Past;
use super::read::phase::{Found, PhaseReading, read_to_lock};
use super::read::project::Project;
use super::read::touched::with_ground;
use super::steps::Step;
use super::text::locks::locks;
use super::text::paths::declared;
use super::text::place::with_block;
use crate::engine::failure::Failure;
use crate::engine::lock::decide::{self, Asked, InTheWay, Made, Stand, Waiver, refusal, says_the_same, waiving};
use crate::engine::lock::proposal::{Aim, InGit, LockAsk, Proposal};
use crate::engine::lock::rule::{Refusal, Rule};
use crate::engine::lock::{ByHand, Digest, Lock, Remark};
use crate::engine::object::EntryKind;
use crate::engine::own::Own;
use crate::engine::path::RepoPath;
use crate::engine::touched::Placed;
use crate::read::seen::Seen;

/// What would be written.
///
/// # Errors
/// It is refused, or as for a report about the phase.
pub fn proposed(ask: &LockAsk) -> Result<Proposal, Failure> {
    let phase = phase_of(&ask.phase.phase)?;
    if let (proposal, false) = attempt(ask, &phase)? {
        return proposal;
    }
    // Once more: an agent at work commits now and then, and a second look is usually whole.
    match attempt(ask, &phase)? {
        (proposal, false) => proposal,
        (_, true) => Err(Refusal::plain(Rule::Moved).into()),
    }
}

/// One look at the phase, and whether the repository moved during it.
fn attempt(ask: &LockAsk, phase: &PhaseId) -> Result<(Result<Proposal, Failure>, bool), Failure> {
    let (project, found) = find(Project::open(&ask.phase.place)?, &ask.phase, phase)?;
    let folders: Vec<&RepoPath> = found.folder.iter().map(|folder| &folder.path).collect();
    let before = Seen::now(&project.repository, &folders)?;
    let past = Past::of(&project, std::slice::from_ref(&found))?;
    let (wish, unplaced) = wish(ask, &project)?;
    let reading = read_to_lock(&project, &found, &past, &wish)?;
    let proposal = Case { ask, project: &project, found: &found, reading: &reading, wish: &wish }.propose(unplaced);
    let after = Seen::now(&project.repository, &folders)?;
    Ok((proposal, before.moved(&after, project.head)))
}

/// What is asked for by hand, and the paths among it that name no place.
fn wish(ask: &LockAsk, project: &Project) -> Result<(Wish, Vec<String>), Failure> {
    let mut unplaced = Vec::new();
    let mut paths = BTreeSet::new();
    for written in &ask.paths {
        match place(project, written)? {
            Ok(path) => drop(paths.insert(path)),
            Err(why) => unplaced.push(format!("{written}: {why}")),
        }
    }
    let by_hand = ByHand {
        include: ask.include.iter().cloned().collect(),
        skip: ask.skip.iter().map(|name| (name.clone(), ask.reason.clone())).collect(),
        raise: ask.raise.iter().map(|depth| (*depth, ask.reason.clone())).collect(),
        declared: paths,
    };
    let replaces = (ask.aim == Aim::Relock).then(|| ask.reason.clone());
    Ok((Wish { by_hand, replaces }, unplaced))
}

/// The place of one path, or why it has none. What stands in a lock is read for years, so that nothing in it may depend on
/// what a pattern happens to match, or on whether a folder is there.
fn place(project: &Project, written: &str) -> Result<Result<RepoPath, &'static str>, Failure> {
    let Some(entry) = declared(written) else { return Ok(Err("names nothing")) };
    Ok(match with_ground(project, |ground| ground.place(&entry))? {
        Ok(Placed::Path(path)) => Ok(path),
        Ok(Placed::Folder(path)) if project.kind_at(&path)? == Some(EntryKind::Folder) => Ok(path),
        Ok(Placed::Folder(_)) => Err("is no folder that is there; name the files that it will hold"),
        Ok(Placed::Patterns(_)) => Err("is a pattern; name files or folders"),
        Err(why) => Err(why),
    })
}

/// Everything that one proposal is made from.
struct Case<'a> {
    ask: &'a LockAsk,
    project: &'a Project,
    found: &'a Found,
    reading: &'a PhaseReading,
    wish: &'a Wish,
}

impl Case<'_> {
    fn propose(&self, unplaced: Vec<String>) -> Result<Proposal, Failure> {
        let Some(wished) = &self.reading.wished else { return Err(Refusal::plain(Rule::NoMap).into()) };
        let document = self.document(wished);
        let asked = self.asked(wished, &document);
        let stand = self.stand(wished, &document, unplaced)?;
        if let Some(refusal) = refusal(&stand, &asked) {
            return Err(refusal.into());
        }
        let own = document.own();
        let lock = match (&asked, own) {
            (Asked::Waive(waiver), Some(own)) => waiving(own, waiver),
            _ => self.block(wished, own),
        };
        // What says the same is left as it is written; and a lock that would be replaced by its like is none to replace.
        let replaces = matches!(asked, Asked::Relock(..));
        let is_same = own.is_some_and(|own| says_the_same(own, &lock, replaces));
        let notes = notes(is_same, replaces, &skipped_by_themselves(&wished.asked.surfaces, &self.wish.by_hand));
        let kept = document.block().filter(|_| is_same);
        self.proposal(&document, &kept.map_or_else(|| lock.clone(), |block| block.lock.clone()), is_same, wished, notes)
    }

    /// The document that holds the lock; where none does, CONTEXT, else SPEC, else one of its own.
    fn document(&self, wished: &Wished) -> Document {
        holder(&wished.documents, &self.reading.evidence).cloned().unwrap_or_else(|| {
            let folder = self.found.folder.as_ref().map(|folder| folder.path.clone()).unwrap_or_default();
            let git = if self.reading.kept_out { InGit::KeptOut } else { InGit::Unknown };
            let name = format!("{}-{}.md", self.reading.evidence.id, Kind::Lock.name());
            Document::new(folder.join(name), Kind::Lock, git)
        })
    }

    /// The options that ask the same again.
    fn own(&self) -> Own {
        self.ask.phase.own(self.project.workstream.clone())
    }

    fn asked(&self, wished: &Wished, document: &Document) -> Asked {
        match &self.ask.aim {
            Aim::Lock => Asked::Lock(self.wish.by_hand.clone()),
            Aim::Relock => Asked::Relock(self.wish.by_hand.clone(), self.ask.reason.clone()),
            Aim::Waive(step) => Asked::Waive(self.waiver(step, wished, document.git)),
        }
    }

    fn stand(&self, wished: &Wished, document: &Document, unplaced: Vec<String>) -> Result<Stand, Failure> {
        let evidence = &self.reading.evidence;
        let operation = self.project.operation_underway()?.map(|underway| (underway.word, underway.remedy));
        let recovery = self.project.recovery.as_ref().map(|journal| {
            let phase = &journal.announced.phase;
            let command = self.own().without_dir().command(&format!("recover {phase}"));
            (format!("recovery of phase {phase}"), format!("{command} --finish, or --undo"))
        });
        let InTheWay { newer, several, damaged } = in_the_way(&wished.documents);
        let surfaces = wished.plain.surfaces.iter();
        Ok(Stand {
            has_map: true,
            archived: evidence.archived,
            of_before: evidence.setup.of_before,
            has_folder: self.found.folder.is_some(),
            in_progress: operation.or(recovery),
            history_cut: evidence.history_cut.clone(),
            newer,
            several,
            damaged,
            has_lock: document.block().is_some(),
            is_locked: !wished.before.is_empty(),
            executing: evidence.is_begun_by_commits(),
            is_rough: wished.is_rough,
            depth: Some(wished.plain.depth.depth),
            surfaces: surfaces.map(|surface| (surface.name.clone(), (surface.state, surface.pinned))).collect(),
            skipped: self.skipped(wished),
            unplaced,
            document: decide::Document {
                path: document.path.clone(),
                fault: document.fault.clone(),
                is_dirty: document.is_dirty,
            },
        })
    }

    /// What is skipped by hand without what is asked for now.
    fn skipped(&self, wished: &Wished) -> BTreeMap<String, Remark> {
        let mut skipped = wished.lock.skipped_by_hand.clone();
        if self.wish.replaces.is_none()
            && let Some(own) = wished.documents.iter().find_map(Document::own)
        {
            skipped.extend(ByHand::of(own).skip);
        }
        skipped
    }

    /// The phase's token, as its folder spells it.
    fn token(&self) -> PhaseId {
        let own = self.found.folder.as_ref().and_then(|folder| folder.folder.id());
        own.unwrap_or(&self.found.asked).clone()
    }

    fn block(&self, wished: &Wished, own: Option<&Lock>) -> Lock {
        decide::block(&Made {
            phase: &self.reading.evidence.id,
            classification: &wished.asked,
            lock: &wished.lock,
            by_hand: &wished.by_hand,
            own,
            replaced: &wished.replaced,
            answered: &wished.answered,
            rationale: &wished.rationale,
            paths: &wished.told,
            config: &wished.config,
        })
    }

    fn waiver(&self, typed: &str, wished: &Wished, git: InGit) -> Waiver {
        let made = Waiver { reason: self.ask.reason.clone(), is_kept: git != InGit::KeptOut, ..Waiver::default() };
        waiver(typed, &self.reading.evidence, &wished.lapsed, made)
    }

    fn proposal(
        &self,
        document: &Document,
        lock: &Lock,
        is_same: bool,
        wished: &Wished,
        notes: Vec<String>,
    ) -> Result<Proposal, Failure> {
        let no_text = |why: String| Failure::from(Refusal::new(Rule::Document, format!("{} is {why}", document.path)));
        let before = document.bytes.clone();
        let text = lock.to_string();
        let after = match (&before, is_same) {
            (Some(bytes), true) => bytes.clone(),
            (bytes, _) => {
                let bytes = bytes.as_deref().unwrap_or_default();
                let at = document.block().map(|block| &block.lines);
                with_block(bytes, &text, at).map_err(|why| no_text(why.to_string()))?
            }
        };
        let found = locks(&after, &self.token()).map_err(|why| no_text(why.to_string()))?;
        if !reads_back(&found, lock) {
            let what = format!("{}: {}", document.path, Rule::NoPlace.row().meaning);
            return Err(Refusal::new(Rule::NoPlace, what).into());
        }
        let id = &self.reading.evidence.id;
        let subject = match &self.ask.aim {
            Aim::Lock | Aim::Relock => format!("docs({id}): lock surfaces and depth"),
            Aim::Waive(typed) => {
                format!("docs({id}): waive {}", Step::find(typed).map_or(typed.as_str(), |step| step.row().name))
            }
        };
        Ok(Proposal {
            phase: id.clone(),
            own: self.own(),
            path: document.path.clone(),
            before,
            after,
            block: text.lines().map(str::to_owned).collect(),
            digest: Digest::of(text.lines()),
            subject,
            git: document.git,
            changes: changes(&wished.before, document.own(), lock),
            notes,
        })
    }
}
