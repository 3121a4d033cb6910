//! What several tests share.

pub(crate) mod bin;
pub(crate) mod repo;
pub(crate) mod rewrite;
