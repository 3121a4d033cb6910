//! The pure half: it decides from evidence that somebody else has read.
//!
//! Nothing here opens a file, asks the environment, starts a program or panics, and nothing here knows a methodology. Every
//! function is total: what is damaged is a variant of the evidence, never an error. `tests/integration/house.rs` keeps it so.
#![deny(clippy::expect_used, clippy::panic, clippy::indexing_slicing)]

pub mod activate;
pub mod ask;
pub mod by_git;
pub mod change;
pub mod checkpoint;
pub mod classify;
pub mod closed;
pub mod conclude;
pub mod cycle;
pub mod damage;
pub mod depth;
pub mod destructive;
pub mod diagnosis;
pub mod escape;
pub mod evidence;
pub mod exit;
pub mod failure;
pub mod glob;
pub mod journal;
pub mod kept;
pub mod life;
pub mod likeness;
pub mod lint;
pub mod lock;
pub mod moves;
pub mod object;
pub mod obstacle;
pub mod own;
pub mod path;
pub mod propose;
pub mod prospect;
pub mod quiet;
pub mod quota;
pub mod recovery;
pub mod report;
pub mod reverts;
pub mod row;
pub mod step;
pub mod surface;
pub mod table;
pub mod touched;
#[cfg(test)]
mod word_tests;
pub mod words;
