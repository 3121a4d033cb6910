//! A workstream's `config.json` over the root's.
//!
//! A key that the workstream's file gives wins over the root's, but nothing that guards is lowered by it: the surfaces of both
//! hold, with the globs, gates, pins and floors of both; a word means what the root says; of two thresholds the stricter counts,
//! and lists that look for something are joined. What of the workstream's file does not count for that is told.

use std::fmt::Display;

use super::config::{Config, SWITCHES};
use super::pipeline::{CheckpointSettings, DepthSettings, GateDeclaration, LintSettings, Pipeline, Unmeasured};
use super::surfaces::Settings;

/// GSD's keys of a workstream over the root's.
#[must_use]
pub fn config_over(root: &Config, own: &Config) -> Config {
    let mut over = root.clone();
    over.switches.extend(own.switches.iter().map(|(switch, value)| (*switch, *value)));
    over.phase_commit_docs.extend(own.phase_commit_docs.iter().map(|(id, value)| (id.clone(), *value)));
    over.commit_docs = own.commit_docs.or(root.commit_docs);
    over.project_code = own.project_code.clone().or_else(|| root.project_code.clone());
    over.base_branch = own.base_branch.clone().or_else(|| root.base_branch.clone());
    over.ship = own.ship.clone().or_else(|| root.ship.clone());
    join(&mut over.sub_repos, &own.sub_repos);
    over
}

/// What a workstream's file switches off and the root's leaves on: the keys, which hold, for nothing is lowered without a word.
pub fn switched_off(root: &Config, own: &Config) -> Vec<&'static str> {
    let is_lowered =
        |row: &&super::config::SwitchRow| own.switches.get(&row.switch) == Some(&row.off) && root.is_on(row.switch);
    SWITCHES.iter().filter(is_lowered).map(|row| row.key).collect()
}

/// This tool's settings of a workstream over the root's, and what of the workstream's does not count.
#[must_use]
pub fn settings_over(root: &Settings, own: &Settings) -> (Settings, Vec<String>) {
    let mut told = Vec::new();
    let surfaces = root.surfaces.join(&own.surfaces);
    for surface in own.surfaces.surfaces.iter().filter(|surface| !surface.pinned) {
        if root.surfaces.get(&surface.name).is_some_and(|known| known.pinned) {
            told.push(format!("surfaces.{} stays pinned, as the root's config has it", surface.name));
        }
    }
    (Settings { surfaces, pipeline: pipeline_over(&root.pipeline, &own.pipeline, &mut told) }, told)
}

fn pipeline_over(root: &Pipeline, own: &Pipeline, told: &mut Vec<String>) -> Pipeline {
    let mut over = root.clone();
    for gate in &own.gates {
        match over.gates.iter_mut().find(|known| known.name == gate.name) {
            Some(known) => *known = gate_over(known, gate),
            None => over.gates.push(gate.clone()),
        }
    }
    for (kind, words) in &own.words {
        let known = over.words.entry(*kind).or_default();
        for word in words {
            match known.iter().find(|known| known.is_spelt(&word.word)) {
                Some(known) if known.meaning != word.meaning => {
                    told.push(format!(
                        "pipeline.words.{}: `{}` means what the root's config says",
                        kind.name(),
                        word.word
                    ));
                }
                Some(_) => {}
                None => known.push(word.clone()),
            }
        }
    }
    over.commands.extend(own.commands.iter().map(|(step, command)| (*step, command.clone())));
    over.execute_commit = own.execute_commit.clone().or(over.execute_commit);
    if !own.ignore_wip.is_empty() {
        over.ignore_wip.clone_from(&own.ignore_wip);
    }
    join(&mut over.source_repos, &own.source_repos);
    over.ships_without_commit = own.ships_without_commit.or(root.ships_without_commit);
    over.confirm_at_terminal = stricter("confirm", root.confirm_at_terminal, own.confirm_at_terminal, |yes| !yes, told);
    over.depth = depth_over(&root.depth, &own.depth, told);
    over.checkpoint = checkpoint_over(root.checkpoint, own.checkpoint, told);
    over.lint = lint_over(&root.lint, &own.lint, told);
    over
}

fn gate_over(root: &GateDeclaration, own: &GateDeclaration) -> GateDeclaration {
    GateDeclaration {
        name: own.name.clone(),
        artifact: own.artifact.clone().or_else(|| root.artifact.clone()),
        command: own.command.clone().or_else(|| root.command.clone()),
        after: own.after.or(root.after),
        done_word: own.done_word.clone().or_else(|| root.done_word.clone()),
        line: own.line,
    }
}

fn depth_over(root: &DepthSettings, own: &DepthSettings, told: &mut Vec<String>) -> DepthSettings {
    let mut destructive = root.destructive.clone();
    join(&mut destructive, &own.destructive);
    let mut least = |key: &str, root, own| stricter(format!("depth.{key}"), root, own, |number| number, told);
    DepthSettings {
        many_waves: least("many_waves", root.many_waves, own.many_waves),
        large_files: least("large_files", root.large_files, own.large_files),
        large_lines: least("large_lines", root.large_lines, own.large_lines),
        ambiguity: least("ambiguity", root.ambiguity, own.ambiguity),
        destructive,
    }
}

fn checkpoint_over(root: CheckpointSettings, own: CheckpointSettings, told: &mut Vec<String>) -> CheckpointSettings {
    let is_note = |unmeasured: Unmeasured| unmeasured == Unmeasured::Note;
    CheckpointSettings {
        threshold: stricter("checkpoint.threshold", root.threshold, own.threshold, |number| number, told),
        unmeasured: stricter("checkpoint.unmeasured", root.unmeasured, own.unmeasured, is_note, told),
    }
}

fn lint_over(root: &LintSettings, own: &LintSettings, told: &mut Vec<String>) -> LintSettings {
    let mut ignore = root.ignore.clone();
    join(&mut ignore, &own.ignore);
    let fail_on = stricter("lint.fail_on", root.fail_on_warning, own.fail_on_warning, |yes| !yes, told);
    LintSettings { ignore, fail_on_warning: fail_on }
}

/// Of two values the one with the smaller measure, which is the stricter.
fn stricter<T: Copy, M: Ord + Copy>(
    key: impl Display,
    root: Option<T>,
    own: Option<T>,
    measure: impl Fn(T) -> M,
    told: &mut Vec<String>,
) -> Option<T> {
    match (root, own) {
        (Some(root), Some(own)) if measure(own) > measure(root) => {
            told.push(format!("pipeline.{key} is stricter in the root's config, which counts"));
            Some(root)
        }
        (root, own) => own.or(root),
    }
}

fn join<T: Clone + PartialEq>(all: &mut Vec<T>, more: &[T]) {
    for item in more {
        if !all.contains(item) {
            all.push(item.clone());
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::engine::evidence::Meaning;
    use crate::gsd::artifacts::Kind;
    use crate::gsd::steps::Step;
    use crate::gsd::text::config::Switch;
    use crate::gsd::text::surfaces::load;

    fn over(root: &str, own: &str) -> (Settings, Vec<String>) {
        settings_over(&load(root.as_bytes()).unwrap(), &load(own.as_bytes()).unwrap())
    }

    #[test]
    fn a_key_of_the_workstream_wins_and_the_rest_is_the_roots() {
        let parse = |text: &str| Config::parse(text.as_bytes()).unwrap();
        let root = parse(
            r#"{"workflow": {"verifier": false, "ui_phase": true}, "commit_docs": true, "project_code": "AB", "git": {"base_branch": "main"}}"#,
        );
        let own =
            parse(r#"{"workflow": {"verifier": true, "ui_phase": false, "skip_discuss": true}, "commit_docs": false}"#);
        let config = config_over(&root, &own);
        assert!(config.is_on(Switch::Verifier) && !config.is_on(Switch::UiPhase) && !config.is_on(Switch::SkipDiscuss));
        assert_eq!((config.commit_docs, config.project_code.as_deref()), (Some(false), Some("AB")));
        assert_eq!(config.base_branch.as_deref(), Some("main"));
        assert_eq!(switched_off(&root, &own), ["ui_phase", "skip_discuss"]);
        assert_eq!(config_over(&root, &Config::default()), Config { surfaces: None, pipeline: None, ..root.clone() });
        let (settings, told) = over(
            r#"{"pipeline": {"commands": {"plan": "a", "ship": "b"}, "ship": "none", "ignore_wip": ["x/**"], "execute_commit": "(?P<phase>1)(?P<plan>2)"}}"#,
            r#"{"pipeline": {"commands": {"plan": "c"}, "ship": "commit", "ignore_wip": ["y/**"]}}"#,
        );
        let pipeline = settings.pipeline;
        assert_eq!((pipeline.commands[&Step::Plan].as_str(), pipeline.commands[&Step::Ship].as_str()), ("c", "b"));
        assert_eq!((pipeline.ships_without_commit, pipeline.ignore_wip[0].written()), (Some(false), "y/**"));
        assert!(pipeline.execute_commit.is_some() && told.is_empty());
    }

    #[test]
    fn a_workstream_adds_surfaces_and_loses_no_pin() {
        let (settings, told) = over(
            r#"{"surfaces": {"pay": {"globs": ["pay/**"], "gates": ["secure"], "pinned": true, "depth_floor": "deep"}}}"#,
            r#"{"surfaces": {"pay": {"globs": ["bills/**"], "gates": ["validate"]}, "web": {"globs": ["web/**"]}}}"#,
        );
        let pay = settings.surfaces.get("pay").unwrap();
        assert!(pay.pinned && pay.depth_floor.is_some() && pay.globs().count() == 2);
        assert_eq!(pay.gates, ["secure", "validate"]);
        assert!(settings.surfaces.get("web").is_some());
        assert_eq!(told, ["surfaces.pay stays pinned, as the root's config has it"]);
    }

    #[test]
    fn of_two_guards_the_stricter_counts_and_the_other_is_told() {
        let text = |threshold: u32, unmeasured: &str, waves: u32, fail_on: &str, confirm: &str| {
            format!(
                r#"{{"pipeline": {{"checkpoint": {{"threshold": {threshold}, "unmeasured": "{unmeasured}"}}, "confirm": "{confirm}",
                "depth": {{"many_waves": {waves}, "destructive": ["wipe{waves}"]}}, "lint": {{"fail_on": "{fail_on}"}}}}}}"#
            )
        };
        let (strict, loose) = (text(40, "stop", 3, "warning", "terminal"), text(80, "note", 9, "error", "default"));
        for (root, own, lowered) in [(&strict, &loose, 5), (&loose, &strict, 0)] {
            let (settings, told) = over(root, own);
            let pipeline = settings.pipeline;
            assert_eq!(pipeline.checkpoint.threshold, Some(40));
            assert_eq!(pipeline.checkpoint.unmeasured, Some(Unmeasured::Stop));
            assert_eq!((pipeline.depth.many_waves, pipeline.depth.destructive.len()), (Some(3), 2));
            assert_eq!((pipeline.lint.fail_on_warning, pipeline.confirm_at_terminal), (Some(true), Some(true)));
            assert_eq!(told.len(), lowered, "{told:?}");
        }
    }

    #[test]
    fn a_workstream_adds_words_and_gates_and_moves_none() {
        let (settings, told) = over(
            r#"{"pipeline": {"words": {"SUMMARY": {"open": ["nearly"]}}, "gates": {"load-test": {"artifact": "A.md", "done_word": "green"}}}}"#,
            r#"{"pipeline": {"words": {"SUMMARY": {"done": ["Nearly", "landed"]}}, "gates": {"load-test": {"command": "go"}, "soak": {}}}}"#,
        );
        let words = &settings.pipeline.words[&Kind::Summary];
        let shown: Vec<(&str, Meaning)> = words.iter().map(|word| (word.word.as_str(), word.meaning)).collect();
        assert_eq!(shown, [("nearly", Meaning::Open), ("landed", Meaning::Done)]);
        assert_eq!(told.len(), 1);
        let gates = &settings.pipeline.gates;
        assert_eq!(
            (gates.len(), gates[0].done_word.as_deref(), gates[0].command.as_deref()),
            (2, Some("green"), Some("go"))
        );
    }

    #[test]
    fn what_both_configs_say_alike_is_not_told() {
        let word =
            |meaning: &str| format!(r#"{{"pipeline": {{"words": {{"VERIFICATION": {{"{meaning}": ["fine"]}}}}}}}}"#);
        assert_eq!(over(&word("done"), &word("done")).1, [] as [&str; 0]);
        assert_eq!(over(&word("done"), &word("failed")).1.len(), 1);
        let measure = |root: Option<u8>, own: Option<u8>| {
            let mut told = Vec::new();
            (stricter("key", root, own, |value| value, &mut told), told.len())
        };
        for (root, own, counts, told) in [
            (Some(1), Some(2), Some(1), 1),
            (Some(1), Some(1), Some(1), 0),
            (Some(2), Some(1), Some(1), 0),
            (Some(1), None, Some(1), 0),
            (None, Some(1), Some(1), 0),
        ] {
            assert_eq!(measure(root, own), (counts, told), "{root:?} {own:?}");
        }
    }
}
