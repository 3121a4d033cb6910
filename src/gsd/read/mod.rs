//! Readers of GSD's files: most take bytes and give values, and open nothing themselves; `layout` and its kin list folders.

pub mod artifact;
pub mod config;
pub mod containers;
pub mod content;
pub mod faults;
mod json;
pub mod layout;
pub mod mentions;
pub mod paths;
pub mod phase;
pub mod pipeline;
pub mod placing;
pub mod project;
pub mod prose;
pub mod roadmap;
pub mod setup;
pub mod state;
mod strict;
pub mod surfaces;
mod table;
mod token;
