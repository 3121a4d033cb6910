//! What several tests share.

pub(crate) mod answer;
pub(crate) mod bin;
pub(crate) mod project;
pub(crate) mod repo;
pub(crate) mod resume;
pub(crate) mod rewrite;
pub(crate) mod texts;
