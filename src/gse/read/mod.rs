//! Opens what GSE-One left: the project, its state files, and the folder of one sprint. What the bytes say is read in
//! [`super::text`].

pub mod left;
pub mod project;
pub mod sprint;
pub mod trees;
