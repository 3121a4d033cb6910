//! The settings below `pipeline` in force: HEAD's joined with the work tree's.
//!
//! What nobody committed can tighten and never loosen, setting by setting: of two thresholds the stricter counts, one that is not
//! set standing for its default; what looks for something is of both; what lets something pass must stand in both. What is
//! neither (a command, a convention) is HEAD's, else the work tree's.

use std::collections::BTreeMap;

use super::content::ExtraWord;
use super::pipeline::{CheckpointSettings, DepthSettings, GateDeclaration, Ignore, LintSettings, Pipeline, Unmeasured};
use crate::engine::checkpoint::THRESHOLD;
use crate::engine::depth::Limits;
use crate::engine::evidence::Meaning;
use crate::gsd::artifacts::Kind;

/// Both joined; `asked` says whether a surface of HEAD's asks for a gate of that name.
#[must_use]
pub fn pipeline_in_force(head: &Pipeline, disk: &Pipeline, asked: &dyn Fn(&str) -> bool) -> Pipeline {
    Pipeline {
        gates: gates(&head.gates, &disk.gates, asked),
        words: words(&head.words, &disk.words),
        commands: disk.commands.clone().into_iter().chain(head.commands.clone()).collect(),
        execute_commit: head.execute_commit.clone().or_else(|| disk.execute_commit.clone()),
        ignore_wip: in_both(&head.ignore_wip, &disk.ignore_wip, |one, other| one.written() == other.written()),
        source_repos: of_both(&head.source_repos, &disk.source_repos),
        ships_without_commit: lenient(head.ships_without_commit, disk.ships_without_commit),
        confirm_at_terminal: strict(head.confirm_at_terminal, disk.confirm_at_terminal),
        depth: depth(&head.depth, &disk.depth),
        checkpoint: checkpoint(head.checkpoint, disk.checkpoint),
        lint: lint(&head.lint, &disk.lint),
    }
}

/// A gate that HEAD declares, or that a surface of it asks for, keeps its artifact: another one might be there already. A word that
/// it must have is one thing more to be done.
fn gates(head: &[GateDeclaration], disk: &[GateDeclaration], asked: &dyn Fn(&str) -> bool) -> Vec<GateDeclaration> {
    let mut gates = head.to_vec();
    for new in disk {
        if let Some(known) = gates.iter_mut().find(|known| known.name == new.name) {
            known.command = known.command.take().or_else(|| new.command.clone());
            known.done_word = known.done_word.take().or_else(|| new.done_word.clone());
        } else if asked(&new.name) {
            gates.push(GateDeclaration { artifact: None, after: None, ..new.clone() });
        } else {
            gates.push(new.clone());
        }
    }
    gates
}

/// A word that finishes something must mean that in both; of what does not finish, HEAD says what it means.
fn words(
    head: &BTreeMap<Kind, Vec<ExtraWord>>,
    disk: &BTreeMap<Kind, Vec<ExtraWord>>,
) -> BTreeMap<Kind, Vec<ExtraWord>> {
    let finishes = |word: &ExtraWord| matches!(word.meaning, Meaning::Done | Meaning::Skipped);
    let none = Vec::new();
    let mut joined = BTreeMap::new();
    for kind in head.keys().chain(disk.keys()) {
        let (old, new) = (head.get(kind).unwrap_or(&none), disk.get(kind).unwrap_or(&none));
        let is_in =
            |all: &[ExtraWord], word: &ExtraWord| all.iter().any(|one| one.is_spelt(&word.word) && finishes(one));
        let kept = old.iter().filter(|word| !finishes(word) || is_in(new, word));
        let mut words: Vec<ExtraWord> = kept.cloned().collect();
        for word in new.iter().filter(|word| !finishes(word)) {
            if !words.iter().any(|known| known.is_spelt(&word.word)) {
                words.push(word.clone());
            }
        }
        joined.insert(*kind, words);
    }
    joined
}

fn depth(head: &DepthSettings, disk: &DepthSettings) -> DepthSettings {
    let usual = Limits::default();
    let number = |usual: usize| u32::try_from(usual).unwrap_or(u32::MAX);
    DepthSettings {
        many_waves: least(head.many_waves, disk.many_waves, number(usual.many_waves)),
        large_files: least(head.large_files, disk.large_files, number(usual.large_files)),
        large_lines: least(head.large_lines, disk.large_lines, number(usual.large_lines)),
        ambiguity: least(head.ambiguity, disk.ambiguity, usual.ambiguity.0),
        destructive: of_both(&head.destructive, &disk.destructive),
    }
}

fn checkpoint(head: CheckpointSettings, disk: CheckpointSettings) -> CheckpointSettings {
    // Not set, a person at a terminal gets a note and an agent a stop: it lies between the two words.
    let unmeasured = match (head.unmeasured, disk.unmeasured) {
        (Some(Unmeasured::Stop), _) | (_, Some(Unmeasured::Stop)) => Some(Unmeasured::Stop),
        (Some(Unmeasured::Note), Some(Unmeasured::Note)) => Some(Unmeasured::Note),
        _ => None,
    };
    CheckpointSettings { threshold: least(head.threshold, disk.threshold, THRESHOLD), unmeasured }
}

fn lint(head: &LintSettings, disk: &LintSettings) -> LintSettings {
    LintSettings {
        ignore: in_both(&head.ignore, &disk.ignore, Ignore::is_as_wide_as),
        fail_on_warning: strict(head.fail_on_warning, disk.fail_on_warning),
    }
}

/// The smaller one; what is not set is the usual one.
fn least(head: Option<u32>, disk: Option<u32>, usual: u32) -> Option<u32> {
    head.or(disk)?;
    Some(head.unwrap_or(usual).min(disk.unwrap_or(usual)))
}

/// True where either says so.
fn strict(head: Option<bool>, disk: Option<bool>) -> Option<bool> {
    head.into_iter().chain(disk).reduce(|one, other| one || other)
}

/// True where both say so.
fn lenient(head: Option<bool>, disk: Option<bool>) -> Option<bool> {
    head.or(disk).map(|_| head == Some(true) && disk == Some(true))
}

fn of_both(head: &[String], disk: &[String]) -> Vec<String> {
    let new = disk.iter().filter(|one| !head.contains(one));
    head.iter().chain(new).cloned().collect()
}

fn in_both<T: Clone>(head: &[T], disk: &[T], is_same: impl Fn(&T, &T) -> bool) -> Vec<T> {
    head.iter().filter(|one| disk.iter().any(|other| is_same(one, other))).cloned().collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::gsd::text::surfaces::load;

    fn of(pipeline: &str) -> Pipeline {
        load(format!("{{\"pipeline\": {pipeline}}}").as_bytes()).unwrap().pipeline
    }

    fn joined(head: &str, disk: &str) -> Pipeline {
        pipeline_in_force(&of(head), &of(disk), &|gate| gate == "asked")
    }

    #[test]
    fn a_config_beside_itself_is_itself() {
        let all = r#"{"gates": {"runbook": {"artifact": "RUNBOOK", "command": "/run {phase}", "done_word": "tried"}},
            "words": {"SECURITY": {"done": ["green lit"], "open": ["half"]}}, "commands": {"plan": "/plan {phase}"},
            "execute_commit": "^(?P<phase>[0-9]+)-(?P<plan>[0-9]+) ", "ignore_wip": ["notes/**"], "source_repos": ["web"],
            "ship": "none", "confirm": "terminal", "depth": {"many_waves": 9, "destructive": ["wipe"]},
            "checkpoint": {"threshold": 70, "unmeasured": "note"},
            "lint": {"ignore": [{"rule": "dead-glob", "reason": "soon"}], "fail_on": "warning"}}"#;
        assert_eq!(joined(all, all), of(all));
        assert_eq!(joined("{}", "{}"), Pipeline::default());
        let (only_head, only_disk) = (joined(all, "{}"), joined("{}", all));
        for one in [&only_head, &only_disk] {
            // What lets something pass is gone, and what asks for something is there.
            assert!(one.ignore_wip.is_empty() && one.lint.ignore.is_empty() && one.ships_without_commit == Some(false));
            assert!(one.words.values().flatten().all(|word| word.word == "half"));
            assert_eq!(
                (one.depth.many_waves, one.checkpoint.threshold, one.checkpoint.unmeasured),
                (Some(4), Some(60), None)
            );
            assert_eq!((one.confirm_at_terminal, one.lint.fail_on_warning), (Some(true), Some(true)));
            assert_eq!((one.source_repos.len(), one.depth.destructive.len(), one.commands.len()), (1, 1, 1));
            assert!(one.execute_commit.is_some() && one.gates[0].done_word.is_some());
        }
    }

    #[test]
    fn of_two_thresholds_the_stricter_counts_whoever_has_it() {
        for (one, other, expected) in [("3", "5", 3), ("5", "8", 5), ("9", "2", 2)] {
            let with = |number: &str| format!("{{\"depth\": {{\"large_files\": {number}}}}}");
            for (head, disk) in [(one, other), (other, one)] {
                assert_eq!(joined(&with(head), &with(disk)).depth.large_files, Some(expected));
            }
        }
        let unmeasured = |head: &str, disk: &str| {
            let with = |word: &str| {
                if word.is_empty() {
                    "{}".to_owned()
                } else {
                    format!("{{\"checkpoint\": {{\"unmeasured\": \"{word}\"}}}}")
                }
            };
            joined(&with(head), &with(disk)).checkpoint.unmeasured
        };
        assert_eq!(unmeasured("note", "note"), Some(Unmeasured::Note));
        assert_eq!((unmeasured("note", ""), unmeasured("", "note")), (None, None));
        assert_eq!(
            (unmeasured("stop", "note"), unmeasured("", "stop")),
            (Some(Unmeasured::Stop), Some(Unmeasured::Stop))
        );
    }

    #[test]
    fn an_edit_gives_no_gate_another_artifact_and_no_word_a_milder_meaning() {
        let gate = |name: &str, rest: &str| format!("{{\"gates\": {{\"{name}\": {{{rest}}}}}}}");
        let told = |pipeline: &Pipeline| {
            let gate = &pipeline.gates[0];
            (gate.artifact.clone().unwrap_or_default(), gate.done_word.clone().unwrap_or_default())
        };
        let told = |head: &str, disk: &str| told(&joined(head, disk));
        let pair = |artifact: &str, word: &str| (artifact.to_owned(), word.to_owned());
        let old = gate("own", "\"artifact\": \"OLD\"");
        assert_eq!(told(&old, &gate("own", "\"artifact\": \"NEW\", \"done_word\": \"tried\"")), pair("OLD", "tried"));
        assert_eq!(told("{}", &gate("asked", "\"artifact\": \"NEW\"")), pair("", ""));
        assert_eq!(told("{}", &gate("new", "\"artifact\": \"NEW\"")), pair("NEW", ""));
        let words = |means: &str| format!("{{\"words\": {{\"SECURITY\": {{\"{means}\": [\"half way\"]}}}}}}");
        for (head, disk, expected) in [
            ("done", "done", Some(Meaning::Done)),
            ("done", "open", Some(Meaning::Open)),
            ("open", "done", Some(Meaning::Open)),
        ] {
            let joined = joined(&words(head), &words(disk));
            assert_eq!(joined.words[&Kind::Security].first().map(|word| word.meaning), expected, "{head} {disk}");
        }
        assert!(joined(&words("done"), "{}").words[&Kind::Security].is_empty());
    }
}
