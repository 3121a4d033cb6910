//! Objects through `git cat-file`, for what libgit2 cannot open.
//!
//! Source: <https://git-scm.com/docs/git-cat-file> (batch output).

use std::cell::RefCell;
use std::io::{self, BufRead as _, BufReader, Read as _, Write as _};
use std::process::{Child, ChildStdin, ChildStdout, Stdio};

use super::child::{Git, spawn};
use super::error::{GitError, said};
use super::objects::{Again, Kind, RawObjects};
use crate::engine::object::Oid;

/// The object store of one repository, asked through children that stay open.
pub(super) struct ChildObjects {
    git: Git,
    contents: RefCell<Option<Batch>>,
    headers: RefCell<Option<Batch>>,
}

impl ChildObjects {
    /// Reads objects with `git`; nothing is started before the first question.
    pub(super) fn new(git: Git) -> Self {
        Self { git, contents: RefCell::new(None), headers: RefCell::new(None) }
    }

    /// Asks one of the two children, starting it if need be.
    fn ask(
        &self,
        slot: &RefCell<Option<Batch>>,
        mode: &'static str,
        name: &str,
    ) -> Result<Option<(Oid, Raw)>, GitError> {
        let mut slot = slot.borrow_mut();
        let mut batch = match slot.take() {
            Some(batch) => batch,
            None => Batch::start(&self.git, mode)?,
        };
        let answer = batch.ask(name, mode == CONTENTS)?;
        // A child that failed is not kept: its next answer could belong to the last question.
        *slot = Some(batch);
        Ok(answer)
    }
}

const CONTENTS: &str = "--batch";
const HEADERS: &str = "--batch-check";

impl RawObjects for ChildObjects {
    fn again(&self) -> Option<Again> {
        // A process of its own for each thread costs more than waiting.
        None
    }

    fn read(&self, id: Oid, take: &mut dyn FnMut(Kind, &[u8])) -> Result<bool, GitError> {
        let answer = self.ask(&self.contents, CONTENTS, &id.to_string())?;
        Ok(answer.map(|(_, raw)| take(raw.kind, &raw.bytes)).is_some())
    }

    fn header(&self, id: Oid) -> Result<Option<(Kind, u64)>, GitError> {
        let answer = self.ask(&self.headers, HEADERS, &id.to_string())?;
        Ok(answer.map(|(_, raw)| (raw.kind, raw.size)))
    }

    fn resolve(&self, revision: &str) -> Result<Option<Oid>, GitError> {
        // One line is one question.
        if revision.contains(['\n', '\0']) {
            return Ok(None);
        }
        Ok(self.ask(&self.headers, HEADERS, &format!("{revision}^{{commit}}"))?.map(|(id, _)| id))
    }

    fn references(&self, folder: &str) -> Result<Vec<(Vec<u8>, Oid)>, GitError> {
        let answer =
            self.git.run(&["for-each-ref", "--format=%(objectname) %(symref) %(refname)", folder])?.success()?;
        // No name of a reference holds a blank or a line break.
        let named = |line: &[u8]| {
            let mut words = line.splitn(3, |byte| *byte == b' ');
            let (id, target, name) = (words.next()?, words.next()?, words.next()?);
            Some((name.to_vec(), Oid::from_hex(id)?)).filter(|_| target.is_empty())
        };
        Ok(answer.split(|byte| *byte == b'\n').filter_map(named).collect())
    }

    fn word(&self) -> &'static str {
        "git cat-file"
    }
}

/// An object as a child tells it.
#[derive(Debug, PartialEq, Eq)]
struct Raw {
    kind: Kind,
    /// How many bytes its content has.
    size: u64,
    /// The content; empty when only the header was asked for.
    bytes: Vec<u8>,
}

/// One `git cat-file` that waits for names.
struct Batch {
    child: Child,
    questions: ChildStdin,
    answers: BufReader<ChildStdout>,
}

impl Batch {
    fn start(git: &Git, mode: &str) -> Result<Self, GitError> {
        let mut command = git.command(&["cat-file", mode]);
        command.stdin(Stdio::piped());
        let mut child = spawn(&mut command)?;
        let pipes = child.stdin.take().zip(child.stdout.take());
        let Some((questions, answers)) = pipes else {
            return Err(GitError::io("starting git cat-file", io::ErrorKind::BrokenPipe.into()));
        };
        Ok(Self { child, questions, answers: BufReader::new(answers) })
    }

    fn ask(&mut self, name: &str, with_content: bool) -> Result<Option<(Oid, Raw)>, GitError> {
        let answer = self.exchange(name, with_content);
        answer.map_err(|source| self.failure(source))
    }

    /// One question and its answer: `<id> <kind> <size>`, the content where it was asked for, or `<name> missing`.
    fn exchange(&mut self, name: &str, with_content: bool) -> io::Result<Option<(Oid, Raw)>> {
        self.questions.write_all(format!("{name}\n").as_bytes())?;
        self.questions.flush()?;
        let mut line = Vec::new();
        self.answers.read_until(b'\n', &mut line)?;
        let Some(line) = line.strip_suffix(b"\n") else { return Err(io::ErrorKind::UnexpectedEof.into()) };
        let Some((id, kind, size)) = parse_header(line) else { return Ok(None) };
        let mut bytes = Vec::new();
        if with_content {
            self.answers.by_ref().take(size).read_to_end(&mut bytes)?;
            let mut end = [0];
            self.answers.read_exact(&mut end)?;
        }
        Ok(Some((id, Raw { kind, size, bytes })))
    }

    /// What the child said before it ended, or the failure of the pipe.
    fn failure(&mut self, source: io::Error) -> GitError {
        // It has ended or is of no more use; either way the messages must not be waited for.
        let _ = self.child.kill();
        let mut stderr = Vec::new();
        if let Some(mut pipe) = self.child.stderr.take() {
            let _ = pipe.read_to_end(&mut stderr);
        }
        if stderr.is_empty() {
            return GitError::io("git cat-file", source);
        }
        GitError::GitFailed { what: "git cat-file".to_owned(), stderr: said(&stderr) }
    }
}

impl Drop for Batch {
    fn drop(&mut self) {
        // Nothing is lost: it only reads.
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// `<id> <kind> <size>`; none for `<name> missing`, `<name> ambiguous` and the like.
fn parse_header(line: &[u8]) -> Option<(Oid, Kind, u64)> {
    let mut words = line.split(|byte| *byte == b' ');
    let (id, kind, size, end) = (words.next()?, words.next()?, words.next()?, words.next());
    if end.is_some() {
        return None;
    }
    let kind = match kind {
        b"commit" => Kind::Commit,
        b"tree" => Kind::Tree,
        b"blob" => Kind::Blob,
        b"tag" => Kind::Tag,
        _ => return None,
    };
    Some((Oid::from_hex(id)?, kind, std::str::from_utf8(size).ok()?.parse().ok()?))
}
