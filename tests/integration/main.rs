//! The tests that see the whole: one binary, a module per concern.

#![expect(clippy::unwrap_used, reason = "a test that meets what it does not expect has failed")]
#![expect(clippy::disallowed_methods, reason = "tests pass on where programs are, and ask whether to rewrite the docs")]

mod archives;
#[cfg(unix)]
mod ci_examples;
mod common;
mod demo;
mod docs;
mod formats;
mod git_branches;
mod git_graph;
#[cfg(unix)]
mod git_held;
mod git_hidden;
mod git_loose;
mod git_merge_base;
mod git_oracle;
mod git_quiet;
mod gse;
#[cfg(unix)]
mod hostile;
#[cfg(test)]
mod house;
mod init;
mod lint;
#[cfg(unix)]
mod locking;
mod metamorphic;
mod mutated;
#[cfg(unix)]
mod owner;
mod progress;
mod quiet;
#[cfg(unix)]
mod recovery;
mod replay;
mod scenarios;
mod tables;
