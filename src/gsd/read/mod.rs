//! GSD's files into plain values.
//!
//! Most readers take bytes and open nothing: [`content`] says of any artifact whether it is finished and what it means; the
//! others take out what a kind declares. `Source::of(bytes)` then `source.artifact()` parts a file once for all of them.
//! [`project`] and [`phase`] do the opening, with [`layout`] and [`files`] for folders and [`history`] for commits.

pub mod artifact;
pub mod config;
mod config_in_force;
pub mod containers;
pub mod content;
#[cfg(test)]
mod content_tests;
pub mod facts;
pub mod files;
pub mod handoff;
pub mod history;
mod json;
pub mod layout;
mod lines;
pub mod marks;
pub mod outline;
pub mod paths;
pub mod phase;
pub mod plan;
pub mod project;
mod prose;
pub mod review;
pub mod roadmap;
pub mod setup;
pub mod spec;
pub mod state;
mod statements;
mod status;
pub mod summary;
mod table;
mod token;
pub mod uat;
pub mod verification;
