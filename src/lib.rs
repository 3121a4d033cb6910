//! Says where a phase of agent-built software really is, what comes next, and what may not be skipped.
//!
//! The house: [`engine`] decides and is pure; [`git`] and [`read`] read and change nothing; [`write`] alone changes anything;
//! [`gsd`] is a methodology (tables, a situation, readers); [`output`] alone prints; [`commands`] ties them together.
//! `docs/architecture.md` has the picture and says where a new line belongs; `tests/integration/house.rs` keeps the walls.

pub mod engine;
pub mod gsd;
pub mod write;
