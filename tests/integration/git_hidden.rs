//! Files that git was told not to look at, in every form of the index: who reads them finds the same.

use phase_pipeline::git::{Backend, Repository};

use crate::common::repo::Repo;

const FILES: [&str; 4] = ["a/b.md", "a/c.md", "d.md", "e f.md"];

fn repo(options: &[&str], settings: &[&str]) -> Repo {
    let repo = Repo::init(options);
    for setting in settings {
        let (name, value) = setting.split_once('=').unwrap();
        repo.git(&["config", name, value]);
    }
    for file in FILES {
        repo.write(file, file);
    }
    repo.commit("first");
    repo
}

fn found(repo: &Repo, backend: Backend) -> Vec<String> {
    let hidden = Repository::discover(repo.root(), backend).unwrap().hidden().unwrap();
    let told = |absent: bool| if absent { "skipped" } else { "assumed" };
    hidden.iter().map(|hidden| format!("{} {}", hidden.path, told(hidden.may_be_absent))).collect()
}

#[test]
fn whatever_the_form_of_the_index_marks_are_found_and_nothing_else() {
    for (options, settings, update, backends) in [
        (&[][..], &[][..], &[][..], &[Backend::Auto, Backend::Child, Backend::Git2][..]),
        (&[], &[], &["--index-version", "4"], &[Backend::Auto, Backend::Child, Backend::Git2]),
        (&[], &["core.untrackedCache=true", "index.skipHash=true"], &[], &[Backend::Auto, Backend::Child]),
        (&["--object-format=sha256"], &[], &[], &[Backend::Auto, Backend::Child]),
        (&[], &[], &["--split-index"], &[Backend::Auto, Backend::Child]),
    ] {
        let repo = repo(options, settings);
        if !update.is_empty() {
            repo.git(&[&["update-index"], update].concat());
        }
        for backend in backends {
            assert_eq!(found(&repo, *backend), [] as [&str; 0], "{options:?} {update:?} {backend:?}");
        }
        repo.git(&["update-index", "--assume-unchanged", "a/c.md"]);
        repo.git(&["update-index", "--skip-worktree", "e f.md"]);
        for backend in backends {
            let expected = ["a/c.md assumed", "e f.md skipped"];
            assert_eq!(found(&repo, *backend), expected, "{options:?} {settings:?} {update:?} {backend:?}");
        }
    }
}

#[test]
fn what_a_sparse_checkout_leaves_out_is_not_hidden() {
    for index in [&["--no-sparse-index"][..], &["--sparse-index"]] {
        let repo = repo(&[], &[]);
        repo.git(&[&["sparse-checkout", "init", "--cone"], index].concat());
        assert!(!repo.path("a").exists());
        for backend in [Backend::Auto, Backend::Child] {
            assert_eq!(found(&repo, backend), [] as [&str; 0], "{index:?} {backend:?}");
        }
        repo.git(&["update-index", "--assume-unchanged", "d.md"]);
        for backend in [Backend::Auto, Backend::Child] {
            assert_eq!(found(&repo, backend), ["d.md assumed"], "{index:?} {backend:?}");
        }
    }
    assert_eq!(found(&Repo::new(), Backend::Auto), [] as [&str; 0], "no index yet");
}
