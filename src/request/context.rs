//! How full the context of whoever asks is: what was typed, else what the environment says, else what the session measured.

use crate::cli::ContextOptions;
use crate::engine::checkpoint::{Context, Ratio, Utilization};
use crate::engine::escape::escape;
use crate::engine::failure::Failure;
use crate::output;
use crate::read::context;
use crate::read::env::{self, Var};

/// Resolves it.
///
/// # Errors
/// What was given is no utilization.
pub(super) fn of(options: &ContextOptions) -> Result<Context, Failure> {
    Ok(Context { utilization: utilization(options)?, at_terminal: output::is_terminal() })
}

/// True where it was typed.
pub(super) fn is_given(options: &ContextOptions) -> bool {
    options.context.is_some() || options.context_used.is_some() || options.context_window.is_some()
}

fn utilization(options: &ContextOptions) -> Result<Utilization, Failure> {
    if let Some(text) = &options.context {
        return percent(text, "--context");
    }
    if let (Some(used), Some(window)) = (options.context_used, options.context_window) {
        let ratio = Ratio::of(used, window).ok_or_else(|| {
            Failure::usage("context", "`--context-window 0` is a window of nothing").remedy("give its size in tokens")
        })?;
        return Ok(Utilization::Measured { ratio, source: "--context-used of --context-window".to_owned() });
    }
    match env::get(Var::Context) {
        Some(text) => percent(&text.to_string_lossy(), "PHASE_PIPELINE_CONTEXT"),
        None => Ok(context::of_session()),
    }
}

fn percent(text: &str, source: &str) -> Result<Utilization, Failure> {
    let ratio = Ratio::percent(text).ok_or_else(|| {
        Failure::usage("context", format!("{source}: `{}` is no percentage", escape(text)))
            .remedy("give the used part of the context in percent, e.g. 63")
    })?;
    Ok(Utilization::Measured { ratio, source: source.to_owned() })
}
