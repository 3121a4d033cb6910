//! GSD's files as text: bytes in, plain values out; nothing here opens a file.
//!
//! [`content`] says of any artifact whether it is finished and what it means; the other readers take out what a kind declares
//! ([`facts`] puts them together). `Source::of(bytes)` then `source.artifact()` parts a file once for all of them.

pub mod artifact;
pub mod code;
pub mod config;
pub mod config_in_force;
pub mod content;
#[cfg(test)]
mod content_tests;
pub mod ending;
pub mod facts;
pub mod handoff;
pub mod insert;
mod json;
pub mod layers;
pub mod ledger;
mod lines;
pub mod locks;
pub mod mentions;
pub mod outline;
pub mod paths;
pub mod pipeline;
pub mod pipeline_in_force;
pub mod place;
pub mod places;
pub mod placing;
pub mod plan;
pub mod progress;
mod prose;
pub mod review;
pub mod roadmap;
pub mod several;
pub mod sides;
pub mod spec;
pub mod spots;
pub mod state;
mod statements;
mod status;
mod strict;
pub mod summary;
pub mod surfaces;
mod table;
mod token;
pub mod uat;
pub mod verification;
