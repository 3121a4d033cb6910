//! Reads the files of a phase's folder: what HEAD, index and disk hold there, and what each artifact says.

use std::collections::BTreeMap;

use super::project::Project;
use crate::engine::evidence::{Content, Freshness, Tracked};
use crate::engine::failure::Failure;
use crate::engine::object::{EntryKind, Oid};
use crate::engine::path::RepoPath;
use crate::git::{Blob, Status};
use crate::gsd::artifacts::Kind;
use crate::gsd::evidence::File;
use crate::gsd::ids::PhaseId;
use crate::gsd::names::Artifact;
use crate::gsd::short::shorten;
use crate::gsd::steps::Step;
use crate::gsd::text::artifact::{Artifact as Text, Note, Source};
use crate::gsd::text::content::{ContentReading, ExtraWord, content_of, of_gate};
use crate::gsd::text::ending::doubt;
use crate::gsd::text::facts::{Facts, facts};
use crate::gsd::text::handoff::continue_here;
use crate::gsd::text::plan::{PlanFacts, plan_facts};
use crate::read::damage::lost_its_tail;
use crate::read::held::{FILE_LIMIT, Held, OPEN_END, open_end};
use crate::read::listing::{Disk, EntryKind as DiskKind, Listing as _};
use crate::read::text::decode;

/// The file in which paused work is handed over. It is never evidence.
const HANDOFF: &str = ".continue-here.md";

/// How deep below a phase's folder files are looked for.
const DEPTH: usize = 3;

/// The files of one folder.
pub struct Files<'a> {
    project: &'a Project,
    folder: &'a RepoPath,
    status: &'a Status,
    held: BTreeMap<RepoPath, Held>,
    /// True where git is not meant to hold the phase's files: then finished is all that can be asked.
    kept_out: bool,
}

impl<'a> Files<'a> {
    /// Lists what HEAD's tree, the disk and the index hold below `folder`.
    ///
    /// # Errors
    /// Git or the disk cannot be read.
    pub fn list(project: &'a Project, folder: &'a RepoPath, phase: Option<&PhaseId>) -> Result<Self, Failure> {
        let mut files = Self { project, folder, status: project.status()?, held: BTreeMap::new(), kept_out: false };
        if let Some(tree) = project.tree
            && let Some(entry) = project.objects().entry_at(tree, folder)?
            && entry.kind == EntryKind::Folder
        {
            files.list_head(entry.id, &RepoPath::default(), DEPTH)?;
        }
        files.list_disk(&project.disk, &RepoPath::default(), DEPTH)?;
        // What only the index holds (staged, then removed from disk) is told by the status.
        for path in files.status.entries.keys() {
            if let Some(below) = path.below(folder).filter(|below| !below.is_root()) {
                files.held.entry(below).or_default();
            }
        }
        files.kept_out = files.is_kept_out(phase);
        Ok(files)
    }

    /// True where git holds no file of the phase, and the config or an ignore rule says that it need not.
    fn is_kept_out(&self, phase: Option<&PhaseId>) -> bool {
        let config = &self.project.config;
        let is_this = |written: &String| PhaseId::parse(written).as_ref() == phase && phase.is_some();
        let by_config = !config.commit_docs || config.uncommitted_phases.iter().any(is_this);
        let is_ignored = |below: &RepoPath| self.known(below) == Tracked::Ignored;
        !self.held.is_empty()
            && self.held.values().all(|held| held.in_head.is_none())
            && (by_config || self.held.keys().all(is_ignored))
    }

    /// True where "committed" falls back to "finished".
    pub fn are_kept_out(&self) -> bool {
        self.kept_out
    }

    fn list_head(&mut self, tree: Oid, at: &RepoPath, depth: usize) -> Result<(), Failure> {
        for entry in self.project.objects().list(tree)? {
            let path = at.join(&entry.name);
            match entry.kind {
                EntryKind::Folder if depth > 0 => self.list_head(entry.id, &path, depth - 1)?,
                EntryKind::Folder | EntryKind::Submodule => {}
                kind => self.held.entry(path).or_default().in_head = Some((kind, entry.id)),
            }
        }
        Ok(())
    }

    fn list_disk(&mut self, disk: &Disk, at: &RepoPath, depth: usize) -> Result<(), Failure> {
        for (name, kind) in disk.list(&self.folder.join(at.as_bytes()))? {
            let path = at.join(&name);
            match kind {
                DiskKind::Folder if depth > 0 && name != b".git" => self.list_disk(disk, &path, depth - 1)?,
                DiskKind::Folder => {}
                DiskKind::File | DiskKind::Link => self.held.entry(path).or_default().on_disk = true,
            }
        }
        Ok(())
    }

    /// The folder.
    pub fn folder(&self) -> &RepoPath {
        self.folder
    }

    /// The paths below the folder, in order.
    pub fn paths(&self) -> Vec<RepoPath> {
        self.held.keys().cloned().collect()
    }

    /// The path of a file below the root of the repository.
    pub fn path(&self, below: &RepoPath) -> RepoPath {
        self.folder.join(below.as_bytes())
    }

    /// What git knows of a file.
    pub fn tracked(&self, below: &RepoPath) -> Tracked {
        match self.known(below) {
            Tracked::Untracked | Tracked::Ignored if self.kept_out => Tracked::Committed,
            tracked => tracked,
        }
    }

    fn known(&self, below: &RepoPath) -> Tracked {
        self.held(below).tracked(&self.path(below), self.status)
    }

    /// Reads an artifact, but for its commits, which history knows, and its freshness, which needs the others.
    ///
    /// # Errors
    /// Git cannot be read. A file that cannot be read is evidence, not an error.
    pub fn read(&self, below: &RepoPath, name: Artifact) -> Result<File, Failure> {
        let tracked = self.tracked(below);
        let (reading, facts) = match self.bytes(below, tracked)? {
            Ok(bytes) => match Source::of(&bytes) {
                Ok(source) => {
                    let artifact = source.artifact();
                    let mut reading = content_of(name.kind, &artifact, self.extra_words(name.kind));
                    if tracked.is_uncommitted() && tracked != Tracked::Deleted {
                        let whole = self.whole(below)?;
                        reading.content = doubted(reading.content, Some(name.kind), &artifact, &bytes, &whole);
                    } else if name.kind.row().step.is_some_and(|step| step >= Step::CodeReview) {
                        reading.may_be_cut = may_be_cut(Some(name.kind), &artifact, &bytes);
                    }
                    (reading, self.counted(facts(name.kind, &artifact), below, tracked)?)
                }
                Err(content) => (bare(content), Facts::None),
            },
            Err(why) => (bare(Content::Unreadable { line: 0, why }), Facts::None),
        };
        Ok(File {
            path: self.path(below),
            in_head: self.held.get(below).is_some_and(|held| held.in_head.is_some()),
            tracked,
            reading,
            head_says: self.head_says(below, &name, tracked)?,
            head_facts: self.head_facts(below, name.kind, tracked)?,
            name,
            facts,
            changed_by: Vec::new(),
            added_by: None,
            freshness: Freshness::NotJudged,
        })
    }

    /// What a plan declares; none where it cannot be read.
    ///
    /// # Errors
    /// Git cannot be read.
    pub fn plan(&self, below: &RepoPath) -> Result<Option<PlanFacts>, Failure> {
        let bytes = self.bytes(below, self.tracked(below))?.unwrap_or_default();
        Ok(Source::of(&bytes).ok().map(|source| plan_facts(&source.artifact())))
    }

    /// What whoever paused the work wrote for whoever takes it up; empty where there is no such file.
    ///
    /// # Errors
    /// Git cannot be read.
    pub fn handoff(&self) -> Result<Vec<String>, Failure> {
        let below = RepoPath::from(HANDOFF);
        if !self.held.contains_key(&below) {
            return Ok(Vec::new());
        }
        let bytes = self.bytes(&below, self.tracked(&below))?.unwrap_or_default();
        let Ok(source) = Source::of(&bytes) else { return Ok(Vec::new()) };
        let handoff = continue_here(&source.artifact());
        let lists = [("remaining", handoff.remaining), ("blocked by", handoff.blockers)];
        let lists = lists.into_iter().filter(|(_, items)| !items.is_empty());
        let said = [("status", handoff.status), ("next", handoff.next_action)];
        let said = said.into_iter().filter_map(|(what, text)| Some((what, vec![text?])));
        let lines = said.chain(lists).map(|(what, items)| {
            let (items, more) = shorten(items);
            let more = if more == 0 { String::new() } else { format!("; and {more} more") };
            format!("{HANDOFF}: {what}: {}{more}", items.join("; "))
        });
        Ok(lines.collect())
    }

    /// The status words that the project adds to a kind's own.
    fn extra_words(&self, kind: Kind) -> &[ExtraWord] {
        self.project.settings.pipeline.words.get(&kind).map(Vec::as_slice).unwrap_or_default()
    }

    /// The artifact of a gate of the project's own: what git knows of it, and what it says.
    ///
    /// # Errors
    /// Git cannot be read.
    pub fn read_gate(&self, below: &RepoPath, done_word: Option<&str>) -> Result<(Tracked, ContentReading), Failure> {
        let tracked = self.tracked(below);
        let reading = match self.bytes(below, tracked)? {
            Ok(bytes) => match Source::of(&bytes) {
                Ok(source) => {
                    let artifact = source.artifact();
                    let content = of_gate(&artifact, done_word);
                    if tracked.is_uncommitted() && tracked != Tracked::Deleted {
                        bare(doubted(content, None, &artifact, &bytes, &self.whole(below)?))
                    } else {
                        ContentReading { may_be_cut: may_be_cut(None, &artifact, &bytes), ..bare(content) }
                    }
                }
                Err(content) => bare(content),
            },
            Err(why) => bare(Content::Unreadable { line: 0, why }),
        };
        Ok((tracked, reading))
    }

    /// The text of a file; none where it is no text.
    ///
    /// # Errors
    /// Git cannot be read.
    pub fn text(&self, below: &RepoPath) -> Result<Option<String>, Failure> {
        let bytes = self.bytes(below, self.tracked(below))?.unwrap_or_default();
        Ok(decode(&bytes).ok().map(|text| text.text.into_owned()))
    }

    /// What a file declares; of a plan that was edited since, HEAD says whether others took its place: an edit that nobody committed
    /// takes no plan out of the count.
    fn counted(&self, facts: Facts, below: &RepoPath, tracked: Tracked) -> Result<Facts, Failure> {
        let Facts::Plan(edited) = facts else { return Ok(facts) };
        let whole = match tracked {
            Tracked::Modified | Tracked::Staged => self.whole(below)?,
            _ => Vec::new(),
        };
        let Some(source) = Some(&whole).filter(|whole| !whole.is_empty()).and_then(|whole| Source::of(whole).ok())
        else {
            return Ok(Facts::Plan(edited));
        };
        let PlanFacts { superseded, replaced_by, replaces, .. } = plan_facts(&source.artifact());
        Ok(Facts::Plan(Box::new(PlanFacts { superseded, replaced_by, replaces, ..*edited })))
    }

    /// What HEAD's version says of an artifact that was changed since and is there; of a plan only where it counts.
    fn head_says(&self, below: &RepoPath, name: &Artifact, tracked: Tracked) -> Result<Option<Content>, Failure> {
        let whole = self.edited(below, tracked)?;
        if whole.is_empty() {
            return Ok(None);
        }
        let source = match Source::of(&whole) {
            Ok(source) => source,
            Err(content) => return Ok(Some(content)),
        };
        let artifact = source.artifact();
        if name.kind == Kind::Plan && plan_facts(&artifact).superseded {
            return Ok(None);
        }
        Ok(Some(content_of(name.kind, &artifact, self.extra_words(name.kind)).content))
    }

    /// What HEAD's version declares of an artifact that was changed since and is there.
    fn head_facts(&self, below: &RepoPath, kind: Kind, tracked: Tracked) -> Result<Option<Box<Facts>>, Failure> {
        let whole = self.edited(below, tracked)?;
        let source = if whole.is_empty() { None } else { Source::of(&whole).ok() };
        Ok(source.map(|source| Box::new(facts(kind, &source.artifact()))))
    }

    /// The text that HEAD has of a file that was changed since and is there.
    ///
    /// # Errors
    /// Git cannot be read.
    pub fn head_text(&self, below: &RepoPath) -> Result<Option<String>, Failure> {
        let whole = self.edited(below, self.tracked(below))?;
        Ok(if whole.is_empty() { None } else { decode(&whole).ok().map(|text| text.text.into_owned()) })
    }

    /// What HEAD has of a file that was changed since and is there; empty for every other file.
    fn edited(&self, below: &RepoPath, tracked: Tracked) -> Result<Vec<u8>, Failure> {
        match tracked {
            Tracked::Modified | Tracked::Staged | Tracked::Conflicted => self.whole(below),
            _ => Ok(Vec::new()),
        }
    }

    /// What HEAD has of a file that changed since; empty where there is nothing, or too much to be read.
    fn whole(&self, below: &RepoPath) -> Result<Vec<u8>, Failure> {
        match self.held(below).in_head {
            Some((EntryKind::File | EntryKind::Executable, id)) => {
                Ok(match self.project.objects().blob(id, FILE_LIMIT)? {
                    Blob::Content(bytes) => bytes,
                    Blob::TooLarge(_) => Vec::new(),
                })
            }
            _ => Ok(Vec::new()),
        }
    }

    /// The bytes to read, or why there are none.
    fn bytes(&self, below: &RepoPath, tracked: Tracked) -> Result<Result<Vec<u8>, String>, Failure> {
        self.held(below).bytes(&self.project.repository, &self.path(below), tracked)
    }

    fn held(&self, below: &RepoPath) -> Held {
        self.held.get(below).copied().unwrap_or_default()
    }
}

/// What an uncommitted file says, but where it may be cut short without a sign inside of it.
///
/// It was cut short where HEAD has more of the same text (`whole`). It may be where its last line has no end, which few writers
/// leave so, and where it lacks what its kind ends with: then somebody looks before it is taken for finished.
fn doubted(content: Content, kind: Option<Kind>, artifact: &Text<'_>, bytes: &[u8], whole: &[u8]) -> Content {
    if !matches!(content, Content::Finished { .. } | Content::Draft { .. }) {
        return content;
    }
    if lost_its_tail(bytes, whole) {
        return Content::Truncated {
            line: artifact.last_line(),
            why: "HEAD's version goes on where it ends".to_owned(),
        };
    }
    if let Some(line) = open_end(bytes) {
        return Content::Unreadable { line, why: OPEN_END.to_owned() };
    }
    doubt(kind, artifact).map_or(content, |(line, why)| Content::Unreadable { line, why })
}

/// Why a committed file that judges the work may be cut short.
fn may_be_cut(kind: Option<Kind>, artifact: &Text<'_>, bytes: &[u8]) -> Option<Note> {
    let open = open_end(bytes).map(|line| (line, OPEN_END.to_owned()));
    open.or_else(|| doubt(kind, artifact)).map(|(line, why)| Note::new(line, why))
}

/// A reading of what cannot be parted.
fn bare(content: Content) -> ContentReading {
    ContentReading { content, salvaged: None, notes: Vec::new(), may_be_cut: None }
}
