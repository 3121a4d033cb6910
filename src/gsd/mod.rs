//! GSD: phases below `.planning/`, worked from research to ship.
//!
//! Tables (`steps`, `artifacts`, `words`, …) say what there is; readers turn files and history into evidence; the situation
//! says what the evidence amounts to; the rows decide.

pub mod advances;
pub mod announce;
pub mod answer;
pub mod artifacts;
pub mod assess;
mod at_once;
pub mod case;
pub mod checkpoints;
pub mod claims;
pub mod cycle;
pub mod decide;
pub mod diagnosis;
pub mod evidence;
pub mod findings;
pub mod fingerprint;
pub mod folders;
pub mod ids;
pub mod lines;
pub mod lint;
pub mod locking;
pub mod measures;
pub mod names;
pub mod next;
pub mod owed;
pub mod pairs;
pub mod plans;
pub mod predecessors;
pub mod proposal;
pub mod quick;
pub mod read;
pub mod remarks;
pub mod replaced;
pub mod resume;
pub mod reviews;
pub mod runs;
#[cfg(test)]
mod samples;
pub mod scopes;
pub mod short;
mod side_by_side;
pub mod situation;
pub mod source_left;
pub mod standing;
pub mod starters;
pub mod steps;
pub mod tables;
pub mod text;
pub mod verdicts;
pub mod waivers;
pub mod wip;
pub mod words;
