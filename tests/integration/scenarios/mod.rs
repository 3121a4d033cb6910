//! Whole projects put before the binary: what the proposal promises, and what users of such tools met.

mod lock;
mod places;
mod promises;
mod promises_hostile;
mod promises_progress;
mod promises_uncommitted;
mod proposal;
mod recovery;
mod reports_complete;
mod reports_git;
mod reports_identity;
mod reports_parsing;
mod reports_resume;
