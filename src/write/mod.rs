//! Everything that changes anything: the only folder whose code writes files or starts `git` to write.

pub mod demo;
mod disk;
pub mod error;
pub mod git;
mod hands;
pub mod lock;
pub mod recover;
pub mod replace;
pub mod steps;
