//! Times two things in turn, and asks how much memory a program took.

use std::path::Path;
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

use anyhow::{Result, ensure};

/// What one side of a comparison took.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Taken {
    /// The median of all rounds.
    pub(crate) time: Duration,
    /// The most memory at a time, in KiB; none where the system does not tell.
    pub(crate) memory: Option<u64>,
}

/// One side of a comparison.
pub(crate) enum Side<'a> {
    /// A program, from its start to its end.
    Program(Vec<String>),
    /// Code of the library.
    Library(Box<dyn Fn() -> Result<()> + 'a>),
}

impl Side<'_> {
    fn run(&self, folder: &Path) -> Result<Duration> {
        let start = Instant::now();
        match self {
            Self::Program(words) => {
                let status = command(words, folder).status()?;
                // 0 and 10 to 19 are answers of ours; git has 0 alone.
                let is_answer = matches!(status.code(), Some(0 | 10..=19));
                ensure!(is_answer, "{words:?} ended with {status}");
            }
            Self::Library(code) => code()?,
        }
        Ok(start.elapsed())
    }

    /// The most memory that the program itself takes (not those that it starts), asked for while it runs.
    fn memory(&self, folder: &Path) -> Result<Option<u64>> {
        let Self::Program(words) = self else { return Ok(None) };
        let mut child = command(words, folder).spawn()?;
        let mut most = None;
        while child.try_wait()?.is_none() {
            most = most.max(high_water(child.id()));
        }
        Ok(most)
    }
}

/// Runs both sides in turn, after one run that warms the caches.
pub(crate) fn compare(folder: &Path, rounds: usize, sides: &[Side<'_>; 2]) -> Result<[Taken; 2]> {
    let mut times = [Vec::new(), Vec::new()];
    for round in 0..=rounds {
        for (side, times) in sides.iter().zip(&mut times) {
            let time = side.run(folder)?;
            if round > 0 {
                times.push(time);
            }
        }
    }
    let [ours, gits] = times.map(median);
    let [our_memory, git_memory] = [sides[0].memory(folder)?, sides[1].memory(folder)?];
    Ok([Taken { time: ours, memory: our_memory }, Taken { time: gits, memory: git_memory }])
}

fn median(mut times: Vec<Duration>) -> Duration {
    times.sort();
    times.get(times.len() / 2).copied().unwrap_or_default()
}

/// What a running process has taken at most, as Linux tells it.
fn high_water(process: u32) -> Option<u64> {
    let status = fs_err::read_to_string(format!("/proc/{process}/status")).ok()?;
    let line = status.lines().find_map(|line| line.strip_prefix("VmHWM:"))?;
    line.trim().strip_suffix("kB")?.trim().parse().ok()
}

/// The program in the folder, without the settings of whoever runs this.
fn command(words: &[String], folder: &Path) -> Command {
    let mut command = Command::new(words.first().map_or("", String::as_str));
    command.args(words.iter().skip(1)).current_dir(folder);
    command.envs([("GIT_CONFIG_GLOBAL", "/dev/null"), ("GIT_CONFIG_NOSYSTEM", "1"), ("GIT_OPTIONAL_LOCKS", "0")]);
    command.stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::null());
    command
}
