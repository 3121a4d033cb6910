//! GSE-One: sprints below `.gse/`, worked from collect to integrate. A thin slice: routing, recovery, guards.
//!
//! Tables (`activities`, `go`, `guards`, `tasks`, `choices`, `shapes`) say what there is; readers turn files into evidence; the
//! situation says what the evidence amounts to; the rows decide.

pub mod activities;
pub mod answer;
pub mod assess;
pub mod case;
pub mod choices;
pub mod claims;
pub mod decide;
pub mod evidence;
pub mod go;
pub mod guards;
pub mod ids;
pub mod left;
pub mod lint;
pub mod read;
pub mod runs;
pub mod shapes;
pub mod situation;
pub mod tables;
pub mod tasks;
pub mod text;
