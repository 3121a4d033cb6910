//! Family K: the lock of a phase against what it held before, and against what the phase is classified as now.

use std::collections::BTreeMap;

use super::held::{Document, Locks, heirs, renamed};
use super::phase::Looked;
use super::rules::locks as rules;
use crate::engine::activate::State;
use crate::engine::lint::{Finding, Rule, Span};
use crate::engine::lock::{Block, Change, Held, LockedSurface, VERSION, compare};
use crate::engine::object::Oid;
use crate::engine::report::SurfaceLine;
use crate::engine::surface::SurfaceMap;
use crate::gsd::evidence::{Classified, LockStanding};
use crate::gsd::situation::Execution;
use crate::gsd::steps::{OwedWhen, Step};

/// The findings of these rules. A phase of before owes no lock.
pub fn findings(looked: &Looked<'_>) -> Vec<Finding> {
    let evidence = looked.evidence();
    let Some(classified) = evidence.setup.seen().filter(|_| !evidence.setup.of_before) else {
        return Vec::new();
    };
    let map = looked.map();
    let lint = Lint { looked, classified, locks: &looked.phase.locks, map };
    let mut findings = Vec::new();
    // Which locks hold, and whether execution has begun, the life of the phase tells.
    if looked.is_open() && !looked.is_cut() {
        findings.extend(lint.missing());
        findings.extend(lint.beyond());
        findings.extend(lint.assumed());
        findings.extend(lint.retired());
    }
    findings.extend(lint.lowered());
    findings.extend(lint.unreadable_before());
    findings.extend(lint.twice());
    for document in lint.documents() {
        lint.document(document, &mut findings);
    }
    findings
}

struct Lint<'a> {
    looked: &'a Looked<'a>,
    classified: &'a Classified,
    locks: &'a Locks,
    map: SurfaceMap,
}

impl Lint<'_> {
    /// The documents that are asked about.
    fn documents(&self) -> impl Iterator<Item = &Document> {
        self.locks.documents.iter().filter(|document| self.looked.is_asked_about(&document.path))
    }

    /// The blocks of all documents that count, each with its document.
    fn blocks(&self) -> impl Iterator<Item = (&Document, &Block)> {
        let superseded = &self.locks.joined.superseded;
        let all = self
            .locks
            .documents
            .iter()
            .flat_map(|document| document.found.blocks.iter().map(move |block| (document, block)));
        all.filter(|(_, block)| !superseded.contains_key(&block.digest))
    }

    fn has_begun(&self) -> bool {
        !matches!(self.looked.assessment().execution, Execution::None | Execution::Unclear)
    }

    /// A finding about a line of a document.
    fn at(&self, rule: &'static Rule, document: &Document, line: usize, subject: &str, message: String) -> Finding {
        let text = line.checked_sub(1).and_then(|at| document.text.lines().nth(at));
        let width = text.map_or(1, |text| text.trim_end().chars().count().max(1));
        Finding {
            span: Some(Span { line, column: 1, end: width + 1 }),
            line_text: text.map(str::to_owned),
            ..self.looked.finding(rule, &document.path, subject, message)
        }
    }

    /// A finding about what the lock says of a surface (of none: of depth): at that line, else at the block that stands there, else
    /// at the phase.
    fn of_lock(&self, rule: &'static Rule, about: Option<&str>, subject: &str, message: String) -> Finding {
        let keys: &[&str] = if about.is_some() { &["surface", "assumed", "skip"] } else { &["depth"] };
        let line = |(document, block): (_, &Block)| {
            let line = keys.iter().find_map(|key| line_of(document, block, key, about));
            line.map(|line| (document, line))
        };
        let first = || self.blocks().next().map(|(document, block)| (document, *block.lines.start()));
        match self.blocks().find_map(line).or_else(first) {
            Some((document, line)) => self.at(rule, document, line, subject, message),
            None => self.looked.finding(rule, &self.looked.place(), subject, message),
        }
    }

    /// True where HEAD holds a lock that nobody can read whole: that is told, and not what it might ask for less.
    fn is_unreadable_in_head(&self) -> bool {
        let newest: BTreeMap<_, _> = self.locks.versions.iter().map(|version| (&version.path, version)).collect();
        newest.values().any(|version| version.blocks.iter().any(|block| block.damage().is_some()))
    }

    fn missing(&self) -> Option<Finding> {
        let plans = self.looked.assessment().plans.len();
        // Whether an unclear phase is still to be locked, nobody can tell.
        let is_unclear = self.looked.assessment().execution == Execution::Unclear;
        if self.classified.lock != LockStanding::Missing || plans == 0 || is_unclear {
            return None;
        }
        let place = self.looked.place();
        let plans = if plans == 1 { "1 plan".to_owned() } else { format!("{plans} plans") };
        Some(if self.has_begun() {
            let message = format!("{plans}, execution has begun, and there is no lock");
            self.looked.finding(&rules::EXECUTED_WITHOUT_LOCK, &place, "", message)
        } else {
            self.looked.finding(&rules::NO_LOCK, &place, "", format!("{plans}, and no lock"))
        })
    }

    /// What HEAD asks for less than the life of the phase, and the commit that took it away.
    fn lowered(&self) -> Vec<Finding> {
        // What only the work tree holds is asked for by nobody yet, so that HEAD cannot have lowered it.
        let all = renamed(&self.locks.ever, &self.map);
        let now = renamed(&self.locks.in_head, &self.map);
        let changes: Vec<Change> = compare(&all, &now).into_iter().filter(Change::lowers).collect();
        let Some(last) = self.locks.versions.last().filter(|_| !changes.is_empty()) else { return Vec::new() };
        if !self.looked.is_open() && !self.locks.versions.iter().any(|one| self.looked.is_asked_about(&one.path)) {
            return Vec::new();
        }
        let turn = self.locks.turns.iter().find(|turn| {
            let (before, after) = (renamed(&turn.before, &self.map), renamed(&turn.after, &self.map));
            let took = compare(&before, &after);
            took.iter().filter(|change| change.lowers()).any(|took| changes.iter().any(|change| is_alike(took, change)))
        });
        let by = match turn {
            Some(turn) if turn.is_merge => format!("in the merge {}", turn.commit.short()),
            Some(turn) => format!("in {}", turn.commit.short()),
            None => format!("since {}", last.commit.short()),
        };
        let too_late = self.has_begun() && self.locks.versions.last().is_some_and(|last| last.executing);
        let too_late = if too_late { ", after execution had begun" } else { "" };
        let told: Vec<String> = changes.iter().map(ToString::to_string).collect();
        if self.classified.lock == LockStanding::Lost || self.locks.joined.lost {
            let message = format!("the lock was lost {by}; what it locked still holds");
            let finding = self.looked.finding(&rules::LOCK_LOST, &last.path, "", message);
            return vec![Finding { evidence: told, ..finding }];
        }
        if self.is_unreadable_in_head() {
            return Vec::new();
        }
        let message = format!("the lock was lowered {by}{too_late}: {}", told.join("; "));
        let about = changes.first().and_then(Change::surface);
        vec![self.of_lock(&rules::LOCK_LOWERED, about, "", message)]
    }

    /// A version that cannot be read whole and that nothing replaced: it keeps everything assumed, though it is there no more.
    fn unreadable_before(&self) -> Vec<Finding> {
        let is_now = |block: &Block| self.blocks().any(|(_, now)| now.digest == block.digest);
        let mut seen = BTreeMap::new();
        for version in self.locks.versions.iter().filter(|version| self.looked.is_asked_about(&version.path)) {
            for block in &version.blocks {
                if self.locks.joined.superseded.contains_key(&block.digest) || is_now(block) {
                    continue;
                }
                if let Some(why) = block.damage() {
                    seen.entry(block.digest.to_string()).or_insert((version, why));
                }
            }
        }
        let finding = |(digest, (version, why)): (String, (&super::held::Version, String))| {
            let message = format!("{} held a lock that cannot be read whole: {why}", version.commit.short());
            self.looked.finding(&rules::LOCK_DAMAGED, &version.path, &digest, message)
        };
        seen.into_iter().map(finding).collect()
    }

    fn twice(&self) -> Option<Finding> {
        let (document, second) = self.blocks().nth(1)?;
        if !self.looked.is_asked_about(&document.path) {
            return None;
        }
        let all = self.blocks().map(|(document, block)| format!("{}:{}", document.path, block.lines.start())).collect();
        let message = "the phase has several locks".to_owned();
        let finding = self.at(&rules::LOCK_TWICE, document, *second.lines.start(), "", message);
        Some(Finding { evidence: all, ..finding })
    }

    /// What the phase is classified as beyond its lock.
    fn beyond(&self) -> Vec<Finding> {
        let joined = &self.locks.joined;
        // A lock that is lost or cannot be read has its own finding.
        if joined.is_empty() || joined.lost || !joined.unreadable.is_empty() {
            return Vec::new();
        }
        let locked = renamed(&Held::from(joined), &self.map);
        let mut findings = Vec::new();
        for change in compare(&locked, &self.live(&locked)).into_iter().filter(|change| !change.lowers()) {
            findings.push(match &change {
                Change::SurfaceAdded(name) => {
                    let line = self.classified.line.surfaces.iter().find(|surface| surface.name == *name);
                    let matches = line.map(|line| line.matches.as_slice()).unwrap_or_default();
                    let told = matches.first().map_or_else(
                        || format!("{name} is owed ({})", line.map(|line| line.reason.as_str()).unwrap_or_default()),
                        |found| format!("{} ({}) belongs to {name}", found.path, found.source),
                    );
                    let message = format!("{told}, which the lock does not hold");
                    let evidence = matches
                        .iter()
                        .take(3)
                        .map(|found| format!("{} matches `{}`", found.path, found.glob))
                        .collect();
                    Finding { evidence, ..self.of_lock(&rules::BEYOND_LOCK, Some(name), name, message) }
                }
                Change::Depth(..) => {
                    let reasons = self.classified.line.depth_reasons.join("; ");
                    let message = format!("{change}: {reasons}");
                    self.of_lock(&rules::DEPTH_BEYOND_LOCK, None, "", message)
                }
                _ => {
                    let message = format!("by the map {change}, which the lock does not say");
                    self.of_lock(&rules::MAP_BEYOND_LOCK, change.surface(), &change.to_string(), message)
                }
            });
        }
        findings
    }

    /// What the phase asks for now, with the floors of the lock: those of the map are in its depth.
    fn live(&self, locked: &Held) -> Held {
        let line = &self.classified.line;
        let of = |state: State| {
            let of = line.surfaces.iter().filter(move |surface| surface.state == state);
            of.map(|surface| (surface.name.clone(), as_locked(surface, locked))).collect()
        };
        Held { surfaces: of(State::Active), assumed: of(State::Assumed), depth: Some(line.depth) }
    }

    fn assumed(&self) -> Option<Finding> {
        let LockStanding::Assumes(names) = &self.classified.lock else { return None };
        if self.has_begun() || self.looked.assessment().plans.is_empty() {
            return None;
        }
        let message = format!("the lock assumes {}, and the plans answer for it by now", names.join(", "));
        Some(self.of_lock(&rules::STILL_ASSUMED, names.first().map(String::as_str), "", message))
    }

    fn retired(&self) -> Vec<Finding> {
        let joined = &self.locks.joined;
        let names =
            joined.surfaces.keys().chain(joined.assumed.keys().filter(|name| !joined.surfaces.contains_key(*name)));
        let mut findings = Vec::new();
        for name in names.filter(|name| heirs(&self.map, name).is_empty()) {
            let of = |all: &BTreeMap<String, LockedSurface>| all.get(name).map(|surface| surface.gates.join(", "));
            let gates = of(&joined.surfaces).or_else(|| of(&joined.assumed)).unwrap_or_default();
            let message = format!("locked to {name}, which the map no longer has; it still asks for {gates}");
            findings.push(self.of_lock(&rules::SURFACE_RETIRED, Some(name), name, message));
        }
        findings
    }

    /// What is wrong with the locks of a document as it lies now.
    fn document(&self, document: &Document, findings: &mut Vec<Finding>) {
        let superseded = &self.locks.joined.superseded;
        for block in document.found.blocks.iter().filter(|block| !superseded.contains_key(&block.digest)) {
            self.block(document, block, findings);
        }
        for line in &document.found.strays {
            let message = "the end of a lock stands here, and no beginning".to_owned();
            findings.push(self.at(&rules::LOCK_DAMAGED, document, *line, "end", message));
        }
        for foreign in &document.found.foreign {
            let message = format!(
                "the lock of phase {} stands in a document of phase {}",
                foreign.phase,
                self.looked.evidence().id
            );
            findings.push(self.at(&rules::LOCK_FOREIGN, document, foreign.line, &foreign.phase, message));
        }
        if self.blocks().next().is_none() {
            findings.extend(document.quoted.iter().map(|line| {
                let message = "a lock that is quoted or indented does not count, and the phase has no other".to_owned();
                self.at(&rules::LOCK_QUOTED, document, *line, "", message)
            }));
        }
    }

    fn block(&self, document: &Document, block: &Block, findings: &mut Vec<Finding>) {
        let start = *block.lines.start();
        let digest = block.digest.to_string();
        if block.version > VERSION {
            let message = format!("the lock is of version {}; this program reads {VERSION}", block.version);
            findings.push(self.at(&rules::LOCK_NEWER, document, start, "", message));
            return;
        }
        for fault in block.faults.iter().filter(|fault| fault.obliging) {
            findings.push(self.at(&rules::LOCK_DAMAGED, document, fault.line, &fault.why, fault.why.clone()));
        }
        let lock = &block.lock;
        let line_of = |key: &str, name: &str| line_of(document, block, key, Some(name)).unwrap_or(start);
        let skipped =
            lock.skips.iter().filter(|(_, skip)| skip.reason.is_empty()).map(|(name, _)| ("skip", name.clone()));
        let waived = lock.waived.iter().filter(|(_, why)| why.is_empty()).map(|(name, _)| ("waive", name.clone()));
        let replaced = lock.supersedes.iter().filter(|(_, why)| why.is_empty());
        let replaced = replaced.map(|(digest, _)| ("supersedes", digest.to_string()));
        for (key, name) in skipped.chain(waived).chain(replaced) {
            let message = format!("`{key}: {name}` gives no reason");
            findings.push(self.at(&rules::NO_REASON, document, line_of(key, &name), &format!("{key} {name}"), message));
        }
        for (replaced, why) in lock.supersedes.iter().filter(|(_, why)| !why.is_empty()) {
            let message = format!("the lock replaces {replaced}: {why}");
            let line = line_of("supersedes", &replaced.to_string());
            findings.push(self.at(&rules::LOCK_REPLACED, document, line, &replaced.to_string(), message));
        }
        for name in lock.waived.keys() {
            let line = line_of("waive", name);
            if let Some(surfaces) = self.pinned_by(name) {
                let message = format!("{name} is waived, and {surfaces} for it");
                findings.push(self.at(&rules::WAIVED_PINNED, document, line, name, message));
            } else if let Some(by) = self.lapsed_by(name).filter(|_| !self.looked.is_cut()) {
                let message = format!("the waiver of {name} has lapsed: {} came after it", by.short());
                findings.push(self.at(&rules::WAIVER_LAPSED, document, line, name, message));
            }
        }
        let changed =
            self.locks.versions.iter().find(|version| version.blocks.iter().any(|one| one.digest == block.digest));
        // Where history is cut off, the block may be older than the commit in which it is first seen.
        if let Some(version) = changed.filter(|version| version.executing && !self.looked.is_cut()) {
            let by_hand = lock.skips.iter().filter(|(_, skip)| skip.by_hand).map(|(name, _)| ("skip", name.clone()));
            let replaced = lock.supersedes.keys().map(|digest| ("supersedes", digest.to_string()));
            for (key, name) in by_hand.chain(replaced).filter(|(key, name)| !self.said_before(key, name)) {
                let message =
                    format!("`{key}: {name}` was written in {}, after execution had begun", version.commit.short());
                let subject = format!("{key} {name} {digest}");
                findings.push(self.at(&rules::CHANGED_TOO_LATE, document, line_of(key, &name), &subject, message));
            }
        }
    }

    /// The execute commit that ended a waiver.
    fn lapsed_by(&self, name: &str) -> Option<Oid> {
        self.classified.line.waived.iter().find(|waived| waived.step == name).and_then(|waived| waived.lapsed_by)
    }

    /// True where a version of before execution says the same.
    fn said_before(&self, key: &str, name: &str) -> bool {
        let before = self.locks.versions.iter().filter(|version| !version.executing);
        before.flat_map(|version| &version.blocks).any(|block| match key {
            "skip" => block.lock.skips.get(name).is_some_and(|skip| skip.by_hand),
            _ => block.lock.supersedes.keys().any(|digest| digest.to_string() == name),
        })
    }

    /// The pinned surfaces that ask for a gate, or for a step by one of its gates, in words.
    fn pinned_by(&self, name: &str) -> Option<String> {
        let gates: Vec<&str> = match Step::find(name).map(|step| step.row().owed) {
            Some(OwedWhen::Gates(gates)) => gates.to_vec(),
            _ => vec![name],
        };
        let line = &self.classified.line;
        let asks = |surface: &&SurfaceLine| {
            surface.pinned
                && surface.state != State::Inactive
                && surface.gates.iter().any(|gate| gates.contains(&gate.as_str()))
        };
        let surfaces: Vec<&str> = line.surfaces.iter().filter(asks).map(|surface| surface.name.as_str()).collect();
        match surfaces.as_slice() {
            [] => None,
            [one] => Some(format!("{one} is pinned and asks")),
            several => Some(format!("{} are pinned and ask", several.join(", "))),
        }
    }
}

/// The line of a block that begins with a key, and with that name behind it. The words of a lock are its own.
fn line_of(document: &Document, block: &Block, key: &str, name: Option<&str>) -> Option<usize> {
    let start = block.lines.start().saturating_sub(1);
    let mut own = document.text.lines().enumerate().skip(start).take(block.lines.clone().count());
    let is_it = |line: &str| {
        let (found, rest) = line.split_once(':')?;
        Some(found.trim() == key && (name.is_none() || rest.split_whitespace().next() == name))
    };
    own.find(|(_, line)| is_it(line) == Some(true)).map(|(at, _)| at + 1)
}

/// A surface of the classification as a lock would have it.
fn as_locked(surface: &SurfaceLine, locked: &Held) -> LockedSurface {
    let held = locked.surfaces.get(&surface.name).or_else(|| locked.assumed.get(&surface.name));
    LockedSurface {
        pinned: surface.pinned,
        floor: held.and_then(|held| held.floor),
        gates: surface.gates.clone(),
        ..LockedSurface::default()
    }
}

/// True where both take away the same thing.
fn is_alike(one: &Change, other: &Change) -> bool {
    match (one, other) {
        (Change::Depth(..), Change::Depth(..)) => true,
        (Change::Floor(one, ..), Change::Floor(other, ..)) => one == other,
        (Change::SurfaceLost(lost), other) => match other {
            Change::SurfaceLost(name)
            | Change::Weakened(name)
            | Change::GateLost(name, _)
            | Change::Unpinned(name)
            | Change::Floor(name, ..) => lost == name,
            _ => false,
        },
        _ => one == other,
    }
}
