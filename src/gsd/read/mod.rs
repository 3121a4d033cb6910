//! Readers of GSD's files: bytes in, values out. Only `layout` reads the disk.

pub mod config;
pub mod containers;
mod json;
pub mod layout;
pub mod roadmap;
pub mod state;
mod table;
mod token;
