//! Generated pages are up to date, and every command in them works. `UPDATE_DOCS=1` rewrites instead of comparing.

use std::path::{Path, PathBuf};

use phase_pipeline::docs::{fill, pages};

use crate::common::bin::{Bin, demo};

fn root() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR"))
}

/// Compares a file with what it should be, or rewrites it.
fn settle(path: &str, expected: &str) {
    let file: PathBuf = root().join(path);
    if std::env::var_os("UPDATE_DOCS").is_some() {
        fs_err::create_dir_all(file.parent().unwrap()).unwrap();
        fs_err::write(&file, expected).unwrap();
        return;
    }
    let committed = fs_err::read_to_string(&file).unwrap_or_default();
    assert!(committed == expected, "{path} is out of date: UPDATE_DOCS=1 cargo test --test integration docs");
}

#[test]
fn generated_pages_are_up_to_date() {
    let pages = pages();
    for page in &pages {
        settle(&page.path, &page.text);
    }
    let mut there = Vec::new();
    let mut open: Vec<PathBuf> = ["docs/reference", "docs/schema"].map(|folder| root().join(folder)).into();
    while let Some(folder) = open.pop() {
        for entry in fs_err::read_dir(folder).unwrap() {
            let path = entry.unwrap().path();
            if path.is_dir() { open.push(path) } else { there.push(path) }
        }
    }
    let is_made = |path: &&PathBuf| pages.iter().any(|page| root().join(&page.path) == **path);
    let others: Vec<&PathBuf> = there.iter().filter(|path| !is_made(path)).collect();
    assert!(others.is_empty(), "pages that nothing generates: {others:?}");
}

#[test]
fn the_readme_shows_what_the_program_prints() {
    let project = demo();
    let run = |command: &str| {
        let words: Vec<&str> = command.split_whitespace().skip(1).collect();
        let shown = Bin::in_folder(project.path()).run(&words);
        shown.out
    };
    let readme = fs_err::read_to_string(root().join("README.md")).unwrap();
    settle("README.md", &fill(&readme, &run));
}

/// Every command of every shell block of the hand-written pages runs, in the order in which it stands there.
#[test]
fn every_command_in_the_pages_works() {
    let checks = fs_err::read_to_string(root().join(".ci/run")).unwrap();
    let mut ran = 0;
    for page in ["README.md", "docs/architecture.md"] {
        let scratch = tempfile::tempdir().unwrap();
        let mut folder = scratch.path().to_path_buf();
        for command in shell_commands(&fs_err::read_to_string(root().join(page)).unwrap()) {
            let words = words(&command);
            match words.as_slice() {
                ["cd", to] => folder = folder.join(to),
                ["phase-pipeline", rest @ ..] => {
                    let done = somebody(&folder).run(rest);
                    // Phase 11 of the sample is there to be stopped at, a full context is too, and so is a sprint without a review.
                    let expected = match rest {
                        ["11"] | ["recover", "11"] => 11,
                        ["2", "deliver"] => 14,
                        [_, "--context", "63"] => 10,
                        _ => 0,
                    };
                    assert_eq!(done.code, expected, "{page}: {command}: {}", done.err);
                    assert!(!done.out.is_empty(), "{page}: {command} prints nothing");
                }
                ["cargo", "run", "--release", "--", rest @ ..] => {
                    let done = Bin::in_folder(&folder).run(rest);
                    assert_eq!(done.code, 0, "{page}: {command}: {}", done.err);
                    assert!(checks.contains("cargo run --locked --release -- demo"), "{command} is not in .ci/run");
                }
                // Running the tests from a test would not end; that the checks run them is what can be seen here.
                ["cargo", "test", "--locked"] => assert!(checks.contains("step cargo test --locked\n"), "{command}"),
                ["UPDATE_DOCS=1", "cargo", "test", "--test", "integration", "docs"] => {}
                _ => panic!("{page}: no test knows how to run `{command}`"),
            }
            ran += 1;
        }
    }
    assert!(ran > 9, "only {ran} commands were found");
}

/// The binary for a user whom git knows.
fn somebody(folder: &Path) -> Bin<'_> {
    Bin::in_folder(folder).with_all(&[
        ("GIT_AUTHOR_NAME", "Somebody"),
        ("GIT_AUTHOR_EMAIL", "somebody@example.com"),
        ("GIT_COMMITTER_NAME", "Somebody"),
        ("GIT_COMMITTER_EMAIL", "somebody@example.com"),
    ])
}

/// The words of a command, as a shell parts them.
fn words(command: &str) -> Vec<&str> {
    let quoted = command.split('"').enumerate();
    quoted.flat_map(|(at, part)| if at % 2 == 1 { vec![part] } else { part.split_whitespace().collect() }).collect()
}

/// The lines of the `sh` blocks, without comments.
fn shell_commands(page: &str) -> Vec<String> {
    let mut commands = Vec::new();
    let mut inside = false;
    for line in page.lines() {
        match line {
            "```sh" => inside = true,
            "```" => inside = false,
            line if inside => commands.push(line.split(" #").next().unwrap().trim().to_owned()),
            _ => {}
        }
    }
    commands
}
