//! Builds projects of the GSD style with real history: artifacts finished by GSD's rules, a commit each, its subject by GSD's
//! conventions.

use std::cell::{Cell, RefCell};
use std::io::Write as _;

use phase_pipeline::gsd::artifacts::Kind;

use super::answer::Answer;
use super::bin::{Bin, Ran};
use super::repo::Repo;
use super::texts::{self, Plan};

/// A project, gone when it is dropped.
pub(crate) struct Project {
    repo: Repo,
    /// Commits that `git fast-import` has not made yet: a program for each would take most of a test's time.
    pending: RefCell<Vec<u8>>,
    /// Makes what is written differ from one commit to the next.
    turn: Cell<u32>,
}

/// A phase of a project, for lines such as `.phase("07-photos").spec().context().plan("01", &["src/photos.rs"])`.
#[derive(Clone, Copy)]
pub(crate) struct Phase<'a> {
    project: &'a Project,
    /// The folder's name.
    folder: &'a str,
    /// The folder that holds the phases.
    container: &'a str,
}

impl Project {
    /// A project whose roadmap lists phase 7, Photos, as open; nothing has begun.
    pub(crate) fn new() -> Self {
        Self::of(&["07-photos"])
    }

    /// A project whose roadmap lists these phases as open, each by the name of its folder to be.
    pub(crate) fn of(folders: &[&str]) -> Self {
        let project = Self::within(Repo::new());
        project.roadmap(folders, &[]);
        project.record("docs: initialize project", &[".planning/PROJECT.md", ".planning/ROADMAP.md"]);
        project
    }

    /// A project in a repository made elsewhere, with what is there already.
    pub(crate) fn within(repo: Repo) -> Self {
        Self { repo, pending: RefCell::default(), turn: Cell::new(0) }
    }

    /// Its repository, every commit made.
    pub(crate) fn repo(&self) -> &Repo {
        let stream = self.pending.take();
        if !stream.is_empty() {
            self.repo.git_with_input(&["fast-import", "--quiet"], &stream);
            // The work tree holds the files already.
            self.repo.git(&["reset", "--quiet"]);
        }
        &self.repo
    }

    /// Commits these files as they lie in the work tree, or their absence, and nothing else.
    pub(crate) fn record(&self, subject: &str, files: &[&str]) -> &Self {
        let head = std::fs::read_to_string(self.repo.path(".git/HEAD")).unwrap();
        let branch = head.trim_end().strip_prefix("ref: ").unwrap();
        let mut stream = self.pending.borrow_mut();
        let begins = stream.is_empty() && self.repo.path(format!(".git/{branch}")).exists();
        writeln!(stream, "commit {branch}").unwrap();
        for (role, name) in
            [("author", "A U Thor <author@example.com>"), ("committer", "C O Mitter <committer@example.com>")]
        {
            writeln!(stream, "{role} {name} {} +0000", self.repo.tick()).unwrap();
        }
        writeln!(stream, "data {}\n{subject}", subject.len()).unwrap();
        if begins {
            writeln!(stream, "from {branch}^0").unwrap();
        }
        for file in files {
            match std::fs::read(self.repo.path(file)) {
                Ok(bytes) => {
                    write!(stream, "M 100644 inline {file}\ndata {}\n", bytes.len()).unwrap();
                    stream.extend(bytes);
                    stream.push(b'\n');
                }
                Err(_) => writeln!(stream, "D {file}").unwrap(),
            }
        }
        drop(stream);
        self
    }

    /// Writes PROJECT, and a ROADMAP in which the phases of `ticked` are done; commits nothing.
    pub(crate) fn roadmap(&self, folders: &[&str], ticked: &[&str]) -> &Self {
        let mut text = "# Roadmap: Album\n\n## v1.0 First photos\n\n".to_owned();
        for folder in folders {
            let tick = if ticked.contains(folder) { "x" } else { " " };
            let (number, slug) = (number(folder), slug(folder));
            text = format!("{text}- [{tick}] **Phase {number}: {slug}** - a part of the album\n");
        }
        self.repo.write(".planning/PROJECT.md", "# Album\n\nKeeps photos.\n").write(".planning/ROADMAP.md", text);
        self
    }

    /// Writes a STATE that names a phase as current, with this status; commits nothing.
    pub(crate) fn state(&self, phase: &str, status: &str) -> &Self {
        let text = format!(
            "---\ncurrent_phase: {phase}\nstatus: {status}\n---\n\n# Project State\n\n## Current Position\n\nPhase: {phase} of 18\nStatus: {status}\n"
        );
        self.repo.write(".planning/STATE.md", text);
        self
    }

    /// Writes the config, commits nothing.
    pub(crate) fn config(&self, json: &str) -> &Self {
        self.repo.write(".planning/config.json", json);
        self
    }

    /// Commits everything in the work tree.
    pub(crate) fn commit(&self, subject: &str) -> &Self {
        self.repo().commit(subject);
        self
    }

    fn turn(&self) -> u32 {
        self.turn.set(self.turn.get() + 1);
        self.turn.get()
    }

    /// A phase by the name of its folder.
    pub(crate) fn phase<'a>(&'a self, folder: &'a str) -> Phase<'a> {
        Phase { project: self, folder, container: ".planning/phases" }
    }

    /// A phase that lies in another folder than the live one.
    pub(crate) fn phase_in<'a>(&'a self, container: &'a str, folder: &'a str) -> Phase<'a> {
        Phase { project: self, folder, container }
    }

    /// Runs the binary in the project's root.
    pub(crate) fn run(&self, arguments: &[&str]) -> Ran {
        Bin::in_folder(self.repo().root()).run(arguments)
    }

    /// Where a phase goes on.
    #[track_caller]
    pub(crate) fn at(&self, phase: &str) -> Answer {
        self.ask(&[phase])
    }

    /// The answer to a question in more words than the phase.
    #[track_caller]
    pub(crate) fn ask(&self, arguments: &[&str]) -> Answer {
        Answer::of(&self.run(&[arguments, &["--format", "json"]].concat()))
    }
}

/// The phase's number as the roadmap and commit scopes write it: `7` of `07-photos`.
fn number(folder: &str) -> &str {
    let token = folder.split('-').next().unwrap_or(folder);
    let unpadded = token.trim_start_matches('0');
    if unpadded.starts_with(|c: char| c.is_ascii_digit()) { unpadded } else { token }
}

fn slug(folder: &str) -> &str {
    folder.split_once('-').map_or("", |(_, slug)| slug)
}

impl<'a> Phase<'a> {
    /// The token as the folder writes it.
    pub(crate) fn token(self) -> &'a str {
        self.folder.split('-').next().unwrap_or(self.folder)
    }

    /// The path of a file in the phase's folder, from the project's root.
    pub(crate) fn path(self, file: &str) -> String {
        format!("{}/{}/{file}", self.container, self.folder)
    }

    /// The path of the phase's artifact of a kind.
    pub(crate) fn artifact(self, kind: Kind) -> String {
        let plan = if matches!(kind, Kind::Plan | Kind::Summary) { "01-" } else { "" };
        self.path(&format!("{}-{plan}{}.md", self.token(), kind.name()))
    }

    /// Writes a file into the phase's folder and commits nothing.
    pub(crate) fn left(self, file: &str, text: impl AsRef<[u8]>) -> Self {
        self.project.repo.write(&self.path(file), text);
        self
    }

    /// Writes a file into the phase's folder and commits it.
    pub(crate) fn file(self, file: &str, text: impl AsRef<[u8]>, subject: &str) -> Self {
        self.left(file, text).record(subject, &self.path(file))
    }

    fn record(self, subject: &str, file: &str) -> Self {
        self.project.record(subject, &[file]);
        self
    }

    /// Removes a file of the phase's folder and commits that.
    pub(crate) fn without(self, file: &str) -> Self {
        self.project.repo.remove(&self.path(file));
        self.record(&format!("chore({}): remove {file}", self.token()), &self.path(file))
    }

    /// Commits everything in the work tree.
    pub(crate) fn commit(self, subject: &str) -> Self {
        self.project.commit(subject);
        self
    }

    /// Commits a finished artifact of the kind.
    pub(crate) fn has(self, kind: Kind) -> Self {
        self.put(kind, &texts::finished(kind, self.folder))
    }

    /// Commits an artifact of the kind whose front matter says `word`.
    pub(crate) fn says(self, kind: Kind, word: &str) -> Self {
        self.put(kind, &texts::worded(kind, self.folder, word))
    }

    fn put(self, kind: Kind, text: &str) -> Self {
        let file = self.artifact(kind);
        // A command that runs again writes another time of day.
        self.project.repo.write(&file, format!("{text}\n*Written: {}*\n", self.project.turn()));
        self.record(&self.subject(kind), &file)
    }

    /// The subject with which GSD commits the kind.
    fn subject(self, kind: Kind) -> String {
        let (token, number, folder) = (self.token(), number(self.folder), self.folder);
        match kind {
            Kind::Research => format!("docs({token}): research phase domain"),
            Kind::Spec => format!("spec(phase-{number}): add SPEC.md for {} — 1 requirements (#2213)", slug(folder)),
            Kind::Context => format!("docs({token}): capture phase context"),
            Kind::UiSpec => format!("docs({token}): UI design contract"),
            Kind::AiSpec => format!("docs({folder}): generate AI-SPEC.md — a model"),
            Kind::Plan => format!("docs({token}): create phase plan"),
            Kind::Reviews => format!("docs: cross-AI review for phase {number}"),
            Kind::Summary => format!("docs({token}-01): complete {} plan", slug(folder)),
            Kind::Review => format!("docs({token}): add code review report"),
            Kind::ReviewFix => format!("docs({token}): add code review fix report"),
            Kind::Security => format!("docs(phase-{number}): add/update security threat verification"),
            Kind::Validation => format!("docs(phase-{number}): add/update validation strategy"),
            Kind::UiReview => format!("docs({token}): UI audit review"),
            Kind::EvalReview => format!("docs({folder}): add EVAL-REVIEW.md — score 90"),
            Kind::Uat => format!("test({token}): complete UAT - 1 passed, 0 issues"),
            Kind::HumanUat => format!("test({token}): persist human verification items as UAT"),
            Kind::Verification => format!("docs(phase-{number}): complete phase execution"),
            kind => format!("docs({token}): add {}", kind.name()),
        }
    }

    pub(crate) fn spec(self) -> Self {
        self.has(Kind::Spec)
    }

    pub(crate) fn context(self) -> Self {
        self.has(Kind::Context)
    }

    /// Commits a plan that means to change these files.
    pub(crate) fn plan(self, id: &str, files: &[&str]) -> Self {
        self.plan_of(&Plan { files, ..Plan::new(id) })
    }

    /// Commits a plan that needs others.
    pub(crate) fn plan_after(self, id: &str, needs: &[&str]) -> Self {
        self.plan_of(&Plan { needs, ..Plan::new(id) })
    }

    /// Commits a plan.
    pub(crate) fn plan_of(self, plan: &Plan<'_>) -> Self {
        let file = format!("{}-{}-PLAN.md", self.token(), plan.id);
        self.file(&file, plan.text(self.folder), &self.subject(Kind::Plan))
    }

    pub(crate) fn reviews(self) -> Self {
        self.has(Kind::Reviews)
    }

    /// Commits a task of a plan, as its executor does.
    pub(crate) fn execute(self, plan: &str) -> Self {
        let subject = format!("feat({}-{plan}): keep photos", self.token());
        self.work("src/photos.rs", &subject)
    }

    /// Commits a change of a source file.
    pub(crate) fn work(self, file: &str, subject: &str) -> Self {
        self.project.repo.write(file, format!("// {}\n", self.project.turn()));
        self.record(subject, file)
    }

    /// Commits the finished SUMMARY of a plan.
    pub(crate) fn summary(self, plan: &str) -> Self {
        self.summary_says(plan, "complete")
    }

    /// Commits a SUMMARY of a plan whose front matter says `word`.
    pub(crate) fn summary_says(self, plan: &str, word: &str) -> Self {
        let text = texts::worded(Kind::Summary, self.folder, word).replace("plan: 01", &format!("plan: {plan}"));
        let subject = format!("docs({}-{plan}): complete {} plan", self.token(), slug(self.folder));
        self.file(&format!("{}-{plan}-SUMMARY.md", self.token()), text, &subject)
    }

    /// Commits a task of a plan, then its SUMMARY.
    pub(crate) fn done(self, plan: &str) -> Self {
        self.execute(plan).summary(plan)
    }

    /// Commits a REVIEW; `issues_found` comes with a warning.
    pub(crate) fn review(self, word: &str) -> Self {
        if word == "issues_found" {
            return self.put(Kind::Review, &texts::review_with_a_warning(self.folder));
        }
        self.says(Kind::Review, word)
    }

    pub(crate) fn security(self) -> Self {
        self.has(Kind::Security)
    }

    pub(crate) fn validation(self) -> Self {
        self.has(Kind::Validation)
    }

    pub(crate) fn verification(self, word: &str) -> Self {
        self.says(Kind::Verification, word)
    }

    pub(crate) fn learnings(self) -> Self {
        self.has(Kind::Learnings)
    }

    /// Ticks the phase in ROADMAP and moves STATE on to the next one, as `phase.complete` does.
    pub(crate) fn ticked(self) -> Self {
        let roadmap = self.project.repo.path(".planning/ROADMAP.md");
        let open = format!("- [ ] **Phase {}:", number(self.folder));
        let text = std::fs::read_to_string(&roadmap).unwrap();
        assert!(text.contains(&open), "{open} is not in {text}");
        std::fs::write(&roadmap, text.replace(&open, &open.replace("[ ]", "[x]"))).unwrap();
        self.project.state("99", "planning");
        let subject = format!("docs(phase-{}): complete phase execution", number(self.folder));
        self.project.record(&subject, &[".planning/ROADMAP.md", ".planning/STATE.md"]);
        self
    }

    /// The commit that GSD's ship command makes.
    pub(crate) fn shipped(self) -> Self {
        let subject = format!("docs({}): ship phase {} — PR #12 [ci skip]", self.token(), number(self.folder));
        self.project.record(&subject, &[]);
        self
    }

    /// Everything up to plan `01`, planned and reviewed.
    pub(crate) fn planned(self) -> Self {
        self.context().plan("01", &["src/photos.rs"]).reviews()
    }

    /// Planned and executed, and nothing after it.
    pub(crate) fn executed(self) -> Self {
        self.planned().done("01")
    }

    /// Executed, with every gate passed that follows it in a project without surfaces.
    pub(crate) fn verified(self) -> Self {
        self.executed().review("clean").security().validation().verification("passed")
    }
}
