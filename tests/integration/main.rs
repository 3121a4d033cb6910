//! The tests that see the whole: one binary, a module per concern.

#![expect(clippy::unwrap_used, reason = "a test that meets what it does not expect has failed")]

mod common;
mod formats;
mod git_graph;
mod git_oracle;
mod git_quiet;
#[cfg(test)]
mod house;
mod tables;
