//! Whole projects put before the binary: what the proposal promises, and what users of such tools met.

mod acknowledged;
mod answers;
mod branches;
mod checkpoints;
mod cut_off;
mod lock;
mod lost_plans;
#[cfg(unix)]
mod no_file;
mod offered;
mod places;
mod predecessors;
mod printed_commands;
mod promises;
mod promises_hostile;
mod promises_hostile_lists;
mod promises_progress;
mod promises_raise;
mod promises_shallow;
mod promises_uncommitted;
mod proposal;
mod quick;
mod readings;
pub(crate) mod recovery;
mod recovery_endings;
mod recovery_pairs;
mod reports_complete;
mod reports_git;
mod reports_globs;
mod reports_identity;
mod reports_parsing;
mod reports_resume;
#[cfg(unix)]
mod repositories;
mod settings;
mod silent;
mod torn;
