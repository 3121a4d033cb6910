//! One binary for all tests that need files, programs or a repository.

#![expect(clippy::unwrap_used, reason = "a test that meets what it does not expect has failed")]

mod common;
mod formats;
mod git_graph;
mod git_oracle;
mod git_quiet;
