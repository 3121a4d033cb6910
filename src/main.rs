//! Parses, runs, and turns the outcome into an exit code; everything else is in the library.

use std::process::ExitCode;

fn main() -> ExitCode {
    ExitCode::from(phase_pipeline::run(std::env::args_os()))
}
