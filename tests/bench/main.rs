//! Compares with git in one run: `cargo bench --bench against_git`, in seconds with `-- --small`.
//!
//! It is no test: times differ from machine to machine. `docs/benchmarks.md` has figures and says what they mean.

mod measure;
mod project;

use std::io::Write as _;
use std::path::Path;

use anyhow::{Context as _, Result};
use phase_pipeline::engine::path::RepoPath;
use phase_pipeline::git::{Backend, Head, Repository, walk};

use measure::{Side, Taken, compare};
use project::{Project, SHORT, Shape};

fn main() -> Result<()> {
    // Cargo adds an argument of its own.
    let is_small = std::env::args().any(|argument| argument == "--small");
    let (by, rounds) = if is_small { (10, 5) } else { (1, 11) };
    let head = ["operation", "ours", "git", "ratio", "our memory", "git's memory"].map(str::to_owned);
    print(&head)?;
    print(&head.map(|_| "---".to_owned()))?;

    let long = Shape { files: 2_000, commits: 20_000 / by, quiet: 200 / by, phases: 250 / by };
    let project = Project::build(long)?;
    let measure = |name: String, sides: [Side<'_>; 2]| print(&line(name, compare(project.root(), rounds, &sides)?));
    for (phase, life) in [(1, long.commits - long.quiet), (long.phases, SHORT)] {
        let folder = Project::phase(phase);
        let ours = Side::Library(Box::new(|| walk_life(project.root(), &folder, life)));
        measure(
            format!("life of {life} of {} commits, `git log -- folder`", long.commits),
            [ours, log(&["--", &folder])],
        )?;
    }
    let oldest = format!("one phase: life of {} commits, `git log -- folder`", long.commits - long.quiet);
    measure(oldest, [ours(&["1"]), log(&["--", &Project::phase(1)])])?;
    let name = format!("`status`: {} phases, {} commits, `git log --name-only`", long.phases, long.commits);
    measure(name, [ours(&["status"]), log(&["--name-only"])])?;

    let many = Shape { files: 2_000, commits: 20_000 / by, quiet: 200 / by, phases: 1_000 / by };
    let project = Project::build(many)?;
    let name = format!("`lint --all`: {} phases, {} commits, `git log --name-only`", many.phases, many.commits);
    let sides = [ours(&["lint", "--all"]), log(&["--name-only"])];
    print(&line(name, compare(project.root(), rounds, &sides)?))?;

    for (files, commits) in [(1_000, 200), (100_000 / by, 200)] {
        let shape = Shape { files, commits, quiet: 10, phases: 5 };
        let project = Project::build(shape)?;
        let git = git(&["status", "--porcelain", "-uall"]);
        let taken = compare(project.root(), rounds, &[ours(&["3"]), git])?;
        print(&line(format!("one phase: {files} files, {commits} commits, `git status --porcelain -uall`"), taken))?;
    }
    Ok(())
}

/// Reads one life, with a repository that nothing was read from yet.
fn walk_life(root: &Path, folder: &str, expected: usize) -> Result<()> {
    let repository = Repository::discover(root, Backend::Git2)?;
    let Head::Commit { id, .. } = repository.head()? else { anyhow::bail!("there is no commit") };
    let life = walk(repository.objects(), id, &RepoPath::from(folder))?;
    anyhow::ensure!(life.len() == expected, "a life of {} instead of {expected}", life.len());
    Ok(())
}

fn ours(arguments: &[&str]) -> Side<'static> {
    program(env!("CARGO_BIN_EXE_phase-pipeline"), arguments)
}

fn git(arguments: &[&str]) -> Side<'static> {
    program("git", arguments)
}

fn log(arguments: &[&str]) -> Side<'static> {
    git(&[&["log", "--format=%H"], arguments].concat())
}

fn program(name: &str, arguments: &[&str]) -> Side<'static> {
    Side::Program(std::iter::once(name).chain(arguments.iter().copied()).map(str::to_owned).collect())
}

fn line(name: String, [ours, git]: [Taken; 2]) -> [String; 6] {
    let time = |taken: Taken| format!("{:.1} ms", taken.time.as_secs_f64() * 1_000.0);
    let memory =
        |taken: Taken| taken.memory.map_or_else(|| "–".to_owned(), |kib| format!("{} MB", kib.div_ceil(1_024)));
    let ratio = format!("{:.2}", ours.time.as_secs_f64() / git.time.as_secs_f64());
    [name, time(ours), time(git), ratio, memory(ours), memory(git)]
}

/// Prints a row of a table in Markdown, as `docs/benchmarks.md` has it.
fn print(cells: &[String; 6]) -> Result<()> {
    writeln!(std::io::stdout(), "| {} |", cells.join(" | ")).context("printing")
}
