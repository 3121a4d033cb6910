//! Projects made to do harm: whatever lies in the planning folder, every command ends soon, within its memory, with a message
//! that names what is wrong, and shows nothing of what lies outside of the repository.

mod traps;

use std::fs;
use std::os::unix::fs::PermissionsExt as _;
use std::path::Path;
use std::time::{Duration, Instant};

use assert_cmd::Command;

use crate::common::bin::Ran;
use crate::common::repo::Repo;
use traps::{SECRET, TRAPS, Trap};

/// What is asked of every project.
const QUESTIONS: &[&[&str]] =
    &[&["7"], &["7", "--format", "json"], &["7", "12"], &["steps", "7"], &["explain", "7"], &["status"]];

/// More than a run needs on a busy machine, and far less than one that walks in a circle.
const SOON: Duration = Duration::from_secs(120);

/// The memory that a run may ask for, in bytes; it is address space, most of which is never touched.
const MEMORY: u64 = 1 << 30;

/// Runs the binary in a folder with bounds on time and, where the system has the program for it, on memory.
fn run(folder: &Path, arguments: &[&str]) -> Ran {
    let binary = env!("CARGO_BIN_EXE_phase-pipeline");
    let mut command = if Path::new("/usr/bin/prlimit").exists() {
        let mut bounded = Command::new("/usr/bin/prlimit");
        bounded.args([&format!("--as={MEMORY}"), "--core=0", "--", binary]);
        bounded
    } else {
        Command::new(binary)
    };
    command.env_clear().env("PATH", std::env::var_os("PATH").unwrap()).env("HOME", folder);
    command.env("GIT_CONFIG_GLOBAL", "/dev/null").env("GIT_CONFIG_NOSYSTEM", "1").env("RUST_BACKTRACE", "0");
    command.env("PHASE_PIPELINE_CONTEXT", "10");
    let begin = Instant::now();
    let output = command.current_dir(folder).args(arguments).timeout(SOON).output().unwrap();
    let code = output.status.code();
    assert!(code.is_some(), "{arguments:?}: stopped after {:?}: {}", begin.elapsed(), output.status);
    Ran {
        out: String::from_utf8(output.stdout).unwrap(),
        err: String::from_utf8(output.stderr).unwrap(),
        code: code.unwrap(),
    }
}

fn check(trap: &Trap) {
    let repo = Repo::new();
    traps::project(&repo);
    (trap.set)(&repo);
    for question in QUESTIONS {
        let ran = run(repo.root(), question);
        let said = format!("{}{}", ran.out, ran.err);
        let told = format!("{}, {question:?} came to {}: {said}", trap.name, ran.code);
        let failed = (trap.code < 10).then_some(trap.code);
        match *question {
            // A survey answers where the phase cannot be found.
            ["status"] => assert!(ran.code == 0 || Some(ran.code) == failed, "{told}"),
            ["7"] | ["7", "--format", _] => assert_eq!(ran.code, trap.code, "{told}"),
            // An explicit step makes a note of what else was found.
            ["7", _] => assert!(ran.code == failed.unwrap_or_default() || ran.code == 11, "{told}"),
            _ => assert_eq!(ran.code, failed.unwrap_or_default(), "{told}"),
        }
        if matches!(*question, ["7"] | ["steps" | "explain", _]) {
            assert!(trap.says.iter().all(|words| said.contains(words)), "{:?} is not in {told}", trap.says);
        }
        assert!(!said.contains("panicked"), "{told}");
        assert!(!said.contains(SECRET), "what lies outside is shown: {told}");
        assert!(!said.contains(|c: char| c.is_control() && c != '\n'), "{told:?}");
    }
}

#[test]
fn every_trap_is_named_and_none_closes() {
    // Two at a time: most of it is waiting for other programs.
    let (one, other) = TRAPS.split_at(TRAPS.len() / 2);
    std::thread::scope(|scope| {
        scope.spawn(|| one.iter().for_each(check));
        other.iter().for_each(check);
    });
}

#[test]
fn a_file_that_may_not_be_read_is_named() {
    let repo = Repo::new();
    traps::project(&repo);
    let file = ".planning/phases/07-photos/07-SPEC.md";
    repo.write(file, "# Spec\n");
    fs::set_permissions(repo.path(file), fs::Permissions::from_mode(0o000)).unwrap();
    if fs::read(repo.path(file)).is_ok() {
        // The superuser reads everything.
        return;
    }
    let ran = run(repo.root(), &["7"]);
    assert_eq!(ran.code, 11, "{ran:?}");
    assert!(ran.out.contains("07-SPEC.md") && ran.out.contains("ermission"), "{ran:?}");
}

/// Programs that a repository can name, each leaving a mark when it runs.
fn armed() -> (Repo, std::path::PathBuf) {
    let repo = Repo::new();
    traps::project(&repo);
    repo.write(".gitattributes", "*.md filter=evil diff=evil merge=evil text eol=crlf working-tree-encoding=UTF-8\n");
    repo.write(".planning/.gitattributes", "* filter=evil ident export-subst\n");
    repo.commit("chore: attributes");
    let beside = |name: &str| repo.root().with_file_name(name);
    let (mark, program, hooks) = (beside("mark"), beside("program"), beside("hooks"));
    fs::write(&program, format!("#!/bin/sh\necho \"$0 $*\" >> '{}'\ncat\n", mark.display())).unwrap();
    fs::set_permissions(&program, fs::Permissions::from_mode(0o755)).unwrap();
    fs::create_dir(&hooks).unwrap();
    fs::create_dir_all(repo.path(".git/hooks")).unwrap();
    for hook in ["post-index-change", "pre-auto-gc", "fsmonitor-watchman", "query-watchman", "reference-transaction"] {
        fs::copy(&program, hooks.join(hook)).unwrap();
        fs::copy(&program, repo.path(".git/hooks").join(hook)).unwrap();
    }
    let run = program.to_str().unwrap();
    let included = beside("included");
    fs::write(
        &included,
        format!("[filter \"evil\"]\n\tprocess = {run}\n\trequired = true\n[alias]\n\tstatus = !{run}\n"),
    )
    .unwrap();
    for (name, value) in [
        ("core.fsmonitor", run),
        ("core.hooksPath", hooks.to_str().unwrap()),
        ("core.pager", run),
        ("pager.status", run),
        ("pager.config", run),
        ("core.editor", run),
        ("sequence.editor", run),
        ("core.sshCommand", run),
        ("core.gitProxy", run),
        ("core.askPass", run),
        ("core.alternateRefsCommand", run),
        ("credential.helper", run),
        ("diff.external", run),
        ("diff.evil.command", run),
        ("diff.evil.textconv", run),
        ("merge.evil.driver", run),
        ("filter.evil.clean", run),
        ("filter.evil.smudge", run),
        ("filter.evil.required", "true"),
        ("alias.status", &format!("!{run}")),
        ("alias.cat-file", &format!("!{run}")),
        ("alias.rev-parse", &format!("!{run}")),
        ("include.path", included.to_str().unwrap()),
        ("includeIf.gitdir/i:/.path", included.to_str().unwrap()),
        ("gpg.program", run),
        ("gpg.ssh.program", run),
        ("log.showSignature", "true"),
        ("uploadpack.packObjectsHook", run),
        ("remote.origin.url", &format!("ext::{run} %S")),
        ("remote.origin.uploadpack", run),
        ("remote.origin.promisor", "true"),
        ("remote.origin.vcs", "evil"),
        ("protocol.ext.allow", "always"),
        ("status.submoduleSummary", "true"),
        ("submodule.recurse", "true"),
        ("interactive.diffFilter", run),
        ("web.browser", "evil"),
        ("browser.evil.cmd", run),
    ] {
        repo.git(&["config", name, value]);
    }
    // Every file is younger than the index and of its old size: only reading it, through a filter, would tell.
    for file in ["07-CONTEXT.md", "07-01-PLAN.md"] {
        let path = repo.path(format!(".planning/phases/07-photos/{file}"));
        fs::write(&path, fs::read(&path).unwrap()).unwrap();
    }
    (repo, mark)
}

#[test]
fn no_command_starts_what_the_repository_names() {
    let (repo, mark) = armed();
    for question in QUESTIONS.iter().chain([&["7", "--dump-evidence"][..], &["explain", "resume"]].iter()) {
        let ran = run(repo.root(), question);
        assert!([0, 11, 12, 13].contains(&ran.code), "{question:?}: {ran:?}");
        assert!(!mark.exists(), "{question:?} started {}", fs::read_to_string(&mark).unwrap());
    }
    // The trap works.
    repo.try_git(&["status"]);
    assert!(mark.exists());
}
