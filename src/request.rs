//! From what was typed and what the environment says to what is asked: every default is decided here, once.

mod context;

use std::path::PathBuf;

use crate::cli::{Cli, Command, Common, FailOn, Format, LintOptions, LockOptions, Print, PrintValue};
use crate::engine::ask::{LintAsk, PhaseAsk, Place};
use crate::engine::depth::Depth;
use crate::engine::escape::escape;
use crate::engine::failure::Failure;
use crate::engine::lint::Severity;
use crate::engine::lock::Remark;
use crate::engine::lock::proposal::{Aim, LockAsk};
use crate::output::human::Detail;
use crate::read::env::{self, Var};

/// What is asked, with nothing left open.
#[derive(Debug)]
pub struct Request {
    /// What to do.
    pub task: Task,
    /// Where to look.
    pub place: Place,
    /// From what to answer.
    pub from: From,
    /// How to answer.
    pub answer: Answer,
}

/// From what to answer.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum From {
    /// A repository.
    Repository,
    /// A repository; and what was read of it is printed instead of the answer.
    RepositoryToDump,
    /// A dump that was printed so.
    Dump(PathBuf),
}

/// How to answer.
#[derive(Debug, Clone, Copy)]
pub struct Answer {
    /// How to print.
    pub format: Format,
    /// One value alone.
    pub print: Option<PrintValue>,
    /// How much to say.
    pub detail: Detail,
}

/// What to do.
#[derive(Debug)]
pub enum Task {
    /// Every phase.
    Survey {
        /// In one line.
        oneline: bool,
    },
    /// One phase: its decision.
    Route(PhaseAsk),
    /// One phase: its steps.
    Steps(PhaseAsk),
    /// One phase: its recovery.
    Recover(Recover),
    /// One phase: surfaces and depth.
    Classify(PhaseAsk),
    /// One phase: a lock or a waiver.
    Lock(Lock),
    /// One phase: what is uncommitted; and why a run failed that ended with the words of this file.
    Diagnose(PhaseAsk, Option<PathBuf>),
    /// One phase: why.
    ExplainPhase(PhaseAsk),
    /// One phase: what is missing for a step, by its number or name.
    ExplainStep(PhaseAsk, String),
    /// A check.
    Lint(LintAsk),
    /// A table or an entry.
    ExplainTable(String),
    /// A surface map.
    Init(Init),
    /// A command that is about something, and nothing was named.
    OfNothing(&'static str),
    /// A sample project: where, and whether it is one of the GSE style.
    Demo(Option<PathBuf>, bool),
    /// Completions, manual page, schema.
    Print(Print),
}

/// A lock or a waiver that is asked for.
#[derive(Debug)]
pub struct Lock {
    /// What it is to say.
    pub ask: LockAsk,
    /// A file that names more paths.
    pub paths_from: Option<PathBuf>,
    /// Nothing is written.
    pub dry_run: bool,
    /// What is written is committed.
    pub commit: bool,
}

/// A recovery that is asked for.
#[derive(Debug)]
pub struct Recover {
    /// The phase.
    pub ask: PhaseAsk,
    /// What is to be done.
    pub way: Way,
    /// Nothing is changed.
    pub dry_run: bool,
}

/// A surface map that is asked for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Init {
    /// It is put into the config.
    pub write: bool,
    /// It may take the place of one that is there.
    pub force: bool,
}

/// What is to be done about a recovery.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Way {
    /// Show it; ask, where a person is there to answer.
    Show,
    /// Carry out what was shown with this token.
    Confirm(String),
    /// Go on with one that was begun.
    Finish,
    /// Take one back.
    Undo,
    /// Let go of what is kept.
    Forget,
}

impl Request {
    /// Resolves a command line.
    ///
    /// # Errors
    /// The words do not go together, or a word is neither a phase nor a command.
    pub fn of(cli: Cli) -> Result<Self, Failure> {
        let answer = Answer { format: cli.common.format, print: cli.common.print, detail: detail(&cli.common) };
        let place = Place {
            start: cli.common.repo.clone().unwrap_or_else(|| PathBuf::from(".")),
            methodology: cli.common.methodology.clone(),
            planning: cli.common.planning.clone(),
            workstream: cli.common.workstream.clone(),
            git_dir_from_env: env::get(Var::GitDir),
            workstream_from_env: env::get(Var::Workstream).and_then(|value| value.into_string().ok()),
        };
        let from = match (&cli.common.evidence, cli.common.dump_evidence) {
            (Some(file), _) => From::Dump(file.clone()),
            (None, true) => From::RepositoryToDump,
            (None, false) => From::Repository,
        };
        let has_dir = cli.common.dir.is_some();
        let context = cli.context.clone();
        let mut task = task(cli, &place)?;
        if matches!((&from, &task), (From::Dump(_), Task::Survey { .. })) {
            // The dump says which phase it is of.
            task = Task::Route(PhaseAsk { context: Some(context::of(&context)?), ..PhaseAsk::default() });
        }
        if from != From::Repository && task.phase().is_none() {
            return Err(Failure::usage("evidence-of-what", "evidence is dumped and replayed of one phase")
                .remedy("name the phase, e.g. `phase-pipeline 7 --dump-evidence`"));
        }
        if !matches!(task, Task::OfNothing(_)) {
            task.allows(answer, has_dir)?;
        }
        Ok(Self { task, place, from, answer })
    }
}

impl Task {
    /// The question, where it is about one phase.
    pub fn phase(&self) -> Option<&PhaseAsk> {
        match self {
            Self::Route(ask)
            | Self::Steps(ask)
            | Self::Classify(ask)
            | Self::Diagnose(ask, _)
            | Self::ExplainPhase(ask)
            | Self::ExplainStep(ask, _) => Some(ask),
            Self::Survey { .. }
            | Self::Recover(_)
            | Self::Init(_)
            | Self::Lint(_)
            | Self::Lock(_)
            | Self::ExplainTable(_)
            | Self::OfNothing(_)
            | Self::Demo(..)
            | Self::Print(_) => None,
        }
    }
}

impl Task {
    /// True for a question about one phase.
    fn is_about_a_phase(&self) -> bool {
        self.phase().is_some()
    }

    /// Options that a task cannot honour are refused, not passed over.
    fn allows(&self, answer: Answer, has_dir: bool) -> Result<(), Failure> {
        let refuse = |option: &str| {
            Err(Failure::usage("option", format!("`{option}` belongs to a question about one phase"))
                .remedy("give a phase, e.g. `phase-pipeline 7`, or leave the option out"))
        };
        let acts_on_a_phase = matches!(self, Self::Recover(_) | Self::Lock(_));
        let lints = matches!(self, Self::Lint(_));
        let has_own_json = matches!(self, Self::Survey { oneline: false } | Self::Init(_));
        let has_json = self.is_about_a_phase() || acts_on_a_phase || lints || has_own_json;
        if matches!(answer.format, Format::Github | Format::Sarif) && !lints {
            return Err(Failure::usage("option", "this format belongs to `lint`")
                .remedy("use `--format json`, or leave the option out"));
        }
        match (self.is_about_a_phase(), answer.print, has_dir && !acts_on_a_phase) {
            (false, Some(_), _) => refuse("--print"),
            (false, None, true) => refuse("--dir"),
            _ if !has_json && answer.format == Format::Json => refuse("--format json"),
            _ => Ok(()),
        }
    }
}

fn detail(common: &Common) -> Detail {
    match (common.quiet, common.verbose) {
        (true, _) => Detail::Quiet,
        (false, 0) => Detail::Normal,
        (false, _) => Detail::Verbose,
    }
}

fn task(cli: Cli, place: &Place) -> Result<Task, Failure> {
    let phase_ask = |phase: String, step: Option<String>| PhaseAsk {
        place: place.clone(),
        phase,
        dir: cli.common.dir.clone(),
        step,
        ack: cli.ack.clone(),
        context: None,
    };
    if let (Some(phase), Some(_)) = (&cli.phase, &cli.command) {
        return Err(Failure::usage(
            "phase-and-command",
            format!("`{}` stands before a command, which takes its own", escape(phase)),
        )
        .remedy("give either a phase, or a command with its phase, e.g. `phase-pipeline steps 7`"));
    }
    if cli.ack.is_some() && cli.phase.is_none() {
        return Err(Failure::usage("ack", "`--ack` belongs to the route of one phase")
            .remedy("give it as the diagnosis shows it: `phase-pipeline 7 --ack TOKEN`"));
    }
    if context::is_given(&cli.context) && cli.phase.is_none() {
        return Err(Failure::usage("context", "`--context` belongs to the route of one phase")
            .remedy("give it with a phase: `phase-pipeline 7 --context 63`"));
    }
    match (cli.phase, cli.command) {
        (Some(word), _) if !looks_like_phase(&word) => Err(no_phase(&word)),
        (Some(phase), _) => {
            let context = Some(context::of(&cli.context)?);
            Ok(Task::Route(PhaseAsk { context, ..phase_ask(phase, cli.step) }))
        }
        (None, None) => Ok(Task::Survey { oneline: false }),
        (None, Some(Command::Status { oneline, .. })) => Ok(Task::Survey { oneline }),
        (None, Some(Command::Steps { phase: None })) => Ok(Task::OfNothing("steps")),
        (None, Some(Command::Classify { phase: None, .. })) => Ok(Task::OfNothing("classify")),
        (None, Some(Command::Recover { phase: None, .. })) => Ok(Task::OfNothing("recover")),
        (None, Some(Command::Diagnose { phase: None, .. })) => Ok(Task::OfNothing("diagnose")),
        (None, Some(Command::Explain { what: None, .. })) => Ok(Task::OfNothing("explain")),
        (None, Some(Command::Steps { phase: Some(phase) })) => Ok(Task::Steps(phase_ask(phase, None))),
        (None, Some(Command::Classify { phase: Some(phase), lock })) if lock.are_given() => {
            lock_task(phase_ask(phase, None), lock).map(Task::Lock)
        }
        (None, Some(Command::Classify { phase: Some(phase), .. })) => Ok(Task::Classify(phase_ask(phase, None))),
        (None, Some(Command::Waive { phase, step, reason, commit, dry_run })) => {
            let ask = LockAsk {
                phase: phase_ask(phase, None),
                aim: Aim::Waive(step),
                reason: Remark::new(&reason),
                include: Vec::new(),
                skip: Vec::new(),
                raise: None,
                paths: Vec::new(),
            };
            Ok(Task::Lock(Lock { ask, paths_from: None, dry_run, commit }))
        }
        (None, Some(Command::Recover { phase: Some(phase), confirm, finish, undo, forget, dry_run })) => {
            let way = match (confirm, finish, undo, forget) {
                (Some(token), ..) => Way::Confirm(token),
                (None, true, ..) => Way::Finish,
                (None, false, true, _) => Way::Undo,
                (None, false, false, true) => Way::Forget,
                (None, false, false, false) => Way::Show,
            };
            Ok(Task::Recover(Recover { ask: phase_ask(phase, None), way, dry_run }))
        }
        (None, Some(Command::Diagnose { phase: Some(phase), failure })) => {
            Ok(Task::Diagnose(phase_ask(phase, None), failure))
        }
        (None, Some(Command::Explain { what: Some(what), about }))
            if looks_like_phase(&what) && !what.contains('/') =>
        {
            let ask = phase_ask(what, None);
            Ok(about.map_or(Task::ExplainPhase(ask.clone()), |step| Task::ExplainStep(ask, step)))
        }
        (None, Some(Command::Explain { what: Some(what), .. })) => Ok(Task::ExplainTable(what)),
        (None, Some(Command::Init { write, force })) => Ok(Task::Init(Init { write, force })),
        (None, Some(Command::Lint(options))) => lint_ask(options, place).map(Task::Lint),
        (None, Some(Command::Demo { folder, gse })) => Ok(Task::Demo(folder, gse)),
        (None, Some(Command::Print { what })) => Ok(Task::Print(what)),
    }
}

fn lint_ask(options: LintOptions, place: &Place) -> Result<LintAsk, Failure> {
    if let Some(word) = options.phases.iter().find(|word| !looks_like_phase(word)) {
        return Err(Failure::usage("no-token", format!("`{}` is no phase: a phase's id holds a digit", escape(word)))
            .remedy("name phases, e.g. `phase-pipeline lint 7`, or none"));
    }
    Ok(LintAsk {
        place: place.clone(),
        phases: options.phases,
        all: options.all,
        base: options.base,
        range: options.range,
        uncovered: options.uncovered,
        fail_on: options.fail_on.map(|fail_on| match fail_on {
            FailOn::Error => Severity::Error,
            FailOn::Warning => Severity::Warning,
        }),
        exit_zero: options.exit_zero,
    })
}

/// A lock as it is typed. Without `--lock` and `--relock` it is only shown.
fn lock_task(phase: PhaseAsk, options: LockOptions) -> Result<Lock, Failure> {
    let LockOptions { lock, relock, dry_run, commit, paths, paths_from, include, raise, skip, reason } = options;
    if commit && !lock && !relock {
        return Err(Failure::usage("commit", "`--commit` commits a lock that is written")
            .remedy("give it with --lock or --relock"));
    }
    let raise = raise.map(|word| {
        Depth::parse(&word).ok_or_else(|| {
            let words: Vec<&str> = Depth::ALL.iter().map(|depth| depth.word()).collect();
            Failure::usage("no-depth", format!("`{}` is no depth", escape(&word)))
                .remedy(format!("the depths are {}", words.join(", ")))
        })
    });
    let ask = LockAsk {
        phase,
        aim: if relock { Aim::Relock } else { Aim::Lock },
        reason: Remark::new(reason.as_deref().unwrap_or_default()),
        include,
        skip,
        raise: raise.transpose()?,
        paths,
    };
    Ok(Lock { ask, paths_from, dry_run: dry_run || !(lock || relock), commit })
}

/// A phase token holds a digit, and no command does.
fn looks_like_phase(word: &str) -> bool {
    word.chars().any(|c| c.is_ascii_digit())
}

fn no_phase(word: &str) -> Failure {
    let failure = Failure::usage(
        "no-such-command",
        format!("`{}` is no command, and no phase either: a phase's id holds a digit", escape(word)),
    );
    match nearest(word, &crate::cli::command_names()) {
        Some(name) => failure.remedy(format!("did you mean `phase-pipeline {name}`?")),
        None => failure.remedy("`phase-pipeline --help` lists the commands"),
    }
}

/// The name that `word` was probably meant to be.
pub fn nearest(word: &str, names: &[String]) -> Option<String> {
    names
        .iter()
        .map(|name| (strsim::damerau_levenshtein(word, name), name))
        .filter(|(distance, name)| *distance <= 1 + name.len() / 4)
        .min()
        .map(|(_, name)| name.clone())
}
