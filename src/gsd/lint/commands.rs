//! Commands of the config that the project's own folder of commands lacks.
//!
//! Commands may be installed for a user alone, so silence of the project proves nothing. Only where it keeps others of the same
//! family (`/gsd-…`) is one that is not among them missed.

use std::collections::BTreeMap;

use super::evidence::{ConfigFile, Evidence};
use super::rules::config::UNKNOWN_COMMAND;
use crate::engine::lint::Finding;
use crate::engine::path::RepoPath;
use crate::gsd::text::places::below;
use crate::gsd::text::surfaces::nearest;

/// The folders in which a project keeps commands, and what follows a command's name there.
///
/// Source: Claude Code: `commands/a.md` is `/a`, `commands/a/b.md` is `/a:b`, `skills/a/SKILL.md` is `/a`.
const KEPT: &[(&str, &str)] = &[(".claude/commands", ".md"), (".claude/skills", "/SKILL.md")];

/// The findings of this rule.
pub fn findings(evidence: &Evidence, file: &ConfigFile) -> Vec<Finding> {
    let pipeline = &file.now.settings.pipeline;
    let of_steps =
        pipeline.commands.iter().map(|(step, command)| (below("pipeline.commands", step.row().name), command));
    let of_gates = pipeline.gates.iter().filter_map(|gate| {
        let path = below(&below("pipeline.gates", &gate.name), "command");
        Some((path, gate.command.as_ref()?))
    });
    let mut asked = of_steps.chain(of_gates).peekable();
    if asked.peek().is_none() {
        return Vec::new();
    }
    let kept = kept(evidence);
    let finding = |(path, command): (String, &String)| {
        let name = named(command)?;
        let family = family(&name)?;
        let known: Vec<&str> = kept.keys().map(String::as_str).filter(|known| known.starts_with(family)).collect();
        if known.is_empty() || known.contains(&name.as_str()) {
            return None;
        }
        let example = kept.get(known.first().copied()?)?;
        let message = format!("{path}: there is no command `/{name}`, and the project keeps others of `/{family}…`");
        let finding = file.finding(&UNKNOWN_COMMAND, file.places.value(&path), &path, message);
        let fix = nearest(&name, &known).map(|meant| format!("write `/{meant}`"));
        Some(Finding { fix, evidence: vec![example.to_string()], ..finding })
    };
    asked.filter_map(finding).collect()
}

/// The commands that the project keeps, each with its file.
fn kept(evidence: &Evidence) -> BTreeMap<String, &RepoPath> {
    let mut kept = BTreeMap::new();
    for (folder, end) in KEPT {
        for root in [RepoPath::default(), evidence.project.clone()] {
            let folder = root.join(folder);
            let near = evidence.files.range(folder.clone()..);
            // What sorts between the folder and its files begins like it all the same.
            for path in near.take_while(|path| path.as_bytes().starts_with(folder.as_bytes())) {
                let below = path.below(&folder);
                let name = below.as_ref().and_then(|below| below.as_str()?.strip_suffix(end).map(spelt));
                kept.extend(name.map(|name| (name, path)));
            }
        }
    }
    kept
}

/// The name of a slash command, without what it is told; none for another program.
fn named(command: &str) -> Option<String> {
    let name = command.split_whitespace().next()?.strip_prefix('/')?;
    (!name.is_empty() && !name.contains('/')).then(|| spelt(name))
}

/// `gsd:plan`, `gsd/plan` and `gsd-plan` are one command.
fn spelt(name: &str) -> String {
    name.replace([':', '/'], "-")
}

/// The first word of a name, with its dash; none where there is but one.
fn family(name: &str) -> Option<&str> {
    name.find('-').and_then(|at| name.get(..=at))
}
