//! GSD's files into plain values: bytes in, evidence out; nothing here opens a file.
//!
//! [`content`] says of any artifact whether it is finished and what it means; the other readers take out what a kind declares.
//! `Source::of(bytes)` then `source.artifact()` parts a file once for all of them.

pub mod artifact;
pub mod content;
#[cfg(test)]
mod content_tests;
pub mod handoff;
pub mod outline;
pub mod paths;
pub mod plan;
mod prose;
pub mod review;
pub mod spec;
mod status;
pub mod summary;
pub mod uat;
pub mod verification;
