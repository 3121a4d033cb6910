//! The tests that see the whole: one binary, a module per concern.

mod common;
mod formats;
mod git_oracle;
mod house;
mod tables;
