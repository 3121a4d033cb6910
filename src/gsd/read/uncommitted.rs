//! What is uncommitted in the whole project, sorted once for every phase: source, ledgers, planning files, other repositories.

use super::layout::PLANNING;
use super::project::{Project, blob_of};
use crate::engine::damage::Damage;
use crate::engine::evidence::Tracked;
use crate::engine::failure::Failure;
use crate::engine::path::RepoPath;
use crate::git::{Side, StatusEntry, Untracked, tracked};
use crate::gsd::text::ledger::{Changes, changes};
use crate::gsd::text::roadmap::Roadmap;
use crate::gsd::text::state::State;
use crate::read::damage::damage;
use crate::read::text::decode;

/// The ledgers of a planning folder, which no phase owns.
const LEDGERS: [&str; 3] = ["STATE.md", "ROADMAP.md", "REQUIREMENTS.md"];

/// What is uncommitted.
#[derive(Default)]
pub struct Uncommitted {
    /// Paths outside every planning folder.
    pub source: Vec<(RepoPath, Tracked)>,
    /// Paths in the planning folder that are no ledgers in force.
    pub planning: Vec<RepoPath>,
    /// Repositories of their own and submodules, which nobody looked into.
    pub repositories: Vec<RepoPath>,
    /// Paths that the config says never interrupt.
    pub ignored: Vec<RepoPath>,
    /// Paths in the planning folders of other projects.
    pub elsewhere: Vec<RepoPath>,
    /// The ledgers in force.
    pub ledgers: Vec<Ledger>,
}

/// A changed ledger, both versions of it.
pub struct Ledger {
    /// The file.
    pub path: RepoPath,
    /// What git knows of it.
    pub tracked: Tracked,
    /// True where HEAD holds it: what was never committed has nothing to drift from.
    pub in_head: bool,
    /// What became of it, where the version on disk is none to be kept.
    pub damage: Option<Damage>,
    /// What changed.
    pub changes: Changes,
    /// What both versions say of phases.
    pub says: Says,
}

/// What two versions of a ledger say of phases: HEAD's, then the work tree's.
pub enum Says {
    /// STATE.
    State(Box<[State; 2]>),
    /// ROADMAP.
    Roadmap(Box<[Roadmap; 2]>),
    /// REQUIREMENTS names phases and says nothing of them.
    Names,
}

impl Uncommitted {
    /// Sorts what differs from HEAD.
    ///
    /// # Errors
    /// Git or the disk cannot be read.
    pub fn of(project: &Project) -> Result<Self, Failure> {
        let mut sorted = Self::default();
        let ledgers = LEDGERS.map(|name| project.scope.join(name));
        // What lies in another planning folder is the matter of that project.
        let other_planning = format!("/{PLANNING}/");
        for (path, entry) in &project.status()?.entries {
            if project.ignore_wip.holds(path) {
                sorted.ignored.push(path.clone());
            } else if let Some(ledger) = ledgers.iter().find(|ledger| *ledger == path) {
                sorted.ledgers.extend(Ledger::read(project, ledger, state_of(entry))?);
            } else if path.is_in(&project.planning) {
                sorted.planning.push(path.clone());
            } else if entry.untracked == Untracked::NestedRepository || entry.submodule {
                sorted.repositories.push(path.clone());
            } else if format!("/{path}").contains(&other_planning) {
                sorted.elsewhere.push(path.clone());
            } else {
                sorted.source.push((path.clone(), state_of(entry)));
            }
        }
        Ok(sorted)
    }

    /// ROADMAP and STATE as the work tree has them; none for one that did not change.
    pub fn of_work_tree(&self) -> (Option<&Roadmap>, Option<&State>) {
        let (mut roadmap, mut state) = (None, None);
        for ledger in &self.ledgers {
            match &ledger.says {
                Says::Roadmap(versions) => roadmap = versions.last(),
                Says::State(versions) => state = versions.last(),
                Says::Names => {}
            }
        }
        (roadmap, state)
    }
}

/// What git knows of a path that its status names.
fn state_of(entry: &StatusEntry) -> Tracked {
    let in_head = entry.index != Side::Added && !(entry.index == Side::Unmodified && entry.untracked != Untracked::No);
    tracked(in_head, entry.work != Side::Deleted, Some(entry))
}

impl Ledger {
    /// Both versions; none where HEAD's cannot be read as text, which the ledger's own reader tells. What on disk is no text
    /// or no file says nothing.
    fn read(project: &Project, path: &RepoPath, tracked: Tracked) -> Result<Option<Self>, Failure> {
        let head = blob_of(project.objects(), project.tree, path)?;
        let in_head = head.is_some();
        let head = head.unwrap_or_default();
        let (work, damage) = match project.disk.read(path) {
            Ok(work) => {
                let work = work.unwrap_or_default();
                let damage = damage(&work, &head, tracked);
                (work, damage)
            }
            Err(error) => (Vec::new(), Some(Damage::Unreadable { line: 0, why: error.to_string() })),
        };
        let Ok(head) = decode(&head) else { return Ok(None) };
        let work = decode(&work).map(|text| text.text).unwrap_or_default();
        let versions = [head.text, work];
        let says = match path.file_name() {
            b"STATE.md" => Says::State(Box::new(versions.each_ref().map(|text| State::parse(text)))),
            b"ROADMAP.md" => Says::Roadmap(Box::new(versions.each_ref().map(|text| Roadmap::parse(text)))),
            _ => Says::Names,
        };
        let [head, work] = &versions;
        Ok(Some(Self { path: path.clone(), tracked, in_head, damage, changes: changes(head, work), says }))
    }
}
