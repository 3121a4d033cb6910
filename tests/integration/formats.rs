//! Every format of a repository gives the right evidence, or a refusal that names it.

use std::collections::BTreeMap;
use std::fs;
use std::path::PathBuf;

use phase_pipeline::engine::evidence::Tracked;
use phase_pipeline::engine::object::Oid;
use phase_pipeline::engine::path::RepoPath;
use phase_pipeline::git::{
    Ancestry, Backend, Blob, GitError, Head, Operation, Repository, tracked, walk, walk_following, walk_many,
};

use crate::common::repo::Repo;
use crate::git_oracle::{status_of, told_by_git, told_by_us};

/// A first commit of a phase, a second one beside it, and one change of each kind in the work tree.
fn fill(repo: &Repo) {
    repo.write(".planning/phases/01-a/01-CONTEXT.md", "context\n").write("src/main.rs", "one\n");
    repo.commit("docs(01): context");
    repo.write("src/main.rs", "two\n");
    repo.commit("feat(01-01): two");
}

fn dirty(repo: &Repo) {
    repo.write("src/main.rs", "three\n").write("new.txt", "new\n");
}

/// What one reader must say after [`fill`] and [`dirty`].
fn check(repo: &Repo, backend: Backend) -> String {
    let opened = Repository::discover(repo.root(), backend).unwrap();
    assert_eq!(opened.root(), repo.root(), "{backend:?}");
    let pending = opened.status().unwrap();
    let objects = opened.objects();
    let head = Oid::from_hex(repo.id("HEAD").as_bytes()).unwrap();
    let life = walk(objects, head, &RepoPath::from(".planning/phases/01-a")).unwrap();
    assert_eq!(life.len(), 2, "{backend:?}");
    assert_eq!(life.cut, None);
    assert_eq!(life.last_changes(&RepoPath::from("01-CONTEXT.md")), life.begin());
    let tree = objects.commit(head).unwrap().tree;
    let source = objects.entry_at(tree, &RepoPath::from("src/main.rs")).unwrap().unwrap();
    assert_eq!(objects.blob(source.id, 100).unwrap(), Blob::Content(b"two\n".to_vec()));
    assert_eq!(objects.blob(source.id, 3).unwrap(), Blob::TooLarge(4));
    assert_eq!(objects.entry_at(tree, &RepoPath::from("src/main.rs/x")).unwrap(), None);
    let status = pending.finish().unwrap();
    assert_eq!(told_by_us(&status), told_by_git(repo), "{backend:?}");
    assert_eq!(status.head, Some(head));
    opened.backends()
}

const BOTH: &str = "git2 objects, git status";
const CHILD: &str = "git cat-file, git status";

/// A format: how to make it, who answers by default, and whether libgit2 alone can.
struct Format {
    name: &'static str,
    make: fn() -> Repo,
    answers: &'static str,
    git2_alone: bool,
}

fn made(options: &[&str], after: &[&[&str]]) -> Repo {
    let repo = Repo::init(options);
    fill(&repo);
    for command in after {
        repo.git(command);
    }
    dirty(&repo);
    repo
}

fn cloned(options: &[&str]) -> Repo {
    let origin = Repo::new();
    fill(&origin);
    origin.git(&["config", "uploadpack.allowFilter", "true"]);
    let repo = Repo::without_git();
    let url = format!("file://{}", origin.root().display());
    repo.git(&[&["clone", "--quiet"], options, &[url.as_str(), "."]].concat());
    repo.settle();
    dirty(&repo);
    repo
}

const FORMATS: &[Format] = &[
    Format { name: "plain", make: || made(&[], &[]), answers: BOTH, git2_alone: true },
    Format { name: "packed", make: || made(&[], &[&["gc", "--quiet"]]), answers: BOTH, git2_alone: true },
    Format {
        name: "index v4",
        make: || made(&[], &[&["update-index", "--index-version=4"]]),
        answers: BOTH,
        git2_alone: true,
    },
    Format {
        name: "untracked cache",
        make: || made(&[], &[&["update-index", "--force-untracked-cache"], &["status"]]),
        answers: BOTH,
        git2_alone: true,
    },
    Format {
        name: "worktree config",
        make: || made(&[], &[&["config", "extensions.worktreeConfig", "true"], &["config", "--worktree", "a.b", "c"]]),
        answers: BOTH,
        git2_alone: true,
    },
    Format {
        name: "many files",
        make: || made(&[], &[&["config", "feature.manyFiles", "true"], &["update-index", "--refresh"]]),
        answers: BOTH,
        git2_alone: true,
    },
    Format {
        name: "commit graph",
        make: || made(&[], &[&["commit-graph", "write", "--reachable", "--changed-paths"]]),
        answers: BOTH,
        git2_alone: true,
    },
    Format { name: "sha256", make: || made(&["--object-format=sha256"], &[]), answers: BOTH, git2_alone: true },
    Format { name: "reftable", make: || made(&["--ref-format=reftable"], &[]), answers: CHILD, git2_alone: false },
    Format {
        name: "split index",
        make: || made(&[], &[&["update-index", "--split-index"]]),
        answers: BOTH,
        git2_alone: false,
    },
    Format {
        name: "sparse checkout",
        make: || made(&[], &[&["sparse-checkout", "set", "--cone", "src"]]),
        answers: BOTH,
        git2_alone: true,
    },
    Format {
        name: "sparse index",
        make: || made(&[], &[&["sparse-checkout", "set", "--cone", "--sparse-index", "src"]]),
        answers: BOTH,
        git2_alone: false,
    },
    Format {
        name: "partial clone, blobs left out",
        make: || cloned(&["--filter=blob:none"]),
        answers: BOTH,
        git2_alone: true,
    },
    Format {
        name: "partial clone as an extension",
        make: || {
            let repo = cloned(&["--filter=blob:none"]);
            repo.git(&["config", "core.repositoryFormatVersion", "1"]);
            repo.git(&["config", "extensions.partialClone", "origin"]);
            repo
        },
        answers: CHILD,
        git2_alone: false,
    },
    Format {
        name: "detached",
        make: || made(&[], &[&["switch", "--quiet", "--detach"]]),
        answers: BOTH,
        git2_alone: true,
    },
];

#[test]
fn every_format_is_read_or_refused_by_name() {
    for format in FORMATS {
        let repo = (format.make)();
        assert_eq!(check(&repo, Backend::Auto), format.answers, "{}", format.name);
        assert_eq!(check(&repo, Backend::Child), CHILD, "{}", format.name);
        if format.git2_alone {
            assert_eq!(check(&repo, Backend::Git2), "git2 objects, git2 status", "{}", format.name);
        } else {
            let opened = Repository::discover(repo.root(), Backend::Git2);
            let error = opened.and_then(|opened| opened.status()?.finish()).expect_err(format.name);
            assert!(matches!(error, GitError::Unsupported { .. }), "{}: {error}", format.name);
        }
    }
}

#[test]
fn replacements_are_not_followed() {
    let repo = made(&[], &[]);
    let told = told_by_git(&repo);
    let (head, before) = (repo.id("HEAD"), repo.id("HEAD~1"));
    repo.git(&["replace", &head, &before]);
    assert_ne!(told_by_git(&repo), told, "git itself compares with the replacement");
    for backend in [Backend::Auto, Backend::Child, Backend::Git2] {
        let opened = Repository::discover(repo.root(), backend).unwrap();
        let read = opened.objects().commit(Oid::from_hex(head.as_bytes()).unwrap()).unwrap();
        assert_eq!(read.parents[..], [Oid::from_hex(before.as_bytes()).unwrap()]);
        assert_eq!(told_by_us(&status_of(&repo, backend)), told, "{backend:?}");
    }
}

#[test]
fn a_file_that_a_sparse_checkout_leaves_out_is_committed() {
    for options in [&["--cone"][..], &["--cone", "--sparse-index"]] {
        let repo = made(&[], &[&[&["sparse-checkout", "set"], options, &["src"]].concat()]);
        let path = RepoPath::from(".planning/phases/01-a/01-CONTEXT.md");
        let opened = Repository::discover(repo.root(), Backend::Auto).unwrap();
        let status = opened.status().unwrap().finish().unwrap();
        let tree = opened.objects().commit(status.head.unwrap()).unwrap().tree;
        let in_head = opened.objects().entry_at(tree, &path).unwrap().is_some();
        let on_disk = repo.path(".planning").exists();
        assert!(in_head && !on_disk);
        assert_eq!(tracked(in_head, on_disk, status.entries.get(&path)), Tracked::Committed);
    }
}

#[test]
fn a_linked_work_tree_is_its_own() {
    let repo = made(&[], &[]);
    let linked = repo.root().with_file_name("linked");
    repo.git(&["worktree", "add", "--quiet", "-b", "side", linked.to_str().unwrap(), "HEAD~1"]);
    fs::write(linked.join("only-here"), "").unwrap();
    fs::create_dir(linked.join("deep")).unwrap();
    for backend in [Backend::Auto, Backend::Child, Backend::Git2] {
        let opened = Repository::discover(&linked.join("deep"), backend).unwrap();
        assert_eq!(opened.root(), linked);
        assert_eq!(opened.common_dir(), repo.path(".git"));
        assert_eq!(opened.git_dir(), repo.path(".git/worktrees/linked"));
        let status = opened.status().unwrap().finish().unwrap();
        assert_eq!(status.entries.keys().collect::<Vec<_>>(), [&RepoPath::from("only-here")]);
        assert_eq!(status.branch.as_deref(), Some(&b"side"[..]));
        assert!(opened.warn_of_other(repo.path(".git").as_os_str(), repo.root()).is_some());
        assert!(opened.warn_of_other(opened.git_dir().as_os_str(), repo.root()).is_none());
    }
}

#[test]
fn beyond_a_shallow_boundary_or_a_graft_nothing_is_known() {
    let grafted = made(&[], &[]);
    let head = grafted.id("HEAD");
    fs::create_dir_all(grafted.path(".git/info")).unwrap();
    fs::write(grafted.path(".git/info/grafts"), format!("{head}\n")).unwrap();
    for repo in [cloned(&["--depth=1"]), grafted] {
        for backend in [Backend::Auto, Backend::Child, Backend::Git2] {
            let opened = Repository::discover(repo.root(), backend).unwrap();
            let head = opened.objects().resolve("HEAD").unwrap().unwrap();
            let folder = RepoPath::from(".planning/phases/01-a");
            let life = walk(opened.objects(), head, &folder).unwrap();
            assert_eq!(life.len(), 1, "{backend:?}");
            assert!(life.cut.is_some());
            assert_eq!(life.last_changes(&RepoPath::from("01-CONTEXT.md")), []);
            let commit = opened.objects().commit(head).unwrap();
            assert_eq!(opened.objects().changed_paths(&commit).unwrap(), None);
            let elsewhere = Oid::from_hex(&[b'a'; 40]).unwrap();
            assert!(matches!(opened.objects().is_ancestor(elsewhere, head).unwrap(), Ancestry::Unknown(_)));
            let other = walk_many(opened.objects(), head, &[RepoPath::from("absent"), folder]).unwrap();
            assert_eq!(other.life(opened.objects(), 0).unwrap().cut, None);
            let other = other.life(opened.objects(), 1).unwrap();
            assert_eq!((other.len(), other.cut), (1, life.cut));
        }
    }
}

#[test]
fn trees_that_a_partial_clone_left_out_cut_history() {
    let repo = cloned(&["--filter=tree:0"]);
    let opened = Repository::discover(repo.root(), Backend::Auto).unwrap();
    let head = opened.objects().resolve("HEAD").unwrap().unwrap();
    let life = walk(opened.objects(), head, &RepoPath::from(".planning/phases/01-a")).unwrap();
    assert_eq!(life.len(), 1);
    assert!(life.cut.unwrap().contains("is not in this repository"));
}

#[test]
fn a_blob_that_is_not_here_is_missing_and_not_fetched() {
    let repo = cloned(&["--filter=blob:none"]);
    let opened = Repository::discover(repo.root(), Backend::Auto).unwrap();
    let objects = opened.objects();
    let tree = objects.commit(objects.resolve("HEAD~1").unwrap().unwrap()).unwrap().tree;
    let old = objects.entry_at(tree, &RepoPath::from("src/main.rs")).unwrap().unwrap();
    assert!(matches!(objects.blob(old.id, 100), Err(GitError::Missing { id }) if id == old.id));
}

#[test]
fn submodules_are_told_by_the_commit_they_stand_at() {
    let inner = Repo::new();
    inner.write("file", "one\n");
    inner.commit("inner");
    let repo = Repo::new();
    fill(&repo);
    let url = inner.root().to_str().unwrap();
    repo.git(&["-c", "protocol.file.allow=always", "submodule", "--quiet", "add", url, "mod"]);
    repo.commit("submodule");
    let mut seen = BTreeMap::new();
    for name in ["clean", "dirty inside", "another commit", "staged", "gone"] {
        match name {
            "dirty inside" => drop(repo.write("mod/file", "two\n").git(&["-C", "mod", "status"])),
            "another commit" => drop(repo.git(&["-C", "mod", "commit", "--quiet", "--all", "--message", "two"])),
            "staged" => drop(repo.git(&["add", "mod"])),
            "gone" => {
                repo.remove("mod");
            }
            _ => {}
        }
        let told = told_by_git(&repo);
        for backend in [Backend::Child, Backend::Git2] {
            assert_eq!(told_by_us(&status_of(&repo, backend)), told, "{name} {backend:?}");
        }
        seen.insert(name, told.get("mod").cloned().unwrap_or_default());
    }
    let expected = [("another commit", ".MS"), ("clean", ""), ("dirty inside", ""), ("gone", "MDS"), ("staged", "M.S")];
    assert_eq!(seen, expected.map(|(name, word)| (name, word.to_owned())).into());
}

#[test]
fn no_commit_yet_is_an_unborn_head() {
    for options in [&[][..], &["--ref-format=reftable"], &["--object-format=sha256"]] {
        let repo = Repo::init(options);
        repo.write("a", "a");
        for backend in [Backend::Auto, Backend::Child] {
            let opened = Repository::discover(repo.root(), backend).unwrap();
            assert_eq!(opened.head().unwrap(), Head::Unborn { branch: b"main".to_vec() });
            let status = opened.status().unwrap().finish().unwrap();
            assert_eq!((status.head, status.entries.len()), (None, 1));
        }
    }
}

#[test]
fn operations_are_seen_in_both_kinds_of_references() {
    let starts: [(&[&str], Operation); 5] = [
        (&["merge", "side"], Operation::Merge),
        (&["rebase", "side"], Operation::Rebase),
        (&["cherry-pick", "side"], Operation::CherryPick),
        (&["revert", "HEAD~1"], Operation::Revert),
        (&["bisect", "start"], Operation::Bisect),
    ];
    for options in [&[][..], &["--ref-format=reftable"]] {
        for (start, operation) in starts {
            let repo = Repo::init(options);
            for content in ["one\n", "two\n", "three\n"] {
                repo.write("a", content);
                repo.commit(content);
            }
            repo.git(&["switch", "--quiet", "-c", "side", "HEAD~1"]);
            repo.write("a", "side\n");
            repo.commit("side");
            repo.git(&["switch", "--quiet", "main"]);
            repo.try_git(start);
            for backend in [Backend::Auto, Backend::Child] {
                let opened = Repository::discover(repo.root(), backend).unwrap();
                assert_eq!(opened.operation().unwrap(), Some(operation), "{start:?} {options:?}");
                let status = opened.status().unwrap().finish().unwrap();
                assert_eq!(told_by_us(&status), told_by_git(&repo));
            }
        }
    }
}

type Expected = fn(&GitError) -> bool;

#[test]
fn what_is_no_work_tree_is_refused_by_name() {
    let bare = Repo::init(&["--bare"]);
    let plain = Repo::new();
    let none = Repo::without_git();
    let unknown =
        made(&[], &[&["config", "core.repositoryFormatVersion", "1"], &["config", "extensions.unheard", "x"]]);
    let table: [(PathBuf, Expected); 5] = [
        (bare.root().to_path_buf(), |error| matches!(error, GitError::Bare { .. })),
        (plain.path(".git"), |error| matches!(error, GitError::Bare { .. })),
        (none.root().to_path_buf(), |error| matches!(error, GitError::NotARepository { .. })),
        (none.path("absent"), |error| matches!(error, GitError::Io { .. })),
        (unknown.root().to_path_buf(), |error| matches!(error, GitError::Unsupported { .. })),
    ];
    for (path, is_expected) in table {
        for backend in [Backend::Auto, Backend::Child, Backend::Git2] {
            let error = Repository::discover(&path, backend).err().unwrap_or_else(|| panic!("{}", path.display()));
            assert!(is_expected(&error), "{backend:?} {}: {error}", path.display());
            assert!(!error.remedy().is_empty());
        }
    }
}

#[test]
fn lives_that_are_read_together_go_on_through_new_names_each_on_its_own() {
    let repo = Repo::new();
    for (number, name) in ["1-a", "2-b", "3-c"].into_iter().enumerate() {
        repo.write(&format!("phases/{name}/PLAN.md"), format!("plan {number}\n"));
        repo.commit(name);
    }
    let renames = [("1-a", "01-a"), ("2-b", "02-b"), ("01-a", "001-a")];
    for (from, to) in renames {
        repo.git(&["mv", &format!("phases/{from}"), &format!("phases/{to}")]);
        repo.commit(to);
    }
    let opened = Repository::discover(repo.root(), Backend::Auto).unwrap();
    let objects = opened.objects();
    let head = objects.resolve("HEAD").unwrap().unwrap();
    let folders = ["phases/001-a", "phases/02-b", "phases/3-c", "phases/absent"].map(RepoPath::from);
    let is_former = |place: usize, name: &[u8]| name.ends_with([b"-a", b"-b", b"-c", b"-d"][place]);
    let lives = walk_following(objects, head, &folders, &is_former).unwrap();
    let told = |place: usize| {
        let life = lives.life(objects, place).unwrap();
        (life.len(), life.begin().len(), life.last_changes(&RepoPath::from("PLAN.md")) == life.begin())
    };
    // Each begins with its own commit, whatever its name was then, and a new name changes no file.
    assert_eq!([0, 1, 2, 3].map(told), [(6, 1, true), (5, 1, true), (4, 1, true), (0, 0, true)]);
    // A name that is none of the folder's own is another folder.
    let strangers = walk_following(objects, head, &folders, &|_, _| false).unwrap();
    let lengths = [0, 1, 2, 3].map(|place| strangers.life(objects, place).unwrap().len());
    assert_eq!(lengths, [1, 2, 4, 0]);
}

#[test]
fn a_life_goes_on_through_a_new_name_and_not_through_a_new_occupant() {
    let repo = Repo::new();
    repo.write("phases/7-old/7-CONTEXT.md", "context\n").write("phases/7-old/empty", "");
    let first = repo.commit("first");
    repo.git(&["mv", "phases/7-old", "phases/07-new"]);
    repo.commit("new name");
    repo.write("phases/07-new/07-01-PLAN.md", "plan\n");
    repo.commit("plan");
    let life = |repo: &Repo| {
        let opened = Repository::discover(repo.root(), Backend::Auto).unwrap();
        let head = opened.objects().resolve("HEAD").unwrap().unwrap();
        let is_former = |_: usize, name: &[u8]| name.starts_with(b"7-");
        let lives = walk_following(opened.objects(), head, &[RepoPath::from("phases/07-new")], &is_former).unwrap();
        lives.life(opened.objects(), 0).unwrap()
    };
    let begin = |life: &phase_pipeline::engine::life::Life| life.begin().iter().map(Oid::to_string).collect::<Vec<_>>();
    let renamed = life(&repo);
    assert_eq!((renamed.len(), begin(&renamed)), (3, vec![first.clone()]));
    assert_eq!(renamed.last_changes(&RepoPath::from("7-CONTEXT.md")), renamed.begin());

    // Another folder takes the number: nothing but an empty file is the same.
    repo.git(&["rm", "-rq", "phases"]);
    repo.write("phases/7-next/7-CONTEXT.md", "other\n").write("phases/7-next/empty", "");
    repo.commit("other phase");
    repo.git(&["rm", "-rq", "phases"]);
    repo.write("phases/07-new/07-CONTEXT.md", "third\n").write("phases/07-new/empty", "");
    let third = repo.commit("third phase");
    let occupant = life(&repo);
    assert_eq!((occupant.len(), begin(&occupant)), (1, vec![third]));
}
