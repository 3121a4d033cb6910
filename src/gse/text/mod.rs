//! What the bytes of one state file or artifact say. Nothing here opens a file.

pub mod backlog;
pub mod config;
pub mod document;
pub mod markdown;
pub mod plan;
pub mod profile;
pub mod status;
