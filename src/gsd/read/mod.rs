//! Opens what GSD left: the project, its folders, the files and the history of one phase. What the bytes say is read in
//! [`super::text`].

pub mod base;
pub mod branches;
pub mod classify;
pub mod containers;
pub mod documents;
pub mod files;
pub mod folder;
pub mod gates;
pub mod history;
pub mod ignored;
pub mod in_flight;
pub mod layout;
pub mod lines;
pub mod lint;
pub mod lint_locks;
mod lint_lost;
pub mod lint_phase;
pub mod locks;
mod lost_plans;
pub mod marks;
pub mod memo;
pub mod moved;
pub mod past;
pub mod phase;
pub mod project;
pub mod recurring;
pub mod repositories;
pub mod settings;
pub mod setup;
pub mod subjects;
pub mod told;
pub mod touched;
pub mod tracked;
pub mod uncommitted;
pub mod wip;
