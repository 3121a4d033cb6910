//! Opens what GSD left: the project, its folders, the files and the history of one phase. What the bytes say is read in
//! [`super::text`].

pub mod classify;
mod compared;
pub mod containers;
pub mod files;
pub mod gates;
pub mod history;
pub mod layout;
pub mod lines;
pub mod locks;
pub mod marks;
pub mod past;
pub mod phase;
pub mod project;
pub mod seen;
pub mod setup;
pub mod subjects;
pub mod touched;
pub mod uncommitted;
pub mod wip;
