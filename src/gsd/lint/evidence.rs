//! What the rules look at, as plain values.

use std::collections::{BTreeMap, BTreeSet};

use super::held::{Locks, Lost};
use crate::engine::activate::CompiledMap;
use crate::engine::glob::Glob;
use crate::engine::likeness::Became;
use crate::engine::lint::{Finding, Rule, Span};
use crate::engine::moves::Changed;
use crate::engine::object::Oid;
use crate::engine::path::RepoPath;
use crate::engine::surface::{Surface, SurfaceMap};
use crate::engine::touched::{Source, Touched};
use crate::gsd::assess::Assessment;
use crate::gsd::case::Case;
use crate::gsd::claims::Ledger;
use crate::gsd::text::config::Config;
use crate::gsd::text::layers::{config_over, settings_over};
use crate::gsd::text::places::Places;
use crate::gsd::text::surfaces::{Fault, Settings, load};

/// What was read for a run.
#[derive(Debug, Clone, Default)]
pub struct Evidence {
    /// The folder that holds the planning folder.
    pub project: RepoPath,
    /// The configs, the root's first.
    pub configs: Vec<ConfigFile>,
    /// The tracked files, submodules among them.
    pub files: BTreeSet<RepoPath>,
    /// The submodules, those of either end of the range.
    pub submodules: BTreeSet<RepoPath>,
    /// What a range changed; none where there is no range.
    pub range: Option<RangeChanges>,
    /// True where files that belong to no surface are asked for.
    pub uncovered: bool,
    /// The phases in question, each as `status` reads it.
    pub phases: Vec<Phase>,
    /// ROADMAP and STATE, as far as they are there.
    pub ledgers: Vec<LedgerFile>,
}

/// ROADMAP or STATE.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct LedgerFile {
    /// Which of them.
    pub ledger: Ledger,
    /// Its path.
    pub path: RepoPath,
    /// What it says, as HEAD has it.
    pub text: String,
    /// What it says as it lies in the work tree, where that is looked at and the file is there.
    pub lies: Option<String>,
}

/// A phase in question.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Phase {
    /// What was read of it.
    pub case: Case,
    /// What that amounts to.
    pub assessment: Assessment,
    /// True where nothing is left to do.
    pub is_complete: bool,
    /// Its locks.
    pub locks: Locks,
    /// The lines that its readings name, by file and line.
    pub lines: BTreeMap<(RepoPath, usize), String>,
    /// The texts of the plans that are still to be carried out.
    pub plans: BTreeMap<RepoPath, String>,
    /// The submodules that hold files which its plans declare.
    pub submodules: BTreeSet<RepoPath>,
}

/// What a range changed.
#[derive(Debug, Clone, Default)]
pub struct RangeChanges {
    /// Every path that differs, with what the end holds there.
    pub changed: Changed,
    /// Of the paths that the end does not hold, what the base held.
    pub gone: BTreeMap<RepoPath, Oid>,
    /// The locks that the base has and the end has not.
    pub lost: Vec<Lost>,
    /// Of those, what some became that were changed on the way.
    pub became: Vec<Became>,
    /// True where nothing but the range is asked for.
    pub is_all: bool,
}

/// One `config.json`.
#[derive(Debug, Clone)]
pub struct ConfigFile {
    /// Its path.
    pub path: RepoPath,
    /// What it says.
    pub now: Version,
    /// What it said at the base; nothing where there is no range.
    pub before: Version,
    /// What HEAD, or the named end, says of it; none where nothing of the planning folder is committed.
    pub head: Option<Version>,
    /// Where everything in it stands.
    pub places: Places,
}

/// What a config says.
#[derive(Debug, Clone, Default)]
pub struct Version {
    /// True where the file is there.
    pub is_there: bool,
    /// GSD's keys.
    pub config: Config,
    /// This tool's own settings; nothing where there are faults.
    pub settings: Settings,
    /// All that is wrong with it.
    pub faults: Vec<Fault>,
}

impl Version {
    /// Reads its bytes; none where there is no such file.
    pub fn of(bytes: Option<&[u8]>) -> Self {
        let Some(bytes) = bytes else { return Self::default() };
        // What keeps GSD's keys from being read is a fault of the strict reading too.
        let config = Config::parse(bytes).unwrap_or_default();
        match load(bytes) {
            Ok(settings) => Self { is_there: true, config, settings, faults: Vec::new() },
            Err(faults) => Self { is_there: true, config, settings: Settings::default(), faults },
        }
    }

    /// Laid over the root's.
    fn over(&self, root: &Self) -> Self {
        match (self.is_there, root.is_there) {
            (_, false) => self.clone(),
            (false, true) => root.clone(),
            (true, true) => Self {
                is_there: true,
                config: config_over(&root.config, &self.config),
                settings: settings_over(&root.settings, &self.settings).0,
                faults: Vec::new(),
            },
        }
    }
}

impl Evidence {
    /// What a config comes to now, over the root's.
    pub fn in_force(&self, file: &ConfigFile) -> Version {
        match self.configs.first() {
            Some(root) if root.path != file.path => file.now.over(&root.now),
            _ => file.now.clone(),
        }
    }

    /// That ledger, where it is there.
    pub fn ledger(&self, ledger: Ledger) -> Option<&LedgerFile> {
        self.ledgers.iter().find(|file| file.ledger == ledger)
    }

    /// True where warnings fail a run. A range does not lower what it is held to, nor does an edit that nobody committed.
    pub fn fails_on_warning(&self) -> bool {
        let is_range_alone = self.range.as_ref().is_some_and(|range| range.is_all);
        let versions = |file: &ConfigFile| {
            let before = is_range_alone.then(|| file.before.clone());
            [Some(file.now.clone()), file.head.clone(), before].into_iter().flatten()
        };
        self.configs.iter().flat_map(versions).any(|of| of.settings.pipeline.lint.fail_on_warning == Some(true))
    }

    /// True where one of the configs cannot be used.
    pub fn has_faults(&self) -> bool {
        self.configs.iter().any(|file| !file.now.faults.is_empty())
    }

    /// The map of some surfaces, compiled; none where there is none.
    pub fn compiled(&self, map: &SurfaceMap) -> Option<CompiledMap> {
        if map.is_empty() {
            return None;
        }
        // What is too large is a fault of its config.
        CompiledMap::new(map.clone(), self.project.clone()).ok()
    }

    /// The surfaces that a path belongs to, each with the first glob that says so; of a submodule, those that can match below
    /// it, as the classification of a phase has it.
    pub fn surfaces_at<'m>(&self, map: &'m CompiledMap, path: &RepoPath) -> Vec<(&'m Surface, &'m Glob)> {
        let is_submodule = self.submodules.contains(path);
        map.of_touched(&Touched::changed(path.clone(), is_submodule, Source::WorkTree))
    }

    /// The surfaces of every config, at one of the two ends.
    pub fn all_surfaces(&self, version: impl Fn(&ConfigFile) -> &Version) -> SurfaceMap {
        let none = SurfaceMap::default();
        self.configs.iter().fold(none, |all, file| all.join(&version(file).settings.surfaces))
    }
}

impl ConfigFile {
    /// A finding about this file.
    pub fn finding(&self, rule: &'static Rule, span: Option<Span>, subject: &str, message: String) -> Finding {
        Finding {
            rule,
            file: self.path.clone(),
            line_text: span.and_then(|span| self.places.line(span.line)).map(str::to_owned),
            span,
            phase: None,
            subject: subject.to_owned(),
            message,
            fix: None,
            evidence: Vec::new(),
        }
    }
}
