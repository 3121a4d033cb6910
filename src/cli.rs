//! The command line as it is typed; nothing here is resolved.

use std::path::PathBuf;

use clap::builder::PossibleValuesParser;
use clap::{Args, CommandFactory as _, Parser, Subcommand, ValueEnum};

/// Says where a phase really is, what comes next, and what may not be skipped.
///
/// Reads the planning folder and git, and nothing else. The decision stands on the first line, the command to run on the
/// second; the exit code says what kind of answer it is (`phase-pipeline explain exits`).
#[derive(Debug, Parser)]
#[command(name = "phase-pipeline", version, max_term_width = 100)]
pub struct Cli {
    /// The phase to route: its number or token, e.g. `7`, `07`, `2.1`, `12A`, `CK-07`; or the sprint: `3`
    #[arg(value_name = "PHASE")]
    pub phase: Option<String>,
    /// Take this step (or activity) instead of the one the table chooses: a number or a name
    #[arg(value_name = "STEP")]
    pub step: Option<String>,
    /// Go on although these files are uncommitted: the token that the diagnosis shows. It stands for the files, not for what
    /// they hold, and is void as soon as another one is left
    #[arg(long, value_name = "TOKEN")]
    pub ack: Option<String>,
    /// How full the context of the session is.
    #[command(flatten)]
    pub context: ContextOptions,
    /// The options that every command takes.
    #[command(flatten)]
    pub common: Common,
    /// Another command.
    #[command(subcommand)]
    pub command: Option<Command>,
}

/// How full the context of the session is.
#[derive(Debug, Clone, Args)]
pub struct ContextOptions {
    /// How full the context is, in percent: a checkpoint stops from a threshold on
    #[arg(long, value_name = "PCT", conflicts_with = "context_used")]
    pub context: Option<String>,
    /// The tokens that are used
    #[arg(long, value_name = "TOKENS", requires = "context_window")]
    pub context_used: Option<u64>,
    /// The tokens that the context has room for
    #[arg(long, value_name = "TOKENS", requires = "context_used")]
    pub context_window: Option<u64>,
}

/// The options that every command takes.
#[derive(Debug, Clone, Args)]
pub struct Common {
    /// The repository, or a folder in it
    #[arg(short = 'C', long = "repo", global = true, value_name = "DIR")]
    pub repo: Option<PathBuf>,
    /// The methodology, where the folders do not tell: both are there, or neither is on disk
    #[arg(long, global = true, value_name = "NAME", value_parser = methodologies())]
    pub methodology: Option<String>,
    /// The planning folder, where it is not the nearest `.planning` or `.gse`
    #[arg(long, global = true, value_name = "DIR")]
    pub planning: Option<PathBuf>,
    /// The phase's folder, where its name is no phase token
    #[arg(long, global = true, value_name = "DIR")]
    pub dir: Option<PathBuf>,
    /// The workstream
    #[arg(long = "ws", global = true, value_name = "NAME")]
    pub workstream: Option<String>,
    /// How to print
    #[arg(long, global = true, value_enum, default_value_t = Format::Human)]
    pub format: Format,
    /// Print one value of the decision alone, for scripts
    #[arg(long, global = true, value_enum, value_name = "VALUE", conflicts_with = "format")]
    pub print: Option<PrintValue>,
    /// Print what the answer is made of instead of the answer; its form is not stable
    #[arg(long, global = true, hide = true)]
    pub dump_evidence: bool,
    /// Answer from such a dump (`-` for standard input) instead of a repository
    #[arg(
        long,
        global = true,
        hide = true,
        value_name = "FILE",
        conflicts_with_all = ["dump_evidence", "repo", "methodology", "planning", "dir", "workstream"]
    )]
    pub evidence: Option<PathBuf>,
    /// When to colour
    #[command(flatten)]
    pub color: colorchoice_clap::Color,
    /// The answer alone; what that is of each command is told by `explain quiet`
    #[arg(short, long, global = true)]
    pub quiet: bool,
    /// More of what was read; twice: what was done
    #[arg(short, long, global = true, action = clap::ArgAction::Count)]
    pub verbose: u8,
}

/// How to print.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub enum Format {
    /// Lines for a person, or an agent reading them
    Human,
    /// One JSON object
    Json,
    /// Annotations of GitHub's checks; `lint` alone has them
    Github,
    /// SARIF 2.1.0; `lint` alone has it
    Sarif,
}

/// From which severity on a finding fails.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub enum FailOn {
    /// Errors fail
    Error,
    /// Warnings fail too
    Warning,
}

/// One value of the decision.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub enum PrintValue {
    /// The command to run
    Command,
    /// The step's number
    Step,
    /// The row that decided
    Row,
    /// The exit code
    Exit,
}

/// What a lock is to say.
#[derive(Debug, Clone, Args)]
#[expect(clippy::struct_excessive_bools, reason = "each is a flag of the command line")]
pub struct LockOptions {
    /// Write the lock: in place of the one that stands in a document of the phase; the first one into its CONTEXT, else its
    /// SPEC, else a file of its own
    #[arg(long)]
    pub lock: bool,
    /// Replace a mistaken lock, before the phase executes; needs a reason
    #[arg(long, requires = "reason", conflicts_with = "lock")]
    pub relock: bool,
    /// Show the lock and write nothing
    #[arg(long)]
    pub dry_run: bool,
    /// Commit the document that holds it, and nothing else
    #[arg(long, conflicts_with = "dry_run")]
    pub commit: bool,
    /// A file or folder that the phase touches, relative to the folder that holds `.planning`
    #[arg(long = "path", value_name = "PATH")]
    pub paths: Vec<String>,
    /// The same, a line each (`-` for standard input)
    #[arg(long, value_name = "FILE")]
    pub paths_from: Option<PathBuf>,
    /// A surface that is to be active whatever the paths say
    #[arg(long, value_name = "SURFACE")]
    pub include: Vec<String>,
    /// The depth at least
    #[arg(long, value_name = "DEPTH")]
    pub raise: Option<String>,
    /// A surface that is assumed and that the phase does not touch, before the first lock; needs a reason
    #[arg(long, value_name = "SURFACE", requires = "reason")]
    pub skip: Vec<String>,
    /// Why: of a skip, a raise, a replacement
    #[arg(long, value_name = "TEXT")]
    pub reason: Option<String>,
}

impl LockOptions {
    /// True where one of them is given.
    pub fn are_given(&self) -> bool {
        let Self { lock, relock, dry_run, commit, paths, paths_from, include, raise, skip, reason } = self;
        let lists = [paths, include, skip].into_iter().any(|list| !list.is_empty());
        *lock || *relock || *dry_run || *commit || lists || paths_from.is_some() || raise.is_some() || reason.is_some()
    }
}

/// The other commands.
#[derive(Debug, Subcommand)]
pub enum Command {
    /// Every phase in one table, the one to take next marked (the same as no command at all)
    Status {
        /// One line for a shell's prompt: the phase to take next, and how many are complete
        #[arg(long)]
        oneline: bool,
        /// Changes nothing: finished phases are verified by their history like all others
        #[arg(long)]
        verify: bool,
    },
    /// Every step of one phase: its state and why
    Steps {
        /// The phase
        #[arg(value_name = "PHASE")]
        phase: Option<String>,
    },
    /// Surfaces and depth of one phase, with the evidence; and the lock that records them
    Classify {
        /// The phase
        #[arg(value_name = "PHASE")]
        phase: Option<String>,
        /// What the lock is to say
        #[command(flatten)]
        lock: LockOptions,
    },
    /// Accepts that a step, or a gate of a surface that is not pinned, is left out; written into the phase's lock
    Waive {
        /// The phase
        #[arg(value_name = "PHASE")]
        phase: String,
        /// The step (a number or a name), or the gate
        #[arg(value_name = "STEP")]
        step: String,
        /// Why its absence is accepted
        #[arg(long, value_name = "TEXT")]
        reason: String,
        /// Commit the document that holds it, and nothing else
        #[arg(long, conflicts_with = "dry_run")]
        commit: bool,
        /// Show it and write nothing
        #[arg(long)]
        dry_run: bool,
    },
    /// Carries out the recovery of a phase that was left with uncommitted work, once it is confirmed
    Recover {
        /// The phase
        #[arg(value_name = "PHASE")]
        phase: Option<String>,
        /// Carry out what was shown with this token
        #[arg(long, value_name = "TOKEN", group = "way")]
        confirm: Option<String>,
        /// Go on with a recovery that was begun and not finished
        #[arg(long, group = "way")]
        finish: bool,
        /// Take back the recovery that is open, or the last one that is done
        #[arg(long, group = "way")]
        undo: bool,
        /// Let go of the snapshots of recoveries that are done; close one that is open as it stands
        #[arg(long, group = "way")]
        forget: bool,
        /// Show it and change nothing
        #[arg(long)]
        dry_run: bool,
    },
    /// What is uncommitted, what it means, and what to do about it; changes nothing
    Diagnose {
        /// The phase
        #[arg(value_name = "PHASE")]
        phase: Option<String>,
        /// The last words of a run that failed (`-` for standard input): was it a quota?
        #[arg(long, value_name = "FILE")]
        failure: Option<PathBuf>,
    },
    /// Checks the config and what a range of commits takes away from it, for CI
    ///
    /// Without a phase: what the range touches. The range begins where this branch left the remote's default branch (or
    /// `git.base_branch` of the config, or --base) and ends at the work tree: the config counts as it lies there, and what is
    /// uncommitted is counted and touches surfaces. The phases are those of the commits, so that one at work holds back no other.
    Lint(LintOptions),
    /// A table or one of its entries; or why a phase is where it is
    Explain {
        /// A table (`resume`), an entry (`resume/secure`, `step/12`), or a phase
        #[arg(value_name = "ID|PHASE")]
        what: Option<String>,
        /// Of a phase: what is missing for this step
        #[arg(value_name = "STEP")]
        about: Option<String>,
    },
    /// Proposes a surface map fitted to the folders of this project, and tells what its phases would owe with it
    Init {
        /// Put it into `.planning/config.json`, every other byte of which stays
        #[arg(long)]
        write: bool,
        /// Add it to a map that is there, which keeps every surface, glob, gate, pin and floor that it has
        #[arg(long)]
        force: bool,
    },
    /// Builds a small sample project with history and routes its phases
    Demo {
        /// Where to build it: an empty or new folder [default: a temporary one]
        #[arg(value_name = "DIR")]
        folder: Option<PathBuf>,
        /// One of the GSE style, with sprints
        #[arg(long)]
        gse: bool,
    },
    /// Prints shell completions, the manual page, or the JSON Schema of an output
    Print {
        /// What to print.
        #[command(subcommand)]
        what: Print,
    },
}

/// What `lint` looks at, and when it fails.
#[derive(Debug, Args)]
pub struct LintOptions {
    /// These phases alone
    #[arg(value_name = "PHASE", conflicts_with = "all")]
    pub phases: Vec<String>,
    /// The revision that the range begins at: where HEAD and it parted
    #[arg(long, value_name = "REV")]
    pub base: Option<String>,
    /// Both ends of the range; everything is read as B has it, and the work tree does not count
    #[arg(long, value_name = "A..B", conflicts_with = "base")]
    pub range: Option<String>,
    /// Every phase
    #[arg(long)]
    pub all: bool,
    /// From which severity on a finding fails [default: `pipeline.lint.fail_on` of the config, else error]
    #[arg(long, value_enum, value_name = "SEVERITY")]
    pub fail_on: Option<FailOn>,
    /// End with 0 whatever is found; what could not be looked at still fails
    #[arg(long)]
    pub exit_zero: bool,
    /// Tell the files that belong to no surface
    #[arg(long)]
    pub uncovered: bool,
}

/// What `print` prints.
#[derive(Debug, Subcommand)]
pub enum Print {
    /// Completions for a shell
    Completions {
        /// The shell
        shell: clap_complete::Shell,
    },
    /// The manual page, in roff
    Man,
    /// The JSON Schema of an output
    Schema {
        /// The output
        #[arg(value_enum, default_value_t = SchemaName::Route)]
        name: SchemaName,
    },
}

/// An output with a schema.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub enum SchemaName {
    /// The answer for one phase
    Route,
    /// Every phase
    Status,
    /// A recovery
    Recover,
    /// A proposed surface map
    Init,
    /// A check
    Lint,
    /// A lock or a waiver
    Lock,
    /// An error
    Error,
}

/// The names of the methodologies.
fn methodologies() -> PossibleValuesParser {
    PossibleValuesParser::new(crate::methodology::ALL.iter().map(|methodology| methodology.name()))
}

/// The names of the commands.
pub fn command_names() -> Vec<String> {
    Cli::command().get_subcommands().map(|command| command.get_name().to_owned()).collect()
}
