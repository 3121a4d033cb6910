//! Reading: files below a root, and the environment. Nothing here changes anything.

pub mod confined;
pub mod env;
