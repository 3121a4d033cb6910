//! Builds projects to measure on: many files, many commits, many phases, the same on every machine.

use std::fmt::Write as _;
use std::path::Path;

use anyhow::Result;
use phase_pipeline::write::git::Git;
use tempfile::TempDir;

/// How large a project is.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Shape {
    /// Source files, all there from the first commit.
    pub(crate) files: usize,
    /// Commits; the last phase begins [`SHORT`] before HEAD.
    pub(crate) commits: usize,
    /// Commits before the first phase.
    pub(crate) quiet: usize,
    /// Phases, one after the other.
    pub(crate) phases: usize,
}

/// The life of the last phase, in commits.
pub(crate) const SHORT: usize = 61;

/// Plans of a phase.
const PLANS: usize = 3;

/// Files in a folder of sources.
const FILES_IN_FOLDER: usize = 100;

/// What the artifacts of a phase say: those of the demo project.
mod texts {
    pub(super) const CONTEXT: &str =
        include_str!("../../src/write/demo/project/planning/phases/01-sign-in/01-CONTEXT.md");
    pub(super) const RESEARCH: &str =
        include_str!("../../src/write/demo/project/planning/phases/01-sign-in/01-RESEARCH.md");
    pub(super) const PLAN: &str = include_str!("../../src/write/demo/project/planning/phases/01-sign-in/01-01-PLAN.md");
    pub(super) const SUMMARY: &str =
        include_str!("../../src/write/demo/project/planning/phases/01-sign-in/01-01-SUMMARY.md");
    pub(super) const VERIFICATION: &str =
        include_str!("../../src/write/demo/project/planning/phases/01-sign-in/01-VERIFICATION.md");
}

/// A project in a temporary folder.
pub(crate) struct Project {
    folder: TempDir,
    shape: Shape,
}

impl Project {
    /// Makes the repository, packs it, and checks it out.
    pub(crate) fn build(shape: Shape) -> Result<Self> {
        let project = Self { folder: tempfile::tempdir()?, shape };
        let git = Git::new(project.root(), &[]);
        git.run(&["init", "--quiet", "--initial-branch=main"])?;
        git.feed(&["fast-import", "--quiet"], project.stream().as_bytes())?;
        // As after a clone: git has not yet written a graph of the commits beside them.
        git.run(&["-c", "gc.writeCommitGraph=false", "gc", "--quiet"])?;
        git.run(&["reset", "--hard", "--quiet"])?;
        // A file as young as the index is read again by every `git status`; that is no project at rest.
        std::thread::sleep(std::time::Duration::from_millis(1_100));
        git.run(&["status"])?;
        Ok(project)
    }

    /// The root of its work tree.
    pub(crate) fn root(&self) -> &Path {
        self.folder.path()
    }

    /// The folder of a phase, counted from 1, below the root.
    pub(crate) fn phase(number: usize) -> String {
        format!(".planning/phases/{number:02}-part-{number}")
    }

    /// The commit with which a phase begins, counted from 0.
    fn begin(&self, phase: usize) -> usize {
        let Shape { commits, quiet, phases, .. } = self.shape;
        if phase == phases { commits - SHORT } else { quiet + (phase - 1) * (commits - quiet - SHORT) / phases }
    }

    /// The whole history, as `git fast-import` reads it.
    fn stream(&self) -> String {
        let mut stream = Stream::default();
        let Shape { files, commits, quiet, phases } = self.shape;
        stream.commit("feat: begin");
        for file in 0..files {
            stream.file(&source(file), &format!("file {file}\n"));
        }
        let listed: String = (1..=phases).fold(String::from("# Roadmap\n\n## Phases\n\n"), |mut text, phase| {
            let _ = writeln!(text, "- [ ] **Phase {phase}: Part {phase}** - what it is for");
            text
        });
        stream.file(".planning/ROADMAP.md", &listed);
        stream.file(".planning/config.json", "{}\n");
        stream.file(".planning/STATE.md", "# State\n\nPhase: 1\nStatus: Executing\n");
        for commit in 1..quiet {
            stream.work("feat", commit, files);
        }
        for phase in 1..=phases {
            let end = if phase == phases { commits } else { self.begin(phase + 1) };
            stream.phase(phase, self.begin(phase)..end, files);
        }
        stream.text
    }
}

/// The path of a source file.
fn source(file: usize) -> String {
    format!("src/part{:04}/file{:02}.txt", file / FILES_IN_FOLDER, file % FILES_IN_FOLDER)
}

#[derive(Default)]
struct Stream {
    text: String,
    commits: usize,
}

impl Stream {
    fn commit(&mut self, subject: &str) {
        let time = 1_700_000_000 + 60 * self.commits;
        let _ = writeln!(self.text, "commit refs/heads/main\ncommitter C <c@example.com> {time} +0000");
        let _ = writeln!(self.text, "data {}\n{subject}", subject.len());
        self.commits += 1;
    }

    fn file(&mut self, path: &str, content: &str) {
        let _ = writeln!(self.text, "M 100644 inline {path}\ndata {}\n{content}", content.len());
    }

    /// A commit that changes source alone.
    fn work(&mut self, kind: &str, commit: usize, files: usize) {
        self.commit(&format!("{kind}: step {commit}"));
        // A step that shares no divisor with the number of files visits all of them.
        self.file(&source(commit * 7919 % files), &format!("step {commit}\n"));
    }

    /// A phase from its context to its verification, with its plans carried out in between.
    fn phase(&mut self, phase: usize, commits: std::ops::Range<usize>, files: usize) {
        let folder = Project::phase(phase);
        let artifact = |stream: &mut Self, subject: String, names: &[String], text: &str| {
            stream.commit(&subject);
            for name in names {
                stream.file(&format!("{folder}/{phase:02}-{name}.md"), &format!("{text}\nPart {phase}, {name}.\n"));
            }
        };
        let (first, last) = (commits.start, commits.end - 1);
        let each = (last - first - 3) / PLANS;
        for commit in commits {
            let at = commit - first;
            let plan = (at.saturating_sub(3) / each + 1).min(PLANS);
            match at {
                0 => artifact(
                    self,
                    format!("docs({phase:02}): capture phase context"),
                    &["CONTEXT".to_owned()],
                    texts::CONTEXT,
                ),
                1 => artifact(
                    self,
                    format!("docs({phase:02}): research phase domain"),
                    &["RESEARCH".to_owned()],
                    texts::RESEARCH,
                ),
                2 => {
                    let plans: Vec<String> = (1..=PLANS).map(|plan| format!("{plan:02}-PLAN")).collect();
                    artifact(self, format!("docs({phase:02}): create phase plan"), &plans, texts::PLAN);
                }
                _ if commit == last => {
                    let subject = format!("docs(phase-{phase}): complete phase execution");
                    artifact(self, subject, &["VERIFICATION".to_owned()], texts::VERIFICATION);
                    self.file(".planning/STATE.md", &format!("# State\n\nPhase: {}\nStatus: Executing\n", phase + 1));
                }
                _ if (at - 3) % each == each - 1 => {
                    let subject = format!("docs({phase:02}-{plan:02}): complete plan");
                    artifact(self, subject, &[format!("{plan:02}-SUMMARY")], texts::SUMMARY);
                }
                _ => self.work(&format!("feat({phase:02}-{plan:02})"), commit, files),
            }
        }
    }
}
