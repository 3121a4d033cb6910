//! The only start of the `git` program for reading.
//!
//! A repository can name programs in its own configuration: a file-system monitor, hooks, content filters, a pager, a
//! transport. Every start here switches them all off, takes no lock, and answers for the folder that was asked about, not for
//! the repository that the environment may name.
//! Source: <https://git-scm.com/docs/git> (options, environment variables), <https://git-scm.com/docs/git-config>.

use std::ffi::OsString;
use std::io;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Output, Stdio};
use std::thread::JoinHandle;

use super::error::{GitError, said};
use crate::engine::path::RepoPath;
use crate::read::again::once_more;

/// Options of every start: nothing is written, and nothing that a repository names is run.
const OPTIONS: [&str; 19] = [
    "--no-optional-locks",
    "--no-pager",
    "--literal-pathspecs",
    "-c",
    "core.fsmonitor=false",
    "-c",
    "core.hooksPath=/dev/null",
    "-c",
    "core.pager=cat",
    "-c",
    "core.askPass=",
    "-c",
    "credential.helper=",
    "-c",
    "diff.external=",
    "-c",
    "maintenance.auto=false",
    // HEAD is HEAD, whatever branch or tag is called so.
    "-c",
    "core.warnAmbiguousRefs=false",
];

/// Environment of every start: nothing is fetched or asked for, replacements are not followed, messages are in English.
const ENVIRONMENT: [(&str, &str); 10] = [
    ("GIT_NO_LAZY_FETCH", "1"),
    // Older programs do not know the line above; without a transport they cannot fetch either.
    ("GIT_ALLOW_PROTOCOL", "none"),
    ("GIT_NO_REPLACE_OBJECTS", "1"),
    ("GIT_OPTIONAL_LOCKS", "0"),
    ("GIT_TERMINAL_PROMPT", "0"),
    // Whoever has git tell what it does would have its tale taken for complaints. The first three may stand in a configuration too.
    ("GIT_TRACE2", "0"),
    ("GIT_TRACE2_PERF", "0"),
    ("GIT_TRACE2_EVENT", "0"),
    ("GIT_TRACE", "0"),
    ("LC_ALL", "C"),
];

/// Variables that would make git answer for another repository, with other settings, through other programs, or say more.
///
/// Source: `git rev-parse --local-env-vars` names the first part; the rest name programs and the source of attributes.
const SCRUBBED: [&str; 33] = [
    "GIT_ALTERNATE_OBJECT_DIRECTORIES",
    "GIT_COMMON_DIR",
    "GIT_CONFIG",
    "GIT_CONFIG_COUNT",
    "GIT_CONFIG_PARAMETERS",
    "GIT_DEFAULT_HASH",
    "GIT_DIR",
    "GIT_GRAFT_FILE",
    "GIT_IMPLICIT_WORK_TREE",
    "GIT_INDEX_FILE",
    "GIT_INDEX_VERSION",
    "GIT_INTERNAL_SUPER_PREFIX",
    "GIT_NAMESPACE",
    "GIT_OBJECT_DIRECTORY",
    "GIT_PREFIX",
    "GIT_REPLACE_REF_BASE",
    "GIT_SHALLOW_FILE",
    "GIT_WORK_TREE",
    "GIT_ATTR_SOURCE",
    "GIT_EXTERNAL_DIFF",
    "GIT_LITERAL_PATHSPECS",
    "GIT_GLOB_PATHSPECS",
    "GIT_NOGLOB_PATHSPECS",
    "GIT_ICASE_PATHSPECS",
    "GIT_TRACE_CURL",
    "GIT_TRACE_FSMONITOR",
    "GIT_TRACE_PACK_ACCESS",
    "GIT_TRACE_PACKET",
    "GIT_TRACE_PACKFILE",
    "GIT_TRACE_PERFORMANCE",
    "GIT_TRACE_REFS",
    "GIT_TRACE_SETUP",
    "GIT_TRACE_SHALLOW",
];

/// The `git` program, ready to read one repository.
#[derive(Debug, Clone)]
pub(super) struct Git {
    folder: PathBuf,
    filters: Vec<OsString>,
}

impl Git {
    /// Asks git, in `folder`, for the content filters that any configuration names, so that none of them will run; and whether
    /// it takes the configuration of the repository there at all.
    ///
    /// Git itself is asked, because a second reader of its configuration need not see the same files.
    pub(super) fn prepare(folder: &Path) -> Result<Preparing, GitError> {
        let bare = Self { folder: folder.to_path_buf(), filters: Vec::new() };
        let asking = bare.start(&["config", "-z", "--name-only", "--get-regexp", SETTINGS])?;
        Ok(Preparing { git: bare, asking })
    }

    /// A start of `git` with every guard in place; input is empty, output and messages are piped.
    pub(super) fn command(&self, arguments: &[&str]) -> Command {
        let mut command = Command::new("git");
        command.current_dir(&self.folder).args(OPTIONS);
        let is_in_the_way = |filter: &&OsString| filter.as_encoded_bytes().contains(&b'=');
        for filter in self.filters.iter().filter(|filter| !is_in_the_way(filter)) {
            for setting in OFF {
                command.arg("-c").arg(joined(&[
                    "filter.".as_ref(),
                    filter,
                    setting.0.as_ref(),
                    "=".as_ref(),
                    setting.1.as_ref(),
                ]));
            }
        }
        for name in SCRUBBED {
            command.env_remove(name);
        }
        // `-c` ends a name at its first `=`; such names can only be given through the environment.
        let mut count = 0;
        for filter in self.filters.iter().filter(is_in_the_way) {
            for setting in OFF {
                command
                    .env(format!("GIT_CONFIG_KEY_{count}"), joined(&["filter.".as_ref(), filter, setting.0.as_ref()]));
                command.env(format!("GIT_CONFIG_VALUE_{count}"), setting.1);
                count += 1;
            }
        }
        if count > 0 {
            command.env("GIT_CONFIG_COUNT", count.to_string());
        }
        command.envs(ENVIRONMENT).args(arguments);
        command.stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::piped());
        command
    }

    /// Starts `git` and reads what it writes beside whatever the caller does next.
    pub(super) fn start(&self, arguments: &[&str]) -> Result<Running, GitError> {
        self.begin(&mut self.command(arguments), arguments)
    }

    fn begin(&self, command: &mut Command, arguments: &[&str]) -> Result<Running, GitError> {
        let child = spawn(command)?;
        let what = format!("git {}", arguments.first().copied().unwrap_or_default());
        let reading = std::thread::Builder::new().spawn(move || child.wait_with_output());
        let reading = reading.map_err(|source| GitError::io(what.clone(), source))?;
        Ok(Running { what, folder: self.folder.clone(), reading })
    }

    /// Runs `git` to its end.
    pub(super) fn run(&self, arguments: &[&str]) -> Result<Finished, GitError> {
        self.start(arguments)?.finish()
    }

    /// Runs `git` in `root` on these paths, in as many runs as a command line takes, and gives what they wrote together.
    pub(super) fn run_on(&self, root: &Path, arguments: &[&str], paths: &[RepoPath]) -> Result<Vec<u8>, GitError> {
        let mut written = Vec::new();
        for paths in paths.chunks(MOST_PATHS) {
            let mut command = self.command(arguments);
            command.current_dir(root).arg("--").args(paths.iter().map(|path| os_string(path.as_bytes())));
            written.extend(self.begin(&mut command, arguments)?.finish()?.success()?);
        }
        Ok(written)
    }

    /// Where `git` is started.
    pub(super) fn folder(&self) -> &Path {
        &self.folder
    }
}

/// What is asked for: the filters, and a setting that every repository has from `git init`.
const SETTINGS: &str = r"^(filter\..*|core\.repositoryformatversion)$";

/// The setting that every repository has.
const FORMAT: &[u8] = b"core.repositoryformatversion";

/// How many paths one command line names: few enough for every system, whose shortest takes 32 kB.
const MOST_PATHS: usize = 100;

/// What switches one filter driver off: nothing to run, and no complaint about that.
const OFF: [(&str, &str); 4] = [(".clean", ""), (".smudge", ""), (".process", ""), (".required", "false")];

/// A [`Git`] that still waits for the names of the filters.
pub(super) struct Preparing {
    git: Git,
    asking: Running,
}

impl Preparing {
    /// The program, once its answer is there. A repository that git refuses to read for its owner is an error here, before
    /// anything of it is read by anybody: libgit2 looks for trusted folders in other places, and may open what git does not.
    pub(super) fn finish(self) -> Result<Git, GitError> {
        let Self { mut git, asking } = self;
        let answer = asking.finish()?;
        match answer.code {
            Some(0) => git.filters = filter_names(&answer.stdout),
            // No configuration has such a setting.
            Some(1) if answer.stderr.is_empty() => {}
            _ => return Err(answer.into_error()),
        }
        // Git passes over the configuration of a repository that it does not trust, and says nothing of it.
        let is_read = answer.stdout.split(|byte| *byte == 0).any(|setting| setting == FORMAT);
        if !is_read
            && let Err(refused @ GitError::ForeignOwner { .. }) = git.run(&["rev-parse", "--git-dir"])?.success()
        {
            return Err(refused);
        }
        Ok(git)
    }
}

/// The names of the drivers in a list of settings `filter.<name>.<setting>`, each ended by NUL.
fn filter_names(settings: &[u8]) -> Vec<OsString> {
    let name = |setting: &[u8]| {
        let rest = setting.strip_prefix(b"filter.")?;
        let end = rest.iter().rposition(|byte| *byte == b'.')?;
        Some(os_string(&rest[..end]))
    };
    let mut names: Vec<OsString> = settings.split(|byte| *byte == 0).filter_map(name).collect();
    names.sort();
    names.dedup();
    names
}

/// A `git` at work.
pub(super) struct Running {
    what: String,
    folder: PathBuf,
    reading: JoinHandle<io::Result<Output>>,
}

impl Running {
    /// Waits for the end; any exit code is an answer.
    pub(super) fn finish(self) -> Result<Finished, GitError> {
        let Self { what, folder, reading } = self;
        let lost = || io::Error::other("the thread that reads it ended");
        let output =
            reading.join().unwrap_or_else(|_| Err(lost())).map_err(|source| GitError::io(what.clone(), source))?;
        Ok(Finished { what, folder, code: output.status.code(), stdout: output.stdout, stderr: output.stderr })
    }
}

/// What a `git` that has ended said.
pub(super) struct Finished {
    what: String,
    folder: PathBuf,
    /// Its exit code; none when a signal ended it.
    pub(super) code: Option<i32>,
    /// What it wrote.
    pub(super) stdout: Vec<u8>,
    /// What it complained about.
    pub(super) stderr: Vec<u8>,
}

impl Finished {
    /// What it wrote, if it succeeded.
    pub(super) fn success(self) -> Result<Vec<u8>, GitError> {
        if self.code == Some(0) { Ok(self.stdout) } else { Err(self.into_error()) }
    }

    /// The failure, told by the messages that git has had for years (they are in English here).
    pub(super) fn into_error(self) -> GitError {
        let text = String::from_utf8_lossy(&self.stderr);
        let says = |part: &str| text.contains(part);
        if says("dubious ownership") || says("unsafe repository") {
            return GitError::ForeignOwner { path: owner_of(&self.folder) };
        }
        if says("must be run in a work tree") {
            return GitError::Bare { path: self.folder };
        }
        if says("repository extension") || says("Expected git repo version") || says("unknown ref storage") {
            return GitError::Unsupported { what: said(&self.stderr) };
        }
        if says("not a git repository") {
            return GitError::NotARepository { path: self.folder };
        }
        GitError::GitFailed { what: self.what, stderr: said(&self.stderr) }
    }
}

/// The nearest folder from `start` upwards that holds a `.git`: the one that git wants to see listed as safe.
pub(super) fn owner_of(start: &Path) -> PathBuf {
    let start = start.canonicalize().unwrap_or_else(|_| start.to_path_buf());
    let owner = start.ancestors().find(|folder| folder.join(".git").exists());
    owner.unwrap_or(&start).to_path_buf()
}

/// Starts a command, telling a missing program from other failures.
pub(super) fn spawn(command: &mut Command) -> Result<Child, GitError> {
    let folder_is_there = command.get_current_dir().is_none_or(Path::is_dir);
    once_more(|| command.spawn()).map_err(|source| match source.kind() {
        io::ErrorKind::NotFound if folder_is_there => GitError::NoProgram,
        _ => GitError::io("starting git", source),
    })
}

/// The parts as one argument.
fn joined(parts: &[&std::ffi::OsStr]) -> OsString {
    parts.iter().fold(OsString::new(), |mut all, part| {
        all.push(part);
        all
    })
}

/// Bytes that git wrote, as text of the system.
#[cfg(unix)]
pub(super) fn os_string(bytes: &[u8]) -> OsString {
    use std::os::unix::ffi::OsStrExt as _;
    std::ffi::OsStr::from_bytes(bytes).to_owned()
}

/// Bytes that git wrote, as text of the system; git writes UTF-8 where the system has no bytes.
#[cfg(not(unix))]
pub(super) fn os_string(bytes: &[u8]) -> OsString {
    String::from_utf8_lossy(bytes).into_owned().into()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn filter_names_may_hold_dots_and_equal_signs() {
        let settings = b"filter.lfs.clean\0filter.lfs.process\0filter.a.b=c.clean\0filter.bare\0";
        assert_eq!(filter_names(settings), [OsString::from("a.b=c"), OsString::from("lfs")]);
    }

    #[test]
    fn every_variable_that_names_a_repository_is_scrubbed() {
        let named = Command::new("git").args(["rev-parse", "--local-env-vars"]).output().unwrap();
        for name in String::from_utf8(named.stdout).unwrap().lines() {
            let set_again = ENVIRONMENT.iter().any(|(set, _)| *set == name);
            assert!(SCRUBBED.contains(&name) || set_again, "{name}");
        }
    }
}
