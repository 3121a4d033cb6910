//! The commands: each gathers, decides and reports by calling the rooms that can.

mod demo;
mod explain;
mod print;
mod route;
mod status;

use anyhow::Result;

use crate::engine::exit::Outcome;
use crate::request::{Request, Task};

/// Carries out a request.
///
/// # Errors
/// A [`crate::engine::failure::Failure`] where the request or the place is at fault, else the error of the stream.
pub fn run(request: &Request) -> Result<Outcome> {
    match &request.task {
        Task::Survey => status::run(request),
        Task::Route(ask) => route::run(ask, request.answer),
        Task::Steps(ask) => route::steps(ask, request.answer),
        Task::Classify(ask) => route::classify(ask, request.answer),
        Task::ExplainPhase(ask) => route::explain(ask, request.answer),
        Task::ExplainTable(id) => explain::run(id),
        Task::Demo(dir) => demo::run(dir.as_deref()),
        Task::Print(what) => print::run(what),
    }
}
