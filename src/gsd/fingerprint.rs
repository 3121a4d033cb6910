//! The digest of every setting that classification reads: two locks with one digest were written under the same rules.

use super::text::pipeline::{DepthSettings, Pipeline};
use super::text::surfaces::Settings;
use crate::engine::glob::Glob;
use crate::engine::lock::Digest;
use crate::engine::surface::Surface;

/// The digest. Whatever else stands in the config may change without changing it, and so may the order and layout of the file.
pub fn fingerprint(settings: &Settings) -> Digest {
    let Settings { surfaces, pipeline } = settings;
    let mut lines: Vec<String> = surfaces.surfaces.iter().flat_map(of_surface).collect();
    lines.extend(of_pipeline(pipeline));
    Digest::of(lines.iter().map(String::as_str))
}

/// Every field is named, so that a new one is not forgotten.
fn of_surface(surface: &Surface) -> Vec<String> {
    let Surface { name, lists, gates, pinned, destructive_pins_depth, depth_floor, keywords, was, line: _ } = surface;
    let globs: Vec<Vec<&str>> = lists.iter().map(|list| list.iter().map(Glob::written).collect()).collect();
    vec![
        format!("surface {name:?} {pinned} {destructive_pins_depth:?} {depth_floor:?}"),
        format!("globs {globs:?}"),
        format!("gates {gates:?}"),
        format!("keywords {keywords:?}"),
        format!("was {was:?}"),
    ]
}

/// What says which commits execute, which of the uncommitted source counts, where source lies, and where depth begins.
fn of_pipeline(pipeline: &Pipeline) -> Vec<String> {
    let Pipeline {
        gates: _,
        words: _,
        commands: _,
        execute_commit,
        ignore_wip,
        source_repos,
        ships_without_commit: _,
        confirm_at_terminal: _,
        depth,
        checkpoint: _,
        lint: _,
    } = pipeline;
    let DepthSettings { many_waves, large_files, large_lines, ambiguity, destructive } = depth;
    let ignored: Vec<&str> = ignore_wip.iter().map(Glob::written).collect();
    vec![
        format!("executes {execute_commit:?}"),
        format!("ignored {ignored:?}"),
        format!("repositories {source_repos:?}"),
        format!("depth {many_waves:?} {large_files:?} {large_lines:?} {ambiguity:?} {destructive:?}"),
    ]
}

#[cfg(test)]
mod tests {
    use super::super::text::surfaces::load;
    use super::*;

    fn of(config: &str) -> Digest {
        fingerprint(&load(config.as_bytes()).unwrap())
    }

    const MAP: &str = r#"{"surfaces": {"pay": {"globs": ["src/pay/**"], "gates": ["secure"], "pinned": true}}}"#;

    #[test]
    fn layout_and_what_classification_never_reads_change_nothing() {
        for other in [
            MAP.replace(", ", ",\n\n  "),
            MAP.replace("{\"surfaces\"", "{\"workflow\": {\"code_review\": false}, \"surfaces\""),
            MAP.replace("}}}", "}}, \"pipeline\": {\"checkpoint\": {\"threshold\": 50}, \"confirm\": \"terminal\"}}"),
        ] {
            assert_eq!(of(&other), of(MAP), "{other}");
        }
    }

    #[test]
    fn every_setting_that_classification_reads_changes_it() {
        let with = |field: &str| MAP.replace("\"pinned\": true", &format!("\"pinned\": true, {field}"));
        let below = |field: &str| MAP.replace("}}}", &format!("}}}}, \"pipeline\": {{{field}}}}}"));
        let mut seen = vec![of(MAP)];
        for other in [
            MAP.replace("src/pay", "src/paid"),
            MAP.replace("secure", "validate"),
            MAP.replace("true", "false"),
            MAP.replace("\"pay\"", "\"paid\""),
            with("\"depth_floor\": \"deep\""),
            with("\"destructive_pins_depth\": \"deep\""),
            with("\"keywords\": [\"invoice\"]"),
            with("\"was\": \"billing\""),
            below("\"depth\": {\"many_waves\": 5}"),
            below("\"depth\": {\"large_files\": 5}"),
            below("\"depth\": {\"large_lines\": 5}"),
            below("\"depth\": {\"ambiguity\": 0.3}"),
            below("\"depth\": {\"destructive\": [\"wipe\"]}"),
            below("\"execute_commit\": \"^(?P<phase>[0-9]+)\\\\.(?P<plan>[0-9]+) \""),
            below("\"source_repos\": [\"web\"]"),
            below("\"ignore_wip\": [\"notes/**\"]"),
        ] {
            let digest = of(&other);
            assert!(!seen.contains(&digest), "{other}");
            seen.push(digest);
        }
    }
}
