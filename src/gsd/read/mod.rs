//! GSD's files into plain values: bytes in, evidence out; nothing here opens a file.

pub mod artifact;
pub mod content;
pub mod prose;
