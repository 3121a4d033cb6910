//! A recovery on its way, as plain values: what was announced, what it was before, and how far each action has come.
//!
//! It is kept in the git directory from before the first change until the last, so that whoever dies in between can be
//! followed by one who finishes, or takes everything back.

use serde::{Deserialize, Serialize};

use super::object::Oid;
use super::path::RepoPath;
use super::recovery::{Announced, IndexEntry, PathState};

/// The form of a journal. A journal of another form is not read.
pub const VERSION: u8 = 1;

/// A recovery on its way, or done and kept for undo.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Journal {
    /// The form, [`VERSION`].
    pub version: u8,
    /// Its number among those of this work tree: the last one done is the first to be undone.
    pub number: u32,
    /// What was announced and confirmed.
    pub announced: Announced,
    /// The branch that HEAD named; none where it was detached.
    pub branch: Option<RepoPath>,
    /// The commit that keeps what there was.
    pub snapshot: Oid,
    /// The reference that keeps the commit.
    pub reference: String,
    /// What was kept of each path, in the order of [`Announced::paths`].
    pub kept: Vec<Kept>,
    /// Forward, or back to what there was.
    pub direction: Direction,
    /// How far each action has come, in the order of [`Announced::actions`].
    pub progress: Vec<Progress>,
}

/// What the snapshot keeps of one path, beyond what was announced of it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
pub struct Kept {
    /// The raw bytes on disk (of a link, its target).
    pub bytes: Option<Oid>,
    /// The permissions on disk, where the system has them.
    pub permissions: Option<u32>,
    /// The index knew the name alone (`git add --intent-to-add`).
    pub intent_to_add: bool,
}

/// Which way a recovery goes.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub enum Direction {
    /// To what was announced.
    Forward,
    /// Back to what there was.
    Back,
}

/// How far one action has come.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub enum Progress {
    /// Nothing is done yet.
    Waiting,
    /// It may have been done in part, or whole.
    Begun(Begun),
    /// It is done.
    Done(Done),
}

/// An action that has begun.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Begun {
    /// The commit that HEAD named when it began.
    pub head: Option<Oid>,
    /// What each of its paths will be when it is done, in the order of [`Action::paths`].
    pub aim: Vec<PathState>,
    /// The stash that it makes.
    pub stash: Option<Oid>,
}

/// An action that is done.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Done {
    /// How it began.
    pub begun: Begun,
    /// The commit that it made.
    pub commit: Option<Oid>,
    /// What each of its paths was after it.
    pub after: Vec<PathState>,
}

impl Journal {
    /// True where the recovery itself may have left this path as it is now. Anything else is somebody's work.
    ///
    /// Disk and index change one after the other, so each is looked at for itself. HEAD is another question.
    pub fn explains(&self, now: &PathState) -> bool {
        let Some((before, kept)) = self.before(&now.path) else { return false };
        let reached = self.reached(&now.path);
        let disk = now.disk == before.disk || reached.is_some_and(|state| state.disk == now.disk);
        let index = now.index == before.index
            || reached.is_some_and(|state| state.index == now.index)
            // On the way back the entry goes before the name is announced again; on the way forward a new name is announced.
            || (now.index.is_empty() && kept.intent_to_add)
            || (reached.is_some() && before.index.is_empty() && is_announced_only(&now.index));
        disk && index
    }

    /// What the path was, and what is kept of it.
    pub fn before(&self, path: &RepoPath) -> Option<(&PathState, Kept)> {
        let mut both = self.announced.paths.iter().zip(&self.kept);
        both.find(|(state, _)| state.path == *path).map(|(state, kept)| (state, *kept))
    }

    /// The commits that the recovery made, oldest first.
    pub fn commits(&self) -> impl Iterator<Item = Oid> {
        self.progress.iter().filter_map(|progress| match progress {
            Progress::Done(done) => done.commit,
            Progress::Waiting | Progress::Begun(_) => None,
        })
    }

    /// Where HEAD is when nobody else has moved it.
    pub fn head(&self) -> Option<Oid> {
        self.commits().last().or(self.announced.head)
    }

    /// The stashes that the recovery made or was about to make.
    pub fn stashes(&self) -> impl Iterator<Item = Oid> {
        self.progress.iter().filter_map(|progress| progress.begun()?.stash)
    }

    /// What the action that this path belongs to makes of it, or has made.
    fn reached(&self, path: &RepoPath) -> Option<&PathState> {
        let mut both = self.announced.actions.iter().zip(&self.progress);
        let (_, progress) = both.find(|(action, _)| action.paths().contains(path))?;
        progress.reached()?.iter().find(|state| state.path == *path)
    }
}

impl Progress {
    /// How it began, where it did.
    pub fn begun(&self) -> Option<&Begun> {
        match self {
            Self::Waiting => None,
            Self::Begun(begun) => Some(begun),
            Self::Done(done) => Some(&done.begun),
        }
    }

    /// What it makes, or has made, of its paths.
    fn reached(&self) -> Option<&[PathState]> {
        match self {
            Self::Waiting => None,
            Self::Begun(begun) => Some(&begun.aim),
            Self::Done(done) => Some(&done.after),
        }
    }
}

/// The ids of the content without a byte, under both hashes: the index has it for a name that is only announced.
const EMPTY_BLOBS: [&str; 2] =
    ["e69de29bb2d1d6434b8b29ae775ad8c2e48c5391", "473a0f4c3be8a93681a267e3b1e9a7dcda1185436fe141f7749120a303721813"];

/// True for an index that may know the name alone: its entry then looks like that of an empty file.
fn is_announced_only(index: &[IndexEntry]) -> bool {
    matches!(index, [entry] if entry.stage == 0
        && EMPTY_BLOBS.iter().any(|hex| Oid::from_hex(hex.as_bytes()) == Some(entry.id)))
}

#[cfg(test)]
mod tests {
    use super::super::recovery::Action;
    use super::*;

    fn id(byte: u8) -> Oid {
        Oid::from_bytes(&[byte; 20]).unwrap()
    }

    fn entry(id: Oid) -> Vec<IndexEntry> {
        vec![IndexEntry { stage: 0, mode: 0o100_644, id }]
    }

    fn state(disk: Option<u8>, index: Vec<IndexEntry>) -> PathState {
        PathState { path: "a".into(), disk: disk.map(|byte| (0o100_644, [byte; 32])), index, head: None }
    }

    /// One action on one path, which was only on disk.
    fn journal(progress: Progress) -> Journal {
        Journal {
            version: VERSION,
            number: 1,
            announced: Announced {
                phase: "07".to_owned(),
                head: Some(id(1)),
                row: "recovery/artifact".to_owned(),
                actions: vec![Action::Commit {
                    paths: vec!["a".into()],
                    subject: "docs(07): a".to_owned(),
                    finishes: false,
                }],
                paths: vec![state(Some(1), Vec::new())],
            },
            branch: None,
            snapshot: id(2),
            reference: "refs/phase-pipeline/recovery/x".to_owned(),
            kept: vec![Kept::default()],
            direction: Direction::Forward,
            progress: vec![progress],
        }
    }

    fn begun() -> Begun {
        Begun { head: Some(id(1)), aim: vec![state(Some(1), entry(id(3)))], stash: None }
    }

    #[test]
    fn only_what_the_recovery_may_have_left_is_explained() {
        let announced_only = entry(Oid::from_hex(EMPTY_BLOBS[0].as_bytes()).unwrap());
        let before = state(Some(1), Vec::new());
        let aim = state(Some(1), entry(id(3)));
        let between = state(Some(1), announced_only);
        let strange = [state(Some(9), Vec::new()), state(None, Vec::new()), state(Some(1), entry(id(9)))];
        let formatted = state(Some(4), entry(id(5)));
        let done = Done { begun: begun(), commit: Some(id(6)), after: vec![formatted.clone()] };
        let table = [
            (Progress::Waiting, vec![&before], vec![&aim, &between, &formatted]),
            (Progress::Begun(begun()), vec![&before, &aim, &between], vec![&formatted]),
            (Progress::Done(done), vec![&before, &formatted], vec![&aim]),
        ];
        for (progress, explained, not) in table {
            let journal = journal(progress);
            assert!(explained.iter().all(|state| journal.explains(state)), "{journal:?}");
            assert!(not.into_iter().chain(&strange).all(|state| !journal.explains(state)), "{journal:?}");
        }
        let elsewhere = PathState { path: "b".into(), ..before };
        assert!(!journal(Progress::Waiting).explains(&elsewhere));
    }

    #[test]
    fn head_is_where_the_last_commit_is() {
        assert_eq!(journal(Progress::Begun(begun())).head(), Some(id(1)));
        let done = Done { begun: begun(), commit: Some(id(6)), after: Vec::new() };
        assert_eq!(journal(Progress::Done(done)).head(), Some(id(6)));
    }

    #[test]
    fn an_entry_that_is_gone_is_explained_only_where_the_name_had_been_announced() {
        let held = state(Some(1), entry(id(3)));
        let gone = state(Some(1), Vec::new());
        for (announced, now, expected) in
            [(true, &gone, true), (false, &gone, false), (true, &state(Some(1), entry(id(9))), false)]
        {
            let mut journal = journal(Progress::Waiting);
            journal.announced.paths = vec![held.clone()];
            journal.kept = vec![Kept { intent_to_add: announced, ..Kept::default() }];
            assert_eq!(journal.explains(now), expected, "{announced} {now:?}");
        }
    }

    #[test]
    fn a_stash_is_known_from_the_moment_its_action_began() {
        let begun = || Begun { stash: Some(id(7)), ..begun() };
        let stashes = |progress: Progress| journal(progress).stashes().collect::<Vec<_>>();
        assert_eq!(stashes(Progress::Waiting), []);
        assert_eq!(stashes(Progress::Begun(begun())), [id(7)]);
        assert_eq!(stashes(Progress::Done(Done { begun: begun(), commit: None, after: Vec::new() })), [id(7)]);
    }
}
