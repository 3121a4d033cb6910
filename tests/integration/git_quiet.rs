//! Reading starts no program that a repository names, and writes nothing.

use std::fs;
use std::os::unix::fs::PermissionsExt as _;
use std::path::{Path, PathBuf};
use std::time::SystemTime;

use phase_pipeline::engine::path::RepoPath;
use phase_pipeline::git::{Backend, Repository, walk};

use crate::common::repo::Repo;

/// A repository whose own configuration names a program wherever git would run one. Each leaves a mark.
fn hostile() -> (Repo, PathBuf) {
    let repo = Repo::new();
    repo.write("secret.txt", "one\n").write("plain.txt", "one\n").write("other.bin", "one\n");
    repo.write(".gitattributes", "*.txt filter=evil diff=evil\n*.bin filter=e.v=il\n");
    repo.commit("first");
    let mark = repo.root().with_file_name("mark");
    let program = repo.root().with_file_name("program");
    fs::write(&program, format!("#!/bin/sh\necho \"$0 $*\" >> '{}'\ncat\n", mark.display())).unwrap();
    fs::set_permissions(&program, fs::Permissions::from_mode(0o755)).unwrap();
    let hooks = repo.root().with_file_name("hooks");
    fs::create_dir(&hooks).unwrap();
    for hook in ["post-index-change", "pre-auto-gc", "fsmonitor-watchman", "reference-transaction"] {
        fs::copy(&program, hooks.join(hook)).unwrap();
    }
    let run = program.to_str().unwrap();
    let included = repo.root().with_file_name("included");
    fs::write(&included, format!("[filter \"evil\"]\n\tprocess = {run}\n\trequired = true\n")).unwrap();
    let settings = [
        ("core.fsmonitor", run),
        ("core.hooksPath", hooks.to_str().unwrap()),
        ("core.pager", run),
        ("pager.status", run),
        ("core.editor", run),
        ("core.sshCommand", run),
        ("core.askPass", run),
        ("core.alternateRefsCommand", run),
        ("credential.helper", run),
        ("diff.external", run),
        ("diff.evil.command", run),
        ("diff.evil.textconv", run),
        ("filter.evil.clean", run),
        ("filter.evil.smudge", run),
        ("filter.e.v=il.clean", run),
        ("filter.e.v=il.required", "true"),
        ("include.path", included.to_str().unwrap()),
        ("gpg.program", run),
        ("log.showSignature", "true"),
        ("uploadpack.packObjectsHook", run),
        ("remote.origin.url", &format!("ext::{run} %S")),
        ("protocol.ext.allow", "always"),
        ("remote.origin.promisor", "true"),
        ("remote.origin.partialclonefilter", "blob:none"),
        ("status.submoduleSummary", "true"),
        ("trace2.eventTarget", "/dev/null"),
    ];
    for (name, value) in settings {
        repo.git(&["config", name, value]);
    }
    // Same size and younger than the index: only the content can tell, so that a filter would have to run.
    repo.write("secret.txt", "two\n").write("other.bin", "two\n");
    (repo, mark)
}

#[test]
fn no_program_that_the_repository_names_is_started() {
    let (repo, mark) = hostile();
    for backend in [Backend::Auto, Backend::Child, Backend::Git2] {
        let opened = Repository::discover(repo.root(), backend).unwrap();
        let status = opened.status().unwrap().finish().unwrap();
        let changed: Vec<String> = status.entries.keys().map(ToString::to_string).collect();
        assert_eq!(changed, ["other.bin", "secret.txt"], "{backend:?}");
        let head = status.head.unwrap();
        walk(opened.objects(), head, &RepoPath::default()).unwrap();
        opened.head().unwrap();
        opened.operation().unwrap();
        // An object that only the promised remote would have.
        let absent = "1".repeat(40);
        let absent = phase_pipeline::engine::object::Oid::from_hex(absent.as_bytes()).unwrap();
        opened.objects().commit(absent).unwrap_err();
        assert!(!mark.exists(), "{backend:?} started {}", fs::read_to_string(&mark).unwrap());
    }
}

#[test]
fn the_trap_works() {
    let (repo, mark) = hostile();
    repo.try_git(&["status"]);
    let caught = fs::read_to_string(&mark).unwrap();
    assert!(caught.contains("program"), "{caught}");
}

#[test]
fn nothing_is_written() {
    let repo = Repo::new();
    repo.write("a", "one\n").write("sub/b", "one\n");
    repo.commit("first");
    // An index whose times are all wrong is what a refresh would repair.
    repo.write("a", "one\n").write("sub/b", "one\n");
    let before = times(&repo.path(".git"));
    for backend in [Backend::Auto, Backend::Child, Backend::Git2] {
        let opened = Repository::discover(repo.root(), backend).unwrap();
        assert!(opened.status().unwrap().finish().unwrap().entries.is_empty());
    }
    assert_eq!(times(&repo.path(".git")), before);
}

/// Every file below a folder, with the time of its last change.
fn times(folder: &Path) -> Vec<(PathBuf, SystemTime)> {
    let mut found = Vec::new();
    for entry in fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        found.push((path.clone(), path.metadata().unwrap().modified().unwrap()));
        if path.is_dir() {
            found.extend(times(&path));
        }
    }
    found.sort();
    found
}
