//! The commands: each gathers, decides and reports by calling the rooms that can.

mod demo;
mod evidence;
mod explain;
mod init;
mod lint;
mod lock;
mod of_nothing;
mod print;
mod recover;
mod route;
mod status;

use anyhow::Result;

use crate::engine::ask::PhaseAsk;
use crate::engine::exit::Outcome;
use crate::engine::failure::Failure;
use crate::engine::quota::failed;
use crate::engine::report::Report;
use crate::methodology;
use crate::read::given;
use crate::request::{From, Request, Task};

/// Carries out a request.
///
/// # Errors
/// A [`crate::engine::failure::Failure`] where the request or the place is at fault, else the error of the stream.
pub fn run(request: &Request) -> Result<Outcome> {
    if let (From::RepositoryToDump, Some(ask)) = (&request.from, request.task.phase()) {
        return evidence::dump(ask);
    }
    match &request.task {
        Task::Survey { oneline } => status::run(request, *oneline),
        Task::Route(ask) => route::run(&report(&request.from, ask)?, request.answer),
        Task::Steps(ask) => route::steps(&report(&request.from, ask)?, request.answer),
        Task::Classify(ask) => {
            let classifies = request.from != From::Repository || methodology::detect(&ask.place)?.0.classifies();
            if !classifies {
                return Err(methodology::not_classified().into());
            }
            let mut report = report(&request.from, ask)?;
            if request.from == From::Repository {
                lock::ask_whether_refused(ask, &mut report)?;
            }
            route::classify(&report, request.answer)
        }
        Task::Recover(task) => recover::run(task, request.answer),
        Task::Lock(task) => lock::run(task, request.answer),
        Task::Diagnose(ask, words) => {
            // What is at fault on the command line comes before what takes time.
            let failure = words.as_deref().map(given::text).transpose()?.map(|text| failed(&text));
            let report = Report { failure, ..report(&request.from, ask)? };
            route::diagnose(&report, request.answer)
        }
        Task::ExplainStep(ask, step) => route::explain_step(&report(&request.from, ask)?, step, request.answer),
        Task::ExplainPhase(ask) => route::explain(&report(&request.from, ask)?, request.answer),
        Task::Lint(ask) => lint::run(ask, request.answer),
        Task::ExplainTable(id) => explain::run(id, request.answer),
        Task::Init(init) => init::run(request, *init),
        Task::OfNothing(command) => Err(of_nothing::refusal(command, &request.place).into()),
        Task::Demo(dir, gse) => demo::run(dir.as_deref(), *gse, request.answer),
        Task::Print(what) => print::run(what),
    }
}

fn report(from: &From, ask: &PhaseAsk) -> Result<Report, Failure> {
    match from {
        From::Dump(file) => evidence::replay(file, ask),
        From::Repository | From::RepositoryToDump => {
            let (methodology, note) = methodology::detect(&ask.place)?;
            let mut report = methodology.report(ask)?;
            report.warnings.extend(note);
            Ok(report)
        }
    }
}
