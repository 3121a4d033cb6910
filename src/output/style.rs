//! What a colour stands for. Renderers name the meaning; whether it is coloured at all is decided when it is written.

use anstyle::{AnsiColor, Effects, Style};

use crate::engine::activate::State;
use crate::engine::exit::Outcome;
use crate::engine::report::StepMark;

/// What the decision line says first.
pub(super) const STRONG: Style = Style::new().effects(Effects::BOLD);
/// What a reader may pass over.
pub(super) const FAINT: Style = Style::new().effects(Effects::DIMMED);
/// What a reader should look at.
pub(super) const WARNING: Style = AnsiColor::Yellow.on_default();
/// What went wrong.
pub(super) const ERROR: Style = AnsiColor::Red.on_default().effects(Effects::BOLD);
const GOOD: Style = AnsiColor::Green.on_default();
const NEXT: Style = AnsiColor::Cyan.on_default().effects(Effects::BOLD);

/// Text in a style.
pub(super) fn paint(style: Style, text: &str) -> String {
    format!("{style}{text}{style:#}")
}

/// The style of an outcome.
pub(super) fn of_outcome(outcome: Outcome) -> Style {
    match outcome {
        Outcome::Done => NEXT,
        Outcome::Complete => GOOD,
        Outcome::Usage | Outcome::Environment => ERROR,
        _ => WARNING,
    }
}

/// The style of a surface's state.
pub(super) fn of_surface(state: State) -> Style {
    match state {
        State::Active => NEXT,
        State::Assumed => WARNING,
        State::Inactive => FAINT,
    }
}

/// The style of a step's mark.
pub(super) fn of_mark(mark: StepMark) -> Style {
    match mark {
        StepMark::Done => GOOD,
        StepMark::Next => NEXT,
        StepMark::Owed | StepMark::Stale | StepMark::Interrupted => WARNING,
        StepMark::Later | StepMark::Skipped | StepMark::Waived => FAINT,
    }
}
