//! Readers of GSD's files: most take bytes and give values, and open nothing themselves; `layout` and its kin list folders.

pub mod artifact;
pub mod config;
pub mod containers;
pub mod content;
pub mod faults;
mod json;
pub mod layout;
pub mod phase;
pub mod project;
pub mod prose;
pub mod roadmap;
pub mod setup;
pub mod state;
mod table;
mod token;
