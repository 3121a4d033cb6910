//! Death before every step: the document is the old one or the new one, and the next run goes on from there.

use phase_pipeline::engine::ask::{PhaseAsk, Place};
use phase_pipeline::engine::depth::Depth;
use phase_pipeline::engine::lock::Remark;
use phase_pipeline::engine::lock::proposal::{Aim, LockAsk, Proposal};
use phase_pipeline::methodology;
use phase_pipeline::write::error::WriteError;
use phase_pipeline::write::lock::LockWriter;
use phase_pipeline::write::steps::Steps;

use super::{FOLDER, SPEC, mapped, specified};
use crate::common::project::Project;
use crate::common::repo::Repo;
use crate::recovery::picture::Picture;
use crate::recovery::{Death, Deaths, Quick, open};

fn proposed(repo: &Repo) -> Proposal {
    asked(repo, None)
}

/// The same with the depth raised by hand.
fn proposed_raised(repo: &Repo) -> Proposal {
    asked(repo, Some(Depth::Deep))
}

fn asked(repo: &Repo, raise: Option<Depth>) -> Proposal {
    let place = Place { start: repo.root().to_path_buf(), ..Place::default() };
    let ask = LockAsk {
        phase: PhaseAsk { place, phase: "7".to_owned(), ..PhaseAsk::default() },
        aim: Aim::Lock,
        reason: raise.map(|_| Remark::new("by hand")).unwrap_or_default(),
        include: Vec::new(),
        skip: Vec::new(),
        raise,
        paths: vec!["texts/a.md".to_owned()],
    };
    methodology::detect(&ask.phase.place).unwrap().0.lock(&ask).unwrap()
}

fn carry_out(repo: &Repo) {
    let (repository, proposal) = (open(repo), proposed(repo));
    let writer = LockWriter::with_steps(&repository, &Quick);
    writer.put(&proposal).unwrap();
    writer.commit(&proposal).unwrap();
}

fn survives(project: &Project, document: &str) {
    let repo = project.repo();
    repo.write("src/neighbour.rs", "// left\n");
    repo.write("src/staged.rs", "// staged\n").git(&["add", "src/staged.rs"]);
    let old = std::fs::read(repo.path(document)).ok();
    let whole = repo.copy();
    let proposal = proposed(&whole);
    let deaths = Deaths::of(&whole);
    let repository = open(&whole);
    let writer = LockWriter::with_steps(&repository, &deaths);
    writer.put(&proposal).unwrap();
    assert!(writer.commit(&proposal).unwrap().is_some());
    let deaths = deaths.into_found();
    let end = Picture::of(&whole);
    let new = std::fs::read(whole.path(document)).unwrap();
    assert!(deaths.len() >= 4, "only {} steps were seen", deaths.len());
    let mut seen = (false, false);
    for Death { before: step, repo } in deaths {
        let now = std::fs::read(repo.path(document)).ok();
        assert!(now == old || now.as_ref() == Some(&new), "before {step}: {now:?}");
        seen = (seen.0 || now == old, seen.1 || now != old);
        // Whatever lies beside it stops nobody, and the same command comes to the same end.
        carry_out(&repo);
        assert_eq!(Picture::of(&repo), end, "before {step}");
    }
    assert_eq!(seen, (true, true));
}

#[test]
fn a_lock_in_a_document_survives_death_at_every_step() {
    survives(&specified(&["src/pages/home.rs"]), SPEC);
}

#[test]
fn a_lock_in_a_file_of_its_own_survives_death_at_every_step() {
    let project = mapped();
    project.phase(FOLDER).plan("01", &["src/pages/home.rs"]);
    survives(&project, ".planning/phases/07-photos/07-LOCK.md");
}

#[test]
fn a_document_that_changes_on_the_way_is_not_written_over() {
    let project = specified(&["src/pages/home.rs"]);
    let proposal = proposed(project.repo());
    let more = format!("{}\nmore\n", super::text(&project, SPEC));
    project.repo().write(SPEC, &more);
    let repository = open(project.repo());
    let error = LockWriter::with_steps(&repository, &Quick).put(&proposal).unwrap_err();
    let failure = phase_pipeline::engine::failure::Failure::from(error);
    assert_eq!((failure.id, failure.outcome.code()), ("lock/moved", 2));
    assert_eq!(super::text(&project, SPEC), more);
    assert_eq!(project.repo().git(&["status", "--porcelain", "--untracked-files=all"]), format!(" M {SPEC}"));
}

#[test]
fn of_two_locks_at_once_the_one_that_comes_too_late_leaves_nothing() {
    /// Another one is at work right before this one would be put in its place.
    struct Second<'a>(&'a Repo, &'a Proposal);
    impl Steps for Second<'_> {
        fn before(&self, step: &str) -> Result<(), WriteError> {
            if step == "sync a file" {
                let (repository, second) = (open(self.0), proposed_raised(self.0));
                LockWriter::with_steps(&repository, &Quick).put(&second).unwrap();
                assert_ne!(second.after, self.1.after);
            }
            Ok(())
        }

        fn waits_for_the_disk(&self) -> bool {
            false
        }
    }
    let project = specified(&["src/pages/home.rs"]);
    let proposal = proposed(project.repo());
    let second = proposed_raised(project.repo());
    let repository = open(project.repo());
    let error = LockWriter::with_steps(&repository, &Second(project.repo(), &proposal)).put(&proposal).unwrap_err();
    let failure = phase_pipeline::engine::failure::Failure::from(error);
    assert_eq!((failure.id, failure.outcome.code()), ("lock/moved", 2));
    assert_eq!(super::text(&project, SPEC).as_bytes(), second.after);
    let status = project.repo().git(&["status", "--porcelain", "--untracked-files=all", "--ignored"]);
    assert_eq!(status, format!(" M {SPEC}"));
}
