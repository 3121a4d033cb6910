//! A lock or a waiver as it is asked for, from the question to what would be written.

use std::collections::{BTreeMap, BTreeSet};

use super::answer::{find, phase_of};
use super::artifacts::Kind;
use super::assess::{Assessment, assess};
use super::evidence::PhaseEvidence;
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
use super::waivers::{is_waivable, pinned_surface};
use crate::engine::classify::Why;
use crate::engine::evidence::StepState;
use crate::engine::failure::Failure;
use crate::engine::lock::decide::{self, Asked, InTheWay, Made, Stand, Waiver, refusal, says_the_same, waiving};
use crate::engine::lock::proposal::{Aim, InGit, LockAsk, Proposal};
use crate::engine::lock::rule::{Refusal, Rule};
use crate::engine::lock::{ByHand, Digest, Held, Lock, Remark, compare};
use crate::engine::object::{EntryKind, Oid};
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
    let is_same_head = project.head == before.head();
    Ok((proposal, before != after || !is_same_head))
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
        let mut notes = Vec::new();
        let lock = match (&asked, own) {
            (Asked::Waive(waiver), Some(own)) => waiving(own, waiver),
            _ => self.block(wished, own),
        };
        // What says the same is left as it is written; and a lock that would be replaced by its like is none to replace.
        let replaces = matches!(asked, Asked::Relock(..));
        let is_same = own.is_some_and(|own| says_the_same(own, &lock, replaces));
        if is_same && replaces {
            notes.push("the lock says this already, so there is nothing to replace".to_owned());
        }
        for (name, why) in self.skipped_by_themselves(wished) {
            notes.push(format!("{name} is skipped already: {why}"));
        }
        let kept = document.block().filter(|_| is_same);
        self.proposal(&document, &kept.map_or_else(|| lock.clone(), |block| block.lock.clone()), is_same, wished, notes)
    }

    /// The document that holds the lock; where none does, CONTEXT, else SPEC, else one of its own.
    fn document(&self, wished: &Wished) -> Document {
        let documents = &wished.documents;
        let holding = documents.iter().find(|document| !document.found.blocks.is_empty());
        let by_kind = |kind: Kind| {
            let meant = self.reading.evidence.the(kind)?;
            documents.iter().find(|document| document.path == meant.path)
        };
        let found = holding.or_else(|| by_kind(Kind::Context)).or_else(|| by_kind(Kind::Spec));
        let found = found.or_else(|| by_kind(Kind::Lock)).cloned();
        found.unwrap_or_else(|| {
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
            Aim::Waive(step) => Asked::Waive(self.waiver(step, wished, document)),
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
        let found: Vec<_> = wished.documents.iter().map(|document| (&document.path, &document.found)).collect();
        let in_the_way = InTheWay::of(&found);
        let surfaces = wished.plain.surfaces.iter();
        Ok(Stand {
            has_map: true,
            archived: evidence.archived,
            of_before: evidence.setup.of_before,
            has_folder: self.found.folder.is_some(),
            in_progress: operation.or(recovery),
            history_cut: evidence.history_cut.clone(),
            newer: in_the_way.newer,
            several: in_the_way.several,
            damaged: in_the_way.damaged,
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

    /// The surfaces that are to be skipped by hand and are inactive without it: the paths say so.
    fn skipped_by_themselves(&self, wished: &Wished) -> Vec<(String, String)> {
        let asked = wished.asked.surfaces.iter().filter(|surface| self.wish.by_hand.skip.contains_key(&surface.name));
        let by_itself = asked.filter(|surface| !matches!(surface.why, Why::SkippedByHand(_)));
        by_itself.map(|surface| (surface.name.clone(), surface.why.words())).collect()
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

    fn waiver(&self, typed: &str, wished: &Wished, document: &Document) -> Waiver {
        let evidence = &self.reading.evidence;
        let assessment = assess(evidence);
        let reason = self.ask.reason.clone();
        let lapsed = |name: &str| wished.lapsed.get(&(name.to_owned(), reason.clone())).map(Oid::short);
        let base = Waiver {
            name: typed.to_owned(),
            reason: reason.clone(),
            is_kept: document.git != InGit::KeptOut,
            ..Waiver::default()
        };
        let Some(step) = Step::find(typed) else {
            let classified = evidence.setup.classified.as_ref();
            let is_asked = classified.is_some_and(|classified| classified.gates.contains_key(typed));
            return Waiver {
                is_known: is_asked,
                is_waivable: true,
                is_owed: is_asked && !is_done(&assessment, Step::SurfaceReviews),
                pinned_by: pinned_by(evidence, typed),
                lapsed: lapsed(typed),
                ..base
            };
        };
        let name = step.row().name;
        let owes = assessment.owing.iter().find(|owes| owes.step == step);
        let gates = owes.map(|owes| owes.gates.as_slice()).unwrap_or_default();
        Waiver {
            name: name.to_owned(),
            is_known: true,
            is_waivable: is_waivable(step),
            is_owed: owes.is_some_and(|owes| owes.owed || owes.waived) && !is_done(&assessment, step),
            pinned_by: gates.iter().find_map(|gate| pinned_by(evidence, gate)),
            lapsed: lapsed(name),
            ..base
        }
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
        let is_read = match found.blocks.as_slice() {
            [block] => block.damage().is_none() && block.lock == *lock,
            _ => false,
        };
        if !is_read {
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
            changes: changes(wished, document.own(), lock),
            notes,
        })
    }
}

/// What the block asks for that was not asked for, and the other way round: held against the locks that git holds and the block
/// that stands there.
fn changes(wished: &Wished, own: Option<&Lock>, lock: &Lock) -> Vec<String> {
    let mut before = Held::from(&wished.before);
    if let Some(own) = own.map(Held::from) {
        for (name, surface) in &own.surfaces {
            before.surfaces.entry(name.clone()).or_default().absorb(surface);
        }
        for (name, surface) in &own.assumed {
            before.assumed.entry(name.clone()).or_default().absorb(surface);
        }
        before.depth = before.depth.max(own.depth);
    }
    let mut told: Vec<String> = compare(&before, &Held::from(lock)).iter().map(ToString::to_string).collect();
    let waived = own.map(|own| own.waived.clone()).unwrap_or_default();
    told.extend(
        lock.waived
            .iter()
            .filter(|(step, why)| waived.get(*step) != Some(why))
            .map(|(step, why)| format!("waived: {step}: {why}")),
    );
    told.extend(
        waived.keys().filter(|step| !lock.waived.contains_key(*step)).map(|step| format!("{step} is waived no more")),
    );
    told
}

fn is_done(assessment: &Assessment, step: Step) -> bool {
    assessment.clear(step) == Some(StepState::Done)
}

/// The pinned surface that asks for a gate.
fn pinned_by(evidence: &PhaseEvidence, gate: &str) -> Option<String> {
    let classified = evidence.setup.classified.as_ref()?;
    pinned_surface(classified.gates.get(gate)?, &classified.line.surfaces)
}

#[cfg(test)]
mod tests {
    use super::*;

    use crate::engine::activate::State;
    use crate::engine::depth::Depth;
    use crate::engine::evidence::{Content, Freshness, Meaning, Tracked};
    use crate::engine::report::SurfaceLine;
    use crate::gsd::artifacts::Kind;
    use crate::gsd::evidence::GateAsked;
    use crate::gsd::samples::{asking, file};

    #[test]
    fn a_gate_is_pinned_by_the_pinned_one_of_the_surfaces_that_ask_for_it() {
        let mut evidence = asking(&["secure"], true, Depth::Standard, &[]);
        assert_eq!(pinned_by(&evidence, "secure").as_deref(), Some("a"), "nothing more is known of it");
        assert_eq!(pinned_by(&evidence, "validate"), None);
        let line = |name: &str, pinned: bool| SurfaceLine {
            name: name.to_owned(),
            state: State::Active,
            pinned,
            gates: Vec::new(),
            reason: String::new(),
            matches: Vec::new(),
        };
        let classified = evidence.setup.classified.as_mut().unwrap();
        let surfaces = vec!["a".to_owned(), "b".to_owned(), "c".to_owned()];
        let asked = GateAsked { surfaces, pinned: true, assumed: false };
        classified.gates.insert("secure".to_owned(), asked);
        classified.line.surfaces = vec![line("a", false), line("b", true), line("c", true)];
        assert_eq!(pinned_by(&evidence, "secure").as_deref(), Some("b"));
        assert_eq!(pinned_by(&asking(&["secure"], false, Depth::Standard, &[]), "secure"), None);
    }

    #[test]
    fn a_step_is_done_where_it_is_clear_that_it_is() {
        let done = Content::Finished { word: None, meaning: Meaning::Done };
        let of = |freshness| {
            let mut evidence = asking(&["secure"], false, Depth::Standard, &[]);
            evidence.files.push(file(Kind::Security, Tracked::Committed, done.clone(), freshness));
            is_done(&assess(&evidence), Step::Secure)
        };
        assert!(of(Freshness::Fresh) && !of(Freshness::Unknown("shallow".to_owned())));
    }
}
