//! GSD: phases below `.planning/`, worked from research to ship.
//!
//! Tables (`steps`, `artifacts`, `words`, …) say what there is; readers turn files and history into evidence; the situation
//! says what the evidence amounts to; the rows decide.

pub mod artifacts;
pub mod findings;
pub mod folders;
pub mod ids;
pub mod names;
pub mod pairs;
pub mod scopes;
pub mod steps;
pub mod words;
