//! Readers: bytes and folders into plain values. Nothing here decides, and nothing here writes.

pub mod confined;
pub mod env;
pub mod frontmatter;
pub mod markdown;
pub mod text;
pub mod yaml;
