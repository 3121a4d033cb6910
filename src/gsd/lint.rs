//! Checks classifications and artifacts, for CI: rules as data, and for each family a function from evidence to findings.
//!
//! To add a rule, write one entry into a table of [`rules`] and the arm that finds it into the file of its family. The examples of
//! the entry are its tests.

pub mod artifacts;
pub mod commands;
pub mod config;
pub mod evidence;
pub mod held;
pub mod ignores;
pub mod ledgers;
pub mod locks;
pub mod lost;
pub mod phase;
pub mod plans;
pub mod range;
pub mod rules;

use evidence::Evidence;

use crate::engine::lint::{Finding, settle};
use crate::gsd::side_by_side::side_by_side;

/// Everything that the rules find.
pub fn findings(evidence: &Evidence) -> Vec<Finding> {
    let mut findings = config::findings(evidence);
    findings.extend(range::findings(evidence));
    let look = |phase| phase::Looked::new(evidence, phase);
    let phases: Vec<phase::Looked<'_>> = evidence.phases.iter().map(look).collect();
    findings.extend(side_by_side(phases.iter().collect(), &phase::Looked::findings).into_iter().flatten());
    findings.extend(lost::findings(evidence));
    findings.extend(ledgers::findings(evidence, &phases));
    settle(findings)
}
