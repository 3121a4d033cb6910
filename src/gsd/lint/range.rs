//! What a range of commits takes away: pins, gates, surfaces, floors, words, thresholds; and what it lets pass from now on.
//!
//! Each config is held against itself. What a workstream's gives up and the root's still asks for is not lost.

use std::collections::BTreeMap;

use super::evidence::{ConfigFile, Evidence, RangeChanges, Version};
use super::rules::range as rules;
use crate::engine::checkpoint::THRESHOLD;
use crate::engine::depth::{Depth, Limits};
use crate::engine::evidence::Meaning;
use crate::engine::lint::{Finding, Rule, Span};
use crate::engine::object::Oid;
use crate::engine::path::RepoPath;
use crate::engine::surface::{Surface, SurfaceMap};
use crate::gsd::text::config::SWITCHES;
use crate::gsd::text::pipeline::{Ignore, MEANINGS, Pipeline, Unmeasured};
use crate::gsd::text::places::below;

/// The findings of these rules. Nothing where there is no range, and of a config that cannot be used at one of the ends.
pub fn findings(evidence: &Evidence) -> Vec<Finding> {
    let Some(range) = &evidence.range else { return Vec::new() };
    let mut findings = Vec::new();
    for file in &evidence.configs {
        if file.before.is_there && file.before.faults.is_empty() && file.now.faults.is_empty() {
            let after = evidence.in_force(file);
            let compared = Compared { evidence, file, after: &after };
            compared.surfaces(&mut findings);
            compared.narrowed(&mut findings);
            compared.switches(&mut findings);
            compared.gates(&mut findings);
            compared.thresholds(&mut findings);
            compared.lists(&mut findings);
            compared.widened(&mut findings);
        }
    }
    if !evidence.has_faults() {
        findings.extend(moved_out(evidence, range));
    }
    findings
}

struct Compared<'a> {
    evidence: &'a Evidence,
    file: &'a ConfigFile,
    after: &'a Version,
}

/// The surface that took over from one of that name.
fn heir<'a>(map: &'a SurfaceMap, name: &str) -> Option<&'a Surface> {
    map.get(name).or_else(|| map.surfaces.iter().find(|surface| surface.is_called(name)))
}

impl Compared<'_> {
    fn before(&self) -> &Pipeline {
        &self.file.before.settings.pipeline
    }

    fn now(&self) -> &Pipeline {
        &self.file.now.settings.pipeline
    }

    /// A finding at the first of these paths that the config still has.
    fn finding(&self, rule: &'static Rule, at: &[&str], subject: &str, message: String) -> Finding {
        let places = &self.file.places;
        let span: Option<Span> = at.iter().find_map(|path| places.key(path).or_else(|| places.value(path)));
        self.file.finding(rule, span, subject, message)
    }

    fn surfaces(&self, findings: &mut Vec<Finding>) {
        for old in &self.file.before.settings.surfaces.surfaces {
            let path = below("surfaces", &old.name);
            let Some(new) = heir(&self.after.settings.surfaces, &old.name) else {
                let gates = if old.gates.is_empty() { "no gates".to_owned() } else { old.gates.join(", ") };
                let pinned = if old.pinned { "pinned, " } else { "" };
                let message = format!("{path} is gone ({pinned}{gates})");
                findings.push(self.finding(&rules::SURFACE_REMOVED, &["surfaces"], &path, message));
                continue;
            };
            let now = below("surfaces", &new.name);
            let at = [now.as_str(), "surfaces"];
            if old.pinned && !new.pinned {
                findings.push(self.finding(&rules::PIN_REMOVED, &at, &path, format!("{now} is no longer pinned")));
            }
            let gates = format!("{now}.gates");
            let at = [gates.as_str(), now.as_str(), "surfaces"];
            let lost: Vec<&String> = old.gates.iter().filter(|gate| !new.gates.contains(gate)).collect();
            let won: Vec<&String> = new.gates.iter().filter(|gate| !old.gates.contains(gate)).collect();
            if let ([lost], [won]) = (lost.as_slice(), won.as_slice()) {
                let message = format!("{now}: gate `{lost}` gave way to `{won}`");
                findings.push(self.finding(&rules::GATE_RENAMED, &at, &format!("{path}: {lost}"), message));
            } else {
                for lost in lost {
                    let message = format!("{now} no longer asks for `{lost}`");
                    findings.push(self.finding(&rules::GATE_REMOVED, &at, &format!("{path}: {lost}"), message));
                }
            }
            let word = |depth: Option<Depth>| depth.map_or("not set", Depth::word);
            for (key, old, new) in [
                ("depth_floor", old.depth_floor, new.depth_floor),
                ("destructive_pins_depth", old.destructive_pins_depth, new.destructive_pins_depth),
            ] {
                if new < old {
                    let at = format!("{now}.{key}");
                    let message = format!("{at} was {} and is {}", word(old), word(new));
                    let at = [at.as_str(), now.as_str(), "surfaces"];
                    findings.push(self.finding(&rules::FLOOR_LOWERED, &at, &format!("{path}.{key}"), message));
                }
            }
            for keyword in old.keywords.iter().filter(|keyword| !new.keywords.contains(keyword)) {
                let message = format!("{now} no longer knows the keyword `{keyword}`");
                let subject = format!("{path}: {keyword}");
                findings.push(self.finding(&rules::SEARCH_NARROWED, &[now.as_str(), "surfaces"], &subject, message));
            }
        }
    }

    /// Tracked files that a surface had and has no longer, although it is still there.
    fn narrowed(&self, findings: &mut Vec<Finding>) {
        let (old, new) = (&self.file.before.settings.surfaces, &self.after.settings.surfaces);
        let is_same = |old: &&Surface| heir(new, &old.name).is_some_and(|new| new.lists == old.lists);
        if old.surfaces.iter().all(|surface| is_same(&surface)) {
            return;
        }
        let (Some(was), Some(is)) = (self.evidence.compiled(old), self.evidence.compiled(new)) else { return };
        let mut lost: BTreeMap<&str, Vec<&RepoPath>> = BTreeMap::new();
        for path in &self.evidence.files {
            let now = self.evidence.surfaces_at(&is, path);
            for (surface, _) in self.evidence.surfaces_at(&was, path) {
                let Some(heir) = heir(new, &surface.name) else { continue };
                if !now.iter().any(|(has, _)| has.name == heir.name) {
                    lost.entry(&surface.name).or_default().push(path);
                }
            }
        }
        for (name, paths) in lost {
            let now = heir(new, name).map_or_else(|| name.to_owned(), |heir| heir.name.clone());
            let now = below("surfaces", &now);
            let globs = format!("{now}.globs");
            let number = if paths.len() == 1 { "a file".to_owned() } else { format!("{} files", paths.len()) };
            let message = format!("{now} lost {number} to its new globs");
            let finding = self.finding(&rules::SURFACE_NARROWED, &[&globs, &now], &below("surfaces", name), message);
            findings.push(Finding { evidence: paths.iter().take(3).map(ToString::to_string).collect(), ..finding });
        }
    }

    fn switches(&self, findings: &mut Vec<Finding>) {
        let (old, new) = (&self.file.before.config, &self.after.config);
        for row in SWITCHES.iter().filter(|row| old.is_on(row.switch) && !new.is_on(row.switch)) {
            let path = below("workflow", row.key);
            let message = format!("{path} is off and was on");
            findings.push(self.finding(&rules::SWITCHED_OFF, &[&path, "workflow"], &path, message));
        }
    }

    fn gates(&self, findings: &mut Vec<Finding>) {
        for old in &self.before().gates {
            let path = below("pipeline.gates", &old.name);
            let new = self.after.settings.pipeline.gates.iter().find(|gate| gate.name == old.name);
            let is_asked = |surface: &Surface| surface.gates.contains(&old.name);
            let change = match new {
                None if self.after.settings.surfaces.surfaces.iter().any(is_asked) => {
                    "is no longer declared, and a surface asks for it".to_owned()
                }
                Some(new) if new.artifact != old.artifact => {
                    let word = |text: &Option<String>| text.clone().unwrap_or_else(|| "the gate's name".to_owned());
                    format!("is finished by {} and was by {}", word(&new.artifact), word(&old.artifact))
                }
                Some(new) if old.done_word.is_some() && new.done_word != old.done_word => {
                    let word = |text: &Option<String>| text.clone().unwrap_or_else(|| "any word".to_owned());
                    format!("is done at `{}` and was at `{}`", word(&new.done_word), word(&old.done_word))
                }
                None | Some(_) => continue,
            };
            let at = [path.as_str(), "pipeline.gates", "pipeline"];
            findings.push(self.finding(&rules::GATE_WEAKENED, &at, &path, format!("{path} {change}")));
        }
    }

    fn thresholds(&self, findings: &mut Vec<Finding>) {
        for threshold in THRESHOLDS {
            let (old, new) = ((threshold.laxity)(self.before()), (threshold.laxity)(&self.after.settings.pipeline));
            if new > old {
                let path = format!("pipeline.{}", threshold.key);
                let shown = |value| (threshold.shown)(value);
                let message = format!("{path} was {} and is {}", shown(old), shown(new));
                let at = [path.as_str(), "pipeline"];
                findings.push(self.finding(&rules::THRESHOLD_RAISED, &at, &path, message));
            }
        }
    }

    fn lists(&self, findings: &mut Vec<Finding>) {
        let new = &self.after.settings.pipeline;
        for (key, old, new) in [
            ("depth.destructive", &self.before().depth.destructive, &new.depth.destructive),
            ("source_repos", &self.before().source_repos, &new.source_repos),
        ] {
            let path = format!("pipeline.{key}");
            for lost in old.iter().filter(|item| !new.contains(item)) {
                let message = format!("{path} no longer holds `{lost}`");
                let at = [path.as_str(), "pipeline"];
                findings.push(self.finding(&rules::SEARCH_NARROWED, &at, &format!("{path}: {lost}"), message));
            }
        }
        let shown = |text: Option<&String>| text.map_or_else(|| "not set".to_owned(), |text| format!("`{text}`"));
        let mut conventions = vec![(
            "pipeline.execute_commit".to_owned(),
            self.before().execute_commit.as_ref(),
            new.execute_commit.as_ref(),
        )];
        let mut steps: Vec<_> = self.before().commands.keys().chain(new.commands.keys()).collect();
        steps.sort();
        steps.dedup();
        conventions.extend(steps.into_iter().map(|step| {
            (below("pipeline.commands", step.row().name), self.before().commands.get(step), new.commands.get(step))
        }));
        for (path, old, new) in conventions.into_iter().filter(|(_, old, new)| old != new) {
            let message = format!("{path} was {} and is {}", shown(old), shown(new));
            findings.push(self.finding(&rules::CONVENTION_CHANGED, &[&path, "pipeline"], &path, message));
        }
    }

    /// Words, uncommitted paths and findings that pass from now on.
    fn widened(&self, findings: &mut Vec<Finding>) {
        for (kind, words) in &self.now().words {
            let known = self.before().words.get(kind).map(Vec::as_slice).unwrap_or_default();
            for word in words.iter().filter(|word| matches!(word.meaning, Meaning::Done | Meaning::Skipped)) {
                if known.iter().any(|known| known.meaning == word.meaning && known.is_spelt(&word.word)) {
                    continue;
                }
                let means =
                    MEANINGS.iter().find(|(_, meaning)| *meaning == word.meaning).map_or("done", |(name, _)| *name);
                let path = format!("pipeline.words.{}.{means}", kind.name());
                let message = format!("{path}: `{}` means {means} from now on", word.word);
                let span = self.file.places.item(&path, &word.word);
                let subject = format!("{path}: {}", word.word);
                findings.push(self.file.finding(&rules::WORDS_WIDENED, span, &subject, message));
            }
        }
        let known: Vec<&str> = self.before().ignore_wip.iter().map(crate::engine::glob::Glob::written).collect();
        for glob in
            self.now().ignore_wip.iter().map(crate::engine::glob::Glob::written).filter(|glob| !known.contains(glob))
        {
            let path = "pipeline.ignore_wip";
            let message = format!("{path}: uncommitted files that match `{glob}` never interrupt from now on");
            let span = self.file.places.item(path, glob);
            findings.push(self.file.finding(&rules::WIP_WIDENED, span, &format!("{path}: {glob}"), message));
        }
        let is_known = |ignore: &Ignore| {
            self.before().lint.ignore.iter().any(|known| Ignore { line: ignore.line, ..known.clone() } == *ignore)
        };
        for (at, ignore) in self.now().lint.ignore.iter().enumerate().filter(|(_, ignore)| !is_known(ignore)) {
            let path = format!("pipeline.lint.ignore[{at}]");
            let message = format!("{path}: `{}` is ignored from now on: {}", ignore.rule, ignore.reason);
            let span = self.file.places.value(&path);
            let subject = format!("{} {}", ignore.rule, ignore.reason);
            findings.push(self.file.finding(&rules::IGNORES_WIDENED, span, &subject, message));
        }
    }
}

/// A setting of which less is stricter.
struct Threshold {
    /// Its key below `pipeline`.
    key: &'static str,
    /// How lax it is.
    laxity: fn(&Pipeline) -> u64,
    /// That in words.
    shown: fn(u64) -> String,
}

fn plain(value: u64) -> String {
    value.to_string()
}

const THRESHOLDS: &[Threshold] = &[
    Threshold {
        key: "depth.many_waves",
        laxity: |of| limit(of.depth.many_waves, Limits::default().many_waves),
        shown: plain,
    },
    Threshold {
        key: "depth.large_files",
        laxity: |of| limit(of.depth.large_files, Limits::default().large_files),
        shown: plain,
    },
    Threshold {
        key: "depth.large_lines",
        laxity: |of| limit(of.depth.large_lines, Limits::default().large_lines),
        shown: plain,
    },
    Threshold {
        key: "depth.ambiguity",
        laxity: |of| u64::from(crate::gsd::measures::limits(&of.depth).ambiguity.0),
        shown: |value| format!("0.{value:06}").trim_end_matches('0').to_owned(),
    },
    Threshold {
        key: "checkpoint.threshold",
        laxity: |of| u64::from(of.checkpoint.threshold.unwrap_or(THRESHOLD)),
        shown: plain,
    },
    Threshold {
        key: "checkpoint.unmeasured",
        laxity: |of| match of.checkpoint.unmeasured {
            Some(Unmeasured::Stop) => 0,
            None => 1,
            Some(Unmeasured::Note) => 2,
        },
        shown: |value| {
            ["stop", "not set", "note"]
                .get(usize::try_from(value).unwrap_or_default())
                .copied()
                .unwrap_or_default()
                .to_owned()
        },
    },
    Threshold {
        key: "confirm",
        laxity: |of| u64::from(of.confirm_at_terminal != Some(true)),
        shown: |value| if value == 0 { "terminal" } else { "default" }.to_owned(),
    },
    Threshold {
        key: "ship",
        laxity: |of| u64::from(of.ships_without_commit == Some(true)),
        shown: |value| if value == 0 { "commit" } else { "none" }.to_owned(),
    },
    Threshold {
        key: "lint.fail_on",
        laxity: |of| u64::from(of.lint.fail_on_warning != Some(true)),
        shown: |value| if value == 0 { "warning" } else { "error" }.to_owned(),
    },
];

fn limit(set: Option<u32>, usual: usize) -> u64 {
    set.map_or_else(|| u64::try_from(usual).unwrap_or(u64::MAX), u64::from)
}

/// Files without content are all equal, and say nothing about where one went.
const NO_CONTENT: [&str; 2] =
    ["e69de29bb2d1d6434b8b29ae775ad8c2e48c5391", "473a0f4c3be8a93681a267e3b1e9a7dcda1185436fe141f7749120a303721813"];

/// Files that went out of a pinned surface: the same content, or most of it, now lies where the surface does not match. Whatever
/// either end says of the old place counts; of the new place, what the end says.
fn moved_out(evidence: &Evidence, range: &RangeChanges) -> Vec<Finding> {
    let now = evidence.all_surfaces(|file| &file.now);
    let both = evidence.all_surfaces(|file| &file.before).join(&now);
    let (Some(both), now) = (evidence.compiled(&both), evidence.compiled(&now)) else { return Vec::new() };
    let mut places: BTreeMap<Oid, Vec<&RepoPath>> = BTreeMap::new();
    for (path, content) in &range.changed {
        if let Some(content) = content {
            places.entry(*content).or_default().push(path);
        }
    }
    let mut findings = Vec::new();
    for (from, content) in range.gone.iter().filter(|(_, content)| !NO_CONTENT.contains(&content.to_string().as_str()))
    {
        let became = range.became.iter().find(|became| became.from == *from);
        let (places, likeness) = match (places.get(content), became) {
            (Some(places), _) => (places.clone(), None),
            (None, Some(became)) => (vec![&became.to], Some(format!("{} % of it is the same", became.percent))),
            (None, None) => continue,
        };
        for (surface, glob) in evidence.surfaces_at(&both, from).into_iter().filter(|(surface, _)| surface.pinned) {
            let has = |path: &&RepoPath| {
                let found = now.as_ref().map(|now| evidence.surfaces_at(now, path)).unwrap_or_default();
                found.iter().any(|(found, _)| found.is_called(&surface.name) || surface.is_called(&found.name))
            };
            let Some(to) = places.first().filter(|_| !places.iter().any(has)) else { continue };
            findings.push(Finding {
                rule: &rules::MOVED_OUT,
                file: (*to).clone(),
                span: None,
                line_text: None,
                phase: None,
                subject: format!("{}: {from}", surface.name),
                message: format!("{from} moved to {to}, out of the pinned surface {}", surface.name),
                fix: Some(format!("add a glob for {to} to surfaces.{}", surface.name)),
                evidence: [format!("{from} matches `{}`", glob.written())]
                    .into_iter()
                    .chain(likeness.clone())
                    .collect(),
            });
        }
    }
    findings
}
