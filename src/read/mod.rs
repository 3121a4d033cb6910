//! Reading everything that is no git object: files below a root, the environment, and what bytes say. Nothing here changes
//! anything.

pub mod again;
pub mod announced;
pub mod compared;
pub mod confined;
pub mod context;
pub mod damage;
pub mod env;
pub mod frontmatter;
pub mod given;
pub mod held;
pub mod hidden;
pub mod listing;
pub mod markdown;
pub mod seen;
pub mod text;
pub mod yaml;
