//! A recovery: what would be done, what was done, what is open.

use std::fmt::Write as _;

use super::human::Detail;
use super::style::{FAINT, STRONG, WARNING, paint};
use crate::engine::by_git;
use crate::engine::escape::escape;
use crate::engine::journal::{Journal, Progress};
use crate::engine::own::Own;
use crate::engine::path::RepoPath;
use crate::engine::prospect::{Prospect, Runs};
use crate::engine::recovery::Action;

/// What is told of a recovery.
#[derive(Debug, Clone, Copy)]
pub enum Told<'a> {
    /// There is none to make of this phase.
    Nothing(&'a str),
    /// What would be done, and what of the user's it would run.
    Prospect(&'a Prospect, &'a Runs),
    /// What came of recoveries.
    Journals(What, &'a [Journal]),
}

/// What came of them.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum What {
    /// It was begun, and neither finished nor undone.
    Open,
    /// It is done.
    Recovered,
    /// It is done, and may be undone.
    Kept,
    /// It was taken back.
    Undone,
    /// It is closed, or no longer kept.
    Forgotten,
}

impl What {
    /// The word used in every output.
    pub fn word(self) -> &'static str {
        match self {
            Self::Open => "open",
            Self::Recovered => "recovered",
            Self::Kept => "kept",
            Self::Undone => "undone",
            Self::Forgotten => "forgotten",
        }
    }
}

/// Whose recovery it is.
#[derive(Debug, Clone, Default)]
pub struct Here {
    /// The phase.
    pub phase: String,
    /// The options that ask the same again.
    pub own: Own,
}

impl Here {
    /// The command with one more option.
    pub fn command(&self, option: &str) -> String {
        let command = self.own.command(&format!("recover {}", self.phase));
        escape(format!("{command} {option}").trim_end())
    }
}

/// It in lines.
pub fn text(told: &Told<'_>, here: &Here, detail: Detail) -> String {
    match told {
        Told::Nothing(phase) => format!("{} → nothing to recover\n", escape(phase)),
        Told::Prospect(prospect, runs) => planned(prospect, runs, here),
        Told::Journals(_, []) => format!("{} → no recovery is kept\n", escape(&here.phase)),
        Told::Journals(what, journals) => {
            journals.iter().map(|journal| came_of(*what, journal, here, detail)).collect()
        }
    }
}

/// One action in words.
pub fn action(action: &Action) -> String {
    let named = |paths: &[RepoPath]| paths.iter().map(RepoPath::to_string).collect::<Vec<_>>().join(", ");
    match action {
        Action::Commit { paths, subject, .. } => format!("commit {} as \"{}\"", named(paths), escape(subject)),
        Action::Remove { path } => format!("remove {path} (its bytes are kept)"),
        Action::Restore { path } => format!("restore {path} to what HEAD has (its bytes are kept)"),
        Action::Stash { paths, message } => format!("stash {} as \"{}\"", named(paths), escape(message)),
        Action::ByHand { what } => format!("by hand: {}", escape(what)),
    }
}

fn planned(prospect: &Prospect, runs: &Runs, here: &Here) -> String {
    let announced = &prospect.announced;
    let title = format!("{} → recover · {}", escape(&announced.phase), escape(&announced.row));
    let mut out = format!("{}\n\n", paint(STRONG, &title));
    for (at, each) in announced.actions.iter().enumerate() {
        let _ = writeln!(out, "  {}. {}", at + 1, action(each));
    }
    if !prospect.can_be_carried_out() {
        let why = prospect.in_the_way.as_ref().map(|why| format!(": {}", escape(why))).unwrap_or_default();
        let _ = writeln!(out, "\nnothing of this can be carried out for you{why}");
        return out;
    }
    for hook in &runs.hooks {
        let _ = writeln!(out, "{} {}", paint(FAINT, "runs your hook:"), escape(&hook.to_string_lossy()));
    }
    if runs.signs {
        let _ = writeln!(out, "{} with your key", paint(FAINT, "signs:"));
    }
    let token = announced.token();
    if prospect.needs_a_person() {
        let _ = writeln!(out, "\nto confirm it, a person types at a terminal: {}, and then `yes`", here.command(""));
        for command in by_git::finishing(&here.own, announced) {
            let _ = writeln!(out, "an agent finishes it first and commits it by itself: {}", escape(&command));
        }
    } else {
        let _ = writeln!(out, "\ntoken: {token}\nconfirm: {}", here.command(&format!("--confirm {token}")));
    }
    out
}

fn came_of(what: What, journal: &Journal, here: &Here, detail: Detail) -> String {
    let title = format!("{} → {}", escape(&journal.announced.phase), what.word());
    let mut out = format!("{}\n", paint(if what == What::Open { WARNING } else { STRONG }, &title));
    if detail == Detail::Quiet {
        return out;
    }
    out.push('\n');
    let both = journal.announced.actions.iter().zip(&journal.progress);
    if what == What::Undone {
        for (at, line) in both.filter_map(|(each, progress)| put_back(each, progress)).enumerate() {
            let _ = writeln!(out, "  {}. {line}", at + 1);
        }
    } else {
        for (at, (each, progress)) in both.enumerate() {
            let _ = writeln!(out, "  {}. {}{}", at + 1, action(each), came_to(each, progress));
        }
    }
    out.push('\n');
    let mut line = |words: &str, option: &str| {
        let _ = writeln!(out, "{words}: {}", here.command(option));
    };
    match what {
        What::Open => {
            line("go on", "--finish");
            line("take back", "--undo");
        }
        What::Recovered | What::Kept => {
            line("take back", "--undo");
            line("keep it so, and let go of the snapshot", "--forget");
        }
        What::Undone => {}
        What::Forgotten => {
            let _ = writeln!(out, "the snapshot was {} at {}", escape(&journal.reference), journal.snapshot);
        }
    }
    out
}

/// What was taken back of an action; none of one that changed nothing.
fn put_back(action: &Action, progress: &Progress) -> Option<String> {
    let named = |paths: &[RepoPath]| paths.iter().map(RepoPath::to_string).collect::<Vec<_>>().join(", ");
    let are = |paths: &[RepoPath]| if paths.len() == 1 { "is" } else { "are" };
    let commit = match progress {
        Progress::Waiting => return None,
        Progress::Begun(_) => String::new(),
        Progress::Done(done) => done.commit.map(|commit| format!(" {}", commit.short())).unwrap_or_default(),
    };
    let stash = progress.begun().and_then(|begun| begun.stash).map(|stash| format!(" {}", stash.short()));
    match action {
        Action::Commit { paths, .. } => {
            Some(format!("the commit{commit} is taken back: {} {} uncommitted again", named(paths), are(paths)))
        }
        Action::Remove { path } => Some(format!("{path} is there again")),
        Action::Restore { path } => Some(format!("{path} is again what it was before HEAD's version was put there")),
        Action::Stash { paths, .. } => Some(format!(
            "{} {} in the work tree again, and the stash{} is dropped",
            named(paths),
            are(paths),
            stash.unwrap_or_default()
        )),
        Action::ByHand { .. } => None,
    }
}

fn came_to(action: &Action, progress: &Progress) -> String {
    if matches!(action, Action::ByHand { .. }) {
        return String::new();
    }
    match progress {
        Progress::Waiting => " — not begun".to_owned(),
        Progress::Begun(_) => " — begun".to_owned(),
        Progress::Done(done) => match (done.commit, done.begun.stash) {
            (Some(commit), _) => format!(" — {}", commit.short()),
            (None, Some(stash)) => format!(" — {}", stash.short()),
            (None, None) => " — done".to_owned(),
        },
    }
}
