//! Objects in files of their own: read as git reads them, and told where a file is damaged, at once. Every question has a time
//! limit: libgit2 waits for ever for the rest of a file that was cut short.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::mpsc;
use std::time::Duration;

use phase_pipeline::engine::object::Oid;
use phase_pipeline::git::{Backend, Blob, GitError, Repository};

use crate::common::bin::{Bin, demo};
use crate::common::repo::Repo;

/// The readers of objects in question: with a `git` program for the work tree, and without.
const BACKENDS: [Backend; 2] = [Backend::Auto, Backend::Git2];

/// What `work` gives; fails the test where it does not end.
fn in_time<T: Send + 'static>(work: impl FnOnce() -> T + Send + 'static) -> T {
    let (done, wait) = mpsc::channel();
    std::thread::spawn(move || done.send(work()));
    wait.recv_timeout(Duration::from_secs(30)).expect("it ends")
}

/// A repository with a file, a folder, a tag of a tag and two commits, all loose.
fn made() -> Repo {
    let repo = Repo::new();
    repo.write("folder/file.md", "one\n").commit("first");
    repo.write("folder/file.md", "one\ntwo\n").commit("second");
    repo.git(&["tag", "--annotate", "--message", "inner", "inner"]);
    repo.git(&["tag", "--annotate", "--message", "outer", "outer", "inner"]);
    repo
}

fn file_of(objects: &Path, id: &str) -> PathBuf {
    objects.join(&id[..2]).join(&id[2..])
}

/// Puts other bytes in place of a loose object's, which git makes read-only.
fn replace(file: &Path, bytes: &[u8]) {
    fs::remove_file(file).unwrap();
    fs::write(file, bytes).unwrap();
}

/// Puts every packed object of a repository into a file of its own.
fn loosen(root: &Path) {
    let pack = root.join(".git/objects/pack");
    let aside = root.join(".git/aside");
    fs::rename(&pack, &aside).unwrap();
    for file in fs::read_dir(&aside).unwrap().map(|entry| entry.unwrap().path()) {
        if file.extension().is_some_and(|end| end == "pack") {
            let mut git = Command::new("git");
            git.args(["unpack-objects", "-q"]).current_dir(root).stdin(fs::File::open(file).unwrap());
            assert!(git.status().unwrap().success());
        }
    }
}

fn oid(hex: &str) -> Oid {
    Oid::from_hex(hex.as_bytes()).unwrap()
}

/// Reads the last commit with all that it holds.
fn read_all(root: &Path, backend: Backend) -> Result<Vec<u8>, GitError> {
    let repository = Repository::discover(root, backend)?;
    let objects = repository.objects();
    let head = objects.resolve("HEAD")?.unwrap();
    let tree = objects.commit(head)?.tree;
    let folder = objects.list(tree)?.remove(0).id;
    let file = objects.list(folder)?.remove(0).id;
    match objects.blob(file, u64::MAX)? {
        Blob::Content(bytes) => Ok(bytes),
        Blob::TooLarge(size) => panic!("{size}"),
    }
}

fn assert_damaged<T: std::fmt::Debug>(read: Result<T, GitError>, id: &str, case: &str) {
    match read {
        Err(error @ GitError::Damaged { id: found, .. }) => {
            assert_eq!(found, oid(id), "{case}");
            assert!(error.to_string().contains(id) && error.remedy().contains("git fsck"), "{case}: {error}");
        }
        other => panic!("{case}: {other:?}"),
    }
}

#[test]
fn a_file_cut_anywhere_is_told_with_the_objects_name() {
    let repo = made();
    let objects = repo.path(".git/objects");
    for revision in ["HEAD", "HEAD^{tree}", "HEAD:folder", "HEAD:folder/file.md"] {
        let id = repo.id(revision);
        let file = file_of(&objects, &id);
        let whole = fs::read(&file).unwrap();
        for backend in BACKENDS {
            for cut in 0..whole.len() {
                replace(&file, &whole[..cut]);
                let root = repo.root().to_path_buf();
                assert_damaged(
                    in_time(move || read_all(&root, backend)),
                    &id,
                    &format!("{revision} {cut} {backend:?}"),
                );
            }
        }
        replace(&file, &whole);
    }
    assert_eq!(read_all(repo.root(), Backend::Auto).unwrap(), b"one\ntwo\n");
}

#[test]
fn a_file_with_other_bytes_is_told_too() {
    let repo = made();
    let id = repo.id("HEAD:folder/file.md");
    let file = file_of(&repo.path(".git/objects"), &id);
    let whole = fs::read(&file).unwrap();
    let flipped = (0..whole.len()).map(|at| {
        let mut bytes = whole.clone();
        // The lowest bit: the highest ones of the last byte before the checksum may mean nothing.
        bytes[at] ^= 1;
        bytes
    });
    // A disk that was full may leave the right size and nothing in it; another program may write on.
    let others = [vec![0; whole.len()], [&whole[..], b"more"].concat(), [&whole[..10], &[0; 90]].concat()];
    for (case, bytes) in flipped.chain(others).enumerate() {
        replace(&file, &bytes);
        let root = repo.root().to_path_buf();
        assert_damaged(in_time(move || read_all(&root, Backend::Auto)), &id, &case.to_string());
    }
}

#[test]
fn the_work_tree_and_revisions_are_not_read_past_a_damaged_object_either() {
    for revision in ["HEAD", "HEAD^{tree}", "HEAD:folder"] {
        let repo = made();
        let id = repo.id(revision);
        let before = repo.id("HEAD~1");
        let file = file_of(&repo.path(".git/objects"), &id);
        let whole = fs::read(&file).unwrap();
        replace(&file, &whole[..20]);
        let root = repo.root().to_path_buf();
        let (status, resolved) = in_time(move || {
            let repository = Repository::discover(&root, Backend::Git2).unwrap();
            let resolve = |revision: &str| repository.objects().resolve(revision);
            // A name that is not there, and the beginning of an id, ask for no object but their own.
            assert_eq!(resolve("refs/stash").unwrap(), None);
            assert_eq!(resolve(&before[..12]).unwrap(), Some(oid(&before)));
            (repository.status().and_then(phase_pipeline::git::Pending::finish), resolve("HEAD~1"))
        });
        assert_damaged(status, &id, revision);
        assert_damaged(resolved, &id, revision);
    }
}

#[test]
fn what_another_repository_lends_is_looked_at_as_well() {
    let repo = made();
    let lent = repo.root().with_file_name("lent");
    let further = repo.root().with_file_name("further");
    fs::rename(repo.path(".git/objects"), &further).unwrap();
    repo.write(".git/objects/info/alternates", "# lent\n../../../lent\n");
    fs::create_dir_all(lent.join("info")).unwrap();
    fs::write(lent.join("info/alternates"), further.to_str().unwrap()).unwrap();
    assert_eq!(read_all(repo.root(), Backend::Auto).unwrap(), b"one\ntwo\n");
    let id = repo.id("HEAD^{tree}");
    let file = file_of(&further, &id);
    let whole = fs::read(&file).unwrap();
    replace(&file, &whole[..20]);
    let root = repo.root().to_path_buf();
    assert_damaged(in_time(move || read_all(&root, Backend::Auto)), &id, "lent");
}

#[test]
fn a_damaged_file_of_a_packed_object_does_no_harm_as_git_says() {
    let repo = made();
    repo.git(&["repack", "-a", "--quiet"]);
    for revision in ["HEAD", "HEAD^{tree}", "HEAD:folder/file.md"] {
        replace(&file_of(&repo.path(".git/objects"), &repo.id(revision)), b"x\x01cut");
    }
    assert_eq!(repo.git(&["show", "HEAD:folder/file.md"]), "one\ntwo");
    for backend in BACKENDS {
        let root = repo.root().to_path_buf();
        assert_eq!(in_time(move || read_all(&root, backend)).unwrap(), b"one\ntwo\n");
    }
}

#[test]
fn every_size_is_read_as_git_reads_it() {
    let repo = Repo::new();
    let mut noise = 1_u32;
    let mut hard = |size: usize| -> Vec<u8> {
        let next = |_| {
            noise = noise.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
            noise.to_be_bytes()[0]
        };
        (0..size).map(next).collect()
    };
    for size in [0, 1, 4084, 4085, 4086, 4087, 4096, 8191, 8192, 70_000, 1_000_000] {
        repo.write(&format!("easy-{size}"), vec![b'a'; size]).write(&format!("hard-{size}"), hard(size));
    }
    repo.commit("sizes");
    let repository = Repository::discover(repo.root(), Backend::Auto).unwrap();
    let objects = repository.objects();
    let entries = objects.list(objects.commit(oid(&repo.id("HEAD"))).unwrap().tree).unwrap();
    assert_eq!(entries.len(), 22);
    for entry in entries {
        let expected = fs::read(repo.path(std::str::from_utf8(&entry.name).unwrap())).unwrap();
        let size = u64::try_from(expected.len()).unwrap();
        assert!(objects.blob(entry.id, u64::MAX).unwrap() == Blob::Content(expected), "{size}");
        if size > 0 {
            assert_eq!(objects.blob(entry.id, size - 1).unwrap(), Blob::TooLarge(size));
        }
    }
}

#[test]
fn revisions_name_the_commits_that_git_says() {
    for packed in [false, true] {
        let repo = made();
        if packed {
            repo.git(&["gc", "--quiet"]);
        }
        let names = ["HEAD", "main", "refs/heads/main", "inner", "outer", "HEAD~1", "outer~1", "main^{commit}"];
        let short = repo.id("HEAD~1")[..9].to_owned();
        let described = format!("inner-1-g{short}");
        let ids = [repo.id("HEAD"), repo.id("HEAD~1"), repo.id("outer"), short, described];
        for backend in BACKENDS {
            let repository = Repository::discover(repo.root(), backend).unwrap();
            for name in names.iter().copied().chain(ids.iter().map(String::as_str)) {
                let expected = oid(&repo.id(&format!("{name}^{{commit}}")));
                assert_eq!(repository.objects().resolve(name).unwrap(), Some(expected), "{name} {packed}");
            }
            let (tree, first) = (repo.id("HEAD^{tree}"), repo.id("HEAD"));
            let none = [
                "absent",
                "",
                "refs/stash",
                "HEAD~7",
                "HEAD:folder",
                &tree,
                &tree[..9],
                &first[..3],
                "1111",
                "x-g1111",
            ];
            for name in none.into_iter().chain([&*"1".repeat(40)]) {
                assert_eq!(repository.objects().resolve(name).unwrap(), None, "{name} {packed}");
            }
        }
    }
}

#[test]
fn the_program_names_the_object_and_git_fsck() {
    let folder = demo();
    let root = folder.path().to_path_buf();
    let objects = root.join(".git/objects");
    loosen(&root);
    let repository = Repository::discover(&root, Backend::Auto).unwrap();
    let head = repository.objects().resolve("HEAD").unwrap().unwrap();
    let tree = repository.objects().commit(head).unwrap().tree;
    for id in [head, tree] {
        let id = id.to_string();
        let file = file_of(&objects, &id);
        let whole = fs::read(&file).unwrap();
        replace(&file, &whole[..20]);
        for words in [&["7"][..], &["status"], &["steps", "7"], &["lint", "--all"]] {
            let root = root.clone();
            let ran = in_time(move || Bin::in_folder(&root).run(words));
            assert_eq!(ran.code, 3, "{words:?}: {}{}", ran.out, ran.err);
            assert!(ran.err.contains(&id) && ran.err.contains("git fsck"), "{words:?}: {}", ran.err);
        }
        replace(&file, &whole);
    }
}
