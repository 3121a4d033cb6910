//! Findings that the project puts up with, each for a reason; and entries that hide nothing.
//!
//! Nobody hides what they take back themselves: what a range takes back an entry hides where the range began with that entry, and
//! one that nobody committed hides nothing. What was found before the range as well, a range may put up with.

use super::evidence::{ConfigFile, Evidence, Version};
use super::rules::config::UNUSED_IGNORE;
use super::rules::find;
use crate::engine::glob::Matcher;
use crate::engine::lint::{Asks, Finding, Ignored, settle};
use crate::gsd::ids::PhaseId;
use crate::gsd::text::pipeline::Ignore;

/// Parts findings into those that stand and those that are ignored. An entry that hides nothing is a finding itself, where
/// everything was looked at that its rule asks for (`looked_at`).
pub fn apply(evidence: &Evidence, findings: Vec<Finding>, looked_at: &[Asks]) -> (Vec<Finding>, Vec<Ignored>) {
    let entries: Vec<(&ConfigFile, usize, &Ignore)> = evidence
        .configs
        .iter()
        .flat_map(|file| {
            let ignores = file.now.settings.pipeline.lint.ignore.iter().enumerate();
            ignores.map(move |(at, ignore)| (file, at, ignore))
        })
        .collect();
    let mut hides = vec![false; entries.len()];
    let (mut stand, mut ignored) = (Vec::new(), Vec::new());
    for finding in findings {
        let mut reason = None;
        for ((file, _, ignore), hides) in entries.iter().zip(&mut hides) {
            if finding.rule.can_be_ignored && is_meant(evidence, ignore, &finding) {
                // One that does not count yet is not without use.
                *hides = true;
                if counts(file, ignore, &finding) {
                    reason.get_or_insert_with(|| ignore.reason.clone());
                }
            }
        }
        match reason {
            Some(reason) => ignored.push(Ignored { finding, reason }),
            None => stand.push(finding),
        }
    }
    for ((file, at, ignore), _) in entries.iter().zip(&hides).filter(|(_, hides)| !**hides) {
        let Some(rule) = find(&ignore.rule) else { continue };
        let path = format!("pipeline.lint.ignore[{at}]");
        let message = if !rule.can_be_ignored {
            format!("{path}: {} cannot be ignored", rule.full_id())
        } else if looked_at.contains(&rule.asks) && !evidence.has_faults() {
            format!("{path}: nothing of {} is found there", rule.full_id())
        } else {
            continue;
        };
        let subject = format!("{} {}", ignore.rule, ignore.reason);
        stand.push(file.finding(&UNUSED_IGNORE, file.places.value(&path), &subject, message));
    }
    (settle(stand), ignored)
}

/// True where an entry of a config may hide a finding that it means.
fn counts(file: &ConfigFile, ignore: &Ignore, finding: &Finding) -> bool {
    let holds = |version: &Version| {
        let mut known = version.settings.pipeline.lint.ignore.iter();
        known.any(|known| known.is_as_wide_as(ignore))
    };
    file.head.as_ref().is_none_or(holds) && (finding.rule.asks != Asks::Range || holds(&file.before))
}

fn is_meant(evidence: &Evidence, ignore: &Ignore, finding: &Finding) -> bool {
    let is_there = ignore.path.as_ref().is_none_or(|glob| {
        Matcher::new(&[glob], &evidence.project).is_ok_and(|matcher| !matcher.matching(&finding.file).is_empty())
    });
    let is_phase = |asked: &String| {
        let id = |text: &str| PhaseId::parse(text);
        finding.phase.as_ref().is_some_and(|phase| phase == asked || (id(phase).is_some() && id(phase) == id(asked)))
    };
    finding.rule.is_called(&ignore.rule) && is_there && ignore.phase.as_ref().is_none_or(is_phase)
}
