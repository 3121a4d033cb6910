//! GSD's files into plain values: bytes in, evidence out; only `layout` looks at the disk, and only for names.

pub mod artifact;
pub mod config;
mod config_in_force;
pub mod containers;
pub mod content;
mod json;
pub mod layout;
mod lines;
pub mod prose;
pub mod roadmap;
pub mod state;
mod statements;
mod table;
mod token;
